"""Screenshots of tables in a real browser, to be looked at.

    $ PYTHONPATH=tests python tools/studio_screenshots.py FOLDER
    $ PYTHONPATH=tests python tools/studio_screenshots.py FOLDER --games hearts,coup --sizes 1280x800 --dark

Needs Playwright (in the `dev` extra) and a Chromium: `CROUPIER_CHROMIUM`, or `chromium` on the path.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from browser import ARGUMENTS, chromium
from studio_server import running_studio

GAMES = "hearts,gops,uno_wild,texas_holdem,lost_cities,golf_six,coup,casino,cribbage,uno.ah"
SIZES = "1280x800,390x844,2560x1440"


def play(page: Page, decisions: int) -> None:
    """Take the first option so many times."""
    for _ in range(decisions):
        page.wait_for_selector(
            'main[data-ready="yes"] .option, section[aria-label="Result"], .curtain', timeout=60_000
        )
        if page.query_selector('section[aria-label="Result"]'):
            return
        before = page.get_attribute("main", "data-at")
        page.keyboard.press("1")
        page.wait_for_function(
            "at => document.querySelector('main').dataset.at !== at", arg=before, timeout=60_000
        )


def complain(text: str) -> None:
    """Tell what a page has to complain about."""
    sys.stderr.write(f"{text}\n")


def main() -> int:
    """Make the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", default=GAMES)
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--decisions", type=int, default=6)
    parser.add_argument("--seats", type=int, help="how many play, where the game allows it")
    parser.add_argument("--dark", action="store_true")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running_studio(Path(data)) as studio,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        for size in asked.sizes.split(","):
            width, height = (int(text) for text in size.split("x"))
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if asked.dark else "light",
                reduced_motion="reduce",
            )
            for game in asked.games.split(","):
                page = context.new_page()
                page.on("console", lambda message: complain(message.text))
                page.goto(studio.table(game, seats=asked.seats, others="random"))
                play(page, asked.decisions)
                page.wait_for_timeout(300)
                path = asked.folder / f"{game}-{size}{'-dark' if asked.dark else ''}.png"
                page.screenshot(path=path)
                page.close()
                sys.stdout.write(f"{path}\n")
            context.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
