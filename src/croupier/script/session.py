"""A run with somebody who answers: people, a script, or the record of an earlier run; and its transcript."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from croupier import __version__
from croupier.game import SAMPLE, Stream, Transcript, game_seed
from croupier.game.transcript import FORMAT, VERSION, Line
from croupier.script.as_game.sight import deal_anew, hidden
from croupier.script.machine import BadAnswer, Decision, Fault, Limits, Machine, Status
from croupier.text import Source


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, how long it took in milliseconds, and where it comes from."""

    text: str
    waited: float = 0
    origin: str = ""


class Answers(Protocol):
    """Whoever answers."""

    @property
    def decides_for_all(self) -> bool:
        """Whether it answers also for players who have strategies of their own."""

    def next(self, decision: Decision) -> Answer | None:
        """The answer, or None if there is none left."""

    def refused(self, reason: str) -> bool:
        """The last answer was not allowed; whether another may be asked for."""


class Script:
    """Answers from lines of a text; those that begin with ``#`` are comments."""

    decides_for_all = False

    def __init__(self, name: str, lines: Iterable[str]) -> None:
        self.name = name
        self._lines: Iterator[tuple[int, str]] = iter(
            [(n, line) for n, line in enumerate(lines, start=1) if not line.lstrip().startswith("#")]
        )

    def next(self, decision: Decision) -> Answer | None:
        """The next line."""
        found = next(self._lines, None)
        return None if found is None else Answer(found[1], 0, f"{self.name}:{found[0]}")

    def refused(self, reason: str) -> bool:
        """A script cannot be asked again."""
        return False


class Record:
    """Answers from a transcript, with the time that each took."""

    decides_for_all = True
    """Also for players who have strategies of their own."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self._at = 0

    def next(self, decision: Decision) -> Answer | None:
        """The next recorded answer."""
        events = self.transcript.events
        while self._at < len(events):
            event = events[self._at]
            self._at += 1
            answer = event.get("public", {}).get("answer")
            if event["event"] == "decision" and isinstance(answer, str):
                waited = event["public"].get("waited", 0)
                origin = f"{self.transcript.name}:{self.transcript.line_of(self._at - 1)}"
                return Answer(answer, waited if isinstance(waited, int | float) else 0, origin)
        return None

    def refused(self, reason: str) -> bool:
        """A record cannot be asked again."""
        return False


def drive(
    machine: Machine,
    answers: Answers,
    show: Callable[[str], None],
    record: Callable[[Line], None],
    heard: Callable[[], str] | None = None,
) -> Status:
    """Run to the end; ``show`` gets the output as it comes, ``record`` a line for every answer.

    With ``heard``, the output waits for the next question or the end, and ``show`` gets what that returns.
    """
    shown = 0

    def flush() -> None:
        nonlocal shown
        if shown < len(machine.output):
            show("".join(machine.output[shown:]) if heard is None else heard())
            shown = len(machine.output)

    machine.pulse = flush if heard is None else None
    while True:
        status = machine.run()
        flush()
        if status is not Status.ASKING:
            return status
        _answer(machine, answers, record)


def own_answer(machine: Machine) -> str | None:
    """What the player who is asked answers by its own strategy, where options are stated; None without one.

    The strategy runs on a copy of the game, in which what the player cannot know is dealt anew, and which is
    then thrown away. :class:`Fault` if it does not choose one of the options.
    """
    decision = machine.pending
    if decision is None or decision.options is None:
        return None
    language: Any = machine.language
    if language.strategy(machine, _asked(machine)) is None:
        return None
    fork = machine.copy()
    player = _asked(fork)
    fork.seated = (player,)
    # Mixed from the game's own chance, so that it depends on seed and answers alone and foretells nothing.
    fork.stream = Stream.of(game_seed(fork.stream.copy().next(), fork.answers), SAMPLE)
    deal_anew(language, fork, hidden(language, fork, 0), fork.stream)
    assert fork.pending is not None
    number = language.choose(fork, player, fork.pending.options)
    return str(language.answer_of(machine, decision.options, number))


def _asked(machine: Machine) -> Any:
    """Who is asked: whom the program says, or else whom the table would ask."""
    language: Any = machine.language
    by = machine.pending.by if machine.pending is not None else None
    return by if by is not None else language.decider(machine)


def _own(machine: Machine, answers: Answers) -> Answer | None:
    """What a player answers for itself; a record knows it already."""
    said = None if answers.decides_for_all else own_answer(machine)
    return None if said is None else Answer(said, 0, "strategy")


def _answer(machine: Machine, answers: Answers, record: Callable[[Line], None]) -> None:
    decision = machine.pending
    assert decision is not None
    try:
        answer = _own(machine, answers) or answers.next(decision)
    except Fault as fault:
        machine.abandon(fault)
        return
    if answer is None:
        given = f"{machine.answers} answer{'' if machine.answers == 1 else 's'}"
        machine.abandon(
            Fault("R410", f"the input is exhausted after {given}", "answers come from --input or a terminal")
        )
        return
    try:
        machine.answer(answer.text, answer.waited)
    except BadAnswer as bad:
        if not answers.refused(str(bad)):
            where = f" ({answer.origin})" if answer.origin else ""
            machine.abandon(Fault("R408", f"{bad}{where}"))
        return
    public: dict[str, Any] = {"answer": answer.text}
    if answer.waited:
        public["waited"] = answer.waited
    line = decision.span.line
    record({"n": machine.answers, "event": "decision", "line": line, "public": public})


def header(
    source: Source,
    language: str,
    sources: Iterable[Source],
    seed: int,
    seats: int | None,
    limits: Limits,
    settings: Mapping[str, Any] | None = None,
) -> Line:
    """The first line of the transcript of a run."""
    line: Line = {
        "format": FORMAT,
        "version": VERSION,
        "croupier": __version__,
        "game": source.name.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0],
        "source": source.name,
        "language": language,
        "program": program_hash(sources),
        "seats": seats,
        "seed": seed,
        "limits": {"steps": limits.steps, "time": limits.time},
    }
    return {**line, "settings": dict(settings)} if settings else line


def program_hash(sources: Iterable[Source]) -> str:
    """A fingerprint of the texts of a program."""
    text = "\0".join(source.text for source in sources)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def closing(machine: Machine) -> Line:
    """The last line of a transcript: how it ended, after how many steps, and a hash of what was printed."""
    failure = machine.failure
    line: Line = {
        "event": "end",
        "status": "finished" if failure is None else "unfinished" if failure.code == "R411" else "failed",
        "reason": "" if failure is None else failure.message,
        "steps": machine.steps,
        "answers": machine.answers,
        "output": hashlib.sha256("".join(machine.output).encode("utf-8", "replace")).hexdigest()[:32],
    }
    if failure is not None:
        line |= {"code": failure.code, "line": failure.span.line}
    return line
