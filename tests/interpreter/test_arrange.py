"""Positions built from card texts (`game.arrange`)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import Status
from croupier.interpreter.arrange import ArrangementError
from croupier.interpreter.on_table import GameOnTable
from interpreter.small import Played, game
from playing import game_at
from strategies import some_programs

AGRAM = recycle_game("agram", seats=2)


def texts(made: GameOnTable, places: dict[str, str], current: int = 0) -> list[str]:
    """The options in a position."""
    return [option.text for option in made.arrange(places, current=current).options]


def test_the_leader_of_a_trick_can_play_any_card() -> None:
    state = AGRAM.arrange({"0.HAND": "♥9 ♠3", "1.HAND": "♥10 ♠4"})
    assert (state.to_move, [option.key for option in state.options]) == (0, ["0(♥9)", "0(♠3)"])


def test_a_copy_in_memory_is_one_of_a_card_that_lies_somewhere() -> None:
    position = {"0.TRICK": "♥9", "LEAD": "♥9", "0.HAND": "♣3", "1.HAND": "♥10 ♠4 ♥3"}
    assert texts(AGRAM, position, current=1) == ["follow with ♥3", "follow with ♥10"]


def test_who_cannot_follow_suit_plays_any_card() -> None:
    position = {"0.TRICK": "♥9", "LEAD": "♥9", "0.HAND": "♣3", "1.HAND": "♣10 ♠4"}
    assert texts(AGRAM, position, current=1) == ["play ♣10", "play ♠4"]


@pytest.mark.parametrize(
    "word", ["♥10", "10♥", "10H", "H10", "h10", "TEN-HEARTS", "HEARTS-TEN", "hearts-ten"]
)
def test_a_playing_card_can_be_written_in_many_ways(word: str) -> None:
    assert Played(AGRAM.arrange({"0.HAND": f"{word} ♣3"}))["0.HAND"] == "♣3 ♥10"


PLACES = game(
    """(choice (
      (any ((current player) iloc HAND) 'C (move 'C (top ((team (current player)) vloc WON))))
      (any (indexed game vloc BED) 'B (move (top 'B) (top ((current team) oloc BACK 1))))
      (inc ((current player) sto SCORE))
      (inc ((current team) sto SCORE))
      (inc (game sto TURNS))
      (set ((current player) str WORD) (game str WORD))))""",
    seats=4,
    teams="(create teams (0, 2) (1, 3))",
)


def test_places_of_the_table_of_seats_and_of_teams_with_and_without_index() -> None:
    played = Played(
        PLACES.arrange({"1.HAND": "♥A ♠A", "T1.WON": "♥2", "BED[3]": "♥3 ♠3", "T0.BACK[1]": "♠4"})
    )
    assert (played["1.HAND"], played["T1.WON"], played["BED[3]"], played["T0.BACK[1]"]) == (
        "♥A ♠A",
        "♥2",
        "♥3 ♠3",
        "♠4",
    )
    assert played["STOCK"] == "♠2 ♥4"


def test_a_place_holds_exactly_the_cards_given_in_the_order_given() -> None:
    assert Played(PLACES.arrange({"STOCK": "♠4 ♥A", "BED": "♠A ♥2 ♠2 ♥3 ♠3 ♥4"}))["STOCK"] == "♠4 ♥A"


def test_what_lay_in_a_place_goes_where_the_others_came_from() -> None:
    before = AGRAM.start()
    hand = Played(before)["0.HAND"].split()
    other = next(card for card in Played(before)["1.HAND"].split())
    played = Played(AGRAM.arrange({"0.HAND": f"{' '.join(hand[1:])} {other}"}))
    assert hand[0] in played["1.HAND"].split()
    assert len(played["1.HAND"].split()) == 6


def test_integers_and_strings_can_be_stored() -> None:
    state = PLACES.arrange({}, stored={"TURNS": 7, "0.SCORE": 2, "T1.SCORE": -3, "WORD": "HEARTS"}, current=1)
    assert [option.text for option in state.options] == [
        "set SCORE to 1",
        "set team 0's SCORE to 1",
        "set TURNS to 8",
        "set WORD to HEARTS",
    ]
    played = Played(state)
    assert (played.number("0.SCORE"), played.number("T1.SCORE")) == (2, -3)


def test_the_decision_can_be_that_of_a_line() -> None:
    made = recycle_game(
        """;; dialect: 0.6
(game
  (setup (create players 2) (create deck (game vloc STOCK) (deck (A (ONE, TWO)))))
  (stage player (end (== (game sto X) 2))
    (choice ((turn pass) (inc (game sto X))))
    (let (top (game vloc STOCK)) 'C
      (choice ((move 'C (bottom (game vloc STOCK))) (set (game sto X) 2)))))
  (scoring max 0))
"""
    )
    assert [o.text for o in made.arrange({}).options] == ["pass", "set X to 1"]
    there = made.arrange({"STOCK": "TWO ONE"}, line=7, current=1)
    assert [o.text for o in there.options] == ["move ONE to the bottom of STOCK", "set X to 2"]
    there.apply(0)
    assert (there.to_move, there.options[0].text) == (0, "pass")
    with pytest.raises(ArrangementError, match="there is no choice at line 3; there are some at 5, 7"):
        made.arrange({}, line=3)


def test_a_position_without_options_or_with_one_goes_on_as_in_play() -> None:
    stuck = game("(choice ((any (game vloc STOCK) 'C (move 'C (top (game vloc PILE))))))", seats=2)
    state = stuck.arrange({"STOCK": "", "PILE": "♥A ♠A ♥2 ♠2 ♥3 ♠3 ♥4 ♠4"})
    assert state.outcome is not None
    assert state.outcome.status is Status.STUCK
    forced = stuck.arrange({"STOCK": "♥A", "PILE": "♠A ♥2 ♠2 ♥3 ♠3 ♥4 ♠4"})
    assert forced.outcome is not None
    assert (forced.outcome.status, forced.forced) == (Status.FINISHED, 1)


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ({"HAND": "♥A"}, "'HAND': the game has no such place; there are BED, HEAP, PILE, SEEN, STOCK"),
        ({"0.HAMD": "♥A"}, "'0.HAMD': the game has no such place; did you mean `HAND`?"),
        ({"4.HAND": "♥A"}, "'4.HAND': there is no player 4: they count from 0 to 3"),
        ({"T2.WON": "♥A"}, "'T2.WON': there is no team 2: they count from 0 to 1"),
        ({"BED[256]": "♥A"}, "'BED[256]': indices go from 0 to 255"),
        ({"the bed": "♥A"}, "'the bed' is not a place such as STOCK, 0.HAND, T1.PILE or BED[2]"),
        ({"0.HAND": "♥9"}, "no card is called '♥9'; cards are written like ♥A"),
        ({"0.HAND": "TREE-HEARTS"}, "no card is called 'TREE-HEARTS'; cards are written like ♥A"),
        ({"0.HAND": "♥A ♥A"}, "'♥A' is used more often than the deck has it (1)"),
        ({"0.HAND": "♥A", "1.HAND": "♥A"}, "'♥A' is used more often than the deck has it (1)"),
        ({"STOCK": ""}, "♥A has no place left to go to: name one for it"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_reason(places: dict[str, str], message: str) -> None:
    with pytest.raises(ArrangementError) as refused:
        PLACES.arrange(places)
    assert str(refused.value) == message


def test_a_name_under_two_visibilities_needs_its_visibility() -> None:
    made = game("(choice ((move (top (game vloc STOCK)) (top (game iloc STOCK))) (turn pass)))")
    with pytest.raises(ArrangementError, match="may be several places: say STOCK:vloc or STOCK:iloc"):
        made.arrange({"STOCK": "♥A"})
    assert made.arrange({"STOCK:iloc": "♥A ♠A"}).options[0].text == "move ♠4 to STOCK"


def test_of_cards_called_alike_those_stay_that_lie_there_already() -> None:
    deck = "(deck (RANK (ACE, KING)))"
    made = game(
        "(all player 'P (repeat 2 (move (top (game vloc STOCK)) (top ('P iloc HAND)))))",
        "(choice ((turn pass) (inc (game sto X))))",
        deck=f"(create deck RED (game vloc STOCK) {deck}) (create deck BLUE (game vloc STOCK) {deck})",
    )
    state = made.arrange({"0.HAND": "ACE KING", "1.HAND": "ACE KING"})
    backs = {made.layout.pack.backs[card] for card in state.table.cards[_hand(made)]}
    assert backs == {"BLUE"}


def _hand(made: GameOnTable) -> int:
    return next(i for i, place in enumerate(made.layout.places) if str(place) == "0.HAND")


def test_seats_and_stored_names_are_held_against_the_game() -> None:
    with pytest.raises(ArrangementError, match="there is no seat 4: they count from 0 to 3"):
        PLACES.arrange({}, current=4)
    with pytest.raises(ArrangementError, match="stores no such integer; did you mean `TURNS`"):
        PLACES.arrange({}, stored={"TURN": 1})
    with pytest.raises(ArrangementError, match="stores no such string; there are WORD"):
        PLACES.arrange({}, stored={"TURNS": "ONE"})


def test_a_game_without_a_decision_cannot_be_arranged() -> None:
    with pytest.raises(ArrangementError, match="the game comes to no decision: played to the end"):
        game("(turn pass)").arrange({})


@pytest.mark.slow
@pytest.mark.parametrize("path", some_programs(0), ids=lambda path: path.stem)
def test_arranging_the_cards_as_they_lie_changes_nothing_and_loses_none(path: Path) -> None:
    made = game_at(path)
    state = made.start(5)
    if state.outcome is not None or state.decisions > 1:
        pytest.skip("the first decision is forced, or there is none")
    names = {
        i: f"{made.layout.places[i]}:{made.layout.places[i].kind}" for i in range(len(state.table.cards))
    }
    places = {
        names[i]: " ".join(made.layout.names[card] for card in pile)
        for i, pile in enumerate(state.table.cards)
        if pile
    }
    again = made.arrange(places, current=state.to_move or 0, seed=5)
    kinds = made.layout.pack.kinds
    assert [[kinds[c] for c in pile] for pile in again.table.cards if pile] == [
        [kinds[c] for c in pile] for pile in state.table.cards if pile
    ]
    assert [o.key for o in again.options] == [o.key for o in state.options]


@pytest.mark.parametrize("path", some_programs(1), ids=lambda path: path.stem)
def test_no_card_is_lost_by_arranging(path: Path) -> None:
    made, rng = game_at(path), random.Random(path.stem)
    state = made.start(6)
    if state.outcome is not None:
        pytest.skip("there is no decision")
    piles = [i for i, pile in enumerate(state.table.cards) if pile and made.layout.places[i].kind != "mem"]
    place = rng.choice(piles)
    cards = rng.sample(
        [c for c, where in enumerate(state.table.where) if where >= 0], len(state.table.cards[place])
    )
    words = " ".join(made.layout.names[card] for card in cards)
    again = made.arrange({f"{made.layout.places[place]}:{made.layout.places[place].kind}": words}, seed=6)
    held = sorted(
        card
        for i, pile in enumerate(again.table.cards)
        if made.layout.places[i].kind != "mem"
        for card in pile
    )
    assert held == sorted(c for c, where in enumerate(again.table.where) if where >= 0)


def test_without_a_line_the_cycles_stay_as_they_are() -> None:
    made = recycle_game("leduc_poker")
    ways: list[list[int | None]] = []
    for state in (made.start(), made.arrange({})):
        ways.append([])
        for text in ("bet", "raise", "call"):
            ways[-1].append(state.to_move)
            state.apply(next(option for option in state.options if option.text == text))
        ways[-1].append(state.to_move)
    assert ways == [[0, 1, 0, 0], [0, 1, 0, 0]]


QUEUED = game(
    """(stage player (end (== (game sto TURNS) 4))
         (cycle next (2 player))
         (stage player (end (== (game sto TURNS) 2))
           (cycle next (1 player))
           (let (current player) 'P
             (choice ((inc ('P sto X)) (inc (game sto Y)))))))""",
    seats=3,
)


@pytest.mark.parametrize(("current", "cycle"), [(None, 0), (1, 1)])
def test_who_is_current_is_changed_in_the_innermost_cycle(current: int | None, cycle: int) -> None:
    table = QUEUED.arrange({}, current=current).table
    assert table.players == [[0, -1], [0, 2], [cycle, 1]]
    assert cycle in table.variables, "the variable is the player who is current now"


def test_at_a_line_the_cycles_begin_anew() -> None:
    line = next(n for n, text in enumerate(QUEUED.program.source.text.split("\n"), 1) if "(choice" in text)
    assert QUEUED.arrange({}, line=line).table.players == [[0, -1]] * 3
    assert QUEUED.arrange({}, line=line, current=2).table.players == [[2, -1]] * 3


def test_a_position_to_which_no_game_can_come() -> None:
    made = game(
        """(let (score (top (game vloc STOCK)) using (game points VALUE)) 'N
          (choice ((inc (game sto X) 'N) (turn pass))))""",
        "(move (top (game vloc STOCK)) (top (game vloc PILE)))",
    )
    with pytest.raises(ArrangementError, match="could not have come to this decision: there is no card"):
        made.arrange({"PILE": "♥A ♠A ♥2 ♠2 ♥3 ♠3 ♥4 ♠4"})


def test_where_displaced_cards_go_is_no_matter_of_what_was_played_before() -> None:
    def made() -> GameOnTable:
        return game(
            "(set (game str N) PILE)",
            "(move (top (game vloc STOCK)) (top (game hloc (game str N))))",
            "(set (game str N) HEAP)",
            "(move (top (game vloc STOCK)) (top (game hloc (game str N))))",
            "(choice ((set (game str N) HEAP) (set (game str N) PILE)))",
        )

    used, position = made(), {"PILE:vloc": "♠4", "HEAP:vloc": "♥4"}
    used.arrange({"HEAP:hloc": "♠4"})
    assert Played(used.arrange(position)).state.view(0) == Played(made().arrange(position)).state.view(0)
