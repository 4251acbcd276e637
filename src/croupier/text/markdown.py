"""Pieces of Markdown that pages and commands share: links to headings, and examples."""

from __future__ import annotations

_LONGEST_LINE = 110


def anchor(heading: str) -> str:
    """What a link to a heading says.

    >>> anchor("RCY023 unknown variable")
    'rcy023-unknown-variable'
    """
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c == "-")


def shown(example: str) -> str:
    """An example as a page can print it: without bytes that are no UTF-8, and without very long lines."""
    clean = example.encode("utf-8", "surrogateescape").decode("utf-8", "replace").rstrip("\n")
    return "\n".join(
        line if len(line) <= _LONGEST_LINE else f"{line[:60]} … {line[-20:]}" for line in clean.split("\n")
    )
