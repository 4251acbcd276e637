"""The tree of a very small game as a picture: every history, and how likely each option is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from croupier.lab.solve.errors import SolveError
from croupier.lab.solve.solution import Solution
from croupier.lab.solve.tables import edge_text
from croupier.lab.solve.tree import CHANCE, END, Tree, sight_text

MOST = 400
"""A tree of more histories does not fit on a page."""

_ROW, _COLUMN, _MARGIN = 18, 150, 24
_HALO = 'paint-order="stroke" stroke="#fff" stroke-width="3"'
_COLOURS = ("#1b6ca8", "#b3541e", "#3b7a3b", "#7a3b78")


def picture(solution: Solution) -> str:
    """The tree as SVG; :class:`SolveError` if it does not fit on a page."""
    tree = solution.tree
    if tree is None or tree.histories > MOST:
        many = f"{tree.histories:,}" if tree is not None else "too many"
        raise SolveError(f"a picture has room for {MOST} histories, and this tree has {many}")
    rows, columns = _rows(tree), _columns(tree)
    width = _MARGIN * 2 + _COLUMN * (max(columns) + 1)
    height = _MARGIN * 2 + _ROW * len(tree.ends)
    chances = {id(here): likely for here, likely in solution.policy}
    drawn = [
        _edge(tree, node, rows, columns, chances) for node in range(tree.histories) if tree.parent[node] >= 0
    ]
    drawn += [_node(tree, node, rows, columns) for node in range(tree.histories)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="10" role="img">\n'
        f"<title>{escape(solution.game)}: {tree.histories} histories, value "
        f"{', '.join(f'{value:+.4f}' for value in solution.value)}</title>\n"
        f'<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(drawn) + "\n</svg>\n"
    )


def _rows(tree: Tree) -> list[float]:
    """Ends lie below each other; every other node in the middle of what follows it."""
    following: list[list[int]] = [[] for _ in range(tree.histories)]
    for node in range(1, tree.histories):
        following[tree.parent[node]].append(node)
    found, row = [0.0] * tree.histories, 0
    order, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += reversed(following[node])
    for node in order:
        if tree.mark[node] == END:
            found[node], row = float(row), row + 1
    for node in reversed(order):
        if following[node]:
            found[node] = (found[following[node][0]] + found[following[node][-1]]) / 2
    return found


def _columns(tree: Tree) -> list[int]:
    found = [0] * tree.histories
    for node in range(1, tree.histories):
        found[node] = found[tree.parent[node]] + 1
    return found


def _spot(node: int, rows: list[float], columns: list[int]) -> tuple[float, float]:
    return _MARGIN + _COLUMN * columns[node], _MARGIN + _ROW * (rows[node] + 0.5)


def _edge(
    tree: Tree, node: int, rows: list[float], columns: list[int], chances: Mapping[int, Sequence[float]]
) -> str:
    parent = tree.parent[node]
    (x, y), (to_x, to_y) = _spot(parent, rows, columns), _spot(node, rows, columns)
    mark = tree.mark[parent]
    if mark == CHANCE:
        likely, colour = float(tree.shares[tree.share[node]]), "#777"
        text = str(tree.shares[tree.share[node]])
    else:
        here = tree.sets[mark]
        likely, colour = chances[id(here)][tree.edge[node]], _colour(here.seat)
        text = f"{edge_text(tree, node)} {likely:.3f}"
    return (
        f'<line x1="{x:.0f}" y1="{y:.1f}" x2="{to_x:.0f}" y2="{to_y:.1f}" stroke="{colour}" '
        f'stroke-width="{0.5 + 2.5 * likely:.2f}" stroke-opacity="{0.35 + 0.65 * likely:.2f}"/>'
        f'<text x="{to_x - 8:.0f}" y="{to_y - 3:.1f}" text-anchor="end" fill="{colour}">{escape(text)}</text>'
    )


def _node(tree: Tree, node: int, rows: list[float], columns: list[int]) -> str:
    x, y = _spot(node, rows, columns)
    mark = tree.mark[node]
    if mark == END:
        end = tree.ends.index(node)
        scores = " ".join(f"{scores[end]:+d}" for scores in tree.scores)
        return f'<text x="{x + 5:.0f}" y="{y + 3:.1f}" fill="#222">{scores}</text>'
    if mark == CHANCE:
        return f'<circle cx="{x:.0f}" cy="{y:.1f}" r="4" fill="#fff" stroke="#777"/>'
    here = tree.sets[mark]
    seen = escape(sight_text(here.view)[:24])
    return (
        f'<circle cx="{x:.0f}" cy="{y:.1f}" r="4" fill="{_colour(here.seat)}"/>'
        f'<text x="{x + 6:.0f}" y="{y + 3:.1f}" fill="#222" {_HALO}>{seen}</text>'
    )


def _colour(seat: int) -> str:
    return _COLOURS[seat % len(_COLOURS)]
