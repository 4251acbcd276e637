"""Our programs: they use every form of every dialect, and only those that mean to be are suspicious."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.recycle.check import Checked, check
from croupier.recycle.forms import FORMS, Dialect
from croupier.text import Severity, render_all
from strategies import PROGRAMS, source_of

OWN = [path for path in PROGRAMS if path.parent.name == "programs"]


@pytest.fixture(scope="module")
def everything() -> dict[Path, Checked]:
    """All programs, checked."""
    return {path: check(source_of(path)) for path in PROGRAMS}


def test_there_are_enough_programs() -> None:
    assert len(OWN) >= 25


def test_every_form_is_used_by_some_program(everything: dict[Path, Checked]) -> None:
    used = {name for found in everything.values() for name in found.used}
    assert sorted(FORMS.keys() - used) == []


def test_only_known_forms_are_used(everything: dict[Path, Checked]) -> None:
    assert {name for found in everything.values() for name in found.used} <= FORMS.keys()


@pytest.mark.parametrize("dialect", Dialect)
def test_every_dialect_has_its_programs(dialect: Dialect, everything: dict[Path, Checked]) -> None:
    assert sum(found.dialect is dialect for found in everything.values()) >= 3


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_no_program_has_an_error(path: Path, everything: dict[Path, Checked]) -> None:
    found = everything[path]
    assert found.program is not None, render_all(found.errors)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_suspicious_is_what_is_called_so(path: Path, everything: dict[Path, Checked]) -> None:
    warned = [f for f in everything[path].findings if f.severity is Severity.WARNING]
    assert bool(warned) == path.stem.startswith("suspicious_"), render_all(warned)
