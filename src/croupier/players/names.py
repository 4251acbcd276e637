"""Players as `--players` knows them: `name:option=value` or `bot.py:Class:option=value`; or Python."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from croupier.players import files
from croupier.players.maker import Maker, MakesPlayer, PlayerText, label_of, maker_of
from croupier.players.player import Player
from croupier.players.settings import PlayerError, values
from croupier.text import did_you_mean

_OURS = {
    "random": "croupier.players.random:RandomPlayer",
    "pipmc": "croupier.players.pipmc:PIPMCPlayer",
    "mcts": "croupier.players.mcts:MCTSPlayer",
    "ismcts": "croupier.players.ismcts:ISMCTSPlayer",
    "moismcts": "croupier.players.ismcts:MOISMCTSPlayer",
    "easy": "croupier.players.levels:EasyPlayer",
    "medium": "croupier.players.levels:MediumPlayer",
    "strong": "croupier.players.levels:StrongPlayer",
    "own": "croupier.players.own:OwnPlayer",
    "solved": "croupier.players.solved:SolvedPlayer",
    "exec": "croupier.players.external:ExternalPlayer",
}
PLAYERS = tuple(_OURS)
"""The players that come along, by name."""

GROUP = "croupier.players"
"""The group of entry points at which other packages register players."""


def split(text: str) -> tuple[str, ...]:
    """The players of a list: they are separated by commas.

    >>> split("random, ismcts:iterations=500")
    ('random', 'ismcts:iterations=500')
    """
    return tuple(files.bound(piece.strip()) for piece in text.split(","))


Given = str | type[Player] | MakesPlayer
"""A player as Python takes it: a text, a class, or a function of seat, seats and stream that makes one."""


def player_text(given: Given) -> str:
    """The text that stands for a player in plans and results; it is bound to the class or function itself.

    >>> from croupier.players import RandomPlayer
    >>> from croupier.players.ismcts import ISMCTSPlayer
    >>> player_text(RandomPlayer), player_text("pipmc:tests=5")
    ('random', 'pipmc:tests=5')
    >>> player_text(partial(ISMCTSPlayer, iterations=50))
    'ismcts:iterations=50'
    """
    if isinstance(given, str):
        return files.bound(given)
    thing, options = given, {}
    if isinstance(given, partial) and isinstance(given.func, type) and not given.args:
        thing, options = given.func, dict(given.keywords)
    label = label_of(given)
    if isinstance(thing, type):
        home = f"{thing.__module__}:{thing.__name__}"
        ours = next((name for name, where in _OURS.items() if where == home), None)
        if ours is not None:
            text = ours + label[len(thing.__name__) :]
            return PlayerText(text, maker=maker_of(thing, text, options)) if options else text
    if label.partition(":")[0] in _OURS:
        label = f"{thing.__module__}.{label}"
    return PlayerText(label, maker=maker_of(thing, label, options))


def player_texts(given: Given | Sequence[Given]) -> tuple[str, ...]:
    """The texts of several players: a list of names between commas, one class or function, or a sequence."""
    if isinstance(given, str) and not isinstance(given, PlayerText):
        return split(given)
    return tuple(map(player_text, given)) if isinstance(given, Sequence) else (player_text(given),)


def named(text: str) -> Maker:
    """What makes the players of a name with options.

    >>> named("ismcts:iterations=500:reward=score").options
    {'iterations': 500, 'reward': 'score'}
    >>> named("randon")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    croupier.players.settings.PlayerError: there is no player 'randon': did you mean `random`? ...
    """
    if isinstance(text, PlayerText) and text.maker is not None:
        return text.maker
    where = files.bound(text)
    return _named(str(text), where.path if isinstance(where, PlayerText) else "")


@cache
def _named(text: str, path: str) -> Maker:
    if path:
        typed, thing, rest = files.parts(text)
        found = files.found_in(path, thing, typed)
        return maker_of(found, f"{typed}:{thing}", _options(text, rest, rest)).called(text)
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
    """The class of players of a name: ours, one that another package has registered, or one of a file."""
    path, thing, _ = files.parts(name)
    if path:
        return maker_of(files.found_in(files.located(path), thing, path), f"{path}:{thing}").kind
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


def without_options(text: str) -> tuple[str, str]:
    """The name of a player, or its file and class; and its options behind a colon.

    >>> without_options("pipmc:tests=5:reward=score"), without_options("bot.py:Timid:depth=2")
    (('pipmc', 'tests=5:reward=score'), ('bot.py:Timid', 'depth=2'))
    """
    path, thing, rest = files.parts(text)
    if path:
        return f"{path}:{thing}", rest
    name, _, rest = text.partition(":")
    return name, rest


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
