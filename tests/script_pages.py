"""The pages about a script language: their fenced blocks, and the transcripts among them.

A block ``LANGUAGE file NAME`` is written to a file; one that begins with ``$ croupier …`` prints what stands
below it.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from croupier.cli import group

DOCS = Path(__file__).parents[1] / "docs"
_FENCE = re.compile(r"^```(\S+)[ \t]*([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Fence(NamedTuple):
    """A fenced block: its language, what else stands behind it, its text."""

    language: str
    words: list[str]
    text: str


def text_of(page: str) -> str:
    """A page by its name."""
    return (DOCS / page).read_text(encoding="utf-8")


def fences(page: str) -> list[Fence]:
    """The fenced blocks of a page."""
    return [Fence(m.group(1), m.group(2).split(), m.group(3)) for m in _FENCE.finditer(text_of(page))]


def assert_transcripts_are_real(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Every command of a page prints what the page says; how many there are."""
    monkeypatch.chdir(folder)
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"})
    run = 0
    for _, words, text in fences(page):
        if words[:1] == ["file"]:
            (folder / words[1]).write_text(text, encoding="utf-8")
        elif text.startswith("$ croupier "):
            command, _, expected = text.partition("\n")
            result = runner.invoke(group, shlex.split(command)[2:], prog_name="croupier")
            assert result.output == expected, command
            run += 1
    return run
