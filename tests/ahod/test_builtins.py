"""Every built-in gives what the table says."""

from __future__ import annotations

import pytest

from ahod_programs import failure, output, run
from croupier.script.ahod.builtins import ACTIONS, ALL, METHODS, TWINS, BuiltIn, method

ENDS = "a range goes from int to int or from one character to another"
TIMER = "a timer takes a duration such as 100ms"


@pytest.mark.parametrize("built_in", ALL, ids=lambda b: f"{b.of}.{b.name}")
def test_the_example_gives_the_documented_result(built_in: BuiltIn) -> None:
    assert output(f"print {built_in.example}\n", ["blue"]) == built_in.gives + "\n"


@pytest.mark.parametrize("built_in", [b for b in ALL if b.action], ids=lambda b: b.name)
def test_the_lower_case_twin_does_the_same(built_in: BuiltIn) -> None:
    receiver, _, call = built_in.example.partition(" do ")
    name, bracket, rest = call.partition("(")
    twin = f"{receiver}.{name.lower()}{bracket or '('}{rest or ')'}"
    assert output(f"print {twin}\n") == built_in.gives + "\n"
    assert method(built_in.of, TWINS[name.lower()].lower()) is ACTIONS[built_in.of, name]


def test_a_copy_keeps_its_type_and_is_another() -> None:
    text = "let Deck be Stack(int)\nd = Deck(1, 2)\nc = d.copy()\nprint c == d, c is d\n{}"
    assert output(
        text.format("when Deck x do NAME:\n    print 'deck'\nc do NAME\nd.shuffled() do NAME\n")
    ) == ("True False\ndeck\ndeck\n")


def test_shuffling_keeps_the_elements_and_follows_the_seed() -> None:
    text = "c = [1, 2, 3, 4, 5, 6, 7, 8]\nprint c.shuffled()\nprint c do SHUFFLE\n"
    machines = [run(text, seed=seed) for seed in (1, 1, 2)]
    assert machines[0].output == machines[1].output != machines[2].output
    assert sorted("".join(machines[0].output[0])) == sorted("".join(machines[2].output[0]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = []\nprint x.front(2)", "R401 2: x is empty, 2 wanted"),
        ("x = [1]\nprint x do POP_BACK(2)", "R401 2: x has 1 element, 2 wanted"),
        ("x = [1]\nprint x do POP(1)", "R402 2: x has no index 1: its indices are 0 to 0"),
        ("x = [1]\nprint x[-1]", "R402 2: x has no index -1: its indices are 0 to 0"),
        ("print random([])", "R401 1: [] is empty, 1 wanted"),
        ("f(x): int(x)\nprint f('abc')", "R408 1: cannot read 'abc' as int"),
        ("f(x): int(x)\nprint f(None)", "R408 1: cannot turn None into an int"),
        ("f(x): abs(x)\nprint f('a')", "R403 1: `abs` takes a number, this is a string"),
        ("f(x): sum(x)\nprint f(3)", "R403 1: cannot go through an int"),
        ("f(x): min(x)\nprint f([1, 'a'])", "R403 1: `<` is not defined for a string and an int"),
        ("f(x): Timer(x)\nprint f('soon')", f"R403 1: {TIMER}, this is a string"),
        ("f(x): 0..x\nprint f('ab')", f"R403 1: {ENDS}, not between an int and a string"),
        ("f(x): range(x)\nprint f(1.5)", f"R403 1: {ENDS}, not between an int and a float"),
        ("x = [3, 'a']\nprint x do SORT", "R403 2: `<` is not defined for a string and an int"),
        ("x = [3]\nprint x do SORT('rank')", "R405 2: an int has no attribute 'rank' to sort by"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told_with_its_place(text: str, said: str) -> None:
    assert failure(text + "\n") == said


def test_the_table_has_no_two_rows_of_one_name() -> None:
    assert len(ALL) == len({(b.of, b.name) for b in ALL})
    assert len(METHODS) + len(ACTIONS) < len(ALL)


def test_a_thing_inside_itself_is_printed_as_dots() -> None:
    knot = "loop = [1]\nwhen do KNOT:\n    loop do PUSH_BACK([loop])\n"
    text = knot + "do KNOT\nprint loop, loop == loop, loop.size()\n"
    assert output(text) == "[1, …] True 2\n"


def test_objects_and_strings_show_themselves_inside_of_something() -> None:
    card = "let Card(rank) be Object with:\n    rank: rank\n"
    text = card + "print [Card('it\\'s'), 1.0, None, 1..2], f'{Card(1)}'\n"
    assert output(text) == "[Card(rank: 'it\\'s'), 1.0, None, 1..2] Card(rank: 1)\n"
