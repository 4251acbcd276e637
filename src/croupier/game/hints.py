"""Hints in the head of a game file: lines such as `;; table: TRICK trick, BOX hidden`.

They change how a game looks and nothing else. The head is the comment with which the file begins.

>>> from croupier.text import Source
>>> [(hint.key, hint.text) for hint in head_hints(Source("x.rcy", ";; X\\n;; table: BOX hidden\\n(game"))]
[('table', 'BOX hidden')]
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from croupier.text import Source, Span

KEYS = ("card", "table")
"""The keys of hints: what cards look like, and how the table is laid."""

ROLES = (
    "note",
    "columns",
    "stock",
    "market",
    "pile",
    "centre",
    "hand",
    "held",
    "down",
    "tableau",
    "trick",
    "played",
    "won",
    "hidden",
)
"""The roles that a place can have on a table; `hidden` ones are not drawn."""

VALUE_ROLES = ("score", "chip", "strip", "tag", "hidden")
"""The roles of stored values: the score, a number beside its owner, in the centre, a word, not shown."""

_LINE = re.compile(r"[ \t]*(?:;+|//+)[ \t]*(card|table):[ \t]*(.*?)[ \t]*$")
_COMMENT = re.compile(r"[ \t]*(?:;|//|$)")
_SEATS = re.compile(r"seats[ \t]+order((?:[ \t]+\d+)+)")
_ROLE = re.compile(r"(\S+)[ \t]+([a-z]+)")


@dataclass(frozen=True, slots=True)
class Hint:
    """One line of hints."""

    key: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class HintProblem:
    """Something in a hint that means nothing."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class TableHints:
    """How the file itself says that its table is to be laid."""

    roles: tuple[tuple[str, str], ...] = ()
    """The roles of places and stored values, by their names."""
    order: tuple[int, ...] = ()
    """The seats clockwise, if it says so."""
    problems: tuple[HintProblem, ...] = ()

    def role(self, name: str) -> str | None:
        """The role of a place or stored value; None if nothing is said about it."""
        return dict(self.roles).get(name)


def head_hints(source: Source) -> list[Hint]:
    """The lines of hints in the head of a file."""
    found, at = [], 0
    for line in source.text.splitlines(keepends=True):
        if not _COMMENT.match(line):
            break
        match = _LINE.fullmatch(line.rstrip("\r\n"))
        if match is not None:
            span = Span(source, at + match.start(2), at + match.end(2))
            found.append(Hint(match.group(1), match.group(2), span))
        at += len(line)
    return found


def table_hints(source: Source, names: frozenset[str] | None, seats: int) -> TableHints:
    """The hints about the table; problems are names, roles and seats that there are not.

    Where it is not known which names there are (None), any is taken.
    """
    roles: dict[str, str] = {}
    order: tuple[int, ...] = ()
    problems: list[HintProblem] = []
    for hint in head_hints(source):
        if hint.key != "table":
            continue
        at = hint.span.start
        for piece in hint.text.split(","):
            start = at + len(piece) - len(piece.lstrip())
            at += len(piece) + 1
            text = piece.strip()
            span = Span(source, start, start + len(text))
            listed = _SEATS.fullmatch(text)
            if listed is not None:
                order = tuple(map(int, listed.group(1).split()))
                if sorted(order) != list(range(len(order))):
                    problems.append(HintProblem("every seat has to be in the order once", span))
                    order = ()
                continue
            match = _ROLE.fullmatch(text)
            problem = _problem(match, names)
            if problem or match is None:
                problems.append(HintProblem(problem, span))
            else:
                roles[match.group(1)] = match.group(2)
    # A game may be played by more or fewer people than its order is for.
    fits = order if len(order) == seats else ()
    return TableHints(tuple(roles.items()), fits, tuple(problems))


def _problem(match: re.Match[str] | None, names: frozenset[str] | None) -> str:
    """The reason why a piece of a hint means nothing; empty if it means something."""
    if match is None:
        return "a hint is a name and a role, or `seats order` and the seats"
    name, role = match.groups()
    if names is not None and name not in names:
        return f"the game has no place and no stored value {name}"
    known = dict.fromkeys((*ROLES, *VALUE_ROLES))
    return "" if role in known else f"there is no role {role}: there are {', '.join(known)}"
