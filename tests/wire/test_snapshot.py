"""Snapshots: what one seat sees of a decision, as plain data."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import load
from croupier.game.hosting import HostedGame
from croupier.wire.snapshot import kind_data, snapshot

ENGINES = ("interpreter", "native")


def place(found: dict[str, Any], name: str) -> Any:
    """The slots of a place in a snapshot."""
    return next(place["slots"] for place in found["places"] if place["id"] == name)


@pytest.mark.parametrize("engine", ENGINES)
def test_own_cards_are_kinds_and_those_of_others_are_counted(engine: str) -> None:
    game = load("hearts", engine=engine)
    found = snapshot(game.start(seed=3).view(0))
    assert found["to_move"] == 0
    assert found["prompt"] == "Play a card to the trick"
    assert place(found, "1.HAND") == [{"back": "", "count": 13}]
    hand = place(found, "0.HAND")
    assert [game.pack.kinds[kind].name for kind in hand[:3]] == ["♣4", "♣6", "♣10"]
    first = found["options"][0]
    assert first["text"] == "follow with ♣4"
    assert (first["label"], first["item"]) == ("follow with", 2)
    assert first["picks"] == [{"card": ["0.HAND", 0]}]
    assert first["moves"] == [{"from": ["0.HAND", 0], "to": "0.TRICK"}]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_copy_and_its_card_have_the_same_number(engine: str) -> None:
    state = load("hearts", engine=engine).start(seed=3)
    found = snapshot(state.view(0))
    [lead] = place(found, "LEAD")
    assert lead == {"k": lead["k"], "n": 0}
    assert place(found, "3.TRICK") == [lead]


def test_a_card_that_the_chooser_does_not_see_is_any_card_of_its_place() -> None:
    game = load("go_fish", engine="interpreter")
    state = game.start(seed=1)
    assert state.to_move is not None
    spots = [
        move["from"]
        for option in snapshot(state.view(state.to_move))["options"]
        for move in option["moves"]
        if move["from"][0] not in ("", f"{state.to_move}.HAND")
    ]
    hidden = [spot for spot in spots if spot[0].endswith(".HAND")]
    assert all(slot is None for _, slot in hidden)


def test_who_is_not_to_move_gets_no_options_and_no_question() -> None:
    found = snapshot(load("hearts").start(seed=3).view(1))
    assert (found["options"], found["prompt"]) == ([], "")


def test_kinds_have_attributes_backs_and_counts() -> None:
    game: HostedGame = load("uno")
    kind = next(kind for kind in game.pack.kinds if kind.count > 1)
    assert set(kind_data(kind)) == {"name", "attributes", "back", "count"}
    assert sum(kind.count for kind in game.pack.kinds) == game.cards


@pytest.mark.parametrize(("name", "hand"), [("uno.ah", "3.hand"), ("uno.cdg", "1.cards")])
def test_scripts_have_hands_and_options_that_point_into_them(name: str, hand: str) -> None:
    game = load(name)
    state = game.start(seed=1)
    assert state.to_move is not None
    found = snapshot(state.view(state.to_move))
    kinds = place(found, hand)
    spots = [pick["card"] for option in found["options"] for pick in option["picks"] if "card" in pick]
    assert spots
    for where, slot in spots:
        assert where == hand
        assert isinstance(kinds[slot], int)
    others = [where for where in found["places"] if where["owner"] == "player" and where["id"] != hand]
    assert all(set(slots[0]) == {"back", "count"} for where in others if (slots := where["slots"]))


def test_a_card_that_a_script_makes_later_is_another_card() -> None:
    game = load("uno.ah")
    assert game.pack.kinds[-1].name == "another card"
    assert game.pack.kinds[-1].count == 0


@pytest.mark.parametrize(("name", "line"), [("hearts", "(choice ("), ("uno.ah", "input()")])
def test_a_designer_can_ask_where_in_the_text_a_game_stands(name: str, line: str) -> None:
    for engine in ENGINES if name == "hearts" else ("interpreter",):
        assert load(name, engine=engine).start(seed=1).at.text.startswith(line)


def test_cards_with_names_of_several_words_are_told_apart_on_a_screen() -> None:
    assert "  hand  Draw 2 G, Skip B, Reverse G, 5 G" in str(load("uno.ah").start(seed=1).view(3))
