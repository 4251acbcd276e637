"""Laws: no text crashes anything, running is deterministic, copies go on alike, expressions are right."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ahod_programs import FOLDER, checked, output, shipped
from croupier.script.ahod.check import check
from croupier.script.ahod.dialects import Dialect
from croupier.script.ahod.format import formatted
from croupier.script.ahod.parser import parse
from croupier.script.machine import Limits, Machine, Status
from croupier.text import Source, render_all

pytestmark = pytest.mark.slow

PROGRAMS = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.ah"))]
WORDS = [
    "main:",
    "when",
    "let",
    "be",
    "with",
    "do",
    "new",
    "Card",
    "card",
    "deck",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ",",
    ":",
    ".",
    "..",
    "...",
    "=",
    "+=",
    "==",
    "<",
    "and",
    "not",
    "in",
    "for",
    "times",
    "if\nelse",
    "while",
    "return",
    "break",
    "print",
    "input()",
    "f'{x}'",
    "'a'",
    '"b"',
    "1",
    "2.5",
    "100ms",
    "//",
    "/*",
    "*/",
    "\\",
    "\t",
    "-",
    "*",
    "**",
    "%",
    "!",
    "&",
    "|",
    "Stack(Card)",
    "size()\nPUSH_TOP",
    "const",
    "int",
    "x",
    "y",
    "self",
    "None",
    "True",
    "include",
    "\n",
    "\n",
    "",
    "",
    "",
    "",
    "\n",
    "",
    "",
    "é",
    "\x00",
]
texts = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join),
    st.builds(
        lambda text, at, cut, new: text[: at % len(text)] + new + text[at % len(text) + cut :],
        st.sampled_from(PROGRAMS),
        st.integers(0, 10_000),
        st.integers(0, 20),
        st.sampled_from(WORDS),
    ),
)


@settings(max_examples=50, deadline=None)
@given(texts)
def test_no_text_crashes_anything(text: str) -> None:
    source = Source("any.ah", text)
    found = check(source)
    render_all(found.findings)
    laid_out, _ = formatted(source)
    if laid_out is not None:
        assert formatted(Source("any.ah", laid_out))[0] == laid_out
    if not found.errors:
        machine = found.runnable.machine(limits=Limits(steps=2_000, depth=100, memory=10_000))
        machine.run()


@settings(max_examples=50, deadline=None)
@given(texts)
def test_the_layout_keeps_every_token(text: str) -> None:
    parsed = parse(Source("any.ah", text))
    laid_out, _ = formatted(Source("any.ah", text), Dialect.SEED)
    if laid_out is not None:
        again = parse(Source("any.ah", laid_out))
        kinds = ("newline", "indent", "dedent", "end")
        assert [t.text for t in again.tokens if t.kind not in kinds] == [
            t.text for t in parsed.tokens if t.kind not in kinds
        ]
        assert len(again.comments) == len(parsed.comments)


def answer(machine: Machine, number: int) -> str:
    """Something to answer, by a number: an option, or a word that programs of the tests ask for."""
    assert machine.pending is not None
    options = machine.pending.options
    if options is not None:
        return (
            str(number % len(options)) if hasattr(options[0], "kind") else str(options[number % len(options)])
        )
    return "7" if machine.pending.expects == "int" else ("play", "draw", "pass", "1")[number % 4]


def played(machine: Machine, numbers: list[int], answers: int) -> Machine:
    """The machine after so many answers by these numbers, or when it has ended."""
    if machine.status is Status.READY:
        machine.run()
    while machine.status is Status.ASKING and machine.answers < min(answers, len(numbers)):
        machine.answer(answer(machine, numbers[machine.answers]))
        machine.run()
    return machine


programs = st.sampled_from([*PROGRAMS, *(source.text for source in shipped().values())])
numbers = st.lists(st.integers(0, 99), min_size=30, max_size=30)


@settings(max_examples=60, deadline=None)
@given(programs, st.integers(0, 1000), numbers, st.integers(0, 30))
def test_a_copy_at_any_question_goes_on_as_the_original(
    text: str, seed: int, answers: list[int], given_answers: int
) -> None:
    limits = Limits(steps=20_000)
    machine = checked(text).runnable.machine(seed=seed, seats=2, limits=limits)
    original = played(machine, answers, given_answers)
    copy = original.copy()
    before = copy.fingerprint()
    assert before == original.fingerprint()
    ended = _to_the_end(original, answers)
    assert copy.fingerprint() == before, "the original has changed its copy"
    assert _to_the_end(copy, answers) == ended
    assert copy.fingerprint() == original.fingerprint()


def _to_the_end(machine: Machine, answers: list[int]) -> tuple[Any, ...]:
    machine.allow(20_000)
    played(machine, answers, len(answers))
    return (machine.status, machine.steps, machine.output, machine.clock)


@settings(max_examples=20, deadline=None)
@given(programs, st.integers(0, 1000), numbers)
def test_running_is_deterministic(text: str, seed: int, answers: list[int]) -> None:
    ends = [_to_the_end(checked(text).runnable.machine(seed=seed, seats=2), answers) for _ in range(2)]
    assert ends[0] == ends[1]


numbers_ = st.one_of(st.integers(0, 50), st.sampled_from([0.5, 1.5, 2.25]))
expressions = st.recursive(
    numbers_.map(lambda n: (str(n), n)),
    lambda inner: st.one_of(
        st.builds(
            lambda a, op, b: (f"({a[0]} {op} {b[0]})", _model(a[1], op, b[1])),
            inner,
            st.sampled_from(["+", "-", "*", "/", "%", "<", "==", "and", "or"]),
            inner,
        ),
        inner.map(lambda a: (f"(not {a[0]})", a[1] if a[1] is None else not a[1])),
        inner.map(lambda a: (f"(-{a[0]})", None if a[1] is None or isinstance(a[1], bool) else -a[1])),
    ),
    max_leaves=8,
)


def _model(a: Any, op: str, b: Any) -> Any:
    """The value that Python gives; None where AHOD has none."""
    if a is None or b is None:
        return None
    if op in ("and", "or"):
        return bool(a and b) if op == "and" else bool(a or b)
    if op == "==":
        return a == b and isinstance(a, bool) == isinstance(b, bool)
    if isinstance(a, bool) or isinstance(b, bool) or (op in ("/", "%") and b == 0):
        return None
    operations = {"+": a + b, "-": a - b, "*": a * b, "<": a < b}
    return operations[op] if op in operations else (a / b if op == "/" else a % b)


@settings(max_examples=75, deadline=None)
@given(expressions)
def test_expressions_evaluate_like_the_model(expression: tuple[str, Any]) -> None:
    text, value = expression
    if value is not None:
        assert output(f"print {text}\n") == f"{value}\n"
