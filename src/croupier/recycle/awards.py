"""Point maps: what cards score (§3.8), and what the house dialect adds to that."""

from __future__ import annotations

from croupier.recycle.constants import constant
from croupier.recycle.desk import Desk
from croupier.recycle.forms import FORMS
from croupier.recycle.nodes import Atom, List, Node, word
from croupier.recycle.program import Expr
from croupier.recycle.types import Type, is_a
from croupier.recycle.values import expect, misfit, mismatch, unknown, value


def listed_awards(desk: Desk, node: Node) -> tuple[Expr, ...]:
    """A list of awards; one award may stand without the list's own parentheses (§3.8)."""
    if not isinstance(node, List) or not node.items:
        desk.report("RCY021", node.span, name="award", what="a list of awards is expected", hint=_AWARD_HINT)
        return ()
    first = node.items[0]
    if isinstance(first, List) and first.items and isinstance(first.items[0], List):
        return tuple(award(desk, child) for child in node.items)
    if desk.house and not _is_pair(first):
        # A key or a point map is an award by itself.
        return tuple(award(desk, child) for child in node.items)
    return (award(desk, node),)


_AWARD_HINT = "an award is `((KEY : VALUE) POINTS)` or, before 0.5.10, `((KEY (VALUE)) POINTS)`"


def award(desk: Desk, node: Node) -> Expr:
    """``(PAIR+ POINTS)``; in the house dialect also a key, or a point map."""
    if desk.house:
        other = _key_or_map(desk, node)
        if other is not None:
            return other
        if isinstance(node, List) and len(node.items) > 2 and word(node.items[-1]) == "..":
            return _rising(desk, node)
    if not isinstance(node, List) or len(node.items) < 2 or not all(_is_pair(n) for n in node.items[:-1]):
        desk.report("RCY017", node.span, hint=_AWARD_HINT)
        for child in node.items if isinstance(node, List) else ():
            # Parentheses that swallow the awards behind them: those are checked by themselves.
            if isinstance(child, List) and len(child.items) > 1 and _is_pair(child.items[0]):
                award(desk, child)
        return unknown(node)
    colon = any(isinstance(n, List) and word(n.items[1]) == ":" for n in node.items[:-1])
    name = "award" if colon or len(node.items) > 2 else "award.list"
    desk.use_named(name, node)
    if desk.house:
        return _counted(desk, node, name)
    pairs = [award_pair(desk, child) for child in node.items[:-1]]
    expr = Expr("award", Type.ACTION, (*pairs, expect(desk, node.items[-1], Type.INT, "an award")), node=node)
    desk.spelled[node] = (FORMS[name], expr)
    return expr


def _is_pair(node: Node) -> bool:
    """``(KEY : VALUE)`` or ``(KEY (VALUE))``."""
    if not isinstance(node, List) or not node.items or isinstance(node.items[0], List):
        return False
    return (len(node.items) == 2 and isinstance(node.items[1], List)) or (
        len(node.items) == 3 and word(node.items[1]) == ":"
    )


def award_pair(desk: Desk, node: Node) -> Expr:
    """Key and value of an award; the value is any string."""
    assert isinstance(node, List)
    key = expect(desk, node.items[0], Type.STRING, "the key of an award")
    said = node.items[-1]
    if isinstance(said, List) and len(said.items) == 1 and desk.called(said) is None:
        said = said.items[0]
    if desk.house:
        found = value(desk, said)
        whole = key.form == "name" and desk.integer_keys.get(str(key.value), False)
        wanted = [Type.INT, Type.INTS] if whole else [Type.STRING, Type.STRINGS]
        if not any(is_a(found.type, type_) for type_ in wanted):
            mismatch(desk, said, found, wanted, "the value of an award")
            return unknown(node)
        return Expr("pair", Type.STRING, (key, found), node=node)
    return Expr(
        "pair", Type.STRING, (key, expect(desk, said, Type.STRING, "the value of an award")), node=node
    )


def points_value(desk: Desk, node: List) -> Expr:
    """``(points AWARD+)``."""
    if len(node.items) == 1:
        misfit(desk, node, (FORMS["points.value"],))
        return unknown(node)
    desk.use_named("points.value", node)
    found = tuple(award(desk, child) for child in node.items[1:])
    if any(inner.form == "error" for one in found for inner in one.walk()):
        return unknown(node)
    return Expr("points.value", Type.POINTS, found, node=node)


def _key_or_map(desk: Desk, node: Node) -> Expr | None:
    """The award of an integer attribute, or of a point map; None if it is anything else."""
    if isinstance(node, Atom) and node.kind == "name":
        desk.use_named("award.key", node)
        if not desk.integer_keys.get(node.text, False):
            desk.report("RCY045", node.span, what=f"{node.text} is no attribute whose values are integers")
            return unknown(node)
        return Expr("award.key", Type.ACTION, value=node.text, node=node)
    is_map = isinstance(node, Atom) and node.kind == "var"
    if isinstance(node, List) and node.items:
        is_map = desk.called(node) is not None or node.head in ("points", "let")
        is_map = is_map or (len(node.items) == 3 and word(node.items[1]) == "points")
    if not is_map:
        return None
    desk.use_named("award.map", node)
    return Expr("award.map", Type.ACTION, (expect(desk, node, Type.POINTS, "an award"),), node=node)


def _counted(desk: Desk, node: List, name: str) -> Expr:
    """``(PAIR+ INT)`` or ``(PAIR+ INTS)``, told by the type of the points."""
    pairs = [award_pair(desk, child) for child in node.items[:-1]]
    points = value(desk, node.items[-1])
    if any(expr.form == "error" for expr in (*pairs, points)):
        return unknown(node)
    if is_a(points.type, Type.INTS):
        return _matched(desk, node, pairs, points, "award.each")
    if not is_a(points.type, Type.INT):
        mismatch(desk, node.items[-1], points, [Type.INT, Type.INTS], "an award")
        return unknown(node)
    expr = Expr("award", Type.ACTION, (*pairs, points), node=node)
    desk.spelled[node] = (FORMS[name], expr)
    return expr


def _rising(desk: Desk, node: List) -> Expr:
    """``(PAIR+ INT ..)``: one of the pairs has a list of values."""
    said = node.items[:-2]
    if not all(map(_is_pair, said)):
        desk.report("RCY017", node.span, hint=_AWARD_HINT)
        return unknown(node)
    pairs = [award_pair(desk, child) for child in said]
    first = expect(desk, node.items[-2], Type.INT, "an award")
    if any(expr.form == "error" for expr in (*pairs, first)):
        return unknown(node)
    return _matched(desk, node, pairs, first, "award.rising")


def _matched(desk: Desk, node: List, pairs: list[Expr], points: Expr, name: str) -> Expr:
    """An award with one list of values, and as many numbers as far as that can be seen."""
    desk.use_named(name, node)
    lists = [pair.part("value") for pair in pairs if is_a(pair.part("value").type, Type.COLLECTION)]
    if len(lists) != 1:
        desk.report("RCY053", node.span, what=f"one pair has a list of values, not {len(lists)}")
        return unknown(node)
    values, numbers = (constant(expr, desk.constants) for expr in (lists[0], points))
    if isinstance(values, tuple) and isinstance(numbers, tuple) and len(values) != len(numbers):
        desk.report("RCY053", node.span, what=f"there are {len(values)} values and {len(numbers)} numbers")
        return unknown(node)
    return Expr(name, Type.ACTION, (*pairs, points), node=node)
