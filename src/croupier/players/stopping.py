"""Stopping a search from another thread: it ends where it stands, with what it has found so far.

Python looks at the flag after every iteration. Kernels do many iterations in one call; they look at a flag of
their own in every loop (`KernelRoot.end`), which is set as well.
"""

from __future__ import annotations

import threading

from croupier.game.capabilities import KernelRoot

SLICE = 8192
"""Iterations that a kernel does in one call, at most: it does not see a flag set just before it began."""


class Stop:
    """Whether a search is to end now. Any thread may set it."""

    def __init__(self) -> None:
        self._flag = threading.Event()
        self._root: KernelRoot | None = None

    @property
    def is_set(self) -> bool:
        """Whether the search is to end."""
        return self._flag.is_set()

    def set(self) -> None:
        """The search ends, now or as soon as it begins."""
        self._flag.set()
        root = self._root
        if root is not None:
            root.end()

    def searching(self, root: KernelRoot | None) -> None:
        """The search is done by the kernels of a root, or by none."""
        self._root = root

    def clear(self) -> None:
        """The decision is made: the next one is searched in peace."""
        self._root = None
        self._flag.clear()
