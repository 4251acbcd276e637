"""The name a person probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_MOST_CANDIDATES = 1000
"""No program has so many names of a kind; a list of more is a list of anything."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word closest to the given one, if any is close enough to be meant.

    >>> nearest("shufle", ["move", "shuffle", "swap"])
    'shuffle'
    >>> nearest("SUTI", ["RANK", "SUIT"])
    'SUIT'
    >>> nearest("xyz", ["move", "shuffle"]) is None
    True
    """
    candidates = {k.casefold(): k for k in sorted(set(known))}
    if len(candidates) > _MOST_CANDIDATES:
        return None
    folded = word.casefold()
    found = get_close_matches(folded, candidates, n=1, cutoff=0.66)
    return candidates[found[0]] if found else None


class Guesses:
    """Suggestions for one text: only its first mistakes get one, since guessing takes its time."""

    def __init__(self, most: int = 100) -> None:
        self.left = most

    def __call__(self, word: str, known: Iterable[str]) -> str:
        """A hint that names the nearest known word, or nothing."""
        self.left -= 1
        return did_you_mean(word, known) if self.left >= 0 else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known word, or nothing."""
    near = nearest(word, known)
    return f"did you mean `{near}`?" if near and near != word else ""
