"""Which forms can be which part of another form, by the one table."""

from __future__ import annotations

from croupier.recycle.forms import Form, Part
from croupier.recycle.types import Type, is_a
from croupier.recycle.values import RESULT_TYPES

_ACTIONS = ("Item", "Body", "Block")
_STRUCTURE = {
    "Program": ("game",),
    "Declare": ("declare",),
    "Setup": ("setup",),
    "Create": ("create.players", "create.teams", "create.deck", "create.deck.named", "repeat"),
    "Deck": ("deck",),
    "End": ("end",),
    "Scoring": ("scoring",),
    "Place": ("top", "bottom"),
    "MemoryPlace": ("top", "bottom"),
    "MoveOrForget": ("move", "forget"),
    "Target": ("player", "player.seat", "owner"),
    "Award": ("award",),
}
"""The forms that can be a piece of structure."""
_FLEXIBLE = {
    "Element": (Type.CARD, Type.CARDS, Type.LOCATION, Type.COPY),
    "Filtered": (Type.CARDS, Type.COLLECTION, Type.STRINGS, Type.PLAYERS),
    "Joined": (Type.CARDS, Type.COLLECTION),
    "Strings": (Type.STRINGS,),
    "Game": (Type.GAME,),
}
"""The types that forms can be whose result depends on what they are given."""


def fits(form: Form, part: Part) -> bool:
    """Whether a form can be a part of another."""
    if part.kind in _STRUCTURE:
        return form.name in _STRUCTURE[part.kind]
    if part.kind in _ACTIONS:
        if form.result == "Block":
            return part.kind == "Block"
        return form.result == "Action" and form.room != "program"
    if part.kind == "Value":
        return form.result not in ("Action", "Block") and form.room not in ("program", "blocks")
    if not part.is_value or form.room in ("program", "blocks"):
        return False
    result = RESULT_TYPES.get(form.result)
    if result is not None:
        return is_a(result, part.type)
    return any(is_a(one, part.type) for one in _FLEXIBLE.get(form.result, ()))
