"""The report on a tournament, as a browser shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser import Tab
from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan
from croupier.lab.tournament import Record, Tournament, hold
from croupier.report.tournament_page import budgets_of, tournament_page, tournament_plots
from croupier.text import Source
from small_games import STUCK

pytestmark = pytest.mark.slow


def held(*players: str, deals: int = 4) -> Record:
    """A small tournament."""
    return hold(Tournament(Plan(find_source("kuhn_poker")), players, deals))


@pytest.fixture(scope="module")
def record() -> Record:
    """Three players that differ by their budgets only."""
    return held("pipmc:tests=1", "pipmc:tests=4", "pipmc:tests=2")


def test_ratings_cross_table_and_strength(browser: Tab, tmp_path: Path, record: Record) -> None:
    path = tmp_path / "t.html"
    path.write_text(tournament_page(record), encoding="utf-8")
    browser.open(path)
    assert browser.problems == []
    assert browser.requests == [path.as_uri()]
    assert browser.run("document.querySelectorAll('figure > svg').length") == 3
    text = browser.run("document.body.innerText")
    assert "24 games of 3 players at 2 seats, 4 deals in 6 seatings each, seed 1." in text
    cells = browser.run(
        "[...document.querySelectorAll('#who-beat-whom table')[0].querySelectorAll('tbody tr')]"
        ".map(row => [...row.cells].map(cell => cell.textContent))"
    )
    assert [row[0] for row in cells] == ["1 pipmc:tests=1", "2 pipmc:tests=4", "3 pipmc:tests=2"]
    assert all(row[number] == "–" for number, row in enumerate(cells, start=1))
    browser.look(width=400)
    assert browser.overflow == 0


def test_strength_is_drawn_by_budget(record: Record) -> None:
    plot = tournament_plots(record)["strength"]
    assert [row[0] for row in plot.rows] == ["1", "2", "4"]
    assert "tests" in plot.head[0].lower()


@pytest.mark.parametrize(
    ("players", "budgets"),
    [
        (("pipmc:tests=8", "pipmc"), ("tests", [8, 10])),
        (("ismcts:iterations=8", "ismcts:iterations=16"), ("iterations", [8, 16])),
        (("ismcts:iterations=8", "pipmc:tests=16"), None),
        (("ismcts:iterations=8", "ismcts:iterations=16:reward=score"), None),
        (("pipmc", "pipmc"), None),
        (("random", "pipmc"), None),
    ],
)
def test_players_that_differ_by_budget_only(
    players: tuple[str, ...], budgets: tuple[str, list[int]] | None
) -> None:
    assert budgets_of(players) == budgets


def test_other_players_have_no_curve() -> None:
    assert list(tournament_plots(held("random", "pipmc:tests=1", deals=1))) == ["standings", "pairs"]


def test_games_without_results(browser: Tab, tmp_path: Path) -> None:
    plan = Plan(Source("<b>.rcy", STUCK))
    path = tmp_path / "t.html"
    path.write_text(tournament_page(hold(Tournament(plan, ("random", "random"), 2))), encoding="utf-8")
    browser.open(path)
    assert browser.problems == []
    text = browser.run("document.body.innerText")
    assert "No game has finished." in text
    assert "4 games ended stuck, and do not count." in text


def test_a_notebook_shows_the_gist(record: Record) -> None:
    shown = record._repr_html_()
    assert shown.count("<svg") == 3
    assert "pipmc:tests=4" in shown
    assert "<script" not in shown
