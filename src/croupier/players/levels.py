"""Names for people: `easy`, `medium` and `strong`, which mean in every game what suits its kind."""

from __future__ import annotations

from typing import Any, ClassVar

from croupier.game import Outcome, Stream, View
from croupier.game.capabilities import HasRules, KnowsGame, able
from croupier.players.game_kind import GameKind, game_kind
from croupier.players.player import Player, choice

LEVELS = ("easy", "medium", "strong")
"""From the weakest to the strongest."""

_BUDGETS = {
    "easy": ("tests=2", "time=20ms"),
    "medium": ("iterations=200", "time=200ms"),
    "strong": ("time=1s", "time=1s"),
}
"""What a decision may take: where machine code plays the game, and elsewhere."""

UNKNOWN = GameKind("places", "its rules are not known", "ismcts", "its rules are not known", by_time=True)
"""What is taken for the kind of a game that says nothing of its rules."""


def level_text(level: str, kind: GameKind) -> str:
    """The player that a level is in a game of some kind, as `--players` would name it.

    >>> from croupier import load
    >>> level_text("strong", game_kind(load("kuhn_poker")))
    'moismcts:time=1s:reward=score'
    """
    search = "pipmc" if level == "easy" else kind.search
    return f"{search}:{_BUDGETS[level][kind.by_time]}:reward={kind.reward}"


def kind_of_view(view: View) -> GameKind:
    """The kind of the game that a view is of."""
    knowing = able(view, KnowsGame)
    game = None if knowing is None else able(knowing.game, HasRules)
    return UNKNOWN if game is None else game_kind(game)


class LevelPlayer(Player):
    """A player of one of the levels; it is decided at its first decision who it is."""

    level: ClassVar[str] = LEVELS[0]
    estimates = True

    def __init__(self, seat: int, seats: int, stream: Stream, **options: Any) -> None:
        super().__init__(seat, seats, stream, **options)
        self._inner: Player | None = None

    def choose(self, view: View) -> int:
        """The choice of the player that the level is in this game."""
        from croupier.players.names import named

        if self._inner is None:
            maker = named(level_text(self.level, kind_of_view(view)))
            self._inner = maker(self.seat, self.seats, self.stream)
        self._inner.explains = self.explains
        chosen = choice(self._inner, view)
        self.recorded, self.assessment = self._inner.recorded, self._inner.assessment
        self.timed = self._inner.timed
        return chosen

    def stop(self) -> None:
        """Let the player that it is choose by what it has found so far."""
        if self._inner is not None:
            self._inner.stop()

    def close(self, outcome: Outcome | None = None) -> None:
        """The game is over for the player that it is, too."""
        if self._inner is not None:
            self._inner.close(outcome)


class EasyPlayer(LevelPlayer):
    """For people who want to win: looks one move ahead, and not long."""

    level = "easy"
    strength = "makes no gross mistakes; `croupier players GAME` says what it is in a game"
    cost = "a few games from here to the end"


class MediumPlayer(LevelPlayer):
    """For people who know the game: a short search, of the kind that suits the game."""

    level = "medium"
    strength = "plans ahead a little; `croupier players GAME` says what it is in a game"
    cost = "200 games from here to the end; 0.2 s where no machine code plays the game"


class StrongPlayer(LevelPlayer):
    """For people who want an opponent: the search that suits the game, for a second."""

    level = "strong"
    strength = "the best of ours; `croupier players GAME` says what it is in a game"
    cost = "one second"
