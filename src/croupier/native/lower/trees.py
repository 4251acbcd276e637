"""Kernels that know no game: tree search (`docs/players.md`), with open cards and by what a seat can tell apart.

A tree is flat: `N` finds a node by the hash of its view, `K` finds an edge by its node and its key, `E` holds
the edges. Every iteration makes one node and one edge at most. `H` counts nodes and edges.

Keys and views are hashes of 64 bits, equal where `croupier.engine.options` and `croupier.engine.view` have equal
texts and equal views.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from croupier.engine.layout import Place
from croupier.native.lower.blueprint import award_parts, computed_parts, known
from croupier.native.lower.flow import Flow
from croupier.native.lower.runtime import GOLDEN, MIX1, MIX2, signed
from croupier.recycle.constants import constant
from croupier.recycle.types import Type

_WORD = (1 << 64) - 1

BLOOM = 16
"""Words that tell whether a key may have come up before among the options of a decision."""

PICKED = (
    (Type.CARD,),
    (Type.COPY,),
    (Type.CARDS,),
    (Type.COPIES,),
    (Type.LOCATION, Type.MEMORY),
    (Type.PLAYER,),
    (Type.TEAM,),
    (Type.STRING, Type.STRING_STORE),
)
"""How the element taken at an `any` is told, by number from 1; 0 is for integers."""

KEYS = """
@inline
def told_number(v: Int) -> Int:
    return mixed(wadd(v, GOLDEN))

def told_card(S: Words[NS], L: Halves[NL], mover: Int, card: Int) -> Int:
    if card < 0:
        fail(BEYOND)
    place = L[WHERE + card]
    if place < 0 or sees(S, mover, place):
        return NAME_KEY[card]
    index = 0
    n = 0
    if place < NSETS:
        word = S[SETS + place]
        index = popcount(word & wsub(wshl(1, card), 1))
        n = popcount(word)
    else:
        at = LISTS + (place - NSETS) * STRIDE
        index = index_of(L, at, card)
        n = L[at]
    if index == n - 1 and ALL_FREE[place] == 0:
        index = -1
    return blend(blend(MIX1, index), PLACE_KEY[mover * NPLACES + place])

def told_group(S: Words[NS], L: Halves[NL], C: Words[NC], mover: Int, at: Int, copies: Int) -> Int:
    h = 0
    for i in range(C[at]):
        c = C[at + 1 + i]
        one = NAME_KEY[c] if copies != 0 else told_card(S, L, mover, c)
        h = one if i == 0 else blend(wadd(h, GOLDEN), one)
    return h

def key_option(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:
    n = C[COUNT] - 1
    if n < C[KEYED]:
        return
    if n == 0:
        fill(C, SEEN_KEYS, BLOOM, 0)
    C[KEYED] = n + 1
    mover = S[PLAYERS + 2 * PLAYER_DEPTH[S[PC]]]
    at = RECORDS + C[OPTION_AT + n]
    h = blend(MIX1, C[at])
    told = 0
    for i in range(C[at + 1]):
        if C[at + 2 + 2 * i] > 0:
            v = C[at + 3 + 2 * i]
            how = SITE_TOLD[C[PICKS + 4 * i + 3]]
            word = 0
            if how == 1:
                word = told_card(S, L, mover, v)
            elif how == 2:
                word = NAME_KEY[v]
            elif how == 3 or how == 4:
                word = told_group(S, L, C, mover, GROUPED + i * (2 * CAPACITY + 1), how - 3)
            elif how == 5:
                word = PLACE_KEY[mover * NPLACES + v]
            elif how == 6:
                word = SEAT_KEY[v]
            elif how == 7:
                word = TEAM_KEY[v]
            elif how == 8:
                word = STRING_KEY[v]
            else:
                word = told_number(v)
            if told > 0:
                h = wadd(h, MIX2)
            if word != 0:
                h = blend(h, word)
            told += 1
    C[PLAIN_KEY + n] = h
    mark = shr(h, 54)
    again = 0
    if shr(C[SEEN_KEYS + (mark >> 6)], mark & 63) & 1 != 0:
        for i in range(n):
            if C[PLAIN_KEY + i] == h:
                again += 1
    C[SEEN_KEYS + (mark >> 6)] |= wshl(1, mark & 63)
    C[OPTION_KEY + n] = h if again == 0 else blend(h, again)

def plain_option(S: Words[NS], L: Halves[NL], C: Words[NC], item: Int, count: Int, value: Int) -> None:
    n = C[COUNT]
    at = C[RECORDED]
    C[OPTION_SLOT + n] = 0
    C[OPTION_AT + n] = at
    C[RECORDS + at] = item
    C[RECORDS + at + 1] = 0
    C[RECORDED] = at + 2
    if count > 0:
        C[RECORDS + at + 1] = 1
        C[RECORDS + at + 2] = count
        C[RECORDS + at + 3] = value
        C[RECORDED] = at + 4
    C[COUNT] = n + 1
    if C[KEYING] == 1:
        key_option(S, L, C)

def keep_group(L: Halves[NL], C: Words[NC], depth: Int, at: Int) -> None:
    to = GROUPED + depth * (2 * CAPACITY + 1)
    n = L[at]
    if n > 2 * CAPACITY:
        fail(BEYOND)
    C[to] = n
    for i in range(n):
        C[to + 1 + i] = L[at + 1 + i]
"""

_VIEW = """
def view_hash(S: Words[NS], L: Halves[NL], C: Words[NC], seat: Int) -> Int:
    pc = S[PC]
    h = blend(blend(blend(MIX1, seat * 65536 + pc), S[DECISIONS]), TEAM_CLASS[S[TEAMS]])
    for i in range(2 * PLAYER_DEPTH[pc] + 2):
        h = blend(h, S[PLAYERS + i])
    for i in range(2 * TEAM_DEPTH[pc] + 2):
        h = blend(h, S[TURNS + i])
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
    return hash_cards(S, L, C, seat, h)
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

def hash_cards(S: Words[NS], L: Halves[NL], C: Words[NC], seat: Int, h: Int) -> Int:
    known = S[KEPT + seat]
    for i in range(MEMORIES):
        at = LISTS + (MEMORY_PLACES[i] - NSETS) * STRIDE
        for j in range(L[at]):
            known |= wshl(1, L[at + 1 + j])
    first = (S[TEAMS] * SEATS + seat) * NPLACES
    for p in range(NSETS):
        if SEES[first + p] != 0:
            h = blend(h, S[SETS + p])
        else:
            h = hash_partly(h, S[SETS + p], known)
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
                    h = blend(h, c if shr(known, c) & 1 != 0 else -1 - BACK[c])
    return h
"""

_MANY_CARDS = """
def hash_cards(S: Words[NS], L: Halves[NL], C: Words[NC], seat: Int, h: Int) -> Int:
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

def followed(C: Words[NC], R: Words[64], H: Words[8], E: Words, K: Words, node: Int, mover: Int, mates: Words, unit: Int, explore: Float, logs: Floats) -> Int:
    untried = 0
    n = C[COUNT]
    for i in range(n):
        at = edge_of(E, K, node, C[OPTION_KEY + i])
        C[FOUND + i] = at
        if at < 0:
            untried += 1
        else:
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
    at = option * (SEATS + 2)
    together = 0
    for j in range(mates[seat * (SEATS + 1)]):
        together += C[GAINED + mates[seat * (SEATS + 1) + 1 + j]]
    sums[at] += 1
    sums[at + 1] += together * together
    for each in range(SEATS):
        sums[at + 2 + each] += C[GAINED + each]

@inline
def moving(S: Words[NS]) -> Int:
    return S[PLAYERS + 2 * PLAYER_DEPTH[S[PC]]]

def ismcts(S: Words[NS], L: Halves[NL], P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, seat: Int, first: Int, count: Int, wanted: Int, observers: Int, kind: Int, unit: Int, worth: Words, mates: Words, explore: Float, logs: Floats, most: Int, H: Words[8], N: Words, E: Words, K: Words, path: Words, sums: Words) -> Int:
    lay_plan(S, L, P, Q, C, seat)
    C[STOPPING] = 0
    if H[0] == 0:
        H[0] = 1
    for done in range(count):
        k = first + done
        stream(R, 4, key, 2, k)
        C[KEYING] = 1
        if sample_by_plan(P, Q, T, M, A, B, C, R, 4, wanted) != 0:
            stream(R, 0, key, 1, k)
            node = 0
            depth = 0
            taking = 0
            while node >= 0:
                option = followed(C, R, H, E, K, node, moving(T), mates, unit, explore, logs)
                if depth == 0:
                    taking = option
                path[depth] = C[FOUND + option]
                depth += 1
                node = -1
                if C[IS_NEW] != 0:
                    C[KEYING] = 0
                    C[WATCH] = 0
                    apply(T, M, A, B, C, option)
                else:
                    C[WATCH] = LEARNS
                    apply(T, M, A, B, C, option)
                    if T[STATUS] == 0:
                        node = enter(H, N, view_hash(T, M, C, moving(T) if observers != 0 else seat), most)
            C[KEYING] = 0
            C[WATCH] = 0
            if T[STATUS] == 0:
                C[STEPS] = 0
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
                    node = enter(H, N, view_hash(T, M, C, moving(T) if observers != 0 else seat), 0)
    C[KEYING] = 0
    C[WATCH] = 0
    return n

def mcts(S: Words[NS], L: Halves[NL], P: Words[NS], Q: Halves[NL], T: Words[NS], M: Halves[NL], X: Words[NS], Y: Halves[NL], A: Words[NS], B: Halves[NL], C: Words[NC], R: Words[64], key: Int, seat: Int, tree: Int, first: Int, every: Int, end: Int, wanted: Int, kind: Int, unit: Int, worth: Words, mates: Words, explore: Float, logs: Floats, most: Int, H: Words[8], E: Words, K: Words, path: Words, sums: Words) -> Int:
    lay_plan(S, L, P, Q, C, seat)
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
        stream(R, 0, key, 1, k)
        copy(X, 0, T, 0, NS)
        copy(Y, 0, M, 0, STATE)
        bring_options(C, wanted, recorded)
        node = 0
        depth = 0
        taking = 0
        while node >= 0:
            for i in range(C[COUNT]):
                C[OPTION_KEY + i] = i
            option = followed(C, R, H, E, K, node, moving(X), mates, unit, explore, logs)
            if depth == 0:
                taking = option
            edge = C[FOUND + option]
            path[depth] = edge
            depth += 1
            node = -1
            apply(X, Y, A, B, C, option)
            if C[IS_NEW] == 0 and X[STATUS] == 0:
                node = E[edge + 4] if E[edge + 4] > 0 else -1
                if node < 0 and H[0] < most:
                    node = H[0]
                    H[0] += 1
                    E[edge + 4] = node
        if X[STATUS] == 0:
            C[STEPS] = 0
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


def rooms(flow: Flow) -> dict[str, int]:
    """Room in a context for what trees need."""
    capacity = flow.kit.bp.capacity
    return {
        "KEYING": 1, "KEYED": 1, "IS_NEW": 1, "SEEN_KEYS": BLOOM, "OPTION_KEY": 1 << 16, "PLAIN_KEY": 1 << 16,
        "FOUND": 1 << 16, "GROUPED": 256 * (2 * capacity + 1),
    }  # fmt: skip


def constants(flow: Flow) -> dict[str, int]:
    """What the hash of a view has to know about the block."""
    bp = flow.kit.bp
    stores = [s for kept in (bp.ints, bp.strs, bp.points) for s in kept.values()]
    members = {"game": 1}
    plain = sum(members.get(s.owner, bp.seats) for kept in (bp.ints, bp.strs) for s in kept.values())
    return {
        "BLOOM": BLOOM,
        "CLEAR": int(point_maps(flow)[1]),
        "EDGE": 5 + bp.seats,
        "STORED": min((s.first for s in stores), default=0),
        "STORED_PLAIN": plain,
        "POINT_MAPS": sum(members.get(s.owner, bp.seats) for s in bp.points.values()),
        "AWARD_WORDS": bp.award_words,
        "HAS_WORDS": 1 + bp.stored // 64,
        "MAKES": int(any(e.form == "create.deck" for block in bp.program.body for e in block.walk())),
    }


def tables(flow: Flow) -> dict[str, tuple[int, ...]]:
    """Names as numbers, and what a view tells of teams, cycles and point maps."""
    kit = flow.kit
    bp = kit.bp
    pack = bp.layout.pack
    backs = sorted(set(pack.backs))
    setups = bp.team_setups
    told = {kind: number for number, kinds in enumerate(PICKED, 1) for kind in kinds}
    return {
        **point_maps(flow)[0],
        "NAME_KEY": tuple(text_key(name) for name in pack.names),
        "PLACE_KEY": tuple(text_key(_place(place, seat)) for seat in range(bp.seats) for place in bp.places),
        "SEAT_KEY": tuple(text_key(f"seat {seat}") for seat in range(bp.seats)),
        "TEAM_KEY": tuple(text_key(f"team {team}") for team in range(bp.seats)),
        "STRING_KEY": tuple(map(text_key, bp.strings)),
        "SITE_TOLD": (0, *(told.get(e.args[1].type, 0) if e.form == "any.do" else 0 for e in kit.exprs)),
        "TEAM_CLASS": tuple(setups.index(teams) for teams in setups),
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
            for award in filler.args[1:]
        )
        alike = [i for i, other in enumerate(contents) if _may_agree(content, other)]
        clear = clear and all(contents[i] == content and not _computed(content) for i in alike)
        contents.append(content)
        classes.append(1 + alike[0] if alike else len(contents))
        words.append(len(computed_parts(filler, bp.constants)))
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


def _place(place: Place, seat: int) -> str:
    """What a place is called from a seat, as `croupier.engine.words` says."""
    name = f"{place.name}{f' {place.nth}' if place.nth else ''}"
    if place.owner == "game" or (place.owner == "player" and place.member == seat):
        return name
    return f"{'seat' if place.owner == 'player' else 'team'} {place.member}'s {name}"


def text_key(text: str) -> int:
    """A text as a number; one that is an integer, as the kernels have integers."""
    if not text:
        return 0
    if text.lstrip("-").isdecimal() and str(int(text)) == text:
        return _mixed(int(text) + GOLDEN)
    return signed(int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big"))


def _mixed(z: int) -> int:
    """`mixed` of the run-time."""
    z &= _WORD
    z = (z ^ z >> 30) * MIX1 & _WORD
    z = (z ^ z >> 27) * MIX2 & _WORD
    return signed(z ^ z >> 31)
