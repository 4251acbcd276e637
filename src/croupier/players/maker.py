"""Makers of players: a class with options, or somebody's function."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from inspect import isabstract
from types import FunctionType, MethodType
from typing import Any

from croupier.game import PLAYER, Option, Stream, View, player_stream
from croupier.players.failing import defined, failed, failure
from croupier.players.player import Player
from croupier.players.random import RandomPlayer
from croupier.players.settings import PlayerError, values

MakesPlayer = Callable[[int, int, Stream], Player]
"""A function that makes a player for a seat, of so many seats, with a random stream."""


class MadePlayer(Player):
    """A player that a function makes, so that its options are not known."""

    def choose(self, view: View) -> Option:
        """Nobody of this class ever plays."""
        raise PlayerError("a function makes the players of this class: none of them is ever asked")


@dataclass(frozen=True)
class Maker:
    """Makes players of one kind, with the same options, for any seat."""

    text: str
    """The notation that says so."""
    kind: type[Player]
    options: dict[str, Any] = field(default_factory=dict)
    make: MakesPlayer | None = None
    """The function that makes its players, if it is not the class itself."""

    def __call__(self, seat: int, seats: int, stream: Stream) -> Player:
        try:
            if self.make is not None:
                player = self.make(seat, seats, stream)
            else:
                player = self.kind(seat, seats, stream, **self.options)
        except BaseException as problem:
            kind = self.kind if self.make is None else None
            if (told := failure(kind, self.text, seat, problem)) is not None:
                raise told from problem
            raise
        if not isinstance(player, Player):
            raise failed(self.text, seat, f"it made {player!r}, which is not a Player")
        if "notation" not in vars(player):
            kind = type(player)
            what = f"{kind.__name__}.__init__ does not call that of Player"
            raise failed(self.text, seat, what, defined(kind, "__init__"))
        if player.seat != seat:
            raise failed(self.text, seat, f"it made a player for seat {player.seat}")
        player.notation = self.text
        return player

    def called(self, text: str) -> Maker:
        """The same maker by another notation."""
        return replace(self, text=text)

    def stream(self, seed: int, seat: int) -> Stream:
        """The stream with which its player sits down to a game of that seed.

        Ours who plays at random has another one than the rest: machine code, too, makes it, a million times
        a second. Nobody else is ever handed it.
        """
        return Stream.of(seed, PLAYER, seat) if self.kind is RandomPlayer else player_stream(seed, seat)

    @property
    def needs_view(self) -> bool:
        """Whether its players look at the table at all."""
        return not self.kind.blind


class PlayerText(str):
    """A text that names a player, bound to its meaning: it means the same in any folder and any process."""

    path: str
    """The whole path of its file, if it is a player from a file."""
    maker: Maker | None
    """Makes its players, if they come from a class or function and not from a name."""

    def __new__(cls, text: str, path: str = "", maker: Maker | None = None) -> PlayerText:
        """Bind a text to a file or to a maker."""
        bound = super().__new__(cls, text)
        bound.path, bound.maker = path, maker
        return bound

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.can_be_sent:
            raise PlayerError(
                f"{self} is defined where worker processes cannot import it: play with workers=1, or put it "
                f"into a file and name it as in bot.py:{self.partition(':')[0]}"
            )
        return PlayerText, (str(self), self.path, self.maker)

    @property
    def can_be_sent(self) -> bool:
        """Whether a fresh process can make this player: it imports classes and functions by their names."""
        if self.maker is None:
            return True
        thing: Any = self.maker.kind if self.maker.make is None else self.maker.make
        module = sys.modules.get(thing.__module__ or "")
        if module is None or not _is_imported_again(module):
            return False
        try:
            return reduce(getattr, thing.__qualname__.split("."), module) is thing
        except AttributeError:
            return False


def _is_imported_again(module: Any) -> bool:
    """Whether a fresh process has this module: of the main one only if it is a file, not a notebook."""
    main = module.__name__ in ("__main__", "__mp_main__")
    return not main or vars(module).get("__spec__") is not None or "__file__" in vars(module)


def maker_of(thing: object, text: str, given: dict[str, Any] | None = None) -> Maker:
    """Returns what makes players of a class or function; :class:`PlayerError` if it is neither."""
    options = given or {}
    if isinstance(thing, type):
        if not issubclass(thing, Player):
            raise PlayerError(f"{text} is no player: {thing.__name__} is not a subclass of Player")
        if isabstract(thing):
            missing = ", ".join(sorted(thing.__abstractmethods__))
            raise PlayerError(f"{text} cannot play: {thing.__name__} does not define {missing}")
        found = values(text, thing.settings, options)
        thing.prepare(found)
        return Maker(text, thing, {key: found[key] for key in options})
    if isinstance(thing, Maker):
        return thing
    if not callable(thing):
        raise PlayerError(
            f"{text} is no player: it is neither a subclass of Player nor a function that makes one"
        )
    if options:
        raise PlayerError(f"{text} is a function: only classes take options")
    return Maker(text, MadePlayer, make=thing)


def label_of(thing: object) -> str:
    """Returns what a class or function is called in results."""
    if isinstance(thing, Maker):
        return thing.text
    if isinstance(thing, partial):
        options = "".join(f":{name}={value}" for name, value in thing.keywords.items())
        return f"{label_of(thing.func)}{options}"
    if isinstance(thing, type | FunctionType | MethodType):
        return "lambda" if thing.__name__ == "<lambda>" else thing.__name__
    return type(thing).__name__
