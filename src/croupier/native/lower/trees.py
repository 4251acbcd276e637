"""Kernels that know no game: tree search (`docs/players.md`), with open cards and by what a seat can tell apart.

A tree is flat: `N` finds a node by the hash of its view, `K` finds an edge by its node and its key, `E` holds
the edges. Every iteration makes one node and one edge at most. `H` counts nodes and edges.

Views are hashes of 64 bits, equal where `croupier.interpreter.view` has equal views.
"""

from __future__ import annotations

from typing import Any

from croupier.native.lower.awards import award_parts, known
from croupier.native.lower.flow import Flow
from croupier.native.lower.runtime import signed
from croupier.recycle.constants import constant

_VIEW = """
def view_hash(S: Words[NS], L: Halves[NL], C: Words[NC], seat: Int) -> Int:
    pc = S[PC]
    h = blend(blend(blend(MIX1, seat * 65536 + pc), S[DECISIONS]), TEAM_CLASS[S[TEAMS]])
    for i in range(2 * PLAYER_DEPTH[pc] + 2):
        h = blend(h, S[PLAYERS + i])
    for i in range(2 * TEAM_DEPTH[pc] + 2):
        h = blend(h, S[TURNS + i])
    for i in range(COUNTED_STAGES):
        if IS_OPEN_AT[pc * COUNTED_STAGES + i] != 0:
            h = blend(h, S[TURNS_LEFT[i]])
    if ASKS_OTHERS != 0 and S[ASKED] > 0:
        h = blend(h, S[OUTER])
        for i in range(S[ASKED]):
            h = blend(h, S[ASKED_SEATS + i])
        if shr(S[ANSWERED], seat) & 1 != 0:
            h = blend(h, S[ANSWERS + seat * ANSWER_WORDS + ANSWER_WORDS - 1])
    for i in range(STORED_PLAIN):
        h = blend(h, S[STORED + i])
    for i in range(HAS_WORDS):
        h = blend(h, S[HAS + i])
    for i in range(POINT_MAPS):
        at = STORED + STORED_PLAIN + i * AWARD_WORDS
        filler = S[at]
        h = blend(h, FILLER_CLASS[filler])
        for j in range(FILLER_WORDS[filler]):
            h = blend(h, S[at + 1 + j])
    if MAKES != 0:
        for c in range(CARDS):
            h = blend(h, 1 if L[WHERE + c] >= 0 else 0)
    return blend(h, hash_cards(S, L, C, seat))
"""

_FEW_CARDS = """
@inline
def hash_partly(h: Int, word: Int, known: Int) -> Int:
    h = blend(h, word & known)
    rest = word & ~known
    if BACKS == 1:
        return blend(h, popcount(rest))
    for b in range(BACKS):
        h = blend(h, popcount(rest & BACK_CARDS[b]))
    return h

def hash_cards(S: Words[NS], L: Halves[NL], C: Words[NC], seat: Int) -> Int:
    # Two hashes, since no one has to wait for the other.
    g = MIX1
    h = MIX2
    known = S[KEPT + seat]
    for i in range(MEMORIES):
        at = LISTS + (MEMORY_PLACES[i] - NSETS) * STRIDE
        for j in range(L[at]):
            known |= wshl(1, L[at + 1 + j])
    first = (S[TEAMS] * SEATS + seat) * NPLACES
    for p in range(NSETS):
        if SEES[first + p] != 0:
            g = blend(g, S[SETS + p])
        else:
            g = hash_partly(g, S[SETS + p], known)
    for p in range(NSETS, NPLACES):
        at = LISTS + (p - NSETS) * STRIDE
        n = L[at]
        if n > 0:
            h = blend(h, p * 65536 + n)
            if SEES[first + p] != 0:
                for j in range(n):
                    h = blend(h, L[at + 1 + j])
            elif ALL_FREE[p] != 0:
                word = 0
                for j in range(n):
                    word |= wshl(1, L[at + 1 + j])
                h = hash_partly(h, word, known)
            else:
                for j in range(n):
                    c = L[at + 1 + j]
                    if shr(known, c) & 1 != 0:
                        h = blend(h, j * 65536 + c)
                    elif BACKS > 1:
                        h = blend(h, -1 - BACK[c])
    if OPEN_CARDS != 0:
        h = blend(h, S[FACES])
    return blend(g, h)
"""

_MANY_CARDS = """
def hash_cards(S: Words[NS], L: Halves[NL], C: Words[NC], seat: Int) -> Int:
    h = MIX1
    fresh_sight(L, C)
    number_known(S, L, C, seat)
    number = 0
    for p in range(NPLACES):
        place = PLACE_ORDER[p]
        n = listed(S, L, C, seat, place)
        if n > 0:
            h = blend(h, place * 65536 + n)
            hidden = 0
            mixes = ALL_FREE[place] != 0 and not sees(S, seat, place)
            for i in range(n):
                c = C[LAID + i]
                if is_known(S, C, seat, place, c):
                    if C[GIVEN_CARD + c] < 0:
                        C[GIVEN_CARD + c] = number
                        number += 1
                    h = blend(h, KIND[c] * 65536 + C[GIVEN_CARD + c])
                    if OPEN_CARDS != 0 and MEMORY[place] == 0 and is_face_up(S, c):
                        h = blend(h, MIX2)
                elif mixes:
                    hidden = wadd(hidden, mixed(BACK[c] + 1))
                else:
                    h = blend(h, -1 - BACK[c])
            h = blend(h, hidden)
    return h
"""

TREES = """
def enter(H: Words[8], N: Words, h: Int, most: Int) -> Int:
    mask = len(N) // 2 - 1
    slot = shr(h, 20) & mask
    while N[2 * slot + 1] != 0:
        if N[2 * slot] == h:
            return N[2 * slot + 1] - 1
        slot = (slot + 1) & mask
    n = H[0]
    if n >= most:
        return -1
    H[0] = n + 1
    N[2 * slot] = h
    N[2 * slot + 1] = n + 1
    return n

@inline
def edge_slot(node: Int, key: Int, mask: Int) -> Int:
    return shr(wmul(key ^ wmul(node + 1, MIX1), GOLDEN), 24) & mask

def edge_of(E: Words, K: Words, node: Int, key: Int) -> Int:
    mask = len(K) - 1
    slot = edge_slot(node, key, mask)
    while K[slot] != 0:
        at = K[slot] - 1
        if E[at + 1] == key and E[at] == node:
            return at
        slot = (slot + 1) & mask
    return -1

def new_edge(H: Words[8], E: Words, K: Words, node: Int, key: Int) -> Int:
    at = H[1] * EDGE
    H[1] += 1
    fill(E, at, EDGE, 0)
    E[at] = node
    E[at + 1] = key
    E[at + 2] = 1
    mask = len(K) - 1
    slot = edge_slot(node, key, mask)
    while K[slot] != 0:
        slot = (slot + 1) & mask
    K[slot] = at + 1
    return at

def index_edges(H: Words[8], E: Words, K: Words) -> None:
    mask = len(K) - 1
    for i in range(H[1]):
        slot = edge_slot(E[i * EDGE], E[i * EDGE + 1], mask)
        while K[slot] != 0:
            slot = (slot + 1) & mask
        K[slot] = i * EDGE + 1

def best_edge(C: Words[NC], E: Words, mates: Words, mover: Int, unit: Int, explore: Float, logs: Floats) -> Int:
    best = 0
    highest = -1.0
    team = mover * (SEATS + 1)
    partners = mates[team]
    for i in range(C[COUNT]):
        at = C[FOUND + i]
        visits = E[at + 3]
        together = 0
        for j in range(partners):
            together += E[at + 5 + mates[team + 1 + j]]
        available = E[at + 2]
        logged = 0.0
        if available < len(logs):
            logged = logs[available]
        else:
            logged = log(float(available))
        bound = float(together) / float(visits * unit * partners) + explore * sqrt(logged / float(visits))
        if bound > highest:
            best = i
            highest = bound
    return best

def find_edges(C: Words[NC], E: Words, K: Words, node: Int) -> Int:
    untried = 0
    for i in range(C[COUNT]):
        at = edge_of(E, K, node, C[OPTION_KEY + i])
        C[FOUND + i] = at
        if at < 0:
            untried += 1
    return untried

def keep_root(C: Words[NC], untried: Int) -> None:
    # Options that name nothing by its place have the same keys in every sample in which they are the same.
    n = C[COUNT]
    C[ROOT_OPTIONS] = 0
    if untried == 0 and C[BY_PLACE] == 0 and n <= KEPT_OPTIONS and C[RECORDED] <= KEPT_RECORDS:
        C[ROOT_OPTIONS] = n
        C[ROOT_WORDS] = C[RECORDED]
        copy(C, KEPT_AT, C, FOUND, n)
        copy(C, KEPT_RECORD, C, RECORDS, C[RECORDED])

def is_root(C: Words[NC]) -> Bool:
    n = C[ROOT_WORDS]
    if C[COUNT] != C[ROOT_OPTIONS] or C[RECORDED] != n:
        return 1 == 0
    i = 0
    while i < n and C[RECORDS + i] == C[KEPT_RECORD + i]:
        i += 1
    return i == n

def followed(C: Words[NC], R: Words[64], H: Words[8], E: Words, K: Words, node: Int, untried: Int, mover: Int, mates: Words, unit: Int, explore: Float, logs: Floats) -> Int:
    for i in range(C[COUNT]):
        at = C[FOUND + i]
        if at >= 0:
            E[at + 2] += 1
    C[IS_NEW] = untried
    if untried == 0:
        return best_edge(C, E, mates, mover, unit, explore, logs)
    u = chance(R, 0, untried)
    i = 0
    while C[FOUND + i] >= 0 or u > 0:
        if C[FOUND + i] < 0:
            u -= 1
        i += 1
    C[FOUND + i] = new_edge(H, E, K, node, C[OPTION_KEY + i])
    return i

def gained(C: Words[NC], E: Words, path: Words, depth: Int, mates: Words, seat: Int, option: Int, sums: Words) -> None:
    for i in range(depth):
        at = path[i]
        E[at + 3] += 1
        for each in range(SEATS):
            E[at + 5 + each] += C[GAINED + each]
    at = option * (2 * SEATS + 2)
    together = 0
    for j in range(mates[seat * (SEATS + 1)]):
        together += C[GAINED + mates[seat * (SEATS + 1) + 1 + j]]
    sums[at] += 1
    sums[at + 1] += together * together
    for each in range(SEATS):
        sums[at + 2 + each] += C[GAINED + each]
        sums[at + 2 + SEATS + each] += C[GAINED + each] * C[GAINED + each]

def ismcts(S: Words[NS], L: Halves[NL], P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, seat: Int, first: Int, count: Int, wanted: Int, observers: Int, kind: Int, unit: Int, worth: Words, mates: Words, explore: Float, logs: Floats, most: Int, H: Words[8], N: Words, E: Words, K: Words, path: Words, sums: Words) -> Int:
    lay_plan(S, L, P, Q, C, seat)
    return grown(P, Q, T, M, A, B, C, R, key, seat, first, count, wanted, observers, kind, unit, worth, mates, explore, logs, most, H, N, E, K, path, sums)

def grown(P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, seat: Int, first: Int, count: Int, wanted: Int, observers: Int, kind: Int, unit: Int, worth: Words, mates: Words, explore: Float, logs: Floats, most: Int, H: Words[8], N: Words, E: Words, K: Words, path: Words, sums: Words) -> Int:
    if H[0] == 0:
        H[0] = 1
    C[STOPPING] = 0
    C[OBSERVER] = seat + 1 if observers == 0 else 0
    C[ROOT_OPTIONS] = 0
    for done in range(count):
        go_on(C)
        k = first + done
        stream(R, 4, key, 2, k)
        # What is chosen with others is known by its key: it is kept until all have chosen.
        C[KEYING] = 1 if C[ROOT_OPTIONS] == 0 or ASKS_OTHERS != 0 else 0
        C[BY_PLACE] = 0
        if sample_by_plan(P, Q, T, M, A, B, C, R, 4, wanted) != 0:
            stream(R, 0, key, 1, k)
            node = 0
            depth = 0
            taking = 0
            untried = 0
            if C[ROOT_OPTIONS] != 0 and is_root(C):
                copy(C, FOUND, C, KEPT_AT, C[COUNT])
            else:
                if C[KEYING] == 0:
                    C[KEYING] = 1
                    rebuild(T, M, A, B, C)
                untried = find_edges(C, E, K, 0)
                keep_root(C, untried)
            C[KEYING] = 1
            C[WATCH] = LEARNS
            option = 0
            while node >= 0:
                option = followed(C, R, H, E, K, node, untried, chooser(T), mates, unit, explore, logs)
                if depth == 0:
                    taking = option
                path[depth] = C[FOUND + option]
                depth += 1
                node = -1
                if C[IS_NEW] == 0:
                    apply(T, M, A, B, C, option)
                    option = -1
                    if T[STATUS] == 0:
                        node = enter(H, N, view_hash(T, M, C, chooser(T) if observers != 0 else seat), most)
                        if node >= 0:
                            untried = find_edges(C, E, K, node)
            C[KEYING] = 0
            if T[STATUS] == 0:
                C[STEPS] = 0
                C[FIRST] = option
                playout(T, M, A, B, C, R, 0)
            if T[STATUS] == LEFT:
                return -1
            reward(T, C, kind, unit, worth)
            gained(C, E, path, depth, mates, seat, taking, sums)
    C[KEYING] = 0
    return count

def likely_line(S: Words[NS], L: Halves[NL], P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, seat: Int, wanted: Int, observers: Int, option: Int, H: Words[8], N: Words, E: Words, K: Words, line: Words) -> Int:
    lay_plan(S, L, P, Q, C, seat)
    C[STOPPING] = 0
    C[OBSERVER] = seat + 1 if observers == 0 else 0
    stream(R, 4, key, 2, 0)
    C[KEYING] = 1
    n = 0
    if sample_by_plan(P, Q, T, M, A, B, C, R, 4, wanted) != 0:
        node = 0
        while node >= 0 and n < len(line):
            if n > 0:
                most = -1
                for i in range(C[COUNT]):
                    at = edge_of(E, K, node, C[OPTION_KEY + i])
                    visits = E[at + 3] if at >= 0 else 0
                    if visits > most:
                        most = visits
                        option = i
            if edge_of(E, K, node, C[OPTION_KEY + option]) < 0:
                node = -1
            else:
                line[n] = option
                n += 1
                C[WATCH] = LEARNS
                apply(T, M, A, B, C, option)
                node = -1
                if T[STATUS] == 0:
                    node = enter(H, N, view_hash(T, M, C, chooser(T) if observers != 0 else seat), 0)
    C[KEYING] = 0
    C[WATCH] = 0
    return n

def mcts(S: Words[NS], L: Halves[NL], P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], X: Words[NS], Y: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, seat: Int, tree: Int, first: Int, every: Int, end: Int, wanted: Int, kind: Int, unit: Int, worth: Words, mates: Words, explore: Float, logs: Floats, most: Int, H: Words[8], E: Words, K: Words, path: Words, sums: Words) -> Int:
    lay_plan(S, L, P, Q, C, seat)
    return grown_openly(P, Q, T, M, X, Y, A, B, C, R, key, seat, tree, first, every, end, wanted, kind, unit, worth, mates, explore, logs, most, H, E, K, path, sums)

def grown_openly(P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], X: Words[NS], Y: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, seat: Int, tree: Int, first: Int, every: Int, end: Int, wanted: Int, kind: Int, unit: Int, worth: Words, mates: Words, explore: Float, logs: Floats, most: Int, H: Words[8], E: Words, K: Words, path: Words, sums: Words) -> Int:
    C[STOPPING] = 0
    C[KEYING] = 0
    if H[0] == 0:
        H[0] = 1
    stream(R, 4, key, 2, tree)
    if sample_by_plan(P, Q, T, M, A, B, C, R, 4, wanted) == 0:
        return 0
    recorded = keep_options(C)
    k = first
    while k < end:
        go_on(C)
        stream(R, 0, key, 1, k)
        copy(X, 0, T, 0, WORDS)
        copy(Y, 0, M, 0, STATE)
        bring_options(C, wanted, recorded)
        node = 0
        depth = 0
        taking = 0
        option = 0
        while node >= 0:
            for i in range(C[COUNT]):
                C[OPTION_KEY + i] = i
            untried = find_edges(C, E, K, node)
            option = followed(C, R, H, E, K, node, untried, chooser(X), mates, unit, explore, logs)
            if depth == 0:
                taking = option
            edge = C[FOUND + option]
            path[depth] = edge
            depth += 1
            node = -1
            if C[IS_NEW] == 0:
                apply(X, Y, A, B, C, option)
                option = -1
                if X[STATUS] == 0:
                    node = E[edge + 4] if E[edge + 4] > 0 else -1
                    if node < 0 and H[0] < most:
                        node = H[0]
                        H[0] += 1
                        E[edge + 4] = node
        if X[STATUS] == 0:
            C[STEPS] = 0
            C[FIRST] = option
            playout(X, Y, A, B, C, R, 0)
        if X[STATUS] == LEFT:
            return -1
        reward(X, C, kind, unit, worth)
        gained(C, E, path, depth, mates, seat, taking, sums)
        k += every
    return 0
"""


def view_text(flow: Flow) -> str:
    """The hash of a view, as simple as the cards of a program allow."""
    bp = flow.kit.bp
    few = bp.fit_a_word and len(set(bp.layout.pack.kinds)) == bp.cards
    return _VIEW + (_FEW_CARDS if few else _MANY_CARDS)


def rooms() -> dict[str, int]:
    """Room in a context for what trees need."""
    return {"ROOT_OPTIONS": 1, "ROOT_WORDS": 1, "IS_NEW": 1, "FOUND": 1 << 16}


def constants(flow: Flow) -> dict[str, int]:
    """What the hash of a view has to know about the block."""
    bp = flow.kit.bp
    stores = [s for kept in (bp.ints, bp.strs, bp.points) for s in kept.values()]
    members = {"game": 1}
    plain = sum(members.get(s.owner, bp.seats) for kept in (bp.ints, bp.strs) for s in kept.values())
    return {
        "CLEAR": int(point_maps(flow)[1]),
        "EDGE": 5 + bp.seats,
        "STORED": min((s.first for s in stores), default=0),
        "STORED_PLAIN": plain,
        "POINT_MAPS": sum(members.get(s.owner, bp.seats) for s in bp.points.values()),
        "AWARD_WORDS": bp.award_words,
        "HAS_WORDS": 1 + bp.stored // 64,
        "COUNTED_STAGES": len(flow.kit.turns_left),
        "MAKES": int(any(e.form == "create.deck" for block in bp.program.body for e in block.walk())),
    }


def tables(flow: Flow) -> dict[str, tuple[int, ...]]:
    """What a view tells of teams, cycles and point maps."""
    bp = flow.kit.bp
    pack = bp.layout.pack
    backs = sorted(set(pack.backs))
    setups = bp.team_setups
    return {
        **point_maps(flow)[0],
        "TEAM_CLASS": tuple(setups.index(teams) for teams in setups),
        "TURNS_LEFT": tuple(flow.kit.turns_left.values()),
        "IS_OPEN_AT": tuple(
            int(cell in open_at)
            for open_at in ((), *(choice.counted for choice in flow.choices))
            for cell in flow.kit.turns_left.values()
        ),
        "PLAYER_DEPTH": (0, *(choice.players for choice in flow.choices)),
        "TEAM_DEPTH": (0, *(choice.teams for choice in flow.choices)),
        "BACK_CARDS": tuple(
            signed(sum(1 << card for card, of_card in enumerate(pack.backs[:64]) if of_card == back))
            for back in backs
        ),
    }


def point_maps(flow: Flow) -> tuple[dict[str, tuple[int, ...]], bool]:
    """Which forms fill a point map with the same content; and whether that is clear before the game."""
    bp = flow.kit.bp
    classes, words, contents = [0], [0], list[tuple[object, ...]]()
    clear = True
    for filler in bp.fillers:
        content = tuple(
            tuple(
                constant(part, bp.constants) if known(part, bp.constants) else None
                for part in award_parts(award)
            )
            for award in bp.awards(filler)
        )
        # A map that is a value is kept in no storage.
        alike = [
            i for i, other in enumerate(contents) if filler.has("storage") and _may_agree(content, other)
        ]
        clear = clear and all(contents[i] == content and not _computed(content) for i in alike)
        contents.append(content)
        classes.append(1 + alike[0] if alike else len(contents))
        words.append(len(bp.computed_parts(filler)))
    return {"FILLER_CLASS": tuple(classes), "FILLER_WORDS": tuple(words)}, clear


def _computed(content: tuple[Any, ...]) -> bool:
    return any(part is None for award in content for part in award)


def _may_agree(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two fillings could come to the same; parts that are computed could be anything."""
    if len(one) != len(other):
        return False
    return all(
        len(a) == len(b) and all(x is None or y is None or x == y for x, y in zip(a, b, strict=True))
        for a, b in zip(one, other, strict=True)
    )
