"""Shedding games play by their rule sheets: who begins, what may be played, what it does, what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

import pytest

from croupier.game import PLAYER, Stream
from croupier.interpreter.on_table import OnTable
from library.at_the_table import (
    asks,
    count,
    game,
    lies,
    named,
    over,
    position,
    scores,
    stored,
    story,
    take,
    texts,
)

pytestmark = pytest.mark.slow


class TestComet:
    @pytest.mark.parametrize(("seats", "cards"), [(2, 18), (3, 12), (4, 10), (5, 9)])
    def test_everyone_has_as_many_cards_and_some_are_left_over(self, seats: int, cards: int) -> None:
        state = game("comet", seats).start()
        assert [count(state, f"{seat}.HAND") for seat in range(seats)] == [cards] * seats
        assert (count(state, "STOCK"), state.to_move) == (48 - seats * cards, 0)

    def test_black_cards_of_two_packs_without_aces_and_one_nine_is_the_comet(self) -> None:
        cards = Counter(game("comet").layout.names)
        ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
        twice = {f"{suit}{rank}": 2 for suit in "♣♠" for rank in ranks}
        assert cards == {**twice, "♠9": 1, "♦9": 1}

    def test_any_rank_begins_a_row_with_as_many_equal_cards_as_one_likes(self) -> None:
        hands = {"0.HAND": "♣3 ♣3 ♠J ♦9", "1.HAND": "♣5", "2.HAND": "♣6"}
        assert texts(position(game("comet"), hands)) == [
            "lay THREE, 1",
            "lay THREE, 2",
            "lay JACK, 1",
            "lay the comet",
        ]

    def test_four_eights_go_on_a_seven_and_their_player_stays_on_turn(self) -> None:
        hands = {"0.HAND": "♣7 ♣8 ♣8 ♠8 ♠8 ♠9 ♣9", "1.HAND": "♣10 ♠10", "2.HAND": "♣6"}
        state = take(position(game("comet"), hands), "lay SEVEN, 1", "lay EIGHT, 4")
        assert (count(state, "ROW"), asks(state)) == (5, (0, ["lay NINE, 1", "lay NINE, 2"]))

    def test_whoever_cannot_go_on_passes_and_the_next_player_may(self) -> None:
        hands = {"0.HAND": "♣3 ♣9 ♠9", "1.HAND": "♣4 ♠4", "2.HAND": "♣6"}
        state = take(position(game("comet"), hands), "lay THREE, 1")
        assert asks(state) == (1, ["lay FOUR, 1", "lay FOUR, 2"])

    def test_the_comet_stands_for_the_card_that_is_wanted_but_need_not(self) -> None:
        hands = {"0.HAND": "♣3 ♦9 ♠K", "1.HAND": "♣5 ♠5", "2.HAND": "♣6"}
        state = take(position(game("comet"), hands), "lay THREE, 1")
        assert asks(state) == (0, ["lay the comet", "pass"])

    def test_the_comet_is_a_stop_and_its_player_begins_a_new_row(self) -> None:
        hands = {"0.HAND": "♣3 ♦9 ♠K ♠2", "1.HAND": "♣5 ♠5", "2.HAND": "♣6"}
        state = take(position(game("comet"), hands), "lay THREE, 1", "lay the comet")
        assert asks(state) == (0, ["lay TWO, 1", "lay KING, 1"])

    def test_by_another_rule_the_row_goes_on_above_the_comet(self) -> None:
        hands = {"0.HAND": "♣3 ♦9 ♠K ♠2", "1.HAND": "♣5 ♠5", "2.HAND": "♣6"}
        state = take(position(game("comet", STOP=0), hands), "lay THREE, 1", "lay the comet")
        assert asks(state) == (1, ["lay FIVE, 1", "lay FIVE, 2"]), "the comet stood for a four"

    def test_when_nobody_can_go_on_the_last_one_begins_anew(self) -> None:
        hands = {"0.HAND": "♣3 ♣9 ♠K", "1.HAND": "♣J ♠J", "2.HAND": "♣6"}
        state = take(position(game("comet"), hands), "lay THREE, 1")
        assert asks(state) == (0, ["lay NINE, 1", "lay KING, 1"])

    def test_a_king_ends_the_row(self) -> None:
        hands = {"0.HAND": "♣K ♣9 ♠8", "1.HAND": "♣2 ♠2", "2.HAND": "♣6"}
        state = take(position(game("comet"), hands), "lay KING, 1")
        assert asks(state) == (0, ["lay EIGHT, 1", "lay NINE, 1"])

    @pytest.mark.parametrize(
        ("hand", "third", "moves", "expected"),
        [
            ("♣3 ♣4", "♣6", ["lay THREE, 1"], (28, -22, -6)),
            ("♣3 ♣4", "♣6 ♦9", ["lay THREE, 1"], (74, -44, -30)),
            ("♣3 ♦9", "♣6", ["lay THREE, 1", "lay the comet"], (56, -44, -12)),
            ("♣8 ♦9", "♣6", ["lay EIGHT, 1", "lay the comet"], (112, -88, -24)),
        ],
        ids=["plain", "comet left", "out with the comet", "out with the comet as a nine"],
    )
    def test_the_winner_has_the_pips_of_the_others_doubled_or_fourfold(
        self, hand: str, third: str, moves: list[str], expected: tuple[int, ...]
    ) -> None:
        hands = {"0.HAND": hand, "1.HAND": "♣K ♠J ♣2", "2.HAND": third}
        state = position(game("comet"), hands)
        for move in moves:
            if not over(state):
                take(state, move)
        assert scores(state) == expected

    def test_a_comet_that_is_not_the_last_card_doubles_nothing(self) -> None:
        hands = {"0.HAND": "♣3 ♦9 ♠4", "1.HAND": "♣K ♠J ♣2", "2.HAND": "♣6"}
        state = take(position(game("comet"), hands), "lay THREE, 1", "lay the comet")
        assert scores(state) == (28, -22, -6)


def eights(name: str, top: str, hands: Mapping[int, str], stock: str = "", **stores: int | str) -> OnTable:
    """A turn of Crazy or Sane Eights for three."""
    suits = {"♣": "CLUBS", "♦": "DIAMONDS", "♥": "HEARTS", "♠": "SPADES"}
    strings = {"SUIT": suits[top[0]]} if name == "crazy_eights" else {}
    return position(
        game(name, 3),
        {"DISCARD": top, **{f"{seat}.HAND": cards for seat, cards in hands.items()}},
        stock=stock,
        stored={**strings, "DREW": 0, **stores},
        at="play",
    )


class TestEights:
    @pytest.mark.parametrize("name", ["crazy_eights", "sane_eights"])
    @pytest.mark.parametrize(("seats", "cards"), [(2, 7), (3, 5), (6, 5)])
    def test_seven_cards_for_two_players_five_for_more(self, name: str, seats: int, cards: int) -> None:
        told = story(game(name, seats), 3)
        deal = told[: next(i for i, line in enumerate(told) if line.endswith(" to DISCARD"))]
        dealt = Counter(line.split(" to ")[1] for line in deal if line.endswith("HAND"))
        assert dealt == {f"seat {seat}'s HAND": cards for seat in range(seats)}

    @pytest.mark.parametrize(
        ("name", "playable"),
        [("crazy_eights", ["♣8", "♣9", "♥2", "♥7"]), ("sane_eights", ["♣9", "♥2", "♥7"])],
    )
    def test_rank_or_suit_must_match_and_only_crazy_eights_are_wild(
        self, name: str, playable: list[str]
    ) -> None:
        state = eights(name, "♥9", {0: "♣9 ♥2 ♣8 ♠7 ♥7", 1: "♣3", 2: "♣4"})
        assert texts(state) == [f"play {card}" for card in playable]

    def test_whoever_plays_an_eight_names_a_suit_which_then_counts(self) -> None:
        state = take(eights("crazy_eights", "♥9", {0: "♣8 ♥2", 1: "♠3 ♦3 ♦K", 2: "♣4"}), "play ♣8")
        assert asks(state) == (0, ["name CLUBS", "name DIAMONDS", "name HEARTS", "name SPADES"])
        assert asks(take(state, "name DIAMONDS")) == (1, ["play ♦3", "play ♦K"])

    def test_a_sane_eight_is_a_card_like_any_other(self) -> None:
        state = take(eights("sane_eights", "♣9", {0: "♣8 ♣2", 1: "♠8 ♣3 ♦K", 2: "♣4"}), "play ♣8")
        assert asks(state) == (1, ["play ♣3", "play ♠8"])

    @pytest.mark.parametrize("name", ["crazy_eights", "sane_eights"])
    def test_whoever_cannot_play_draws_one_and_may_play_it_or_pass(self, name: str) -> None:
        state = take(eights(name, "♥9", {0: "♥2 ♥3", 1: "♠4 ♦K", 2: "♣4 ♥K"}, stock="♥A"), "play ♥3")
        assert asks(state) == (1, ["play ♥A", "pass"])
        state = take(eights(name, "♥9", {0: "♥2 ♥3", 1: "♠4 ♦K", 2: "♥Q ♥K"}, stock="♠A"), "play ♥3")
        assert (lies(state, "1.HAND"), state.to_move) == ("♦K ♠A ♠4", 2)

    @pytest.mark.parametrize("name", ["crazy_eights", "sane_eights"])
    def test_the_first_without_cards_wins(self, name: str) -> None:
        assert scores(eights(name, "♥9", {0: "♥2", 1: "♠4 ♦K", 2: "♣4"})) == (0, 2, 1)

    @pytest.mark.parametrize("name", ["crazy_eights", "sane_eights"])
    def test_an_empty_stock_is_made_anew_from_all_discards_but_the_top_one(self, name: str) -> None:
        hands = {"0.HAND": "♥2 ♥3", "1.HAND": "♠4 ♠K", "2.HAND": "♣4 ♣K"}
        suit = {"SUIT": "HEARTS"} if name == "crazy_eights" else {}
        state = position(game(name, 3), hands, rest="DISCARD", stock="♥9", stored=suit, at="play")
        take(state, "play ♥2")
        assert count(state, "DISCARD") <= 3
        assert count(state, "STOCK") >= 40


def uno(top: str, hands: Mapping[int, str], stock: str = "", **stores: int) -> OnTable:
    """A turn of seat 0 in UNO without wild cards, for as many players as there are hands."""
    return position(
        game("uno", len(hands)),
        {"DISCARD": top, **{f"{seat}.HAND": cards for seat, cards in hands.items()}},
        stock=stock,
        stored={"STEP": 1, **stores},
        at="play",
    )


THREE = {0: "RED-TWO GREEN-FIVE", 1: "GREEN-ONE RED-ONE", 2: "GREEN-SIX RED-SIX"}


class TestUno:
    def test_a_hundred_cards_one_zero_and_two_of_everything_else_in_four_colours(self) -> None:
        names = Counter(game("uno").layout.names)
        assert (names.total(), names["RED-ZERO"], names["BLUE-NINE"], names["GREEN-DRAW_TWO"]) == (
            100,
            1,
            2,
            2,
        )

    @pytest.mark.parametrize("seats", [2, 6, 10])
    def test_seven_cards_each_and_the_first_player_is_drawn_by_lot(self, seats: int) -> None:
        first = set()
        for seed in range(40):
            state = game("uno", seats).start(seed)
            first.add(state.to_move)
            assert all(count(state, f"{seat}.HAND") >= 7 for seat in range(seats))
        assert first == set(range(seats))

    def test_the_first_card_acts_upon_a_player_drawn_by_lot(self) -> None:
        """As in the sample program: a draw two is drawn, and passes over that player like a skip."""
        seen = set()
        for seed in range(120):
            state, told = game("uno", 6).start(seed), story(game("uno", 6), seed)
            turned = next(i for i, line in enumerate(told) if line.endswith(" to DISCARD"))
            kind = told[turned].split()[1].split("-")[1]
            drawn = [line for line in told[turned + 1 : turned + 5] if line.endswith("HAND")]
            if (
                state.decisions == 1
                and kind == "DRAW_TWO"
                and len(drawn) == 2
                and drawn[0][-13:] == drawn[1][-13:]
            ):
                victim = int(drawn[0].split("seat ")[1][0])
                assert state.to_move != victim
                seen.add(kind)
            if kind == "REVERSE":
                assert stored(state, "STEP") in (1, 5)
                seen.add(kind)
        assert seen == {"DRAW_TWO", "REVERSE"}

    def test_colour_or_kind_must_match_and_one_may_always_draw(self) -> None:
        hands = {0: "RED-TWO GREEN-FIVE RED-SKIP BLUE-SKIP GREEN-SKIP", 1: "RED-ONE", 2: "RED-SIX"}
        state = uno("GREEN-SKIP", hands)
        assert texts(state) == [
            "play RED-SKIP",
            "play GREEN-FIVE",
            "play GREEN-SKIP",
            "play BLUE-SKIP",
            "draw",
        ]

    def test_a_drawn_card_that_fits_is_played_at_once_and_acts(self) -> None:
        state = take(uno("GREEN-NINE", THREE, stock="GREEN-SKIP"), "draw")
        assert (lies(state, "DISCARD"), state.to_move) == ("GREEN-NINE GREEN-SKIP", 2)

    def test_another_one_is_kept_and_ends_the_turn(self) -> None:
        state = take(uno("GREEN-NINE", THREE, stock="BLUE-SKIP"), "draw")
        assert set(lies(state, "0.HAND").split()) == {"RED-TWO", "GREEN-FIVE", "BLUE-SKIP"}
        assert state.to_move == 1

    def test_whoever_cannot_play_draws_without_being_asked(self) -> None:
        hands = {0: "GREEN-TWO GREEN-FIVE", 1: "RED-ONE RED-THREE", 2: "GREEN-SIX RED-SIX"}
        state = take(uno("GREEN-NINE", hands, stock="BLUE-SKIP"), "play GREEN-TWO")
        assert (state.to_move, count(state, "1.HAND")) == (2, 3)

    @pytest.mark.parametrize(
        ("card", "then", "drawn"),
        [("SKIP", 2, 2), ("DRAW_TWO", 2, 4), ("REVERSE", 2, 2), ("FOUR", 1, 2)],
    )
    def test_what_a_card_does(self, card: str, then: int, drawn: int) -> None:
        hands = {0: f"GREEN-{card} GREEN-FIVE", 1: "GREEN-ONE RED-ONE", 2: "GREEN-SIX RED-SIX"}
        state = take(uno("GREEN-NINE", hands), f"play GREEN-{card}")
        assert (state.to_move, count(state, "1.HAND")) == (then, drawn)

    def test_after_a_reverse_play_goes_the_other_way_round(self) -> None:
        hands = {0: "GREEN-REVERSE GREEN-FIVE", 1: "GREEN-ONE RED-ONE", 2: "GREEN-SIX RED-SIX"}
        state = take(uno("GREEN-NINE", hands), "play GREEN-REVERSE", "play GREEN-SIX")
        assert state.to_move == 1

    def test_for_two_players_a_reverse_changes_nothing_and_a_skip_gives_another_turn(self) -> None:
        hands = {0: "GREEN-REVERSE GREEN-FIVE GREEN-SKIP", 1: "GREEN-ONE RED-ONE"}
        assert take(uno("GREEN-NINE", hands), "play GREEN-REVERSE").to_move == 1
        assert take(uno("GREEN-NINE", hands), "play GREEN-SKIP").to_move == 0

    def test_the_first_without_cards_wins_even_with_a_draw_two_that_still_counts(self) -> None:
        hands = {0: "GREEN-DRAW_TWO", 1: "GREEN-ONE RED-ONE", 2: "GREEN-SIX RED-SIX"}
        state = take(uno("GREEN-NINE", hands), "play GREEN-DRAW_TWO")
        assert (scores(state), count(state, "1.HAND")) == ((1, 0, 0), 4)

    def test_a_stock_too_small_is_made_anew_from_all_discards_but_the_top_one(self) -> None:
        hands = {
            "0.HAND": "GREEN-DRAW_TWO GREEN-FIVE",
            "1.HAND": "GREEN-ONE RED-ONE",
            "2.HAND": "GREEN-SIX RED-SIX",
        }
        state = position(
            game("uno", 3),
            {**hands, "STOCK": "BLUE-ONE"},
            rest="DISCARD",
            stock="GREEN-NINE",
            stored={"STEP": 1},
            at="play",
        )
        take(state, "play GREEN-DRAW_TWO")
        assert (lies(state, "DISCARD"), count(state, "1.HAND"), count(state, "STOCK")) == (
            "GREEN-DRAW_TWO",
            4,
            92,
        )


class TestUnoWild:
    def test_108_cards(self) -> None:
        names = Counter(game("uno_wild").layout.names)
        assert (names.total(), names["WILD"], names["WILD_DRAW_FOUR"], names["RED-ZERO"]) == (108, 4, 4, 1)

    def test_ten_may_play(self) -> None:
        state = game("uno_wild", 10).start(1)
        assert ([count(state, f"{seat}.HAND") for seat in range(10)], count(state, "STOCK")) == ([7] * 10, 37)

    @staticmethod
    def turn(seat1: str, seat0: str = "GREEN-FIVE GREEN-TWO", seats: int = 3, **settings: int) -> OnTable:
        """Seat 0 plays a green five or something else, then seat 1 is to move."""
        made = game("uno_wild", seats, **settings)
        hands = {
            "0.HAND": seat0,
            "1.HAND": seat1,
            **{f"{s}.HAND": "YELLOW-ONE YELLOW-SIX" for s in range(2, seats)},
        }
        return position(
            made,
            {"DISCARD": "GREEN-NINE", **hands},
            stock="BLUE-ONE BLUE-ONE",
            stored={"COLOR": "GREEN", "STEP": 1},
        )

    def test_seven_cards_each_and_the_first_card_is_a_number(self) -> None:
        for seed in range(30):
            told = story(game("uno_wild", 4), seed)
            start = next(i for i, line in enumerate(told) if line.startswith("set COLOR"))
            dealt = Counter(line.split(" to ")[1] for line in told[:start] if line.endswith("HAND"))
            assert dealt == {f"seat {seat}'s HAND": 7 for seat in range(4)}
            assert not any(kind in told[start - 1] for kind in ("SKIP", "REVERSE", "DRAW", "WILD"))

    def test_colour_kind_or_a_wild_card_but_draw_four_only_without_the_colour(self) -> None:
        state = self.turn("RED-FIVE BLUE-TWO GREEN-ONE WILD WILD_DRAW_FOUR")
        take(state, "play GREEN-FIVE")
        assert asks(state) == (1, ["play RED-FIVE", "play GREEN-ONE", "play WILD"])
        state = take(self.turn("RED-FIVE BLUE-TWO WILD WILD_DRAW_FOUR"), "play GREEN-FIVE")
        assert asks(state) == (1, ["play RED-FIVE", "play WILD", "play WILD_DRAW_FOUR"])

    def test_whoever_plays_a_wild_card_names_the_colour(self) -> None:
        state = take(self.turn("RED-FIVE WILD"), "play GREEN-FIVE", "play WILD")
        assert asks(state) == (1, ["name RED", "name YELLOW", "name GREEN", "name BLUE"])
        take(state, "name YELLOW")
        assert (named(state, "COLOR"), asks(state)) == ("YELLOW", (2, ["play YELLOW-ONE", "play YELLOW-SIX"]))

    def test_a_wild_draw_four_gives_the_next_player_four_cards_and_skips_them(self) -> None:
        state = self.turn("RED-FIVE WILD_DRAW_FOUR BLUE-SIX", seat0="GREEN-FIVE GREEN-ZERO RED-TWO RED-SIX")
        take(state, "play GREEN-FIVE", "play WILD_DRAW_FOUR", "name RED")
        assert (count(state, "2.HAND"), state.to_move) == (6, 0)

    def test_whoever_cannot_play_draws_a_card_and_may_play_just_that_one(self) -> None:
        made = game("uno_wild", 3)
        hands = {
            "0.HAND": "GREEN-FIVE GREEN-TWO",
            "1.HAND": "RED-ONE BLUE-TWO",
            "2.HAND": "GREEN-ONE GREEN-SIX",
        }
        state = position(
            made, {"DISCARD": "GREEN-NINE", **hands}, stock="GREEN-SKIP", stored={"COLOR": "GREEN", "STEP": 1}
        )
        take(state, "play GREEN-FIVE")
        assert asks(state) == (1, ["play GREEN-SKIP", "keep"])

    def test_drawing_instead_of_playing_is_a_parameter(self) -> None:
        state = take(self.turn("GREEN-ONE GREEN-SIX", DRAWING=1), "play GREEN-FIVE")
        assert texts(state) == ["play GREEN-ONE", "play GREEN-SIX", "draw"]

    @pytest.mark.parametrize(
        ("card", "seats", "then"),
        [("SKIP", 3, 2), ("REVERSE", 3, 2), ("DRAW_TWO", 3, 2), ("REVERSE", 2, 0), ("SKIP", 2, 0)],
    )
    def test_skip_reverse_and_draw_two(self, card: str, seats: int, then: int) -> None:
        hands = {"0.HAND": f"GREEN-{card} GREEN-TWO GREEN-ONE", "1.HAND": "GREEN-SIX GREEN-ONE"}
        others = {"2.HAND": "GREEN-FOUR GREEN-SEVEN"} if seats == 3 else {}
        state = position(
            game("uno_wild", seats),
            {"DISCARD": "GREEN-NINE", **hands, **others},
            stored={"COLOR": "GREEN", "STEP": 1},
        )
        take(state, f"play GREEN-{card}")
        assert (state.to_move, count(state, "1.HAND")) == (then, 4 if card == "DRAW_TWO" else 2)

    def test_whoever_goes_out_scores_the_cards_of_the_others(self) -> None:
        hands = {"0.HAND": "GREEN-FIVE", "1.HAND": "WILD GREEN-SKIP", "2.HAND": "RED-NINE RED-ZERO"}
        state = position(
            game("uno_wild", 3, TARGET=79),
            {"DISCARD": "GREEN-NINE", **hands},
            stored={"COLOR": "GREEN", "STEP": 1},
        )
        assert scores(state) == (50 + 20 + 9, 0, 0)


MILK_ENDS = {
    "1.TAKEN": "CAT-SIX CAT-TWELVE CAT-NINE",
    "3.TAKEN": "DOG-ONE GNOME-ONE",
    "0.HAND": "MOUSE-TWO",
    "MESS": "MOUSE-ONE",
}
"""Before the last card, which matches: seat 1 has taken one mess of three cards, seat 3 two of one."""


class TestSpiltMilk:
    @pytest.mark.parametrize(("seats", "cards", "over"), [(3, 12, 0), (4, 9, 0), (5, 7, 1), (6, 6, 0)])
    def test_all_have_the_same_number_of_cards_and_the_lowest_cat_begins(
        self, seats: int, cards: int, over: int
    ) -> None:
        state = game("spilt_milk", seats).start(2)
        hands = [count(state, f"{seat}.HAND") for seat in range(seats)]
        out = count(state, "STOCK")
        assert (sum(hands) + count(state, "MESS") + out, out) == (36, over)
        assert max(hands) == cards
        first = lies(state, "MESS").split()[0]
        cats = [card for seat in range(seats) for card in lies(state, f"{seat}.HAND").split()]
        assert first.startswith("CAT-")
        assert "CAT-THREE" not in cats

    def test_the_animals_are_uneven(self) -> None:
        animals = Counter(name.split("-")[0] for name in game("spilt_milk").layout.names)
        assert animals == {"CAT": 10, "KITTEN": 8, "HEDGEHOG": 6, "DOG": 6, "MOUSE": 4, "GNOME": 2}
        assert {"GNOME-ONE", "MOUSE-FOUR", "DOG-SIX", "HEDGEHOG-EIGHT", "CAT-TWELVE"} <= set(
            game("spilt_milk").layout.names
        )

    @staticmethod
    def turn(mess: str, hands: Mapping[int, str], **stores: int) -> OnTable:
        """Seat 0 is to play."""
        return position(
            game("spilt_milk", BLAMES=1),
            {"MESS": mess, **{f"{seat}.HAND": cards for seat, cards in hands.items()}},
            stored=stores,
        )

    def test_animal_or_number_must_match(self) -> None:
        state = self.turn("CAT-FIVE", {0: "CAT-SIX DOG-FIVE DOG-SIX", 1: "CAT-FOUR", 2: "CAT-NINE"})
        assert texts(state) == ["match with CAT-SIX", "match with DOG-FIVE"]

    def test_whoever_cannot_takes_the_mess_and_starts_another(self) -> None:
        hands = {0: "CAT-SIX CAT-SEVEN", 1: "DOG-ONE DOG-THREE", 2: "MOUSE-ONE MOUSE-TWO"}
        state = take(self.turn("DOG-SIX CAT-FIVE", hands), "match with CAT-SIX")
        assert (count(state, "1.TAKEN"), stored(state, "1.MESSES"), lies(state, "MESS")) == (3, 1, "")
        assert asks(state) == (1, ["start with DOG-ONE", "start with DOG-THREE"])

    def test_everyone_plays_a_card_in_every_round(self) -> None:
        state, stream = game("spilt_milk").start(5), Stream.of(5, PLAYER)
        for _ in range(12):
            state.apply(stream.below(state.option_count))
        hands = [count(state, f"{seat}.HAND") for seat in range(4)]
        assert max(hands) - min(hands) <= 1

    def test_whoever_has_taken_most_messes_is_to_blame_however_large_they_were(self) -> None:
        stores = {"1.MESSES": 1, "3.MESSES": 2}
        state = position(game("spilt_milk", BLAMES=1), MILK_ENDS, stored=stores)
        assert scores(state) == (0, 0, 0, 1), "and the last mess is nobody's"

    def test_by_another_rule_the_most_cards_are_to_blame(self) -> None:
        stores = {"1.MESSES": 1, "3.MESSES": 2}
        state = position(game("spilt_milk", BLAMES=1, CARDS=1), MILK_ENDS, stored=stores)
        assert scores(state) == (0, 1, 0, 0)

    def test_several_can_be_to_blame(self) -> None:
        stores = {"1.MESSES": 2, "3.MESSES": 2}
        assert scores(position(game("spilt_milk", BLAMES=1), MILK_ENDS, stored=stores)) == (0, 1, 0, 1)

    def test_it_ends_when_one_player_was_to_blame_three_times(self) -> None:
        stores = {"1.MESSES": 1, "1.BLAMED": 1}
        assert not over(position(game("spilt_milk"), MILK_ENDS, stored=stores))
        stores = {"1.MESSES": 1, "1.BLAMED": 2, "0.BLAMED": 1}
        assert scores(position(game("spilt_milk"), MILK_ENDS, stored=stores)) == (1, 3, 0, 0)


class TestPageOne:
    @pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
    def test_four_cards_each_of_53_and_any_card_is_led(self, seats: int) -> None:
        state = game("page_one", seats).start()
        assert [count(state, f"{seat}.HAND") for seat in range(seats)] == [4] * seats
        assert (count(state, "STOCK"), len(state.options), state.to_move) == (53 - 4 * seats, 4, 0)

    def test_the_others_follow_suit_or_play_the_joker(self) -> None:
        hands = {"0.HAND": "♥3 ♣4", "1.HAND": "♥9 ♥J ♣K JOKER", "2.HAND": "♠2 ♠3"}
        state = take(position(game("page_one"), hands), "play ♥3")
        assert asks(state) == (1, ["play ♥9", "play ♥J", "play JOKER"])

    def test_whoever_cannot_follow_draws_until_they_can(self) -> None:
        hands = {"0.HAND": "♥3 ♣4", "1.HAND": "♣K ♠9", "2.HAND": "♥2 ♥7"}
        state = take(position(game("page_one"), hands, stock="♦4 ♥6 ♦2 ♠K"), "play ♥3")
        assert (lies(state, "1.TRICK"), state.to_move) == ("♥6", 2)
        assert set(lies(state, "1.HAND").split()) == {"♣K", "♠9", "♠K", "♦2"}

    def test_the_highest_card_of_the_suit_leads_next(self) -> None:
        hands = {"0.HAND": "♥3 ♣4 ♣5", "1.HAND": "♥9 ♥J ♣K", "2.HAND": "♥A ♥4 ♠3"}
        state = take(position(game("page_one"), hands), "play ♥3", "play ♥J", "play ♥A")
        assert (state.to_move, count(state, "PLAYED")) == (2, 3)

    def test_after_a_led_joker_the_others_follow_the_suit_of_the_second_card(self) -> None:
        hands = {"0.HAND": "♥3 ♣4 JOKER", "1.HAND": "♥9 ♥J ♣K", "2.HAND": "♥A ♥4 ♠3 ♣2 ♣7"}
        state = take(position(game("page_one"), hands), "play JOKER")
        assert asks(state) == (1, ["play ♣K", "play ♥9", "play ♥J"]), "the second player plays anything"
        assert asks(take(state, "play ♣K")) == (2, ["play ♣2", "play ♣7"])
        assert take(state, "play ♣7").to_move == 0, "the joker takes the trick"

    def test_after_a_led_joker_whoever_cannot_follow_the_second_card_draws(self) -> None:
        hands = {"0.HAND": "♥3 ♣4 JOKER", "1.HAND": "♥9 ♥J ♣K", "2.HAND": "♥A ♥4"}
        state = take(position(game("page_one"), hands, stock="♣8 ♦2"), "play JOKER", "play ♣K")
        assert sorted(lies(state, "2.HAND").split()) == ["♥4", "♥A", "♦2"]

    def test_the_joker_follows_and_takes_any_trick_but_tells_no_suit(self) -> None:
        hands = {"0.HAND": "♥3 ♣4", "1.HAND": "♥9 ♣K JOKER", "2.HAND": "♥A ♥4 ♣3"}
        state = take(position(game("page_one"), hands), "play ♥3", "play JOKER")
        assert asks(state) == (2, ["play ♥4", "play ♥A"])
        assert take(state, "play ♥A").to_move == 1

    def test_the_stock_is_made_anew_from_earlier_tricks(self) -> None:
        hands = {"0.HAND": "♥3 ♣4", "1.HAND": "♣K ♠9", "2.HAND": "♥2 ♥7"}
        state = take(position(game("page_one"), hands, rest="PLAYED"), "play ♥3")
        assert count(state, "PLAYED") == 0
        assert lies(state, "1.TRICK").startswith("♥") or lies(state, "1.TRICK") == "JOKER"

    def test_when_somebody_can_neither_follow_nor_draw_the_game_is_drawn(self) -> None:
        hands = {"0.HAND": "♥3 ♣4", "1.HAND": "♣K ♠9"}
        state = take(position(game("page_one"), hands, rest="2.HAND"), "play ♥3")
        assert scores(state) == (0, 0, 0)
        assert state.outcome is not None
        assert state.outcome.ranks == (0, 0, 0)

    def test_the_first_without_cards_wins_at_once(self) -> None:
        hands = {"0.HAND": "♥3", "1.HAND": "♥9 ♥J ♣K", "2.HAND": "♥A ♥4"}
        assert scores(position(game("page_one"), hands)) == (0, 3, 2)


def president(hands: Mapping[int, str], **stores: int) -> OnTable:
    """The last deal; seat 0 is to play."""
    return position(
        game("president", len(hands), DEALS=1),
        {f"{seat}.HAND": cards for seat, cards in hands.items()},
        rest="PILE",
        stored=stores,
        at="lead",
    )


class TestPresident:
    @pytest.mark.parametrize(
        ("seats", "hands"),
        [(4, [13] * 4), (5, [11, 11, 10, 10, 10]), (6, [9] * 4 + [8] * 2), (7, [8] * 3 + [7] * 4)],
    )
    def test_all_cards_are_dealt(self, seats: int, hands: list[int]) -> None:
        state = game("president", seats).start()
        assert ([count(state, f"{seat}.HAND") for seat in range(seats)], state.to_move) == (hands, 0)

    def test_any_set_of_a_rank_may_lead(self) -> None:
        state = president({0: "♣5 ♦5 ♣9", 1: "♣3", 2: "♣4", 3: "♣6"})
        assert texts(state) == ["lead 1, ♣5", "lead 1, ♦5", "lead 1, ♣9", "lead 2, ♣5+♦5"]

    def test_after_that_only_higher_sets_of_as_many_cards_and_twos_are_highest(self) -> None:
        hands = {0: "♣5 ♦5 ♣9", 1: "♣4 ♦4 ♣6 ♦6 ♥6 ♣2 ♦2 ♣A", 2: "♥4 ♠4", 3: "♥9 ♠6"}
        state = take(president(hands), "lead 2, ♣5+♦5")
        assert (state.to_move, texts(state)[-1]) == (1, "pass")
        assert [set(text.split()[1].split("+")) for text in texts(state)[:-1]] == [
            {"♣6", "♦6"},
            {"♣6", "♥6"},
            {"♦6", "♥6"},
            {"♣2", "♦2"},
        ]

    def test_when_all_others_pass_the_last_one_leads_again(self) -> None:
        hands = {0: "♣A ♦5 ♣9", 1: "♣4 ♣6", 2: "♥4 ♠4", 3: "♥9 ♠6"}
        assert asks(take(president(hands), "lead 1, ♣A")) == (0, ["lead 1, ♦5", "lead 1, ♣9"])

    def test_whoever_has_passed_may_come_in_again(self) -> None:
        hands = {0: "♣5 ♦K ♣A", 1: "♣7 ♣2", 2: "♥8 ♠4", 3: "♥9 ♠3"}
        state = take(president(hands), "lead 1, ♣5", "pass", "play ♥8", "play ♥9", "pass")
        assert asks(state) == (1, ["play ♣2", "pass"])

    def test_if_the_last_one_is_out_the_next_player_leads(self) -> None:
        hands = {0: "♣2", 1: "♣7 ♣6", 2: "♥8 ♠4", 3: "♥9 ♠3"}
        state = president(hands)
        assert asks(state) == (1, ["lead 1, ♣6", "lead 1, ♣7"])

    def test_a_deal_scores_a_point_for_every_player_out_later(self) -> None:
        state = president({0: "♣2", 1: "♦2", 2: "♥8", 3: "♥9 ♠3"})
        assert scores(state) == (3, 2, 1, 0)

    def test_the_last_pays_the_two_best_cards_to_the_president_who_gives_two_back(self) -> None:
        state, stream = game("president", DEALS=2).start(4), Stream.of(4, PLAYER)
        while not texts(state)[0].startswith("give back"):
            state.apply(stream.below(state.option_count))
        places = [stored(state, f"{seat}.PLACE") for seat in range(4)]
        assert sorted(places) == [1, 2, 3, 4]
        assert state.to_move == places.index(1)
        assert [count(state, f"{places.index(place)}.HAND") for place in (1, 2, 3, 4)] == [15, 14, 12, 11]
        best = max(order(card) for card in lies(state, f"{places.index(4)}.HAND").split())
        given = sorted(order(card) for card in lies(state, f"{places.index(1)}.HAND").split())
        assert sum(1 for value in given if value >= best) >= 2
        state.apply(0)
        assert state.to_move == places.index(1)
        state.apply(0)
        assert state.to_move == places.index(2)
        state.apply(0)
        assert [count(state, f"{seat}.HAND") for seat in range(4)] == [13] * 4
        assert (state.to_move, texts(state)[0].split()[0]) == (places.index(1), "lead")


def order(card: str) -> int:
    """How high a card is in President and Big Two."""
    return ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"].index(card[1:])


def big_two(hand: str, others: str = "♠K ♠A", width: int = 0, power: int = 0, opening: int = 0) -> OnTable:
    """Seat 0 is to play; the others hold these cards."""
    return position(
        game("big_two"),
        {"0.HAND": hand, "1.HAND": others, "2.HAND": "♦3", "3.HAND": "♣3"},
        rest="SPENT",
        stored={"WIDTH": width, "POWER": power, "OPENING": opening, "PASSES": 1},
    )


def combinations(state: OnTable) -> list[tuple[str, frozenset[str]]]:
    """What can be played: the kind, and the cards."""
    found = []
    for text in texts(state):
        words = text.replace(",", "").replace("+", " ").split()
        kind = " ".join(word for word in words if word.isalpha() and word.islower())
        found.append((kind, frozenset(word for word in words if word[0] in "♣♦♥♠")))
    return found


class TestBigTwo:
    def test_the_three_of_diamonds_begins_and_must_be_played(self) -> None:
        for seed in range(5):
            state = game("big_two").start(seed)
            assert state.to_move is not None
            if lies(state, "PILE"):
                assert lies(state, "PILE") == "♦3", "there was no other combination"
            else:
                assert "♦3" in lies(state, f"{state.to_move}.HAND").split()
                assert all("♦3" in cards for _, cards in combinations(state))

    def test_singles_pairs_and_triples_of_a_rank(self) -> None:
        assert Counter(len(cards) for _, cards in combinations(big_two("♦5 ♣5 ♥5"))) == {1: 3, 2: 3, 3: 1}

    def test_equal_ranks_go_by_suit_diamonds_clubs_hearts_spades(self) -> None:
        state = take(big_two("♣5 ♦9", others="♦5 ♥5 ♠5 ♦6"), "play 1, ♣5")
        assert {card for _, cards in combinations(state) for card in cards} == {"♥5", "♠5", "♦6"}

    def test_a_pair_is_beaten_by_a_pair_with_the_higher_suit(self) -> None:
        state = take(big_two("♦5 ♥5 ♦9", others="♣5 ♠5 ♦6"), "play 2, ♦5+♥5")
        assert [cards for kind, cards in combinations(state) if kind != "pass"] == [{"♣5", "♠5"}]
        state = take(big_two("♦5 ♠5 ♦9", others="♣5 ♥5 ♦6 ♣6"), "play 2, ♦5+♠5")
        assert [cards for kind, cards in combinations(state) if kind != "pass"] == [{"♦6", "♣6"}]

    def test_twos_are_highest(self) -> None:
        state = take(big_two("♠A ♦9", others="♦2 ♠K"), "play 1, ♠A")
        assert texts(state) == ["play 1, ♦2", "pass"]

    def test_five_cards_are_straight_flush_full_house_four_and_straight_flush_in_this_order(self) -> None:
        straight, flush, full = "♥7 ♣4 ♥5 ♠6 ♠8", "♥3 ♥4 ♥6 ♥8 ♥J", "♦Q ♣Q ♠Q ♦9 ♣9"
        four, straight_flush = "♦10 ♣10 ♥10 ♠10 ♠3", "♠4 ♠5 ♠6 ♠7 ♠8"
        hands = [straight, flush, full, four]
        for low, high in pairwise(hands):
            state = big_two(f"{low} ♣K", others=f"{high} ♦K")
            five = next(i for i, (_, cards) in enumerate(combinations(state)) if cards == set(low.split()))
            state.apply(five)
            assert set(high.split()) in [cards for _, cards in combinations(state)]
            state = big_two(f"{high} ♣K", others=f"{low} ♦K")
            five = next(i for i, (_, cards) in enumerate(combinations(state)) if cards == set(high.split()))
            state.apply(five)
            assert state.to_move != 1 or all(len(cards) == 0 for _, cards in combinations(state))
        state = big_two(f"{four} ♣K", others=f"{straight_flush} ♦K")
        five = next(i for i, (_, cards) in enumerate(combinations(state)) if cards == set(four.split()))
        state.apply(five)
        assert ("play the straight flush", frozenset(straight_flush.split())) in combinations(state)

    def test_straights_do_not_go_round_the_corner(self) -> None:
        kinds = {kind for kind, _ in combinations(big_two("♦K ♣A ♥2 ♠3 ♦4 ♣9", others="♠K ♠A"))}
        assert kinds == {"play"}
        kinds = {kind for kind, _ in combinations(big_two("♦J ♣Q ♥K ♠A ♦2 ♣9", others="♠K ♦A"))}
        assert "play the straight" in kinds

    def test_when_all_others_pass_the_last_one_leads_anything(self) -> None:
        state = take(big_two("♠2 ♦9 ♦4", others="♠K ♠A"), "play 1, ♠2")
        assert asks(state) == (0, ["play 1, ♦4", "play 1, ♦9"])

    @pytest.mark.parametrize(("left", "points"), [(3, 3), (9, 9), (10, 20), (12, 24), (13, 39)])
    def test_cards_left_count_twice_from_ten_on_and_three_times_for_all(self, left: int, points: int) -> None:
        cards = [f"{suit}{rank}" for rank in ("4", "5", "6", "7") for suit in "♦♣♥♠"][:left]
        state = big_two("♠2", others=" ".join(cards))
        assert scores(state) == (0, points, 1, 1)


def mau_mau(top: str, hands: Mapping[int, str], stock: str = "", **stores: int) -> OnTable:
    """A turn of seat 0."""
    suits = {"♣": "CLUBS", "♦": "DIAMONDS", "♥": "HEARTS", "♠": "SPADES"}
    return position(
        game("mau_mau", len(hands)),
        {"DISCARD": top, **{f"{seat}.HAND": cards for seat, cards in hands.items()}},
        stock=stock,
        stored={"SUIT": suits[top[0]], "DREW": 0, **stores},
        at="play",
    )


class TestMauMau:
    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    def test_five_cards_each_of_32(self, seats: int) -> None:
        made = game("mau_mau", seats)
        assert len(made.layout.names) == 32
        state = made.start(1)
        cards = sum(count(state, f"{seat}.HAND") for seat in range(seats))
        assert cards + count(state, "STOCK") + count(state, "DISCARD") == 32

    def test_suit_or_rank_or_a_jack(self) -> None:
        state = mau_mau("♥9", {0: "♥K ♣9 ♣J ♣10 ♠8", 1: "♥10 ♥A", 2: "♦A"})
        assert texts(state) == ["play ♣9", "play ♣J", "play ♥K"]

    def test_a_seven_makes_the_next_player_take_two_and_lose_the_turn(self) -> None:
        state = take(mau_mau("♥9", {0: "♥7 ♣9", 1: "♥10 ♥A", 2: "♥K ♥Q"}), "play ♥7")
        assert (count(state, "1.HAND"), state.to_move) == (4, 2)

    def test_unless_they_lay_a_seven_which_hands_on_four(self) -> None:
        state = take(mau_mau("♥9", {0: "♥7 ♠9 ♠10", 1: "♠7 ♥A", 2: "♥K ♥Q"}), "play ♥7")
        assert asks(state) == (1, ["play ♠7", "take the cards"])
        take(state, "play ♠7")
        assert (count(state, "2.HAND"), stored(state, "DUE"), state.to_move) == (6, 0, 0)

    def test_an_eight_skips_the_next_player(self) -> None:
        assert take(mau_mau("♥9", {0: "♥8 ♣9", 1: "♥10 ♥A", 2: "♥K ♥Q"}), "play ♥8").to_move == 2
        assert take(mau_mau("♥9", {0: "♥8 ♥K ♥7", 1: "♥10 ♥A"}), "play ♥8").to_move == 0

    def test_a_jack_wishes_for_a_suit_and_no_jack_goes_on_it(self) -> None:
        state = take(mau_mau("♥9", {0: "♣J ♣9", 1: "♠J ♠10 ♠A", 2: "♥K ♥Q"}), "play ♣J")
        assert texts(state) == ["wish for CLUBS", "wish for SPADES", "wish for HEARTS", "wish for DIAMONDS"]
        assert asks(take(state, "wish for SPADES")) == (1, ["play ♠10", "play ♠A"])

    def test_whoever_cannot_play_draws_one_and_may_play_it(self) -> None:
        state = take(mau_mau("♥9", {0: "♥A ♣9", 1: "♠10 ♠K", 2: "♥K ♥Q"}, stock="♥8"), "play ♥A")
        assert asks(state) == (1, ["play ♥8", "pass"])

    def test_the_first_without_cards_wins(self) -> None:
        assert scores(mau_mau("♥9", {0: "♥A", 1: "♠10 ♠K", 2: "♥K"})) == (0, 2, 1)
