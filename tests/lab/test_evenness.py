"""Intervals hold the truth as often as they say."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import pytest

import truth_games
from croupier.catalog.loading import find_source
from croupier.lab.evenness import equality_p, evenness, gamma_tail, jackknife
from croupier.lab.measures import SCALE
from croupier.lab.simulate import Plan, simulate
from croupier.lab.statistics import Ratio, deviations, student
from croupier.lab.world import mean_of, share_of

pytestmark = pytest.mark.slow

REPETITIONS = 200
FEWEST = 181
"""Of 200 intervals that hold the truth with 95 %, fewer do so in one case of a thousand."""


def drawn(weights: list[float], n: int, rng: Random) -> list[float]:
    """What each has won of n games."""
    wins = Counter(rng.choices(range(len(weights)), weights, k=n))
    return [wins[seat] / n for seat in range(len(weights))]


@pytest.mark.parametrize(
    "weights", [[0.5, 0.5], [0.75, 0.25], [0.25] * 4, [0.4, 0.2, 0.2, 0.2], [0.97, 0.01, 0.01, 0.01]], ids=str
)
def test_the_interval_of_evenness_holds_the_truth(weights: list[float]) -> None:
    rng, f = Random(1), 1 / len(weights)
    truth = 1 - sum(abs(w - f) for w in weights) / 2 / (1 - f)
    held = 0
    for _ in range(REPETITIONS):
        found = evenness(drawn(weights, 300, rng), 300)
        held += (found.low or 0.0) <= truth + 1e-12 and truth <= (found.high or 0.0) + 1e-12
    assert held >= FEWEST


def test_fairness_of_a_real_game_holds_the_truth() -> None:
    plan = Plan(find_source(truth_games.UNFAIR), engine="interpreter")
    tally = simulate(plan, 40 * 50).tally
    assert tally.finished == 2000
    found = evenness([(tally.win_share(seat).value or 0.0) for seat in range(2)], tally.finished)
    assert (found.low or 0) <= 0.5 <= (found.high or 0)


def games(rng: Random, n: int, p: float) -> Ratio:
    """Decisions of n games, of which a share p is something; what happens in one game hangs together."""
    pairs = []
    for _ in range(n):
        decisions = rng.randint(3, 12)
        own = min(1.0, max(0.0, rng.gauss(p, 0.15)))
        pairs.append((round(SCALE * sum(rng.random() < own for _ in range(decisions))), decisions))
    return Ratio.of(pairs)


@pytest.mark.parametrize("p", [0.3, 0.5, 0.7])
def test_shares_and_means_of_games_hold_the_truth(p: float) -> None:
    rng = Random(2)
    shares = means = 0
    for _ in range(REPETITIONS):
        sums = games(rng, 40, p)
        share, mean = share_of(sums), mean_of(sums, bounds=(0, 1))
        shares += (share.low or 0.0) <= p <= (share.high or 0.0)
        means += (mean.low or 0.0) <= p <= (mean.high or 0.0)
    assert shares >= FEWEST
    assert means >= FEWEST


def test_a_share_that_never_varies_is_not_certain() -> None:
    never = share_of(Ratio.of([(0, 5)] * 30))
    assert never.value == 0
    assert 0.05 < (never.high or 0) < 0.15


def test_stopping_when_it_is_precise_enough_keeps_the_promise() -> None:
    rng, p, held = Random(3), 0.3, 0
    for _ in range(REPETITIONS):
        sums, look = games(rng, 20, p), 1
        while True:
            found = share_of(sums, 1 - 0.05 / (look * (look + 1)))
            if (found.high or 1) - (found.low or 0) < 0.12:
                break
            sums, look = sums + games(rng, sums.games, p), look + 1
        held += (found.low or 0.0) <= p <= (found.high or 0.0)
    assert held >= FEWEST + 5


def test_equality() -> None:
    rng = Random(4)
    rejected = sum((equality_p(drawn([0.25] * 4, 400, rng), 400) or 0) < 0.05 for _ in range(REPETITIONS))
    assert rejected <= 20
    assert (equality_p([0.4, 0.2, 0.2, 0.2], 1000) or 0) < 1e-9
    assert equality_p([1.0], 10) is None
    assert equality_p([0.5, 0.5], 0) is None


def test_known_values() -> None:
    assert gamma_tail(0.5, 3.841458820694124 / 2) == pytest.approx(0.05)
    assert gamma_tail(1.5, 7.814727903251179 / 2) == pytest.approx(0.05)
    assert gamma_tail(5, 0) == 1
    assert student(5, 0.99) == pytest.approx(4.032, rel=0.01)
    assert student(1, 0.9) == pytest.approx(6.314, rel=0.001)
    assert student(2, 0.99) == pytest.approx(9.925, rel=0.001)
    assert deviations(0.9) == pytest.approx(1.645, rel=0.001)


def test_nothing_is_divided_by_zero() -> None:
    assert evenness([], 0).value is None
    assert evenness([1.0], 5).value is None
    assert jackknife(lambda groups: None, 5, 0).value is None
    assert jackknife(lambda groups: 0.5, 5, 9).low == 0.5
    assert share_of(Ratio()).value is None


def test_what_is_beyond_its_bounds_is_cut_off_at_the_end() -> None:
    # It is 1.2, and without group g it is g / 20 less: cut off before, most of that would not show.
    found = jackknife(lambda groups: 0.7 + sum(groups) / 20, 5, n=5)
    assert found.value == found.high == 1
    assert found.low == pytest.approx(1.2 - 2.776 * sqrt(4 / 5 * 10 / 20**2), abs=0.001)


def test_noise_that_leaving_out_groups_does_not_show_is_added() -> None:
    still = jackknife(lambda _: 0.5, 5, n=5)
    noisy = jackknife(lambda _: 0.5, 5, n=5, noise=0.1)
    assert (still.low, still.high) == (0.5, 0.5)
    assert noisy.high == pytest.approx(0.5 + 2.776 * 0.1, abs=0.001)
