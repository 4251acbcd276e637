"""The process that answers about texts while somebody types: of several checks the newest counts."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import Any

from croupier.studio.editing import QUESTIONS
from croupier.studio.errors import Refused
from croupier.studio.lines import Out, answered

Message = dict[str, Any]


class Desk:
    """Questions in the order of their coming, but for those that a newer one has made idle."""

    def __init__(self, out: Out) -> None:
        self.out = out
        self.questions: queue.Queue[Message] = queue.Queue()
        self._newest: dict[tuple[str, str], int] = {}
        """The number of the last question of each kind, by page."""

    def take(self, request: Message) -> None:
        """Queue a question."""
        self._newest[_kind(request)] = request["id"]
        self.questions.put(request)

    def work(self) -> None:
        """Answer until the process ends."""
        while True:
            request = self.questions.get()
            answered(request, lambda request=request: self._answer(request), self.out)  # type: ignore[misc]

    def _answer(self, request: Message) -> Message:
        if self._newest.get(_kind(request)) != request["id"]:
            raise Refused("stale", "There is a newer question.")
        return QUESTIONS[request["do"]](request)


def _kind(request: Message) -> tuple[str, str]:
    return str(request.get("from", "")), str(request["do"])


def main() -> None:
    """Answer until the input ends."""
    out = Out()
    sys.stdout = sys.stderr
    desk = Desk(out)
    threading.Thread(target=desk.work, daemon=True, name="desk").start()
    for line in sys.stdin:
        desk.take(json.loads(line))
    os._exit(0)


if __name__ == "__main__":
    main()
