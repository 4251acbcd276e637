"""Value forms of the house dialect that are told apart by types, where `apply` goes by shapes."""

from __future__ import annotations

from collections.abc import Callable

from croupier.recycle.awards import points_value
from croupier.recycle.calls import let_value
from croupier.recycle.desk import Desk
from croupier.recycle.forms import FORMS
from croupier.recycle.nodes import Atom, List, is_atom
from croupier.recycle.program import Expr
from croupier.recycle.types import STORED, Type, element, filtered, is_a
from croupier.recycle.values import (
    COPIED,
    apply,
    expect,
    misfit,
    mismatch,
    missing_comma,
    unknown,
    value,
)

_MEMBERS = (Type.INT, Type.STRING, Type.CARD, Type.PLAYER, Type.TEAM)
"""What can be looked for in a collection."""


def extreme(desk: Desk, node: List) -> Expr:
    """``(max INT INT+)`` or ``(max COLLECTION 'V INT)``: told by the type of the first part."""
    head = node.head
    if any(item.word == "using" for item in node.items):
        return apply(desk, node, (FORMS[head],))
    if len(node.items) < 3:
        misfit(desk, node, tuple(row for row in desk.value_forms[head]))
        return unknown(node)
    first = value(desk, node.items[1])
    variable = node.items[2]
    if is_a(first.type, Type.COLLECTION) and first.form != "error":
        form = FORMS[f"{head}.over"]
        if len(node.items) != 4 or not isinstance(variable, Atom) or variable.kind != "var":
            misfit(desk, node, (form,))
            return unknown(node)
        desk.use(form, node)
        with desk.inner_scope():
            binding = desk.bind(variable, element(first.type), head)
            bind = Expr("bind", binding.type, value=binding.name, slot=binding.slot, node=variable)
            inner = expect(desk, node.items[3], Type.INT, f"`{form.signature}`")
        if inner.form == "error":
            return unknown(node)
        return Expr(form.name, Type.INT, (first, bind, inner), node=node)
    form = FORMS[f"{head}.int"]
    desk.use(form, node)
    if not is_a(first.type, Type.INT):
        mismatch(desk, node.items[1], first, [Type.INT, Type.COLLECTION], f"`({head} …)`")
    rest = [expect(desk, item, Type.INT, f"`{form.signature}`") for item in node.items[2:]]
    if any(expr.form == "error" for expr in (first, *rest)) or not is_a(first.type, Type.INT):
        return unknown(node)
    return Expr(form.name, Type.INT, (first, *rest), node=node)


def membership(desk: Desk, node: List) -> Expr:
    """``(in X COLLECTION)``."""
    form = FORMS["in"]
    if len(node.items) != 3:
        misfit(desk, node, (form,))
        return unknown(node)
    desk.use(form, node)
    sought = value(desk, node.items[1])
    listed = expect(desk, node.items[2], Type.COLLECTION, f"`{form.signature}`")
    if "error" in (sought.form, listed.form):
        return unknown(node)
    wanted = element(listed.type)
    wanted = Type.CARD if wanted is Type.COPY else wanted
    if wanted not in _MEMBERS or not is_a(sought.type, wanted):
        mismatch(desk, node.items[1], sought, [wanted], f"`{form.signature}`")
        return unknown(node)
    return Expr("in", Type.BOOL, (sought, listed), node=node)


def joined(desk: Desk, node: List) -> Expr:
    """``(join COLLECTION+)``; one player counts as a collection."""
    form = FORMS["join"]
    if len(node.items) < 2:
        misfit(desk, node, (form,))
        return unknown(node)
    desk.use(form, node)
    parts = [value(desk, item) for item in node.items[1:]]
    if any(expr.form == "error" for expr in parts):
        return unknown(node)
    types = {_joined_type(expr.type) for expr in parts}
    if types == {Type.CARDS, Type.COPIES}:
        types = {Type.CARDS}
    if len(types) > 1 or None in types:
        at = next(
            i
            for i, expr in enumerate(parts)
            if _joined_type(expr.type) != _joined_type(parts[0].type) or None in types
        )
        first = _joined_type(parts[0].type)
        mismatch(desk, node.items[at + 1], parts[at], [first or Type.COLLECTION], f"`{form.signature}`")
        return unknown(node)
    (type_,) = types
    assert type_ is not None
    return Expr("join", type_, tuple(parts), node=node)


def _joined_type(type_: Type) -> Type | None:
    """What the elements of a collection make when they are joined with others."""
    type_ = STORED.get(type_, type_)
    if type_ in (Type.PLAYER, Type.TEAM):
        return Type.PLAYERS
    if is_a(type_, Type.GROUPS):
        return Type.GROUPS
    if is_a(type_, Type.CARDS):
        return Type.COPIES if type_ in COPIED else Type.CARDS
    return filtered(type_) if is_a(type_, Type.COLLECTION) else None


def integers(desk: Desk, node: List) -> Expr:
    """``(18, 20, 22)``."""
    desk.use_named("ints", node)
    args = tuple(value(desk, item) for item in node.items)
    missing_comma(desk, node)
    return Expr("ints", Type.INTS, args, node=node)


def attribute(desk: Desk, node: List) -> Expr:
    """``(cardatt KEY CARD)``: an integer if the key is one whose values are."""
    whole = len(node.items) == 3 and is_atom(node.items[1], "name")
    key = repr(node.items[1]) if whole else ""
    if len(node.items) == 3 and is_atom(node.items[1], "var"):
        # A parameter may stand for the key.
        said = value(desk, node.items[1])
        key = str(said.value) if said.form == "name" else ""
    if not desk.integer_keys.get(key, False):
        return apply(desk, node, (FORMS["cardatt"],))
    form = FORMS["cardatt.int"]
    desk.use(form, node)
    card = expect(desk, node.items[2], Type.CARD, f"`{form.signature}`")
    if card.form == "error":
        return unknown(node)
    name = Expr("name", Type.STRING, value=key, node=node.items[1])
    return Expr("cardatt.int", Type.INT, (name, card), node=node)


SPECIAL: dict[str, Callable[[Desk, List], Expr]] = {
    "let": let_value,
    "max": extreme,
    "min": extreme,
    "in": membership,
    "join": joined,
    "points": points_value,
    "cardatt": attribute,
}
"""The forms by their heads."""
