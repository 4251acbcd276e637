"""What seats are told about cards: sets of kinds for every hidden card, and samples that agree with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import load
from croupier.game.screen import pile_words
from croupier.game.transcript import Line, seen_by
from croupier.interpreter import RecycleGame, TableState, record
from croupier.testing import LeakError, LeakTest, assert_game
from croupier.wire.plan import Plan
from interpreter.small import choices, game

PROGRAMS = Path(__file__).parents[1] / "programs"
ASK = "(choice ((inc (game sto X)) (turn pass)))"
HIDE = "(do ((move (game vloc STOCK) (game hloc BOX)) (shuffle (game hloc BOX))))"
DEAL = "(move (top 3 (game hloc BOX)) ((0 player) iloc HAND))"
HEARTS = "(tell (1 player) ((0 player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))"
NO_PLAN = Plan(0, (), (), (), console=False)


def asked(*blocks: str, ordered: bool = True, seed: int = 0) -> TableState:
    """A tiny game of three at a question behind some blocks."""
    return game(*blocks, ASK, seats=3, dialect="house", ordered=ordered).start(seed)


def possible(state: TableState, seat: int, place: str) -> list[set[str]]:
    """The cards that each hidden card of a place may be, as a seat knows, in the order of its slots."""
    view = state.view(seat)
    for where, bars in view.told:
        if str(where) == place:
            return [{kind.name for n, kind in enumerate(view.pack.kinds) if not bar >> n & 1} for bar in bars]
    return []


def test_those_who_are_told_know_which_cards_the_question_holds_of() -> None:
    state = asked(HIDE, DEAL, HEARTS)
    truth = state.open_view().cards("0.HAND")
    for true, found in zip(truth, possible(state, 1, "0.HAND"), strict=True):
        assert found == {name for name in state.view(1).pack.names if name[0] == (true or "")[0]}
    assert possible(state, 2, "0.HAND") == []
    words = pile_words(state.view(1).pack, next(p for p in state.view(1).piles if p.id == "0.HAND"))
    assert words.count("HEARTS") + words.count("SPADES") >= 1


def test_a_set_of_one_kind_is_a_known_card() -> None:
    ace = "(tell (1 player) ((0 player) iloc HAND) 'C (== (cardatt RANK 'C) ACE))"
    for seed in range(20):
        state = asked(HIDE, DEAL, HEARTS, ace, seed=seed)
        pairs = zip(state.view(1).cards("0.HAND"), state.open_view().cards("0.HAND"), strict=True)
        assert all((known == true) is (true[1] == "A") for known, true in pairs if true is not None)


@pytest.mark.parametrize("after", ["(shuffle ((0 player) iloc HAND))", "left"])
def test_who_cannot_follow_a_card_joins_the_sets(after: str) -> None:
    """A card leaves a hand without an order, or the hand is shuffled: each may be what any of them may be."""
    left = "(move (max ((0 player) iloc HAND) using (game points VALUE)) (game hloc SAFE))"
    blocks = (HIDE, DEAL, HEARTS, left if after == "left" else after)
    for seed in range(10):
        state = asked(*blocks, ordered=after != "left", seed=seed)
        truth = {name for place in ("0.HAND", "SAFE") for name in state.open_view().cards(place) if name}
        suits = {name[0] for name in truth}
        everything = {name for name in state.view(1).pack.names if name[0] in suits}
        found = possible(state, 1, "0.HAND")
        # What may be anything is not listed.
        assert all(one == everything for one in found)
        assert found or len(suits) == 2
        assert state.view(1).sample(seed).view(1) == state.view(1)


def test_a_card_that_is_seen_leaves_the_others_as_they_may_be() -> None:
    """The sets hang on what was seen, not on which of the cards it was."""
    out = "(move (max ((0 player) iloc HAND) using (game points VALUE)) (game vloc PILE))"
    for seed in range(10):
        state = asked(HIDE, DEAL, HEARTS, out, ordered=False, seed=seed)
        left = sorted((name or "")[0] for name in state.open_view().cards("0.HAND"))
        names = state.view(1).pack.names
        sets = sorted(min(one)[0] for one in possible(state, 1, "0.HAND"))
        assert sets == left
        assert all(one == {n for n in names if n[0] == min(one)[0]} for one in possible(state, 1, "0.HAND"))


def test_questions_are_one_option_only_if_they_say_the_same_of_every_kind() -> None:
    same = "(tell (1 player) (game vloc STOCK) 'C (not (== (cardatt SUIT 'C) SPADES)))"
    first = "(tell (1 player) (game vloc STOCK) 'C (== (cardatt SUIT 'C) HEARTS))"
    other = "(tell (1 player) (game vloc STOCK) 'C (!= (cardatt RANK 'C) ACE))"
    assert choices(f"(choice ({first} {same} {other}))", dialect="house") == [
        "tell seat 1 which of STOCK are HEARTS",
        "tell seat 1 which of STOCK are not ACE",
    ]


def test_the_answers_are_for_those_who_are_told() -> None:
    lines: list[Line] = []
    state = game(ASK, HIDE, DEAL, HEARTS, seats=3, dialect="house").start(1)
    state.listen(state.recorder(lines.append))
    state.apply(0)
    told = next(line for line in lines if line["event"] == "tell")
    assert told["public"] == {"seats": [1], "places": {"0.HAND": 3}, "asked": "HEARTS"}
    assert "private" not in seen_by(told, 2)
    truth = state.open_view().cards("0.HAND")
    assert seen_by(told, 1)["private"]["answers"] == {
        "0.HAND": [i for i, name in enumerate(truth) if name and name[0] == "♥"]
    }


def test_samples_agree_with_what_was_told_and_nothing_leaks() -> None:
    embassy = load(PROGRAMS / "embassy_house.rcy")
    assert isinstance(embassy, RecycleGame)
    for seed in range(3):
        state = embassy.start(seed)
        while state.outcome is None:
            for seat in range(3):
                view = state.view(seat)
                assert view.sample(seed).view(seat) == view
                assert state.copy().view(seat) == view
            state.apply((3 * seed + state.decisions) % state.option_count)
    assert_game(embassy, seeds=[1], most=4, looks=1)
    assert LeakTest(embassy, most=9, plan=NO_PLAN).run(3, seed=1).samples


def test_what_takes_effect_after_all_have_answered_is_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat is sent nothing more of others' answers when they take effect, either."""
    passing = game(
        HIDE,
        "(all player 'P (move (top 2 (game hloc BOX)) ('P iloc HAND)))",
        "(choice (among player) ((any ((current player) iloc HAND) 'C"
        " (move 'C ((1 after (current player)) iloc NEXT)))))",
        ASK,
        seats=3,
        dialect="house",
    )
    LeakTest(passing, plan=NO_PLAN, most=3).run(3)
    names = passing.layout.names
    monkeypatch.setitem(record._PARTS, "move", lambda r, e: ({"from": "", "to": "", "card": names[e[1]]}, {}))
    with pytest.raises(LeakError, match="after the decision"):
        LeakTest(passing, plan=NO_PLAN, most=3).run(3)
