"""Players from files, classes and functions: they mean the same in every folder and every process."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import croupier
from croupier.catalog.loading import find_source
from croupier.cli import group
from croupier.game import Option, Stream, View
from croupier.lab.ladder import with_budget
from croupier.lab.simulate import Plan
from croupier.lab.store.identity import Identity
from croupier.lab.tournament import Tournament
from croupier.lab.work import Done, Processes
from croupier.players import (
    Player,
    PlayerError,
    PlayerFailure,
    PlayerText,
    RandomPlayer,
    named,
    player_text,
    split,
)

pytestmark = pytest.mark.slow

BOT = """
import beside
from croupier.players import Player
from croupier.players.settings import whole

class Timid(Player):
    "Takes the first option."
    settings = (whole("option", 0, "The option it takes.", 0),)
    def choose(self, view):
        return min(self.options["option"], view.option_count - 1)

class Idle(Player):
    "Does not choose."

def make(seat, seats, stream):
    return Timid(seat, seats, stream, option=1)

THREE = 3
"""


class First(Player):
    """Takes the first option."""

    def choose(self, view: View) -> Option:
        return view.options[0]


def first(seat: int, seats: int, stream: Stream) -> Player:
    """Makes players who take the first option."""
    return First(seat, seats, stream)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "beside.py").write_text("WORD = 1\n")
    (tmp_path / "bot.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_a_file_and_a_class_name_a_player_with_options(folder: Path) -> None:
    one, other = split("bot.py:Timid:option=2, random")
    assert (one, other) == ("bot.py:Timid:option=2", "random")
    assert named(one).options == {"option": 2}
    assert named(one).text == "bot.py:Timid:option=2"
    assert named("./bot.py:Timid").kind is named(str(folder / "bot.py:Timid")).kind, "imported once"
    assert named("bot.py:make")(1, 2, Stream.of(1)).options == {"option": 1}


def test_a_text_that_was_read_means_the_same_in_another_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(find_source("kuhn_poker"), players=("bot.py:Timid", "random"))
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    there = pickle.loads(pickle.dumps(plan))
    assert there.players == ("bot.py:Timid", "random")
    assert there.makers[0].kind.__name__ == "Timid"
    with pytest.raises(PlayerError, match=r"there is no file bot\.py"):
        named("bot.py:Timid")


def test_worker_processes_import_the_same_file(folder: Path) -> None:
    plan = Plan(find_source("kuhn_poker"), seed=3)
    tournament = Tournament(plan, ("bot.py:Timid", "bot.py:make", player_text(RandomPlayer)), 2)
    staff = Processes(1)
    try:
        (done,) = staff.map(tournament, [range(tournament.games)])
    finally:
        staff.close()
    assert isinstance(done, Done)
    assert done.result == [tournament.play(index) for index in range(tournament.games)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no.py:X", r"there is no file no\.py \(looked for .*no\.py\)"),
        ("bot.py:Timd", r"bot\.py has no class 'Timd': did you mean `Timid`\? it has Timid, Idle"),
        ("bot.py", r"bot\.py names no class, as in bot\.py:Timid; it has Timid, Idle"),
        ("bot.py:THREE", "neither a subclass of Player nor a function that makes one"),
        ("bot.py:Idle", "Idle does not define choose"),
        ("bot.py:Timid:opt=1", r"bot\.py:Timid has no option 'opt': did you mean `option`\?"),
        ("bot.py:Timid:option", "'option' is not option=value"),
        ("bot.py:make:option=1", "is a function: only classes take options"),
        ("raises.py:X", r"raises\.py cannot be imported: KeyError: 'ace' \(.*raises\.py:2\)$"),
        ("imports.py:X", r"No module named 'no_such_module' \(.*imports\.py:1\)$"),
        ("unfinished.py:X", r"cannot be imported: SyntaxError: .* \(.*unfinished\.py:1\)$"),
        ("leaves.py:X", r"cannot be imported: SystemExit: 4 \(.*leaves\.py:1\)$"),
        ("nulls.py:X", r"nulls\.py cannot be imported: \w+: "),
        ("folder.py:X", r"folder\.py cannot be read: "),
        (r"C:\bots\bot.py:Timid", r"there is no file C:\\bots\\bot\.py "),
    ],
)
def test_what_is_wrong_is_said_in_one_line(folder: Path, text: str, said: str) -> None:
    (folder / "raises.py").write_text("def f():\n    return {}['ace']\nf()\n")
    (folder / "imports.py").write_text("import no_such_module\n")
    (folder / "unfinished.py").write_text("class X(:\n")
    (folder / "leaves.py").write_text("raise SystemExit(4)\n")
    (folder / "nulls.py").write_bytes(b"x = '\x00\xff'\n")
    (folder / "folder.py").mkdir()
    with pytest.raises(PlayerError, match=said) as problem:
        named(text)
    assert "\n" not in str(problem.value)
    assert not isinstance(problem.value, PlayerFailure)


def run(*words: str) -> Any:
    """What a command does."""
    return CliRunner().invoke(group, words, prog_name="croupier")


def test_commands_take_files_and_refuse_missing_ones_as_wrong_usage(folder: Path) -> None:
    played = run("tournament", "kuhn_poker", "--players", "bot.py:Timid,random", "--deals", "3", "--json")
    assert played.exit_code == 0, played.output
    assert '"bot.py:Timid"' in played.stdout
    assert run("simulate", "kuhn_poker", "--players", "bot.py:Timid", "--games", "3").exit_code == 0
    listed = run("players", "bot.py:Timid")
    assert "The option it takes." in listed.output
    for command in ("simulate", "tournament", "play", "analyze"):
        players = "bot.py:Timd" if command == "analyze" else "bot.py:Timd,bot.py:Timid"
        refused = run(command, "kuhn_poker", "--players", players)
        assert refused.exit_code == 2, command
        assert "Error: --players: bot.py has no class 'Timd': did you mean `Timid`?" in refused.stderr


def test_a_kept_run_knows_the_text_of_a_player(folder: Path) -> None:
    plan = Plan(find_source("kuhn_poker"), players=("bot.py:Timid",))
    before = Identity("simulate", plan, {"players": list(plan.seating)}).id
    (folder / "bot.py").write_text(BOT.replace("THREE = 3", "THREE = 4"))
    assert Identity("simulate", plan, {"players": list(plan.seating)}).id != before


def test_another_budget_keeps_the_file() -> None:
    player = PlayerText("bot.py:Deep:iterations=4:fold=yes", "/bots/bot.py")
    with pytest.raises(PlayerError, match=r"there is no file bot\.py \(looked for /bots/bot\.py\)"):
        with_budget(player, 8)


def test_python_takes_classes_functions_and_names_together() -> None:
    record = croupier.tournament("kuhn_poker", [First, first, "random"], deals=3, workers=1)
    assert record.tournament.labels == ("First", "first", "random")
    assert record.deals == 3
    assert croupier.simulate("kuhn_poker", games=4, players=First, workers=1).tally.finished == 4
    assert croupier.simulate("kuhn_poker", games=4, players=[First, "random"], workers=1).tally.games == 4


def test_our_own_classes_are_called_by_their_names() -> None:
    assert player_text(RandomPlayer) == "random"
    by_class = croupier.simulate("kuhn_poker", games=20, players=RandomPlayer, workers=1)
    assert by_class.tally == croupier.simulate("kuhn_poker", games=20, workers=1).tally


def test_a_partial_class_has_its_options() -> None:
    class Deep(Player):
        """Has an option."""

        settings = named("ismcts").kind.settings

        def choose(self, view: View) -> int:
            return 0

    text = player_text(partial(Deep, iterations=3))
    assert text == "Deep:iterations=3"
    assert named(text).options == {"iterations": 3}
    with pytest.raises(PlayerError, match="has no option 'speed'"):
        player_text(partial(Deep, speed=3))


def test_what_workers_cannot_import_plays_in_this_process() -> None:
    class Local(First):
        """A class that has no name in its module, as in a notebook."""

    text = player_text(Local)
    assert isinstance(text, PlayerText)
    assert not text.can_be_sent
    with pytest.raises(PlayerError, match="play with workers=1, or put it into a file"):
        pickle.dumps(text)
    players = [Local, lambda seat, seats, stream: Local(seat, seats=seats, stream=stream)]
    record = croupier.tournament("kuhn_poker", players, deals=2, workers=2)
    assert record.tournament.labels == ("Local", "lambda")
    assert record.deals == 2


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda seat, seats, stream: 3, "it made 3, which is not a Player"),
        (lambda seat, seats, stream: First(0, seats, stream), "it made a player for seat 0"),
        (lambda: None, "TypeError: .* takes 0 positional arguments"),
    ],
)
def test_a_function_that_makes_no_player_is_to_blame(make: Callable[..., Any], said: str) -> None:
    with pytest.raises(PlayerFailure, match=f"the player lambda at seat 1 has failed: .*{said}"):
        named(player_text(make))(1, 2, Stream.of(1))


@pytest.mark.parametrize("given", [int, 3, None])
def test_anything_else_is_no_player(given: Any) -> None:
    with pytest.raises(PlayerError, match="is no player"):
        player_text(given)
