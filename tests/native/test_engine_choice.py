"""Which engine plays: as asked for, else machine code where that is possible; a note says why not."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

import croupier
from croupier.cli import group
from croupier.interpreter.game import RecycleGame
from croupier.kernel import machine
from croupier.native import NativeGame, code
from croupier.native.lower.unlowered import Unlowered
from native_games import quickly_compiled


@pytest.fixture(autouse=True)
def _no_choice_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROUPIER_ENGINE", raising=False)
    monkeypatch.setattr(code, "_kernel", quickly_compiled)


def test_machine_code_is_the_usual_engine() -> None:
    game = croupier.load("kuhn_poker")
    assert isinstance(game, NativeGame)
    assert (game.engine, game.note) == ("native", "")


def test_an_engine_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert croupier.load("kuhn_poker", engine="interpreter").engine == "interpreter"
    monkeypatch.setenv("CROUPIER_ENGINE", "interpreter")
    assert croupier.load("kuhn_poker").engine == "interpreter"
    assert croupier.load("kuhn_poker", engine="native").engine == "native"
    with pytest.raises(ValueError, match="there is no engine 'natve': did you mean `native`"):
        croupier.load("kuhn_poker", engine="natve")


def test_an_unknown_engine_in_the_environment_is_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_ENGINE", "warp")
    game = croupier.load("kuhn_poker")
    assert game.engine == "native"
    assert "CROUPIER_ENGINE=warp: there is no such engine" in game.note


def test_without_llvmlite_the_interpreter_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "available", lambda: False)
    game = croupier.load("kuhn_poker")
    assert (game.engine, game.note[:26]) == ("interpreter", "llvmlite is not installed:")
    ran = CliRunner().invoke(group, ["simulate", "kuhn_poker", "-n", "5"])
    assert ran.exit_code == 0
    assert "croupier: kuhn_poker: llvmlite is not installed: the interpreter plays" in ran.stderr


def test_without_llvmlite_the_same_kernels_run_under_cpython(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(machine, "available", lambda: False)
    code._kernel.cache_clear()
    game = croupier.load("kuhn_poker", engine="native")
    assert "the same kernels run under CPython" in game.note
    state, other = game.start(3), croupier.load("kuhn_poker", engine="interpreter").start(3)
    assert game.code.stepping.origin == "cpython"  # type: ignore[attr-defined]
    while state.to_move is not None:
        assert [o.text for o in state.options] == [o.text for o in other.options]
        state.apply(0)
        other.apply(0)
    assert state.outcome == other.outcome
    code._kernel.cache_clear()


def test_what_cannot_be_lowered_is_interpreted_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Unlowered("an award of 2 points")

    monkeypatch.setenv("CROUPIER_CACHE", "off")
    monkeypatch.setattr("croupier.native.game.lower", refuse)
    game = croupier.load("kuhn_poker", engine="native")
    assert (game.engine, game.note) == (
        "interpreter",
        "only the interpreter can play it: an award of 2 points",
    )
    ran = CliRunner().invoke(group, ["simulate", "kuhn_poker", "-n", "5", "--engine", "native"])
    assert ran.exit_code == 0
    assert "croupier: kuhn_poker: only the interpreter can play it: an award of 2 points" in ran.stderr
    assert "by the interpreter" in ran.stdout


def test_a_simulation_tells_its_engine_and_that_it_has_compiled() -> None:
    ran = CliRunner().invoke(group, ["simulate", "kuhn_poker", "-n", "5", "--engine", "native"])
    # Another test may have played it before.
    assert re.search("by machine code, (compiled|loaded from the cache) in", ran.stdout)
    ran = CliRunner().invoke(group, ["simulate", "kuhn_poker", "-n", "5", "--engine", "interpreter"])
    assert "by the interpreter" in ran.stdout


@pytest.mark.parametrize("command", [["--help"], ["check", "agram"]])
def test_what_does_not_play_does_not_load_the_engine(command: list[str]) -> None:
    script = (
        "import sys\nfrom croupier.cli import group\n"
        f"try: group.main({command!r}, standalone_mode=False)\n"
        "finally: print([name for name in sys.modules if 'llvmlite' in name or 'croupier.native' in name])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_a_native_game_has_the_interpreters_game_and_is_not_one() -> None:
    game = NativeGame(croupier.read("kuhn_poker"), "kuhn_poker")
    assert not isinstance(game, RecycleGame)
    assert (game.layout, game.body) == (game.interpreter.layout, game.interpreter.body)
    for asked in ("title", "seats", "cards", "teams", "rules_hash", "settings", "actions", "chance_lines"):
        assert getattr(game, asked) == getattr(game.interpreter, asked)


def test_a_facade_shares_the_rules_and_no_object_that_knows_a_state() -> None:
    game = NativeGame(croupier.read("kuhn_poker"), "kuhn_poker")
    facade = game.facade(0)
    assert facade is game.facade(0) is facade.facade(1)
    assert (facade.layout, facade.lowered) == (game.layout, game.lowered)
    assert facade.interpreter is not game.interpreter
    assert facade.code is not game.code


def test_a_choice_of_very_many_items_is_left_to_the_interpreter() -> None:
    one = "((== (size ((current player) iloc HAND)) 0) (turn pass))"
    text = croupier.read("kuhn_poker").source.text.replace("(choice (", f"(choice ({one * 501}", 1)
    game = croupier.load(text, engine="native")
    assert game.engine == "interpreter"
    assert "machine code is made of choices with up to 500" in game.note
