"""Every finding: its wrong example has it, its right one is clean, its text is golden."""

from __future__ import annotations

import pytest

from croupier.recycle.check import check
from croupier.recycle.codes import Code, codes, framed
from croupier.text import Diagnostic, Severity, Source, render_all
from golden import assert_golden


def findings_of(code: Code, example: str) -> tuple[Diagnostic, ...]:
    """What `check` says about an example of a code."""
    text = framed(code.frame, example)
    return check(Source.of_bytes("example.rcy", text.encode("utf-8", "surrogateescape"))).findings


CHECKED = [code for code in codes().values() if code.frame not in ("translation", "run")]


@pytest.mark.parametrize("code", CHECKED, ids=lambda code: code.code)
def test_the_wrong_example_is_found_and_told_as_before(code: Code) -> None:
    findings = findings_of(code, code.wrong)
    assert code.code in {f.code for f in findings}
    assert_golden(f"findings/{code.code}.txt", render_all(findings) + "\n")


@pytest.mark.parametrize("code", CHECKED, ids=lambda code: code.code)
def test_the_wrong_example_has_no_worse_finding(code: Code) -> None:
    worse = [f.code for f in findings_of(code, code.wrong) if f.severity > code.severity]
    assert worse == []


@pytest.mark.parametrize("code", CHECKED, ids=lambda code: code.code)
def test_the_right_example_is_clean(code: Code) -> None:
    assert [f.code for f in findings_of(code, code.right) if f.severity > Severity.NOTE] == []


@pytest.mark.parametrize("code", CHECKED, ids=lambda code: code.code)
def test_fixes_mend_what_they_fix(code: Code) -> None:
    for finding in findings_of(code, code.wrong):
        for fix in finding.fixes:
            text = finding.span.source.text
            mended = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
            again = check(Source("example.rcy", mended)).findings
            assert (finding.code, finding.span.start) not in {(f.code, f.span.start) for f in again}


READING = ("RCY005", "RCY011", "RCY012", "RCY013")
"""The warnings of the reader, which stand among its errors."""


def test_codes_are_grouped_and_have_all_their_parts() -> None:
    for code in codes().values():
        assert all((code.title, code.rule, code.wrong, code.right, code.message))
        assert code.rule.endswith(".")
        is_warning = "RCY100" < code.code < "RCY200" or code.code in READING
        assert is_warning == (code.severity is not Severity.ERROR)
