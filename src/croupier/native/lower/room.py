"""Lists of words in `C`, one behind the other from `TOP` on; and lists of cards behind the state."""

from __future__ import annotations

from croupier.native.lower.lowering import Listed, ListPile, Lowering


def open_list(lo: Lowering, kind: str = "scalar", base: str = "") -> Listed:
    """A new list of words, still empty, on top; nothing else may be put there until it is complete."""
    lo.kit.groups = True
    at = lo.code.let("at", "C[TOP]")
    count = lo.code.let("n", "0")
    return Listed(at, count, kind, base)


def add_word(lo: Lowering, listed: Listed, word: str) -> None:
    """One more word."""
    lo.code(f"room(C, {listed.at} + {listed.count})")
    lo.code(f"C[{listed.at} + {listed.count}] = {word}")
    lo.code(f"{listed.count} += 1")
    lo.code(f"C[TOP] = {listed.at} + {listed.count}")


def new_list(lo: Lowering, cards: int | None = None) -> ListPile:
    """An empty list of cards behind the state."""
    at = lo.kit.buffer(cards)
    lo.code(f"L[{at}] = 0")
    return ListPile(at)


def add_card(lo: Lowering, cards: ListPile, card: str) -> None:
    """One more card."""
    lo.code(f"append(L, {cards.at}, {2 * lo.bp.capacity}, {card})")
