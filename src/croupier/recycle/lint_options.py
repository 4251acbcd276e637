"""Choices that may be left without an option.

An item offers an option under a condition: its own `if`, and something to take for every `any`. These
conditions are formulas over a few unknowns (a size, a stored value, an attribute); the choice is sure of
an option when their disjunction holds for every combination of values. Unknowns are told apart by their
text, with variables renamed. Some things are taken on trust: a plain location has a card, and that one
card stands for all (a filter has an element if the card passes it); what is not a condition is possible;
a size that is only ever compared for equality with 0 up to k has no other value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod

from croupier.recycle.codes import finding
from croupier.recycle.facts import Facts
from croupier.recycle.lint_flow import head_span
from croupier.recycle.program import Expr
from croupier.text import Diagnostic

Value = int | str | bool
Formula = Callable[[dict[str, Value]], bool]

_MOST_CASES = 4096
_ORDERS: dict[str, Callable[[int, int], bool]] = {
    "less": lambda a, b: a < b,
    "greater": lambda a, b: a > b,
    "at.most": lambda a, b: a <= b,
    "at.least": lambda a, b: a >= b,
    "equal.int": lambda a, b: a == b,
    "unequal.int": lambda a, b: a != b,
}
_FLIPPED = {"less": "greater", "greater": "less", "at.most": "at.least", "at.least": "at.most"}


def _true(_: dict[str, Value]) -> bool:
    return True


def optionless(facts: Facts) -> Iterator[Diagnostic]:
    """Every choice whose items do not cover all cases."""
    for expr in (e for part in facts.program.body for e in part.walk()):
        if expr.form == "choice" and expr.args:
            cases = _Cases({p.slot: p.value for p in facts.program.parameters}, facts)
            offers = [cases.offered(item) for item in expr.args]
            if not cases.always(offers):
                yield finding("RCY108", head_span(expr))


@dataclass
class _Cases:
    """The unknowns of one choice with the values that its conditions tell apart."""

    constants: dict[int, object]
    facts: Facts
    domains: dict[str, set[Value]] = field(default_factory=dict)
    compared: dict[str, set[int]] = field(default_factory=dict)
    """Sizes with the numbers that they are compared with for equality."""
    ordered: set[str] = field(default_factory=set)
    named: dict[int, str] = field(default_factory=dict)
    """What bound variables are called in texts."""

    def always(self, offers: list[Formula]) -> bool:
        """Whether one of the formulas holds in every case (or there are too many cases to tell)."""
        if any(offer is _true for offer in offers):
            return True
        domains = {name: sorted(values, key=str) for name, values in self.domains.items()}
        for name, numbers in self.compared.items():
            closed = name not in self.ordered and numbers == set(range(len(numbers))) and len(numbers) > 1
            around = numbers if closed else {m for n in numbers for m in (n - 1, n, n + 1)}
            at_least = 0 if name.startswith("size") else -(2**63)
            domains[name] = sorted(n for n in around if n >= at_least)
        if prod(len(values) for values in domains.values()) > _MOST_CASES:
            return True
        return all(
            any(offer(dict(zip(domains, case, strict=True))) for offer in offers) for case in product(*domains.values())
        )

    def offered(self, expr: Expr) -> Formula:
        """When an item offers an option."""
        if expr.form == "if":
            return _both(self.holds(expr.args[0]), self.offered(expr.args[1]))
        if expr.form == "do":
            inner = [self.offered(item) for item in expr.args]
            return _true if any(f is _true for f in inner) else lambda case: any(f(case) for f in inner)
        if expr.form in ("any.do", "all.do"):
            return _both(self.filled(expr.args[0]), self.offered(expr.args[2]))
        if expr.form == "let":
            return self.offered(expr.args[2])
        if expr.form == "repeat":
            return self.offered(expr.args[1])
        return _true

    def filled(self, expr: Expr) -> Formula:
        """When a collection has an element."""
        if expr.form == "var":
            source, is_element = self.facts.bound.get(expr.slot, (None, True))
            return _true if is_element or source is None else self.filled(source)
        if expr.form == "filter":
            collection, bind, condition = expr.args
            return _both(self.filled(collection), self.of_witness(collection, bind, condition))
        if expr.form in ("tuples", "runs.largest", "runs.all", "run.top", "run.bottom"):
            return self.compare("greater", f"size({self.text(expr)})", 0)
        if expr.form in ("sort", "partition", "top.some", "bottom.some"):
            return self.filled(expr.args[-1] if expr.form != "sort" else expr.args[0])
        return _true

    def of_witness(self, collection: Expr, bind: Expr, condition: Expr) -> Formula:
        """A condition on the one element that stands for all of a collection."""
        self.named[bind.slot] = f"one of {self.text(collection)}"
        return self.holds(condition)

    def holds(self, expr: Expr) -> Formula:
        """A condition as a formula."""
        form = expr.form
        if form in ("and", "or"):
            inner = [self.holds(arg) for arg in expr.args]
            if form == "and":
                return lambda case: all(f(case) for f in inner)
            return lambda case: any(f(case) for f in inner)
        if form == "not":
            negated = self.holds(expr.args[0])
            return lambda case: not negated(case)
        if form in _ORDERS:
            for one, other, order in ((*expr.args, form), (*expr.args[::-1], _FLIPPED.get(form, form))):
                number = self.constant(other)
                if isinstance(number, int):
                    return self.of_size(order, one, number)
        if form in ("equal.string", "unequal.string"):
            for one, other in (expr.args, expr.args[::-1]):
                word = self.constant(other)
                if isinstance(word, str):
                    name = self.text(one)
                    self.domains.setdefault(name, self.values(one)).add(word)
                    return (lambda case: case[name] == word) if form[0] == "e" else (lambda case: case[name] != word)
        if form in ("any.bool", "all.bool"):
            return self.of_witness(*expr.args)
        if form.startswith("unequal."):
            name = self.text(expr, form[2:])
            self.domains[name] = {True, False}
            return lambda case: not case[name]
        name = self.text(expr)
        self.domains[name] = {True, False}
        return lambda case: bool(case[name])

    def constant(self, expr: Expr) -> object:
        return self.constants.get(expr.slot) if expr.form == "var" else expr.value if expr.form in ("int", "name") else None

    def values(self, expr: Expr) -> set[Value]:
        """What a string may be: a card's attribute has the values of the decks, anything else is open."""
        if expr.form == "cardatt" and expr.args[0].form == "name":
            return set(self.facts.attributes.get(str(expr.args[0].value), ()))
        return {"(other)"}

    def of_size(self, order: str, expr: Expr, number: int) -> Formula:
        """A comparison; whether a filtered collection is empty depends on what it filters."""
        if expr.form == "size" and number in (0, 1):
            inner = self.filled(expr.args[0])
            outcomes = tuple(_ORDERS[order](n, number) for n in (0, 1, 2))
            if inner is not _true and outcomes in ((False, True, True), (True, False, False)):
                return inner if outcomes[1] else lambda case: not inner(case)
        return self.compare(order, self.text(expr), number)

    def compare(self, order: str, name: str, number: int) -> Formula:
        """A comparison of an unknown number with a known one."""
        self.compared.setdefault(name, set()).add(number)
        test = _ORDERS[order]
        is_size = name.startswith("size")
        if order not in ("equal.int", "unequal.int"):
            if not (is_size and number == 0):
                self.ordered.add(name)
            else:
                # "more than none" tells 0 from 1 and more; it does not limit the size.
                self.compared[name].add(1)
        return lambda case: test(int(case[name]), number)

    def text(self, expr: Expr, form: str | None = None) -> str:
        """A form as text in which equal meanings are equal texts."""
        if expr.form == "bind":
            self.named.setdefault(expr.slot, f"?{len(self.named)}")
        if expr.form in ("bind", "var"):
            source, is_element = self.facts.bound.get(expr.slot, (None, True))
            if source is not None and not is_element:
                return self.text(source)
            return self.named.get(expr.slot, f"'{expr.slot}")
        parts = " ".join(self.text(arg) for arg in expr.args)
        leaf = "" if expr.value is None else f" {expr.value}"
        return f"{form or expr.form}{leaf}({parts})" if parts else f"{form or expr.form}{leaf}"


def _both(a: Formula, b: Formula) -> Formula:
    if a is _true:
        return b
    return a if b is _true else lambda case: a(case) and b(case)
