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
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from time import thread_time
from typing import Any

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, Stream
from croupier.kernel import kernel
from croupier.native import NativeGame
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


def best(runs: int, acts: Mapping[str, Callable[[], Any]]) -> dict[str, float]:
    """The seconds of the fastest run of each; they take turns, so that a slow time hits them all."""
    found = dict.fromkeys(acts, inf)
    for _ in range(runs):
        for name, act in acts.items():
            start = thread_time()
            act()
            found[name] = min(found[name], thread_time() - start)
    return found


def measure(name: str, runs: int) -> None:
    """One row for each search."""
    program = recycle_game(name, engine="interpreter")
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
    others = replace(root, code=alone.code)
    code = root.trees(1, ("rank", 2 * max(1, game.seats - 1), ()), 0.7, view.teams)

    def blind(many_observers: bool) -> Any:
        return code.walk(code.tree(ITERATIONS, 100_000), 0, ITERATIONS, many_observers=many_observers)

    found = best(
        runs,
        {
            "playout": lambda: root.playouts(Stream.of(1, PLAYER), ITERATIONS),
            "careful": lambda: others.playouts(Stream.of(1, PLAYER), ITERATIONS),
            "ismcts": lambda: blind(False),
            "moismcts": lambda: blind(True),
            "mcts": lambda: code.walk_open(code.tree(ITERATIONS, 100_000), 0, 0, 1, ITERATIONS),
            "pipmc": lambda: decision(named("pipmc")(view.seat, view.seats, Stream.of(1, PLAYER, 0)), view),
        },
    )
    bare, careful = found["playout"], found["careful"]
    print(f"{name:<12} playout  {ITERATIONS / bare:>11,.0f} a second ({ITERATIONS / careful:,.0f})")
    for player in ("ismcts", "moismcts", "mcts"):
        each = found[player]
        print(
            f"{name:<12} {player:<8} {ITERATIONS / each:>11,.0f} iterations a second, "
            f"each {each / bare:.2f} playouts ({each / careful:.2f})"
        )
    tests = f"{len(view.options)} options × 10 tests"
    print(f"{name:<12} pipmc    {1e3 * found['pipmc']:>11.2f} ms a decision, {tests}")


if __name__ == "__main__":
    main()
