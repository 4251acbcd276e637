"""Samples: complete games that agree with a view, and know no more than it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, SAMPLE, Status, Stream
from croupier.interpreter.on_table import GameOnTable, OnTable
from croupier.interpreter.view import View
from playing import LEAKS, LIBRARY, game_at, generated, moments, played, standing
from strategies import ROOT

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 2**32)


def rng(seed: int) -> Stream:
    """The stream of a sample."""
    return Stream.of(seed, SAMPLE)


def hidden(state: OnTable, seat: int) -> tuple[tuple[str, ...], ...]:
    """What lies where the seat's view has backs: the names, place by place."""
    names = state.table.layout.names
    view = state.view(seat)
    return tuple(
        tuple(names[card] for card in state.table.pile(state.game.layout.number(place)))
        for place, slots in view.slots
        if any(isinstance(slot, str) for slot in slots)
    )


@given(standing(), SEEDS)
@settings(max_examples=60, deadline=None)
def test_a_sample_agrees_with_the_view_and_conserves_the_cards(state: OnTable, seed: int) -> None:
    assume(state.outcome is None)
    for seat in range(state.game.seats):
        view = state.view(seat)
        sample = view.sample(rng(seed))
        assert sample.view(seat) == view
        lying = sorted(
            card
            for number, pile in enumerate(sample.table.cards)
            if state.game.layout.places[number].kind != "mem"
            for card in pile
        )
        assert lying == [card for card, where in enumerate(state.table.where) if where >= 0]
        backs = state.game.layout.pack.backs
        for number, pile in enumerate(state.table.cards):
            assert Counter(backs[c] for c in pile) == Counter(backs[c] for c in sample.table.pile(number))


@given(standing(), SEEDS)
@settings(max_examples=40, deadline=None)
def test_a_sample_never_reads_the_truth(state: OnTable, seed: int) -> None:
    assume(state.outcome is None)
    for seat in range(state.game.seats):
        another = state.view(seat).sample(rng(seed + 1))
        assert (
            another.view(seat).sample(rng(seed)).table.cards == state.view(seat).sample(rng(seed)).table.cards
        )


@given(standing(), SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_sample_can_be_played_to_an_end(state: OnTable, seed: int) -> None:
    assume(state.outcome is None)
    assert state.to_move is not None
    sample = state.view(state.to_move).sample(rng(seed))
    stream = Stream.of(seed, PLAYER)
    for _ in range(300):
        if sample.outcome is not None:
            break
        sample.apply(stream.below(sample.option_count))
    assert sample.outcome is None or sample.outcome.status is not Status.FAILED


@given(generated(), st.integers(0, 99), SEEDS)
@settings(max_examples=60, deadline=None)
def test_all_this_holds_for_generated_programs(game: GameOnTable, seed: int, sample_seed: int) -> None:
    for state in moments(game, seed, most=12):
        for seat in range(game.seats):
            view = state.view(seat)
            sample = view.sample(rng(sample_seed))
            assert sample.view(seat) == view
            assert sample.view(seat).sample(rng(5)).table.cards == view.sample(rng(5)).table.cards
            assert sorted(sample.table.where) == sorted(state.table.where)


@pytest.mark.parametrize("path", LIBRARY + LEAKS, ids=lambda path: path.stem)
def test_samples_vary_with_the_seed(path: Path) -> None:
    state = game_at(path).start(seed=3)
    if state.to_move is None:
        pytest.skip("it is played without a decision")
    view = state.view(state.to_move)
    unknown = sum(isinstance(slot, str) for _, slots in view.slots for slot in slots)
    if unknown > 1:
        assert len({hidden(view.sample(rng(seed)), view.seat) for seed in range(20)}) > 1


def test_there_is_nothing_to_sample_when_the_game_is_over() -> None:
    state = played(recycle_game("kuhn_poker"), 1, 10)
    with pytest.raises(ValueError, match="the game is over"):
        state.view(0).sample(rng(0))


# Uniform over the consistent deals: all of them are enumerated, and many samples are counted.


class Fixed(Stream):
    """A stream that puts things into one given order, whatever is shuffled."""

    __slots__ = ("order",)
    order: tuple[int, ...]

    def shuffle(self, items: list[int]) -> None:
        """Into the order it was made for."""
        items[:] = [items[i] for i in self.order]


def consistent_deals(view: View) -> Iterator[OnTable]:
    """Every deal of the unseen cards (of a single back) that has the same view."""
    unseen = sum(isinstance(slot, str) for _, slots in view.slots for slot in slots)
    for order in permutations(range(unseen)):
        stream = Fixed(1, 2, 3, 4)
        stream.order = order
        state = view.sample(stream)
        if state.view(view.seat) == view:
            yield state


def far_from(expected: Counter[object], found: Iterable[object]) -> float:
    """How many standard deviations the chi-square statistic is above what it should be."""
    counts = Counter(found)
    assert set(counts) <= set(expected)
    share = counts.total() / expected.total()
    chi = sum((counts[deal] - n * share) ** 2 / (n * share) for deal, n in expected.items())
    degrees = len(expected) - 1
    return (chi - degrees) / sqrt(2 * degrees) if degrees else 0.0


def assert_uniform(state: OnTable, seat: int, samples: int = 3000) -> None:
    """Samples fall on the consistent deals as often as they should."""
    view = state.view(seat)
    expected: Counter[object] = Counter(hidden(deal, seat) for deal in consistent_deals(view))
    stream = rng(7)
    assert abs(far_from(expected, (hidden(view.sample(stream), seat) for _ in range(samples)))) < 4


def test_uniform_in_kuhn_poker() -> None:
    assert_uniform(recycle_game("kuhn_poker").start(seed=1), 0)


def test_uniform_in_leduc_poker() -> None:
    assert_uniform(recycle_game("leduc_poker").start(seed=1), 0)


def test_uniform_with_kept_knowledge() -> None:
    game = game_at(ROOT / "tests/programs/leak_notes_06.rcy")
    for state in moments(game, seed=5):
        kept = state.table.knowledge
        assert kept is not None
        if kept.kept[0]:
            assert_uniform(state, 0)
            return
    pytest.fail("nobody ever knew a hidden card")


TELLING = """
(game
  (setup (create players 2) (create deck (game iloc STOCK) (deck (GRADE (LOW, HIGH)) (NUMBER (ONE, TWO)))))
  (do ((shuffle (game iloc STOCK)) (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))))
  (stage player
    (end (== (size (game vloc OPEN)) 1))
    (choice (
      ((== (cardatt GRADE (top (game iloc STOCK))) HIGH)
        (move (top (game iloc STOCK)) (top (game vloc OPEN))))
      (move (bottom (game iloc STOCK)) (top (game vloc OPEN)))
      (turn pass))))
  (scoring max 0))
"""


def test_uniform_among_the_deals_that_offer_these_options() -> None:
    game = recycle_game(TELLING)
    seen = set()
    for seed in range(6):
        state = game.start(seed)
        seen.add(state.option_count)
        deals = {hidden(state.view(0).sample(rng(k)), 0)[-1][-1].startswith("HIGH") for k in range(30)}
        assert deals == {state.option_count == 3}
        assert_uniform(state, 0, 500)
    assert seen == {2, 3}


MERGED = """
(game
  (setup (create players 2) (repeat 3 (create deck (game hloc STOCK) (deck (A (X, Y, Z))))))
  (shuffle (game hloc STOCK))
  (repeat 3 (move (top (game hloc STOCK)) (top ((1 player) iloc HAND))))
  (choice ((any ((1 player) iloc HAND) 'C (set (game str S) (cardatt A 'C))) (turn pass)))
  (scoring max 0))
"""


def test_options_that_are_one_for_equal_cards_tell_and_samples_agree_with_them() -> None:
    game = recycle_game(MERGED)
    assert game.tells_by_options
    for seed in range(20):
        view = game.start(seed).view(0)
        for sample in (view.sample(k) for k in range(5)):
            assert [option.key for option in sample.options] == [option.key for option in view.options]
            assert sample.view(0) == view


DIVIDED = """
(game
  (setup (create players 2) (create deck (game hloc STOCK) (deck (A (X, Y, Z)))))
  (set (game points WORTH) (((A : X) 1) ((A : Y) 2)))
  (shuffle (game hloc STOCK))
  (let (// 6 (score (top (game hloc STOCK)) using (game points WORTH))) 'N
    (choice ((inc (game sto S) 1) {} (turn pass))))
  (scoring max 0))
"""


def test_a_deal_with_which_a_variable_is_impossible_is_dealt_again() -> None:
    game = recycle_game(DIVIDED.format("(inc (game sto S) 2)"))
    state = next(s for s in map(game.start, range(99)) if s.outcome is None)
    for seed in range(20):
        sample = state.view(0).sample(seed)
        assert state.game.layout.cards[sample.table.cards[0][-1]]["A"] in "XY"


def test_a_view_with_which_hardly_any_deal_agrees() -> None:
    """Only the true order of the cards leads to the decision, and nobody tries millions."""
    cards = "BCDEFGHIJK"
    filled = "\n".join(f"(set (game points {card}) (((A : {card}) 1)))" for card in cards)
    scores = [f"(score ({i} (game hloc STOCK)) using (game points {card}))" for i, card in enumerate(cards)]
    state = recycle_game(f"""
    (game
      (setup (create players 2) (create deck (game hloc STOCK) (deck (A ({", ".join(cards)})))))
      {filled}
      (let (// 6 (* {" ".join(scores)})) 'N (choice ((inc (game sto S) 'N) (turn pass))))
      (scoring max 0))
    """).start()
    assert state.outcome is None
    with pytest.raises(ValueError, match="no deal agrees with what seat 1 knows: division by 0"):
        state.view(1).sample(3)
