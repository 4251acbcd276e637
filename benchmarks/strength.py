"""How strong the players are: every table is a command, and tells n, intervals and p.

    python benchmarks/strength.py skill --out strength.jsonl
    python benchmarks/strength.py skill --games hearts,gops --deals 100 --fixed
    python benchmarks/strength.py order --out strength.jsonl --seconds 20
    python benchmarks/strength.py budget --games hearts,gops --deals 200 --plots .
    python benchmarks/strength.py belief --games kuhn_poker --deals 400 --iterations 100

skill   one ismcts among random players, in every library game with skill
order   one ismcts among pipmc, and one pipmc among random, in these games
budget  one ismcts with 30, 100, 300, 1000, 3000 iterations among ismcts with 100, and among random
belief  one ismcts with a belief among those without

How a contest goes is told in `contest.py`. `skill` and `order` stop as soon as it is clear who is better,
unless they are told `--fixed`; `budget` and `belief` play as many deals as they are told. What was played is
kept in the file of `--out`; the same command again goes on from there, perhaps with more `--deals`.
"""

from __future__ import annotations

import argparse
import sys
from math import comb
from pathlib import Path
from typing import Any

from contest import Book, Contest, Found
from croupier.catalog import shelf
from croupier.lab.work import cores
from croupier.report.charts import Strength, strength
from croupier.text import SourceError

LUCK = {
    "threefold": "a lot decides who takes, every trio counts the same, what is left is worth the same to all",
    "war": "there is nothing to decide",
}
"""Games without skill, and why."""

SHORT: dict[str, dict[str, Any]] = {
    "casino": {"TARGET": 1},
    "cribbage": {"TARGET": 61},
    "gin_rummy": {"KNOCK": 40},
    "last_straw": {"LIMIT": 1},
    "lost_cities": {"TURNS": 60},
    "mille_bornes": {"TARGET": 400},
    "oh_hell": {"MOST": 4},
    "president": {"DEALS": 1},
    "rummy": {"HANDSIZE": 3},
    "scarto": {"DEALS": 1},
    "schwimmen": {"LIVES": 1},
    "scopa": {"TARGET": 1},
    "spite_and_malice": {"GOAL": 3},
}
"""Long matches are played short: a search plays every game to its end a thousand times a decision."""

BUDGETS = (30, 100, 300, 1000, 3000)
YARDSTICK = "ismcts:iterations=100"


def main() -> None:
    """Play the tables that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="+", choices=list(TABLES), metavar="TABLE", help=", ".join(TABLES))
    parser.add_argument("--games", help="Games, separated by commas (default: all with skill).")
    parser.add_argument("--deals", type=int, default=640, help="At most so many deals (default: 640).")
    parser.add_argument(
        "--fixed", action="store_true", help="Play all these deals, also if it is clear who is better."
    )
    parser.add_argument("--seconds", type=float, help="No more deals of a contest after so long.")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--plots", type=Path, help="Where `budget` draws strength against iterations.")
    parser.add_argument("--out", type=Path, help="Where games are kept, to go on from there.")
    asked = parser.parse_args()
    book = Book(asked.out)
    try:
        for table in asked.tables:
            TABLES[table](asked, book)
    except SourceError as error:
        parser.error(str(error))


def games(asked: argparse.Namespace) -> list[str]:
    """The games to play: those named, or every one of the library that has skill."""
    if asked.games:
        return str(asked.games).split(",")
    return [name for name in shelf.names() if name not in LUCK]


def skill(asked: argparse.Namespace, book: Book) -> None:
    """One ismcts among random players."""
    strong = f"ismcts:iterations={asked.iterations}"
    title(f"{strong} among random", sequential=not asked.fixed)
    for game in games(asked):
        row(game, contest(asked, book, game, strong, "random", fixed=asked.fixed))


def order(asked: argparse.Namespace, book: Book) -> None:
    """One ismcts among pipmc, and pipmc among random; at the end, in how many games who is ahead."""
    strong, middle = f"ismcts:iterations={asked.iterations}", "pipmc:tests=10"
    for one, other in ((strong, middle), (middle, "random")):
        title(f"{one} among {other}", sequential=not asked.fixed)
        found = []
        for game in games(asked):
            found.append(contest(asked, book, game, one, other, fixed=asked.fixed))
            row(game, found[-1])
        tally(found)


def budget(asked: argparse.Namespace, book: Book) -> None:
    """Strength against iterations."""
    for other in (YARDSTICK, "random"):
        title(f"ismcts among {other}, by iterations", sequential=False)
        for game in games(asked):
            curve: dict[int, Found] = {}
            for iterations in BUDGETS:
                one = f"ismcts:iterations={iterations}"
                if one != other:
                    curve[iterations] = contest(asked, book, game, one, other, fixed=True)
                    row(f"{game}, {iterations}", curve[iterations])
            if asked.plots is not None:
                plot(asked.plots, game, other, curve)


def plot(folder: Path, game: str, other: str, curve: dict[int, Found]) -> None:
    """Draw what a player wins by its iterations."""
    points = [Strength(n, found.wins, bool(found.verdict)) for n, found in curve.items()]
    [fair] = {found.fair for found in curve.values()}
    drawn = strength(
        points,
        title=f"{game}: ismcts among {other}",
        what="wins",
        unit="iterations",
        even=fair,
        even_name="no better",
        caption="What one ismcts wins by its iterations, with 95 % intervals.",
    )
    path = folder / f"{game}-among-{other.partition(':')[0]}.png"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(drawn.png())
    print(f"drawn: {path}", file=sys.stderr)


def belief(asked: argparse.Namespace, book: Book) -> None:
    """With a belief, among players without."""
    plain = f"ismcts:iterations={asked.iterations}"
    for kind in ("uniform", "pipmc"):
        title(f"{plain}:belief={kind} among {plain}", sequential=False)
        for game in games(asked):
            row(game, contest(asked, book, game, f"{plain}:belief={kind}", plain, fixed=True))


TABLES = {"skill": skill, "order": order, "budget": budget, "belief": belief}


def contest(
    asked: argparse.Namespace, book: Book, game: str, one: str, other: str, *, fixed: bool = False
) -> Found:
    """What two players come to in a game."""
    return Contest(game, one, other, SHORT.get(game, {}), asked.seed).play(
        book, asked.deals, seconds=asked.seconds, workers=asked.workers, fixed=fixed
    )


def title(text: str, *, sequential: bool) -> None:
    """The head of a table, in Markdown."""
    p = "p, all looks together" if sequential else "p"
    print(f"\n{text}\n\n| game | difference | deals | {p} | wins | fair | |\n|---|---|---|---|---|---|---|")


def row(game: str, found: Found) -> None:
    """One contest."""
    told = " ".join(f"{name}={value}" for name, value in SHORT.get(game.partition(",")[0], {}).items())
    verdict = {1: "better", -1: "**worse**", 0: "not shown"}[found.verdict]
    print(
        f"| {game}{' ' + told if told else ''} | {interval(found.difference, '+')} | {found.difference.n} | "
        f"{found.p:.2g} | {interval(found.wins)} | {found.fair:.2f} | {verdict} |",
        flush=True,
    )


def interval(estimate: Any, sign: str = "") -> str:
    """A value and its interval."""
    if estimate.value is None or estimate.low is None:
        return "–"
    return f"{estimate.value:{sign}.3f} [{estimate.low:{sign}.3f}, {estimate.high:{sign}.3f}]"


def tally(found: list[Found]) -> None:
    """In how many games the first player is ahead, and p of the sign test over the games."""
    values = [f.difference.value or 0.0 for f in found]
    ahead, behind = sum(v > 0 for v in values), sum(v < 0 for v in values)
    verdicts = [f.verdict for f in found]
    print(
        f"\nahead in {ahead} of {len(found)} games, behind in {behind} (sign test p "
        f"{sign_test(ahead, behind):.2g}); better beyond doubt in {verdicts.count(1)}, worse beyond doubt in "
        f"{verdicts.count(-1)}",
        flush=True,
    )


def sign_test(ahead: int, behind: int) -> float:
    """The two-sided p of as uneven a split if both were equally likely."""
    n, least = ahead + behind, min(ahead, behind)
    return min(1.0, sum(comb(n, i) for i in range(least + 1)) / float(2 ** (n - 1)))


if __name__ == "__main__":
    main()
