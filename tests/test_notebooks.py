"""The notebooks in `examples/` run from top to bottom, and are kept without outputs.

Their code cells run in this process, one after the other; what the last line of a cell gives is shown as in a
notebook. No kernel has to be started for that.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    """The cells of a notebook."""
    return list(json.loads(path.read_text(encoding="utf-8"))["cells"])


def run(path: Path) -> list[Any]:
    """Run all code cells; the values that a notebook would show."""
    scope: dict[str, Any] = {"__name__": "notebook"}
    shown = []
    for number, cell in enumerate(cells(path)):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        where = f"{path.name}, cell {number}"
        exec(compile(tree, where, "exec"), scope)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), where, "eval"), scope)
            if value is not None:
                shown.append(value)
    return shown


def test_there_are_four() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["learning", "own_bot", "own_game", "rule_constant"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_kept_without_outputs(path: Path) -> None:
    for cell in cells(path):
        assert cell["cell_type"] in ("code", "markdown")
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path) -> None:
    for value in run(path):
        shown = getattr(value, "_repr_html_", None) or getattr(value, "_repr_svg_", None)
        assert shown() if shown is not None else repr(value)
