"""What a player is: somebody at a seat who is shown a view and chooses, and never sees the state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar

from croupier.game import Option, Outcome, Stream, View
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
        self.forfeited = ""
        """Why it has forfeited the game, if it has (an external program that failed)."""
        self.watches = False
        """Whether it wants to see the table before every decision of others, by `watch`."""
        self.notation = ""
        """What `--players` calls it, if it was made by that."""

    @classmethod  # noqa: B027 - who wants nothing does nothing
    def prepare(cls, options: dict[str, Any]) -> None:
        """Look at the options before anybody plays; :class:`PlayerError` if they do not go together."""

    @abstractmethod
    def choose(self, view: View) -> Option:
        """One of the options of the view, of which there are at least two."""

    def watch(self, view: View) -> None:  # noqa: B027 - who wants nothing does nothing
        """Another seat is about to decide, and this is what the table looks like from here."""

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

    @abstractmethod
    def pick(self, count: int) -> int:
        """The number of the chosen option, counted from 0."""

    def choose(self, view: View) -> Option:
        """The option that `pick` picks."""
        return view.options[picked(self, len(view.options))]


def decision(player: Player, view: View) -> Option:
    """What a player decides; :class:`PlayerFailure` if it raises, or if it is not one of the options."""
    player.recorded, player.assessment = None, None
    name, wrong = type(player).__name__, ""
    with answering(player):
        chosen = player.choose(view)
        if chosen not in view.options:
            wrong = f"{name} chose {chosen!r}, which is not an option here"
    if not wrong and player.recorded is not None and len(player.recorded) != len(view.options):
        wrong = f"{name} recorded {len(player.recorded)} estimates for {len(view.options)} options"
    if wrong:
        raise failed(player.notation or name, view.seat, wrong, defined(type(player), "choose"))
    return chosen


def picked(player: BlindPlayer, count: int) -> int:
    """The number of the option that a player picks who sees nothing; :class:`PlayerFailure` as above."""
    with answering(player):
        number = index(player.pick(count))
    if not 0 <= number < count:
        name = type(player).__name__
        wrong = f"{name} picked {number} of {count} options, which count from 0"
        raise failed(player.notation or name, player.seat, wrong, defined(type(player), "pick"))
    return number
