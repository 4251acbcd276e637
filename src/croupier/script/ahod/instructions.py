"""What the instructions of AHOD may do, and which routines a program has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

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
from croupier.script.ahod.kinds import Kind
from croupier.script.flow import PLAIN, Instruction
from croupier.script.machine import Routine


def routines(
    entry: Routine, kinds: dict[str, Kind], handlers: dict[str, Handlers], helpers: Iterable[Routine]
) -> list[Routine]:
    """All routines of a program; some helpers are only asked from outside."""
    found: dict[int, Routine] = {}
    todo: list[Any] = [entry, *kinds.values(), *handlers.values(), *helpers]
    while todo:
        it = todo.pop()
        if isinstance(it, Routine) and id(it) not in found:
            found[id(it)] = it
            for _, argument in it.ops:
                todo += argument if isinstance(argument, tuple) else (argument,)
        elif isinstance(it, Kind):
            todo += [*it.computed.values(), it.constructor]
        elif isinstance(it, Handlers):
            todo += _handling(it)
    return list(found.values())


def _handling(handlers: Handlers) -> list[Routine]:
    found = [handlers.bare] if handlers.bare is not None else []
    found += [routine for _, routine in handlers.instances]
    return found + [routine for entries in handlers.typed.values() for _, routine in entries]


def instruction(kinds: dict[str, Kind], operation: Any, argument: Any) -> Instruction:
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
        return _performed(argument)
    if operation is call_method:
        return _method(kinds, argument.name)
    return PLAIN


def _performed(site: Site) -> Instruction:
    found = tuple(_handling(site.handlers)) if site.handlers is not None else ()
    return Instruction(calls=found, effect=site.name in ACTION_NAMES)


def _method(kinds: dict[str, Kind], name: str) -> Instruction:
    found = tuple(kind.computed[name] for kind in kinds.values() if name in kind.computed)
    return Instruction(calls=found, effect=name in TWINS or name == "shuffled")
