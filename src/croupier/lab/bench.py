"""How fast games are played: machine code against the interpreter, and against hand-written C.

Everything is measured in fresh processes, ours and the reference program in turn, and the best counts: on a
machine that does other things as well a single process can read wrong by a factor of two, and whatever
disturbs only slows down. All is CPU time but for all cores, which is wall time.

``python -m croupier.lab.bench TASK`` is such a process: it does one task, given as JSON, and prints JSON.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any

import croupier
from croupier.lab.counting import Counting
from croupier.lab.simulate import Plan, play
from croupier.lab.work import Chunks, cores
from croupier.lab.work.crew import PIECE_SECONDS
from croupier.text import Source
from croupier.text.errors import CroupierError

USUAL = ("agram", "hearts", "crazy_eights", "gops")
"""The games that are measured unless others are named: those that have a reference program."""

COPIES = """\
def copies(S: Words[NS], L: Halves[NL], A: Words[NS], B: Halves[NL], n: Int) -> None:
    for i in range(n):
        S[0] = i
        copy(A, 0, S, 0, NS)
        copy(B, 0, L, 0, STATE)
"""
"""A kernel that copies a state again and again."""

Told = Callable[[str], None]
"""Is told what is being measured."""


class BenchError(CroupierError, RuntimeError):
    """Nothing can be measured; the message says why."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured."""

    processes: int = 5
    """Fresh processes, of each of which the best counts."""
    seconds: float = 0.15
    """How long a round takes."""
    rounds: int = 8
    """Rounds of a process."""

    @staticmethod
    def quick() -> Effort:
        """Enough to see roughly where one stands."""
        return Effort(1, 0.1, 2)


@dataclass(frozen=True, slots=True)
class Rate:
    """How fast it went."""

    games: float = 0.0
    """Per second."""
    decisions: float = 0.0
    """Per second, forced ones included."""

    @property
    def nanoseconds(self) -> float | None:
        """For one decision."""
        return 1e9 / self.decisions if self.decisions else None


@dataclass(slots=True)
class Measured:
    """What was measured of one game."""

    name: str
    seats: int = 0
    note: str = ""
    """Why there is no machine code, if there is none."""
    native: Rate = field(default_factory=Rate)
    """One thread."""
    all_cores: Rate = field(default_factory=Rate)
    threads: int = 0
    interpreter: Rate = field(default_factory=Rate)
    llvm_seconds: float = 0.0
    """To import llvmlite, once a process."""
    lower_seconds: float = 0.0
    compile_seconds: float = 0.0
    """From kernel text to machine code that plays whole games."""
    stepping_seconds: float = 0.0
    """The same for what goes from decision to decision."""
    load_seconds: float = 0.0
    """The same from the cache."""
    state_bytes: int = 0
    copy_nanoseconds: float = 0.0
    reference: Rate | None = None
    """The program in C, if there is one."""

    @property
    def speedup(self) -> float | None:
        """How many times as fast as the interpreter."""
        return self.native.games / self.interpreter.games if self.interpreter.games else None

    @property
    def ratio(self) -> float | None:
        """How fast it is beside the reference program."""
        return self.native.games / self.reference.games if self.reference else None

    def data(self) -> dict[str, Any]:
        """All of it, as data."""
        own = asdict(self)
        for name in ("native", "all_cores", "interpreter", "reference"):
            rate = getattr(self, name)
            if rate is not None:
                own[name] = {
                    "games_per_second": rate.games,
                    "decisions_per_second": rate.decisions,
                    "ns_per_decision": rate.nanoseconds,
                }
        return {**own, "speedup": self.speedup, "ratio_to_reference": self.ratio}


_BESIDE = ("threads", "interpreter", "copy")


def measured(
    source: Source, name: str, effort: Effort, told: Told = lambda _: None, *, whole: bool = True
) -> Measured:
    """Measure one game; unless it is to be whole, only the machine code with one thread."""
    reference = reference_programs()
    known = whole and not isinstance(reference, str) and name in reference.NAMES
    one = Measured(name, threads=cores())
    with tempfile.TemporaryDirectory() as cache:
        for number in range(effort.processes):
            told(f"{name}: process {number + 1} of {effort.processes}")
            # The interpreter is slow enough to be measured well the first time.
            what = ["native", *_BESIDE[: 3 if not number else 1]] if whole else ["native"]
            _take(one, _fresh({"source": _sent(source), "what": what, **asdict(effort)}, cache))
            if one.note:
                return one
            if known:
                told(f"{name}: reference program, process {number + 1} of {effort.processes}")
                _take_reference(one, reference, effort)
        if effort.processes == 1:
            _take(one, _fresh({"source": _sent(source), "what": [], **asdict(effort)}, cache))
    return one


def reference_programs() -> Any:
    """The module that compiles the reference programs; if there is none, a sentence that says why."""
    path = Path(croupier.__file__).parents[2] / "benchmarks/reference/build.py"
    if not path.is_file():
        return "the reference programs in C are in the source of Croupier, not in an installed package"
    spec = importlib.util.spec_from_file_location("croupier_reference_programs", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules.get(spec.name) or importlib.util.module_from_spec(spec)
    if spec.name not in sys.modules:
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    if module.compiler() is None:
        return "there is no C compiler here (cc, gcc, clang): the reference programs are left out"
    return module


def _sent(source: Source) -> dict[str, str]:
    return {"name": source.name, "text": source.text}


def _fresh(task: dict[str, Any], cache: str) -> dict[str, Any]:
    """What a process of its own tells about a task."""
    home = str(Path(croupier.__file__).parents[1])
    path = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", "croupier.lab.bench"],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "CROUPIER_CACHE": cache, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise BenchError(f"a process of the measurement has failed: {last}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _take(one: Measured, told: dict[str, Any]) -> None:
    """Keep what is better than before."""
    one.seats, one.note = told["seats"], told["note"]
    for what in ("native", "all_cores", "interpreter"):
        found = Rate(*told.get(what, (0.0, 0.0)))
        if found.games > getattr(one, what).games:
            setattr(one, what, found)
    if one.note:
        return
    what = "compile_seconds" if told["origin"] == "compiled" else "load_seconds"
    told[what] = told["code_seconds"]
    for each in (what, "llvm_seconds", "lower_seconds", "stepping_seconds"):
        if each not in told:
            continue
        before = getattr(one, each)
        setattr(one, each, min(before, told[each]) if before else told[each])
    one.state_bytes = told["state_bytes"]
    one.copy_nanoseconds = told.get("copy", one.copy_nanoseconds)


def _take_reference(one: Measured, programs: Any, effort: Effort) -> None:
    """As many rounds, about as long, as ours: a short one is more likely to be left alone."""
    games = max(10_000, int(2 * one.native.games * effort.seconds))
    for _ in range(effort.rounds):
        told = programs.played(one.name, games)
        found = Rate(told.games / told.seconds, told.decisions / told.seconds)
        if one.reference is None or found.games > one.reference.games:
            one.reference = found


# In a process of its own


def _do(task: dict[str, Any]) -> dict[str, Any]:
    """One task."""
    from croupier.kernel import machine

    source = Source(task["source"]["name"], task["source"]["text"])
    seconds, rounds = task["seconds"], task["rounds"]
    start = process_time()
    there = machine.available()
    if there:
        # So that the first game does not pay for what every process has to do once.
        machine.host()
    waking = process_time() - start
    plan = Plan(source, engine="native")
    game: Any = plan.game
    note = game.note
    if not there:
        note = "llvmlite is not installed: there is no machine code to measure"
    told: dict[str, Any] = {"seats": game.seats, "note": note}
    if "interpreter" in task["what"]:
        slow = Plan(source, engine="interpreter")
        told["interpreter"] = _best(lambda: _interpreted(slow, seconds), rounds)
    if note:
        return told
    start = process_time()
    _lower_again(game)
    told["llvm_seconds"], told["lower_seconds"] = waking, process_time() - start
    start = process_time()
    told["origin"] = plan.code_origin
    told["code_seconds"] = process_time() - start
    at = game.code.at
    told["state_bytes"] = 8 * at["NS"] + 2 * at["STATE"]
    if "native" in task["what"]:
        told["native"] = _best(lambda: _batched(plan, seconds), rounds)
    if "threads" in task["what"]:
        told["all_cores"] = _best(lambda: _in_threads(plan, seconds, cores()), rounds)
    if "copy" in task["what"]:
        start = process_time()
        if game.code.stepping.origin == "compiled":
            told["stepping_seconds"] = process_time() - start
        told["copy"] = min(_copied(game, seconds / 4) for _ in range(rounds))
    return told


def _lower_again(game: Any) -> None:
    from croupier.native.lower import lower

    lower(game.layout)


def _best(rate: Callable[[], tuple[float, float]], rounds: int) -> tuple[float, float]:
    return max(rate() for _ in range(rounds))


def _interpreted(plan: Plan, seconds: float) -> tuple[float, float]:
    games = decisions = 0
    start = process_time()
    while (spent := process_time() - start) < seconds or not games:
        decisions += play(plan, games).decisions
        games += 1
    return games / max(spent, 1e-9), decisions / max(spent, 1e-9)


def _batched(plan: Plan, seconds: float) -> tuple[float, float]:
    """One thread, in its CPU time."""
    act, size, games, decisions = Counting(plan).prepare(), 1, 0, 0
    start = thread_time()
    while (spent := thread_time() - start) < seconds or not games:
        begun = thread_time()
        tally = act(range(games, games + size)).tally
        games += size
        decisions += tally.length.total
        size = size * 2 if thread_time() - begun < seconds / 16 else size
    return games / max(spent, 1e-9), decisions / max(spent, 1e-9)


def _in_threads(plan: Plan, seconds: float, threads: int) -> tuple[float, float]:
    """As many threads as there are cores, in wall time."""
    from croupier.lab.work.here import threaded

    act: Any = Counting(plan).prepare()
    rate, _ = _batched(plan, seconds / 8)
    games, decisions = max(1, int(rate * seconds * threads)), 0
    start = perf_counter()
    chunks = Chunks([range(games)], threads, PIECE_SECONDS, max(1, int(rate * PIECE_SECONDS)))
    for done in threaded(act, chunks, threads):
        chunks.took(len(done.task), done.seconds)
        decisions += done.result.tally.length.total
    spent = perf_counter() - start
    return games / spent, decisions / spent


def _copied(game: Any, seconds: float) -> float:
    """Nanoseconds to copy a state, inside a kernel."""
    from croupier.kernel import kernel

    at = game.code.at
    head = "".join(f"{name} = {at[name]}\n" for name in ("NS", "NL", "STATE"))
    call = kernel(head + COPIES, ["copies"], "copies").call.copies
    one, other = game.code.block(), game.code.block()
    times = 1000
    while True:
        start = thread_time()
        call(*one, *other, times)
        spent = thread_time() - start
        if spent > seconds:
            return 1e9 * spent / times
        times *= 2


def main(arguments: Sequence[str]) -> int:
    """Do the task that comes in, and tell."""
    del arguments
    sys.stdout.write(json.dumps(_do(json.load(sys.stdin))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
