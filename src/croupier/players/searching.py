"""What the searching players have in common: options, one key a decision, and what they tell afterwards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from croupier.game import PLAYER, SAMPLE, Outcome, State, Status, Stream, View
from croupier.game.capabilities import (
    HasRules,
    KernelRoot,
    KnowsGame,
    SearchedByTime,
    SearchesByKernel,
    able,
)
from croupier.game.contest import FIRST_PILOT, MOST_PILOTS, PILOTS_A_DEAL, pilot_games
from croupier.kernel.errors import KernelEnded
from croupier.players.assessment import Assessment
from croupier.players.belief import BELIEFS, Deal, Past, believed, model_named
from croupier.players.budget import Budget, quantile
from croupier.players.game_kind import game_kind, highest_wins
from croupier.players.player import Player
from croupier.players.reward import REWARDS, Reward, reward, reward_by_scores
from croupier.players.rollout import POLICIES, Policy, finish, policy_named, random_policy
from croupier.players.settings import number, one_of, seconds, whole
from croupier.players.stopping import Stop
from croupier.players.sums import Sums, partners

TIME = seconds("time", None, "Time for a decision; how much is done in it is recorded.")
REWARD = one_of(
    "reward",
    REWARDS,
    "What the end of a game is worth: as suits the game, by rank, by split places, 1/rank, by score.",
)
ROLLOUT = one_of("rollout", POLICIES, "How games are played on to their end.")
CONFIDENCE = number(
    "confidence", None, "Stop once one option is better than all others at this confidence.", 0.5, 0.999999
)
BELIEF = one_of(
    "belief", BELIEFS, "Weigh deals by what others chose: by chance, or by what pipmc would choose."
)
THREADS = whole(
    "threads",
    1,
    "Cores to use, where the game offers kernels, and for the tests of pipmc; never changes a result.",
    most=1024,
)
EXPLORE = number("explore", 0.7, "How eagerly options are tried that seem worse (c of UCB).", 0, 100)


@dataclass(frozen=True, slots=True)
class Task:
    """A decision to be searched: everything on which the result depends."""

    view: View
    key: int
    """64 random bits from which all chance of the search comes."""
    budget: Budget
    reward: Reward
    policy: Policy
    deal: Deal
    plain: bool = True
    """Whether deals are drawn and games played on by chance alone: what a kernel can do."""
    threads: int = 1
    z: float | None = None
    """Standard errors by which one option has to be ahead to end the search early; None: never."""
    tells: bool = True
    """Whether somebody may want to read how the game might go on."""

    @property
    def root(self) -> KernelRoot | None:
        """Where kernels start, if they can search this decision."""
        view = able(self.view, SearchesByKernel)
        return None if view is None else view.root

    def warm_up(self) -> None:
        """Let everything be compiled that the search needs, before its clock runs: play a game nobody counts.

        What it draws comes from streams that are made anew for every test, so it changes no result.
        """
        if self.budget.seconds is None:
            return
        root = self.root
        if root is not None and self.plain:
            root.warm_up()
        if root is None or not self.plain or self.z is not None:
            finish(plain_deal(self.view, self.key)(0), Stream.of(self.key, PLAYER), self.policy)

    def fresh_sums(self) -> Sums:
        """Sums for the options of the decision."""
        view = self.view
        return Sums(view.option_count, view.seats, partners(view.seat, view.teams))


class SearchPlayer(Player):
    """A player who searches: at each decision it takes one number from its stream, and all else from that."""

    estimates = True
    amount: ClassVar[str] = "iterations"

    def __init__(self, seat: int, seats: int, stream: Stream, **options: Any) -> None:
        super().__init__(seat, seats, stream, **options)
        if self.options["time"] is not None and self.amount not in options:
            self.options[self.amount] = None
        self._unlimited = not has_budget(type(self), options)
        self.watches = self.options["belief"] != "none"
        self._past = Past(seat)
        self._stop = Stop()
        self._warm = False

    def choose(self, view: View) -> int:
        """The index of the option that the search finds best; the estimates are recorded."""
        try:
            found = self._searched(view, self.stream.next())
        finally:
            self._stop.clear()
        self.assessment = found
        self.record(found.estimates)
        if self.watches:
            self._past.decided(view, view.options[found.choice].key)
        return found.choice

    def _searched(self, view: View, key: int) -> Assessment:
        task = self.task(view, key)
        if not self._warm:
            self._warm = True
            task.warm_up()
        self._stop.searching(task.root)
        self.timed = task.budget.seconds is not None
        found = None
        while found is None:
            try:
                found = self.search(task)
            except KernelEnded:
                if not self._stop.is_set:
                    raise
                # The end that was meant for a kernel has met the one iteration in Python: that is done again.
                task = replace(task, plain=False)
        scores = task.reward.scores
        return found if scores is None else replace(found, scores=scores)

    def stop(self) -> None:
        """End the search, and choose by what it has found so far; it always does one iteration."""
        self._stop.set()

    def watch(self, view: View) -> None:
        """Keep in mind what is seen before others decide."""
        self._past.seen(view)

    def task(self, view: View, key: int) -> Task:
        """A decision, with the options of this player."""
        chosen, deal = self.options, plain_deal(view, key)
        if chosen["belief"] != "none":
            deal = believed(self._past, view, model_named(chosen["belief"], view.teams), key, deal)
        worth = _reward(view, key, chosen["reward"], deal, by_kernel=chosen["belief"] == "none")
        return Task(
            view,
            key,
            self._budget(view),
            worth,
            policy_named(chosen["rollout"], worth, view.teams),
            deal,
            chosen["belief"] == "none" and chosen["rollout"] == "random",
            chosen["threads"],
            None if chosen["confidence"] is None else quantile(chosen["confidence"]),
            self.explains,
        )

    def _budget(self, view: View) -> Budget:
        """What it was told, or the time that the game says, or else its usual number."""
        seconds = default_seconds(view) if self._unlimited else None
        if seconds is not None:
            return Budget(None, seconds, self._stop)
        return Budget(self.options[self.amount], self.options["time"], self._stop)

    @abstractmethod
    def search(self, task: Task) -> Assessment:
        """What there is to say about a decision."""


def has_budget(kind: type[SearchPlayer], options: Mapping[str, Any]) -> bool:
    """Tell whether the options of a search say how long it goes on."""
    return options.get("time") is not None or options.get(kind.amount) is not None


def default_seconds(view: View) -> float | None:
    """How long a search takes in the game of a view if nobody says; None if it goes by numbers."""
    knowing = able(view, KnowsGame)
    timed = None if knowing is None else able(knowing.game, SearchedByTime)
    return None if timed is None else timed.search_seconds


def plain_deal(view: View, key: int) -> Deal:
    """Sample k is drawn from the stream of the key, kind SAMPLE, index k."""

    def deal(k: int) -> State:
        return view.sample(Stream.of(key, SAMPLE, k))

    return deal


def reward_of(kind: str, game: Any) -> str:
    """The reward by which a game is searched: `auto` is decided once for every game.

    A game that others have written, and that says nothing of its rules, is played for places.
    """
    if kind != "auto":
        return kind
    return game_kind(game).reward if able(game, HasRules) is not None else "places"


def _reward(view: View, key: int, kind: str, deal: Deal, *, by_kernel: bool) -> Reward:
    """What the ends of the game are worth at a decision."""
    knowing = able(view, KnowsGame)
    game = None if knowing is None else knowing.game
    kind = reward_of(kind, game)
    if kind != "score":
        return reward(kind, view.seats)
    direction = highest_wins(game)
    root = able(view, SearchesByKernel)
    if by_kernel and direction is not None and root is not None and root.root is not None:
        scores = root.root.pilots(key)
        if scores is not None:
            return reward_by_scores(view.seats, [scores], direction)
    return reward(kind, view.seats, _pilots(deal, key, view.seats), highest_wins=direction)


def _pilots(deal: Deal, key: int, seats: int) -> list[Outcome]:
    """Games played at random; some begin with the same sample. If all scores are alike, more are played."""
    ends = list[Outcome]()
    for index in range(MOST_PILOTS):
        scores = {score for end in ends if end.status is Status.FINISHED for score in end.scores}
        if index >= pilot_games(seats) and len(scores) != 1:
            break
        sample = deal(FIRST_PILOT + index // PILOTS_A_DEAL)
        ends.append(finish(sample, Stream.of(key, PLAYER, FIRST_PILOT + index), random_policy))
    return ends
