"""Pieces of pages: whatever is text stays text."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browser import Tab
from croupier.report.markup import Markup, data, joined, table, tag
from croupier.report.page import Section, page
from croupier.text.shown import shown_in

pytestmark = pytest.mark.slow

NASTY = "</script><script>alert('x')</script><img src=x onerror=\"alert(1)\"> & \u2028 \x00 \ud800"


class Reader(HTMLParser):
    """The elements and the texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.values: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element."""
        self.elements.append(tag)
        self.values += [value for _, value in attrs if value is not None]

    def handle_data(self, data: str) -> None:
        """A text."""
        self.text += data


@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Cn"))))
def test_any_text_reads_back_as_it_was(text: str) -> None:
    read = Reader(tag("p", text, title=text))
    assert read.elements == ["p"]
    assert read.text == text
    assert read.values == [text]


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists))
def test_any_data_reads_back_but_for_control_characters(value: object) -> None:
    text = data(value, id="d")
    inner = text.removeprefix('<script type="application/json" id="d">').removesuffix("</script>")
    assert "<" not in inner
    assert json.loads(inner) == shown_in(value)


def test_attributes() -> None:
    assert tag("a", "x", class_="c", aria_label="l", hidden=True, open=False, id=None) == Markup(
        '<a class="c" aria-label="l" hidden>x</a>'
    )
    assert tag("br") == "<br>"
    assert joined([None, "<", tag("b", 1)]) == "&lt;<b>1</b>"


def test_a_table_says_what_its_cells_are() -> None:
    text = table(("Name", "n"), [("<a>", 3)], caption="Things")
    assert '<th scope="col">Name</th><th class="number" scope="col">n</th>' in text
    assert '<th scope="row">&lt;a&gt;</th><td class="number">3</td>' in text
    assert 'aria-label="Things"' in text


def test_nothing_nasty_comes_to_life(browser: Tab, tmp_path: Path) -> None:
    body = joined(
        [tag("p", NASTY, title=NASTY), table([NASTY], [[NASTY]], caption=NASTY), data(NASTY, id="d")]
    )
    path = tmp_path / "nasty.html"
    script = "document.title = JSON.parse(document.getElementById('d').textContent).length"
    text = page(
        NASTY, [Section(NASTY, body), Section("Two", tag("p"))], lead=NASTY, foot=NASTY, scripts=[script]
    )
    path.write_text(text, encoding="utf-8")
    browser.open(path)
    assert browser.problems == []
    assert browser.run("document.querySelectorAll('img').length") == 0
    assert browser.run("document.scripts.length") == 2
    assert browser.run("document.title") == str(len(NASTY))


@pytest.mark.parametrize(
    "attempt",
    [
        "document.body.append(Object.assign(document.createElement('script'), {text: 'window.x = 1'}))",
        "document.body.innerHTML += '<img src=x onerror=\"window.x = 1\">'",
        "document.body.append(Object.assign(document.createElement('img'), {src: 'https://localhost/x'}))",
    ],
)
def test_a_page_runs_its_own_scripts_only_and_fetches_nothing(
    browser: Tab, tmp_path: Path, attempt: str
) -> None:
    path = tmp_path / "page.html"
    path.write_text(page("Page", [Section("One", tag("p", "x"))]), encoding="utf-8")
    browser.open(path)
    browser.run(attempt + "; 0")
    assert browser.run("new Promise(done => setTimeout(() => done(window.x === undefined), 50))")
    assert any("Content Security Policy" in problem for problem in browser.problems)
    assert [url for url in browser.requests if url.startswith("http")] == []
