"""Trick-taking games for two and three, each player alone, play by their rule sheets."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from croupier.interpreter.on_table import OnTable
from interpreter.small import Played
from library.at_the_table import game
from library.test_tricks import cards, choose, counts, may_play, play, position, scores, texts

pytestmark = pytest.mark.slow

# Schnapsen


def schnapsen(places: Mapping[str, str], **stored: int) -> OnTable:
    """A position of a single deal in which seat 0 leads and spades are trumps. The rest is the stock."""
    made = game("schnapsen", TARGET=1)
    return position(made, {"TURNED": "♠A", **places}, stored={"TRUMP": "SPADES", **stored}, at="lead")


def test_schnapsen_deals_five_of_twenty_cards_and_turns_one_up() -> None:
    state = game("schnapsen").start(1)
    played = Played(state)
    assert (len(state.game.layout.cards), counts(state, "HAND"), state.to_move) == (20, [5, 5], 0)
    assert (len(played["TURNED"].split()), len(played["STOCK"].split())) == (1, 9)


def test_schnapsen_anything_may_be_played_while_there_is_a_stock() -> None:
    state = schnapsen({"0.HAND": "♥K ♣A", "1.HAND": "♥A ♥J ♠J ♦J"})
    assert sorted(cards(choose(state, "lead ♥K"))) == sorted(["♥A", "♥J", "♠J", "♦J"])


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("♥A ♥10 ♥J ♠J", ["♥A", "♥10"]),
        ("♥J ♥Q ♠J ♦J", ["♥J", "♥Q"]),
        ("♠J ♠Q ♦J", ["♠J", "♠Q"]),
        ("♣J ♦J", ["♣J", "♦J"]),
    ],
)
def test_schnapsen_without_stock_one_must_follow_and_win_or_trump(hand: str, allowed: list[str]) -> None:
    state = schnapsen({"0.HAND": "♥K ♣A", "1.HAND": hand}, CLOSED=1)
    assert sorted(cards(choose(state, "lead ♥K"))) == sorted(allowed)


def test_schnapsen_the_winner_draws_first_and_the_card_turned_up_is_the_last() -> None:
    places = {"0.HAND": "♥K ♣A", "1.HAND": "♥A ♥J", "STOCK": "♦10", "TURNED": "♠10"}
    # Neither has 66 points yet.
    places |= {"0.TAKEN": "♠A ♣10 ♣K ♦K ♠K", "1.TAKEN": "♦A ♥10 ♣Q ♦Q ♥Q ♠Q ♣J ♦J ♠J"}
    state = play(schnapsen(places), "♥K ♥A")
    played = Played(state)
    assert (state.to_move, set(played["1.HAND"].split()), set(played["0.HAND"].split())) == (
        1,
        {"♥J", "♦10"},
        {"♣A", "♠10"},
    )


def test_schnapsen_the_jack_of_trumps_may_be_exchanged_before_leading() -> None:
    state = choose(schnapsen({"0.HAND": "♠J ♣A", "1.HAND": "♥A ♥J"}), "exchange the jack ♠J")
    assert (state.to_move, Played(state)["TURNED"]) == (0, "♠J")
    assert sorted(Played(state)["0.HAND"].split()) == ["♠A", "♣A"]
    assert not any("exchange" in text for text in texts(state))


def test_schnapsen_a_marriage_is_led_and_counts_20_or_40_after_the_first_trick() -> None:
    hands = {"0.HAND": "♥K ♥Q ♠K ♠Q ♣J", "1.HAND": "♣A ♣10"}
    state = choose(schnapsen({**hands, "0.TAKEN": "♦J ♦Q"}), "marry and lead ♥K, ♥Q")
    assert (Played(state).number("0.POINTS"), Played(state)["0.SHOWN"]) == (25, "♥Q")
    state = choose(schnapsen({**hands, "0.TAKEN": "♦J ♦Q"}), "marry and lead ♠Q, ♠K")
    assert Played(state).number("0.POINTS") == 45
    state = choose(schnapsen(hands), "marry and lead ♠Q, ♠K")
    assert Played(state).number("0.POINTS") == 0


def test_schnapsen_a_marriage_that_brings_66_ends_the_deal() -> None:
    hands = {"0.HAND": "♠K ♠Q ♣J", "1.HAND": "♣K ♣Q"}
    state = schnapsen({**hands, "0.TAKEN": "♦A ♥A ♥K", "1.TAKEN": "♦K ♦Q"})
    # 26 and 40; seat 1 has fewer than 33.
    assert scores(choose(state, "marry and lead ♠K, ♠Q")) == [2, 0]


LAST = {"0.HAND": "♠J", "1.HAND": "♥J", "TURNED": "", "STOCK": ""}
"""A last trick that seat 0 takes with a trump."""


def schnapsen_end(mine: str, theirs: str, **stored: int) -> list[int]:
    """What a deal scores after the last trick, with what both have taken before."""
    return scores(schnapsen({**LAST, "0.TAKEN": mine, "1.TAKEN": theirs}, **stored))


def split(mine: str) -> tuple[str, str]:
    """The cards of seat 0 and all others that are not in the last trick."""
    others = [n for n in game("schnapsen").layout.names if n not in mine.split() and n not in ("♠J", "♥J")]
    return mine, " ".join(others)


def test_schnapsen_the_last_trick_wins_if_nobody_has_66() -> None:
    # Seat 1 has 64 of the 116 points in the tricks before, and two jacks bring seat 0 to 56.
    mine, theirs = split("♣A ♦A ♥A ♣10 ♣K ♣Q ♣J")
    assert schnapsen_end(mine, theirs) == [1, 0]


def test_schnapsen_two_points_below_33_and_three_without_a_trick() -> None:
    mine, theirs = split("♣A ♦A ♥A ♠A ♣10 ♦10 ♥10 ♠10 ♣K")
    assert schnapsen_end(mine, theirs) == [2, 0]
    mine, _ = split(" ".join(n for n in game("schnapsen").layout.names if n not in ("♠J", "♥J")))
    assert schnapsen_end(mine, "") == [3, 0]


def test_schnapsen_who_closes_and_fails_loses_two_or_three() -> None:
    mine, theirs = split("♣A ♦A ♥A ♣10 ♣K ♣Q ♣J")
    assert schnapsen_end(mine, theirs, CLOSED=1, CLOSER=0, LOSER_POINTS=40, LOSER_CARDS=4) == [0, 2]
    assert schnapsen_end(mine, theirs, CLOSED=1, CLOSER=0, LOSER_POINTS=0, LOSER_CARDS=0) == [0, 3]


def test_schnapsen_who_closes_and_wins_is_paid_for_what_the_other_had_then() -> None:
    mine, theirs = split("♣A ♦A ♥A ♠A ♣10 ♦10")
    assert schnapsen_end(mine, theirs, CLOSED=1, CLOSER=0, LOSER_POINTS=33, LOSER_CARDS=4) == [1, 0]
    assert schnapsen_end(mine, theirs, CLOSED=1, CLOSER=0, LOSER_POINTS=10, LOSER_CARDS=2) == [2, 0]
    assert schnapsen_end(mine, theirs, CLOSED=1, CLOSER=0, LOSER_POINTS=0, LOSER_CARDS=0) == [3, 0]


def test_schnapsen_the_stock_is_closed_by_the_leader_who_then_leads() -> None:
    state = choose(schnapsen({"0.HAND": "♥K ♣A", "1.HAND": "♥A ♥J ♠J"}), "close the stock")
    assert (state.to_move, texts(state)) == (0, ["lead ♥K", "lead ♣A"])
    state = play(state, "♣A")
    assert state.to_move is not None or state.outcome is not None
    assert max(counts(state, "HAND")) < 3


# Skat


def skat(places: Mapping[str, str], *said: str, bid: int = 0, lost: int = 2) -> OnTable:
    """A deal of Skat with small hands from the first bid on: both others pass, and forehand plays."""
    stored = {"BID": bid} if bid else None
    state = position(game("skat", LOST=lost), {"SKAT": "", **places}, current=1, stored=stored)
    return choose(state, "pass", "pass", *(() if bid else ("bid 18",)), *said)


TAKE = "take up the skat"
HAND = "play from the hand"


def test_skat_deals_ten_each_and_two_to_the_skat() -> None:
    state = game("skat").start(1)
    assert (len(state.game.layout.cards), counts(state, "HAND")) == (32, [10] * 3)
    assert len(Played(state)["SKAT"].split()) == 2
    assert (state.to_move, texts(state)) == (1, ["bid 18", "pass"])


def test_skat_the_bids_are_the_values_that_games_can_have() -> None:
    state, said = game("skat").start(1), list[int]()
    while len(said) < 24:
        said.append(int(texts(state)[0].split()[1]))
        state.apply(0)
        assert (state.to_move, texts(state)) == (0, ["hold", "pass"])
        state.apply(0)
    expected = "18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72"
    assert said == [int(value) for value in expected.split()]


def test_skat_rearhand_bids_against_whoever_is_left() -> None:
    # Forehand gives in at 20, so middlehand holds against rearhand.
    state = choose(game("skat").start(1), "bid 18", "hold", "bid 20", "pass")
    assert (state.to_move, texts(state)) == (2, ["bid 22", "pass"])
    state = choose(state, "bid 22")
    assert (state.to_move, texts(state)) == (1, ["hold", "pass"])
    assert choose(state, "pass").to_move == 2
    state = choose(game("skat").start(1), "bid 18", "hold", "pass", "pass")
    assert (state.to_move, texts(state)) == (0, [TAKE, HAND])


def test_skat_when_all_pass_nobody_scores() -> None:
    state = choose(game("skat").start(1), "pass", "pass")
    assert (state.to_move, texts(state)) == (0, ["bid 18", "pass"])
    assert scores(choose(state, "pass")) == [0, 0, 0]


def test_skat_the_declarer_lays_away_two_cards_and_forehand_leads() -> None:
    state = choose(game("skat").start(1), "bid 18", "pass", "pass", TAKE)
    assert (state.to_move, counts(state, "HAND")) == (1, [10, 12, 10])
    state.apply(0)
    assert state.to_move == 1
    state.apply(0)
    games = [
        "name CLUBS",
        "name SPADES",
        "name HEARTS",
        "name DIAMONDS",
        "name grand",
        "name null",
        "name open null",
    ]
    assert (state.to_move, texts(state)) == (1, games)
    assert choose(state, "name grand").to_move == 0


def test_skat_jacks_are_trumps_and_not_of_their_suit() -> None:
    hands = {"0.HAND": "♥7 ♣7 ♣8", "1.HAND": "♥J ♥9 ♠7", "2.HAND": "♦7 ♦8 ♦9"}
    assert cards(choose(skat(hands, HAND, "name HEARTS"), "lead ♥7")) == ["♥9", "♥J"]
    hands |= {"1.HAND": "♥9 ♥8 ♥J"}
    assert cards(choose(skat(hands, HAND, "name grand"), "lead ♥7")) == ["♥8", "♥9"]
    assert cards(choose(skat(hands, HAND, "name null"), "lead ♥7")) == ["♥8", "♥9", "♥J"]


@pytest.mark.parametrize(
    ("named", "trick", "winner"),
    [
        ("HEARTS", "♥A ♦J ♠J", 2),
        ("HEARTS", "♣A ♣10 ♥7", 2),
        ("HEARTS", "♣K ♣10 ♣Q", 1),
        ("grand", "♦J ♥J ♣J", 2),
        ("grand", "♣A ♣10 ♥A", 0),
        ("null", "♣10 ♣J ♣9", 1),
        ("null", "♣K ♣10 ♣Q", 0),
    ],
)
def test_skat_who_takes_a_trick(named: str, trick: str, winner: int) -> None:
    others = ("♠7 ♠8", "♠9 ♠10", "♦7 ♦8")
    hands = {f"{i}.HAND": f"{card} {others[i]}" for i, card in enumerate(trick.split())}
    state = play(skat(hands, HAND, f"name {named}"), trick)
    takers = [i for i in range(3) if counts(state, "TAKEN")[i]]
    assert takers == [winner]


WON, LOST = {"0.HAND": "♠A", "1.HAND": "♠7", "2.HAND": "♠8"}, {"0.HAND": "♠7", "1.HAND": "♠A", "2.HAND": "♠8"}
"""The last trick of a game that the declarer wins or loses by the cards taken before."""

SIXTY = "♣A ♣10 ♦A ♦10 ♥A ♥K ♣K"
FIFTY = "♣A ♣10 ♦A ♦10 ♥K ♦K"
"""61 and 50 points, and so 72 and 50 with the last trick."""


def value(*said: str, mine: str, points: str = SIXTY, bid: int = 0, others: str = "♥10 ♠10") -> list[int]:
    """What a game scores whose declarer has played these cards before; seat 1 had the other jacks."""
    jacks = " ".join(jack for jack in ("♣J", "♠J", "♥J", "♦J") if jack not in mine)
    last = WON if points != FIFTY else LOST
    places = {**last, "0.TAKEN": points, "1.TAKEN": others, "0.PLAYED": mine, "1.PLAYED": jacks}
    return scores(skat(places, *said, bid=bid))


def test_skat_the_value_is_base_times_matadors_and_one_for_the_game() -> None:
    assert value(TAKE, "name CLUBS", mine="♣J") == [24, 0, 0]
    assert value(TAKE, "name DIAMONDS", mine="♣J ♠J") == [27, 0, 0]
    assert value(TAKE, "name HEARTS", mine="♠J") == [20, 0, 0]
    assert value(TAKE, "name SPADES", mine="♦J") == [44, 0, 0]
    assert value(TAKE, "name grand", mine="♣J ♠J ♥J") == [96, 0, 0]
    assert value(HAND, "name CLUBS", mine="♣J") == [36, 0, 0]


def test_skat_matadors_go_on_through_the_trumps() -> None:
    assert value(TAKE, "name CLUBS", mine="♣J ♠J ♥J ♦J ♣A ♣10 ♣Q") == [84, 0, 0]
    # In grand only the jacks are trumps.
    assert value(TAKE, "name grand", mine="♣J ♠J ♥J ♦J ♣A ♣10") == [120, 0, 0]


def test_skat_the_skat_counts_for_points_and_matadors() -> None:
    places = {**WON, "SKAT": "♣J ♠10", "0.TAKEN": "♣A ♣10 ♦A", "1.TAKEN": "♥10", "1.PLAYED": "♠J ♥J ♦J"}
    # 32 and 11 in tricks, 12 in the skat: not enough; but with the jack of clubs.
    assert scores(skat(places, HAND, "name CLUBS")) == [-72, 0, 0]
    places["0.TAKEN"] = "♣A ♣10 ♦A ♦10"
    assert scores(skat(places, HAND, "name CLUBS")) == [36, 0, 0]


def test_skat_a_lost_game_costs_double() -> None:
    assert value(TAKE, "name CLUBS", mine="♣J", points=FIFTY) == [-48, 0, 0]


def test_skat_schneider_at_90_or_30_and_schwarz_without_a_trick() -> None:
    most = "♣A ♣10 ♦A ♦10 ♥A ♥10 ♠10 ♣K"
    # 78 and 11 are 89; one more king makes 93.
    assert value(TAKE, "name CLUBS", mine="♣J", points=most, others="♥K") == [24, 0, 0]
    assert value(TAKE, "name CLUBS", mine="♣J", points=f"{most} ♥K", others="") == [36, 0, 0]
    every = " ".join(n for n in game("skat").layout.names if n not in "♠A ♠7 ♠8 ♥7 ♥8")
    assert value(TAKE, "name CLUBS", mine="♣J", points=every, others="") == [48, 0, 0]


def test_skat_an_overbid_game_is_lost_at_what_it_should_have_been_worth() -> None:
    assert value(TAKE, "name CLUBS", mine="♣J", bid=24) == [24, 0, 0]
    assert value(TAKE, "name CLUBS", mine="♣J", bid=27) == [-72, 0, 0]
    assert value(TAKE, "name HEARTS", mine="♣J", bid=33) == [-80, 0, 0]


@pytest.mark.parametrize(
    ("how", "named", "worth"),
    [(TAKE, "null", 23), (HAND, "null", 35), (TAKE, "open null", 46), (HAND, "open null", 59)],
)
def test_skat_a_null_is_won_without_a_trick_and_has_its_own_value(how: str, named: str, worth: int) -> None:
    assert scores(skat(LOST, how, f"name {named}")) == [worth, 0, 0]
    assert scores(skat(WON, how, f"name {named}")) == [-2 * worth, 0, 0]


def test_skat_an_open_null_shows_the_hand() -> None:
    hands = {"0.HAND": "♥7 ♣7", "1.HAND": "♥J ♥9", "2.HAND": "♦7 ♦8"}
    assert sorted(Played(skat(hands, TAKE, "name open null"))["0.OPEN"].split()) == ["♣7", "♥7"]


# Scarto


def test_scarto_deals_25_each_and_three_more_to_the_dealer() -> None:
    state = game("scarto").start(1)
    assert (len(state.game.layout.cards), counts(state, "HAND"), state.to_move) == (78, [25, 25, 28], 2)
    for _ in range(3):
        assert state.to_move == 2
        state.apply(0)
    assert (state.to_move, counts(state, "HAND"), counts(state, "AWAY")) == (0, [25] * 3, [0, 0, 3])


def test_scarto_no_king_nor_fool_nor_five_point_trump_is_laid_away() -> None:
    trumps = " ".join(f"TRUMP-T{n}" for n in (1, 2, 20, 21))
    plain = " ".join(f"{suit}-{rank}" for suit in ("LONG-SWORDS", "ROUND-CUPS") for rank in PIPS)
    hand = f"{trumps} FOOL LONG-SWORDS-KING LONG-SWORDS-QUEEN {plain}"
    state = game("scarto").arrange({"2.HAND": f"{hand} ROUND-COINS-TWO"}, current=2)
    forbidden = {"TRUMP-T1", "TRUMP-T20", "FOOL", "LONG-SWORDS-KING"}
    assert set(hand.split()) - set(cards(state)) == forbidden


PIPS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN")


def test_scarto_one_has_to_follow_then_to_trump_but_may_always_play_the_fool() -> None:
    made, led = game("scarto"), "LONG-SWORDS-TWO"
    assert may_play(made, "LONG-SWORDS-ONE LONG-SWORDS-KING TRUMP-T3", led) == [
        "LONG-SWORDS-ONE",
        "LONG-SWORDS-KING",
    ]
    assert may_play(made, "TRUMP-T3 TRUMP-T4 ROUND-CUPS-ONE", led) == ["TRUMP-T3", "TRUMP-T4"]
    assert may_play(made, "ROUND-COINS-ONE ROUND-CUPS-ONE", led) == ["ROUND-CUPS-ONE", "ROUND-COINS-ONE"]
    assert may_play(made, "LONG-SWORDS-ONE TRUMP-T3 FOOL", led) == ["LONG-SWORDS-ONE", "FOOL"]


def scarto_trick(*trick: str) -> OnTable:
    """A trick to which everyone has played, led by seat 0; everyone has two batons left."""
    others = [f"LONG-BATONS-{rank}" for rank in PIPS]
    hands = {f"{i}.HAND": f"{card} {others[2 * i]} {others[2 * i + 1]}" for i, card in enumerate(trick)}
    return play(position(game("scarto"), hands, at="lead"), " ".join(trick))


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        (("TRUMP-T21", "TRUMP-T20", "TRUMP-T19"), 1),
        (("TRUMP-T19", "TRUMP-T2", "TRUMP-T21"), 2),
        (("LONG-SWORDS-KING", "TRUMP-T1", "LONG-SWORDS-TEN"), 1),
        (("LONG-SWORDS-ONE", "LONG-SWORDS-TEN", "LONG-SWORDS-NINE"), 1),
        (("ROUND-CUPS-TEN", "ROUND-CUPS-ONE", "ROUND-CUPS-TWO"), 1),
        (("ROUND-COINS-ONE", "ROUND-COINS-JACK", "ROUND-COINS-KNIGHT"), 2),
        (("LONG-SWORDS-QUEEN", "LONG-SWORDS-KING", "ROUND-CUPS-KING"), 1),
        (("FOOL", "ROUND-CUPS-TEN", "LONG-SWORDS-KING"), 1),
    ],
)
def test_scarto_who_takes_a_trick(trick: tuple[str, str, str], winner: int) -> None:
    assert scarto_trick(*trick).to_move == winner


def test_scarto_the_fool_stays_with_its_player() -> None:
    state = scarto_trick("LONG-SWORDS-ONE", "FOOL", "LONG-SWORDS-TEN")
    assert (state.to_move, Played(state)["1.TAKEN"], counts(state, "TAKEN")) == (2, "FOOL", [0, 1, 2])


def test_scarto_counts_cards_in_threes_less_two_points() -> None:
    # Seat 0: a trick of a king, a queen and a one, 5 + 4 + 1 - 2; then the last trick of three ones, 3 - 2.
    hands = {f"{seat}.HAND": f"LONG-SWORDS-{rank}" for seat, rank in enumerate(("TEN", "NINE", "EIGHT"))}
    places = {"0.TAKEN": "LONG-SWORDS-KING LONG-SWORDS-QUEEN LONG-SWORDS-ONE", "1.TAKEN": "FOOL"}
    stored = {"DEAL": 3, "0.TRICKS": 1}
    state = position(game("scarto"), {**hands, **places}, stored=stored, at="lead")
    # The dealer is seat 2, whose three cards laid away would count like a trick.
    assert scores(state) == [8 + 1 - 26, 4 - 26, 1 - 26]


def test_scarto_a_game_is_three_deals_of_78_points() -> None:
    state, dealers = game("scarto").start(5), []
    while state.outcome is None:
        if texts(state)[0].startswith("lay away") and len(cards(state)) > 22:
            dealers.append(state.to_move)
        state.apply(0)
    assert sum(scores(state)) == 0
    assert list(dict.fromkeys(dealers)) == [2, 0, 1]


# Skitgubbe


def test_skitgubbe_deals_three_each_and_a_card_may_come_from_the_stock() -> None:
    state = game("skitgubbe").start(1)
    assert (counts(state, "HAND"), state.to_move) == ([3] * 3, 0)
    assert [text.split()[0] for text in texts(state)] == ["play", "play", "play", "turn"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_skitgubbe_two_to_four_play_with_three_cards_each(seats: int) -> None:
    state = game("skitgubbe", seats).start(1)
    assert (counts(state, "HAND"), len(Played(state)["STOCK"].split())) == ([3] * seats, 52 - 3 * seats)
    assert state.to_move == 0


def test_skitgubbe_of_four_two_neighbours_who_are_out_are_stepped_over() -> None:
    places = {"0.HAND": "♥9 ♥J ♣2", "3.HAND": "♦7 ♦9", "TRUMP": "♠K"}
    made = game("skitgubbe", 4)
    state = choose(position(made, places, stored={"NEEDED": 2}, at="lead"), "lead ♥9")
    assert (state.to_move, Played(state)["HEAP[1]"]) == (0, ""), "seat 3 had to take up the nine"
    assert sorted(Played(state)["3.HAND"].split()) == ["♥9", "♦7", "♦9"]


def duel(mine: str, yours: str) -> OnTable:
    """The first duel, between seats 0 and 1."""
    hands = {"0.HAND": f"{mine} ♣2 ♣3", "1.HAND": f"{yours} ♣4 ♣5", "2.HAND": "♣6 ♣7 ♣8"}
    return choose(position(game("skitgubbe"), hands), f"play {mine}", f"play {yours}")


def test_skitgubbe_the_higher_card_wins_a_duel_whatever_its_suit_and_its_player_leads() -> None:
    state = duel("♥9", "♠10")
    assert (state.to_move, Played(state)["1.WON"], counts(state, "HAND")) == (1, "♥9 ♠10", [3, 3, 3])
    assert duel("♥10", "♠9").to_move == 0


def test_skitgubbe_after_a_tie_the_same_two_play_for_all_of_it() -> None:
    state = duel("♥9", "♠9")
    assert (state.to_move, counts(state, "DUEL"), counts(state, "WON")) == (0, [1, 1, 0], [0, 0, 0])
    state = choose(state, "play ♣2", "play ♣4")
    assert (state.to_move, counts(state, "WON")) == (1, [0, 4, 0])


def test_skitgubbe_the_last_card_of_the_stock_makes_trumps_and_its_player_begins() -> None:
    places = {"0.HAND": "♥9 ♣2 ♣3", "1.HAND": "♠10 ♣4 ♣5", "2.HAND": "♣6 ♣7 ♣8", "STOCK": "♦K"}
    rest = [n for n in game("skitgubbe").layout.names if n not in " ".join(places.values()).split()]
    state = choose(position(game("skitgubbe"), {**places, "2.WON": " ".join(rest)}), "play ♥9", "play ♠10")
    assert (Played(state)["TRUMP"], state.to_move) == ("♦K", 0)
    assert sorted(Played(state)["0.HAND"].split()) == ["♣2", "♣3", "♦K"]
    assert counts(state, "HAND") == [3, 4, 45]


def heap(hand: str, *plays: str, needed: int = 3, current: int = 1) -> OnTable:
    """The second part, with spades as trumps; what was played before, first the lead."""
    others = {f"{seat}.HAND": "♦2 ♦4" if seat == 0 else "♥J ♦9" for seat in (0, 2) if seat != current}
    places = {**others, f"{current}.HAND": hand, "TRUMP": "♠K"}
    places |= {f"HEAP[{i + 1}]": play for i, play in enumerate(plays)}
    return position(game("skitgubbe"), places, current=current, stored={"NEEDED": needed}, at="lead")


def test_skitgubbe_a_sequence_of_a_suit_may_be_led_at_once() -> None:
    state = heap("♥5 ♥6 ♥8 ♣7")
    assert sorted(texts(state)) == sorted(["lead ♥5", "lead ♥6", "lead ♥5+♥6", "lead ♥8", "lead ♣7"])


def test_skitgubbe_is_beaten_by_a_higher_card_of_the_suit_or_a_trump_or_taken_up() -> None:
    state = heap("♥5 ♥9 ♣A ♠2", "♥7")
    assert [card for card in cards(state) if card != "up"] == ["♥9", "♠2"]
    assert "take up" in texts(state)
    assert [card for card in cards(heap("♥5 ♠9 ♣A ♠2", "♠7")) if card != "up"] == ["♠9"]


def test_skitgubbe_a_sequence_is_beaten_by_as_many_cards() -> None:
    state = heap("♥8 ♥9 ♥10 ♠2 ♠3 ♠5", "♥5 ♥6")
    assert texts(state) == ["beat with ♥8+♥9", "beat with ♥9+♥10", "beat with ♠2+♠3", "take up"]


def test_skitgubbe_whoever_completes_a_heap_leads() -> None:
    state = choose(heap("♥9 ♣A ♣4", "♥7", "♥8"), "beat with ♥9")
    assert (state.to_move, Played(state)["HEAP[1]"]) == (1, "")
    assert all(text.startswith("lead") for text in texts(state))


def test_skitgubbe_what_is_taken_up_leaves_the_rest_to_the_next_player() -> None:
    state = choose(heap("♥9 ♣A", "♥7", "♥8"), "take up")
    assert (Played(state)["HEAP[1]"], Played(state)["HEAP[2]"]) == ("♥7", "")
    assert "♥8" in Played(state)["1.HAND"].split()
    assert (state.to_move, texts(state)) == (2, ["beat with ♥J", "take up"])


def test_skitgubbe_the_last_player_with_cards_has_lost() -> None:
    places = {"0.HAND": "♥9", "1.HAND": "", "2.HAND": "♦7 ♦9", "TRUMP": "♠K", "HEAP[1]": "♥7"}
    state = position(game("skitgubbe"), places, stored={"NEEDED": 2}, at="lead")
    assert scores(choose(state, "beat with ♥9")) == [0, 0, 1]
