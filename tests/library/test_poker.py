"""Poker by its rule sheet: who acts when and for how much, which hand beats which, who takes the pot."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from croupier.interpreter.on_table import OnTable
from library.sitting import do, finish, game, look, number, rest, scores, stocked, texts

pytestmark = pytest.mark.slow

# Pairs of hands, the first of which beats the second; every class of hands, and what decides within it.
BETTER = [
    ("♥A ♥K ♥Q ♥J ♥10", "♠9 ♠8 ♠7 ♠6 ♠5", "a royal flush, a straight flush"),
    ("♥6 ♥5 ♥4 ♥3 ♥2", "♠5 ♠4 ♠3 ♠2 ♠A", "a straight flush to the six, one to the five"),
    ("♠5 ♠4 ♠3 ♠2 ♠A", "♥K ♦K ♣K ♠K ♥Q", "the lowest straight flush, four kings"),
    ("♥3 ♦3 ♣3 ♠3 ♥2", "♥2 ♦2 ♣2 ♠2 ♥A", "four threes, four twos"),
    ("♥2 ♦2 ♣2 ♠2 ♥3", "♥A ♦A ♣A ♠K ♥K", "four of a kind, a full house"),
    ("♥3 ♦3 ♣3 ♠2 ♥2", "♥2 ♦2 ♣2 ♠A ♥A", "a full house goes by its triple"),
    ("♥3 ♦3 ♣3 ♠2 ♥2", "♥A ♥Q ♥9 ♥6 ♥4", "a full house, a flush"),
    ("♥A ♥7 ♥5 ♥4 ♥3", "♠K ♠Q ♠J ♠10 ♠8", "flushes by the highest card"),
    ("♥K ♥9 ♥5 ♥4 ♥3", "♠K ♠8 ♠7 ♠6 ♠5", "flushes by the second card"),
    ("♥K ♥9 ♥5 ♥4 ♥3", "♠K ♠9 ♠5 ♠4 ♠2", "flushes by the last card"),
    ("♥7 ♥5 ♥4 ♥3 ♥2", "♠A ♥K ♠Q ♠J ♠10", "a flush, a straight"),
    ("♠A ♥K ♠Q ♠J ♠10", "♣K ♥Q ♥J ♥10 ♥9", "straights by the highest card"),
    ("♠6 ♥5 ♠4 ♠3 ♠2", "♥A ♣2 ♣3 ♣4 ♣5", "in the lowest straight the ace is low"),
    ("♥A ♣2 ♣3 ♣4 ♣5", "♦A ♣A ♠A ♠K ♥Q", "a straight, three of a kind"),
    ("♥3 ♦3 ♣3 ♠4 ♥5", "♥2 ♦2 ♣2 ♠A ♥K", "triples by their rank"),
    ("♥2 ♦2 ♣2 ♠4 ♥3", "♥A ♦A ♣K ♠K ♥Q", "three of a kind, two pairs"),
    ("♥A ♦A ♣2 ♠2 ♥3", "♥K ♦K ♣Q ♠Q ♠A", "two pairs by the higher"),
    ("♥K ♦K ♣4 ♠4 ♥2", "♠K ♣K ♣3 ♠3 ♠A", "two pairs by the lower, if the higher are equal"),
    ("♥K ♦K ♣4 ♠4 ♥A", "♠K ♣K ♦4 ♥4 ♠Q", "two pairs by the fifth card"),
    ("♥2 ♦2 ♣3 ♠3 ♥4", "♥A ♦A ♣K ♠Q ♥J", "two pairs, one pair"),
    ("♥3 ♦3 ♣4 ♠5 ♥6", "♥2 ♦2 ♣A ♠K ♥Q", "pairs by their rank"),
    ("♥3 ♦3 ♣A ♠5 ♥4", "♠3 ♣3 ♣K ♠Q ♥J", "a pair by the highest other card"),
    ("♥3 ♦3 ♣A ♠6 ♥4", "♠3 ♣3 ♠A ♠5 ♣4", "a pair by the next other card"),
    ("♥3 ♦3 ♣A ♠6 ♥5", "♠3 ♣3 ♠A ♥6 ♣4", "a pair by the last other card"),
    ("♥2 ♦2 ♣3 ♠4 ♥5", "♥A ♦K ♣Q ♠J ♥9", "a pair, no pair"),
    ("♥A ♦7 ♣5 ♠3 ♥2", "♥K ♦Q ♣J ♠10 ♥8", "nothing by the highest card"),
    ("♥A ♦Q ♣J ♠10 ♥9", "♠A ♦J ♣10 ♠9 ♥8", "nothing by the second card"),
    ("♥A ♦Q ♣J ♠10 ♥9", "♠A ♥Q ♥J ♥10 ♠8", "nothing by the last card"),
    ("♥7 ♦5 ♣4 ♠3 ♥2", "", "the worst hand of all"),
    ("♥2 ♦A ♣K ♠Q ♥J", "", "king, ace and two do not make a straight"),
]  # fmt: skip
EQUAL = [
    ("♥A ♥K ♥Q ♥J ♥10", "♠A ♠K ♠Q ♠J ♠10"),
    ("♥A ♦7 ♣5 ♠3 ♥2", "♠A ♣7 ♦5 ♥3 ♦2"),
    ("♥K ♦K ♣4 ♠4 ♥A", "♠K ♣K ♦4 ♥4 ♠A"),
    ("♥5 ♦4 ♣3 ♠2 ♥A", "♠5 ♣4 ♥3 ♥2 ♠A"),
]
NOTHING = 10**16
"""Hands without as much as a pair are weaker than this."""


def shown_down(*hands: str) -> OnTable:
    """Five-card draw in which nobody bets or draws, so that every hand is shown."""
    made = game("five_card_draw", seats=len(hands))
    state = made.arrange({f"{seat}.HAND": hand for seat, hand in enumerate(hands)})
    return finish(state, "check", "keep all")


def compared(one: str, other: str) -> int:
    """By how much the first hand is stronger; they need not come from one pack."""
    apart = [number(shown_down(hand, _some_hand(hand)), "0.STRENGTH") for hand in (one, other)]
    return apart[0] - apart[1]


def _some_hand(hand: str) -> str:
    return " ".join(rest(game("five_card_draw"), hand)[:5])


@pytest.mark.parametrize(("better", "worse"), [(a, b) for a, b, _ in BETTER if b], ids=lambda hand: hand)
def test_which_hand_beats_which(better: str, worse: str) -> None:
    assert compared(better, worse) > 0
    assert compared(worse, better) < 0


@pytest.mark.parametrize("hand", [a for a, b, _ in BETTER if not b])
def test_what_is_no_more_than_high_cards(hand: str) -> None:
    assert compared(hand, "♥2 ♦2 ♣3 ♠4 ♥5") < 0
    assert number(shown_down(hand, _some_hand(hand)), "0.STRENGTH") < NOTHING


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_suits_never_decide_and_equal_hands_share_the_pot(one: str, other: str) -> None:
    assert scores(shown_down(one, other)) == [0, 0]


def test_the_best_hand_takes_all_antes() -> None:
    state = shown_down("♥A ♦7 ♣5 ♠3 ♥2", "♠2 ♣2 ♦5 ♥3 ♦4", "♠A ♣7 ♦9 ♥4 ♦3")
    assert scores(state) == [-1, 2, -1]
    assert [len(look(state, f"{seat}.SHOWN").split()) for seat in range(3)] == [5, 5, 5]


# Five-card draw.


def draw(seats: int = 3, **settings: int) -> OnTable:
    """A new game of five-card draw."""
    return game("five_card_draw", seats, **settings).start()


def test_everyone_pays_an_ante_and_has_five_cards_and_the_seat_after_the_dealer_begins() -> None:
    state = draw()
    assert (state.to_move, texts(state)) == (0, ["check", "bet"])
    assert [number(state, f"{seat}.PAID") for seat in range(3)] == [1, 1, 1]
    assert [len(look(state, f"{seat}.HAND").split()) for seat in range(3)] == [5, 5, 5]


def test_facing_a_bet_one_folds_calls_or_raises() -> None:
    state = do(draw(), "bet")
    assert (state.to_move, texts(state)) == (1, ["fold", "call", "raise"])


def test_a_round_sees_a_bet_and_three_raises_at_most() -> None:
    state = do(draw(2), "bet", "raise", "raise", "raise")
    assert texts(state) == ["fold", "call"]


def test_after_a_raise_everyone_else_acts_again_and_the_round_ends_with_them() -> None:
    state = do(draw(), "check", "bet", "raise", "call")
    assert (state.to_move, texts(state)) == (1, ["fold", "call", "raise"])
    do(state, "call")
    assert (state.to_move, texts(state)[0]) == (0, "keep all")


def test_after_the_draw_bets_are_twice_as_high() -> None:
    state = do(draw(2), "bet", "call", "keep all", "keep all", "bet", "raise")
    assert [number(state, f"{seat}.PAID") for seat in range(2)] == [1 + 2 + 4, 1 + 2 + 4 + 4]


def test_up_to_three_cards_are_changed() -> None:
    state = do(draw(2), "check", "check")
    changes = [text.count("♥") + text.count("♦") + text.count("♣") + text.count("♠") for text in texts(state)]
    assert sorted(set(changes)) == [0, 1, 2, 3]
    assert len(changes) == 1 + 5 + 10 + 10
    hand, chosen = look(state, "0.HAND").split(), texts(state)[-1]
    do(state, chosen)
    kept = set(hand) - set(chosen.removeprefix("change ").split("+"))
    assert kept < set(look(state, "0.HAND").split())
    assert len(look(state, "0.HAND").split()) == 5


def test_who_has_folded_neither_draws_nor_bets_again() -> None:
    state = do(draw(), "bet", "fold", "call", "keep all")
    assert state.to_move == 2
    do(state, "keep all")
    assert state.to_move == 0


def test_when_all_others_fold_the_last_one_takes_the_pot_and_shows_nothing() -> None:
    state = do(draw(), "bet", "raise", "fold", "fold")
    assert scores(state) == [-3, 4, -1]
    assert not look(state, "1.SHOWN")


def test_an_odd_chip_goes_to_the_first_after_the_dealer() -> None:
    made = game("five_card_draw", 3)
    hands = {"0.HAND": "♥9 ♦7 ♣8 ♠3 ♥2", "1.HAND": "♥A ♦K ♣5 ♠4 ♦2", "2.HAND": "♠A ♣K ♦5 ♥4 ♣2"}
    state = finish(made.arrange(hands), "check", "keep all")
    assert scores(state) == [-1, 1, 0]


def test_four_win_a_fourth_each_of_what_six_have_paid() -> None:
    hands = ["♣A ♣K ♣5 ♣4 ♦2", "♦A ♦K ♦5 ♦4 ♣2", "♥A ♥K ♥5 ♥4 ♠2", "♠A ♠K ♠5 ♠4 ♥2"]
    state = shown_down(*hands, "♥9 ♦8 ♣7 ♠6 ♥3", "♥Q ♦9 ♣8 ♠7 ♦6")
    assert scores(state) == [1, 1, 0, 0, -1, -1]


def test_the_deal_moves_on() -> None:
    state = draw(2, DEALS=2)
    do(state, "bet", "fold")
    assert state.to_move == 1
    do(state, "bet", "fold")
    assert scores(state) == [0, 0]


# Texas hold'em.


def holdem(seats: int = 3, **settings: int) -> OnTable:
    """A new game of hold'em."""
    return game("texas_holdem", seats, **settings).start()


def river(board: str, *hands: str) -> OnTable:
    """The last round of betting, in which nobody bets: all have paid the big blind."""
    made = game("texas_holdem", seats=len(hands))
    places = {"BOARD": board} | {f"{seat}.HAND": hand for seat, hand in enumerate(hands)}
    return finish(made.arrange(places, current=2 % len(hands), stored={"ROUND": 4}), "check", "call")


def test_blinds_are_half_a_bet_and_a_bet_and_the_seat_after_them_begins() -> None:
    state = holdem(4)
    assert [number(state, f"{seat}.PAID") for seat in range(4)] == [1, 2, 0, 0]
    assert (state.to_move, texts(state)) == (2, ["fold", "call", "raise"])
    assert [len(look(state, f"{seat}.HAND").split()) for seat in range(4)] == [2, 2, 2, 2]


def test_the_big_blind_may_raise_although_all_have_only_called() -> None:
    state = do(holdem(), "call", "call")
    assert (state.to_move, texts(state)) == (1, ["check", "raise"])


def test_the_big_blind_counts_as_the_first_of_four_bets() -> None:
    state = do(holdem(), "raise", "raise", "raise")
    assert (state.to_move, texts(state)) == (2, ["fold", "call"])


def test_three_cards_then_one_then_one_are_turned_up() -> None:
    state, seen = do(holdem(2), "call", "check"), []
    for _ in range(3):
        seen.append(len(look(state, "BOARD").split()))
        do(state, "check", "check")
    assert seen == [3, 4, 5]
    assert sum(scores(state)) == 0


def test_a_card_is_burnt_before_each_turn_up() -> None:
    made = game("texas_holdem", 2)
    hands = ("♣2 ♣3", "♦2 ♦3")
    top = "♠K ♥A ♥K ♥Q ♠Q ♥J ♠J ♥10"
    state = made.arrange({"STOCK": stocked(made, top, *hands), "0.HAND": hands[0], "1.HAND": hands[1]})
    do(state, "call", "check", "check", "check", "check", "check")
    assert set(look(state, "BOARD").split()) == {"♥A", "♥K", "♥Q", "♥J", "♥10"}


def test_after_the_first_round_the_seat_after_the_dealer_begins() -> None:
    state = do(holdem(4), "call", "call", "call", "check")
    assert state.to_move == 0


def test_if_that_seat_has_folded_the_next_one_does() -> None:
    state = do(holdem(4), "call", "call", "fold", "check")
    assert state.to_move == 1


def test_of_two_the_dealer_is_the_small_blind_and_acts_first_only_before_the_flop() -> None:
    state = holdem(2)
    assert ([number(state, f"{seat}.PAID") for seat in range(2)], state.to_move) == ([1, 2], 0)
    do(state, "call", "check")
    assert state.to_move == 1


def test_bets_double_with_the_fourth_card() -> None:
    state = do(holdem(2), "call", "check", "bet", "call")
    assert number(state, "1.PAID") == 4
    do(state, "bet")
    assert number(state, "1.PAID") == 8


def test_when_all_fold_the_big_blind_wins_the_small_one() -> None:
    state = do(holdem(4), "fold", "fold", "fold")
    assert scores(state) == [-1, 1, 0, 0]
    assert not look(state, "BOARD")


@pytest.mark.parametrize(
    ("board", "one", "other", "why"),
    [
        ("♥2 ♥7 ♥9 ♠K ♣K", "♥A ♥3", "♠9 ♣9", "a flush loses to a full house"),
        ("♥2 ♥7 ♥9 ♠K ♣4", "♥K ♦K", "♥3 ♥4", "three kings lose to a flush"),
        ("♣5 ♦6 ♥7 ♠K ♣2", "♥K ♦A", "♥8 ♦9", "a pair loses to a straight"),
        ("♣10 ♦J ♥Q ♠K ♣2", "♥9 ♦3", "♥A ♦4", "a straight loses to a higher one"),
        ("♣A ♦2 ♥3 ♠4 ♣K", "♥K ♦K", "♥5 ♦9", "three kings lose to the lowest straight"),
        ("♣A ♦A ♥3 ♠4 ♣8", "♥Q ♦J", "♥K ♦2", "a pair on the table is decided by what goes with it"),
    ],
)
def test_the_best_five_of_seven_cards_count(board: str, one: str, other: str, why: str) -> None:
    state = river(board, one, other)
    assert scores(state) == [-2, 2], why


def test_when_the_board_is_the_best_hand_all_share() -> None:
    assert scores(river("♥A ♥K ♥Q ♥J ♥10", "♠A ♠K", "♣2 ♣3", "♣4 ♣5")) == [0, 0, 0]


def test_six_and_seven_of_a_suit_or_in_a_row_make_no_difference() -> None:
    assert scores(river("♥2 ♥4 ♥6 ♥8 ♥K", "♥A ♠3", "♥3 ♥9")) == [2, -2]
    assert scores(river("♥4 ♣5 ♥6 ♠7 ♦8", "♥2 ♠3", "♥3 ♦2")) == [0, 0]


def test_three_pairs_are_two_and_the_fifth_card_is_the_best_of_the_rest() -> None:
    assert scores(river("♥A ♦A ♥9 ♦9 ♣Q", "♥2 ♦2", "♥3 ♦5")) == [0, 0]


def test_an_odd_chip_of_a_split_pot_goes_to_the_first_after_the_dealer() -> None:
    # Three pay 2 each, the fourth folds a small blind of 1: seven chips for two equal hands.
    made = game("texas_holdem", 4)
    places = {"BOARD": "♥2 ♦7 ♣9 ♠J ♥Q", "1.HAND": "♥A ♥K", "2.HAND": "♠A ♠K", "3.HAND": "♦3 ♦4"}
    state = made.arrange(places, current=2, stored={"ROUND": 4})
    do(state, "call", "call", "fold", "check")
    assert scores(state) == [-1, 2, 1, -2]


def worth(cards: list[str]) -> tuple[int, list[int]]:
    """How good five cards are, found in another way: the class by counting ranks, then the ranks."""
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    ranks = Counter(order.index(card[1:]) for card in cards)
    heights = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    if heights == [12, 3, 2, 1, 0]:
        heights = [3, 2, 1, 0, -1]
    straight = len(heights) == 5 and heights[0] - heights[4] == 4
    flush = len({card[0] for card in cards}) == 1
    counts = sorted(ranks.values(), reverse=True)
    kinds = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [], [], [3, 2], [4, 1]]
    if straight or flush:
        return 8 if straight and flush else 5 if flush else 4, heights
    return kinds.index(counts), heights


def test_random_hands_are_won_by_whom_another_judge_finds_best() -> None:
    names = game("texas_holdem", 3).layout.names
    for seed in range(60):
        cards = random.Random(seed).sample(names, 11)
        board, hands = cards[:5], [cards[5:7], cards[7:9], cards[9:]]
        best = [max(map(worth, map(list, combinations([*board, *hand], 5)))) for hand in hands]
        result = scores(river(" ".join(board), *map(" ".join, hands)))
        winners = [score > -2 for score in result]
        assert winners == [strength == max(best) for strength in best], f"seed {seed}"


def test_no_chip_is_made_or_lost() -> None:
    for seed in range(20):
        for name in ("five_card_draw", "texas_holdem"):
            assert sum(scores(finish(game(name, 5).start(seed), "raise", "bet", "call", "keep"))) == 0


# The two smallest pokers.


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (["check", "check"], [-1, 1]),
        (["bet", "fold"], [1, -1]),
        (["bet", "call"], [-2, 2]),
        (["check", "bet", "fold"], [-1, 1]),
        (["check", "bet", "call"], [-2, 2]),
    ],
)
def test_all_ways_to_play_kuhn_poker(moves: list[str], result: list[int]) -> None:
    state = game("kuhn_poker").arrange({"0.HAND": "JACK", "1.HAND": "KING"})
    assert scores(do(state, *moves)) == result


def test_who_begins_kuhn_poker_and_that_there_is_only_one_bet() -> None:
    state = game("kuhn_poker").start()
    assert (state.to_move, texts(state)) == (0, ["check", "bet"])
    assert texts(do(state, "bet")) == ["fold", "call"]
    assert texts(do(game("kuhn_poker").start(), "check")) == ["check", "bet"]


def test_a_pair_with_the_board_wins_leduc_poker() -> None:
    made = game("leduc_poker")
    hands = {"0.HAND": "JACK", "1.HAND": "KING"}
    state = made.arrange({**hands, "STOCK": "QUEEN QUEEN KING JACK"})
    assert scores(do(state, "check", "check", "check", "check")) == [1, -1]
    state = made.arrange({**hands, "STOCK": "KING QUEEN JACK QUEEN"})
    assert scores(do(state, "check", "check", "check", "check")) == [-1, 1]


def test_equal_cards_share_the_pot_of_leduc_poker() -> None:
    made = game("leduc_poker")
    state = made.arrange({"0.HAND": "JACK", "1.HAND": "JACK", "STOCK": "KING KING QUEEN QUEEN"})
    assert scores(do(state, "bet", "call", "bet", "call")) == [0, 0]


def test_leduc_bets_are_two_then_four_with_one_raise() -> None:
    state = do(game("leduc_poker").start(), "bet", "raise")
    assert texts(state) == ["fold", "call"]
    do(state, "call")
    assert state.to_move == 0
    do(state, "bet", "raise", "call")
    assert sorted(map(abs, scores(state))) in ([0, 0], [13, 13])


def test_folding_in_leduc_poker_costs_what_was_paid() -> None:
    state = do(game("leduc_poker").start(), "bet", "raise", "fold")
    assert scores(state) == [-3, 3]
