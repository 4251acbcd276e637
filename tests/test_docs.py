"""The documents keep their promises: programs pass, transcripts are real, examples run, links lead somewhere.

What the fences of a page mean:

- ``recycle program [FILE]``: a complete program without errors and warnings.
- ``recycle body`` and ``recycle setup``: a piece of a program without errors.
- ``recycle recipe NAME`` and ``recycle trap NAME``: a piece that ``test_cookbook.py`` plays.
- ``recycle file FILE``: a complete text, perhaps with mistakes, for the transcript below it.
- ``recycle add FILE``: goes into the file before its scoring.
- ``recycle try FILE``: the same, for one transcript only.
- ``diff FILE``: changes the file.
- ``console``: every ``$ croupier …`` prints what stands below it; a line ``…`` stands for any lines.
- ``pycon``: a doctest.

``CROUPIER_GOLDEN=write pytest`` writes the transcripts anew, but for those with a line ``…``.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import group
from croupier.recycle.check import check
from croupier.recycle.codes import framed
from croupier.text import Severity, Source, render_all

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_FENCE = re.compile(r"^```(\S+)[ \t]*([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]*)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Fence:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    words: tuple[str, ...]
    text: str

    @property
    def name(self) -> str:
        """Where it stands, for people."""
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"

    @property
    def verb(self) -> str:
        """What is to be done with it."""
        return self.words[0] if self.words else ""


def fences(page: Path) -> Iterator[Fence]:
    """Every fenced block of a page."""
    text = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 2
        yield Fence(page, line, match.group(1), tuple(match.group(2).split()), match.group(3))


def marked(language: str, *verbs: str) -> list[Fence]:
    """Every block with one of these marks, on all pages."""
    found = [fence for page in PAGES for fence in fences(page)]
    return [fence for fence in found if fence.language == language and (not verbs or fence.verb in verbs)]


def _has_examples(page: Path) -> bool:
    return any(fence.language in ("console", "pycon") for fence in fences(page))


def by_name(fence: Fence) -> str:
    """The name of a test about a block."""
    return fence.name


@pytest.mark.parametrize("fence", marked("recycle", "program"), ids=by_name)
def test_a_complete_program_is_without_errors_and_warnings(fence: Fence) -> None:
    found = [f for f in check(Source(fence.name, fence.text)).findings if f.severity >= Severity.WARNING]
    assert not found, render_all(found)


@pytest.mark.parametrize("fence", marked("recycle", "body", "setup"), ids=by_name)
def test_a_piece_of_a_program_is_without_errors(fence: Fence) -> None:
    found = check(Source(fence.name, framed(fence.verb, fence.text))).errors
    assert not found, render_all(found)


def test_every_mark_is_known() -> None:
    known = {"", "program", "body", "setup", "file", "add", "try", "recipe", "trap"}
    assert [fence.name for fence in marked("recycle") if fence.verb not in known] == []


@pytest.mark.parametrize("page", [p for p in PAGES if _has_examples(p)], ids=lambda p: p.name)
def test_transcripts_and_python_examples_are_real(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files: dict[str, str] = {}
    scope: dict[str, object] = {}
    for fence in fences(page):
        if fence.language == "recycle" and len(fence.words) == 2:
            _write(tmp_path, files, fence)
        elif fence.language == "diff":
            _change(tmp_path, files, fence)
        elif fence.language == "console":
            for command, expected in _commands(fence.text):
                printed = _run(command)
                if not _agrees(expected, printed) and os.environ.get("CROUPIER_GOLDEN") == "write":
                    expected = _write_transcript(page, command, expected, printed)
                assert _agrees(expected, printed), f"{fence.name}: `{command}` prints\n{printed}"
        elif fence.language == "pycon":
            assert _doctest(fence, scope) == ""


def _write(directory: Path, files: dict[str, str], fence: Fence) -> None:
    """Write or complete the file that a block names."""
    name = fence.words[1]
    text = fence.text
    if fence.verb in ("add", "try"):
        before, scoring, after = files[name].rpartition("\n  (scoring")
        indented = "".join(f"  {line}".rstrip() + "\n" for line in text.splitlines())
        text = f"{before}\n{indented}{scoring}{after}"
    if fence.verb != "try":
        files[name] = text
    (directory / name).write_text(text, encoding="utf-8")


def _change(directory: Path, files: dict[str, str], fence: Fence) -> None:
    """Apply a difference to the file that a block names."""
    name = fence.words[0]
    lines = fence.text.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] != "+")
    new = "".join(line[1:] for line in lines if line[0] != "-")
    assert files[name].count(old) == 1, f"{fence.name}: does not fit {name}\n{files[name]}"
    files[name] = files[name].replace(old, new)
    (directory / name).write_text(files[name], encoding="utf-8")


def _commands(transcript: str) -> Iterator[tuple[str, str]]:
    """Each ``$ croupier …`` of a transcript with what it should print."""
    for piece in re.split(r"^\$ ", transcript, flags=re.MULTILINE)[1:]:
        command, _, expected = piece.partition("\n")
        if command.startswith("croupier "):
            yield command, expected.strip("\n")


def _run(command: str) -> str:
    """What a command prints, on a terminal of 100 columns."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"})
    result = runner.invoke(group, shlex.split(command)[1:], prog_name="croupier")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.output.strip("\n")


def _agrees(expected: str, printed: str) -> bool:
    """Whether a command printed what the page says, where a line `…` stands for any lines."""
    pieces = [re.escape(piece) for piece in re.split(r"^[ \t]*…$\n?", expected, flags=re.MULTILINE)]
    return (
        re.fullmatch("(?:.*\n)*?".join(pieces), printed + "\n" if expected.endswith("…") else printed)
        is not None
    )


def _write_transcript(page: Path, command: str, expected: str, printed: str) -> str:
    """Put what a command prints into its page, and give it back; a shortened transcript is left alone."""
    if "\n…" in f"\n{expected}":
        return expected
    text = page.read_text(encoding="utf-8")
    old = f"$ {command}\n{expected}\n" if expected else f"$ {command}\n"
    page.write_text(text.replace(old, f"$ {command}\n{printed}\n", 1), encoding="utf-8")
    return printed


def _doctest(fence: Fence, scope: dict[str, object]) -> str:
    """What is wrong with a Python example; its names are kept for the next one."""
    report: list[str] = []
    test = doctest.DocTestParser().get_doctest(fence.text, scope, fence.name, str(fence.page), fence.line)
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
    scope.update(test.globs)
    return "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for link in _LINK.findall(_FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in link:
            continue
        target, _, anchor = link.partition("#")
        path = page.parent / target if target else page
        assert path.exists(), link
        if anchor:
            assert anchor in {_slug(h) for h in _HEADING.findall(path.read_text(encoding="utf-8"))}, link


def _slug(heading: str) -> str:
    """The anchor that a Markdown renderer gives a heading."""
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c == "-")
