"""Games of random players by the thousand: in machine code, which can run in threads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from time import perf_counter

from croupier.game import Status
from croupier.game.capabilities import PlaysBatches, able
from croupier.lab.counting import Counted
from croupier.lab.simulate import Plan, play
from croupier.lab.statistics import Moments, Ratio
from croupier.lab.tally import KEPT, Tally
from croupier.native.sums import Sums

SLOW_SHARE = 0.2
"""If games that are played one by one take more than this share of the time, threads are of little use."""


class Batched:
    """Plays games of some indices; those that are out of the ordinary one by one."""

    def __init__(self, plan: Plan) -> None:
        game = able(plan.game, PlaysBatches)
        assert game is not None, "games are played by the batch only where `in_batches` says so"
        self.plan = plan
        self.batches = game.batches(max_steps=plan.max_steps, max_decisions=plan.max_decisions)
        self._slow = self._whole = 0.0
        self._described: dict[Status, set[int]] = {}
        """The games that did not finish and are described, by how they ended."""

    def __call__(self, indices: Sequence[int]) -> Counted:
        """The statistics of these games: the same, to the last bit, as if each were played by itself."""
        if not isinstance(indices, range) or indices.step != 1:
            return Counted(self._singly(indices))
        start = perf_counter()
        found = self.batches.play(self.plan.seed, indices.start, len(indices))
        between = perf_counter()
        tally = sum(map(tallied, found), Tally())
        for sums in found:
            tally += self._odd(sums)
        now = perf_counter()
        self._slow += now - between
        self._whole += now - start
        return Counted(tally)

    def _odd(self, sums: Sums) -> Tally:
        """The games of a batch that are out of the ordinary; a few that did not finish are described."""
        counted = [
            index for index in sums.odd if index in sums.ended and self._enough(index, sums.ended[index])
        ]
        rest = set(sums.odd).difference(counted)
        found = Tally(Counter(sums.ended[index] for index in counted))
        return found + self._singly(sorted(rest)) if rest else found

    def _enough(self, index: int, status: Status) -> bool:
        """Whether as many games before this one are described as a report tells of."""
        before = self._described.setdefault(status, set())
        if sum(other < index for other in list(before)) >= KEPT:
            return True
        before.add(index)
        return False

    def _singly(self, indices: Sequence[int]) -> Tally:
        return Tally.of(play(self.plan, index) for index in indices)

    def end(self) -> None:
        """Let the machine code end that is at work on these games, in every thread."""
        self.batches.game.code.end()

    @property
    def for_threads(self) -> bool:
        """Whether nearly all time is spent in machine code, where threads do not wait for each other."""
        return self._slow <= SLOW_SHARE * self._whole


def tallied(sums: Sums) -> Tally:
    """The ordinary games of a batch, as statistics."""
    n = sums.games
    if not n:
        return Tally()
    return Tally(
        Counter({Status.FINISHED: n}),
        tuple(seat.wins for seat in sums.seats),
        tuple(Moments(n, seat.scores, seat.squared_scores, seat.least, seat.most) for seat in sums.seats),
        Moments(n, sums.decisions, sums.squared_decisions, sums.fewest_decisions, sums.most_decisions),
        Ratio(
            n,
            sums.options,
            sums.decisions,
            sums.squared_options,
            sums.squared_decisions,
            sums.options_by_decisions,
        ),
        Ratio(
            n,
            sums.forced,
            sums.decisions,
            sums.squared_forced,
            sums.squared_decisions,
            sums.forced_by_decisions,
        ),
        Counter(),
        (),
        Counter(),
        sums.ties,
        Counter(sums.lengths),
    )
