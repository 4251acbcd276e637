"""Press-your-luck games play by their rule sheets: what may be done, what it costs, what it scores."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.interpreter.on_table import GameOnTable, OnTable
from library.at_the_table import asks, count, game, lies, over, position, scores, stored, take, texts


def table(hand: str, house: str, hole: str, shoe: str = "", **settings: int) -> OnTable:
    """One player against the house, in the last deal; the last card of the shoe comes first."""
    return position(
        game("blackjack", 1, DEALS=1, **settings),
        {"0.HAND": hand, "HOUSE": house, "HOLE": hole},
        stock=shoe,
        rest="SHOE",
        seed=2,
    )


class TestBlackjack:
    @pytest.mark.parametrize("seats", range(1, 7))
    def test_two_cards_for_everyone_and_one_of_the_house_lies_hidden(self, seats: int) -> None:
        state = game("blackjack", seats).start(2)
        assert [count(state, f"{seat}.HAND") for seat in range(seats)] == [2] * seats
        assert (count(state, "HOUSE"), count(state, "HOLE"), count(state, "SHOE")) == (1, 1, 50 - 2 * seats)

    def test_one_may_hit_stand_or_double_but_double_only_with_two_cards(self) -> None:
        state = table("♥5 ♥6", "♣10", "♣7", shoe="♦2 ♦3")
        assert texts(state) == ["hit", "stand", "double"]
        assert texts(take(state, "hit")) == ["hit", "stand"]

    @pytest.mark.parametrize(
        ("hand", "house", "hole", "won"),
        [
            ("♥10 ♥8", "♣10", "♣7", 2),
            ("♥10 ♥7", "♣10", "♣8", -2),
            ("♥10 ♥8", "♣10", "♣8", 0),
            ("♥A ♥8", "♣10", "♣8", 2),
        ],
    )
    def test_the_nearer_to_21_wins_the_bet_and_equal_hands_nothing(
        self, hand: str, house: str, hole: str, won: int
    ) -> None:
        assert scores(take(table(hand, house, hole), "stand")) == (won,)

    def test_beyond_21_the_bet_is_lost_whatever_the_house_has(self) -> None:
        assert scores(take(table("♥10 ♥6", "♣10", "♣6", shoe="♦10"), "hit")) == (-2,)

    def test_an_ace_counts_one_where_eleven_would_be_too_much(self) -> None:
        state = take(table("♥A ♥6", "♣10", "♣8", shoe="♦10"), "hit")
        assert (stored(state, "0.TOTAL"), texts(state)) == (17, ["hit", "stand"])

    def test_21_ends_the_turn(self) -> None:
        assert scores(take(table("♥10 ♥6", "♣10", "♣8", shoe="♦5"), "hit")) == (2,)

    def test_doubling_doubles_the_bet_for_exactly_one_card(self) -> None:
        assert scores(take(table("♥5 ♥6", "♣10", "♣7", shoe="♦8"), "double")) == (4,)
        assert scores(take(table("♥5 ♥6", "♣10", "♣7", shoe="♦2"), "double")) == (-4,)

    def test_the_house_draws_to_17_and_can_be_beyond_21(self) -> None:
        assert scores(take(table("♥10 ♥8", "♣10", "♣6", shoe="♦2"), "stand")) == (0,)
        assert scores(take(table("♥10 ♥2", "♣10", "♣6", shoe="♦6"), "stand")) == (2,)

    @pytest.mark.parametrize(("soft", "won"), [(0, 2), (1, -2)])
    def test_whether_the_house_draws_to_a_soft_17_is_a_parameter(self, soft: int, won: int) -> None:
        assert scores(take(table("♥10 ♥8", "♣A", "♣6", shoe="♦3", SOFT=soft), "stand")) == (won,)

    def test_a_blackjack_is_paid_three_to_two_and_not_asked(self) -> None:
        found = Counter[tuple[int, ...]]()
        for seed in range(150):
            state = game("blackjack", 1, DEALS=1).start(seed)
            if over(state):
                found[scores(state)] += 1
        # The deals that nobody was asked in: also those that a blackjack of the house ended.
        assert {(3,), (-2,)} <= set(found) <= {(3,), (-2,), (0,)}

    def test_players_are_asked_one_after_the_other(self) -> None:
        hands = {"0.HAND": "♥10 ♥6", "1.HAND": "♦10 ♦6", "HOUSE": "♣10", "HOLE": "♣7"}
        state = position(game("blackjack", 2), hands, stock="♦2 ♦3", rest="SHOE", seed=2)
        take(state, "hit", "stand")
        assert (state.to_move, lies(state, "0.HAND")) == (1, "♥10 ♥6 ♦3")


def parameter(made: GameOnTable, name: str) -> object:
    """What a declared constant is."""
    return next(declared.value for declared in made.program.parameters if declared.name == name)


NUMBERS = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN"]
STACKS = {"0.STACK": "FIVE", "1.STACK": "THREE", "2.STACK": "NINE", "3.STACK": "TEN"}


class TestPairs:
    @pytest.mark.parametrize("name", ["pairs", "continuous_pairs", "calamity_continuous_pairs"])
    def test_one_one_two_twos_and_so_on_are_55_cards(self, name: str) -> None:
        assert Counter(game(name).layout.names) == {
            word: number for number, word in enumerate(NUMBERS, start=1)
        }

    @pytest.mark.parametrize("name", ["pairs", "continuous_pairs", "calamity_continuous_pairs"])
    def test_five_cards_are_laid_aside_and_everyone_has_one(self, name: str) -> None:
        state = game(name).start()
        assert (count(state, "BURNT"), [count(state, f"{seat}.STACK") for seat in range(4)]) == (5, [1] * 4)

    @pytest.mark.parametrize("name", ["pairs", "continuous_pairs"])
    def test_the_lowest_card_begins(self, name: str) -> None:
        for seed in range(10):
            state = game(name).start(seed)
            shown = [NUMBERS.index(lies(state, f"{seat}.STACK")) for seat in range(4)]
            assert state.to_move is not None
            assert shown[state.to_move] == min(shown)

    @pytest.mark.parametrize(("seats", "target"), [(2, 31), (3, 21), (4, 16), (5, 13), (6, 11), (8, 8)])
    def test_the_target_depends_on_the_players(self, seats: int, target: int) -> None:
        assert parameter(game("pairs", seats), "TARGET") == target

    def test_giving_up_costs_the_lowest_card_on_the_table(self) -> None:
        state = take(position(game("pairs"), STACKS, seed=3), "give up")
        assert lies(state, "0.POINTS") == "THREE"
        assert count(state, "0.STACK") == 1, "a new deal"

    def test_a_pair_costs_its_card_and_ends_the_deal(self) -> None:
        state = take(position(game("pairs"), STACKS, stock="FIVE"), "take a card")
        assert lies(state, "0.POINTS") == "FIVE"
        assert [count(state, f"{seat}.STACK") for seat in range(4)] == [1] * 4

    def test_another_card_is_kept_and_the_next_player_has_the_turn(self) -> None:
        state = take(position(game("pairs"), STACKS, stock="SIX"), "take a card")
        assert (lies(state, "0.STACK"), asks(state)) == ("FIVE SIX", (1, ["take a card", "give up"]))

    def test_a_stock_that_runs_out_is_made_anew_and_five_cards_are_laid_aside_again(self) -> None:
        state = position(game("pairs"), {**STACKS, "STOCK": "SIX", "BURNT": "ONE TWO TWO"}, rest="DISCARD")
        take(state, "take a card")
        assert (count(state, "STOCK"), count(state, "BURNT"), count(state, "DISCARD")) == (45, 5, 0)

    def test_whoever_reaches_the_target_loses(self) -> None:
        state = position(game("pairs"), {**STACKS, "0.POINTS": "TEN EIGHT"}, stock="FIVE")
        assert over(take(state, "take a card")) is True
        assert scores(state) == (23, 0, 0, 0)


class TestContinuousPairs:
    def test_after_a_pair_only_the_own_cards_go(self) -> None:
        state = position(game("continuous_pairs"), {**STACKS, "0.STACK": "FIVE SEVEN"}, stock="FIVE")
        take(state, "take a card")
        assert (lies(state, "0.POINTS"), lies(state, "0.STACK"), lies(state, "3.STACK")) == (
            "FIVE",
            "",
            "TEN",
        )
        assert sorted(lies(state, "DISCARD").split()) == ["FIVE", "SEVEN"]
        assert state.to_move == 1

    def test_after_giving_up_too(self) -> None:
        state = take(position(game("continuous_pairs"), STACKS, stock="SIX"), "give up")
        assert (lies(state, "0.POINTS"), lies(state, "0.STACK"), lies(state, "DISCARD")) == (
            "THREE",
            "",
            "FIVE",
        )
        assert (lies(state, "1.STACK"), lies(state, "2.STACK")) == ("SIX", "NINE"), "seat 1 had lost its card"

    def test_without_a_card_one_must_take_one(self) -> None:
        state = position(game("continuous_pairs"), {"1.STACK": "THREE", "2.STACK": "NINE"}, stock="SIX")
        assert (lies(state, "0.STACK"), state.to_move) == ("SIX", 1)

    def test_an_empty_stock_is_made_anew_from_discards_and_cards_laid_aside(self) -> None:
        state = position(game("continuous_pairs"), {**STACKS, "STOCK": "SIX"}, rest="DISCARD")
        take(state, "take a card")
        assert (count(state, "STOCK"), count(state, "BURNT"), count(state, "DISCARD")) == (45, 5, 0)

    def test_it_ends_at_sixteen_points(self) -> None:
        state = position(
            game("continuous_pairs"), {**STACKS, "0.POINTS": "TEN ONE", "1.POINTS": "TWO"}, stock="FIVE"
        )
        assert scores(take(state, "take a card")) == (16, 2, 0, 0)


class TestCalamity:
    def test_a_seven_is_the_lowest_card_when_it_is_settled_who_begins(self) -> None:
        # A seven that was drawn leaves its drawer on turn, so only a first card can be one that began.
        began = 0
        for seed in range(40):
            state = game("calamity_continuous_pairs").start(seed)
            shown = [lies(state, f"{seat}.STACK") for seat in range(4)]
            assert state.to_move is not None
            if "SEVEN" in shown:
                began += 1
                assert shown[state.to_move] == "SEVEN"
            else:
                assert shown[state.to_move] == min(shown, key=NUMBERS.index)
        assert 0 < began < 40

    def test_whoever_draws_a_seven_has_another_turn_at_once(self) -> None:
        state = take(position(game("calamity_continuous_pairs"), STACKS, stock="SEVEN"), "take a card")
        assert (lies(state, "0.STACK"), state.to_move) == ("FIVE SEVEN", 0)

    def test_also_when_the_seven_makes_a_pair(self) -> None:
        # Without cards the next one must be taken, so the six comes by itself.
        places = {**STACKS, "0.STACK": "SEVEN TWO"}
        state = take(position(game("calamity_continuous_pairs"), places, stock="SIX SEVEN"), "take a card")
        assert (lies(state, "0.POINTS"), lies(state, "0.STACK"), state.to_move) == ("SEVEN", "SIX", 1)

    def test_another_card_gives_no_other_turn_even_on_a_seven(self) -> None:
        places = {**STACKS, "0.STACK": "SEVEN"}
        state = take(position(game("calamity_continuous_pairs"), places, stock="SIX"), "take a card")
        assert state.to_move == 1

    def test_a_pair_costs_the_one_card_that_paired(self) -> None:
        places = {**STACKS, "0.STACK": "FIVE SEVEN"}
        state = take(position(game("calamity_continuous_pairs"), places, stock="FIVE"), "take a card")
        assert (lies(state, "0.POINTS"), lies(state, "0.STACK")) == ("FIVE", "")
        assert sorted(lies(state, "DISCARD").split()) == ["FIVE", "SEVEN"]
        assert (lies(state, "3.STACK"), state.to_move) == ("TEN", 1)

    def test_giving_up_costs_the_lowest_card_in_which_a_seven_is_seven(self) -> None:
        state = take(position(game("calamity_continuous_pairs"), {**STACKS, "2.STACK": "SEVEN"}), "give up")
        assert (lies(state, "0.POINTS"), lies(state, "DISCARD")) == ("THREE", "FIVE")

    def test_it_ends_at_sixteen_points(self) -> None:
        made = game("calamity_continuous_pairs")
        places = {**STACKS, "0.POINTS": "TEN"}
        assert not over(take(position(made, places, stock="FIVE"), "take a card")), "15 are not enough"
        places["0.POINTS"] = "TEN ONE"
        assert scores(take(position(made, places, stock="FIVE"), "take a card")) == (16, 0, 0, 0)

    def test_without_a_card_one_must_take_one(self) -> None:
        state = position(game("calamity_continuous_pairs"), {"1.STACK": "THREE"}, stock="SIX")
        assert (lies(state, "0.STACK"), state.to_move) == ("SIX", 1)
