"""Transcripts on disk: written line by line as a game is played, so that nothing is lost if it breaks off."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from croupier.game.hosting import HostedGame, HostedState, listen_too
from croupier.game.transcript import Line, dump
from croupier.text.errors import reason_of


class TranscriptFile:
    """A transcript that is being written.

    All its lines are kept here, too. If they cannot be written (a full disk) play goes on, `problem` says
    why, and every later line tries again.
    """

    def __init__(self, path: Path, file: io.FileIO, lines: Iterable[bytes] = ()) -> None:
        self.path = path
        self.problem = ""
        """Why the file is not complete, if it is not."""
        self._file = file
        self._lines: list[bytes] = list(lines)
        self._written = len(self._lines)
        """So many lines are in the file."""
        self._end = sum(map(len, self._lines))
        """The byte at which they end: to add it up for every line would take the square of a long game."""

    @staticmethod
    def create(path: str | Path) -> TranscriptFile:
        """A new file; if there is one of that name, another name with a number. Raises OSError."""
        wanted = Path(path)
        if wanted.exists() and not wanted.is_file():
            return TranscriptFile(wanted, open(wanted, "wb", buffering=0))
        for number in count(1):
            free = wanted if number == 1 else wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}")
            with suppress(FileExistsError):
                return TranscriptFile(free, open(free, "xb", buffering=0))
        raise AssertionError("numbers do not end")

    @staticmethod
    def reopen(path: str | Path) -> TranscriptFile:
        """A file to go on with: its whole lines are kept, one that was cut off is not. Raises OSError."""
        file = io.FileIO(path, "r+")
        lines = file.readall().splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):
            lines.pop()
        found = TranscriptFile(Path(path), file, [line for line in lines if line.strip()])
        if len(found) < len(lines):
            # Somebody has put blank lines in: the next line written puts all of them in order.
            found._written = found._end = 0
        return found

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, line: Line) -> None:
        """Write one more line."""
        self._lines.append(dump(line).encode("utf-8", "replace") + b"\n")
        self.write()

    def cut(self, number: int) -> None:
        """Take back all lines but so many."""
        self._end -= sum(map(len, self._lines[number : self._written]))
        del self._lines[number:]
        self._written = min(self._written, number)
        self.write()

    def write(self) -> None:
        """Bring the file up to date."""
        try:
            if self._file.seekable():
                self._file.seek(self._end)
            rest = more = b"".join(self._lines[self._written :])
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
            if self._file.seekable() and self.path.is_file():
                self._file.truncate()
        except (OSError, ValueError) as problem:
            self.problem = reason_of(problem)
        else:
            self._written = len(self._lines)
            self._end += len(more)
            self.problem = ""

    def close(self) -> None:
        """Let go of the file."""
        with suppress(OSError):
            self._file.close()

    def remove(self) -> None:
        """Close the file and delete it."""
        self.close()
        with suppress(OSError):
            os.unlink(self.path)


@contextmanager
def recording(
    game: HostedGame, state: HostedState, path: str | Path, players: Iterable[str] = ()
) -> Iterator[TranscriptFile]:
    """Record a game that has not begun yet, as long as the block lasts. Raises OSError.

    >>> import tempfile
    >>> from croupier import load
    >>> game = load("kuhn_poker")
    >>> state = game.fresh(seed=1)
    >>> with tempfile.TemporaryDirectory() as folder, recording(game, state, f"{folder}/one.jsonl") as file:
    ...     state.begin()
    ...     while state.to_move is not None:
    ...         state.apply(0)
    ...     game.replay(file.path).outcome == state.outcome
    True
    """
    file = TranscriptFile.create(path)
    try:
        file.add(game.header(state, players))
        listen_too(state, state.recorder(file.add))
        yield file
    finally:
        state.listen(None)
        file.close()
