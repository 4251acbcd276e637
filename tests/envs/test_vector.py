"""Many games side by side: the same numbers on both engines, of what a seat knows and of nothing else."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier.envs.vector import Vector
from croupier.game import Status
from croupier.kernel import KernelEnded
from croupier.native.vectors import NoDecisions
from native_games import quickly_compiled
from small_games import ENDLESS, FAILING, STUCK, game
from vector_agreement import assert_agreement, sampled_rows

REMEMBERING = game(
    "Remembering",
    """\
  (do ((move (top (game iloc STOCK)) (top (game vloc PILE)))))
  (stage player
    (end (or (== (size (game mem SEEN)) 20) (== (game sto TURNS) 50)))
    (choice (
      (do ((remember (top (game vloc PILE)) (top (game mem SEEN))) (inc (game sto TURNS) 1)))
      (do ((inc ((current player) sto SCORE) 1) (inc (game sto TURNS) 1))))))""",
)
"""Comes to more copies than a block has room for: then the interpreter plays on."""


@pytest.fixture(autouse=True)
def _quick_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels that are made quickly rather than quick: a few steps are played here."""
    monkeypatch.setattr("croupier.native.code._kernel", cache(quickly_compiled))


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "gops"])
def test_both_engines_write_the_same_numbers(name: str) -> None:
    assert assert_agreement(name, 40) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hearts", "skat", "coup", "turn_the_tide"])
def test_so_they_do_in_larger_games(name: str) -> None:
    assert_agreement(name, 20)


def test_games_that_the_interpreter_plays_on_write_the_same_numbers() -> None:
    assert assert_agreement(REMEMBERING, 120, rows=2) > 2


@pytest.mark.parametrize(("text", "status"), [(FAILING, Status.FAILED), (ENDLESS, Status.UNFINISHED)])
def test_games_that_do_not_finish_are_worth_nothing(text: str, status: Status) -> None:
    v = croupier.vector(text, 8, max_decisions=20, engine="native")
    rng, seen = np.random.default_rng(1), set()
    for _ in range(25):
        v.step(v.random_actions(rng))
        seen.update(v.status)
        assert all(not v.reward[row].any() for row, how in enumerate(v.status) if how is status)
    assert status in seen


@cache
def some_games(name: str) -> Vector:
    """Two games, somewhere."""
    return croupier.vector(name, 2, seed=3, engine="native")


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(["kuhn_poker", "leduc_poker", "gops"]), st.integers(0, 2**32), st.integers(0, 30))
def test_equal_views_have_equal_observations_and_masks(name: str, seed: int, steps: int) -> None:
    v, rng = some_games(name), np.random.default_rng(seed)
    for _ in range(steps):
        v.step(v.random_actions(rng))
    for row in range(len(v)):
        seen, mask = sampled_rows(v, row, seed)
        assert np.array_equal(seen, v.observation[row])  # type: ignore[index]
        assert np.array_equal(mask, v.mask[row])


def test_a_row_plays_the_same_games_whatever_is_beside_it() -> None:
    few, many = (
        croupier.vector("gops", 2, seed=9),
        croupier.vector("gops", 5, seed=9, threads=2, engine="native"),
    )
    rng = np.random.default_rng(2)
    for _ in range(60):
        actions = many.random_actions(rng)
        few.step(actions[:2])
        many.step(actions)
        assert np.array_equal(few.observation, many.observation[:2])  # type: ignore[index, arg-type]
        assert np.array_equal(few.reward, many.reward[:2])
    few.reset()
    assert few.seeds.tolist() == croupier.vector("gops", 2, seed=9).seeds.tolist()


def test_a_game_of_a_row_can_be_played_again_by_its_seed() -> None:
    v = croupier.vector("gops", 1, seed=4, engine="native")
    state, names = croupier.load("gops").start(int(v.seeds[0])), v.describe().actions
    rng = np.random.default_rng(1)
    while not v.done[0]:
        action = int(v.random_actions(rng)[0])
        state.apply(names[action])
        v.step([action])
    assert state.outcome is not None
    assert v.reward[0].tolist() == [float(score) for score in state.outcome.scores]


def test_rewards_by_rank_and_by_win() -> None:
    ends = {}
    for kind in ("score", "rank", "win"):
        v = croupier.vector("hearts", 1, seed=2, reward=kind, engine="native")
        rng = np.random.default_rng(1)
        while not v.done[0]:
            v.step(v.random_actions(rng))
        ends[kind] = v.reward[0].tolist()
    best = max(ends["score"])
    firsts = [score == best for score in ends["score"]]
    assert ends["win"] == [1 / sum(firsts) if first else 0 for first in firsts]
    assert [rank == 1 for rank in ends["rank"]] == firsts
    assert sum(ends["score"]) in (-26, -78)


def test_every_number_has_a_name() -> None:
    v = croupier.vector("skat", 1, options=32)
    told = v.describe()
    assert v.observation is not None
    assert len(told.observation) == len(set(told.observation)) == v.observation.shape[1]
    assert len(told.actions) == v.actions == v.features.shape[1]
    assert len(told.features) == v.features.shape[2]
    assert "At decision 1" in str(told)


def test_features_tell_item_cards_and_seat() -> None:
    v = croupier.vector("go_fish", 1)
    told = v.describe()
    ask = dict(
        zip(told.features, v.features[0, told.actions.index("ask seat +1 QUEEN")].tolist(), strict=True)
    )
    assert (ask["decision"], ask["item"], ask["seat"]) == (1, 1, 2)
    lead = croupier.vector("hearts", 1)
    told = lead.describe()
    row = lead.features[0, told.actions.index("lead ♥Q")].tolist()
    assert [name for name, n in zip(told.features, row, strict=True) if n] == ["decision", "item", "♥Q"]
    by_index = croupier.vector("scopa", 2, options=64)
    features = by_index.features
    for game_row in range(2):
        for k, option in enumerate(by_index.view(game_row).options):
            cards = [
                name for name, n in zip(by_index.describe().features, features[game_row, k], strict=True) if n
            ]
            assert all(card in option.text for card in cards[2:])


def test_scripts_are_played_too_and_say_so() -> None:
    v = croupier.vector("go_fish.ah", 2, seed=1, options=64)
    assert "is a script" in v.note
    assert "is a script" in str(v.describe())
    rng = np.random.default_rng(1)
    v.step(v.random_actions(rng))
    seen, mask = sampled_rows(v, 0, 1)
    assert np.array_equal(seen, v.observation[0])  # type: ignore[index]
    assert np.array_equal(mask, v.mask[0])


def test_a_step_that_was_interrupted_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    v = croupier.vector("kuhn_poker", 2, engine="native")
    cells = v.game.code.context.cells  # type: ignore[attr-defined]
    at = v.game.code.at["ENDING"]  # type: ignore[attr-defined]
    monkeypatch.setattr(type(v.game.code), "context", property(lambda code: code._threads.context))  # type: ignore[attr-defined]
    cells[at] = 1
    with pytest.raises(KernelEnded):
        v.step(v.mask.argmax(axis=1))
    cells[at] = 0
    with pytest.raises(ValueError, match="the last step was interrupted"):
        v.step(v.mask.argmax(axis=1))
    v.reset()
    v.step(v.mask.argmax(axis=1))


def test_what_cannot_be_is_said() -> None:
    v = croupier.vector("kuhn_poker", 2, observation=False, engine="native")
    assert v.observation is None
    with pytest.raises(ValueError, match=r"row 1: action 3 \(call\) is not possible here; possible are 0, 1"):
        v.step([0, 3])
    with pytest.raises(ValueError, match="row 0: action -1 is not possible"):
        v.step([-1, 0])
    with pytest.raises(ValueError, match="2 integers are needed"):
        v.step([0])
    with pytest.raises(ValueError, match="without observations"):
        v.view(0)
    with pytest.raises(ValueError, match=r"there is no reward 'scores'.*score"):
        croupier.vector("kuhn_poker", 2, reward="scores")
    with pytest.raises(ValueError, match="2 to 32,000 options can be told apart, not 1"):
        croupier.vector("scopa", 2, options=1)
    with pytest.raises(NoDecisions, match="war has no decisions"):
        croupier.vector("war", 2)
    with pytest.raises(NoDecisions):
        croupier.vector(STUCK, 2)
    with pytest.raises(croupier.SourceError):
        croupier.vector(Path("nowhere.rcy"), 2)
    with pytest.raises(croupier.ParameterError):
        croupier.vector("kuhn_poker", 2, seats=5)
