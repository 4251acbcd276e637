"""Programs that the language's later compiler refuses: its line, and our finding, are golden."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.script.ahod.braces.errors import REFUSALS
from croupier.script.ahod.braces.spoken import fatal_line
from croupier.script.ahod.check import Checked, check
from croupier.script.ahod.format import formatted
from croupier.text import Source, render_all
from golden import assert_golden

PROGRAMS = sorted((Path(__file__).parent / "refused").glob("*.ah"))


def checked(path: Path) -> Checked:
    """A program under a name that does not depend on the machine."""
    return check(Source(path.name, path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_it_is_refused_in_the_words_of_the_compiler(path: Path) -> None:
    (finding,) = checked(path).findings
    assert_golden(f"ahod/refused/{path.stem}.txt", f"{fatal_line(finding)}\n{render_all([finding])}\n")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_it_is_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("    ", "  ").replace(" = ", "=")
    laid_out, _ = formatted(Source(path.name, text))
    assert laid_out is not None
    assert "".join(laid_out.split()) == "".join(text.split())
    assert [f.message for f in check(Source(path.name, laid_out)).findings] == [
        f.message for f in checked(path).findings
    ]


def test_every_refusal_has_a_program() -> None:
    assert {f.code for path in PROGRAMS for f in checked(path).findings} == {c.code for c in REFUSALS}


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        ("i = s", "undeclared identifier s"),
        ("s[j]", "undeclared identifier s"),
        ("s.push(j)", "undeclared identifier s"),
        ("a[true]", "list_get index must be integer, not bool"),
        ("i[true]", "list_get index must be integer, not bool"),
        ("a = [1, true, j]", "series type and expression type do not match bool, (bool : true"),
        ("a = [do PRINT(1)]", "series type and expression type do not match void, (void : do PRINT(1)"),
        ("i.push(1)", "series type and expression type do not match int, (int : 1"),
        ("i.pop()", "i is int, not a series"),
        ("do PRINT(a)", "illegal argument found series<int> expected int, float, bool or string in a"),
        ("do PRINT(1) == do PRINT(2)", "illegal binary operator of ==for void and void"),
        ("1 <= true", "illegal binary operator of <=for int and bool"),
        ("a < a", "illegal binary operator of <for series<int> and series<int>"),
        ("true || 1", "illegal binary operator of ||for bool and int"),
        ("-\"x\"", "illegal unary operator -string in -x"),
        ("not i + 1", "illegal unary operator !int in !i"),
        ("a.length", "attribute not found"),
        ("break", "undeclared identifier break"),
        ("if i == 1.50:\n{\n}", "illegal binary operator of ==for int and float"),
        ("if i = 007:\n{\n}", "expected Boolean expression in i = 7"),
        ("while -1.50:\n{\n}", "expected Boolean expression in -1.50"),
    ],
)  # fmt: skip
def test_what_is_said(statements: str, told: str) -> None:
    program = f"main:\n{{\nint i\nseries<int> a\n{statements}\n}}\n"
    assert [f.message for f in check(Source("x.ah", program)).errors] == [told]
