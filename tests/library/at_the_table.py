"""Positions of library games for tests of their rules: what lies where, what may be done, what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from croupier.catalog.loading import recycle_game
from croupier.game import Status
from croupier.interpreter.on_table import GameOnTable, OnTable
from croupier.interpreter.table import Event
from croupier.interpreter.words import Words
from croupier.recycle.program import Constant, Expr
from interpreter.small import Played


@cache
def _made(name: str, seats: int | None, settings: tuple[tuple[str, Constant], ...]) -> GameOnTable:
    return recycle_game(name, seats=seats, settings=dict(settings))


def game(name: str, seats: int | None = None, **settings: Constant) -> GameOnTable:
    """A game of the library, read once."""
    return _made(name, seats, tuple(settings.items()))


def choice_of(made: GameOnTable, label: str) -> int:
    """The line of the choice that has an option of this label."""
    lines = made.program.source.text.splitlines()
    here = next(i for i, line in enumerate(lines) if line.strip() == f";; option: {label}")
    return max(i for i in range(here) if lines[i].strip() == "(choice (") + 1


def position(
    made: GameOnTable,
    places: Mapping[str, str],
    *,
    stock: str = "",
    rest: str = "STOCK",
    copies: Mapping[str, str] | None = None,
    stored: Mapping[str, int | str] | None = None,
    current: int = 0,
    at: str | None = None,
    seed: int = 0,
) -> OnTable:
    """A position at the first choice, or at the one with a label.

    Every place not named is empty. All other cards are the rest, below those of `stock`, the last on top.
    """
    used = Counter(" ".join([*places.values(), stock]).split())
    left = list((Counter(made.layout.names) - used).elements())
    empty = {
        f"{place}:{place.kind}": "" for place in made.start(seed).table.layout.places if place.kind != "mem"
    }
    named = {_full(made, name): cards for name, cards in places.items()}
    rest_of = {_full(made, rest): " ".join([*left, stock])}
    line = choice_of(made, at) if at else None
    return made.arrange(
        {**empty, **named, **rest_of, **(copies or {})}, stored=stored, current=current, line=line, seed=seed
    )


def _full(made: GameOnTable, name: str) -> str:
    """The name of a place with its visibility."""
    return next((f"{p}:{p.kind}" for p in made.layout.places if str(p) == name and p.kind != "mem"), name)


def texts(state: OnTable) -> list[str]:
    """What may be done, in words."""
    return [option.text for option in state.options]


def take(state: OnTable, *said: str) -> OnTable:
    """Take the options of these texts, one after the other."""
    for text in said:
        state.apply(texts(state).index(text))
    return state


def asks(state: OnTable) -> tuple[int | None, list[str]]:
    """Who is to decide, and among what."""
    return state.to_move, texts(state)


def lies(state: OnTable, place: str) -> str:
    """The cards of a place, bottom first."""
    return Played(state)[place]


def count(state: OnTable, place: str) -> int:
    """How many cards lie in a place."""
    return len(lies(state, place).split())


def stored(state: OnTable, name: str) -> int:
    """A stored integer, such as `0.SCORE`."""
    return Played(state).number(name)


def named(state: OnTable, name: str) -> str:
    """A stored string."""
    return Played(state).string(name)


def scores(state: OnTable) -> tuple[int, ...]:
    """The result of a game that has ended as it should."""
    assert state.outcome is not None, f"it goes on: {texts(state)}"
    assert state.outcome.status is Status.FINISHED, state.outcome.reason
    assert state.outcome.scores is not None
    return tuple(state.outcome.scores)


def over(state: OnTable) -> bool:
    """Whether the game has ended as it should."""
    return state.outcome is not None and state.outcome.status is Status.FINISHED


def story(made: GameOnTable, seed: int) -> list[str]:
    """What happens in a game up to its first decision, or to its end, in words."""
    state = made.fresh(seed)
    words, lines = Words(state.table, None), list[str]()

    def tell(event: Event, expr: Expr) -> None:
        lines.append(words.event(event, expr))

    state.listen(tell)
    state.begin()
    return lines
