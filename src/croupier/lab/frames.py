"""Tables of plain rows as data frames of pandas or polars, whichever is installed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from croupier.text import CroupierError


class FrameError(CroupierError, LookupError):
    """A frame that cannot be made; the message says how it could."""


def data_frames(tables: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Tables as pandas data frames; plain rows where pandas is not installed."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        return dict(tables)
    return {name: pandas.DataFrame(rows) for name, rows in tables.items()}


def data_frame(rows: list[dict[str, Any]]) -> Any:
    """A table as a frame of pandas, or of polars where pandas is not installed; else :class:`FrameError`."""
    try:
        return import_module("pandas").DataFrame(rows)
    except ImportError:
        pass
    try:
        polars = import_module("polars")
    except ImportError:
        raise FrameError(
            "frames take pandas or polars: pip install 'croupier[pandas]' or 'croupier[polars]'; "
            "`.rows()` gives plain tuples without them"
        ) from None
    # Seeds have all 64 bits, and what begins with nothing may go on with numbers.
    wide = {"seed": polars.UInt64} if rows and "seed" in rows[0] else {}
    return polars.DataFrame(rows, schema_overrides=wide, infer_schema_length=None)
