"""Build the site: ``python tools/build_site.py OUT [--games agram,hearts]``.

It holds the pages of `docs/`, an API reference made of docstrings, and a gallery of the library: the cards of
every game, its verdict, and a game to step through. Pages of the gallery are kept in OUT/cache by the digest
of the program, so that a second build makes only what has changed. Warnings are errors.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinx.cmd.build import build_main

import croupier
from croupier.catalog import shelf
from croupier.catalog.loading import find_source
from croupier.faces import contact_sheet
from croupier.game import PLAYER, Stream, Transcript
from croupier.game.film import Replay
from croupier.game.recording import recording
from croupier.lab import analyze
from croupier.lab.simulate import Plan
from croupier.report.replay_page import page as replay_page
from pages import joined, table

ROOT = Path(__file__).parent.parent
COPIED = (
    "docs",
    "examples",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
)
_LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")
SIZES, AI = "2000,20,40,20,3", "pipmc:tests=8"
"""What is played for a verdict, and by whom: seconds a game, and the page says how much."""
DECISIONS = 400
"""The decisions of a game to step through, at most."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One game of the gallery."""

    name: str
    title: str
    summary: str
    seats: str


def main(arguments: Sequence[str]) -> int:
    """Builds the site and tells where it is."""
    parser = argparse.ArgumentParser(prog="python tools/build_site.py", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder of the site; the pages are in OUT/html")
    parser.add_argument(
        "--games", default="", help="games of the gallery, with commas between them (default: all)"
    )
    chosen = parser.parse_args(arguments)
    names = chosen.games.split(",") if chosen.games else list(shelf.names())
    unknown = [name for name in names if name not in shelf.names()]
    if unknown:
        parser.error(f"--games: the library has no {', '.join(unknown)}")
    source, html = chosen.out / "source", chosen.out / "html"
    lay_out(source)
    gallery(names, source / "docs/site/gallery", chosen.out / "cache")
    (source / "docs/site/api.md").write_text(api(), encoding="utf-8")
    code = build_main(
        ["-q", "-W", "--keep-going", "-b", "html", "-c", str(source / "docs/site"), str(source), str(html)]
    )
    # Replays are pages of their own, which Sphinx only has to leave beside the others.
    for path in sorted((source / "docs/site/gallery").glob("*.replay.html")):
        shutil.copy(path, html / "docs/site/gallery" / path.name)
    (html / "index.html").write_text(
        "<!doctype html><title>Croupier</title>"
        '<meta http-equiv="refresh" content="0; url=docs/site/index.html">\n',
        encoding="utf-8",
    )
    if not code:
        sys.stderr.write(f"site: {len(names)} games; open {html / 'index.html'}\n")
    return int(code)


def lay_out(source: Path) -> None:
    """The documents in one tree, as they lie in the repository."""
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    for name in COPIED:
        whole = ROOT / name
        (shutil.copytree if whole.is_dir() else shutil.copy)(whole, source / name)
    # Files outside of the documents that pages link to: programs, schemas, the licence.
    for page in [*source.rglob("*.md")]:
        for link in _LINK.findall(page.read_text(encoding="utf-8")):
            goal = (page.parent / link).resolve()
            known = (
                ROOT / goal.relative_to(source.resolve()) if goal.is_relative_to(source.resolve()) else None
            )
            if known is not None and known.is_file() and not goal.exists():
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(known, goal)


def api() -> str:
    """The names of the façade, from their docstrings."""
    blocks = [
        "# Python",
        "Everything that `import croupier` offers; [Python first](../python.md) shows how it is used.",
    ]
    for name in sorted(croupier.__all__, key=str.casefold):
        thing = getattr(croupier, name)
        if name.startswith("_") or name == "vector":
            continue
        kind = "autoclass" if isinstance(thing, type) else "autofunction"
        blocks += [
            f"## {name}",
            f"```{{eval-rst}}\n.. {kind}:: {thing.__module__}.{thing.__qualname__}\n   :members:\n```",
        ]
    return joined(
        block.replace("\n   :members:", "") if "autofunction" in block else block for block in blocks
    )


def gallery(names: Sequence[str], folder: Path, cache: Path) -> None:
    """A page for every game, and one that leads to all of them."""
    folder.mkdir(parents=True)
    cache.mkdir(parents=True, exist_ok=True)
    entries = []
    for number, name in enumerate(names, start=1):
        sys.stderr.write(f"\rsite: {number}/{len(names)} {name:<30}")
        entries.append(_entry(name))
        _page(entries[-1], folder, cache)
    sys.stderr.write("\n")
    rows = [(f"[{entry.title}]({entry.name}.md)", entry.seats, entry.summary) for entry in entries]
    index = ["# Gallery", "The games of the library: their cards, a verdict, and a game to step through."]
    hidden = "\n".join(entry.name for entry in entries)
    index += [table(("Game", "Seats", ""), rows), f"```{{toctree}}\n:hidden:\n\n{hidden}\n```"]
    (folder / "index.md").write_text(joined(index), encoding="utf-8")


def _entry(name: str) -> Entry:
    head = shelf.head(find_source(name))
    seats = ", ".join(meaning for parameter, meaning in head.parameters if parameter == "SEATS")
    return Entry(name, head.title or name, " ".join(head.summary.split()), seats.split(".")[0])


def _page(entry: Entry, folder: Path, cache: Path) -> None:
    """The page of a game and its replay, made anew only if the program is another one than in the cache."""
    game = croupier.load(entry.name)
    kept = {
        ending: cache / f"{entry.name}-{game.rules_hash[:16]}{ending}"
        for ending in (".md", ".svg", ".replay.html")
    }
    if not all(path.is_file() for path in kept.values()):
        count = sum(kind.count for kind in game.pack.kinds)
        kept[".svg"].write_text(
            contact_sheet([(f"{count} cards", game.pack.faces())], width=64, columns=13), "utf-8"
        )
        kept[".replay.html"].write_text(_replay(entry.name), encoding="utf-8")
        kept[".md"].write_text(_text(entry), encoding="utf-8")
    for ending, path in kept.items():
        shutil.copy(path, folder / f"{entry.name}{ending}")


def _text(entry: Entry) -> str:
    plan = Plan(find_source(entry.name), entry.name)
    found = analyze(plan, games=SIZES, players=AI, workers=1, progress=False)
    command = f"croupier analyze {entry.name} --games {SIZES} --players {AI}"
    return joined(
        [
            f"# {entry.title}",
            entry.summary,
            f"![The cards of {entry.title}]({entry.name}.svg)",
            "## Verdict",
            *found.verdict.sentences,
            f"By `{command}`; `croupier analyze {entry.name}` plays more and is surer.",
            "## At the table",
            f'Step through <a href="{entry.name}.replay.html">a random game</a>, or play: '
            f"`croupier studio {entry.name}`, `croupier play {entry.name}`.",
        ]
    )


def _replay(name: str) -> str:
    """A random game of the interpreter as a page."""
    game = croupier.load(name, engine="interpreter")
    state, stream = game.fresh(seed=1), Stream.of(1, PLAYER)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        with recording(game, state, path, ["random"] * game.seats):
            state.begin()
            for _ in range(DECISIONS):
                if state.to_move is None:
                    break
                state.apply(stream.below(state.option_count))
        return replay_page(game, [Replay(game, Transcript.read(path)).film(None)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
