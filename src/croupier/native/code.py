"""The machine code of a game, and the memory that it works in."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import Any

from croupier.native.kernel import Halves, Kernel, Words, halves, kernel, words
from croupier.native.lower import Lowered
from croupier.native.lower.program import EXPORTS


@dataclass
class Context:
    """What one thread works with: a second state to try things on, counters, options, events."""

    trial: Words
    trial_lists: Halves
    cells: Words
    owner: Any = None
    """The state whose options are written down here."""


class Code:
    """The kernel of a game; each thread has a context of its own."""

    def __init__(self, lowered: Lowered, name: str) -> None:
        self.lowered = lowered
        self.at = lowered.constants
        start = perf_counter()
        self.kernel: Kernel = _kernel(lowered.text, name)
        self.seconds = perf_counter() - start
        """How long it took to compile the kernel, or to load it."""
        self.call = self.kernel.call
        self._threads = threading.local()

    @property
    def context(self) -> Context:
        """The context of this thread."""
        found: Context | None = getattr(self._threads, "context", None)
        if found is None:
            at = self.at
            found = self._threads.context = Context(words(at["NS"]), halves(at["NL"]), words(at["NC"]))
        return found

    def block(self) -> tuple[Words, Halves]:
        """An empty state."""
        return words(self.at["NS"]), halves(self.at["NL"])


@lru_cache(maxsize=64)
def _kernel(text: str, name: str) -> Kernel:
    return kernel(text, EXPORTS, name)
