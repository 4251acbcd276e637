"""The options of a native state, described when somebody reads a key or a text.

A loop that only chooses and goes on never asks for words, and to make them takes a hundred times as long as
to play on. An option keeps the position in which it was offered for as long as somebody keeps the option.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from croupier.game import Option


class Offer:
    """The options of one decision."""

    __slots__ = ("_described", "describe")

    def __init__(self, describe: Callable[[], tuple[Option, ...]]) -> None:
        self.describe = describe
        """Describes the options; changed when the state goes on."""
        self._described: tuple[Option, ...] | None = None

    @property
    def described(self) -> tuple[Option, ...]:
        """The options with their keys and texts."""
        if self._described is None:
            self._described = self.describe()
        return self._described

    def options(self, count: int) -> tuple[Option, ...]:
        """So many options, of which nothing is described yet."""
        return tuple([_offered(self, index) for index in range(count)])


class Offered(Option):
    """An option whose key, text and targets are made when they are read."""

    __slots__ = ("_offer",)
    _offer: Offer

    def __getattr__(self, name: str) -> Any:
        # Python comes here only for what has no value yet.
        if name not in _DESCRIBED:
            raise AttributeError(name)
        plain = self.plain()
        for each in _DESCRIBED:
            object.__setattr__(self, each, getattr(plain, each))
        return getattr(plain, name)

    def is_of(self, offer: Offer | None) -> bool:
        """Whether it belongs to the options of a decision."""
        return self._offer is offer

    def plain(self) -> Option:
        """The option as nothing but its values."""
        return self._offer.described[self.index]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Option):
            return NotImplemented
        return (self.index, self.key, self.text) == (other.index, other.key, other.text)

    def __hash__(self) -> int:
        return hash((self.index, self.key, self.text))

    def __repr__(self) -> str:
        return repr(self.plain())

    def __reduce__(self) -> Any:
        return self.plain().__reduce_ex__(4)


_DESCRIBED = tuple(each.name for each in fields(Option) if each.name != "index")
_set_index = Option.__dict__["index"].__set__
_set_offer = Offered.__dict__["_offer"].__set__
_new = Offered.__new__


def _offered(offer: Offer, index: int) -> Offered:
    # Frozen, and made a million times: the slots are written by themselves.
    found = _new(Offered)
    _set_index(found, index)
    _set_offer(found, offer)
    return found
