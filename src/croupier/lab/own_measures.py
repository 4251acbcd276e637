"""Measures of a designer's own: expressions over a game, read and checked before anything is played.

A measure of RECYCLE is any value form that is an integer, a Boolean, a string, a player or a team. A measure
of a script is the name of a global, or `PLAYER.ATTRIBUTE` for what every player has. In front of it may stand
a name and when it is taken: ``made = (>= (game sto TRICKS) (game sto BID))``, ``at each decision: EXPR``,
``at each stage: EXPR``, ``won by EXPR``; unless it is said, at the end of the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from croupier.game.hosting import HostedGame, HostedState
from croupier.interpreter.fault import Fault, OutOfSteps
from croupier.interpreter.game import RecycleGame
from croupier.interpreter.of_program import OfProgram
from croupier.interpreter.on_table import OnTable
from croupier.interpreter.table import NOBODY, Table
from croupier.interpreter.valuing import Meaning
from croupier.interpreter.valuing import value as meaning_of
from croupier.native.game import NativeGame
from croupier.recycle.check import value_in
from croupier.recycle.codes import finding
from croupier.recycle.facts import LOCATIONS, STORES
from croupier.recycle.program import Expr
from croupier.recycle.types import Type, is_a
from croupier.script.as_game.game import ScriptGame
from croupier.script.as_game.state import ScriptState
from croupier.script.heap import UNSET
from croupier.text import CroupierError, Diagnostic, Source, nearest, render_all

Value = int | float | str
"""Booleans are 0 and 1, players and teams their numbers in words."""

FINE = 1 << 20
"""Numbers that may be fractions are summed in this unit."""

_FORM = re.compile(
    r"\s*(?:(?P<name>[\w -]*\w)\s*=(?!=)\s*)?"
    r"(?:at\s+each\s+(?P<when>decision|stage)\s*:\s*|at\s+the\s+end\s*:\s*)?(?P<won>won\s+by\s+)?(?P<text>.*\S)\s*",
    re.DOTALL | re.IGNORECASE,
)


class MeasureError(CroupierError, ValueError):
    """A measure that cannot be taken; the message says why, with the place in its text."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured, and when."""

    text: str
    """All of it, as it was given."""
    name: str
    """What it is called: the name given, else its text."""
    when: str
    """At the "end", at each "decision" or at each "stage"."""
    by_winner: bool
    """Whether it asks if the player or team has won that the expression names."""
    expression: str

    @staticmethod
    def of(text: str) -> Measure:
        """A measure by its text.

        >>> Measure.of("made = at each decision: (game sto BID)").when
        'decision'
        >>> Measure.of("won by (game sto BIDDER)").by_winner
        True
        """
        found = _FORM.fullmatch(text)
        if found is None or not found["text"]:
            raise MeasureError(f"a measure is an expression, such as `(game sto BID)`: `{text}` is none")
        when = (found["when"] or "end").lower()
        if found["won"] and when != "end":
            raise MeasureError(f"`{text}`: who has won is known at the end of a game only")
        # A comparison of scripts is no name.
        name = (found["name"] or "").strip()
        return Measure(text, name or text.strip(), when, bool(found["won"]), found["text"])


def measures_of(texts: Sequence[str]) -> tuple[Measure, ...]:
    """Measures by their texts; no two may have one name."""
    found = tuple(map(Measure.of, texts))
    names = [one.name for one in found]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise MeasureError(f"two measures are called `{double}`: give one another name, as in `NAME = EXPR`")
    return found


class Gauge:
    """Takes one measure of states of one game."""

    def __init__(
        self,
        measure: Measure,
        kind: str,
        take: Callable[[HostedState, int | None], Any],
        *,
        each_seat: bool,
        expr: Expr | None = None,
    ) -> None:
        self.measure = measure
        self.kind = kind
        """"number", "truth" or "word": only of the first two there is a mean."""
        self._take = take
        self.each_seat = each_seat
        """Whether it is taken of every seat in turn, as the current player."""
        self.expr = expr
        """What it evaluates, if that is an expression of RECYCLE."""

    @property
    def is_seated(self) -> bool:
        """Whether every value belongs to a seat: whose turn it is, or of whom it was taken."""
        return self.each_seat or self.measure.when == "decision"

    @property
    def unit(self) -> int:
        """What counts as 1: values of scripts may be fractions, and are summed in small parts."""
        return 1 if self.expr is not None or self.kind == "truth" else FINE

    def take(self, state: HostedState, seat: int | None = None) -> Value | None:
        """The value now, with a seat as the current player; None if there is none."""
        found: Value | None = self._take(state, seat)
        return found


def gauge(measure: Measure, game: HostedGame) -> Gauge:
    """What takes a measure; `MeasureError` if its expression is none of this game."""
    if isinstance(game, RecycleGame | NativeGame):
        return _of_recycle(measure, game)
    if isinstance(game, ScriptGame):
        return _of_script(measure, game)
    raise MeasureError(f"{game.name}: measures can be taken of RECYCLE, AllHandsOnDeck and Cardigan programs")


# RECYCLE

_KINDS = ((Type.BOOL, "truth"), (Type.INT, "number"), (Type.STRING, "word"), (Type.PLAYER, "word"))


def _of_recycle(measure: Measure, game: RecycleGame | NativeGame) -> Gauge:
    program = game.program
    source = Source("--measure", measure.expression)
    expr, findings = value_in(program, source, {p.name: p.value for p in program.parameters})
    findings = (*findings, *_unknown_names(expr, game))
    if findings or expr.form == "error":
        raise MeasureError(f"the measure `{measure.text}` cannot be taken:\n{render_all(list(findings))}")
    kind = next((kind for type_, kind in _KINDS if is_a(expr.type, type_)), None)
    if expr.type is Type.TEAM:
        kind = "word"
    if measure.by_winner:
        if not (is_a(expr.type, Type.PLAYER) or expr.type is Type.TEAM or is_a(expr.type, Type.INT)):
            raise MeasureError(f"`{measure.text}`: `won by` takes a player, a team or the number of a seat")
        kind = "truth"
    if kind is None:
        wanted = "an integer, a Boolean, a string, a player or a team"
        raise MeasureError(f"`{measure.text}`: a measure is {wanted}, this is {expr.type.value}")
    meaning, slots = meaning_of(game.layout, expr), 1 + max((one.slot for one in expr.walk()), default=-1)

    def take(state: HostedState, seat: int | None) -> Any:
        found = _evaluated(cast("OnTable", state).table, meaning, slots, seat)
        if found is None:
            return None
        if measure.by_winner:
            return _has_won(state, found, team=expr.type is Type.TEAM)
        if expr.type is Type.TEAM:
            return f"team {found}"
        if is_a(expr.type, Type.PLAYER):
            return f"seat {found}" if found >= 0 else None
        return found if kind == "word" else int(found)

    each_seat = any(one.form in ("player.current", "team.current") for one in expr.walk())
    return Gauge(measure, kind, take, each_seat=each_seat, expr=expr)


def _evaluated(t: Table, meaning: Meaning, slots: int, seat: int | None) -> Any:
    """The value of an expression at a table, which is as before afterwards; None if it has none there."""
    steps, stream, variables = t.steps, t.stream, t.variables
    t.steps, t.stream = 0, t.stream.copy()
    t.variables = [*variables, *[None] * max(0, slots - len(variables))]
    if seat is not None:
        t.players.append([seat, NOBODY])
        t.teams_turn.append([t.team_of[seat], NOBODY])
    try:
        return meaning(t)
    except (Fault, OutOfSteps):
        return None
    finally:
        if seat is not None:
            t.players.pop()
            t.teams_turn.pop()
        t.steps, t.stream, t.variables = steps, stream, variables


def _has_won(state: HostedState, who: int, *, team: bool) -> int | None:
    outcome = state.outcome
    if outcome is None or not outcome.ranks:
        return None
    seats = state.teams[who] if team else (who,)
    return int(any(0 <= seat < len(outcome.ranks) and outcome.ranks[seat] == 0 for seat in seats))


def _unknown_names(expr: Expr, game: OfProgram) -> list[Diagnostic]:
    """Storages and locations that the program never names: whoever asks for one has mistyped it."""
    kept = {(one.form, str(one.part("name").value)) for one in game.program.walk() if _is_named(one)}
    found = []
    for one in expr.walk():
        if not _is_named(one) or (one.form, str(one.part("name").value)) in kept:
            continue
        name = str(one.part("name").value)
        near = nearest(name, sorted(other for form, other in kept if form == one.form))
        hint = f"did you mean {near}?" if near else ""
        if one.form in LOCATIONS:
            found.append(finding("RCY106", one.span, what=f"`{one.form} {name}`", hint=hint))
        else:
            what = f"`{one.form} {name}`"
            found.append(finding("RCY105", one.span, what=what, default="empty", hint=hint))
    return found


def _is_named(expr: Expr) -> bool:
    return (expr.form in LOCATIONS or expr.form in STORES) and expr.part("name").form == "name"


# Scripts

_ATTRIBUTE = re.compile(r"PLAYER\s*\.\s*(\w+)", re.IGNORECASE)


def _of_script(measure: Measure, game: ScriptGame) -> Gauge:
    if measure.when == "stage":
        raise MeasureError(
            f"`{measure.text}`: a script has no stages; `at each decision:` is for every question"
        )
    attribute = _ATTRIBUTE.fullmatch(measure.expression)
    # Decided on a game that has begun: before, a script has made no globals.
    state = game.start(0)
    machine = state.machine
    if attribute is None:
        name = measure.expression.strip()
        if name not in machine.global_names:
            raise MeasureError(_no_such("global", name, list(machine.global_names), measure))
    else:
        name = attribute[1]
        known = sorted({field for one in machine.seated for field in machine.fields(one)})
        if name not in known:
            raise MeasureError(_no_such("attribute of a player", name, known, measure))

    def take(now: HostedState, seat: int | None) -> Any:
        assert isinstance(now, ScriptState)
        run = now.machine
        if attribute is None:
            found = run.global_value(name)
        elif seat is None or seat >= len(run.seated):
            return None
        else:
            found = run.fields(run.seated[seat]).get(name, UNSET)
        if measure.by_winner:
            who = next((i for i, one in enumerate(run.seated) if one is found), found)
            return _has_won(now, who, team=False) if type(who) is int else None
        return _plain(now, found)

    sample = take(state, 0)
    kind = "word" if isinstance(sample, str) else "number"
    kind = "truth" if measure.by_winner else kind
    return Gauge(measure, kind, take, each_seat=attribute is not None)


def _plain(state: ScriptState, found: Any) -> Value | None:
    if found is UNSET or found is None:
        return None
    if isinstance(found, bool):
        return int(found)
    if isinstance(found, int | float | str):
        return found
    items = state.game.script.items(state.machine, found)
    if items is not None:
        return len(items)
    seated = next((i for i, one in enumerate(state.machine.seated) if one is found), None)
    return f"seat {seated}" if seated is not None else None


def _no_such(what: str, name: str, known: Sequence[str], measure: Measure) -> str:
    near = nearest(name, list(known))
    hint = f": did you mean `{near}`?" if near else f"; there are {', '.join(known[:12]) or 'none'}"
    return f"`{measure.text}`: the program has no {what} `{name}`{hint}"
