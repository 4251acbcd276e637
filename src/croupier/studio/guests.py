"""The questions that a guest may ask: those of one seat of one table, or of watching it."""

from __future__ import annotations

from typing import Any

from croupier.studio.errors import Refused
from croupier.studio.links import Link

Message = dict[str, Any]

WATCHING: dict[str, tuple[str, ...]] = {
    "hello": ("protocol",),
    "ping": (),
    "table.join": (),
    "table.leave": (),
    "table.resume": ("n", "undone", "seat"),
}
"""The questions of somebody who watches, each with the keys that are passed on."""
SITTING: dict[str, tuple[str, ...]] = {
    **WATCHING,
    "table.choose": ("at", "key", "seat"),
    "table.undo": ("seat",),
    "table.vote": ("yes",),
    "table.hint": ("seat",),
    "table.say": ("word",),
    "table.name": ("name",),
}
"""The same for somebody who sits at a table."""
_ANYWHERE = ("hello", "ping", "table.join")
"""Questions that need not name the table: the answer does."""


def as_guest(request: Message, link: Link) -> Message:
    """A question of a guest with nothing in it but what a guest may say; all else is refused.

    >>> as_guest({"do": "table.say", "table": "t", "word": 1, "seat": 3}, Link("l", "secret", "t", 2))
    {'word': 1, 'do': 'table.say', 'table': 't', 'screen': 'seat 2'}
    """
    what = request.get("do")
    allowed = WATCHING if link.seat is None else SITTING
    if not isinstance(what, str) or what not in allowed:
        raise Refused("forbidden", "This link is good for one seat of one table, and for nothing else.")
    if what not in _ANYWHERE and request.get("table") != link.table:
        raise Refused("stale", "You are at another table now.")
    said = {key: request[key] for key in allowed[what] if key in request}
    return {**said, "do": what, "table": link.table, "screen": link.screen}
