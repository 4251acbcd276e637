"""`croupier.vector`: many games side by side, with all that a learner reads and writes as NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from croupier.catalog.loading import as_recycle, load
from croupier.envs.encoding import Encoding, encoding_of
from croupier.envs.rows import ProtocolRows
from croupier.game import SAMPLE, Status, Stream
from croupier.game.capabilities import PlaysSideBySide, able
from croupier.game.hosting import HostedGame
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.game.protocol import View
from croupier.kernel import machine
from croupier.native.encoder import Encoder
from croupier.native.vectors import REWARDS, STATUSES, NoDecisions
from croupier.recycle.program import Constant
from croupier.text import did_you_mean

MOST_OPTIONS = 32_000
"""So many options of a decision can be told apart by their index."""


@dataclass(frozen=True, slots=True)
class Description:
    """A name for every number of a vector."""

    observation: tuple[str, ...]
    actions: tuple[str, ...]
    features: tuple[str, ...]
    notes: tuple[str, ...]

    def __str__(self) -> str:
        parts = [("observation", self.observation), ("actions", self.actions), ("features", self.features)]
        lines = [f"{title} ({len(names)}): {_shortened(names)}" for title, names in parts]
        return "\n".join([*lines, *self.notes])


def _shortened(names: Sequence[str]) -> str:
    shown = [f"{i} {name}" for i, name in enumerate(names)]
    return ", ".join(shown if len(shown) <= 12 else [*shown[:8], "…", *shown[-3:]])


class Vector:
    """Games side by side. `step` takes one action in each of them, and the arrays tell where they stand then.

    A game that is over is followed by the next one of its row at once: `done` and `reward` are about the
    game that has ended, all else about the one that has begun. The arrays are the same objects all the time:
    copy what is to be kept.
    """

    def __init__(self, game: HostedGame, rows: Any, encoding: Encoding, note: str) -> None:
        self.game = game
        self.seats = game.seats
        self._rows = rows
        self.encoding = encoding
        self.note = note
        """Why the games are not played in machine code, if they are not."""
        self.mask: NDArray[np.bool_] = rows.mask
        """Which actions are possible, n × actions."""
        self.observation: NDArray[np.int16] | None = rows.observation
        """What the seat that decides knows, n × numbers; None if it is left out."""
        self.reward: NDArray[np.float64] = rows.rewards
        """What the game that has just ended is worth to each seat, n × seats; else 0."""
        self.seat: NDArray[np.int64] = rows.column("V_SEAT")
        """The seat that decides."""
        self.length: NDArray[np.int64] = rows.column("V_LENGTH")
        """How many decisions the last game of the row has had, forced ones left out."""
        self.left_out: NDArray[np.int64] = rows.column("V_CUT")
        """How many options so far had no action: decisions with more options than there are actions for."""
        self.done: NDArray[np.bool_] = np.zeros(len(self.mask), np.bool_)
        """Whether a game has just ended."""
        self._interrupted = False
        self._every = np.arange(len(self.mask))
        self.reset()

    def __repr__(self) -> str:
        seen = (
            "no observation" if self.observation is None else f"{self.observation.shape[1]} numbers observed"
        )
        return f"<{len(self)} games of {self.game.name}: {self.actions} actions, {seen}>"

    def __len__(self) -> int:
        return len(self.mask)

    @property
    def actions(self) -> int:
        """The number of actions."""
        return int(self.mask.shape[1])

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of the game in every row: `game.start(seed)` is the same game."""
        return np.ascontiguousarray(self._rows.column("V_SEED")).view(np.uint64)

    @property
    def last_seeds(self) -> NDArray[np.uint64]:
        """The seed of the last game of every row that has ended."""
        return np.ascontiguousarray(self._rows.column("V_LAST_SEED")).view(np.uint64)

    @property
    def status(self) -> list[Status | None]:
        """How the games have ended that have just ended."""
        return [STATUSES.get(number) for number in self._rows.column("V_ENDED").tolist()]

    @property
    def features(self) -> NDArray[np.int16]:
        """The features of every action, n × actions × features: see `describe`.

        Those of actions with a fixed number are always the same. Those of options that are told by their
        index are worked out here, row by row, when this is asked for.
        """
        fixed = self.encoding.fixed_features
        shape = (len(self), *fixed.shape)
        first = self.encoding.by_index
        if first == len(fixed):
            return np.broadcast_to(fixed, shape)
        found = np.broadcast_to(fixed, shape).copy()
        for row in np.flatnonzero(self.mask[:, first:].any(axis=1)).tolist():
            self.encoding.option_features(self._rows.state(row), found[row, first:])
        return found

    def reset(self) -> None:
        """Begin anew with the first game of every row."""
        self._rows.reset()
        self._interrupted = False
        self.done[:] = False

    def step(self, actions: ArrayLike) -> None:
        """Take an action in every game, and go on to the next decision of each.

        >>> import croupier
        >>> v = croupier.vector("kuhn_poker", 2, seed=1)
        >>> v.step([0, 1])
        >>> v.seat.tolist(), v.mask.tolist()
        ([1, 1], [[True, True, False, False], [False, False, True, True]])
        """
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),) or not np.issubdtype(chosen.dtype, np.integer):
            what = f"{chosen.dtype} of shape {chosen.shape}"
            raise ValueError(f"{len(self)} integers are needed, one action a game: not {what}")
        inside = (chosen >= 0) & (chosen < self.actions)
        possible = inside & self.mask[self._every, np.where(inside, chosen, 0)]
        if not possible.all():
            self._refuse(int(np.argmin(possible)), int(chosen[np.argmin(possible)]))
        if self._interrupted:
            raise ValueError("the last step was interrupted, and some games have gone on: reset begins anew")
        # Whoever interrupts a step leaves some games before it, and others behind.
        self._interrupted = True
        self._rows.step(chosen.astype(np.int64, copy=False))
        self._interrupted = False
        np.not_equal(self._rows.column("V_ENDED"), 0, out=self.done)

    def random_actions(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """A possible action in every row, each as likely.

        >>> import croupier, numpy
        >>> v = croupier.vector("kuhn_poker", 3, seed=1)
        >>> bool(v.mask[range(3), v.random_actions(numpy.random.default_rng(1))].all())
        True
        """
        drawn = rng.random(len(self)) * self._rows.column("V_POSSIBLE")
        found: NDArray[np.int64] = self._rows.choices(drawn.astype(np.int64))
        return found

    def _refuse(self, row: int, action: int) -> None:
        names = self.encoding.action_names
        meant = f" ({names[action]})" if 0 <= action < len(names) else ""
        possible = ", ".join(map(str, np.flatnonzero(self.mask[row])[:12].tolist()))
        raise ValueError(f"row {row}: action {action}{meant} is not possible here; possible are {possible}")

    def view(self, row: int) -> View:
        """The view of the seat that decides in a row: what a player there would be given.

        >>> import croupier
        >>> croupier.vector("kuhn_poker", 2, seed=1).view(0).seat
        0
        """
        if self.observation is None:
            raise ValueError("without observations it is not followed what the seats know")
        state = self._rows.state(row)
        found: View = state.view(state.to_move)
        return found

    def read(self, view: View) -> tuple[NDArray[np.int16], NDArray[np.bool_], NDArray[np.int16]]:
        """The observation of a view, the mask, and the index of the option behind every action, -1 for none.

        So whatever has been learnt here can decide at any table: the view is all that a player is given.

        >>> import croupier
        >>> v, state = croupier.vector("kuhn_poker", 1), croupier.load("kuhn_poker").start(seed=1)
        >>> seen, mask, option = v.read(state.view(0))
        >>> mask.tolist(), option.tolist()
        ([True, True, False, False], [0, 1, -1, -1])
        """
        if view.to_move != view.seat:
            raise ValueError(f"seat {view.seat} has nothing to decide here")
        mask, index = np.zeros(self.actions, np.bool_), np.zeros(self.actions, np.int16)
        row = np.zeros(len(self.encoding.observation_names), np.int16)
        self.encoding.write(view.sample(Stream.of(0, SAMPLE)), mask, index, None)
        self.encoding.observe(view, row)
        return row, mask, index - 1

    def describe(self) -> Description:
        """A name for every number of observations, actions and features.

        >>> import croupier
        >>> croupier.vector("kuhn_poker", 1).describe().actions
        ('check', 'bet', 'fold', 'call')
        """
        told = self.encoding
        seen = () if self.observation is None else tuple(told.observation_names)
        notes = (*told.notes, *((self.note,) if self.note else ()))
        return Description(seen, tuple(told.action_names), tuple(told.feature_names), notes)


def vector(
    game: str | Path,
    n: int,
    *,
    seed: int = 0,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    engine: str | None = None,
    threads: int = 1,
    observation: bool = True,
    reward: str = "score",
    options: int | None = None,
    max_steps: int = MAX_STEPS,
    max_decisions: int = MAX_DECISIONS,
) -> Vector:
    """So many games side by side, for learning: a name of the library, a path, or the text of a program.

    Row i plays the same games for the same seed, whatever the number of rows, threads and the engine. The
    reward is the "score" (negative where low scores win), the "rank" from 1 for the first to -1 for the last,
    or the "win", which those who tie share. `options` is how many options can be told apart at decisions
    whose actions are not known before the game; some random games tell unless it is given.

    >>> import croupier
    >>> v = croupier.vector("hearts", 4, seed=1)
    >>> v.mask.shape, v.observation.shape, v.seat.tolist()
    ((4, 156), (4, 1549), [2, 0, 2, 0])
    """
    if n < 1:
        raise ValueError(f"there must be a game at least, not {n}")
    if threads < 1:
        raise ValueError(f"there must be a thread at least, not {threads}")
    if reward not in REWARDS:
        known = did_you_mean(reward, REWARDS) or f"there are {', '.join(REWARDS)}"
        raise ValueError(f"there is no reward {reward!r}: {known}")
    if options is not None and not 2 <= options <= MOST_OPTIONS:
        raise ValueError(f"2 to {MOST_OPTIONS:,} options can be told apart, not {options}")
    loaded = load(game, seats=seats, settings=settings, dialect=dialect, engine=engine)
    encoding = encoding_of(loaded, options)
    if encoding.actions == 0:
        raise NoDecisions(f"{loaded.name} has no decisions: nothing can be learnt from it")
    limits = (max_steps, max_decisions)
    kernels = able(loaded, PlaysSideBySide)
    if kernels is not None and machine.available():
        assert isinstance(encoding, Encoder)
        rows = kernels.side_by_side(
            n, encoding.width,
            seed=seed, observation=observation, threads=min(threads, n), reward=reward, limits=limits,
        )  # fmt: skip
        return Vector(loaded, rows, rows.encoder, "")
    recycle = as_recycle(loaded)
    highest = recycle is None or recycle.program.scoring.form == "scoring.max"
    slow = ProtocolRows(
        loaded, encoding, n,
        seed=seed, observation=observation, reward=reward, limits=limits, highest_wins=highest,
    )  # fmt: skip
    what = "a script" if recycle is None else "on the interpreter"
    note = f"{loaded.name} is {what}: its games are played one by one in Python, a thousand times slower."
    return Vector(loaded, slow, encoding, note)
