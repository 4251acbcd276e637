"""First names for players of ours, so that people can follow who does what."""

from __future__ import annotations

from random import Random

FIRST_NAMES = (
    "Ada", "Ben", "Cleo", "Dora", "Emil", "Flora", "Gus", "Hana", "Ivo", "Juno", "Kai", "Lena", "Milo",
    "Nora", "Otto", "Pia", "Quinn", "Rosa", "Sven", "Tilda", "Umar", "Vera", "Wim", "Xenia", "Yara", "Zoe",
)  # fmt: skip
"""Players of ours get one of these, so that a log can be read."""


def first_names(key: int | str) -> list[str]:
    """All first names in an order that belongs to a key, such as the seed of a game.

    >>> first_names(7)[:3]
    ['Kai', 'Emil', 'Milo']
    """
    return Random(key).sample(FIRST_NAMES, len(FIRST_NAMES))
