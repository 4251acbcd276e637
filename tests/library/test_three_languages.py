"""The same game in three languages: UNO without wild cards in RECYCLE, AllHandsOnDeck and Cardigan.

If random players find the same game in all three, the languages, the three ways in which options are found
(stated in RECYCLE and Cardigan, inferred and put together in AHOD) and the statistics agree.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import sqrt

import pytest

from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, simulate
from croupier.lab.statistics import Estimate, share
from croupier.lab.tally import Tally

pytestmark = pytest.mark.slow

LANGUAGES = {"uno": "HANDSIZE", "uno.ah": "hand_size", "uno_plain.cdg": "HAND"}
"""The programs, and what each calls the number of cards that are dealt."""
GAMES = {"uno": 300, "uno.ah": 40, "uno_plain.cdg": 80}
MOST = 25
"""Two cards for everybody and few decisions: many games end, and none takes long."""
FAR = 3.0
"""So many standard errors apart would be another game."""


@cache
def played(program: str) -> Tally:
    """Games of random players."""
    plan = Plan(find_source(program), seats=4, settings={LANGUAGES[program]: 2}, seed=5, max_decisions=MOST)
    return simulate(plan, GAMES[program]).tally


def measured(program: str) -> dict[str, Estimate]:
    """What is compared."""
    tally = played(program)
    return {
        "games that end in time": share(tally.finished, tally.games, unit=1),
        "decisions of these": tally.length.mean(),
        "options per decision": tally.options.estimate(),
    }


def error(estimate: Estimate) -> float:
    """The standard error of an estimate."""
    assert estimate.low is not None
    assert estimate.high is not None
    return (estimate.high - estimate.low) / (2 * 1.96)


@pytest.mark.parametrize("what", ["games that end in time", "decisions of these", "options per decision"])
@pytest.mark.parametrize("pair", list(combinations(LANGUAGES, 2)), ids="-".join)
def test_random_players_find_the_same_game(pair: tuple[str, str], what: str) -> None:
    one, other = (measured(program)[what] for program in pair)
    assert one.value is not None
    assert other.value is not None
    assert abs(one.value - other.value) < FAR * sqrt(error(one) ** 2 + error(other) ** 2)


@pytest.mark.parametrize("program", LANGUAGES)
def test_every_seat_wins_equally_often(program: str) -> None:
    for seat in range(4):
        won = played(program).win_share(seat)
        assert won.value is not None
        assert abs(won.value - 0.25) < FAR * error(won)
