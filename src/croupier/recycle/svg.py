"""The two pictures of a program as one self-contained SVG, for light and dark pages."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise
from unicodedata import east_asian_width

from croupier.recycle.graph import FlowEdge, FlowNode, Graph, TreeNode
from croupier.recycle.layout import Link, Route, layered
from croupier.text.shown import shown

_MARGIN = 24.0
_COLUMN_GAP = 56.0
_PAD = 10.0
_INDENT = 22.0
_LINE = 15.0
_NODE_HEIGHT = 44.0
_KEYS = (
    ("everyone", "seen by everyone"),
    ("owner", "seen by its owner or its team"),
    ("others", "seen by all but its owner"),
    ("nobody", "seen by nobody"),
)
_PLAIN = ("do", "let", "all", "if", "action")

# Colours stand in classes, not in CSS variables, which many viewers do not know.
_COLOURS = {
    ".page": ("fill", "#ffffff", "#14171c"),
    "text": ("fill", "#1f2328", "#e8eaed"),
    ".soft": ("fill", "#59636e", "#a5adb8"),
    ".box, .branch": ("stroke", "#8c959f", "#6e7681"),
    ".edge": ("stroke", "#57606a", "#9aa4b0"),
    ".arrow": ("fill", "#57606a", "#9aa4b0"),
    ".game, .deck": ("fill", "#ffffff", "#14171c"),
    ".stage": ("fill", "#e4eefe", "#1c2f4d"),
    ".choice": ("fill", "#fff0cc", "#463714"),
    ".plain": ("fill", "#f4f5f7", "#23272e"),
    ".everyone": ("fill", "#e0f4e6", "#173a24"),
    ".owner": ("fill", "#fff0cc", "#463714"),
    ".others": ("fill", "#f0e5fd", "#38264f"),
    ".nobody": ("fill", "#e6e9ee", "#2c3138"),
}
_LOOK = """\
text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
  font-size: 13px; }
.heading { font-size: 16px; font-weight: 600; }
.title { font-weight: 600; }
.soft { font-size: 11px; }
.code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: 11px; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.box { stroke-width: 1; }
.memory { stroke-dasharray: 4 3; }
.branch, .edge { fill: none; stroke-width: 1; }
.edge { stroke-width: 1.4; }
.dashed { stroke-dasharray: 5 4; }"""


def svg(drawn: Graph) -> str:
    """Both pictures: the stages as an indented tree on the left, the card flow on the right."""
    top = _MARGIN + 34.0
    tree, tree_width, tree_height = _tree(drawn.tree, _MARGIN, top)
    left = _MARGIN + tree_width + _COLUMN_GAP
    flow, flow_width, flow_height = _flow(drawn, left, top)
    width = left + flow_width + _MARGIN
    height = top + max(tree_height, flow_height) + _MARGIN
    size = f'width="{_n(width)}" height="{_n(height)}"'
    view = f'viewBox="0 0 {_n(width)} {_n(height)}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {view}>',
            f"<title>{_safe(drawn.title)}: stages and card flow</title>",
            f"<style>\n{_LOOK}\n{_colours()}\n</style>",
            '<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" '
            'markerUnits="userSpaceOnUse" orient="auto-start-reverse">'
            '<path class="arrow" d="M0 1 L10 5 L0 9 z"/></marker></defs>',
            f'<rect class="page" {size}/>',
            _words("heading", _MARGIN, _MARGIN + 14, "Stages"),
            _words("heading", left, _MARGIN + 14, "Card flow"),
            *tree,
            *flow,
            "</svg>\n",
        ]
    )


def _colours() -> str:
    light = [f"{name} {{ {what}: {day}; }}" for name, (what, day, _) in _COLOURS.items()]
    dark = [f"  {name} {{ {what}: {night}; }}" for name, (what, _, night) in _COLOURS.items()]
    return "\n".join([*light, "@media (prefers-color-scheme: dark) {", *dark, "}"])


def _tree(root: TreeNode, left: float, top: float) -> tuple[list[str], float, float]:
    """The drawn tree with its width and height."""
    branches: list[str] = []
    boxes: list[str] = []
    right, y = left, top
    bottoms: dict[int, float] = {}
    for node, depth in _indented(root, 0):
        x = left + depth * _INDENT
        width, height = _tree_size(node)
        if depth:
            trunk = x - _INDENT / 2
            branches.append(
                f'<path class="branch" d="M{_n(trunk)} {_n(bottoms[depth - 1])} V{_n(y + 14)} H{_n(x)}"/>'
            )
        boxes += _tree_box(node, x, y, width, height)
        bottoms[depth] = y + height
        right = max(right, x + width)
        y += height + 8
    return [*branches, *boxes], right - left, y - 8 - top


def _indented(node: TreeNode, depth: int) -> Iterator[tuple[TreeNode, int]]:
    yield node, depth
    for child in node.children:
        yield from _indented(child, depth + 1)


def _tree_size(node: TreeNode) -> tuple[float, float]:
    head = _sans(node.title, 13) + (_sans(f"line {node.line}", 11) + 16 if node.line else 0)
    body = max((_mono(line) for line in node.details), default=0.0)
    return max(head, body) + 2 * _PAD, 28 + _LINE * len(node.details) + (2 if node.details else 0)


def _tree_box(node: TreeNode, x: float, y: float, width: float, height: float) -> Iterator[str]:
    kind = "plain" if node.kind in _PLAIN else node.kind
    yield f'<g class="block"><title>{_safe(node.tip)}</title>'
    yield _rect(f"box {kind}", (x, y), (width, height), 5)
    yield _words("title", x + _PAD, y + 19, node.title)
    if node.line:
        yield _words("soft end", x + width - _PAD, y + 19, f"line {node.line}")
    for at, line in enumerate(node.details):
        yield _words("code", x + _PAD, y + 36 + _LINE * at, line)
    yield "</g>"


def _flow(drawn: Graph, left: float, top: float) -> tuple[list[str], float, float]:
    """The drawn card flow and what its colours mean, with width and height."""
    sizes = {node.id: (_node_width(node), _NODE_HEIGHT) for node in drawn.nodes}
    links = [Link(edge.source, edge.target, *_label_size(edge)) for edge in drawn.edges]
    found = layered(sizes, links)
    out: list[str] = []
    labels: list[str] = []
    for edge, route in zip(drawn.edges, found.routes, strict=True):
        if route is None:
            x, y = found.nodes[edge.source]
            side = left + x + sizes[edge.source][0] / 2
            path, middle = _loop(side, top + y)
            anchor = (side + 30, middle)
        else:
            path = _curve(route, left, top)
            anchor = (left + route.label[0], top + route.label[1])
        out.append(_edge(edge, path, drawn))
        labels += _label(edge, *anchor, centred=route is not None)
    for node in drawn.nodes:
        x, y = found.nodes[node.id]
        out += _node(node, left + x, top + y, sizes[node.id][0])
    keys = [(kind, said) for kind, said in _KEYS if any(node.kind == kind for node in drawn.nodes)]
    below = top + found.height + 28
    for at, (kind, said) in enumerate(keys):
        out.append(_rect(f"box {kind}", (left, below + 18 * at), (16, 12), 3))
        out.append(_words("soft", left + 24, below + 10 + 18 * at, said))
    if any(edge.dashed for edge in drawn.edges):
        y = below + 18 * len(keys)
        out.append(f'<path class="edge dashed" d="M{_n(left)} {_n(y + 6)} h18"/>')
        out.append(_words("soft", left + 24, y + 10, "a copy is remembered, or cards are swapped"))
        keys.append(("dashed", ""))
    return [*out, *labels], max(found.width, 260.0), found.height + 28 + 18 * len(keys)


def _node_width(node: FlowNode) -> float:
    return max(_sans(node.title, 13), _sans(node.detail, 11), 56.0) + 2 * _PAD


def _node(node: FlowNode, x: float, y: float, width: float) -> Iterator[str]:
    kind = f"{node.kind} memory" if node.memory else node.kind
    radius = _NODE_HEIGHT / 2 if node.kind == "deck" else 5
    yield f'<g class="location"><title>{_safe(node.tip)}</title>'
    yield _rect(f"box {kind}", (x - width / 2, y - _NODE_HEIGHT / 2), (width, _NODE_HEIGHT), radius)
    yield _words("title middle", x, y - 2, node.title)
    yield _words("soft middle", x, y + 14, node.detail)
    yield "</g>"


def _edge(edge: FlowEdge, path: str, drawn: Graph) -> str:
    names = {node.id: node.title for node in drawn.nodes}
    tip = f"{names[edge.source]} to {names[edge.target]}: {'; '.join(edge.labels)}"
    kind = "edge dashed" if edge.dashed else "edge"
    start = ' marker-start="url(#arrow)"' if edge.both_ways else ""
    return (
        f'<path class="{kind}" marker-end="url(#arrow)"{start} d="{path}"><title>{_safe(tip)}</title></path>'
    )


def _curve(route: Route, left: float, top: float) -> str:
    """Straight through every stop, and from stop to stop in a curve that leaves and arrives upright."""
    x, start, end = route.stops[0]
    pieces = [f"M{_n(left + x)} {_n(top + start)}"]
    if end != start:
        pieces.append(f"V{_n(top + end)}")
    for (x0, _, y0), (x1, y1, y2) in pairwise(route.stops):
        bend = top + (y0 + y1) / 2
        pieces.append(
            f"C{_n(left + x0)} {_n(bend)} {_n(left + x1)} {_n(bend)} {_n(left + x1)} {_n(top + y1)}"
        )
        if y2 != y1:
            pieces.append(f"V{_n(top + y2)}")
    return " ".join(pieces)


def _loop(x: float, y: float) -> tuple[str, float]:
    """From the right side of a node back to it, and the height of the label."""
    return f"M{_n(x)} {_n(y - 9)} C{_n(x + 32)} {_n(y - 22)} {_n(x + 32)} {_n(y + 22)} {_n(x)} {_n(y + 9)}", y


def _label_size(edge: FlowEdge) -> tuple[float, float]:
    return max(_sans(label, 11) for label in edge.labels) + 8, _LINE * len(edge.labels) + 4


def _label(edge: FlowEdge, x: float, y: float, *, centred: bool) -> Iterator[str]:
    width, height = _label_size(edge)
    left = x - width / 2 if centred else x
    yield _rect("page", (left, y - height / 2), (width, height), 0)
    for at, label in enumerate(edge.labels):
        yield _words("soft middle", left + width / 2, y - height / 2 + 13 + _LINE * at, label)


def _rect(kind: str, corner: tuple[float, float], size: tuple[float, float], radius: float) -> str:
    (x, y), (width, height) = corner, size
    place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
    return f'<rect class="{kind}" {place} rx="{_n(radius)}"/>'


def _words(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}">{_safe(text)}</text>'


def _safe(text: str) -> str:
    """A text as XML may hold it: escaped, and without control characters."""
    return escape(shown(text))


def _n(number: float) -> str:
    """A coordinate with at most one decimal.

    >>> _n(12.0), _n(12.34)
    ('12', '12.3')
    """
    return f"{number:.1f}".removesuffix(".0")


def _sans(text: str, size: float) -> float:
    """About how wide a text is; fonts differ, so rather too wide."""
    return size * sum(_share(char) for char in text)


def _share(char: str) -> float:
    if east_asian_width(char) in "WF":
        return 1.1
    if char.isupper() or char in "mw…_":
        return 0.76
    return 0.36 if char in "il.,:;'|! ()" else 0.6


def _mono(text: str) -> float:
    return 11 * 0.602 * sum(1.7 if east_asian_width(char) in "WF" else 1.0 for char in text)
