"""Decks and teams: who plays with whom, and with what (§2)."""

from __future__ import annotations

from itertools import product

from croupier.recycle.constants import constant, integer
from croupier.recycle.desk import Desk
from croupier.recycle.forms import FORMS
from croupier.recycle.nodes import Atom, List, Node, is_atom
from croupier.recycle.program import DeckPlan, Expr
from croupier.recycle.types import Type, is_a
from croupier.recycle.values import expect, misfit, mismatch, missing_comma, unknown, value

MAX_CARDS = 1024
UNCOUNTED = 1_000_000_000
"""From here on nobody cares how many cards a deck would have."""
MAX_SEATS = 16

Card = tuple[tuple[str, str], ...]
"""A card is its attributes, in the order in which the deck names them."""


def deck(desk: Desk, node: List) -> Expr:
    """Check ``(create deck [NAME] LOCATION (deck ATTRIBUTE+))``."""
    named = len(node.items) == 5
    form = FORMS["create.deck.named" if named else "create.deck"]
    described = node.items[-1]
    if len(node.items) not in (4, 5) or not isinstance(described, List) or described.head != "deck":
        misfit(desk, node, (FORMS["create.deck"], FORMS["create.deck.named"]))
        return unknown(node)
    back = ""
    if named and is_atom(node.items[2], "name"):
        back = repr(node.items[2])
    elif named and desk.house:
        form = FORMS["create.deck.of"]
        player = expect(desk, node.items[2], Type.PLAYER, f"`{form.signature}`")
        seat = integer(player.part("number"), desk.constants) if player.form == "player.seat" else None
        if seat is None and player.form != "error":
            desk.report("RCY019", node.items[2].span, what="the player whose deck it is")
        back = f"SEAT {seat}"
    elif named:
        misfit(desk, node, (FORMS["create.deck.named"],))
        return unknown(node)
    desk.use(form, node)
    desk.use_named("deck", described)
    location = expect(desk, node.items[-2], Type.LOCATION, f"`{form.signature}`")
    if len(described.items) < 2:
        misfit(desk, described, (FORMS["deck"],))
    attributes = tuple(_attribute(desk, child) for child in described.items[1:])
    made = Expr("deck", Type.CARDS, attributes, node=described)
    expr = Expr("create.deck", Type.ACTION, (location, made), value=back, node=node)
    times = desk.times if desk.times is not None else 1
    count = _count(desk, made)
    desk.card_count += min(count * times, UNCOUNTED)
    if max(count, desk.card_count) <= MAX_CARDS and not any(arg.form == "error" for arg in expr.walk()):
        desk.decks.append(DeckPlan(expr, location, str(expr.value), times, cards(desk, made), desk.in_setup))
    desk.spelled[node] = (form, expr)
    return expr


def _attribute(desk: Desk, node: Node) -> Expr:
    """``(KEY GROUP+)``."""
    if not isinstance(node, List) or len(node.items) < 2 or not is_atom(node.items[0], "name"):
        desk.report("RCY018", node.span)
        return unknown(node)
    desk.use_named("attribute", node)
    key = node.items[0]
    assert isinstance(key, Atom)
    groups = tuple(_group(desk, child) for child in node.items[1:])
    whole = {is_a(group.type, Type.INTS) for group in groups if group.form != "error"}
    whole.add(desk.integer_keys.get(key.text, True in whole))
    if len(whole) > 1:
        desk.report("RCY045", node.span, what=f"{key.text} has integers and names as values")
    desk.integer_keys[key.text] = True in whole and len(whole) == 1
    return Expr("attribute", Type.STRINGS, groups, value=key.text, node=node)


def _group(desk: Desk, node: Node) -> Expr:
    """``(NAME, …)``, ``(NAME ATTRIBUTE+)`` or ``('VAR)``."""
    if not isinstance(node, List) or not node.items:
        desk.report("RCY018", node.span)
        return unknown(node)
    first = node.items[0]
    if desk.house and (node.head == "range" or all(is_atom(n, "int") for n in node.items)):
        numbers = value(desk, node) if len(node.items) > 1 else value(desk, first)
        if len(node.items) == 1:
            numbers = Expr("ints", Type.INTS, (numbers,), node=node)
        if numbers.form != "error" and constant(numbers, desk.constants) is None:
            desk.report("RCY019", node.span, what="the values of an attribute")
        return numbers
    if is_atom(first, "var") and len(node.items) == 1:
        values = value(desk, first)
        wanted = [Type.STRINGS, Type.INTS] if desk.house else [Type.STRINGS]
        if not any(is_a(values.type, type_) for type_ in wanted):
            mismatch(desk, first, values, wanted, "the values of an attribute")
            return unknown(node)
        if values.form != "error" and constant(values, desk.constants) is None:
            desk.report("RCY019", first.span, what="the values of an attribute")
        return values
    if is_atom(first, "name") and len(node.items) > 1 and all(isinstance(n, List) for n in node.items[1:]):
        assert isinstance(first, Atom)
        return Expr(
            "nested",
            Type.STRINGS,
            tuple(_attribute(desk, n) for n in node.items[1:]),
            value=first.text,
            node=node,
        )
    args = []
    for child in node.items:
        if not isinstance(child, Atom) or child.kind not in ("name", "int"):
            desk.report("RCY018", child.span)
            return unknown(node)
        if child.kind == "int":
            desk.report(
                "RCY018", child.span, hint="the values of an attribute are names: write FIVE rather than 5"
            )
            return unknown(node)
        args.append(Expr("name", Type.STRING, value=child.text, node=child))
    missing_comma(desk, node)
    return Expr("names", Type.STRINGS, tuple(args), node=node)


def cards(desk: Desk, made: Expr) -> tuple[Card, ...]:
    """The cards of a checked deck: the product of its attributes, the first one outermost."""
    return tuple(sum(parts, ()) for parts in product(*(_choices(desk, a) for a in made.args)))


def _choices(desk: Desk, attribute: Expr) -> list[Card]:
    """The pieces of a card that one attribute can contribute."""
    key = str(attribute.value)
    found: list[Card] = []
    for group in attribute.args:
        if group.form == "nested":
            inner = product(*(_choices(desk, a) for a in group.args))
            found += [((key, str(group.value)), *sum(parts, ())) for parts in inner]
        else:
            values = constant(group, desk.constants)
            found += [((key, str(v)),) for v in values] if isinstance(values, tuple) else []
    return found


def _count(desk: Desk, made: Expr) -> int:
    """How many cards a deck has, without making them."""
    total = 1
    for attribute in made.args:
        total = min(total * _count_attribute(desk, attribute), UNCOUNTED)
    return total


def _count_attribute(desk: Desk, attribute: Expr) -> int:
    total = 0
    for group in attribute.args:
        if group.form == "nested":
            inner = 1
            for a in group.args:
                inner = min(inner * _count_attribute(desk, a), UNCOUNTED)
            total += inner
        else:
            values = constant(group, desk.constants)
            total += len(values) if isinstance(values, tuple) else 1
    return total


def teams(desk: Desk, node: List) -> Expr:
    """Check ``(create teams (0, 2) (1, 3))``; seats count from 0, or from 1 if none of them is 0."""
    if desk.house and len(node.items) == 4 and is_atom(node.items[2], "var"):
        return _computed_teams(desk, node)
    if len(node.items) < 3:
        misfit(desk, node, (FORMS["create.teams"],))
        return unknown(node)
    groups: list[list[tuple[int, Node]]] = []
    broken = False
    for child in node.items[2:]:
        group: list[tuple[int, Node]] = []
        if not isinstance(child, List) or not child.items:
            desk.report(
                "RCY021",
                child.span,
                name="create teams",
                what="seats in parentheses are expected",
                hint="as in `(create teams (0, 2) (1, 3))`",
            )
            broken = True
            continue
        for seat in child.items:
            expr = value(desk, seat)
            number = integer(expr, desk.constants)
            if number is None:
                broken = True
                if expr.form != "error":
                    desk.report("RCY019", seat.span, what="a seat of a team")
                continue
            group.append((number, seat))
        missing_comma(desk, child)
        groups.append(group)
    if broken:
        return unknown(node)
    listed = [number for group in groups for number, _ in group]
    first = 0 if 0 in listed or not listed else 1
    if desk.seats is not None and desk.seats_overridden and all(len(g) == 1 for g in groups):
        # §2: teams of one are what there is without the form; with another number of seats it is ignored.
        groups = [[(seat + first, node)] for seat in range(desk.seats)]
        listed = [number for group in groups for number, _ in group]
    if first and listed:
        desk.report("RCY114", node.span)
    _seats_exist(desk, groups, first)
    args = tuple(
        Expr(
            "seats",
            Type.PLAYERS,
            tuple(Expr("int", Type.INT, value=n - first, node=at) for n, at in group),
            node=node,
        )
        for group in groups
    )
    return Expr("create.teams", Type.ACTION, args, node=node)


def _computed_teams(desk: Desk, node: List) -> Expr:
    """``(create teams 'V INT)``: in the setup who plays with whom is known."""
    desk.use_named("create.teams.by", node)
    variable = node.items[2]
    assert isinstance(variable, Atom)
    with desk.inner_scope():
        binding = desk.bind(variable, Type.PLAYER, "create")
        bind = Expr("bind", binding.type, value=binding.name, slot=binding.slot, node=variable)
        number = expect(desk, node.items[3], Type.INT, f"`{FORMS['create.teams.by'].signature}`")
    if number.form == "error" or desk.seats is None:
        return unknown(node)
    if not desk.in_setup:
        everyone = Expr("players", Type.PLAYERS, node=variable)
        return Expr("create.teams.by", Type.ACTION, (everyone, bind, number), node=node)
    groups: dict[int, list[int]] = {}
    for seat in range(desk.seats):
        found = integer(_at_seat(number, binding.slot, seat), desk.constants)
        if found is None:
            desk.report("RCY019", node.items[3].span, what="the number of a player's team")
            return unknown(node)
        groups.setdefault(found, []).append(seat)
    args = tuple(
        Expr(
            "seats", Type.PLAYERS, tuple(Expr("int", Type.INT, value=s, node=node) for s in group), node=node
        )
        for _, group in sorted(groups.items())
    )
    return Expr("create.teams", Type.ACTION, args, node=node)


def _at_seat(expr: Expr, slot: int, seat: int) -> Expr:
    """A number with the seat of a player in the place of `(pid 'V)`."""
    if expr.form == "pid" and expr.part("player").slot == slot:
        return Expr("int", Type.INT, value=seat, node=expr.node)
    args = tuple(_at_seat(arg, slot, seat) for arg in expr.args)
    return Expr(expr.form, expr.type, args, expr.value, expr.slot, expr.node)


def _seats_exist(desk: Desk, groups: list[list[tuple[int, Node]]], first: int) -> None:
    seen: dict[int, Node] = {}
    for group in groups:
        for number, at in group:
            if number in seen:
                desk.report("RCY034", at.span, seat=number)
            seen[number] = at
            if desk.seats is not None and not first <= number < desk.seats + first:
                desk.report(
                    "RCY026", at.span, what=f"player {number}", range=f"{first} to {desk.seats - 1 + first}"
                )


def team_list(created: Expr | None, seats: int) -> tuple[tuple[int, ...], ...]:
    """Who is in which team: players whom nobody named get a team of their own."""
    groups = (
        [tuple(int(s.value or 0) for s in group.args) for group in created.args]
        if created is not None
        else []
    )
    named = {seat for group in groups for seat in group}
    return (*groups, *((seat,) for seat in range(seats) if seat not in named))
