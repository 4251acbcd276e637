"""Kernel text: the random stream, shuffles, and arithmetic as the language has it."""

from __future__ import annotations

CHANCE = """
@inline
def mixed(z: Int) -> Int:
    z = wmul(z ^ shr(z, 30), MIX1)
    z = wmul(z ^ shr(z, 27), MIX2)
    return z ^ shr(z, 31)

@inline
def draw(S: Words[NS]) -> Int:
    a = S[RNG]
    b = S[RNG + 1]
    c = S[RNG + 2]
    d = S[RNG + 3]
    result = wadd(rotl(wadd(a, d), 23), a)
    t = wshl(b, 17)
    c = c ^ a
    d = d ^ b
    S[RNG + 1] = b ^ c
    S[RNG] = a ^ d
    S[RNG + 2] = c ^ t
    S[RNG + 3] = rotl(d, 45)
    return result

@inline
def below(S: Words[NS], n: Int) -> Int:
    if n <= 1:
        return 0
    product = wmul(shr(draw(S), 32), n)
    low = product & HALF
    if low < n:
        unfair = 4294967296 % n
        while low < unfair:
            product = wmul(shr(draw(S), 32), n)
            low = product & HALF
    return shr(product, 32)

def below_any(S: Words[NS], n: Int) -> Int:
    if n >= 0 and n <= HALF:
        if n == 0:
            return draw(S)
        return below(S, n)
    shift = clz(wsub(n, 1))
    found = shr(draw(S), shift)
    while not ult(found, n):
        found = shr(draw(S), shift)
    return found

@inline
def draw_player(R: Words[64], at: Int) -> Int:
    at = at & 60
    a = R[at]
    b = R[at + 1]
    c = R[at + 2]
    d = R[at + 3]
    result = wadd(rotl(wadd(a, d), 23), a)
    t = wshl(b, 17)
    c = c ^ a
    d = d ^ b
    R[at + 1] = b ^ c
    R[at] = a ^ d
    R[at + 2] = c ^ t
    R[at + 3] = rotl(d, 45)
    return result

@inline
def chance(R: Words[64], at: Int, n: Int) -> Int:
    # As `below`, but without a jump: how often there is but one option nobody can foresee.
    at = at & 60
    a = R[at]
    b = R[at + 1]
    c = R[at + 2]
    d = R[at + 3]
    e = c ^ a
    f = d ^ b
    drawn = -1 if n > 1 else 0
    R[at + 1] = b ^ (e & drawn)
    R[at] = a ^ (f & drawn)
    R[at + 2] = c ^ ((a ^ wshl(b, 17)) & drawn)
    R[at + 3] = rotl(f, 45) if n > 1 else d
    product = wmul(shr(wadd(rotl(wadd(a, d), 23), a), 32), n)
    low = product & HALF
    if low < n:
        unfair = 4294967296 % n
        while low < unfair:
            product = wmul(shr(draw_player(R, at), 32), n)
            low = product & HALF
    return shr(product, 32)

def stream(A: Words[64], at: Int, seed: Int, kind: Int, index: Int) -> None:
    z = mixed(wadd(seed, GOLDEN)) ^ mixed(wmul(wadd(wadd(wshl(kind, 32), index), 1), GOLDEN))
    A[at] = mixed(wadd(z, GOLDEN))
    A[at + 1] = mixed(wadd(z, wmul(2, GOLDEN)))
    A[at + 2] = mixed(wadd(z, wmul(3, GOLDEN)))
    A[at + 3] = mixed(wadd(z, wmul(4, GOLDEN)))

@inline
def player_streams(R: Words[64], seed: Int) -> None:
    # As `stream` for every seat, which keeps half of the work the same.
    common = mixed(wadd(seed, GOLDEN))
    for seat in range(SEATS):
        z = common ^ PLAYER_KEY[seat]
        R[4 * seat] = mixed(wadd(z, GOLDEN))
        R[4 * seat + 1] = mixed(wadd(z, wmul(2, GOLDEN)))
        R[4 * seat + 2] = mixed(wadd(z, wmul(3, GOLDEN)))
        R[4 * seat + 3] = mixed(wadd(z, wmul(4, GOLDEN)))

def state_stream(S: Words[NS], seed: Int, kind: Int, index: Int) -> None:
    z = mixed(wadd(seed, GOLDEN)) ^ mixed(wmul(wadd(wadd(wshl(kind, 32), index), 1), GOLDEN))
    S[RNG] = mixed(wadd(z, GOLDEN))
    S[RNG + 1] = mixed(wadd(z, wmul(2, GOLDEN)))
    S[RNG + 2] = mixed(wadd(z, wmul(3, GOLDEN)))
    S[RNG + 3] = mixed(wadd(z, wmul(4, GOLDEN)))

def scratch_stream(T: Words[NS], decision: Int) -> None:
    state_stream(T, 0, 3, decision)

@inline
def game_seed(seed: Int, index: Int) -> Int:
    return mixed(wadd(mixed(wadd(seed, GOLDEN)), wmul(wadd(index, 1), GOLDEN)))

@inline
def shuffle(S: Words[NS], L: Halves[NL], at: Int) -> None:
    key = draw(S)
    last = L[at] - 1
    while last > 0:
        n = last + 1
        key = wadd(key, GOLDEN)
        product = wmul(shr(mixed(key), 32), n)
        low = product & HALF
        if low < n:
            unfair = 4294967296 % n
            while low < unfair:
                key = wadd(key, GOLDEN)
                product = wmul(shr(mixed(key), 32), n)
                low = product & HALF
        other = shr(product, 32)
        c = L[at + 1 + last]
        L[at + 1 + last] = L[at + 1 + other]
        L[at + 1 + other] = c
        last -= 1
"""

LATER = """
@inline
def settle_top(S: Words[NS], L: Halves[NL], lazy: Int, at: Int) -> None:
    n = L[at]
    if n > 1 and n <= S[lazy]:
        key = wadd(S[lazy + 1], GOLDEN)
        product = wmul(shr(mixed(key), 32), n)
        if product & HALF < n:
            key = fair(key, n)
            product = wmul(shr(mixed(key), 32), n)
        other = shr(product, 32)
        c = L[at + n]
        L[at + n] = L[at + 1 + other]
        L[at + 1 + other] = c
        S[lazy] = n - 1
        S[lazy + 1] = key

@inline
def dealt(S: Words[NS], L: Halves[NL], lazy: Int, at: Int) -> Int:
    # The top card, drawn and taken away; -1 if there is none.
    n = L[at]
    if n <= 0:
        return -1
    L[at] = n - 1
    c = L[at + n]
    if n <= S[lazy] and n > 1:
        key = wadd(S[lazy + 1], GOLDEN)
        product = wmul(shr(mixed(key), 32), n)
        if product & HALF < n:
            key = fair(key, n)
            product = wmul(shr(mixed(key), 32), n)
        other = 1 + shr(product, 32)
        last = c
        c = L[at + other]
        L[at + other] = last
        S[lazy] = n - 1
        S[lazy + 1] = key
    return c

def dealt_set(S: Words[NS], L: Halves[NL], lazy: Int, at: Int, count: Int) -> Int:
    # So many cards from the top, drawn and taken away; too few are left to those who can tell what is wrong.
    n = L[at]
    if n < count or n > CAPACITY:
        fail(BEYOND)
    end = n - count
    cards = 0
    while n > end and n > S[lazy]:
        cards |= wshl(1, L[at + n])
        n -= 1
    if n > end:
        key = S[lazy + 1]
        while n > end:
            key = wadd(key, GOLDEN)
            product = wmul(shr(mixed(key), 32), n)
            if product & HALF < n:
                key = fair(key, n)
                product = wmul(shr(mixed(key), 32), n)
            other = at + 1 + shr(product, 32)
            c = L[other]
            L[other] = L[at + n]
            cards |= wshl(1, c)
            n -= 1
        S[lazy] = n
        S[lazy + 1] = key
    L[at] = n
    return cards

@outline
def fair(key: Int, n: Int) -> Int:
    # The next key, from this one on, with which each of n is as likely.
    unfair = 4294967296 % n
    while wmul(shr(mixed(key), 32), n) & HALF < unfair:
        key = wadd(key, GOLDEN)
    return key

def shuffle_later(S: Words[NS], L: Halves[NL], lazy: Int, at: Int) -> None:
    n = L[at]
    # What was still to be drawn of the last shuffle is drawn now.
    while S[lazy] > 1:
        L[at] = S[lazy]
        settle_top(S, L, lazy, at)
    L[at] = n
    S[lazy] = n
    S[lazy + 1] = draw(S)
"""

NUMBERS = """
@inline
def member_from(members: Int, seat: Int) -> Int:
    if members == 0:
        return -1
    return (seat + ctz((members >> seat) | (members << (SEATS - seat)))) % SEATS

@inline
def quotient(a: Int, b: Int) -> Int:
    q = a // b
    if q * b != a and (a < 0) != (b < 0):
        q += 1
    return q

@inline
def remainder(a: Int, b: Int) -> Int:
    if b == -1:
        return 0
    r = a % b
    if r != 0 and (a < 0) != (b < 0):
        r -= b
    return r

def fibonacci(n: Int) -> Int:
    a = 0
    b = 1
    for i in range(n):
        c = wadd(a, b)
        a = b
        b = c
    return a

@inline
def tick(C: Words[NC], n: Int) -> None:
    C[STEPS] += n
    if C[STEPS] > C[MAX_STEPS] or now(C, ENDING) != 0:
        out_of_time(C)

@outline
def out_of_time(C: Words[NC]) -> None:
    if now(C, ENDING) != 0:
        fail(ENDED)
    fail(OUT_OF_STEPS)

@inline
def go_on(C: Words[NC]) -> None:
    if now(C, ENDING) != 0:
        fail(ENDED)
"""
