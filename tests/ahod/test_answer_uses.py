"""What a program does with an answer is found through assignments, conversions, parameters and attributes."""

from __future__ import annotations

import pytest

from ahod_programs import shipped
from croupier.script.ahod.answer_uses import answer_uses
from croupier.script.ahod.check import check
from croupier.script.uses import Bound, Indexing, Uses
from croupier.text import Source

PLAYER = "let Player(name) be Actor with:\n    name: name\n    hand: [4, 5]\n    choice: 0\n"


def uses(text: str) -> list[Uses]:
    """The uses of the answers to all questions, in the order of the text."""
    checked = check(Source("test.ah", text))
    return list(answer_uses(checked.program, checked.scopes).values())


def only(text: str) -> Uses:
    """The uses of the answer to the only question."""
    (found,) = uses(text)
    return found


@pytest.mark.parametrize(
    ("text", "described"),
    [
        ("v = input()\nif v == 'play':\n    print 1\nelif v != 'draw':\n    print 2\n", "'play' or 'draw'"),
        ("v = input()\nif 'play' == v:\n    print 1\n", "'play'"),
        ("v = input()\nif v in ['a', 'b']:\n    print 1\n", "'a' or 'b'"),
        ("v = input()\nif v in 'RYG':\n    print 1\n", "'R', 'Y' or 'G'"),
        ("words = ['a', 'b']\nv = input()\nif words.contains(v):\n    print 1\n", "'a' or 'b'"),
        ("quit = -1\nint v = input()\nif v == quit:\n    print 1\n", "-1"),
        ("v = input()\nfor c in 'RY':\n    if c == v:\n        print 1\n", "'R' or 'Y'"),
        ("hand = [4]\nint v = input()\nprint hand[v]\n", "an index of hand"),
        ("hand = [4]\nprint hand[int(input()) - 1]\n", "an index of hand (the answer - 1)"),
        ("c = [4]\nint v = input()\nprint c do POP(-1 - v)\n", "an index of c (minus the answer - 1)"),
        ("c = [4]\nv = int(input())\nx = v - 1\ny = x\nprint c.pop(y)\n", "an index of c (the answer - 1)"),
        ("c = [4]\nint v = input()\nif v != -1:\n    print c[v]\n", "-1, or an index of c"),
        ("int v = input()\nif v < 1 or v > 6:\n    print 1\n", "a number from 1 to 6"),
        ("int v = input()\nif v in 1..6:\n    print 1\n", "a number from 1 to 6"),
        ("int v = input()\nif not (1 <= v and 7 > v):\n    print 1\n", "a number from 1 to 6"),
        ("v = input()\nprint int(v) * 2\n", "a whole number"),
        ("n = int(input())\nfor i in range(n):\n    print i\n", "how many"),
        ("int n = input()\nfor n times:\n    print 1\n", "how many"),
        ("int n = input()\nprint [i for i in 0...n]\n", "how many"),
        ("deck = [1, 2]\nint n = input()\nprint deck.size()//n\n", "how many"),
        ("v = input()\nprint v\n", "any text"),
        ("bool v = input()\nprint v\n", "True or False"),
        (PLAYER + "p = Player('A')\nv = input()\nif p.name == v:\n    print 1\n", "a value of name"),
        (PLAYER + "p = Player('A')\nn = p.name\nv = input()\nif v == n:\n    print 1\n", "a value of name"),
    ],
)  # fmt: skip
def test_an_answer_is_used_so(text: str, described: str) -> None:
    assert only(text).described() == described


def test_a_declared_variable_is_what_the_answer_is_read_as() -> None:
    text = "when do ASK:\n    int n\n    n = input()\n    print n\ndo ASK\n"
    assert only(text).kind == "int"


def test_parameters_are_followed_into_whatever_is_called() -> None:
    text = PLAYER + (
        "p = Player('A')\n"
        "when Player player do PLAY(place):\n    print chosen(player, place)\n"
        "chosen(player, at): player.hand[at]\n"
        "int v = input()\np do PLAY(place: v)\n"
    )
    assert only(text).indexes == (Indexing("player.hand"),)


def test_results_and_attributes_are_followed() -> None:
    text = PLAYER + (
        "p = Player('A')\n"
        "when do ASK:\n    return input('Which?')\n"
        "when do CHOOSE:\n    p.choice = do ASK\n"
        "do CHOOSE\nif p.choice == 'stop':\n    print 1\n"
    )
    assert only(text).literals == ("stop",)


def test_elements_are_followed() -> None:
    text = "bids = []\nbids do PUSH_BACK(input())\nfor bid in bids:\n    if bid == 'pass':\n        print 1\n"
    assert only(text).literals == ("pass",)


def test_a_constructor_hands_its_arguments_to_the_attributes() -> None:
    text = PLAYER + "p = Player(input())\nif p.name == 'nobody':\n    print 1\n"
    assert only(text).literals == ("nobody",)


def test_a_name_in_another_body_is_another_variable() -> None:
    text = "when do ONE:\n    v = input()\n    print v\nwhen do TWO:\n    v = 'x'\n    print v == 'y'\n"
    assert only(text).text


def test_a_variable_that_is_counted_down_has_no_endless_sums() -> None:
    text = "hand = [1, 2]\nint v = input()\nwhile v > 0:\n    v = v - 1\n    print hand[v]\n"
    found = only(text)
    assert found.whole
    assert found.indexes[0] == Indexing("hand")
    assert Bound(">", 0) in found.bounds


def test_only_one_word_leaves_something_else_to_say() -> None:
    assert only("if input('Again?') == 'yes':\n    print 1\n").otherwise == "no"
    assert only("v = input()\nif v == 'a' or v == 'b':\n    print 1\n").otherwise is None


def test_every_shipped_question_is_understood() -> None:
    assert [u.described() for u in uses(shipped()["uno"].text)] == [
        "'play' or 'draw'",
        "an index of player.hand",
    ]
