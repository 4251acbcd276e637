r"""Hints in the head of a game file about its table: `;; table: TRICK trick, player.BOX hidden`.

They change how a game looks and nothing else. The head is the comment with which the file begins.

>>> from croupier.text import Source
>>> found = table_hints(Source("x.rcy", ";; X\n;; table: BOX hidden, seats order 0 2 1\n(game"), None, 3)
>>> found.role("game", "BOX"), found.order
('hidden', (0, 2, 1))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from croupier.text import Source, Span

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

VALUE_ROLES = ("score", "chip", "strip", "tag", "who", "pot", "hidden")
"""The roles of stored values: the score, a number beside its owner or in the centre, a word, the name of a
seat, a number beside every seat whose sum is in the centre, not shown."""

_LINE = re.compile(r"[ \t]*(?:;+|//+)[ \t]*table:[ \t]*(.*?)[ \t]*")
_COMMENT = re.compile(r"[ \t]*(?:;|//|$)")
_SEATS = re.compile(r"seats[ \t]+order((?:[ \t]+\d+)+)")
_ROLE = re.compile(r"(?:(game|player|team)\.)?(\S+)[ \t]+([a-z]+)")


@dataclass(frozen=True, slots=True)
class HintProblem:
    """Something in a hint that means nothing."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class TableHints:
    """How the file itself says that its table is to be laid."""

    roles: tuple[tuple[str, str, str], ...] = ()
    """Places and stored values: the kind of their owner (nothing for any), their name, their role."""
    order: tuple[int, ...] = ()
    """The seats clockwise, if it says so."""
    problems: tuple[HintProblem, ...] = ()

    def role(self, owner: str, name: str, among: tuple[str, ...] = ROLES) -> str | None:
        """The role of a place or stored value among those that it can have; None if nothing is said."""
        fitting = [
            (whose, role)
            for whose, what, role in self.roles
            if what == name and whose in ("", owner) and role in among
        ]
        # Whoever names the owner means it.
        return max(fitting, key=lambda one: bool(one[0]))[1] if fitting else None


def table_hints(source: Source, names: frozenset[str] | None, seats: int) -> TableHints:
    """The hints about the table; problems are names, roles and seats that there are not.

    Where it is not known which names there are (None), any is taken.
    """
    roles: list[tuple[str, str, str]] = []
    order: tuple[int, ...] = ()
    problems: list[HintProblem] = []
    for text, span in _pieces(source):
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
            roles.append((match.group(1) or "", match.group(2), match.group(3)))
    # A game may be played by more or fewer people than its order is for.
    fits = order if len(order) == seats else ()
    return TableHints(tuple(roles), fits, tuple(problems))


def _pieces(source: Source) -> Iterator[tuple[str, Span]]:
    """The hints in the head of a file, one after the other."""
    at = 0
    for line in source.text.splitlines(keepends=True):
        if not _COMMENT.match(line):
            return
        match = _LINE.fullmatch(line.rstrip("\r\n"))
        if match is not None:
            start = at + match.start(1)
            for piece in match.group(1).split(","):
                text = piece.strip()
                first = start + len(piece) - len(piece.lstrip())
                start += len(piece) + 1
                yield text, Span(source, first, first + len(text))
        at += len(line)


def _problem(match: re.Match[str] | None, names: frozenset[str] | None) -> str:
    """The reason why a piece of a hint means nothing; empty if it means something."""
    if match is None:
        return "a hint is a name and a role, or `seats order` and the seats"
    _, name, role = match.groups()
    if names is not None and name not in names:
        return f"the game has no place and no stored value {name}"
    known = dict.fromkeys((*ROLES, *VALUE_ROLES))
    return "" if role in known else f"there is no role {role}: there are {', '.join(known)}"
