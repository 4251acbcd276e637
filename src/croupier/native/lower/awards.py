"""Awards of point maps, each written as one award for every value of a list (§5 of the house dialect)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from croupier.native.lower.unlowered import Unlowered
from croupier.recycle.constants import constant, integer
from croupier.recycle.program import Constant, Expr
from croupier.recycle.types import Type, is_a

LARGEST_AWARD = 1 << 40
"""Larger awards are left to the interpreter: their sums could leave 64 bits."""


def plain_awards(
    filler: Expr, constants: Mapping[int, Constant], cards: Sequence[Mapping[str, str]]
) -> list[Expr]:
    """The awards of a point map, without lists, keys and maps in them."""
    return [row for award in filler.parts("awards") for row in _rows(award, constants, cards)]


def _rows(award: Expr, constants: Mapping[int, Constant], cards: Sequence[Mapping[str, str]]) -> list[Expr]:
    if award.form == "award.key":
        key = str(award.value)
        numbers = sorted({int(card[key]) for card in cards if key in card})
        return [_award([_pair(award, key, number)], _number(number), award) for number in numbers]
    if award.form == "award.map":
        inner = award.part("points")
        if not inner.has("awards"):
            raise Unlowered(f"a point map within another (line {award.span.line}) is only known in play")
        return plain_awards(inner, constants, cards)
    pairs = award.parts("pairs")
    if not any(is_a(pair.part("value").type, Type.COLLECTION) for pair in pairs):
        return [replace(award, args=(*(_values(pair, constants)[0] for pair in pairs), award.part("points")))]
    listed = [_values(pair, constants) for pair in pairs]
    points = award.part("points")
    rows = list(product(*listed))
    scores = _points(award, points, len(rows), constants)
    return [_award(list(row), score, award) for row, score in zip(rows, scores, strict=True)]


def _values(pair: Expr, constants: Mapping[int, Constant]) -> list[Expr]:
    """A pair for each of its values."""
    value = pair.part("value")
    found = constant(value, constants)
    if not is_a(value.type, Type.COLLECTION):
        if isinstance(found, int):
            pair = replace(pair, args=(pair.part("key"), _word(found)))
        return [pair]
    if not isinstance(found, tuple):
        raise Unlowered(f"the values of an award (line {pair.span.line}) are only known in play")
    key = pair.part("key")
    return [Expr("pair", Type.STRING, (key, _word(word)), node=pair.node) for word in found]


def _points(award: Expr, points: Expr, rows: int, constants: Mapping[int, Constant]) -> list[Expr]:
    """What each row of an award scores."""
    found = constant(points, constants)
    if award.form == "award.each":
        if not isinstance(found, tuple) or len(found) != rows:
            raise Unlowered(f"the numbers of an award (line {award.span.line}) are only known in play")
        return [_number(int(number)) for number in found]
    if isinstance(found, int):
        rising = award.form == "award.rising"
        return [_number(found + i if rising else found) for i in range(rows)]
    if award.form == "award.rising" or any(part.traits.draws for part in points.walk()):
        raise Unlowered(f"the points of an award (line {award.span.line}) are only known in play")
    return [points] * rows


def _award(pairs: list[Expr], points: Expr, award: Expr) -> Expr:
    return Expr("award", Type.ACTION, (*pairs, points), node=award.node)


def _pair(award: Expr, key: str, number: int) -> Expr:
    return Expr("pair", Type.STRING, (_word(key), _word(number)), node=award.node)


def _word(value: int | str) -> Expr:
    return Expr("name", Type.STRING, value=str(value))


def _number(value: int) -> Expr:
    return Expr("int", Type.INT, value=value)


def award_parts(award: Expr) -> list[Expr]:
    """Keys and values of an award in turn, and what it scores."""
    return [*(part for pair in award.parts("pairs") for part in pair.args), award.part("points")]


def known(expr: Expr, constants: Mapping[int, Constant]) -> bool:
    """Whether a string or an integer is known before the game."""
    if expr.type in (Type.INT, Type.INT_STORE):
        # What is too large is computed, and looked at, when the map is filled.
        value = integer(expr, constants)
        return value is not None and abs(value) <= LARGEST_AWARD
    return expr.form == "name" or (expr.form == "var" and expr.slot in constants)
