"""AllHandsOnDeck and Cardigan programs at the table: how long AI players think, and whether that helps.

    python benchmarks/scripts_at_the_table.py decision
    python benchmarks/scripts_at_the_table.py copy
    python benchmarks/scripts_at_the_table.py strength --deals 40 --seconds 600
    python benchmarks/scripts_at_the_table.py war

decision  how long pipmc with 10 tests an option takes for a move in the middle of uno.ah, with 4 seats
copy      what a copy of a state costs, and what it costs to replay the game up to it
strength  one pipmc, and one ismcts, among random players in uno.ah and mille_bornes.cdg, on the same deals
war       the same in war.cdg, where there is nothing to decide: Order is 0

`decision` tells the time that passes on all cores (--workers 1: on one), `copy` processor time, in the mean
over several positions. How a contest goes is told in
`contest.py`: it stops as soon as it is clear who is better.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time

from contest import Book, Contest, Found
from croupier.catalog.loading import find_source, game_from
from croupier.game import PLAYER, Stream
from croupier.game.hosting import HostedState
from croupier.lab.statistics import Estimate, Moments
from croupier.lab.work import cores
from croupier.players.names import named
from croupier.players.player import decision

PROGRAM = "uno.ah"
SEATS = 4
SOON = 40
"""So many decisions lie before a position in the middle of a game."""
STRONG: tuple[tuple[str, dict[str, str], str], ...] = (
    ("uno.ah", {"hand_size": "3"}, "pipmc:tests=3"),
    ("mille_bornes.cdg", {}, "pipmc:tests=1"),
    ("mille_bornes.cdg", {}, "ismcts:iterations=20"),
)
"""Small budgets, and short games of UNO: what shows with these holds for larger ones, which take hours."""
SEED = 7
NO_SKILL: tuple[str, dict[str, str], str] = ("war.cdg", {}, "pipmc:tests=2")


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["decision", "copy", "strength", "war"])
    parser.add_argument("--positions", type=int, default=5, help="How many positions are looked at (5).")
    parser.add_argument("--deals", type=int, default=40, help="At most so many deals a contest (40).")
    parser.add_argument("--seconds", type=float, help="At most about so long a contest.")
    parser.add_argument("--workers", type=int, default=cores(), help="Processes (as many as cores).")
    parser.add_argument("--out", type=Path, help="Keep what was played here, and go on from there.")
    given = parser.parse_args()
    if given.what == "decision":
        decisions(given.positions, given.workers)
    elif given.what == "copy":
        copies(given.positions)
    else:
        book = Book(given.out)
        for game, settings, player in STRONG if given.what == "strength" else (NO_SKILL,):
            contest = Contest(game, player, "random", settings=settings, seed=SEED)
            tell(contest, contest.play(book, given.deals, seconds=given.seconds, workers=given.workers))


def positions(count: int) -> Iterator[tuple[int, list[int], HostedState]]:
    """Games in their middle, with more than one option: their seed, what was chosen, and how they stand."""
    game = game_from(find_source(PROGRAM), seats=SEATS)
    seed = 0
    while count:
        seed += 1
        state, stream = game.start(seed), Stream.of(seed, PLAYER)
        chosen: list[int] = []
        while state.outcome is None and len(chosen) < SOON:
            chosen.append(stream.below(state.option_count))
            state.apply(chosen[-1])
        if state.outcome is None and state.option_count > 2:
            count -= 1
            yield seed, chosen, state


def decisions(count: int, threads: int) -> None:
    """How long a decision takes."""
    times = Moments()
    for seed, _, state in positions(count):
        seat = state.to_move
        assert seat is not None
        player = named(f"pipmc:tests=10:threads={threads}")(seat, SEATS, Stream.of(seed, PLAYER))
        begun = perf_counter()
        chosen = decision(player, state.view(seat))
        spent = perf_counter() - begun
        times += Moments.of([round(spent * 1e6)])
        print(f"game {seed}: {state.option_count} options, {spent:6.2f} s, chose {chosen}", flush=True)
    cores = "1 core" if threads == 1 else f"{threads} cores"
    print(f"a decision takes {_seconds(times.mean())} on {cores}")


def copies(count: int) -> None:
    """What a copy costs, and what a replay."""
    game = game_from(find_source(PROGRAM), seats=SEATS)
    copying, replaying = Moments(), Moments()
    for seed, chosen, state in positions(count):
        begun = process_time()
        for _ in range(20):
            state.copy()
        copying += Moments.of([round((process_time() - begun) / 20 * 1e6)])
        begun = process_time()
        again = game.start(seed)
        for option in chosen:
            again.apply(option)
        replaying += Moments.of([round((process_time() - begun) * 1e6)])
    print(f"a copy takes   {_seconds(copying.mean())}")
    print(f"a replay takes {_seconds(replaying.mean())}, of {SOON} decisions")


def _seconds(estimate: Estimate) -> str:
    """An estimate of microseconds in words."""
    value, low, high = (0.0 if x is None else x / 1e6 for x in (estimate.value, estimate.low, estimate.high))
    return f"{value:.4f} s ({low:.4f} to {high:.4f}, n = {estimate.n})"


def tell(contest: Contest, found: Found) -> None:
    """What came out of a contest."""
    wins, fair = found.wins, found.fair
    order = [None if x is None else (x - fair) / (1 - fair) for x in (wins.value, wins.low, wins.high)]
    told = " ".join("-" if x is None else f"{x:+.3f}" for x in order)
    verdict = {1: "better", 0: "no difference shown", -1: "worse"}[found.verdict]
    print(
        f"{contest.game:<18} {contest.one:<24} Order {told} (value, low, high), n = {wins.n} deals, "
        f"p = {found.p:.2g}: {verdict}, {found.seconds:.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
