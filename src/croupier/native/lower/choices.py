"""The code of choices (§7): building the options, and carrying one out."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.native.lower.actions import action
from croupier.native.lower.lowering import Lowering
from croupier.native.lower.scalars import current_of
from croupier.recycle.program import Expr

_CHANCES = frozenset(("random", "random.between", "max", "min", "shuffle"))


@dataclass(frozen=True, slots=True)
class Choosing:
    """A choice: its number, from 1; the way there, and the cycles that are open."""

    number: int
    expr: Expr
    way: tuple[int, ...]
    players: int
    teams: int


def choice_functions(outer: Lowering, choosing: Choosing) -> None:
    """The functions of a choice: each item, all options, and one of them carried out."""
    functions, number = outer.kit.functions, choosing.number
    for index, item in enumerate(choosing.expr.args):
        lo = Lowering(outer.kit)
        lo.choosing = True
        lo.env, lo.held = dict(outer.env), list(outer.held)
        lo.player_level, lo.team_level = outer.player_level, outer.team_level
        action(lo, item)
        functions[f"item_{number}_{index}"] = [
            f"def item_{number}_{index}(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:",
            *(lo.code.lines or ["    pass"]),
        ]
    functions[f"options_{number}"] = _options(choosing)
    functions[f"take_{number}"] = _take(choosing)


def _options(choosing: Choosing) -> list[str]:
    number = choosing.number
    draws = any(inner.form in _CHANCES for inner in choosing.expr.walk())
    lines = [
        f"def options_{number}(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC]) -> None:",
        "    begin_options(C)",
    ]
    for index in range(len(choosing.expr.args)):
        lines += [
            f"    begin_item(C, {index})",
            "    more = 1",
            "    while more != 0:",
            "        copy(T, 0, S, 0, NS)",
            "        copy(M, 0, L, 0, STATE)",
            *(["        scratch_stream(T, C[BUILDING])"] if draws else []),
            "        begin_path(C)",
            f"        found = caught(item_{number}_{index}(T, M, C))",
            "        more = end_path(C, found)",
        ]
    return [*lines, "    end_options(C)"]


def _take(choosing: Choosing) -> list[str]:
    number = choosing.number
    lines = [
        f"def take_{number}(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:",
        "    C[STEPS] = 0",
        "    item = begin_taking(C)",
    ]
    for index in range(len(choosing.expr.args)):
        lines += [f"    if item == {index}:", f"        item_{number}_{index}(S, L, C)"]
    return [*lines, "    C[HOW] = 0"]


def by_number(choices: list[Choosing]) -> list[str]:
    """The options of the choice at which a state rests, and what one of them would do."""
    lines = [
        "def rebuild(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC]) -> None:",
        "    C[STEPS] = 0",
        "    C[BUILDING] = S[DECISIONS] - 1",
    ]
    for choosing in choices:
        lines += [
            f"    if S[PC] == {choosing.number}:",
            f"        options_{choosing.number}(S, L, T, M, C)",
        ]
    lines += [
        "def preview(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], option: Int) -> None:",
        "    copy(T, 0, S, 0, NS)",
        "    copy(M, 0, L, 0, STATE)",
        "    scratch_stream(T, S[DECISIONS] - 1)",
        "    C[CHOSEN] = option",
        "    C[LOGGED] = 0",
        "    C[NOTING] = LOGS",
    ]
    for choosing in choices:
        lines += [f"    if S[PC] == {choosing.number}:", f"        take_{choosing.number}(T, M, C)"]
    return [*lines, "    C[NOTING] = C[WATCH]"]


def picked_at_random(lo: Lowering, choosing: Choosing) -> None:
    """A decision in a game that runs to its end by itself."""
    code, number = lo.code, choosing.number
    with code.block("if r == 0:"):
        with code.block("if S[DECISIONS] >= C[MAX_DECISIONS]:"):
            code("S[STATUS] = UNFINISHED")
            code(f"S[PC] = {number}")
            code("return")
    code("C[BUILDING] = S[DECISIONS] if r == 0 else S[DECISIONS] - 1")
    code(f"options_{number}(S, L, T, M, C)")
    with code.block("if r == 0:"):
        code("S[DECISIONS] += 1")
        code("S[OPTIONS] += C[COUNT]")
    with code.block("if C[COUNT] == 0:"):
        code("S[STATUS] = STUCK")
        code(f"S[PC] = {number}")
        code("return")
    with code.block("if C[COUNT] == 1:"):
        code("S[FORCED] += 1")
        code("C[CHOSEN] = 0")
    with code.block("else:"):
        code(f"C[CHOSEN] = chance(R, {current_of(lo, 'player')} * stride, C[COUNT])")
    code(f"take_{number}(S, L, C)")
