"""Findings as people see them: place, sentence, excerpt with carets; and as data."""

from __future__ import annotations

import json

import pytest
import wcwidth
from hypothesis import given
from hypothesis import strategies as st

from croupier.text import Diagnostic, Fix, Note, Severity, Source, as_json, render, render_all, summary
from croupier.text.render import MOST_SHOWN


def found(text: str, start: int, end: int, severity: Severity = Severity.ERROR) -> Diagnostic:
    """A finding about a piece of a text."""
    return Diagnostic("RCY020", severity, Source("demo.rcy", text).span(start, end), "no such form")


def at(text: str, piece: str) -> Diagnostic:
    """A finding about a word of a text."""
    start = text.index(piece)
    return found(text, start, start + len(piece))


def test_place_severity_code_sentence_excerpt_and_hint() -> None:
    source = Source("demo.rcy", "(game\n  (shufle X))\n")
    finding = Diagnostic(
        "RCY020", Severity.ERROR, source.span(9, 15), "no such form", "did you mean `shuffle`?"
    )
    assert render(finding).split("\n") == [
        "demo.rcy:2:4: error[RCY020]: no such form",
        "  2 |   (shufle X))",
        "    |    ^^^^^^",
        "  hint: did you mean `shuffle`?",
    ]


def test_a_note_shows_its_line_unless_it_is_the_same() -> None:
    source = Source("demo.rcy", "(one)\n(two)")
    notes = (
        Note("it begins here", source.span(0, 1)),
        Note("and here", source.span(6, 7)),
        Note("so it is"),
    )
    finding = Diagnostic("RCY004", Severity.WARNING, source.span(10, 11), "it ends", notes=notes)
    assert render(finding).split("\n") == [
        "demo.rcy:2:5: warning[RCY004]: it ends",
        "  2 | (two)",
        "    |     ^",
        "  note: line 1: it begins here",
        "  1 | (one)",
        "    | ^",
        "  note: line 2: and here",
        "  note: so it is",
    ]


def test_colours_mark_severity_and_carets_and_change_no_letter() -> None:
    finding = at("(shufle X)", "shufle")
    painted = render(finding, colour=True)
    assert "\x1b[1;31merror[RCY020]:\x1b[0m" in painted
    assert "\x1b[1;31m^^^^^^\x1b[0m" in painted
    plain = painted
    for code in ("\x1b[1;31m", "\x1b[1m", "\x1b[0m"):
        plain = plain.replace(code, "")
    assert plain == render(finding)


@pytest.mark.parametrize(
    ("text", "shown", "carets"),
    [
        ("\t(shufle X)", " (shufle X)", "  ^^^^^^"),
        ("(漢字 shufle)", "(漢字 shufle)", "      ^^^^^^"),
        ("(e\u0301 shufle)", "(e\u0301 shufle)", "   ^^^^^^"),
        ("(\x00 shufle)", "(\ufffd shufle)", "   ^^^^^^"),
        ("(\x1b[31m shufle)", "(\ufffd[31m shufle)", "       ^^^^^^"),
        ("(shufle)\r\n", "(shufle)", " ^^^^^^"),
    ],
    ids=["tab", "wide", "combining", "nul", "escape", "crlf"],
)
def test_carets_stand_below_what_they_mean(text: str, shown: str, carets: str) -> None:
    _, line, below = render(at(text, "shufle")).split("\n")
    assert (line, below) == (f"  1 | {shown}", f"    | {carets}")


def test_a_wide_character_gets_carets_as_wide() -> None:
    assert render(at("(漢字)", "漢字")).split("\n")[2] == "    |  ^^^^"


def test_a_span_over_several_lines_is_marked_on_the_first() -> None:
    assert render(found("(one\n two)", 0, 10)).split("\n")[1:] == ["  1 | (one", "    | ^^^^"]


def test_the_end_of_a_text_can_be_pointed_at() -> None:
    assert render(found("(game", 5, 5)).split("\n")[1:] == ["  1 | (game", "    |      ^"]
    assert render(found("", 0, 0)).split("\n")[1:] == ["  1 | ", "    | ^"]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("filler", ["x", "漢"])
def test_of_a_very_long_line_only_the_neighbourhood_is_shown(width: int, filler: str) -> None:
    text = filler * 5000 + " shufle " + filler * 5000
    _, line, below = render(at(text, "shufle"), width=width).split("\n")
    assert wcwidth.wcswidth(line) <= width
    assert line.startswith("  1 | …")
    assert line.endswith("…")
    start = wcwidth.wcswidth(line[: line.index("shufle")])
    assert below == "    | ".ljust(start) + "^^^^^^"


def test_both_ends_of_a_long_line_are_shown_as_ends() -> None:
    text = "a" + " x" * 200 + " z"
    assert render(found(text, 0, 1), width=40).split("\n")[1] == "  1 | a x x x x x x x x x x x x x…"
    assert render(found(text, len(text) - 1, len(text)), width=40).split("\n")[1].endswith(" x x z")


@given(st.text(max_size=60), st.data())
def test_any_place_of_any_text_can_be_shown(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown = render(found(text, start, end), width=40)
    assert shown.replace("\n", "").isprintable()
    _, line, below = shown.split("\n")
    assert set(below.split("|")[1]) <= {" ", "^"}
    assert "^" in below
    assert wcwidth.wcswidth(line) <= 40


def test_a_name_or_sentence_with_control_characters_does_no_harm() -> None:
    finding = Diagnostic("RCY003", Severity.ERROR, Source("de\nmo", "x").span(0, 1), "`\x07` is strange")
    assert render(finding).split("\n")[0] == "de\ufffdmo:1:1: error[RCY003]: `\ufffd` is strange"


def test_findings_are_counted_by_severity_worst_first() -> None:
    kinds = [Severity.NOTE, Severity.WARNING, Severity.ERROR, Severity.WARNING]
    findings = [found("x", 0, 1, kind) for kind in kinds]
    assert summary(findings) == "1 error, 2 warnings, 1 note"
    assert summary([]) == "no findings"
    assert render_all(findings).count("no such form") == 4


def test_findings_sort_by_place_and_at_one_place_the_worst_first() -> None:
    late, mild, bad = found("xy", 1, 2), found("xy", 0, 1, Severity.NOTE), found("xy", 0, 1)
    assert sorted([late, mild, bad], key=lambda f: f.sort_key) == [bad, mild, late]


def test_as_data_a_finding_keeps_everything() -> None:
    source = Source("demo.rcy", "(game\n  (shufle X))\n")
    span = source.span(9, 15)
    finding = Diagnostic(
        "RCY020",
        Severity.ERROR,
        span,
        "no such form",
        "did you mean `shuffle`?",
        (Note("in this game", source.span(0, 1)), Note("as it were")),
        (Fix("use the known form", span, "shuffle"),),
    )
    place = {
        "file": "demo.rcy",
        "line": 2,
        "column": 4,
        "end_line": 2,
        "end_column": 10,
        "start": 9,
        "end": 15,
    }
    data = json.loads(json.dumps(as_json(finding)))
    assert {key: data[key] for key in place} == place
    assert (data["code"], data["severity"], data["message"]) == ("RCY020", "error", "no such form")
    assert data["hint"] == "did you mean `shuffle`?"
    assert data["notes"][0]["line"] == 1
    assert data["notes"][1] == {"message": "as it were"}
    assert data["fixes"] == [{"message": "use the known form", "replacement": "shuffle", **place}]
    assert as_json(found("x", 0, 1))["hint"] is None


def test_of_very_many_findings_the_rest_is_counted() -> None:
    source = Source("demo.rcy", "(game)")
    one = Diagnostic("RCY001", Severity.ERROR, source.span(0, 1), "no game")
    lines = render_all([one] * (MOST_SHOWN + 1234)).splitlines()
    assert lines[-1] == "1,234 more findings are not shown; repair these first"
    assert sum("no game" in line for line in lines) == MOST_SHOWN
