"""Games cut into subgames: the same values as from the whole tree, and an exploitability that is exact."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import small_solvable
from croupier import load
from croupier.game import PLAYER, Stream
from croupier.game.hosting import HostedGame
from croupier.game.recall import NOTHING_SEEN, after_glance, glance
from croupier.lab.solve import Settings, Solution, solve, solving
from croupier.lab.solve.against import views_before
from croupier.lab.solve.payoffs import payoffs
from croupier.lab.solve.positions import found_positions
from croupier.lab.solve.sequences import Numbers, form_of
from croupier.lab.solve.solution import Silent
from croupier.lab.solve.subgames import Subgames, roots_of
from croupier.lab.solve.tables import saved_policy, solution_tables
from croupier.lab.solve.tree import InformationSet, Tree
from croupier.lab.solve.walk import tree_of, walked
from croupier.players import named
from croupier.players.playing import play_to_the_end

PROGRAMS = Path(__file__).parents[2] / "programs"
MARGIN = Settings(reward="margin")


def gops() -> HostedGame:
    """GOPS with three cards: 418 histories, in which 174 positions come up."""
    return load("gops", settings={"RANKS": ("ACE", "TWO", "THREE")}, engine="interpreter")


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game is cut into subgames, however small it is."""
    monkeypatch.setattr(solving, "WHOLE", 0)


def test_equal_positions_are_one_and_all_histories_are_counted() -> None:
    positions = found_positions(gops().explicit(), 2, memory=1 << 30)
    assert len(positions) == 174
    assert positions.histories() == tree_of(positions).histories == 418
    # A round begins when all know what has been bid: three first prizes, then 54 second rounds.
    assert len(roots_of(positions)) == 57


def test_hidden_cards_leave_nothing_to_cut() -> None:
    positions = found_positions(load("kuhn_poker").explicit(), 2, memory=1 << 30)
    assert roots_of(positions) == []


def test_a_note_of_a_card_that_is_shuffled_away_stays_a_note_of_that_card() -> None:
    game = load(PROGRAMS / "leak_notes_06.rcy", engine="interpreter").explicit()
    # Seat 0 notes its first card, seat 1 puts that one into the stock, which is shuffled after six turns.
    outcomes = game.beginnings()
    for option in (0, 4, -1, -1, -1):
        outcomes = game.after(outcomes[0][1], option % outcomes[0][1].state.option_count)
    before = outcomes[0][1].state
    [noted] = before.view(1).cards("0.NOTES")
    after = game.after(outcomes[0][1], before.option_count - 1)
    assert len(after) > 1
    assert {position.state.view(1).cards("0.NOTES") for _, position in after} == {(noted,)}


def in_whole_tree(tree: Tree, found: Solution) -> list[Numbers]:
    """What subgames have found, as plans for the whole tree."""
    rows = {here.key: chances for here, chances in found.policy}

    def row(here: InformationSet) -> list[float]:
        key = NOTHING_SEEN
        for view in views_before(here):
            seen = glance(view)
            key = after_glance(NOTHING_SEEN if seen in found.restarts else key, seen)
        return list(rows[key])

    form = form_of(tree, payoffs(tree, "margin"))
    return [
        decisions.plan(np.array([chance for here in decisions.sets for chance in row(here)]))
        for decisions in form.decisions
    ]


@pytest.mark.usefixtures("in_parts")
def test_the_exploitability_is_that_of_the_whole_tree() -> None:
    found = solve(gops(), Settings(reward="margin", iterations=30, precision=0.0))
    assert (found.method, found.histories) == ("predictive cfr+ by subgames", 418)
    assert (found.information_sets, found.stopped) == ([57, 57], "iterations")
    tree = walked(gops().explicit(), 2)
    form, plans = form_of(tree, payoffs(tree, "margin")), in_whole_tree(tree, found)
    assert found.exploitability > 1e-5
    assert form.exploitability(plans) == pytest.approx(found.exploitability, abs=1e-12)
    assert form.values(plans) == pytest.approx(found.value, abs=1e-12)
    assert form.responses(plans) == pytest.approx(found.responses, abs=1e-12)


@pytest.mark.usefixtures("in_parts")
def test_it_stops_when_all_subgames_are_solved_well_enough() -> None:
    found = solve(gops(), MARGIN)
    assert (found.stopped, found.zero_sum) == ("precision", True)
    assert found.exploitability <= 0.001
    assert found.value == pytest.approx([0.0, 0.0], abs=0.001)


@pytest.mark.usefixtures("in_parts")
def test_open_cards_are_solved_from_position_to_position() -> None:
    found = solve(load(small_solvable.NIM))
    assert (found.method, found.exact) == ("backward induction", ["1", "0"])
    assert found.line[0] == "seat 0: take three"
    # Seven stones or fewer, and whose turn it is after how many turns.
    assert sum(found.information_sets) < len(solve(load(small_solvable.NIM), Settings(whole=True)).policy)


@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize("engine", ["native", "interpreter"])
def test_the_policy_is_played_on_both_engines(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "gops.json"
    found = solve(gops(), MARGIN)
    path.write_text(saved_policy(found).text(), encoding="utf-8")
    game = load("gops", settings={"RANKS": ("ACE", "TWO", "THREE")}, engine=engine)
    for seed in range(20):
        state = game.start(seed)
        play_to_the_end(
            state, [named(f"solved:file={path}")(seat, 2, Stream.of(seed, PLAYER, seat)) for seat in (0, 1)]
        )
        assert state.outcome is not None
    assert len(solution_tables(found)["strategy"]) == sum(len(here.options) for here, _ in found.policy)


class Impatient(Silent):
    """Presses Ctrl-C after the first subgames."""

    def subgames(self, done: int, of: int) -> None:
        """Interrupt."""
        raise KeyboardInterrupt


@pytest.mark.usefixtures("in_parts")
def test_an_interrupt_gives_what_is_there() -> None:
    found = solve(gops(), Settings(reward="margin", precision=0.0), listener=Impatient())
    assert found.stopped == "interrupted"
    # The first round is played at random then.
    assert 0.01 < found.exploitability < 6


def test_what_was_kept_is_gone_on_with() -> None:
    positions = found_positions(gops().explicit(), 2, memory=1 << 30)
    work, again = (Subgames(positions, "margin", 1 << 30) for _ in range(2))
    batch = work.batch(work.heights[0])
    work.improve(batch, 10, late=lambda: False)
    again.unpack(work.packed(), work.iterations)
    work.settle(batch)
    again.settle(batch)
    assert again.iterations == 10
    assert np.array_equal(work.best[0], again.best[0])
    with pytest.raises(ValueError, match="other subgames"):
        again.unpack(work.packed() | {"roots": [99_999] * len(work.play)}, 10)
