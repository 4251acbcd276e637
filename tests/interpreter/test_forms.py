"""Every form of the table has a unit test, and the forms of structure have theirs here."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.interpreter.action import _ACTIONS, _GROUPS
from croupier.interpreter.meaning import MEANINGS
from croupier.recycle.forms import FORMS
from interpreter import test_actions, test_house, test_values
from interpreter.small import DECK, checked, play, program

STRUCTURE: dict[str, tuple[tuple[str, ...], dict[str, Any], list[int], dict[str, int]]] = {
    "game": (("(inc (game sto X))", "(inc (game sto X))"), {}, [], {"X": 2}),
    "declare": (("(set (game sto X) 'N)",), {"declare": "(declare (+ 3 4) 'N)"}, [], {"X": 7}),
    "setup": (("(set (game sto X) (size (game vloc STOCK)))",), {}, [], {"X": 8}),
    "create.players": (("(set (game sto X) (size player))",), {"seats": 5}, [], {"X": 5}),
    "deck": (
        ("(set (game sto X) (size (game vloc STOCK)))",),
        {"deck": "(deck (A (P, Q)) (B (R, S, T)))"},
        [],
        {"X": 6},
    ),
    "attribute": (
        ("(set (game sto X) (size (filter (game vloc STOCK) 'C (== (cardatt B 'C) S))))",),
        {"deck": "(deck (A (P (B (R, S))) (Q (B (S)))))"},
        [],
        {"X": 2},
    ),
    "stage": (("(stage player (end (== (game sto X) 3)) (inc (game sto X)))",), {}, [], {"X": 3}),
    "end": (("(stage player (end (== 1 1)) (inc (game sto X)))",), {}, [], {"X": 0}),
    "scoring": (("(turn pass)",), {"scoring": "min (pid (current player))"}, [], {}),
    "choice": (("(choice ((set (game sto X) 1) (set (game sto X) 2)))",), {}, [1], {"X": 2}),
}
"""For each form blocks, the words of the program, the options to take, and what is stored afterwards."""


@pytest.mark.parametrize("form", STRUCTURE)
def test_a_form_of_structure_has_its_meaning(form: str) -> None:
    blocks, words, choose, stored = STRUCTURE[form]
    assert form in checked(program(*blocks, **words)).used
    played = play(*blocks, choose=choose, **words)
    assert {name: played.number(name) for name in stored} == stored
    if form == "scoring":
        assert played.outcome.wins == (1.0, 0.0)


def test_every_form_has_a_unit_test() -> None:
    assert {
        *test_values.EXAMPLES,
        *test_actions.EXAMPLES,
        *test_house.EXAMPLES,
        *STRUCTURE,
        "definitions",
    } == set(FORMS)


def _all_programs() -> list[str]:
    values = [
        program(*example[2:][0] if len(example) > 2 else (), f"(let {example[0]} 'X (turn pass))")
        for examples in test_values.EXAMPLES.values()
        for example in examples
    ]
    actions = [program(*blocks) for examples in test_actions.EXAMPLES.values() for blocks, _ in examples]
    others = [
        program("(cycle current (1 player))", "(any player 'P (cycle next 'P))", deck=DECK),
        program("(let (indexed game iloc X) 'X (let (indexed (0 team) oloc X) 'Y (turn pass)))"),
    ]
    house = [
        program(*blocks, **test_house.house(words)) for blocks, words, *_ in test_house.EXAMPLES.values()
    ]
    return [*values, *actions, *others, *house]


def test_every_meaning_of_the_interpreter_is_exercised() -> None:
    """A form with several words (`cycle next|current`) has a meaning for each."""
    used = set()
    for text in _all_programs():
        found = checked(text).program
        assert found is not None
        used |= {expr.form for expr in found.walk()}
    assert {*MEANINGS, *_ACTIONS, *_GROUPS} - used == set()
