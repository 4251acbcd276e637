"""Long work when things go wrong, for real: `python benchmarks/long_work_faults.py [--part NAME]`.

- kill: `kill -9` of the main process at random moments, twenty times, then `--resume`: the same numbers.
- cluster: a Dask scheduler and two workers on this machine, one killed in the middle: the same numbers.
- others: workers with another version of croupier, or with another text of the game, are refused and named.
- nobody: an address at which nobody answers.
- full: a disk that is full in the middle (a small tmpfs; takes root, else it is skipped).
- folder: two runs into one folder at the same time; the same run twice at the same time.
- readonly: a folder that cannot be written.
- another: the file of another experiment.

The exit code is 1 if anything is not as it should be.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import click

import croupier

GAME = ("kuhn_poker", "--players", "pipmc:tests=4", "--engine", "interpreter")
PACKAGE = Path(croupier.__file__).parent


def command(*arguments: str) -> list[str]:
    """A command line of croupier."""
    return [sys.executable, "-m", "croupier", *arguments]


def ran(*arguments: str, cwd: str | None = None) -> subprocess.CompletedProcess[str]:
    """A command of croupier, when it has ended."""
    return subprocess.run(
        command(*arguments), check=False, capture_output=True, text=True, cwd=cwd, timeout=600
    )


def numbers(output: str) -> dict[str, Any]:
    """What has to be the same: everything but how fast it went."""
    data = json.loads(output)
    return {key: data[key] for key in data if key not in ("games_per_second", "compile_seconds", "code")}


def told(name: str, good: bool, text: str) -> bool:
    """Print a line; whether it is as it should be."""
    print(f"{'ok ' if good else 'NO '} {name}: {text}", flush=True)
    return good


def whole_file(path: Path) -> bool:
    """Whether SQLite finds nothing wrong in it."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        return bool(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",))
    finally:
        connection.close()


def stored(folder: Path) -> int:
    """How many games the run of a folder has."""
    for path in folder.glob("*.sqlite"):
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=30)
        try:
            return int(connection.execute("SELECT coalesce(sum(past - first), 0) FROM chunks").fetchone()[0])
        finally:
            connection.close()
    return 0


def kill(folder: Path) -> bool:
    """Twenty times at random moments: any, or soon after something was stored."""
    many = 4000
    games = ("simulate", *GAME, "-n", str(many), "--json")
    expected = numbers(ran(*games, "--workers", "1").stdout)
    rng, kills, sound, before, grown = random.Random(1), 0, True, 0, 0
    while kills < 20:
        process = subprocess.Popen(
            command(*games, "--workers", "2", "--out", str(folder), "--resume"),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        if kills % 2:
            time.sleep(rng.uniform(0.0, 3.0))
        else:
            while process.poll() is None and stored(folder) == before:
                time.sleep(0.01)
            time.sleep(rng.uniform(0.0, 0.3))
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
        now = stored(folder)
        sound &= now >= before and all(map(whole_file, folder.glob("*.sqlite")))
        grown += now > before
        before = now
        if now == many:
            # All is there too soon: from the beginning.
            shutil.rmtree(folder)
            before = 0
    found = numbers(ran(*games, "--out", str(folder), "--resume").stdout)
    same = found == expected
    return told(
        "kill",
        same and sound,
        f"{kills} kills, {grown} of them after something new was stored; files sound: {sound}, then the same "
        f"numbers: {same}",
    )


@contextmanager
def cluster(*environments: dict[str, str]) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler, and a worker for every environment."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen(
        [*dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"], **quiet
    )
    workers = [
        subprocess.Popen(
            [
                *(*dask, "worker", f"tcp://127.0.0.1:{port}", "--host", "127.0.0.1"),
                *("--nthreads", "1", "--no-dashboard", "--no-nanny"),
            ],
            env={**os.environ, **environment},
            **quiet,
        )
        for environment in environments
    ]
    try:
        _wait_for(f"tcp://127.0.0.1:{port}", len(workers))
        yield f"dask://127.0.0.1:{port}", workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def _wait_for(address: str, workers: int) -> None:
    client_of: Any = import_module("distributed").Client

    for _ in range(60):
        try:
            with client_of(address, timeout=5, set_as_default=False) as client:
                client.wait_for_workers(workers, timeout=60)
                return
        except OSError:
            time.sleep(1)
    raise SystemExit("the cluster does not start")


def on_cluster(folder: Path) -> bool:
    """One of two workers is killed in the middle."""
    games = ("simulate", *GAME, "-n", "4000", "--json")
    expected = numbers(ran(*games, "--workers", "1").stdout)
    with cluster({}, {}) as (address, workers):
        process = subprocess.Popen(
            command(*games, "--cluster", address, "--out", str(folder)), stdout=subprocess.PIPE, text=True
        )
        while process.poll() is None and stored(folder) < 1000:
            time.sleep(0.02)
        done = stored(folder)
        workers[0].send_signal(signal.SIGKILL)
        output, _ = process.communicate(timeout=600)
    same = process.returncode == 0 and numbers(output) == expected
    return told(
        "cluster", same and 0 < done < 4000, f"a worker killed after {done} games; same numbers: {same}"
    )


def others(folder: Path) -> bool:
    """Another croupier, another game file."""
    folder.mkdir()
    shutil.copytree(PACKAGE, folder / "other" / "croupier", ignore=shutil.ignore_patterns("__pycache__"))
    init = folder / "other" / "croupier" / "__init__.py"
    init.write_text(init.read_text().replace(croupier.__version__, "0.0.1"))
    shutil.copytree(PACKAGE, folder / "library" / "croupier", ignore=shutil.ignore_patterns("__pycache__"))
    game = folder / "library" / "croupier" / "library" / "kuhn_poker.rcy"
    game.write_text(game.read_text() + "; another comment\n")
    good = True
    for place, expected in (
        ("other", "has croupier 0.0.1, and this is"),
        ("library", "its files are not the same"),
    ):
        with cluster({}, {"PYTHONPATH": str(folder / place)}) as (address, _):
            result = ran("simulate", "kuhn_poker", "--cluster", address)
        good &= told(
            "others",
            result.returncode == 2
            and expected in result.stderr
            and "the worker tcp://127.0.0.1:" in result.stderr,
            result.stderr.strip(),
        )
    return good & _another_text(folder)


def _another_text(folder: Path) -> bool:
    """The worker finds another file under the same name."""
    here, there = folder / "here", folder / "there"
    text = (PACKAGE / "library" / "kuhn_poker.rcy").read_text()
    for place, more in ((here, ""), (there, "; another comment\n")):
        place.mkdir()
        (place / "mine.rcy").write_text(text + more)
    before = os.getcwd()
    os.chdir(there)
    try:
        with cluster({}) as (address, _):
            result = ran("simulate", "mine.rcy", "--cluster", address, cwd=str(here))
    finally:
        os.chdir(before)
    good = result.returncode == 2 and "has another mine.rcy: its text is not the same" in result.stderr
    return told("others", good, result.stderr.strip())


def nobody(_: Path) -> bool:
    """An address at which nobody answers."""
    result = ran("simulate", "kuhn_poker", "--cluster", "dask://127.0.0.1:1")
    good = result.returncode == 2 and "no Dask scheduler answers at dask://127.0.0.1:1" in result.stderr
    return told("nobody", good, result.stderr.strip())


@contextmanager
def tmpfs(folder: Path, options: str) -> Iterator[bool]:
    """A small disk, if we may have one."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        yield False
        return
    try:
        yield True
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def full(folder: Path) -> bool:
    """The disk is full in the middle; with room again it goes on."""
    games = ("simulate", *GAME, "-n", "2500", "--json")
    with tmpfs(folder, "size=300k") as there:
        if not there:
            print("--  full: skipped, a small disk takes root")
            return True
        first = ran(*games, "--out", str(folder))
        sound = all(map(whole_file, folder.glob("*.sqlite")))
        stopped = first.returncode == 3 and "disk is full" in first.stderr
        subprocess.run(["mount", "-o", "remount,size=50m", str(folder)], check=True)
        again = ran(*games, "--out", str(folder), "--resume")
        same = numbers(again.stdout) == numbers(ran(*games).stdout)
    return told(
        "full", stopped and sound and same, f"{first.stderr.strip()}; sound: {sound}, then the same: {same}"
    )


def two(folder: Path) -> bool:
    """Two runs into one folder, and one run by two."""
    games = ("simulate", *GAME, "-n", "1500", "--json", "--out", str(folder), "--workers", "1")
    with ExitStack() as stack:
        running = [
            stack.enter_context(
                subprocess.Popen(command(*games, "--seed", seed), stdout=subprocess.PIPE, text=True)
            )
            for seed in ("1", "2")
        ]
        while len(list(folder.glob("*.sqlite"))) < 2:
            time.sleep(0.05)
        same = ran(*games, "--seed", "1", "--resume")
        outputs = [process.communicate(timeout=600)[0] for process in running]
    good = all(numbers(output)["games"] == 1500 for output in outputs)
    for seed, output in zip(("1", "2"), outputs, strict=True):
        good &= numbers(output) == numbers(
            ran("simulate", *GAME, "-n", "1500", "--json", "--seed", seed).stdout
        )
    refused = same.returncode == 2 and "is being written by process" in same.stderr
    return told(
        "folder", good and refused, f"two runs at once: {good}; the same twice: {same.stderr.strip()}"
    )


def readonly(folder: Path) -> bool:
    """A folder that cannot be written."""
    with tmpfs(folder, "ro") as there:
        if not there:
            folder.chmod(0o500)
        result = ran("simulate", "kuhn_poker", "--out", str(folder))
    good = result.returncode == 2 and "cannot be written" in result.stderr
    return told("readonly", good, result.stderr.strip())


def another(folder: Path) -> bool:
    """The file of another experiment."""
    path = str(folder / "mine.sqlite")
    ran("simulate", "kuhn_poker", "--out", path)
    result = ran("simulate", "kuhn_poker", "--out", path, "--resume", "--seed", "2")
    good = result.returncode == 2 and "another experiment: seed is 1 there, and 2 here" in result.stderr
    return told("another", good, result.stderr.strip())


PARTS: dict[str, Callable[[Path], bool]] = {
    "kill": kill,
    "cluster": on_cluster,
    "others": others,
    "nobody": nobody,
    "full": full,
    "folder": two,
    "readonly": readonly,
    "another": another,
}


@click.command()
@click.option("--part", type=click.Choice(list(PARTS)), multiple=True, help="Only this; may be repeated.")
def main(part: tuple[str, ...]) -> None:
    """See what happens when things go wrong."""
    good = True
    with tempfile.TemporaryDirectory() as place:
        for name in part or PARTS:
            good &= PARTS[name](Path(place) / name)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
