"""The pictures of a program: complete, well-formed, and nothing on top of anything else."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import read
from croupier.recycle.graph import Graph, dot, graph, mermaid
from croupier.recycle.layout import Link, layered
from croupier.recycle.outline import outline
from croupier.recycle.svg import svg
from golden import assert_golden

pytestmark = pytest.mark.slow

PROGRAMS = sorted((Path(__file__).parents[1] / "programs").glob("*.rcy"))
SVG = "{http://www.w3.org/2000/svg}"

FERRY = """\
;; The "Ferry" <& back>
;; dialect: 0.6
(game
  (setup
    (create players 2)
    (create deck GOODS (game iloc SHORE) (deck (KIND (HAY, GOAT, WOLF)))))
  (do (
    (move (top (game iloc SHORE)) (top (game vloc BOAT)))
    (move (top (game vloc BOAT)) (bottom (game vloc BOAT)))))
  (stage player
    (end (< (size (game vloc BOAT)) 1))
    (choice (
      (any (game vloc BOAT) 'C (move 'C (top ((current player) iloc BARN))))
      (do (
        (remember (top (game vloc BOAT)) (top (game mem LAST)))
        (swap (top (game vloc BOAT)) (top (game iloc SHORE))))))))
  (scoring max (size ((current player) iloc BARN))))
"""


@pytest.fixture(scope="module")
def ferry() -> Graph:
    return graph(outline(read(FERRY)))


def test_moves_are_edges_with_the_rules_that_move(ferry: Graph) -> None:
    names = {node.id: node.title for node in ferry.nodes}
    edges = [(names[e.source], names[e.target], e.kind, e.labels) for e in ferry.edges]
    assert edges == [
        ("create deck GOODS", "SHORE", "deal", ("setup, line 6",)),
        ("SHORE", "BOAT", "move", ("do, line 8",)),
        ("BOAT", "BOAT", "move", ("do, line 9",)),
        ("BOAT", "BARN", "move", ("choice, line 13",)),
        ("BOAT", "LAST", "remember", ("remember: choice, line 15",)),
        ("BOAT", "SHORE", "swap", ("swap: choice, line 16",)),
    ]


def test_the_same_way_twice_is_one_edge() -> None:
    again = FERRY.replace("(bottom (game vloc BOAT))", "(top ((0 player) iloc BARN))")
    edge = next(e for e in graph(outline(read(again))).edges if len(e.labels) > 1)
    assert edge.labels == ("do, line 9", "choice, line 13")


def test_dot_in_full(ferry: Graph) -> None:
    assert_golden("show/ferry.dot", dot(ferry) + "\n")


def test_mermaid_in_full(ferry: Graph) -> None:
    assert_golden("show/ferry.mmd", mermaid(ferry) + "\n")


def test_svg_in_full(ferry: Graph) -> None:
    assert_golden("show/ferry.svg", svg(ferry))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_picture_is_complete(path: Path) -> None:
    drawn = graph(outline(read(path)))
    root = ElementTree.fromstring(svg(drawn))
    titles = {element.text for element in root.iter(f"{SVG}title")}
    texts = {element.text for element in root.iter(f"{SVG}text")}
    for node in drawn.nodes:
        assert node.tip in titles
        assert node.title in texts
    for block in drawn.tree.walk():
        assert block.tip in titles
        assert set(block.details) <= texts
    assert {label for edge in drawn.edges for label in edge.labels} <= texts
    for text in (dot(drawn), mermaid(drawn)):
        for node_id in [*(node.id for node in drawn.nodes), *(block.id for block in drawn.tree.walk())]:
            assert re.search(rf"^    {node_id}\b", text, re.MULTILINE)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_no_label_lies_on_a_node_or_on_another_label(path: Path) -> None:
    root = ElementTree.fromstring(svg(graph(outline(read(path)))))
    nodes = [
        box(r) for g in root.iter(f"{SVG}g") if g.get("class") == "location" for r in g.iter(f"{SVG}rect")
    ]
    labels = [box(r) for r in root.iter(f"{SVG}rect") if r.get("class") == "page" and r.get("x")]
    for first, second in combinations([*nodes, *labels], 2):
        assert not overlap(first, second)


def test_the_picture_needs_nothing_else_and_knows_the_dark(ferry: Graph) -> None:
    drawn = svg(ferry)
    assert "prefers-color-scheme: dark" in drawn
    assert not re.search(r"href|@import|url\((?!#)|<script", drawn)


@given(
    st.integers(1, 12).flatmap(
        lambda n: st.tuples(
            st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=25)
        )
    )
)
def test_any_graph_can_be_laid_out(case: tuple[int, list[tuple[int, int]]]) -> None:
    count, pairs = case
    sizes = {f"n{i}": (60.0 + 10 * i, 40.0) for i in range(count)}
    links = [Link(f"n{a}", f"n{b}", 80.0, 20.0) for a, b in pairs]
    found = layered(sizes, links)
    boxes = [(x - sizes[n][0] / 2, y - 20, x + sizes[n][0] / 2, y + 20) for n, (x, y) in found.nodes.items()]
    for link, route in zip(links, found.routes, strict=True):
        assert (route is None) == (link.source == link.target)
        if route is not None:
            x, y = route.label
            boxes.append((x - 40, y - 10, x + 40, y + 10))
            start, end = found.nodes[link.source], found.nodes[link.target]
            assert abs(route.stops[0][1] - start[1]) == pytest.approx(20)
            assert abs(route.stops[-1][2] - end[1]) == pytest.approx(20)
    for first, second in combinations(boxes, 2):
        assert not overlap(first, second)
    assert all(b[0] >= -0.01 and b[2] <= found.width + 0.01 for b in boxes)
    assert all(b[1] >= -0.01 and b[3] <= found.height + 0.01 for b in boxes)


Box = tuple[float, float, float, float]


def box(element: ElementTree.Element) -> Box:
    """The corners of a rectangle."""
    x, y, width, height = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    slack = 0.2
    return min(a[2], b[2]) - max(a[0], b[0]) > slack and min(a[3], b[3]) - max(a[1], b[1]) > slack
