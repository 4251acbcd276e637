"""The two pictures of a program, the stage tree and the card flow: as a model, as DOT and as Mermaid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from croupier.recycle.flow import Flow
from croupier.recycle.outline import Block, LocationLine, Outline
from croupier.recycle.outline_text import block_title, lines, order_words, shortened, visibility_words

_TEXT_WIDTH = 60
_MOST_ITEMS = 8


@dataclass(frozen=True, slots=True)
class TreeNode:
    """The game, a stage, or what stands in one."""

    id: str
    kind: str
    title: str
    line: int
    """0 for the game itself."""
    details: tuple[str, ...]
    tip: str
    """All of it, for whoever points at it."""
    children: tuple[TreeNode, ...] = ()

    def walk(self) -> Iterator[TreeNode]:
        """The node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class FlowNode:
    """A location, or a deck that cards come from."""

    id: str
    kind: str
    """`deck`, or who sees the location: `everyone`, `owner`, `others` or `nobody`."""
    title: str
    detail: str
    tip: str
    memory: bool = False


@dataclass(frozen=True, slots=True)
class FlowEdge:
    """A way that cards can go, with the rules that move them."""

    source: str
    target: str
    kind: str
    labels: tuple[str, ...]

    @property
    def dashed(self) -> bool:
        """Whether it is something else than cards that go one way."""
        return self.kind in ("swap", "remember")

    @property
    def both_ways(self) -> bool:
        """Whether cards also go back."""
        return self.kind == "swap"


@dataclass(frozen=True, slots=True)
class Graph:
    """Both pictures of one program."""

    title: str
    tree: TreeNode
    nodes: tuple[FlowNode, ...]
    edges: tuple[FlowEdge, ...]


def graph(found: Outline) -> Graph:
    """The pictures of an outline."""
    numbers = count(1)
    title = found.title or found.file
    best = "highest" if found.scoring.best == "max" else "lowest"
    details = (
        f"{found.seats} seats, {found.cards} cards",
        shortened(f"{best} wins: {found.scoring.value}", _TEXT_WIDTH),
    )
    tip = f"{title}: {best} {found.scoring.value} wins"
    children = tuple(_tree(block, numbers) for block in found.play)
    tree = TreeNode("game", "game", title, 0, details, tip, children)
    nodes, edges = _flow(found)
    return Graph(title, tree, nodes, edges)


def _tree(block: Block, numbers: Iterator[int]) -> TreeNode:
    identity = f"block{next(numbers)}"
    details: list[str] = []
    if block.kind == "stage":
        details.append(shortened(f"until {block.end}", _TEXT_WIDTH))
    elif block.text:
        details.append(shortened(block.text, _TEXT_WIDTH))
    for number, item in enumerate(block.items[:_MOST_ITEMS], 1):
        mark = f"{number} " if block.kind == "choice" else ""
        details.append(mark + shortened(item.text, _TEXT_WIDTH - len(mark)))
    if len(block.items) > _MOST_ITEMS:
        details.append(f"… {len(block.items) - _MOST_ITEMS} more")
    whole = [block_title(block) + f", line {block.line}"]
    whole += [f"until {block.end}"] if block.kind == "stage" else [block.text] if block.text else []
    whole += [item.text for item in block.items]
    children = tuple(_tree(inner, numbers) for inner in block.blocks)
    title = block_title(block)
    return TreeNode(identity, block.kind, title, block.line, tuple(details), "\n".join(whole), children)


def _flow(found: Outline) -> tuple[tuple[FlowNode, ...], tuple[FlowEdge, ...]]:
    decks: dict[str, int] = {}
    for deck in found.decks:
        decks[deck.back] = decks.get(deck.back, 0) + deck.cards
    ids = {back: f"deck{i}" for i, back in enumerate(decks)}
    places = {(p.owner, p.visibility, p.name): f"loc{i}" for i, p in enumerate(found.locations)}
    nodes = [
        FlowNode(
            ids[back],
            "deck",
            f"create deck {back}".rstrip(),
            f"{cards} card{'' if cards == 1 else 's'}",
            f"create deck {back}".rstrip() + f": {cards} cards",
        )
        for back, cards in decks.items()
    ]
    nodes += [
        _location(place, identity) for place, identity in zip(found.locations, places.values(), strict=True)
    ]
    merged: dict[tuple[str, str, str], list[Flow]] = {}
    for flow in found.flow:
        source, target = flow.source, flow.target
        start = ids[flow.back] if source is None else places[source.owner, source.visibility, source.name]
        end = places[target.owner, target.visibility, target.name]
        if flow.kind == "swap" and (end, start, "swap") in merged:
            start, end = end, start
        merged.setdefault((start, end, flow.kind), []).append(flow)
    edges = tuple(
        FlowEdge(start, end, kind, tuple(_labels(kind, same))) for (start, end, kind), same in merged.items()
    )
    return tuple(nodes), edges


def _location(place: LocationLine, identity: str) -> FlowNode:
    kinds = {"everyone": "everyone", "nobody": "nobody", "its owner": "owner", "its members": "owner"}
    owner = "table" if place.owner == "game" else place.owner
    tip = f"{owner} {place.visibility} {place.name}: {visibility_words(place)}; {order_words(place)}"
    kind = kinds.get(place.seen_by, "others")
    return FlowNode(identity, kind, place.name, f"{owner} {place.visibility}", tip, place.memory)


def _labels(kind: str, same: Iterable[Flow]) -> Iterator[str]:
    """One label for each sort of rule, with the lines on which the cards move."""
    rules: dict[str, dict[int, None]] = {}
    for flow in same:
        rules.setdefault(flow.rule, {})[flow.line] = None
    head = f"{kind}: " if kind in ("swap", "remember") else ""
    for rule, numbers in rules.items():
        yield f"{head}{rule}, {lines(list(numbers))}"


def dot(drawn: Graph) -> str:
    """Both pictures as one DOT digraph with two clusters."""
    out = [
        f"digraph {_quoted(drawn.title)} {{",
        "  compound=true; rankdir=TB;",
        '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica"];',
        '  edge [fontname="Helvetica", fontsize=10];',
        '  subgraph "cluster_stages" {',
        '    label="stages";',
    ]
    for node in drawn.tree.walk():
        name = [f"{node.title}, line {node.line}"] if node.line else [node.title]
        label = _quoted("\n".join([*name, *node.details]))
        out.append(f"    {node.id} [label={label}, tooltip={_quoted(node.tip)}];")
    for node in drawn.tree.walk():
        out += [f"    {node.id} -> {child.id} [arrowhead=none];" for child in node.children]
    out += ["  }", '  subgraph "cluster_flow" {', '    label="card flow";']
    for place in drawn.nodes:
        look = (
            ', style="dashed,rounded"' if place.memory else ", shape=cylinder" if place.kind == "deck" else ""
        )
        label = _quoted(f"{place.title}\n{place.detail}")
        out.append(f"    {place.id} [label={label}, tooltip={_quoted(place.tip)}{look}];")
    for edge in drawn.edges:
        look = (", style=dashed" if edge.dashed else "") + (", dir=both" if edge.both_ways else "")
        out.append(f"    {edge.source} -> {edge.target} [label={_quoted(chr(10).join(edge.labels))}{look}];")
    return "\n".join([*out, "  }", "}"])


def _quoted(text: str) -> str:
    r"""A DOT string.

    >>> print(_quoted('say "a\\b"'))
    "say \"a\\b\""
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def mermaid(drawn: Graph) -> str:
    """Both pictures as one Mermaid flowchart with two subgraphs."""
    out = ["flowchart TB", '  subgraph stages["stages"]', "    direction TB"]
    for node in drawn.tree.walk():
        name = [f"{node.title}, line {node.line}"] if node.line else [node.title]
        out.append(f'    {node.id}["{_escaped([*name, *node.details])}"]')
    for node in drawn.tree.walk():
        out += [f"    {node.id} --- {child.id}" for child in node.children]
    out += ["  end", '  subgraph flow["card flow"]', "    direction TB"]
    for place in drawn.nodes:
        text = f'"{_escaped([place.title, place.detail])}"'
        left, right = ("[(", ")]") if place.kind == "deck" else ("(", ")") if place.memory else ("[", "]")
        out.append(f"    {place.id}{left}{text}{right}")
    for edge in drawn.edges:
        arrow = "<-.->" if edge.both_ways else "-.->" if edge.dashed else "-->"
        out.append(f'    {edge.source} {arrow}|"{_escaped(edge.labels)}"| {edge.target}')
    return "\n".join([*out, "  end"])


def _escaped(texts: Iterable[str]) -> str:
    """Lines of a Mermaid label; what it would take for markup is written as an entity.

    >>> _escaped(['(< 1 2)', 'say "#1"'])
    '(#lt; 1 2)<br/>say #quot;#35;1#quot;'
    """
    entities = {"#": "#35;", "&": "#amp;", "<": "#lt;", ">": "#gt;", '"': "#quot;", "`": "#96;", "\\": "#92;"}
    return "<br/>".join("".join(entities.get(char, char) for char in text) for text in texts)
