"""The programs in script languages that come along."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from croupier.text import Source

_ENDINGS = (".ah", ".cdg")
"""Where two programs have the same name, the one with the earlier ending is meant by it."""


@cache
def names(ending: str = ".ah") -> tuple[str, ...]:
    """The names of those with an ending, in alphabetical order.

    >>> "uno" in names(), "mille_bornes" in names(".cdg")
    (True, True)
    """
    entries = [entry.name for entry in files("croupier.library").iterdir()]
    return tuple(sorted(name.removesuffix(ending) for name in entries if name.endswith(ending)))


def all_names() -> tuple[str, ...]:
    """The names of all, also with their endings."""
    found = [(name, ending) for ending in _ENDINGS for name in names(ending)]
    return (*dict.fromkeys(name for name, _ in found), *(name + ending for name, ending in found))


def shelved(name: str) -> Source | None:
    """The text of a program of the library, by its name with or without its ending, or None.

    >>> shelved("set").name, shelved("uno").name, shelved("uno.cdg").name
    ('set.cdg', 'uno.ah', 'uno.cdg')
    """
    for ending in _ENDINGS:
        stem = name.removesuffix(ending)
        if stem in names(ending) and (stem != name or "." not in name):
            entry = files("croupier.library") / f"{stem}{ending}"
            return Source(f"{stem}{ending}", entry.read_text(encoding="utf-8"))
    return None
