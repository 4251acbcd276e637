"""Every option of every search finds the same on both engines: choices, estimates and lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from croupier.catalog.loading import recycle_game
from croupier.interpreter.on_table import GameOnTable
from croupier.native import code
from croupier.players import kind_named
from croupier.players.searching import SearchPlayer
from croupier.recycle.program import Constant
from native_games import quickly_compiled
from search_agreement import found

ENGINES = ("native", "interpreter")
SEARCHES = {
    "pipmc": "tests=3",
    "mcts": "iterations=12",
    "ismcts": "iterations=12",
    "moismcts": "iterations=12",
}
VALUES: dict[str, tuple[str, ...]] = {
    "tests": ("1", "5"),
    "iterations": ("1", "30"),
    "samples": ("1", "3"),
    "reward": ("auto", "rank", "places", "inverse", "score"),
    "rollout": ("random", "greedy"),
    "explore": ("0", "2.5"),
    "confidence": ("0.6",),
    "belief": ("none", "uniform", "pipmc"),
    "deals": ("same", "own"),
    "chunk": ("5",),
    "threads": ("2",),
    "nodes": ("2",),
    "choice": ("visits", "mean"),
    "reuse": ("no", "yes"),
}
"""The values with which every option is tried. What a clock decides (`time`) cannot be compared."""


@pytest.fixture(autouse=True)
def _quick_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)


def every_option() -> Iterator[str]:
    """Every option of every search, one at a time, with every value."""
    for name, amount in SEARCHES.items():
        kind = kind_named(name)
        assert issubclass(kind, SearchPlayer)
        for setting in kind.settings:
            if setting.name != "time":
                for value in VALUES[setting.name]:
                    rest = "" if setting.name == kind.amount else f":{amount}"
                    yield f"{name}:{setting.name}={value}{rest}"


@cache
def short_game(name: str, engine: str) -> GameOnTable:
    """A game of a few decisions, lowered once for all tests."""
    settings: Mapping[str, Constant] = {"HANDSIZE": 3} if name == "agram" else {}
    return recycle_game(name, seats=2, settings=settings, engine=engine)


@pytest.mark.parametrize("player", list(every_option()))
def test_an_option_means_the_same_on_both_engines(player: str) -> None:
    for name, seed in (("agram", 3), ("kuhn_poker", 1)):
        native, interpreted = (short_game(name, engine).start(seed=seed) for engine in ENGINES)
        for step in range(3):
            seat = native.to_move
            assert seat == interpreted.to_move
            if seat is None:
                break
            assert found(player, native.view(seat)) == found(player, interpreted.view(seat))
            native.apply(step % native.option_count)
            interpreted.apply(step % interpreted.option_count)


def test_scores_as_they_stand_are_the_same_on_both_engines() -> None:
    native, interpreted = (recycle_game("hearts", engine=engine).start(seed=2) for engine in ENGINES)
    while native.to_move is not None:
        assert native.outcome_now() == interpreted.outcome_now()
        native.apply(0)
        interpreted.apply(0)
    assert native.outcome_now() == native.outcome == interpreted.outcome_now()
