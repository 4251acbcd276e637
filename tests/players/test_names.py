"""Players by name, with options in one notation; whatever is wrong is said, with what would be right."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint

import pytest

from croupier.game import Stream
from croupier.players import PLAYERS, Player, PlayerError, RandomPlayer, named, names, seated, split


@pytest.mark.parametrize("name", [name for name in PLAYERS if name not in ("exec", "solved")])
def test_every_player_has_a_name_and_can_be_seated(name: str) -> None:
    assert isinstance(named(name)(0, 2, Stream.of(1)), Player)
    assert named(name).needs_view == (name != "random")


def test_options_stand_behind_colons_and_players_between_commas() -> None:
    one, other = split("ismcts:time=0.5s:reward=score, pipmc:tests=10")
    assert named(one).options == {"time": 0.5, "reward": "score"}
    assert named(other).options == {"tests": 10}
    assert named("ismcts:time=200ms").options == {"time": 0.2}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("randm", "no player 'randm': did you mean `random`"),
        ("", "there is no player ''. Known are: random, pipmc, mcts, ismcts"),
        ("ismcts:iteration=5", "ismcts has no option 'iteration': did you mean `iterations`?"),
        ("random:speed=5", "random has no option 'speed'; it has none"),
        (
            "ismcts:iterations=0",
            "iterations=0 is not possible: it takes an integer from 1 to 1,000,000,000,000",
        ),
        ("ismcts:iterations=1000000000001", "it takes an integer from 1 to 1,000,000,000,000"),
        ("pipmc:tests=-3", "tests=-3 is not possible"),
        ("pipmc:tests=many", "tests=many is not possible"),
        (
            "mcts:time=0",
            "time=0 is not possible: it takes a time from 0.001ms to 10000min, such as 200ms, 0.5s or 2min",
        ),
        ("mcts:time=0.0000000001", "time=0.0000000001 is not possible: it takes a time from 0.001ms"),
        ("mcts:time=1us", "time=1us is not possible: it takes a time from 0.001ms"),
        ("mcts:time=10001min", "it takes a time from 0.001ms to 10000min"),
        ("mcts:time=-1s", "time=-1s is not possible"),
        (
            "mcts:reward=fame",
            "reward=fame is not possible: it takes auto or rank or places or inverse or score",
        ),
        ("mcts:confidence=2", "confidence=2 is not possible: it takes a number from 0.5 to 0.999999"),
        ("mcts:explore=nan", "explore=nan is not possible"),
        ("ismcts:500", "'500' is not option=value"),
        ("ismcts:", "'' is not option=value"),
        ("random:", "'' is not option=value"),
        ("ismcts:iterations=5:iterations=6", "gives iterations twice"),
        ("ismcts:reuse=yes:confidence=0.9", "reuse=yes and confidence= exclude each other"),
        ("pipmc:deals=own:time=1s", "deals=own and time= exclude each other"),
        ("pipmc:deals=own:belief=uniform", "deals=own and belief= exclude each other"),
        ("solved", "solved: name the file, as in solved:file=kuhn.json"),
        ("solved:file=", "it takes the name of a file"),
        ("solved:file=no/such/policy.json", "no/such/policy.json: No such file or directory"),
        ("solved:file=pyproject.toml", "is not a policy that `croupier solve --save` wrote"),
        ("exec:", "exec: name a program"),
        ("exec:no/such/bot", "exec: 'no/such/bot' is not to be found"),
        ("exec:tim=3s:./bot", "exec has no option 'tim': did you mean `time`? its options are time"),
        ("exec:speed=3:./bot", "exec has no option 'speed'; its options are time"),
        ("exec:time=2s", "a program has to follow, as in exec:time=2s:./mybot"),
        ("exec:time=3s:time=2s:./bot", "gives time twice"),
        ("exec:time=999999999min:true", "it takes a time from 0.001ms to 10000min"),
        ("exec:pyproject.toml 'x", "is not a command"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(PlayerError) as problem:
        named(text)
    assert said in str(problem.value)


def test_the_limits_themselves_are_possible() -> None:
    assert named("ismcts:iterations=1000000000000").options == {"iterations": 10**12}
    assert named("ismcts:time=0.001ms").options == {"time": 1e-6}
    assert named("ismcts:time=10000min").options == {"time": 600_000.0}


def test_a_program_keeps_its_colons_and_equals_signs() -> None:
    python = sys.executable
    assert named(f"exec:time=2s:{python} bot.py a=b:c").options == {
        "time": 2.0,
        "command": f"{python} bot.py a=b:c",
    }


def test_one_name_is_for_all_seats() -> None:
    assert seated(["random"], 3) == ("random",) * 3
    assert seated(["random"] * 3, 3) == ("random",) * 3


@pytest.mark.parametrize("count", [2, 4])
def test_a_wrong_number_of_players_says_what_is_possible(count: int) -> None:
    with pytest.raises(
        PlayerError, match=f"{count} players for 3 seats: give one for all, or 3 separated by"
    ):
        seated(["random"] * count, 3)


def test_other_packages_register_players(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {
        "dice": EntryPoint("dice", "croupier.players.random:RandomPlayer", "croupier.players"),
        "gone": EntryPoint("gone", "no_such_module:Player", "croupier.players"),
        "odd": EntryPoint("odd", "json:dumps", "croupier.players"),
    }
    monkeypatch.setattr(names, "registered", lambda: entries)
    assert names.kind_named("dice") is RandomPlayer
    with pytest.raises(PlayerError, match=r"'gone' .* cannot be loaded"):
        names.kind_named("gone")
    with pytest.raises(PlayerError, match=r"'odd' .* is not a subclass of Player"):
        names.kind_named("odd")
    with pytest.raises(PlayerError, match=r"Known are: .*dice"):
        names.kind_named("nobody")
