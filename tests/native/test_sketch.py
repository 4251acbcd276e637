"""Machine code is found in the cache without lowering its program."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.catalog.loading import find_source
from croupier.lab.counting import Counting
from croupier.lab.simulate import Plan
from croupier.native.lower import Lowered
from croupier.native.lower import lower as real

pytest.importorskip("llvmlite")


def played(**more: object) -> object:
    """The statistics of some games, all of it from the beginning."""
    plan = Plan(find_source("kuhn_poker"), engine="native", **more)  # type: ignore[arg-type]  # any field
    return Counting(plan).prepare()(range(30)).tally


@pytest.fixture
def lowerings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The programs that are lowered, with a cache of their own."""
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "data"))
    found: list[str] = []

    def lower(layout: object, *rules: object) -> Lowered:
        found.append("lowered")
        return real(layout, *rules)  # type: ignore[arg-type]  # as they come

    monkeypatch.setattr("croupier.native.game.lower", lower)
    return found


def test_the_second_time_nothing_is_lowered(lowerings: list[str]) -> None:
    first = played()
    assert len(lowerings) == 1
    assert played() == first
    assert len(lowerings) == 1


def test_another_program_has_another_sketch(lowerings: list[str]) -> None:
    played()
    Counting(Plan(find_source("agram"), seats=2, engine="native")).prepare()
    Counting(Plan(find_source("agram"), seats=3, engine="native")).prepare()
    Counting(Plan(find_source("agram"), settings={"HANDSIZE": 3}, engine="native")).prepare()
    assert len(lowerings) == 4


def test_a_forged_sketch_is_made_anew(lowerings: list[str], tmp_path: Path) -> None:
    first = played()
    for file in (tmp_path / "cache" / "kernels").glob("*.kernel"):
        file.write_bytes(file.read_bytes().replace(b'"NS": ', b'"NS": 9'))
    assert played() == first
    assert len(lowerings) == 2


def test_who_steps_lowers_after_all(lowerings: list[str]) -> None:
    played()
    state = Plan(find_source("kuhn_poker"), engine="native").game.start(1)
    assert state.options
    assert len(lowerings) == 2
