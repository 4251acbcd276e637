"""Whole games among searching players in one call of the kernel, and what was observed of them as arrays.

The choices and numbers are those of the same games played decision by decision: a player's stream is handed
in, and the kernel makes the root of the view of whoever decides. Games that leave what kernels can do are
only named (`Chunk.odd`): whoever asked plays them decision by decision.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from croupier.game.contest import Searcher
from croupier.kernel import Halves, Words, floats, words
from croupier.native.lower.contests import A_DECISION, A_GAME, KINDS, MET_AGAIN, MOST_OPTIONS
from croupier.native.trees import LOGARITHMS, REWARDS

if TYPE_CHECKING:
    from croupier.native.game import NativeGame

Integers = NDArray[np.int64]

DECISIONS_AT_FIRST = 1 << 14
TRIES_AT_FIRST = 1 << 15


@dataclass(frozen=True, slots=True)
class Chunk:
    """What was observed of some games, in their order; games that are odd have no decisions here."""

    odd: Integers
    """The places, in the chunk, of games that have to be played decision by decision."""
    lengths: Integers
    """How many decisions of each game are here."""
    decided: Integers
    """Decisions, options and forced decisions of each game."""
    scores: Integers
    """Of each game and seat."""
    ranks: Integers
    """Competition ranks from 0, by game and seat; -1 for games that are odd."""
    seats: Integers
    """Who decided, decision by decision."""
    options: Integers
    chosen: Integers
    first_try: Integers
    """Where the tries of a decision begin; -1 where nobody searched."""
    first_name: Integers
    """Where the keys of its options begin; -1 where nobody asked for them, or it was forced."""
    visits: Integers
    """How often an option was tried."""
    points: Integers
    """What every seat got, of each option that was tried."""
    squares: Integers
    """The sums of the squares of what every seat got."""
    names: Integers
    """Keys of options as 64-bit hashes."""
    ends: Integers
    """The lowest and the highest score that points are reckoned by, of each decision; 1 and 0 by places."""
    done: Integers
    """The numbers of the actions that happened at all."""


class Contests:
    """Plays contests of one game; every thread may."""

    def __init__(
        self,
        game: NativeGame,
        seatings: Sequence[Sequence[Searcher]],
        *,
        max_steps: int,
        max_decisions: int,
    ) -> None:
        self.game = game
        self.max_steps, self.max_decisions = max_steps, max_decisions
        everybody = list(dict.fromkeys(one for seating in seatings for one in seating))
        self.seatings = np.array(
            [[everybody.index(one) for one in seating] for seating in seatings], dtype=np.int64
        )
        self.units = np.array([one.unit for one in everybody], dtype=np.int64)
        """The unit of each searcher's points; :attr:`seatings` says who is who."""
        self._who = words([number for one in everybody for number in _numbers(one)])
        self._rates = floats([rate for one in everybody for rate in (one.explore, one.z)])
        self._mates = words(_mates(game))
        self._room = max(_room(one, game.seats) for one in everybody)
        self._threads = threading.local()

    @property
    def offsets(self) -> list[int]:
        """Where in the program each action stands, by its number in :attr:`Chunk.done`."""
        return [expr.start for expr in self.game.code.lowered.kit.exprs]

    def play(
        self,
        seeds: Integers,
        seatings: Integers,
        streams: Integers,
        *,
        estimates: bool = False,
        names: bool = False,
    ) -> Chunk:
        """Plays games by their seeds, seatings and streams (four words a seat).

        `estimates` keeps what searches found, `names` the keys of all options.
        """
        count, seats = len(seeds), self.game.seats
        jobs = np.concatenate([seeds[:, None], self.seatings[seatings], streams.reshape(count, -1)], axis=1)
        memory = self._memory
        code, context = self.game.code, self.game.code.context
        cells, at = context.cells, code.at
        context.owner = None
        cells[at["MAX_STEPS"]], cells[at["MAX_DECISIONS"]] = self.max_steps, self.max_decisions
        first_done, done_size = at["DONE"], len(code.lowered.kit.exprs)
        cells[first_done : first_done + done_size] = [0] * done_size
        given, games = words_of(jobs), words(count * (A_GAME + seats))
        parts, done = list[_Part](), 0
        while done < count:
            memory.counts[:3] = [0, 0, 0]
            now = code.search.contests(
                *memory.blocks, *memory.trial, cells, memory.streams, memory.worth, memory.tests,
                memory.sums, memory.trees, self._who, self._rates, self._mates, memory.logs,
                memory.nothing if estimates else memory.met,
                given, memory.job, done, count, int(names), memory.counts, memory.decisions,
                memory.tries if estimates else memory.nothing, memory.names, games,
            )  # fmt: skip
            if now > done:
                parts.append(_Part.of(memory, seats))
                done = now
            else:
                memory.grow()
        marks = _array(cells.part(first_done, done_size))
        return _chunk(
            parts,
            _array(games).reshape(count, -1),
            np.flatnonzero(marks),
            highest_wins=self.game.highest_wins,
        )

    def end(self) -> None:
        """Let the machine code end that is at work, in every thread."""
        self.game.code.end()

    @property
    def _memory(self) -> _Memory:
        found: _Memory | None = getattr(self._threads, "memory", None)
        if found is None:
            found = self._threads.memory = _Memory(self.game, self._room)
        return found


class _Memory:
    """What one thread works with besides the context of the code."""

    def __init__(self, game: NativeGame, room: int) -> None:
        code, seats = game.code, game.seats
        self.seats = seats
        self.blocks: list[Words | Halves] = [array for _ in range(5) for array in code.block()]
        self.trial = code.block()
        self.streams, self.worth, self.counts = words(64), words(5), words(8)
        self.job = words(1 + 5 * seats)
        self.tests, self.sums = words(MOST_OPTIONS * (1 + 2 * seats)), words(MOST_OPTIONS * (2 + 2 * seats))
        self.trees = words(room)
        self.logs = floats([0.0, *(log(float(n)) for n in range(1, LOGARITHMS))])
        self.nothing = words(0)
        self.met = words(2 * MET_AGAIN)
        self._size = 1
        self._make()

    def _make(self) -> None:
        self.decisions = words(self._size * DECISIONS_AT_FIRST * A_DECISION)
        self.tries = words(self._size * TRIES_AT_FIRST * (1 + 2 * self.seats))
        self.names = words(self._size * TRIES_AT_FIRST)

    def grow(self) -> None:
        """Make room for games that do not fit in."""
        self._size *= 4
        self._make()


@dataclass(frozen=True, slots=True)
class _Part:
    """What one call has written."""

    decisions: Integers
    tries: Integers
    names: Integers

    @staticmethod
    def of(memory: _Memory, seats: int) -> _Part:
        decided, tried, named = memory.counts[:3]
        return _Part(
            _array(memory.decisions.part(0, decided * A_DECISION)).reshape(-1, A_DECISION),
            _array(memory.tries.part(0, tried * (1 + 2 * seats))).reshape(-1, 1 + 2 * seats),
            _array(memory.names.part(0, named)),
        )


def _chunk(parts: Sequence[_Part], games: Integers, done: Integers, *, highest_wins: bool) -> Chunk:
    tried = named = 0
    for part in parts:
        part.decisions[:, 3] += np.where(part.decisions[:, 3] >= 0, tried, 0)
        part.decisions[:, 4] += np.where(part.decisions[:, 4] >= 0, named, 0)
        tried, named = tried + len(part.tries), named + len(part.names)
    decisions, tries, names = (
        np.concatenate(each)
        for each in zip(*((part.decisions, part.tries, part.names) for part in parts), strict=True)
    )
    odd, scores = games[:, 0] == 0, games[:, A_GAME:]
    # The rank of a seat is the number of seats that are ahead of it.
    one, other = scores[:, :, None], scores[:, None, :]
    ranks = ((other > one) if highest_wins else (other < one)).sum(axis=2)
    ranks[odd] = -1
    seat, options, chosen, first_try, first_name = decisions[:, :5].T
    return Chunk(
        np.flatnonzero(odd),
        np.where(odd, 0, games[:, 2]),
        games[:, 2:A_GAME],
        scores,
        ranks,
        seat,
        options,
        chosen,
        first_try,
        first_name,
        tries[:, 0],
        tries[:, 1 : 1 + scores.shape[1]],
        tries[:, 1 + scores.shape[1] :],
        names,
        decisions[:, 5:],
        done,
    )


def words_of(array: Integers) -> Words:
    """An array of NumPy as one for kernels."""
    flat = np.ascontiguousarray(array, dtype=np.int64).ravel()
    found = words(len(flat))
    np.frombuffer(found.cells, dtype=np.int64)[:] = flat
    return found


def _array(block: Words) -> Integers:
    """A copy of an array of kernels."""
    return np.frombuffer(block.cells, dtype=np.int64).copy()


def _numbers(one: Searcher) -> list[int]:
    """A searcher as the kernel has it; its last words are free."""
    return [
        KINDS.index(one.kind),
        one.amount,
        one.samples,
        one.chunk,
        one.nodes,
        REWARDS.index(one.reward),
        one.unit,
        int(one.apart),
        0,
        0,
    ]


def _room(one: Searcher, seats: int) -> int:
    """Words for the trees of a searcher: the sums that `lower/contests.py` does."""
    edge = 5 + seats
    if one.kind == "mcts":
        room = -(-one.amount // one.samples)
        return one.samples * (8 + room * edge + 2 * _power(room) + room + 2)
    if one.kind in ("ismcts", "moismcts"):
        room = min(one.chunk, one.amount)
        return 8 + 4 * _power(min(one.nodes, room + 1)) + room * edge + 2 * _power(room) + room + 1
    return 0


def _power(least: int) -> int:
    return 1 << max(1, least - 1).bit_length()


def _mates(game: NativeGame) -> list[int]:
    """For every setup of teams and every seat: how many partners it has, itself included, and who."""
    found: list[int] = []
    for teams in game.code.lowered.bp.team_setups:
        for seat in range(game.seats):
            team = next((tuple(team) for team in teams if seat in team), (seat,))
            found += [len(team), *team, *[0] * (game.seats - len(team))]
    return found


def can_contest(game: NativeGame, seatings: Sequence[Sequence[Searcher]]) -> bool:
    """Whether kernels can search wherever these players decide: see `Root.of`, and `Root.clear` for trees."""
    kinds = {one.kind for seating in seatings for one in seating} - {"random"}
    at = game.code.at
    if not kinds:
        return True
    if game.tells_by_options or (at["MEMORIES"] and at["KINDS"] < at["CARDS"]):
        return False
    return bool(at["CLEAR"]) or not kinds & {"ismcts", "moismcts"}
