"""The role of a family of places: the first rule that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from croupier.wire.probe import Key, Use

MARKET = 16
"""A market has no more cards than that, on average."""
TALL = 8
"""More cards than that, whose order matters, are a pile."""
TRICK = 3
"""A trick has no more cards of one seat than that."""


@dataclass(frozen=True, slots=True)
class Group:
    """Places of one family, and how they are used together."""

    owner: str
    kind: str
    keys: tuple[Key, ...]
    use: Use

    @property
    def is_open(self) -> bool:
        """Whether everybody sees it."""
        return self.kind == "vloc" or (self.kind == "oloc" and self.owner == "game")

    def is_hand(self, groups: Sequence[Group]) -> bool:
        """Whether a player holds it in the hand: seen by its owner, with cards to choose from.

        A single card that is never picked is a hand if the player has no other.
        """
        if self.owner == "game" or self.kind != "iloc" or not self.use.times:
            return False
        rivals = [one for one in groups if one is not self and one.owner == self.owner and one.kind == "iloc"]
        return self.use.largest >= 2 or self.use.picked > 0 or not any(one.use.times for one in rivals)


def role_of(group: Group, hands: frozenset[Key], groups: Sequence[Group]) -> str:
    """The role of a family, if these are the places that are hands."""
    use = group.use
    if group.kind == "mem":
        return "note"
    if not use.times:
        return "unused"
    if group.owner == "game":
        return next(role for role, fits in _OF_GAME if fits(group))
    if group.is_hand(groups):
        return "hand"
    if group.kind != "vloc":
        return "held" if group.kind == "oloc" else "down"
    if use.indexed or use.picked:
        return "tableau"
    if hands.isdisjoint(use.sources) or not use.emptied:
        return "won"
    return "trick" if use.largest <= TRICK else "played"


_OF_GAME: tuple[tuple[str, Callable[[Group], bool]], ...] = (
    ("columns", lambda group: group.use.indexed),
    ("stock", lambda group: not group.is_open),
    ("market", lambda group: group.use.picked > 0 and group.use.mean <= MARKET),
    ("pile", lambda group: not group.use.free and group.use.largest > TALL),
    ("centre", lambda group: True),
)
"""The roles of places of the table."""
