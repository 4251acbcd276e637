"""Suspicious sights: options that tell a hidden card, and secrets kept in public (§7, §10)."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.recycle.codes import finding
from croupier.recycle.facts import Facts
from croupier.recycle.merging import deciding
from croupier.recycle.program import Expr
from croupier.recycle.types import Type
from croupier.text import Diagnostic

_LOOKS = frozenset(
    {
        *("cardatt", "score", "sum", "max", "min", "scoremax", "scoremin", "tuples", "partition", "sort"),
        *("runs.largest", "runs.all", "run.top", "run.bottom"),
    }
)
_CONDITIONS = frozenset(("if", "any.do", "all.do", "repeat"))
"""Forms whose first part decides how often something happens."""
_PUBLIC = frozenset(("vloc", "mem"))
_STORES = frozenset(("set.int", "inc", "dec", "set.str"))


def glimpses(facts: Facts) -> Iterator[Diagnostic]:
    """What decides on the options of a choice and looks at what the chooser cannot see."""
    for choice, forms in facts.choices:
        told: set[int] = set()
        conditions = [inner.args[0] for inner in forms if inner.form in _CONDITIONS]
        for decided in (*conditions, *deciding(facts, choice)):
            for look in facts.behind(decided):
                if look.form in _LOOKS and look.start not in told and _unseen(facts, look):
                    told.add(look.start)
                    yield finding("RCY117", look.span)


def _unseen(facts: Facts, look: Expr) -> bool:
    """Whether a look may fall on a card that the current player does not see."""
    return any(place.args and not _sees(facts, place) for arg in look.args for place in facts.places(arg))


def _sees(facts: Facts, place: Expr) -> bool:
    kind = place.form.removeprefix("indexed.")
    owner = place.part("owner")
    while owner.form == "var" and not facts.bound.get(owner.slot, (owner, True))[1]:
        owner = facts.bound[owner.slot][0]
    own = owner.form == "player.current"
    if kind in _PUBLIC:
        return True
    if kind == "iloc":
        # A team's cards are seen by its members; whether the chooser is one can only be told for its own.
        return own or owner.type is Type.TEAM
    if kind == "oloc":
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
        if not any(form.form in _STORES for form in forms):
            continue
        for item in choice.args:
            shown = _shown(facts, item)
            for action in item.walk():
                if action.form in _STORES and _tells(facts, action.part("value"), shown):
                    yield finding(
                        "RCY112", action.part("value").span, what=str(facts.kept(action.part("storage"))[0])
                    )


def _shown(facts: Facts, item: Expr) -> set[int]:
    """The variables whose cards an item puts where everyone sees them."""
    return {
        named.slot
        for move in item.walk()
        if move.form in ("move", "remember")
        if all(kept.kind in _PUBLIC for kept in facts.sources(move.part("into")))
        for named in move.part("card").walk()
        if named.form == "var"
    }


def _tells(facts: Facts, value: Expr, shown: set[int]) -> bool:
    for look in value.walk():
        if look.form not in ("cardatt", "score", "sum", "scoremax", "scoremin"):
            continue
        cards = look.part("card") if look.form == "cardatt" else look.args[0]
        if any(named.form == "var" and named.slot in shown for named in cards.walk()):
            continue
        if any(
            place.args and place.form.removeprefix("indexed.") not in _PUBLIC for place in facts.places(cards)
        ):
            return True
    return False
