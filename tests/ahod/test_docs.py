"""The pages about AHOD: programs are right, transcripts are real, generated pages are current."""

from __future__ import annotations

from pathlib import Path

import pytest

from ahod_reference import (
    BUILTINS_PAGE,
    COMMAND,
    FINDINGS_PAGE,
    builtins_page,
    findings_page,
    main,
)
from croupier.script.ahod.braces.errors import REFUSALS
from croupier.script.ahod.braces.lexer import KEYWORDS as BRACE_KEYWORDS
from croupier.script.ahod.builtins import ALL
from croupier.script.ahod.codes import codes
from croupier.script.ahod.format import formatted
from croupier.script.ahod.tokens import KEYWORDS
from croupier.text import Source, render_all
from script_pages import DOCS, assert_transcripts_are_real, fences, text_of

PAGES = {"ahod.md": 5, "ahod-braces.md": 4}
"""The pages with the number of their transcripts."""


@pytest.mark.parametrize("page", PAGES)
def test_transcripts_are_real(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert assert_transcripts_are_real(page, tmp_path, monkeypatch) == PAGES[page]


@pytest.mark.parametrize(
    "text",
    [f.text for page in PAGES for f in fences(page) if f.language == "ahod" and "mixed.ah" not in f.words],
)
def test_every_example_can_be_read(text: str) -> None:
    laid_out, found = formatted(Source("example.ah", text))
    assert laid_out is not None, render_all(found)


def test_all_keywords_are_told() -> None:
    listed = text_of("ahod.md").split("lower case (W504). Keywords:")[1].split("`")[1].split()
    assert set(listed) == KEYWORDS
    reserved = text_of("ahod-braces.md").split("Reserved are")[1].split("`")[1].split()
    assert set(reserved) == BRACE_KEYWORDS


def test_all_refusals_are_told() -> None:
    assert [c.code for c in REFUSALS if f"| {c.code} | `" not in text_of("ahod-braces.md")] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [(BUILTINS_PAGE, builtins_page()), (FINDINGS_PAGE, findings_page())],
    ids=["built-ins", "findings"],
)
def test_the_generated_page_is_current(name: str, text: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == text, f"run `{COMMAND}`"
    assert COMMAND in text.split("\n", 1)[0]


def test_nothing_is_left_out() -> None:
    assert all(f"`{b.signature}`" in builtins_page() for b in ALL)
    assert all(f"### {c.code} {c.title}\n\n{c.rule}" in findings_page() for c in codes().values())


def test_the_command_writes_the_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 0
    assert (tmp_path / BUILTINS_PAGE).read_text(encoding="utf-8") == builtins_page()
    assert main([]) == 2
    assert COMMAND in capsys.readouterr().err
