"""The published table again: what the tables and the engine said about six games, and what we find.

    python benchmarks/published.py [GAME ...] [--games 100] [--seed 1] [--json FILE]
    python benchmarks/published.py agram hearts --players pipmc:deals=own
    python benchmarks/published.py hearts --set BROKEN=1

Every game is played as the tables were made: four seats, PIPMC with 10 tests an option, so many games a
series (random games are cheap, so that there are a hundred times as many). A difference is marked if it is
larger than the noise of both: that of ours, and that of a table made of 100 games. Another player or other
settings show whether these are what makes a difference.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any

from croupier.cli.options import parsed_settings
from croupier.lab.analysis import Analysis, analyze
from croupier.lab.heuristic import ENGINE, TABLES, Score
from croupier.lab.scorer import Scorer
from croupier.lab.work import cores

COLUMNS = ("order", "fairness", "convergence", "meaningfulmoves", "drama", "security")
PUBLISHED = {
    "agram": (0.28, 0.96, 0.56, 0.05, 0.27, 0.27),
    "pairs": (0.56, 0.92, 0.50, 0.21, 0.41, 0.24),
    "ninety_eight": (0.91, 0.68, 0.50, 0.37, 0.39, 0.60),
    "stealing_bundles": (0.36, 0.88, 0.51, 0.14, 0.51, 0.19),
    "hearts": (0.52, 0.87, 0.54, 0.14, 0.46, 0.34),
    "lama": (0.48, 0.96, 0.58, 0.17, 0.49, 0.26),
}
"""4 players, 100 games a series; LAMA with one round."""

ENGINE_COLUMNS = ("fairness", "meaningfulmoves", "drama", "decisiveness", "coolness")
FROM_ENGINE: dict[str, tuple[float | None, ...]] = {
    "agram": (0.947, 0.054, 0.0, 0.217, 0.550),
    "pairs": (0.936, 0.199, 0.269, 0.470, 0.506),
    "kuhn_poker": (0.880, 0.422, 0.386, 0.005, None),
    "blackjack": (1.0, 0.392, 0.509, 0.333, 0.625),
}
"""One unseeded run of the engine: 100 random games, 20 + 20 with AI (Kuhn poker 100 each)."""

SETTINGS: dict[str, dict[str, Any]] = {"lama": {"LIMIT": 1}}
GAMES_BEHIND = {TABLES: 100, ENGINE: 20}


def main() -> None:
    """Play, compare, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--players", default="pipmc")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="settings")
    parser.add_argument("--workers", type=int, default=cores())
    given = parser.parse_args()
    found: dict[str, Any] = {}
    for name in given.names or list(dict.fromkeys([*PUBLISHED, *FROM_ENGINE])):
        start = perf_counter()
        seats = 4 if name in PUBLISHED else None
        deals = max(2, given.games // (seats or 2))
        sizes = f"{100 * given.games},{deals},{given.games},0"
        analysis = analyze(
            name,
            seats=seats,
            settings={**SETTINGS.get(name, {}), **parsed_settings(given.settings)},
            games=sizes,
            seed=given.seed,
            players=given.players,
            published=TABLES,
            workers=given.workers,
        )
        found[name] = {}
        for reading, columns, table in (
            (TABLES, COLUMNS, PUBLISHED),
            (ENGINE, ENGINE_COLUMNS, FROM_ENGINE),
        ):
            if name in table:
                found[name][reading] = compared(analysis, reading, columns, table[name], given.games)
        print(f"{name}: {perf_counter() - start:.0f} s on {given.workers} cores", flush=True)
        for reading, rows in found[name].items():
            for row in rows:
                print("   ", reading.ljust(7), *row_text(row), flush=True)
    if given.json:
        given.json.write_text(json.dumps(found, indent=2), encoding="utf-8")


def compared(
    analysis: Analysis, reading: str, columns: tuple[str, ...], table: tuple[float | None, ...], games: int
) -> list[dict[str, Any]]:
    """Ours beside theirs, and whether they differ beyond the noise."""
    scores = Scorer(analysis.heuristics).score(replace(analysis.evidence, reading=reading))
    rows = []
    for name, theirs in zip(columns, table, strict=True):
        score = scores[name]
        noise = _noise(score, reading, name, games)
        differs = (
            None
            if theirs is None or score.value is None or noise is None
            else abs(score.value - theirs) > noise
        )
        rows.append(
            {
                "heuristic": name,
                "ours": score.value,
                "low": score.low,
                "high": score.high,
                "theirs": theirs,
                "noise": noise,
                "differs": differs,
            }
        )
    return rows


def _noise(score: Score, reading: str, name: str, games: int) -> float | None:
    """By how much two such tables may differ by chance: half an interval of each, added as errors are."""
    if score.low is None or score.high is None:
        return None
    ours = (score.high - score.low) / 2
    behind, here = (100, 100 * games) if name == "fairness" else (GAMES_BEHIND[reading], games)
    # Theirs is rounded to two digits as well.
    return sqrt(ours**2 + ours**2 * here / behind) + 0.005


def row_text(row: dict[str, Any]) -> list[str]:
    """A comparison for people."""
    ours = "–" if row["ours"] is None else f"{row['ours']:.3f}"
    low, high = (None if row[edge] is None else f"{row[edge]:.3f}" for edge in ("low", "high"))
    interval = f"{low} to {high}" if low else "–"
    theirs = "–" if row["theirs"] is None else f"{row['theirs']:.3f}"
    told = {None: "", True: "DIFFERS", False: "agrees"}[row["differs"]]
    return [row["heuristic"].ljust(16), ours.rjust(7), interval.ljust(16), theirs.rjust(7), told]


if __name__ == "__main__":
    main()
