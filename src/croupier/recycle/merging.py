"""Looks at cards in the actions of a choice that decide how many options there are (§7).

Two paths that would do the very same are one option, and a path on which something is impossible is none.
What an action looks at decides on the first where paths are told apart by nothing else: behind an `any` whose
element is no part of what happens, or where another item may do the same. It decides on the second where a
collection may be left empty, or where a number may be impossible.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.recycle.facts import Facts, Kept
from croupier.recycle.program import Expr
from croupier.recycle.shapes import forms_that
from croupier.recycle.traits import Times, World
from croupier.recycle.types import Type, is_a

_CHOOSING = frozenset(forms_that(lambda traits: traits.chooses))


def deciding(facts: Facts, choice: Expr) -> Iterator[Expr]:
    """The parts of a choice's actions on which the number of its options may hang."""
    items = [(item, list(_actions(item))) for item in choice.parts("items")]
    for item, actions in items:
        others = [found for other, found in items if other is not item]
        merging = _undecided(item) or any(_may_be_one(facts, actions, other) for other in others)
        for action, _ in actions:
            for arg in action.args:
                yield from (arg,) if merging else _doubtful(arg)


def _actions(item: Expr, *, sure: bool = True) -> Iterator[tuple[Expr, bool]]:
    """The primitive actions of an item, and whether each is on all its paths."""
    body = item.traits.body
    if body is None:
        yield item, sure
        return
    for arg in item.parts(body.part):
        yield from _actions(arg, sure=sure and body.times is Times.ONCE)


# Paths that may do the same


def _undecided(item: Expr) -> bool:
    """Whether what is taken at some `any` may be no part of what happens."""
    return any(
        not _told(inner.part("body"), inner.part("variable").slot)
        for inner in item.walk()
        if inner.form in _CHOOSING and inner.has("variable")
    )


def _told(body: Expr, slot: int) -> bool:
    """Whether what happens is surely different for different elements."""
    inside = body.traits.body
    if inside is None:
        return any(_is_element(arg, slot) for arg in body.args)
    if inside.times in (Times.ONCE, Times.ONE_ELEMENT):
        return any(_told(arg, slot) for arg in body.parts(inside.part))
    if inside.times is Times.BRANCH:
        return all(_told(arg, slot) for arg in body.parts(inside.part))
    if inside.times is Times.EACH:
        listed = body.part(inside.by)
        is_it = listed.form == "var" and listed.slot == slot
        return is_it and _told(body.part(inside.part), body.part("variable").slot)
    return False


def _is_element(arg: Expr, slot: int) -> bool:
    """Whether a part of an action is a variable, or something that it owns."""
    for name in ("location", "owner"):
        if arg.has(name):
            return _is_element(arg.part(name), slot)
    return arg.form == "var" and arg.slot == slot


def _may_be_one(facts: Facts, one: list[tuple[Expr, bool]], other: list[tuple[Expr, bool]]) -> bool:
    """Whether two items may do the same: what one does for sure, the other may do."""
    return bool(one and other) and all(
        any(_alike(facts, action, found) for found, _ in others)
        for actions, others in ((one, other), (other, one))
        for action, sure in actions
        if sure
    )


def _alike(facts: Facts, one: Expr, other: Expr) -> bool:
    stores = one.has("storage") and one.traits.event == other.traits.event
    if not stores and one.form != other.form:
        return False
    first, second = _target(facts, one), _target(facts, other)
    return not (first and second) or any(a.meets(b) for a in first for b in second)


def _target(facts: Facts, action: Expr) -> list[Kept]:
    """What an action changes, as far as that can be told: where a card goes, what is written to."""
    for arg in action.args:
        if arg.has("location"):
            return facts.sources(arg.part("location"))
        if World.STORAGES in arg.traits.reads:
            return facts.kept(arg)
    return []


# Paths that may be impossible


def _doubtful(expr: Expr) -> Iterator[Expr]:
    """The parts of a value that may make it impossible: numbers, and what may leave nothing to take."""
    for inner in expr.walk():
        failures = [failure for failure in inner.traits.fails if not failure.is_limit]
        for name in dict.fromkeys(name for failure in failures for name in failure.parts):
            yield from (arg for arg in inner.parts(name) if is_a(arg.type, Type.INT))
        for name in dict.fromkeys(name for failure in failures for name in failure.counted):
            # How many groups there are hangs on what the cards are; how many cards does not.
            yield from (arg for arg in inner.parts(name) if arg.type is Type.GROUPS)
        if inner.type in (Type.INT, Type.BOOL) and not any(failure.of_nothing for failure in failures):
            # To count, to add up and to compare, nothing is as good as anything.
            continue
        yield from (arg for arg in inner.args if arg.traits.sifts)
