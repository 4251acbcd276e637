"""Sketches: enough of a lowered program to find its machine code in the cache without lowering it again.

A sketch is found by the text of the program and whatever else its lowering depends on. It is kept beside the
machine code, signed like that. Who needs more than whole games lowers the program after all.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import croupier
from croupier.interpreter.record import settings
from croupier.kernel.cache import Cache, digest
from croupier.native.lower import Lowered
from croupier.recycle.program import Program

_DEPENDED_ON = ("text", "game", "recycle", "interpreter", "kernel", "native")
"""The rooms whose code has a say in what a program is lowered to."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """The constants of a lowered program, what it exports, and the digest of its text for whole games."""

    constants: Mapping[str, int]
    playing: tuple[str, ...]
    plays: str

    @staticmethod
    def of(lowered: Lowered) -> Sketch:
        """The sketch of a lowered program."""
        return Sketch(lowered.constants, lowered.playing, digest(lowered.plays))


def kept_sketch(program: Program) -> Sketch | None:
    """The sketch of a program from the cache, if one of this very generator is there."""
    data = Cache.usual().load_data(_key(program))
    if not isinstance(data, dict):
        return None
    return Sketch(data["constants"], tuple(data["playing"]), data["plays"])


def keep_sketch(program: Program, lowered: Lowered) -> None:
    """Keep the sketch of a program for the next time."""
    found = Sketch.of(lowered)
    data = {"constants": dict(found.constants), "playing": found.playing, "plays": found.plays}
    Cache.usual().store_data(_key(program), data)


def _key(program: Program) -> str:
    """A file name made of all that the lowering of a program depends on."""
    source = program.source
    parts = [
        _generator(),
        source.text,
        *(file.text for file in program.files),
        str(program.dialect),
        program.seats,
        sorted(settings(program).items()),
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:40]


@cache
def _generator() -> str:
    """Version, sizes and times of all sources that have a say: to read them takes longer than to lower."""
    root = Path(croupier.__file__).parent
    found: list[object] = [croupier.__version__]
    for room in _DEPENDED_ON:
        for folder, _, names in sorted(os.walk(root / room)):
            for name in sorted(names):
                if name.endswith(".py"):
                    status = os.stat(os.path.join(folder, name))
                    found.append((name, status.st_size, status.st_mtime_ns))
    return hashlib.sha256(repr(found).encode()).hexdigest()
