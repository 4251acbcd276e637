"""Choices (§7): which options there are, in which order, and what taking one does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.game import SCRATCH, Status, Stream
from croupier.interpreter import TableState
from croupier.interpreter.flow import Choice
from croupier.interpreter.on_table import OnTable
from interpreter.small import STOCK, Played, choices, game, play
from playing import game_at
from strategies import some_programs

# Which options there are


def test_options_come_in_text_order_and_any_in_the_order_of_its_elements() -> None:
    texts = choices(
        "(choice ((set (game sto X) 1) (any (range 5 .. 7) 'N (set (game sto X) 'N)) (turn pass)))",
    )
    assert texts == ["set X to 1", "set X to 5", "set X to 6", "set X to 7", "pass"]


def test_any_goes_through_a_location_from_the_bottom() -> None:
    texts = choices("(choice ((any (game vloc STOCK) 'C (move 'C (top (game vloc PILE))))))")
    assert texts == [f"move {card} to PILE" for card in STOCK.split()]


def test_two_any_in_one_do_give_the_product() -> None:
    texts = choices(
        """(choice ((do (
          (any (range 1 .. 2) 'N (set (game sto X) 'N))
          (any (A, B) 'S (set (game str Y) 'S))))))"""
    )
    assert texts == [
        "set X to 1; set Y to A",
        "set X to 1; set Y to B",
        "set X to 2; set Y to A",
        "set X to 2; set Y to B",
    ]


def test_any_can_be_nested() -> None:
    texts = choices("(choice ((any (A, B) 'S (any (range 1 .. 2) 'N (set (game sto 'S) 'N)))))")
    assert texts == ["set A to 1", "set A to 2", "set B to 1", "set B to 2"]


def test_all_visits_its_elements_in_order_and_may_hold_any() -> None:
    texts = choices("(choice ((all player 'P (any (range 1 .. 2) 'N (set ('P sto X) 'N)))))")
    assert texts == [
        "set X to 1; set seat 1's X to 1",
        "set X to 1; set seat 1's X to 2",
        "set X to 2; set seat 1's X to 1",
        "set X to 2; set seat 1's X to 2",
    ]


def test_a_repeated_any_sees_what_has_been_taken_before() -> None:
    texts = choices(
        "(choice ((repeat 2 (any (top 2 (game vloc STOCK)) 'C (move 'C (top (game vloc PILE)))))))"
    )
    assert texts == [
        "move ♠4, ♥4 to PILE",
        "move ♠4, ♠3 to PILE",
        "move ♥4, ♠4 to PILE",
        "move ♥4, ♠3 to PILE",
    ]


def test_conditions_and_values_see_the_effects_of_the_path_so_far() -> None:
    texts = choices(
        """(choice ((any (range 1 .. 3) 'N (do (
          (set (game sto X) 'N)
          ((> (game sto X) 1) (set (game sto Y) (* 10 (game sto X))))
          ((== (game sto X) 3) (turn pass)))))))"""
    )
    assert texts == ["set X to 1", "set X to 2; set Y to 20", "set X to 3; set Y to 30; pass"]


def test_a_false_condition_or_any_over_nothing_is_skipped_and_the_rest_counts() -> None:
    texts = choices(
        """(choice (
          (do (
            ((== 1 2) (set (game sto X) 1))
            (any (game vloc PILE) 'C (move 'C (top (game vloc STOCK))))
            (turn pass)))
          (set (game sto X) 2)))"""
    )
    assert texts == ["pass", "set X to 2"]


def test_a_path_with_no_action_is_no_option() -> None:
    texts = choices(
        """(choice (
          (do (((== 1 2) (set (game sto X) 1))))
          (any (game vloc PILE) 'C (turn pass))
          (repeat 0 (turn pass))
          (repeat all (move (top (game vloc PILE)) (top (game vloc STOCK))))
          (set (game sto X) 1)
          (set (game sto X) 2)))"""
    )
    assert texts == ["set X to 1", "set X to 2"]


def test_let_in_a_choice_is_evaluated_where_it_stands() -> None:
    texts = choices(
        """(choice ((any (range 1 .. 2) 'N (do (
          (set (game sto X) 'N)
          (let (* 2 (game sto X)) 'TWICE (set (game sto Y) 'TWICE)))))))"""
    )
    assert texts == ["set X to 1; set Y to 2", "set X to 2; set Y to 4"]


def test_a_choice_may_stand_in_a_let() -> None:
    block = """(let (filter (game vloc STOCK) 'C (== (cardatt RANK 'C) TWO)) 'TWOS
      (choice ((any 'TWOS 'C (move 'C (top (game vloc PILE)))))))"""
    assert choices(block) == ["move ♥2 to PILE", "move ♠2 to PILE"]
    assert play(block, choose=[1])["PILE"] == "♠2"


def test_any_directly_in_the_game_or_in_a_stage_is_a_choice() -> None:
    assert choices("(any (range 1 .. 2) 'N (set (game sto X) 'N))") == ["set X to 1", "set X to 2"]
    stage = "(stage player (end (> (game sto X) 0)) (any (range 1 .. 2) 'N (set (game sto X) 'N)))"
    assert choices(stage) == ["set X to 1", "set X to 2"]


def test_collections_can_be_chosen_as_a_whole() -> None:
    block = """(choice ((any (tuples 2 (game vloc STOCK) using (game points VALUE)) 'PAIR
      (repeat all (move (top 'PAIR) (top (game vloc PILE)))))))"""
    assert choices(block)[:2] == ["move ♠A, ♥A to PILE", "move ♠2, ♥2 to PILE"]
    assert play(block, choose=[3])["PILE"] == "♠4 ♥4"


def test_live_locations_can_be_chosen_as_destinations() -> None:
    deal = "(all (range 1 .. 3) 'I (move (top (game vloc STOCK)) (top (game vloc BED 'I))))"
    block = "(choice ((any (indexed game vloc BED) 'B (move (top (game vloc STOCK)) (top 'B)))))"
    assert choices(deal, block) == ["move ♥3 to BED 1", "move ♥3 to BED 2", "move ♥3 to BED 3"]
    assert play(deal, block, choose=[1])["BED[2]"] == "♥3 ♥4"


# Impossible paths


IMPOSSIBLE = [
    "(move (top (game vloc PILE)) (top (game vloc STOCK)))",
    "(set (game sto X) (score (top (game vloc PILE)) using (game points VALUE)))",
    "(move (9 (game vloc STOCK)) (top (game vloc PILE)))",
    "(move (top (game vloc STOCK)) (3 (game vloc PILE)))",
    "(set (game sto X) (// 1 (game sto X)))",
    "(cycle next (owner (top (game vloc STOCK))))",
    "(forget (top (game mem SEEN)))",
    "(set (game sto X) (size (subsets (union (game vloc STOCK) (game vloc STOCK) (game vloc STOCK)))))",
    "((== 1 (// 1 (game sto X))) (turn pass))",
    "(any (game vloc STOCK) 'C ((== 1 (// 1 (game sto X))) (turn pass)))",
    "(repeat 9 (move (top (game vloc STOCK)) (top (game vloc PILE))))",
]


@pytest.mark.parametrize("item", IMPOSSIBLE)
def test_an_impossible_path_is_not_offered_and_its_beginning_is_taken_back(item: str) -> None:
    begun = f"(do ((move (bottom (game vloc STOCK)) (top (game vloc HEAP))) {item}))"
    block = f"(choice ((set (game sto X) 5) {begun} (turn pass)))"
    state = game(block).start()
    assert [option.text for option in state.options] == ["set X to 5", "pass"]
    assert (Played(state)["STOCK"], Played(state)["HEAP"]) == (STOCK, "")
    assert state.table.dropped >= 1


def test_a_dropped_option_is_told_with_its_position() -> None:
    made = game("(choice ((turn pass) (any (range 0 .. 2) 'N (set (game sto X) (// 6 'N)))))")
    state = made.fresh()
    drops: list[tuple[str, str]] = []
    state.listen(lambda event, expr: drops.append((event[1], expr.span.text)) if event[0] == "drop" else None)
    state.begin()
    assert [option.text for option in state.options] == ["pass", "set X to 6", "set X to 3"]
    assert (state.table.dropped, drops) == (1, [("division by 0", "(// 6 'N)")])


def test_every_impossible_path_counts_as_one_dropped_option() -> None:
    impossible = "(move (top (game vloc PILE)) (top (game vloc STOCK)))"
    item = f"(do ((any (range 1 .. 3) 'N (set (game sto X) 'N)) {impossible}))"
    state = game(f"(choice ({item} (turn pass) (set (game sto X) 9)))").start()
    assert state.table.dropped == 3


def test_outside_a_choice_the_same_is_an_error() -> None:
    for item in IMPOSSIBLE:
        assert play(f"(do ({item}))").outcome.status is Status.FAILED


# Taking an option


def test_an_option_is_run_again_with_the_elements_chosen() -> None:
    block = """(choice ((do (
      (any (range 1 .. 2) 'N (set (game sto X) 'N))
      (any (game vloc PILE) 'C (move 'C (top (game vloc STOCK))))
      (any (game vloc STOCK) 'C (move 'C (top (game vloc PILE))))
      (any (A, B) 'S (set (game str Y) 'S))))))"""
    # Two numbers, nothing to take from the pile, eight cards, two strings.
    assert len(choices(block)) == 32
    played = play(block, choose=[16 + 2 * 3 + 1])
    assert (played.number("X"), played["PILE"], played.string("Y")) == (2, "♠2", "B")


def test_chance_is_evaluated_when_the_option_is_taken() -> None:
    block = "(choice ((set (game sto X) (random 1 .. 1000000)) (turn pass)))"
    assert choices(block) == ["change X", "pass"]
    found = {play(block, choose=[0], seed=seed).number("X") for seed in range(10)}
    assert len(found) == 10


def test_building_options_draws_from_a_scratch_stream() -> None:
    """The game goes on with the same chances whether or not options with chance in them were built."""
    shuffled = "(shuffle (game vloc STOCK))"
    plain = play("(choice ((turn pass) (set (game sto X) 1)))", shuffled, choose=[0], seed=4)
    chancy = play(
        f"(choice ((turn pass) (set (game sto X) (random 9)) {shuffled}))", shuffled, choose=[0], seed=4
    )
    assert plain["STOCK"] == chancy["STOCK"]


def test_the_game_fails_if_chance_takes_the_chosen_element_away() -> None:
    block = "(choice ((let (random 999999) 'R (any (range 'R .. 'R) 'N (set (game sto X) 'N)))))"
    assert {play(block, seed=seed).code for seed in range(5)} == {"RCY308"}


def test_the_game_fails_if_chance_leaves_nothing_to_choose_from() -> None:
    block = "(choice ((let (random 4) 'R (any (range 1 .. 'R) 'N (set (game sto X) 'N))) (turn pass)))"
    assert choices(block)[0] == "set X to 1"
    codes = [play(block, choose=[0], seed=seed).code for seed in range(60)]
    assert set(codes) == {"", "RCY308"}
    assert 4 < codes.count("RCY308") < 24


def scratch_draw() -> int:
    """What (random 999999) is while the options of the first decision are built."""
    return Stream.of(0, SCRATCH, 0).below(1_000_000)


def test_what_chance_adds_to_an_any_that_had_nothing_is_left_alone() -> None:
    nothing = "(filter (range 0 .. 0) 'N (!= (random 999999) 'SCRATCH))"
    block = f"""(let {scratch_draw()} 'SCRATCH (choice (
      (do ((any {nothing} 'N (set (game sto X) 1)) (set (game sto Y) 1)))
      (turn pass))))"""
    assert choices(block) == ["set Y to 1", "pass"]
    played = play(block, choose=[0])
    assert (played.number("X"), played.number("Y")) == (0, 1)


def test_a_choice_is_made_by_the_player_who_is_current_when_it_begins() -> None:
    state = game(
        "(choice ((do ((cycle current (1 player)) (set ((current player) sto X) 1))) (turn pass)))"
    ).start()
    assert state.to_move == 0
    assert state.options[0].text == "seat 1 is current; set seat 1's X to 1"


# Identical, single and missing options


def test_identical_paths_are_one_option_with_the_key_of_the_first() -> None:
    block = """(choice (
      (any (game vloc STOCK) 'C (move 'C (top (game vloc PILE))))
      (move (top (game vloc STOCK)) (top (game vloc PILE)))
      (any (range 1 .. 3) 'N (set (game sto X) 4))
      (set (game sto X) (+ 2 2))))"""
    state = game(block).start()
    assert [option.key for option in state.options] == [*(f"0({card})" for card in STOCK.split()), "2(1)"]


def test_paths_that_differ_in_any_card_place_or_value_are_different_options() -> None:
    texts = choices(
        """(choice (
          (move (top (game vloc STOCK)) (top (game vloc PILE)))
          (move (top (game vloc STOCK)) (bottom (game vloc PILE)))
          (move (top (game vloc STOCK)) (top (game vloc HEAP)))
          (move (bottom (game vloc STOCK)) (top (game vloc PILE)))
          (do ((move (top (game vloc STOCK)) (top (game vloc PILE))) (turn pass)))))"""
    )
    assert len(texts) == len(set(texts)) == 5


def test_cards_alike_are_different_options_with_numbered_keys_and_texts() -> None:
    twins = "(repeat 2 (create deck (game vloc STOCK) (deck (A (ONE, TWO)))))"
    state = game("(choice ((any (game vloc STOCK) 'C (move 'C (top (game vloc PILE))))))", deck=twins).start()
    assert [option.key for option in state.options] == ["0(ONE)", "0(TWO)", "0(ONE)#2", "0(TWO)#2"]
    assert [option.text for option in state.options][2] == "move ONE to PILE (2)"


def test_a_single_option_is_taken_without_asking_and_marked_as_forced() -> None:
    made = game("(choice ((set (game sto X) 1)))", "(choice ((turn pass) (set (game sto X) 2)))")
    state = made.fresh()
    told: list[tuple[int, int]] = []
    state.listen(lambda event, _: told.append((event[1], len(event[2]))) if event[0] == "decision" else None)
    state.begin()
    assert (state.decisions, state.forced, Played(state).number("X")) == (2, 1, 1)
    state.apply(1)
    assert told == [(0, 1), (0, 2)]
    assert (state.decisions, state.forced, state.option_total) == (2, 1, 3)


def test_without_an_option_the_game_is_stuck() -> None:
    played = play("(cycle current (1 player))", "(choice ((any (game vloc PILE) 'C (turn pass))))")
    assert (played.outcome.status, played.outcome.reason) == (Status.STUCK, "seat 1 has no option")
    assert played.code == "RCY310"
    assert played.outcome.finding is not None
    assert played.outcome.finding.span.text.startswith("(choice")
    assert (played.outcome.scores, played.outcome.wins) == ((), ())


def test_if_every_path_is_impossible_the_game_is_stuck_and_not_failed() -> None:
    played = play("(choice ((move (top (game vloc PILE)) (top (game vloc STOCK)))))")
    assert (played.outcome.status, played.state.table.dropped) == (Status.STUCK, 1)


# Long paths


def test_a_path_may_have_hundreds_of_actions() -> None:
    block = """(choice (
      (do (
        (repeat 2000 (inc (game sto X)))
        (all (range 1 .. 500) 'N (do ((inc (game sto Y) 'N) (dec (game sto Z)))))))
      (turn pass)))"""
    played = play(block, choose=[0])
    assert [played.number(name) for name in "XYZ"] == [2000, 125250, -500]


def test_a_path_of_too_many_choices_has_a_named_end() -> None:
    played = play("(choice ((repeat 5000 (any (range 1 .. 1) 'N (inc (game sto X) 'N))) (turn pass)))")
    assert (played.outcome.status, played.code) == (Status.FAILED, "RCY307")


def test_too_many_paths_have_a_named_end() -> None:
    block = "(choice ((repeat 9 (any (game vloc STOCK) 'C (set (game str S) (cardatt RANK 'C))))))"
    played = play(block, max_steps=5000)
    assert (played.outcome.status, played.code) == (Status.UNFINISHED, "RCY311")
    assert played["STOCK"] == STOCK


# Applying


def test_options_are_applied_by_number_or_by_themselves() -> None:
    made = game("(choice ((set (game sto X) 1) (set (game sto X) 2)))")
    state = made.start()
    state.apply(state.options[1])
    assert Played(state).number("X") == 2
    with pytest.raises(ValueError, match="the game is over"):
        state.apply(0)


@pytest.mark.parametrize("index", [2, -1, 99])
def test_an_option_that_is_not_there_cannot_be_applied(index: int) -> None:
    state = game("(choice ((set (game sto X) 1) (set (game sto X) 2)))").start()
    with pytest.raises(ValueError, match="they count from 0 to 1"):
        state.apply(index)
    assert state.to_move == 0


def _anys(number: int) -> str:
    """A choice with so many `any`s on each of its two paths, half of them over nothing."""
    return f"""(choice (
      (do (
        (any (range 1 .. 2) 'M (set (game sto X) 'M))
        (repeat {number // 2} (any (range 1 .. 1) 'N (inc (game sto X) 'N)))
        (repeat {(number - 1) // 2} (any (game vloc PILE) 'C (move 'C (top (game vloc HEAP)))))))
      (turn pass)))"""


@pytest.mark.parametrize("room", [0, 200, 5000])
def test_256_anys_may_follow_each_other_however_deep_the_caller_stands(room: int) -> None:
    def at_depth(depth: int) -> TableState:
        return at_depth(depth - 1) if depth else game(_anys(256)).start()

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, room + 500))
    try:
        assert [option.key.count(",") for option in at_depth(room).options] == [128, 128, 0]
    finally:
        sys.setrecursionlimit(limit)


def test_one_more_any_on_a_path_fails_the_game() -> None:
    played = play(_anys(257))
    assert (played.outcome.status, played.code) == (Status.FAILED, "RCY307")
    assert played.outcome.reason == "its paths are too long"
    assert played.outcome.finding is not None
    assert played.outcome.finding.span.text.startswith("(do (")


def test_a_path_may_be_as_long_as_the_steps_allow() -> None:
    texts = choices(
        "(choice ((repeat 3000 ((== 0 1) (any (A, B) 'S (turn pass)))) (turn pass) (inc (game sto X))))"
    )
    assert texts == ["pass", "set X to 1"]


def test_an_option_of_another_decision_cannot_be_applied() -> None:
    state = game(
        "(choice ((set (game sto X) 1) (set (game sto X) 2)))", "(choice ((turn pass) (inc (game sto X))))"
    ).start()
    stale = state.options[1]
    state.apply(stale)
    with pytest.raises(ValueError, match="is an option of another position"):
        state.apply(stale)


# Building options changes nothing


def everything(state: OnTable) -> dict[str, Any]:
    """All that could be observed of a game."""
    t = state.table
    return {
        "cards": {t.layout.places[i]: tuple(pile) for i, pile in enumerate(t.cards) if pile},
        "where": tuple(t.where),
        "stored": (dict(t.ints), dict(t.strs), dict(t.points)),
        "teams": (t.teams, tuple(t.team_of)),
        "cycles": repr((t.players, t.teams_turn)),
        "variables": repr((t.variables, t.snapshots)),
        "stream": t.stream.copy(),
        "known": [sorted(kept) for kept in t.knowledge.kept] if t.knowledge is not None else [],
        "state": (state.decisions, state.forced, state.option_total, state.outcome, state.to_move),
        "at work": (t.journal, t.script),
    }


def choice_at(state: TableState) -> Choice:
    """The choice at which a game stands."""
    blocks, index = state._frames[-1]
    choice = blocks[index]
    assert isinstance(choice, Choice)
    return choice


@pytest.mark.slow
@pytest.mark.parametrize("path", some_programs(2), ids=lambda path: path.stem)
@settings(max_examples=3, deadline=None, derandomize=True)
@given(data=st.data())
def test_building_options_changes_nothing_observable(path: Path, data: st.DataObject) -> None:
    state = game_at(path).start(data.draw(st.integers(0, 2**64 - 1)))
    picks = data.draw(st.lists(st.integers(0, 10_000), min_size=30, max_size=30))
    for pick in picks:
        if state.outcome is not None:
            break
        assert isinstance(state, TableState)
        before, paths = everything(state), state._paths
        assert state.build(choice_at(state)) == paths
        assert everything(state) == before
        assert len({option.key for option in state.options}) == len(paths)
        assert len({option.text for option in state.options}) == len(paths)
        state.apply(pick % state.option_count)
