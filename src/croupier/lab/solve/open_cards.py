"""Games in which everybody knows everything: the exact value by backward induction, and a best line."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from croupier.lab.solve.payoffs import exact_payoff
from croupier.lab.solve.positions import Positions
from croupier.lab.solve.tree import CHANCE, END, Tree

Exact = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Induction:
    """What backward induction has found."""

    value: Exact
    """What the game is worth to every seat."""
    choices: list[int]
    """By information set, or by position, the option to take; of equal ones the first."""
    values: list[Exact]
    """By information set, or by position, what the game is worth there."""
    line: list[str]
    """How a game goes in which everybody plays best, in words; chance does what is likeliest."""


def induction(tree: Tree, reward: str) -> Induction:
    """Every seat takes what is best for itself, from the ends back to the beginning."""
    found: list[Exact | None] = [None] * tree.histories
    best = [-1] * tree.histories
    end = len(tree.ends)
    # A node comes before all that follows it.
    for node in range(tree.histories - 1, -1, -1):
        mark = tree.mark[node]
        if mark == END:
            end -= 1
            found[node] = exact_payoff(tree, reward, end)
        value, parent = found[node], tree.parent[node]
        assert value is not None
        if parent < 0:
            continue
        before, above = found[parent], tree.mark[parent]
        if above == CHANCE:
            share = tree.shares[tree.share[node]]
            weighed = tuple(share * one for one in value)
            found[parent] = (
                weighed if before is None else tuple(a + b for a, b in zip(before, weighed, strict=True))
            )
            if best[parent] < 0 or share >= tree.shares[tree.share[best[parent]]]:
                best[parent] = node
        else:
            seat = tree.sets[above].seat
            # Options come last to first, so that of equal ones the first stays.
            if before is None or value[seat] >= before[seat]:
                found[parent], best[parent] = value, node
    choices = [-1] * len(tree.sets)
    exact: list[Exact] = [()] * len(tree.sets)
    for node, mark in enumerate(tree.mark):
        if mark >= 0:
            choices[mark] = tree.edge[best[node]]
            exact[mark] = found[node] or ()
    return Induction(found[0] or (), choices, exact, _line(tree, best))


def _line(tree: Tree, best: list[int]) -> list[str]:
    found, node = [], 0
    while tree.mark[node] != END:
        after, mark = best[node], tree.mark[node]
        if mark == CHANCE:
            found.append(f"chance: a result of weight {tree.shares[tree.share[after]]}")
        else:
            here = tree.sets[mark]
            found.append(f"seat {here.seat}: {here.options[tree.edge[after]][1]}")
        node = after
    return found


def induction_by_position(positions: Positions, reward: str) -> Induction:
    """The same for a game in which every position is known to all, from the last position to the first."""
    ends = [exact_payoff(positions, reward, end) for end in range(positions.ends)]
    values: list[Exact] = [()] * len(positions)
    choices = [0] * len(positions)

    def worth(results: range) -> Exact:
        total = [Fraction(0)] * positions.seats
        for result in results:
            target = positions.targets[result]
            share = positions.shares[positions.share[result]]
            for seat, value in enumerate(values[target] if target >= 0 else ends[-1 - target]):
                total[seat] += share * value
        return tuple(total)

    for position in positions.latest_first():
        seat = positions.mover[position]
        found = [
            worth(positions.results(position, option)) for option in range(len(positions.options[position]))
        ]
        best = max(range(len(found)), key=lambda option: (found[option][seat], -option))
        values[position], choices[position] = found[best], best
    return Induction(worth(positions.beginnings()), choices, values, _best_line(positions, choices))


def _best_line(positions: Positions, choices: list[int]) -> list[str]:
    found, results = [], positions.beginnings()
    while True:
        likeliest = max(results, key=lambda result: (positions.shares[positions.share[result]], -result))
        if len(results) > 1:
            found.append(f"chance: a result of weight {positions.shares[positions.share[likeliest]]}")
        position = positions.targets[likeliest]
        if position < 0:
            return found
        choice = choices[position]
        found.append(f"seat {positions.mover[position]}: {positions.options[position][choice][1]}")
        results = positions.results(position, choice)
