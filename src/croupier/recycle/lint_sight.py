"""Suspicious sights: options that tell a hidden card, and secrets kept in public (§7, §10)."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.recycle.codes import finding
from croupier.recycle.facts import Facts
from croupier.recycle.merging import deciding
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
        conditions = [inner.part(_DECIDING[inner.form]) for inner in forms if inner.form in _DECIDING]
        for decided in (*conditions, *deciding(facts, choice)):
            for look in facts.behind(decided):
                if look.form in _LOOKS and look.start not in told and _unseen(facts, look):
                    told.add(look.start)
                    yield finding("RCY117", look.span)


def _unseen(facts: Facts, look: Expr) -> bool:
    """Whether a look may fall on a card that the current player does not see."""
    return any(place.args and not _sees(facts, place) for arg in look.args for place in facts.places(arg))


def _sees(facts: Facts, place: Expr) -> bool:
    seen = _seen_by(place)
    owner = place.part("owner")
    while owner.form == "var" and not facts.bound.get(owner.slot, (owner, True))[1]:
        owner = facts.bound[owner.slot][0]
    own = owner.form == "player.current"
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


def secrets(facts: Facts) -> Iterator[Diagnostic]:
    """Values of hidden cards that a chooser puts where everyone reads them."""
    for choice, forms in facts.choices:
        if not any(form.form in _STORING for form in forms):
            continue
        for item in choice.args:
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
