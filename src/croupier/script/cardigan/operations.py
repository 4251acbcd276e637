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
    pile_of,
    set_field,
    text,
    tuple_of,
    visible,
)
from croupier.script.compiling import Body, Entry, unset
from croupier.script.heap import UNSET, Interval, Probe, Thing
from croupier.script.machine import Fault, Machine
from croupier.script.operations import Operation, value

jump_unless = Operation("jump_unless", "branch", gives=False)
jump_if = Operation("jump_if", "branch", gives=False)


def _count(argument: int) -> int:
    return argument


def _making(kind: str) -> Operation:
    def write(body: Body, operands: list[Entry], _: int) -> Entry:
        items = ", ".join(entry.text for entry in operands)
        return body.new(f"m.thing({kind!r}, None, [{items}])")

    return Operation(f"make_{kind}", "value", None, _count, inline=write)


make_collection = _making("collection")
"""``[a, b, c]``."""
make_tuple = _making("tuple")
"""``a:b:c``."""


@value(2)
def make_range(machine: Machine, first: Any, end: Any) -> Thing:
    """``[a ... b]``."""
    return numbers(machine, first, end)


@value(2, sort="loop")
def begin_range(machine: Machine, first: Any, end: Any) -> Any:
    """A loop over ``[a ... b]``, of which no collection is made."""
    last = whole(end, "the end of a range")
    return Interval(whole(first, "the beginning of a range"), last)


@value(1, sort="loop")
def begin_loop(machine: Machine, it: Any) -> Any:
    """A loop over what a collection or string holds now."""
    items = it if type(it) is str else items_of(machine, it)
    if items is None:
        raise Fault("R403", f"`for` cannot run through {article(kind_of(it))}")
    return items if type(items) is str else tuple(items)


@value(0, takes=True)
def library(machine: Machine, name: str) -> Thing:
    """A new struct of the library."""
    machine.charge(12)
    return library_thing(machine, name)


@value(len, takes=True)
def make_struct(machine: Machine, *given: Any) -> Thing:
    """``{a = 1, b = 2}``."""
    *values, names = given
    return machine.thing("struct", dict(zip(names, values, strict=True)) if names else {BLANK: True})


@value(lambda names: len(names) + 1, takes=True)
def extend_struct(machine: Machine, base: Any, *given: Any) -> Thing:
    """``base{…}``: a copy of the base with other fields."""
    *values, names = given
    if not is_struct(base):
        raise Fault("R403", f"{article(kind_of(base))} cannot be the base of a struct")
    machine.charge(8 + len(machine.fields(base)) + len(names))
    made: Thing = copied(machine, base)
    declared = [name for name, _ in visible(machine, made)]
    bare = 0
    for name, new in zip(names, values, strict=True):
        if name is None:
            if bare >= len(declared):
                raise Fault(
                    "R403", f"the base has {len(declared)} fields, there is none for value {bare + 1}"
                )
            name = declared[bare]
            bare += 1
        set_field(machine, made, name, new)
    if made.kind in ("Deck", "Hand") and names:
        _to_cards(machine, made)
    if made.kind == "Player" and names:
        # C3: what is asked before there are players is the number of players.
        machine.globals[0] = True
    return made


def _to_cards(machine: Machine, pile: Thing) -> None:
    """What a deck or hand holds becomes cards, with the labels of the deck."""
    items = items_of(machine, pile)
    fields = machine.fields(pile)
    if items is None:
        raise Fault(
            "R403",
            f"the cards of a {pile.kind} are a collection, not {article(kind_of(fields.get('cards')))}",
        )
    labels = items_of(machine, fields.get("labels"))
    known = tuple(label for label in labels or () if type(label) is str)
    made = collection(machine, [card_of(machine, item, known) for item in items])
    machine.own(pile.f)["cards"] = made


def _inline_field(body: Body, operands: list[Entry], name: str) -> Entry:
    it = operands[0].text
    slow = f"{body.bind(read_field, 'f')}(m, {it}, {name!r})"
    if name == "size":
        return body.new(slow)
    card, thing = body.bind(Card), body.bind(Thing)
    struct = f"H[{it}.f].get({name!r}, UNSET) if type({it}) is {thing} and {it}.f is not None else UNSET"
    found = body.new(f"{it}.attributes.get({name!r}, UNSET) if type({it}) is {card} else {struct}")
    body.line(f"if {found.text} is UNSET: {found.text} = {slow}")
    return found


def _inline_load_field(body: Body, _: list[Entry], argument: tuple[int, str]) -> Entry:
    slot, name = argument
    it = body.local(slot)
    if slot not in body.known:
        body.line(f"if {it} is UNSET: {body.bind(unset, 'f')}({body.routine.names[slot]!r})")
    return _inline_field(body, [Entry(it)], name)


def read_field(machine: Machine, it: Any, name: str) -> Any:
    """The field of a struct, the attribute of a card, the size of what has one."""
    if type(it) is Thing and it.f is not None:
        found = machine.H[it.f].get(name, UNSET)
        if found is not UNSET and name[:1] != "\0":
            return found
    if type(it) is Card:
        found = it.attributes.get(name, UNSET)
        return found if found is not UNSET else _attribute(machine, it, name)
    if name == "size":
        items = it if type(it) is str else items_of(machine, it)
        if items is not None:
            return len(items)
    if is_struct(it):
        known = ", ".join(n for n, _ in visible(machine, it)[:12])
        raise Fault(
            "R405", f"this struct has no field '{name}'", f"it has {known}" if known else "it is blank"
        )
    raise Fault("R405", f"{article(kind_of(it))} has no field '{name}'")


def _attribute(machine: Machine, card: Card, name: str) -> Any:
    if name in card.labels:
        place = card.labels.index(name)
        if place < len(card.names):
            return card.names[place]
        raise Fault(
            "R405",
            f"the card '{text(machine, card)}' has no {name}: it has {len(card.names)} attributes only",
        )
    if name == "key":
        return tuple_of(machine, list(card.names))
    if name == "value":
        if card.value is None:
            raise Fault("R405", f"no attribute of the card '{text(machine, card)}' has a value")
        return card.value
    labels = ", ".join(card.labels) or "none"
    raise Fault(
        "R405",
        f"the card '{text(machine, card)}' has no '{name}'",
        f"its labels: {labels}; also key and value",
    )


field = Operation("field", "value", read_field, 1, takes=True, inline=_inline_field)
"""``x.name``."""
load_field = Operation("load_field", "value", read_field, 0, takes=True, inline=_inline_load_field)
"""``x.name`` of a local variable: one instruction instead of two."""


@value(2, gives=False, takes=True)
def store_field(machine: Machine, target: Any, new: Any, name: str) -> None:
    """``x.name = value``."""
    if not is_struct(target):
        raise Fault("R403", f"{article(kind_of(target))} has no fields to be set")
    held = machine.fields(target).get(name)
    if held is None:
        machine.charge(1)
    elif is_function(held) and is_function(new):
        check_arity(name, arity(held), new)
    set_field(machine, target, name, new)


def _index(machine: Machine, it: Any, place: Any) -> Any:
    if type(place) is str and (type(it) is Card or is_struct(it)):
        return read_field(machine, it, place)
    items: Any = machine.H[it.i] if type(it) is Thing and it.i is not None else items_of(machine, it)
    if items is None and type(it) in (str, Card):
        items = it if type(it) is str else it.names
    if items is None:
        raise Fault("R403", f"{article(kind_of(it))} is indexed by {article(kind_of(place))}")
    if type(place) is Probe:
        place.way.index(place, pile_of(machine, it) or it, items)
    return items[at(items, place, f"the {kind_of(it)}")]


index = value(2)(_index)
"""``x[i]``."""


def _inline_index_at(body: Body, operands: list[Entry], place: int) -> Entry:
    it = operands[0].text
    there = f"type({it}) is {body.bind(Thing)} and {it}.i is not None and len(H[{it}.i]) > {place}"
    return body.new(f"H[{it}.i][{place}] if {there} else {body.bind(_index, 'f')}(m, {it}, {place})")


index_at = value(1, takes=True, inline=_inline_index_at)(_index)
"""``x[3]``: one instruction instead of two."""


@value(3, gives=False)
def store_index(machine: Machine, target: Any, place: Any, new: Any) -> None:
    """``x[i] = value``."""
    if type(place) is str and is_struct(target) and place[:1] != "\0":
        machine.charge(1)
        set_field(machine, target, place, new)
        return
    pile = pile_of(machine, target)
    if pile is None:
        raise Fault("R403", f"{article(kind_of(target))} cannot be changed by an index")
    if type(place) is Probe:
        place.way.index(place, pile, machine.items(pile))
    place = at(machine.items(pile), place)
    machine.own(pile.i)[place] = new


@value(1, takes=True)
def check_kind(machine: Machine, it: Any, argument: tuple[str, str]) -> Any:
    """A value for a variable of a kind."""
    return of_kind(it, argument[0], argument[1])


def _inline_keep_local(body: Body, operands: list[Entry], argument: tuple[int, str, bool]) -> Entry:
    """The kind of a local variable is that of the value it has."""
    slot, name, boxed = argument
    held = f"H[{body.local(slot)}.f]['v']" if boxed else body.local(slot)
    return body.new(f"{body.bind(kept, 'f')}({operands[0].text}, {held}, {name!r})")


def _inline_keep_global(body: Body, operands: list[Entry], argument: tuple[int, str]) -> Entry:
    slot, name = argument
    return body.new(f"{body.bind(kept, 'f')}({operands[0].text}, G[{slot}], {name!r})")


def kept(new: Any, held: Any, name: str) -> Any:
    """A value for a variable whose kind is that of the value it has."""
    return new if held is UNSET else of_kind(new, kind_of(held), name)


keep_local = Operation("keep_local", "value", None, 1, inline=_inline_keep_local)
"""The value goes into a local variable, whose kind is that of the value it has."""
keep_global = Operation("keep_global", "value", None, 1, inline=_inline_keep_global)
"""The value goes into a global variable, whose kind is that of the value it has."""


def of_kind(it: Any, wanted: str, name: str) -> Any:
    """A value as a kind; :class:`Fault` if it is another."""
    if type(it) is Probe:
        return it
    given = kind_of(it)
    if given == wanted:
        return it
    if wanted == "float" and given == "int":
        return float(it)
    raise Fault("R403", f"'{name}' is {wanted}, cannot take {given}")


@value(1, takes=True)
def check_function(machine: Machine, it: Any, argument: tuple[str, int]) -> Any:
    """The value replaces a function."""
    name, wanted = argument
    if not is_function(it):
        raise Fault("R403", f"'{name}' is function, cannot take {kind_of(it)}")
    check_arity(name, wanted, it)
    return it


def arity(function: Any) -> int:
    """How many arguments a function takes."""
    code = function if type(function) is Code else function.kind
    return int(code.parameters)


def check_arity(name: str, wanted: int, function: Any) -> None:
    """A function is replaced only by one that takes as many arguments."""
    given = arity(function)
    if given != wanted:
        raise Fault("R403", f"'{name}' takes {wanted}, cannot be replaced by a function that takes {given}")
