"""An experiment: which game, who sits where, how many games, and from which seed; and what it shows.

Deal number i of every series is the same deal, that of game i of `croupier simulate` with the same seed. In
the mixed series every deal is played once with the AI at each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import add
from typing import Any, ClassVar

from croupier.game import PLAYER, Stream, game_seed
from croupier.game.hosting import HostedState
from croupier.lab.heuristic import Heuristic, all_heuristics
from croupier.lab.rows import game_rows, together
from croupier.lab.simulate import Plan, play, simulate
from croupier.lab.work import Crew
from croupier.lab.work.job import Rows
from croupier.lab.world import MIXED, RANDOM, SKILLED, Deal, Decision, Observation, World
from croupier.players import Maker, Player, bound, named
from croupier.players.resolving import with_reward
from croupier.text import Source

OBSERVED = 1000
"""So many random games are observed decision by decision; of the others only the results are counted."""

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Experiment:
    """One series of games."""

    plan: Plan
    """The game with its seats and settings, and the seed; its players do not matter."""
    series: str
    player: str = "pipmc"
    """The AI."""
    deals: int = 100
    heuristics: tuple[Heuristic, ...] | None = None
    """Whose measures are taken; all that there are unless given. Workers have to find their classes."""
    raw: bool = False
    """Whether raw rows are kept."""
    observed: int = OBSERVED
    grouped: bool = False
    """Whether the world is kept by group of deals as well, for comparing games deal by deal."""
    keep: bool = False
    """Whether there is a row for every game and every seat, though not for every decision."""
    merges: ClassVar[bool] = True

    def __post_init__(self) -> None:
        # A player from a file is the same wherever the experiment goes: the folder of now counts.
        object.__setattr__(self, "player", bound(self.player))

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where in the games of a deal."""
        seats = self.plan.game.seats
        if self.series == MIXED:
            return tuple(
                tuple(self.seated_player if seat == alone else RANDOM for seat in range(seats))
                for alone in range(seats)
            )
        return ((RANDOM if self.series == RANDOM else self.seated_player,) * seats,)

    @property
    def seated_player(self) -> str:
        """The AI as it plays: for its rank unless told, since heuristics read estimates as places."""
        return with_reward(self.player, "rank")

    @property
    def games_a_deal(self) -> int:
        """How many games are played on each deal."""
        return len(self.seatings)

    @cached_property
    def measures(self) -> tuple[Heuristic, ...]:
        """The heuristics whose measures are taken."""
        return all_heuristics() if self.heuristics is None else self.heuristics

    def check(self) -> None:
        """Whatever is wrong is raised here, before anything is played."""
        named(self.player)
        self.plan.check()

    def prepare(self) -> Callable[[Sequence[int]], World]:
        """What plays the deals of some numbers."""
        from croupier.lab.observing import Observed

        by_kernel = Observed.of(self)
        return self.singly if by_kernel is None else by_kernel

    def singly(self, indices: Sequence[int]) -> World:
        """The deals of some numbers, observed decision by decision."""
        make = World.in_groups if self.grouped else World.of
        deals = [self.deal(index) for index in indices]
        world = make(self.series, deals, self.measures, raw=self.raw)
        if self.raw or not self.keep:
            return world
        games = [game for deal in deals for game in deal.games]
        rows = tuple(game_rows(self.series, game.played, game.players, game.ai) for game in games)
        return replace(world, rows=rows)

    @property
    def source(self) -> Source:
        """The text of the game."""
        return self.plan.source

    def seed_of(self, index: int) -> int:
        """The seed of a deal."""
        return game_seed(self.plan.seed, index)

    def pack(self, result: World) -> Any:
        """A world as plain data."""
        from croupier.lab.summaries import world_data

        return world_data(result)

    def unpack(self, data: Any) -> World:
        """And back."""
        from croupier.lab.summaries import world_of

        return world_of(data)

    def together(self, results: Iterable[World]) -> World:
        """All of them added up."""
        return reduce(add, results)

    def rows(self, result: World) -> Rows:
        """Rows of games, seats, and perhaps of decisions and estimates."""
        return together(result.rows)

    def deal(self, index: int) -> Deal:
        """All games of one deal."""
        seats = self.plan.game.seats
        if self.series == MIXED:
            games = [
                observe(self.plan, index, seating, series=MIXED, ai=frozenset((alone,)), salt=alone)
                for alone, seating in enumerate(self.seatings)
            ]
            return Deal(index, tuple(games), observe(self.plan, index, (RANDOM,) * seats))
        ai = frozenset(range(seats)) if self.series == SKILLED else frozenset[int]()
        return Deal(index, (observe(self.plan, index, self.seatings[0], series=self.series, ai=ai),))

    def run(
        self,
        first: int = 0,
        *,
        workers: int = 1,
        crew: Crew | None = None,
        progress: Progress | None = None,
        sink: Callable[[Rows], None] | None = None,
    ) -> Result:
        """Play the deals from a number on, up to the last; Ctrl-C ends it with what is done so far.

        A crew may keep what it plays in a file. A sink is handed the raw rows of every game, which are then
        forgotten.
        """
        self.check()
        with nullcontext(crew) if crew is not None else Crew(workers) as staff:
            return _run(self, first, staff, progress or (lambda _: None), sink)

    def __getstate__(self) -> dict[str, Any]:
        # What is cached is made anew where the experiment arrives.
        return {name: value for name, value in self.__dict__.items() if name != "measures"}


@dataclass(frozen=True, slots=True)
class Result:
    """What an experiment has come to."""

    world: World
    interrupted: bool = False


def _run(
    experiment: Experiment,
    first: int,
    crew: Crew,
    progress: Progress,
    sink: Callable[[Rows], None] | None,
) -> Result:
    world = World(experiment.series)
    watched = experiment.deals
    if experiment.series == RANDOM:
        watched = min(watched, max(experiment.observed, experiment.deals if experiment.raw else 0))
    try:
        job = replace(experiment, keep=crew.run is not None)
        for piece in crew.pieces(job, range(first, max(first, watched)), experiment.series):
            if sink is not None:
                for rows in piece.rows:
                    sink(rows)
            if sink is not None or crew.run is not None:
                piece = piece.without_rows()
            world += piece
            progress(piece.deals)
    except KeyboardInterrupt:
        return Result(world, True)
    rest = range(max(first, watched), experiment.deals)
    if not rest:
        return Result(world)
    # Of these only the results are wanted, and there may be millions: `simulate` knows how.
    plan = experiment.plan
    if plan.players != (RANDOM,):
        plan = replace(plan, players=(RANDOM,))
    counted = simulate(
        plan, len(rest), first=rest.start, crew=crew, part=f"{experiment.series}, counted", progress=progress
    )
    return Result(world.with_tally(counted.tally), counted.interrupted)


@dataclass(frozen=True)
class _Witness(Maker):
    """Makes players, and keeps them where their estimates can be read."""

    seated: list[Player] | None = None
    salt: int | None = None

    def __call__(self, seat: int, seats: int, stream: Stream) -> Player:
        # With the same stream a random player would choose the same again on the same deal, and what the
        # choices decide would look as if the deal had decided it.
        own = stream if self.salt is None else Stream.of(stream.next(), PLAYER, self.salt)
        player = super().__call__(seat, seats, own)
        assert self.seated is not None
        self.seated.append(player)
        return player


def observe(
    plan: Plan,
    index: int,
    seating: tuple[str, ...],
    *,
    series: str = RANDOM,
    ai: frozenset[int] = frozenset(),
    salt: int | None = None,
) -> Observation:
    """Play one game of a plan with these players, and note every decision.

    >>> from croupier.catalog.loading import find_source
    >>> game = observe(Plan(find_source("kuhn_poker")), 0, ("pipmc:tests=5", "random"))
    >>> game.decisions[0].options, len(game.decisions[0].estimates)
    (('check', 'bet'), 2)
    """
    seated: list[Player] = []
    makers = [
        _Witness(maker.text, maker.kind, maker.options, maker.make, seated, salt)
        for maker in map(named, seating)
    ]
    decisions: list[Decision] = []
    done: set[int] = set()

    def watch(_: int, state: HostedState) -> None:
        def heard(event: tuple[Any, ...], expr: Any) -> None:
            if event[0] != "decision":
                # An option that was dropped has not happened, and the end is no rule.
                if event[0] not in ("drop", "end"):
                    done.add(expr.start)
                return
            _, seat, options, chosen = event
            player = seated[seat]
            searched = len(options) > 1 and player.recorded is not None
            decisions.append(
                Decision(
                    seat,
                    len(decisions),
                    tuple(option.text for option in options),
                    chosen,
                    player.recorded if searched else None,
                    player.assessment.visits if searched and player.assessment is not None else (),
                    tuple(option.key for option in options),
                    player.assessment.squares if searched and player.assessment is not None else None,
                    player.assessment.scores if searched and player.assessment is not None else None,
                )
            )

        state.listen(heard)

    played = play(plan, index, watch, makers)
    teams = plan.game.teams
    return Observation(
        series, played, seating, ai, teams, tuple(decisions), frozenset(done), plan.max_decisions
    )
