"""``--html`` and ``--charts``: pages and plots that commands write, and what if they cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import small_games
from croupier.cli import group
from croupier.lab import analysis

pytestmark = pytest.mark.slow

FEW = ("kuhn_poker", "--games", "20,1,2,0", "--players", "pipmc:tests=1", "--workers", "1")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    """The result of a command."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, list(arguments), prog_name="croupier")


@pytest.fixture
def _nothing_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*_: object, **__: object) -> None:
        raise AssertionError("it was played although the report cannot be written")

    monkeypatch.setattr(analysis, "analyze", played)
    monkeypatch.setattr("croupier.lab.tournament.hold", played)


def test_a_report_and_the_plots() -> None:
    result = run("analyze", *FEW, "--html", "report.html", "--charts", "plots/of/kuhn")
    assert result.exit_code == 0, result.output
    assert "the report is in report.html (" in result.stderr
    assert "Kuhn Poker: 2 seats" in result.stdout
    assert Path("report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    files = sorted(path.name for path in Path("plots/of/kuhn").iterdir())
    kinds = [f"{dark}.{ending}" for dark in ("", "-dark") for ending in ("png", "svg")]
    assert files == sorted(
        f"{name}{kind}"
        for name in ("choices", "drama", "lead", "lengths", "wins", "yardstick")
        for kind in kinds
    )


def test_a_tournament() -> None:
    players = ("--players", "random,pipmc:tests=1", "-n", "2", "--workers", "1")
    result = run("tournament", "kuhn_poker", *players, "--html", "t.html", "--charts", "plots")
    assert result.exit_code == 0, result.output
    assert "Who beat whom" in Path("t.html").read_text(encoding="utf-8")
    assert (Path("plots") / "standings.svg").exists()


@pytest.mark.usefixtures("_nothing_played")
@pytest.mark.parametrize("command", ["analyze", "tournament"])
@pytest.mark.parametrize(
    ("option", "place"), [("--html", "missing/r.html"), ("--html", "."), ("--charts", "file/plots")]
)
def test_what_cannot_be_written_is_told_before_anything_is_played(
    command: str, option: str, place: str
) -> None:
    Path("file").write_text("")
    result = run(command, "kuhn_poker", "--players", "random,random", option, place)
    assert result.exit_code == 2
    assert f"croupier: {place}: cannot be written: " in result.stderr
    assert result.stderr.endswith("; nothing was played\n")


@pytest.mark.usefixtures("_nothing_played")
def test_where_nothing_can_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "croupier.cli.reporting.find_spec", lambda name: None if name == "vl_convert" else name
    )
    result = run("analyze", "kuhn_poker", "--html", "r.html")
    assert result.exit_code == 2
    assert "plots take vl-convert-python, which is not installed; nothing was played" in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_nothing_is_lost_when_the_disk_is_full() -> None:
    result = run("analyze", *FEW, "--json", "--html", "/dev/full")
    assert result.exit_code == 2
    assert '"heuristics"' in result.stdout
    [kept] = re.findall(r"No space left on device; it is in (\S+) instead", result.stderr)
    assert "<h1>Kuhn Poker</h1>" in Path(kept).read_text(encoding="utf-8")
    Path(kept).unlink()


def test_a_folder_that_is_gone_when_the_plots_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    real = analysis.analyze

    def slow(*arguments: object, **choices: object) -> object:
        found = real(*arguments, **choices)  # type: ignore[arg-type]
        Path("plots").rmdir()
        return found

    monkeypatch.setattr(analysis, "analyze", slow)
    result = run("analyze", *FEW, "--charts", "plots")
    assert result.exit_code == 2
    kept = re.findall(r"plots/(\S+): cannot be written: .*; it is in (\S+) instead", result.stderr)
    assert len(kept) == 24
    for name, path in kept:
        assert Path(path).suffix == Path(name).suffix
        Path(path).unlink()


def test_games_without_results() -> None:
    Path("stuck.rcy").write_text(small_games.STUCK)
    result = run("analyze", "stuck.rcy", "--games", "5,1,1,0", "--html", "r.html", "--charts", "plots")
    assert result.exit_code == 0, result.output
    assert "Not every game finishes." in Path("r.html").read_text(encoding="utf-8")
    assert list(Path("plots").iterdir()) == []
    assert "there is nothing to plot" in result.stderr
