"""Types: what every expression is, told before the game begins."""

# ruff: noqa: E501 - tables of programs, one a line

from __future__ import annotations

import pytest

from checking import checked, errors, expression, program, sentences
from croupier.recycle.types import Type, element, filtered, is_a

HAND = "((current player) iloc HAND)"


@pytest.mark.parametrize("kind", Type)
def test_every_type_is_a_kind_of_itself_and_an_error_fits_everywhere(kind: Type) -> None:
    assert is_a(kind, kind)
    assert is_a(Type.UNKNOWN, kind)


def test_being_a_kind_of_goes_on() -> None:
    for a in Type:
        for b in Type:
            for c in Type:
                if is_a(a, b) and is_a(b, c) and Type.UNKNOWN not in (a, b):
                    assert is_a(a, c), (a, b, c)


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        (Type.LOCATION, Type.CARDS),
        (Type.LOCATION, Type.PILE),
        (Type.MEMORY, Type.COPIES),
        (Type.MEMORY, Type.COLLECTION),
        (Type.COPY, Type.CARD),
        (Type.TEAM, Type.PLAYERS),
        (Type.TEAM, Type.OWNER),
        (Type.LOCATIONS, Type.GROUPS),
        (Type.MEMORIES, Type.GROUPS),
        (Type.INT_STORE, Type.INT),
        (Type.POINT_STORE, Type.POINTS),
    ],
)
def test_kinds(narrow: Type, wide: Type) -> None:
    assert is_a(narrow, wide)
    assert not is_a(wide, narrow)


@pytest.mark.parametrize("collection", [t for t in Type if is_a(t, Type.COLLECTION)])
def test_every_collection_has_elements_and_stays_one_when_filtered(collection: Type) -> None:
    if collection in (Type.COLLECTION, Type.UNKNOWN):
        return
    assert element(collection) is not Type.UNKNOWN
    assert is_a(filtered(collection), Type.COLLECTION)
    assert element(filtered(collection)) is element(collection)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Integers
        ("7", Type.INT),
        ("-7", Type.INT),
        ("(+ 1 2 3)", Type.INT),
        ("(* 1 2 3)", Type.INT),
        ("(- 1 2)", Type.INT),
        ("(// 7 2)", Type.INT),
        ("(% 7 2)", Type.INT),
        ("(mod 7 2)", Type.INT),
        ("(^ 2 10)", Type.INT),
        ("(tri 4)", Type.INT),
        ("(fib 4)", Type.INT),
        ("(random 6)", Type.INT),
        ("(random 1 .. 6)", Type.INT),
        ("(random 1..6)", Type.INT),
        (f"(size {HAND})", Type.INT),
        ("(size player)", Type.INT),
        ("(size (A, B, C))", Type.INT),
        (f"(sum {HAND} using (game points P))", Type.INT),
        (f"(score (top {HAND}) using (game points P))", Type.INT),
        (f"(scoremax {HAND} using (game points P))", Type.INT),
        (f"(scoremin {HAND} using (game points P))", Type.INT),
        ("(pid (next player))", Type.INT),
        ("(game sto ROUND)", Type.INT_STORE),
        ("((current team) sto ROUND)", Type.INT_STORE),
        ("(all player 'P ('P sto SCORE))", Type.INT),
        # Booleans
        ("(== 1 2)", Type.BOOL),
        ("(!= A B)", Type.BOOL),
        ("(and (== 1 2) (not (== 3 4)) (or (< 1 2) (>= 2 1)))", Type.BOOL),
        (f"(== (top {HAND}) (bottom {HAND}))", Type.BOOL),
        ("(== (current player) (0 player))", Type.BOOL),
        ("(!= (current team) (team (0 player)))", Type.BOOL),
        ("(all player 'P (== ('P sto SCORE) 0))", Type.BOOL),
        ("(any (range 1..3) 'N (== 'N 2))", Type.BOOL),
        # Strings
        ("HEARTS", Type.STRING),
        (f"(cardatt SUIT (top {HAND}))", Type.STRING),
        ("(game str TRUMP)", Type.STRING_STORE),
        ("(A, B, C)", Type.STRINGS),
        ("(filter (A, B) 'S (!= 'S A))", Type.STRINGS),
        ("(range 1 .. 3)", Type.INTS),
        ("(range 1..3)", Type.INTS),
        ("1..3", Type.INTS),
        ("(1 .. 3)", Type.INTS),
        # Cards
        (f"(top {HAND})", Type.CARD),
        (f"(bottom {HAND})", Type.CARD),
        (f"(2 {HAND})", Type.CARD),
        (f"((size {HAND}) {HAND})", Type.CARD),
        (f"(max {HAND} using (game points P))", Type.CARD),
        (f"(min {HAND} using (game points P))", Type.CARD),
        ("(top (game mem LEAD))", Type.COPY),
        ("(actual (top (game mem LEAD)))", Type.CARD),
        (f"(top (filter {HAND} 'C (== (cardatt SUIT 'C) HEARTS)))", Type.CARD),
        # Collections of cards
        (HAND, Type.LOCATION),
        ("(game vloc PILE 3)", Type.LOCATION),
        ("(game oloc PILE (+ 1 2))", Type.LOCATION),
        ("((0 team) hloc (game str WHERE))", Type.LOCATION),
        ("(game mem LEAD)", Type.MEMORY),
        (f"(filter {HAND} 'C (== (cardatt SUIT 'C) HEARTS))", Type.CARDS),
        ("(filter (game mem LEAD) 'C (== (cardatt SUIT 'C) HEARTS))", Type.COPIES),
        (f"(union {HAND} (game vloc PILE))", Type.CARDS),
        ("(union)", Type.CARDS),
        ("(union (game mem A) (game mem B))", Type.COPIES),
        ("(union (all player 'P ('P vloc TRICK)))", Type.CARDS),
        (f"(intersect {HAND} (game vloc PILE))", Type.CARDS),
        (f"(disjunction {HAND} (game vloc PILE))", Type.CARDS),
        (f"(sort {HAND} using (game points P))", Type.CARDS),
        (f"(top 3 {HAND})", Type.CARDS),
        (f"(bottom 3 {HAND})", Type.CARDS),
        (f"(run top 3 {HAND} using (game points P))", Type.CARDS),
        (f"(top (partition SUIT {HAND}))", Type.CARDS),
        (f"(1 (partition SUIT {HAND}))", Type.CARDS),
        (f"(top (top (partition SUIT {HAND})))", Type.CARD),
        # Collections of collections
        (f"(tuples 2 {HAND} using (game points P))", Type.GROUPS),
        (f"(partition SUIT {HAND} (game vloc PILE))", Type.GROUPS),
        (f"(partition {HAND} (game vloc PILE) SUIT)", Type.GROUPS),
        (f"(subsets {HAND})", Type.GROUPS),
        (f"(runs largest 3 {HAND} using (game points P))", Type.GROUPS),
        (f"(runs all 3 {HAND} using (game points P))", Type.GROUPS),
        ("(all player 'P ('P vloc TRICK))", Type.GROUPS),
        ("(indexed game vloc PILE)", Type.LOCATIONS),
        ("(filter (indexed game vloc PILE) 'L (> (size 'L) 1))", Type.LOCATIONS),
        ("(top (indexed game vloc PILE))", Type.LOCATION),
        ("(indexed game mem SEEN)", Type.MEMORIES),
        ("(filter (indexed game mem SEEN) 'M (> (size 'M) 1))", Type.MEMORIES),
        ("(1 (indexed game mem SEEN))", Type.MEMORY),
        ("(top (top (indexed game mem SEEN)))", Type.COPY),
        ("(union (indexed game mem SEEN))", Type.COPIES),
        ("(intersect (indexed game vloc PILE))", Type.CARDS),
        (f"(filter (partition SUIT {HAND}) 'G (> (size 'G) 1))", Type.GROUPS),
        # Players and teams
        ("(current player)", Type.PLAYER),
        ("((+ 1 1) player)", Type.PLAYER),
        (f"(owner (top {HAND}))", Type.PLAYER),
        ("(next team)", Type.TEAM),
        ("(1 team)", Type.TEAM),
        ("(team (previous player))", Type.TEAM),
        ("player", Type.PLAYERS),
        ("(other player)", Type.PLAYERS),
        ("team", Type.TEAMS),
        ("(other team)", Type.TEAMS),
        ("(filter player 'P (> ('P sto SCORE) 0))", Type.PLAYERS),
        ("(filter team 'T (> ('T sto SCORE) 0))", Type.TEAMS),
        ("(filter (current team) 'P (> ('P sto SCORE) 0))", Type.PLAYERS),
        ("game", Type.GAME),
        # Point maps
        ("(game points P)", Type.POINT_STORE),
        ("((current player) points P)", Type.POINT_STORE),
    ],
)  # fmt: skip
def test_an_expression_has_the_type(text: str, expected: Type) -> None:
    assert expression(text).type is expected


@pytest.mark.parametrize(
    ("around", "text", "expected"),
    [
        ("(all player 'V {})", "'V", Type.PLAYER),
        ("(all (current team) 'V {})", "'V", Type.PLAYER),
        ("(all team 'V {})", "'V", Type.TEAM),
        ("(all (A, B) 'V {})", "'V", Type.STRING),
        ("(all (range 1..3) 'V {})", "'V", Type.INT),
        ("(all (game iloc STOCK) 'V {})", "'V", Type.CARD),
        ("(all (game mem SEEN) 'V {})", "'V", Type.COPY),
        ("(all (partition SUIT (game iloc STOCK)) 'V {})", "'V", Type.CARDS),
        ("(all (indexed game vloc PILE) 'V {})", "'V", Type.LOCATION),
        ("(all (indexed game mem SEEN) 'V {})", "'V", Type.MEMORY),
        ("(let (game sto N) 'V {})", "'V", Type.INT),
        ("(let (game str S) 'V {})", "'V", Type.STRING),
        ("(let (game points P) 'V {})", "'V", Type.POINTS),
        ("(let (game iloc STOCK) 'V {})", "'V", Type.LOCATION),
        ("(let (filter (game iloc STOCK) 'C (== (cardatt RANK 'C) ACE)) 'V {})", "(top 'V)", Type.CARD),
        ("(let player 'V {})", "(size 'V)", Type.INT),
        ("(let (game points P) 'V {})", "(sum (game iloc STOCK) using 'V)", Type.INT),
        ("(let (all player 'P ('P vloc TRICK)) 'V {})", "(union 'V)", Type.CARDS),
        ("(let (game sto N) 'V {})", "(+ 'V 1)", Type.INT),
        ("(let (current player) 'V {})", "('V iloc HAND)", Type.LOCATION),
        ("(all player 'V (let (game iloc STOCK) 'V {}))", "'V", Type.LOCATION),
    ],
)
def test_a_variable_has_the_type_of_what_binds_it(around: str, text: str, expected: Type) -> None:
    assert expression(text, around=around).type is expected


@pytest.mark.parametrize(
    ("declared", "text", "expected"),
    [
        ("3", "(+ 'V 1)", Type.INT),
        ("HEARTS", "(== 'V SPADES)", Type.BOOL),
        ("(A, B)", "(filter 'V 'S (== 'S A))", Type.STRINGS),
        ("(range 0 .. 3)", "(all 'V 'N 'N)", Type.INT),
        ("0..3", "(all 'V 'N 'N)", Type.INT),
        ("(== 1 1)", "(and 'V (not 'V))", Type.BOOL),
        ("PILE", "(game vloc 'V)", Type.LOCATION),
    ],
)
def test_a_declared_constant_has_the_type_of_its_value(declared: str, text: str, expected: Type) -> None:
    assert expression(text, declares=f"(declare {declared} 'V)").type is expected


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("(set (game sto N) (game iloc STOCK))", "RCY022 `(set IntStore Int)` takes an integer here, not a location | `(size COLLECTION)` counts a collection"),
        ("(set (game sto N) HEARTS)", "RCY022 `(set IntStore Int)` takes an integer here, not a string"),
        ("(set (game str S) 3)", "RCY022 `(set StringStore String)` takes a string here, not an integer"),
        ("(shuffle (top (game iloc STOCK)))", "RCY022 `(shuffle Pile)` takes a location or a memory here, not a card"),
        ("(move (game iloc STOCK) (top (game vloc PILE)))", "RCY022 `(move Card Place)` takes a card here, not a location | `(top COLLECTION)` names a card of a collection"),
        ("((size player) (turn pass))", "RCY022 a condition takes a Boolean here, not an integer"),
        ("(cycle next (game iloc STOCK))", "RCY022 `(cycle next|current Target)` takes a player or a team here, not a location"),
        ("(all 3 'V (turn pass))", "RCY022 `(all Collection 'V Item)` takes a collection here, not an integer"),
        ("(swap (game iloc STOCK) (top (game iloc STOCK)))", "RCY022 `(swap Location Location)` takes a location here, not a card"),
        ("(swap (top (indexed game mem SEEN)) (game vloc PILE))", "RCY022 `(swap …)` takes a location or a card here, not a memory (mem) location | `(top COLLECTION)` names a card of a collection"),
        ("(shuffle faro (game vloc PILE) (top (indexed game mem SEEN)))", "RCY022 `(shuffle faro Location Location)` takes a location here, not a memory (mem) location"),
        ("(all (indexed game mem SEEN) 'M (move (top 'M) (top (game vloc PILE))))", "RCY027 a remembered copy cannot be moved | `(actual CARD)` is the card itself, where it lies now"),
        ("(move (top (game iloc STOCK)) (top (0 (indexed game mem SEEN))))", "RCY027 a card cannot be put into a memory (mem) location | a memory holds copies: use `remember` to put one there"),
        ("(let (game sto N) 'V (inc 'V 1))", "RCY022 `(inc IntStore Int)` takes an integer storage here, not an integer | 'V names the value that `(game sto N)` had; write to the storage itself"),
        ("(let ((current player) str S) 'V (set 'V A))", "RCY022 `(set …)` takes an integer storage or a string storage or a point map storage here, not a string | 'V names the value that `((current player) str S)` had; write to the storage itself"),
        ("(let (game points P) 'V (set 'V (((RANK : ACE) 1))))", "RCY022 `(set …)` takes an integer storage or a string storage or a point map storage here, not a point map | 'V names the value that `(game points P)` had; write to the storage itself"),
        ("(all (range 1 .. 3) 'V (dec 'V))", "RCY022 `(dec IntStore)` takes an integer storage here, not an integer | say where it is kept, as in `(game sto NAME)`"),
        ("(all player 'V (inc 'V))", "RCY022 `(inc IntStore)` takes an integer storage here, not a player"),
    ],
)  # fmt: skip
def test_a_mismatch_names_form_expectation_and_finding(body: str, said: str) -> None:
    assert sentences(f"(do ({body}))") == [said]


@pytest.mark.parametrize(
    "text",
    [
        "(== 1 A)",
        "(== (current player) (current team))",
        f"(== (top {HAND}) HEARTS)",
        f"(== {HAND} {HAND})",
        "(< A B)",
        "(+ 1 A)",
        "(and (== 1 1) 2)",
        f"(cardatt SUIT {HAND})",
        "(sum player using (game points P))",
        f"(sum {HAND} using (game sto P))",
        "(owner (current player))",
        "(team (current team))",
        "(pid (current team))",
        "(top player)",
        "(top (A, B))",
        f"(union {HAND} player)",
        "(forget)",
        "((game iloc STOCK) vloc PILE)",
        "(A sto B)",
        f"(sort {HAND} using 3)",
        "(all player 'P (turn pass))",
        "(game vloc 3)",
        "(game vloc PILE A)",
    ],
)
def test_what_does_not_fit_is_an_error(text: str) -> None:
    assert errors(f"(let {text} 'IT (turn pass))")


def test_one_mistake_is_told_once_however_far_it_reaches() -> None:
    nested = "(inc (game sto N) (+ 1 (* 2 (- 3 (size (flter player 'P (== ('P sto N) 1)))))))"
    assert errors(f"(do ({nested}))") == ["RCY020"]


def test_the_same_text_has_the_type_of_its_variables() -> None:
    assert errors("(let A 'X (let B 'Y ((== 'X 'Y) (turn pass))))") == []
    assert errors("(let 1 'X (let 2 'Y ((== 'X 'Y) (turn pass))))") == []
    assert errors("(let 1 'X (let B 'Y ((== 'X 'Y) (turn pass))))") == ["RCY022"]


def test_a_sentence_about_a_team_where_a_player_is_meant() -> None:
    (said,) = sentences("(do ((inc ((0 player) sto SCORE) (pid (0 team)))))")
    assert said == "RCY022 `(pid Player)` takes a player here, not a team"


def test_what_a_let_has_named_can_be_written_to_by_its_own_name() -> None:
    (finding,) = checked(program("(let (game sto N) 'V (inc 'V 1))")).errors
    (fix,) = finding.fixes
    assert (fix.span.text, fix.replacement) == ("'V", "(game sto N)")
