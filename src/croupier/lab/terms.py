"""The terms of an analysis: all that is chosen about it but the game itself, as frozen data."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property

from croupier.lab.effort import EFFORTS, Effort, SizeError, Sizes
from croupier.lab.heuristic import OURS, READINGS, Heuristic
from croupier.lab.own_measures import measures_of
from croupier.lab.work import Crew, cores
from croupier.players import PlayerText, bound, named


@dataclass(frozen=True)
class Terms:
    """How games are analysed, whether one of them or several side by side."""

    command: str
    """The command that it is for: `analyze`, `compare` or `sweep`."""
    heuristics: tuple[Heuristic, ...]
    effort: str = "normal"
    games: str | Sizes | None = None
    """How much is played; as much as fits into the time of the effort, unless given."""
    players: str = ""
    """The AI; unless given, that of the effort, or plain pipmc with sizes or published formulas."""
    published: str | None = None
    """The published formulas that take the place of ours, `engine` or `tables`."""
    precision: float | None = None
    """The half-width at which intervals are narrow enough; unless given, nothing is played for that."""
    raw: bool = False
    """Whether every decision is kept."""
    target: int | None = None
    """The score to reach in a game without rivals, if somebody asks how often it is reached."""
    measures: tuple[str, ...] = ()
    """Measures of one's own, as texts."""
    grouped: bool = False
    """Whether observations are kept by group of deals, so that games can be compared deal by deal."""
    counting: bool = True
    """Whether the rules of some games are counted, for the verdict."""

    def __post_init__(self) -> None:
        # A player from a file is the same wherever the terms go: the folder of now counts.
        object.__setattr__(self, "players", bound(self.players or self._usual_player))

    @property
    def _usual_player(self) -> str:
        known = self.effort in EFFORTS and self.games is None and self.published is None
        return EFFORTS[self.effort].player if known else "pipmc"

    def check(self) -> None:
        """Raise whatever is wrong with them, before anything is played."""
        if self.effort not in EFFORTS:
            raise SizeError(f"there is no effort {self.effort!r}: {', '.join(EFFORTS)} are known")
        if self.reading not in READINGS:
            raise SizeError(f"there is no reading {self.reading!r}: engine and tables are published")
        if self.precision is not None and not 0 < self.precision < 1:
            raise SizeError("a precision lies between 0 and 1, as in 0.01")
        named(self.players)
        measures_of(self.measures)
        _ = self.sizes

    @property
    def reading(self) -> str:
        """The formulas that are used: ours, or those that were published."""
        return self.published or OURS

    @property
    def budget(self) -> Effort:
        """The time that the effort stands for."""
        return EFFORTS[self.effort]

    @cached_property
    def sizes(self) -> Sizes:
        """How much is played of each series; nothing is said of what is left open."""
        return Sizes.of(self.games) if isinstance(self.games, str) else self.games or Sizes()


def workers_for(wanted: int | None, players: Sequence[str]) -> int:
    """How many workers can play: one, if there is a player that another process could not make."""
    if not all(text.can_be_sent for text in players if isinstance(text, PlayerText)):
        return 1
    return cores() if wanted is None else wanted


def staffed(
    crew: Crew | None,
    player: str,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    out: str | None = None,
    resume: bool = False,
) -> AbstractContextManager[Crew]:
    """The crew that is given, which its owner ends; else a new one, as the options of a command say."""
    if crew is not None:
        return nullcontext(crew)
    return Crew(workers_for(workers, [player]), cluster=cluster, out=out, resume=resume)
