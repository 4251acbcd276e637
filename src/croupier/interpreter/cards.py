"""What cards are called: playing cards by suit and rank, all others by their attributes."""

from __future__ import annotations

from collections.abc import Sequence

_SUITS = {"HEARTS": "♥", "DIAMONDS": "♦", "CLUBS": "♣", "SPADES": "♠"}
_RANKS = {
    "ACE": "A", "KING": "K", "QUEEN": "Q", "JACK": "J", "TEN": "10", "NINE": "9", "EIGHT": "8", "SEVEN": "7",
    "SIX": "6", "FIVE": "5", "FOUR": "4", "THREE": "3", "TWO": "2",
}  # fmt: skip


def card_names(cards: Sequence[dict[str, str]]) -> list[str]:
    """The name of every card; cards that differ have different names.

    >>> card_names([{"RANK": "QUEEN", "COLOR": "RED", "SUIT": "HEARTS"}, {"SHAPE": "STAR", "SIZE": "BIG"}])
    ['♥Q', 'STAR-BIG']
    """
    short = [_short(card) for card in cards]
    kinds = {tuple(sorted(card.items())) for card in cards}
    # One spade among swords and cups would look odd: either all of them are playing cards, or none is.
    suited = [card for card in cards if "RANK" in card and "SUIT" in card]
    if len(set(short)) == len(kinds) and all(map(_is_playing_card, suited)):
        return short
    long = ["-".join(card.values()) or "CARD" for card in cards]
    if len(set(long)) == len(kinds):
        return long
    return ["-".join(f"{key}:{value}" for key, value in card.items()) or "CARD" for card in cards]


def _is_playing_card(card: dict[str, str]) -> bool:
    return card.get("RANK", "") in _RANKS and card.get("SUIT", "") in _SUITS


def _short(card: dict[str, str]) -> str:
    if _is_playing_card(card):
        return _SUITS[card["SUIT"]] + _RANKS[card["RANK"]]
    return "-".join(card.values()) or "CARD"


def spellings(name: str, card: dict[str, str]) -> set[str]:
    """All the ways to write a card, in capitals: its name, `Q♥`, `QH`, `HQ`, its attributes."""
    ways = {name, "-".join(card.values())}
    rank, suit = card.get("RANK", ""), card.get("SUIT", "")
    if rank in _RANKS and suit in _SUITS:
        short = _RANKS[rank]
        ways |= {short + _SUITS[suit], short + suit[0], suit[0] + short, f"{rank}-{suit}", f"{suit}-{rank}"}
    elif len(card) > 1:
        ways.add("-".join(reversed(card.values())))
    return {way.upper() for way in ways}
