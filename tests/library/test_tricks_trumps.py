"""Trick-taking games in which trumps are named or made of several suits play by their rule sheets."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest

from croupier.interpreter.on_table import OnTable
from interpreter.small import Played
from library.at_the_table import game
from library.test_tricks import cards, choose, counts, may_play, play, position, scores, texts

pytestmark = pytest.mark.slow

# Euchre

PASSED = ("pass",) * 4


def euchre(hands: tuple[str, str, str, str], turned: str = "♠9", **stored: int) -> OnTable:
    """A deal of Euchre at the first bid, with small hands; the stored numbers are tricks of the teams."""
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(hands)} | {"TURNED": turned}
    return position(game("euchre", TARGET=1), places, stored={f"{t}.TRICKS": n for t, n in stored.items()})


def test_euchre_deals_five_of_24_cards_and_turns_one_up() -> None:
    state = game("euchre").start(1)
    assert (len(state.game.layout.cards), counts(state, "HAND"), state.to_move) == (24, [5] * 4, 0)
    assert len(Played(state)["TURNED"].split()) == 1
    assert texts(state) == ["order up", "order up alone", "pass"]


def test_euchre_the_dealer_takes_the_card_and_lays_one_away() -> None:
    state = choose(game("euchre").start(1), "pass", "order up")
    turned = Played(state)["TURNED"]
    assert (state.to_move, len(texts(state)), turned) == (3, 6, "")
    state.apply(0)
    assert (state.to_move, counts(state, "HAND")) == (0, [5] * 4)


def test_euchre_in_the_second_round_another_suit_is_named() -> None:
    state = choose(euchre(("♥A", "♥K", "♥Q", "♥10")), *PASSED)
    suits = ["CLUBS", "DIAMONDS", "HEARTS"]
    assert texts(state) == [*(f"name {s}" for s in suits), *(f"play alone with {s}" for s in suits), "pass"]


def test_euchre_after_two_rounds_of_passes_the_next_seat_deals() -> None:
    state = choose(game("euchre").start(1), *PASSED, *PASSED)
    assert (state.to_move, texts(state)) == (1, ["order up", "order up alone", "pass"])
    assert counts(state, "HAND") == [5] * 4


def test_euchre_a_stuck_dealer_has_to_name_a_suit() -> None:
    state = choose(game("euchre", STICK=1).start(1), *PASSED, "pass", "pass", "pass")
    assert (state.to_move, "pass" in texts(state), len(texts(state))) == (3, False, 6)


def test_euchre_the_left_bower_is_a_trump_and_not_of_its_own_suit() -> None:
    hands = ("♥9 ♣9 ♣10", "♦J ♥10 ♦9", "♣A ♠10 ♠A", "♦A ♦K ♦Q")
    state = choose(euchre(hands), *PASSED, "name HEARTS", "lead ♥9")
    assert sorted(cards(state)) == ["♥10", "♦J"]
    hands = ("♦A ♣9 ♣10", "♦J ♥10 ♣A", "♣K ♠10 ♠A", "♦9 ♦K ♦Q")
    state = choose(euchre(hands), *PASSED, "name HEARTS", "lead ♦A")
    assert sorted(cards(state)) == ["♣A", "♥10", "♦J"]


@pytest.mark.parametrize(("trick", "winner"), [("♥A ♦J ♥J ♥K", 2), ("♥A ♦J ♥Q ♥K", 1), ("♠A ♠K ♥9 ♣J", 2)])
def test_euchre_right_bower_left_bower_then_the_other_trumps(trick: str, winner: int) -> None:
    others = ("♣9 ♣10", "♣Q ♣K", "♦K ♦Q", "♦9 ♦10")
    played = [f"{card} {other}" for card, other in zip(trick.split(), others, strict=True)]
    state = choose(euchre((played[0], played[1], played[2], played[3])), *PASSED, "name HEARTS")
    assert play(state, trick).to_move == winner


LAST = ("♥A", "♥K", "♥Q", "♥10")
"""The last trick of a deal, with hearts as trumps: seat 0 takes it."""


@pytest.mark.parametrize(("before", "score"), [(1, [0, 2, 0, 2]), (2, [1, 0, 1, 0]), (3, [1, 0, 1, 0])])
def test_euchre_makers_score_one_for_three_tricks_and_are_else_euchred(before: int, score: list[int]) -> None:
    assert scores(choose(euchre(LAST, T0=before), *PASSED, "name HEARTS")) == score


def test_euchre_a_march_is_two_and_alone_four() -> None:
    assert scores(choose(euchre(LAST, T0=4), *PASSED, "name HEARTS")) == [2, 0, 2, 0]
    assert scores(choose(euchre(LAST, T0=4), *PASSED, "play alone with HEARTS")) == [4, 0, 4, 0]
    assert scores(choose(euchre(LAST, T0=3), *PASSED, "play alone with HEARTS")) == [1, 0, 1, 0]


def test_euchre_the_partner_of_a_lone_player_does_not_play() -> None:
    hands = ("♥9 ♣9 ♣Q", "♥10 ♣10 ♠10", "♥A ♣A ♠A", "♥K ♣K ♠K")
    state = choose(euchre(hands), *PASSED, "play alone with HEARTS")
    assert (counts(state, "HAND"), counts(state, "ASIDE")) == ([3, 3, 0, 3], [0, 0, 3, 0])
    assert play(state, "♥9").to_move == 3


def test_euchre_is_played_to_ten() -> None:
    state = game("euchre").start(3)
    while state.outcome is None:
        state.apply(0)
    assert max(scores(state)) >= 10


# Klaverjassen


def klaverjassen(
    hands: tuple[str, str, str, str], ours: str = "", theirs: str = "", rotterdam: int = 0, march: int = 100
) -> OnTable:
    """A deal of Klaverjassen with hearts as trumps, small hands, and what the sides have taken."""
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(hands)} | {
        "T0.TAKEN": ours,
        "T1.TAKEN": theirs,
    }
    made = game("klaverjassen", ROTTERDAM=rotterdam, MARCH=march)
    return choose(position(made, places), "name HEARTS")


def test_klaverjassen_deals_eight_of_32_cards_and_eldest_hand_names_trumps() -> None:
    state = game("klaverjassen").start(1)
    assert (len(state.game.layout.cards), counts(state, "HAND"), state.to_move) == (32, [8] * 4, 0)
    assert texts(state) == ["name CLUBS", "name DIAMONDS", "name HEARTS", "name SPADES"]
    assert choose(state, "name CLUBS").to_move == 0


def test_klaverjassen_a_trump_led_has_to_be_beaten() -> None:
    state = klaverjassen(("♥A ♣7", "♥9 ♥J ♥7 ♣A", "♣8 ♣9", "♣10 ♣J"))
    assert cards(choose(state, "lead ♥A")) == ["♥9", "♥J"]
    state = klaverjassen(("♥A ♣7", "♥8 ♥7 ♣A", "♣8 ♣9", "♣10 ♣J"))
    assert cards(choose(state, "lead ♥A")) == ["♥7", "♥8"]


def test_klaverjassen_whoever_cannot_follow_has_to_trump() -> None:
    state = klaverjassen(("♠A ♦7", "♥7 ♥8 ♣A", "♣8 ♣9", "♣10 ♣J"))
    assert texts(choose(state, "lead ♠A")) == ["trump with ♥7", "trump with ♥8"]


@pytest.mark.parametrize(("rotterdam", "allowed"), [(0, ["♥7", "♥8", "♣A"]), (1, ["♥7", "♥8"])])
def test_klaverjassen_need_not_trump_a_partners_trick_in_amsterdam(
    rotterdam: int, allowed: list[str]
) -> None:
    state = klaverjassen(("♠A ♦7", "♠7 ♠8", "♥7 ♥8 ♣A", "♣10 ♣J"), rotterdam=rotterdam)
    assert cards(play(state, "♠A ♠7")) == allowed


@pytest.mark.parametrize(("rotterdam", "allowed"), [(0, ["♣9", "♣A"]), (1, ["♥7", "♥8"])])
def test_klaverjassen_may_not_undertrump_in_amsterdam(rotterdam: int, allowed: list[str]) -> None:
    state = klaverjassen(("♠A ♦7", "♥9 ♥10", "♥7 ♥8 ♣9 ♣A", "♣10 ♣J"), rotterdam=rotterdam)
    assert sorted(cards(play(state, "♠A ♥9"))) == sorted(allowed)


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("♥A ♥9 ♥J ♥10", 2), ("♥10 ♥A ♥9 ♥K", 2), ("♠K ♠10 ♠9 ♠J", 1), ("♠10 ♠A ♠9 ♠J", 1), ("♠A ♥7 ♠9 ♠J", 1)],
)
def test_klaverjassen_jack_and_nine_are_the_highest_trumps(trick: str, winner: int) -> None:
    others = ("♣9 ♣10", "♣Q ♣K", "♦10 ♦Q", "♦9 ♦A")
    hands = [f"{card} {other}" for card, other in zip(trick.split(), others, strict=True)]
    assert play(klaverjassen((hands[0], hands[1], hands[2], hands[3])), trick).to_move == winner


def test_klaverjassen_the_makers_need_more_than_half() -> None:
    # The last trick brings 11 for the ace and 10 for being the last.
    last = ("♣A", "♦7", "♦8", "♠7")
    assert scores(klaverjassen(last, "♥J ♥9", "♠A ♠10 ♠K")) == [55, 25, 55, 25]
    assert scores(klaverjassen(last, "♥K", "♠A ♠10 ♠K")) == [0, 50, 0, 50]
    assert scores(klaverjassen(last, "♥9", "♠A ♠10 ♥10 ♥K")) == [0, 70, 0, 70]


def test_klaverjassen_there_are_162_points_and_100_for_all_tricks() -> None:
    last = ("♣A", "♦7", "♦8", "♠7")
    ranks = ("7", "8", "9", "10", "J", "Q", "K", "A")
    rest = " ".join(s + r for s in "♣♦♥♠" for r in ranks if s + r not in last)
    assert scores(klaverjassen(last, rest)) == [262, 0, 262, 0]


@pytest.mark.parametrize(
    ("trick", "points", "roem"),
    [
        (("♠9", "♠8", "♠7", "♦A"), 11, 20),
        (("♠10", "♠9", "♠8", "♠7"), 10, 50),
        (("♠A", "♠K", "♠Q", "♠8"), 18, 20),
        (("♠A", "♠10", "♠K", "♠7"), 25, 0),
        (("♥K", "♥Q", "♦7", "♦8"), 7, 20),
        (("♥J", "♥K", "♥Q", "♦8"), 27, 40),
        (("♥J", "♥K", "♥Q", "♥10"), 37, 70),
        (("♥K", "♠K", "♦K", "♣K"), 16, 100),
        (("♥J", "♠J", "♦J", "♣J"), 26, 200),
    ],
)
def test_klaverjassen_combinations_in_a_trick(
    trick: tuple[str, str, str, str], points: int, roem: int
) -> None:
    assert scores(klaverjassen(trick, march=0))[0] == points + roem + 10


# Sheepshead

PLAIN = ("♣9", "♣8", "♠9", "♠8", "♥7")
"""A last trick without points that seat 0 takes."""
TRUMPS = ["♣Q", "♠Q", "♥Q", "♦Q", "♣J", "♠J", "♥J", "♦J", "♦A", "♦10", "♦K", "♦9", "♦8", "♦7"]


def test_sheepshead_without_a_picker_deals_six_each_of_thirty_cards() -> None:
    state = game("sheepshead", PICK=0).start(1)
    assert (counts(state, "HAND"), state.to_move, Played(state)["STOCK"]) == ([6] * 5, 0, "")
    assert sorted(Played(state)["OUT"].split()) == ["♠7", "♣7"]
    assert all(text.startswith("lead ") for text in texts(state))


@pytest.mark.parametrize("pick", [0, 1])
def test_sheepshead_queens_jacks_and_diamonds_are_one_suit(pick: int) -> None:
    made = game("sheepshead", PICK=pick)
    assert may_play(made, "♦7 ♣J ♥Q ♥A", led="♦A") == ["♥Q", "♣J", "♦7"]
    assert sorted(may_play(made, "♣Q ♠9 ♥A", led="♣A")) == ["♠9", "♣Q", "♥A"]
    assert may_play(made, "♣Q ♣9 ♣K", led="♣A") == ["♣K", "♣9"]


@pytest.mark.parametrize("pick", [0, 1])
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(TRUMPS)))
def test_sheepshead_order_of_the_trumps(pick: int, higher: str, lower: str) -> None:
    assert winner_of_five(pick, f"{lower} {higher} ♥A ♥10 ♥K") == 1
    assert winner_of_five(pick, f"{higher} {lower} ♥A ♥10 ♥K") == 0


@pytest.mark.parametrize("pick", [0, 1])
def test_sheepshead_the_ten_is_second_in_the_other_suits(pick: int) -> None:
    assert winner_of_five(pick, "♥K ♥10 ♥9 ♥8 ♣A") == 1
    assert winner_of_five(pick, "♥10 ♥K ♥A ♥8 ♠A") == 2
    assert winner_of_five(pick, "♥10 ♥K ♥A ♦7 ♠A") == 3


def winner_of_five(pick: int, trick: str) -> int | None:
    """Who leads after a trick, led by seat 0, to which the seats have played these cards."""
    fillers = iter(
        [c for c in ["♣K", "♣9", "♣8", "♠K", "♠9", "♠8", "♣10", "♠10", "♣A", "♠A"] if c not in trick]
    )
    hands = {}
    for seat, card in enumerate(trick.split()):
        hands[f"{seat}.HAND"] = f"{card} {next(fillers)} {next(fillers, '')}"
    return play(position(game("sheepshead", PICK=pick), hands, at="lead"), trick).to_move


def sheepshead_score(
    points: str, others: str, picker: int = 0, partner: int = 1, leader: int = 0, **settings: int
) -> list[int]:
    """The score of a deal: what the picker and what seat 4 have taken before a last trick without points."""
    hands = {"0.HAND": "♣9", "1.HAND": "♣8", "2.HAND": "♠9", "3.HAND": "♠8", "4.HAND": "♥7"}
    stored = {"PICKER": picker, "PARTNER": partner}
    places = {**hands, "0.TAKEN": points, "4.TAKEN": others}
    return scores(position(game("sheepshead", **settings), places, current=leader, stored=stored, at="lead"))


ACES, TENS, KINGS = "♣A ♠A ♥A ♦A", "♣10 ♠10 ♥10 ♦10", "♣K ♠K ♥K ♦K"
"""44, 40 and 16 points; the queens have 12 and the jacks 8."""


@pytest.mark.parametrize(
    ("points", "score"),
    [
        (f"{ACES} ♣10 ♣K ♣Q", [2, 1, -1, -1, -1]),
        (f"{ACES} {KINGS}", [-2, -1, 1, 1, 1]),
        (f"{ACES} {TENS} ♣Q ♠Q", [2, 1, -1, -1, -1]),
        (f"{ACES} {TENS} ♣Q ♣K", [4, 2, -2, -2, -2]),
        ("♣A ♠A ♣K ♠K", [-4, -2, 2, 2, 2]),
        ("♣A ♠A ♣Q ♠Q ♥Q", [-2, -1, 1, 1, 1]),
    ],
)
def test_sheepshead_61_wins_91_is_schneider_and_so_is_30(points: str, score: list[int]) -> None:
    assert sheepshead_score(points, "") == score


def test_sheepshead_without_or_with_every_trick_it_is_threefold() -> None:
    assert sheepshead_score("", "", leader=4) == [-6, -3, 3, 3, 3]
    others = [n for n in game("sheepshead").layout.names if n not in PLAIN]
    assert sheepshead_score(" ".join(others), "") == [6, 3, -3, -3, -3]


def test_sheepshead_alone_against_four() -> None:
    assert sheepshead_score(f"{ACES} ♣10 ♣K ♣Q", "", partner=0) == [4, -1, -1, -1, -1]
    assert sheepshead_score(f"{ACES} {KINGS}", "", partner=0) == [-4, 1, 1, 1, 1]


def test_sheepshead_double_on_the_bump() -> None:
    assert sheepshead_score(f"{ACES} {KINGS}", "", BUMP=2) == [-4, -2, 2, 2, 2]
    assert sheepshead_score(f"{ACES} ♣10 ♣K ♣Q", "", BUMP=2) == [2, 1, -1, -1, -1]


def test_sheepshead_without_a_picker_the_sides_come_out_when_two_cards_are_played() -> None:
    # Seat 2 has the queen of clubs, seat 4 the jack of diamonds; the trick has 8 points.
    hands = {"0.HAND": "♦7", "1.HAND": "♦8", "2.HAND": "♣Q", "3.HAND": "♠Q", "4.HAND": "♦J"}
    state = position(game("sheepshead", PICK=0), {**hands, "4.TAKEN": f"{ACES} ♣10"}, at="lead")
    assert scores(state) == [-1, -1, 2, -1, 1]


# Sheepshead with a picker


def test_sheepshead_deals_six_each_and_a_blind_of_two() -> None:
    state = game("sheepshead").start(1)
    assert (len(state.game.layout.cards), counts(state, "HAND"), state.to_move) == (32, [6] * 5, 0)
    assert len(Played(state)["STOCK"].split()) == 2
    assert texts(state) == ["pick", "pass"]


def test_sheepshead_the_picker_takes_the_blind_and_buries_two() -> None:
    state = choose(game("sheepshead").start(1), "pass", "pass", "pick")
    assert (state.to_move, counts(state, "HAND"), len(texts(state))) == (2, [6, 6, 8, 6, 6], 8)
    state.apply(0)
    assert (state.to_move, len(texts(state))) == (2, 7)
    state.apply(0)
    assert (state.to_move, counts(state, "HAND"), counts(state, "BURIED")) == (0, [6] * 5, [0, 0, 2, 0, 0])


def picked(hands: tuple[str, ...], *bids: str, blind: str = "", **taken: str) -> OnTable:
    """A deal of Sheepshead after the picking, with small hands and what seats have taken."""
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(hands)} | {"STOCK": blind}
    names = game("sheepshead").layout.names
    used = " ".join([*places.values(), *taken.values()]).split()
    places |= {f"{seat[1]}.TAKEN": text for seat, text in taken.items()}
    # What is neither in a hand nor taken is buried by seat 3, where it does no harm unless seat 3 picks.
    rest = " ".join(name for name in names if name not in used)
    return choose(position(game("sheepshead"), {**places, "3.BURIED": rest}), *bids)


def test_sheepshead_the_jack_of_diamonds_is_the_partner() -> None:
    hands = ("♦8", "♦7", "♦J", "♠8", "♥7")
    state = picked(hands, "pick", s0=f"{ACES} ♣10 ♣K ♣Q")
    assert scores(state) == [2, -1, 1, -1, -1]


def test_sheepshead_a_picker_with_the_jack_plays_alone() -> None:
    hands = ("♦J", "♦7", "♦8", "♠8", "♥7")
    assert scores(picked(hands, "pick", s0=f"{ACES} ♣10 ♣K ♣Q")) == [4, -1, -1, -1, -1]


def test_sheepshead_buried_cards_count_for_the_picker() -> None:
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(PLAIN)}
    made = game("sheepshead")
    taken = {"0.TAKEN": f"{ACES} ♣K ♣Q", "STOCK": ""}
    rest = [n for n in made.layout.names if n not in " ".join([*places.values(), *taken.values()]).split()]
    lost = position(made, {**places, **taken, "4.TAKEN": " ".join(rest)})
    assert scores(choose(lost, "pick"))[0] < 0
    rest.remove("♣10")
    won = position(made, {**places, **taken, "4.TAKEN": " ".join(rest), "0.BURIED": "♣10"})
    assert scores(choose(won, "pick"))[0] > 0


def test_sheepshead_when_all_pass_the_fewest_points_with_a_trick_win() -> None:
    passes = ("pass",) * 5
    state = picked(PLAIN, *passes, s1="♣A ♣10", s2="♠K", s4="♥A")
    # Seat 0 took the last trick and has no points; seat 3 has no trick.
    assert scores(state) == [4, -1, -1, -1, -1]


def test_sheepshead_the_blind_goes_with_the_last_trick_of_a_leaster() -> None:
    passes = ("pass",) * 5
    state = picked(PLAIN, *passes, blind="♦A ♦10", s1="♣A ♣10", s2="♠K", s4="♥A")
    assert scores(state) == [-1, -1, 4, -1, -1]


def test_sheepshead_equal_winners_of_a_leaster_each_get_one_from_all_others() -> None:
    passes = ("pass",) * 5
    state = picked(PLAIN, *passes, blind="♦K", s1="♣A ♣10", s2="♠K", s4="♥A")
    assert scores(state) == [3, -2, 3, -2, -2]


def test_sheepshead_a_forced_dealer_has_to_pick() -> None:
    state = choose(game("sheepshead", FORCED=1).start(1), *("pass",) * 4)
    assert (state.to_move, len(texts(state))) == (4, 8), "the dealer has picked already, and buries"


# Cheeseheads

NUMBERS = [
    "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN", "TWELVE",
    "THIRTEEN", "FOURTEEN",
]  # fmt: skip
LOW = ("BLUE-TWO", "BLUE-ONE", "GREEN-TWO", "GREEN-ONE", "YELLOW-ONE")
"""A last trick without points that seat 0 takes."""
THIRTY = "BLUE-SIX GREEN-SIX YELLOW-SIX RED-SIX BLUE-FIVE GREEN-FIVE RED-FOURTEEN"
"""20 + 8 + 2 points, half of all."""


def cheeseheads(hands: tuple[str, ...], *bids: str, blind: str = "", **taken: str) -> OnTable:
    """A deal of Cheeseheads after the picking, with small hands and what seats have taken."""
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(hands)} | {"STOCK": blind}
    used = " ".join([*places.values(), *taken.values()]).split()
    places |= {f"{seat[1]}.TAKEN": text for seat, text in taken.items()}
    # What is neither in a hand nor taken lies before seat 3, where it does no harm unless seat 3 picks.
    rest = " ".join(name for name in game("cheeseheads").layout.names if name not in used)
    return choose(position(game("cheeseheads"), {**places, "3.AWAY": rest}), *bids)


def test_cheeseheads_has_32_numbered_cards_of_60_points() -> None:
    made = game("cheeseheads")
    names = {f"RED-{number}" for number in NUMBERS}
    names |= {f"{color}-{number}" for color in ("BLUE", "GREEN", "YELLOW") for number in NUMBERS[:6]}
    assert (set(made.layout.names), len(made.layout.names)) == (names, 32)
    everything = [n for n in made.layout.names if n not in LOW]
    state = cheeseheads(LOW, "pick", s0=" ".join(everything))
    assert Played(state).number("POINTS") == 60


def test_cheeseheads_deals_six_each_and_a_blind_of_two_which_the_picker_takes() -> None:
    state = game("cheeseheads").start(1)
    assert (counts(state, "HAND"), len(Played(state)["STOCK"].split())) == ([6] * 5, 2)
    assert (state.to_move, texts(state)) == (0, ["pick", "pass"])
    choose(state, "pass", "pick")
    assert (state.to_move, counts(state, "HAND"), len(texts(state))) == (1, [6, 8, 6, 6, 6], 8)
    assert all(text.startswith("lay away ") for text in texts(state))
    state.apply(0)
    state.apply(0)
    assert (state.to_move, counts(state, "HAND"), counts(state, "AWAY")) == (0, [6] * 5, [0, 2, 0, 0, 0])


def test_cheeseheads_red_is_trumps_and_colours_must_be_followed() -> None:
    made = game("cheeseheads")
    assert may_play(made, "BLUE-ONE BLUE-SIX RED-NINE", led="BLUE-TWO") == ["BLUE-ONE", "BLUE-SIX"]
    assert sorted(may_play(made, "GREEN-ONE RED-NINE", led="BLUE-TWO")) == ["GREEN-ONE", "RED-NINE"]


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("BLUE-FOUR BLUE-SIX BLUE-FIVE GREEN-SIX YELLOW-SIX", 1),
        ("BLUE-FOUR BLUE-SIX RED-ONE GREEN-SIX YELLOW-SIX", 2),
        ("BLUE-FOUR BLUE-SIX RED-THIRTEEN RED-FOURTEEN RED-SIX", 3),
    ],
)
def test_cheeseheads_the_highest_red_card_or_else_of_the_colour_led_takes_the_trick(
    trick: str, taker: int
) -> None:
    hands = {f"{seat}.HAND": card for seat, card in enumerate(trick.split())}
    taken = Played(position(game("cheeseheads"), hands, stored={"PICKED": 1}, at="lead"))[f"{taker}.TAKEN"]
    assert set(taken.split()) == set(trick.split())


def test_cheeseheads_31_points_win_2_for_the_picker_and_1_for_who_has_the_red_seven() -> None:
    # The last trick has the red seven and eight, of one point each; then none, then the red ten.
    hands = ("RED-EIGHT", "BLUE-ONE", "RED-SEVEN", "GREEN-ONE", "YELLOW-ONE")
    state = cheeseheads(hands, "pick", s0=THIRTY)
    assert Played(state).number("POINTS") == 32
    assert scores(state) == [2, -1, 1, -1, -1]
    lost = cheeseheads(("RED-TWO", "BLUE-ONE", "RED-ONE", "GREEN-ONE", "YELLOW-ONE"), "pick", s0=THIRTY)
    assert (Played(lost).number("POINTS"), scores(lost)) == (30, [-4, 1, 1, 1, 1])
    won = cheeseheads(("RED-TEN", "BLUE-ONE", "RED-ONE", "GREEN-ONE", "YELLOW-ONE"), "pick", s0=THIRTY)
    assert (Played(won).number("POINTS"), scores(won)) == (31, [4, -1, -1, -1, -1])


def test_cheeseheads_a_picker_with_the_red_seven_plays_alone() -> None:
    hands = ("RED-SEVEN", "BLUE-ONE", "RED-ONE", "GREEN-ONE", "YELLOW-ONE")
    assert scores(cheeseheads(hands, "pick", s0=THIRTY)) == [4, -1, -1, -1, -1]


def test_cheeseheads_losses_are_no_larger_than_wins_and_nothing_is_doubled() -> None:
    hands = ("RED-ONE", "BLUE-ONE", "RED-SEVEN", "GREEN-ONE", "YELLOW-ONE")
    assert scores(cheeseheads(hands, "pick")) == [-2, 1, -1, 1, 1]


def test_cheeseheads_cards_laid_away_count_for_the_picker() -> None:
    made = game("cheeseheads")
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(LOW)} | {"STOCK": "", "0.TAKEN": THIRTY}
    used = " ".join(places.values()).split()
    rest = [n for n in made.layout.names if n not in used]
    lost = position(made, {**places, "4.TAKEN": " ".join(rest)})
    assert scores(choose(lost, "pick"))[0] < 0
    rest.remove("RED-TEN")
    won = position(made, {**places, "4.TAKEN": " ".join(rest), "0.AWAY": "RED-TEN"})
    assert scores(choose(won, "pick"))[0] > 0


def test_cheeseheads_when_all_pass_the_fewest_points_with_a_trick_win_4() -> None:
    passes = ("pass",) * 5
    taken = {"s1": "BLUE-SIX", "s2": "RED-TEN", "s4": "GREEN-SIX"}
    # Seat 0 took the last trick and has no points; seat 3 has no trick.
    assert scores(cheeseheads(LOW, *passes, **taken)) == [4, -1, -1, -1, -1]
    # With the blind, which goes with the last trick, seat 0 has more than seat 2.
    assert scores(cheeseheads(LOW, *passes, blind="RED-SIX RED-FIVE", **taken)) == [-1, -1, 4, -1, -1]


# The Bottle Imp


def imp(
    hands: Mapping[int, str], more: Mapping[str, str] | None = None, price: int = 19, owner: int = -1
) -> OnTable:
    """A position of The Bottle Imp for three in which seat 0 leads."""
    places = {f"{seat}.HAND": hand for seat, hand in hands.items()} | dict(more or {})
    return position(game("bottle_imp"), places, stored={"PRICE": price, "OWNER": owner}, at="lead")


@pytest.mark.parametrize(("seats", "size"), [(3, 12), (4, 9)])
def test_bottle_imp_deals_all_36_cards(seats: int, size: int) -> None:
    state = game("bottle_imp", seats).start(1)
    numbers = {int(name.split("-N")[1]) for name in state.game.layout.names}
    assert numbers == set(range(1, 38)) - {19}
    assert (counts(state, "HAND"), state.to_move) == ([size] * seats, 0)


@pytest.mark.parametrize(("seats", "tricks"), [(3, 11), (4, 8)])
def test_bottle_imp_everyone_gives_a_card_to_each_neighbour_and_to_the_imp(seats: int, tricks: int) -> None:
    state = game("bottle_imp", seats).start(1)
    for _ in range(seats):
        given = []
        for way in ("left", "right", "the imp"):
            assert all(text.startswith("give to") and way in text for text in texts(state))
            given.append(cards(state)[0])
            seat = state.to_move
            state.apply(0)
        if seat == 0:
            left, right, to_imp = given
    hands = [Played(state)[f"{seat}.HAND"].split() for seat in range(seats)]
    assert (left in hands[1], right in hands[seats - 1]) == (True, True)
    assert Played(state)["0.IMP"].split() == [to_imp]
    assert ([len(hand) for hand in hands], state.to_move) == ([tricks] * seats, 0)


COINS = {
    "YELLOW": {1: "1 2", 2: "3 5", 3: "7 9", 4: "12 15", 5: "18 22", 6: "25 28"},
    "BLUE": {1: "4 6", 2: "8 10", 3: "13 17", 4: "20 24", 5: "27 30", 6: "32 34"},
    "RED": {1: "11 14", 2: "16 21", 3: "23 26", 4: "29 31", 5: "33 35", 6: "36 37"},
}


def test_bottle_imp_every_colour_has_low_and_high_coins() -> None:
    table = {
        f"{colour}-N{number}": coins
        for colour, rows in COINS.items()
        for coins, numbers in rows.items()
        for number in numbers.split()
    }
    assert set(table) == set(game("bottle_imp").layout.names)
    last = {0: "RED-N37", 1: "RED-N36", 2: "RED-N35"}
    for card in set(table) - set(last.values()):
        assert scores(imp(last, {"1.TAKEN": card})) == [17, table[card], 0], card


def test_bottle_imp_the_colour_has_to_be_followed() -> None:
    made = game("bottle_imp")
    hand = "YELLOW-N5 YELLOW-N22 RED-N31"
    assert may_play(made, hand, led="YELLOW-N1") == ["YELLOW-N5", "YELLOW-N22"]
    assert may_play(made, hand, led="BLUE-N4") == ["YELLOW-N5", "YELLOW-N22", "RED-N31"]


def test_bottle_imp_above_the_price_the_highest_number_wins_of_whatever_colour() -> None:
    hands = {0: "YELLOW-N22 RED-N21 RED-N23", 1: "BLUE-N20 RED-N26 RED-N31", 2: "BLUE-N34 RED-N29 RED-N33"}
    state = play(imp(hands), "YELLOW-N22 BLUE-N20 BLUE-N34")
    assert (state.to_move, Played(state).number("PRICE"), Played(state).number("OWNER")) == (2, 19, -1)


def test_bottle_imp_the_highest_number_below_the_price_wins_and_buys_the_bottle() -> None:
    hands = {0: "BLUE-N30 RED-N21 RED-N23", 1: "BLUE-N17 RED-N26 RED-N31", 2: "BLUE-N4 RED-N29 RED-N33"}
    state = play(imp(hands), "BLUE-N30 BLUE-N17 BLUE-N4")
    assert (state.to_move, Played(state).number("PRICE"), Played(state).number("OWNER")) == (1, 17, 1)
    # At a price of 10 the 17 is an ordinary card.
    state = play(imp(hands, price=10), "BLUE-N30 BLUE-N17 BLUE-N4")
    assert (state.to_move, Played(state).number("PRICE")) == (2, 4)


def test_bottle_imp_the_last_owner_gets_nothing_and_pays_for_the_imp() -> None:
    last = {0: "RED-N37", 1: "RED-N36", 2: "RED-N35"}
    given = {"0.IMP": "YELLOW-N1", "1.IMP": "YELLOW-N9", "2.IMP": "BLUE-N27"}
    taken = {"0.TAKEN": "YELLOW-N2", "1.TAKEN": "BLUE-N13", "2.TAKEN": "BLUE-N20"}
    assert scores(imp(last, given | taken, price=2, owner=1)) == [18, -9, 4]
    assert scores(imp(last, given | taken)) == [18, 3, 4], "nobody has bought it, so nobody pays"
