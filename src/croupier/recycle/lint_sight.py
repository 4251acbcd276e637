"""Suspicious sights: options that tell a hidden card, and secrets kept in public (§7, §10)."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.recycle.codes import finding
from croupier.recycle.facts import Facts
from croupier.recycle.merging import deciding
from croupier.recycle.nodes import List
from croupier.recycle.places import Places
from croupier.recycle.program import Expr
from croupier.recycle.shapes import SHAPES, TRAITS, forms_that
from croupier.recycle.traits import Seen
from croupier.recycle.types import Type
from croupier.text import Diagnostic

_LOOKS = frozenset(forms_that(lambda traits: bool(traits.faces)))
_STORING = frozenset(form for form, shape in SHAPES.items() if "storage" in shape.at)
_DECIDING = {form: traits.body.by for form, traits in TRAITS.items() if traits.body and traits.body.by}
"""The part of a form that decides how often the actions inside happen."""


def glimpses(facts: Facts) -> Iterator[Diagnostic]:
    """What decides on the options of a choice and looks at what the chooser cannot see."""
    for choice, forms in facts.choices:
        told: set[int] = set()
        inner = {form.slot for form in forms if form.form == "bind"} if choice.has("players") else None
        conditions = [inner.part(_DECIDING[inner.form]) for inner in forms if inner.form in _DECIDING]
        for decided in (*conditions, *deciding(facts, choice)):
            for look in facts.behind(decided):
                if look.form in _LOOKS and look.start not in told and _unseen(facts, look, inner):
                    told.add(look.start)
                    yield finding("RCY117", look.span)


def questions(facts: Facts) -> Iterator[Diagnostic]:
    """What is asked in a `tell` and looks at cards that those who are told may not see."""
    for tell in facts.every("tell"):
        to_current = all(player.form == "player.current" for player in tell.part("players").args or (tell,))
        for look in facts.behind(tell.part("condition")):
            if look.form not in _LOOKS:
                continue
            hidden = _unseen(facts, look) if to_current else _is_secret(facts, look)
            if hidden:
                yield finding("RCY117", look.span)


def _is_secret(facts: Facts, look: Expr) -> bool:
    """Whether a look may fall on a card that not everyone sees."""
    return any(
        place.args and not _is_public(place)
        for arg in look.args
        if not _is_open_top(arg) and not (arg.form == "var" and arg.slot in facts.asked)
        for place in facts.places(arg)
    )


def _unseen(facts: Facts, look: Expr, inner: set[int] | None = None) -> bool:
    """Whether a look may fall on a card that the chooser does not see.

    In a choice of others `inner` are the variables that it binds itself: only they are of the chooser.
    """
    for arg in look.args:
        if _is_open_top(arg) or (arg.form == "var" and arg.slot in facts.asked):
            continue
        outside = inner is not None and any(v.form == "var" and v.slot not in inner for v in arg.walk())
        for place in facts.places(arg):
            if place.args and not _sees(facts, place, inner, outside=outside):
                return True
    return False


def _is_open_top(expr: Expr) -> bool:
    """Whether it is the top card of a pile of which everyone sees the top."""
    if expr.form != "top":
        return False
    location = expr.part("cards").traits.location
    return location is not None and location.seen is Seen.TOP_BY_ALL


def _sees(facts: Facts, place: Expr, inner: set[int] | None = None, *, outside: bool = False) -> bool:
    seen = _seen_by(place)
    owner = place.part("owner")
    while owner.form == "var" and not facts.bound.get(owner.slot, (owner, True))[1]:
        if inner is not None and owner.slot not in inner:
            break
        owner = facts.bound[owner.slot][0]
    own = owner.form == "player.current" and not outside
    if seen is Seen.BY_ALL:
        return True
    if seen is Seen.BY_OWNER:
        # A team's cards are seen by its members; whether the chooser is one can only be told for its own.
        return own or owner.type is Type.TEAM
    if seen is Seen.BY_OTHERS:
        return (
            owner.type is Type.GAME
            or owner.form in ("player.next", "player.previous")
            or _another(facts, owner)
        )
    return False


def _another(facts: Facts, owner: Expr) -> bool:
    """Whether a variable runs over the other players only."""
    source, _ = facts.bound.get(owner.slot, (owner, True))
    return source.form == "players.other"


def _outer_looks(facts: Facts, choice: Expr, forms: list[Expr]) -> Iterator[Expr]:
    """Looks of a choice of others at cards that variables bring from outside, and that not all see."""
    inner = {form.slot for form in forms if form.form == "bind"}
    for look in forms:
        for name in look.traits.faces if look.form in _LOOKS else ():
            for cards in look.parts(name):
                outer = [v for v in cards.walk() if v.form == "var" and v.slot not in inner]
                places = [place for v in outer for place in facts.places(v)]
                if any(place.args and not _is_public(place) for place in places):
                    yield look


def rivals(facts: Facts) -> Iterator[Diagnostic]:
    """Choices of others: what they look at of the outer player, what collides, and who never passes."""
    places = Places(facts.program)
    for choice, forms in facts.choices:
        if not choice.has("players"):
            continue
        for look in _outer_looks(facts, choice, forms):
            yield finding("RCY136", look.span)
        if choice.form == "choice.first":
            if not any(form.form == "pass" for form in forms):
                yield finding(
                    "RCY133", choice.node.items[0].span if isinstance(choice.node, List) else choice.span
                )
            continue
        taken = [form for form in forms if form.traits.chooses and form.has("collection")]
        shared = (f for f in taken if not all(o.mine for o in places.origins(f.part("collection"))))
        for form in shared:
            yield finding("RCY132", form.part("collection").span)


def secrets(facts: Facts) -> Iterator[Diagnostic]:
    """Values of hidden cards that a chooser puts where everyone reads them."""
    for choice, forms in facts.choices:
        if not any(form.form in _STORING for form in forms):
            continue
        for item in choice.parts("items"):
            shown = _shown(facts, item)
            for action in item.walk():
                if action.form not in _STORING:
                    continue
                storage, *values = action.args
                for value in values:
                    if _tells(facts, value, shown):
                        yield finding("RCY112", value.span, what=str(facts.kept(storage)[0]))


def _shown(facts: Facts, item: Expr) -> set[int]:
    """The variables whose cards an item puts where everyone sees them."""
    return {
        named.slot
        for move in item.walk()
        for card, into in move.moves()
        if into.has("location") and all(_is_public(place) for place in facts.places(into))
        for named in card.walk()
        if named.form == "var"
    }


def _tells(facts: Facts, value: Expr, shown: set[int]) -> bool:
    for look in value.walk():
        if not look.traits.faces or look.type not in (Type.INT, Type.STRING):
            continue
        cards = look.part(look.traits.faces[0])
        if any(named.form == "var" and named.slot in shown for named in cards.walk()):
            continue
        if any(place.args and not _is_public(place) for place in facts.places(cards)):
            return True
    return False


def _seen_by(place: Expr) -> Seen:
    """Who sees the cards of a place; nobody where it cannot be told."""
    location = place.traits.location
    return location.seen if location is not None else Seen.BY_NOBODY


def _is_public(place: Expr) -> bool:
    return _seen_by(place) is Seen.BY_ALL
