"""Players by name, as `--players` knows them: `name:option=value:option=value`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from croupier.game import PLAYER, Stream, player_stream
from croupier.players.failing import defined, failed, failure
from croupier.players.player import Player
from croupier.players.random import RandomPlayer
from croupier.players.settings import PlayerError, values
from croupier.text import did_you_mean

_OURS = {
    "random": "croupier.players.random:RandomPlayer",
    "pipmc": "croupier.players.pipmc:PIPMCPlayer",
    "mcts": "croupier.players.mcts:MCTSPlayer",
    "ismcts": "croupier.players.ismcts:ISMCTSPlayer",
    "moismcts": "croupier.players.ismcts:MOISMCTSPlayer",
    "own": "croupier.players.own:OwnPlayer",
    "solved": "croupier.players.solved:SolvedPlayer",
    "exec": "croupier.players.external:ExternalPlayer",
}
PLAYERS = tuple(_OURS)
"""The players that come along, by name."""

GROUP = "croupier.players"
"""The group of entry points at which other packages register players."""


@dataclass(frozen=True)
class Maker:
    """Makes players of one kind, with the same options, for any seat."""

    text: str
    """The notation that says so."""
    kind: type[Player]
    options: dict[str, Any] = field(default_factory=dict)

    def __call__(self, seat: int, seats: int, stream: Stream) -> Player:
        try:
            player = self.kind(seat, seats, stream, **self.options)
        except BaseException as problem:
            if (told := failure(self.kind, self.text, seat, problem)) is not None:
                raise told from problem
            raise
        if "notation" not in vars(player):
            what = f"{self.kind.__name__}.__init__ does not call that of Player"
            raise failed(self.text, seat, what, defined(self.kind, "__init__"))
        player.notation = self.text
        return player

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


def split(text: str) -> tuple[str, ...]:
    """The players of a list: they are separated by commas.

    >>> split("random, ismcts:iterations=500")
    ('random', 'ismcts:iterations=500')
    """
    return tuple(piece.strip() for piece in text.split(","))


@cache
def named(text: str) -> Maker:
    """What makes the players of a name with options.

    >>> named("ismcts:iterations=500:reward=score").options
    {'iterations': 500, 'reward': 'score'}
    >>> named("randon")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    croupier.players.settings.PlayerError: there is no player 'randon': did you mean `random`? ...
    """
    name, colon, rest = text.partition(":")
    kind = kind_named(name.strip())
    given = _exec_options(text, kind, rest) if name.strip() == "exec" else _options(text, colon, rest)
    found = values(name.strip(), kind.settings, given)
    kind.prepare(found)
    return Maker(text, kind, {key: found[key] for key in given})


def _options(text: str, colon: str, rest: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for piece in rest.split(":") if colon else ():
        name, equals, value = (part.strip() for part in piece.partition("="))
        if not equals or not name:
            raise PlayerError(
                f"{text!r}: {piece!r} is not option=value; options are separated by colons, as in "
                "ismcts:iterations=500:reward=score"
            )
        if name in given:
            raise PlayerError(f"{text!r} gives {name} twice")
        given[name] = value
    return given


def _exec_options(text: str, kind: type[Player], rest: str) -> dict[str, str]:
    """Options come first, as far as they are options; the rest is the command."""
    known = {setting.name for setting in kind.settings} - {"command"}
    given: dict[str, str] = {}
    while True:
        piece, colon, after = rest.partition(":")
        name, equals, value = piece.partition("=")
        if not (equals and name.strip() in known):
            return {**given, "command": rest.strip()}
        if not colon:
            raise PlayerError(f"{text!r}: a program has to follow, as in exec:{piece.strip()}:./mybot")
        if name.strip() in given:
            raise PlayerError(f"{text!r} gives {name.strip()} twice")
        given[name.strip()] = value.strip()
        rest = after


def kind_named(name: str) -> type[Player]:
    """The class of players of a name: ours, or one that another package has registered."""
    if name in _OURS:
        module, _, thing = _OURS[name].partition(":")
        found: type[Player] = getattr(import_module(module), thing)
        return found
    others = registered()
    if name not in others:
        known = [*_OURS, *others]
        hint = did_you_mean(name, known)
        raise PlayerError(
            f"there is no player {name!r}{f': {hint}' if hint else '.'} Known are: {', '.join(known)}"
        )
    try:
        found = others[name].load()
    except (Exception, SystemExit) as problem:
        raise PlayerError(f"the player {name!r} ({others[name].value}) cannot be loaded: {problem}") from None
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise PlayerError(f"the player {name!r} ({others[name].value}) is not a subclass of Player")
    return found


@cache
def registered() -> dict[str, EntryPoint]:
    """The players of other packages, by name; ours keep their names."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in _OURS}


def seated(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The name of the player at every seat: a single name stands for all of them.

    >>> seated(["random"], 3)
    ('random', 'random', 'random')
    >>> seated(["random", "random"], 3)
    Traceback (most recent call last):
    croupier.players.settings.PlayerError: 2 players for 3 seats: give one for all, or 3 separated by commas
    """
    for name in names:
        named(name)
    if len(names) not in (1, seats):
        plural = "" if seats == 1 else "s"
        raise PlayerError(
            f"{len(names)} players for {seats} seat{plural}: give one for all, or {seats} separated by commas"
        )
    return tuple(names) if len(names) == seats else (names[0],) * seats
