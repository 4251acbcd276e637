"""Kernel text: a game from its beginning to its end, and many of them."""

from __future__ import annotations

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
    if code == ENDED:
        fail(ENDED)
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

@outline
def first_of(C: Words[NC], R: Words[64], at: Int, n: Int) -> Int:
    return C[FIRST] if C[FIRST] >= 0 else chance(R, at, n)

def playout(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], stride: Int) -> None:
    C[TOP] = ARENA
    C[HOW] = RUNNING
    C[NOTING] = 0
    C[WATCH] = 0
    code = caught(finish(S, L, T, M, C, R, stride, S[PC]))
    if code != 0:
        over = C[STEPS] - C[MAX_STEPS]
        if over > 0 and over <= SLACK and (code == OUT_OF_STEPS or code > 0):
            # Steps are counted a little too high here: whether they were too many is for those who count well.
            code = BEYOND
        settle_end(S, C, code)

def games(S: Words[NS], L: Halves[NL], A: Words[NS], B: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], seed: Int, first: Int, count: Int, out: Words[OUT], lengths: Words, odd: Words[ODD + 1]) -> Int:
    done = 0
    odd[0] = 0
    C[NOTING] = 0
    C[WATCH] = 0
    C[STEPS] = 0
    fresh(A, B, 0)
    set_up_quietly(A, B, C)
    copy(S, 0, A, 0, NS)
    made = C[STEPS]
    # Behind the last card that the decks put anywhere only the lengths of lists matter.
    filled = LISTS
    for i in range(LISTS, LISTS_END):
        if B[i] != 0:
            filled = i + 1
    while done < count:
        go_on(C)
        own = game_seed(seed, first + done)
        copy(S, 0, A, 0, USED)
        copy(L, 0, B, 0, filled)
        copy_lengths(L, B)
        state_stream(S, own, 0, 0)
        C[STEPS] = made
        player_streams(R, own)
        C[DROPS] = 0
        playout(S, L, T, M, C, R, 4)
        strange = 0
        if S[STATUS] != FINISHED or C[DROPS] != 0 or S[DECISIONS] >= len(lengths):
            strange = 1
        else:
            for seat in range(SEATS):
                v = S[SCORES + seat]
                if v > 1048576 or v < -1048576:
                    strange = 1
        if strange != 0:
            # Told one by one, and looked at by somebody with more time; with the way in which it ended, if
            # that is all there is to know: it is no game that is left to others, and no option was dropped.
            ended = S[STATUS] if C[DROPS] == 0 and S[STATUS] != FINISHED and S[STATUS] != LEFT else 0
            odd[0] += 1
            odd[odd[0]] = (first + done) * 8 + ended
            done += 1
            if odd[0] + 1 >= ODD:
                return done
        else:
            add_game(S, out)
            lengths[S[DECISIONS]] += 1
            done += 1
    return done

@outline
def is_tied(S: Words[NS], best: Int) -> Bool:
    # Partners win together: a tie is between teams.
    team = -1
    for seat in range(SEATS):
        if S[SCORES + seat] == best:
            if team >= 0 and TEAM_OF_SEAT[seat] != team:
                return 1 == 1
            team = TEAM_OF_SEAT[seat]
    return 1 == 0

@inline
def add_game(S: Words[NS], out: Words[OUT]) -> None:
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
    if firsts > 1 and is_tied(S, best):
        out[11] += 1
    part = WIN if firsts == 1 else WIN // firsts
    if TOGETHER != 0:
        part = WIN * S[WON]
    for seat in range(SEATS):
        if S[SCORES + seat] == best:
            out[OUT_SEATS + 5 * seat] += part

def playouts(S: Words[NS], L: Halves[NL], A: Words[NS], B: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], count: Int, out: Words[OUT], ranks: Words[SEATS]) -> Int:
    done = 0
    a = S[RNG]
    b = S[RNG + 1]
    c = S[RNG + 2]
    d = S[RNG + 3]
    while done < count:
        go_on(C)
        copy(A, 0, S, 0, WORDS)
        copy(B, 0, L, 0, STATE)
        # Chance goes on from one playout to the next.
        A[RNG] = a
        A[RNG + 1] = b
        A[RNG + 2] = c
        A[RNG + 3] = d
        C[STEPS] = 0
        C[FIRST] = -1
        playout(A, B, T, M, C, R, 0)
        a = A[RNG]
        b = A[RNG + 1]
        c = A[RNG + 2]
        d = A[RNG + 3]
        if A[STATUS] == FINISHED:
            add_game(A, out)
            for seat in range(SEATS):
                for other in range(SEATS):
                    if HIGHEST != 0:
                        ranks[seat] += 1 if A[SCORES + other] > A[SCORES + seat] else 0
                    else:
                        ranks[seat] += 1 if A[SCORES + other] < A[SCORES + seat] else 0
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
