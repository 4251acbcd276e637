"""The machine code of a game, and the memory that it works in."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from croupier.kernel import Halves, Kernel, Words, halves, kernel, machine, words
from croupier.kernel.build import stored_kernel
from croupier.native import ending
from croupier.native.lower import Lowered
from croupier.native.lower.program import SEARCHES, STEPS
from croupier.native.sketch import Sketch


@dataclass(eq=False)
class Context:
    """What one thread works with: a second state to try things on, counters, options, events."""

    trial: Words
    trial_lists: Halves
    cells: Words
    owner: Any = None
    """The state whose options are written down here."""
    ending: int = 0
    """The cell that tells the kernel to end."""

    def end(self) -> None:
        """Let the kernel end that works with this; any thread may."""
        self.cells[self.ending] = 1


class Code:
    """The kernels of a game, each made when it is first needed; each thread has a context of its own."""

    def __init__(self, lower: Callable[[], Lowered], name: str, sketch: Sketch) -> None:
        self._lower = lower
        self.name = name
        self.sketch = sketch
        self.at = sketch.constants
        self.call = Calls(self)
        self.seconds = 0.0
        """How long it took to compile kernels, or to load them."""
        self._threads = threading.local()
        self._contexts = weakref.WeakSet[Context]()
        self._twins = weakref.WeakSet[Code]()
        """Those that were made from this one. They know nothing of it: players are handed them."""
        self._lock = threading.Lock()
        ending.watch(self)

    def end(self) -> None:
        """Let every kernel of this game end that is at work, in whatever thread, with `KernelEnded`.

        What is called later runs as usual.
        """
        with self._lock:
            working: list[Context | Code] = [*self._contexts, *self._twins]
        for each in working:
            each.end()

    @cached_property
    def lowered(self) -> Lowered:
        """The kernel text, and what is needed to read blocks; made when it is first asked for."""
        return self._lower()

    @cached_property
    def movers(self) -> list[int]:
        """Where in a block the seat stands that is to move, by the spot at which the game stands."""
        return [self.at["PLAYERS"] + 2 * spot.players for spot in self.lowered.flow.spots]

    @cached_property
    def kernel(self) -> Kernel:
        """What plays whole games; if it is in the cache the program need not be lowered."""
        if machine.available():
            start = perf_counter()
            try:
                return _stored(self.sketch.plays, self.sketch.playing, self.name)
            except LookupError:
                pass
            finally:
                self.seconds += perf_counter() - start
        return self.made(self.lowered.plays, self.lowered.playing, self.name)

    @cached_property
    def stepping(self) -> Kernel:
        """What goes from decision to decision; quickly compiled rather than quick."""
        return self.made(self.lowered.steps, STEPS, f"{self.name}, step by step", opt=1)

    @cached_property
    def search(self) -> SimpleNamespace:
        """The kernels that search."""
        return self.made(self.lowered.search, SEARCHES, f"{self.name}, searching").call

    @cached_property
    def going_on(self) -> SimpleNamespace:
        """What plays one game on to its end, for searches that are not in kernels themselves."""
        return self.made(self.lowered.search, ("playout",), f"{self.name}, to the end").call

    def made(self, text: str, exports: tuple[str, ...], name: str, opt: int = 2) -> Kernel:
        """The kernel of a text, compiled or from the cache."""
        start = perf_counter()
        found = _kernel(text, exports, name, opt)
        self.seconds += perf_counter() - start
        return found

    @property
    def context(self) -> Context:
        """The context of this thread."""
        found: Context | None = getattr(self._threads, "context", None)
        if found is None:
            at = self.at
            found = Context(words(at["NS"]), halves(at["NL"]), words(at["NC"]), ending=at["ENDING"])
            self._threads.context = found
            with self._lock:
                self._contexts.add(found)
        # Whoever asks is about to begin: what was to end has ended.
        found.cells.cells[found.ending] = 0
        return found

    def apart(self) -> Code:
        """The same machine code with memory of its own: what is done with one is not seen in the other."""
        # The twin is handed to players: nothing in it may lead to the game, so it gets the text itself.
        lowered = self.lowered
        twin = Code(lambda: lowered, self.name, self.sketch)
        kernels = ("kernel", "stepping", "search", "going_on")
        twin.__dict__.update({name: self.__dict__[name] for name in kernels if name in self.__dict__})
        with self._lock:
            self._twins.add(twin)
        return twin

    def forget(self) -> None:
        """Let go of the state that this thread has worked with last.

        The cells stay, since to make them anew takes longer than a game.
        """
        found: Context | None = self._threads.__dict__.get("context")
        if found is not None:
            found.owner = None
            found.trial, found.trial_lists = self.block()

    def block(self) -> tuple[Words, Halves]:
        """An empty state."""
        return words(self.at["NS"]), halves(self.at["NL"])


class Calls:
    """The functions of all kernels of a game but those that search."""

    def __init__(self, code: Code) -> None:
        self._code = code

    def __getattr__(self, name: str) -> Callable[..., Any]:
        whole = name in self._code.sketch.playing
        kernel = self._code.kernel if whole else self._code.stepping
        function: Callable[..., Any] = getattr(kernel.call, name)
        setattr(self, name, function)
        return function


@lru_cache(maxsize=64)
def _kernel(text: str, exports: tuple[str, ...], name: str, opt: int) -> Kernel:
    return kernel(text, exports, name, opt)


@lru_cache(maxsize=64)
def _stored(text_digest: str, exports: tuple[str, ...], name: str) -> Kernel:
    """The kernel of a digest from the cache; LookupError, which is asked again, if it is not there."""
    found = stored_kernel(text_digest, exports, name)
    if found is None:
        raise LookupError(name)
    return found
