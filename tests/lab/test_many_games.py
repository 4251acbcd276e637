"""Experiments: the same games for any number of workers, and a named end for each."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable
from multiprocessing import active_children

import pytest

from croupier.catalog.loading import find_source
from croupier.game import Status, game_seed
from croupier.game.settings import ParameterError
from croupier.interpreter.on_table import OnTable
from croupier.lab.simulate import Plan, play, simulate
from croupier.lab.tally import KEPT, Tally
from croupier.lab.work import Chunks
from croupier.text import Source
from small_games import DROPPING, ENDLESS, FAILING, LOOPING, STUCK

pytestmark = pytest.mark.slow


def plan(text: str, **choices: object) -> Plan:
    """A plan for a program or for a game of the library."""
    return Plan(find_source(text), **choices)  # type: ignore[arg-type]


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are called at once, however little there is to do."""
    monkeypatch.setattr("croupier.lab.work.crew.TRIAL_SECONDS", 0.0)
    monkeypatch.setattr("croupier.lab.work.crew.WORTHWHILE_SECONDS", 0.0)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("game", ["kuhn_poker", FAILING])
def test_the_number_of_workers_never_changes_a_result(game: str) -> None:
    alone, together = (simulate(plan(game), 120, workers=workers).tally for workers in (1, 3))
    assert alone.games == 120
    assert together == alone


def test_a_game_is_the_same_whichever_games_are_played_around_it() -> None:
    whole = plan("kuhn_poker", seed=5)
    parts = simulate(whole, 30).tally + simulate(whole, 70, first=30).tally
    assert parts == simulate(whole, 100).tally
    assert parts == Tally.of(play(whole, index) for index in reversed(range(100)))


def test_another_seed_gives_other_games() -> None:
    one, other = (simulate(plan("agram", seed=seed), 5).tally for seed in (1, 2))
    assert one != other


def test_statistics_of_a_known_game() -> None:
    tally = simulate(plan("agram"), 50).tally
    assert tally.outcomes == {Status.FINISHED: 50}
    assert (tally.length.least, tally.length.most) == (24, 24)
    assert sum(share.value or 0 for share in map(tally.win_share, range(4))) == pytest.approx(1)
    assert tally.forced.others == tally.options.others == 50 * 24
    assert tally.dropped == {}


def test_progress_counts_every_game_once() -> None:
    told: list[int] = []
    simulate(plan("kuhn_poker"), 200, progress=told.append)
    assert sum(told) == 200


@pytest.mark.parametrize(
    ("game", "status", "reason"),
    [
        (STUCK, Status.STUCK, "seat 0 has no option"),
        (ENDLESS, Status.UNFINISHED, "40 decisions"),
        (LOOPING, Status.UNFINISHED, "1,000 steps without a decision"),
    ],
)
def test_a_game_that_cannot_finish_has_a_named_end(game: str, status: Status, reason: str) -> None:
    tally = simulate(plan(game, max_steps=1_000, max_decisions=40), 5).tally
    assert tally.outcomes == {status: 5}
    assert [incident.index for incident in tally.incidents] == list(range(KEPT))
    incident = tally.incidents[0]
    assert incident.reason == reason
    assert incident.seed == game_seed(1, 0)
    assert incident.finding(find_source(game)).message == reason
    assert "STOCK" in incident.picture


def test_games_that_do_not_finish_are_never_scored() -> None:
    tally = simulate(plan(FAILING), 60).tally
    assert tally.outcomes[Status.FAILED] > 10
    assert tally.finished + tally.outcomes[Status.FAILED] == 60
    assert tally.win_share(0).n == tally.mean_score(0).n == tally.length.n == tally.finished
    assert tally.win_share(0).value == 0.5


def test_a_failed_game_can_be_played_again() -> None:
    whole = plan(FAILING)
    incident = simulate(whole, 60).tally.incidents[-1]
    again = play(whole, incident.index)
    assert again.outcome.status is Status.FAILED
    assert (again.seed, again.picture) == (incident.seed, incident.picture)
    assert incident.finding(whole.source).span.text == "(// 1 (game sto Y))"


def test_dropped_options_are_counted_where_they_are_impossible() -> None:
    whole = plan(DROPPING)
    dropped = simulate(whole, 10).tally.dropped
    [((offset, reason), count)] = dropped.items()
    assert whole.source.text[offset:].startswith("(move (top (game vloc PILE))")
    assert (reason, count) == ("there is no card to move", 10)


def interrupting(after: int) -> Callable[[int], None]:
    """A progress that interrupts the experiment like Ctrl-C, once so many games are done."""
    left = after

    def progress(games: int) -> None:
        nonlocal left
        left -= games
        if left <= 0:
            os.kill(os.getpid(), signal.SIGINT)

    return progress


def test_an_interrupt_gives_the_statistics_so_far() -> None:
    result = simulate(plan("agram"), 100_000, progress=interrupting(20))
    assert result.interrupted
    assert 20 <= result.tally.games < 100_000
    assert result.tally.finished == result.tally.games


@pytest.mark.usefixtures("eager")
def test_an_interrupt_ends_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.lab.work.crew.CHUNK_SECONDS", 0.05)
    result = simulate(plan("agram"), 1_000_000, workers=2, progress=interrupting(60))
    assert result.interrupted
    assert result.tally.games >= 60
    assert not active_children()


def test_watching_plays_alone_and_changes_nothing() -> None:
    seen: list[int] = []

    def watch(index: int, state: OnTable) -> None:
        seen.append(index)
        state.listen(lambda event, expr: None)

    watched = simulate(plan("kuhn_poker"), 10, workers=3, watch=watch).tally
    assert seen == list(range(10))
    assert watched == simulate(plan("kuhn_poker"), 10).tally


def test_what_a_game_cannot_take_is_told_before_anything_is_played() -> None:
    with pytest.raises(ParameterError, match="6 seats are not possible: 2 to 5 are"):
        simulate(plan("agram", seats=6), 1)


def test_a_plan_can_be_sent_to_a_worker() -> None:
    whole = Plan(Source("mine.rcy", FAILING), seed=9, settings={})
    whole.check()
    assert simulate(pickle.loads(pickle.dumps(whole)), 5).tally == simulate(whole, 5).tally


def test_chunks_cover_all_games_once() -> None:
    chunks = Chunks([range(5, 1_000)], workers=3, seconds=0.5, size=50)
    covered = [index for chunk in chunks for index in chunk]
    assert covered == list(range(5, 1_000))
