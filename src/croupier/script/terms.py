"""The words that machine, languages and drivers share: why a run stops, what it asks, how far it may go."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from croupier.text import Span
from croupier.text.errors import CroupierError


class Status(Enum):
    """Why a machine has stopped."""

    READY = "ready"
    ASKING = "asking"
    FINISHED = "finished"
    FAILED = "failed"


class Fault(CroupierError):
    """What an operation raises when the program cannot go on: a code, a sentence, perhaps a hint."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


class BadAnswer(CroupierError):
    """An answer that the decision does not allow; whoever gave it may be asked again."""


class Pause(CroupierError):
    """What an operation raises to end the program."""


class Effect(CroupierError):
    """What ends a dry run: the program would change something, or draw."""


class Hidden(CroupierError):
    """What ends a dry run: the program needs to know what the seat does not see."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that the program has asked and that nobody has answered yet."""

    span: Span
    prompt: str
    """What was printed since the previous question."""
    expects: str = "string"
    """What the program turns the answer into at once."""
    options: tuple[Any, ...] | None = None
    """The values among which the answer must be, if the program states them."""
    by: Any = None
    """Who is asked, as far as it is known."""
    stated_by: bool = False
    """Whether the program itself says who is asked."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a run may go before it is stopped."""

    steps: int = 5_000_000
    depth: int = 10_000
    memory: int = 5_000_000
    """Things, fields, items and (by eights) characters that may be alive at once."""
    time: float = 10_000
    """How far the clock may run on its own, in milliseconds."""
