"""The instructions of operators: arithmetic, text, logic and comparison."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from croupier.script.cardigan.builtins import LARGEST
from croupier.script.cardigan.kinds import article
from croupier.script.cardigan.values import Card, collection, compare, equal, items_of, kind_of, text, truth
from croupier.script.machine import Fault, Frame, Machine, Operation


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
