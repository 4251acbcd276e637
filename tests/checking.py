"""Small programs for the tests of the checker: a frame, and what is found in it."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.recycle.check import Checked, check
from croupier.recycle.forms import Dialect
from croupier.recycle.program import Constant, Expr
from croupier.text import Severity, Source

_FRAME = """\
;; dialect: {dialect}
(game
{declares}
  (setup
    (create players 4)
    (create teams (0, 2) (1, 3))
    (create deck (game iloc STOCK)
      (deck (RANK (ACE, KING, QUEEN)) (SUIT (HEARTS, SPADES)))))
{body}
  (scoring max ((current player) sto SCORE)))
"""


def program(body: str, declares: str = "", dialect: str = "0.6") -> str:
    """A program for four seats in two teams and six cards, with this body."""
    return _FRAME.format(body=body, declares=declares, dialect=dialect)


def checked(
    text: str,
    *,
    dialect: Dialect | None = None,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
) -> Checked:
    """What is known about a text."""
    return check(Source("demo.rcy", text), dialect=dialect, seats=seats, settings=settings)


def errors(body: str, declares: str = "", dialect: str = "0.6") -> list[str]:
    """The codes of the errors in a body."""
    return [f.code for f in checked(program(body, declares, dialect)).errors]


def warnings(body: str, declares: str = "", dialect: str = "0.6") -> list[str]:
    """The codes of everything but errors in a body that has none."""
    found = checked(program(body, declares, dialect))
    assert not found.errors, found.errors
    return [f.code for f in found.findings if f.severity is not Severity.ERROR]


def sentences(body: str, declares: str = "") -> list[str]:
    """The errors in a body, or else whatever is found: code, sentence and, if there is one, the hint."""
    found = checked(program(body, declares))
    return [
        f"{f.code} {f.message}" + (f" | {f.hint}" if f.hint else "") for f in found.errors or found.findings
    ]


def expression(text: str, declares: str = "", dialect: str = "0.6", around: str = "{}") -> Expr:
    """A value as the checked program knows it; ``around`` is what it stands in."""
    found = checked(program(around.format(f"(let {text} 'IT (turn pass))"), declares, dialect))
    assert found.program is not None, found.errors
    return next(e for e in found.program.walk() if e.form == "let" and e.args[1].value == "IT").args[0]
