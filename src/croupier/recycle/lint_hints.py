"""Hints in the head of a game file that cannot be followed."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.faces.hints import hint_lines, parse_hints
from croupier.game import hints as of_table
from croupier.recycle.codes import finding
from croupier.recycle.facts import Facts
from croupier.recycle.order import locations
from croupier.recycle.places import Places
from croupier.recycle.types import Type
from croupier.text import Diagnostic, Span


def card_hints(facts: Facts) -> Iterator[Diagnostic]:
    """Hints about faces that are none, or speak of attributes, values or backs that no card has."""
    source = facts.program.source
    lines = hint_lines(source.text)
    if not lines:
        return
    hints, problems = parse_hints(line for _, line in lines)
    for number, problem in problems:
        at = lines[number][0]
        yield finding("RCY123", Span(source, at + problem.start, at + problem.end), what=problem.message)
    backs = {plan.back for plan in facts.program.decks}
    for key in hints.attributes:
        if key not in facts.attributes:
            yield _unknown(facts, lines, key, f"no card has the attribute `{key}`", facts.attributes)
    for key, value in (*hints.signs, *hints.colours):
        known = facts.attributes.get(key)
        if known is not None and value not in known:
            yield _unknown(facts, lines, value, f"no card has {key} `{value}`", known)
    for back in hints.backs:
        if back not in backs:
            yield _unknown(facts, lines, back, f"no card has the back `{back}`", backs - {""})


def table_hints(facts: Facts) -> Iterator[Diagnostic]:
    """Hints about the table that are none, or speak of places and values that the game does not have."""
    program = facts.program
    if "table:" not in program.source.text:
        return
    places = Places(program)
    stored = (
        name
        for expr in program.walk()
        if expr.type in (Type.INT_STORE, Type.STRING_STORE, Type.POINT_STORE)
        for _, name in places.owned(expr)
    )
    names = frozenset((*(key.name for key in locations(program)), *stored))
    for problem in of_table.table_hints(program.source, names, program.seats).problems:
        yield finding("RCY124", problem.span, what=problem.message)


def _unknown(
    facts: Facts, lines: list[tuple[int, str]], name: str, what: str, known: dict[str, set[str]] | set[str]
) -> Diagnostic:
    """A finding at the first mention of a name."""
    at, line = next((at, line) for at, line in lines if name in line)
    start = at + line.index(name)
    source = facts.program.source
    return finding("RCY123", Span(source, start, start + len(name)), hint=facts.guess(name, known), what=what)
