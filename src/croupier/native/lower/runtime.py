"""The run-time: what the code of every game calls, in the kernel language.

`S` and `L` are a state, `C` is the context of one thread: counters, the path that is being explored, the
options, the events, and room for collections. Random numbers are drawn as `croupier.game.random` says.
"""

from __future__ import annotations

from math import lcm

CONTEXT = (
    *("STEPS", "MAX_STEPS", "MAX_DECISIONS", "HOW", "NOTING", "WATCH", "HASH", "EVENTS", "DEPTH", "GIVEN"),
    *("RESUMED", "CARRY", "START", "ITEM", "COUNT", "CHOSEN", "RECORDED", "TOP", "LOGGED", "DROPPED"),
    *("DROPS", "STOPPING", "BUILDING", "FAULT_DETAIL", "FAULT_DETAIL_B"),
)
"""The first words of a context, in this order."""

MAX_DEPTH = 256
MAX_DROPS = 64
ROOMS = {
    "PICKS": 4 * MAX_DEPTH,
    "OFFERS": 4 * MAX_DEPTH,
    "DROP_TABLE": 4 * MAX_DROPS,
    "OPTION_AT": 1 << 16,
    "OPTION_HASH": 1 << 16,
    "OPTION_SLOT": 1 << 16,
    "HASHED": 1 << 17,
    "RECORDS": 1 << 18,
    "KEPT_AT": 1 << 12,
    "KEPT_RECORD": 1 << 16,
    "LOG": 1 << 17,
    "ARENA": 1 << 19,
}
"""The rooms of a context, and how many words each has."""

CODES = {
    "OUT_OF_STEPS": -11,
    "BEYOND": -12,
    "FINISHED": 1,
    "STUCK": 2,
    "UNFINISHED": 3,
    "FAILED": 4,
    "LEFT": 5,
}
"""Failures that are no faults, and the ways in which a game ends; LEFT to the interpreter."""

WIN = lcm(*range(1, 17))
"""One win in units that up to sixteen seats can share (`croupier.lab.statistics`)."""

_SIGN = 1 << 63


def signed(word: int) -> int:
    """A 64-bit word as the signed integer that it is in a kernel."""
    return word - (1 << 64) if word >= _SIGN else word


GOLDEN, MIX1, MIX2 = (signed(w) for w in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))

CONSTANTS = {
    **CODES,
    "RUNNING": 0,
    "EXPLORING": 1,
    "TAKING": 2,
    "HASHES": 1,
    "LOGS": 2,
    "LEARNS": 4,
    "PART": 13,
    "DROP": 14,
    "PICK": 15,
    "GOLDEN": GOLDEN,
    "MIX1": MIX1,
    "MIX2": MIX2,
    "LEAST": -(1 << 63),
    "GREATEST": (1 << 63) - 1,
    "HALF": (1 << 32) - 1,
    "KEPT_OPTIONS": 1 << 12,
    "KEPT_RECORDS": 1 << 16,
    "ODD": 256,
    "OUT_SEATS": 16,
    "WIN": WIN,
}

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
    if n <= 1:
        return 0
    product = wmul(shr(draw_player(R, at), 32), n)
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
        low = product & HALF
        if low < n:
            unfair = 4294967296 % n
            while low < unfair:
                key = wadd(key, GOLDEN)
                product = wmul(shr(mixed(key), 32), n)
                low = product & HALF
        other = shr(product, 32)
        c = L[at + n]
        L[at + n] = L[at + 1 + other]
        L[at + 1 + other] = c
        S[lazy] = n - 1
        S[lazy + 1] = key

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
    if C[STEPS] > C[MAX_STEPS]:
        fail(OUT_OF_STEPS)
"""

LISTS = """
@inline
def append(L: Halves[NL], at: Int, most: Int, card: Int) -> None:
    n = L[at]
    if n >= most:
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

GROUPS = """
@inline
def room(C: Words[NC], at: Int) -> None:
    if at >= ARENA_END:
        fail(BEYOND)

@inline
def release(C: Words[NC], top: Int) -> None:
    if C[HOW] != EXPLORING:
        C[TOP] = top

def words_have(C: Words[NC], at: Int, n: Int, word: Int) -> Bool:
    for i in range(n):
        if C[at + i] == word:
            return 1 == 1
    return 1 == 0

def fetch(L: Halves[NL], C: Words[NC], to: Int, most: Int, handle: Int) -> None:
    n = C[handle]
    if n > most:
        fail(BEYOND)
    L[to] = n
    for i in range(n):
        L[to + 1 + i] = C[handle + 1 + i]

def fetch_subset(L: Halves[NL], C: Words[NC], to: Int, most: Int, base: Int, mask: Int) -> None:
    k = 0
    while mask != 0:
        c = C[base + 1 + ctz(mask)]
        mask &= wsub(mask, 1)
        if c >= 0:
            k += 1
            L[to + k] = c
    L[to] = k

def store(L: Halves[NL], C: Words[NC], at: Int) -> None:
    n = L[at]
    to = C[TOP]
    room(C, to + n)
    for i in range(n + 1):
        C[to + i] = L[at + i]
    C[TOP] = to + n + 1

def index_lists(C: Words[NC], at: Int, count: Int) -> None:
    to = C[TOP]
    room(C, to + count)
    for i in range(count):
        C[to + i] = at
        at += C[at] + 1
    C[TOP] = to + count

def sort_cards(L: Halves[NL], C: Words[NC], at: Int, scores: Int) -> None:
    n = L[at]
    for i in range(1, n):
        c = L[at + 1 + i]
        v = C[scores + i]
        j = i
        while j > 0 and C[scores + j - 1] > v:
            L[at + 1 + j] = L[at + j]
            C[scores + j] = C[scores + j - 1]
            j -= 1
        L[at + 1 + j] = c
        C[scores + j] = v

def make_tuples(L: Halves[NL], C: Words[NC], at: Int, scores: Int, n: Int) -> Int:
    if n < 1:
        return 0
    size = L[at]
    made = 0
    level = 0
    while level < size:
        end = level
        while end < size and C[scores + end] == C[scores + level]:
            end += 1
        if n <= end - level:
            index = C[TOP]
            room(C, index + n)
            for i in range(n):
                C[index + i] = level + i
            going = 1
            to = index + n
            # The indices stand before the lists, and are dropped when the level is done.
            while going != 0:
                made += 1
                if made > 100000:
                    return made
                room(C, to + n)
                C[to] = n
                for i in range(n):
                    C[to + 1 + i] = L[at + 1 + C[index + i]]
                to += n + 1
                i = n - 1
                while i >= 0 and C[index + i] == end - n + i:
                    i -= 1
                if i < 0:
                    going = 0
                else:
                    C[index + i] += 1
                    for j in range(i + 1, n):
                        C[index + j] = C[index + j - 1] + 1
            i = index + n
            while i < to:
                C[i - n] = C[i]
                i += 1
            C[TOP] = to - n
        level = end
    return made

def make_runs(L: Halves[NL], C: Words[NC], at: Int, scores: Int, least: Int, largest: Int) -> Int:
    size = L[at]
    made = 0
    level = 0
    previous = -1
    while level < size:
        start = C[scores + level]
        end = level
        while end < size and C[scores + end] == start:
            end += 1
        skipped = 0
        if largest != 0 and previous >= 0:
            if C[scores + previous] == start - 1:
                skipped = 1
        if skipped == 0:
            longest = 1
            next_level = end
            while next_level < size and C[scores + next_level] == start + longest:
                while next_level < size and C[scores + next_level] == start + longest:
                    next_level += 1
                longest += 1
            length = longest if largest != 0 else least
            while length <= longest:
                if length >= least:
                    made = chains(L, C, at, scores, level, length, made)
                    if made > 100000:
                        return made
                length += 1
        previous = level
        level = end
    return made

def chains(L: Halves[NL], C: Words[NC], at: Int, scores: Int, level: Int, length: Int, made: Int) -> Int:
    size = L[at]
    index = C[TOP]
    room(C, index + 3 * length)
    k = level
    for i in range(length):
        C[index + 3 * i] = k
        C[index + 3 * i + 1] = k
        v = C[scores + k]
        while k < size and C[scores + k] == v:
            k += 1
        C[index + 3 * i + 2] = k
    to = index + 3 * length
    going = 1
    while going != 0:
        made += 1
        if made > 100000:
            return made
        room(C, to + length)
        C[to] = length
        for i in range(length):
            C[to + 1 + i] = L[at + 1 + C[index + 3 * i + 1]]
        to += length + 1
        i = length - 1
        while i >= 0 and C[index + 3 * i + 1] + 1 >= C[index + 3 * i + 2]:
            C[index + 3 * i + 1] = C[index + 3 * i]
            i -= 1
        if i < 0:
            going = 0
        else:
            C[index + 3 * i + 1] += 1
    i = index + 3 * length
    while i < to:
        C[i - 3 * length] = C[i]
        i += 1
    C[TOP] = to - 3 * length
    return made

def make_parts(L: Halves[NL], C: Words[NC], at: Int, values: Int) -> Int:
    size = L[at]
    made = 0
    for i in range(size):
        first = 1
        for j in range(i):
            if C[values + j] == C[values + i]:
                first = 0
        if first != 0:
            to = C[TOP]
            room(C, to + size)
            n = 0
            for j in range(i, size):
                if C[values + j] == C[values + i]:
                    n += 1
                    C[to + n] = L[at + 1 + j]
            C[to] = n
            C[TOP] = to + n + 1
            made += 1
    return made

def join_lists(L: Halves[NL], C: Words[NC], to: Int, most: Int, handles: Int, count: Int) -> None:
    for i in range(count):
        handle = C[handles + i]
        for j in range(C[handle]):
            append(L, to, most, C[handle + 1 + j])

def lists_with(C: Words[NC], handles: Int, count: Int, card: Int) -> Int:
    found = 0
    for i in range(count):
        handle = C[handles + i]
        has = 0
        for j in range(C[handle]):
            if C[handle + 1 + j] == card:
                has = 1
        found += has
    return found

def in_every(L: Halves[NL], C: Words[NC], to: Int, most: Int, handles: Int, count: Int) -> None:
    for i in range(count):
        handle = C[handles + i]
        for j in range(C[handle]):
            card = C[handle + 1 + j]
            if lists_with(C, handles, count, card) == count and not list_has(L, to, card):
                append(L, to, most, card)

def in_one(L: Halves[NL], C: Words[NC], to: Int, most: Int, handles: Int, count: Int) -> None:
    for i in range(count):
        handle = C[handles + i]
        for j in range(C[handle]):
            card = C[handle + 1 + j]
            if lists_with(C, handles, count, card) == 1 and not list_has(L, to, card):
                append(L, to, most, card)

def stretch(L: Halves[NL], C: Words[NC], to: Int, at: Int, scores: Int, least: Int, top: Int) -> None:
    size = L[at]
    length = size
    values = C[TOP]
    room(C, values + size)
    found = 0
    while length >= least and found == 0:
        skipped = size - length if top != 0 else 0
        L[to] = length
        for i in range(length):
            L[to + 1 + i] = L[at + 1 + skipped + i]
            C[values + i] = C[scores + skipped + i]
        sort_cards(L, C, to, values)
        found = 1
        for i in range(1, length):
            if C[values + i] != C[values + i - 1] + 1:
                found = 0
        length -= 1
    if found == 0:
        L[to] = 0

def strike_lists(C: Words[NC], handles: Int, count: Int, card: Int) -> None:
    for i in range(count):
        handle = C[handles + i]
        kept = 0
        for j in range(C[handle]):
            c = C[handle + 1 + j]
            if c != card:
                C[handle + 1 + kept] = c
                kept += 1
        C[handle] = kept

def strike_base(C: Words[NC], base: Int, card: Int) -> None:
    for i in range(C[base]):
        if C[base + 1 + i] == card:
            C[base + 1 + i] = -1

def strike_saved(S: Words[NS], at: Int, card: Int) -> None:
    read = at + 1
    write = at + 1
    for i in range(S[at]):
        n = S[read]
        head = write
        kept = 0
        for j in range(n):
            c = S[read + 1 + j]
            if c != card:
                kept += 1
                S[head + kept] = c
        S[head] = kept
        write = head + kept + 1
        read += n + 1

def save_words(S: Words[NS], C: Words[NC], to: Int, most: Int, at: Int, count: Int) -> None:
    if count >= most:
        fail(BEYOND)
    S[to] = count
    for i in range(count):
        S[to + 1 + i] = C[at + i]

def save_lists(S: Words[NS], C: Words[NC], to: Int, most: Int, handles: Int, count: Int) -> None:
    S[to] = count
    write = to + 1
    for i in range(count):
        handle = C[handles + i]
        n = C[handle]
        if write + n + 1 > to + most:
            fail(BEYOND)
        for j in range(n + 1):
            S[write + j] = C[handle + j]
        write += n + 1

def load_words(S: Words[NS], C: Words[NC], at: Int) -> None:
    to = C[TOP]
    n = S[at]
    room(C, to + n)
    for i in range(n):
        C[to + i] = S[at + 1 + i]
    C[TOP] = to + n

def load_lists(S: Words[NS], C: Words[NC], at: Int) -> Int:
    to = C[TOP]
    count = S[at]
    read = at + 1
    for i in range(count):
        n = S[read]
        room(C, C[TOP] + n)
        for j in range(n + 1):
            C[C[TOP] + j] = S[read + j]
        C[TOP] += n + 1
        read += n + 1
    handles = C[TOP]
    index_lists(C, to, count)
    return handles
"""

OPTIONS = """
@inline
def explored(C: Words[NC], count: Int) -> Int:
    d = C[DEPTH]
    if d >= MAX_DEPTH:
        fail(BEYOND)
    C[DEPTH] = d + 1
    at = PICKS + 4 * d
    if d >= C[GIVEN]:
        C[GIVEN] = d + 1
        C[at] = 0
    if C[RESUMED] == d:
        C[STEPS] = C[CARRY]
        C[RESUMED] = -1
    C[at + 1] = count
    return C[at]

@inline
def taken(C: Words[NC]) -> None:
    d = C[DEPTH]
    if d >= MAX_DEPTH:
        fail(BEYOND)
    C[DEPTH] = d + 1
    if d >= C[GIVEN]:
        C[PICKS + 4 * d + 1] = 0

def kept_offer(C: Words[NC], depth: Int, site: Int, at: Int, count: Int, base: Int) -> None:
    if depth >= MAX_DEPTH:
        fail(BEYOND)
    C[PICKS + 4 * depth + 3] = site
    C[OFFERS + 4 * depth] = at
    C[OFFERS + 4 * depth + 1] = count
    C[OFFERS + 4 * depth + 2] = base
    C[OFFERS + 4 * depth + 3] = C[TOP]

def begin_options(C: Words[NC]) -> None:
    for i in range(C[COUNT]):
        C[HASHED + C[OPTION_SLOT + i]] = 0
    C[COUNT] = 0
    C[KEYED] = 0
    C[RECORDED] = 0
    C[NOTING] = HASHES
    C[HOW] = EXPLORING

def begin_item(C: Words[NC], item: Int) -> None:
    C[ITEM] = item
    C[GIVEN] = 0
    C[RESUMED] = -1
    C[START] = C[STEPS]

def begin_path(C: Words[NC]) -> None:
    C[DEPTH] = 0
    C[HASH] = MIX2
    C[EVENTS] = 0
    C[TOP] = ARENA
    C[STEPS] = C[START]

def end_path(C: Words[NC], found: Int) -> Int:
    if found < 0:
        fail(found)
    if found > 0:
        drop(C, found)
    elif C[EVENTS] > 0:
        add_option(C)
    k = C[GIVEN] - 1
    while k >= 0 and C[PICKS + 4 * k] + 1 >= C[PICKS + 4 * k + 1]:
        k -= 1
    if k < 0:
        return 0
    C[PICKS + 4 * k] += 1
    C[GIVEN] = k + 1
    C[RESUMED] = k
    C[CARRY] = C[STEPS]
    return 1

def add_option(C: Words[NC]) -> None:
    n = C[COUNT]
    h = C[HASH]
    slot = shr(h, 47)
    while C[HASHED + slot] != 0:
        if C[OPTION_HASH + C[HASHED + slot] - 1] == h:
            return
        slot = (slot + 1) & 131071
    at = C[RECORDED]
    depth = C[GIVEN]
    if n >= 65535 or at + 2 * depth + 2 >= 262144:
        fail(BEYOND)
    C[HASHED + slot] = n + 1
    C[OPTION_HASH + n] = h
    C[OPTION_SLOT + n] = slot
    C[OPTION_AT + n] = at
    C[RECORDS + at] = C[ITEM]
    C[RECORDS + at + 1] = depth
    for i in range(depth):
        C[RECORDS + at + 2 + 2 * i] = C[PICKS + 4 * i + 1]
        C[RECORDS + at + 3 + 2 * i] = C[PICKS + 4 * i + 2]
    C[RECORDED] = at + 2 + 2 * depth
    C[COUNT] = n + 1

def drop(C: Words[NC], site: Int) -> None:
    C[DROPPED] += 1
    a = C[FAULT_DETAIL]
    b = C[FAULT_DETAIL + 1]
    if C[WATCH] & LOGS != 0:
        log_event(C, DROP, site, a, b, 0, 0, 0)
    for i in range(C[DROPS]):
        at = DROP_TABLE + 4 * i
        if C[at] == site and C[at + 1] == a and C[at + 2] == b:
            C[at + 3] += 1
            return
    n = C[DROPS]
    if n >= MAX_DROPS:
        fail(BEYOND)
    at = DROP_TABLE + 4 * n
    C[at] = site
    C[at + 1] = a
    C[at + 2] = b
    C[at + 3] = 1
    C[DROPS] = n + 1

def end_options(C: Words[NC]) -> None:
    C[NOTING] = C[WATCH]
    C[HOW] = RUNNING

def begin_taking(C: Words[NC]) -> Int:
    n = C[CHOSEN]
    if n < 0 or n >= C[COUNT]:
        fail(BEYOND)
    at = RECORDS + C[OPTION_AT + n]
    depth = C[at + 1]
    for i in range(depth):
        C[PICKS + 4 * i + 1] = C[at + 2 + 2 * i]
        C[PICKS + 4 * i + 2] = C[at + 3 + 2 * i]
    C[GIVEN] = depth
    C[DEPTH] = 0
    C[TOP] = ARENA
    C[HOW] = TAKING
    return C[at]

def log_event(C: Words[NC], kind: Int, x: Int, a: Int, b: Int, c: Int, d: Int, e: Int) -> None:
    n = C[LOGGED]
    if n >= 16384:
        fail(BEYOND)
    at = LOG + 8 * n
    C[at] = kind
    C[at + 1] = x
    C[at + 2] = a
    C[at + 3] = b
    C[at + 4] = c
    C[at + 5] = d
    C[at + 6] = e
    C[LOGGED] = n + 1

def log_list(L: Halves[NL], C: Words[NC], at: Int) -> None:
    if C[NOTING] & LOGS != 0:
        n = L[at]
        log_event(C, PART, 0, n, 0, 0, 0, 0)
        i = 0
        while i < n:
            log_event(
                C,
                PART,
                1,
                L[at + 1 + i],
                L[at + 2 + i] if i + 1 < n else 0,
                L[at + 3 + i] if i + 2 < n else 0,
                L[at + 4 + i] if i + 3 < n else 0,
                L[at + 5 + i] if i + 4 < n else 0,
            )
            i += 5

@inline
def log_pick(C: Words[NC], x: Int, count: Int, value: Int) -> None:
    if C[NOTING] & LOGS != 0:
        log_event(C, PICK, x, count, value, 0, 0, 0)

def tell(C: Words[NC], kind: Int, x: Int, a: Int, b: Int, c: Int, d: Int, e: Int) -> None:
    if C[NOTING] & HASHES != 0:
        C[HASH] = blend(blend(blend(blend(blend(blend(C[HASH], kind), a), b), c), d), e)
    if C[NOTING] & LOGS != 0:
        log_event(C, kind, x, a, b, c, d, e)

@outline
def note(S: Words[NS], L: Halves[NL], C: Words[NC], kind: Int, x: Int, a: Int, b: Int, c: Int, d: Int, e: Int) -> None:
    C[STEPS] += 1
    if C[STEPS] > C[MAX_STEPS]:
        fail(OUT_OF_STEPS)
    if C[NOTING] != 0:
        C[EVENTS] += 1
        if C[NOTING] & LEARNS != 0:
            learn(S, L, C, kind, x, a, b, c, d, e)
        tell(C, kind, x, a, b, c, d, e)
"""

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

def learn_move(S: Words[NS], L: Halves[NL], card: Int, origin: Int, to: Int, pointed: Int) -> None:
    rest = held_by(S, L, origin)
    told = remembered(L, card)
    for seat in range(SEATS):
        saw = sees(S, seat, origin)
        seen = sees(S, seat, to)
        known = knows(S, seat, card) and (rest == 0 or (pointed != 0 and ALL_FREE[origin] == 0))
        identified = saw or seen or known or told
        if identified and not seen:
            get_to_know(S, seat, card)
        else:
            lose_sight(S, seat, card)
        if not saw and not identified:
            lose_place(S, L, seat, origin)

def carried(S: Words[NS], L: Halves[NL], moved: Int, origin: Int, to: Int) -> None:
    for seat in range(SEATS):
        if sees(S, seat, to):
            lose_place(S, L, seat, moved)
        elif sees(S, seat, origin):
            keep_place(S, L, seat, moved)

def learn(S: Words[NS], L: Halves[NL], C: Words[NC], kind: Int, x: Int, a: Int, b: Int, c: Int, d: Int, e: Int) -> None:
    if kind == 0:
        learn_move(S, L, a, b, d, POINTED[x])
    elif kind == 5:
        for seat in range(SEATS):
            if not sees(S, seat, a):
                lose_place(S, L, seat, a)
    elif kind == 3:
        carried(S, L, b, a, b)
        carried(S, L, a, b, a)
    elif kind == 4:
        learn_move(S, L, a, c, d, 0)
        learn_move(S, L, b, d, c, 0)
    elif kind == 2:
        place = L[WHERE + a]
        for seat in range(SEATS):
            if place >= 0 and not sees(S, seat, place):
                get_to_know(S, seat, a)
    elif kind == 12:
        for i in range(TEAM_PLACES):
            place = TEAM_OWNED[i]
            for seat in range(SEATS):
                if sees(S, seat, place):
                    lose_place(S, L, seat, place)
                elif SEES[(b * SEATS + seat) * NPLACES + place] != 0:
                    keep_place(S, L, seat, place)
"""

WHOLE = """
def fresh(S: Words[NS], L: Halves[NL], seed: Int) -> None:
    fill(S, 0, NS, 0)
    fill(L, 0, STATE, 0)
    for i in range(CARDS):
        L[WHERE + i] = -1
    state_stream(S, seed, 0, 0)
    for i in range(PLAYER_LEVELS):
        S[PLAYERS + 2 * i + 1] = -1
    for i in range(TEAM_LEVELS):
        S[TURNS + 2 * i + 1] = -1

def settle_end(S: Words[NS], C: Words[NC], code: Int) -> None:
    if code == OUT_OF_STEPS or (code > 0 and C[STEPS] > C[MAX_STEPS]):
        S[STATUS] = UNFINISHED
        S[FAULT] = OUT_OF_STEPS
    elif code == BEYOND:
        S[STATUS] = LEFT
    else:
        S[STATUS] = FAILED
        S[FAULT] = code
        S[FAULT_A] = C[FAULT_DETAIL]
        S[FAULT_B] = C[FAULT_DETAIL + 1]

def prepared(S: Words[NS], L: Halves[NL], C: Words[NC], seed: Int) -> None:
    C[NOTING] = 0
    C[WATCH] = 0
    C[STEPS] = 0
    fresh(S, L, seed)
    set_up_quietly(S, L, C)

def begin(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC]) -> None:
    C[STEPS] = 0
    C[TOP] = ARENA
    C[HOW] = RUNNING
    C[NOTING] = C[WATCH]
    code = caught(set_up(S, L, C))
    if code == 0:
        code = caught(step(S, L, T, M, C, 0))
    if code != 0:
        settle_end(S, C, code)

def apply(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], option: Int) -> None:
    C[STEPS] = 0
    C[NOTING] = C[WATCH]
    C[CHOSEN] = option
    code = caught(step(S, L, T, M, C, S[PC]))
    if code != 0:
        settle_end(S, C, code)

def playout(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], stride: Int) -> None:
    C[TOP] = ARENA
    C[HOW] = RUNNING
    C[NOTING] = 0
    C[WATCH] = 0
    code = caught(finish(S, L, T, M, C, R, stride, S[PC]))
    if code != 0:
        settle_end(S, C, code)

def games(S: Words[NS], L: Halves[NL], A: Words[NS], B: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], seed: Int, first: Int, count: Int, out: Words, odd: Words) -> Int:
    done = 0
    odd[0] = 0
    C[NOTING] = 0
    C[WATCH] = 0
    C[STEPS] = 0
    fresh(A, B, 0)
    set_up_quietly(A, B, C)
    made = C[STEPS]
    while done < count:
        own = game_seed(seed, first + done)
        copy(S, 0, A, 0, NS)
        copy(L, 0, B, 0, STATE)
        state_stream(S, own, 0, 0)
        C[STEPS] = made
        for seat in range(SEATS):
            stream(R, 4 * seat, own, 1, seat)
        C[DROPS] = 0
        playout(S, L, T, M, C, R, 4)
        strange = 0
        if S[STATUS] != FINISHED or C[DROPS] != 0:
            strange = 1
        else:
            for seat in range(SEATS):
                v = S[SCORES + seat]
                if v > 1048576 or v < -1048576:
                    strange = 1
        if strange != 0:
            # Rare: told one by one, and looked at by somebody with more time.
            odd[0] += 1
            odd[odd[0]] = first + done
            done += 1
            if odd[0] + 1 >= ODD:
                return done
        else:
            add_game(S, out)
            done += 1
    return done

@inline
def add_game(S: Words[NS], out: Words) -> None:
    d = S[DECISIONS]
    o = S[OPTIONS]
    f = S[FORCED]
    n = out[0]
    out[0] = n + 1
    out[1] += d
    out[2] += d * d
    if n == 0 or d < out[3]:
        out[3] = d
    if n == 0 or d > out[4]:
        out[4] = d
    out[5] += o
    out[6] += o * o
    out[7] += o * d
    out[8] += f
    out[9] += f * f
    out[10] += f * d
    best = S[SCORES]
    for seat in range(1, SEATS):
        v = S[SCORES + seat]
        if (v > best) == (HIGHEST != 0) and v != best:
            best = v
    firsts = 0
    for seat in range(SEATS):
        v = S[SCORES + seat]
        if v == best:
            firsts += 1
        at = OUT_SEATS + 5 * seat
        out[at + 1] += v
        out[at + 2] += v * v
        if n == 0 or v < out[at + 3]:
            out[at + 3] = v
        if n == 0 or v > out[at + 4]:
            out[at + 4] = v
    part = WIN // firsts
    for seat in range(SEATS):
        if S[SCORES + seat] == best:
            out[OUT_SEATS + 5 * seat] += part

def playouts(S: Words[NS], L: Halves[NL], A: Words[NS], B: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], count: Int, out: Words) -> Int:
    done = 0
    a = S[RNG]
    b = S[RNG + 1]
    c = S[RNG + 2]
    d = S[RNG + 3]
    while done < count:
        copy(A, 0, S, 0, NS)
        copy(B, 0, L, 0, STATE)
        # Chance goes on from one playout to the next.
        A[RNG] = a
        A[RNG + 1] = b
        A[RNG + 2] = c
        A[RNG + 3] = d
        C[STEPS] = 0
        playout(A, B, T, M, C, R, 0)
        a = A[RNG]
        b = A[RNG + 1]
        c = A[RNG + 2]
        d = A[RNG + 3]
        if A[STATUS] == FINISHED:
            add_game(A, out)
        elif A[STATUS] == LEFT:
            return done
        done += 1
    return done

def hash_state(S: Words[NS], L: Halves[NL]) -> Int:
    h = MIX1
    for i in range(HASHED_WORDS):
        if i < RNG or i > RNG + 3:
            h = blend(h, S[i])
    for p in range(NPLACES - NSETS):
        at = LISTS + p * STRIDE
        h = blend(h, L[at])
        for i in range(L[at]):
            h = blend(h, L[at + 1 + i])
    return h
"""
