"""The player that plays by a policy from a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, Stream
from croupier.lab.solve import solve
from croupier.lab.solve.tables import saved_policy
from croupier.players import Player, PlayerError, PlayerFailure, named
from croupier.players.playing import play_to_the_end
from croupier.players.policy import Policy, PolicyError


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy for Kuhn poker."""
    path = tmp_path_factory.mktemp("policies") / "kuhn.json"
    path.write_text(saved_policy(solve(recycle_game("kuhn_poker"))).text(), encoding="utf-8")
    return path


def players(path: Path, seed: int) -> list[Player]:
    """Two players of the policy."""
    return [named(f"solved:file={path}")(seat, 2, Stream.of(seed, PLAYER, seat)) for seat in range(2)]


@pytest.mark.parametrize("engine", ["native", "interpreter"])
def test_it_plays_what_the_policy_says_on_both_engines(kuhn: Path, engine: str) -> None:
    game, bets = recycle_game("kuhn_poker", engine=engine), {"JACK": 0, "QUEEN": 0, "KING": 0}
    for seed in range(200):
        state, seated = game.start(seed), players(kuhn, seed)
        [card] = state.view(0).cards("0.HAND")
        first = state.options
        play_to_the_end(state, seated)
        assert state.outcome is not None
        bets[str(card)] += first[state.choices[0]].text == "bet"
    # The king bets three times as often as the jack, the queen never.
    assert bets["QUEEN"] == 0
    assert 0 < bets["JACK"] < bets["KING"]


def test_a_policy_is_the_same_when_it_is_read_again(kuhn: Path) -> None:
    policy = Policy.read(kuhn)
    assert Policy.read(kuhn) == policy
    assert (policy.game, policy.seats, policy.complete, len(policy.chances)) == ("kuhn_poker", 2, True, 12)
    assert policy.about["method"] == "cfr+"


def test_another_game_is_told(kuhn: Path) -> None:
    state = recycle_game("leduc_poker").start(1)
    with pytest.raises((PlayerError, PlayerFailure), match="was made for kuhn_poker with 2 seats"):
        play_to_the_end(state, players(kuhn, 1))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"croupier": {"policy": 99}}, "its layout is 99"),
        ({"croupier": 1}, "no head"),
        ({"policy": []}, "no policy"),
        ({"policy": {"00": {}}}, "no options"),
        ({"policy": {"00": {"a": -1}}}, "-1 is not how likely"),
        ({"policy": {"00": {"a": "x"}}}, "'x' is not how likely"),
        ({"policy": {"00": {"a": 0}}}, "ever taken"),
        ({"seats": "two"}, "not complete"),
        ({"ignoring": 3}, "list of names"),
    ],
)
def test_files_that_are_no_policies(kuhn: Path, tmp_path: Path, change: dict[str, object], said: str) -> None:
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(json.loads(kuhn.read_text()) | change), encoding="utf-8")
    with pytest.raises(PolicyError, match=said):
        Policy.read(path)


def test_a_truncated_file_and_one_that_is_no_text(kuhn: Path, tmp_path: Path) -> None:
    path = tmp_path / "short.json"
    path.write_bytes(kuhn.read_bytes()[:100])
    with pytest.raises(PolicyError, match="not a policy"):
        Policy.read(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PolicyError, match="not a text"):
        Policy.read(path)
