"""Trick-taking games play by their rule sheets: who leads, what may be played, who takes it, what it scores.

Every fact here is one of the rules as they are written down in books, not of the program.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from croupier.interpreter.on_table import GameOnTable, OnTable
from interpreter.small import Played
from library.at_the_table import choice_of, game


def position(
    made: GameOnTable,
    places: Mapping[str, str],
    current: int = 0,
    stored: Mapping[str, int | str] | None = None,
    at: str | None = None,
) -> OnTable:
    """A position at the first choice, or at the one with a label. Hands that are not named are empty."""
    hands = {f"{seat}.HAND": "" for seat in range(made.seats)}
    line = choice_of(made, at) if at else None
    return made.arrange({**hands, **places}, current=current, stored=stored, line=line)


def texts(state: OnTable) -> list[str]:
    """What may be done, in words."""
    return [option.text for option in state.options]


def may_play(
    made: GameOnTable,
    hand: str,
    led: str = "",
    stored: Mapping[str, int | str] | None = None,
    **places: str,
) -> list[str]:
    """The cards that seat 1 may play from a hand, after seat 0 has led one."""
    there = {"1.HAND": hand, **places} | ({"0.TRICK": led, "LEAD": led} if led else {})
    return cards(position(made, there, current=1, stored=stored, at="lead"))


def cards(state: OnTable) -> list[str]:
    """The last words of all options: the cards that may be played."""
    return [text.split()[-1] for text in texts(state)]


def choose(state: OnTable, *wanted: str) -> OnTable:
    """Take options by their texts, one after the other."""
    for text in wanted:
        assert text in texts(state), f"{text!r} is not among {texts(state)}"
        state.apply(texts(state).index(text))
    return state


def play(state: OnTable, wanted: str) -> OnTable:
    """Everyone in turn plays one of these cards, until somebody has none of them to play."""
    left = wanted.split()
    while state.outcome is None:
        mine = next((i for i, card in enumerate(cards(state)) if card in left), None)
        if mine is None:
            break
        left.remove(cards(state)[mine])
        state.apply(mine)
    return state


def scores(state: OnTable) -> list[int]:
    """How a game ended."""
    assert state.outcome is not None, f"still to do: {texts(state)}"
    assert state.outcome.scores is not None, state.outcome.reason
    return list(state.outcome.scores)


def counts(state: OnTable, name: str) -> list[int]:
    """How many cards every seat has in its place of that name."""
    return [len(Played(state)[f"{seat}.{name}"].split()) for seat in range(state.game.seats)]


def the_rest(places: Mapping[str, str], *more: str) -> str:
    """All cards of a full deck that are not named."""
    used = {card for text in [*places.values(), *more] for card in text.split()}
    every = (
        s + r for s in "♣♦♥♠" for r in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    )
    return " ".join(card for card in every if card not in used)


# Agram


def test_agram_is_played_with_35_cards_and_without_the_ace_of_spades() -> None:
    made = game("agram")
    assert len(made.layout.cards) == 35
    assert "♠A" not in made.layout.names
    assert "♣A" in made.layout.names
    assert not {"♣2", "♣J", "♣Q", "♣K"} & set(made.layout.names)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_agram_deals_six_cards_each_and_the_seat_after_the_dealer_leads(seats: int) -> None:
    state = game("agram", seats).start(1)
    assert (counts(state, "HAND"), state.to_move) == ([6] * seats, 0)


def test_agram_has_to_follow_suit() -> None:
    assert may_play(game("agram"), "♥3 ♥A ♠4", led="♥9") == ["♥3", "♥A"]
    assert may_play(game("agram"), "♣3 ♠4", led="♥9") == ["♣3", "♠4"]


def test_agram_has_no_trumps_and_the_winner_leads() -> None:
    hands = {"0.HAND": "♥9 ♣3 ♣4", "1.HAND": "♥10 ♣5 ♣6", "2.HAND": "♠10 ♣7 ♣8", "3.HAND": "♥3 ♣9 ♣10"}
    assert play(position(game("agram"), hands, at="lead"), "♥9 ♥10 ♠10 ♥3").to_move == 1


def test_agram_is_won_with_the_last_trick_alone() -> None:
    made = game("agram", 2)
    state = position(made, {"0.HAND": "♥9 ♣3", "1.HAND": "♥10 ♣4"}, at="lead")
    assert scores(play(state, "♥9")) == [0, 1]
    state = position(made, {"0.HAND": "♥10 ♣4", "1.HAND": "♥9 ♣3"}, at="lead")
    assert scores(play(state, "♥10")) == [1, 0]


# Whist


def test_whist_deals_all_cards_and_shows_the_dealers_last_as_trump() -> None:
    state = game("whist").start(1)
    assert (counts(state, "HAND"), state.to_move) == ([13] * 4, 0)
    played = Played(state)
    assert played["TRUMP"] in played["3.HAND"].split()


def test_whist_has_to_follow_suit_but_not_to_trump() -> None:
    assert may_play(game("whist"), "♥3 ♥A ♠4", led="♥9", TRUMP="♠2") == ["♥3", "♥A"]
    assert may_play(game("whist"), "♣3 ♠4", led="♥9", TRUMP="♠2") == ["♣3", "♠4"]


def test_whist_the_lowest_trump_beats_an_ace() -> None:
    hands = {"0.HAND": "♥A ♣3 ♣4", "1.HAND": "♥10 ♣5 ♣6", "2.HAND": "♠2 ♣7 ♣8", "3.HAND": "♥3 ♣9 ♣10"}
    assert play(position(game("whist"), {**hands, "TRUMP": "♠K"}, at="lead"), "♥A ♠2 ♥3").to_move == 2


def test_whist_without_trumps_the_highest_card_of_the_suit_led_wins() -> None:
    hands = {"0.HAND": "♥9 ♣3 ♣4", "1.HAND": "♥10 ♣5 ♣6", "2.HAND": "♦A ♣7 ♣8", "3.HAND": "♥K ♣9 ♣10"}
    assert play(position(game("whist"), {**hands, "TRUMP": "♠K"}, at="lead"), "♥9 ♦A").to_move == 3


@pytest.mark.parametrize(("before", "score"), [(5, [0, 0, 0, 0]), (6, [1, 0, 1, 0]), (12, [7, 0, 7, 0])])
def test_whist_every_trick_over_six_scores(before: int, score: list[int]) -> None:
    hands = {"0.HAND": "♥A", "1.HAND": "♥K", "2.HAND": "♥Q", "3.HAND": "♥J", "TRUMP": "♠2"}
    state = position(game("whist"), hands, stored={"T0.TRICKS": before}, at="lead")
    assert scores(state) == score


# German Whist


def test_german_whist_deals_thirteen_and_turns_one_up_as_trump() -> None:
    state = game("german_whist").start(1)
    played = Played(state)
    assert (counts(state, "HAND"), state.to_move) == ([13, 13], 0)
    assert len(played["PRIZE"].split()) == 1
    assert len(played["STOCK"].split()) == 25


def test_german_whist_the_winner_gets_the_card_that_can_be_seen() -> None:
    hands = {"0.HAND": "♥K ♣2", "1.HAND": "♥A ♣3", "PRIZE": "♠9"}
    rest = "♦2 ♦3 ♦4 ♦5"
    state = position(game("german_whist"), {**hands, "STOCK": rest, "PLAYED": the_rest(hands, rest)})
    play(state, "♥K")
    played = Played(state)
    assert (played["1.HAND"], played["0.HAND"], played["PRIZE"]) == ("♣3 ♠9", "♣2 ♦5", "♦4")
    assert state.to_move == 1


def test_german_whist_has_to_follow_suit_from_the_beginning() -> None:
    assert may_play(game("german_whist"), "♥3 ♥A ♠4", led="♥9") == ["♥3", "♥A"]
    assert may_play(game("german_whist"), "♣3 ♠4", led="♥9") == ["♣3", "♠4"]


def test_german_whist_the_last_trick_for_the_stock_does_not_count() -> None:
    # Seat 1 wins it with the ace, takes the two that can be seen and leads it; seat 0 got the three.
    places = {"0.HAND": "♥K", "1.HAND": "♥A", "PRIZE": "♥2", "STOCK": "♥3"}
    stored: dict[str, int | str] = {"TRICKS": 12, "TRUMP": "SPADES"}
    state = position(game("german_whist"), {**places, "PLAYED": the_rest(places)}, stored=stored, at="lead")
    assert scores(state) == [1, 0]


def test_german_whist_trumps_win_until_the_end() -> None:
    hands = {"0.HAND": "♥A", "1.HAND": "♠2", "PRIZE": ""}
    stored: dict[str, int | str] = {"TRICKS": 20, "TRUMP": "SPADES", "0.SCORE": 4}
    assert scores(position(game("german_whist"), hands, stored=stored, at="lead")) == [4, 1]


# Spades


def test_spades_deals_all_cards_and_everyone_bids_once() -> None:
    state = game("spades").start(1)
    assert counts(state, "HAND") == [13] * 4
    assert texts(state) == [f"bid {n}" for n in range(14)]
    bidders = [state.to_move]
    for _ in range(3):
        state.apply(3)
        bidders.append(state.to_move)
    state.apply(3)
    assert (bidders, state.to_move, texts(state)[0].split()[0]) == ([0, 1, 2, 3], 0, "lead")


def test_spades_cannot_be_led_before_they_are_broken() -> None:
    made = game("spades")
    assert cards(position(made, {"0.HAND": "♣3 ♠4 ♥2"}, at="lead")) == ["♣3", "♥2"]
    assert cards(position(made, {"0.HAND": "♣3 ♠4 ♥2"}, stored={"BROKEN": 1}, at="lead")) == [
        "♣3",
        "♥2",
        "♠4",
    ]
    assert cards(position(made, {"0.HAND": "♠3 ♠4"}, at="lead")) == ["♠3", "♠4"]


def test_spades_are_broken_by_trumping() -> None:
    hands = {"0.HAND": "♥A ♠5 ♣4", "1.HAND": "♠2 ♠6 ♣6", "2.HAND": "♥3 ♣7 ♣8", "3.HAND": "♥4 ♣9 ♣10"}
    state = play(position(game("spades"), hands, at="lead"), "♥A ♠2")
    assert (state.to_move, cards(state)) == (1, ["♣6", "♠6"])


def test_spades_has_to_follow_suit_but_not_to_trump() -> None:
    assert may_play(game("spades"), "♥3 ♥A ♠4", led="♥9") == ["♥3", "♥A"]
    assert may_play(game("spades"), "♣3 ♠4", led="♥9") == ["♣3", "♠4"]


def spades_score(bids: tuple[int, int, int, int], tricks: tuple[int, int, int, int]) -> list[int]:
    """What a deal of Spades scores; the last trick, which seat 0 takes, is among the tricks."""
    stored = {f"{seat}.BID": bid for seat, bid in enumerate(bids)}
    stored |= {f"{seat}.TRICKS": taken for seat, taken in enumerate(tricks)} | {"0.TRICKS": tricks[0] - 1}
    hands = {"0.HAND": "♥A", "1.HAND": "♥K", "2.HAND": "♥Q", "3.HAND": "♥J"}
    return scores(position(game("spades"), hands, stored=stored, at="lead"))


def test_spades_ten_for_each_trick_bid_and_one_for_each_more() -> None:
    assert spades_score((3, 3, 4, 2), (4, 3, 4, 2)) == [71, 50, 71, 50]


def test_spades_a_contract_that_fails_is_lost() -> None:
    assert spades_score((5, 3, 4, 2), (4, 3, 4, 2)) == [-90, 50, -90, 50]


def test_spades_a_nil_counts_by_itself() -> None:
    assert spades_score((4, 0, 4, 5), (4, 0, 4, 5)) == [80, 150, 80, 150]
    assert spades_score((4, 0, 4, 4), (4, 1, 4, 4)) == [80, -59, 80, -59]
    assert spades_score((4, 0, 4, 5), (4, 1, 4, 4)) == [80, -50, 80, -50]


# Sueca


def test_sueca_is_played_with_forty_cards_ten_each() -> None:
    state = game("sueca").start(1)
    assert (len(state.game.layout.cards), counts(state, "HAND"), state.to_move) == (40, [10] * 4, 0)
    assert Played(state)["TRUMP"] in Played(state)["3.HAND"].split()


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("A", "7"),
        ("7", "K"),
        ("K", "J"),
        ("J", "Q"),
        ("Q", "6"),
        ("6", "5"),
        ("5", "4"),
        ("4", "3"),
        ("3", "2"),
    ],
)
def test_sueca_the_seven_is_second_and_the_jack_above_the_queen(higher: str, lower: str) -> None:
    hands = {
        "0.HAND": f"♥{lower} ♣2 ♣3",
        "1.HAND": f"♥{higher} ♣4 ♣5",
        "2.HAND": "♦2 ♣6 ♣7",
        "3.HAND": "♦3 ♣Q ♣J",
    }
    state = position(game("sueca"), {**hands, "TRUMP": "♠2"}, at="lead")
    assert play(state, f"♥{lower} ♦2 ♦3").to_move == 1


def test_sueca_has_to_follow_suit_but_not_to_trump() -> None:
    assert may_play(game("sueca"), "♥3 ♥A ♠4", led="♥K", TRUMP="♠2") == ["♥3", "♥A"]
    assert may_play(game("sueca"), "♣3 ♠4", led="♥K", TRUMP="♠2") == ["♣3", "♠4"]


SUECA = ["A", "7", "K", "J", "Q", "6", "5", "4", "3", "2"]


def sueca_score(ours: str, theirs: str) -> list[int]:
    """What Sueca scores if seats 0 and 2 have taken some suits or cards before a last trick of ♥6 to ♥3."""
    hands = {"0.HAND": "♥6", "1.HAND": "♥5", "2.HAND": "♥4", "3.HAND": "♥3", "TRUMP": "♠2"}
    return scores(position(game("sueca"), {**hands, "T0.TAKEN": ours, "T1.TAKEN": theirs}, at="lead"))


def of_suits(suits: str) -> str:
    """All cards of some suits that are not in the last trick."""
    return " ".join(s + r for s in suits for r in SUECA if s + r not in ("♥6", "♥5", "♥4", "♥3"))


def test_sueca_there_are_thirty_points_a_suit_and_sixty_draw() -> None:
    assert sueca_score(of_suits("♣♦"), of_suits("♥♠")) == [0, 0, 0, 0]


def test_sueca_more_than_half_is_one_game() -> None:
    ours, theirs = of_suits("♣♦").replace("♣A", "♥A"), of_suits("♥♠").replace("♥A", "♣A")
    assert sueca_score(ours, theirs) == [0, 0, 0, 0]
    ours, theirs = of_suits("♣♦").replace("♣Q", "♥J"), of_suits("♥♠").replace("♥J", "♣Q")
    assert sueca_score(ours, theirs) == [1, 0, 1, 0]
    assert sueca_score(of_suits("♣♦♥"), of_suits("♠")) == [1, 0, 1, 0]


def test_sueca_91_points_are_two_games_and_all_tricks_four() -> None:
    ours, theirs = of_suits("♣♦♥").replace("♥Q", "♠J"), of_suits("♠").replace("♠J", "♥Q")
    assert sueca_score(ours, theirs) == [2, 0, 2, 0]
    assert sueca_score(of_suits("♣♦♥♠"), "") == [4, 0, 4, 0]


# Oh Hell


@pytest.mark.parametrize(("seats", "first"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_oh_hell_begins_with_as_many_cards_as_players_allow(seats: int, first: int) -> None:
    state = game("oh_hell", seats).start(1)
    assert (counts(state, "HAND"), state.to_move) == ([first] * seats, 0)
    assert texts(state) == [f"bid {n}" for n in range(first + 1)]
    assert len(Played(state)["TRUMP"].split()) == 1


def test_oh_hell_the_dealer_may_not_make_the_bids_fit() -> None:
    state = choose(game("oh_hell").start(1), "bid 3", "bid 2", "bid 1")
    assert (state.to_move, texts(state)) == (3, [f"bid {n}" for n in range(11) if n != 4])
    free = choose(game("oh_hell", HOOK=0).start(1), "bid 3", "bid 2", "bid 1")
    assert "bid 4" in texts(free)
    over = choose(game("oh_hell").start(1), "bid 9", "bid 9", "bid 9")
    assert texts(over) == [f"bid {n}" for n in range(11)]


def test_oh_hell_the_deal_moves_on_and_shrinks() -> None:
    state = game("oh_hell", 3, MOST=3).start(1)
    sizes, starters = [], []
    while state.outcome is None:
        if texts(state)[0].startswith("bid") and state.table.ints.get(("game", 0, "BIDS"), 0) == 0:
            sizes.append(counts(state, "HAND")[0])
            starters.append(state.to_move)
        state.apply(0)
    assert (sizes, starters) == ([3, 2, 1], [0, 1, 2])


def test_oh_hell_has_to_follow_suit_and_trumps_win() -> None:
    made = game("oh_hell")
    assert may_play(made, "♥3 ♥A ♠4", led="♥9", TRUMP="♠2") == ["♥3", "♥A"]
    assert may_play(made, "♣3 ♠4", led="♥9", TRUMP="♠2") == ["♣3", "♠4"]
    hands = {"0.HAND": "♥A ♣3 ♣4", "1.HAND": "♥10 ♣5 ♣6", "2.HAND": "♠3 ♣7 ♣8", "3.HAND": "♥3 ♣9 ♣10"}
    assert play(position(made, {**hands, "TRUMP": "♠2"}, at="lead"), "♥A ♠3").to_move == 2


def test_oh_hell_an_exact_bid_is_worth_ten_and_the_tricks() -> None:
    hands = {"0.HAND": "♥A", "1.HAND": "♥K", "2.HAND": "♥Q", "3.HAND": "♥J", "TRUMP": "♠2"}
    stored = {"CARDS": 1, "0.BID": 3, "0.TRICKS": 2, "1.BID": 1, "2.BID": 0, "3.BID": 2, "3.TRICKS": 3}
    assert scores(position(game("oh_hell"), hands, stored=stored, at="lead")) == [13, 0, 10, 0]
