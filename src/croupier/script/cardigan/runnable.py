"""A program for the machine, with all that the machine, the commands and the table ask the language for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.game.counting import Rule
from croupier.script.cardigan.asking import answer_of, ask, read_answer, strategy_of
from croupier.script.cardigan.calling import resolved
from croupier.script.cardigan.instructions import field_names, instruction, routines
from croupier.script.cardigan.operations import jump_unless
from croupier.script.cardigan.piles import sorting
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.rules import rules
from croupier.script.cardigan.stating import stated
from croupier.script.cardigan.values import Code, collection, equal, items_of, text, truth
from croupier.script.compiling import Compiled
from croupier.script.flow import Flow
from croupier.script.heap import UNSET, Thing
from croupier.script.machine import Decision, Limits, Machine, Routine
from croupier.script.operations import Operation
from croupier.script.stated import Stated, chosen, consult
from croupier.script.uses import Site, Uses

if TYPE_CHECKING:
    from croupier.script.as_game.tongue import Tongue


@dataclass(frozen=True)
class Runnable:
    """A program that the machine can run."""

    entry: Routine
    globals: list[str]
    uses: Mapping[Site, Uses] = field(default_factory=dict)
    """What is done with the answer to each question."""
    program: Program | None = None
    questions: frozenset[int] = frozenset()
    """The nodes that ask, by their identity."""
    default_seats: int | None = None
    """A program has no number of players of its own."""
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
        return routines(self.entry)

    @cached_property
    def flow(self) -> Flow:
        """The instructions as a graph."""
        return Flow(self.routines, partial(instruction, field_names(self.routines)))

    @cached_property
    def code(self) -> Compiled:
        """The functions of the program."""
        self.entry.asks = True
        return Compiled(self.routines, self.flow, truth, [sorting])

    def expired(self, machine: Machine, timer: Thing) -> None:
        """There are no timers."""

    def read_answer(self, machine: Machine, decision: Decision, said: str) -> Any:
        """The value that an answer stands for."""
        return read_answer(machine, decision, said)

    @property
    def asks_seats(self) -> bool:
        """Whether there is a question for a number of something."""
        return any(uses.count for uses in self.uses.values())

    @cached_property
    def tongue(self) -> Tongue:
        """The program as the table knows it."""
        from croupier.script.cardigan.at_table import AtTable

        return AtTable(self)

    @cached_property
    def rules(self) -> list[Rule]:
        """The pieces of which is counted what becomes of them."""
        assert self.program is not None
        return rules(self.program, self.questions)

    def stated(self, machine: Machine) -> Stated:
        """What a global struct made from `Game` states."""
        return stated(machine)

    def consult(
        self, machine: Machine, function: Any, *arguments: Any, this: Any = UNSET, what: str = ""
    ) -> Any:
        """What a function says, without anything else happening."""
        code = function if type(function) is Code else function.kind
        routine, values = resolved(machine, function, arguments, this)
        return consult(machine, routine, values, what or code.name)

    def strategy(self, machine: Machine, player: Any) -> Any:
        """The function by which a player answers for itself; None if there is none."""
        return strategy_of(machine, player)

    def choose(self, fork: Machine, player: Any, options: Sequence[Any]) -> int:
        """Which option the strategy of a player takes; the fork is used up."""
        offered = collection(fork, list(options))
        said = self.consult(fork, self.strategy(fork, player), offered, this=player, what="the strategy")
        return chosen(said, options, partial(equal, fork), partial(text, fork))

    def answer_of(self, machine: Machine, options: Sequence[Any], number: int) -> str:
        """What somebody would type to choose an option."""
        return answer_of(machine, options, number)

    def is_player(self, value: Any) -> bool:
        """Whether a value is a player."""
        return type(value) is Thing and value.kind == "Player"

    def items(self, machine: Machine, value: Any) -> list[Any] | None:
        """The elements of a collection, or of the cards of a deck or hand."""
        items = items_of(machine, value)
        return None if items is None else list(items)

    def truth(self, machine: Machine, value: Any) -> bool:
        """Whether a value holds as a condition."""
        return truth(machine, value)

    def text(self, machine: Machine, value: Any) -> str:
        """A value as OUTPUT prints it."""
        return text(machine, value)
