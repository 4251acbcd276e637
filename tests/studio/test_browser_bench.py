"""The designer's workbench in a real browser: edit, find, mend, measure, stop, look, play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from browser import Tab
from studio_server import Studio, running_studio

pytestmark = pytest.mark.slow
GAME = "kuhn_poker.rcy"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with running_studio(tmp_path_factory.mktemp("bench")) as found:
        found.ask("file.copy", game="kuhn_poker")
        yield found


def console(tab: Tab, studio: Studio) -> list[str]:
    """All that went wrong in a page, and every request that went elsewhere."""
    own = (studio.base, studio.base.replace("http", "ws"), "data:", "blob:", "about:")
    return [*tab.problems, *(url for url in tab.requests if not url.startswith(own))]


def test_from_an_edit_to_the_table(studio: Studio, browser: Tab) -> None:
    page, path = browser.page, studio.folder / GAME
    browser.look(width=1280)
    before = path.read_text()
    page.goto(studio.link(f"/edit/{GAME}"))
    page.wait_for_selector(".tok-keyword")
    page.get_by_text("1,000 random games").wait_for()
    # A mistake, its finding, and the fix.
    page.click(".cm-content")
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\n(gamee)")
    page.locator("[role=tabpanel] .error").wait_for()
    page.get_by_text("Mend the errors first").wait_for()
    page.keyboard.press("Control+z")
    page.locator("[role=tabpanel]", has_text="No findings").wait_for()
    shuffle = before.index("(shuffle")
    page.keyboard.press("Control+Home")
    for _ in range(shuffle + len("(shuff")):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Backspace")
    page.locator("[role=tabpanel] .error").wait_for()
    page.locator("[role=tabpanel] .action.main").first.click()
    page.get_by_text("1,000 random games").wait_for()
    # Somebody else's change is noticed, ours is saved.
    page.click(".cm-content")
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("; mine\n")
    path.write_text(before + "; theirs\n")
    page.get_by_role("button", name="Keep mine").click()
    page.keyboard.press("Control+s")
    page.click(".cm-content")
    page.keyboard.press("Control+s")
    page.wait_for_function("() => !document.querySelector('h1').textContent.includes('•')")
    assert path.read_text().endswith("; mine\n")
    # A run that is stopped, its result, a game of it, and on to the table.
    page.get_by_role("link", name="Run…").click()
    page.get_by_label("--effort").select_option("thorough")
    page.get_by_label("--players").fill("pipmc:tests=4")
    page.get_by_text(f"croupier analyze {GAME} --effort thorough --players pipmc:tests=4").wait_for()
    page.get_by_role("button", name="Start").click()
    page.get_by_text("one AI among random").or_(page.get_by_text("So far")).first.wait_for(timeout=60_000)
    page.get_by_role("button", name="Stop and keep").click()
    page.get_by_role("heading", name="Verdict").wait_for(timeout=60_000)
    page.get_by_text("It was stopped").wait_for()
    assert page.locator("section[aria-label=Numbers] tbody tr").count() > 5
    page.locator("section[aria-label='Games to look at'] button").first.click(timeout=60_000)
    page.wait_for_url("**/replay/*", timeout=60_000)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/table/*", timeout=60_000)
    assert console(browser, studio) == []


def test_what_was_not_saved_survives(studio: Studio, browser: Tab) -> None:
    page = browser.page
    (studio.folder / "draft.rcy").write_text(Path(studio.folder / GAME).read_text())
    page.goto(studio.link("/edit/draft.rcy"))
    page.wait_for_selector(".tok-keyword")
    page.click(".cm-content")
    page.keyboard.insert_text("; never saved")
    page.get_by_text("not saved, but kept in this browser").wait_for()
    page.reload()
    page.get_by_role("button", name="Take it").click()
    page.get_by_text("; never saved").wait_for()
