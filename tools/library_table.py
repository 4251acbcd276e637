"""The page about the games of the library: how they play at random, always with the same seed.

``python tools/library_table.py docs`` writes it into a directory, and the facts that `croupier games` tells
and the yardstick of reports into the folder of the library. Games whose text has not changed since then keep
their row, their facts and their mark; ``--anew`` plays all of them again. Everything in a row but the two
speeds comes out the same on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path

import croupier
from croupier.catalog import shelf
from croupier.catalog.loading import read
from croupier.catalog.stored_facts import FILE
from croupier.lab import yardstick
from croupier.lab.bench import Effort, measured
from croupier.lab.library_facts import as_text, facts_of, fingerprint
from croupier.lab.library_facts import measured as measured_facts
from croupier.lab.simulate import Plan, simulate
from croupier.lab.statistics import Estimate
from croupier.lab.tally import Tally
from croupier.lab.work import cores
from croupier.text import Source
from croupier.text.markdown import anchor
from pages import generated, joined, table, write_pages

COMMAND = "python tools/library_table.py docs"
PAGE = "library.md"
GAMES = 500
"""So many games of each are played."""
SEED = 1

_HEAD = (
    "Game",
    "Seats",
    "Cards",
    "Decisions",
    "Options",
    "Wins of each seat in %",
    "Compile",
    "Games/s",
    "Text",
)
_SPEEDS = slice(-3, -1)
_ABOUT = """\
The {count} games in RECYCLE that come with Croupier, by family. Each was played {games:,} times with its
usual parameters and players who choose at random, from seed {seed}.

- **Seats**: how many can play, and with how many it was played.
- **Decisions**: per game, those included in which there is only one thing to do.
- **Options**: per decision, on average.
- **Wins**: the share of each seat in the wins, from seat 0 on, with its 95 % interval.
- **Compile**: processor seconds from kernel text to machine code, which is then kept in the cache.
- **Games/s**: random games of the native engine in a second of one core. Both speeds are those of the
  machine on which the row was made, measured quickly; `croupier bench` measures well.
- **Text**: the beginning of the SHA-256 of the game file, which tells whether the row is current.

`croupier games NAME` tells the rules of a game, its parameters, and in what it is simplified."""


def page(rows: Mapping[str, str]) -> str:
    """The whole page, made of the rows of its games."""
    families = {name: shelf.head(_source(name)).family for name in rows}
    ordered = sorted(rows, key=lambda name: (shelf.by_family(families[name]), name))
    grouped = [(family, list(names)) for family, names in groupby(ordered, lambda name: families[name])]
    blocks = [
        generated("the games of the library, `src/croupier/library`,", COMMAND),
        "# The library",
        _ABOUT.format(count=len(rows), games=GAMES, seed=SEED),
        "\n".join(f"- [{f.capitalize()}](#{anchor(f)}): {len(names)}" for f, names in grouped),
    ]
    for family, names in grouped:
        blocks += [
            f"## {family.capitalize()}",
            "\n".join([table(_HEAD, ()), *(rows[name] for name in names)]),
        ]
    return joined(blocks)


def row_of(name: str, workers: int = 1) -> str:
    """The row of one game: what its head tells, how it plays, and how fast."""
    source = _source(name)
    plan = Plan(source, name, seed=SEED)
    tally = simulate(plan, GAMES, workers=workers).tally
    usual = plan.game.seats
    fewest, most = shelf.head(source).seats or (usual, usual)
    seats = str(usual) if fewest == most else f"{fewest}-{most}, here {usual}"
    cells = (
        f"`{name}`",
        seats,
        str(read(name).cards),
        _length(tally),
        _decimal(tally.options.estimate().value),
        ", ".join(_share(tally.win_share(seat)) for seat in range(usual)),
        *_speeds(source, name),
        fingerprint(source),
    )
    return f"| {' | '.join(cells)} |"


def cells_but_speeds(row: str) -> list[str]:
    """What a row tells on every machine.

    >>> cells_but_speeds("| `agram` | 2 | 0.4 | 1,000 | ab |")
    ['`agram`', '2', 'ab']
    """
    cells = row.strip("| ").split(" | ")
    del cells[_SPEEDS]
    return cells


def rows_of(text: str) -> dict[str, str]:
    """The rows of a page that was written before, by game.

    >>> rows_of("| `agram` | 2 | ab |")
    {'agram': '| `agram` | 2 | ab |'}
    """
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return {line.split("`")[1]: line for line in lines}


def is_current(name: str, row: str) -> bool:
    """Whether a row is about the game as its file is now."""
    return row.endswith(f"| {fingerprint(_source(name))} |")


def _source(name: str) -> Source:
    found = shelf.source(name)
    assert found is not None
    return found


def _speeds(source: Source, name: str) -> tuple[str, str]:
    one = measured(source, name, Effort.quick(), whole=False)
    if one.note:
        return "–", "–"
    rate = one.native.games
    digits = 10 ** max(0, len(str(round(rate))) - 2)
    return f"{one.compile_seconds:.2f} s", f"{round(rate / digits) * digits:,}"


def _length(tally: Tally) -> str:
    """The number of decisions: one number if it never differs, else the mean and the extremes."""
    least, most = tally.length.least, tally.length.most
    if least == most:
        return str(least)
    return f"{_decimal(tally.length.mean().value)} ({least} to {most})"


def _decimal(number: float | None) -> str:
    return "–" if number is None else f"{number:.1f}"


def _share(share: Estimate) -> str:
    if share.value is None or share.low is None or share.high is None:
        return "–"
    return f"{100 * share.value:.1f} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def main(arguments: list[str]) -> int:
    """Write the page into the directory named on the command line."""
    directories = [argument for argument in arguments if argument != "--anew"]
    if len(directories) != 1 or not Path(directories[0]).is_dir():
        sys.stderr.write(f"usage: {COMMAND} [--anew]   (the directory must exist)\n")
        return 2
    path = Path(directories[0]) / PAGE
    kept = rows_of(path.read_text(encoding="utf-8")) if path.exists() and "--anew" not in arguments else {}
    rows = {name: row for name, row in kept.items() if name in shelf.names() and is_current(name, row)}
    for name in shelf.names():
        if name not in rows:
            rows[name] = row_of(name, cores())
            sys.stdout.write(f"{rows[name]}\n")
            # After every game, so that little is lost if it does not come to an end.
            write_pages({PAGE: page(rows)}, path.parent)
    write_pages({PAGE: page(rows)}, path.parent)
    sys.stdout.write(f"{path}\n")
    write_facts(anew="--anew" in arguments)
    write_yardstick(anew="--anew" in arguments)
    return 0


def write_facts(*, anew: bool = False) -> None:
    """Writes what `croupier games` tells about the games beside them, where it is found quickly."""
    found = {name: measured_facts(_source(name)) if anew else facts_of(name) for name in shelf.names()}
    write_pages({FILE: as_text(found)}, Path(croupier.__file__).parent / "library")


def write_yardstick(*, anew: bool = False) -> None:
    """Analyses games that have no mark, or one of another text or effort, and writes all marks after each.

    A game takes some 15 seconds of processor time, the whole library 25 minutes. Whoever ends it with Ctrl-C
    loses one game at most: the same command goes on.
    """
    folder = Path(croupier.__file__).parent / "library"
    marks = {name: mark for name, mark in yardstick.stored().items() if name in shelf.names()}
    for name in shelf.names() if anew else yardstick.to_measure():
        marks[name] = yardstick.measured(name)
        sys.stdout.write(f"{name}: {marks[name].sizes}\n")
        write_pages({yardstick.FILE: yardstick.as_text(marks)}, folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
