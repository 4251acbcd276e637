"""Programs that have no machine code yet: forms of the house dialect, and blocks that only it has.

The dialect's definitions and bodies of several items are written out by the checker, so that they need none.
"""

from __future__ import annotations

from croupier.native.lower.lowering import Unlowered
from croupier.recycle.forms import FORMS, Dialect, Form
from croupier.recycle.program import Expr, Program, decides
from croupier.recycle.shapes import checked_names

_ROWS: dict[str, Form] = {
    name: form
    for form in FORMS.values()
    if form.since is Dialect.HOUSE and not form.meaning
    for name, _ in checked_names(form)
}
"""The forms of checked programs that only the house dialect has."""


def refuse(program: Program) -> None:
    """Raise :class:`Unlowered`, with the reason, for a program that the lowering does not know."""
    if program.dialect is not Dialect.HOUSE:
        return
    for expr in program.walk():
        if expr.form in _ROWS:
            raise Unlowered(f"`{_ROWS[expr.form].signature}` (line {expr.span.line}) has no machine code yet")
    for block in program.body:
        _refuse_block(block)


def _refuse_block(block: Expr) -> None:
    """Refuse decisions in places where 0.6 has none."""
    kind = block.form.partition(".")[0]
    if kind == "stage":
        for inner in block.parts("blocks"):
            _refuse_block(inner)
    elif kind == "let" and decides(block):
        _refuse_block(block.part("body"))
        if not any(inner.form == "choice" for inner in block.walk()):
            raise Unlowered(f"a stage in a `let` (line {block.span.line}) has no machine code yet")
    elif kind != "choice" and decides(block):
        raise Unlowered(f"a choice behind a condition (line {block.span.line}) has no machine code yet")
