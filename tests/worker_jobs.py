"""Jobs for workers, in a module that they can import; some tasks end badly, once or always."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from croupier.lab.work.job import Rows
from croupier.text import Source


class Doubling:
    """Twice the number, but 13 kills the worker and 7 is too much for it."""

    def prepare(self) -> Callable[[int], int]:
        """What doubles."""

        def act(number: int) -> int:
            if number == 13:
                os._exit(1)
            if number == 7:
                raise ValueError("seven")
            return 2 * number

        return act


class Waiting:
    """Whoever comes to a folder first waits there, and leaves a file when it goes."""

    def prepare(self) -> Callable[[Path], Path]:
        """What waits."""

        def act(folder: Path) -> Path:
            try:
                (folder / "come").touch(exist_ok=False)
            except FileExistsError:
                return folder
            try:
                time.sleep(3600)
            finally:
                (folder / "gone").touch()
            return folder

        return act


class Lost:
    """A job that cannot be read where it arrives."""

    def __reduce__(self) -> Any:
        return _not_here, ()

    def prepare(self) -> Callable[[int], int]:
        """Never called."""
        raise AssertionError


def _not_here() -> None:
    raise ImportError("there is no such job here")


@dataclass(frozen=True)
class Adding:
    """The sum of the indices, as if they were games. Some are trouble: `dies`, `hangs` or `memory`.

    With a folder each trouble happens once: a file remembers it.
    """

    trouble: dict[int, str] = field(default_factory=dict)
    once: str = ""
    source: Source = field(default_factory=lambda: Source("adding", "adding"))
    merges: ClassVar[bool] = True

    def prepare(self) -> Callable[[Sequence[int]], int]:
        """What adds up."""

        def act(indices: Sequence[int]) -> int:
            for index in indices:
                if index in self.trouble and self._again(index):
                    _make(self.trouble[index])
            return sum(indices)

        return act

    def _again(self, index: int) -> bool:
        if not self.once:
            return True
        try:
            (Path(self.once) / str(index)).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def seed_of(self, index: int) -> int:
        """Easy to recognise."""
        return 1000 + index

    def pack(self, result: int) -> Any:
        """As it is."""
        return result

    def unpack(self, data: Any) -> int:
        """As it is."""
        return int(data)

    def together(self, results: Iterable[int]) -> int:
        """Added up."""
        return sum(results)

    def rows(self, result: int) -> Rows:
        """None."""
        return {}


def _make(trouble: str) -> None:
    if trouble == "dies":
        os._exit(1)
    if trouble == "hangs":
        time.sleep(3600)
    raise MemoryError
