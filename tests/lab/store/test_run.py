"""The file of a run: what is stored stays, is not played again, and belongs to one experiment."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.catalog.loading import find_source
from croupier.lab import Analysis, analyze
from croupier.lab.effort import EFFORTS, Effort
from croupier.lab.simulate import Plan, Simulation, simulate
from croupier.lab.store import run as runs
from croupier.lab.store import schema
from croupier.lab.store.folder import entry
from croupier.lab.store.identity import Identity
from croupier.lab.store.run import Run
from croupier.lab.store.schema import StoreError
from croupier.lab.work import Crew, Done
from small_games import FAILING
from worker_jobs import Adding

pytestmark = pytest.mark.slow

KUHN = Plan(find_source("kuhn_poker"), "kuhn_poker")


def kept(out: Path, games: int, *, resume: bool = True, plan: Plan = KUHN, **choices: Any) -> Simulation:
    """Games of a run, as far as they are not there yet."""
    crew = Crew(1, out=str(out), resume=resume)
    crew.told = _nobody
    with crew, crew.keeping(Identity("simulate", plan, choices)) as run:
        assert run is not None
        result = simulate(plan, games, crew=crew)
        run.finish({"games": result.tally.games})
    return result


def _nobody(_: str) -> None:
    """Hears it."""


def the_file(folder: Path) -> Path:
    """The only run of a folder."""
    [path] = folder.iterdir()
    return path


@pytest.mark.parametrize("text", ["kuhn_poker", FAILING])
def test_a_run_goes_on_where_it_stopped(tmp_path: Path, text: str) -> None:
    plan = Plan(find_source(text), "mine")
    kept(tmp_path, 40, plan=plan)
    longer = kept(tmp_path, 100, plan=plan)
    assert longer.known == 40
    assert longer.tally == simulate(plan, 100).tally
    assert kept(tmp_path, 100, plan=plan).known == 100
    found = entry(the_file(tmp_path))
    assert (found.state, found.done, found.planned) == ("finished", 100, 100)


def test_one_file_is_all_that_is_left(tmp_path: Path) -> None:
    kept(tmp_path, 10)
    assert [path.suffix for path in tmp_path.iterdir()] == [".sqlite"]


def test_summaries_are_added_up_and_every_game_is_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "MANY", 5)
    with Crew(1, out=str(tmp_path)) as crew, crew.keeping(Identity("simulate", KUHN)) as run:
        assert run is not None
        part = run.part("games", Adding(), range(100))
        for first in (*range(50, 100), *range(50)):
            part.add(Done(range(first, first + 1), first, 0.25))
        assert list(part.stored()) == [Done(100, sum(range(100)), 25.0)]
        assert part.missing() == []
        with pytest.raises(StoreError, match="a game of this chunk is stored already"):
            part.add(Done(range(98, 102), 0, 0.0))
    with schema.read(the_file(tmp_path)) as sql:
        assert sql.execute("SELECT count(*), sum(past - first) FROM chunks").fetchone() == (100, 100)
        assert sql.execute("SELECT count(*) FROM summaries").fetchone()[0] < 10


def interrupting(series: str) -> Callable[[str, int, int], None]:
    """What stops an analysis in the middle of a series."""

    def told(stage: str, done: int, _: int) -> None:
        if stage == series and done >= 1:
            raise KeyboardInterrupt

    return told


def without_timing(found: Analysis) -> dict[str, Any]:
    """What has to be the same again."""
    return {key: value for key, value in found.data().items() if key != "timing"}


def test_an_analysis_goes_on_where_it_stopped(tmp_path: Path) -> None:
    sizes = "30,3,4,2,1"
    whole = analyze(KUHN, games=sizes, players="pipmc:tests=1", workers=1)
    with Crew(1, out=str(tmp_path)) as crew:
        first = analyze(KUHN, games=sizes, players="pipmc:tests=1", crew=crew, progress=interrupting("ai"))
        assert first.interrupted
    with Crew(1, out=str(tmp_path), resume=True) as crew:
        found = analyze(KUHN, games=sizes, players="pipmc:tests=1", crew=crew)
        assert crew.known_games > 33
    assert without_timing(found) == without_timing(whole)
    with schema.read(the_file(tmp_path)) as sql:
        value, n = sql.execute("SELECT value, n FROM results WHERE name = 'heuristics.fairness'").fetchone()
        assert (value, n) == (whole["fairness"].value, whole["fairness"].n)
        # One row a game; on a deal of the mixed series the AI sits at every seat once.
        counts = dict(sql.execute("SELECT series, count(*) FROM games GROUP BY series").fetchall())
    assert counts == {"random": 30, "mixed": 6, "ai": 4, "ladder 1": 4}


def test_what_was_found_to_fit_into_the_time_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFORTS, "quick", Effort(0.08, observed=20, cap=1, player="pipmc"))
    with Crew(1, out=str(tmp_path)) as crew:
        analyze(KUHN, effort="quick", players="pipmc:tests=1", crew=crew, progress=interrupting("ladder"))
    monkeypatch.setitem(EFFORTS, "quick", Effort(1, observed=20, cap=1, player="pipmc"))
    with Crew(1, out=str(tmp_path), resume=True) as crew:
        found = analyze(KUHN, effort="quick", players="pipmc:tests=1", crew=crew)
    assert not found.interrupted
    whole = analyze(KUHN, effort="quick", games=found.sizes, players="pipmc:tests=1", workers=1)
    assert without_timing(found) == without_timing(whole)
    with schema.read(the_file(tmp_path)) as sql:
        decided = dict(sql.execute("SELECT name, value FROM decided").fetchall())
    assert (decided["random"], decided["mixed"]) == (found.sizes.random, found.sizes.mixed)


def test_raw_rows_of_a_resumed_run_are_all_there(tmp_path: Path) -> None:
    choices: dict[str, Any] = {"games": "8,2,3,0", "players": "pipmc:tests=1"}
    with Crew(1, out=str(tmp_path)) as crew:
        analyze(KUHN, crew=crew, raw=True, progress=interrupting("mixed"), **choices)
    rows: dict[str, list[Any]] = {}

    def sink(tables: Any) -> None:
        for name, more in tables.items():
            rows.setdefault(name, []).extend(more)

    with Crew(1, out=str(tmp_path), resume=True) as crew:
        analyze(KUHN, crew=crew, sink=sink, **choices)
    fresh: dict[str, list[Any]] = {}

    def other(tables: Any) -> None:
        for name, more in tables.items():
            fresh.setdefault(name, []).extend(more)

    analyze(KUHN, workers=1, sink=other, **choices)
    assert set(rows) == set(fresh)
    for name, found in rows.items():
        assert sorted(map(repr, found)) == sorted(map(repr, fresh[name]))


def test_another_experiment_is_refused_and_named(tmp_path: Path) -> None:
    kept(tmp_path, 5)
    path = the_file(tmp_path)
    with pytest.raises(StoreError, match="is there already: --resume goes on with it"):
        kept(path, 5, resume=False)
    with pytest.raises(StoreError, match="another experiment: seed is 1 there, and 2 here"):
        kept(path, 5, plan=Plan(KUHN.source, "kuhn_poker", seed=2))
    changed = find_source(KUHN.source.text + "\n; another comment\n")
    with pytest.raises(StoreError, match="the text of the game is another one"):
        kept(path, 5, plan=Plan(changed, "kuhn_poker"))
    with pytest.raises(StoreError, match=r"5 games are stored already \(games\): ask for as many, or more"):
        kept(path, 3)
    # A refusal changes nothing.
    assert entry(path).state == "finished"


def test_in_a_folder_another_experiment_is_a_run_of_its_own(tmp_path: Path) -> None:
    kept(tmp_path, 5)
    told: list[str] = []
    other = Plan(KUHN.source, "kuhn_poker", seed=2)
    with Crew(1, out=str(tmp_path), resume=True) as crew:
        crew.told = told.append
        with crew.keeping(Identity("simulate", other)):
            pass
    assert "is another one, seed is 1 there, and 2 here" in told[0]
    assert len(list(tmp_path.iterdir())) == 2


def test_two_at_once_cannot_write_one_run_but_two_of_one_folder(tmp_path: Path) -> None:
    with Run.opened(tmp_path, Identity("simulate", KUHN)):
        with pytest.raises(StoreError, match=rf"is being written by process {os.getpid()}.*: wait for it"):
            kept(tmp_path, 5)
        kept(tmp_path, 5, plan=Plan(KUHN.source, "kuhn_poker", seed=2))
        running = {found.seed: found.state for found in map(entry, tmp_path.glob("*.sqlite"))}
        assert running == {"1": "running", "2": "finished"}
    assert kept(tmp_path, 5).known == 0


def altered(path: Path, sql: str) -> Path:
    """A file after somebody else has been at it."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(sql)
    connection.close()
    return path


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("PRAGMA user_version = 0", "in format 0, which is older than format 1: that version opens it"),
        ("PRAGMA user_version = 9", "in format 9, and this one knows up to 1: take a newer croupier"),
        ("PRAGMA application_id = 7", "this is not the file of a run"),
        ("UPDATE run SET croupier = '0.0.1'", "games of two versions are not mixed"),
    ],
)
def test_other_versions_are_told_what_to_do(tmp_path: Path, sql: str, said: str) -> None:
    kept(tmp_path, 5)
    with pytest.raises(StoreError, match=said):
        kept(altered(the_file(tmp_path), sql), 10)


def test_what_is_not_a_run_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"nonsense" * 100)
    with pytest.raises(StoreError, match="this is not the file of a run, or it is damaged"):
        kept(path, 5)
    (tmp_path / "cup.jsonl").write_text("{}", encoding="utf-8")
    with pytest.raises(StoreError, match="is a file: --out takes a folder"):
        kept(tmp_path / "cup.jsonl", 5)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere; benchmarks/long_work_faults.py has it")
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="cannot be written: Permission denied"):
        kept(tmp_path, 5)


KILLED = """
import os, sys
from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, simulate
from croupier.lab.store.identity import Identity
from croupier.lab.work import Crew, Done
from croupier.lab.work import crew as module
module.CHUNK_SECONDS = 0.02
plan = Plan(find_source("kuhn_poker"), "kuhn_poker")
left = int(sys.argv[2])
def progress(games):
    global left
    left -= games
    if left <= 0:
        os.kill(os.getpid(), 9)
with Crew(1, out=sys.argv[1], resume=True) as crew, crew.keeping(Identity("simulate", plan)):
    simulate(plan, 400, crew=crew, progress=progress)
"""


def test_kill_9_loses_at_most_what_was_being_played(tmp_path: Path) -> None:
    stored = 0
    for many in (60, 150):
        code = subprocess.run(
            [sys.executable, "-c", KILLED, str(tmp_path), str(many)], check=False
        ).returncode
        assert code == -9
        found = entry(next(tmp_path.glob("*.sqlite")))
        assert found.state == "stopped"
        assert found.done > stored
        stored = found.done
    result = kept(tmp_path, 400)
    assert result.known == stored
    assert result.tally == simulate(KUHN, 400).tally
