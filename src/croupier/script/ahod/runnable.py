"""A program of AHOD for the machine and the table: who plays, which piles are hidden, what is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, ClassVar

from croupier.game.counting import Rule
from croupier.script.ahod.calls import Handlers, call_function
from croupier.script.ahod.instructions import instruction, routines
from croupier.script.ahod.kinds import SERIES, Kind
from croupier.script.ahod.operations import ask, jump_unless, put
from croupier.script.ahod.program import Program
from croupier.script.ahod.rules import rules
from croupier.script.ahod.values import converted, equal, shown, text, truth
from croupier.script.as_game.script_program import ScriptProgram, collections_in_order
from croupier.script.compiling import Compiled
from croupier.script.flow import Flow
from croupier.script.heap import Duration, Interval, Thing
from croupier.script.machine import BadAnswer, Decision, Fault, Machine, Routine
from croupier.script.operations import Operation
from croupier.script.stated import Stated, chosen, consult
from croupier.script.uses import Site, Uses

_CURRENT = "current_player"
_STACKS = frozenset(("Stack", "Deck"))


@dataclass
class Runnable(ScriptProgram):
    """A program that the machine can run."""

    program: Program
    entry: Routine
    globals: list[str]
    kinds: dict[str, Kind]
    handlers: dict[str, Handlers] = field(default_factory=dict)
    helpers: Mapping[str, Routine] = field(default_factory=dict)
    """Those by which the program states something about itself."""
    uses: Mapping[Site, Uses] = field(default_factory=dict)
    """What is done with the answer to each question."""
    default_seats: int | None = None
    """The number in `seats(4)`, if there is one."""
    branch: ClassVar[Operation] = jump_unless
    question: ClassVar[Operation] = ask
    top: ClassVar[int] = 0

    @cached_property
    def routines(self) -> list[Routine]:
        """All routines of the program."""
        return routines(self.entry, self.kinds, self.handlers, self.helpers.values())

    @cached_property
    def flow(self) -> Flow:
        """The instructions as a graph."""
        return Flow(self.routines, partial(instruction, self.kinds))

    @cached_property
    def code(self) -> Compiled:
        """The functions of the program."""
        self.entry.asks = True
        return Compiled(self.routines, self.flow, truth)

    def expired(self, machine: Machine, timer: Thing) -> None:
        """``timer do DONE``, if that is defined."""
        machine.own(timer.f)["running"] = False
        handlers = self.handlers.get("DONE")
        routine = handlers.find(machine, timer) if handlers is not None else None
        if routine is not None:
            machine.begin(routine, [timer])

    def read_answer(self, machine: Machine, decision: Decision, said: str) -> Any:
        """The text itself, or the option that it names."""
        if decision.options is not None:
            return self.option_named(machine, decision.options, said.strip(), shown)
        try:
            converted(machine, said, decision.expects)
        except Fault as problem:
            raise BadAnswer(problem.message) from None
        return said

    @cached_property
    def rules(self) -> list[Rule]:
        """The pieces of which is counted what becomes of them."""
        return rules(self.program)

    def stated(self, machine: Machine) -> Stated:
        """What the program states by the names of its helpers."""
        return self._stated

    @cached_property
    def _stated(self) -> Stated:
        find = self.helpers.get
        return Stated(turn=find("turn"), score=find("score"), winners=find("winners"), sees=find("sees"))

    def consult(self, machine: Machine, function: Routine, *arguments: Any, what: str = "") -> Any:
        """What a helper says: nothing else happens, since helpers change nothing."""
        return consult(machine, function, list(arguments), what or function.name)

    def strategy(self, machine: Machine, player: Any) -> Routine | None:
        """The computed attribute by which an Actor answers for itself."""
        routine = player.kind.computed.get("strategy") if self.is_player(player) else None
        return routine if routine is not None and routine.required <= 1 <= len(routine.parameters) else None

    def choose(self, fork: Machine, player: Any, options: Sequence[Any]) -> int:
        """Which option the strategy of a player takes; the fork is used up."""
        routine = self.strategy(fork, player)
        assert routine is not None
        offered = fork.thing(SERIES, None, list(options))
        said = self.consult(fork, routine, player, offered, what="the strategy")
        return chosen(said, options, partial(equal, fork), partial(text, fork))

    def is_player(self, value: Any) -> bool:
        """Whether a value is an Actor."""
        return type(value) is Thing and "Actor" in value.kind.names

    def items(self, machine: Machine, value: Any) -> list[Any] | None:
        """The elements of a collection or range."""
        if type(value) is Thing and value.i is not None:
            return list(machine.H[value.i])
        return list(value) if type(value) is Interval else None

    def truth(self, machine: Machine, value: Any) -> bool:
        """Whether a value holds as a condition."""
        return truth(machine, value)

    def text(self, machine: Machine, value: Any) -> str:
        """A value as the program prints it."""
        return text(machine, value)

    def is_numbered(self, options: Sequence[Any]) -> bool:
        """Whether there are objects among the options."""
        return any(type(option) is Thing for option in options)

    @cached_property
    def _receiving(self) -> set[int]:
        """The ACTIONS that have a receiver, by the identity of their routines."""
        found = set()
        for handlers in self.handlers.values():
            found |= {id(routine) for _, routine in handlers.instances}
            found |= {id(routine) for entries in handlers.typed.values() for _, routine in entries}
        return found

    def decider(self, machine: Machine) -> Any:
        """The receiver of the innermost ACTION that is an Actor; else `current_player`."""
        for frame in reversed(machine.frames):
            if id(frame.routine) in self._receiving and self.is_player(frame.locals[0]):
                return frame.locals[0]
        current = machine.global_value(_CURRENT)
        return current if self.is_player(current) else None

    def company(self, machine: Machine, player: Any) -> list[Thing]:
        """The first collection of players that has this one in it: global ones in the order of assignment."""
        for held in collections_in_order(machine):
            items = machine.items(held) if type(held) is Thing else None
            if not items or not all(map(self.is_player, items)):
                continue
            if player is None or any(item is player for item in items):
                return list(dict.fromkeys(items))
        return [] if player is None else [player]

    def pile(self, machine: Machine, value: Any) -> Thing | None:
        """A collection."""
        return value if type(value) is Thing and value.i is not None else None

    def is_stack(self, value: Any) -> bool:
        """Stacks, and whatever is called a deck."""
        return type(value) is Thing and value.i is not None and not value.kind.names.isdisjoint(_STACKS)

    def is_hand(self, value: Any) -> bool:
        """Whatever is called a hand."""
        return type(value) is Thing and value.i is not None and "Hand" in value.kind.names

    def sort_of(self, value: Any) -> str | None:
        """Objects that are no players and hold nothing are cards; so are plain values in a pile."""
        if type(value) is not Thing:
            return None if value is None else type(value).__name__
        kind: Kind = value.kind
        return None if value.i is not None or kind.timer or "Actor" in kind.names else kind.name

    def label(self, machine: Machine, value: Any) -> str:
        """What a card is: the plain values of its attributes."""
        if type(value) is not Thing or value.i is not None:
            return text(machine, value)
        plain = [held for held in machine.fields(value).values() if type(held) in (int, float, str)]
        return " ".join(text(machine, held) for held in plain) or text(machine, value)

    def has_attribute(self, machine: Machine, thing: Any, attribute: str | int) -> Any:
        """A stored attribute by its name."""
        named = type(thing) is Thing and isinstance(attribute, str)
        return machine.fields(thing).get(str(attribute)) if named else None

    def numbers(self, value: Any) -> float | None:
        """A number as it is."""
        if type(value) is Duration:
            return float(value.ms)
        return float(value) if type(value) in (int, float, bool) else None

    @cached_property
    def draws(self) -> bool:
        """Whether it draws anything by chance besides shuffling."""
        return any(
            op_ is call_function and arg[0].name == "random" for r in self.routines for op_, arg in r.ops
        )

    def chance_lines(self) -> list[int]:
        """The lines on which something is drawn or shuffled."""
        found = set()
        for routine in self.routines:
            for (operation, argument), span in zip(routine.ops, routine.spans, strict=True):
                named = argument[0].name if operation is call_function else getattr(argument, "name", "")
                if named in ("random", "SHUFFLE", "shuffle", "shuffled"):
                    found.add(span.line)
        return sorted(found)

    def _set_fields(self) -> Iterator[str]:
        return (arg for routine in self.routines for operation, arg in routine.ops if operation is put)

    def computed_winner(self, machine: Machine, player: Thing) -> Any:
        """What the computed attribute `winner()` of a player says; None if there is none."""
        routine = player.kind.computed.get("winner")
        if routine is None or routine.parameters:
            return None
        return self.consult(machine, routine, player)
