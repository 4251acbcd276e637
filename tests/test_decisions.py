"""The decisions: numbered one after the other, each with its day and status, all of them in the index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from strategies import ROOT

FOLDER = ROOT / "docs" / "decisions"
FILES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
_HEAD = re.compile(r"# (\d{4}): (.+)\n\nDate: (\d{4}-\d{2}-\d{2})\. Status: ([^.]+)\.\n")


def test_numbers_are_consecutive() -> None:
    expected = [f"{number:04d}" for number in range(1, len(FILES) + 1)]
    assert [path.name[:4] for path in FILES] == expected, "give a new decision the next number"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_decision_has_a_head_and_a_row_in_the_index(path: Path) -> None:
    head = _HEAD.match(path.read_text(encoding="utf-8"))
    assert head is not None, (
        "begin with `# 0042: Title`, an empty line, `Date: 2026-01-31. Status: in force.`"
    )
    number, title, day, status = head.groups()
    assert number == path.name[:4]
    row = f"| {number} | [{title}]({path.name}) | {day} | {status} |"
    assert row in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()


def test_the_index_has_no_other_rows() -> None:
    rows = re.findall(r"^\| \d{4} \| ", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == len(FILES)
