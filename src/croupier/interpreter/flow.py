"""Blocks: what stands directly in a game or in a stage, and where a game can stop for a decision (§6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from croupier.interpreter.action import Item, item, snapshot
from croupier.interpreter.layout import Layout
from croupier.interpreter.meaning import Meaning, elements, value
from croupier.interpreter.table import Table
from croupier.recycle.nodes import List, Node, is_atom
from croupier.recycle.program import Expr, decides
from croupier.recycle.types import Type


@dataclass(frozen=True, slots=True)
class Act:
    """A block without a decision in it."""

    expr: Expr
    run: Callable[[Table], None]


@dataclass(frozen=True, slots=True)
class Choice:
    """A block at which a player decides."""

    expr: Expr
    items: tuple[Item, ...]
    labels: tuple[str, ...]
    """What the text itself calls each item, by a comment `;; option: …` before it; else nothing."""
    among: Callable[[Table], list[int]] | None
    """Who chooses, if it is not the current player."""
    mode: str
    """`among` if all of them choose, `first` if only the first that is no pass counts; else nothing."""
    prompt: str
    """The question that the text puts, by a comment `;; ask: …` before the choice; else nothing."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A cycle of turns."""

    expr: Expr
    teams: bool
    end: Meaning
    body: tuple[Block, ...]
    turns: Meaning | None = None
    """How many turns there are, where the stage says so."""
    among: Callable[[Table], list[int]] | None = None
    """Who takes turns, where the stage says so."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition around blocks with a decision in them."""

    expr: Expr
    condition: Meaning
    body: tuple[Block, ...]
    """The blocks for the condition, the end of them, and the blocks otherwise."""
    otherwise: int
    """Where the blocks otherwise begin."""


@dataclass(frozen=True, slots=True)
class End:
    """Where the blocks of a branch are over that stand before others."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Let:
    """A variable around a block with a decision in it."""

    expr: Expr
    named: Callable[[Table], Any]
    slot: int
    held: bool
    body: tuple[Block, ...]


_REMARK = re.compile(r";+\s*(option|ask):\s*(.+)")

Block = Act | Choice | Stage | Let | Branch | End

Frames = list[tuple[tuple[Block, ...], int]]
"""Where a game stands: from the outermost blocks to the innermost, each with the block at hand."""


def label(expr: Expr) -> str:
    """What the text itself calls an item: by a comment `;; option: …` before it, or by what it calls."""
    return _remark(expr, "option") or _called(expr.node)


def _called(node: Node | None) -> str:
    """The name of the definition that an item calls, however deep within conditions and `any`."""
    while isinstance(node, List) and node.items:
        if is_atom(node.items[0], "name"):
            return repr(node.items[0]).replace("_", " ").lower()
        leads = node.head in ("any", "let") or isinstance(node.items[0], List)
        if not leads or len(node.items) != (4 if node.head else 2):
            return ""
        node = node.items[-1]
    return ""


def _remark(expr: Expr, key: str) -> str:
    """The last comment of a kind before a form."""
    comments = expr.node.before if expr.node is not None else ()
    matches = (_REMARK.match(comment.text) for comment in comments)
    found = [match.group(2) for match in matches if match is not None and match.group(1) == key]
    return found[-1].strip() if found else ""


def prompt_at(body: tuple[Block, ...], way: tuple[int, ...]) -> str:
    """The question of the choice at which a game stands; nothing if it has none."""
    at: Block | None = None
    for index in way:
        at = body[index] if index < len(body) else None
        body = inside(at) if at is not None else ()
    return at.prompt if isinstance(at, Choice) else ""


def ends(layout: Layout, stage: Expr) -> Meaning:
    """Whether a stage is at its end."""
    if layout.tally is not None:
        return layout.tally.ends(layout, stage)
    return value(layout, stage.part("end"))


def option(layout: Layout, expr: Expr) -> Item:
    """What an item of a choice means."""
    return layout.tally.option(layout, expr) if layout.tally is not None else item(layout, expr)


def inside(at: Block) -> tuple[Block, ...]:
    """The blocks within a block."""
    return at.body if isinstance(at, Stage | Let | Branch) else ()


def blocks(layout: Layout, exprs: Iterable[Expr]) -> tuple[Block, ...]:
    """What blocks mean one after the other; those of a `do` with decisions stand among them."""
    found: list[Block] = []
    for expr in exprs:
        if expr.form == "do" and decides(expr):
            found += blocks(layout, expr.args)
        else:
            found.append(block(layout, expr))
    return tuple(found)


def block(layout: Layout, expr: Expr) -> Block:
    """What a block means."""
    if expr.form.startswith("stage."):
        body = blocks(layout, expr.parts("blocks"))
        teams = expr.form.endswith("team")
        if not expr.has("turns"):
            return Stage(expr, teams, ends(layout, expr), body)
        turns, among = value(layout, expr.part("turns")), elements(layout, expr.part("among"))
        return Stage(expr, teams, ends(layout, expr), body, turns, None if teams else among)
    if expr.form.partition(".")[0] == "choice":
        args = expr.parts("items")
        items = tuple(option(layout, arg) for arg in args)
        asked = elements(layout, expr.part("players")) if expr.has("players") else None
        mode = expr.form.partition(".")[2]
        return Choice(expr, items, tuple(map(label, args)), asked, mode, _remark(expr, "ask"))
    if not decides(expr):
        return Act(expr, item(layout, expr).run)
    if expr.form == "let":
        named, bind, inner_block = expr.args
        held = named.type in (Type.CARDS, Type.COPIES, Type.GROUPS)
        return Let(expr, snapshot(layout, named), bind.slot, held, blocks(layout, (inner_block,)))
    assert expr.form in ("if", "if.else"), expr.form
    condition, then, *otherwise = expr.args
    tested = value(layout, condition)
    if layout.tally is not None:
        tested, _ = layout.tally.tested(layout, condition)
    first = (*blocks(layout, (then,)), End(expr))
    return Branch(expr, tested, (*first, *blocks(layout, otherwise)), len(first))
