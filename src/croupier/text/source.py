"""Where text comes from: a source with its name, and spans that point into it."""

from __future__ import annotations

import os
import re
import sys
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from croupier.text.errors import CroupierError

DEFAULT_MAX_BYTES = 8 * 1024 * 1024
"""The largest file that is read unless the caller says otherwise."""

MOST_WORDS = 300_000
"""The most words and signs that a program may have; the longest of the library has some 3 000."""

# A long line of `;` or `/` is one comment.
_WORD = re.compile(r"\w+|;+|/+|[^\w\s]")
_PIECE = 1024 * 1024
_SNIFFED_BYTES = 8192
_CONTROLS = tuple(byte for byte in range(32) if byte not in b"\t\n\f\r\x1a\x1b")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class SourceError(CroupierError):
    """A file that cannot be read as a program at all: missing, a directory, too large, binary."""


@dataclass(frozen=True, eq=False)
class Source:
    r"""A text with the name under which its user knows it.

    >>> source = Source("demo", "one\ntwo\n")
    >>> source.position(4)
    (2, 1)
    >>> source.line(2)
    'two'
    """

    name: str
    text: str
    undecoded: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """(offset, byte) of every byte that is not UTF-8; the text holds U+FFFD there."""

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset at which each line begins."""
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1, columns in characters."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1) without its line ending."""
        start, end = self.line_bounds(number)
        return self.text[start:end]

    def line_bounds(self, number: int) -> tuple[int, int]:
        """The offsets at which a line (counted from 1) begins, and at which its line ending begins."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        while end > start and self.text[end - 1] == "\r":
            end -= 1
        return start, end

    def span(self, start: int, end: int) -> Span:
        """The piece of this source from one offset to another."""
        return Span(self, start, end)

    @staticmethod
    def of_bytes(name: str, data: bytes) -> Source:
        r"""Decode UTF-8 (with or without BOM); remember every byte that is something else.

        >>> Source.of_bytes("demo", b"caf\xe9").undecoded
        ((3, 233),)
        """
        data = data.removeprefix(b"\xef\xbb\xbf")
        try:
            return Source(name, data.decode("utf-8"))
        except UnicodeDecodeError:
            text = data.decode("utf-8", "surrogateescape")
        strange = tuple((i, ord(c) - 0xDC00) for i, c in enumerate(text) if "\udc80" <= c <= "\udcff")
        clean = "".join("\ufffd" if "\udc80" <= c <= "\udcff" else c for c in text)
        return Source(name, clean, strange)

    @staticmethod
    def read(path: str | Path, max_bytes: int = DEFAULT_MAX_BYTES) -> Source:
        """Read a file, or standard input for ``-``; :class:`SourceError` says why it cannot be done."""
        name = str(path)
        if name == "-":
            if sys.stdin is None:
                raise SourceError("-: standard input is closed")
            return _of_bounded_length(Source.of_bytes("<stdin>", _read(name, sys.stdin.buffer, max_bytes)))
        try:
            if os.path.isdir(name):
                raise SourceError(f"{name}: this is a directory, not a file")
            with open(name, "rb") as file:
                return _of_bounded_length(Source.of_bytes(name, _read(name, file, max_bytes)))
        except FileNotFoundError:
            raise SourceError(f"{name}: there is no such file") from None
        except (OSError, ValueError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
            raise SourceError(f"{name}: cannot be read: {reason}") from None


def _read(name: str, file: BinaryIO, max_bytes: int) -> bytes:
    pieces = []
    left = max_bytes + 1
    while left > 0 and (piece := file.read(min(left, _PIECE))):
        pieces.append(piece)
        left -= len(piece)
    data = b"".join(pieces)
    if not left:
        raise SourceError(f"{name}: larger than {max_bytes:,} bytes (--max-size raises the limit)")
    if data.startswith(_UTF_16):
        raise SourceError(f"{name}: this is UTF-16 text; save it as UTF-8")
    head = data[:_SNIFFED_BYTES]
    # One stray control character is a slip of an editor and gets a position; many are a file of another kind.
    if sum(map(head.count, _CONTROLS)) > max(1, len(head) // 50):
        raise SourceError(f"{name}: this is a binary file, not a text")
    return data


def word_past_limit(text: str) -> int | None:
    """The offset of the first word past those that a program may have, if there is one.

    >>> word_past_limit("(game)") is None, word_past_limit(")" * (MOST_WORDS + 1)) == MOST_WORDS
    (True, True)
    """
    # A word has at least one character: texts of the usual length are not counted at all.
    if len(text) <= MOST_WORDS:
        return None
    past = next(islice(_WORD.finditer(text), MOST_WORDS, None), None)
    return None if past is None else past.start()


def _of_bounded_length(source: Source) -> Source:
    """The source itself; SourceError if it has more words than a checker gets through in a few seconds."""
    past = word_past_limit(source.text)
    if past is None:
        return source
    line, column = source.position(past)
    where = f"{source.name}:{line}:{column}"
    raise SourceError(f"{where}: more than {MOST_WORDS:,} words and signs: no game is so long")


class Span(NamedTuple):
    """A piece of a source, from one offset up to another."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line on which the span begins, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column at which the span begins, from 1."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The text of the span."""
        return self.source.text[self.start : self.end]

    def __repr__(self) -> str:
        return f"Span({self.source.name}:{self.line}:{self.column}, {self.text[:30]!r})"
