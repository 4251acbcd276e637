"""Kernel text: the paths of a choice (§7), its options, and the log of events."""

from __future__ import annotations

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
    for i in range(C[SLOTS]):
        C[HASHED + C[OPTION_SLOT + i]] = 0
    C[SLOTS] = 0
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
    go_on(C)
    C[DEPTH] = 0
    C[JOURNALED] = 0
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
    C[SLOTS] = n + 1
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
    C[JOURNALED] = 0
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
    if C[STEPS] > C[MAX_STEPS] or now(C, ENDING) != 0:
        out_of_time(C)
    if C[NOTING] != 0:
        C[EVENTS] += 1
        if C[NOTING] & LEARNS != 0:
            learn(S, L, C, kind, x, a, b, c, d, e)
        if C[NOTING] & INFERS != 0:
            follow_bars(S, L, C, kind, x, a, b, c, d)
        if C[NOTING] & MARKS != 0:
            C[DONE + x] = 1
        tell(C, kind, x, a, b, c, d, e)
    if OPEN_CARDS != 0:
        turn_moved_down(S, L, kind, x, a, b)
        if C[NOTING] & LEARNS != 0:
            look_around(S, L)
"""
