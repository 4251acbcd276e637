"""Values of the house dialect: calls written out, conditional values, values that are named.

A definition is a template. A call is checked as its body, with the arguments in the places of the parameters,
so that nobody behind the checker has to know of definitions. An argument that is the same wherever it stands
is written in its place; any other is evaluated once, as `let` does it.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.recycle.desk import Call, Definition, Desk
from croupier.recycle.forms import FORMS
from croupier.recycle.nodes import Atom, List, Node
from croupier.recycle.places import is_location
from croupier.recycle.program import Expr
from croupier.recycle.traits import Bound
from croupier.recycle.types import STORED, Type, is_a, named
from croupier.recycle.values import COPIED, expect, misfit, mismatch, pair, unknown, value, visit

MOST_CALLS = 20_000
MOST_WRITTEN = 200_000
_STRUCTURAL = frozenset((*STORED, Type.LOCATION, Type.MEMORY, Type.PLACE, Type.MEMORY_PLACE))


def let_value(desk: Desk, node: List) -> Expr:
    """``(let VALUE 'V VALUE)``."""
    form = FORMS["let.value"]
    if pair(form, node.items) is None:
        misfit(desk, node, (form,))
        return unknown(node)
    desk.use(form, node)
    said = value(desk, node.items[1])
    variable = node.items[2]
    assert isinstance(variable, Atom)
    with desk.inner_scope():
        binding = desk.bind(variable, named(said.type), "let")
        bind = Expr("bind", binding.type, value=binding.name, slot=binding.slot, node=variable)
        inner = value(desk, node.items[3])
    if "error" in (said.form, inner.form):
        return unknown(node)
    return Expr("let.value", kept_type(inner.type), (said, bind, inner), node=node)


def kept_type(type_: Type) -> Type:
    """What a computed value is: a storage is its value, a location stays the place."""
    return STORED.get(type_, type_)


def conditional_value(desk: Desk, node: List, condition: Expr) -> Expr:
    """``(BOOL X (else BOOL X)* (else X))``."""
    desk.use_named("if.value", node)
    branches: list[tuple[Expr, Node]] = [(condition, node.items[1])]
    last: Node | None = None
    for i, item in enumerate(node.items[2:], 2):
        parts = item.items[1:] if isinstance(item, List) and item.head == "else" else []
        if not parts or last is not None or len(parts) > 2:
            what = (
                "this stands behind the last `else`"
                if last is not None
                else "`(else …)` with one value is expected"
            )
            desk.report("RCY048", item.span, what=what)
            visit(desk, node.items[i:])
            return unknown(node)
        if len(parts) == 2:
            desk.use_named("else.if", item)
            branches.append((expect(desk, parts[0], Type.BOOL, "a condition"), parts[1]))
        else:
            desk.use_named("else", item)
            last = parts[0]
    if last is None:
        desk.report("RCY048", node.span, what="a value needs an `(else …)` at its end")
        visit(desk, node.items[1:])
        return unknown(node)
    values = [value(desk, said) for _, said in branches]
    found = value(desk, last)
    if any(expr.form == "error" for expr in (*values, found, *(test for test, _ in branches))):
        return unknown(node)
    for (test, said), then in zip(reversed(branches), reversed(values), strict=True):
        type_ = common_type(then.type, found.type)
        if type_ is None:
            mismatch(desk, said, then, [kept_type(found.type)], "a conditional value")
            return unknown(node)
        found = Expr("if.value", type_, (test, then, found), node=node)
    return found


def common_type(one: Type, other: Type) -> Type | None:
    """The type of a value that is one or the other; two collections of cards are a snapshot."""
    one, other = kept_type(one), kept_type(other)
    if is_a(one, Type.CARDS) and is_a(other, Type.CARDS):
        copied = one in COPIED and other in COPIED
        return Type.COPIES if copied else Type.CARDS
    if is_a(one, Type.GROUPS) and is_a(other, Type.GROUPS) and one is not other:
        return Type.GROUPS
    if one is other:
        return one
    if is_a(one, other):
        return other
    return one if is_a(other, one) else None


def called_value(desk: Desk, node: List, definition: Definition) -> Expr:
    """A call in the place of a value."""
    if definition.acts or len(definition.contents) > 1:
        desk.report("RCY028", node.span, found=f"the action `({definition.name} …)`", expected="a value")
        visit(desk, node.items[1:])
        return unknown(node)
    return written_out(desk, node, definition, lambda content: value(desk, content))


def written_out(desk: Desk, node: List, definition: Definition, body: Callable[[Node], Expr]) -> Expr:
    """The value, or the destination, that a call means: its body with the arguments in their places."""
    lets, found = arguments(desk, node, definition, lambda contents: body(contents[0]))
    if found is None or found.form == "error":
        return unknown(node)
    for argument, bind in reversed(lets):
        found = with_argument(desk, node, argument, bind, found)
    return found


def arguments(
    desk: Desk, node: List, definition: Definition, body: Callable[[tuple[Node, ...]], Expr]
) -> tuple[list[tuple[Expr, Expr]], Expr | None]:
    """The arguments of a call that have to be named, each with its variable, and the body that sees them."""
    desk.use_named("call", node)
    definition.uses += 1
    given = [value(desk, item) for item in node.items[1:]]
    wanted = len(definition.parameters)
    if len(given) != wanted:
        hint = f"it is defined as `({' '.join([definition.name, *map(repr, definition.parameters)])})`"
        desk.report("RCY043", node.span, name=definition.name, found=len(given), wanted=wanted, hint=hint)
        return [], None
    if any(expr.form == "error" for expr in given) or not _bounded(desk, node, definition):
        return [], None
    before = desk.written
    lets: list[tuple[Expr, Expr]] = []
    with desk.within(Call(definition, node)):
        for parameter, argument in zip(definition.parameters, given, strict=True):
            binding = desk.bind(parameter, named(argument.type), "define")
            if _is_same_everywhere(argument):
                binding.stands_for = argument
            else:
                bind = Expr("bind", binding.type, value=binding.name, slot=binding.slot, node=parameter)
                lets.append((argument, bind))
        found = body(definition.contents)
    definition.written += desk.written - before
    return lets, found


def _is_same_everywhere(argument: Expr) -> bool:
    """Whether an argument can be written in the place of its parameter: it reads nothing and cannot fail."""
    return all(
        expr.traits.fixed and (not expr.traits.fails or expr.form == "var") for expr in argument.walk()
    )


def _bounded(desk: Desk, node: List, definition: Definition) -> bool:
    """Whether there is room for another call to be written out."""
    desk.call_count += 1
    if desk.too_large:
        return False
    if desk.call_count <= MOST_CALLS and desk.written <= MOST_WRITTEN:
        return True
    desk.too_large = True
    most = max(desk.definitions.values(), key=lambda found: found.written)
    chain = " → ".join(call.definition.name for call in (*desk.calls, Call(definition, node)))
    first = desk.calls[0].node if desk.calls else node
    desk.report(
        "RCY044",
        first.span,
        chain=chain,
        calls=MOST_CALLS,
        forms=MOST_WRITTEN,
        hint=f"most of it comes from {most.name}",
    )
    return False


def with_argument(desk: Desk, node: List, argument: Expr, bind: Expr, body: Expr) -> Expr:
    """A value in which a parameter is its argument: written in its place, or else named."""
    found = [expr for expr in body.walk() if expr.form == "var" and expr.slot == bind.slot]
    pure = all(expr.traits.pure for expr in argument.walk())
    if body.type in _STRUCTURAL and (pure or len(found) == 1):
        # Where cards lie or a value is kept is one moment: what is pure may be said more than once.
        return _in_place(body, bind.slot, argument)
    safe = all(map(_is_safe, argument.walk()))
    if safe and all(expr.traits.bounded is Bound.AT_ONCE for expr in argument.walk()):
        # It takes no steps, cannot fail, and nothing changes while a value is computed.
        return _in_place(body, bind.slot, argument)
    if len(found) <= 1 and safe and not any(_repeats(expr, bind.slot) for expr in body.walk()):
        return _in_place(body, bind.slot, argument)
    if body.type in STORED or body.type in (Type.PLACE, Type.MEMORY_PLACE):
        desk.report(
            "RCY022",
            node.span,
            form=f"`({node.items[0]!r} …)`",
            expected="what is not drawn at random",
            found="chance as the argument of a storage",
            hint="name it with `let` before the call",
        )
        return unknown(node)
    return Expr("let.value", body.type, (argument, bind, body), node=node)


def _is_safe(expr: Expr) -> bool:
    """Whether a form draws nothing and cannot fail: a place cannot whose owner and index are always there."""
    if is_location(expr):
        owner, index = expr.part("owner"), expr.part("index")
        return index.form == "int" and (owner.type is Type.GAME or owner.form == "player.current")
    return expr.traits.safe


def _repeats(expr: Expr, slot: int) -> bool:
    """Whether a form evaluates something with the variable once for every element."""
    binds = expr.traits.binds
    return (
        binds is not None
        and binds.each
        and any(inner.slot == slot and inner.form == "var" for inner in expr.part(binds.scope).walk())
    )


def _in_place(expr: Expr, slot: int, argument: Expr) -> Expr:
    """A form with something in the place of a variable."""
    if expr.form == "var" and expr.slot == slot:
        return argument
    if not expr.args:
        return expr
    args = tuple(_in_place(arg, slot, argument) for arg in expr.args)
    if all(new is old for new, old in zip(args, expr.args, strict=True)):
        return expr
    return Expr(expr.form, expr.type, args, expr.value, expr.slot, expr.node)
