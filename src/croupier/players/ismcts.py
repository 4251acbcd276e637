"""Information-set Monte Carlo tree search: one tree over many deals, its nodes what a seat can tell apart.

Every iteration k draws a deal of its own from `Stream.of(key, SAMPLE, k)` and walks down the tree with it.
A node is a view: of the searching seat (`ismcts`, a single observer), or of whoever is to move (`moismcts`,
multiple observers). Its edges are options by their `key`; those that the deal does not offer are left aside,
and an edge is judged by how often it could have been taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from croupier.game import PLAYER, State, Stream, View
from croupier.players.assessment import Assessment
from croupier.players.batches import Job, Rows, search_in_batches
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
from croupier.players.settings import PlayerError, one_of, whole
from croupier.players.sums import Sums, partners
from croupier.players.tree import Edge, best_edge

Node = dict[str, Edge]
"""The options tried from a node, by key."""
Tree = dict[View, Node]

MOST_LINE = 6
"""A principal line has at most so many options."""


class ISMCTSPlayer(SearchPlayer):
    """Searches one tree over many deals, by what its own seat can tell apart (single observer)."""

    settings = (
        whole("iterations", 1000, "Iterations of a decision, each on a deal of its own."),
        TIME,
        REWARD,
        ROLLOUT,
        EXPLORE,
        CONFIDENCE,
        BELIEF,
        whole(
            "chunk",
            4096,
            "Iterations that share a tree; then a new one is begun, and roots are added.",
            most=10_000_000,
        ),
        THREADS,
        whole("nodes", 100_000, "Nodes that one tree may have."),
        one_of("reuse", ("no", "yes"), "Go on with the trees of the last decision."),
    )
    strength = "plans ahead and plays only by what it knows; the best of these in most games"
    cost = "iterations games from here to the end, each on a deal of its own"
    many_observers = False

    def __init__(self, seat: int, seats: int, stream: Stream, **options: Any) -> None:
        super().__init__(seat, seats, stream, **options)
        self._trees: list[Tree] = []

    @classmethod
    def prepare(cls, options: dict[str, Any]) -> None:
        """An early end is decided by what one decision has seen, and not by what it has inherited."""
        if options["reuse"] == "yes" and options["confidence"] is not None:
            raise PlayerError("reuse=yes and confidence= exclude each other")

    def search(self, task: Task) -> Assessment:
        """Search the trees."""
        return search(
            task,
            self._trees if self.options["reuse"] == "yes" else None,
            explore=self.options["explore"],
            nodes=self.options["nodes"],
            chunk=self.options["chunk"],
            many_observers=self.many_observers,
        )


class MOISMCTSPlayer(ISMCTSPlayer):
    """Searches one tree over many deals, in which every seat goes by what it can tell apart itself."""

    strength = "as ismcts; takes the others for players who see no more than they do"
    cost = "as ismcts"
    many_observers = True


def search(
    task: Task, trees: list[Tree] | None, *, explore: float, nodes: int, chunk: int, many_observers: bool
) -> Assessment:
    """Information-set search for one decision.

    Iterations from c · chunk up to the next multiple share tree c. If there is a list of trees, what is in it
    already is gone on with, and what is new is put into it.
    """
    if trees is None:
        found = _by_kernel(task, explore=explore, nodes=nodes, chunk=chunk, many_observers=many_observers)
        if found is not None:
            return found
        trees = []
    sums, done = _inherited(task, trees, nodes), 0
    walk = _Walk(task, explore, nodes, many_observers)
    for k in task.budget.rounds():
        done = k + 1
        if k // chunk >= len(trees):
            trees.append({task.view: {}})
        walk.iteration(trees[k // chunk], sums, k)
        if task.z is not None and done % CHECKED_EVERY == 0 and dominates(sums, task.z, task.reward.unit):
            break
    choice = sums.most_tried()
    line = walk.line(trees[0], choice) if task.tells else ()
    return sums.assessment(choice, task.reward.unit, done, line)


def _by_kernel(
    task: Task, *, explore: float, nodes: int, chunk: int, many_observers: bool
) -> Assessment | None:
    """The same by the machine code of the game, if it has some and can do it."""
    root = task.root
    if root is None or not task.plain or not root.clear:
        return None
    reward = task.reward
    code = root.trees(task.key, (reward.kind, reward.unit, reward.worth), explore, task.view.teams)
    sums = task.fresh_sums()
    room = min(chunk, task.budget.iterations or chunk)
    grown: dict[int, Any] = {}

    def walk(first: int, end: int) -> Rows | None:
        number = first // chunk
        if number not in grown:
            grown[number] = code.tree(room, nodes)
        tree = grown[number]
        if end % chunk == 0 and number:
            del grown[number]
        rows: Rows | None = code.walk(tree, first, end - first, many_observers=many_observers)
        return rows

    def jobs(first: int, count: int) -> Iterator[Job]:
        while count:
            end = min(first + count, (first // chunk + 1) * chunk)
            yield partial(walk, first, end)
            first, count = end, first + count - end

    done = search_in_batches(task, sums, jobs)
    if done is None:
        return None
    choice = sums.most_tried()
    line: tuple[str, ...] = ()
    # A kernel that was ended may have left the tree in the middle of an iteration.
    if task.tells and not task.budget.stopped:
        line = _in_words(task, code.line(grown[0], choice, MOST_LINE, many_observers=many_observers))
    return sums.assessment(choice, reward.unit, done, line)


def _in_words(task: Task, options: list[int]) -> tuple[str, ...]:
    """Options taken one after the other on the first deal."""
    words = list[str]()
    state = task.deal(0) if options else None
    for option in options:
        assert state is not None
        words.append(f"seat {state.to_move}: {state.options[option].text}")
        state.apply(option)
    return tuple(words)


def _inherited(task: Task, trees: list[Tree], nodes: int) -> Sums:
    """What earlier trees know of this decision; one that has never come here, or is full, is begun anew."""
    sums = task.fresh_sums()
    for number, tree in enumerate(trees):
        root = tree.get(task.view)
        if root is None or len(tree) >= nodes:
            trees[number] = {task.view: {}}
            continue
        for option in task.view.options:
            edge = root.get(option.key)
            if edge is not None:
                sums.inherit(option.index, edge.visits, edge.points)
    return sums


class _Walk:
    """Walks down trees with one deal after the other."""

    def __init__(self, task: Task, explore: float, nodes: int, many_observers: bool) -> None:
        self.task = task
        self.explore = explore
        self.nodes = nodes
        self.many_observers = many_observers
        self.seats = task.view.seats

    def iteration(self, tree: Tree, sums: Sums, k: int) -> None:
        """One way from the root to the end of a game, and what it teaches."""
        task = self.task
        state, stream = task.deal(k), Stream.of(task.key, PLAYER, k)
        if state.option_count != task.view.option_count:
            return
        node, path = tree[task.view], list[Edge]()
        first = -1
        while True:
            option, edge, known = self._followed(node, state, stream)
            first = option if first < 0 else first
            path.append(edge)
            state.apply(option)
            if not known or state.to_move is None:
                break
            sight = self._sight(state)
            if sight not in tree:
                if len(tree) >= self.nodes:
                    break
                tree[sight] = {}
            node = tree[sight]
        points = task.reward.of(finish(state, stream, task.policy))
        for edge in path:
            edge.add(points)
        sums.add(first, points)

    def _sight(self, state: State) -> View:
        """The view that tells which node a state is at."""
        assert state.to_move is not None
        return state.view(state.to_move if self.many_observers else self.task.view.seat)

    def _followed(self, node: Node, state: State, stream: Stream) -> tuple[int, Edge, bool]:
        """The option to follow, its edge, and whether it was tried before.

        While the deal offers options never tried from this node it is one of these: the stream draws which.
        """
        tried, untried = [], []
        for option in state.options:
            edge = node.get(option.key)
            if edge is None:
                untried.append(option)
            else:
                edge.available += 1
                tried.append(edge)
        if untried:
            new = untried[stream.below(len(untried))]
            edge = node[new.key] = Edge(self.seats)
            return new.index, edge, False
        assert state.to_move is not None
        team = partners(state.to_move, self.task.view.teams)
        best = best_edge(tried, team, self.task.reward.unit, self.explore)
        return best, tried[best], True

    def line(self, tree: Tree, choice: int) -> tuple[str, ...]:
        """How the game might go on: on the first deal, always the option that was tried most often."""
        state, words = self.task.deal(0), list[str]()
        if state.option_count != len(self.task.view.options):
            return ()
        node: Node | None = tree[self.task.view]
        while node and len(words) < MOST_LINE:
            tries = [(node[o.key].visits if o.key in node else 0, -o.index) for o in state.options]
            option = state.options[choice if not words else -max(tries)[1]]
            if option.key not in node:
                break
            words.append(f"seat {state.to_move}: {option.text}")
            state.apply(option.index)
            node = tree.get(self._sight(state)) if state.to_move is not None else None
        return tuple(words)
