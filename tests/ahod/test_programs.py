"""Small programs that together use every construct: what `check` says and what they print is golden."""

from __future__ import annotations

from pathlib import Path

import pytest

from ahod_programs import FOLDER
from croupier.script import tree
from croupier.script.ahod import nodes
from croupier.script.ahod.builtins import ALL
from croupier.script.ahod.check import check
from croupier.script.ahod.format import formatted
from croupier.script.machine import Machine
from croupier.script.session import Script, drive
from croupier.text import Source, render_all
from golden import assert_golden

PROGRAMS = sorted(FOLDER.glob("*.ah"))


def source_of(path: Path) -> Source:
    """A program under a name that does not depend on the machine."""
    return Source(path.name, path.read_text(encoding="utf-8"))


def ran(source: Source, answers: list[str]) -> Machine:
    """The machine after a run with seed 1."""
    machine = check(source).runnable.machine(seed=1)
    drive(machine, Script("answers", answers), lambda _: None, lambda _: None)
    return machine


def answers_of(path: Path) -> list[str]:
    """The answers beside a program."""
    beside = path.with_suffix(".txt")
    return beside.read_text(encoding="utf-8").splitlines() if beside.exists() else []


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_what_is_found_and_printed_is_as_before(path: Path) -> None:
    source = source_of(path)
    checked = check(source)
    assert not checked.errors, render_all(checked.errors)
    machine = ran(source, answers_of(path))
    assert machine.failure is None, render_all([machine.failure])
    text = f"{render_all(checked.findings)}\n---\n{''.join(machine.output)}".lstrip("\n")
    assert_golden(f"ahod/programs/{path.stem}.txt", text)


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
    texts = [path.read_text(encoding="utf-8") for path in PROGRAMS]
    used = {
        type(node)
        for path in PROGRAMS
        for parsed in check(source_of(path)).program.files
        for item in parsed.items
        for node in tree.walk(item)
    }
    leaves = {tree.Node, tree.Expr, tree.Stmt, nodes.Definition, tree.Include}
    both = (*vars(nodes).values(), *vars(tree).values())
    kinds = {c for c in both if isinstance(c, type) and issubclass(c, tree.Node)}
    assert kinds - leaves - used == set()
    words = {b.name for b in ALL if not any(b.name in text or b.name.lower() in text for text in texts)}
    assert words == set()
