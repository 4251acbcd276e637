"""Games of drawing and discarding by their rule sheets: the turn, what may be laid where, what it counts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from croupier.interpreter.on_table import GameOnTable, OnTable
from library.sitting import choice_of, do, finish, game, look, number, rest, scores, stocked, texts

# Golf Six.


def golf(seats: int = 2, **settings: int) -> GameOnTable:
    """A game of golf."""
    return game("golf_six", seats, **settings)


def layout(seat: int, cards: str) -> dict[str, str]:
    """Six cards of a seat face up, those of the upper row first; `-` is one that is dealt face down."""
    places: dict[str, str] = {}
    for i, card in enumerate(cards.split()):
        if card != "-":
            places |= {f"{seat}.DOWN[{i}]": "", f"{seat}.UP[{i}]": card}
    return places


def green(places: Mapping[str, str], turns: int = 50, current: int = 0, **settings: int) -> OnTable:
    """Somebody's turn, with so many left in the hole."""
    made = golf(2, **settings)
    line = choice_of(made, "draw from the stock")
    return made.arrange(places, current=current, stored={"TURNS": turns}, line=line)


def test_six_cards_lie_face_down_and_everyone_turns_up_two() -> None:
    state = golf(3).start()
    assert (state.to_move, len(state.options)) == (0, 15)
    assert len(look(state, "DISCARD").split()) == 1
    do(state, "turn up 0, 3", "turn up 4, 5", "turn up 1, 2")
    assert [bool(look(state, f"1.UP[{i}]")) for i in (1, 2, 3, 4, 5)] == [False, False, False, True, True]
    assert (state.to_move, texts(state)) == (0, ["draw from the stock", "take the discard"])


def test_a_card_from_the_stock_may_be_thrown_away_but_not_one_from_the_discards() -> None:
    state = green({})
    assert "discard" in texts(do(state.copy(), "draw from the stock"))
    assert texts(do(state, "take the discard")) == [f"replace {i}" for i in range(6)]


def test_the_card_replaced_is_discarded_and_the_new_one_lies_face_up() -> None:
    state = green({"DISCARD": "♥K", "0.DOWN[2]": "♠9"})
    do(state, "take the discard", "replace 2")
    assert (look(state, "0.UP[2]"), look(state, "DISCARD"), look(state, "0.DOWN[2]")) == ("♥K", "♠9", "")
    assert state.to_move == 1


@pytest.mark.parametrize(
    ("cards", "strokes"),
    [
        ("♥A ♥3 ♥7 ♥4 ♥9 ♥10", 1 + 3 + 7 + 4 + 9 + 10),
        ("♥J ♥K ♥Q ♥8 ♠K ♥6", 10 + 8 + 10 + 6),
        ("♥J ♥9 ♥5 ♠J ♠9 ♠5", 0),
        ("♥2 ♥9 ♥5 ♠2 ♠9 ♠5", 0),
        ("♥2 ♥9 ♥5 ♠3 ♠2 ♣2", -2 + 3 + 9 - 2 + 5 - 2),
        ("♥7 ♠7 ♥8 ♥9 ♠10 ♣A", 7 + 9 + 7 + 10 + 8 + 1),
    ],
)
def test_what_six_cards_count(cards: str, strokes: int) -> None:
    state = green({**layout(0, cards), **layout(1, "♣3 ♣4 ♣5 ♣6 ♣7 ♣8"), "DISCARD": "♦K"}, turns=1)
    state = do(state, "draw from the stock", "discard")
    assert scores(state) == [strokes, 33]


def test_when_all_six_of_one_are_up_the_others_have_one_more_turn() -> None:
    places = {**layout(0, "♥A ♥3 ♥7 ♥4 ♥9 ♥10"), "DISCARD": "♦K"}
    state = do(green(places), "take the discard", "replace 0")
    assert (state.to_move, number(state, "TURNS")) == (1, 1)
    do(state, "take the discard", "replace 0")
    assert scores(state)[0] == 0 + 3 + 7 + 4 + 9 + 10


def test_a_house_may_end_the_hole_at_once() -> None:
    places = {**layout(0, "♥A ♥3 ♥7 ♥4 ♥9 ♥10"), "DISCARD": "♦K"}
    assert scores(do(green(places, LAST=0), "take the discard", "replace 0"))[0] == 33


def test_nine_holes_are_added_up_and_the_fewest_strokes_win() -> None:
    state = finish(golf(4, HOLES=9, ROUNDS=3).start(3), "take", "replace")
    assert number(state, "HOLE") == 9
    assert state.outcome is not None
    assert state.outcome.ranks.index(0) == scores(state).index(min(scores(state)))


# Lost Cities.


def cities(places: Mapping[str, str], stored: Mapping[str, int | str] | None = None) -> OnTable:
    """Seat 0 is to play a card; only these lie anywhere but in the stock."""
    made = game("lost_cities", ROUNDS=1)
    used = list(places.values())
    stock = {} if "STOCK" in places else {"STOCK": " ".join(rest(made, *used))}
    hands = {"0.HAND": "", "1.HAND": ""}
    return made.arrange({**hands, **places, **stock}, stored=stored)


def scored(trips: Mapping[str, str]) -> int:
    """What the expeditions of seat 0 count when the last card is drawn."""
    made = game("lost_cities", ROUNDS=1)
    places = {f"0.{color}": cards for color, cards in trips.items()}
    left = rest(made, *places.values())
    hand, last = left[-1], left[0]
    position = {**places, "0.HAND": hand, "STOCK": last, "1.HAND": " ".join(left[1:-1])}
    state = made.arrange(position)
    return scores(finish(state, "discard", "draw"))[0]


def test_sixty_cards_eight_in_hand_and_a_turn_is_play_or_discard_then_draw() -> None:
    made = game("lost_cities")
    assert len(made.layout.cards) == 60
    assert sum(name.endswith("WAGER") for name in made.layout.names) == 15
    state = made.start()
    assert (state.to_move, len(look(state, "0.HAND").split())) == (0, 8)
    do(state, texts(state)[-1])
    assert state.to_move == 1, "with nothing else to take the card is drawn without asking"
    assert (len(look(state, "STOCK").split()), len(look(state, "0.HAND").split())) == (43, 8)


def test_numbers_must_rise_and_wagers_come_first() -> None:
    state = cities({"0.RED": "RED-FOUR", "0.HAND": "RED-THREE RED-FIVE RED-WAGER BLUE-TEN BLUE-WAGER"})
    playable = [text for text in texts(state) if text.startswith("play")]
    assert sorted(playable) == ["play BLUE-TEN", "play BLUE-WAGER", "play RED-FIVE"]
    assert len([text for text in texts(state) if text.startswith("discard")]) == 5


def test_a_wager_may_follow_a_wager() -> None:
    state = cities({"0.RED": "RED-WAGER", "0.HAND": "RED-WAGER RED-TWO"})
    assert {text for text in texts(state) if text.startswith("play")} == {"play RED-TWO", "play RED-WAGER"}


def test_the_card_just_discarded_cannot_be_taken_but_those_of_other_colours_can() -> None:
    state = cities({"0.HAND": "RED-TWO RED-THREE", "BLUE": "BLUE-TWO", "RED": "RED-NINE"})
    do(state, "discard RED-TWO")
    assert texts(state) == ["draw", "take BLUE"]


def test_after_playing_any_discard_can_be_taken() -> None:
    state = cities({"0.HAND": "RED-TWO RED-THREE", "BLUE": "BLUE-TWO", "RED": "RED-NINE"})
    do(state, "play RED-TWO")
    assert texts(state) == ["draw", "take BLUE", "take RED"]
    do(state, "take RED")
    assert "RED-NINE" in look(state, "0.HAND").split()


@pytest.mark.parametrize(
    ("trips", "points"),
    [
        ({}, 0),
        ({"RED": "RED-TWO"}, -18),
        ({"RED": "RED-WAGER"}, -40),
        ({"RED": "RED-WAGER RED-WAGER RED-WAGER"}, -80),
        ({"RED": "RED-SIX RED-SEVEN RED-EIGHT"}, 1),
        ({"RED": "RED-WAGER RED-WAGER RED-NINE RED-TEN", "BLUE": "BLUE-TEN BLUE-NINE"}, -4),
        ({"RED": "RED-TWO RED-THREE RED-FOUR RED-FIVE RED-SIX RED-SEVEN RED-EIGHT"}, 15),
        ({"RED": "RED-WAGER RED-TWO RED-THREE RED-FOUR RED-FIVE RED-SIX RED-SEVEN RED-EIGHT"}, 50),
        (
            {
                "RED": "RED-WAGER RED-WAGER RED-WAGER RED-TWO RED-THREE RED-FOUR RED-FIVE RED-SIX RED-SEVEN "
                "RED-EIGHT RED-NINE RED-TEN"
            },
            156,
        ),
    ],
)
def test_what_expeditions_count(trips: dict[str, str], points: int) -> None:
    assert scored(trips) == points


def test_three_rounds_are_played_and_the_leader_begins_the_next() -> None:
    made = game("lost_cities", ROUNDS=3)
    state = made.start(2)
    while number(state, "ROUND") == 1:
        offered = texts(state)
        state.apply(offered.index("draw") if "draw" in offered else 0)
    ahead = 0 if number(state, "0.SCORE") > number(state, "1.SCORE") else 1
    assert number(state, "0.SCORE") != number(state, "1.SCORE")
    assert state.to_move == ahead


# Spite and Malice.


def malice(places: Mapping[str, str]) -> OnTable:
    """A turn of seat 0, with full hands and the rest in the stock."""
    made = game("spite_and_malice")
    line = choice_of(made, "play from the hand")
    base = {"0.HAND": "♥2 ♥3 ♥4 ♥5 ♥6", "0.NEXT": "♠9", "1.NEXT": "♠10"}
    return made.arrange({**base, **places}, stored={"DONE": 0, "OVER": 0}, line=line)


def test_two_packs_twenty_goal_cards_and_five_in_hand() -> None:
    made = game("spite_and_malice")
    state = made.start()
    assert len(made.layout.cards) == 104
    for seat in range(2):
        assert len(look(state, f"{seat}.GOAL").split()) == 19
        assert len(look(state, f"{seat}.NEXT").split()) == 1
    assert len(look(state, f"{state.to_move}.HAND").split()) == 5


@pytest.mark.parametrize("seed", range(8))
def test_the_higher_goal_card_begins(seed: int) -> None:
    state = game("spite_and_malice").start(seed)
    order = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    heights = [order.index(look(state, f"{seat}.NEXT")[1:]) for seat in range(2)]
    assert heights[state.to_move or 0] == max(heights)


def test_a_stack_begins_with_an_ace_and_goes_up_whatever_the_suits() -> None:
    state = malice({"0.HAND": "♥A ♥2 ♥4 ♥5 ♥6", "STACK": "♠A"})
    played = [text for text in texts(state) if text.startswith("play")]
    assert played == ["play from the hand ♥A, 1", "play from the hand ♥2, 0"]


def test_kings_stand_for_any_card() -> None:
    state = malice({"0.HAND": "♥K ♥7 ♥7 ♥5 ♥6", "STACK": "♠A ♠2 ♠3 ♠4 ♠5 ♣6"})
    kings = [text for text in texts(state) if text.startswith("play from the hand ♥K")]
    assert kings == ["play from the hand ♥K, 0", "play from the hand ♥K, 1"]
    do(state, "play from the hand ♥K, 0")
    assert not [text for text in texts(state) if text.startswith("play from the hand ♥7")]


def test_the_goal_card_shows_the_next_one() -> None:
    state = malice({"0.NEXT": "♥A"})
    below = look(state, "0.GOAL").split()[-1]
    do(state, "play the goal card to stack 0")
    assert (look(state, "0.NEXT"), state.to_move) == (below, 0)


def test_only_the_top_of_a_pile_can_be_played() -> None:
    state = malice({"0.PILE": "♣A ♣2", "0.PILE[1]": "♣2 ♣A"})
    played = [text for text in texts(state) if text.startswith("play from the pile")]
    assert len(played) == 1
    do(state, played[0])
    assert look(state, "0.PILE[1]") == "♣2"


def test_a_discard_ends_the_turn_and_the_hand_is_filled_up_at_the_next() -> None:
    state = do(malice({"1.HAND": "♦2 ♦3"}), "discard ♥2, 0")
    assert (state.to_move, look(state, "0.PILE")) == (1, "♥2")
    assert len(look(state, "1.HAND").split()) == 5


def test_whoever_plays_the_whole_hand_draws_five_and_goes_on() -> None:
    state = malice({"0.HAND": "♥2 ♥3", "STACK": "♠A"})
    do(state, "play from the hand ♥2, 0", "play from the hand ♥3, 0")
    assert (state.to_move, len(look(state, "0.HAND").split())) == (0, 5)


def test_a_queen_completes_a_stack_which_goes_back_to_the_stock() -> None:
    state = malice({"STACK": "♠A ♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8 ♠9 ♠10 ♠J", "0.NEXT": "♣Q"})
    before = len(look(state, "STOCK").split())
    do(state, "play the goal card to stack 0")
    assert (look(state, "STACK"), len(look(state, "STOCK").split())) == ("", before + 12)


def test_the_last_goal_card_wins() -> None:
    made = game("spite_and_malice")
    stock = " ".join(rest(made, "♥A ♥2 ♥3 ♥4 ♥5 ♥6 ♠10"))
    state = malice({"0.NEXT": "♥A", "0.GOAL": "", "1.GOAL": "", "STOCK": stock})
    assert scores(do(state, "play the goal card to stack 0")) == [0, 1]


# Rummy.


def rummy(
    places: Mapping[str, str],
    stored: Mapping[str, int | str] | None = None,
    *,
    label: str = "discard",
    seats: int = 2,
    **settings: int,
) -> OnTable:
    """A turn of seat 0 at the choice with that label; what is not named is in the stock."""
    made = game("rummy", seats, **settings)
    hands = {f"{seat}.HAND": "♣10 ♣Q" for seat in range(1, 2)} | {
        f"{seat}.HAND": "" for seat in range(2, seats)
    }
    position = {**hands, "DISCARD": "", "TAKEN": "", **places}
    position.setdefault("STOCK", " ".join(rest(made, *position.values())))
    return made.arrange(position, stored=stored, line=choice_of(made, label))


def laid(state: OnTable, word: str) -> list[str]:
    """The options that begin with a word, without it."""
    return [text.removeprefix(word).strip() for text in texts(state) if text.startswith(word)]


@pytest.mark.parametrize(("seats", "cards"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_how_many_cards_are_dealt_at_rummy_and_who_begins(seats: int, cards: int) -> None:
    state = game("rummy", seats).start()
    assert [len(look(state, f"{seat}.HAND").split()) for seat in range(seats)] == [cards] * seats
    assert (state.to_move, texts(state)) == (0, ["draw from the stock", "take the discard"])


def test_sets_and_sequences_can_be_melded() -> None:
    state = rummy({"0.HAND": "♥5 ♠5 ♣5 ♥6 ♥7 ♥A ♦K"})
    assert laid(state, "meld the set") == ["♥5+♠5+♣5"]
    assert laid(state, "meld the sequence") == ["♥5+♥6+♥7"]


def test_the_ace_is_low() -> None:
    assert laid(rummy({"0.HAND": "♥A ♥2 ♥3 ♠9"}), "meld the sequence") == ["♥A+♥2+♥3"]
    assert not laid(rummy({"0.HAND": "♥A ♥Q ♥K ♠9"}), "meld the sequence")


def test_one_meld_a_turn_unless_the_house_allows_more() -> None:
    hand = "♥5 ♠5 ♣5 ♥7 ♥8 ♥9 ♦K"
    state = do(rummy({"0.HAND": hand}), "meld the set ♥5+♠5+♣5")
    assert not laid(state, "meld")
    state = do(rummy({"0.HAND": hand}, MELDS=9), "meld the set ♥5+♠5+♣5")
    assert laid(state, "meld") == ["the sequence ♥7+♥8+♥9"]


def test_cards_are_laid_off_where_they_fit() -> None:
    melds = {"MELD": "♥5 ♠5 ♣5", "MELD[1]": "♥7 ♥8 ♥9"}
    state = rummy({**melds, "0.HAND": "♦5 ♥6 ♥10 ♥4 ♠8 ♠10 ♥J"})
    assert {text.split(",")[0] for text in laid(state, "lay off")} == {"♦5", "♥6", "♥10"}
    do(state, next(text for text in texts(state) if text.startswith("lay off ♥10")))
    assert "♥J" in {text.split(",")[0] for text in laid(state, "lay off")}


def test_the_card_taken_cannot_be_discarded_in_the_same_turn() -> None:
    state = rummy({"0.HAND": "♦2 ♦9", "DISCARD": "♠K"}, label="take the discard")
    do(state, "take the discard")
    assert laid(state, "discard") == ["♦2", "♦9"]


def test_a_card_drawn_from_the_stock_can() -> None:
    made = game("rummy", 2)
    stock = stocked(made, "♠K", "♦2 ♦9 ♣10 ♣Q ♠2")
    state = rummy({"0.HAND": "♦2 ♦9", "DISCARD": "♠2", "STOCK": stock}, label="take the discard")
    do(state, "draw from the stock")
    assert laid(state, "discard") == ["♦2", "♦9", "♠K"]


def test_the_winner_scores_what_the_others_hold() -> None:
    state = rummy({"0.HAND": "♦9", "1.HAND": "♣10 ♣Q ♣A ♣4"}, {"0.OPENED": 1})
    assert scores(state) == [25, 0], "the last card is discarded without asking"


def test_going_out_in_one_turn_is_paid_double() -> None:
    state = rummy({"0.HAND": "♥5 ♠5 ♣5", "1.HAND": "♣10 ♣Q ♣A ♣4"}, {"0.OPENED": 0})
    assert scores(do(state, "meld the set ♥5+♠5+♣5")) == [50, 0]


def test_the_discards_are_turned_over_when_the_stock_is_used_up() -> None:
    made = game("rummy", 2)
    discards = " ".join(rest(made, "♦2 ♦9 ♣10 ♣Q"))
    state = rummy(
        {"0.HAND": "♦2 ♦9", "DISCARD": discards, "STOCK": ""}, {"RENEWED": 0}, label="take the discard"
    )
    assert texts(state) == ["turn over the discards and draw", "take the discard"]
    first = discards.split()[0]
    do(state, "turn over the discards and draw")
    assert first in look(state, "0.HAND").split()
    assert not look(state, "DISCARD")


# Gin rummy.


def gin(places: Mapping[str, str], label: str = "discard", **stored: int) -> OnTable:
    """A turn of seat 0; what is not named is in the stock."""
    made = game("gin_rummy")
    position = {"DISCARD": "♦K", "TAKEN": "", **places}
    position.setdefault("1.HAND", " ".join(rest(made, *position.values())[:10]))
    position.setdefault("STOCK", " ".join(rest(made, *position.values())))
    settings = {"OFFERS": 3, "KNOCKED": 0, **stored}
    return made.arrange(position, stored=settings, line=choice_of(made, label))


def knocks(state: OnTable) -> list[str]:
    """With which discards one may knock."""
    return sorted({text.split()[2].strip(",") for text in laid_out(state)})


def laid_out(state: OnTable) -> list[str]:
    """The ways to knock."""
    return [text for text in texts(state) if text.startswith("knock")]


def test_ten_cards_each_and_the_upcard_is_offered_first() -> None:
    state = game("gin_rummy").start()
    assert [len(look(state, f"{seat}.HAND").split()) for seat in range(2)] == [10, 10]
    assert (state.to_move, texts(state)) == (0, ["take the discard", "decline"])


def test_if_both_decline_the_first_player_draws_from_the_stock() -> None:
    state = do(game("gin_rummy").start(), "decline")
    assert (state.to_move, texts(state)) == (1, ["take the discard", "decline"])
    do(state, "decline")
    assert state.to_move == 0
    assert len(look(state, "0.HAND").split()) == 11, "drawn without asking"


def test_the_dealer_may_take_what_the_other_has_declined() -> None:
    state = do(game("gin_rummy").start(), "decline", "take the discard")
    assert state.to_move == 1
    do(state, texts(state)[0])
    assert (state.to_move, texts(state)) == (0, ["take the discard", "draw from the stock"])


def test_knocking_needs_ten_or_less_unmatched() -> None:
    # Two melds; unmatched are 7, 9, 2, 5 and the king.
    assert not knocks(gin({"0.HAND": "♥A ♥2 ♥3 ♠4 ♣4 ♦4 ♠7 ♠9 ♣2 ♣5 ♦K", "DISCARD": "♦Q"}))
    assert knocks(gin({"0.HAND": "♥A ♥2 ♥3 ♠4 ♣4 ♦4 ♠7 ♣A ♣2 ♦2 ♦K", "DISCARD": "♦Q"})) == []
    small = gin({"0.HAND": "♥A ♥2 ♥3 ♠4 ♣4 ♦4 ♥4 ♠7 ♣A ♣2 ♦K", "DISCARD": "♦Q"})
    assert knocks(small) == ["♦K"]


def test_a_card_counts_in_one_meld_only() -> None:
    # The three of hearts would be needed by both melds.
    state = gin({"0.HAND": "♥A ♥2 ♥3 ♠3 ♣3 ♠J ♣A ♦A ♠A ♣2 ♦K", "DISCARD": "♦Q"})
    for text in laid_out(state):
        done = do(state.copy(), text)
        melds = " ".join(look(done, f"0.MELD[{i}]" if i else "0.MELD") for i in range(4)).split()
        assert len(melds) == len(set(melds))


def knocked(hand: str, other: str) -> OnTable:
    """Seat 0 discards the king of diamonds and knocks with the rest."""
    state = gin({"0.HAND": f"{hand} ♦K", "1.HAND": other, "DISCARD": "♦Q"})
    return do(state, next(text for text in laid_out(state) if text.startswith("knock with ♦K")))


NINE = "♥A ♥2 ♥3 ♠4 ♣4 ♦4 ♠6 ♠7 ♠8 "


def test_the_knocker_scores_the_difference() -> None:
    state = knocked(NINE + "♣9", "♠K ♥J ♦9 ♣7 ♠5 ♥6 ♦A ♣Q ♥8 ♥10")
    finish(state, "lay out", "lay off no more")
    assert scores(state) == [10 + 10 + 9 + 7 + 5 + 6 + 1 + 10 + 8 + 10 - 9, 0]


def test_cards_are_laid_off_on_the_melds_of_the_knocker() -> None:
    state = knocked(NINE + "♣9", "♠K ♥J ♦9 ♣7 ♠5 ♥4 ♦A ♣Q ♥8 ♥10")
    assert state.to_move == 1
    while "lay off no more" not in texts(state):
        do(state, texts(state)[0])
    places = {text.split()[2].strip(",") for text in texts(state) if text.startswith("lay off ♥")}
    assert places == {"♥4"}
    assert any(text.startswith("lay off ♠5") for text in texts(state))
    do(state, next(text for text in texts(state) if text.startswith("lay off ♠5")), "lay off no more")
    assert scores(state) == [10 + 10 + 9 + 7 + 4 + 1 + 10 + 8 + 10 - 9, 0]


def test_an_undercut_pays_the_other_player_even_with_equal_cards() -> None:
    state = knocked(NINE + "♣9", "♦5 ♥5 ♣5 ♠J ♥J ♦J ♥7 ♥8 ♥9 ♦9")
    do(state, max(texts(state), key=len))
    assert scores(finish(state, "lay off no more")) == [0, 25]


def test_gin_is_paid_extra_and_nothing_can_be_laid_off() -> None:
    state = knocked(NINE + "♠9", "♠K ♥J ♦9 ♣7 ♠5 ♥4 ♦A ♣Q ♥8 ♠10")
    assert scores(finish(state, "lay out")) == [10 + 10 + 9 + 7 + 5 + 4 + 1 + 10 + 8 + 10 + 25, 0]


def test_the_card_taken_from_the_discards_stays() -> None:
    state = gin({"0.HAND": "♥A ♥2 ♥3 ♠4 ♣4 ♦4 ♠7 ♠9 ♣2 ♣5", "DISCARD": "♦K"}, "take the discard")
    do(state, "take the discard")
    assert "discard ♦K" not in texts(state)
    assert len(texts(state)) == 10


def test_without_a_knock_the_deal_ends_with_two_cards_in_the_stock() -> None:
    made = game("gin_rummy")
    hands = {"0.HAND": "♥A ♥K ♥5 ♠4 ♣8 ♦Q ♠7 ♠9 ♣2 ♦J ♦6", "1.HAND": "♠K ♥J ♦9 ♣7 ♠5 ♥3 ♦A ♣Q ♠8 ♥6"}
    left = rest(made, *hands.values())
    state = gin({**hands, "STOCK": " ".join(left[:2]), "DISCARD": " ".join(left[2:])})
    assert scores(do(state, "discard ♥K")) == [0, 0]
