"""Tables and replays in a real browser: whole games by clicks, by keys and by dragging."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage

from croupier.catalog import shelf
from studio_server import Studio, running_studio

pytestmark = pytest.mark.slow
READY = 'main[data-ready="yes"]'
OVER = 'section[aria-label="Result"]'


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with running_studio(tmp_path_factory.mktemp("studio")) as found:
        yield found


class Watched:
    """A page, with everything about it that must not happen."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.page = context.new_page()
        self.faults: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda problem: self.faults.append(str(problem)))
        self.page.on("request", lambda request: self._request(request.url, base))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def _request(self, url: str, base: str) -> None:
        if not url.startswith((base, "data:", base.replace("http", "ws"))):
            self.faults.append(f"a request to {url}")

    @property
    def at(self) -> str:
        """The number of the decision on the screen."""
        return self.page.get_attribute("main", "data-at") or ""

    def ready(self) -> bool:
        """Waits for our turn; false if the game is over."""
        self.page.wait_for_selector(f"{READY} .option, {READY} {OVER}", timeout=30_000)
        return self.page.query_selector(OVER) is None

    def moved_on(self, before: str) -> None:
        """Waits until the decision is another one, or the game is over."""
        self.page.wait_for_function(
            "([at, over]) => document.querySelector('main').dataset.at !== at"
            " || document.querySelector(over)",
            arg=[before, OVER],
            timeout=30_000,
        )


@pytest.fixture
def watched(a_browser: Browser, studio: Studio) -> Iterator[Watched]:
    context = a_browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    found = Watched(context, studio.base)
    yield found
    mismatches = (
        found.page.get_attribute("main", "data-mismatches") if found.page.query_selector("main") else "0"
    )
    context.close()
    assert found.faults == []
    assert mismatches in (None, "0")


@pytest.mark.parametrize("game", ["agram", "gops", "crazy_eights", "kuhn_poker", "scopa", "war.ah"])
def test_a_whole_game_by_keys(studio: Studio, watched: Watched, game: str) -> None:
    watched.page.goto(studio.table(game))
    while watched.ready():
        before = watched.at
        watched.page.keyboard.press("1")
        watched.moved_on(before)
    assert watched.page.inner_text(".turn") == "The game is over."


def test_a_whole_game_by_arrows_and_enter(studio: Studio, watched: Watched) -> None:
    page = watched.page
    page.goto(studio.table("agram", seats=2))
    while watched.ready():
        before = watched.at
        page.locator('.card[data-active="yes"]').first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        watched.moved_on(before)


@pytest.mark.parametrize("game", ["agram", "hearts", "crazy_eights"])
def test_a_game_by_clicks(studio: Studio, watched: Watched, game: str) -> None:
    page = watched.page
    page.goto(studio.table(game))
    for _ in range(12):
        if not watched.ready():
            break
        before = watched.at
        cards = page.query_selector_all('.card[data-active="yes"]')
        if not cards:
            page.click(".option")
        else:
            cards[0].click(position={"x": 6, "y": 20})
            page.wait_for_selector(".action.main.wide, .buttons .action")
            page.click(".action.main.wide, .buttons .action")
        watched.moved_on(before)


def test_a_game_by_dragging(studio: Studio, watched: Watched) -> None:
    page = watched.page
    page.goto(studio.table("agram", seats=3))
    for _ in range(3):
        if not watched.ready():
            break
        before = watched.at
        card = page.query_selector_all('.card[data-active="yes"]')[0].bounding_box()
        goal = page.locator('[data-goal="place 0.TRICK"]').bounding_box()
        assert card is not None
        assert goal is not None
        page.mouse.move(card["x"] + 8, card["y"] + 20)
        page.mouse.down()
        page.mouse.move(card["x"] + 40, card["y"] - 40, steps=3)
        page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=3)
        page.mouse.up()
        watched.moved_on(before)


def test_a_card_that_is_no_option_says_so(studio: Studio, watched: Watched) -> None:
    watched.page.goto(studio.table("agram", seats=2))
    watched.ready()
    watched.page.click('.card[data-active="no"]', force=True)
    assert watched.page.inner_text(".toast") == "That is not an option now."


def test_hint_log_rules_and_undo(studio: Studio, watched: Watched) -> None:
    page = watched.page
    page.goto(studio.table("hearts", set={"PASS": "3"}))
    watched.ready()
    page.keyboard.press("u")
    page.wait_for_selector(".toast")
    assert page.inner_text(".toast") == "You cannot take that back: you have not decided anything yet."
    page.keyboard.press("h")
    page.wait_for_selector(".expected")
    assert "would take" in page.inner_text(".advice >> nth=0")
    before = watched.at
    page.keyboard.press("1")
    watched.moved_on(before)
    watched.ready()
    page.keyboard.press("u")
    page.wait_for_function("at => document.querySelector('main').dataset.at === at", arg=before)
    page.keyboard.press("l")
    assert page.query_selector_all(".log li")
    page.keyboard.press("r")
    assert "hearts" in page.inner_text('section[aria-label="Rules"]').lower()


def test_reload_and_a_second_tab(studio: Studio, watched: Watched, a_browser: Browser) -> None:
    page = watched.page
    page.goto(studio.table("agram", seats=2))
    watched.ready()
    page.keyboard.press("1")
    watched.ready()
    options = page.inner_text(".options")
    page.reload()
    watched.ready()
    assert page.inner_text(".options") == options
    other = a_browser.new_context().new_page()
    other.goto(studio.link(page.url.removeprefix(studio.base)))
    other.wait_for_selector(".option")
    page.wait_for_selector("text=This table is open in another tab")
    other.context.close()
    page.click("text=Play here")
    page.wait_for_selector("text=This table is open in another tab", state="detached")


def test_two_people_and_a_curtain(studio: Studio, watched: Watched) -> None:
    page = watched.page
    opened = studio.ask("table.open", game="kuhn_poker", seed="3", seats=[{"who": "you"}, {"who": "you"}])
    page.goto(studio.link(f"/table/{opened['table']}"))
    page.wait_for_selector(".curtain")
    assert page.query_selector(".card") is None
    page.click("text=Show my cards")
    watched.ready()
    page.keyboard.press("1")
    page.wait_for_selector(".curtain")
    assert page.query_selector(".card") is None
    assert "Seat 1" in page.inner_text(".curtain")


def test_a_replay_is_stepped_through_and_played_on(studio: Studio, watched: Watched) -> None:
    page = watched.page
    page.goto(studio.table("kuhn_poker"))
    while watched.ready():
        before = watched.at
        page.keyboard.press("1")
        watched.moved_on(before)
    page.click("text=Look at it again")
    page.wait_for_selector(".controls")
    page.keyboard.press("End")
    page.wait_for_selector(OVER)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.select_option("aside select", label="as Seat 0 saw it")
    page.click("text=Play on from here")
    page.wait_for_url("**/table/*")
    watched.ready()


def test_the_server_is_started_again(a_browser: Browser, tmp_path: Path) -> None:
    page = a_browser.new_context(reduced_motion="reduce").new_page()
    with running_studio(tmp_path) as studio:
        page.goto(studio.table("agram", seats=2))
        page.wait_for_selector(f"{READY} .option")
        options = page.inner_text(".options")
        studio.process.kill()
        studio.process.wait()
        page.wait_for_selector("text=The studio does not answer")
    with running_studio(tmp_path, port=int(studio.host.split(":")[1])):
        page.wait_for_selector("text=The studio does not answer", state="detached", timeout=30_000)
        page.wait_for_selector(f"{READY} .option")
        assert page.inner_text(".options") == options
        page.keyboard.press("1")
    page.context.close()


def test_a_wrong_token_is_told(studio: Studio, a_browser: Browser) -> None:
    page = a_browser.new_context().new_page()
    page.goto(f"{studio.base}/#token=wrong")
    page.wait_for_selector("text=This link is of another studio")
    page.context.close()


def test_nothing_of_a_game_file_comes_to_life(studio: Studio, watched: Watched) -> None:
    markup = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>'
    source = shelf.source("kuhn_poker")
    assert source is not None
    _, _, rest = source.text.partition("\n")
    file = studio.folder / "hostile.rcy"
    file.write_text(f";; {markup}\n{re.sub('option: .*', f'option: {markup}', rest)}")
    watched.page.goto(studio.table(file.name, seats=2))
    assert watched.ready()
    assert watched.page.evaluate("window.attacked") is None
    assert "<img" in watched.page.inner_text("body")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(studio: Studio, a_browser: Browser, scheme: Literal["light", "dark"]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = a_browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    addresses = [
        studio.link("/"),
        studio.link("/table/new?game=hearts"),
        studio.table("hearts"),
        studio.table("coup"),
    ]
    for address in addresses:
        page.goto(address)
        page.wait_for_selector(".games a, form, .option")
        found = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        told = [(one["id"], one["nodes"][0]["html"][:200]) for one in found.response["violations"]]
        assert told == [], address
    context.close()
