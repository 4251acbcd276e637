"""Measures of one's own: read, checked, taken on both engines and of scripts, and told with intervals."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis.strategies import integers, lists

from croupier import simulate
from croupier.catalog.loading import find_source
from croupier.cli.simulate import command
from croupier.lab import analyze, sweep
from croupier.lab.measure_sums import Group, MeasureSums, sums_of
from croupier.lab.measured import Measuring
from croupier.lab.own_measures import Measure, MeasureError, measures_of
from croupier.lab.simulate import Plan

TRICKS = "tricks = (// (size ((current player) vloc TAKEN)) 4)"


def measured(game: str, *measures: str, games: int = 20, **options: object) -> dict[str, Any]:
    found = simulate(game, games=games, workers=1, measures=measures, **options).measured  # type: ignore[arg-type]
    assert found is not None
    return found.data()


@pytest.mark.parametrize(
    ("text", "name", "when"),
    [
        ("(game sto BID)", "(game sto BID)", "end"),
        ("made it = (>= 1 2)", "made it", "end"),
        ("left = at each decision: (game sto BID)", "left", "decision"),
        ("At each stage: (game sto BID)", "At each stage: (game sto BID)", "stage"),
    ],
)
def test_a_text_says_what_when_and_under_which_name(text: str, name: str, when: str) -> None:
    found = Measure.of(text)
    assert (found.name, found.when) == (name, when)


def test_thirteen_tricks_are_taken_in_every_deal_of_hearts() -> None:
    found = measured("hearts", TRICKS)["tricks"]
    assert found["mean"] == 3.25
    assert found["n"] == 80
    assert sum(part["share"] for part in found["distribution"]) == pytest.approx(1)
    won, lost = found["by_winner"]
    assert won["mean"] < lost["mean"], "whoever takes few tricks takes few hearts"


@pytest.mark.parametrize(
    ("game", "players", "asked"),
    [
        (
            "hearts",
            "random",
            (
                TRICKS,
                "at each decision: (size ((current player) iloc HAND))",
                "won by (1 player)",
                "at each stage: (current player)",
                # Chance in a measure changes nothing in the game.
                "at each stage: (random 1 .. 6)",
                # An empty pile has no top card: no value.
                "at each decision: (cardatt SUIT (top ((current player) vloc TAKEN)))",
            ),
        ),
        ("spades", "random", ("won by (current team)", "at each stage: (next player)")),
        ("kuhn_poker", "pipmc:tests=1", ("at each decision: (current player)", "won by 1")),
    ],
)
def test_both_engines_measure_the_same(game: str, players: str, asked: tuple[str, ...]) -> None:
    native, slow = (
        measured(game, *asked, games=4, players=players, engine=engine)
        for engine in ("native", "interpreter")
    )
    assert native == slow


def test_machine_code_measures_where_the_game_is_machine_code() -> None:
    plan = Plan(find_source("agram"), engine="native")
    job = Measuring(plan, measures_of(["(size (game iloc STOCK))", "at each decision: (pid (next player))"]))
    whole = job.prepare()
    assert whole.native is not None  # type: ignore[attr-defined]
    parts = [whole(range(3)), whole(range(3, 10))]
    assert job.unpack(json.loads(json.dumps(job.pack(job.together(parts))))) == whole(range(10))
    # Games of which only the indices are known are gone through by their choices.
    assert whole([0, 2, 4]) == job.together([whole(range(at, at + 1)) for at in (0, 2, 4)])


def test_a_game_that_machine_code_leaves_is_measured_by_the_interpreter() -> None:
    # A pile beyond those that a block has room for.
    text = "(size (game iloc STOCK (+ 30 (size (game iloc STOCK)))))"
    native, slow = (measured("agram", text, games=2, engine=each) for each in ("native", "interpreter"))
    assert native == slow
    assert native[text]["n"] == 2


@given(
    lists(lists(integers(-(1 << 62), 1 << 62) | integers(0, 400), max_size=5), max_size=40), integers(0, 40)
)
def test_sums_of_parts_are_the_sums_of_the_whole(games: list[list[int]], cut: int) -> None:
    def sums(part: list[list[int]]) -> MeasureSums:
        game = np.array([place for place, values in enumerate(part) for _ in values], dtype=np.int64)
        value = np.array([one for values in part for one in values], dtype=np.int64)
        return sums_of({"all": np.ones(len(game), dtype=bool)}, game, value, None)

    whole = sums(games)
    assert sums(games[:cut]) + sums(games[cut:]) == whole
    assert whole.groups["all"] == Group.of(games)


def test_many_different_numbers_are_counted_in_bins() -> None:
    value = np.arange(1000, dtype=np.int64)
    found = sums_of({"all": np.ones(1000, dtype=bool)}, value // 10, value, None)
    assert found.spread.shift == 2
    half = found.spread.share({one for one in found.spread.counts if int(one) < 125}, found.groups["all"])
    assert half.value == 0.5


def test_a_stage_is_measured_when_it_ends_and_not_when_it_is_skipped() -> None:
    taken = "(size (union (all player 'P ('P vloc TAKEN))))"
    found = measured("hearts", f"at each stage: {taken}", games=3)[f"at each stage: {taken}"]
    # Thirteen tricks, and the stage around them; nobody passes cards.
    assert found["n"] == 3 * 14


def test_who_won_is_asked_of_a_seat() -> None:
    found = measured("hearts", "won by (0 player)", "won by 0")
    assert found["won by (0 player)"]["mean"] == found["won by 0"]["mean"]
    assert found["won by 0"]["kind"] == "truth"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(game sto SCOR)", "did you mean SCORE"),
        ("(size (game iloc STOK))", "did you mean STOCK"),
        ("(plus 1 2)", "RCY0"),
        ("(size", "RCY0"),
        ("(game iloc STOCK)", "a measure is an integer"),
        ("at each decision: won by (0 player)", "at the end"),
        ("won by (== 1 1)", "takes a player"),
    ],
)
def test_what_cannot_be_measured_is_said_before_anything_is_played(text: str, told: str) -> None:
    with pytest.raises(MeasureError, match=told):
        measured("hearts", text, games=1)


def test_two_measures_of_one_name_are_refused() -> None:
    with pytest.raises(MeasureError, match="two measures"):
        measures_of(["a = 1", "a = 2"])


def test_scripts_have_globals_and_attributes_of_players() -> None:
    found = measured("uno.ah", "PLAYER.hand", games=2)["PLAYER.hand"]
    won, lost = found["by_winner"]
    assert won["mean"] == 0, "whoever has no cards left has won"
    assert lost["mean"] > 0
    with pytest.raises(MeasureError, match="no attribute of a player `hnd`: did you mean `hand`"):
        measured("uno.ah", "PLAYER.hnd", games=1)
    with pytest.raises(MeasureError, match="no stages"):
        measured("uno.ah", "at each stage: PLAYER.hand", games=1)


def test_the_command_prints_measures_and_says_how_to_get_them_again() -> None:
    run = CliRunner().invoke(
        command, ["agram", "--games", "5", "--json", "--measure", "(size (game iloc STOCK))"]
    )
    data = json.loads(run.stdout)
    assert data["measures"]["(size (game iloc STOCK))"]["mean"] == 11
    assert "--measure '(size (game iloc STOCK))'" in data["command"]


def test_analyze_measures_random_games_and_those_among_ais() -> None:
    found = analyze(
        "agram", games="20,0,4,0", players="pipmc:tests=1", workers=1, measures=["(size (game iloc STOCK))"]
    )
    one = found.data()["measures"]["(size (game iloc STOCK))"]
    assert (one["random"]["n"], one["ai"]["n"], one["mean"]) == (20, 4, 11)
    assert "Measures, all AI" in found.text()


def test_a_sweep_measures_every_point() -> None:
    found = sweep(
        "agram",
        settings={"HANDSIZE": [4, 5]},
        games="10,0,0",
        heuristics=["fairness"],
        workers=1,
        measures=["(size (game iloc STOCK))"],
    )
    means = [point["measures"]["(size (game iloc STOCK))"]["mean"] for point in found.data()["points"]]
    assert means == [19, 15]
