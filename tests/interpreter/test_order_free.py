"""Places whose order nothing observes are kept in deck order (§3.1), and nobody can tell."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import Option
from croupier.interpreter.on_table import GameOnTable, OnTable
from interpreter.small import Played, game
from strategies import some_programs

pytestmark = pytest.mark.slow

DECISIONS = 80
"""How far a game is followed: to the end of most."""


def all_in_order(path: Path) -> GameOnTable:
    """The same game, in which every place keeps the order in which its cards came."""
    made = recycle_game(path, engine="interpreter")
    made.layout._free = frozenset()
    made.layout.ordered_freely[:] = [False] * len(made.layout.places)
    return made


def key_of(option: Option) -> str:
    """The key of an option; a group of cards is told in the order of the hand, which differs here."""
    return re.sub(r"[^(),]*[+][^(),]*", lambda group: "+".join(sorted(group[0].split("+"))), option.key)


def take(state: OnTable, key: str) -> None:
    """Take the option of that key."""
    state.apply(next(option for option in state.options if key_of(option) == key))


@pytest.mark.parametrize("path", some_programs(1), ids=lambda path: path.stem)
def test_with_the_order_kept_the_same_choices_lead_to_the_same_end(path: Path) -> None:
    free, kept = recycle_game(path, engine="interpreter"), all_in_order(path)
    rng = random.Random(1)
    one, other = free.start(1), kept.start(1)
    for _ in range(DECISIONS):
        if one.outcome is not None:
            break
        keys = sorted(map(key_of, one.options))
        assert keys == sorted(map(key_of, other.options))
        key = rng.choice(keys)
        take(one, key)
        take(other, key)
    assert one.outcome == other.outcome


def test_options_over_a_hand_come_in_deck_order() -> None:
    made = game(
        "(shuffle (game vloc STOCK))",
        "(repeat 4 (move (top (game vloc STOCK)) (top ((1 player) iloc HAND))))",
        "(cycle current (1 player))",
        "(choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))",
        ordered=False,
    )
    for seed in range(10):
        state = made.start(seed)
        assert [option.key for option in state.options] == [
            f"0({card})" for card in Played(state)["1.HAND"].split()
        ]
        hand = next(
            pile for i, pile in enumerate(state.table.cards) if str(made.layout.places[i]) == "1.HAND"
        )
        assert hand == sorted(hand)


def test_equal_cards_lie_side_by_side_in_deck_order() -> None:
    twice = "(repeat 2 (create deck (game vloc STOCK) (deck (A (ONE, TWO)))))"
    made = game("(all (game vloc STOCK) 'C (move 'C (top (game vloc PILE))))", deck=twice, ordered=False)
    assert Played(made.start())["PILE"] == "ONE ONE TWO TWO"
