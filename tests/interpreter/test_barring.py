"""Samples that agree with what seats were offered and did not do."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, SAMPLE, Stream
from croupier.interpreter.on_table import OnTable
from croupier.interpreter.view import View

PASSING = """
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (SUIT (RED, GREEN)) (RANK (ONE, TWO, THREE, FOUR)))))
  (do (
    (shuffle (game iloc STOCK))
    (move (top (game iloc STOCK)) (top (game vloc PILE)))
    (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (== (game sto TURNS) 6))
    (choice (
      ((> (size (filter ((current player) iloc HAND) 'H
             (== (cardatt SUIT 'H) (cardatt SUIT (top (game vloc PILE)))))) 0)
        (any (filter ((current player) iloc HAND) 'H
               (== (cardatt SUIT 'H) (cardatt SUIT (top (game vloc PILE)))))
          'C
          (do ((move 'C (top (game vloc PILE))) (inc (game sto TURNS) 1)))))
      ((not (any ((current player) iloc HAND) 'H
              (== (cardatt SUIT 'H) (cardatt SUIT (top (game vloc PILE))))))
        (inc (game sto TURNS) 1))
      ((== (size ((current player) iloc HAND)) 3) (turn pass)))))
  (scoring min (size ((current player) iloc HAND))))
"""
"""Whoever cannot follow the pile passes by counting a turn; (turn pass) tells nothing."""


def barred_names(state: OnTable, place: str) -> set[str]:
    """The cards that everybody knows not to be among the hidden cards of a place."""
    layout = state.table.layout
    number = next(n for n in range(len(layout.places)) if layout.name(n) == place)
    assert state.table.knowledge is not None
    bars = {state.table.knowledge.barred.get(card, 0) for card in state.table.pile(number)}
    assert len(bars) == 1
    bar = bars.pop()
    return {layout.names[card] for kind, card in enumerate(layout.first_of_kind) if bar >> kind & 1}


def test_who_does_not_follow_suit_has_none_of_it() -> None:
    state = recycle_game("agram", seats=2).arrange({"0.HAND": "♥9 ♠3 ♠5", "1.HAND": "♣10 ♠4 ♦5"})
    state.apply("lead ♥9")
    state.apply("play ♣10")
    hearts = {name for name in state.table.layout.names if name.startswith("♥")}
    assert barred_names(state, "1.HAND") == hearts
    view = state.view(0)
    for seed in range(20):
        sample = view.sample(Stream.of(seed, SAMPLE))
        assert not hearts & set(map(sample.table.layout.names.__getitem__, sample.table.pile(1)))


def test_who_follows_suit_tells_nothing() -> None:
    state = recycle_game("agram", seats=2).arrange({"0.HAND": "♥9 ♠3 ♠5", "1.HAND": "♥10 ♥3 ♦5"})
    state.apply("lead ♥9")
    state.apply("follow with ♥10")
    assert barred_names(state, "1.HAND") == set()


def test_conditions_count_however_they_are_written() -> None:
    game = recycle_game(PASSING, engine="interpreter")
    told = {item: len(found) for items in game.layout.exclusions.values() for item, found in items.items()}
    # Playing a card and passing tell nothing.
    assert told == {1: 1}


def moments(name: str, seeds: int) -> list[OnTable]:
    """States along random games."""
    game, found = recycle_game(name), list[OnTable]()
    for seed in range(seeds):
        state, stream = game.start(seed), Stream.of(seed, PLAYER, 1)
        while state.outcome is None:
            if state.decisions % 7 == 0:
                found.append(state.copy())
            state.apply(stream.below(state.option_count))
    return found


def slot_bars(view: View) -> dict[str, tuple[int, ...]]:
    """What hidden slots cannot be, by place."""
    return {str(place): bars for place, bars in view.barred}


@pytest.mark.parametrize("name", ["hearts", "crazy_eights", "schnapsen"])
def test_the_truth_is_never_ruled_out_and_samples_agree(name: str) -> None:
    barred = 0
    for state in moments(name, 2):
        kinds = state.table.layout.pack.kinds
        assert state.table.knowledge is not None
        for card, bar in state.table.knowledge.barred.items():
            assert not bar >> kinds[card] & 1
            barred += bool(bar)
        for seat in range(state.game.seats):
            view = state.view(seat)
            sample = view.sample(Stream.of(seat, SAMPLE))
            assert sample.table.knowledge is not None
            for card, bar in sample.table.knowledge.barred.items():
                assert not bar >> kinds[card] & 1
            # A sample looks the same, down to what its slots cannot be.
            assert sample.view(seat) == view
            assert sample.view(seat).barred == view.barred
    assert barred


def test_what_is_ruled_out_is_the_same_whatever_the_hidden_cards_are() -> None:
    for state in moments("crazy_eights", 2):
        mover = state.to_move
        assert mover is not None
        for observer in range(state.game.seats):
            if observer == mover:
                continue
            for option in state.options:
                other = state.view(observer).sample(Stream.of(3, SAMPLE))
                same = next((one for one in other.options if one.key == option.key), None)
                if same is None:
                    continue
                truth = state.copy()
                truth.apply(option.index)
                other.apply(same.index)
                if truth.view(observer) == other.view(observer):
                    assert slot_bars(truth.view(observer)) == slot_bars(other.view(observer))
