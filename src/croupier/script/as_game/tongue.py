"""What the table asks of a language: who plays, what is a pile of cards, what a value is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from croupier.game.counting import Rule
from croupier.script.flow import Flow
from croupier.script.heap import Thing
from croupier.script.machine import Limits, Machine, Routine
from croupier.script.operations import Operation
from croupier.script.stated import Stated
from croupier.script.uses import Site, Uses


class Tongue(Protocol):
    """A language with one of its programs, as the table knows it."""

    top: int
    """Where the top of a pile lies: 0 or -1."""
    contents: dict[int, tuple[Thing, Any, str]]
    """By the identity of a card, the card, its fields and what it is, as long as these are the same."""

    @property
    def uses(self) -> Mapping[Site, Uses]:
        """What is done with the answer to each question."""

    @property
    def default_seats(self) -> int | None:
        """How many players there are unless somebody says otherwise, where the program says so."""

    @property
    def flow(self) -> Flow:
        """Its instructions as a graph."""

    @property
    def asks_seats(self) -> bool:
        """Whether it matters to the program how many play."""

    @property
    def routines(self) -> list[Routine]:
        """All routines of the program."""

    @property
    def rules(self) -> list[Rule]:
        """The pieces of it of which is counted what becomes of them."""

    @property
    def branch(self) -> Operation:
        """The instruction of a condition."""

    @property
    def question(self) -> Operation:
        """The instruction that asks."""

    def machine(self, *, seed: int = 0, seats: int | None = None, limits: Limits | None = None) -> Machine:
        """A machine at the beginning of the program."""

    def is_player(self, value: Any) -> bool:
        """Whether a value is somebody who plays."""

    def decider(self, machine: Machine) -> Any:
        """Who is asked, as far as the program lets one see; None if it does not."""

    def company(self, machine: Machine, player: Any) -> list[Thing]:
        """All players in the order of their seats, from the collection in which this one is (None: any)."""

    def pile(self, machine: Machine, value: Any) -> Thing | None:
        """The collection with the elements of whatever holds cards; None if it is no pile."""

    def is_stack(self, value: Any) -> bool:
        """Whether it is a pile that lies face down unless somebody turns a card."""

    def is_hand(self, value: Any) -> bool:
        """Whether it is a pile that only its owner sees."""

    def sort_of(self, value: Any) -> str | None:
        """The element type of a card, among which hidden ones can be exchanged; None for what is no card."""

    def look(
        self, machine: Machine, value: Any, *, loose: bool = False
    ) -> tuple[tuple[str, str], ...] | None:
        """The attributes that are printed on a card; None for what is no card.

        Plain values count as cards only where they lie loose in a hand or stack.
        """

    def is_open(self, machine: Machine, value: Any) -> bool:
        """Whether a card says of itself that it lies face up."""

    def text(self, machine: Machine, value: Any) -> str:
        """A value as the program prints it."""

    def content(self, machine: Machine, card: Any) -> str:
        """What a card is that is no thing."""

    def label(self, machine: Machine, value: Any) -> str:
        """A value in a few words, for the text of an option."""

    def answer(self, machine: Machine, value: Any, options: Sequence[Any] | None) -> str:
        """What somebody would type to give this value as an answer."""

    def attribute_values(self, machine: Machine, attribute: str | int) -> list[Any]:
        """The distinct values of an attribute among all that is there."""

    @property
    def draws(self) -> bool:
        """Whether it draws anything by chance besides shuffling."""

    def chance_lines(self) -> list[int]:
        """The lines on which something is drawn or shuffled."""

    def result(self, machine: Machine, seats: int) -> tuple[str, list[float]] | None:
        """The inferred scores of the players of a finished run, and where they were found (C6)."""

    def stated(self, machine: Machine) -> Stated:
        """What the program states instead of leaving it to be inferred (C7)."""

    def consult(self, machine: Machine, function: Any, *arguments: Any) -> Any:
        """What a function of the program says, without anything else happening."""

    def truth(self, machine: Machine, value: Any) -> bool:
        """Whether a value holds as a condition."""

    def items(self, machine: Machine, value: Any) -> list[Any] | None:
        """The elements of a collection or range."""

    def strategy(self, machine: Machine, player: Any) -> Any:
        """The function by which a player answers for itself; None if there is none."""

    def choose(self, fork: Machine, player: Any, options: Sequence[Any]) -> int:
        """Which option the strategy of a player takes; the fork is used up."""
