"""A row of the one table of forms: what is written down of every form."""

from __future__ import annotations

from typing import TypedDict

from croupier.recycle.traits import Traits


class Nature(TypedDict, total=False):
    """The last column of a row."""

    parts: str
    traits: Traits
    meaning: str
    until: str
    default: int


Row = tuple[str, str, str, str, str, str, Nature]
"""Name, signature, result, the dialect that has it first, one line of documentation, an example; then parts
and traits."""

PLAIN = Traits()
"""A form that only combines its parts."""
