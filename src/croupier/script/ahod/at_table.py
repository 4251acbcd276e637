"""What the table has to know of AHOD: who plays, which piles are hidden, what an instruction needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from croupier.script import operations as common
from croupier.script.ahod import operations as op
from croupier.script.ahod.builtins import ACTION_NAMES, TWINS
from croupier.script.ahod.calls import (
    Handlers,
    Site,
    call_function,
    call_helper,
    call_method,
    construct,
    perform,
)
from croupier.script.ahod.inline import WAYS
from croupier.script.ahod.kinds import PRIMITIVES, Kind
from croupier.script.ahod.values import elements, text
from croupier.script.as_game.common import BaseTongue, collections_in_order
from croupier.script.as_game.flow import PLAIN, Flow, Instruction
from croupier.script.as_game.probe import Probe, Use, compared, summed
from croupier.script.heap import Duration, Thing
from croupier.script.machine import Fault, Frame, Machine, Operation, Routine

if TYPE_CHECKING:
    from croupier.script.ahod.runnable import Runnable

_CURRENT = "current_player"
_ORDERS = ("<", ">", "<=", ">=")
_COMPARING = {
    op.BINARY[name]: name if name in _ORDERS else None for name in ("==", "!=", "is", "is not", *_ORDERS)
}
_LOOKING = frozenset(op.BINARY[name] for name in ("in", "not in"))
_SUMS = {op.BINARY["+"]: 1, op.BINARY["-"]: -1}
_TAKING = frozenset(("POP", "pop"))
_STATE = frozenset(
    (common.store, common.store_global, common.drop, common.jump, common.give_back, common.load)
)


class AtTable(BaseTongue):
    """A program of AHOD at the table."""

    top = 0

    def __init__(self, runnable: Runnable) -> None:
        super().__init__(runnable)
        self.runnable = runnable

    @cached_property
    def _receiving(self) -> set[int]:
        """The ACTIONS that have a receiver, by the identity of their routines."""
        found = set()
        for handlers in self.runnable.handlers.values():
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
            items = held.items if type(held) is Thing else None
            if not items or not all(map(self.is_player, items)):
                continue
            if player is None or any(item is player for item in items):
                return list(dict.fromkeys(items))
        return [] if player is None else [player]

    def pile(self, value: Any) -> list[Any] | None:
        """The elements of a collection."""
        return value.items if type(value) is Thing else None

    def is_stack(self, value: Any) -> bool:
        """Stacks, and whatever is called a deck."""
        return type(value) is Thing and value.items is not None and not value.kind.names.isdisjoint(_STACKS)

    def is_hand(self, value: Any) -> bool:
        """Whatever is called a hand."""
        return type(value) is Thing and value.items is not None and "Hand" in value.kind.names

    def sort_of(self, value: Any) -> str | None:
        """Objects that are no players and hold nothing are cards; so are plain values in a pile."""
        if type(value) is not Thing:
            return None if value is None else type(value).__name__
        kind: Kind = value.kind
        return None if value.items is not None or kind.timer or "Actor" in kind.names else kind.name

    def label(self, value: Any) -> str:
        """What a card is: the plain values of its attributes."""
        if type(value) is not Thing or value.items is not None:
            return text(value)
        plain = [held for held in value.fields.values() if type(held) in (int, float, str)]
        return " ".join(map(text, plain)) or text(value)

    def answer(self, value: Any, options: Sequence[Any] | None) -> str:
        """Objects are answered by their number, all else by its text."""
        if options is not None and any(type(o) is Thing for o in options):
            return str(next(n for n, option in enumerate(options) if option is value))
        return text(value)

    def has_attribute(self, thing: Thing, attribute: str | int) -> Any:
        """A stored attribute by its name."""
        return thing.fields.get(attribute) if isinstance(attribute, str) else None

    def numbers(self, value: Any) -> float | None:
        """A number as it is."""
        if type(value) is Duration:
            return float(value.ms)
        return float(value) if type(value) in (int, float, bool) else None

    @cached_property
    def routines(self) -> list[Routine]:
        """All routines of the program."""
        found: dict[int, Routine] = {}
        todo: list[Any] = [
            self.runnable.entry,
            *self.runnable.kinds.values(),
            *self.runnable.handlers.values(),
        ]
        while todo:
            it = todo.pop()
            if isinstance(it, Routine) and id(it) not in found:
                found[id(it)] = it
                for _, argument in it.ops:
                    todo += argument if isinstance(argument, tuple) else (argument,)
            elif isinstance(it, Kind):
                todo += [*it.computed.values(), it.constructor]
            elif isinstance(it, Handlers):
                todo += [it.bare, *(r for _, r in it.instances)]
                todo += [r for entries in it.typed.values() for _, r in entries]
        return list(found.values())

    @cached_property
    def flow(self) -> Flow:
        """The instructions as a graph."""
        return Flow(self.routines, self._instruction, (op.BINARY["=="], op.jump_unless), WAYS)

    def _instruction(self, operation: Any, argument: Any) -> Instruction:
        """What an instruction of AHOD may do."""
        if operation in (op.jump_if, op.jump_unless):
            return Instruction((argument,))
        if operation is op.ask:
            return Instruction(asks=True)
        if operation in (op.put, op.set_item):
            return Instruction(effect=True)
        if operation is op.check_parameter:
            return Instruction(reads=(argument[0],))
        if operation is op.make:
            return Instruction(reads=(argument.rest,), writes=(argument.self_slot,))
        if operation is op.initialise:
            return Instruction(reads=(argument[0],))
        if operation is call_helper:
            return Instruction(calls=(argument[0],))
        if operation is call_function:
            return Instruction(effect=argument[0].name == "random")
        if operation is construct:
            made = argument[0].constructor
            return PLAIN if made is None else Instruction(calls=(made,))
        if operation is perform:
            return self._performed(argument)
        if operation is call_method:
            return self._method(argument.name)
        return PLAIN

    def _performed(self, site: Site) -> Instruction:
        handlers = site.handlers
        found: list[Routine] = []
        if handlers is not None:
            found += [handlers.bare] if handlers.bare is not None else []
            found += [routine for _, routine in handlers.instances]
            found += [routine for entries in handlers.typed.values() for _, routine in entries]
        return Instruction(calls=tuple(found), effect=site.name in ACTION_NAMES and not found)

    def _method(self, name: str) -> Instruction:
        found = tuple(kind.computed[name] for kind in self.runnable.kinds.values() if name in kind.computed)
        changes = name in TWINS or name == "shuffled"
        return Instruction(calls=found, effect=changes and not found)

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
        return (arg for routine in self.routines for operation, arg in routine.ops if operation is op.put)

    def computed_winner(self, machine: Machine, player: Thing) -> Any:
        """What the computed attribute `winner()` of a player says; None if there is none."""
        routine = player.kind.computed.get("winner")
        if routine is None or routine.parameters:
            return None
        return self.consult(machine, routine, player)

    def use(self, operation: Callable[..., None], argument: Any, frame: Frame) -> Use | None:
        """What an instruction would do with a probe."""
        stack = frame.stack
        if operation in _STATE:
            return None
        if operation is op.check_parameter:
            return Use("pass") if type(frame.locals[argument[0]]) is Probe else None
        top = stack[-1] if stack else None
        if operation is op.convert:
            return Use("pass") if type(top) is Probe else None
        if operation in _COMPARING:
            return compared(stack, _COMPARING[operation])
        if operation in _LOOKING:
            return _looked(stack)
        if operation in _SUMS:
            return summed(stack, _SUMS[operation])
        if operation in (op.jump_if, op.jump_unless, op.as_bool, op.negate):
            return Use("fork", 1) if type(top) is Probe else None
        if operation is op.item:
            return _indexed(stack, stack[-2]) if type(top) is Probe else None
        if operation in (perform, call_method):
            if argument.name in _TAKING and argument.count == 1 and type(top) is Probe:
                return _indexed(stack, stack[-2])
            return None
        if operation is call_function and argument[0].name in PRIMITIVES:
            return Use("pass") if type(top) is Probe else None
        return None


_STACKS = frozenset(("Stack", "Deck"))


def _looked(stack: list[Any]) -> Use | None:
    if type(stack[-2]) is not Probe:
        return None
    try:
        return Use("among", 2, items=list(elements(stack[-1], "look into"))[:1000])
    except Fault:
        return Use("end")


def _indexed(stack: list[Any], collection: Any) -> Use:
    try:
        return Use("index", of=stack[-1], items=elements(collection, "index"), value=collection)
    except Fault:
        return Use("end")


__all__ = ["AtTable", "Operation"]
