"""How games go from beginning to end, and which of them are worth looking at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from croupier.catalog.loading import find_source
from croupier.game import Outcome, Status
from croupier.lab.course import PARTS, choices, leads, winners_leads
from croupier.lab.experiment import Experiment
from croupier.lab.games import Games
from croupier.lab.notable import KINDS, Notable, merged, notable_of
from croupier.lab.simulate import Plan
from croupier.lab.tally import Played
from croupier.lab.world import MIXED, SKILLED, Deal, Decision, Observation, World


def played(
    standings: Sequence[tuple[float, ...]],
    *,
    scores: tuple[int, ...] = (5, 3),
    index: int = 0,
    teams: tuple[tuple[int, ...], ...] = ((0,), (1,)),
    ai: frozenset[int] = frozenset((0, 1)),
) -> Observation:
    """A game of two seats in turn, in which these standings were expected; the highest score wins."""
    ranks = tuple(sum(other > score for other in scores) for score in scores)
    outcome = Outcome(Status.FINISHED, "", scores=scores, ranks=ranks, wins=())
    decisions = [
        Decision(number % 2, number, ("a", "b"), 0, (standing, tuple(0.0 for _ in standing)))
        for number, standing in enumerate(standings)
    ]
    length = len(decisions)
    game = Played(index, index, outcome, length, 2 * length, 0, {}, "", ())
    return Observation("ai", game, ("pipmc",) * len(scores), ai, teams, tuple(decisions))


def world(*games: Observation) -> World:
    """A world of these games."""
    return World.of("ai", [Deal(game.played.index, (game,)) for game in games], ())


def notable(games: Sequence[Observation]) -> Mapping[str, Notable]:
    """The notable ones of these games."""
    deals = [Deal(game.played.index, (game,)) for game in games]
    return notable_of(Games.of("ai", deals), games.__getitem__)


def test_the_lead_is_that_of_the_later_winner() -> None:
    # The mover's best option has what it expects; here it is always the first one.
    game = played([(0.5, 0.5), (0.25, 0.75), (0.75, 0.25), (1.0, 0.5)])
    assert winners_leads(game) == [(0, 0.0), (1, -0.5), (2, 0.5), (3, 0.5)]
    told = leads(world(game))
    assert len(told) == PARTS
    assert [moment.median for moment in told] == [0.0] * 5 + [-0.5] * 5 + [0.5] * 10
    assert all(moment.n == 1 for moment in told)


def test_a_lead_is_over_the_rivals_not_over_the_partner() -> None:
    game = played([(0.9, 0.1, 0.8, 0.2)], scores=(5, 3, 5, 3), teams=((0, 2), (1, 3)))
    [(number, lead)] = winners_leads(game)
    assert (number, round(lead, 6)) == (0, 0.65)


def test_where_all_have_won_nobody_leads() -> None:
    assert winners_leads(played([(0.5, 0.5)], scores=(3, 3))) == []
    assert leads(world(played([(0.5, 0.5)], scores=(3, 3)))) == []


def test_quantiles_are_in_order_and_hold_their_shares() -> None:
    games = [played([(0.5 + step / 40, 0.5)] * 4, index=step) for step in range(11)]
    for moment in leads(world(*games)):
        quantiles = [moment.low, moment.lower, moment.median, moment.upper, moment.high]
        assert all(a <= b for a, b in pairwise(quantiles))
        found = [round(40 * quantile) for quantile in (moment.low, moment.median, moment.high)]
        assert found == [1, 5, 9]


def test_options_by_decision_as_long_as_enough_games_last() -> None:
    short = [played([(0.5, 0.5)] * 4, index=index) for index in range(99)]
    options, spread = choices(world(*short, played([(0.5, 0.5)] * 40, index=99)), 2)
    # One game of a hundred goes on; it would tell more about itself than about the rest.
    assert [moment.at for moment in options] == [1.5, 3.5]
    assert [moment.n for moment in options] == [200, 200]
    assert [moment.mean for moment in options] == [2, 2]
    assert [moment.mean for moment in spread] == [0.5, 0.5]


def test_many_rounds_are_joined() -> None:
    options, _ = choices(world(played([(0.5, 0.5)] * 400)), 2, most=10)
    assert len(options) == 10
    assert sum(moment.n for moment in options) == 400


def test_the_most_dramatic_game_is_behind_for_long() -> None:
    briefly = played([(0.0, 1.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0)], index=0)
    for_long = played([(0.4, 0.6), (0.4, 0.6), (0.4, 0.6), (1.0, 0.0)], index=1)
    assert notable([briefly, for_long])["dramatic"].game is for_long


def test_the_longest_and_the_closest() -> None:
    games = [
        played([(0.5, 0.5)] * 3, scores=(9, 2), index=0),
        played([(0.9, 0.1)] * 2, scores=(5, 4), index=1),
        played([(0.6, 0.5)] * 2, scores=(5, 4), index=2),
    ]
    found = notable(games)
    assert found["longest"].game is games[0]
    # By the same margin, the one in which the leader was never far ahead.
    assert found["closest"].game is games[2]
    assert found["closest"].data()["value"] == 1


def test_the_luckiest_beats_the_ai_against_all_expectation() -> None:
    one = frozenset((1,))
    lucky = played([(0.1, 0.9), (0.6, 0.4)], ai=one, index=0)
    luckier = played([(0.3, 0.7), (0.0, 1.0)], ai=one, index=1)
    beaten = played([(0.0, 1.0)], scores=(3, 5), ai=one, index=2)
    assert notable([lucky, luckier, beaten])["luckiest"].game is luckier
    assert "luckiest" not in notable([beaten])
    assert "dramatic" not in notable([lucky])


def test_of_equals_the_first_is_kept_whoever_played_it() -> None:
    games = [played([(0.4, 0.6)] * 2, index=index) for index in range(4)]
    forwards = merged(notable(games[:2]), notable(games[2:]))
    backwards = merged(notable(games[2:]), notable(games[:2]))
    assert forwards == backwards
    assert all(one.game is games[0] for one in forwards.values())


def test_games_that_are_not_finished_are_not_notable() -> None:
    game = played([(0.5, 0.5)])
    stuck = replace(game, played=replace(game.played, outcome=Outcome(Status.STUCK, "")))
    assert notable([stuck]) == {}


@pytest.mark.parametrize("series", [MIXED, SKILLED])
def test_a_notable_game_is_a_game_of_the_series(series: str) -> None:
    experiment = Experiment(Plan(find_source("kuhn_poker")), series, "pipmc:tests=2", 6, ())
    found = experiment.run().world.notable
    assert set(found) <= set(KINDS)
    for one in found.values():
        assert one.game in experiment.deal(one.game.played.index).games
