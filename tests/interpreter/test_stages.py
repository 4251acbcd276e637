"""Stages and cycles (§6): who plays when."""

from __future__ import annotations

import pytest

from croupier.game import Status
from interpreter.small import game, play

LOG = "(set (game sto LOG) (+ (* 10 (game sto LOG)) (+ 1 (pid (current player)))))"
"""Writes the current player down, as a digit counted from 1: turns of seats 0, 1 and 2 read 123."""


def turns(body: str, number: int, *before: str, seats: int = 4) -> int:
    """The players that have their turns in a stage with so many turns."""
    stage = f"(stage player (end (== (game sto TURNS) {number})) (do ({LOG} (inc (game sto TURNS)) {body})))"
    played = play(*before, stage, seats=seats)
    assert played.outcome.status is Status.FINISHED, played.outcome.reason
    return played.number("LOG")


def at(seat: int, action: str) -> str:
    """An action that happens only in a seat's turn."""
    return f"((== (current player) ({seat} player)) {action})"


def test_the_game_starts_with_player_0_and_team_0() -> None:
    played = play(
        "(set (game sto PLAYER) (pid (current player)))",
        "((== (current team) (0 team)) (set (game sto TEAM) 1))",
        teams="(create teams (2, 0) (1, 3))",
        seats=4,
    )
    assert (played.number("PLAYER"), played.number("TEAM")) == (0, 1)


def test_the_members_take_turns_in_seat_order() -> None:
    assert turns("", 6) == 123412
    assert turns("", 3, seats=1) == 111


def test_a_stage_whose_end_holds_at_once_is_skipped_without_trace() -> None:
    played = play(
        "(cycle next (2 player))",
        f"(stage player (end (== 1 1)) {LOG})",
        "(set (game sto NEXT) (pid (next player)))",
        seats=4,
    )
    assert (played.number("LOG"), played.number("NEXT")) == (0, 2)


def test_the_end_is_tested_while_the_last_player_is_still_current() -> None:
    stage = f"""(stage player
      (end (and (== (current player) (2 player)) (> (game sto TURNS) 0)))
      (do ({LOG} (inc (game sto TURNS)))))"""
    assert play(stage, seats=3).number("LOG") == 123


def test_the_end_is_tested_before_the_first_turn() -> None:
    stage = f"(stage player (end (== (current player) (0 player))) {LOG})"
    assert play(stage, seats=3).number("LOG") == 0


def test_a_stage_may_lack_the_word_end_and_may_have_no_body() -> None:
    assert play(f"(stage player (== (game sto LOG) 12) {LOG})").number("LOG") == 12
    assert play("(stage player (end (== 1 1)))").outcome.status is Status.FINISHED
    assert play("(stage player (end (== 1 2)))", max_steps=500).outcome.status is Status.UNFINISHED


# cycle next (§6)


@pytest.mark.parametrize(
    ("target", "follows"),
    [
        ("current", 1),
        ("next", 2),
        ("previous", 0),
        ("(current player)", 1),
        ("(next player)", 2),
        ("(previous player)", 0),
        ("(3 player)", 3),
        ("((- 4 1) player)", 3),
        ("(owner (top ((3 player) iloc HAND)))", 3),
        ("(owner (max (union (all player 'P ('P iloc HAND))) using (game points VALUE)))", 3),
    ],
)
def test_cycle_next_queues_whoever_is_named(target: str, follows: int) -> None:
    deal = "(move (top (game vloc STOCK)) (top ((3 player) iloc HAND)))"
    once = f"((== (game sto TURNS) 2) (cycle next {target}))"
    assert turns(once, 3, deal) == 120 + follows + 1


def test_cycle_next_takes_a_player_in_a_variable() -> None:
    assert turns("((== (game sto TURNS) 2) (let (3 player) 'P (cycle next 'P)))", 4) == 1241


def test_after_the_queued_player_it_goes_on_with_the_seat_behind() -> None:
    assert turns("((== (game sto TURNS) 1) (cycle next (2 player)))", 4) == 1341


def test_next_is_the_queued_player_and_previous_the_seat_before() -> None:
    body = """((== (game sto TURNS) 2) (do (
      (cycle next (0 player))
      (set (game sto NEXT) (pid (next player)))
      (set (game sto PREVIOUS) (pid (previous player)))
      (cycle next next)
      (set (game sto AGAIN) (pid (next player)))
      (cycle next previous))))"""
    stage = f"(stage player (end (== (game sto TURNS) 3)) (do ({LOG} (inc (game sto TURNS)) {body})))"
    played = play("(set (game sto NEXT) 9)", stage, seats=4)
    assert [played.number(name) for name in ("NEXT", "PREVIOUS", "AGAIN")] == [0, 0, 0]
    assert played.number("LOG") == 121


def test_the_last_of_several_in_the_queue_counts() -> None:
    assert turns("((== (game sto TURNS) 1) (do ((cycle next (2 player)) (cycle next (3 player)))))", 2) == 14


# cycle current (§6)


@pytest.mark.parametrize(
    ("target", "becomes"),
    [("current", 1), ("next", 2), ("previous", 0), ("(3 player)", 3), ("(next player)", 2)],
)
def test_cycle_current_changes_the_player_at_once(target: str, becomes: int) -> None:
    once = f"((== (game sto TURNS) 2) (do ((cycle current {target}) {LOG})))"
    after = (becomes + 1) % 4
    assert turns(once, 3) == 1200 + 10 * (becomes + 1) + after + 1


def test_cycle_current_leaves_the_queue_alone() -> None:
    once = "((== (game sto TURNS) 1) (do ((cycle next (3 player)) (cycle current (1 player)))))"
    assert turns(once, 3) == 141


# Nested stages (§6)


def test_a_nested_stage_begins_with_the_outer_current_player() -> None:
    inner = f"(stage player (end (== (game sto IN) 2)) (do ({LOG} (inc (game sto IN)))))"
    outer = f"(stage player (end (== (game sto OUT) 3)) (inc (game sto OUT)) (set (game sto IN) 0) {inner})"
    assert play(outer, seats=4).number("LOG") == 122334


def test_leaving_a_stage_brings_the_outer_player_and_queue_back() -> None:
    inner = """(stage player (end (== (game sto IN) 3)) (do (
      (inc (game sto IN)) (cycle next (1 player)) (cycle current (1 player)))))"""
    played = play(
        "(cycle next (3 player))",
        inner,
        "(set (game sto CURRENT) (pid (current player)))",
        "(set (game sto NEXT) (pid (next player)))",
        seats=4,
    )
    assert (played.number("CURRENT"), played.number("NEXT")) == (0, 3)


def test_a_nested_stage_begins_with_nothing_queued() -> None:
    inner = "(stage player (end (> (game sto N) 0)) (set (game sto N) (pid (next player))))"
    assert play("(cycle next (3 player))", inner, seats=4).number("N") == 1


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    """The customary shape: play in an inner stage, then queue the winner in the outer one."""
    deal = "(all player 'P (repeat 2 (move (bottom (game vloc STOCK)) (top ('P iloc HAND)))))"
    trick = f"""(stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
      (stage player (end (all player 'P (== (size ('P vloc TRICK)) 1)))
        (do ({LOG} (move (bottom ((current player) iloc HAND)) (top ((current player) vloc TRICK))))))
      (do (
        (cycle next (owner (max (union (all player 'P ('P vloc TRICK))) using (game points VALUE))))
        (all player 'P (move (top ('P vloc TRICK)) (top (game vloc PILE)))))))"""
    # Seat 3 holds the fours: it wins the first trick and leads to the second.
    assert play(deal, trick, seats=4).number("LOG") == 12344123


# Team stages (§6)

TEAMS = "(create teams (0, 2) (1, 3))"


def team_turns(body: str, number: int, *before: str) -> int:
    """The players of the teams that have their turns."""
    log = "(all (current team) 'P (set (game sto LOG) (+ (* 10 (game sto LOG)) (+ 1 (pid 'P)))))"
    stage = f"(stage team (end (== (game sto TURNS) {number})) (do ({log} (inc (game sto TURNS)) {body})))"
    played = play(*before, stage, seats=6, teams="(create teams (0, 3) (1, 4) (2, 5))")
    assert played.outcome.status is Status.FINISHED, played.outcome.reason
    return played.number("LOG")


def test_in_a_team_stage_the_teams_take_turns() -> None:
    assert team_turns("", 4) == 14253614


@pytest.mark.parametrize(
    ("target", "follows"),
    [
        ("current", 25),
        ("next", 36),
        ("previous", 14),
        ("(current team)", 25),
        ("(next team)", 36),
        ("(previous team)", 14),
        ("(0 team)", 14),
        ("(team (5 player))", 36),
    ],
)
def test_in_a_team_stage_bare_words_and_team_forms_act_on_the_team_cycle(target: str, follows: int) -> None:
    assert team_turns(f"((== (game sto TURNS) 2) (cycle next {target}))", 3) == 142500 + follows


def test_in_a_team_stage_player_forms_act_on_the_player_cycle() -> None:
    played = play(
        "(stage team (end (== (game sto TURNS) 1)) (do ((inc (game sto TURNS)) (cycle current (2 player)))))",
        "(set (game sto CURRENT) (pid (current player)))",
        seats=4,
        teams=TEAMS,
    )
    assert played.number("CURRENT") == 2


def test_in_a_team_stage_the_current_player_is_unchanged_and_chooses() -> None:
    made = game(
        "(cycle current (3 player))",
        "(stage team (end (> (game sto TURNS) 1)) (choice ((inc (game sto TURNS)) (dec (game sto TURNS)))))",
        seats=4,
        teams=TEAMS,
    )
    state = made.start()
    assert state.to_move == 3
    state.apply(0)
    assert (state.to_move, state.table.teams_turn[-1][0]) == (3, 1)


def test_in_a_player_stage_team_forms_act_on_the_team_cycle() -> None:
    played = play(
        "(stage player (end (== (game sto TURNS) 1)) (do ((inc (game sto TURNS)) (cycle current (1 team)))))",
        "((== (current team) (1 team)) (set (game sto IS) 1))",
        "(set (game sto CURRENT) (pid (current player)))",
        seats=4,
        teams=TEAMS,
    )
    assert (played.number("IS"), played.number("CURRENT")) == (1, 0)


def test_the_player_cycle_and_the_team_cycle_do_not_touch_each_other() -> None:
    inner = f"(stage team (end (== (game sto IN) 2)) (do ({LOG} (inc (game sto IN)))))"
    outer = f"(stage player (end (== (game sto OUT) 2)) (inc (game sto OUT)) (set (game sto IN) 0) {inner})"
    assert play(outer, seats=4, teams=TEAMS).number("LOG") == 1122
