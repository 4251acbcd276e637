"""Which variable a name means: the scope rule, and everything that is known about bodies and functions.

A body is the top level or a function. A name that a body assigns is local to it, unless the top level assigns
it or some body reads it where that body has not definitely assigned it: then it is one global variable.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from croupier.script.cardigan.codes import finding, place
from croupier.script.cardigan.names import LIBRARY, STRUCTS
from croupier.script.cardigan.program import Program, Site
from croupier.script.cardigan.survey import Body, Survey, Variable, input_target
from croupier.script.cardigan.tree import (
    Assign,
    Define,
    Entry,
    For,
    Function,
    Lambda,
    Parameter,
    Rules,
    Step,
    Struct,
)
from croupier.script.tree import Attribute, Index, Literal, Name, Node, children
from croupier.text import Diagnostic, Guesses, Span


@dataclass(slots=True)
class Scopes:
    """The meaning of every name."""

    bodies: list[Body]
    variables: dict[int, Variable]
    """By the identity of the node: names that are read or assigned, parameters, loop variables, bindings."""
    globals: dict[str, Variable]
    captures: dict[int, list[Variable]]
    """What a lambda captures, by the identity of its node."""
    fields: frozenset[str]
    findings: list[Diagnostic]

    def of(self, node: Node) -> Variable | None:
        """The variable that a node names, unless the name is undefined."""
        return self.variables.get(id(node))


def resolve(program: Program) -> Scopes:
    """Find out what every name means."""
    return _Resolver(program).run()


def field_names(program: Program) -> frozenset[str]:
    """All names that some struct has as a field."""
    found = {name for fields in STRUCTS.values() for name in fields}
    for node in program.nodes():
        if isinstance(node, Entry) and node.name:
            found.add(node.name)
        elif isinstance(node, Assign | Step) and isinstance(node.target, Attribute):
            found.add(node.target.name)
        elif (
            isinstance(node, Assign)
            and isinstance(node.target, Index)
            and isinstance(node.target.index, Literal)
        ):
            found.add(str(node.target.index.value))
    return frozenset(found)


class _Resolver:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.fields = field_names(program)
        self.functions = program.function_names()
        self.scopes = Scopes([], {}, {}, {}, self.fields, [])
        self.guess = Guesses()
        self.told: set[str] = set()

    def run(self) -> Scopes:
        """Both passes: what bodies read and assign, then what every name means."""
        members = self.program.members()
        top = Body("the top level", None, self.program.body)
        self.scopes.bodies = [top]
        for function in self.program.bodies():
            self.scopes.bodies.append(
                Body(function.name or "(function)", function, function.body, id(function) in members)
            )
        for body in self.scopes.bodies:
            Survey(body, self.functions, self.fields, self._assigned_at_top()).run()
        self._share(top)
        for body in self.scopes.bodies:
            self._resolve_body(body)
        return self.scopes

    def _assigned_at_top(self) -> frozenset[str]:
        return frozenset(self.scopes.bodies[0].assigns)

    def _share(self, top: Body) -> None:
        """Make the global variables: of the top level, of functions, and those that bodies share."""
        table = self.scopes.globals
        for name, site in self.program.functions.items():
            table[name] = Variable(name, "function", site.span, None, function=site.function)
        for name, span in top.assigns.items():
            table.setdefault(name, Variable(name, "global", span))
        readers: dict[str, list[Body]] = {}
        for body in self.scopes.bodies:
            for name in body.reads:
                readers.setdefault(name, []).append(body)
        for body in self.scopes.bodies[1:]:
            for name, span in body.assigns.items():
                if name in table or name not in readers or name in body.own:
                    continue
                table[name] = Variable(name, "global", span)
                assigning = [b for b in self.scopes.bodies if name in b.assigns]
                if readers[name] == [body] and assigning == [body]:
                    read = body.reads[name]
                    self.scopes.findings.append(finding("W616", read, name=name, body=body.name))

    def _resolve_body(self, body: Body) -> None:
        scope: dict[str, Variable] = {}
        for name, span in body.assigns.items():
            shared = self.scopes.globals.get(name)
            if shared is None or name in body.own:
                body.locals[name] = Variable(name, "local", span, body)
                if shared is not None and name in self.functions:
                    self._find("W606", span, name=name, place=place(shared.span))
        scope.update(body.locals)
        for parameter in body.node.parameters if body.node else ():
            variable = Variable(parameter.name, "parameter", parameter.span, body)
            body.parameters[parameter.name] = scope[parameter.name] = variable
            self.scopes.variables[id(parameter)] = variable
        if body.member:
            scope["this"] = body.parameters.setdefault("this", Variable("this", "parameter", None, body))
        self._visit(body.block, scope, body, body, ())

    def _visit(
        self, node: Node, scope: dict[str, Variable], body: Body, owner: object, lambdas: tuple[Lambda, ...]
    ) -> None:
        if isinstance(node, Function):
            return
        if isinstance(node, Define):
            return
        if isinstance(node, Name):
            if node.name:
                self._name(node, scope, body, lambdas)
        elif isinstance(node, Struct):
            if isinstance(node.base, Name):
                self._base(node.base, scope, body, lambdas)
            elif node.base is not None:
                self._visit(node.base, scope, body, owner, lambdas)
            for entry in node.entries:
                self._visit(entry, scope, body, owner, lambdas)
        elif isinstance(node, Lambda):
            inner = dict(scope)
            self._declare(node.parameters, "parameter", inner, node)
            self.scopes.captures[id(node)] = []
            self._visit(node.body, inner, body, node, (*lambdas, node))
        elif isinstance(node, For):
            self._visit(node.items, scope, body, owner, lambdas)
            inner = dict(scope)
            self._declare((node.variable,), "loop", inner, owner)
            self._visit(node.block, inner, body, owner, lambdas)
        elif isinstance(node, Rules):
            inner = dict(scope)
            for binding in node.bindings:
                self._visit(binding.value, inner, body, owner, lambdas)
                self._declare((binding.variable,), "binding", inner, owner)
            for part in (*node.branches, *((node.default,) if node.default else ())):
                self._visit(part, inner, body, owner, lambdas)
            self._unused(node)
        else:
            for part in children(node):
                self._visit(part, scope, body, owner, lambdas)

    def _unused(self, rules: Rules) -> None:
        for binding in rules.bindings:
            variable = self.scopes.variables[id(binding.variable)]
            if not variable.reads:
                self._find("W612", binding.variable.span, name=variable.name)

    def _declare(
        self, names: Iterable[Parameter], sort: str, scope: dict[str, Variable], owner: object
    ) -> None:
        for parameter in names:
            variable = Variable(parameter.name, sort, parameter.span, owner)
            scope[parameter.name] = self.scopes.variables[id(parameter)] = variable

    def _base(self, node: Name, scope: dict[str, Variable], body: Body, lambdas: tuple[Lambda, ...]) -> None:
        """The base of a struct: a name of the library keeps its meaning unless it is hidden."""
        hiding = scope.get(node.name)
        top = self.scopes.bodies[0].assigns
        if node.name in LIBRARY and node.name not in top and (hiding is None or hiding.sort == "local"):
            self.scopes.variables[id(node)] = Variable(node.name, "library")
            return
        self._name(node, scope, body, lambdas)

    def _name(self, node: Name, scope: dict[str, Variable], body: Body, lambdas: tuple[Lambda, ...]) -> None:
        if body.member and node.name in self.fields:
            self._capture(scope["this"], lambdas)
        variable = scope.get(node.name) or self._outer(node.name)
        if variable is None:
            if not (body.member and node.name in self.fields):
                self._undefined(node, scope)
            return
        variable.reads += 1
        self.scopes.variables[id(node)] = variable
        self._capture(variable, lambdas)

    def _capture(self, variable: Variable, lambdas: tuple[Lambda, ...]) -> None:
        """Note which lambdas reach for a variable that belongs to something outside of them."""
        if variable.sort in ("local", "parameter", "loop", "binding"):
            for inner in reversed(lambdas):
                if variable.owner is inner:
                    break
                variable.captured = True
                captured = self.scopes.captures[id(inner)]
                if variable not in captured:
                    captured.append(variable)

    def _outer(self, name: str) -> Variable | None:
        found = self.scopes.globals.get(name)
        if found is None and name in LIBRARY:
            return Variable(name, "library")
        return found

    def _undefined(self, node: Name, scope: dict[str, Variable]) -> None:
        if node.name in self.told:
            return
        self.told.add(node.name)
        known = [*scope, *self.scopes.globals, *LIBRARY]
        hint = _FOREIGN.get(node.name) or self.guess(node.name, known)
        self._find("C201", node.span, name=node.name, hint=hint)

    def _find(self, code: str, span: Span, hint: str | None = None, **words: Any) -> None:
        self.scopes.findings.append(finding(code, span, hint=hint, **words))


_FOREIGN = {
    "print": "write `OUTPUT(…)`",
    "println": "write `OUTPUT(…)`",
    "echo": "write `OUTPUT(…)`",
    "len": "write `….size`",
    "length": "write `….size`",
    "input": "write `INPUT(name)`",
    "None": "a struct that is blank yet is written `{}`",
    "null": "a struct that is blank yet is written `{}`",
    "True": "write `true`",
    "False": "write `false`",
}
"""What other languages call it, and how Cardigan says the same."""


__all__ = ["Body", "Scopes", "Site", "Variable", "field_names", "input_target", "place", "resolve"]
