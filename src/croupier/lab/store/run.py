"""One run on disk, while it is written."""

from __future__ import annotations

import json
import os
import platform
import shlex
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic

from croupier import __version__
from croupier.lab.store import schema
from croupier.lab.store.folder import like
from croupier.lab.store.identity import Identity, difference
from croupier.lab.store.lock import Busy, Lock
from croupier.lab.store.schema import SUFFIX, StoreError
from croupier.lab.store.trust import UNREADABLE, Kind, checked_row, damaged, json_cell
from croupier.lab.store.values import estimates_in, rows_of, table_rows
from croupier.lab.work.crew import LostGames
from croupier.lab.work.job import Done, GameJob, Result, Rows

MANY = 64
"""When a part has so many new summaries, neighbours are added up: a file stays small, and is soon read."""


_SUMMARY: tuple[tuple[str, Kind], ...] = (
    ("first", int),
    ("past", int),
    ("seconds", (int, float)),
    ("data", str),
)


class Run:
    """The file of a run. What is committed stays, whatever happens to the process or the machine."""

    def __init__(self, path: Path, connection: sqlite3.Connection, note: str = "") -> None:
        self.path = path
        self.note = note
        """What is to be said about how it was opened, if anything."""
        self._connection = connection

    @staticmethod
    @contextmanager
    def opened(out: str | Path, identity: Identity, *, resume: bool = False) -> Iterator[Run]:
        """A new run in a folder (or in a file that is named), or one to go on with.

        StoreError if it is there already and nobody said to go on, if it is another experiment, if somebody
        writes it at this moment, or if it cannot be written.
        """
        path = _path(Path(out), identity)
        with _in_words(path):
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                lock = Lock(path.parent / f".{path.stem}.lock")
            except Busy:
                raise StoreError(f"{path}: this run is being written{_by_whom(path)}: wait for it") from None
            try:
                run = _resumed(path, identity, resume) if path.exists() else _begun(path, identity, resume)
                try:
                    yield run
                finally:
                    run._close()
            finally:
                lock.release()

    def part(self, name: str, job: GameJob[Result], games: range) -> Part[Result]:
        """The games of a part, as far as they are there."""
        with self.transaction() as sql:
            sql.execute(
                "INSERT INTO parts VALUES (?, ?, ?) ON CONFLICT (part) DO UPDATE "
                "SET first = min(first, excluded.first), past = max(past, excluded.past)",
                (name, games.start, games.stop),
            )
        return Part(self, name, job, games)

    def at_least(self, games: int, part: str = "games") -> None:
        """StoreError if more games are there than are asked for: what is stored cannot be taken apart."""
        [most] = self._connection.execute(
            "SELECT max(past) FROM summaries WHERE part = ?", (part,)
        ).fetchone()
        checked_row(self.path, "summaries", (most or 0,), _SUMMARY[1:2])
        if (most or 0) > games:
            raise StoreError(
                f"{self.path}: {most:,} games are stored already ({part}): ask for as many, or more"
            )

    def decided(self, name: str) -> int | None:
        """What was decided on the way, such as how many games fit into the time."""
        found = self._connection.execute("SELECT value FROM decided WHERE name = ?", (name,)).fetchone()
        if found is None:
            return None
        [value] = checked_row(self.path, "decided", found, (("value", int),))
        return int(value)

    def decide(self, name: str, value: int) -> None:
        """Keep a decision, so that whoever goes on with the run comes to the same results."""
        with self.transaction() as sql:
            sql.execute("INSERT OR REPLACE INTO decided VALUES (?, ?)", (name, value))

    def stored_state(self, part: str) -> tuple[int, float, str] | None:
        """How far work has come that is not made of games: steps, seconds, and its state as text."""
        found = self._connection.execute(
            "SELECT past, seconds, data FROM summaries WHERE part = ?", (part,)
        ).fetchone()
        if found is None:
            return None
        past, seconds, data = checked_row(self.path, "summaries", found, _SUMMARY[1:])
        return past, seconds, data

    def store_state(self, part: str, steps: int, seconds: float, data: str) -> None:
        """Keep the state of such work in the place of what was kept before."""
        with self.transaction() as sql:
            sql.execute("DELETE FROM chunks WHERE part = ?", (part,))
            sql.execute("INSERT OR REPLACE INTO parts VALUES (?, 0, ?)", (part, steps))
            sql.execute("INSERT INTO chunks VALUES (?, 0, ?, ?, ?, ?)", (part, steps, seconds, "", _now()))
            sql.execute(
                "INSERT OR REPLACE INTO summaries VALUES (?, 0, ?, ?, ?)", (part, steps, seconds, data)
            )
            sql.execute("UPDATE run SET finished = NULL, report = NULL, command_line = ?", (_command_line(),))

    def finish(self, report: Mapping[str, Any]) -> None:
        """It is complete, and has come to this."""
        with self.transaction() as sql:
            sql.execute("UPDATE run SET finished = ?, report = ?", (_now(), json.dumps(report)))
            sql.execute("DELETE FROM results")
            sql.executemany("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?)", estimates_in(report))

    def hand_over(self, sink: Callable[[Rows], None]) -> None:
        """Give all rows of single games to a sink, in order."""
        for name in schema.RAW:
            for rows in table_rows(self._connection, name):
                sink({name: rows})

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it, or nothing."""
        with _in_words(self.path, midway=True):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(*schema.DAMAGE):
                    self._connection.execute("ROLLBACK")
                raise

    def _close(self) -> None:
        """The log is folded in, so that one file holds everything; unless somebody reads just now."""
        with suppress(*schema.DAMAGE):
            self._connection.execute("PRAGMA busy_timeout = 1000")
            self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()


class Part(Generic[Result]):
    """Games of one kind within a run, by index."""

    def __init__(self, run: Run, name: str, job: GameJob[Result], games: range) -> None:
        self.run = run
        self.name = name
        self.job = job
        self.games = games
        self._new = 0
        self._grown = False
        [across] = run._connection.execute(
            "SELECT count(*) FROM summaries WHERE part = ? AND first < ? AND past > ?",
            (name, games.stop, games.stop),
        ).fetchone()
        if across:
            run.at_least(games.stop, name)

    def stored(self) -> Iterator[Done[int, Result]]:
        """What is there, all in one, if there is anything: how many games, and how long they took to play."""
        found = self._summaries()
        if found:
            games, seconds = sum(past - first for first, past, _, _ in found), sum(row[2] for row in found)
            yield Done(games, self._together(found), seconds)

    def _together(self, summaries: list[tuple[int, int, float, str]]) -> Result:
        try:
            return self.job.together(self.job.unpack(json.loads(data)) for _, _, _, data in summaries)
        except UNREADABLE as problem:
            games = f"the results of games {summaries[0][0]} to {summaries[-1][1] - 1} ({self.name})"
            raise damaged(self.run.path, f"{games} cannot be read: {problem}; begin the run anew") from None

    def missing(self) -> list[range]:
        """The games that are not there."""
        gaps, at = [], self.games.start
        for first, past, _, _ in self._summaries("''"):
            gaps.append(range(at, first))
            at = past
        return [gap for gap in (*gaps, range(at, self.games.stop)) if gap]

    def add(self, done: Done[Sequence[int], Result]) -> None:
        """Keep a chunk, whole or not at all."""
        first, past = done.task[0], done.task[-1] + 1
        data = json.dumps(self.job.pack(done.result), separators=(",", ":"))
        with self.run.transaction() as sql:
            if not self._grown:
                # Only now it is another run than whoever finished it has told of.
                sql.execute(
                    "UPDATE run SET finished = NULL, report = NULL, command_line = ?", (_command_line(),)
                )
                sql.execute("DELETE FROM results")
                self._grown = True
            sql.execute(
                "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?)",
                (self.name, first, past, done.seconds, done.worker, _now()),
            )
            sql.execute(
                "INSERT INTO summaries VALUES (?, ?, ?, ?, ?)", (self.name, first, past, done.seconds, data)
            )
            sql.execute(
                "DELETE FROM lost WHERE part = ? AND first >= ? AND past <= ?", (self.name, first, past)
            )
            for table, rows in rows_of(self.job.rows(done.result), self.name).items():
                marks = ", ".join("?" * len(rows[0]))
                sql.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
            self._new += 1
            if self.job.merges and self._new >= MANY:
                self._merge(sql)

    def lose(self, lost: LostGames) -> None:
        """Note games that nobody could play; whoever goes on with the run tries them again."""
        with self.run.transaction() as sql:
            sql.execute(
                "INSERT OR REPLACE INTO lost VALUES (?, ?, ?, ?, ?, ?)",
                (
                    self.name,
                    lost.games[0],
                    lost.games[-1] + 1,
                    lost.why,
                    json.dumps([str(seed) for seed in lost.seeds]),
                    _now(),
                ),
            )

    def _summaries(self, data: str = "data") -> list[tuple[int, int, float, str]]:
        rows = self.run._connection.execute(
            f"SELECT first, past, seconds, {data} FROM summaries "
            "WHERE part = ? AND first >= ? AND past <= ? ORDER BY first",
            (self.name, self.games.start, self.games.stop),
        ).fetchall()
        for row in rows:
            checked_row(self.run.path, "summaries", row, _SUMMARY)
        return rows

    def _merge(self, sql: sqlite3.Connection) -> None:
        """Add up neighbours, never across the bounds of what is being played."""
        self._new = 0
        groups: list[list[tuple[int, int, float, str]]] = []
        for row in self._summaries():
            if groups and groups[-1][-1][1] == row[0]:
                groups[-1].append(row)
            else:
                groups.append([row])
        for group in groups:
            if len(group) < 2:
                continue
            first, past = group[0][0], group[-1][1]
            data = json.dumps(self.job.pack(self._together(group)), separators=(",", ":"))
            sql.execute(
                "DELETE FROM summaries WHERE part = ? AND first >= ? AND past <= ?", (self.name, first, past)
            )
            seconds = sum(row[2] for row in group)
            sql.execute(
                "INSERT INTO summaries VALUES (?, ?, ?, ?, ?)", (self.name, first, past, seconds, data)
            )


def _path(out: Path, identity: Identity) -> Path:
    if out.suffix == SUFFIX and not out.is_dir():
        return out
    if out.is_file():
        raise StoreError(f"{out} is a file: --out takes a folder, or a file whose name ends with {SUFFIX}")
    return out / f"{identity.id}{SUFFIX}"


def _begun(path: Path, identity: Identity, resume: bool) -> Run:
    # Its name is its own only when it is whole: a run that is killed while it begins has not begun.
    fresh = path.with_name(f".{path.stem}.new")
    for left in (fresh, *(Path(f"{fresh}{end}") for end in ("-wal", "-shm", "-journal"))):
        left.unlink(missing_ok=True)
    connection = schema.created(fresh)
    plan, data = identity.plan, identity.data()
    try:
        connection.execute(
            "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, NULL)",
            (
                path.stem,
                identity.command,
                plan.game.name,
                plan.game.seats,
                str(plan.seed),
                __version__,
                json.dumps(data),
                plan.source.text,
                _now(),
                _writer(),
                _command_line(),
            ),
        )
        connection.execute("PRAGMA journal_mode = DELETE")
    finally:
        connection.close()
    fresh.replace(path)
    near = like(path, identity) if resume else ""
    return Run(path, schema.opened(path), near and f"{path.stem} is a new run: {near}")


def _resumed(path: Path, identity: Identity, resume: bool) -> Run:
    connection = schema.opened(path)
    try:
        row = connection.execute("SELECT identity, croupier FROM run").fetchone()
        text, version = checked_row(path, "run", row or (None, None), (("identity", str), ("croupier", str)))
        if told := difference(json_cell(path, "identity", text, dict), identity.data()):
            raise StoreError(f"{path}: this is another experiment: {told}")
        if not resume:
            raise StoreError(f"{path} is there already: --resume goes on with it")
        if version != __version__:
            raise StoreError(
                f"{path}: croupier {version} made it, and this is {__version__}: games of two versions are "
                f"not mixed. Go on with that version, `pip install croupier=={version}`, or begin anew"
            )
        connection.execute("UPDATE run SET writer = ?", (_writer(),))
    except BaseException:
        connection.close()
        raise
    return Run(path, connection)


@contextmanager
def _in_words(path: Path, *, midway: bool = False) -> Iterator[None]:
    """What SQLite and the system say, as a sentence."""
    try:
        yield
    except sqlite3.IntegrityError as problem:
        raise StoreError(f"{path}: {problem}", midway=midway) from None
    except schema.DAMAGE as problem:
        full = "full" in str(problem)
        more = ". What is stored is good: make room, and --resume goes on" if full else ""
        raise StoreError(f"{path}: cannot be written: {problem}{more}", midway=midway) from None
    except OverflowError:
        if not midway:
            raise
        # No game comes to so many: they are sums of what was stored.
        raise damaged(path, "its sums have more than 64 bits") from None
    except OSError as problem:
        if problem.filename is None:
            raise
        where = path.parent if str(problem.filename).endswith(".lock") else problem.filename
        raise StoreError(f"{where}: cannot be written: {problem.strerror}") from None


def _by_whom(path: Path) -> str:
    with suppress(StoreError, *schema.DAMAGE, TypeError):
        connection = schema.read(path)
        try:
            return f" by {connection.execute('SELECT writer FROM run').fetchone()[0]}"
        finally:
            connection.close()
    return ""


def _writer() -> str:
    return f"process {os.getpid()} on {platform.node() or 'this machine'}"


def _command_line() -> str:
    return shlex.join(["croupier", *sys.argv[1:]]) if Path(sys.argv[0]).stem == "croupier" else ""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
