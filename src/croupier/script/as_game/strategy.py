"""Players that answer for themselves (C8): by a strategy that the program gives them.

A strategy runs on a fork that is sampled from what its seat may know and then thrown away. It is asked
question by question, with the answers to that very question.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.script.as_game.domain import domain
from croupier.script.as_game.moves import Move
from croupier.script.as_game.script_program import ScriptProgram
from croupier.script.machine import Machine
from croupier.script.terms import Fault, Status


def has_strategy(script: ScriptProgram, machine: Machine, seat: int) -> bool:
    """Whether the player of a seat answers for itself."""
    return seat < len(machine.seated) and script.strategy(machine, machine.seated[seat]) is not None


def own_move(script: ScriptProgram, fork: Machine, seat: int, moves: Sequence[Move]) -> int:
    """Which of the moves the strategy of a seat makes; the fork is used up. Else a :class:`Fault`."""
    left = list(range(len(moves)))
    depth = 0
    while True:
        offered = {moves[index].parts[depth].answer for index in left}
        candidates = [c for c in domain(script, fork).candidates if c.answer in offered]
        values = [candidate.value for candidate in candidates]
        asked = fork.copy()
        pending = asked.pending
        if pending is not None and pending.options is not None:
            chosen = {c.answer: c.value for c in domain(script, asked).candidates}
            values = [chosen[candidate.answer] for candidate in candidates]
        number = script.choose(asked, asked.seated[seat], values)
        answer = candidates[number].answer
        left = [index for index in left if moves[index].parts[depth].answer == answer]
        depth += 1
        complete = [index for index in left if len(moves[index].parts) == depth]
        if complete:
            return complete[0]
        fork.answer(answer)
        if fork.run() is not Status.ASKING:
            raise Fault("R403", "the strategy has led to where nothing is asked")
