"""The instructions that call functions and methods, and those for captured variables and fields of `this`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from croupier.script.cardigan.builtins import output
from croupier.script.cardigan.kinds import article
from croupier.script.cardigan.piles import SORTING, call_method, check_key, method_named, sort_by
from croupier.script.cardigan.values import Code, is_struct, kind_of, pile_of, set_field
from croupier.script.compiling import DONE, Body, Entry, unset
from croupier.script.heap import UNSET, Thing
from croupier.script.machine import Fault, Machine, Routine
from croupier.script.operations import Operation

CELL = "v"
"""The field of a captured variable that holds its value."""
Called = tuple[Routine | None, Any]
"""A routine with the values for it, or None with a result."""


def resolved(
    machine: Machine, function: Any, arguments: Sequence[Any], this: Any = UNSET
) -> tuple[Routine, list[Any]]:
    """The routine of a function that is a value, with the values for it."""
    code = function if type(function) is Code else function.kind if type(function) is Thing else None
    if type(code) is not Code:
        raise Fault("R403", f"{article(kind_of(function))} cannot be called")
    if len(arguments) != code.parameters:
        raise Fault("R403", f"{code.name} takes {code.parameters}, got {len(arguments)}")
    values = [*arguments, this] if code.member else list(arguments)
    if type(function) is Thing:
        values += machine.fields(function).values()
    return code.routine, values


def _code(machine: Machine, argument: tuple[Code, int], *values: Any) -> Called:
    return argument[0].routine, values


def _inline_code(body: Body, operands: list[Entry], argument: tuple[Code, int]) -> Entry:
    texts = ["m", f"{body.depth} + 1", *(entry.text for entry in operands)]
    return body.new(f"r{argument[0].routine.number}({', '.join(texts)})")


call_code = Operation("call_code", "call", _code, lambda argument: argument[1], inline=_inline_code)
"""Calls a function that is known, with as many arguments as it has parameters."""


def _value(machine: Machine, count: int, function: Any, *arguments: Any) -> Called:
    return resolved(machine, function, arguments)


call_value = Operation("call_value", "call", _value, lambda count: count + 1)
"""Calls what lies below the arguments."""


def _own(
    machine: Machine, argument: tuple[int, bool, str, int], this: Any, function: Any, *arguments: Any
) -> Called:
    own = this is not UNSET and machine.fields(this).get(argument[2]) is function
    return resolved(machine, function, arguments, this if own else UNSET)


def _with_this(body: Body, argument: tuple[int, bool, str, int]) -> str:
    """The text that reads `this`, which may be captured by a lambda."""
    name = body.local(argument[0])
    return f"H[{name}.f][{CELL!r}]" if argument[1] else name


call_own = Operation("call_own", "call", _own, lambda argument: argument[3] + 2)
"""``f(…)`` in a member function, where f may be another member of `this`, which lies lowest."""


def _load_this(body: Body, _: list[Entry], argument: tuple[int, bool]) -> Entry:
    return body.new(_with_this(body, (*argument, "", 0)))


load_this = Operation("load_this", "value", None, 0, inline=_load_this)
"""Pushes `this`, which may have no value."""


def _named(machine: Machine, argument: tuple[str, int], base: Any, *arguments: Any) -> Called:
    """``x.name(…)``: a member of a struct, or a method."""
    name = argument[0]
    if type(base) is Thing and base.i is None and is_struct(base):
        fields = machine.H[base.f]
        if name in fields:
            return resolved(machine, fields[name], arguments, base)
    if name == "sort" and arguments:
        pile = pile_of(machine, base)
        if pile is not None:
            return _sorted(machine, base, pile, arguments[0])
    return None, call_method(machine, base, name, arguments)


def _sorted(machine: Machine, base: Any, pile: Thing, key: Any) -> Called:
    """Sort by a key: at once, unless the function can ask."""
    check_key(machine, pile, key)
    items = tuple(machine.items(pile))
    if (key if type(key) is Code else key.kind).routine.asks:
        return SORTING, [base, key, items, ()]
    if not items:
        return None, base
    routine, (_, *rest) = resolved(machine, key, [items[0]])
    function, depth = machine.code[routine.number], _depth(machine)
    keys = [function(machine, depth, item, *rest) for item in items]
    return None, sort_by(machine, base, items, keys)


def _depth(machine: Machine) -> int:
    return len(machine.frames) + 1


def _inline_named(body: Body, operands: list[Entry], argument: tuple[str, int]) -> Entry | None:
    """A method of a collection is called at once."""
    name = argument[0]
    if body.program.flow.of(call_named, argument).unknown:
        return None
    base, *texts = (entry.text for entry in operands)
    slow = f"{body.bind(_method, 'f')}({', '.join(['m', repr(name), base, *texts])})"
    method = method_named(name, len(texts))
    if method is None:
        return body.new(slow)
    values = "".join(f"{text}, " for text in texts)
    quick = f"{body.bind(method, 'f')}(m, {base}, {base}, ({values}))"
    test = f"type({base}) is {body.bind(Thing)} and {base}.kind == 'collection'"
    return body.new(f"{quick} if {test} else {slow}")


def _method(machine: Machine, name: str, base: Any, *arguments: Any) -> Any:
    """A method whose name no struct of the text has; one may have got it by an index."""
    routine, found = _named(machine, (name, len(arguments)), base, *arguments)
    if routine is None:
        return found
    if routine.asks:
        raise Fault("R403", f"'{name}' of this struct asks, and cannot be called by the name of a method")
    return machine.code[routine.number](machine, _depth(machine), *found)


call_named = Operation("call_named", "call", _named, lambda argument: argument[1] + 1, inline=_inline_named)
"""``x.name(…)``."""
do_named = Operation(
    "do_named", "call", _named, lambda argument: argument[1] + 1, gives=False, inline=_inline_named
)
"""``x.name(…)`` as a statement: the result is not kept."""


def _library(machine: Machine, *given: Any) -> Any:
    *arguments, (function, _) = given
    return function(machine, arguments)


def _inline_library(
    body: Body, operands: list[Entry], argument: tuple[Callable[[Machine, list[Any]], Any], int]
) -> Entry:
    """A function of the library is known; what it prints is said by this activation."""
    texts = ["m", f"[{', '.join(entry.text for entry in operands)}]"]
    if argument[0] is output and body.framed:
        texts.append(f"(F.number, {body.pc})")
    return body.new(f"{body.bind(argument[0], 'f')}({', '.join(texts)})")


call_library = Operation(
    "call_library", "value", _library, lambda argument: argument[1], takes=True, inline=_inline_library
)
"""Calls a function of the library."""
do_library = Operation(
    "do_library",
    "value",
    _library,
    lambda argument: argument[1],
    gives=False,
    takes=True,
    inline=_inline_library,
)
"""Calls a function of the library as a statement."""


def _inline_closure(body: Body, _: list[Entry], argument: tuple[Code, tuple[int, ...]]) -> Entry:
    cells = ", ".join(f"'{n}': {body.local(slot)}" for n, slot in enumerate(argument[1]))
    body.line("m.charge(8)")
    return body.new(f"m.thing({body.bind(argument[0])}, {{{cells}}})")


make_closure = Operation("make_closure", "value", None, 0, inline=_inline_closure)
"""A lambda with the variables that it captures."""


def _inline_box(body: Body, _: list[Entry], slot: int) -> Entry:
    name = body.local(slot)
    body.freeze(slot)
    body.line("m.charge(4)")
    body.line(f"{name} = m.thing('cell', {{{CELL!r}: {name}}})")
    return DONE


box = Operation("box", "value", None, 0, gives=False, inline=_inline_box)
"""A variable that a lambda captures moves to the cells."""


def _inline_load_cell(body: Body, _: list[Entry], slot: int) -> Entry:
    found = body.new(f"H[{body.local(slot)}.f][{CELL!r}]")
    body.line(f"if {found.text} is UNSET: {body.bind(unset, 'f')}({body.routine.names[slot]!r})")
    return found


load_cell = Operation("load_cell", "value", None, 0, inline=_inline_load_cell)
"""Pushes a captured variable."""


def _inline_store_cell(body: Body, operands: list[Entry], slot: int) -> Entry:
    body.line(f"m.own({body.local(slot)}.f)[{CELL!r}] = {operands[0].text}")
    return DONE


store_cell = Operation("store_cell", "value", None, 1, gives=False, inline=_inline_store_cell)
"""Pops into a captured variable."""


def _inline_load_member(body: Body, at: int, argument: tuple[int, bool, str, int]) -> int:
    body.freeze()
    this = body.new(_with_this(body, argument)).text
    test = f"({this} is UNSET or {argument[2]!r} not in H[{this}.f])"
    return body.condition(at, test, argument[3], otherwise=f"H[{this}.f][{argument[2]!r}]")


def _inline_store_member(body: Body, at: int, argument: tuple[int, bool, str, int]) -> int:
    body.freeze()
    this = body.new(_with_this(body, argument)).text
    test = f"({this} is UNSET or {argument[2]!r} not in H[{this}.f])"
    new = body.stack[-1].text
    done = f"{body.bind(set_field, 'f')}(m, {this}, {argument[2]!r}, {new})"
    return body.condition(at, test, argument[3], doing=done)


load_member = Operation("load_member", "member", None, 0, inline=_inline_load_member)
"""Pushes a field of `this` and goes on elsewhere, if there is such a field."""
store_member = Operation("store_member", "member", None, 0, gives=False, inline=_inline_store_member)
"""Pops into a field of `this` and goes on elsewhere, if there is such a field."""


def _inline_no_variable(body: Body, _: list[Entry], name: str) -> Entry:
    body.fault(Fault("R405", f"there is no field '{name}' here, and no variable of that name"))
    return DONE


no_variable = Operation("no_variable", "value", None, 0, gives=False, inline=_inline_no_variable)
"""The name is a field only, and `this` has no such field."""
