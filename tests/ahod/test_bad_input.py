"""Bad programs and bad luck: always a positioned message, never a traceback, and what was printed is kept."""

from __future__ import annotations

import pytest

from ahod_programs import failure, run
from croupier.script.ahod.check import check
from croupier.script.ahod.format import formatted
from croupier.script.machine import Limits
from croupier.text import Source


def told(text: str) -> list[str]:
    """Code, line and column of every error."""
    return [f"{f.code} {f.span.line}:{f.span.column}" for f in check(Source("bad.ah", text)).errors]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if True:\n\tprint 1\n        print 2\n", ["A101 3:1"]),
        ("/* never\nprint 1\n", ["A103 1:1"]),
        ("print 'x\nprint f'{x\n", ["A103 1:7", "A103 2:7", "A105 2:9"]),
        ("x = [1, (2\nwhen do A:\n    print x\nprint y\n", ["A105 1:5", "A105 1:9"]),
        ("x = (1]\nprint x\n", ["A105 1:5"]),
        ("print 1)\n", ["A102 1:8"]),
        ("print 1 +\nprint 2 +\n", ["A102 1:10", "A102 2:10"]),
        ("high_card = 1\nprint high card\n", ["A102 2:12"]),
        ("let A be A\nprint A()\n", ["A206 1:10"]),
        ("let B be C\nlet C be B\nprint B()\n", ["A206 1:10", "A206 2:10"]),
        ("let A(x) be Object with:\n    x: x\nlet B be A\nprint B()\n", ["A301 3:10"]),
        ("let A be Object with:\n    x: 1\n    x: 2\nprint A()\n", ["A205 3:5"]),
        ("f(a, a): a\nprint f(1, 2)\n", ["A205 1:6"]),
        ("when nobody do X:\n    print 1\n", ["A202 1:6"]),
        ("when Timer do X:\n    print 1\n", ["A202 1:6"]),
        ("do X\ny do X\nz.x()\nnew Q\nf()\nq(1) do R\n",
         ["A203 1:4", "A202 2:1", "A203 2:6", "A202 3:1", "A206 4:5", "A201 5:1", "A201 6:1", "A203 6:9"]),
        ("when do X:\n    print 1\n5 do X\n", ["A203 3:6"]),
        ("x = 1\nx += 'a'\n", ["A306 2:1"]),
        ("x = 1\nx -= [1]\n", ["A305 2:1"]),
        ("const x = 1\nwhen do A:\n    x = 2\ndo A\n", ["A402 3:5"]),
        ("pile = []\nf(): g()\ng(): h()\nh(): pile.clear()\nprint f()\n",
         ["A401 2:6", "A401 3:6", "A401 4:11"]),
        ("f(x):\n    x.size = 3\nprint f(1)\n", ["A401 2:5"]),
        ("n = 0\nf():\n    n = 1\n    return n\nprint f()\n", ["A401 3:5"]),
        ("return 5\n", ["A207 1:1"]),
        ("print " + "(" * 200 + "1" + ")" * 200 + "\n", ["A102 1:48"]),
        ("print " + "1 + " * 400 + "1\n", ["A102 1:609"]),
        ("é = 5\n", ["A102 1:1"]),
        ("print 5 $ 6\n", ["A102 1:9"]),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_place(text: str, expected: list[str]) -> None:
    assert told(text) == expected


def test_two_names_that_belong_together_are_joined_in_the_hint() -> None:
    for line in ("print high card\n", "high card = 2\n"):
        findings = check(Source("bad.ah", "high_card = 1\n" + line)).errors
        assert "did you mean `high_card`?" in {f.hint for f in findings}


def test_at_most_fifty_findings_and_errors_first() -> None:
    text = "".join(f"print 7//2, x{i}\n" for i in range(60))
    findings = check(Source("bad.ah", text)).findings
    assert len(findings) == 50
    assert {f.code for f in findings} == {"A202"}
    broken = Source("bad.ah", "print 1 +\n" * 60)
    assert len(formatted(broken)[1]) == len(check(broken).findings) == 50


def test_what_is_made_inside_a_helper_may_be_changed_there() -> None:
    text = "f():\n    made = [3, 1]\n    made.sort()\n    made[0] = 9\n    return made\nprint f()\n"
    assert check(Source("good.ah", text)).findings == ()
    aliased = "x = [1]\nf():\n    made = x\n    made.sort()\n    return made\nprint f()\n"
    assert told(aliased) == ["A401 4:10"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("print 1\nf(n): f(n + 1)\nprint f(1)\n", "more than 10,000 activations"),
        ("print 1\nwhile True:\n    x = 1\n", "stopped after 30,000 steps"),
        ("print 1\nx = [i for i in 1..1000000000]\n", "stopped after 30,000 steps"),
        ("print 1\nx = 1000000000 * [1]\n", "units of memory"),
        ("print 1\nx = 'a' * 10000000000\n", "units of memory"),
        ("print 1\nx = 10 ** 10000000\n", "longer than 1,000,000 bits"),
        ("print 1\nx = 2\nwhile True:\n    x = x * x\n", "longer than 1,000,000 bits"),
        ("print 1\nx = [1]\nwhile True:\n    x = x + x\n", "units of memory"),
        ("print 1\nx = []\nfor 100 times:\n    x = [x, x]\nprint x\n", "longer than 1,000,000 characters"),
        ("print 1\nprint sum(1..1000000000)\n", "too long to be gone through"),
        ("print 1\nx = Stack(1..1000000000)\n", "too long to be spread"),
        ("print 1\nprint 10.0 ** 400\n", "too large"),
    ],
)
def test_what_would_never_end_or_fit_is_stopped(text: str, words: str) -> None:
    machine = run(text, limits=Limits(steps=30_000 if "f(n" not in text else 100_000))
    assert machine.failure is not None
    assert machine.failure.code == "R411"
    assert words in machine.failure.message
    assert machine.output == ["1\n"]


def test_long_numbers_and_shared_things_are_no_problem() -> None:
    machine = run(
        "print 2 ** 20000\nx = []\ny = []\nfor 200 times:\n    x = [x, x]\n    y = [y, y]\nprint x == y\n"
    )
    assert machine.failure is None
    assert len(machine.output[0]) == 6022
    assert machine.output[1] == "True\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("f(x): x.hand.size()\nprint f(None)", "R405 1: None has no attribute 'hand'"),
        ("f(x): x.go()\nprint f(5)", "R405 1: an int has no attribute 'go()'"),
        ("f(x): x + 'a'\nprint f(1)", "R403 1: `+` is not defined for an int and a string"),
        ("f(n: int): n\ng(x): f(x)\nprint g('1')", "R403 1: 'n' of f is an int, this is a string"),
        ("when int n do A(b):\n    print b\ng(x): x\nwhen string n do A:\n    print n\ng(1) do A",
         "R403 6: A takes 1 (b), got 0"),
        ("let C be Series(int)\nc = C(1)\nf(x): x\nwhen do P(x):\n    c do PUSH_BACK(f(x))\ndo P('a')",
         "R403 5: an element of c is an int, this is a string"),
        ("f(n):\n    for n times:\n        print n\nprint f('a')",
         "R403 2: `times` needs an int, this is a string"),
        ("f(n): n[0]\nprint f(5)", "R403 1: cannot index an int"),
        ("f(n): -n\nprint f('a')", "R403 1: `-` is not defined for a string"),
        ("f(n): 5 % n\nprint f(0)", "R409 1: `%` by zero"),
        ("f(n): n ** -1\nprint f(0)", "R409 1: zero cannot be raised to a negative power"),
        ("f(n): n ** 0.5\nprint f(-4)", "R403 1: a negative number has no such power"),
        ("x = [1]\nf(n): x[n]\nprint f('a')", "R403 2: an index is an int, this is a string"),
    ],
)  # fmt: skip
def test_errors_of_a_run_name_the_place_and_the_values(text: str, said: str) -> None:
    assert failure(text + "\n") == said
