"""Unseen cards dealt over hidden slots, so that each slot gets a card that it may hold.

All such deals are equally likely. Slots that may hold the same kinds are a class, and cards that the same
classes may hold are a group. The groups are dealt one by one, those with the fewest slots first: each
card goes to any slot that is left to it. That alone makes all deals equally likely if a group always finds as
many slots. Where the number hangs on what was dealt before, the deal is kept with a probability that makes up
for it. If none is kept after a few tries, one is mended by augmenting paths, and then mixed: cards of two or
three slots are exchanged, many times, whenever all of them may lie where they go. Every exchange is as likely
as the one that takes it back, so no deal is preferred. The machine code of the native engine does the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from croupier.game import Stream

FITTED_DEALS = 8
"""So many deals are tried before one is mended."""

MOST_CLASSES = 62
"""Where slots are of more classes than that, deals are mended: a set of classes is a word."""

EXCHANGES = 20
"""So many exchanges for each slot are tried after that."""

_GOLDEN = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1
_PART = (1 << 16) - 1

MayHold = Callable[[int, int], bool]
"""Whether a slot may hold a card, by its number."""


@dataclass(frozen=True, slots=True)
class HiddenSlot:
    """A card that a seat does not see: its back, and the kinds that it cannot be, as bits."""

    back: str
    barred: int = 0


def deal(
    slots: Sequence[HiddenSlot],
    unseen: Sequence[int],
    backs: Sequence[str],
    kinds: Sequence[int],
    rng: Stream,
) -> list[int]:
    """A card for every slot, in their order: each of the unseen cards once.

    `backs` and `kinds` are those of all cards. The unseen cards are given in rising order.

    >>> slots = [HiddenSlot("", 0b01), HiddenSlot("")]
    >>> {tuple(deal(slots, [0, 1], ["", ""], [0, 1], Stream.of(seed))) for seed in range(9)}
    {(1, 0)}
    """
    if not any(slot.barred for slot in slots):
        return _free_deal(slots, unseen, backs, rng)
    plan = _Plan.of(slots, unseen, backs, kinds)
    if len(plan.classes) <= MOST_CLASSES:
        for _ in range(FITTED_DEALS):
            fitted = plan.deal(rng.next())
            if fitted is not None:
                return fitted
    found = _free_deal(slots, unseen, backs, rng)
    wrong = [i for i, card in enumerate(found) if slots[i].barred >> kinds[card] & 1]

    def may_hold(slot: int, card: int) -> bool:
        one = slots[slot]
        return one.back == backs[card] and not one.barred >> kinds[card] & 1

    if _mend(found, wrong, may_hold):
        _mix(found, may_hold, rng.next())
    return found


@dataclass(frozen=True, slots=True)
class _Group:
    """Cards that the same classes of slots may hold."""

    cards: list[int]
    classes: list[int]
    most: int
    """So many slots are left to them at most, when their turn comes."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """The slots of each class, and the groups of cards in the order in which they are dealt."""

    classes: list[list[int]]
    groups: list[_Group]
    uneven: bool
    """Whether the number of slots that a group finds may hang on how others were dealt."""

    @staticmethod
    def of(
        slots: Sequence[HiddenSlot], unseen: Sequence[int], backs: Sequence[str], kinds: Sequence[int]
    ) -> _Plan:
        by_class: dict[HiddenSlot, list[int]] = {}
        for number, slot in enumerate(slots):
            by_class.setdefault(slot, []).append(number)
        classes, heads = list(by_class.values()), list(by_class)
        by_group: dict[tuple[int, ...], list[int]] = {}
        for card in unseen:
            back, kind = backs[card], kinds[card]
            held = tuple(i for i, one in enumerate(heads) if one.back == back and not one.barred >> kind & 1)
            by_group.setdefault(held, []).append(card)

        def room(held: Iterable[int]) -> int:
            return sum(len(classes[i]) for i in held)

        groups, uneven = list[_Group](), False
        for held, cards in sorted(by_group.items(), key=lambda item: (room(item[0]), item[1][0])):
            most = room(held)
            for other in groups:
                apart = room(set(other.classes).difference(held))
                most -= max(0, len(other.cards) - apart)
                uneven |= apart > 0 and not set(other.classes).isdisjoint(held)
            groups.append(_Group(cards, list(held), most))
        return _Plan(classes, groups, uneven)

    def deal(self, key: int) -> list[int] | None:
        """A card for every slot; None if it is not kept."""
        left = [slots[:] for slots in self.classes]
        found = [0] * sum(map(len, left))
        least, share = 0.0, float(1 << 53)
        if self.uneven:
            key = (key + _GOLDEN) & _MASK
            least = float(_mixed(key) >> 11)
        for group in self.groups:
            room = sum(len(left[i]) for i in group.classes)
            if room < len(group.cards):
                return None
            if room < group.most:
                for i in range(len(group.cards)):
                    share *= float(room - i) / float(group.most - i)
                if not least < share:
                    return None
            for card in group.cards:
                key, drawn = _below(key, room)
                for i in group.classes:
                    if drawn < len(left[i]):
                        break
                    drawn -= len(left[i])
                found[left[i][drawn]] = card
                left[i][drawn] = left[i][-1]
                left[i].pop()
                room -= 1
        return found


def _below(key: int, count: int) -> tuple[int, int]:
    """The next key, and a number below so many, drawn as a shuffle draws."""
    if count <= 1:
        return key, 0
    unfair = (1 << 32) % count
    while True:
        key = (key + _GOLDEN) & _MASK
        product = (_mixed(key) >> 32) * count
        if product & 0xFFFFFFFF >= unfair:
            return key, product >> 32


def _free_deal(
    slots: Sequence[HiddenSlot], unseen: Sequence[int], backs: Sequence[str], rng: Stream
) -> list[int]:
    pools: dict[str, list[int]] = {}
    for card in unseen:
        pools.setdefault(backs[card], []).append(card)
    for pool in pools.values():
        rng.shuffle(pool)
    return [pools[slot.back].pop() for slot in slots]


def _mend(found: list[int], wrong: list[int], may_hold: MayHold) -> bool:
    """Let every slot hold a card that it may hold; False if there is no such deal.

    The cards of the wrong slots are free. From a slot without a card paths lead over cards that it may hold
    to their slots, and so on, until one comes to a free card; every slot on the way then takes the next card.
    """
    cards = found[:]
    at = {card: index for index, card in enumerate(cards)}
    # Which slot has each card now, by the slot in which it was dealt; -1 if none has.
    holder: list[int] = list(range(len(cards)))
    for slot in wrong:
        holder[slot] = -1
    for start in wrong:
        came_from = [-1] * len(cards)
        queue, free = [start], -1
        for slot in queue:
            for number, card in enumerate(cards):
                if came_from[number] < 0 and may_hold(slot, card):
                    came_from[number] = slot
                    if holder[number] < 0:
                        free = number
                        break
                    queue.append(holder[number])
            if free >= 0:
                break
        if free < 0:
            found[:] = cards
            return False
        while True:
            slot = came_from[free]
            before = -1 if slot == start else at[found[slot]]
            found[slot], holder[free] = cards[free], slot
            if slot == start:
                break
            free = before
    return True


def _mix(found: list[int], may_hold: MayHold, key: int) -> None:
    """Exchange cards of two slots, or those of three round, wherever that is possible."""
    count = len(found)
    for _ in range(EXCHANGES * count):
        key = (key + _GOLDEN) & _MASK
        drawn = _mixed(key)
        one, other, third = ((drawn >> shift & _PART) * count >> 16 for shift in (16, 32, 48))
        if (drawn & _PART) * 10 >> 16 < 7:
            third = other
        if one in (other, third):
            continue
        a, b, c = found[one], found[other], found[third]
        if third == other:
            if may_hold(one, b) and may_hold(other, a):
                found[one], found[other] = b, a
        elif may_hold(one, b) and may_hold(other, c) and may_hold(third, a):
            found[one], found[other], found[third] = b, c, a


def _mixed(z: int) -> int:
    """SplitMix64's output function."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
