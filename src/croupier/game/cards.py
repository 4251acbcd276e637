"""Cards by kind, and places with cards as one seat knows them: the same data for every language.

Cards that look alike are one kind, and a kind is told by its number in the pack. The numbers by which an
engine knows its cards never get here.

>>> from croupier import load
>>> view = load("kuhn_poker").start(seed=1).view(0)
>>> [(pile.id, pile.slots) for pile in view.piles]
[('STOCK', ('',)), ('0.HAND', ((0, 0),)), ('1.HAND', ('',))]
>>> view.pack.kinds[0]
CardKind(name='JACK', attributes=(('RANK', 'JACK'),), back='', count=1)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.text import did_you_mean

if TYPE_CHECKING:
    from croupier.faces import DeckFaces

Slot = tuple[int, int] | str
"""A known card (its kind, its number in this view), or the back of an unknown one."""

StorageKey = tuple[str, int, str]
"""A stored value: the kind of its owner, which of them, and its name."""

SIGHTS = ("iloc", "oloc", "hloc", "vloc", "mem", "tloc")
"""Who sees a place: its owner, all but its owner, nobody, everybody; a memory holds copies that all see."""


@dataclass(frozen=True, slots=True)
class CardKind:
    """Cards that look alike."""

    name: str
    """What people call it."""
    attributes: tuple[tuple[str, str], ...]
    back: str
    """The name of its back, or nothing for the common one."""
    count: int
    """How many cards of this kind a game can have."""


@dataclass(frozen=True, slots=True)
class Pack:
    """All kinds of cards of a game, in deck order."""

    kinds: tuple[CardKind, ...] = ()
    game_text: str = field(default="", compare=False, repr=False)
    """The text of the game, whose head may say how its cards are to be drawn."""

    def faces(self, *, contrast: bool = False) -> DeckFaces:
        """The faces of all kinds; with contrast, no colour tells anything alone."""
        from croupier.faces import DeckFaces, Kind, hints_of

        kinds = [Kind(dict(kind.attributes), kind.back) for kind in self.kinds]
        return DeckFaces(kinds, hints_of(self.game_text), contrast=contrast)

    def card(self, which: int | str) -> Card:
        """A card by its kind's number or name; it shows its face in a notebook.

        >>> from croupier import load
        >>> load("hearts").pack.card("♥Q").words
        'queen of hearts'
        """
        if isinstance(which, int):
            return Card(self, range(len(self.kinds))[which])
        if which not in self.names:
            near = did_you_mean(which, self.names)
            raise ValueError(f"there is no card {which!r}{f'; {near}' if near else ''}")
        return Card(self, self.names.index(which))

    def _repr_svg_(self) -> str:
        from croupier.faces import contact_sheet

        count = sum(kind.count for kind in self.kinds)
        return contact_sheet([(f"{count} cards", self.faces())], width=64, columns=13)

    @property
    def names(self) -> list[str]:
        """The names of all kinds."""
        return [kind.name for kind in self.kinds]

    @property
    def backs(self) -> tuple[str, ...]:
        """The backs that there are, each once."""
        return tuple(dict.fromkeys(kind.back for kind in self.kinds))


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a pack, whichever of several equal ones it is."""

    pack: Pack = field(repr=False)
    number: int
    """The number of its kind."""

    @property
    def kind(self) -> CardKind:
        """What it has in common with those that look alike."""
        return self.pack.kinds[self.number]

    @property
    def words(self) -> str:
        """What it is called when it is read aloud."""
        return self.pack.faces().words(self.number)

    def __str__(self) -> str:
        return self.kind.name

    def _repr_svg_(self) -> str:
        return self.pack.faces().svg(self.number)


def kinds_words(kinds: Sequence[CardKind], among: int) -> str:
    """Some of the kinds, as bits, in words: by the values of their attributes where that says it.

    >>> from croupier import load
    >>> kinds = load("hearts").pack.kinds
    >>> hearts = sum(1 << n for n, kind in enumerate(kinds) if dict(kind.attributes)["SUIT"] == "HEARTS")
    >>> kinds_words(kinds, hearts), kinds_words(kinds, (1 << 52) - 1 ^ hearts), kinds_words(kinds, 0b11)
    ('HEARTS', 'not HEARTS', 'CLUBS TWO/THREE')
    """
    chosen = [kind for n, kind in enumerate(kinds) if among >> n & 1]
    others = [kind for n, kind in enumerate(kinds) if not among >> n & 1]
    if not chosen or not others:
        return "none" if not chosen else "any"
    said = _said(kinds, chosen)
    if said:
        return said
    unsaid = _said(kinds, others)
    if unsaid:
        return f"not {unsaid}"
    names = list(dict.fromkeys(kind.name for kind in chosen))
    return "/".join(names) if len(names) <= _MANY else f"one of {len(names)} kinds"


_MANY = 8
"""So many kinds are listed by name."""


def _said(kinds: Sequence[CardKind], chosen: Sequence[CardKind]) -> str:
    """Kinds by the values that each attribute has among them; nothing if other kinds have these, too."""
    values: dict[str, list[str]] = {}
    for kind in chosen:
        for key, value in kind.attributes:
            if value not in values.setdefault(key, []):
                values[key].append(value)
    fitting = [kind for kind in kinds if all(value in values.get(key, ()) for key, value in kind.attributes)]
    if len(fitting) != len(chosen):
        return ""
    words = []
    for key, found in values.items():
        every = dict.fromkeys(v for kind in kinds for k, v in kind.attributes if k == key)
        rest = [value for value in every if value not in found]
        if rest:
            words.append("/".join(found) if len(found) <= len(rest) else f"not {'/'.join(rest)}")
    return " ".join(words)


@dataclass(frozen=True, slots=True)
class Pile:
    """A place with its cards, as a seat knows them, bottom first."""

    id: str
    """The name of the place in events, transcripts and messages."""
    kind: str
    """Who sees it: one of `SIGHTS`."""
    owner: str
    """`game`, `player` or `team`."""
    member: int
    """The seat or team that owns it; 0 if it is the game's."""
    name: str
    nth: int
    """Its index among the places of that name."""
    slots: tuple[Slot, ...]
    free: bool
    """Whether its order can never be observed: known cards then come first, by kind."""
    told: tuple[str, ...] = ()
    """The words for what a seat was told of cards that it cannot identify; nothing if it was told nothing."""

    @property
    def label(self) -> str:
        """Its name without its owner."""
        return f"{self.name} {self.nth}" if self.nth else self.name


def known_names(pack: Pack, slots: Iterable[Slot]) -> tuple[str | None, ...]:
    """The names of the cards in some slots; None for those that are not known."""
    kinds = pack.kinds
    return tuple(None if isinstance(slot, str) else kinds[slot[0]].name for slot in slots)


def storage_id(key: StorageKey) -> str:
    """The name of a stored value in events, transcripts and messages.

    >>> storage_id(("player", 1, "SCORE")), storage_id(("game", 0, "TRUMP"))
    ('1.SCORE', 'TRUMP')
    """
    owner, member, name = key
    return {"game": "", "player": f"{member}.", "team": f"T{member}."}.get(owner, "") + name


def pile_named(piles: Sequence[Pile], name: str) -> Pile | None:
    """The place of that name, if it holds cards."""
    return next((pile for pile in piles if pile.id == name), None)
