"""What can go wrong while a game is played (§9)."""

from __future__ import annotations

from croupier.recycle.codes import finding
from croupier.recycle.program import Expr
from croupier.text import Diagnostic
from croupier.text.errors import CroupierError


class Fault(CroupierError):
    """Something impossible: outside a choice it ends the game as failed, inside one it drops the option."""

    def __init__(self, code: str, expr: Expr, what: str) -> None:
        super().__init__(what)
        self.code = code
        self.expr = expr
        self.what = what

    @property
    def finding(self) -> Diagnostic:
        """The fault as a finding, with its place in the program."""
        return finding(self.code, self.expr.span, what=self.what)


class TooLong(CroupierError):
    """More `any`s follow each other on a path than can be offered: fails the game, rather than one path."""


class OutOfSteps(CroupierError):
    """The game ran on for too long without a decision."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit
