"""Games of croupier as a game of OpenSpiel, for the algorithms that are there.

    croupier.envs.openspiel.register()
    game = pyspiel.load_game("croupier(game=kuhn_poker)")

Chance is *listed* where all that it may do can be: then OpenSpiel meets every deal with its exact weight, and
CFR and exploitability work. Elsewhere the deal is one of so many seeds, each as likely: chance decides once,
at the beginning.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import numpy as np

from croupier.catalog.loading import as_recycle
from croupier.envs.encoding import encoding_of
from croupier.envs.one_game import MissingExtra, OneGame
from croupier.game import PLAYER, Stream
from croupier.game.chance import MOST_OUTCOMES, ExplicitGame, Outcomes, Position, TooManyOutcomes
from croupier.game.limits import MAX_DECISIONS
from croupier.game.random import game_seed
from croupier.game.recall import NOTHING_SEEN, chose, seen
from croupier.text import did_you_mean

try:
    import pyspiel
    from pyspiel import Game as SpielBase
    from pyspiel import State as StateBase
except ImportError:
    pyspiel = None
    SpielBase = StateBase = object

NAME = "croupier"
CHANCE = ("auto", "listed", "dealt")
UTILITIES = ("difference", "score", "rank", "win")
DEFAULTS: dict[str, Any] = {
    "game": "kuhn_poker",
    "seats": 0,
    "chance": "auto",
    "deals": 1000,
    "utility": "difference",
    "max_decisions": MAX_DECISIONS,
}
"""The parameters of the game, and what they are unless they are given."""

MOST_LISTED = 5_000
"""Chance is listed, unless it is told otherwise, if it has so many results at one point at most."""
PROBED = 3
"""So many random games tell how many it has, each with so many beginnings."""
DRAWS = 10
LARGEST_UTILITY = 1e9


def register() -> None:
    """Make OpenSpiel know the game `croupier`; a second time does nothing.

    Its parameters are `game` (a name of the library or a path), `seats`, `chance` ("listed", "dealt", or
    "auto": listed if chance has no more than 5,000 results at one point, as some random games tell), `deals`
    (how many, where they are dealt), `max_decisions` and `utility`: the "difference" of a score to the mean
    of all, which makes every game zero-sum, or "score", "rank" and "win" as in `croupier.vector`.
    """
    if pyspiel is None:
        raise MissingExtra("open_spiel", "openspiel")
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_game_type("difference"), SpielGame)


def _game_type(utility: str) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=NAME,
        long_name="A game of croupier",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if utility == "difference" else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=16,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class SpielGame(SpielBase):
    """A game of croupier, as OpenSpiel asks it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.played = played(tuple(sorted({**DEFAULTS, **(params or {})}.items())))
        constant_sum = {"utility_sum": 0.0} if self.played.utility == "difference" else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=max(1, self.played.encoding.actions),
            max_chance_outcomes=self.played.most,
            num_players=self.played.table.seats,
            min_utility=-LARGEST_UTILITY,
            max_utility=LARGEST_UTILITY,
            max_game_length=2 * self.played.max_decisions + 1,
            **constant_sum,
        )
        super().__init__(_game_type(self.played.utility), info, params or {})

    def new_initial_state(self) -> SpielState:
        """The state before chance has decided anything."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """An observer of a player's view, or of all that the player has seen."""
        if params:
            raise ValueError(f"observers have no parameters, not {params}")
        return SpielObserver(self.played, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Played:
    """The game behind a game of OpenSpiel; it is sent to other processes by its parameters."""

    def __init__(self, **given: Any) -> None:
        for name, known in (("chance", CHANCE), ("utility", UTILITIES)):
            if given[name] not in known:
                hint = did_you_mean(str(given[name]), known) or f"there are {', '.join(known)}"
                raise ValueError(f"there is no {name} {given[name]!r}: {hint}")
        self.given = given
        self.utility, self.deals = str(given["utility"]), int(given["deals"])
        self.max_decisions = int(given["max_decisions"])
        self.table = OneGame(
            str(given["game"]),
            seats=int(given["seats"]) or None,
            reward="score" if self.utility == "difference" else self.utility,
            max_decisions=self.max_decisions,
        )
        self.explicit: Any = None
        """The game that lists what chance may do, if that is listed."""
        self.encoding = self.table.encoding
        self.most = self.deals
        """Chance has so many results at one point at most."""
        if given["chance"] != "dealt":
            self._list_chance(str(given["chance"]))

    def _list_chance(self, chance: str) -> None:
        explicit: Any = self.table.game.explicit()
        if chance == "auto" and not all(few_results(explicit, seed) for seed in range(PROBED)):
            return
        self.explicit, self.most = explicit, MOST_OUTCOMES
        if as_recycle(explicit) is not None:
            # Attributes that make no difference are not on the cards where chance is listed.
            self.encoding = encoding_of(explicit, max(self.table.actions, 2))

    @cached_property
    def beginnings(self) -> Outcomes:
        """All positions in which the game may begin."""
        found: Outcomes = self.explicit.beginnings()
        return found

    def __reduce__(self) -> Any:
        return played, (tuple(sorted(self.given.items())),)

    def __deepcopy__(self, memo: Any) -> Played:
        return self


def few_results(explicit: ExplicitGame, seed: int) -> bool:
    """Whether chance has few results at every point of a random game, as far as their weights tell.

    The mean of 1 / weight over draws is the number of results.
    """
    stream = Stream.of(seed, PLAYER)
    try:
        begun = [explicit.one_beginning(stream.below) for _ in range(DRAWS)]
        results, position = sum(1 / weight for weight, _ in begun) / DRAWS, begun[0][1]
        while results <= MOST_LISTED and position.state.outcome is None:
            option = stream.below(position.state.option_count)
            weight, position = explicit.one_after(position, option, stream.below)
            results = 1 / weight
    except (TooManyOutcomes, ValueError):
        return False
    return results <= MOST_LISTED


@cache
def played(given: tuple[tuple[str, Any], ...]) -> Played:
    """The game of some parameters."""
    return Played(**dict(given))


class Spot:
    """The place of a state in its game: a chance node, a decision or the end. It is never changed."""

    def __init__(
        self, game: Played, path: tuple[int, ...], open_to: Any, position: Any, recall: tuple[bytes, ...]
    ) -> None:
        self.game = game
        self.path = path
        """All that chance and the players have done since the beginning."""
        self.open_to = open_to
        """The results of chance, or how many deals there are; None where chance has nothing to decide."""
        self.position = position
        """The position if chance is listed, else the state."""
        self.recall = recall
        """All that each seat has seen up to here, as keys."""

    def __deepcopy__(self, memo: Any) -> Spot:
        # OpenSpiel copies states deeply; nobody changes this one.
        return self

    def __reduce__(self) -> Any:
        return along, (self.game, self.path)

    @property
    def state(self) -> Any:
        """The state of croupier."""
        return self.position.state if isinstance(self.position, Position) else self.position

    @staticmethod
    def first(game: Played) -> Spot:
        """Before chance has decided anything."""
        nothing = (NOTHING_SEEN,) * game.table.seats
        if game.explicit is None:
            return Spot(game, (), game.deals, None, nothing)
        return Spot(game, (), None, None, nothing).entered(game.beginnings)

    def entered(self, outcomes: Outcomes) -> Spot:
        """Chance has to decide between some positions, if there are several."""
        if len(outcomes) == 1:
            return self.arrived(outcomes[0][1])
        return Spot(self.game, self.path, outcomes, None, self.recall)

    def arrived(self, position: Any) -> Spot:
        """At a decision or the end: every seat sees the table."""
        found = Spot(self.game, self.path, None, position, self.recall)
        seats = range(self.game.table.seats)
        found.recall = tuple(seen(self.recall[seat], found.state.view(seat)) for seat in seats)
        return found

    def after(self, action: int) -> Spot:
        """After chance or the seat that decides has acted."""
        before = Spot(self.game, (*self.path, action), None, self.position, self.recall)
        return self._drawn(before, action) if self.open_to is not None else self._taken(before, action)

    def weights(self) -> list[float]:
        """How likely each result of chance is."""
        if isinstance(self.open_to, int):
            return [1 / self.open_to] * self.open_to
        return [float(Fraction(weight)) for weight, _ in self.open_to]

    def _drawn(self, before: Spot, number: int) -> Spot:
        if not isinstance(self.open_to, int):
            return before.arrived(self.open_to[number][1])
        game = self.game.table.game
        return before.arrived(game.start(game_seed(0, number), max_decisions=self.game.max_decisions))

    def _taken(self, before: Spot, action: int) -> Spot:
        option, state = self.options[action], self.state
        recall = list(self.recall)
        recall[state.to_move] = chose(recall[state.to_move], state.options[option].key)
        before.recall = tuple(recall)
        if self.game.explicit is not None:
            return before.entered(self.game.explicit.after(self.position, option))
        fork = state.copy()
        fork.apply(option)
        return before.arrived(fork)

    @cached_property
    def options(self) -> dict[int, int]:
        """The option behind every action that is possible."""
        encoding = self.game.encoding
        mask, index = np.zeros(encoding.actions, np.bool_), np.zeros(encoding.actions, np.int16)
        encoding.write(self.state, mask, index, None)
        return {int(action): int(index[action]) - 1 for action in np.flatnonzero(mask)}

    @property
    def returns(self) -> list[float]:
        """What the end is worth to every player."""
        table = self.game.table
        if self.position is None or self.state.outcome is None:
            return [0.0] * table.seats
        found = table.worth(self.state.outcome)
        if self.game.utility != "difference":
            return found
        mean = sum(found) / len(found)
        return [each - mean for each in found]


def along(game: Played, path: tuple[int, ...]) -> Spot:
    """The spot to which some actions lead from the beginning."""
    spot = Spot.first(game)
    for action in path:
        spot = spot.after(action)
    return spot


class SpielState(StateBase):
    """A state of a game of croupier, as OpenSpiel asks it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.spot = Spot.first(game.played)

    def current_player(self) -> Any:
        """The player that decides, or chance, or nobody."""
        if self.spot.open_to is not None:
            return pyspiel.PlayerId.CHANCE
        seat = self.spot.state.to_move
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.spot.options)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The results of chance with their weights."""
        return list(enumerate(self.spot.weights()))

    def _apply_action(self, action: int) -> None:
        self.spot = self.spot.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return str(self.spot.state.options[self.spot.options[action]].text)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.spot.open_to is None and self.spot.state.to_move is None

    def returns(self) -> list[float]:
        """What the game is worth to every player."""
        return self.spot.returns

    def __str__(self) -> str:
        return "chance decides" if self.spot.open_to is not None else str(self.spot.state)


class SpielObserver:
    """A player's view as a text and a tensor; with perfect recall, a key of all that it has seen."""

    def __init__(self, game: Played, kind: Any) -> None:
        self.game, self.kind = game, kind
        size = len(game.encoding.observation_names)
        self.tensor: Any = None if kind.perfect_recall else np.zeros(size, np.float32)
        self.dict: dict[str, Any] = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        if self.tensor is None:
            raise ValueError("there is no tensor of all that a player has seen: only a text")
        self.tensor[:] = 0
        if state.spot.position is not None:
            self.game.encoding.observe(state.spot.state.view(player), self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as a text; with perfect recall a key."""
        spot = state.spot
        if self.kind.perfect_recall:
            return f"seat {player} {spot.recall[player].hex()}"
        return "" if spot.position is None else str(spot.state.view(player))
