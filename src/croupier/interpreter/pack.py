"""All the cards of a game, numbered so that the numbers tell nothing but what the cards look like.

Cards with equal attributes and back are one *kind*. Kinds are numbered in deck order (by their first card),
and cards by kind: sorting card numbers is deck order with equal cards side by side, whichever of them they
are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from croupier.game import cards as by_kind
from croupier.interpreter.cards import card_names
from croupier.recycle.program import DeckPlan


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a game by number."""

    attributes: list[dict[str, str]]
    backs: list[str]
    kinds: list[int]
    names: list[str]
    kind_names: list[str]
    batches: dict[int, list[tuple[int, ...]]]
    """The cards that each `create deck` makes, each time that it runs, by the form's position in the text."""

    @staticmethod
    def of(plans: Sequence[DeckPlan]) -> Pack:
        """The cards of all the decks of a program."""
        made = [(plan.back, card) for plan in plans for _ in range(plan.copies) for card in plan.cards]
        numbers: dict[tuple[object, ...], int] = {}
        looks = [numbers.setdefault((back, *sorted(card)), len(numbers)) for back, card in made]
        order = sorted(range(len(made)), key=lambda i: (looks[i], i))
        number_of = {creation: number for number, creation in enumerate(order)}
        attributes = [dict(made[i][1]) for i in order]
        kinds = [looks[i] for i in order]
        names = card_names(attributes)
        batches: dict[int, list[tuple[int, ...]]] = {}
        at = 0
        for plan in plans:
            turns = batches.setdefault(plan.form.spot, [])
            for _ in range(plan.copies):
                turns.append(tuple(number_of[i] for i in range(at, at + len(plan.cards))))
                at += len(plan.cards)
        kind_names = list(dict(zip(kinds, names, strict=True)).values())
        return Pack(attributes, [made[i][0] for i in order], kinds, names, kind_names, batches)

    def kinds_shown(self) -> by_kind.Pack:
        """The same cards by kind, as everybody may know them."""
        counts = Counter(self.kinds)
        firsts = {kind: card for card, kind in reversed(list(enumerate(self.kinds)))}
        return by_kind.Pack(
            tuple(
                by_kind.CardKind(
                    self.kind_names[kind],
                    tuple(self.attributes[firsts[kind]].items()),
                    self.backs[firsts[kind]],
                    counts[kind],
                )
                for kind in sorted(firsts)
            )
        )


@dataclass(frozen=True, slots=True)
class Printed:
    """Cards on which some attributes are not printed: which kinds look alike, and what they are called."""

    looks: list[int]
    """By kind, the first kind that looks alike counting only those: 0, 1, 2 in deck order."""
    names: dict[str, str]
    """By the name of a kind, what it is called then."""

    @staticmethod
    def of(pack: Pack, ignoring: tuple[str, ...]) -> Printed:
        """The kinds of a pack without some attributes."""
        firsts = dict(zip(reversed(pack.kinds), reversed(range(len(pack.kinds))), strict=True))
        kinds = [firsts[kind] for kind in sorted(firsts)]
        left = [
            {key: word for key, word in pack.attributes[card].items() if key not in ignoring}
            for card in kinds
        ]
        numbers: dict[tuple[object, ...], int] = {}
        looks = [
            numbers.setdefault((pack.backs[card], *sorted(shown.items())), len(numbers))
            for card, shown in zip(kinds, left, strict=True)
        ]
        names = dict(zip(pack.kind_names, card_names(left), strict=True))
        return Printed(looks, names)
