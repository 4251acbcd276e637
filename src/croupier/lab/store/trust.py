"""Cells of a run's file as they have to be: files are damaged, and anybody can have written them."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.lab.store.schema import StoreError
from croupier.lab.store.values import estimates_in

Kind = type | tuple[type, ...]

UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)
"""The exceptions of code that is given data of another shape than it was made for."""


def damaged(path: Path, what: str) -> StoreError:
    """The error for a cell that cannot be what it is."""
    return StoreError(f"{path}: it is damaged: {what}")


def checked_row(
    path: Path, table: str, row: Sequence[Any], kinds: Sequence[tuple[str, Kind]]
) -> tuple[Any, ...]:
    """The row itself if every cell is of its kind, and every number finite; else StoreError."""
    for (name, kind), cell in zip(kinds, row, strict=True):
        if not isinstance(cell, kind) or (isinstance(cell, float) and not math.isfinite(cell)):
            raise damaged(path, f"the {name} in its table `{table}` is {_excerpt(cell)}")
    return tuple(row)


def json_cell(path: Path, name: str, text: Any, kind: Kind) -> Any:
    """The data that a cell holds as JSON; StoreError if it is something else."""
    try:
        data = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise damaged(path, f"its {name} is {_excerpt(text)}, which is not JSON") from None
    if not isinstance(data, kind):
        raise damaged(path, f"its {name} is {_excerpt(text)}")
    return data


def checked_report(path: Path, text: Any) -> dict[str, Any]:
    """A report whose estimates are numbers; else StoreError."""
    report: dict[str, Any] = json_cell(path, "report", text, dict)
    try:
        for name, *numbers in estimates_in(report):
            for number in numbers:
                if number is not None and not (isinstance(number, int | float) and math.isfinite(number)):
                    raise damaged(path, f"{name} in its report is {_excerpt(number)}")
        # A number that is no estimate may still be none that JSON knows.
        json.dumps(report, allow_nan=False)
    except (ValueError, RecursionError, OverflowError):
        raise damaged(path, "its report has numbers or depths that no report has") from None
    return report


def seed_of(path: Path, text: str) -> int:
    """A seed from its digits; StoreError if they are none."""
    try:
        return int(text)
    except ValueError:
        raise damaged(path, f"its seed is {_excerpt(text)}") from None


def _excerpt(cell: Any) -> str:
    text = repr(cell)
    return text if len(text) <= 60 else f"{text[:59]}…"
