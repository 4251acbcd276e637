"""What a choice tells about hidden cards: the kinds that the chooser would not have had a choice with.

Somebody who plays another suit than the one led has none of it, and somebody who passes where a card would
have to be played has no such card. The rules say so: each option has conditions, and a condition such as "no
card of the hand follows suit" is false as soon as one card does. For every item of a choice, and every hidden
place that its conditions look into, there is one Boolean form here, with a card as its variable: it holds for
the cards that cannot lie there if what everybody has seen was an option of this item. Items that look alike
from outside are taken together: a kind is ruled out only if all of them rule it out.

A form is made of conditions whose value everybody knows, of what was seen, and of the attributes of that one
card. So it never depends on a card that somebody does not see, and the truth is never ruled out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, zip_longest

from croupier.recycle.facts import Facts
from croupier.recycle.places import Places, is_place
from croupier.recycle.program import Expr, Program
from croupier.recycle.shapes import OPPOSITE_SIGNS, SHAPES
from croupier.recycle.traits import Seen
from croupier.recycle.types import Type


@dataclass(frozen=True, slots=True)
class Exclusion:
    """The kinds of cards that cannot lie in a place when an option of an item has been taken."""

    place: Expr
    test: Expr
    """Whether a card cannot lie there, before the option is carried out."""
    card: tuple[int, ...]
    """The variables of the test that are this card."""
    pick: tuple[int, ...]
    """The variables of the test that are the card which was taken, as everybody sees."""


Exclusions = dict[int, tuple[Exclusion, ...]]
"""What every item of a choice rules out, by its number; items that rule out nothing are not there."""


def exclusions(program: Program, facts: Facts) -> dict[int, Exclusions]:
    """What the choices of a program rule out, by the offset at which a choice begins.

    Tests may have variables of their own, numbered after those of the program.
    """
    places, slots = Places(program), count(1 + max((e.slot for e in program.walk()), default=0))
    found: dict[int, Exclusions] = {}
    for block in program.body:
        for choice, lets in _choices(block, {}):
            each = _Choice(facts, places, choice, lets, slots).exclusions()
            if each:
                found[choice.start] = each
    return found


def _choices(expr: Expr, lets: dict[int, Expr]) -> Iterator[tuple[Expr, dict[int, Expr]]]:
    """The choices of a block, each with the variables that were named right before it."""
    if expr.form == "choice":
        yield expr, lets
    elif expr.form == "let":
        yield from _choices(expr.part("body"), {**lets, expr.part("variable").slot: expr.part("value")})
    elif expr.form.startswith("stage."):
        for inner in expr.parts("blocks"):
            yield from _choices(inner, {})


Test = Expr | bool
"""A condition, or what it always is."""

_FLIPPED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_COMPARISONS = {
    shape.sign: form
    for form, shape in SHAPES.items()
    if shape.sign in _FLIPPED and form.partition(".")[2] in ("", "int", "most", "least")
}


@dataclass(frozen=True, slots=True)
class _Item:
    """An item of a choice, as far as others see it."""

    conditions: tuple[Expr, ...]
    """What has to hold for the option, before anything is done."""
    pick: tuple[int, ...]
    """The variables that are the card which was taken, if everybody sees it."""
    look: tuple[object, ...]
    """The events that everybody sees; `...` stands for those that are not plain to see."""


class _Choice:
    """One choice, and the hidden places that its conditions look into."""

    def __init__(
        self, facts: Facts, places: Places, choice: Expr, lets: dict[int, Expr], slots: Iterator[int]
    ) -> None:
        self.facts = facts
        self.places = places
        self.lets = lets
        """What variables around the choice stand for: nothing has happened since they were named."""
        self.slots = slots
        self.origins: dict[int, int] = {}
        """The variables of the program that ours are made of."""
        self.items = [self._item(self._written_out(arg)) for arg in choice.args]
        self.unset = {
            inner.part("variable").slot for inner in choice.walk() if inner.traits.binds is not None
        }
        """Variables of the choice: they have no value yet."""
        self.cards: set[int] = set()
        """Variables that stand for a card of the place in question."""

    def exclusions(self) -> Exclusions:
        """What each item rules out."""
        found: Exclusions = {}
        for number in range(len(self.items)):
            each = tuple(self._excluded(number))
            if each:
                found[number] = each
        return found

    def _excluded(self, number: int) -> Iterator[Exclusion]:
        item = self.items[number]
        alike = [other for other in self.items if _may_look_alike(item, other)]
        hidden: list[Expr] = []
        for condition in item.conditions:
            for inner in condition.walk():
                if self._is_hidden(inner) and not any(map(_same(inner), hidden)):
                    hidden.append(inner)
        for place in hidden:
            self.cards = set()
            seen = all(bool(other.pick) == bool(item.pick) for other in alike)
            test = _all(self._impossible(other, place, seen=seen) for other in alike)
            if isinstance(test, Expr) and any(inner.slot in self.cards for inner in test.walk()):
                picks = tuple(slot for other in alike for slot in other.pick) if seen else ()
                yield Exclusion(place, test, tuple(sorted(self.cards)), picks)

    # Items as others see them

    def _written_out(self, expr: Expr, renamed: dict[int, int] | None = None) -> Expr:
        """A form with its variables of lets written out, each time with variables of its own."""
        names = {} if renamed is None else renamed
        if expr.form == "var":
            if expr.slot in self.lets:
                return self._written_out(self.lets[expr.slot], {})
            return replace(expr, slot=names[expr.slot]) if expr.slot in names else expr
        if expr.form == "bind":
            if renamed is None:
                return expr
            names[expr.slot] = slot = next(self.slots)
            self.origins[slot] = self.origins.get(expr.slot, expr.slot)
            return replace(expr, slot=slot)
        # A variable is bound before it is used, but after the collection that it runs through.
        return replace(expr, args=tuple(self._written_out(arg, renamed) for arg in expr.args))

    def _item(self, expr: Expr) -> _Item:
        conditions: list[Expr] = []
        picks: list[int] = []
        # The card of a second `any` would have to be told from that of the first.
        while (
            expr.form == "if"
            or (expr.form == "any.do" and not picks)
            or (expr.form == "do" and len(expr.args) == 1)
        ):
            if expr.form == "if":
                conditions.append(expr.part("condition"))
                expr = expr.part("body")
            elif expr.form == "do":
                expr = expr.args[0]
            else:
                variable, collection = expr.part("variable"), expr.part("collection")
                expr = expr.part("body")
                if variable.type is Type.CARD and self._shows(expr, variable.slot, collection):
                    picks.append(variable.slot)
                    for sieve in _sieves(collection):
                        picks.append(sieve.part("variable").slot)
                        conditions.append(sieve.part("condition"))
                else:
                    # Not everybody knows which element it was.
                    break
        return _Item(tuple(conditions), tuple(picks), self._look(expr, picks))

    def _shows(self, body: Expr, slot: int, collection: Expr) -> bool:
        """Whether everybody sees which card was taken."""
        if self._is_open(collection):
            return True
        return any(
            action.form in ("move", "remember")
            and action.part("card").form == "var"
            and action.part("card").slot == slot
            and self._is_open(action.part("into"))
            for action in _actions(body)
        )

    def _look(self, body: Expr, picks: list[int]) -> tuple[object, ...]:
        """The events that everybody sees, as far as they are plain."""
        found: list[object] = []
        for action in _actions(body):
            if action.traits.body is not None or not action.traits.event:
                return (*found, ...)
            targets = action.parts("into") if action.has("into") else ()
            if action.has("storage"):
                targets = action.parts("storage")
            names = tuple(
                (inner.form, str(inner.part("name").value))
                for target in targets
                for inner in target.walk()
                if inner.has("owner") and inner.has("name") and inner.part("name").form == "name"
            )
            card = action.part("card") if action.has("card") else None
            taken = card is not None and card.form == "var" and card.slot in picks
            found.append((action.traits.event, names, taken))
        return tuple(found)

    # Conditions

    def _impossible(self, item: _Item, place: Expr, *, seen: bool) -> Test:
        """Whether an item could not have had the option with a card at the place."""
        known = frozenset(item.pick) if seen else frozenset[int]()
        return _any(self._false(condition, True, place, known) for condition in item.conditions)

    def _false(self, expr: Expr, wanted: bool, place: Expr, known: frozenset[int]) -> Test:
        """Whether a condition surely is not what it has to be, with a card at the place."""
        if self._is_public(expr, known):
            return _not(expr) if wanted else expr
        if expr.form == "not":
            return self._false(expr.args[0], not wanted, place, known)
        if expr.form in ("and", "or"):
            parts = [self._false(part, wanted, place, known) for part in expr.args]
            return _any(parts) if (expr.form == "and") == wanted else _all(parts)
        if expr.form in ("any.bool", "all.bool") and wanted == (expr.form == "all.bool"):
            condition = expr.part("condition")
            there = self._kept(expr.part("collection"), place, known)
            slot = expr.part("variable").slot
            if not self._is_public(condition, known | {slot}):
                return False
            self.cards.add(slot)
            return _all((there, _not(condition) if wanted else condition))
        return self._too_many(expr, wanted, place, known)

    def _too_many(self, expr: Expr, wanted: bool, place: Expr, known: frozenset[int]) -> Test:
        """The same for a comparison of the size of a collection with a number that everybody knows."""
        sign = expr.sign if expr.sign in _FLIPPED and len(expr.args) == 2 else ""
        if not sign:
            return False
        size, number = expr.args
        if size.form != "size":
            size, number, sign = number, size, _FLIPPED[sign]
        if size.form != "size" or number.type is not Type.INT or not self._is_public(number, known):
            return False
        sign = sign if wanted else OPPOSITE_SIGNS[sign]
        most = {"==": 0, "<=": 0, "<": 1}.get(sign)
        if most is None:
            return False
        # One card is too many for any number up to this.
        bound = Expr("int", Type.INT, value=most)
        tight: Test = Expr(_COMPARISONS["<="], Type.BOOL, (number, bound))
        if number.form == "int":
            tight = int(number.value or 0) <= most
        return _all((tight, self._kept(size.part("collection"), place, known)))

    def _kept(self, collection: Expr, place: Expr, known: frozenset[int]) -> Test:
        """Whether a card at the place is an element of a collection."""
        if collection.form == "filter":
            condition, slot = collection.part("condition"), collection.part("variable").slot
            if not self._is_public(condition, known | {slot}):
                return False
            inner = self._kept(collection.part("collection"), place, known)
            self.cards.add(slot)
            return _all((inner, condition))
        if collection.form == "union":
            return _any(self._kept(part, place, known) for part in collection.args)
        return is_place(collection) and _same(place)(collection)

    # What everybody knows

    def _is_public(self, expr: Expr, known: frozenset[int]) -> bool:
        """Whether everybody knows what an expression is; `known` are variables that are cards they know."""
        bound = {
            inner.part("variable").slot
            for inner in expr.walk()
            if inner.traits.binds is not None and inner.traits.binds.each
        }
        for inner in expr.walk():
            traits = inner.traits
            if traits.draws is not None or traits.body is not None:
                return False
            if inner.form == "var" and inner.slot not in known and inner.slot not in bound:
                if inner.slot in self.unset:
                    return False
                source = self.facts.bound.get(inner.slot)
                if source is not None and not self._is_public(source[0], frozenset()):
                    return False
            for part in traits.faces:
                if not all(self._is_open(cards, known) for cards in inner.parts(part)):
                    return False
        return True

    def _is_open(self, cards: Expr, known: frozenset[int] = frozenset()) -> bool:
        """Whether everybody sees the cards that an expression can be."""
        if cards.form == "var" and cards.slot in known:
            return True
        origins = self.places.sources(self._as_written(cards))
        return bool(origins) and all(
            origin.location.memory or origin.location.seen is Seen.BY_ALL for origin in origins
        )

    def _as_written(self, expr: Expr) -> Expr:
        """A form with the variables that the program has, whose origins are known."""
        if expr.form == "var":
            return replace(expr, slot=self.origins.get(expr.slot, expr.slot))
        return replace(expr, args=tuple(map(self._as_written, expr.args))) if self.origins else expr

    def _is_hidden(self, expr: Expr) -> bool:
        """Whether a form is a place whose cards somebody does not see, of an owner that everybody knows."""
        if not is_place(expr) or expr.traits.location is None:
            return False
        fixed = expr.part("name").form == "name" and expr.part("index").form == "int"
        return (
            fixed
            and expr.traits.location.seen is not Seen.BY_ALL
            and self._is_public(expr.part("owner"), frozenset())
        )


def _may_look_alike(one: _Item, other: _Item) -> bool:
    for a, b in zip_longest(one.look, other.look):
        if a is ... or b is ...:
            return True
        if a != b:
            return False
    return True


def _same(one: Expr) -> Callable[[Expr], bool]:
    """Whether a place is the same as another: the same owner, name and index in the text."""
    return lambda other: one == other


def _sieves(collection: Expr) -> Iterator[Expr]:
    while collection.form == "filter":
        yield collection
        collection = collection.part("collection")


def _actions(body: Expr) -> tuple[Expr, ...]:
    return body.args if body.form == "do" else (body,)


def _not(expr: Expr) -> Expr:
    return expr.args[0] if expr.form == "not" else Expr("not", Type.BOOL, (expr,))


def _all(tests: Iterable[Test]) -> Test:
    """A test that holds if all do."""
    return _joined("and", tests, neutral=True)


def _any(tests: Iterable[Test]) -> Test:
    """A test that holds if one does."""
    return _joined("or", tests, neutral=False)


def _joined(form: str, tests: Iterable[Test], *, neutral: bool) -> Test:
    found: list[Expr] = []
    for test in tests:
        if isinstance(test, bool):
            if test is not neutral:
                return test
        else:
            found.append(test)
    if not found:
        return neutral
    return found[0] if len(found) == 1 else Expr(form, Type.BOOL, tuple(found))
