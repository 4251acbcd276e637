"""The machine by itself, with the smallest language that can ask, fail and wait."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.script import (
    BadAnswer,
    Cursor,
    Decision,
    Fault,
    Frame,
    Interval,
    Limits,
    Machine,
    Routine,
    Status,
    Thing,
)
from croupier.script.heap import UNSET, Copier, Fingerprint, measure
from croupier.script.machine import run_timers
from croupier.script.operations import (
    Writer,
    call,
    const,
    drop,
    duplicate,
    give_back,
    jump,
    load,
    load_global,
    next_item,
    store,
    store_global,
    unless_given,
)
from croupier.text import Source

SOURCE = Source("toy", "a\nb\nc\nd\n")


class Toy:
    """A language whose timers say so, and which reads numbers."""

    def __init__(self) -> None:
        self.bell = routine("bell", [(say, "ring"), (const, None), (give_back, None)])

    def expired(self, machine: Machine, timer: Thing) -> None:
        machine.push(self.bell, [], keep=False)

    def read_answer(self, decision: Decision, text: str) -> int:
        if not text.isdigit():
            raise BadAnswer("a number, please")
        return int(text)


def routine(name: str, ops: list[tuple[Any, Any]], slots: int = 0) -> Routine:
    """A routine from its instructions, one on each line of the source."""
    made = Routine(name, hash(name) % 1000)
    writer = Writer(made)
    for _ in range(slots):
        writer.slot("x")
    for i, (operation, argument) in enumerate(ops):
        writer.emit(SOURCE.span(2 * min(i, 3), 2 * min(i, 3) + 1), operation, argument)
    return made


def say(machine: Machine, frame: Frame, word: Any) -> None:
    machine.write(f"{word or frame.stack.pop()}\n")


def ask(machine: Machine, frame: Frame, _: Any) -> None:
    machine.ask(Decision(SOURCE.span(0, 1), machine.prompt()))


def fail(machine: Machine, frame: Frame, _: Any) -> None:
    raise Fault("X001", "it cannot go on", "do something else")


def wind_up(machine: Machine, frame: Frame, ms: int) -> None:
    machine.start_timer(Thing("timer", {}), ms)


def machine_of(
    *ops: tuple[Any, Any], slots: int = 0, globals_: tuple[str, ...] = (), limits: Limits | None = None
) -> Machine:
    entry = routine("entry", [*ops, (const, None), (give_back, None)], slots)
    return Machine(Toy(), entry, globals_, limits=limits)


def test_constants_variables_and_globals() -> None:
    machine = machine_of(
        (const, 1), (store, 0), (load, 0), (store_global, 0), (load_global, 0), (duplicate, 1), (drop, None),
        (say, ""),
        slots=1, globals_=("g",),
    )  # fmt: skip
    assert machine.run() is Status.FINISHED
    assert machine.output == ["1\n"]
    assert machine.global_value("g") == 1
    assert machine.assigned == [0]
    assert machine.global_value("nothing") is UNSET


def test_a_variable_without_a_value_is_told() -> None:
    for machine in (machine_of((load, 0), slots=1), machine_of((load_global, 0), globals_=("g",))):
        assert machine.run() is Status.FAILED
        assert machine.failure is not None
        assert machine.failure.code == "R406"


def test_a_failure_has_its_place_and_the_trace() -> None:
    inner = routine("inner", [(fail, None)])
    machine = machine_of((say, "before"), (call, inner))
    machine.run()
    assert machine.failure is not None
    assert (machine.failure.code, machine.failure.hint) == ("X001", "do something else")
    assert machine.failure.span.line == 1
    assert [(n.message, n.span.line) for n in machine.failure.notes if n.span] == [
        ("inner was called here", 2)
    ]
    assert machine.output == ["before\n"]


def test_a_question_stops_the_machine_until_it_is_answered() -> None:
    machine = machine_of((say, "How many?"), (ask, None), (say, ""))
    assert machine.run() is Status.ASKING
    assert machine.pending is not None
    assert machine.pending.prompt == "How many?\n"
    with pytest.raises(BadAnswer):
        machine.answer("many")
    assert machine.status is Status.ASKING
    machine.answer("4")
    assert machine.run() is Status.FINISHED
    assert machine.output[-1] == "4\n"


def test_a_question_that_gets_no_answer_is_a_failure() -> None:
    machine = machine_of((ask, None))
    machine.run()
    machine.abandon(Fault("R410", "nobody is there"))
    assert machine.status is Status.FAILED


def test_time_passes_while_somebody_thinks() -> None:
    machine = machine_of((wind_up, 10), (wind_up, 30), (ask, None), (say, "answered"), (run_timers, None))
    machine.run()
    machine.answer("1", waited=20)
    assert machine.run() is Status.FINISHED
    assert machine.output == ["ring\n", "answered\n", "ring\n"]
    assert machine.clock == 30


def test_timers_beyond_the_limit_are_left_with_a_note() -> None:
    machine = machine_of((wind_up, 10), (wind_up, 5000), (run_timers, None), limits=Limits(time=100))
    slept: list[float] = []
    machine.sleep = slept.append
    assert machine.run() is Status.FINISHED
    assert machine.output == ["ring\n"]
    assert "0.1 s" in machine.notes[0]
    assert slept == [10]


@pytest.mark.parametrize(
    ("limits", "words"),
    [(Limits(steps=50), "stopped after 50 steps"), (Limits(depth=20), "more than 20 activations")],
)
def test_limits_on_steps_and_depth(limits: Limits, words: str) -> None:
    again = routine("again", [])
    again.ops.append((call, again))
    again.spans.append(SOURCE.span(0, 1))
    machine = Machine(Toy(), again, (), limits=limits)
    assert machine.run() is Status.FAILED
    assert machine.failure is not None
    assert machine.failure.code == "R411"
    assert words in machine.failure.message


def charge_much(machine: Machine) -> None:
    for _ in range(100):
        machine.charge(900)


def test_the_memory_limit_counts_what_is_alive() -> None:
    machine = machine_of(limits=Limits(memory=1000), globals_=("g",))
    charge_much(machine)
    machine.globals[0] = Thing("pile", {}, list(range(2000)))
    with pytest.raises(Fault, match="in use"):
        charge_much(machine)
    with pytest.raises(Fault, match="would take"):
        machine.charge(1001)


def test_a_loop_and_a_default() -> None:
    loop = [
        (unless_given, (0, 3)), (const, Cursor(Interval(65, 68, letters=True))), (jump, 3),
        (next_item, (7, 0)), (load, 0), (say, ""), (jump, 3),
    ]  # fmt: skip
    machine = machine_of(*loop, slots=1)
    assert machine.run() is Status.FINISHED
    assert machine.output == ["A\n", "B\n", "C\n"]


def test_copies_keep_what_is_one_thing_one_thing() -> None:
    inner = Thing("box", {"n": 1})
    outer = Thing("pile", {"first": inner}, [inner, (inner, Cursor((inner,)))])
    outer.fields["self"] = outer
    copier = Copier()
    made = copier.value(outer)
    copier.finish()
    assert made is not outer
    assert made.fields["self"] is made
    assert made.items[0] is made.fields["first"] is made.items[1][0] is made.items[1][1].items[0]
    made.fields["first"].fields["n"] = 2
    assert inner.fields["n"] == 1


def test_fingerprints_tell_states_apart_by_what_they_hold() -> None:
    def of(value: Any) -> str:
        found = Fingerprint()
        found.add(value)
        return found.text()

    pair = [Thing("box", {"n": 1}) for _ in range(2)]
    assert of(Thing("pile", {}, [pair[0], pair[1]])) != of(Thing("pile", {}, [pair[0], pair[0]]))
    assert of(Thing("box", {"n": 1})) == of(pair[0])
    assert len({of(1), of(True), of("1"), of(1.0), of(None)}) == 5


def test_a_very_deep_heap_is_copied_hashed_and_measured() -> None:
    deep = Thing("pile", {}, [])
    for _ in range(50_000):
        deep = Thing("pile", {}, [deep])
    machine = machine_of(globals_=("g",))
    machine.globals[0] = deep
    assert machine.copy().fingerprint() == machine.fingerprint()
    assert measure([deep]) > 50_000


def test_without_history_a_state_forgets_how_it_came_about() -> None:
    one, two = machine_of((say, "a")), machine_of((say, "b"))
    one.run(1)
    two.run(1)
    assert one.fingerprint() != two.fingerprint()
    assert one.fingerprint(history=False) == two.fingerprint(history=False)


def test_an_interval_is_a_sequence() -> None:
    assert list(Interval(2, 5)) == [2, 3, 4]
    assert 3 in Interval(2, 5)
    assert 3.0 in Interval(2, 5)
    assert "3" not in Interval(2, 5)
    assert float("inf") not in Interval(2, 5)
    assert "B" in Interval(65, 68, letters=True)
    assert len(Interval(0, 10**30)) > 10**9
    with pytest.raises(IndexError):
        Interval(2, 5)[3]
