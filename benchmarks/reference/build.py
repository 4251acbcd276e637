"""The reference programs, compiled and run: `python benchmarks/reference/build.py [GAMES]`.

They are compiled with the machine's own C compiler into a folder for temporary files, once for every version
of their text. The figures are the best of several fresh processes: on a shared machine a single one can read
wrong by a factor of two.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

NAMES = ("agram", "hearts", "crazy_eights", "gops")
"""The games that have a reference program."""

FLAGS = ("-std=gnu11", "-O3", "-march=native")

_HERE = Path(__file__).parent


class NoCompiler(Exception):
    """There is no C compiler here, or it cannot compile."""


@dataclass(frozen=True, slots=True)
class Reference:
    """What a reference program has done."""

    game: str
    games: int
    decisions: int
    """Choices met, those with one option included."""
    wins: tuple[float, ...]
    """Of each seat; tied firsts share one."""
    seconds: float
    """Of CPU, without starting the process."""

    @property
    def games_per_second(self) -> float:
        """How fast it was."""
        return self.games / self.seconds


def compiler() -> str | None:
    """The C compiler, if there is one: that of `CC`, else `cc`, `gcc` or `clang`."""
    wanted = (os.environ.get("CC", ""), "cc", "gcc", "clang")
    return next((found for name in wanted if name and (found := shutil.which(name))), None)


def built(name: str, folder: Path | None = None) -> Path:
    """The compiled program of a game; :class:`NoCompiler` if that is impossible."""
    cc = compiler()
    if cc is None:
        raise NoCompiler("no C compiler was found (cc, gcc, clang): the reference programs are left out")
    source = _HERE / f"{name}.c"
    text = b"".join(path.read_bytes() for path in (source, _HERE / "table.h"))
    told = f"{cc} {' '.join(FLAGS)} {platform.node()} {platform.machine()}".encode()
    folder = folder or Path(tempfile.gettempdir()) / f"croupier-reference-{_user()}"
    program = folder / f"{name}-{sha256(text + told).hexdigest()[:16]}"
    if program.exists():
        return program
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Another process may be compiling the same: whoever is last puts the same file in place.
    with tempfile.TemporaryDirectory(dir=folder) as own:
        made = Path(own) / name
        done = subprocess.run(
            [cc, *FLAGS, "-o", str(made), str(source)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise NoCompiler(f"{cc} cannot compile {source.name}:\n{done.stderr.strip()}")
        os.replace(made, program)
    return program


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def played(name: str, games: int, seed: int = 1, *, folder: Path | None = None) -> Reference:
    """So many random games of a reference program, in a process of its own."""
    command = [str(built(name, folder)), str(games), str(seed)]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    told = json.loads(line)
    return Reference(told["game"], told["games"], told["decisions"], tuple(told["wins"]), told["seconds"])


def best(name: str, games: int, processes: int = 5) -> Reference:
    """The fastest of several processes."""
    return min((played(name, games, seed) for seed in range(1, processes + 1)), key=lambda r: r.seconds)


def main() -> None:
    """Print a line about every program."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    for name in NAMES:
        try:
            one = best(name, games)
        except NoCompiler as problem:
            sys.exit(str(problem))
        per_game = one.decisions / one.games
        nanoseconds = 1e9 * one.seconds / one.decisions
        shares = " ".join(f"{win / one.games:.4f}" for win in one.wins)
        print(
            f"{name:<13} {one.games_per_second:>10,.0f} games/s {nanoseconds:>6.1f} ns a decision "
            f"{per_game:>6.2f} decisions   wins {shares}"
        )


if __name__ == "__main__":
    main()
