"""The programs that come along: without findings, laid out, and played to the end."""

from __future__ import annotations

import pytest

from ahod_programs import shipped
from croupier.game import Stream
from croupier.script.ahod.check import check
from croupier.script.ahod.format import formatted
from croupier.script.ahod.runnable import Runnable
from croupier.script.heap import Thing
from croupier.script.machine import Machine, Status
from croupier.script.session import Script, drive
from croupier.text import Source, render
from golden import assert_golden
from uno_answers import simple_uno

pytestmark = pytest.mark.slow

NAMES = ["blackjack", "go_fish", "primes", "triples", "uno", "war"]
UNO_SEEDS = 400
PARTS = 4


def runnable(name: str) -> Runnable:
    """A shipped program."""
    return check(shipped()[name]).runnable


def finished(machine: Machine) -> None:
    """It ended well."""
    assert machine.status is Status.FINISHED, render(machine.failure) if machine.failure else machine.status


def test_these_come_along() -> None:
    assert set(NAMES) <= set(shipped())


@pytest.mark.parametrize("source", shipped().values(), ids=lambda source: source.name)
def test_it_is_without_findings_and_laid_out(source: Source) -> None:
    assert check(source).findings == ()
    assert formatted(source)[0] == source.text


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_uno_ends_with_a_winner_over_hundreds_of_seeds(part: int) -> None:
    uno = runnable("uno")
    for seed in range(part, UNO_SEEDS, PARTS):
        machine = uno.machine(seed=seed, seats=2 + seed % 5)
        while machine.run() is Status.ASKING:
            machine.answer(simple_uno(machine))
        finished(machine)
        assert machine.output[-1].endswith("wins!\n")
        hands = [machine.fields(p)["hand"] for p in machine.items(machine.global_value("players"))]
        piles = [machine.global_value(name) for name in ("deck", "discard")]
        assert sum(len(machine.items(pile)) for pile in [*hands, *piles]) == 100


def some_answer(machine: Machine, stream: Stream) -> str:
    """Any allowed answer."""
    decision = machine.pending
    assert decision is not None
    if decision.options is not None:
        at = stream.below(len(decision.options))
        option = decision.options[at]
        return str(at) if isinstance(option, Thing) else str(option)
    return ("pass", "0 1 2", "3 4 5", "play", "draw")[stream.below(5)] if decision.expects != "int" else "0"


@pytest.mark.parametrize("name", ["blackjack", "go_fish", "triples", "war"])
def test_it_ends_whatever_is_answered(name: str) -> None:
    game = runnable(name)
    for seed in range(10):
        machine = game.machine(seed=seed, seats=2 + seed % 3)
        stream = Stream.of(seed)
        while machine.run() is Status.ASKING:
            machine.answer(some_answer(machine, stream))
        finished(machine)


@pytest.mark.parametrize("name", NAMES)
def test_a_run_is_as_before(name: str) -> None:
    machine = runnable(name).machine(seed=7, seats=2)
    stream = Stream.of(7)
    told = []
    shown = 0
    while machine.run() is Status.ASKING:
        answer = simple_uno(machine) if name == "uno" else some_answer(machine, stream)
        told += [*machine.output[shown:], f"> {answer}\n"]
        shown = len(machine.output)
        machine.answer(answer)
    finished(machine)
    assert_golden(f"ahod/library/{name}.txt", "".join([*told, *machine.output[shown:]]))


def test_uno_is_played_from_a_script() -> None:
    uno = runnable("uno")
    machine = uno.machine(seed=3, seats=3)
    answers = []
    while machine.run() is Status.ASKING:
        answers.append(simple_uno(machine))
        machine.answer(answers[-1])
    again = uno.machine(seed=3, seats=3)
    drive(again, Script("answers.txt", answers), lambda _: None, lambda _: None)
    finished(again)
    assert again.output == machine.output
