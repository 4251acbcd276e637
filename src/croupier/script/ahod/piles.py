"""What the built-in helpers and ACTIONS of collections and timers do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from typing import Any

from croupier.script.ahod.kinds import SERIES, Kind, fits, type_name, with_article
from croupier.script.ahod.values import compared, elements, equal
from croupier.script.heap import Duration, Interval, Probe, Thing
from croupier.script.machine import Fault, Machine

Receiver = Any
Meaning = Callable[[Machine, Receiver, list[Any], str], Any]


def size(machine: Machine, it: Receiver, args: list[Any], called: str) -> int:
    """How many elements there are."""
    return len(elements(machine, it, "count"))


def empty(machine: Machine, it: Receiver, args: list[Any], called: str) -> bool:
    """Whether there is no element."""
    return len(elements(machine, it, "count")) == 0


def copy(machine: Machine, it: Thing, args: list[Any], called: str) -> Thing:
    """A new collection of the same type with the same elements."""
    items = _items(machine, it)
    machine.charge(8 + len(items))
    return machine.thing(it.kind, dict(machine.fields(it)) if it.f is not None else None, list(items))


def shuffled(machine: Machine, it: Thing, args: list[Any], called: str) -> Thing:
    """A shuffled copy."""
    made = copy(machine, it, args, called)
    machine.shuffle(made)
    return made


def shuffle(machine: Machine, it: Thing, args: list[Any], called: str) -> Thing:
    """Put the elements into a random order."""
    machine.shuffle(it)
    return it


def contains_(machine: Machine, it: Thing, args: list[Any], called: str) -> bool:
    """Whether some element equals the argument."""
    return index(machine, it, args, called) is not None


def index(machine: Machine, it: Thing, args: list[Any], called: str) -> int | None:
    """The first index of an equal element, or None."""
    wanted = args[0]
    for at, item in enumerate(_items(machine, it)):
        if equal(machine, wanted, item):
            return at
    return None


def clear(machine: Machine, it: Thing, args: list[Any], called: str) -> Thing:
    """Take all elements; they are given as a copy of the collection."""
    made = copy(machine, it, args, called)
    _own(machine, it).clear()
    return made


def looking(end: int) -> Meaning:
    """``top``, ``bottom`` and the like; end is 0 or -1."""

    def look(machine: Machine, it: Thing, args: list[Any], called: str) -> Any:
        items = _items(machine, it)
        count = _count(args)
        _enough(items, 1 if count is None else count, called)
        if count is None:
            return items[end]
        machine.charge(8 + count)
        return machine.thing(SERIES, None, items[:count] if end == 0 else items[::-1][:count])

    return look


def taking(end: int) -> Meaning:
    """``POP_TOP``, ``POP_BOTTOM`` and the like."""

    def take(machine: Machine, it: Thing, args: list[Any], called: str) -> Any:
        items = _items(machine, it)
        count = _count(args)
        _enough(items, 1 if count is None else count, called)
        items = _own(machine, it)
        if count is None:
            return items.pop(end)
        machine.charge(8 + count)
        if end == 0:
            taken = items[:count]
            del items[:count]
        else:
            taken = items[::-1][:count]
            del items[len(items) - count :]
        return machine.thing(SERIES, None, taken)

    return take


def putting(end: int) -> Meaning:
    """``PUSH_TOP``, ``PUSH_BOTTOM`` and the like."""

    def put(machine: Machine, it: Thing, args: list[Any], called: str) -> Thing:
        new = spread(machine, it.kind, args, called)
        machine.charge(len(new))
        items = _own(machine, it)
        if end == 0:
            items[:0] = reversed(new)
        else:
            items += new
        return it

    return put


def spread(machine: Machine, kind: Kind, args: Sequence[Any], called: str) -> list[Any]:
    """The elements that arguments bring: collections and ranges bring theirs, unless they are elements."""
    wanted = kind.element
    found: list[Any] = []
    for value in args:
        if wanted is not None and fits(machine, value, wanted):
            found.append(value)
        elif type(value) is Interval:
            if len(value) > 1_000_000:
                raise Fault("R411", f"a range of {len(value):,} elements is too long to be spread")
            found += value
        elif type(value) is Thing and value.i is not None:
            found += machine.H[value.i]
        else:
            found.append(value)
    if wanted is not None:
        for value in found:
            check_element(machine, kind, value, called)
    return found


def check_element(machine: Machine, kind: Kind, value: Any, called: str) -> None:
    """Refuse an element of another type than the collection holds."""
    wanted = kind.element
    if wanted is not None and not fits(machine, value, wanted):
        what, given = with_article(str(wanted)), with_article(type_name(value))
        raise Fault("R403", f"an element of {called or kind.name} is {what}, this is {given}")


def pop(machine: Machine, it: Thing, args: list[Any], called: str) -> Any:
    """Take the element at an index."""
    at = args[0]
    if type(at) is Probe:
        at.way.index(at, it, _items(machine, it))
    at = checked_index(at, len(_items(machine, it)), called)
    return _own(machine, it).pop(at)


def remove(machine: Machine, it: Thing, args: list[Any], called: str) -> Any:
    """Take the first equal element; None if there is none."""
    at = index(machine, it, args, called)
    return None if at is None else _own(machine, it).pop(at)


def sort(machine: Machine, it: Thing, args: list[Any], called: str) -> Thing:
    """Ascending order, by an attribute if one is named; equal elements keep their order."""
    items = _items(machine, it)
    keys = [_key(machine, item, args[0]) if args and args[0] is not None else item for item in items]
    pairs = list(zip(keys, items, strict=True))
    pairs.sort(key=cmp_to_key(_by_key))
    _own(machine, it)[:] = [item for _, item in pairs]
    return it


def _key(machine: Machine, item: Any, name: Any) -> Any:
    if type(name) is not str:
        raise Fault("R403", f"the key is the name of an attribute, this is {with_article(type_name(name))}")
    if type(item) is not Thing or name not in machine.fields(item):
        raise Fault("R405", f"{with_article(type_name(item))} has no attribute '{name}' to sort by")
    return machine.fields(item)[name]


def _by_key(a: tuple[Any, Any], b: tuple[Any, Any]) -> int:
    if compared("<", a[0], b[0]):
        return -1
    return 1 if compared(">", a[0], b[0]) else 0


def start(machine: Machine, it: Thing, args: list[Any], called: str) -> None:
    """Let a timer run, unless it runs already."""
    if not machine.fields(it)["running"]:
        restart(machine, it, args, called)


def restart(machine: Machine, it: Thing, args: list[Any], called: str) -> None:
    """Let a timer run anew."""
    _set_running(machine, it, True)
    machine.start_timer(it, milliseconds(machine.fields(it)["duration"]))


def stop(machine: Machine, it: Thing, args: list[Any], called: str) -> None:
    """Let a timer no longer run."""
    _set_running(machine, it, False)
    machine.stop_timer(it)


def _set_running(machine: Machine, it: Thing, running: bool) -> None:
    machine.own(it.f)["running"] = running


def milliseconds(value: Any) -> float:
    """The length of a timer."""
    if type(value) is Duration:
        value = value.ms
    if type(value) not in (int, float) or not 0 <= value < 1e15:
        raise Fault(
            "R403", f"a timer takes a duration such as 100ms, this is {with_article(type_name(value))}"
        )
    return value if value > 0 else 1  # a timer of no length that restarts itself must let time pass


def checked_index(value: Any, length: int, called: str) -> int:
    """An index that is there."""
    if type(value) is not int:
        raise Fault("R403", f"an index is an int, this is {with_article(type_name(value))}")
    if not 0 <= value < length:
        last = f"its indices are 0 to {length - 1}" if length else "it is empty"
        raise Fault("R402", f"{called} has no index {value}: {last}")
    return value


def _items(machine: Machine, it: Thing) -> list[Any]:
    """The elements, to be read."""
    found: list[Any] = machine.H[it.i]
    return found


def _own(machine: Machine, it: Thing) -> list[Any]:
    """The elements, to be changed."""
    found: list[Any] = machine.own(it.i)
    return found


def _count(args: list[Any]) -> int | None:
    if not args or args[0] is None:
        return None
    count = args[0]
    if type(count) is not int or count < 0:
        given = str(count) if type(count) is int else with_article(type_name(count))
        raise Fault("R403", f"how many is an int from 0, this is {given}")
    return count


def _enough(items: list[Any], wanted: int, called: str) -> None:
    if len(items) < wanted:
        held = "is empty" if not items else f"has {len(items)} element{'s' if len(items) != 1 else ''}"
        raise Fault("R401", f"{called} {held}, {wanted} wanted")
