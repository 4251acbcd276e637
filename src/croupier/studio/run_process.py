"""The process of one run: it plays what was asked for by the functions of the lab, and tells how far it is.

It is asked once, may be told to stop, and ends with its input. Whatever has been played when it is stopped is
in its result.
"""

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

from croupier.catalog.loading import find_source
from croupier.lab.analysis import analyze
from croupier.lab.comparison import compare
from croupier.lab.coverage import AI, kept_coverage
from croupier.lab.coverage import GAMES as COVERAGE_GAMES
from croupier.lab.functions import record_of, simulation_of
from croupier.lab.grid import values_of
from croupier.lab.partial import Partials
from croupier.lab.progress import STAGES
from croupier.lab.several import Case, Step
from croupier.lab.simulate import Plan
from croupier.lab.store.schema import StoreError
from croupier.lab.study import Result
from croupier.lab.sweeps import sweep
from croupier.lab.terms import workers_for
from croupier.lab.tournament import Tournament
from croupier.lab.tuning import Tuning, tune
from croupier.lab.variants import variant
from croupier.lab.work import Crew
from croupier.players import player_texts
from croupier.recycle.program import Constant, ProgramError
from croupier.studio.errors import Refused
from croupier.studio.lines import Out, answered
from croupier.studio.quick import settings_of
from croupier.studio.run_results import page_data, plots_data, record_notable, write_report
from croupier.studio.run_wishes import Wishes
from croupier.text import Source, summary

Message = dict[str, Any]

EVERY = 0.1
"""Seconds between two lines about how far it is."""
NUMBERS_EVERY = 0.5
"""Seconds between two lines with numbers."""
MOST_MEMORY = 2 * 1024**3


class Progress:
    """Tells how far a run is, no more often than somebody can read."""

    def __init__(self, out: Callable[[Message], None], partials: Partials) -> None:
        self._out = out
        self._partials = partials
        self._last = self._numbers = self._start = perf_counter()
        self._stage: tuple[str, str] = ("", "")
        self._first = 0

    def staged(self, stage: str, done: int, total: int) -> None:
        """So much of a stage is done."""
        self._tell(stage, done, total, "", 0, 0, None)

    def stepped(self, step: Step) -> None:
        """So much of one of several games is done."""
        self._partials.label = step.label
        self._tell(step.stage, step.done, step.total, step.label, step.number, step.games, step.left)

    def _tell(
        self, stage: str, done: int, total: int, label: str, number: int, of: int, left: float | None
    ) -> None:
        now = perf_counter()
        if (label, stage) != self._stage:
            self._stage, self._start, self._first = (label, stage), now, done
        elif now - self._last < EVERY:
            return
        self._last = now
        pace = (done - self._first) / (now - self._start) if now > self._start else 0.0
        if left is None and pace:
            left = (total - done) / pace
        message: Message = {
            "ev": "progress",
            "stage": STAGES.get(stage, stage),
            "done": done,
            "total": total,
            "label": label,
            "number": number,
            "of": of,
            "pace": round(pace, 1),
            "left": None if left is None else round(left, 1),
        }
        if now - self._numbers >= NUMBERS_EVERY:
            self._numbers = now
            message["partial"] = self._partials.data()
        self._out(message)


class Running:
    """A run that goes on."""

    def __init__(self, wishes: Wishes, crew: Crew, out: Callable[[Message], None]) -> None:
        self.wishes = wishes
        self.crew = crew
        self._out = out
        self.plan = Plan(
            Source(wishes.path, wishes.text),
            wishes.path,
            None if wishes.kind in ("sweep", "tune") else wishes.number("seats", 0) or None,
            {} if wishes.kind in ("sweep", "tune") else settings_of(wishes.path, dict(wishes.settings)),
            seed=wishes.number("seed", 1),
        )

    def play(self) -> Result | Tuning:
        """The result, of as much as was played."""
        does: dict[str, Callable[[], Result | Tuning]] = {
            "simulate": self._simulate,
            "analyze": self._analyze,
            "compare": self._compare,
            "sweep": self._sweep,
            "coverage": self._coverage,
            "tournament": self._tournament,
            "tune": self._tune,
        }
        return does[self.wishes.kind]()

    def _progress(self, tournament: Tournament | None = None) -> Progress:
        partials = Partials(tournament)
        self.crew.heard = partials.hear
        return Progress(self._out, partials)

    def _simulate(self) -> Result:
        wishes = self.wishes
        plan = replace(self.plan, players=player_texts(wishes.option("players") or "random"))
        progress = self._progress().staged
        return simulation_of(plan, wishes.number("games", 1000), self.crew, progress=progress)

    def _analyze(self) -> Result:
        wishes = self.wishes
        target = wishes.option("target")
        return analyze(
            self.plan,
            effort=wishes.option("effort") or "normal",
            games=wishes.option("games"),
            precision=_fraction(wishes.option("precision")),
            players=wishes.option("players"),
            target=None if target is None else _whole("target", target),
            crew=self.crew,
            progress=self._progress().staged,
        )

    def _compare(self) -> Result:
        wishes = self.wishes
        cases = [Case(wishes.path, self.plan), *map(self._case, wishes.others)]
        return compare(
            cases,
            seed=self.plan.seed,
            effort=wishes.option("effort") or "normal",
            games=wishes.option("games"),
            players=wishes.option("players"),
            heuristics=self._heuristics,
            crew=self.crew,
            progress=self._progress().stepped,
        )

    def _case(self, text: str) -> Case:
        own = variant(text)
        name, known = own.game or self.wishes.path, self.wishes.sources
        if name in known:
            source = Source(find_source(name).name if "." not in name else name, known[name])
        else:
            source = self.plan.source
        plan = replace(
            self.plan,
            source=source,
            name=name,
            seats=own.seats if own.seats is not None else self.plan.seats,
            settings={**self.plan.settings, **own.settings},
        )
        return Case(text, plan)

    @property
    def _heuristics(self) -> list[str] | None:
        named = self.wishes.option("heuristics")
        return None if named is None else [name.strip() for name in named.split(",")]

    def _grid(self) -> tuple[dict[str, tuple[Constant, ...]], list[int] | None]:
        settings = {name: values_of(text) for name, text in self.wishes.settings.items()}
        seats = self.wishes.option("seats")
        numbers = None if seats is None else [_whole("seats", str(one)) for one in values_of(seats)]
        return settings, numbers

    def _sweep(self) -> Result:
        wishes = self.wishes
        settings, seats = self._grid()
        return sweep(
            self.plan,
            settings=settings,
            seats=seats,
            effort=wishes.option("effort") or "quick",
            games=wishes.option("games"),
            players=wishes.option("players"),
            heuristics=self._heuristics,
            crew=self.crew,
            progress=self._progress().stepped,
        )

    def _tune(self) -> Tuning:
        wishes = self.wishes
        settings, seats = self._grid()
        return tune(
            self.plan,
            wishes.option("aim") or "",
            settings=settings,
            seats=seats,
            effort=wishes.option("effort") or "quick",
            games=wishes.option("games"),
            players=wishes.option("players"),
            crew=self.crew,
            progress=self._progress().stepped,
        )

    def _coverage(self) -> Result:
        wishes = self.wishes
        sizes = [_whole("games", one) for one in (wishes.option("games") or "").split(",") if one.strip()]
        games = (*sizes, *COVERAGE_GAMES[len(sizes) :])[:2]
        player = wishes.option("players") or AI
        return kept_coverage(self.plan, (games[0], games[1]), player, self.crew, self._progress().staged)

    def _tournament(self) -> Result:
        wishes = self.wishes
        tournament = Tournament(
            self.plan,
            player_texts(wishes.option("players") or ""),
            wishes.number("deals", 100),
            wishes.option("pairings") or "pairs",
        )
        return record_of(tournament, self.crew, progress=self._progress(tournament).staged)


def _whole(name: str, text: str) -> int:
    digits = text.strip().replace("_", "")
    if not digits.lstrip("-").isdecimal():
        raise Refused(f"field:{name}", f"--{name}: {text!r} is not a whole number.")
    return int(digits)


def _fraction(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        return float(text)
    except ValueError:
        raise Refused("field:precision", f"--precision: {text!r} is not a number.") from None


class Work:
    """The one run of the process, from the question to the last drawing."""

    def __init__(self, out: Out) -> None:
        self.out = out
        self.crew: Crew | None = None
        self.stopped = False

    def stop(self) -> None:
        """End the run; what it has is its result."""
        self.stopped = True
        if self.crew is not None:
            self.crew.stop()

    def do(self, request: Message) -> None:
        """Play, answer with the result, then tell the drawings and the page, which take longer."""
        found: list[Result | Tuning] = []
        wishes, folder = Wishes.of(request["wishes"]), Path(request["folder"])

        def result() -> Message:
            found.append(self._played(wishes, str(folder.parent), int(request["workers"])))
            return page_data(found[0])

        if not answered(request, result, self.out):
            return
        games = record_notable(found[0], folder, wishes)
        self.out({"ev": "notable", "notable": games})
        self.out({"ev": "plots", **plots_data(found[0])})
        self.out({"ev": "report", "report": write_report(found[0], folder / "report.html")})

    def _played(self, wishes: Wishes, out: str, workers: int) -> Result | Tuning:
        try:
            return self._by_crew(wishes, out, workers)
        except StoreError as problem:
            # Fewer games than are kept, or somebody else writes there: they are played without being kept.
            self.out({"ev": "note", "note": str(problem)})
            return self._by_crew(wishes, None, workers)

    def _by_crew(self, wishes: Wishes, out: str | None, workers: int) -> Result | Tuning:
        players = [wishes.options.get("players", "")]
        with Crew(workers_for(workers, players), out=out, resume=out is not None) as crew:
            crew.told = lambda text: self.out({"ev": "note", "note": text})
            self.crew = crew
            if self.stopped:
                crew.stop()
            try:
                return Running(wishes, crew, self.out).play()
            except ProgramError as problem:
                raise Refused("errors", f"{summary(problem.findings)}: mend the program first.") from None
            except KeyboardInterrupt:
                raise Refused("stopped", "It was stopped before anything was played.") from None


def _limit_memory() -> None:
    """A run that takes too much memory ends, and nothing else with it."""
    try:
        import resource
    except ImportError:
        return
    half = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    most = max(1024**3, min(MOST_MEMORY, half))
    # Not the address space: the library that draws plots reserves far more of it than it uses.
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def main() -> None:
    """Wait for a run, play it, and end with the input."""
    out = Out()
    sys.stdout = sys.stderr
    os.nice(10)
    _limit_memory()
    work, runs = Work(out), queue.Queue[Message]()

    def listen() -> None:
        for line in sys.stdin:
            request = json.loads(line)
            if request["do"] == "stop":
                work.stop()
                out({"re": request["id"]})
            else:
                runs.put(request)
        os._exit(0)

    threading.Thread(target=listen, daemon=True, name="input").start()
    work.do(runs.get())
    out({"ev": "ended"})
    # Whoever has asked closes the input when nothing more is wanted.
    threading.Event().wait()


if __name__ == "__main__":
    main()
