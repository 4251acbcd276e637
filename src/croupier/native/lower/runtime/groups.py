"""Kernel text: collections, written down one behind the other in the context."""

from __future__ import annotations

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
