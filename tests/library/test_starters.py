"""Every starter of ``croupier new`` is a whole game: clean, played at all its seats, and analysed.

What makes each of them worth changing is held by the rule facts at the end.
"""

from __future__ import annotations

from functools import cache

import pytest

from croupier import read
from croupier.catalog import shelf, starters
from croupier.game import Status
from croupier.interpreter import RecycleGame
from croupier.lab import analyze
from croupier.lab.analysis import Analysis
from croupier.lab.simulate import Plan
from croupier.recycle.check import check
from croupier.recycle.format import formatted
from croupier.recycle.program import Constant
from croupier.recycle.reader import read as read_forms
from croupier.text import Severity, render_all
from engine_agreement import Depth, assert_same_game
from interpreter.test_conservation import assert_conserved
from library.at_the_table import asks, lies, position, scores, stored, take, texts
from native_games import on_both, run_by_cpython
from playing import moments
from strategies import ROOT

pytestmark = pytest.mark.slow

A_LITTLE = Depth(views=0.05, samples=0.01, copies=0.01, moves=2)


def head_of(kind: str) -> shelf.Head:
    """The comment at the head of a starter."""
    return shelf.head(starters.source(kind))


@cache
def game(kind: str, seats: int | None = None, **settings: Constant) -> RecycleGame:
    """A starter as a game."""
    program = read(starters.source(kind).text, seats=seats, settings=settings)
    return RecycleGame(program, kind)


def seatings(kind: str) -> range:
    """The numbers of seats that the head allows."""
    fewest, most = head_of(kind).seats or (0, 0)
    return range(fewest, most + 1)


def test_every_file_is_a_kind_and_every_kind_a_file() -> None:
    folder = ROOT / "src/croupier/library/starters"
    assert {path.stem for path in folder.iterdir()} == set(starters.KINDS)


@pytest.mark.parametrize("kind", starters.KINDS)
def test_a_starter_is_clean_tidy_and_short(kind: str) -> None:
    source = starters.source(kind)
    found = [f for f in check(source).findings if f.severity >= Severity.NOTE]
    assert not found, render_all(found)
    assert formatted(read_forms(source)) == source.text
    assert 40 <= len(source.text.splitlines()) <= 80
    assert max(map(len, source.text.splitlines())) <= 120


@pytest.mark.parametrize("kind", starters.KINDS)
def test_the_head_tells_seats_dialect_and_every_knob(kind: str) -> None:
    head, program = head_of(kind), game(kind).program
    assert head.title
    assert head.summary.endswith(".")
    assert program.seats in seatings(kind)
    assert ";; dialect: 0.6" in starters.source(kind).text
    knobs = {parameter.name for parameter in program.parameters} - {"SEATS"}
    assert knobs
    assert knobs == {name for name, _ in head.parameters} - {"SEATS"}
    assert "Changes to try: " in head.remarks


@pytest.mark.parametrize(("kind", "seats"), [(kind, n) for kind in starters.KINDS for n in seatings(kind)])
def test_both_engines_play_it_to_the_end_at_all_its_seats(kind: str, seats: int) -> None:
    interpreted, native = on_both(game(kind, seats).program, run_by_cpython)
    assert_same_game(interpreted, native, seats, depth=A_LITTLE, max_decisions=500)
    *_, state = moments(interpreted, seats + 1, most=500)
    assert state.outcome is not None
    assert state.outcome.status is Status.FINISHED, state.outcome.reason
    assert not state.table.drops
    assert_conserved(state.table)


# Analysed


SMALL: dict[str, dict[str, Constant]] = {
    "auction": {"LOTS": 3},
    "fishing": {"HANDSIZE": 2},
    "cooperative": {"HANDSIZE": 2, "ROPES": 2, "PAR": 8},
    "patience": {"COLUMNS": 3, "PAR": 5},
}
"""Short games with few options, and a par that random players reach now and then."""


def analysed(kind: str, seats: int | None = None) -> Analysis:
    """A very small analysis."""
    plan = Plan(starters.source(kind), seats=seats, settings=SMALL.get(kind, {}), engine="interpreter")
    return analyze(plan, games="6,0,1,0", players="pipmc:tests=1", workers=1)


@pytest.mark.parametrize("kind", starters.KINDS)
def test_an_analysis_tells_what_choices_are_worth(kind: str) -> None:
    found = analysed(kind)
    assert found.failed == 0
    for name in ("fairness", "meaningfulmoves", "drama", "gamelength", "rulecoverage"):
        assert found[name].value is not None, (name, found[name].sentence)
    moves = found["meaningfulmoves"].value
    assert moves is not None
    assert moves > 0, "an AI that sees no difference between options has nothing to win"


def test_alone_at_the_table_choices_are_worth_score() -> None:
    alone = analysed("patience", seats=1)
    moves = alone["meaningfulmoves"].value
    assert moves is not None
    assert moves > 0
    assert alone["fairness"].value is None
    assert "one seat only" in alone["fairness"].sentence


# What is played


def test_trick_taking_follow_suit_and_a_trump_takes_it() -> None:
    hands = {"0.HAND": "SUNS-EIGHT SUNS-ONE", "1.HAND": "SUNS-TWO MOONS-ONE"}
    more = {"2.HAND": "STARS-ONE CLOUDS-EIGHT", "3.HAND": "CLOUDS-ONE CLOUDS-TWO"}
    state = take(position(game("trick-taking"), hands | more), "play SUNS-EIGHT")
    assert lies(state, "1.TRICK") == "SUNS-TWO", "not asked, since it has to be followed"
    assert asks(state) == (2, ["play STARS-ONE", "play CLOUDS-EIGHT"]), "no suns: anything"
    take(state, "play STARS-ONE", "play CLOUDS-TWO")
    # The one of trumps has taken it. Its player leads the last cloud, which is the highest of its suit.
    assert scores(state) == (0, 0, 2 * 3 - 3 * 2, 0)


def test_climbing_higher_or_wider() -> None:
    hands = {"0.HAND": "GREY-SEVEN GREY-ONE", "1.HAND": "GREY-TWO WHITE-TWO GREY-EIGHT GREY-NINE"}
    places = hands | {"2.HAND": "GREY-THREE", "3.HAND": "GREY-FOUR WHITE-FIVE"}
    state = position(game("climbing"), places)
    assert texts(state) == ["play 1, GREY-ONE", "play 1, GREY-SEVEN"], "who begins cannot pass"
    take(state, "play 1, GREY-SEVEN")
    assert texts(state) == ["play 1, GREY-EIGHT", "play 1, GREY-NINE", "play 2, GREY-TWO+WHITE-TWO", "pass"]
    take(state, "play 2, GREY-TWO+WHITE-TWO")
    assert (state.to_move, lies(state, "PILE")) == (1, ""), "the others have no pair, and had to pass"


def test_shedding_smoke_goes_to_the_next_player_and_never_further_than_the_stock() -> None:
    hands = {"0.HAND": "OAK-LOG PINE-TWIG OAK-ROOT", "1.HAND": "PINE-ROOT", "2.HAND": "OAK-STUMP"}
    places = hands | {"3.HAND": "PINE-LOG", "FIRE": "OAK-TWIG"}
    state = position(game("shedding"), places, stock="BIRCH-LOG")
    assert texts(state) == ["put on OAK-LOG", "put on OAK-ROOT", "let it smoke with PINE-TWIG", "draw"]
    take(state, "let it smoke with PINE-TWIG")
    assert lies(state, "1.HAND") == "BIRCH-LOG PINE-ROOT"
    thick = game("shedding", SMOKE=48)
    assert scores(take(position(thick, places), "let it smoke with PINE-TWIG"))[0] == 2, (
        "the stock is used up"
    )


def test_drafting_hands_move_on_whole_and_roses_and_bees_go_together() -> None:
    hands = {"0.HAND": "ROSE ROSE", "1.HAND": "BEE TREE", "2.HAND": "ROSE BEE", "3.HAND": "TREE TREE"}
    state = position(game("drafting"), hands)
    assert state.to_move == 1, "two equal plants are no choice"
    take(state, "plant BEE", "plant ROSE")
    assert [lies(state, f"{seat}.GARDEN") for seat in range(4)] == [
        "TREE ROSE", "ROSE BEE", "TREE ROSE", "TREE BEE",
    ]  # fmt: skip
    assert scores(state) == (3 + 1, 1 + 2, 3 + 1, 3)


def test_auction_who_passes_is_out_and_the_price_goes_to_the_neighbour() -> None:
    state = game("auction", LOTS=1).start(seed=1)
    assert state.to_move == 1, "seat 0 begins with a bid of nothing"
    take(state, "bid 3", "pass", "bid 4", "bid 7")
    assert scores(take(state, "pass"))
    assert [stored(state, f"{seat}.COINS") for seat in range(3)] == [20, 13, 27]
    assert lies(state, "1.WON")


def test_fishing_one_of_the_same_size_or_two_that_add_up() -> None:
    hands = {"0.HAND": "CRAB-SEVEN", "1.HAND": "CRAB-ONE", "2.HAND": "CRAB-TWO"}
    pool = {"POOL": "GOBY-THREE PRAWN-FOUR GOBY-SEVEN", "STOCK": "PRAWN-ONE"}
    state = position(game("fishing"), hands | pool, rest="0.NET")
    assert texts(state) == [
        "catch with CRAB-SEVEN, GOBY-SEVEN",
        "catch two with CRAB-SEVEN, GOBY-THREE, PRAWN-FOUR",
        "put into the pool CRAB-SEVEN",
    ]


def test_cooperative_all_have_one_score_and_the_river_has_no_turn() -> None:
    state = game("cooperative").start(seed=3)
    movers = set()
    while state.outcome is None:
        movers.add(state.to_move)
        state.apply(0)
    assert movers == {0, 1}
    laid = stored(state, "LAID")
    assert scores(state) == (laid, laid, 12)


def test_cooperative_a_stone_is_handed_past_the_river() -> None:
    hands = {"0.HAND": "NORTH-ONE", "1.HAND": "NORTH-TWO", "2.HAND": "NORTH-THREE EAST-ONE"}
    state = position(game("cooperative", 4), hands, stored={"ROPES": 1}, current=1)
    take(state, "lay NORTH-TWO", "hand on EAST-ONE")
    assert state.to_move == 0
    assert "EAST-ONE" in lies(state, "0.HAND")
    assert not any(text.startswith("hand on") for text in texts(state)), "there is no rope left"


def test_patience_building_goes_up_from_one_and_the_house_has_no_turn() -> None:
    state = position(game("patience"), {"TURNED": "NORTH-TWO", "NORTH": "NORTH-ONE", "COLUMN[2]": "EAST-ONE"})
    assert texts(state)[:2] == ["build NORTH-TWO", "build from COLUMN 2"]
    while state.outcome is None:
        assert state.to_move == 0
        state.apply(0)
    built, house = scores(state)
    assert built >= 3
    assert house == 8
