"""A solution as data: the strategy and the value by information set, and the histories."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.lab.solve.solution import Solution
from croupier.lab.solve.tree import CHANCE, END, InformationSet, Tree, sight_text
from croupier.players.policy import Policy

Row = dict[str, Any]


def solution_tables(solution: Solution) -> dict[str, list[Row]]:
    """The tables of a solution: `strategy`, a row an option; of a whole tree `histories`, a row a node."""
    tables = {"strategy": strategy_rows(solution)}
    return tables if solution.tree is None else tables | {"histories": history_rows(solution.tree)}


def strategy_rows(solution: Solution) -> list[Row]:
    """By information set and option: how likely it is, and the cards that the seat sees."""
    paths = own_paths(solution)
    return [
        {
            "seat": here.seat,
            "set": here.key.hex(),
            "sees": sight_text(here.view),
            "did": paths(here),
            "histories": here.histories,
            "value": worth,
            "option": text,
            "key": key,
            "probability": chance,
        }
        for (here, chances), worth in zip(solution.policy, _worth(solution), strict=True)
        for (key, text), chance in zip(here.options, chances, strict=True)
    ]


def _worth(solution: Solution) -> list[float | None]:
    return solution.worth or [None] * len(solution.policy)


def own_paths(solution: Solution) -> Callable[[InformationSet], str]:
    """In words what a seat has done before it comes to an information set."""
    taken: dict[tuple[int, int], tuple[InformationSet, int]] = {}
    for here, _ in solution.policy:
        for number in range(len(here.options)):
            taken[here.seat, here.first + number] = here, number

    def told(here: InformationSet) -> str:
        words: list[str] = []
        before = here.before
        while before:
            earlier, number = taken[here.seat, before]
            words.append(earlier.options[number][1])
            before = earlier.before
        return ", ".join(reversed(words))

    return told


def history_rows(tree: Tree) -> list[Row]:
    """Every history: what has led there, who decides, and what an end scores."""
    ends = {node: number for number, node in enumerate(tree.ends)}
    return [
        {
            "node": node,
            "parent": tree.parent[node] if tree.parent[node] >= 0 else None,
            "by": edge_text(tree, node),
            "weight": str(tree.shares[tree.share[node]]) if tree.share[node] else None,
            "seat": tree.sets[mark].seat if mark >= 0 else None,
            "set": tree.sets[mark].key.hex() if mark >= 0 else None,
            "kind": "chance" if mark == CHANCE else "end" if mark == END else "decision",
            "scores": " ".join(str(scores[ends[node]]) for scores in tree.scores) if mark == END else None,
        }
        for node, mark in enumerate(tree.mark)
    ]


def edge_text(tree: Tree, node: int) -> str:
    """What has led to a node, in words."""
    parent = tree.parent[node]
    if parent < 0:
        return ""
    mark = tree.mark[parent]
    return f"result {tree.edge[node] + 1}" if mark == CHANCE else tree.sets[mark].options[tree.edge[node]][1]


def saved_policy(solution: Solution) -> Policy:
    """A solution as the player `solved` reads it."""
    chances = {
        here.key.hex(): {
            key: round(chance, 9)
            for (key, _), chance in zip(here.options, chances, strict=True)
            if chance > 1e-9
        }
        for here, chances in solution.policy
    }
    about = {
        "method": solution.method,
        "reward": solution.reward,
        "value": solution.value,
        "exploitability": solution.exploitability,
        "iterations": solution.iterations,
    }
    return Policy(
        solution.game,
        solution.seats,
        solution.complete,
        solution.ignoring,
        chances,
        about,
        frozenset(view.hex() for view in solution.restarts),
    )
