"""Blocks: what stands directly in a game or in a stage, and where a game can stop for a decision (§6)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from croupier.interpreter.action import Item, item, snapshot
from croupier.interpreter.layout import Layout
from croupier.interpreter.meaning import Meaning, value
from croupier.interpreter.table import Table
from croupier.recycle.program import Expr
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


@dataclass(frozen=True, slots=True)
class Stage:
    """A cycle of turns."""

    expr: Expr
    teams: bool
    end: Meaning
    body: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """A variable around a block with a decision in it."""

    expr: Expr
    named: Callable[[Table], Any]
    slot: int
    held: bool
    body: tuple[Block, ...]


_LABEL = re.compile(r";+\s*option:\s*(.+)")

Block = Act | Choice | Stage | Let

Frames = list[tuple[tuple[Block, ...], int]]
"""Where a game stands: from the outermost blocks to the innermost, each with the block at hand."""


def label(expr: Expr) -> str:
    """What the text itself calls an item, by a comment `;; option: …` before it; else nothing."""
    comments = expr.node.before if expr.node is not None else ()
    found = [match.group(1) for comment in comments if (match := _LABEL.match(comment.text))]
    return found[-1].strip() if found else ""


def ends(layout: Layout, stage: Expr) -> Meaning:
    """Whether a stage is at its end."""
    if layout.tally is not None:
        return layout.tally.ends(layout, stage)
    return value(layout, stage.part("end"))


def option(layout: Layout, expr: Expr) -> Item:
    """What an item of a choice means."""
    return layout.tally.option(layout, expr) if layout.tally is not None else item(layout, expr)


def block(layout: Layout, expr: Expr) -> Block:
    """What a block means."""
    if expr.form.startswith("stage."):
        body = expr.parts("blocks")
        return Stage(
            expr, expr.form == "stage.team", ends(layout, expr), tuple(block(layout, b) for b in body)
        )
    if expr.form == "choice":
        return Choice(expr, tuple(option(layout, arg) for arg in expr.args), tuple(map(label, expr.args)))
    if expr.form == "let" and any(inner.form == "choice" for inner in expr.walk()):
        named, bind, inner_block = expr.args
        held = named.type in (Type.CARDS, Type.COPIES, Type.GROUPS)
        return Let(expr, snapshot(layout, named), bind.slot, held, (block(layout, inner_block),))
    return Act(expr, item(layout, expr).run)
