"""Kernel text: the journal of a path, and taking back what stands in it.

A path of a choice is tried on the state itself. Every action on cards leaves one word in the journal, from
which it can be taken back: the kind of action above bit 48, then an index, a place and a card, 16 bits each.
"""

from __future__ import annotations

UNDOING = """
@inline
def room_to_undo(C: Words[NC], n: Int) -> None:
    if C[JOURNALED] + n > JOURNAL_WORDS:
        fail(BEYOND)

@inline
def journal(C: Words[NC], kind: Int, index: Int, place: Int, card: Int) -> None:
    n = C[JOURNALED]
    C[JOURNAL + n] = kind * 281474976710656 + index * 4294967296 + place * 65536 + card
    C[JOURNALED] = n + 1

def journal_order(L: Halves[NL], C: Words[NC], place: Int) -> None:
    at = LISTS + (place - NSETS) * STRIDE
    n = L[at]
    room_to_undo(C, n + 1)
    k = JOURNAL + C[JOURNALED]
    for i in range(n):
        C[k + i] = L[at + 1 + i]
    C[JOURNALED] += n
    journal(C, UNDO_SHUFFLE, 0, place, 0)

def undo(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:
    k = C[JOURNALED]
    while k > 0:
        k -= 1
        entry = C[JOURNAL + k]
        kind = shr(entry, 48)
        index = shr(entry, 32) & 65535
        place = shr(entry, 16) & 65535
        card = entry & 65535
        at = LISTS + (place - NSETS) * STRIDE
        if kind == UNDO_MOVE:
            take_out(S, L, card, L[WHERE + card])
            L[WHERE + card] = place
            if place < NSETS:
                S[SETS + place] |= wshl(1, card)
            elif L[at] == index:
                L[at] = index + 1
                L[at + 1 + index] = card
            else:
                insert(L, at, index, card)
        elif kind == UNDO_REMEMBER:
            remove_at(L, at, index)
        elif kind == UNDO_FORGET:
            insert(L, at, index, card)
        elif kind == UNDO_SHUFFLE:
            n = L[at]
            k -= n
            for i in range(n):
                L[at + 1 + i] = C[JOURNAL + k + i]
        elif kind == UNDO_SWAP_CARDS:
            exchange(S, L, place, card)
        else:
            other = LISTS + (card - NSETS) * STRIDE
            swap_lists(L, at, other)
            settle(L, at, place, ALL_FREE[place])
            settle(L, other, card, ALL_FREE[card])
    C[JOURNALED] = 0
"""
