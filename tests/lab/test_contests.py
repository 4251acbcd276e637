"""Whole games as kernels: the same choices and numbers as decision by decision."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from croupier.catalog.loading import find_source
from croupier.kernel import kernel
from croupier.lab.contests import Table
from croupier.lab.coverage import coverage
from croupier.lab.experiment import Experiment
from croupier.lab.heuristic import Heuristic, Score, all_heuristics
from croupier.lab.observing import Observed
from croupier.lab.scorer import Evidence
from croupier.lab.simulate import Plan, play, simulate
from croupier.lab.tournament import Tournament, hold
from croupier.lab.world import MIXED, RANDOM, SKILLED, World
from croupier.native import code as native_code
from croupier.players import named

PLAYERS = [
    f"{search}:reward=rank"
    for search in (
        "pipmc:tests=2",
        "mcts:iterations=9:samples=2",
        "ismcts:iterations=9",
        "moismcts:iterations=9",
    )
]

GAMES = (
    *("agram", "kuhn_poker", "leduc_poker", "hearts", "gops", "whist"),
    *("coup", "big_two", "crazy_eights", "uno_wild", "pairs", "go_fish"),
)

OPTIONS = [
    "pipmc:tests=3:deals=own:reward=rank",
    "pipmc:tests=30:confidence=0.8:reward=rank",
    "pipmc:tests=2:reward=score",
    "mcts:iterations=150:samples=3:confidence=0.8:reward=rank",
    "ismcts:iterations=150:confidence=0.7:explore=0.3:reward=rank",
    "ismcts:iterations=20:chunk=8:nodes=5:reward=inverse",
    "moismcts:iterations=9:reward=score",
]


@pytest.fixture(autouse=True)
def _quickly_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    native_code._kernel.cache_clear()
    monkeypatch.setattr(
        native_code, "kernel", lambda text, exports, name, opt: kernel(text, exports, name, 0)
    )


def plan(game: str) -> Plan:
    """A plan for a game of the library on the native engine."""
    return Plan(find_source(game), engine="native")


def both(game: Plan, series: str, player: str, deals: int, *, grouped: bool = False) -> tuple[World, World]:
    """The world of some deals, by kernel and decision by decision."""
    experiment = Experiment(game, series, player, deals, grouped=grouped)
    by_kernel = Observed.of(experiment)
    assert by_kernel is not None
    return by_kernel(range(deals)), experiment.singly(range(deals))


def assert_equal(one: World, other: World) -> None:
    """Two worlds are the same, but for the words of notable games."""
    for field in fields(World):
        if field.name != "notable":
            assert getattr(one, field.name) == getattr(other, field.name), field.name
    assert _without_words(one) == _without_words(other)


def _without_words(world: World) -> dict[str, Any]:
    return {
        kind: (
            found.key,
            found.game.played,
            found.game.players,
            [(d.seat, len(d.options), d.chosen, d.estimates, d.visits) for d in found.game.decisions],
        )
        for kind, found in world.notable.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_players_find_the_same_in_a_dozen_games(game: str) -> None:
    held, first = plan(game), GAMES.index(game)
    # Every player in every second game, each time beside another one.
    for player in (PLAYERS[first % 4], PLAYERS[(first + 1 + first // 4) % 4]):
        assert_equal(*both(held, SKILLED, player, 1))
    for series in (MIXED, RANDOM):
        assert_equal(*both(held, series, PLAYERS[0], 2))


@pytest.mark.slow
@pytest.mark.parametrize("player", OPTIONS)
def test_and_with_their_options(player: str) -> None:
    assert_equal(*both(plan("agram"), SKILLED, player, 2))


def test_a_series_of_kuhn_poker_is_the_same_whoever_plays_it() -> None:
    held = plan("kuhn_poker")
    for series in (SKILLED, MIXED, RANDOM):
        assert_equal(*both(held, series, "pipmc:tests=3", 24, grouped=True))


def test_games_that_leave_the_kernel_are_played_decision_by_decision() -> None:
    # After nine decisions nothing is finished: every such game is told by its incident.
    held = Plan(find_source("agram"), engine="native", max_decisions=9)
    one, other = both(held, SKILLED, "pipmc:tests=2", 2)
    assert_equal(one, other)
    assert one.tally.games == 2
    assert not one.tally.finished


def test_tournaments_simulations_and_coverage_are_the_same() -> None:
    held = plan("kuhn_poker")
    players = ("random", "pipmc:tests=2", "ismcts:iterations=5")
    contest = Tournament(held, players, 3)
    record = hold(contest)
    assert [record.results[index] for index in range(contest.games)] == [
        contest.play(index) for index in range(contest.games)
    ]
    seated = Plan(find_source("kuhn_poker"), players=players[1:], engine="native")
    counted, watched = simulate(seated, 6), simulate(seated, 6, watch=lambda *_: None)
    assert counted.tally == watched.tally
    slow = Plan(find_source("kuhn_poker"), engine="interpreter")
    found, known = (coverage(each, (0, 4), player=players[2]) for each in (held, slow))
    assert found.sums == known.sums


def test_whoever_is_not_built_in_plays_decision_by_decision() -> None:
    held = plan("kuhn_poker")
    assert Table.of(held, [("pipmc", "random")]) is not None
    for player in ("ismcts:time=1ms", "pipmc:rollout=greedy", "ismcts:reuse=yes", "pipmc:belief=uniform"):
        assert Table.of(held, [(player, "random")]) is None
    assert Table.of(Plan(find_source("kuhn_poker"), engine="interpreter"), [("pipmc", "random")]) is None


class Hesitation(Heuristic):
    """How many options there are, in words: it looks at single games."""

    name, title, series = "hesitation", "Hesitation", (SKILLED,)

    def measure(self, game: Any) -> Any:
        """The words of every decision."""
        yield from (("words", sum(map(len, decision.options)), 1) for decision in game.decisions)

    def score(self, evidence: Evidence) -> Score:
        """The mean."""
        return self.told(evidence.mean("hesitation.words", SKILLED), "…")


def test_a_heuristic_that_looks_at_single_games_has_them_played_so() -> None:
    held = plan("kuhn_poker")
    asked = (*all_heuristics(), Hesitation())
    experiment = Experiment(held, SKILLED, "pipmc:tests=2", 2, asked)
    assert Observed.of(experiment) is None
    assert experiment.run().world.sum_of("hesitation.words").things > 0


def test_a_maker_of_a_table_is_that_of_the_lab() -> None:
    held = plan("kuhn_poker")
    table = Table.of(held, [("pipmc:tests=2", "random")])
    assert table is not None
    makers = [named("pipmc:tests=2"), named("random")]
    assert table.played([4, 5], [0, 0]) == [play(held, deal, makers=makers) for deal in (4, 5)]
