"""Kernels that know no game: the key of an option, by which a tree knows it again (`docs/players.md`).

Keys are hashes of 64 bits, equal where `croupier.interpreter.options` has equal texts.
"""

from __future__ import annotations

from hashlib import blake2b

from croupier.interpreter.layout import Place
from croupier.native.lower.blueprint import Blueprint
from croupier.native.lower.lowering import Kit
from croupier.native.lower.runtime import GOLDEN, MIX1, MIX2, signed
from croupier.recycle.program import Expr
from croupier.recycle.types import Type

_WORD = (1 << 64) - 1

BLOOM = 16
"""Words that tell whether a key may have come up before among the options of a decision."""

PICKED = (
    (Type.CARD,),
    (Type.COPY,),
    (Type.CARDS,),
    (Type.COPIES,),
    (Type.LOCATION, Type.MEMORY),
    (Type.PLAYER,),
    (Type.TEAM,),
    (Type.STRING, Type.STRING_STORE),
)
"""How the element taken at an `any` is told, by number from 1; 0 is for integers."""

_HOW = {kind: number for number, kinds in enumerate(PICKED, 1) for kind in kinds}


def how_told(expr: Expr) -> int:
    """How the element is told that is taken at an `any`; 0 also for other forms."""
    return _HOW.get(expr.part("variable").type, 0) if expr.form == "any.do" else 0


KEYS = """
@inline
def told_number(v: Int) -> Int:
    return mixed(wadd(v, GOLDEN))

def unseen_before(S: Words[NS], L: Halves[NL], place: Int, card: Int) -> Int:
    # Which place a hidden card has beside open ones would tell of its number.
    found = 0
    for c in range(card):
        if L[WHERE + c] == place and not is_face_up(S, c):
            found += 1
    return found

def told_by_place(S: Words[NS], L: Halves[NL], C: Words[NC], mover: Int, card: Int, place: Int) -> Int:
    C[BY_PLACE] = 1
    index = 0
    n = 0
    if place < NSETS:
        word = S[SETS + place]
        index = popcount(word & wsub(wshl(1, card), 1))
        n = popcount(word)
    else:
        at = LISTS + (place - NSETS) * STRIDE
        index = index_of(L, at, card)
        n = L[at]
    if OPEN_CARDS != 0 and ALL_FREE[place] != 0:
        index = unseen_before(S, L, place, card)
    if index == n - 1 and ALL_FREE[place] == 0:
        index = -1
    return blend(blend(MIX1, index), PLACE_KEY[mover * NPLACES + place])

@inline
def told_card(S: Words[NS], L: Halves[NL], C: Words[NC], mover: Int, card: Int) -> Int:
    if card < 0:
        fail(BEYOND)
    place = L[WHERE + card]
    if place < 0 or sees(S, mover, place) or (OPEN_CARDS != 0 and is_open_card(S, L, card)):
        return NAME_KEY[card]
    return told_by_place(S, L, C, mover, card, place)

def told_group(S: Words[NS], L: Halves[NL], C: Words[NC], mover: Int, at: Int, copies: Int) -> Int:
    C[BY_PLACE] = 1
    h = 0
    for i in range(C[at]):
        c = C[at + 1 + i]
        one = NAME_KEY[c] if copies != 0 else told_card(S, L, C, mover, c)
        h = one if i == 0 else blend(wadd(h, GOLDEN), one)
    return h

def told_otherwise(S: Words[NS], L: Halves[NL], C: Words[NC], mover: Int, how: Int, v: Int, pick: Int) -> Int:
    if how == 2:
        return NAME_KEY[v]
    if how == 3 or how == 4:
        return told_group(S, L, C, mover, GROUPED + pick * (2 * CAPACITY + 1), how - 3)
    if how == 5:
        return PLACE_KEY[mover * NPLACES + v]
    if how == 6:
        return SEAT_KEY[v]
    if how == 7:
        return TEAM_KEY[v]
    if how == 8:
        return STRING_KEY[v]
    return told_number(v)

def settle_key(C: Words[NC], n: Int, h: Int) -> None:
    if C[KEYED] == 0:
        fill(C, SEEN_KEYS, BLOOM, 0)
    C[KEYED] = n + 1
    C[PLAIN_KEY + n] = h
    mark = shr(h, 54)
    again = 0
    if shr(C[SEEN_KEYS + (mark >> 6)], mark & 63) & 1 != 0:
        for i in range(n):
            if C[PLAIN_KEY + i] == h:
                again += 1
    C[SEEN_KEYS + (mark >> 6)] |= wshl(1, mark & 63)
    C[OPTION_KEY + n] = h if again == 0 else blend(h, again)

@inline
def chooser(S: Words[NS]) -> Int:
    return S[PLAYERS + 2 * PLAYER_DEPTH[S[PC]]]

def key_option(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:
    n = C[COUNT] - 1
    if n < C[KEYED]:
        return
    mover = chooser(S)
    at = RECORDS + C[OPTION_AT + n]
    h = blend(MIX1, C[at])
    told = 0
    for i in range(C[at + 1]):
        if C[at + 2 + 2 * i] > 0:
            v = C[at + 3 + 2 * i]
            how = SITE_TOLD[C[PICKS + 4 * i + 3]]
            word = 0
            if how == 1:
                word = told_card(S, L, C, mover, v)
            else:
                word = told_otherwise(S, L, C, mover, how, v, i)
            if told > 0:
                h = wadd(h, MIX2)
            if word != 0:
                h = blend(h, word)
            told += 1
    settle_key(C, n, h)

@inline
def record_plain(C: Words[NC], item: Int, count: Int, value: Int) -> Int:
    n = C[COUNT]
    at = C[RECORDED]
    C[OPTION_AT + n] = at
    C[RECORDS + at] = item
    C[RECORDS + at + 1] = 1
    C[RECORDS + at + 2] = count
    C[RECORDS + at + 3] = value
    C[RECORDED] = at + 4
    C[COUNT] = n + 1
    return n

def plain_card(S: Words[NS], L: Halves[NL], C: Words[NC], item: Int, count: Int, card: Int) -> None:
    n = record_plain(C, item, count, card)
    if C[KEYING] == 1:
        word = told_card(S, L, C, chooser(S), card)
        h = blend(MIX1, item)
        if word != 0:
            h = blend(h, word)
        if ALL_NAMED != 0:
            # Every card has a name of its own: the key has not come up before.
            C[KEYED] = n + 1
            C[PLAIN_KEY + n] = h
            C[OPTION_KEY + n] = h
        else:
            settle_key(C, n, h)

def plain_option(S: Words[NS], L: Halves[NL], C: Words[NC], item: Int, how: Int, count: Int, value: Int) -> None:
    n = record_plain(C, item, count, value)
    if C[KEYING] == 1:
        word = told_otherwise(S, L, C, chooser(S), how, value, 0)
        h = blend(MIX1, item)
        settle_key(C, n, h if word == 0 else blend(h, word))

def plain_item(C: Words[NC], item: Int) -> None:
    n = C[COUNT]
    at = C[RECORDED]
    C[OPTION_AT + n] = at
    C[RECORDS + at] = item
    C[RECORDS + at + 1] = 0
    C[RECORDED] = at + 2
    C[COUNT] = n + 1
    if C[KEYING] == 1:
        settle_key(C, n, blend(MIX1, item))

def keep_group(L: Halves[NL], C: Words[NC], depth: Int, at: Int) -> None:
    to = GROUPED + depth * (2 * CAPACITY + 1)
    n = L[at]
    if n > 2 * CAPACITY:
        fail(BEYOND)
    C[to] = n
    for i in range(n):
        C[to + 1 + i] = L[at + 1 + i]
"""


def rooms(capacity: int) -> dict[str, int]:
    """Room in a context for keys."""
    return {
        "KEYING": 1, "KEYED": 1, "BY_PLACE": 1, "SEEN_KEYS": BLOOM, "OPTION_KEY": 1 << 16,
        "PLAIN_KEY": 1 << 16, "GROUPED": 256 * (2 * capacity + 1),
    }  # fmt: skip


def constants(bp: Blueprint) -> dict[str, int]:
    """What keys have to know about the cards."""
    names = bp.layout.pack.names
    return {"BLOOM": BLOOM, "ALL_NAMED": int(len(set(names)) == len(names))}


def tables(kit: Kit) -> dict[str, tuple[int, ...]]:
    """Names as numbers."""
    bp = kit.bp
    return {
        "NAME_KEY": tuple(text_key(name) for name in bp.layout.pack.names),
        "PLACE_KEY": tuple(text_key(_place(place, seat)) for seat in range(bp.seats) for place in bp.places),
        "SEAT_KEY": tuple(text_key(f"seat {seat}") for seat in range(bp.seats)),
        "TEAM_KEY": tuple(text_key(f"team {team}") for team in range(bp.seats)),
        "STRING_KEY": tuple(map(text_key, bp.strings)),
        "SITE_TOLD": (0, *map(how_told, kit.exprs)),
    }


def _place(place: Place, seat: int) -> str:
    """What a place is called from a seat, as `croupier.interpreter.words` says."""
    name = f"{place.name}{f' {place.nth}' if place.nth else ''}"
    if place.owner == "game" or (place.owner == "player" and place.member == seat):
        return name
    return f"{'seat' if place.owner == 'player' else 'team'} {place.member}'s {name}"


def text_key(text: str) -> int:
    """A text as a number; one that is an integer, as the kernels have integers."""
    if not text:
        return 0
    if text.lstrip("-").isdecimal() and str(int(text)) == text:
        return _mixed(int(text) + GOLDEN)
    return signed(int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big"))


def _mixed(z: int) -> int:
    """`mixed` of the run-time."""
    z &= _WORD
    z = (z ^ z >> 30) * MIX1 & _WORD
    z = (z ^ z >> 27) * MIX2 & _WORD
    return signed(z ^ z >> 31)
