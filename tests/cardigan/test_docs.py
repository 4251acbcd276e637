"""The pages about Cardigan: programs are right, transcripts are real, generated pages are current."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardigan_reference import (
    COMMAND,
    FINDINGS_PAGE,
    LIBRARY_PAGE,
    findings_page,
    library_page,
    main,
)
from croupier.cli import group
from croupier.script.cardigan.codes import codes
from croupier.script.cardigan.names import COMMON, FUNCTIONS, METHODS
from croupier.script.cardigan.parser import parse
from croupier.script.cardigan.tokens import KEYWORDS
from croupier.text import Source, render_all

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "cardigan.md").read_text(encoding="utf-8")
_FENCE = re.compile(r"^```(\S+)[ \t]*([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCES = [(m.group(1), m.group(2).split(), m.group(3)) for m in _FENCE.finditer(PAGE)]


def test_transcripts_are_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"})
    run = 0
    for _, words, text in FENCES:
        if words[:1] == ["file"]:
            (tmp_path / words[1]).write_text(text, encoding="utf-8")
        elif text.startswith("$ croupier "):
            command, _, expected = text.partition("\n")
            result = runner.invoke(group, shlex.split(command)[2:], prog_name="croupier")
            assert result.output == expected, command
            run += 1
    assert run == 6


@pytest.mark.parametrize("text", [text for kind, _, text in FENCES if kind == "cardigan"])
def test_every_example_can_be_read(text: str) -> None:
    found = [f for f in parse(Source("example.cdg", text)).findings if f.is_error]
    assert not found, render_all(found)


def test_all_keywords_are_told() -> None:
    assert set(PAGE.split("Keywords:")[1].split("`")[1].split()) == KEYWORDS


@pytest.mark.parametrize(
    ("name", "text"),
    [(LIBRARY_PAGE, library_page()), (FINDINGS_PAGE, findings_page())],
    ids=["library", "findings"],
)
def test_the_generated_page_is_current(name: str, text: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == text, f"run `{COMMAND}`"
    assert COMMAND in text.split("\n", 1)[0]


def test_nothing_is_left_out() -> None:
    rows = (*METHODS.values(), *COMMON.values(), *FUNCTIONS.values())
    assert all(f"`{row.signature}`" in library_page() for row in rows)
    assert all(f"### {c.code} {c.title}\n\n{c.rule}" in findings_page() for c in codes().values())


def test_the_command_writes_the_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 0
    assert (tmp_path / LIBRARY_PAGE).read_text(encoding="utf-8") == library_page()
    assert main([]) == 2
    assert COMMAND in capsys.readouterr().err
