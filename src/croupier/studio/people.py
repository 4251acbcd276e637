"""The words for people at a table: where they sit, which screen is before them, what they can say.

The server needs them, and it imports no engine: nothing here does.
"""

from __future__ import annotations

YOU = "you"
"""The page's word for somebody who sits before the owner's screen."""
LINK = "link"
"""The page's word for somebody who comes by a link."""
PERSON = "person"
"""The word of transcripts for both."""
OWNER = "owner"
"""The screen of whoever has started the studio."""
WATCH = "watch"
"""The screen of all who watch."""
WORDS = ("Hello!", "Well played!", "Thank you!", "Sorry!", "One moment, please.", "Good game!")
"""All that people can say to each other at a table."""
LONGEST_NAME = 24


def seat_screen(seat: int) -> str:
    """The name of the screen of a guest."""
    return f"seat {seat}"


def tidy_name(text: object) -> str:
    """A name as somebody has typed it, on one line and not too long.

    >>> tidy_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    words = "".join(c if c.isprintable() else " " for c in str(text or "")).split()
    return " ".join(words)[:LONGEST_NAME].strip()
