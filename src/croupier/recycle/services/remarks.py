"""What can be told in passing: the types of variables, who sees a place where it is first named."""

from __future__ import annotations

from croupier.recycle.services.document import PLACES, Document
from croupier.recycle.services.hover import seen_by
from croupier.recycle.types import Type
from croupier.text.editing import Remark


def remarks(document: Document, start: int, end: int) -> list[Remark]:
    """The remarks between two offsets, in text order."""
    found = [
        Remark(binding.node.end, f": {binding.type.words}", f"bound by `{binding.names}`")
        for binding in document.bindings
        if start <= binding.node.end <= end and binding.type is not Type.UNKNOWN
    ]
    for thing, atoms in document.places.items():
        if thing.kind in PLACES and thing.owner and start <= atoms[0].end <= end:
            whose = {"game": "the game's", "player": "each player's", "team": "each team's"}[thing.owner]
            found.append(Remark(atoms[0].end, seen_by(thing).removesuffix(" it"), f"{whose} {thing.name}"))
    return sorted(found, key=lambda remark: remark.at)
