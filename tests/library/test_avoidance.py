"""The avoidance games play by their rule sheets: who leads, what may be played, who takes it, what it costs.

Every fact here is one of the rules as they are written down in books, not of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest

from croupier.game import PLAYER, Stream
from croupier.interpreter.on_table import GameOnTable, OnTable
from interpreter.small import Played
from library.at_the_table import choice_of, game

pytestmark = pytest.mark.slow

HEARTS_KIND = (
    "hearts", "black_lady", "grey_lady", "black_maria", "pure_hearts",
    "broken_hearts", "omnibus_hearts", "spot_hearts", "widow_hearts",
)  # fmt: skip
ALL = (*HEARTS_KIND, "knaves", "polignac", "slobberhannes")
SEVENS = ("♣7", "♠7", "♦7", "♥7")
"""The sevens, in the order in which games of 32 cards leave them out."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def trick(
    made: GameOnTable,
    places: Mapping[str, str],
    current: int = 0,
    stored: Mapping[str, int | str] | None = None,
) -> OnTable:
    """A position in which somebody is to play a card to a trick; what is not named is empty."""
    empty = {f"{seat}.{name}": "" for seat in range(made.seats) for name in ("HAND", "TRICK")}
    position = {**empty, "LEAD": "", **places}
    return made.arrange(position, current=current, stored=stored, line=choice_of(made, "lead"))


def texts(state: OnTable) -> list[str]:
    """What may be done, in words."""
    return [option.text for option in state.options]


def may_play(made: GameOnTable, hand: str, led: str = "", taken: str = "", trump: str = "") -> list[str]:
    """The options of seat 1 with a hand, when a card was led by seat 0, who has taken some before."""
    places = {"1.HAND": hand, "0.TAKEN": taken}
    places |= {"0.TRICK": led, "LEAD": led} if led else {}
    places |= {"TRUMP": trump} if trump else {}
    return texts(trick(made, places, current=1))


def last_trick(
    made: GameOnTable,
    cards: str,
    taken: Mapping[int, str] | None = None,
    leader: int = 0,
    trump: str = "",
    stored: Mapping[str, int | str] | None = None,
) -> Played:
    """The end of a game whose last trick has one card from each seat, in the order of the seats.

    There is nothing to choose, so it plays itself.
    """
    position = {f"{seat}.HAND": card for seat, card in enumerate(cards.split())}
    position |= {f"{seat}.TAKEN": text for seat, text in (taken or {}).items()}
    position |= {"TRUMP": trump} if trump else {}
    return Played(trick(made, position, leader, stored))


def winner(made: GameOnTable, cards: str, leader: int = 0, trump: str = "") -> int:
    """Who takes a trick of one card from each seat."""
    played = last_trick(made, cards, leader=leader, trump=trump)
    return next(seat for seat in range(made.seats) if played[f"{seat}.TAKEN"])


def scores(played: Played) -> tuple[int, ...]:
    """What the players have at the end."""
    return played.outcome.scores


def hands(state: OnTable) -> list[int]:
    """How many cards everyone has, with those just played."""
    played = Played(state)
    return [
        len(f"{played[f'{seat}.HAND']} {played[f'{seat}.TRICK']}".split()) for seat in range(state.game.seats)
    ]


def pass_first_cards(state: OnTable, cards: int) -> list[list[str]]:
    """Let everyone pass on the first card of the hand, again and again; the cards by seat."""
    passed: list[list[str]] = [[] for _ in range(state.game.seats)]
    for _ in range(cards * state.game.seats):
        assert state.to_move is not None
        text = state.options[0].text
        assert text.startswith("pass on ")
        passed[state.to_move].append(text.removeprefix("pass on "))
        state.apply(0)
    return passed


def random_game(made: GameOnTable, seed: int) -> Played:
    """A game at random."""
    state, stream = made.start(seed), Stream.of(seed, PLAYER)
    while state.outcome is None:
        state.apply(stream.below(state.option_count))
    return Played(state)


# What all of them share


@pytest.mark.parametrize("name", ALL)
def test_the_leader_plays_any_card_but_for_hearts_that_must_be_broken(name: str) -> None:
    hand = "♣9 ♦10 ♠J"
    assert sorted(may_play(game(name), hand)) == sorted(["lead ♣9", "lead ♦10", "lead ♠J"])


@pytest.mark.parametrize("name", ALL)
def test_suit_must_be_followed(name: str) -> None:
    assert may_play(game(name), "♣9 ♦10 ♥8 ♥A", led="♥K") == ["follow with ♥8", "follow with ♥A"]


@pytest.mark.parametrize("name", ALL)
def test_who_cannot_follow_suit_plays_anything(name: str) -> None:
    assert sorted(may_play(game(name), "♣9 ♠Q ♥8", led="♦K")) == sorted(["play ♣9", "play ♠Q", "play ♥8"])


@pytest.mark.parametrize("name", [name for name in ALL if name != "knaves"])
def test_the_highest_card_of_the_suit_led_takes_the_trick_and_there_are_no_trumps(name: str) -> None:
    made = game(name)
    three = made.seats == 3
    assert winner(made, "♦10 ♦K ♦7" if three else "♦10 ♦K ♠A ♥A") == 1
    assert winner(made, "♣9 ♥A ♠A" if three else "♣9 ♥A ♠A ♦A") == 0
    assert winner(made, "♥A ♣8 ♣9" if three else "♥A ♣8 ♣9 ♣7", leader=1) == 2


@pytest.mark.parametrize("name", ALL)
def test_who_takes_a_trick_leads_to_the_next(name: str) -> None:
    made = game(name)
    high = ["♦9 ♣7", "♦K ♣8", "♦10 ♣9", "♦J ♣10"][: made.seats]
    state = trick(made, {f"{seat}.HAND": hand for seat, hand in enumerate(high)})
    state.apply(texts(state).index("lead ♦9"))
    played = Played(state)
    assert played.outcome.scores
    # Seat 1 took the first trick and led the eight of clubs, which the last seat beats.
    last = made.seats - 1
    assert "♣8" in played[f"{last}.TAKEN"].split() or name == "knaves"
    assert "♦9" in played["1.TAKEN"].split()


@pytest.mark.parametrize("name", [name for name in ALL if name not in ("hearts", "omnibus_hearts")])
def test_the_player_to_the_dealers_left_begins_and_the_deal_goes_round(name: str) -> None:
    made = game(name, DEALS=3, **({"PASS": 0} if "lady" in name or "maria" in name else {}))
    state, stream, begun = made.start(3), Stream.of(3, PLAYER), []
    while state.outcome is None:
        fresh = all(not Played(state)[f"{seat}.TAKEN"] for seat in range(made.seats))
        empty = all(not Played(state)[f"{seat}.TRICK"] for seat in range(made.seats))
        if fresh and empty and texts(state)[0].startswith("lead"):
            begun.append(state.to_move)
        state.apply(stream.below(state.option_count))
    assert begun == [0, 1, 2][: len(begun)]
    assert len(begun) > 1


# Hearts


@pytest.mark.parametrize(
    ("name", "seats", "cards"),
    [
        ("hearts", 3, 17), ("hearts", 4, 13), ("hearts", 5, 10),
        ("black_lady", 4, 13), ("grey_lady", 4, 13), ("broken_hearts", 5, 10), ("omnibus_hearts", 3, 17),
        ("black_maria", 3, 17), ("black_maria", 5, 10),
        ("pure_hearts", 3, 17), ("pure_hearts", 5, 10), ("pure_hearts", 6, 8), ("spot_hearts", 6, 8),
        ("widow_hearts", 3, 16), ("widow_hearts", 4, 12), ("widow_hearts", 5, 10), ("widow_hearts", 6, 8),
        ("knaves", 3, 17), ("knaves", 4, 13),
        ("polignac", 3, 10), ("polignac", 4, 8), ("polignac", 5, 6), ("polignac", 6, 5), ("polignac", 7, 4),
        ("slobberhannes", 3, 10), ("slobberhannes", 4, 8), ("slobberhannes", 5, 6), ("slobberhannes", 6, 5),
    ],
)  # fmt: skip
def test_everyone_is_dealt_the_same_number_of_cards(name: str, seats: int, cards: int) -> None:
    assert hands(game(name, seats).start(5)) == [cards] * seats


@pytest.mark.parametrize(
    ("name", "seats", "out"),
    [
        ("hearts", 3, "♦2"), ("hearts", 4, ""), ("hearts", 5, "♦2 ♠2"),
        ("omnibus_hearts", 5, "♦2 ♠2"), ("black_maria", 3, "♣2"), ("black_maria", 4, ""),
        ("black_lady", 5, "♣2 ♦2"), ("grey_lady", 3, "♣2"), ("broken_hearts", 5, "♣2 ♦2"),
        ("pure_hearts", 3, "♠2"), ("pure_hearts", 6, "♣2 ♦2 ♠2 ♠3"), ("spot_hearts", 6, "♣2 ♣3 ♦2 ♠2"),
        ("widow_hearts", 3, "♠2"), ("widow_hearts", 4, "♠2"), ("widow_hearts", 5, ""),
        ("polignac", 3, "♣7 ♠7"), ("polignac", 4, ""), ("polignac", 7, "♣7 ♦7 ♥7 ♠7"),
        ("slobberhannes", 4, ""), ("slobberhannes", 5, "♣7 ♠7"), ("slobberhannes", 6, "♣7 ♠7"),
    ],
)  # fmt: skip
def test_low_cards_are_set_aside_so_that_the_deal_comes_out_even(name: str, seats: int, out: str) -> None:
    played = Played(game(name, seats).start(5))
    assert sorted(played["OUT"].split()) == sorted(out.split())
    assert played["STOCK"] == ""


@pytest.mark.parametrize("name", ["hearts", "omnibus_hearts"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_two_of_clubs_leads_to_the_first_trick(name: str, seats: int) -> None:
    state = game(name, seats, PASS=0).fresh(8)
    led: list[str] = []
    state.listen(lambda event, _: led.append(Played(state)["LEAD"]) if event[0] == "remember" else None)
    state.begin()
    assert led == ["♣2"]


def test_hearts_passes_nothing_and_breaks_nothing_unless_asked_to() -> None:
    assert may_play(game("hearts"), "♥9 ♣3") == ["lead ♣3", "lead ♥9"]
    assert may_play(game("hearts"), "♥9 ♦3", led="♣4") == ["play ♦3", "play ♥9"]
    assert texts(game("hearts").start(7))[0].startswith(("lead", "follow", "play"))


@pytest.mark.parametrize(("to", "receiver"), [(1, 1), (2, 2), (3, 3)])
def test_hearts_passes_to_the_left_across_or_to_the_right(to: int, receiver: int) -> None:
    state = game("hearts", PASS=3, PASSTO=to).start(4)
    passed = pass_first_cards(state, 3)
    seen = set(Played(state)[f"{receiver}.HAND"].split()) | set(Played(state)[f"{receiver}.TRICK"].split())
    assert set(passed[0]) <= seen


@pytest.mark.parametrize("name", ["hearts", "broken_hearts", "omnibus_hearts"])
def test_hearts_must_be_broken_before_they_are_led(name: str) -> None:
    made = game(name, BROKEN=1) if name == "hearts" else game(name)
    assert may_play(made, "♥9 ♣3 ♠Q", taken="♦3 ♦4 ♦5 ♦6") == ["lead ♣3", "lead ♠Q"]
    assert may_play(made, "♥9 ♣3 ♠Q", taken="♦3 ♦4 ♦5 ♥6") == ["lead ♣3", "lead ♠Q", "lead ♥9"]
    assert may_play(made, "♥9 ♣3 ♣4", taken="♦3 ♦4 ♦5 ♠Q") == ["lead ♣3", "lead ♣4"], "not by the queen"
    assert may_play(made, "♥9 ♥3", taken="♦3 ♦4 ♦5 ♦6") == ["lead ♥3", "lead ♥9"], "nothing else to lead"


def test_the_first_trick_of_hearts_can_be_kept_clean() -> None:
    made = game("hearts", CLEAN=1)
    assert may_play(made, "♥9 ♦3 ♠Q ♠K", led="♣2") == ["play ♦3", "play ♠K"]
    assert may_play(made, "♥9 ♠Q", led="♣2") == ["play ♠Q", "play ♥9"]
    assert may_play(made, "♥9 ♦3 ♠Q", led="♣5", taken="♣2 ♣3 ♣4 ♣6") == ["play ♦3", "play ♠Q", "play ♥9"]


TAKEN = {0: "♥2 ♥3 ♠K", 1: "♠Q ♥4", 2: "♦J ♠A"}
"""Cards taken before the last trick, in which seat 3 takes the king of hearts."""
LAST = "♣4 ♥K ♣5 ♣6"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("hearts", (2, 14, 0, 1)),
        ("broken_hearts", (2, 14, 0, 1)),
        ("black_lady", (2, 14, 0, 1)),
        ("pure_hearts", (2, 1, 0, 1)),
        ("widow_hearts", (2, 1, 0, 1)),
        ("grey_lady", (12, 14, 7, 1)),
        ("omnibus_hearts", (2, 14, -10, 1)),
        ("spot_hearts", (5, 4, 0, 13)),
    ],
)
def test_what_the_cards_cost(name: str, expected: tuple[int, ...]) -> None:
    assert scores(last_trick(game(name), LAST, TAKEN)) == expected


@pytest.mark.parametrize("name", HEARTS_KIND)
def test_the_fewest_points_win(name: str) -> None:
    made = game(name, 4)
    outcome = last_trick(made, LAST, TAKEN).outcome
    assert outcome.ranks[outcome.scores.index(min(outcome.scores))] == 0


ALL_POINTS = " ".join(f"♥{rank}" for rank in RANKS) + " ♠Q"


@pytest.mark.parametrize(
    ("name", "settings", "expected"),
    [
        ("hearts", {}, (0, 26, 26, 26)),
        ("hearts", {"MOON": 0}, (26, 0, 0, 0)),
        ("black_lady", {}, (26, 0, 0, 0)),
        ("black_lady", {"MOON": 1}, (0, 26, 26, 26)),
        ("broken_hearts", {}, (26, 0, 0, 0)),
        ("pure_hearts", {}, (13, 0, 0, 0)),
        ("grey_lady", {}, (26, 0, 0, 0)),
        ("omnibus_hearts", {}, (0, 26, 26, 16)),
        ("omnibus_hearts", {"MOON": 0}, (26, 0, 0, -10)),
    ],
)
def test_shooting_the_moon(name: str, settings: dict[str, int], expected: tuple[int, ...]) -> None:
    played = last_trick(game(name, **settings), "♣4 ♣5 ♦J ♣6", {0: ALL_POINTS})
    assert scores(played) == expected


@pytest.mark.parametrize("seats", [3, 5])
def test_the_moon_of_hearts_with_other_numbers_of_players(seats: int) -> None:
    played = last_trick(game("hearts", seats), "♣4 ♣5 ♣6 ♣7 ♣8"[: 3 * seats - 1], {1: ALL_POINTS})
    assert scores(played) == tuple(0 if seat == 1 else 26 for seat in range(seats))


@pytest.mark.parametrize("seed", range(8))
def test_hearts_and_the_black_lady_deal_out_26_points(seed: int) -> None:
    assert sum(random_game(game("broken_hearts"), seed).outcome.scores) == 26
    assert sum(random_game(game("pure_hearts"), seed).outcome.scores) == 13
    assert sum(random_game(game("grey_lady"), seed).outcome.scores) == 43
    assert sum(random_game(game("black_maria"), seed).outcome.scores) == 43
    assert sum(random_game(game("spot_hearts"), seed).outcome.scores) == 104
    assert sum(random_game(game("spot_hearts", QUEEN=25), seed).outcome.scores) == 129
    assert sum(random_game(game("widow_hearts"), seed).outcome.scores) == 13


# Its family


@pytest.mark.parametrize(
    ("name", "seats", "receiver"),
    [
        ("black_lady", 4, 1),
        ("grey_lady", 4, 1),
        ("omnibus_hearts", 4, 1),
        ("black_maria", 3, 2),
        ("black_maria", 4, 3),
    ],
)
def test_three_cards_are_passed_to_the_left_or_in_black_maria_to_the_right(
    name: str, seats: int, receiver: int
) -> None:
    state = game(name, seats).start(4)
    passed = pass_first_cards(state, 3)
    played = Played(state)
    seen = f"{played[f'{receiver}.HAND']} {played[f'{receiver}.TRICK']}".split()
    assert set(passed[0]) <= set(seen)


def test_nobody_sees_what_comes_before_having_passed() -> None:
    state = game("black_lady").start(4)
    for _ in range(11):
        state.apply(0)
    assert len(Played(state)["0.HAND"].split()) == 10
    assert len(Played(state)["0.PASSED"].split()) == 3
    assert "0.PASSED" not in "".join(texts(state))


def test_a_game_of_several_deals_ends_at_its_target() -> None:
    outcome = random_game(game("black_lady", DEALS=100, TARGET=50), 2).outcome
    assert max(outcome.scores) >= 50
    assert sum(outcome.scores) % 26 == 0
    assert max(outcome.scores) < 50 + 26


def test_black_maria_has_three_bad_spades() -> None:
    played = last_trick(game("black_maria"), "♣4 ♣5 ♥6", {0: "♠A", 1: "♠K ♥2", 2: "♠Q"})
    assert scores(played) == (7, 12, 13)


def test_the_omnibus_bonus_may_be_another_card() -> None:
    cards = {0: "♦10 ♥2", 1: "♦J ♥3"}
    assert scores(last_trick(game("omnibus_hearts"), "♣4 ♣5 ♣6 ♣7", cards)) == (1, -9, 0, 0)
    assert scores(last_trick(game("omnibus_hearts", BONUS="TEN"), "♣4 ♣5 ♣6 ♣7", cards)) == (-9, 1, 0, 0)


def test_black_lady_has_no_rule_about_the_two_of_clubs() -> None:
    assert may_play(game("black_lady"), "♣2 ♥9 ♦3") == ["lead ♣2", "lead ♦3", "lead ♥9"]


def test_grey_lady_is_black_lady_when_only_the_queen_counts() -> None:
    played = last_trick(game("grey_lady", KING=0, ACE=0), LAST, TAKEN)
    assert scores(played) == scores(last_trick(game("black_lady"), LAST, TAKEN))


def test_every_heart_costs_its_spots_in_spot_hearts() -> None:
    cards = {0: "♥2 ♥10", 1: "♥J ♥Q", 2: "♥A ♠Q"}
    assert scores(last_trick(game("spot_hearts"), "♣4 ♣5 ♣6 ♣7", cards)) == (12, 23, 14, 0)
    assert scores(last_trick(game("spot_hearts", QUEEN=25), "♣4 ♣5 ♣6 ♣7", cards)) == (12, 23, 39, 0)


@pytest.mark.parametrize(("seats", "cards"), [(3, 3), (4, 3), (5, 2), (6, 4)])
def test_the_widow_is_what_the_deal_leaves(seats: int, cards: int) -> None:
    played = Played(game("widow_hearts", seats).start(6))
    assert len(played["WIDOW"].split()) == cards
    assert played["STOCK"] == ""


def test_the_winner_of_the_first_trick_takes_the_widow_and_pays_for_it() -> None:
    made = game("widow_hearts")
    position = {"0.HAND": "♦4 ♣5", "1.HAND": "♦9 ♣3", "2.HAND": "♦3 ♣9", "3.HAND": "♦2 ♣2"}
    state = trick(made, {**position, "WIDOW": "♥2 ♥3 ♥4 ♠Q"})
    state.apply(texts(state).index("lead ♦4"))
    played = Played(state)
    assert {"♥2", "♥3", "♥4", "♠Q", "♦9"} <= set(played["1.TAKEN"].split())
    assert scores(played) == (0, 3, 0, 0)


def test_only_its_taker_sees_the_widow() -> None:
    made = game("widow_hearts")
    position = {"0.HAND": "♦4 ♣5 ♣6", "1.HAND": "♦9 ♣3 ♣4", "2.HAND": "♦3 ♣9 ♠3", "3.HAND": "♦2 ♣2 ♠4"}
    state = trick(made, {**position, "WIDOW": "♥2 ♥3 ♥4 ♠Q"})
    state.apply(texts(state).index("lead ♦4"))
    assert state.to_move == 1
    assert sorted(Played(state)["1.WIDOW"].split()) == sorted(["♥2", "♥3", "♥4", "♠Q"])
    place = next(p for p in state.game.layout.places if str(p) == "1.WIDOW")
    assert place.kind == "iloc"


# Knaves


def test_the_turned_up_card_of_knaves_makes_trumps_and_stays_out_with_three() -> None:
    played = Played(game("knaves").start(3))
    assert played["TRUMP"] == played["STOCK"] != ""


def test_the_turned_up_card_of_knaves_is_the_dealers_with_four() -> None:
    played = Played(game("knaves", 4).start(3))
    assert played["STOCK"] == ""
    assert played["TRUMP"] in played["3.HAND"].split()


def test_trumps_beat_the_suit_led_in_knaves() -> None:
    assert winner(game("knaves"), "♦10 ♦A ♣2", trump="♣K") == 2
    assert winner(game("knaves"), "♦10 ♦A ♣2", trump="♠K") == 1
    assert winner(game("knaves"), "♣3 ♥A ♣2", trump="♣K") == 0


def test_nobody_has_to_trump_in_knaves() -> None:
    options = may_play(game("knaves"), "♣9 ♦2 ♥3", led="♠4", trump="♣K")
    assert options == ["play ♣9", "play ♦2", "play ♥3"]


def test_a_trick_earns_a_point_and_every_jack_costs() -> None:
    played = last_trick(game("knaves"), "♦10 ♦A ♠2", {0: "♥J ♣J", 1: "♦J", 2: "♠J"}, trump="♣K")
    assert scores(played) == (-6, -2, -1)
    outcome = last_trick(game("knaves"), "♦10 ♦A ♠2", trump="♣K", stored={"0.SCORE": 5}).outcome
    assert (outcome.scores, outcome.ranks) == ((5, 1, 0), (0, 1, 2))


@pytest.mark.parametrize("seed", range(5))
def test_a_deal_of_knaves_is_worth_seven_points_unless_a_jack_is_turned_up(seed: int) -> None:
    played = random_game(game("knaves"), seed)
    missing = {"♥J": 4, "♦J": 3, "♣J": 2, "♠J": 1}.get(played["STOCK"], 0)
    assert sum(played.outcome.scores) == 17 - 10 + missing
    assert sum(random_game(game("knaves", 4), seed).outcome.scores) == 13 - 10


# Polignac


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(["K", "Q", "J", "A", "10", "9", "8", "7"])))
def test_the_ace_of_polignac_stands_between_jack_and_ten(higher: str, lower: str) -> None:
    assert winner(game("polignac"), f"♦{lower} ♦{higher} ♣K ♥K") == 1
    assert winner(game("polignac"), f"♦{higher} ♦{lower} ♣K ♥K") == 0


def test_every_jack_costs_one_point_and_polignac_two() -> None:
    cards = {0: "♠J", 1: "♥J ♦J", 2: "♣J"}
    assert scores(last_trick(game("polignac"), "♦7 ♦8 ♦9 ♦10", cards)) == (2, 2, 1, 0)


def test_capot_may_be_announced_once_beginning_with_the_leader() -> None:
    state = game("polignac").start(2)
    assert (state.to_move, texts(state)) == (0, ["pass", "announce all tricks"])
    state.apply(0)
    assert (state.to_move, texts(state)) == (1, ["pass", "announce all tricks"])
    state.apply(1)
    assert state.to_move == 0, "the first lead stays with the player to the dealer's left"
    assert texts(state)[0].startswith("lead ")


def test_without_an_announcement_jacks_count_even_for_who_takes_everything() -> None:
    cards = "♣J ♦J ♥J ♠J"
    assert scores(last_trick(game("polignac"), "♦A ♦8 ♦9 ♦10", {0: cards})) == (5, 0, 0, 0)


@pytest.mark.parametrize("seats", [3, 5, 6, 7])
def test_a_capot_takes_all_tricks_however_many_play(seats: int) -> None:
    made = game("polignac", seats)
    last = ["♦K", "♦8", "♦9", "♦10", "♦A", "♦J", "♦Q"][:seats]
    out = {3: 2, 5: 2, 6: 2, 7: 4}[seats]
    rest = [card for card in made.layout.names if card not in last and card not in SEVENS[:out]]
    stored = {"0.CAPOT": 1}
    made_it = last_trick(made, " ".join(last), {0: " ".join(rest)}, stored=stored)
    assert scores(made_it) == (0, *[5] * (seats - 1))
    lost_one = last_trick(made, " ".join(last), {0: " ".join(rest[1:]), 1: rest[0]}, stored=stored)
    assert scores(lost_one) == (5, *[0] * (seats - 1))


def test_a_capot_that_is_made_costs_the_others_five() -> None:
    rest = [f"{suit}{rank}" for suit in "♣♦♥♠" for rank in RANKS[5:]]
    rest = [card for card in rest if card not in ("♦A", "♦8", "♦9", "♦10")]
    played = last_trick(game("polignac"), "♦A ♦8 ♦9 ♦10", {0: " ".join(rest)}, stored={"0.CAPOT": 1})
    assert scores(played) == (0, 5, 5, 5)


def test_a_capot_that_fails_costs_five_and_jacks_nothing() -> None:
    cards = {0: "♠J ♣J", 1: "♥J ♦J ♦K ♥8"}
    played = last_trick(game("polignac"), "♦A ♦8 ♦9 ♦10", cards, stored={"0.CAPOT": 1})
    assert scores(played) == (5, 0, 0, 0)


def test_polignac_without_capot_goes_straight_to_the_first_lead() -> None:
    state = game("polignac", CAPOT=0).start(2)
    assert len(texts(state)) == 8
    assert sum(random_game(game("polignac", CAPOT=0), 3).outcome.scores) == 5


@pytest.mark.parametrize("name", ["polignac", "slobberhannes"])
def test_polignac_and_slobberhannes_use_the_cards_from_the_sevens_up(name: str) -> None:
    played = Played(game(name).start(1))
    dealt = " ".join(played[f"{seat}.HAND"] for seat in range(4)).split()
    assert len(dealt) == 32
    assert not [card for card in dealt if card[1:] in RANKS[:5]]


# Slobberhannes


def test_the_last_trick_costs_a_point() -> None:
    assert scores(last_trick(game("slobberhannes"), "♦7 ♦8 ♦9 ♦10", {0: "♥J"})) == (0, 0, 0, 1)


def test_the_queen_of_clubs_costs_a_point() -> None:
    assert scores(last_trick(game("slobberhannes"), "♦7 ♦8 ♦9 ♦10", {0: "♣Q"})) == (1, 0, 0, 1)
    assert scores(last_trick(game("slobberhannes"), "♦7 ♦8 ♦9 ♣Q", {0: "♥J"})) == (0, 0, 1 + 1, 0)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_first_trick_costs_a_point_and_the_second_none(seats: int) -> None:
    state, stream = game("slobberhannes", seats).start(4), Stream.of(4, PLAYER)
    for tricks in (1, 2):
        while sum(len(Played(state)[f"{seat}.TAKEN"].split()) for seat in range(seats)) < tricks * seats:
            state.apply(stream.below(state.option_count))
        played = Played(state)
        if tricks == 1:
            took = next(seat for seat in range(seats) if played[f"{seat}.TAKEN"])
        assert [played.number(f"{seat}.TOOK") for seat in range(seats)] == [
            int(seat == took) for seat in range(seats)
        ]


def test_other_tricks_cost_nothing() -> None:
    made = game("slobberhannes")
    state = trick(made, {"0.HAND": "♦7 ♥7", "1.HAND": "♦8 ♥8", "2.HAND": "♦9 ♥9", "3.HAND": "♦A ♥10"})
    state.apply(texts(state).index("lead ♦7"))
    assert scores(Played(state)) == (0, 0, 0, 1), "the trick before the last one was free"


def test_who_takes_all_three_has_a_fourth_point() -> None:
    played = last_trick(game("slobberhannes"), "♦7 ♦8 ♦9 ♦10", {3: "♣Q"}, stored={"3.TOOK": 1})
    assert scores(played) == (0, 0, 0, 4)
    played = last_trick(game("slobberhannes"), "♦7 ♦8 ♦9 ♦10", {0: "♣Q"}, stored={"3.TOOK": 1})
    assert scores(played) == (1, 0, 0, 2)
