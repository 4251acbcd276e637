"""The strict checker: the one message with which the language's later compiler refuses a program.

What it reports depends on the order in which it looks: globals, ACTIONS of the same name, main, then the
ACTIONS; in a block the last statement first; of `if` the else, then the other branch, then the condition; of
loops the body first. Inside of an expression it goes from left to right.
"""

from __future__ import annotations

from itertools import pairwise

from croupier.script.ahod.braces.spoken import sign, type_words, words
from croupier.script.ahod.codes import found
from croupier.script.ahod.nodes import (
    Action,
    Argument,
    Becomes,
    Binary,
    Call,
    Declare,
    Do,
    ForSteps,
    If,
    Main,
    TypeRef,
    While,
)
from croupier.script.tree import Attribute, Evaluate, Expr, Index, ListOf, Literal, Name, Return, Stmt, Unary
from croupier.text import Diagnostic, Note, Span, nearest

RECORDS: dict[str, dict[str, str]] = {
    "Player": {"name": "string", "score": "int"},
    "Card": {"type": "string", "faceup": "bool", "value": "int"},
}
"""The built-in types: their attributes, in the order of the constructor."""
_NUMBERS = ("int", "float")
_PRINTED = ("int", "float", "bool", "string")
_LITERALS = {int: "int", float: "float", bool: "bool", str: "string"}


class _Refused(Exception):
    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


def refusal(items: list[Stmt]) -> Diagnostic | None:
    """The first error in the order of the compiler, or None if it accepts the program."""
    checker = _Checker(items)
    try:
        checker.run()
    except _Refused as refused:
        return refused.finding
    return checker.postponed


class _Checker:
    def __init__(self, items: list[Stmt]) -> None:
        self.globals = [i for i in items if isinstance(i, Declare)]
        self.actions = [i for i in items if isinstance(i, Action)]
        self.main = next(i for i in items if isinstance(i, Main))
        self.known = {a.name: a for a in reversed(self.actions)}
        self.variables: dict[str, str] = {}
        self.result: str | None = None
        """What the ACTION that is looked at gives; None in main."""
        self.postponed: Diagnostic | None = None
        """A wrong number of arguments in an ACTION, which the compiler does not notice."""

    def run(self) -> None:
        self.bindings("global", [(g.type, g.name, g.span) for g in self.globals])
        self.same_names()
        self.body(None, self.main.body)
        for action in self.actions:
            self.body(action, action.body)

    def refuse(
        self, code: str, span: Span, hint: str | None = None, notes: tuple[Note, ...] = (), **said: object
    ) -> _Refused:
        return _Refused(found(code, span, hint=hint, notes=notes, **said))

    def bindings(self, kind: str, variables: list[tuple[TypeRef | None, str, Span]]) -> None:
        """No variable without a value, and no name twice; the compiler sorts the names to find that."""
        for type_, name, span in variables:
            if type_words(type_) == "void":
                raise self.refuse("A611", span, kind=kind, name=name)
        first: dict[str, Span] = {}
        twice: dict[str, Span] = {}
        for _, name, span in variables:
            if name in first:
                twice.setdefault(name, span)
            first.setdefault(name, span)
        if twice:
            name = min(twice)
            notes = (Note("the other one is here", first[name]),)
            raise self.refuse("A609", twice[name], notes=notes, kind=kind, name=name)

    def same_names(self) -> None:
        seen: dict[str, Action] = {}
        for action in self.actions:
            if action.name in seen:
                notes = (Note("the other one is here", seen[action.name].name_span),)
                raise self.refuse("A610", action.name_span, notes=notes, name=action.name)
            seen[action.name] = action

    def body(self, action: Action | None, statements: list[Stmt]) -> None:
        declared = [s for s in statements if isinstance(s, Declare)]
        parameters = [] if action is None else [(p.type, p.name, p.span) for p in action.parameters]
        own = [(d.type, d.name, d.span) for d in declared]
        self.bindings("aparams", parameters)
        self.bindings("local", own)
        bound = [*((g.type, g.name, g.span) for g in self.globals), *parameters, *own]
        self.variables = {name: type_words(type_) for type_, name, _ in bound}
        self.result = None if action is None else type_words(action.result)
        self.block([s for s in statements if not isinstance(s, Declare)])

    def block(self, statements: list[Stmt]) -> None:
        for before, after in pairwise(statements):
            if isinstance(before, Return):
                raise self.refuse("A614", after.span, notes=(Note("it returns here", before.span),))
        for statement in reversed(statements):
            self.statement(statement)

    def statement(self, s: Stmt) -> None:
        if isinstance(s, Evaluate):
            self.expr(s.value)
        elif isinstance(s, Return):
            self.returned(s)
        elif isinstance(s, If):
            self.block(s.otherwise or [])
            self.block(s.branches[0][1])
            self.condition(s.branches[0][0])
        elif isinstance(s, While):
            self.block(s.body)
            self.condition(s.condition)
        elif isinstance(s, ForSteps):
            self.block(s.body)
            self.optional(s.step)
            self.condition(s.condition)
            self.optional(s.first)

    def returned(self, s: Return) -> None:
        given = self.optional(s.value)
        place = s.span if s.value is None else s.value.span
        if self.result is None and given != "void":
            raise self.refuse("A613", place, given=given, expr=words(s.value))
        if self.result is not None and given != self.result:
            raise self.refuse("A612", place, given=given, wanted=self.result, expr=words(s.value))

    def condition(self, e: Expr) -> None:
        if self.expr(e) != "bool":
            raise self.refuse("A608", e.span, expr=words(e))

    def optional(self, e: Expr | None) -> str:
        return "void" if e is None else self.expr(e)

    def expr(self, e: Expr) -> str:
        """The type of an expression."""
        if isinstance(e, Literal):
            return _LITERALS[type(e.value)]
        if isinstance(e, Name):
            return self.variable(e)
        if isinstance(e, Becomes):
            return self.assignment(e)
        if isinstance(e, Unary):
            return self.unary(e)
        if isinstance(e, Binary):
            return self.binary(e)
        if isinstance(e, ListOf):
            return self.literal(e)
        if isinstance(e, Index):
            return self.element(e)
        if isinstance(e, Attribute):
            return self.attribute(e)
        if isinstance(e, Do):
            return self.action(e)
        assert isinstance(e, Call)
        return self.call(e)

    def variable(self, e: Name) -> str:
        if e.name not in self.variables:
            near = nearest(e.name, self.variables)
            hint = f"did you mean `{near}`?" if near else "declare it first in the body:   int " + e.name
            if e.name in ("break", "continue", "print"):
                hint = f"there is no `{e.name}` in the braces dialect"
            raise self.refuse("A601", e.span, hint=hint, name=e.name)
        return self.variables[e.name]

    def assignment(self, e: Becomes) -> str:
        target, given = self.expr(e.target), self.expr(e.value)
        if target != given:
            raise self.refuse("A605", e.span, wanted=target, given=given)
        return target

    def unary(self, e: Unary) -> str:
        given = self.expr(e.operand)
        if given not in (_NUMBERS if e.op == "-" else ("bool",)):
            raise self.refuse("A607", e.span, op=sign(e.op), given=given, expr=words(e))
        return given

    def binary(self, e: Binary) -> str:
        left, right = self.expr(e.left), self.expr(e.right)
        if e.op in ("and", "or"):
            fine, result = left == "bool", "bool"
        elif e.op in ("==", "!="):
            fine, result = left != "void", "bool"
        else:
            fine, result = left in _NUMBERS, left if e.op in "+-*/" else "bool"
        if left != right or not fine:
            raise self.refuse("A606", e.span, op=sign(e.op), left=left, right=right)
        return result

    def literal(self, e: ListOf) -> str:
        """A series has the type of its first element; without one the compiler stumbles."""
        if not e.items:
            raise self.refuse("A618", e.span)
        first = self.expr(e.items[0])
        if first == "void":
            raise self.refuse(
                "A615", e.items[0].span, holds="no values of type void", given=first, expr=words(e.items[0])
            )
        for item in e.items[1:]:
            self.holds(first, item)
        return f"series<{first}>"

    def holds(self, element: str | None, item: Expr) -> None:
        """An element must be of the type of the others."""
        given = self.expr(item)
        if given != element:
            holds = f"{element} only" if element else "nothing, it is no series"
            raise self.refuse("A615", item.span, holds=holds, given=given, expr=words(item))

    def series(self, name: Expr, span: Span) -> str:
        """The element type of the series that a name holds."""
        element = _element(self.expr(name))
        if element is None:
            raise self.refuse("A619", span, name=words(name), given=self.expr(name))
        return element

    def element(self, e: Index) -> str:
        of, index = self.expr(e.base), self.expr(e.index)
        if index != "int":
            raise self.refuse("A616", e.index.span, given=index)
        return _element(of) or self.series(e.base, e.base.span)

    def attribute(self, e: Attribute) -> str:
        of = self.expr(e.base)
        attributes = RECORDS.get(of, {})
        if e.name not in attributes:
            hint = f"a {of} has {', '.join(attributes)}" if attributes else "only a Player or a Card has any"
            raise self.refuse("A617", e.name_span, hint=hint)
        return attributes[e.name]

    def action(self, e: Do) -> str:
        if e.name == "PRINT":
            value = e.arguments[0].value
            given = self.expr(value)
            if given not in _PRINTED:
                raise self.refuse(
                    "A604", value.span, given=given, wanted=_either(_PRINTED), expr=words(value)
                )
            return "void"
        action = self.known.get(e.name)
        if action is None:
            near = nearest(e.name, self.known)
            hint = f"did you mean `{near}`?" if near else None
            raise self.refuse("A602", e.name_span, hint=hint, name=e.name)
        self.arguments(e, e.arguments, [type_words(p.type) for p in action.parameters])
        return type_words(action.result)

    def call(self, e: Call) -> str:
        if isinstance(e.function, Name):
            record = RECORDS[e.function.name]
            self.arguments(e, e.arguments, list(record.values()))
            return e.function.name
        assert isinstance(e.function, Attribute)
        name = e.function.base
        if e.function.name == "push":
            self.holds(_element(self.expr(name)), e.arguments[0].value)
            return "void"
        element = self.series(name, e.span)
        return "int" if e.function.name == "size" else element

    def arguments(self, e: Expr, arguments: list[Argument], wanted: list[str]) -> None:
        if len(arguments) != len(wanted):
            takes = f"it takes ({', '.join(wanted)})" if wanted else "it takes nothing"
            short = self.refuse("A603", e.span, hint=takes, count=len(wanted), expr=words(e))
            if self.result is None:
                raise short
            self.postponed = self.postponed or short.finding
        for argument, type_ in zip(arguments, wanted, strict=False):
            given = self.expr(argument.value)
            if given != type_:
                said = words(argument.value)
                raise self.refuse("A604", argument.value.span, given=given, wanted=type_, expr=said)
        for argument in arguments[len(wanted) :]:
            self.expr(argument.value)


def _element(type_: str) -> str | None:
    """What a series holds; None if it is no series."""
    return type_[len("series<") : -1] if type_.startswith("series<") else None


def _either(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
