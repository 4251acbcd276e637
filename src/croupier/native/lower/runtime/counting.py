"""Kernel text: games of which is counted what their rules do."""

from __future__ import annotations

COUNTING = """
def count_taking(C: Words[NC], at: Int) -> None:
    last = -1
    for i in range(C[COUNT]):
        item = C[RECORDS + C[OPTION_AT + i]]
        if item != last:
            C[at + 2 * item] += 1
            last = item
    item = C[RECORDS + C[OPTION_AT + C[CHOSEN]]]
    C[at + 2 * item + 1] += 1 + (FORCED_ONE if C[COUNT] == 1 else 0)

def counted_game(S: Words[NS], L: Halves[NL], A: Words[NS], B: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], seed: Int, made: Int) -> None:
    copy(S, 0, A, 0, NS)
    copy(L, 0, B, 0, STATE)
    state_stream(S, seed, 0, 0)
    C[STEPS] = made
    for seat in range(SEATS):
        stream(R, 4 * seat, seed, 1, seat)
    C[DROPS] = 0
    playout(S, L, T, M, C, R, 4)

def counted_games(S: Words[NS], L: Halves[NL], A: Words[NS], B: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], seed: Int, first: Int, count: Int, odd: Words) -> Int:
    done = 0
    odd[0] = 0
    C[NOTING] = 0
    C[WATCH] = 0
    C[STEPS] = 0
    fresh(A, B, 0)
    set_up_quietly(A, B, C)
    made = C[STEPS]
    while done < count:
        go_on(C)
        own = game_seed(seed, first + done)
        counted_game(S, L, A, B, T, M, C, R, own, made)
        if S[STATUS] != FINISHED:
            # Taken back: what this game has counted is found by playing it once more.
            copy(C, COUNTED_BEFORE, C, COUNTS, NCOUNTS)
            fill(C, COUNTS, NCOUNTS, 0)
            counted_game(S, L, A, B, T, M, C, R, own, made)
            for i in range(NCOUNTS):
                C[COUNTS + i] = C[COUNTED_BEFORE + i] - C[COUNTS + i]
            odd[0] += 1
            odd[odd[0]] = first + done
            if odd[0] + 1 >= ODD:
                return done + 1
        done += 1
    return done
"""
