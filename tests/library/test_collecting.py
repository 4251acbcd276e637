"""Catching, collecting and exchanging games play by their rule sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from croupier.game import Stream
from croupier.interpreter.on_table import OnTable
from library.at_the_table import asks, count, game, lies, over, position, scores, stored, story, take, texts

pytestmark = pytest.mark.slow

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def auction(prize: str, *cash: str) -> OnTable:
    """The three seats bid these cards for a prize; everybody has two left."""
    spare = ["♣2 ♣3", "♦2 ♥3", "♥2 ♠2"]
    hands = {f"{seat}.HAND": f"{card} {spare[seat]}" for seat, card in enumerate(cash)}
    made = game("enchere")
    gold = [name for name in made.layout.names if name[1] in "QKA" and name != prize]
    places = {**hands, "OFFER": prize, "PRIZES": " ".join(gold)}
    return take(position(made, places), *(f"bid {card}" for card in cash))


class TestEnchere:
    def test_three_players_hold_twelve_cash_cards_and_bid_for_twelve_prizes(self) -> None:
        state = game("enchere").start()
        assert [count(state, f"{seat}.HAND") for seat in range(3)] == [12, 12, 12]
        assert (count(state, "PRIZES"), count(state, "STOCK"), state.to_move) == (11, 4, 0)
        prizes = " ".join([lies(state, "PRIZES"), lies(state, "OFFER")]).split()
        assert sorted({card[1:] for card in prizes}) == ["A", "K", "Q"]

    def test_bids_lie_hidden_until_the_last_one_lies(self) -> None:
        state = game("enchere").start()
        bid = texts(state)[0].removeprefix("bid ")
        state.apply(0)
        assert (lies(state, "0.BID"), lies(state, "0.SHOWN"), state.to_move) == (bid, "", 1)

    @pytest.mark.parametrize(
        ("prize", "cash", "winner"),
        [
            ("♥A", ("♣9", "♠J", "♥10"), 1),  # the highest rank
            ("♥A", ("♣9", "♥9", "♦9"), 1),  # of equal ranks the prize's suit
            ("♥A", ("♣9", "♠9", "♦9"), 2),  # else its colour
            ("♥A", ("♦9", "♥9", "♦10"), 2),
            ("♥A", ("♣9", "♠9", "♦4"), 2),  # two of the other colour cancel each other
            ("♠K", ("♥J", "♦J", "♦5"), 2),
        ],
    )
    def test_the_highest_rank_takes_the_prize_and_the_prize_breaks_ties(
        self, prize: str, cash: tuple[str, ...], winner: int
    ) -> None:
        state = auction(prize, *cash)
        assert [lies(state, f"{seat}.WON") for seat in range(3)] == [
            prize if seat == winner else "" for seat in range(3)
        ]

    def test_cash_is_gone_once_it_is_played(self) -> None:
        assert sorted(lies(auction("♥A", "♣9", "♠J", "♥10"), "SPENT").split()) == ["♠J", "♣9", "♥10"]

    def test_an_ace_counts_four_a_king_two_and_a_queen_one(self) -> None:
        won = {"0.HAND": "♣8", "1.HAND": "♣9", "2.HAND": "♣7", "OFFER": "♥A", "0.WON": "♥Q ♠K", "1.WON": "♦A"}
        assert scores(position(game("enchere"), won, rest="SPENT")) == (3, 8, 0)

    def test_all_prizes_together_count_28(self) -> None:
        state = game("enchere").start(5)
        while state.outcome is None:
            state.apply(0)
        assert sum(scores(state)) == 28

    def test_a_prize_is_never_taken_for_a_card_in_a_hand(self) -> None:
        state = game("enchere").start(1)
        sampled = state.view(0).sample(Stream.of(1))
        assert sorted(card[1:] for card in lies(sampled, "PRIZES").split()) == sorted(
            card[1:] for card in lies(state, "PRIZES").split()
        )


def bids(state: OnTable, *ranks: str) -> OnTable:
    """Every seat bids its rank, in whatever order they are asked."""
    for _ in ranks:
        if state.outcome is None:
            assert state.to_move is not None
            take(state, f"bid {ranks[state.to_move]}")
    return state


class TestGops:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_everyone_bids_with_thirteen_cards_of_their_own_for_thirteen_prizes(self, seats: int) -> None:
        state = game("gops", seats).start()
        assert [count(state, f"{seat}.HAND") for seat in range(seats)] == [13] * seats
        assert (count(state, "OFFER"), count(state, "PRIZES"), len(state.options)) == (1, 12, 13)

    def test_the_highest_bid_takes_the_prize(self) -> None:
        state = game("gops").start(1)
        prize = lies(state, "OFFER")
        take(state, "bid TWO", "bid THREE")
        assert (lies(state, "1.WON"), lies(state, "0.WON"), count(state, "OFFER")) == (prize, "", 1)

    def test_bids_lie_hidden_until_the_last_one_lies(self) -> None:
        state = take(game("gops").start(1), "bid KING")
        assert (lies(state, "0.BID"), lies(state, "0.SHOWN")) == ("KING", "")

    def test_equal_bids_leave_the_prize_for_the_next_auction(self) -> None:
        state = take(game("gops").start(1), "bid TWO", "bid TWO")
        assert count(state, "OFFER") == 2
        assert count(bids(state, "KING", "ACE"), "0.WON") == 2

    def test_the_ace_counts_one_and_the_king_thirteen_and_what_is_left_goes_to_nobody(self) -> None:
        state = game("gops").start(1)
        low_to_high = ["ACE", *TIDES[1:10], "JACK", "QUEEN", "KING"]
        first = lies(state, "OFFER")
        bids(state, "KING", "ACE")
        second = lies(state, "OFFER")
        bids(state, "ACE", "KING")
        for rank in low_to_high[1:-1]:
            bids(state, rank, rank)
        assert scores(state) == (low_to_high.index(first) + 1, low_to_high.index(second) + 1)

    def test_of_three_bids_two_equal_highest_win_nothing(self) -> None:
        state = take(game("gops", 3).start(1), "bid KING", "bid KING", "bid TWO")
        assert (count(state, "OFFER"), count(state, "2.WON")) == (2, 0)


class TestGoFish:
    @pytest.mark.parametrize(("seats", "cards"), [(2, 7), (3, 5), (4, 5), (5, 5), (6, 5)])
    def test_everyone_is_dealt_five_cards_and_two_players_seven(self, seats: int, cards: int) -> None:
        state = game("go_fish", seats).start(2)
        dealt = [count(state, f"{seat}.HAND") + count(state, f"{seat}.SETS") for seat in range(seats)]
        assert (state.to_move, dealt) == (0, [cards] * seats)

    def test_one_asks_another_player_for_a_rank_one_holds(self) -> None:
        hands = {"0.HAND": "♣3 ♣9", "1.HAND": "♦3", "2.HAND": "♥9"}
        assert texts(position(game("go_fish", 3), hands)) == [
            "ask seat 1, THREE",
            "ask seat 1, NINE",
            "ask seat 2, THREE",
            "ask seat 2, NINE",
        ]

    def test_the_player_asked_gives_all_of_the_rank_and_the_asker_goes_on(self) -> None:
        hands = {"0.HAND": "♣3 ♣9", "1.HAND": "♦3 ♥3 ♥K", "2.HAND": "♥9"}
        state = take(position(game("go_fish", 3), hands), "ask seat 1, THREE")
        assert (lies(state, "0.HAND"), lies(state, "1.HAND"), state.to_move) == ("♣3 ♦3 ♥3 ♣9", "♥K", 0)

    def test_who_asks_in_vain_draws_and_the_next_player_has_the_turn(self) -> None:
        hands = {"0.HAND": "♣3 ♣9", "1.HAND": "♦5 ♥6", "2.HAND": "♥9 ♥K"}
        state = take(position(game("go_fish", 3), hands, stock="♦K"), "ask seat 1, THREE")
        assert (lies(state, "0.HAND"), state.to_move) == ("♣3 ♣9 ♦K", 1)

    def test_who_draws_what_was_asked_for_goes_on(self) -> None:
        hands = {"0.HAND": "♣3 ♣9", "1.HAND": "♦5 ♥6", "2.HAND": "♥9 ♥K"}
        state = take(position(game("go_fish", 3), hands, stock="♦3"), "ask seat 1, THREE")
        assert (lies(state, "0.HAND"), state.to_move) == ("♣3 ♦3 ♣9", 0)

    def test_four_of_a_rank_are_laid_down(self) -> None:
        hands = {"0.HAND": "♣3 ♣9 ♠3", "1.HAND": "♦3 ♥3 ♥K", "2.HAND": "♥9"}
        state = take(position(game("go_fish", 3), hands), "ask seat 1, THREE")
        assert (lies(state, "0.HAND"), count(state, "0.SETS")) == ("♣9", 4)

    @pytest.mark.parametrize("last", [0, 1])
    def test_the_most_sets_win(self, last: int) -> None:
        sets = " ".join(f"{suit}{rank}" for rank in RANKS[:5] for suit in "♣♦♥♠")
        hands = {"0.HAND": "♣A ♦A", "1.HAND": "♥A ♠A", "0.SETS": sets, "STOCK": ""}
        state = position(game("go_fish", 2, LAST=last), hands, rest="1.SETS")
        if not over(state):
            take(state, "ask seat 1, ACE")
        assert scores(state) == (6, 7)

    def test_it_ends_as_soon_as_somebody_has_no_card_left(self) -> None:
        hands = {"0.HAND": "♣3 ♣9", "1.HAND": "♦3 ♥3", "2.HAND": "♥9"}
        assert over(take(position(game("go_fish", 3), hands), "ask seat 1, THREE"))

    def test_it_ends_as_soon_as_the_stock_is_used_up(self) -> None:
        hands = {"0.HAND": "♣3 ♣9", "1.HAND": "♦5 ♥6", "2.HAND": "♥9 ♥K", "STOCK": "♦K"}
        assert over(take(position(game("go_fish", 3), hands, rest="2.SETS"), "ask seat 1, THREE"))

    def test_by_the_other_rule_it_goes_on_and_who_has_no_cards_takes_one(self) -> None:
        made = game("go_fish", 3, LAST=1)
        hands = {"0.HAND": "♣3 ♣9", "1.HAND": "♦3 ♥3", "2.HAND": "♥9"}
        state = take(position(made, hands, stock="♦8 ♦7"), "ask seat 1, THREE", "ask seat 1, NINE")
        assert (state.to_move, lies(state, "1.HAND"), lies(state, "0.HAND")) == (1, "♦8", "♣3 ♦3 ♥3 ♦7 ♣9")


TIDES = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN", "TWELVE"]


def tide(
    hands: Mapping[int, str],
    offer: str,
    water: Mapping[int, str],
    belts: list[int],
    turn: int = 1,
    seats: int = 4,
) -> OnTable:
    """A turn of Turn the Tide, with this water before the players and these life belts."""
    laid = [offer, *water.values()]
    left = sorted(TIDES * 2)
    for word in " ".join(laid).split():
        left.remove(word)
    return position(
        game("turn_the_tide", seats),
        {
            **{f"{seat}.HAND": cards for seat, cards in hands.items()},
            **{f"{seat}.WATER": cards for seat, cards in water.items()},
            "OFFER": offer,
            "TIDES": " ".join(left),
        },
        rest="WEATHER",
        stored={
            "TURN": turn,
            **{f"{seat}.BELTS": number for seat, number in enumerate(belts)},
            **{f"{seat}.LEVEL": TIDES.index(cards.split()[-1]) + 1 for seat, cards in water.items()},
        },
    )


HANDS = {
    0: "FIFTH-TWELVE FIRST-ONE FIRST-FIVE",
    1: "FOURTH-ONE FIRST-TWO FIRST-SIX",
    2: "THIRD-FIVE FIRST-THREE FIRST-SEVEN",
    3: "SECOND-FIVE FIRST-FOUR FIRST-EIGHT",
}


class TestTurnTheTide:
    @pytest.mark.parametrize("seats", [3, 4, 5])
    def test_everyone_holds_twelve_cards_and_two_tides_come_in(self, seats: int) -> None:
        state = game("turn_the_tide", seats).start()
        assert [count(state, f"{seat}.HAND") for seat in range(seats)] == [12] * seats
        assert (count(state, "OFFER"), count(state, "TIDES"), len(state.options)) == (2, 22, 12)

    def test_belts_are_those_of_the_hand_and_a_half_is_lost(self) -> None:
        state = game("turn_the_tide").start()
        for seat in range(4):
            halves = {"FIRST": 0, "SECOND": 1, "THIRD": 2, "FOURTH": 1, "FIFTH": 0}
            hand = sum(halves[card.split("-")[0]] for card in lies(state, f"{seat}.HAND").split())
            assert stored(state, f"{seat}.BELTS") == hand // 2

    def test_the_highest_card_takes_the_lower_tide_and_the_second_the_higher_one(self) -> None:
        state = tide(HANDS, "NINE THREE", {}, [5, 5, 5, 5])
        take(state, "play FIFTH-TWELVE", "play FOURTH-ONE", "play THIRD-FIVE", "play SECOND-FIVE")
        assert [lies(state, f"{seat}.WATER") for seat in range(4)] == ["THREE", "NINE", "", ""]

    def test_the_highest_level_costs_a_belt(self) -> None:
        state = tide(HANDS, "NINE THREE", {2: "EIGHT", 3: "TWO"}, [5, 5, 5, 5])
        take(state, "play FIFTH-TWELVE", "play FOURTH-ONE", "play THIRD-FIVE", "play SECOND-FIVE")
        assert [stored(state, f"{seat}.BELTS") for seat in range(4)] == [5, 4, 5, 5]

    def test_a_new_tide_covers_the_old_one_and_equal_levels_all_pay(self) -> None:
        state = tide(HANDS, "NINE THREE", {0: "TWELVE", 2: "NINE"}, [5, 5, 5, 5])
        take(state, "play FIFTH-TWELVE", "play FOURTH-ONE", "play THIRD-FIVE", "play SECOND-FIVE")
        assert [stored(state, f"{seat}.LEVEL") for seat in range(4)] == [3, 9, 9, 0]
        assert [stored(state, f"{seat}.BELTS") for seat in range(4)] == [5, 4, 4, 5]

    def test_without_a_belt_one_drowns_and_is_asked_no_more(self) -> None:
        state = tide(HANDS, "NINE THREE", {}, [5, 0, 5, 5])
        take(state, "play FIFTH-TWELVE", "play FOURTH-ONE", "play THIRD-FIVE", "play SECOND-FIVE")
        assert stored(state, "1.DROWNED") == 1
        assert [stored(state, f"{seat}.DROWNED") for seat in (0, 2, 3)] == [0, 0, 0]
        assert state.to_move == 2, "seat 1 would be first to play"

    def test_a_round_scores_belts_and_the_lowest_level_and_drowning_costs_a_point(self) -> None:
        state = tide({0: HANDS[0], 1: HANDS[1], 2: HANDS[2]}, "NINE THREE", {2: "EIGHT"}, [2, 0, 1], seats=3)
        take(state, "play FIFTH-TWELVE", "play FOURTH-ONE", "play THIRD-FIVE")
        # Seat 1 has drowned and only two are left, which ends the round. Seat 0 has the lowest level.
        assert [stored(state, f"{seat}.SCORE") for seat in range(3)] == [2 + 1, -1, 1]

    def test_then_the_hands_move_on_as_they_were_dealt(self) -> None:
        state = tide({0: HANDS[0], 1: HANDS[1], 2: HANDS[2]}, "NINE THREE", {2: "EIGHT"}, [2, 0, 1], seats=3)
        take(state, "play FIFTH-TWELVE", "play FOURTH-ONE", "play THIRD-FIVE")
        assert [set(lies(state, f"{seat}.HAND").split()) for seat in range(3)] == [
            set(HANDS[2].split()),
            set(HANDS[0].split()),
            set(HANDS[1].split()),
        ]
        assert (stored(state, "ROUND"), count(state, "OFFER"), count(state, "TIDES")) == (2, 2, 22)


def war_by_hand(stacks: list[list[int]], battles: int, down: int) -> tuple[int, int]:
    """War as it is played at a table: how many cards both have in the end."""
    for _ in range(battles):
        if not all(stacks):
            break
        laid: list[list[int]] = [[stack.pop()] for stack in stacks]
        hidden: list[list[int]] = [[], []]
        while laid[0][-1] == laid[1][-1] and all(stacks):
            for stack, up, below in zip(stacks, laid, hidden, strict=True):
                for _ in range(down):
                    if len(stack) > 1:
                        below.append(stack.pop())
                up.append(stack.pop())
        if laid[0][-1] != laid[1][-1]:
            winner = 0 if laid[0][-1] > laid[1][-1] else 1
        elif len(stacks[0]) == len(stacks[1]):
            break
        else:
            winner = 0 if stacks[0] else 1
        for cards in (laid[winner], hidden[winner], laid[1 - winner], hidden[1 - winner]):
            stacks[winner][:0] = cards
    return len(stacks[0]), len(stacks[1])


def stacks_of(told: list[str]) -> list[list[int]]:
    """The stacks that were dealt, bottom first, as ranks."""
    deals = [re.fullmatch(r"move .(\w+) to seat (\d)'s STACK", line) for line in told]
    return [[RANKS.index(m[1]) for m in deals[:55] if m and m[2] == seat] for seat in "01"]


class TestWar:
    def test_both_have_half_of_the_cards(self) -> None:
        assert [len(stack) for stack in stacks_of(story(game("war"), 1))] == [26, 26]

    @pytest.mark.parametrize("seed", range(12))
    def test_the_higher_card_takes_both_and_equal_cards_mean_war(self, seed: int) -> None:
        state = game("war").start(seed)
        assert scores(state) == war_by_hand(stacks_of(story(game("war"), seed)), 1000, 3)

    @pytest.mark.parametrize("seed", range(6))
    def test_as_many_cards_lie_face_down_as_the_parameter_says(self, seed: int) -> None:
        made = game("war", DOWN=1)
        assert scores(made.start(seed)) == war_by_hand(stacks_of(story(made, seed)), 1000, 1)

    def test_the_game_is_stopped_after_so_many_battles_and_the_more_cards_win(self) -> None:
        made = game("war", BATTLES=5)
        for seed in range(5):
            told = story(made, seed)
            assert told.count("set BATTLES to 5") == 1
            assert "set BATTLES to 6" not in told
            assert scores(made.start(seed)) == war_by_hand(stacks_of(told), 5, 3)

    def test_there_is_nothing_to_decide(self) -> None:
        assert game("war").start().decisions == 0

    def test_captured_cards_go_under_the_stack(self) -> None:
        made = game("war", BATTLES=1)
        told = story(made, 1)
        assert any(line.endswith("to the bottom of seat 0's STACK") for line in told) or any(
            line.endswith("to the bottom of seat 1's STACK") for line in told
        )


class TestCuckoo:
    @pytest.mark.parametrize("seats", [2, 5, 10])
    def test_everyone_has_one_card_and_three_lives(self, seats: int) -> None:
        state = game("cuckoo", seats).start()
        assert [count(state, f"{seat}.HAND") for seat in range(seats)] == [1] * seats
        assert [stored(state, f"{seat}.LIVES") for seat in range(seats)] == [3] * seats
        assert asks(state) == (0, ["keep", "exchange"])

    def test_an_exchange_is_with_the_next_player(self) -> None:
        state = position(game("cuckoo", 3), {"0.HAND": "♣2", "1.HAND": "♣9", "2.HAND": "♣5"})
        take(state, "exchange")
        assert (lies(state, "0.HAND"), lies(state, "1.HAND"), state.to_move) == ("♣9", "♣2", 1)

    def test_a_king_is_shown_and_not_given_away(self) -> None:
        state = position(game("cuckoo", 3), {"0.HAND": "♣2", "1.HAND": "♣K", "2.HAND": "♣5"})
        take(state, "exchange")
        assert (lies(state, "0.HAND"), lies(state, "1.KING")) == ("♣2", "♣K")
        assert state.to_move == 2, "whoever has shown the king keeps it without being asked"

    def test_the_dealer_exchanges_with_the_stock(self) -> None:
        state = position(
            game("cuckoo", 3, LIVES=1), {"0.HAND": "♣6", "1.HAND": "♣9", "2.HAND": "♣2"}, stock="♥Q"
        )
        take(state, "keep", "keep", "exchange")
        assert scores(state) == (0, 1, 1), "the six is now the lowest"

    def test_unless_its_top_card_is_a_king(self) -> None:
        state = position(
            game("cuckoo", 3, LIVES=1), {"0.HAND": "♣6", "1.HAND": "♣9", "2.HAND": "♣2"}, stock="♥K"
        )
        assert scores(take(state, "keep", "keep", "exchange")) == (1, 1, 0)

    def test_everyone_with_the_lowest_card_loses_a_life_and_aces_are_low(self) -> None:
        state = position(game("cuckoo", 3, LIVES=1), {"0.HAND": "♣A", "1.HAND": "♦A", "2.HAND": "♣2"})
        assert scores(take(state, "keep", "keep", "keep")) == (0, 0, 1)


def middle(hand: str, cards: str, others: str = "♦9 ♠8 ♥7", **lives: int) -> OnTable:
    """Seat 0 of two is to play, with this hand and these cards in the middle."""
    return position(
        game("schwimmen", 2),
        {"0.HAND": hand, "1.HAND": others, "MIDDLE": cards},
        stored={"WAITING": -1, **{f"{seat[-1]}.LIVES": number for seat, number in lives.items()}},
        at="exchange",
    )


class TestSchwimmen:
    @pytest.mark.parametrize("seats", range(2, 10))
    def test_three_cards_each_and_two_hands_for_the_dealer(self, seats: int) -> None:
        state = game("schwimmen", seats).start()
        assert [count(state, f"{seat}.HAND") for seat in range(seats)] == [3] * seats
        assert (count(state, "SECOND"), asks(state)) == (3, (0, ["keep the hand", "take the other hand"]))

    def test_the_hand_the_dealer_does_not_take_is_the_middle(self) -> None:
        hands = {"0.HAND": "♣7 ♣8 ♦7", "1.HAND": "♥7 ♥8 ♠8", "SECOND": "♥A ♦9 ♠7"}
        state = take(position(game("schwimmen", 2), hands), "keep the hand")
        assert (set(lies(state, "MIDDLE").split()), state.to_move) == ({"♥A", "♦9", "♠7"}, 1)
        state = take(position(game("schwimmen", 2), hands), "take the other hand")
        assert (set(lies(state, "0.HAND").split()), set(lies(state, "MIDDLE").split())) == (
            {"♥A", "♦9", "♠7"},
            {"♣7", "♣8", "♦7"},
        )

    def test_one_exchanges_one_card_or_all_three_or_passes_or_knocks(self) -> None:
        state = middle("♣7 ♦8 ♥9", "♠7 ♠9 ♦10")
        assert len(texts(state)) == 9 + 3
        assert texts(state)[-3:] == ["exchange all", "pass", "knock"]
        take(state, "exchange ♥9, ♦10")
        assert (set(lies(state, "0.HAND").split()), set(lies(state, "MIDDLE").split())) == (
            {"♣7", "♦8", "♦10"},
            {"♠7", "♠9", "♥9"},
        )

    def test_after_a_knock_everyone_else_has_one_more_turn(self) -> None:
        state = take(middle("♣10 ♣8 ♥9", "♠7 ♠9 ♦10"), "knock")
        assert state.to_move == 1
        assert "knock" not in texts(state)
        take(state, "pass")
        assert stored(state, "DEAL") == 2

    def test_the_lowest_hand_loses_a_life_by_its_best_suit(self) -> None:
        # 18 of clubs against 9 of diamonds.
        state = take(middle("♣10 ♣8 ♥9", "♠7 ♠9 ♦10"), "knock", "pass")
        assert (stored(state, "0.LIVES"), stored(state, "1.LIVES")) == (3, 2)

    def test_three_of_a_rank_beat_thirty(self) -> None:
        state = take(middle("♣10 ♣Q ♣K", "♠7 ♠8 ♦10", others="♦9 ♠9 ♥9"), "knock", "pass")
        assert (stored(state, "0.LIVES"), stored(state, "1.LIVES")) == (2, 3)

    def test_31_ends_the_deal_at_once(self) -> None:
        state = take(middle("♣10 ♣Q ♥9", "♠7 ♠9 ♣A"), "exchange ♥9, ♣A")
        assert (stored(state, "DEAL"), stored(state, "1.LIVES")) == (2, 2)

    def test_three_aces_cost_all_others_a_life(self) -> None:
        state = position(
            game("schwimmen", 3),
            {"0.HAND": "♣A ♦A ♥9", "1.HAND": "♣8 ♦9 ♥7", "2.HAND": "♣K ♣Q ♣9", "MIDDLE": "♠7 ♠9 ♥A"},
            stored={"WAITING": -1},
            at="exchange",
        )
        take(state, "exchange ♥9, ♥A")
        assert [stored(state, f"{seat}.LIVES") for seat in range(3)] == [3, 2, 2]

    def test_when_all_pass_the_middle_is_replaced(self) -> None:
        state = take(middle("♣7 ♦8 ♥9", "♠7 ♠9 ♦10"), "pass", "pass")
        assert set(lies(state, "DISCARD").split()) == {"♠7", "♠9", "♦10"}
        assert (count(state, "MIDDLE"), state.to_move) == (3, 0)

    def test_without_a_life_one_swims_and_is_out_with_the_next_loss(self) -> None:
        state = take(middle("♣10 ♣8 ♥9", "♠7 ♠9 ♦10", seat1=0), "knock", "pass")
        assert scores(state) == (2, 1)

    def test_the_next_player_deals_the_next_time(self) -> None:
        hands = {"0.HAND": "♣7 ♣8 ♦7", "1.HAND": "♥7 ♥8 ♠8", "2.HAND": "♦8 ♦10 ♣9", "SECOND": "♥A ♦9 ♠7"}
        state = take(position(game("schwimmen", 3), hands), "keep the hand", "knock", "pass", "pass")
        assert asks(state) == (1, ["keep the hand", "take the other hand"])
