"""Play many games and count how they went.

Every game has an index, and its seed comes from the seed of the experiment and that index alone; the deal and
each player draw from streams of their own. So it makes no difference which worker plays which game, or when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, fields
from functools import cached_property
from html import escape
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.catalog.loading import game_from
from croupier.game import Outcome, Status, game_seed, is_tied, with_forfeits
from croupier.game.capabilities import PlaysBatches, able
from croupier.game.hosting import HostedGame, HostedState, listen_too
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.game.recording import TranscriptFile
from croupier.game.transcript import Line, with_forfeit, with_forfeits_noted
from croupier.lab.rows import kept_tables, together
from croupier.lab.study import Result, Table
from croupier.lab.tally import Played, Tally
from croupier.lab.work import Crew
from croupier.lab.work.job import Rows
from croupier.players import Maker, Player, answering, bound, named, seated
from croupier.players.playing import Told, play_to_the_end
from croupier.recycle.parameters import shown
from croupier.recycle.program import Constant
from croupier.text import Source

if TYPE_CHECKING:
    from croupier.lab.measured import Measured

Watch = Callable[[int, Any], None]
"""Is told of every game by its index, before anything has happened in it."""


@dataclass(frozen=True)
class Plan:
    """What is played, by whom and from which seed: enough to play the very same games anywhere."""

    source: Source
    name: str = ""
    """What its user calls the game; unless given, the name of the file without its ending."""
    seats: int | None = None
    settings: Mapping[str, Constant] = field(default_factory=dict)
    dialect: str | None = None
    players: tuple[str, ...] = ("random",)
    """The name of the player at each seat, or one name for all."""
    seed: int = 1
    max_steps: int = MAX_STEPS
    max_decisions: int = MAX_DECISIONS
    transcripts: str = ""
    """The folder in which every game is recorded, if any."""
    engine: str | None = None
    """What plays, "native" or "interpreter"; unless given, what `croupier.load` takes."""
    filtered: bool = True
    """Whether a script leaves out answers that fail or change nothing."""

    def __post_init__(self) -> None:
        # A player from a file is the same wherever the plan goes: the folder of now counts.
        object.__setattr__(self, "players", tuple(map(bound, self.players)))

    @cached_property
    def _read(self) -> tuple[HostedGame, float]:
        start = perf_counter()
        game = game_from(
            self.source,
            self.name or Path(self.source.name).stem,
            seats=self.seats,
            settings=self.settings,
            dialect=self.dialect,
            engine=self.engine,
            filtered=self.filtered,
        )
        return game, perf_counter() - start

    @property
    def game(self) -> HostedGame:
        """The game, ready to be started."""
        return self._read[0]

    @property
    def reading(self) -> list[str]:
        """The options of a command that say how the program is read."""
        dialect = ["--dialect", self.dialect] if self.dialect is not None else []
        return [*dialect, *([] if self.filtered else ["--no-filter"])]

    @property
    def choice(self) -> list[str]:
        """The options of a command that say which game it is: its seats and settings, too."""
        seats = ["--seats", str(self.seats)] if self.seats is not None else []
        texts = [f"{name}={shown(value)}" for name, value in self.settings.items()]
        settings = [word for text in texts for word in ("--set", text)]
        return [*seats, *settings, *self.reading]

    @property
    def limits(self) -> list[str]:
        """The options of a command that say when games are ended, where they are not the usual ones."""
        steps = ["--max-steps", str(self.max_steps)] if self.max_steps != MAX_STEPS else []
        usual = self.max_decisions == MAX_DECISIONS
        return [*steps, *([] if usual else ["--max-decisions", str(self.max_decisions)])]

    @cached_property
    def _compiled(self) -> tuple[str, str, float]:
        """Where the machine code of the game comes from, what is to be said about it, how long it took."""
        if self.game.engine != "native":
            return "", "", 0.0
        from croupier.native import NativeGame

        assert isinstance(self.game, NativeGame)
        code = self.game.code
        kernel = code.kernel if self.in_batches else code.stepping
        return kernel.origin, kernel.note, code.seconds

    @property
    def code_origin(self) -> str:
        """Where its machine code comes from: "compiled", "cache", or nothing if it has none."""
        return self._compiled[0]

    @property
    def code_note(self) -> str:
        """What there is to say about it, such as that it could not be kept."""
        return self._compiled[1]

    @property
    def code_seconds(self) -> float:
        """How long it took to compile or to load it."""
        return self._compiled[2]

    @property
    def compile_seconds(self) -> float:
        """How long it took from the text to the game, machine code included."""
        return self._read[1] + self.code_seconds

    @property
    def in_batches(self) -> bool:
        """Whether games are played by the batch: in machine code, if all players are random, unrecorded."""
        native = able(self.game, PlaysBatches) is not None
        return native and set(self.seating) == {"random"} and not self.transcripts

    @cached_property
    def seating(self) -> tuple[str, ...]:
        """The name of the player at every seat."""
        return seated(self.players, self.game.seats)

    @cached_property
    def makers(self) -> tuple[Maker, ...]:
        """What makes the player of every seat."""
        return tuple(named(name) for name in self.seating)

    def check(self) -> None:
        """Make game and players; whatever is wrong with them is raised here, before anything is played."""
        _ = self.makers, self._compiled

    def __getstate__(self) -> dict[str, Any]:
        # The game itself is made anew where the plan arrives: it holds functions, which cannot be sent.
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Result):
    """The result of an experiment."""

    kind: ClassVar[str] = "simulate"
    main: ClassVar[str] = "seats"
    keeping: ClassVar[str] = (
        '`simulate(…, keep=True)` keeps games and seats, `keep="decisions"` every decision as well.'
    )

    plan: Plan
    tally: Tally
    seconds: float
    """Wall time of the playing loop."""
    interrupted: bool = False
    known: int = 0
    """How many of the games were not played, but read from a file."""
    planned: int = 0
    """How many games were asked for."""
    first: int = 0
    """The index of the first game."""
    kept: Rows | None = None
    """Rows of single games, if they were to be kept."""
    measured: Measured | None = None
    """Measures of one's own, if somebody asked."""

    @property
    def games_per_second(self) -> float:
        """How fast it went, all workers together."""
        return (self.tally.games - self.known) / self.seconds if self.seconds else 0.0

    @property
    def played(self) -> int:
        """How many games were played."""
        return self.tally.games

    def command(self) -> str:
        """The command that comes to the same numbers."""
        from croupier.lab.report import simulate_command

        return simulate_command(self)

    def plans(self) -> tuple[Plan, ...]:
        """The one plan."""
        return (self.plan,)

    def data(self) -> dict[str, Any]:
        """All that is known, as `croupier simulate --json` prints it."""
        from croupier.lab.report import report_data

        return report_data(self)

    def tables(self) -> dict[str, Table]:
        """A summary a seat; and games, seats and decisions, as far as they were kept."""
        from croupier.lab.report import seat_summary

        found = {"summary": seat_summary(self)}
        if self.kept is None:
            return found
        return {**found, **kept_tables(self.kept, lambda _: self.plan.seating)}

    def text(self, *, width: int = 100, colour: bool = False) -> str:
        """The report for a terminal."""
        from croupier.lab.report import report_text

        return report_text(self, colour=colour, width=width)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text())}</pre>"


def simulate(
    plan: Plan,
    games: int = 1000,
    *,
    first: int = 0,
    workers: int = 1,
    crew: Crew | None = None,
    part: str = "games",
    progress: Callable[[int], None] | None = None,
    watch: Watch | None = None,
    keep: bool | str = False,
) -> Simulation:
    """Play so many games of a plan, beginning with an index; Ctrl-C ends it with what is done so far.

    The number of workers never changes a result, nor does a crew, which may keep what it plays as a part of
    its run. `progress` is told how many games have been added. A `watch` is told of every game, and makes
    this process play alone. `keep` holds a row for every game and seat, and with "decisions" for every
    decision; then games are played one by one, also where the batch would be faster.

    >>> from croupier.catalog.loading import find_source
    >>> result = simulate(Plan(find_source("agram")), 20)
    >>> result.tally.finished, result.tally.length.mean().value
    (20, 24.0)
    """
    from croupier.lab.counting import Counting

    indices, tally, interrupted = range(first, first + games), Tally(), False
    rows: list[Rows] = []
    plan.check()
    start, known = perf_counter(), crew.known_games if crew is not None else 0
    try:
        with nullcontext(crew) if crew is not None else Crew(1 if watch else workers) as staff:
            kept = staff.run is not None or bool(keep)
            job = Counting(plan, kept, bool(keep), keep == "decisions", watch)
            for piece in staff.pieces(job, indices, part):
                tally += piece.tally
                if keep:
                    rows += piece.rows
                if progress:
                    progress(piece.tally.games)
    except KeyboardInterrupt:
        interrupted = True
    known = crew.known_games - known if crew is not None else 0
    found = together(rows) if keep else None
    return Simulation(plan, tally, perf_counter() - start, interrupted, known, games, first, found)


def play(plan: Plan, index: int, watch: Watch | None = None, makers: Sequence[Maker] | None = None) -> Played:
    """One game of a plan; other players may sit down to it than those of the plan."""
    makers = plan.makers if makers is None else makers
    game, seed = plan.game, game_seed(plan.seed, index)
    views = any(make.needs_view for make in makers)
    state = game.fresh(seed, max_steps=plan.max_steps, max_decisions=plan.max_decisions, views=views)
    if watch:
        watch(index, state)
    players = [make(seat, game.seats, make.stream(seed, seat)) for seat, make in enumerate(makers)]
    # Who interrupts a game wants no outcome: to ask the state for it would go on with the game.
    ended: Outcome | None = None
    searched: dict[int, list[int]] = {}

    def noted(seat: int, player: Player) -> None:
        if player.timed and player.assessment is not None:
            sums = searched.setdefault(seat, [0, 0])
            sums[0] += 1
            sums[1] += player.assessment.iterations
        if told is not None:
            told(seat, player)

    try:
        with _recorded(plan, index, state, players) as told:
            state.begin()
            play_to_the_end(state, players, noted)
        ended = state.outcome
    finally:
        for player in players:
            with answering(player):
                player.close(ended)
    assert state.outcome is not None
    forfeits = tuple((player.seat, player.forfeited) for player in players if player.forfeited)
    teams = state.teams if forfeits else ()
    outcome = with_forfeits(state.outcome, [seat for seat, _ in forfeits], teams)
    finished = outcome.status is Status.FINISHED
    return Played(
        index,
        seed,
        outcome,
        state.decisions,
        state.option_total,
        state.forced,
        state.drops,
        "" if finished else state.picture(),
        () if finished else tuple(state.choices),
        forfeits,
        is_tied(outcome.ranks, game.teams),
        tuple((seat, sums[0], sums[1]) for seat, sums in sorted(searched.items())),
    )


@contextmanager
def _recorded(plan: Plan, index: int, state: HostedState, players: Sequence[Player]) -> Iterator[Told | None]:
    """Record a game, if that is planned; OSError if it cannot be. Gives what wants to know of decisions."""
    if not plan.transcripts:
        yield None
        return
    file = TranscriptFile.create(Path(plan.transcripts) / f"{Path(plan.game.name).stem}-{index}.jsonl")
    searched: list[Line] = []
    failed: set[int] = set()

    def told(_: int, player: Player) -> None:
        if player.assessment is not None:
            searched.append({"iterations": player.assessment.iterations})

    def add(line: Line) -> None:
        if line["event"] == "end":
            forfeits = {player.seat: player.forfeited for player in players if player.forfeited}
            file.add(with_forfeits_noted(line, forfeits))
            return
        chosen = line["event"] == "decision" and not line["private"]["forced"]
        if chosen and players and players[line["public"]["seat"]].forfeited:
            seat = line["public"]["seat"]
            line = line if seat in failed else with_forfeit(line, players[seat].forfeited)
            failed.add(seat)
        file.add({**line, "search": searched.pop()} if chosen and searched else line)

    try:
        file.add(plan.game.header(state, plan.seating))
        listen_too(state, state.recorder(add))
        yield told
    finally:
        state.listen(None)
        file.close()
    if file.problem:
        raise OSError(f"{file.path}: cannot be written: {file.problem}")
