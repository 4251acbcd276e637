"""A checked program of any script language, with all that machine, commands and table ask of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from croupier.game.counting import Rule
from croupier.script.compiling import Compiled
from croupier.script.flow import Flow
from croupier.script.heap import UNSET, Thing
from croupier.script.machine import BadAnswer, Decision, Limits, Machine, Routine
from croupier.script.operations import Operation
from croupier.script.stated import Stated
from croupier.script.uses import Site, Uses

Shown = Callable[[Machine, Any], str]
"""A value as messages quote it."""
_POINTS = ("score", "points", "chips")
FACE = "faceup"
"""The attribute by which a card says that it lies face up."""


def collections_in_order(machine: Machine) -> Iterator[Any]:
    """What variables hold: global ones in the order of assignment, then local ones from the outermost in."""
    for slot in machine.assigned:
        yield machine.globals[slot]
    for frame in (*machine.frames, machine.left):
        if frame is not None:
            yield from frame.locals


class ScriptProgram(ABC):
    """A program that the machine can run; its language says what its values are."""

    entry: Routine
    globals: list[str]
    uses: Mapping[Site, Uses]
    """What is done with the answer to each question."""
    default_seats: int | None
    """How many players there are unless somebody says otherwise, where the program says so."""
    branch: ClassVar[Operation]
    """The instruction of a condition."""
    question: ClassVar[Operation]
    """The instruction that asks."""
    top: ClassVar[int]
    """Where the top of a pile lies: 0 or -1."""

    def machine(self, *, seed: int = 0, seats: int | None = None, limits: Limits | None = None) -> Machine:
        """A machine at the beginning of the program."""
        return Machine(self, self.entry, self.globals, seed=seed, seats=seats, limits=limits)

    @property
    @abstractmethod
    def routines(self) -> list[Routine]:
        """All routines of the program."""

    @property
    @abstractmethod
    def flow(self) -> Flow:
        """Its instructions as a graph."""

    @property
    @abstractmethod
    def code(self) -> Compiled:
        """The functions of the program."""

    @property
    @abstractmethod
    def rules(self) -> list[Rule]:
        """The parts of the program that coverage counts."""

    @property
    def asks_seats(self) -> bool:
        """Whether it matters how many play: the program says how many, or asks for a number of something."""
        return self.default_seats is not None or any(uses.count for uses in self.uses.values())

    @cached_property
    def contents(self) -> dict[tuple[int, Any], tuple[Thing, dict[str, Any], str]]:
        """By the identity of a card and how it lies: the card, its fields, and its text while these stay."""
        return {}

    def expired(self, machine: Machine, timer: Thing) -> None:  # noqa: B027 - not every language has timers
        """A timer has run out: begin what handles it, if anything does."""

    @abstractmethod
    def read_answer(self, machine: Machine, decision: Decision, said: str) -> Any:
        """The value that an answer stands for."""

    @abstractmethod
    def stated(self, machine: Machine) -> Stated:
        """What the program states instead of leaving it to be inferred (C7)."""

    @abstractmethod
    def consult(self, machine: Machine, function: Any, *arguments: Any) -> Any:
        """What a function of the program says, without anything else happening."""

    @abstractmethod
    def strategy(self, machine: Machine, player: Any) -> Any:
        """The function by which a player answers for itself; None if there is none."""

    @abstractmethod
    def choose(self, fork: Machine, player: Any, options: Sequence[Any]) -> int:
        """Which option the strategy of a player takes; the fork is used up."""

    @abstractmethod
    def truth(self, machine: Machine, value: Any) -> bool:
        """Whether a value holds as a condition."""

    @abstractmethod
    def text(self, machine: Machine, value: Any) -> str:
        """A value as the program prints it."""

    @abstractmethod
    def items(self, machine: Machine, value: Any) -> list[Any] | None:
        """The elements of a collection or range."""

    @abstractmethod
    def is_player(self, value: Any) -> bool:
        """Whether a value is somebody who plays."""

    @abstractmethod
    def decider(self, machine: Machine) -> Any:
        """Who is asked, as far as the program lets one see; None if it does not."""

    @abstractmethod
    def company(self, machine: Machine, player: Any) -> list[Thing]:
        """All players in the order of their seats, from the collection in which this one is (None: any)."""

    @abstractmethod
    def pile(self, machine: Machine, value: Any) -> Thing | None:
        """The collection with the elements of whatever holds cards; None if it is no pile."""

    @abstractmethod
    def is_stack(self, value: Any) -> bool:
        """Whether it is a pile that lies face down unless somebody turns a card."""

    @abstractmethod
    def is_hand(self, value: Any) -> bool:
        """Whether it is a pile that only its owner sees."""

    @abstractmethod
    def sort_of(self, value: Any) -> str | None:
        """The element type of a card, among which hidden ones can be exchanged; None for what is no card.

        It depends on nothing but the kind of a thing, or the type of any other value.
        """

    @abstractmethod
    def label(self, machine: Machine, value: Any) -> str:
        """A value in a few words, for the text of an option."""

    @abstractmethod
    def is_numbered(self, options: Sequence[Any]) -> bool:
        """Whether options are answered by their number, since two of them may have the same text."""

    @property
    @abstractmethod
    def draws(self) -> bool:
        """Whether it draws anything by chance besides shuffling."""

    @abstractmethod
    def chance_lines(self) -> list[int]:
        """The lines on which something is drawn or shuffled."""

    def answer(self, machine: Machine, value: Any, options: Sequence[Any] | None) -> str:
        """What somebody would type to give this value as an answer."""
        if options is not None and self.is_numbered(options):
            return str(next(n for n, option in enumerate(options) if option is value))
        return self.text(machine, value)

    def answer_of(self, machine: Machine, options: Sequence[Any], number: int) -> str:
        """What somebody would type to choose an option."""
        return str(number) if self.is_numbered(options) else self.text(machine, options[number])

    def option_named(self, machine: Machine, options: Sequence[Any], said: str, shown: Shown) -> Any:
        """The option with this text or number; :class:`BadAnswer` if there is none."""
        numbered = self.is_numbered(options)
        if numbered and said.isascii() and said.isdecimal() and int(said[:9]) < len(options):
            return options[int(said[:9])]
        for option in options:
            if self.text(machine, option) == said:
                return option
        few = f"0 to {len(options) - 1}" if numbered else ", ".join(shown(machine, o) for o in options[:20])
        raise BadAnswer(f"'{said[:60]}' is not among the options: {few}")

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

    def content(self, machine: Machine, card: Any) -> str:
        """What a card is that is no thing."""
        return self.text(machine, card)

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
