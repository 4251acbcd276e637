"""What a program does with an answer is found through assignments, casts, parameters and fields."""

from __future__ import annotations

import pytest

from croupier.script.cardigan.check import check
from croupier.script.library import shelved
from croupier.script.uses import Indexing, Uses
from croupier.text import Source


def uses(text: str) -> list[Uses]:
    """The uses of the answers to all questions, in the order of the text."""
    return list(check(Source("test.cdg", text)).kinds.inputs.uses().values())


def only(text: str) -> Uses:
    """The uses of the answer to the only question."""
    (found,) = uses(text)
    return found


@pytest.mark.parametrize(
    ("text", "described"),
    [
        ('v = INPUT()\nif v == "play" { OUTPUT(1) } elseif "draw" != v { OUTPUT(2) }\n', "'play' or 'draw'"),
        ('INPUT(v)\n?{\n    v == "a" { OUTPUT(1) }\n    v == "b" { OUTPUT(2) }\n}\n', "'a' or 'b'"),
        ('suit = ["R", "Y"]\nINPUT(v)\nif v in suit { OUTPUT(1) }\n', "'R' or 'Y'"),
        ("hand = [4]\nINPUT(v)\nOUTPUT(hand[v])\n", "an index of hand"),
        ("hand = [4]\nINPUT(v)\nOUTPUT(hand.take(v - 1))\n", "an index of hand (the answer - 1)"),
        ("hand = [4]\nv = int(INPUT())\nOUTPUT(hand[v])\n", "an index of hand"),
        ("hand = [4]\nINPUT(v)\nif v != -1 { OUTPUT(hand[v]) }\n", "-1, or an index of hand"),
        ("INPUT(v)\nif v < 1 or v > 6 { OUTPUT(1) }\n", "a number from 1 to 6"),
        ("INPUT(v)\nif v == true { OUTPUT(1) }\n", "True or False"),
        ("INPUT(n)\nfor i: [0 ... n] { OUTPUT(i) }\n", "how many"),
        ("INPUT(n)\nfor i: range(1, n * 2) { OUTPUT(i) }\n", "how many"),
        ("deck = [1]\nINPUT(n)\nOUTPUT(deck.size / n)\n", "how many"),
        ("INPUT(v)\nOUTPUT(v)\n", "any text"),
        ('d = Deck{cards=cartesian(["a"], ["b"])}\nINPUT(v)\nOUTPUT(d[0].key[1] == v)\n', "a value of [1]"),
        ('d = Deck{cards=["a"], labels=["x"]}\nINPUT(v)\nfor c: d { OUTPUT(c.x == v) }\n', "a value of x"),
    ],
)  # fmt: skip
def test_an_answer_is_used_so(text: str, described: str) -> None:
    assert only(text).described() == described


def test_parameters_of_functions_lambdas_and_members_are_followed() -> None:
    text = (
        "table = {cards=[1], put(at) = { OUTPUT(cards[at]) }}\n"
        "look = lambda i: table.cards[i]\n"
        "use(place) = {\n    table.put(place)\n    OUTPUT(look(place))\n}\n"
        "INPUT(v)\nuse(v)\n"
    )
    assert set(only(text).indexes) == {Indexing("cards"), Indexing("table.cards")}


def test_results_and_fields_are_followed() -> None:
    text = (
        'ask() = { return INPUT("Which?") }\np = Player{id=0}\np.choice = ask()\n'
        'if p.choice == "stop" { OUTPUT(1) }\n'
    )
    assert only(text).literals == ("stop",)


def test_a_cast_does_not_change_what_the_answer_is_read_as() -> None:
    text = 'hand = [1]\nINPUT(v)\nif v == "q" { OUTPUT(0) } else { OUTPUT(hand[int(v)]) }\n'
    found = only(text)
    assert (found.kind, found.literals, found.indexes) == ("string", ("q",), (Indexing("hand"),))


def test_every_question_of_the_shipped_games_is_understood() -> None:
    source = shelved("uno.cdg")
    assert source is not None
    described = [u.described() for u in uses(source.text)]
    assert described == ["how many", "-1, or an index of player.cards", "a value of [1]"]
