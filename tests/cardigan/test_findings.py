"""Every finding: its wrong example has it, its right one is clean, its text is golden."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardigan_programs import codes_of
from croupier.script.cardigan.check import MOST, check
from croupier.script.cardigan.codes import codes
from croupier.script.codes import Code
from croupier.script.machine import Limits, Machine, Status
from croupier.script.session import Script, drive
from croupier.text import Diagnostic, Severity, Source, render_all
from golden import assert_golden

CHECKED = [code for code in codes().values() if not code.running and code.wrong]
RUN = [code for code in codes().values() if code.running]


def findings_of(text: str) -> tuple[Diagnostic, ...]:
    """What `check` says about a program."""
    return check(Source("example.cdg", text)).findings


def ended(text: str, answers: tuple[str, ...] = ()) -> Machine:
    """The machine after a run of a program."""
    checked = check(Source("example.cdg", text))
    assert not checked.errors, render_all(checked.errors)
    machine = checked.runnable.machine(limits=Limits(steps=20_000))
    drive(machine, Script("answers.txt", answers), lambda _: None, lambda _: None)
    return machine


@pytest.mark.parametrize("code", CHECKED, ids=lambda code: code.code)
def test_the_wrong_example_is_found_and_told_as_before(code: Code) -> None:
    findings = findings_of(code.wrong)
    assert code.code in {f.code for f in findings}
    assert_golden(f"cardigan/findings/{code.code}.txt", render_all(findings) + "\n")


@pytest.mark.parametrize("code", CHECKED, ids=lambda code: code.code)
def test_the_wrong_example_has_no_worse_finding(code: Code) -> None:
    assert [f.code for f in findings_of(code.wrong) if f.severity > code.severity] == []


@pytest.mark.parametrize("code", [c for c in codes().values() if c.right], ids=lambda code: code.code)
def test_the_right_example_is_clean_and_runs(code: Code) -> None:
    assert [f.code for f in findings_of(code.right) if f.severity > Severity.NOTE] == []
    machine = ended(code.right, code.answers or ("0",))
    assert machine.status is Status.FINISHED, render_all([machine.failure] if machine.failure else [])


@pytest.mark.parametrize("code", RUN, ids=lambda code: code.code)
def test_the_wrong_example_ends_the_run_and_tells_where(code: Code) -> None:
    machine = ended(code.wrong, code.answers)
    assert machine.failure is not None
    assert machine.failure.code == code.code
    assert_golden(f"cardigan/findings/{code.code}.txt", render_all([machine.failure]) + "\n")


def test_an_included_definition_that_is_replaced_is_a_note(tmp_path: Path) -> None:
    (tmp_path / "base.cdg").write_text(
        "limit = 3\nf() = { return 1 }\nplay = { OUTPUT(f() + limit) }\n", encoding="utf-8"
    )
    variant = tmp_path / "variant.cdg"
    variant.write_text('include "base.cdg"\nlimit = 5\nf() = { return 2 }\n', encoding="utf-8")
    checked = check(Source.read(variant))
    assert [(f.code, f.severity) for f in checked.findings] == [("W615", Severity.NOTE)] * 2
    machine = checked.runnable.machine()
    machine.run()
    assert "".join(machine.output) == "7\n"
    told = render_all(checked.findings).replace(str(tmp_path) + "/", "")
    assert_golden("cardigan/findings/W615.txt", told + "\n")


def test_a_file_cannot_include_itself(tmp_path: Path) -> None:
    (tmp_path / "a.cdg").write_text('include "b.cdg"\n', encoding="utf-8")
    (tmp_path / "b.cdg").write_text('include "a.cdg"\nOUTPUT(1)\n', encoding="utf-8")
    found = check(Source.read(tmp_path / "a.cdg")).findings
    assert [f.code for f in found] == ["C109"]
    assert "includes itself" in found[0].message


def test_a_file_is_included_once(tmp_path: Path) -> None:
    (tmp_path / "a.cdg").write_text('include "b.cdg"\ninclude "b.cdg"\n', encoding="utf-8")
    (tmp_path / "b.cdg").write_text("OUTPUT(1)\n", encoding="utf-8")
    checked = check(Source.read(tmp_path / "a.cdg"))
    machine = checked.runnable.machine()
    machine.run()
    assert machine.output == ["1\n"]


def test_codes_have_all_their_parts() -> None:
    for code in codes().values():
        assert code.title
        assert code.rule.endswith(".")
        assert (code.severity is Severity.ERROR) == (code.code[0] in "CR" and code.code != "C308")


def test_no_more_than_fifty_are_told_and_errors_first() -> None:
    found = findings_of("".join(f"a{n} + 1\n" for n in range(200)))
    assert len(found) == MOST
    assert all(f.is_error for f in found)


def test_a_comment_accepts_a_warning() -> None:
    assert codes_of("OUTPUT('a') // allow W602\n// allow W602\nOUTPUT('b')\nOUTPUT('c')") == ["W602:4"]


CASES = {
    "round winner": ("round_winner = 1\nx = round winner\nOUTPUT(x)", "did you mean `round_winner`?"),
    "swallowed bracket": ('x = [1, "a]:1"\n[2, 3]\n]\nOUTPUT(x)', "contains ']'"),
    "missing brace": ("f() = {\n    x = 1\ng() = {\n    y = 2\n}\n", "before line 3"),
    "else without if": ("x = 1\nelse { OUTPUT(x) }", "missing or displaced"),
    "one equals sign": ("x = 1\nif x = 1 { OUTPUT(x) }", "`==` compares"),
    "chained comparison": ("x = 1\nif 0 < x < 2 { OUTPUT(x) }", "do not chain"),
    "increment as a value": ("x = 1\ny = x++\nOUTPUT(y)", "statement of its own"),
    "closed too early": (
        "play = {\n    if 1 < 2 {\n    }\n    }\n    OUTPUT(1)\n}",
        "line 4 may close line 1",
    ),
    "call without parentheses": ('OUTPUT "hi"', "a call needs parentheses"),
    "loop with in": ("for x in [1] { OUTPUT(x) }", "`for x: items`"),
    "same parameter twice": ("f(a, a) = { return a }\nOUTPUT(f(1, 2))", ""),
    "lone three": ("x = 1\n3\nOUTPUT(x)", "a damaged `}`?"),
    "misspelt name": ("colour = 1\nOUTPUT(color)", "`colour`"),
    "misspelt method": ("c = [1]\nc.apend(2)\nOUTPUT(c)", "`append`"),
    "called struct": ("d = Deck(1)\nOUTPUT(d)", "Deck{…}"),
    "function not called": ("f() = { return true }\nwhile f { OUTPUT(1) }", "call it: `f()`"),
    "play with parameters": ("play(n) = { OUTPUT(n) }", ""),
    "set without names": ("x = {1, 2}\nOUTPUT(x)", "a collection is written"),
}


@pytest.mark.parametrize("case", CASES)
def test_typical_mistakes_get_their_hint(case: str) -> None:
    text, hint = CASES[case]
    findings = findings_of(text)
    assert any(hint in f.hint for f in findings), render_all(findings)
    assert_golden(f"cardigan/mistakes/{case.replace(' ', '_')}.txt", render_all(findings) + "\n")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = 1\nx = 1.5\nOUTPUT(x)", ["C301:2"]),
        ("x = 1.5\nx = 1\nOUTPUT(x)", []),
        ("f() = { return 1 }\nplay = { f = lambda x: x }", ["C302:2"]),
        ("f() = { return 1 }\nf = 3\nOUTPUT(f())", ["C301:2"]),
        (
            "play = { f(x) = { return x }\n f(x) = { return 1 }\n OUTPUT(f(1)) }",
            ["W605:1", "C202:2", "W605:2"],
        ),
        ("t = 1:2\nt[0] = 3\nOUTPUT(t)", ["C306:2"]),
        ("t = 1:2\nOUTPUT(t.size())", ["C306:2"]),
        ("x = 5\nfor i: x { OUTPUT(i) }", ["C305:2"]),
        ("x = [1]\nx()\nOUTPUT(x)", ["C203:2"]),
        ("OUTPUT(1 - [2])", ["C305:1"]),
        ("OUTPUT(1 < true)", ["C305:1"]),
        ("OUTPUT([1] UNION 2)", ["C305:1"]),
        ("OUTPUT(1 in 2)", ["C305:1"]),
        ("s = {a=1}\nOUTPUT(s[0])", ["C309:2"]),
        ("players = [Player{id=1}]\nplayers[0].append(1)", ["C303:2"]),
        ('x = "a"\nx++\nOUTPUT(x)', ["C305:2"]),
        ("f() = {\n    if 1 < 2 { return [1] }\n}\nx = f()\nOUTPUT(x)", ["C308:2", "C301:4"]),
        ("while true { OUTPUT(1) }", ["W613:1"]),
        ("x = 0\nwhile x < 3 { x++ }\nOUTPUT(x)", []),
        ("", ["W611:1"]),
    ],
)
def test_what_is_found_where(text: str, found: list[str]) -> None:
    assert codes_of(text) == found
