"""Games that machine code plays as a whole, among any seating of built-in players: chunks, not decisions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.game import Outcome, Status, game_seed, is_tied, shared_wins
from croupier.game.capabilities import able
from croupier.game.contest import PlaysContests
from croupier.game.hosting import HostedState
from croupier.lab.games import Integers, bucket
from croupier.lab.simulate import Plan, play
from croupier.lab.tally import Played
from croupier.players import Maker, named
from croupier.players.contesting import Streams, draws_openly, searchers

if TYPE_CHECKING:
    from croupier.native.contests import Chunk, Contests

Result = TypeVar("Result")


class Table:
    """Plays games of a plan among some seatings of built-in players; every thread may."""

    def __init__(self, plan: Plan, makers: Sequence[Sequence[Maker]], contests: Contests) -> None:
        self.plan = plan
        self.makers = makers
        self.contests = contests
        self._openly = np.array([[draws_openly(maker) for maker in seating] for seating in makers])
        self._known: dict[int, int] = {}
        """The buckets of options by the hash of their keys."""
        self._lock = threading.Lock()

    @staticmethod
    def of(plan: Plan, seatings: Sequence[Sequence[str]]) -> Table | None:
        """The table of some seatings; None if their games have to be played decision by decision."""
        game = able(plan.game, PlaysContests)
        if game is None or plan.transcripts:
            return None
        makers = [[named(text) for text in seating] for seating in seatings]
        plain = searchers(makers, plan.game)
        if plain is None:
            return None
        contests: Contests | None = game.contests(
            plain, max_steps=plan.max_steps, max_decisions=plan.max_decisions
        )
        return None if contests is None else Table(plan, makers, contests)

    def play(
        self,
        deals: Sequence[int],
        seatings: Sequence[int],
        *,
        salted: bool = False,
        estimates: bool = False,
        names: bool = False,
    ) -> Chunk:
        """Every deal once in each of these seatings, deal by deal.

        With salt the players of each seating draw otherwise than in any other (see `Experiment`).
        """
        seeds = [game_seed(self.plan.seed, deal) for deal in deals]
        drawn = Streams(self.plan.game.seats, seeds)
        streams = np.stack(
            [
                drawn.of(self._openly[number].tolist(), salt if salted else None)
                for salt, number in enumerate(seatings)
            ],
            axis=1,
        )
        return self._played(seeds, np.tile(np.array(seatings), len(seeds)), streams, estimates, names)

    def play_games(self, deals: Sequence[int], seatings: Sequence[int]) -> Chunk:
        """Single games: each deal in the seating beside it; only results are wanted."""
        different, place = np.unique(np.array(deals, dtype=np.int64), return_inverse=True)
        seeds = [game_seed(self.plan.seed, deal) for deal in different.tolist()]
        numbers = np.array(seatings, dtype=np.int64)
        streams = Streams(self.plan.game.seats, seeds).of_games(place, self._openly[numbers])
        return self.contests.play(_words(seeds)[place], numbers, streams)

    def _played(
        self,
        seeds: Sequence[int],
        seatings: Integers,
        streams: NDArray[np.int64],
        estimates: bool,
        names: bool,
    ) -> Chunk:
        games = np.repeat(_words(seeds), len(seatings) // max(1, len(seeds)))
        return self.contests.play(
            games, seatings, streams.reshape(len(games), -1), estimates=estimates, names=names
        )

    def played(self, deals: Sequence[int], seatings: Sequence[int]) -> list[Played]:
        """Single games as statistics want them; those that kernels cannot play, decision by decision."""
        return [found for found, _ in self.followed(deals, seatings)]

    def followed(self, deals: Sequence[int], seatings: Sequence[int]) -> list[tuple[Played, list[int]]]:
        """The same with the options that were taken, by index, forced ones left out."""
        chunk = self.play_games(deals, seatings)
        ranks, odd = chunk.ranks.tolist(), set(chunk.odd.tolist())
        free = chunk.options > 1
        ends = np.cumsum(chunk.lengths).tolist()
        found = []
        for place, (deal, seating) in enumerate(zip(deals, seatings, strict=True)):
            if place in odd:
                found.append(self.singly(deal, seating))
                continue
            rows = slice(ends[place] - int(chunk.lengths[place]), ends[place])
            decisions, options, forced = chunk.decided[place].tolist()
            placed = tuple(ranks[place])
            outcome = Outcome(
                Status.FINISHED,
                "played to the end",
                tuple(chunk.scores[place].tolist()),
                placed,
                shared_wins(placed),
            )
            seed = game_seed(self.plan.seed, deal)
            tied = is_tied(placed, self.plan.game.teams)
            one = Played(deal, seed, outcome, decisions, options, forced, {}, "", (), (), tied)
            found.append((one, chunk.chosen[rows][free[rows]].tolist()))
        return found

    def singly(self, deal: int, seating: int) -> tuple[Played, list[int]]:
        """One game decision by decision, with the options that were taken."""
        states: list[HostedState] = []
        one = play(self.plan, deal, lambda _, state: states.append(state), self.makers[seating])
        return one, states[0].choices

    def units(self, chunk: Chunk, seatings: Integers) -> Integers:
        """The unit of the points of each decision, by who decided."""
        who: Integers = self.contests.seatings[np.repeat(seatings, chunk.lengths), chunk.seats]
        found: Integers = self.contests.units[who]
        return found

    def buckets(self, chunk: Chunk, seeds: Sequence[int]) -> Integers:
        """The numbers of all options that were named, by the words of their keys.

        Machine code knows keys only as hashes. What a hash stands for is found by replaying a game in which
        it came up, once.
        """
        hashes, place = np.unique(chunk.names, return_inverse=True)
        with self._lock:
            missing = {key for key in hashes.tolist() if key not in self._known}
            while missing:
                self._replay(chunk, seeds, next(iter(missing)), missing)
            found = np.array([self._known[key] for key in hashes.tolist()], dtype=np.int64)
        return found[place.ravel()]

    def _replay(self, chunk: Chunk, seeds: Sequence[int], wanted: int, missing: set[int]) -> None:
        """Play the first game again in which a key came up, and learn what its options are called."""
        named_at = chunk.first_name
        at = int(np.flatnonzero(chunk.names == wanted)[0])
        free = np.flatnonzero(named_at >= 0)
        decision = int(free[np.searchsorted(named_at[free], at, side="right") - 1])
        ends = np.cumsum(chunk.lengths)
        game = int(np.searchsorted(ends, decision, side="right"))
        begin = int(ends[game] - chunk.lengths[game])
        plan = self.plan
        state = plan.game.fresh(
            seeds[game], max_steps=plan.max_steps, max_decisions=plan.max_decisions, views=False
        )
        state.begin()
        for row in range(begin, int(ends[game])):
            count, first = int(chunk.options[row]), int(named_at[row])
            if count == 1:
                continue
            keys = chunk.names[first : first + count].tolist()
            if not missing.isdisjoint(keys):
                for key, option in zip(keys, state.options, strict=True):
                    self._known[key] = bucket(option.key)
                    missing.discard(key)
            state.apply(int(chunk.chosen[row]))
        assert wanted not in missing, "a replayed game offers what it has offered"


class InChunks(Generic[Result]):
    """A job over single games, as whole games of machine code: what `follow` makes of each chunk."""

    def __init__(self, table: Table, follow: Callable[[Sequence[int]], Result]) -> None:
        self.table, self.follow = table, follow

    def __call__(self, indices: Sequence[int]) -> Result:
        """What these games came to."""
        return self.follow(indices)

    @property
    def for_threads(self) -> bool:
        """Whether nearly all time is spent in machine code, where threads do not wait for each other."""
        return True

    def end(self) -> None:
        """Let the machine code end that is at work, in every thread."""
        self.table.contests.end()


def without(chunk: Chunk, odd: Integers) -> dict[str, Any]:
    """The columns of a chunk by decision, option and name, without those of some games."""
    keep = np.ones(len(chunk.lengths), dtype=bool)
    keep[odd] = False
    decisions = np.repeat(keep, chunk.lengths)
    tried = decisions & (chunk.first_try >= 0)
    named_at = decisions & (chunk.first_name >= 0)
    rows = _rows(chunk.first_try[tried], chunk.options[tried])
    names = _rows(chunk.first_name[named_at], chunk.options[named_at])
    return {"games": keep, "decisions": decisions, "tries": rows, "names": names}


def _rows(first: Integers, count: Integers) -> Integers:
    """The numbers of so many rows from each of some on."""
    if not len(first):
        return np.zeros(0, dtype=np.int64)
    before = np.concatenate([[0], np.cumsum(count)[:-1]])
    return np.repeat(first - before, count) + np.arange(int(count.sum()))


def _words(seeds: Sequence[int]) -> Integers:
    return np.array(seeds, dtype=np.uint64).view(np.int64)
