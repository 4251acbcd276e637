"""The decisions of any game as numbers: by the places of its program, or by what a script tells of itself."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Protocol

from numpy.typing import NDArray

from croupier.catalog.loading import as_recycle
from croupier.game import PLAYER, Stream
from croupier.game.hosting import HostedGame, HostedState
from croupier.native.encoder import Encoder

Rows = NDArray[Any]

BITS = 64
"""Numbers that tell one view of a script from another."""

PROBED_GAMES, PROBED_DECISIONS, PROBED_OF_SCRIPT = 20, 2_000, 200
LEAST_WIDTH = 16


class Encoding(Protocol):
    """The numbers of a game's decisions."""

    @property
    def actions(self) -> int:
        """The number of actions."""

    @property
    def action_names(self) -> list[str]:
        """A text for every action."""

    @property
    def feature_names(self) -> list[str]:
        """A text for every feature of an option."""

    @property
    def observation_names(self) -> list[str]:
        """A text for every number of an observation."""

    @property
    def notes(self) -> list[str]:
        """What there is to say about them."""

    @property
    def fixed_features(self) -> Rows:
        """The features of every action with a fixed number."""

    @property
    def by_index(self) -> int:
        """The first action that stands for the index of an option."""

    def write(self, state: Any, mask: Rows, index: Rows, observation: Rows | None) -> int:
        """Write a decision into its rows; gives how many options have no number."""

    def observe(self, view: Any, row: Rows) -> None:
        """Write what a view tells into a row."""

    def option_features(self, state: Any, rows: Rows) -> None:
        """Write the features of options that are told by their index."""


class ScriptEncoding:
    """Decisions of a script: options by index, and a fingerprint of the view.

    A script keeps its cards in variables of its own and shows them by printing: there are no places to tell.
    """

    feature_names: list[str]

    def __init__(self, game: HostedGame, width: int) -> None:
        import numpy as np

        self.game, self.actions, self.by_index = game, width, 0
        self.action_names = [f"option {i}" for i in range(width)]
        self.feature_names = []
        self.fixed_features: Rows = np.zeros((width, 0), np.int16)
        self.observation_names = [
            *(f"you are seat {seat}" for seat in range(game.seats)),
            *(f"bit {bit} of the view's fingerprint" for bit in range(BITS)),
        ]
        self.notes = [
            f"{game.name} is a script: action i takes the i-th option, and the observation is a fingerprint "
            "of the view, which tells positions apart but not what is alike in them."
        ]

    def write(self, state: HostedState, mask: Rows, index: Rows, observation: Rows | None) -> int:
        """Write a decision into its rows; gives how many options have no number."""
        told = min(state.option_count, self.actions)
        mask[:] = False
        index[:] = 0
        mask[:told] = True
        index[:told] = range(1, told + 1)
        if observation is not None:
            assert state.to_move is not None
            self.observe(state.view(state.to_move), observation)
        return state.option_count - told

    def observe(self, view: Any, row: Rows) -> None:
        """Write what a view tells into a row."""
        row[:] = 0
        row[view.seat] = 1
        word = int.from_bytes(blake2b(view.fingerprint(), digest_size=8).digest(), "little")
        row[self.game.seats :] = [word >> bit & 1 for bit in range(BITS)]

    def option_features(self, state: HostedState, rows: Rows) -> None:
        """Nothing is known of the options but their words."""


def encoding_of(game: HostedGame, width: int | None = None) -> Encoding:
    """The numbers of a game's decisions, with so many actions by index where those are needed."""
    recycle = as_recycle(game)
    if recycle is None:
        return ScriptEncoding(game, usual_width(game) if width is None else width)
    found = Encoder(recycle, LEAST_WIDTH)
    if found.numbering.by_index:
        found.width = usual_width(game, found) if width is None else width
    return found


def usual_width(game: HostedGame, encoder: Encoder | None = None) -> int:
    """A power of two with room for twice the options of any decision by index in some random games."""
    most, met = LEAST_WIDTH // 2, 0
    limit = PROBED_DECISIONS if encoder is not None else PROBED_OF_SCRIPT
    for seed in range(PROBED_GAMES):
        state: Any = game.start(seed)
        stream = Stream.of(seed, PLAYER)
        while state.outcome is None and met < limit:
            if encoder is None or encoder.is_by_index(state):
                most = max(most, state.option_count)
            state.apply(stream.below(state.option_count))
            met += 1
    return 1 << (2 * most - 1).bit_length()
