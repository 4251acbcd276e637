"""The checker: structure, scopes, constants, dialects, seats; and what is accepted on purpose."""

# ruff: noqa: E501 - tables of programs, one a line

from __future__ import annotations

import pytest

from checking import checked, errors, expression, program, sentences, warnings
from croupier.recycle.forms import Dialect
from croupier.recycle.program import Program

SETUP = "(setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ACE, KING)))))"
PLAY = "(do ((shuffle (game iloc STOCK))))"
SCORING = "(scoring max 1)"


def codes(text: str) -> list[str]:
    """The codes of all findings in a whole text."""
    return [f.code for f in checked(text).findings]


def made(text: str, **options: object) -> Program:
    """The checked program of a text without errors."""
    found = checked(text, **options)  # type: ignore[arg-type]
    assert found.program is not None, found.errors
    return found.program


# Structure (§2)


def test_the_smallest_game() -> None:
    program = made(f"(game {SETUP} {PLAY} {SCORING})")
    assert (program.seats, program.cards, program.teams) == (2, 2, ((0,), (1,)))
    assert program.findings == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["RCY001"]),
        (";; only a comment", ["RCY001"]),
        (f"(gmae {SETUP} {PLAY} {SCORING})", ["RCY020"]),
        (f"(gmae {SETUP} {PLAY})", ["RCY020", "RCY025"]),
        (PLAY, ["RCY001"]),
        ("game", ["RCY001"]),
        (f"(game {PLAY} {SCORING})", ["RCY025"]),
        (f"(game {SETUP} {PLAY})", ["RCY025"]),
        (f"(game {SETUP} {SCORING})", ["RCY025"]),
        (f"(game {PLAY} {SETUP} {SCORING})", ["RCY025", "RCY032"]),
        (f"(game {SETUP} {SCORING} {PLAY})", ["RCY032", "RCY025"]),
        (f"(game {SETUP} {SETUP} {PLAY} {SCORING})", ["RCY032"]),
        (f"(game {SETUP} (declare 1 'N) {PLAY} {SCORING})", ["RCY032"]),
        (f"(game {SETUP} {PLAY} {SCORING})\n(game)", ["RCY007"]),
        (f"(game {SETUP} {PLAY} (scoring best 1))", ["RCY021"]),
        (f"(game {SETUP} {PLAY} (scoring max HEARTS))", ["RCY022"]),
        (f"(game (setup (create players 2)) {PLAY} {SCORING})", ["RCY119", "RCY106"]),
        (f"(game (setup (create deck (game iloc STOCK) (deck (RANK (A))))) {PLAY} {SCORING})", ["RCY025"]),
    ],
)  # fmt: skip
def test_parts_that_are_missing_or_misplaced(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    "body",
    [
        "(shuffle (game iloc STOCK))",
        "(do ((turn pass)))",
        "(choice ((turn pass)))",
        "(all player 'P (inc ('P sto SCORE)))",
        "(any player 'P (inc ('P sto SCORE)))",
        "(let 3 'N (inc ((0 player) sto SCORE) 'N))",
        "(let 3 'N (choice ((inc ((0 player) sto SCORE) 'N))))",
        "(let 3 'N (do ((inc ((0 player) sto SCORE) 'N))))",
        "(stage player (end (== 1 1)) (stage team (end (== 1 1)) (do ((turn pass)))))",
        "(stage player (end (== 1 1)) (shuffle (game iloc STOCK)))",
        "(repeat 3 (do ((turn pass))))",
        "((== 1 1) (turn pass))",
        "((== 1 1) (do ((turn pass))))",
        "(create teams (0, 1) (2, 3))",
        "(create deck (game iloc STOCK) (deck (RANK (JOKER))))",
        "(repeat 2 (create deck (game iloc STOCK) (deck (RANK (JOKER)))))",
    ],
)
def test_what_may_stand_directly_in_a_game(body: str) -> None:
    assert errors(body) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("(do ((choice ((turn pass)))))", ["RCY029"]),
        ("(choice ((choice ((turn pass)))))", ["RCY029"]),
        ("(do ((stage player (end (== 1 1)) (turn pass))))", ["RCY029"]),
        ("(do (turn pass))", ["RCY016"]),
        ("(do)", ["RCY021"]),
        ("(do ())", ["RCY015"]),
        ("()", ["RCY015"]),
        ("(do ((turn pass)) (turn pass))", ["RCY014"]),
        ("(do (((turn pass))))", ["RCY031"]),
        ("(let (((% 3 2) player)) 'P (cycle next 'P))", ["RCY031"]),
        ("(do (shuffle))", ["RCY016", "RCY021"]),
        ("(stage (end (== 1 1)) (turn pass))", ["RCY021"]),
        ("(stage player (turn pass))", ["RCY025"]),
        ("(stage player (end) (turn pass))", ["RCY021"]),
        ("(stage player (end 3) (turn pass))", ["RCY022"]),
        ("(end (== 1 1))", ["RCY032"]),
        ("(== 1 1)", ["RCY028"]),
        ("(size player)", ["RCY028"]),
        ("HEARTS", ["RCY024"]),
        ("7", ["RCY024"]),
        ("((== 1 1) (turn pass) (turn pass))", ["RCY021"]),
        ("(let (turn pass) 'V (turn pass))", ["RCY028"]),
        ("(let 3 V (inc ((0 player) sto SCORE)))", ["RCY021"]),
        ("(all player P (turn pass))", ["RCY021"]),
        ("(create players 3)", ["RCY032"]),
        ("(stage player (end (== 1 1)) (create deck (game iloc STOCK) (deck (RANK (JOKER)))))", ["RCY033"]),
        ("(repeat (random 3) (create deck (game iloc STOCK) (deck (RANK (JOKER)))))", ["RCY033"]),
        ("(repeat all (shuffle (game iloc STOCK)))", ["RCY022"]),
        ("(repeat all (turn pass))", ["RCY022"]),
        ("(cycle other (next player))", ["RCY021"]),
        ("(cycle next other)", ["RCY024"]),
        ("(turn)", ["RCY021"]),
        ("(inc)", ["RCY021"]),
        ("(move (top (game iloc STOCK)))", ["RCY021"]),
        ("(do ((set (game sto N) (+ 1))))", ["RCY021"]),
        ("(do ((set (game sto N) (- 1 2 3))))", ["RCY021"]),
    ],
)  # fmt: skip
def test_forms_in_the_wrong_place_or_shape(body: str, expected: list[str]) -> None:
    assert errors(body) == expected


def test_an_unknown_form_is_told_with_the_nearest_known_one() -> None:
    assert sentences("(do ((shufle (game iloc STOCK))))") == [
        "RCY020 there is no form `shufle` | did you mean `shuffle`?"
    ]
    (finding,) = checked(program("(do ((shufle (game iloc STOCK))))")).errors
    assert [fix.replacement for fix in finding.fixes] == ["shuffle"]


def test_parts_of_a_form_that_does_not_fit_are_checked_too() -> None:
    found = errors("(do ((move (top (game iloc STOCK)) (size 'NOBODY) (shufle 1))))")
    assert sorted(found) == ["RCY020", "RCY021", "RCY023"]


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("(move (top (game mem M)) (top (game vloc P)))", "a remembered copy cannot be moved"),
        ("(move (top (game iloc STOCK)) (top (game mem M)))", "a card cannot be put into a memory (mem) location"),
        ("(move (top (game iloc STOCK)) (top (filter (game vloc P) 'C (== (cardatt RANK 'C) ACE))))", "a card cannot be put into a collection of cards"),
        ("(move (top (game iloc STOCK)) (top (union (game vloc P) (game vloc Q))))", "a card cannot be put into a collection of cards"),
        ("(remember (top (game iloc STOCK)) (top (game vloc P)))", "a copy cannot be put into a location"),
        ("(forget (top (game vloc P)))", "a card cannot be forgotten"),
        ("(swap (top (game mem M)) (top (game iloc STOCK)))", "a remembered copy cannot be swapped"),
    ],
)  # fmt: skip
def test_impossible_moves(body: str, what: str) -> None:
    (said,) = sentences(f"(do ({body}))")
    assert said.startswith(f"RCY027 {what}")


@pytest.mark.parametrize(
    "body",
    [
        "(move (actual (top (game mem M))) (top (game vloc P)))",
        "(move (max (game iloc STOCK) using (game points P)) (bottom (game vloc P)))",
        "(move (top (game iloc STOCK)) (2 (game vloc P)))",
        "(move (top (game iloc STOCK)) (top (top (indexed game vloc P))))",
        "(all (filter (indexed game vloc P) 'L (> (size 'L) 1)) 'L (move (top (game iloc STOCK)) (top 'L)))",
        "(let (game vloc P) 'L (move (top (game iloc STOCK)) (top 'L)))",
        "(remember (top (game iloc STOCK)) (top (game mem M 2)))",
        "(forget (top (game mem M)))",
        "(repeat all (forget (top (game mem M))))",
        "(shuffle (game mem M))",
    ],
)
def test_moves_that_are_possible(body: str) -> None:
    assert errors(f"(do ({body}))") == []


# Seats, teams, decks


def test_players_whom_no_team_names_have_one_of_their_own() -> None:
    text = "(game (setup (create players 4) (create teams (3, 0)) (create deck (game iloc S) (deck (R (A))))) (shuffle (game iloc S)) (scoring max 1))"
    assert made(text).teams == ((3, 0), (1,), (2,))


def test_teams_may_count_from_one() -> None:
    text = "(game (setup (create players 4) (create teams (1, 3) (2, 4)) (create deck (game iloc S) (deck (R (A))))) (shuffle (game iloc S)) (scoring max 1))"
    assert made(text).teams == ((0, 2), (1, 3))
    assert codes(text) == ["RCY114"]


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ("(0, 0)", ["RCY034"]),
        ("(0, 1) (1, 2)", ["RCY034"]),
        ("(0, 4)", ["RCY026"]),
        ("(1, 5)", ["RCY114", "RCY026"]),
        ("(0, A)", ["RCY019"]),
        ("(0 1)", ["RCY011"]),
        ("0", ["RCY021"]),
        ("", ["RCY021"]),
        ("()", ["RCY021"]),
    ],
)
def test_seats_of_teams(teams: str, expected: list[str]) -> None:
    text = f"(game (setup (create players 4) (create teams {teams}) (create deck (game iloc S) (deck (R (A))))) (shuffle (game iloc S)) (scoring max 1))"
    assert codes(text) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("(inc ((3 player) sto SCORE))", []),
        ("(inc ((4 player) sto SCORE))", ["RCY026"]),
        ("(inc ((-1 player) sto SCORE))", ["RCY026"]),
        ("(inc ((+ 2 2) player) sto SCORE)", ["RCY021"]),
        ("(inc (((+ 2 2) player) sto SCORE))", ["RCY026"]),
        ("(inc ((team (1 player)) sto SCORE))", []),
        ("(inc ((1 team) sto SCORE))", []),
        ("(inc ((2 team) sto SCORE))", ["RCY026"]),
        ("(set (game sto N) (size (game vloc P 256)))", ["RCY030"]),
        ("(set (game sto N) (size (game vloc P 255)))", []),
    ],
)
def test_seats_teams_and_indices_that_constants_show_not_to_exist(body: str, expected: list[str]) -> None:
    assert errors(f"(do ({body}))") == expected


def test_teams_made_during_play_may_be_more() -> None:
    assert errors("(do ((create teams (0) (1) (2) (3)) (inc ((3 team) sto SCORE))))") == []


def deck_of(text: str, declares: str = "") -> Program:
    """A game with one deck."""
    return made(
        f"(game {declares} (setup (create players 2) (create deck (game iloc S) (deck {text}))) (shuffle (game iloc S)) (scoring max 1))"
    )


def test_a_deck_is_the_product_of_its_attributes_the_first_outermost() -> None:
    (plan,) = deck_of("(RANK (ACE, KING)) (SUIT (HEARTS, SPADES))").decks
    assert plan.cards == (
        (("RANK", "ACE"), ("SUIT", "HEARTS")),
        (("RANK", "ACE"), ("SUIT", "SPADES")),
        (("RANK", "KING"), ("SUIT", "HEARTS")),
        (("RANK", "KING"), ("SUIT", "SPADES")),
    )


def test_nested_attributes_go_depth_first() -> None:
    (plan,) = deck_of("(COLOR (RED (SUIT (HEARTS, DIAMONDS))) (BLACK (SUIT (CLUBS))))").decks
    assert plan.cards == (
        (("COLOR", "RED"), ("SUIT", "HEARTS")),
        (("COLOR", "RED"), ("SUIT", "DIAMONDS")),
        (("COLOR", "BLACK"), ("SUIT", "CLUBS")),
    )


def test_an_attribute_can_take_a_declared_list() -> None:
    program = deck_of("(RANK ('RANKS)) (SUIT (HEARTS))", "(declare (ACE, KING, QUEEN) 'RANKS)")
    assert program.cards == 3


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        ("", "RCY021"),
        ("(RANK)", "RCY018"),
        ("(RANK ACE)", "RCY018"),
        ("RANK", "RCY018"),
        ("(RANK ('NONE))", "RCY023"),
        ("(RANK ('N))", "RCY022"),
        ("(rank (ACE))", "RCY010"),
        (" ".join(f"({k} (A, B, C, D))" for k in "KLMNOP"), "RCY030"),
        (" ".join(f"(K{k} (A, B))" for k in range(20_000)), "RCY030"),
    ],
    ids=lambda text: text[:20],
)
def test_decks_that_cannot_be_made(deck: str, expected: str) -> None:
    text = f"(game (declare 3 'N) (setup (create players 'N) (create deck (game iloc S) (deck {deck}))) (shuffle (game iloc S)) (scoring max 1))"
    assert expected in codes(text)


@pytest.mark.parametrize(("copies", "cards"), [("0", 0), ("3", 6), ("(+ 1 1)", 4), ("'N", 10)])
def test_a_deck_can_be_made_several_times(copies: str, cards: int) -> None:
    deck = "(create deck (game iloc S) (deck (RANK (ACE, KING))))"
    text = f"(game (declare 5 'N) (setup (create players 2) (repeat {copies} {deck})) (shuffle (game iloc S)) (scoring max 'N))"
    assert made(text).cards == cards


def test_a_deck_has_the_name_of_its_back() -> None:
    deck = "(deck (RANK (ACE)))"
    text = f"(game (setup (create players 2) (create deck RED (game iloc S) {deck}) (create deck (game iloc S) {deck})) (shuffle (game iloc S)) (scoring max 1))"
    assert [plan.back for plan in made(text).decks] == ["RED", ""]


@pytest.mark.parametrize(
    ("players", "expected"),
    [("1", []), ("16", []), ("0", ["RCY030"]), ("17", ["RCY030"]), ("-1", ["RCY030"]), ("(+ 1 1)", []), ("A", ["RCY022"]), ("(random 3)", ["RCY019"]), ("(game sto N)", ["RCY019"])],
)  # fmt: skip
def test_the_number_of_players_is_a_constant_from_1_to_16(players: str, expected: list[str]) -> None:
    text = f"(game (setup (create players {players}) (create deck (game iloc S) (deck (R (A))))) (shuffle (game iloc S)) (scoring max 1))"
    assert codes(text) == expected


# Scopes (§5) and constants


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("(all player 'P (inc ('P sto SCORE)))", []),
        ("(do ((all player 'P (inc ('P sto SCORE))) (inc ('P sto SCORE))))", ["RCY023"]),
        ("(all player 'P (all 'P 'Q (inc ('Q sto SCORE))))", ["RCY022"]),
        ("(all 'P 'P (inc ('P sto SCORE)))", ["RCY023"]),
        ("(let 'X 'X (inc ((0 player) sto SCORE) 'X))", ["RCY023"]),
        ("(inc ((0 player) sto SCORE) (size (filter (game iloc STOCK) 'C (== 'C 'C))))", []),
        ("(inc ((0 player) sto SCORE) (sum (game iloc STOCK) using 'P))", ["RCY023"]),
    ],
)
def test_a_variable_is_known_inside_the_form_that_binds_it(body: str, expected: list[str]) -> None:
    assert errors(f"(do ({body}))") == expected


def test_an_inner_binding_hides_an_outer_one_which_comes_back() -> None:
    body = "(all player 'X (do ((all (A, B) 'X (inc (game sto 'X))) (inc ('X sto SCORE) (+ (game sto A) (game sto B))))))"
    assert errors(body) == []
    found = checked(program(body)).program
    assert found is not None
    slots = [e.slot for e in found.walk() if e.form == "var" and e.value == "X"]
    assert slots[0] != slots[1]


def test_an_unknown_variable_is_told_with_what_was_meant() -> None:
    assert sentences("(do ((all player 'PLAYER (inc ('PLAYR sto SCORE) (pid 'PLAYER)))))") == [
        "RCY023 the variable 'PLAYR is not known here | did you mean `PLAYER`?"
    ]


def test_a_variable_that_is_gone_is_told_with_where_it_was_known() -> None:
    (said,) = sentences("(do (\n(all player 'P (inc ('P sto SCORE)))\n(inc ('P sto SCORE))))")
    assert said.endswith("| 'P of line 10 is only known inside the form that binds it")


def test_the_variable_of_put_points_is_known_in_the_whole_file() -> None:
    body = "(do ((set (game sto N) (sum (game iloc STOCK) using 'WORTH))\n(put points 'WORTH (((RANK (ACE)) 1)))))"
    assert errors(body, dialect="0.4") == []


def test_a_constant_is_declared_once_and_needs_earlier_ones() -> None:
    play = "(do ((set (game sto N) (+ 'A 'B))))"
    assert errors(play, "(declare 1 'A) (declare (+ 'A 1) 'B)") == []
    assert errors(play, "(declare (+ 'B 1) 'A) (declare 1 'B)") == ["RCY023"]
    assert errors(play, "(declare 1 'A) (declare 2 'A) (declare 1 'B)") == ["RCY035"]
    assert errors(play, "(declare (random 6) 'A) (declare 1 'B)") == ["RCY019"]
    assert errors(play, "(declare 1) (declare 1 'A) (declare 1 'B)") == ["RCY021"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("-7", -7),
        ("(+ 1 2 3)", 6),
        ("(* 2 3 4)", 24),
        ("(- 2 5)", -3),
        ("(// -7 2)", -3),
        ("(% -7 2)", -1),
        ("(mod 7 -2)", 1),
        ("(^ 2 10)", 1024),
        ("(^ 1 1000000000000)", 1),
        ("(^ -1 1000000000001)", -1),
        ("(tri 4)", 10),
        ("(fib 10)", 55),
        ("(size (A, B, C))", 3),
        ("(size (range 1..5))", 5),
        ("HEARTS", "HEARTS"),
        ("(A, B)", ("A", "B")),
        ("(A)", ("A",)),
        ("(range 2 .. 4)", (2, 3, 4)),
        ("4..2", ()),
        ("(== 1 1)", True),
        ("(and (== 1 1) (< 2 1))", False),
        ("(or (> 1 2) (not (!= A B)))", False),
        ("(== A A)", True),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
    ],
)
def test_constants_are_computed(text: str, value: object) -> None:
    found = checked(program("(do ((let 'X 'Y (turn pass))))", f"(declare {text} 'X)"))
    assert found.program is not None, found.errors
    assert found.program.parameters[0].value == value
    assert type(found.program.parameters[0].value) is type(value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9223372036854775808", "RCY009"),
        ("-9223372036854775809", "RCY009"),
        ("9" * 5000, "RCY009"),
        ("(+ 9223372036854775807 1)", "RCY019"),
        ("(^ 10 30)", "RCY019"),
        ("(^ 2 -1)", "RCY019"),
        ("(// 1 0)", "RCY019"),
        ("(fib 1000000000)", "RCY019"),
    ],
)
def test_constants_that_cannot_be_computed(text: str, expected: str) -> None:
    assert expected in errors("(do ((set (game sto N) 'X)))", f"(declare {text} 'X)")


# Seats and settings from outside (§2)

TABLE = """\
(game
  (declare 4 'SEATS)
  (declare (ACE, KING) 'RANKS)
  (setup
    (create players 'SEATS)
    (create teams {teams})
    (create deck (game iloc STOCK) (deck (RANK ('RANKS)))))
  (do ((inc ((0 player) sto SCORE) (+ 'SEATS (size player)))))
  (scoring max ((current player) sto SCORE)))
"""


def test_a_declared_number_of_seats_follows_the_call() -> None:
    program = made(TABLE.format(teams="(0) (1) (2) (3)"), seats=6)
    assert program.seats == 6
    assert program.seats_parameter == "SEATS"
    assert [p.value for p in program.parameters if p.name == "SEATS"] == [6]


def test_teams_of_one_are_ignored_with_another_number_of_seats() -> None:
    assert made(TABLE.format(teams="(0) (1) (2) (3)"), seats=2).teams == ((0,), (1,))
    assert made(TABLE.format(teams="(1) (2) (3) (4)"), seats=3).teams == ((0,), (1,), (2,))


def test_other_teams_must_fit_the_seats() -> None:
    found = checked(TABLE.format(teams="(0, 2) (1, 3)"), seats=3)
    assert [f.code for f in found.errors] == ["RCY026"]


def test_declared_constants_can_be_set() -> None:
    assert made(TABLE.format(teams="(0)"), settings={"SEATS": 5}).seats == 5
    assert made(TABLE.format(teams="(0)"), settings={"RANKS": ("A", "B", "C")}).cards == 3


def test_too_many_seats_are_an_error_of_the_program() -> None:
    assert [f.code for f in checked(TABLE.format(teams="(0)"), seats=17).errors] == ["RCY030"]


# Dialects (§3.5)


def told(body: str, comment: str = "") -> str:
    """The dialect that a program is found to be in."""
    text = f"{comment}\n(game {SETUP} {body} {SCORING})"
    found = checked(text)
    assert not found.errors, found.errors
    return found.dialect.value


@pytest.mark.parametrize(
    "sign",
    [
        "(put points 'P (((RANK (ACE)) 1)))",
        "(set (game sto N) (mod 7 2))",
    ],
)
def test_signs_of_the_oldest_dialect(sign: str) -> None:
    assert told(sign) == "0.4"


@pytest.mark.parametrize(
    "sign",
    [
        "(set (game points P) (((RANK (ACE)) 1)))",
        "(set (game points P) (((RANK : ACE) 1)))",
        "(set (game str S) ACE)",
        "(set (game sto N) (size (partition RANK (game iloc STOCK))))",
        "(set (game sto N) (size (subsets (game iloc STOCK))))",
        "(set (game sto N) (size (game oloc STOCK)))",
        "(set (game sto N) (size (game vloc STOCK 2)))",
        "(set (game sto N) (size (top 2 (game iloc STOCK))))",
        "(inc (game sto N))",
        "(swap (game iloc STOCK) (game vloc STOCK))",
        "(set (game sto N) (% 7 2))",
        "(set (game sto N) (random 7))",
        "(shuffle faro (game iloc STOCK) (game vloc STOCK))",
    ],
)
def test_signs_of_later_dialects(sign: str) -> None:
    assert told(sign) == "0.6"


def test_a_comment_decides_before_all_signs() -> None:
    sign = "(set (game points P) (((RANK : ACE) 1)))"
    assert told(sign, ";; dialect: 0.4") == "0.4"
    assert told(sign, ";; Dialect: 0.5.10.") == "0.5.10"
    assert told(sign, "; dialect: 0.6+") == "0.6"


def test_the_caller_decides_before_everything() -> None:
    text = f";; dialect: 0.4\n(game {SETUP} {PLAY} {SCORING})"
    assert checked(text, dialect=Dialect.V05).dialect is Dialect.V05


def test_an_unknown_dialect_is_told() -> None:
    assert codes(f";; dialect: 7\n(game {SETUP} {PLAY} {SCORING})") == ["RCY120"]


@pytest.mark.parametrize(("dialect", "last"), [("0.4", 2), ("0.5", 3), ("0.5.10", 3), ("0.6", 3)])
def test_the_end_of_a_range_is_left_out_in_the_oldest_dialect_only(dialect: str, last: int) -> None:
    assert expression("(range 1 .. 3)", dialect=dialect).args[1].value == last
    assert expression("1..3", dialect=dialect).args[1].value == last


def test_the_end_of_random_is_never_left_out() -> None:
    assert expression("(random 1 .. 3)", dialect="0.4").args[1].value == 3


@pytest.mark.parametrize(
    ("signs", "expected"),
    [
        ("", ["RCY111"]),
        ("(set (game sto M) (mod 7 2))", []),
        ("(inc (game sto M))", []),
        ("(inc (game sto M) (mod 7 2)) (inc (game sto M))", ["RCY111"]),
    ],
)
def test_a_range_is_doubtful_without_signs_or_with_both(signs: str, expected: list[str]) -> None:
    text = f"(game {SETUP} (do ({signs} (all (range 1 .. 3) 'N (inc ((0 player) sto S) 'N)))) (scoring max (+ ((0 player) sto S) (game sto M))))"
    assert [code for code in codes(text) if code not in ("RCY104", "RCY105")] == expected


# Spellings of one meaning


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(range 1 .. 3)", "1..3"),
        ("(% 7 2)", "(mod 7 2)"),
        ("(partition SUIT (game iloc STOCK))", "(partition (game iloc STOCK) SUIT)"),
        ("(game vloc PILE)", "(game vloc PILE 0)"),
    ],
)
def test_two_spellings_mean_the_same(one: str, other: str) -> None:
    assert expression(one) == expression(other)


def test_awards_may_be_written_in_every_published_way() -> None:
    ways = [
        "(((RANK (ACE)) 1))",
        "(((RANK : ACE) 1))",
        "((RANK : ACE) 1)",
        "((RANK (ACE)) 1)",
        "(((RANK : (ACE)) 1))",
    ]
    programs = [
        made(program(f"(do ((set (game points P) {way}) (inc ((0 player) sto SCORE) (sum (game iloc STOCK) using (game points P)))))"))
        for way in ways
    ]  # fmt: skip
    assert all(p == programs[0] for p in programs)


def test_a_stage_may_leave_out_the_word_end() -> None:
    body = "(stage player {} (do ((inc ((current player) sto SCORE)))))"
    bare, full = (
        made(program(body.format(end)))
        for end in ("(> ((0 player) sto SCORE) 3)", "(end (> ((0 player) sto SCORE) 3))")
    )
    assert bare == full
    assert [f.code for f in bare.findings] == ["RCY113"]


def test_programs_differ_when_their_meaning_does() -> None:
    one, other = (made(program(f"(do ((inc ((0 player) sto SCORE) {n})))")) for n in (1, 2))
    assert one != other
    assert hash(one.body[0]) != hash(other.body[0])


# Warnings that a comment accepts


def test_a_comment_on_the_line_accepts_a_warning() -> None:
    assert warnings("(do ((all player 'P (turn pass)))) ; allow RCY101") == ["RCY105"]
    assert warnings("(do ((all player 'P (turn pass)))) ;; allow: RCY101, RCY105") == ["RCY105"]


def test_a_comment_on_the_line_before_accepts_a_warning() -> None:
    assert warnings(";; allow RCY101\n(do ((all player 'P (turn pass))))") == ["RCY105"]


def test_a_comment_accepts_nothing_else() -> None:
    assert warnings("; allow RCY102\n(do ((all player 'P (turn pass))))") == ["RCY101", "RCY105"]
    assert warnings("; allow RCY101\n\n(do ((all player 'P (turn pass))))") == ["RCY101", "RCY105"]
    assert warnings("; we allow RCY101\n(do ((all player 'P (turn pass))))") == ["RCY101", "RCY105"]


def test_errors_cannot_be_accepted() -> None:
    assert errors("(shufle) ; allow RCY020") == ["RCY020"]


def test_the_first_comment_is_the_title() -> None:
    assert made(f";;\n;; Agram\n;; A game.\n(game {SETUP} {PLAY} {SCORING})").title == "Agram"
    assert made(f"(game {SETUP} {PLAY} {SCORING})").title == ""
