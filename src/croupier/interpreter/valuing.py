"""How value forms get their meaning: each is turned into a function from the table to its value (§3).

Cards, seats, teams and places are plain integers here; their types are known statically. A location's value
is the number of its place, so that a variable bound to it stays live; as a collection it is the list of its
cards. The definitions are in `amounts.py`, `gatherings.py` and `keeping.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from croupier.interpreter.fault import Fault
from croupier.interpreter.layout import Layout, Place, owner_kind
from croupier.interpreter.table import NOBODY, Awards, Table
from croupier.recycle.constants import MAX_INT, MIN_INT
from croupier.recycle.facts import LOCATIONS
from croupier.recycle.places import LIVE
from croupier.recycle.program import Expr
from croupier.recycle.types import Type, is_a

Meaning = Callable[[Table], Any]
Definition = Callable[[Layout, Expr], Meaning]

MAX_GROUPS = 100_000
"""How many collections one form may make."""

LITERALS = ("int", "name")
"""Forms that are their own value."""

MEANINGS: dict[str, Definition] = {}
"""The definition of every value form, by its name in the table of forms."""


def value(layout: Layout, expr: Expr) -> Meaning:
    """What a form means."""
    return MEANINGS[expr.form](layout, expr)


def means(*forms: str) -> Callable[[Definition], Definition]:
    """Register the definition of a form."""

    def register(definition: Definition) -> Definition:
        MEANINGS.update(dict.fromkeys(forms, definition))
        return definition

    return register


def cards(layout: Layout, expr: Expr) -> Callable[[Table], list[int]]:
    """A collection of cards as a list, not to be changed."""
    numbers = fixed_places(layout, expr)
    if numbers is not None:
        # Places named in the text are on the table from the beginning.
        if expr.part("owner").type is Type.GAME:
            return lambda t: t.cards[numbers[0]]
        owner = owner_of(layout, expr.part("owner"))
        return lambda t: t.cards[numbers[owner(t)]]
    inner = value(layout, expr)
    if expr.type in (Type.LOCATION, Type.MEMORY):
        return lambda t: t.pile(inner(t))
    return inner


def owner_of(layout: Layout, expr: Expr) -> Meaning:
    """A player, a team or the game, where nobody would be impossible."""
    found = value(layout, expr)
    if not layout.knows_nobody or not is_a(expr.type, Type.PLAYER) or expr.form == "player.current":
        return found

    def run(t: Table) -> int:
        player: int = found(t)
        if player == NOBODY:
            raise Fault("RCY320", expr, "nobody is no player")
        return player

    return run


def seat_in(text: str) -> int:
    """The player that a storage holds; nobody if it has not been set."""
    return int(text.removeprefix("seat ")) if text else NOBODY


def seat_text(player: int) -> str:
    """A player as a storage holds it."""
    return "" if player == NOBODY else f"seat {player}"


def fixed_places(layout: Layout, expr: Expr) -> list[int] | None:
    """The numbers of a location's places, by owner, if its name and its index stand in the text."""
    if expr.form not in LOCATIONS or expr.part("name").form != "name" or expr.part("index").form != "int":
        return None
    kind, name, index = (
        owner_kind(expr.part("owner")),
        str(expr.part("name").value),
        int(expr.part("index").value or 0),
    )
    owners = range(1 if kind == "game" else layout.seats)
    return [layout.number(Place(expr.form, kind, owner, name, index)) for owner in owners]


def contents(layout: Layout, expr: Expr) -> Callable[[Table], Sequence[Any]]:
    """The elements of any collection, not to be changed, and not to be kept while anything else changes."""
    if expr.type in (Type.LOCATION, Type.MEMORY):
        return cards(layout, expr)
    inner = value(layout, expr)
    if expr.type is Type.TEAM:
        return lambda t: t.teams[inner(t)]
    return inner


def elements(layout: Layout, expr: Expr) -> Callable[[Table], list[Any]]:
    """The elements of any collection, as they are at this moment."""
    listed = contents(layout, expr)
    return lambda t: list(listed(t))


def groups(layout: Layout, expr: Expr) -> Callable[[Table], list[list[int]]]:
    """A collection of card collections as a list of lists."""
    inner = value(layout, expr)
    if expr.type in LIVE:
        return lambda t: [t.pile(place) for place in inner(t)]
    return inner


def key(layout: Layout, expr: Expr) -> Callable[[Table], tuple[str, int, str]]:
    """Under which key a storage is kept: kind of owner, which one, name."""
    kind = owner_kind(expr.part("owner"))
    owner, name = owner_of(layout, expr.part("owner")), value(layout, expr.part("name"))
    if expr.part("name").form == "name":
        fixed = str(expr.part("name").value)
        keys = [(kind, member, fixed) for member in range(max(1, layout.seats))]
        return lambda t: keys[owner(t)]
    return lambda t: (kind, owner(t), name(t))


def each(layout: Layout, expr: Expr) -> Callable[[Table], Iterator[Any]]:
    """Go through a collection, binding the variable of a form to one element after the other."""
    listed, slot = contents(layout, expr.part("collection")), expr.part("variable").slot

    def run(t: Table) -> Iterator[Any]:
        outer = t.variables[slot]
        for element in listed(t):
            t.tick()
            t.variables[slot] = element
            yield element
        t.variables[slot] = outer

    return run


def in_range(expr: Expr, number: int) -> int:
    if not MIN_INT <= number <= MAX_INT:
        raise Fault("RCY304", expr, "the result does not fit into 64 bits")
    return number


def scores_under(t: Table, awards: Awards) -> list[int]:
    """What every card scores under a point map."""
    memo = t.layout.scores
    found = memo.get(awards)
    if found is None:
        found = memo[awards] = t.layout.by_card(
            [
                sum(n for pairs, n in awards if all(card.get(key, "") == word for key, word in pairs))
                for card in t.layout.cards
            ]
        )
    return found
