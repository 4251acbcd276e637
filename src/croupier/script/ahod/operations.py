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
from croupier.script.compiling import DONE, Body, Entry
from croupier.script.heap import UNSET, Interval, Probe, Thing
from croupier.script.machine import Decision, Fault, Frame, Machine, Speaker
from croupier.script.operations import Operation, value

MAX_OPTIONS = 10_000

jump_unless = Operation("jump_unless", "branch", gives=False)
jump_if = Operation("jump_if", "branch", gives=False)


def _inline_truth(body: Body, operands: list[Entry], _: Any) -> Entry:
    return operands[0] if operands[0].kind == "bool" else body.new(body.is_true(operands[0]), "bool")


def _inline_not(body: Body, operands: list[Entry], _: Any) -> Entry:
    return body.new(f"not {body.is_true(operands[0])}", "bool")


@value(1, kind="bool", inline=_inline_truth)
def as_bool(machine: Machine, it: Any) -> bool:
    """True or False instead of a value."""
    return truth(machine, it)


@value(1, kind="bool", inline=_inline_not)
def negate(machine: Machine, it: Any) -> bool:
    """``not``."""
    return not truth(machine, it)


@value(1, takes=True)
def sign(machine: Machine, it: Any, op: str) -> Any:
    """``-x`` and ``+x``."""
    if type(it) not in (int, float):
        raise Fault("R403", f"`{op}` is not defined for {with_article(type_name(it))}")
    return -it if op == "-" else it


def _arithmetic(op: str) -> Operation:
    def operate(machine: Machine, left: Any, right: Any) -> Any:
        return arithmetic(machine, op, left, right)

    return value(2, inline=_inline_sum(op) if op in "+-" else None)(operate)


def _inline_sum(op: str) -> Callable[..., Entry]:
    """``+`` and ``-`` of two small integers at once."""

    def write(body: Body, operands: list[Entry], _: Any) -> Entry:
        left, right = (entry.text for entry in operands)
        small = f"type({left}) is int and type({right}) is int and -{_SMALL} < {left} < {_SMALL}"
        slow = body.bind(_SUMS[op], "f")
        return body.new(f"{left} {op} {right} if {small} else {slow}(m, {left}, {right})")

    return write


_SMALL = 1 << 62
_SUMS: dict[str, Callable[..., Any]] = {
    "+": lambda machine, left, right: arithmetic(machine, "+", left, right),
    "-": lambda machine, left, right: arithmetic(machine, "-", left, right),
}


def _ordering(op: str) -> Operation:
    def operate(machine: Machine, left: Any, right: Any) -> bool:
        return compared(op, left, right)

    def write(body: Body, operands: list[Entry], _: Any) -> Entry:
        left, right = (entry.text for entry in operands)
        slow = body.bind(operate, "f")
        numbers = " and ".join(f"type({e.text}) is int" for e in operands if e.kind != "int") or "True"
        return body.new(f"{left} {op} {right} if {numbers} else {slow}(m, {left}, {right})", "bool")

    return value(2, kind="bool", inline=write)(operate)


_COMPARED = frozenset((int, str))
"""Values of one of these types are equal if Python says so."""


def _relation(test: Callable[[Machine, Any, Any], bool], expected: bool, sign: str = "") -> Operation:
    def operate(machine: Machine, left: Any, right: Any) -> bool:
        return test(machine, left, right) is expected

    def write(body: Body, operands: list[Entry], _: Any) -> Entry | None:
        """Equality with a word needs no look at what the other side is; words and ints compare at once."""
        left, right = (entry.text for entry in operands)
        if sign and any(entry.kind == "str" for entry in operands):
            return body.new(f"{left} {sign} {right}", "bool")
        if not sign:
            return None
        plain, slow = body.bind(_COMPARED, "k"), body.bind(operate, "f")
        alike = f"type({left}) is type({right}) and type({left}) in {plain}"
        return body.new(f"{left} {sign} {right} if {alike} else {slow}(m, {left}, {right})", "bool")

    return value(2, kind="bool", inline=write)(operate)


def _same(machine: Machine, left: Any, right: Any) -> bool:
    return identical(left, right)


def _interval(inclusive: bool) -> Operation:
    def operate(machine: Machine, first: Any, last: Any) -> Interval:
        return interval(first, last, inclusive)

    return value(2)(operate)


BINARY: dict[str, Operation] = {
    **{op: _arithmetic(op) for op in ("+", "-", "*", "/", "%", "//", "**")},
    **{op: _ordering(op) for op in ("<", ">", "<=", ">=")},
    "==": _relation(equal, True, "=="),
    "!=": _relation(equal, False, "!="),
    "is": _relation(_same, True),
    "is not": _relation(_same, False),
    "in": _relation(contains, True),
    "not in": _relation(contains, False),
    "..": _interval(True),
    "...": _interval(False),
}


def _count(argument: int) -> int:
    return argument


def _inline_series(body: Body, operands: list[Entry], _: int) -> Entry:
    items = ", ".join(entry.text for entry in operands)
    return body.new(f"m.thing({body.bind(SERIES)}, None, [{items}])")


series = Operation("series", "value", None, _count, inline=_inline_series)
"""A Series of the topmost values."""


@value(1, gives=False, sort="gather")
def gather(machine: Machine, into: Thing, element: Any) -> None:
    """An element of a comprehension goes into its Series."""
    machine.own(into.i).append(element)
    machine.charge(1)


@value(_count, kind="str")
def joined(machine: Machine, *parts: Any) -> str:
    """An f-string from its parts."""
    result = "".join([part if type(part) is str else shown(machine, part) for part in parts])
    machine.charge(1 + len(result) // 8)
    return result


@value(_count, gives=False, sort="print")
def show(machine: Machine, speaker: Speaker, *parts: Any) -> None:
    """``print``."""
    machine.write(" ".join([text(machine, part) for part in parts]) + "\n", speaker)


@value(1, sort="loop")
def iterate(machine: Machine, it: Any) -> Any:
    """The snapshot of a loop."""
    items = elements(machine, it, "go through")
    if type(items) is list:
        machine.charge(len(items))
        return tuple(items)
    return items


@value(1, sort="loop")
def times(machine: Machine, count: Any) -> Any:
    """The turns of a loop that runs a number of times."""
    if type(count) is not int:
        raise Fault("R403", f"`times` needs an int, this is {with_article(type_name(count))}")
    return Interval(0, count)


def _inline_get(body: Body, operands: list[Entry], name: str) -> Entry:
    it = operands[0].text
    body.temporary += 1
    found = f"t{body.temporary}"
    body.line(f"try: {found} = H[{it}.f][{name!r}]")
    body.line(
        f"except (AttributeError, KeyError, TypeError): {found} = {body.bind(_get, 'f')}(m, {it}, {name!r})"
    )
    return Entry(found)


def _get(machine: Machine, it: Any, name: str) -> Any:
    if type(it) is Thing and it.f is not None:
        found = machine.H[it.f].get(name, UNSET)
        if found is not UNSET:
            return found
    raise missing(it, name)


get = value(1, takes=True, inline=_inline_get)(_get)
"""``x.name``."""


def missing(it: Any, name: str) -> Fault:
    """The fault of an attribute that is not there."""
    if type(it) is Thing and name in it.kind.computed:
        return Fault("R405", f"'{name}' of {with_article(it.kind.name)} is computed", f"call it: {name}()")
    return Fault("R405", f"{with_article(type_name(it))} has no attribute '{name}'")


@value(2, gives=False, takes=True)
def put(machine: Machine, it: Any, new: Any, name: str) -> None:
    """``x.name = v``."""
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
    if wanted is not None:
        new = declared(machine, new, wanted, f"'{name}'")
    if it.f is None:
        raise missing(it, name)
    machine.own(it.f)[name] = new


@value(2, takes=True)
def item(machine: Machine, it: Any, at: Any, called: str) -> Any:
    """``c[i]``."""
    items = elements(machine, it, "index")
    if type(at) is Probe:
        at.way.index(at, it, items)
    return items[checked_index(at, len(items), called)]


@value(3, gives=False, takes=True)
def set_item(machine: Machine, it: Any, at: Any, new: Any, called: str) -> None:
    """``c[i] = v``."""
    if type(it) is not Thing or it.i is None:
        raise Fault("R403", f"elements of {with_article(type_name(it))} cannot be assigned")
    if type(at) is Probe:
        at.way.index(at, it, machine.H[it.i])
    at = checked_index(at, len(machine.H[it.i]), called)
    check_element(machine, it.kind, new, called)
    machine.own(it.i)[at] = new


@value(1, takes=True)
def convert(machine: Machine, it: Any, argument: tuple[TypeRef, str]) -> Any:
    """The value of a typed variable or attribute."""
    return declared(machine, it, *argument)


def _inline_check(body: Body, _: list[Entry], argument: tuple[int, TypeRef, str]) -> Entry:
    slot, wanted, what = argument
    name = body.local(slot)
    check = f"{body.bind(_checked, 'f')}(m, {name}, {body.bind(wanted)}, {what!r})"
    body.line(f"if type({name}) is not {body.bind(Thing)} or {name}.kind.name != {wanted.name!r}: {check}")
    if wanted.element is not None:
        body.line(check)
    return DONE


def _checked(machine: Machine, given: Any, wanted: TypeRef, what: str) -> None:
    if not fits(machine, given, wanted):
        raise Fault(
            "R403", f"{what} is {with_article(str(wanted))}, this is {with_article(type_name(given))}"
        )


check_parameter = Operation("check_parameter", "value", _checked, 0, gives=False, inline=_inline_check)
"""A typed parameter."""


@dataclass(frozen=True)
class Making:
    """How a constructor makes its thing: of which kind, from which local variables."""

    kind: Kind
    rest: int
    """The local variable with the arguments left over."""
    self_slot: int
    typed: dict[str, TypeRef] = field(default_factory=dict)


def _inline_make(body: Body, _: list[Entry], making: Making) -> Entry:
    made = f"{body.bind(_make, 'f')}(m, {body.bind(making.kind)}, {body.local(making.rest)})"
    body.line(f"{body.local(making.self_slot)} = {made}")
    body.known.add(making.self_slot)
    return DONE


def _make(machine: Machine, kind: Kind, rest: Any) -> Thing:
    return new_thing(machine, kind, () if rest is UNSET else rest, {})


make = Operation("make", "value", _make, 0, gives=False, inline=_inline_make)
"""A new thing without its attributes."""


def new_thing(machine: Machine, kind: Kind, rest: Any, fields: dict[str, Any] | None = None) -> Thing:
    """A thing of a kind with what its constructor left over: elements, or the duration of a timer."""
    machine.charge(8)
    if kind.collection:
        items = spread(machine, kind, rest, kind.name)
        machine.charge(len(items))
        return machine.thing(kind, fields, items)
    if kind.timer:
        if len(rest) != 1:
            raise Fault("R403", f"{kind.name} takes 1 duration, got {len(rest)}")
        milliseconds(rest[0])
        return machine.thing(kind, {"duration": rest[0], "running": False})
    return machine.thing(kind, {} if fields is None else fields)


def _inline_initialise(body: Body, operands: list[Entry], argument: tuple[int, str]) -> Entry:
    body.line(f"m.own({body.local(argument[0])}.f)[{argument[1]!r}] = {operands[0].text}")
    return DONE


initialise = Operation("initialise", "value", None, 1, gives=False, inline=_inline_initialise)
"""Gives a new thing an attribute."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is known about a question before the game begins."""

    expects: str
    count: bool = False
    """Whether the answer says how many: before there are players, it is their number."""


@value(3, sort="ask")
def ask(machine: Machine, frame: Frame, question: Question, prompt: Any, options: Any, by: Any) -> bool:
    """``input``: prompt, options and decider, or unset; whether the answer is there already."""
    if prompt is not UNSET and prompt is not None:
        machine.write(text(machine, prompt) + "\n", (frame.number, frame.pc - 1))
    if question.count and machine.seats is not None and not _anybody(machine):
        machine.res = str(machine.seats)
        return True
    by = None if by is UNSET else by
    if by is not None and type(by) is not int and not (type(by) is Thing and "Actor" in by.kind.names):
        raise Fault("R403", f"an Actor or a seat number is asked, not {with_article(type_name(by))}")
    choices = None
    if options is not UNSET and options is not None:
        values = elements(machine, options, "choose from")
        if not 0 < len(values) <= MAX_OPTIONS:
            raise Fault("R401", f"a question needs 1 to {MAX_OPTIONS:,} options, there are {len(values):,}")
        choices = tuple(values)
        if any(type(c) is Thing for c in choices):
            for number, choice in enumerate(choices):
                machine.write(f"{number}: {shown(machine, choice)}\n", (frame.number, frame.pc - 1))
    span = frame.routine.spans[frame.pc - 1]
    machine.ask(Decision(span, machine.prompt(), question.expects, choices, by, by is not None))
    return False


def _anybody(machine: Machine) -> bool:
    """Whether there is an Actor already."""
    return any("Actor" in thing.kind.names for thing in machine.things(machine.roots()))
