"""Values: which form a list is, what its parts are, and whether their types fit (§3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType
from typing import cast

from croupier.recycle.constants import MAX_INT, MIN_INT, integer
from croupier.recycle.desk import Definition, Desk
from croupier.recycle.failures import Failure
from croupier.recycle.forms import (
    ACTION_FORMS,
    AT_FORMS,
    FORMS,
    KNOWN_WORDS,
    MEMBER_WORDS,
    OWNED_WORDS,
    PUBLISHED_ACTIONS,
    PUBLISHED_VALUES,
    RANGED_HEADS,
    Dialect,
    Form,
    Part,
)
from croupier.recycle.guesses import guessed
from croupier.recycle.nodes import Atom, List, Node, is_atom, word
from croupier.recycle.program import Expr
from croupier.recycle.shapes import SHAPES
from croupier.recycle.types import STORED, Type, element, filtered, is_a
from croupier.text import Fix

_COUNTS = {"seats": 1, "teams": 1}
_LIMITS = {
    name: failures
    for name, shape in SHAPES.items()
    if (
        failures := tuple(
            failure
            for failure in shape.traits.fails
            if len(failure.parts) == 1 and failure.holds({failure.parts[0]: 0, **_COUNTS}) is not None
        )
    )
}
"""The ways to be impossible that hang on nothing but one number."""
_TOLD_BY_SECOND = frozenset((*OWNED_WORDS, "player", "team", "after"))
MAX_INDEX = 255
"""The largest index of an indexed location."""

COPIED = frozenset((Type.COPIES, Type.MEMORY, Type.MEMORIES))
_OWNER_WORDS = {"player": "players", "team": "teams", "game": "game.owner", "nobody": "nobody"}
_WORD_TYPES = {"player": Type.PLAYERS, "team": Type.TEAMS, "game": Type.GAME, "nobody": Type.PLAYER}
RESULT_TYPES = {
    "Int": Type.INT,
    "Bool": Type.BOOL,
    "String": Type.STRING,
    "Card": Type.CARD,
    "Cards": Type.CARDS,
    "Groups": Type.GROUPS,
    "Location": Type.LOCATION,
    "Locations": Type.LOCATIONS,
    "Memories": Type.MEMORIES,
    "Memory": Type.MEMORY,
    "Player": Type.PLAYER,
    "Players": Type.PLAYERS,
    "Team": Type.TEAM,
    "Teams": Type.TEAMS,
    "Ints": Type.INTS,
    "IntStore": Type.INT_STORE,
    "StringStore": Type.STRING_STORE,
    "PointStore": Type.POINT_STORE,
    "PlayerStore": Type.PLAYER_STORE,
    "Points": Type.POINTS,
    "Action": Type.ACTION,
}


_HEADS = [
    head
    for head in (
        *PUBLISHED_VALUES,
        *PUBLISHED_ACTIONS,
        *MEMBER_WORDS,
        "game",
        "stage",
        "setup",
        "scoring",
        "declare",
    )
    if head[0].isalpha()
]


HOUSE_WORDS = frozenset(
    word
    for form in FORMS.values()
    if form.since is Dialect.HOUSE
    for word in form.parts[0].words
    if word
    and not any(row.since is not Dialect.HOUSE for row in FORMS.values() if word in row.parts[0].words)
)
"""Heads that only the house dialect has."""


def unknown(node: Node) -> Expr:
    """Stands where an error is, and fits everywhere, so that one mistake is reported once."""
    return Expr("error", Type.UNKNOWN, node=node)


def value(desk: Desk, node: Node) -> Expr:
    """Check a value."""
    if isinstance(node, Atom):
        return _atom(desk, node)
    assert isinstance(node, List)
    if not node.items:
        desk.report("RCY015", node.span)
        return unknown(node)
    if desk.calls:
        desk.written += 1
    rows = _value_rows(desk, node)
    if rows:
        if desk.house and node.head in house_values().SPECIAL:
            return cast("Expr", house_values().SPECIAL[node.head](desk, node))
        return apply(desk, node, rows)
    head = node.head
    if head:
        if head in desk.action_forms:
            desk.report("RCY028", node.span, found=f"the action `({head} …)`", expected="a value")
        else:
            unknown_form(desk, node, head, is_value=True)
        visit(desk, node.items[1:])
        return unknown(node)
    if is_atom(node.items[0], "name"):
        definition = desk.called(node)
        if definition is None:
            return names(desk, node)
        return cast("Expr", calls().called_value(desk, node, definition))
    return _element(desk, node)


def house_values() -> ModuleType:
    """What checks values of the house dialect; it asks for values itself."""
    from croupier.recycle import house_values as found

    return found


def calls() -> ModuleType:
    """What writes calls out and checks conditional values; it asks for values itself."""
    from croupier.recycle import calls as found

    return found


def expect(desk: Desk, node: Node, wanted: Type, form: str) -> Expr:
    """Check a value that must be of a type."""
    found = value(desk, node)
    if not is_a(found.type, wanted):
        mismatch(desk, node, found, [wanted], form)
        return unknown(node)
    return found


def mismatch(desk: Desk, node: Node, found: Expr, wanted: Sequence[Type], form: str) -> None:
    """Report a value of the wrong type."""
    expected = " or ".join(dict.fromkeys(t.value for t in wanted))
    hint = ""
    if Type.INT in wanted and found.form == "names" and len(found.args) == 1:
        hint = "a single name in parentheses is a list of names"
    elif Type.STRING in wanted and found.type is Type.CARD:
        hint = "`(cardatt KEY CARD)` gives an attribute of a card"
    elif Type.CARD in wanted and is_a(found.type, Type.CARDS):
        hint = "`(top COLLECTION)` names a card of a collection"
    elif Type.INT in wanted and is_a(found.type, Type.CARD):
        hint = "`(score CARD using POINTS)` gives what a card scores"
    elif Type.INT in wanted and is_a(found.type, Type.COLLECTION):
        hint = "`(size COLLECTION)` counts a collection"
    fixes: tuple[Fix, ...] = ()
    if found.form == "var" and set(wanted) & STORED.keys():
        hint, fixes = _no_storage(desk, node, found)
    desk.report(
        "RCY022", node.span, form=form, expected=expected, found=found.type.value, hint=hint, fixes=fixes
    )


def _no_storage(desk: Desk, node: Node, variable: Expr) -> tuple[str, tuple[Fix, ...]]:
    """What to say to somebody who writes to a variable."""
    kept = desk.scope[str(variable.value)].storage
    if not kept:
        word = {Type.INT: "sto", Type.STRING: "str", Type.POINTS: "points"}.get(variable.type)
        return f"say where it is kept, as in `(game {word} NAME)`" if word else "", ()
    fix = Fix("write to the storage", node.span, kept)
    return f"'{variable.value} names the value that `{kept}` had; write to the storage itself", (fix,)


def unknown_form(desk: Desk, node: List, head: str, *, is_value: bool = False) -> None:
    """Report a head that is no form, with the form that is meant: said in another language, or misspelt."""
    if not desk.house and head in HOUSE_WORDS:
        hint = f"`{head}` belongs to the house dialect: say `;; dialect: house`"
        desk.report("RCY020", node.items[0].span, head=head, hint=hint)
        return
    hint, fixes = guessed(node, is_value=is_value)
    if hint:
        desk.report("RCY020", node.items[0].span, head=head, hint=hint, fixes=fixes)
        return
    near = desk.guess(head, _HEADS)
    fixes = (Fix("use the known form", node.items[0].span, near.split("`")[1]),) if near else ()
    desk.report("RCY020", node.items[0].span, head=head, hint=near, fixes=fixes)


def visit(desk: Desk, nodes: Sequence[Node]) -> None:
    """Go through the parts of a form that did not fit, so that their own findings are not lost."""
    with desk.inner_scope():
        for node in nodes:
            if isinstance(node, Atom) and node.kind == "var" and node.text[1:] not in desk.scope:
                # Probably the variable that the broken form was to bind.
                desk.bind(node, Type.UNKNOWN, "broken").uses += 1
        for node in nodes:
            if isinstance(node, Atom):
                if node.kind == "var":
                    value(desk, node)
            elif looks_like_action(node, desk):
                from croupier.recycle.actions import Where, item

                item(desk, node, Where.CHOICE)
            elif isinstance(node, List) and node.items and not _is_plain(node):
                value(desk, node)


def looks_like_action(node: Node, desk: Desk | None = None) -> bool:
    """Whether a list is an action by its head, or by what it aggregates or conditions.

    The desk knows which definitions are actions.
    """
    while isinstance(node, List) and node.items:
        head = node.head
        house = desk is not None and desk.house
        if head in ("all", "any", "else") or (head == "let" and len(node.items) > 3 and house):
            node = node.items[-1]
        elif head:
            return (head in ACTION_FORMS or (head == "stage" and desk is not None and desk.house)) and not (
                len(node.items) > 1 and word(node.items[1]) in OWNED_WORDS and head != "put"
            )
        elif isinstance(node.items[0], List) or (is_atom(node.items[0], "var") and len(node.items) > 1):
            node = node.items[-1]
        else:
            first = node.items[0]
            return (
                desk is not None
                and isinstance(first, Atom)
                and first.kind == "name"
                and desk.acts(first.text)
                and not any(item.comma for item in node.items)
            )
    return False


def _is_plain(node: List) -> bool:
    """A list that may be anything: names, integers, or parentheses that close over too much."""
    return isinstance(node.items[0], List) or (len(node.items) == 1 and not node.head)


def _atom(desk: Desk, node: Atom) -> Expr:
    if node.kind == "int":
        number = int(node.text) if len(node.text) < 25 else MAX_INT + 1
        if not MIN_INT <= number <= MAX_INT:
            desk.report("RCY009", node.span)
            return unknown(node)
        return Expr("int", Type.INT, value=number, node=node)
    if node.kind == "name":
        return Expr("name", Type.STRING, value=node.text, node=node)
    if node.kind == "var":
        return _variable(desk, node)
    if node.kind == "word":
        if node.text in _OWNER_WORDS and (desk.house or node.text != "nobody"):
            form = FORMS[_OWNER_WORDS[node.text]]
            desk.use(form, node)
            return Expr(form.means, _WORD_TYPES[node.text], node=node)
        hint = desk.guess(node.text, ["player", "team", "game"])
        if node.text in MEMBER_WORDS:
            hint = f"write `({node.text} player)` or `({node.text} team)`"
        desk.report("RCY024", node.span, text=node.text, hint=hint)
    return unknown(node)  # junk has been reported by the reader


def _variable(desk: Desk, node: Atom) -> Expr:
    name = node.text[1:]
    binding = desk.scope.get(name)
    if binding is not None:
        binding.uses += 1
        desk.references[node] = binding
        if binding.stands_for is not None:
            return binding.stands_for
        return Expr("var", binding.type, value=name, slot=binding.slot, node=node)
    if name in desk.point_variables:
        return point_variable(desk, node)
    near = desk.guess(name, {**desk.scope, **desk.point_variables})
    fixes = (Fix("use the known variable", node.span, "'" + near.split("`")[1]),) if near else ()
    gone = desk.latest.get(name)
    hint = near
    if gone is not None:
        hint = f"'{name} of line {gone.node.span.line} is only known inside the form that binds it"
    desk.report("RCY023", node.span, name=name, hint=hint, fixes=fixes)
    return unknown(node)


def point_variable(desk: Desk, node: Atom) -> Expr:
    """The point map that `put points` fills: kept by the game under the variable's name (§3.8)."""
    desk.use_named("points.variable", node)
    owner = Expr("game.owner", Type.GAME, node=node)
    name = Expr("name", Type.STRING, value=node.text[1:], node=node)
    return Expr("points", Type.POINT_STORE, (owner, name), node=node)


def names(desk: Desk, node: List) -> Expr:
    """Check a list of names."""
    desk.use_named("names", node)
    args = []
    for item in node.items:
        if not is_atom(item, "name"):
            desk.report(
                "RCY022", item.span, form="a list of names", expected="a name", found=_told(item), hint=""
            )
            continue
        assert isinstance(item, Atom)
        args.append(Expr("name", Type.STRING, value=item.text, node=item))
    _like_a_call(desk, node)
    missing_comma(desk, node)
    return Expr("names", Type.STRINGS, tuple(args), node=node)


def _like_a_call(desk: Desk, node: List) -> None:
    """Warn about a list of names that was perhaps to be a call."""
    first = repr(node.items[0])
    if first not in desk.defined_somewhere and first not in desk.definitions:
        return
    commas = any(item.comma for item in node.items)
    if commas and all(is_atom(item, "name") for item in node.items):
        return
    why = "the comma makes it a list" if commas else "it is not defined before this"
    desk.report("RCY131", node.items[0].span, name=first, why=why)


def missing_comma(desk: Desk, node: List) -> None:
    """Warn where the comma of a list is missing; once a list is enough."""
    at = next((item for item in node.items[:-1] if not item.comma), None)
    if at is not None:
        fix = Fix("separate with a comma", at.source.span(at.end, at.end), ",")
        desk.report("RCY011", at.source.span(at.end - 1, at.end), before=at.span.text, fixes=(fix,))


def _told(node: Node) -> str:
    if isinstance(node, List):
        return f"`({node.head} …)`" if node.head else "a list"
    assert isinstance(node, Atom)
    return f"`{node.text}`"


def _value_rows(desk: Desk, node: List) -> tuple[Form, ...]:
    """The forms that a list may be: told by its second word first, then by its head (§11)."""
    items = node.items
    head = items[0].word
    if len(items) > 1:
        second = items[1].word
        told = second in _TOLD_BY_SECOND and head not in ("put", "indexed")
        if told and (second in OWNED_WORDS or not head or head in MEMBER_WORDS):
            return desk.value_forms.get(second, ())
    return desk.value_forms.get(head, ())


def fold_ranges(node: List) -> None:
    """Read a bare ``a .. b`` as ``(range a .. b)``."""
    items = node.items
    if len(items) < 3 or node.head in RANGED_HEADS:
        return
    if not any(item.word == ".." for item in items[1:-1]):
        return
    folded: list[Node] = []
    rest = iter(items)
    for item in rest:
        if item.word == ".." and folded and (last := next(rest, None)) is not None:
            first = folded.pop()
            head = Atom(node.source, first.start, first.start, "word", "range")
            item = List(node.source, first.start, last.end, [head, first, item, last])
        folded.append(item)
    items[:] = folded
    if (
        len(items) == 1
        and isinstance(items[0], List)
        and items[0].start == items[0].items[0].start != node.start
    ):
        # `(1 .. 8)`: the parentheses were those of the range itself.
        node.items[:] = items[0].items


def _element(desk: Desk, node: List) -> Expr:
    """``(INT COLLECTION)``, told by the type of its head."""
    first = node.items[0]
    if len(node.items) == 1:
        inner = value(desk, first)
        if inner.type is Type.STRING or is_a(inner.type, Type.STRINGS):
            return inner
        desk.report("RCY031", node.span, what=f"the parentheses around {_told(first)} say")
        return inner
    if desk.house and all(is_atom(item, "int") for item in node.items):
        return cast("Expr", house_values().integers(desk, node))
    if isinstance(first, List) and looks_like_action(node, desk):
        desk.report("RCY028", node.span, found="a conditional action", expected="a value")
        visit(desk, node.items)
        return unknown(node)
    index = value(desk, first)
    if not is_a(index.type, Type.INT):
        if index.type is Type.BOOL and desk.house:
            return cast("Expr", calls().conditional_value(desk, node, index))
        if index.type is Type.BOOL:
            desk.report("RCY028", node.span, found="a condition with something behind it", expected="a value")
        else:
            desk.report(
                "RCY022",
                first.span,
                form="a list in the place of a value",
                expected="a form or an index",
                found=index.type.value,
                hint="a list begins with the name of a form, or with an index as in `(0 COLLECTION)`",
            )
        visit(desk, node.items[1:])
        return unknown(node)
    return apply(
        desk,
        node,
        tuple(form for form in AT_FORMS if desk.house or form.since is not Dialect.HOUSE),
        first=index,
    )


def apply(desk: Desk, node: List, rows: tuple[Form, ...], first: Expr | None = None) -> Expr:
    """Check a list against the forms that it may be; the types of its parts tell which it is."""
    alternatives = _alternatives(rows, len(node.items))
    fits = [fit for alike in alternatives if _may_be(alike[0][1], node.items) for fit in alike]
    if not fits:
        misfit(desk, node, rows)
        return unknown(node)
    args: list[Expr] = []
    failed = False
    outer = len(desk.hidden)
    for i, item in enumerate(node.items):
        part = fits[0][1][i]
        if part.words:
            continue
        if first is not None and i == 0:
            arg = first
        else:
            arg = value(desk, item) if part.is_value else _part(desk, node, item, part, args)
        args.append(arg)
        if arg.form == "error":
            failed = True
        if not part.is_value:
            continue
        if still := [fit for fit in fits if is_a(arg.type, fit[1][i].type)]:
            fits = still
        else:
            _wrong_type(desk, node, item, arg, [parts[i].type for _, parts in fits], fits[0][0])
            failed = True
    desk.unbind(outer)
    form = fits[0][0]
    desk.use(form, node)
    if failed:
        return Expr("error", _result(form, args), tuple(args), node=node)
    expr = _finish(desk, node, form, args)
    desk.spelled[node] = (form, expr)
    return expr


def pair(form: Form, items: Sequence[Node]) -> tuple[Part, ...] | None:
    """The part of the signature that each item is to be, if number and words fit."""
    parts = form.laid_out(len(items))
    return parts if parts is not None and _may_be(parts, items) else None


def _may_be(parts: tuple[Part, ...], items: Sequence[Node]) -> bool:
    """Whether words stand where words belong, and variables where variables are bound."""
    for part, item in zip(parts, items, strict=True):
        said = item.word
        if part.words:
            if said not in part.words:
                return False
        elif part.atom:
            if not is_atom(item, part.atom):
                return False
        elif said and said not in _OWNER_WORDS and not (part.kind == "Target" and said in MEMBER_WORDS):
            return False
    return True


@lru_cache(maxsize=1024)
def _alternatives(
    rows: tuple[Form, ...], count: int
) -> tuple[tuple[tuple[Form, tuple[Part, ...]], ...], ...]:
    """The forms that a list of so many items may be; together those that only types tell apart."""
    alike: dict[str, list[tuple[Form, tuple[Part, ...]]]] = {}
    for row in rows:
        parts = row.laid_out(count)
        if parts is not None:
            alike.setdefault(row.outline, []).append((row, parts))
    return tuple(map(tuple, alike.values()))


def _part(desk: Desk, node: List, item: Node, part: Part, args: list[Expr]) -> Expr:
    """Check a part of a form that is no value: a destination, or a variable that is bound."""
    if part.type is not Type.UNKNOWN:
        return _place(desk, item, part.type)
    assert isinstance(item, Atom), part.kind
    # A bound variable has the type of an element of the collection before it.
    binding = desk.bind(item, element(args[-1].type), node.head)
    return Expr("bind", binding.type, value=binding.name, slot=binding.slot, node=item)


def _place(desk: Desk, node: Node, wanted: Type) -> Expr:
    """A destination: the top, the bottom or an index of a location."""
    in_memory = wanted is Type.MEMORY_PLACE
    definition = desk.called(node)
    if definition is not None and not definition.acts and _names_a_place(definition):
        assert isinstance(node, List)
        made = calls().written_out(desk, node, definition, lambda content: _place(desk, content, wanted))
        return cast("Expr", made)
    if (
        not isinstance(node, List)
        or len(node.items) != 2
        or (node.head and node.head not in ("top", "bottom"))
        or is_atom(node.items[0], "name")
    ):
        found = value(desk, node)
        if found.form == "error":
            return found
        if desk.house and found.type is (Type.MEMORY if in_memory else Type.LOCATION):
            # A location as a destination means its top.
            return Expr("place.top", wanted, (found,), node=node)
        hint = "say where it goes, as in `(top (game vloc DISCARD))`"
        if is_a(found.type, Type.PILE) or is_a(found.type, Type.CARDS):
            hint = (
                f"say where in the location it goes: `(top {node.span.text})`"
                if len(node.span.text) < 40
                else hint
            )
        desk.report(
            "RCY022",
            node.span,
            form="a destination",
            expected="`(top …)`, `(bottom …)` or `(INDEX …)` of a location",
            found=found.type.value,
            hint=hint,
        )
        return unknown(node)
    where = node.head
    args: tuple[Expr, ...] = ()
    if not where:
        where = "at"
        args = (expect(desk, node.items[0], Type.INT, "a destination"),)
    location = value(desk, node.items[1])
    if location.type is Type.UNKNOWN:
        return unknown(node)
    needed = Type.MEMORY if in_memory else Type.LOCATION
    if desk.house and element(location.type) is needed:
        return Expr("place.top", wanted, (value(desk, node),), node=node)
    if location.type is not needed:
        what = f"a {'copy' if in_memory else 'card'} cannot be put into {location.type.value}"
        desk.report("RCY027", node.items[1].span, what=what, hint=_place_hint(in_memory, location))
        return unknown(node)
    desk.use_named(where, node)
    return Expr(f"place.{where}", wanted, (*args, location), node=node)


def _names_a_place(definition: Definition) -> bool:
    """Whether a definition says where in a location: `(top LOCATION)` and its like."""
    content = definition.contents[0]
    return isinstance(content, List) and len(content.items) == 2 and content.head in ("top", "bottom")


def _place_hint(in_memory: bool, location: Expr) -> str:
    if in_memory:
        return "copies go to a memory, as in `(top (game mem LEAD))`"
    if location.type is Type.MEMORY:
        return "a memory holds copies: use `remember` to put one there"
    return "cards can only be moved to a location, not into a collection that is computed"


def _wrong_type(desk: Desk, node: List, item: Node, arg: Expr, wanted: list[Type], form: Form) -> None:
    if wanted == [Type.COPY]:
        desk.report(
            "RCY027",
            item.span,
            what=f"{arg.type.value} cannot be forgotten",
            hint="only remembered copies (of a `mem` location) can be forgotten",
        )
        return
    told = form.signature if len(wanted) == 1 else f"({node.head or '…'} …)"
    mismatch(desk, item, arg, wanted, f"`{told}`")


def _finish(desk: Desk, node: List, form: Form, args: list[Expr]) -> Expr:
    """The checked form: one meaning for every spelling."""
    name = form.means
    if form.choice >= 0:
        name = f"{name}.{node.items[form.choice].word}"
    if form.default is not None:
        args.append(Expr("int", Type.INT, value=form.default, node=node))
    if form.name == "subsets.some":
        args.insert(0, args[0])
    if form.name == "partition.last":
        args = [args[-1], *args[:-1]]
    elif form.name == "range":
        args[1] = _included(desk, args[1])
    expr = Expr(name, _result(form, args), tuple(args), node=node)
    if form.default is None and name in _LIMITS:
        for failure in _LIMITS[name]:
            _known_limit(desk, expr, failure)
    return expr


def _included(desk: Desk, last: Expr) -> Expr:
    """The last element of a range; 0.4 writes the one behind it (§3.5)."""
    if desk.dialect is not Dialect.V04:
        return last
    if last.form == "int" and isinstance(last.value, int):
        return Expr("int", Type.INT, value=last.value - 1, node=last.node)
    if last.form == "add" and len(last.args) == 2:
        first, second = last.args
        if second.value == 1:
            return first
    one = Expr("int", Type.INT, value=1, node=last.node)
    return Expr("subtract", Type.INT, (last, one), node=last.node)


def _result(form: Form, args: list[Expr]) -> Type:
    result = form.result
    if result in RESULT_TYPES:
        return RESULT_TYPES[result]
    collection = next((a for a in args if is_a(a.type, Type.COLLECTION) and a.type is not Type.UNKNOWN), None)
    if result == "Joined":
        # A union of copies holds copies; of anything else, cards.
        return Type.COPIES if args and all(a.type in COPIED for a in args) else Type.CARDS
    if collection is None:
        return Type.UNKNOWN
    return element(collection.type) if result == "Element" else filtered(collection.type)


def _known_limit(desk: Desk, expr: Expr, failure: Failure) -> None:
    """Report what a constant shows to be impossible: a missing seat or team, an index, a division by 0."""
    (name,) = failure.parts
    at = expr.part(name)
    number = integer(at, desk.constants)
    if number is None:
        return
    counts = {"seats": desk.seats, "teams": desk.team_count}
    known = {name: number, **{what: count for what, count in counts.items() if count is not None}}
    if not failure.holds(known):
        return
    if name == "number":
        kind, last = expr.form.split(".")[0], known["seats" if "seats" in failure.when else "teams"] - 1
        desk.report("RCY026", at.span, what=f"{kind} {number}", range=f"0 to {last}")
    elif name == "index":
        desk.report("RCY030", at.span, what=f"the index {number}", limit=f"0 to {MAX_INDEX}")
    elif name == "divisor":
        desk.report("RCY121", at.span)


def misfit(desk: Desk, node: List, rows: tuple[Form, ...]) -> None:
    """Report a list of the wrong shape, and check what is inside it all the same."""
    shown = [row for row in rows if row.since is not Dialect.V06 or len(rows) < 4][:4] or list(rows[:4])
    hint = "the form is " + " or ".join(f"`{row.signature}`" for row in shown)
    counts = sorted({row.arity for row in rows}, key=lambda a: a[0])
    n = len(node.items)
    least, most = counts[0][0], counts[-1][1]
    words = _misplaced_word(rows, node)
    name = node.head or (word(node.items[1]) if len(node.items) > 1 else "")
    if n < least:
        what = (
            f"something is missing: {n - 1} given, {'at least ' if most != least else ''}{least - 1} needed"
        )
    elif most is not None and n > most:
        what = f"there is too much: {n - 1} given, {'at most ' if most != least else ''}{most - 1} needed"
    elif words:
        what = words
    else:
        what = "its parts are not what this form takes"
    at = node.items[most] if most is not None and n > most else node
    desk.report("RCY021", at.span, name=name, what=what, hint=hint)
    visit(desk, node.items)


def _misplaced_word(rows: tuple[Form, ...], node: List) -> str:
    for row in rows:
        for part, item in zip(row.parts, node.items, strict=False):
            if part.kind == "Variable" and not is_atom(item, "var"):
                return f"a variable such as 'V is expected, not {_told(item)}"
            if part.kind == "word" and word(item) not in part.words:
                wanted = " or ".join(f"`{w}`" for w in part.words)
                return f"{wanted} is expected, not {_told(item)}"
            said = word(item)
            if part.kind != "word" and said and said not in KNOWN_WORDS:
                return f"`{said}` is no word of the language"
    return ""
