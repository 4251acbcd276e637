"""The code of choices of others and of several at once: who is asked, and what comes of what they choose.

Answers are kept in the state until all are given: an item, and the elements that were taken. Then each takes
effect in the order of the players, after a trial on a copy of the state has shown that it still can.
"""

from __future__ import annotations

from croupier.native.lower.blueprint import Blueprint
from croupier.native.lower.choices import Choosing, note_counts
from croupier.native.lower.counters import count, count_taking
from croupier.native.lower.events import EVENTS
from croupier.native.lower.lowering import Lowering
from croupier.native.lower.piles import check_singles
from croupier.native.lower.scalars import current_of, scalars
from croupier.recycle.program import is_choice

STATES = "S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL]"

MOST_PICKS = 8
"""So many elements an answer may have; a game with more goes on with the interpreter."""

ANSWER_WORDS = 3 + 2 * MOST_PICKS
"""An item, the number of elements, for each how many there were and which it is; the key of the option."""


def answer_room(bp: Blueprint) -> None:
    """Room for the answers, if anybody but the current player is ever asked."""
    if _asks_others(bp):
        bp.word("ASKED")
        bp.word("WAITED_FOR")
        bp.word("OUTER")
        bp.word("ANSWERED")
        bp.word("ASKED_SEATS", bp.seats)
        bp.word("PENDING", bp.seats)
        bp.word("ANSWERS", bp.seats * ANSWER_WORDS)


def _asks_others(bp: Blueprint) -> bool:
    return any(is_choice(expr) and expr.has("players") for expr in bp.program.walk())


def constants(bp: Blueprint) -> dict[str, int]:
    """Where answers are kept; everywhere 0 where nobody else is asked."""
    names = ("ASKED", "WAITED_FOR", "OUTER", "ANSWERED", "ASKED_SEATS", "PENDING", "ANSWERS")
    return {
        **{name: bp.names.get(name, 0) for name in names},
        "ASKS_OTHERS": int("ASKED" in bp.names),
        # A small state has no room for answers that nobody gives, and its kernel would not compile.
        "ANSWER_WORDS": ANSWER_WORDS if "ASKED" in bp.names else 1,
        "MOST_PICKS": MOST_PICKS,
        "VOID": EVENTS.index("void"),
        "ACTING": EVENTS.index("acting"),
        "PASSED": EVENTS.index("pass"),
        "BY_CHANCE": BY_CHANCE,
        "MADE_VOID": MADE_VOID,
    }


BY_CHANCE = 1 << 20
"""Added to the number of a fault: chance has made a choice impossible that was possible in its trial."""

MADE_VOID = 1 << 21
"""Added to the number of a fault: it has made an answer void."""


def resolving(outer: Lowering, choosing: Choosing) -> None:
    """The functions that let the answers to a choice take effect."""
    number, functions = choosing.number, outer.kit.functions
    lines = [f"def run_{number}(S: Words[NS], L: Halves[NL], C: Words[NC], item: Int) -> None:"]
    for index in range(len(choosing.expr.parts("items"))):
        lines += [f"    if item == {index}:", f"        item_{number}_{index}(S, L, C)"]
    functions[f"run_{number}"] = lines
    current = current_of(outer, "player")
    first = choosing.expr.form.endswith("first")
    counters, counted = outer.kit.counters, list[str]()
    if counters is not None:
        base = counters.number("effects", choosing.expr, len(choosing.expr.parts("items")))
        counted = [f"            C[COUNTS + {base} + S[ANSWERS + seat * ANSWER_WORDS]] += 1"]
    functions[f"resolve_{number}"] = [
        f"def resolve_{number}({STATES}, C: Words[NC], met: Int) -> None:",
        "    C[STEPS] = 0",
        "    k = 0",
        "    while k < S[ASKED]:",
        "        seat = S[ASKED_SEATS + k]",
        "        k += 1",
        f"        {current} = seat",
        "        if C[WATCH] & LOGS != 0:",
        f"            log_event(C, ACTING, {outer.kit.expr(choosing.expr)}, seat, 0, 0, 0, 0)",
        "        copy(T, 0, S, 0, WORDS)",
        "        copy(M, 0, L, 0, STATE)",
        "        scratch_stream(T, met)",
        "        steps = C[STEPS]",
        "        C[NOTING] = HASHES",
        "        C[HASH] = MIX2",
        f"        found = caught(run_{number}(T, M, C, begin_answer(S, C, seat, TRYING)))",
        "        C[STEPS] = steps",
        "        C[NOTING] = C[WATCH]",
        "        if found < 0:",
        "            fail(found)",
        "        if found > 0:",
        "            make_void(C, found + MADE_VOID)",
        f"            note(S, L, C, VOID, {outer.kit.expr(choosing.expr)}, seat, 0, 0, 0, 0)",
        *(["            k = S[ASKED]"] if first else []),
        *(["        elif C[HASH] != passing():"] if first else ["        else:"]),
        *counted,
        f"            found = caught(run_{number}(S, L, C, begin_answer(S, C, seat, TAKING)))",
        "            if found < 0:",
        "                fail(found)",
        "            if found > 0:",
        "                fail(found + BY_CHANCE)",
        *(["            k = S[ASKED]"] if first else []),
        f"    {current} = S[OUTER]",
        "    forget_answers(S)",
        "    C[HOW] = 0",
    ]


def ask(lo: Lowering, choosing: Choosing) -> None:
    """Find who is asked: each once, in the order in which the answers take effect."""
    code = lo.code
    lo.tick()
    listed = scalars(lo, choosing.expr.part("players"))
    code(f"S[OUTER] = {current_of(lo, 'player')}")
    index = code.let("i", "0")
    with code.loop(f"{index} < {listed.count}", short=True):
        code(f"ask_seat(S, C[{listed.at} + {index}])")
        code(f"{index} += 1")
    code("S[WAITED_FOR] = S[ASKED]")


def ask_and_stop(lo: Lowering, choosing: Choosing) -> None:
    """One decision after the other, where a game stops at each."""
    code, number, expr = lo.code, choosing.number, choosing.expr
    with code.block("if r == 0:"):
        code(f"S[PC] = {number}")
        _halt(lo, choosing)
        ask(lo, choosing)
    going = code.let("go", "1 if S[ASKED] > 0 else 0")
    with code.block("while S[WAITED_FOR] > 0:"):
        with code.block("if r == 0:"):
            code(f"S[PC] = {number}")
            _halt(lo, choosing)
            code(f"{current_of(lo, 'player')} = S[PENDING]")
            code("C[BUILDING] = S[DECISIONS]")
            code(f"options_{number}(S, L, T, M, C)")
            code("S[DECISIONS] += 1")
            code("S[OPTIONS] += C[COUNT]")
            count(lo, "asked", expr)
            with code.block("if C[COUNT] == 0:"):
                count(lo, "stuck", expr)
                code("S[STATUS] = STUCK")
                code("return")
            with code.block("if C[COUNT] > 1 or C[STOPPING] != 0:"):
                code("return")
            code("S[FORCED] += 1")
            code("C[CHOSEN] = 0")
        count_taking(lo, expr)
        code("answer(S, C)")
        code("r = 0")
    with code.block(f"if {going} != 0:"):
        code(f"resolve_{number}(S, L, T, M, C, S[DECISIONS])")


def _halt(lo: Lowering, choosing: Choosing) -> None:
    """End a game that has had as many decisions as it may have."""
    with lo.code.block("if S[DECISIONS] >= C[MAX_DECISIONS]:"):
        count(lo, "halted", choosing.expr)
        lo.code("S[STATUS] = UNFINISHED")
        lo.code("return")


def ask_at_random(lo: Lowering, choosing: Choosing, drawn: str) -> None:
    """The same in a game that runs to its end by itself."""
    code, number, expr = lo.code, choosing.number, choosing.expr
    with code.block("if r == 0:"):
        _look_at_limits(lo, number)
        ask(lo, choosing)
    going = code.let("go", "1 if S[ASKED] > 0 else 0")
    with code.block("while S[WAITED_FOR] > 0:"):
        _look_at_limits(lo, number)
        code(f"{current_of(lo, 'player')} = S[PENDING]")
        code("C[BUILDING] = met")
        code("C[STEPS] = st")
        code(f"options_{number}(S, L, T, M, C)")
        code("met += 1")
        code("offered += C[COUNT] & new")
        count(lo, "asked", expr)
        with code.block("if C[COUNT] == 0:"):
            note_counts(lo)
            code("S[STATUS] = STUCK")
            code(f"S[PC] = {number}")
            code("return")
        with code.block("if C[COUNT] == 1:"):
            code("single += 1")
            code("C[CHOSEN] = 0")
        with code.block("else:"):
            code(f"C[CHOSEN] = {drawn}")
        count_taking(lo, expr)
        code("answer(S, C)")
        code("st = 0")
        code("new = -1")
        code("r = 0")
    with code.block(f"if {going} != 0:"):
        code(f"resolve_{number}(S, L, T, M, C, met)")
        check_singles(lo)
        code("st = C[STEPS]")


def _look_at_limits(lo: Lowering, number: int) -> None:
    lo.check_steps()
    with lo.code.block("if met >= most:"):
        note_counts(lo)
        lo.code("S[STATUS] = UNFINISHED")
        lo.code(f"S[PC] = {number}")
        lo.code("return")
    lo.check_time()


def text(bp: Blueprint) -> str:
    """What the code of a game calls; next to nothing where nobody else is ever asked."""
    return _TOGETHER if _asks_others(bp) else _ALONE


_ALONE = """
@inline
def ask_anew(S: Words[NS], seat: Int) -> None:
    pass
"""

_TOGETHER = """
@inline
def passing() -> Int:
    return blend(blend(blend(blend(blend(blend(MIX2, PASSED), 0), 0), 0), 0), 0)

def ask_seat(S: Words[NS], seat: Int) -> None:
    for i in range(S[ASKED]):
        if S[ASKED_SEATS + i] == seat:
            return
    n = S[ASKED]
    S[ASKED_SEATS + n] = seat
    S[PENDING + n] = seat
    S[ASKED] = n + 1

def answer(S: Words[NS], C: Words[NC]) -> None:
    n = C[CHOSEN]
    if n < 0 or n >= C[COUNT]:
        fail(BEYOND)
    seat = S[PENDING]
    at = RECORDS + C[OPTION_AT + n]
    depth = C[at + 1]
    if depth > MOST_PICKS:
        fail(BEYOND)
    to = ANSWERS + seat * ANSWER_WORDS
    for i in range(2 + 2 * depth):
        S[to + i] = C[at + i]
    if C[KEYING] != 0:
        S[to + ANSWER_WORDS - 1] = C[OPTION_KEY + n]
    S[ANSWERED] |= wshl(1, seat)
    left = S[WAITED_FOR] - 1
    S[WAITED_FOR] = left
    for i in range(left):
        S[PENDING + i] = S[PENDING + i + 1]
    S[PENDING + left] = 0
    C[STEPS] = 0

def begin_answer(S: Words[NS], C: Words[NC], seat: Int, how: Int) -> Int:
    at = ANSWERS + seat * ANSWER_WORDS
    depth = S[at + 1]
    for i in range(depth):
        C[PICKS + 4 * i + 1] = S[at + 2 + 2 * i]
        C[PICKS + 4 * i + 2] = S[at + 3 + 2 * i]
    C[GIVEN] = depth
    C[DEPTH] = 0
    C[JOURNALED] = 0
    C[TOP] = ARENA
    C[HOW] = how
    return S[at]

def forget_answers(S: Words[NS]) -> None:
    S[ASKED] = 0
    S[WAITED_FOR] = 0
    S[OUTER] = 0
    S[ANSWERED] = 0
    fill(S, ASKED_SEATS, SEATS, 0)
    fill(S, PENDING, SEATS, 0)
    fill(S, ANSWERS, SEATS * ANSWER_WORDS, 0)

def ask_anew(S: Words[NS], seat: Int) -> None:
    # In a sample nobody has answered but the seat itself, and the one who is to move is first.
    if S[ASKED] > 0 and shr(S[ANSWERED], seat) & 1 == 0:
        fill(S, ANSWERS, SEATS * ANSWER_WORDS, 0)
        S[ANSWERED] = 0
        fill(S, PENDING, SEATS, 0)
        S[PENDING] = seat
        n = 1
        for i in range(S[ASKED]):
            if S[ASKED_SEATS + i] != seat:
                S[PENDING + n] = S[ASKED_SEATS + i]
                n += 1
        S[WAITED_FOR] = S[ASKED]

def make_void(C: Words[NC], site: Int) -> None:
    a = C[FAULT_DETAIL]
    b = C[FAULT_DETAIL + 1]
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
"""
