"""Analyses: the same numbers for the same sizes, whoever plays; and what is told when something is odd."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import small_games
import truth_games
from croupier.catalog.loading import find_source
from croupier.lab import Experiment, Scorer, World, analyze
from croupier.lab import heuristic as registry
from croupier.lab.analysis import Analysis
from croupier.lab.analysis_text import analysis_text, sparkline
from croupier.lab.effort import EFFORTS, Effort, SizeError, Sizes, guessed_rungs, rungs_that_fit
from croupier.lab.heuristic import Heuristic, HeuristicError, Measure, Score, heuristics_named
from croupier.lab.ladder import budget_of
from croupier.lab.scorer import Evidence
from croupier.lab.simulate import Plan
from croupier.lab.tables import CsvFolder, ParquetFolder
from croupier.lab.world import MIXED, RANDOM, SKILLED, Observation
from croupier.players import PlayerError
from golden import assert_golden

pytestmark = pytest.mark.slow

SPEC = (
    "fairness", "meaningfulmoves", "variance", "drama", "decisiveness", "clarity", "coolness", "security",
    "stability", "depth", "convergence", "order", "randomness", "gamelength", "noties", "excessrules",
    "reasonable", "firstplayeradvantage", "leadchanges", "comeback", "lastplaceagency", "skilltrace",
    "luckskill", "optioncurve", "deadtime", "decisionentropy", "rulecoverage", "score", "skillgain", "target",
)  # fmt: skip


def plan(text: str, **choices: Any) -> Plan:
    """A plan for a program or a game of the library, for the interpreter: nothing has to be compiled."""
    return Plan(find_source(text), engine="interpreter", **choices)


def small(text: str = "kuhn_poker", **choices: Any) -> Analysis:
    """A small analysis."""
    choices = {"games": "60,5,8,2,1", "players": "pipmc:tests=3", "workers": 1, **choices}
    return analyze(plan(text), **choices)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are called at once, however little there is to do."""
    monkeypatch.setattr("croupier.lab.work.crew.TRIAL_SECONDS", 0.0)
    monkeypatch.setattr("croupier.lab.work.crew.WORTHWHILE_SECONDS", 0.0)


def without_timing(found: Analysis) -> dict[str, Any]:
    """All numbers but those of the clock."""
    return {key: value for key, value in found.data().items() if key not in ("timing", "yardstick")}


def test_every_heuristic_is_there_with_its_number_or_a_reason() -> None:
    found = small()
    assert set(found.scores) == set(SPEC)
    for name, score in found.data()["heuristics"].items():
        assert {"value", "low", "high", "n"} <= set(score)
        assert score["why" if score["value"] is None else "sentence"], name


def test_golden_data() -> None:
    text = json.dumps(without_timing(small()), ensure_ascii=False, indent=2)
    assert_golden("analysis/kuhn_poker.json", text + "\n")
    assert "NaN" not in text
    assert "Infinity" not in text


@pytest.mark.usefixtures("eager")
def test_the_number_of_workers_never_changes_a_result() -> None:
    alone, together = (small(games="40,2,4,0", workers=workers) for workers in (1, 2))
    assert without_timing(alone) == without_timing(together)


def test_the_seed_does() -> None:
    one, other = (analyze(plan("kuhn_poker", seed=seed), games="60,0,0", workers=1) for seed in (1, 2))
    assert one["fairness"] != other["fairness"]


def test_a_world_is_the_same_in_whatever_pieces_it_is_played() -> None:
    parts = [
        Experiment(plan("kuhn_poker"), MIXED, "pipmc:tests=2", deals=n).run(m).world
        for m, n in ((0, 2), (2, 5))
    ]
    whole = Experiment(plan("kuhn_poker"), MIXED, "pipmc:tests=2", deals=5).run().world
    assert sum(parts, World(MIXED)) == whole
    assert whole.games == 10


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    few, many = (Experiment(plan("kuhn_poker"), RANDOM, deals=n, observed=n).run().world for n in (60, 600))
    assert set(few.sums) == set(many.sums)
    assert many.rows == ()
    assert sum(map(len, many.counts.values())) <= 2 * sum(map(len, few.counts.values()))


def test_series_are_played_on_common_deals() -> None:
    experiment = Experiment(plan("kuhn_poker"), MIXED, "pipmc:tests=2", deals=1)
    deal = experiment.deal(3)
    random = Experiment(plan("kuhn_poker"), RANDOM, deals=1).deal(3).games[0]
    assert [sorted(game.ai) for game in deal.games] == [[0], [1]]
    assert deal.baseline is not None
    assert deal.baseline.played == random.played
    assert {game.played.seed for game in deal.games} == {random.played.seed}


def test_only_the_ai_records_estimates() -> None:
    deal = Experiment(plan("kuhn_poker"), MIXED, "pipmc:tests=2", deals=1).deal(0)
    for game in deal.games:
        assert {d.seat for d in game.decisions if d.estimates is not None} <= game.ai
    skilled = Experiment(plan("kuhn_poker"), SKILLED, "pipmc:tests=2", deals=1).deal(0).games[0]
    assert all(d.estimates is not None for d in skilled.decisions if not d.forced)


def test_the_same_again() -> None:
    found = small()
    assert found.command() == (
        "croupier analyze kuhn_poker.rcy --seed 1 --effort normal --games 60,5,8,2,1 --players pipmc:tests=3"
    )
    assert without_timing(small(games=str(found.sizes))) == without_timing(found)


def test_precision_is_reached_by_looking_again_with_wider_intervals() -> None:
    fairness = heuristics_named(["fairness"])
    once = analyze(plan(truth_games.UNFAIR), games="100,0,0", workers=1, heuristics=fairness)
    found = analyze(plan(truth_games.UNFAIR), games="100,0,0", workers=1, heuristics=fairness, precision=0.06)
    score = found["fairness"]
    assert found.looks > 1
    assert found.sizes.random == 100 * 2 ** (found.looks - 1)
    assert score.low is not None
    assert score.high is not None
    assert (score.high - score.low) / 2 <= 0.06
    assert found.evidence.confidence > once.evidence.confidence == 0.95


def interrupting(stage: str) -> Any:
    """A progress that interrupts the analysis like Ctrl-C, in the middle of a stage."""

    def progress(name: str, done: int, total: int) -> None:
        if name == stage and done:
            os.kill(os.getpid(), signal.SIGINT)

    return progress


@pytest.mark.parametrize("stage", ["random", "mixed", "ai", "ladder"])
def test_an_interrupt_gives_the_report_on_what_is_done(stage: str) -> None:
    found = small(games="300,40,40,4,2", progress=interrupting(stage))
    assert found.interrupted
    assert "interrupted" in str(found).splitlines()[0]
    games = {name: found.evidence.world(name).tally.games for name in (RANDOM, MIXED, SKILLED)}
    assert games[RANDOM]
    if stage in ("random", "mixed"):
        assert not games[SKILLED]
        assert "interrupted" in found["drama"].sentence
    assert found["fairness"].defined


def test_games_that_never_finish_are_told_as_such() -> None:
    for text, told in (
        (small_games.STUCK, "seat 0 has no option"),
        (small_games.ENDLESS, "40 decisions"),
        (small_games.LOOPING, "steps without a decision"),
    ):
        found = analyze(
            plan(text, max_decisions=40, max_steps=500), effort="quick", games="10,2,2,2,1,2", workers=1
        )
        assert told in str(found)
        assert "none of the random games finished" in found["fairness"].sentence
        assert "no random game finished" in found["drama"].sentence
        assert found["reasonable"].details["every_game_finishes"] is False
        assert "nan" not in str(found)


def test_games_of_which_some_fail() -> None:
    found = small(small_games.FAILING, games="60,3,3,0")
    assert found["fairness"].n == found.evidence.world(RANDOM).tally.finished < 60
    assert "division by 0" in str(found)


def test_a_player_without_estimates_leaves_undefined_what_needs_them() -> None:
    found = small(players="random", games="50,5,5,5")
    assert "no decision with estimates" in found["meaningfulmoves"].sentence
    assert "no budget that can be doubled" in found["depth"].sentence
    assert found["order"].defined


def test_published_readings_skip_what_they_do_not_have() -> None:
    found = small(published="engine")
    assert {name for name, score in found.scores.items() if score.defined} <= {
        "fairness", "meaningfulmoves", "variance", "drama", "decisiveness", "clarity", "coolness", "total"
    }  # fmt: skip
    assert "as the published engine reckon it" in str(found).splitlines()[0]
    tables = small(published="tables")
    assert {"order", "fairness", "convergence", "meaningfulmoves", "drama", "security"} == {
        name for name, score in tables.scores.items() if score.defined
    }


@pytest.mark.parametrize("text", ["", "1,2,3,4,5,6,7", "-3", "a,b", "1;2", "1,1,1,1,99"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(SizeError):
        Sizes.of(text)


def test_wrong_choices_are_told_before_anything_is_played() -> None:
    with pytest.raises(SizeError, match="no effort"):
        analyze("kuhn_poker", effort="heroic")
    with pytest.raises(SizeError, match="no reading"):
        analyze("kuhn_poker", published="memoirs")
    with pytest.raises(SizeError, match="precision"):
        analyze("kuhn_poker", precision=2)
    with pytest.raises(PlayerError, match="no player"):
        analyze("kuhn_poker", players="oracle")


def test_a_ladder_is_as_high_as_there_is_time_for() -> None:
    high, many = rungs_that_fit(200, guessed_rungs(0.001, budget=10, seats=4, cap=5))
    low, few = rungs_that_fit(20, guessed_rungs(3.0, budget=10, seats=4, cap=5))
    assert high == 5
    assert many > 1000
    assert (low, few) == (3, 6)
    assert budget_of("ismcts:iterations=50") == 50


class Hesitation(Heuristic):
    """How many options there are where there is a choice."""

    name, title, series = "hesitation", "Hesitation", (RANDOM,)

    def measure(self, game: Observation) -> Iterator[Measure]:
        """Options of unforced decisions."""
        for decision in game.decisions:
            if not decision.forced:
                yield "options", len(decision.options), 1

    def score(self, evidence: Evidence) -> Score:
        """Their mean."""
        return self.told(evidence.mean("hesitation.options", RANDOM), "Options to hesitate about.")


class Broken(Hesitation):
    """Fails."""

    name = "broken"

    def score(self, evidence: Evidence) -> Score:
        """A mistake of its author."""
        raise ValueError("oh")


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages that have registered heuristics."""
    entries = {
        name: EntryPoint(name, f"{__name__}:{thing}", registry.GROUP)
        for name, thing in (("hesitation", "Hesitation"), ("broken", "Broken"))
    }
    monkeypatch.setattr(registry, "registered", lambda: entries)
    monkeypatch.setattr(EntryPoint, "load", lambda entry: globals()[entry.value.partition(":")[2]])


@pytest.mark.usefixtures("others")
def test_heuristics_of_other_packages_take_part() -> None:
    found = small(games="20,0,0,0")
    assert found["hesitation"].value == 2
    assert found["broken"].sentence == "it failed: ValueError: oh"
    assert "Hesitation" in str(found)


def test_a_heuristic_that_there_is_not() -> None:
    with pytest.raises(HeuristicError, match=r"no heuristic 'fairnes': did you mean `fairness`"):
        heuristics_named(["fairnes"])


def test_raw_tables(tmp_path: Path) -> None:
    with CsvFolder(tmp_path / "raw") as folder:
        found = small(games="10,2,3,0", sink=folder.add)
    lines = {path.name: path.read_text().splitlines() for path in (tmp_path / "raw").iterdir()}
    assert set(lines) == {"games.csv", "seats.csv", "decisions.csv", "estimates.csv"}
    assert len(lines["games.csv"]) == 1 + 10 + 2 * 2 + 3
    assert lines["decisions.csv"][0] == "series,game,ai,number,seat,options,forced,chosen,text,spread"
    assert found.evidence.world(RANDOM).rows == ()


def test_raw_tables_as_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with ParquetFolder(tmp_path) as folder:
        small(games="10,2,3,0", sink=folder.add)
    assert parquet.read_table(tmp_path / "games.parquet").num_rows == 10 + 2 * 2 + 3
    assert parquet.read_table(tmp_path / "decisions.parquet").column_names[-1] == "spread"


def test_results_as_tables() -> None:
    tables = small().tables()
    assert [row["heuristic"] for row in tables["heuristics"]][:2] == ["fairness", "firstplayeradvantage"]
    assert len(tables["wins"]) == 3 * 2
    assert {row["series"] for row in tables["series"]} == {RANDOM, MIXED, SKILLED}


def test_text_fits_the_width() -> None:
    found = small()
    assert max(map(len, analysis_text(found, width=90).splitlines()[:-1])) <= 100
    assert "\x1b[1m" in analysis_text(found, colour=True)
    assert sparkline([1, 2, 1]) == "▅█▅"


def test_a_scorer_by_itself() -> None:
    world = Experiment(plan("kuhn_poker"), RANDOM, deals=50).run().world
    scores = Scorer(heuristics_named(["fairness"])).score(Evidence(plan("kuhn_poker"), {RANDOM: world}))
    assert list(scores) == ["fairness"]
    assert scores["fairness"].n == 50


def test_an_effort_ends_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first deals of a series used to be played however long they took: 74 s in an effort of 10."""
    monkeypatch.setitem(EFFORTS, "quick", Effort(1e-9, observed=5, cap=3, player="pipmc:tests=2"))
    found = analyze("kuhn_poker", effort="quick", workers=1)
    assert str(found.sizes).startswith("10,0,0,0")
    assert "used up the time" in found.evidence.reasons["mixed"]
