"""Point maps: what a card scores is computed when asked for, from constant tables and computed parts."""

from __future__ import annotations

from croupier.native.lower.awards import award_parts, known
from croupier.native.lower.lowering import Kit, Lowering, Points
from croupier.recycle.constants import constant
from croupier.recycle.program import Expr
from croupier.recycle.types import Type, is_a


def score(lo: Lowering, points: Points, card: str) -> str:
    """What a card scores."""
    if not points.fillers:
        return "0"
    if points.fixed:
        return _fixed_score(lo.kit, points.fillers[0], card)
    name = "score_" + "_".join(map(str, points.fillers))
    if name not in lo.kit.functions:
        lo.kit.functions[name] = _scorer(lo.kit, name, points.fillers)
    return f"{name}(S, {points.at}, {card})"


def _fixed_score(kit: Kit, filler: int, card: str) -> str:
    """What a card scores under awards that are known before the game."""
    fixed, _ = _awarded(kit, kit.bp.fillers[filler - 1])
    return f"{kit.table(f'AWARDS_{filler}', tuple(fixed))}[{card}]" if any(fixed) else "0"


def _scorer(kit: Kit, name: str, fillers: tuple[int, ...]) -> list[str]:
    lines = ["@inline", f"def {name}(S: Words[NS], at: Int, card: Int) -> Int:", "    filler = S[at]"]
    for filler in fillers:
        lines += [f"    if filler == {filler}:", *_filled(kit, kit.bp.fillers[filler - 1], filler)]
    return [*lines, "    return 0"]


def are_counted(lo: Lowering, points: Points) -> bool:
    """Returns whether what a set of cards scores is told by a few counts of those that score alike."""
    return bool(points.fillers) and all(_counts(lo.kit, filler) is not None for filler in points.fillers)


def set_score(lo: Lowering, points: Points, word: str) -> str:
    """What the cards of a set score together, where they are counted."""
    if points.fixed:
        name = f"fixed_set_score_{points.fillers[0]}"
        if name not in lo.kit.functions:
            counts = _counts(lo.kit, points.fillers[0])
            lo.kit.functions[name] = [
                "@inline", f"def {name}(word: Int) -> Int:", f"    return {counts}",
            ]  # fmt: skip
        return f"{name}({word})"
    name = "set_score_" + "_".join(map(str, points.fillers))
    if name not in lo.kit.functions:
        lines = ["@inline", f"def {name}(S: Words[NS], at: Int, word: Int) -> Int:", "    filler = S[at]"]
        for filler in points.fillers:
            lines += [f"    if filler == {filler}:", f"        return {_counts(lo.kit, filler)}"]
        lo.kit.functions[name] = [*lines, "    return 0"]
    return f"{name}(S, {points.at}, {word})"


_MOST_COUNTS = 6
"""Different scores that are counted at most: a loop over the cards would be as fast for more."""


def _counts(kit: Kit, filler: int) -> str | None:
    """The score of `word` under the awards of one form; None if it is computed, or takes many counts."""
    fixed, terms = _awarded(kit, kit.bp.fillers[filler - 1])
    alike: dict[int, int] = {}
    for card, value in enumerate(fixed):
        alike[value] = alike.get(value, 0) | 1 << card
    alike.pop(0, None)
    if terms or len(alike) > _MOST_COUNTS:
        return None
    return " + ".join(f"{value} * popcount(word & {_signed(mask)})" for value, mask in alike.items()) or "0"


def _signed(mask: int) -> int:
    return mask - (1 << 64) if mask >> 63 else mask


def _filled(kit: Kit, expr: Expr, filler: int) -> list[str]:
    """The score under the awards of one form: what is constant from a table, the rest term by term."""
    fixed, terms = _awarded(kit, expr)
    first = f"{kit.table(f'AWARDS_{filler}', tuple(fixed))}[card]" if any(fixed) else "0"
    if not terms:
        return [f"        return {first}"]
    return [f"        total = {first}", *terms, "        return total"]


def _awarded(kit: Kit, expr: Expr) -> tuple[list[int], list[str]]:
    """The constant part of the score of every card, and lines that add the rest."""
    bp = kit.bp
    fixed = [0] * bp.cards
    terms: list[str] = []
    at = 1
    for award in bp.awards(expr):
        parts = award_parts(award)
        cells: list[str | None] = []
        for part in parts:
            if known(part, bp.constants):
                cells.append(None)
            else:
                cells.append(f"S[at + {at}]")
                at += 1
        *pairs, number = parts
        matching = [_matches_known(kit, pairs, cells, card) for card in range(bp.cards)]
        if all(cell is None for cell in cells):
            for card in range(bp.cards):
                fixed[card] += _number(kit, number) if matching[card] else 0
            continue
        test = _test(kit, pairs, cells)
        if not all(matching):
            table = kit.table("MEETS", tuple(map(int, matching)))
            test = f"{table}[card] != 0" + (f" and {test}" if test else "")
        gain = cells[-1] or str(_number(kit, number))
        terms += (
            [f"        if {test}:", f"            total += {gain}"] if test else [f"        total += {gain}"]
        )
    return fixed, terms


def _number(kit: Kit, expr: Expr) -> int:
    value = constant(expr, kit.bp.constants)
    assert isinstance(value, int)
    return value


def _matches_known(kit: Kit, pairs: list[Expr], cells: list[str | None], card: int) -> bool:
    """Whether a card meets all those pairs that are known before the game."""
    attributes = kit.bp.layout.cards[card]
    for i in range(0, len(pairs), 2):
        if cells[i] is None and cells[i + 1] is None:
            key, value = (constant(part, kit.bp.constants) for part in pairs[i : i + 2])
            if attributes.get(str(key), "") != value:
                return False
    return True


def _test(kit: Kit, pairs: list[Expr], cells: list[str | None]) -> str:
    bp = kit.bp
    tests = []
    for i in range(0, len(pairs), 2):
        if cells[i] is None and cells[i + 1] is None:
            continue
        value = cells[i + 1] or str(bp.string(str(constant(pairs[i + 1], bp.constants))))
        if cells[i] is None:
            key = str(constant(pairs[i], bp.constants))
            if is_a(pairs[i + 1].type, Type.INT):
                tests.append(f"{integer_table(kit, key)}[card + 1] == {value}")
                continue
            tests.append(f"{kit.table(f'ATT_{key}', tuple(bp.column(key)))}[card + 1] == {value}")
        else:
            tests.append(f"{attribute_table(kit)}[{cells[i]} * {bp.cards + 1} + card + 1] == {value}")
    return " and ".join(tests)


def integer_table(kit: Kit, key: str) -> str:
    """An integer attribute of all cards, after that of no card; 0 for cards that do not have it."""
    numbers = [int(card.get(key, "0")) for card in kit.bp.layout.cards]
    return kit.table(f"NUMBER_{key}", (0, *numbers))


def attribute_table(kit: Kit) -> str:
    """All attributes of all cards, by the number of the key."""
    bp = kit.bp
    return kit.table("ATTRIBUTES", tuple(v for key in bp.strings for v in bp.column(key)))
