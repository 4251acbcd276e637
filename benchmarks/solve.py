"""Small games solved: sizes, times and values; agreement with another library; how exploitable players are.

    python benchmarks/solve.py games [NAME ...]
    python benchmarks/solve.py openspiel          (pip install open_spiel)
    python benchmarks/solve.py players [kuhn_poker leduc_poker] [--seeds 40] [--most 3000]

`games` makes the table of docs/solving.md, in processor time; what is known about a game is checked.
`openspiel` gives the same policies to both libraries and compares what they take for exploitability: random
play, and what we have found. `players` makes the table of docs/players.md: the exploitability of searches in
Kuhn and Leduc poker against their iterations, as `croupier solve GAME --against PLAYER` tells it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

from croupier import load
from croupier.lab.solve import Settings, Solution, solve
from croupier.lab.solve.against import against
from croupier.lab.solve.tree import CHANCE, Tree

HERE = Path(__file__).parent / "solvable"
RANKS = ("ACE", "TWO", "THREE", "FOUR", "FIVE")
BUDGETS = (30, 100, 300, 1000, 3000)
TOLERANCE = 1e-6


@dataclass(frozen=True)
class Case:
    """A game to solve, and what is known of it."""

    game: str
    settings: dict[str, Any] = field(default_factory=dict)
    reward: str = "score"
    value: float | None = None
    within: float = 1e-4


CASES = {
    "Kuhn poker": Case("kuhn_poker", value=-1 / 18),
    "Leduc poker": Case("leduc_poker", value=-0.0856),
    "one-card poker, 13 ranks": Case("one_card_poker.rcy", value=-0.0641),
    "bluffer's dice, four sides": Case("bluffers_dice.rcy"),
    "Hearts of 2 × 4 cards": Case("small_hearts.rcy"),
    "three seats, last two tricks": Case("three_seat_tricks.rcy"),
    "GOPS, 4 cards, margin": Case("gops", {"RANKS": RANKS[:4]}, "margin", value=0.0, within=1e-3),
    "GOPS, 5 cards, margin": Case("gops", {"RANKS": RANKS}, "margin", value=0.0, within=1e-3),
}


def main() -> None:
    """Run one of the parts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=("games", "openspiel", "players"))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--most", type=int, default=3000, help="Iterations, at most.")
    asked = parser.parse_args()
    if asked.part == "games":
        games(asked.names or list(CASES))
    elif asked.part == "openspiel":
        openspiel()
    else:
        players(asked.names or ["kuhn_poker", "leduc_poker"], asked.seeds, asked.most)


def games(names: list[str]) -> None:
    """The table of docs/solving.md."""
    print(
        "| game | method | histories | information sets | value of seat 0 | exploitability | iterations | s |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for name in names:
        case = CASES[name]
        path = HERE / case.game
        begun = process_time()
        game = load(path if path.exists() else case.game, settings=case.settings)
        found = solve(game, Settings(reward=case.reward))
        took = process_time() - begun
        if case.value is not None and abs(found.value[0] - case.value) > case.within:
            sys.exit(f"{name}: {found.value[0]} is not {case.value}")
        sets = " + ".join(f"{one:,}" for one in found.information_sets)
        about, bound = ("about ", "≤ ") if found.estimates else ("", "")
        exact = f" = {found.exact[0]}" if found.exact else ""
        print(
            f"| {name} | {found.method} | {about}{found.histories:,} | {sets} | "
            f"{found.value[0]:+.5f}{exact} | {bound}{found.exploitability:.6f} | "
            f"{found.iterations:,} | {took:.1f} |",
            flush=True,
        )


def players(names: list[str], seeds: int, most: int) -> None:
    """The table of docs/players.md."""
    for name in names:
        game = load(name)
        solution = solve(game)
        print(f"{name}: random {against(solution, game, 'random').exploitability.value:.4f}", flush=True)
        for player in ("ismcts", "moismcts"):
            for budget in BUDGETS:
                if budget > most:
                    continue
                found = against(solution, game, f"{player}:iterations={budget}:reward=score", seeds=seeds)
                told, lost = found.exploitability, found.loss
                print(
                    f"{name} {player} {budget}: {told.value:.3f} [{told.low:.3f}, {told.high:.3f}], "
                    f"loses {lost.value:.3f} [{lost.low:.3f}, {lost.high:.3f}]",
                    flush=True,
                )


Situation = tuple[int, str, str, tuple[str, ...]]
"""A decision of poker: the seat, its card, the card on the table, and what everybody has done."""


def situations(solution: Solution) -> dict[Situation, dict[str, float]]:
    """The policy of a poker game by what a player of poker would say."""
    tree = solution.tree
    assert tree is not None
    chances = {id(here): likely for here, likely in solution.policy}
    found = {}
    for node, mark in enumerate(tree.mark):
        if mark >= 0:
            here = tree.sets[mark]
            [own] = here.view.cards(f"{here.seat}.HAND")
            board = "".join(str(card) for card in here.view.cards("BOARD"))
            row = dict(zip((text for _, text in here.options), chances[id(here)], strict=True))
            found[here.seat, str(own), board, tuple(_done(tree, node))] = row
    return found


def _done(tree: Tree, node: int) -> Iterator[str]:
    steps = []
    while (parent := tree.parent[node]) >= 0:
        if tree.mark[parent] != CHANCE:
            steps.append(tree.sets[tree.mark[parent]].options[tree.edge[node]][1])
        node = parent
    return reversed(steps)


def openspiel() -> None:
    """Both libraries say how exploitable the same policies are."""
    import pyspiel
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    for ours, theirs, words in (
        ("kuhn_poker", "kuhn_poker", ({0: "check", 1: "bet"}, {0: "fold", 1: "call"})),
        ("leduc_poker", "leduc_poker", ({1: "check", 2: "bet"}, {0: "fold", 1: "call", 2: "raise"})),
    ):
        game, solution = pyspiel.load_game(theirs), solve(load(ours))
        form = solution.form
        assert form is not None
        table = policies.TabularPolicy(game)
        uniform = form.exploitability([one.plan(one.uniform()) for one in form.decisions])
        _same(f"{ours}, random play", uniform, exploitability.exploitability(game, table))
        known = situations(solution)
        for state in _decisions(game.new_initial_state()):
            situation, names = _situation(state, words)
            row = table.policy_for_key(state.information_state_string())
            row[:] = 0.0
            for action in state.legal_actions():
                row[action] = known[situation][names[action]]
        _same(f"{ours}, solved", solution.exploitability, exploitability.exploitability(game, table))


def _same(what: str, ours: float, theirs: float) -> None:
    print(f"{what}: {ours:.9f} here, {theirs:.9f} there", flush=True)
    if abs(ours - theirs) > TOLERANCE:
        sys.exit(f"{what}: these differ by more than {TOLERANCE}")


def _decisions(state: Any) -> Iterator[Any]:
    if state.is_terminal():
        return
    if not state.is_chance_node():
        yield state
    for action in state.legal_actions():
        yield from _decisions(state.child(action))


def _situation(state: Any, words: Any) -> tuple[Situation, dict[int, str]]:
    """A decision of theirs in our words, and what its actions are called here."""
    names = ("JACK", "QUEEN", "KING")
    copies = 1 if "kuhn" in str(state.get_game()) else 2
    cards: list[int] = []
    done: list[str] = []
    facing, twin = False, state.get_game().new_initial_state()
    for action in state.history():
        if twin.is_chance_node():
            cards.append(action // copies)
            facing = facing and len(cards) < 3
        else:
            told = words[facing][action]
            done.append(told)
            facing = told in ("bet", "raise")
        twin.apply_action(action)
    seat = state.current_player()
    board = names[cards[2]] if len(cards) > 2 else ""
    return (seat, names[cards[seat]], board, tuple(done)), words[facing]


if __name__ == "__main__":
    main()
