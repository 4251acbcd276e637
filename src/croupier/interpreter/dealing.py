"""Unseen cards dealt over hidden slots, so that each slot gets a card that it may hold.

All such deals are equally likely. A few free deals are tried; where none agrees, the last one is mended, by
augmenting paths, and then mixed: cards of two or three slots are exchanged, many times, whenever all of them
may lie where they go. Every exchange is as likely as the one that takes it back, so no deal is preferred. The
machine code of the native engine draws and does the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from croupier.game import Stream

FREE_DEALS = 8
"""So many deals are tried before one is mended."""

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
    for _ in range(FREE_DEALS):
        found = _free_deal(slots, unseen, backs, rng)
        wrong = [i for i, card in enumerate(found) if slots[i].barred >> kinds[card] & 1]
        if not wrong:
            return found

    def may_hold(slot: int, card: int) -> bool:
        one = slots[slot]
        return one.back == backs[card] and not one.barred >> kinds[card] & 1

    if not _mend(found, wrong, may_hold):
        return found
    _mix(found, may_hold, rng.next())
    return found


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
