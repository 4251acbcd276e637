"""What the instructions of Cardigan may do, and which routines a program has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.script import operations as common
from croupier.script.cardigan import calling
from croupier.script.cardigan import operations as ops
from croupier.script.cardigan.asking import ask
from croupier.script.cardigan.builtins import FUNCTIONS
from croupier.script.cardigan.names import COMMON, METHODS
from croupier.script.cardigan.values import Code
from croupier.script.flow import PLAIN, Instruction
from croupier.script.machine import Routine

_CHANGING = frozenset(METHODS) - {"peek", "size", "show", "contains", "find"}


def routines(entry: Routine) -> list[Routine]:
    """All routines of a program."""
    found: dict[int, Routine] = {}
    todo: list[Any] = [entry]
    while todo:
        it = todo.pop()
        if isinstance(it, Routine) and id(it) not in found:
            found[id(it)] = it
            for _, argument in it.ops:
                todo += argument if isinstance(argument, tuple) else (argument,)
        elif type(it) is Code:
            todo.append(it.routine)
    return list(found.values())


def field_names(all_routines: Iterable[Routine]) -> frozenset[str]:
    """The names of all fields into which a program puts something."""
    found: set[str] = set()
    for routine in all_routines:
        for operation, argument in routine.ops:
            if operation is ops.store_field:
                found.add(argument)
            elif operation in (ops.extend_struct, ops.make_struct):
                found.update(name for name in argument if name is not None)
    return frozenset(found)


def instruction(fields: frozenset[str], operation: Any, argument: Any) -> Instruction:
    """What an instruction of Cardigan may do."""
    if operation in (ops.jump_if, ops.jump_unless):
        return Instruction((argument,))
    if operation is ask:
        return Instruction(asks=True)
    if operation in (ops.store_field, ops.store_index):
        return Instruction(effect=True)
    if operation in (calling.load_member, calling.store_member):
        return Instruction((argument[3],), reads=(argument[0],), effect=operation is calling.store_member)
    if operation is calling.load_this:
        return Instruction(reads=(argument[0],))
    if operation is calling.call_code:
        return Instruction(calls=(argument[0].routine,))
    if operation in (calling.call_value, calling.call_own):
        return Instruction(unknown=True)
    if operation in (calling.call_named, calling.do_named):
        name, count = argument
        known = (name in METHODS or name in COMMON) and name not in fields
        return Instruction(effect=name in _CHANGING, unknown=not known or (name == "sort" and count > 0))
    if operation in (calling.call_library, calling.do_library):
        return Instruction(effect=argument[0] in (FUNCTIONS["random"], FUNCTIONS["exit"]))
    if operation in (ops.load_field, ops.keep_local):
        return Instruction(reads=(argument[0],))
    if operation in (calling.load_cell, calling.store_cell, calling.box):
        return Instruction(reads=(argument,))
    if operation is calling.make_closure:
        return Instruction(reads=tuple(argument[1]), values=(argument[0].routine,))
    if operation is common.const and type(argument) is Code:
        return Instruction(values=(argument.routine,))
    return PLAIN
