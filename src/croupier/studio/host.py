"""The process in which games run: it is asked in lines of JSON, and answers and tells in lines of JSON.

Every table has a thread of its own, so that one that thinks does not keep the others waiting: machine code
lets other threads run. The process ends with its standard input, so that none is left behind when the
server is gone.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.studio import about, library
from croupier.studio.changing_seats import invite, name_seat, replace_player
from croupier.studio.designing import design_data, opinions, position, run_to
from croupier.studio.lines import Out, answered
from croupier.studio.offered import LONGEST_THOUGHT
from croupier.studio.opening import branched_table, forked_table, new_table, restored_table
from croupier.studio.people import OWNER
from croupier.studio.replays import Recorded
from croupier.studio.table import Table

Message = dict[str, Any]

IDLE = 2 * 60 * 60
"""Seconds after which a table that nobody asks is closed; it is on disk."""


BLINK = 0.02
"""Seconds between two looks whether machine code is ready."""


class TableAtWork:
    """A table in a thread of its own: questions in the order of their coming, players while nobody asks."""

    def __init__(
        self,
        ident: str,
        make: Callable[[], Table],
        out: Out,
        first: Message,
        gone: Callable[[TableAtWork], None],
    ) -> None:
        self.ident = ident
        self._gone = gone
        self.questions: queue.Queue[Message] = queue.Queue()
        self.closed = False
        self._make = make
        self._out = out
        self._first = first

    def start(self) -> None:
        """Begin to work."""
        threading.Thread(target=self._run, daemon=True, name=f"table {self.ident}").start()

    def _run(self) -> None:
        """Open the table, then work until it is closed."""
        opened: list[Table] = []

        def make() -> Message:
            opened.append(self._make())
            return {"table": self.ident}

        if not answered(self._first, make, self._out):
            self.closed = True
            self._gone(self)
            return
        self.table = opened[0]
        while not self.closed:
            thinking = self.table.thinking is not None
            waits = self.table.waits_for_machine_code
            try:
                request = self.questions.get(waits or not thinking, BLINK if waits else IDLE)
            except queue.Empty:
                if waits:
                    continue
                if thinking:
                    self._play_other()
                else:
                    self.closed = True
                    self._out({"ev": "table.closed", "table": self.ident})
            else:
                self._answer(request)
        self.table.close()
        self._gone(self)

    def _answer(self, request: Message) -> None:
        table, screen = self.table, str(request.get("screen", OWNER))
        does: dict[str, Callable[[], Message]] = {
            "table.join": lambda: table.joined(screen),
            "table.resume": lambda: table.resumed(request, screen),
            "table.leave": lambda: table.left(screen),
            "table.choose": lambda: table.choose(request, screen),
            "table.undo": lambda: table.undo(request, screen),
            "table.vote": lambda: table.vote(request, screen),
            "table.hint": lambda: table.hint(request, screen),
            "table.look": lambda: table.look(request, screen),
            "table.replace": lambda: replace_player(table, request),
            "table.invite": lambda: invite(table, request),
            "table.name": lambda: name_seat(table, request, screen),
            "table.say": lambda: table.say(request, screen),
            "table.reveal": lambda: table.open_cards(screen),
            "table.pause": lambda: table.pause(request),
            "table.about": table.about,
            "table.design": lambda: design_data(table, request),
            "table.opinions": lambda: opinions(table),
            "table.run_to": lambda: run_to(table, request),
            "table.position": lambda: position(table, request),
            "table.close": self._close,
        }
        answered(request, does[request["do"]], self._out)
        self._tell()

    def _close(self) -> Message:
        self.closed = True
        return {}

    def _play_other(self) -> None:
        table = self.table
        if not table.is_compiling:
            table.quicken()
        # Nobody waits longer: a player that thinks for too long decides by what it has found.
        patience = threading.Timer(LONGEST_THOUGHT, table.session.hurry)
        patience.daemon = True
        patience.start()
        try:
            table.session.play_other()
        except Exception as problem:
            # A player of ours that fails is our fault: the seat goes to random, and the game goes on.
            traceback.print_exc()
            seat = table.thinking
            if seat is None or table.seats[seat].who == "random":
                self._out(
                    {
                        "ev": "table.fault",
                        "table": self.ident,
                        "message": f"The game cannot go on: {problem}.",
                    }
                )
                self.closed = True
                return
            table.session.forfeits[seat] = str(problem)
        finally:
            patience.cancel()
        self._tell()

    def _tell(self) -> None:
        """Tell every screen what has changed, if anything has."""
        for message in self.table.changes():
            self._out(message)
        complaint = self.table.complaint()
        if complaint is not None:
            self._out({"ev": "table.trouble", "table": self.ident, "message": complaint})


class Host:
    """All tables and replays of one process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = Out()
        self.tables: dict[str, TableAtWork] = {}
        self.replays: dict[str, Recorded] = {}
        self._desk: queue.Queue[Message] = queue.Queue()

    def serve(self) -> None:
        """Answer until the input ends."""
        threading.Thread(target=self._work_at_desk, daemon=True, name="desk").start()
        for line in sys.stdin:
            request = json.loads(line)
            if request["do"].startswith("table."):
                self._table(request)
            else:
                self._desk.put(request)

    def _table(self, request: Message) -> None:
        what, ident = request["do"], request["table"]
        if what in ("table.open", "table.restore", "table.fork"):
            self.tables[ident] = TableAtWork(ident, self._maker(request), self.out, request, self._forget)
            self.tables[ident].start()
            return
        found = self.tables.get(ident)
        if found is None or found.closed:
            error = {"code": "missing", "message": "There is no such table any more."}
            self.out({"re": request["id"], "error": error})
            return
        found.questions.put(request)

    def _forget(self, work: TableAtWork) -> None:
        """A table is closed: nothing of it stays in memory."""
        if self.tables.get(work.ident) is work:
            del self.tables[work.ident]

    def _maker(self, request: Message) -> Callable[[], Table]:
        ident = request["table"]
        if request["do"] == "table.open":
            return lambda: new_table(ident, self.folder, request)
        if request["do"] == "table.restore":
            return lambda: restored_table(ident, self.folder)

        if "of" in request:
            return lambda: branched_table(ident, self.folder, request["of"])

        def forked() -> Table:
            recorded = self._recorded(request["replay"], Path(request["path"]))
            seats = recorded.fork_seats(int(request.get("seat") or 0))
            return forked_table(ident, self.folder, recorded.cut(int(request["n"])), seats)

        return forked

    def _work_at_desk(self) -> None:
        does: dict[str, Callable[[Message], Message]] = {
            "games": lambda _: {"games": library.games(), "starters": library.starter_list()},
            "fans": lambda request: {"fans": library.fans(request["games"])},
            "game": lambda request: about.described(str(request.get("game", ""))),
            "replay.join": lambda request: self._replay(request).joined(),
            "replay.words": lambda request: {"words": self._replay(request).words(request.get("seat"))},
            "replay.at": lambda request: self._replay(request).at(
                int(request.get("n", 0)), request.get("seat")
            ),
            "replay.expected": lambda request: self._replay(request).expected(
                int(request.get("n", 0)), request.get("seat")
            ),
        }
        while True:
            request = self._desk.get()
            answered(request, lambda request=request: does[request["do"]](request), self.out)  # type: ignore[misc]

    def _replay(self, request: Message) -> Recorded:
        return self._recorded(str(request["replay"]), Path(request["path"]))

    def _recorded(self, ident: str, path: Path) -> Recorded:
        if ident not in self.replays:
            self.replays[ident] = Recorded.read(ident, path)
        return self.replays[ident]


def main() -> None:
    """Serve the tables whose records are in the folder that the command line names."""
    # What anything prints by mistake must not get among the answers.
    host = Host(Path(sys.argv[1]))
    sys.stdout = sys.stderr
    host.serve()
    # Threads may be in the middle of a search. Every line of their records is on disk already.
    os._exit(0)


if __name__ == "__main__":
    main()
