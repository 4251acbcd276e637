"""The code of stages, choices and the whole game (§6 to §8).

The game is one function that runs from the beginning, or goes on at a choice: `r` is the number of the choice
to go on at, and everything before it is skipped; 0 once it is reached. It is written twice: `step` stops at
every decision, `finish` has every decision taken at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from croupier.native.lower.actions import ACTIONS, HELD, action, snapshot
from croupier.native.lower.choices import (
    DECISIONS_AT_ONCE,
    Choosing,
    choice_functions,
    drawn_option,
    note_counts,
    picked_at_random,
    without_steps,
)
from croupier.native.lower.counters import condition_of, count, count_holding, count_taking, end_of
from croupier.native.lower.groups import snapshot_lists
from croupier.native.lower.lowering import (
    END_IN_TIME,
    Kit,
    Listed,
    ListPile,
    Loc,
    Lowering,
    Points,
    Saved,
    SetPile,
)
from croupier.native.lower.measuring import stage_over
from croupier.native.lower.naming import copy_points
from croupier.native.lower.piles import check_singles
from croupier.native.lower.rounds import member_from, next_player, turns_left
from croupier.native.lower.scalars import team_count, team_of
from croupier.native.lower.together import ask_and_stop, ask_at_random, resolving
from croupier.recycle.program import Expr, blocks_in, blocks_of, decides, is_choice
from croupier.recycle.traits import World
from croupier.recycle.types import Type

SAVED_WORDS = 256
"""Room for a collection that a variable around a choice holds; a game that needs more runs on the interpreter."""

ARGS = "S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC]"
PASSED = "S, L, T, M, C"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a game can stand: the way there, how many cycles are open, and the form."""

    way: tuple[int, ...]
    players: int
    teams: int
    expr: Expr


@dataclass
class Flow:
    """What is known about the course of a game."""

    kit: Kit
    spots: list[Spot] = field(default_factory=list)
    choices: list[Choosing] = field(default_factory=list)
    players: int = 0
    teams: int = 0
    """The deepest cycles."""

    def spot(self, spot: Spot) -> int:
        """The number of a place to stand at."""
        if spot not in self.spots:
            self.spots.append(spot)
        return self.spots.index(spot)

    def at_choice(self, choice: Choosing) -> int:
        """The number of the spot of a choice."""
        return self.spot(Spot(choice.way, choice.players, choice.teams, choice.expr))


def choices_in(*exprs: Expr) -> int:
    """How many choices there are in blocks."""
    return sum(is_choice(inner) for expr in exprs for inner in expr.walk())


def _decides(stage: Expr) -> bool:
    """Whether every turn of a stage has a decision: then the limit of steps is looked at there."""
    return any(is_choice(block) and not block.has("players") for block in stage.parts("blocks"))


class Course:
    """Writes the whole game, in one of its two versions."""

    def __init__(self, flow: Flow, *, stops: bool) -> None:
        self.flow = flow
        self.stops = stops
        self.lo = Lowering(flow.kit, quiet=not stops)
        if not stops:
            self.lo.code.check = END_IN_TIME
        self.number = 0
        """The choices so far."""
        self.open: list[Expr] = []
        """The stages around here whose turns are counted."""
        self.last = choices_in(*flow.kit.bp.program.body)
        """The last choice at which the game can go on here; 0 where it surely runs."""

    def write(self) -> list[str]:
        """The function."""
        lo, program = self.lo, self.flow.kit.bp.program
        if not self.stops:
            lo.code("st = C[STEPS]")
            lo.code("limit = C[MAX_STEPS]")
            lo.code("far = min(limit, GREATEST - SLACK) + SLACK")
            lo.code("most = C[MAX_DECISIONS]")
            lo.code("streams = 15 * stride")
            # The decision at which it goes on is counted already.
            lo.code("met = S[DECISIONS] - (1 if r != 0 else 0)")
            lo.code(f"soon = min(most, met + {DECISIONS_AT_ONCE})")
            lo.code("offered = S[OPTIONS]")
            # All bits where options count; those of the decision at which it goes on do already.
            lo.code("new = -1 if r == 0 else 0")
            lo.code("single = S[FORCED]")
            if lo.kit.single_places:
                with lo.code.block("if r != 0:"):
                    check_singles(lo)
        body = blocks_of(program.body)
        self.blocks(body, ())
        self.at((len(body),), program.scoring)
        self.score(program.scoring)
        name, more = ("step", "r: Int") if self.stops else ("finish", "R: Words[64], stride: Int, r: Int")
        mark = [] if self.stops else ["@hot"]
        return [*mark, f"def {name}({ARGS}, {more}) -> None:", *lo.code.lines]

    def set_up(self) -> list[str]:
        """The function that makes the decks."""
        program = self.flow.kit.bp.program
        for expr in program.setup.args:
            if expr.form in ACTIONS and not any(each.what is World.TEAMS for each in expr.traits.writes):
                self.at((0,), blocks_of(program.body)[0])
                action(self.lo, expr)
        lines = self.lo.code.lines or ["    pass"]
        if self.stops:
            return ["def set_up(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:", *lines]
        head = "def set_up_quietly(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:"
        far = "    far = min(C[MAX_STEPS], GREATEST - SLACK) + SLACK"
        return [head, "    st = 0", far, *lines, "    C[STEPS] = st"]

    def at(self, way: tuple[int, ...], expr: Expr, *, entering: int = 0, teams: bool = False) -> None:
        """Note where the game stands."""
        if self.stops:
            players = self.lo.player_level + (0 if teams else entering)
            turns = self.lo.team_level + (entering if teams else 0)
            self.lo.code(f"S[AT] = {self.flow.spot(Spot(way, players, turns, expr))}")

    def blocks(self, exprs: Sequence[Expr | None], way: tuple[int, ...], first: int = 0) -> None:
        """Blocks one after the other, counted from a number on."""
        for index, expr in enumerate(exprs, first):
            here = (*way, index)
            if expr is None:
                continue
            if expr.has("blocks"):
                self.around(expr, partial(self._stage, expr, here))
            elif is_choice(expr):
                self.around(expr, partial(self.choice, expr, here))
            elif not decides(expr):
                with self.running():
                    self.at(here, expr)
                    action(self.lo, expr)
            elif expr.has("condition"):
                self.around(expr, partial(self._branch, expr, here))
            else:
                self.around(expr, partial(self._let, expr, here))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Lines that are skipped when the game goes on at a later choice."""
        if not self.last:
            yield
            return
        with self.lo.code.block("if r == 0:"):
            yield

    def around(self, expr: Expr, write: Callable[[], None]) -> None:
        """Write a block with choices, which is skipped when the game goes on at a later one."""
        first, outer = self.number, self.last
        inside = first + choices_in(expr)
        if inside == first:
            with self.running():
                self.last = 0
                write()
            self.last = outer
            return
        if outer in (0, inside):
            # It goes on in here, if not at the beginning; behind it, it surely runs.
            write()
            self.last = 0
            return
        with self.lo.code.block(f"if r <= {inside}:"):
            self.last = inside
            write()
        self.last = outer

    def _branch(self, expr: Expr, way: tuple[int, ...]) -> None:
        """Blocks with decisions behind a condition, and those otherwise."""
        lo, code = self.lo, self.lo.code
        inner = blocks_in(expr)
        end = inner.index(None)
        then, otherwise = inner[:end], inner[end + 1 :]
        before, outer = self.number, self.last
        between = before + choices_in(*(block for block in then if block is not None))
        inside = before + choices_in(expr)
        # Where the game goes on in here, the number of the choice tells in which of them.
        first = code.let("b", f"1 if r <= {between} else 0" if outer else "0")
        with self.running():
            self.at(way, expr)
            with code.block(f"if {condition_of(lo, expr)}:"):
                count_holding(lo, expr)
                code(f"{first} = 1")
            with code.block("else:"):
                code(f"{first} = 0")
        with code.block(f"if {first} != 0:"):
            self.last = between if outer and between > before else 0
            self.blocks(then, way)
        if otherwise:
            with code.block("else:"):
                self.last = inside if outer and inside > between else 0
                self.blocks(otherwise, way, end + 1)
        self.last = outer

    def _stage(self, expr: Expr, way: tuple[int, ...]) -> None:
        lo, code = self.lo, self.lo.code
        teams = expr.form.endswith("team")
        body = blocks_of(expr.parts("blocks"))
        cycle = "TURNS" if teams else "PLAYERS"
        outer = lo.team_level if teams else lo.player_level
        here = f"S[{cycle} + {2 * outer + 2}]"
        queue = f"S[{cycle} + {2 * outer + 3}]"
        going = code.let("go", "1")
        among = expr.part("among") if expr.has("among") and not teams else None
        with self.running():
            self._enter(expr, way, going)
        self._deeper(teams, 1)
        if among is not None:
            lo.amongs[lo.player_level] = among
        self.open += [expr] if expr.has("turns") else []
        with code.block(f"while {going} != 0:"):
            self.blocks(body, way)
            # §6: the end is tested while the member who just played is still current.
            self.at((*way, len(body)), expr)
            if expr.has("turns"):
                code(f"{turns_left(lo, expr)} -= 1")
                with code.block(f"if {turns_left(lo, expr)} <= 0:"):
                    code(f"{going} = 0")
                with code.block("else:"):
                    self._test_end(expr, going)
                if not _decides(expr):
                    lo.check_time()
                with code.block(f"if {going} != 0:"):
                    self._advance(expr, going, here, queue)
            else:
                self._test_end(expr, going, following=lambda: self._advance(expr, going, here, queue))
            if self.stops and lo.kit.at_stages:
                with code.block(f"if {going} == 0:"):
                    stage_over(lo, teams=teams)
        if expr.has("turns"):
            self.open.pop()
        if among is not None:
            del lo.amongs[lo.player_level]
        self._deeper(teams, -1)

    def _enter(self, expr: Expr, way: tuple[int, ...], going: str) -> None:
        """Begin a stage, unless it is over before it begins."""
        lo, code = self.lo, self.lo.code
        teams = expr.form.endswith("team")
        cycle, outer = ("TURNS", lo.team_level) if teams else ("PLAYERS", lo.player_level)
        first = f"S[{cycle} + {2 * outer}]"
        if expr.has("turns"):
            self.at(way, expr)
            code(f"{turns_left(lo, expr)} = {lo.value(expr.part('turns'))}")
            seat = code.let("p", "-1")
            with code.block(f"if {turns_left(lo, expr)} <= 0:"):
                code(f"{going} = 0")
            if not teams:
                with code.block("else:"):
                    code(f"{seat} = {member_from(lo, code.let('p', first), expr.part('among'), outer)}")
                    with code.block(f"if {seat} < 0:"):
                        code(f"{going} = 0")
                first = seat
        with code.block(f"if {going} != 0:") if expr.has("turns") else nullcontext():
            self.at(way, expr, entering=1, teams=teams)
            code(f"S[{cycle} + {2 * outer + 2}] = {first}")
            code(f"S[{cycle} + {2 * outer + 3}] = -1")
            self._deeper(teams, 1)
            if expr.has("among") and not teams:
                lo.amongs[lo.player_level] = expr.part("among")
            lo.tick()
            test = end_of(lo, expr)
            lo.amongs.pop(lo.player_level, None)
            self._deeper(teams, -1)
            with code.block(f"if {test}:"):
                code(f"{going} = 0")
            if lo.kit.counters is not None:
                with code.block("else:"):
                    count(lo, "turn", expr)

    def _test_end(self, expr: Expr, going: str, following: Callable[[], None] | None = None) -> None:
        """Whether a stage is over behind a turn; else what follows."""
        lo, code = self.lo, self.lo.code
        lo.tick()
        test = self._ended(expr)
        if not _decides(expr) and following is not None:
            lo.check_time()
        with code.block(f"if {test}:"):
            code(f"{going} = 0")
        if following is not None:
            with code.block("else:"):
                following()

    def _advance(self, expr: Expr, going: str, here: str, queue: str) -> None:
        """The next member takes a turn."""
        lo, code = self.lo, self.lo.code
        teams = expr.form.endswith("team")
        if lo.amongs.get(lo.player_level) is not None and not teams:
            seat = next_player(lo)
            with code.block(f"if {seat} < 0:"):
                code(f"{going} = 0")
            with code.block("else:"):
                count(lo, "turn", expr)
                code(f"{here} = {seat}")
                code(f"{queue} = -1")
            return
        count(lo, "turn", expr)
        members = team_count(lo) if teams else str(lo.bp.seats)
        after = f"({here} + 1) % {members}"
        if any(inner.form == "cycle.next" for part in expr.parts("blocks") for inner in part.walk()):
            code(f"{here} = {queue} if {queue} >= 0 else {after}")
            code(f"{queue} = -1")
        else:
            code(f"{here} = {after}")

    def _ended(self, stage: Expr) -> str:
        """Whether a stage is at its end; where each turn has a decision, steps are not counted one by one."""
        lo = self.lo
        if self.stops or not _decides(stage):
            return end_of(lo, stage)
        with lo.code.aside() as lines:
            lo.loose = True
            test = end_of(lo, stage)
            lo.loose = False
        lo.tick(str(without_steps(lo, lines) or 0))
        lo.code.lines += lines
        return test

    def _deeper(self, teams: bool, by: int) -> None:
        if teams:
            self.lo.team_level += by
        else:
            self.lo.player_level += by
        self.flow.players = max(self.flow.players, self.lo.player_level)
        self.flow.teams = max(self.flow.teams, self.lo.team_level)

    def _let(self, expr: Expr, way: tuple[int, ...]) -> None:
        named, bind, inner = expr.args
        lo = self.lo
        with self.running():
            self.at(way, expr)
            kept = save(lo, expr)
        outer = lo.env.get(bind.slot)
        lo.env[bind.slot] = kept
        if named.type in HELD:
            lo.held.append((named.type.name, kept))
        self.blocks(blocks_of((inner,)), way)
        lo.env[bind.slot] = outer
        if named.type in HELD:
            lo.held.pop()

    def choice(self, expr: Expr, way: tuple[int, ...]) -> None:
        self.number += 1
        number, code = self.number, self.lo.code
        if self.stops:
            counted = tuple(self.lo.kit.turns_left[id(stage)] for stage in self.open)
            choosing = Choosing(number, expr, way, self.lo.player_level, self.lo.team_level, counted)
            self.flow.choices.append(choosing)
            choice_functions(self.lo, choosing)
        self.at(way, expr)
        if expr.has("players"):
            if self.stops:
                resolving(self.lo, choosing)
                ask_and_stop(self.lo, choosing)
            else:
                found = self.flow.choices[number - 1]
                ask_at_random(self.lo, found, drawn_option(self.lo, "C[COUNT]"))
        elif self.stops:
            self._stopping(number, expr)
        else:
            picked_at_random(self.lo, self.flow.choices[number - 1])
            code("new = -1")
        code("r = 0")

    def _stopping(self, number: int, expr: Expr) -> None:
        code = self.lo.code
        with code.block("if r == 0:"):
            code(f"S[PC] = {number}")
            with code.block("if S[DECISIONS] >= C[MAX_DECISIONS]:"):
                count(self.lo, "halted", expr)
                code("S[STATUS] = UNFINISHED")
                code("return")
            code("C[BUILDING] = S[DECISIONS]")
            code(f"options_{number}({PASSED})")
            code("S[DECISIONS] += 1")
            code("S[OPTIONS] += C[COUNT]")
            with code.block("if C[COUNT] == 0:"):
                count(self.lo, "stuck", expr)
                code("S[STATUS] = STUCK")
                code("return")
            with code.block("if C[COUNT] > 1 or C[STOPPING] != 0:"):
                code("return")
            code("S[FORCED] += 1")
            code("C[CHOSEN] = 0")
        count_taking(self.lo, expr)
        code(f"take_{number}(S, L, C)")

    def score(self, expr: Expr) -> None:
        """§8: scoring with each player current in turn, and that player's team."""
        lo, code = self.lo, self.lo.code
        if expr.has("won"):
            self._score_together(expr)
            return
        seat = code.let("p", "0")
        self._deeper(True, 1)
        self._deeper(False, 1)
        with code.loop(f"{seat} < {lo.bp.seats}"):
            code(f"S[PLAYERS + 2] = {seat}")
            code("S[PLAYERS + 3] = -1")
            code(f"S[TURNS + 2] = {team_of(lo, seat)}")
            code("S[TURNS + 3] = -1")
            found = lo.value(expr.part("value"))
            code(f"S[SCORES + {seat}] = {found}")
            code(f"{seat} += 1")
        self._finished()

    def _score_together(self, expr: Expr) -> None:
        """One result for all, evaluated with player 0 current; everyone has won it, or nobody."""
        lo, code = self.lo, self.lo.code
        self._deeper(True, 1)
        self._deeper(False, 1)
        code("S[PLAYERS + 2] = 0")
        code("S[PLAYERS + 3] = -1")
        code(f"S[TURNS + 2] = {team_of(lo, '0')}")
        code("S[TURNS + 3] = -1")
        found = lo.number(expr.part("value"))
        code(f"S[WON] = 1 if {lo.value(expr.part('won'))} else 0")
        code(f"fill(S, SCORES, {lo.bp.seats}, {found})")
        self._finished()

    def _finished(self) -> None:
        lo, code = self.lo, self.lo.code
        self._deeper(True, -1)
        self._deeper(False, -1)
        lo.check_steps()
        if not self.stops:
            note_counts(lo)
        code("S[STATUS] = FINISHED")


def relets(flow: Flow) -> list[str]:
    """The function that evaluates the variables around the choice at which a state rests once more."""
    program = flow.kit.bp.program
    lines = ["def relet(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:"]
    for choice in flow.choices:
        lo = Lowering(flow.kit, quiet=False)
        lo.code.depth = 2
        exprs: tuple[Expr | None, ...] = blocks_of(program.body)
        for index in choice.way[:-1]:
            outer = exprs[index]
            assert outer is not None
            if outer.form == "let":
                lo.env[outer.part("variable").slot] = save(lo, outer)
            elif outer.has("blocks"):
                lo.team_level += outer.form.endswith("team")
                lo.player_level += not outer.form.endswith("team")
                if outer.has("among") and not outer.form.endswith("team"):
                    lo.amongs[lo.player_level] = outer.part("among")
            exprs = blocks_in(outer)
        if lo.code.lines:
            lines += [f"    if S[PC] == {choice.number}:", *lo.code.lines]
    return [*lines, "    pass"]


def save(lo: Lowering, expr: Expr) -> Any:
    """Evaluate what a variable around a choice holds, and keep it in the state."""
    named = expr.part("value")
    kept = lo.kit.saved.get(id(expr))
    found = snapshot(lo, named)
    if kept is None:
        kept = lo.kit.saved[id(expr)] = _room(lo, named, found)
    code = lo.code
    if isinstance(kept, Saved):
        if isinstance(found, Listed) and kept.kind == "list" and found.kind != "list":
            found = snapshot_lists(lo, found, named)
        how = "save_lists" if kept.kind == "list" else "save_words"
        code(f"{how}(S, C, {kept.at}, {SAVED_WORDS}, {found.at}, {found.count})")
    elif isinstance(kept, SetPile):
        code(f"{kept.word} = {found.word}")
    elif isinstance(kept, ListPile):
        code(f"copy_list(L, {kept.at}, {2 * lo.bp.capacity}, {found.at})")
    elif isinstance(kept, Loc):
        code(f"{kept.place} = {found.place}")
    elif isinstance(kept, Points):
        copy_points(lo, kept.at, found)
    elif named.type is Type.BOOL:
        code(f"{kept.removesuffix(' != 0')} = 1 if {found} else 0")
    else:
        code(f"{kept} = {found}")
    return kept


def _room(lo: Lowering, named: Expr, found: Any) -> Any:
    bp = lo.bp
    if isinstance(found, Listed):
        at = bp.names[bp.passing_word("SAVED", SAVED_WORDS)]
        return Saved(at, "list" if named.type is Type.GROUPS else found.kind)
    if isinstance(found, ListPile):
        return ListPile(str(bp.names[bp.half("SAVED_CARDS", 2 * bp.capacity + 1)]))
    cell = bp.names[bp.passing_word("SAVED", bp.award_words if isinstance(found, Points) else 1)]
    if isinstance(found, SetPile):
        return SetPile(f"S[{cell}]")
    if isinstance(found, Loc):
        return Loc(f"S[{cell}]", found.kind, found.as_set, found.free, found.family)
    if isinstance(found, Points):
        return Points(str(cell), found.fillers)
    return f"S[{cell}] != 0" if named.type is Type.BOOL else f"S[{cell}]"
