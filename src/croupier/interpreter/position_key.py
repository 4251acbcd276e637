"""Positions of a walk that are the same, by a short key: everything goes on alike from both.

A key holds all that the rest of a game depends on: cards in their places, stored values, whose turn it is,
what the seats know, and where the program stands. Loose cards count by their group, since any of them could
be any other. How the game has come there is not in it, as far as nothing of that is left on the table.
"""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from croupier.interpreter.renaming import lets
from croupier.interpreter.state import TableState

_PLAIN = 0
"""The version of marshal in which equal values have equal bytes."""


def position_key(state: TableState, loose: Sequence[frozenset[int]]) -> bytes | None:
    """The key of a game at a decision; None if a variable holds something that has no bytes."""
    table = state.table
    assert table.knowledge is not None
    sets = table.knowledge.sets
    kept = [sorted(cards) for cards in table.knowledge.kept]
    variables = [_content(table.variables[let.slot]) for let in lets(state)]
    mark = _marks(loose, (kept, variables, [table.pile(memory) for memory in table.layout.memories]))
    content = (
        [[mark.get(card, card) for card in pile] for pile in table.cards] if mark else table.cards,
        [sorted(group) for group in loose],
        sorted(table.ints.items()),
        sorted(table.strs.items()),
        sorted(table.points.items()),
        kept,
        [sorted(bars.items()) for bars in (sets.barred if sets is not None else ())],
        table.teams,
        table.players,
        table.teams_turn,
        variables,
        [round_.left for round_ in table.rounds],
        sorted(table.faces),
        _answers(state),
        state.way,
        state.decisions,
    )
    try:
        return blake2b(marshal.dumps(content, _PLAIN), digest_size=16).digest()
    except ValueError:
        return None


def _answers(state: TableState) -> list[Any]:
    """The answers of a choice of several that wait to take effect."""
    together = state.together
    if together is None:
        return []
    kept = [
        (seat, found.path.item, _content([p for _, p in found.path.picks]))
        for seat, found in sorted(together.committed.items())
    ]
    return [together.mode, together.seats, together.pending, together.outer, kept]


def _marks(loose: Sequence[frozenset[int]], referring: Any) -> dict[int, int]:
    """By loose card the mark of its group; where something refers to one card, cards are not alike."""
    if not loose:
        return {}
    single = set(_numbers(referring))
    return {
        card: -2 - number for number, group in enumerate(loose) if single.isdisjoint(group) for card in group
    }


def _numbers(content: Any) -> list[int]:
    if isinstance(content, list | tuple):
        return [number for one in content for number in _numbers(one)]
    return [content] if isinstance(content, int) else []


def _content(content: Any) -> Any:
    """What a variable holds, as plain data."""
    return [_content(one) for one in content] if isinstance(content, list | tuple) else content
