"""Every value form has its meaning (§3). Each example is an expression, its value, and what is played before."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from small import STOCK, checked, evaluate, fault, play, program

from croupier.recycle.constants import MAX_INT, MIN_INT

Example = tuple[str, Any] | tuple[str, Any, tuple[str, ...]]

DEAL = "(all player 'P (repeat 2 (move (top (game vloc STOCK)) (top ('P iloc HAND)))))"
"""Seat 0 then holds ♠4 ♥4 and seat 1 ♠3 ♥3, first dealt first; the stock is ♥A ♠A ♥2 ♠2."""
MIXED = "(repeat 3 (move (1 (game vloc STOCK)) (bottom (game vloc PILE))))"
"""The pile is then ♠2 ♥2 ♠A and the stock ♥A ♥3 ♠3 ♥4 ♠4."""
REMEMBER = "(all (top 3 (game vloc STOCK)) 'C (remember 'C (top (game mem SEEN))))"
"""The memory is then ♠4 ♥4 ♠3."""
BEDS = "(all (2, 0, 5) 'I (move (top (game vloc STOCK)) (top (game vloc BED 'I))))".replace(
    "(2, 0, 5)", "(filter (range 0 .. 5) 'N (or (== 'N 0) (== 'N 2) (== 'N 5)))"
)
"""Bed 0 is then ♠4, bed 2 is ♥4, bed 5 is ♠3."""
SUITED = "(set (game points SUITED) (((SUIT : SPADES) 10) ((RANK : ACE) 1) ((RANK : ACE) (SUIT : SPADES) 100)))"

EXAMPLES: dict[str, tuple[Example, ...]] = {
    # Integers (§3.5)
    "add": (("(+ 2 3)", 5), ("(+ 1 -2 3 -4)", -2)),
    "subtract": (("(- 2 5)", -3), (f"(- {MIN_INT} -1)", MIN_INT + 1)),
    "multiply": (("(* 2 3 -4)", -24), ("(* 0 5)", 0)),
    "divide": (("(// 7 2)", 3), ("(// -7 2)", -3), ("(// 7 -2)", -3), ("(// -7 -2)", 3), ("(// 1 2)", 0)),
    "modulo": (("(% 7 3)", 1), ("(% -7 3)", -1), ("(% 7 -3)", 1), ("(% -7 -3)", -1), (f"(% {MIN_INT} -1)", 0)),
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
    "tri": (("(tri 4)", 10), ("(tri 0)", 0), ("(tri 1)", 1)),
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
    "max": (("(max (filter (game vloc STOCK) 'C (== (cardatt SUIT 'C) HEARTS)) using (game points VALUE))", "♥4"),),
    "min": (("(min (filter (game vloc STOCK) 'C (== (cardatt SUIT 'C) SPADES)) using (game points VALUE))", "♠A"),),
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
        ("(game vloc BED 2)", "♥4", (BEDS,)),
        ("(game vloc BED 0)", "♠4", (BEDS,)),
        ("(game vloc BED)", "♠4", (BEDS,)),
        ("(game vloc BED 1)", "", (BEDS,)),
    ),
    "iloc": (("((1 player) iloc HAND)", "♠3 ♥3", (DEAL,)), ("((0 player) iloc HAND)", "♠4 ♥4", (DEAL,))),
    "iloc.indexed": (
        ("((1 player) iloc HAND 1)", "♠4", ("(move (top (game vloc STOCK)) (top ((1 player) iloc HAND 1)))",)),
    ),
    "hloc": (("(game hloc DARK)", "♠4", ("(move (top (game vloc STOCK)) (top (game hloc DARK)))",)),),
    "hloc.indexed": (("(game hloc DARK 3)", "♠4", ("(move (top (game vloc STOCK)) (top (game hloc DARK 3)))",)),),
    "oloc": (("((1 player) oloc BACK)", "♠4", ("(move (top (game vloc STOCK)) (top ((1 player) oloc BACK)))",)),),
    "oloc.indexed": (
        ("((1 team) oloc BACK 9)", "♠4", ("(move (top (game vloc STOCK)) (top ((1 team) oloc BACK 9)))",)),
    ),
    "mem": (("(game mem SEEN)", "♠4 ♥4 ♠3", (REMEMBER,)),),
    "mem.indexed": (("(game mem SEEN 4)", "♠4", ("(remember (top (game vloc STOCK)) (top (game mem SEEN 4)))",)),),
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
        ("(run top 2 (game vloc HEAP) using (game points VALUE))", "♥2 ♥3 ♥4", ("HEAP",)),
        ("(run bottom 1 (game vloc HEAP) using (game points VALUE))", "♠A", ("HEAP",)),
        ("(run top 4 (game vloc HEAP) using (game points VALUE))", "", ("HEAP",)),
        ("(run top 1 (game vloc PILE) using (game points VALUE))", ""),
    ),
    "top.group": (
        ("(top (partition RANK (game vloc STOCK)))", "♥A ♠A"),
        ("(top (partition RANK (game vloc PILE)))", ""),
        ("(top (indexed game vloc BED))", "♠4", (BEDS,)),
    ),
    "bottom.group": (
        ("(bottom (partition RANK (game vloc STOCK)))", "♥4 ♠4"),
        ("(bottom (indexed game vloc BED))", "♠3", (BEDS,)),
    ),
    "at.group": (
        ("(1 (partition RANK (game vloc STOCK)))", "♥2 ♠2"),
        ("(1 (indexed game vloc BED))", "♥4", (BEDS,)),
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
            ["♠A ♥2", "♠A ♥2 ♥3", "♠A ♥2 ♥3 ♥4", "♥2 ♥3", "♥2 ♥3 ♥4", "♥3 ♥4"],
            ("HEAP",),
        ),
        (
            "(runs largest 1 (filter (game vloc HEAP) 'C (!= (cardatt RANK 'C) TWO)) using (game points VALUE))",
            ["♠A", "♥3 ♥4"],
            ("HEAP",),
        ),
    ),
    "all.collect": (
        ("(all player 'P ('P iloc HAND))", ["♠4 ♥4", "♠3 ♥3"], (DEAL,)),
        ("(all (range 1 .. 2) 'N (top 'N (game vloc STOCK)))", ["♠4", "♠4 ♥4"]),
    ),
    "indexed": (
        ("(indexed game vloc BED)", ["♠4", "♥4", "♠3"], (BEDS,)),
        ("(filter (indexed game vloc BED) 'B (== (cardatt SUIT (top 'B)) SPADES))", ["♠4", "♠3"], (BEDS,)),
        ("(indexed game hloc BED)", [], (BEDS,)),
        ("(indexed (0 player) vloc BED)", [], (BEDS,)),
        ("(indexed game mem SEEN)", ["♠4 ♥4 ♠3"], (REMEMBER,)),
    ),
    # Players and teams (§3.7)
    "player": (("(current player)", 0), ("(next player)", 1), ("(previous player)", 1)),
    "player.seat": (("(1 player)", 1), ("((- 1 1) player)", 0)),
    "owner": (
        ("(owner (top ((1 player) iloc HAND)))", 1, (DEAL,)),
        # Of a remembered copy: where the card itself is now.
        ("(owner (bottom (game mem SEEN)))", 0, (REMEMBER, DEAL)),
    ),
    "team": (("(size (current team))", 1), ("(== (next team) (1 team))", True), ("(== (previous team) (1 team))", True)),
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
        ("(all (1, 7) 'N 0)".replace("(1, 7)", "(range 1 .. 2)"), 0),
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
            ("(set (game points M) (((RANK : FOUR) (size player))) )".replace("(size player)", "(+ 1 (game sto X))"),
             "(set (game sto X) 9)"),
        ),
    ),
}

_HEAP = (
    # ♠A, then ♥4 ♥2 ♥3: bottom to top.
    "(move (1 (game vloc STOCK)) (top (game vloc HEAP)))",
    "(move (5 (game vloc STOCK)) (top (game vloc HEAP)))",
    "(move (1 (game vloc STOCK)) (top (game vloc HEAP)))",
    "(move (2 (game vloc STOCK)) (top (game vloc HEAP)))",
)
