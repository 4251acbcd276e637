"""What the checker has in hand while it goes through a program."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.script.ahod.codes import found
from croupier.script.ahod.nodes import Assign, Attribute, Comprehension, Name, walk
from croupier.script.ahod.nodes import Call, Expr, ListOf, Literal, Stmt, walk_all
from croupier.script.ahod.program import Body, Program
from croupier.script.ahod.scope import Scopes, Use
from croupier.script.ahod.types import ANY, NOTHING, Table, Type, join
from croupier.text import Diagnostic, Note, Span, did_you_mean

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
        self.said: set[tuple[str, str]] = set()

    def report(
        self, code: str, span: Span, *, hint: str | None = None, notes: tuple[Note, ...] = (), **words: object
    ) -> None:
        """A finding, the last time through."""
        if self.reporting:
            self.findings.append(found(code, span, hint=hint, notes=notes, **words))

    def once(self, code: str, name: str, span: Span, **words: object) -> None:
        """A finding that is enough once for a name."""
        if self.reporting and (code, name) not in self.said:
            self.said.add((code, name))
            self.report(code, span, name=name, **words)

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
        same = self.known == self.seen
        self.known, self.seen = self.seen, {}
        return same

    def name_hint(self, name: str, visible: Iterable[str]) -> str:
        """The name that was probably meant."""
        return did_you_mean(name, visible)


def fresh_names(body: Body, use: Use) -> set[str]:
    """Local variables that hold only what the body itself has made."""
    good: set[str] = set()
    bad: set[str] = {p.name for p in body.parameters} | ({body.receiver} if body.receiver else set())
    for node in walk_all(body.statements):
        target: str | None = None
        value: Expr | None = None
        if isinstance(node, Assign) and isinstance(node.target, Name):
            target, value = node.target.id, node.value
            if node.op != "=":
                continue
        elif (name := getattr(node, "name", None)) and isinstance(node, Stmt) and hasattr(node, "value"):
            target, value = name, node.value
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
        return e.new or (isinstance(e.function, Name) and e.function.id[:1].isupper())
    return False


def words_of(program: Program) -> set[str]:
    """Every name that a program uses, to find two that belong together."""
    return {node.id for body in program.bodies() for s in body.statements for node in walk(s) if isinstance(node, Name)}
