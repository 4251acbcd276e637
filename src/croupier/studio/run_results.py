"""The result of a run as pages show it: sentences, numbers with their intervals, tables, plots, games."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from croupier.game.hosting import listen_too
from croupier.game.recording import TranscriptFile
from croupier.lab.analysis import Analysis
from croupier.lab.comparison import Comparison
from croupier.lab.coverage import Coverage
from croupier.lab.coverage_findings import KINDS, Finding, findings
from croupier.lab.coverage_lines import lines
from croupier.lab.notable import Notable
from croupier.lab.simulate import Simulation
from croupier.lab.study import NoPages, Result, Study
from croupier.lab.sweeps import Sweep
from croupier.lab.tournament import Record
from croupier.lab.tuning import Tuning
from croupier.report.palette import THEMES, named
from croupier.report.plot import Plot
from croupier.report.replays import TITLES, chosen, sentence
from croupier.studio.run_wishes import Wishes
from croupier.text.errors import CroupierError

Message = dict[str, Any]

MOST_ROWS = 500
"""Rows of a table that a page is sent; the whole is among the data."""
_LARGE = ("games", "seats", "decisions", "estimates")
"""Tables with a row a game: pages have no use for them."""


def page_data(found: Result | Tuning) -> Message:
    """All that a page shows at once; plots and games come later."""
    data = found.data()
    tables = found.tables() if isinstance(found, Result) else {}
    return {
        "title": str(data.get("title") or ""),
        "command": found.command(),
        "program": data.get("program", ""),
        "interrupted": found.interrupted if not isinstance(found, Result) else bool(data.get("interrupted")),
        "played": found.played if isinstance(found, Result) else None,
        "verdict": _verdict(found),
        "look_at": list(found.verdict.look_at) if isinstance(found, Analysis) else [],
        "numbers": _numbers(found),
        "tables": [_table(name, rows) for name, rows in tables.items() if name not in _LARGE and rows],
        "troubles": data.get("incidents", []) if isinstance(found, Simulation) else [],
        "lines": _lines(found) if isinstance(found, Coverage) else [],
        "text": found.text(width=100),
        "data": data,
    }


def _verdict(found: Result | Tuning) -> list[str]:
    if isinstance(found, Analysis):
        return list(found.verdict.sentences)
    if isinstance(found, Comparison):
        clear = [
            f"{d.heuristic}: {found.labels[d.one]} {'above' if (d.value or 0) > 0 else 'below'} "
            f"{found.labels[d.other]} by {abs(d.value or 0):.3g}."
            for d in found.significant
        ]
        return [*(clear or ["No difference is more than chance."]), *found.notes]
    if isinstance(found, Coverage):
        told = [_finding(found, one) for one in findings(found)]
        return [
            f"{len(found.rules):,} rules in {found.games():,} games, {len(told):,} of them notable.",
            *told,
        ]
    if isinstance(found, Tuning):
        return found.verdict
    return []


def _estimate(name: str, value: Mapping[str, Any], **more: Any) -> Message:
    mean = value.get("value", value.get("mean"))
    return {"name": name, "value": mean, "low": value["low"], "high": value["high"], "n": value["n"], **more}


def _numbers(found: Result | Tuning) -> list[Message]:
    """Every number with its interval and n."""
    if isinstance(found, Analysis):
        return [
            _estimate(name, score.data(), sentence=score.sentence, curve=list(score.curve))
            for name, score in found.scores.items()
        ]
    if isinstance(found, Simulation):
        data = found.data()
        seats = [
            _estimate(f"wins of seat {s['seat']}", {**s, "value": s["share"]}, sentence=s["player"])
            for s in data["seats"]
        ]
        names = {"length": "decisions_per_game", "options": "options_per_decision", "ties": "ties"}
        return [
            *seats,
            *(_estimate(name, data[key]) for name, key in names.items()),
            _estimate("forced", data["forced"]),
        ]
    if isinstance(found, Comparison):
        return [
            _estimate(f"{d['heuristic']}: {d['game']} − {d['against']}", d, sentence=_chance(d))
            for d in found.data()["differences"]
        ]
    if isinstance(found, Sweep):
        return [
            _estimate(f"{name} at {' '.join(f'{k}={v}' for k, v in point['values'].items())}", score)
            for point in found.data()["points"]
            for name, score in point.get("heuristics", {}).items()
            if score.get("value") is not None
        ]
    if isinstance(found, Record):
        return [
            _estimate(f"{what} of {row['player']}", row[what])
            for row in found.data()["players"]
            for what in ("standing", "wins")
        ]
    if isinstance(found, Tuning):
        return [
            _estimate(f"{aim} at {' '.join(f'{k}={v}' for k, v in one['values'].items())}", estimate)
            for one in found.data()["tried"]
            for aim, estimate in one["aims"].items()
        ]
    return []


def _chance(difference: Message) -> str:
    if difference.get("why"):
        return str(difference["why"])
    return "more than chance" if difference["significant"] else "may be chance"


def _finding(found: Coverage, finding: Finding) -> str:
    rule = found.rules[finding.rule]
    return f"Line {rule.span.line}, {rule.what}: {finding.kind}. {KINDS[finding.kind]}"


def _table(name: str, rows: list[dict[str, Any]]) -> Message:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    return {
        "name": name,
        "columns": columns,
        "rows": [[row.get(column) for column in columns] for row in rows[:MOST_ROWS]],
        "more": max(0, len(rows) - MOST_ROWS),
    }


def _lines(found: Coverage) -> list[Message]:
    """The margin of the text: counts of both series, and whether anything in the line ever happened."""
    return [
        {
            "line": line.number,
            "cells": list(line.cells),
            "reached": line.reached,
            "findings": [_finding(found, finding) for finding in line.findings],
        }
        for line in lines(found)
        if line.rules
    ]


def plots_data(found: Result | Tuning) -> Message:
    """The plots as drawings that take their colours from the page, with the numbers behind them."""
    study = found.comparison if isinstance(found, Tuning) else found
    drawn: list[Message] = []
    note = ""
    try:
        plots = study.plots() if isinstance(study, Study) else {}
        for plot in plots.values():
            if isinstance(plot, Plot):
                drawn.append(_plot(plot))
    except NoPages:
        pass
    except ImportError:
        note = "Plots are not drawn: vl-convert is missing. The tables have all numbers."
    return {"plots": drawn, "note": note, "palettes": {name: named(one) for name, one in THEMES.items()}}


def _plot(plot: Plot) -> Message:
    return {
        "name": plot.name,
        "title": plot.title,
        "caption": plot.caption,
        "alt": plot.alt,
        "svg": "" if plot.single else str(plot.inline()),
        "head": list(plot.head),
        "rows": [[str(cell) for cell in row] for row in plot.rows],
    }


def record_notable(found: Result | Tuning, folder: Path, wishes: Wishes) -> list[Message]:
    """Keep the records of games to look at; what they are, and where their records lie."""
    if not isinstance(found, Analysis):
        return []
    kept = folder / Path(found.evidence.plan.source.name).name
    kept.write_text(wishes.text, encoding="utf-8")
    return [
        {
            "kind": kind,
            "title": TITLES[kind],
            "sentence": sentence(one),
            "record": _recorded(found, one, folder, kept),
        }
        for kind, one in chosen(found.evidence).items()
    ]


def _recorded(found: Analysis, one: Notable, folder: Path, kept: Path) -> str:
    """Follow the decisions of a game once more, and write what happens."""
    plan, game = found.evidence.plan, one.game
    state = plan.game.fresh(game.played.seed, max_steps=plan.max_steps, max_decisions=plan.max_decisions)
    path = folder / f"{one.kind}.jsonl"
    path.unlink(missing_ok=True)
    file = TranscriptFile.create(path)
    try:
        file.add({**plan.game.header(state, game.players), "source": str(kept)})
        listen_too(state, state.recorder(file.add))
        state.begin()
        for decision in game.decisions:
            if not decision.forced:
                state.apply(decision.chosen)
    finally:
        state.listen(None)
        file.close()
    return path.name


def write_report(found: Result | Tuning, path: Path) -> bool:
    """Write the page that `--html` writes; false if there is none."""
    if not isinstance(found, Study | Tuning):
        return False
    try:
        path.write_text(found.page(), encoding="utf-8")
    except (CroupierError, ImportError, OSError) as problem:
        sys.stderr.write(f"no report: {problem}\n")
        return False
    return True
