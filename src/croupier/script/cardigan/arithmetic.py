"""The instructions of operators: arithmetic, text, logic and comparison."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from croupier.script.cardigan.builtins import LARGEST
from croupier.script.cardigan.kinds import article
from croupier.script.cardigan.values import Card, collection, compare, equal, items_of, kind_of, text, truth
from croupier.script.compiling import Body, Entry
from croupier.script.heap import Probe, Thing
from croupier.script.machine import Fault, Machine
from croupier.script.operations import Operation, value


def arithmetic(op: str, compute: Callable[[Any, Any], Any]) -> Operation:
    """An instruction for two numbers."""

    def run(machine: Machine, left: Any, right: Any) -> Any:
        if type(left) is int and type(right) is int:
            if right == 0 and op in "/%":
                raise Fault("R409", f"{left} {op} 0: nothing can be divided by zero")
            found = compute(left, right)
            if op == "*" and found.bit_length() > LARGEST:
                raise Fault("R411", "a number became too large to be kept")
            return found
        return _mixed(machine, op, compute, left, right)

    def write(body: Body, operands: list[Entry], _: Any) -> Entry | None:
        """Sums of ints are written as such."""
        if op not in "+-":
            return None
        left, right = (entry.text for entry in operands)
        ints = " and ".join(f"type({e.text}) is int" for e in operands if e.kind != "int") or "True"
        return body.new(f"{left} {op} {right} if {ints} else {body.bind(run, 'f')}(m, {left}, {right})")

    return value(2, inline=write)(run)


def _mixed(machine: Machine, op: str, compute: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    if op == "+" and (type(left) is str or type(right) is str):
        return text(machine, left) + text(machine, right)
    if Probe in (type(left), type(right)) and int in (type(left), type(right)) and op in "+-":
        return compute(left, right)
    if type(left) not in (int, float) or type(right) not in (int, float):
        raise Fault("R403", f"`{op}` cannot take {article(kind_of(left))} and {article(kind_of(right))}")
    try:
        return operator.truediv(left, right) if op == "/" else compute(float(left), float(right))
    except ZeroDivisionError:
        raise Fault("R409", f"{text(machine, left)} {op} 0: nothing can be divided by zero") from None
    except OverflowError:
        raise Fault("R411", "a number became too large to be kept") from None


plus = arithmetic("+", operator.add)
minus = arithmetic("-", operator.sub)
times = arithmetic("*", operator.mul)
divide = arithmetic("/", operator.floordiv)
remainder = arithmetic("%", operator.mod)


def _inline_join(body: Body, operands: list[Entry], _: Any) -> Entry:
    left, right = (entry.text for entry in operands)
    words = " and ".join(f"type({e.text}) is str" for e in operands if e.kind != "str") or "True"
    slow = f"{body.bind(_join, 'f')}(m, {left}, {right})"
    return body.new(f"{left} + {right} if {words} and len({left}) < 64 else {slow}", "str")


def _join(machine: Machine, left: Any, right: Any) -> str:
    """``+`` of which one side is known to be a string."""
    joined = (left if type(left) is str else text(machine, left)) + (
        right if type(right) is str else text(machine, right)
    )
    if len(joined) > 64:
        machine.charge(len(joined) // 8)
    return joined


join_text = value(2, kind="str", inline=_inline_join)(_join)


@value(1)
def negate(machine: Machine, it: Any) -> Any:
    """``-x``."""
    if type(it) not in (int, float, Probe):
        raise Fault("R403", f"`-` cannot take {article(kind_of(it))}")
    return -it


def _inline_not(body: Body, operands: list[Entry], _: Any) -> Entry:
    return body.new(f"not {body.is_true(operands[0])}", "bool")


def _inline_truth(body: Body, operands: list[Entry], _: Any) -> Entry:
    return operands[0] if operands[0].kind == "bool" else body.new(body.is_true(operands[0]), "bool")


@value(1, kind="bool", inline=_inline_not)
def invert(machine: Machine, it: Any) -> bool:
    """``not x``."""
    return not truth(machine, it)


@value(1, kind="bool", inline=_inline_truth)
def as_bool(machine: Machine, it: Any) -> bool:
    """The truth of a value."""
    return truth(machine, it)


@value(2, kind="bool")
def exclusive(machine: Machine, left: Any, right: Any) -> bool:
    """``xor``."""
    second = truth(machine, right)
    return truth(machine, left) is not second


def _inline_equals(body: Body, operands: list[Entry], wanted: bool) -> Entry:
    """Equality with a word needs no look at the other side; that of ints is quick."""
    left, right = (entry.text for entry in operands)
    if wanted and any(entry.kind == "str" for entry in operands):
        return body.new(f"{left} == {right}", "bool")
    slow = f"{body.bind(_equals, 'f')}(m, {left}, {right}, {wanted})"
    if any(entry.kind == "int" for entry in operands):
        other = next((e.text for e in operands if e.kind != "int"), "0")
        return body.new(
            f"{left} {'==' if wanted else '!='} {right} if type({other}) is int else {slow}", "bool"
        )
    return body.new(slow, "bool")


def _equals(machine: Machine, left: Any, right: Any, wanted: bool) -> bool:
    kind = type(left)
    if kind is type(right) and (kind is int or kind is str):
        return (left == right) is wanted
    return equal(machine, left, right) is wanted


equals = Operation("equals", "value", _equals, 2, takes=True, kind="bool", inline=_inline_equals)
"""``==``, or ``!=`` if it is not wanted."""


def ordering(op: str, test: Callable[[Any, Any], bool]) -> Operation:
    """An instruction that compares."""

    def run(machine: Machine, left: Any, right: Any) -> bool:
        if (type(left) is int and type(right) is int) or Probe in (type(left), type(right)):
            return test(left, right)
        return test(compare(machine, left, right), 0)

    def write(body: Body, operands: list[Entry], _: Any) -> Entry:
        left, right = (entry.text for entry in operands)
        ints = " and ".join(f"type({e.text}) is int" for e in operands if e.kind != "int") or "True"
        slow = f"{body.bind(run, 'f')}(m, {left}, {right})"
        return body.new(f"{left} {op} {right} if {ints} else {slow}", "bool")

    return value(2, kind="bool", inline=write)(run)


COMPARISONS = {
    "<": ordering("<", operator.lt),
    ">": ordering(">", operator.gt),
    "<=": ordering("<=", operator.le),
    ">=": ordering(">=", operator.ge),
}
ARITHMETIC = {"+": plus, "-": minus, "*": times, "/": divide, "%": remainder}


@value(2)
def union(machine: Machine, left: Any, right: Any) -> Thing:
    """``UNION``: all elements of the one, then all of the other."""
    first, second = items_of(machine, left), items_of(machine, right)
    if first is None or second is None:
        raise Fault("R403", f"`UNION` cannot take {article(kind_of(left))} and {article(kind_of(right))}")
    machine.charge(len(first) + len(second))
    return collection(machine, [*first, *second])


@value(2, kind="bool")
def contained(machine: Machine, it: Any, holder: Any) -> bool:
    """``in``: an equal element; among cards also one that has the value among its names."""
    if type(holder) is str and type(it) is str:
        return it in holder
    items = items_of(machine, holder)
    if items is None:
        raise Fault("R403", f"`in` cannot look into {article(kind_of(holder))}")
    if type(it) is Probe:
        return it.way.among(items)
    return any(equal(machine, item, it) or _has_name(machine, item, it) for item in items)


def _has_name(machine: Machine, item: Any, it: Any) -> bool:
    return (
        type(item) is Card and type(it) is not Card and any(equal(machine, name, it) for name in item.names)
    )
