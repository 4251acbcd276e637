"""Links for guests: each is a token that can do one thing, sit at one seat of one table, or watch it.

They are kept in a file that only its owner can read, so that guests find their seats again after the studio
has been started anew. Taking a link back makes its token worth nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from croupier.studio.people import WATCH, seat_screen

MOST_LINKS = 1000
"""Older ones are forgotten."""


@dataclass(frozen=True, slots=True)
class Link:
    """A token, and the one thing that it is good for."""

    ident: str
    """Names the link where its token must not be seen."""
    token: str
    table: str
    seat: int | None
    """The seat; None for watching."""

    @property
    def screen(self) -> str:
        """The screen of the table that whoever has the link is before."""
        return WATCH if self.seat is None else seat_screen(self.seat)

    @property
    def fragment(self) -> str:
        """The end of the address that browsers keep for themselves."""
        return f"seat={self.token}"


def _link_of(data: Any) -> Link | None:
    """The link that data of a file describe; nothing if they cannot be one."""
    match data:
        case {"ident": str(ident), "token": str(token), "table": str(table), "seat": int() | None as seat}:
            return Link(ident, token, table, seat)
    return None


def _digest(token: str) -> bytes:
    """Tokens are found by this: comparing digests tells nothing of a token by the time that it takes."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


class Links:
    """All links that are good for something."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._links: dict[bytes, Link] = {}
        with suppress(OSError, ValueError, TypeError, RecursionError):
            kept = json.loads(path.read_text(encoding="utf-8"))
            self._set(link for one in kept if (link := _link_of(one)) is not None)

    def _set(self, links: Iterable[Link]) -> None:
        self._links = {_digest(link.token): link for link in list(links)[-MOST_LINKS:]}

    def find(self, token: str) -> Link | None:
        """The link of a token; nothing if it is none of ours or was taken back."""
        return self._links.get(_digest(token))

    def of_table(self, table: str) -> list[Link]:
        """The links to one table."""
        return [link for link in self._links.values() if link.table == table]

    def make(self, table: str, seat: int | None) -> Link:
        """A link to a seat, or for watching; the one that there is already, if there is one."""
        for link in self.of_table(table):
            if link.seat == seat:
                return link
        link = Link(secrets.token_urlsafe(6), secrets.token_urlsafe(24), table, seat)
        self._set([*self._links.values(), link])
        self._keep()
        return link

    def revoke(self, table: str, ident: str) -> Link | None:
        """Take a link back: it, or nothing if there is none of that name."""
        found = next((link for link in self.of_table(table) if link.ident == ident), None)
        if found is not None:
            del self._links[_digest(found.token)]
            self._keep()
        return found

    def move(self, table: str, goal: str, shift: int, seats: int) -> None:
        """Let all links of a table lead to another one, everybody some seats further."""
        self._set(
            link
            if link.table != table
            else replace(link, table=goal, seat=None if link.seat is None else (link.seat + shift) % seats)
            for link in list(self._links.values())
        )
        self._keep()

    def forget_all_but(self, tables: Collection[str]) -> None:
        """Drop the links to tables that are no more."""
        left = [link for link in self._links.values() if link.table in tables]
        if len(left) < len(self._links):
            self._set(left)
            self._keep()

    def _keep(self) -> None:
        """Write all of them, whole or not at all, readable by the owner alone."""
        draft = self.path.with_suffix(".new")
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump([asdict(link) for link in self._links.values()], file)
        draft.replace(self.path)
