"""What the table has to know of Cardigan: who plays, which piles are hidden, what an instruction needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from croupier.script import operations as common
from croupier.script.as_game.common import BaseTongue, collections_in_order
from croupier.script.as_game.flow import PLAIN, Flow, Instruction
from croupier.script.as_game.probe import Probe, Use, compared, summed
from croupier.script.cardigan import arithmetic, calling
from croupier.script.cardigan import operations as ops
from croupier.script.cardigan.asking import ask, asked
from croupier.script.cardigan.builtins import FUNCTIONS
from croupier.script.cardigan.names import COMMON, METHODS
from croupier.script.cardigan.values import BLANK, Card, Code, is_struct, items_of, text
from croupier.script.heap import Thing
from croupier.script.machine import Frame, Machine, Routine

if TYPE_CHECKING:
    from croupier.script.cardigan.runnable import Runnable

_TAKING = frozenset(("take", "remove"))
_CHANGING = frozenset(METHODS) - {"peek", "size", "show", "contains", "find"}
_CASTS = tuple(FUNCTIONS[name] for name in ("int", "float", "bool", "string"))
_COMPARING: dict[Any, str | None] = {op: name for name, op in arithmetic.COMPARISONS.items()}
_COMPARING[arithmetic.equals] = None
_SUMS = {arithmetic.plus: 1, arithmetic.minus: -1}
_STATE = frozenset(
    (common.store, common.store_global, common.drop, common.jump, common.give_back, common.load)
)
_KEEPING = frozenset((ops.check_kind, ops.keep_local, ops.keep_global))


class AtTable(BaseTongue):
    """A program of Cardigan at the table."""

    top = -1

    def __init__(self, runnable: Runnable) -> None:
        super().__init__(runnable)
        self.runnable = runnable

    def decider(self, machine: Machine) -> Any:
        """The innermost visible player; else the one of `players` that a global variable points to."""
        found = asked(machine)
        if found is not None:
            return found
        players = items_of(machine.global_value("players"))
        place = machine.global_value(self._pointer) if self._pointer else None
        if players and type(place) is int and 0 <= place < len(players) and self.is_player(players[place]):
            return players[place]
        return None

    @cached_property
    def _pointer(self) -> str:
        """The global variable of the last `players[…]` in the program."""
        names = self.runnable.globals
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
            items = items_of(held)
            if not items or not all(map(self.is_player, items)):
                continue
            if player is None or any(item is player for item in items):
                return _by_id(list({id(item): item for item in items}.values()))
        return [] if player is None else [player]

    def pile(self, value: Any) -> list[Any] | None:
        """The elements of a collection, deck or hand."""
        return items_of(value)

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

    def look(self, value: Any, *, loose: bool = False) -> tuple[tuple[str, str], ...] | None:
        """The attributes of a card by their labels, or by their places where it has none."""
        if type(value) is not Card:
            return super().look(value, loose=loose)
        keys = (*value.labels, *(f"#{n + 1}" for n in range(len(value.labels), len(value.names))))
        return tuple((key, self.text(name)) for key, name in zip(keys, value.names, strict=False))

    def label(self, value: Any) -> str:
        """A value as it is printed."""
        return text(value)

    def answer(self, value: Any, options: Sequence[Any] | None) -> str:
        """Things and cards are answered by their number, all else by its text."""
        if options is not None and any(type(o) in (Thing, Card) for o in options):
            return str(next(n for n, option in enumerate(options) if option is value))
        return text(value)

    def has_attribute(self, thing: Any, attribute: str | int) -> Any:
        """A field of a struct, or an attribute of a card by label or place."""
        if type(thing) is Card:
            if isinstance(attribute, int):
                return thing.names[attribute] if 0 <= attribute < len(thing.names) else None
            return thing.attributes.get(attribute)
        return thing.fields.get(attribute) if is_struct(thing) and isinstance(attribute, str) else None

    def numbers(self, value: Any) -> float | None:
        """A number as it is."""
        return float(value) if type(value) in (int, float, bool) else None

    def is_nobody(self, value: Any) -> bool:
        """A blank struct is nobody yet."""
        return value is None or (is_struct(value) and BLANK in value.fields)

    @cached_property
    def routines(self) -> list[Routine]:
        """All routines of the program."""
        found: dict[int, Routine] = {}
        todo: list[Any] = [self.runnable.entry]
        while todo:
            it = todo.pop()
            if isinstance(it, Routine) and id(it) not in found:
                found[id(it)] = it
                for _, argument in it.ops:
                    todo += argument if isinstance(argument, tuple) else (argument,)
            elif type(it) is Code:
                todo.append(it.routine)
        return list(found.values())

    @cached_property
    def flow(self) -> Flow:
        """The instructions as a graph."""
        return Flow(self.routines, _instruction, (arithmetic.equals, ops.jump_unless))

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

    def use(self, operation: Callable[..., None], argument: Any, frame: Frame) -> Use | None:
        """What an instruction would do with a probe."""
        stack = frame.stack
        if operation in _STATE:
            return None
        top = stack[-1] if stack else None
        if operation in _KEEPING:
            return Use("pass") if type(top) is Probe else None
        if operation in _COMPARING:
            return compared(stack, _COMPARING[operation])
        if operation is arithmetic.contained:
            if type(stack[-2]) is not Probe:
                return None
            items = items_of(stack[-1])
            return Use("end") if items is None else Use("among", 2, items=items[:1000])
        if operation in _SUMS:
            return summed(stack, _SUMS[operation])
        if operation is arithmetic.negate and type(top) is Probe:
            return Use("value", 1, Probe(-top.scale, -top.offset))
        if operation in (ops.jump_if, ops.jump_unless, arithmetic.as_bool, arithmetic.invert):
            return Use("fork", 1) if type(top) is Probe else None
        if operation is ops.index:
            return _indexed(stack) if type(top) is Probe else None
        if operation in (calling.call_named, calling.do_named):
            name, count = argument
            return _indexed(stack) if count == 1 and name in _TAKING and type(top) is Probe else None
        if operation in (calling.call_library, calling.do_library) and argument[0] in _CASTS:
            return Use("pass") if type(top) is Probe else None
        return None


def _instruction(operation: Any, argument: Any) -> Instruction:
    """What an instruction of Cardigan may do."""
    if operation in (ops.jump_if, ops.jump_unless):
        return Instruction((argument,))
    if operation is ask:
        return Instruction(asks=True)
    if operation in (ops.store_field, ops.store_index, calling.store_member):
        return Instruction(effect=True)
    if operation is calling.load_member:
        return Instruction((argument[3],), reads=(argument[0],))
    if operation is calling.call_code:
        return Instruction(calls=(argument[0].routine,))
    if operation in (calling.call_value, calling.call_own):
        return Instruction(unknown=True)
    if operation in (calling.call_named, calling.do_named):
        name = argument[0]
        return Instruction(effect=name in _CHANGING, unknown=name not in METHODS and name not in COMMON)
    if operation in (calling.call_library, calling.do_library):
        return Instruction(effect=argument[0] is FUNCTIONS["random"])
    if operation in (ops.load_field, ops.keep_local):
        return Instruction(reads=(argument[0],))
    if operation in (calling.load_cell, calling.store_cell, calling.box):
        return Instruction(reads=(argument,))
    if operation is calling.make_closure:
        return Instruction(reads=tuple(argument[1]))
    return PLAIN


def _indexed(stack: list[Any]) -> Use:
    items: Any = items_of(stack[-2])
    if items is None and type(stack[-2]) is Thing:
        items = stack[-2].items
    return Use("end") if items is None else Use("index", of=stack[-1], items=items, value=stack[-2])


def _by_id(players: list[Thing]) -> list[Thing]:
    """By their `id`, if that is a seat number; else in the order in which they stand."""
    ids = [player.fields.get("id") for player in players]
    if all(type(i) is int for i in ids) and set(ids) == set(range(len(players))):
        return sorted(players, key=lambda player: player.fields["id"])
    return players
