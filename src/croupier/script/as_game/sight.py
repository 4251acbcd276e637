"""What a seat may not know (C5), and dealing it anew.

Unless the program states it (`sees`), hidden are the cards in other players' hands, those in stacks and
decks that do not lie face up, those in any collection that was shuffled, and those that say of themselves
that they lie face down. Hidden cards of one type can be exchanged among hidden places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from croupier.game import Stream
from croupier.script.as_game.script_program import FACE, ScriptProgram
from croupier.script.heap import VEIL, Thing
from croupier.script.machine import Machine
from croupier.script.terms import Fault

HANDS = ("hand", "cards")
"""Fields of players that hold what only they see."""
OPEN_TOPS = ("discard", "table")
"""Stacks whose top card everybody sees."""
_MOST_CONTENTS = 5_000
"""What so many cards are is remembered."""

Spots = dict[int, tuple[Thing, list[int]]]
"""By the cell of a pile, the pile and the places in it that are hidden."""


def hidden(
    script: ScriptProgram, machine: Machine, seat: int, everything: list[Thing] | None = None
) -> Spots:
    """The places whose cards a seat does not know, among all things that can be reached."""
    viewer = machine.seated[seat] if seat < len(machine.seated) else None
    sees = script.stated(machine).sees
    # In an order that is the same wherever this runs: samples follow it.
    if everything is None:
        everything = machine.things((*machine.roots(), *machine.seated))
    if sees is not None and viewer is not None:
        return _unseen(script, machine, viewer, sees, everything)
    cells = machine.H
    found: Spots = {}
    own: set[int] = set()
    named: set[Thing] = set()
    stacks: list[Thing] = []
    loose: list[Thing] = []
    names = _names(machine)
    sorts = Sorts(script)
    roles: dict[Any, tuple[bool, bool]] = {}
    for thing in everything:
        role = roles.get(thing.kind)
        if role is None:
            role = roles[thing.kind] = (script.is_player(thing), script.is_stack(thing))
        if thing.f is not None:
            fields = cells[thing.f]
            for name in OPEN_TOPS:
                if name in fields:
                    _note(names, name, fields[name])
            if role[0]:
                for name, held in fields.items():
                    pile = script.pile(machine, held)
                    if pile is None or not (script.is_hand(held) or name in HANDS):
                        continue
                    if thing is not viewer:
                        _hide(found, sorts, cells, pile, range(len(cells[pile.i])))
                    else:
                        named.add(pile)
                        if script.is_hand(held) or name == "hand":
                            own.add(id(pile))
        if role[1]:
            stacks.append(thing)
        elif thing.i is not None:
            loose.append(thing)
    for thing in stacks:
        pile = script.pile(machine, thing)
        if pile is None or id(pile) in own or id(pile) in found:
            continue
        faces = _faces(cells, cells[pile.i])
        if not faces:
            continue
        top = script.top % len(faces) if not names.get(id(thing), _NONE).isdisjoint(OPEN_TOPS) else -1
        _hide(found, sorts, cells, pile, [at for at, up in enumerate(faces) if up is not True and at != top])
    for pile in loose:
        if id(pile) in own or id(pile) in found or pile in named:
            continue
        faces = _faces(cells, cells[pile.i])
        if pile.i in machine.shuffled and names.get(id(pile), _NONE).isdisjoint(OPEN_TOPS):
            # Nobody knows in which order they are.
            places = [at for at, up in enumerate(faces) if up is not True]
        else:
            # Cards that say of themselves that they lie face down are seen by nobody, wherever they lie.
            places = [at for at, up in enumerate(faces) if up is False]
        _hide(found, sorts, cells, pile, places)
    return found


_NONE: frozenset[str] = frozenset()


class Sorts(dict[Any, str | None]):
    """The element types of cards, by the kind of a thing or the type of any other value."""

    def __init__(self, script: ScriptProgram) -> None:
        super().__init__()
        self._script = script

    def of(self, items: list[Any]) -> list[str | None]:
        """The element type of every item; None for what is no card."""
        keys = [item.kind if type(item) is Thing else type(item) for item in items]
        for key in set(keys).difference(self):
            self[key] = self._script.sort_of(items[keys.index(key)])
        return [self[key] for key in keys]


def _hide(found: Spots, sorts: Sorts, cells: list[Any], pile: Thing, places: Iterable[int]) -> None:
    kinds = sorts.of(cells[pile.i])
    kept = [at for at in places if kinds[at] is not None]
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


def _unseen(
    script: ScriptProgram, machine: Machine, viewer: Thing, sees: Any, everything: list[Thing]
) -> Spots:
    """What the program says that a player does not see."""
    found: Spots = {}
    sorts = Sorts(script)
    known: dict[int, bool] = {}
    for thing in everything:
        pile = machine.items(thing)
        if not pile or script.sort_of(pile[0]) is None or type(pile[0]) in (int, str, float, bool):
            continue
        for item in pile:
            if id(item) not in known:
                try:
                    known[id(item)] = script.truth(machine, script.consult(machine, sees, viewer, item))
                except Fault:
                    # The function takes cards of another type only: it says nothing about this one.
                    known[id(item)] = True
        unseen = [at for at, item in enumerate(pile) if not known[id(item)]]
        _hide(found, sorts, machine.H, thing, unseen)
    return found


def _grouped(script: ScriptProgram, machine: Machine, spots: Spots) -> Iterator[list[tuple[int, list[int]]]]:
    """The hidden places by the type of their cards: cells with places, in an order that tells no card."""
    groups: dict[str, list[tuple[int, list[int]]]] = {}
    kinds = Sorts(script)
    for pile, places in spots.values():
        items = machine.H[pile.i]
        found = kinds.of([items[at] for at in places])
        if len(set(found)) == 1:
            groups.setdefault(str(found[0]), []).append((pile.i, places))
            continue
        sorts: dict[str, list[int]] = {}
        for at, sort in zip(places, found, strict=True):
            sorts.setdefault(str(sort), []).append(at)
        for name, of_it in sorts.items():
            groups.setdefault(name, []).append((pile.i, of_it))
    for _, group in sorted(groups.items()):
        yield group


def _cards(machine: Machine, group: list[tuple[int, list[int]]]) -> list[Any]:
    cells = machine.H
    return [cells[pile][at] for pile, places in group for at in places]


def put_in_order(script: ScriptProgram, machine: Machine, seat: int) -> Spots:
    """Deal what a seat does not know in a fixed order, so that nothing is left of where it was."""
    everything = machine.things((*machine.roots(), *machine.seated))
    _forget(machine, everything)
    spots = hidden(script, machine, seat, everything)
    for group in _grouped(script, machine, spots):
        cards = _cards(machine, group)
        texts = contents(script, machine, cards)
        _lay(machine, group, cards, [cards[at] for at in sorted(range(len(cards)), key=texts.__getitem__)])
    return spots


def _forget(machine: Machine, everything: list[Thing]) -> None:
    """Empty the cells of things that nobody can reach any more: they may tell how cards were dealt."""
    pending = machine.pending
    shown = machine.things((*(pending.options or ()), pending.by)) if pending is not None else []
    alive = {at for thing in (*everything, *shown) for at in (thing.f, thing.i)}
    machine.H = [content if at in alive else None for at, content in enumerate(machine.H)]
    machine.res = machine.left = None


def deal_anew(script: ScriptProgram, machine: Machine, spots: Spots, rng: Stream) -> None:
    """Deal what a seat does not know at random."""
    for group in _grouped(script, machine, spots):
        cards = _cards(machine, group)
        dealt = cards[:]
        rng.shuffle(dealt)
        _lay(machine, group, cards, dealt)


def _lay(machine: Machine, group: list[tuple[int, list[int]]], before: list[Any], cards: list[Any]) -> None:
    """Lay cards on places; whether a card lies face up belongs to the place."""
    cells = machine.H
    faces = _faces(cells, before)
    held = _faces(cells, cards)
    laid = iter(cards)
    for pile, places in group:
        items = machine.own(pile)
        for at in places:
            items[at] = next(laid)
    for card, face, now in zip(cards, faces, held, strict=True):
        if face is not now and face is not None and face != now and type(card) is Thing:
            machine.own(card.f)[FACE] = face


def _faces(cells: list[Any], items: Iterable[Any]) -> list[Any]:
    """What every card says of how it lies; None for what says nothing."""
    return [cells[card.f].get(FACE) if type(card) is Thing and card.f is not None else None for card in items]


def contents(script: ScriptProgram, machine: Machine, cards: Iterable[Any]) -> list[str]:
    """What cards are, whichever of several equal ones each is."""
    cells, kept = machine.H, script.contents
    found: list[str] = []
    for card in cards:
        if type(card) is Thing and card.f is not None:
            fields = cells[card.f]
            known = kept.get((id(card), fields.get(FACE)))
            if known is not None and known[1] == fields:
                found.append(known[2])
                continue
        found.append(content(script, machine, card))
    return found


def content(script: ScriptProgram, machine: Machine, card: Any) -> str:
    """What a card is, whichever of several equal ones it is."""
    if type(card) is not Thing:
        return script.content(machine, card)
    fields = machine.fields(card)
    held = [
        f"{name}={'#' if type(value) is Thing else value!r}" for name, value in fields.items() if name != FACE
    ]
    found = f"{card.kind}({','.join(held)})"
    if len(script.contents) > _MOST_CONTENTS:
        script.contents.clear()
    # The card is kept, so that no other one gets its identity.
    script.contents[id(card), fields.get(FACE)] = (card, fields.copy(), found)
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
