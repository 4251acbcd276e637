"""What the languages answer alike when the table asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from croupier.game.counting import Rule
from croupier.script.as_game.sight import FACE
from croupier.script.flow import Flow
from croupier.script.heap import UNSET, Thing
from croupier.script.machine import Limits, Machine, Routine
from croupier.script.operations import Operation
from croupier.script.stated import Stated
from croupier.script.uses import Site, Uses

_POINTS = ("score", "points", "chips")


def collections_in_order(machine: Machine) -> Iterator[Any]:
    """What variables hold: global ones in the order of assignment, then local ones from the outermost in."""
    for slot in machine.assigned:
        yield machine.globals[slot]
    for frame in (*machine.frames, machine.left):
        if frame is not None:
            yield from frame.locals


class BaseTongue(ABC):
    """A program at the table; what depends on the values of its language is left to the language."""

    def __init__(self, runnable: Any) -> None:
        self._runnable = runnable
        self.contents: dict[int, tuple[Thing, Any, str]] = {}
        """By the identity of a card, the card, its fields and what it is, as long as these are the same."""

    @property
    def uses(self) -> Mapping[Site, Uses]:
        """What is done with the answer to each question."""
        found: Mapping[Site, Uses] = self._runnable.uses
        return found

    @property
    def routines(self) -> list[Routine]:
        """All routines of the program."""
        found: list[Routine] = self._runnable.routines
        return found

    @property
    def flow(self) -> Flow:
        """Its instructions as a graph."""
        found: Flow = self._runnable.flow
        return found

    @property
    def rules(self) -> list[Rule]:
        """The pieces of the program of which is counted what becomes of them."""
        found: list[Rule] = self._runnable.rules
        return found

    @property
    def branch(self) -> Operation:
        """The instruction of a condition."""
        found: Operation = self._runnable.branch
        return found

    @property
    def question(self) -> Operation:
        """The instruction that asks."""
        found: Operation = self._runnable.question
        return found

    @property
    def default_seats(self) -> int | None:
        """How many players there are unless somebody says otherwise, where the program says so."""
        found: int | None = self._runnable.default_seats
        return found

    @property
    def asks_seats(self) -> bool:
        """Whether it matters to the program how many play."""
        return bool(self._runnable.asks_seats)

    def machine(self, *, seed: int = 0, seats: int | None = None, limits: Limits | None = None) -> Machine:
        """A machine at the beginning of the program."""
        found: Machine = self._runnable.machine(seed=seed, seats=seats, limits=limits)
        return found

    def is_player(self, value: Any) -> bool:
        """Whether a value is somebody who plays."""
        return bool(self._runnable.is_player(value))

    def look(
        self, machine: Machine, value: Any, *, loose: bool = False
    ) -> tuple[tuple[str, str], ...] | None:
        """The plain attributes of a card; None for what is no card."""
        if self.sort_of(value) is None:
            return None
        if type(value) is not Thing:
            return (("value", self.text(machine, value)),) if loose else None
        plain = ((name, held) for name, held in machine.fields(value).items() if name != FACE)
        found = tuple(
            (name, self.text(machine, held)) for name, held in plain if type(held) in (int, float, str)
        )
        return found or None

    @abstractmethod
    def sort_of(self, value: Any) -> str | None:
        """The element type of a card; None for what is no card."""

    def is_open(self, machine: Machine, value: Any) -> bool:
        """Whether a card says of itself that it lies face up."""
        return type(value) is Thing and machine.fields(value).get(FACE) is True

    def text(self, machine: Machine, value: Any) -> str:
        """A value as the program prints it."""
        return str(self._runnable.text(machine, value))

    def content(self, machine: Machine, card: Any) -> str:
        """What a card is that is no thing."""
        return self.text(machine, card)

    def stated(self, machine: Machine) -> Stated:
        """What the program states instead of leaving it to be inferred (C7)."""
        found: Stated = self._runnable.stated(machine)
        return found

    def consult(self, machine: Machine, function: Any, *arguments: Any) -> Any:
        """What a function of the program says, without anything else happening."""
        return self._runnable.consult(machine, function, *arguments)

    def truth(self, machine: Machine, value: Any) -> bool:
        """Whether a value holds as a condition."""
        return bool(self._runnable.truth(machine, value))

    def items(self, machine: Machine, value: Any) -> list[Any] | None:
        """The elements of a collection or range."""
        found: list[Any] | None = self._runnable.items(machine, value)
        return found

    def strategy(self, machine: Machine, player: Any) -> Any:
        """The function by which a player answers for itself; None if there is none."""
        return self._runnable.strategy(machine, player)

    def choose(self, fork: Machine, player: Any, options: Sequence[Any]) -> int:
        """Which option the strategy of a player takes; the fork is used up."""
        return int(self._runnable.choose(fork, player, options))

    def attribute_values(self, machine: Machine, attribute: str | int) -> list[Any]:
        """The distinct plain values of an attribute among all that is there, in a stable order."""
        found: dict[Any, None] = {}
        for thing in machine.things((*machine.roots(), *machine.seated)):
            for it in (thing, *machine.items(thing)):
                held = (
                    self.has_attribute(machine, it, attribute)
                    if it is thing or type(it) is not Thing
                    else None
                )
                if type(held) in (int, float, str, bool):
                    found[held] = None
        return sorted(found, key=lambda value: (str(type(value)), value))

    @abstractmethod
    def has_attribute(self, machine: Machine, thing: Any, attribute: str | int) -> Any:
        """The attribute of a thing or card; None if it has none of that name."""

    @abstractmethod
    def numbers(self, value: Any) -> float | None:
        """A value as a number; None if it is none."""

    def is_nobody(self, machine: Machine, value: Any) -> bool:
        """Whether a variable for a player holds none."""
        return value is None

    @abstractmethod
    def computed_winner(self, machine: Machine, player: Thing) -> Any:
        """What the computed attribute `winner()` of a player says; None if there is none."""

    @abstractmethod
    def _set_fields(self) -> Iterator[str]:
        """The attributes that the program itself sets."""

    @cached_property
    def points_name(self) -> str | None:
        """The attribute in which the program keeps points, if it sets one."""
        found = set(self._set_fields())
        return next((name for name in _POINTS if name in found), None)

    def result(self, machine: Machine, seats: int) -> tuple[str, list[float]] | None:
        """The inferred scores of the players, and where they were found (C6)."""
        players = machine.seated
        if not players:
            # Questions may name seats by their numbers, and so may the winner.
            return self._winner_variable(machine, seats)
        verdicts = [self.computed_winner(machine, player) for player in players]
        if any(verdict is not None for verdict in verdicts):
            return "the computed attribute winner()", [float(self.truth(machine, v)) for v in verdicts]
        found = self._winner_variable(machine, len(players))
        if found is not None:
            return found
        name = self.points_name
        if name is not None:
            points = [self.numbers(machine.fields(player).get(name)) for player in players]
            if all(p is not None for p in points):
                return f"the attribute {name} of the players", [p for p in points if p is not None]
        return None

    def _winner_variable(self, machine: Machine, seats: int) -> tuple[str, list[float]] | None:
        where = "the variable winner"
        places = [machine.global_value("winner")] if "winner" in machine.global_names else []
        for frame in (machine.left, *machine.frames):
            if (
                frame is not None
                and frame.routine.name in ("main", "play")
                and "winner" in frame.routine.names
            ):
                places.append(frame.locals[frame.routine.names.index("winner")])
        for held in places:
            if type(held) is Thing and held.kind == "cell":
                held = machine.fields(held).get("v")
            # A variable that was never assigned names nobody, as one that holds nobody does.
            if held is UNSET or self.is_nobody(machine, held):
                return where, [0.0] * seats
            if self.is_player(held):
                return where, [float(player is held) for player in machine.seated]
            if type(held) is int and 0 <= held < seats:
                return where, [float(seat == held) for seat in range(seats)]
        return None
