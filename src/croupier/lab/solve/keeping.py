"""The iterations of a solution in the file of a run, so that they can be gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from croupier.lab.simulate import Plan
from croupier.lab.store.identity import Identity
from croupier.lab.store.run import Run
from croupier.lab.store.schema import StoreError

EVERY = 5.0
"""After so many seconds the iterations are stored again."""


class Iterated(Protocol):
    """Iterations that can be put down as plain data."""

    iterations: int

    def packed(self) -> dict[str, Any]:
        """All of it as plain data."""

    def unpack(self, data: dict[str, Any], iterations: int) -> None:
        """Go on from plain data; ValueError if it does not fit."""


class StoredIterations:
    """Keeps iterations in a run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._stored = -1.0

    @staticmethod
    @contextmanager
    def opened(
        out: str, plan: Plan, others: Mapping[str, Any], *, resume: bool
    ) -> Iterator[StoredIterations]:
        """Those of a run in a folder, new or to go on with."""
        with Run.opened(out, Identity("solve", plan, others), resume=resume) as run:
            yield StoredIterations(run)

    def kept(self, method: str, work: Iterated) -> float:
        """Put what was kept into the iterations; returns how many seconds it had taken."""
        found = self.run.stored_state(method)
        if found is None:
            return 0.0
        iterations, seconds, text = found
        try:
            work.unpack(json.loads(text), iterations)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise StoreError(f"{self.run.path}: what is stored there does not fit this game") from None
        return seconds

    def keep(self, method: str, work: Iterated, seconds: float, *, last: bool = False) -> None:
        """Keep what the iterations have come to, from time to time and at the end."""
        if not work.iterations or (not last and 0 <= seconds - self._stored < EVERY):
            return
        self.run.store_state(method, work.iterations, seconds, json.dumps(work.packed()))
        self._stored = seconds
