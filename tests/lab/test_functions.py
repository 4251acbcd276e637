"""The functions of Python: options of the commands, rows, frames, and progress."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import croupier
from croupier.cli import group
from croupier.lab.frames import FrameError
from croupier.lab.functions import KeepError
from croupier.lab.several import Step

SEATS = ("game", "seed", "seat", "player", "score", "rank", "won", "length")
PLAYERS = ["random", "pipmc:tests=1"]
FEW: dict[str, Any] = {"games": "20,1,1,0", "players": "pipmc:tests=1", "workers": 1}

NAMES = {"number": "games", "sizes": "games", "game": "game"}
"""What a command calls an option inside, where the function has another name."""
PRINTED = {"as_json", "html", "charts", "csv", "parquet", "max_size", "trace"}
"""Options for which results have methods, or that are about reading files and watching games."""


@pytest.mark.parametrize("name", ["simulate", "coverage", "tournament", "analyze", "compare", "sweep"])
def test_functions_take_the_options_of_their_commands(name: str) -> None:
    command = group.get_command(None, name)  # type: ignore[arg-type] # the lazy group needs no context
    assert command is not None
    options = {each.name or "" for each in command.params if each.param_type_name == "option"} - PRINTED
    names = {**NAMES, "number": "deals"} if name == "tournament" else NAMES
    wanted = {names.get(option, option) for option in options} - {"help"}
    assert wanted | {"progress"} <= set(inspect.signature(getattr(croupier, name)).parameters)


def test_kept_games_are_rows_and_change_no_number() -> None:
    plain = croupier.simulate("kuhn_poker", games=30, seed=2, workers=1)
    kept = croupier.simulate("kuhn_poker", games=30, seed=2, workers=1, keep=True)
    close = croupier.simulate("kuhn_poker", games=30, seed=2, workers=2, keep="decisions")
    assert plain.tally == kept.tally == close.tally
    assert kept.rows() == close.rows()
    first = dict(zip(SEATS, kept.rows()[0], strict=True))
    assert (first["game"], first["seat"], first["player"]) == (0, 0, "random")
    assert sum(row[SEATS.index("score")] for row in kept.rows()) == 0
    assert len(kept.rows("games")) == 30
    assert len(close.rows("decisions")) == sum(row[3] for row in kept.rows("games"))


def test_a_game_without_a_result_has_rows_without_scores() -> None:
    [first, _] = croupier.simulate("kuhn_poker", games=1, max_decisions=1, workers=1, keep=True).rows()
    assert first[4:] == (None, None, None, 1)


def test_without_rows_a_sentence_tells_how_to_keep_them() -> None:
    with pytest.raises(FrameError, match=r"`simulate\(…, keep=True\)` keeps games and seats"):
        croupier.simulate("kuhn_poker", games=2, workers=1).frame()
    with pytest.raises(FrameError, match="no decisions"):
        croupier.tournament("kuhn_poker", PLAYERS, deals=1, workers=1).frame("decisions")
    with pytest.raises(KeepError, match='keep is True, False or "decisions"'):
        croupier.simulate("kuhn_poker", games=2, keep="all")
    with pytest.raises(KeepError, match="give one of the two"):
        croupier.simulate("kuhn_poker", games=2, keep=True, out="runs")


def test_tournaments_and_raw_analyses_keep_games() -> None:
    record = croupier.tournament("kuhn_poker", PLAYERS, deals=2, workers=1)
    assert {row[3] for row in record.rows()} == set(PLAYERS)
    assert len(record.rows()) == 2 * record.played == 8
    raw = croupier.analyze("kuhn_poker", raw=True, **FEW)
    assert {row[0] for row in raw.rows("games")} == {"random", "mixed", "ai"}
    assert raw.rows("decisions")
    assert raw.rows()[0][0] in raw.scores


def test_frames_are_of_pandas_or_of_polars_or_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    found = croupier.simulate("kuhn_poker", games=2, workers=1, keep=True)
    made = {
        "pandas": SimpleNamespace(DataFrame=lambda rows: ("pandas", rows)),
        "polars": SimpleNamespace(DataFrame=lambda rows, **_: ("polars", rows), UInt64=int),
    }
    for library in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, library, made[library])
        name, rows = found.frame()
        assert name == library
        assert tuple(rows[0]) == SEATS
        # None in the place of a module makes the import fail.
        monkeypatch.setitem(sys.modules, library, None)
        monkeypatch.setitem(sys.modules, "polars", made["polars"] if library == "pandas" else None)
    with pytest.raises(FrameError, match=r"croupier\[pandas\]' or 'croupier\[polars\]'"):
        found.frame()


def test_results_are_frozen_and_told_in_a_line() -> None:
    found = croupier.simulate("kuhn_poker", games=2, workers=1)
    record = croupier.tournament("kuhn_poker", PLAYERS, deals=1, workers=1)
    compared = croupier.compare(["kuhn_poker", "leduc_poker"], heuristics=["gamelength"], **FEW)
    assert repr(found) == "<Simulation of Kuhn Poker: 2 games, seed 1>"
    assert repr(record) == "<Record of Kuhn Poker: 2 games, seed 1>"
    assert repr(compared).startswith("<Comparison of Kuhn Poker and Leduc Poker: ")
    results: list[Any] = [found, record, compared]
    for result in results:
        with pytest.raises(AttributeError):
            result.interrupted = True
    assert found._repr_html_().startswith("<pre>Kuhn Poker: 2 games")
    assert found.data()["games"] == 2


def test_progress_is_shown_told_or_silent(capsys: pytest.CaptureFixture[str]) -> None:
    croupier.simulate("kuhn_poker", games=3, workers=1)
    croupier.coverage("kuhn_poker", games=(3, 0), workers=1, progress=False)
    assert capsys.readouterr().err == ""
    croupier.simulate("kuhn_poker", games=3, workers=1, progress=True)
    assert "3 of 3" in capsys.readouterr().err
    told: list[tuple[str, int, int]] = []
    croupier.simulate("kuhn_poker", games=3, workers=1, progress=lambda *step: told.append(step))
    assert (told[0], told[-1]) == (("games", 0, 3), ("games", 3, 3))
    steps: list[Step] = []
    settings = {"ANTE": [1, 2]}
    croupier.sweep("kuhn_poker", settings=settings, heuristics=["gamelength"], progress=steps.append, **FEW)
    assert {step.number for step in steps} == {1, 2}


def test_a_notebook_is_a_place_to_show_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = SimpleNamespace(config={"IPKernelApp": {}})
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    croupier.simulate("kuhn_poker", games=3, workers=1)
    assert "3 of 3" in capsys.readouterr().err


def test_runs_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    out = str(tmp_path / "runs")
    croupier.simulate("kuhn_poker", games=10, workers=1, out=out)
    longer = croupier.simulate("kuhn_poker", games=20, workers=1, out=out, resume=True)
    assert (longer.known, longer.tally) == (10, croupier.simulate("kuhn_poker", games=20, workers=1).tally)
    croupier.simulate("kuhn_poker", games=2, workers=1, transcripts=tmp_path / "games")
    assert len(list((tmp_path / "games").iterdir())) == 2
    only = croupier.simulate("kuhn_poker", only=7, workers=1, keep=True)
    assert {row[0] for row in only.rows()} == {7}


def test_studies_take_a_class_as_their_ai() -> None:
    class First(croupier.Player):
        """Takes the first option."""

        def choose(self, view: croupier.View) -> int:
            return 0

    found = croupier.analyze("kuhn_poker", games="20,4,4,0", players=First)
    assert found.evidence.player == "First"
    assert croupier.coverage("kuhn_poker", games=(10, 4), players=First).player == "First"
