"""The instructions that call functions and methods, and those for captured variables and fields of `this`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.script.cardigan.kinds import article
from croupier.script.cardigan.piles import begin_sort, call_method
from croupier.script.cardigan.values import Code, is_struct, items_of, kind_of, set_field
from croupier.script.heap import UNSET, Thing
from croupier.script.machine import Fault, Frame, Machine

CELL = "v"
"""The field of a captured variable that holds its value."""


def begin_call(
    machine: Machine, function: Any, arguments: list[Any], this: Any = UNSET, keep: bool = True
) -> None:
    """Call a function that is a value."""
    code = function if type(function) is Code else function.kind if type(function) is Thing else None
    if type(code) is not Code:
        raise Fault("R403", f"{article(kind_of(function))} cannot be called")
    if len(arguments) != code.parameters:
        raise Fault("R403", f"{code.name} takes {code.parameters}, got {len(arguments)}")
    if code.member:
        arguments.append(this)
    if type(function) is Thing:
        arguments += function.fields.values()
    machine.push(code.routine, arguments, keep)


def _taken(frame: Frame, count: int) -> list[Any]:
    stack = frame.stack
    arguments = stack[len(stack) - count :]
    del stack[len(stack) - count :]
    return arguments


def call_code(machine: Machine, frame: Frame, argument: tuple[Code, int]) -> None:
    """Call a function that is known, with as many arguments as it has parameters."""
    machine.push(argument[0].routine, _taken(frame, argument[1]))


def call_value(machine: Machine, frame: Frame, count: int) -> None:
    """Call what lies below the arguments."""
    arguments = _taken(frame, count)
    begin_call(machine, frame.stack.pop(), arguments)


def call_own(machine: Machine, frame: Frame, argument: tuple[int, bool, str, int]) -> None:
    """``f(…)`` in a member function, where f may be another member of `this`."""
    arguments = _taken(frame, argument[3])
    function = frame.stack.pop()
    this = _this(frame, argument)
    own = this is not UNSET and this.fields.get(argument[2]) is function
    begin_call(machine, function, arguments, this if own else UNSET)


def call_named(machine: Machine, frame: Frame, argument: tuple[str, int]) -> None:
    """``x.name(…)``: a member of a struct, or a method."""
    result = _named(machine, frame, argument, keep=True)
    if result is not UNSET:
        frame.stack.append(result)


def do_named(machine: Machine, frame: Frame, argument: tuple[str, int]) -> None:
    """``x.name(…)`` as a statement: the result is not kept."""
    _named(machine, frame, argument, keep=False)


def _named(machine: Machine, frame: Frame, argument: tuple[str, int], keep: bool) -> Any:
    """The result of a method, or UNSET if a frame will give it."""
    name, count = argument
    stack = frame.stack
    if count:
        arguments = stack[-count:]
        del stack[-count:]
    else:
        arguments = []
    base = stack.pop()
    if type(base) is Thing and base.items is None and name in base.fields and is_struct(base):
        begin_call(machine, base.fields[name], arguments, base, keep)
        return UNSET
    if name == "sort" and arguments:
        items = items_of(base)
        if items is not None:
            begin_sort(machine, base, items, arguments[0], keep)
            return UNSET
    return call_method(machine, base, name, arguments)


def call_library(
    machine: Machine, frame: Frame, argument: tuple[Callable[[Machine, list[Any]], Any], int]
) -> None:
    """Call a function of the library."""
    frame.stack.append(argument[0](machine, _taken(frame, argument[1])))


def do_library(
    machine: Machine, frame: Frame, argument: tuple[Callable[[Machine, list[Any]], Any], int]
) -> None:
    """Call a function of the library as a statement."""
    argument[0](machine, _taken(frame, argument[1]))


def make_closure(machine: Machine, frame: Frame, argument: tuple[Code, tuple[int, ...]]) -> None:
    """A lambda with the variables that it captures."""
    machine.charge(8)
    cells = {str(n): frame.locals[slot] for n, slot in enumerate(argument[1])}
    frame.stack.append(Thing(argument[0], cells))


def box(machine: Machine, frame: Frame, slot: int) -> None:
    """A variable that a lambda captures moves to the heap."""
    machine.charge(4)
    frame.locals[slot] = Thing("cell", {CELL: frame.locals[slot]})


def load_cell(machine: Machine, frame: Frame, slot: int) -> None:
    """Push a captured variable."""
    value = frame.locals[slot].fields[CELL]
    if value is UNSET:
        raise Fault("R406", f"'{frame.routine.names[slot]}' is read before anything was assigned to it")
    frame.stack.append(value)


def store_cell(machine: Machine, frame: Frame, slot: int) -> None:
    """Pop into a captured variable."""
    frame.locals[slot].fields[CELL] = frame.stack.pop()


def _this(frame: Frame, argument: tuple[int, bool, str, int]) -> Any:
    this = frame.locals[argument[0]]
    return this.fields[CELL] if argument[1] else this


def load_member(machine: Machine, frame: Frame, argument: tuple[int, bool, str, int]) -> None:
    """Push a field of `this` and go on elsewhere, if there is such a field."""
    this = _this(frame, argument)
    if this is not UNSET and argument[2] in this.fields:
        frame.stack.append(this.fields[argument[2]])
        frame.pc = argument[3]


def store_member(machine: Machine, frame: Frame, argument: tuple[int, bool, str, int]) -> None:
    """Pop into a field of `this` and go on elsewhere, if there is such a field."""
    this = _this(frame, argument)
    if this is not UNSET and argument[2] in this.fields:
        set_field(this, argument[2], frame.stack.pop())
        frame.pc = argument[3]


def no_variable(machine: Machine, frame: Frame, name: str) -> None:
    """The name is a field only, and `this` has no such field."""
    raise Fault("R405", f"there is no field '{name}' here, and no variable of that name")
