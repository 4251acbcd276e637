"""Programs that two lists of forms judged in two ways, before there was one table; and what holds now.

Each program is a piece of a body; beside it stands what was told of it before, and by which list.
"""

from __future__ import annotations

import pytest

from croupier.interpreter.game import RecycleGame
from croupier.interpreter.sight import tellings
from croupier.recycle.check import check, program_of
from croupier.recycle.codes import framed
from croupier.recycle.facts import Facts
from croupier.recycle.order import order_free
from croupier.recycle.program import Program
from croupier.text import Source

WORTH = "(do ((set (game points WORTH) (((RANK : ACE) 9)))))"
SEEN = "(do ((remember (top (game iloc STOCK)) (top (game mem SEEN)))))"
PILED = "(inc ((0 player) sto SCORE) (size (game vloc PILE)))"
MINE = "(inc ((current player) sto SCORE) 1)"


def _source(body: str) -> Source:
    return Source("example", ";; dialect: 0.6\n" + framed("body", body))


def _program(body: str) -> Program:
    return program_of(_source(body))


FINDINGS = {
    # The facts let a riffle fill both its places; flow and order knew that all goes into the first.
    "a riffle takes all from its second place": (
        "(do ((shuffle faro (game vloc A) (game vloc B)) (inc ((0 player) sto SCORE) (size (game vloc A)))))",
        ["RCY106"],
    ),
    # The facts let it fill both; `show` said that nothing fills A.
    "cards that are swapped fill nothing": (
        "(do ((swap (top (game vloc A)) (top (game iloc STOCK)))"
        " (inc ((0 player) sto SCORE) (size (game vloc A)))))",
        ["RCY106"],
    ),
    # Seven lists of what draws, four contents. Ties of `max` and `min` are drawn (§3.2).
    "an end that hangs on ties": (
        f"{WORTH}\n(stage player"
        " (end (== (cardatt SUIT (max (game iloc STOCK) using (game points WORTH))) HEARTS))"
        f" (choice ({MINE})))",
        [],
    ),
    "an any behind ties": (
        f"{WORTH}\n(choice ((do ("
        "(move (max ((current player) iloc HAND) using (game points WORTH)) (top (game vloc PILE)))"
        " (any (game vloc PILE) 'C (move 'C (top (game vloc DONE))))))"
        " (turn pass)))\n(inc ((0 player) sto SCORE) (size (game vloc DONE)))",
        ["RCY116"],
    ),
    # Two lists of what looks at faces: options knew these, the warning did not.
    "comparing a hidden card": (
        f"{SEEN}\n(choice (((== (bottom (game iloc STOCK)) (top (game mem SEEN))) {MINE}) (turn pass)))",
        ["RCY117"],
    ),
    "cards in common with hidden ones": (
        f"{SEEN}\n(choice (((> (size (intersect (game iloc STOCK) (game mem SEEN))) 0) {MINE}) (turn pass)))",
        ["RCY117"],
    ),
    # Two lists of what may be left empty: only one had `partition`, none had `intersect`.
    "nothing in common": (
        f"{SEEN}\n(choice ("
        "(move (top (intersect ((1 player) iloc HAND) (game mem SEEN))) (top (game vloc PILE)))"
        f" (turn pass)))\n{PILED}",
        ["RCY117"],
    ),
    "a partition of some cards has a group": (
        "(choice ((move (top (top (partition SUIT (game iloc STOCK)))) (top (game vloc PILE))) (turn pass)))"
        f"\n{PILED}",
        [],
    ),
    "a partition need not have a second group": (
        "(choice ((move (top (1 (partition SUIT (game iloc STOCK)))) (top (game vloc PILE))) (turn pass)))"
        f"\n{PILED}",
        ["RCY117"],
    ),
    # The list of numbers that may be impossible had the upper bound of `random`, not the lower one.
    "the lower bound of a draw": (
        f"{WORTH}\n(choice ((inc ((current player) sto SCORE)"
        " (random (score (top (game iloc STOCK)) using (game points WORTH)) .. 5)) (turn pass)))",
        ["RCY112", "RCY117"],
    ),
    # Two lists of what stores: point maps are public, too.
    "a hidden card in a point map": (
        "(choice ((set (game points WORTH) (((RANK : (cardatt RANK (top ((current player) iloc HAND)))) 5)))"
        " (turn pass)))\n(inc ((0 player) sto SCORE) (sum (game iloc STOCK) using (game points WORTH)))",
        ["RCY112"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), FINDINGS.values(), ids=FINDINGS)
def test_findings(body: str, expected: list[str]) -> None:
    assert [finding.code for finding in check(_source(body)).findings] == expected


def test_ties_really_take_away_what_was_chosen() -> None:
    """The reason for the warning above: the option was made with another card on the pile."""
    game = RecycleGame(_program(FINDINGS["an any behind ties"][0]), "example")
    ends = []
    for seed in range(30):
        state = game.start(seed)
        state.apply(0)
        outcome = state.outcome
        assert outcome is not None
        ends.append(outcome.finding.code if outcome.finding is not None else "")
    assert set(ends) == {"", "RCY308"}


ORDER = {
    # A choice follows unseen cards to where they go: by moves and swaps, but not by riffles and copies.
    "riffled in unseen": (
        "(choice ((do ((shuffle faro (game vloc A) (game hloc B))"
        " (any (game vloc A) 'C (move 'C (top (game hloc B)))))) (turn pass)))"
        "\n(move (top (game iloc STOCK)) (top (game hloc B)))",
        "game vloc A", False,
    ),
    "remembered unseen": (
        "(choice ((do ((remember (top (game iloc STOCK)) (top (game mem A)))"
        " (any (game mem A) 'C (forget 'C)))) (turn pass)))",
        "game mem A", False,
    ),
    # A loop hands on the order of its cards by moves, and so it does by swaps.
    "swapped one after the other": (
        "(do ((move (top (game iloc STOCK)) (top (game vloc ROW)))"
        " (all ((0 player) iloc HAND) 'C (swap 'C (top (game vloc ROW))))))",
        "player iloc HAND", False,
    ),
    # Three lists of what is steady. The suit of a card stays its suit wherever cards go.
    "emptied under a computed name": (
        "(do ((all ((0 player) iloc HAND) 'C (move (top (game iloc STOCK)) (top (game vloc A))))"
        " (let (top (game iloc STOCK)) 'D"
        " (repeat all (move (top (game vloc A)) (top (game vloc (cardatt SUIT 'D))))))))",
        "player iloc HAND", True,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "location", "free"), ORDER.values(), ids=ORDER)
def test_order(body: str, location: str, free: bool) -> None:
    assert (location in map(str, order_free(_program(body)))) is free


def test_a_riffle_leaves_nothing_unseen_behind() -> None:
    """Options took a riffle for a swap: afterwards the second place, which is empty, counted as unseen."""
    program = _program(
        "(choice ((do ((shuffle faro (game hloc A) (game vloc B))"
        " (set (game str S) (cardatt SUIT (top (game vloc B)))))) (turn pass)))"
    )
    told = tellings(program, Facts(program))
    assert {e.form: told[id(e)].vague for e in program.walk() if id(e) in told} == {
        "shuffle.faro": frozenset(),
        "set.str": frozenset(),
        "pass": frozenset(),
    }


def test_decks_made_in_play_are_actions() -> None:
    """Rule coverage counted every action that leaves an event but this one."""
    game = RecycleGame(_program("(create deck (game iloc STOCK) (deck (RANK (JACK))))"), "example")
    made = [e.start for block in game.program.body for e in block.walk() if e.form == "create.deck"]
    assert made
    assert set(made) <= set(game.actions)
