"""Every finding: its wrong example has it, its right one is clean, its text is golden."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.script.ahod.check import check
from croupier.script.ahod.codes import codes
from croupier.script.codes import Code
from croupier.script.machine import Limits, Machine, Status
from croupier.script.session import Script, drive
from croupier.text import Diagnostic, Severity, Source, render_all
from golden import assert_golden

CHECKED = [code for code in codes().values() if not code.running and code.wrong]
RUN = [code for code in codes().values() if code.running]


def findings_of(text: str) -> tuple[Diagnostic, ...]:
    """What `check` says about a program."""
    return check(Source("example.ah", text)).findings


def ended(text: str, answers: tuple[str, ...] = ()) -> Machine:
    """The machine after a run of a program."""
    checked = check(Source("example.ah", text))
    assert not checked.errors, render_all(checked.errors)
    machine = checked.runnable.machine(limits=Limits(steps=20_000))
    drive(machine, Script("answers.txt", answers), lambda _: None, lambda _: None)
    return machine


@pytest.mark.parametrize("code", CHECKED, ids=lambda code: code.code)
def test_the_wrong_example_is_found_and_told_as_before(code: Code) -> None:
    findings = findings_of(code.wrong)
    assert code.code in {f.code for f in findings}
    assert_golden(f"ahod/findings/{code.code}.txt", render_all(findings) + "\n")


@pytest.mark.parametrize("code", CHECKED, ids=lambda code: code.code)
def test_the_wrong_example_has_no_worse_finding(code: Code) -> None:
    assert [f.code for f in findings_of(code.wrong) if f.severity > code.severity] == []


@pytest.mark.parametrize("code", [c for c in codes().values() if c.right], ids=lambda code: code.code)
def test_the_right_example_is_clean_and_runs(code: Code) -> None:
    assert [f.code for f in findings_of(code.right) if f.severity > Severity.NOTE] == []
    assert ended(code.right).status is Status.FINISHED


@pytest.mark.parametrize("code", RUN, ids=lambda code: code.code)
def test_the_wrong_example_ends_the_run_and_tells_where(code: Code) -> None:
    machine = ended(code.wrong, code.answers)
    assert machine.failure is not None
    assert machine.failure.code == code.code
    assert_golden(f"ahod/findings/{code.code}.txt", render_all([machine.failure]) + "\n")


def test_an_included_definition_that_is_replaced_is_a_note() -> None:
    base = Source("base.ah", "limit = 3\nf(): 1\nmain:\n    print f(), limit\n")
    checked = check(Source("variant.ah", "include 'base.ah'\nlimit = 5\nf(): 2\n"), load=lambda _: base)
    assert [(f.code, f.severity) for f in checked.findings] == [("W515", Severity.NOTE)]
    assert_golden("ahod/findings/W515.txt", render_all(checked.findings) + "\n")
    machine = checked.runnable.machine()
    machine.run()
    assert "".join(machine.output) == "2 5\n"


def test_files_are_included_once_and_relative_to_the_including_one(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "one.ah").write_text("include 'two.ah'\nprint 'one'\n", encoding="utf-8")
    (tmp_path / "parts" / "two.ah").write_text("print 'two'\n", encoding="utf-8")
    whole = tmp_path / "whole.ah"
    whole.write_text("include 'parts/one.ah'\ninclude 'parts/two.ah'\nprint 'whole'\n", encoding="utf-8")
    checked = check(Source.read(whole))
    machine = checked.runnable.machine()
    machine.run()
    assert "".join(machine.output) == "two\none\nwhole\n"
    (tmp_path / "parts" / "two.ah").write_text("include '../whole.ah'\n", encoding="utf-8")
    assert [f.code for f in check(Source.read(whole)).errors] == ["A111"]


def test_codes_have_all_their_parts() -> None:
    for code in codes().values():
        assert code.title
        assert code.rule.endswith(".")
        assert (code.severity is Severity.ERROR) == (code.code[0] in "AR")
