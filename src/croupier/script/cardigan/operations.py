"""The instructions of Cardigan: those whose meaning depends on its values."""

from __future__ import annotations

from typing import Any

from croupier.script.cardigan.builtins import library_thing, numbers
from croupier.script.cardigan.kinds import article
from croupier.script.cardigan.piles import at, whole
from croupier.script.cardigan.values import (
    BLANK,
    Card,
    Code,
    card_of,
    collection,
    copied,
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
from croupier.script.machine import Fault, Frame, Machine
from croupier.script.operations import load


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
    held = target.fields.get(name)
    if held is None:
        machine.charge(1)
    elif is_function(held) and is_function(value):
        check_arity(name, arity(held), value)
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


def check_kind(machine: Machine, frame: Frame, argument: tuple[str, str]) -> None:
    """The value on top goes into a variable of a kind."""
    frame.stack[-1] = _of_kind(frame.stack[-1], argument[0], argument[1])


def keep_local(machine: Machine, frame: Frame, argument: tuple[int, str, bool]) -> None:
    """The value on top goes into a local variable, whose kind is that of the value it has."""
    held = frame.locals[argument[0]]
    if argument[2]:
        held = held.fields["v"]
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
    check_arity(name, wanted, value)


def arity(function: Any) -> int:
    """How many arguments a function takes."""
    code = function if type(function) is Code else function.kind
    return int(code.parameters)


def check_arity(name: str, wanted: int, function: Any) -> None:
    """A function is replaced only by one that takes as many arguments."""
    given = arity(function)
    if given != wanted:
        raise Fault("R403", f"'{name}' takes {wanted}, cannot be replaced by a function that takes {given}")
