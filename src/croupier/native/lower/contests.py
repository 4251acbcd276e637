"""Kernels that know no game: whole games among players that search, and what is observed of them.

`docs/players.md` says what every player does with its stream; a contest does the same, decision by decision.
A seat searches from the root of its own view, made here as `croupier.native.search` makes it. What happens
is written to flat arrays (`croupier.native.contests` reads them). A game that leaves what kernels can do is
only named: whoever asked plays it decision by decision.
"""

from __future__ import annotations

from croupier.game.contest import FIRST_PILOT, MOST_PILOTS, PILOTS_A_DEAL

KINDS = ("random", "pipmc", "mcts", "ismcts", "moismcts")
"""The players of a contest, by number."""

A_SEARCHER, A_DECISION, A_GAME = 10, 7, 5
"""Words of a searcher, of a decision, and of a game besides the scores."""

MET_AGAIN = 1 << 13
"""Positions that are remembered with the option that was chosen."""

MOST_OPTIONS = 1 << 12
"""A game with a decision among more options than that is not played here."""

CONSTANTS = {
    "FULL": -13,
    "CHECKED_EVERY": 64,
    "PILOTS_A_DEAL": PILOTS_A_DEAL,
    "MOST_PILOTS": MOST_PILOTS,
    "FIRST_PILOT": FIRST_PILOT,
    "WIDEST": 1 << 40,
    "SCORE_UNIT": 1024,
    "MET_AGAIN": MET_AGAIN,
    "EARLY": 60,  # decisions within which positions are looked up
    "MOST_OPTIONS": MOST_OPTIONS,
    "A_SEARCHER": A_SEARCHER,
    "A_DECISION": A_DECISION,
    "A_GAME": A_GAME,
}

_STATES = (
    "G: Words[NS], J: Halves[NL], P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], "
    "X: Words[NS], Y: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64]"
)
_ROOM = "worth: Words[5], U: Words, V: Words, W: Words"
_TERMS = "who: Words, rates: Floats, mates: Words, logs: Floats"

CONTESTS = f"""
@inline
def power_of_two(least: Int) -> Int:
    n = 2
    while n < least:
        n *= 2
    return n

def team_points(V: Words, mates: Words, seat: Int, option: Int) -> Int:
    total = 0
    team = seat * (SEATS + 1)
    for j in range(mates[team]):
        total += V[option * (2 * SEATS + 2) + 2 + mates[team + 1 + j]]
    return total

def add_tests(U: Words, V: Words, mates: Words, seat: Int, option: Int) -> None:
    # Squares are those of one test at a time: only then does anybody look at them.
    a = option * (2 * SEATS + 1)
    b = option * (2 * SEATS + 2)
    team = seat * (SEATS + 1)
    points = 0
    for j in range(mates[team]):
        points += U[a + 1 + mates[team + 1 + j]]
    V[b] += U[a]
    V[b + 1] += points * points
    for each in range(2 * SEATS):
        V[b + 2 + each] += U[a + 1 + each]

def is_decided(V: Words, mates: Words, seat: Int, count: Int, unit: Int, z: Float) -> Bool:
    # Whether the interval of the best option lies above that of every other (`players/budget.py`).
    most = unit * mates[seat * (SEATS + 1)]
    best = 0
    highest = -1.0
    for i in range(count):
        if V[i * (2 * SEATS + 2)] == 0:
            return 1 == 0
        n = float(V[i * (2 * SEATS + 2)] + 2)
        mean = float(team_points(V, mates, seat, i) + most) / n
        if mean > highest:
            best = i
            highest = mean
    low = 0.0
    for turn in range(2):
        for i in range(count):
            if (turn == 0) == (i == best):
                n = float(V[i * (2 * SEATS + 2)] + 2)
                mean = float(team_points(V, mates, seat, i) + most) / n
                spread = float(V[i * (2 * SEATS + 2) + 1] + most * most) / n - mean * mean
                reach = z * sqrt(max(0.0, spread) / n)
                if turn == 0:
                    low = mean - reach
                elif not low > mean + reach:
                    return 1 == 0
    return 1 == 1

def play_pilots({_STATES}, worth: Words[5], key: Int, seat: Int, count: Int) -> Int:
    # What scores there are: 3 is for games that all end alike (`players/reward.py`).
    find_scores(P, Q, T, M, X, Y, A, B, C, R, key, count, worth)
    low = worth[1]
    high = worth[2]
    if low == high:
        return 3
    if sub_overflows(high, low):
        fail(BEYOND)
    worth[0] = low if HIGHEST != 0 else high
    worth[3] = 0
    while (high - low) >> worth[3] >= WIDEST:
        worth[3] += 1
    worth[4] = (high - low) >> worth[3]
    return 2

def test_options({_STATES}, {_ROOM}, mates: Words, key: Int, seat: Int, first: Int, tests: Int, count: Int, kind: Int, unit: Int) -> None:
    fill(U, 0, count * (2 * SEATS + 1), 0)
    done = tested(P, Q, T, M, X, Y, A, B, C, R, key, first, tests, count, kind, unit, worth, U)
    if done != tests:
        fail(BEYOND)

def search_by_tests({_STATES}, {_ROOM}, mates: Words, key: Int, seat: Int, count: Int, tests: Int, kind: Int, unit: Int, apart: Int, z: Float) -> Int:
    if apart != 0:
        # Every option on deals of its own; estimates are compared as the players compare them.
        best = 0
        highest = -1.0
        team = seat * (SEATS + 1)
        if mates[team] > 2:
            # The players add more than two floats with more care than this.
            fail(BEYOND)
        for i in range(count):
            test_options(G, J, P, Q, T, M, X, Y, A, B, C, R, worth, U, V, W, mates, wadd(key, i), seat, 0, tests, count, kind, unit)
            add_tests(U, V, mates, seat, i)
            visits = V[i * (2 * SEATS + 2)]
            if visits == 0:
                fail(BEYOND)
            sum_of_means = 0.0
            for j in range(mates[team]):
                sum_of_means += float(V[i * (2 * SEATS + 2) + 2 + mates[team + 1 + j]]) / float(visits * unit)
            if sum_of_means > highest:
                best = i
                highest = sum_of_means
        return best
    done = 0
    while done < tests:
        size = 1 if z > 0.0 else tests - done
        test_options(G, J, P, Q, T, M, X, Y, A, B, C, R, worth, U, V, W, mates, key, seat, done, size, count, kind, unit)
        for i in range(count):
            add_tests(U, V, mates, seat, i)
        done += size
        if z > 0.0 and is_decided(V, mates, seat, count, unit, z):
            done = tests
    option = 0
    for i in range(1, count):
        if team_points(V, mates, seat, i) > team_points(V, mates, seat, option):
            option = i
    return option

def search_open_trees({_STATES}, {_ROOM}, mates: Words, logs: Floats, key: Int, seat: Int, first: Int, size: Int, samples: Int, tree_room: Int, count: Int, kind: Int, unit: Int, explore: Float, most: Int) -> None:
    slots = 2 * power_of_two(tree_room)
    each = 8 + tree_room * EDGE + slots + tree_room + 2
    for k in range(first, first + min(size, samples)):
        number = k % samples
        at = number * each
        failed = grown_openly(P, Q, T, M, X, Y, A, B, C, R, key, seat, number, k, samples, first + size, count, kind, unit, worth, mates, explore, logs, most, part(W, at, 8), part(W, at + 8, tree_room * EDGE), part(W, at + 8 + tree_room * EDGE, slots), part(W, at + 8 + tree_room * EDGE + slots, tree_room + 2), V)
        if failed != 0:
            fail(BEYOND)

def search_one_tree({_STATES}, {_ROOM}, mates: Words, logs: Floats, key: Int, seat: Int, first: Int, size: Int, chunk: Int, tree_room: Int, count: Int, observers: Int, kind: Int, unit: Int, explore: Float, most: Int) -> None:
    nodes = 4 * power_of_two(min(most, tree_room + 1))
    slots = 2 * power_of_two(tree_room)
    k = first
    while k < first + size:
        end = min(first + size, (k // chunk + 1) * chunk)
        if k % chunk == 0:
            fill(W, 0, 8 + nodes + tree_room * EDGE + slots + tree_room + 1, 0)
        at = 8 + nodes
        done = grown(P, Q, T, M, A, B, C, R, key, seat, k, end - k, count, observers, kind, unit, worth, mates, explore, logs, most, part(W, 0, 8), part(W, 8, nodes), part(W, at, tree_room * EDGE), part(W, at + tree_room * EDGE, slots), part(W, at + tree_room * EDGE + slots, tree_room + 1), V)
        if done != end - k:
            fail(BEYOND)
        k = end

def search_by_trees({_STATES}, {_ROOM}, mates: Words, logs: Floats, key: Int, seat: Int, count: Int, player: Int, iterations: Int, samples: Int, chunk: Int, most: Int, kind: Int, unit: Int, explore: Float, z: Float) -> Int:
    tree_room = min(chunk, iterations)
    if player == 2:
        tree_room = (iterations + samples - 1) // samples
        fill(W, 0, samples * (8 + tree_room * EDGE + 2 * power_of_two(tree_room) + tree_room + 2), 0)
    done = 0
    while done < iterations:
        size = iterations - done
        if z > 0.0:
            size = min(size, CHECKED_EVERY - done % CHECKED_EVERY)
        if player == 2:
            search_open_trees(G, J, P, Q, T, M, X, Y, A, B, C, R, worth, U, V, W, mates, logs, key, seat, done, size, samples, tree_room, count, kind, unit, explore, most)
        else:
            search_one_tree(G, J, P, Q, T, M, X, Y, A, B, C, R, worth, U, V, W, mates, logs, key, seat, done, size, chunk, tree_room, count, 1 if player == 4 else 0, kind, unit, explore, most)
        done += size
        if z > 0.0 and done % CHECKED_EVERY == 0 and is_decided(V, mates, seat, count, unit, z):
            done = iterations
    option = 0
    for i in range(1, count):
        more = V[i * (2 * SEATS + 2)] - V[option * (2 * SEATS + 2)]
        if more > 0 or (more == 0 and team_points(V, mates, seat, i) > team_points(V, mates, seat, option)):
            option = i
    return option

def searched(S: Words[NS], L: Halves[NL], {_STATES}, {_ROOM}, {_TERMS}, one: Int, key: Int, seat: Int, count: Int) -> Int:
    if count > MOST_OPTIONS:
        fail(BEYOND)
    # The root of the seat's view, as every player is handed it.
    C[DROPS] = 0
    C[KEYING] = 0
    C[STOPPING] = 0
    if KINDS == CARDS and BACKS == 1:
        # Every card is what it looks like: a deal of the root leads to the same plan.
        lay_plan(S, L, P, Q, C, seat)
    else:
        stream(R, 12, 0, 2, 0)
        if sample(S, L, P, Q, G, J, A, B, C, R, 12, seat, count) == 0:
            fail(BEYOND)
        C[DROPS] = 0
        lay_plan(G, J, P, Q, C, seat)
    fill(V, 0, count * (2 * SEATS + 2), 0)
    at = one * A_SEARCHER
    kind = who[at + 5]
    if kind == 2:
        kind = play_pilots(G, J, P, Q, T, M, X, Y, A, B, C, R, worth, key, seat, count)
    if who[at] == 1:
        return search_by_tests(G, J, P, Q, T, M, X, Y, A, B, C, R, worth, U, V, W, mates, key, seat, count, who[at + 1], kind, who[at + 6], who[at + 7], rates[2 * one + 1])
    return search_by_trees(G, J, P, Q, T, M, X, Y, A, B, C, R, worth, U, V, W, mates, logs, key, seat, count, who[at], who[at + 1], who[at + 2], who[at + 3], who[at + 4], kind, who[at + 6], rates[2 * one], rates[2 * one + 1])

def position_hash(S: Words[NS], L: Halves[NL], one: Int, key: Int) -> Int:
    # All of a state but its chance, which no player is told of.
    h = blend(key, one)
    for i in range(USED):
        if i < RNG or i > RNG + 3:
            h = blend(h, S[i])
    for i in range(LISTS):
        h = blend(h, L[i])
    for p in range(NPLACES - NSETS):
        at = LISTS + p * STRIDE
        for i in range(L[at] + 1):
            h = blend(h, L[at + i])
    return h

def one_contest(S: Words[NS], L: Halves[NL], {_STATES}, {_ROOM}, {_TERMS}, met: Words, job: Words[1 + 5 * SEATS], keying: Int, counts: Words[8], decisions: Words, tries: Words, named: Words) -> None:
    watch = MARKS
    for seat in range(SEATS):
        if who[job[1 + seat] * A_SEARCHER] != 0:
            watch = MARKS | LEARNS | INFERS
    fresh(S, L, job[0])
    C[DROPS] = 0
    C[OBSERVER] = 0
    C[STOPPING] = 1
    C[KEYING] = keying
    C[WATCH] = watch
    begin(S, L, A, B, C)
    while S[STATUS] == 0 and C[DROPS] == 0:
        go_on(C)
        count = C[COUNT]
        seat = chooser(S)
        option = 0
        row = counts[0] * A_DECISION
        first = counts[1]
        name = counts[2]
        if row + A_DECISION > len(decisions):
            fail(FULL)
        decisions[row] = seat
        decisions[row + 1] = count
        decisions[row + 3] = -1
        decisions[row + 4] = -1
        decisions[row + 5] = 1
        decisions[row + 6] = 0
        if count == 1:
            S[FORCED] += 1
        else:
            if keying != 0:
                if name + count > len(named):
                    fail(FULL)
                copy(named, name, C, OPTION_KEY, count)
                decisions[row + 4] = name
                counts[2] = name + count
            at = 1 + SEATS + 4 * seat
            copy(R, 8, job, at, 4)
            one = job[1 + seat]
            if who[one * A_SEARCHER] == 0:
                option = chance(R, 8, count)
                copy(job, at, R, 8, 4)
            else:
                key = draw_player(R, 8)
                copy(job, at, R, 8, 4)
                # Seatings of one deal begin alike: who is where it has been before chooses as it chose.
                slot = 0
                position = 0
                option = -1
                if len(met) > 0 and S[DECISIONS] <= EARLY:
                    position = position_hash(S, L, one, key)
                    slot = 2 * (position & (MET_AGAIN - 1))
                    if met[slot] == position:
                        option = met[slot + 1] - 1
                if option < 0:
                    team = S[TEAMS] * SEATS * (SEATS + 1)
                    option = searched(S, L, G, J, P, Q, T, M, X, Y, A, B, C, R, worth, U, V, W, who, rates, part(mates, team, SEATS * (SEATS + 1)), logs, one, key, seat, count)
                    if who[one * A_SEARCHER + 5] == 2:
                        # By score: what estimates of 0 and 1 stand for here.
                        copy(decisions, row + 5, worth, 1, 2)
                    if len(tries) > 0:
                        if (first + count) * (2 * SEATS + 1) > len(tries):
                            fail(FULL)
                        for i in range(count):
                            tries[(first + i) * (2 * SEATS + 1)] = V[i * (2 * SEATS + 2)]
                            copy(tries, (first + i) * (2 * SEATS + 1) + 1, V, i * (2 * SEATS + 2) + 2, 2 * SEATS)
                        decisions[row + 3] = first
                        counts[1] = first + count
                    C[OBSERVER] = 0
                    C[KEYING] = 0
                    C[WATCH] = 0
                    C[DROPS] = 0
                    rebuild(S, L, A, B, C)
                    if len(met) > 0 and S[DECISIONS] <= EARLY:
                        met[slot] = position
                        met[slot + 1] = option + 1
        decisions[row + 2] = option
        counts[0] += 1
        C[DROPS] = 0
        C[STOPPING] = 1
        C[KEYING] = keying
        C[WATCH] = watch
        apply(S, L, A, B, C, option)
    if S[STATUS] != FINISHED or C[DROPS] != 0:
        fail(BEYOND)

def contests(S: Words[NS], L: Halves[NL], {_STATES}, {_ROOM}, {_TERMS}, met: Words, jobs: Words, job: Words[1 + 5 * SEATS], first: Int, end: Int, keying: Int, counts: Words[8], decisions: Words, tries: Words, named: Words, played: Words) -> Int:
    a_job = 1 + 5 * SEATS
    done = first
    while done < end:
        go_on(C)
        decided = counts[0]
        tried = counts[1]
        keyed = counts[2]
        at = done * (A_GAME + SEATS)
        # A copy, since a game that is broken off is begun again.
        copy(job, 0, jobs, done * a_job, a_job)
        code = caught(one_contest(S, L, G, J, P, Q, T, M, X, Y, A, B, C, R, worth, U, V, W, who, rates, mates, logs, met, job, keying, counts, decisions, tries, named))
        C[KEYING] = 0
        if code == ENDED:
            fail(ENDED)
        if code != 0:
            counts[0] = decided
            counts[1] = tried
            counts[2] = keyed
        if code == FULL:
            return done
        played[at] = 1 if code == 0 else 0
        played[at + 1] = decided
        played[at + 2] = S[DECISIONS]
        played[at + 3] = S[OPTIONS]
        played[at + 4] = S[FORCED]
        copy(played, at + A_GAME, S, SCORES, SEATS)
        done += 1
    return done
"""
