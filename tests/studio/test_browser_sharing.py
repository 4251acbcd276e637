"""People at one table in real browsers: two and four of them, each in a context of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from studio_server import Studio, running_studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
SHARED = ("--share", "--address", "127.0.0.2")
RESULT = 'section[aria-label="Result"]'
READY = 'main[data-ready="yes"]'


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with running_studio(tmp_path_factory.mktemp("studio"), *SHARED) as found:
        yield found


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = browser.new_context(reduced_motion="reduce")
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda problem: self.faults.append(str(problem)))
        self.page.goto(address)
        self.page.wait_for_selector(".felt", timeout=60_000)

    @property
    def is_over(self) -> bool:
        return self.page.query_selector(RESULT) is not None

    def decide(self) -> bool:
        """Take the first option if it is our turn."""
        if self.page.query_selector(f"{READY} .option:not([disabled])") is None:
            return False
        before = self.page.get_attribute("main", "data-at")
        self.page.keyboard.press("1")
        self.page.wait_for_function(
            "([at, over]) => document.querySelector('main').dataset.at !== at"
            " || document.querySelector(over) || !document.querySelector('.option')",
            arg=[before, RESULT],
        )
        return True

    def leave(self) -> None:
        """Close the browser; nothing must have gone wrong until then."""
        mismatches = self.page.get_attribute("main", "data-mismatches")
        self.context.close()
        assert self.faults == []
        assert mismatches == "0"


def play(people: Sequence[Person], decisions: int = 1000) -> None:
    """Play so many decisions, or until everybody sees how the game has ended."""
    for _ in range(decisions):
        for person in people:
            person.page.wait_for_selector(f"{READY} .turn")
        if all(person.is_over for person in people):
            return
        if not any(person.decide() for person in people):
            # A player of ours decides, or the news are on their way.
            people[0].page.wait_for_timeout(30)


def test_two_people_and_a_player(studio: Studio, a_browser: Browser) -> None:
    table, links = studio.shared("agram", "you", "link", "random")
    owner = Person(a_browser, studio.link(f"/table/{table}"))
    guest = Person(a_browser, links[1])
    watcher = Person(a_browser, links[None])
    assert "#" not in guest.page.url
    assert guest.page.query_selector("a.home") is None
    guest.page.click("summary:has-text('People')")
    guest.page.fill('input[aria-label="Your name"]', "Ada <b>")
    guest.page.click("text=Call me so")
    owner.page.wait_for_selector("text=Ada <b> here")
    guest.page.click("text=Well played!")
    owner.page.wait_for_selector(".said:has-text('Ada <b>: Well played!')")
    play([owner, guest], 4)
    # A page that is loaded again takes the seat again.
    guest.page.reload()
    guest.page.wait_for_selector(".felt")
    play([owner, guest, watcher])
    assert watcher.page.query_selector(".option") is None
    owner.page.click("text=Again")
    owner.page.wait_for_url(lambda url: table not in url)
    guest.page.wait_for_selector(RESULT, state="detached")
    play([owner, guest])
    for person in (owner, guest, watcher):
        person.leave()


def test_a_decision_is_taken_back_if_all_agree(studio: Studio, a_browser: Browser) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    table, links = studio.shared("hearts", "you", "link", "random", "random", set={"PASS": "3"}, seed="7")
    owner = Person(a_browser, studio.link(f"/table/{table}"))
    guest = Person(a_browser, links[1])
    owner.page.wait_for_selector(f"{READY} .option")
    before = owner.page.get_attribute("main", "data-at")
    assert owner.decide()
    for answer, after in (("No", False), ("I agree", True)):
        owner.page.click("button:has-text('Undo')")
        guest.page.wait_for_selector("text=Seat 0 wants to take the last decision back.")
        for page in (owner.page, guest.page) if not after else ():
            found = axe.run(
                page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
            )
            assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found.response["violations"]] == []
        guest.page.click(f".asked button:has-text('{answer}')")
        owner.page.wait_for_selector(".toast:has-text('all have agreed')" if after else "text=says no")
        assert (owner.page.get_attribute("main", "data-at") == before) is after
    owner.leave()
    guest.leave()


def test_a_link_is_taken_back_and_a_player_sits_down(studio: Studio, a_browser: Browser) -> None:
    table, links = studio.shared("kuhn_poker", "you", "link")
    owner = Person(a_browser, studio.link(f"/table/{table}"))
    guest = Person(a_browser, links[1])
    owner.page.wait_for_selector("text=Seat 1 here")
    owner.page.click("button:has-text('Take back')")
    guest.page.wait_for_selector("text=This link is not good any more")
    owner.page.wait_for_selector("text=Seat 1 away")
    owner.page.locator("label:has-text('Meanwhile') select").select_option("random")
    play([owner])
    assert guest.faults == []
    guest.context.close()
    owner.leave()


def test_four_people_play_on_after_the_studio_was_killed(a_browser: Browser, tmp_path: Path) -> None:
    with running_studio(tmp_path, *SHARED) as studio:
        _, links = studio.shared("agram", "link", "link", "link", "link")
        people = [Person(a_browser, links[seat]) for seat in range(4)]
        play(people, 6)
        shown = [person.page.get_attribute("main", "data-at") for person in people]
        studio.process.kill()
        studio.process.wait()
        for person in people:
            person.page.wait_for_selector("text=The studio does not answer")
        port = int(studio.host.split(":")[1])
    with running_studio(tmp_path, *SHARED, port=port):
        for person in people:
            person.page.wait_for_selector("text=The studio does not answer", state="detached", timeout=30_000)
        assert [person.page.get_attribute("main", "data-at") for person in people] == shown
        play(people)
        for person in people:
            person.leave()
