"""People play at a terminal: show the table, ask, do, until the game is over or somebody leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from croupier.game import game_seed
from croupier.game.move_words import Audience
from croupier.game.screen import screen
from croupier.game.telling import result_lines
from croupier.game.transcript import Line
from croupier.players import Maker, PlayerError, advice
from croupier.terminal.answers import AnswerError, Answers
from croupier.terminal.card_names import card_names
from croupier.terminal.displays import Display
from croupier.terminal.explaining import explained
from croupier.terminal.hint import hint
from croupier.terminal.session import Session
from croupier.terminal.terminal import Terminal

_WIDE = 80
"""A terminal of that width has room for the meaning of every key."""


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
    display: Display
    at_keyboard: int | None = None
    """The seat whose cards may be on the screen; None before anybody has looked."""
    complained: str = ""
    adviser: Maker | None = None
    """Who gives hints, if anybody does."""
    advises_always: bool = False
    """Whether there is a hint at every turn, or only when it is asked for."""
    forfeited: set[int] = field(default_factory=set)
    """The seats of which it has been told that they have forfeited."""

    @cached_property
    def _answers(self) -> Answers:
        return Answers(self.session.game.pack, card_names(self.session.game.pack))

    def run(self) -> Leave:
        """Play until there is nothing more to play, or nobody to play with."""
        try:
            while (seat := self.session.state.to_move) is not None:
                if seat in self.session.people:
                    self._turn(seat)
                else:
                    self.display.thinks(self._name(seat))
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
            answer = self.display.ask(self._prompt(seat))
            act = self._acts.get(answer.casefold())
            if act is None:
                if self._decide(seat, answer):
                    return
            elif act(seat):
                return

    def _prompt(self, seat: int) -> str:
        """The question of a line: who answers, with what, and what the keys do."""
        count = len(self.session.view(seat).options)
        who = "You" if len(self.session.people) == 1 else self._name(seat)
        keys = {"?": "help", "h": "hint", "u": "undo", "q": "save and leave"}
        if self.adviser is None:
            del keys["h"]
        wide = self.terminal.style.width >= _WIDE
        told = ", ".join(f"{key} {meaning}" for key, meaning in keys.items()) if wide else " ".join(keys)
        return f"{who}, 1-{count} or a card ({told}): "

    @property
    def _acts(self) -> dict[str, Callable[[int], bool]]:
        """The answers that are no choice; each act tells whether the turn is over."""
        return {
            "q": self._leave,
            "u": self._undo,
            "h": self._advise,
            "?": self._explain,
            "": self._show,
            "t": self._show_whole,
            "o": self._list_options,
        }

    def _leave(self, seat: int) -> bool:
        raise _LeaveError

    def _explain(self, seat: int) -> bool:
        """Explain the game and the screen."""
        text = explained(self.session.game, self.terminal.style, hints=self.adviser is not None)
        self.display.page(text)
        return False

    def _show(self, seat: int) -> bool:
        self.display.table(seat)
        return False

    def _show_whole(self, seat: int) -> bool:
        self.display.whole_table(seat)
        return False

    def _list_options(self, seat: int) -> bool:
        self.display.all_options(seat)
        return False

    def _advise(self, seat: int) -> bool:
        """Say what a good player would do here, going by what the seat may know."""
        if self.adviser is None:
            self.display.notice("There is nobody to give hints.")
            return False
        seed = game_seed(self.session.state.seed, self.session.state.decisions)
        try:
            lines = hint(advice(self.session.view(seat), self.adviser, seed), self.terminal.style)
        except PlayerError as problem:
            lines = self.terminal.style.paragraph(f"There is no hint: {problem}.")
        self.display.page(lines)
        return False

    def _tell_forfeits(self) -> None:
        for seat, reason in self.session.forfeits.items():
            if seat not in self.forfeited:
                self.forfeited.add(seat)
                self.display.notice(
                    f"The program at seat {seat} has failed: {reason}. It plays at random now."
                )

    def _decide(self, seat: int, answer: str) -> bool:
        """Take the option that the answer means; else say why it means none."""
        try:
            option = self._answers.option(answer, self.session.view(seat).options)
        except AnswerError as problem:
            self.display.notice(str(problem))
            return False
        self.session.decide(option)
        return True

    def _undo(self, seat: int) -> bool:
        """Take the seat's last decision back, if it may; else say why not, and ask whether it is to be so."""
        objection = self.session.objection(seat)
        if objection and not self._insists(seat, objection):
            return False
        again = self.session.undo(seat, despite=objection)
        self.display.notice("Your last decision is taken back.")
        if again:
            self.display.notice(f"{self._list(again)} will decide again.")
        return True

    def _insists(self, seat: int, objection: str) -> bool:
        """Whether the person takes a decision back all the same, in a game that is marked so from then on."""
        if not self.session.may_insist(seat):
            self.display.notice(f"You cannot take that back: {objection}.")
            return False
        self.display.notice(
            f"You cannot take that back: {objection}. Type u again to undo anyway; the record will say so."
        )
        return self.display.ask("u to undo anyway, Enter to play on: ") in ("u", "U")

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

    def _complain(self) -> None:
        """Say once why the record cannot be written, and again when the reason changes."""
        problem = self.session.file.problem if self.session.file is not None else ""
        if problem and problem != self.complained:
            assert self.session.file is not None
            self.display.notice(f"{self.session.file.path} cannot be written now: {problem}. Play goes on.")
        self.complained = problem

    def show_end(self, outcome: Line) -> None:
        """The last look at the table, and the result; among several people only what nobody need hide."""
        people, style = self.session.people, self.terminal.style
        if len(people) == 1:
            view, heard = self.session.view(people[0]), self.session.news(people[0])
            self.terminal.clear()
            self.terminal.show(["", *screen(view, style, heard, self.session.names, self.session.roles)])
        else:
            self.terminal.clear()
        self.terminal.show([style.rule(), *style.heading("The game is over")])
        session = self.session
        for text in result_lines(outcome, people, session.forfeits, session.state.teams, session.names):
            self.terminal.show(style.paragraph(text, "  "))
        for _, reason in session.taken_back:
            self.terminal.show(style.paragraph(f"A decision was taken back anyway: {reason}.", "  "))
