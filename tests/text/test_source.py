"""Sources: lines and columns of any text, and files that are no text at all."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.text import Source, SourceError


def test_offsets_have_a_line_and_a_column_from_one() -> None:
    source = Source("demo", "one\ntwo\n\nfour")
    assert [source.position(at) for at in (0, 2, 3, 4, 8, 9, 13)] == [
        (1, 1),
        (1, 3),
        (1, 4),
        (2, 1),
        (3, 1),
        (4, 1),
        (4, 5),
    ]
    assert [source.line(n) for n in (1, 2, 3, 4)] == ["one", "two", "", "four"]


def test_a_line_ending_belongs_to_no_line() -> None:
    source = Source("demo", "one\r\ntwo\r\n")
    assert [source.line(n) for n in (1, 2, 3)] == ["one", "two", ""]
    assert source.position(source.text.index("two")) == (2, 1)


def test_a_span_knows_its_place_and_its_text() -> None:
    span = Source("demo.rcy", "(game\n  (shuffle X))").span(9, 16)
    assert (span.line, span.column, span.text) == (2, 4, "shuffle")
    assert repr(span) == "Span(demo.rcy:2:4, 'shuffle')"


@given(st.text(alphabet="ab\r\n\té漢", max_size=40), st.data())
def test_line_and_column_lead_back_to_the_offset(text: str, data: st.DataObject) -> None:
    source = Source("any", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.position(offset)
    begin, end = source.line_bounds(line)
    assert begin + column - 1 == offset
    assert source.line(line) == text[begin:end]
    assert "\n" not in source.line(line)


def test_a_byte_order_mark_is_no_text() -> None:
    assert Source.of_bytes("demo", b"\xef\xbb\xbf(game)").text == "(game)"


def test_bytes_that_are_not_utf_8_are_remembered_with_their_place() -> None:
    source = Source.of_bytes("demo", "; café\n".encode("latin-1") + b"\xff")
    assert source.text == "; caf\ufffd\n\ufffd"
    assert source.undecoded == ((5, 0xE9), (7, 0xFF))


@given(st.binary(max_size=60))
def test_any_bytes_make_a_text_that_can_be_printed(data: bytes) -> None:
    source = Source.of_bytes("any", data)
    source.text.encode("utf-8")
    assert all(source.text[offset] == "\ufffd" and byte >= 0x80 for offset, byte in source.undecoded)


def test_a_file_is_read_under_its_name(tmp_path: Path) -> None:
    path = tmp_path / "demo.rcy"
    path.write_bytes(b"\xef\xbb\xbf(game)\r\n")
    source = Source.read(path)
    assert (source.name, source.text) == (str(path), "(game)\r\n")


@pytest.mark.parametrize("size", [0, 9, 10])
def test_a_file_up_to_the_limit_is_read(tmp_path: Path, size: int) -> None:
    path = tmp_path / "demo.rcy"
    path.write_bytes(b";" * size)
    assert len(Source.read(path, max_bytes=10).text) == size


def refused(path: object, max_bytes: int = 100_000) -> str:
    """Why a file cannot be read."""
    with pytest.raises(SourceError) as problem:
        Source.read(str(path), max_bytes)
    return str(problem.value)


def test_what_cannot_be_read_is_told_with_the_reason(tmp_path: Path) -> None:
    large = tmp_path / "large.rcy"
    large.write_bytes(b";" * 11)
    assert refused(large, 10) == f"{large}: larger than 10 bytes (--max-size raises the limit)"
    assert refused(tmp_path / "missing") == f"{tmp_path / 'missing'}: there is no such file"
    assert refused(tmp_path) == f"{tmp_path}: this is a directory, not a file"
    assert "cannot be read" in refused("a\0b")
    assert "cannot be read" in refused("x" * 5000)


@pytest.mark.parametrize(
    "data",
    [bytes(range(256)), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0", b"\x7fELF\2\1\1" + bytes(9), bytes(3)],
    ids=["all bytes", "png", "elf", "nul"],
)
def test_a_binary_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "binary"
    path.write_bytes(data)
    assert refused(path) == f"{path}: this is a binary file, not a text"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf_16_is_called_by_its_name(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "wide.rcy"
    path.write_bytes("\ufeff(game)".encode(encoding))
    assert refused(path) == f"{path}: this is UTF-16 text; save it as UTF-8"


def test_one_stray_control_character_does_not_make_a_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "demo.rcy"
    path.write_bytes(b"(game \0)\x0c\t\r\n")
    assert Source.read(path).text == "(game \0)\x0c\t\r\n"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything can be read by root")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.rcy"
    path.write_text("(game)")
    path.chmod(0)
    assert refused(path) == f"{path}: cannot be read: Permission denied"


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"(game)")))
    source = Source.read("-")
    assert (source.name, source.text) == ("<stdin>", "(game)")


def test_standard_input_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert refused("-") == "-: standard input is closed"


@pytest.mark.parametrize(("text", "at"), [(")" * 300_001, "1:300001"), ("(inc 1)\n" * 75_001, "75001:1")])
def test_a_text_of_more_words_than_can_be_checked_soon_is_refused(tmp_path: Path, text: str, at: str) -> None:
    """Eight megabytes of `)` took a minute and two gigabytes; the rest of the text is not even counted."""
    path = tmp_path / "long.rcy"
    path.write_text(text)
    with pytest.raises(SourceError, match=f"long.rcy:{at}: more than 300,000 words and signs"):
        Source.read(path)


def test_long_comments_and_long_numbers_are_few_words(tmp_path: Path) -> None:
    path = tmp_path / "numbers.rcy"
    path.write_text("9" * 1_000_000)
    assert len(Source.read(path).text) == 1_000_000
