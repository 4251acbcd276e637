"""Whether two engines play the same game: event by event, option by option, view by view, to the same end.

Both games are made of the same program. They play a seed with the same choices, and everything that can be
asked of one is asked of the other; the first difference is an `AssertionError` that tells it with the
program, the seed and the decision. An exception that escapes is wrong even if both engines raise it. Places
go by what they are, not by their numbers: an engine numbers the places of computed names as they come up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from random import Random
from typing import Any

from croupier.game import SAMPLE, Outcome, Stream
from croupier.interpreter.layout import Layout
from croupier.interpreter.table import Event
from croupier.interpreter.view import View
from croupier.recycle.program import Expr

Heard = tuple[Any, ...]
"""An event with the position of the action behind it."""

MAX_STEPS = 20_000
MAX_DECISIONS = 150
"""Enough for the little games of random programs."""

_PLACES: dict[str, tuple[int, ...]] = {
    "make": (2,),
    "move": (2, 4),
    "shuffle": (1,),
    "swap": (1, 2),
    "swap cards": (3, 4),
    "faro": (1, 2),
    "remember": (2,),
    "forget": (2,),
}
"""Which details of an event are numbers of places."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How much is compared besides the events, the options and the outcome of one game."""

    views: float = 0.3
    """At which share of the decisions the views of all seats are."""
    samples: float = 0.1
    """At which share a sample of each view is, going on for some moves."""
    copies: float = 0.1
    """At which share copies are, going on to the end."""
    moves: int = 4
    """How many moves a sample goes on."""


SOME = Depth()
EVERYTHING = Depth(1.0, 1.0, 1.0, 8)
EVENTS = Depth(0.0, 0.0, 0.0, 0)


def assert_same_game(
    one: Any,
    other: Any,
    seed: int,
    *,
    depth: Depth = SOME,
    max_steps: int = MAX_STEPS,
    max_decisions: int = MAX_DECISIONS,
) -> int:
    """Play one seed on both engines with the same choices; the number of decisions met.

    The games are a `GameOnTable` and anything that can be asked the same.
    """
    return _Match(one, other, seed, depth).play(max_steps, max_decisions)


class _Match:
    """Two games side by side."""

    def __init__(self, one: Any, other: Any, seed: int, depth: Depth) -> None:
        self.games = (one, other)
        self.seed = seed
        self.depth = depth
        self.chance = Random(seed)
        self.where = "at the start"
        self.choices: list[int] = []

    def play(self, max_steps: int, max_decisions: int) -> int:
        states = [
            game.fresh(self.seed, max_steps=max_steps, max_decisions=max_decisions) for game in self.games
        ]
        heard: list[list[Heard]] = [[], []]
        for state, events in zip(states, heard, strict=True):
            state.listen(_listener(state, events))
        self.no_problem("begin()", *(_tried(state.begin) for state in states))
        while True:
            self.where = f"at decision {states[0].decisions}"
            self.same_events(*heard)
            self.same_state(*states)
            if states[0].outcome is not None:
                return int(states[0].decisions)
            self.look_around(*states)
            for events in heard:
                events.clear()
            index = self.chance.randrange(len(states[0].options))
            self.choices.append(index)
            by_option = self.chance.random() < 0.3
            self.where += f", with option {index} of {len(states[0].options)}"
            results = [_tried(state.apply, state.options[index] if by_option else index) for state in states]
            self.no_problem("apply()", *results)

    # Comparing

    def same(self, what: str, one: Any, other: Any) -> None:
        """Fail unless both are equal."""
        if one != other:
            self.differ(what, one, other)

    def no_problem(self, what: str, one: Any, other: Any) -> None:
        """Fail if one or both have raised an exception."""
        if isinstance(one, _Problem) or isinstance(other, _Problem):
            self.differ(
                f"what came of {what}" if one != other else f"an exception out of {what}: nothing", one, other
            )

    def differ(self, what: str, one: Any, other: Any) -> None:
        names = [type(game).__name__ for game in self.games]
        names = ["the first", "the second"] if names[0] == names[1] else names
        program = self.games[0].program
        raise AssertionError(
            f"{what} differs {self.where} of seed {self.seed} (choices so far: {self.choices})\n"
            f"  {names[0]}: {one!r}\n  {names[1]}: {other!r}\n\n{program.source.name}\n{program.source.text}"
        )

    def same_events(self, one: list[Heard], other: list[Heard]) -> None:
        for i, (first, second) in enumerate(zip(one, other, strict=False)):
            self.same(f"event {i} since the last decision", first, second)
        if len(one) != len(other):
            longer = one if len(one) > len(other) else other
            extra = longer[min(len(one), len(other))]
            told = ("nothing more", extra) if longer is other else (extra, "nothing more")
            self.differ(f"event {min(len(one), len(other))} since the last decision", *told)

    def same_state(self, one: Any, other: Any) -> None:
        """What can be asked of a state at a decision or at the end."""
        for what, asked in _ASKED.items():
            self.same(what, asked(one), asked(other))
        self.same_outcome(one.outcome, other.outcome)

    def same_outcome(self, one: Outcome | None, other: Outcome | None) -> None:
        for what in ("status", "reason", "scores", "ranks", "wins"):
            self.same(f"the outcome's {what}", *(getattr(end, what, None) for end in (one, other)))
        findings = [_found(end) for end in (one, other)]
        self.same("the outcome's finding", *findings)

    def same_view(self, one: View, other: View) -> None:
        for part in fields(View):
            if part.compare:
                self.same(
                    f"the view of seat {one.seat}: {part.name}",
                    *(getattr(v, part.name) for v in (one, other)),
                )

    # Views, samples, copies

    def look_around(self, one: Any, other: Any) -> None:
        """Compare more than the game itself, without changing it."""
        if self.chance.random() < self.depth.views:
            for seat in range(self.games[0].seats):
                self.same_view(one.view(seat), other.view(seat))
        if self.chance.random() < self.depth.samples:
            for seat in range(self.games[0].seats):
                self.same_sample(one.view(seat), other.view(seat), self.chance.getrandbits(64))
        if self.chance.random() < self.depth.copies:
            self.same_copies(one, other)
        for state in (one, other):
            assert self.where == f"at decision {state.decisions}", "looking around has changed the game"

    def same_sample(self, one: View, other: View, seed: int) -> None:
        """Samples of two equal views from the same stream, and some moves in them."""
        here = self.where
        self.where = f"in a sample of seat {one.seat}'s view {here}"
        streams = [Stream.of(seed, SAMPLE) for _ in range(2)]
        samples = [_tried(view.sample, stream) for view, stream in zip((one, other), streams, strict=True)]
        self.no_problem("sample()", *samples)
        self.same("the stream behind the sample", *streams)
        self.go_on(*samples, moves=self.depth.moves)
        self.where = here

    def same_copies(self, one: Any, other: Any) -> None:
        """Copies that go on to the end; the originals must not notice."""
        here = self.where
        self.where = f"in a copy made {here}"
        before = [_told(state, self.games[0].seats) for state in (one, other)]
        twins = [one.copy(), other.copy()]
        self.same_state(*twins)
        self.go_on(*twins, moves=1000)
        self.where = here
        for state, told in zip((one, other), before, strict=True):
            self.same("the game after its copy has gone on", told, _told(state, self.games[0].seats))

    def go_on(self, one: Any, other: Any, *, moves: int) -> None:
        heard: list[list[Heard]] = [[], []]
        for state, events in zip((one, other), heard, strict=True):
            state.listen(_listener(state, events))
        for _ in range(moves):
            self.same_state(one, other)
            if one.outcome is not None:
                break
            index = self.chance.randrange(len(one.options))
            self.no_problem("apply()", *(_tried(state.apply, index) for state in (one, other)))
            self.same_events(*heard)
        self.same_state(one, other)
        if self.chance.random() < 0.3:
            for seat in range(self.games[0].seats):
                self.same_view(one.view(seat), other.view(seat))


@dataclass(frozen=True)
class _Problem:
    """An exception, as something to be compared."""

    kind: str
    message: str


def _tried(act: Callable[..., Any], *args: Any) -> Any:
    """What a call gives, or the exception in words."""
    try:
        return act(*args)
    except Exception as problem:
        return _Problem(type(problem).__name__, str(problem))


_ASKED: dict[str, Callable[[Any], Any]] = {
    "the seat to move": lambda state: state.to_move,
    "the options": lambda state: [(o.index, o.key, o.text) for o in state.options],
    "the number of options": lambda state: state.option_count,
    "the number of decisions": lambda state: state.decisions,
    "the number of forced decisions": lambda state: state.forced,
    "the number of all options": lambda state: state.option_total,
    "the choices": lambda state: state.choices,
    "what was dropped": lambda state: dict(drops(state)),
}


def drops(state: Any) -> dict[tuple[int, str], int]:
    """How many options were dropped, by the offset of the form that is impossible and the reason."""
    found: dict[tuple[int, str], int] = state.drops if hasattr(state, "drops") else state.table.drops
    return found


def _told(state: Any, seats: int) -> tuple[Any, ...]:
    return (*(asked(state) for asked in _ASKED.values()), *(state.view(seat) for seat in range(seats)))


def _found(end: Outcome | None) -> tuple[Any, ...] | None:
    if end is None or end.finding is None:
        return None
    span = end.finding.span
    return end.finding.code, span.start, span.end, end.finding.message


def _listener(state: Any, heard: list[Heard]) -> Callable[[Event, Expr], None]:
    layout: Layout = state.game.layout

    def listen(event: Event, expr: Expr) -> None:
        heard.append((*_plain(layout, event), (expr.span.start, expr.span.end)))

    return listen


def _plain(layout: Layout, event: Event) -> tuple[Any, ...]:
    """An event with its places named."""
    kind = event[0]
    if kind == "end":
        end = event[1]
        return kind, end.status, end.reason, end.scores, _found(end)
    places = _PLACES.get(kind, ())
    return tuple(layout.places[part] if i in places else part for i, part in enumerate(event))
