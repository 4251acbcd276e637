"""Actions, items, blocks and stages: what happens, and where a choice may stand (§4, §6, §7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import takewhile

from croupier.recycle.awards import listed_awards
from croupier.recycle.calls import arguments
from croupier.recycle.constants import integer
from croupier.recycle.decks import deck, teams
from croupier.recycle.definitions import define
from croupier.recycle.desk import Definition, Desk
from croupier.recycle.forms import FORMS, MEMBER_WORDS, VALUE_FORMS, Form
from croupier.recycle.nodes import Atom, List, Node, is_atom, word
from croupier.recycle.program import Expr, decides
from croupier.recycle.types import STORED, Type, element, is_a, named
from croupier.recycle.values import (
    HOUSE_WORDS,
    expect,
    looks_like_action,
    misfit,
    mismatch,
    pair,
    point_variable,
    unknown,
    unknown_form,
    value,
    visit,
)
from croupier.recycle.values import apply as apply_values
from croupier.text import Fix, Note


class Where(Enum):
    """What an item stands in."""

    BODY = "directly in a stage or in the game"
    BLOCK = "in a block"
    PLAIN = "in a do"
    CHOICE = "in a choice"


_RUNS = (Where.BODY, Where.BLOCK)
"""Where the house dialect lets choices and stages stand."""


def _inner(desk: Desk, where: Where) -> Where:
    """Where an item stands inside a condition or a `do`."""
    if where in _RUNS:
        return Where.BLOCK if desk.house else Where.PLAIN
    return where


_RIGHT_ONLY_HERE = {
    "setup": "`setup` stands once, before everything else but the declares",
    "declare": "`declare` stands at the beginning of the game, before `setup`",
    "scoring": "`scoring` stands once, at the end of the game",
    "end": "`end` stands first in a stage",
    "game": "a game cannot stand in a game",
    "deck": "`deck` stands in `(create deck LOCATION (deck …))`",
    "define": "`define` stands in the game itself: before `setup`, or between its blocks",
    "use": "`use` stands at the beginning of the game, before `setup`",
    "else": "`else` stands behind the items of a condition, or in the list of a choice",
}


def block(desk: Desk, node: Node) -> Expr:
    """Check what stands directly in a stage or in the game."""
    if isinstance(node, List) and node.head == "stage":
        return stage(desk, node)
    return item(desk, node, Where.BODY)


def stage(desk: Desk, node: List) -> Expr:
    """Check ``(stage player|team (end BOOL) BLOCK*)``."""
    items = node.items
    kind = word(items[1]) if len(items) > 1 else ""
    if kind not in ("player", "team"):
        near = items[1] if len(items) > 1 else node
        desk.report(
            "RCY021",
            near.span,
            name="stage",
            what="`player` or `team` is expected after `stage`",
            hint=f"the form is `{FORMS['stage'].signature}`",
        )
        kind = "player"
        rest = items[1:]
    else:
        rest = items[2:]
    desk.stages.append(kind)
    ends = unknown(node)
    among = turns = None
    if desk.house:
        among, turns, ends, rest = _head(desk, node, kind, rest)
        desk.use_named("stage.among" if among or turns else "stage", node)
    else:
        desk.use_named("stage", node)
    with desk.running(None):
        if desk.house and rest and _is_condition(rest[0]) and not (turns or ends.form != "error"):
            fix = (Fix("put it into `end`", rest[0].span, f"(end {rest[0].span.text})"),)
            desk.report("RCY113", rest[0].span, fixes=fix)
            ends, rest = expect(desk, rest[0], Type.BOOL, "the end condition of a stage"), rest[1:]
        elif desk.house:
            if not any(isinstance(n, List) and n.head in ("turns", "end") for n in items):
                desk.report("RCY050", items[0].span, what="it has neither `(end …)` nor `(turns …)`")
        elif rest and isinstance(rest[0], List) and rest[0].head == "end":
            ends, rest = _end(desk, rest[0]), rest[1:]
        elif rest and _is_condition(rest[0]):
            fix = (Fix("put it into `end`", rest[0].span, f"(end {rest[0].span.text})"),)
            desk.report("RCY113", rest[0].span, fixes=fix)
            ends, rest = expect(desk, rest[0], Type.BOOL, "the end condition of a stage"), rest[1:]
        else:
            desk.report(
                "RCY025",
                node.source.span(node.start, items[min(1, len(items) - 1)].end),
                what="the end condition of the stage",
                hint="a stage begins with `(end BOOLEAN)`",
            )
        body = _flat(block(desk, child) for child in rest)
    desk.stages.pop()
    if not body:
        desk.report(
            "RCY118",
            node.source.span(node.end - 1, node.end),
            notes=(Note("the stage begins here", items[0].span),),
        )
    if among is None and turns is None:
        return Expr(f"stage.{kind}", Type.ACTION, (ends, *body), node=node)
    among = among or Expr("players", Type.PLAYERS, node=node)
    turns = turns or Expr("unlimited", Type.INT, node=node)
    if ends.form == "error" and not any(isinstance(n, List) and n.head == "end" for n in items):
        ends = Expr("never", Type.BOOL, node=node)
    return Expr(f"stage.among.{kind}", Type.ACTION, (among, turns, ends, *body), node=node)


_HEADS = frozenset(form.name for form in FORMS.values() if form.result in ("Head", "End")) - {"first"}
"""The parts with which a stage can begin."""


def _is_head(node: Node) -> bool:
    return isinstance(node, List) and node.head in _HEADS


def _head(
    desk: Desk, node: List, kind: str, rest: list[Node]
) -> tuple[Expr | None, Expr | None, Expr, list[Node]]:
    """The parts with which a stage of the house dialect begins, and what stands behind them."""
    found: dict[str, Expr] = {}
    count = len(list(takewhile(_is_head, rest)))
    for part in rest[:count]:
        assert isinstance(part, List)
        head = part.head
        if head in found:
            desk.report("RCY050", part.span, what=f"`({head} …)` stands there twice")
        elif head == "among" and kind == "team":
            desk.report("RCY050", part.span, what="a stage of teams has no `among`")
        elif len(part.items) != 2:
            what = f"`({head} …)` takes one value, and {len(part.items) - 1} are given"
            desk.report("RCY050", part.span, what=what)
            found[head] = unknown(part)
        elif head == "among":
            # It is evaluated outside of the stage.
            desk.use_named("among", part)
            desk.stages.pop()
            found[head] = players(desk, part.items[1], "`(among Players)`")
            desk.stages.append(kind)
        else:
            desk.use_named(head, part)
            wanted = Type.INT if head == "turns" else Type.BOOL
            found[head] = expect(
                desk, part.items[1], wanted, f"`({head} {'Int' if head == 'turns' else 'Bool'})`"
            )
    return found.get("among"), found.get("turns"), found.get("end", unknown(node)), rest[count:]


def players(desk: Desk, node: Node, form: str) -> Expr:
    """A collection of players, a team, or one player."""
    found = value(desk, node)
    if not is_a(found.type, Type.PLAYERS) and not is_a(found.type, Type.PLAYER):
        mismatch(desk, node, found, [Type.PLAYERS, Type.PLAYER], form)
        return unknown(node)
    if is_a(found.type, Type.PLAYER) and found.form != "error":
        return Expr("join", Type.PLAYERS, (found,), node=node)
    return found


def _is_condition(node: Node) -> bool:
    """Whether a list is a value, as the end condition of a stage that lacks the word `end`."""
    if not isinstance(node, List) or looks_like_action(node):
        return False
    return node.head in VALUE_FORMS or (bool(node.items) and word(node.items[-1]) in ("player", "team"))


def _end(desk: Desk, node: List) -> Expr:
    if len(node.items) != 2:
        misfit(desk, node, (FORMS["end"],))
        return unknown(node)
    desk.use_named("end", node)
    return expect(desk, node.items[1], Type.BOOL, "`(end Bool)`")


def item(desk: Desk, node: Node, where: Where) -> Expr:
    """Check an action, a conditional action or a group of them."""
    if not isinstance(node, List):
        assert isinstance(node, Atom)
        if node.kind != "junk":
            desk.report(
                "RCY024",
                node.span,
                text=node.text,
                hint="an action is expected here, such as `(move …)`; a comment begins with `;`",
            )
        return unknown(node)
    if not node.items:
        desk.report("RCY015", node.span)
        return unknown(node)
    if desk.calls:
        desk.written += 1
    head = node.head
    if head in _STRUCTURES and head in desk.action_forms:
        return _STRUCTURES[head](desk, node, where)
    if head in desk.action_forms:
        expr = apply_values(desk, node, desk.action_forms[head])
        return _possible(desk, expr)
    if head == "stage":
        if not desk.house or where not in _RUNS:
            _misplaced(desk, node, "a stage", where)
        return stage(desk, node)
    if head in _RIGHT_ONLY_HERE and (desk.house or head not in HOUSE_WORDS):
        code = "RCY048" if head == "else" else "RCY032"
        desk.report(code, node.items[0].span, why=_RIGHT_ONLY_HERE[head], what=_RIGHT_ONLY_HERE[head])
        return unknown(node)
    definition = desk.called(node)
    if definition is not None:
        return _call(desk, node, definition, where)
    if isinstance(node.items[0], List) or looks_like_action(node, desk):
        return _conditional(desk, node, where)
    return _no_action(desk, node, head)


def _misplaced(desk: Desk, node: List, what: str, where: Where) -> None:
    """Report a choice or a stage where none may stand."""
    desk.report("RCY049" if desk.house else "RCY029", node.items[0].span, what=what, where=where.value)


def _call(desk: Desk, node: List, definition: Definition, where: Where) -> Expr:
    """A call in the place of an action or a block; its node is the call, which names an option."""
    if not definition.acts:
        return _no_action(desk, node, "")

    def body(contents: tuple[Node, ...]) -> Expr:
        return Expr("do", Type.ACTION, tuple(item(desk, child, where) for child in contents), node=node)

    lets, found = arguments(desk, node, definition, body)
    if found is None:
        return unknown(node)
    for argument, bind in reversed(lets):
        found = Expr("let", Type.ACTION, (argument, bind, found), node=node)
    return found


def _no_action(desk: Desk, node: List, head: str) -> Expr:
    """A list in the place of an action that is something else."""
    if head and head not in desk.value_forms:
        unknown_form(desk, node, head)
        visit(desk, node.items[1:])
        return unknown(node)
    found = value(desk, node)
    if found.form != "error":
        hint = (
            "a condition stands in parentheses together with its action: `((== …) (move …))`"
            if found.type is Type.BOOL
            else ""
        )
        desk.report("RCY028", node.span, found=found.type.value, expected="an action", hint=hint)
    return unknown(node)


def _possible(desk: Desk, expr: Expr) -> Expr:
    """Moves that can never be made (§4)."""
    if expr.form in ("move", "move.many") and expr.args[0].type in (Type.COPY, Type.COPIES, Type.MEMORY):
        desk.report(
            "RCY027",
            expr.args[0].span,
            what="a remembered copy cannot be moved",
            hint="`(actual CARD)` is the card itself, where it lies now",
        )
    elif expr.form == "swap.cards":
        for card in expr.args:
            if card.type is Type.COPY:
                desk.report(
                    "RCY027",
                    card.span,
                    what="a remembered copy cannot be swapped",
                    hint="`(actual CARD)` is the card itself",
                )
    return expr


def _conditional(desk: Desk, node: List, where: Where) -> Expr:
    """``(BOOL ITEM+ ELSE*)``; before the house dialect ``(BOOL ITEM)``."""
    first = node.items[0]
    if len(node.items) == 1 or looks_like_action(first, desk):
        what = "these parentheses say" if len(node.items) > 1 else "this pair of parentheses says"
        desk.report("RCY031", node.source.span(node.start, node.start + 1), what=what)
        return Expr("do", Type.ACTION, tuple(item(desk, child, where) for child in node.items), node=node)
    rest = node.items[1:]
    elses = [child for child in rest if desk.house and isinstance(child, List) and child.head == "else"]
    if elses:
        return _with_else(desk, node, rest, elses, where)
    desk.use_named("if.several" if desk.house and len(rest) > 1 else "if", node)
    condition = expect(desk, first, Type.BOOL, "a condition")
    with desk.running(None):
        found = [item(desk, child, _inner(desk, where)) for child in rest]
    if len(found) > 1 and not desk.house:
        desk.report(
            "RCY021",
            rest[1].span,
            name="condition",
            what=f"a condition takes one action, {len(rest)} given",
            hint="put several actions into `(do (…))`",
        )
    return Expr("if", Type.ACTION, (condition, _together(node, found)), node=node)


def _together(node: Node, items: Sequence[Expr]) -> Expr:
    """Several items as one."""
    return items[0] if len(items) == 1 else Expr("do", Type.ACTION, tuple(items), node=node)


def _with_else(desk: Desk, node: List, rest: list[Node], elses: Sequence[Node], where: Where) -> Expr:
    """``(BOOL ITEM+ (else BOOL ITEM+)* (else ITEM+))``."""
    mains = rest[: len(rest) - len(elses)]
    if not mains or any(child in elses for child in mains):
        at = elses[0] if not mains else next(child for child in rest if child in elses)
        what = "nothing stands before it" if not mains else "`else` stands behind all items of its condition"
        desk.report("RCY048", at.span, what=what)
        visit(desk, node.items)
        return unknown(node)
    desk.use_named("if.else", node)
    inner = _inner(desk, where)
    branches: list[tuple[Node, list[Node], Node]] = [(node.items[0], mains, node)]
    last: tuple[list[Node], Node] | None = None
    for child in elses:
        assert isinstance(child, List)
        inside = child.items[1:]
        if last is not None or not inside:
            what = "this stands behind the `else` without a condition" if inside else "it has no item"
            desk.report("RCY048", child.span, what=what)
            visit(desk, inside)
            continue
        tested = len(inside) > 1 and not looks_like_action(inside[0], desk)
        desk.use_named("else.if" if tested else "else", child)
        if tested:
            branches.append((inside[0], inside[1:], child))
        else:
            last = (inside, child)
    checked = []
    with desk.running(None):
        for test, bodies, at in branches:
            condition = expect(desk, test, Type.BOOL, "a condition")
            checked.append((condition, _together(at, [item(desk, body, inner) for body in bodies]), at))
        otherwise = None
        if last is not None:
            otherwise = _together(last[1], [item(desk, body, inner) for body in last[0]])
    for condition, then, at in reversed(checked):
        if otherwise is None:
            otherwise = Expr("if", Type.ACTION, (condition, then), node=at)
        else:
            otherwise = Expr("if.else", Type.ACTION, (condition, then, otherwise), node=at)
    assert otherwise is not None
    return otherwise


def _items(desk: Desk, node: List, where: Where) -> tuple[Expr, ...]:
    """The items of ``(do (…))`` or ``(choice (…))``."""
    head = node.head
    if len(node.items) == 1:
        desk.report(
            "RCY021",
            node.span,
            name=head,
            what="its list of items is missing",
            hint=f"the form is `({head} (ITEM …))`",
        )
        return ()
    inner = node.items[1]
    if not isinstance(inner, List):
        desk.report(
            "RCY021",
            inner.span,
            name=head,
            what="a list of items is expected",
            hint=f"the form is `({head} (ITEM …))`",
        )
        visit(desk, node.items[2:])
        return ()
    if _is_one_item(desk, inner):
        # The second pair of parentheses is missing: (do (move …) (move …)).
        last = node.items[-1]
        fix = Fix(
            "add the list's parentheses",
            node.source.span(inner.start, last.end),
            f"({node.source.text[inner.start : last.end]})",
        )
        desk.report("RCY016", inner.source.span(inner.start, inner.start + 1), head=head, fixes=(fix,))
        return tuple(_listed(desk, node, child, where) for child in node.items[1:])
    children: list[Node] = list(inner.items)
    if len(node.items) > 2:
        extra = node.items[2]
        desk.report(
            "RCY014",
            node.source.span(inner.end - 1, inner.end),
            head=head,
            line=extra.span.line,
            notes=(Note("this stands outside the list", extra.span),),
        )
        children += node.items[2:]
    if not children:
        desk.report("RCY015", inner.span)
    return tuple(_listed(desk, node, child, where, is_first=i == 0) for i, child in enumerate(children))


def _listed(desk: Desk, node: List, child: Node, where: Where, *, is_first: bool = False) -> Expr:
    """An item of a list; in that of a choice an ``(else ITEM+)`` may stand."""
    if node.head != "choice" or not desk.house or not isinstance(child, List) or child.head != "else":
        return item(desk, child, where)
    if is_first or len(child.items) == 1:
        desk.report("RCY048", child.span, what="nothing stands before it" if is_first else "it has no item")
        visit(desk, child.items[1:])
        return unknown(child)
    desk.use_named("else", child)
    return Expr("else", Type.ACTION, tuple(item(desk, inner, where) for inner in child.items[1:]), node=child)


def _is_one_item(desk: Desk, node: List) -> bool:
    """Whether what should be a list of items is a single one: it begins with a word and holds no item."""
    if not node.head or node.head in ("player", "team"):
        return False
    return (
        node.head in desk.action_forms
        or node.head in desk.value_forms
        or not any(looks_like_action(inner, desk) for inner in node.items)
    )


def _do(desk: Desk, node: List, where: Where) -> Expr:
    desk.use_named("do", node)
    return Expr("do", Type.ACTION, _items(desk, node, _inner(desk, where)), node=node)


def _choice(desk: Desk, node: List, where: Where) -> Expr:
    if where not in (_RUNS if desk.house else (Where.BODY,)):
        _misplaced(desk, node, "a choice", where)
    asked = node.items[1] if len(node.items) > 1 else None
    if desk.house and isinstance(asked, List) and asked.head in ("among", "first"):
        return _choice_of_others(desk, node, asked)
    desk.use_named("choice", node)
    with desk.running(None):
        return Expr("choice", Type.ACTION, _items(desk, node, Where.CHOICE), node=node)


def _choice_of_others(desk: Desk, node: List, asked: List) -> Expr:
    """``(choice (among PLAYERS) (ITEM+))`` and the same with ``first``."""
    mode = asked.head
    form = FORMS[f"choice.{mode}"]
    desk.use(form, node)
    desk.use_named(mode, asked)
    if len(node.items) != 3 or len(asked.items) != 2 or not isinstance(node.items[2], List):
        misfit(desk, node, (form,))
        return unknown(node)
    who = players(desk, asked.items[1], f"`({mode} Players)`")
    rest = List(node.source, node.start, node.end, [node.items[0], node.items[2]])
    with desk.running(None):
        items = _items(desk, rest, Where.CHOICE)
    for item_ in items:
        for inner in item_.walk():
            if inner.form == "cycle.current":
                what = "`cycle current` cannot be a part of a choice of several"
                desk.report("RCY051", inner.span, what=what)
    if who.form == "error":
        return unknown(node)
    return Expr(form.name, Type.ACTION, (who, *items), node=node)


def _let(desk: Desk, node: List, where: Where) -> Expr:
    form = _one_or_several(desk, node, "let", 4)
    if form is None:
        return unknown(node)
    desk.use(form, node)
    said = value(desk, node.items[1])
    variable = node.items[2]
    assert isinstance(variable, Atom)
    with desk.inner_scope():
        binding = desk.bind(variable, named(said.type), "let")
        if said.type in STORED and said.form != "error":
            binding.storage = said.span.text
        bind = Expr("bind", binding.type, value=binding.name, slot=binding.slot, node=variable)
        body = _together(node, [item(desk, child, where) for child in node.items[3:]])
    return Expr("let", Type.ACTION, (said, bind, body), node=node)


def _one_or_several(desk: Desk, node: List, name: str, most: int) -> Form | None:
    """The row of a form that takes one item, or in the house dialect several; None is reported."""
    several = f"{name.split('.', maxsplit=1)[0]}.several"
    form = FORMS[several if desk.house and len(node.items) > most else name]
    if pair(form, node.items) is None:
        misfit(desk, node, (FORMS[name],))
        return None
    return form


def _aggregate(desk: Desk, node: List, where: Where) -> Expr:
    """``all`` and ``any`` over actions."""
    if (
        len(node.items) == 4
        and not looks_like_action(node.items[3], desk)
        and isinstance(node.items[3], List)
        and not _unknown_word(desk, node.items[3])
    ):
        return _no_action(desk, node, node.head)
    form = _one_or_several(desk, node, f"{node.head}.do", 4)
    if form is None:
        return unknown(node)
    desk.use(form, node)
    collection = expect(desk, node.items[1], Type.COLLECTION, f"`{form.signature}`")
    variable = node.items[2]
    assert isinstance(variable, Atom)
    inner = where
    if where is Where.BODY:
        inner = Where.CHOICE if node.head == "any" else Where.PLAIN
    elif where is Where.BLOCK:
        inner = Where.PLAIN
    with desk.inner_scope(), desk.running(None):
        binding = desk.bind(variable, element(collection.type), node.head)
        bind = Expr("bind", binding.type, value=binding.name, slot=binding.slot, node=variable)
        body = _together(node, [item(desk, child, inner) for child in node.items[3:]])
    if node.head == "all":
        return Expr("all.do", Type.ACTION, (collection, bind, body), node=node)
    if where in (Where.PLAIN, Where.BLOCK):
        # §4: outside a choice it runs for every element, as published programs expect.
        desk.report("RCY110", node.items[0].span, fixes=(Fix("say `all`", node.items[0].span, "all"),))
        return Expr("all.do", Type.ACTION, (collection, bind, body), node=node)
    expr = Expr("any.do", Type.ACTION, (collection, bind, body), node=node)
    # §4: directly in a stage or in the game it is a choice.
    return Expr("choice", Type.ACTION, (expr,), node=node) if where is Where.BODY else expr


def _unknown_word(desk: Desk, node: List) -> bool:
    head = node.head
    return bool(head) and head not in desk.value_forms and head not in desk.action_forms


def _repeat(desk: Desk, node: List, where: Where) -> Expr:
    inner = Where.PLAIN if where in _RUNS else where
    several = desk.house and len(node.items) > 3 and word(node.items[1]) != "all"
    if len(node.items) != 3 and not several:
        misfit(desk, node, desk.action_forms["repeat"])
        return unknown(node)
    if word(node.items[1]) == "all":
        desk.use_named("repeat.all", node)
        action = item(desk, node.items[2], inner)
        if action.traits.event not in ("move", "forget") and action.form != "error":
            desk.report(
                "RCY022",
                node.items[2].span,
                form="`(repeat all …)`",
                expected="a move or a forget",
                found="another action",
                hint="repeat a number of times: `(repeat 3 …)`",
            )
        return Expr("repeat.all", Type.ACTION, (action,), node=node)
    desk.use_named("repeat.several" if several else "repeat", node)
    times = expect(desk, node.items[1], Type.INT, f"`{FORMS['repeat'].signature}`")
    known = integer(times, desk.constants)
    with desk.running(None if known is None else max(0, known)):
        action = _together(node, [item(desk, child, inner) for child in node.items[2:]])
    return Expr("repeat", Type.ACTION, (times, action), node=node)


def _set(desk: Desk, node: List, _: Where) -> Expr:
    """``set`` of an integer, a string or a point map, told by the storage."""
    if len(node.items) != 3:
        misfit(desk, node, desk.action_forms["set"])
        return unknown(node)
    storage = value(desk, node.items[1])
    stored = {
        Type.INT_STORE: "set.int",
        Type.STRING_STORE: "set.str",
        Type.POINT_STORE: "set.points",
        Type.PLAYER_STORE: "set.who",
    }
    name = stored.get(storage.type)
    if name is None:
        if storage.form != "error":
            mismatch(
                desk,
                node.items[1],
                storage,
                [kind for kind in STORED if desk.house or kind is not Type.PLAYER_STORE],
                "`(set …)`",
            )
        visit(desk, node.items[2:])
        return unknown(node)
    desk.use_named(name, node)
    if name == "set.points" and desk.house and _is_map(desk, node.items[2]):
        desk.use_named("award.map", node)
        points = expect(desk, node.items[2], Type.POINTS, f"`{FORMS[name].signature}`")
        whole = Expr("award.map", Type.ACTION, (points,), node=node.items[2])
        return Expr("set.points", Type.ACTION, (storage, whole), node=node)
    if name == "set.points":
        return _points(desk, node, FORMS[name], storage, node.items[2])
    wanted = STORED[storage.type]
    return Expr(
        name,
        Type.ACTION,
        (storage, expect(desk, node.items[2], wanted, f"`{FORMS[name].signature}`")),
        node=node,
    )


def _is_map(desk: Desk, node: Node) -> bool:
    """Whether a point map stands there as a value, and no list of awards."""
    if isinstance(node, Atom):
        return node.kind == "var"
    assert isinstance(node, List)
    return bool(node.items) and (node.head == "points" or desk.called(node) is not None)


def _gather(desk: Desk, node: List, where: Where) -> Expr:
    """``(gather LOCATION [NAME])``: the name is that of a back."""
    named = len(node.items) == 3
    form = FORMS["gather.back" if named else "gather"]
    if len(node.items) not in (2, 3) or (named and not is_atom(node.items[2], "name")):
        misfit(desk, node, (FORMS["gather"], FORMS["gather.back"]))
        return unknown(node)
    desk.use(form, node)
    if where is Where.CHOICE:
        desk.report("RCY051", node.items[0].span, what="`gather` cannot be a part of a choice")
    location = expect(desk, node.items[1], Type.LOCATION, f"`{form.signature}`")
    back = repr(node.items[2]) if named else None
    return Expr("gather", Type.ACTION, (location,), value=back, node=node)


def _show(desk: Desk, node: List, _: Where) -> Expr:
    """``(show CARDS [PLAYERS])`` and ``(hide CARDS)``; a card counts as cards."""
    head = node.head
    form = FORMS["show.to" if head == "show" and len(node.items) == 3 else head]
    if len(node.items) not in ((2, 3) if head == "show" else (2,)):
        misfit(desk, node, desk.action_forms[head])
        return unknown(node)
    desk.use(form, node)
    cards = value(desk, node.items[1])
    if cards.form == "error":
        return cards
    copied = cards.type in (Type.COPY, Type.COPIES, Type.MEMORY)
    if copied or not (is_a(cards.type, Type.CARD) or is_a(cards.type, Type.CARDS)):
        mismatch(desk, node.items[1], cards, [Type.CARD, Type.CARDS], f"`{form.signature}`")
        return unknown(node)
    if len(node.items) == 2:
        return Expr(form.name, Type.ACTION, (cards,), node=node)
    who = players(desk, node.items[2], f"`{form.signature}`")
    return who if who.form == "error" else Expr(form.name, Type.ACTION, (cards, who), node=node)


def _tell(desk: Desk, node: List, _: Where) -> Expr:
    """``(tell PLAYERS CARDS 'V BOOL)``: a question about the kind of each of the cards."""
    form = FORMS["tell"]
    if len(node.items) != 5 or not is_atom(node.items[3], "var"):
        misfit(desk, node, (form,))
        return unknown(node)
    desk.use(form, node)
    told = f"`{form.signature}`"
    who = players(desk, node.items[1], told)
    cards = expect(desk, node.items[2], Type.CARDS, told)
    if cards.type in (Type.COPIES, Type.MEMORY):
        mismatch(desk, node.items[2], cards, [Type.CARDS], told)
    variable = node.items[3]
    assert isinstance(variable, Atom)
    with desk.inner_scope(), desk.running(None):
        binding = desk.bind(variable, Type.CARD, "tell")
        bind = Expr("bind", Type.CARD, value=binding.name, slot=binding.slot, node=variable)
        condition = expect(desk, node.items[4], Type.BOOL, told)
    if "error" in (who.form, cards.form, condition.form):
        return unknown(node)
    for wrong, what in _beyond_kinds(condition, binding.slot):
        desk.report("RCY052", wrong.span, what=what)
    return Expr("tell", Type.ACTION, (who, cards, bind, condition), node=node)


def _beyond_kinds(expr: Expr, slot: int) -> Iterator[tuple[Expr, str]]:
    """What a question asks beyond attributes and scores of the card in a variable."""
    if expr.traits.draws is not None:
        yield expr, "what is told of a card cannot be drawn at random"
    asks = expr.has("card") and expr.traits.faces == ("card",)
    for arg in expr.args:
        if arg.form == "var" and arg.slot == slot:
            if not asks or arg is not expr.part("card"):
                yield arg, "the card may be asked for its attributes and scores only"
        else:
            yield from _beyond_kinds(arg, slot)


def _put(desk: Desk, node: List, _: Where) -> Expr:
    form = FORMS["put.points"]
    if len(node.items) != 4 or not is_atom(node.items[2], "var") or word(node.items[1]) != "points":
        misfit(desk, node, (form,))
        return unknown(node)
    desk.use(form, node)
    variable = node.items[2]
    assert isinstance(variable, Atom)
    # The variable of a `put points` is one of the whole file, whatever is bound around it.
    return _points(desk, node, form, point_variable(desk, variable), node.items[3])


def _points(desk: Desk, node: List, form: Form, storage: Expr, awards: Node) -> Expr:
    expr = Expr("set.points", Type.ACTION, (storage, *listed_awards(desk, awards)), node=node)
    desk.spelled[node] = (form, expr)
    return expr


def _cycle(desk: Desk, node: List, _: Where) -> Expr:
    form = FORMS["cycle"]
    if pair(form, node.items) is None:
        misfit(desk, node, (form,))
        return unknown(node)
    desk.use(form, node)
    target = node.items[2]
    said = word(target)
    if said in MEMBER_WORDS and said != "other":
        # §6: in a team stage the bare words mean the team cycle.
        kind = desk.stages[-1] if desk.stages else "player"
        goal = Expr(f"{kind}.{said}", Type.PLAYER if kind == "player" else Type.TEAM, node=target)
    else:
        goal = value(desk, target)
        if not is_a(goal.type, Type.PLAYER) and goal.type is not Type.TEAM:
            mismatch(desk, target, goal, [Type.PLAYER, Type.TEAM], f"`{form.signature}`")
            return unknown(node)
    expr = Expr(f"cycle.{word(node.items[1])}", Type.ACTION, (goal,), node=node)
    desk.spelled[node] = (form, expr)
    return expr


def _create(desk: Desk, node: List, where: Where) -> Expr:
    """``create teams`` and ``create deck`` during play."""
    what = word(node.items[1]) if len(node.items) > 1 else ""
    if what == "teams":
        desk.use_named("create.teams", node)
        return teams(desk, node)
    if what == "deck":
        if desk.times is None:
            desk.report("RCY033", node.span)
        return deck(desk, node)
    if what == "players":
        desk.report("RCY032", node.span, why="`create players` stands in `setup`")
        return unknown(node)
    misfit(desk, node, (FORMS["create.teams"], FORMS["create.deck"]))
    return unknown(node)


_STRUCTURES = {
    "do": _do,
    "choice": _choice,
    "let": _let,
    "all": _aggregate,
    "any": _aggregate,
    "repeat": _repeat,
    "set": _set,
    "put": _put,
    "cycle": _cycle,
    "create": _create,
    "gather": _gather,
    "show": _show,
    "hide": _show,
    "tell": _tell,
}


def blocks(desk: Desk, nodes: Sequence[Node]) -> tuple[Expr, ...]:
    """Check everything between setup and scoring; what is defined there is known behind it."""
    found = []
    for node in nodes:
        if desk.house and isinstance(node, List) and node.head == "define":
            define(desk, node)
        else:
            found.append(block(desk, node))
    return _flat(found)


def _flat(found: Iterable[Expr]) -> tuple[Expr, ...]:
    """Blocks one after the other: those of a `do` with decisions in it stand among them."""
    listed: list[Expr] = []
    for expr in found:
        if expr.form == "do" and decides(expr):
            listed += _flat(expr.args)
        else:
            listed.append(expr)
    return tuple(listed)
