"""Places that are taken to hold one card at most, such as the card that everybody has played to a trick.

Two ways of writing show what a place is meant for: a stage that ends when everybody has a card there, in
which the current player puts one there a turn; and a card that is put only where there is none yet. Nothing
hangs on whether that is always so: where code that runs by itself would put a second card there, or finds
one, it leaves the game to code that takes nothing for granted. For who reads it the place is a list like any
other; only that its card is known to be the first, and need not be searched for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from croupier.native.lower.blueprint import Blueprint, Family, is_fixed
from croupier.native.lower.plain import Plain
from croupier.native.lower.rules import alternatives, conjuncts, tidied
from croupier.recycle.constants import integer
from croupier.recycle.places import LocationKey, is_location
from croupier.recycle.program import Expr, is_choice
from croupier.recycle.traits import Times
from croupier.recycle.types import Type

_LOOPS = (Times.EACH, Times.NUMBER, Times.EMPTYING)


@dataclass(frozen=True, slots=True)
class _Around:
    """What a form stands in: the innermost stage, and in that the conditions before it, and if in a loop."""

    stage: Expr | None = None
    conditions: tuple[Expr, ...] = ()
    again: bool = False


def singles(bp: Blueprint) -> frozenset[LocationKey]:
    """The locations that are meant for one card at most."""
    meant: dict[LocationKey, bool] = {}
    for location, around in _puttings(bp, bp.program.body, _Around()):
        single = is_location(location) and is_fixed(location) and _is_meant(bp, location, around)
        for key in bp.traced.sources(location):
            meant[key] = meant.get(key, True) and single
    for expr in bp.program.walk():
        for source, target in expr.moves():
            if source.type in (Type.LOCATION, Type.CARDS):
                # Cards come there by the pile.
                meant.update(dict.fromkeys(bp.traced.sources(target), False))
    return frozenset(key for key, single in meant.items() if single and _is_list(bp.family_at(key)))


def _puttings(bp: Blueprint, exprs: Iterable[Expr], around: _Around) -> Iterator[tuple[Expr, _Around]]:
    """Where cards are put, and what the forms that do it stand in."""
    for expr in exprs:
        here = around
        body = expr.traits.body
        if is_choice(expr) and (rules := Plain(bp).items(expr)) is not None:
            # However the items are written: the rules that are made of them.
            for rule in rules:
                guarded = replace(around, conditions=(*around.conditions, *conjuncts(rule.conditions)))
                yield from _puttings(bp, (rule.body,), guarded)
            continue
        if body is not None and body.times is Times.TURNS:
            here = _Around(stage=expr)
        elif body is not None and body.times in _LOOPS:
            here = replace(around, again=True)
        elif expr.form == "if":
            test = tidied(expr.part("condition"), bp.constants)
            here = replace(around, conditions=(*around.conditions, *conjuncts([test])))
        elif expr.has("into") and expr.part("into").has("location"):
            yield expr.part("into").part("location"), here
        yield from _puttings(bp, expr.args, here)


def _is_meant(bp: Blueprint, location: Expr, around: _Around) -> bool:
    """Whether one card is put there, and no second."""
    if around.again:
        return False
    if any(_asks(test, ("equal.int",)) == location for test in around.conditions):
        return True
    if around.stage is None or location.part("owner").form != "player.current":
        return False
    stage = around.stage
    if stage.has("turns") and integer(stage.part("turns"), bp.constants) == bp.seats:
        return not any(inner.traits.event == "cycle" for inner in stage.walk())
    for test in alternatives([tidied(stage.part("end"), bp.constants)]):
        if test.form == "all.bool" and test.part("collection").form == "players":
            asked = _asks(test.part("condition"), ("unequal.int", "greater"))
            if asked is not None and bp.traced.sources(asked) == bp.traced.sources(location):
                return True
    return False


def _asks(test: Expr, forms: tuple[str, ...]) -> Expr | None:
    """The location whose number of cards a test compares to none."""
    if test.form not in forms or test.part("left").form != "size" or test.part("right").value != 0:
        return None
    return test.part("left").part("collection")


def _is_list(family: Family) -> bool:
    return not family.as_set and family.indices == 1
