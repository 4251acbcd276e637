"""What does not change during a game: its cards, its places and their names."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.interpreter.pack import Pack, Printed
from croupier.interpreter.sight import Telling, tellings
from croupier.recycle.exclusions import Exclusions, exclusions
from croupier.recycle.facts import LOCATIONS, Facts
from croupier.recycle.forms import Dialect
from croupier.recycle.order import LocationKey, locations
from croupier.recycle.program import Expr, Program
from croupier.recycle.shapes import SHAPES
from croupier.recycle.traits import Seen
from croupier.recycle.types import Type

if TYPE_CHECKING:
    from croupier.interpreter.barring import Bars
    from croupier.interpreter.counting import Tally
    from croupier.interpreter.loose import Watch

_SEEN = {kind: location.seen for kind in LOCATIONS if (location := SHAPES[kind].traits.location) is not None}
MOST_KINDS = 63
"""Of packs with more kinds nothing is ruled out: a set of them has to fit into a word."""

OWNER_KINDS = {
    Type.GAME: "game",
    Type.PLAYER: "player",
    Type.PLAYER_STORE: "player",
    Type.TEAM: "team",
}


class Place(NamedTuple):
    """A location: visibility, kind of owner, which of them, name, and its index among those of that name."""

    kind: str
    owner: str
    member: int
    name: str
    nth: int

    def __str__(self) -> str:
        owner = {"game": "", "player": f"{self.member}.", "team": f"T{self.member}."}[self.owner]
        return f"{owner}{self.name}{f'[{self.nth}]' if self.nth else ''}"

    @property
    def label(self) -> str:
        """Its name without its owner."""
        return f"{self.name} {self.nth}" if self.nth else self.name


@dataclass
class Layout:
    """The cards and places of a program; places of computed names are numbered as they come up."""

    program: Program
    places: list[Place] = field(default_factory=list)
    ordered_freely: list[bool] = field(default_factory=list)
    """Whether the order of each place can never be observed (§3.1): it is then kept in deck order."""
    numbers: dict[Place, int] = field(default_factory=dict)
    indices: dict[tuple[str, str, int, str], dict[int, int]] = field(default_factory=dict)
    """The numbers of a location's indexed places, by index."""
    memories: list[int] = field(default_factory=list)
    """The places that hold copies."""
    scores: dict[tuple[object, ...], list[int]] = field(default_factory=dict)
    """What every card scores, for each point map met so far."""
    tally: Tally | None = None
    """What counts how often the rules come to what, if anybody wants to know."""
    bars: Bars | None = None
    """What options rule out, as functions of the table, once somebody has asked (`barring.py`)."""
    watch: Watch | None = None
    """What notices that the program looks at a card which chance has not decided yet."""

    def __post_init__(self) -> None:
        used = locations(self.program)
        self._free = frozenset(key for key, use in used.items() if use.order_free)
        self._kinds: dict[tuple[str, str], set[str]] = {}
        for key in used:
            self._kinds.setdefault((key.owner, key.name), set()).add(key.visibility)
        for expr in self.program.walk():
            if (
                expr.form in LOCATIONS
                and expr.part("name").form == "name"
                and expr.part("index").form == "int"
            ):
                owner = OWNER_KINDS[expr.part("owner").type]
                for member in range(1 if owner == "game" else self.seats):
                    self.number(
                        Place(
                            expr.form,
                            owner,
                            member,
                            str(expr.part("name").value),
                            int(expr.part("index").value or 0),
                        )
                    )
        self._fixed = len(self.places)

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self.program.seats

    @cached_property
    def facts(self) -> Facts:
        """What the program's forms touch."""
        return Facts(self.program)

    @cached_property
    def tellings(self) -> dict[int, Telling]:
        """How the actions in choices may be told to the chooser (§7)."""
        return tellings(self.program, self.facts)

    @cached_property
    def slots(self) -> int:
        """How many variables the program binds."""
        return 1 + max((e.slot for e in self.program.walk()), default=0)

    @cached_property
    def has_open_cards(self) -> bool:
        """Whether a card can be seen by all though its place is not: shown, or on top of a `tloc`."""
        return any(expr.form in ("show", "tloc") for expr in self.program.walk())

    @cached_property
    def tells(self) -> bool:
        """Whether seats are told about cards, so that each has sets of kinds that cards may be."""
        return any(expr.form == "tell" for expr in self.program.walk())

    @cached_property
    def kinds_of_back(self) -> list[int]:
        """For every card all kinds of its back, as bits."""
        backs: dict[str, int] = {}
        for card, back in enumerate(self.pack.backs):
            backs[back] = backs.get(back, 0) | 1 << self.pack.kinds[card]
        return [backs[back] for back in self.pack.backs]

    @cached_property
    def knows_nobody(self) -> bool:
        """Whether a player can be nobody."""
        return any(expr.form in ("who", "nobody") for expr in self.program.walk())

    @cached_property
    def exclusions(self) -> dict[int, Exclusions]:
        """What the options of choices tell about hidden cards; nothing where there are too many kinds."""
        few = max(self.pack.kinds, default=0) < MOST_KINDS
        # While chance itself is looked at, nothing may look at cards besides the rules.
        published = self.program.dialect is not Dialect.HOUSE
        # Of a definition one choice stands in several places, and `else` tells more than it says.
        return exclusions(self.program, self.facts) if few and published and self.watch is None else {}

    @cached_property
    def first_of_kind(self) -> list[int]:
        """The first card of every kind."""
        kinds = self.pack.kinds
        return [kinds.index(kind) for kind in range(1 + max(kinds, default=-1))]

    @cached_property
    def all_kinds(self) -> int:
        """All kinds, as bits."""
        return (1 << len(self.first_of_kind)) - 1

    def is_open(self, place: int, teams: tuple[tuple[int, ...], ...]) -> bool:
        """Whether everybody sees the cards of a place."""
        return all(self.sees(seat, self.places[place], teams) for seat in range(self.seats))

    @cached_property
    def regroups(self) -> bool:
        """Whether teams may be made anew during play."""
        return any(
            expr.form.startswith("create.teams") for block in self.program.body for expr in block.walk()
        )

    def number(self, place: Place) -> int:
        """The number of a place."""
        found = self.numbers.get(place)
        if found is None:
            found = self.numbers[place] = len(self.places)
            self.places.append(place)
            if place.kind == "mem":
                self.memories.append(found)
            self.ordered_freely.append(LocationKey(place.owner, place.kind, place.name) in self._free)
            self.indices.setdefault(place[:4], {})[place.nth] = found
        return found

    def ranked(self) -> list[tuple[int, Place]]:
        """All places with their numbers, in an order that does not hang on what games have been played.

        Those that the text names come as it names them, those of computed names behind them, sorted.
        """
        numbered = list(enumerate(self.places))
        return numbered[: self._fixed] + sorted(numbered[self._fixed :], key=lambda found: found[1])

    def name(self, number: int) -> str:
        """The name of a place; with its visibility where the program could mean another by the name alone."""
        place = self.places[number]
        alone = self._kinds.get((place.owner, place.name)) == {place.kind}
        return str(place) if alone else f"{place}:{place.kind}"

    @cached_property
    def pack(self) -> Pack:
        """All the cards."""
        return Pack.of(self.program.decks)

    @property
    def cards(self) -> list[dict[str, str]]:
        """The attributes of every card."""
        return self.pack.attributes

    def printed(self, ignoring: tuple[str, ...]) -> Printed:
        """What is printed on the cards if some attributes are not."""
        found = self._printed.get(ignoring)
        if found is None:
            found = self._printed[ignoring] = Printed.of(self.pack, ignoring)
        return found

    @cached_property
    def _printed(self) -> dict[tuple[str, ...], Printed]:
        return {}

    def by_card(self, values: list[Any]) -> list[Any]:
        """Values by card number, as the program looks them up."""
        return values if self.watch is None else self.watch.watched(values)

    @property
    def names(self) -> list[str]:
        """What people call each card."""
        return self.pack.names

    def sees(self, seat: int, place: Place, teams: tuple[tuple[int, ...], ...]) -> bool:
        """Whether a seat sees the cards of a place (§3.1)."""
        seen = _SEEN[place.kind]
        if seen is Seen.BY_ALL:
            return True
        if place.owner == "game":
            return seen is Seen.BY_OTHERS
        owns = (
            place.member == seat
            if place.owner == "player"
            else place.member < len(teams) and seat in teams[place.member]
        )
        return seen is (Seen.BY_OWNER if owns else Seen.BY_OTHERS)


def owner_kind(expr: Expr) -> str:
    """Whether an owner form is the game, a player or a team."""
    return OWNER_KINDS[expr.type]
