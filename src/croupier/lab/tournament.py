"""Players against each other, all of them in every seat on the same deals.

A tournament is a list of seatings, and every deal is played once with each. Game number g is deal g // m with
seating g mod m, where m is the number of seatings: so a game is the same whoever plays it, and when.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, permutations
from typing import Any, ClassVar

from croupier.game import Outcome, Status, game_seed
from croupier.lab.rows import game_rows, kept_tables, together
from croupier.lab.simulate import Plan, play
from croupier.lab.statistics import WIN
from croupier.lab.study import Study, Table
from croupier.lab.tally import Played
from croupier.lab.work import Crew
from croupier.lab.work.job import Rows
from croupier.players import PlayerError, bound, named
from croupier.text import Source

PAIRINGS = ("pairs", "seatings")
MOST_SEATINGS = 5040

Seating = tuple[int, ...]
"""Who sits where: the number of the player at every seat."""


@dataclass(frozen=True, slots=True)
class Result:
    """One game of a tournament."""

    index: int
    status: str
    decisions: int
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    """Empty unless the game finished with a result; who forfeited is last."""
    forfeits: tuple[tuple[int, str], ...] = ()

    @property
    def counts(self) -> bool:
        """Whether somebody came first: not all games finish, and not all that do have a result."""
        return bool(self.ranks)

    @property
    def trouble(self) -> str:
        """Why it does not count; nothing if it does."""
        if self.counts:
            return ""
        finished = self.status == Status.FINISHED.value
        return "ended without a result that could be found" if finished else "did not finish"

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        data: dict[str, Any] = {"game": self.index, "status": self.status, "decisions": self.decisions}
        if self.ranks:
            data |= {"scores": list(self.scores), "ranks": list(self.ranks)}
        if self.forfeits:
            data["forfeits"] = [{"seat": seat, "reason": reason} for seat, reason in self.forfeits]
        return data

    @staticmethod
    def of(data: Mapping[str, Any]) -> Result:
        """And back; ValueError or KeyError if it is not one."""
        scores, ranks = (tuple(map(int, data.get(name, ()))) for name in ("scores", "ranks"))
        forfeits = tuple((int(f["seat"]), str(f["reason"])) for f in data.get("forfeits", ()))
        status = Status(data["status"]).value
        return Result(int(data["game"]), status, int(data["decisions"]), scores, ranks, forfeits)

    def standing(self, seat: int) -> int:
        """The points of a seat in a game that counts, of 2(n - 1): by its rank."""
        return 2 * (len(self.ranks) - 1 - self.ranks[seat])

    def win(self, seat: int) -> int:
        """A seat's part of the win in a game that counts, in units of `WIN`."""
        return WIN // self.ranks.count(0) if self.ranks[seat] == 0 else 0


@dataclass(frozen=True)
class Tournament:
    """Which players meet, how, and on which deals."""

    plan: Plan
    """The game, its seats and settings, and the seed; its players do not matter."""
    players: tuple[str, ...]
    deals: int
    pairings: str = "pairs"

    def __post_init__(self) -> None:
        # A player from a file is the same wherever the tournament goes: the folder of now counts.
        object.__setattr__(self, "players", tuple(map(bound, self.players)))

    def check(self) -> None:
        """Whatever is wrong is raised here, before anything is played."""
        if len(self.players) < 2:
            raise PlayerError("a tournament takes two players at least, separated by commas")
        for name in self.players:
            named(name)
        self.plan.check()
        if self.plan.game.seats < 2:
            raise PlayerError("a tournament takes a game of two seats at least")
        _ = self.seatings  # asks a first game who plays together, which it may refuse

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What the players are called; those of the same name are numbered."""
        counts: dict[str, int] = {}
        found = []
        for name in self.players:
            counts[name] = counts.get(name, 0) + 1
            found.append(name if counts[name] == 1 else f"{name} #{counts[name]}")
        return tuple(found)

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together; every seat is in one team."""
        return self.plan.game.start(0).teams

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """Every seating in which a deal is played, each once."""
        numbers = range(len(self.players))
        if self.pairings == "seatings":
            found = list(_all_seatings(len(self.players), self.plan.game.seats))
        else:
            found = [s for pair in combinations(numbers, 2) for s in self._against(*pair)]
        return tuple(dict.fromkeys(found))

    def _against(self, one: int, other: int) -> Iterator[Seating]:
        """Two players: each alone among the other, at every seat; where there are teams, in every team."""
        for alone, rest in ((one, other), (other, one)):
            for team in self.teams:
                yield tuple(alone if seat in team else rest for seat in range(self.plan.game.seats))

    def seating(self, index: int) -> Seating:
        """Who sits where in a game."""
        return self.seatings[index % len(self.seatings)]

    @property
    def games(self) -> int:
        """How many games there are to play."""
        return self.deals * len(self.seatings)

    merges: ClassVar[bool] = False

    @property
    def source(self) -> Source:
        """The text of the game."""
        return self.plan.source

    def seed_of(self, index: int) -> int:
        """The seed of a game: that of its deal."""
        return game_seed(self.plan.seed, index // len(self.seatings))

    def prepare(self) -> Callable[[Sequence[int]], list[Result]]:
        """What plays the games of some numbers: as machine code where it can, else decision by decision."""
        from croupier.lab.contests import InChunks, Table

        table = Table.of(self.plan, [[self.players[one] for one in seating] for seating in self.seatings])
        if table is None:
            return lambda indices: [self.play(index) for index in indices]
        seatings = len(self.seatings)

        def results(indices: Sequence[int]) -> list[Result]:
            deals = [index // seatings for index in indices]
            numbers = [index % seatings for index in indices]
            chunk = table.play_games(deals, numbers)
            columns = (chunk.decided[:, 0].tolist(), chunk.scores.tolist(), chunk.ranks.tolist())
            found = [
                Result(index, Status.FINISHED.value, decisions, tuple(scores), tuple(ranks))
                for index, decisions, scores, ranks in zip(indices, *columns, strict=True)
            ]
            for place in chunk.odd.tolist():
                one, _ = table.singly(deals[place], numbers[place])
                found[place] = _result(indices[place], one)
            return found

        return InChunks(table, results)

    def pack(self, result: list[Result]) -> Any:
        """Results as plain data."""
        return [one.data() for one in result]

    def unpack(self, data: Any) -> list[Result]:
        """And back."""
        return [Result.of(one) for one in data]

    def together(self, results: Iterable[list[Result]]) -> list[Result]:
        """All of them in one list."""
        return [*chain.from_iterable(results)]

    def rows(self, result: list[Result]) -> Rows:
        """A row for every game, and one for every seat of it."""
        return together(map(self._rows, result))

    def _rows(self, result: Result) -> Rows:
        outcome = Outcome(Status(result.status), "", result.scores, result.ranks)
        played = Played(result.index, self.seed_of(result.index), outcome, result.decisions, 0, 0, {}, "", ())
        tables = game_rows("", played, [self.labels[player] for player in self.seating(result.index)])
        # A result does not tell these.
        tables["games"][0].update(options=None, forced=None)
        return tables

    def play(self, index: int) -> Result:
        """One game."""
        makers = tuple(named(self.players[player]) for player in self.seating(index))
        return _result(index, play(self.plan, index // len(self.seatings), makers=makers))


def _result(index: int, played: Played) -> Result:
    outcome = played.outcome
    return Result(
        index, outcome.status.value, played.decisions, outcome.scores, outcome.ranks, played.forfeits
    )


def _all_seatings(players: int, seats: int) -> Iterator[Seating]:
    """Every order of the players at the seats; each sits as often as any other, or once more."""
    often, more = divmod(seats, players)
    seen: set[Seating] = set()
    for extra in combinations(range(players), more):
        sitting = sorted([*range(players)] * often + [*extra])
        for count, seating in enumerate(permutations(sitting)):
            if count > 10 * MOST_SEATINGS or len(seen) > MOST_SEATINGS:
                raise PlayerError(
                    f"there are more than {MOST_SEATINGS:,} seatings: --pairings pairs has fewer"
                )
            if seating not in seen:
                seen.add(seating)
                yield seating


@dataclass(frozen=True, repr=False)
class Record(Study):
    """The results of a tournament so far."""

    kind: ClassVar[str] = "tournament"
    main: ClassVar[str] = "seats"
    keeping: ClassVar[str] = "A tournament keeps games and seats, but no decisions."

    tournament: Tournament
    results: dict[int, Result] = field(default_factory=dict)
    """By number of the game."""
    interrupted: bool = False

    @property
    def played(self) -> int:
        """How many games were played."""
        return len(self.results)

    @property
    def ordered(self) -> list[Result]:
        """The results of all whole deals, in the order of the games, whoever played them when."""
        seatings = len(self.tournament.seatings)
        games = Counter(index // seatings for index in self.results if index < self.tournament.games)
        return [self.results[index] for index in sorted(self.results) if games[index // seatings] == seatings]

    @property
    def deals(self) -> int:
        """How many deals have been played in all seatings."""
        return len(self.ordered) // len(self.tournament.seatings)

    def command(self) -> str:
        """The command that comes to the same numbers."""
        held, plan = self.tournament, self.tournament.plan
        words = ["croupier", "tournament", plan.name or plan.source.name, *plan.choice]
        words += ["--players", ",".join(held.players), "--deals", str(held.deals)]
        words += ["--pairings", held.pairings] if held.pairings != PAIRINGS[0] else []
        return shlex.join([*words, "--seed", str(plan.seed)])

    def plans(self) -> tuple[Plan, ...]:
        """The one game of all tables."""
        return (self.tournament.plan,)

    def data(self) -> dict[str, Any]:
        """The standings, duels and outcomes that `croupier tournament --json` prints."""
        from croupier.lab.crosstable import tournament_data

        return tournament_data(self)

    def tables(self) -> dict[str, Table]:
        """Four tables: players, pairs of players, games, and their seats."""
        from croupier.lab.crosstable import duel_rows, player_rows

        held = self.tournament

        def players(game: Mapping[str, Any]) -> list[str]:
            return [held.labels[player] for player in held.seating(game["game"])]

        kept = kept_tables(held.rows(self.ordered), players)
        return {"players": player_rows(self), "duels": duel_rows(self), **kept}

    def text(self, *, width: int = 100, colour: bool = False) -> str:
        """The standings and the cross table, which have a width of their own and no colours."""
        from croupier.lab.crosstable import tournament_text

        return tournament_text(self)


def hold(
    tournament: Tournament,
    *,
    workers: int = 1,
    crew: Crew | None = None,
    part: str = "games",
    told: Callable[[list[Result]], None] | None = None,
    before: Record | None = None,
) -> Record:
    """Play all games; Ctrl-C ends it with what there is. `told` hears of results as they come in.

    A crew may keep them as a part of its run; what is kept is not played again. Nor are the games of a record
    of the same tournament with fewer deals, if there is one from `before`.

    >>> from croupier.catalog.loading import find_source
    >>> plan = Plan(find_source("kuhn_poker"))
    >>> record = hold(Tournament(plan, ("random", "pipmc:tests=2"), deals=5))
    >>> len(record.results), record.tournament.seatings
    (10, ((0, 1), (1, 0)))
    """
    tournament.check()
    results = {} if before is None else dict(before.results)
    interrupted = False
    try:
        with nullcontext(crew) if crew is not None else Crew(workers) as staff:
            for piece in staff.pieces(tournament, range(len(results), tournament.games), part):
                results.update((result.index, result) for result in piece)
                if told is not None:
                    told(piece)
    except KeyboardInterrupt:
        interrupted = True
    return Record(tournament, results, interrupted)
