"""Duck Soup plays by its rule sheet: two courses, quacks and their answers, points that are multiplied."""

from __future__ import annotations

import pytest

from croupier.interpreter.on_table import OnTable
from library.at_the_table import asks, count, game, lies, position, scores, stored, take, texts


def dinner(first: str, second: str, *, stock: str | None = None, **points: int) -> OnTable:
    """Seat 0 leads. With a stock it is Duck; without one all other cards are taken, and it is Soup."""
    hands = {"0.HAND": first, "1.HAND": second}
    stored = {f"{name[-1]}.{name[:-1]}": number for name, number in points.items()}
    if stock is None:
        return position(game("duck_soup"), hands, rest="0.TAKEN", stored=stored)
    return position(game("duck_soup"), hands | {"STOCK": stock}, rest="0.TAKEN", stored=stored)


def test_both_have_thirteen_cards_and_26_are_the_stock() -> None:
    state = game("duck_soup").start(1)
    assert (count(state, "0.HAND"), count(state, "1.HAND"), count(state, "STOCK")) == (13, 13, 26)
    assert (state.to_move, len(state.options)) == (0, 13)


def test_nobody_has_to_follow_suit() -> None:
    state = take(dinner("♥7 ♣A", "♥9 ♣2", stock="♦2 ♦3"), "lead ♥7")
    assert asks(state) == (1, ["answer with ♣2", "answer with ♥9"])


@pytest.mark.parametrize(
    ("led", "answer", "duck", "soup"),
    [
        ("♥7", "♥3", 1, 0),  # the lowest in Duck, the highest in Soup
        ("♥7", "♥J", 0, 1),
        ("♥2", "♥A", 1, 1),  # an ace is the best card of its suit in both
        ("♥A", "♥K", 0, 0),
        ("♥K", "♣2", 0, 0),  # another suit loses
        ("♥3", "♣A", 0, 0),
    ],
)
def test_the_lowest_card_of_the_suit_takes_a_trick_of_duck_and_the_highest_one_of_soup(
    led: str, answer: str, duck: int, soup: int
) -> None:
    first, second = f"{led} ♠5 ♠6", f"{answer} ♠7 ♠8"
    assert take(dinner(first, second, stock="♦2 ♦3"), f"lead {led}", f"answer with {answer}").to_move == duck
    assert take(dinner(first, second), f"lead {led}", f"answer with {answer}").to_move == soup


def test_after_a_trick_of_duck_both_draw_the_winner_first() -> None:
    state = take(dinner("♥7 ♣A", "♥3 ♣2", stock="♦2 ♦3 ♦4 ♦5"), "lead ♥7", "answer with ♥3")
    assert (set(lies(state, "1.HAND").split()), set(lies(state, "0.HAND").split())) == (
        {"♣2", "♦5"},
        {"♣A", "♦4"},
    )


def test_a_quack_takes_the_trick_if_the_leader_gives_in() -> None:
    state = take(dinner("♥7 ♣A ♠7", "♦7 ♣2 ♣3", stock="♦2 ♦3"), "lead ♥7", "quack with ♦7")
    assert asks(state) == (0, ["give in", "quack-quack with ♠7"])
    take(state, "give in")
    assert (state.to_move, stored(state, "1.DUCK")) == (1, 2)


def test_a_second_quack_takes_it_back_against_any_card_but_the_fourth() -> None:
    hands = ("♥7 ♣A ♠7", "♦7 ♣7 ♣3")
    said = ("lead ♥7", "quack with ♦7", "quack-quack with ♠7")
    state = take(dinner(*hands, stock="♦2 ♦3 ♦4 ♦5"), *said)
    assert asks(state) == (1, ["duck soup with ♣7", "add ♣3"])
    soup = take(state.copy(), "duck soup with ♣7")
    assert (soup.to_move, stored(soup, "0.DUCK"), stored(soup, "1.DUCK")) == (1, 0, 4)
    added = take(state, "add ♣3")
    assert (added.to_move, stored(added, "0.DUCK"), stored(added, "1.DUCK")) == (0, 4, 0)


def test_every_card_added_to_a_trick_is_drawn_for_as_long_as_there_are_any() -> None:
    hands = ("♥7 ♣A ♠7", "♦7 ♣7 ♣3")
    said = ("lead ♥7", "quack with ♦7", "quack-quack with ♠7", "duck soup with ♣7")
    state = take(dinner(*hands, stock="♦2 ♦3 ♦4 ♦5"), *said)
    assert (count(state, "0.HAND"), count(state, "1.HAND"), count(state, "STOCK")) == (3, 3, 0)
    state = take(dinner(*hands, stock="♦2 ♦3"), *said)
    assert (count(state, "0.HAND"), count(state, "1.HAND"), count(state, "STOCK")) == (2, 2, 0)


@pytest.mark.parametrize(("answer", "points"), [("♥3", 1), ("♣3", 2)])
def test_a_trick_of_one_suit_counts_one_and_of_two_suits_two(answer: str, points: int) -> None:
    state = take(dinner("♥7 ♣A", f"{answer} ♣2", stock="♦2 ♦3"), "lead ♥7", f"answer with {answer}")
    assert stored(state, "0.DUCK") + stored(state, "1.DUCK") == points


def test_whoever_took_the_last_trick_of_duck_leads_to_soup() -> None:
    state = take(dinner("♥7 ♣A", "♥3 ♣2", stock="♦2 ♦3"), "lead ♥7", "answer with ♥3")
    assert asks(state) == (1, ["lead ♣2", "lead ♦3"])
    take(state, "lead ♣2", "answer with ♣A")
    assert (stored(state, "0.SOUP"), stored(state, "0.DUCK")) == (1, 0)


def test_a_deal_scores_the_points_of_duck_times_those_of_soup() -> None:
    state = dinner("♥7", "♣3", DUCK0=9, SOUP0=6, DUCK1=20, SOUP1=0)
    assert scores(state) == (72, 0)


def test_deals_alternate_until_somebody_has_the_target() -> None:
    state = game("duck_soup", DEALS=9).start(2)
    led = list[int | None]()
    while state.outcome is None:
        if count(state, "STOCK") == 26 and texts(state)[0].startswith("lead"):
            led.append(state.to_move)
        state.apply(state.decisions % len(state.options))
    assert led == [deal % 2 for deal in range(stored(state, "DEALT"))]
    assert 1 < len(led) < 9
    assert max(scores(state)) >= 250
