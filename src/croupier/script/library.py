"""The programs in script languages that come along."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from croupier.text import Source

_ENDINGS = (".ah",)


@cache
def names() -> tuple[str, ...]:
    """Their names, in alphabetical order.

    >>> "uno" in names()
    True
    """
    entries = [entry.name for entry in files("croupier.library").iterdir()]
    return tuple(sorted(n.rsplit(".", 1)[0] for n in entries if n.endswith(_ENDINGS)))


def shelved(name: str) -> Source | None:
    """The text of a program of the library, or None."""
    if name not in names():
        return None
    for ending in _ENDINGS:
        entry = files("croupier.library") / f"{name}{ending}"
        if entry.is_file():
            return Source(f"{name}{ending}", entry.read_text(encoding="utf-8"))
    return None
