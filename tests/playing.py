"""Games to test with: every program of ours, played at random, as states and as transcripts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, Stream
from croupier.game.transcript import Line, dump
from croupier.interpreter.on_table import GameOnTable, OnTable
from croupier.interpreter.record import Recorder, header
from strategies import PROGRAMS, ROOT

LIBRARY = sorted((ROOT / "src/croupier/library").glob("*.rcy"))
LEAKS = sorted((ROOT / "tests/programs").glob("leak_*.rcy"))


@cache
def game_at(path: Path) -> GameOnTable:
    """The game of a file, read once."""
    return recycle_game(path)


def played(game: GameOnTable, seed: int, decisions: int) -> OnTable:
    """A game after some random decisions, or at its end."""
    state, stream = game.start(seed), Stream.of(seed, PLAYER)
    for _ in range(decisions):
        if state.outcome is not None:
            break
        state.apply(stream.below(state.option_count))
    return state


def moments(game: GameOnTable, seed: int, most: int = 40) -> Iterator[OnTable]:
    """A random game at one decision after the other; it goes on when the next one is asked for."""
    state, stream = game.start(seed), Stream.of(seed, PLAYER)
    for _ in range(most):
        if state.outcome is not None:
            return
        yield state
        state.apply(stream.below(state.option_count))


def recorded(game: GameOnTable, seed: int, most: int = 500) -> str:
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
def standing(draw: st.DrawFn) -> OnTable:
    """One of our games, somewhere before its end."""
    game = game_at(draw(st.sampled_from(PROGRAMS)))
    seed, decisions = draw(st.integers(0, 99)), draw(st.integers(0, 25))
    state = played(game, seed, decisions)
    return state if state.outcome is None else game.start(seed)


_KINDS = st.sampled_from(["vloc", "iloc", "hloc", "oloc"])
_FRAME = """
(game
  (setup
    (create players {seats})
    (create teams {teams})
    {decks})
  (do (
    (shuffle (game {stock} STOCK))
    (all player 'P (repeat {cards} (move (top (game {stock} STOCK)) (top ('P {hand} HAND)))))))
  (stage player
    (end (== (game sto TURNS) 9))
    (choice (
      {items}
      (turn pass)))
    (do (
      (inc (game sto TURNS) 1)
      {after})))
  (scoring max (size ((current player) {hand} HAND))))
"""


@st.composite
def generated(draw: st.DrawFn) -> GameOnTable:
    """A program made by chance: cards of one or two backs go between places of any visibility."""
    stock, hand, other, chest = (draw(_KINDS) for _ in range(4))
    seats = draw(st.integers(2, 3))
    places = [
        f"(game {stock} STOCK)",
        f"(game {other} PILE)",
        f"((current player) {hand} HAND)",
        f"((next player) {hand} HAND)",
        f"((team (current player)) {chest} CHEST)",
    ]
    backs = draw(st.sampled_from([[""], ["RED "], ["RED ", "BLUE "]]))
    deck = "(deck (RANK (ONE, TWO, THREE)) (SUIT (SUN, MOON)))"
    items = [
        _item(draw(st.integers(0, 4)), draw(st.sampled_from(places)), draw(st.sampled_from(places)))
        for _ in range(draw(st.integers(1, 4)))
    ]
    shuffles = f"((== (game sto TURNS) 5) (shuffle {draw(st.sampled_from(places))}))"
    text = _FRAME.format(
        seats=seats,
        teams="(0, 1)" if seats == 2 else draw(st.sampled_from(["(0, 1) (2)", "(0) (1) (2)"])),
        decks="\n    ".join(f"(create deck {back}(game {stock} STOCK) {deck})" for back in backs),
        stock=stock,
        hand=hand,
        cards=draw(st.integers(1, 2)),
        items="\n      ".join(items),
        after=draw(st.sampled_from(["", shuffles])),
    )
    return recycle_game(text)


def _item(kind: int, source: str, target: str) -> str:
    """Something to do: with any card of a place, with its top, or with a copy."""
    if kind <= 1:
        return f"(any {source} 'C (move 'C ({('top', 'bottom')[kind]} {target})))"
    if kind == 2:
        return f"((> (size {source}) 0) (move (top {source}) (bottom {target})))"
    if kind == 3:
        return f"(any {source} 'C (remember 'C (top (game mem NOTES))))"
    return "((> (size (game mem NOTES)) 0) (forget (bottom (game mem NOTES))))"
