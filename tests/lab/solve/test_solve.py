"""Small games solved: values that are known, what they may not depend on, and what is said of the rest."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import small_solvable
from croupier import load
from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, simulate
from croupier.lab.solve import Settings, Solution, SolveError, TooLarge, solve
from croupier.lab.solve.cfr import CFRPlus
from croupier.lab.solve.payoffs import payoffs
from croupier.lab.solve.picture import picture
from croupier.lab.solve.sequences import form_of
from croupier.lab.solve.size import estimated
from croupier.lab.solve.solution import Silent
from croupier.lab.solve.walk import walked

pytestmark = pytest.mark.slow


def frequency(solution: Solution, seat: int, card: str, option: str) -> float:
    """How likely an option of Kuhn poker is with a card."""
    for here, chances in solution.policy:
        if here.seat == seat and here.view.cards(f"{seat}.HAND") == (card,):
            for (_, text), chance in zip(here.options, chances, strict=True):
                if text == option:
                    return chance
    raise LookupError(option)


def test_kuhn_poker_is_worth_minus_an_eighteenth_and_bets_are_in_the_known_proportion() -> None:
    found = solve(load("kuhn_poker"))
    assert (found.method, found.histories, found.information_sets) == ("cfr+", 55, [6, 6])
    assert found.value == pytest.approx([-1 / 18, 1 / 18], abs=1e-4)
    assert found.exploitability <= 0.001
    alpha = frequency(found, 0, "JACK", "bet")
    assert 0 <= alpha <= 1 / 3 + 0.01
    assert frequency(found, 0, "KING", "bet") == pytest.approx(3 * alpha, abs=0.01)
    assert frequency(found, 0, "QUEEN", "bet") == pytest.approx(0, abs=0.01)
    assert frequency(found, 0, "QUEEN", "call") == pytest.approx(alpha + 1 / 3, abs=0.01)
    assert frequency(found, 1, "JACK", "bet") == pytest.approx(1 / 3, abs=0.01)
    assert frequency(found, 1, "QUEEN", "call") == pytest.approx(1 / 3, abs=0.01)


def test_leduc_poker() -> None:
    found = solve(load("leduc_poker"))
    assert found.value[0] == pytest.approx(-0.0856, abs=1e-4)
    assert found.exploitability <= 0.001
    assert found.information_sets == [144, 144]


def test_exploitability_of_random_play_is_the_known_one() -> None:
    tree = walked(load("kuhn_poker").explicit(), 2)
    form = form_of(tree, payoffs(tree, "score"))
    assert form.exploitability(CFRPlus(form).average()) == pytest.approx(11 / 24, abs=1e-12)


@pytest.mark.slow
def test_random_play_by_enumeration_agrees_with_games_that_are_played() -> None:
    game = load("leduc_poker")
    tree = walked(game.explicit(), 2)
    form = form_of(tree, payoffs(tree, "score"))
    exact = form.values([one.plan(one.uniform()) for one in form.decisions])
    played = simulate(Plan(find_source("leduc_poker")), 4000).tally.mean_score(0)
    assert played.low is not None
    assert played.high is not None
    assert played.low <= exact[0] <= played.high


def test_weights_of_chance_sum_to_one_and_cards_that_look_alike_are_merged() -> None:
    outcomes = load("leduc_poker").explicit().beginnings()
    assert sum(weight for weight, _ in outcomes) == 1
    # Two kings: one way of three to get the first, and one in five for the other.
    assert sorted({weight for weight, _ in outcomes}) == [Fraction(1, 15), Fraction(2, 15)]
    assert len(outcomes) == 9


def test_hands_are_dealt_as_sets_and_the_rest_of_the_pack_is_never_decided() -> None:
    with pytest.raises(ValueError, match="results at one point"):
        load("agram", seats=2).explicit().beginnings()
    small = small_solvable.tricks(cards=6, hand=2)
    outcomes = load(small).explicit().beginnings()
    # 15 hands of two cards of six, then 6 of two cards of four; two cards are left over.
    assert [weight for weight, _ in outcomes] == [Fraction(1, 90)] * 90


def test_open_cards_are_solved_exactly_with_a_best_line() -> None:
    found = solve(load(small_solvable.NIM))
    assert (found.method, found.exploitability, found.stopped) == ("backward induction", 0.0, "exact")
    # Who is to move at seven stones takes three: four are lost for the other.
    assert found.value == [1.0, 0.0]
    assert found.line[0] == "seat 0: take three"


@pytest.mark.slow
def test_three_seats_are_told_what_is_not_proven() -> None:
    found = solve(load(small_solvable.tricks(cards=6, hand=2, seats=3)))
    assert len(found.value) == 3
    assert found.method == "cfr+"
    assert any("need not come to an equilibrium" in note for note in found.notes)
    for value, best in zip(found.value, found.responses, strict=True):
        assert best >= value - 1e-9


def test_games_without_a_result_are_refused() -> None:
    with pytest.raises(SolveError, match="no result"):
        solve(load(small_solvable.STUCK))


def test_a_tree_that_takes_too_much_memory_is_given_up() -> None:
    with pytest.raises(TooLarge, match="takes more than 0 MB"):
        walked(load("leduc_poker").explicit(), 2, memory=1000)
    assert solve(load("kuhn_poker"), Settings(memory=1000, iterations=2)).method == "mccfr"


def test_the_size_is_estimated_before() -> None:
    size = estimated(load("leduc_poker").explicit(), 2, seed=1)
    assert size.histories == pytest.approx(1936, rel=0.2)
    assert size.chances == pytest.approx(129, rel=0.2)


SUITED = "(create deck (game iloc STOCK) (deck (RANK (JACK, QUEEN, KING)) (SUIT (HEARTS, SPADES))))"
PLAIN = "(repeat 2 (create deck (game iloc STOCK) (deck (RANK (JACK, QUEEN, KING)))))"


def suited_leduc() -> str:
    """Leduc poker with suits that no rule looks at."""
    text = find_source("leduc_poker").text
    assert PLAIN in text
    return text.replace(PLAIN, SUITED)


def test_suits_that_no_rule_looks_at_are_left_out() -> None:
    explicit = load(suited_leduc()).explicit()
    assert explicit.ignoring == ("SUIT",)
    assert len(explicit.beginnings()) == 9


def test_suits_stay_where_they_could_help_to_keep_track_of_a_card() -> None:
    # A card that both saw on the board goes back under the others, and may come again.
    back = "(move (top (game vloc BOARD)) (bottom (game iloc STOCK)))"
    text = suited_leduc().replace("(inc (game sto ROUND) 1)", f"(inc (game sto ROUND) 1) {back}")
    assert load(text).explicit().ignoring == ()


@pytest.mark.slow
def test_scripts_are_solved_as_well(tmp_path: Path) -> None:
    path = tmp_path / "duel.cdg"
    path.write_text(small_solvable.SMALL_DUEL, encoding="utf-8")
    game = load(path)
    assert [weight for weight, _ in game.explicit().beginnings()] == [Fraction(1, 2)] * 2
    found = solve(game, Settings(reward="margin"))
    assert (found.method, found.exact) == ("backward induction", ["0", "0"])


def test_a_pack_that_a_script_shuffles_whole_is_not_listed() -> None:
    with pytest.raises(ValueError, match="results at one point"):
        load("uno.ah").explicit().beginnings()


def test_the_tree_of_a_very_small_game_is_drawn() -> None:
    drawn = picture(solve(load("kuhn_poker")))
    assert drawn.startswith("<svg")
    assert drawn.count("<circle") == 25
    assert drawn.count("<line") == 54
    with pytest.raises(SolveError, match="room for 400 histories"):
        picture(solve(load("gops", settings={"RANKS": ("ACE", "TWO", "THREE")}), Settings(iterations=1)))


class Impatient(Silent):
    """Presses Ctrl-C after the first iterations."""

    def iterating(self, iterations: int, exploitability: float) -> None:
        """Interrupt."""
        raise KeyboardInterrupt


def test_an_interrupt_gives_what_is_there() -> None:
    found = solve(load("kuhn_poker"), Settings(precision=0.0), listener=Impatient())
    assert (found.stopped, found.iterations) == ("interrupted", 10)
    assert 0 < found.exploitability < 0.1
