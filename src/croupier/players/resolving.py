"""Players as they are in one game: what a level, and `reward=auto`, stand for there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.game.capabilities import HasRules, SearchedByTime, able
from croupier.players.game_kind import game_kind
from croupier.players.levels import LevelPlayer, level_text
from croupier.players.maker import PlayerText
from croupier.players.names import named
from croupier.players.searching import SearchPlayer, has_budget
from croupier.players.settings import values


@dataclass(frozen=True, slots=True)
class Resolved:
    """A player that goes by the kind of the game, and what that comes to."""

    player: str
    """The text that names it."""
    resolved: str
    """The same player with everything said, as `--players` would name it."""
    reason: str
    """Why it plays for that reward."""

    def data(self) -> dict[str, str]:
        """The same as data."""
        return {"player": self.player, "resolved": self.resolved, "reason": self.reason}

    def __str__(self) -> str:
        return f"{self.player} is {self.resolved} here: {self.reason}"


def with_reward(text: str, reward: str) -> str:
    """The text of a player, with this reward if it is a search that is told no other.

    >>> [with_reward(text, "rank") for text in ("pipmc:tests=5", "pipmc:reward=score", "random")]
    ['pipmc:tests=5:reward=rank', 'pipmc:reward=score', 'random']
    """
    if isinstance(text, PlayerText):
        return text
    maker = named(text)
    plain = issubclass(maker.kind, SearchPlayer) and "reward" not in maker.options
    return f"{text}:reward={reward}" if plain else text


def _timed(kind: type[SearchPlayer], options: Mapping[str, Any], game: Any) -> str:
    """The time of a decision as an option, where the game says it and the player does not."""
    timed = None if has_budget(kind, options) else able(game, SearchedByTime)
    return "" if timed is None else f":time={timed.search_seconds:g}s"


def resolved(players: Iterable[str], game: Any) -> list[Resolved]:
    """The players among these that go by the kind of the game, each once.

    >>> from croupier import load
    >>> for one in resolved(["random", "pipmc", "pipmc:reward=rank"], load("kuhn_poker")):
    ...     print(one)
    pipmc is pipmc:reward=score here: all scores of a game sum to 0
    """
    if able(game, HasRules) is None:
        return []
    found = list[Resolved]()
    for text in dict.fromkeys(players):
        maker = named(text)
        if maker.make is not None:
            continue
        if issubclass(maker.kind, LevelPlayer):
            kind = game_kind(game)
            found.append(Resolved(text, level_text(maker.kind.level, kind), kind.reason))
        elif (
            issubclass(maker.kind, SearchPlayer)
            and values(text, maker.kind.settings, maker.options)["reward"] == "auto"
        ):
            kind = game_kind(game)
            plain = ":".join(part for part in str(text).split(":") if part != "reward=auto")
            timed = _timed(maker.kind, maker.options, game)
            found.append(Resolved(text, f"{plain}{timed}:reward={kind.reward}", kind.reason))
    return found
