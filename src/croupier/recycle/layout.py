"""Where the boxes of a directed graph go: layers from top to bottom, few crossings, room for every label.

The classical steps: break the cycles, give every node the layer of its longest path, put a place into every
layer that an edge passes (its label gets one of its own, so that nothing can lie on it), order the layers by
barycentres, and shift them sideways until edges run as straight as the boxes allow.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

_GAP = 22.0
_ROW_GAP = 20.0
_MOST_ROW_GAP = 64.0
_PASSAGE = 8.0
_SWEEPS = 12
_SHIFTS = 60
_MANY = 3000
"""From so many spots on speed goes before beauty."""
_LOOP = 30.0


@dataclass(frozen=True, slots=True)
class Link:
    """An edge to be drawn, with the size of its label."""

    source: str
    target: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Route:
    """How an edge runs, from its source to its target, and where the middle of its label is.

    Each stop is (x, y, y'): there the edge runs straight from y to y', and curves from stop to stop.
    """

    stops: tuple[tuple[float, float, float], ...]
    label: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """The middle of every node, the route of every link (None from a node to itself), and the size."""

    nodes: dict[str, tuple[float, float]]
    routes: list[Route | None]
    width: float
    height: float


@dataclass(slots=True)
class _Spot:
    """A node, or the place where an edge passes a layer."""

    row: int
    left: float
    right: float
    height: float
    passage: bool = False
    """Whether an edge passes here, rather than a node standing."""
    x: float = 0.0
    y: float = 0.0
    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)


def layered(sizes: Mapping[str, tuple[float, float]], links: Sequence[Link]) -> Layout:
    """Lay out nodes of the given sizes (width, height) with the links between them."""
    straight = [link for link in links if link.source != link.target]
    turned = _turned(list(sizes), straight)
    layers = _layers(list(sizes), straight, turned)
    spots: list[_Spot] = []
    number: dict[str, int] = {}
    for name, (width, height) in sizes.items():
        number[name] = len(spots)
        loops = [link for link in links if link.source == link.target == name]
        extra = max((link.width + _LOOP for link in loops), default=0.0)
        spots.append(_Spot(2 * layers[name], width / 2, width / 2 + extra, height))
    chains = [_chain(spots, number, link, i in turned) for i, link in enumerate(straight)]
    rows = _ordered(spots)
    _place_sideways(spots, rows)
    bounds = _place_rows(spots, rows)
    left = min((spot.x - spot.left for spot in spots), default=0.0)
    for spot in spots:
        spot.x -= left
    width = max((spot.x + spot.right for spot in spots), default=0.0)
    found = iter(_routes(spots, chains, turned, bounds))
    routes = [next(found) if link.source != link.target else None for link in links]
    middles = {name: (spots[i].x, spots[i].y) for name, i in number.items()}
    return Layout(middles, routes, width, bounds[-1][1] if bounds else 0.0)


def _turned(names: list[str], links: Sequence[Link]) -> set[int]:
    """The links that close a cycle when the graph is walked through in the order given."""
    leaving: dict[str, list[int]] = {name: [] for name in names}
    for i, link in enumerate(links):
        leaving[link.source].append(i)
    turned: set[int] = set()
    state: dict[str, int] = {}
    for root in names:
        if root in state:
            continue
        state[root] = 1
        stack = [(root, iter(leaving[root]))]
        while stack:
            name, rest = stack[-1]
            i = next(rest, -1)
            if i < 0:
                state[name] = 2
                stack.pop()
            elif state.get(links[i].target) == 1:
                turned.add(i)
            elif links[i].target not in state:
                state[links[i].target] = 1
                stack.append((links[i].target, iter(leaving[links[i].target])))
    return turned


def _layers(names: list[str], links: Sequence[Link], turned: set[int]) -> dict[str, int]:
    """Longest-path layers; a node that nothing leads to stands just above what it leads to."""
    pairs = [
        (link.target, link.source) if i in turned else (link.source, link.target)
        for i, link in enumerate(links)
    ]
    waiting = dict.fromkeys(names, 0)
    after: dict[str, list[str]] = {name: [] for name in names}
    for source, target in pairs:
        waiting[target] += 1
        after[source].append(target)
    layer = dict.fromkeys(names, 0)
    ready = [name for name in names if not waiting[name]]
    roots = list(ready)
    for name in ready:
        for target in after[name]:
            layer[target] = max(layer[target], layer[name] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    for name in roots:
        if after[name]:
            layer[name] = min(layer[target] for target in after[name]) - 1
    return layer


@dataclass(frozen=True, slots=True)
class _Chain:
    """The spots that a link runs through from the upper to the lower node, and the one with its label."""

    spots: list[int]
    label: int


def _chain(spots: list[_Spot], number: dict[str, int], link: Link, turned: bool) -> _Chain:
    first, last = number[link.source], number[link.target]
    if turned:
        first, last = last, first
    rows = range(spots[first].row + 1, spots[last].row)
    label_row = rows[0] + 2 * ((len(rows) - 1) // 4)
    chain = [first]
    label = -1
    for row in rows:
        labelled = row == label_row
        label = len(spots) if labelled else label
        half = max(_PASSAGE, link.width) / 2 if labelled else _PASSAGE / 2
        spots.append(_Spot(row, half, half, link.height if labelled else 0.0, passage=True))
        chain.append(len(spots) - 1)
    chain.append(last)
    for upper, lower in pairwise(chain):
        spots[upper].after.append(lower)
        spots[lower].before.append(upper)
    return _Chain(chain, label)


def _ordered(spots: list[_Spot]) -> list[list[int]]:
    """The spots of each row from left to right, with as few crossings as some sweeps can find."""
    rows: list[list[int]] = [[] for _ in range(max((s.row for s in spots), default=-1) + 1)]
    for i, spot in enumerate(spots):
        rows[spot.row].append(i)
    best, fewest = [list(row) for row in rows], _crossings(spots, rows)
    for sweep in range(_SWEEPS if len(spots) < _MANY else 2):
        down = sweep % 2 == 0
        rank = {i: at for row in rows for at, i in enumerate(row)}
        for row in rows if down else reversed(rows):
            middle = {}
            for i in row:
                near = spots[i].before if down else spots[i].after
                middle[i] = sum(rank[n] for n in near) / len(near) if near else float(rank[i])
            row.sort(key=middle.__getitem__)
            rank.update((i, at) for at, i in enumerate(row))
        crossings = _crossings(spots, rows)
        if crossings < fewest:
            best, fewest = [list(row) for row in rows], crossings
    return best


def _crossings(spots: list[_Spot], rows: list[list[int]]) -> int:
    total = 0
    for upper, lower in pairwise(rows):
        at = {i: place for place, i in enumerate(lower)}
        passed: list[int] = []
        for i in upper:
            ends = [at[n] for n in spots[i].after]
            total += sum(len(passed) - bisect_right(passed, end) for end in ends)
            for end in ends:
                insort(passed, end)
    return total


def _place_sideways(spots: list[_Spot], rows: list[list[int]]) -> None:
    for row in rows:
        x = 0.0
        for i in row:
            spots[i].x = x + spots[i].left
            x += spots[i].left + spots[i].right + _GAP
    shifts = _SHIFTS if len(spots) < _MANY else 8
    for sweep in range(shifts):
        down = sweep % 2 == 0
        for row in rows if down else reversed(rows):
            wishes, weights = [], []
            for i in row:
                spot = spots[i]
                near = spot.before if down else spot.after
                if sweep > shifts // 2:
                    near = [*spot.before, *spot.after]
                pulls = [_pull(spot, spots[n]) for n in near]
                mean = sum(spots[n].x * pull for n, pull in zip(near, pulls, strict=True)) / (
                    sum(pulls) or 1.0
                )
                wishes.append(mean if near else spot.x)
                weights.append(sum(pulls) or 0.5)
            gaps = [spots[a].right + spots[b].left + _GAP for a, b in pairwise(row)]
            for i, x in zip(row, _apart(wishes, weights, gaps), strict=True):
                spots[i].x = x


def _pull(a: _Spot, b: _Spot) -> float:
    """How much two spots want to be in one line: bends in the middle of an edge are the worst."""
    return 1.0 + 3.0 * (a.passage + b.passage)


def _apart(wishes: list[float], weights: list[float], gaps: list[float]) -> list[float]:
    """The places nearest to the wishes (least squares) that keep the gaps: pool adjacent violators.

    >>> _apart([0.0, 0.0], [1.0, 1.0], [10.0])
    [-5.0, 5.0]
    """
    shift = [0.0]
    for gap in gaps:
        shift.append(shift[-1] + gap)
    pools: list[tuple[float, float, int]] = []
    for wish, weight, offset in zip(wishes, weights, shift, strict=False):
        value, mass, count = wish - offset, weight, 1
        while pools and pools[-1][0] > value:
            other, heavy, many = pools.pop()
            value = (value * mass + other * heavy) / (mass + heavy)
            mass, count = mass + heavy, count + many
        pools.append((value, mass, count))
    flat = [value for value, _, count in pools for _ in range(count)]
    return [value + offset for value, offset in zip(flat, shift, strict=False)]


def _place_rows(spots: list[_Spot], rows: list[list[int]]) -> list[tuple[float, float]]:
    """Give every row its height; returns where each begins and ends."""
    bounds: list[tuple[float, float]] = []
    y = 0.0
    for row in rows:
        height = max((spots[i].height for i in row), default=0.0)
        for i in row:
            spots[i].y = y + height / 2
        bounds.append((y, y + height))
        # An edge that goes far to the side needs some height to do so.
        far = max((abs(spots[i].x - spots[n].x) for i in row for n in spots[i].after), default=0.0)
        y += height + min(_MOST_ROW_GAP, _ROW_GAP + far / 8)
    return bounds


def _routes(
    spots: list[_Spot], chains: list[_Chain], turned: set[int], bounds: list[tuple[float, float]]
) -> list[Route]:
    out: dict[int, list[tuple[float, int]]] = {}
    into: dict[int, list[tuple[float, int]]] = {}
    for k, chain in enumerate(chains):
        first, second, *_, before, last = (*chain.spots[:2], *chain.spots[-2:])
        out.setdefault(first, []).append((spots[second].x, k))
        into.setdefault(last, []).append((spots[before].x, k))
    leaves = {k: x for i, ends in out.items() for k, x in _ports(spots[i], ends)}
    enters = {k: x for i, ends in into.items() for k, x in _ports(spots[i], ends)}
    routes = []
    for k, chain in enumerate(chains):
        upper, lower = spots[chain.spots[0]], spots[chain.spots[-1]]
        below, above = upper.y + upper.height / 2, lower.y - lower.height / 2
        inner = [spots[i] for i in chain.spots[1:-1]]
        stops = [
            (leaves[k], below, bounds[upper.row][1]),
            *((spot.x, *bounds[spot.row]) for spot in inner),
            (enters[k], bounds[lower.row][0], above),
        ]
        if k in turned:
            stops = [(x, end, start) for x, start, end in reversed(stops)]
        label = spots[chain.label]
        routes.append(Route(tuple(stops), (label.x, label.y)))
    return routes


def _ports(spot: _Spot, ends: list[tuple[float, int]]) -> list[tuple[int, float]]:
    """Where on a node's edge each link begins or ends: side by side, in the order in which they come."""
    width = 2 * spot.left
    step = min(22.0, 0.8 * width / len(ends))
    first = spot.x - step * (len(ends) - 1) / 2
    return [(k, first + step * at) for at, (_, k) in enumerate(sorted(ends))]
