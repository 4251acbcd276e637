"""A crew: the same results whoever works, and what is lost is named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, simulate
from croupier.lab.store.identity import Identity
from croupier.lab.work import Chunks, Crew
from worker_jobs import Adding

pytestmark = pytest.mark.slow


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Crew]:
    """Two workers who keep what they do."""
    with (
        Crew(2, out=str(tmp_path / "runs"), patience=60) as crew,
        crew.keeping(Identity("simulate", Plan(find_source("kuhn_poker")))),
    ):
        yield crew


def test_what_is_lost_is_told_with_its_seeds_and_tried_again_by_whoever_goes_on(kept: Crew) -> None:
    told: list[str] = []
    kept.told = told.append
    assert sum(kept.pieces(Adding({0: "dies"}), range(60))) == sum(range(1, 60))
    [lost] = kept.lost
    assert (lost.part, lost.games, lost.seeds) == ("games", range(1), (1000,))
    assert told == ["game 0 could not be played: a worker process has ended with code 1 (seed 1000)"]
    # Everything else is there: only the one that was lost is played.
    assert sum(kept.pieces(Adding(dict.fromkeys(range(1, 60), "dies")), range(60))) == sum(range(60))
    assert len(kept.lost) == 1
    assert kept.known_games == 59


def test_chunks_take_about_as_long_as_they_should() -> None:
    chunks = Chunks([range(100_000)], workers=2, seconds=0.5)
    sizes = []
    for chunk in chunks:
        sizes.append(len(chunk))
        chunks.took(len(chunk), 0.001 * len(chunk))
        if len(sizes) == 12:
            break
    assert sizes[:5] == [1, 4, 16, 64, 256]
    assert sizes[6:] == [500] * 6
    chunks.took(500, 500.0)
    assert len(next(chunks)) == 1


def test_here_and_elsewhere_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.lab.work.crew.TRIAL_SECONDS", 0.0)
    monkeypatch.setattr("croupier.lab.work.crew.WORTHWHILE_SECONDS", 0.0)
    plan = Plan(find_source("leduc_poker"), players=("pipmc:tests=1",))
    alone = simulate(plan, 40).tally
    with Crew(2) as crew:
        assert simulate(plan, 40, crew=crew).tally == alone
        assert simulate(plan, 40, crew=crew).tally == alone
