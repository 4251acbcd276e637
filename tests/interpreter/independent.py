"""Plain simulations of random play, to hold the engine against; they share no code with it.

Each follows the rules in the game file of the same name, at its default parameters. Every choice is
uniform among the different options, and a forced one counts as a decision with one option.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Card(NamedTuple):
    """A suit and a rank, both as numbers; a higher rank is a better card."""

    suit: int
    rank: int


@dataclass(frozen=True, slots=True)
class Played:
    """One game: how much of the win each seat has, and how many options every decision had."""

    wins: tuple[float, ...]
    options: tuple[int, ...]

    @property
    def decisions(self) -> int:
        """The number of decisions, forced ones included."""
        return len(self.options)


def shared(scores: Sequence[int], best: int) -> tuple[float, ...]:
    """One win, shared by all seats whose score is the best."""
    firsts = scores.count(best)
    return tuple(1 / firsts if score == best else 0.0 for score in scores)


def follow(hand: list[Card], led: int) -> list[Card]:
    """The cards of the suit led, or the whole hand if there are none."""
    return [card for card in hand if card.suit == led] or hand


def trick_winner(trick: dict[int, Card], led: int) -> int:
    """The seat with the highest card of the suit led."""
    return max((seat for seat in trick if trick[seat].suit == led), key=lambda seat: trick[seat].rank)


def play_agram(rng: random.Random, seats: int = 4) -> Played:
    """Six tricks without trumps, of which the last one decides."""
    spades, ace = 3, 14
    deck = [Card(suit, rank) for suit in range(4) for rank in (*range(3, 11), ace)]
    deck.remove(Card(spades, ace))
    rng.shuffle(deck)
    hands = [deck[6 * seat : 6 * seat + 6] for seat in range(seats)]
    options: list[int] = []
    leader = 0
    for _ in range(6):
        trick: dict[int, Card] = {}
        for turn in range(seats):
            seat = (leader + turn) % seats
            legal = follow(hands[seat], trick[leader].suit) if trick else hands[seat]
            options.append(len(legal))
            trick[seat] = rng.choice(legal)
            hands[seat].remove(trick[seat])
        leader = trick_winner(trick, trick[leader].suit)
    return Played(tuple(float(seat == leader) for seat in range(seats)), tuple(options))


def play_hearts(rng: random.Random) -> Played:
    """Four seats, no passing, no breaking rule; the two of clubs is led first; moon counts."""
    clubs, spades, hearts, queen, seats = 0, 2, 3, 12, 4
    deck = [Card(suit, rank) for suit in range(4) for rank in range(2, 15)]
    rng.shuffle(deck)
    hands = [deck[13 * seat : 13 * seat + 13] for seat in range(seats)]
    first = Card(clubs, 2)
    leader = next(seat for seat in range(seats) if first in hands[seat])
    options: list[int] = []
    scores = [0] * seats
    for _ in range(13):
        trick: dict[int, Card] = {}
        for turn in range(seats):
            seat = (leader + turn) % seats
            if trick:
                legal = follow(hands[seat], trick[leader].suit)
            else:
                legal = [first] if first in hands[seat] else hands[seat]
            options.append(len(legal))
            trick[seat] = rng.choice(legal)
            hands[seat].remove(trick[seat])
        leader = trick_winner(trick, trick[leader].suit)
        for card in trick.values():
            scores[leader] += 1 if card.suit == hearts else 13 if card == (spades, queen) else 0
    if 26 in scores:
        scores = [0 if score == 26 else 26 for score in scores]
    return Played(shared(scores, min(scores)), tuple(options))


def play_gops(rng: random.Random) -> Played:
    """Two seats; after equal bids the prize is carried over."""
    prizes = list(range(1, 14))
    rng.shuffle(prizes)
    hands = [list(range(1, 14)) for _ in range(2)]
    options: list[int] = []
    scores = [0, 0]
    offer = 0
    for prize in prizes:
        offer += prize
        bids = []
        for hand in hands:
            options.append(len(hand))
            bids.append(rng.choice(hand))
            hand.remove(bids[-1])
        if bids[0] != bids[1]:
            scores[0 if bids[0] > bids[1] else 1] += offer
            offer = 0
    return Played(shared(scores, max(scores)), tuple(options))


def play_crazy_eights(rng: random.Random, seats: int = 4) -> Played:
    """Play if you can, else draw one card, and then play it or pass."""
    eight, hand_size = 8, 7 if seats == 2 else 5
    stock = [Card(suit, rank) for suit in range(4) for rank in range(1, 14)]
    rng.shuffle(stock)
    hands = [[stock.pop() for _ in range(hand_size)] for _ in range(seats)]
    pile = [stock.pop()]
    suit = pile[-1].suit
    options: list[int] = []

    def fits(card: Card) -> bool:
        return card.rank in (eight, pile[-1].rank) or card.suit == suit

    def decide(among: Sequence[T]) -> T:
        options.append(len(among))
        return rng.choice(among)

    seat, blocked = 0, 0
    while True:
        hand = hands[seat]
        drew = False
        if not any(map(fits, hand)):
            if not stock:
                stock, pile = pile[:-1], pile[-1:]
                rng.shuffle(stock)
            if stock:
                hand.append(stock.pop())
                drew = True
        card = decide([*filter(fits, hand), *([None] if drew else [])] or [None])
        if card is not None:
            hand.remove(card)
            pile.append(card)
            suit, blocked = card.suit, 0
            if card.rank == eight and hand:
                suit = decide(range(4))
        elif not drew:
            blocked += 1
        if not hand or blocked == seats:
            sizes = [len(held) for held in hands]
            return Played(shared(sizes, min(sizes)), tuple(options))
        seat = (seat + 1) % seats


SIMULATIONS: dict[str, Callable[[random.Random], Played]] = {
    "agram": play_agram,
    "hearts": play_hearts,
    "gops": play_gops,
    "crazy_eights": play_crazy_eights,
}
