"""Kernel text: what the seats still know of cards that they no longer see (§10)."""

from __future__ import annotations

LEARNING = """
@inline
def sees(S: Words[NS], seat: Int, place: Int) -> Bool:
    return SEES[(S[TEAMS] * SEATS + seat) * NPLACES + place] != 0

@inline
def knows(S: Words[NS], seat: Int, card: Int) -> Bool:
    return shr(S[KEPT + seat * KEPT_WORDS + (card >> 6)], card & 63) & 1 != 0

@inline
def get_to_know(S: Words[NS], seat: Int, card: Int) -> None:
    S[KEPT + seat * KEPT_WORDS + (card >> 6)] |= wshl(1, card & 63)

@inline
def lose_sight(S: Words[NS], seat: Int, card: Int) -> None:
    S[KEPT + seat * KEPT_WORDS + (card >> 6)] &= ~wshl(1, card & 63)

def lose_place(S: Words[NS], L: Halves[NL], seat: Int, place: Int) -> None:
    if place < NSETS:
        S[KEPT + seat * KEPT_WORDS] &= ~S[SETS + place]
    else:
        at = LISTS + (place - NSETS) * STRIDE
        for i in range(L[at]):
            lose_sight(S, seat, L[at + 1 + i])

def keep_place(S: Words[NS], L: Halves[NL], seat: Int, place: Int) -> None:
    if place < NSETS:
        S[KEPT + seat * KEPT_WORDS] |= S[SETS + place]
    else:
        at = LISTS + (place - NSETS) * STRIDE
        for i in range(L[at]):
            get_to_know(S, seat, L[at + 1 + i])

def remembered(L: Halves[NL], card: Int) -> Bool:
    for i in range(MEMORIES):
        if list_has(L, LISTS + (MEMORY_PLACES[i] - NSETS) * STRIDE, card):
            return 1 == 1
    return 1 == 0

@inline
def follows(S: Words[NS], L: Halves[NL], seat: Int, card: Int, origin: Int, pointed: Int) -> Bool:
    # Whether a seat that knew a card could tell that it is the one that left a place unseen.
    if not knows(S, seat, card):
        return 1 == 0
    return (pointed != 0 and ALL_FREE[origin] == 0) or held_by(S, L, origin) == 0

def learn_move(S: Words[NS], L: Halves[NL], C: Words[NC], card: Int, origin: Int, to: Int, pointed: Int, shown: Int) -> None:
    # A search by what one seat can tell apart need not follow what others know.
    only = C[OBSERVER]
    for seat in range(max(only - 1, 0), only if only > 0 else SEATS):
        if sees(S, seat, to):
            lose_sight(S, seat, card)
        elif shown != 0 or sees(S, seat, origin) or follows(S, L, seat, card, origin, pointed) or remembered(L, card):
            get_to_know(S, seat, card)
        else:
            lose_sight(S, seat, card)
            lose_place(S, L, seat, origin)

def carried(S: Words[NS], L: Halves[NL], moved: Int, origin: Int, to: Int) -> None:
    for seat in range(SEATS):
        if sees(S, seat, to):
            lose_place(S, L, seat, moved)
        elif sees(S, seat, origin):
            keep_place(S, L, seat, moved)

def learn(S: Words[NS], L: Halves[NL], C: Words[NC], kind: Int, x: Int, a: Int, b: Int, c: Int, d: Int, e: Int) -> None:
    if kind == 0:
        learn_move(S, L, C, a, b, d, POINTED[x], 1 if OPEN_CARDS != 0 and was_open(S, L, a, b, c, d) else 0)
    elif kind == 5:
        for seat in range(SEATS):
            if not sees(S, seat, a):
                lose_place(S, L, seat, a)
    elif kind == 3:
        carried(S, L, b, a, b)
        carried(S, L, a, b, a)
    elif kind == 4:
        open_a = 0
        open_b = 0
        if OPEN_CARDS != 0:
            # Each lies where the other was.
            if is_face_up(S, a) or (SHOWS_TOP[c] != 0 and top_of(L, c) == b):
                open_a = 1
            if is_face_up(S, b) or (SHOWS_TOP[d] != 0 and top_of(L, d) == a):
                open_b = 1
        learn_move(S, L, C, a, c, d, 0, open_a)
        learn_move(S, L, C, b, d, c, 0, open_b)
    elif kind == 2:
        place = L[WHERE + a]
        for seat in range(SEATS):
            if place >= 0 and not sees(S, seat, place):
                get_to_know(S, seat, a)
    elif kind == GATHER:
        # Everything begins anew: it is known where cards lie by nothing but the place.
        for card in range(CARDS):
            if GATHERS[x * CARDS + card] != 0:
                for seat in range(SEATS):
                    lose_sight(S, seat, card)
    elif kind == 12:
        for i in range(TEAM_PLACES):
            place = TEAM_OWNED[i]
            for seat in range(SEATS):
                if sees(S, seat, place):
                    lose_place(S, L, seat, place)
                elif SEES[(b * SEATS + seat) * NPLACES + place] != 0:
                    keep_place(S, L, seat, place)
"""
