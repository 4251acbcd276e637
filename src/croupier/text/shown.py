"""Texts of files, programs and transcripts as a screen or a page may show them: nothing in them can act.

A terminal obeys what stands behind an escape character: a title could clear the screen, hide a line or set
the clipboard. So one function, `shown`, marks in every text what is not to be seen. The streams of the
command line (`croupier.cli.streams`) and the pages (`croupier.report.markup`) let everything through it.
Our own colours and cursor movements come from `control`: on those streams they carry a seal that no file
can know.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MARK = "\ufffd"
"""Stands for a character that is not shown."""

LINE_START = "\r"
"""Brings the cursor to the beginning of the line; for `control`."""

CLEAR_LINE = "\r\x1b[K"
"""Empties the line; for `control`."""

_UNSEEN = re.compile(
    # Control characters but for tabs and line ends (a carriage return only before one), lone surrogates,
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]|\r(?!\n)"
    # and what turns the direction of a text around, has no width, or ends lines elsewhere than we do.
    r"|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
_ESCAPE = "\x1b"
_OWN = re.compile(r"\x1b(?=\[)|\r")
_SEQUENCE = re.compile(r"\[[0-9;?]*[A-Za-z]|\r")
_seals = [""]
"""The seal of this process while the command line writes; empty otherwise."""


def shown(text: str) -> str:
    r"""A text with a visible mark for everything that is not to be seen; tabs and newlines stay.

    >>> ascii(shown("\x1b[2JHearts\tfor four\n"))
    "'\\ufffd[2JHearts\\tfor four\\n'"
    """
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub(MARK, text)


def shown_in(data: Any) -> Any:
    """Plain data with every text in it, keys included, as it is shown."""
    if isinstance(data, str):
        return shown(data)
    if isinstance(data, dict):
        return {shown_in(key): shown_in(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [shown_in(value) for value in data]
    return data


def escaped(text: str) -> str:
    r"""JSON in which everything that is not to be seen is an escape: no value is another one.

    >>> print(escaped('"Hearts \x9b2J"'))
    "Hearts \u009b2J"
    """
    return _UNSEEN.sub(lambda found: "".join(f"\\u{ord(each):04x}" for each in found[0]), text)


def control(sequence: str) -> str:
    r"""Own control sequences, such as "\x1b[H\x1b[2J" or "\r", for a text that goes to a terminal."""
    if not _seals[0]:
        return sequence
    return _OWN.sub(lambda found: f"\x1b{_seals[0]}{found[0].removeprefix(_ESCAPE)}", sequence)


def painted(text: str, ink: str) -> str:
    r"""A text in a colour or style, by its number.

    >>> painted("Hearts", "1")
    '\x1b[1mHearts\x1b[0m'
    """
    return f"{control(f'{_ESCAPE}[{ink}m')}{text}{control(f'{_ESCAPE}[0m')}"


@contextmanager
def sealed() -> Iterator[None]:
    """Own control sequences carry a seal in this block, and `unsealed` lets no others pass."""
    before, _seals[0] = _seals[0], f"<{os.urandom(8).hex()}>"
    try:
        yield
    finally:
        _seals[0] = before


def unsealed(text: str) -> str:
    """The text for the stream itself: own control sequences as they are, everything else as it is shown."""
    if not _seals[0] or f"\x1b{_seals[0]}" not in text:
        return shown(text)
    first, *others = text.split(f"\x1b{_seals[0]}")
    pieces = [shown(first)]
    for other in others:
        sequence = _SEQUENCE.match(other)
        own = "" if sequence is None else sequence[0]
        pieces += [own if own == "\r" else f"\x1b{own}" if own else MARK, shown(other[len(own) :])]
    return "".join(pieces)
