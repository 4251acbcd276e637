"""Teams (§2, §3.7): who plays with whom, and what changes when they are made anew during play."""

from __future__ import annotations

import pytest

from croupier.game import Status
from interpreter.small import choices, evaluate, game, play


def test_without_teams_everybody_is_alone() -> None:
    assert evaluate("team", seats=3) == [0, 1, 2]
    assert evaluate("(2 team)", seats=3) == [2]


def test_players_who_are_not_named_get_a_team_of_their_own() -> None:
    teams = "(create teams (3, 0))"
    assert game(seats=4, teams=teams).program.teams == ((3, 0), (1,), (2,))


def test_seats_count_from_1_if_none_of_them_is_0() -> None:
    assert game(seats=4, teams="(create teams (1, 3) (2, 4))").program.teams == ((0, 2), (1, 3))


def test_a_team_is_the_collection_of_its_players() -> None:
    teams = "(create teams (2, 0) (1, 3))"
    assert evaluate("(0 team)", seats=4, teams=teams) == [2, 0]
    assert evaluate("(size (1 team))", seats=4, teams=teams) == 2
    assert evaluate("(all (1 team) 'P (pid 'P))", seats=4, teams=teams) == 4
    assert evaluate("(filter (0 team) 'P (> (pid 'P) 0))", seats=4, teams=teams) == [2]
    assert evaluate("(== (team (2 player)) (team (0 player)))", seats=4, teams=teams) is True


def test_teams_can_be_filtered_and_compared() -> None:
    teams = "(create teams (0, 1))"
    assert evaluate("(filter team 'T (== (size 'T) 1))", seats=3, teams=teams) == [1]
    assert evaluate("(other team)", seats=3, teams=teams) == [1]


def test_a_player_has_a_team_that_owns_things_of_its_own() -> None:
    played = play(
        "(set ((team (2 player)) sto X) 5)",
        "(move (top (game vloc STOCK)) (top ((team (3 player)) vloc WON)))",
        seats=4,
        teams="(create teams (0, 2) (1, 3))",
    )
    assert (played.number("T0.X"), played["T1.WON"]) == (5, "♠4")


# New teams during play (§2)


def test_new_teams_replace_the_old_ones_and_team_i_keeps_what_it_owned() -> None:
    played = play(
        "(move (top (game vloc STOCK)) (top ((0 team) vloc WON)))",
        "(set ((1 team) sto X) 7)",
        "(create teams (0, 1))",
        "(set (game sto SIZE) (size (0 team)))",
        "(set (game sto TEAMS) (size team))",
        seats=3,
        teams="(create teams (0, 2))",
    )
    assert (played.number("SIZE"), played.number("TEAMS")) == (2, 2)
    assert (played["T0.WON"], played.number("T1.X")) == ("♠4", 7)


def test_cards_of_a_team_that_is_gone_are_an_error() -> None:
    played = play(
        "(move (top (game vloc STOCK)) (top ((2 team) vloc WON)))", "(create teams (0, 1))", seats=3
    )
    assert (played.outcome.status, played.code) == (Status.FAILED, "RCY306")


def test_copies_of_a_team_that_is_gone_are_no_error() -> None:
    played = play(
        "(remember (top (game vloc STOCK)) (top ((2 team) mem M)))", "(create teams (0, 1))", seats=3
    )
    assert played.outcome.status is Status.FINISHED


@pytest.mark.parametrize(
    "use",
    [
        "(set (game sto X) (size 'T))",
        "(all 'T 'P (inc (game sto X) (pid 'P)))",
        "(cycle next 'T)",
        "(inc ('T sto X))",
        "(move (top (game vloc STOCK)) (top ('T vloc WON)))",
        "((== 'T (0 team)) (turn pass))",
    ],
)
def test_a_variable_cannot_be_used_whose_team_is_gone(use: str) -> None:
    played = play(f"(all team 'T (do ((create teams (0, 1)) {use})))")
    assert (played.outcome.status, played.code) == (Status.FAILED, "RCY306")
    assert played.outcome.reason == "team 1 is gone: the teams have been made anew"
    assert played.outcome.finding is not None
    assert played.outcome.finding.span.text == "'T"


def test_a_variable_may_outlive_its_team_if_nobody_uses_it() -> None:
    played = play("(all team 'T (do ((create teams (0, 1)) (inc (game sto X)))))")
    assert (played.outcome.status, played.number("X")) == (Status.FINISHED, 2)


def test_an_option_with_a_team_that_would_be_gone_is_not_offered() -> None:
    offered = choices(
        "(choice ((any team 'T (do ((create teams (0, 1)) (set (game sto X) (size 'T))))) (turn pass)))"
    )
    assert offered == ["make the teams [0, 1]; set X to 2", "pass"]


def test_which_cards_of_a_team_that_is_gone_are_told_is_no_matter_of_what_was_played_before() -> None:
    made = game(
        "(choice ((set (game str N) PILE) (set (game str N) HEAP)))",
        "(move (top (game vloc STOCK)) (top ((1 team) vloc (game str N))))",
        "(choice ((set (game str N) PILE) (set (game str N) HEAP)))",
        "(move (top (game vloc STOCK)) (top ((1 team) vloc (game str N))))",
        "(create teams (0, 1))",
    )
    for options in ((0, 1), (1, 0)):
        state = made.start()
        for option in options:
            state.apply(option)
        assert state.outcome is not None
        assert state.outcome.reason == "team 1 is gone and still has cards in HEAP"


@pytest.mark.parametrize("when", ["before", "inside"])
def test_new_teams_restart_the_team_cycle(when: str) -> None:
    log = "(all (current team) 'P (set (game sto LOG) (+ (* 10 (game sto LOG)) (+ 1 (pid 'P)))))"
    renew = "((== (game sto TURNS) 2) (create teams (0, 1) (2, 3)))" if when == "inside" else ""
    before = ["(cycle current (1 team))", "(cycle next (1 team))", "(create teams (0, 1) (2, 3))"]
    played = play(
        *(before if when == "before" else []),
        f"(stage team (end (== (game sto TURNS) 3)) (do ({log} (inc (game sto TURNS)) {renew})))",
        seats=4,
        teams="(create teams (0, 2) (1, 3))",
    )
    # Inside: teams 13, 24, then the new teams from the first: the turn after it is that of team 1, 34.
    assert played.number("LOG") == (123412 if when == "before" else 132434)


def test_new_teams_that_a_choice_only_offers_change_nothing() -> None:
    state = game(
        "(choice ((do ((cycle next (1 team)) (create teams (0, 1) (2, 3)))) (turn pass)))",
        seats=4,
        teams="(create teams (0, 2) (1, 3))",
    ).start()
    assert state.table.teams == ((0, 2), (1, 3))
    assert state.table.teams_turn == [[0, -1]]
    state.apply(0)
    assert state.table.teams == ((0, 1), (2, 3))
