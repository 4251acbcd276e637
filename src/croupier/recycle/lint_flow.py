"""Suspicious flow: stages that cannot end, choices of teams, options that chance upsets."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.recycle.codes import finding
from croupier.recycle.facts import Facts
from croupier.recycle.nodes import List
from croupier.recycle.program import Expr
from croupier.recycle.shapes import forms_that
from croupier.recycle.traits import Times
from croupier.text import Diagnostic, Span

_STAGES = forms_that(lambda traits: traits.body is not None and traits.body.times is Times.TURNS)


def head_span(expr: Expr) -> Span:
    """The word with which a form begins."""
    node = expr.node
    return node.items[0].span if isinstance(node, List) and node.head else expr.span


def endless_stages(facts: Facts) -> Iterator[Diagnostic]:
    """Stages whose end depends on nothing that they change."""
    for expr in facts.every(*_STAGES):
        end, body = expr.part("end"), expr.parts("blocks")
        if not body or (expr.has("turns") and expr.part("turns").form != "unlimited"):
            continue
        needed = {kept for kept, _ in facts.reads(end)}
        # The stage's own turns change who is current.
        if any(k.kind in ("cycle", "chance", "*") for k in needed):
            continue
        changed = (kept for block in body for kept in facts.changes(block))
        if not any(c.kind == "*" or any(n.meets(c) for n in needed) for c in changed):
            yield finding("RCY107", end.span)


def choices_of_teams(facts: Facts) -> Iterator[Diagnostic]:
    """Choices whose innermost stage is one of teams."""
    for stage in facts.every(*(form for form in _STAGES if form.endswith("team"))):
        stack = [*stage.args]
        while stack:
            expr = stack.pop()
            if expr.form == "choice":
                yield finding("RCY115", head_span(expr))
            elif not expr.form.startswith("stage."):
                stack += expr.args


def chances(facts: Facts) -> Iterator[Diagnostic]:
    """Every `any` whose elements chance may change between the offer and the move."""
    for choice, forms in facts.choices:
        if any(form.traits.draws for form in forms):
            for item in choice.parts("items"):
                yield from _behind(item, "")


def _behind(expr: Expr, chance: str) -> Iterator[Diagnostic]:
    """Follow one path in text order, remembering the first chance on it."""
    body, binds = expr.traits.body, expr.traits.binds
    if body is None:
        return
    before = body.by or (binds.source if binds is not None else "")
    chance = chance or (_chance(expr.part(before)) if before else "")
    if body.times is Times.ONE_ELEMENT and chance:
        yield finding("RCY116", head_span(expr), what=chance)
    for item in expr.parts(body.part):
        yield from _behind(item, chance)
        chance = chance or _chance(item)


def _chance(expr: Expr) -> str:
    """The word with which the first chance of a form is drawn."""
    return next((inner.form.split(".")[0] for inner in expr.walk() if inner.traits.draws), "")


def gathered(facts: Facts) -> Iterator[Diagnostic]:
    """Cards that are gathered, and touched by something else before they are shuffled."""
    everything = list(facts.program.walk())
    for i, expr in enumerate(everything):
        if expr.form != "gather":
            continue
        place = facts.kept(expr.part("location"))
        own = {id(inner) for inner in expr.walk()}
        following = (
            inner
            for inner in everything[i:]
            if id(inner) not in own and inner.traits.event
            if any(a.meets(b) for arg in inner.args for b in facts.sources(arg) for a in place)
        )
        first = next(following, None)
        if first is None or first.form != "shuffle":
            yield finding("RCY135", head_span(expr))
