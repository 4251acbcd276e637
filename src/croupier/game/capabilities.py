"""What some games can do and others cannot: declared here, and asked once for every class.

A capability is a protocol. A game, state or view that has it implements the protocol, and says nothing else
about it. Whoever wants to use one asks `able`, which gives the same object under its type, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

from croupier.game.cards import Pack, Pile, StorageKey
from croupier.game.counting import Counting
from croupier.game.outcome import Outcome
from croupier.game.random import Stream

Capability = TypeVar("Capability")
_KNOWN: dict[tuple[type, type], bool] = {}


def able(thing: object, capability: Callable[..., Capability]) -> Capability | None:
    """The thing itself under the type of a capability that its class has; None if it has not.

    >>> from croupier import load
    >>> able(load("agram"), CountsRules) is not None, able(load("agram"), HasStrategies) is not None
    (True, False)
    """
    # A protocol is typed as what would make one: the checker takes no protocol for a class of its own.
    kind = cast("type[Capability]", capability)
    asked = type(thing), kind
    known = _KNOWN.get(asked)
    if known is None:
        known = _KNOWN[asked] = isinstance(thing, kind)
    return cast("Capability", thing) if known else None


@runtime_checkable
class FinishesAtRandom(Protocol):
    """A state that knows a quick way to its end if every seat chooses by chance."""

    def finish_at_random(self, stream: Stream) -> Outcome:
        """The end of the game; the state itself is used up."""


@runtime_checkable
class ScoresNow(Protocol):
    """A state that can tell how the game would end if it were over now."""

    def outcome_now(self) -> Outcome | None:
        """The scores as they stand; None if they cannot be told here."""


class KernelRoot(Protocol):
    """The place from which kernels search: it tells no more than the view that has it."""

    @property
    def clear(self) -> bool:
        """Whether the kernels can tell apart what a seat can."""

    def warm_up(self) -> None:
        """Compile the kernels that search, or load them."""

    def end(self) -> None:
        """Let the kernels end that search from here, in whatever thread, with `KernelEnded`."""

    def pilots(self, key: int) -> tuple[int, ...] | None:
        """The lowest and the highest score of pilot games, if one finishes; None if it cannot play them."""

    def pure_monte_carlo(
        self, key: int, first: int, tests: int, reward: str, unit: int, worth: Sequence[int], threads: int = 1
    ) -> tuple[list[int], list[list[int]], list[list[int]]] | None:
        """Visits, points and their squares by seat, of every option; None if it takes more than kernels."""

    def trees(
        self, key: int, reward: tuple[str, int, Sequence[int]], explore: float, teams: Sequence[Sequence[int]]
    ) -> Any:
        """A search by trees that starts here."""


@runtime_checkable
class SearchesByKernel(Protocol):
    """A view from which kernels can search."""

    @property
    def root(self) -> KernelRoot | None:
        """Where they start; None at a decision that they cannot search."""


@runtime_checkable
class CountsRules(Protocol):
    """A game that can count what its rules do."""

    def counting(self) -> Counting:
        """The same game as one that counts."""


@runtime_checkable
class PlaysBatches(Protocol):
    """A game that plays whole batches of random games by itself."""

    def batches(self, *, max_steps: int, max_decisions: int) -> Any:
        """Plays games by the indices of an experiment, and sums them up."""


@runtime_checkable
class PlaysSideBySide(Protocol):
    """A game that plays many games of itself side by side, decision by decision, in one call."""

    def side_by_side(
        self,
        rows: int,
        width: int,
        *,
        seed: int,
        observation: bool,
        threads: int,
        reward: str,
        limits: tuple[int, int],
    ) -> Any:
        """The games, one a row (`croupier.native.vectors`), with so many actions by an option's index."""


@runtime_checkable
class HasStrategies(Protocol):
    """A view of a game whose program gives players strategies of their own."""

    @property
    def own_missing(self) -> str:
        """Why the seat has none, if it has none."""

    def own_choice(self, stream: Stream) -> int | str:
        """The index of the option that the strategy takes; a text says why it takes none."""


@runtime_checkable
class AsksByPrompt(Protocol):
    """A view of a game that asks in its own words."""

    @property
    def prompt(self) -> str:
        """The words of the question."""


@runtime_checkable
class ShowsPiles(Protocol):
    """A view that shows places with their cards, known and unknown ones, and stored values."""

    @property
    def pack(self) -> Pack:
        """All kinds of cards of the game."""

    @property
    def piles(self) -> Sequence[Pile]:
        """The places that hold cards, each with what the seat knows of these."""

    @property
    def stored(self) -> Sequence[tuple[StorageKey, int | str]]:
        """Values that everybody knows, by their owners and names."""

    @property
    def decisions(self) -> int:
        """The number of choices that have been met, forced ones included."""


@runtime_checkable
class ShowsTurns(Protocol):
    """A view of a game with cycles of turns."""

    @property
    def players(self) -> Sequence[tuple[int, int]]:
        """The cycles of players, outermost first: who is current, who is queued (-1: nobody)."""


class Answers(Protocol):
    """A choice of several that is in progress, as one seat knows it."""

    @property
    def done(self) -> Sequence[int]:
        """The seats that have answered."""


@runtime_checkable
class ChoosesTogether(Protocol):
    """A view of a game in which several can choose at once."""

    @property
    def together(self) -> Answers | None:
        """The choice of several that is in progress; a sample holds no answer but the seat's own."""


@runtime_checkable
class AnswersForOthers(Protocol):
    """A game in which several can choose at once, and whose samples can be given answers of others."""

    def answer_for(self, seat: int, pick: Callable[[int], int]) -> bool:
        """Let a seat that is asked have answered before the one to move; False if it had no option."""


@runtime_checkable
class KnowsGame(Protocol):
    """A view that knows the game it is of."""

    @property
    def game(self) -> Any:
        """The game, which has a `name`."""


@runtime_checkable
class HasInterpreter(Protocol):
    """A game in machine code: it runs ahead of the events that it tells, and its interpreter does not."""

    @property
    def interpreter(self) -> Any:
        """The same game on the interpreter."""


@runtime_checkable
class HasRules(Protocol):
    """A game whose rules can be told from others, and that can be begun."""

    @property
    def rules_hash(self) -> str:
        """A fingerprint of its rules."""

    def start(self, seed: int = 0) -> Any:
        """A new game at its first decision."""


@runtime_checkable
class KeepsMovesQuiet(Protocol):
    """A game whose events do not tell which cards go where: that shows only on the table."""

    @property
    def moves_quietly(self) -> bool:
        """Always true."""


@runtime_checkable
class SearchedByTime(Protocol):
    """A game that takes so long that searches go by the clock unless they are told otherwise."""

    @property
    def search_seconds(self) -> float:
        """The seconds that a search takes for a decision if it is given neither a number nor a time."""


@runtime_checkable
class HasProgram(Protocol):
    """A game that is a checked RECYCLE program."""

    @property
    def program(self) -> Any:
        """The program."""
