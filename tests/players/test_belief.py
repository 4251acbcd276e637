"""Deals weighed by what others have chosen."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, Stream
from croupier.players import named
from croupier.players.belief import Model, Past, believed, by_tests, uniform
from croupier.players.playing import play_to_the_end
from croupier.players.searching import plain_deal

pytestmark = pytest.mark.slow


def test_without_a_past_deals_are_plain() -> None:
    view = recycle_game("kuhn_poker").start(seed=1).view(0)
    plain = plain_deal(view, 5)
    assert believed(Past(0), view, uniform, 5, plain) is plain


def test_deals_are_led_to_the_present() -> None:
    state = recycle_game("gops").start(seed=1)
    past = Past(1)
    past.seen(state.view(1))
    state.apply(3)
    view = state.view(1)
    plain = plain_deal(view, 5)
    deal, again = (believed(past, view, uniform, 5, plain) for _ in range(2))
    assert deal is not plain
    assert all(deal(k).view(1) == view for k in range(5))
    assert [deal(k).view(0) for k in range(5)] == [again(k).view(0) for k in range(5)]


def test_deals_count_by_how_likely_the_others_were_to_choose_so() -> None:
    """Facing a bet with the queen: if only kings bet, it must be the king."""
    states = (recycle_game("kuhn_poker").start(seed) for seed in range(50))
    state = next(s for s in states if s.view(1).cards("1.HAND") == ("QUEEN",))
    past = Past(1)
    past.seen(state.view(1))
    state.apply(next(o for o in state.options if o.text == "bet"))
    view = state.view(1)

    def only_kings_bet(at: Any, _: Stream) -> list[float]:
        return [0.0, 1.0] if at.view(0).cards("0.HAND") == ("KING",) else [1.0, 0.0]

    def hands(model: Model) -> set[Any]:
        deal: Any = believed(past, view, model, 1, plain_deal(view, 1))
        return {deal(k).view(0).cards("0.HAND") for k in range(32)}

    assert hands(only_kings_bet) == {("KING",)}
    assert hands(uniform) == {("KING",), ("JACK",)}


def test_models_are_distributions() -> None:
    state = recycle_game("kuhn_poker").start(seed=1)
    for model in (uniform, by_tests(state.view(0).teams)):
        likely = model(state, Stream.of(1))
        assert len(likely) == 2
        assert abs(sum(likely) - 1) < 1e-12


def test_players_who_believe_watch_the_table() -> None:
    game = recycle_game("leduc_poker")
    state = game.start(seed=2)
    texts = ("ismcts:iterations=5:belief=uniform", "random")
    players = [named(text)(seat, 2, Stream.of(2, PLAYER, seat)) for seat, text in enumerate(texts)]
    assert [player.watches for player in players] == [True, False]
    play_to_the_end(state, players)
    assert state.outcome is not None
