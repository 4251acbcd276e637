"""How long `croupier studio hearts` takes until a page is drawn and a table stands, with empty caches.

    $ PYTHONPATH=tests python benchmarks/studio_start.py [GAME] [--times 3] [--warm]

Seconds from the start of the command, by the clock: until the first page answers, until the browser has
painted it, until the table stands with its cards, and until the library shows its first cards. On Linux also
the processor time of all processes of the studio until the table stands, which other work on the machine
hardly changes. The browser runs already; the data folder and the cache of machine code are new each time,
unless `--warm`. Needs Playwright and a Chromium, as the tests of pages do.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from browser import ARGUMENTS, chromium

STEPS = {
    "answers": "first page answers",
    "painted": "first page painted",
    "table": "table stands",
    "library": "library shows cards",
    "work": "processor time until the table stands",
}


def processor_time(pid: int) -> float:
    """Seconds of processor time of a process and all below it; nothing where there is no `/proc`."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK") + sum(map(processor_time, map(int, below)))


def one_start(browser: Browser, game: str, folder: Path, cache: Path) -> dict[str, float]:
    """Seconds from the start of the command to each step, and processor time until the table stands."""
    command = [
        sys.executable,
        "-m",
        "croupier",
        "studio",
        game,
        "--no-browser",
        "--json",
        "--data",
        str(folder),
    ]
    environment = {**os.environ, "CROUPIER_CACHE": str(cache)}
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder)
    try:
        assert process.stdout is not None
        text = ""
        while not text.rstrip().endswith("}"):
            line = process.stdout.readline()
            assert line, "the studio has ended"
            text += line
        url = json.loads(text)["url"]
        found = {"answers": time.perf_counter() - begun}
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.goto(url, wait_until="commit")
        # The page's own policy forbids the text that `wait_for_function` would evaluate again and again.
        while not page.evaluate("performance.getEntriesByName('first-contentful-paint').length"):
            page.wait_for_timeout(5)
        found["painted"] = time.perf_counter() - begun
        page.wait_for_selector(".felt .card", timeout=120_000)
        found["table"] = time.perf_counter() - begun
        found["work"] = processor_time(process.pid)
        page.click('nav >> text="Library"')
        page.wait_for_selector(".games .fan", timeout=120_000)
        found["library"] = time.perf_counter() - begun
        page.context.close()
        return found
    finally:
        process.terminate()
        process.wait(20)


def main() -> int:
    """Print the median of some starts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="hearts")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--warm", action="store_true", help="keep one cache of machine code")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        rows = []
        for number in range(asked.times):
            folder = Path(place) / str(number)
            folder.mkdir()
            cache = Path(place) / "cache" if asked.warm else folder / "cache"
            rows.append(one_start(browser, asked.game, folder, cache))
        browser.close()
    load = os.getloadavg()[0]
    sys.stdout.write(f"croupier studio {asked.game}, {asked.times} starts, load average {load:.1f}\n")
    for step, words in STEPS.items():
        seconds = sorted(row[step] for row in rows)
        middle = seconds[len(seconds) // 2]
        sys.stdout.write(f"{words:<38} median {middle:5.2f} s, from {seconds[0]:.2f} to {seconds[-1]:.2f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
