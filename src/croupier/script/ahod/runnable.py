"""A program for the machine, with all that the machine, the commands and the table ask the language for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.game.counting import Rule
from croupier.script.ahod.calls import Handlers
from croupier.script.ahod.instructions import instruction, routines
from croupier.script.ahod.kinds import SERIES, Kind
from croupier.script.ahod.operations import ask, jump_unless
from croupier.script.ahod.program import Program
from croupier.script.ahod.rules import rules
from croupier.script.ahod.values import converted, equal, shown, text, truth
from croupier.script.compiling import Compiled
from croupier.script.flow import Flow
from croupier.script.heap import Interval, Thing
from croupier.script.machine import BadAnswer, Decision, Fault, Limits, Machine, Routine
from croupier.script.operations import Operation
from croupier.script.stated import Stated, chosen, consult
from croupier.script.uses import Site, Uses

if TYPE_CHECKING:
    from croupier.script.as_game.tongue import Tongue


@dataclass
class Runnable:
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
    """The instruction of a condition."""
    question: ClassVar[Operation] = ask
    """The instruction that asks."""

    def machine(self, *, seed: int = 0, seats: int | None = None, limits: Limits | None = None) -> Machine:
        """A machine at the beginning of the program."""
        return Machine(self, self.entry, self.globals, seed=seed, seats=seats, limits=limits)

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
            return _option(machine, decision.options, said.strip())
        try:
            converted(machine, said, decision.expects)
        except Fault as problem:
            raise BadAnswer(problem.message) from None
        return said

    @property
    def asks_seats(self) -> bool:
        """Whether it matters how many play: `seats(…)`, or a question for a number of something."""
        return self.default_seats is not None or any(uses.count for uses in self.uses.values())

    @cached_property
    def tongue(self) -> Tongue:
        """The program as the table knows it."""
        from croupier.script.ahod.at_table import AtTable

        return AtTable(self)

    @cached_property
    def rules(self) -> list[Rule]:
        """The pieces of which is counted what becomes of them."""
        return rules(self.program)

    def stated(self, machine: Machine) -> Stated:
        """What the program states by the names of its helpers."""
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

    def answer_of(self, machine: Machine, options: Sequence[Any], number: int) -> str:
        """What somebody would type to choose an option."""
        return str(number) if _numbered(options) else text(machine, options[number])

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


def _numbered(options: Sequence[Any]) -> bool:
    """Whether options are answered by their number: two objects may have the same text."""
    return any(type(option) is Thing for option in options)


def _option(machine: Machine, options: tuple[Any, ...], said: str) -> Any:
    """The option with this text; objects are numbered."""
    numbered = _numbered(options)
    if numbered and said.isascii() and said.isdecimal() and int(said[:9]) < len(options):
        return options[int(said[:9])]
    for option in options:
        if text(machine, option) == said:
            return option
    shown_options = (
        f"0 to {len(options) - 1}"
        if numbered
        else ", ".join(shown(machine, option) for option in options[:20])
    )
    raise BadAnswer(f"'{said[:60]}' is not among the options: {shown_options}")
