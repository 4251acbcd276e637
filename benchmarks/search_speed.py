"""How fast searches are where the game is machine code: one thread, the best of several runs.

Times are those of the thread on a processor, so that other work on the machine hardly counts.

    python benchmarks/search_speed.py agram hearts

playout     bare games from the first decision of a deal, as the kernel that searches plays them; in brackets,
            compiled alone with all of LLVM's care, which takes too long for everyday use
iterations  tree searches a second from there, 4096 iterations of one tree, and how many playouts one costs;
            in brackets, how many of the others
pipmc       a decision with 10 tests of every option
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import thread_time
from typing import Any

from croupier import load
from croupier.game import PLAYER, Stream
from croupier.native import NativeGame
from croupier.native.kernel import kernel
from croupier.players import decision, named

ITERATIONS = 4096


def main() -> None:
    """Measure the games that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "games", nargs="*", default=["agram", "hearts", "gops", "whist", "leduc_poker", "uno"]
    )
    parser.add_argument("--runs", type=int, default=7)
    asked = parser.parse_args()
    for name in asked.games:
        measure(name, asked.runs)


def best(runs: int, act: Callable[[], Any]) -> float:
    """The seconds of the fastest run."""
    found = []
    for _ in range(runs):
        start = thread_time()
        act()
        found.append(thread_time() - start)
    return min(found)


def measure(name: str, runs: int) -> None:
    """One row for each search."""
    program = load(name, engine="interpreter")
    game = NativeGame(program.program, program.name)
    state = game.start(seed=1)
    assert state.to_move is not None
    view = state.view(state.to_move)
    root = view.root
    if root is None:
        print(f"{name:<12} has no kernels that search")
        return
    alone = NativeGame(program.program, program.name)
    alone.code.search = kernel(game.code.lowered.search, ["playouts"], name, 3).call
    bare, careful = (
        best(runs, partial(start.playouts, Stream.of(1, PLAYER), ITERATIONS)) / ITERATIONS
        for start in (root, replace(root, code=alone.code))
    )
    print(f"{name:<12} playout  {1 / bare:>11,.0f} a second ({1 / careful:,.0f})")
    code = root.trees(1, ("rank", 2 * max(1, game.seats - 1), ()), 0.7, view.teams)

    def blind(many_observers: bool) -> Any:
        return code.walk(code.tree(ITERATIONS, 100_000), 0, ITERATIONS, many_observers=many_observers)

    searches: dict[str, Callable[[], Any]] = {
        "ismcts": lambda: blind(False),
        "moismcts": lambda: blind(True),
        "mcts": lambda: code.walk_open(code.tree(ITERATIONS, 100_000), 0, 0, 1, ITERATIONS),
    }
    for player, act in searches.items():
        each = best(runs, act) / ITERATIONS
        print(
            f"{name:<12} {player:<8} {1 / each:>11,.0f} iterations a second, "
            f"each {each / bare:.2f} playouts ({each / careful:.2f})"
        )
    whole = best(runs, lambda: decision(named("pipmc")(view.seat, view.seats, Stream.of(1, PLAYER, 0)), view))
    print(f"{name:<12} pipmc    {1e3 * whole:>11.2f} ms a decision, {len(view.options)} options × 10 tests")


if __name__ == "__main__":
    main()
