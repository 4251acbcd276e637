"""A whole program as kernel text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from croupier.game.contest import pilot_games
from croupier.game.random import PLAYER, stream_key
from croupier.interpreter.dealing import EXCHANGES, FITTED_DEALS, MOST_CLASSES
from croupier.interpreter.knowledge import points_at
from croupier.interpreter.layout import Layout
from croupier.interpreter.rules import Rules
from croupier.native.lower import (
    amounts,
    barring,
    contests,
    gatherings,
    keeping,
    keys,
    naming,
    open_cards,
    runtime,
    searching,
    together,
    trees,
    trials,
)
from croupier.native.lower.blueprint import Blueprint
from croupier.native.lower.choices import by_number
from croupier.native.lower.counters import FORCED, Counters
from croupier.native.lower.flow import Course, Flow, relets
from croupier.native.lower.lowering import LOWERED, Kit
from croupier.native.lower.measuring import A_GAME, MEASURING, ROOM, Asked, gauges
from croupier.native.lower.trials import JOURNAL_WORDS
from croupier.native.lower.unlowered import Unlowered
from croupier.recycle.program import is_choice

PLAYS = ("games",)
"""What Python calls to have games played: a kernel of its own, quick to compile and quick to run."""

COUNTED_PLAYS = ("counted_games",)
"""The same, where it is counted what the rules do."""

MEASURED_PLAYS = ("measured_games",)
"""The same, where measures are taken on the way."""

STEPS = ("fresh", "begin", "apply", "rebuild", "preview", "hash_state", "sample")
"""What Python calls to go from decision to decision, and to look around there."""

SEARCHES = ("pipmc", "pilots", "ismcts", "mcts", "likely_line", "index_edges", "playouts", "contests")
"""What Python calls to search and to play on from a state: only those who do have to wait for it."""

DEFINED_IN = (amounts, gatherings, keeping, naming, open_cards)
"""Where the lowerings are; whoever lowers a program has them all."""


MOST_FORMS = 12_000
"""A program with more forms than this is left to the interpreter: the largest of the library has a tenth."""


MOST_ITEMS = 500
"""Nor is one compiled in a time that anyone waits whose choices have more items than this."""


@dataclass(frozen=True)
class Lowered:
    """The kernel text of a program, and what is needed to read its block."""

    playing: tuple[str, ...]
    """What Python calls to have games played."""
    plays: str
    """The text for whole games,"""
    steps: str
    """for going from decision to decision,"""
    search: str
    """and for those who search."""
    constants: dict[str, int]
    flow: Flow
    bp: Blueprint
    text: str
    """All functions, for whoever adds some of their own;"""
    tables: dict[str, tuple[int, ...]]
    """and their tables."""

    @property
    def kit(self) -> Kit:
        """Tables, sites and actions."""
        return self.flow.kit


def lower(layout: Layout, rules: Rules | None = None, asked: tuple[Asked, ...] = ()) -> Lowered:
    """The kernel text of a program; :class:`Unlowered` if only the interpreter can play it.

    With rules it counts what they do; with something asked it measures that.
    """
    assert DEFINED_IN
    assert LOWERED
    forms = sum(1 for _ in layout.program.walk())
    if forms > MOST_FORMS:
        raise Unlowered(f"it has {forms:,} forms, and machine code is made of up to {MOST_FORMS:,}")
    items = max((len(expr.parts("items")) for expr in layout.program.walk() if is_choice(expr)), default=0)
    if items > MOST_ITEMS:
        raise Unlowered(
            f"a choice has {items:,} items, and machine code is made of choices with up to {MOST_ITEMS}"
        )
    bp = Blueprint(layout, counting=rules is not None, asked=tuple(one.expr for one in asked))
    kit = Kit(
        bp,
        counters=Counters(rules) if rules is not None else None,
        at_stages=any(one.when == "stage" for one in asked),
    )
    flow = Flow(kit)
    setting_up = Course(flow, stops=True).set_up()
    quietly = Course(flow, stops=False).set_up()
    step = Course(flow, stops=True).write()
    finish = Course(flow, stops=False).write()
    relet = "\n".join(relets(flow))
    measuring = [gauges(kit, asked, flow.players + 1, flow.teams + 1), MEASURING] if asked else []
    constants = _constants(flow)
    tables = _tables(flow)
    following, dealing = barring.text(bp)
    rooms = [
        runtime.CHANCE,
        runtime.LATER,
        runtime.NUMBERS,
        runtime.LISTS,
        runtime.GROUPS,
        runtime.COMBINATIONS,
        runtime.LEARNING,
        following,
        open_cards.OPENING,
        runtime.OPTIONS,
        runtime.UNDOING,
        together.text(bp),
    ]
    functions = ["\n".join(lines) for lines in kit.functions.values()]
    text = "\n".join(
        [*rooms, *functions]
        + ["\n".join(lines) for lines in (setting_up, quietly, step, finish, by_number(flow.choices))]
        + [
            relet,
            _copy_lengths(bp),
            _forget(bp),
            runtime.WHOLE,
            dealing,
            searching.SAMPLING,
            searching.MONTE_CARLO,
        ]
        + [keys.KEYS, trees.view_text(flow), trees.TREES, contests.CONTESTS]
        + ([runtime.COUNTING] if rules is not None else [])
        + measuring
    )
    playing = MEASURED_PLAYS if asked else COUNTED_PLAYS if rules is not None else PLAYS
    everyday = _KEYING.sub("", text)
    plays, steps, search = (
        headed(each, exports, constants, tables)
        for each, exports in ((unwatched(everyday), playing), (everyday, STEPS), (unheard(text), SEARCHES))
    )
    return Lowered(playing, plays, steps, search, constants, flow, bp, text, tables)


def unheard(text: str) -> str:
    """A text without what is done only if somebody wants to know the events."""
    return _LISTENING.sub(r"\1pass\n", text)


def unwatched(text: str) -> str:
    """A text without that, and without what is done only if somebody wants to know what the seats know."""
    return _WATCHING.sub(r"\1pass\n", text)


MOST_LENGTHS = 16
"""So many lengths of lists are copied one by one; more, in a loop."""


def _copy_lengths(bp: Blueprint) -> str:
    """The function that copies the lengths of all lists of a state."""
    lists = range(bp.names["LISTS"], bp.names["LISTS_END"], bp.stride)
    if len(lists) <= MOST_LENGTHS:
        lines = [f"    L[{at}] = B[{at}]" for at in lists] or ["    pass"]
    else:
        lines = [
            f"    for i in range({len(lists)}):",
            "        L[LISTS + i * STRIDE] = B[LISTS + i * STRIDE]",
        ]
    return "\n".join(["@inline", "def copy_lengths(L: Halves[NL], B: Halves[NL]) -> None:", *lines]) + "\n"


def _forget(bp: Blueprint) -> str:
    """The function that clears what a state holds besides what a view tells; it is made anew where needed."""
    lines = [f"    fill(S, {at}, {count}, 0)" for at, count in bp.passing] or ["    pass"]
    return "\n".join(["@inline", "def forget(S: Words[NS]) -> None:", *lines]) + "\n"


_KEYING = re.compile(
    r"^ *if C\[KEYING\] != 0:\n.*\n|^.*# for a search\n|^@hot\n| if new != 0 else first_of\(.*\)$",
    re.MULTILINE,
)
"""What is done only in a search."""

_IF_WATCHED = r"^( *)if C\[(?:NOTING|WATCH)\] & {} != 0:\n(?:\1 +.*\n)+"

_LISTENING = re.compile(_IF_WATCHED.format("LOGS"), re.MULTILINE)
"""What is done only if somebody wants to know the events: never in a search."""

_WATCHING = re.compile(_IF_WATCHED.format("(?:LOGS|LEARNS|MARKS|INFERS)"), re.MULTILINE)
"""The same, or if somebody wants to know what the seats know of the cards."""


_FUNCTION = re.compile(r"^(?:@\w+\n)?def (\w+)\(.*?(?=^(?:@|def )|\Z)", re.MULTILINE | re.DOTALL)
_CALL = re.compile(r"\b(\w+)\(")
_NAME = re.compile(r"\b[A-Z]\w*")


def reachable(text: str, exports: Iterable[str]) -> str:
    """The functions of a text that the exported ones come to, in their order."""
    functions = {found.group(1): found.group(0).strip() for found in _FUNCTION.finditer(text)}
    wanted, waiting = set(exports), list(exports)
    while waiting:
        for name in _CALL.findall(functions[waiting.pop()]):
            if name in functions and name not in wanted:
                wanted.add(name)
                waiting.append(name)
    return "\n\n".join(body for name, body in functions.items() if name in wanted) + "\n"


def headed(
    text: str, exports: Iterable[str], constants: Mapping[str, int], tables: Mapping[str, Sequence[int]]
) -> str:
    """What the exported functions come to, behind those constants and tables that it names.

    Reading them all would take longer than the text itself.
    """
    text = reachable(text, exports)
    named = set(_NAME.findall(text))
    head = [f"{name} = {value}" for name, value in constants.items() if name in named]
    head += [
        f"{name} = table([{', '.join(map(str, values or (0,)))}])"
        for name, values in tables.items()
        if name in named
    ]
    return "\n".join([*head, text])


def _constants(flow: Flow) -> dict[str, int]:
    kit = flow.kit
    bp = kit.bp
    together.answer_room(bp)
    open_cards.face_room(bp)
    bp.word("PLAYERS", 2 * (flow.players + 2))
    bp.word("TURNS", 2 * (flow.teams + 2))
    bp.word("SCORES", bp.seats)
    bp.word("WON")
    bp.word("HAS", 1 + bp.stored // 64)
    kept_words = (bp.cards + 63) // 64 or 1
    bp.word("KEPT", bp.seats * kept_words)
    found = {
        **runtime.CONSTANTS,
        **contests.CONSTANTS,
        **trials.CONSTANTS,
        **{name: i for i, name in enumerate(runtime.CONTEXT)},
    }
    at = len(runtime.CONTEXT)
    kinds, backs = 1 + max(bp.layout.pack.kinds, default=0), len(set(bp.layout.pack.backs)) or 1
    seeing = {
        "COPIED": bp.cards, "NUMBER": bp.cards, "GIVEN_CARD": bp.cards, "LAID": bp.capacity, "NEXT": kinds,
        "POOL_SIZE": backs, "POOL_TURN": backs, "POOL": backs * bp.cards, "GAINED": bp.seats,
        "POOLS": 1, "POOL_LEFT": backs, "POOL_KEY": backs, "SHUFFLED": backs * bp.cards, "HIDDEN_CARDS": 1,
        "HIDDEN": 3 * bp.cards,
        **keys.rooms(bp.capacity),
        **trees.rooms(),
        **barring.rooms(bp),
        "DONE": len(kit.exprs),
    }  # fmt: skip
    counts = kit.counters.size if kit.counters is not None else 0
    counting = {"COUNTS": counts, "COUNTED_BEFORE": counts} if counts else {}
    measuring = {"GAUGED": 1, "TAKEN_SO_FAR": 1, "TAKEN_FULL": 1, "TAKEN": ROOM} if bp.asked else {}
    for name, size in {**counting, **measuring, **seeing, "JOURNAL": JOURNAL_WORDS, **runtime.ROOMS}.items():
        found[name] = at
        at += size
    found |= {"TAKEN_ROOM": ROOM, "A_GAME": A_GAME} if bp.asked else {}
    found |= {"KINDS": kinds, "BACKS": backs, **keys.constants(bp), **trees.constants(flow)}
    found |= {
        **together.constants(bp),
        **open_cards.constants(bp),
        **bp.names,
        "ARENA_END": at,
        "NC": at,
        # Behind the last word there is room for an owner that a check was spared for.
        **barring.constants(bp, bp.words + 16 * bp.award_words),
        "FITTED_DEALS": FITTED_DEALS,
        "MOST_CLASSES": MOST_CLASSES,
        "EXCHANGES": EXCHANGES,
        "PILOTS": pilot_games(bp.seats),
        "USED": bp.words,
        "STATE": bp.halves,
        "SCRATCH": bp.halves,
        "NL": bp.halves + max(16 * bp.stride, kit.scratch),
        "NSETS": bp.sets,
        "STRIDE": bp.stride,
        "CAPACITY": bp.capacity,
        "SEATS": bp.seats,
        "CARDS": bp.cards,
        "NPLACES": len(bp.places),
        "KEPT_WORDS": kept_words,
        "PLAYER_LEVELS": flow.players + 2,
        "TEAM_LEVELS": flow.teams + 2,
        "MAX_DEPTH": runtime.MAX_DEPTH,
        "MAX_DROPS": runtime.MAX_DROPS,
        "JOURNAL_WORDS": JOURNAL_WORDS,
        **({"NCOUNTS": counts, "FORCED_ONE": FORCED} if kit.counters is not None else {}),
        "SLACK": kit.slack,
        "OUT": runtime.CONSTANTS["OUT_SEATS"] + 5 * bp.seats,
        "HIGHEST": int(bp.program.scoring.form != "scoring.min"),
        "TURNED": 0 if bp.program.scoring.form != "scoring.min" else -1,
        "TOGETHER": int(bp.program.scoring.has("won")),
        "HASHED_WORDS": bp.names["KEPT"],
        "MEMORIES": sum(place.kind == "mem" for place in bp.places),
        "TEAM_PLACES": sum(place.owner == "team" for place in bp.places),
    }
    return found


def _tables(flow: Flow) -> dict[str, tuple[int, ...]]:
    kit = flow.kit
    bp = kit.bp
    places = bp.places
    families = sorted(bp.families.values(), key=lambda family: family.first)
    sees = [
        int(bp.layout.sees(seat, place, teams))
        for teams in bp.team_setups
        for seat in range(bp.seats)
        for place in places
    ]
    pointed = [int(points_at(expr)) for expr in kit.exprs]
    pack = bp.layout.pack
    backs = sorted(set(pack.backs))
    return {
        **kit.tables,
        **keys.tables(kit),
        **barring.tables(bp),
        **open_cards.tables(bp),
        **trees.tables(flow),
        "TEAM_OF_SEAT": tuple(
            next((number for number, team in enumerate(bp.program.teams) if seat in team), seat)
            for seat in range(bp.seats)
        ),
        "PLAYER_KEY": tuple(runtime.signed(stream_key(PLAYER, seat)) for seat in range(bp.seats)),
        "PLACE_ORDER": tuple(sorted(range(len(places)), key=lambda number: places[number])),
        "MEMORY": tuple(int(place.kind == "mem") for place in places),
        "KIND": tuple(pack.kinds),
        "FIRST_OF_KIND": tuple(pack.kinds.index(kind) for kind in range(1 + max(pack.kinds, default=-1))),
        "BACK": tuple(backs.index(back) for back in pack.backs),
        "ALL_FREE": tuple(int(f.free) for f in families for _ in range(f.members * f.indices)),
        "SEES": tuple(sees),
        "POINTED": tuple(pointed),
        "GATHERS": tuple(
            int(expr.form == "gather" and expr.value in (None, back))
            for expr in kit.exprs
            for back in pack.backs
        ),
        "MEMORY_PLACES": tuple(i for i, place in enumerate(places) if place.kind == "mem"),
        "TEAM_OWNED": tuple(i for i, place in enumerate(places) if place.owner == "team"),
    }
