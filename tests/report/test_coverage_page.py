"""The page of ``croupier coverage``, as a browser shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser import Tab
from croupier.lab.coverage import coverage
from croupier.lab.simulate import Plan
from croupier.text import Source
from small_games import COVERED

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a game with quotes, brackets and scripts in its names."""
    found = coverage(Plan(Source("<i>.rcy", COVERED), "<i>"), (30, 2), player="pipmc:tests=2")
    path = tmp_path_factory.mktemp("coverage") / "covered.html"
    path.write_text(found.page(), encoding="utf-8")
    return path


def test_everything_is_there_and_nothing_is_run(browser: Tab, page: Path) -> None:
    browser.open(page)
    assert browser.problems == []
    assert browser.requests == [page.as_uri()]
    assert browser.run("document.title") == 'Covered & <b>"quoted"</b>: which rules are used'
    titles = browser.run("[...document.querySelectorAll('h2')].map(h => h.textContent)")
    assert titles == ["In short", "The program", "Options", "Conditions"]
    assert browser.run("document.querySelectorAll('script, .program i, .program b b').length") == 0
    assert browser.run("document.querySelector('#L12 code').textContent.trim()") == (
        ';; option: take <script>document.title = "gone"</script>'
    )


def test_the_listing_is_the_text(browser: Tab, page: Path) -> None:
    browser.open(page)
    shown = browser.run("[...document.querySelectorAll('.program tbody code')].map(c => c.textContent)")
    assert shown == COVERED.splitlines()
    margins = browser.run("[...document.querySelectorAll('#L9 td.number')].map(c => c.textContent)")
    assert margins == ["180", "12"]
    assert browser.run("document.querySelector('#L22').className") == "unused"
    assert browser.run("document.querySelector('#L22 mark.dead') !== null")


def test_findings_lead_to_their_lines_by_the_keyboard(browser: Tab, page: Path) -> None:
    browser.open(page)
    browser.run("document.querySelector('li a[href=\"#L22\"]').focus()")
    browser.key("Enter")
    assert browser.run("location.hash") == "#L22"
    assert browser.run("document.querySelector(':target').id") == "L22"


@pytest.mark.parametrize("dark", [False, True])
def test_a_narrow_screen_needs_no_scrolling(browser: Tab, page: Path, dark: bool) -> None:
    browser.look(width=400, dark=dark)
    browser.open(page)
    assert browser.overflow == 0
    assert browser.problems == []


def test_a_notebook_shows_the_gist() -> None:
    found = coverage(Plan(Source("small.rcy", COVERED)), (10, 0))
    shown = found._repr_html_()
    assert "never had an effect" in shown
    assert "<script>" not in shown
    assert "href" not in shown


def test_it_prints(browser: Tab, page: Path, tmp_path: Path) -> None:
    browser.open(page)
    assert browser.pdf(tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")
