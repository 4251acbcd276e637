"""Laws: no text crashes anything, running is deterministic, copies go on alike, expressions are right."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardigan_programs import FOLDER, beside, checked, first_answer, output
from croupier.script.cardigan.check import check
from croupier.script.cardigan.colours import CardiganLexer
from croupier.script.cardigan.format import formatted
from croupier.script.cardigan.lexer import lex
from croupier.script.library import names, shelved
from croupier.script.machine import Limits, Machine, Status
from croupier.text import Source, render_all

pytestmark = pytest.mark.slow

PROGRAMS = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.cdg"))]
GAMES = [source.text for name in names(".cdg") if (source := shelved(f"{name}.cdg")) is not None]
WORDS = (
    [
        "play",
        "=",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ",",
        ":",
        ".",
        "...",
        "=",
        "==",
        "!=",
        "<",
        ">",
        "<=",
        ">=",
        "+",
        "-",
        "*",
        "/",
        "%",
        "!",
        "++",
        "--",
        "&&",
        "||",
        "and",
        "or",
        "xor",
        "not",
        "in",
        "UNION",
        "if",
        "elseif",
        "else",
        "while",
        "for",
        "return",
        "lambda",
        "true",
        "false",
        "?",
        "\\",
        "\\{",
        "\\}",
        "``",
        "$/\\!/$",
        "//",
        '"',
        "'",
        "1",
        "2.5",
        "x",
        "y",
        "f(",
        "f(x)={",
        "x.y",
        "x[0]",
        "Deck{",
        "Player{",
        "INPUT(x)",
        "OUTPUT(x)",
        "append(",
        "include",
        '"a"',
        "this",
        "wild-4",
        "key",
        "value",
        "size",
        "3",
        "é",
        "\x00",
        "“",
    ]
    + ["\n"] * 12
    + ["else if", '"a"', "\t"]
)
texts = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join),
    st.builds(
        lambda text, at, cut, new: text[: at % len(text)] + new + text[at % len(text) + cut :],
        st.sampled_from([*PROGRAMS, *GAMES]),
        st.integers(0, 10_000),
        st.integers(0, 20),
        st.sampled_from(WORDS),
    ),
)


@settings(max_examples=50, deadline=None)
@given(texts)
def test_no_text_crashes_anything(text: str) -> None:
    source = Source("any.cdg", text)
    found = check(source, load=beside)
    render_all(found.findings)
    if not found.errors:
        machine = found.runnable.machine(limits=Limits(steps=2_000, depth=100, memory=10_000))
        machine.run()


@settings(max_examples=75, deadline=None)
@given(texts)
def test_the_layout_is_stable_and_keeps_every_token(text: str) -> None:
    source = Source("any.cdg", text)
    laid_out, _ = formatted(source)
    if laid_out is not None:
        again = Source("any.cdg", laid_out)
        assert formatted(again)[0] == laid_out
        before, after = lex(source), lex(again)
        assert [(t.kind, t.value or t.text) for t in before.tokens] == [
            (t.kind, t.value or t.text) for t in after.tokens
        ]
        assert len(before.comments) == len(after.comments)


@settings(max_examples=50, deadline=None)
@given(texts)
def test_the_colours_cover_the_text(text: str) -> None:
    assert "".join(piece for _, _, piece in CardiganLexer().get_tokens_unprocessed(text)) == text


DEEP = [
    "(",
    "x = [",
    "if x {\n",
    "!",
    "x = 1 + ",
    "x.y.",
    "lambda: ",
    "a = {",
    "?{",
    "if a b {\n",
    "f(x) = {\n",
]


@pytest.mark.parametrize("piece", DEEP)
def test_whatever_is_nested_very_deeply_is_told_and_not_a_crash(piece: str) -> None:
    codes = {f.code for f in check(Source("deep.cdg", piece * 3_000)).findings}
    assert codes & {"C102", "C105", "C108"}


@pytest.mark.parametrize("text", ["x = 1" + " + 1" * 5_000, "x" + ".y" * 5_000, "x = " + "(" * 90 + ")" * 90])
def test_very_high_expressions_are_told(text: str) -> None:
    assert "C108" in {f.code for f in check(Source("high.cdg", text)).findings}


def played(machine: Machine, answers: int) -> Machine:
    """The machine after that many answers to whatever is asked, or when it has ended."""
    machine.allow(20_000)
    if machine.status is Status.READY:
        machine.run()
    while machine.status is Status.ASKING and machine.answers < answers:
        machine.answer(first_answer(machine))
        machine.run()
    return machine


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([*PROGRAMS, *GAMES]), st.integers(0, 30), st.integers(0, 9))
def test_a_copy_at_any_question_goes_on_as_the_original(text: str, answers: int, seed: int) -> None:
    machine = played(checked(text).runnable.machine(seed=seed), answers)
    copy = machine.copy()
    assert copy.fingerprint() == machine.fingerprint()
    played(copy, answers + 20)
    untouched = machine.fingerprint()
    again = machine.copy()
    assert again.fingerprint() == untouched
    played(machine, answers + 20)
    assert copy.fingerprint() == machine.fingerprint()
    assert copy.output == machine.output
    assert copy.status is machine.status


@pytest.mark.parametrize("name", names(".cdg"))
def test_a_copy_at_every_question_goes_on_as_the_original(name: str) -> None:
    source = shelved(f"{name}.cdg")
    assert source is not None
    machine = check(source).runnable.machine(seed=4)
    for _ in range(6):
        if machine.run() is not Status.ASKING:
            break
        copy = machine.copy()
        assert copy.pending is not None
        answer = first_answer(machine)
        for one in (machine, copy):
            one.answer(answer)
            one.run()
        assert copy.fingerprint() == machine.fingerprint()
        assert copy.prompt() == machine.prompt()


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**40))
def test_a_run_is_a_function_of_program_seed_and_answers(text: str, seed: int) -> None:
    runnable = checked(text).runnable
    one = played(runnable.machine(seed=seed), 40)
    other = played(checked(text).runnable.machine(seed=seed), 40)
    assert one.output == other.output
    assert one.fingerprint() == other.fingerprint()


numbers = st.integers(-50, 50)


def joined(children: st.SearchStrategy[tuple[str, int]]) -> st.SearchStrategy[tuple[str, int]]:
    """Bigger expressions of smaller ones, each with its value."""

    def combine(op: str, left: tuple[str, int], right: tuple[str, int]) -> tuple[str, int]:
        a, b = left[1], right[1]
        if op in "/%" and b == 0:
            op = "+"
        value = {"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0, "%": a % b if b else 0}[op]
        return f"({left[0]} {op} {right[0]})", value

    return st.builds(combine, st.sampled_from("+-*/%"), children, children)


arithmetic = st.recursive(numbers.map(lambda n: (str(n), n)), joined, max_leaves=12)
comparisons = st.builds(
    lambda op, a, b: (
        f"{a[0]} {op} {b[0]}",
        {
            "<": a[1] < b[1],
            ">": a[1] > b[1],
            "<=": a[1] <= b[1],
            ">=": a[1] >= b[1],
            "==": a[1] == b[1],
            "!=": a[1] != b[1],
        }[op],
    ),
    st.sampled_from(["<", ">", "<=", ">=", "==", "!="]),
    arithmetic,
    arithmetic,
)


@settings(max_examples=75, deadline=None)
@given(arithmetic)
def test_arithmetic_is_that_of_the_integers(case: tuple[str, int]) -> None:
    assert output(f"OUTPUT({case[0]})") == f"{case[1]}\n"


@settings(max_examples=50, deadline=None)
@given(
    st.lists(comparisons, min_size=2, max_size=5),
    st.lists(st.sampled_from(["and", "or", "&&", "||"]), min_size=4, max_size=4),
)
def test_logic_binds_and_before_or(cases: list[tuple[str, bool]], words: list[str]) -> None:
    text, model = cases[0][0], str(cases[0][1])
    for (expression, value), word in zip(cases[1:], words, strict=False):
        text += f" {word} {expression}"
        model += f" {'and' if word in ('and', '&&') else 'or'} {value}"
    assert output(f"OUTPUT({text})") == f"{str(eval(model)).lower()}\n"


@settings(max_examples=50, deadline=None)
@given(
    st.lists(numbers, max_size=12),
    st.lists(
        st.tuples(st.sampled_from(["append", "pop", "dequeue", "insert", "reverse", "sort"]), numbers),
        max_size=12,
    ),
)
def test_a_collection_behaves_as_a_list(items: list[int], doings: list[tuple[str, int]]) -> None:
    model = list(items)
    lines = [f"c = {items}"]
    for word, number in doings:
        if word in ("pop", "dequeue"):
            if not model:
                continue
            model.pop(-1 if word == "pop" else 0)
            lines.append(f"c.{word}()")
        elif word == "append":
            model.append(number)
            lines.append(f"c.append({number})")
        elif word == "insert":
            place = abs(number) % (len(model) + 1)
            model.insert(place, number)
            lines.append(f"c.insert({place}, {number})")
        else:
            model.sort() if word == "sort" else model.reverse()
            lines.append(f"c.{word}()")
    assert output("\n".join([*lines, "OUTPUT(c)"])) == f"{model}\n"


@pytest.mark.parametrize("name", names(".cdg"))
def test_the_programs_of_the_library_are_laid_out_and_without_findings(name: str) -> None:
    source = shelved(f"{name}.cdg")
    assert source is not None
    assert [f.code for f in check(source).findings if f.code != "W615"] == []
    assert formatted(source)[0] == source.text
