"""A program of Cardigan for the machine and the table: who plays, which piles are hidden, what is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, ClassVar

from croupier.game.counting import Rule
from croupier.script import operations as common
from croupier.script.as_game.script_program import ScriptProgram, collections_in_order
from croupier.script.cardigan import calling
from croupier.script.cardigan import operations as ops
from croupier.script.cardigan.asking import ask, asked, is_numbered, strategy_of
from croupier.script.cardigan.builtins import FUNCTIONS, converted
from croupier.script.cardigan.calling import resolved
from croupier.script.cardigan.instructions import field_names, instruction, routines
from croupier.script.cardigan.operations import jump_unless
from croupier.script.cardigan.piles import sorting
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.rules import rules
from croupier.script.cardigan.stating import stated
from croupier.script.cardigan.values import (
    BLANK,
    Card,
    Code,
    collection,
    equal,
    is_struct,
    items_of,
    pile_of,
    text,
    truth,
)
from croupier.script.compiling import Compiled
from croupier.script.flow import Flow
from croupier.script.heap import UNSET, Thing
from croupier.script.machine import BadAnswer, Decision, Fault, Machine, Routine
from croupier.script.operations import Operation
from croupier.script.stated import Stated, chosen, consult
from croupier.script.uses import Site, Uses


@dataclass(frozen=True)
class Runnable(ScriptProgram):
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
    question: ClassVar[Operation] = ask
    top: ClassVar[int] = -1

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

    def read_answer(self, machine: Machine, decision: Decision, said: str) -> Any:
        """The option of that text or number, or what the program expects."""
        if decision.options is not None:
            return self.option_named(machine, decision.options, said.strip(), text)
        said = said.strip() if decision.expects != "string" else said
        try:
            return converted(machine, said, decision.expects) if decision.expects != "any" else said
        except Fault as problem:
            raise BadAnswer(problem.message) from None

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

    def is_numbered(self, options: Sequence[Any]) -> bool:
        """Whether there are things or cards among the options."""
        return is_numbered(options)

    def decider(self, machine: Machine) -> Any:
        """The innermost visible player; else the one of `players` that a global variable points to."""
        found = asked(machine)
        if found is not None:
            return found
        players = items_of(machine, machine.global_value("players"))
        place = machine.global_value(self._pointer) if self._pointer else None
        if players and type(place) is int and 0 <= place < len(players) and self.is_player(players[place]):
            return players[place]
        return None

    @cached_property
    def _pointer(self) -> str:
        """The global variable of the last `players[…]` in the program."""
        names = self.globals
        found = ""
        for routine in self.routines:
            for first, second, third in zip(routine.ops, routine.ops[1:], routine.ops[2:], strict=False):
                loads = first[0] is common.load_global and second[0] is common.load_global
                if loads and third[0] is ops.index and names[first[1]] == "players":
                    found = names[second[1]]
        return found

    def company(self, machine: Machine, player: Any) -> list[Thing]:
        """All of `players`, or of the first global collection that has the player in it; by their `id`."""
        for held in (machine.global_value("players"), *collections_in_order(machine)):
            items = items_of(machine, held)
            if not items or not all(map(self.is_player, items)):
                continue
            if player is None or any(item is player for item in items):
                return _by_id(machine, list({id(item): item for item in items}.values()))
        return [] if player is None else [player]

    def pile(self, machine: Machine, value: Any) -> Thing | None:
        """A collection, or the cards of a deck or hand."""
        return pile_of(machine, value)

    def is_stack(self, value: Any) -> bool:
        """Decks."""
        return type(value) is Thing and value.kind == "Deck"

    def is_hand(self, value: Any) -> bool:
        """Hands."""
        return type(value) is Thing and value.kind == "Hand"

    def sort_of(self, value: Any) -> str | None:
        """Cards are exchanged with cards, structs that are no players with such structs."""
        if type(value) is Card:
            return "card"
        if is_struct(value):
            return None if self.is_player(value) else "struct"
        return None if type(value) is Thing or type(value) is Code else type(value).__name__

    def look(
        self, machine: Machine, value: Any, *, loose: bool = False
    ) -> tuple[tuple[str, str], ...] | None:
        """The attributes of a card by their labels, or by their places where it has none."""
        if type(value) is not Card:
            return super().look(machine, value, loose=loose)
        keys = (*value.labels, *(f"#{n + 1}" for n in range(len(value.labels), len(value.names))))
        return tuple((key, text(machine, name)) for key, name in zip(keys, value.names, strict=False))

    def content(self, machine: Machine, card: Any) -> str:
        """Cards know their text."""
        return card.text if type(card) is Card and card.text else text(machine, card)

    def label(self, machine: Machine, value: Any) -> str:
        """A value as it is printed."""
        return text(machine, value)

    def has_attribute(self, machine: Machine, thing: Any, attribute: str | int) -> Any:
        """A field of a struct, or an attribute of a card by label or place."""
        if type(thing) is Card:
            if isinstance(attribute, int):
                return thing.names[attribute] if 0 <= attribute < len(thing.names) else None
            return thing.attributes.get(attribute)
        named = is_struct(thing) and isinstance(attribute, str)
        return machine.fields(thing).get(str(attribute)) if named else None

    def numbers(self, value: Any) -> float | None:
        """A number as it is."""
        return float(value) if type(value) in (int, float, bool) else None

    def is_nobody(self, machine: Machine, value: Any) -> bool:
        """A blank struct is nobody yet."""
        return value is None or (is_struct(value) and BLANK in machine.fields(value))

    @cached_property
    def draws(self) -> bool:
        """Whether it draws anything by chance besides shuffling."""
        return any(
            op in (calling.call_library, calling.do_library) and arg[0] is FUNCTIONS["random"]
            for routine in self.routines
            for op, arg in routine.ops
        )

    def chance_lines(self) -> list[int]:
        """The lines on which something is drawn or shuffled."""
        found = set()
        for routine in self.routines:
            for (operation, argument), span in zip(routine.ops, routine.spans, strict=True):
                named = operation in (calling.call_named, calling.do_named) and argument[0] == "shuffle"
                drawn = operation in (calling.call_library, calling.do_library)
                if named or (drawn and argument[0] is FUNCTIONS["random"]):
                    found.add(span.line)
        return sorted(found)

    def _set_fields(self) -> Iterator[str]:
        for routine in self.routines:
            for operation, argument in routine.ops:
                if operation is ops.store_field:
                    yield argument
                elif operation in (ops.extend_struct, ops.make_struct):
                    yield from (name for name in argument if name is not None)

    def computed_winner(self, machine: Machine, player: Thing) -> Any:
        """There are no computed attributes."""
        return None


def _by_id(machine: Machine, players: list[Thing]) -> list[Thing]:
    """By their `id`, if that is a seat number; else in the order in which they stand."""
    ids = [machine.fields(player).get("id") for player in players]
    if all(type(i) is int for i in ids) and set(ids) == set(range(len(players))):
        return sorted(players, key=lambda player: machine.fields(player)["id"])
    return players
