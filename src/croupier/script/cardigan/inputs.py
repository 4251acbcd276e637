"""What an answer is turned into: the kind that the uses of the variable require."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.script.cardigan.following import Following
from croupier.script.cardigan.kinds import ANY, BOOL, FLOAT, INT, STRING, Type
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.scope import Scopes, Variable, input_target
from croupier.script.cardigan.tree import Call
from croupier.script.tree import Evaluate, Literal
from croupier.script.uses import Note, Site, Uses, site_of
from croupier.text import Span

if TYPE_CHECKING:
    from croupier.script.cardigan.inference import Kinds

_INT = ("whole", "index", "count")
_READ = ("int", "float", "bool", "string")


class InputKinds:
    """The kind of every answer."""

    def __init__(self, program: Program, scopes: Scopes, kinds: Kinds) -> None:
        self.scopes = scopes
        self.kinds = kinds
        self.flow = Following(program, scopes)
        self._notes: dict[Variable, list[Note]] = {}

    def type_of(self, node: Evaluate) -> Type:
        """The kind that ``INPUT(x)`` gives to x."""
        assert isinstance(node.value, Call)
        if len(node.value.arguments) > 1:
            options = self.kinds.type_of(node.value.arguments[1])
            return (options.element or ANY) if options is not None and options.is_pile else ANY
        target = input_target(node)
        variable = self.scopes.of(target) if target is not None else None
        if variable is None:
            return STRING
        first = self.kinds.first.get(variable)
        if first is not None and first[0] is not node:
            # Another assignment comes first: the answer takes the kind that the variable has.
            known = self.kinds.types.get(variable)
            if known is not None and known in (INT, FLOAT, BOOL, STRING):
                return known
        # What no answer can serve is told once, where it is asked for, and not at every use.
        return self._required(variable) if self.misuse(variable) is None else ANY

    def misuse(self, variable: Variable) -> tuple[str, str, Span] | None:
        """The first use that no answer can serve."""
        return next((note.value for note in self._found(variable) if note.sort == "struct"), None)

    def is_count(self, variable: Variable) -> bool:
        """Whether the value bounds a range or divides: perhaps a number of players."""
        return any(note.sort == "count" for note in self._found(variable))

    def _required(self, variable: Variable) -> Type:
        found = STRING
        for note in self._found(variable):
            if note.sort in _INT:
                return INT
            if note.sort != "with":
                continue
            op, other = note.value
            kind = self.kinds.type_of(other)
            if kind == INT:
                return INT
            if kind == FLOAT and op != "==":
                found = FLOAT
            if op == "==" and isinstance(other, Literal) and isinstance(other.value, bool):
                found = BOOL
        return found

    def _found(self, variable: Variable) -> list[Note]:
        """The uses of a variable and of those it goes on to as it is; not of fields, which many share."""
        if variable not in self._notes:
            found = self.flow.found(variable, lambda way, to: isinstance(to, Variable) and not way.converted)
            self._notes[variable] = [note for carried, note in found if not carried.converted]
        return self._notes[variable]

    def uses(self) -> dict[Site, Uses]:
        """How the answer to every question is used, by its place."""
        found = {}
        for node in self.flow.questions.values():
            kind = self.type_of(node).kind if isinstance(node, Evaluate) else "string"
            known = kind if kind in _READ else "any"
            found[site_of(node.span)] = self.flow.uses(("answer", site_of(node.span)), known)
        return found
