"""The games of the all fours family play by their rule sheets: high, low, jack and game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from croupier.game import PLAYER, Stream
from croupier.interpreter.on_table import OnTable
from interpreter.small import Played
from library.at_the_table import game
from library.test_avoidance import RANKS, hands, random_game, scores, texts, trick

JACKS = ("california_jack", "shasta_sam")
SUITS = ("♣", "♦", "♥", "♠")
NAMES = dict(zip(SUITS, ("CLUBS", "DIAMONDS", "HEARTS", "SPADES"), strict=True))
DECK = tuple(f"{suit}{rank}" for suit in SUITS for rank in RANKS)


def ended(
    name: str, cards: str, taken: Mapping[int, str], trump: str, leader: int = 0, **stored: int
) -> Played:
    """The end of a deal whose last trick has one card from each seat; it plays itself."""
    made = game(name)
    position = {f"{seat}.HAND": card for seat, card in enumerate(cards.split())}
    position |= {f"{seat}.TAKEN": text for seat, text in taken.items()}
    if name != "pitch":
        position = alone({**position, "STOCK": "", **({"SHOWING": ""} if name == "california_jack" else {})})
    return Played(trick(made, position, leader, {"TRUMP": trump, **stored}))


def alone(position: Mapping[str, str]) -> dict[str, str]:
    """A position of which all cards that it does not name are out of the way."""
    named = " ".join(position.values()).split()
    return {**position, "CUT": " ".join(card for card in DECK if card not in named)}


# California Jack and Shasta Sam


@pytest.mark.parametrize("name", JACKS)
def test_two_players_have_six_cards_and_the_other_than_the_dealer_leads(name: str) -> None:
    state = game(name).start(3)
    assert hands(state) == [6, 6]
    assert state.to_move == 0
    assert all(text.startswith("lead ") for text in texts(state))
    assert len(texts(state)) == 6


def test_the_stock_lies_face_up_in_california_jack_and_face_down_in_shasta_sam() -> None:
    played = Played(game("california_jack").start(3))
    assert len(played["SHOWING"].split()) == 1
    assert len(played["STOCK"].split()) == 39
    assert len(Played(game("shasta_sam").start(3))["STOCK"].split()) == 40
    for name in JACKS:
        stock = next(place for place in game(name).layout.places if str(place) == "STOCK")
        assert stock.kind == "iloc", "only its top card shows, if any"


def test_trumps_are_the_suit_of_the_first_card_of_the_stock_in_california_jack() -> None:
    for seed in range(10):
        played = Played(game("california_jack").start(seed))
        assert NAMES[played["SHOWING"][0]] == played.string("TRUMP")


@pytest.mark.parametrize(("name", "settings"), [("california_jack", {"CUT": 1}), ("shasta_sam", {})])
def test_trumps_are_the_suit_of_a_card_that_is_cut_and_put_back(name: str, settings: dict[str, int]) -> None:
    found = {Played(game(name, **settings).start(seed)).string("TRUMP") for seed in range(30)}
    assert found == {"CLUBS", "DIAMONDS", "HEARTS", "SPADES"}
    assert Played(game(name, **settings).start(1))["CUT"] == ""


@pytest.mark.parametrize("name", JACKS)
@pytest.mark.parametrize(
    ("led", "hand", "options"),
    [
        ("♦9", "♣8 ♦3 ♦K ♠2", ["follow with ♦3", "follow with ♦K", "trump with ♠2"]),
        ("♦9", "♣8 ♦3 ♦K", ["follow with ♦3", "follow with ♦K"]),
        ("♦9", "♥3 ♠2 ♠5", ["trump with ♠2", "trump with ♠5"]),
        ("♦9", "♥3 ♣2", ["play ♣2", "play ♥3"]),
        ("♠9", "♥3 ♠2 ♠5", ["follow with ♠2", "follow with ♠5"]),
        ("♠9", "♥3 ♣2", ["play ♣2", "play ♥3"]),
    ],
)
def test_one_follows_suit_or_trumps_and_throws_away_only_with_neither(
    name: str, led: str, hand: str, options: list[str]
) -> None:
    position = {"0.TRICK": led, "LEAD": led, "0.HAND": "♣7", "1.HAND": hand}
    assert texts(trick(game(name), position, 1, {"TRUMP": "SPADES"})) == options


@pytest.mark.parametrize("name", JACKS)
@pytest.mark.parametrize(
    ("cards", "trump", "takes"),
    [("♦9 ♦K", "SPADES", 1), ("♦9 ♠3", "SPADES", 1), ("♦9 ♣A", "SPADES", 0), ("♠9 ♠8", "SPADES", 0)],
)
def test_trumps_or_the_suit_led_take_the_trick(name: str, cards: str, trump: str, takes: int) -> None:
    assert set(ended(name, cards, {}, trump)[f"{takes}.TAKEN"].split()) == set(cards.split())


def test_the_winner_takes_the_card_that_shows_and_the_loser_the_next() -> None:
    position = {"0.HAND": "♦9 ♣2", "1.HAND": "♦K ♣3", "SHOWING": "♥5", "STOCK": "♠7 ♠6 ♥6"}
    state = trick(game("california_jack"), alone(position), 0, {"TRUMP": "SPADES"})
    state.apply(texts(state).index("lead ♦9"))
    played = Played(state)
    assert state.to_move == 1, "who takes the trick leads"
    assert (played["1.HAND"], played["0.HAND"]) == ("♣3 ♥5", "♣2 ♥6")
    assert (played["SHOWING"], played["STOCK"]) == ("♠6", "♠7")


def test_both_draw_from_a_hidden_stock_in_shasta_sam_the_winner_first() -> None:
    position = {"0.HAND": "♦9 ♣2", "1.HAND": "♦K ♣3", "STOCK": "♠7 ♠6 ♥6 ♥5"}
    state = trick(game("shasta_sam"), alone(position), 0, {"TRUMP": "SPADES"})
    state.apply(texts(state).index("lead ♦9"))
    played = Played(state)
    assert (played["1.HAND"], played["0.HAND"], played["STOCK"]) == ("♣3 ♥5", "♣2 ♥6", "♠7 ♠6")


@pytest.mark.parametrize("name", JACKS)
def test_hands_are_played_out_when_the_stock_is_used_up(name: str) -> None:
    played = random_game(game(name), 5)
    assert len(played["0.TAKEN"].split()) + len(played["1.TAKEN"].split()) == 52
    assert played.state.decisions == 52


@pytest.mark.parametrize("name", JACKS)
def test_high_low_and_jack_go_to_who_takes_them(name: str) -> None:
    # Nobody has anything for game: 4 + 1 against 2 + 3.
    played = ended(name, "♦3 ♦4", {0: "♠A ♠J", 1: "♠2 ♠K ♥Q"}, "SPADES")
    assert scores(played) == (2, 1)
    other = ended(name, "♦3 ♦4", {0: "♠A ♠J", 1: "♠2 ♠K ♥Q"}, "HEARTS")
    assert scores(other) == (0, 0), "only trumps count, and a tie for game does not"


@pytest.mark.parametrize("name", JACKS)
@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ("♥10", "♥A ♥K ♥Q", (1, 0)),  # 10 to 9
        ("♥10", "♥A ♥K ♥Q ♥J", (0, 0)),  # 10 to 10
        ("♥10", "♥A ♥K ♥Q ♥J ♦J", (0, 1)),  # 10 to 11
        ("♥9 ♥8", "♥J", (0, 1)),  # 0 to 1
    ],
)
def test_game_goes_to_the_most_in_counting_cards(
    name: str, mine: str, theirs: str, expected: tuple[int, int]
) -> None:
    assert scores(ended(name, "♦3 ♦4", {0: mine, 1: theirs}, "SPADES")) == expected


@pytest.mark.parametrize("name", JACKS)
def test_a_deal_is_worth_four_points_or_three(name: str) -> None:
    totals = [sum(random_game(game(name), seed).outcome.scores) for seed in range(12)]
    assert set(totals) <= {3, 4}
    assert 4 in totals


@pytest.mark.parametrize("name", JACKS)
def test_the_deal_goes_round_until_somebody_has_ten_points(name: str) -> None:
    made = game(name, DEALS=30)
    state, stream, begun = made.start(3), Stream.of(3, PLAYER), []
    while state.outcome is None:
        played = Played(state)
        if hands(state) == [6, 6] and not played["0.TAKEN"] + played["1.TAKEN"] + played["LEAD"]:
            begun.append(state.to_move)
        state.apply(stream.below(state.option_count))
    assert begun == [deal % 2 for deal in range(len(begun))]
    assert len(begun) > 2
    assert max(state.outcome.scores) >= 10


# Pitch


def bidding(*bids: int) -> OnTable:
    """A deal of Pitch after some bids; 0 is a pass."""
    state = game("pitch").start(2)
    for bid in bids:
        state.apply(texts(state).index(f"bid {bid}" if bid else "pass"))
    return state


def test_four_players_have_six_cards_each() -> None:
    state = game("pitch").start(2)
    assert hands(state) == [6, 6, 6, 6]
    assert len(Played(state)["STOCK"].split()) == 28


def test_everyone_bids_once_beginning_to_the_dealers_left() -> None:
    state = bidding()
    assert (state.to_move, texts(state)) == (0, ["bid 2", "bid 3", "bid 4", "pass"])
    assert bidding(0).to_move == 1


def test_a_bid_must_be_higher_than_those_before() -> None:
    assert texts(bidding(2)) == ["bid 3", "bid 4", "pass"]
    assert texts(bidding(2, 0, 3)) == ["bid 4", "pass"]


def test_nobody_can_bid_more_than_four() -> None:
    state = bidding(4)
    assert (state.to_move, texts(state)[0].split()[0]) == (0, "lead"), "the others can only pass"


def test_the_dealer_must_bid_if_all_others_pass() -> None:
    state = bidding(0, 0, 0)
    assert (state.to_move, texts(state)) == (3, ["bid 2", "bid 3", "bid 4"])


@pytest.mark.parametrize(("bids", "pitcher"), [((2, 3, 0, 0), 1), ((0, 0, 0, 2), 3), ((2, 0, 3, 4), 3)])
def test_the_highest_bidder_pitches(bids: tuple[int, ...], pitcher: int) -> None:
    state = bidding(*bids)
    assert state.to_move == pitcher
    assert all(text.startswith("lead ") for text in texts(state))


def test_the_first_card_led_makes_trumps() -> None:
    state = bidding(2, 0, 0, 0)
    assert Played(state).string("TRUMP") == "NONE"
    card = texts(state)[0].removeprefix("lead ")
    state.apply(0)
    assert Played(state).string("TRUMP") == NAMES[card[0]]


def pitch_options(hand: str, led: str, trump: str) -> list[str]:
    """What seat 1 may play with a hand to a card that seat 0 led."""
    position = {"0.TRICK": led, "LEAD": led, "1.HAND": hand}
    return texts(trick(game("pitch"), position, 1, {"TRUMP": trump}))


def test_to_trumps_suit_must_be_followed() -> None:
    assert pitch_options("♠3 ♠K ♦2", "♠9", "SPADES") == ["follow with ♠3", "follow with ♠K"]


def test_to_another_suit_one_follows_or_trumps() -> None:
    assert pitch_options("♦3 ♠K ♣2", "♦9", "SPADES") == ["follow with ♦3", "trump with ♠K"]


def test_who_has_none_of_the_suit_plays_anything() -> None:
    assert pitch_options("♥3 ♠K ♣2", "♦9", "SPADES") == ["play ♣2", "play ♥3", "play ♠K"]
    assert pitch_options("♥3 ♣2", "♠9", "SPADES") == ["play ♣2", "play ♥3"]


@pytest.mark.parametrize(
    ("cards", "takes"), [("♦9 ♦K ♦3 ♣A", 1), ("♦9 ♦K ♠2 ♣A", 2), ("♦9 ♠3 ♠2 ♠4", 3), ("♦2 ♣K ♥A ♣A", 0)]
)
def test_the_highest_trump_or_the_highest_of_the_suit_led_takes_the_trick(cards: str, takes: int) -> None:
    assert len(ended("pitch", cards, {}, "SPADES")[f"{takes}.TAKEN"].split()) == 4


def pitched(
    cards: str, taken: Mapping[int, str], held: Mapping[int, str], bid: int, **settings: int
) -> tuple[int, ...]:
    """What everyone scores after a last trick, when seat 0 has bid and spades are trumps.

    `held` tells which of the trumps that have been taken were dealt to whom.
    """
    made = game("pitch", **settings)
    position = {f"{seat}.HAND": card for seat, card in enumerate(cards.split())}
    position |= {f"{seat}.TAKEN": text for seat, text in taken.items()}
    position |= {f"{seat}.TRUMPS": text for seat, text in held.items()}
    stored: dict[str, int | str] = {"TRUMP": "SPADES", "BID": bid, "BIDDER": 0}
    return scores(Played(trick(made, position, 0, stored)))


def test_high_low_jack_and_game() -> None:
    # Seat 0 has dealt and taken the ace (high), seat 1 took the jack of seat 2, whose three is low.
    taken = {0: "♠A ♠3", 1: "♠J ♥K", 2: "♥10"}
    assert pitched("♦3 ♦4 ♦5 ♦6", taken, {0: "♠A", 1: "♠K", 2: "♠3 ♠J"}, 1) == (1, 1, 2, 0)


def test_low_may_go_to_its_taker_instead() -> None:
    taken = {0: "♠A ♠3", 1: "♠J ♥K", 2: "♥10"}
    assert pitched("♦3 ♦4 ♦5 ♦6", taken, {0: "♠A", 2: "♠3 ♠J"}, 1, LOWTAKEN=1) == (2, 1, 1, 0)


def test_one_trump_alone_is_high_and_low() -> None:
    assert pitched("♦3 ♦4 ♦5 ♦6", {0: "♠9", 1: "♥10"}, {0: "♠9"}, 2) == (2, 1, 0, 0)


def test_trumps_of_the_last_trick_count_too() -> None:
    # The queen of spades takes the last trick: high, and low since it is the only trump. She counts two.
    assert pitched("♦3 ♦4 ♠Q ♦6", {1: "♥K"}, {}, 1) == (-1, 1, 2, 0)


def test_no_jack_no_point_and_a_tie_for_game_scores_for_nobody() -> None:
    assert pitched("♦3 ♦4 ♦5 ♦6", {0: "♠A ♠2", 1: "♥A"}, {0: "♠A ♠2"}, 2) == (2, 0, 0, 0)


def test_who_does_not_make_the_bid_is_set_back_by_it() -> None:
    taken = {0: "♠A ♠2", 1: "♥10"}
    assert pitched("♦3 ♦4 ♦5 ♦6", taken, {0: "♠A ♠2"}, 3) == (-3, 1, 0, 0)
    assert pitched("♦3 ♦4 ♦5 ♦6", taken, {0: "♠A ♠2"}, 2) == (2, 1, 0, 0)


def test_the_deal_of_pitch_goes_round_whoever_pitches() -> None:
    made = game("pitch", DEALS=6, TARGET=99)
    state, stream, begun = made.start(3), Stream.of(3, PLAYER), []
    while state.outcome is None:
        if Played(state).number("ASKED") == 0:
            begun.append(state.to_move)
        state.apply(stream.below(state.option_count))
    assert begun == [0, 1, 2, 3, 0, 1]
