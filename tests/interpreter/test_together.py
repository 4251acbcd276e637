"""Choices of others and of several at once: nobody sees an answer before all are given."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from croupier import load
from croupier.game import Transcript
from croupier.interpreter import RecycleGame, TableState
from croupier.recycle.check import program_of
from croupier.testing import LeakTest, assert_game
from croupier.text import Source
from croupier.wire.plan import Plan
from interpreter.small import Played, checked, choices, game, play, program
from playing import recorded

SEALED = Path(__file__).parents[1] / "programs/sealed_house.rcy"
BID = "(choice (among player) ((any (top 2 (game vloc STOCK)) 'C (move 'C ((current player) vloc BID)))))"


@pytest.fixture(scope="module")
def sealed() -> RecycleGame:
    """A game of sealed bids and objections."""
    return RecycleGame(program_of(Source.read(SEALED)), "sealed")


def played_on(state: TableState, rng: Random, decisions: int = 10_000) -> TableState:
    while state.outcome is None and decisions:
        state.apply(rng.randrange(state.option_count))
        decisions -= 1
    return state


def test_each_is_asked_in_the_position_before_any_has_chosen() -> None:
    state = game(BID, dialect="house").start(0)
    assert [state.to_move, *(option.text for option in state.options)] == [
        0,
        "move ♠4 to BID",
        "move ♥4 to BID",
    ]
    state.apply(0)
    assert [state.to_move, *(option.text for option in state.options)] == [
        1,
        "move ♠4 to BID",
        "move ♥4 to BID",
    ]


def test_a_choice_that_has_become_impossible_is_void_as_a_whole() -> None:
    both = play(BID, choose=[0, 1], dialect="house")
    assert (both["0.BID"], both["1.BID"]) == ("♠4", "♥4")
    same = play(BID, choose=[0, 0], dialect="house")
    assert (same["0.BID"], same["1.BID"]) == ("♠4", "")
    assert [reason for _, reason in same.state.table.drops] == [
        "void: chance has taken away what was chosen here"
    ]


def test_only_the_first_that_is_no_pass_counts() -> None:
    asked = "(choice (first (from (1 player))) ((set (game sto X) (+ 1 (pid (current player)))) (turn pass)))"
    assert play(asked, choose=[0, 0, 0], seats=3, dialect="house").number("X") == 2
    assert play(asked, choose=[1, 0, 0], seats=3, dialect="house").number("X") == 3
    assert play(asked, choose=[1, 1, 1], seats=3, dialect="house").number("X") == 0


def test_the_current_player_is_again_who_it_was_and_the_queue_is_kept() -> None:
    asked = "(choice (among (other player)) ((cycle next (current player)) (turn pass)))"
    after = "(set (game sto X) (+ (* 10 (pid (current player))) (pid (next player))))"
    found = play("(cycle current (1 player))", asked, after, choose=[0, 1], seats=3, dialect="house")
    assert found.number("X") == 10


def test_nobody_is_asked_where_there_is_nobody() -> None:
    asked = "(choice (among (filter player 'P (== 1 2))) ((turn pass)))"
    assert play(asked, "(inc (game sto X))", dialect="house").number("X") == 1


def test_what_seats_know_does_not_depend_on_answers_of_others(sealed: RecycleGame) -> None:
    state = sealed.start(seed=4)
    twins = [state.copy() for _ in range(state.option_count)]
    for index, twin in enumerate(twins):
        twin.apply(index)
    for seat in (1, 2):
        views = [twin.view(seat) for twin in twins]
        assert all(view == views[0] for view in views)
        assert {view.fingerprint() for view in views} == {views[0].fingerprint()}
        assert views[0].together is not None
        assert (views[0].together.asked, views[0].together.done) == ((0, 1, 2), (0,))
    own = {twin.view(0).fingerprint() for twin in twins}
    assert len(own) == len(twins)


def test_samples_hold_no_answer_but_ones_own(sealed: RecycleGame) -> None:
    for seed in range(6):
        state = played_on(sealed.start(seed=seed), Random(seed), 1 + seed % 4)
        if state.outcome is not None:
            continue
        for seat in range(3):
            view = state.view(seat)
            sample = view.sample(seed)
            assert isinstance(sample, TableState)
            assert sample.view(seat) == view
            if view.together is not None:
                assert sample.together is not None
                own = {seat} if view.together.own else set()
                assert set(sample.together.committed) == own
                assert set(sample.together.pending) == set(view.together.asked) - own
            assert played_on(sample, Random(1)).outcome is not None


def test_copies_in_the_middle_go_on_alike(sealed: RecycleGame) -> None:
    state = played_on(sealed.start(seed=2), Random(2), 4)
    twin = state.copy()
    assert played_on(twin, Random(7)).outcome == played_on(state, Random(7)).outcome


def test_a_transcript_tells_answers_only_to_their_seat(sealed: RecycleGame) -> None:
    transcript = Transcript.parse(recorded(sealed, 5))
    decisions = [line for line in transcript.events if line["event"] == "decision"]
    first = decisions[0]
    assert first["public"] == {"seat": 0, "together": {"asked": [0, 1, 2], "done": [], "mode": "among"}}
    assert first["private"]["seen_by"] == [0]
    assert sealed.replay(transcript).outcome is not None


@pytest.mark.parametrize("name", ["draft", "lanterns", "sealed"])
def test_games_of_the_house_dialect_keep_the_contract_and_tell_no_hidden_card(name: str) -> None:
    found = load(SEALED.with_name(f"{name}_house.rcy"))
    assert_game(found, seeds=[1], most=4, looks=1)
    assert LeakTest(found, most=8, every=3, plan=Plan(0, (), (), (), console=False)).run(1, seed=1).samples


def test_cycle_current_is_no_part_of_a_choice_of_several() -> None:
    text = program("(choice (among player) ((cycle current (0 player)) (turn pass)))", dialect="house")
    with pytest.raises(AssertionError, match="RCY051"):
        checked(text)


def test_one_player_is_simply_somebody_else() -> None:
    asked = "(choice (among (1 player)) ((set (game sto X) (pid (current player))) (turn pass)))"
    assert choices(asked, dialect="house") == ["set X to 1", "pass"]
    assert isinstance(play(asked, choose=[0], dialect="house"), Played)
