"""Who sits where at a table: people and players, and what they are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from croupier.players import Maker, named
from croupier.players.first_names import first_names
from croupier.studio.offered import LEVELS
from croupier.studio.people import LINK, PERSON, YOU


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a table."""

    who: str
    """A player as `--players` names it, `you` or `link`."""
    name: str
    stand_in: str = ""
    """The player that decides for a person who is away; nothing if none does."""

    @property
    def belongs_to_person(self) -> bool:
        """A person has this seat, even if a player stands in."""
        return self.who in (YOU, LINK)

    @property
    def is_person(self) -> bool:
        """A person decides here."""
        return self.belongs_to_person and not self.stand_in

    @property
    def player(self) -> str:
        """Whoever decides, as transcripts have it."""
        return PERSON if self.is_person else self.stand_in or self.who

    def maker(self) -> Maker | None:
        """What makes its player; nothing where a person decides. An unknown name raises PlayerError."""
        return None if self.is_person else player_named(self.player)

    def data(self) -> list[str]:
        """The seat as it is kept on disk."""
        return [self.who, self.name, self.stand_in]


class Makers(Mapping[int, Maker]):
    """The makers of the players at seats. Those that pages offer are only looked up when they have to play.

    Looking one up loads the code of all searches, and a table can be shown before that.
    """

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = {seat: one for seat, one in enumerate(seats) if not one.is_person}
        quick = dict(LEVELS)
        for one in self._seats.values():
            if one.who not in quick:
                one.maker()

    def __getitem__(self, seat: int) -> Maker:
        found = self._seats[seat].maker()
        assert found is not None
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(self._seats)

    def __len__(self) -> int:
        return len(self._seats)


def player_named(name: str) -> Maker:
    """The player of a name."""
    return named(name)


def seat_names(who: Sequence[str], key: int | str) -> list[str]:
    """A name for every seat: first names for players, seats for people.

    >>> seat_names(["you", "strong", "random"], 7)
    ['Seat 0', 'Emil', 'Milo']
    """
    drawn = first_names(key)
    return [
        f"Seat {seat}" if player in (YOU, LINK) else drawn[seat % len(drawn)]
        for seat, player in enumerate(who)
    ]
