"""Results and rows as SQLite takes them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from croupier.lab.store.schema import StoreError
from croupier.lab.tables import TYPES
from croupier.lab.work.job import Rows

_LARGEST = 2**63

AT_ONCE = 5_000
"""So many rows are in memory at the same time."""


def rows_of(tables: Rows, part: str) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of every table that has some, in the order of its columns; the part stands for the series."""
    return {
        name: [
            tuple(part if column == "series" else _cell(column, row.get(column)) for column in TYPES[name])
            for row in rows
        ]
        for name, rows in tables.items()
        if rows
    }


def _cell(column: str, value: Any) -> Any:
    # Seeds have all 64 bits and scores have no bounds; SQLite's integers have a sign and 63.
    if column == "seed":
        return str(value)
    if isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
        return str(value)
    return value


def table_rows(sql: sqlite3.Connection, table: str) -> Iterator[list[dict[str, Any]]]:
    """The rows of a table in order, some thousands at a time; seeds, flags and scores are what they were."""
    cursor = sql.execute(f"SELECT * FROM {table}")
    names = [column[0] for column in cursor.description]
    while rows := cursor.fetchmany(AT_ONCE):
        yield [
            {name: _value(table, name, cell) for name, cell in zip(names, row, strict=True)} for row in rows
        ]


_CELLS: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "int64": int,
    "uint64": int,
    "float64": (int, float),
    "bool_": int,
}
"""The kinds of cells that the types of columns allow, once numbers beyond SQLite's are numbers again."""


def _value(table: str, column: str, cell: Any) -> Any:
    if (table, column) in {("games", "seed"), ("seats", "score")} and isinstance(cell, str):
        with suppress(ValueError):
            cell = int(cell)
    if cell is not None and not isinstance(cell, _CELLS[TYPES[table][column]]):
        raise StoreError(f"the run is damaged: the {column} in its table `{table}` is {str(cell)[:40]!r}")
    if (table, column) == ("decisions", "forced"):
        return bool(cell)
    return cell


def estimates_in(report: Any, name: str = "") -> Iterator[tuple[str, Any, Any, Any, Any]]:
    """Every estimate of a report with its place in it, as rows of the table `results`.

    >>> list(estimates_in({"seats": [{"win": {"value": 0.5, "low": 0.4, "high": 0.6, "n": 9}}]}))
    [('seats.0.win', 0.5, 0.4, 0.6, 9)]
    """
    if isinstance(report, Mapping):
        key = next((key for key in ("value", "mean", "share") if key in report), None)
        if key is not None and {"low", "high", "n"} <= set(report):
            yield name, report[key], report["low"], report["high"], report["n"]
        inner: Iterator[tuple[Any, Any]] = iter(report.items())
    elif isinstance(report, list | tuple):
        inner = iter(enumerate(report))
    else:
        return
    for key, held in inner:
        yield from estimates_in(held, f"{name}.{key}" if name else str(key))
