"""Results have the same last digits on every Python: none comes from its built-in sum of floats.

Since 3.12 that sum is compensated. Here it is once as before, and once as since, whatever Python this is.
"""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable
from typing import Any

import pytest

from croupier.lab.analysis import analyze


def plain(values: Iterable[Any], /, start: Any = 0) -> Any:
    """The sum of Python 3.11: one addition after the other."""
    total = start
    for value in values:
        total = total + value
    return total


def compensated(values: Iterable[Any], /, start: Any = 0) -> Any:
    """The sum since Python 3.12: what additions of floats lose is kept, and added in the end."""
    total, lost = start, 0.0
    for value in values:
        if isinstance(value, float) and isinstance(total, int | float):
            new = total + value
            lost += (total - new) + value if abs(total) >= abs(value) else (value - new) + total
            total = new
        else:
            total = total + value
    return total + lost if isinstance(total, float) else total


def scores() -> dict[str, str]:
    """All that an analysis has found, each number with all its digits."""
    found = analyze("agram", players="pipmc:tests=3", games="6,3,3,2,1,6", workers=1).data()
    return {name: json.dumps(part) for name, part in found["heuristics"].items()}


@pytest.mark.slow
def test_no_digit_depends_on_how_python_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain([0.1] * 10) != compensated([0.1] * 10)
    monkeypatch.setattr(builtins, "sum", plain)
    before = scores()
    monkeypatch.setattr(builtins, "sum", compensated)
    since = scores()
    monkeypatch.undo()
    assert before
    assert [name for name in before if before[name] != since[name]] == []
