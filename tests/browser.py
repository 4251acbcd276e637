"""A headless Chromium for tests: open a page, ask it things, press keys, take pictures.

Playwright drives the Chromium of this machine. Where there is none, the tests that take one are skipped and
say so; `CROUPIER_CHROMIUM` names one that is not on the path.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--hide-scrollbars",
)


def chromium() -> str | None:
    """The path of the browser."""
    named = os.environ.get("CROUPIER_CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


class Tab:
    """A page in the browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []
        """Errors and warnings of the console, exceptions, and whatever the page's policy has refused."""
        self._asked: dict[Request, str] = {}
        page.on("console", self._note)
        page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        page.on("request", lambda request: self._asked.update({request: request.url}))
        page.on("requestfailed", self._refused)

    def _refused(self, request: Request) -> None:
        self._asked.pop(request, None)

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning", "assert"):
            self.problems.append(message.text)

    @property
    def requests(self) -> list[str]:
        """Everything that was fetched, the page itself included; not what its policy has refused."""
        return list(self._asked.values())

    def forget(self) -> None:
        """Begin anew with problems and requests."""
        self.problems.clear()
        self._asked.clear()

    def open(self, path: Path, fragment: str = "") -> None:
        """Open a file and wait until it is loaded."""
        # Left first, since a fragment alone would not load the page again.
        self.page.goto("about:blank")
        self.page.goto(path.resolve().as_uri() + fragment)

    def run(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page; promises are awaited."""
        return self.page.evaluate(expression)

    def key(self, name: str, *, shift: bool = False) -> None:
        """Press a key by its name: `ArrowRight`, `Home`, `Tab`, `Enter`, ` `."""
        self.page.keyboard.press(f"{'Shift+' if shift else ''}{'Space' if name == ' ' else name}")

    def click(self, selector: str) -> None:
        """Click on an element as a mouse does."""
        self.page.click(selector)

    def look(self, *, width: int = 1000, height: int = 800, dark: bool = False, print_: bool = False) -> None:
        """Look at the page on a screen of this width, light or dark, or on paper."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(
            media="print" if print_ else "screen", color_scheme="dark" if dark else "light"
        )

    def screenshot(self, path: Path) -> Path:
        """A picture of the whole page as it is looked at."""
        self.page.screenshot(path=path, full_page=True)
        return path

    def pdf(self, path: Path) -> Path:
        """The page as it prints."""
        # Else it would print as on the screen that is emulated.
        self.page.emulate_media(media="null", color_scheme="null")
        self.page.pdf(path=path, print_background=False)
        return path

    @property
    def overflow(self) -> int:
        """By how many pixels the page is wider than its screen: 0 where nothing has to be scrolled aside."""
        found: int = self.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return found


@pytest.fixture(scope="module")
def a_browser() -> Iterator[Browser]:
    """One browser for the tests of a module: its event loop would be in the way of other tests."""
    program = chromium()
    if program is None:
        pytest.skip("no Chromium here: install the Debian package `chromium`, or set CROUPIER_CHROMIUM")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield launched
        launched.close()


@pytest.fixture
def browser(a_browser: Browser) -> Iterator[Tab]:
    """A page in headless Chromium, as on a light screen 1000 pixels wide."""
    context = a_browser.new_context()
    tab = Tab(context.new_page())
    tab.look()
    yield tab
    context.close()
