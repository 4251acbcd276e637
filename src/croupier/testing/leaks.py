"""The leak law: what a seat is sent is the same, byte by byte, for any state that looks the same to it.

At a decision a second state is sampled from the view of a seat. What the seat is sent has to be the same for
both. Then both go on: as long as the seat sees the same in both, it has to be sent the same events; an event
may differ only where what the seat sees differs right after it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.game import PLAYER, SAMPLE, Stream
from croupier.game.capabilities import AnswersForOthers, ChoosesTogether, able
from croupier.game.hosting import Event, HostedGame, HostedState
from croupier.game.transcript import Line
from croupier.text import CroupierError
from croupier.wire.events import EventWriter
from croupier.wire.feed import Feed, HotSeat, dumped
from croupier.wire.plan import Plan
from croupier.wire.plan import plan as plan_of
from croupier.wire.snapshot import snapshot
from croupier.wire.watching import WATCHER


class LeakError(CroupierError, AssertionError):
    """A seat is sent something that it cannot know; says where, and the first bytes that differ."""


@dataclass
class Checked:
    """The extent of a check."""

    games: int = 0
    decisions: int = 0
    samples: int = 0
    """States that were sampled and compared."""
    messages: int = 0
    events: int = 0
    unsampled: int = 0
    """Decisions at which no state agrees with the view of a seat; they are not compared."""


@dataclass(frozen=True)
class Sender:
    """Makes what a seat is sent; tests put leaks in here."""

    messages: Callable[[HostedGame, HostedState, int, Plan], Sequence[bytes]]
    events: Callable[[HostedGame, int], Callable[[Line], bytes]]


def sent_messages(game: HostedGame, state: HostedState, seat: int, laid: Plan) -> Sequence[bytes]:
    """The first message for a seat, the next one, and what a watcher and a screen for all people are sent."""
    feed = Feed(game, seat, laid)
    watched = Feed(game, WATCHER, laid).update(state, ())
    screen = HotSeat(game, range(game.seats), laid)
    found = [feed.opening(state, ()), feed.update(state, ()), watched, screen.update(state, ())]
    if state.to_move == seat:
        found.append(screen.lift(state, ()))
    return [dumped(message) for message in found]


def sent_events(game: HostedGame, seat: int) -> Callable[[Line], bytes]:
    """Makes of an event what a seat is sent, and what a watcher is sent: nothing that the seat is not."""
    writer, watched = EventWriter(game.pack, seat), EventWriter(game.pack, WATCHER)
    return lambda line: dumped({**writer.event(line), "watched": watched.event(line)})


WIRE = Sender(sent_messages, sent_events)


class LeakTest:
    """Plays random games of a game, and compares.

    >>> from croupier import load
    >>> LeakTest(load("kuhn_poker")).run(2).samples
    10
    """

    def __init__(
        self,
        game: HostedGame,
        sender: Sender = WIRE,
        *,
        every: int = 1,
        all_seats: bool = True,
        most: int = 200,
        plan: Plan | None = None,
    ) -> None:
        self.game = game
        self.sender = sender
        self.every = every
        """Only every so many decisions are compared."""
        self.all_seats = all_seats
        """Whether every seat is compared at a decision, or one after the other in turn."""
        self.most = most
        """So many decisions of a game are played at most."""
        self.plan = plan or plan_of(game)
        self.checked = Checked()

    def sent(self, state: HostedState, seat: int) -> Sequence[bytes]:
        """All that a seat is sent at a decision."""
        return self.sender.messages(self.game, state, seat, self.plan)

    def run(self, games: int, seed: int = 0) -> Checked:
        """Play so many games; :class:`LeakError` at the first leak."""
        for number in range(games):
            self._game(seed + number)
        return self.checked

    def _game(self, seed: int) -> None:
        state, stream = self.game.start(seed), Stream.of(seed, PLAYER)
        self.checked.games += 1
        for number in range(self.most):
            if state.to_move is None:
                return
            self.checked.decisions += 1
            chosen = stream.below(state.option_count)
            if number % self.every == seed % self.every:
                for seat in self._seats(number):
                    self._compare(state, seat, chosen, Stream.of(seed, SAMPLE, number * 64 + seat))
            state.apply(chosen)

    def _seats(self, number: int) -> Iterable[int]:
        return range(self.game.seats) if self.all_seats else (number // self.every % self.game.seats,)

    def _compare(self, state: HostedState, seat: int, chosen: int, rng: Stream) -> None:
        try:
            twin: Any = state.view(seat).sample(rng)
        except ValueError:
            self.checked.unsampled += 1
            return
        self.checked.samples += 1
        where = f"{self.game.name}, seed {state.seed}, decision {state.decisions}, seat {seat}"
        ours, theirs = self.sent(state, seat), self.sent(twin, seat)
        self.checked.messages += len(ours)
        for one, other in zip(ours, theirs, strict=True):
            if one != other:
                raise LeakError(f"{where}: {_difference(one, other)}")
        asked = able(state.view(seat), ChoosesTogether)
        joint = asked.together if asked is not None else None
        if joint is not None and set(joint.done) - {seat}:
            # In a sample the others are still to answer: those who have do so at random.
            answering = able(twin, AnswersForOthers)
            if answering is None or not all(
                answering.answer_for(other, rng.below) for other in joint.done if other != seat
            ):
                return
        self._go_on(state.copy(), twin, seat, chosen, where)

    def _go_on(self, state: HostedState, twin: HostedState, seat: int, chosen: int, where: str) -> None:
        """Take the same option in both, or the last one that there is, and compare event by event."""
        loose = {pile.id for pile in state.open_view().piles if not pile.free}
        ours, theirs = (self._heard(one, seat, chosen) for one in (state, twin))
        for (one, seen), (other, also_seen) in zip(ours, theirs, strict=False):
            self.checked.events += 1
            if seen != also_seen or (one != other and _tells(one, other, loose)):
                return
            if one != other:
                raise LeakError(f"{where}, after the decision: {_difference(one, other)}")

    def _heard(self, state: HostedState, seat: int, chosen: int) -> list[tuple[bytes, object]]:
        """The events that a seat is sent, each with what the seat sees right after it."""
        lines: list[Line] = []
        found: list[tuple[bytes, object]] = []
        write, recorder = self.sender.events(self.game, seat), state.recorder(lines.append)

        def hear(event: Event, place: Any) -> None:
            before = len(lines)
            recorder(event, place)
            # A program prints what it wants to tell, and states that are only thought of print nothing.
            if len(lines) > before and event[0] != "output":
                lines[-1]["n"] = len(found)
                sent = write(lines[-1])
                # At the end everybody sees how it ended, whatever was hidden until then.
                found.append((sent, sent if event[0] == "end" else dumped(snapshot(state.view(seat)))))

        state.listen(hear)
        state.apply(min(chosen, state.option_count - 1))
        return found


def _tells(one: bytes, other: bytes, loose: set[str]) -> bool:
    """Whether an event tells the seat from which index a card is taken, where the order of cards can be seen.

    A view does not keep that.
    """
    ours, theirs = json.loads(one), json.loads(other)
    for told in (ours, theirs):
        # A watcher is sent the same index.
        told.get("watched", {}).pop("index", None)
    indices = ours.pop("index", None), theirs.pop("index", None)
    return ours == theirs and None not in indices and ours.get("from") in loose


def _difference(one: bytes, other: bytes) -> str:
    """The first bytes that differ, with some before them."""
    at = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(0, at - 60)
    return f"…{one[start : at + 40]!r} is …{other[start : at + 40]!r} if hidden cards are dealt anew"
