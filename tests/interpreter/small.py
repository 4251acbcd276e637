"""Tiny games around the forms that a test is about.

The stock of every tiny game holds eight cards, bottom first: ♥A ♠A ♥2 ♠2 ♥3 ♠3 ♥4 ♠4. They score 1 to 4
under (game points VALUE). The places named here keep their order, since the program observes it.
"""

from __future__ import annotations

from typing import Any

from croupier.game import Outcome, Status
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.interpreter import RecycleGame
from croupier.interpreter.meaning import cards, elements, groups, value
from croupier.interpreter.on_table import OnTable
from croupier.recycle.check import Checked, check
from croupier.recycle.program import Expr
from croupier.recycle.types import Type, is_a
from croupier.text import Source, render_all

STOCK = "♥A ♠A ♥2 ♠2 ♥3 ♠3 ♥4 ♠4"
DECK = "(deck (RANK (ACE, TWO, THREE, FOUR)) (SUIT (HEARTS, SPADES)))"
_VALUES = "((RANK : ACE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3) ((RANK : FOUR) 4)"
_OBSERVED = (
    "(game vloc STOCK)",
    "(game vloc PILE)",
    "(game vloc HEAP)",
    "(game mem SEEN)",
    "((0 player) iloc HAND)",
)


def program(
    *blocks: str,
    seats: int = 2,
    teams: str = "",
    declare: str = "",
    deck: str = DECK,
    dialect: str = "0.6",
    scoring: str = "max 0",
    ordered: bool = True,
) -> str:
    """The text of a tiny game that plays the blocks one after the other."""
    made = f"(create deck (game vloc STOCK) {deck})" if deck.startswith("(deck") else deck
    watched = " ".join(f"(size (top 1 {place}))" for place in _OBSERVED)
    never = f"((== 0 1) (set (game sto NEVER) (+ 0 {watched})))" if ordered else ""
    played = "\n  ".join(blocks) or "(turn pass)"
    return f""";; dialect: {dialect}
(game {declare}
  (setup (create players {seats}) {teams} {made})
  (set (game points VALUE) ({_VALUES}))
  {never}
  {played}
  (scoring {scoring}))
"""


def checked(text: str) -> Checked:
    """A program of which the checker finds that it can run."""
    found = check(Source("small.rcy", text))
    assert found.program is not None, render_all(found.errors)
    return found


def game(*blocks: str, **words: Any) -> RecycleGame:
    """A tiny game; the words are those of `program`."""
    found = checked(program(*blocks, **words)).program
    assert found is not None
    return RecycleGame(found, "small")


class Played:
    """A tiny game with what has become of its table."""

    def __init__(self, state: OnTable) -> None:
        self.state = state

    def __getitem__(self, place: str) -> str:
        """The cards of a place such as "PILE" or "1.HAND", bottom first, in one text."""
        table = self.state.table
        piles = [pile for i, pile in enumerate(table.cards) if str(table.layout.places[i]) == place and pile]
        assert len(piles) <= 1, f"{place} stands for several places"
        return " ".join(table.layout.names[card] for pile in piles for card in pile)

    def number(self, name: str) -> int:
        """An integer stored under a name such as "R" or "0.SCORE"."""
        return next((n for key, n in self.state.table.ints.items() if _owned(key) == name), 0)

    def string(self, name: str) -> str:
        """A string stored under a name."""
        return next((s for key, s in self.state.table.strs.items() if _owned(key) == name), "")

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        assert self.state.outcome is not None, "the game still waits for a decision"
        return self.state.outcome

    @property
    def code(self) -> str:
        """The code of the finding with which it ended, or nothing."""
        return self.outcome.finding.code if self.outcome.finding is not None else ""


def _owned(key: tuple[str, int, str]) -> str:
    owner, member, name = key
    return {"game": "", "player": f"{member}.", "team": f"T{member}."}[owner] + name


def play(
    *blocks: str,
    choose: list[int] | None = None,
    seed: int = 0,
    max_steps: int = MAX_STEPS,
    max_decisions: int = MAX_DECISIONS,
    **words: Any,
) -> Played:
    """Play a tiny game, with the numbers of the options to take, one for every decision that asks."""
    made = game(*blocks, **words)
    state = made.start(seed, max_steps=max_steps, max_decisions=max_decisions)
    for index in choose or ():
        state.apply(index)
    return Played(state)


def choices(*blocks: str, seed: int = 0, **words: Any) -> list[str]:
    """The texts of the options at the first decision."""
    state = game(*blocks, **words).start(seed)
    assert state.outcome is None, state.outcome.reason
    return [option.text for option in state.options]


def evaluate(expression: str, *before: str, seed: int = 0, **words: Any) -> Any:
    """What an expression is after some blocks have been played: cards by name, players by number."""
    made = game(*before, f"(let {expression} 'EVALUATED (turn pass))", **words)
    state = made.start(seed)
    assert state.outcome is not None
    assert state.outcome.status is Status.FINISHED, state.outcome.reason
    expr = made.program.body[-1].args[0]
    return _told(state, expr)


def _told(state: OnTable, expr: Expr) -> Any:
    layout, table = state.game.layout, state.table
    names = layout.names
    if expr.type in (Type.CARD, Type.COPY):
        found = value(layout, expr)(table)
        return names[found] if found >= 0 else None
    if is_a(expr.type, Type.CARDS):
        return " ".join(names[card] for card in cards(layout, expr)(table))
    if is_a(expr.type, Type.GROUPS):
        return [" ".join(names[card] for card in group) for group in groups(layout, expr)(table)]
    if is_a(expr.type, Type.COLLECTION):
        return elements(layout, expr)(table)
    return value(layout, expr)(table)


def fault(expression: str, *before: str, seed: int = 0, **words: Any) -> str:
    """The code of the run-time error that an expression ends the game with."""
    played = play(*before, f"(let {expression} 'EVALUATED (turn pass))", seed=seed, **words)
    assert played.outcome.status is Status.FAILED, f"{expression} is no error"
    return played.code
