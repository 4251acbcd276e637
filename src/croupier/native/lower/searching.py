"""Kernels that know no game: complete states that agree with a view (§10), and pure Monte Carlo on them.

`croupier.interpreter.view` says what a sample is, and `docs/players.md` what the search is; these are the same again.
A sample is made of nothing but what the seat's view tells, though it is read from a whole state: the cards that
the seat does not know are dealt anew, and known ones that look alike are taken in the order in which the view
lists them.
"""

from __future__ import annotations

SAMPLING = """
def fresh_sight(L: Halves[NL], C: Words[NC]) -> None:
    for i in range(CARDS):
        C[COPIED + i] = 0
        C[NUMBER + i] = -1
        C[GIVEN_CARD + i] = -1
    for i in range(MEMORIES):
        at = LISTS + (MEMORY_PLACES[i] - NSETS) * STRIDE
        for j in range(L[at]):
            C[COPIED + L[at + 1 + j]] = 1

def laid_out(S: Words[NS], L: Halves[NL], C: Words[NC], place: Int) -> Int:
    if place < NSETS:
        n = 0
        left = S[SETS + place]
        while left != 0:
            C[LAID + n] = ctz(left)
            left &= wsub(left, 1)
            n += 1
        return n
    at = LISTS + (place - NSETS) * STRIDE
    for i in range(L[at]):
        C[LAID + i] = L[at + 1 + i]
    return L[at]

@inline
def is_known(S: Words[NS], C: Words[NC], seat: Int, place: Int, card: Int) -> Bool:
    return sees(S, seat, place) or C[COPIED + card] != 0 or knows(S, seat, card)

def listed(S: Words[NS], L: Halves[NL], C: Words[NC], seat: Int, place: Int) -> Int:
    n = laid_out(S, L, C, place)
    if sees(S, seat, place) or ALL_FREE[place] == 0:
        return n
    # Known cards first, by what they are: the place of a hidden card tells nothing.
    for i in range(1, n):
        c = C[LAID + i]
        rank = GREATEST
        if is_known(S, C, seat, place, c):
            rank = wadd(wshl(KIND[c], 32), C[NUMBER + c])
        j = i
        going = 1
        while j > 0 and going != 0:
            other = C[LAID + j - 1]
            before = GREATEST
            if is_known(S, C, seat, place, other):
                before = wadd(wshl(KIND[other], 32), C[NUMBER + other])
            if before > rank:
                C[LAID + j] = other
                j -= 1
            else:
                going = 0
        C[LAID + j] = c
    return n

@inline
def planned(S: Words[NS], L: Halves[NL], C: Words[NC], seat: Int, place: Int) -> Int:
    # Where no two cards are of a kind and all have one back, it does not matter which comes first.
    if KINDS == CARDS and BACKS == 1:
        return laid_out(S, L, C, place)
    return listed(S, L, C, seat, place)

def number_known(S: Words[NS], L: Halves[NL], C: Words[NC], seat: Int) -> None:
    number = 0
    for p in range(NPLACES):
        place = PLACE_ORDER[p]
        n = laid_out(S, L, C, place)
        for i in range(n):
            c = C[LAID + i]
            if C[NUMBER + c] < 0 and is_known(S, C, seat, place, c):
                C[NUMBER + c] = number
                number += 1

def give_known(S: Words[NS], L: Halves[NL], C: Words[NC], seat: Int) -> None:
    for i in range(KINDS):
        C[NEXT + i] = FIRST_OF_KIND[i]
    if KINDS == CARDS:
        for place in range(NPLACES):
            for i in range(laid_out(S, L, C, place)):
                c = C[LAID + i]
                if is_known(S, C, seat, place, c):
                    C[GIVEN_CARD + c] = c
                    C[NEXT + KIND[c]] = c + 1
        return
    for p in range(NPLACES):
        place = PLACE_ORDER[p]
        n = listed(S, L, C, seat, place)
        for i in range(n):
            c = C[LAID + i]
            if is_known(S, C, seat, place, c) and C[GIVEN_CARD + c] < 0:
                k = KIND[c]
                own = C[NEXT + k]
                while own < CARDS and L[WHERE + own] < 0:
                    own += 1
                C[GIVEN_CARD + c] = own
                C[NEXT + k] = own + 1

def pool_rest(L: Halves[NL], C: Words[NC]) -> None:
    for b in range(BACKS):
        C[POOL_SIZE + b] = 0
    pools = 0
    for c in range(CARDS):
        if L[WHERE + c] >= 0 and c >= C[NEXT + KIND[c]]:
            b = BACK[c]
            if C[POOL_SIZE + b] == 0:
                C[POOL_TURN + pools] = b
                pools += 1
            C[POOL + b * CARDS + C[POOL_SIZE + b]] = c
            C[POOL_SIZE + b] += 1
    C[POOLS] = pools

def lay_plan(S: Words[NS], L: Halves[NL], P: Words[NS], Q: Halves[NL], C: Words[NC], seat: Int) -> None:
    copy(P, 0, S, 0, NS)
    copy(Q, 0, L, 0, LISTS)
    # Behind the end of a list lie cards that were there once: whoever is handed a sample finds nothing.
    fill(Q, LISTS, STATE - LISTS, 0)
    forget(P)
    players = 2 * PLAYER_DEPTH[S[PC]] + 2
    fill(P, PLAYERS + players, 2 * PLAYER_LEVELS - players, 0)
    teams = 2 * TEAM_DEPTH[S[PC]] + 2
    fill(P, TURNS + teams, 2 * TEAM_LEVELS - teams, 0)
    for i in range(COUNTED_STAGES):
        if IS_OPEN_AT[S[PC] * COUNTED_STAGES + i] == 0:
            P[TURNS_LEFT[i]] = 0
    if ASKS_OTHERS != 0:
        ask_anew(P, seat)
    if OPEN_CARDS != 0:
        fill(P, FACES, FACE_WORDS, 0)
    P[FORCED] = 0
    P[OPTIONS] = 0
    fill(P, KEPT, SEATS * KEPT_WORDS, 0)
    fresh_sight(L, C)
    if KINDS < CARDS:
        number_known(S, L, C, seat)
    give_known(S, L, C, seat)
    pool_rest(L, C)
    hidden = 0
    begin_slot_bars(C)
    for p in range(NPLACES):
        place = PLACE_ORDER[p]
        n = planned(S, L, C, seat, place)
        first = hidden
        at = LISTS + (place - NSETS) * STRIDE
        if place < NSETS:
            P[SETS + place] = 0
        else:
            Q[at] = 0
        for i in range(n):
            c = C[LAID + i]
            if is_known(S, C, seat, place, c):
                own = C[GIVEN_CARD + c]
                if MEMORY[place] == 0:
                    Q[WHERE + own] = place
                    if not sees(S, seat, place):
                        get_to_know(P, seat, own)
                put_in(P, Q, place, own, ALL_FREE[place])
                if OPEN_CARDS != 0 and MEMORY[place] == 0 and is_face_up(S, c):
                    turn_up(P, own)
            else:
                C[HIDDEN + 3 * hidden] = place
                C[HIDDEN + 3 * hidden + 1] = BACK[c]
                C[HIDDEN + 3 * hidden + 2] = -1
                if place >= NSETS and ALL_FREE[place] == 0:
                    C[HIDDEN + 3 * hidden + 2] = at + 1 + Q[at]
                    Q[at] += 1
                note_slot_bar(S, C, hidden, first, c, ALL_FREE[place])
                hidden += 1
    C[HIDDEN_CARDS] = hidden
    prepare_deal(C)

def begin_pools(C: Words[NC], R: Words[64], at: Int) -> None:
    for t in range(C[POOLS]):
        b = C[POOL_TURN + t]
        copy(C, SHUFFLED + b * CARDS, C, POOL + b * CARDS, C[POOL_SIZE + b])
        C[POOL_LEFT + b] = C[POOL_SIZE + b]
        C[POOL_KEY + b] = draw_player(R, at)

@inline
def from_pool(C: Words[NC], b: Int) -> Int:
    # The last card of a shuffled pool: which one that is, is drawn only now.
    first = SHUFFLED + b * CARDS
    n = C[POOL_LEFT + b]
    C[POOL_LEFT + b] = n - 1
    if n == 1:
        return C[first]
    key = wadd(C[POOL_KEY + b], GOLDEN)
    product = wmul(shr(mixed(key), 32), n)
    if product & HALF < n:
        key = fair(key, n)
        product = wmul(shr(mixed(key), 32), n)
    C[POOL_KEY + b] = key
    drawn = first + shr(product, 32)
    card = C[drawn]
    C[drawn] = C[first + n - 1]
    return card

def deal_by_plan(P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], at: Int) -> None:
    copy(T, 0, P, 0, WORDS)
    copy(M, 0, Q, 0, STATE)
    own = draw_player(R, at)
    state_stream(T, own, 2, 0)
    if C[BARS] != 0:
        deal_barred(C, R, at)
    else:
        begin_pools(C, R, at)
    for i in range(C[HIDDEN_CARDS]):
        place = C[HIDDEN + 3 * i]
        card = 0
        if C[BARS] != 0:
            card = dealt_card(C, i)
        else:
            card = from_pool(C, C[HIDDEN + 3 * i + 1] if BACKS > 1 else 0)
        index = C[HIDDEN + 3 * i + 2]
        if index >= 0:
            M[index] = card
        elif place < NSETS:
            T[SETS + place] |= wshl(1, card)
        else:
            insert_sorted(M, LISTS + (place - NSETS) * STRIDE, card)
        M[WHERE + card] = place

def sample_by_plan(P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], at: Int, wanted: Int) -> Int:
    C[WATCH] = 0
    for attempt in range(1000):
        go_on(C)
        deal_by_plan(P, Q, T, M, C, R, at)
        C[TOP] = ARENA
        C[NOTING] = 0
        C[HOW] = RUNNING
        relet(T, M, C)
        rebuild(T, M, A, B, C)
        if wanted > 0 and C[COUNT] == wanted:
            return 1
        if wanted == 0 and C[COUNT] > 1:
            return 1
    return 0

def sample(S: Words[NS], L: Halves[NL], P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], at: Int, seat: Int, wanted: Int) -> Int:
    lay_plan(S, L, P, Q, C, seat)
    found = sample_by_plan(P, Q, T, M, A, B, C, R, at, wanted)
    keep_bars(T, C)
    return found
"""

MONTE_CARLO = """
def keep_options(C: Words[NC]) -> Int:
    n = C[COUNT]
    if n > KEPT_OPTIONS or C[RECORDED] > KEPT_RECORDS:
        fail(BEYOND)
    copy(C, KEPT_AT, C, OPTION_AT, n)
    copy(C, KEPT_RECORD, C, RECORDS, C[RECORDED])
    return C[RECORDED]

def bring_options(C: Words[NC], n: Int, recorded: Int) -> None:
    begin_options(C)
    end_options(C)
    copy(C, OPTION_AT, C, KEPT_AT, n)
    copy(C, RECORDS, C, KEPT_RECORD, recorded)
    C[RECORDED] = recorded
    C[COUNT] = n

def reward(S: Words[NS], C: Words[NC], kind: Int, unit: Int, worth: Words) -> None:
    if S[STATUS] != FINISHED or kind == 3:
        for seat in range(SEATS):
            C[GAINED + seat] = unit // 2
        return
    if kind == 2:
        for seat in range(SEATS):
            v = min(max(S[SCORES + seat], worth[1]), worth[2])
            C[GAINED + seat] = min(shr(abs(v - worth[0]), worth[3]) * 1024 // worth[4], 1024)
        return
    for seat in range(SEATS):
        # The complement turns the order round, for every number there is.
        v = S[SCORES + seat] ^ TURNED
        ahead = 0
        behind = 0
        for other in range(SEATS):
            w = S[SCORES + other] ^ TURNED
            ahead += 1 if w > v else 0
            behind += 1 if w < v else 0
        if kind == 4 and SEATS > 1:
            C[GAINED + seat] = SEATS - 1 - ahead + behind
        elif kind == 1:
            C[GAINED + seat] = unit // (ahead + 1)
        else:
            C[GAINED + seat] = 2 * (SEATS - 1 - ahead) if SEATS > 1 else 2

def pilot(P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], X: Words[NS], Y: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, number: Int, count: Int) -> None:
    # A game played at random; some begin with the same deal.
    go_on(C)
    if number % PILOTS_A_DEAL == 0:
        stream(R, 4, key, 2, FIRST_PILOT + number // PILOTS_A_DEAL)
        if sample_by_plan(P, Q, T, M, A, B, C, R, 4, count) == 0:
            fail(BEYOND)
    copy(X, 0, T, 0, WORDS)
    copy(Y, 0, M, 0, STATE)
    stream(R, 0, key, 1, FIRST_PILOT + number)
    C[STEPS] = 0
    C[FIRST] = -1
    playout(X, Y, A, B, C, R, 0)
    if X[STATUS] == LEFT:
        fail(BEYOND)

def find_scores(P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], X: Words[NS], Y: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, count: Int, out: Words) -> None:
    # The lowest and the highest score of pilot games behind a word that tells whether one has finished.
    p = 0
    fill(out, 0, 3, 0)
    while p < PILOTS or (out[0] != 0 and out[1] == out[2] and p < MOST_PILOTS):
        pilot(P, Q, T, M, X, Y, A, B, C, R, key, p, count)
        if X[STATUS] == FINISHED:
            for each in range(SEATS):
                v = X[SCORES + each]
                if out[0] == 0 or v < out[1]:
                    out[1] = v
                if out[0] == 0 or v > out[2]:
                    out[2] = v
                out[0] = 1
        p += 1

def pilots(S: Words[NS], L: Halves[NL], P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], X: Words[NS], Y: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, seat: Int, count: Int, out: Words) -> None:
    lay_plan(S, L, P, Q, C, seat)
    find_scores(P, Q, T, M, X, Y, A, B, C, R, key, count, out)

def pipmc(S: Words[NS], L: Halves[NL], P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], X: Words[NS], Y: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, seat: Int, first: Int, tests: Int, count: Int, kind: Int, unit: Int, worth: Words, sums: Words) -> Int:
    lay_plan(S, L, P, Q, C, seat)
    return tested(P, Q, T, M, X, Y, A, B, C, R, key, first, tests, count, kind, unit, worth, sums)

def tested(P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], X: Words[NS], Y: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, first: Int, tests: Int, count: Int, kind: Int, unit: Int, worth: Words, sums: Words) -> Int:
    done = 0
    while done < tests:
        go_on(C)
        k = first + done
        stream(R, 4, key, 2, k)
        if sample_by_plan(P, Q, T, M, A, B, C, R, 4, count) != 0:
            for option in range(count):
                copy(X, 0, T, 0, WORDS)
                copy(Y, 0, M, 0, STATE)
                stream(R, 0, key, 1, k)
                C[STEPS] = 0
                C[FIRST] = option
                playout(X, Y, A, B, C, R, 0)
                if X[STATUS] == LEFT:
                    return -1
                reward(X, C, kind, unit, worth)
                at = option * (2 * SEATS + 1)
                sums[at] += 1
                for each in range(SEATS):
                    sums[at + 1 + each] += C[GAINED + each]
                    sums[at + 1 + SEATS + each] += C[GAINED + each] * C[GAINED + each]
        done += 1
    return done
"""
