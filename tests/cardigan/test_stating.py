"""What a program states in a struct made from `Game`, and what it states in vain."""

from __future__ import annotations

import pytest

from cardigan_programs import checked, codes_of, output
from croupier.script.cardigan.runnable import Runnable
from croupier.script.machine import Fault, Machine, Status

GAME = (
    "players = []\nstarter = 1\n"
    "table = Game{{{fields}}}\n"
    "for i: [0 ... 2] {{ players.append(Player{{id=i, cards=[i]}}) }}\n"
    'OUTPUT(INPUT("Go on?"))\n'
)


def asking(fields: str) -> tuple[Machine, Runnable]:
    """The machine at the first question, and its program."""
    runnable = checked(GAME.format(fields=fields)).runnable
    machine = runnable.machine(seed=1)
    assert machine.run() is Status.ASKING
    return machine, runnable


def test_the_functions_answer_when_they_are_asked_and_nothing_changes() -> None:
    machine, language = asking(
        "seats=[2 ... 7], turn=lambda: players[starter], score=lambda p: 0 - p.cards.size, "
        "winners=lambda: [players[0]], sees=lambda p, c: c in p.cards"
    )
    stated, before = language.stated(machine), machine.fingerprint()
    first, second = machine.items(machine.global_value("players"))
    assert stated.seats == (2, 3, 4, 5, 6)
    assert language.consult(machine, stated.turn) is second
    assert language.consult(machine, stated.score, first) == -1
    assert language.items(machine, language.consult(machine, stated.winners)) == [first]
    assert [language.consult(machine, stated.sees, p, 1) for p in (first, second)] == [False, True]
    assert machine.fingerprint() == before


def test_what_is_unset_is_not_stated() -> None:
    machine, language = asking("score=lambda p: 1")
    stated = language.stated(machine)
    assert (stated.seats, stated.turn, stated.winners, stated.sees) == (None, None, None, None)
    assert language.consult(machine, stated.score, None) == 1


def test_a_function_with_a_name_serves_as_well() -> None:
    text = "value(p) = { return p.id }\ngame = Game{score=value}\nOUTPUT(INPUT())\n"
    language = checked(text).runnable
    machine = language.machine()
    machine.run()
    assert language.stated(machine).score is not None


def test_a_function_that_asks_is_refused() -> None:
    machine, language = asking("turn=lambda: INPUT()")
    with pytest.raises(Fault, match="lambda cannot ask or exit"):
        language.consult(machine, language.stated(machine).turn)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("g = Game{scores=lambda p: 1}", "nobody asks a Game for `scores`"),
        ("g = Game{turn=lambda p: 1}", "`turn` of a Game takes none, this one 1, so that nobody asks it"),
        ("g = Game{sees=lambda p: true}", "`sees` of a Game takes 2 (player, card), this one 1"),
        ('g = Game{seats="2-4"}', "`seats` of a Game is string, not numbers of players"),
        ("p = Player{strategy() = { return 1 }}", "`strategy` of a Player takes 1 (options), this one 0"),
    ],
)
def test_what_nobody_asks_is_told(text: str, told: str) -> None:
    found = [f for f in checked(text + "\nOUTPUT(1)\n").findings if f.code == "W618"]
    assert len(found) == 1
    assert told in found[0].message


def test_a_strategy_that_takes_something_else_is_never_asked() -> None:
    text = "p = Player{strategy=lambda: 1}\nINPUT(x, [1, 2], p)\nOUTPUT(x)\n"
    assert codes_of(text) == ["W618:1"]
    assert output(text, ["2"]) == "2\n"
