"""A drafting game, a game of bluff and a game of deduction play by their rule sheets."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from croupier.interpreter.on_table import OnTable
from interpreter.small import Played
from library.at_the_table import count, game, lies, position, scores, stored, take, texts
from library.test_tricks import counts

pytestmark = pytest.mark.slow

# Picnic


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_picnic_deals_fewer_cards_to_more_players(seats: int) -> None:
    assert counts(game("picnic", seats).start(1), "HAND") == [12 - seats] * seats


def test_picnic_nobody_sees_a_pick_and_hands_go_on_to_the_next_seat() -> None:
    state = game("picnic").start(1)
    left = {seat: Played(state)[f"{seat}.HAND"].split() for seat in range(3)}
    picked = texts(state)[0].split()[-1]
    state.apply(0)
    assert picked in str(state.view(0))
    assert str(state.view(1)) == str(again(1).view(1))
    state.apply(0)
    state.apply(0)
    left[0].remove(picked)
    assert sorted(Played(state)["1.HAND"].split()) == sorted(left[0])


def again(choice: int) -> OnTable:
    """The same deal, in which seat 0 picks another card."""
    state = game("picnic").start(1)
    state.apply(choice)
    return state


def picnic_score(*meals: str, cakes: tuple[int, ...] = (0, 0)) -> tuple[int, ...]:
    """What two players score in the end with these meals; the last card of each is picked now."""
    places: dict[str, str] = {}
    for seat, meal in enumerate(meals):
        *before, last = meal.split()
        places |= {f"{seat}.MEAL": " ".join(before), f"{seat}.HAND": last}
        places |= {f"{seat}.CAKES": " ".join(["CAKE"] * cakes[seat])}
    made = game("picnic", len(meals), ROUNDS=1)
    return scores(position(made, places, stored={"ROUND": 1}, at="pick"))


@pytest.mark.parametrize(
    ("meal", "points"),
    [
        ("SANDWICH SANDWICH SANDWICH", 5),
        ("SALAD SALAD SALAD SALAD", 10),
        ("BERRIES BERRIES BERRIES", 6),
        ("BERRIES BERRIES BERRIES BERRIES BERRIES BERRIES", 15),
        ("MUSTARD", 0),
        ("LEMONADE-ONE", 6),
    ],
)
def test_picnic_sets_count_as_written(meal: str, points: int) -> None:
    assert picnic_score(meal, "MUSTARD") == (points, 0)


def test_picnic_the_most_lemonade_and_the_second_most() -> None:
    assert picnic_score("LEMONADE-THREE", "LEMONADE-TWO") == (6, 3)
    assert picnic_score("LEMONADE-TWO", "LEMONADE-TWO") == (3, 3)


def test_picnic_cakes_are_counted_once_and_cost_nobody_with_two_players() -> None:
    assert picnic_score("SALAD", "SALAD", cakes=(2, 1)) == (6, 0)
    assert picnic_score("SALAD", "SALAD", "SALAD", cakes=(2, 1, 1)) == (6, -3, -3)


def test_picnic_mustard_triples_the_next_quiche() -> None:
    places = {"0.HAND": "QUICHE-THREE", "1.HAND": "QUICHE-THREE"}
    state = position(game("picnic", 2, ROUNDS=1), places, stored={"ROUND": 1, "0.MUSTARD": 1}, at="pick")
    assert scores(state) == (9, 3)


# Cheat


def cheat(*hands: str, **more: str) -> OnTable:
    """A turn of seat 0, who has to say aces."""
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(hands)}
    made = game("cheat", 3)
    calls = " ".join(name for name in made.layout.names if name.isalpha())
    return position(made, {**places, "CALLS": calls, **more}, stored={"SAID": "ACE", "TURNS": 1}, at="lay")


HANDS = ("♣A ♦A ♣5", "♣6 ♣7 ♣8", "♣9 ♣10 ♣J")


def test_cheat_one_to_three_cards_and_the_others_are_asked_in_turn() -> None:
    state = take(cheat(*HANDS), "lay ♣A")
    assert texts(state)[-1] == "say so"
    take(state, "say so")
    assert (state.to_move, texts(state)) == (1, ["believe", "doubt"])
    assert take(state, "believe").to_move == 2


def test_cheat_who_is_believed_leaves_the_cards_in_the_pile() -> None:
    state = take(cheat(*HANDS, PILE="♥2"), "lay ♣5", "say so", "believe", "believe")
    assert (state.to_move, count(state, "PILE"), count(state, "0.HAND")) == (1, 2, 2)


def test_cheat_the_doubter_takes_the_pile_of_an_honest_player_and_the_cheat_their_own() -> None:
    honest = take(cheat(*HANDS, PILE="♥2"), "lay ♣A", "say so", "doubt")
    assert (count(honest, "0.HAND"), count(honest, "1.HAND")) == (2, 5)
    caught = take(cheat(*HANDS, PILE="♥2"), "lay ♣A", "lay ♣5", "say so", "believe", "doubt")
    assert (count(caught, "0.HAND"), count(caught, "2.HAND")) == (4, 3)


def test_cheat_nobody_sees_what_was_laid() -> None:
    state = take(cheat(*HANDS), "lay ♣5", "say so")
    assert "♣5" not in str(state.view(1))


# Envoy


def envoy(*hands: str, safe: Mapping[str, int] | None = None) -> OnTable:
    """A turn of seat 0, with two cards, against players with one each."""
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(hands)} | {"STOCK": "WATCHMAN WATCHMAN"}
    inside = {f"{seat}.IN": 1 for seat in range(len(hands))}
    return position(
        game("envoy", len(hands), TARGET=9), places, rest="OPEN", stored={**inside, **(safe or {})}, at="play"
    )


def test_envoy_two_cards_for_whoever_is_on_turn() -> None:
    state = game("envoy").start(1)
    assert (counts(state, "HAND"), count(state, "ASIDE"), count(state, "STOCK")) == ([2, 1, 1], 1, 11)
    state = game("envoy", 2).start(1)
    assert (count(state, "OPEN"), count(state, "STOCK")) == (3, 9)


def test_envoy_the_watchman_hits_only_the_card_that_was_named() -> None:
    offered = texts(envoy("WATCHMAN ABBESS", "SPY", "DUKE"))
    assert sum("WATCHMAN" in text for text in offered) == 14
    assert not any(text.endswith("WATCHMAN") for text in offered if "seat" in text)
    state = envoy("WATCHMAN ABBESS", "SPY", "DUKE")
    state.apply(next(i for i, t in enumerate(texts(state)) if "SPY" in t and "seat 1" in t))
    assert (stored(state, "1.IN"), stored(state, "2.IN")) == (0, 1)
    state = envoy("WATCHMAN ABBESS", "SPY", "DUKE")
    state.apply(next(i for i, t in enumerate(texts(state)) if "HEIR" in t and "seat 1" in t))
    assert stored(state, "1.IN") == 1


def test_envoy_the_lower_hand_loses_a_duel_and_the_abbess_protects() -> None:
    state = envoy("DUELLIST DUKE", "SPY", "HEIR")
    state.apply(next(i for i, t in enumerate(texts(state)) if "DUELLIST" in t and "seat 1" in t))
    assert (stored(state, "0.IN"), stored(state, "1.IN")) == (1, 0)
    offered = texts(envoy("DUELLIST DUKE", "SPY", "HEIR", safe={"1.SAFE": 1}))
    assert not any("seat 1" in text for text in offered)


def test_envoy_the_duchess_has_to_go_before_steward_and_duke() -> None:
    state = envoy("DUCHESS DUKE", "SPY", "HEIR")
    assert lies(state, "0.PLAYED") == "DUCHESS"
    assert any("SPY" in text for text in texts(envoy("DUCHESS SPY", "ABBESS", "HEIR")))


def test_envoy_whoever_throws_the_heir_away_is_out() -> None:
    state = envoy("STEWARD SPY", "HEIR", "DUKE")
    state.apply(next(i for i, t in enumerate(texts(state)) if "STEWARD" in t and "seat 1" in t))
    assert (stored(state, "1.IN"), lies(state, "1.PLAYED")) == (0, "HEIR")


def test_envoy_a_spy_knows_the_hand_from_then_on() -> None:
    state = envoy("SPY ABBESS", "DUKE", "HEIR")
    state.apply(next(i for i, t in enumerate(texts(state)) if "SPY" in t and "seat 1" in t))
    view = state.view(0)
    assert all("DUKE" in Played(view.sample(seed))["1.HAND"].split() for seed in range(10))
