"""Kernel text: places as lists and sets, and moving cards between them."""

from __future__ import annotations

LISTS = """
@inline
def append(L: Halves[NL], at: Int, most: Int, card: Int) -> None:
    n = L[at]
    if not ult(n, most):
        fail(BEYOND)
    L[at] = n + 1
    L[at + 1 + n] = card

def insert(L: Halves[NL], at: Int, index: Int, card: Int) -> None:
    n = L[at]
    if n >= CAPACITY:
        fail(BEYOND)
    if index < 0:
        index = n
    i = n
    while i > index:
        L[at + 1 + i] = L[at + i]
        i -= 1
    L[at + 1 + index] = card
    L[at] = n + 1

def insert_sorted(L: Halves[NL], at: Int, card: Int) -> None:
    n = L[at]
    if n >= CAPACITY:
        fail(BEYOND)
    i = n
    while i > 0 and L[at + i] > card:
        L[at + 1 + i] = L[at + i]
        i -= 1
    L[at + 1 + i] = card
    L[at] = n + 1

@inline
def remove_at(L: Halves[NL], at: Int, index: Int) -> None:
    n = L[at] - 1
    i = index
    while i < n:
        L[at + 1 + i] = L[at + 2 + i]
        i += 1
    L[at] = n

@inline
def index_of(L: Halves[NL], at: Int, card: Int) -> Int:
    n = L[at]
    i = 0
    while i < n and L[at + 1 + i] != card:
        i += 1
    return i

@inline
def list_has(L: Halves[NL], at: Int, card: Int) -> Bool:
    return index_of(L, at, card) < L[at]

def last_of(L: Halves[NL], at: Int, card: Int) -> Int:
    i = L[at] - 1
    while i >= 0 and L[at + 1 + i] != card:
        i -= 1
    return i

def strike(L: Halves[NL], at: Int, card: Int) -> None:
    n = L[at]
    kept = 0
    for i in range(n):
        c = L[at + 1 + i]
        if c != card:
            L[at + 1 + kept] = c
            kept += 1
    L[at] = kept

def forget_last(L: Halves[NL], at: Int, card: Int) -> None:
    i = last_of(L, at, card)
    if i >= 0:
        remove_at(L, at, i)

@inline
def pop(L: Halves[NL], place: Int) -> None:
    at = LISTS + (place - NSETS) * STRIDE
    L[at] = L[at] - 1

@inline
def take_out(S: Words[NS], L: Halves[NL], card: Int, place: Int) -> Int:
    if place < NSETS:
        word = S[SETS + place]
        bit = wshl(1, card)
        S[SETS + place] = word & ~bit
        return popcount(word & wsub(bit, 1))
    at = LISTS + (place - NSETS) * STRIDE
    n = L[at]
    if L[at + n] == card:
        L[at] = n - 1
        return n - 1
    i = index_of(L, at, card)
    remove_at(L, at, i)
    return i

@inline
def held_by(S: Words[NS], L: Halves[NL], place: Int) -> Int:
    if place < NSETS:
        return popcount(S[SETS + place])
    return L[LISTS + (place - NSETS) * STRIDE]

def swap_lists(L: Halves[NL], one: Int, other: Int) -> None:
    n = max(L[one], L[other])
    for i in range(n + 1):
        c = L[one + i]
        L[one + i] = L[other + i]
        L[other + i] = c

def settle(L: Halves[NL], at: Int, place: Int, free: Int) -> None:
    n = L[at]
    if free != 0:
        for i in range(1, n):
            c = L[at + 1 + i]
            j = i
            while j > 0 and L[at + j] > c:
                L[at + 1 + j] = L[at + j]
                j -= 1
            L[at + 1 + j] = c
    for i in range(n):
        L[WHERE + L[at + 1 + i]] = place

def put_in(S: Words[NS], L: Halves[NL], place: Int, card: Int, free: Int) -> None:
    if place < NSETS:
        S[SETS + place] |= wshl(1, card)
    elif free != 0:
        insert_sorted(L, LISTS + (place - NSETS) * STRIDE, card)
    else:
        append(L, LISTS + (place - NSETS) * STRIDE, CAPACITY, card)

def exchange(S: Words[NS], L: Halves[NL], one: Int, other: Int) -> None:
    first = L[WHERE + one]
    second = L[WHERE + other]
    if first == second:
        if first >= NSETS and ALL_FREE[first] == 0:
            at = LISTS + (first - NSETS) * STRIDE
            i = index_of(L, at, one)
            j = index_of(L, at, other)
            L[at + 1 + i] = other
            L[at + 1 + j] = one
        return
    if first < NSETS or ALL_FREE[first] != 0:
        take_out(S, L, one, first)
        put_in(S, L, first, other, 1)
    else:
        at = LISTS + (first - NSETS) * STRIDE
        L[at + 1 + index_of(L, at, one)] = other
    if second < NSETS or ALL_FREE[second] != 0:
        take_out(S, L, other, second)
        put_in(S, L, second, one, 1)
    else:
        at = LISTS + (second - NSETS) * STRIDE
        L[at + 1 + index_of(L, at, other)] = one
    L[WHERE + one] = second
    L[WHERE + other] = first

def riffle(L: Halves[NL], one: Int, other: Int, aside: Int) -> None:
    n = L[one]
    m = L[other]
    if n + m > CAPACITY:
        fail(BEYOND)
    k = 0
    for i in range(max(n, m)):
        if i < n:
            L[aside + k] = L[one + 1 + i]
            k += 1
        if i < m:
            L[aside + k] = L[other + 1 + i]
            k += 1
    for i in range(k):
        L[one + 1 + i] = L[aside + i]
    L[one] = k
    L[other] = 0

def copy_list(L: Halves[NL], to: Int, most: Int, at: Int) -> None:
    n = L[at]
    if n > most:
        fail(BEYOND)
    for i in range(n + 1):
        L[to + i] = L[at + i]

def copy_words(S: Words[NS], to: Int, at: Int, n: Int) -> None:
    for i in range(n):
        S[to + i] = S[at + i]

@inline
def blend(h: Int, v: Int) -> Int:
    h = wmul(h ^ v, GOLDEN)
    return h ^ shr(h, 29)

def fingerprint(L: Halves[NL], at: Int) -> Int:
    n = L[at]
    h = blend(MIX1, n)
    for i in range(n):
        h = blend(h, L[at + 1 + i])
    return h
"""
