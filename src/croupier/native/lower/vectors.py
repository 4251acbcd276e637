"""Kernels that know no game: many games side by side, each stopped at its next decision.

Every game is a row of some large arrays: `X` and `Y` its state, which is copied to `S` and `L` while the game
goes on, `W` the options of the decision at which it stands,
`I` the option behind each action, `V` what Python reads, `G` the rewards, `Q` the mask, eight actions a word, and
`O` the observation. What mask and observation mean is defined by `croupier.native.numbering` and
`croupier.native.observing`; this is the same again.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.native.lower.program import Lowered, headed, unheard, unwatched
from croupier.native.numbering import Numbering, Pick
from croupier.native.observing import LARGEST, Observing

EXPORTS = ("vector_begin", "vector_rows", "vector_choices")

SAVED = 256
"""Words in which the options of a row are kept; those of larger decisions are built again when one is taken."""

ROW = (
    *("V_SEAT", "V_ENDED", "V_OPTIONS", "V_ROW_SEED", "V_GAME", "V_SEED", "V_LEFT", "V_TAKEN", "V_CUT"),
    *("V_SAVED", "V_WRONG", "V_LENGTH", "V_SKIPPED", "V_TURN", "V_LAST_SEED", "V_POSSIBLE"),
)
"""What Python reads of a row, in this order."""
ROW_WORDS = 16

MOST_SKIPPED = 200
"""After so many games in a row without a decision there is none to be expected."""

_STEPPING = """
def number_of(S: Words[NS], L: Halves[NL], C: Words[NC], mover: Int, at: Int) -> Int:
    # The number of an option by its record: its item, and the elements that it takes.
    row = CHOICE_ITEMS[S[PC]] + C[at]
    n = ITEM_FIRST[row]
    if n < 0:
        return -1
    first = ITEM_PICKS[row]
    depth = C[at + 1]
    for p in range(first, ITEM_PICKS[row + 1]):
        i = p - first
        missing = PICK_MISSING[p]
        if i < depth and C[at + 2 + 2 * i] > 0:
            v = C[at + 3 + 2 * i]
            how = PICK_HOW[p]
            k = -1
            if how == 1:
                place = L[WHERE + v]
                if place < 0 or sees(S, mover, place):
                    k = KIND[v]
            elif how == 6:
                k = (v - mover + SEATS) % SEATS
            elif how == 0:
                k = v - PICK_LOW[p]
                if k < 0 or k >= PICK_SIZE[p]:
                    k = -1
            elif how == 5:
                k = PLACE_SLOT[(PICK_LOW[p] * SEATS + mover) * NPLACES + v]
            else:
                k = STRING_SLOT[PICK_LOW[p] + v]
            if k < 0:
                return -1
            n += (k + missing) * PICK_STRIDE[p]
        elif missing == 0:
            return -1
    return n

def offer(S: Words[NS], L: Halves[NL], C: Words[NC], W: Words[SAVED], I: Halves[ACTIONS], V: Words[ROW_WORDS], Q: Words[MASK_WORDS]) -> None:
    mover = chooser(S)
    n = C[COUNT]
    V[V_SEAT] = mover
    V[V_OPTIONS] = n
    fill(I, 0, ACTIONS, 0)
    fill(Q, 0, MASK_WORDS, 0)
    numbered = CHOICE_ITEMS[S[PC]] >= 0
    possible = 0
    for k in range(n):
        a = FIXED + k
        if numbered:
            a = number_of(S, L, C, mover, RECORDS + C[OPTION_AT + k])
        if a < 0 or a >= ACTIONS or k >= LARGEST_SEEN:
            V[V_CUT] += 1
        elif I[a] == 0:
            I[a] = k + 1
            possible += 1
            Q[a >> 3] |= wshl(1, (a & 7) << 3)
    V[V_POSSIBLE] = possible
    recorded = C[RECORDED]
    V[V_SAVED] = 0
    if n + recorded <= SAVED:
        V[V_SAVED] = 1
        copy(W, 0, C, OPTION_AT, n)
        copy(W, n, C, RECORDS, recorded)

def bring(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], W: Words[SAVED], V: Words[ROW_WORDS], option: Int) -> Int:
    # The option that is taken is put back where it was when it was built; gives its number there.
    if V[V_SAVED] == 0:
        C[WATCH] = 0
        C[DROPS] = 0
        rebuild(S, L, T, M, C)
        return option
    at = V[V_OPTIONS] + W[option]
    n = 2 + 2 * W[at + 1]
    copy(C, RECORDS, W, at, n)
    C[OPTION_AT] = 0
    C[COUNT] = 1
    return 0

def settle_rewards(S: Words[NS], G: Floats[SEATS], kind: Int) -> None:
    for seat in range(SEATS):
        G[seat] = 0.0
    if S[STATUS] != FINISHED:
        return
    for seat in range(SEATS):
        v = S[SCORES + seat]
        ahead = 0
        level = 0
        for other in range(SEATS):
            w = S[SCORES + other]
            if w == v:
                level += 1
            elif (w > v) == (HIGHEST != 0):
                ahead += 1
        if kind == 0:
            G[seat] = float(v) if HIGHEST != 0 else 0.0 - float(v)
        elif kind == 1:
            G[seat] = 1.0 - 2.0 * float(ahead) / float(max(SEATS - 1, 1))
        elif TOGETHER != 0:
            G[seat] = float(S[WON])
        elif ahead == 0:
            G[seat] = 1.0 / float(level)

def start_row(S: Words[NS], L: Halves[NL], A: Words[NS], B: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], V: Words[ROW_WORDS], made: Int, watching: Int) -> None:
    # The next game of a row that has a decision.
    skipped = 0
    while skipped <= MOST_SKIPPED:
        go_on(C)
        own = game_seed(V[V_ROW_SEED], V[V_GAME])
        V[V_GAME] += 1
        V[V_SEED] = own
        V[V_TURN] = 0
        copy(S, 0, A, 0, NS)
        copy(L, 0, B, 0, STATE)
        state_stream(S, own, 0, 0)
        C[DROPS] = 0
        C[STEPS] = made
        C[TOP] = ARENA
        C[HOW] = RUNNING
        C[WATCH] = watching
        C[NOTING] = watching
        code = caught(step(S, L, T, M, C, 0))
        if code != 0:
            settle_end(S, C, code)
        if S[STATUS] == LEFT:
            V[V_LEFT] = 2
            return
        if S[STATUS] == 0:
            return
        skipped += 1
        V[V_SKIPPED] += 1
    V[V_WRONG] = 2

def advance_row(S: Words[NS], L: Halves[NL], A: Words[NS], B: Halves[NL], X: Words[NS], Y: Halves[ROW_HALVES], T: Words[NS], M: Halves[NL], C: Words[NC], W: Words[SAVED], I: Halves[ACTIONS], V: Words[ROW_WORDS], G: Floats[SEATS], Q: Words[MASK_WORDS], O: Halves[OBSERVED], action: Int, made: Int, watching: Int, kind: Int) -> None:
    V[V_ENDED] = 0
    if action >= 0:
        option = I[action] - 1
        copy(S, 0, X, 0, NS)
        copy(L, 0, Y, 0, STATE)
        V[V_TAKEN] = option
        V[V_TURN] += 1
        brought = bring(S, L, T, M, C, W, V, option)
        C[DROPS] = 0
        C[WATCH] = watching
        apply(S, L, T, M, C, brought)
        if S[STATUS] == LEFT:
            # From before the action on, the interpreter goes on: the row stays as it was.
            V[V_LEFT] = 1
            return
        for seat in range(SEATS):
            G[seat] = 0.0
        if S[STATUS] != 0:
            V[V_ENDED] = S[STATUS]
            V[V_LENGTH] = V[V_TURN]
            V[V_LAST_SEED] = V[V_SEED]
            settle_rewards(S, G, kind)
            start_row(S, L, A, B, T, M, C, V, made, watching)
    else:
        start_row(S, L, A, B, T, M, C, V, made, watching)
    copy(X, 0, S, 0, NS)
    copy(Y, 0, L, 0, STATE)
    if V[V_LEFT] == 0 and V[V_WRONG] == 0:
        offer(S, L, C, W, I, V, Q)
        observe(S, L, C, O)

def vector_begin(A: Words[NS], B: Halves[NL], C: Words[NC]) -> Int:
    C[STEPS] = 0
    C[NOTING] = 0
    C[WATCH] = 0
    fresh(A, B, 0)
    set_up_quietly(A, B, C)
    return C[STEPS]

def vector_rows(states: Words, lists: Halves, A: Words[NS], B: Halves[NL], S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], saved: Words, index: Halves, rows: Words, rewards: Floats, masks: Words, seen: Halves, actions: Words, first: Int, last: Int, made: Int, watching: Int, kind: Int) -> Int:
    # Gives the number of rows that Python has to look after.
    C[STOPPING] = 0
    C[KEYING] = 0
    C[OBSERVER] = 0
    odd = 0
    for i in range(first, last):
        go_on(C)
        if rows[i * ROW_WORDS + V_LEFT] == 0:
            advance_row(
                S, L, A, B, part(states, i * NS, NS), part(lists, i * ROW_HALVES, ROW_HALVES), T, M, C,
                part(saved, i * SAVED, SAVED), part(index, i * ACTIONS, ACTIONS), part(rows, i * ROW_WORDS, ROW_WORDS),
                part(rewards, i * SEATS, SEATS), part(masks, i * MASK_WORDS, MASK_WORDS),
                part(seen, i * OBSERVED, OBSERVED), actions[i], made, watching, kind
            )
        if rows[i * ROW_WORDS + V_LEFT] != 0 or rows[i * ROW_WORDS + V_WRONG] != 0:
            odd += 1
    return odd
"""

_CHOOSING = """
def vector_choices(masks: Words, nth: Words, rows: Int) -> None:
    # The possible action of each row that comes so many places behind the first.
    for i in range(rows):
        left = nth[i]
        w = i * MASK_WORDS
        n = popcount(masks[w])
        while left >= n:
            left -= n
            w += 1
            n = popcount(masks[w])
        nth[i] = (w - i * MASK_WORDS) * 8 + (nth_bit(masks[w], left) >> 3)
"""

_UNOBSERVED = """
@inline
def observe(S: Words[NS], L: Halves[NL], C: Words[NC], O: Halves[OBSERVED]) -> None:
    pass
"""

_OBSERVING = """
def observe_list(S: Words[NS], L: Halves[NL], C: Words[NC], O: Halves[OBSERVED], seat: Int, place: Int, at: Int) -> None:
    row = LISTS + (place - NSETS) * STRIDE
    n = L[row]
    shown = sees(S, seat, place)
    last = 0
    for j in range(n):
        c = L[row + 1 + j]
        if shown or C[COPIED + c] != 0 or knows(S, seat, c):
            O[at + KIND[c]] += 1
            last = 1 + KIND[c]
        else:
            O[at + KINDS + BACK[c]] += 1
            last = 0
    if last > 0 and ALL_FREE[place] == 0:
        O[at + KINDS + BACKS + last - 1] = 1

@inline
def observe_set(S: Words[NS], C: Words[NC], O: Halves[OBSERVED], seat: Int, place: Int, at: Int) -> None:
    word = S[SETS + place]
    known = word
    if not sees(S, seat, place):
        known = word & S[KEPT + seat * KEPT_WORDS]
        if MEMORIES != 0:
            left = word & ~known
            while left != 0:
                c = ctz(left)
                left &= wsub(left, 1)
                if C[COPIED + c] != 0:
                    known |= wshl(1, c)
    hidden = word & ~known
    if BACKS == 1:
        O[at + KINDS] = popcount(hidden)
    else:
        while hidden != 0:
            O[at + KINDS + BACK[ctz(hidden)]] += 1
            hidden &= wsub(hidden, 1)
    while known != 0:
        O[at + KIND[ctz(known)]] += 1
        known &= wsub(known, 1)

def observe_copies(L: Halves[NL], C: Words[NC]) -> None:
    for i in range(CARDS):
        C[COPIED + i] = 0
    for i in range(MEMORIES):
        at = LISTS + (MEMORY_PLACES[i] - NSETS) * STRIDE
        for j in range(L[at]):
            C[COPIED + L[at + 1 + j]] = 1

def observe(S: Words[NS], L: Halves[NL], C: Words[NC], O: Halves[OBSERVED]) -> None:
    fill(O, 0, OBSERVED, 0)
    seat = chooser(S)
    setting = S[TEAMS] * SEATS + seat
    pc = S[PC]
    O[SEEN_DECISION + pc - 1] = 1
    O[SEEN_SEAT + seat] = 1
    for i in range(SEATS):
        if MATES[setting * SEATS + i] != 0:
            O[SEEN_MATES + i] = 1
    for level in range(PLAYER_DEPTH[pc]):
        O[SEEN_TURNS + level * SEATS + (S[PLAYERS + 2 * level] - seat + SEATS) % SEATS] = 1
    if SEEN_TEAM_LEVELS != 0:
        for level in range(TEAM_DEPTH[pc] + 1):
            team = RELATIVE_TEAM[setting * SEATS + S[TURNS + 2 * level] % SEATS]
            if team >= 0:
                O[SEEN_TEAM_TURNS + level * SEATS + team] = 1
    if MEMORIES != 0:
        observe_copies(L, C)
    for p in range(NPLACES):
        at = SEEN_AT[setting * NPLACES + p]
        if at >= 0:
            if p < NSETS:
                if S[SETS + p] != 0:
                    observe_set(S, C, O, seat, p, at)
            elif L[LISTS + (p - NSETS) * STRIDE] != 0:
                observe_list(S, L, C, O, seat, p, at)
    for k in range(SEEN_STORES):
        at = STORE_AT[setting * SEEN_STORES + k]
        if at >= 0:
            v = S[STORE_CELL[k]]
            if STORE_STRINGS[k] < 0:
                O[at] = min(max(v, 0 - LARGEST_SEEN), LARGEST_SEEN)
            else:
                text = STRING_SLOT[STORE_STRINGS[k] + v]
                if text >= 0:
                    O[at + text] = 1
"""


def vector_text(lowered: Lowered, numbering: Numbering, width: int, observing: Observing | None) -> str:
    """The kernel text that plays many games of a program side by side, with so many actions by index."""
    tables = _Tables(lowered, numbering)
    constants = {
        **lowered.constants,
        **{name: i for i, name in enumerate(ROW)},
        "ROW_WORDS": ROW_WORDS,
        "ROW_HALVES": max(1, lowered.constants["STATE"]),
        "LARGEST_SEEN": LARGEST,
        "SAVED": SAVED,
        "MOST_SKIPPED": MOST_SKIPPED,
        "FIXED": numbering.fixed,
        "ACTIONS": max(1, numbering.fixed + width),
        "MASK_WORDS": mask_words(numbering.fixed + width),
        "OBSERVED": observing.size if observing is not None else 1,
    }
    if observing is not None:
        constants |= tables.observing(observing)
    game = unheard(lowered.text) if observing is not None else unwatched(lowered.text)
    text = game + _STEPPING + _CHOOSING + (_OBSERVING if observing is not None else _UNOBSERVED)
    return headed(text, EXPORTS, constants, {**lowered.tables, **tables.found})


def mask_words(actions: int) -> int:
    """Words of a row of the mask."""
    return max(1, (actions + 7) // 8)


class _Tables:
    """Constant tables of the numbering and of the observation."""

    def __init__(self, lowered: Lowered, numbering: Numbering) -> None:
        self.bp = lowered.bp
        self.found: dict[str, tuple[int, ...]] = {}
        self._strings: list[int] = []
        self._places: list[int] = []
        self._families = 0
        starts, first, picks, starts_of_picks = [0], list[int](), list[Pick](), list[int]()
        for choice in numbering.choices:
            starts.append(-1 if choice.items is None else len(first))
            for item in choice.items or ():
                first.append(-1 if item is None else item.first)
                starts_of_picks.append(len(picks))
                picks += () if item is None else item.picks
        starts_of_picks.append(len(picks))
        self.found |= {
            "CHOICE_ITEMS": tuple(starts),
            "ITEM_FIRST": tuple(first),
            "ITEM_PICKS": tuple(starts_of_picks),
            "PICK_HOW": tuple(pick.how for pick in picks),
            "PICK_SIZE": tuple(pick.size for pick in picks),
            "PICK_STRIDE": tuple(pick.stride for pick in picks),
            "PICK_MISSING": tuple(pick.missing for pick in picks),
            "PICK_LOW": tuple(self._low(numbering, pick) for pick in picks),
        }
        self.found |= {"STRING_SLOT": tuple(self._strings), "PLACE_SLOT": tuple(self._places)}

    def _low(self, numbering: Numbering, pick: Pick) -> int:
        if pick.family is not None:
            self._places += [
                numbering.place_slot(pick.family, place, seat)
                for seat in range(self.bp.seats)
                for place in range(len(self.bp.places))
            ]
            self._families += 1
            return self._families - 1
        return self._slots(pick.strings) if pick.strings else pick.low

    def _slots(self, strings: Iterable[str]) -> int:
        """Where the table begins that has the place of every string among some of them."""
        first, listed = len(self._strings), list(strings)
        self._strings += [listed.index(text) if text in listed else -1 for text in self.bp.strings]
        return first

    def observing(self, seen: Observing) -> dict[str, int]:
        """The tables of an observation; gives its constants."""
        bp = self.bp
        settings = [(teams, seat) for teams in bp.team_setups for seat in range(bp.seats)]
        stores = [
            (kind, store, member)
            for kind, kept in (("int", bp.ints), ("str", bp.strs))
            for store in kept.values()
            for member in seen.members(store)
        ]
        texts = {key: self._slots(strings) for key, strings in seen.strings.items()}
        self.found |= {
            "STRING_SLOT": tuple(self._strings),
            "SEEN_AT": tuple(
                seen.place_column(place, seat, teams) for teams, seat in settings for place in bp.places
            ),
            "STORE_AT": tuple(
                seen.store_column(kind, store.owner, store.name, member, seat, teams)
                for teams, seat in settings
                for kind, store, member in stores
            ),
            "STORE_CELL": tuple(store.first + member for _, store, member in stores),
            "STORE_STRINGS": tuple(
                texts[store.owner, store.name] if kind == "str" else -1 for kind, store, _ in stores
            ),
            "MATES": tuple(
                int(any(seat in team and (seat + i) % bp.seats in team for team in teams))
                for teams, seat in settings
                for i in range(bp.seats)
            ),
            "RELATIVE_TEAM": tuple(
                seen.relative("team", team, seat, teams)
                for teams, seat in settings
                for team in range(bp.seats)
            ),
        }
        return {
            "SEEN_DECISION": seen.decision,
            "SEEN_SEAT": seen.own_seat,
            "SEEN_MATES": seen.mates,
            "SEEN_TURNS": seen.turns,
            "SEEN_TEAM_TURNS": seen.team_turns,
            "SEEN_TEAM_LEVELS": seen.team_levels,
            "SEEN_STORES": len(stores),
        }
