"""Every finding about a RECYCLE program: its sentence, its rule, a wrong and a right example."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from croupier.text import Diagnostic, Fix, Note, Severity, Span


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means; ``message`` and ``hint`` are filled in with the words of the case at hand."""

    code: str
    title: str
    message: str
    rule: str
    wrong: str
    right: str
    hint: str = ""
    frame: str = "body"
    """What the examples are: a piece of the body or the setup, a file, a translation, or a run."""
    severity: Severity = Severity.ERROR


@cache
def codes() -> dict[str, Code]:
    """All codes, errors first."""
    from croupier.recycle.errors import ERRORS
    from croupier.recycle.house_codes import HOUSE_ERRORS, HOUSE_WARNINGS
    from croupier.recycle.warnings import WARNINGS

    return {c.code: c for c in (*ERRORS, *HOUSE_ERRORS, *WARNINGS, *HOUSE_WARNINGS)}


def _short(text: str) -> str:
    """A piece of the program as it can be quoted in a sentence."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 4 :]}"


_LONGEST = 160


def finding(
    code: str,
    span: Span,
    *,
    hint: str | None = None,
    notes: tuple[Note, ...] = (),
    fixes: tuple[Fix, ...] = (),
    **words: object,
) -> Diagnostic:
    """A finding with the sentence that its code has for it."""
    entry = codes()[code]
    words = {key: _short(word) if isinstance(word, str) else word for key, word in words.items()}
    said = entry.hint.format(**words) if hint is None else hint
    return Diagnostic(code, entry.severity, span, entry.message.format(**words), said, notes, fixes)


_DEAL = """\
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P
      (repeat 2
        (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
    (inc ((0 player) sto SCORE) 1)))
"""
_SETUP = """\
  (setup
    (create players 2)
    (create deck (game iloc STOCK)
      (deck (RANK (ACE, KING, QUEEN)) (SUIT (HEARTS, SPADES)))))
"""


def framed(frame: str, example: str) -> str:
    """An example as a whole program, so that it can be checked."""
    inner = "".join(f"  {line}\n" if line else "\n" for line in example.rstrip("\n").split("\n"))
    if frame in ("body", "run"):
        inner = _SETUP + _DEAL + inner
    elif frame == "setup":
        inner = inner + _DEAL
    else:
        return example
    return f"(game\n{inner}  (scoring max ((current player) sto SCORE)))\n"
