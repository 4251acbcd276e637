"""The one shape of a study's result: data, tables, text, plots and a page.

A study knows its numbers and how to say them in a terminal. Who draws it registers at the entry point
``croupier.pages`` under the kind of the study, so the lab imports nobody who draws.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from croupier import __version__
from croupier.lab.frames import FrameError, data_frame, data_frames
from croupier.text import CroupierError

if TYPE_CHECKING:
    from croupier.lab.simulate import Plan

GROUP = "croupier.pages"
"""The entry point at which pages of studies are registered, each under the kind of its study."""

Table = list[dict[str, Any]]
"""Plain rows, each by column."""


class Drawing(Protocol):
    """A plot of a study, as text and as pixels, in a light or a dark theme."""

    def svg(self, theme: str = "light") -> str:
        """The plot as SVG."""

    def png(self, theme: str = "light") -> bytes:
        """The plot as PNG."""


@dataclass(frozen=True, slots=True)
class Pages:
    """How one kind of study is drawn: its plots by name, its page, and what a notebook shows of it."""

    plots: Callable[[Any], Mapping[str, Drawing]]
    page: Callable[[Any], str]
    fragment: Callable[[Any], str]


class NoPages(CroupierError):
    """Nobody draws studies of this kind."""


class Result(ABC):
    """The result of a command: frozen data, which tells where it comes from."""

    kind: ClassVar[str]
    """The name of its command."""
    main: ClassVar[str] = "heuristics"
    """The table that `rows` and `frame` give unless another is named."""
    keeping: ClassVar[str] = ""
    """How rows of single games are kept, in a sentence."""

    @property
    @abstractmethod
    def played(self) -> int:
        """How many games were played."""

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """The data that `--json` prints."""

    @abstractmethod
    def command(self) -> str:
        """The command that comes to the same numbers."""

    @abstractmethod
    def plans(self) -> tuple[Plan, ...]:
        """The games that were played, with seats, settings and the seed."""

    @abstractmethod
    def tables(self) -> dict[str, Table]:
        """The numbers as tables of plain rows, by name."""

    @abstractmethod
    def text(self, *, width: int = 100, colour: bool = False) -> str:
        """The report for a terminal."""

    def rows(self, table: str | None = None) -> list[tuple[Any, ...]]:
        """A table as plain tuples: the main one, or another of `tables`, in its order of columns."""
        rows = self._table(table)
        columns = list(dict.fromkeys(column for row in rows for column in row))
        return [tuple(row.get(column) for column in columns) for row in rows]

    def frame(self, table: str | None = None) -> Any:
        """A table as a frame of pandas or polars, whichever is installed.

        Where single games are kept, `seats` has a row a game and seat: game, seed, seat, player, score, rank
        (0 is first), won and length. `games` has a row a game, `decisions` one a decision.
        """
        return data_frame(self._table(table))

    def _table(self, name: str | None) -> Table:
        tables = self.tables()
        wanted = self.main if name is None else name
        if wanted in tables:
            return tables[wanted]
        hint = f" {self.keeping}" if self.keeping else ""
        raise FrameError(f"there is no table {wanted!r} in this result, but {', '.join(tables)}.{hint}")

    def frames(self) -> dict[str, Any]:
        """The tables as pandas data frames; plain rows where pandas is not installed."""
        return data_frames(self.tables())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        plans = self.plans()
        title = " and ".join(dict.fromkeys(plan.game.title for plan in plans[:2]))
        title += f" and {len(plans) - 2} more" if len(plans) > 2 else ""
        told = f"{' '.join(title.split())}: {self.played:,} games, seed {plans[0].seed}"
        return f"<{type(self).__name__} of {told}>"


class Study(Result):
    """The result of an analysis, a comparison, a sweep, a coverage or a tournament, which has a page."""

    kind: ClassVar[str]
    """The name under which its pages are registered, which is also that of its command."""

    def plots(self) -> Mapping[str, Drawing]:
        """The plots by name; a notebook shows each, and `png` and `svg` give files of it."""
        return pages_of(self.kind).plots(self)

    def page(self) -> str:
        """The page that `--html` writes."""
        return pages_of(self.kind).page(self)

    def _repr_html_(self) -> str:
        return pages_of(self.kind).fragment(self)


def provenance(plan: Plan, command: str) -> dict[str, Any]:
    """The facts that lead back from a result to what was run: version, rules, seed and command.

    >>> from croupier.catalog.loading import find_source
    >>> from croupier.lab.simulate import Plan
    >>> sorted(provenance(Plan(find_source("agram")), "croupier simulate agram"))
    ['command', 'croupier', 'program', 'seed']
    """
    return {
        "croupier": __version__,
        "program": plan.game.rules_hash,
        "seed": plan.seed,
        "command": command,
    }


@cache
def pages_of(kind: str) -> Pages:
    """The registered pages of a kind of study; :class:`NoPages` if there are none.

    >>> sorted(entry.name for entry in entry_points(group=GROUP))
    ['analyze', 'compare', 'coverage', 'sweep', 'tournament']
    """
    for entry in entry_points(group=GROUP, name=kind):
        found = entry.load()
        if isinstance(found, Pages):
            return found
    raise NoPages(f"no installed package draws pages of `{kind}`: is croupier installed as a package?")
