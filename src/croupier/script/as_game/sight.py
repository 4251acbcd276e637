"""What a seat may not know (C5), and dealing it anew.

Unless the program states it (`sees`), hidden are the cards in other players' hands, those in stacks and
decks that do not lie face up, those in any collection that was shuffled, and those that say of themselves
that they lie face down. Hidden cards of one type can be exchanged among hidden places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from croupier.game import Stream
from croupier.script.as_game.tongue import Tongue
from croupier.script.heap import VEIL, Thing
from croupier.script.machine import Machine
from croupier.script.terms import Fault

HANDS = ("hand", "cards")
"""Fields of players that hold what only they see."""
OPEN_TOPS = ("discard", "table")
"""Stacks whose top card everybody sees."""
FACE = "faceup"
"""The attribute by which a card says that it lies face up."""

_MOST_CONTENTS = 5_000
"""What so many cards are is remembered."""

Spots = dict[int, tuple[Thing, list[int]]]
"""By the cell of a pile, the pile and the places in it that are hidden."""


def hidden(tongue: Tongue, machine: Machine, seat: int, everything: list[Thing] | None = None) -> Spots:
    """The places whose cards a seat does not know, among all things that can be reached."""
    viewer = machine.seated[seat] if seat < len(machine.seated) else None
    sees = tongue.stated(machine).sees
    # In an order that is the same wherever this runs: samples follow it.
    if everything is None:
        everything = machine.things((*machine.roots(), *machine.seated))
    if sees is not None and viewer is not None:
        return _unseen(tongue, machine, viewer, sees, everything)
    cells = machine.H
    found: Spots = {}
    own: set[int] = set()
    named: set[Thing] = set()
    stacks: list[Thing] = []
    loose: list[Thing] = []
    names = _names(machine)
    roles: dict[Any, tuple[bool, bool]] = {}
    for thing in everything:
        role = roles.get(thing.kind)
        if role is None:
            role = roles[thing.kind] = (tongue.is_player(thing), tongue.is_stack(thing))
        if thing.f is not None:
            fields = cells[thing.f]
            for name in OPEN_TOPS:
                if name in fields:
                    _note(names, name, fields[name])
            if role[0]:
                for name, held in fields.items():
                    pile = tongue.pile(machine, held)
                    if pile is None or not (tongue.is_hand(held) or name in HANDS):
                        continue
                    if thing is not viewer:
                        _hide(found, tongue, machine, pile, range(len(machine.items(pile))))
                    else:
                        named.add(pile)
                        if tongue.is_hand(held) or name == "hand":
                            own.add(id(pile))
        if role[1]:
            stacks.append(thing)
        elif thing.i is not None:
            loose.append(thing)
    for thing in stacks:
        pile = tongue.pile(machine, thing)
        if pile is None or id(pile) in own or id(pile) in found:
            continue
        items = machine.items(pile)
        if not items:
            continue
        top = tongue.top % len(items) if not names.get(id(thing), _NONE).isdisjoint(OPEN_TOPS) else -1
        places = (at for at, card in enumerate(items) if at != top and not tongue.is_open(machine, card))
        _hide(found, tongue, machine, pile, places)
    for pile in loose:
        if id(pile) in own or id(pile) in found or pile in named:
            continue
        if pile.i in machine.shuffled and names.get(id(pile), _NONE).isdisjoint(OPEN_TOPS):
            # Nobody knows in which order they are.
            places = (at for at, card in enumerate(cells[pile.i]) if _face(cells, card) is not True)
        else:
            # Cards that say of themselves that they lie face down are seen by nobody, wherever they lie.
            places = (at for at, card in enumerate(cells[pile.i]) if _face(cells, card) is False)
        _hide(found, tongue, machine, pile, places)
    return found


_NONE: frozenset[str] = frozenset()


def _hide(found: Spots, tongue: Tongue, machine: Machine, pile: Thing, places: Iterable[int]) -> None:
    items = machine.items(pile)
    kept = [at for at in places if tongue.sort_of(items[at]) is not None]
    if kept:
        found[id(pile)] = (pile, kept)


def _names(machine: Machine) -> dict[int, frozenset[str]]:
    """What the piles are called that lie in global variables with a name that matters."""
    found: dict[int, frozenset[str]] = {}
    for name, held in zip(machine.global_names, machine.globals, strict=True):
        if name in OPEN_TOPS:
            _note(found, name, held)
    return found


def _note(found: dict[int, frozenset[str]], name: str, held: Any) -> None:
    if type(held) is Thing:
        found[id(held)] = found.get(id(held), _NONE) | {name}


def _unseen(tongue: Tongue, machine: Machine, viewer: Thing, sees: Any, everything: list[Thing]) -> Spots:
    """What the program says that a player does not see."""
    found: Spots = {}
    known: dict[int, bool] = {}
    for thing in everything:
        pile = machine.items(thing)
        if not pile or tongue.sort_of(pile[0]) is None or type(pile[0]) in (int, str, float, bool):
            continue
        for item in pile:
            if id(item) not in known:
                try:
                    known[id(item)] = tongue.truth(machine, tongue.consult(machine, sees, viewer, item))
                except Fault:
                    # The function takes cards of another type only: it says nothing about this one.
                    known[id(item)] = True
        _hide(found, tongue, machine, thing, (at for at, item in enumerate(pile) if not known[id(item)]))
    return found


def _grouped(tongue: Tongue, machine: Machine, spots: Spots) -> Iterator[list[tuple[int, list[int]]]]:
    """The hidden places by the type of their cards: cells with places, in an order that tells no card."""
    groups: dict[str, list[tuple[int, list[int]]]] = {}
    for pile, places in spots.values():
        items = machine.H[pile.i]
        sorts: dict[str, list[int]] = {}
        for at in places:
            sorts.setdefault(str(tongue.sort_of(items[at])), []).append(at)
        for sort, found in sorts.items():
            groups.setdefault(sort, []).append((pile.i, found))
    for _, group in sorted(groups.items()):
        yield group


def _cards(machine: Machine, group: list[tuple[int, list[int]]]) -> list[Any]:
    cells = machine.H
    return [cells[pile][at] for pile, places in group for at in places]


def put_in_order(tongue: Tongue, machine: Machine, seat: int) -> Spots:
    """Deal what a seat does not know in a fixed order, so that nothing is left of where it was."""
    everything = machine.things((*machine.roots(), *machine.seated))
    _forget(machine, everything)
    spots = hidden(tongue, machine, seat, everything)
    for group in _grouped(tongue, machine, spots):
        cards = _cards(machine, group)
        _lay(machine, group, sorted(cards, key=lambda card: content(tongue, machine, card)))
    return spots


def _forget(machine: Machine, everything: list[Thing]) -> None:
    """Empty the cells of things that nobody can reach any more: they may tell how cards were dealt."""
    pending = machine.pending
    shown = machine.things((*(pending.options or ()), pending.by)) if pending is not None else []
    alive = {at for thing in (*everything, *shown) for at in (thing.f, thing.i)}
    machine.H = [content if at in alive else None for at, content in enumerate(machine.H)]
    machine.res = machine.left = None


def deal_anew(tongue: Tongue, machine: Machine, spots: Spots, rng: Stream) -> None:
    """Deal what a seat does not know at random."""
    for group in _grouped(tongue, machine, spots):
        cards = _cards(machine, group)
        rng.shuffle(cards)
        _lay(machine, group, cards)


def _lay(machine: Machine, group: list[tuple[int, list[int]]], cards: list[Any]) -> None:
    """Lay cards on places; whether a card lies face up belongs to the place."""
    cells = machine.H
    faces = [_face(cells, card) for card in _cards(machine, group)]
    number = 0
    for pile, places in group:
        items = machine.own(pile)
        for at in places:
            card, face = cards[number], faces[number]
            number += 1
            items[at] = card
            if face is not None and type(card) is Thing and card.f is not None:
                held = cells[card.f].get(FACE)
                if held is not face and held != face:
                    machine.own(card.f)[FACE] = face


def _face(cells: list[Any], card: Any) -> Any:
    return cells[card.f].get(FACE) if type(card) is Thing and card.f is not None else None


def content(tongue: Tongue, machine: Machine, card: Any) -> str:
    """What a card is, whichever of several equal ones it is."""
    if type(card) is not Thing:
        return tongue.content(machine, card)
    fields = machine.fields(card)
    known = tongue.contents.get(id(card))
    if known is not None and known[1] is fields:
        return known[2]
    held = [
        f"{name}={'#' if type(value) is Thing else value!r}" for name, value in fields.items() if name != FACE
    ]
    found = f"{card.kind}({','.join(held)})"
    if len(tongue.contents) > _MOST_CONTENTS:
        tongue.contents.clear()
    # The card is kept, so that no other one gets its identity.
    tongue.contents[id(card)] = (card, fields, found)
    return found


def hidden_cards(machine: Machine, spots: Spots) -> set[int]:
    """The identities of the hidden cards."""
    return {id(machine.items(pile)[at]) for pile, places in spots.values() for at in places}


def cover(machine: Machine, spots: Spots) -> Machine:
    """A copy of a machine with a veil over hidden places."""
    twin = machine.copy()
    for pile, places in spots.values():
        items = twin.own(pile.i)
        for at in places:
            items[at] = VEIL
    return twin
