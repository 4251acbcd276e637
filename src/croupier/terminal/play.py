"""People play at a terminal: show the table, ask, do, until the game is over or somebody leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from croupier.game import game_seed
from croupier.game.screen import option_lines, screen
from croupier.game.telling import Audience, result_lines
from croupier.game.transcript import Line
from croupier.players import Maker, PlayerError, advice
from croupier.terminal.explaining import explained
from croupier.terminal.hint import hint
from croupier.terminal.session import Session
from croupier.terminal.terminal import Terminal


class Leave(Enum):
    """How people leave the table."""

    OVER = "the game is over"
    QUIT = "somebody wanted to leave"
    END_OF_INPUT = "nobody answers any more"


class _LeaveError(Exception):
    """Somebody wants to leave."""


@dataclass
class Play:
    """People at a terminal, playing a session."""

    session: Session
    terminal: Terminal
    at_keyboard: int | None = None
    """The seat whose cards may be on the screen; None before anybody has looked."""
    complained: str = ""
    adviser: Maker | None = None
    """Who gives hints, if anybody does."""
    advises_always: bool = False
    """Whether there is a hint at every turn, or only when it is asked for."""
    forfeited: set[int] = field(default_factory=set)
    """The seats of which it has been told that they have forfeited."""

    def run(self) -> Leave:
        """Play until there is nothing more to play, or nobody to play with."""
        try:
            while (seat := self.session.state.to_move) is not None:
                if seat in self.session.people:
                    self._turn(seat)
                else:
                    self.session.play_other()
                    self._tell_forfeits()
                self._complain()
        except _LeaveError:
            return Leave.QUIT
        except EOFError:
            return Leave.END_OF_INPUT
        return Leave.OVER

    def _turn(self, seat: int) -> None:
        """Let a person decide, or take a decision back."""
        self._hand_over(seat)
        self._show(seat)
        if self.advises_always:
            self._advise(seat)
        while True:
            count = len(self.session.view(seat).options)
            keys = "? u q" if self.adviser is None else "? h u q"
            answer = self.terminal.ask(f"{self._name(seat)}, 1-{count} ({keys}): ")
            if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:9]) <= count:
                self._decide(seat, int(answer))
                return
            if answer in ("q", "Q"):
                raise _LeaveError
            if answer in ("u", "U"):
                if self._undo(seat):
                    return
            elif answer in ("h", "H"):
                self._advise(seat)
            elif answer == "?":
                self.terminal.show(
                    explained(self.session.game, self.terminal.style, hints=self.adviser is not None)
                )
            elif not answer:
                self._show(seat)
            else:
                self._not_understood(answer, count)

    def _advise(self, seat: int) -> None:
        """Say what a good player would do here, going by what the seat may know."""
        if self.adviser is None:
            self.terminal.say("There is nobody to give hints.")
            return
        seed = game_seed(self.session.state.seed, self.session.state.decisions)
        try:
            lines = hint(advice(self.session.view(seat), self.adviser, seed), self.terminal.style)
        except PlayerError as problem:
            lines = self.terminal.style.paragraph(f"There is no hint: {problem}.")
        self.terminal.show(lines)

    def _tell_forfeits(self) -> None:
        for seat, reason in self.session.forfeits.items():
            if seat not in self.forfeited:
                self.forfeited.add(seat)
                self.terminal.say(f"The program at seat {seat} has failed: {reason}. It plays at random now.")

    def _not_understood(self, answer: str, count: int) -> None:
        what = "There is no option" if answer.lstrip("-").isdecimal() else "I do not understand"
        quoted = answer if len(answer) <= 20 else f"{answer[:19]}…"
        self.terminal.say(f"{what} {quoted!r}: type a number from 1 to {count}, or ? for help.")

    def _decide(self, seat: int, number: int) -> None:
        self.session.decide(self.session.view(seat).options[number - 1])

    def _undo(self, seat: int) -> bool:
        """Take the seat's last decision back, if it may; else say why not."""
        objection = self.session.objection(seat)
        if objection:
            self.terminal.say(f"You cannot take that back: {objection}.")
            return False
        again = self.session.undo(seat)
        self.terminal.say("Your last decision is taken back.")
        if again:
            self.terminal.say(f"{self._list(again)} will decide again.")
        return True

    def _hand_over(self, seat: int) -> None:
        """Between two people nothing stays on the screen; nothing is shown before the next one is there."""
        if len(self.session.people) > 1 and self.at_keyboard != seat:
            self.terminal.clear()
            to = Audience(None, self.session.names).who(seat)
            if self.terminal.ask(f"Pass the keyboard to {to}; press Enter: ") in ("q", "Q"):
                raise _LeaveError
            self.terminal.clear()
        self.at_keyboard = seat

    def _name(self, seat: int) -> str:
        """What a seat is called at the beginning of a sentence."""
        name = Audience(None, self.session.names).who(seat)
        return name[0].upper() + name[1:]

    def _list(self, seats: Sequence[int]) -> str:
        """Several seats at the beginning of a sentence."""
        if any(self.session.names) or len(seats) == 1:
            return ", ".join(map(self._name, seats))
        return f"Seats {', '.join(map(str, seats))}"

    def _show(self, seat: int) -> None:
        view = self.session.view(seat)
        style = self.terminal.style
        shown = screen(view, style, self.session.news(seat), self.session.names)
        self.terminal.show(["", *shown, *option_lines(view, style)])

    def _complain(self) -> None:
        """Say once why the record cannot be written, and again when the reason changes."""
        problem = self.session.file.problem if self.session.file is not None else ""
        if problem and problem != self.complained:
            assert self.session.file is not None
            self.terminal.say(f"{self.session.file.path} cannot be written now: {problem}. Play goes on.")
        self.complained = problem

    def show_end(self, outcome: Line) -> None:
        """The last look at the table, and the result; among several people only what nobody need hide."""
        people, style = self.session.people, self.terminal.style
        if len(people) == 1:
            view, heard = self.session.view(people[0]), self.session.news(people[0])
            self.terminal.show(["", *screen(view, style, heard, self.session.names)])
        else:
            self.terminal.clear()
        self.terminal.show([style.rule(), *style.heading("The game is over")])
        session = self.session
        for text in result_lines(outcome, people, session.forfeits, session.state.teams, session.names):
            self.terminal.show(style.paragraph(text, "  "))
