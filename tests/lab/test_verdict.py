"""Verdicts: what is said first of games about which the truth is known, and of games of the library."""

from __future__ import annotations

from typing import Any

import pytest

import truth_games
import verdicts
from croupier.catalog.loading import find_source
from croupier.lab import analyze
from croupier.lab.analysis import Analysis
from croupier.lab.coverage import coverage
from croupier.lab.coverage_findings import findings
from croupier.lab.effort import SizeError
from croupier.lab.shared_score import suited_player
from croupier.lab.simulate import Plan
from croupier.players.game_kind import sharing


def plan(text: str, **choices: Any) -> Plan:
    """A plan for the interpreter: nothing has to be compiled."""
    return Plan(find_source(text), engine="interpreter", **choices)


def found(text: str, games: str, **choices: Any) -> Analysis:
    """An analysis of fixed size."""
    return analyze(plan(text), games=games, workers=1, **{"players": "pipmc:tests=3", **choices})


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (truth_games.TOGETHER, "cooperative"),
        (truth_games.SHARED_BY_SEATS, "cooperative"),
        (truth_games.PATIENCE, "solo"),
        (truth_games.ALL_TIES, "competitive"),
        (truth_games.TEAMS, "competitive"),
        (truth_games.LUCK, "competitive"),
    ],
)
def test_the_kind_of_a_game(text: str, kind: str) -> None:
    assert sharing(plan(text).game) == kind


def test_an_ai_plays_for_the_score_where_places_tell_nothing() -> None:
    shared, rivals = plan(truth_games.TOGETHER), plan(truth_games.LUCK)
    assert suited_player("pipmc:tests=3", shared) == "pipmc:tests=3:reward=score"
    assert suited_player("pipmc:reward=rank", shared) == "pipmc:reward=rank"
    assert suited_player("random", shared) == "random"
    assert suited_player("pipmc", rivals) == "pipmc"


@pytest.mark.slow
def test_a_cooperative_game_in_which_skill_doubles_the_score() -> None:
    one = found(truth_games.TOGETHER, "300,2,10,5,2", target=10)
    data = one.data()
    assert data["kind"] == "cooperative"
    assert "cooperative" in str(one).splitlines()[0]
    first, skill, target, *_ = data["verdict"]
    assert first == "A cooperative game: all seats share every result, so that it goes by score."
    assert skill.startswith("Skill makes 1.9 to 2.1 times the score: random players score 6.0")
    assert target.startswith("A score of at least 10 is reached in")
    score = data["heuristics"]["score"]["details"]
    assert [level["budget"] for level in score["levels"]] == [0, 1, 2, 4]
    assert score["levels"][0]["player"] == "random"
    assert score["ai"]["value"] == 12
    assert abs(score["random"]["value"] - 6) < 0.3
    # At a decision a point is taken or not; whatever else happens is noise.
    assert 0.8 < score["stake"]["value"] < 1.2
    course = [point["value"] for point in score["course"]]
    assert [round(point, 1) for point in course] == sorted(round(point, 1) for point in course)
    assert course[-1] == 12
    for name in ("fairness", "order", "drama", "noties"):
        assert data["heuristics"][name]["why"].startswith("all seats share every result")


@pytest.mark.slow
def test_a_patience_by_its_penalties() -> None:
    one = found(truth_games.PATIENCE, "300,0,10,5,2", target=0)
    data = one.data()
    assert data["kind"] == "solo"
    assert data["verdict"][0] == "A game for one: it goes by score."
    assert data["verdict"][1].startswith("Skill pays: random players score 3.9")
    assert data["heuristics"]["skillgain"]["value"] > 3.5
    assert data["heuristics"]["target"]["details"]["random"]["value"] < 0.05
    assert data["heuristics"]["target"]["value"] > 0.8
    course = [point["value"] for point in data["heuristics"]["score"]["details"]["course"]]
    assert course[0] > 2 > course[-1]


@pytest.mark.slow
def test_a_game_of_bids_in_which_random_rivals_lose_whatever_one_does() -> None:
    game = Plan(find_source(truth_games.BIDDING), engine="native")
    one = analyze(game, games="400,60,40,150,3", players="pipmc:tests=8", workers=1)
    told = " ".join(one.verdict.sentences)
    assert "One AI among random players says little here" in told
    assert "Random rivals lose whatever one does." in told


def test_a_game_in_which_all_tie() -> None:
    first, *_ = found(truth_games.ALL_TIES, "200,4,10,4,2").verdict.sentences
    assert first == "Nobody ever wins: all of 200 games were ties, so that at least 98 % are."


def test_a_game_that_is_not_fair() -> None:
    told = found(truth_games.UNFAIR, "400,0,0,0").verdict.text
    assert told.startswith("Not fair: seat 0 wins 7")
    assert "its share would be 50 %" in told


def test_too_few_games_say_so_and_which_command_would_tell() -> None:
    told = found("kuhn_poker", "20,0,0,0").verdict.text
    assert "Not known yet: whether it is fair" in told
    assert told.endswith("To find out: croupier analyze kuhn_poker.rcy --games 100000,0,0")


def test_a_target_is_for_games_without_rivals() -> None:
    with pytest.raises(SizeError, match="here they compete"):
        found("kuhn_poker", "20,0,0,0", target=3)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "war"])
def test_verdicts_of_the_library_are_those_that_were_read(name: str) -> None:
    """Ten of them are in the file; `python tools/verdicts.py` checks all."""
    kept = verdicts.kept(verdicts.FILE.read_text(encoding="utf-8"))
    assert set(kept) == set(verdicts.GAMES)
    assert verdicts.verdict_text(name) == kept[name]


def test_rules_that_settings_switch_off_are_no_alarm() -> None:
    counted = coverage(plan(truth_games.SWITCHES), (30, 0))
    told = [(each.kind, counted.rules[each.rule].span.line) for each in findings(counted)]
    assert [line for kind, line in told if kind == "switched off"] == [10, 12, 14, 16, 19]
    assert not [kind for kind, _ in told if kind.startswith("never")]
