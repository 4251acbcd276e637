"""Games as PettingZoo, Gymnasium and OpenSpiel have them: their own conformance tests, and a few of ours."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.envs import gymnasium as ours_in_gymnasium
from croupier.envs import openspiel as ours_in_openspiel
from croupier.envs import pettingzoo as ours_in_pettingzoo
from croupier.envs.one_game import MissingExtra

GAMES = ("kuhn_poker", "leduc_poker", "gops", "agram", "crazy_eights", "lama")


@pytest.fixture
def zoo() -> Any:
    """The tests of PettingZoo."""
    pytest.importorskip("pettingzoo", reason="the extra croupier[pettingzoo] is not installed")
    from pettingzoo import test

    return test


@pytest.fixture
def spiel() -> Any:
    """OpenSpiel, which knows the game croupier."""
    pyspiel = pytest.importorskip("pyspiel", reason="the extra croupier[openspiel] is not installed")
    ours_in_openspiel.register()
    return pyspiel


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_seats_in_turn(zoo: Any, name: str) -> None:
    with warnings.catch_warnings():
        # An observation with its mask is a dictionary, as in PettingZoo's own card games.
        warnings.simplefilter("ignore")
        zoo.api_test(ours_in_pettingzoo.env(name), num_cycles=10)
    zoo.seed_test(lambda: ours_in_pettingzoo.env(name), num_cycles=5)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_seats_at_once(zoo: Any, name: str) -> None:
    zoo.parallel_api_test(ours_in_pettingzoo.parallel_env(name), num_cycles=20)
    zoo.parallel_seed_test(lambda: ours_in_pettingzoo.parallel_env(name), num_cycles=5)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_accepts_a_seat(name: str) -> None:
    pytest.importorskip("gymnasium", reason="the extra croupier[gymnasium] is not installed")
    from gymnasium.utils.env_checker import check_env

    check_env(ours_in_gymnasium.make(name), skip_render_check=True)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_accepts_a_game(spiel: Any, name: str) -> None:
    game = spiel.load_game(f"croupier(game={name})")
    spiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_every_agent_is_told_what_its_seat_knows(zoo: Any) -> None:
    env = ours_in_pettingzoo.env("kuhn_poker", render_mode="ansi")
    env.reset(seed=1)
    mover, other = env.agent_selection, next(a for a in env.agents if a != env.agent_selection)
    assert env.observe(mover)["action_mask"].tolist() == [1, 1, 0, 0]
    assert not env.observe(other)["action_mask"].any()
    names = env.table.encoding.observation_names
    hand = [names.index(f"seat +1 HAND {card}") for card in ("JACK", "QUEEN", "KING")]
    assert not env.observe(mover)["observation"][hand].any()
    assert "You may" in str(env.render())
    with pytest.raises(ValueError, match=r"seat 0: action 3 \(call\) is not possible here"):
        env.step(3)
    env.step(1)
    env.step(3)
    assert sorted(env.rewards.values()) == [-2.0, 2.0]
    assert all(env.terminations.values())


def test_others_play_while_one_seat_learns(zoo: Any) -> None:
    class Timid(croupier.Player):
        """Checks and folds."""

        def choose(self, view: Any) -> Any:
            return view.options[0]

    env = ours_in_gymnasium.make("kuhn_poker", 1, Timid)
    won = []
    for seed in range(5):
        env.reset(seed=seed)
        while True:
            _, reward, over, cut, info = env.step(1)
            assert info["taken"] == 1
            if over or cut:
                break
        won.append(reward)
    # Whoever bets after a check wins the ante of a player who folds.
    assert won == [1.0] * 5
    _, *_, info = (env.reset(seed=0), env.step(3))[1]
    assert info["taken"] == 0
    strict = ours_in_gymnasium.make("kuhn_poker", impossible="raise")
    with pytest.raises(ValueError, match="no game has begun yet"):
        strict.step(0)
    strict.reset(seed=0)
    with pytest.raises(ValueError, match="is not possible here"):
        strict.step(3)
    with pytest.raises(ValueError, match="there is no seat 7"):
        ours_in_gymnasium.make("kuhn_poker", 7)


def test_openspiel_solves_a_game_by_its_exact_chances(spiel: Any) -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    game = spiel.load_game("croupier(game=kuhn_poker)")
    solver = cfr.CFRSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.05
    state = game.new_initial_state()
    assert sum(weight for _, weight in state.chance_outcomes()) == pytest.approx(1)
    state.apply_action(0)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    with pytest.raises(Exception, match="there is no chance 'drawn'"):
        spiel.load_game("croupier(game=kuhn_poker,chance=drawn)")


def test_openspiel_deals_where_chance_cannot_be_listed(spiel: Any) -> None:
    game = spiel.load_game("croupier(game=agram,seats=2,deals=7,utility=rank)")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(deal, pytest.approx(1 / 7)) for deal in range(7)]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sorted(state.returns()) == [-1.0, 1.0]
    assert np.isfinite(game.max_utility())


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours_in_pettingzoo, "AECEnv", object)
    monkeypatch.setattr(ours_in_gymnasium, "Env", object)
    monkeypatch.setattr(ours_in_openspiel, "pyspiel", None)
    with pytest.raises(
        MissingExtra, match=r"pettingzoo is not installed: `pip install 'croupier\[pettingzoo\]'`"
    ):
        ours_in_pettingzoo.parallel_env("kuhn_poker")
    with pytest.raises(MissingExtra, match="gymnasium is not installed"):
        ours_in_gymnasium.make("kuhn_poker")
    with pytest.raises(MissingExtra, match="open_spiel is not installed"):
        ours_in_openspiel.register()
