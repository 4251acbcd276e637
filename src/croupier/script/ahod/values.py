"""What values mean: truth, equality, order, text, conversion, arithmetic."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any, cast

from croupier.script.ahod.kinds import SERIES, fits, type_name, with_article
from croupier.script.ahod.nodes import TypeRef
from croupier.script.ahod.numbers import digits_of, integer
from croupier.script.heap import STRANGE, Duration, Interval, Probe, Thing, Veil
from croupier.script.machine import Fault, Machine

_INTEGER = re.compile(r"[+-]?[0-9]+", re.ASCII)
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,4})?", re.ASCII)
_FALSE_TEXTS = ("", "0", "no", "false")
MAX_BITS = 1_000_000
MAX_TEXT = 1_000_000
MAX_ITEMS = 4_000_000


def truth(machine: Machine, value: Any) -> bool:
    """False, None, zero, and whatever is empty are false."""
    if type(value) is Thing:
        return value.i is None or bool(machine.H[value.i])
    if type(value) is Interval:
        return value.end > value.first
    return bool(value) if type(value) is not Duration else value.ms != 0


def equal(machine: Machine, left: Any, right: Any) -> bool:
    """Equality: numbers by value, collections element by element, other objects by identity."""
    if type(left) is not Thing or type(right) is not Thing:
        return _same(left, right)
    pairs = [(left, right)]
    assumed: set[tuple[int, int]] = set()
    while pairs:
        a, b = pairs.pop()
        if type(a) is not Thing or type(b) is not Thing:
            if not _same(a, b):
                return False
        elif a is not b:
            if a.i is None or b.i is None:
                return False
            one, other = machine.H[a.i], machine.H[b.i]
            if len(one) != len(other):
                return False
            # A pair met before is being compared already: assuming it equal ends cycles.
            if (id(a), id(b)) not in assumed:
                assumed.add((id(a), id(b)))
                pairs += zip(one, other, strict=True)
    return True


def _same(a: Any, b: Any) -> bool:
    kind = type(a)
    if kind is type(b):
        if kind is Interval:
            return (len(a) == 0 and len(b) == 0) or a == b
        return bool(a == b) if kind is not Thing else a is b
    if kind in (int, float):
        return (type(b) in (int, float) or type(b) in STRANGE) and bool(a == b)
    return (kind in STRANGE or type(b) in STRANGE) and bool(a == b)


def identical(left: Any, right: Any) -> bool:
    """``is``: identity for objects, equality for everything else."""
    if (type(left) is Thing and type(right) is not Veil) or (type(right) is Thing and type(left) is not Veil):
        return left is right
    return _same(left, right)


def elements(machine: Machine, value: Any, doing: str) -> Sequence[Any]:
    """What can be gone through: a collection, a range, a string."""
    if type(value) is Thing and value.i is not None:
        return cast("Sequence[Any]", machine.H[value.i])
    if type(value) in (Interval, str):
        return cast("Sequence[Any]", value)
    raise Fault(
        "R403", f"cannot {doing} {with_article(type_name(value))}", "it needs a collection, range or string"
    )


def contains(machine: Machine, item: Any, container: Any) -> bool:
    """``in``."""
    if type(item) is Probe:
        return item.way.among(elements(machine, container, "look into"))
    if type(container) is Interval:
        return item in container
    if type(container) is str:
        return type(item) is str and item in container
    return any(equal(machine, item, element) for element in elements(machine, container, "look into"))


def compared(op: str, left: Any, right: Any) -> bool:
    """``<`` and the like: numbers with numbers, strings with strings, durations with durations."""
    a, b = type(left), type(right)
    if (a in (int, float) and b in (int, float)) or (a is b and a in (str, Duration)):
        return bool(_ORDER[op](left, right))
    if Probe in (a, b):
        return bool(_ORDER[op](left, right))
    raise undefined(op, left, right)


_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


def undefined(op: str, left: Any, right: Any) -> Fault:
    """The fault of an operator that these operands do not have."""
    names = (type_name(left), type_name(right))
    hint = ""
    if op == "+" and "string" in names:
        hint = "write an f-string:   f'… {value}'"
    elif "Range" in names:
        hint = "`..` binds tighter: write `0...n` or `0..(n-1)`"
    return Fault(
        "R403", f"`{op}` is not defined for {with_article(names[0])} and {with_article(names[1])}", hint
    )


def arithmetic(machine: Machine, op: str, left: Any, right: Any) -> Any:
    """``+ - * / % // **`` for whatever operands have them."""
    a, b = type(left), type(right)
    if a in (int, float) and b in (int, float):
        return _numbers(op, left, right)
    if op == "+":
        if a is str and b is str:
            machine.charge(1 + (len(left) + len(right)) // 8)
            return left + right
        if _is_sequence(left) and _is_sequence(right):
            return _joined(machine, left, right)
    elif op == "*" and (a is int or b is int):
        count, other = (left, right) if a is int else (right, left)
        if type(other) is str or _is_sequence(other):
            return _repeated(machine, count, other)
    if Duration in (a, b):
        return _durations(op, left, right)
    if (a is Probe and b is int) or (b is Probe and a is int):
        if op == "+":
            return left + right
        if op == "-":
            return left - right
    raise undefined(op, left, right)


def _is_sequence(value: Any) -> bool:
    return type(value) is Interval or (type(value) is Thing and value.i is not None)


def _joined(machine: Machine, left: Any, right: Any) -> Thing:
    first, second = elements(machine, left, "join"), elements(machine, right, "join")
    machine.charge(8 + len(first) + len(second))
    return machine.thing(SERIES, None, [*first, *second])


def _repeated(machine: Machine, count: int, value: Any) -> Any:
    items = elements(machine, value, "repeat")
    size = max(0, count) * len(items)
    machine.charge(8 + (size if type(value) is not str else size // 8))
    return value * count if type(value) is str else machine.thing(SERIES, None, list(items) * count)


def _numbers(op: str, left: Any, right: Any) -> Any:
    if op in ("/", "//", "%") and right == 0:
        raise Fault("R409", f"`{op}` by zero")
    if op == "+":
        result = left + right
    elif op == "-":
        result = left - right
    elif op == "*":
        result = left * right
    elif op == "/":
        result = left / right
    elif op == "%":
        result = left % right
    elif op == "//":
        result = left // right
    else:
        result = _power(left, right)
    if type(result) is int and result.bit_length() > MAX_BITS:
        raise Fault("R411", f"an integer became longer than {MAX_BITS:,} bits")
    return result


def _power(left: Any, right: Any) -> Any:
    if left == 0 and right < 0:
        raise Fault("R409", "zero cannot be raised to a negative power")
    if type(left) is int and type(right) is int and right > 0 and left.bit_length() * right > MAX_BITS + 64:
        raise Fault("R411", f"an integer would become longer than {MAX_BITS:,} bits")
    result = left**right
    if type(result) is complex:
        raise Fault("R403", "a negative number has no such power")
    return result


def _durations(op: str, left: Any, right: Any) -> Any:
    a, b = type(left), type(right)
    if op in ("+", "-") and a is b:
        return Duration(_numbers(op, left.ms, right.ms))
    if op == "*" and (a in (int, float) or b in (int, float)):
        return Duration(
            _numbers(op, left.ms if a is Duration else left, right.ms if b is Duration else right)
        )
    if op == "/" and b in (int, float):
        return Duration(_numbers(op, left.ms, right))
    raise undefined(op, left, right)


def text(machine: Machine, value: Any) -> str:
    """How a value is printed."""
    return value if type(value) is str else shown(machine, value)


def shown(machine: Machine, value: Any) -> str:
    """How a value is printed inside of something: strings with quotes. Things may be very deep."""
    if type(value) is not Thing:
        return _plain(value)
    pieces: list[str] = []
    size = 0
    inside: set[int] = set()
    todo: list[Any] = [value]
    while todo:
        part = todo.pop()
        if type(part) is _Raw:
            if part.leaves is not None:
                inside.discard(part.leaves)
            word = part.text
        elif type(part) is not Thing:
            word = _plain(part)
        elif id(part) in inside:
            word = "…"
        else:
            inside.add(id(part))
            word = ""
            todo += reversed(_parts(machine, part))
        pieces.append(word)
        size += len(word) + 1
        if size > MAX_TEXT:
            raise Fault("R411", f"the text of this would be longer than {MAX_TEXT:,} characters")
    return "".join(pieces)


class _Raw:
    """A piece of text in between, perhaps the end of a thing."""

    __slots__ = ("leaves", "text")

    def __init__(self, text_: str, leaves: int | None = None) -> None:
        self.text = text_
        self.leaves = leaves


def _parts(machine: Machine, thing: Thing) -> list[Any]:
    if thing.i is not None:
        parts: list[Any] = [_Raw("[")]
        for i, item in enumerate(machine.items(thing)):
            parts += [_Raw(", "), item] if i else [item]
        return [*parts, _Raw("]", id(thing))]
    fields = machine.fields(thing)
    if thing.kind.timer:
        return [_Raw(f"{thing.kind.name}("), fields["duration"], _Raw(")", id(thing))]
    parts = [_Raw(f"{thing.kind.name}(")]
    for i, (name, item) in enumerate(fields.items()):
        parts += [_Raw(f"{', ' if i else ''}{name}: "), item]
    return [*parts, _Raw(")", id(thing))]


def _plain(value: Any) -> str:
    if type(value) is str:
        escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
        return f"'{escaped}'"
    if type(value) is int:
        return digits_of(value)
    if type(value) is Interval:
        if value.letters:
            return ", ".join(value)
        return f"{digits_of(value.first)}..{digits_of(value.end - 1)}"
    if type(value) is Duration:
        return f"{value.ms:g}ms" if type(value.ms) is float else f"{value.ms}ms"
    return repr(value)


def interval(first: Any, last: Any, inclusive: bool) -> Interval:
    """``s..e`` and ``s...e``."""
    if type(first) is int and type(last) is int:
        return Interval(first, last + inclusive)
    if type(first) is str and type(last) is str and len(first) == len(last) == 1:
        return Interval(ord(first), ord(last) + inclusive, letters=True)
    given = f"{with_article(type_name(first))} and {with_article(type_name(last))}"
    raise Fault("R403", f"a range goes from int to int or from one character to another, not between {given}")


def converted(machine: Machine, value: Any, name: str) -> Any:
    """``int(x)``, ``float(x)``, ``string(x)``, ``bool(x)``."""
    if type(value) is Probe:
        return value
    if name == "string":
        return text(machine, value)
    if name == "bool":
        return value.strip().lower() not in _FALSE_TEXTS if type(value) is str else truth(machine, value)
    if type(value) is str:
        said = value.strip()
        if name == "int" and _INTEGER.fullmatch(said) and len(said) < 300_000:
            return integer(said)
        if name == "float" and _NUMBER.fullmatch(said):
            return float(said)
        raise Fault("R408", f"cannot read {_plain(value[:60])} as {name}")
    if type(value) is Duration:
        value = value.ms
    if type(value) in (int, float, bool) and not (type(value) is float and not math.isfinite(value)):
        return int(value) if name == "int" else float(value)
    raise Fault("R408", f"cannot turn {with_article(type_name(value))} into {with_article(name)}")


def declared(machine: Machine, value: Any, wanted: TypeRef, what: str) -> Any:
    """A value for a typed variable or attribute: text becomes a number or bool, an int a float."""
    name = wanted.name
    if type(value) is str and name in ("int", "float", "bool"):
        return converted(machine, value, name)
    if name == "float" and type(value) is int:
        return float(value)
    if not fits(machine, value, wanted):
        raise Fault(
            "R403", f"{what} is {with_article(str(wanted))}, this is {with_article(type_name(value))}"
        )
    return value
