"""Cards are conserved: at every step of every game each card lies in exactly one place."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.game import PLAYER, Status, Stream
from croupier.interpreter.on_table import OnTable
from croupier.interpreter.table import Table
from playing import game_at
from strategies import some_programs


def assert_conserved(table: Table) -> None:
    """Every card that has been made lies in one place, and the table knows in which."""
    layout = table.layout
    seen: dict[int, int] = {}
    for number, pile in enumerate(table.cards):
        if layout.places[number].kind != "mem":
            for card in pile:
                assert card not in seen, f"{layout.names[card]} lies in two places"
                seen[card] = number
        if layout.ordered_freely[number]:
            assert pile == sorted(pile), f"{layout.places[number]} is not in deck order"
    assert seen == {card: where for card, where in enumerate(table.where) if where >= 0}


def watched(path: Path, seed: int) -> OnTable:
    """A game of random players that is looked at after everything that happens."""
    state = game_at(path).fresh(seed)
    state.listen(lambda event, _: assert_conserved(state.table) if event[0] != "drop" else None)
    state.begin()
    stream = Stream.of(seed, PLAYER)
    while state.outcome is None:
        assert_conserved(state.table)
        state.apply(stream.below(state.option_count))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("path", some_programs(0), ids=lambda path: path.stem)
def test_cards_are_conserved_at_every_step(path: Path) -> None:
    for seed in range(2):
        state = watched(path, seed)
        assert state.outcome is not None
        assert state.outcome.status is Status.FINISHED, state.outcome.reason
        made = sum(where >= 0 for where in state.table.where)
        assert made >= state.game.program.cards
