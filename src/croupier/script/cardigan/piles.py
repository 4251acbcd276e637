"""What collections, decks and hands can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from typing import Any

from croupier.script.cardigan.kinds import article
from croupier.script.cardigan.names import COMMON, METHODS
from croupier.script.cardigan.values import (
    DEFAULT_HAND,
    Card,
    Code,
    collection,
    compare,
    equal,
    is_function,
    is_struct,
    items_of,
    kind_of,
    text,
)
from croupier.script.heap import Thing
from croupier.script.machine import Fault, Frame, Machine, Routine

Method = Callable[[Machine, Any, list[Any], Sequence[Any]], Any]
"""Of the machine, the receiver, its elements and the arguments."""


def call_method(machine: Machine, receiver: Any, name: str, arguments: list[Any]) -> Any:
    """Call a method of a value that is no member of a struct."""
    items = items_of(receiver)
    method = _METHODS.get(name)
    if items is not None and method is not None:
        known = METHODS[name]
        if not known.fewest <= len(arguments) <= known.most:
            _arity(name, known.fewest, known.most, arguments)
        return method(machine, receiver, items, arguments)
    if name in COMMON:
        _arity(name, COMMON[name].fewest, COMMON[name].most, arguments)
        return text(receiver) if name == "toString" else equal(receiver, arguments[0])
    if type(receiver) is str and name == "size":
        return len(receiver)
    raise Fault("R403", f"{article(kind_of(receiver))} has no method '{name}'")


def _arity(name: str, fewest: int, most: int, arguments: Sequence[Any]) -> None:
    if not fewest <= len(arguments) <= most:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise Fault("R403", f"{name} takes {wanted}, got {len(arguments)}")


def whole(value: Any, what: str) -> int:
    """A value that has to be an int."""
    if type(value) is not int:
        raise Fault("R403", f"{what} is an int, not {article(kind_of(value))}")
    return value


def at(items: Sequence[Any], index: Any, what: str = "the collection") -> int:
    """An index that has to be inside."""
    place = whole(index, "an index")
    if not 0 <= place < len(items):
        holds = f"holds {len(items)}" if items else "is empty"
        raise Fault("R402", f"there is no index {place}: {what} {holds}")
    return place


def _append(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    machine.charge(1)
    items.append(arguments[0])
    return receiver


def _add(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    more = items_of(arguments[0])
    if more is None:
        return _append(machine, receiver, items, arguments)
    machine.charge(len(more))
    items.extend(list(more))
    return receiver


def _enough(items: list[Any], wanted: int, action: str) -> None:
    if wanted < 0:
        raise Fault("R403", f"{action} takes no negative number, got {wanted}")
    if len(items) < wanted:
        raise Fault(
            "R401",
            f"{action} wants {wanted}, the collection {f'holds {len(items)}' if items else 'is empty'}",
        )


def _pop(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    if not arguments:
        _enough(items, 1, "pop")
        return items.pop()
    count = whole(arguments[0], "a number of elements")
    _enough(items, count, "pop")
    taken = items[len(items) - count :][::-1]
    del items[len(items) - count :]
    return collection(taken)


def _dequeue(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    if not arguments:
        _enough(items, 1, "dequeue")
        return items.pop(0)
    count = whole(arguments[0], "a number of elements")
    _enough(items, count, "dequeue")
    taken = items[:count]
    del items[:count]
    return collection(taken)


def _peek(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    _enough(items, 1, "peek")
    return items[-1]


def _take(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    return items.pop(at(items, arguments[0]))


def _delete(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> bool:
    wanted = arguments[0]
    found = next(
        (i for i, item in enumerate(items) if item is wanted and type(item) in (Thing, Card, Code)), None
    )
    if found is None:
        found = next((i for i, item in enumerate(items) if equal(item, wanted)), None)
    if found is not None:
        del items[found]
    return found is not None


def _sort(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    if arguments:
        raise AssertionError("a sort by key runs in a frame of its own")
    items.sort(key=cmp_to_key(compare))
    return receiver


def _reverse(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    items.reverse()
    return receiver


def _shuffle(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    machine.stream.shuffle(items)
    return receiver


def _size(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> int:
    return len(items)


def _show(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> str:
    lines = "\n".join(f"{number}: {text(item)}" for number, item in enumerate(items))
    machine.charge(len(lines) // 8)
    return lines


def _deal(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    players, rounds = items_of(arguments[0]), whole(arguments[1], "a number of rounds")
    if players is None:
        raise Fault("R403", f"deal takes a collection of players, not {article(kind_of(arguments[0]))}")
    hands = [_hand(player) for player in players]
    wanted = rounds * len(hands)
    if rounds < 0:
        raise Fault("R403", f"deal takes no negative number, got {rounds}")
    if wanted > len(items):
        raise Fault(
            "R401", f"deal wants {rounds} for each of {len(hands)}, {wanted} in all; there are {len(items)}"
        )
    for _ in range(rounds):
        for hand in hands:
            hand.append(items.pop())
    return receiver


def _hand(player: Any) -> list[Any]:
    """Where a player takes what is dealt: `hand`, unless that is the library's and there are `cards`."""
    fields = player.fields if is_struct(player) else {}
    hidden = DEFAULT_HAND in fields and "cards" in fields
    name = "hand" if "hand" in fields and not hidden else "cards"
    found = items_of(fields.get(name))
    if found is None:
        raise Fault("R403", f"nothing can be dealt to {article(kind_of(player))} without `hand` or `cards`")
    return found


def _insert(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    place = whole(arguments[0], "an index")
    if not 0 <= place <= len(items):
        raise Fault("R402", f"nothing can be inserted at {place}: the collection holds {len(items)}")
    machine.charge(1)
    items.insert(place, arguments[1])
    return receiver


def _clear(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> Any:
    items.clear()
    return receiver


def _contains(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> bool:
    return any(equal(item, arguments[0]) for item in items)


def _find(machine: Machine, receiver: Any, items: list[Any], arguments: Sequence[Any]) -> int:
    return next((i for i, item in enumerate(items) if equal(item, arguments[0])), -1)


_METHODS: dict[str, Method] = {
    "append": _append,
    "push": _append,
    "add": _add,
    "pop": _pop,
    "peek": _peek,
    "dequeue": _dequeue,
    "take": _take,
    "remove": _take,
    "delete": _delete,
    "sort": _sort,
    "reverse": _reverse,
    "shuffle": _shuffle,
    "size": _size,
    "show": _show,
    "deal": _deal,
    "insert": _insert,
    "clear": _clear,
    "contains": _contains,
    "find": _find,
}


def begin_sort(machine: Machine, receiver: Any, items: list[Any], key: Any, keep: bool) -> None:
    """Sort by the key that a function gives; it is called for one element after the other."""
    if not is_function(key):
        raise Fault("R403", f"sort takes a function, not {article(kind_of(key))}")
    machine.charge(2 * len(items))
    machine.push(SORTING, [receiver, key, collection(list(items)), collection([])], keep)


def _sort_step(machine: Machine, frame: Frame, _: Any) -> None:
    """Keep the key that came back, and ask for the next; when all are there, sort."""
    from croupier.script.cardigan.calling import begin_call

    receiver, key, snapshot, keys = frame.locals
    if frame.stack:
        keys.items.append(frame.stack.pop())
    if len(keys.items) < len(snapshot.items):
        frame.pc -= 1
        begin_call(machine, key, [snapshot.items[len(keys.items)]])
        return
    pairs = sorted(zip(keys.items, snapshot.items, strict=True), key=cmp_to_key(_by_key))
    items = items_of(receiver)
    assert items is not None
    items[:] = [item for _, item in pairs]
    machine.give_back(receiver)


def _by_key(one: tuple[Any, Any], other: tuple[Any, Any]) -> int:
    return compare(one[0], other[0])


SORTING = Routine("sort", -2, [(_sort_step, None)], [], 4, ["collection", "key", "elements", "keys"])
