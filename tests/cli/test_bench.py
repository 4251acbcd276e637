"""``croupier bench``: figures for people and as data."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from croupier.cli import group
from croupier.lab import bench
from croupier.lab.bench import Effort

pytestmark = pytest.mark.slow

TINY = Effort(processes=1, seconds=0.01, rounds=1)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Effort, "quick", staticmethod(lambda: TINY))


def test_it_measures_and_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = CliRunner().invoke(group, ["bench", "kuhn_poker", "--quick", "--json"])
    assert ran.exit_code == 0, ran.output
    told = json.loads(ran.stdout)["games"][0]
    for what in ("native", "all_cores", "interpreter"):
        assert told[what]["games_per_second"] > 0
    for what in ("compile_seconds", "load_seconds", "state_bytes", "copy_nanoseconds", "speedup"):
        assert told[what] > 0, what
    assert told["ratio_to_reference"] is None

    one = bench.Measured("agram", 4, native=bench.Rate(2e6, 48e6), interpreter=bench.Rate(500, 12_000))
    one = replace(one, reference=bench.Rate(4e6, 96e6), state_bytes=816)
    monkeypatch.setattr(bench, "measured", lambda *_: one)
    ran = CliRunner().invoke(group, ["bench", "agram"])
    assert "agram     2,000,000  4,000,000   0.50     20.8  10.4" in ran.stdout
    assert "4,000" in ran.stdout


def test_what_cannot_be_measured_is_told() -> None:
    ran = CliRunner().invoke(group, ["bench", "nosuchgame"])
    assert (ran.exit_code, "nosuchgame" in ran.stderr) == (2, True)


def test_an_installed_package_says_where_the_reference_programs_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.__file__", "/nowhere/else/croupier/__init__.py")
    assert "not in an installed package" in bench.reference_programs()
