"""How much is played: by the time that an effort takes, or as somebody says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from croupier.text.errors import CroupierError


class SizeError(CroupierError, ValueError):
    """Sizes that are not possible; the message says what is."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is done about a game: processor time, and by whom."""

    seconds: float
    """Of processor time, a core."""
    observed: int
    """Random games that are observed decision by decision."""
    cap: int
    """The ladder ends with a budget of 2^cap."""
    player: str
    """The AI, unless somebody names another one."""

    def part(self, name: str) -> float:
        """The seconds, a core, that a series gets where all get their shares at once."""
        return SHARES[name] * self.seconds


SHARES = {"random": 0.08, "mixed": 0.3, "ai": 0.32, "ladder": 0.3}
"""How the time is shared among series where it is not known before what is in doubt."""

EFFORTS = {
    "quick": Effort(10, observed=100, cap=3, player="pipmc"),
    "normal": Effort(30, observed=300, cap=4, player="pipmc:tests=32"),
    "thorough": Effort(300, observed=2000, cap=7, player="pipmc:tests=100"),
}

RANDOM_WIDTH = 0.005
"""The random series ends when each of its intervals reaches no further than this to either side."""

RUNG_WIDTH = 0.02
"""How far the interval of every rung of the ladder should reach."""

FEWEST = {"random": 100, "mixed": 2, "ai": 4, "ladder": 6}
"""So many deals are played at first, unless they take longer than the whole effort."""

TELLING = 40
"""A ladder gets no higher if there are fewer deals of every rung than this."""

FEWEST_RUNGS = 3
"""A ladder has so many rungs at least, unless somebody asks for fewer: a curve over four budgets."""

MOST = 10_000_000
"""No series grows beyond this by itself."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many deals of each series are played; None is for the time plan to say."""

    random: int | None = None
    mixed: int | None = None
    """Each is played once with the AI at every seat."""
    ai: int | None = None
    ladder: int | None = None
    """Of every rung; each is played in twice as many games as there are seats."""
    cap: int | None = None
    """Rungs of the ladder."""
    observed: int | None = None
    """Random games that are observed decision by decision; by the effort unless given."""

    def __str__(self) -> str:
        return ",".join("" if size is None else str(size) for size in astuple(self)).rstrip(",")

    @staticmethod
    def of(text: str) -> Sizes:
        """The sizes of a text: one number for everything, or up to six.

        >>> Sizes.of("1000,8,20")
        Sizes(random=1000, mixed=8, ai=20, ladder=8, cap=None, observed=None)
        >>> Sizes.of("50")
        Sizes(random=50, mixed=50, ai=50, ladder=50, cap=None, observed=None)
        """
        pieces = [piece.strip() for piece in text.split(",")]
        if (
            not all(piece.isascii() and piece.isdigit() and len(piece) < 10 for piece in pieces)
            or len(pieces) > 6
        ):
            raise SizeError(
                f"{text!r} is not one number, or up to six: random games, deals with one AI, games among "
                "AIs, deals a rung, rungs, random games to observe"
            )
        found = [int(piece) for piece in pieces]
        if len(found) == 1:
            return Sizes(*found * 4)
        random, mixed, *rest = found
        ai, *rest = rest or [mixed]
        ladder, *rest = rest or [mixed]
        cap, observed = (*rest, None, None)[:2]
        if cap is not None and cap > 20:
            raise SizeError(f"{cap} rungs are too many: a budget of 2^20 is the largest")
        return Sizes(random, mixed, ai, ladder, cap, observed)


def fitting(seconds: float, done: int, took: float, fewest: int) -> int:
    """How many deals fit into some seconds if so many took so long; two digits, so that it can be said.

    >>> fitting(10, done=2, took=0.1, fewest=2), fitting(10, done=2, took=30, fewest=2)
    (200, 2)
    """
    fit = min(MOST, int(seconds * done / max(took, 1e-9)))
    return max(done, two_digits(fit, fewest))


def two_digits(number: int, least: int) -> int:
    """The number rounded down to two digits, so that it can be said; the least one at least.

    >>> two_digits(12345, 0), two_digits(7, 20)
    (12000, 20)
    """
    unit = int(10 ** max(0, len(str(number)) - 2))
    return max(least, number // unit * unit)


def rungs_that_fit(seconds: float, deal_seconds: Sequence[float]) -> tuple[int, int]:
    """How high a ladder fits into some seconds, and how many deals of every rung.

    A deal of each rung takes so long, the lowest first. The ladder is as high as it can be with deals enough
    to tell anything.

    >>> rungs_that_fit(10, [0.02, 0.02, 0.04]), rungs_that_fit(10, [0.1, 0.1, 0.1, 0.5, 1.0])
    ((3, 125), (3, 33))
    """
    least = min(FEWEST_RUNGS, len(deal_seconds))
    for top in range(len(deal_seconds), least - 1, -1):
        deals = int(seconds / max(sum(deal_seconds[:top]), 1e-9))
        if top and (deals >= TELLING or top == least):
            return top, min(10_000, max(FEWEST["ladder"], deals))
    return least, FEWEST["ladder"]


def guessed_rungs(game_seconds: float, *, budget: int, seats: int, cap: int) -> list[float]:
    """How long a deal of every rung may take, if a game among AIs takes so long with such a budget.

    >>> guessed_rungs(1.0, budget=10, seats=2, cap=3)
    [0.6, 1.2, 2.4]
    """
    return [round(2 * seats * game_seconds * 1.5 * 2 ** (k - 1) / budget, 9) for k in range(1, cap + 1)]
