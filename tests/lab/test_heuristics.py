"""Heuristics: the formulas by hand, and games about which the truth is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import sqrt

import pytest

import truth_games
from croupier.catalog.loading import find_source
from croupier.game import Outcome, Status, shared_wins
from croupier.lab.analysis import Analysis, analyze
from croupier.lab.heuristic import ENGINE, OURS, TABLES, Score, all_heuristics
from croupier.lab.scorer import Evidence, Scorer
from croupier.lab.simulate import Plan
from croupier.lab.tally import Played
from croupier.lab.world import MIXED, RANDOM, SKILLED, Deal, Decision, Observation, World

pytestmark = pytest.mark.slow

TWO = Plan(find_source("kuhn_poker"))
"""Any game of two seats: what is scored are games made up by hand."""


def decision(number: int, seat: int, *own: float, visits: int = 100) -> Decision:
    """A decision between two seats, by what the mover expects of every option."""
    estimates = tuple((w, 1 - w) if seat == 0 else (1 - w, w) for w in own)
    options = tuple(f"option {i}" for i in range(len(own)))
    return Decision(seat, number, options, own.index(max(own)), estimates, (visits,) * len(own))


def forced(number: int, seat: int) -> Decision:
    """A decision without a choice."""
    return Decision(seat, number, ("go on",), 0)


def game(
    decisions: Sequence[Decision],
    ranks: tuple[int, ...] = (0, 1),
    series: str = SKILLED,
    ai: tuple[int, ...] = (0, 1),
    index: int = 0,
) -> Observation:
    """A finished game between two seats."""
    outcome = Outcome(Status.FINISHED, "", tuple(-r for r in ranks), ranks, shared_wins(ranks))
    options = sum(len(d.options) for d in decisions)
    played = Played(
        index,
        0,
        outcome,
        len(decisions),
        options,
        sum(d.forced for d in decisions),
        {},
        "",
        (),
        (),
        ranks.count(0) > 1,
    )
    return Observation(series, played, ("pipmc", "pipmc"), frozenset(ai), ((0,), (1,)), tuple(decisions))


def scored(
    *games: Observation, reading: str = OURS, baselines: Sequence[Observation] = ()
) -> dict[str, Score]:
    """What all heuristics say about some games."""
    heuristics = all_heuristics()
    worlds = {}
    for series in {g.series for g in games}:
        own = [g for g in games if g.series == series]
        deals = [
            Deal(g.played.index, (g,), baselines[i] if i < len(baselines) else None)
            for i, g in enumerate(own)
        ]
        worlds[series] = World.of(series, deals, heuristics)
    return Scorer(heuristics).score(Evidence(TWO, worlds, reading=reading))


def value(scores: dict[str, Score], name: str) -> float:
    """The number of a heuristic."""
    found = scores[name].value
    assert found is not None, scores[name].sentence
    return found


# Seat 0 wins; it expects 0.3, 0.6, 0.9 at its own decisions, and 0.2 and 0.95 at those of seat 1.
COURSE = [
    decision(0, 0, 0.3, 0.1),
    decision(1, 1, 0.8, 0.5, 0.2),
    forced(2, 0),
    decision(3, 0, 0.6, 0.6),
    decision(4, 1, 0.05, 0.0),
    decision(5, 0, 0.9, 0.1),
]


def test_spread() -> None:
    spreads = [0.2, 0.6, 0.0, 0.0, 0.05, 0.8]
    ours, engine = scored(game(COURSE)), scored(game(COURSE), reading=ENGINE)
    assert value(ours, "meaningfulmoves") == pytest.approx(sum(spreads) / 5)
    assert value(engine, "meaningfulmoves") == pytest.approx(sum(spreads) / 6)
    assert ours["meaningfulmoves"].details["forced_share"]["value"] == pytest.approx(1 / 6)
    assert value(engine, "variance") == pytest.approx(sum(spreads) / 6 + 0.2 * 0.8)
    variances = [0.01, 0.06, 0, 0.025**2, 0.16]
    assert value(ours, "variance") == pytest.approx(sum(variances) / 5)


def test_drama_and_security() -> None:
    ours, engine = scored(game(COURSE)), scored(game(COURSE), reading=ENGINE)
    # t is ½ for two seats; the winner is below it with 0.3 and 0.2.
    behind = (sqrt(0.2) + sqrt(0.3)) / 2
    assert value(ours, "drama") == pytest.approx(behind)
    assert value(scored(game(COURSE), reading=TABLES), "drama") == pytest.approx(behind)
    assert value(engine, "drama") == pytest.approx(sqrt(0.2))
    assert value(ours, "security") == pytest.approx(3 / 5)
    assert ours["drama"].details["games_with_any"]["value"] == 1


def test_drama_of_the_engine_counts_nothing_as_0_and_pools_decisions() -> None:
    never = game([decision(0, 0, 0.9, 0.8)], index=1)
    assert value(scored(never, reading=ENGINE), "drama") == 0
    both = scored(game(COURSE), never, reading=ENGINE)
    assert value(both, "drama") == pytest.approx(sqrt(0.2))
    assert value(scored(game(COURSE), never), "drama") == pytest.approx((sqrt(0.2) + sqrt(0.3)) / 4)


def test_decisiveness() -> None:
    # For good above 0.8 from decision 4 of 6 on.
    assert value(scored(game(COURSE)), "decisiveness") == pytest.approx(2 / 6)
    assert value(scored(game(COURSE), reading=ENGINE), "decisiveness") == pytest.approx(2 / 3)
    open_to_the_end = [decision(0, 0, 0.9, 0.1), decision(1, 1, 0.5, 0.4)]
    assert value(scored(game(open_to_the_end)), "decisiveness") == 0


def test_clarity() -> None:
    clear = [decision(0, 0, 0.9, 0.1, visits=100), decision(1, 1, 0.5, 0.45, visits=100)]
    assert value(scored(game(clear)), "clarity") == pytest.approx(1 / 2)
    assert value(scored(game(clear), reading=ENGINE), "clarity") == pytest.approx(1 - 1 / 2)


def test_coolness_stability_and_leads() -> None:
    scores = scored(game(COURSE))
    # Seat 0 goes up twice, seat 1 falls from 0.8 to 0.05.
    assert value(scores, "coolness") == pytest.approx(1 - 1 / 3)
    # Seat 0 is second, second, first, first, first: both seats move once in four steps.
    assert value(scores, "stability") == pytest.approx(1 - 2 / 8)
    assert value(scores, "leadchanges") == 1
    assert value(scores, "comeback") == 0
    assert value(scored(game(COURSE, ranks=(1, 0))), "comeback") == 1


def test_a_shared_win_is_the_mean_over_the_winners() -> None:
    both = scored(game(COURSE, ranks=(0, 0)))
    one, other = (value(scored(game(COURSE, ranks=r)), "drama") for r in ((0, 1), (1, 0)))
    assert value(both, "drama") == pytest.approx((one + other) / 2)
    assert value(both, "noties") == 0


def test_convergence() -> None:
    falling = [decision(0, 0, *[0.5] * 3), decision(1, 1, *[0.5] * 2), forced(2, 0)]
    assert value(scored(game(falling)), "convergence") == pytest.approx(1 - (-1 / 2 + 1 / 2))
    assert value(scored(game(falling), reading=TABLES), "convergence") == 1
    flat = [decision(i, i % 2, 0.5, 0.5) for i in range(4)]
    assert value(scored(game(flat)), "convergence") == 0.5


def test_waiting_and_agency() -> None:
    scores = scored(game(COURSE))
    # Seat 0 waits once for one decision, then for another one; seat 1 for two of seat 0.
    assert value(scores, "deadtime") == pytest.approx((1 + 2 + 1) / 3)
    # Last while deciding: seat 0 at first, seat 1 at decision 4.
    assert value(scores, "lastplaceagency") == pytest.approx((0.2 + 0.05) / 2)
    assert value(scores, "optioncurve") == pytest.approx((2 + 3 + 1 + 2 + 2 + 2) / 6)


def test_order_and_randomness() -> None:
    games = [
        game([], ranks=(0, 1) if won else (1, 0), series=MIXED, ai=(0,), index=i)
        for i, won in enumerate([True, True, True, False])
    ]
    lost = game([], ranks=(1, 0), series=RANDOM, ai=())
    scores = scored(*games, baselines=[lost] * 4)
    assert value(scores, "order") == pytest.approx((0.75 - 0.5) / 0.5)
    assert value(scores, "randomness") == pytest.approx(1 - 0.25**2 / 0.25)
    assert scores["order"].details["gain_on_the_same_deal"]["value"] == pytest.approx(0.75)


def test_the_tables_count_a_shared_win_as_whole() -> None:
    games = [game([], ranks=ranks, series=MIXED, ai=(0,)) for ranks in ((0, 1), (0, 0), (1, 0), (1, 0))]
    assert value(scored(*games), "order") == pytest.approx((1.5 / 4 - 0.5) / 0.5)
    assert value(scored(*games, reading=TABLES), "order") == pytest.approx((2 / 4 - 0.5) / 0.5)


def test_what_a_reading_does_not_have_is_said_in_words() -> None:
    engine, tables = (scored(game(COURSE), reading=reading) for reading in (ENGINE, TABLES))
    assert "published engine" in engine["security"].sentence
    assert "published tables" in tables["clarity"].sentence
    assert engine["total"].value == pytest.approx(
        0.5 * value(engine, "meaningfulmoves")
        + 0.25 * value(engine, "drama")
        + 0.4 * value(engine, "decisiveness")
        + 0.5 * value(engine, "coolness")
    )


@cache
def truth(name: str) -> Analysis:
    """The analysis of a game about which the truth is known."""
    sizes = "40,1,4,0" if name == "TEN_SEATS" else "400,6,10,6,1" if name == "SKILL" else "400,6,10,0"
    # The interpreter: to compile a program takes longer than to play so few games of it.
    plan = Plan(find_source(getattr(truth_games, name)), engine="interpreter")
    return analyze(plan, games=sizes, workers=1, effort="quick")


def holds(analysis: Analysis, name: str, true: float) -> bool:
    """Whether the interval of a heuristic holds the truth."""
    score = analysis[name]
    assert score.low is not None
    assert score.high is not None
    return score.low - 1e-9 <= true <= score.high + 1e-9


def test_a_deliberately_unfair_game() -> None:
    found = truth("UNFAIR")
    assert holds(found, "fairness", 0.5)
    assert holds(found, "firstplayeradvantage", 0.25)
    assert "the first player has an advantage" in found["fairness"].sentence
    assert found["fairness"].details["p_of_equality"] < 1e-6
    assert found["order"].value == pytest.approx(0)


def test_pure_luck() -> None:
    found = truth("LUCK")
    assert holds(found, "fairness", 1)
    assert "nothing speaks against equal chances" in found["fairness"].sentence
    assert found["meaningfulmoves"].value == found["variance"].value == found["clarity"].value == 0
    assert found["order"].value == pytest.approx(0)
    assert found["randomness"].value == pytest.approx(1)
    assert found["luckskill"].details["deal"] == pytest.approx(1)
    assert found["luckskill"].details["skill"] == pytest.approx(0)
    assert "skill does not show" in found["order"].sentence


def test_pure_skill() -> None:
    found = truth("SKILL")
    # Only 1 of 32 random players takes all points, and then the win is shared.
    assert holds(found, "order", 31 / 32)
    assert "skill is rewarded" in found["order"].sentence
    assert (found["randomness"].value or 0) < 0.15
    assert (found["meaningfulmoves"].value or 0) > 0.2
    assert (found["decisionentropy"].value or 0) < 0.1
    assert holds(found, "fairness", 1)


def test_a_dominant_opening() -> None:
    found = truth("OPENING")
    assert found["decisiveness"].value == 1
    assert found["fairness"].details["ai"]["value"] == pytest.approx(0)
    assert found["drama"].value == 0
    assert found["meaningfulmoves"].curve[0] == max(found["meaningfulmoves"].curve)
    assert (found["decisionentropy"].value or 0) < 0.1


def test_decided_on_the_last_card() -> None:
    found = truth("LAST_CARD")
    assert (found["decisiveness"].value or 0) < 0.1
    assert "open to the end" in found["decisiveness"].sentence
    assert holds(found, "fairness", 1)
    # Nobody is ever behind; what estimates from ten tests say otherwise is noise.
    raw = Scorer(found.heuristics).score(replace(found.evidence, reading=TABLES))
    assert (found["drama"].value or 0) < (raw["drama"].value or 0)
    assert (found["security"].value or 0) > 0.8 > (raw["security"].value or 0)


def test_noise_is_not_drama() -> None:
    plan = Plan(find_source(truth_games.THREE_TOSSES), engine="native")
    found = analyze(plan, games="0,0,1000,0", players="pipmc:tests=100", workers=1)
    truth = {
        "drama": 1 / 8,
        "security": 7 / 8,
        "comeback": 0,
        "leadchanges": 0,
        "stability": 1,
        "coolness": 0.5,
    }
    for name, true in truth.items():
        assert found[name].value == pytest.approx(true, abs=0.05), name
    assert found["drama"].details["games_with_any"]["value"] == pytest.approx(0.25, abs=0.05)
    raw = Scorer(found.heuristics).score(replace(found.evidence, reading=TABLES))
    # At ½ : ½ whoever wins is taken to be behind half of the time.
    assert (raw["security"].value or 0) < 0.8


def test_two_teams() -> None:
    found = truth("TEAMS")
    assert holds(found, "fairness", 2 / 3)
    team = found["fairness"].details["teams"]
    assert team["low"] <= 0.5 <= team["high"]
    assert found["noties"].value == 1
    assert found["order"].details["teams"]["value"] == pytest.approx(0)
    assert "its team wins 50.0 %" in found["order"].sentence


@pytest.mark.parametrize("name", ["SOLITAIRE", "NO_CHOICE", "ALL_TIES", "TEN_SEATS"])
def test_odd_games_give_what_still_makes_sense(name: str) -> None:
    found = truth(name)
    text = str(found)
    assert "nan" not in text
    assert "inf" not in text
    for score in found.scores.values():
        assert score.sentence
        assert not score.defined or score.n or score.name == "depth"
    if name == "SOLITAIRE":
        assert "takes rivals" in found["fairness"].sentence
        assert found["gamelength"].value == 3
    if name == "NO_CHOICE":
        assert "nobody ever had a choice" in found["drama"].sentence
        assert holds(found, "fairness", 0.5)
        assert found["reasonable"].details["offers_choices"] is False
    if name == "ALL_TIES":
        assert found["noties"].value == 0
        assert "all games end in ties" in found["randomness"].sentence
    if name == "TEN_SEATS":
        assert found["fairness"].value == pytest.approx(0)
        assert "seat 9 has an advantage" in found["fairness"].sentence


def test_every_number_carries_n_and_an_interval() -> None:
    found = truth("SKILL")
    for score in found.scores.values():
        if score.defined:
            assert score.n > 0, score.name
            assert score.low is not None, score.name
            assert score.low <= (score.value or 0) <= (score.high or 0), score.name


def test_readings_of_the_same_games_differ_only_in_their_formulas() -> None:
    found = truth("SKILL")
    engine = Scorer(found.heuristics).score(replace(found.evidence, reading=ENGINE))
    assert (engine["coolness"].value or 0) < (found["coolness"].value or 0)
    assert engine["meaningfulmoves"].value == found["meaningfulmoves"].value
    assert engine["decisiveness"].value != found["decisiveness"].value
