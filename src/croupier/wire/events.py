"""Events as one seat may know them, as plain data: the lines of a transcript, with cards by kind.

They are made of what `seen_by` leaves of a line, and of nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from croupier.game.cards import Pack
from croupier.game.telling import told
from croupier.game.transcript import Line, seen_by
from croupier.wire.watching import WATCHER, watched_line

Data = dict[str, Any]

_LEFT_OUT = frozenset(("seen_by", "options"))
"""What a seat need not be sent: it is in the snapshot that came before."""


class EventWriter:
    """Writes events for one seat (None: with open cards; `WATCHER`: as everybody may know them)."""

    def __init__(self, pack: Pack, seat: int | None, names: Sequence[str] = ()) -> None:
        self.seat = seat
        self.names = names
        """What people are called, by seat; nothing for those who have no name."""
        times = Counter(pack.names)
        self._kinds = {kind.name: n for n, kind in enumerate(pack.kinds) if times[kind.name] == 1}

    def write(self, lines: Iterable[Line]) -> list[Data]:
        """The events of some lines of a transcript."""
        return [self.event(line) for line in lines]

    def event(self, line: Line) -> Data:
        """One event: its kind, all that the seat may know of it, and the same in words."""
        if self.seat == WATCHER:
            line = watched_line(line)
        known = seen_by(line, None if self.seat == WATCHER else self.seat, maps=False)
        words = told(known, self.seat, self.names)
        if known["event"] == "end":
            return {**known, "words": words}
        data: Data = {"n": known["n"], "event": known["event"]}
        for key, value in {**known["public"], **known.get("private", {})}.items():
            if key not in _LEFT_OUT:
                write = _BY_KIND.get(key) if known["event"] != "deal" else None
                data[key] = value if write is None else write(self, value)
                if write is not None and key == "card" and data[key] is None:
                    # The back, which the screen knows, tells the rest.
                    data["called"] = value
        return {**data, "words": words}

    def kind(self, name: str) -> int | None:
        """The number of a kind by its name; None if kinds with different backs share it."""
        return self._kinds.get(name)


_BY_KIND: dict[str, Callable[[EventWriter, Any], Any]] = {
    "card": EventWriter.kind,
    "order": lambda writer, names: [writer.kind(name) for name in names],
    "cards": lambda writer, names: [writer.kind(name) for name in names],
}
"""The parts of events that are cards."""
