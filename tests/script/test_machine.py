"""Runs as data: stopped at a question, copied, compared; how failures and limits are told."""

from __future__ import annotations

import pytest

from ahod_programs import checked
from ahod_programs import run as run_ahod
from cardigan_programs import checked as checked_cardigan
from croupier.script import Interval, Limits, Machine, Status
from croupier.script.heap import UNSET
from croupier.script.terms import BadAnswer, Effect, Fault

ASKING = (
    "let Player be Actor with:\n    hand: [1, 2, 3]\n"
    "main:\n    p = new Player\n    x = 1\n    print 'How many?'\n    n = input()\n    x += 1\n"
    "    p.hand do PUSH_BACK(n)\n    print n, x, p.hand\n"
)


def at_question(text: str = ASKING) -> Machine:
    """A machine at its first question."""
    machine = checked(text).runnable.machine(seed=1)
    assert machine.run() is Status.ASKING
    return machine


def test_a_question_stops_the_machine_until_it_is_answered() -> None:
    machine = at_question()
    assert machine.pending is not None
    assert machine.pending.prompt == "How many?\n"
    machine.answer("4")
    assert machine.run() is Status.FINISHED
    assert machine.output[-1] == "4 2 [1, 2, 3, '4']\n"


def test_an_answer_that_is_none_may_be_given_again() -> None:
    machine = at_question("int n = input()\nprint n\n")
    with pytest.raises(BadAnswer):
        machine.answer("many")
    assert machine.status is Status.ASKING


def test_copies_share_what_neither_has_changed() -> None:
    machine = at_question()
    fork = machine.copy()
    assert fork.fingerprint() == machine.fingerprint()
    assert all(mine is theirs for mine, theirs in zip(machine.H, fork.H, strict=True))
    fork.answer("9")
    fork.run()
    hand = machine.fields(machine.frames[-1].locals[0])["hand"]
    assert machine.items(hand) == [1, 2, 3]
    machine.answer("4")
    machine.run()
    assert (machine.items(hand), fork.items(hand)) == ([1, 2, 3, "4"], [1, 2, 3, "9"])


def test_a_dry_run_ends_where_something_would_change() -> None:
    machine = at_question()
    before = machine.fingerprint()
    dry = machine.dry_run()
    dry.answer("4")
    with pytest.raises(Effect):
        dry.run()
    assert machine.fingerprint() == before


def test_a_dry_run_may_change_what_it_has_made_itself() -> None:
    text = (
        "main:\n    n = input()\n    made = [1]\n    made do PUSH_BACK(n)\n    m = input()\n    print made\n"
    )
    dry = at_question(text).dry_run()
    dry.answer("4")
    assert dry.run() is Status.ASKING


def test_a_dry_run_does_not_draw() -> None:
    dry = at_question("n = input()\nprint random(1..6)\n").dry_run()
    dry.answer("4")
    with pytest.raises(Effect):
        dry.run()


def test_a_question_that_gets_no_answer_is_a_failure() -> None:
    machine = at_question()
    machine.abandon(Fault("R410", "nobody is there"))
    assert machine.status is Status.FAILED


def test_a_failure_has_its_place_and_the_trace() -> None:
    machine = run_ahod("print 1\nprint f(0)\nf(n):\n    return g(n)\ng(n):\n    return 1 / n\n")
    assert machine.failure is not None
    assert (machine.failure.code, machine.failure.span.line) == ("R409", 6)
    told = [(n.message, n.span.line) for n in machine.failure.notes if n.span is not None]
    assert told == [("g was called here", 4), ("f was called here", 2)]
    assert machine.output == ["1\n"]


def test_a_trace_goes_through_activations_that_wait() -> None:
    text = "do ASK\nwhen do ASK:\n    n = input()\n    print 1 / zero(n)\nzero(n): return 0\n"
    machine = run_ahod(text, ["x"])
    assert machine.failure is not None
    assert machine.failure.span.line == 4
    assert [n.message for n in machine.failure.notes] == ["ASK was called here"]


@pytest.mark.parametrize(
    ("limits", "words"),
    [(Limits(steps=50), "stopped after 50 steps"), (Limits(depth=20), "more than 20 activations")],
)
@pytest.mark.parametrize("asks", [False, True])
def test_limits_on_steps_and_depth(limits: Limits, words: str, asks: bool) -> None:
    body = "    if n < 0:\n        x = input()\n" if asks else ""
    machine = run_ahod(f"do AGAIN(1)\nwhen do AGAIN(n):\n{body}    do AGAIN(n + 1)\n", limits=limits)
    assert machine.failure is not None
    assert machine.failure.code == "R411"
    assert words in machine.failure.message
    assert "`AGAIN`" in machine.failure.hint or "AGAIN" in machine.failure.hint


@pytest.mark.parametrize(
    "text",
    [
        "f(n) = { if n == 0 { return 0 } return 1 + f(n - 1) }\nOUTPUT(f(9000))\n",
        # A function that is called while a collection is sorted, at great depth.
        "f(n) = {\nif n == 0 {\nc = [2, 1]\nc.sort(lambda x: x)\nreturn c[0]\n}\nreturn f(n - 1)\n}\n"
        "OUTPUT(f(9000))\n",
        "s = {f(n) = { if n == 0 { return 0 } return 1 + this.f(n - 1) }}\nOUTPUT(s.f(3000))\n",
    ],
)
def test_nine_thousand_activations_are_no_trouble(text: str) -> None:
    machine = checked_cardigan(text).runnable.machine()
    assert machine.run() is Status.FINISHED, machine.failure
    assert machine.output[-1] in ("9000\n", "1\n", "3000\n")


def test_the_memory_limit_counts_what_is_alive() -> None:
    garbage = "for i in 1..300:\n    c = [1, 2, 3, 4, 5, 6, 7, 8, 9]\nprint c\n"
    assert run_ahod(garbage, limits=Limits(memory=1000)).failure is None
    kept = "all = []\nfor i in 1..3000:\n    all do PUSH_BACK(f'{i} is a number')\nprint 1\n"
    assert run_ahod(kept, limits=Limits(memory=1000)).failure is not None


def test_cells_of_dead_things_are_used_again() -> None:
    machine = run_ahod("for i in 1..30000:\n    c = [i]\nprint c\n")
    assert machine.output == ["[30000]\n"]
    assert len(machine.H) < 10_000


def test_without_history_a_state_forgets_how_it_came_about() -> None:
    one, two = (at_question(f"print '{word}'\nx = input()\n") for word in "ab")
    assert one.fingerprint() != two.fingerprint()


def test_a_global_without_a_value() -> None:
    machine = at_question()
    assert machine.global_value("nothing") is UNSET


def test_loops_that_python_could_not_nest_are_cut_into_blocks() -> None:
    depth = 25
    lines = [f"{'    ' * n}for i{n} in [1, 2]:" for n in range(4)]
    lines += [f"{'    ' * (4 + n)}if i0 > 0:" for n in range(depth)]
    lines.append(f"{'    ' * (4 + depth)}total += 1")
    text = "do COUNT\nwhen do COUNT:\n    total = 0\n" + "\n".join("    " + line for line in lines)
    assert run_ahod(text + "\n    print total\n").output == ["16\n"]


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
