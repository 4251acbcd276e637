"""Two small games walked through from end to end, from every deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import Stream
from croupier.interpreter.on_table import GameOnTable, OnTable

pytestmark = pytest.mark.slow

History = tuple[str, ...]


class Stacked(Stream):
    """A stream whose shuffles put the cards into a given order: the deck is stacked."""

    __slots__ = ("order",)

    def __init__(self, order: Sequence[int]) -> None:
        super().__init__(1, 2, 3, 4)
        self.order = list(order)

    def shuffle(self, items: list[Any]) -> None:
        """Not at random."""
        assert sorted(items) == sorted(self.order)
        items[:] = self.order

    def copy(self) -> Stacked:
        """The same."""
        return Stacked(self.order)


def dealt(game: GameOnTable, first: Sequence[int]) -> OnTable:
    """A game in which these cards come off the stock first."""
    rest = [card for card in range(len(game.layout.cards)) if card not in first]
    state = game.fresh()
    state.table.stream = Stacked([*rest, *reversed(first)])
    state.begin()
    return state


def walk(state: OnTable, history: History = ()) -> Iterator[tuple[OnTable, History]]:
    """Every state of the tree below a state, with the options that lead there."""
    yield state, history
    for option in state.options:
        below = state.copy()
        below.apply(option)
        yield from walk(below, (*history, option.key))


def held(state: OnTable, name: str) -> tuple[int, ...]:
    """The cards in the places of that name."""
    places = state.game.layout.places
    return tuple(card for i, pile in enumerate(state.table.cards) if places[i].name == name for card in pile)


def information(state: OnTable, history: History) -> tuple[object, ...]:
    """What the player to move knows: the looks of the own card and of the one on the table, and the bets."""
    names = state.game.layout.names
    seat = state.to_move
    hand = next(i for i, place in enumerate(state.game.layout.places) if str(place) == f"{seat}.HAND")
    own = tuple(names[card] for card in state.table.cards[hand])
    return seat, own, tuple(names[card] for card in held(state, "BOARD")), history


def counted(game: GameOnTable, drawn: int) -> tuple[int, int, set[int]]:
    """Information sets, terminal histories, and the sums of all results."""
    sets: set[tuple[object, ...]] = set()
    ends: set[tuple[object, ...]] = set()
    sums: set[int] = set()
    for first in permutations(range(len(game.layout.cards)), drawn):
        for state, history in walk(dealt(game, first)):
            if state.outcome is None:
                sets.add(information(state, history))
            else:
                # After a fold in the first round the card for the table has not been drawn.
                left = len(held(state, "STOCK"))
                ends.add((first[: len(game.layout.cards) - left], history))
                sums.add(sum(state.outcome.scores))
    return len(sets), len(ends), sums


def test_kuhn_poker_has_12_information_sets_and_30_terminal_histories() -> None:
    assert counted(recycle_game("kuhn_poker"), drawn=2) == (12, 30, {0})


def test_leduc_poker_has_288_information_sets_and_5520_terminal_histories() -> None:
    assert counted(recycle_game("leduc_poker"), drawn=3) == (288, 5520, {0})


def test_the_payoffs_of_kuhn_poker() -> None:
    game = recycle_game("kuhn_poker")
    jack, queen, king = range(3)
    found = {}
    for state, history in walk(dealt(game, (king, jack))):
        if state.outcome is not None:
            found["".join(key[0] for key in history)] = state.outcome.scores
    # 0 check, 1 bet, 2 fold, 3 call
    assert found == {"00": (1, -1), "012": (-1, 1), "013": (2, -2), "12": (1, -1), "13": (2, -2)}
    lost = [
        s.outcome.scores for s, h in walk(dealt(game, (jack, queen))) if s.outcome and h == ("1()", "3()")
    ]
    assert lost == [(-2, 2)]
