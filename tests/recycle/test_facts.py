"""What a program touches: names that are computed, cards behind variables, what an action changes."""

# ruff: noqa: E501 - tables of programs, one a line

from __future__ import annotations

import pytest

from checking import checked, program
from croupier.recycle.facts import ANYWHERE, Facts, Kept
from croupier.recycle.program import Expr


def facts_of(body: str, declares: str = "") -> Facts:
    """The facts of a program with this body."""
    found = checked(program(body, declares))
    assert found.program is not None, found.errors
    return Facts(found.program)


def first(facts: Facts, form: str) -> Expr:
    """The first form of that kind, in the body if there is one."""
    return next(e for part in facts.program.body for e in part.walk() if e.form == form)


def changed(body: str) -> set[str]:
    """What a body may change, in words."""
    facts = facts_of(body)
    return {str(kept) for part in facts.program.body for kept in facts.changes(part)}


def test_the_attributes_of_all_decks() -> None:
    deck = "(create deck (game iloc STOCK) (deck (RANK ('MORE)) (COLOR (RED (SUIT (HEARTS))) (BLACK (SUIT (CLUBS))))))"
    facts = facts_of(deck, "(declare (JACK, TEN) 'MORE)")
    assert facts.attributes == {
        "RANK": {"ACE", "KING", "QUEEN", "JACK", "TEN"},
        "SUIT": {"HEARTS", "SPADES", "CLUBS"},
        "COLOR": {"RED", "BLACK"},
    }


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("PILE", {"PILE"}),
        ("'DECLARED", {"HEAP"}),
        ("'N", {"A", "B"}),
        ("'K", {"X", "Y"}),
        ("'L", {"LETTERED"}),
        ("(cardatt SUIT (top (game iloc STOCK)))", {"HEARTS", "SPADES"}),
        ("(game str WHERE)", {None}),
    ],
)
def test_the_names_that_a_computed_name_may_be(name: str, names: set[str | None]) -> None:
    around = "(all (filter (A, B) 'F (!= 'F A)) 'N (all 'LIST 'K (let LETTERED 'L {})))"
    body = around.format(
        f"(do ((set (game sto {name}) 1) (inc ((0 player) sto 'N)) (inc ((0 player) sto 'K)) (inc ((0 player) sto 'L))))"
    )
    facts = facts_of(body, "(declare HEAP 'DECLARED) (declare (X, Y) 'LIST)")
    assert {kept.name for kept in facts.kept(first(facts, "set.int").args[0])} == names


@pytest.mark.parametrize(
    ("card", "places"),
    [
        ("(top (game iloc STOCK))", {"the game's location STOCK"}),
        ("(max (union (game vloc A) (game hloc B)) using (game points P))", {"the game's location A", "the game's location B"}),
        ("(top (union (all player 'P ('P vloc TRICK))))", {"a player's location TRICK"}),
        ("(top (top (partition SUIT ((current player) iloc HAND))))", {"a player's location HAND"}),
        ("(top (filter (game vloc A) 'C (== (cardatt SUIT 'C) (cardatt SUIT (top (game vloc B))))))", {"the game's location A"}),
        ("(top (top (indexed (0 team) vloc ROW)))", {"a team's location ROW"}),
        ("(actual (top (game mem SEEN)))", {str(ANYWHERE)}),
    ],
)  # fmt: skip
def test_the_places_a_card_may_come_from(card: str, places: set[str]) -> None:
    for body in (
        f"(move {card} (top (game vloc GOAL)))",
        f"(let {card} 'X (move 'X (top (game vloc GOAL))))",
    ):
        facts = facts_of(body)
        assert {str(kept) for kept in facts.sources(first(facts, "move").args[0])} == places


def test_a_variable_over_a_collection_comes_from_where_the_collection_does() -> None:
    facts = facts_of(
        "(all ((0 player) iloc HAND) 'C (let 'C 'D (let (union (game vloc A) ((0 player) iloc HAND)) 'U (do ((move 'D (top (game vloc GOAL))) (repeat all (move (top 'U) (top (game vloc GOAL)))))))))"
    )
    one, other = (e for part in facts.program.body for e in part.walk() if e.form == "move")
    assert facts.sources(one.args[0]) == [Kept("iloc", "player", "HAND")]
    assert facts.sources(other.args[0]) == [Kept("vloc", "game", "A"), Kept("iloc", "player", "HAND")]


@pytest.mark.parametrize(
    ("action", "things"),
    [
        ("(set (game sto N) 1)", {"the game's integer N"}),
        ("(set ((current team) str S) A)", {"a team's string S"}),
        ("(set (game points P) (((RANK : ACE) 1)))", {"the game's point map P"}),
        ("(move (top (game iloc STOCK)) (top ((0 player) iloc HAND)))", {"the game's location STOCK", "a player's location HAND"}),
        ("(remember (top (game iloc STOCK)) (top (game mem LEAD)))", {"the game's memory LEAD"}),
        ("(forget (top (game mem LEAD)))", {"the game's memory LEAD"}),
        ("(shuffle (game iloc STOCK))", {"the game's location STOCK"}),
        ("(shuffle faro (game vloc A) (game vloc B))", {"the game's location A", "the game's location B"}),
        ("(swap (game vloc A) (game vloc B))", {"the game's location A", "the game's location B"}),
        ("(create deck (game vloc A) (deck (RANK (JOKER))))", {"the game's location A"}),
        ("(turn pass)", set()),
    ],
)  # fmt: skip
def test_what_an_action_changes(action: str, things: set[str]) -> None:
    assert changed(action) == things


def test_cycles_are_changed_too() -> None:
    facts = facts_of("(do ((cycle next (next player)) (cycle current (0 team))))")
    assert set(facts.changes(facts.program.body[0])) == {
        Kept("cycle", "player", ""),
        Kept("cycle", "team", ""),
    }


def test_what_meets_what() -> None:
    assert Kept("sto", "game", "N").meets(Kept("sto", "game", None))
    assert not Kept("sto", "game", "N").meets(Kept("sto", "player", "N"))
    assert not Kept("vloc", "game", "N").meets(Kept("iloc", "game", "N"))


def test_a_chain_of_doubling_variables_is_followed_once() -> None:
    chain = "(let (game iloc STOCK) 'V0 "
    chain += "".join(f"(let (union 'V{i} 'V{i}) 'V{i + 1} " for i in range(40))
    facts = facts_of(chain + "(move (top 'V40) (top (game vloc PILE)))" + ")" * 41)
    assert facts.sources(first(facts, "move").args[0]) == [Kept("iloc", "game", "STOCK")]
