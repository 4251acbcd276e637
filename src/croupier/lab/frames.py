"""Tables of plain rows as data frames."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any


def data_frames(tables: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Tables as pandas data frames; plain rows where pandas is not installed."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        return dict(tables)
    return {name: pandas.DataFrame(rows) for name, rows in tables.items()}
