"""A folder of runs: which there are, and how far each has come."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.lab.store import schema
from croupier.lab.store.identity import Identity, difference
from croupier.lab.store.lock import held
from croupier.lab.store.schema import SUFFIX, StoreError
from croupier.lab.store.trust import Kind, checked_report, checked_row, damaged, json_cell, seed_of
from croupier.text import did_you_mean

_RUN: tuple[tuple[str, Kind], ...] = (
    *((name, str) for name in ("id", "command", "game")),
    ("seats", int),
    *((name, str) for name in ("seed", "croupier", "begun")),
    ("finished", (str, type(None))),
    *((name, str) for name in ("writer", "command_line")),
)
_PART: tuple[tuple[str, Kind], ...] = (
    ("part", str),
    *((name, int) for name in ("number of games", "range of games", "number of chunks")),
    ("time", (int, float)),
)
_LOST: tuple[tuple[str, Kind], ...] = (
    ("part", str),
    ("first", int),
    ("past", int),
    ("why", str),
    ("seeds", str),
)


@dataclass(frozen=True, slots=True)
class PartState:
    """How far a part of a run has come."""

    part: str
    done: int
    planned: int
    chunks: int
    seconds: float
    """How long its games took whoever played them, all together."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A run, as far as a list tells it."""

    id: str
    path: Path
    command: str
    game: str
    seats: int
    seed: str
    croupier: str
    begun: str
    finished: str | None
    running: bool
    writer: str
    command_line: str
    parts: tuple[PartState, ...]
    lost: tuple[dict[str, Any], ...]
    """Games that could not be played, with their seeds."""

    @property
    def state(self) -> str:
        """`finished`, `running`, or `stopped` before its end."""
        return "running" if self.running else "finished" if self.finished else "stopped"

    @property
    def done(self) -> int:
        """Games that are stored."""
        return sum(part.done for part in self.parts)

    @property
    def planned(self) -> int:
        """Games that were asked for, as far as that is known yet."""
        return sum(part.planned for part in self.parts)


def files(folder: str | Path) -> list[Path]:
    """The files of the runs of a folder, oldest first; StoreError if there is no such folder."""
    where = Path(folder)
    if where.is_file():
        return [where]
    try:
        found = [path for path in where.iterdir() if path.suffix == SUFFIX and path.is_file()]
        return sorted(found, key=lambda path: (path.stat().st_ctime, path.name))
    except FileNotFoundError:
        made = f"commands that play make it, as `croupier simulate hearts --out {folder}`"
        raise StoreError(f"{folder}: there is no such folder; {made}") from None
    except OSError as problem:
        raise StoreError(f"{folder}: {problem.strerror}") from None


def find(folder: str | Path, name: str) -> Path:
    """The file of a run by its name, or by the beginning of it, or of a part of it, that no other one has."""
    found = files(folder)
    fitting = [path for path in found if path.stem == name] or [
        path for path in found if f"-{path.stem}".find(f"-{name}") >= 0
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = ", ".join(path.stem for path in fitting[:5])
        raise StoreError(f"{folder}: {name!r} may be any of {len(fitting)} runs: {names}")
    hint = did_you_mean(name, [path.stem for path in found])
    raise StoreError(f"{folder}: there is no run {name!r}{f': {hint}' if hint else ''}")


def entry(path: Path) -> Entry:
    """A run; StoreError if it cannot be read."""
    with reading(path) as sql:
        rows = sql.execute(
            "SELECT id, command, game, seats, seed, croupier, begun, finished, writer, command_line "
            "FROM run LIMIT 2"
        ).fetchall()
        if not rows:
            raise StoreError(f"{path}: nothing is stored there")
        if len(rows) > 1:
            raise damaged(path, "it holds more than one run")
        parts = sql.execute(
            "SELECT part, coalesce(sum(c.past - c.first), 0), p.past - p.first, count(c.first), "
            "coalesce(sum(seconds), 0.0) FROM parts p LEFT JOIN chunks c USING (part) GROUP BY part"
        ).fetchall()
        lost = sql.execute("SELECT part, first, past, why, seeds FROM lost ORDER BY part, first").fetchall()
    name, command, game, seats, seed, croupier, begun, finished, writer, command_line = checked_row(
        path, "run", rows[0], _RUN
    )
    seed_of(path, seed)
    return Entry(
        name,
        path,
        command,
        game,
        seats,
        seed,
        croupier,
        begun,
        finished,
        held(path.parent / f".{path.stem}.lock"),
        writer,
        command_line,
        tuple(PartState(*checked_row(path, "parts", part, _PART)) for part in parts),
        tuple(_lost_games(path, *checked_row(path, "lost", row, _LOST)) for row in lost),
    )


def _lost_games(path: Path, part: str, first: int, past: int, why: str, seeds: str) -> dict[str, Any]:
    listed = [str(seed) for seed in json_cell(path, "seeds of lost games", seeds, list)]
    return {"part": part, "first": first, "past": past, "why": why, "seeds": listed}


def report_of(path: Path) -> dict[str, Any] | None:
    """What a finished run has come to."""
    with reading(path) as sql:
        [report] = sql.execute("SELECT report FROM run").fetchone() or (None,)
    return None if report is None else checked_report(path, report)


def like(path: Path, identity: Identity) -> str:
    """In words, how the latest run of the same command and game in a folder differs, if there is one."""
    here = identity.data()
    for other in reversed(files(path.parent)):
        if other == path:
            continue
        try:
            with reading(other) as sql:
                [text] = sql.execute("SELECT identity FROM run").fetchone() or (None,)
            there = json_cell(other, "identity", text, dict)
        except StoreError:
            continue
        if (there.get("command"), there.get("game")) == (here["command"], here["game"]):
            return f"{other.stem} is another one, {difference(there, here)}"
    return ""


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The file of a run, to be read only; StoreError if it is damaged."""
    connection = schema.read(path)
    try:
        yield connection
    except schema.DAMAGE as problem:
        raise StoreError(f"{path}: it cannot be read: {problem}") from None
    finally:
        connection.close()
