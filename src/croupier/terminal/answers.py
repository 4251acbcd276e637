"""The option that a person means: by its number, by a card, or by the beginning of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from croupier.game.cards import Pack
from croupier.game.protocol import Option
from croupier.terminal.card_names import CardNames
from croupier.text import CroupierError, did_you_mean

_LISTED = 4
"""So many options a question back names."""
_SUITS = {"♥": "hearts", "♦": "diamonds", "♣": "clubs", "♠": "spades"}
_RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten"}
_WORD = re.compile(r"[^\W_]+|[♥♦♣♠]")


class AnswerError(CroupierError, ValueError):
    """An answer that means no option, or more than one; the text says so to the person."""


class Answers:
    """The answers that a game understands."""

    def __init__(self, pack: Pack, names: CardNames) -> None:
        faces = pack.faces()
        self._spellings = {
            kind.name: tuple(_spellings(kind.name, name.text, faces.words(number)))
            for number, (kind, name) in enumerate(zip(pack.kinds, names.names, strict=True))
        }

    def option(self, answer: str, options: Sequence[Option]) -> Option:
        """The option that is meant.

        >>> from croupier import load
        >>> from croupier.terminal.card_names import card_names
        >>> game = load("hearts", engine="interpreter")
        >>> view = game.start(seed=3).view(0)
        >>> answers = Answers(game.pack, card_names(game.pack))
        >>> said = ("2", "♣A", "10 of clubs", "c4", "follow with ♣1")
        >>> [answers.option(one, view.options).text.split()[-1] for one in said]
        ['♣6', '♣A', '♣10', '♣4', '♣10']
        """
        if re.fullmatch(r"-?[0-9]+", answer):
            return _numbered(answer, options)
        for fits in (_whole, _beginning, self._fits_cards, _contained):
            found = [option for option in options if fits(answer, option)]
            if len(found) == 1:
                return found[0]
            if found:
                raise AnswerError(_question(answer, found))
        near = did_you_mean(answer, [option.text for option in options])
        quoted = answer if len(answer) <= 20 else f"{answer[:19]}…"
        raise AnswerError(
            f"I do not understand {quoted!r}{f': {near}' if near else ''}. Type a number from 1 to "
            f"{len(options)}, a card, or the beginning of an option; ? helps."
        )

    def _fits_cards(self, answer: str, option: Option) -> bool:
        """The answer names the cards of an option, and perhaps other words of its text."""
        said = _folded(answer)
        words = _folded(option.text).split()
        named = [name for name in self._spellings if _names(option.text, name)]
        if not said or not named:
            return False
        for name in named:
            for spelling in self._spellings[name]:
                if re.search(rf"(?<!\w){re.escape(spelling)}(?!\w)", said):
                    said = re.sub(rf"(?<!\w){re.escape(spelling)}(?!\w)", " ", said, count=1)
                    break
            else:
                return False
        return all(any(word.startswith(rest) for word in words) for rest in said.split())


def _names(text: str, card: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(card)}(?!\w)", text) is not None


def _numbered(answer: str, options: Sequence[Option]) -> Option:
    if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:9]) <= len(options):
        return options[int(answer[:9]) - 1]
    raise AnswerError(
        f"There is no option {answer[:20]}: type a number from 1 to {len(options)}, or ? for help."
    )


def _whole(answer: str, option: Option) -> bool:
    return option.text.casefold() == answer.casefold()


def _beginning(answer: str, option: Option) -> bool:
    return option.text.casefold().startswith(answer.casefold())


def _contained(answer: str, option: Option) -> bool:
    return answer.casefold() in option.text.casefold()


def _question(answer: str, found: Sequence[Option]) -> str:
    listed = [f"{option.index + 1} {option.text}" for option in found[:_LISTED]]
    more = f", or one of {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return f"{answer!r} may mean {' or '.join(listed)}{more}: type its number."


def _folded(text: str) -> str:
    """A text without signs between words, in small letters; suits are words of their own."""
    return " ".join(_WORD.findall(text.casefold()))


def _spellings(name: str, short: str, words: str) -> Iterator[str]:
    """The ways to say a card, longest first: its name, a short one, in words, and for suits by letter."""
    found = {_folded(name), _folded(short), _folded(words)}
    suit, rank = name[:1], name[1:]
    if suit in _SUITS:
        letter, spoken = _SUITS[suit][0], _RANKS.get(rank, rank).casefold()
        said = {rank.casefold(), spoken}
        for one in said:
            found |= {
                f"{letter}{one}",
                f"{one}{letter}",
                f"{one} of {_SUITS[suit]}",
                f"{one} {suit}",
                f"{suit} {one}",
            }
            found |= {f"{one} {_SUITS[suit]}", f"{_SUITS[suit]} {one}"}
            # The rank alone will do where only one option has it.
            found.add(one)
    yield from sorted(found - {""}, key=len, reverse=True)
