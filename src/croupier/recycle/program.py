"""A checked program: typed, frozen, the same for every spelling and layout of the same rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath
from zlib import crc32

from croupier.recycle.forms import Dialect
from croupier.recycle.nodes import Node
from croupier.recycle.shapes import SHAPES, TRAITS
from croupier.recycle.traits import Times, Traits
from croupier.recycle.types import Type
from croupier.text import Diagnostic, Source, Span, render_all, summary
from croupier.text.errors import CroupierError

Constant = int | str | bool | tuple[str, ...] | tuple[int, ...]
"""What a `declare` can hold."""


@dataclass(slots=True, unsafe_hash=True)
class Expr:
    """One form of the program with its type: a value, an action or a piece of structure.

    Nothing ever changes one; it is not declared frozen because making it would then take three times as long.

    ``form`` is the meaning's name in the table of forms (with the chosen word behind a dot where the
    signature offers several: ``cycle.next``), or ``int``, ``name``, ``var``, ``bind`` for a leaf.
    """

    form: str
    type: Type
    args: tuple[Expr, ...] = ()
    value: int | str | None = None
    """The literal; the name of a variable, key, back or word."""
    slot: int = -1
    """Which binding a variable means; bindings are numbered in text order."""
    node: Node | None = field(default=None, compare=False, repr=False)

    @property
    def span(self) -> Span:
        """Where it stands in the source."""
        assert self.node is not None
        return self.node.span

    @property
    def start(self) -> int:
        """The offset at which it begins."""
        assert self.node is not None
        return self.node.start

    @property
    def spot(self) -> int:
        """A number for its position in the text that is another one in every file of a program."""
        assert self.node is not None
        name = self.node.source.name
        return self.node.start + (crc32(name.encode()) << 32 if name.endswith(".def.rcy") else 0)

    @property
    def traits(self) -> Traits:
        """What it does and depends on, by its row in the table of forms."""
        return TRAITS[self.form]

    @property
    def sign(self) -> str:
        """The sign of a comparison or an operation, as it is written; empty for any other form."""
        return SHAPES[self.form].sign

    def has(self, name: str) -> bool:
        """Whether the form has a part of this name."""
        return name in SHAPES[self.form].at

    def part(self, name: str) -> Expr:
        """One of its parts, by the name that the table of forms gives it."""
        found = self.args[SHAPES[self.form].at[name]]
        assert not isinstance(found, tuple), name
        return found

    def parts(self, name: str) -> tuple[Expr, ...]:
        """The parts of a name, where there may be any number of them; else the only one."""
        found = self.args[SHAPES[self.form].at[name]]
        return found if isinstance(found, tuple) else (found,)

    def moves(self) -> Iterator[tuple[Expr, Expr]]:
        """The ways that cards or copies go by this form itself: what they come from, and where they go."""
        moves = self.traits.moves
        for source, target in moves.ways if moves is not None else ():
            yield self.part(source), self.part(target)

    def walk(self) -> Iterator[Expr]:
        """The form itself and every form inside it, in text order."""
        stack = [self]
        while stack:
            expr = stack.pop()
            yield expr
            stack += reversed(expr.args)

    def __str__(self) -> str:
        return " ".join(self.span.text.split()) if self.node is not None else self.form


def taken(action: Expr) -> Expr:
    """The card that a `move` takes away, or the copy that a `forget` does."""
    return action.part(action.traits.writes[0].part)


def is_choice(expr: Expr) -> bool:
    """Whether a block is one at which somebody decides."""
    body = expr.traits.body
    return body is not None and body.times is Times.ONE_ITEM


def decides(block: Expr) -> bool:
    """Whether a block has a decision or a stage in it, so that a game can stop inside."""
    return any(inner.form.partition(".")[0] in ("choice", "stage") for inner in block.walk())


def blocks_of(exprs: Iterable[Expr]) -> tuple[Expr, ...]:
    """Blocks one after the other; those of a `do` with decisions stand among them."""
    return tuple(
        block
        for expr in exprs
        for block in (blocks_of(expr.args) if expr.form == "do" and decides(expr) else (expr,))
    )


def blocks_in(block: Expr) -> tuple[Expr | None, ...]:
    """The blocks within a block that decides; None where those of a condition are over."""
    body = block.traits.body
    if is_choice(block) or body is None:
        return ()
    if body.times not in (Times.IF, Times.BRANCH):
        return blocks_of(block.parts(body.part))
    then, *otherwise = block.parts(body.part)
    return (*blocks_of((then,)), None, *blocks_of(otherwise))


@dataclass(frozen=True, slots=True)
class Parameter:
    """A declared constant: its name, its value unless it is set from outside, and its type."""

    name: str
    value: Constant
    type: Type
    expr: Expr
    slot: int
    limits: tuple[Constant, ...] | None = None
    """The values that it may have, where the program says so."""


@dataclass(frozen=True, slots=True)
class DeckPlan:
    """One deck to be made: where, with which back, how often, and its attributes."""

    form: Expr
    location: Expr
    back: str
    copies: int
    cards: tuple[tuple[tuple[str, str], ...], ...]
    """The attributes of each card, in the order in which they are made."""
    in_setup: bool = True
    """Whether the setup makes it; else it is made during play."""


@dataclass(frozen=True, repr=False)
class Program:
    """A program that can run, with everything that was noticed about it.

    Two programs are equal when they mean the same, whatever their layout, comments and dialect.
    """

    source: Source = field(compare=False, repr=False)
    dialect: Dialect = field(compare=False)
    parameters: tuple[Parameter, ...]
    seats: int
    seats_parameter: str | None
    teams: tuple[tuple[int, ...], ...]
    setup: Expr = field(repr=False)
    decks: tuple[DeckPlan, ...] = field(repr=False)
    body: tuple[Expr, ...] = field(repr=False)
    scoring: Expr = field(repr=False)
    title: str = field(default="", compare=False)
    files: tuple[Source, ...] = field(default=(), compare=False, repr=False)
    """The files of definitions that it uses."""
    look: Callable[[], tuple[Diagnostic, ...]] = field(default=tuple, compare=False, repr=False)
    """Gives the findings: to look for them takes longer than all the rest of reading."""

    def __repr__(self) -> str:
        name = self.title or PurePath(self.source.name).stem
        return f"<program {name}: {self.seats} seats, {self.cards} cards, RECYCLE {self.dialect.value}>"

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that was noticed about it; lints run when this is first asked for."""
        return self.look()

    @property
    def cards(self) -> int:
        """How many cards the setup makes."""
        return sum(len(d.cards) * d.copies for d in self.decks if d.in_setup)

    def walk(self) -> Iterator[Expr]:
        """Every form of the program, in text order."""
        for parameter in self.parameters:
            yield from parameter.expr.walk()
        yield from self.setup.walk()
        for block in self.body:
            yield from block.walk()
        yield from self.scoring.walk()

    def _repr_html_(self) -> str:
        from html import escape

        from croupier.recycle.outline import outline, outline_text

        return f"<pre>{escape(outline_text(outline(self)))}</pre>"


class ProgramError(CroupierError):
    """A text that is not a program: carries every finding, and shows them when printed."""

    def __init__(self, source: Source, findings: tuple[Diagnostic, ...]) -> None:
        super().__init__(source, findings)
        self.source = source
        self.findings = findings

    def __str__(self) -> str:
        return f"{self.source.name}: {summary(self.findings)}\n{render_all(self.findings)}"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"
