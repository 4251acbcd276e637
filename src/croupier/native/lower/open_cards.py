"""The code of cards that are seen though their place is not: turned face up, on top of a pile, or looked at.

One bit a card says that it lies face up. Whatever moves a card, or shuffles its place, turns it down; that is
done where the change is noted, so that whoever saw the card still knows it. Programs without open cards have
none of this in their code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.native.lower.blueprint import Blueprint
from croupier.native.lower.events import EVENTS, note
from croupier.native.lower.groups import as_list
from croupier.native.lower.lowering import ListPile, Lowering, lowers
from croupier.native.lower.piles import cards_in
from croupier.native.lower.room import add_card, new_list
from croupier.native.lower.scalars import scalars
from croupier.recycle.program import Expr
from croupier.recycle.traits import Seen
from croupier.recycle.types import Type, is_a


def face_words(bp: Blueprint) -> int:
    """The words that say which cards lie face up."""
    return (bp.cards + 63) // 64 or 1


def face_room(bp: Blueprint) -> None:
    """Room for the faces of cards, if any can be seen that way."""
    if bp.layout.has_open_cards:
        bp.word("FACES", face_words(bp))


def constants(bp: Blueprint) -> dict[str, int]:
    """Where faces are kept; 0 where there are none."""
    tops = _tops(bp)
    return {
        "FACES": bp.names.get("FACES", 0),
        "OPEN_CARDS": int(bp.layout.has_open_cards),
        "FACE_WORDS": face_words(bp),
        "TOP_PLACES": len(tops),
        "SHUFFLING": EVENTS.index("shuffle"),
        "RIFFLING": EVENTS.index("faro"),
    }


def tables(bp: Blueprint) -> dict[str, tuple[int, ...]]:
    """The piles whose top card everybody sees."""
    tops = _tops(bp)
    return {"TOP_PLACE": tops, "SHOWS_TOP": tuple(int(place in tops) for place in range(len(bp.places)))}


def _tops(bp: Blueprint) -> tuple[int, ...]:
    return tuple(
        place for place, family in bp.places_by_family() if family.key.location.seen is Seen.TOP_BY_ALL
    )


@lowers("shown", shared=True)
def _shown(lo: Lowering, expr: Expr) -> str:
    card = lo.number(expr.part("card"))
    return f"{card} >= 0 and is_face_up(S, {card})"


def _listed(lo: Lowering, expr: Expr, what: str) -> ListPile:
    """Cards as a list; of no card it is impossible."""
    cards = expr.part("cards")
    if not is_a(cards.type, Type.CARD):
        return as_list(lo, cards)
    card = lo.number(cards)
    found = new_list(lo)
    lo.fail_if(f"{card} < 0", "RCY301", expr, f"there is no card to {what}")
    lo.fail_if(f"L[WHERE + {card}] < 0", "RCY301", expr, f"there is no card to {what}")
    add_card(lo, found, card)
    return found


def _turn(lo: Lowering, expr: Expr) -> None:
    """Of no cards it is no action at all."""
    up = expr.form == "show"
    found = _listed(lo, expr, expr.form)
    with lo.code.block(f"if L[{found.at}] > 0:"):
        for card in cards_in(lo, found):
            lo.code(f"{'turn_up' if up else 'turn_down'}(S, {card})")
        lo.tick(f"L[{found.at}] - 1")
        if not lo.quiet:
            lo.code(f"log_list(L, C, {found.at})")
        note(lo, expr, expr.form, "0" if lo.quiet else f"fingerprint(L, {found.at})")


def _look(lo: Lowering, expr: Expr) -> None:
    found = _listed(lo, expr, "look at")
    with lo.code.block(f"if L[{found.at}] > 0:"):
        seats = scalars(lo, expr.part("players"))
        lo.tick(f"L[{found.at}] - 1")
        if lo.quiet:
            lo.tick()
            return
        told, index = lo.code.let("n", "0"), lo.code.let("i", "0")
        some, others = lo.code.let("x", "0"), lo.code.let("x", "0")
        with lo.code.loop(f"{index} < {seats.count}", short=True):
            seat = lo.code.let("p", f"C[{seats.at} + {index}]")
            lo.code(f"{index} += 1")
            with lo.code.block(f"if shr({told}, {seat}) & 1 == 0:"):
                lo.code(f"{told} |= wshl(1, {seat})")
                # The seats in their order, five bits each.
                with lo.code.block(f"if {some} < {1 << 35}:"):
                    lo.code(f"{some} = {some} * 32 + {seat} + 1")
                with lo.code.block("else:"):
                    lo.code(f"{others} = {others} * 32 + {seat} + 1")
                with lo.code.block("if C[NOTING] & LEARNS != 0:"):
                    lo.code(f"look_at(S, L, {found.at}, {seat})")
        lo.code(f"log_list(L, C, {found.at})")
        note(lo, expr, "look", f"fingerprint(L, {found.at})", some, others)


def told_seats(some: int, others: int) -> tuple[int, ...]:
    """The seats of a look, as its event has them."""
    found: list[int] = []
    for word in (others, some):
        while word:
            found.append(word % 32 - 1)
            word //= 32
    return tuple(reversed(found))


def turned_down(lo: Lowering, *cards: str) -> None:
    """Where nothing is noted: cards that are moved lie face down."""
    if lo.quiet and lo.bp.layout.has_open_cards:
        for card in cards:
            lo.code(f"turn_down(S, {card})")


def place_turned_down(lo: Lowering, *places: str) -> None:
    """The same of all cards of a place."""
    if lo.quiet and lo.bp.layout.has_open_cards:
        for place in places:
            lo.code(f"turn_place_down(S, L, {place})")


SHOWN: dict[str, Callable[[Lowering, Expr], Any]] = {"show": _turn, "hide": _turn, "show.to": _look}
"""The code of these actions, by their names in the table of forms."""

OPENING = """
@inline
def is_face_up(S: Words[NS], card: Int) -> Bool:
    return shr(S[FACES + (card >> 6)], card & 63) & 1 != 0

@inline
def turn_up(S: Words[NS], card: Int) -> None:
    S[FACES + (card >> 6)] |= wshl(1, card & 63)

@inline
def turn_down(S: Words[NS], card: Int) -> None:
    S[FACES + (card >> 6)] &= ~wshl(1, card & 63)

def turn_place_down(S: Words[NS], L: Halves[NL], place: Int) -> None:
    if place < NSETS:
        S[FACES] &= ~S[SETS + place]
    else:
        at = LISTS + (place - NSETS) * STRIDE
        for i in range(L[at]):
            turn_down(S, L[at + 1 + i])

@inline
def top_of(L: Halves[NL], place: Int) -> Int:
    at = LISTS + (place - NSETS) * STRIDE
    return L[at + L[at]] if L[at] > 0 else -1

@inline
def is_open_card(S: Words[NS], L: Halves[NL], card: Int) -> Bool:
    # It lies face up, or on top of a pile whose top is seen.
    if is_face_up(S, card):
        return 1 == 1
    place = L[WHERE + card]
    return place >= 0 and SHOWS_TOP[place] != 0 and top_of(L, place) == card

@inline
def was_open(S: Words[NS], L: Halves[NL], card: Int, origin: Int, index: Int, to: Int) -> Bool:
    # Before it left its place: faces are turned down only when that has been noted.
    if is_face_up(S, card):
        return 1 == 1
    if SHOWS_TOP[origin] == 0:
        return 1 == 0
    return index == L[LISTS + (origin - NSETS) * STRIDE] - (1 if to == origin else 0)

def look_at(S: Words[NS], L: Halves[NL], at: Int, seat: Int) -> None:
    for i in range(L[at]):
        card = L[at + 1 + i]
        if not sees(S, seat, L[WHERE + card]):
            get_to_know(S, seat, card)

def look_around(S: Words[NS], L: Halves[NL]) -> None:
    for i in range(TOP_PLACES):
        card = top_of(L, TOP_PLACE[i])
        if card >= 0:
            for seat in range(SEATS):
                get_to_know(S, seat, card)
    for i in range(FACE_WORDS):
        left = S[FACES + i]
        while left != 0:
            card = 64 * i + ctz(left)
            left &= wsub(left, 1)
            for seat in range(SEATS):
                if not sees(S, seat, L[WHERE + card]):
                    get_to_know(S, seat, card)

def turn_moved_down(S: Words[NS], L: Halves[NL], kind: Int, x: Int, a: Int, b: Int) -> None:
    # What a change has moved lies face down.
    if kind == 0:
        turn_down(S, a)
    elif kind == 4:
        turn_down(S, a)
        turn_down(S, b)
    elif kind == SHUFFLING or kind == RIFFLING:
        turn_place_down(S, L, a)
    elif kind == 3:
        if a != b:
            turn_place_down(S, L, a)
            turn_place_down(S, L, b)
    elif kind == GATHER:
        for card in range(CARDS):
            if GATHERS[x * CARDS + card] != 0:
                turn_down(S, card)
"""
