"""The shelf: the games of the library, and what the comment at the head of a game file tells about it.

A head is a title, a line that sums the game up, then `key: value` lines (`family`, `seats`, `source`,
`simplified`, `ends`, `dialect`, `card`, `table`) and free text, in which `NAME  …` lines tell about
parameters. An indented line goes on with the key or the parameter before it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from croupier.game.settings import ParameterError
from croupier.script.library import shelved
from croupier.text import DEFAULT_MAX_BYTES, Source, SourceError, did_you_mean

_ENDING = ".rcy"
_KEY = re.compile(r"(family|seats|source|simplified|ends|dialect|card|table):\s*(.*)")
_RANGE = re.compile(r"(\d{1,2})(?:\s*(?:-|–|to)\s*(\d{1,2}))?")
_PARAMETER = re.compile(r"([A-Z][A-Z0-9_]*)\s{2,}(\S.*)")

FAMILIES = (
    "trick-taking",
    "all fours",
    "avoidance",
    "fishing",
    "collecting",
    "draw and discard",
    "shedding",
    "adding",
    "exchange",
    "press your luck",
    "poker",
    "unlike any other",
)
"""The families in the order in which they are listed; any others follow by the alphabet."""


@dataclass(frozen=True, slots=True)
class Head:
    """What the comment at the head of a game file tells."""

    title: str = ""
    summary: str = ""
    family: str = ""
    seats: tuple[int, int] | None = None
    """The fewest and the most players, if it says so."""
    source: str = ""
    simplified: str = ""
    ends: str = ""
    """How else than `finished` games may end, if that is the nature of the game: `stuck`, `unfinished`."""
    parameters: tuple[tuple[str, str], ...] = ()
    """What it says about each parameter."""
    remarks: str = ""
    """Its free text; paragraphs are separated by an empty line."""


def by_family(family: str) -> tuple[bool, int, str]:
    """The place of a family among all of them, as a key to sort by.

    >>> sorted(["zany", "poker", "avoidance", "odd"], key=by_family)
    ['avoidance', 'poker', 'odd', 'zany']
    """
    known = family in FAMILIES
    return not known, FAMILIES.index(family) if known else 0, family


@cache
def names() -> tuple[str, ...]:
    """The names of all games in the library, in alphabetical order.

    >>> "agram" in names()
    True
    """
    entries = (entry.name for entry in files("croupier.library").iterdir())
    return tuple(sorted(name.removesuffix(_ENDING) for name in entries if name.endswith(_ENDING)))


def source(name: str) -> Source | None:
    """The text of a game of the library, or None if there is none of that name."""
    if name not in names():
        return None
    file = f"{name}{_ENDING}"
    return Source(file, (files("croupier.library") / file).read_text(encoding="utf-8"))


def find(name: str | Path, max_bytes: int = DEFAULT_MAX_BYTES) -> Source:
    """The text of a file (`-`: standard input) or of a game of the library; else :class:`SourceError`."""
    # A name that no file can have, such as a very long one, is no file: os.path.isfile says so quietly.
    if not os.path.isfile(name):
        found = source(str(name)) or shelved(str(name))
        if found is not None:
            return found
    try:
        return Source.read(name, max_bytes)
    except SourceError as problem:
        raise SourceError(f"{problem}{_hint(name)}") from None


def missing(name: str) -> str:
    """What to say about a game that the library does not have.

    >>> missing("agrem")
    'no game of that name in the library; did you mean `agram`? `croupier games` lists them all'
    """
    near = did_you_mean(name, names())
    return f"no game of that name in the library; {f'{near} ' if near else ''}`croupier games` lists them all"


def _hint(name: str | Path) -> str:
    """What to add to the complaint about a missing file, in case a game of the library is meant."""
    text = str(name)
    if text == "-" or os.path.exists(text):
        return ""
    if text.isidentifier():
        return f" and {missing(text)}"
    near = did_you_mean(text.removesuffix(_ENDING), names())
    return f"; {near}" if near else ""


def head(text: Source) -> Head:
    """What a game file tells about itself.

    >>> agram = head(source("agram"))
    >>> agram.title, agram.family, agram.seats
    ('Agram', 'trick-taking', (2, 5))
    """
    lines = _continued(_comment(text.text))
    told = {match[1]: match[2] for line in lines if (match := _KEY.fullmatch(line))}
    free = [line for line in lines if not _KEY.fullmatch(line)]
    while free and not free[0]:
        free.pop(0)
    title, summary = (free[0] if free else ""), (free[1] if len(free) > 1 else "")
    parameters, remarks = _split(free[2:])
    return Head(
        title,
        summary,
        told.get("family", ""),
        _range(told.get("seats", "")),
        told.get("source", ""),
        told.get("simplified", ""),
        told.get("ends", ""),
        tuple(parameters.items()),
        "\n".join(remarks).strip(),
    )


def check_seats(text: Source, seats: int) -> None:
    """:class:`ParameterError` if the head of a game says that it is not for so many players."""
    allowed = head(text).seats
    if allowed is not None and not allowed[0] <= seats <= allowed[1]:
        fewest, most = allowed
        possible = f"{fewest} to {most} are" if fewest < most else f"only {fewest} are"
        raise ParameterError(f"{seats} seats are not possible: {possible}")


def _comment(text: str) -> list[str]:
    """The lines of the comment with which a text begins, without their semicolons or slashes."""
    found = []
    for line in text.splitlines():
        stripped = line.strip()
        if stripped and not stripped.startswith((";", "//")):
            break
        found.append(stripped.lstrip(";/").removeprefix(" ").rstrip())
    return found


def _continued(lines: list[str]) -> list[str]:
    """The lines, with every indented one behind a key or a parameter joined to it."""
    found: list[str] = []
    for line in lines:
        goes_on = (
            line.startswith("  ") and found and (_KEY.fullmatch(found[-1]) or _PARAMETER.fullmatch(found[-1]))
        )
        if goes_on:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def _range(text: str) -> tuple[int, int] | None:
    """The numbers of seats that a text such as `2-5` or `4` allows."""
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        return None
    fewest = int(match.group(1))
    return fewest, max(fewest, int(match.group(2) or fewest))


def _split(lines: list[str]) -> tuple[dict[str, str], list[str]]:
    """The lines about parameters, by name, and all others."""
    parameters: dict[str, str] = {}
    others: list[str] = []
    for line in lines:
        match = _PARAMETER.fullmatch(line)
        if match:
            parameters[match.group(1)] = match.group(2)
        elif line or (others and others[-1]):
            others.append(line)
    return parameters, others
