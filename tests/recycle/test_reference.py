"""The generated pages of the reference: current, and without gaps."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from croupier.recycle.codes import codes
from croupier.recycle.form_words import STRUCTURE_PARTS, result_in_words
from croupier.recycle.forms import FORMS, PART_TYPES, Form
from recycle_reference import (
    COMMAND,
    FINDINGS_PAGE,
    FORMS_PAGE,
    findings_page,
    main,
    pages,
    reference_page,
)

DOCS = Path(__file__).parents[2] / "docs"
NOT_NAMED = {"word", "Variable"}
"""Kinds of parts that a signature spells out."""


@pytest.mark.parametrize(
    ("name", "text"),
    pages().items(),
    ids=["forms", "findings", "traits"],
)
def test_the_page_in_docs_is_current(name: str, text: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == text, f"run `{COMMAND}`"
    assert COMMAND in text.split("\n", 1)[0]


@cache
def page() -> str:
    """The page of forms, made once."""
    return reference_page()


@pytest.mark.parametrize("form", FORMS.values(), ids=lambda form: form.name)
def test_every_form_is_on_its_page_with_result_and_doc(form: Form) -> None:
    blocks = page().split("\n\n")
    entry = next(block for block in blocks if block.startswith(f"**`{form.signature}`**"))
    assert f"gives {result_in_words(form)};" in entry
    assert any(form.doc in block for block in blocks)


def test_every_part_of_a_signature_is_explained() -> None:
    used = {part.kind for form in FORMS.values() for part in form.parts} - NOT_NAMED
    assert used - PART_TYPES.keys() == set(STRUCTURE_PARTS)
    assert all(f"| `{kind}` |" in page() for kind in used)


def test_every_finding_is_on_its_page() -> None:
    page = findings_page()
    for code in codes().values():
        assert f"### {code.code} {code.title}\n\n{code.rule}\n\nWrong:" in page


def test_the_links_of_a_page_lead_somewhere() -> None:
    for page in (reference_page(), findings_page()):
        headings = {_slug(line) for line in page.split("\n") if line.startswith("#")}
        links = {link.split(")")[0] for link in page.split("](#")[1:]}
        assert links
        assert links <= headings


def _slug(heading: str) -> str:
    """The anchor that a Markdown renderer gives a heading."""
    return "".join(c for c in heading.lstrip("# ").lower().replace(" ", "-") if c.isalnum() or c == "-")


def test_the_command_writes_both_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / name) for name in pages()]
    assert (tmp_path / FORMS_PAGE).read_text(encoding="utf-8") == reference_page()
    assert (tmp_path / FINDINGS_PAGE).read_text(encoding="utf-8") == findings_page()


def test_the_command_says_how_to_use_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["no/such/directory"]) == 2
    assert COMMAND in capsys.readouterr().err
