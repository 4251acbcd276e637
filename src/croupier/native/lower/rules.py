"""The rules of a choice: one shape for whatever way an author writes an item.

A rule is ``guards; any element of a collection; actions``. Items are rewritten until nothing changes:
conditions that do not name the element become guards, the others go into the filter of the collection; pure
`let`s are put in; what stands before or behind an `any` goes into it, and the case that there is nothing to
take is a rule of its own; an `if` among other actions is split; a union of places is a rule for each place; a
`repeat` with a known small number is written out. The options of the rules of an item, one rule after the
other, are those of the item, in its order. An item for which that cannot be shown has a rule without a body:
only trying tells its options, and only where the guards hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from croupier.native.lower.blueprint import Blueprint
from croupier.recycle.constants import constant, integer
from croupier.recycle.places import LocationKey, is_place
from croupier.recycle.program import Constant, Expr
from croupier.recycle.shapes import OPPOSITES
from croupier.recycle.traits import World
from croupier.recycle.types import Type

MOST_WRITTEN_OUT = 4
"""A `repeat` of at most so many times is written out."""

MOST_RULES = 16
"""An item with more rules than this is tried."""

MOST_STEPS = 100_000
"""An item that may take more steps than this (§9) is not rewritten: its steps are counted one by one."""

MOST_EXPLORED = 400_000
"""Nor is one whose paths may take more steps than this together."""

_CONDITIONAL = ("if", "if.else")

_FILTERED = {Type.LOCATION: Type.CARDS, Type.MEMORY: Type.COPIES}
"""The type of a filtered collection where it is not that of the collection."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Options that are counted together, or tried."""

    guards: tuple[Expr, ...]
    choosing: Expr | None = None
    """The `any`, if there is one; its body is that of the rule."""
    body: Expr | None = None
    """The actions; none if only trying tells the options."""
    steps: int = 0
    """As many steps as it takes at most to carry out the item, where it has been rewritten; else 0."""
    explored: int = 0
    """As many steps as it takes at most to go along all its paths, where it has been rewritten; else 0."""


class Rewriting:
    """Makes rules of the items of a program."""

    def __init__(self, bp: Blueprint, is_safe: Callable[[Expr], bool]) -> None:
        self.bp = bp
        self.is_safe = is_safe

    def rules(self, item: Expr) -> list[Rule]:
        """The rules of an item, in the order of their options."""
        steps, explored = self._most_steps(item), self._most_explored(item)
        if steps is None or explored is None or steps > MOST_STEPS or explored > MOST_EXPLORED:
            return [Rule(())]
        found = self._expanded((), self._flat(item))
        if found is None or len(found) > MOST_RULES:
            return [self.tried(item)]
        plain = all(rule.body is not None for rule in found)
        if not plain:
            return [self.tried(item)]
        return [
            replace(rule, steps=steps, explored=explored)
            for rule in found
            if not any(map(self.bp.never, rule.guards))
        ]

    def tried(self, item: Expr) -> Rule:
        """A rule whose options only trying tells."""
        return Rule(tuple(guard for guard in self._outer_guards(item, set()) if self.is_safe(guard)))

    def _outer_guards(self, expr: Expr, bound: set[int]) -> Iterable[Expr]:
        """The conditions without which an item does nothing, as far as they can be asked before it."""
        while True:
            if expr.form == "do" and len(expr.args) == 1:
                expr = expr.args[0]
            elif expr.form == "if":
                yield from (c for c in conjuncts([expr.part("condition")]) if not names_any(c, bound))
                expr = expr.part("body")
            elif expr.form in ("any.do", "let"):
                bound = {*bound, expr.part("variable").slot}
                expr = expr.part("body")
            else:
                return

    # Sequences of actions

    def _flat(self, *actions: Expr) -> list[Expr]:
        """Actions one after the other, with lets put in and repetitions written out."""
        found: list[Expr] = []
        for action in actions:
            if action.form == "do":
                found += self._flat(*action.args)
            elif action.form == "let" and (inner := self._put_in(action)) is not None:
                found += self._flat(inner)
            elif action.form == "if" and constant(action.part("condition"), self.bp.constants) is True:
                found += self._flat(action.part("body"))
            elif action.form == "if" and self.bp.never(action.part("condition")):
                continue
            elif action.form == "if.else" and isinstance(
                settled := constant(action.part("condition"), self.bp.constants), bool
            ):
                found += self._flat(action.parts("bodies")[0 if settled else 1])
            elif action.form == "repeat" and (times := self._written_out(action)) is not None:
                found += self._flat(action.part("body")) * times
            else:
                found.append(action)
        return found

    def _written_out(self, repeat: Expr) -> int | None:
        times = integer(repeat.part("times"), self.bp.constants)
        return None if times is None or times > MOST_WRITTEN_OUT else max(0, times)

    def _put_in(self, let: Expr) -> Expr | None:
        """The body of a `let` with the value for the variable; None if it could be another value by then."""
        value, slot, body = let.part("value"), let.part("variable").slot, let.part("body")
        if not self.is_safe(value) or value.type in (Type.GROUPS, Type.POINTS, Type.POINT_STORE):
            return None
        if self.disturbed(value, [body]) and self._is_used_late(self._flat(body), slot):
            return None
        return put_in(body, slot, value)

    def _is_used_late(self, actions: Sequence[Expr], slot: int) -> bool:
        """Whether a variable is used behind an action that changes something, or in a loop."""
        written = False
        for action in actions:
            if action.form in ("if", "any.do", "let", "if.else"):
                inner = action.parts("bodies") if action.has("bodies") else (action.part("body"),)
                if any(self._is_used_late(self._flat(body), slot) for body in inner):
                    return True
            elif action.traits.body is not None and names_any(action, {slot}):
                return True
            if written and names_any(action, {slot}):
                return True
            written = written or any(inner.traits.event for inner in action.walk())
        return False

    # Rules

    def _expanded(self, guards: tuple[Expr, ...], actions: list[Expr]) -> list[Rule] | None:
        """The rules of actions behind guards; None if that cannot be told."""
        if not actions:
            return []
        at = next((i for i, action in enumerate(actions) if _chooses(action)), None)
        if at is None:
            if actions[0].form in _CONDITIONAL:
                return self._split(guards, [], actions[0], actions[1:])
            return [Rule(guards, None, _done(actions))]
        before, action, behind = actions[:at], actions[at], actions[at + 1 :]
        if action.form in _CONDITIONAL:
            return self._split(guards, before, action, behind)
        if action.form != "any.do":
            return None
        if self.disturbed(action.part("collection"), before, contents=True):
            return None
        if not before and not behind:
            return self._taken(guards, action)
        inside = replace(
            action, args=(*action.args[:2], _done([*before, *self._flat(action.part("body")), *behind]))
        )
        if not self.is_safe(action.part("collection")):
            return None
        some = self._taken(guards, inside)
        none = self._expanded((*guards, _is_empty(action.part("collection"))), [*before, *behind])
        return None if some is None or none is None else [*some, *none]

    def _split(
        self, guards: tuple[Expr, ...], before: list[Expr], action: Expr, behind: list[Expr]
    ) -> list[Rule] | None:
        """An `if` among other actions: what happens if its condition holds, and if not."""
        condition = action.part("condition")
        if self.disturbed(condition, before):
            return None
        bodies = action.parts("bodies") if action.has("bodies") else (action.part("body"),)
        inner, *other = (self._flat(body) for body in bodies)
        holding = self._expanded((*guards, *conjuncts([condition])), [*before, *inner, *behind])
        if not before and not behind and not other:
            return holding
        if not self.is_safe(condition):
            return None
        instead = [*before, *(action for body in other for action in body), *behind]
        otherwise = self._expanded((*guards, negated(condition)), instead)
        return None if holding is None or otherwise is None else [*holding, *otherwise]

    def _taken(self, guards: tuple[Expr, ...], choosing: Expr) -> list[Rule] | None:
        """The rules of an `any` that stands alone."""
        collection, variable = choosing.part("collection"), choosing.part("variable")
        if collection.form == "var":
            return self._taken_of(guards, choosing)
        parts = self._places_of(collection)
        if parts is None:
            return self._taken_of(guards, choosing)
        found: list[Rule] = []
        for part in parts:
            rules = self._taken_of(guards, replace(choosing, args=(part, variable, choosing.part("body"))))
            if rules is None:
                return None
            found += rules
        return found

    def _places_of(self, collection: Expr) -> list[Expr] | None:
        """A filtered or plain union as one collection for each of its places; None if it is no such union."""
        if collection.form == "filter":
            parts = self._places_of(collection.part("collection"))
            if parts is None:
                return None
            return [replace(collection, args=(part, *collection.args[1:])) for part in parts]
        if collection.form != "union" or not collection.args:
            return None
        known: set[LocationKey] = set()
        for arg in collection.args:
            source = arg
            while source.form == "filter":
                source = source.part("collection")
            keys = set(self.bp.traced.sources(source))
            if not is_place(source) or keys & known:
                return None
            known |= keys
        return list(collection.args)

    def _taken_of(self, guards: tuple[Expr, ...], choosing: Expr) -> list[Rule] | None:
        collection, variable = choosing.part("collection"), choosing.part("variable")
        slot = variable.slot
        while collection.form == "filter":
            # What does not hang on the element of a filter is a guard.
            own = collection.part("variable").slot
            parts = list(conjuncts([collection.part("condition")]))
            outer = [part for part in parts if not names_any(part, {own}) and self.is_safe(part)]
            if not outer:
                break
            guards = (*guards, *outer)
            rest = [part for part in parts if part not in outer]
            if rest:
                collection = _filtered(
                    collection.part("collection"), collection.part("variable"), rest, collection
                )
                break
            collection = collection.part("collection")
        actions = self._flat(choosing.part("body"))
        while len(actions) == 1 and actions[0].form == "if":
            parts = list(conjuncts([actions[0].part("condition")]))
            outer = [part for part in parts if not names_any(part, {slot})]
            inner = [part for part in parts if names_any(part, {slot})]
            if not all(map(self.is_safe, outer)):
                return None
            guards = (*guards, *outer)
            if inner:
                if collection.form == "filter":
                    named = collection.part("variable")
                    renamed = [put_in(part, slot, _named(named)) for part in inner]
                    renamed = [*conjuncts([collection.part("condition")]), *renamed]
                    collection = _filtered(collection.part("collection"), named, renamed, collection)
                else:
                    collection = _filtered(collection, variable, inner, None)
            actions = self._flat(actions[0].part("body"))
        if not actions or any(map(_chooses, actions)):
            return None if actions else []
        if actions[0].form in _CONDITIONAL and not names_any(actions[0].part("condition"), {slot}):
            return self._cases(
                guards, replace(choosing, args=(collection, variable, _done(actions))), actions
            )
        body = _done(actions)
        return [Rule(guards, replace(choosing, args=(collection, variable, body)), body)]

    def _cases(self, guards: tuple[Expr, ...], choosing: Expr, actions: list[Expr]) -> list[Rule] | None:
        """An `any` whose actions begin with a condition on no element: a rule for each case."""
        first, *behind = actions
        condition = first.part("condition")
        if not self.is_safe(condition):
            return None
        bodies = first.parts("bodies") if first.has("bodies") else (first.part("body"),)
        then, *other = (self._flat(body) for body in bodies)
        cases = (
            (tuple(conjuncts([condition])), [*then, *behind]),
            ((negated(condition),), [*(action for body in other for action in body), *behind]),
        )
        found: list[Rule] = []
        for tests, done in cases:
            body = replace(choosing, args=(*choosing.args[:2], _done(done))) if done else None
            rules = [] if body is None else self._taken_of((*guards, *tests), body)
            if rules is None:
                return None
            found += rules
        return found

    # Effects

    def disturbed(self, value: Expr, actions: Iterable[Expr], *, contents: bool = False) -> bool:
        """Whether actions may change what a value depends on; or what lies there, if it is a place."""
        reads = {what for part in value.walk() for what in part.traits.reads}
        written = [
            (action, each) for outer in actions for action in outer.walk() for each in action.traits.writes
        ]
        for _, each in written:
            if each.what is World.PLACES and World.FACES in reads:
                # A card that is moved is turned face down.
                return True
            if each.what is not World.PLACES and each.what in reads:
                return True
            if each.what is World.TEAMS:
                return True
        if (World.PLACES not in reads and not contents) or not written:
            return False
        places = {key for part in value.walk() for key in self._places_in(part)}
        touched = {key for action, _ in written for arg in action.args for key in self._touched(arg)}
        unclear = any(part.form in ("owner", "actual") for part in value.walk())
        moves = any(each.what is World.PLACES for _, each in written)
        return bool(places & touched) or (unclear and moves)

    def _places_in(self, part: Expr) -> Iterable[LocationKey]:
        if part.traits.location is not None:
            return self.bp.traced.keys(part)
        return self.bp.traced.sources(part) if part.form == "var" else ()

    def _touched(self, part: Expr) -> Iterable[LocationKey]:
        for inner in part.walk():
            yield from self._places_in(inner)

    def _most_explored(self, expr: Expr) -> int | None:
        """As many steps as all paths of an item can take at most; None if that cannot be told."""
        if not _chooses(expr):
            return self._most_steps(expr)
        if expr.form == "do":
            return self._paths(list(expr.args))
        if expr.form == "repeat" and (times := self._written_out(expr)) is not None:
            return self._paths([expr.part("body")] * times)
        if expr.form == "if.else":
            parts = [
                self._most_steps(expr.part("condition")),
                *map(self._most_explored, expr.parts("bodies")),
            ]
            return None if None in parts else sum(part or 0 for part in parts)
        if expr.form in ("if", "let", "any.do"):
            before = self._most_steps(expr.args[0])
            inner = self._most_explored(expr.part("body"))
            if before is None or inner is None:
                return None
            if expr.form != "any.do":
                return before + inner
            ways = self._most_elements(expr.part("collection"))
            return None if ways is None else before + ways * (1 + inner)
        return None

    def _paths(self, actions: list[Expr]) -> int | None:
        """The same for actions in a row: what stands behind an `any` is done on each of its paths."""
        total, ways = 0, 1
        for action in actions:
            steps = self._most_explored(action)
            if steps is None:
                return None
            total += ways * steps
            for inner in action.walk():
                if inner.form == "any.do":
                    elements = self._most_elements(inner.part("collection"))
                    if elements is None:
                        return None
                    ways *= 1 + elements
        return total

    def _most_steps(self, expr: Expr) -> int | None:
        """As many steps (§9) as a form can take at most; None if that cannot be told.

        A step is an event, or an element that a variable runs through.
        """
        times: int | None = 1
        scope = expr.traits.body.part if expr.traits.body is not None else ""
        if expr.traits.binds is not None and expr.traits.binds.each:
            scope = expr.traits.binds.scope
            times = 1 if expr.traits.chooses else self._most_elements(expr.part("collection"))
        elif expr.form == "repeat":
            times = integer(expr.part("times"), self.bp.constants)
        elif expr.form == "repeat.all":
            times = self.bp.capacity
        if times is None:
            return None
        total = 1 if expr.traits.event else 0
        for part in expr.args:
            steps = self._most_steps(part)
            if steps is None:
                return None
            again = bool(scope) and any(part is each for each in expr.parts(scope))
            total += max(0, times) * (1 + steps) if again else steps
        return total if total < 1 << 40 else None

    def _most_elements(self, collection: Expr) -> int | None:
        """As many elements as a collection can have; None if that cannot be told."""
        if collection.form == "filter":
            return self._most_elements(collection.part("collection"))
        if collection.form == "union":
            return len(collection.args) * self.bp.capacity
        if collection.form == "range":
            low, high = (integer(arg, self.bp.constants) for arg in collection.args)
            return None if low is None or high is None else max(0, high - low + 1)
        if collection.type in (Type.PLAYERS, Type.TEAMS, Type.TEAM):
            return self.bp.seats
        if collection.type in (Type.LOCATION, Type.MEMORY):
            return self.bp.capacity
        if collection.type in (Type.CARDS, Type.COPIES):
            return 2 * self.bp.capacity
        if collection.form == "names":
            return len(collection.args)
        listed = self.bp.constants.get(collection.slot) if collection.form == "var" else None
        return len(listed) if isinstance(listed, tuple) else None


def _chooses(action: Expr) -> bool:
    return any(inner.traits.chooses for inner in action.walk())


def _done(actions: Sequence[Expr]) -> Expr:
    """Actions as one."""
    return (
        actions[0] if len(actions) == 1 else Expr("do", actions[0].type, tuple(actions), node=actions[0].node)
    )


def _named(bind: Expr) -> Expr:
    """The variable of a binding, as a value."""
    return Expr("var", bind.type, value=bind.value, slot=bind.slot, node=bind.node)


def _filtered(collection: Expr, bind: Expr, conditions: Sequence[Expr], like: Expr | None) -> Expr:
    """A filter with all of some conditions."""
    holds = conditions[0] if len(conditions) == 1 else Expr("and", Type.BOOL, tuple(conditions))
    type_ = like.type if like is not None else _FILTERED.get(collection.type, collection.type)
    return Expr("filter", type_, (collection, bind, holds), node=collection.node)


def _is_empty(collection: Expr) -> Expr:
    size = Expr("size", Type.INT, (collection,))
    return Expr("equal.int", Type.BOOL, (size, Expr("int", Type.INT, value=0)))


def negated(condition: Expr) -> Expr:
    """A condition that holds where another one does not."""
    if condition.form == "not":
        return condition.part("condition")
    if condition.form in OPPOSITES:
        return replace(condition, form=OPPOSITES[condition.form])
    if condition.form in ("and", "or"):
        other = "or" if condition.form == "and" else "and"
        return replace(condition, form=other, args=tuple(map(negated, condition.args)))
    return Expr("not", Type.BOOL, (condition,), node=condition.node)


def tidied(expr: Expr, constants: Mapping[int, Constant]) -> Expr:
    """A form whose conditions say the same without needless words."""
    args = tuple(tidied(arg, constants) for arg in expr.args)
    if any(new is not old for new, old in zip(args, expr.args, strict=True)):
        expr = replace(expr, args=args)
    if expr.form == "not":
        return negated(expr.part("condition"))
    if expr.form == "empty":
        return _is_empty(expr.part("collection"))
    if expr.form not in ("and", "or"):
        return expr
    parts = list(_parts(expr.form, expr.args))
    settled = [constant(part, constants) for part in parts]
    ends = expr.form == "or"
    if ends in settled:
        return parts[settled.index(ends)]
    parts = [part for part, known in zip(parts, settled, strict=True) if known is None] or parts[:1]
    if len(parts) == 1:
        return parts[0]
    return expr if len(parts) == len(expr.args) else replace(expr, args=tuple(parts))


def put_in(expr: Expr, slot: int, value: Expr) -> Expr:
    """A form with a value for a variable."""
    if expr.form == "var" and expr.slot == slot:
        return value
    args = tuple(put_in(arg, slot, value) for arg in expr.args)
    same = all(new is old for new, old in zip(args, expr.args, strict=True))
    return expr if same else replace(expr, args=args)


def names_any(expr: Expr, slots: set[int]) -> bool:
    """Whether a form names one of some variables."""
    return any(part.form == "var" and part.slot in slots for part in expr.walk())


def conjuncts(conditions: Iterable[Expr]) -> Iterable[Expr]:
    """Conditions one by one, those of an `and` too: all of them have to hold."""
    return _parts("and", conditions)


def alternatives(conditions: Iterable[Expr]) -> Iterable[Expr]:
    """Conditions one by one, those of an `or` too: one of them is enough."""
    return _parts("or", conditions)


def _parts(form: str, conditions: Iterable[Expr]) -> Iterable[Expr]:
    for condition in conditions:
        if condition.form == form:
            yield from _parts(form, condition.args)
        else:
            yield condition
