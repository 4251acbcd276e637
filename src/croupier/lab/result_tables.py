"""The tables of a result on disk, each as a file: what `tables()` of a comparison or a sweep gives."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from croupier.lab.tables import Row, TableError
from croupier.recycle.parameters import shown

Tables = Mapping[str, list[Row]]


def write_csv(folder: str | Path, tables: Tables) -> None:
    """One CSV file a table."""
    for name, rows in tables.items():
        with open(Path(folder) / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, _columns(rows))
            writer.writeheader()
            writer.writerows({column: _plain(value) for column, value in row.items()} for row in rows)


def write_parquet(folder: str | Path, tables: Tables) -> None:
    """One Parquet file a table; takes pyarrow."""
    arrow, parquet = arrow_modules()
    for name, rows in tables.items():
        columns = {}
        for column in _columns(rows):
            values = [_plain(row.get(column)) for row in rows]
            kinds = {type(value) for value in values if value is not None}
            # Integers and names in one column, say: Parquet has one type a column.
            mixed = len(kinds) > 1 and not kinds <= {int, float}
            columns[column] = [None if value is None else str(value) for value in values] if mixed else values
        parquet.write_table(arrow.table(columns), Path(folder) / f"{name}.parquet")


def arrow_modules() -> tuple[Any, Any]:
    """What writes Parquet; :class:`TableError` if it is not installed."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise TableError("--parquet takes pyarrow: pip install 'croupier[parquet]'") from None


def _columns(rows: list[Row]) -> list[str]:
    return list(dict.fromkeys(column for row in rows for column in row))


def _plain(value: Any) -> Any:
    """A list or a truth value as it is written on the command line."""
    return shown(value) if isinstance(value, tuple | bool) else value
