"""How soon the workbench of the studio answers: findings, quick runs, and anything while two runs go.

    python benchmarks/studio_bench.py [GAME ...]

For every game the text is changed, as an edit would: `findings` is from the question to the answer of
`check` (the page waits 150 ms of quiet before it asks), `first` until the first numbers of the quick run,
`quick` until all 1,000 games are played, machine code included. Then two analyses run, and questions of
every kind are asked: their round trips are told by percentile. Last the size of the built pages.
"""

from __future__ import annotations

import gzip
import os
import re
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from studio_server import Page, Studio, running_studio  # noqa: E402

GAMES = ("kuhn_poker", "agram", "hearts", "crazy_eights", "gin_rummy", "bridge", "uno.ah")
ROUND_TRIPS = 400


def edited(text: str, number: int) -> str:
    """A text that no cache knows: another comment at its end, and another constant if it declares one."""
    changed = re.sub(r"(\(declare )(\d+)( 'MOON| 'PASSTO)", rf"\g<1>{number % 2}\g<3>", text)
    return f"{changed}\n; {number}\n" if "(game" in text else changed + "\n" * number


def asked(studio: Studio, games: list[str]) -> None:
    """Check and quick run of every game."""
    page = Page(studio)
    print(f"{'game':16}{'findings':>10}{'first':>8}{'quick':>8}{'games':>8}  engine")
    for game in games:
        text = studio.ask("file.read", path=game)["text"]
        path = game if "." in game else f"{game}.rcy"
        page.ask("check", path=path, text=text, version=0)
        times = []
        for number in range(1, 6):
            start = perf_counter()
            page.ask("check", path=path, text=edited(text, number), version=number)
            times.append(perf_counter() - start)
        page.told.clear()
        start = perf_counter()
        quick = page.ask("quick", path=path, text=edited(text, 7), version=7)
        whole = perf_counter() - start
        first = next((m["seconds"] for m in page.told if m.get("ev") == "quick"), whole)
        row = f"{median(times):10.3f}{first:8.2f}{whole:8.2f}{quick.get('games', 0):8}"
        print(f"{game:16}{row}  {quick.get('engine') or quick['error']['message']}")


def while_runs_go(studio: Studio) -> None:
    """Round trips while two analyses run."""
    page = Page(studio)
    wanted = {"kind": "analyze", "options": {"effort": "thorough"}}
    runs = [page.ask("run.start", path=path, **wanted)["run"] for path in ("hearts", "agram")]
    started: set[str] = set()
    while len(started) < 2:
        started.add(page.until(lambda m: m.get("ev") == "run" and m["progress"].get("done"))["run"])
    text = studio.ask("file.read", path="hearts")["text"]
    times: dict[str, list[float]] = {"ping": [], "check": []}
    for number in range(ROUND_TRIPS):
        # The server answers 50 questions a second, and lets whoever asks more wait.
        sleep(0.025)
        what = "check" if number % 20 == 0 else "ping"
        start = perf_counter()
        page.ask(what, path="hearts.rcy", text=f"{text}\n; {number}")
        times[what].append(1000 * (perf_counter() - start))
    for what, found in times.items():
        ordered = sorted(found)
        p99 = ordered[int(0.99 * (len(ordered) - 1))]
        print(f"{what:6} n={len(ordered):4}  median {median(ordered):6.1f} ms  p99 {p99:6.1f} ms")
    for run in runs:
        page.ask("run.discard", run=run)


def sizes() -> None:
    """The built pages, as they would be sent."""
    folder = ROOT / "src" / "croupier" / "studio" / "static" / "assets"
    found = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in sorted(folder.iterdir())}
    for name, size in found.items():
        print(f"{name:12} {size / 1000:6.1f} kB gzipped")
    print(f"{'all':12} {sum(found.values()) / 1000:6.1f} kB gzipped (at most 230)")


def main() -> None:
    """Measure with a cache of its own, so that every game is compiled."""
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        with running_studio(Path(folder)) as studio:
            asked(studio, sys.argv[1:] or list(GAMES))
            while_runs_go(studio)
    sizes()


if __name__ == "__main__":
    main()
