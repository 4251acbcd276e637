"""What the tests of rule sheets share: sit down at a game, do something by its name, look at the table."""

from __future__ import annotations

from functools import cache

from croupier.catalog.loading import recycle_game
from croupier.game import Status
from croupier.interpreter.on_table import GameOnTable, OnTable
from croupier.recycle.program import Constant
from interpreter.small import Played


@cache
def _made(name: str, seats: int | None, settings: tuple[tuple[str, Constant], ...]) -> GameOnTable:
    return recycle_game(name, seats=seats, settings=dict(settings))


def game(name: str, seats: int | None = None, **settings: Constant) -> GameOnTable:
    """A game of the library, read once."""
    return _made(name, seats, tuple(settings.items()))


def choice_of(made: GameOnTable, label: str) -> int:
    """The line of the choice in which a label first occurs."""
    lines = made.program.source.text.splitlines()
    here = next(i for i, line in enumerate(lines) if line.strip() == f";; option: {label}")
    return max(i for i in range(here) if lines[i].strip() == "(choice (") + 1


def texts(state: OnTable) -> list[str]:
    """What may be done, in words."""
    return [option.text for option in state.options]


def do(state: OnTable, *wanted: str) -> OnTable:
    """Take one option after the other, each by its text."""
    for text in wanted:
        offered = texts(state)
        assert text in offered, f"{text!r} is none of {offered}"
        state.apply(offered.index(text))
    return state


def finish(state: OnTable, *liked: str, most: int = 2000) -> OnTable:
    """Play to the end: the first option that begins with one of these words, else the first of all."""
    for _ in range(most):
        if state.outcome is not None:
            return state
        offered = texts(state)
        found = (i for word in liked for i, text in enumerate(offered) if text.startswith(word))
        state.apply(next(found, 0))
    raise AssertionError("the game does not come to an end")


def scores(state: OnTable) -> list[int]:
    """The result of a game that was played to its end."""
    assert state.outcome is not None, f"the game still waits: {texts(state)}"
    assert state.outcome.status is Status.FINISHED, state.outcome.reason
    return list(state.outcome.scores)


def look(state: OnTable, place: str) -> str:
    """The cards of a place."""
    return Played(state)[place]


def number(state: OnTable, name: str) -> int:
    """A stored integer."""
    return Played(state).number(name)


def rest(made: GameOnTable, *used: str) -> list[str]:
    """All cards of the game but those in these texts."""
    left = list(made.layout.names)
    for text in used:
        for card in text.split():
            left.remove(card)
    return left


def stocked(made: GameOnTable, top: str, *used: str) -> str:
    """A stock with these cards on top, the first of them the topmost, and below them all that is not used."""
    wanted = top.split()
    return " ".join([*rest(made, top, *used), *reversed(wanted)])
