"""The programs in script languages that come along."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from croupier.text import Source

_ENDINGS = (".ah", ".cdg")


@cache
def names() -> tuple[str, ...]:
    """Their names, in alphabetical order.

    >>> "uno" in names()
    True
    """
    entries = [entry.name for entry in files("croupier.library").iterdir()]
    return tuple(sorted({n.rsplit(".", 1)[0] for n in entries if n.endswith(_ENDINGS)}))


def shelved(name: str) -> Source | None:
    """The text of a program of the library, by its name with or without its ending, or None."""
    stem, dot, last = name.rpartition(".")
    if dot and f".{last}" in _ENDINGS and stem in names():
        entry = files("croupier.library") / name
        return Source(name, entry.read_text(encoding="utf-8")) if entry.is_file() else None
    if name not in names():
        return None
    for ending in _ENDINGS:
        entry = files("croupier.library") / f"{name}{ending}"
        if entry.is_file():
            return Source(f"{name}{ending}", entry.read_text(encoding="utf-8"))
    return None
