"""Where the cards of a program go: every deal, move, swap and remember, from location to location."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.recycle.places import LocationKey, Places
from croupier.recycle.program import Expr, Program

_RULES = {"choice": "choice", "do": "do", "stage.player": "stage", "stage.team": "stage", "setup": "setup"}


@dataclass(frozen=True, slots=True)
class Flow:
    """Cards that go from one place to another by one form of the program."""

    kind: str
    """`deal` (a deck is made), `move`, `swap` (both ways) or `remember` (a copy)."""
    source: LocationKey | None
    """None where a deck is made."""
    target: LocationKey
    rule: str
    """What the form stands in: `setup`, `game`, `stage`, `do` or `choice`."""
    line: int
    back: str = ""
    """The name of the deck that is made."""


def flows(program: Program) -> tuple[Flow, ...]:
    """Every way that cards can go, in text order.

    >>> from croupier import read
    >>> for flow in flows(read("agram"))[2:4]:
    ...     print(flow.source, "->", flow.target, "by", flow.rule)
    game iloc STOCK -> player iloc HAND by do
    player iloc HAND -> player vloc TRICK by choice
    """
    places = Places(program)
    found: list[Flow] = []
    for block in (program.setup, *program.body):
        found += _flows(block, places, "game")
    return tuple(dict.fromkeys(found))


def _flows(expr: Expr, places: Places, rule: str) -> Iterator[Flow]:
    # Inside a choice everything belongs to the choice.
    rule = rule if rule == "choice" else _RULES.get(expr.form, rule)
    line = expr.span.line
    kind = expr.form.split(".")[0]
    if expr.form == "create.deck":
        for target in sorted(places.sources(expr.part("location"))):
            yield Flow("deal", None, target, rule, line, str(expr.value))
    elif kind in ("move", "remember", "swap") or expr.form == "shuffle.faro":
        first, second = (sorted(places.sources(arg)) for arg in expr.args)
        if expr.form == "shuffle.faro":
            # The second half goes into the first.
            first, second, kind = second, first, "move"
        for source in first:
            for target in second:
                yield Flow(kind, source, target, rule, line)
    for arg in expr.args:
        yield from _flows(arg, places, rule)
