"""Plain choices: options that can be counted without trying them out.

Most choices are made of items such as "if …, any card of …: move it there": nothing can go wrong on such a
path, and different elements do different things. Where that is plain to see, a decision at random needs no
list of options: they are counted, one is drawn, and carried out. Two items whose options might be the same
are told apart when they come up: if both have options, and nothing shows that these differ, the options are
built in full, and so are those of every item that is not plain to see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from croupier.interpreter.rules import done_in
from croupier.native.lower.blueprint import Blueprint, is_fixed
from croupier.native.lower.rules import MOST_EXPLORED, Rewriting, Rule, conjuncts, names_any, negated, tidied
from croupier.recycle.constants import constant, integer
from croupier.recycle.places import LocationKey, is_location, is_place
from croupier.recycle.program import Expr, is_choice
from croupier.recycle.traits import World
from croupier.recycle.types import Type, is_a

MOST_ITEMS = 64
"""The options of a choice with more items are always built: counting compares each item with each other."""

_SMALL = frozenset(("size", "pid"))
_COMPARED: dict[str, Callable[[int], tuple[int | None, int | None]]] = {
    "==": lambda n: (n, n),
    "<": lambda n: (None, n - 1),
    ">": lambda n: (n + 1, None),
    "<=": lambda n: (None, n),
    ">=": lambda n: (n, None),
}


@dataclass(frozen=True, slots=True)
class Guard:
    """A storage that must be far from its limits, a place that must hold cards, a card that must exist."""

    what: Expr
    everybody: bool = False
    """Whether its owner is found only while the item is carried out: then it has to hold for every player."""


@dataclass(frozen=True, slots=True)
class PlainItem:
    """An item: its number in the choice, its conditions, the `any` if there is one, and what is done."""

    number: int
    conditions: tuple[Expr, ...]
    choosing: Expr | None
    body: Expr
    kinds: tuple[str, ...]
    """The events that it surely begins with."""
    whole: bool
    """Whether these are all."""
    target: object
    """What tells its first event from others of its kind."""
    guards: tuple[Guard, ...]
    """What must hold before the options are counted, so that nothing goes wrong with any of them."""
    steps: int = 0
    """As many steps as it takes at most, where it is not written as the item is; else 0."""
    explored: int = 0
    """As many steps as it takes at most to go along all paths of the item, where it is rewritten; else 0."""
    tried: bool = False
    """Only trying tells its options."""
    fallback: bool = False
    """It counts only where no item before it has options."""

    @property
    def parts(self) -> tuple[Expr, ...]:
        """Its forms."""
        return *self.conditions, self.choosing or self.body


class Plain:
    """What is plain to see about the choices of a program."""

    def __init__(self, bp: Blueprint) -> None:
        self.bp = bp

    def items(self, choice: Expr) -> list[PlainItem] | None:
        """The rules of a choice, in the order of their options; None if none of them can be counted."""
        if id(choice) not in self.bp.rules:
            self.bp.rules[id(choice)] = self._items(choice)
        found: list[PlainItem] | None = self.bp.rules[id(choice)]
        return found

    def _items(self, choice: Expr) -> list[PlainItem] | None:
        items = choice.parts("items")
        if choice.has("players"):
            # What others choose is kept until all have chosen.
            return None
        if len(items) > MOST_ITEMS or (self.bp.counting and any(item.form == "else" for item in items)):
            return None
        live = [
            (number, item)
            for number, item in enumerate(items)
            if not self._never(item) or (self.bp.counting and self._is_tested(item))
        ]
        if self.bp.counting:
            # Counters stand where the conditions are written.
            written = [self._as_written(number, item) for number, item in live]
            return [item for item in written if item is not None] if all(written) and written else None
        short = [(number, tidied(item, self.bp.constants)) for number, item in live]
        found = [
            replace(rule, fallback=item.form == "else")
            for number, item in short
            if not self._is_idle(item)
            for rule in self._rules(number, done_by(item))
        ]
        if any(rule.fallback and rule.tried for rule in found):
            return None
        if sum(rule.explored for rule in found) > MOST_EXPLORED:
            # So many steps may be too many for a decision (§9): they are counted one by one.
            return None
        return None if all(rule.tried for rule in found) else found

    def _rules(self, number: int, item: Expr) -> list[PlainItem]:
        """The rules of an item: as it is written, if that can be counted; rewritten; or one to be tried."""
        written = self._as_written(number, item)
        if written is not None and _is_straight(written):
            return [written]
        rewriting = Rewriting(self.bp, self.safe)
        rules = rewriting.rules(item)
        found = [self._of_rule(number, rule) for rule in rules]
        if rules and None not in found:
            return [rule for rule in found if rule is not None]
        if written is not None:
            return [written]
        if not rules:
            return []
        guards = rewriting.tried(item).guards
        return [PlainItem(number, guards, None, item, (), False, None, (), tried=True)]

    def surely_apart(self, items: list[PlainItem]) -> bool:
        """Whether options never have to be built in full, but for numbers at their limits."""
        if any(item.tried for item in items):
            return False
        places = any(guard.what.type is not Type.INT_STORE for item in items for guard in item.guards)
        return not places and all(
            self.apart(one, other) for i, one in enumerate(items) for other in items[i + 1 :]
        )

    def wanted_places(self) -> set[LocationKey] | None:
        """The locations that must be noted for their cards in a game that runs by itself; None: all."""
        wanted: set[LocationKey] = set()
        known: set[int] = set()
        for expr in self.bp.live():
            if is_choice(expr):
                items = self.items(expr)
                if items is None or not self.surely_apart(items):
                    return None
                known |= {slot for item in items if (slot := self._moved_once(item)) is not None}
        for expr in self.live():
            if expr.form == "owner":
                if holder_slot(expr.part("card")) is None:
                    wanted |= self._where_it_may_lie(expr.part("card"))
            elif expr.traits.event in ("move", "swap cards"):
                for card, _ in expr.moves():
                    popped = card.form == "top" and is_location(card.part("cards")) and expr.form == "move"
                    if not popped and not (card.form == "var" and card.slot in known):
                        wanted |= self._where_it_may_lie(card)
                        if card.form == "actual" or any(e.form == "actual" for e in card.walk()):
                            return None
            elif expr.form in ("swap.locations", "shuffle.faro"):
                return None
        return wanted

    def _where_it_may_lie(self, card: Expr) -> set[LocationKey]:
        """The locations where a card was found, and those to which it may have been moved since."""
        found = set(self.bp.traced.sources(card))
        for variable in (part for part in card.walk() if part.form == "var"):
            scope = self._scopes.get(variable.slot)
            for inner in scope.walk() if scope is not None else ():
                for _, target in inner.moves():
                    found |= self.bp.traced.sources(target)
        return found

    @cached_property
    def _scopes(self) -> dict[int, Expr]:
        """Where each variable is known."""
        return {
            expr.part("variable").slot: expr.part(expr.traits.binds.scope)
            for expr in self.bp.program.walk()
            if expr.traits.binds is not None
        }

    def live(self) -> Iterator[Expr]:
        """Every form of the program that a game that runs by itself may come to, choices as their rules."""
        stack = [self.bp.program.scoring, *reversed(self.bp.program.body), self.bp.program.setup]
        while stack:
            expr = stack.pop()
            yield expr
            if expr.form == "if" and self.bp.never(expr.part("condition")):
                continue
            rules = self.items(expr) if is_choice(expr) else None
            if rules is None:
                stack += reversed(expr.args)
            else:
                asked = [expr.part("players")] if expr.has("players") else []
                stack += reversed([*asked, *(part for rule in rules for part in rule.parts)])

    def _moved_once(self, item: PlainItem) -> int | None:
        """The variable of an item that takes a card of a set, if it is moved once and first of all."""
        if item.choosing is None:
            return None
        source = item.choosing.part("collection")
        while source.form == "filter":
            source = source.part("collection")
        if not is_location(source) or source.part("name").form != "name":
            return None
        family = self.bp.family_of(source)
        slot = item.choosing.part("variable").slot
        moves = [e for e in item.body.walk() if e.form == "move" and e.part("card").slot == slot]
        first = next(iter(_flat(item.body)))
        return slot if family.as_set and len(moves) == 1 and moves[0] is first else None

    def _never(self, expr: Expr) -> bool:
        """Whether an item has a condition that never holds with these parameters."""
        return expr.form == "if" and (self.bp.never(expr.part("condition")) or self._never(expr.part("body")))

    def _is_idle(self, expr: Expr) -> bool:
        """Whether an item surely does nothing with these parameters."""
        if expr.form == "if" and self.bp.never(expr.part("condition")):
            return True
        if expr.form == "any.do":
            source = expr.part("collection")
            while source.form == "filter":
                if self.bp.never(source.part("condition")):
                    return True
                source = source.part("collection")
        return bool(done_in(expr)) and all(map(self._is_idle, done_in(expr)))

    def _is_tested(self, expr: Expr) -> bool:
        """Whether an item that never holds has a condition that may, before the one that does not."""
        while expr.form == "if":
            for condition in conjuncts([expr.part("condition")]):
                fixed = constant(condition, self.bp.constants)
                if not fixed:
                    return fixed is None
            expr = expr.part("body")
        return False

    def _of_rule(self, number: int, rule: Rule) -> PlainItem | None:
        """A rule, if nothing can go wrong with it."""
        if rule.body is None:
            return None
        conditions = [c for c in rule.guards if constant(c, self.bp.constants) is not True]
        found = self._counted(number, conditions, rule.choosing or rule.body)
        return None if found is None else replace(found, steps=rule.steps, explored=rule.explored)

    def _as_written(self, number: int, expr: Expr) -> PlainItem | None:
        conditions: list[Expr] = []
        while expr.form == "if" or (expr.form == "do" and len(expr.args) == 1):
            if expr.form == "if":
                conditions += [
                    c
                    for c in conjuncts([expr.part("condition")])
                    if constant(c, self.bp.constants) is not True
                ]
            expr = done_in(expr)[0]
        return self._counted(number, conditions, expr)

    def _counted(self, number: int, conditions: list[Expr], expr: Expr) -> PlainItem | None:
        """An item that can be counted; None if something may go wrong, or options may be the same."""
        if not all(map(self.safe, conditions)):
            return None
        choosing = expr if expr.form == "any.do" else None
        body = expr.part("body") if choosing is not None else expr
        if choosing is not None and not self._offers_apart(choosing):
            return None
        if any(inner.traits.chooses for inner in body.walk()):
            return None
        actions = list(_flat(body))
        guarded: list[Expr] = []
        filled: Expr | None = None
        if not actions:
            return None
        for i, each in enumerate(actions):
            if not self._action(each, guarded, filled, first=i == 0):
                return None
            filled = _filled(each, filled)
        kinds, whole = _kinds(actions)
        if not kinds or not self._sums_fit(body):
            return None
        guards = self._guards(guarded, conditions, expr)
        if guards is None:
            return None
        if choosing is not None and not any(
            self._names(a, choosing.part("variable").slot) for a in actions[: len(kinds)]
        ):
            return None
        target = self._target(actions[0])
        return PlainItem(number, tuple(conditions), choosing, body, kinds, whole, target, guards)

    def _guards(self, guarded: list[Expr], conditions: list[Expr], item: Expr) -> tuple[Guard, ...] | None:
        """The guards of an item; None if one can be asked only while the item is carried out."""
        inside = {inner.slot for inner in item.walk() if inner.form == "bind"}
        found: dict[Guard, None] = {}
        for what in guarded:
            everybody = any(part.form == "var" and part.slot in inside for part in what.walk())
            if everybody and (what.form == "var" or what.part("owner").type is not Type.PLAYER):
                return None
            if not self._holds_cards(what, conditions):
                found[Guard(what, everybody)] = None
        return tuple(found)

    def _holds_cards(self, guard: Expr, conditions: list[Expr]) -> bool:
        """Whether a guarded place is surely not empty where the conditions hold."""
        if guard.type is not Type.LOCATION:
            return False
        return self._exclude(conditions, (_sized("equal.int", guard),))

    def _sums_fit(self, body: Expr) -> bool:
        """Whether storages that are far from the limits at first stay so while an item changes them."""
        changes = [inner for inner in body.walk() if inner.form in ("inc", "dec")]
        changed = {_stored(change.part("storage")) for change in changes}
        large = {
            _stored(inner.part("storage"))
            for inner in body.walk()
            if inner.form == "set.int" and not self._small(inner.part("value"))
        }
        amounts = {_stored(change.part("value")) for change in changes if change.part("value").form == "sto"}
        again = any(
            inner.form == "all.do" and any(deeper.form == "all.do" for deeper in inner.part("body").walk())
            for inner in body.walk()
        )
        return not changed & large and not amounts & (changed | large) and not (amounts and again)

    def _offers_apart(self, choosing: Expr) -> bool:
        """Whether what is offered is plain, and no element comes twice."""
        collection = choosing.part("collection")
        if not self.safe(collection):
            return False
        source = collection
        while source.form == "filter":
            source = source.part("collection")
        if collection.type in (Type.LOCATION, Type.CARDS):
            while source.form in ("var", "filter"):
                bound = self.bp.traced.bound(source) if source.form == "var" else source.part("collection")
                if bound is source or bound.type not in (Type.LOCATION, Type.CARDS):
                    return False
                source = bound
            return is_place(source)
        if source.form != "var" and source.type in (Type.PLAYERS, Type.TEAMS, Type.INTS):
            return True
        if source.form == "names":
            values = [arg.value for arg in source.args]
            return len(set(values)) == len(values)
        listed = self.bp.constants.get(source.slot) if source.form == "var" else None
        return isinstance(listed, tuple) and len(set(listed)) == len(listed)

    def _names(self, action: Expr, slot: int) -> bool:
        """Whether something is done with the element: then different elements do different things."""
        for name in ("card", "member", "value"):
            if action.has(name) and action.form not in ("inc", "dec"):
                what = action.part(name)
                return what.form == "var" and what.slot == slot
        return False

    def safe(self, expr: Expr) -> bool:
        """Whether nothing can go wrong with a value, and it draws nothing."""
        if expr.form == "player.seat":
            seat = integer(expr.part("number"), self.bp.constants)
            return 0 <= seat < self.bp.seats if seat is not None else self._is_seat(expr.part("number"))
        if expr.form == "range":
            low, high = (integer(arg, self.bp.constants) for arg in expr.args)
            return low is not None and high is not None and high - low < 1000
        if expr.form == "score":
            return (
                expr.part("card").form == "var"
                and self._surely_card(expr.part("card"))
                and self.safe(expr.part("points"))
            )
        # A sum that does not fit is left to the interpreter wherever it comes up.
        fails = expr.form != "sum" and self.bp.may_fail(expr)
        if fails and all(failure.is_limit for failure in expr.traits.fails):
            return self._small(expr)
        if World.STORAGES in expr.traits.reads and expr.part("name").form != "name":
            return False
        if fails or not expr.traits.pure or _is_arranged(expr):
            return False
        return all(map(self.safe, expr.args))

    def _is_seat(self, expr: Expr) -> bool:
        """Whether an integer is a remainder that surely is a seat."""
        if expr.form != "modulo" or integer(expr.part("divisor"), self.bp.constants) != self.bp.seats:
            return False
        parts = [part for part in expr.part("dividend").walk() if part.type in (Type.INT, Type.INT_STORE)]
        return all(
            part.form in ("add", *_SMALL) or (integer(part, self.bp.constants) or -1) >= 0 for part in parts
        ) and self._small(expr.part("dividend"))

    def _small(self, expr: Expr) -> bool:
        """Whether an integer is far from the limits."""
        value = integer(expr, self.bp.constants)
        if value is not None:
            return abs(value) < 1 << 20
        if expr.form in _SMALL:
            return all(map(self.safe, expr.args))
        return expr.form in ("add", "subtract") and all(map(self._small, expr.args))

    def _action(self, expr: Expr, guards: list[Expr], filled: Expr | None, *, first: bool) -> bool:
        """Whether nothing can go wrong with an action, but for what the guards look after."""
        form = expr.form
        if form == "pass":
            return True
        if form in ("move", "remember"):
            return self._is_card(expr.part("card"), guards, filled, first=first) and self._is_place(expr)
        if form in ("set.int", "set.str"):
            return self.safe(expr.part("storage")) and self.safe(expr.part("value"))
        if form in ("inc", "dec"):
            guards.append(expr.part("storage"))
            if expr.part("value").form == "sto":
                guards.append(expr.part("value"))
                return self.safe(expr.part("storage")) and self.safe(expr.part("value"))
            return self.safe(expr.part("storage")) and self._small(expr.part("value"))
        if form in ("cycle.next", "cycle.current"):
            return self.safe(expr.part("member"))
        if form == "shuffle":
            return not first and self.safe(expr.part("pile"))
        if form == "if":
            return self.safe(expr.part("condition")) and all(
                self._action(a, guards, None, first=False) for a in _flat(expr.part("body"))
            )
        if form == "if.else":
            return self.safe(expr.part("condition")) and all(
                self._action(a, guards, None, first=False)
                for body in expr.parts("bodies")
                for a in _flat(body)
            )
        if form == "set.who":
            return self.safe(expr.part("storage")) and self.safe(expr.part("value"))
        if form == "all.do":
            return self.safe(expr.part("collection")) and all(
                self._action(a, guards, None, first=False) for a in _flat(expr.part("body"))
            )
        if form == "repeat.all":
            inner = expr.part("body")
            return (
                inner.form == "move"
                and inner.part("card").form in ("top", "bottom")
                and is_place(inner.part("card").part("cards"))
                and self.safe(inner.part("card"))
                and self._is_place(inner)
            )
        return False

    def _surely_card(self, variable: Expr) -> bool:
        """Whether a variable runs through cards: one that names a single card may name none."""
        return self.bp.traced.bound(variable).type not in (Type.CARD, Type.COPY)

    def _is_card(self, expr: Expr, guards: list[Expr], filled: Expr | None, *, first: bool) -> bool:
        if expr.form == "var":
            if not self._surely_card(expr):
                guards.append(expr)
            return expr.slot not in self.bp.constants
        if expr.form == "top" and expr.part("cards") == filled:
            return True
        if expr.form in ("top", "bottom") and first and is_location(expr.part("cards")):
            guards.append(expr.part("cards"))
            return is_place(expr.part("cards")) and self.safe(expr.part("cards"))
        return False

    def _is_place(self, expr: Expr) -> bool:
        place = expr.part("into")
        if place.form not in ("place.top", "place.bottom"):
            return False
        location = place.part("location")
        if not is_location(location) or not self.safe(location):
            return False
        return is_place(location) != (expr.form == "remember")

    def _target(self, action: Expr) -> object:
        if action.form in ("move", "remember"):
            location = action.part("into").part("location")
            return (
                location.form,
                location.part("owner").type,
                location.part("name").value,
                location.part("index").value,
            )
        if action.has("storage"):
            store = action.part("storage")
            return store.form, store.part("owner").type, store.part("name").value
        return None

    def apart(self, one: PlainItem, other: PlainItem) -> bool:
        """Whether no option of one can be the same as one of the other, or both never have options."""
        if _later(one, other).fallback and one.number != other.number:
            return True
        if one.number == other.number:
            # They are rules of one item: no path belongs to both, and paths name what they take.
            return True
        if one.tried or other.tried:
            return self.never_both(one, other)
        if one.kinds[0] != other.kinds[0] or one.target != other.target:
            return True
        if one.whole and other.whole and one.kinds != other.kinds:
            return True
        return self.never_both(one, other)

    def never_both(self, one: PlainItem, other: PlainItem) -> bool:
        """Whether two items never have options at the same time."""
        if _later(one, other).fallback and one.number != other.number:
            return True
        return self._exclude(_offering(one), _offering(other))

    def exclude(self, one: PlainItem, other: PlainItem) -> bool:
        """Whether the conditions of two items can never hold at the same time."""
        return self._exclude(one.conditions, other.conditions)

    def _exclude(self, one: Iterable[Expr], other: Iterable[Expr]) -> bool:
        """Whether two lists of conditions can never hold together."""
        first, second = list(conjuncts(one)), list(conjuncts(other))
        return (
            any(self._opposed(a, b) for a in first for b in second)
            or any(b.form == "or" and all(self._exclude(first, (part,)) for part in b.args) for b in second)
            or any(a.form == "or" and all(self._exclude((part,), second) for part in a.args) for a in first)
        )

    def _opposed(self, a: Expr, b: Expr) -> bool:
        for one, other in ((a, b), (b, a)):
            if one.form == "not" and alike(one.part("condition"), other):
                return True
        if self._none_of(a, b) or self._none_of(b, a):
            return True
        ranges = [self._range(e) for e in (a, b)]
        if ranges[0] is None or ranges[1] is None or not alike(ranges[0][0], ranges[1][0]):
            return False
        (_, low, high, without), (_, low2, high2, without2) = ranges[0], ranges[1]
        for lower, upper, left_out in ((low, high, without2), (low2, high2, without)):
            if left_out is not None and lower == upper == left_out:
                return True
        return (low is not None and high2 is not None and low > high2) or (
            low2 is not None and high is not None and low2 > high
        )

    def _none_of(self, none: Expr, some: Expr) -> bool:
        """Whether one condition says of all elements what another one, that some pass a filter, forbids."""
        if none.form != "all.bool":
            return False
        ranged = self._range(some)
        if ranged is None or ranged[1] is None or ranged[1] < 1 or ranged[0].form != "size":
            return False
        passing = ranged[0].part("collection")
        listed, bind, holds = none.args
        denied = Expr("filter", passing.type, (listed, bind, negated(holds)))
        return passing.form == "filter" and alike(passing, denied)

    def _range(self, expr: Expr) -> tuple[Expr, int | None, int | None, int | None] | None:
        """An expression, the least and the greatest value that a condition allows it, and a forbidden one."""
        if expr.sign not in (*_COMPARED, "!=") or not is_a(expr.part("left").type, Type.INT):
            return None
        what, number = expr.part("left"), integer(expr.part("right"), self.bp.constants)
        if number is None:
            return None
        least = 0 if what.form == "size" else None
        if expr.sign == "!=":
            # A size that is not 0 is at least 1.
            return (what, 1, None, number) if least == number else (what, least, None, number)
        low, high = _COMPARED[expr.sign](number)
        return what, least if low is None else low, high, None


def done_by(item: Expr) -> Expr:
    """What an item of a choice does, if it counts."""
    return replace(item, form="do") if item.form == "else" else item


def _later(one: PlainItem, other: PlainItem) -> PlainItem:
    return one if one.number > other.number else other


def holder_slot(card: Expr) -> int | None:
    """The variable that runs through the players where a card is the best one of a place of theirs."""
    if card.form not in ("max", "min") or card.part("cards").form != "union.groups":
        return None
    collected = card.part("cards").part("groups")
    if collected.form != "all.collect" or collected.part("collection").form != "players":
        return None
    bind, place = collected.part("variable"), collected.part("cards")
    if not is_place(place) or not is_fixed(place):
        return None
    owner = place.part("owner")
    return bind.slot if owner.form == "var" and owner.slot == bind.slot else None


def _is_straight(item: PlainItem) -> bool:
    """Whether an item is a rule as it is written: nothing in the filter of its collection is a guard."""
    if item.choosing is None:
        return True
    collection = item.choosing.part("collection")
    while collection.form == "filter":
        own = {collection.part("variable").slot}
        if not all(names_any(part, own) for part in conjuncts([collection.part("condition")])):
            return False
        collection = collection.part("collection")
    return True


def _offering(item: PlainItem) -> tuple[Expr, ...]:
    """What holds whenever an item has options: its conditions, and that there is something to choose from."""
    if item.choosing is None or item.choosing.part("collection").type not in (Type.LOCATION, Type.CARDS):
        return item.conditions
    return *item.conditions, _sized("greater", item.choosing.part("collection"))


def _sized(form: str, cards: Expr) -> Expr:
    """A condition that compares the number of some cards with 0."""
    return Expr(form, Type.BOOL, (Expr("size", Type.INT, (cards,)), Expr("int", Type.INT, value=0)))


def alike(one: Expr, other: Expr, renamed: dict[int, int] | None = None) -> bool:
    """Whether two forms say the same, whatever they call their own variables."""
    names = {} if renamed is None else renamed
    if one.form != other.form or one.type is not other.type or len(one.args) != len(other.args):
        return False
    if one.form == "bind":
        names[one.slot] = other.slot
        return True
    if one.form == "var":
        return names.get(one.slot, one.slot) == other.slot
    # A variable is bound before it is used, but after the collection that it runs through.
    return one.value == other.value and all(
        alike(a, b, names) for a, b in zip(one.args, other.args, strict=True)
    )


def _flat(expr: Expr) -> Iterable[Expr]:
    """Actions one after the other."""
    if expr.form == "do":
        for arg in expr.args:
            yield from _flat(arg)
    else:
        yield expr


def _is_arranged(expr: Expr) -> bool:
    """Whether a form makes a collection by the faces or places of cards: that takes room to write down."""
    location = expr.traits.location
    if location is not None:
        return location.many
    return is_a(expr.type, Type.COLLECTION) and bool(expr.traits.faces or expr.traits.by_position)


def _filled(action: Expr, filled: Expr | None) -> Expr | None:
    """The location that surely holds a card behind an action, given the one before it; None if none does."""
    if action.form == "move":
        location = action.part("into").part("location")
        return location if all(map(_is_unmoved, location.walk())) else None
    if any(written.what is World.TURNS for written in action.traits.writes) and filled is not None:
        return None if any(World.TURNS in part.traits.reads for part in filled.walk()) else filled
    moves = action.traits.moves
    # Nothing else takes a card out of its place.
    return filled if action.traits.event and (moves is None or moves.copies) else None


def _is_unmoved(part: Expr) -> bool:
    """Whether a part of a location is the same whatever is moved and stored."""
    return part.traits.steady and World.STORAGES not in part.traits.reads


def _stored(store: Expr) -> tuple[Type, object]:
    """The owner's type and the name of a storage: those of two storages that may be the same are equal."""
    return store.part("owner").type, store.part("name").value


def _kinds(actions: list[Expr]) -> tuple[tuple[str, ...], bool]:
    """The events that surely come first, and whether they are all."""
    kinds: list[str] = []
    for action in actions:
        if not action.traits.event:
            return tuple(kinds), False
        kinds.append(action.traits.event)
    return tuple(kinds), True
