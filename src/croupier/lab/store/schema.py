"""The file of a run: its tables, and the version of their layout.

The journal is a write-ahead log while a run is written: a commit is one append, readers never wait, and a
killed process leaves either all of a chunk or nothing of it. When the run is closed the log is folded in, and
the file stands alone, to be copied or put where nobody may write.
"""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path

from croupier.text.errors import CroupierError

VERSION = 1
"""The layout of the tables; goes up whenever an older croupier could not read a newer file, or misread it."""

APPLICATION = 0x43525052
"""`CRPR`: says in the head of the file that it is one of ours."""

SUFFIX = ".sqlite"

SCHEMA = """
CREATE TABLE run (
    id TEXT NOT NULL,
    command TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    seed TEXT NOT NULL,
    croupier TEXT NOT NULL,
    identity TEXT NOT NULL,
    source TEXT NOT NULL,
    begun TEXT NOT NULL,
    finished TEXT,
    writer TEXT NOT NULL,
    command_line TEXT NOT NULL,
    report TEXT
);
CREATE TABLE parts (part TEXT PRIMARY KEY, first INTEGER NOT NULL, past INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks (
    part TEXT NOT NULL,
    first INTEGER NOT NULL,
    past INTEGER NOT NULL CHECK (past > first),
    seconds REAL NOT NULL,
    worker TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (part, first)
) WITHOUT ROWID;
CREATE TRIGGER every_game_once BEFORE INSERT ON chunks
WHEN (SELECT past FROM chunks WHERE part = NEW.part AND first < NEW.past ORDER BY first DESC LIMIT 1)
    > NEW.first
BEGIN SELECT RAISE(ABORT, 'a game of this chunk is stored already'); END;
CREATE TABLE summaries (
    part TEXT NOT NULL,
    first INTEGER NOT NULL,
    past INTEGER NOT NULL,
    seconds REAL NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (part, first)
) WITHOUT ROWID;
CREATE TABLE lost (
    part TEXT NOT NULL,
    first INTEGER NOT NULL,
    past INTEGER NOT NULL,
    why TEXT NOT NULL,
    seeds TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (part, first)
) WITHOUT ROWID;
CREATE TABLE decided (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE results (name TEXT PRIMARY KEY, value REAL, low REAL, high REAL, n INTEGER) WITHOUT ROWID;
CREATE TABLE games (
    series TEXT NOT NULL, game INTEGER NOT NULL, ai TEXT NOT NULL, seed TEXT NOT NULL, status TEXT NOT NULL,
    decisions INTEGER NOT NULL, options INTEGER, forced INTEGER,
    PRIMARY KEY (series, game, ai)
) WITHOUT ROWID;
CREATE TABLE seats (
    series TEXT NOT NULL, game INTEGER NOT NULL, ai TEXT NOT NULL, seat INTEGER NOT NULL,
    player TEXT NOT NULL, score NUMERIC NOT NULL, rank INTEGER NOT NULL, win REAL NOT NULL,
    PRIMARY KEY (series, game, ai, seat)
) WITHOUT ROWID;
CREATE TABLE decisions (
    series TEXT NOT NULL, game INTEGER NOT NULL, ai TEXT NOT NULL, number INTEGER NOT NULL,
    seat INTEGER NOT NULL, options INTEGER NOT NULL, forced INTEGER NOT NULL, chosen INTEGER NOT NULL,
    text TEXT NOT NULL, spread REAL,
    PRIMARY KEY (series, game, ai, number)
) WITHOUT ROWID;
CREATE TABLE estimates (
    series TEXT NOT NULL, game INTEGER NOT NULL, ai TEXT NOT NULL, number INTEGER NOT NULL,
    option INTEGER NOT NULL, seat INTEGER NOT NULL, estimate REAL NOT NULL,
    PRIMARY KEY (series, game, ai, number, option, seat)
) WITHOUT ROWID;
"""

RAW = ("games", "seats", "decisions", "estimates")
"""The tables of single games; the same as `croupier analyze --csv` writes."""

TABLES = ("parts", "chunks", "summaries", "lost", "decided", "results", *RAW)
"""All tables but that of the run itself, which has one row."""


DAMAGE = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions of SQLite on a damaged file: its own message may quote bytes of it that are no text."""


class StoreError(CroupierError, RuntimeError):
    """A run that cannot be opened, written or gone on with; the message says why, and what to do."""

    def __init__(self, message: str, *, midway: bool = False) -> None:
        super().__init__(message)
        self.midway = midway
        """Whether it could be written before."""


def created(path: Path) -> sqlite3.Connection:
    """A new file with empty tables."""
    connection = _written(path)
    try:
        marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
        connection.executescript(f"BEGIN; {SCHEMA} {marks} COMMIT;")
    except BaseException:
        connection.close()
        raise
    return connection


def opened(path: Path) -> sqlite3.Connection:
    """A file that is there, to be written."""
    check(path)
    return _written(path)


def read(path: Path) -> sqlite3.Connection:
    """A file that is there, to be read only, whoever writes it meanwhile."""
    check(path)
    return _read(path)


def check(path: Path) -> None:
    """StoreError unless it is a file of ours that this version can read."""
    try:
        connection = _read(path)
        try:
            [application] = connection.execute("PRAGMA application_id").fetchone()
            [version] = connection.execute("PRAGMA user_version").fetchone()
            made = "croupier" if version != VERSION else ""
            if application == APPLICATION and made:
                [made] = connection.execute("SELECT croupier FROM run").fetchone() or ("?",)
            other = "" if made or application != APPLICATION else _other_table(connection)
        finally:
            connection.close()
    except DAMAGE as problem:
        raise StoreError(f"{path}: this is not the file of a run, or it is damaged: {problem}") from None
    if application != APPLICATION:
        raise StoreError(f"{path}: this is not the file of a run")
    if other:
        raise StoreError(f"{path}: it is damaged: its table `{other}` is not as croupier makes it")
    if version > VERSION:
        raise StoreError(
            f"{path}: croupier {made} made it in format {version}, and this one knows up to {VERSION}: "
            "take a newer croupier"
        )
    if version < VERSION:
        raise StoreError(
            f"{path}: croupier {made} made it in format {version}, which is older than format {VERSION}: "
            f"that version opens it, `pip install croupier=={made}`; or begin the run anew"
        )


@cache
def _columns() -> dict[str, list[str]]:
    """The columns of every table, by the schema."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript(SCHEMA)
        return _columns_of(connection)
    finally:
        connection.close()


def _columns_of(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of all true tables; what is computed when it is read (a view, say) is none."""
    found: dict[str, list[str]] = {}
    for name, column, hidden in connection.execute(
        "SELECT t.name, c.name, c.hidden FROM sqlite_master t, pragma_table_xinfo(t.name) c "
        "WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY t.name, c.cid"
    ):
        found.setdefault(name, []).append(f"{column}, computed" if hidden else column)
    return found


def _other_table(connection: sqlite3.Connection) -> str:
    """The first table that is missing, or is not a table of ours."""
    there = _columns_of(connection)
    return next((name for name, columns in _columns().items() if there.get(name) != columns), "")


def _written(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=30, isolation_level=None)
    # Where a log is not possible (some network folders) SQLite stays with its older journal; that is as safe
    # if every commit waits for the disk.
    [mode] = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    connection.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")
    return connection


def uri(path: Path) -> str:
    """By which a file is opened to be read only; StoreError if there is none."""
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file")
    found = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(found, uri=True, timeout=30)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (sqlite3.OperationalError, UnicodeDecodeError):
        # A log that is left of a killed run, in a folder that cannot be written: what is folded in is read.
        found += "&immutable=1"
    finally:
        connection.close()
    return found


def _read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(uri(path), uri=True, timeout=30)
