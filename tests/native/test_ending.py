"""Machine code ends when it is told to: by a limit of steps, by another thread, by a signal."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from croupier.catalog.loading import find_source, read
from croupier.game import Status
from croupier.kernel import KernelEnded, compile_kernel, interpret_kernel, words
from croupier.kernel.cache import Cache
from croupier.lab.simulate import Plan, simulate
from croupier.native import NativeGame, code, ending
from croupier.native.batch import Batches
from engine_agreement import EVENTS, assert_same_game
from native_games import on_both, quickly_compiled, run_by_cpython

pytestmark = pytest.mark.slow

_GAME = """\
;; dialect: 0.6
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (RED, BLACK)))))
  {block}
  (stage player
    (end (== (game sto X) 1))
    (choice ((inc (game sto X) 1) {item})))
  (scoring max (+ (game sto B) (size (game vloc PILE)))))
"""
GREATEST = 9223372036854775807
REPEATED = f"(repeat {GREATEST} (inc (game sto B) 1))"
LONG = {
    "repeat": f"(do ({REPEATED}))",
    "repeat within repeat": "(do ((repeat 99 (repeat 99 (repeat 99 (repeat 99 (repeat 99 (turn pass))))))))",
    "ranges within each other": (
        "(do ((all (range 1 .. 99999) 'I (all (range 1 .. 99999) 'J (inc (game sto B) 1)))))"
    ),
    "a stage without decisions": "(stage player (end (== (game sto Y) 1)) (do ((inc (game sto B) 1))))",
    "decisions": "(stage player (end (== (game sto Y) 1)) (choice ((inc (game sto B) 1) (turn pass))))",
    "options": f"(stage player (end (== (game sto Y) 1)) (choice ({REPEATED})))",
    "a condition": (
        "(stage player (end (all (range 1 .. 99999) 'I (all (range 1 .. 99999) 'J (> 'I 0)))) "
        "(choice ((turn pass))))"
    ),
}
SPINNING = """
def spin(block: Words) -> Int:
    turns = 0
    while now(block, 0) == 0:
        turns = wadd(turns, 1)
    return block[0]
"""


@pytest.fixture(autouse=True)
def _quick_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)


def game(block: str = "", item: str = "") -> str:
    """A game with something that takes long, or in which a number is huge."""
    return _GAME.format(block=block, item=item)


@contextmanager
def meanwhile(act: Callable[[], object]) -> Iterator[None]:
    """Do something again and again in another thread."""
    done = threading.Event()

    def again() -> None:
        while not done.wait(0.01):
            act()

    thread = threading.Thread(target=again)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def endless(name: str) -> Batches:
    """Games that do not end for years, with machine code that is ready."""
    native = NativeGame(read(game(LONG[name])), "game")
    assert native.code.kernel.native
    return Batches(native, max_steps=1 << 62, max_decisions=1 << 40)


def test_an_element_is_read_anew_in_every_turn_of_a_loop() -> None:
    for made in (
        compile_kernel(SPINNING, ["spin"], cache=Cache(None)),
        interpret_kernel(SPINNING, ["spin"]),
    ):
        block = words(1)
        with meanwhile(lambda block=block: block.__setitem__(0, 7)):  # type: ignore[misc]
            assert made.call.spin(block) == 7


@pytest.mark.parametrize("name", LONG)
def test_another_thread_ends_what_is_being_played(name: str) -> None:
    batches = endless(name)
    with meanwhile(batches.game.code.end), pytest.raises(KernelEnded):
        batches.play(1, 0, 1)


def test_what_is_called_later_runs_as_usual() -> None:
    native = NativeGame(read(game()), "game")
    native.code.end()
    ending.end_now()
    assert native.start(1).outcome is not None
    assert Batches(native, max_steps=100_000, max_decisions=10).play(1, 0, 5)[0].games == 5


def test_single_steps_end_as_well() -> None:
    native = NativeGame(read(game(LONG["repeat"])), "game")
    assert native.start(1, max_steps=10).outcome is not None
    with meanwhile(ending.end_now), pytest.raises(KernelEnded):
        native.start(1, max_steps=1 << 62)


class Told(Exception):
    """The signal has been heard."""


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself such a signal there")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_what_is_being_played(number: signal.Signals) -> None:
    def leave(number: int, frame: FrameType | None) -> None:
        raise Told

    batches = endless("repeat")
    before = signal.signal(number, leave)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), number))
    try:
        timer.start()
        with pytest.raises(Told):
            batches.play(1, 0, 1)
    finally:
        timer.join()
        signal.signal(number, before)


@pytest.mark.parametrize("name", LONG)
def test_the_limit_of_steps_is_the_same_on_both_engines(name: str) -> None:
    plans: list[Any] = [
        Plan(find_source(game(LONG[name])), engine=engine, max_steps=2_000, max_decisions=20)
        for engine in ("interpreter", "native")
    ]
    one, other = (simulate(plan, 2).tally for plan in plans)
    assert one == other
    assert not one.outcomes[Status.FINISHED]


HUGE = [
    "(move ({n} (game iloc STOCK)) (top (game vloc PILE)))",
    "(move (top (game iloc STOCK)) ({n} (game vloc PILE)))",
    "(move ({n} (filter (game iloc STOCK) 'C (== (cardatt RANK 'C) A))) (top (game vloc PILE)))",
    "(move (top (game iloc STOCK)) (top (game vloc PILE (+ {n} (game sto B)))))",
    "(forget ({n} (game mem NOTES)))",
    "(all (range (- {n} 3) .. {n}) 'I (inc (game sto B) 1))",
    "(set (game sto B) (size (range (- 0 {n}) .. {n})))",
    "(all (range 1 .. {n}) 'I (turn pass))",
    "(all (tuples {n} (game iloc STOCK) using (game points P)) 'T (inc (game sto B) 1))",
    "(all (runs all {n} (game iloc STOCK) using (game points P)) 'T (inc (game sto B) 1))",
    "(repeat {n} (move (top (game iloc STOCK)) (top (game vloc PILE))))",
    "(inc (((+ {n} (game sto B)) player) sto B) 1)",
    "(set (game sto B) (random (- 0 {n}) .. {n}))",
    "(do ((set (game sto B) {n}) (inc (game sto B) {n})))",
]


@pytest.mark.parametrize("number", [GREATEST, 65_536])
@pytest.mark.parametrize("form", HUGE)
def test_huge_numbers_have_the_same_answer_on_both_engines(form: str, number: int) -> None:
    text = form.replace("{n}", str(number))
    for program in (game(block=f"(do ({text}))"), game(item=text)):
        both = on_both(read(program), run_by_cpython)
        assert_same_game(*both, 1, depth=EVENTS, max_steps=1_000, max_decisions=5)


def test_huge_numbers_have_the_same_answer_in_machine_code() -> None:
    items = [form.replace("{n}", str(GREATEST)) for form in HUGE if "repeat" not in form]
    source = find_source(game(item="\n".join(items)))
    one, other = (simulate(Plan(source, engine=engine), 20).tally for engine in ("interpreter", "native"))
    assert one == other
