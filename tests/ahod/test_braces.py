"""The braces dialect: how it is recognised, what its text may be, how commands read it, laws."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.token import Keyword, Name

from ahod_programs import FOLDER, checked, failure, output
from croupier.cli import group
from croupier.script.ahod.braces.parser import parse
from croupier.script.ahod.check import check
from croupier.script.ahod.colours import AhodLexer
from croupier.script.ahod.dialects import Dialect, assumed
from croupier.script.ahod.format import formatted
from croupier.script.ahod.outline import outline
from croupier.script.machine import Limits
from croupier.text import Source, render_all
from golden import assert_golden

HELLO = 'main:\n{\n    do PRINT("hello")\n}\n'
INDENTED = "main:\n    print 'hello'\n"


def body(*lines: str) -> str:
    """A program that is only main."""
    return "main:\n{\n" + "".join(f"{line}\n" for line in lines) + "}\n"


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        (HELLO, Dialect.BRACE),
        (INDENTED, Dialect.SEED),
        ("int x\nseries<int> y\n\n" + HELLO, Dialect.BRACE),
        ("/* main:\n   {\n*/\n" + INDENTED, Dialect.SEED),
        ("/* unclosed main:\n" + HELLO, Dialect.BRACE),
        ("/* a comment\n" + HELLO.replace("}", "/* another */\n}"), Dialect.BRACE),
        ("// main:\n// {\n" + INDENTED, Dialect.SEED),
        ("  main :   /* here */\r\n\r\n  /* and here */\r\n  {\r\n}\r\n", Dialect.BRACE),
        ("when do int ONE():\n\n\n{\n}\n", Dialect.BRACE),
        ("when do ONE:\n    x = 1\nmain:\n{\n}\n", Dialect.SEED),
        ("print 'main:'\nx = '{'\n", Dialect.SEED),
        ("", Dialect.SEED),
        ("{\n}\n", Dialect.SEED),
        ("main: {\n}\n", Dialect.SEED),
    ],
)
def test_the_first_header_tells_the_dialect(text: str, dialect: Dialect) -> None:
    assert assumed(Source("x.ah", text)).dialect is dialect
    assert assumed(Source("x.ah", text), dialect.other).dialect is dialect.other


BAD = {
    "mixed, braces first": HELLO.replace("main", "when do void A()") + "\nmain:\n    do A()\n",
    "mixed, indented first": "main:\n    do A\n\nwhen do A:\n{\n    do PRINT(1)\n}\n",
    "no main": "int x\n" + HELLO.replace("main", "when do void A()"),
    "text behind main": HELLO + "int x\n",
    "another main": HELLO + HELLO,
    "one brace too many": HELLO + "}\n",
    "braces without a header": "{\n    do PRINT(1)\n}\n",
    "brace behind the header": "main: {\n    do PRINT(1)\n}\n",
    "truncated": HELLO[:-2],
    "truncated in a string": HELLO[:22],
    "missing brace": "when do void A():\n{\n    if true:\n    {\n        do PRINT(1)\n}\n\n" + HELLO,
    "stray brace": "when do void A():\n{\n}\n}\n\n" + HELLO,
    "comment over lines": body("/* one", "two */", "do PRINT(1)"),
    "line comment": body("do PRINT(1) // one"),
    "string in single quotes": body("do PRINT('one')"),
    "f-string": body('do PRINT(f"{1}")'),
    "escape": body('do PRINT("one\\n")'),
    "elif": body("if true:", "{", "}", "elif false:", "{", "}"),
    "else if": body("if true:", "{", "}", "else if false:", "{", "}"),
    "range": body("int i", "for i in 1..3:", "{", "}"),
    "times": body("for 3 times:", "{", "}"),
    "receiver": "when Card c do FLIP():\n{\n}\n\n" + HELLO,
    "action without a type": "when do FLIP():\n{\n}\n\n" + HELLO,
    "type of your own": "let Deck be Stack\n\n" + HELLO,
    "power": body("do PRINT(2 ** 3)"),
    "remainder": body("do PRINT(7 % 3)"),
    "plus becomes": body("int i", "i += 1"),
    "part of a part": body("series<Card> deck", "do PRINT(deck[0].value)"),
    "declaration behind a statement": body("do PRINT(1)", "int i"),
    "declaration in a block": body("if true:", "{", "int i", "}"),
    "statement outside": "do PRINT(1)\n" + HELLO,
    "push as a value": body("series<int> a", "int i", "i = a.push(1)"),
    "pop with an argument": body("series<int> a", "a.pop(1)"),
    "two values to print": body("do PRINT(1, 2)"),
    "capitals mixed": body("int myScore"),
    "unknown type": body("Deck deck"),
    "number with a letter": body("do PRINT(2x)"),
    "reserved word": body("int size"),
    "series of what": body("series a"),
    "for without parts": body("int i", "for i < 3:", "{", "}"),
    "declaration in for": body("for (int i = 0; i < 3; i = i + 1):", "{", "}"),
    "half a condition in parentheses": body("int i", "if (i < 3) and true:", "{", "}"),
    "else without if": body("else:", "{", "}"),
    "action in main": body("when do void A():", "{", "}"),
    "action called PRINT": "when do void PRINT():\n{\n}\n\n" + HELLO,
    "print": body('print "hello"'),
    "new": body("Player p", 'p = new Player("Ann", 1)'),
    "strange sign": body("do PRINT(1 $ 2)"),
    "two statements on a line": body("int i", "i = 1 i = 2"),
    "argument missing behind a comma": body("do PRINT(do A(1,))"),
    "body without braces": body("if true:", "do PRINT(1)"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_text_is_told_with_its_place_and_the_dialect(case: str) -> None:
    findings = check(Source("bad.ah", BAD[case])).errors
    text = render_all(findings) + "\n"
    assert "note: " in text
    assert ", because " in text
    assert_golden(f"ahod/mistakes/{case.replace(' ', '_').replace(',', '')}.txt", text)


@pytest.mark.parametrize("text", ["print f'a } b'\n", "print f'{x'\n", "print f'{x\n", "print 1 +\n"])
def test_a_brace_in_an_f_string_tells_nothing_about_the_dialect(text: str) -> None:
    found = check(Source("x.ah", text)).errors
    assert found
    assert all("dialect" not in note.message for f in found for note in f.notes)


def test_the_dialect_that_was_chosen_is_told_as_such() -> None:
    (finding,) = check(Source("x.ah", ""), dialect=Dialect.BRACE).errors
    assert finding.code == "A121"
    assert "`--dialect` says so" in finding.notes[0].message


def test_nesting_and_length_have_bounds() -> None:
    deep = "if true:\n{\n" * 60 + "}\n" * 60
    assert {f.code for f in check(Source("x.ah", body(deep))).errors} == {"A102"}
    for text in ("-" * 200 + "1", "[" * 200 + "1" + "]" * 200, "1 + " * 400 + "1", "a = " * 100 + "1"):
        assert [f.code for f in check(Source("x.ah", body(text))).errors] == ["A102"]
    series = "series<" * 100 + "int" + ">" * 100 + " a"
    assert [f.code for f in check(Source("x.ah", body(series))).errors] == ["A102"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["series<int> a", "do PRINT(1)", "a.pop()"], "R401 5: a is empty, 1 wanted"),
        (["series<int> a", "do PRINT(a[0])"], "R402 4: a has no index 0: it is empty"),
        (
            ["series<int> a", "a = [1]", "do PRINT(a[-1])"],
            "R402 5: a has no index -1: its indices are 0 to 0",
        ),
        (["int i", "do PRINT(1 / i)"], "R409 4: `/` by zero"),
        (["float f", "do PRINT(1.0 / f)"], "R409 4: `/` by zero"),
        (["Card c", "do PRINT(c.value)"], "R406 4: 'c' is read before anything was assigned to it"),
        (["while true:", "{", "}"], "R411 3: stopped after 5,000 steps and 0 answers"),
    ],
)
def test_errors_of_a_run_name_the_place(lines: list[str], said: str) -> None:
    assert failure(body(*lines), limits=Limits(steps=5_000)) == said


def test_a_card_that_nobody_returned_is_told() -> None:
    program = "when do Card DRAW():\n{\n}\n\n" + body("Card c", "c = do DRAW()")
    assert failure(program) == "R406 1: DRAW ends without returning a Card"


def test_endless_recursion_is_stopped() -> None:
    program = "when do void A():\n{\n    do A()\n}\n\n" + body("do A()")
    assert "more than 10,000 activations" in failure(program)


def test_a_file_with_braces_is_not_included() -> None:
    found = check(Source("x.ah", "include 'y.ah'\n"), load=lambda _: Source("y.ah", HELLO)).errors
    assert [f.code for f in found] == ["A111"]
    assert "is in the braces dialect" in found[0].message


def test_the_outline_tells_types() -> None:
    text, data = outline(Source("game.ah", (FOLDER / "braces_records.ah").read_text(encoding="utf-8")))
    assert_golden("ahod/outline_braces.txt", text + "\n")
    assert data["dialect"] == "brace"
    assert data["actions"][1]["parameters"] == ["Player one", "Player other"]
    assert data["actions"][1]["result"] == "Player"


def test_words_have_their_colours() -> None:
    text = 'main:\n{\n    Card c\n    do PRINT(c.value)\n    c = Card("a", true, 1)\n}\n'
    kinds = {piece: kind for _, kind, piece in AhodLexer().get_tokens_unprocessed(text)}
    assert (kinds["Card"], kinds["PRINT"], kinds["value"]) == (Name.Class, Name.Function, Name.Attribute)
    assert (kinds["true"], kinds["do"], kinds["main"]) == (Keyword.Constant, Keyword.Declaration, Keyword)


def croupier(*arguments: str) -> Result:
    """The result of a command."""
    return CliRunner(env={"NO_COLOR": "1", "COLUMNS": "100"}).invoke(group, list(arguments))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with programs, in which the commands run."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "hello.ah": HELLO,
        "refused.ah": body("i = 1"),
        "broken.ah": body("i = ("),
        "indented.ah": INDENTED,
        "unnamed.ah": "print suit\n",
        "odd.ah": "main: {\ndo PRINT(1);\n}\n",
        "game.rcy": "(game)\n",
        "set.cdg": "OUTPUT(1)\n",
    }.items():
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def test_all_commands_read_it(files: Path) -> None:
    assert croupier("run", "hello.ah").stdout == "hello\n"
    assert croupier("check", "hello.ah").stdout == "hello.ah: no findings\n"
    data = json.loads(croupier("check", "hello.ah", "--json").stdout)
    assert (data["language"], data["dialect"]) == ("ahod", "brace")
    assert json.loads(croupier("check", "indented.ah", "--json").stdout)["dialect"] == "seed"
    assert "dialect" not in json.loads(croupier("check", "set.cdg", "--json").stdout)
    shown = croupier("show", "hello.ah").stdout
    assert shown.startswith("hello.ah, AllHandsOnDeck in the braces dialect\n\nmain, line 1\n\nat the")
    assert croupier("fmt", "--check", "hello.ah").exit_code == 0
    assert "undeclared identifier (error)" in croupier("explain", "a601").stdout
    result = croupier("run", "refused.ah")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("refused.ah:3:1: error[A601]: undeclared identifier i\n")


def test_the_bare_line_of_the_compiler(files: Path) -> None:
    line = 'Fatal error: exception Failure("undeclared identifier i")\n'
    for command in ("run", "check"):
        result = croupier(command, "refused.ah", "--compat-messages")
        assert (result.exit_code, result.stdout, result.stderr) == (1, "", line)
        assert croupier(command, "broken.ah", "--compat-messages").stderr == (
            "Fatal error: exception Parsing.Parse_error\n"
        )
        assert "'suit' is read" in croupier(command, "unnamed.ah", "--compat-messages").output
    assert croupier("run", "hello.ah", "--compat-messages").stdout == "hello\n"
    assert croupier("check", "refused.ah", "--compat-messages", "--json").exit_code == 2


def test_the_dialect_can_be_chosen(files: Path) -> None:
    assert croupier("run", "odd.ah").exit_code == 1
    assert croupier("run", "odd.ah", "--dialect", "brace").stdout == "1\n"
    assert croupier("run", "odd.ah", "--dialect", "brace", "--strict").exit_code == 1
    assert croupier("run", "hello.ah", "--dialect", "auto").stdout == "hello\n"
    assert croupier("run", "hello.ah", "--dialect", "seed").exit_code == 1
    assert croupier("check", "indented.ah", "--dialect", "brace").exit_code == 1
    assert "in the braces dialect" in croupier("show", "odd.ah", "--dialect", "brace").stdout
    assert croupier("fmt", "odd.ah", "--dialect", "brace").exit_code == 0
    assert Path("odd.ah").read_text(encoding="utf-8") == "main:\n{\n    do PRINT(1);\n}\n"
    assert croupier("check", "--dialect", "brace", "hello.ah", "game.rcy").exit_code == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "hello.ah", "--dialect", "0.5"),
        ("check", "game.rcy", "--dialect", "brace"),
        ("fmt", "game.rcy", "--dialect", "seed"),
        ("show", "hello.ah", "--dialect", "0.6"),
        ("run", "set.cdg", "--dialect", "brace"),
        ("run", "hello.ah", "--dialect", "0.6"),
        ("run", "hello.ah", "--dialect", "curly"),
    ],
)
def test_a_dialect_of_another_language_is_wrong_usage(files: Path, arguments: tuple[str, ...]) -> None:
    result = croupier(*arguments)
    assert result.exit_code == 2
    assert "dialect" in result.stderr


WORDS = [
    *(
        "main:",
        "when do int A(int x):",
        "{",
        "}",
        "\n",
        "\n",
        "int i",
        "series<Card> d",
        "Player",
        "Card",
        "(",
        ")",
    ),
    *(
        "do",
        "PRINT",
        "A",
        "i",
        "d",
        "[",
        "]",
        ".",
        "push(",
        "pop()",
        "size()",
        "=",
        "==",
        "+",
        "-",
        "/",
        "and",
        "!",
    ),
    *(
        "if i == 1:",
        "else:",
        "while true:",
        "for (i = 0; i < 2; i = i + 1):",
        "return",
        ";",
        ",",
        "1",
        "-1.5",
        "2.0",
    ),
    *(
        '"a"',
        "'b'",
        "true",
        "void",
        "/*",
        "*/",
        "//",
        "\t",
        "\r",
        "é",
        "do PRINT(1)",
        "i = i + 1",
        "d.size()",
    ),
]
texts = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)


@settings(max_examples=75, deadline=None)
@given(
    st.one_of(
        texts, texts.map(lambda t: f"main:\n{{\nint i\nseries<Card> d\n{t}\n}}\n"), st.text(max_size=60)
    )
)
def test_no_text_crashes_anything(text: str) -> None:
    source = Source("any.ah", text)
    found = check(source, dialect=Dialect.BRACE)
    render_all(found.findings)
    if not found.errors:
        found.runnable.machine(limits=Limits(steps=2_000, depth=100, memory=10_000)).run()
    laid_out, _ = formatted(source, Dialect.BRACE)
    if laid_out is not None:
        again = Source("any.ah", laid_out)
        assert formatted(again, Dialect.BRACE)[0] == laid_out
        kept = [
            [t.text for t in parse(s).tokens if t.kind not in ("newline", "end")] for s in (source, again)
        ]
        assert kept[0] == kept[1]
        assert len(parse(again).comments) == len(parse(source).comments)


ints = st.lists(st.tuples(st.sampled_from("+-*"), st.integers(0, 50)), max_size=8)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 50), ints)
def test_expressions_evaluate_as_in_python(first: int, rest: list[tuple[str, int]]) -> None:
    text = " ".join([str(first), *(f"{op} {n}" for op, n in rest)])
    assert output(body(f"do PRINT({text})")) == f"{eval(text)}\n"


@settings(max_examples=60, deadline=None)
@given(st.integers(-99, 99), st.integers(-9, 9).filter(bool))
def test_the_quotient_goes_towards_zero(a: int, b: int) -> None:
    assert output(body(f"do PRINT({a} / {b})")) == f"{int(a / b)}\n"


def test_programs_are_as_long_as_they_like() -> None:
    lines = [f"i = i + {n}" for n in range(3000)]
    assert checked(body("int i", *lines, "do PRINT(i)")).findings == ()
