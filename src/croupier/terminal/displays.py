"""Two ways to show a game in a terminal: line after line, or on a screen that stays where it is."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import Protocol

from croupier.game import SAMPLE, Stream
from croupier.game.capabilities import AsksByPrompt, ScoresNow, able
from croupier.game.screen import option_lines, screen
from croupier.game.table_facts import HasTableFacts
from croupier.terminal.session import Session
from croupier.terminal.tabletop import Seen, Tabletop, tricks_taken
from croupier.terminal.terminal import Terminal
from croupier.wire.plan import Plan


class Display(Protocol):
    """Shows the table to the person at the keyboard, and asks."""

    def table(self, seat: int) -> None:
        """Show the table as a seat knows it."""

    def whole_table(self, seat: int) -> None:
        """Show all there is to see, with the values that only steer the rules."""

    def all_options(self, seat: int) -> None:
        """List everything that the seat may do."""

    def notice(self, text: str) -> None:
        """Say a sentence."""

    def page(self, lines: Sequence[str]) -> None:
        """Show a longer text."""

    def ask(self, prompt: str) -> str:
        """Ask the person at the keyboard; the prompt is shown where nothing else explains the keys."""

    def thinks(self, name: str) -> None:
        """Say who is thinking now."""


class LineDisplay:
    """Everything below what was there before: for pipes, screen readers and small terminals."""

    def __init__(self, session: Session, terminal: Terminal) -> None:
        self.session, self.terminal = session, terminal

    def table(self, seat: int) -> None:
        """The table, the news and the options."""
        view, style, session = self.session.view(seat), self.terminal.style, self.session
        shown = screen(view, style, session.news(seat), session.names, session.roles)
        self.terminal.show(["", *shown, *option_lines(view, style)])

    def whole_table(self, seat: int) -> None:
        """The same with all stored values."""
        shown = screen(self.session.view(seat), self.terminal.style, (), self.session.names)
        self.terminal.show(["", *shown])

    def all_options(self, seat: int) -> None:
        """The options alone."""
        self.terminal.show(option_lines(self.session.view(seat), self.terminal.style))

    def notice(self, text: str) -> None:
        """A paragraph."""
        self.terminal.say(text)

    def page(self, lines: Sequence[str]) -> None:
        """The lines, one after the other."""
        self.terminal.show(lines)

    def ask(self, prompt: str) -> str:
        """The prompt on a line of its own."""
        return self.terminal.ask(prompt)

    def thinks(self, name: str) -> None:
        """Nothing: the next table tells what was done."""


class ScreenDisplay:
    """One screen: the table above, the hand and the options below; texts come and go."""

    def __init__(self, session: Session, terminal: Terminal, plan: Plan) -> None:
        self.session, self.terminal, self.plan = session, terminal, plan
        self.top = Tabletop(session.game, plan)
        self._notices: list[str] = []
        self._seat: int | None = None

    def table(self, seat: int) -> None:
        """Draw the screen anew."""
        from croupier.terminal.frame import frame, printed

        self._seat = seat
        view = self.session.view(seat)
        size = shutil.get_terminal_size()
        lines = frame(
            self.top,
            self._seen(seat),
            self.session.story(seat),
            self._notices,
            (size.columns, size.lines),
            question=_question(view),
        )
        self.terminal.clear()
        self.terminal.show(printed(lines, self.terminal.style))

    def _seen(self, seat: int, *, everything: bool = False) -> Seen:
        session = self.session
        return Seen(
            session.view(seat),
            session.names,
            points_so_far(session, seat),
            tricks_taken(session.heard, self.plan),
            everything,
        )

    def whole_table(self, seat: int) -> None:
        """All seats and places on a page, however long it gets."""
        from croupier.terminal.frame import printed

        self.page(printed(list(self.top.lines(self._seen(seat, everything=True))), self.terminal.style))

    def all_options(self, seat: int) -> None:
        """All options on a page."""
        self.page(option_lines(self.session.view(seat), self.terminal.style))

    def notice(self, text: str) -> None:
        """Keep a sentence until the person has answered."""
        self._notices.append(text)
        if self._seat is not None:
            self.table(self._seat)
        else:
            self.terminal.say(text)

    def page(self, lines: Sequence[str]) -> None:
        """A page of its own, until Enter is pressed."""
        self.terminal.clear()
        self.terminal.show(lines)
        self.terminal.ask("Enter goes back to the table: ")
        if self._seat is not None:
            self.table(self._seat)

    def ask(self, prompt: str) -> str:
        """The answer on the last line; then all notices have been read."""
        answer = self.terminal.ask("Your answer: " if len(self.session.people) == 1 else prompt)
        self._notices.clear()
        return answer

    def thinks(self, name: str) -> None:
        """A word below the table while somebody thinks; nothing to see before a person has sat down."""
        if self._seat is not None and len(self.session.people) == 1:
            self.terminal.show([self.terminal.style.line(f"{name} is thinking …")])


def points_so_far(session: Session, seat: int) -> tuple[int, ...] | None:
    """The points of all seats if the game ended now; None where not everybody can tell them."""
    facts = able(session.game, HasTableFacts)
    view = session.view(seat)
    if facts is None or not facts.table_facts.scores_openly or view.to_move is None:
        return None
    state = able(view.sample(Stream.of(session.state.seed, SAMPLE)), ScoresNow)
    outcome = None if state is None else state.outcome_now()
    return None if outcome is None or not outcome.scores else tuple(outcome.scores)


def _question(view: object) -> str:
    asks = able(view, AsksByPrompt)
    lines = [] if asks is None else asks.prompt.strip().splitlines()
    return lines[-1] if lines else ""
