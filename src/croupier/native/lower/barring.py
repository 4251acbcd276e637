"""Kinds that hidden cards cannot be (`croupier.interpreter.barring`): what options rule out, and samples that agree.

Programs whose options rule out nothing have none of this in their code. Every card has a word with the kinds
that it cannot be, as bits. These words lie behind all others of a state, and only games that are played have
them: a search copies states without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.native.lower.blueprint import Blueprint
from croupier.native.lower.lowering import Loc, Lowering

if TYPE_CHECKING:
    from croupier.native.lower.choices import Choosing

NO_LIMIT = -(1 << 60)
"""Steps are not counted while nothing happens."""


def exclusion_functions(outer: Lowering, choosing: Choosing) -> list[str]:
    """The functions that find what the options of a choice rule out; gives the lines that call them."""
    calls: list[str] = []
    for item, found in outer.bp.layout.exclusions.get(choosing.expr.start, {}).items():
        for index, one in enumerate(found):
            name = f"excluded_{choosing.number}_{item}_{index}"
            lo = outer.beside()
            code = lo.code
            code("picked = C[PICKS + 2]")
            code("kinds = 0")
            code("of_kind = 0")
            lo.env |= dict.fromkeys(one.pick, "picked")
            lo.env |= dict.fromkeys(one.card, "of_kind")
            with code.block("for this_kind in range(KINDS):"):
                code("of_kind = FIRST_OF_KIND[this_kind]")
                with code.block(f"if {lo.value(one.test)}:"):
                    code("kinds |= wshl(1, this_kind)")
            place = lo.value(one.place)
            assert isinstance(place, Loc)
            code(f"bar_place(S, L, {place.place}, kinds)")
            head = f"def {name}(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:"
            outer.kit.functions[name] = [head, *code.lines]
            calls += [
                f"        if item == {item}:",
                f"            told = caught({name}(S, L, C))",
                "            if told < 0:",
                "                fail(told)",
            ]
    if not calls:
        return []
    return [
        "    if C[NOTING] & INFERS != 0:",
        "        steps = C[STEPS]",
        f"        C[STEPS] = {NO_LIMIT}",
        *calls,
        "        C[STEPS] = steps",
        "        C[TOP] = ARENA",
    ]


def rooms(bp: Blueprint) -> dict[str, int]:
    """Room in a context for a deal that has to agree."""
    cards = bp.cards if bp.layout.exclusions else 0
    single = dict.fromkeys(("BARS", "CLASSES", "CARD_GROUPS", "UNEVEN"), 1)
    return {**single, **dict.fromkeys(_BY_CARD, cards), "GROUP": 4 * cards}


_BY_CARD = (
    *("SLOT_BAR", "DEALT", "AS_DEALT", "SLOT_OF", "HOLDER", "CAME_FROM", "WAITING"),
    *("CLASS_BAR", "CLASS_BACK", "CLASS_SIZE", "CLASS_FIRST", "CLASS_SLOT", "SLOT_CLASS"),
    *("CARD_CLASSES", "GROUP_CARD", "LEFT_SLOT", "LEFT_SIZE"),
)
"""Lists of a deal that has to agree, each with room for all cards. A group has its classes, how many cards it has,
how many slots are left to it at most, and its first card."""


def tables(bp: Blueprint) -> dict[str, tuple[int, ...]]:
    """The places whose cards everybody sees, for every way to make teams."""
    if not bp.layout.exclusions:
        return {}
    seats = range(bp.seats)
    return {
        "OPEN": tuple(
            int(all(bp.layout.sees(seat, place, teams) for seat in seats))
            for teams in bp.team_setups
            for place in bp.places
        )
    }


def text(bp: Blueprint) -> tuple[str, str]:
    """What the code of a game calls, when cards move and when it deals samples; nothing where nothing is ruled out."""
    return (_FOLLOWING, _DEALING) if bp.layout.exclusions else (_NO_FOLLOWING, _NO_DEALING)


def constants(bp: Blueprint, words: int) -> dict[str, Any]:
    """Where the words are, behind so many others."""
    cards = bp.cards if bp.layout.exclusions else 0
    return {
        "BARRED": words,
        "WORDS": words,
        "NS": words + cards,
        "ALL_KINDS": bp.layout.all_kinds if cards else 0,
    }


_NO_FOLLOWING = """
@inline
def follow_bars(S: Words[NS], L: Halves[NL], C: Words[NC], kind: Int, x: Int, a: Int, b: Int, c: Int, d: Int) -> None:
    pass

@inline
def carry_bars(S: Words[NS], L: Halves[NL], moved: Int, origin: Int, to: Int) -> None:
    pass
"""

_FOLLOWING = """
@inline
def is_open(S: Words[NS], place: Int) -> Bool:
    return OPEN[S[TEAMS] * NPLACES + place] != 0

@inline
def show_bar(S: Words[NS], card: Int) -> None:
    S[BARRED + card] = ALL_KINDS ^ wshl(1, KIND[card])

def bar_place(S: Words[NS], L: Halves[NL], place: Int, kinds: Int) -> None:
    if place < NSETS:
        left = S[SETS + place]
        while left != 0:
            S[BARRED + ctz(left)] |= kinds
            left &= wsub(left, 1)
    else:
        at = LISTS + (place - NSETS) * STRIDE
        for i in range(L[at]):
            S[BARRED + L[at + 1 + i]] |= kinds

def mix_bars(S: Words[NS], L: Halves[NL], place: Int, card: Int) -> None:
    # All cards of a place, and one more, may be what one of them may be.
    common = -1
    if card >= 0:
        common = S[BARRED + card]
    if place < NSETS:
        left = S[SETS + place]
        while left != 0:
            common &= S[BARRED + ctz(left)]
            left &= wsub(left, 1)
        left = S[SETS + place]
        while left != 0:
            S[BARRED + ctz(left)] = common
            left &= wsub(left, 1)
    else:
        at = LISTS + (place - NSETS) * STRIDE
        for i in range(L[at]):
            common &= S[BARRED + L[at + 1 + i]]
        for i in range(L[at]):
            S[BARRED + L[at + 1 + i]] = common
    if card >= 0:
        S[BARRED + card] = common

def bar_move(S: Words[NS], L: Halves[NL], card: Int, origin: Int, to: Int, pointed: Int) -> None:
    watched = is_open(S, origin)
    if not watched and (pointed == 0 or ALL_FREE[origin] != 0):
        mix_bars(S, L, origin, card)
    if watched or is_open(S, to) or remembered(L, card):
        show_bar(S, card)

def carry_bars(S: Words[NS], L: Halves[NL], moved: Int, origin: Int, to: Int) -> None:
    if is_open(S, origin) or is_open(S, to):
        if moved < NSETS:
            left = S[SETS + moved]
            while left != 0:
                show_bar(S, ctz(left))
                left &= wsub(left, 1)
        else:
            at = LISTS + (moved - NSETS) * STRIDE
            for i in range(L[at]):
                show_bar(S, L[at + 1 + i])

def follow_bars(S: Words[NS], L: Halves[NL], C: Words[NC], kind: Int, x: Int, a: Int, b: Int, c: Int, d: Int) -> None:
    if kind == 0:
        bar_move(S, L, a, b, d, POINTED[x])
    elif kind == 5:
        if not is_open(S, a):
            mix_bars(S, L, a, -1)
    elif kind == 3:
        carry_bars(S, L, b, a, b)
        carry_bars(S, L, a, b, a)
    elif kind == 4:
        bar_move(S, L, a, c, d, 0)
        bar_move(S, L, b, d, c, 0)
    elif kind == 2:
        show_bar(S, a)
"""

_NO_DEALING = """
@inline
def begin_slot_bars(C: Words[NC]) -> None:
    C[BARS] = 0

@inline
def note_slot_bar(S: Words[NS], C: Words[NC], slot: Int, first: Int, card: Int, free: Int) -> None:
    pass

@inline
def prepare_deal(C: Words[NC]) -> None:
    pass

@inline
def deal_barred(C: Words[NC], R: Words[64], at: Int) -> None:
    pass

@inline
def dealt_card(C: Words[NC], slot: Int) -> Int:
    return 0

@inline
def keep_bars(T: Words[NS], C: Words[NC]) -> None:
    pass
"""

_DEALING = """
@inline
def begin_slot_bars(C: Words[NC]) -> None:
    C[BARS] = 0

def note_slot_bar(S: Words[NS], C: Words[NC], slot: Int, first: Int, card: Int, free: Int) -> None:
    # In a place without an order slots are listed by back, and then by what they cannot be.
    bar = S[BARRED + card]
    C[BARS] |= bar
    back = C[HIDDEN + 3 * slot + 1]
    i = slot
    if free != 0:
        while i > first and (C[HIDDEN + 3 * i - 2] > back or (C[HIDDEN + 3 * i - 2] == back and C[SLOT_BAR + i - 1] > bar)):
            C[SLOT_BAR + i] = C[SLOT_BAR + i - 1]
            C[HIDDEN + 3 * i + 1] = C[HIDDEN + 3 * i - 2]
            i -= 1
    C[SLOT_BAR + i] = bar
    C[HIDDEN + 3 * i + 1] = back

@inline
def may_hold(C: Words[NC], slot: Int, card: Int) -> Bool:
    return shr(C[SLOT_BAR + slot], KIND[card]) & 1 == 0 and (BACKS == 1 or C[HIDDEN + 3 * slot + 1] == BACK[card])

@inline
def classes_of(C: Words[NC], card: Int) -> Int:
    # The classes of slots that may hold a card, as bits.
    found = 0
    for i in range(C[CLASSES]):
        if shr(C[CLASS_BAR + i], KIND[card]) & 1 == 0 and (BACKS == 1 or C[CLASS_BACK + i] == BACK[card]):
            found |= wshl(1, i)
    return found

@inline
def slots_in(C: Words[NC], sizes: Int, classes: Int) -> Int:
    # How many slots these classes have, by the list of sizes that is asked for.
    found = 0
    while classes != 0:
        found += C[sizes + ctz(classes)]
        classes &= wsub(classes, 1)
    return found

def sort_slots(C: Words[NC]) -> None:
    # Slots that may hold the same are of one class.
    n = C[HIDDEN_CARDS]
    classes = 0
    for i in range(n):
        back = C[HIDDEN + 3 * i + 1] if BACKS > 1 else 0
        j = 0
        while j < classes and (C[CLASS_BAR + j] != C[SLOT_BAR + i] or C[CLASS_BACK + j] != back):
            j += 1
        if j == classes:
            C[CLASS_BAR + j] = C[SLOT_BAR + i]
            C[CLASS_BACK + j] = back
            C[CLASS_SIZE + j] = 0
            classes += 1
        C[CLASS_SIZE + j] += 1
        C[SLOT_CLASS + i] = j
    C[CLASSES] = classes
    first = 0
    for j in range(classes):
        C[CLASS_FIRST + j] = first
        for i in range(n):
            if C[SLOT_CLASS + i] == j:
                C[CLASS_SLOT + first] = i
                first += 1

def sort_unseen(C: Words[NC]) -> None:
    # Cards that the same classes may hold are a group; groups with the fewest slots come first.
    groups = 0
    for t in range(C[POOLS]):
        b = C[POOL_TURN + t]
        for i in range(C[POOL_SIZE + b]):
            card = C[POOL + b * CARDS + i]
            classes = classes_of(C, card)
            g = 0
            while g < groups and C[GROUP + 4 * g] != classes:
                g += 1
            if g == groups:
                reach = slots_in(C, CLASS_SIZE, classes)
                while g > 0 and (C[GROUP + 4 * g - 2] > reach or (C[GROUP + 4 * g - 2] == reach and C[GROUP + 4 * g - 1] > card)):
                    copy(C, GROUP + 4 * g, C, GROUP + 4 * g - 4, 4)
                    g -= 1
                C[GROUP + 4 * g] = classes
                C[GROUP + 4 * g + 1] = 0
                C[GROUP + 4 * g + 2] = reach
                C[GROUP + 4 * g + 3] = card
                groups += 1
            C[GROUP + 4 * g + 1] += 1
            C[CARD_CLASSES + card] = classes
    C[CARD_GROUPS] = groups
    C[UNEVEN] = 0
    at = 0
    for g in range(groups):
        classes = C[GROUP + 4 * g]
        for t in range(C[POOLS]):
            b = C[POOL_TURN + t]
            for i in range(C[POOL_SIZE + b]):
                card = C[POOL + b * CARDS + i]
                if C[CARD_CLASSES + card] == classes:
                    C[GROUP_CARD + at] = card
                    at += 1
        # So many of the slots are left to it at most: other groups cannot lie elsewhere with all of their cards.
        for other in range(g):
            apart = slots_in(C, CLASS_SIZE, C[GROUP + 4 * other] & ~classes)
            C[GROUP + 4 * g + 2] -= max(0, C[GROUP + 4 * other + 1] - apart)
            if C[GROUP + 4 * other] & classes != 0 and apart > 0:
                C[UNEVEN] = 1

def prepare_deal(C: Words[NC]) -> None:
    # What is the same for all deals of a plan.
    if C[BARS] != 0:
        sort_slots(C)
        if C[CLASSES] <= MOST_CLASSES:
            sort_unseen(C)

def fitted_deal(C: Words[NC], key: Int) -> Bool:
    # `croupier.interpreter.dealing` says what it does.
    n = C[HIDDEN_CARDS]
    copy(C, LEFT_SLOT, C, CLASS_SLOT, n)
    copy(C, LEFT_SIZE, C, CLASS_SIZE, C[CLASSES])
    least = 0.0
    if C[UNEVEN] != 0:
        key = wadd(key, GOLDEN)
        least = float(shr(mixed(key), 11))
    share = 9007199254740992.0
    at = GROUP_CARD
    for g in range(C[CARD_GROUPS]):
        classes = C[GROUP + 4 * g]
        size = C[GROUP + 4 * g + 1]
        most = C[GROUP + 4 * g + 2]
        left = slots_in(C, LEFT_SIZE, classes)
        if left < size:
            return 1 == 0
        if left < most:
            for i in range(size):
                share = share * (float(left - i) / float(most - i))
            if not least < share:
                return 1 == 0
        for i in range(size):
            drawn = 0
            if left > 1:
                key = wadd(key, GOLDEN)
                product = wmul(shr(mixed(key), 32), left)
                if product & HALF < left:
                    key = fair(key, left)
                    product = wmul(shr(mixed(key), 32), left)
                drawn = shr(product, 32)
            rest = classes
            which = ctz(rest)
            while drawn >= C[LEFT_SIZE + which]:
                drawn -= C[LEFT_SIZE + which]
                rest &= wsub(rest, 1)
                which = ctz(rest)
            last = C[LEFT_SIZE + which] - 1
            C[LEFT_SIZE + which] = last
            first = LEFT_SLOT + C[CLASS_FIRST + which]
            C[DEALT + C[first + drawn]] = C[at]
            C[first + drawn] = C[first + last]
            at += 1
            left -= 1
    return 1 == 1

def deal_barred(C: Words[NC], R: Words[64], at: Int) -> None:
    if C[CLASSES] <= MOST_CLASSES:
        for attempt in range(FITTED_DEALS):
            if fitted_deal(C, draw_player(R, at)):
                return
    n = C[HIDDEN_CARDS]
    begin_pools(C, R, at)
    wrong = 0
    for i in range(n):
        card = from_pool(C, C[HIDDEN + 3 * i + 1] if BACKS > 1 else 0)
        C[DEALT + i] = card
        wrong |= shr(C[SLOT_BAR + i], KIND[card]) & 1
    if wrong == 0 or mend_deal(C, n):
        mix_deal(C, n, draw_player(R, at))

def mend_deal(C: Words[NC], n: Int) -> Bool:
    # `croupier.interpreter.dealing` says what it does.
    for i in range(n):
        card = C[DEALT + i]
        C[AS_DEALT + i] = card
        C[SLOT_OF + card] = i
        C[HOLDER + i] = i if may_hold(C, i, card) else -1
    for start in range(n):
        if not may_hold(C, start, C[AS_DEALT + start]):
            for i in range(n):
                C[CAME_FROM + i] = -1
            C[WAITING] = start
            waiting = 1
            turn = 0
            free = -1
            while turn < waiting and free < 0:
                slot = C[WAITING + turn]
                turn += 1
                i = 0
                while i < n and free < 0:
                    if C[CAME_FROM + i] < 0 and may_hold(C, slot, C[AS_DEALT + i]):
                        C[CAME_FROM + i] = slot
                        if C[HOLDER + i] < 0:
                            free = i
                        else:
                            C[WAITING + waiting] = C[HOLDER + i]
                            waiting += 1
                    i += 1
            if free < 0:
                copy(C, DEALT, C, AS_DEALT, n)
                return 1 == 0
            while free >= 0:
                slot = C[CAME_FROM + free]
                before = -1
                if slot != start:
                    before = C[SLOT_OF + C[DEALT + slot]]
                C[DEALT + slot] = C[AS_DEALT + free]
                C[HOLDER + free] = slot
                free = before
    return 1 == 1

def mix_deal(C: Words[NC], n: Int, key: Int) -> None:
    for attempt in range(EXCHANGES * n):
        key = wadd(key, GOLDEN)
        drawn = mixed(key)
        one = shr((shr(drawn, 16) & 65535) * n, 16)
        other = shr((shr(drawn, 32) & 65535) * n, 16)
        third = shr(shr(drawn, 48) * n, 16)
        a = C[DEALT + one]
        b = C[DEALT + other]
        if shr((drawn & 65535) * 10, 16) < 7:
            if one != other and may_hold(C, one, b) and may_hold(C, other, a):
                C[DEALT + one] = b
                C[DEALT + other] = a
        elif one != other and one != third:
            c = C[DEALT + third]
            if third == other:
                if may_hold(C, one, b) and may_hold(C, other, a):
                    C[DEALT + one] = b
                    C[DEALT + other] = a
            elif may_hold(C, one, b) and may_hold(C, other, c) and may_hold(C, third, a):
                C[DEALT + one] = b
                C[DEALT + other] = c
                C[DEALT + third] = a

@inline
def dealt_card(C: Words[NC], slot: Int) -> Int:
    return C[DEALT + slot]

def keep_bars(T: Words[NS], C: Words[NC]) -> None:
    fill(T, BARRED, CARDS, 0)
    if C[BARS] != 0:
        for i in range(C[HIDDEN_CARDS]):
            T[BARRED + C[DEALT + i]] = C[SLOT_BAR + i]
"""
