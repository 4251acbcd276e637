"""Walking through a recorded game in the terminal, forwards and backwards."""

from __future__ import annotations

from croupier.game.film import Film
from croupier.game.screen import option_lines, screen
from croupier.terminal.terminal import Terminal

HELP = "Enter or n: next, p: previous, d: next decision, b: decision before, a number: go there, q: leave"


def step_through(film: Film, terminal: Terminal) -> None:
    """Show picture after picture as the person asks for them, until they have had enough."""
    at = 0
    stops = film.replay.decisions
    show(film, at, terminal)
    while True:
        try:
            answer = terminal.ask(f"{at + 1}/{len(film)} (Enter n p d b ? q): ").lower()
        except EOFError:
            return
        if answer == "q":
            return
        if answer == "?":
            terminal.say(HELP)
            continue
        goal = _goal(answer, at, stops)
        if goal is None:
            terminal.say(f"I do not understand {answer[:20]!r}. {HELP}.")
        elif not 0 <= goal < len(film):
            terminal.say(
                "There is nothing before that." if goal < 0 else f"There is nothing after {len(film)}."
            )
        else:
            at = goal
            show(film, at, terminal)


def _goal(answer: str, at: int, stops: list[int]) -> int | None:
    """The number of the picture that is asked for; None if the answer is not understood."""
    if answer in ("", "n"):
        return at + 1
    if answer == "p":
        return at - 1
    if answer == "d":
        return next((stop for stop in stops if stop > at), 10**9)
    if answer == "b":
        return next((stop for stop in reversed(stops) if stop < at), -1)
    return int(answer[:9]) - 1 if answer.isascii() and answer.isdecimal() else None


def show(film: Film, at: int, terminal: Terminal) -> None:
    """One picture: the table, and what has just happened."""
    picture, style = film[at], terminal.style
    terminal.clear()
    terminal.show(["", *screen(picture.view, style, names=picture.names), style.rule()])
    terminal.show(style.paragraph(picture.words, f"{at + 1:>4}  "))
    if picture.event["event"] == "decision" and "private" in picture.event:
        terminal.show(option_lines(picture.view, style, chosen=picture.event["private"]["choice"]))
