"""Checks of statements and of whole bodies."""

from __future__ import annotations

from croupier.script.ahod.desk import Desk, fresh_names
from croupier.script.ahod.infer import Scope, expr, loop_type, operation
from croupier.script.ahod.nodes import (
    Action,
    Assign,
    Binary,
    Call,
    Comprehension,
    Declare,
    Definition,
    Do,
    For,
    If,
    Leave,
    Print,
    While,
)
from croupier.script.ahod.program import Body
from croupier.script.ahod.types import ANY, Type
from croupier.script.tree import Attribute, Evaluate, Expr, Index, Literal, Name, Node, Return, Stmt, walk


def check_body(desk: Desk, body: Body) -> None:
    """Everything in a body."""
    use = desk.scopes.use_of(body)
    scope = Scope(desk, body, use, body.owner)
    scope.made = fresh_names(body, use)
    scope.fresh = scope.made if body.pure else set()
    action = body.definition
    if isinstance(action, Action) and action.receiver:
        known = desk.table.of(action.type) if action.type else desk.variable(0, action.receiver)
        scope.locals[0][action.receiver] = known
    if body.owner is not None:
        scope.locals[0]["self"] = Type(body.owner.name)
    for parameter in body.parameters:
        if parameter.default is not None:
            given = expr(scope, parameter.default)
            wanted = desk.table.of(parameter.type)
            check_type(desk, parameter.name, body.name, parameter.default, given, wanted)
        scope.locals[0][parameter.name] = desk.table.of(parameter.type)
    _Statements(scope).block(body.statements)


class _Statements:
    def __init__(self, scope: Scope) -> None:
        self.s = scope
        self.desk = scope.desk
        self.loops = 0

    def block(self, statements: list[Stmt]) -> None:
        left = False
        for statement in statements:
            if left and not isinstance(statement, Definition):
                self.desk.report("W511", statement.span)
                left = False
            self.statement(statement)
            left = left or isinstance(statement, Return | Leave)

    def statement(self, st: Stmt) -> None:
        s = self.s
        if isinstance(st, Print):
            for value in st.values:
                expr(s, value)
        elif isinstance(st, Return):
            if s.body is not None and s.body.kind == "top":
                self.desk.report("A207", st.span, word="return", needs="any body")
            if st.value is not None:
                expr(s, st.value)
        elif isinstance(st, Leave):
            if not self.loops:
                self.desk.report("A207", st.span, word=st.word, needs="a loop")
        elif isinstance(st, Evaluate):
            self.evaluate(st)
        elif isinstance(st, Assign):
            self.assign(st)
        elif isinstance(st, Declare):
            self.declare(st)
        elif isinstance(st, If):
            for condition, body in st.branches:
                expr(s, condition)
                self.block(body)
            self.block(st.otherwise or [])
        elif isinstance(st, While):
            expr(s, st.condition)
            self.inner(st.body)
        elif isinstance(st, For):
            self.loop(st)

    def inner(self, body: list[Stmt]) -> None:
        self.loops += 1
        self.block(body)
        self.loops -= 1

    def loop(self, st: For) -> None:
        s = self.s
        found = loop_type(s, st.over, st.variable is None)
        index_range(s, st.variable, st.over, [*st.body])
        if st.variable is not None:
            self.usual(st.variable, st)
            if isinstance(st.over, Name):
                s.elements_of[st.variable] = st.over.name
        s.locals.append({st.variable: found} if st.variable is not None else {})
        self.inner(st.body)
        s.locals.pop()

    def evaluate(self, st: Evaluate) -> None:
        expr(self.s, st.value)
        if not isinstance(st.value, Call | Do | Comprehension):
            told = ""
            if isinstance(st.value, Binary) and st.value.op == "==":
                told = "`=` assigns, `==` compares"
            elif isinstance(st.value, Name) and st.value.name in self.desk.program.helpers:
                told = f"call it: {st.value.name}()"
            elif isinstance(st.value, Name) and st.value.name in self.desk.action_names:
                told = f"write `do {st.value.name}`"
            self.desk.report("W510", st.span, told=told)

    def declare(self, st: Declare) -> None:
        s, desk = self.s, self.desk
        given = expr(s, st.value) if st.value is not None else ANY
        wanted = desk.table.of(st.type)
        if st.type is not None and st.value is not None:
            check_fit(desk, st.name, "this declaration", st.value, given, wanted)
        key = s.variable_key(st.name)
        if s.is_local(st.name):
            desk.report("A205", st.name_span, what=f"'{st.name}'")
        if key is not None:
            desk.assign(key, st.name, wanted if st.type is not None else given)
        self.usual(st.name, st)

    def usual(self, name: str, node: Node) -> None:
        """Variables are written in lower case."""
        if any(c.isupper() for c in name):
            self.desk.once("W504", name, node.span, what="variable", usual="in lower case")

    def assign(self, st: Assign) -> None:
        s, desk = self.s, self.desk
        target = st.target
        given = expr(s, st.value)
        if isinstance(target, Name):
            self.assign_name(st, target, given)
        elif isinstance(target, Attribute):
            old = expr(s, target) if st.op != "=" else ANY
            self.assign_attribute(st, target, given if st.op == "=" else ANY)
            if st.op != "=":
                operation(s, st.op, old, given, st.span)
        elif isinstance(target, Index):
            held = expr(s, target.base)
            expr(s, target.index)
            if held.name in ("string", "Range"):
                desk.report("A305", target.span, op="[] =", types=held.said, hint="")
            element = desk.table.has_declared_element(held) if held.known else ""
            if element and st.op == "=" and desk.table.refuses(given, Type(element)):
                words = {"what": held.said, "wanted": element, "given": given.said}
                desk.report("A304", st.value.span, hint=None, notes=(), **words)
            self.changes(target.base, st, f"it assigns an element of {target.base.span.text}")

    def assign_name(self, st: Assign, target: Name, given: Type) -> None:
        s, desk = self.s, self.desk
        name = target.name
        if s.is_local(name):
            return
        if name in s.attributes and s.owner is not None:
            self.changes_attribute(st, name)
            return
        key = s.variable_key(name)
        if key is None:
            if st.op != "=":
                desk.report("A202", target.span, name=name, hint=f"give it a first value:   {name} = 0")
            return
        declared = self.declaration(key, name)
        if declared is not None and declared.const:
            desk.report("A402", target.span, name=name)
        if key == 0 and s.pure:
            desk.report_impure(s, target.span, f"it assigns the global variable '{name}'")
        self.usual(name, target)
        if st.op != "=":
            given = operation(s, st.op, desk.variable(key, name), given, st.span)
        if declared is not None and declared.type is not None:
            check_fit(desk, name, "its declaration", st.value, given, desk.table.of(declared.type))
        desk.assign(
            key, name, desk.table.of(declared.type) if declared is not None and declared.type else given
        )

    def declaration(self, key: int, name: str) -> Declare | None:
        """Where a variable is declared, if it is."""
        uses = [(b, u) for b, u in self.desk.scopes.uses if (b.kind == "top") == (key == 0)]
        for body, use in uses:
            if key == 0 or id(body.definition) == key:
                return use.declared.get(name)
        return None

    def changes_attribute(self, st: Assign, attribute: str) -> None:
        """A computed attribute must not change the object."""
        body, owner = self.s.body, self.s.owner
        assert body is not None
        assert owner is not None
        self.desk.impure.add(body.name)
        helper = body.name.rsplit(".", 1)[-1]
        value = (
            st.value.span.text
            if st.op == "="
            else f"{owner.name.lower()}.{attribute} {st.op} {st.value.span.text}"
        )
        parameters = ", ".join(p.name for p in body.parameters)
        self.desk.report(
            "A403", st.target.span, name=helper, attribute=attribute, type=owner.name,
            variable=owner.name.lower(), action=helper.upper(),
            parameters=f"({parameters})" if parameters else "", value=" ".join(value.split()),
        )  # fmt: skip

    def assign_attribute(self, st: Assign, target: Attribute, given: Type) -> None:
        s, desk = self.s, self.desk
        held = expr(s, target.base)
        table = desk.table
        if isinstance(target.base, Name) and target.base.name == "self" and s.owner is not None:
            self.changes_attribute(st, target.name)
            return
        stored = table.stored(held.name).get(target.name) if held.known else None
        if stored is not None and stored.const:
            desk.report("A402", target.name_span, name=target.name)
        elif held.known and target.name in table.computed(held.name):
            desk.report(
                "A402", target.name_span, name=target.name, hint="it is computed, and cannot be assigned"
            )
        elif stored is not None and stored.type is not None:
            check_fit(desk, target.name, held.name, st.value, given, table.of(stored.type))
        elif not self.is_declared(held, target.name):
            desk.once("W508", target.name, target.name_span)
        self.changes(target.base, st, f"it assigns attribute '{target.name}'")
        self.stays_with_itself(target)

    def is_declared(self, held: Type, attribute: str) -> bool:
        table = self.desk.table
        if table.category(held) == "timer" and attribute in ("duration", "running"):
            return True
        names = [held.name] if held.known else list(self.desk.program.types)
        return any(attribute in table.stored(n) for n in names)

    def changes(self, held: Expr, st: Stmt, what: str) -> None:
        """Something changes state: where may it?"""
        s = self.s
        if isinstance(held, Name) and held.name in s.fresh and not s.is_local(held.name):
            return
        kind = s.body.kind if s.body is not None else ""
        if kind in ("helper", "computed"):
            self.desk.report_impure(s, st.span, what)
        elif kind in ("main", "top"):
            self.desk.report("W507", st.span)

    def stays_with_itself(self, target: Attribute) -> None:
        """An ACTION of an Object changes that object and its elements only."""
        action = self.s.body.definition if self.s.body is not None else None
        if not isinstance(action, Action) or action.type is None:
            return
        chain = self.desk.table.chains.get(action.type.name, [])
        if not chain or "Actor" in chain:
            return
        held = target.base.base if isinstance(target.base, Index) else target.base
        if isinstance(held, Name) and action.receiver in (held.name, self.s.elements_of.get(held.name)):
            return
        if isinstance(held, Name) and held.name in self.s.made:
            return
        self.desk.report("W509", target.span, name=action.name, type=str(action.type))


def check_fit(desk: Desk, name: str, what: str, value: Expr, given: Type, wanted: Type) -> None:
    """A typed variable or attribute gets a value of its type, or text that is converted."""
    if not _converts(given, wanted):
        check_type(desk, name, what, value, given, wanted)


def check_type(desk: Desk, name: str, what: str, value: Expr, given: Type, wanted: Type) -> None:
    """A value that is known to be of another type is an error."""
    if desk.table.refuses(given, wanted):
        words = {"name": name, "what": what, "wanted": wanted.said, "given": given.said}
        desk.report("A303", value.span, hint=None, notes=(), **words)


def _converts(given: Type, wanted: Type) -> bool:
    return given.name == "string" and wanted.name in ("int", "float", "bool")


def index_range(s: Scope, variable: str | None, over: Expr, body: list[Node]) -> None:
    """``0..c.size()`` whose values are indices goes one too far."""
    if variable is None or not isinstance(over, Binary) or over.op != "..":
        return
    start, end = over.left, over.right
    if not (isinstance(start, Literal) and start.value == 0 and isinstance(end, Call)):
        return
    if not (isinstance(end.function, Attribute) and end.function.name == "size"):
        return
    uses = (n for part in body for n in walk(part) if isinstance(n, Index))
    if any(isinstance(n.index, Name) and n.index.name == variable for n in uses):
        s.desk.report("W512", over.span, better=over.span.text.replace("..", "...", 1))
