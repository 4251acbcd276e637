"""The static checks of calls, methods and fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from croupier.script.cardigan.codes import place
from croupier.script.cardigan.inference import Kinds
from croupier.script.cardigan.kinds import Type, article
from croupier.script.cardigan.names import COMMON, FUNCTIONS, METHODS, Callee
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.scope import Scopes, Variable
from croupier.script.cardigan.tree import Call, Function, Lambda
from croupier.script.tree import Attribute, Expr, Name
from croupier.text import Span, did_you_mean

TypeOf = Callable[[Expr], Type]


class Find(Protocol):
    """Notes a finding."""

    def __call__(self, code: str, span: Span, *, hint: str | None = None, **words: object) -> None:
        """By its code and place."""


class CallChecks:
    """Whether what is called can be, with so many arguments."""

    def __init__(self, program: Program, scopes: Scopes, kinds: Kinds, find: Find) -> None:
        self.members = program.only_members()
        self.scopes = scopes
        self.kinds = kinds
        self.find = find

    def call(self, node: Call, type_of: TypeOf) -> None:
        """Check a call of any sort."""
        callee = node.callee
        if isinstance(callee, Name):
            variable = self.scopes.of(callee)
            if variable is not None:
                self._named(node, callee, variable, type_of)
        elif isinstance(callee, Attribute):
            self._method(node, callee, type_of)
        elif isinstance(callee, Lambda):
            self._count(node, "the lambda", callee)
        else:
            found = type_of(callee)
            if found.known and found.kind != "function":
                self.find("C203", callee.span, what=f"{article(found.kind)} cannot be called", hint="")

    def field(self, node: Attribute, type_of: TypeOf) -> None:
        """Check a field that is read."""
        base = type_of(node.base)
        if node.name == "size" and base.kind in ("collection", "string"):
            return
        if base.kind == "tuple":
            self.find(
                "C306",
                node.name_span,
                misuse=f"asked for `{node.name}`",
                hint="its elements are read by index: t[0]",
            )
        elif node.name != "size" and node.name in (METHODS.keys() | COMMON.keys()) - self.scopes.fields:
            called = (METHODS.get(node.name) or COMMON[node.name]).signature
            self.find(
                "C303",
                node.name_span,
                what=f"`{node.name}` is a method and is called with `( )`",
                hint=f"write `{called}`",
            )
        elif base.kind in ("collection", "int", "float", "bool", "string", "function"):
            self.find(
                "C303",
                node.name_span,
                what=f"{article(base.kind)} has no field `{node.name}`",
                hint=self._guess(node.name),
            )

    def _named(self, node: Call, callee: Name, variable: Variable, type_of: TypeOf) -> None:
        if variable.sort == "function":
            if variable.function is not None:
                self._count(node, variable.name, variable.function)
        elif variable.sort == "library":
            self._library(node, callee)
        else:
            hidden = self.scopes.globals.get(variable.name)
            if hidden is not None and hidden.sort == "function":
                what = {"parameter": "the parameter", "loop": "the loop variable"}.get(
                    variable.sort, "the variable"
                )
                self.find(
                    "C203", callee.span,
                    what=f"`{variable.name}` is {what} of {place(variable.span)} here, "
                    f"it hides function `{variable.name}` of {place(hidden.span)}",
                )  # fmt: skip
            else:
                found = type_of(callee)
                if found.known and found.kind != "function":
                    self.find(
                        "C203",
                        callee.span,
                        what=f"`{variable.name}` is {article(found.kind)} and cannot be called",
                        hint="",
                    )

    def _library(self, node: Call, callee: Name) -> None:
        known = FUNCTIONS.get(callee.name)
        if known is None:
            self.find(
                "C203",
                callee.span,
                what=f"`{callee.name}` is a struct of the library",
                hint=f"write `{callee.name}{{…}}`",
            )
        else:
            self._arguments(node, known)

    def _arguments(self, node: Call, known: Callee) -> None:
        got = len(node.arguments)
        if not known.fewest <= got <= known.most:
            several = f"{known.fewest} to {known.most}" if known.most < 100 else f"{known.fewest} or more"
            wanted = str(known.fewest) if known.fewest == known.most else several
            self.find("C302", node.span, what=f"{known.name} takes {wanted}, got {got}", hint=known.signature)

    def _count(self, node: Call, name: str, function: Function | Lambda) -> None:
        wanted, got = len(function.parameters), len(node.arguments)
        if wanted != got:
            names = ", ".join(p.name for p in function.parameters)
            self.find(
                "C302", node.span, what=f"{name} takes {wanted}{f' ({names})' if names else ''}, got {got}"
            )

    def _method(self, node: Call, callee: Attribute, type_of: TypeOf) -> None:
        base, name = type_of(callee.base), callee.name
        if name in COMMON:
            self._arguments(node, COMMON[name])
        elif base.kind == "tuple":
            self.find(
                "C306",
                callee.name_span,
                misuse=f"asked for `{name}`",
                hint="its elements are read by index: t[0]",
            )
        elif base.is_pile or (base.kind == "any" and name not in self.scopes.fields):
            if name in METHODS:
                self._arguments(node, METHODS[name])
            elif base.kind == "collection" or name not in self.scopes.fields:
                self._unknown(callee, base)
        elif base.kind == "struct" and name in self.scopes.fields:
            found = self.kinds.fields.get(name)
            if found is not None and found.known and found.kind != "function":
                self.find(
                    "C203",
                    callee.name_span,
                    what=f"the field `{name}` is {article(found.kind)} and cannot be called",
                    hint="",
                )
            elif name in self.members:
                self._count(node, name, self.members[name])
        elif base.kind == "struct" and base.library is None and name in METHODS:
            return
        elif base.kind != "any" and not (base.kind == "string" and name == "size"):
            self._unknown(callee, base)

    def _unknown(self, callee: Attribute, base: Type) -> None:
        what = (
            f"{article(base.kind)} has no method `{callee.name}`"
            if base.known
            else f"nothing has a method `{callee.name}`"
        )
        hint = self._guess(callee.name)
        if base.kind == "struct" and callee.name in METHODS:
            hint = "which of its fields is the collection?"
        self.find("C303", callee.name_span, what=what, hint=hint)

    def _guess(self, name: str) -> str:
        return did_you_mean(name, (*METHODS, *COMMON, *self.scopes.fields))
