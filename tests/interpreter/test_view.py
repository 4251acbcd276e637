"""Views: what a seat may know, and no way to the rest."""

from __future__ import annotations

import gc
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given, settings

from croupier.catalog.loading import recycle_game
from croupier.interpreter.knowledge import Knowledge
from croupier.interpreter.on_table import OnTable
from croupier.interpreter.state import TableState
from croupier.interpreter.table import Table
from croupier.interpreter.view import View, open_view
from playing import LIBRARY, game_at, moments, standing


@given(standing())
@settings(max_examples=60, deadline=None)
def test_a_view_holds_what_the_seat_sees_or_knows_and_backs_for_the_rest(state: OnTable) -> None:
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
def test_only_the_player_to_move_is_told_the_options(state: OnTable) -> None:
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
    view = recycle_game("hearts").start(seed=7).view(0)
    assert view.cards("1.HAND") == (None,) * 13
    assert None not in view.cards("0.HAND")
    assert view.cards("NOWHERE") == ()
    assert "0.HAND" in view.places


def test_an_unknown_seat() -> None:
    state = recycle_game("hearts").start(seed=7)
    with pytest.raises(ValueError, match="there is no seat 4: they count from 0 to 3"):
        state.view(4)
    with pytest.raises(ValueError, match="there is no seat -1"):
        state.view(-1)


def test_a_game_started_without_views() -> None:
    state = recycle_game("hearts").fresh(seed=7, views=False)
    state.begin()
    with pytest.raises(ValueError, match="without views"):
        state.view(0)


def test_an_open_view_shows_all_cards() -> None:
    view = open_view(recycle_game("hearts").start(seed=7))
    assert all(not isinstance(slot, str) for _, slots in view.slots for slot in slots)
    assert view.seat == -1
    assert len(view.options) > 1


def test_options_can_be_asked_for_while_a_game_runs_on() -> None:
    game = recycle_game("hearts")
    state = game.fresh(seed=7)
    sights: list[View] = []
    state.listen(lambda event, expr: sights.append(state.view(0)))
    state.begin()
    assert len(state.options) > 1
    assert state.view(state.to_move or 0).options == state.options


ALIKE = """
(game
  (setup (create players 2)
    (repeat 3 (create deck (game vloc STOCK) (deck (A (X, Y)))))
    (create deck (game vloc STOCK) (deck (A (Z)))))
  (shuffle (game vloc STOCK))
  (repeat 2 (remember (top (game vloc STOCK)) (top (game mem NOTE))))
  (remember ((size (game vloc FREE)) (game vloc STOCK)) (top (game mem LOOSE)))
  (remember (3 (game vloc STOCK)) (top (game mem LOOSE)))
  (repeat 5 (move (top (game vloc STOCK)) (top (game vloc FREE))))
  (choice ((any (game vloc FREE) 'C (move 'C (top (game vloc STOCK)))) (forget (top (game mem NOTE)))))
  (choice ((turn pass) (inc (game sto N) 1)))
  (scoring max 0))
"""


def test_a_view_does_not_tell_which_of_equal_cards_lies_where() -> None:
    game = recycle_game(ALIKE)
    assert [game.layout.ordered_freely[n] for n, p in enumerate(game.layout.places) if p.name == "FREE"] == [
        True
    ]
    seen: dict[object, set[object]] = {}
    for seed in range(200):
        for state in moments(game, seed):
            if state.decisions > 1:
                continue
            looks = _looks(state)
            seen.setdefault(looks, set()).add(state.view(0).slots)
            assert state.view(0).sample(seed).view(0) == state.view(0)
    assert 20 < len(seen) < 150
    assert all(len(slots) == 1 for slots in seen.values())


def _looks(state: OnTable) -> object:
    """All that can be seen of a table of equal cards: who is a copy of whom, and no number."""
    table, layout = state.table, state.game.layout
    kinds, places = layout.pack.kinds, layout.places
    piles = {str(places[n]): pile for n, pile in enumerate(table.cards)}

    def told(card: int) -> tuple[object, ...]:
        where = str(places[table.where[card]])
        index = piles[where].index(card) if where == "STOCK" else -1
        notes = [i for i, note in enumerate(piles["NOTE"]) if note == card]
        return kinds[card], where, index, tuple(notes), piles["LOOSE"].count(card)

    return (
        tuple(map(told, piles["STOCK"])),
        tuple(sorted(map(told, piles["FREE"]))),
        tuple(map(told, piles["NOTE"])),
        tuple(sorted(map(told, piles["LOOSE"]))),
    )
