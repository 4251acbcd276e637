"""Games unlike any other by their rule sheets: what may be done, by whom, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from croupier.interpreter.on_table import OnTable
from library.sitting import choice_of, do, finish, game, look, number, rest, scores, stocked, texts

pytestmark = pytest.mark.slow

# No Thanks.


def offered(card: str, taken: Mapping[int, str], chips: Mapping[int, int], pot: int = 0) -> OnTable:
    """The last card is offered to seat 0."""
    made = game("no_thanks", 3)
    places = {"OFFER": card, "STOCK": "", **{f"{seat}.TAKEN": cards for seat, cards in taken.items()}}
    places["BOX"] = " ".join(rest(made, *places.values()))
    stored = {f"{seat}.CHIPS": count for seat, count in chips.items()}
    return made.arrange(places, stored={"POT": pot, **stored})


def test_the_numbers_from_three_to_thirty_five_nine_of_them_removed() -> None:
    made = game("no_thanks", 5)
    state = made.start()
    assert len(made.layout.cards) == 33
    assert {"THREE", "THIRTY-FIVE", "TEN", "TWENTY-NINE"} <= set(made.layout.names)
    assert not {"ONE", "TWO", "THIRTY-SIX"} & set(made.layout.names)
    assert (len(look(state, "BOX").split()), len(look(state, "STOCK").split())) == (9, 23)
    assert [number(state, f"{seat}.CHIPS") for seat in range(5)] == [11] * 5


def test_a_chip_passes_the_card_on() -> None:
    state = do(game("no_thanks", 3).start(), "no thanks", "no thanks")
    assert (state.to_move, number(state, "POT"), number(state, "0.CHIPS")) == (2, 2, 10)


def test_who_takes_the_card_has_its_chips_and_the_next_turn() -> None:
    state = do(game("no_thanks", 3).start(), "no thanks", "no thanks", "take")
    assert (state.to_move, number(state, "POT"), number(state, "2.CHIPS")) == (2, 0, 13)
    assert len(look(state, "2.TAKEN").split()) == 1


def test_without_chips_the_card_must_be_taken() -> None:
    state = offered("THIRTY", {0: "TWENTY"}, {0: 0, 1: 5, 2: 5}, pot=4)
    assert scores(state) == [50 - 4, -5, -5]


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ("TWENTY", 20 + 35),
        ("THIRTY-FOUR", 34),
        ("THIRTY-THREE", 33 + 35),
        ("THIRTY-THREE THIRTY-FOUR THREE FOUR", 3 + 33),
        ("TWENTY-NINE THIRTY THIRTY-ONE NINE TEN", 9 + 29 + 35),
    ],
)
def test_of_numbers_in_a_row_only_the_lowest_counts_and_chips_are_taken_off(taken: str, points: int) -> None:
    state = do(offered("THIRTY-FIVE", {0: taken}, {0: 2, 1: 0, 2: 0}, pot=3), "take")
    assert scores(state)[0] == points - 5


# Last Straw.


def straws(cards: str) -> int:
    """How many straws some cards carry, when seat 0 has taken them at the end of a deal."""
    made = game("last_straw", 2, LIMIT=1)
    places = {"0.TAKEN": cards, "0.HAND": "", "1.HAND": "", "1.TAKEN": ""}
    rows = {"ROW": "ONE", "ROW[1]": "TWO", "ROW[2]": "THREE", "ROW[3]": "FOUR"}
    hands = {"0.HAND": "SIX", "1.HAND": "SEVEN"}
    left = rest(made, cards, *rows.values(), *hands.values())
    return scores(made.arrange({**places, **rows, **hands, "STOCK": " ".join(left)}))[0]


def lined_up(rows: list[str], *hands: str) -> OnTable:
    """Everyone has one card left, and plays it without being asked; seat 0 has already lost."""
    made = game("last_straw", len(hands))
    places = {f"ROW[{i}]" if i else "ROW": row for i, row in enumerate(rows)}
    places |= {f"{seat}.HAND": hand for seat, hand in enumerate(hands)}
    stock = " ".join(rest(made, *places.values()))
    return made.arrange({**places, "STOCK": stock}, stored={"0.STRAWS": 66})


def gained(state: OnTable) -> list[int]:
    """The straws that these last cards have brought."""
    first, *others = scores(state)
    return [first - 66, *others]


def test_cards_from_one_to_a_hundred_and_four_carry_171_straws() -> None:
    made = game("last_straw", 2)
    assert len(made.layout.cards) == 104
    singles = ["FIFTY-FIVE", "SEVENTY-SEVEN", "THIRTY-EVEN", "NINETY-FIVE", "HUNDRED-FOUR", "FIVE"]
    assert [straws(card) for card in singles] == [7, 5, 3, 2, 1, 2]
    few = "ONE TWO THREE FOUR SIX SEVEN"
    assert straws(" ".join(rest(made, few))) == 171 - 6


def test_ten_cards_each_and_four_rows() -> None:
    state = game("last_straw", 6).start()
    assert [len(look(state, f"{seat}.HAND").split()) for seat in range(6)] == [10] * 6
    assert [len(look(state, name).split()) for name in ("ROW", "ROW[1]", "ROW[2]", "ROW[3]")] == [1] * 4
    assert len(state.options) == 10


def test_ten_players_use_all_104_cards() -> None:
    state = game("last_straw", 10).start()
    assert [len(look(state, f"{seat}.HAND").split()) for seat in range(10)] == [10] * 10
    assert look(state, "STOCK") == ""


def test_nobody_sees_what_the_others_choose() -> None:
    state = game("last_straw", 2).start()
    seen = {str(do(state.copy(), text).view(1)) for text in texts(state)}
    assert len(seen) == 1


def test_a_card_goes_to_the_row_with_the_nearest_lower_end() -> None:
    state = lined_up(["TEN-EVEN", "TWENTY-EVEN", "THIRTY-EVEN", "FORTY-EVEN"], "TWENTY-NINE", "FORTY-ONE")
    assert look(state, "ROW[1]") == "TWENTY-EVEN TWENTY-NINE"
    assert look(state, "ROW[3]") == "FORTY-EVEN FORTY-ONE"
    assert gained(state) == [0, 0]


def test_the_lowest_card_is_laid_first() -> None:
    state = lined_up(["TEN-EVEN", "TWENTY-EVEN", "THIRTY-EVEN", "FORTY-EVEN"], "FORTY-TWO", "FORTY-ONE")
    assert look(state, "ROW[3]") == "FORTY-EVEN FORTY-ONE FORTY-TWO"


def test_the_sixth_card_takes_the_other_five() -> None:
    row = "ONE TWO THREE FOUR FIVE"
    state = lined_up([row, "TWENTY-EVEN", "THIRTY-EVEN", "FORTY-EVEN"], "SIX", "FORTY-ONE")
    assert gained(state) == [6, 0]
    assert look(state, "ROW") == "SIX"


def test_a_card_too_low_for_all_rows_takes_one_of_choice() -> None:
    state = lined_up(["TEN-EVEN", "TWENTY-EVEN TWENTY-TWO", "THIRTY-EVEN", "FORTY-EVEN"], "FORTY-ONE", "NINE")
    assert (state.to_move, texts(state)) == (1, [f"take row {i}" for i in range(4)])
    do(state, "take row 1")
    assert gained(state) == [0, 3 + 5]
    assert look(state, "ROW[1]") == "NINE"


def test_deals_go_on_until_somebody_has_sixty_six() -> None:
    result = scores(finish(game("last_straw", 4).start(5), "choose"))
    assert max(result) >= 66


# LAMA.


def lama(pile: str, hands: list[str], current: int = 0, **stored: int) -> OnTable:
    """Somebody's turn."""
    made = game("lama", len(hands), LIMIT=stored.pop("LIMIT", 1))
    places = {"PILE": pile} | {f"{seat}.HAND": hand for seat, hand in enumerate(hands)}
    places["STOCK"] = " ".join(rest(made, *places.values()))
    kept = {name.replace("_", ".", 1) if name[0] == "S" else name: value for name, value in stored.items()}
    kept = {name.removeprefix("S"): value for name, value in kept.items()}
    text = made.program.source.text.splitlines()
    line = 1 + next(i for i, said in enumerate(text) if said.strip() == "(choice (")
    return made.arrange(places, current=current, stored=kept, line=line)


def test_fifty_six_cards_and_six_in_hand() -> None:
    made = game("lama", 6)
    state = made.start()
    assert (len(made.layout.cards), made.layout.names.count("LLAMA")) == (56, 8)
    assert (state.to_move, len(look(state, "0.HAND").split())) == (0, 6)


@pytest.mark.parametrize(
    ("pile", "playable"),
    [
        ("THREE", {"THREE", "FOUR"}),
        ("SIX", {"SIX", "LLAMA"}),
        ("LLAMA", {"LLAMA", "ONE"}),
        ("ONE", {"ONE", "TWO"}),
    ],
)
def test_the_same_number_or_the_next_may_be_played(pile: str, playable: set[str]) -> None:
    state = lama(pile, ["ONE TWO THREE FOUR FIVE SIX LLAMA", "ONE ONE"])
    assert {text.removeprefix("play ") for text in texts(state) if text.startswith("play")} == playable
    assert texts(state)[-2:] == ["draw", "drop out"]


def test_who_has_dropped_out_is_passed_over() -> None:
    state = do(
        lama("THREE", ["ONE TWO", "THREE ONE", "THREE FIVE SIX"]), "drop out", "play THREE", "play THREE"
    )
    assert state.to_move == 1


def test_the_last_one_in_cannot_draw_but_goes_on() -> None:
    state = do(lama("THREE", ["ONE TWO", "THREE ONE FOUR"]), "drop out")
    assert (state.to_move, texts(state)) == (1, ["play THREE", "play FOUR", "drop out"])
    do(state, "play THREE")
    assert (state.to_move, texts(state)) == (1, ["play FOUR", "drop out"])


def test_equal_cards_count_once_and_a_llama_ten() -> None:
    state = lama("THREE", ["FOUR", "ONE ONE SIX LLAMA LLAMA"])
    assert scores(do(state, "play FOUR")) == [0, 1 + 6 + 10]


def test_a_round_ends_when_all_have_dropped_out() -> None:
    state = lama("THREE", ["ONE ONE FIVE", "TWO LLAMA"])
    do(state, "drop out")
    assert scores(state) == [6, 12], "the last one can do nothing else"


@pytest.mark.parametrize(("had", "has"), [(0, 0), (7, 6), (9, 8), (10, 0), (23, 13)])
def test_who_gets_rid_of_all_cards_gives_points_back(had: int, has: int) -> None:
    state = lama("THREE", ["FOUR", "ONE"], LIMIT=1, S0_POINTS=had)
    assert scores(do(state, "play FOUR"))[0] == has


def test_rounds_go_on_until_somebody_has_forty_and_who_ended_one_begins_the_next() -> None:
    state = lama("THREE", ["ONE", "FOUR SIX"], current=1, LIMIT=40, S0_POINTS=20)
    do(state, "play FOUR", "drop out")
    assert (number(state, "0.POINTS"), number(state, "1.POINTS"), state.to_move) == (21, 6, 1)
    assert max(scores(finish(state, "drop out"))) >= 40


def test_the_stock_is_not_renewed() -> None:
    made = game("lama", 2, LIMIT=1)
    hands = {"0.HAND": "ONE TWO", "1.HAND": "SIX SIX"}
    pile = " ".join(rest(made, *hands.values(), "ONE")) + " ONE"
    state = made.arrange({**hands, "PILE": pile, "STOCK": ""})
    assert texts(state) == ["play ONE", "play TWO", "drop out"]


# Coloretto.


COLORS = ("BLUE", "BROWN", "GREEN", "GREY", "ORANGE", "PINK", "YELLOW")


def rows(cards: list[str], stock: str = "") -> OnTable:
    """Seat 0's turn with three players: rows with these cards, the stock with these on top."""
    made = game("coloretto", 3)
    places = {f"ROW[{i}]" if i else "ROW": f"ROW {row}" for i, row in enumerate(cards)}
    places |= {f"{seat}.{color}": "" for seat in range(3) for color in COLORS}
    places |= {"DRAWN": "", "BOX": "", "OUT": " ".join(["YELLOW"] * 9)}
    places["STOCK"] = stocked(made, stock, *places.values())
    return made.arrange(places, stored={"DONE": 0, "OVER": 0}, line=choice_of(made, "draw a card"))


@pytest.mark.parametrize(("seats", "colors"), [(3, 6), (4, 7), (5, 7)])
def test_the_cards_of_coloretto(seats: int, colors: int) -> None:
    state = game("coloretto", seats).start()
    stock = look(state, "STOCK").split()
    start = [color for color in COLORS for seat in range(seats) if look(state, f"{seat}.{color}")]
    assert len(start) == len(set(start)) == seats, "everyone begins with a colour of their own"
    drawn = len(look(state, "DRAWN").split())
    assert len(stock) + drawn == colors * 9 + 10 + 3 + 1 - seats
    assert stock[15] == "LAST_ROUND"


def test_two_begin_with_two_colours_each_and_five_colours_in_all() -> None:
    state = game("coloretto", 2).start()
    start = [color for color in COLORS for seat in range(2) if look(state, f"{seat}.{color}")]
    assert len(start) == len(set(start)) == 4
    drawn = len(look(state, "DRAWN").split())
    assert len(look(state, "STOCK").split()) + drawn == 5 * 9 + 10 + 3 + 1 - 4
    assert set(look(state, "OUT").split()) == {"PINK", "YELLOW"}


def two(*cards: str, stock: str = "", **more: str) -> OnTable:
    """Seat 0's turn with two players: three rows with these cards below their own."""
    made = game("coloretto", 2)
    places = {f"ROW[{i}]" if i else "ROW": f"{'ROW ' * (3 - i)}{row}" for i, row in enumerate(cards)}
    places |= {f"{seat}.{color}": "" for seat in range(2) for color in COLORS}
    places |= {"DRAWN": "", "BOX": "", "OUT": " ".join(["YELLOW"] * 9 + ["PINK"] * 9)} | more
    places["STOCK"] = stocked(made, stock, *places.values())
    return made.arrange(places, stored={"DONE": 0, "OVER": 0}, line=choice_of(made, "draw a card"))


def test_for_two_the_rows_have_room_for_one_two_and_three_cards() -> None:
    state = two("BLUE", "GREEN", "GREY GREY", stock="BROWN")
    assert [text.split(" ROW")[0] for text in texts(state)] == ["draw a card", "take", "take", "take"]
    do(state, "draw a card")
    assert [text.rsplit(" ", 1)[-1] for text in texts(state)] == ["1", "2"]
    assert texts(two("BLUE", "GREEN GREEN", "GREY GREY GREY"))[0].startswith("take")
    assert [text.split(" ROW")[0] for text in texts(two("", "GREEN", ""))] == ["draw a card", "take"]


def test_for_two_the_row_that_is_left_goes_out_of_the_game() -> None:
    state = two("BLUE", "GREEN GREEN", "GREY GREY GREY")
    do(state, "take ROW", "take ROW 1")
    assert (look(state, "0.BLUE"), look(state, "1.GREEN")) == ("BLUE", "GREEN GREEN")
    assert sorted(look(state, "OUT").split())[:3] == ["GREY"] * 3
    assert [look(state, name) for name in ("ROW", "ROW[1]", "ROW[2]")] == ["ROW ROW ROW", "ROW ROW", "ROW"]
    assert state.to_move == 1


def test_the_first_turn_is_to_draw_since_there_is_nothing_to_take() -> None:
    state = game("coloretto", 4).start()
    assert (state.to_move, len(state.options)) == (0, 4)
    assert all(text.startswith("add to ROW") for text in texts(state))
    assert len(look(state, "DRAWN").split()) == 1


def test_a_turn_is_to_draw_a_card_or_to_take_a_row_that_is_not_empty() -> None:
    state = rows(["BLUE", "", "GREEN PINK"], stock="PLUS_TWO")
    assert [text.split(" ROW")[0] for text in texts(state)] == ["draw a card", "take", "take"]
    do(state, "draw a card")
    assert (state.to_move, len(state.options), look(state, "DRAWN")) == (0, 3, "PLUS_TWO")


def test_a_row_holds_three_cards_and_full_rows_can_only_be_taken() -> None:
    state = rows(["BLUE BLUE BLUE", "BLUE GREEN GREEN", "GREEN GREEN PINK"])
    assert [text.split(" ROW")[0] for text in texts(state)] == ["take", "take", "take"]
    state = rows(["BLUE BLUE BLUE", "BLUE GREEN GREEN", "GREEN GREEN"], stock="GREY")
    do(state, "draw a card")
    assert look(state, "ROW[2]") == "ROW GREEN GREEN GREY", "there is only one place for it"


def test_who_has_taken_a_row_waits_and_who_took_the_last_begins_the_next_round() -> None:
    state = rows(["BLUE BLUE BLUE", "GREEN GREEN GREEN", "PINK PINK PINK"])
    do(state, texts(state)[0])
    assert (state.to_move, look(state, "0.BLUE")) == (1, "BLUE BLUE BLUE")
    do(state, texts(state)[0])
    assert (state.to_move, look(state, "2.PINK")) == (2, "PINK PINK PINK"), (
        "the last row is taken without asking"
    )
    assert [look(state, name) for name in ("ROW", "ROW[1]", "ROW[2]")] == ["ROW"] * 3


def test_the_announcement_is_replaced_by_another_card_and_makes_the_round_the_last() -> None:
    state = rows(["BLUE", "", ""], stock="LAST_ROUND PINK")
    do(state, "draw a card")
    assert (look(state, "DRAWN"), number(state, "OVER")) == ("PINK", 1)


def final(colors: Mapping[str, int], plus: int = 0, jokers: int = 0) -> OnTable:
    """The last row is taken by seat 0, who then has these cards."""
    made = game("coloretto", 3)
    every = COLORS[:-1]
    places = {f"0.{color}": " ".join([color] * colors.get(color, 0)) for color in every}
    places["0.PLUS_TWO"] = " ".join(["PLUS_TWO"] * (plus - 1))
    places["0.JOKER"] = " ".join(["JOKER"] * jokers)
    for seat in (1, 2):
        places |= {f"{seat}.{color}": "" for color in every} | {f"{seat}.ROUND": "ROW"}
    places |= {
        "ROW": "ROW PLUS_TWO",
        "ROW[1]": "",
        "ROW[2]": "",
        "OUT": " ".join(["YELLOW"] * 9),
        "DRAWN": "",
    }
    places["BOX"] = ""
    left = rest(made, *places.values())
    places["STOCK"] = " ".join(left)
    line = choice_of(made, "draw a card")
    state = made.arrange(places, stored={"OVER": 1, "DONE": 0}, line=line)
    return do(state, next(text for text in texts(state) if text.startswith("take ROW")))


@pytest.mark.parametrize(
    ("colors", "plus", "points"),
    [
        ({}, 1, 2),
        ({"BLUE": 1, "GREEN": 2, "PINK": 3}, 1, 1 + 3 + 6 + 2),
        ({"BLUE": 4, "GREEN": 5, "PINK": 6}, 3, 10 + 15 + 21 + 6),
        ({"BLUE": 8, "GREEN": 1}, 1, 21 + 1 + 2),
        ({"BLUE": 2, "GREEN": 2, "PINK": 2, "GREY": 2}, 1, 3 + 3 + 3 - 3 + 2),
        (
            {"BLUE": 5, "GREEN": 4, "PINK": 3, "GREY": 2, "ORANGE": 1, "BROWN": 1},
            1,
            15 + 10 + 6 - 3 - 1 - 1 + 2,
        ),
    ],
)
def test_three_colours_count_for_and_the_others_against(
    colors: dict[str, int], plus: int, points: int
) -> None:
    assert scores(final(colors, plus))[0] == points


def test_jokers_take_a_colour_at_the_end() -> None:
    state = final({"BLUE": 2, "GREEN": 1}, 1, jokers=2)
    assert state.to_move == 0
    assert len(state.options) == 6, "three players have six colours"
    do(state, "count a joker as BLUE", "count a joker as BLUE")
    assert scores(state)[0] == 10 + 1 + 2


# Coup.

CHARACTERS = ("DUKE", "ASSASSIN", "CAPTAIN", "AMBASSADOR", "CONTESSA")


def coup(*hands: str, coins: tuple[int, ...] = (), lost: Mapping[int, str] | None = None) -> OnTable:
    """Seat 0's turn with these hands and coins."""
    made = game("coup", len(hands))
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(hands)}
    places |= {f"{seat}.LOST": cards for seat, cards in (lost or {}).items()}
    places["STOCK"] = " ".join(rest(made, *places.values()))
    given = coins or (2,) * len(hands)
    return made.arrange(places, stored={f"{seat}.COINS": held for seat, held in enumerate(given)})


def coins(state: OnTable) -> list[int]:
    """What everyone has."""
    return [number(state, f"{seat}.COINS") for seat in range(state.game.seats)]


def influence(state: OnTable) -> list[int]:
    """How many cards everyone has in hand."""
    return [len(look(state, f"{seat}.HAND").split()) for seat in range(state.game.seats)]


def test_fifteen_cards_two_each_and_two_coins() -> None:
    made = game("coup", 6)
    state = made.start()
    assert {name: made.layout.names.count(name) for name in CHARACTERS} == dict.fromkeys(CHARACTERS, 3)
    assert (influence(state), coins(state), state.to_move) == ([2] * 6, [2] * 6, 0)
    assert coins(game("coup", 2).start()) == [1, 2]


def test_what_two_coins_allow() -> None:
    assert texts(coup("DUKE DUKE", "DUKE CAPTAIN", "CONTESSA CONTESSA")) == [
        "income",
        "foreign aid",
        "tax as the duke",
        "steal as the captain from seat 1",
        "steal as the captain from seat 2",
        "exchange as the ambassador",
    ]


def test_a_coup_costs_seven_an_assassin_three_and_with_ten_there_is_only_the_coup() -> None:
    assert any(
        text.startswith("assassinate") for text in texts(coup("DUKE DUKE", "DUKE CAPTAIN", coins=(3, 0)))
    )
    assert not any(text.startswith("coup") for text in texts(coup("DUKE DUKE", "DUKE CAPTAIN", coins=(6, 0))))
    assert any(text.startswith("coup") for text in texts(coup("DUKE DUKE", "DUKE CAPTAIN", coins=(7, 0))))
    must = coup("DUKE DUKE", "DUKE CAPTAIN", "CONTESSA CAPTAIN", coins=(10, 0, 0))
    assert texts(must) == ["coup against seat 1", "coup against seat 2"]


def test_income_can_be_neither_challenged_nor_blocked() -> None:
    state = do(coup("DUKE DUKE", "DUKE CAPTAIN"), "income")
    assert (coins(state), state.to_move) == ([3, 2], 1)


def test_foreign_aid_can_be_blocked_by_anybody_as_the_duke() -> None:
    state = do(coup("CAPTAIN CAPTAIN", "CONTESSA CONTESSA", "DUKE CAPTAIN"), "foreign aid")
    assert (state.to_move, texts(state)) == (1, ["let it happen", "block as the duke"])
    passed = do(state.copy(), "let it happen", "let it happen")
    assert coins(passed) == [4, 2, 2]
    do(state, "let it happen", "block as the duke")
    assert (state.to_move, texts(state)) == (0, ["believe it", "challenge"])
    do(state, "believe it", "believe it")
    assert (coins(state), state.to_move) == ([2, 2, 2], 1)


def test_tax_is_three_coins_when_nobody_challenges() -> None:
    state = do(coup("CAPTAIN CAPTAIN", "CONTESSA CONTESSA", "DUKE CAPTAIN"), "tax as the duke")
    do(state, "believe it", "believe it")
    assert coins(state) == [5, 2, 2]


def test_a_false_claim_costs_influence_and_the_action_fails() -> None:
    state = do(coup("CAPTAIN CONTESSA", "CONTESSA CONTESSA", "DUKE CAPTAIN"), "tax as the duke")
    do(state, "believe it", "challenge")
    assert (state.to_move, texts(state)) == (0, ["lose CAPTAIN", "lose CONTESSA"])
    do(state, "lose CAPTAIN")
    assert (coins(state), influence(state), look(state, "0.LOST")) == ([2, 2, 2], [1, 2, 2], "CAPTAIN")


def test_a_true_claim_costs_the_challenger_influence_and_the_card_is_exchanged() -> None:
    state = do(coup("CAPTAIN DUKE", "CONTESSA DUKE", "DUKE CAPTAIN"), "tax as the duke", "challenge")
    assert (state.to_move, texts(state)) == (1, ["lose CONTESSA", "lose DUKE"])
    do(state, "lose CONTESSA")
    assert (coins(state), influence(state)) == ([5, 2, 2], [2, 1, 2])


def test_a_thief_takes_two_coins_or_what_there_is() -> None:
    hands = ("CAPTAIN DUKE", "CONTESSA DUKE", "DUKE CAPTAIN")
    state = do(coup(*hands, coins=(2, 1, 5)), "steal as the captain from seat 1", "believe it", "believe it")
    assert (state.to_move, texts(state)) == (
        1,
        ["let it happen", "block as CAPTAIN", "block as AMBASSADOR"],
    )
    do(state, "let it happen")
    assert coins(state) == [3, 0, 5]
    state = do(coup(*hands, coins=(2, 1, 5)), "steal as the captain from seat 2", "believe it", "believe it")
    assert coins(do(state, "let it happen")) == [4, 1, 3]


def test_a_false_block_costs_influence_and_the_action_takes_place() -> None:
    state = do(coup("CAPTAIN DUKE", "CONTESSA DUKE"), "steal as the captain from seat 1", "believe it")
    do(state, "block as AMBASSADOR", "challenge", "lose DUKE")
    assert (coins(state), influence(state)) == ([4, 0], [2, 1])


def test_assassins_take_influence_and_are_blocked_by_the_contessa_of_the_victim_only() -> None:
    hands = ("ASSASSIN DUKE", "CONTESSA DUKE", "DUKE CAPTAIN")
    state = do(coup(*hands, coins=(3, 2, 2)), "assassinate seat 1", "believe it", "believe it")
    assert (state.to_move, texts(state)) == (1, ["let it happen", "block as the contessa"])
    struck = do(state.copy(), "let it happen", "lose DUKE")
    assert (coins(struck), influence(struck)) == ([0, 2, 2], [2, 1, 2])
    do(state, "block as the contessa", "believe it", "believe it")
    assert (coins(state), influence(state)) == ([0, 2, 2], [2, 2, 2])


def test_an_assassin_who_is_found_out_is_given_the_coins_back() -> None:
    state = do(
        coup("CAPTAIN DUKE", "CONTESSA DUKE", coins=(3, 2)), "assassinate seat 1", "challenge", "lose DUKE"
    )
    assert (coins(state), influence(state)) == ([3, 2], [1, 2])


def test_a_wrong_challenge_of_an_assassin_can_cost_both_cards() -> None:
    state = do(
        coup("ASSASSIN DUKE", "CAPTAIN DUKE", coins=(3, 2)), "assassinate seat 1", "challenge", "lose DUKE"
    )
    do(state, "let it happen")
    assert scores(state) == [1, 0]


def test_an_exchange_draws_two_and_gives_two_back() -> None:
    state = do(coup("AMBASSADOR DUKE", "CONTESSA DUKE"), "exchange as the ambassador", "believe it")
    assert (state.to_move, influence(state)) == (0, [4, 2])
    do(state, "give back DUKE")
    do(state, texts(state)[0])
    assert (state.to_move, influence(state)) == (1, [2, 2])


def test_who_has_no_influence_is_passed_over_and_the_last_one_wins() -> None:
    state = coup("DUKE DUKE", "", "CONTESSA", coins=(7, 0, 2), lost={1: "CAPTAIN CAPTAIN", 2: "DUKE"})
    after = do(state.copy(), "income")
    assert after.to_move == 2
    assert scores(do(state, "coup against seat 2")) == [1, 0, 0]


# Mille Bornes.

START = "REMEDY:STOP"


def drive(
    hand: str, mine: Mapping[str, str] | None = None, theirs: Mapping[str, str] | None = None, seats: int = 2
) -> OnTable:
    """Seat 0's turn, card drawn; the sides' cards as told, the rest in the stock."""
    made = game("mille_bornes", seats)
    places = {"0.HAND": hand} | {f"{seat}.HAND": "" for seat in range(1, seats)}
    places |= {f"0.{name}": cards for name, cards in (mine or {}).items()}
    places |= {f"1.{name}": cards for name, cards in (theirs or {}).items()}
    places["1.HAND"] = (theirs or {}).get("HAND", "MILES:M25")
    places["STOCK"] = " ".join(rest(made, *places.values()))
    rolling = {
        f"{seat}.ROLLING": int(
            side.get("BATTLE", "").endswith(START)
            or ("SAFETY:STOP" in side.get("SAFE", "") and "HAZARD" not in side.get("BATTLE", ""))
        )
        for seat, side in enumerate((mine or {}, theirs or {}))
    }
    line = choice_of(made, "drive")
    return made.arrange(places, stored={**rolling, "VICTIM": -1, "DONE": 0}, line=line)


def may(state: OnTable) -> set[str]:
    """What may be done but to discard."""
    return {text for text in texts(state) if not text.startswith("discard")}


def miles(*cards: int) -> str:
    """Distances by their number."""
    return " ".join(f"MILES:M{card}" for card in cards)


def test_the_hundred_and_six_cards() -> None:
    names = game("mille_bornes").layout.names
    kinds = {name: names.count(name) for name in names}
    assert len(names) == 106
    assert [kinds[f"MILES:M{card}"] for card in (25, 50, 75, 100, 200)] == [10, 10, 10, 12, 4]
    troubles = ("ACCIDENT", "NO_FUEL", "FLAT_TIRE", "LIMIT", "STOP")
    assert [kinds[f"HAZARD:{name}"] for name in troubles] == [3, 3, 3, 4, 5]
    assert [kinds[f"REMEDY:{name}"] for name in troubles] == [6, 6, 6, 6, 14]
    assert sum(name.startswith("SAFETY") for name in names) == 4


def test_two_and_three_leave_out_one_card_of_every_hazard() -> None:
    names = game("mille_bornes", 3).layout.names
    assert (len(names), names.count("HAZARD:ACCIDENT"), names.count("HAZARD:STOP")) == (101, 2, 4)
    assert len(game("mille_bornes", 2, ALL=1).layout.names) == 106


def test_six_cards_and_one_drawn() -> None:
    state = game("mille_bornes", 3).start()
    assert (state.to_move, [len(look(state, f"{seat}.HAND").split()) for seat in range(3)]) == (0, [7, 6, 6])


def test_a_trip_begins_with_the_green_light() -> None:
    assert may(drive(f"{miles(25, 200)} {START} REMEDY:ACCIDENT")) == {f"start with {START}"}
    assert may(drive(miles(25, 200), {"BATTLE": START})) == {"drive MILES:M25", "drive MILES:M200"}


def test_hazards_need_their_remedy_and_then_the_green_light() -> None:
    hand = f"{miles(25)} {START} REMEDY:ACCIDENT REMEDY:NO_FUEL"
    assert may(drive(hand, {"BATTLE": f"{START} HAZARD:ACCIDENT"})) == {"mend with REMEDY:ACCIDENT"}
    assert may(drive(hand, {"BATTLE": f"{START} HAZARD:ACCIDENT REMEDY:ACCIDENT"})) == {f"start with {START}"}
    assert may(drive(hand, {"BATTLE": f"{START} HAZARD:STOP"})) == {f"mend with {START}"}


def test_under_a_limit_fifty_is_the_most() -> None:
    side = {"BATTLE": START, "SPEED": "HAZARD:LIMIT"}
    assert may(drive(f"{miles(25, 50, 75, 200)} REMEDY:LIMIT", side)) == {
        "drive MILES:M25",
        "drive MILES:M50",
        "end the limit with REMEDY:LIMIT",
    }


def test_two_cards_of_two_hundred_are_the_most_and_the_trip_must_come_out_exactly() -> None:
    assert may(drive(miles(200, 25), {"BATTLE": START, "MILES": miles(200, 200)})) == {"drive MILES:M25"}
    nearly = {"BATTLE": START, "MILES": miles(100, 100, 100, 100, 100, 100, 50)}
    assert may(drive(miles(25, 50, 75, 100), nearly)) == {"drive MILES:M25", "drive MILES:M50"}


def test_hazards_are_played_on_rivals_who_roll_and_limits_on_any() -> None:
    hand = "HAZARD:ACCIDENT HAZARD:STOP HAZARD:LIMIT"
    assert may(drive(hand)) == {"limit seat 1, HAZARD:LIMIT"}
    assert may(drive(hand, None, {"BATTLE": START})) == {
        "hinder seat 1, HAZARD:ACCIDENT",
        "hinder seat 1, HAZARD:STOP",
        "limit seat 1, HAZARD:LIMIT",
    }
    assert may(drive(hand, None, {"BATTLE": f"{START} HAZARD:STOP"})) == {"limit seat 1, HAZARD:LIMIT"}


def test_safeties_protect_for_good_and_the_right_of_way_against_two_hazards() -> None:
    hand = "HAZARD:ACCIDENT HAZARD:STOP HAZARD:LIMIT"
    assert may(drive(hand, None, {"BATTLE": START, "SAFE": "SAFETY:ACCIDENT"})) == {
        "hinder seat 1, HAZARD:STOP",
        "limit seat 1, HAZARD:LIMIT",
    }
    assert may(drive(hand, None, {"SAFE": "SAFETY:STOP"})) == {"hinder seat 1, HAZARD:ACCIDENT"}
    assert may(drive(miles(75), {"SAFE": "SAFETY:STOP"})) == {"drive MILES:M75"}


def test_a_safety_removes_its_hazard_and_gives_another_turn() -> None:
    state = drive(f"SAFETY:ACCIDENT {miles(25)}", {"BATTLE": f"{START} HAZARD:ACCIDENT"})
    do(state, "lay out SAFETY:ACCIDENT")
    assert (state.to_move, look(state, "0.BATTLE"), look(state, "0.SAFE")) == (0, START, "SAFETY:ACCIDENT")
    assert len(look(state, "0.HAND").split()) == 2


def test_a_safety_in_hand_answers_the_hazard_at_once() -> None:
    state = drive(
        f"HAZARD:ACCIDENT {miles(25)}", {}, {"BATTLE": START, "HAND": f"SAFETY:ACCIDENT {miles(25, 50)}"}
    )
    do(state, "hinder seat 1, HAZARD:ACCIDENT")
    assert (state.to_move, texts(state)) == (1, ["keep the safety", "thrust with SAFETY:ACCIDENT"])
    do(state, "thrust with SAFETY:ACCIDENT")
    assert (state.to_move, number(state, "1.THRUSTS"), look(state, "1.BATTLE")) == (1, 1, START)
    assert len(look(state, "1.HAND").split()) == 4, "one card for the safety, one for the turn"


@pytest.mark.parametrize(("seats", "target"), [(2, 700), (3, 700), (4, 1000)])
def test_how_far_the_trip_goes(seats: int, target: int) -> None:
    far = miles(*[100] * (target // 100 - 1))
    state = drive(miles(100, 25), {"BATTLE": START, "MILES": far}, seats=seats)
    assert scores(do(state, "drive MILES:M100"))[0] == target + 400 + 300 + 500


def test_partners_drive_together() -> None:
    state = game("mille_bornes", 4).start()
    assert state.to_move == 0
    result = scores(finish(state, "start", "drive", "mend"))
    assert (result[0], result[1]) == (result[2], result[3])


def test_what_a_completed_trip_counts() -> None:
    side = {"BATTLE": START, "MILES": miles(200, 200, 100, 100), "SAFE": "SAFETY:STOP SAFETY:ACCIDENT"}
    state = drive(miles(100, 25), side, {"MILES": miles(25)})
    assert scores(do(state, "drive MILES:M100")) == [700 + 200 + 400, 25]
    every = "SAFETY:STOP SAFETY:ACCIDENT SAFETY:NO_FUEL SAFETY:FLAT_TIRE"
    state = drive(miles(100, 25), {**side, "SAFE": every}, {"MILES": miles(25)})
    assert scores(do(state, "drive MILES:M100")) == [700 + 400 + 300 + 400, 25]


# Threefold.


def trios(table: str, stock: str | None = None, seats: int = 2) -> OnTable:
    """These cards lie open."""
    made = game("threefold", seats)
    won = " ".join(rest(made, table, stock or ""))
    return made.arrange({"TABLE": table, "STOCK": stock or "", "0.WON": won})


ALIKE = "ONE-RED-OVAL-OPEN TWO-RED-OVAL-OPEN THREE-RED-OVAL-OPEN"
DIFFERENT = "ONE-RED-OVAL-OPEN TWO-GREEN-WAVE-STRIPED THREE-VIOLET-DIAMOND-SOLID"
NEARLY = "ONE-RED-OVAL-OPEN TWO-RED-OVAL-OPEN THREE-RED-OVAL-SOLID"


def test_eighty_one_cards_twelve_of_them_open() -> None:
    made = game("threefold", 4)
    state = made.start()
    assert len(set(made.layout.names)) == 81
    assert len(look(state, "TABLE").split()) >= 12


@pytest.mark.parametrize("three", [ALIKE, DIFFERENT])
def test_features_all_alike_or_all_different(three: str) -> None:
    other = "ONE-GREEN-OVAL-SOLID TWO-GREEN-OVAL-SOLID THREE-GREEN-OVAL-SOLID"
    state = trios(f"{three} {other}")
    assert f"take {three.replace(' ', '+')}" in texts(state)


def test_two_of_a_kind_and_one_of_another_are_nothing() -> None:
    state = trios(NEARLY)
    assert scores(state) == [26, 0], "with nothing to take and no stock the game is over"


def test_a_trio_taken_is_replaced_up_to_twelve() -> None:
    state = game("threefold", 3).start(1)
    assert len(look(state, "TABLE").split()) == 12
    seat, chosen = state.to_move, texts(state)[0]
    do(state, chosen)
    assert set(chosen.removeprefix("take ").split("+")) <= set(look(state, f"{seat}.WON").split())
    assert len(look(state, "TABLE").split()) >= 12


def test_three_more_cards_come_when_there_is_nothing_to_take() -> None:
    state = trios(NEARLY, "ONE-GREEN-OVAL-OPEN THREE-RED-OVAL-STRIPED THREE-RED-OVAL-OPEN")
    assert len(look(state, "TABLE").split()) == 6
    assert len(texts(state)) == 2


def test_all_open_trios_are_real_and_none_is_missed() -> None:
    state = game("threefold", 2).start(4)
    table = look(state, "TABLE").split()
    cards = [card.split("-") for card in table]
    expected = {
        frozenset((table[i], table[j], table[k]))
        for i in range(len(table))
        for j in range(i)
        for k in range(j)
        if all(len({cards[i][f], cards[j][f], cards[k][f]}) != 2 for f in range(4))
    }
    assert {frozenset(text.removeprefix("take ").split("+")) for text in texts(state)} == expected


def test_the_game_ends_when_nothing_is_left_to_take_and_trios_count() -> None:
    for seed in range(5):
        state = finish(game("threefold", 3).start(seed))
        left = len(look(state, "TABLE").split())
        assert left % 3 == 0
        assert left < 21
        assert sum(scores(state)) == (81 - left) // 3
