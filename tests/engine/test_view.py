"""Views: what a seat may know, and no way to the rest."""

from __future__ import annotations

import gc
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given, settings

from croupier import load
from croupier.engine.knowledge import Knowledge
from croupier.engine.state import TableState
from croupier.engine.table import Table
from croupier.engine.view import View, open_view
from playing import LIBRARY, game_at, moments, standing


@given(standing())
@settings(max_examples=60, deadline=None)
def test_a_view_holds_what_the_seat_sees_or_knows_and_backs_for_the_rest(state: TableState) -> None:
    table, layout = state.table, state.game.layout
    assert table.knowledge is not None
    noted = {card for memory in layout.memories for card in table.pile(memory)}
    for seat in range(state.game.seats):
        known = table.knowledge.kept[seat] | noted
        slots_of = dict(state.view(seat).slots)
        for number, pile in enumerate(table.cards):
            place = layout.places[number]
            slots = slots_of.get(place, ())
            shown = [slot[0] for slot in slots if not isinstance(slot, str)]
            sees = layout.sees(seat, place, table.teams)
            assert sorted(shown) == sorted(layout.pack.kinds[card] for card in pile if sees or card in known)
            backs = [slot for slot in slots if isinstance(slot, str)]
            assert sorted(backs) == sorted(layout.pack.backs[c] for c in pile if not sees and c not in known)


@given(standing())
@settings(max_examples=40, deadline=None)
def test_only_the_player_to_move_is_told_the_options(state: TableState) -> None:
    for seat in range(state.game.seats):
        assert state.view(seat).options == (state.options if seat == state.to_move else ())


def reachable(root: object) -> set[type]:
    """The types of all objects that can be reached from one, through whatever attributes and closures."""
    seen: set[int] = set()
    kinds: set[type] = set()
    waiting: list[Any] = [root]
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, type | ModuleType):
            continue
        seen.add(id(found))
        kinds.add(type(found))
        if isinstance(found, FunctionType):
            waiting += [cell.cell_contents for cell in found.__closure__ or ()]
        else:
            waiting += gc.get_referents(found)
    return kinds


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_no_state_can_be_reached_from_a_view(path: Path) -> None:
    for state in moments(game_at(path), seed=1, most=3):
        kinds = reachable(state.view(0))
        assert View in kinds
        assert not kinds & {TableState, Table, Knowledge}


def test_cards_are_told_by_place() -> None:
    view = load("hearts").start(seed=7).view(0)
    assert view.cards("1.HAND") == (None,) * 13
    assert None not in view.cards("0.HAND")
    assert view.cards("NOWHERE") == ()
    assert "0.HAND" in view.places


def test_an_unknown_seat() -> None:
    state = load("hearts").start(seed=7)
    with pytest.raises(ValueError, match="there is no seat 4: they count from 0 to 3"):
        state.view(4)
    with pytest.raises(ValueError, match="there is no seat -1"):
        state.view(-1)


def test_a_game_started_without_views() -> None:
    state = load("hearts").fresh(seed=7, views=False)
    state.begin()
    with pytest.raises(ValueError, match="without views"):
        state.view(0)


def test_an_open_view_shows_all_cards() -> None:
    view = open_view(load("hearts").start(seed=7))
    assert all(not isinstance(slot, str) for _, slots in view.slots for slot in slots)
    assert view.seat == -1
    assert len(view.options) > 1


def test_options_can_be_asked_for_while_a_game_runs_on() -> None:
    game = load("hearts")
    state = game.fresh(seed=7)
    sights: list[View] = []
    state.listen(lambda event, expr: sights.append(state.view(0)))
    state.begin()
    assert len(state.options) > 1
    assert state.view(state.to_move or 0).options == state.options
