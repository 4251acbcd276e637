"""Games that are played for a score: one seat, or all seats together.

Nobody wins or leads there. What skill is worth shows in the score: the same deals are played by random
players, then by the AI at every seat with a budget of 1, 2, 4 and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Any, ClassVar

from croupier.game import Status, game_seed
from croupier.lab.ladder import Ladder, Rung, corrected, with_budget
from croupier.lab.significance import p_value
from croupier.lab.simulate import Plan, play
from croupier.lab.statistics import Estimate, Moments, share
from croupier.lab.tally import Played
from croupier.lab.work import Crew
from croupier.lab.work.job import Rows
from croupier.players import PlayerText, named, without_options
from croupier.players.game_kind import COMPETITIVE, highest_wins, sharing
from croupier.text import Source

RANDOM = "random"

Scored = list[tuple[int, int | None]]
"""The number of a deal, and the score that was shared there; None if the game did not finish."""


def is_shared(plan: Plan) -> bool:
    """Whether the game of a plan is played for a score that nobody has to share with rivals."""
    return sharing(plan.game) != COMPETITIVE


def suited_player(player: str, plan: Plan) -> str:
    """The AI as a game can use it: by score where places tell nothing, unless its options say otherwise.

    >>> from croupier.catalog.loading import find_source
    >>> suited_player("pipmc:tests=5", Plan(find_source("agram")))
    'pipmc:tests=5'
    """
    maker = named(player)
    options = without_options(player)[1].split(":")
    chosen = any(piece.partition("=")[0].strip() == "reward" for piece in options)
    knows = any(setting.name == "reward" for setting in maker.kind.settings)
    own = isinstance(player, PlayerText) and player.maker is not None
    if own or chosen or not knows or not is_shared(plan):
        return player
    text = f"{player}:reward=score"
    return PlayerText(text, player.path) if isinstance(player, PlayerText) else text


def many_points_are_good(plan: Plan) -> bool:
    """Whether a high score is the better one; so it is where no rule says otherwise."""
    return highest_wins(plan.game) is not False


@dataclass(frozen=True)
class SharedGames:
    """The job of playing deals with the same player at every seat, and noting the score."""

    plan: Plan
    merges: ClassVar[bool] = False

    @property
    def source(self) -> Source:
        """The text of the game."""
        return self.plan.source

    def seed_of(self, index: int) -> int:
        """The seed of a deal."""
        return game_seed(self.plan.seed, index)

    def prepare(self) -> Callable[[Sequence[int]], Scored]:
        """The function that plays deals: as machine code where that can, else decision by decision."""
        from croupier.lab.contests import InChunks, Table

        table = Table.of(self.plan, [self.plan.seating])
        if table is None:
            return lambda indices: [_scored(play(self.plan, index)) for index in indices]
        whole = table
        return InChunks(
            whole, lambda indices: [_scored(game) for game in whole.played(indices, [0] * len(indices))]
        )

    def pack(self, result: Scored) -> Any:
        """Scores as plain data."""
        return [list(one) for one in result]

    def unpack(self, data: Any) -> Scored:
        """And back."""
        return [(int(index), None if score is None else int(score)) for index, score in data]

    def together(self, results: Iterable[Scored]) -> Scored:
        """All of them in one list."""
        return [*chain.from_iterable(results)]

    def rows(self, _: Scored) -> Rows:
        """Nothing is kept of single games."""
        return {}


def _scored(game: Played) -> tuple[int, int | None]:
    finished = game.outcome.status is Status.FINISHED and bool(game.outcome.scores)
    return game.index, game.outcome.scores[0] if finished else None


@dataclass(frozen=True, slots=True)
class Level:
    """One degree of skill at every seat, and what it scores."""

    player: str
    budget: int
    """0 is for random players."""
    scores: Mapping[int, int | None] = field(repr=False, compare=False)
    """By number of the deal."""

    @property
    def known(self) -> dict[int, int]:
        """The scores of the games that finished."""
        return {deal: score for deal, score in self.scores.items() if score is not None}

    @property
    def score(self) -> Estimate:
        """The mean score."""
        return Moments.of(self.known.values()).mean()

    def reached(self, target: int, *, highest: bool) -> Estimate:
        """The share of the games that come as far as a target."""
        known = self.known.values()
        return share(sum(s >= target if highest else s <= target for s in known), len(known), 1)


def climb_scores(
    plan: Plan,
    player: str,
    *,
    cap: int,
    deals: int,
    crew: Crew,
    progress: Callable[[int], None] | None = None,
    before: Ladder | None = None,
) -> Ladder:
    """Play the same deals at random and with every budget up to 2^cap; Ctrl-C ends it with what is done.

    What was played before, with fewer deals, is gone on with.
    """
    levels: list[Level] = []
    begun = {level.player: dict(level.scores) for level in before.levels} if before is not None else {}
    interrupted = False
    for budget in (0, *(2**k for k in range(cap + 1))):
        text = with_budget(player, budget) if budget else RANDOM
        scores = begun.get(text, {})
        job = SharedGames(replace(plan, players=(text,)))
        job.plan.check()
        try:
            for piece in crew.pieces(job, range(len(scores), deals), f"scores {budget}"):
                scores.update(piece)
                if progress is not None:
                    progress(len(piece))
        except KeyboardInterrupt:
            interrupted = True
        levels.append(Level(text, budget, scores))
        if interrupted:
            break
    highest = many_points_are_good(plan)
    rungs = [_rung(k, one, other, highest) for k, (one, other) in enumerate(pairwise(levels)) if k]
    return Ladder(corrected(rungs), deals, interrupted, tuple(levels))


def _rung(k: int, weaker: Level, stronger: Level, highest: bool) -> Rung:
    """How much more the larger budget scores than half of it, deal by deal."""
    pairs = [
        (after - before) * (1 if highest else -1)
        for deal, before in weaker.known.items()
        if (after := stronger.known.get(deal)) is not None
    ]
    gain = Moments.of(pairs)
    spread = Moments.of(weaker.known.values())
    variance = (spread.squares - spread.total**2 / spread.n) / spread.n if spread.n else 0.0
    return Rung(
        k, stronger.player, weaker.player, gain.mean(), p_value(gain), None, scale=max(variance, 1e-12) ** 0.5
    )
