"""Short names of cards for a screen, their colours, and a legend that explains them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from croupier.faces.look import Look
from croupier.game.cards import Pack

_SUITS = "♥♦♣♠"
_RED_SUITS = "♥♦"
_RED = "#c8202f"
_LONG = 4
"""A name of up to that many letters is short enough."""


@dataclass(frozen=True, slots=True)
class CardName:
    """The name of a kind of card on a screen."""

    text: str
    ink: str
    """Its colour as #rrggbb; nothing for the colour of the text around it."""


@dataclass(frozen=True, slots=True)
class CardNames:
    """The names of all kinds of a pack, and the meaning of their letters."""

    names: tuple[CardName, ...]
    legend: tuple[tuple[str, str], ...]
    """Letters and what they stand for; empty where every card has its full name."""


def card_names(pack: Pack) -> CardNames:
    """Short names where the full ones are long and the short ones tell all kinds apart.

    >>> from croupier import load
    >>> names = card_names(load("uno", engine="interpreter").pack)
    >>> [name.text for name in names.names[:3]], names.legend[:3]
    (['R0', 'Y0', 'G0'], (('R', 'RED'), ('Y', 'YELLOW'), ('G', 'GREEN')))
    """
    faces = pack.faces()
    looks = [faces.look(number) for number in range(len(pack.kinds))]
    inks = [_ink(look, kind.name) for look, kind in zip(looks, pack.kinds, strict=True)]
    full = tuple(CardName(kind.name, ink) for kind, ink in zip(pack.kinds, inks, strict=True))
    if all(len(name.text) <= _LONG for name in full):
        return CardNames(full, ())
    words = [_words(look) for look in looks]
    pairs = sum(1 for front, back in words if front and back)
    numbered = all(back and len(back) <= _LONG and not front for front, back in words)
    if 2 * pairs < len(words) and not numbered:
        return CardNames(full, ())
    fronts = _codes([front for front, _ in words], ())
    backs = _codes([back for _, back in words], fronts.values())
    short = [
        kind.name if kind.name[:1] in _SUITS else fronts[front] + backs[back] or kind.name
        for kind, (front, back) in zip(pack.kinds, words, strict=True)
    ]
    if len(set(short)) < len(short):
        return CardNames(full, ())
    told = {code: word for codes in (fronts, backs) for word, code in codes.items() if code != word}
    return CardNames(tuple(map(CardName, short, inks)), tuple(told.items()))


def _words(look: Look) -> tuple[str, str]:
    """The two words of a card: its suit or colour, and the rest."""
    front = look.suit_word or (look.colour.value if look.colour else look.tint.value if look.tint else "")
    back = look.index or look.word or " ".join(look.captions)
    # A picture shows the initial of its own name, which tells nothing more.
    own = not look.suit_word and back.isalpha()
    return front, "" if own and front.casefold().startswith(back.casefold()) else back


def _codes(words: Sequence[str], taken: Iterable[str]) -> dict[str, str]:
    """Every word with the shortest beginning that tells it apart; numbers and short words as they are."""
    others, used = [word.casefold() for word in dict.fromkeys(words)], {code.casefold() for code in taken}
    return {word: word if len(word) <= 2 else _code(word, others, used) for word in dict.fromkeys(words)}


def _code(word: str, others: Sequence[str], used: set[str]) -> str:
    """The shortest beginning of a word that begins no other one and is not used for anything else."""
    for length in range(1, len(word)):
        start = word[:length].casefold()
        if start not in used and sum(other.startswith(start) for other in others) == 1:
            return word[:length]
    return word


def _ink(look: Look, name: str) -> str:
    if name[:1] in _SUITS:
        return _RED if name[0] in _RED_SUITS else ""
    paint = look.colour or look.tint
    return look.ink or (paint.colour if paint is not None else "")
