"""Trick-taking games of Italy, France, Switzerland and Germany play by their rule sheets."""

from __future__ import annotations

import pytest

from croupier.interpreter.on_table import OnTable
from interpreter.small import Played
from library.at_the_table import count, game, lies, over, position, scores, stored, take, texts
from library.test_tricks import cards, choose, counts, play
from library.test_tricks import position as arranged

pytestmark = pytest.mark.slow

# Briscola


@pytest.mark.parametrize(("seats", "used"), [(2, 40), (3, 39), (4, 40)])
def test_briscola_deals_three_each_and_turns_up_a_trump(seats: int, used: int) -> None:
    state = game("briscola", seats).start(1)
    assert counts(state, "HAND") == [3] * seats
    assert count(state, "STOCK") + 3 * seats + 1 == used
    assert count(state, "TRUMP") == 1


def test_briscola_any_card_may_be_played() -> None:
    hands = {"0.HAND": "CUPS-ACE CUPS-TWO", "1.HAND": "COINS-TWO SWORDS-SIX CUPS-FOUR"}
    state = position(game("briscola"), hands, stored={"TRUMPS": "SWORDS"})
    assert len(texts(take(state, "play CUPS-ACE"))) == 3


@pytest.mark.parametrize(
    ("led", "second", "winner"),
    [
        ("CUPS-THREE", "CUPS-KING", 0),
        ("CUPS-KING", "CUPS-THREE", 1),
        ("CUPS-ACE", "SWORDS-TWO", 1),
        ("CUPS-TWO", "COINS-ACE", 0),
    ],
)
def test_briscola_trumps_then_the_suit_led_with_the_three_below_the_ace(
    led: str, second: str, winner: int
) -> None:
    hands = {"0.HAND": f"{led} CLUBS-TWO CLUBS-SIX", "1.HAND": f"{second} CLUBS-FOUR CLUBS-FIVE"}
    state = position(game("briscola"), hands, rest="0.TAKEN", stored={"TRUMPS": "SWORDS"})
    assert take(state, f"play {led}", f"play {second}").to_move == winner


def test_briscola_the_winner_draws_first_and_the_trump_is_drawn_last() -> None:
    hands = {"0.HAND": "CUPS-TWO CUPS-FOUR", "1.HAND": "CUPS-ACE CUPS-FIVE", "TRUMP": "SWORDS-KING"}
    state = position(
        game("briscola"), {**hands, "STOCK": "COINS-ACE"}, rest="0.TAKEN", stored={"TRUMPS": "SWORDS"}
    )
    take(state, "play CUPS-TWO", "play CUPS-ACE")
    assert (lies(state, "1.HAND"), lies(state, "0.HAND")) == ("COINS-ACE CUPS-FIVE", "CUPS-FOUR SWORDS-KING")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_briscola_there_are_120_points_and_partners_share_theirs(seats: int) -> None:
    state = game("briscola", seats).start(3)
    while state.outcome is None:
        state.apply(0)
    found = scores(state)
    assert sum(found[: seats if seats < 4 else 2]) == 120
    assert seats < 4 or found[:2] == found[2:]


# Tressette


@pytest.mark.parametrize(
    ("higher", "lower"), [("THREE", "TWO"), ("TWO", "ACE"), ("ACE", "KING"), ("KNAVE", "SEVEN")]
)
def test_tressette_three_two_and_ace_are_the_highest(higher: str, lower: str) -> None:
    hands = {
        "0.HAND": f"CUPS-{lower} COINS-FOUR COINS-KING",
        "1.HAND": f"CUPS-{higher} COINS-FIVE COINS-ACE",
        "2.HAND": "CUPS-FOUR COINS-SIX COINS-TWO",
        "3.HAND": "CUPS-FIVE COINS-SEVEN COINS-THREE",
    }
    state = play(arranged(game("tressette"), hands, at="lead"), f"CUPS-{lower} CUPS-{higher}")
    assert state.to_move == 1


def test_tressette_has_no_trumps_and_suits_are_followed() -> None:
    hands = {"0.HAND": "CUPS-ACE COINS-FOUR", "1.HAND": "CUPS-FIVE CUPS-SIX COINS-THREE"}
    state = choose(arranged(game("tressette"), hands, at="lead"), "lead CUPS-ACE")
    assert cards(state) == ["CUPS-FIVE", "CUPS-SIX"]


def test_tressette_a_deal_is_worth_eleven_or_ten_whole_points() -> None:
    state = game("tressette", TARGET=1).start(5)
    while state.outcome is None:
        state.apply(0)
    first, second, *_ = scores(state)
    # Thirty-five thirds: what is left of a third is lost on one side or on both.
    assert first + second in (10, 11)


# Belote


def belote(*given: str) -> OnTable:
    """A deal in which seat 0 takes spades, whose king is turned up; hands that are not given are dealt."""
    hands = {f"{seat}.HAND": hand for seat, hand in enumerate(given)}
    return choose(arranged(game("belote"), {**hands, "TURNED": "♠K"}), "take")


def test_belote_two_rounds_of_calls_and_then_eight_cards_each() -> None:
    state = game("belote").start(1)
    assert (counts(state, "HAND"), texts(state)) == ([5] * 4, ["pass", "take"])
    take(state, *["pass"] * 4)
    assert len(texts(state)) == 4
    take(state, texts(state)[1])
    assert (counts(state, "HAND"), state.to_move) == ([8] * 4, 0)
    assert scores(take(game("belote").start(1), *["pass"] * 8)) == (0, 0, 0, 0)


def test_belote_the_taker_gets_the_card_turned_up() -> None:
    state = game("belote").start(1)
    turned = lies(state, "TURNED")
    assert turned in lies(take(state, "pass", "take"), "1.HAND").split()


@pytest.mark.parametrize(
    ("led", "hand", "may"),
    [
        ("♥A", "♥7 ♥8 ♠7 ♠J ♠9 ♠8 ♠10 ♣7", "♥7 ♥8"),
        ("♥A", "♠7 ♠J ♠9 ♠8 ♠10 ♣7 ♣8 ♣9", "♠7 ♠8 ♠9 ♠10 ♠J"),
        ("♠A", "♠7 ♠J ♠9 ♥7 ♥8 ♥9 ♥10 ♣7", "♠9 ♠J"),
        ("♠A", "♠7 ♠8 ♥7 ♥8 ♥9 ♥10 ♥J ♣7", "♠7 ♠8"),
        ("♥A", "♣7 ♣8 ♣9 ♣10 ♣J ♣Q ♣K ♣A", "♣7 ♣8 ♣9 ♣10 ♣J ♣Q ♣K ♣A"),
    ],
)
def test_belote_one_follows_or_trumps_and_higher_if_possible(led: str, hand: str, may: str) -> None:
    state = belote("♥A ♠A ♥Q ♠Q ♥K ♦7 ♦8", hand)
    assert sorted(cards(choose(state, f"lead {led}"))) == sorted(may.split())


def test_belote_nobody_has_to_trump_the_partners_trick() -> None:
    hands = ("♥A ♠A ♥Q ♠Q ♦7 ♦8 ♦9", "♥7 ♥8 ♣7 ♣8 ♣9 ♣10 ♣J ♣Q", "♠7 ♠8 ♠9 ♠10 ♠J ♣K ♣A ♦A")
    state = choose(belote(*hands), "lead ♥A", "follow with ♥7")
    assert (state.to_move, len(texts(state))) == (2, 8)


def test_belote_makes_162_points_and_takers_below_half_lose_all() -> None:
    for seed in range(8):
        state = take(game("belote").start(seed), "take")
        while state.outcome is None:
            state.apply(0)
        first, second, *_ = scores(state)
        belotes = 20 * (stored(state, "BELOTE") != 0)
        assert first + second in (162 + belotes, 252 + belotes)
        assert first > second or first in (0, 20)


# Schieber


def test_schieber_may_be_pushed_once_and_the_first_still_leads() -> None:
    state = game("schieber").start(1)
    assert len(texts(state)) == 7
    take(state, "push")
    assert (state.to_move, "push" in texts(state)) == (2, False)
    take(state, "play upwards")
    assert (state.to_move, counts(state, "HAND")) == (0, [9] * 4)


@pytest.mark.parametrize("mode", ["make trumps ROSES", "play downwards", "play upwards"])
def test_schieber_a_deal_is_worth_157_points(mode: str) -> None:
    state = take(game("schieber", DEALS=1).start(2), mode)
    while state.outcome is None:
        state.apply(0)
    first, second, *_ = scores(state)
    assert first + second in (157, 257)


@pytest.mark.parametrize(
    ("mode", "best"),
    [
        ("make trumps ROSES", "ROSES-NINE"),
        ("play downwards", "ROSES-ACE"),
        ("play upwards", "ROSES-SIX"),
    ],
)
def test_schieber_the_way_of_playing_says_what_is_high(mode: str, best: str) -> None:
    trick = ["ROSES-KING", "ROSES-SIX", "ROSES-NINE", "ROSES-ACE"]
    others = [
        "BELLS-SIX BELLS-KING",
        "BELLS-SEVEN BELLS-ACE",
        "BELLS-EIGHT BELLS-OBER",
        "BELLS-NINE BELLS-UNDER",
    ]
    hands = {f"{seat}.HAND": f"{trick[seat]} {others[seat]}" for seat in range(4)}
    state = choose(arranged(game("schieber"), hands), mode)
    assert play(state, " ".join(trick)).to_move == trick.index(best)


def test_schieber_the_under_need_not_follow_trumps() -> None:
    def may(hand: str) -> list[str]:
        hands = {"0.HAND": "ROSES-ACE BELLS-SEVEN", "1.HAND": hand}
        state = choose(arranged(game("schieber"), hands), "make trumps ROSES", "lead ROSES-ACE")
        return sorted(cards(state))

    assert may("ROSES-UNDER BELLS-SIX BELLS-BANNER") == ["BELLS-BANNER", "BELLS-SIX", "ROSES-UNDER"]
    assert may("ROSES-NINE ROSES-SIX BELLS-ACE") == ["ROSES-NINE", "ROSES-SIX"]


# Doppelkopf


def test_doppelkopf_forty_or_48_cards_and_ten_or_twelve_each() -> None:
    for nines, cards_ in ((0, 40), (1, 48)):
        state = game("doppelkopf", NINES=nines).start(1)
        assert (len(state.game.layout.cards), counts(state, "HAND")) == (cards_, [cards_ // 4] * 4)


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("♠A ♠10 ♠A ♠K", 0),
        ("♥A ♦K ♥K ♦A", 3),
        ("♣Q ♥10 ♠Q ♥10", 1),
        ("♦J ♥J ♠J ♣J", 3),
        ("♦A ♦J ♣J ♦Q", 3),
        ("♣J ♦A ♣J ♠J", 0),
    ],
)
def test_doppelkopf_the_order_of_trumps_and_the_first_of_two_equals(trick: str, winner: int) -> None:
    others = ("♣K ♣9", "♣K ♣9", "♣10 ♣A", "♣10 ♣A")
    hands = {f"{seat}.HAND": f"{card} {others[seat]}" for seat, card in enumerate(trick.split())}
    state = position(game("doppelkopf", NINES=1), hands, rest="0.TAKEN", at="lead")
    assert play(state, trick).to_move == winner


def test_doppelkopf_of_two_tens_of_hearts_the_second_wins_if_the_house_says_so() -> None:
    hands = {"0.HAND": "♥10 ♣K ♠K", "1.HAND": "♥10 ♣K ♠K", "2.HAND": "♠J ♣10 ♠A", "3.HAND": "♠J ♣10 ♠A"}
    state = position(game("doppelkopf", SECOND=1), hands, rest="0.TAKEN", at="lead")
    assert play(state, "♥10 ♥10 ♠J ♠J").to_move == 1


def doppelkopf_score(queens: tuple[int, ...], points: str) -> tuple[int, ...]:
    """The end of a deal in which the queens of clubs were played by these seats, and seat 0 has taken all."""
    numbers = {f"{seat}.QUEENS": queens.count(seat) for seat in range(4)}
    hands = {"0.HAND": "♠A", "1.HAND": "♠K", "2.HAND": "♠K", "3.HAND": "♠10"}
    state = position(
        game("doppelkopf"), {**hands, "1.TAKEN": points}, rest="0.TAKEN", stored=numbers, at="lead"
    )
    while state.outcome is None:
        state.apply(0)
    return scores(state)


def test_doppelkopf_the_queens_win_or_pay_and_a_lone_player_three_times() -> None:
    # All tricks: won, no 90, no 60, no 30, without a trick.
    assert doppelkopf_score((0, 1), "") == (5, 5, -5, -5)
    assert doppelkopf_score((0, 0), "") == (15, -5, -5, -5)
    # Against the queens: one more.
    assert doppelkopf_score((2, 3), "") == (6, 6, -6, -6)


# French Tarot


def test_french_tarot_deals_18_cards_each_and_six_for_the_dog() -> None:
    state = game("french_tarot").start(1)
    assert (counts(state, "HAND"), count(state, "DOG"), len(texts(state))) == ([18] * 4, 6, 5)
    assert texts(take(state, "garde")) == ["pass", "garde without the dog", "garde against the dog"]
    assert over(take(game("french_tarot").start(1), *["pass"] * 4))


def test_french_tarot_the_taker_lays_six_cards_away_but_no_king_and_no_trump() -> None:
    state = take(game("french_tarot").start(1), "petite", "pass", "pass", "pass")
    assert (state.to_move, count(state, "0.HAND")) == (0, 24)
    assert not any("KING" in text or "TRUMP" in text or "EXCUSE" in text for text in texts(state))
    for _ in range(6):
        state.apply(0)
    assert (counts(state, "HAND"), state.to_move) == ([18] * 4, 0)


@pytest.mark.parametrize(
    ("trick", "hand", "may"),
    [
        ("HEARTS-TEN", "HEARTS-ONE HEARTS-TWO TRUMP-T5", "HEARTS-ONE HEARTS-TWO"),
        ("HEARTS-TEN", "TRUMP-T5 TRUMP-T9 CLUBS-ONE", "TRUMP-T5 TRUMP-T9"),
        ("TRUMP-T7", "TRUMP-T5 TRUMP-T9 TRUMP-T8", "TRUMP-T8 TRUMP-T9"),
        ("TRUMP-T10", "TRUMP-T5 TRUMP-T9 CLUBS-ONE", "TRUMP-T5 TRUMP-T9"),
        ("HEARTS-TEN", "HEARTS-ONE EXCUSE", "HEARTS-ONE EXCUSE"),
        ("HEARTS-TEN", "CLUBS-ONE SPADES-TWO", "CLUBS-ONE SPADES-TWO"),
    ],
)
def test_french_tarot_one_follows_or_trumps_above_and_the_excuse_frees(
    trick: str, hand: str, may: str
) -> None:
    places = {"0.TRICK": trick, "1.HAND": hand}
    state = position(
        game("french_tarot"),
        places,
        copies={"LEAD": trick},
        rest="0.TAKEN",
        stored={"TIMES": 1},
        current=1,
        at="lead",
    )
    assert sorted(cards(state)) == sorted(may.split())


def test_french_tarot_scores_add_up_to_nothing_and_the_taker_pays_three() -> None:
    for seed in range(4):
        state = take(game("french_tarot").start(seed), "garde", "pass", "pass", "pass")
        while state.outcome is None:
            state.apply(0)
        first, *others = scores(state)
        assert others == [others[0]] * 3
        assert first == -3 * others[0]
        assert abs(others[0]) >= 2 * (25 - 10)


def test_french_tarot_cards_come_to_91_points() -> None:
    state = take(game("french_tarot").start(2), "petite", "pass", "pass", "pass")
    while state.outcome is None:
        state.apply(0)
    worth = {"KING": 9, "QUEEN": 7, "KNIGHT": 5, "JACK": 3, "T1": 9, "T21": 9, "EXCUSE": 9}
    everything = " ".join(Played(state)[f"{seat}.{pile}"] for seat in range(4) for pile in ("TAKEN", "AWAY"))
    assert sum(worth.get(card.split("-")[-1], 1) for card in everything.split()) == 182
