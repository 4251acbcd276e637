"""Small programs that together use every construct: what `check` says and what they print is golden."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardigan_programs import FOLDER, beside
from croupier.script import tree as shared
from croupier.script.cardigan import tree
from croupier.script.cardigan.check import check
from croupier.script.cardigan.format import formatted
from croupier.script.cardigan.names import COMMON, FUNCTIONS, METHODS, STRUCTS
from croupier.script.machine import Machine
from croupier.script.session import Script, drive
from croupier.text import Source, render_all
from golden import assert_golden

PROGRAMS = sorted(FOLDER.glob("*.cdg"))


def source_of(path: Path) -> Source:
    """A program under a name that does not depend on the machine."""
    return Source(path.name, path.read_text(encoding="utf-8"))


def ran(source: Source, answers: list[str]) -> Machine:
    """The machine after a run with seed 1."""
    machine = check(source, load=beside).runnable.machine(seed=1)
    drive(machine, Script("answers", answers), lambda _: None, lambda _: None)
    return machine


def answers_of(path: Path) -> list[str]:
    """The answers beside a program."""
    found = path.with_suffix(".txt")
    return found.read_text(encoding="utf-8").splitlines() if found.exists() else []


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_what_is_found_and_printed_is_as_before(path: Path) -> None:
    source = source_of(path)
    checked = check(source, load=beside)
    assert not checked.errors, render_all(checked.errors)
    machine = ran(source, answers_of(path))
    assert machine.failure is None, render_all([machine.failure])
    text = f"{render_all(checked.findings)}\n---\n{''.join(machine.output)}".lstrip("\n")
    assert_golden(f"cardigan/programs/{path.stem}.txt", text)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_laid_out_program_is_stable_and_prints_the_same(path: Path) -> None:
    source = source_of(path)
    text, _ = formatted(source)
    assert text is not None
    again, _ = formatted(Source(path.name, text))
    assert again == text
    laid_out = ran(Source(path.name, text), answers_of(path))
    assert laid_out.output == ran(source, answers_of(path)).output


def test_every_kind_of_node_and_every_built_in_is_used_by_some_program() -> None:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in PROGRAMS)
    readings = [file for path in PROGRAMS for file in check(source_of(path), load=beside).program.files]
    used = {type(node) for reading in readings for node in shared.walk(reading.body)}
    both = (*vars(tree).values(), *vars(shared).values())
    kinds = {c for c in both if isinstance(c, type) and issubclass(c, shared.Node)}
    assert kinds - used == {shared.Node, shared.Expr, shared.Stmt, tree.Broken}
    words = (*COMMON, *FUNCTIONS, *METHODS, *STRUCTS)
    assert [word for word in words if f"{word}(" not in texts and f"{word}{{" not in texts] == []
