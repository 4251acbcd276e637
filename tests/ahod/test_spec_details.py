"""Sentences of the specification, each with the smallest program that shows it."""

from __future__ import annotations

import pytest

from ahod_programs import output
from ahod_programs import run as run_program
from croupier.script.ahod.check import check
from croupier.script.machine import Limits, Machine
from croupier.script.session import Script, drive
from croupier.text import Source


def errors_of(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of every error."""
    return [(f.code, f.span.line, f.span.column) for f in check(Source("example.ah", text)).errors]


def messages_of(text: str) -> list[str]:
    """What the errors say."""
    return [f.message for f in check(Source("example.ah", text)).errors]


def run(text: str, steps: int = 20_000) -> Machine:
    """The machine after a run."""
    machine = check(Source("example.ah", text)).runnable.machine(limits=Limits(steps=steps))
    drive(machine, Script("answers.txt", ()), lambda _: None, lambda _: None)
    return machine


@pytest.mark.parametrize(
    ("text", "column"), [("print 12abc\n", 9), ("print 1.5e3\n", 10), ("print 100ms5\n", 10)]
)
def test_all_digits_of_a_number_belong_to_it(text: str, column: int) -> None:
    assert errors_of(text) == [("A102", 1, column)]


@pytest.mark.parametrize(
    "text",
    [
        "int x = 1\nx = 1.5\n",
        "int x = 1\nx /= 2\n",
        "let C be Object with:\n    int n: 1.5\nprint new C\n",
        "let C be Object with:\n    int n: 1\nc = new C\nc.n = 1.5\n",
        "when do X(p: int = 'a'): print p\ndo X\n",
        "let C(p: int = 'a') be Object with:\n    n: p\nprint new C\n",
    ],
)
def test_evident_types_are_checked_before_the_run(text: str) -> None:
    assert [code for code, _, _ in errors_of(text)] == ["A303"]


@pytest.mark.parametrize(
    "text",
    [
        "int x = 1\nx = '5'\nprint x\n",
        "float x = 1.5\nx = 2\nx += 1\nprint x\n",
        "let C be Object with:\n    int n: '1'\n    float f: 1\nc = new C\nc.n = '2'\nc.f = 3\nprint c\n",
        "when do X(p: float = 1): print p\ndo X\n",
    ],
)
def test_text_and_ints_still_convert(text: str) -> None:
    assert errors_of(text) == []
    assert run(text).failure is None


def test_named_arguments_of_built_in_actions_are_checked() -> None:
    text = "x = [1]\nx do POP_BACK(foo: 1)\nx do PUSH_BACK(foo: 1)\nprint x do POP_BACK(num: 1)\n"
    assert errors_of(text) == [("A302", 2, 15), ("A302", 3, 16)]


def test_a_parameter_defined_twice_is_told_with_both_positions() -> None:
    (finding,) = check(Source("example.ah", "f(x, x): x\nprint f(1, 2)\n")).errors
    assert finding.code == "A205"
    assert [n.span.column for n in finding.notes if n.span is not None] == [3]


def test_the_way_out_of_a_changing_attribute_can_be_copied() -> None:
    text = "let C be Object with:\n    n: 1\n    a(): n += 2\n"
    (message,) = messages_of(text)
    assert message.endswith("write `when C c do A: c.n = c.n + 2`")


def test_an_operator_on_one_thing_names_one_type() -> None:
    assert messages_of("print -'a'\n") == ["`-` is not defined for a string"]
    assert messages_of("for i in 5: print i\n") == ["`for … in` is not defined for an int"]


def test_an_empty_hole_of_an_f_string_ends_at_its_brace() -> None:
    assert messages_of("print f'{}'\n") == ["expected a value, found `}`"]


def test_a_short_run_that_hits_its_limit_tells_the_line_too() -> None:
    failure = run("x = 1\nwhile True:\n    x += 1\n", steps=50).failure
    assert failure is not None
    assert failure.code == "R411"
    assert failure.hint is not None
    assert "line" in failure.hint


def test_initialisers_see_inherited_attributes() -> None:
    text = (
        "let Base(a = 1) be Object with:\n    a: a + 1\n"
        "let Sub(b) be Base with:\n    c: a + b\n"
        "let Last be Sub with:\n    d: [a for 2 times]\n    b: 0\n"
        "let Other(b = 5) be Sub with:\n    d: a * c\n"
        "print Sub(4), Other()\n"
    )
    assert [m for m in messages_of(text) if "read but" in m] == []
    machine = run(text.replace("let Last be Sub with:\n    d: [a for 2 times]\n    b: 0\n", ""))
    assert "".join(machine.output) == "Sub(a: 2, c: 6) Other(a: 2, c: 7, d: 14)\n"


def test_an_element_that_is_assigned_is_checked_like_one_that_is_pushed() -> None:
    assert errors_of("let S be Series(int)\ns = new S(1)\ns[0] = 'a'\n") == [("A304", 3, 8)]
    assert errors_of("s = [1]\ns[0] = 'a'\nx = s.copy()\nx[0] = None\n") == []
    assert errors_of("let S be Series(float)\ns = new S(1)\ns[0] = 2\n") == []


def test_an_unknown_receiver_is_told_at_its_name() -> None:
    assert errors_of("when nobody do X: print 1\n") == [("A202", 1, 6)]


@pytest.mark.parametrize("text", ["x = {}\n", "main:\n{{\n    x = {}\n}}\n"])
def test_a_number_of_a_million_digits_is_an_error_and_not_a_computation(text: str) -> None:
    [found] = check(Source("example.ah", text.format("9" * 1_000_000))).errors
    assert found.message == "expected a number of at most 10,000 digits, found one of 1,000,000"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("x = 1\ny = 2 if x else 3\nprint y\n", "there is no `a if c else b`"),
        ("c = [1]\nprint len(c)\n", "write `….size()`"),
        ("c = [1]\nc.append(2)\nprint c\n", "write `… do PUSH_BACK(x)`"),
        ("x = 1\nx++\nprint x\n", "write `x += 1`"),
        ("x = 1\nif x == 2:\n    print 1\nelse if x == 1:\n    print 2\n", "write `elif`"),
        ("x = 1\nif x = 5:\n    print x\n", "`==` compares"),
        ("let P be Actor\np = new P\np do DRAW\nprint p\n", "when P p do DRAW: …"),
    ],
)
def test_what_newcomers_write_gets_a_hint(text: str, hint: str) -> None:
    assert any(hint in found.hint for found in check(Source("test.ah", text)).errors)


def test_a_range_of_texts_prints_its_values() -> None:
    assert (
        output("print 'A'..'D'\nprint ['A'..'B', 1..3]\nprint 'B'..'A'\n") == "A, B, C, D\n[A, B, 1..3]\n\n"
    )


def test_an_int_for_a_float_parameter_stays_an_int() -> None:
    assert output("print twice(4)\ntwice(x: float): return x * 2\n") == "8\n"


def test_print_evaluates_everything_before_it_prints() -> None:
    machine = run_program("print 'a', 1 / zero()\nzero(): return 0\n")
    assert (machine.output, machine.failure is None) == ([], False)


def test_tabs_are_white_space_in_braces() -> None:
    assert output("main:\n{\n\tdo\tPRINT(1)\n}\n") == "1\n"
