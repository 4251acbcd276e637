"""What the table has to know of AHOD: who plays, which piles are hidden, what an instruction needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from croupier.script.ahod import operations as op
from croupier.script.ahod.calls import call_function
from croupier.script.ahod.kinds import Kind
from croupier.script.ahod.values import text
from croupier.script.as_game.common import BaseTongue, collections_in_order
from croupier.script.heap import Duration, Thing
from croupier.script.machine import Machine

if TYPE_CHECKING:
    from croupier.script.ahod.runnable import Runnable

_CURRENT = "current_player"
_STACKS = frozenset(("Stack", "Deck"))


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

    def answer(self, machine: Machine, value: Any, options: Sequence[Any] | None) -> str:
        """Objects are answered by their number, all else by its text."""
        if options is not None and any(type(o) is Thing for o in options):
            return str(next(n for n, option in enumerate(options) if option is value))
        return text(machine, value)

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
        return (arg for routine in self.routines for operation, arg in routine.ops if operation is op.put)

    def computed_winner(self, machine: Machine, player: Thing) -> Any:
        """What the computed attribute `winner()` of a player says; None if there is none."""
        routine = player.kind.computed.get("winner")
        if routine is None or routine.parameters:
            return None
        return self.consult(machine, routine, player)
