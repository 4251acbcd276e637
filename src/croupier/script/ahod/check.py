"""From text to a program that can run, or to everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from croupier.script.ahod.bodies import check_body, check_fit, check_type
from croupier.script.ahod.braces.lower import lower as lower_braces
from croupier.script.ahod.braces.parser import parse as parse_braces
from croupier.script.ahod.braces.refusal import refusal
from croupier.script.ahod.definitions import check_definitions
from croupier.script.ahod.desk import Desk
from croupier.script.ahod.dialects import Assumed, Dialect, assumed, with_reason
from croupier.script.ahod.infer import Scope, expr
from croupier.script.ahod.lower import lower
from croupier.script.ahod.nodes import Action, Declare, Main
from croupier.script.ahod.program import Load, Program, gather
from croupier.script.ahod.runnable import Runnable
from croupier.script.ahod.scope import Scopes, Use, scopes
from croupier.script.ahod.settings import settings, with_settings
from croupier.script.ahod.stating import check_stated
from croupier.script.ahod.types import ANY
from croupier.script.settings import Setting
from croupier.text import Diagnostic, Severity, Source

MAX_FINDINGS = 50
_ARTEFACTS = ("A201", "A202", "A203", "A206")
"""What a broken line elsewhere may cause: told only when the text itself is right."""
_ALLOW = re.compile(r"(?://|/\*)\s*allow:?\s+((?:W\d{3}[\s,]*)+)")
_ROUNDS = 12


@dataclass(frozen=True)
class Checked:
    """All that is known after a check."""

    program: Program
    scopes: Scopes
    findings: tuple[Diagnostic, ...]
    dialect: Dialect = Dialect.SEED

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings because of which it cannot run."""
        return tuple(f for f in self.findings if f.is_error)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The constants that can be set from outside."""
        return settings(self.program, self.scopes)

    def set_to(self, values: Mapping[str, Any]) -> Checked:
        """The same with other values for constants; :class:`ParameterError` if it cannot take them."""
        return replace(self, program=with_settings(self.program, self.scopes, values))

    @cached_property
    def runnable(self) -> Runnable:
        """The program for the machine; only where there are no errors."""
        errors = self.errors
        assert not errors
        if self.dialect is Dialect.BRACE:
            return lower_braces(self.program)
        return lower(self.program, self.scopes)


def check(source: Source, *, load: Load = Source.read, dialect: Dialect | None = None) -> Checked:
    """Read and check a text and everything it includes; without a dialect the text itself tells it."""
    why = assumed(source, dialect)
    return _in_braces(source, why) if why.dialect is Dialect.BRACE else _indented(source, load, why)


def _in_braces(source: Source, why: Assumed) -> Checked:
    """The braces dialect: what is wrong with the text, or else the one refusal of its compiler."""
    parsed = parse_braces(source)
    program = Program(source, [parsed], list(parsed.findings))
    for item in parsed.items:
        if isinstance(item, Declare):
            program.top.append(item)
        elif isinstance(item, Action):
            program.actions.setdefault((item.name, ""), item)
        elif isinstance(item, Main):
            program.main = item
    findings = with_reason(parsed.findings, why)
    if not any(f.is_error for f in findings):
        refused = refusal(parsed.items)
        findings += [refused] if refused is not None else []
    names = list(dict.fromkeys(item.name for item in program.top if isinstance(item, Declare)))
    findings = _allowed(program, findings)
    return Checked(program, Scopes(names, [], Use(None), []), _in_order(program, findings), Dialect.BRACE)


def _indented(source: Source, load: Load, why: Assumed) -> Checked:
    program = gather(source, load)
    found_scopes = scopes(program)
    desk = Desk(program, found_scopes)
    for round_ in range(_ROUNDS + 1):
        desk.reporting = round_ == _ROUNDS
        if desk.reporting:
            # Types that go on changing say nothing for certain.
            desk.known = dict.fromkeys(desk.known, ANY)
        _once_through(desk)
        if desk.reporting or desk.settle():
            break
    if not desk.reporting:
        desk.reporting = True
        _once_through(desk)
    check_definitions(desk)
    check_stated(desk)
    for name, body, place in found_scopes.shared:
        desk.report("W516", place.span, name=name, body=body)
    findings = _allowed(program, [*with_reason(program.findings, why), *desk.findings])
    return Checked(program, found_scopes, _in_order(program, findings))


def _once_through(desk: Desk) -> None:
    program = desk.program
    for type_ in sorted(program.types.values(), key=lambda t: len(program.lineage(t))):
        scope = Scope(desk, None, None)
        base = program.base_of(type_)
        if base is not None:
            names = desk.table.stored(base.name)
            scope.locals[0] = {n: desk.attribute_types.get((base.name, n), ANY) for n in names}
        scope.locals[0] |= {p.name: desk.table.of(p.type) for p in type_.parameters}
        for parameter in type_.parameters:
            if parameter.default is not None:
                given = expr(Scope(desk, None, None), parameter.default)
                wanted = desk.table.of(parameter.type)
                check_type(desk, parameter.name, type_.name, parameter.default, given, wanted)
        for attribute in type_.attributes:
            given = expr(scope, attribute.value)
            if attribute.type is not None:
                wanted = desk.table.of(attribute.type)
                check_fit(desk, attribute.name, type_.name, attribute.value, given, wanted)
                given = wanted
            elif attribute.name in desk.assigned_attributes:
                given = ANY
            desk.attribute_types[type_.name, attribute.name] = given
            scope.locals[0][attribute.name] = given
        own = {a.name for a in type_.attributes}
        for name in desk.table.stored(type_.name).keys() - own:
            inherited = desk.attribute_types.get((type_.base.name, name), ANY)
            desk.attribute_types[type_.name, name] = inherited
    for body in desk.program.bodies():
        check_body(desk, body)


def _allowed(program: Program, findings: list[Diagnostic]) -> list[Diagnostic]:
    """Without the warnings that a comment `// allow W506`, on the line or before it, accepts."""
    allowed: set[tuple[int, int, str]] = set()
    for parsed in program.files:
        for comment in parsed.comments:
            match = _ALLOW.match(comment.text)
            if match is None:
                continue
            line = parsed.source.position(comment.start)[0]
            begins = not parsed.source.text[parsed.source.line_starts[line - 1] : comment.start].strip()
            for code in re.findall(r"W\d{3}", match.group(1)):
                allowed.add((id(parsed.source), line + begins, code))
    return [
        f for f in findings if f.is_error or (id(f.span.source), f.span.line, f.code) not in allowed
    ]  # fmt: skip


def _in_order(program: Program, findings: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By file and position, each once, the first fifty; errors are never crowded out by warnings."""
    if any(f.is_error and f.code.startswith("A1") for f in findings):
        findings = [f for f in findings if f.code not in _ARTEFACTS]
    order = {id(parsed.source): i for i, parsed in enumerate(program.files)}
    unique = {(id(f.span.source), f.span.start, f.code): f for f in reversed(findings)}
    ranked = sorted(unique.values(), key=lambda f: (order.get(id(f.span.source), 0), f.sort_key))
    if len(ranked) > MAX_FINDINGS:
        worst = sorted(ranked, key=lambda f: f.severity is not Severity.ERROR)[:MAX_FINDINGS]
        kept = {id(f) for f in worst}
        ranked = [f for f in ranked if id(f) in kept]
    return tuple(ranked)
