"""Every method, function, operator and failure with its documented result."""

from __future__ import annotations

import pytest

from cardigan_programs import failure, output, run
from croupier.script.cardigan.names import COMMON, FUNCTIONS, METHODS
from croupier.script.machine import Limits

METHOD_RESULTS = {
    "append": ("[1, 2].append([3])", "[1, 2, [3]]"),
    "push": ("[1].push(2)", "[1, 2]"),
    "add": ("[1].add([2, 3]).add(4)", "[1, 2, 3, 4]"),
    "pop": ('[1, 2, 3].pop() + " " + [1, 2, 3].pop(2)', "3 [3, 2]"),
    "peek": ("[1, 2, 3].peek()", "3"),
    "dequeue": ('[1, 2, 3].dequeue() + " " + [1, 2, 3].dequeue(2)', "1 [1, 2]"),
    "take": ("[5, 6, 7].take(1)", "6"),
    "remove": ("[5, 6, 7].remove(2)", "7"),
    "delete": ('[5, 6].delete(6) + " " + [5].delete(6)', "true false"),
    "sort": ('["b", "a"].sort() + " " + [1, 3, 2].sort(lambda x: 0 - x)', "[a, b] [3, 2, 1]"),
    "reverse": ("[1, 2, 3].reverse()", "[3, 2, 1]"),
    "shuffle": ("[1, 1, 1].shuffle()", "[1, 1, 1]"),
    "size": ('[1, 2].size + " " + [1].size() + " " + "abc".size', "2 1 3"),
    "show": ('["a", "b"].show()', "0: a\n1: b"),
    "deal": ("Deck{cards=[1, 2, 3]}.deal([{hand=[]}], 2).size", "1"),
    "insert": ("[1, 3].insert(1, 2).insert(3, 4)", "[1, 2, 3, 4]"),
    "clear": ("[1].clear()", "[]"),
    "contains": ('[1, 2].contains(2) + " " + [1].contains(2)', "true false"),
    "find": ('[5, 6].find(6) + " " + [5].find(6)', "1 -1"),
    "toString": ("[1:2].toString() + 5.toString() + true.toString()", "[1:2]5true"),
    "equals": ('[1].equals([1]) + " " + "a".equals("b")', "true false"),
}
FUNCTION_RESULTS = {
    "cartesian": ('cartesian([1, 2], ["a", "b"])', "[1:a, 1:b, 2:a, 2:b]"),
    "copy": ('copy([1, 2], 2) + " " + copy(7, 2)', "[1, 2, 1, 2] [7, 7]"),
    "range": ("range(1, 3)", "[1, 2, 3]"),
    "OUTPUT": ('OUTPUT("x")', "x\nfalse"),
    "int": ('int("-3") + int(2.9) + int(true)', "0"),
    "float": ('float("1.5") + float(2)', "3.5"),
    "bool": ('bool("false") + " " + bool(3) + " " + bool([])', "false true false"),
    "string": ('string(1.5) + string([1]) + string("a")', "1.5[1]a"),
    "min": ('min(2, 1) + " " + min(["b", "a"])', "1 a"),
    "max": ('max(2, 1) + " " + max([1.5, 3])', "2 3"),
    "abs": ('abs(-2) + " " + abs(-1.5)', "2 1.5"),
    "random": ('random([7]) + random("x")', "7x"),
    "exit": ('OUTPUT("before")\nexit()\nOUTPUT("behind")', "before"),
    "INPUT": ("INPUT()", "an answer"),
}


@pytest.mark.parametrize("name", METHOD_RESULTS)
def test_methods(name: str) -> None:
    expression, result = METHOD_RESULTS[name]
    assert output(f"OUTPUT({expression})") == result + "\n"


@pytest.mark.parametrize("name", FUNCTION_RESULTS)
def test_functions(name: str) -> None:
    expression, result = FUNCTION_RESULTS[name]
    program = f"{expression}\n" if name == "exit" else f"OUTPUT({expression})"
    assert output(program, ["an answer"]) == result + "\n"


def test_every_built_in_has_its_test() -> None:
    assert set(METHOD_RESULTS) == {*METHODS, *COMMON}
    assert set(FUNCTION_RESULTS) == set(FUNCTIONS)


FAILURES = {
    "pop from the empty": ("c = []\nc.pop()", "R401 2: pop wants 1, the collection is empty"),
    "pop too many": ("c = [1]\nc.pop(2)", "R401 2: pop wants 2, the collection holds 1"),
    "dequeue from the empty": ("c = []\nc.dequeue()", "R401 2: dequeue wants 1, the collection is empty"),
    "peek into the empty": ("c = []\nOUTPUT(c.peek())", "R401 2: peek wants 1, the collection is empty"),
    "deal too many": (
        "d = Deck{cards=[1]}\nd.deal([Player{id=0}], 2)",
        "R401 2: deal wants 2 for each of 1, 2 in all; there are 1",
    ),
    "index outside": ("c = [1]\nc[1] = 2", "R402 2: there is no index 1: the collection holds 1"),
    "negative index": ("c = [1]\nOUTPUT(c[-1])", "R402 2: there is no index -1: the collection holds 1"),
    "character outside": ('s = "a"\nOUTPUT(s[5])', "R402 2: there is no index 5: the string holds 1"),
    "insert outside": (
        "c = [1]\nc.insert(5, 1)",
        "R402 2: nothing can be inserted at 5: the collection holds 1",
    ),
    "division": ("x = 0\nOUTPUT(5 / x)", "R409 2: 5 / 0: nothing can be divided by zero"),
    "remainder": ("x = 0\nOUTPUT(5 % x)", "R409 2: 5 % 0: nothing can be divided by zero"),
    "float division": ("x = 0.0\nOUTPUT(5 / x)", "R409 2: 5 / 0: nothing can be divided by zero"),
    "conversion": ('OUTPUT(int("a"))', "R408 1: cannot read 'a' as int"),
    "bool conversion": ('OUTPUT(bool("maybe"))', "R408 1: cannot read 'maybe' as bool"),
    "no field": ("p = {a=1}\nOUTPUT(p.b)", "R405 2: this struct has no field 'b'"),
    "no value": (
        "d = Deck{cards=[1]}\nOUTPUT(d[0].value)",
        "R405 2: no attribute of the card '1' has a value",
    ),
    "no label": ('d = Deck{cards=["x"]}\nOUTPUT(d[0].rank)', "R405 2: the card 'x' has no 'rank'"),
    "kind change": (
        "f(v) = { return v }\nx = f(1)\nx = f([])\nOUTPUT(x)",
        "R403 3: 'x' is int, cannot take collection",
    ),
    "known kind": (
        "f(v) = { return v }\nx = 1\nx = f([])\nOUTPUT(x)",
        "R403 3: 'x' is int, cannot take collection",
    ),
    "wrong arity": ("f(g) = { return g(1, 2) }\nOUTPUT(f(lambda x: x))", "R403 1: lambda takes 1, got 2"),
    "call of a number": ("f(g) = { return g(1) }\nOUTPUT(f(2))", "R403 1: an int cannot be called"),
    "rebinding": (
        "f() = { return 1 }\ng(v) = { f = v }\ng(3)\nOUTPUT(f())",
        "R403 2: 'f' is function, cannot take int",
    ),
    "rebinding of a member": (
        "s = {f(x) = { return x }}\ns.f = lambda a, b: a\nOUTPUT(s.f(1, 2))",
        "R403 2: 'f' takes 1, cannot be replaced by a function that takes 2",
    ),
    "ordering": (
        "f(a) = { return a < 1 }\nOUTPUT(f([]))",
        "R403 1: a collection and an int cannot be put in order",
    ),
    "order of kinds": ('c = [1, "a"]\nc.sort()', "R403 2: a string and an int cannot be put in order"),
    "read too early": (
        "f() = { return x }\nf()\nx = 1",
        "R406 1: 'x' is read before anything was assigned to it",
    ),
    "input exhausted": ("INPUT(x)\nOUTPUT(x)", "R410 1: the input is exhausted after 0 answers"),
}


@pytest.mark.parametrize("case", FAILURES)
def test_failures_name_place_and_reason(case: str) -> None:
    program, told = FAILURES[case]
    assert failure(program) == told


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("x = 1\nwhile x > 0 { x++ }", "stopped after 5,000 steps"),
        ("f(n) = { return f(n + 1) }\nOUTPUT(f(0))", "activations are open"),
        ("c = [1]\nwhile c { c.add(c) }", "memory"),
        ("x = 2\nwhile x > 0 { x = x * x }", "too large"),
        ("OUTPUT([0 ... 1000000000000])", "units of memory"),
        ('s = "ab"\nwhile s != "" { s = s + s }', "memory"),
    ],
)
def test_whatever_has_no_end_is_ended(program: str, reason: str) -> None:
    told = failure(program, limits=Limits(steps=5_000, depth=100, memory=20_000))
    assert told.startswith("R411")
    assert reason in told


def test_what_was_printed_before_a_failure_is_kept() -> None:
    machine = run('OUTPUT("so far")\nc = []\nc.pop()')
    assert machine.output == ["so far\n"]
    assert machine.failure is not None


def test_a_failure_tells_who_called() -> None:
    machine = run("f() = { return [].pop() }\nplay = { OUTPUT(f()) }")
    assert machine.failure is not None
    assert [note.message for note in machine.failure.notes] == ["f was called here", "play was called here"]


@pytest.mark.parametrize(
    ("program", "answers", "printed"),
    [
        ("INPUT(n)\nOUTPUT([1, 2][n])", ["1"], "2\n"),
        ("INPUT(n)\nOUTPUT(n + 1)", ["4"], "5\n"),
        ('INPUT(n)\nOUTPUT(n + "1")', ["4"], "41\n"),
        ("INPUT(n)\nif n == true { OUTPUT(n) }", ["true"], "true\n"),
        ("INPUT(n)\nif n < 1.5 { OUTPUT(n) }", ["1.25"], "1.25\n"),
        ("f(v) = { return v * 2 }\nINPUT(n)\nOUTPUT(f(n))", ["3"], "6\n"),
        ("n = 0\nINPUT(n)\nOUTPUT(n)", ["7"], "7\n"),
        ("INPUT(n)\nm = n\nOUTPUT(m - 1)", ["7"], "6\n"),
        ("INPUT(n)\nOUTPUT(n)", [" text "], " text \n"),
    ],
)
def test_an_answer_takes_the_kind_that_its_uses_require(
    program: str, answers: list[str], printed: str
) -> None:
    assert output(program, answers) == printed


def test_a_bad_answer_of_a_script_ends_the_run() -> None:
    assert failure("INPUT(n)\nOUTPUT(n * 2)", ["many"]) == "R408 1: cannot read 'many' as int (answers:1)"
    told = failure('INPUT(n, ["a", "b"])\nOUTPUT(n)', ["c"])
    assert told == "R408 1: 'c' is not among the options: a, b (answers:1)"


def test_the_number_of_players_comes_from_the_seats() -> None:
    program = (
        "INPUT(n)\nplayers = []\nfor id: [0 ... n] { players.append(Player{id=id}) }\n"
        "OUTPUT(players.size)\nINPUT(k)\nfor i: [0 ... k] { OUTPUT(i) }"
    )
    assert run(program, ["1"], seats=3).output == ["3\n", "0\n"]


@pytest.mark.parametrize(
    ("strategy", "told"),
    [
        ("lambda options: 99", "R403 2: the strategy chose '99', which is not among the options"),
        (
            "lambda options: options[7]",
            "R402 2: in the strategy, line 1: there is no index 7: the collection holds 2",
        ),
        ("lambda options: INPUT()", "R403 2: the strategy cannot ask or exit"),
    ],
)
def test_a_strategy_must_choose_one_of_the_options(strategy: str, told: str) -> None:
    program = f"p = Player{{id=0, strategy={strategy}}}\nINPUT(x, [1, 2], p)\nOUTPUT(x)"
    assert failure(program) == told


def test_a_strategy_runs_on_a_copy() -> None:
    program = (
        "seen = 0\np = Player{id=0, strategy(options) = {\n    seen = 5\n    OUTPUT(seen)\n"
        "    options.pop()\n    return options[0]\n}}\nINPUT(x, [1, 2], p)\nOUTPUT(x + seen)"
    )
    assert output(program) == "1\n"


def test_a_strategy_cannot_look_into_the_hands_of_others() -> None:
    program = (
        "deck = Deck{cards=[0 ... 40]}\na = Player{id=0}\n"
        "b = Player{id=1, strategy=lambda options: options[a.hand[0][0]]}\n"
        "deck.deal([a, b], 10)\nguess = INPUT([0 ... 40], b)\nOUTPUT(guess == a.hand[0][0])"
    )
    assert sum(run(program, seed=seed).output == ["true\n"] for seed in range(40)) < 10
