"""Variants of games as people write them: ``agram``, ``agram:HANDSIZE=5``, ``mygame.rcy:seats=3:PASS=2``."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field

from croupier.catalog import shelf
from croupier.game.settings import ParameterError
from croupier.recycle.parameters import constant, shown
from croupier.recycle.program import Constant
from croupier.text.errors import CroupierError

_PIECE = re.compile(r"([A-Za-z]\w*)\s*=\s*(.*)", re.ASCII | re.DOTALL)
SEATS = "seats"


class VariantError(CroupierError, ValueError):
    """A text that names no variant; the message says how one is written."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game with seats and settings of its own."""

    game: str
    seats: int | None = None
    settings: dict[str, Constant] = field(default_factory=dict)

    def __str__(self) -> str:
        own = [f"{SEATS}={self.seats}"] if self.seats is not None else []
        return ":".join([self.game, *own, *(f"{name}={shown(v)}" for name, v in self.settings.items())])


def variant(text: str) -> Variant:
    """The variant that a text names: the game, and behind colons what is different, as for `--set`.

    >>> variant("agram:HANDSIZE=5:seats=3")
    Variant(game='agram', seats=3, settings={'HANDSIZE': 5})
    """
    game, found = text, dict[str, str]()
    while ":" in game and "(" not in game and not os.path.isfile(game):
        before, _, last = game.rpartition(":")
        match = _PIECE.fullmatch(last.strip())
        if match is None:
            if before in shelf.names() or os.path.isfile(before):
                raise VariantError(f"{text!r}: {last!r} is not NAME=VALUE, as in {before}:HANDSIZE=7:seats=3")
            break
        if match.group(1) in found:
            raise VariantError(f"{text!r} gives {match.group(1)} twice")
        found[match.group(1)] = match.group(2).strip()
        game = before
    settings: dict[str, Constant] = {}
    for name, value in reversed(found.items()):
        try:
            settings[name] = constant(value)
        except ParameterError as problem:
            raise VariantError(f"{text!r}: {name}: {problem}") from None
    seats = settings.pop(SEATS, None)
    if seats is not None and not isinstance(seats, int):
        raise VariantError(f"{text!r}: seats is a number, as in {game}:seats=3")
    return Variant(game, seats, settings)
