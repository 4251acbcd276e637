"""The values of a running program: kinds and text, when they are equal, which comes first, what is true.

Numbers, bools and strings are Python's own. Whatever has an identity and can change is a
:class:`~croupier.script.heap.Thing`; cards and functions never change, so that copies of a state share them.
"""

from __future__ import annotations

from typing import Any

from croupier.script.cardigan.kinds import article
from croupier.script.heap import STRANGE, Thing, Veil
from croupier.script.machine import Fault, Machine, Routine
from croupier.script.terms import Hidden

BLANK = "\0blank"
"""A hidden field of a struct into which nothing was put yet."""
DEFAULT_HAND = "\0hand"
"""A hidden field of a player whose `hand` is still that of the library."""
_STRUCTS = frozenset(("struct", "Deck", "Hand", "Player", "Game"))
_LONGEST = 100_000
"""So many characters of one value are shown."""
_DEEPEST = 6


class Card:
    """A card: the names of its attributes, the values of those that have one, the labels of its deck."""

    __slots__ = ("attributes", "labels", "names", "text", "value", "values")

    def __init__(
        self, names: tuple[Any, ...], values: tuple[Any, ...], labels: tuple[str, ...], text_: str
    ) -> None:
        self.text = text_
        """How it is printed, unless a name is something that may change."""
        self.names = names
        self.values = values
        self.labels = labels
        self.value = next((v for v in values if v is not None), None)
        """The value of the first attribute that has one, or None."""
        self.attributes = dict(reversed(list(zip(labels, names, strict=False))))
        """The names by their labels, and the value, unless a label is called so."""
        if self.value is not None and "value" not in labels:
            self.attributes["value"] = self.value

    def __repr__(self) -> str:
        return f"{self.names}{self.values}{self.labels}"


class Code:
    """A function as a value. Where it captures variables, a thing of this kind holds them."""

    __slots__ = ("lambda_", "member", "name", "parameters", "routine")

    def __init__(self, name: str, routine: Routine, parameters: int, *, member: bool, lambda_: bool) -> None:
        self.name = name
        self.routine = routine
        self.parameters = parameters
        self.member = member
        """Whether it has a place for `this` behind its parameters."""
        self.lambda_ = lambda_

    def __repr__(self) -> str:
        return f"function {self.name}#{self.routine.number}"


def collection(machine: Machine, items: list[Any]) -> Thing:
    """A new collection."""
    return machine.thing("collection", None, items)


def tuple_of(machine: Machine, items: list[Any], kind: str = "tuple") -> Thing:
    """A new tuple; a ``row`` is one that becomes the attributes of a card."""
    return machine.thing(kind, None, items)


def kind_of(value: Any) -> str:
    """The kind of a value, as messages and variables know it."""
    kind = type(value)
    if kind is Thing:
        name = value.kind
        if name == "collection":
            return "collection"
        if name in ("tuple", "row"):
            return "tuple"
        return "function" if type(name) is Code else "struct"
    if kind is Veil:
        raise Hidden
    return _KINDS.get(kind, "string")


_KINDS = {int: "int", float: "float", bool: "bool", str: "string", Card: "card", Code: "function"}


def is_struct(value: Any) -> bool:
    """Whether it is a struct."""
    return type(value) is Thing and type(value.kind) is str and value.kind in _STRUCTS


def is_function(value: Any) -> bool:
    """Whether it can be called."""
    return type(value) is Code or (type(value) is Thing and type(value.kind) is Code)


def pile_of(machine: Machine, value: Any) -> Thing | None:
    """A collection, or the cards of a deck or hand; None if it is neither."""
    if type(value) is not Thing:
        return None
    kind = value.kind
    if kind == "collection":
        return value
    if kind in ("Deck", "Hand"):
        cards = machine.H[value.f].get("cards")
        if type(cards) is Thing and cards.kind == "collection":
            return cards
    return None


def items_of(machine: Machine, value: Any) -> list[Any] | None:
    """The elements of a collection, or of the cards of a deck or hand; None if it is neither."""
    if type(value) is Thing and value.kind == "collection":
        found: list[Any] = machine.H[value.i]
        return found
    pile = pile_of(machine, value)
    return None if pile is None else machine.items(pile)


def truth(machine: Machine, value: Any) -> bool:
    """Whether a condition holds: collections if there is something in them, structs unless they are blank."""
    if value is True or value is False:
        return value
    items = items_of(machine, value)
    if items is not None:
        return bool(items)
    if is_struct(value):
        return BLANK not in machine.fields(value)
    if type(value) in (int, float, str) or type(value) in STRANGE:
        return bool(value)
    return True


def text(machine: Machine, value: Any) -> str:
    """A value as OUTPUT prints it."""
    if type(value) is str:
        return value
    if type(value) is not Thing:
        return _plain(machine, value)
    pieces: list[str] = []
    _write(machine, value, pieces, 0, 0, [_LONGEST])
    return "".join(pieces)


def _write(
    machine: Machine, value: Any, pieces: list[str], depth: int, structs: int, room: list[int]
) -> None:
    if room[0] < 0 or depth > _DEEPEST:
        pieces.append("…")
        return
    if type(value) is not Thing:
        shown = _plain(machine, value)
        room[0] -= len(shown)
        pieces.append(shown)
        return
    room[0] -= 2
    if type(value.kind) is Code:
        pieces.append(f"function {value.kind.name}")
    elif value.i is not None:
        tuple_ = value.kind != "collection"
        pieces.append("" if tuple_ else "[")
        _write_all(machine, machine.items(value), ":" if tuple_ else ", ", pieces, depth, structs, room)
        pieces.append("" if tuple_ else "]")
    elif structs >= 2:
        pieces.append("{…}")
    else:
        pieces.append("{")
        for at, (name, held) in enumerate(visible(machine, value)):
            pieces.append(f"{', ' if at else ''}{name}=")
            room[0] -= len(name) + 3
            _write(machine, held, pieces, depth + 1, structs + 1, room)
        pieces.append("}")


def _write_all(
    machine: Machine,
    items: list[Any],
    between: str,
    pieces: list[str],
    depth: int,
    structs: int,
    room: list[int],
) -> None:
    for at, item in enumerate(items):
        if room[0] < 0:
            pieces.append("…")
            return
        if at:
            pieces.append(between)
        _write(machine, item, pieces, depth + 1, structs, room)


def _plain(machine: Machine, value: Any) -> str:
    if value is True or value is False:
        return "true" if value else "false"
    if type(value) is Card:
        return value.text or " ".join([text(machine, name) for name in value.names])
    if type(value) is Code:
        return repr(value).split("#")[0]
    try:
        return str(value)
    except ValueError:  # an int of thousands of digits
        return hex(value)


def visible(machine: Machine, struct: Thing) -> list[tuple[str, Any]]:
    """The fields of a struct without the hidden ones, in the order in which they came in."""
    return [(name, held) for name, held in machine.fields(struct).items() if name[:1] != "\0"]


def equal(machine: Machine, one: Any, other: Any) -> bool:
    """Elementwise for collections and tuples, by names for cards, by identity for structs and functions."""
    todo = [(one, other)]
    seen: set[tuple[int, int]] = set()
    while todo:
        a, b = todo.pop()
        if a is b and type(a) not in STRANGE:
            continue
        if type(a) is Thing and type(b) is Thing:
            if a.i is None or b.i is None or kind_of(a) != kind_of(b):
                return False
            first, second = machine.H[a.i], machine.H[b.i]
            if len(first) != len(second):
                return False
            if (id(a), id(b)) not in seen:
                seen.add((id(a), id(b)))
                todo += zip(first, second, strict=True)
        elif type(a) is Card and type(b) is Card:
            if len(a.names) != len(b.names):
                return False
            todo += zip(a.names, b.names, strict=True)
        elif {type(a), type(b)} == {int, float} or type(a) in STRANGE or type(b) in STRANGE:
            if not bool(a == b):
                return False
        elif type(a) is not type(b) or type(a) is Thing or a != b:
            return False
    return True


def compare(machine: Machine, one: Any, other: Any, depth: int = 0) -> int:
    """Negative, zero or positive: numbers, strings, cards (by value, then names) and tuples (elementwise)."""
    kinds = kind_of(one), kind_of(other)
    if all(k in ("int", "float") for k in kinds) or kinds == ("string", "string"):
        return int(one > other) - int(one < other)
    if kinds == ("card", "card"):
        values = one.value, other.value
        if values[0] is None or values[1] is None:
            first = (values[0] is not None) - (values[1] is not None)
        else:
            first = compare(machine, *values, depth + 1)
        return first or _compare_all(machine, one.names, other.names, depth)
    if kinds == ("tuple", "tuple") and depth < 20:
        return _compare_all(machine, machine.items(one), machine.items(other), depth)
    raise Fault("R403", f"{article(kinds[0])} and {article(kinds[1])} cannot be put in order")


def _compare_all(machine: Machine, one: Any, other: Any, depth: int) -> int:
    for a, b in zip(one, other, strict=False):
        # Names of a deck may be of several kinds, as 25 and "go": then the kinds decide.
        if type(a) is not type(b) and not {type(a), type(b)} <= {int, float}:
            found = (kind_of(a) > kind_of(b)) - (kind_of(a) < kind_of(b))
        else:
            found = compare(machine, a, b, depth + 1)
        if found:
            return found
    return (len(one) > len(other)) - (len(one) < len(other))


def copied(machine: Machine, value: Any) -> Any:
    """A copy in which structs and collections are new, however deep; all else is shared."""
    if not _is_copied(value):
        return value
    made: dict[int, Thing] = {}
    todo: list[Thing] = []

    def new(old: Any) -> Any:
        if not _is_copied(old):
            return old
        if id(old) not in made:
            made[id(old)] = machine.thing(
                old.kind, None if old.f is None else {}, None if old.i is None else []
            )
            todo.append(old)
        return made[id(old)]

    result = new(value)
    while todo:
        old = todo.pop()
        twin = made[id(old)]
        if old.f is not None:
            machine.own(twin.f).update({name: new(held) for name, held in machine.fields(old).items()})
        if old.i is not None:
            machine.own(twin.i).extend([new(item) for item in machine.items(old)])
    return result


def _is_copied(value: Any) -> bool:
    return type(value) is Thing and (value.kind == "collection" or is_struct(value))


def card_of(machine: Machine, value: Any, labels: tuple[str, ...]) -> Any:
    """What an element becomes when it enters a deck: a card, unless it already is one or a struct."""
    if type(value) is Card or is_struct(value) or type(value) is Veil:
        return value
    is_row = type(value) is Thing and value.kind in ("row", "collection")
    attributes = machine.items(value) if is_row else [value]
    names: list[Any] = []
    values: list[Any] = []
    for attribute in attributes:
        pair = machine.items(attribute) if type(attribute) is Thing and attribute.kind == "tuple" else []
        named = len(pair) == 2
        names.append(pair[0] if named else attribute)
        values.append(pair[1] if named else None)
    plain = not any(type(name) is Thing for name in names)
    shown = " ".join([text(machine, name) for name in names]) if plain else ""
    return Card(tuple(names), tuple(values), labels, shown)


def set_field(machine: Machine, struct: Thing, name: str, value: Any) -> None:
    """Put something into a struct, which is no longer blank then."""
    fields = machine.own(struct.f)
    fields.pop(BLANK, None)
    if name == "hand":
        fields.pop(DEFAULT_HAND, None)
    fields[name] = value
