"""Checking a program: everything that can be found out without running it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.script.cardigan.checks import kind_findings
from croupier.script.cardigan.inference import Kinds
from croupier.script.cardigan.lint import lint
from croupier.script.cardigan.lower import lower
from croupier.script.cardigan.parser import Reading, parse
from croupier.script.cardigan.program import Loader, Program, assemble
from croupier.script.cardigan.runnable import Runnable
from croupier.script.cardigan.scope import Scopes, resolve
from croupier.script.cardigan.settings import settings, with_settings
from croupier.script.cardigan.stating import stating_findings
from croupier.script.settings import Setting
from croupier.text import Diagnostic, Source

_ALLOW = re.compile(r"//\s*allow:?\s+(.*)")
_CODE = re.compile(r"[CW]\d{3}")
MOST = 50
"""How many findings are told; the first ones by position."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A program with all that was found, and what is known about its names and kinds."""

    source: Source
    reading: Reading
    program: Program
    scopes: Scopes
    kinds: Kinds
    findings: tuple[Diagnostic, ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Because of which it cannot run."""
        return tuple(f for f in self.findings if f.is_error)

    @property
    def ok(self) -> bool:
        """Whether it can run."""
        return not self.errors

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The constants that can be set from outside."""
        return settings(self.program, self.scopes)

    def set_to(self, values: Mapping[str, Any]) -> Checked:
        """The same with other values for constants; :class:`ParameterError` if it cannot take them."""
        return _checked(self.reading, with_settings(self.program, self.scopes, values))

    @property
    def runnable(self) -> Runnable:
        """The program for the machine; only one without errors can run."""
        return lower(self.program, self.scopes, self.kinds)


def check(source: Source, *, load: Loader | None = None) -> Checked:
    """Read a program and find every mistake in it.

    >>> [f.code for f in check(Source("demo.cdg", "OUTPUT(colour)")).findings]
    ['C201']
    """
    reading = parse(source)
    return _checked(reading, assemble(reading, load))


def _checked(reading: Reading, program: Program) -> Checked:
    source, scopes = reading.source, resolve(program)
    kinds = Kinds(program, scopes)
    found = [
        *program.findings,
        *scopes.findings,
        *kind_findings(program, scopes, kinds),
        *lint(program, scopes, kinds),
        *stating_findings(program, kinds),
    ]
    return Checked(source, reading, program, scopes, kinds, _told(source, _not_allowed(program, found)))


def _not_allowed(program: Program, found: list[Diagnostic]) -> list[Diagnostic]:
    """Without the warnings that a comment `// allow W606`, on the line or before it, accepts."""
    allowed: set[tuple[int, int, str]] = set()
    for file in program.files:
        for start, end in file.lexed.comments:
            match = _ALLOW.match(file.source.text[start:end])
            if match is not None:
                line = file.source.position(start)[0]
                begins = not file.source.text[file.source.line_starts[line - 1] : start].strip()
                allowed |= {(id(file.source), line + begins, code) for code in _CODE.findall(match.group(1))}
    return [f for f in found if f.is_error or (id(f.span.source), f.span.line, f.code) not in allowed]


def _told(source: Source, found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The first findings by position; those of the file itself before those of what it includes."""
    if any(f.code.startswith("C1") for f in found):
        # What could not be read may well be what is missing.
        found = [f for f in found if f.code != "W611"]
    unique = {(f.code, f.span.source.name, f.span.start, f.message): f for f in found}
    ordered = sorted(
        unique.values(), key=lambda f: (f.span.source is not source, f.span.source.name, f.sort_key)
    )
    errors = [f for f in ordered if f.is_error][:MOST]
    others = [f for f in ordered if not f.is_error][: max(0, MOST - len(errors))]
    kept = {id(f) for f in (*errors, *others)}
    return tuple(f for f in ordered if id(f) in kept)


def check_file(path: str | Path) -> Checked:
    """Check a file by its path."""
    return check(Source.read(path))
