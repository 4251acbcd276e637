"""How a program has ended, as an outcome (C6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.game import Outcome, Status, competition_ranks, shared_wins
from croupier.script.as_game.script_program import ScriptProgram
from croupier.script.machine import Machine
from croupier.script.terms import Fault
from croupier.text import Diagnostic

NO_RESULT = "played to the end; nothing in the program tells who has won"
LIMIT = "R411"
"""The code of a run that went on for too long."""


def scored(script: ScriptProgram, machine: Machine, seats: int) -> tuple[str, list[float]] | None:
    """Where the result of a finished run is found, and the score of every seat; None if it has none."""
    stated = script.stated(machine)
    found: tuple[str, list[float]] | None = None
    if stated.score is not None:
        said = [script.consult(machine, stated.score, player) for player in machine.seated]
        found = "`score`", [_number(value) for value in said]
    elif stated.winners is not None:
        said = script.consult(machine, stated.winners)
        winners = script.items(machine, said) if not script.is_player(said) else [said]
        won = winners or ()
        found = (
            "`winners`",
            [
                float(seat in _numbers(won) or any(one is w for w in won))
                for seat, one in enumerate(machine.seated or [None] * seats)
            ],
        )
    else:
        found = script.result(machine, seats)
    if found is None:
        return None
    how, scores = found
    return how, [*scores, *[0.0] * (seats - len(scores))][:seats]


def _numbers(values: Iterable[object]) -> set[int]:
    """The seat numbers among some values."""
    return {value for value in values if type(value) is int}


def _number(value: object) -> float:
    if not isinstance(value, int | float):
        raise Fault("R403", f"a score is a number, this is {value!r}")
    return float(value)


def outcome_of(script: ScriptProgram, machine: Machine, seats: int) -> Outcome:
    """How a run has ended."""
    failure = machine.failure
    if failure is not None:
        return failed(failure)
    try:
        found = scored(script, machine, seats)
    except Fault as fault:
        return Outcome(Status.FAILED, f"the result cannot be found: {fault.message}")
    if found is None:
        return Outcome(Status.FINISHED, NO_RESULT)
    scores = found[1]
    ranks = competition_ranks(_exactly(scores), highest_wins=True)
    return Outcome(Status.FINISHED, "played to the end", _whole(scores), ranks, shared_wins(ranks))


def failed(failure: Diagnostic) -> Outcome:
    """A run that broke off: unfinished if it met a limit, else failed."""
    status = Status.UNFINISHED if failure.code == LIMIT else Status.FAILED
    return Outcome(status, failure.message, finding=failure)


def _exactly(scores: Sequence[float]) -> list[int]:
    """Integers in the same order: the place of each score among them."""
    order = sorted(set(scores))
    return [order.index(score) for score in scores]


def _whole(scores: Sequence[float]) -> tuple[int, ...]:
    """Scores are whole numbers everywhere; fractions are rounded after they have been ranked."""
    return tuple(round(score) for score in scores)
