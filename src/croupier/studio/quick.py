"""The quick run: a thousand random games of a text that somebody is writing, and single games of it."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from croupier.catalog.languages import script_language
from croupier.game import Status
from croupier.lab.counting import Counted
from croupier.lab.partial import games_data
from croupier.lab.simulate import Plan, play, simulate
from croupier.lab.tally import Played, Tally
from croupier.lab.work import Crew
from croupier.recycle.parameters import constant
from croupier.recycle.program import Constant, ProgramError
from croupier.studio.errors import Refused
from croupier.studio.lines import Out, answered
from croupier.studio.run_change import number_changes
from croupier.text import Source, place, summary

Message = dict[str, Any]

GAMES = 1000
FIRST_LOOK = 0.3
"""Seconds in which the interpreter plays before machine code is made: the first numbers come soon."""
EVERY = 0.25
"""Seconds between two looks at the numbers so far."""
LONGEST = 20.0
"""Seconds after which a quick run ends with what it has."""


def plan_of(request: Message) -> Plan:
    """The plan of a question: a text, with seats and settings as its page has them."""
    source = Source(str(request["path"]), str(request["text"]))
    seats = request.get("seats")
    return Plan(
        source,
        Path(source.name).stem,
        int(seats) if seats else None,
        settings_of(source.name, dict(request.get("set") or {})),
        seed=int(request.get("seed") or 1),
    )


def settings_of(name: str, texts: dict[str, Any]) -> dict[str, Constant]:
    """Settings as fields of a page have them; script languages know by themselves how to read them."""
    if script_language(name) is not None:
        return {key: str(value) for key, value in texts.items()}
    return {key: constant(str(value)) for key, value in texts.items()}


class QuickRuns:
    """One quick run at a time: a new one ends the one before."""

    def __init__(self, out: Out) -> None:
        self.out = out
        self.questions: queue.Queue[Message] = queue.Queue()
        self._crew: Crew | None = None
        self._newest = 0

    def take(self, request: Message) -> None:
        """Queue a question; a quick run that goes on is ended by another one, or by `quick.stop`."""
        if request["do"] in ("quick", "quick.stop"):
            self._newest = request["id"]
            if self._crew is not None:
                self._crew.stop()
        self.questions.put(request)

    def work(self) -> None:
        """Answer until the process ends."""
        does: dict[str, Callable[[Message], Message]] = {
            "quick": self.run,
            "quick.stop": lambda _: {},
            "quick.game": record_game,
            "changes": lambda asked: {"numbers": number_changes(asked["before"], asked["after"])},
        }
        while True:
            request = self.questions.get()
            answered(request, lambda request=request: does[request["do"]](request), self.out)  # type: ignore[misc]

    def run(self, request: Message) -> Message:
        """Play a thousand games; numbers so far are told on the way."""
        if request["id"] != self._newest:
            raise Refused("stale", "There is a newer text.")
        start, plan = perf_counter(), plan_of(request)
        with Crew(workers=1) as crew:
            self._crew = crew
            try:
                return self._played(request, plan, crew, start)
            except ProgramError as problem:
                raise Refused("errors", summary(problem.findings)) from None
            finally:
                self._crew = None

    def _played(self, request: Message, plan: Plan, crew: Crew, start: float) -> Message:
        def tell(tally: Tally, engine: str) -> None:
            found = self._data(request, plan, tally, engine, perf_counter() - start)
            self.out({"ev": "quick", "from": request.get("from"), **found})

        if script_language(plan.source.name) is None:
            slow = replace(plan, engine="interpreter")
            games: list[Played] = []
            while perf_counter() - start < FIRST_LOOK and len(games) < GAMES and not crew.stopped:
                games.append(play(slow, len(games)))
            if games:
                tell(Tally.of(games), "interpreter")
        plan.check()
        tally, last, begun = Tally(), perf_counter(), perf_counter()

        def heard(_: str, piece: object) -> None:
            nonlocal tally, last
            assert isinstance(piece, Counted)
            tally, now = tally + piece.tally, perf_counter()
            if now - begun > LONGEST:
                crew.stop()
            if now - last > EVERY:
                last = now
                tell(tally, plan.game.engine)

        crew.heard = heard
        result = simulate(plan, GAMES, crew=crew)
        if self._newest != request["id"]:
            raise Refused("stale", "There is a newer text.")
        return self._data(request, plan, result.tally, plan.game.engine, perf_counter() - start)

    @staticmethod
    def _data(request: Message, plan: Plan, tally: Tally, engine: str, seconds: float) -> Message:
        troubles = [
            {
                "index": incident.index,
                "status": incident.status.value,
                "reason": incident.reason,
                **place(incident.finding(plan.source).span),
            }
            for incident in tally.incidents
            if incident.status is not Status.FINISHED
        ]
        return {
            "version": request.get("version"),
            "path": request["path"],
            "wanted": GAMES,
            "engine": engine,
            "note": plan.game.note,
            "seconds": round(seconds, 3),
            "troubles": troubles,
            **games_data(tally),
        }


def record_game(request: Message) -> Message:
    """Play one game of a text again, and keep its record; where that is.

    The text is kept beside the record, so that the game can be replayed when the file has changed.
    """
    folder = Path(request["folder"])
    plan = plan_of(request)
    players = request.get("players")
    if players:
        plan = replace(plan, players=tuple(players))
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / Path(plan.source.name).name
    kept.write_text(plan.source.text, encoding="utf-8")
    own = replace(plan, source=Source(str(kept), plan.source.text), transcripts=str(folder))
    before = set(folder.glob("*.jsonl"))
    play(own, int(request["index"]))
    return {"path": str((set(folder.glob("*.jsonl")) - before).pop())}


def main() -> None:
    """Answer until the input ends."""
    out = Out()
    sys.stdout = sys.stderr
    # Whoever types and whoever plays at a table come first.
    os.nice(5)
    runs = QuickRuns(out)
    threading.Thread(target=runs.work, daemon=True, name="quick runs").start()
    for line in sys.stdin:
        runs.take(json.loads(line))
    os._exit(0)


if __name__ == "__main__":
    main()
