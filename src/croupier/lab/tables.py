"""Raw tables on disk: every game, seat, decision and estimate, written as they come."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from croupier.text.errors import CroupierError

Row = dict[str, Any]

AT_ONCE = 50_000
"""So many rows of a table are collected before they are written as a row group of Parquet."""


_AT = {"series": "string", "game": "int64", "ai": "string"}
TYPES = {
    "games": {
        **_AT,
        # Seeds have all 64 bits.
        "seed": "uint64",
        "status": "string",
        "decisions": "int64",
        "options": "int64",
        "forced": "int64",
    },
    # Scores have no bounds in RECYCLE.
    "seats": {
        **_AT,
        "seat": "int64",
        "player": "string",
        "score": "float64",
        "rank": "int64",
        "win": "float64",
    },
    "decisions": {
        **_AT,
        "number": "int64",
        "seat": "int64",
        "options": "int64",
        "forced": "bool_",
        "chosen": "int64",
        "text": "string",
        "spread": "float64",
    },
    "estimates": {**_AT, "number": "int64", "option": "int64", "seat": "int64", "estimate": "float64"},
    # Those of a stored run.
    "results": {"name": "string", "value": "float64", "low": "float64", "high": "float64", "n": "int64"},
    "chunks": {
        "part": "string",
        "first": "int64",
        "past": "int64",
        "seconds": "float64",
        "worker": "string",
        "at": "string",
    },
    "summaries": {
        "part": "string",
        "first": "int64",
        "past": "int64",
        "seconds": "float64",
        "data": "string",
    },
    "lost": {
        "part": "string",
        "first": "int64",
        "past": "int64",
        "why": "string",
        "seeds": "string",
        "at": "string",
    },
}
"""The columns of the tables, in the words of Arrow."""


class TableError(CroupierError, OSError):
    """Tables that cannot be written; the message says why."""


class CsvFolder:
    """A folder with one CSV file a table."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        os.makedirs(self.folder, exist_ok=True)
        self._files: dict[str, tuple[TextIO, Any]] = {}

    def add(self, tables: Mapping[str, list[Row]]) -> None:
        """Write rows behind those that are there."""
        for name, rows in tables.items():
            if not rows:
                continue
            if name not in self._files:
                file = open(self.folder / f"{name}.csv", "w", encoding="utf-8", newline="")  # noqa: SIM115 - until close
                self._files[name] = (file, csv.DictWriter(file, list(TYPES[name])))
                self._files[name][1].writeheader()
            self._files[name][1].writerows(rows)

    def close(self) -> None:
        """Everything is written."""
        for file, _ in self._files.values():
            file.close()
        self._files = {}

    def __enter__(self) -> CsvFolder:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


class ParquetFolder:
    """A folder with one Parquet file a table; takes pyarrow."""

    def __init__(self, folder: str | Path) -> None:
        try:
            self._arrow: Any = import_module("pyarrow")
            self._parquet: Any = import_module("pyarrow.parquet")
        except ImportError:
            raise TableError("--parquet takes pyarrow: pip install 'croupier[parquet]'") from None
        self.folder = Path(folder)
        os.makedirs(self.folder, exist_ok=True)
        self._writers: dict[str, Any] = {}
        self._waiting: dict[str, list[Row]] = {}

    def add(self, tables: Mapping[str, list[Row]]) -> None:
        """Take rows, and write them once there are many."""
        for name, rows in tables.items():
            waiting = self._waiting.setdefault(name, [])
            waiting += rows
            if len(waiting) >= AT_ONCE:
                self._write(name)

    def _write(self, name: str) -> None:
        rows = self._waiting.pop(name)
        if not rows:
            return
        if name not in self._writers:
            types = TYPES[name].items()
            schema = self._arrow.schema([(column, getattr(self._arrow, kind)()) for column, kind in types])
            self._writers[name] = self._parquet.ParquetWriter(self.folder / f"{name}.parquet", schema)
        table = self._arrow.Table.from_pylist(rows, schema=self._writers[name].schema)
        self._writers[name].write_table(table)

    def close(self) -> None:
        """Everything is written."""
        for name in list(self._waiting):
            self._write(name)
        for writer in self._writers.values():
            writer.close()
        self._writers = {}

    def __enter__(self) -> ParquetFolder:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()
