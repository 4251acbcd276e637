"""The terminal: what is written to it, and asked of the person in front of it; a plain pipe will do, too."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

from croupier.text.shown import control
from croupier.text.style import MIN_WIDTH, Style

_CLEAR = "\033[H\033[2J\033[3J"


class Terminal:
    """Somebody who reads and answers."""

    def __init__(self, *, width: int, colour: bool) -> None:
        # Bytes that are no text must not end a game: they are an answer that is not understood.
        if isinstance(sys.stdin, TextIOWrapper):
            with suppress(ValueError):
                sys.stdin.reconfigure(errors="replace")
        self.is_real = sys.stdin.isatty() and sys.stdout.isatty()
        self.style = Style(max(MIN_WIDTH, width), colour, _knows_utf8(sys.stdout))

    def say(self, *texts: str) -> None:
        """Paragraphs, wrapped."""
        for text in texts:
            self.show(self.style.paragraph(text))

    def show(self, lines: Iterable[str]) -> None:
        """Lines that are ready to be shown."""
        encoding = sys.stdout.encoding or "ascii"
        for line in lines:
            sys.stdout.write(line.encode(encoding, "replace").decode(encoding) + "\n")
        sys.stdout.flush()

    def clear(self) -> None:
        """An empty screen, nothing to be scrolled back to; a pipe is left as it is."""
        if self.is_real:
            sys.stdout.write(control(_CLEAR))
            sys.stdout.flush()

    def ask(self, prompt: str) -> str:
        """The answer, without the white space around it; EOFError if there is none to come."""
        sys.stdout.write(self.style.line(prompt))
        sys.stdout.flush()
        answer = sys.stdin.readline()
        if not self.is_real:
            # Nobody's Enter has ended the line of the prompt.
            self.show([""])
        if not answer:
            raise EOFError
        return answer.strip()


def _knows_utf8(stream: TextIO) -> bool:
    return "utf" in (stream.encoding or "").lower()
