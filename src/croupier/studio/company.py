"""The pages that are connected: who has which table on which screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from croupier.studio.people import OWNER, WATCH

Message = dict[str, Any]

MOST_WATCHERS = 16
"""So many pages may watch one table."""


@dataclass(eq=False)
class Client:
    """A page that is connected."""

    send: Callable[[Message], None]
    """Queues a message for it."""
    token: str = ""
    """The token of a guest; nothing for the owner."""
    screens: set[tuple[str, str]] = field(default_factory=set)
    """The tables it shows, each with the screen."""


class Company:
    """All pages, by table and screen. A screen has one page; only those who watch are several."""

    def __init__(self) -> None:
        self._pages: dict[tuple[str, str], list[Client]] = {}

    def join(self, client: Client, table: str, screen: str) -> bool:
        """Let a page show a table; whoever showed this screen before is told. False if there is no room."""
        pages = self._pages.setdefault((table, screen), [])
        if client in pages:
            return True
        if screen == WATCH and len(pages) >= MOST_WATCHERS:
            return False
        for before in pages if screen != WATCH else ():
            before.screens.discard((table, screen))
            before.send({"ev": "table.replaced", "table": table})
        self._pages[table, screen] = [*(pages if screen == WATCH else ()), client]
        client.screens.add((table, screen))
        return True

    def leave(self, client: Client, table: str | None = None) -> list[tuple[str, str]]:
        """A page is gone, or shows one table no more: the screens that nobody shows any more."""
        empty = []
        for key in [key for key in client.screens if table in (None, key[0])]:
            client.screens.discard(key)
            left = [page for page in self._pages.get(key, ()) if page is not client]
            if left:
                self._pages[key] = left
            else:
                self._pages.pop(key, None)
                empty.append(key)
        return empty

    def pages(self, table: str, screen: str | None = None) -> list[Client]:
        """The pages that show a table, or one screen of it."""
        return [
            page
            for (at, name), pages in self._pages.items()
            if at == table and screen in (None, name)
            for page in pages
        ]

    def tell(self, table: str, message: Message, screen: str | None = None) -> None:
        """Send a message to everybody at a table, or to one screen of it."""
        for page in self.pages(table, screen):
            page.send(message)

    def people(self, table: str) -> Message:
        """Tells who is connected at a table."""
        names = [name for (at, name), pages in self._pages.items() if at == table and pages]
        return {
            "owner": OWNER in names,
            "seats": sorted(int(name.removeprefix("seat ")) for name in names if name.startswith("seat ")),
            "watching": len(self.pages(table, WATCH)),
        }
