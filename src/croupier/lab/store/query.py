"""Questions in SQL, over all runs of a folder at once; nothing can be changed by asking."""

from __future__ import annotations

import math
import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.lab.store import schema
from croupier.lab.store.schema import TABLES, StoreError
from croupier.text import did_you_mean

RUNS = (
    "id AS run, command, game, seats, seed, croupier, begun, finished, writer, command_line, identity, report"
)
"""The columns of the table `runs`; in every other table `run` comes before its own columns."""

ATTACHED = 10
"""So many files SQLite opens at the same time; of more, the tables that are asked for are copied first."""

_READING = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of a query, and why some files have no part in them."""

    names: list[str]
    rows: list[tuple[Any, ...]]
    left_out: tuple[StoreError, ...] = ()

    def data(self) -> list[dict[str, Any]]:
        """The rows as JSON has them: every column once, bytes and infinities as texts."""
        names = _distinct(self.names)
        return [{name: json_value(cell) for name, cell in zip(names, row, strict=True)} for row in self.rows]


def answer(files: Sequence[Path], sql: str) -> Answer:
    """The rows over all files that can be read; StoreError if these tables cannot answer the question."""
    if not sql.strip():
        raise StoreError("there is no query: SELECT … FROM …")
    sound, left_out = _sound(files, schema.check)
    if files and not sound:
        raise left_out[0]
    try:
        return Answer(*_rows(sound, sql), tuple(left_out))
    except (*schema.DAMAGE, sqlite3.Warning) as problem:
        if "interrupted" in str(problem):
            raise KeyboardInterrupt from None
        # Damage deep in a file shows when it is read: those that are whole answer by themselves.
        whole, more = _sound(sound, _check_pages)
        if not more or not whole:
            raise more[0] if more else StoreError(_in_words(sql, problem)) from None
    try:
        return Answer(*_rows(whole, sql), (*left_out, *more))
    except (*schema.DAMAGE, sqlite3.Warning) as problem:
        raise StoreError(_in_words(sql, problem)) from None


def json_value(cell: Any) -> Any:
    r"""A cell as JSON has it; bytes and infinities, which it has not, as texts.

    >>> [json_value(cell) for cell in (1, "A", float("-inf"), b"\x00A")]
    [1, 'A', '-Infinity', "x'0041'"]
    """
    if isinstance(cell, bytes):
        return f"x'{cell.hex()}'"
    if isinstance(cell, float) and math.isinf(cell):
        return "Infinity" if cell > 0 else "-Infinity"
    return cell


def _distinct(names: Sequence[str]) -> list[str]:
    """The names of the columns; those that are there already get a number."""
    found: list[str] = []
    for name in names:
        number, free = 1, name
        while free in found or (number > 1 and free in names):
            number += 1
            free = f"{name}_{number}"
        found.append(free)
    return found


def _sound(files: Sequence[Path], check: Callable[[Path], None]) -> tuple[list[Path], list[StoreError]]:
    """The files that a check lets pass, and what it says of the others."""
    sound, problems = [], []
    for path in files:
        try:
            check(path)
            sound.append(path)
        except StoreError as problem:
            problems.append(problem)
    return sound, problems


def _check_pages(path: Path) -> None:
    """StoreError if a table of the file cannot be read to its end."""
    try:
        connection = sqlite3.connect(schema.uri(path), uri=True)
        try:
            for name in ("run", *TABLES):
                for _ in connection.execute(f"SELECT * FROM {name}"):
                    pass
        finally:
            connection.close()
    except schema.DAMAGE as problem:
        raise StoreError(f"{path}: it cannot be read: {problem}") from None


def _rows(files: Sequence[Path], sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    connection = sqlite3.connect("file::memory:", uri=True, isolation_level=None)
    try:
        if len(files) <= ATTACHED:
            _attach(connection, files)
        else:
            _copy(connection, files, _needed(sql))
        connection.set_authorizer(_only_reading)
        # Now and then we are called back, and hear Ctrl-C.
        connection.set_progress_handler(lambda: 0, 100_000)
        cursor = connection.execute(sql)
        return [column[0] for column in cursor.description or ()], cursor.fetchall()
    finally:
        connection.close()


def _attach(connection: sqlite3.Connection, files: Sequence[Path]) -> None:
    for number, path in enumerate(files):
        connection.execute(f"ATTACH ? AS r{number}", (schema.uri(path),))
    for name in ("runs", *TABLES):
        parts = [_select(name, f"r{number}") for number in range(len(files))]
        connection.execute(f"CREATE TEMP VIEW {name} AS {' UNION ALL '.join(parts) or _nothing()}")


def _nothing() -> str:
    return "SELECT NULL AS run WHERE FALSE"


def _copy(connection: sqlite3.Connection, files: Sequence[Path], names: Sequence[str]) -> None:
    # A database without a name is kept on disk if it gets large.
    connection.execute("ATTACH '' AS copied")
    for number, path in enumerate(files):
        connection.execute("ATTACH ? AS r0", (schema.uri(path),))
        for name in names:
            made = "INSERT INTO" if number else "CREATE TABLE"
            connection.execute(f"{made} copied.{name} {'' if number else 'AS '}{_select(name, 'r0')}")
        connection.execute("DETACH r0")


def _select(name: str, database: str) -> str:
    if name == "runs":
        return f"SELECT {RUNS} FROM {database}.run"
    return f"SELECT (SELECT id FROM {database}.run) AS run, * FROM {database}.{name}"


def _needed(sql: str) -> list[str]:
    """The tables that a question names, and perhaps some more."""
    return [name for name in ("runs", *TABLES) if re.search(rf"\b{name}\b", sql, re.IGNORECASE)]


def _only_reading(action: int, *_: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY


def _in_words(sql: str, problem: Exception) -> str:
    told = str(problem)
    if any(word in told for word in ("not authorized", "prohibited", "cannot modify", "may not be")):
        return f"a query only reads, and this would do something else: {sql.strip().split(None, 1)[0]}"
    if "one statement" in told:
        return "this is more than one query: ask one at a time"
    if "no such table: " in told:
        name = told.rpartition(": ")[2]
        hint = did_you_mean(name, ["runs", *TABLES])
        return f"there is no table {name!r}; {hint or 'there are runs, ' + ', '.join(TABLES)}"
    return f"this query cannot be answered: {told}"
