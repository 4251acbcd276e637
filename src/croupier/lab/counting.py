"""The job of playing games and counting how they went: by the batch where machine code can, or one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Any, ClassVar

from croupier.game import game_seed
from croupier.lab.rows import game_rows, together
from croupier.lab.simulate import Plan, Watch, play
from croupier.lab.summaries import tally_data, tally_of
from croupier.lab.tally import Played, Tally
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
    singly: bool = False
    """Whether games are played one by one, also where the batch would be faster: then each has its row."""
    decisions: bool = False
    """Whether there is a row for every decision as well."""
    watch: Watch | None = None
    """Is told of every game before anything has happened in it; then this process plays alone."""
    merges: ClassVar[bool] = True

    @property
    def source(self) -> Source:
        """The text of the game."""
        return self.plan.source

    def seed_of(self, index: int) -> int:
        """The seed of a game."""
        return game_seed(self.plan.seed, index)

    def prepare(self) -> Callable[[Sequence[int]], Counted]:
        """What plays the games of some indices: by the batch where nobody looks on, else one by one."""
        if self.plan.in_batches and self.watch is None and not self.singly:
            from croupier.lab.batches import Batched

            return Batched(self.plan)
        if self.watch is None and not self.decisions and set(self.plan.seating) != {"random"}:
            from croupier.lab.contests import InChunks, Table

            table = Table.of(self.plan, [self.plan.seating])
            if table is not None:
                whole = table
                return InChunks(
                    whole, lambda indices: self._counted(whole.played(indices, [0] * len(indices)))
                )
        return self._one_by_one

    def _counted(self, games: Sequence[Played]) -> Counted:
        rows = tuple(game_rows("", game, self.plan.seating) for game in games) if self.keep else ()
        return Counted(Tally.of(games), rows)

    def _one_by_one(self, indices: Sequence[int]) -> Counted:
        if self.decisions:
            return self._observed(indices)
        return self._counted([play(self.plan, index, self.watch) for index in indices])

    def _observed(self, indices: Sequence[int]) -> Counted:
        from croupier.lab.experiment import observe
        from croupier.lab.world import raw_rows

        games = [observe(self.plan, index, self.plan.seating, series="") for index in indices]
        return Counted(Tally.of(game.played for game in games), tuple(map(raw_rows, games)))

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
