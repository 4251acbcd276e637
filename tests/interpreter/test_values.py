"""Every value form has its meaning (§3); an example is an expression, its value, what is played before."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.recycle.constants import MAX_INT, MIN_INT
from interpreter.small import STOCK, checked, evaluate, fault, play, program

Example = tuple[str, Any] | tuple[str, Any, tuple[str, ...]]

DEAL = "(all player 'P (repeat 2 (move (top (game vloc STOCK)) (top ('P iloc HAND)))))"
"""Seat 0 then holds ♠4 ♥4 and seat 1 ♠3 ♥3, first dealt first; the stock is ♥A ♠A ♥2 ♠2."""
MIXED = "(repeat 3 (move (1 (game vloc STOCK)) (bottom (game vloc PILE))))"
"""The pile is then ♠2 ♥2 ♠A and the stock ♥A ♥3 ♠3 ♥4 ♠4."""
REMEMBER = "(all (top 3 (game vloc STOCK)) 'C (remember 'C (top (game mem SEEN))))"
"""The memory is then ♠4 ♥4 ♠3."""
BEDS = """(do (
  (move (top (game vloc STOCK)) (top (game vloc BED 5)))
  (move (top (game vloc STOCK)) (top (game vloc BED 0)))
  (move (top (game vloc STOCK)) (top (game vloc BED (+ 1 1))))))"""
"""Bed 5 is then ♠4, bed 0 is ♥4, bed 2 is ♠3."""
HEAP = """(do (
  (move (3 (game vloc STOCK)) (top (game vloc HEAP)))
  (move (5 (game vloc STOCK)) (top (game vloc HEAP)))
  (move (2 (game vloc STOCK)) (top (game vloc HEAP)))
  (move (2 (game vloc STOCK)) (top (game vloc HEAP)))))"""
"""The heap is then ♠2 ♥4 ♥2 ♥3."""
SUITED = (
    "(set (game points SUITED) (((SUIT : SPADES) 10) ((RANK : ACE) 1) ((RANK : ACE) (SUIT : SPADES) 100)))"
)

EXAMPLES: dict[str, tuple[Example, ...]] = {
    # Integers (§3.5)
    "add": (("(+ 2 3)", 5), ("(+ 1 -2 3 -4)", -2)),
    "subtract": (("(- 2 5)", -3), (f"(- {MIN_INT} -1)", MIN_INT + 1)),
    "multiply": (("(* 2 3 -4)", -24), ("(* 0 5)", 0)),
    "divide": (("(// 7 2)", 3), ("(// -7 2)", -3), ("(// 7 -2)", -3), ("(// -7 -2)", 3), ("(// 1 2)", 0)),
    "modulo": (
        ("(% 7 3)", 1),
        ("(% -7 3)", -1),
        ("(% 7 -3)", 1),
        ("(% -7 -3)", -1),
        (f"(% {MIN_INT} -1)", 0),
    ),
    "modulo.word": (("(mod 7 3)", 1), ("(mod -7 3)", -1)),
    "power": (
        ("(^ 2 10)", 1024),
        ("(^ -3 3)", -27),
        ("(^ 5 0)", 1),
        ("(^ 0 0)", 1),
        ("(^ -2 63)", MIN_INT),
        (f"(^ -1 {MAX_INT})", -1),
        (f"(^ 0 {MAX_INT})", 0),
    ),
    "tri": (("(tri 4)", 10), ("(tri 0)", 0), ("(tri -3)", 3)),
    "fib": (
        ("(fib 1)", 1),
        ("(fib 2)", 1),
        ("(fib 10)", 55),
        ("(fib 0)", 0),
        ("(fib -3)", 0),
        ("(fib 92)", 7540113804746346429),
    ),
    "random": (("(random 0)", 0),),
    "random.between": (("(random 7 .. 7)", 7), ("(random -2 .. -2)", -2)),
    "size": (
        ("(size (game vloc STOCK))", 8),
        ("(size (game vloc PILE))", 0),
        ("(size (A, B, C))", 3),
        ("(size (range 3 .. 5))", 3),
        ("(size player)", 2),
        ("(size (team (0 player)))", 1),
        ("(size (partition SUIT (game vloc STOCK)))", 2),
        ("(size (game mem SEEN))", 3, (REMEMBER,)),
        ("(size (filter player 'P (== (pid 'P) 1)))", 1),
    ),
    "sum": (
        ("(sum (game vloc STOCK) using (game points VALUE))", 20),
        ("(sum (game vloc PILE) using (game points VALUE))", 0),
        ("(sum (game vloc STOCK) using (game points UNSET))", 0),
        ("(sum (union (game vloc PILE) (game vloc PILE)) using (game points VALUE))", 10, (MIXED,)),
    ),
    "score": (
        ("(score (top (game vloc STOCK)) using (game points VALUE))", 4),
        ("(score (top (game mem SEEN)) using (game points VALUE))", 3, (REMEMBER,)),
    ),
    "scoremax": (("(scoremax (game vloc PILE) using (game points VALUE))", 2, (MIXED,)),),
    "scoremin": (("(scoremin (game vloc PILE) using (game points VALUE))", 1, (MIXED,)),),
    "pid": (("(pid (1 player))", 1), ("(pid (previous player))", 1)),
    "sto": (
        ("(game sto UNSET)", 0),
        ("((1 player) sto X)", 5, ("(set ((1 player) sto X) 5)",)),
        ("((0 player) sto X)", 0, ("(set ((1 player) sto X) 5)",)),
        ("((1 team) sto X)", 0, ("(set ((1 player) sto X) 5)",)),
        ("(game sto (cardatt RANK (top (game vloc STOCK))))", 7, ("(set (game sto FOUR) 7)",)),
    ),
    "all.sum": (
        ("(all (range 1 .. 4) 'N (* 'N 'N))", 30),
        ("(all (game vloc PILE) 'C 1)", 0),
        ("(all player 'P (size ('P iloc HAND)))", 4, (DEAL,)),
        ("(all (all player 'P ('P iloc HAND)) 'H (* (size 'H) (size 'H)))", 8, (DEAL,)),
    ),
    # Booleans (§3.6)
    "and": (("(and (== 1 1) (== 2 2))", True), ("(and (== 1 1) (== 1 2) (== 2 2))", False)),
    "or": (("(or (== 1 2) (== 2 2))", True), ("(or (== 1 2) (== 2 3) (== 3 4))", False)),
    "not": (("(not (== 1 2))", True), ("(not (not (== 1 2)))", False)),
    "less": (("(< 1 2)", True), ("(< 2 2)", False)),
    "greater": (("(> 2 1)", True), ("(> 2 2)", False)),
    "at.most": (("(<= 2 2)", True), ("(<= 3 2)", False)),
    "at.least": (("(>= 2 2)", True), ("(>= 1 2)", False)),
    "equal.int": (("(== 2 (+ 1 1))", True), ("(== 1 2)", False)),
    "unequal.int": (("(!= 2 (+ 1 1))", False), ("(!= 1 2)", True)),
    "equal.string": (("(== HEARTS (cardatt SUIT (bottom (game vloc STOCK))))", True), ("(== A B)", False)),
    "unequal.string": (("(!= A B)", True), ("(!= (game str A) (game str B))", False)),
    "equal.card": (
        ("(== (top (game vloc STOCK)) (7 (game vloc STOCK)))", True),
        ("(== (top (game vloc STOCK)) (bottom (game vloc STOCK)))", False),
        ("(== (top (game mem SEEN)) (5 (game vloc STOCK)))", True, (REMEMBER,)),
        ("(== (top (game vloc PILE)) (top (game vloc PILE)))", False),
        ("(== (top (game vloc PILE)) (top (game vloc STOCK)))", False),
    ),
    "unequal.card": (
        ("(!= (top (game vloc STOCK)) (7 (game vloc STOCK)))", False),
        ("(!= (top (game vloc PILE)) (top (game vloc HEAP)))", True),
    ),
    "equal.player": (("(== (0 player) (current player))", True), ("(== (1 player) (current player))", False)),
    "unequal.player": (("(!= (0 player) (next player))", True),),
    "equal.team": (("(== (team (1 player)) (1 team))", True), ("(== (0 team) (1 team))", False)),
    "unequal.team": (("(!= (current team) (next team))", True),),
    "all.bool": (
        ("(all player 'P (< (pid 'P) 2))", True),
        ("(all player 'P (< (pid 'P) 1))", False),
        ("(all (game vloc PILE) 'C (== 1 2))", True),
    ),
    "any.bool": (
        ("(any player 'P (== (pid 'P) 1))", True),
        ("(any player 'P (== (pid 'P) 2))", False),
        ("(any (game vloc PILE) 'C (== 1 1))", False),
    ),
    # Strings, names and ranges (§3.2, §3.5)
    "cardatt": (
        ("(cardatt RANK (top (game vloc STOCK)))", "FOUR"),
        ("(cardatt COLOR (top (game vloc STOCK)))", ""),
        ("(cardatt RANK (top (game vloc PILE)))", ""),
        ("(cardatt (game str KEY) (bottom (game vloc STOCK)))", "HEARTS", ("(set (game str KEY) SUIT)",)),
        ("(cardatt SUIT (bottom (game mem SEEN)))", "SPADES", (REMEMBER,)),
    ),
    "str": (
        ("(game str UNSET)", ""),
        ("((1 player) str WORD)", "YES", ("(set ((1 player) str WORD) YES)",)),
        ("((0 player) str WORD)", "", ("(set ((1 player) str WORD) YES)",)),
    ),
    "names": (("(A, B, C)", ["A", "B", "C"]), ("(filter (A, B, C) 'N (!= 'N B))", ["A", "C"])),
    "range": (
        ("(range 1 .. 3)", [1, 2, 3]),
        ("(range 2 .. 2)", [2]),
        ("(range 3 .. 2)", []),
        ("(range -1 .. 1)", [-1, 0, 1]),
        ("(filter (range 1 .. 9) 'N (== (% 'N 3) 0))", [3, 6, 9]),
    ),
    # Cards (§3.2)
    "top": (
        ("(top (game vloc STOCK))", "♠4"),
        ("(top (game vloc PILE))", None),
        ("(top (filter (game vloc STOCK) 'C (== (cardatt SUIT 'C) HEARTS)))", "♥4"),
    ),
    "bottom": (("(bottom (game vloc STOCK))", "♥A"), ("(bottom (game vloc PILE))", None)),
    "at": (
        ("(0 (game vloc STOCK))", "♥A"),
        ("(7 (game vloc STOCK))", "♠4"),
        ("((size player) (game vloc STOCK))", "♥2"),
        ("(0 (game vloc PILE))", None),
        ("(5 (game vloc PILE))", None),
        ("(1 (filter (game vloc STOCK) 'C (== (cardatt SUIT 'C) SPADES)))", "♠2"),
    ),
    "max": (
        ("(max (filter (game vloc STOCK) 'C (== (cardatt SUIT 'C) HEARTS)) using (game points VALUE))", "♥4"),
    ),
    "min": (
        ("(min (filter (game vloc STOCK) 'C (== (cardatt SUIT 'C) SPADES)) using (game points VALUE))", "♠A"),
    ),
    "actual": (
        ("(actual (bottom (game mem SEEN)))", "♠4", (REMEMBER,)),
        ("(actual (top (game vloc STOCK)))", "♠4"),
    ),
    # Card collections (§3.1, §3.3)
    "vloc": (
        ("(game vloc STOCK)", STOCK),
        ("(game vloc PILE)", ""),
        ("(game vloc (game str PLACE))", STOCK, ("(set (game str PLACE) STOCK)",)),
    ),
    "vloc.indexed": (
        ("(game vloc BED 2)", "♠3", (BEDS,)),
        ("(game vloc BED 0)", "♥4", (BEDS,)),
        ("(game vloc BED)", "♥4", (BEDS,)),
        ("(game vloc BED 1)", "", (BEDS,)),
    ),
    "iloc": (("((1 player) iloc HAND)", "♠3 ♥3", (DEAL,)), ("((0 player) iloc HAND)", "♠4 ♥4", (DEAL,))),
    "iloc.indexed": (
        (
            "((1 player) iloc HAND 1)",
            "♠4",
            ("(move (top (game vloc STOCK)) (top ((1 player) iloc HAND 1)))",),
        ),
    ),
    "hloc": (("(game hloc DARK)", "♠4", ("(move (top (game vloc STOCK)) (top (game hloc DARK)))",)),),
    "hloc.indexed": (
        ("(game hloc DARK 3)", "♠4", ("(move (top (game vloc STOCK)) (top (game hloc DARK 3)))",)),
    ),
    "oloc": (
        ("((1 player) oloc BACK)", "♠4", ("(move (top (game vloc STOCK)) (top ((1 player) oloc BACK)))",)),
    ),
    "oloc.indexed": (
        ("((1 team) oloc BACK 9)", "♠4", ("(move (top (game vloc STOCK)) (top ((1 team) oloc BACK 9)))",)),
    ),
    "mem": (("(game mem SEEN)", "♠4 ♥4 ♠3", (REMEMBER,)),),
    "mem.indexed": (
        ("(game mem SEEN 4)", "♠4", ("(remember (top (game vloc STOCK)) (top (game mem SEEN 4)))",)),
    ),
    "filter": (
        ("(filter (game vloc STOCK) 'C (== (cardatt RANK 'C) TWO))", "♥2 ♠2"),
        ("(filter (game vloc STOCK) 'C (== 1 2))", ""),
        ("(filter player 'P (!= 'P (current player)))", [1]),
        # Filtering a collection of collections keeps empty members out.
        ("(filter (subsets (top 2 (game vloc STOCK))) 'S (== 1 1))", ["♠4", "♥4", "♠4 ♥4"]),
    ),
    "union": (
        ("(union (game vloc PILE) (game vloc STOCK))", "♠2 ♥2 ♠A ♥A ♥3 ♠3 ♥4 ♠4", (MIXED,)),
        ("(union (game vloc PILE) (game vloc PILE))", "♠2 ♥2 ♠A ♠2 ♥2 ♠A", (MIXED,)),
        ("(union (game vloc PILE))", "♠2 ♥2 ♠A", (MIXED,)),
        ("(union)", ""),
    ),
    "union.groups": (
        ("(union (all player 'P ('P iloc HAND)))", "♠4 ♥4 ♠3 ♥3", (DEAL,)),
        ("(union (partition SUIT (game vloc PILE)))", "♠2 ♠A ♥2", (MIXED,)),
    ),
    "intersect": (
        ("(intersect (top 5 (game vloc STOCK)) (bottom 5 (game vloc STOCK)))", "♥3 ♠2"),
        ("(intersect (game vloc STOCK) (game mem SEEN))", "♠3 ♥4 ♠4", (REMEMBER,)),
        ("(intersect (game vloc STOCK) (game vloc PILE))", "", (MIXED,)),
        ("(intersect (union (game vloc PILE) (game vloc PILE)))", "♠2 ♥2 ♠A", (MIXED,)),
        ("(intersect)", ""),
    ),
    "intersect.groups": (
        ("(intersect (all (range 3 .. 4) 'N (top 'N (game vloc STOCK))))", "♠4 ♥4 ♠3"),
        ("(intersect (all (game vloc PILE) 'C (game vloc STOCK)))", ""),
    ),
    "disjunction": (
        ("(disjunction (top 5 (game vloc STOCK)) (bottom 5 (game vloc STOCK)))", "♠4 ♥4 ♠3 ♥A ♠A ♥2"),
        ("(disjunction (top 2 (game vloc STOCK)) (top 2 (game vloc STOCK)) (top 3 (game vloc STOCK)))", "♠3"),
        ("(disjunction (union (top 1 (game vloc STOCK)) (top 1 (game vloc STOCK))))", "♠4"),
        ("(disjunction)", ""),
    ),
    "disjunction.groups": (
        ("(disjunction (all (range 1 .. 3) 'N (top 'N (game vloc STOCK))))", "♠3"),
        ("(disjunction (all (game vloc PILE) 'C (game vloc STOCK)))", ""),
    ),
    "sort": (
        ("(sort (top 5 (game vloc STOCK)) using (game points VALUE))", "♠2 ♠3 ♥3 ♠4 ♥4"),
        ("(sort (game vloc STOCK) using (game points UNSET))", STOCK),
        ("(sort (game vloc STOCK) using (game points SUITED))", "♥2 ♥3 ♥4 ♥A ♠2 ♠3 ♠4 ♠A", (SUITED,)),
    ),
    "top.some": (
        ("(top 3 (game vloc STOCK))", "♠4 ♥4 ♠3"),
        ("(top 9 (game vloc STOCK))", "♠4 ♥4 ♠3 ♥3 ♠2 ♥2 ♠A ♥A"),
        ("(top 0 (game vloc STOCK))", ""),
        ("(top -1 (game vloc STOCK))", ""),
    ),
    "bottom.some": (
        ("(bottom 3 (game vloc STOCK))", "♥A ♠A ♥2"),
        ("(bottom 9 (game vloc STOCK))", STOCK),
        ("(bottom -1 (game vloc STOCK))", ""),
    ),
    "run": (
        # The order on the table does not matter; the cards of the run ascend.
        ("(run top 2 (game vloc HEAP) using (game points VALUE))", "♥2 ♥3 ♥4", (HEAP,)),
        ("(run bottom 1 (game vloc HEAP) using (game points VALUE))", "♠2", (HEAP,)),
        ("(run top 4 (game vloc HEAP) using (game points VALUE))", "", (HEAP,)),
        ("(run top 1 (game vloc PILE) using (game points VALUE))", ""),
    ),
    "top.group": (
        ("(top (partition RANK (game vloc STOCK)))", "♥A ♠A"),
        ("(top (partition RANK (game vloc PILE)))", ""),
        ("(top (indexed game vloc BED))", "♥4", (BEDS,)),
    ),
    "bottom.group": (
        ("(bottom (partition RANK (game vloc STOCK)))", "♥4 ♠4"),
        ("(bottom (indexed game vloc BED))", "♠4", (BEDS,)),
    ),
    "at.group": (
        ("(1 (partition RANK (game vloc STOCK)))", "♥2 ♠2"),
        ("(1 (indexed game vloc BED))", "♠3", (BEDS,)),
    ),
    # Collections of card collections (§3.4)
    "tuples": (
        ("(tuples 2 (game vloc STOCK) using (game points VALUE))", ["♥A ♠A", "♥2 ♠2", "♥3 ♠3", "♥4 ♠4"]),
        ("(tuples 2 (top 3 (game vloc STOCK)) using (game points UNSET))", ["♠4 ♥4", "♠4 ♠3", "♥4 ♠3"]),
        ("(tuples 1 (game vloc PILE) using (game points VALUE))", ["♠A", "♠2", "♥2"], (MIXED,)),
        ("(tuples 3 (game vloc STOCK) using (game points VALUE))", []),
        ("(tuples 0 (game vloc STOCK) using (game points VALUE))", []),
    ),
    "partition": (
        ("(partition SUIT (game vloc STOCK))", ["♥A ♥2 ♥3 ♥4", "♠A ♠2 ♠3 ♠4"]),
        ("(partition SUIT (game vloc PILE) (game vloc STOCK))", ["♠2 ♠A ♠3 ♠4", "♥2 ♥A ♥3 ♥4"], (MIXED,)),
        ("(partition COLOR (game vloc PILE))", ["♠2 ♥2 ♠A"], (MIXED,)),
        ("(partition SUIT (game vloc PILE))", []),
    ),
    "partition.last": (
        ("(partition (game vloc PILE) (game vloc STOCK) SUIT)", ["♠2 ♠A ♠3 ♠4", "♥2 ♥A ♥3 ♥4"], (MIXED,)),
    ),
    "subsets": (
        (
            "(subsets (top 3 (game vloc STOCK)))",
            ["", "♠4", "♥4", "♠4 ♥4", "♠3", "♠4 ♠3", "♥4 ♠3", "♠4 ♥4 ♠3"],
        ),
        ("(subsets (game vloc PILE))", [""]),
    ),
    "runs": (
        # Maximal chains: equal scores multiply them.
        (
            "(runs largest 2 (game vloc PILE) using (game points VALUE))",
            ["♠A ♠2", "♠A ♥2"],
            (MIXED,),
        ),
        ("(runs largest 3 (game vloc PILE) using (game points VALUE))", [], (MIXED,)),
        # Every chain, by rising first score, then by length.
        (
            "(runs all 2 (game vloc HEAP) using (game points VALUE))",
            ["♠2 ♥3", "♥2 ♥3", "♠2 ♥3 ♥4", "♥2 ♥3 ♥4", "♥3 ♥4"],
            (HEAP,),
        ),
        (
            "(runs largest 1 (game vloc HEAP) using (game points VALUE))",
            ["♠2", "♥2", "♥4"],
            (HEAP, "(move (top (game vloc HEAP)) (top (game vloc STOCK)))"),
        ),
    ),
    "all.collect": (
        ("(all player 'P ('P iloc HAND))", ["♠4 ♥4", "♠3 ♥3"], (DEAL,)),
        ("(all (range 1 .. 2) 'N (top 'N (game vloc STOCK)))", ["♠4", "♠4 ♥4"]),
    ),
    "indexed": (
        ("(indexed game vloc BED)", ["♥4", "♠3", "♠4"], (BEDS,)),
        ("(filter (indexed game vloc BED) 'B (== (cardatt SUIT (top 'B)) SPADES))", ["♠3", "♠4"], (BEDS,)),
        ("(indexed game hloc BED)", [], (BEDS,)),
        ("(indexed (0 player) vloc BED)", [], (BEDS,)),
    ),
    "indexed.mem": (
        ("(indexed game mem SEEN)", ["♠4 ♥4 ♠3"], (REMEMBER,)),
        ("(indexed game mem SEEN)", []),
        ("(filter (indexed game mem SEEN) 'M (> (size 'M) 3))", [], (REMEMBER,)),
    ),
    # Players and teams (§3.7)
    "player": (("(current player)", 0), ("(next player)", 1), ("(previous player)", 1)),
    "player.seat": (("(1 player)", 1), ("((- 1 1) player)", 0)),
    "owner": (
        ("(owner (top ((1 player) iloc HAND)))", 1, (DEAL,)),
        # Of a remembered copy: where the card itself is now.
        ("(owner (bottom (game mem SEEN)))", 0, (REMEMBER, DEAL)),
    ),
    "team": (
        ("(size (current team))", 1),
        ("(== (next team) (1 team))", True),
        ("(== (previous team) (1 team))", True),
    ),
    "team.seat": (("(1 team)", [1]),),
    "team.of": (("(== (team (1 player)) (1 team))", True),),
    "players.other": (("(other player)", [1]),),
    "teams.other": (("(other team)", [1]),),
    "players": (("player", [0, 1]),),
    "teams": (("team", [0, 1]),),
    "game.owner": (("(game sto X)", 0),),
    # Point maps (§3.8)
    "points": (
        ("(score (top (game vloc STOCK)) using (game points UNSET))", 0),
        ("(score (1 (game vloc STOCK)) using (game points SUITED))", 111, (SUITED,)),
        ("(score (0 (game vloc STOCK)) using (game points SUITED))", 1, (SUITED,)),
        ("(score (7 (game vloc STOCK)) using (game points SUITED))", 10, (SUITED,)),
    ),
    "points.variable": (
        ("(score (top (game vloc STOCK)) using 'P)", 3, ("(put points 'P (((RANK (FOUR)) 3)))",)),
    ),
    "award.list": (
        (
            "(sum (game vloc STOCK) using (game points M))",
            6,
            ("(set (game points M) (((RANK (FOUR)) 3)))",),
        ),
        # A value that is any string, and one award without the list's own parentheses.
        (
            "(sum (game vloc STOCK) using (game points M))",
            -8,
            ("(set (game points M) ((SUIT (cardatt SUIT (top (game vloc STOCK)))) -2))",),
        ),
    ),
    "award": (
        # An award on "" hits the cards that lack the key.
        (
            "(sum (game vloc STOCK) using (game points M))",
            16,
            ("(set (game points M) (((COLOR : (game str UNSET)) 2)))",),
        ),
        # It is evaluated once, when the form runs.
        (
            "(sum (game vloc STOCK) using (game points M))",
            2,
            ("(set (game points M) (((RANK : FOUR) (+ 1 (game sto X)))))", "(set (game sto X) 9)"),
        ),
    ),
}


def _cases() -> list[Any]:
    return [
        pytest.param(form, *example, *(() if len(example) > 2 else ((),)), id=f"{form} {example[0]}")
        for form, examples in EXAMPLES.items()
        for example in examples
    ]


@pytest.mark.parametrize(("form", "expression", "expected", "before"), _cases())
def test_a_form_has_its_meaning(form: str, expression: str, expected: Any, before: tuple[str, ...]) -> None:
    assert form in checked(program(*before, f"(let {expression} 'X (turn pass))")).used
    assert evaluate(expression, *before) == expected


# Integers (§3.5)


@pytest.mark.parametrize(
    "expression",
    [
        f"(+ {MAX_INT} (size player))",
        f"(+ {MAX_INT} (size player) -5)",
        f"(- {MIN_INT} (size player))",
        f"(* {MAX_INT} (size player))",
        f"(// {MIN_INT} (- 1 (size player)))",
        "(^ (size player) 63)",
        "(^ (size player) 999999999)",
        "(tri 9223372036854775807)",
        "(fib 93)",
        f"(all (range 1 .. 2) 'N {MAX_INT})",
        "(sum (game vloc STOCK) using (game points HUGE))",
        "(score (top (game vloc STOCK)) using (game points HUGE))",
        "(scoremax (game vloc STOCK) using (game points HUGE))",
    ],
)
def test_what_does_not_fit_into_64_bits_is_an_error(expression: str) -> None:
    huge = f"(set (game points HUGE) (((RANK : FOUR) {MAX_INT}) ((SUIT : SPADES) 1)))"
    assert fault(expression, huge) == "RCY304"


@pytest.mark.parametrize(
    "expression",
    [
        "(// 1 (game sto X))",
        "(% 1 (game sto X))",
        "(random (- 0 1))",
        "(random 3 .. 2)",
    ],
)
def test_impossible_numbers_are_errors(expression: str) -> None:
    assert fault(expression) == "RCY304"


def test_a_negative_power_is_an_error_of_its_own() -> None:
    assert fault("(^ 2 (- 0 (size player)))") == "RCY305"


def test_a_sum_over_a_collection_is_checked_at_its_end() -> None:
    stored = (f"(set (game sto A) {MAX_INT})", "(set (game sto B) 1)", "(set (game sto C) -1)")
    assert evaluate("(all (A, B, C) 'S (game sto 'S))", *stored) == MAX_INT


def test_random_integers_include_both_bounds_and_are_uniform() -> None:
    throws = "(repeat 6000 (inc (game sto (cardatt RANK ((random 3) (game vloc FACES)))) 1))"
    faces = "(create deck (game vloc FACES) (deck (RANK (A, B, C, D))))"
    played = play(throws, deck=faces)
    counts = [played.number(face) for face in "ABCD"]
    assert sum(counts) == 6000
    assert all(abs(count - 1500) < 4 * 34 for count in counts)
    assert {evaluate("(random -1 .. 1)", seed=seed) for seed in range(40)} == {-1, 0, 1}


def test_a_random_argument_is_drawn_once() -> None:
    triangles = {0, 1, 3, 6, 10, 15}
    assert {evaluate("(tri (random 5))", seed=seed) for seed in range(60)} == triangles


def test_and_and_or_stop_as_soon_as_they_know() -> None:
    broken = "(== 0 (// 1 (game sto ZERO)))"
    assert evaluate(f"(and (== 1 2) {broken})") is False
    assert evaluate(f"(or (== 1 1) {broken})") is True
    assert fault(f"(and (== 1 1) {broken})") == "RCY304"


def test_all_and_any_stop_as_soon_as_they_know() -> None:
    down = "(== 0 (// 1 (- 2 'N)))"
    assert evaluate(f"(any (range 1 .. 2) 'N (or (== 'N 1) {down}))") is True
    assert evaluate(f"(all (range 1 .. 2) 'N (and (!= 'N 1) {down}))") is False
    assert fault(f"(all (range 1 .. 2) 'N (or (== 'N 1) {down}))") == "RCY304"


@pytest.mark.parametrize(("dialect", "last"), [("0.4", 2), ("0.5", 3), ("0.5.10", 3), ("0.6", 3)])
def test_the_end_of_a_range_is_excluded_in_the_first_dialect_only(dialect: str, last: int) -> None:
    assert evaluate("(range 1 .. 3)", dialect=dialect) == list(range(1, last + 1))
    assert evaluate("(range 1 .. (+ 1 (size player)))", dialect=dialect) == list(range(1, last + 1))


def test_a_range_may_be_a_hundred_thousand_long() -> None:
    assert evaluate("(size (range 1 .. 100000))") == 100_000
    assert fault("(size (range 0 .. 100000))") == "RCY307"


# Cards (§3.2)


@pytest.mark.parametrize("form", ["max", "min"])
def test_ties_are_broken_uniformly(form: str) -> None:
    pick = f"({form} (top 3 (game vloc STOCK)) using (game points UNSET))"
    deck = "(create deck (game vloc STOCK) (deck (KEY (A, B, C, D))))"
    played = play(f"(repeat 3000 (let {pick} 'C (inc (game sto (cardatt KEY 'C)) 1)))", deck=deck)
    counts = [played.number(face) for face in "ABCD"]
    assert counts[0] == 0
    assert sum(counts) == 3000
    assert all(abs(count - 1000) < 4 * 26 for count in counts[1:])


@pytest.mark.parametrize(
    "expression",
    [
        "(score (top (game vloc PILE)) using (game points VALUE))",
        "(max (game vloc PILE) using (game points VALUE))",
        "(min (game vloc PILE) using (game points VALUE))",
        "(scoremax (game vloc PILE) using (game points VALUE))",
        "(scoremin (game vloc PILE) using (game points VALUE))",
        "(owner (top (game vloc PILE)))",
        "(owner (top (game vloc STOCK)))",
        "(owner (top ((0 team) vloc WON)))",
    ],
)
def test_forms_that_need_a_card_or_its_owner(expression: str) -> None:
    won = "(move (bottom (game vloc STOCK)) (top ((0 team) vloc WON)))"
    assert fault(expression, won) == "RCY303"


@pytest.mark.parametrize(
    "expression",
    [
        "(8 (game vloc STOCK))",
        "((- 0 1) (game vloc STOCK))",
        "((size player) player)",
        "((size team) team)",
        "((- 0 (size player)) player)",
        "(game vloc BED (+ 255 (size player)))",
        "(game vloc BED (- 0 (size player)))",
        "(2 (partition SUIT (game vloc STOCK)))",
        "(0 (partition SUIT (game vloc PILE)))",
        "(top (indexed game vloc BED))",
    ],
)
def test_indices_outside_are_errors(expression: str) -> None:
    assert fault(expression) == "RCY302"


def test_a_card_variable_names_the_card_and_not_the_place() -> None:
    played = play(
        """(let (top (game vloc STOCK)) 'C
          (do (
            (move 'C (top ((1 player) iloc HAND)))
            (set (game sto OWNER) (pid (owner 'C)))
            (move 'C (bottom (game vloc PILE)))
            (set (game str RANK) (cardatt RANK 'C)))))"""
    )
    assert (played.number("OWNER"), played.string("RANK"), played["PILE"]) == (1, "FOUR", "♠4")


def test_the_actual_card_of_a_copy_can_be_moved_from_wherever_it_is() -> None:
    played = play(
        "(remember (top (game vloc STOCK)) (top (game mem SEEN)))",
        "(move (top (game vloc STOCK)) (top ((1 player) iloc HAND)))",
        "(move (actual (top (game mem SEEN))) (top (game vloc PILE)))",
    )
    assert (played["PILE"], played["1.HAND"], played["SEEN"]) == ("♠4", "", "♠4")


def test_a_card_reached_through_a_virtual_collection_is_the_card() -> None:
    highest = "(max (union (game vloc STOCK) (game vloc PILE)) using (game points SUITED))"
    played = play(
        SUITED,
        f"(move {highest} (top (game vloc PILE)))",
        "(move (top (bottom (partition RANK (game vloc STOCK)))) (top (game vloc PILE)))",
        "(move (bottom (sort (game vloc STOCK) using (game points VALUE))) (bottom (game vloc PILE)))",
    )
    assert (played["PILE"], played["STOCK"]) == ("♥A ♠A ♠4", "♥2 ♠2 ♥3 ♠3 ♥4")
