"""The reports on comparisons and sweeps, as a browser shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser import Tab
from croupier.lab import Comparison, Sweep, compare, sweep
from croupier.lab.several import Case
from croupier.lab.simulate import Plan
from croupier.report.comparison_page import comparison_plots
from croupier.report.sweep_page import sweep_plots
from croupier.text import Source
from truth_games import LAST_CARD, UNFAIR

pytestmark = pytest.mark.slow

NASTY = "\"Quotes\" & <b>brackets</b></title><script>document.title = 'gone'</script>"


@pytest.fixture(scope="module")
def compared() -> Comparison:
    """Two games with names that would like to be more than names."""
    cases = [
        Case(f"{NASTY} {i}", Plan(Source(f"<i>{i}</i>.rcy", text.replace(";; ", f";; {NASTY} ", 1))))
        for i, text in enumerate((LAST_CARD, UNFAIR, UNFAIR.replace("FOUR", "THREE")))
    ]
    names = ["fairness", "firstplayeradvantage", "noties"]
    return compare(cases, games="200,0,0", heuristics=names, workers=1)


@pytest.fixture(scope="module")
def swept() -> Sweep:
    """Two axes, and a combination that is refused."""
    names = ["fairness", "gamelength", "optioncurve"]
    return sweep(
        "agram",
        settings={"HANDSIZE": [1, 2, 3]},
        seats=[2, 3, 6],
        games="20,0,0",
        heuristics=names,
        workers=1,
    )


def test_a_comparison(browser: Tab, compared: Comparison, tmp_path: Path) -> None:
    path = tmp_path / "compared.html"
    path.write_text(compared.page(), encoding="utf-8")
    browser.open(path)
    assert browser.problems == []
    assert browser.requests == [path.as_uri()]
    assert browser.run("document.title") == f"{NASTY} 0, {NASTY} 1 and {NASTY} 2"
    assert browser.run("document.querySelectorAll('main b > b, main script').length") == 0
    assert browser.run("[...document.querySelectorAll('figure svg')].every(s => s.querySelector('path'))")
    assert browser.run("[...document.querySelectorAll('figure h3')].map(h => h.textContent)") == [
        "Beyond chance",
        "May be chance",
    ]
    for width in (400, 1200):
        browser.look(width=width, dark=width == 400)
        assert browser.overflow == 0


def test_a_sweep(browser: Tab, swept: Sweep, tmp_path: Path) -> None:
    path = tmp_path / "swept.html"
    path.write_text(swept.page(), encoding="utf-8")
    browser.open(path)
    assert browser.problems == []
    assert browser.requests == [path.as_uri()]
    assert browser.run("document.title") == "Agram: HANDSIZE=1..3, seats=2,3,6"
    titles = browser.run("[...document.querySelectorAll('figure h3')].map(h => h.textContent)")
    assert sorted(titles) == ["Fairness", "Game length", "Option curve"]
    assert "6 seats are not possible" in browser.run("document.body.innerText")
    for width in (400, 1200):
        browser.look(width=width, dark=width == 400)
        assert browser.overflow == 0


def test_they_show_themselves_in_notebooks(compared: Comparison, swept: Sweep) -> None:
    for found in (compared, swept):
        shown = found._repr_html_()
        assert shown.startswith("<div")
        assert "<svg" in shown
        assert "<script" not in shown


def test_plots_have_words_and_numbers(compared: Comparison, swept: Sweep) -> None:
    for plot in (*comparison_plots(compared).values(), *sweep_plots(swept).values()):
        assert plot.alt
        assert plot.rows
        assert len(plot.rows[0]) == len(plot.head)
