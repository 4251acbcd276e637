"""Monte Carlo tree search on samples: on each of several deals a tree of its own, all cards open (UCT).

Sample s is drawn from `Stream.of(key, SAMPLE, s)`, for s from 0 to samples - 1; iteration k works on the tree
of sample k mod samples, and draws from `Stream.of(key, PLAYER, k)`. What the trees have found at their roots
is added.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from croupier.game import PLAYER, State, Stream
from croupier.players.assessment import Assessment
from croupier.players.batches import Job, search_in_batches
from croupier.players.budget import CHECKED_EVERY, dominates
from croupier.players.rollout import finish
from croupier.players.searching import (
    BELIEF,
    CONFIDENCE,
    EXPLORE,
    REWARD,
    ROLLOUT,
    THREADS,
    TIME,
    SearchPlayer,
    Task,
)
from croupier.players.settings import whole
from croupier.players.sums import partners
from croupier.players.tree import Edge, best_edge

FEW = 8
"""Iterations that a tree has room for at first; it grows as it is needed."""


class MCTSPlayer(SearchPlayer):
    """Searches a tree on each of several sampled deals, with all cards open (UCT)."""

    settings = (
        whole("iterations", 1000, "Iterations of a decision, over all deals together."),
        whole("samples", 10, "Deals that are searched, each with a tree of its own."),
        TIME,
        REWARD,
        ROLLOUT,
        EXPLORE,
        CONFIDENCE,
        BELIEF,
        THREADS,
        whole("nodes", 100_000, "Nodes that one tree may have."),
    )
    strength = "plans ahead, but believes that everybody sees all cards"
    cost = "iterations games from here to the end"

    def search(self, task: Task) -> Assessment:
        """Search the trees."""
        return search(
            task,
            samples=self.options["samples"],
            explore=self.options["explore"],
            nodes=self.options["nodes"],
        )


class Node:
    """A position that is reached from the root by certain options: one edge for every option tried."""

    __slots__ = ("edges", "then")

    def __init__(self, options: int) -> None:
        self.edges: list[Edge | None] = [None] * options
        self.then: list[Node | None] = [None] * options


class _Tree:
    """The tree of one sample."""

    def __init__(self, sample: State, limit: int) -> None:
        self.sample = sample
        self.root = Node(sample.option_count)
        self.room = limit - 1
        """How many more nodes it may have."""


def search(task: Task, *, samples: int, explore: float, nodes: int) -> Assessment:
    """Tree search for one decision."""
    found = _by_kernel(task, samples=samples, explore=explore, nodes=nodes)
    if found is not None:
        return found
    sums, done = task.fresh_sums(), 0
    trees: list[_Tree] = []
    for k in task.budget.rounds():
        done = k + 1
        if len(trees) < samples:
            trees.append(_Tree(task.deal(k), nodes))
        tree = trees[k % samples]
        if tree.sample.option_count == task.view.option_count:
            option, points = _iteration(task, tree, Stream.of(task.key, PLAYER, k), explore)
            sums.add(option, points)
        if task.z is not None and done % CHECKED_EVERY == 0 and dominates(sums, task.z, task.reward.unit):
            break
    return sums.assessment(sums.most_tried(), task.reward.unit, done)


def _by_kernel(task: Task, *, samples: int, explore: float, nodes: int) -> Assessment | None:
    """The same by the machine code of the game, if it has some and can do it."""
    root = task.root
    if root is None or not task.plain:
        return None
    reward = task.reward
    code = root.trees(task.key, (reward.kind, reward.unit, reward.worth), explore, task.view.teams)
    sums = task.fresh_sums()
    trees: dict[int, Any] = {}

    def jobs(first: int, count: int) -> Iterator[Job]:
        for k in range(first, first + min(count, samples)):
            number = k % samples
            if number not in trees:
                trees[number] = code.tree(FEW, nodes)
            yield partial(code.walk_open, trees[number], number, k, samples, first + count)

    done = search_in_batches(task, sums, jobs)
    if done is None:
        return None
    return sums.assessment(sums.most_tried(), reward.unit, done)


def _iteration(task: Task, tree: _Tree, stream: Stream, explore: float) -> tuple[int, tuple[int, ...]]:
    """One way from the root to an end; the option at the root, and what the seats got."""
    state, node, path = tree.sample.copy(), tree.root, list[Edge]()
    first = -1
    while state.to_move is not None:
        option, known = _followed(task, node, state.to_move, stream, explore)
        first = option if first < 0 else first
        edge = node.edges[option]
        assert edge is not None
        path.append(edge)
        state.apply(option)
        if not known or state.to_move is None:
            break
        then = node.then[option]
        if then is None:
            if not tree.room:
                break
            tree.room -= 1
            then = node.then[option] = Node(state.option_count)
        node = then
    points = task.reward.of(finish(state, stream, task.policy))
    for edge in path:
        edge.add(points)
    return first, points


def _followed(task: Task, node: Node, mover: int, stream: Stream, explore: float) -> tuple[int, bool]:
    """The option to follow from a node, and whether it was tried before.

    While there are options never tried it is one of these: the stream draws which.
    """
    untried = []
    for option, edge in enumerate(node.edges):
        if edge is None:
            untried.append(option)
        else:
            edge.available += 1
    if untried:
        option = untried[stream.below(len(untried))]
        node.edges[option] = Edge(task.view.seats)
        return option, False
    team = partners(mover, task.view.teams)
    tried = [edge for edge in node.edges if edge is not None]
    return best_edge(tried, team, task.reward.unit, explore), True
