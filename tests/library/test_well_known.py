"""Durak, Sevens, Old Maid, Warlock, Convoy and a patience play by their rule sheets."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from croupier.interpreter.on_table import OnTable
from interpreter.small import Played
from library.at_the_table import count, game, lies, position, scores, stored, take, texts
from library.test_tricks import cards, counts, play

pytestmark = pytest.mark.slow

# Durak


def durak(first: str, second: str, *, table: str = "", seats: int = 2, **more: str) -> OnTable:
    """An attack of seat 0 on seat 1 that has just begun; trumps are spades."""
    places = {"0.HAND": first, "1.HAND": second, "TABLE": table, **more}
    numbers: dict[str, int | str] = {"TRUMPS": "SPADES", "ATTACKER": 0, "DEFENDER": 1, "THROWER": 0}
    return position(game("durak", seats), places, rest="DISCARD", stored=numbers, at="attack with")


def test_durak_six_cards_each_and_the_lowest_trump_attacks() -> None:
    for seed in range(6):
        state = game("durak").start(seed)
        assert counts(state, "HAND") == [6, 6, 6]
        suit = lies(state, "TRUMP")[0]
        ranks = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
        held = {
            ranks.index(card[1:]): seat
            for seat in range(3)
            for card in Played(state)[f"{seat}.HAND"].split()
            if card[0] == suit
        }
        assert not held or state.to_move == held[min(held)]


def test_durak_beats_with_a_higher_card_or_a_trump_or_takes() -> None:
    state = take(durak("♥9 ♥7 ♣6", "♥10 ♥8 ♣A ♠6"), "attack with ♥9")
    assert (state.to_move, texts(state)) == (1, ["beat with ♥10", "beat with ♠6", "take"])
    state = take(durak("♠9 ♥7 ♣6", "♥10 ♠10 ♣A ♠6"), "attack with ♠9")
    assert texts(state) == ["beat with ♠10", "take"]


def test_durak_only_ranks_on_the_table_are_thrown_in() -> None:
    state = take(durak("♥9 ♣9 ♦10 ♣6", "♥10 ♥8 ♣A"), "attack with ♥9", "beat with ♥10")
    assert (state.to_move, texts(state)) == (0, ["throw in ♣9", "throw in ♦10", "pass"])


def test_durak_whoever_takes_misses_a_turn_and_whoever_defends_attacks() -> None:
    third = {"2.HAND": "♦6 ♦7"}
    state = take(durak("♥9 ♣6 ♣7", "♥10 ♥8", seats=3, **third), "attack with ♥9", "take")
    assert (state.to_move, sorted(lies(state, "1.HAND").split())) == (2, ["♥10", "♥8", "♥9"])
    state = take(durak("♥9 ♣9 ♣7", "♥10 ♥8 ♣8", seats=3, **third), "attack with ♥9", "beat with ♥10", "pass")
    assert state.to_move == 1


def test_durak_the_last_one_with_cards_is_the_fool() -> None:
    # Attack, taking and the end are all forced.
    assert scores(durak("♥9", "♣6 ♣7")) == (0, 1)


# Sevens


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_sevens_deals_all_cards_and_the_seven_of_diamonds_begins(seats: int) -> None:
    state = game("sevens", seats).start(1)
    everything = [Played(state)[f"{seat}.HAND"].split() for seat in range(seats)]
    rows = sum(count(state, suit) for suit in ("CLUBS", "DIAMONDS", "HEARTS", "SPADES"))
    assert sum(map(len, everything)) + rows == 52
    assert "♦7" in lies(state, "DIAMONDS").split()


def test_sevens_neighbours_and_other_sevens_go() -> None:
    places = {
        "0.HAND": "♦8 ♦9 ♦5 ♣7 ♣8 ♥K",
        "DIAMONDS": "♦7 ♦6",
        "1.HAND": "♥2",
        "2.HAND": "♥3",
        "3.HAND": "♥4",
    }
    state = position(game("sevens"), places, at="play")
    assert sorted(texts(state)) == ["play ♣7", "play ♦5", "play ♦8"]


def test_sevens_one_may_hold_back_only_where_the_house_allows() -> None:
    places = {"0.HAND": "♦8 ♣7 ♥K", "DIAMONDS": "♦7", "1.HAND": "♥2", "2.HAND": "♥3", "3.HAND": "♥4"}
    state = position(game("sevens", HOLD=3), places, at="play")
    assert texts(state)[-1] == "hold back"
    assert "hold back" not in texts(position(game("sevens", HOLD=3), places, stored={"0.HELD": 3}, at="play"))


# Old Maid


def test_old_maid_throws_pairs_out_and_lacks_a_queen() -> None:
    state = game("old_maid").start(2)
    assert "♣Q" not in state.game.layout.names
    for seat in range(4):
        ranks = [card[1:] for card in Played(state)[f"{seat}.HAND"].split()]
        assert len(ranks) == len(set(ranks))


def test_old_maid_one_queen_is_left_and_its_holder_loses() -> None:
    for seats in (2, 5):
        state = game("old_maid", seats).start(3)
        while state.outcome is None:
            state.apply(0)
        found = scores(state)
        assert sorted(found) == [0] * (seats - 1) + [1]
        assert Played(state)[f"{found.index(1)}.HAND"][1:] == "Q"


# Warlock


def warlock(*hands: str, bids: Mapping[str, int] | None = None) -> OnTable:
    """A trick of four, led by seat 0, with these hands."""
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(hands)}
    numbers: dict[str, int | str] = {"TRUMPS": "FIRE", "LED": "NOTHING", "CARDS": 2, **(bids or {})}
    return position(game("warlock", LAST=2), places, rest="PLAYED", stored=numbers, at="follow with")


SIDE = ("WATER-ONE WATER-FIVE", "WATER-TWO WATER-SIX", "WATER-THREE WATER-SEVEN", "WATER-FOUR WATER-EIGHT")
"""Other cards that keep every play a choice."""


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("EARTH-FIVE EARTH-NINE AIR-THIRTEEN EARTH-TWO", 1),
        ("EARTH-FIVE FIRE-ONE EARTH-NINE EARTH-TWO", 1),
        ("EARTH-FIVE WARLOCK FIRE-NINE WARLOCK", 1),
        ("IMP EARTH-FIVE EARTH-NINE AIR-TEN", 2),
        ("IMP IMP IMP IMP", 0),
        ("WARLOCK AIR-TEN FIRE-TEN IMP", 0),
    ],
)
def test_warlock_the_first_warlock_then_trumps_then_the_suit(trick: str, winner: int) -> None:
    hands = [f"{card} {side}" for card, side in zip(trick.split(), SIDE, strict=True)]
    assert play(warlock(*hands), trick).to_move == winner


def test_warlock_suits_are_followed_but_warlocks_and_imps_always_go() -> None:
    state = take(
        warlock("EARTH-FIVE AIR-ONE", "EARTH-NINE AIR-TEN IMP WARLOCK", "AIR-TWO", "AIR-SIX"),
        "play EARTH-FIVE",
    )
    assert sorted(cards(state)) == ["EARTH-NINE", "IMP", "WARLOCK"]
    state = take(warlock("WARLOCK AIR-ONE", "EARTH-NINE AIR-TEN", "AIR-TWO", "AIR-SIX"), "play WARLOCK")
    assert sorted(cards(state)) == ["AIR-TEN", "EARTH-NINE"]


def test_warlock_sixty_cards_and_no_trumps_in_the_last_round() -> None:
    assert len(game("warlock").layout.cards) == 60
    state = game("warlock", 3, FIRST=20).start(1)
    assert (count(state, "TURNED"), counts(state, "HAND")) == (0, [20] * 3)


def test_warlock_exact_bids_score_and_others_cost_ten_a_trick() -> None:
    state = warlock(
        "WARLOCK", "AIR-ONE", "AIR-TWO", "AIR-SIX", bids={"0.BID": 1, "1.BID": 0, "2.BID": 2, "3.BID": 0}
    )
    assert scores(state) == (30, 20, -20, 20)


# Convoy: together


def test_convoy_everyone_has_the_same_score_and_ten_cards() -> None:
    state = game("convoy").start(1)
    assert (counts(state, "HAND"), count(state, "OFFER")) == ([10] * 4, 4)
    assert "PILOT-FOUR" in Played(state)[f"{state.to_move}.HAND"].split()
    while state.outcome is None:
        state.apply(0)
    assert len(set(scores(state))) == 1


@pytest.mark.parametrize(("owner", "done"), [(1, 1), (0, 0)])
def test_convoy_an_order_is_carried_out_by_its_own_player(owner: int, done: int) -> None:
    hands = {
        "0.HAND": "RED-ONE RED-FIVE GREEN-ONE",
        "1.HAND": "RED-NINE RED-SIX GREEN-TWO",
        "2.HAND": "RED-TWO RED-SEVEN GREEN-THREE",
        f"{owner}.ORDERS": "RED-NINE",
    }
    state = position(game("convoy", 3, ORDERS=1), hands, rest="PLAYED", at="lead")
    assert scores(take(state, "lead RED-ONE", "follow with RED-NINE", "follow with RED-TWO")) == (done,) * 3


def test_convoy_a_card_is_shown_as_highest_lowest_or_only() -> None:
    state = game("convoy").start(1)
    while "undertake" in texts(state)[0]:
        state.apply(0)
    hand = Played(state)[f"{state.to_move}.HAND"].split()
    for text in texts(state)[:-1]:
        said, card = text.split()[-2], text.split()[-1]
        suit = [one for one in hand if one.split("-")[0] == card.split("-")[0]]
        at = suit.index(card)
        assert {"one": len(suit) == 1, "highest": at == len(suit) - 1, "lowest": at == 0}[said]
        assert not card.startswith("PILOT")
    assert texts(state)[-1] == "pass"


# Golf Patience: alone


COLUMNS = ("COLUMN", *(f"COLUMN[{index}]" for index in range(1, 7)))


def test_golf_patience_seven_columns_of_five_and_sixteen_in_the_stock() -> None:
    state = game("golf_patience").start(1)
    assert [count(state, column) for column in COLUMNS] == [5] * 7
    assert (count(state, "STOCK"), count(state, "WASTE")) == (16, 1)


def test_golf_patience_is_counted_by_what_is_left() -> None:
    state = game("golf_patience").start(4)
    while state.outcome is None:
        offered = texts(state)
        state.apply(next((i for i, text in enumerate(offered) if text.startswith("play")), 0))
    assert scores(state) == (sum(count(state, column) for column in COLUMNS),)
    assert stored(state, "DONE") == 1 or scores(state) == (0,)


@pytest.mark.parametrize(
    ("height", "round_", "fitting"),
    [(5, 0, ["play ♥4", "play ♠6"]), (7, 0, ["play ♠6"]), (13, 1, ["play ♦A"])],
)
def test_golf_patience_cards_go_on_their_neighbours(height: int, round_: int, fitting: list[str]) -> None:
    places = {"COLUMN": "♥2 ♥4", "COLUMN[1]": "♠6", "COLUMN[2]": "♦A", "WASTE": "♣9"}
    state = position(game("golf_patience", ROUND=round_), places, stored={"HEIGHT": height}, at="play")
    assert texts(state) == [*fitting, "turn up"]


def test_golf_patience_nothing_goes_on_a_king_in_the_strict_game() -> None:
    state = position(
        game("golf_patience"), {"COLUMN": "♥Q"}, rest="WASTE", stock="♣K", stored={"HEIGHT": 13}, at="play"
    )
    assert scores(state) == (1,)
