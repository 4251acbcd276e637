"""Forks, seeds and streams: the same seed is the same game, and a copy goes its own way."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.game import DEAL, PLAYER, Stream
from croupier.interpreter.on_table import OnTable
from interpreter.small import game
from interpreter.test_choices import everything
from playing import game_at
from strategies import some_programs

DECISIONS = 40
"""How far a game is followed: to the end of most."""


def finish(state: OnTable, rng: random.Random) -> list[int]:
    """Play on at random; the options taken."""
    taken: list[int] = []
    while state.outcome is None and len(taken) < DECISIONS:
        taken.append(rng.randrange(state.option_count))
        state.apply(taken[-1])
    return taken


def play_along(state: OnTable, taken: list[int]) -> None:
    """Take these options."""
    for index in taken:
        state.apply(index)


@pytest.mark.slow
@pytest.mark.parametrize("path", some_programs(1), ids=lambda path: path.stem)
def test_the_same_seed_and_choices_give_the_same_game(path: Path) -> None:
    for seed in (1, 2**63 + 5):
        first = game_at(path).start(seed)
        taken = finish(first, random.Random(seed))
        again = game_at(path).start(seed)
        play_along(again, taken)
        assert everything(again) == everything(first)


@pytest.mark.slow
@pytest.mark.parametrize("path", some_programs(2), ids=lambda path: path.stem)
def test_a_fork_and_the_original_go_on_alike_and_independently(path: Path) -> None:
    rng = random.Random(path.stem)
    state = game_at(path).start(3)
    for _ in range(DECISIONS):
        if state.outcome is not None:
            break
        before = everything(state)
        fork = state.copy()
        assert everything(fork) == before
        assert fork.options == state.options
        if rng.random() < 0.1:
            # Whatever a fork does leaves the original alone; with the same choices it ends the same.
            taken = finish(fork, rng)
            assert everything(state) == before
            other = state.copy()
            play_along(other, taken)
            assert everything(other) == everything(fork)
        state.apply(rng.randrange(state.option_count))


def test_a_copy_of_a_finished_game_is_finished() -> None:
    state = game("(turn pass)").start()
    assert state.copy().outcome == state.outcome


def test_a_copy_keeps_its_own_snapshots() -> None:
    block = """(let (filter (game vloc STOCK) 'C (== (cardatt SUIT 'C) HEARTS)) 'X
      (choice ((any 'X 'C (do ((move 'C (top (game vloc PILE))) (set (game sto LEFT) (size 'X)))))
               (set (game sto LEFT) (size 'X)))))"""
    state = game(block).start()
    fork = state.copy()
    fork.apply(0)
    state.apply(4)
    assert (fork.table.ints["game", 0, "LEFT"], state.table.ints["game", 0, "LEFT"]) == (3, 4)


def outcomes(start: Callable[[int], OnTable]) -> set[str]:
    """What the stock looks like after the shuffle of many seeds."""
    return {repr(start(seed).table.cards) for seed in range(50)}


def test_different_seeds_give_different_deals() -> None:
    assert len(outcomes(game("(shuffle (game vloc STOCK))").start)) == 50


def test_the_deal_comes_from_the_stream_of_the_deal() -> None:
    state = game("(shuffle (game vloc STOCK))").start(seed=7)
    stream = Stream.of(7, DEAL)
    cards = list(range(8))
    stream.shuffle(cards)
    stock = next(pile for pile in state.table.cards if pile)
    assert stock == cards
    assert state.table.stream == stream
    assert stream != Stream.of(7, PLAYER, 0)


def test_a_shuffle_takes_one_output_whatever_it_shuffles() -> None:
    for block in (
        "(shuffle (game vloc STOCK))",
        "(shuffle (game vloc PILE))",
        "(shuffle (game mem SEEN))",
        "(shuffle ((1 player) iloc UNORDERED))",
    ):
        expected = Stream.of(7, DEAL)
        expected.next()
        assert game(block).start(seed=7).table.stream == expected


@pytest.mark.parametrize(
    ("expression", "outputs"),
    [
        ("(max (game vloc STOCK) using (game points UNSET))", 1),
        ("(max (top 1 (game vloc STOCK)) using (game points UNSET))", 0),
        ("(max (top 3 (game vloc STOCK)) using (game points VALUE))", 1),
        ("(min (top 3 (game vloc STOCK)) using (game points VALUE))", 0),
        ("(random 5)", 1),
        ("(random 0)", 0),
        ("(random 3 .. 3)", 0),
    ],
)
def test_a_draw_takes_one_output_and_none_where_there_is_only_one_result(
    expression: str, outputs: int
) -> None:
    expected = Stream.of(7, DEAL)
    for _ in range(outputs):
        expected.next()
    assert game(f"(let {expression} 'X (turn pass))").start(seed=7).table.stream == expected
