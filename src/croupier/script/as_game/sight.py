"""What a seat may not know (C5), and dealing it anew.

Unless the program states it (`sees`), hidden are the cards in other players' hands, and those in stacks and
decks that do not lie face up. Hidden cards of one type can be exchanged among hidden places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from croupier.game import Stream
from croupier.script.as_game.tongue import Tongue
from croupier.script.heap import Thing, things
from croupier.script.machine import Machine
from croupier.script.terms import Fault

HANDS = ("hand", "cards")
"""Fields of players that hold what only they see."""
OPEN_TOPS = ("discard", "table")
"""Stacks whose top card everybody sees."""
FACE = "faceup"
"""The attribute by which a card says that it lies face up."""

Spots = dict[int, tuple[list[Any], list[int]]]
"""By the identity of a pile, the pile and the places in it that are hidden."""


def hidden(tongue: Tongue, machine: Machine, seat: int) -> Spots:
    """The places whose cards a seat does not know."""
    viewer = machine.seated[seat] if seat < len(machine.seated) else None
    sees = tongue.stated(machine).sees
    # In an order that is the same wherever this runs: samples follow it.
    everything = list(things((*machine.roots(), *machine.seated)))
    if sees is not None and viewer is not None:
        return _unseen(tongue, machine, viewer, sees, everything)
    names = _names(machine, everything)
    found: Spots = {}
    own: set[int] = set()
    for thing in everything:
        if not tongue.is_player(thing):
            continue
        for name, held in thing.fields.items():
            pile = tongue.pile(held)
            if pile is None or not (tongue.is_hand(held) or name in HANDS):
                continue
            if thing is not viewer:
                _hide(found, tongue, pile, range(len(pile)))
            elif tongue.is_hand(held) or name == "hand":
                own.add(id(pile))
    for thing in everything:
        if not tongue.is_stack(thing):
            continue
        pile = tongue.pile(thing)
        if not pile or id(pile) in own or id(pile) in found:
            continue
        top = tongue.top % len(pile) if not names.get(id(thing), _NONE).isdisjoint(OPEN_TOPS) else -1
        _hide(
            found, tongue, pile, (at for at in range(len(pile)) if at != top and not tongue.is_open(pile[at]))
        )
    return found


_NONE: frozenset[str] = frozenset()


def _hide(found: Spots, tongue: Tongue, pile: list[Any], places: Iterable[int]) -> None:
    kept = [at for at in places if tongue.sort_of(pile[at]) is not None]
    if kept:
        found[id(pile)] = (pile, kept)


def _names(machine: Machine, everything: list[Thing]) -> dict[int, frozenset[str]]:
    """What the piles are called that lie in variables and attributes with a name that matters."""
    found: dict[int, frozenset[str]] = {}

    def note(name: str, held: Any) -> None:
        if name in OPEN_TOPS and type(held) is Thing:
            found[id(held)] = found.get(id(held), _NONE) | {name}

    for name, held in zip(machine.global_names, machine.globals, strict=True):
        note(name, held)
    for thing in everything:
        for name in OPEN_TOPS:
            if name in thing.fields:
                note(name, thing.fields[name])
    return found


def _unseen(tongue: Tongue, machine: Machine, viewer: Thing, sees: Any, everything: list[Thing]) -> Spots:
    """What the program says that a player does not see."""
    found: Spots = {}
    known: dict[int, bool] = {}
    for thing in everything:
        pile = thing.items
        if not pile or tongue.sort_of(pile[0]) is None or type(pile[0]) in (int, str, float, bool):
            continue
        for item in pile:
            if id(item) not in known:
                try:
                    known[id(item)] = tongue.truth(tongue.consult(machine, sees, viewer, item))
                except Fault:
                    # The function takes cards of another type only: it says nothing about this one.
                    known[id(item)] = True
        _hide(found, tongue, pile, (at for at, item in enumerate(pile) if not known[id(item)]))
    return found


def _grouped(tongue: Tongue, spots: Spots) -> Iterator[list[tuple[list[Any], int]]]:
    """The hidden places by the type of their cards, in an order that does not depend on the cards."""
    groups: dict[str, list[tuple[list[Any], int]]] = {}
    for pile, places in spots.values():
        for at in places:
            groups.setdefault(str(tongue.sort_of(pile[at])), []).append((pile, at))
    for _, group in sorted(groups.items()):
        yield group


def put_in_order(tongue: Tongue, machine: Machine, seat: int) -> Spots:
    """Deal what a seat does not know in a fixed order, so that nothing is left of where it was."""
    spots = hidden(tongue, machine, seat)
    for group in _grouped(tongue, spots):
        cards = [pile[at] for pile, at in group]
        _lay(group, sorted(cards, key=lambda card: content(tongue, card)))
    return spots


def deal_anew(tongue: Tongue, spots: Spots, rng: Stream) -> None:
    """Deal what a seat does not know at random."""
    for group in _grouped(tongue, spots):
        cards = [pile[at] for pile, at in group]
        rng.shuffle(cards)
        _lay(group, cards)


def _lay(group: list[tuple[list[Any], int]], cards: list[Any]) -> None:
    """Lay cards on places; whether a card lies face up belongs to the place."""
    faces = [
        pile[at].fields.get(FACE) if type(pile[at]) is Thing and FACE in pile[at].fields else None
        for pile, at in group
    ]
    for (pile, at), card, face in zip(group, cards, faces, strict=True):
        pile[at] = card
        if face is not None and type(card) is Thing:
            card.fields[FACE] = face


def content(tongue: Tongue, card: Any) -> str:
    """What a card is, whichever of several equal ones it is."""
    if type(card) is not Thing:
        return tongue.text(card)
    held = (
        f"{name}={'#' if type(value) is Thing else value!r}"
        for name, value in card.fields.items()
        if name != FACE
    )
    return f"{card.kind}({','.join(held)})"


def hidden_cards(spots: Spots) -> set[int]:
    """The identities of the hidden cards."""
    return {id(pile[at]) for pile, places in spots.values() for at in places}
