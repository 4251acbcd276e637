"""What machine code costs and brings: `python benchmarks/native.py [SECTION…]`.

- hands: the time for a decision with 13, 26 and 52 cards in hand, as lists and as sets.
- threads: two threads against one.
- library: how many times as fast as the interpreter, the median over the library and the five least.
- bounds: what it costs that indices are checked, against the same kernels without.
- compile: how long it takes to lower, to compile and to load again, median and worst over the library.

All of them unless some are named. One thread is measured in CPU time, the best of some rounds counts.
`croupier bench` measures single games, and beside the reference programs in C.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import Any

import click
import pytest

from croupier.catalog import shelf
from croupier.catalog.loading import find_source
from croupier.kernel import BOUNDS, Kernel, compile_kernel
from croupier.kernel.body import Body
from croupier.kernel.cache import Cache
from croupier.lab.bench import Effort, measured
from croupier.lab.counting import Counting
from croupier.lab.simulate import Plan, play
from croupier.lab.work import Chunks, cores
from croupier.lab.work.here import threaded
from croupier.native import code
from croupier.text import Source

SECTIONS = ("hands", "threads", "library", "compile", "bounds")
COMPILED = 3
"""So many times each game is compiled, each time in a fresh process."""

HANDS = """\
;; dialect: 0.6
(game
  (declare 13 'HANDSIZE)
  (setup
    (create players {seats})
    {decks})
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 'HANDSIZE (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice (
      ((and (> (size (game vloc PILE)) 0)
            (> (size (filter ((current player) iloc HAND) 'H
                       (== (cardatt SUIT 'H) (cardatt SUIT (top (game vloc PILE)))))) 0))
        (any (filter ((current player) iloc HAND) 'H
               (== (cardatt SUIT 'H) (cardatt SUIT (top (game vloc PILE))))) 'C
          (move 'C (top (game vloc PILE)))))
      ((or (== (size (game vloc PILE)) 0)
           (== (size (filter ((current player) iloc HAND) 'H
                       (== (cardatt SUIT 'H) (cardatt SUIT (top (game vloc PILE)))))) 0))
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))))
  (scoring max (size ((current player) iloc HAND))))
"""
"""Everybody follows suit to the card before, until all hands are empty."""

_DECK = (
    "(create deck (game iloc STOCK) (deck (RANK (A, K, Q, J, X, IX, VIII, VII, VI, V, IV, III, II)) {suits}))"
)
_SUITS = "(SUIT (CLUBS, DIAMONDS, HEARTS, SPADES))"


def rate(plan: Plan, seconds: float = 0.25, rounds: int = 3) -> tuple[float, float]:
    """Games and decisions per second of CPU in the best round, on one thread."""
    plan.check()
    act, best, first, size = Counting(plan).prepare(), (0.0, 0.0), 0, 1
    for _ in range(rounds):
        games = decisions = 0
        start = thread_time()
        while (spent := thread_time() - start) < seconds or not games:
            begun = thread_time()
            tally = act(range(first, first + size)).tally
            first, games, decisions = first + size, games + size, decisions + tally.length.total
            size = size * 2 if thread_time() - begun < seconds / 16 else size
        best = max(best, (games / spent, decisions / spent))
    return best


def hands() -> dict[str, Any]:
    """The time for a decision by the number of cards in hand."""
    print("\nNanoseconds for a decision, by cards in hand (linear: twice the cards, at most twice the time)")
    one = _DECK.format(suits=_SUITS)
    kinds = {
        "104 cards, two seats": HANDS.format(seats=2, decks=f"{one}\n    {one}"),
        "52 cards, one seat": HANDS.format(seats=1, decks=one),
    }
    found: dict[str, Any] = {}
    for kind, text in kinds.items():
        nanoseconds = []
        for size in (13, 26, 52):
            plan = Plan(Source("hands.rcy", text), settings={"HANDSIZE": size}, engine="native")
            nanoseconds.append(1e9 / rate(plan)[1])
        found[kind] = nanoseconds
        growth = " ".join(f"{b / a:.2f}" for a, b in pairwise(nanoseconds))
        shown = "  ".join(f"{size}: {ns:7.1f}" for size, ns in zip((13, 26, 52), nanoseconds, strict=True))
        print(f"  {kind:<22} {shown}   growth at each doubling: {growth}")
    return found


def threads() -> dict[str, Any]:
    """Two threads against one, in wall time; and what a game costs the processor either way."""
    print(f"\nThreads ({cores()} cores): wall time, and CPU time for a game, which shows a busy machine")
    found = {}
    for name in ("agram", "hearts", "whist"):
        plan = Plan(find_source(name), name, engine="native")
        speed = rate(plan, 0.1, 1)[0]
        # In turn, so that whatever else the machine does disturbs both.
        rounds = [(_wall(plan, speed, 1), _wall(plan, speed, 2)) for _ in range(5)]
        best = {n: max(each[n - 1] for each in rounds) for n in (1, 2)}
        (one, one_cpu), (two, two_cpu) = best[1], best[2]
        found[name] = {"one": one, "two": two, "times": two / one, "cpu_ratio": two_cpu / one_cpu}
        print(
            f"  {name:<10} one {one:>12,.0f} games/s   two {two:>12,.0f}   {two / one:.2f} times"
            f"   games per CPU second: {two_cpu / one_cpu:.2f} of one thread's"
        )
    return found


def _wall(plan: Plan, speed: float, n: int, seconds: float = 0.6) -> tuple[float, float]:
    act: Any = Counting(plan).prepare()
    games, start, cpu = int(speed * seconds * n), perf_counter(), process_time()
    for done in threaded(act, Chunks([range(games)], n, 0.05, max(1, int(speed * 0.05))), n):
        assert done.result.tally.games
    return games / (perf_counter() - start), games / (process_time() - cpu)


def library(names: Sequence[str]) -> list[dict[str, Any]]:
    """Machine code against the interpreter on every game."""
    rows: list[dict[str, Any]] = []
    for name in told(names, "playing"):
        native = Plan(find_source(name), name, engine="native")
        if native.game.note:
            rows.append({"game": name, "times": 1.0, "note": native.game.note})
            continue
        fast = rate(native, 0.15, 2)
        slow = Plan(find_source(name), name, engine="interpreter")
        games, start = 0, process_time()
        while (spent := process_time() - start) < 0.3 or not games:
            play(slow, games)
            games += 1
        per_decision = 1e9 / fast[1] if fast[1] else 0.0
        rows.append(
            {
                "game": name,
                "games_per_second": fast[0],
                "interpreter_games_per_second": games / spent,
                "times": fast[0] * spent / games,
                "ns_per_decision": per_decision,
                "odd": share_of_odd(native),
            }
        )
    rows.sort(key=lambda row: float(row["times"]))
    print(f"\nTimes the interpreter: median {median(float(row['times']) for row in rows):,.0f}")
    for row in rows[:5]:
        reason = (
            row.get("note") or f"{row['ns_per_decision']:,.0f} ns a decision; {row['odd']:.1%} one by one"
        )
        print(f"  {row['game']:<26} {row['times']:>8,.0f}   {reason}")
    return rows


def share_of_odd(plan: Plan, games: int = 200) -> float:
    """The share of the games that no batch plays: they leave it, drop options or do not finish."""
    act: Any = Counting(plan).prepare()
    return sum(len(sums.odd) for sums in act.batches.play(plan.seed, 0, games)) / games


def compiling(names: Sequence[str]) -> list[dict[str, Any]]:
    """How long it takes from the program to machine code, and to load it again, in fresh processes."""
    rows: list[dict[str, Any]] = []
    for name in told(names, "compiling"):
        source = find_source(name)
        found = [measured(source, name, Effort(1, 0.0, 1)) for _ in range(COMPILED)]
        rows.append(
            {
                "game": name,
                "lower": min(one.lower_seconds for one in found),
                "compile": min(one.compile_seconds for one in found),
                "steps": min(one.stepping_seconds for one in found),
                "load": min(one.load_seconds for one in found),
            }
        )
    print(f"\nSeconds of CPU time, over the library, the best of {COMPILED} fresh processes:")
    for what in ("lower", "compile", "steps", "load"):
        values = sorted((float(str(row[what])), str(row["game"])) for row in rows)
        worst = ", ".join(f"{name} {value:.3f}" for value, name in reversed(values[-3:]))
        print(f"  {what:<8} median {median(value for value, _ in values):.3f}   worst: {worst}")
    return rows


def bounds(names: Sequence[str], rounds: int = 20) -> list[dict[str, Any]]:
    """How much slower games are because indices are checked: short rounds in turn, the best counts."""
    rows: list[dict[str, Any]] = []
    print("\nGames a second, with indices checked and without:")
    for name in told(names, "unchecking"):
        plans = {checked: _compiled(name, checked=checked) for checked in (True, False)}
        best = dict.fromkeys(plans, 0.0)
        for _ in range(rounds):
            for checked, plan in plans.items():
                best[checked] = max(best[checked], rate(plan, 0.05, 1)[0])
        cost = 1 - best[True] / best[False]
        print(f"  {name:<14} {best[True]:>12,.0f} {best[False]:>12,.0f}   {cost:.1%} slower")
        rows.append({"game": name, "checked": best[True], "unchecked": best[False], "cost": cost})
    return rows


def _compiled(name: str, *, checked: bool) -> Plan:
    """A game compiled here and now, kept nowhere."""
    usual = Body.check

    def check(body: Body, holds: str, failure: int) -> None:
        if failure != BOUNDS:
            usual(body, holds, failure)

    def anew(text: str, exports: tuple[str, ...], title: str, opt: int) -> Kernel:
        return compile_kernel(text, exports, title, opt, cache=Cache(None))

    plan = Plan(find_source(name), name, engine="native")
    game: Any = plan.game
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(code, "_kernel", anew)
        if not checked:
            patch.setattr(Body, "check", check)
        _ = game.code.kernel
    return plan


def told(names: Sequence[str], doing: str) -> Iterator[str]:
    """The names, each told on the standard error when it comes up."""
    for number, name in enumerate(names, 1):
        click.echo(f"{doing} {name}, {number} of {len(names)}", err=True)
        yield name


@contextmanager
def own_cache(fresh: bool) -> Iterator[None]:
    """A cache of our own, if wanted, so that nothing is found in it."""
    import os

    if not fresh:
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CROUPIER_CACHE"] = folder
        yield


@click.command()
@click.argument("sections", nargs=-1, type=click.Choice(SECTIONS))
@click.option("--game", "names", multiple=True, help="Only this game of the library; may be repeated.")
@click.option("--fresh", is_flag=True, help="Compile everything anew, whatever is in the cache.")
@click.option(
    "--json", "path", type=click.Path(dir_okay=False), help="Also write the figures there, as data."
)
def main(sections: tuple[str, ...], names: tuple[str, ...], fresh: bool, path: str | None) -> None:
    """Measure what is asked for."""
    chosen, games = sections or SECTIONS, list(names or shelf.names())
    acts: dict[str, Callable[[], Any]] = {
        "hands": hands,
        "threads": threads,
        "library": lambda: library(games),
        "compile": lambda: compiling(games),
        "bounds": lambda: bounds(list(names or ("agram", "hearts", "whist", "crazy_eights"))),
    }
    with own_cache(fresh):
        found = {section: acts[section]() for section in SECTIONS if section in chosen}
    if path:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=2)
    sys.exit(0)


if __name__ == "__main__":
    main()
