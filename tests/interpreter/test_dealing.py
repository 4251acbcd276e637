"""Deals that agree with what slots cannot hold: complete, uniform, and as varied as they can be."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.game import SAMPLE, Stream
from croupier.interpreter.dealing import FITTED_DEALS, HiddenSlot, deal


def agreeing(bars: list[int], kinds: list[int]) -> list[tuple[int, ...]]:
    """Every deal in which no slot holds a kind that is barred there."""
    return [
        cards
        for cards in permutations(range(len(bars)))
        if not any(bar >> kinds[card] & 1 for bar, card in zip(bars, cards, strict=True))
    ]


@given(st.data())
def test_a_deal_is_complete_and_agrees(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 7))
    kinds = sorted(data.draw(st.lists(st.integers(0, 4), min_size=count, max_size=count)))
    truth = data.draw(st.permutations(range(count)))
    # Whatever is barred, the truth is not.
    bars = [data.draw(st.integers(0, 31)) & ~(1 << kinds[card]) for card in truth]
    backs = [data.draw(st.sampled_from(("red", "blue"))) for _ in range(count)]
    slots = [HiddenSlot(backs[card], bar) for card, bar in zip(truth, bars, strict=True)]
    found = deal(slots, range(count), backs, kinds, Stream.of(data.draw(st.integers(0, 99)), SAMPLE))
    assert sorted(found) == list(range(count))
    for slot, card in zip(slots, found, strict=True):
        assert slot.back == backs[card]
        assert not slot.barred >> kinds[card] & 1


def most_chi_square(freedom: int) -> float:
    """The value that is exceeded once in a thousand times (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.09 * spread**0.5) ** 3)


@pytest.mark.parametrize(
    ("bars", "deals"),
    [
        ([0b0011, 0b0011, 0b1100, 0], 4),
        ([0b00111, 0b00011, 0b11000, 0b10000, 0], 18),
        ([0b000111, 0b000110, 0b000101, 0b110000, 0b111000, 0], 70),
        # Two sets of slots that overlap: how many of the first lie there decides what is left to the second.
        ([0b000011, 0b000011, 0, 0, 0b001100, 0b001100], 152),
    ],
)
def test_all_deals_that_agree_are_equally_likely(bars: list[int], deals: int) -> None:
    kinds = list(range(len(bars)))
    possible = agreeing(bars, kinds)
    assert len(possible) == deals
    slots, backs = [HiddenSlot("", bar) for bar in bars], [""] * len(bars)
    drawn = Counter(tuple(deal(slots, kinds, backs, kinds, Stream.of(n, SAMPLE))) for n in range(40 * deals))
    assert set(drawn) <= set(possible)
    assert sum((drawn[one] - 40) ** 2 / 40 for one in possible) < most_chi_square(deals - 1)


def test_where_nothing_is_barred_the_first_deal_is_taken() -> None:
    stream = Stream.of(7, SAMPLE)
    deal([HiddenSlot("")] * 5, range(5), [""] * 5, range(5), stream)
    expected = Stream.of(7, SAMPLE)
    expected.next()
    assert stream == expected


def test_a_deal_that_cannot_be_is_dealt_freely() -> None:
    stream = Stream.of(7, SAMPLE)
    assert sorted(deal([HiddenSlot("", 0b11), HiddenSlot("")], range(2), [""] * 2, range(2), stream)) == [
        0,
        1,
    ]
    expected = Stream.of(7, SAMPLE)
    for _ in range(FITTED_DEALS + 1):
        expected.next()
    assert stream == expected
