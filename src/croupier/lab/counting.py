"""The job of playing games and counting how they went: by the batch where machine code can, or one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Any, ClassVar

from croupier.game import game_seed
from croupier.lab.rows import game_rows, together
from croupier.lab.simulate import Plan, play
from croupier.lab.summaries import tally_data, tally_of
from croupier.lab.tally import Tally
from croupier.lab.work.job import Rows
from croupier.text import Source


@dataclass(frozen=True, slots=True)
class Counted:
    """What some games came to, and perhaps a row for each."""

    tally: Tally = field(default_factory=Tally)
    rows: tuple[Rows, ...] = ()

    def __add__(self, other: Counted) -> Counted:
        return Counted(self.tally + other.tally, (*self.rows, *other.rows))


@dataclass(frozen=True)
class Counting:
    """The job of playing games of a plan and counting how they went."""

    plan: Plan
    keep: bool = False
    """Whether there is a row for every game; not for games that are played by the batch."""
    merges: ClassVar[bool] = True

    @property
    def source(self) -> Source:
        """The text of the game."""
        return self.plan.source

    def seed_of(self, index: int) -> int:
        """The seed of a game."""
        return game_seed(self.plan.seed, index)

    def prepare(self) -> Callable[[Sequence[int]], Counted]:
        """What plays the games of some indices."""
        act = self.plan.prepare()
        if self.plan.in_batches:
            return _Batch(act)
        if not self.keep:
            return lambda indices: Counted(act(indices))

        def kept(indices: Sequence[int]) -> Counted:
            games = [play(self.plan, index) for index in indices]
            return Counted(Tally.of(games), tuple(game_rows("", game, self.plan.seating) for game in games))

        return kept

    def pack(self, result: Counted) -> Any:
        """The tally as plain data."""
        return tally_data(result.tally)

    def unpack(self, data: Any) -> Counted:
        """And back."""
        return Counted(tally_of(data))

    def together(self, results: Iterable[Counted]) -> Counted:
        """All of them added up."""
        return reduce(add, results)

    def rows(self, result: Counted) -> Rows:
        """Rows of games and seats."""
        return together(result.rows)


class _Batch:
    """Games by the batch, in machine code."""

    def __init__(self, act: Any) -> None:
        self._act = act

    def __call__(self, indices: Sequence[int]) -> Counted:
        return Counted(self._act(indices))

    @property
    def for_threads(self) -> bool:
        """Whether threads do not wait for each other."""
        return bool(self._act.for_threads)
