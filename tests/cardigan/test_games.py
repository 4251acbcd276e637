"""The games of the library play to their end, by their rules."""

from __future__ import annotations

import pytest

from cardigan_programs import played
from croupier.script.cardigan.check import check
from croupier.script.cardigan.runnable import Runnable
from croupier.script.library import shelved
from croupier.script.machine import Machine, Status
from croupier.text import render_all
from golden import assert_golden

pytestmark = pytest.mark.slow

SEATS = {
    "war": (2, 3, 6),
    "set": (2,),
    "mille_bornes": (2, 4, 6),
    "uno": (2, 5, 8),
    "uno_house": (2, 4),
    "uno_plain": (2, 4),
    "duel": (2,),
}


def runnable(name: str) -> Runnable:
    """A game of the library."""
    source = shelved(f"{name}.cdg")
    assert source is not None
    checked = check(source)
    assert not checked.errors, render_all(checked.errors)
    return checked.runnable


def cards(machine: Machine, name: str) -> list[str]:
    """The elements of a global collection or deck, as text."""
    from croupier.script.cardigan.values import items_of, text

    return [text(machine, item) for item in items_of(machine, machine.global_value(name)) or []]


@pytest.mark.parametrize("name", SEATS)
def test_every_game_comes_to_its_end(name: str) -> None:
    game = runnable(name)
    for seats in SEATS[name]:
        for seed in range(6):
            machine = played(game.machine(seed=seed, seats=seats))
            assert machine.status is Status.FINISHED, render_all([machine.failure] if machine.failure else [])


@pytest.mark.parametrize("name", SEATS)
def test_a_game_goes_as_before(name: str) -> None:
    machine = played(runnable(name).machine(seed=7, seats=SEATS[name][0]))
    lines = "".join(machine.output).split("\n")
    shown = lines if len(lines) < 120 else [*lines[:80], "…", *lines[-30:]]
    assert_golden(f"cardigan/games/{name}.txt", "\n".join(shown))


def test_no_card_of_uno_is_lost() -> None:
    from croupier.script.cardigan.values import items_of

    game = runnable("uno")
    for seed in range(5):
        machine = played(game.machine(seed=seed, seats=4))
        players = items_of(machine, machine.global_value("players")) or []
        hands = [items_of(machine, machine.fields(p)["cards"]) or [] for p in players]
        assert sum(map(len, hands)) + len(cards(machine, "deck")) + len(cards(machine, "discard")) == 108


def test_a_set_is_three_cards_that_agree_or_differ_in_everything() -> None:
    machine = played(runnable("set").machine(seed=3))
    found = [line for line in "".join(machine.output).split("\n") if line.startswith("SET")]
    assert len(found) >= 15
    for line in found:
        rows = [card.split() for card in line.split(": ")[1].split(", ")]
        assert all(len({row[at] for row in rows}) in (1, 3) for at in range(4))


def test_nobody_drives_farther_than_a_thousand() -> None:
    from croupier.script.cardigan.values import items_of

    for seed in range(10):
        machine = played(runnable("mille_bornes").machine(seed=seed, seats=3))
        players = items_of(machine, machine.global_value("players")) or []
        driven = [items_of(machine, machine.fields(p)["mileage"]) or [] for p in players]
        totals = [sum(c.names[0] for c in cards) for cards in driven]
        assert max(totals) <= 1000


def test_the_careful_strategy_beats_the_careless_one() -> None:
    game = runnable("duel")
    wins = 0
    for seed in range(40):
        machine = game.machine(seed=seed)
        machine.run()
        machine.answer("no")
        played(machine)
        assert machine.status is Status.FINISHED
        wins += machine.output[-1] == "Player 0 wins!\n"
    assert wins > 30


def test_the_house_rules_change_only_what_they_say() -> None:
    machine = runnable("uno_house").machine(seed=1, seats=3)
    machine.run()
    assert machine.pending is not None
    assert machine.pending.prompt.count("\n") == 3 + 5
    usual = runnable("uno").machine(seed=1, seats=3)
    usual.run()
    assert usual.pending is not None
    assert usual.pending.prompt.count("\n") == 3 + 7
