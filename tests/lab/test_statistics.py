"""Estimates: their intervals hold what they promise, and summaries can be merged in any way."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.lab.statistics import WIN, Estimate, Moments, Ratio, share, student

pytestmark = pytest.mark.slow

INTEGERS = st.lists(st.integers(-(2**63), 2**63 - 1), max_size=30)
PAIRS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 10**4)), max_size=30)


def holds(estimate: Estimate, truth: float) -> bool:
    """Whether the true value lies in the interval."""
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= truth <= estimate.high


@given(INTEGERS, INTEGERS, INTEGERS)
def test_moments_merge_in_any_order_and_grouping(a: list[int], b: list[int], c: list[int]) -> None:
    one, two, three = map(Moments.of, (a, b, c))
    assert (one + two) + three == one + (two + three) == (three + one) + two == Moments.of([*a, *b, *c])
    assert one + Moments() == one == Moments() + one


@given(PAIRS, PAIRS, PAIRS)
def test_ratios_merge_in_any_order_and_grouping(
    a: list[tuple[int, int]], b: list[tuple[int, int]], c: list[tuple[int, int]]
) -> None:
    one, two, three = map(Ratio.of, (a, b, c))
    assert (one + two) + three == one + (two + three) == (three + one) + two == Ratio.of([*a, *b, *c])
    assert one + Ratio() == one == Ratio() + one


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=30))
def test_a_mean_is_the_mean(numbers: list[int]) -> None:
    told = Moments.of(numbers).mean()
    assert told.value == pytest.approx(fmean(numbers))
    assert told.value is not None
    assert told.low is not None
    reach = student(len(numbers) - 1) * stdev(numbers) / len(numbers) ** 0.5
    assert told.value - told.low == pytest.approx(reach)


@given(PAIRS.filter(bool))
def test_a_ratio_lies_in_its_interval(pairs: list[tuple[int, int]]) -> None:
    told = Ratio.of(pairs).estimate()
    assert told.n == sum(b for _, b in pairs)
    assert told.value == pytest.approx(sum(a for a, _ in pairs) / told.n)
    assert len(pairs) == 1 or holds(told, told.value or 0.0)


@given(st.integers(1, 1000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_lies_in_its_interval_and_the_interval_between_0_and_1(counted: tuple[int, int]) -> None:
    won, n = counted
    told = share(won * WIN, n)
    assert told.value == won / n
    assert holds(told, won / n)
    assert told.low is not None
    assert told.high is not None
    assert 0 <= told.low < told.high <= 1


def test_what_cannot_be_told_is_not_told() -> None:
    nothing = Estimate(None, None, None, 0)
    assert Moments().mean() == Ratio().estimate() == share(0, 0) == nothing
    assert Moments.of([7]).mean() == Estimate(7.0, None, None, 1)
    assert Ratio.of([(6, 3)]).estimate() == Estimate(2.0, None, None, 3)


@pytest.mark.parametrize("seats", range(1, 17))
def test_a_win_can_be_shared_by_all_seats_without_a_remainder(seats: int) -> None:
    assert Fraction(WIN // seats, WIN) == Fraction(1, seats)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (5, 2.5706),
        (10, 2.2281),
        (30, 2.0423),
        (1000, 1.9623),
    ],
)
def test_students_quantiles(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.002)


def test_students_quantiles_fall_towards_the_normal_one() -> None:
    assert all(student(n) > student(n + 1) for n in range(1, 200))
    assert student(10**9) == pytest.approx(1.959964)


# The coverage of 2 000 intervals has a standard deviation of about 0.5 %; the seeds are fixed.


@pytest.mark.parametrize("size", [5, 30, 200])
def test_19_of_20_intervals_hold_the_true_mean(size: int) -> None:
    rng = random.Random(size)
    # Scores of a game: nearly normal, from 0 to 40, with the mean 20.
    samples = ([sum(rng.randint(0, 8) for _ in range(5)) for _ in range(size)] for _ in range(2_000))
    held = fmean(holds(Moments.of(sample).mean(), 20) for sample in samples)
    assert 0.93 < held < 0.97


@pytest.mark.parametrize(("p", "n"), [(0.25, 50), (0.25, 400), (0.02, 200), (0.5, 20)])
def test_19_of_20_intervals_hold_the_true_share(p: float, n: int) -> None:
    rng = random.Random(n)
    wins = (sum(rng.random() < p for _ in range(n)) for _ in range(2_000))
    assert 0.92 < fmean(holds(share(won, n, unit=1), p) for won in wins) < 0.985


def test_shared_wins_make_the_interval_rather_too_wide() -> None:
    rng = random.Random(1)
    # Two seats, a third of all games tied: half a win each.
    samples = (sum(rng.choice([0, WIN // 2, WIN]) for _ in range(100)) for _ in range(2_000))
    assert fmean(holds(share(units, 100), 0.5) for units in samples) > 0.95


def test_19_of_20_intervals_hold_the_true_ratio_although_decisions_hang_together() -> None:
    rng = random.Random(5)

    def game() -> tuple[int, int]:
        decisions, options = rng.randint(5, 15), rng.randint(2, 6)
        return decisions * options, decisions

    # Options are the same all through a game, four on average.
    samples = (Ratio.of(game() for _ in range(100)) for _ in range(2_000))
    assert 0.92 < fmean(holds(sample.estimate(), 4) for sample in samples) < 0.97


def test_intervals_shrink_with_more_numbers() -> None:
    widths = []
    for n in (10, 100, 1_000):
        told = Moments.of(random.Random(0).choices(range(10), k=n)).mean()
        assert told.low is not None
        assert told.high is not None
        widths.append(told.high - told.low)
    assert all(wide > 2 * narrow for wide, narrow in pairwise(widths))
