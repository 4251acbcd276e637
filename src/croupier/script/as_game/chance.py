"""A program whose chance is listed, as exact weights, instead of drawn.

The random numbers of a run lie on a tape. A run that comes to a number which is not on it yet stops; it is
repeated once for each value that the number may have. A shuffle takes its numbers from the same tape, one
for each place, so that every order of a pile is a result of its own. No two of them are merged: what a
program does with its cards later cannot be told from its text. So only small packs can be listed.

While answers are tried, a program may draw as well. What it draws then is what it will draw if that answer is
given, so it stays on the tape, under the place and the range of the number.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING, Any

from croupier.game.chance import MOST_OUTCOMES, Outcomes, Position, Roll, TooManyOutcomes, complete
from croupier.script.as_game.secrets import NotedStream
from croupier.script.as_game.state import ScriptState

if TYPE_CHECKING:
    from croupier.script.as_game.game import ScriptGame

Tape = dict[tuple[int, int], int]
"""The numbers that are decided: by the place on the tape and the range that was asked for."""

_Run = Callable[[Tape], ScriptState]


class _Undrawn(Exception):
    """A number is drawn that is not on the tape."""

    def __init__(self, place: int, below: int) -> None:
        super().__init__(place, below)
        self.place, self.below = place, below


class TapeStream(NotedStream):
    """A stream whose numbers come from a tape."""

    __slots__ = ("_place", "tape")

    def __init__(self, tape: Tape, place: int = 0) -> None:
        super().__init__(1, 2, 3, 4)
        self.tape, self._place = tape, place

    def below(self, n: int) -> int:
        """The next number of the tape."""
        found = self.forced.get(len(self.log))
        if found is None:
            found = self._next(n)
        self.log.append((n, found))
        return found

    def shuffle(self, items: list[Any]) -> None:
        """Fisher and Yates, from the last place down."""
        first = (self._place, len(items))
        if first not in self.tape and factorial(min(len(items), 20)) > MOST_OUTCOMES:
            raise TooManyOutcomes(factorial(min(len(items), 1000)))
        for last in range(len(items) - 1, 0, -1):
            other = self._next(last + 1)
            items[last], items[other] = items[other], items[last]

    def _next(self, n: int) -> int:
        if n <= 1:
            return 0
        found = self.tape.get((self._place, n))
        if found is None:
            raise _Undrawn(self._place, n)
        self._place += 1
        return found

    def copy(self) -> TapeStream:
        """A stream that goes on exactly as this one."""
        twin = TapeStream(self.tape, self._place)
        twin.log, twin.forced = self.log[:], self.forced
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TapeStream) and self._place == other._place

    def __hash__(self) -> int:
        return hash(self._place)


class ScriptChance:
    """A program of which all histories can be walked through."""

    ignoring: tuple[str, ...] = ()
    """What is printed on a card is the program's business."""

    def __init__(self, game: ScriptGame) -> None:
        self._game = game

    def beginnings(self) -> Outcomes:
        """All positions in which it may begin."""
        return _all(self._beginning, {})

    def after(self, position: Position, option: int) -> Outcomes:
        """All positions to which an option may lead."""
        return _all(_following(position, option), _tape(position))

    def key(self, position: Position) -> bytes | None:
        """None: no two positions are taken for the same, as a program may remember anything."""
        return None

    def one_beginning(self, roll: Roll) -> tuple[Fraction, Position]:
        """One of the beginnings, drawn by its weight."""
        return _one(self._beginning, {}, roll)

    def one_after(self, position: Position, option: int, roll: Roll) -> tuple[Fraction, Position]:
        """One of the positions to which an option may lead, drawn by its weight."""
        return _one(_following(position, option), _tape(position), roll)

    def _beginning(self, tape: Tape) -> ScriptState:
        state = self._game.fresh()
        state.machine.stream = TapeStream(tape)
        if state.past is not None:
            state.past = state.past.of(state.machine)
        return _settled(state)


def _tape(position: Position) -> Tape:
    assert isinstance(position.state, ScriptState)
    stream = position.state.machine.stream
    assert isinstance(stream, TapeStream)
    return stream.tape


def _following(position: Position, option: int) -> _Run:
    before = position.state
    assert isinstance(before, ScriptState)

    def run(tape: Tape) -> ScriptState:
        state = before.copy()
        assert isinstance(state.machine.stream, TapeStream)
        state.machine.stream.tape = tape
        state.apply(option)
        return _settled(state)

    return run


def _settled(state: ScriptState) -> ScriptState:
    """Run on to the next decision, and find all that can be asked about it: that may draw numbers too."""
    if state.outcome is None:
        for seat in range(state.game.seats):
            state.view(seat).fingerprint()
    return state


def _all(run: _Run, tape: Tape) -> Outcomes:
    found: list[tuple[Fraction, Position]] = []
    waiting = [(Fraction(1), tape)]
    while waiting:
        weight, decided = waiting.pop()
        try:
            state = run(decided)
        except _Undrawn as asked:
            more = [
                (weight / asked.below, {**decided, (asked.place, asked.below): number})
                for number in range(asked.below)
            ]
            waiting += reversed(more)
        else:
            found.append((weight, Position(state)))
        if len(found) + len(waiting) > MOST_OUTCOMES:
            raise TooManyOutcomes(len(found) + len(waiting))
    return complete(found)


def _one(run: _Run, tape: Tape, roll: Roll) -> tuple[Fraction, Position]:
    weight, decided = Fraction(1), tape
    while True:
        try:
            return weight, Position(run(decided))
        except _Undrawn as asked:
            weight /= asked.below
            decided = {**decided, (asked.place, asked.below): roll(asked.below)}
