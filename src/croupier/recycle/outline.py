"""The outline of a program: what a person wants to know before reading it, as data and as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from croupier.recycle.flow import Flow, flows
from croupier.recycle.nodes import Atom, List, Node
from croupier.recycle.order import LocationKey, LocationUse, locations
from croupier.recycle.outline_text import outline_text
from croupier.recycle.places import Places
from croupier.recycle.program import Constant, DeckPlan, Expr, Program, decides
from croupier.recycle.traits import Seen
from croupier.recycle.types import Type

__all__ = ["Outline", "outline", "outline_data", "outline_text"]

_SEEN_BY = {
    Seen.BY_ALL: {"game": "everyone", "player": "everyone", "team": "everyone"},
    Seen.BY_OWNER: {"game": "nobody", "player": "its owner", "team": "its members"},
    Seen.BY_NOBODY: {"game": "nobody", "player": "nobody", "team": "nobody"},
    Seen.TOP_BY_ALL: dict.fromkeys(("game", "player", "team"), "everyone, its top card only"),
    Seen.BY_OTHERS: {
        "game": "everyone",
        "player": "everyone but its owner",
        "team": "everyone but its members",
    },
}
_STORED = {
    Type.INT_STORE: "integer",
    Type.STRING_STORE: "string",
    Type.POINT_STORE: "points",
    Type.PLAYER_STORE: "player",
}


@dataclass(frozen=True, slots=True)
class ParameterLine:
    """A declared constant: name, value, its type in words, and the values that it may have."""

    name: str
    value: Constant
    type: str
    limits: tuple[Constant, ...] | None = None


@dataclass(frozen=True, slots=True)
class DeckLine:
    """One `create deck` form: how many cards it makes in all, how often, where, and their attributes."""

    line: int
    location: str
    """The location as it is written."""
    back: str
    """The deck's name, or nothing for the common back."""
    during: str
    """`setup` or `play`."""
    copies: int
    cards: int
    """All copies together."""
    attributes: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LocationLine:
    """A location: whose it is, who sees it, and what the program does with it."""

    owner: str
    visibility: str
    name: str
    seen_by: str
    memory: bool
    indexed: bool
    filled: bool
    order_free: bool
    observed_at: tuple[int, ...]
    """The lines that observe its order (§3.1)."""
    line: int


@dataclass(frozen=True, slots=True)
class StorageLine:
    """A stored `integer` or `string`, or a map of `points`: whose, its first line, and where it is set."""

    kind: str
    owner: str
    name: str
    line: int
    set_at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a `do` or of a choice, as it is written, on one line."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """Something that stands directly in a stage or in the game, with what stands in it.

    ``kind`` is `stage`, `do`, `choice`, `let`, `all`, `if`, `else` or `action`. A stage has ``cycle``,
    ``end`` and ``blocks``; a do and a choice have ``items``; a let has blocks, and so
    has a condition with decisions in it, whose ``text`` is the condition; the others are their ``text``.
    """

    kind: str
    line: int
    text: str = ""
    cycle: str = ""
    end: str = ""
    items: tuple[Item, ...] = ()
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoringLine:
    """Whether the highest (`max`) or the lowest (`min`) is best, and of what."""

    best: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A storage that something reads."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class NameLine:
    """A form for places or storages whose name is computed, and the names that it can mean."""

    form: str
    owner: str
    values: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Outline:
    """All that `croupier show` tells; its fields, and those of its parts, are the keys of `--json`."""

    title: str
    file: str
    dialect: str
    seats: int
    seats_parameter: str | None
    parameters: tuple[ParameterLine, ...]
    teams: tuple[tuple[int, ...], ...]
    teams_change_at: tuple[int, ...]
    """The lines of `create teams` during play."""
    cards: int
    """Of all decks, those made during play included."""
    decks: tuple[DeckLine, ...]
    locations: tuple[LocationLine, ...]
    storages: tuple[StorageLine, ...]
    point_maps: tuple[StorageLine, ...]
    play: tuple[Block, ...]
    scoring: ScoringLine
    scoring_reads: tuple[ReadLine, ...]
    """The storages that the scoring reads."""
    name_values: tuple[NameLine, ...]
    """The places whose names are computed, with the names that they can have."""
    flow: tuple[Flow, ...]


def outline(program: Program) -> Outline:
    """What is in a program.

    >>> from croupier import read
    >>> agram = outline(read("agram"))
    >>> agram.title, agram.cards, [block.kind for block in agram.play]
    ('Agram', 35, ['do', 'stage'])
    """
    decks = tuple(map(_deck, program.decks))
    kept = tuple(_storages(program))
    best = program.scoring.form.removeprefix("scoring.")
    return Outline(
        title=program.title,
        file=program.source.name,
        dialect=program.dialect.value,
        seats=program.seats,
        seats_parameter=program.seats_parameter,
        parameters=tuple(ParameterLine(p.name, p.value, p.type.words, p.limits) for p in program.parameters),
        teams=program.teams,
        teams_change_at=tuple(
            e.span.line for block in program.body for e in block.walk() if e.form == "create.teams"
        ),
        cards=sum(deck.cards for deck in decks),
        decks=decks,
        locations=tuple(_location(key, use) for key, use in locations(program).items()),
        storages=tuple(s for s in kept if s.kind != "points"),
        point_maps=tuple(s for s in kept if s.kind == "points"),
        play=tuple(_blocks(program.body)),
        scoring=ScoringLine(best, written(program.scoring.part("value")), program.scoring.span.line),
        scoring_reads=tuple(_reads(program.scoring, Places(program))),
        name_values=tuple(_name_values(program)),
        flow=flows(program),
    )


def outline_data(found: Outline) -> dict[str, Any]:
    """An outline as plain data: the fields of :class:`Outline` and of its parts are the keys."""
    return asdict(found)


def written(expr: Expr) -> str:
    """A form as it is written, on one line and without comments."""
    assert expr.node is not None
    return _line(expr.node)


def _line(node: Node) -> str:
    if isinstance(node, List):
        parts = [_line(item) + ("," if item.comma else "") for item in node.items]
        return f"({' '.join(parts)})"
    assert isinstance(node, Atom)
    return node.text


def _stage_end(stage: Expr) -> str:
    """What ends a stage, as it is written; in the house dialect also who takes turns, and how many."""
    said = [] if stage.part("end").form == "never" else [written(stage.part("end"))]
    if stage.has("turns"):
        named = [(name, stage.part(name)) for name in ("among", "turns")]
        heads = [f"({name} {written(part)})" for name, part in named if part.node is not stage.node]
        said = [*heads, *said]
    return " ".join(said)


def _deck(plan: DeckPlan) -> DeckLine:
    values: dict[str, dict[str, None]] = {}
    for card in plan.cards:
        for key, value in card:
            values.setdefault(key, {})[value] = None
    return DeckLine(
        line=plan.form.span.line,
        location=written(plan.location),
        back=plan.back,
        during="setup" if plan.in_setup else "play",
        copies=plan.copies,
        cards=plan.copies * len(plan.cards),
        attributes={key: tuple(found) for key, found in values.items()},
    )


def _location(key: LocationKey, use: LocationUse) -> LocationLine:
    return LocationLine(
        owner=key.owner,
        visibility=key.visibility,
        name=key.name,
        seen_by=_SEEN_BY[key.location.seen][key.owner],
        memory=key.location.memory,
        indexed=use.indexed,
        filled=bool(use.filled_by),
        order_free=use.order_free,
        observed_at=tuple(sorted({o.expr.span.line for o in use.observed_by})),
        line=use.first.span.line,
    )


def _storages(program: Program) -> Iterator[StorageLine]:
    """Storages and point maps by first mention."""
    places = Places(program)
    first: dict[tuple[str, str, str], int] = {}
    set_at: dict[tuple[str, str, str], list[int]] = {}
    for expr in program.walk():
        if expr.type in _STORED:
            for owner, name in places.owned(expr):
                first.setdefault((_STORED[expr.type], owner, name), expr.span.line)
        elif expr.has("storage"):
            storage = expr.part("storage")
            for owner, name in places.owned(storage):
                set_at.setdefault((_STORED[storage.type], owner, name), []).append(expr.span.line)
    for (kind, owner, name), line in first.items():
        yield StorageLine(kind, owner, name, line, tuple(set_at.get((kind, owner, name), ())))


def _reads(expr: Expr, places: Places) -> Iterator[ReadLine]:
    """The storages that a value is made of, each once."""
    stored = (inner for inner in expr.walk() if inner.type in (Type.INT_STORE, Type.STRING_STORE))
    owned = (found for inner in stored for found in places.owned(inner))
    yield from (ReadLine(owner, name) for owner, name in dict.fromkeys(owned))


def _name_values(program: Program) -> Iterator[NameLine]:
    """Every form with a computed name, once for each line on which it stands."""
    places = Places(program)
    seen: set[tuple[str, str, int]] = set()
    for expr in program.walk():
        named = expr.traits.location is not None or expr.type in _STORED
        if named and expr.part("name").form != "name":
            owned = places.owned(expr)
            key = expr.form, owned[0][0] if owned else "", expr.span.line
            if owned and key not in seen:
                seen.add(key)
                yield NameLine(expr.form, key[1], tuple(name for _, name in owned), key[2])


def _blocks(exprs: Iterable[Expr]) -> Iterator[Block]:
    """Blocks one after the other; those of a `do` with decisions in it stand among them."""
    for expr in exprs:
        if expr.form == "do" and decides(expr):
            yield from _blocks(expr.args)
        elif expr.form == "if.else" and decides(expr):
            condition, then, otherwise = expr.args
            yield Block("if", expr.span.line, written(condition), blocks=tuple(_blocks((then,))))
            yield Block("else", otherwise.span.line, blocks=tuple(_blocks((otherwise,))))
        else:
            yield _block(expr)


def _block(expr: Expr) -> Block:
    line = expr.span.line
    kind = expr.form.split(".")[0]
    if kind == "stage":
        inside = expr.parts("blocks")
        return Block(
            "stage",
            line,
            cycle=expr.form.rpartition(".")[2],
            end=_stage_end(expr),
            blocks=tuple(_blocks(inside)),
        )
    if kind in ("do", "choice"):
        items = tuple(Item(arg.span.line, written(arg)) for arg in expr.parts("items"))
        asked = (
            f"({expr.form.partition('.')[2]} {written(expr.part('players'))})" if expr.has("players") else ""
        )
        return Block(kind, line, asked, items=items)
    if kind == "let":
        value, variable, body = expr.args
        return Block("let", line, f"'{variable.value} = {written(value)}", blocks=tuple(_blocks((body,))))
    if kind == "if" and decides(expr):
        return Block("if", line, written(expr.part("condition")), blocks=tuple(_blocks(expr.args[1:])))
    return Block(kind if kind in ("all", "if") else "action", line, written(expr))
