"""Collections: loops over their elements, and card collections as sets or lists.

A loop is a generator that yields once where the body of the loop is to be written: ``for card in
each_card(lo, expr): …``. Some loops write their body more than once, where a collection has several parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.native.lower.lowering import Hoisted, Listed, ListPile, Loc, Lowering, Pile, SetPile
from croupier.recycle.places import is_place
from croupier.recycle.program import Expr
from croupier.recycle.traits import Bound, World
from croupier.recycle.types import Type

PILES = frozenset((Type.CARDS, Type.COPIES, Type.LOCATION, Type.MEMORY))
_PLACES = (Type.LOCATION, Type.MEMORY)
SHORT_SUM = 8
"""Sums of at most so many terms are written as one expression; Python cannot read endless ones."""

GROUPINGS = frozenset((Type.GROUPS, Type.LOCATIONS, Type.MEMORIES))


def is_pile(type_: Type) -> bool:
    """Whether a collection is one of cards."""
    return type_ in PILES


def is_set(lo: Lowering, expr: Expr) -> bool:
    """Whether a collection of cards comes as a set."""
    if expr.form == "filter":
        return is_set(lo, expr.part("collection"))
    if expr.form == "var":
        found = lo.env.get(expr.slot)
        return isinstance(found, SetPile) or (isinstance(found, Loc) and found.as_set)
    if is_place(expr) and expr.part("name").form == "name":
        return lo.bp.family_of(expr).as_set
    if expr.form == "if.value":
        # Places that are one or the other are lists; sets of cards stay sets.
        parts = expr.part("value"), expr.part("otherwise")
        return expr.type not in _PLACES and all(is_set(lo, part) for part in parts)
    if expr.form == "let.value":
        return _is_set_with(lo, expr)
    return False


def _is_set_with(lo: Lowering, expr: Expr) -> bool:
    """Whether a value in which another one is named comes as a set."""
    said, slot = expr.part("value"), expr.part("variable").slot
    outer = lo.env.get(slot)
    lo.env[slot] = SetPile("") if is_pile(said.type) and is_set(lo, said) else None
    found = is_set(lo, expr.part("result"))
    lo.env[slot] = outer
    return found


def list_at(lo: Lowering, loc: Loc) -> str:
    """Where the list of a place begins in `L`."""
    bp = lo.bp
    start = bp.names["LISTS"] - bp.sets * bp.stride
    if loc.place.isdecimal():
        return str(start + int(loc.place) * bp.stride)
    return lo.code.let("at", f"{start} + {loc.place} * {bp.stride}")


def loc_pile(lo: Lowering, loc: Loc) -> Pile:
    """The cards of a place, as they lie there."""
    if not loc.as_set:
        return ListPile(list_at(lo, loc), single=lo.quiet and lo.kit.single(loc.family))
    if loc.place.isdecimal():
        return SetPile(f"S[{lo.bp.names['SETS'] + int(loc.place)}]")
    return SetPile(f"S[SETS + {loc.place}]")


def single_lists(lo: Lowering) -> list[str]:
    """Where the lists of those places begin that are taken to hold one card at most."""
    return [list_at(lo, Loc(str(place), "")) for place in lo.kit.single_places]


def check_singles(lo: Lowering) -> None:
    """Leave the game to others if a place holds more cards than it is taken to hold."""
    lists = single_lists(lo)
    if lists:
        lo.give_up_if(" or ".join(f"L[{at}] > 1" for at in lists))


def as_pile(lo: Lowering, found: Any) -> Pile:
    """Cards, whatever shape they come in."""
    return loc_pile(lo, found) if isinstance(found, Loc) else found


def pile(lo: Lowering, expr: Expr) -> Pile:
    """A collection of cards: a live place, a set, or a list that is made now."""
    return as_pile(lo, lo.value(expr))


def size_of_pile(cards: Pile) -> str:
    """How many cards there are."""
    return f"popcount({cards.word})" if isinstance(cards, SetPile) else f"L[{cards.at}]"


def cards_in(lo: Lowering, cards: Pile, *, leaving: bool = False) -> Iterator[str]:
    """A loop over cards as they are when it begins; lists must not change meanwhile."""
    code = lo.code
    card = code.fresh("c")
    if isinstance(cards, SetPile):
        left = code.let("w", cards.word)
        with code.loop(f"{left} != 0", short=True):
            code(f"{card} = ctz({left})")
            code(f"{left} &= wsub({left}, 1)")
            yield card
        return
    at = lo.atom(cards.at)
    if cards.single and not leaving:
        with code.block(f"if L[{at}] != 0:"):
            code(f"{card} = L[{at} + 1]")
            yield card
        return
    index = code.let("i", "0")
    number = code.let("n", f"L[{at}]")
    with code.loop(f"{index} < {number}", short=True):
        code(f"{index} += 1")
        code(f"{card} = L[{at} + {index}]")
        yield card


def each_card(lo: Lowering, expr: Expr, *, leaving: bool = False) -> Iterator[str]:
    """A loop over a collection of cards; one from which a `break` may leave, if it says so."""
    if expr.form == "filter":
        bind, holds = expr.part("variable"), expr.part("condition")
        if is_set(lo, expr):
            yield from cards_in(lo, pile(lo, expr))
            return
        hoist(lo, expr)
        for card in each_card(lo, expr.part("collection"), leaving=leaving):
            lo.tick()
            outer = lo.env.get(bind.slot)
            lo.env[bind.slot] = card
            test = lo.value(holds)
            with lo.code.block(f"if {test}:"):
                lo.env[bind.slot] = outer
                yield card
    elif expr.form == "union" and not leaving and len(expr.args) <= 3:
        for arg in expr.args:
            yield from each_card(lo, arg)
    elif expr.form == "union.groups" and expr.part("groups").form == "all.collect" and not leaving:
        for _ in each(lo, expr.part("groups")):
            yield from each_card(lo, expr.part("groups").part("cards"))
    else:
        yield from cards_in(lo, pile(lo, expr), leaving=leaving)


def hoist(lo: Lowering, expr: Expr) -> None:
    """Before a filter: what is the same for all cards, and takes long, is computed for the first only."""
    bind, holds = expr.part("variable"), expr.part("condition")
    if not lo.quiet:
        return
    bound = {bind.slot, *(inner.slot for inner in holds.walk() if inner.form == "bind")}
    waiting = [holds]
    while waiting:
        inner = waiting.pop()
        own = {part.slot for part in inner.walk() if part.form == "bind"}
        adds_up = inner.type is Type.INT and inner.traits.bounded is Bound.ELEMENTS
        if adds_up and not any(
            part.traits.draws or (part.form == "var" and part.slot in bound - own) for part in inner.walk()
        ):
            lo.hoisted[id(inner)] = Hoisted(
                lo.code.let("b", "0"), lo.code.let("v", "0"), lo.code.let("st", "0")
            )
        else:
            waiting += inner.args


def each(lo: Lowering, expr: Expr, *, leaving: bool = False) -> Iterator[Any]:
    """A loop over the first part of a form, with the variable of the form bound to each element."""
    collection, bind = expr.part("collection"), expr.part("variable")
    if is_pile(collection.type):
        through: Iterator[Any] = each_card(lo, collection, leaving=leaving)
    elif collection.type in GROUPINGS:
        from croupier.native.lower.groups import each_group

        through = each_group(lo, collection)
    else:
        from croupier.native.lower.scalars import each_scalar

        through = each_scalar(lo, collection, leaving=leaving)
    for element in through:
        lo.tick()
        outer = lo.env.get(bind.slot)
        lo.env[bind.slot] = element
        yield element
        lo.env[bind.slot] = outer


def size_of(lo: Lowering, expr: Expr) -> str:
    """How many elements a collection has."""
    if is_pile(expr.type):
        if expr.form == "filter" and not is_set(lo, expr):
            number = lo.code.let("n", "0")
            for _ in each_card(lo, expr):
                lo.code(f"{number} += 1")
            return number
        if expr.form == "union" and len(expr.args) <= SHORT_SUM:
            return " + ".join(f"({size_of(lo, arg)})" for arg in expr.args) or "0"
        if expr.form == "union":
            number = lo.code.let("n", "0")
            for arg in expr.args:
                lo.code(f"{number} += {size_of(lo, arg)}")
            return number
        return size_of_pile(pile(lo, expr))
    found = listing(lo, expr)
    return found.count


def listing(lo: Lowering, expr: Expr) -> Listed:
    """The elements of any other collection, written down in `C`."""
    if expr.type in GROUPINGS:
        from croupier.native.lower.groups import groups

        return groups(lo, expr)
    from croupier.native.lower.scalars import scalars

    return scalars(lo, expr)


def mask_of(lo: Lowering, holds: Expr, slot: int) -> str | None:
    """The cards for which a condition on them holds, as a set; None if that is not plain to see."""
    if not lo.bp.fit_a_word:
        return None
    form = holds.form
    if form in ("and", "or"):
        parts = [mask_of(lo, arg, slot) for arg in holds.args]
        if any(part is None for part in parts):
            return None
        return "(" + (" & " if form == "and" else " | ").join(map(str, parts)) + ")"
    if form == "not":
        inner = mask_of(lo, holds.part("condition"), slot)
        return None if inner is None else f"(~{inner})"
    if form in ("equal.string", "unequal.string"):
        left, right = holds.args
        for one, other in ((left, right), (right, left)):
            if _is_attribute(one, slot) and steady(lo, other, slot):
                word = _alike_mask(lo, one, other) or _attribute_mask(lo, one, lo.value(other))
                return word if form == "equal.string" else f"(~{word})"
    if steady(lo, holds, slot):
        lines, found = lo.condition(holds)
        return f"(-1 if {found} else 0)" if not lines else None
    return None


def _attribute_mask(lo: Lowering, attribute: Expr, word: str) -> str:
    key = str(attribute.part("key").value)
    column = lo.bp.column(key)[1:]
    masks = [0] * len(lo.bp.strings)
    for card, value in enumerate(column):
        masks[value] |= 1 << card
    signed = tuple(mask - (1 << 64) if mask >> 63 else mask for mask in masks)
    if word.isdecimal():
        return str(signed[int(word)])
    return f"{lo.kit.table(f'MASK_{key}', signed)}[{word}]"


def _alike_mask(lo: Lowering, attribute: Expr, other: Expr) -> str | None:
    """The cards that have an attribute in common with a card."""
    if other.form != "cardatt" or other.part("key") != attribute.part("key"):
        return None
    key = str(attribute.part("key").value)
    column = lo.bp.column(key)
    masks = [sum(1 << card for card, value in enumerate(column[1:]) if value == own) for own in column]
    signed = tuple(mask - (1 << 64) if mask >> 63 else mask for mask in masks)
    return f"{lo.kit.table(f'ALIKE_{key}', signed)}[{lo.value(other.part('card'))} + 1]"


def _is_attribute(expr: Expr, slot: int) -> bool:
    return (
        expr.form == "cardatt"
        and expr.part("key").form == "name"
        and expr.part("card").form == "var"
        and expr.part("card").slot == slot
    )


def steady(lo: Lowering, expr: Expr, slot: int) -> bool:
    """Whether a value does not hang on a variable, is there at once, and nothing can go wrong with it."""
    for inner in expr.walk():
        if inner.traits.bounded is not Bound.AT_ONCE or lo.bp.may_fail(inner) or not inner.traits.pure:
            return False
        if inner.form == "var" and inner.slot == slot:
            return False
        if World.PLACES in inner.traits.reads and not all(arg.type in _PLACES for arg in inner.args):
            return False
    return True
