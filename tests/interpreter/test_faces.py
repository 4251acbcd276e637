"""Piles whose top all see, cards turned face up, and looks: who knows what, and samples that agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import load
from croupier.interpreter import RecycleGame, TableState
from croupier.testing import LeakTest, assert_game
from croupier.wire.plan import Plan
from interpreter.small import choices, game, play

GALLERY = Path(__file__).parents[1] / "programs/gallery_house.rcy"
ASK = "(choice ((inc (game sto X)) (turn pass)))"
HIDE = "(do ((move (game vloc STOCK) (game hloc BOX)) (shuffle (game hloc BOX))))"


def asked(*blocks: str, seats: int = 2, ordered: bool = True) -> TableState:
    """A tiny game at a question behind some blocks."""
    return game(*blocks, ASK, seats=seats, dialect="house", ordered=ordered).start(0)


def test_only_the_top_of_a_tloc_is_seen() -> None:
    under = "(move (top (game hloc BOX)) (bottom (game tloc TOPS)))"
    state = asked(HIDE, "(move (top (game hloc BOX)) (game tloc TOPS))", under, under)
    for seat in (0, 1):
        *hidden, top = state.view(seat).cards("TOPS")
        assert hidden == [None, None]
        assert top == state.open_view().cards("TOPS")[-1]


def test_a_card_that_was_on_top_stays_known_until_the_pile_is_shuffled() -> None:
    seen = "(move (top (game hloc BOX)) (game tloc TOPS))"
    state = asked(HIDE, seen, seen)
    assert state.view(1).cards("TOPS") == state.open_view().cards("TOPS")
    shuffled = asked(HIDE, seen, seen, "(shuffle (game tloc TOPS))").view(1).cards("TOPS")
    assert shuffled[0] is None
    assert shuffled[1] is not None


def test_who_takes_the_open_card_is_known_to_have_it() -> None:
    take = "(move (top (game tloc TOPS)) ((0 player) iloc HAND))"
    state = asked(HIDE, "(move (top (game hloc BOX)) (game tloc TOPS))", take)
    assert state.view(1).cards("0.HAND") == state.open_view().cards("0.HAND")


@pytest.mark.parametrize(
    ("after", "unknown"),
    [("(turn pass)", 1), ("(hide ((0 player) iloc HAND))", 1), ("(shuffle ((0 player) iloc HAND))", 2)],
)
def test_a_shown_card_is_seen_by_all_and_known_afterwards(after: str, unknown: int) -> None:
    state = asked(
        HIDE,
        "(move (top 2 (game hloc BOX)) ((0 player) iloc HAND))",
        "(show (bottom ((0 player) iloc HAND)))",
        after,
    )
    found = state.view(1).cards("0.HAND")
    assert found.count(None) == unknown
    assert unknown == 2 or found[0] == state.open_view().cards("0.HAND")[0]


def test_moving_a_card_ends_that_it_is_shown() -> None:
    shows = "(show (game vloc PILE))"
    block = "(set (game sto X) (size (filter (game vloc PILE) 'C (shown 'C))))"
    first = "(move (top 2 (game vloc STOCK)) (game vloc PILE))"
    assert play(first, shows, block, dialect="house").number("X") == 2
    again = "(move (top (game vloc PILE)) (game vloc PILE))"
    assert play(first, shows, again, block, dialect="house").number("X") == 1
    assert play(first, shows, "(shuffle (game vloc PILE))", block, dialect="house").number("X") == 0


def test_a_look_is_for_those_who_look() -> None:
    state = asked(
        HIDE,
        "(move (top 2 (game hloc BOX)) ((0 player) iloc HAND))",
        "(show ((0 player) iloc HAND) (1 player))",
        seats=3,
    )
    assert None not in state.view(1).cards("0.HAND")
    assert state.view(2).cards("0.HAND") == (None, None)
    assert state.view(2).sample(3).view(2) == state.view(2)


def test_building_options_turns_nothing() -> None:
    block = "(choice ((any (top 2 (game vloc STOCK)) 'C (show 'C)) (turn pass)))"
    assert choices(block, dialect="house") == ["show ♠4", "show ♥4", "pass"]
    state = game(block, dialect="house").start(0)
    assert not state.table.faces
    state.apply(0)
    assert len(state.table.faces) == 1


def test_samples_keep_what_is_open() -> None:
    gallery = load(GALLERY)
    assert isinstance(gallery, RecycleGame)
    for seed in range(4):
        state = gallery.start(seed)
        while state.outcome is None:
            for seat in range(3):
                view = state.view(seat)
                sample = view.sample(seed)
                assert sample.view(seat) == view
                assert len(sample.table.faces) == len(state.table.faces)
            state.apply((seed + state.decisions) % state.option_count)


def test_the_gallery_keeps_the_contract_and_tells_no_hidden_card() -> None:
    gallery = load(GALLERY)
    assert_game(gallery, seeds=[1], most=4, looks=1)
    plan = Plan(0, (), (), (), console=False)
    assert LeakTest(gallery, most=6, plan=plan).run(4, seed=1).samples
