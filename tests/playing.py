"""Games to test with: every program of ours, played at random, as states and as transcripts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from croupier import load
from croupier.engine.game import RecycleGame
from croupier.engine.record import Recorder, header
from croupier.engine.state import TableState
from croupier.game import PLAYER, Stream
from croupier.game.transcript import Line, dump
from strategies import PROGRAMS, ROOT

LIBRARY = sorted((ROOT / "src/croupier/library").glob("*.rcy"))
LEAKS = sorted((ROOT / "tests/programs").glob("leak_*.rcy"))


@cache
def game_at(path: Path) -> RecycleGame:
    """The game of a file, read once."""
    return load(path)


def played(game: RecycleGame, seed: int, decisions: int) -> TableState:
    """A game after some random decisions, or at its end."""
    state, stream = game.start(seed), Stream.of(seed, PLAYER)
    for _ in range(decisions):
        if state.outcome is not None:
            break
        state.apply(stream.below(state.option_count))
    return state


def moments(game: RecycleGame, seed: int, most: int = 40) -> Iterator[TableState]:
    """A random game at one decision after the other; it goes on when the next one is asked for."""
    state, stream = game.start(seed), Stream.of(seed, PLAYER)
    for _ in range(most):
        if state.outcome is not None:
            return
        yield state
        state.apply(stream.below(state.option_count))


def recorded(game: RecycleGame, seed: int, most: int = 500) -> str:
    """The transcript of a random game; it breaks off after so many decisions."""
    state, stream = game.fresh(seed), Stream.of(seed, PLAYER)
    lines: list[Line] = [header(state, ["random"] * game.seats)]
    state.listen(Recorder(state, lines.append))
    state.begin()
    for _ in range(most):
        if state.outcome is not None:
            break
        state.apply(stream.below(state.option_count))
    return "".join(dump(line) + "\n" for line in lines)


@st.composite
def standing(draw: st.DrawFn) -> TableState:
    """One of our games, somewhere before its end."""
    game = game_at(draw(st.sampled_from(PROGRAMS)))
    seed, decisions = draw(st.integers(0, 99)), draw(st.integers(0, 25))
    state = played(game, seed, decisions)
    return state if state.outcome is None else game.start(seed)
