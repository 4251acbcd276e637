"""Programs as players: any language, JSON lines on standard input and output, fed by the view only.

A program that crashes, hangs, answers nonsense, floods us or never reads *forfeits* the game: it is ended,
its seat plays on at random so that the others can finish, and whoever counts results puts it last.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import IO, Any
from weakref import finalize

from croupier.game import Option, Outcome, Stream, View
from croupier.players import guard, messages
from croupier.players.player import Player
from croupier.players.settings import PlayerError, Setting, no_such_option, seconds

MOST_BYTES = 1 << 20
"""So many bytes it may write for one question."""
MOST_COMPLAINTS = 1 << 13
"""So many bytes are kept of what it writes on standard error."""
FAREWELL_SECONDS = 1.0
"""How long a program may take to end when it is told to."""


class ExternalPlayer(Player):
    """A program of your own that speaks JSON lines: exec:./mybot (see docs/players.md)."""

    settings = (
        Setting(
            "command", "", "The program with its arguments.", "a command", str, lambda v: isinstance(v, str)
        ),
        seconds("time", 10.0, "Time for a decision, and for the program to start."),
    )
    strength = "whatever you make of it"
    cost = "a process for every game"
    estimates = True

    def __init__(self, seat: int, seats: int, stream: Stream, **options: Any) -> None:
        super().__init__(seat, seats, stream, **options)
        self._seed = stream.next() >> 11
        self._bot: Bot | None = None

    @classmethod
    def prepare(cls, options: dict[str, Any]) -> None:
        """Look whether there is such a program."""
        words = _words(options["command"])
        if not words:
            raise PlayerError("exec: name a program, as in exec:./mybot")
        if shutil.which(words[0]) is None:
            name, equals, _ = options["command"].partition("=")
            if equals and name.strip().isidentifier():
                known = [setting.name for setting in cls.settings if setting.name != "command"]
                raise no_such_option("exec", name.strip(), known)
            there = os.path.exists(words[0])
            raise PlayerError(
                f"exec: {words[0]!r} {'is not a program that can be run' if there else 'is not to be found'}"
            )

    def choose(self, view: View) -> Option:
        """What the program chooses; any option once it has forfeited."""
        if not self.forfeited:
            try:
                return self._asked(view)
            except (messages.AnswerError, OSError) as problem:
                told = self._end()
                self.forfeited = f"{problem}{f' (it wrote: {told})' if told else ''}"
        return view.options[self.stream.below(len(view.options))]

    def _asked(self, view: View) -> Option:
        limit = float(self.options["time"])
        if self._bot is None:
            self._bot = Bot(_words(self.options["command"]))
            messages.greeted(self._bot.greet(limit))
            self._bot.say(messages.start(view, self._seed))
        reply = self._bot.ask(messages.decide(view, limit), limit)
        choice, estimates = messages.answer(reply, len(view.options), view.seats)
        if estimates is not None:
            self.record(estimates)
        return view.options[choice]

    def close(self, outcome: Outcome | None = None) -> None:
        """Tell the program how it ended, and let it go."""
        if self._bot is not None:
            self._bot.say(messages.end(outcome))
            self._bot.leave()
            self._end()

    def _end(self) -> str:
        """End the program; its last words."""
        bot, self._bot = self._bot, None
        return bot.kill() if bot is not None else ""


class Bot:
    """A running program. Reading and writing have threads of their own, so that neither can make us wait."""

    def __init__(self, words: list[str]) -> None:
        environment, token = guard.mark()
        self.process = subprocess.Popen(
            words,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=sys.platform != "win32",
        )
        guard.started(self.process.pid, token)
        self._said: SimpleQueue[bytes | None] = SimpleQueue()
        self._heard: SimpleQueue[bytes | messages.AnswerError] = SimpleQueue()
        self._complaints = bytearray()
        self._unasked = [0]
        self._asked = False
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        _start(_write, self.process.stdin, self._said)
        listener = _start(_listen, self.process.stderr, self._complaints)
        self._end = finalize(self, _kill, self.process, token, listener)
        _start(_read, self.process.stdout, self._heard, self._unasked, listener)

    def say(self, message: messages.Message) -> None:
        """Send a message; it does not matter whether anybody reads it."""
        self._said.put(messages.dumped(message))

    def greet(self, limit: float) -> messages.Message:
        """The answer to our hello."""
        self.say(messages.hello())
        return self._answer(limit)

    def ask(self, message: messages.Message, limit: float) -> messages.Message:
        """The answer to a message; what was written before it is left aside."""
        while not self._heard.empty():
            line = self._heard.get()
            if isinstance(line, messages.AnswerError):
                raise line
        self._unasked[0] = 0
        self.say(message)
        return self._answer(limit)

    def _answer(self, limit: float) -> messages.Message:
        """The next line; :class:`AnswerError` if there is none in time."""
        start = perf_counter()
        self._asked = True
        while True:
            try:
                line = self._heard.get(timeout=max(0.0, limit - (perf_counter() - start)))
            except Empty:
                raise messages.AnswerError(f"it did not answer within {limit:g} s") from None
            if isinstance(line, messages.AnswerError):
                raise line
            if line.strip():
                self._asked = False
                return messages.parsed(line)

    def leave(self) -> None:
        """Let it end by itself, for a moment; not if it has yet to answer."""
        self._said.put(None)
        if not self._asked:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(FAREWELL_SECONDS)

    def kill(self) -> str:
        """End it; the last line that it wrote on standard error."""
        self._said.put(None)
        self._end()
        lines = self._complaints.decode("utf-8", "replace").split("\n")
        return next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as problem:
        raise PlayerError(f"exec: {command!r} is not a command: {problem}") from None


def _start(work: Callable[..., None], *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _kill(process: subprocess.Popen[bytes], token: str, listener: threading.Thread) -> None:
    # The program leads a session of its own, and is marked: whatever it has started goes with it.
    guard.end(process.pid, token)
    if sys.platform == "win32":
        process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(FAREWELL_SECONDS)
    # What it wrote before its end is still to be read.
    listener.join(FAREWELL_SECONDS)
    for pipe in (process.stdout, process.stderr):
        with suppress(OSError):
            if pipe is not None:
                pipe.close()


def _write(pipe: IO[bytes], said: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError):
        while (line := said.get()) is not None:
            rest = memoryview(line)
            while rest:
                rest = rest[pipe.write(rest) or 0 :]
    with suppress(OSError):
        pipe.close()


def _read(
    pipe: IO[bytes],
    heard: SimpleQueue[bytes | messages.AnswerError],
    unasked: list[int],
    listener: threading.Thread,
) -> None:
    buffer = b""
    with suppress(OSError, ValueError):
        while chunk := pipe.read(1 << 16):
            *lines, buffer = (buffer + chunk).split(b"\n")
            unasked[0] += len(chunk)
            for line in lines:
                heard.put(line)
            if unasked[0] > MOST_BYTES:
                heard.put(messages.AnswerError(f"it wrote more than {MOST_BYTES:,} bytes at once"))
                return
    if buffer.strip():
        heard.put(buffer)
    # Both pipes close with the program: whoever is told of its end finds its last words read, too.
    listener.join(FAREWELL_SECONDS)
    heard.put(messages.AnswerError("it has ended"))


def _listen(pipe: IO[bytes], complaints: bytearray) -> None:
    """Keep the last of what a program writes on standard error."""
    with suppress(OSError, ValueError):
        while chunk := pipe.read(1 << 12):
            complaints += chunk
            del complaints[:-MOST_COMPLAINTS]
