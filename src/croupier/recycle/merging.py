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

_CONDITIONAL = frozenset(("if", "all.do", "repeat", "repeat.all"))
_GROUPS = frozenset(("do", "let", "any.do", *_CONDITIONAL))
_LOCATIONS = frozenset(("vloc", "iloc", "hloc", "oloc", "mem"))
_OWNED = frozenset((*_LOCATIONS, "sto", "str", "points"))
_PLACES = frozenset(("place.top", "place.bottom", "place.at"))
_STORED = frozenset(("set.int", "inc", "dec"))
_EMPTIED = frozenset(("filter", "tuples", "partition", "runs.largest", "runs.all", "run.top", "run.bottom"))
"""Collections that may be left empty by what the cards are."""
_COUNTED = frozenset(("size", "sum", "all.sum", "all.bool", "any.bool"))
"""Forms to which an empty collection is as good as any."""
_NUMBERED: dict[str, int] = {
    **dict.fromkeys(_LOCATIONS, 2),
    **dict.fromkeys(("divide", "modulo", "power"), 1),
    **dict.fromkeys(("player.seat", "team.seat", "at", "at.group", "place.at", "random"), 0),
    "random.between": 1,
}
"""Forms with the part that is a number which may be impossible."""


def deciding(facts: Facts, choice: Expr) -> Iterator[Expr]:
    """The parts of a choice's actions on which the number of its options may hang."""
    items = [(item, list(_actions(item))) for item in choice.args]
    for item, actions in items:
        others = [found for other, found in items if other is not item]
        merging = _undecided(item) or any(_may_be_one(facts, actions, other) for other in others)
        for action, _ in actions:
            for arg in action.args:
                yield from (arg,) if merging else _doubtful(arg)


def _actions(item: Expr, *, sure: bool = True) -> Iterator[tuple[Expr, bool]]:
    """The primitive actions of an item, and whether each is on all its paths."""
    if item.form not in _GROUPS:
        yield item, sure
        return
    for arg in _bodies(item):
        yield from _actions(arg, sure=sure and item.form not in _CONDITIONAL and item.form != "any.do")


def _bodies(item: Expr) -> tuple[Expr, ...]:
    return item.args if item.form in ("do", "repeat.all") else item.args[-1:]


# Paths that may do the same


def _undecided(item: Expr) -> bool:
    """Whether what is taken at some `any` may be no part of what happens."""
    return any(
        inner.form == "any.do" and not _told(inner.part("body"), inner.part("variable").slot)
        for inner in item.walk()
    )


def _told(body: Expr, slot: int) -> bool:
    """Whether what happens is surely different for different elements."""
    if body.form in ("do", "let", "any.do"):
        return any(_told(arg, slot) for arg in _bodies(body))
    if body.form == "all.do":
        listed, bind, inner = body.args
        return listed.form == "var" and listed.slot == slot and _told(inner, bind.slot)
    if body.form in _GROUPS:
        return False
    return any(_is_element(arg, slot) for arg in body.args)


def _is_element(arg: Expr, slot: int) -> bool:
    """Whether a part of an action is a variable, or something that it owns."""
    if arg.form in _PLACES:
        return _is_element(arg.part("location"), slot)
    if arg.form in _OWNED:
        return _is_element(arg.part("owner"), slot)
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
    kinds = ["set.int" if action.form in _STORED else action.form for action in (one, other)]
    if kinds[0] != kinds[1]:
        return False
    first, second = _target(facts, one), _target(facts, other)
    return not (first and second) or any(a.meets(b) for a in first for b in second)


def _target(facts: Facts, action: Expr) -> list[Kept]:
    """What an action changes, as far as that can be told: where a card goes, what is written to."""
    for arg in action.args:
        if arg.form in _PLACES:
            return facts.sources(arg.part("location"))
        if arg.form in ("sto", "str", "points"):
            return facts.kept(arg)
    return []


# Paths that may be impossible


def _doubtful(expr: Expr) -> Iterator[Expr]:
    """The parts of a value that may make it impossible: numbers, and what may leave nothing to take."""
    for inner in expr.walk():
        number = _NUMBERED.get(inner.form)
        if number is not None and number < len(inner.args):
            yield inner.args[number]
        if inner.form in _COUNTED:
            continue
        for arg in inner.args:
            if arg.form in _EMPTIED:
                yield arg
