"""Finding out the kinds: of variables by their first assignment, of elements, fields and results by all."""

from __future__ import annotations

from typing import TypeVar

from croupier.script.cardigan.inputs import InputKinds
from croupier.script.cardigan.kinds import (
    ANY,
    BOOL,
    BY_NAME,
    CARD,
    FLOAT,
    FUNCTION,
    INT,
    NUMBERS,
    STRING,
    TUPLE,
    Type,
    collection,
    join,
    of_value,
    struct,
)
from croupier.script.cardigan.names import COMMON, FUNCTIONS, METHODS, PILES, STRUCTS, library_struct
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.scope import Scopes, Variable, input_target
from croupier.script.cardigan.tree import (
    Assign,
    Binary,
    Binding,
    Block,
    Call,
    Define,
    Entry,
    For,
    Function,
    If,
    Lambda,
    RangeOf,
    Struct,
    TupleOf,
    While,
)
from croupier.script.tree import (
    Attribute,
    Evaluate,
    Expr,
    Index,
    ListOf,
    Literal,
    Name,
    Node,
    Return,
    Stmt,
    Unary,
    children,
)
from croupier.text import Span

Key = TypeVar("Key")

_ROUNDS = 8
_ADDING = {"append": 0, "push": 0, "add": 0, "insert": 1}


class Kinds:
    """What is known about every variable, field and result."""

    def __init__(self, program: Program, scopes: Scopes) -> None:
        self.program = program
        self.scopes = scopes
        self.types: dict[Variable, Type | None] = {}
        self.first: dict[Variable, tuple[Node, Span]] = {}
        """The assignment that gives each variable its kind."""
        self.fields: dict[str, Type | None] = {}
        self.loose: Type | None = None
        """What is put into collections that only the run knows."""
        self.results: dict[int, Type | None] = {}
        self.rebound: set[Variable] = set()
        self.inputs = InputKinds(program, scopes, self)
        self._changed = False
        for name, fields in STRUCTS.items():
            for field, kind in fields.items():
                self._field(
                    field, struct("Hand") if kind == "struct" else BY_NAME.get(kind, Type(kind)), name
                )
        self._infer()

    def _infer(self) -> None:
        for _ in range(_ROUNDS):
            self._changed = False
            for body in self.scopes.bodies:
                self._visit(body.block, body.node)
            if not self._changed:
                return

    def of(self, variable: Variable | None) -> Type:
        """The kind of a variable."""
        if variable is None or variable.sort == "parameter":
            return ANY
        if variable.sort == "function" or (variable.sort == "library" and variable.name in FUNCTIONS):
            return FUNCTION
        if variable.sort == "library":
            return struct(library_struct(variable.name))
        found = self.types.get(variable)
        if found is None:
            return ANY
        return Type(found.kind, join(found.element, self.loose), found.library) if found.is_pile else found

    def falls(self, function: Function) -> bool:
        """Whether a function can end without `return` and a value."""
        bare = any(isinstance(n, Return) and n.value is None for n in own_nodes(function.body))
        return bare or not always_returns(function.body)

    def result(self, function: Function) -> Type | None:
        """The kind of what a function gives."""
        found = self.results.get(id(function))
        if not any(isinstance(n, Return) and n.value is not None for n in own_nodes(function.body)):
            return BOOL
        return join(found, BOOL) if found is not None and self.falls(function) else found

    def _put(self, table: dict[Key, Type | None], key: Key, found: Type | None) -> None:
        before = table.get(key)
        after = join(before, found)
        if after != before:
            table[key] = after
            self._changed = True

    def _field(self, name: str, found: Type | None, _owner: str = "") -> None:
        self._put(self.fields, name, found)

    def _visit(self, node: Node, function: Function | None) -> None:
        if isinstance(node, Function | Define):
            return
        if isinstance(node, Assign):
            self._assign(node)
        elif isinstance(node, Evaluate) and (target := input_target(node)) is not None:
            variable = self.scopes.of(target)
            if variable is not None:
                self._assigned(variable, node, target.span, self.inputs.type_of(node))
        elif isinstance(node, Return) and function is not None and node.value is not None:
            self._put(self.results, id(function), self.type_of(node.value))
        elif isinstance(node, For | Binding):
            self._bound(node)
        elif isinstance(node, Entry) and node.name:
            self._field(node.name, self.type_of(node.value))
        elif isinstance(node, Struct):
            self._positional(node)
        elif isinstance(node, Call):
            self._adding(node)
        for part in children(node):
            self._visit(part, function)

    def _positional(self, node: Struct) -> None:
        """A bare entry may fill any field, unless the base is known to be a deck or hand."""
        base = self.type_of(node.base) if node.base is not None else None
        for entry in node.entries:
            if entry.name is None and base is not None and not base.is_pile:
                for name in list(self.fields):
                    self._field(name, self.type_of(entry.value))

    def _bound(self, node: For | Binding) -> None:
        variable = self.scopes.of(node.variable)
        if variable is not None:
            found = self.type_of(node.value) if isinstance(node, Binding) else self._item(node.items)
            self._put(self.types, variable, found)

    def _item(self, items: Expr) -> Type | None:
        found = self.type_of(items)
        if found is None:
            return None
        return STRING if found.kind == "string" else (found.element or ANY)

    def _assign(self, node: Assign) -> None:
        found = self.type_of(node.value)
        if isinstance(node.target, Name):
            variable = self.scopes.of(node.target)
            if variable is not None:
                self._assigned(variable, node, node.target.span, found)
        elif isinstance(node.target, Attribute):
            self._field(node.target.name, found)
        elif isinstance(node.target.index, Literal) and isinstance(node.target.index.value, str):
            self._field(node.target.index.value, found)
        else:
            base = self.type_of(node.target.base)
            if base is None or not base.is_pile:
                for name in self.fields:
                    self._field(name, found)
            self._element(node.target.base, found)

    def _assigned(self, variable: Variable, node: Node, span: Span, found: Type | None) -> None:
        if variable.sort == "function":
            if not (isinstance(node, Assign) and node.value is variable.function):
                self.rebound.add(variable)
            return
        if variable.sort not in ("global", "local"):
            return
        first, _ = self.first.setdefault(variable, (node, span))
        before = self.types.get(variable)
        same = before is not None and found is not None and before.kind == found.kind
        if same or (first is node and (before is None or found is None or not found.known)):
            self._put(self.types, variable, found)
        elif before is not None and found is ANY and before.is_pile:
            self._put(self.types, variable, Type(before.kind, ANY, before.library))

    def _adding(self, node: Call) -> None:
        if not isinstance(node.callee, Attribute) or node.callee.name not in _ADDING:
            return
        place = _ADDING[node.callee.name]
        if place >= len(node.arguments):
            return
        found = self.type_of(node.arguments[place])
        if node.callee.name == "add" and found is not None and (found.is_pile or not found.known):
            found = found.element if found.is_pile else ANY
        self._element(node.callee.base, found)

    def _element(self, base: Expr, found: Type | None) -> None:
        """Something is put into a collection: into the elements of the variable or field that holds it."""
        if isinstance(base, Name):
            variable = self.scopes.of(base)
            held = self.types.get(variable) if variable is not None else None
            if variable is not None and variable.sort in ("global", "local") and held is not None:
                if held.is_pile:
                    self._put(self.types, variable, Type(held.kind, found, held.library))
                return
        elif isinstance(base, Attribute):
            held = self.fields.get(base.name)
            if held is not None and held.is_pile:
                self._field(base.name, Type(held.kind, found, held.library))
                return
        held = self.type_of(base)
        if held is None or (held.known and not held.is_pile):
            return
        after = join(self.loose, found)
        if after != self.loose:
            self.loose, self._changed = after, True

    def type_of(self, node: Expr) -> Type | None:
        """The kind of an expression; None while it is not known yet."""
        if isinstance(node, Literal):
            return of_value(node.value)
        if isinstance(node, Name):
            variable = self.scopes.of(node)
            if variable is not None and variable.sort in ("global", "local", "loop", "binding"):
                return self.of(variable) if self.types.get(variable) is not None else None
            return self.of(variable)
        if isinstance(node, Unary):
            return BOOL if node.op == "not" else self._number(self.type_of(node.operand), INT)
        if isinstance(node, Binary):
            return self._binary(node)
        if isinstance(node, TupleOf):
            return TUPLE
        if isinstance(node, ListOf):
            element: Type | None = None
            for item in node.items:
                element = join(element, self.type_of(item) or ANY)
            return collection(element)
        if isinstance(node, RangeOf):
            return collection(INT)
        if isinstance(node, Lambda | Function):
            return FUNCTION
        if isinstance(node, Struct):
            return self._struct(node)
        if isinstance(node, Index):
            return self._indexed(self.type_of(node.base))
        if isinstance(node, Attribute):
            return self._read_field(node)
        assert isinstance(node, Call)
        return self._call(node)

    def _number(self, one: Type | None, other: Type | None) -> Type | None:
        if one is None or other is None:
            return None
        if one.kind not in NUMBERS or other.kind not in NUMBERS:
            return ANY
        return FLOAT if FLOAT in (one, other) else INT

    def _binary(self, node: Binary) -> Type | None:
        if node.op in ("and", "or", "xor", "==", "!=", "<", ">", "<=", ">=", "in"):
            return BOOL
        left, right = self.type_of(node.left), self.type_of(node.right)
        if node.op == "UNION":
            elements = join(left.element if left else None, right.element if right else None)
            return collection(elements)
        if node.op == "+" and STRING in (left, right):
            return STRING
        return self._number(left, right)

    def _struct(self, node: Struct) -> Type:
        if node.base is None:
            return struct("")
        base = self.type_of(node.base) or ANY
        library = base.library if base.kind == "struct" else None
        element = base.element
        for entry in node.entries:
            if library in PILES and entry.name in (None, "cards"):
                held = self.type_of(entry.value)
                inner = held.element if held is not None else ANY
                element = CARD if inner is not None and inner.kind not in ("any", "struct") else ANY
        return struct(library, element)

    def _indexed(self, base: Type | None) -> Type | None:
        if base is None or base.kind == "string":
            return base
        return (base.element or ANY) if base.is_pile else ANY

    def _read_field(self, node: Attribute) -> Type | None:
        base = self.type_of(node.base)
        if base is None:
            return None
        if node.name == "size" and (base.is_pile or base.kind == "string"):
            return INT
        if base.kind == "struct":
            return self.fields.get(node.name, ANY)
        return TUPLE if base.kind == "card" and node.name == "key" else ANY

    def _call(self, node: Call) -> Type | None:
        callee = node.callee
        if isinstance(callee, Name):
            variable = self.scopes.of(callee)
            if variable is not None and variable.sort == "library":
                return self._library(variable.name, node)
            if variable is None or variable.function is None or variable in self.rebound:
                return ANY
            return self.result(variable.function)
        return self._method(callee, node) if isinstance(callee, Attribute) else ANY

    def _library(self, name: str, node: Call) -> Type | None:
        if name == "cartesian":
            return collection(TUPLE)
        if name == "range":
            return collection(INT)
        if name == "copy" and node.arguments:
            held = self.type_of(node.arguments[0])
            return collection(held.element if held is not None and held.is_pile else held)
        if name == "INPUT":
            plain = all(self.type_of(argument) == STRING for argument in node.arguments[:1])
            return STRING if plain and len(node.arguments) < 2 else ANY
        if name in ("min", "max") and len(node.arguments) > 1:
            found: Type | None = None
            for argument in node.arguments:
                found = join(found, self.type_of(argument))
            return found
        return BY_NAME.get(FUNCTIONS[name].result, ANY) if name in FUNCTIONS else ANY

    def _method(self, callee: Attribute, node: Call) -> Type | None:
        base = self.type_of(callee.base)
        if base is None:
            return None
        if callee.name in COMMON:
            return BY_NAME[COMMON[callee.name].result]
        if not base.is_pile or callee.name not in METHODS:
            return INT if base.kind == "string" and callee.name == "size" else ANY
        result = METHODS[callee.name].result
        if result == "self":
            return base
        if result == "element":
            taken = base.element or ANY
            several = node.arguments and callee.name in ("pop", "dequeue")
            return collection(taken) if several else taken
        return BY_NAME[result]


def own_nodes(block: Block) -> list[Node]:
    """Everything in a block but what is inside of other functions."""
    found: list[Node] = []
    todo: list[Node] = [block]
    while todo:
        node = todo.pop()
        found.append(node)
        todo += (part for part in children(node) if not isinstance(part, Function))
    return found


def always_returns(block: Block) -> bool:
    """Whether a block never comes to its end."""
    return any(_leaves(statement) for statement in block.body)


def _leaves(node: Stmt) -> bool:
    if isinstance(node, Return):
        return True
    if isinstance(node, If):
        ways = [branch.block for branch in node.branches]
        return node.otherwise is not None and all(map(always_returns, (*ways, node.otherwise)))
    if isinstance(node, While):
        return isinstance(node.condition, Literal) and node.condition.value is True
    value = node.value if isinstance(node, Evaluate) else None
    return isinstance(value, Call) and isinstance(value.callee, Name) and value.callee.name == "exit"
