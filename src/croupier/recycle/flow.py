"""Where the cards of a program go: every deal, move, swap and remember, from location to location."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.recycle.places import LocationKey, Places
from croupier.recycle.program import Expr, Program


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
    body, moves = expr.traits.body, expr.traits.moves
    if rule != "choice" and body is not None and body.part not in ("body", "bodies"):
        rule = expr.form.split(".")[0]
    line = expr.span.line
    if moves is not None:
        source, target = (sorted(places.sources(expr.part(name))) for name in (moves.source, moves.target))
        if expr.traits.event == "make":
            yield from (Flow("deal", None, to, rule, line, str(expr.value)) for to in target)
        kind = "swap" if moves.both else "remember" if moves.copies else "move"
        yield from (Flow(kind, start, to, rule, line) for start in source for to in target)
    for arg in expr.args:
        yield from _flows(arg, places, rule)
