"""Comparisons: several games side by side, as data, as text, and what is odd about some of them."""

from __future__ import annotations

import csv
import json
import os
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest

import small_games
import truth_games
from croupier.catalog.loading import find_source
from croupier.lab import compare
from croupier.lab.comparison import Comparison
from croupier.lab.comparison_text import comparison_text, short_labels
from croupier.lab.effort import SizeError
from croupier.lab.heuristic import HeuristicError
from croupier.lab.result_tables import write_csv
from croupier.lab.several import Case, Step
from croupier.lab.simulate import Plan
from croupier.lab.variants import VariantError
from golden import assert_golden

pytestmark = pytest.mark.slow

FEW: dict[str, Any] = {"games": "40,2,4,2,1", "players": "pipmc:tests=2", "workers": 1}
RANDOM_ONLY: dict[str, Any] = {"games": "40,0,0", "workers": 1}


def small(*variants: str | Case, **choices: Any) -> Comparison:
    """A small comparison."""
    return compare(variants or ("kuhn_poker", "kuhn_poker:ANTE=2"), **{**FEW, **choices})


def without_timing(found: Comparison) -> dict[str, Any]:
    """All numbers but those of the clock."""
    data = found.data()
    for game in data["games"]:
        game["analysis"] = game["analysis"] and {k: v for k, v in game["analysis"].items() if k != "timing"}
    return data


def case(title: str, text: str) -> Case:
    """A program under a label."""
    return Case(title, Plan(find_source(text), engine="interpreter"))


def test_golden_data() -> None:
    data = without_timing(small("kuhn_poker", "kuhn_poker:ANTE=2", "agram:HANDSIZE=2:seats=2"))
    for game in data["games"]:
        told = ("heuristics", "series", "verdict", "look_at", "yardstick")
        # What `analyze` tells of each has a golden file of its own.
        game["analysis"] = {k: v for k, v in game["analysis"].items() if k not in told}
    text = json.dumps(data, ensure_ascii=False, indent=2)
    assert_golden("compare/kuhn_poker.json", text + "\n")
    assert "NaN" not in text
    assert "Infinity" not in text


@pytest.mark.parametrize("width", [80, 120])
def test_golden_text(width: int) -> None:
    found = small("kuhn_poker", "agram:HANDSIZE=2:seats=2", heuristics=["fairness", "drama", "gamelength"])
    text = comparison_text(found, width=width)
    assert_golden(f"compare/kuhn_poker_{width}.txt", "\n".join(_timeless(text.splitlines())) + "\n")
    assert all(len(line) <= width for line in text.splitlines() if "the same again" not in line)


def _timeless(lines: list[str]) -> list[str]:
    """The games are listed with the seconds that they took; these are left out."""
    return [line.rsplit(maxsplit=1)[0] if line[:4].strip().isdigit() else line for line in lines]


def test_every_game_is_played_equally_much() -> None:
    found = small("kuhn_poker", "agram:HANDSIZE=2:seats=2", **{**FEW, "games": None, "effort": "quick"},
                  heuristics=["fairness"])  # fmt: skip
    first, second = (analysis.evidence.world("random").tally.games for analysis in found.found)
    assert first == second > 100
    assert [analysis.evidence.world("ai").tally.games for analysis in found.found] == [0, 0]
    assert all(str(analysis.sizes).startswith(str(found.sizes.random)) for analysis in found.found)


def test_the_number_of_workers_never_changes_a_result() -> None:
    alone, together = (
        small(games="20,1,2,0", heuristics=["fairness", "drama"], workers=workers) for workers in (1, 2)
    )
    assert without_timing(alone) == without_timing(together)


def test_the_command_comes_to_the_same_games() -> None:
    found = small("kuhn_poker:seats=2:ANTE=2", "kuhn_poker:seats=2:ANTE=3", **RANDOM_ONLY, dialect="0.6")
    words = shlex.split(found.command())
    assert words[:4] == ["croupier", "compare", "kuhn_poker:ANTE=2", "kuhn_poker:ANTE=3"]
    assert words[words.index("--seats") + 1] == "2"
    assert words[words.index("--games") + 1] == "40,0,0,0"
    assert words[words.index("--players") + 1] == "pipmc:tests=2"


def test_each_with_each() -> None:
    variants = [f"kuhn_poker:ANTE={ante}" for ante in (1, 2, 3)]
    found = small(*variants, **RANDOM_ONLY, heuristics=["noties"], all_pairs=True)
    assert [(d.one, d.other) for d in found.differences] == [(1, 0), (2, 0), (2, 1)]
    assert found.tests == 3
    assert "against" in comparison_text(found)


def test_common_settings_are_for_all_that_do_not_say_otherwise() -> None:
    found = small("agram", "agram:HANDSIZE=3", **RANDOM_ONLY, seats=2, settings={"HANDSIZE": 2},
                  heuristics=["gamelength"])  # fmt: skip
    assert [analysis["gamelength"].value for analysis in found.found] == [4, 6]


@pytest.mark.parametrize(
    ("variants", "told"),
    [
        (["agram"], "it takes two games to compare; `croupier analyze agram`"),
        ([], "it takes two games"),
        (["agram", "agram"], "agram is given twice"),
        (["agram", "agram:HANDSIZE"], "is not NAME=VALUE"),
    ],
)
def test_what_cannot_be_compared_is_told(variants: list[str], told: str) -> None:
    with pytest.raises(VariantError) as problem:
        compare(variants, **RANDOM_ONLY)
    assert told in str(problem.value)


def test_wrong_choices_are_told_before_anything_is_played() -> None:
    for choices, kind in (
        ({"effort": "heroic"}, SizeError),
        ({"games": "many"}, SizeError),
        ({"heuristics": ["dramma"]}, HeuristicError),
    ):
        with pytest.raises(kind):
            small(**choices)
    seeds = [Case(str(seed), Plan(find_source("kuhn_poker"), seed=seed)) for seed in (1, 2)]
    with pytest.raises(VariantError, match="the same seed"):
        small(*seeds)


def test_other_seats_are_mentioned() -> None:
    found = small("agram:HANDSIZE=2:seats=2", "agram:HANDSIZE=2:seats=3", **RANDOM_ONLY)
    assert "different numbers of seats" in found.notes[0]


def test_the_same_rules_in_other_words_are_mentioned() -> None:
    found = small("kuhn_poker", "kuhn_poker:ANTE=1", **RANDOM_ONLY, heuristics=["fairness", "noties"])
    assert found.notes == (
        "kuhn_poker and kuhn_poker:ANTE=1 have the same rules: they differ by chance only.",
    )
    assert not found.significant


def test_a_game_that_never_finishes_is_compared_as_far_as_possible() -> None:
    found = small(case("fine", truth_games.LAST_CARD), case("stuck", small_games.STUCK), **RANDOM_ONLY)
    assert all(d.value is None or not d.significant for d in found.differences if d.heuristic == "fairness")
    assert "stuck: Fairness" in comparison_text(found)


def test_what_is_done_is_told_after_an_interrupt() -> None:
    def interrupt(step: Step) -> None:
        if step.number == 2 and step.stage == "random":
            os.kill(os.getpid(), signal.SIGINT)

    found = small("kuhn_poker", "agram:seats=2", "pairs", games="300,0,0", progress=interrupt)
    assert found.interrupted
    assert len(found.found) == 2
    assert found.found[0].evidence.world("random").tally.games == 300
    text = comparison_text(found)
    assert "interrupted" in text.splitlines()[0]
    assert "not played" in text
    assert found.data()["games"][2]["analysis"] is None


def test_progress_tells_of_every_game() -> None:
    steps: list[Step] = []
    small(**RANDOM_ONLY, heuristics=["noties"], progress=steps.append)
    assert {(step.number, step.games, step.label) for step in steps} == {
        (1, 2, "kuhn_poker"),
        (2, 2, "kuhn_poker:ANTE=2"),
    }


def test_tables_on_disk(tmp_path: Path) -> None:
    found = small(**RANDOM_ONLY, heuristics=["noties", "drama"])
    write_csv(tmp_path, found.tables())
    with open(tmp_path / "differences.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["heuristic"], row["significant"]) for row in rows] == [
        ("noties", "FALSE"),
        ("drama", "FALSE"),
    ]
    assert rows[1]["why"].startswith("not played")
    assert {path.name for path in tmp_path.iterdir()} == {"differences.csv", "heuristics.csv", "series.csv"}


def test_labels_that_are_cut_stay_different() -> None:
    cut = short_labels(["variants/one/game.rcy", "variants/two/game.rcy"], 10)
    assert list(cut.values()) == ["game 1", "game 2"]
    assert short_labels(["agram", "agram:HANDSIZE=12"], 10) == {
        "agram": "agram",
        "agram:HANDSIZE=12": "agr…IZE=12",
    }
