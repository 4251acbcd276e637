"""Everything suspicious about a program that runs: one function a kind of suspicion."""

from __future__ import annotations

from croupier.recycle.facts import Facts
from croupier.recycle.lint_flow import choices_of_teams, chances, endless_stages
from croupier.recycle.lint_options import optionless
from croupier.recycle.lint_sight import glimpses, secrets
from croupier.recycle.lint_usage import attributes, locations, stores, visibilities
from croupier.recycle.program import Program
from croupier.text import Diagnostic

_SUSPICIONS = (
    attributes, stores, locations, visibilities,
    endless_stages, choices_of_teams, chances, optionless,
    glimpses, secrets,
)


def lint(program: Program) -> list[Diagnostic]:
    """The warnings and notes about a program without errors."""
    facts = Facts(program)
    return [finding for suspicion in _SUSPICIONS for finding in suspicion(facts)]
