"""Suspicious names: attributes, storages and locations that do not fit together."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.recycle.codes import finding
from croupier.recycle.facts import LOCATIONS, STORES, Facts, Kept
from croupier.recycle.forms import FORMS
from croupier.recycle.program import Expr
from croupier.recycle.shapes import SHAPES
from croupier.recycle.types import Type
from croupier.text import Diagnostic, Fix

_DEFAULTS = {"IntStore": "0", "StringStore": '""', "PointStore": "0 for every card", "PlayerStore": "nobody"}
"""What storages hold until they are set."""
_KEYED = tuple(form for form, shape in SHAPES.items() if "key" in shape.at)
"""The forms that name an attribute."""


def attributes(facts: Facts) -> Iterator[Diagnostic]:
    """Keys and values that no card has."""
    for expr in facts.every(*_KEYED):
        if expr.part("key").form == "name":
            yield from _key(facts, expr.part("key"))
            if expr.form == "pair":
                yield from _value(facts, *expr.args)
    for expr in facts.every("equal.string", "unequal.string"):
        left, right = expr.args
        for one, other in ((left, right), (right, left)):
            if one.form == "cardatt" and one.part("key").form == "name":
                yield from _value(facts, one.part("key"), other)


def _key(facts: Facts, key: Expr) -> Iterator[Diagnostic]:
    if str(key.value) not in facts.attributes:
        yield _unknown(facts, "RCY102", key, facts.attributes, key)


def _value(facts: Facts, key: Expr, value: Expr) -> Iterator[Diagnostic]:
    known = facts.attributes.get(str(key.value))
    if known is not None and value.form == "name" and str(value.value) not in known:
        yield _unknown(facts, "RCY103", value, known, key)


def _unknown(
    facts: Facts, code: str, expr: Expr, known: dict[str, set[str]] | set[str], key: Expr
) -> Diagnostic:
    hint = facts.guess(str(expr.value), known)
    fixes = (Fix("use the known name", expr.span, hint.split("`")[1]),) if hint else ()
    if not hint and 0 < len(known) <= 8:
        hint = f"there are {', '.join(sorted(known))}"
    return finding(code, expr.span, hint=hint, fixes=fixes, key=key.value, value=expr.value)


def stores(facts: Facts) -> Iterator[Diagnostic]:
    """Storages written but never read, and read but never written."""
    read = [(k, e) for k, e in facts.all_reads if k.kind in STORES]
    written = facts.all_writes()
    near = _Near(facts, read)
    for kept, expr in _without(written, read):
        yield finding("RCY104", expr.span, what=str(kept), hint=near.hint(kept))
    near = _Near(facts, written)
    for kept, expr in _without(read, written):
        default = _DEFAULTS[FORMS[kept.kind].result]
        yield finding("RCY105", expr.span, what=str(kept), default=default, hint=near.hint(kept))


def locations(facts: Facts) -> Iterator[Diagnostic]:
    """Locations that are looked at, and never filled."""
    filled = facts.all_fills()
    looked = [(k, e) for k, e in facts.all_reads if k.kind in LOCATIONS and e.form != "var"]
    near = _Near(facts, filled)
    for kept, expr in _without(looked, filled):
        yield finding("RCY106", expr.span, what=str(kept), hint=near.hint(kept))


class _Near:
    """Things that are kept, for a hint at one that is meant by another."""

    def __init__(self, facts: Facts, others: list[tuple[Kept, Expr]]) -> None:
        self.guess = facts.guess
        self.by_kind = {(o.kind, o.name): o for o, _ in reversed(others)}
        self.by_owner = {(o.owner, o.name): o for o, _ in reversed(others)}

    def hint(self, kept: Kept) -> str:
        """Another owner, another spelling or another visibility that was perhaps meant."""
        of_another = self.by_kind.get((kept.kind, kept.name))
        if of_another is not None:
            return f"there is {of_another} of the same name: the owner is another"
        spelled = self.guess(
            str(kept.name), [name for kind, name in self.by_kind if name and kind == kept.kind]
        )
        if spelled or kept.kind in STORES:
            return spelled
        seen_by_others = self.by_owner.get((kept.owner, kept.name))
        return f"it is filled as `{seen_by_others.kind}`, which is another location" if seen_by_others else ""


def visibilities(facts: Facts) -> Iterator[Diagnostic]:
    """One name under two visibilities."""
    first: dict[tuple[Type, str], dict[str, Expr]] = {}
    for expr in facts.every(*LOCATIONS):
        owner, name = expr.part("owner"), expr.part("name")
        if name.form == "name":
            first.setdefault((owner.type, str(name.value)), {}).setdefault(expr.form, expr)
    for (_, said), kinds in first.items():
        if len(kinds) > 1:
            one, other = sorted(kinds.values(), key=lambda e: e.start)[:2]
            yield finding("RCY109", other.span, name=f"`{other.form} {said}`", other=f"`{one.form} {said}`")


def _without(found: list[tuple[Kept, Expr]], others: list[tuple[Kept, Expr]]) -> list[tuple[Kept, Expr]]:
    """Each named thing that meets none of the others, where it stands first."""
    first: dict[Kept, Expr] = {}
    for kept, expr in found:
        if kept.name is not None and kept.kind != "*":
            at = first.setdefault(kept, expr)
            if expr.start < at.start:
                first[kept] = expr
    named = {kept for kept, _ in others}
    computed = {(kept.kind, kept.owner) for kept, _ in others if kept.name is None}
    return [(k, e) for k, e in first.items() if k not in named and (k.kind, k.owner) not in computed]
