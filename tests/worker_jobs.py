"""Jobs for worker processes, in a module that they can import."""

from __future__ import annotations

import os
from collections.abc import Callable


class Doubling:
    """A job for workers: twice the number, but 13 kills the worker and 7 is too much for it."""

    def prepare(self) -> Callable[[int], int]:
        """What doubles."""

        def act(number: int) -> int:
            if number == 13:
                os._exit(1)
            if number == 7:
                raise ValueError("seven")
            return 2 * number

        return act
