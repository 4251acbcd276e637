"""Events: what the code of an action tells those who listen."""

from __future__ import annotations

from croupier.native.lower.lowering import Lowering
from croupier.recycle.program import Expr

EVENTS = (
    *("move", "remember", "forget", "swap", "swap cards", "shuffle", "faro", "make", "set", "points"),
    *("cycle", "pass", "teams", "part", "drop", "pick", "gather", "void", "acting"),
    *("show", "hide", "look"),
)
"""The kinds of events, by number; `part` holds parts of the event that follows it."""


def note(lo: Lowering, expr: Expr, kind: str, *details: str) -> None:
    """Something has happened: count it, and tell those who listen."""
    if lo.quiet:
        lo.tick()
        return
    parts = [*details, *["0"] * (5 - len(details))]
    lo.code(f"note(S, L, C, {EVENTS.index(kind)}, {lo.kit.expr(expr)}, {', '.join(parts)})")
