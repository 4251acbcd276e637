"""The cookbook keeps its promises: each recipe is played in a small program, and so is the trap beside it.

Every trap is real, and the recipe avoids it. The checker finds nothing in the program of a recipe.
"""

from __future__ import annotations

from textwrap import indent

import pytest

from croupier.game import Status
from croupier.interpreter import RecycleGame
from croupier.interpreter.on_table import OnTable
from croupier.recycle.check import Checked, check
from croupier.recycle.format import formatted
from croupier.recycle.reader import read
from croupier.text import Severity, Source, render_all
from engine_agreement import EVENTS, assert_same_game
from library.at_the_table import asks, lies, scores, stored, take, texts
from native_games import on_both, run_by_cpython
from test_docs import ROOT, fences

PAGE = ROOT / "docs/cookbook.md"
PIECES = {(fence.verb, fence.words[1]): fence.text for fence in fences(PAGE)}
NAMES = [name for verb, name in PIECES if verb == "recipe"]

HEIGHT = (
    "(set (game points HEIGHT) (((RANK : ACE) 4) ((RANK : KING) 3) ((RANK : QUEEN) 2) ((RANK : JACK) 1)))"
)
DECK = """(create deck (game iloc STOCK) (deck
  (SUIT (HEARTS, SPADES, CLUBS))
  (RANK (JACK, QUEEN, KING, ACE))))"""


def deal(*hands: str) -> str:
    """Gives every seat these cards, such as `♥A`, whatever else is in the stock."""
    suits = {"♦": "DIAMONDS", "♥": "HEARTS", "♠": "SPADES", "♣": "CLUBS"}
    ranks = {"J": "JACK", "Q": "QUEEN", "K": "KING", "A": "ACE"}
    moves = []
    for seat, hand in enumerate(hands):
        for card in hand.split():
            moves.append(
                f"(all (filter (game iloc STOCK) 'C (and (== (cardatt SUIT 'C) {suits[card[0]]})"
                f" (== (cardatt RANK 'C) {ranks[card[1]]}))) 'D"
                f" (move 'D (top (({seat} player) iloc HAND))))"
            )
    return f"(do ({' '.join(moves)}))"


def text_of(
    *blocks: str,
    seats: int = 2,
    deck: str = DECK,
    teams: str = "",
    scoring: str = "max ((current player) sto SCORE)",
) -> str:
    """A whole small program around some blocks; it declares and sets only what they use."""
    played = "\n  ".join(blocks)
    declared = {"SEATS": seats, "PAR": 5}
    declares = " ".join(f"(declare {n} '{name})" for name, n in declared.items() if f"'{name}" in played)
    height = f"(do ({HEIGHT}))" if "points HEIGHT" in played + scoring else ""
    return f""";; dialect: 0.6
(game
  {declares}
  (setup (create players {seats}) {teams} {deck})
  {height}
  {played}
  (scoring {scoring}))
"""


TRICK = """(stage player
  (end (all player 'P (!= (size ('P vloc TRICK)) 0)))
  (choice ((any ((current player) iloc HAND) 'C (do (
    (move 'C (top ((current player) vloc TRICK)))
    ((== (size (game mem LEAD)) 0) (remember 'C (top (game mem LEAD))))))))))"""
TRUMPS = "(do ((set (game str TRUMP) CLUBS)))"
AT_THE_END = """(do (
  (inc ((owner (max (union (all player 'P ('P vloc TRICK))) using (game points HEIGHT))) sto TRICKS) 1)))"""
COINS = "(do ((all player 'P (set ('P sto COINS) 9))))"
SCORED = "max (- ((current player) sto COINS) (game sto BID))"


def program(verb: str, name: str) -> str:
    """The program around a recipe, or around its trap."""
    piece = PIECES[verb, name]
    match name:
        case "follow-suit":
            lead = "(do ((remember (top ((1 player) iloc HAND)) (top (game mem LEAD)))))"
            return text_of(
                deal("♥J ♠Q ♠K", "♥A"), lead, piece, scoring="max (size ((current player) vloc TRICK))"
            )
        case "trumps":
            played = [TRICK, piece] if verb == "recipe" else [piece, TRICK, AT_THE_END]
            return text_of(deal("♥J", "♠A"), TRUMPS, *played, scoring="max ((current player) sto TRICKS)")
        case "who-begins":
            taken = "(size ((current player) vloc TAKEN))" if verb == "recipe" else "(size (game vloc TAKEN))"
            return text_of(deal("♥J ♥Q ♥K", "♠J ♠Q ♠K", "♣J ♣Q ♣A"), piece, seats=3, scoring=f"max {taken}")
        case "bidding":
            return text_of(COINS, piece, seats=3, scoring=SCORED)
        case "hidden-bids":
            shown = "max (sum ((current player) vloc SHOWN) using (game points HEIGHT))"
            return text_of(
                deal("♥J ♥A", "♠J ♠A"),
                piece,
                scoring=shown if verb == "recipe" else "max ((current player) sto BID)",
            )
        case "passing":
            return text_of(
                deal("♥J", "♠J", "♣J"), piece, seats=3, scoring="max (size ((current player) iloc HAND))"
            )
        case "partners":
            return text_of(
                deal("♥J", "♠J", "♥Q", "♠Q"),
                piece,
                seats=4,
                teams="(create teams (0, 2) (1, 3))",
                scoring="max ((current team) sto SCORE)",
            )
        case "grids":
            corner = "(do ((move (top (game iloc STOCK)) (top (game vloc CELL 2)))))"
            filled = "max (all (range 0 .. 8) 'I (size (game vloc CELL 'I)))"
            return text_of(deal("♥J"), corner, piece, scoring=filled)
        case "drawing":
            used_up = "(do ((repeat 10 (move (top (game iloc STOCK)) (top (game vloc USED))))))"
            return text_of(used_up, piece, scoring="max (size ((current player) iloc HAND))")
        case "refilling":
            used_up = "(do ((repeat all (move (top (game iloc STOCK)) (top (game vloc DISCARD))))))"
            turns = f"(stage player (end (== (game sto TURNS) 3)) {piece} (do ((inc (game sto TURNS)))))"
            return text_of(used_up, turns, scoring="max (size ((current player) iloc HAND))")
        case "several-deals":
            return text_of(piece, seats=3)
        case "sets-and-runs":
            deck = DECK.replace("(HEARTS,", "(DIAMONDS, HEARTS,")
            return text_of(deal("♥J ♥Q ♥K ♠K ♣K ♦K"), piece, seats=1, deck=deck)
        case "equal-cards":
            drawn = "(do ((repeat all (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))))"
            rose = "(create deck (game iloc STOCK) (deck (KIND (ROSE))))"
            bees = "(repeat 3 (create deck (game iloc STOCK) (deck (KIND (BEE)))))"
            return text_of(drawn, piece, deck=f"{rose} {bees}", scoring="max (size (game vloc PILE))")
        case "house":
            return text_of(piece, seats=3)
    raise AssertionError(f"{name} is not played by any test")


def checked(verb: str, name: str) -> Checked:
    """The program of a piece, checked."""
    return check(Source(f"{verb} {name}", program(verb, name)))


def codes(name: str) -> set[str]:
    """The codes of all findings in the program of a trap."""
    return {finding.code for finding in checked("trap", name).findings}


def start(verb: str, name: str) -> OnTable:
    """The small game at its first decision, or at its end."""
    found = checked(verb, name)
    assert found.program is not None, render_all(found.errors)
    return RecycleGame(found.program, name).start(seed=1)


def both(name: str) -> tuple[OnTable, OnTable]:
    """The game with the recipe, and the game with the trap."""
    return start("recipe", name), start("trap", name)


def test_every_recipe_has_its_trap_and_its_test() -> None:
    assert [(verb, name) for name in NAMES for verb in ("recipe", "trap")] == list(PIECES)
    tested = {name for name in globals() if name.startswith("test_")}
    assert [name for name in NAMES if f"test_{name.replace('-', '_')}" not in tested] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_is_clean_and_the_same_on_both_engines(name: str) -> None:
    found = checked("recipe", name)
    assert not [f for f in found.findings if f.severity >= Severity.WARNING], render_all(found.findings)
    assert found.program is not None
    assert_same_game(*on_both(found.program, run_by_cpython), 1, depth=EVENTS)


@pytest.mark.parametrize(("verb", "name"), PIECES)
def test_a_piece_is_laid_out_as_it_would_be_in_a_game(verb: str, name: str) -> None:
    piece = indent(PIECES[verb, name], "  ")
    whole = Source(name, f"(game\n  (setup (create players 2))\n\n{piece}\n  (scoring max 0))\n")
    assert piece in formatted(read(whole)), formatted(read(whole))


@pytest.mark.parametrize("name", NAMES)
def test_a_trap_is_no_error_or_nobody_would_fall_into_it(name: str) -> None:
    assert not checked("trap", name).errors


def test_follow_suit() -> None:
    right, wrong = both("follow-suit")
    assert lies(right, "0.TRICK") == "♥J"
    # The only heart is played, which makes the second condition true.
    assert texts(wrong) == ["move ♥J, ♠Q to TRICK", "move ♥J, ♠K to TRICK"]
    assert "RCY122" in codes("follow-suit")


def test_trumps() -> None:
    right, wrong = both("trumps")
    assert scores(right) == (1, 0), "the jack of the suit led"
    assert scores(wrong) == (0, 1), "an ace thrown away"


def test_who_begins() -> None:
    right, wrong = both("who-begins")
    for state in (right, wrong):
        assert state.to_move == 0
        take(state, "move ♥J to TRICK", "move ♠J to TRICK", "move ♣A to TRICK")
    assert right.to_move == 2, "the ace has won and leads"
    assert wrong.to_move == 1, "the next seat leads"


def test_bidding() -> None:
    right, wrong = both("bidding")
    assert asks(right) == (1, ["bid", "pass"]), "seat 0 is the bidder to begin with"
    take(right, "pass", "bid", "bid")
    assert right.to_move == 2, "seat 1 has passed and is skipped"
    take(wrong, "bid", "pass", "bid", "bid")
    assert asks(wrong) == (1, ["bid", "pass"]), "seat 1 has passed and is asked again"


def test_hidden_bids() -> None:
    right, wrong = both("hidden-bids")
    take(right, "bid ♥A")
    assert right.to_move == 1
    assert right.view(1).cards("0.BID") == (None,)
    assert right.view(0).cards("0.BID") == ("♥A",)
    take(wrong, "bid ♥A")
    assert (("player", 0, "BID"), 4) in wrong.view(1).stored
    assert "RCY112" in codes("hidden-bids")


def test_passing() -> None:
    right, wrong = both("passing")
    assert [lies(right, f"{seat}.HAND") for seat in range(3)] == ["♣J", "♥J", "♠J"]
    assert lies(wrong, "0.HAND").split() == ["♥J", "♠J", "♣J"]


def test_partners() -> None:
    right, wrong = both("partners")
    assert scores(right) == (2, 2, 2, 2), "each has played one card"
    assert scores(wrong) == (4, 0, 4, 0)


def test_grids() -> None:
    right, wrong = both("grids")
    assert texts(right) == ["lay in cell 1", "lay in cell 5"]
    assert texts(wrong) == ["lay in cell 1", "lay in cell 3", "lay in cell 5"]


def test_drawing() -> None:
    right, wrong = both("drawing")
    assert scores(right) == (2, 0)
    assert wrong.outcome is not None
    assert wrong.outcome.status is Status.FAILED


def test_refilling() -> None:
    right, wrong = both("refilling")
    assert scores(right) == (2, 1)
    assert len(lies(right, "DISCARD").split()) == 1, "there is still something to match"
    assert scores(wrong) == (2, 1)
    assert lies(wrong, "DISCARD") == ""


def test_several_deals() -> None:
    right, wrong = both("several-deals")
    for state in (right, wrong):
        while state.outcome is None:
            state.apply(0)
    assert scores(right)
    assert stored(right, "DEAL") == 3
    assert wrong.outcome is not None
    assert wrong.outcome.status is Status.FAILED, "the stock did not suffice for the second deal"


def test_sets_and_runs() -> None:
    right, wrong = both("sets-and-runs")
    assert scores(right) == (10 + 3,)
    assert scores(wrong) == (4 * 10 + 4 * 3,), "four ways to take three kings, and a run for each king"


def test_equal_cards() -> None:
    right, wrong = both("equal-cards")
    assert texts(right) == ["play BEE", "play ROSE"]
    assert texts(wrong) == ["play ROSE", "play BEE", "play BEE (2)", "play BEE (3)"]


def test_house() -> None:
    right, wrong = both("house")
    for state in (right, wrong):
        movers = set()
        while state.outcome is None:
            movers.add(state.to_move)
            take(state, "leave")
        assert movers == ({0, 1} if state is right else {0, 1, 2})
    assert right.outcome is not None
    assert right.outcome.ranks == (1, 1, 0), "the house has beaten them"
    assert wrong.outcome is not None
    assert wrong.outcome.ranks == (0, 0, 0), "even with nothing at all everybody has won"
