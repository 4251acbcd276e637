"""How games end (§8, §9): always in a named way, with scores only when they are finished."""

from __future__ import annotations

import random

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import Status
from croupier.interpreter.on_table import OnTable
from croupier.recycle.codes import Code, codes, framed
from croupier.text import render_all
from interpreter.small import choices, game, play

# Scoring, ranks and wins (§8)


def test_scoring_is_evaluated_with_each_player_current_in_turn() -> None:
    played = play(
        "(all player 'P (set ('P sto X) (* 10 (pid 'P))))", seats=3, scoring="max ((current player) sto X)"
    )
    assert played.outcome.scores == (0, 10, 20)
    assert (played.outcome.ranks, played.outcome.wins) == ((2, 1, 0), (0.0, 0.0, 1.0))


def test_the_lowest_score_can_win() -> None:
    played = play("(set ((1 player) sto X) -5)", seats=3, scoring="min ((current player) sto X)")
    assert (played.outcome.ranks, played.outcome.wins) == ((1, 0, 1), (0.0, 1.0, 0.0))


def test_the_team_of_the_player_is_current_too() -> None:
    played = play(
        "(set ((0 team) sto X) 3)",
        "(set ((1 team) sto X) 8)",
        seats=4,
        teams="(create teams (0, 2) (1, 3))",
        scoring="max ((current team) sto X)",
    )
    assert played.outcome.scores == (3, 8, 3, 8)
    assert played.outcome.wins == (0.0, 0.5, 0.0, 0.5)


def test_next_and_previous_are_those_of_the_player_who_is_scored() -> None:
    scoring = "max (+ (* 10 (pid (next player))) (pid (previous player)))"
    assert play("(cycle next (2 player))", seats=3, scoring=scoring).outcome.scores == (12, 20, 1)


@pytest.mark.parametrize(
    ("scores", "ranks", "wins"),
    [
        ((5, 5, 3, 1), (0, 0, 2, 3), (0.5, 0.5, 0, 0)),
        ((1, 7, 7, 7), (3, 0, 0, 0), (0, 1 / 3, 1 / 3, 1 / 3)),
        ((2, 2, 2, 2), (0, 0, 0, 0), (0.25, 0.25, 0.25, 0.25)),
        ((4, 3, 3, 9), (1, 2, 2, 0), (0, 0, 0, 1)),
    ],
)
def test_ranks_are_competition_ranks_and_a_win_is_shared(
    scores: tuple[int, ...], ranks: tuple[int, ...], wins: tuple[float, ...]
) -> None:
    stores = [f"(set (({seat} player) sto X) {score})" for seat, score in enumerate(scores)]
    outcome = play(*stores, seats=4, scoring="max ((current player) sto X)").outcome
    assert (outcome.scores, outcome.ranks, outcome.wins) == (scores, ranks, wins)
    assert sum(outcome.wins) == pytest.approx(1)


def test_an_impossible_score_fails_the_game() -> None:
    played = play(scoring="max (// 1 (game sto ZERO))")
    assert (played.outcome.status, played.code, played.outcome.scores) == (Status.FAILED, "RCY304", ())


# Guards (§9)


def test_a_game_that_goes_round_without_a_decision_is_unfinished() -> None:
    played = play("(stage player (end (== 1 2)) (inc (game sto X)))", max_steps=1000)
    assert (played.outcome.status, played.code) == (Status.UNFINISHED, "RCY311")
    assert played.outcome.reason == "1,000 steps without a decision"
    assert played.outcome.finding is not None
    assert played.outcome.finding.span.line == 6


@pytest.mark.parametrize(
    "block",
    [
        "(repeat 9223372036854775807 (turn pass))",
        "(repeat 9223372036854775807 ((== 1 2) (turn pass)))",
        "(stage player (end (== 1 2)))",
        "(stage team (end (== 1 2)))",
        "(stage player (end (all (range 1 .. 100) 'N (== 'N 1))))",
        "(all (range 1 .. 90000) 'A (all (range 1 .. 90000) 'B ((== 1 2) (turn pass))))",
        "(set (game sto X) (all (range 1 .. 90000) 'A (all (range 1 .. 90000) 'B 0)))",
        "(choice ((repeat 9223372036854775807 ((== 1 2) (turn pass)))))",
        "(choice ((any (range 1 .. 90000) 'A (any (range 1 .. 90000) 'B (turn pass)))))",
    ],
)
def test_nothing_hangs(block: str) -> None:
    assert play(block, max_steps=20_000).outcome.status is Status.UNFINISHED


def steps(*blocks: str) -> int:
    """How many steps have been counted since the last decision, or since the beginning."""
    return play(*blocks).state.table.steps


@pytest.mark.parametrize(
    ("block", "counted"),
    [
        ("(turn pass)", 1),
        ("(do ((turn pass) (inc (game sto X)) (shuffle (game vloc STOCK))))", 3),
        # An element visited, whether or not anything is done with it.
        ("(all (game vloc STOCK) 'C (turn pass))", 16),
        ("(set (game sto X) (all (game vloc STOCK) 'C 1))", 9),
        ("(set (game sto X) (size (filter (game vloc STOCK) 'C (== 1 2))))", 9),
        # As far as it goes: any stops at the first that holds.
        ("((any (game vloc STOCK) 'C (== (cardatt SUIT 'C) SPADES)) (turn pass))", 3),
        ("((all (game vloc STOCK) 'C (== (cardatt SUIT 'C) SPADES)) (turn pass))", 1),
        # A repetition counts as an element visited.
        ("(repeat 5 (turn pass))", 10),
        ("(repeat 5 ((== 1 2) (turn pass)))", 5),
        ("(repeat all (move (top (game vloc STOCK)) (top (game vloc PILE))))", 8),
        # An end test before the first turn, and one after each.
        ("(stage player (end (== (game sto X) 3)) (inc (game sto X)))", 7),
        ("(stage player (end (== 1 1)) (inc (game sto X)))", 1),
        # Conditions and lets are no steps by themselves.
        ("((== 1 1) (let 1 'X (set (game sto X) 'X)))", 1),
    ],
)
def test_a_step_is_an_action_an_end_test_or_an_element_visited(block: str, counted: int) -> None:
    nothing = steps("(inc (game sto X))") - 1
    assert steps(block) - nothing == counted


def test_the_count_of_steps_restarts_at_every_decision() -> None:
    forced = "(choice ((repeat 40 (inc (game sto X)))))"
    stage = f"(stage player (end (== (game sto X) 4000)) {forced})"
    assert play(stage, max_steps=300).outcome.status is Status.FINISHED
    assert play(stage, max_steps=70).outcome.status is Status.UNFINISHED


def test_steps_count_while_options_are_built() -> None:
    block = "(choice ((any (range 1 .. 100) 'N (set (game sto X) 'N))))"
    assert play(block, max_steps=150).outcome.status is Status.UNFINISHED
    assert len(choices(block)) == 100


def test_a_game_of_too_many_decisions_is_unfinished() -> None:
    block = "(stage player (end (== 1 2)) (choice ((inc (game sto X)))))"
    played = play(block, max_decisions=25)
    assert (played.outcome.status, played.outcome.reason) == (Status.UNFINISHED, "25 decisions")
    assert (played.state.decisions, played.number("X")) == (25, 25)


def test_exactly_as_many_decisions_as_allowed_are_no_problem() -> None:
    block = "(stage player (end (== (game sto X) 25)) (choice ((inc (game sto X)))))"
    assert play(block, max_decisions=25).outcome.status is Status.FINISHED


def test_the_limits_are_a_million_steps_and_ten_thousand_decisions() -> None:
    state = game("(turn pass)").start()
    assert (state.table.max_steps, state.max_decisions) == (1_000_000, 10_000)
    played = play("(stage player (end (== 1 2)) (choice ((inc (game sto X)))))")
    assert played.outcome.reason == "10,000 decisions"


# Every finding of play has its example


PLAYED = [code for code in codes().values() if code.frame == "run"]


def random_play(text: str) -> OnTable:
    """A game of random choices to its end, with tight guards."""
    state = recycle_game(text).start(seed=1, max_steps=20_000, max_decisions=500)
    rng = random.Random(1)
    while state.outcome is None:
        state.apply(rng.randrange(state.option_count))
    return state


@pytest.mark.parametrize("code", PLAYED, ids=lambda code: code.code)
def test_the_wrong_example_ends_as_it_says(code: Code) -> None:
    outcome = random_play(framed("run", code.wrong)).outcome
    assert outcome is not None
    assert outcome.status is not Status.FINISHED
    assert outcome.finding is not None
    assert outcome.finding.code == code.code
    shown = render_all([outcome.finding])
    assert outcome.reason in shown
    assert "^" in shown


@pytest.mark.parametrize("code", PLAYED, ids=lambda code: code.code)
def test_the_right_example_finishes(code: Code) -> None:
    outcome = random_play(framed("run", code.right)).outcome
    assert outcome is not None
    assert outcome.status is Status.FINISHED, outcome.reason


def test_a_failed_game_tells_where() -> None:
    played = play("(do ((set (game sto X) 1) (set (game sto Y) (+ 1 (// 5 (game sto ZERO))))))")
    finding = played.outcome.finding
    assert finding is not None
    assert (finding.span.text, finding.message) == ("(// 5 (game sto ZERO))", "division by 0")
    assert (played.outcome.scores, played.outcome.ranks, played.outcome.wins) == ((), (), ())


def test_too_many_collections_are_an_error() -> None:
    deck = "(create deck (game vloc STOCK) (deck (A (A, B, C, D, E)) (B (A, B, C, D, E))))"
    many = {
        "(set (game sto X) (size (tuples 12 (game vloc STOCK) using (game points UNSET))))",
        "(set (game sto X) (size (subsets (game vloc STOCK))))",
    }
    for block in many:
        assert play(block, deck=deck).code == "RCY307"
    assert (
        play("(set (game sto X) (size (subsets (top 16 (game vloc STOCK)))))", deck=deck).number("X") == 65536
    )
    long = """(create deck (game vloc STOCK)
      (deck (STEP (S1, S2, S3, S4, S5, S6)) (COPY (A, B, C, D, E, F, G))))"""
    steps_of = " ".join(f"((STEP : S{n}) {n})" for n in range(1, 7))
    runs = "(set (game sto X) (size (runs largest 6 (game vloc STOCK) using (game points STEPS))))"
    assert play(f"(set (game points STEPS) ({steps_of}))", runs, deck=long).code == "RCY307"
