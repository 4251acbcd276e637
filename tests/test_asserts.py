"""Asserts state what cannot be otherwise and do nothing: everything holds under ``python -O``, too.

CI runs this file with asserts switched off. Those of the tests themselves stay on: pytest rewrites them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from croupier.catalog.loading import find_source
from croupier.lab import bench
from croupier.lab.coverage import coverage
from croupier.lab.simulate import Plan
from croupier.lab.tournament import Tournament
from croupier.lab.work.crew import Crew
from croupier.native.lower.unlowered import Unlowered
from croupier.players import Maker, PlayerError, RandomPlayer
from croupier.testing import assert_plays

ROOT = Path(__file__).parents[1]
HARMLESS = {"isinstance", "len", "abs", "all", "any"}
"""What an assert may call."""


def _texts() -> Iterator[tuple[Path, str]]:
    for folder in ("src", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, path.read_text(encoding="utf-8")


def _asserts(text: str) -> Iterator[ast.Assert]:
    if re.search(r"^\s*assert\b", text, re.MULTILINE):
        yield from (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assert))


def _kept(text: str) -> list[str]:
    """The names of the properties that are computed once and kept."""
    return re.findall(r"@cached_property\s+def (\w+)", text)


def _narrows(test: ast.expr) -> bool:
    """A test for the type checker, of something that the next lines read anyway."""
    if isinstance(test, ast.Compare):
        return isinstance(test.ops[0], ast.IsNot) and ast.unparse(test.comparators[0]) == "None"
    return isinstance(test, ast.Call) and ast.unparse(test.func) == "isinstance"


def _acts(test: ast.expr, kept: set[str]) -> bool:
    """Something in this test may do more than look."""
    for node in ast.walk(test):
        match node:
            case ast.NamedExpr() | ast.Await() | ast.Yield() | ast.YieldFrom():
                return True
            case ast.Call(func=ast.Name(id=name)) if name in HARMLESS:
                pass
            case ast.Call():
                return True
            case ast.Attribute(attr=name) if name in kept and not _narrows(test):
                return True
    return False


def test_no_assert_does_anything() -> None:
    texts = dict(_texts())
    kept = {name for text in texts.values() for name in _kept(text)}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path, text in texts.items()
        for node in _asserts(text)
        if _acts(node.test, kept)
    ]
    assert {"lowered", "makers", "seatings"} <= kept
    assert found == []


@pytest.mark.parametrize(
    "text", ["f(x)", "all(f(x) for x in y)", "(x := y)", "self.made", "len(self.made) == 2"]
)
def test_what_the_scan_finds(text: str) -> None:
    assert _acts(ast.parse(text, mode="eval").body, {"made"})


@pytest.mark.parametrize(
    "text", ["x", "len(x) == 2", "isinstance(x, int)", "self.made is not None", "self.seat < 4"]
)
def test_what_the_scan_lets_pass(text: str) -> None:
    assert not _acts(ast.parse(text, mode="eval").body, {"made"})


def test_an_assert_of_a_test_fails_even_then() -> None:
    with pytest.raises(AssertionError):
        assert ROOT is None


def test_an_unknown_player_is_refused_before_anything_is_played() -> None:
    plan = Plan(find_source("kuhn_poker"), players=("nobody",), engine="interpreter")
    with pytest.raises(PlayerError, match="nobody"):
        plan.check()


def test_coverage_refuses_an_unknown_player_before_anything_is_played() -> None:
    told: list[str] = []
    plan = Plan(find_source("kuhn_poker"), engine="interpreter")
    with Crew(1) as crew, pytest.raises(PlayerError, match="nobody"):
        coverage(plan, (3, 3), player="nobody", crew=crew, progress=lambda series, *_: told.append(series))
    assert told == []


def test_a_tournament_is_refused_with_its_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Tournament(Plan(find_source("kuhn_poker"), engine="interpreter"), ("random", "random"), 3)

    def refuse(*_: object) -> None:
        raise PlayerError("no game can be started")

    monkeypatch.setattr(held.plan.game, "start", refuse)
    with pytest.raises(PlayerError, match="no game can be started"):
        held.check()


def test_what_cannot_be_lowered_goes_to_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Unlowered("an award of 2 points")

    monkeypatch.setenv("CROUPIER_CACHE", "off")
    monkeypatch.setattr("croupier.native.game.lower", refuse)
    assert croupier.load("kuhn_poker", engine="native").engine == "interpreter"


def test_a_player_that_plays_otherwise_the_second_time_fails_its_contract() -> None:
    turns = iter(range(1000))

    class Fickle(RandomPlayer):
        """Goes by how often it was asked, in whatever game."""

        def pick(self, count: int) -> int:
            return next(turns) // 3 % count

    with pytest.raises(AssertionError, match="with seed 0 it played"):
        assert_plays(Maker("fickle", Fickle, {}), croupier.load("agram", engine="interpreter"))


def test_contracts_do_not_rest_on_asserts() -> None:
    """What `croupier.testing` demands is demanded under `python -O`, too."""
    for path, text in _texts():
        if "testing" in path.parts:
            assert not list(_asserts(text)), path


def test_bench_measures_lowering(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    monkeypatch.setattr("croupier.native.lower.lower", seen.append)
    game = croupier.load("kuhn_poker", engine="interpreter")
    bench._lower_again(game)
    assert len(seen) == 1
