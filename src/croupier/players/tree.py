"""Edges of a search tree, and the rule by which one of them is followed (UCB)."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt


class Edge:
    """An option at a node: how often it could have been taken, how often it was, and what came of it.

    It is made when it is taken for the first time, which counts as available. At every later visit to the
    node all edges that can be taken there count as available once more, before one of them is chosen.
    """

    __slots__ = ("available", "points", "visits")

    def __init__(self, seats: int) -> None:
        self.available = 1
        self.visits = 0
        self.points = [0] * seats

    def add(self, points: Sequence[int]) -> None:
        """It was taken, and this is what the seats got."""
        self.visits += 1
        own = self.points
        for seat, got in enumerate(points):
            own[seat] += got


def best_edge(edges: Sequence[Edge], partners: tuple[int, ...], unit: int, explore: float) -> int:
    """The number of the edge to follow: the first of those with the highest upper confidence bound.

    In double precision and in this order: mean = points / (visits · unit · partners), where both sides are
    exact integers before they are divided; bonus = explore · √(log(available) / visits); mean + bonus.
    """
    best, highest = 0, -1.0
    for number, edge in enumerate(edges):
        together = 0
        for seat in partners:
            together += edge.points[seat]
        mean = float(together) / float(edge.visits * unit * len(partners))
        bound = mean + explore * sqrt(log(float(edge.available)) / float(edge.visits))
        if bound > highest:
            best, highest = number, bound
    return best
