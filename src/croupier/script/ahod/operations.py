"""The instructions of AHOD, besides those that every script language has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from croupier.script.ahod.kinds import SERIES, Kind, fits, type_name, with_article
from croupier.script.ahod.nodes import TypeRef
from croupier.script.ahod.piles import check_element, checked_index, milliseconds, spread
from croupier.script.ahod.values import (
    arithmetic,
    compared,
    contains,
    declared,
    elements,
    equal,
    identical,
    interval,
    shown,
    text,
    truth,
)
from croupier.script.heap import UNSET, Cursor, Interval, Thing, things
from croupier.script.machine import Decision, Fault, Frame, Machine, Operation

MAX_OPTIONS = 10_000


def jump_unless(machine: Machine, frame: Frame, target: int) -> None:
    """Pop, and go on elsewhere if it is false."""
    value = frame.stack.pop()
    if value is False or (value is not True and not truth(value)):
        frame.pc = target


def jump_if(machine: Machine, frame: Frame, target: int) -> None:
    """Pop, and go on elsewhere if it is true."""
    value = frame.stack.pop()
    if value is True or (value is not False and truth(value)):
        frame.pc = target


def as_bool(machine: Machine, frame: Frame, _: Any) -> None:
    """True or False instead of a value."""
    frame.stack[-1] = truth(frame.stack[-1])


def negate(machine: Machine, frame: Frame, _: Any) -> None:
    """``not``."""
    frame.stack[-1] = not truth(frame.stack[-1])


def sign(machine: Machine, frame: Frame, op: str) -> None:
    """``-x`` and ``+x``."""
    value = frame.stack[-1]
    if type(value) not in (int, float):
        raise Fault("R403", f"`{op}` is not defined for {with_article(type_name(value))}")
    frame.stack[-1] = -value if op == "-" else value


def _arithmetic(op: str) -> Operation:
    def operate(machine: Machine, frame: Frame, _: Any) -> None:
        right = frame.stack.pop()
        frame.stack[-1] = arithmetic(machine, op, frame.stack[-1], right)

    return operate


def add(machine: Machine, frame: Frame, _: Any) -> None:
    """``+``, quickly for two small integers."""
    right = frame.stack.pop()
    left = frame.stack[-1]
    if type(left) is int and type(right) is int and -(1 << 62) < left < (1 << 62):
        frame.stack[-1] = left + right
    else:
        frame.stack[-1] = arithmetic(machine, "+", left, right)


def _ordering(op: str) -> Operation:
    def operate(machine: Machine, frame: Frame, _: Any) -> None:
        right = frame.stack.pop()
        frame.stack[-1] = compared(op, frame.stack[-1], right)

    return operate


def _relation(test: Callable[[Any, Any], bool], expected: bool) -> Operation:
    def operate(machine: Machine, frame: Frame, _: Any) -> None:
        right = frame.stack.pop()
        frame.stack[-1] = test(frame.stack[-1], right) is expected

    return operate


def _interval(inclusive: bool) -> Operation:
    def operate(machine: Machine, frame: Frame, _: Any) -> None:
        right = frame.stack.pop()
        frame.stack[-1] = interval(frame.stack[-1], right, inclusive)

    return operate


BINARY: dict[str, Operation] = {
    "+": add,
    **{op: _arithmetic(op) for op in ("-", "*", "/", "%", "//", "**")},
    **{op: _ordering(op) for op in ("<", ">", "<=", ">=")},
    "==": _relation(equal, True),
    "!=": _relation(equal, False),
    "is": _relation(identical, True),
    "is not": _relation(identical, False),
    "in": _relation(contains, True),
    "not in": _relation(contains, False),
    "..": _interval(True),
    "...": _interval(False),
}


def series(machine: Machine, frame: Frame, count: int) -> None:
    """A Series of the topmost values."""
    machine.charge(8 + count)
    items = frame.stack[len(frame.stack) - count :]
    del frame.stack[len(frame.stack) - count :]
    frame.stack.append(Thing(SERIES, {}, items))


def gather(machine: Machine, frame: Frame, depth: int) -> None:
    """Pop an element of a comprehension into the Series below its cursors."""
    value = frame.stack.pop()
    frame.stack[-1 - depth].items.append(value)
    machine.charge(1)


def joined(machine: Machine, frame: Frame, count: int) -> None:
    """An f-string from its parts."""
    parts = frame.stack[len(frame.stack) - count :]
    del frame.stack[len(frame.stack) - count :]
    result = "".join(map(text, parts))
    machine.charge(1 + len(result) // 8)
    frame.stack.append(result)


def show(machine: Machine, frame: Frame, count: int) -> None:
    """``print``."""
    parts = frame.stack[len(frame.stack) - count :]
    del frame.stack[len(frame.stack) - count :]
    machine.write(" ".join(map(text, parts)) + "\n")


def iterate(machine: Machine, frame: Frame, _: Any) -> None:
    """Begin a loop over a snapshot of what is on top."""
    items = elements(frame.stack[-1], "go through")
    if type(items) is list:
        machine.charge(len(items))
        frame.stack[-1] = Cursor(tuple(items))
    else:
        frame.stack[-1] = Cursor(items)


def times(machine: Machine, frame: Frame, _: Any) -> None:
    """Begin a loop that runs a number of times."""
    count = frame.stack[-1]
    if type(count) is not int:
        raise Fault("R403", f"`times` needs an int, this is {with_article(type_name(count))}")
    frame.stack[-1] = Cursor(Interval(0, count))


def get(machine: Machine, frame: Frame, name: str) -> None:
    """``x.name``."""
    it = frame.stack[-1]
    if type(it) is Thing:
        value = it.fields.get(name, UNSET)
        if value is not UNSET:
            frame.stack[-1] = value
            return
    raise missing(it, name)


def missing(it: Any, name: str) -> Fault:
    """The fault of an attribute that is not there."""
    if type(it) is Thing and name in it.kind.computed:
        return Fault("R405", f"'{name}' of {with_article(it.kind.name)} is computed", f"call it: {name}()")
    return Fault("R405", f"{with_article(type_name(it))} has no attribute '{name}'")


def put(machine: Machine, frame: Frame, name: str) -> None:
    """``x.name = v``."""
    value = frame.stack.pop()
    it = frame.stack.pop()
    if type(it) is not Thing:
        raise Fault("R405", f"{with_article(type_name(it))} has no attribute '{name}'")
    kind: Kind = it.kind
    if name in kind.consts:
        raise Fault("R404", f"'{name}' of {with_article(kind.name)} is const and already has its value")
    if kind.timer and name == "running":
        raise Fault("R404", "'running' changes by START, STOP and RESTART only")
    if name in kind.computed:
        raise Fault("R404", f"'{name}' of {with_article(kind.name)} is computed")
    wanted = kind.typed.get(name)
    it.fields[name] = declared(value, wanted, f"'{name}'") if wanted is not None else value


def item(machine: Machine, frame: Frame, called: str) -> None:
    """``c[i]``."""
    at = frame.stack.pop()
    items = elements(frame.stack[-1], "index")
    frame.stack[-1] = items[checked_index(at, len(items), called)]


def set_item(machine: Machine, frame: Frame, called: str) -> None:
    """``c[i] = v``."""
    value = frame.stack.pop()
    at = frame.stack.pop()
    it = frame.stack.pop()
    if type(it) is not Thing or it.items is None:
        raise Fault("R403", f"elements of {with_article(type_name(it))} cannot be assigned")
    at = checked_index(at, len(it.items), called)
    check_element(it, value, called)
    it.items[at] = value


def convert(machine: Machine, frame: Frame, argument: tuple[TypeRef, str]) -> None:
    """The value of a typed variable or attribute."""
    frame.stack[-1] = declared(frame.stack[-1], *argument)


def check_parameter(machine: Machine, frame: Frame, argument: tuple[int, TypeRef, str]) -> None:
    """A typed parameter."""
    slot, wanted, what = argument
    value = frame.locals[slot]
    if not fits(value, wanted):
        raise Fault(
            "R403", f"{what} is {with_article(str(wanted))}, this is {with_article(type_name(value))}"
        )


@dataclass(frozen=True)
class Making:
    """How a constructor makes its thing: of which kind, from which local variables."""

    kind: Kind
    rest: int
    """The local variable with the arguments left over."""
    self_slot: int
    typed: dict[str, TypeRef] = field(default_factory=dict)


def make(machine: Machine, frame: Frame, making: Making) -> None:
    """A new thing without its attributes."""
    rest = frame.locals[making.rest]
    frame.locals[making.self_slot] = new_thing(machine, making.kind, [] if rest is UNSET else list(rest))


def new_thing(machine: Machine, kind: Kind, rest: list[Any]) -> Thing:
    """A thing of a kind with what its constructor left over: elements, or the duration of a timer."""
    machine.charge(8)
    if kind.collection:
        thing = Thing(kind, {}, [])
        thing.items = spread(thing, rest, kind.name)
        machine.charge(len(thing.items))
        return thing
    if kind.timer:
        if len(rest) != 1:
            raise Fault("R403", f"{kind.name} takes 1 duration, got {len(rest)}")
        milliseconds(rest[0])
        return Thing(kind, {"duration": rest[0], "running": False})
    return Thing(kind, {})


def initialise(machine: Machine, frame: Frame, argument: tuple[int, str]) -> None:
    """Give a new thing an attribute."""
    frame.locals[argument[0]].fields[argument[1]] = frame.stack.pop()


@dataclass(frozen=True, slots=True)
class Question:
    """What is known about a question before the game begins."""

    expects: str
    count: bool = False
    """Whether the answer says how many: before there are players, it is their number."""


def ask(machine: Machine, frame: Frame, question: Question) -> None:
    """``input``: prompt, options and decider are on the stack, or unset."""
    by = frame.stack.pop()
    options = frame.stack.pop()
    prompt = frame.stack.pop()
    if prompt is not UNSET and prompt is not None:
        machine.write(text(prompt) + "\n")
    if question.count and machine.seats is not None and not _anybody(machine):
        frame.stack.append(str(machine.seats))
        return
    by = None if by is UNSET else by
    if by is not None and not (type(by) is Thing and "Actor" in by.kind.names):
        raise Fault("R403", f"an Actor is asked, not {with_article(type_name(by))}")
    choices = None
    if options is not UNSET and options is not None:
        values = elements(options, "choose from")
        if not 0 < len(values) <= MAX_OPTIONS:
            raise Fault("R401", f"a question needs 1 to {MAX_OPTIONS:,} options, there are {len(values):,}")
        choices = tuple(values)
        if any(type(c) is Thing for c in choices):
            for number, choice in enumerate(choices):
                machine.write(f"{number}: {shown(choice)}\n")
    span = frame.routine.spans[frame.pc - 1]
    machine.ask(Decision(span, machine.prompt(), question.expects, choices, by, by is not None))


def _anybody(machine: Machine) -> bool:
    """Whether there is an Actor already."""
    return any("Actor" in thing.kind.names for thing in things(machine.roots()))
