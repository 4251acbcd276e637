"""Batches: thousands of games in one call, with the results of the same games played one by one."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from croupier.catalog.loading import find_source, read
from croupier.game import PLAYER, SAMPLE, Status, Stream
from croupier.lab.batches import Batched, tallied
from croupier.lab.counting import Counting
from croupier.lab.simulate import Plan, play, simulate
from croupier.lab.statistics import WIN
from croupier.lab.tally import Tally
from croupier.lab.work import Chunks
from croupier.lab.work.here import threaded
from croupier.native import code
from croupier.native.batch import Batches
from croupier.players.rollout import finish, random_policy
from native_games import on_both, quickly_compiled
from small_games import DROPPING, ENDLESS, FAILING, LOOPING, STUCK
from strategies import ROOT

pytestmark = pytest.mark.slow

SMALL = {"failing": FAILING, "stuck": STUCK, "endless": ENDLESS, "looping": LOOPING, "dropping": DROPPING}
HUGE_SCORES = FAILING.replace("(// 1 (game sto Y))", "2").replace(
    "((current player) sto SCORE)", "(* 3000000 (size (game vloc PILE)))"
)
PROGRAMS = ["climbing_06", "memory_04", "teams_04", "subsets_0510"]
LIBRARY = {
    "agram": 60,
    "hearts": 25,
    "gops": 40,
    "kuhn_poker": 200,
    "uno": 20,
    "cuckoo": 60,
    "spades": 20,
    "euchre": 10,
    "pitch": 10,
    "omnibus_hearts": 10,
    "uno_wild": 10,
    "whist": 20,
}


@pytest.fixture(autouse=True)
def _quick_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)


def both(game: str, games: int, **choices: Any) -> tuple[Tally, Tally]:
    """The statistics of the same games on both engines."""
    plans = [Plan(find_source(game), engine=engine, **choices) for engine in ("interpreter", "native")]
    one, other = (simulate(plan, games).tally for plan in plans)
    return one, other


@pytest.mark.parametrize("name", LIBRARY)
def test_the_statistics_are_the_same_to_the_last_bit(name: str) -> None:
    one, other = both(name, LIBRARY[name])
    assert one == other


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", [-5, 1 << 70])
def test_games_that_do_not_finish_are_told_as_the_interpreter_tells_them(name: str, seed: int) -> None:
    one, other = both(SMALL[name], 30, seed=seed, max_steps=3000, max_decisions=100)
    assert one == other


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_with_rarer_forms_come_to_the_same_statistics(name: str) -> None:
    one, other = both(str(ROOT / f"tests/programs/{name}.rcy"), 20)
    assert one == other


def test_huge_scores_are_summed_exactly() -> None:
    one, other = both(HUGE_SCORES, 40)
    assert one == other
    assert max(score.most or 0 for score in other.scores) == 3_000_000


def test_a_batch_is_the_same_as_its_games_one_by_one() -> None:
    plan = Plan(find_source("agram"), engine="native", seed=7)
    act = Counting(plan).prepare()
    assert isinstance(act, Batched)
    assert act(range(5, 45)).tally == Tally.of(play(plan, index) for index in range(5, 45))
    assert act([3, 9]).tally == Tally.of(play(plan, index) for index in (3, 9))


def test_pieces_and_threads_do_not_change_a_result() -> None:
    plan = Plan(find_source(FAILING), engine="native")
    act: Any = Counting(plan).prepare()
    whole = act(range(300)).tally
    for threads in (1, 3):
        found = threaded(act, Chunks([range(300)], threads, 1.0, 7), threads)
        assert sum((done.result.tally for done in found), Tally()) == whole
    assert simulate(plan, 300, workers=4).tally == whole


def test_threads_end_soon_when_nobody_wants_more() -> None:
    act: Any = Counting(Plan(find_source("kuhn_poker"), engine="native")).prepare()
    before = threading.active_count()
    results = threaded(act, Chunks([range(1 << 40)], 2, 1.0, 100), 2)
    assert next(results).result.tally.games
    results.close()
    assert threading.active_count() == before


def test_more_odd_games_than_are_told_at_once() -> None:
    _, native = on_both(read(STUCK))
    batches = Batches(native, max_steps=1000, max_decisions=100)
    found = batches.play(1, 10, 1000)
    assert len(found) > 1
    assert [index for sums in found for index in sums.odd] == list(range(10, 1010))
    assert sum(map(tallied, found), Tally()) == Tally()


def test_calls_are_short_where_sums_could_overflow() -> None:
    _, native = on_both(read("kuhn_poker"))
    assert Batches(native, max_steps=10, max_decisions=10**9).most == 1
    assert Batches(native, max_steps=10, max_decisions=10**4).most > 10_000


def test_other_players_are_not_played_by_the_batch() -> None:
    plan = Plan(find_source("kuhn_poker"), engine="native", players=("random", "pipmc:tests=2"))
    assert not isinstance(Counting(plan).prepare(), Batched)
    slow = Plan(find_source("kuhn_poker"), engine="interpreter", players=plan.players)
    assert simulate(plan, 4).tally == simulate(slow, 4).tally


@pytest.mark.parametrize("name", ["agram", "hearts", "kuhn_poker", "whist"])
def test_playouts_come_to_what_the_same_games_come_to_one_by_one(name: str) -> None:
    slow, native = on_both(read(name))
    start = native.start(seed=4)
    assert start.to_move is not None
    root = start.view(start.to_move).root
    view = slow.start(seed=4).view(start.to_move)
    stream, outcomes = Stream.of(9, PLAYER), []
    for _ in range(20):
        # Nothing is left to chance in these games once they have begun, but for what the players do.
        state = view.sample(Stream.of(0, SAMPLE))
        outcomes.append(finish(state, stream, random_policy))
        assert outcomes[-1].status is Status.FINISHED
    found = root.playouts(Stream.of(9, PLAYER), 20)
    assert found.games == 20
    assert [each.scores for each in found.seats] == [
        sum(scores) for scores in zip(*(o.scores for o in outcomes), strict=True)
    ]
    assert [each.ranks for each in found.seats] == [
        sum(ranks) for ranks in zip(*(o.ranks for o in outcomes), strict=True)
    ]
    assert [each.wins / WIN for each in found.seats] == pytest.approx(
        [sum(wins) for wins in zip(*(o.wins for o in outcomes), strict=True)]
    )


def test_of_many_games_that_do_not_finish_only_a_few_are_played_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    again: list[int] = []

    def counted(plan: Plan, index: int) -> Any:
        again.append(index)
        return play(plan, index)

    monkeypatch.setattr("croupier.lab.batches.play", counted)
    one, other = both(ENDLESS, 40, max_decisions=50)
    assert one == other
    assert other.outcomes == {Status.UNFINISHED: 40}
    assert again == [0, 1, 2]
