"""Choices at random of the kind that is counted rather than built, and whole programs of nothing else.

What the items do tends to make untrue what counting would take for granted: variables that name no card,
owners that are found only within an item, loops that empty a place that has just been filled, cycles in the
middle of an item, numbers at the limits of 64 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from random_scope import Chance

HAND = "((current player) iloc HAND)"
HUGE = (9223372036854775807, -9223372036854775807, 4611686018427387904, 2305843009213693950)

_GAME = """\
;; dialect: 0.6
(game
  (setup
    (create players {seats})
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (RED, BLACK, BLUE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (== (game sto TURNS) {turns}))
    (do ((inc (game sto TURNS) 1)))
    {blocks})
  (scoring max
    (+ (size ((current player) iloc HAND)) (* 20 (size ((current player) vloc TRAY)))
      (* 400 ((current player) sto COINS)))))
"""


class PlainChoices:
    """Writes choices with what chance tells."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def one(self, several: Sequence[str]) -> str:
        """One of several texts; the first is the simplest."""
        return several[self.chance.below(len(several))]

    def odds(self, n: int) -> bool:
        """Whether something happens that happens once in n times."""
        return self.chance.below(n) == n - 1

    def choice(self) -> str:
        """A choice, at times with a variable around it that may name no card."""
        named = self.one(("", "", "'X"))
        items = [self.item(named) for _ in range(1 + self.chance.below(3))]
        if not self.odds(10):
            items.append("(turn pass)")
        text = "(choice (\n" + "\n".join(items) + "))"
        return f"(let (top {self.pile('')}) {named}\n{text})" if named else text

    def item(self, named: str) -> str:
        """One item."""
        through = self.one((HAND, HAND, "(other player)", "player", ""))
        variable = "'C" if through == HAND else "'P" if through else ""
        owner = variable if variable == "'P" else ""
        card = "'C" if variable == "'C" else named
        actions = [self.action(card, owner, first=True)]
        actions += [self.action(card, owner) for _ in range(self.chance.below(4))]
        text = f"(do ({' '.join(actions)}))"
        if variable:
            text = f"(any {through} {variable} {text})"
        return f"((> (size {self.pile('')}) 0) {text})" if self.odds(4) else text

    def owner(self, chosen: str) -> str:
        """Whose something is."""
        return self.one((chosen or "(current player)", "(current player)", "(next player)", "game"))

    def pile(self, chosen: str) -> str:
        """A place whose ends are looked at."""
        return self.one(("(game vloc HEAP)", f"({self.owner(chosen)} vloc TRAY)"))

    def store(self, chosen: str) -> str:
        """A storage."""
        return self.one((f"({self.owner(chosen)} sto COINS)", "(game sto BANK)"))

    def action(self, card: str, chosen: str, *, first: bool = False) -> str:
        """One action."""
        pile, other, store = self.pile(chosen), self.pile(chosen), self.store(chosen)
        moved = card or f"(top {pile})"
        ways = (
            f"(move {moved} (top {other}))",
            f"(move {moved} (top {pile}))",
            f"(cycle {self.one(('next', 'current'))} {chosen or self.one(('next', 'previous', 'current'))})",
            f"(inc {store} {self.amount()})",
            f"(remember {moved} (top (game mem NOTES)))",
            f"(set {store} {self.amount()})",
            f"(move (top {pile}) (top {other}))",
            f"(repeat all (move (top {pile}) (top {other})))",
            f"(all {pile} 'D (move 'D (top {other})))",
            f"(all player 'Q (inc ('Q sto COINS) {self.amount()}))",
            f"(all player 'Q (repeat all (move (top ('Q vloc TRAY)) (top {other}))))",
            f"((> (size {pile}) 1) (move (top {pile}) (top {other})))",
        )
        return self.one(ways[:7] if first else ways)

    def amount(self) -> str:
        """A number, now and then at the limits, or what a storage holds."""
        if self.odds(6):
            return str(HUGE[self.chance.below(len(HUGE))])
        return self.one(("1", "3", "(game sto BANK)"))


class _FromRandom:
    def __init__(self, random: Random) -> None:
        self.random = random

    def below(self, n: int) -> int:
        return self.random.randrange(n)


def plain_program(seed: int) -> str:
    """The text of a program with a few turns, all of whose choices are of this kind."""
    random = Random(seed)
    made = PlainChoices(_FromRandom(random))
    blocks = "\n".join(made.choice() for _ in range(1 + random.randrange(2)))
    return _GAME.format(seats=2 + random.randrange(2), turns=2 + random.randrange(3), blocks=blocks)
