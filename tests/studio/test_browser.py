"""Tables and replays in a real browser: whole games by clicks, by keys and by dragging."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage

import small_games
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
            cards[0].click(position={"x": 15, "y": 30})
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
        page.mouse.move(card["x"] + 15, card["y"] + 30)
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


def test_a_search_sits_down_and_the_table_is_paused(
    studio: Studio, watched: Watched, a_browser: Browser
) -> None:
    page = watched.page
    page.goto(studio.link("/table/new?game=kuhn_poker"))
    page.select_option("form select >> nth=2", "pipmc")
    page.fill("label.options input", "tests=0")
    page.click("form button")
    # What the command line would say stands under the field.
    assert "tests=0 is not possible" in page.inner_text(".problem")
    page.fill("label.options input", "tests=5")
    page.click("form button")
    watched.ready()
    page.click("text=Pause")
    page.wait_for_selector("text=The table is paused.")
    page.keyboard.press("1")
    page.wait_for_selector(".toast >> text=The table is paused.")
    page.click("text=Go on")
    page.wait_for_selector(".banner", state="detached")
    before = watched.at
    page.keyboard.press("1")
    watched.moved_on(before)
    # What somebody has chosen is chosen in every browser of theirs.
    page.click("summary >> text=Settings")
    page.select_option(".settings select >> nth=0", "dark")
    other = a_browser.new_context().new_page()
    other.goto(studio.link("/"))
    other.wait_for_selector('html[data-theme="dark"]')
    studio.ask("settings.set", settings={"theme": "auto"})
    other.context.close()


def test_the_library_is_searched_and_a_copy_is_opened(studio: Studio, watched: Watched) -> None:
    page = watched.page
    page.goto(studio.link("/library"))
    page.wait_for_selector(".games a")
    page.select_option('label:has-text("Family") select', "avoidance")
    page.fill('input[type="search"]', "queen of spades")
    page.wait_for_function("document.querySelectorAll('.games a').length < 10")
    # The fan of a game is drawn of its own cards.
    page.wait_for_selector(".games .fan svg use")
    page.fill('input[type="search"]', "take them all")
    page.click(".games a >> text=Hearts")
    for name in ("hearts.rcy", "hearts-2.rcy"):
        page.click("text=Open a copy")
        page.wait_for_url(f"**/edit/{name}")
        assert (studio.folder / name).read_text().startswith(";; Hearts")
        page.go_back()
    page.goto(studio.link("/library"))
    page.wait_for_selector(".files >> text=hearts-2.rcy")
    page.click("text=Begin a game of your own")
    page.select_option('label:has-text("It is like") select', "fishing")
    page.fill('label:has-text("Its name") input', "net")
    page.click('button:text-is("Begin")')
    page.wait_for_url("**/edit/net.rcy")


def test_the_designer_sees_runs_forks_and_lays_cards(studio: Studio, watched: Watched) -> None:
    page = watched.page
    page.goto(studio.table("agram", seats=2))
    watched.ready()
    assert "hidden card" in page.inner_text('[data-token^="card 1.HAND"] >> nth=0')
    page.keyboard.press("d")
    page.wait_for_selector(".program li.lit")
    assert "hidden" not in page.inner_text('[data-token^="card 1.HAND"] >> nth=0')
    line = page.locator(".program li", has_text="(game vloc DISCARD)").first
    before = watched.at
    line.locator("button").click()
    watched.moved_on(before)
    page.click("text=Arrange a position")
    # One card by click and click, one by dragging.
    mine, theirs = '[data-token^="card 0.HAND"]', '[data-token^="card 1.HAND"]'
    count = page.locator(theirs).count()
    page.locator(mine).first.click(position={"x": 8, "y": 20})
    page.locator(theirs).first.click(position={"x": 8, "y": 20})
    page.wait_for_function(
        "n => document.querySelectorAll('[data-token^=\"card 1.HAND\"]').length > n", arg=count
    )
    card, goal = page.locator(mine).first.bounding_box(), page.locator(theirs).first.bounding_box()
    assert card is not None
    assert goal is not None
    page.mouse.move(card["x"] + 8, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(card["x"] + 40, card["y"] - 40, steps=3)
    page.mouse.move(goal["x"] + 10, goal["y"] + 20, steps=3)
    page.mouse.up()
    page.wait_for_function(
        "n => document.querySelectorAll('[data-token^=\"card 1.HAND\"]').length > n", arg=count + 1
    )
    address = page.url
    page.click("text=Play from here")
    page.wait_for_function("address => location.href !== address", arg=address)
    watched.page.wait_for_selector(f"{READY} [data-token^='card 1.HAND']")
    assert page.locator(theirs).count() == count + 2
    address = page.url
    page.keyboard.press("d")
    page.click("text=Fork here")
    page.wait_for_function("address => location.href !== address", arg=address)


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


def test_three_people_at_one_screen(studio: Studio, watched: Watched) -> None:
    page = watched.page
    opened = studio.ask("table.open", game="agram", seed="3", seats=[{"who": "you"}] * 3)
    page.goto(studio.link(f"/table/{opened['table']}"))
    names = set()
    for _ in range(4):
        page.wait_for_selector(".curtain")
        assert page.query_selector(".card, .option, .log li") is None
        names.add(page.inner_text(".curtain h2"))
        page.click("text=Show my cards")
        watched.ready()
        page.keyboard.press("1")
    assert len(names) == 3


def test_commands_panes_and_piles_by_keys(studio: Studio, watched: Watched) -> None:
    page = watched.page
    page.goto(studio.table("gops", seats=2))
    for _ in range(3):
        watched.ready()
        before = watched.at
        page.keyboard.press("1")
        watched.moved_on(before)
    watched.ready()
    page.keyboard.press("Control+k")
    page.fill("dialog input", "rules")
    page.keyboard.press("Enter")
    page.wait_for_selector('section[aria-label="Rules"]')
    page.keyboard.press("?")
    page.wait_for_selector("dialog .keys")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    panes = []
    for _ in range(3):
        page.keyboard.press("F6")
        panes.append(page.evaluate("document.activeElement.closest('[data-pane]').className"))
    assert len(set(panes)) == 3
    page.focus("button.count")
    assert page.query_selector_all(".spread svg")
    page.keyboard.press("Escape")
    assert page.query_selector(".spread") is None
    page.keyboard.press("Alt+1")
    page.wait_for_selector(".games a")
    page.keyboard.press("Alt+4")
    watched.ready()


def test_two_replays_with_their_expectations(studio: Studio, watched: Watched) -> None:
    records = []
    for seed in ("3", "4"):
        seats = [{"who": "random"}, {"who": "random"}]
        table = studio.ask("table.open", game="kuhn_poker", seed=seed, seats=seats)["table"]
        studio.ask("table.join", table=table)
        records.append(studio.ask("replay.open", table=table)["replay"])
    page = watched.page
    page.goto(studio.link(f"/replay/{records[0]}?with={records[1]}"))
    page.wait_for_selector("section.one >> nth=1")
    assert "part at event" in page.inner_text(".banner") or "the same" in page.inner_text(".banner")
    assert page.query_selector_all(".mark")
    page.keyboard.press("End")
    page.click("text=What could everybody expect?")
    page.wait_for_selector("figure circle")
    assert "%" in page.inner_text("figcaption")
    page.click("text=Show one game")
    page.wait_for_selector("section.one >> nth=1", state="detached")


def test_a_page_on_another_port_gets_nothing(studio: Studio, a_browser: Browser) -> None:
    """A hostile page of this machine that even knows the token: nothing that it tries is answered."""
    attack = f"""<!doctype html><iframe src="{studio.base}/"></iframe>
    <img src="{studio.base}/assets/index.css" onload="window.leak='image'">
    <form method="post" action="{studio.base}/api/table.list" target="hole"></form>
    <iframe name="hole"></iframe>
    <script>window.attack = async () => {{
      const found = []
      const headers = {{ Authorization: 'Bearer {studio.token}', 'Content-Type': 'application/json' }}
      for (const mode of ['cors', 'no-cors'])
        await fetch('{studio.base}/api/table.open', {{
          method: 'POST', mode, headers: mode === 'cors' ? headers : {{}}, body: '{{"game": "kuhn_poker"}}'
        }}).then(async (answer) => {{
          if (answer.ok || await answer.text()) found.push('fetch ' + mode)
        }}, () => 0)
      await new Promise((done) => {{
        const socket = new WebSocket('ws://{studio.host}/ws', ['croupier.v1', 'token.{studio.token}'])
        socket.onopen = () => {{ found.push('socket'); done() }}
        socket.onerror = done
      }})
      document.forms[0].submit()
      for (const frame of document.querySelectorAll('iframe'))
        try {{
          if (frame.contentDocument?.body?.innerText.includes('Croupier')) found.push('frame')
        }} catch {{}}
      if (window.leak) found.push(window.leak)
      return found
    }}</script>"""
    before = studio.ask("table.list")["tables"]
    with hostile_server(attack) as address:
        context = a_browser.new_context()
        page = context.new_page()
        page.goto(address)
        assert page.evaluate("attack()") == []
        page.wait_for_timeout(100)
        assert [frame for frame in page.frames[1:] if frame.query_selector("#app")] == []
        context.close()
    assert studio.ask("table.list")["tables"] == before


@contextmanager
def hostile_server(text: str) -> Iterator[str]:
    """A page on another port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("program", [small_games.STUCK, small_games.FAILING], ids=["stuck", "failing"])
def test_a_game_that_cannot_go_on_is_told_on_the_page(studio: Studio, watched: Watched, program: str) -> None:
    (studio.folder / "bad.rcy").write_text(program)
    watched.page.goto(studio.table("bad.rcy", seats=2))
    while watched.ready():
        watched.page.keyboard.press("1")
        watched.page.wait_for_selector(OVER)
    assert "of the program" in watched.page.inner_text(OVER)


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
    record = studio.ask("replay.open", table=studio.table("agram").partition("/table/")[2].partition("#")[0])
    addresses = {
        "light": [studio.link("/"), studio.link("/table/new?game=hearts"), studio.table("coup")],
        "dark": [studio.table("hearts"), studio.link(f"/replay/{record['replay']}")],
    }[scheme]
    for address in addresses:
        page.goto(address)
        page.wait_for_selector(".games a, form.table, .option, .controls")
        if scheme == "dark" and "/table/" in address:
            page.keyboard.press("Control+k")
            page.wait_for_selector("dialog li")
        found = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        told = [(one["id"], one["nodes"][0]["html"][:200]) for one in found.response["violations"]]
        assert told == [], address
    context.close()
