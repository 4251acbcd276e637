"""Faults, limits, bad files: `python benchmarks/drill.py [--minutes 60] [--part NAME] [--seed 1] [--json]`.

Everything that may go wrong is tried for a share of the time: programs, numbers and files that nobody has
written, processes that are killed, interrupted, stopped and set against each other, little memory and space,
a clock that jumps, a user who may write nothing. What is wrong is listed with the seed that brings it back;
the table is for `docs/reliability.md`. The exit code is 1 if anything is wrong.

Example: python benchmarks/drill.py --minutes 3 --part mutants --part kills
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from croupier.catalog.languages import script_language
from croupier.recycle.check import check
from croupier.text import Source, render_all
from damage import croupier
from forgeries import Formats
from mutants import judged, library, literals, mutant

ENDINGS = (".rcy", ".rcy", "house", ".ah", ".cdg")
GAMES = 3000
"""So many games of a run that is disturbed."""


@dataclass
class Result:
    """What came of a part."""

    part: str
    tried: int = 0
    used: int = 0
    """Of these, so many came to the point: a mutant was played, a process was hit in time."""
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0


Trial = Callable[[int], tuple[bool, str]]
"""Tries one thing by its number: whether it came to the point, and what went wrong."""


def texts(number: int) -> tuple[bool, str]:
    """A mutant is checked, and what is found is shown."""
    rng = Random(number)
    ending = rng.choice(ENDINGS)
    name, text = rng.choice(library(ending))
    source = Source(name, mutant(text, rng))
    script = script_language(name)
    found = check(source).findings if script is None else script.check(source).findings
    render_all(found)
    return bool(found), ""


def mutants(number: int) -> tuple[bool, str]:
    """A mutant is played on both engines."""
    rng = Random(number)
    name, text = rng.choice(library(rng.choice(ENDINGS)))
    found = judged(name, mutant(text, rng))
    return found.played, found.wrong


_LITERALS: list[tuple[str, str]] = []


def limits(number: int) -> tuple[bool, str]:
    """A form with a number at a limit is played on both engines."""
    if not _LITERALS:
        _LITERALS.extend(literals())
        Random(0).shuffle(_LITERALS)
    name, text = _LITERALS[number % len(_LITERALS)]
    found = judged(name, text, games=3)
    return found.played, f"{name}: {found.wrong}" if found.wrong else ""


_FORMATS: list[Formats] = []


def forgeries(number: int) -> tuple[bool, str]:
    """A forged file of each format is given to the commands that read it."""
    if not _FORMATS:
        _FORMATS.append(Formats(Path(tempfile.mkdtemp(prefix="drill-"))))
    return True, "; ".join(wrong for _, wrong in _FORMATS[0].forged(Random(number)) if wrong)


PIECES = [
    *("SELECT", "*", "run", "FROM", "runs", "games", "WHERE", "1", "'x'", "(", ")", ",", "x'00'", "1e999"),
    *("DROP TABLE", "ATTACH", "PRAGMA", "UNION", ";", "NULL", "AS", "randomblob(9)", "LIMIT 3", "\x01", "--"),
]


def queries(number: int) -> tuple[bool, str]:
    """Words of SQL in any order are asked of a folder of runs."""
    if not _FORMATS:
        _FORMATS.append(Formats(Path(tempfile.mkdtemp(prefix="drill-"))))
    rng = Random(number)
    words = ["SELECT", *rng.choices(PIECES, k=rng.randint(1, 8))]
    ask = ("runs", "query", " ".join(words), "--in", str(_FORMATS[0].runs / "simulate"))
    return True, croupier(*ask) or croupier(*ask, "--json")


def started(*arguments: str, cwd: Path, **options: Any) -> subprocess.Popen[bytes]:
    """A croupier as a process of its own."""
    command = [sys.executable, "-m", "croupier", *arguments]
    return subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def simulated(seed: int) -> list[str]:
    """The command line of a run of some seconds."""
    return ["simulate", "agram", "-n", str(GAMES), "--seed", str(seed), "--engine", "interpreter", "--json"]


def result_of(output: bytes) -> dict[str, Any]:
    """What a simulation has come to, without how fast."""
    data: dict[str, Any] = json.loads(output)
    kept = ("outcomes", "seats", "decisions", "options", "length", "games")
    return {key: data[key] for key in kept if key in data}


def kills(number: int) -> tuple[bool, str]:
    """A run is killed, by force, and gone on with: it comes to what it comes to undisturbed."""
    rng = Random(number)
    with folder() as where:
        words = [*simulated(7), "--out", "runs", "--workers", "2"]
        process = started(*words, cwd=where, start_new_session=True)
        time.sleep(rng.uniform(0.3, 3.0))
        hit = process.poll() is None
        if hit:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if not hit:
            return False, ""
        resumed = started(*words, "--resume", cwd=where)
        output, errors = resumed.communicate()
        if resumed.returncode:
            return True, f"resumed with {resumed.returncode}: {errors.decode()[-200:]}"
        whole = started(*simulated(7), "--workers", "2", cwd=where).communicate()[0]
        same = result_of(output) == result_of(whole)
        return True, "" if same else "the resumed run differs from a whole one"


def interrupts(number: int) -> tuple[bool, str]:
    """Ctrl-C at any moment ends with 130 and without a traceback."""
    rng = Random(number)
    with folder() as where:
        process = started(*simulated(3), "--workers", rng.choice("12"), cwd=where)
        time.sleep(rng.uniform(0.0, 1.5))
        process.send_signal(signal.SIGINT)
        errors = process.communicate()[1].decode()
    if process.returncode in (0, 130) and "Traceback" not in errors:
        return process.returncode == 130, ""
    if "croupier" not in errors or process.returncode == -signal.SIGINT:
        # Python itself was still starting.
        return False, ""
    return True, f"exit code {process.returncode}: {errors[-200:]}"


def races(number: int) -> tuple[bool, str]:
    """Four processes begin the same run, with the same empty cache: one plays, and nobody is hurt."""
    with folder() as where:
        words = ["simulate", "kuhn_poker", "-n", "20000", "--out", "runs", "--workers", "1", "--json"]
        env = {**os.environ, "CROUPIER_CACHE": str(where / "cache")}
        processes = [started(*words, "--seed", str(number), cwd=where, env=env) for _ in range(4)]
        ended = [(process.communicate(), process.returncode) for process in processes]
        codes = sorted(code for _, code in ended)
        if codes.count(0) != 1 or set(codes) - {0, 2} or any(b"Traceback" in e for (_, e), _ in ended):
            return True, f"exit codes {codes}: {ended[0][0][1].decode()[-200:]}"
        return True, ""


def stops(number: int) -> tuple[bool, str]:
    """A process is stopped for some seconds, and continued."""
    rng = Random(number)
    with folder() as where:
        process = started(*simulated(5), "--workers", "2", cwd=where, start_new_session=True)
        time.sleep(rng.uniform(0.5, 1.5))
        hit = process.poll() is None
        if hit:
            os.killpg(process.pid, signal.SIGSTOP)
            time.sleep(2.0)
            os.killpg(process.pid, signal.SIGCONT)
        output, errors = process.communicate()
        if process.returncode:
            return hit, f"exit code {process.returncode}: {errors.decode()[-200:]}"
        whole = started(*simulated(5), "--workers", "1", cwd=where).communicate()[0]
        return hit, "" if result_of(output) == result_of(whole) else "the stopped run differs"


JUMPING = (
    "import itertools, sys, time\n"
    "hours = itertools.cycle((0, 3600, -7200, 86400 * 400))\n"
    "true, true_ns = time.time, time.time_ns\n"
    "time.time = lambda: true() + next(hours)\n"
    "time.time_ns = lambda: true_ns() + next(hours) * 10**9\n"
    "sys.argv = ['croupier', *sys.argv[1:]]\n"
    "from croupier.__main__ import main\n"
    "main()\n"
)


def clocks(number: int) -> tuple[bool, str]:
    """The clock jumps by hours and back at every look."""
    with folder() as where:
        words = ["simulate", "kuhn_poker", "-n", "500", "--players", "ismcts:time=1ms", "--workers", "1"]
        words += ["--seed", str(number), "--out", "runs"]
        done = subprocess.run(
            [sys.executable, "-c", JUMPING, *words], cwd=where, capture_output=True, check=False
        )
        again = started("runs", "list", "runs", cwd=where)
        told, errors = again.communicate()
        fine = done.returncode == 0 and again.returncode == 0 and b"finished" in told
        return True, "" if fine else (done.stderr + errors).decode()[-300:]


def memory(number: int) -> tuple[bool, str]:
    """There is little memory: a sentence, or a result, and no crash."""
    megabytes = 50 + 10 * (number % 42)

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)

    with folder() as where:
        process = started("simulate", "agram", "-n", "50", "--workers", "1", cwd=where, preexec_fn=little)
        errors = process.communicate()[1].decode()
    told = process.returncode in (0, 2, 3) and "Traceback" not in errors
    if told or "OpenBLAS" in errors or process.returncode < 0 or "Py_" in errors:
        # With some 100 MB OpenBLAS, which NumPy loads, ends the process by itself.
        return told, ""
    return True, f"{megabytes} MB: exit code {process.returncode}: {errors.strip().splitlines()[-1:]}"


def space(number: int) -> tuple[bool, str]:
    """Files cannot grow beyond some kilobytes: what is stored stays, and a sentence says why it ends."""
    kilobytes = 4 * (1 + number % 30)

    def narrow() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10,) * 2)

    with folder() as where:
        words = ["simulate", "kuhn_poker", "-n", "300", "--workers", "1", "--out", "runs"]
        process = started(*words, "--transcripts", "games", cwd=where, preexec_fn=narrow)
        errors = process.communicate()[1].decode()
        if process.returncode not in (0, 2, 3) or "Traceback" in errors:
            return True, f"{kilobytes} KB: exit code {process.returncode}: {errors[-200:]}"
        return process.returncode != 0, ""


def homeless(number: int) -> tuple[bool, str]:
    """Another user, who has no home and may write nothing, plays; only root can try this."""
    if os.geteuid():
        return False, ""

    def nobody() -> None:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)

    env = {key: value for key, value in os.environ.items() if not key.startswith(("CROUPIER", "XDG"))}
    env["HOME"] = "/nonexistent"
    words = ("simulate", "kuhn_poker", "-n", "100", "--seed", str(number))
    try:
        process = started(*words, cwd=Path("/"), env=env, preexec_fn=nobody)
    except PermissionError:
        # This very Python is somebody's own.
        return False, ""
    errors = process.communicate()[1].decode()
    return True, "" if process.returncode == 0 else f"exit code {process.returncode}: {errors[-300:]}"


def crowds(number: int) -> tuple[bool, str]:
    """A folder of a thousand runs is listed and asked, in seconds."""
    with folder() as where:
        failed = croupier("simulate", "kuhn_poker", "-n", "5", "--workers", "1", "--out", str(where / "runs"))
        assert not failed
        [one] = (where / "runs").glob("*.sqlite")
        for each in range(999):
            copied = shutil.copy(one, where / "runs" / f"copy-{each}.sqlite")
            connection = sqlite3.connect(copied)
            connection.execute("UPDATE run SET id = ?", (f"copy-{each}",))
            connection.commit()
            connection.close()
        begun = time.perf_counter()
        wrong = croupier("runs", "list", str(where / "runs"))
        wrong = wrong or croupier(
            "runs", "query", "SELECT count(*) FROM results", "--in", str(where / "runs")
        )
        took = time.perf_counter() - begun
        return True, wrong or ("" if took < 60 else f"it took {took:.0f} s")


LONG = """;; Long
(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B, C)))))
 (stage player (end (>= (game sto TURNS) 40000))
  (choice ((inc (game sto TURNS) 1) (inc (game sto OTHER) 1)))
  (do ((inc (game sto TURNS) 1) (shuffle (game iloc STOCK)))))
 (scoring max ((current player) sto SCORE)))
"""


def transcripts(number: int) -> tuple[bool, str]:
    """A game of about a hundred thousand lines is recorded, verified, and cut off."""
    with folder() as where:
        (where / "long.rcy").write_text(LONG)
        words = ("simulate", str(where / "long.rcy"), "-n", "1", "--seed", str(number), "--workers", "1")
        limits_ = ("--max-decisions", "1000000", "--max-steps", "10000000")
        wrong = croupier(*words, *limits_, "--transcripts", str(where / "games"))
        if wrong:
            return True, wrong
        [record] = (where / "games").iterdir()
        lines = record.read_bytes().splitlines(keepends=True)
        wrong = croupier("replay", str(record), "--game", str(where / "long.rcy"), "--json")
        record.write_bytes(b"".join(lines)[:-100])
        wrong = wrong or croupier("replay", str(record), "--game", str(where / "long.rcy"), "--json")
        return len(lines) > 100_000, wrong


PARTS: dict[str, tuple[Trial, float, int]] = {
    "transcripts": (transcripts, 2, 1),
    "crowds": (crowds, 1, 1),
    "kills": (kills, 8, 10**9),
    "forgeries": (forgeries, 12, 10**9),
    "interrupts": (interrupts, 5, 10**9),
    "races": (races, 4, 10**9),
    "stops": (stops, 3, 10**9),
    "clocks": (clocks, 1, 10),
    "memory": (memory, 2, 42),
    "space": (space, 2, 60),
    "homeless": (homeless, 1, 3),
    "mutants": (mutants, 28, 10**9),
    "limits": (limits, 20, 10**9),
    "queries": (queries, 3, 10**9),
    "texts": (texts, 8, 10**9),
}
"""What is tried, its share of the time, and how often at most; the trials that take longest come first."""


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that goes when it is no longer needed."""
    with tempfile.TemporaryDirectory(prefix="drill-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def attempt(part: str, number: int) -> tuple[bool, str]:
    """One trial, in a process that it may take down; an exception is wrong, whatever it is."""
    try:
        return PARTS[part][0](number)
    except Exception as problem:
        return True, f"{type(problem).__name__}: {problem}"


def drilled(part: str, seconds: float, seed: int, told: Callable[[Result], None]) -> Result:
    """As much of a part as fits into the time, at least one trial."""
    result = Result(part)
    begun = time.perf_counter()
    pool = ProcessPoolExecutor(1)
    for number in range(PARTS[part][2]):
        if number and time.perf_counter() - begun > seconds:
            break
        trial = seed * 1_000_003 + number
        try:
            used, wrong = pool.submit(attempt, part, trial).result()
        except BrokenProcessPool:
            used, wrong = True, "the process crashed"
            pool = ProcessPoolExecutor(1)
        result.tried += 1
        result.used += used
        if wrong:
            result.wrong.append(f"{part} {trial}: {wrong}")
        result.seconds = time.perf_counter() - begun
        told(result)
    pool.shutdown()
    return result


@click.command()
@click.option("--minutes", type=click.FloatRange(min=0.01), default=60.0, show_default=True)
@click.option(
    "--part", "names", multiple=True, type=click.Choice(list(PARTS)), help="Only this; may be repeated."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print data instead of a table.")
def main(minutes: float, names: tuple[str, ...], seed: int, *, as_json: bool) -> None:
    """Try all that may go wrong.

    Example: python benchmarks/drill.py --minutes 5 --part kills --part races
    """
    # In the background of a shell Ctrl-C is not heard, and so not by any process that is started here.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    chosen = names or tuple(PARTS)
    whole = sum(PARTS[name][1] for name in chosen)

    def told(result: Result) -> None:
        if sys.stderr.isatty():
            line = f"{result.part}: {result.tried:,} tried, {len(result.wrong)} wrong, {result.seconds:.0f} s"
            click.echo(f"\r{line:<79}", nl=False, err=True)

    results = []
    end = time.perf_counter() + 60 * minutes
    for name in chosen:
        # A trial that takes long shortens all parts that follow: the whole takes its time and no more.
        share = PARTS[name][1] / whole
        whole -= PARTS[name][1]
        results.append(drilled(name, share * (end - time.perf_counter()), seed, told))
        one = results[-1]
        click.echo(
            f"\r{one.part}: {one.tried:,} tried, {len(one.wrong)} wrong, {one.seconds:.0f} s", err=True
        )
    if as_json:
        click.echo(json.dumps([asdict(result) for result in results], indent=2))
    else:
        click.echo("| part | tried | to the point | wrong | seconds |\n|---|---|---|---|---|")
        for one in results:
            click.echo(
                f"| {one.part} | {one.tried:,} | {one.used:,} | {len(one.wrong)} | {one.seconds:,.0f} |"
            )
        for one in results:
            for wrong in one.wrong[:20]:
                click.echo(f"wrong: {wrong}")
    sys.exit(any(result.wrong for result in results))


if __name__ == "__main__":
    main()
