"""A run in the terminal at which others sit, too: who answers a question goes by the seat that is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.script.as_game.game import ScriptGame
from croupier.script.as_game.seating import asked
from croupier.script.as_game.state import ScriptState, spoken
from croupier.script.as_game.view import ScriptView
from croupier.script.machine import Decision, Machine
from croupier.script.session import Answer, Answers
from croupier.script.terms import Fault

Choose = Callable[[int, ScriptView], int]
"""The option that the player of a seat chooses, by its index."""


class Sitting:
    """Answers from people for some seats, and from players for the others."""

    decides_for_all = True
    """Also for players who have strategies of their own."""

    def __init__(
        self, game: ScriptGame, machine: Machine, people: Sequence[int], others: Choose, ask: Answers
    ) -> None:
        self.game = game
        self.machine = machine
        self.people = frozenset(people)
        self.others = others
        self.ask = ask
        self._waiting: list[str] = []

    def next(self, decision: Decision) -> Answer | None:
        """The answer of whoever sits at the seat that is asked."""
        if self._waiting:
            return Answer(self._waiting.pop(0), 0, "a player")
        who = asked(self.game.script, self.machine)
        if who.seat in self.people or who.seat >= self.game.seats:
            return self.ask.next(decision)
        state = ScriptState(self.game, 0, self.machine.copy(), self.game.max_steps, self.game.max_decisions)
        state.stand_at(who.seat, None)
        moves = state.known_moves
        if not moves:
            raise Fault("R408", "nothing that could be answered was found")
        chosen = 0 if len(moves) == 1 else self.others(who.seat, state.view(who.seat))
        first, *self._waiting = moves[chosen].answers
        return Answer(first, 0, f"seat {who.seat}")

    def heard(self) -> str:
        """The output since the last question, as people at the table hear it.

        What the activation has printed that now asks a player is part of its question, and tells that
        player's hand: only people's own questions are shown.
        """
        public, _ = spoken(self.machine)
        if self.machine.pending is None:
            return self.machine.prompt()
        try:
            who = asked(self.game.script, self.machine)
        except Fault:
            return public
        return self.machine.prompt() if who.seat in self.people or who.seat >= self.game.seats else public

    def refused(self, reason: str) -> bool:
        """People may be asked again."""
        return self.ask.refused(reason)
