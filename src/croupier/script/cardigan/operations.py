"""The instructions of Cardigan: those whose meaning depends on its values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from croupier.script.cardigan.builtins import LARGEST, library_thing, numbers
from croupier.script.cardigan.kinds import article
from croupier.script.cardigan.piles import at, begin_sort, call_method, whole
from croupier.script.cardigan.values import (
    BLANK,
    Card,
    Code,
    card_of,
    collection,
    compare,
    copied,
    equal,
    is_function,
    is_struct,
    items_of,
    kind_of,
    set_field,
    text,
    truth,
    tuple_of,
    visible,
)
from croupier.script.heap import UNSET, Cursor, Interval, Thing
from croupier.script.machine import Fault, Frame, Machine, Operation
from croupier.script.operations import load

CELL = "v"
"""The field of a captured variable that holds its value."""


def arithmetic(op: str, compute: Callable[[Any, Any], Any]) -> Operation:
    """An instruction for two numbers."""

    def run(machine: Machine, frame: Frame, _: Any) -> None:
        stack = frame.stack
        right = stack.pop()
        left = stack[-1]
        if type(left) is int and type(right) is int:
            if right == 0 and op in "/%":
                raise Fault("R409", f"{left} {op} 0: nothing can be divided by zero")
            found = compute(left, right)
            if op == "*" and found.bit_length() > LARGEST:
                raise Fault("R411", "a number became too large to be kept")
            stack[-1] = found
            return
        stack[-1] = _mixed(op, compute, left, right)

    return run


def _mixed(op: str, compute: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    if op == "+" and (type(left) is str or type(right) is str):
        return text(left) + text(right)
    if type(left) not in (int, float) or type(right) not in (int, float):
        raise Fault("R403", f"`{op}` cannot take {article(kind_of(left))} and {article(kind_of(right))}")
    try:
        return operator.truediv(left, right) if op == "/" else compute(float(left), float(right))
    except ZeroDivisionError:
        raise Fault("R409", f"{text(left)} {op} 0: nothing can be divided by zero") from None
    except OverflowError:
        raise Fault("R411", "a number became too large to be kept") from None


plus = arithmetic("+", operator.add)
minus = arithmetic("-", operator.sub)
times = arithmetic("*", operator.mul)
divide = arithmetic("/", operator.floordiv)
remainder = arithmetic("%", operator.mod)


def join_text(machine: Machine, frame: Frame, _: Any) -> None:
    """``+`` of which one side is known to be a string."""
    stack = frame.stack
    right = stack.pop()
    left = stack[-1]
    joined = (left if type(left) is str else text(left)) + (right if type(right) is str else text(right))
    if len(joined) > 64:
        machine.charge(len(joined) // 8)
    stack[-1] = joined


def negate(machine: Machine, frame: Frame, _: Any) -> None:
    """``-x``."""
    value = frame.stack[-1]
    if type(value) not in (int, float):
        raise Fault("R403", f"`-` cannot take {article(kind_of(value))}")
    frame.stack[-1] = -value


def invert(machine: Machine, frame: Frame, _: Any) -> None:
    """``not x``."""
    frame.stack[-1] = not truth(frame.stack[-1])


def as_bool(machine: Machine, frame: Frame, _: Any) -> None:
    """The truth of a value."""
    frame.stack[-1] = truth(frame.stack[-1])


def exclusive(machine: Machine, frame: Frame, _: Any) -> None:
    """``xor``."""
    right = truth(frame.stack.pop())
    frame.stack[-1] = truth(frame.stack[-1]) is not right


def equals(machine: Machine, frame: Frame, wanted: bool) -> None:
    """``==``, or ``!=`` if it is not wanted."""
    stack = frame.stack
    right = stack.pop()
    left = stack[-1]
    kind = type(left)
    if kind is type(right) and (kind is int or kind is str):
        stack[-1] = (left == right) is wanted
    else:
        stack[-1] = equal(left, right) is wanted


def ordering(op: str, test: Callable[[Any, Any], bool]) -> Operation:
    """An instruction that compares."""

    def run(machine: Machine, frame: Frame, _: Any) -> None:
        stack = frame.stack
        right = stack.pop()
        left = stack[-1]
        if type(left) is int and type(right) is int:
            stack[-1] = test(left, right)
        else:
            stack[-1] = test(compare(left, right), 0)

    return run


COMPARISONS = {
    "<": ordering("<", operator.lt),
    ">": ordering(">", operator.gt),
    "<=": ordering("<=", operator.le),
    ">=": ordering(">=", operator.ge),
}
ARITHMETIC = {"+": plus, "-": minus, "*": times, "/": divide, "%": remainder}


def union(machine: Machine, frame: Frame, _: Any) -> None:
    """``UNION``: all elements of the one, then all of the other."""
    right, left = frame.stack.pop(), frame.stack.pop()
    first, second = items_of(left), items_of(right)
    if first is None or second is None:
        raise Fault("R403", f"`UNION` cannot take {article(kind_of(left))} and {article(kind_of(right))}")
    machine.charge(len(first) + len(second))
    frame.stack.append(collection([*first, *second]))


def contained(machine: Machine, frame: Frame, _: Any) -> None:
    """``in``: an equal element; among cards also one that has the value among its names."""
    holder = frame.stack.pop()
    value = frame.stack[-1]
    if type(holder) is str and type(value) is str:
        frame.stack[-1] = value in holder
        return
    items = items_of(holder)
    if items is None:
        raise Fault("R403", f"`in` cannot look into {article(kind_of(holder))}")
    frame.stack[-1] = any(equal(item, value) or _has_name(item, value) for item in items)


def _has_name(item: Any, value: Any) -> bool:
    return type(item) is Card and type(value) is not Card and any(equal(name, value) for name in item.names)


def jump_unless(machine: Machine, frame: Frame, target: int) -> None:
    """Go on elsewhere if the value on top does not hold."""
    value = frame.stack.pop()
    if value is False or (value is not True and not truth(value)):
        frame.pc = target


def jump_if(machine: Machine, frame: Frame, target: int) -> None:
    """Go on elsewhere if the value on top holds."""
    if truth(frame.stack.pop()):
        frame.pc = target


def make_collection(machine: Machine, frame: Frame, count: int) -> None:
    """``[a, b, c]``."""
    machine.charge(8 + count)
    stack = frame.stack
    items = stack[len(stack) - count :]
    del stack[len(stack) - count :]
    stack.append(collection(items))


def make_tuple(machine: Machine, frame: Frame, count: int) -> None:
    """``a:b:c``."""
    machine.charge(8 + count)
    items = frame.stack[-count:]
    del frame.stack[-count:]
    frame.stack.append(tuple_of(items))


def make_range(machine: Machine, frame: Frame, _: Any) -> None:
    """``[a ... b]``."""
    end = frame.stack.pop()
    frame.stack[-1] = numbers(machine, frame.stack[-1], end)


def begin_range(machine: Machine, frame: Frame, _: Any) -> None:
    """A loop over ``[a ... b]``, of which no collection is made."""
    end = whole(frame.stack.pop(), "the end of a range")
    interval: Any = Interval(whole(frame.stack[-1], "the beginning of a range"), end)
    frame.stack[-1] = Cursor(interval)


def begin_loop(machine: Machine, frame: Frame, _: Any) -> None:
    """A loop over what a collection or string holds now."""
    value = frame.stack[-1]
    items = value if type(value) is str else items_of(value)
    if items is None:
        raise Fault("R403", f"`for` cannot run through {article(kind_of(value))}")
    frame.stack[-1] = Cursor(items if type(items) is str else tuple(items))


def library(machine: Machine, frame: Frame, name: str) -> None:
    """A new struct of the library."""
    machine.charge(12)
    frame.stack.append(library_thing(name))


def make_struct(machine: Machine, frame: Frame, names: tuple[str, ...]) -> None:
    """``{a = 1, b = 2}``."""
    machine.charge(8 + len(names))
    stack = frame.stack
    values = stack[len(stack) - len(names) :]
    del stack[len(stack) - len(names) :]
    stack.append(Thing("struct", dict(zip(names, values, strict=True)) if names else {BLANK: True}))


def extend_struct(machine: Machine, frame: Frame, names: tuple[str | None, ...]) -> None:
    """``base{…}``: a copy of the base with other fields."""
    stack = frame.stack
    values = stack[len(stack) - len(names) :]
    del stack[len(stack) - len(names) :]
    base = stack[-1]
    if not is_struct(base):
        raise Fault("R403", f"{article(kind_of(base))} cannot be the base of a struct")
    machine.charge(8 + len(base.fields) + len(names))
    made = copied(base)
    declared = [name for name, _ in visible(made)]
    bare = 0
    for name, value in zip(names, values, strict=True):
        if name is None:
            if bare >= len(declared):
                raise Fault(
                    "R403", f"the base has {len(declared)} fields, there is none for value {bare + 1}"
                )
            name = declared[bare]
            bare += 1
        set_field(made, name, value)
    if made.kind in ("Deck", "Hand") and names:
        _to_cards(made)
    if made.kind == "Player" and names:
        # C3: what is asked before there are players is the number of players.
        machine.globals[0] = True
    stack[-1] = made


def _to_cards(pile: Thing) -> None:
    """What a deck or hand holds becomes cards, with the labels of the deck."""
    items = items_of(pile)
    if items is None:
        raise Fault(
            "R403",
            f"the cards of a {pile.kind} are a collection, not {article(kind_of(pile.fields.get('cards')))}",
        )
    labels = items_of(pile.fields.get("labels"))
    known = tuple(label for label in labels or () if type(label) is str)
    pile.fields["cards"] = collection([card_of(item, known) for item in items])


def field(machine: Machine, frame: Frame, name: str) -> None:
    """``x.name``."""
    value = frame.stack[-1]
    if type(value) is Thing and name in value.fields:
        frame.stack[-1] = value.fields[name]
    elif type(value) is Card and name in value.attributes:
        frame.stack[-1] = value.attributes[name]
    else:
        frame.stack[-1] = read_field(value, name)


def load_field(machine: Machine, frame: Frame, argument: tuple[int, str]) -> None:
    """``x.name`` of a local variable: one instruction instead of two."""
    value = frame.locals[argument[0]]
    name = argument[1]
    if type(value) is Thing and name in value.fields:
        frame.stack.append(value.fields[name])
    elif type(value) is Card and name in value.attributes:
        frame.stack.append(value.attributes[name])
    elif value is UNSET:
        load(machine, frame, argument[0])
    else:
        frame.stack.append(read_field(value, name))


def read_field(value: Any, name: str) -> Any:
    """The field of a struct, the attribute of a card, the size of what has one."""
    if type(value) is Card:
        return _attribute(value, name)
    if name == "size":
        items = value if type(value) is str else items_of(value)
        if items is not None:
            return len(items)
    if is_struct(value):
        if name in value.fields and name[:1] != "\0":
            return value.fields[name]
        known = ", ".join(n for n, _ in visible(value)[:12])
        raise Fault(
            "R405", f"this struct has no field '{name}'", f"it has {known}" if known else "it is blank"
        )
    raise Fault("R405", f"{article(kind_of(value))} has no field '{name}'")


def _attribute(card: Card, name: str) -> Any:
    if name in card.labels:
        place = card.labels.index(name)
        if place < len(card.names):
            return card.names[place]
        raise Fault(
            "R405", f"the card '{text(card)}' has no {name}: it has {len(card.names)} attributes only"
        )
    if name == "key":
        return tuple_of(list(card.names))
    if name == "value":
        if card.value is None:
            raise Fault("R405", f"no attribute of the card '{text(card)}' has a value")
        return card.value
    labels = ", ".join(card.labels) or "none"
    raise Fault(
        "R405", f"the card '{text(card)}' has no '{name}'", f"its labels: {labels}; also key and value"
    )


def store_field(machine: Machine, frame: Frame, name: str) -> None:
    """``x.name = value``."""
    value, target = frame.stack.pop(), frame.stack.pop()
    if not is_struct(target):
        raise Fault("R403", f"{article(kind_of(target))} has no fields to be set")
    if name not in target.fields:
        machine.charge(1)
    set_field(target, name, value)


def index(machine: Machine, frame: Frame, _: Any) -> None:
    """``x[i]``."""
    place = frame.stack.pop()
    value = frame.stack[-1]
    if type(place) is str and (type(value) is Card or is_struct(value)):
        frame.stack[-1] = read_field(value, place)
        return
    items: Any = value.items if type(value) is Thing and value.items is not None else items_of(value)
    if items is None and type(value) in (str, Card):
        items = value if type(value) is str else value.names
    if items is None:
        raise Fault("R403", f"{article(kind_of(value))} is indexed by {article(kind_of(place))}")
    frame.stack[-1] = items[at(items, place, f"the {kind_of(value)}")]


def index_at(machine: Machine, frame: Frame, place: int) -> None:
    """``x[3]``: one instruction instead of two."""
    value = frame.stack[-1]
    if type(value) is Thing and value.items is not None and place < len(value.items):
        frame.stack[-1] = value.items[place]
    else:
        frame.stack.append(place)
        index(machine, frame, None)


def store_index(machine: Machine, frame: Frame, _: Any) -> None:
    """``x[i] = value``."""
    stack = frame.stack
    value, place, target = stack.pop(), stack.pop(), stack.pop()
    if type(place) is str and is_struct(target) and place[:1] != "\0":
        machine.charge(1)
        set_field(target, place, value)
        return
    items = items_of(target)
    if items is None:
        raise Fault("R403", f"{article(kind_of(target))} cannot be changed by an index")
    items[at(items, place)] = value


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


def check_kind(machine: Machine, frame: Frame, argument: tuple[str, str]) -> None:
    """The value on top goes into a variable of a kind."""
    frame.stack[-1] = _of_kind(frame.stack[-1], argument[0], argument[1])


def keep_local(machine: Machine, frame: Frame, argument: tuple[int, str, bool]) -> None:
    """The value on top goes into a local variable, whose kind is that of the value it has."""
    held = frame.locals[argument[0]]
    if argument[2]:
        held = held.fields[CELL]
    if held is not UNSET:
        frame.stack[-1] = _of_kind(frame.stack[-1], kind_of(held), argument[1])


def keep_global(machine: Machine, frame: Frame, argument: tuple[int, str]) -> None:
    """The value on top goes into a global variable, whose kind is that of the value it has."""
    held = machine.globals[argument[0]]
    if held is not UNSET:
        frame.stack[-1] = _of_kind(frame.stack[-1], kind_of(held), argument[1])


def _of_kind(value: Any, wanted: str, name: str) -> Any:
    given = kind_of(value)
    if given == wanted:
        return value
    if wanted == "float" and given == "int":
        return float(value)
    raise Fault("R403", f"'{name}' is {wanted}, cannot take {given}")


def check_function(machine: Machine, frame: Frame, argument: tuple[str, int]) -> None:
    """The value on top replaces a function."""
    value = frame.stack[-1]
    name, wanted = argument
    if not is_function(value):
        raise Fault("R403", f"'{name}' is function, cannot take {kind_of(value)}")
    code = value if type(value) is Code else value.kind
    if code.parameters != wanted:
        raise Fault(
            "R403", f"'{name}' takes {wanted}, cannot be replaced by a function that takes {code.parameters}"
        )
