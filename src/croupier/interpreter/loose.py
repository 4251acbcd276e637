"""Cards whose faces chance has not decided yet.

After a shuffle it is not known which card lies where, and as long as nobody looks it need not be. The cards
of such a pile are *loose*: they lie somewhere, each under a number, but any of them could be any other of
its group. A look at the face of a loose card stops the run. Whoever drives it then decides which cards lie
there, with the weight that this has, and runs it again. Up to the look nothing has depended on the faces,
so that it comes to the same point.

A shuffled pile whose cards are loose already, all of one group, stays as it is. A group that lies in the pile
as a whole becomes a part of the new group. Of a group that lies in it with some cards only, these are decided
first: the others tell something about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

from croupier.game import Stream
from croupier.game.chance import MOST_OUTCOMES, Roll, TooManyOutcomes
from croupier.text.errors import CroupierError

Swap = tuple[int, int]


class Undecided(CroupierError):
    """A run has come to something that chance has still to decide."""


class Unsettled(Undecided):
    """The face of a loose card is looked at."""

    def __init__(self, card: int) -> None:
        super().__init__(card)
        self.card = card


class Undrawn(Undecided):
    """A number is drawn."""

    def __init__(self, below: int) -> None:
        super().__init__(below)
        self.below = below


@dataclass(frozen=True, slots=True)
class Settling:
    """Some cards of a group have been decided: which change places for it, and which are now fixed."""

    group: int
    swaps: tuple[Swap, ...]
    fixed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """All that chance has decided in one run, in the order in which it was asked, and how likely that is."""

    weight: Fraction = Fraction(1)
    drawn: tuple[int, ...] = ()
    settled: tuple[Settling, ...] = ()

    def with_number(self, number: int, below: int) -> Script:
        """The same with a number drawn."""
        return replace(self, weight=self.weight / below, drawn=(*self.drawn, number))

    def with_cards(self, weight: Fraction, settling: Settling) -> Script:
        """The same with some cards decided."""
        return replace(self, weight=self.weight * weight, settled=(*self.settled, settling))


class Watch:
    """Which cards are loose while a run goes on, and what chance has decided for it."""

    def __init__(self, kinds: Sequence[int]) -> None:
        self.kinds = kinds
        self.groups: list[set[int]] = []
        """The loose cards of each group, those from before the run first."""
        self.group_of = [-1] * len(kinds)
        self._script = Script()
        self._drawn = 0

    def begin(self, loose: Sequence[frozenset[int]], script: Script) -> dict[int, int]:
        """Begin a run; returns which cards change places because of what is decided by now."""
        self._script, self._drawn = script, 0
        self.groups, self.group_of = [], [-1] * len(self.kinds)
        names: dict[int, int] = {}
        for cards in loose:
            for one, other in self._born(set(cards)):
                # What the first swap has put there may be swapped again.
                back = {new: old for old, new in names.items()}
                names[back.get(one, one)], names[back.get(other, other)] = other, one
        return names

    def resume(self, groups: list[set[int]]) -> None:
        """Go on with these groups, at a decision."""
        self.groups, self.group_of = groups, [-1] * len(self.kinds)
        for number, cards in enumerate(groups):
            for card in cards:
                self.group_of[card] = number

    def end(self) -> tuple[frozenset[int], ...]:
        """End the run; returns the groups that are left."""
        left = tuple(frozenset(group) for group in self.groups if len(group) > 1)
        self.groups, self.group_of = [], [-1] * len(self.kinds)
        return left

    def _born(self, cards: set[int]) -> Iterator[Swap]:
        """A new group; gives the swaps that are decided for it."""
        number = len(self.groups)
        self.groups.append(cards)
        for settling in self._script.settled:
            if settling.group == number:
                yield from settling.swaps
                cards.difference_update(settling.fixed)
        for card in cards:
            self.group_of[card] = number

    def shuffled(self, pile: list[int]) -> None:
        """A pile has been shuffled."""
        cards = set(pile)
        touched = {self.group_of[card] for card in pile} - {-1}
        if len(touched) == 1 and cards <= self.groups[min(touched)]:
            return
        for number in sorted(touched):
            if not self.groups[number] <= cards:
                raise Unsettled(min(self.groups[number] & cards))
        for number in touched:
            self.groups[number] = set()
        for card in pile:
            self.group_of[card] = -1
        for one, other in self._born(cards):
            i, j = pile.index(one), pile.index(other)
            pile[i], pile[j] = other, one

    def draw(self, below: int) -> int:
        """A number that is drawn."""
        if below <= 1:
            return 0
        if self._drawn == len(self._script.drawn):
            raise Undrawn(below)
        self._drawn += 1
        return self._script.drawn[self._drawn - 1]

    def faces(self, card: int) -> set[int]:
        """The kinds that a card may turn out to be of."""
        number = self.group_of[card]
        return {self.kinds[card]} if number < 0 else {self.kinds[other] for other in self.groups[number]}

    @contextmanager
    def turned_away(self) -> Iterator[None]:
        """Ask about kinds of cards: whatever is looked up meanwhile is no look at the table."""
        groups, self.group_of = self.group_of, [-1] * len(self.kinds)
        try:
            yield
        finally:
            self.group_of = groups

    def watched(self, values: list[Any]) -> list[Any]:
        """A list by card that notices when a loose card is looked up."""
        return _Watched(self, values)

    def decided(self, cards: Sequence[int]) -> Iterator[tuple[Fraction, Settling]]:
        """All ways to decide which cards of their group these are, as far as kinds tell them apart."""
        number = self.group_of[cards[0]]
        group = self.groups[number]
        kinds = Counter(self.kinds[card] for card in group)
        ways = _ways(list(kinds.values()), len(cards))
        if ways > MOST_OUTCOMES:
            raise TooManyOutcomes(ways)
        total = comb(len(group), len(cards))
        for taken in _shares(sorted(kinds.items()), len(cards)):
            weight = 1
            for kind, count in taken:
                weight *= comb(kinds[kind], count)
            yield Fraction(weight, total), self._settling(number, cards, taken)

    def one_decided(self, cards: Sequence[int], roll: Roll) -> tuple[Fraction, Settling]:
        """One of them, drawn by its weight."""
        number = self.group_of[cards[0]]
        left = sorted(self.groups[number])
        kinds = Counter(self.kinds[card] for card in left)
        taken = Counter(self.kinds[left.pop(roll(len(left)))] for _ in cards)
        weight = 1
        for kind, count in taken.items():
            weight *= comb(kinds[kind], count)
        settling = self._settling(number, cards, sorted(taken.items()))
        return Fraction(weight, comb(len(self.groups[number]), len(cards))), settling

    def _settling(self, number: int, cards: Sequence[int], taken: Sequence[tuple[int, int]]) -> Settling:
        """Which cards change places so that so many of each kind lie where these lie."""
        group, here = self.groups[number], set(cards)
        chosen: list[int] = []
        for kind, count in taken:
            alike = sorted(card for card in group if self.kinds[card] == kind)
            # Those that lie here already come first: then nothing has to change places.
            chosen += sorted(alike, key=lambda card: card not in here)[:count]
        leaving, coming = sorted(here.difference(chosen)), sorted(set(chosen) - here)
        return Settling(number, tuple(zip(leaving, coming, strict=True)), tuple(chosen))


class _Watched(list[Any]):
    """Values by card; to look one up is to look at the card, unless it is the same for all it could be."""

    def __init__(self, watch: Watch, values: list[Any]) -> None:
        super().__init__(values)
        self._watch = watch

    def __getitem__(self, card: Any) -> Any:
        found = list.__getitem__(self, card)
        number = self._watch.group_of[card] if card >= 0 else -1
        if number >= 0:
            could = self._watch.groups[number]
            if any(list.__getitem__(self, other) != found for other in could):
                raise Unsettled(card)
        return found


class ChanceStream(Stream):
    """The stream of a watched run: what is drawn from it, chance decides openly."""

    __slots__ = ("_watch",)

    def __init__(self, watch: Watch) -> None:
        super().__init__(1, 2, 3, 4)
        self._watch = watch

    def below(self, n: int) -> int:
        """A number that chance decides."""
        return self._watch.draw(n)

    def shuffle(self, items: list[Any]) -> None:
        """The cards of a pile become loose."""
        self._watch.shuffled(items)

    def next(self) -> int:
        """Nobody looks at what a shuffle of a pile without order would take."""
        return 0

    def copy(self) -> ChanceStream:
        """It keeps nothing of its own."""
        return self


def _ways(counts: Sequence[int], size: int) -> int:
    """How many multisets of a size there are, with so many of each kind at most."""
    found = [1] + [0] * size
    for count in counts:
        found = [sum(found[n - k] for k in range(min(count, n) + 1)) for n in range(size + 1)]
    return found[size]


def _shares(kinds: Sequence[tuple[int, int]], size: int) -> Iterator[list[tuple[int, int]]]:
    """The multisets themselves: kinds, and how many of each."""
    if not kinds:
        if not size:
            yield []
        return
    (kind, most), rest = kinds[0], kinds[1:]
    left = sum(count for _, count in rest)
    for count in range(min(most, size), max(0, size - left) - 1, -1):
        for others in _shares(rest, size - count):
            yield [(kind, count), *others] if count else others
