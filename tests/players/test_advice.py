"""Advice is data, made by nothing but a view; and it is not the compiler that uses up the time for it."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.game import Option, Stream, View, player_stream
from croupier.kernel import Kernel
from croupier.native import code
from croupier.players import Maker, Player, advice, batches, budget, named, pipmc
from native_games import quickly_compiled

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "adviser", ["ismcts:time=1ms", "mcts:time=1ms", "pipmc:time=1ms", "pipmc:time=1ms:confidence=0.9"]
)
def test_everything_is_compiled_before_the_clock_runs(adviser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def compiled(*what: Any) -> Kernel:
        told.append("compiler")
        return quickly_compiled(*what)

    def clock() -> float:
        told.append("clock")
        return float(len(told))

    monkeypatch.setattr(code, "_kernel", compiled)
    for module in (batches, budget, pipmc):
        monkeypatch.setattr(module, "perf_counter", clock)
    state = croupier.load("kuhn_poker", engine="native").start(1)
    found = advice(state.view(0), named(adviser), 7)
    assert found.tries
    assert "compiler" in told
    assert "compiler" not in told[told.index("clock") :]


def test_warming_up_changes_no_advice() -> None:
    view = croupier.load("leduc_poker").start(1).view(0)
    timed = advice(view, named("pipmc:tests=8:time=3600s"), 7)
    assert timed.options == advice(view, named("pipmc:tests=8"), 7).options


def test_what_was_not_tried_is_not_expected_to_bring_anything() -> None:
    view = croupier.load("agram").start(1).view(0)
    found = advice(view, named("ismcts:iterations=2"), 7)
    assert [option.tried for option in found.options].count(0) == len(view.options) - 2
    assert all((option.expected is None) is (option.tried == 0) for option in found.options)
    assert found.hasty
    assert not advice(view, named("ismcts:iterations=50"), 7).hasty


class Recording(Player):
    """Has estimates, and counts no tries."""

    estimates = True

    def choose(self, view: View) -> Option:
        """The last one."""
        self.record([[0.25] * self.seats for _ in view.options])
        return view.options[-1]


def test_an_adviser_is_handed_a_stream_that_tells_nothing() -> None:
    handed: list[Stream] = []

    class Looking(Recording):
        """Keeps the stream that it was handed."""

        def choose(self, view: View) -> Option:
            handed.append(self.stream.copy())
            return super().choose(view)

    view = croupier.load("kuhn_poker").start(1).view(0)
    advice(view, Maker("mine", Looking, {}), 7)
    assert handed == [player_stream(7, 2)]


def test_who_does_not_count_is_not_hasty() -> None:
    view = croupier.load("kuhn_poker").start(1).view(0)
    found = advice(view, Maker("mine", Recording, {}), 7)
    assert (found.choice, found.tries, found.hasty) == (2, None, False)
    assert [(option.expected, option.tried) for option in found.options] == [(0.25, None)] * 2
