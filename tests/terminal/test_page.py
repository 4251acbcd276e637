"""A recorded game as a page, in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser import Tab
from croupier import load
from croupier.catalog.loading import find_source
from croupier.game import Transcript
from croupier.game.film import Replay
from croupier.lab.simulate import Plan, simulate
from croupier.report.replay_page import page

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with all sides of a game."""
    folder = tmp_path_factory.mktemp("page")
    simulate(Plan(find_source("kuhn_poker"), seed=3, transcripts=str(folder)), 1)
    game = load("kuhn_poker")
    replay = Replay(game, Transcript.read(next(folder.iterdir())))
    shown = [replay.film(seat) for seat in (None, 0, 1)]
    path = folder / "game.html"
    path.write_text(page(game, shown), encoding="utf-8")
    return path


def test_keys_buttons_and_sides(browser: Tab, path: Path) -> None:
    browser.open(path)
    count = "document.querySelector('.count').textContent"
    # It opens at the first decision, with the deal behind it.
    first, total = map(int, browser.run(count).split(" / "))
    assert first > 1
    for key, shift, expected in (
        ("ArrowRight", False, first + 1),
        ("End", False, total),
        ("ArrowLeft", False, total - 1),
        ("Home", False, 1),
    ):
        browser.key(key, shift=shift)
        assert browser.run(count) == f"{expected} / {total}"
    browser.key("ArrowDown")
    assert browser.run("document.querySelectorAll('.now li.chosen').length") == 1
    browser.click(".last")
    assert browser.run(count) == f"{total} / {total}"
    browser.run("const s = document.querySelector('.sides'); s.value = 1; s.onchange({target: s})")
    assert "Seat 0 (you)" in browser.run("document.querySelector('.table').textContent")
    assert browser.problems == []
    assert browser.requests == [path.as_uri()]


def test_a_link_leads_to_an_event_of_a_side(browser: Tab, path: Path) -> None:
    browser.open(path, "#4.2")
    assert browser.run("document.querySelector('.count').textContent").startswith("4 / ")
    assert "Seat 1 (you)" in browser.run("document.querySelector('.table').textContent")


def test_it_fits_a_telephone(browser: Tab, path: Path) -> None:
    browser.look(width=400, height=700)
    browser.open(path)
    assert browser.overflow == 0
    assert browser.run("document.documentElement.scrollHeight") <= 700
