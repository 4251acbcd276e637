"""What the checker has in hand while it goes through a program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from croupier.script.ahod.codes import found
from croupier.script.ahod.nodes import Assign, Call, Comprehension, Declare, walk_all
from croupier.script.ahod.program import Body, Program
from croupier.script.ahod.scope import Scopes, Use
from croupier.script.ahod.types import ANY, NOTHING, Table, Type, join
from croupier.script.tree import Attribute, Expr, ListOf, Literal, Name
from croupier.text import Diagnostic, Note, Span, nearest

if TYPE_CHECKING:
    from croupier.script.ahod.infer import Scope

_FRESH_METHODS = ("copy", "shuffled")


class Desk:
    """Findings, and what is known about variables. It goes through a program until types no longer change."""

    def __init__(self, program: Program, scopes: Scopes) -> None:
        self.program = program
        self.scopes = scopes
        self.table = Table(program)
        self.globals = set(scopes.globals)
        self.findings: list[Diagnostic] = []
        self.reporting = False
        self.known: dict[tuple[int, str], Type] = {}
        """Types of variables from the last time through: globals under 0, locals under their body."""
        self.seen: dict[tuple[int, str], Type] = {}
        self.attribute_types: dict[tuple[str, str], Type] = {}
        self.assigned_attributes: set[str] = set()
        for body in program.bodies():
            for node in walk_all(body.statements):
                if isinstance(node, Assign) and isinstance(node.target, Attribute):
                    self.assigned_attributes.add(node.target.name)
        self.action_names = {name for name, _ in program.actions}
        self._impure = 0
        self.impure: set[str] = set()
        """Helpers and computed attributes that change something."""
        self.words = {t.text for parsed in program.files for t in parsed.tokens if t.kind == "name"}
        """Every name in the text, defined or not."""
        self.said: set[tuple[str, str]] = set()

    def report(
        self, code: str, span: Span, *, hint: str | None = None, notes: tuple[Note, ...] = (), **words: object
    ) -> None:
        """A finding, the last time through."""
        if self.reporting:
            self.findings.append(found(code, span, hint=hint, notes=notes, **words))

    def report_impure(self, scope: Scope, span: Span, what: str) -> None:
        """Something is changed where nothing may be; whoever calls this body is then to blame, too."""
        body = scope.body
        name = body.name if body is not None else "this"
        self.impure.add(name)
        last = name.rsplit(".", 1)[-1].upper()
        self.report("A401", span, name=name, what=what, action=last)

    def once(self, code: str, name: str, span: Span, **words: object) -> None:
        """A finding that is enough once for a name."""
        if self.reporting and (code, name) not in self.said:
            self.said.add((code, name))
            self.report(code, span, hint=None, notes=(), name=name, **words)

    def variable(self, scope: int, name: str) -> Type:
        """What is known about a variable."""
        found_ = self.known.get((scope, name), NOTHING)
        return ANY if self.reporting and found_ == NOTHING else found_

    def assign(self, scope: int, name: str, type_: Type) -> None:
        """A variable gets a value of a type."""
        key = (scope, name)
        self.seen[key] = join(self.seen.get(key, NOTHING), type_)

    def settle(self) -> bool:
        """Take over what was seen; whether nothing has changed."""
        same = self.known == self.seen and len(self.impure) == self._impure
        self._impure = len(self.impure)
        self.known, self.seen = self.seen, {}
        return same

    def name_hint(self, name: str, visible: Iterable[str]) -> str:
        """The name that was probably meant: one within two changes of letters."""
        near = nearest(name, visible)
        return f"did you mean `{near}`?" if near and near != name and distance(name, near) <= 2 else ""


def distance(a: str, b: str) -> int:
    """How many letters must be put in, taken out or replaced to make one word the other.

    >>> distance("suti", "suit"), distance("pop", "push")
    (2, 3)
    """
    row = list(range(len(b) + 1))
    for i, x in enumerate(a.casefold(), start=1):
        above, row[0] = row[0], i
        for j, y in enumerate(b.casefold(), start=1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1]


def fresh_names(body: Body, use: Use) -> set[str]:
    """Local variables that hold only what the body itself has made."""
    good: set[str] = set()
    bad: set[str] = {p.name for p in body.parameters} | ({body.receiver} if body.receiver else set())
    for node in walk_all(body.statements):
        target: str | None = None
        value: Expr | None = None
        if isinstance(node, Assign) and isinstance(node.target, Name):
            target, value = node.target.name, node.value
            if node.op != "=":
                continue
        elif isinstance(node, Declare):
            target, value = node.name, node.value
        if target is not None:
            (good if value is not None and makes_new(value) else bad).add(target)
    return (good - bad) & (use.assigned | use.declared.keys())


def makes_new(e: Expr) -> bool:
    """Whether an expression makes what it gives."""
    if isinstance(e, ListOf | Comprehension | Literal):
        return True
    if isinstance(e, Call):
        if isinstance(e.function, Attribute):
            return e.function.name in _FRESH_METHODS
        return e.new or (isinstance(e.function, Name) and e.function.name[:1].isupper())
    return False
