"""The iterations of a solution in the file of a run, so that they can be gone on with."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from croupier.lab.simulate import Plan
from croupier.lab.solve.cfr import CFRPlus
from croupier.lab.solve.sequences import Numbers
from croupier.lab.store.identity import Identity
from croupier.lab.store.run import Run
from croupier.lab.store.schema import StoreError

PART = "iterations"
EVERY = 5.0
"""After so many seconds the iterations are stored again."""


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

    def kept(self, cfr: CFRPlus) -> float:
        """Put what was kept into the iterations; returns how many seconds it had taken."""
        found = self.run.stored_state(PART)
        if found is None:
            return 0.0
        iterations, seconds, text = found
        try:
            data = json.loads(text)
            regrets = [_read(one, len(have)) for one, have in zip(data["regrets"], cfr.regrets, strict=True)]
            sums = [_read(one, len(have)) for one, have in zip(data["sums"], cfr.sums, strict=True)]
        except (KeyError, TypeError, ValueError):
            raise StoreError(f"{self.run.path}: what is stored there does not fit this game") from None
        cfr.iterations, cfr.regrets, cfr.sums = iterations, regrets, sums
        return seconds

    def keep(self, cfr: CFRPlus, seconds: float, *, last: bool = False) -> None:
        """Keep what the iterations have come to, from time to time and at the end."""
        if not cfr.iterations or (not last and 0 <= seconds - self._stored < EVERY):
            return
        data = {
            "regrets": [_written(one) for one in cfr.regrets],
            "sums": [_written(one) for one in cfr.sums],
        }
        self.run.store_state(PART, cfr.iterations, seconds, json.dumps(data))
        self._stored = seconds


def _written(numbers: Numbers) -> str:
    return b64encode(numbers.astype("<f8").tobytes()).decode()


def _read(text: str, size: int) -> Numbers:
    found = np.frombuffer(b64decode(text, validate=True), dtype="<f8").astype(np.float64)
    if len(found) != size:
        raise ValueError("it has another size")
    return found
