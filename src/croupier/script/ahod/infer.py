"""Checks of expressions, and what type they evidently have."""

from __future__ import annotations

from croupier.script.ahod.arguments import (
    check_action,
    check_call,
    check_constructor,
    check_method,
    check_rest,
)
from croupier.script.ahod.builtins import FUNCTIONS
from croupier.script.ahod.desk import Desk
from croupier.script.ahod.nodes import Binary, Call, Clause, Comprehension, Do, Text, TypeDef
from croupier.script.ahod.program import Body
from croupier.script.ahod.scope import Use, attribute_names
from croupier.script.ahod.types import (
    ANY,
    BOOL,
    INT,
    NOTHING,
    NUMBERS,
    SERIES,
    STRING,
    Type,
    arithmetic_type,
    literal_type,
    ordered,
)
from croupier.script.tree import Attribute, Expr, Index, ListOf, Literal, Name, Unary
from croupier.text import Span

_ARITHMETIC = ("+", "-", "*", "/", "%", "//", "**")


class Scope:
    """Where an expression stands: the body, the variables of loops around it, what is called ``self``."""

    def __init__(self, desk: Desk, body: Body | None, use: Use | None, owner: TypeDef | None = None) -> None:
        self.desk = desk
        self.body = body
        self.use = use
        self.owner = owner
        """The type whose computed attribute this is."""
        self.locals: list[dict[str, Type]] = [{}]
        self.attributes = attribute_names(desk.program, owner) if owner is not None else set()
        self.lost: set[str] = set()
        """Parameters of the constructor, which a computed attribute cannot see."""
        if owner is not None:
            self.lost = {p.name for t in desk.program.lineage(owner) for p in t.parameters}
        self.key = id(body.definition) if body is not None and body.definition is not None else 0
        self.made: set[str] = set()
        """Local variables that hold only what the body itself has made."""
        self.fresh: set[str] = set()
        """The same in a body that must not change anything else."""
        self.elements_of: dict[str, str] = {}
        """Loop variables with the name of what they run over."""

    @property
    def pure(self) -> bool:
        """Whether nothing may be changed here."""
        return self.body is not None and self.body.pure

    def is_local(self, name: str) -> bool:
        """Whether a name means a parameter or a variable of a loop."""
        return any(name in scope for scope in self.locals)

    def variable_key(self, name: str) -> int | None:
        """Under which key the type of a variable is kept; None if there is no such variable."""
        use = self.use
        if use is not None and name in use.declared and self.key:
            return self.key
        if name in self.desk.globals:
            return 0
        return self.key if use is not None and name in use.assigned else None

    def visible(self) -> set[str]:
        """All names that mean something here."""
        own = self.use.assigned | self.use.declared.keys() if self.use is not None else set()
        return {n for scope in self.locals for n in scope} | own | self.desk.globals | self.attributes


def expr(s: Scope, e: Expr) -> Type:
    """Check an expression; its type."""
    if isinstance(e, Literal):
        return literal_type(e.value)
    if isinstance(e, Name):
        return name(s, e)
    if isinstance(e, Text):
        for part in e.parts:
            if isinstance(part, Expr):
                expr(s, part)
        return STRING
    if isinstance(e, Unary):
        return _unary(s, e)
    if isinstance(e, Binary):
        return _binary(s, e)
    if isinstance(e, ListOf):
        for item in e.items:
            expr(s, item)
        return SERIES
    if isinstance(e, Comprehension):
        return _comprehension(s, e)
    if isinstance(e, Attribute):
        return _attribute(s, e)
    if isinstance(e, Index):
        return _index(s, e)
    if isinstance(e, Do):
        return _do(s, e)
    assert isinstance(e, Call)
    return _call(s, e)


def name(s: Scope, e: Name) -> Type:
    """A name that is read."""
    desk = s.desk
    for scope in reversed(s.locals):
        if e.name in scope:
            return scope[e.name]
    if e.name in s.attributes and s.owner is not None:
        return desk.attribute_types.get((s.owner.name, e.name), ANY)
    if e.name in s.lost and s.variable_key(e.name) is None:
        desk.report("A204", e.span, name=e.name)
        return ANY
    key = s.variable_key(e.name)
    if key is None:
        desk.report("A202", e.span, name=e.name, hint=_unknown_hint(s, e.name))
        return ANY
    return desk.variable(key, e.name)


def _unknown_hint(s: Scope, word: str) -> str:
    program = s.desk.program
    if word in program.helpers or word in FUNCTIONS:
        return f"call it: {word}(…)"
    if word in program.types:
        return f"{word} is a type; `new {word}` makes one"
    return s.desk.name_hint(word, s.visible())


def _unary(s: Scope, e: Unary) -> Type:
    operand = expr(s, e.operand)
    if e.op == "not":
        return BOOL
    if operand.known and operand.name not in NUMBERS:
        s.desk.report("A305", e.span, op=e.op, types=operand.said)
        return ANY
    return operand


def _binary(s: Scope, e: Binary) -> Type:
    left, right = expr(s, e.left), expr(s, e.right)
    if e.op in _ARITHMETIC:
        return operation(s, e.op, left, right, e.span)
    if e.op in ("..", "..."):
        for side, operand in ((left, e.left), (right, e.right)):
            if side.known and side.name not in ("int", "string"):
                s.desk.report("A305", operand.span, op=e.op, types=f"{left.said} and {right.said}")
        return Type("Range", "int" if left == INT and right == INT else "string" if left == STRING else "")
    if e.op in ("<", ">", "<=", ">=") and not ordered(left, right):
        s.desk.report("A305", e.span, op=e.op, types=f"{left.said} and {right.said}")
    if e.op in ("in", "not in") and right.known and not _has_elements(s, right):
        s.desk.report("A305", e.span, op=e.op, types=f"{left.said} and {right.said}")
    return BOOL


def operation(s: Scope, op: str, left: Type, right: Type, span: Span) -> Type:
    """An arithmetic operation; a finding if it is not defined for these types."""
    found = arithmetic_type(s.desk.table, op, left, right)
    if found is not None:
        return found
    if op == "+" and STRING in (left, right):
        s.desk.report("A306", span, types=f"{left.said} and {right.said}")
        return NOTHING
    hint = "write `0...n` or `0..(n-1)`: `..` binds tighter" if left.name == "Range" else ""
    s.desk.report("A305", span, op=op, types=f"{left.said} and {right.said}", hint=hint)
    return NOTHING


def _has_elements(s: Scope, type_: Type) -> bool:
    return type_.name in ("Range", "string", "Object") or s.desk.table.is_collection(type_)


def loop_type(s: Scope, over: Expr, counted: bool) -> Type:
    """Check what a loop runs over; the type of its variable."""
    type_ = expr(s, over)
    if not type_.known:
        return type_
    if counted:
        if type_ != INT:
            s.desk.report("A305", over.span, op="times", types=type_.said, hint="it needs an int")
        return INT
    if not _has_elements(s, type_):
        hint = "it needs a collection, range or string"
        s.desk.report("A305", over.span, op="for … in", types=type_.said, hint=hint)
        return ANY
    return s.desk.table.element(type_)


def _comprehension(s: Scope, e: Comprehension) -> Type:
    for clause in e.clauses:
        _clause(s, clause)
    expr(s, e.element)
    del s.locals[len(s.locals) - len(e.clauses) :]
    return SERIES


def _clause(s: Scope, clause: Clause) -> None:
    found = loop_type(s, clause.over, clause.variable is None)
    s.locals.append({clause.variable: found} if clause.variable is not None else {})
    if clause.condition is not None:
        expr(s, clause.condition)


def _index(s: Scope, e: Index) -> Type:
    type_ = expr(s, e.base)
    index = expr(s, e.index)
    if type_.known and not _has_elements(s, type_):
        s.desk.report("A305", e.span, op="[]", types=f"{type_.said} and {index.said}", hint="")
        return ANY
    if index.known and index != INT:
        s.desk.report(
            "A305", e.index.span, op="[]", types=f"{type_.said} and {index.said}", hint="an index is an int"
        )
    if type_.known and type_.name == "Range":
        return Type(type_.element) if type_.element else ANY
    return s.desk.table.element(type_) if type_.known else ANY


def _attribute(s: Scope, e: Attribute) -> Type:
    type_ = expr(s, e.base)
    if not type_.known:
        return type_
    table = s.desk.table
    if e.name in table.stored(type_.name):
        return s.desk.attribute_types.get((type_.name, e.name), ANY)
    if table.category(type_) == "timer" and e.name in ("running", "duration"):
        return BOOL if e.name == "running" else ANY
    if e.name in s.desk.assigned_attributes or _some_below(s, type_, e.name):
        return ANY
    if e.name in table.computed(type_.name) or _built_in(s, type_, e.name):
        hint = f"call it: {e.name}()"
        s.desk.report("A308", e.name_span, type=type_.said, what="stored attribute", name=e.name, hint=hint)
    else:
        hint = s.desk.name_hint(e.name, [*table.stored(type_.name), *table.computed(type_.name)])
        s.desk.report("A308", e.name_span, type=type_.said, what="attribute", name=e.name, hint=hint)
    return ANY


def _some_below(s: Scope, type_: Type, attribute: str) -> bool:
    """Whether a type that derives from this one has the attribute: the value may be one of those."""
    table = s.desk.table
    return any(
        table.is_a(t, type_.name) and (attribute in table.stored(t) or attribute in table.computed(t))
        for t in s.desk.program.types
    )


def _built_in(s: Scope, type_: Type, word: str) -> bool:
    from croupier.script.ahod.builtins import method

    return method(s.desk.table.category(type_), word) is not None


def _do(s: Scope, e: Do) -> Type:
    receiver = expr(s, e.receiver) if e.receiver is not None else None
    given = [expr(s, a.value) for a in e.arguments]
    if s.pure:
        s.desk.report_impure(s, e.name_span, f"`do {e.name}` is an ACTION")
    return check_action(s.desk, e, receiver, given)


def _call(s: Scope, e: Call) -> Type:
    function = e.function
    if isinstance(function, Attribute):
        receiver = expr(s, function.base)
        given = [expr(s, a.value) for a in e.arguments]
        return check_method(s, e, function, receiver, given)
    given = [expr(s, a.value) for a in e.arguments]
    if not isinstance(function, Name):
        expr(s, function)
        s.desk.report("A102", function.span, expected="the name of a helper before `(`", found="a value")
        return ANY
    word = function.name
    desk = s.desk
    if not e.new and s.owner is not None and _of_self(s, word):
        return check_method(s, e, function, Type(s.owner.name), given)
    if not e.new and word in desk.program.helpers:
        helper = desk.program.helpers[word]
        check_call(desk, e, word, helper.parameters, e.arguments, given)
        if s.pure and word in desk.impure:
            desk.report_impure(s, function.span, f"it calls {word}, which changes something")
        return ANY
    if word == "Collection":
        desk.report("A307", e.span)
        return ANY
    if desk.table.knows(word) and (e.new or word not in FUNCTIONS):
        return check_constructor(desk, e, word, given)
    if not e.new and word in FUNCTIONS:
        return check_rest(s, e, FUNCTIONS[word], given)
    if e.new or word[:1].isupper():
        hint = desk.name_hint(word, [*desk.program.types, "Object", "Actor", "Series", "Stack", "Timer"])
        desk.report("A206", function.span, name=word, hint=hint)
        return ANY
    near = desk.name_hint(word, [*desk.program.helpers, *FUNCTIONS])
    hint = "write `….size()`" if word in ("len", "length") else near
    desk.report("A201", function.span, name=word, hint=hint or None)
    return ANY


def _of_self(s: Scope, word: str) -> bool:
    assert s.owner is not None
    if word in s.desk.table.computed(s.owner.name):
        return True
    return word not in s.desk.program.helpers and _built_in(s, Type(s.owner.name), word)
