"""Adding and fishing games play by their rule sheets: what may be played, what it takes, what it scores."""

from __future__ import annotations

import pytest

from croupier.interpreter.on_table import OnTable
from library.at_the_table import asks, count, game, lies, over, position, scores, stored, take, texts

pytestmark = pytest.mark.slow


def crawl(row: str, hand: str, total: int, other: str = "♣9 ♦9 ♥9 ♠9 ♣K", turns: int = 2) -> OnTable:
    """Seat 0 is to add a card of the hand to a row."""
    hands = {"ROW": row, "0.HAND": hand, "1.HAND": other}
    return position(game("caterpillar"), hands, stored={"TOTAL": total, "TURNS": turns})


class TestCaterpillar:
    def test_both_hold_thirteen_cards_and_the_first_card_is_a_numeral(self) -> None:
        state = game("caterpillar").start()
        assert (count(state, "0.HAND"), count(state, "1.HAND"), count(state, "STOCK")) == (13, 13, 26)
        courts = sum(card[1:] in ("J", "Q", "K") for card in lies(state, "0.HAND").split())
        assert (state.to_move, len(state.options)) == (0, 13 - courts)
        assert courts

    @pytest.mark.parametrize(("card", "points"), [("♥5", 5), ("♥10", 10), ("♥4", 0), ("♥A", 0)])
    def test_a_five_or_a_ten_scores_at_once(self, card: str, points: int) -> None:
        state = position(game("caterpillar"), {"0.HAND": f"{card} ♥9", "1.HAND": "♥2 ♥3"})
        assert stored(take(state, f"begin with {card}"), "0.SCORE") == points

    def test_a_numeral_follows_suit_and_a_court_card_fits_always(self) -> None:
        state = crawl("♥4", "♥7 ♣7 ♥K ♣J ♠A", 4)
        assert texts(state) == ["follow with ♥7", "play the court card ♥K", "play the court card ♣J"]

    def test_a_multiple_of_five_scores_the_whole_total(self) -> None:
        assert stored(take(crawl("♥4", "♥A ♥2", 34), "follow with ♥A"), "0.SCORE") == 35
        assert stored(take(crawl("♥4", "♥A ♥2", 34), "follow with ♥2"), "0.SCORE") == 0

    @pytest.mark.parametrize(("row", "total", "points"), [("♥4 ♥A", 35, 35), ("♣A", 35, 0), ("♥A", 34, 0)])
    def test_a_court_card_scores_the_total_again_in_the_suit_before_it(
        self, row: str, total: int, points: int
    ) -> None:
        state = take(crawl(row, "♥K ♥Q", total), "play the court card ♥K")
        assert (stored(state, "TOTAL"), stored(state, "0.SCORE")) == (total, points)

    def test_a_court_card_of_another_suit_changes_the_suit(self) -> None:
        state = take(crawl("♣A", "♥K ♣3", 35), "play the court card ♥K")
        assert asks(state) == (1, ["follow with ♥9", "play the court card ♣K"])

    def test_whoever_has_played_draws_a_card(self) -> None:
        state = position(game("caterpillar"), {"ROW": "♥4", "0.HAND": "♥6 ♥A", "1.HAND": "♥2 ♥3"}, stock="♦9")
        assert lies(take(state, "follow with ♥6"), "0.HAND") == "♥A ♦9"

    def test_after_the_last_card_of_the_stock_court_cards_in_hand_count_100_each(self) -> None:
        hands = {"0.HAND": "♥6 ♣K ♣Q", "1.HAND": "♥2 ♥K", "STOCK": "♣J"}
        state = position(game("caterpillar"), hands, rest="ROW", stored={"TOTAL": 7, "0.SCORE": 1})
        row = lies(state, "ROW")
        assert row.endswith("♠K"), "so that only a court card or a spade can follow"
        assert scores(take(state, "play the court card ♣Q")) == (201, 100)

    def test_whoever_is_court_short_has_100_for_every_court_card_of_the_other(self) -> None:
        state = crawl("♥4", "♥6 ♣K ♣Q", 4, other="♣2 ♠3", turns=4)
        state = take(state, "follow with ♥6")
        drawn = lies(state, "0.SHOWN").split()
        courts = sum(card[1:] in ("J", "Q", "K") for card in drawn)
        assert scores(state) == (10, 100 * courts)
        assert courts >= 2


def pegging(hand: str, row: str = "", total: int = 0, other: str = "♠A ♠K") -> OnTable:
    """Seat 0 is to play to a row."""
    return position(
        game("cribbage"),
        {"0.HAND": hand, "1.HAND": other, "1.SHOWN": row, "STARTER": "♠2"},
        copies={"ROW": row},
        stored={"COUNT": total},
        at="play",
    )


def shown(pone: str, dealer: str, crib: str, starter: str, **points: int) -> OnTable:
    """The last card of pone, seat 0, is played; then the hands are shown. The card itself scores 1."""
    *before, last = pone.split()
    return position(
        game("cribbage"),
        {"0.SHOWN": " ".join(before), "0.HAND": last, "1.SHOWN": dealer, "CRIB": crib, "STARTER": starter},
        stored={f"{seat[-1]}.SCORE": number for seat, number in points.items()},
        at="play",
    )


class TestCribbage:
    def test_both_have_six_cards_and_lay_any_two_of_them_into_the_crib(self) -> None:
        state = game("cribbage").start()
        assert (state.to_move, count(state, "0.HAND"), len(state.options)) == (0, 6, 15)
        state.apply(0)
        assert (state.to_move, count(state, "0.HAND"), count(state, "CRIB"), len(state.options)) == (
            1,
            4,
            2,
            15,
        )

    def test_a_jack_turned_up_scores_two_for_the_dealer_and_the_other_one_leads(self) -> None:
        hands = {"0.HAND": "♣A ♣2 ♣3 ♣4 ♣9 ♣K", "1.HAND": "♦A ♦2 ♦3 ♦4", "CRIB": "♦9 ♦K"}
        state = position(game("cribbage"), hands, stock="♥J")
        take(state, "lay away ♣9+♣K")
        assert (lies(state, "STARTER"), stored(state, "1.SCORE"), stored(state, "0.SCORE")) == ("♥J", 2, 0)
        assert (state.to_move, count(state, "CRIB")) == (0, 4)

    @pytest.mark.parametrize(
        ("row", "total", "card", "points"),
        [
            ("♥10", 10, "♣5", 2),
            ("♥7", 7, "♣7", 2),
            ("♥7 ♦7", 14, "♣7", 6),
            ("♥7 ♦7 ♠7", 21, "♣7", 12),
            ("♥3 ♦5", 8, "♣4", 3),
            ("♥4 ♦6", 10, "♣5", 5),
            ("♥A ♦3 ♥4 ♦2", 10, "♣5", 7),
            ("♥10 ♦J", 20, "♣9", 3),
            ("♥7 ♦8 ♠7", 22, "♣6", 3),
            ("♥10 ♦10 ♥K", 30, "♣A", 2),
            ("♥7 ♦2", 9, "♣7", 0),
        ],
    )
    def test_what_a_card_played_scores(self, row: str, total: int, card: str, points: int) -> None:
        state = pegging(f"{card} ♥Q ♦Q", row, total)
        if state.outcome is None and f"play {card}" in texts(state):
            take(state, f"play {card}")
        assert stored(state, "0.SCORE") == points

    def test_the_total_never_passes_31(self) -> None:
        assert texts(pegging("♣5 ♣6 ♣7", total=25)) == ["play ♣5", "play ♣6"]

    def test_31_begins_a_new_count_led_by_the_other(self) -> None:
        state = take(pegging("♣10 ♣9 ♣3", total=21), "play ♣10")
        assert (stored(state, "COUNT"), state.to_move, stored(state, "0.SCORE")) == (0, 1, 2)

    def test_after_a_go_the_other_plays_on_and_has_one_for_the_last_card(self) -> None:
        state = pegging("♥2 ♥4", total=25, other="♣K ♣Q")
        take(state, "play ♥2")
        assert lies(state, "0.SHOWN") == "♥2 ♥4"
        assert (stored(state, "0.SCORE"), stored(state, "COUNT")) == (2, 0), (
            "31 is worth two, and nothing more"
        )
        state = pegging("♥2 ♥3", total=25, other="♣K ♣Q")
        take(state, "play ♥2")
        assert (stored(state, "0.SCORE"), stored(state, "COUNT")) == (1, 0)
        assert asks(state) == (1, ["play ♣K", "play ♣Q"])

    def test_the_best_hand_scores_29_and_the_dealer_counts_hand_and_crib(self) -> None:
        state = shown("♥5 ♦5 ♣5 ♠J", "♣2 ♦4 ♥6 ♦8", "♣7 ♦9 ♣J ♥K", "♠5")
        assert (stored(state, "0.SCORE"), stored(state, "1.SCORE")) == (1 + 29, 7 + 4)

    def test_double_runs_count_twice(self) -> None:
        state = shown("♥3 ♦3 ♣4 ♠5", "♣9 ♦9 ♥J ♦K", "♣A ♦A ♥A ♦7", "♥Q")
        # Two runs of three, a pair, and two fifteens: queen and five, and the four low cards.
        assert stored(state, "0.SCORE") == 1 + 2 * 3 + 2 + 2 * 2

    @pytest.mark.parametrize(("starter", "points"), [("♣4", 4), ("♥4", 5)])
    def test_four_cards_of_a_suit_count_in_the_hand(self, starter: str, points: int) -> None:
        state = shown("♥2 ♥6 ♥8 ♥K", "♣A ♦J ♠J ♦Q", "♣3 ♦3 ♣6 ♦6", starter)
        assert stored(state, "0.SCORE") == 1 + points

    @pytest.mark.parametrize(("starter", "points"), [("♣4", 0), ("♥4", 5)])
    def test_in_the_crib_only_five_do(self, starter: str, points: int) -> None:
        state = shown("♣A ♦J ♠J ♦Q", "♣8 ♦8 ♠Q ♣K", "♥2 ♥6 ♥8 ♥K", starter)
        assert stored(state, "1.SCORE") == 2 + points, "and a pair of eights in the hand"

    def test_the_deal_alternates(self) -> None:
        state = shown("♥2 ♥6 ♥8 ♥K", "♣A ♦J ♠J ♦Q", "♣3 ♦3 ♣6 ♦6", "♣4")
        assert (state.to_move, count(state, "0.HAND"), count(state, "1.HAND")) == (1, 6, 6)

    def test_it_ends_at_121_before_the_dealer_counts(self) -> None:
        state = shown("♥5 ♦5 ♣5 ♠J", "♣2 ♦4 ♥6 ♦8", "♣7 ♦9 ♣J ♥K", "♠5", seat0=119, seat1=120)
        assert scores(state) == (149, 120)


class TestNinetyEight:
    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    def test_everyone_holds_four_cards_and_seat_0_begins(self, seats: int) -> None:
        state = game("ninety_eight", seats).start()
        assert (state.to_move, [count(state, f"{seat}.HAND") for seat in range(seats)]) == (0, [4] * seats)

    @pytest.mark.parametrize(
        ("card", "total"), [("♥A", 51), ("♥9", 59), ("♥10", 40), ("♥J", 50), ("♥Q", 50), ("♥K", 98)]
    )
    def test_what_a_card_adds(self, card: str, total: int) -> None:
        state = position(
            game("ninety_eight"), {"0.HAND": f"{card} ♣2 ♣3 ♣4", "1.HAND": "♣5 ♣6"}, stored={"TOTAL": 50}
        )
        assert stored(take(state, f"play {card}"), "TOTAL") == total

    @pytest.mark.parametrize("card", ["♥J", "♥Q"])
    def test_jacks_and_queens_may_add_ten_by_house_rule(self, card: str) -> None:
        hands = {"0.HAND": f"{card} ♣2", "1.HAND": "♣5 ♣6"}
        state = position(game("ninety_eight", COURTS=10), hands, stored={"TOTAL": 50})
        assert stored(take(state, f"play {card}"), "TOTAL") == 60

    def test_a_jack_saves_whoever_stands_at_98(self) -> None:
        state = position(game("ninety_eight"), {"0.HAND": "♥A ♥J ♥Q ♥10"}, stored={"TOTAL": 98})
        assert texts(state) == ["play ♥10", "play ♥J", "play ♥Q"]

    def test_the_total_never_passes_98_but_a_king_may_always_be_played(self) -> None:
        state = position(game("ninety_eight"), {"0.HAND": "♥9 ♥8 ♥10 ♥K"}, stored={"TOTAL": 90})
        assert texts(state) == ["play ♥8", "play ♥10", "play ♥K"]

    def test_without_the_king_rule_a_king_adds_ten(self) -> None:
        made = game("ninety_eight", KINGS=0)
        assert texts(position(made, {"0.HAND": "♥9 ♥8 ♥10 ♥K"}, stored={"TOTAL": 90})) == [
            "play ♥8",
            "play ♥10",
        ]
        state = position(made, {"0.HAND": "♥9 ♥8 ♥10 ♥K", "1.HAND": "♣5 ♣6"}, stored={"TOTAL": 50})
        assert stored(take(state, "play ♥K"), "TOTAL") == 60

    def test_whoever_has_played_draws_a_card(self) -> None:
        state = position(game("ninety_eight"), {"0.HAND": "♣2 ♣3", "1.HAND": "♣5 ♣6"}, stock="♥7")
        take(state, "play ♣2")
        assert (lies(state, "0.HAND"), state.to_move) == ("♣3 ♥7", 1)

    def test_an_empty_stock_is_made_anew_from_the_pile(self) -> None:
        hands = {"0.HAND": "♣2 ♣3", "1.HAND": "♣5 ♣6", "2.HAND": "♣7", "3.HAND": "♣8"}
        state = take(position(game("ninety_eight"), hands, rest="PILE"), "play ♣2")
        assert (count(state, "PILE"), count(state, "STOCK"), count(state, "0.HAND")) == (0, 46, 2)

    def test_whoever_cannot_play_loses_and_all_others_win(self) -> None:
        state = position(game("ninety_eight"), {"0.HAND": "♣2 ♣3", "1.HAND": "♣A ♥9"}, stored={"TOTAL": 96})
        take(state, "play ♣2") if state.outcome is None else None
        assert scores(state) == (0, 1, 0, 0)
        assert state.outcome is not None
        assert state.outcome.ranks == (0, 3, 0, 0)


class TestScopa:
    def test_three_cards_each_and_four_on_the_table(self) -> None:
        state = game("scopa").start()
        assert [count(state, p) for p in ("0.HAND", "1.HAND", "TABLE", "STOCK")] == [3, 3, 4, 30]
        assert state.to_move == 0

    def test_an_equal_card_goes_before_a_sum(self) -> None:
        table = "CUPS-SEVEN CUPS-FOUR CUPS-THREE"
        state = position(
            game("scopa"), {"TABLE": table, "0.HAND": "COINS-SEVEN COINS-KNIGHT", "1.HAND": "CUPS-KING"}
        )
        assert texts(state) == ["take with COINS-SEVEN, CUPS-SEVEN", "lay down COINS-KNIGHT"]

    def test_without_an_equal_card_any_sum_may_be_taken(self) -> None:
        table = "CUPS-SIX CUPS-FOUR CUPS-THREE CUPS-ACE"
        state = position(game("scopa"), {"TABLE": table, "0.HAND": "COINS-SEVEN", "1.HAND": "CUPS-KING"})
        assert [set(text.split(", ")[1].split("+")) for text in texts(state)] == [
            {"CUPS-FOUR", "CUPS-THREE"},
            {"CUPS-SIX", "CUPS-ACE"},
        ]

    def test_knave_knight_and_king_count_eight_nine_and_ten(self) -> None:
        places = {"TABLE": "CUPS-SEVEN CUPS-ACE", "0.HAND": "COINS-KNAVE COINS-KNIGHT", "1.HAND": "CUPS-KING"}
        state = position(game("scopa"), places)
        assert [text.split(", ")[0] for text in texts(state)] == [
            "take with COINS-KNAVE",
            "lay down COINS-KNIGHT",
        ]

    def test_a_swept_table_scores_a_point(self) -> None:
        places = {"TABLE": "CUPS-FOUR", "0.HAND": "COINS-FOUR COINS-KING", "1.HAND": "CUPS-KING SWORDS-KING"}
        state = take(position(game("scopa"), places), "take with COINS-FOUR, CUPS-FOUR")
        assert (stored(state, "0.SCORE"), count(state, "TABLE"), count(state, "0.TAKEN")) == (1, 0, 2)

    def test_what_a_deal_scores(self) -> None:
        # Seat 0 takes the last cards, which is no sweep: most coins and the seven of coins. Seat 1 has most
        # cards and the primiera, since seat 0 has no clubs.
        coins = "COINS-SEVEN COINS-SIX COINS-ACE COINS-FIVE COINS-FOUR COINS-THREE"
        places = {"TABLE": "SWORDS-KING", "0.HAND": "CUPS-KING", "0.TAKEN": coins}
        state = position(game("scopa"), places, rest="1.TAKEN")
        assert (stored(state, "0.SCORE"), stored(state, "1.SCORE")) == (2, 2)
        assert (state.to_move, count(state, "TABLE")) == (1, 4), "the deal alternates"

    def test_the_last_to_take_gets_what_is_left(self) -> None:
        places = {"TABLE": "SWORDS-KING CUPS-ACE CUPS-TWO", "0.HAND": "CUPS-KING", "0.TAKEN": "COINS-SEVEN"}
        state = position(game("scopa", TARGET=1), places, rest="1.TAKEN", stored={"1.SCORE": 5})
        # Seat 1: cards, coins and primiera; seat 0: the seven of coins.
        assert scores(state) == (1, 8)

    def test_equal_scores_beyond_the_target_play_on(self) -> None:
        places = {"TABLE": "SWORDS-KING", "0.HAND": "CUPS-KING", "0.TAKEN": "COINS-SEVEN"}
        state = position(game("scopa"), places, rest="1.TAKEN", stored={"0.SCORE": 12, "1.SCORE": 10})
        assert not over(state)
        assert (stored(state, "0.SCORE"), stored(state, "1.SCORE")) == (13, 13)


class TestStealingBundles:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_four_cards_each_and_four_on_the_table(self, seats: int) -> None:
        state = game("stealing_bundles", seats).start()
        assert [count(state, f"{seat}.HAND") for seat in range(seats)] == [4] * seats
        assert (count(state, "TABLE"), state.to_move) == (4, 0)

    def test_a_card_takes_all_of_its_rank_and_lies_on_top(self) -> None:
        state = position(
            game("stealing_bundles"), {"TABLE": "♣7 ♦7 ♣8", "0.HAND": "♥7 ♥2", "1.HAND": "♠A ♠2"}
        )
        assert texts(state) == ["capture with ♥7", "lay down ♥2"]
        take(state, "capture with ♥7")
        assert (lies(state, "0.BUNDLE"), lies(state, "TABLE")) == ("♣7 ♦7 ♥7", "♣8")

    def test_a_card_like_the_top_of_a_bundle_steals_all_of_it(self) -> None:
        places = {
            "TABLE": "♣9",
            "1.BUNDLE": "♣3 ♦3 ♣7 ♦7",
            "0.BUNDLE": "♣K ♦K",
            "0.HAND": "♥7 ♥2",
            "1.HAND": "♠A ♠2",
        }
        state = position(game("stealing_bundles"), places)
        assert texts(state) == ["steal with ♥7, seat 1", "lay down ♥2"]
        take(state, "steal with ♥7, seat 1")
        assert (count(state, "0.BUNDLE"), lies(state, "1.BUNDLE")) == (7, "")
        assert lies(state, "0.BUNDLE").endswith("♥7")

    def test_only_the_top_of_a_bundle_matters(self) -> None:
        places = {"1.BUNDLE": "♣7 ♦7 ♣3 ♦3", "0.HAND": "♥7 ♥2", "1.HAND": "♠A ♠2"}
        assert texts(position(game("stealing_bundles"), places)) == ["lay down ♥2", "lay down ♥7"]

    def test_who_can_take_from_table_and_bundle_chooses(self) -> None:
        places = {"TABLE": "♣7", "1.BUNDLE": "♠7 ♦7", "0.HAND": "♥7 ♥2", "1.HAND": "♠A ♠2"}
        assert texts(position(game("stealing_bundles"), places))[:2] == [
            "capture with ♥7",
            "steal with ♥7, seat 1",
        ]

    def test_four_more_cards_are_dealt_when_the_hands_are_empty(self) -> None:
        state = position(game("stealing_bundles"), {"TABLE": "♣9", "0.HAND": "", "1.HAND": "♠A"}, current=1)
        assert (state.to_move, count(state, "0.HAND"), count(state, "1.HAND")) == (0, 4, 4)
        assert lies(state, "TABLE") == "♣9 ♠A"

    def test_the_most_cards_win_and_those_on_the_table_count_for_nobody(self) -> None:
        places = {"0.BUNDLE": "♣9 ♦9", "1.BUNDLE": "♣8 ♦8 ♥8", "1.HAND": "♠A"}
        assert scores(position(game("stealing_bundles"), places, rest="TABLE", current=1)) == (2, 7)


class TestCasino:
    def test_four_cards_each_and_four_on_the_table(self) -> None:
        state = game("casino").start()
        assert [count(state, p) for p in ("0.HAND", "1.HAND", "TABLE", "STOCK")] == [4, 4, 4, 40]

    def test_a_card_takes_its_like_and_sums(self) -> None:
        places = {"TABLE": "♣9 ♣4 ♣5 ♣K", "0.HAND": "♥9 ♥Q", "1.HAND": "♠A ♠2"}
        state = take(position(game("casino"), places), "take with ♥9")
        assert sorted(texts(state)) == ["take ♣4+♣5", "take ♣9"]
        take(state, "take ♣9", "take ♣4+♣5")
        assert (lies(state, "TABLE"), count(state, "0.TAKEN"), state.to_move) == ("♣K", 4, 1)

    def test_one_may_stop_taking_but_not_before_the_first(self) -> None:
        places = {"TABLE": "♣9 ♦9 ♣K", "0.HAND": "♥9 ♥Q", "1.HAND": "♠A ♠2"}
        state = take(position(game("casino"), places), "take with ♥9", "take ♣9")
        assert texts(state) == ["take ♦9", "stop"]
        take(state, "stop")
        assert (lies(state, "TABLE"), state.to_move) == ("♦9 ♣K", 1)

    def test_on_a_crowded_table_an_equal_card_can_still_be_taken(self) -> None:
        crowd = "♣A ♦A ♥A ♠A ♣2 ♦2 ♥2 ♠2 ♣3 ♦3 ♥3 ♠3"
        places = {"TABLE": f"{crowd} ♣9", "0.HAND": "♥9 ♥Q", "1.HAND": "♠K ♦K"}
        assert "take ♣9" in texts(take(position(game("casino"), places), "take with ♥9"))

    def test_court_cards_only_pair(self) -> None:
        places = {"TABLE": "♣9 ♣2 ♣10 ♣A ♣J", "0.HAND": "♥J ♥Q ♥K", "1.HAND": "♠A ♠2"}
        state = position(game("casino"), places)
        assert [text for text in texts(state) if text.startswith("take")] == ["take with ♥J"]

    def test_one_may_lay_a_card_down_even_if_it_could_take(self) -> None:
        places = {"TABLE": "♣9", "0.HAND": "♥9 ♥Q", "1.HAND": "♠A ♠2"}
        assert "lay down ♥9" in texts(position(game("casino"), places))

    def test_a_build_needs_a_card_to_take_it(self) -> None:
        places = {"TABLE": "♣6", "0.HAND": "♥2 ♥8 ♥3 ♥K", "1.HAND": "♠A ♠2"}
        state = position(game("casino"), places)
        assert [text for text in texts(state) if text.startswith("build")] == ["build with ♥2, ♣6"]
        take(state, "build with ♥2, ♣6")
        assert (lies(state, "0.BUILD[8]"), lies(state, "TABLE"), state.to_move) == ("♣6 ♥2", "", 1)

    def test_whoever_has_a_build_may_not_just_lay_a_card_down(self) -> None:
        places = {"0.BUILD[8]": "♣6 ♥2", "TABLE": "♣9 ♣K", "0.HAND": "♥8 ♥9 ♥3", "1.HAND": "♠A ♠2"}
        state = position(game("casino"), places)
        assert texts(state) == ["take with ♥8", "take with ♥9"]
        take(state, "take with ♥8")
        assert (count(state, "0.TAKEN"), lies(state, "0.BUILD[8]")) == (3, "")

    def test_the_other_one_may_take_a_build(self) -> None:
        places = {"1.BUILD[8]": "♣6 ♥2", "TABLE": "♣K", "0.HAND": "♥8 ♥Q", "1.HAND": "♠8 ♠2"}
        state = take(position(game("casino"), places), "take with ♥8")
        assert (count(state, "0.TAKEN"), state.to_move) == (3, 1)

    def test_or_raise_it_if_it_is_a_single_sum(self) -> None:
        places = {"1.BUILD[6]": "♣4 ♥2", "TABLE": "♣K", "0.HAND": "♥3 ♥9", "1.HAND": "♠6 ♠2"}
        state = take(position(game("casino"), places), "raise with ♥3, seat 1, 6")
        assert (lies(state, "0.BUILD[9]"), lies(state, "1.BUILD[6]")) == ("♥2 ♣4 ♥3", "")
        double = {"1.BUILD[6]": "♣4 ♥2 ♦5 ♦A", "TABLE": "♣K", "0.HAND": "♥3 ♥9", "1.HAND": "♠6 ♠2"}
        assert texts(position(game("casino"), double)) == ["lay down ♥3", "lay down ♥9"]

    def test_what_a_deal_scores(self) -> None:
        # Seat 0: both valued cards, one ace and seven spades; seat 1: most cards and three aces.
        mine = "♦10 ♠2 ♠A ♠3 ♠4 ♠5 ♠6"
        places = {"0.TAKEN": mine, "0.HAND": "♠7", "TABLE": "♥7"}
        state = position(game("casino", TARGET=1), places, rest="1.TAKEN", current=0)
        if state.outcome is None:
            take(state, "take with ♠7")
        assert scores(state) == (2 + 1 + 1 + 1, 3 + 3)

    def test_the_last_to_take_gets_what_is_left(self) -> None:
        places = {"TABLE": "♣A ♦A ♥7", "0.HAND": "♠7"}
        state = position(game("casino", TARGET=1), places, rest="1.TAKEN")
        if state.outcome is None:
            take(state, "take with ♠7")
        assert scores(state)[0] == 2
