"""Choices that may be left without an option.

An item offers an option under a condition: its own `if`, and something to take for every `any`. These
conditions are formulas over a few unknowns (a size, a stored value, an attribute); the choice is sure of
an option when their disjunction holds for every combination of values. Unknowns are told apart by their
text, with variables renamed. Some things are taken on trust: a plain location has a card, and that one
card stands for all (a filter has an element if the card passes it); what is not a condition is possible;
a number that is only ever compared for equality with 0 up to k has no other value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod

from croupier.recycle.codes import finding
from croupier.recycle.facts import Facts
from croupier.recycle.lint_flow import head_span
from croupier.recycle.program import Expr
from croupier.recycle.shapes import OPPOSITES
from croupier.recycle.traits import Bound, Times
from croupier.recycle.types import Type, is_a
from croupier.text import Diagnostic

Value = int | str | bool
Formula = Callable[[dict[str, Value]], bool]

_MOST_CASES = 4096
_ORDERS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def _true(_: dict[str, Value]) -> bool:
    return True


def optionless(facts: Facts) -> Iterator[Diagnostic]:
    """Every choice whose items do not cover all cases."""
    for choice, forms in facts.choices:
        if choice.parts("items") and not Cases(facts, choice, forms).always():
            yield finding("RCY108", head_span(choice))


def needless(facts: Facts) -> Iterator[Diagnostic]:
    """Every `else` of a choice behind items that offer an option in every case."""
    for choice, forms in facts.choices:
        for i, item in enumerate(choice.parts("items")):
            if item.form == "else" and Cases(facts, choice, forms).surely(choice.parts("items")[:i]):
                yield finding("RCY134", item.span)


class Cases:
    """The unknowns of one choice with the values that its conditions tell apart."""

    def __init__(self, facts: Facts, choice: Expr, forms: list[Expr]) -> None:
        self.facts = facts
        self.choice = choice
        self.inner = {form.slot for form in forms if form.form == "bind"}
        """The variables that the choice itself binds."""
        self.flags: set[str] = set()
        """Conditions that hold or not."""
        self.said: dict[str, set[str]] = {}
        """Strings with the words that they are compared with."""
        self.others: dict[str, set[str]] = {}
        """Strings with the words that they may be, as far as that is known."""
        self.compared: dict[str, set[int]] = {}
        """Numbers with the numbers that they are compared with."""
        self.ordered: set[str] = set()
        """Numbers that are compared by more than equality."""
        self.named: dict[int, str] = {}
        """What variables are called in texts."""
        self.texts: dict[str, str] = {}

    def always(self) -> bool:
        """Whether some item offers an option in every case (or there are too many cases to tell)."""
        offers = [self.offered(item) for item in self.choice.parts("items")]
        if _true in offers:
            return True
        cases = self.cases()
        return cases is None or all(any(offer(case) for offer in offers) for case in cases)

    def surely(self, items: Sequence[Expr]) -> bool:
        """Whether some of these items surely offers an option, taking nothing on trust but conditions."""
        return any(self._offers_always(item) for item in items)

    def _offers_always(self, item: Expr) -> bool:
        body = item.traits.body
        if body is None:
            return item.traits.safe or item.form == "pass"
        return body.times is Times.ONCE and body.part == "items" and all(map(self._offers_always, item.args))

    def exclude(self, one: Expr, other: Expr) -> bool:
        """Whether two conditions never hold together (False if there are too many cases to tell)."""
        both = _both(self.holds(one), self.holds(other))
        cases = self.cases()
        return cases is not None and not any(both(case) for case in cases)

    def cases(self) -> Iterator[dict[str, Value]] | None:
        """Every combination of values that the formulas so far tell apart; None if there are too many."""
        domains: dict[str, list[Value]] = {name: [True, False] for name in self.flags}
        for name, words in self.said.items():
            # All words that no condition tells apart are one case.
            other = min(self.others[name] - words, default=None)
            domains[name] = [*words] if other is None else [*words, other]
        for name, numbers in self.compared.items():
            closed = name not in self.ordered and numbers == set(range(len(numbers))) and len(numbers) > 1
            around = numbers if closed else {m for n in numbers for m in (n - 1, n, n + 1)}
            at_least = 0 if name.startswith("size") else -(2**63)
            domains[name] = [n for n in around if n >= at_least]
        if prod(len(values) for values in domains.values()) > _MOST_CASES:
            return None
        return (dict(zip(domains, values, strict=True)) for values in product(*domains.values()))

    def offered(self, expr: Expr) -> Formula:
        """When an item offers an option."""
        body, binds = expr.traits.body, expr.traits.binds
        if body is None and expr.traits.bounded is Bound.ELEMENTS and expr.has("cards"):
            # Of nothing it is no action at all.
            return _true if is_a(expr.part("cards").type, Type.CARD) else self.filled(expr.part("cards"))
        if body is None or body.times is Times.EMPTYING:
            return _true
        if body.part == "items":
            inner = [self.offered(item) for item in expr.args]
            return _true if any(f is _true for f in inner) else lambda case: any(f(case) for f in inner)
        if body.times is Times.BRANCH:
            holds = self.holds(expr.part(body.by))
            then, otherwise = (self.offered(item) for item in expr.parts(body.part))
            if then is _true and otherwise is _true:
                return _true
            return lambda case: then(case) if holds(case) else otherwise(case)
        offered = self.offered(expr.part(body.part))
        if body.times is Times.IF:
            return _both(self.holds(expr.part(body.by)), offered)
        if binds is not None and binds.each:
            return _both(self.filled(expr.part(binds.source)), offered)
        return offered

    def filled(self, expr: Expr) -> Formula:
        """When a collection has an element."""
        if expr.form == "var":
            source, is_element = self.facts.bound.get(expr.slot, (None, True))
            return _true if is_element or source is None else self.filled(source)
        if expr.form == "filter":
            collection, _, condition = expr.args
            return _both(self.filled(collection), self.holds(condition))
        if expr.traits.sifts and expr.has("number"):
            if self.may_be_one(expr.part("number")):
                return self.filled(expr.part("cards"))
            return self.compare(">", self.text_of("size", expr), 0)
        if expr.has("cards") and expr.traits.bounded is Bound.ELEMENTS and expr.traits.binds is None:
            return self.filled(expr.parts("cards")[-1])
        return _true

    def may_be_one(self, number: Expr) -> bool:
        """Whether a number is 1, or runs over a range with a 1 in it: a card alone is a tuple and a run."""
        if number.form == "var":
            source, is_element = self.facts.bound.get(number.slot, (None, False))
            if source is not None and is_element and source.form == "range":
                return self.constant(source.part("low")) in (0, 1)
        return self.constant(number) == 1

    def holds(self, expr: Expr) -> Formula:
        """A condition as a formula."""
        form = expr.form
        if form == "empty":
            return self.of_size("==", Expr("size", Type.INT, expr.args, node=expr.node), 0)
        if form in ("and", "or"):
            inner = [self.holds(arg) for arg in expr.args]
            if form == "and":
                return lambda case: all(f(case) for f in inner)
            return lambda case: any(f(case) for f in inner)
        if form == "not":
            negated = self.holds(expr.part("condition"))
            return lambda case: not negated(case)
        if expr.sign in _ORDERS and is_a(expr.part("left").type, Type.INT):
            left, right, sign = expr.part("left"), expr.part("right"), expr.sign
            for one, other, order in ((left, right, sign), (right, left, _FLIPPED.get(sign, sign))):
                number = self.constant(other)
                if isinstance(number, int):
                    return self.of_size(order, one, number)
        if form in ("equal.string", "unequal.string"):
            left, right = expr.args
            for one, other in ((left, right), (right, left)):
                word = self.constant(other)
                if isinstance(word, str):
                    name = self.text(one)
                    self.said.setdefault(name, set()).add(word)
                    self.others.setdefault(name, self.words(one))
                    return _says(name, word, wanted=form == "equal.string")
        if form in ("any.bool", "all.bool"):
            return self.holds(expr.part("condition"))
        if expr.sign == "!=":
            name = self.text_of(OPPOSITES[form], *expr.args)
            self.flags.add(name)
            return lambda case: not case[name]
        name = self.text(expr)
        self.flags.add(name)
        return lambda case: bool(case[name])

    def constant(self, expr: Expr) -> object:
        """The value of a literal or a declared variable."""
        if expr.form == "var":
            return self.facts.constants.get(expr.slot)
        return expr.value if expr.form in ("int", "name") else None

    def words(self, expr: Expr) -> set[str]:
        """What a string may be: a card's attribute has the values of the decks, anything else is open."""
        if expr.form == "cardatt" and expr.part("key").form == "name":
            return self.facts.attributes.get(str(expr.part("key").value), set())
        return {"(other)"}

    def of_size(self, order: str, expr: Expr, number: int) -> Formula:
        """A comparison; whether a filtered collection is empty depends on what it filters."""
        if expr.form == "size" and number in (0, 1):
            inner = self.filled(expr.part("collection"))
            outcomes = tuple(_ORDERS[order](n, number) for n in (0, 1, 2))
            if inner is not _true and outcomes in ((False, True, True), (True, False, False)):
                return inner if outcomes[1] else lambda case: not inner(case)
        return self.compare(order, self.text(expr), number)

    def compare(self, order: str, name: str, number: int) -> Formula:
        """A comparison of an unknown number with a known one."""
        self.compared.setdefault(name, set()).add(number)
        test = _ORDERS[order]
        is_size = name.startswith("size")
        if order not in ("==", "!="):
            if not (is_size and number == 0):
                self.ordered.add(name)
            else:
                # "more than none" tells 0 from 1 and more; it does not limit the size.
                self.compared[name].add(1)
        return lambda case: test(int(case[name]), number)

    def text(self, expr: Expr) -> str:
        """A short text for a form; equal meanings have equal texts."""
        if expr.form in ("bind", "var"):
            if expr.slot not in self.named:
                self.named[expr.slot] = self.text_of_variable(expr.slot)
            return self.named[expr.slot]
        return self.text_of(expr.form, *expr.args, value=expr.value)

    def text_of(self, form: str, *args: Expr, value: Value | None = None) -> str:
        """The text of a form that is given by its parts."""
        whole = f"{form} {value} {' '.join(map(self.text, args))}"
        return self.texts.setdefault(whole, f"{form}#{len(self.texts)}")

    def text_of_variable(self, slot: int) -> str:
        """A variable is what it names; one element of a collection stands for all."""
        source, is_element = self.facts.bound.get(slot, (None, True))
        if source is None or (slot in self.facts.looped and slot not in self.inner):
            return f"'{slot}"
        return f"one of {self.text(source)}" if is_element else self.text(source)


def _says(name: str, word: str, *, wanted: bool) -> Formula:
    return lambda case: (case[name] == word) is wanted


def _both(a: Formula, b: Formula) -> Formula:
    if a is _true:
        return b
    return a if b is _true else lambda case: a(case) and b(case)
