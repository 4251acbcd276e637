"""The code of measures: games that go from decision to decision and write down what expressions come to.

Every measure is a function of its own. What it changes is put back: chance, steps and the room for
collections are as before. What it gives is written to the context, three words a value: the number of the
measure, the seat that the value belongs to or -1, and the value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from croupier.native.lower.lowering import Kit, Lowering
from croupier.native.lower.scalars import team_of
from croupier.recycle.program import Expr, Program
from croupier.recycle.types import Type

WHENS = ("decision", "stage", "end")

ROOM = 1 << 18
"""Words for values of one call; a game that gives more by itself is measured by the interpreter."""

A_GAME = 4
"""What is told of every game before its scores: how it ended, its teams, where its values begin and end."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One expression to be measured, when, and whether of every seat as the current player."""

    expr: Expr
    when: str
    each_seat: bool


def apart(exprs: tuple[Expr, ...], program: Program) -> tuple[Expr, ...]:
    """The same expressions with variables that neither the program nor another of them has."""
    declared = {parameter.slot for parameter in program.parameters}
    free = 1 + max((one.slot for one in program.walk()), default=0)
    found = []
    for expr in exprs:
        names: dict[int, int] = {}
        for one in expr.walk():
            if one.slot >= 0 and one.slot not in declared:
                names.setdefault(one.slot, free + len(names))
        free += len(names)
        found.append(_renamed(expr, names))
    return tuple(found)


def _renamed(expr: Expr, names: dict[int, int]) -> Expr:
    args = tuple(_renamed(arg, names) for arg in expr.args)
    return replace(expr, args=args, slot=names.get(expr.slot, expr.slot))


def stage_over(lo: Lowering, *, teams: bool) -> None:
    """A stage has ended: whoever was current around it is current again."""
    if lo.kit.at_stages:
        players, turns = lo.player_level - (not teams), lo.team_level - teams
        lo.code(f"take_stage(S, L, C, {players}, {turns}, -1)")


def gauges(kit: Kit, asked: tuple[Asked, ...], players: int, teams: int) -> str:
    """A function for every measure, and one for each moment at which measures are taken.

    `players` and `teams` are levels of cycles that the program itself never comes to.
    """
    lines: list[str] = []
    for number, one in enumerate(asked):
        lo = Lowering(kit)
        lo.player_level, lo.team_level = players, teams
        value = lo.value(one.expr)
        lo.code(f"C[GAUGED] = {f'1 if {value} else 0' if one.expr.type is Type.BOOL else value}")
        lines += [f"def gauge_{number}(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:", *lo.code.lines]
    for when in WHENS:
        lines += _taking(kit, asked, when, players, teams)
    return "\n".join(lines) + "\n"


def _taking(kit: Kit, asked: tuple[Asked, ...], when: str, players: int, teams: int) -> list[str]:
    """The function that takes all measures of one moment; `mover` is who decides, -1 where nobody does."""
    lo = Lowering(kit)
    code = lo.code
    for number, one in enumerate(asked):
        if one.when != when:
            continue
        if one.each_seat and when == "decision":
            _seated(lo, players, teams, "mover")
            _taken(lo, number, "mover")
        elif one.each_seat:
            seat = code.let("seat", "0")
            with code.block(f"while {seat} < {lo.bp.seats}:"):
                _seated(lo, players, teams, seat)
                _taken(lo, number, seat)
                code(f"{seat} += 1")
        else:
            for cycle, level, outer in (("PLAYERS", players, "players"), ("TURNS", teams, "turns")):
                code(f"S[{cycle} + {2 * level}] = S[{cycle} + 2 * {outer}]")
                code(f"S[{cycle} + {2 * level + 1}] = S[{cycle} + 2 * {outer} + 1]")
            _taken(lo, number, "mover")
    state = "S: Words[NS], L: Halves[NL], C: Words[NC]"
    head = f"def take_{when}({state}, players: Int, turns: Int, mover: Int) -> None:"
    return [head, *(code.lines or ["    pass"])]


def _seated(lo: Lowering, players: int, teams: int, seat: str) -> None:
    lo.code(f"S[PLAYERS + {2 * players}] = {seat}")
    lo.code(f"S[PLAYERS + {2 * players + 1}] = -1")
    lo.code(f"S[TURNS + {2 * teams}] = {team_of(lo, seat)}")
    lo.code(f"S[TURNS + {2 * teams + 1}] = -1")


def _taken(lo: Lowering, number: int, seat: str) -> None:
    lo.code("steps = C[STEPS]")
    lo.code("top = C[TOP]")
    for i in range(4):
        lo.code(f"drawn{i} = S[RNG + {i}]")
    lo.code("C[STEPS] = 0")
    lo.code(f"code = caught(gauge_{number}(S, L, C))")
    lo.code("C[STEPS] = steps")
    lo.code("C[TOP] = top")
    for i in range(4):
        lo.code(f"S[RNG + {i}] = drawn{i}")
    lo.code(f"note_value(C, {number}, {seat}, code)")


MEASURING = """
def note_value(C: Words[NC], measure: Int, seat: Int, code: Int) -> None:
    if code == ENDED or code == BEYOND:
        fail(code)
    if code == 0:
        at = C[TAKEN_SO_FAR]
        if at + 3 > TAKEN_ROOM:
            C[TAKEN_FULL] = 1
        else:
            C[TAKEN + at] = measure
            C[TAKEN + at + 1] = seat
            C[TAKEN + at + 2] = C[GAUGED]
            C[TAKEN_SO_FAR] = at + 3

def measured_game(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], K: Words, at: Int, end: Int) -> None:
    begin(S, L, T, M, C)
    while S[STATUS] == 0:
        go_on(C)
        mover = chooser(S)
        take_decision(S, L, C, PLAYER_DEPTH[S[PC]], TEAM_DEPTH[S[PC]], mover)
        option = 0
        if end < 0:
            option = chance(R, 4 * mover, C[COUNT])
        elif at >= end or K[at] >= C[COUNT]:
            fail(BEYOND)
        else:
            option = K[at]
            at += 1
        apply(S, L, T, M, C, option)
    if S[STATUS] == FINISHED:
        take_end(S, L, C, 0, 0, -1)

def measured_games(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], R: Words[64], seed: Int, first: Int, done: Int, count: Int, seeds: Words, ends: Words, K: Words, out: Words) -> Int:
    # Games of random players by their indices; or, if there are seeds, those in which K was chosen.
    C[NOTING] = 0
    C[WATCH] = 0
    C[TAKEN_SO_FAR] = 0
    C[TAKEN_FULL] = 0
    while done < count:
        go_on(C)
        before = C[TAKEN_SO_FAR]
        start = 0
        end = -1
        own = 0
        if len(seeds) != 0:
            own = seeds[done]
            end = ends[done]
            start = ends[done - 1] if done > 0 else 0
        else:
            own = game_seed(seed, first + done)
            player_streams(R, own)
        fresh(S, L, own)
        C[DROPS] = 0
        code = caught(measured_game(S, L, T, M, C, R, K, start, end))
        if code != 0:
            settle_end(S, C, code)
        if C[TAKEN_FULL] != 0:
            C[TAKEN_FULL] = 0
            C[TAKEN_SO_FAR] = before
            if before != 0:
                return done
            S[STATUS] = LEFT
        if S[STATUS] != FINISHED:
            C[TAKEN_SO_FAR] = before
        at = done * (A_GAME + SEATS)
        out[at] = S[STATUS]
        out[at + 1] = S[TEAMS]
        out[at + 2] = before
        out[at + 3] = C[TAKEN_SO_FAR]
        for seat in range(SEATS):
            out[at + A_GAME + seat] = S[SCORES + seat]
        done += 1
    return done
"""
