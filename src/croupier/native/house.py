"""Programs that have no machine code yet: those with forms of the house dialect that nothing lowers.

The dialect's definitions and bodies of several items are written out by the checker, so that they need none.
"""

from __future__ import annotations

from croupier.native.lower.actions import ACTIONS
from croupier.native.lower.lowering import LOWERED
from croupier.native.lower.unlowered import Unlowered
from croupier.recycle.forms import Dialect
from croupier.recycle.program import Expr, Program, is_choice
from croupier.recycle.types import Type


def refuse(program: Program) -> None:
    """Raise :class:`Unlowered`, with the reason, for a program that the lowering does not know."""
    if program.dialect is not Dialect.HOUSE:
        return
    for block in (*program.body, program.scoring):
        for expr in block.walk():
            if not _has_code(expr):
                raise Unlowered(f"`{expr}` (line {expr.span.line}) has no machine code yet")


def _has_code(expr: Expr) -> bool:
    """Whether a form is lowered: an action, a value, or a block that the course of a game knows."""
    if is_choice(expr):
        return True
    if expr.type is Type.ACTION:
        return not expr.traits.event or expr.form in ACTIONS
    reads = expr.traits.location is not None or bool(expr.traits.reads)
    return not reads or expr.form in LOWERED
