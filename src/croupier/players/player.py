"""What a player is: somebody at a seat who is shown a view and chooses, and never sees the state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, ClassVar

from croupier.game import Option, Outcome, State, Stream, View
from croupier.players.assessment import Assessment, Estimates
from croupier.players.failing import answering, defined, failed
from croupier.players.settings import PlayerError, Setting, values


class Player(ABC):
    """Decides for one seat in one game; whatever it draws comes from its own stream.

    A player of your own says what it does in its docstring, declares its options in `settings`, and finds
    their values in `self.options`.

    >>> class First(Player):
    ...     "Takes the first option."
    ...     def choose(self, view):
    ...         return view.options[0]
    """

    settings: ClassVar[tuple[Setting, ...]] = ()
    """The options that it has."""
    strength: ClassVar[str] = ""
    """How well it plays, in a few words."""
    cost: ClassVar[str] = ""
    """What a decision costs, in a few words."""
    amount: ClassVar[str | None] = None
    """The option that says how much it does at a decision, if it has one."""
    blind: ClassVar[bool] = False
    """Whether the number of options is all that it is shown."""
    estimates: ClassVar[bool] = False
    """Whether it records estimates of its options."""

    def __init__(self, seat: int, seats: int, stream: Stream, **options: Any) -> None:
        self.seat = seat
        self.seats = seats
        self.stream = stream
        self.options = values(type(self).__name__, self.settings, options)
        self.recorded: Estimates | None = None
        """What it has recorded at its last decision: for every option the expected standing of every seat."""
        self.assessment: Assessment | None = None
        """All that it has found out at its last decision, if it searches."""
        self.timed = False
        """Whether its last search went by the clock."""
        self.forfeited = ""
        """Why it has forfeited the game, if it has (an external program that failed)."""
        self.watches = False
        """Whether it wants to see the table before every decision of others, by `watch`."""
        self.explains = False
        """Whether somebody will read how the game might go on; whoever asks for advice sets it."""
        self.notation = ""
        """What `--players` calls it, if it was made by that."""

    @classmethod  # noqa: B027 - who wants nothing does nothing
    def prepare(cls, options: dict[str, Any]) -> None:
        """Look at the options before anybody plays; :class:`PlayerError` if they do not go together."""

    @abstractmethod
    def choose(self, view: View) -> Option | int:
        """One of the options of the view, or its index; there are at least two of them."""

    def watch(self, view: View) -> None:  # noqa: B027 - who wants nothing does nothing
        """Another seat is about to decide, and this is what the table looks like from here."""

    def stop(self) -> None:  # noqa: B027 - who wants nothing does nothing
        """Somebody wants the decision now; any thread may call it.

        Who searches ends the search and chooses by what it has found so far. Others go on.
        """

    def close(self, outcome: Outcome | None = None) -> None:  # noqa: B027 - who wants nothing does nothing
        """The game is over, or at least for this player: let go of whatever it holds."""

    def record(self, estimates: Sequence[Sequence[float]]) -> None:
        """Report, for every option, the expected standing of every seat, from 0 (last) to 1 (first).

        Heuristics are made of this, whoever the player is.
        """
        found = tuple(tuple(float(value) for value in of_option) for of_option in estimates)
        for of_option in found:
            if len(of_option) != self.seats or not all(0 <= value <= 1 for value in of_option):
                raise PlayerError(
                    f"estimates are {self.seats} numbers from 0 to 1 for every option, not {of_option}"
                )
        self.recorded = found


class BlindPlayer(Player):
    """A player who need not know more than how many options there are: nobody has to describe them."""

    blind = True

    @abstractmethod
    def pick(self, count: int) -> int:
        """The number of the chosen option, counted from 0."""

    def choose(self, view: View) -> int:
        """The number that `pick` picks."""
        return self.pick(view.option_count)


@dataclass(frozen=True, slots=True)
class Blindfold:
    """The view of a blind player: who it is, and how many options it has."""

    seat: int
    seats: int
    option_count: int
    teams: tuple[tuple[int, ...], ...] = ()

    @property
    def to_move(self) -> int:
        """The seat itself: only who decides is asked."""
        return self.seat

    @property
    def options(self) -> tuple[Option, ...]:
        """Nothing is described."""
        raise PlayerError("a blind player is not shown its options")

    def sample(self, rng: Stream) -> State:
        """Nothing can be dealt."""
        raise PlayerError("a blind player sees nothing that could be sampled")


def choice(player: Player, view: View) -> int:
    """The index of the option that a player chooses, asked through its one door.

    :class:`PlayerFailure` if it raises, or if it does not choose one of the options.
    """
    player.recorded, player.assessment = None, None
    name, wrong, chosen = type(player).__name__, "", -1
    with answering(player):
        answer = player.choose(view)
        if isinstance(answer, Option):
            chosen = answer.index
            if answer not in view.options:
                wrong = f"{name} chose {answer!r}, which is not an option here"
        else:
            chosen, wrong = _numbered(answer, name, view.option_count)
    if not wrong and player.recorded is not None and len(player.recorded) != view.option_count:
        wrong = f"{name} recorded {len(player.recorded)} estimates for {view.option_count} options"
    if wrong:
        method = "pick" if isinstance(player, BlindPlayer) else "choose"
        raise failed(player.notation or name, view.seat, wrong, defined(type(player), method))
    return chosen


def _numbered(answer: object, name: str, count: int) -> tuple[int, str]:
    try:
        number = index(answer)  # type: ignore[arg-type]  # whatever a player answers
    except TypeError:
        return -1, f"{name} chose {answer!r}, which is not an option here"
    if 0 <= number < count:
        return number, ""
    return -1, f"{name} picked {number} of {count} options, which count from 0"


def decision(player: Player, view: View) -> Option:
    """The option that a player chooses; :class:`PlayerFailure` as for `choice`."""
    return view.options[choice(player, view)]
