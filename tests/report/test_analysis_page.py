"""The report on a game, as a browser shows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from browser import Tab
from croupier.game import Transcript
from croupier.lab import Analysis, analyze
from croupier.lab.heuristics import HEURISTICS
from croupier.lab.simulate import Plan, simulate
from croupier.lab.world import SKILLED
from croupier.report.findings import TOPICS
from croupier.report.replay_page import Stage
from croupier.report.replays import chosen, replayed, sentence
from croupier.text import Source
from small_games import ENDLESS, STUCK
from truth_games import LUCK

pytestmark = pytest.mark.slow

NASTY = """\
;; "Quotes" & <b>brackets</b></title></script><script>document.title = 'gone'</script>
;; <img src=x onerror="document.title = 'gone'"> summed up
;; source: <a href="javascript:alert(1)">x</a>
"""


def analysed(text: str, games: str = "10,1,2,0,0,5", **choices: Any) -> Analysis:
    """A small analysis of a program."""
    plan = Plan(Source("test.rcy", text), **choices)
    return analyze(plan, games=games, players="pipmc:tests=1", workers=1)


def opened(browser: Tab, found: Analysis, folder: Path) -> None:
    """Open the report; nothing may be wrong with it."""
    path = folder / "report.html"
    path.write_text(found.page(), encoding="utf-8")
    browser.open(path)
    assert browser.problems == []


def test_the_story_is_all_there(browser: Tab, page: Path, found: Analysis) -> None:
    browser.open(page)
    assert browser.problems == []
    assert browser.requests == [page.as_uri()]
    titles = browser.run("[...document.querySelectorAll('h2')].map(h => h.textContent)")
    assert titles == [
        "In short",
        "Who wins",
        "When it is decided",
        "How dramatic it is",
        "How much skill counts",
        "What there is to choose",
        "Among the games of the library",
        "Games to look at",
        "All numbers",
        "Which rules matter",
        "What it is",
    ]
    text = browser.run("document.body.innerText")
    assert found["fairness"].sentence in text.replace("\xa0", " ")
    assert "croupier analyze agram --seats 2 --seed 1" in text
    assert "trick-taking" in text


def test_every_heuristic_answers_a_question() -> None:
    assert sorted(name for names in TOPICS.values() for name in names) == sorted(h.name for h in HEURISTICS)


def test_links_lead_somewhere_and_ids_are_unique(browser: Tab, page: Path) -> None:
    browser.open(page)
    ids = browser.run("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    targets = browser.run("[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))")
    assert {target.removeprefix("#") for target in targets} <= set(ids)


def test_plots_are_drawn_with_words_for_who_cannot_see_them(browser: Tab, page: Path) -> None:
    browser.open(page)
    shown = browser.run(
        "[...document.querySelectorAll('figure > svg')].map(s => [s.getAttribute('role'), "
        "s.getAttribute('aria-label').length, s.getBoundingClientRect().width, "
        "s.querySelectorAll('path').length])"
    )
    assert len(shown) == 6
    for role, words, width, paths in shown:
        assert role == "img"
        assert words > 40
        assert width > 200
        assert paths > 3


def test_light_dark_and_paper(browser: Tab, page: Path, tmp_path: Path) -> None:
    browser.open(page)
    ground = "getComputedStyle(document.body).backgroundColor"
    point = "getComputedStyle(document.querySelector('#plot-wins path[fill^=\"var(--plot-main\"]')).fill"
    light, light_point = browser.run(ground), browser.run(point)
    browser.look(dark=True)
    assert browser.run(ground) != light
    assert browser.run(point) != light_point
    browser.look(dark=True, print_=True)
    assert browser.run(point) == light_point
    assert browser.run("getComputedStyle(document.querySelector('nav')).display") == "none"
    browser.look()
    assert browser.pdf(tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("width", [320, 400, 800])
def test_it_fits_a_telephone(browser: Tab, page: Path, width: int) -> None:
    browser.look(width=width)
    browser.open(page)
    browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert browser.overflow == 0


def test_keyboard_and_buttons_step_through_a_replay(browser: Tab, page: Path) -> None:
    browser.open(page)
    count = "document.querySelector('#dramatic .count').textContent"
    now = "document.querySelector('#dramatic .now p').textContent"
    at, total = map(int, browser.run(count).split(" / "))
    assert total > at > 1
    assert "seat" in browser.run(now)
    browser.run("document.querySelector('#dramatic .replay').focus()")
    for key, expected in (("ArrowRight", at + 1), ("ArrowLeft", at), ("Home", 1), ("End", total)):
        browser.key(key)
        assert browser.run(count) == f"{expected} / {total}"
    assert "wins" in browser.run(now) or "over" in browser.run(now)
    browser.click("#dramatic .first")
    browser.click("#dramatic .next")
    assert browser.run(count) == f"2 / {total}"
    browser.click("#dramatic .after")
    assert int(browser.run(count).split()[0]) == at
    cards = browser.run("document.querySelectorAll('#dramatic .card').length")
    assert cards > 10
    # Another game has not moved.
    assert browser.run("document.querySelector('#longest .count').textContent").split()[0] == str(at)
    assert browser.problems == []


def test_all_can_be_reached_by_the_keyboard(browser: Tab, page: Path) -> None:
    browser.open(page)
    reached = []
    for _ in range(14):
        browser.key("Tab")
        reached.append(browser.run("document.activeElement.textContent.trim().slice(0, 20)"))
    assert reached[0] == "Skip to the content"
    assert "All numbers" in reached
    assert browser.run("document.querySelector('#what-it-is summary').tabIndex") == 0


def test_a_replay_is_the_game_that_was_observed(found: Analysis, tmp_path: Path) -> None:
    plan, games = found.evidence.plan, chosen(found.evidence)
    assert list(games) == ["dramatic", "longest", "closest", "luckiest"]
    one = games["dramatic"].game
    data = replayed(Stage(plan.game), plan, one)
    [side] = data["sides"]
    decisions = [step for step in side["steps"] if "d" in step]
    assert [step["c"] for step in decisions] == [decision.chosen for decision in one.decisions]
    assert [step.get("e") is None for step in decisions] == [d.estimates is None for d in one.decisions]
    # The same deal of random players begins in the same way.
    recorded = Plan(plan.source, seats=2, seed=plan.seed, transcripts=str(tmp_path))
    simulate(recorded, 1, first=one.played.index)
    transcript = Transcript.read(next(tmp_path.iterdir()))
    assert transcript.header["seed"] == one.played.seed
    assert side["steps"][data["at"]]["o"] == transcript.events[data["at"]]["private"]["options"]


def test_what_is_notable_is_told(found: Analysis) -> None:
    games = chosen(found.evidence)
    told = {kind: sentence(one) for kind, one in games.items()}
    assert "among AIs" in told["dramatic"]
    assert "so far behind for so long" in told["dramatic"]
    assert "among random players" in told["luckiest"]
    assert all(f"seed {games[kind].game.played.seed}" in text for kind, text in told.items())
    assert found.evidence.world(SKILLED).notable["longest"].value == 12


def test_nothing_comes_to_life_from_a_game_file(browser: Tab, tmp_path: Path) -> None:
    opened(browser, analysed(NASTY + LUCK.split("\n", 1)[1]), tmp_path)
    assert browser.run("document.title").startswith('"Quotes" & <b>brackets</b>')
    assert browser.run("document.querySelectorAll('img, b > b').length") == 0
    assert browser.run("document.querySelectorAll('a[href^=javascript]').length") == 0
    assert "<img src=x" in browser.run("document.body.innerText")


@pytest.mark.parametrize("text", [STUCK, ENDLESS], ids=["stuck", "endless"])
def test_games_without_results(browser: Tab, tmp_path: Path, text: str) -> None:
    opened(browser, analysed(text, max_decisions=20), tmp_path)
    words = browser.run("document.body.innerText")
    assert "Not every game finishes." in words
    assert "No game that could be shown has finished." in words
    assert "not played: no random game finished" in words
    assert "nan" not in words.lower().split()
    browser.look(width=400)
    assert browser.overflow == 0


def test_one_game_at_sixteen_seats(browser: Tab, tmp_path: Path) -> None:
    text = LUCK.replace("(create players 4)", "(create players 16)")
    opened(browser, analysed(text, games="1,1,1,0,0,1"), tmp_path)
    words = browser.run("document.body.innerText")
    assert "nan" not in words.lower().split()
    # What would have a single bar or point is told in words.
    assert browser.run("document.querySelectorAll('figure').length") == 4
    assert browser.run("document.querySelectorAll('p.only').length") == 2
    browser.look(width=400)
    browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert browser.overflow == 0
    assert browser.run("document.querySelectorAll('#longest .seat').length") == 16


def test_a_page_is_small_and_needs_nothing(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(text.encode()) < 3_000_000
    assert "src=" not in text.replace("script-src", "").replace("style-src", "").replace("img-src", "")
    assert "url(" not in text.replace("url(#", "")


def test_a_notebook_shows_the_gist(found: Analysis) -> None:
    shown = found._repr_html_()
    assert shown.startswith('<div class="croupier-report">')
    assert shown.count("<svg") == 6
    assert "<script" not in shown
    assert found["fairness"].sentence in shown.replace("\xa0", " ")


def test_notable_games_are_in_the_data(found: Analysis) -> None:
    data = json.loads(json.dumps(found.data()))["notable"]
    assert set(data["ai"]) == {"dramatic", "longest", "closest"}
    assert set(data["mixed"]) >= {"luckiest", "longest"}
    assert data["ai"]["dramatic"]["players"] == ["pipmc:tests=2:reward=rank"] * 2
