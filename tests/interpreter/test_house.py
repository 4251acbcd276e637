"""The forms of the house dialect: each with a tiny game, and the rules that are easy to get wrong."""

# ruff: noqa: E501
from __future__ import annotations

from typing import Any

import pytest

from interpreter.small import DECK, checked, choices, game, play, program

NUMBERS = "(deck (NUMBER (range 1 .. 4)))"
LINES = "(define LINES (game vloc STOCK))"

Example = tuple[tuple[str, ...], dict[str, Any], list[int], dict[str, int | str]]

EXAMPLES: dict[str, Example] = {
    "declare.limits": (("(set (game sto X) 'N)",), {"declare": "(declare 3 'N (range 1 .. 5))"}, [], {"X": 3}),
    "define": (("(TWICE) (TWICE)",), {"declare": "(define TWICE (inc (game sto X) 2))"}, [], {"X": 4}),
    "use": (("(set (game sto X) (size 'RANKS))",), {"declare": "(use FRENCH)"}, [], {"X": 13}),
    "call": (
        ("(set (game sto X) (ADD 2 (ADD 3 4)))",),
        {"declare": "(define (ADD 'A 'B) (+ 'A 'B))"},
        [],
        {"X": 9},
    ),
    "choice.among": (
        ("(choice (among player) ((inc ((current player) sto X)) (turn pass)))",),
        {},
        [0, 1],
        {"0.X": 1, "1.X": 0},
    ),
    "choice.first": (
        ("(choice (first player) ((inc ((current player) sto X)) (turn pass)))",),
        {},
        [0, 0],
        {"0.X": 1, "1.X": 0},
    ),
    "first": (("(choice (first (1 player)) ((inc (game sto X)) (turn pass)))",), {}, [0], {"X": 1}),
    "if.several": (("((== 1 1) (inc (game sto X)) (inc (game sto X)))",), {}, [], {"X": 2}),
    "if.else": (("((== 1 2) (inc (game sto X)) (else (dec (game sto X))))",), {}, [], {"X": -1}),
    "else": (("(choice ((any (game vloc PILE) 'C (turn pass)) (else (set (game sto X) 1))))",), {}, [], {"X": 1}),
    "else.if": (
        ("((== 1 2) (set (game sto X) 1) (else (== 1 1) (set (game sto X) 2)) (else (set (game sto X) 3)))",),
        {},
        [],
        {"X": 2},
    ),
    "all.several": (("(all player 'P (inc (game sto X)) (inc ('P sto Y)))",), {}, [], {"X": 2, "1.Y": 1}),
    "any.several": (
        ("(choice ((any player 'P (inc (game sto X)) (inc ('P sto Y)))))",),
        {},
        [1],
        {"X": 1, "1.Y": 1},
    ),
    "let.several": (("(let 3 'N (inc (game sto X) 'N) (inc (game sto Y) 'N))",), {}, [], {"X": 3, "Y": 3}),
    "repeat.several": (("(repeat 3 (inc (game sto X)) (dec (game sto Y)))",), {}, [], {"X": 3, "Y": -3}),
    "if.value": (("(set (game sto X) ((== 1 2) 5 (else (== 1 1) 6) (else 7)))",), {}, [], {"X": 6}),
    "let.value": (("(set (game sto X) (let (size player) 'N (* 'N 'N)))",), {}, [], {"X": 4}),
    "create.all": (
        ("(set (game sto X) (size ((1 player) iloc OWN)))",),
        {"teams": "(all player 'P (create deck 'P ('P iloc OWN) (deck (KIND (A, B, C)))))"},
        [],
        {"X": 3},
    ),
    "create.deck.of": (
        ("(set (game sto X) (size ((1 player) iloc OWN)))",),
        {"teams": "(create deck (1 player) ((1 player) iloc OWN) (deck (KIND (A, B))))"},
        [],
        {"X": 2},
    ),
    "create.teams.by": (
        ("(create teams 'P (- 1 (// (pid 'P) 2)))", "(set (game sto X) (pid (0 (0 team))))"),
        {"seats": 4},
        [],
        {"X": 2},
    ),
    "stage.among": (
        ("(stage player (among (other player)) (turns 3) (inc ((current player) sto X)))",),
        {"seats": 3},
        [],
        {"0.X": 0, "1.X": 2, "2.X": 1},
    ),
    "among": (("(stage player (among (1 player)) (end (== ((1 player) sto X) 2)) (inc ((current player) sto X)))",), {}, [], {"1.X": 2}),
    "turns": (("(stage team (turns 3) (inc (game sto X)))",), {}, [], {"X": 3}),
    "scoring.together": (("(turn pass)",), {"scoring": "together (size (game vloc STOCK))"}, [], {}),
    "scoring.together.won": (("(turn pass)",), {"scoring": "together 3 (== 1 2)"}, [], {}),
    "move.many": (("(move (top 3 (game vloc STOCK)) (game vloc PILE))",), {}, [], {"PILE": "♠4 ♥4 ♠3"}),
    "forget.all": (
        ("(remember (top (game vloc STOCK)) (game mem SEEN))", "(forget (game mem SEEN))"),
        {},
        [],
        {"SEEN": ""},
    ),
    "gather": (
        ("(move (top 5 (game vloc STOCK)) (game vloc PILE))", "(gather (game vloc HEAP))"),
        {},
        [],
        {"HEAP": "♥A ♠A ♥2 ♠2 ♥3 ♠3 ♥4 ♠4", "PILE": ""},
    ),
    "gather.back": (
        ("(gather (game vloc HEAP) RED)",),
        {"teams": "(create deck RED (game vloc PILE) (deck (KIND (A, B))))"},
        [],
        {"HEAP": "A B"},
    ),
    "tloc": (("(move (top 2 (game vloc STOCK)) (game tloc TOPS))",), {}, [], {"TOPS": "♠4 ♥4"}),
    "tloc.indexed": (("(move (top (game vloc STOCK)) (game tloc TOPS 3))",), {}, [], {"TOPS[3]": "♠4"}),
    "show": (
        ("(show (top (game vloc STOCK)))", "((shown (top (game vloc STOCK))) (inc (game sto X)))"),
        {},
        [],
        {"X": 1},
    ),
    "show.to": (("(show (game vloc STOCK) player)", "(inc (game sto X))"), {}, [], {"X": 1}),
    "tell": (("(tell player (game vloc STOCK) 'C (== (cardatt RANK 'C) ACE))", "(inc (game sto X))"), {}, [], {"X": 1}),
    "hide": (
        ("(show (game vloc STOCK))", "(hide (top (game vloc STOCK)))", "((shown (top (game vloc STOCK))) (inc (game sto X)))"),
        {},
        [],
        {"X": 0},
    ),
    "shown": (
        ("(show (bottom (game vloc STOCK)))", "(set (game sto X) (size (filter (game vloc STOCK) 'C (shown 'C))))"),
        {},
        [],
        {"X": 1},
    ),
    "set.who": (("(set (game who D) (1 player))", "(inc ((game who D) sto X))"), {}, [], {"1.X": 1}),
    "who": (("((== (game who D) nobody) (inc (game sto X)))", "(set (game who D) nobody)"), {}, [], {"X": 1}),
    "nobody": (("((!= nobody (current player)) (inc (game sto X)))",), {}, [], {"X": 1}),
    "max.int": (("(set (game sto X) (max 1 7 3))",), {}, [], {"X": 7}),
    "min.int": (("(set (game sto X) (min 4 -7 3))",), {}, [], {"X": -7}),
    "max.over": (("(set (game sto X) (max player 'P (* 3 (pid 'P))))",), {}, [], {"X": 3}),
    "min.over": (("(set (game sto X) (min (3, 2, 5) 'N (* 2 'N)))",), {}, [], {"X": 4}),
    "ints": (("(all (5, 5, -1) 'N (inc (game sto X) 'N))",), {}, [], {"X": 9}),
    "cardatt.int": (("(set (game sto X) (cardatt NUMBER (top (game vloc STOCK))))",), {"deck": NUMBERS}, [], {"X": 4}),
    "empty": (("((empty (game vloc PILE)) (inc (game sto X)))",), {}, [], {"X": 1}),
    "in": (("((in (cardatt RANK (top (game vloc STOCK))) (ACE, FOUR)) (inc (game sto X)))",), {}, [], {"X": 1}),
    "at.any": (("(set (game sto X) (pid (0 (other player))))",), {}, [], {"X": 1}),
    "join": (("(set (game sto X) (size (join (0 player) (from (1 player)))))",), {}, [], {"X": 3}),
    "subsets.some": (("(set (game sto X) (size (subsets 2 (game vloc STOCK))))",), {}, [], {"X": 28}),
    "subsets.between": (("(set (game sto X) (size (subsets 0 .. 1 (game vloc STOCK))))",), {}, [], {"X": 9}),
    "sums": (("(set (game sto X) (size (sums 2 (game vloc STOCK) using (game points VALUE))))",), {}, [], {"X": 3}),
    "after": (("(set (game sto X) (pid (-1 after (0 player))))",), {"seats": 4}, [], {"X": 3}),
    "from": (("(set (game sto X) (pid (2 (from (3 player)))))",), {"seats": 4}, [], {"X": 1}),
    "points.value": (
        ("(set (game sto X) (sum (game vloc STOCK) using (points ((RANK : (ACE, TWO)) 10))))",),
        {},
        [],
        {"X": 40},
    ),
    "award.rising": (
        ("(set (game sto X) (sum (game vloc STOCK) using (points ((RANK : (ACE, TWO)) 5 ..))))",),
        {},
        [],
        {"X": 22},
    ),
    "award.each": (
        ("(set (game sto X) (sum (game vloc STOCK) using (points ((RANK : (ACE, TWO)) (1, 100)))))",),
        {},
        [],
        {"X": 202},
    ),
    "award.key": (("(set (game sto X) (sum (game vloc STOCK) using (points NUMBER)))",), {"deck": NUMBERS}, [], {"X": 10}),
    "award.map": (
        ("(set (game sto X) (sum (game vloc STOCK) using (points (game points VALUE) ((SUIT : HEARTS) 1))))",),
        {},
        [],
        {"X": 24},
    ),
}  # fmt: skip
"""For each form blocks, the words of the program, the options to take, and what is there afterwards."""


def house(words: dict[str, Any]) -> dict[str, Any]:
    """The words of a program in the house dialect."""
    return {"dialect": "house", **words}


@pytest.mark.parametrize("form", EXAMPLES)
def test_a_form_has_its_meaning(form: str) -> None:
    blocks, words, choose, expected = EXAMPLES[form]
    assert form in checked(program(*blocks, **house(words))).used
    played = play(*blocks, choose=choose, **house(words))
    found = {
        name: played[name] if isinstance(v, str) else played.number(name) for name, v in expected.items()
    }
    assert found == expected, played.outcome


def test_all_win_together_or_nobody() -> None:
    won = play("(turn pass)", scoring="together 3", dialect="house").outcome
    assert (won.scores, won.ranks, won.wins) == ((3, 3), (0, 0), (1.0, 1.0))
    assert play("(turn pass)", scoring="together 0", dialect="house").outcome.wins == (0.0, 0.0)


def test_arguments_are_evaluated_once_where_the_call_stands() -> None:
    words = {"declare": "(define (TAKE 'N) (inc (game sto A)) (inc (game sto X) 'N) (inc (game sto X) 'N))"}
    assert play("(set (game sto A) 3)", "(TAKE (game sto A))", **house(words)).number("X") == 6
    drawn = {"declare": "(define (SAME 'N) (== 'N 'N))"}
    for seed in range(5):
        assert play("((SAME (random 99)) (inc (game sto X)))", seed=seed, **house(drawn)).number("X") == 1


def test_a_location_as_an_argument_stays_the_place_and_cards_are_a_snapshot() -> None:
    words = {"declare": "(define (BOTH 'P) (move (top (game vloc STOCK)) 'P) (set (game sto X) (size 'P)))"}
    assert play("(BOTH ((current player) vloc PILE))", **house(words)).number("X") == 1
    cards = {
        "declare": "(define (COUNT 'C) (move (top (game vloc STOCK)) (game vloc PILE)) (set (game sto X) (size 'C)))"
    }
    # The card that is moved leaves the snapshot; what arrives does not enter it.
    assert play("(COUNT (top 3 (game vloc STOCK)))", **house(cards)).number("X") == 2


def test_a_body_sees_nothing_of_the_caller() -> None:
    text = program("(let 3 'N (SHOW))", declare="(define SHOW (set (game sto X) 'N))", dialect="house")
    with pytest.raises(AssertionError, match="RCY023"):
        checked(text)


def test_who_takes_turns_is_asked_anew_and_from_outside() -> None:
    fold = "((== (pid (current player)) 1) (set ((current player) sto OUT) 1))"
    stage = f"(stage player (among (filter player 'P (== ('P sto OUT) 0))) (turns 6) (inc ((current player) sto X)) {fold})"
    played = play(stage, seats=3, dialect="house")
    assert [played.number(f"{seat}.X") for seat in range(3)] == [3, 1, 2]


def test_the_next_player_of_some_is_a_member() -> None:
    stage = "(stage player (among (other player)) (turns 1) (set (game sto X) (pid (next player))))"
    assert play("(cycle current (1 player))", stage, seats=3, dialect="house").number("X") == 0


def test_a_stage_without_members_or_turns_is_skipped() -> None:
    empty = "(stage player (among (filter player 'P (== 1 2))) (turns 2) (inc (game sto X)))"
    assert play(empty, "(stage player (turns 0) (inc (game sto X)))", dialect="house").number("X") == 0


def test_decisions_behind_a_condition() -> None:
    asked = "(choice ((set (game sto X) 1) (set (game sto X) 2)))"
    other = "(choice ((set (game sto X) 3) (set (game sto X) 4)))"
    for stored, expected in ((0, 2), (1, 4)):
        blocks = (
            f"(set (game sto A) {stored})",
            f"((== (game sto A) 0) {asked} (else {other}))",
            "(inc (game sto Y))",
        )
        state = game(*blocks, dialect="house").start(0)
        twin = state.copy()
        for each in (state, twin):
            each.apply(1)
        played = play(*blocks, choose=[1], dialect="house")
        assert (played.number("X"), played.number("Y")) == (expected, 1)
        assert twin.outcome == state.outcome


def test_options_are_called_by_their_definition() -> None:
    words = {"declare": "(define (LAY_DOWN 'C) (move 'C (game vloc PILE)))"}
    said = choices("(choice ((any (top 2 (game vloc STOCK)) 'C (LAY_DOWN 'C)) (turn pass)))", **house(words))
    assert said == ["lay down ♠4", "lay down ♥4", "pass"]


def test_an_else_counts_only_where_nothing_else_is_offered() -> None:
    item = "(any (filter (game vloc STOCK) 'C (== (cardatt RANK 'C) {})) 'C (move 'C (game vloc PILE)))"
    both = "(else (move (top (game vloc STOCK)) (game vloc PILE)))"
    assert len(choices(f"(choice ({item.format('ACE')} {both} (else (turn pass))))", dialect="house")) == 2
    assert play(f"(choice ({item.format('KING')} {both}))", dialect="house")["PILE"] == "♠4"


def test_nobody_owns_nothing() -> None:
    for block in (
        "(inc ((game who D) sto X))",
        "(cycle next (game who D))",
        "(set (game sto X) (pid (game who D)))",
    ):
        assert play(block, "(set (game who D) nobody)", dialect="house").code == "RCY320"


def test_sums_come_in_the_order_of_subsets() -> None:
    block = "(all (sums 3 (game vloc STOCK) using (game points VALUE)) 'G (move 'G (game vloc PILE)) (inc (game sto X) (size 'G)))"
    assert play(block, dialect="house")["PILE"].split()[:2] == ["♥3", "♠3"]


def test_a_program_of_0_6_means_the_same_in_the_house_dialect() -> None:
    old, new = (
        checked(program("(move (top (game vloc STOCK)) (top (game vloc PILE)))", deck=DECK, dialect=d))
        for d in ("0.6", "house")
    )
    assert old.program == new.program


def test_a_view_of_a_stage_with_turns_can_be_sampled() -> None:
    stage = "(stage player (among (other player)) (turns 4) (choice ((inc ((current player) sto X)) (turn pass))))"
    state = game(stage, seats=3, dialect="house").start(0)
    state.apply(0)
    sample = state.view(state.to_move or 0).sample(1)
    for each in (state, sample):
        while each.outcome is None:
            each.apply(0)
    assert sample.outcome == state.outcome
    assert sample.decisions == state.decisions
