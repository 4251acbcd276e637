"""Games in chunks that take about as long as they should, whatever a game takes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

GROWTH = 4
"""A chunk is at most so many times as large as the one before: the first games may not be typical."""


class Chunks:
    """Some runs of indices in chunks, each within one run; to be told how long chunks took.

    Towards the end chunks get smaller, so that all workers are done at about the same time.

    >>> chunks = Chunks([range(3), range(10, 14)], workers=1, seconds=0.5, size=2)
    >>> list(chunks)
    [range(0, 2), range(2, 3), range(10, 11), range(11, 12), range(12, 13), range(13, 14)]
    """

    def __init__(self, gaps: Iterable[Sequence[int]], workers: int, seconds: float, size: int = 1) -> None:
        self._gaps = deque(gap for gap in gaps if gap)
        self.left = sum(map(len, self._gaps))
        """How many games are still to be given out."""
        self.workers = workers
        self.seconds = seconds
        """How long a chunk should take."""
        self.size = size
        self.pace = 0.0
        """How long a game took, on the average of the last chunk; 0 before the first."""

    def __iter__(self) -> Iterator[Sequence[int]]:
        return self

    def __next__(self) -> Sequence[int]:
        if not self._gaps:
            raise StopIteration
        gap = self._gaps.popleft()
        fair = max(1, self.size // 8, self.left // (3 * self.workers))
        chunk = gap[: min(self.size, fair)]
        if len(chunk) < len(gap):
            self._gaps.appendleft(gap[len(chunk) :])
        self.left -= len(chunk)
        return chunk

    def took(self, games: int, seconds: float) -> None:
        """A chunk of so many games took so long."""
        self.pace = max(seconds, 1e-9) / games
        fitting = int(self.seconds / self.pace)
        self.size = max(1, min(fitting, GROWTH * max(self.size, games)))
