"""Hints about faces in the head of a game file: which attribute is what, signs, colours, backs.

    ;; card: index RANK; suit SUIT; colour COLOR; caption KIND
    ;; card: KIND SKIP = ⊘, WILD = wild
    ;; card: COLOR GINGER = #c2571a
    ;; card: back = TREASURE #7a4a21

All of them are optional. A sign is the name of a built-in symbol or up to four printable characters. Nothing
else comes from a file into a drawing: no images, no addresses, no markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from croupier.faces.symbols import NAMES
from croupier.faces.words import COLOURS
from croupier.text import did_you_mean

ROLES = ("index", "suit", "colour", "shape", "fill", "tint", "caption")
LONGEST_SIGN = 4
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_WORDS = re.compile(r"\S+")
_LINE = re.compile(r"^[ \t]*(?P<comment>[;/]{1,4}[ \t]*(?:card:[ \t]*(?P<hint>.*))?.*)?.*$\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Hints:
    """Everything that a game says about its faces."""

    roles: tuple[tuple[str, str], ...] = ()
    """A role and the attribute that has it."""
    signs: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By attribute and value: a symbol's name, or a few characters."""
    colours: Mapping[tuple[str, str], str] = field(default_factory=dict)
    backs: Mapping[str, str] = field(default_factory=dict)
    """The colours of backs by their names."""

    @property
    def attributes(self) -> list[str]:
        """The attributes that are spoken of, each once."""
        named = [key for _, key in self.roles] + [key for key, _ in (*self.signs, *self.colours)]
        return list(dict.fromkeys(named))


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of a hint that cannot be followed, by its place in the text."""

    start: int
    end: int
    message: str


def parse_hints(lines: Iterable[str]) -> tuple[Hints, list[tuple[int, Problem]]]:
    """The hints of the `card:` lines of a head, and what is wrong with them by the number of the line.

    >>> hints, problems = parse_hints(["index RANK; suit SUIT", "KIND SKIP = no, WILD = ✦"])
    >>> hints.roles, dict(hints.signs), problems
    ((('index', 'RANK'), ('suit', 'SUIT')), {('KIND', 'SKIP'): 'no', ('KIND', 'WILD'): '✦'}, [])
    """
    roles: list[tuple[str, str]] = []
    signs: dict[tuple[str, str], str] = {}
    colours: dict[tuple[str, str], str] = {}
    backs: dict[str, str] = {}
    problems: list[tuple[int, Problem]] = []
    for number, line in enumerate(lines):
        for part, at in _parts(line, ";"):
            words = [(match[0], at + match.start()) for match in _WORDS.finditer(part)]
            if "=" not in part:
                problem = _role(words, roles)
                if problem is not None:
                    problems.append((number, problem))
                continue
            key = words[0][0]
            rest = part.replace(key, " " * len(key), 1)
            for entry, place in _parts(rest, ","):
                name, equals, value = (text.strip() for text in entry.partition("="))
                start = at + place
                if key == "back":
                    message = _back(value if not name else "", backs)
                else:
                    message = _sign(key, name, value if equals else "", signs, colours)
                if message:
                    problems.append((number, Problem(start, start + len(entry.rstrip()), message)))
    return Hints(tuple(roles), signs, colours, backs), problems


def hint_lines(text: str) -> list[tuple[int, str]]:
    r"""The `card:` lines in the comment with which a game file begins, each with its place in the text.

    >>> hint_lines(";; UNO\n;; card: index KIND\n(game)")
    [(16, 'index KIND')]
    """
    found = []
    for match in _LINE.finditer(text):
        if match["comment"] is None and match[0].strip():
            break
        if match["hint"] is not None:
            found.append((match.start("hint"), match["hint"].rstrip()))
    return found


def hints_of(text: str) -> Hints:
    """The hints in the head of a game file; those that cannot be followed are left out."""
    return parse_hints(line for _, line in hint_lines(text))[0]


def _parts(text: str, mark: str) -> Iterable[tuple[str, int]]:
    """The pieces between marks that hold anything, with their places."""
    at = 0
    for piece in text.split(mark):
        bare = piece.strip()
        if bare:
            yield bare, at + len(piece) - len(piece.lstrip())
        at += len(piece) + 1


def _role(words: Sequence[tuple[str, int]], roles: list[tuple[str, str]]) -> Problem | None:
    """Takes in `index RANK`; says what is wrong with it."""
    (role, start), (last, at) = words[0], words[-1]
    end = at + len(last)
    name = "colour" if role == "color" else role
    if name not in ROLES:
        near = did_you_mean(role, ROLES)
        return Problem(
            start,
            start + len(role),
            f"`{role}` is no part of a card{f'; {near}' if near else ''}: {_any_of(ROLES)}",
        )
    if len(words) != 2:
        return Problem(start, end, f"`{role}` wants the name of one attribute")
    roles.append((name, last))
    return None


def _sign(
    key: str,
    name: str,
    value: str,
    signs: dict[tuple[str, str], str],
    colours: dict[tuple[str, str], str],
) -> str:
    """Takes in `SKIP = no`; says what is wrong with it."""
    if not name or " " in name or not value:
        return f"`{key}` wants its values with signs or colours, as in `{key} NAME = star, OTHER = #c2571a`"
    if _COLOUR.fullmatch(value):
        colours[key, name] = value.lower()
    elif value in NAMES or (len(value) <= LONGEST_SIGN and value.isprintable() and not value.startswith("#")):
        signs[key, name] = value
    else:
        near = did_you_mean(value, sorted(NAMES))
        return (
            f"`{value}` is no sign{f'; {near}' if near else ''}: a colour such as #c2571a, "
            f"up to {LONGEST_SIGN} characters, or one of {', '.join(sorted(NAMES))}"
        )
    return ""


def _back(value: str, backs: dict[str, str]) -> str:
    """Takes in `back = TREASURE #7a4a21`; says what is wrong with it."""
    name, _, colour = value.rpartition(" ")
    if not name.strip() or not (_COLOUR.fullmatch(colour) or colour.upper() in COLOURS):
        return "`back` wants a name and a colour, as in `back = TREASURE #7a4a21`"
    backs[name.strip()] = COLOURS.get(colour.upper(), colour.lower())
    return ""


def _any_of(words: Sequence[str]) -> str:
    return f"it may be {', '.join(words[:-1])} or {words[-1]}"
