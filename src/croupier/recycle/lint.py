"""Everything suspicious about a program that runs: one function a kind of suspicion."""

from __future__ import annotations

from croupier.recycle.facts import Facts
from croupier.recycle.lint_flow import chances, choices_of_teams, endless_stages, gathered
from croupier.recycle.lint_hints import card_hints, table_hints
from croupier.recycle.lint_options import needless, optionless
from croupier.recycle.lint_paths import successive
from croupier.recycle.lint_sight import glimpses, questions, rivals, secrets
from croupier.recycle.lint_usage import attributes, locations, stores, visibilities
from croupier.recycle.program import Program
from croupier.text import Diagnostic

_BY_ITSELF = (
    attributes,
    visibilities,
    choices_of_teams,
    chances,
    successive,
    glimpses,
    questions,
    rivals,
    needless,
    card_hints,
)
"""Suspicions that a form raises by itself."""

_ALTOGETHER = (stores, locations, endless_stages, gathered, optionless, secrets, table_hints)
"""Suspicions that any other form could clear: a form with an error in it might be that one."""


def lint(program: Program, *, complete: bool = True) -> list[Diagnostic]:
    """The warnings and notes about a program; beside errors, those that stand whatever the errors hide."""
    facts = Facts(program)
    suspicions = (*_BY_ITSELF, *_ALTOGETHER) if complete else _BY_ITSELF
    return [finding for suspicion in suspicions for finding in suspicion(facts)]
