"""The random stream: the published generators, uniform draws, and the same numbers for ever."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise, permutations, product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.game import DEAL, PLAYER, SAMPLE, SCRATCH, Stream, game_seed, player_stream, seed_word

MASK = 2**64 - 1


def splitmix(seed: int) -> list[int]:
    """SplitMix64 as published (Steele, Lea and Flood), written down once more: its first outputs."""
    found = []
    for _ in range(8):
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        found.append(z ^ (z >> 31))
    return found


# The generators


def test_the_generator_is_xoshiro256_plus_plus() -> None:
    """The first outputs of the reference implementation for the state 1, 2, 3, 4."""
    stream = Stream(1, 2, 3, 4)
    assert [stream.next() for _ in range(10)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def test_the_words_of_a_stream_come_from_splitmix64() -> None:
    """The published outputs for the seed 1234567, and a stream filled with four of its own."""
    assert splitmix(1234567)[:3] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    start = splitmix_key(seed=7, kind=DEAL, index=0)
    assert Stream.of(7) == Stream(*splitmix(start)[:4])
    start = splitmix_key(seed=7, kind=PLAYER, index=3)
    assert Stream.of(7, PLAYER, 3) == Stream(*splitmix(start)[:4])


def splitmix_key(seed: int, kind: int, index: int) -> int:
    """Where the generator that fills a stream begins: an output of the seed and one of kind and index."""
    which = ((kind << 32) + index) * 0x9E3779B97F4A7C15
    return splitmix(seed)[0] ^ splitmix(which)[0]


def test_a_shuffle_is_fisher_yates_with_a_splitmix64_of_its_own() -> None:
    stream = Stream.of(5)
    key = stream.copy().next()
    draws = iter(splitmix(key))
    items = list("ABCDEFG")
    expected = items[:]
    for last in range(6, 0, -1):
        other = ((next(draws) >> 32) * (last + 1)) >> 32
        expected[last], expected[other] = expected[other], expected[last]
    stream.shuffle(items)
    assert items == expected


# Golden values: a change here changes every game that anybody has ever recorded


def test_the_numbers_of_a_stream_stay_the_same() -> None:
    assert [Stream.of(seed).next() for seed in (0, 1, 2**64 - 1)] == [
        5987356902031041503,
        1646395559605995438,
        1357501480588851575,
    ]
    stream = Stream.of(42, PLAYER, 2)
    assert [stream.below(n) for n in (2, 3, 10, 52, 1000)] == [1, 1, 7, 26, 945]
    assert [stream.below(n) for n in (2**32, 2**40, 2**63)] == [
        1093387910,
        707448782017,
        2661166227804777562,
    ]
    cards = list(range(10))
    Stream.of(42).shuffle(cards)
    assert cards == [1, 7, 5, 4, 2, 3, 8, 6, 9, 0]
    assert [game_seed(1, index) for index in range(3)] == [
        6791897765849424158,
        17405687883870564846,
        834844254806117752,
    ]
    handed = player_stream(42, 2)
    assert [handed.below(n) for n in (2, 3, 10, 52, 1000)] == [0, 1, 9, 5, 127]
    assert player_stream(2**127, 0).next() == 16875088418560744012


def test_every_bit_of_a_long_seed_counts() -> None:
    long = 2**127 + 5
    for other in (5, long - 2**64, long + 2**64, long + 1, -long):
        assert Stream.of(other) != Stream.of(long)
        assert game_seed(other, 0) != game_seed(long, 0)
        assert player_stream(other, 0) != player_stream(long, 0)
    assert player_stream(10**1000, 0) != player_stream(10**1000 + 1, 0)
    # Up to 64 bits a seed is what it always was: recorded games stay what they are.
    assert [seed_word(seed) for seed in (0, 7, -1, 2**64 - 1)] == [0, 7, 2**64 - 1, 2**64 - 1]


# Draws


@given(st.integers(0, MASK), st.integers(1, 2**64))
def test_a_draw_is_below_its_bound(seed: int, n: int) -> None:
    stream = Stream.of(seed)
    assert all(0 <= stream.below(n) < n for _ in range(5))


def test_a_draw_among_one_takes_nothing_from_the_stream() -> None:
    stream = Stream.of(1)
    assert (stream.below(1), stream.below(0)) == (0, 0)
    assert stream == Stream.of(1)


@pytest.mark.parametrize("size", [0, 1, 2, 52])
def test_a_shuffle_takes_one_output(size: int) -> None:
    stream, expected = Stream.of(9), Stream.of(9)
    stream.shuffle(list(range(size)))
    expected.next()
    assert stream == expected


def chi_square(counts: list[int], expected: float) -> float:
    """How far counts are from what is expected."""
    return sum((count - expected) ** 2 / expected for count in counts)


def limit(freedom: int) -> float:
    """A bound that a fair chi square exceeds once in about a million (Wilson and Hilferty)."""
    return float(freedom * (1 - 2 / (9 * freedom) + 4.75 * (2 / (9 * freedom)) ** 0.5) ** 3)


@pytest.mark.parametrize("n", [2, 3, 6, 7, 52, 100])
def test_draws_are_uniform(n: int) -> None:
    stream = Stream.of(n)
    counts = Counter(stream.below(n) for _ in range(200 * n))
    assert chi_square([counts[k] for k in range(n)], 200) < limit(n - 1)


def test_draws_from_a_large_range_are_uniform() -> None:
    n = 3 * 2**61
    stream = Stream.of(3)
    counts = Counter(stream.below(n) * 12 // n for _ in range(6000))
    assert chi_square([counts[k] for k in range(12)], 500) < limit(11)


def test_results_that_would_be_likelier_are_drawn_again() -> None:
    """2³² is no multiple of 3·2³⁰: without that, the lowest third would come up half of the time."""
    n = 3 * 2**30
    stream = Stream.of(8)
    thirds = Counter(stream.below(n) // 2**30 for _ in range(3000))
    assert chi_square([thirds[k] for k in range(3)], 1000) < limit(2)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_order_is_equally_likely(size: int) -> None:
    stream, counts = Stream.of(size), Counter[tuple[int, ...]]()
    each = 100
    for _ in range(each * factorial(size)):
        items = list(range(size))
        stream.shuffle(items)
        counts[tuple(items)] += 1
    assert set(counts) == set(permutations(range(size)))
    assert chi_square(list(counts.values()), each) < limit(factorial(size) - 1)


def test_every_card_comes_to_every_place_of_a_large_pack() -> None:
    places = Counter[tuple[int, int]]()
    stream = Stream.of(52)
    for _ in range(2600):
        pack = list(range(52))
        stream.shuffle(pack)
        places.update(enumerate(pack))
    counts = [places[pair] for pair in product(range(52), range(52))]
    assert chi_square(counts, 50) < limit(51 * 51)


# Streams


def test_the_streams_of_a_game_are_different_and_independent() -> None:
    kinds = [(DEAL, 0), *((kind, index) for kind in (PLAYER, SAMPLE, SCRATCH) for index in range(16))]
    streams = [Stream.of(1, *which) for which in kinds]
    outputs = [[stream.next() for _ in range(50)] for stream in streams]
    assert len({number for listed in outputs for number in listed}) == 50 * len(kinds)
    # Half of the bits of two independent numbers agree.
    for one, other in pairwise(outputs):
        agree = sum(64 - (a ^ b).bit_count() for a, b in zip(one, other, strict=True))
        assert abs(agree - 1600) < 5 * 28.3


def test_neighbouring_seeds_give_streams_that_have_nothing_in_common() -> None:
    pairs = Counter((Stream.of(seed).below(4), Stream.of(seed + 1).below(4)) for seed in range(1600))
    assert chi_square([pairs[pair] for pair in product(range(4), range(4))], 100) < limit(15)


def test_the_seeds_of_an_experiment_are_different() -> None:
    seeds = {game_seed(seed, index) for seed in range(30) for index in range(1000)}
    assert len(seeds) == 30_000
    assert all(0 <= seed <= MASK for seed in seeds)


def test_a_copy_goes_on_exactly_as_the_original() -> None:
    stream = Stream.of(4)
    stream.next()
    twin = stream.copy()
    assert (stream, hash(stream)) == (twin, hash(twin))
    first = [stream.next() for _ in range(5)]
    assert stream != twin
    assert [twin.next() for _ in range(5)] == first


def test_python_itself_is_not_asked() -> None:
    random.seed(1)
    first = Stream.of(6).next()
    random.seed(2)
    assert Stream.of(6).next() == first
