"""What collections, decks and hands can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key, partial
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
    pile_of,
    text,
)
from croupier.script.heap import Probe, Thing
from croupier.script.machine import Fault, Frame, Machine, Routine

Method = Callable[[Machine, Any, Thing, Sequence[Any]], Any]
"""Of the machine, the receiver, the collection with its elements, and the arguments."""


def call_method(machine: Machine, receiver: Any, name: str, arguments: Sequence[Any]) -> Any:
    """Call a method of a value that is no member of a struct."""
    pile = pile_of(machine, receiver)
    method = _METHODS.get(name)
    if pile is not None and method is not None:
        known = METHODS[name]
        if not known.fewest <= len(arguments) <= known.most:
            _arity(name, known.fewest, known.most, arguments)
        return method(machine, receiver, pile, arguments)
    if name in COMMON:
        _arity(name, COMMON[name].fewest, COMMON[name].most, arguments)
        return text(machine, receiver) if name == "toString" else equal(machine, receiver, arguments[0])
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


def _append(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    machine.charge(1)
    _own(machine, pile).append(arguments[0])
    return receiver


def _add(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    more = items_of(machine, arguments[0])
    if more is None:
        return _append(machine, receiver, pile, arguments)
    machine.charge(len(more))
    _own(machine, pile).extend(list(more))
    return receiver


def _enough(items: list[Any], wanted: int, action: str) -> None:
    if wanted < 0:
        raise Fault("R403", f"{action} takes no negative number, got {wanted}")
    if len(items) < wanted:
        raise Fault(
            "R401",
            f"{action} wants {wanted}, the collection {f'holds {len(items)}' if items else 'is empty'}",
        )


def _pop(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    items = machine.items(pile)
    if not arguments:
        _enough(items, 1, "pop")
        return _own(machine, pile).pop()
    count = whole(arguments[0], "a number of elements")
    _enough(items, count, "pop")
    items = _own(machine, pile)
    taken = items[len(items) - count :][::-1]
    del items[len(items) - count :]
    return collection(machine, taken)


def _dequeue(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    items = machine.items(pile)
    if not arguments:
        _enough(items, 1, "dequeue")
        return _own(machine, pile).pop(0)
    count = whole(arguments[0], "a number of elements")
    _enough(items, count, "dequeue")
    items = _own(machine, pile)
    taken = items[:count]
    del items[:count]
    return collection(machine, taken)


def _peek(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    items = machine.items(pile)
    _enough(items, 1, "peek")
    return items[-1]


def _take(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    place = arguments[0]
    items = machine.items(pile)
    if type(place) is Probe:
        place.way.index(place, pile, items)
    place = at(items, place)
    return _own(machine, pile).pop(place)


def _delete(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> bool:
    wanted = arguments[0]
    items = machine.items(pile)
    found = None
    if type(wanted) in (Thing, Card, Code):
        found = next((i for i, item in enumerate(items) if item is wanted), None)
    if found is None:
        found = _place(machine, items, wanted)
    if found is not None:
        del _own(machine, pile)[found]
    return found is not None


def _place(machine: Machine, items: list[Any], wanted: Any) -> int | None:
    """The first place of an equal element."""
    for number, item in enumerate(items):
        if equal(machine, item, wanted):
            return number
    return None


def _own(machine: Machine, pile: Thing) -> list[Any]:
    """The elements, to be changed."""
    found: list[Any] = machine.own(pile.i)
    return found


def _sort(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    if arguments:
        raise AssertionError("a sort by key runs in a frame of its own")
    _own(machine, pile)[:] = sorted(machine.items(pile), key=cmp_to_key(partial(compare, machine)))
    return receiver


def _reverse(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    _own(machine, pile).reverse()
    return receiver


def _shuffle(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    machine.shuffle(pile)
    return receiver


def _size(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> int:
    return len(machine.items(pile))


def _show(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> str:
    lines = "\n".join(f"{number}: {text(machine, item)}" for number, item in enumerate(machine.items(pile)))
    machine.charge(len(lines) // 8)
    return lines


def _deal(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    items = machine.items(pile)
    players, rounds = items_of(machine, arguments[0]), whole(arguments[1], "a number of rounds")
    if players is None:
        raise Fault("R403", f"deal takes a collection of players, not {article(kind_of(arguments[0]))}")
    hands = [_hand(machine, player) for player in players]
    wanted = rounds * len(hands)
    if rounds < 0:
        raise Fault("R403", f"deal takes no negative number, got {rounds}")
    if wanted > len(items):
        raise Fault(
            "R401", f"deal wants {rounds} for each of {len(hands)}, {wanted} in all; there are {len(items)}"
        )
    items = _own(machine, pile) if wanted else items
    for _ in range(rounds):
        for hand in hands:
            _own(machine, hand).append(items.pop())
    return receiver


def _hand(machine: Machine, player: Any) -> Thing:
    """Where a player takes what is dealt: `hand`, unless that is the library's and there are `cards`."""
    fields = machine.fields(player) if is_struct(player) else {}
    hidden = DEFAULT_HAND in fields and "cards" in fields
    name = "hand" if "hand" in fields and not hidden else "cards"
    found = pile_of(machine, fields.get(name))
    if found is None:
        raise Fault("R403", f"nothing can be dealt to {article(kind_of(player))} without `hand` or `cards`")
    return found


def _insert(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    place = whole(arguments[0], "an index")
    size = len(machine.items(pile))
    if not 0 <= place <= size:
        raise Fault("R402", f"nothing can be inserted at {place}: the collection holds {size}")
    machine.charge(1)
    _own(machine, pile).insert(place, arguments[1])
    return receiver


def _clear(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> Any:
    _own(machine, pile).clear()
    return receiver


def _contains(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> bool:
    return _place(machine, machine.items(pile), arguments[0]) is not None


def _find(machine: Machine, receiver: Any, pile: Thing, arguments: Sequence[Any]) -> int:
    found = _place(machine, machine.items(pile), arguments[0])
    return -1 if found is None else found


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


def method_named(name: str, count: int) -> Method | None:
    """The method of a name, if it can be called with so many arguments."""
    known = METHODS.get(name)
    fits = known is not None and known.fewest <= count <= known.most
    return _METHODS.get(name) if fits else None


def check_key(machine: Machine, pile: Thing, key: Any) -> None:
    """A collection is sorted by the key that a function gives."""
    if not is_function(key):
        raise Fault("R403", f"sort takes a function, not {article(kind_of(key))}")
    machine.charge(2 * len(machine.items(pile)))


def sort_by(machine: Machine, receiver: Any, items: Sequence[Any], keys: Sequence[Any]) -> Any:
    """Put elements in the order of their keys."""
    places = list(range(len(items)))
    if all(type(key) is int for key in keys):
        places.sort(key=lambda at: int(keys[at]))
    else:

        def by_key(one: int, other: int) -> int:
            return compare(machine, keys[one], keys[other])

        places.sort(key=cmp_to_key(by_key))
    pile = pile_of(machine, receiver)
    assert pile is not None
    _own(machine, pile)[:] = [items[at] for at in places]
    return receiver


def sorting(machine: Machine, frame: Frame) -> None:
    """Sort by a function that can ask: one key comes after the other, and then all are there."""
    from croupier.script.cardigan.calling import resolved

    receiver, key, items, keys = frame.locals
    if frame.pc:
        keys = frame.locals[3] = (*keys, machine.res)
    while len(keys) < len(items):
        frame.pc = 1
        routine, values = resolved(machine, key, [items[len(keys)]])
        if machine.begin(routine, values):
            return
        keys = frame.locals[3] = (*keys, machine.res)
    machine.leave(sort_by(machine, receiver, items, keys))


SORTING = Routine("sort", -2, [], [], 4, ["collection", "key", "elements", "keys"], asks=True)
