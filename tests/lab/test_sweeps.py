"""Sweeps: a grid of constants, what moves over it, and what the game refuses."""

from __future__ import annotations

import json
import os
import shlex
import signal
from typing import Any

import pytest

import truth_games
from croupier.game.settings import ParameterError
from croupier.lab import sweep
from croupier.lab.grid import GridError, values_of
from croupier.lab.several import Step
from croupier.lab.sweep_text import main_axis, sweep_text
from croupier.lab.sweeps import Sweep
from golden import assert_golden

pytestmark = pytest.mark.slow

FEW: dict[str, Any] = {
    "games": "30,0,0",
    "players": "pipmc:tests=2",
    "workers": 1,
    "heuristics": ["fairness", "gamelength"],
}


def small(game: str = "agram", **choices: Any) -> Sweep:
    """A small sweep."""
    if not {"settings", "seats"} & set(choices):
        choices["settings"] = {"HANDSIZE": [2, 3, 4]}
    return sweep(game, **{**FEW, **choices})


def test_golden_data() -> None:
    found = small(settings={"HANDSIZE": [1, 2, 12]}, seats=[2, 3, 6], games="20,0,0")
    text = json.dumps(found.data(), ensure_ascii=False, indent=2)
    assert_golden("sweep/agram.json", text + "\n")
    assert "NaN" not in text
    assert "Infinity" not in text


@pytest.mark.parametrize(("width", "seats"), [(80, None), (120, [2, 3])])
def test_golden_text(width: int, seats: list[int] | None) -> None:
    text = sweep_text(small(settings={"HANDSIZE": range(2, 6)}, seats=seats, games="20,0,0"), width=width)
    assert_golden(f"sweep/agram_{width}.txt", text + "\n")
    assert all(len(line) <= width for line in text.splitlines() if "the same again" not in line)


def test_what_moves_is_found_and_where() -> None:
    found = small()
    moves = {move.heuristic: move for move in found.moves}
    assert moves["gamelength"].significant
    assert (moves["gamelength"].lowest, moves["gamelength"].highest) == (0, 2)
    assert not moves["fairness"].significant
    assert "game length: lowest 8.000 at HANDSIZE=2, highest 16.0 at HANDSIZE=4" in sweep_text(found)


def test_what_does_not_matter_does_not_move() -> None:
    unused = truth_games.LUCK.replace("(setup", "(declare 1 'UNUSED)\n  (setup")
    found = small(unused, settings={"UNUSED": range(1, 6)}, heuristics=["fairness", "noties", "optioncurve"])
    assert not any(move.significant for move in found.moves)
    assert "Nothing moves beyond chance" in sweep_text(found)


def test_combinations_that_the_game_refuses_are_told_and_the_rest_goes_on() -> None:
    found = small(seats=[2, 5, 6])
    assert [point.status for point in found.points] == ["played", "played", "refused"]
    assert found.points[2].why == "6 seats are not possible: 2 to 5 are"
    assert "seats=6: 6 seats are not possible" in sweep_text(found)


def test_values_with_which_no_game_finishes_are_told() -> None:
    found = small(settings={"HANDSIZE": [6, 30]})
    assert [point.status for point in found.points] == ["played", "unfinished"]
    assert found.points[1].why == "no game finished: there is no card to move"


def test_a_value_of_another_type_is_refused() -> None:
    found = small(settings={"HANDSIZE": [3, "MANY"]})
    assert found.points[1].why.startswith("HANDSIZE takes an integer")


def test_an_unknown_constant_is_told_with_the_nearest() -> None:
    with pytest.raises(ParameterError) as problem:
        small(settings={"HANDSIZ": [3, 4]})
    assert "there is no parameter HANDSIZ: did you mean" in str(problem.value)
    assert "HANDSIZE = 6" in str(problem.value)


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"settings": {"HANDSIZE": 3}}, "nothing to sweep"),
        ({"settings": {"HANDSIZE": []}}, "HANDSIZE has no values"),
        ({"settings": {"HANDSIZE": range(101)}}, "101 combinations"),
        ({"seats": [7, 8]}, "none of the 2 combinations is possible: 7 seats are not possible"),
        ({"seats": [2, 3], "settings": {"SEATS": [2, 3]}}, "SEATS is the number of seats"),
    ],
)
def test_a_grid_that_is_not_possible_is_told(choices: dict[str, Any], told: str) -> None:
    with pytest.raises(GridError) as problem:
        small(**choices)
    assert told in str(problem.value)


def test_the_command_comes_to_the_same_grid() -> None:
    found = small(settings={"HANDSIZE": [2, 3, 4]}, seats=[2, 4])
    words = shlex.split(found.command())
    assert words[:5] == ["croupier", "sweep", "agram", "--set", "HANDSIZE=2..4"]
    assert values_of(words[words.index("--seats") + 1]) == (2, 4)
    assert words[words.index("--heuristics") + 1] == "fairness,gamelength"


def test_numbers_are_laid_out_along_the_longest_ordered_axis() -> None:
    found = small(settings={"HANDSIZE": [1, 2, 3]}, seats=[2, 3], games="5,0,0")
    assert main_axis(found).name == "HANDSIZE"
    text = sweep_text(found, width=60)
    assert "seats=2" in text
    assert "seats=3" in text


def test_a_narrow_terminal_gets_the_columns_in_parts() -> None:
    text = sweep_text(small(settings={"HANDSIZE": range(1, 7)}, seats=2, games="5,0,0"), width=40)
    assert text.count("Fairness") == 6 // 2
    assert all(len(line) <= 60 for line in text.splitlines() if "the same again" not in line)


def test_what_is_done_is_told_after_an_interrupt() -> None:
    def interrupt(step: Step) -> None:
        if step.number == 2:
            os.kill(os.getpid(), signal.SIGINT)

    found = small(games="300,0,0", settings={"HANDSIZE": [1, 2, 3]}, seats=2, progress=interrupt)
    assert found.interrupted
    assert [point.status for point in found.points] == ["played", "played", "interrupted"]
    assert "interrupted" in sweep_text(found).splitlines()[0]


def test_the_table_as_data() -> None:
    rows = small(seats=[2, 6], settings={"HANDSIZE": 2}).tables()["heuristics"]
    assert rows[1] == {
        "HANDSIZE": 2, "seats": 2, "heuristic": "gamelength", "why": "",
        "value": 4.0, "low": 4.0, "high": 4.0, "n": 30,
    }  # fmt: skip
    assert rows[2]["value"] is None
    assert rows[2]["why"] == "6 seats are not possible: 2 to 5 are"
