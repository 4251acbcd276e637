"""Cards of a game in progress that change places, wherever they lie and whoever holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from croupier.interpreter.flow import Let
from croupier.interpreter.options import Path
from croupier.interpreter.state import TableState
from croupier.recycle.types import Type

_SINGLE = (Type.CARD, Type.COPY)
_SEVERAL = (Type.CARDS, Type.COPIES)


def exchange(state: TableState, names: Mapping[int, int]) -> None:
    """Put every card where another one lies: `names` says which comes in the place of which."""
    table = state.table
    for place, pile in enumerate(table.cards):
        pile[:] = [names.get(card, card) for card in pile]
        if table.layout.ordered_freely[place]:
            pile.sort()
    before = table.where[:]
    for old, new in names.items():
        table.where[new] = before[old]
    if table.knowledge is not None:
        for kept in table.knowledge.kept:
            renamed = {names.get(card, card) for card in kept}
            kept.clear()
            kept.update(renamed)
        if table.knowledge.sets is not None:
            table.knowledge.sets.rename(dict(names))
    for held in table.snapshots:
        for pile in held if held and isinstance(held[0], list) else [held]:
            pile[:] = [names.get(card, card) for card in pile]
    for let in lets(state):
        if let.expr.part("value").type in _SINGLE:
            table.variables[let.slot] = names.get(table.variables[let.slot], table.variables[let.slot])
    state.rewrite(lambda path: _renamed(path, names))


def lets(state: TableState) -> list[Let]:
    """The variables around the decision at which a game stands."""
    found = (blocks[index] for blocks, index in state.frames if index < len(blocks))
    return [block for block in found if isinstance(block, Let)]


def _renamed(path: Path, names: Mapping[int, int]) -> Path:
    return replace(path, picks=tuple((kind, _pick(kind, picked, names)) for kind, picked in path.picks))


def _pick(kind: Type, picked: Any, names: Mapping[int, int]) -> Any:
    if picked is None:
        return None
    if kind in _SINGLE:
        return names.get(picked, picked)
    return [names.get(card, card) for card in picked] if kind in _SEVERAL else picked
