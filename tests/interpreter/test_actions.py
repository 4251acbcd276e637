"""Every action has its meaning (§4); an example is what is played, and what the table is like afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.game import Status
from interpreter.small import STOCK, Played, checked, evaluate, game, play, program

Example = tuple[tuple[str, ...], dict[str, int | str]]

DRAW = "(move (top (game vloc STOCK)) (top (game vloc PILE)))"
THREE = f"(repeat 3 {DRAW})"
"""The pile is then ♠4 ♥4 ♠3 and the stock ♥A ♠A ♥2 ♠2 ♥3."""
SEEN = "(all (top 3 (game vloc STOCK)) 'C (remember 'C (top (game mem SEEN))))"
"""The memory is then ♠4 ♥4 ♠3."""

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "do": ((("(do ((set (game sto X) 2) (set (game sto X) (* 5 (game sto X)))))",), {"X": 10}),),
    "if": (
        (("((== 1 1) (set (game sto X) 1))", "((== 1 2) (set (game sto Y) 1))"), {"X": 1, "Y": 0}),
        (("((== 1 1) (do ((inc (game sto X)) (inc (game sto X)))))",), {"X": 2}),
    ),
    "let": (
        # Evaluated once; the inner binding hides the outer one, which comes back.
        (
            (
                """(let 1 'A (do (
                  (let (+ 'A 1) 'A (set (game sto INNER) 'A))
                  (set (game sto OUTER) 'A))))""",
            ),
            {"INNER": 2, "OUTER": 1},
        ),
        (("(let (game sto X) 'A (do ((set (game sto X) 5) (set (game sto Y) 'A))))",), {"X": 5, "Y": 0}),
    ),
    "all.do": (
        (("(all player 'P (set ('P sto X) (+ 10 (pid 'P))))",), {"0.X": 10, "1.X": 11}),
        # Over a location it goes through a snapshot.
        (
            ("(all (game vloc STOCK) 'C (move 'C (bottom (game vloc PILE))))",),
            {"STOCK": "", "PILE": "♠4 ♥4 ♠3 ♥3 ♠2 ♥2 ♠A ♥A"},
        ),
        (("(all (game vloc STOCK) 'C (move 'C (top (game vloc STOCK))))",), {"STOCK": STOCK}),
        (("(all (game vloc PILE) 'C (set (game sto X) 1))",), {"X": 0}),
    ),
    "any.do": (
        # Inside a do that is not part of a choice it runs for every element.
        (("(do ((any player 'P (set ('P sto X) 1))))",), {"0.X": 1, "1.X": 1}),
    ),
    "move": (
        ((DRAW,), {"PILE": "♠4", "STOCK": "♥A ♠A ♥2 ♠2 ♥3 ♠3 ♥4"}),
        ((THREE,), {"PILE": "♠4 ♥4 ♠3"}),
        ((THREE, "(move (bottom (game vloc STOCK)) (bottom (game vloc PILE)))"), {"PILE": "♥A ♠4 ♥4 ♠3"}),
        ((THREE, "(move (0 (game vloc STOCK)) (1 (game vloc PILE)))"), {"PILE": "♠4 ♥A ♥4 ♠3"}),
        ((THREE, "(move (0 (game vloc STOCK)) (3 (game vloc PILE)))"), {"PILE": "♠4 ♥4 ♠3 ♥A"}),
        # On the same pile the card has left before it is put down.
        ((THREE, "(move (0 (game vloc PILE)) (1 (game vloc PILE)))"), {"PILE": "♥4 ♠4 ♠3"}),
        ((THREE, "(move (top (game vloc PILE)) (bottom (game vloc PILE)))"), {"PILE": "♠3 ♠4 ♥4"}),
        (
            (THREE, "(move (1 (game vloc PILE)) (top ((1 player) iloc HAND)))"),
            {"1.HAND": "♥4", "PILE": "♠4 ♠3"},
        ),
    ),
    "swap.locations": (
        (
            (THREE, "(swap (game vloc STOCK) (game vloc PILE))"),
            {"PILE": "♥A ♠A ♥2 ♠2 ♥3", "STOCK": "♠4 ♥4 ♠3"},
        ),
        (("(swap (game vloc STOCK) (game vloc PILE))",), {"PILE": STOCK, "STOCK": ""}),
        (("(swap (game vloc STOCK) (game vloc STOCK))",), {"STOCK": STOCK}),
    ),
    "swap.cards": (
        (
            (THREE, "(swap (1 (game vloc PILE)) (bottom (game vloc STOCK)))"),
            {"PILE": "♠4 ♥A ♠3", "STOCK": "♥4 ♠A ♥2 ♠2 ♥3"},
        ),
        ((THREE, "(swap (top (game vloc PILE)) (bottom (game vloc PILE)))"), {"PILE": "♠3 ♥4 ♠4"}),
        ((THREE, "(swap (top (game vloc PILE)) (top (game vloc PILE)))"), {"PILE": "♠4 ♥4 ♠3"}),
    ),
    "remember": (
        ((SEEN,), {"SEEN": "♠4 ♥4 ♠3", "STOCK": STOCK}),
        ((SEEN, "(remember (bottom (game vloc STOCK)) (bottom (game mem SEEN)))"), {"SEEN": "♥A ♠4 ♥4 ♠3"}),
        ((SEEN, "(remember (bottom (game vloc STOCK)) (2 (game mem SEEN)))"), {"SEEN": "♠4 ♥4 ♥A ♠3"}),
        # A copy of a copy, and the same card twice.
        ((SEEN, "(remember (bottom (game mem SEEN)) (top (game mem SEEN)))"), {"SEEN": "♠4 ♥4 ♠3 ♠4"}),
    ),
    "forget": (
        ((SEEN, "(forget (top (game mem SEEN)))"), {"SEEN": "♠4 ♥4", "STOCK": STOCK}),
        ((SEEN, "(forget (bottom (game mem SEEN)))"), {"SEEN": "♥4 ♠3"}),
        ((SEEN, "(forget (1 (game mem SEEN)))"), {"SEEN": "♠4 ♠3"}),
        ((SEEN, "(forget (max (game mem SEEN) using (game points VALUE)))"), {"STOCK": STOCK}),
        # The same card remembered twice: the form tells which copy goes, else the topmost does.
        ((SEEN, SEEN, "(forget (0 (game mem SEEN)))"), {"SEEN": "♥4 ♠3 ♠4 ♥4 ♠3"}),
        ((SEEN, SEEN, "(forget (bottom (game mem SEEN)))"), {"SEEN": "♥4 ♠3 ♠4 ♥4 ♠3"}),
        (
            (SEEN, SEEN, "(forget (top (filter (game mem SEEN) 'C (== (cardatt SUIT 'C) HEARTS))))"),
            {"SEEN": "♠4 ♥4 ♠3 ♠4 ♠3"},
        ),
        ((SEEN, "(all (game mem SEEN) 'C ((== (cardatt SUIT 'C) SPADES) (forget 'C)))"), {"SEEN": "♥4"}),
        # A memory in a variable is that memory, whoever is current meanwhile.
        (
            (
                "(remember (top (game vloc STOCK)) (top ((current player) mem MINE)))",
                """(let ((current player) mem MINE) 'M (do (
                  (cycle current next)
                  (forget (top 'M)))))""",
            ),
            {"0.MINE": "", "1.MINE": ""},
        ),
    ),
    "shuffle": (
        (("(shuffle (game vloc PILE))",), {"PILE": ""}),
        ((DRAW, "(shuffle (game vloc PILE))"), {"PILE": "♠4"}),
    ),
    "shuffle.faro": (
        ((THREE, "(shuffle faro (game vloc PILE) (game vloc HEAP))"), {"PILE": "♠4 ♥4 ♠3"}),
        (
            (
                THREE,
                "(repeat 2 (move (top (game vloc STOCK)) (top (game vloc HEAP))))",
                "(shuffle faro (game vloc PILE) (game vloc HEAP))",
            ),
            {"PILE": "♠4 ♥3 ♥4 ♠2 ♠3", "HEAP": ""},
        ),
        # What is left over of the longer half comes on top.
        ((THREE, "(shuffle faro (game vloc PILE) (game vloc STOCK))"), {"PILE": "♠4 ♥A ♥4 ♠A ♠3 ♥2 ♠2 ♥3"}),
        ((THREE, "(shuffle faro (game vloc PILE) (game vloc PILE))"), {"PILE": "♠4 ♥4 ♠3"}),
    ),
    "set.int": (
        (("(set (game sto X) 5)", "(set (game sto X) (- 0 7))"), {"X": -7}),
        (
            ("(set ((1 player) sto X) 1)", "(set ((1 team) sto X) 2)", "(set (game sto X) 3)"),
            {"1.X": 1, "T1.X": 2, "X": 3, "0.X": 0},
        ),
    ),
    "inc": ((("(inc (game sto X) 5)", "(inc (game sto X) (- 0 2))"), {"X": 3}),),
    "inc.one": ((("(inc (game sto X))", "(inc (game sto X))"), {"X": 2}),),
    "dec": ((("(dec (game sto X) 5)",), {"X": -5}),),
    "dec.one": ((("(dec (game sto X))",), {"X": -1}),),
    "set.str": (
        (("(set (game str S) HEARTS)",), {"S": "HEARTS"}),
        (("(set ((1 player) str S) (cardatt SUIT (top (game vloc STOCK))))",), {"1.S": "SPADES"}),
        (
            ("(set (game str S) HEARTS)", "(set (game str S) (cardatt COLOR (top (game vloc STOCK))))"),
            {"S": ""},
        ),
    ),
    "set.points": (
        (
            (
                "(set ((1 player) points M) (((SUIT : SPADES) 2)))",
                "(set (game sto X) (sum (game vloc STOCK) using ((1 player) points M)))",
                "(set (game sto Y) (sum (game vloc STOCK) using ((0 player) points M)))",
            ),
            {"X": 8, "Y": 0},
        ),
        # Filling it again replaces it.
        (
            (
                "(set (game points M) (((SUIT : SPADES) 2)))",
                "(set (game points M) (((SUIT : HEARTS) 1)))",
                "(set (game sto X) (sum (game vloc STOCK) using (game points M)))",
            ),
            {"X": 4},
        ),
    ),
    "put.points": (
        (
            ("(put points 'M (((SUIT (SPADES)) 2)))", "(set (game sto X) (sum (game vloc STOCK) using 'M))"),
            {"X": 8},
        ),
    ),
    "cycle": (
        (("(cycle next (0 player))", "(set (game sto X) (pid (next player)))"), {"X": 0}),
        (("(cycle current (1 player))", "(set (game sto X) (pid (current player)))"), {"X": 1}),
    ),
    "pass": ((("(turn pass)",), {"STOCK": STOCK}),),
    "repeat": (
        ((THREE,), {"PILE": "♠4 ♥4 ♠3"}),
        ((f"(repeat 0 {DRAW})", f"(repeat (- 0 3) {DRAW})"), {"PILE": ""}),
        # The number is evaluated once, the item each time.
        (
            ("(set (game sto N) 3)", "(repeat (game sto N) (do ((inc (game sto N)) (inc (game sto X)))))"),
            {"N": 6, "X": 3},
        ),
        (("(repeat 3 (inc (game sto X) (size (game vloc PILE))))", f"(repeat 2 {DRAW})"), {"X": 0}),
    ),
    "repeat.all": (
        (
            ("(repeat all (move (top (game vloc STOCK)) (top (game vloc PILE))))",),
            {"STOCK": "", "PILE": "♠4 ♥4 ♠3 ♥3 ♠2 ♥2 ♠A ♥A"},
        ),
        (("(repeat all (move (bottom (game vloc STOCK)) (top (game vloc PILE))))",), {"PILE": STOCK}),
        (("(repeat all (move (top (game vloc PILE)) (top (game vloc STOCK))))",), {"STOCK": STOCK}),
        # The source is counted once, so a move onto the same pile ends.
        (
            ("(repeat all (move (bottom (game vloc STOCK)) (7 (game vloc STOCK))))",),
            {"STOCK": STOCK},
        ),
        (("(repeat all (move (top (game vloc STOCK)) (top (game vloc STOCK))))",), {"STOCK": STOCK}),
        # Source and target are evaluated anew each time.
        (
            (
                "(repeat all (move (top (filter (game vloc STOCK) 'C (== (cardatt SUIT 'C) HEARTS)))"
                " (bottom (game vloc PILE))))",
            ),
            {"PILE": "♥A ♥2 ♥3 ♥4", "STOCK": "♠A ♠2 ♠3 ♠4"},
        ),
        (
            ("(repeat all (move (min (game vloc STOCK) using (game points VALUE)) (top (game vloc PILE))))",),
            {"STOCK": ""},
        ),
        ((SEEN, "(repeat all (forget (top (game mem SEEN))))"), {"SEEN": ""}),
        # Of a card that no collection names there is one.
        (("(let (top (game vloc STOCK)) 'C (repeat all (move 'C (top (game vloc PILE)))))",), {"PILE": "♠4"}),
        ((THREE, "(repeat all (move (0 (game vloc PILE)) (top (game vloc HEAP))))"), {"HEAP": "♠4 ♥4 ♠3"}),
    ),
    "create.teams": (
        (
            ("(create teams (0, 1))", "(set (game sto N) (size team))", "(set (game sto M) (size (0 team)))"),
            {"N": 1, "M": 2},
        ),
    ),
    "create.deck": (
        (("(create deck (game vloc STOCK) (deck (JOKER (BIG, SMALL))))",), {"STOCK": f"{STOCK} BIG SMALL"}),
        (
            ("(repeat 2 (create deck (game vloc PILE) (deck (JOKER (BIG, SMALL)))))",),
            {"PILE": "BIG SMALL BIG SMALL"},
        ),
    ),
    "create.deck.named": (
        (("(create deck BLUE ((1 player) iloc HAND) (deck (JOKER (BIG))))",), {"1.HAND": "BIG"}),
    ),
}


def _cases() -> list[Any]:
    return [
        pytest.param(form, blocks, after, id=f"{form} {i}")
        for form, examples in EXAMPLES.items()
        for i, (blocks, after) in enumerate(examples)
    ]


@pytest.mark.parametrize(("form", "blocks", "after"), _cases())
def test_an_action_has_its_meaning(form: str, blocks: tuple[str, ...], after: dict[str, int | str]) -> None:
    assert form in checked(program(*blocks)).used
    played = play(*blocks)
    assert played.outcome.status is Status.FINISHED, played.outcome.reason
    for name, content in after.items():
        if isinstance(content, int):
            assert played.number(name) == content
        else:
            assert content in (played[name], played.string(name))
            assert (played[name] or played.string(name)) == content


# Impossible actions (§4, §9)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("(move (top (game vloc PILE)) (top (game vloc STOCK)))", "RCY301"),
        ("(move (0 (game vloc PILE)) (top (game vloc STOCK)))", "RCY301"),
        ("(remember (top (game vloc PILE)) (top (game mem SEEN)))", "RCY301"),
        ("(forget (top (game mem SEEN)))", "RCY301"),
        ("(forget (3 (game mem SEEN)))", "RCY301"),
        ("(swap (top (game vloc PILE)) (top (game vloc STOCK)))", "RCY301"),
        ("(move (top (game vloc STOCK)) (1 (game vloc PILE)))", "RCY302"),
        ("(move (top (game vloc STOCK)) ((- 0 1) (game vloc PILE)))", "RCY302"),
        ("(move (top (game vloc STOCK)) (8 (game vloc STOCK)))", "RCY302"),
        ("(remember (top (game vloc STOCK)) (1 (game mem SEEN)))", "RCY302"),
        ("(move (8 (game vloc STOCK)) (top (game vloc PILE)))", "RCY302"),
        (f"(repeat 9 {DRAW})", "RCY301"),
        ("(set (game sto X) (+ 9223372036854775807 (size player)))", "RCY304"),
        ("(do ((set (game sto X) 9223372036854775807) (inc (game sto X))))", "RCY304"),
        ("(cycle next (owner (top (game vloc STOCK))))", "RCY303"),
    ],
)
def test_an_impossible_action_ends_the_game(action: str, code: str) -> None:
    played = play(action)
    assert (played.outcome.status, played.code) == (Status.FAILED, code)
    assert played.state.table.expr.span.text in action


def test_a_place_whose_order_nobody_sees_has_no_more_room_than_any_other() -> None:
    played = play("(move (top (game vloc STOCK)) (1 (game vloc PILE)))", ordered=False)
    assert played.code == "RCY302"


def test_no_card_is_lost_when_a_move_is_impossible() -> None:
    played = play("(move (top (game vloc STOCK)) (5 (game vloc PILE)))")
    assert (played.outcome.status, played["STOCK"]) == (Status.FAILED, STOCK)


INDEXED_NOTES = (
    "(remember (top (game vloc STOCK)) (top (game mem NOTE 1)))",
    "(remember (top (game vloc STOCK)) (top (game mem NOTE 3)))",
    "(remember (bottom (game vloc STOCK)) (top (game mem NOTE 3)))",
)


@pytest.mark.parametrize(
    ("action", "left"),
    [
        ("(remember (top (game vloc STOCK)) (top (bottom (indexed game mem NOTE))))", ("♠4", "♠4 ♥A ♠4")),
        ("(forget (top (bottom (indexed game mem NOTE))))", ("♠4", "♠4")),
        ("(forget (max (bottom (indexed game mem NOTE)) using (game points VALUE)))", ("♠4", "♥A")),
        ("(all (indexed game mem NOTE) 'M (forget (top 'M)))", ("", "♠4")),
        ("(all (bottom (indexed game mem NOTE)) 'C (forget 'C))", ("♠4", "")),
        ("(repeat all (forget (top (union (indexed game mem NOTE)))))", ("", "")),
    ],
)
def test_the_elements_of_indexed_memories_are_live_memories(action: str, left: tuple[str, str]) -> None:
    observed = "((== 0 1) (forget (top (game mem NOTE 1))))"
    played = play(*INDEXED_NOTES, action, observed)
    assert (played["NOTE[1]"], played["NOTE[3]"]) == left


# Snapshots and live locations (§3.1, §3.3)


def test_a_move_takes_the_card_out_of_every_snapshot_in_scope() -> None:
    played = play(
        """(let (filter (game vloc STOCK) 'C (== (cardatt SUIT 'C) SPADES)) 'X
          (let (partition RANK 'X) 'G
            (do (
              (move (top 'X) (top (game vloc PILE)))
              (set (game sto SIZE) (size 'X))
              (set (game sto EMPTY) (size (bottom 'G)))
              (repeat all (move (top 'X) (top (game vloc PILE))))
              (set (game sto REST) (size 'X))))))"""
    )
    assert (played.number("SIZE"), played.number("EMPTY"), played.number("REST")) == (3, 0, 0)
    assert played["PILE"] == "♠4 ♠3 ♠2 ♠A"


def test_a_card_that_a_snapshot_holds_twice_is_gone_at_once() -> None:
    played = play(
        """(let (union (top 1 (game vloc STOCK)) (top 1 (game vloc STOCK))) 'X
          (do (
            (set (game sto BEFORE) (size 'X))
            (move (top 'X) (top (game vloc PILE)))
            (set (game sto AFTER) (size 'X)))))"""
    )
    assert (played.number("BEFORE"), played.number("AFTER")) == (2, 0)


def test_a_location_in_a_variable_is_that_location() -> None:
    played = play(
        f"""(let (game vloc PILE) 'L
          (do ({DRAW} {DRAW} (set (game sto SIZE) (size 'L)) (move (bottom 'L) (top 'L)))))"""
    )
    assert (played.number("SIZE"), played["PILE"]) == (2, "♥4 ♠4")


def test_a_collection_in_a_variable_is_a_snapshot() -> None:
    played = play(
        f"""(let (union (game vloc PILE) (game vloc STOCK)) 'X
          (do ({DRAW} (set (game sto SIZE) (size 'X)) (set (game str TOP) (cardatt SUIT (top 'X))))))"""
    )
    assert (played.number("SIZE"), played.string("TOP")) == (7, "HEARTS")


def test_what_is_forgotten_leaves_the_snapshots_of_copies() -> None:
    played = play(
        SEEN,
        SEEN,
        """(let (filter (game mem SEEN) 'C (== (cardatt SUIT 'C) SPADES)) 'X
          (let (filter (game vloc STOCK) 'C (== (cardatt SUIT 'C) SPADES)) 'CARDS
            (do (
              (forget (bottom 'X))
              (set (game sto LEFT) (size 'X))
              (repeat all (forget (top 'X)))
              (set (game sto NONE) (size 'X))
              (set (game sto CARDS) (size 'CARDS))))))""",
    )
    assert [played.number(name) for name in ("LEFT", "NONE", "CARDS")] == [3, 0, 4]
    assert played["SEEN"] == "♥4 ♥4"


def test_what_an_all_has_yet_to_visit_is_not_in_a_variable() -> None:
    """Three pairs of three cards: the cards of the first pair are still in the other two."""
    played = play(
        """(all (tuples 2 (top 3 (game vloc STOCK)) using (game points UNSET)) 'PAIR
          (repeat all (move (top 'PAIR) (top (game vloc PILE)))))"""
    )
    assert (played["PILE"], played.outcome.status) == ("♠4 ♠3 ♥4", Status.FINISHED)


def test_indexed_locations_are_live_destinations() -> None:
    played = play(
        "(all (range 0 .. 2) 'I (move (top (game vloc STOCK)) (top (game vloc BED 'I))))",
        "(all (filter (indexed game vloc BED) 'B (== (cardatt SUIT (top 'B)) SPADES)) 'B"
        " (move (top (game vloc STOCK)) (top 'B)))",
        "(move (bottom (game vloc STOCK)) (bottom (1 (indexed game vloc BED))))",
    )
    assert (played["BED"], played["BED[1]"], played["BED[2]"]) == ("♠4 ♥3", "♥A ♥4", "♠3 ♠2")


def test_filtering_locations_keeps_those_out_that_have_become_empty() -> None:
    played = play(
        "(move (top (game vloc STOCK)) (top (game vloc BED 1)))",
        """(let (indexed game vloc BED) 'BEDS
          (do (
            (move (top (game vloc BED 1)) (top (game vloc PILE)))
            (set (game sto N) (size (filter 'BEDS 'B (== 1 1)))))))""",
    )
    assert played.number("N") == 0


def test_a_place_that_nobody_sees_the_order_of_is_kept_in_deck_order() -> None:
    dealing = game(
        "(shuffle (game vloc STOCK))",
        "(repeat 5 (move (top (game vloc STOCK)) (top ((1 player) iloc HAND))))",
        ordered=False,
    )
    hands = {Played(dealing.start(seed))["1.HAND"] for seed in range(20)}
    assert len(hands) > 10
    assert all(hand == " ".join(sorted(hand.split(), key=STOCK.split().index)) for hand in hands)


# Chance


def test_every_order_of_a_shuffled_pile_is_equally_likely() -> None:
    deck = "(create deck (game vloc STOCK) (deck (KEY (A, B, C))))"
    orders: dict[str, int] = {}
    shuffling = game("(shuffle (game vloc STOCK))", deck=deck)
    for seed in range(1200):
        order = Played(shuffling.start(seed))["STOCK"]
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 6
    assert all(abs(count - 200) < 4 * 13 for count in orders.values())


def test_a_memory_can_be_shuffled() -> None:
    found = {evaluate("(game mem SEEN)", SEEN, "(shuffle (game mem SEEN))", seed=seed) for seed in range(40)}
    assert len(found) == 6
