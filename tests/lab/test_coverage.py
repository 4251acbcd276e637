"""Coverage: what is counted, what is found, and that it hangs on neither engine nor workers."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from croupier.game.counting import starts
from croupier.lab.coverage import CountingJob, Coverage, CoverageError, Sums, coverage
from croupier.lab.coverage_findings import findings
from croupier.lab.coverage_lines import lines
from croupier.lab.coverage_text import coverage_text
from croupier.lab.simulate import Plan
from croupier.native import code
from croupier.text import Source
from native_games import quickly_compiled
from small_games import COVERED, ENDLESS, FAILING

pytestmark = pytest.mark.slow

PLAYER = "pipmc:tests=4"


def covered(text: str = COVERED, games: tuple[int, int] = (60, 4), **choices: Any) -> Coverage:
    """What is counted of a small game."""
    return coverage(Plan(Source("small.rcy", text), **choices), games, player=PLAYER)


@pytest.fixture(scope="module")
def found() -> Coverage:
    """The game in which something is wrong with most rules."""
    return covered()


def number_of(found: Coverage, text: str, kind: str) -> int:
    """The rule of a kind that begins with a text."""
    return next(
        number
        for number, rule in enumerate(found.rules)
        if rule.kind == kind and " ".join(rule.span.text.split()).startswith(text)
    )


def test_every_kind_of_rule_is_counted(found: Coverage) -> None:
    stage = number_of(found, "(stage", "loop")
    assert found.count(stage, "random") == {"times": 60, "turns": 360}
    choice = number_of(found, "(choice", "choice")
    assert found.count(choice, "random") == {"times": 360}
    end = number_of(found, "(== (size (game iloc STOCK)) 0)", "condition")
    assert found.count(end, "random") == {"true": 60, "false": 360}
    take, give = (number for number, rule in enumerate(found.rules) if rule.what[:4] in ("take", "give"))
    both = [found.count(option, "random") for option in (take, give)]
    assert [one["offered"] for one in both] == [360, 360]
    assert sum(one["chosen"] for one in both) == 360
    assert [one["forced"] for one in both] == [0, 0]
    assert found.count(number_of(found, "(scoring", "action")) == {"times": 2 * 64}


def test_what_is_wrong_is_found(found: Coverage) -> None:
    told = [(f.kind, found.rules[f.rule].kind, found.rules[f.rule].span.line) for f in findings(found)]
    assert told == [
        ("always chosen", "option", 13),
        ("never chosen", "option", 15),
        ("never offered", "option", 17),
        ("never true", "condition", 17),
        ("switched off", "option", 19),
        ("always forced", "choice", 20),
        ("always true", "condition", 21),
        ("never true", "condition", 21),
        ("never reached", "action", 22),
        ("always true", "condition", 23),
    ]


def test_limits_go_by_the_games(found: Coverage) -> None:
    never = next(f for f in findings(found) if f.kind == "never chosen")
    assert never.share is not None
    assert (never.share.value, never.share.low, never.share.n) == (0, 0, 24)
    # Four games: none of four leaves nearly half possible, however many decisions they had.
    assert never.share.high == pytest.approx(0.4899, abs=1e-4)
    true = next(f for f in findings(found) if f.kind == "never true")
    assert true.share is not None
    assert true.share.high == pytest.approx(0.0566, abs=1e-4)


def test_what_seats_and_settings_fix_is_no_dead_rule(found: Coverage) -> None:
    variant = covered(settings={"EXTRA": 1}, games=(40, 0), max_decisions=60)
    assert "switched off" not in {f.kind for f in findings(variant)}
    fixed = [rule.fixed for rule in found.rules if rule.fixed is not None]
    assert fixed == [False]


COPIED = """(game (declare 2 'SEATS) (declare 0 'PASSING)
  (setup (create players 'SEATS) (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))
  (do ((set (game sto PASS) 'PASSING) (set (game sto NEVER) 0)))
  (stage player
    (end (== (size (game iloc STOCK)) 0))
    ((> (game sto PASS) 1) (shuffle (game iloc STOCK)))
    ((== (game sto NEVER) 1) (shuffle (game iloc STOCK)))
    (move (top (game iloc STOCK)) (top ((current player) vloc TAKEN))))
  (scoring max (size ((current player) vloc TAKEN))))"""


@pytest.mark.parametrize("passing", [0, 2])
def test_a_parameter_copied_into_a_storage_switches_rules_off(passing: int) -> None:
    told = {
        found.rules[f.rule].span.line: f.kind
        for found in [covered(COPIED, (2, 0), settings={"PASSING": passing})]
        for f in findings(found)
    }
    # A storage that is never anything else than 0, and hangs on no parameter, is a mistake.
    assert told == {7: "never reached"} | ({6: "switched off"} if not passing else {})


def test_a_storage_that_is_read_before_it_is_written_is_no_constant() -> None:
    late = COPIED.replace(
        "(do ((set (game sto PASS) 'PASSING)",
        "(do (((> (game sto PASS) 1) (shuffle (game iloc STOCK))) (set (game sto PASS) 'PASSING)",
    )
    found = covered(late, (2, 0), settings={"PASSING": 2})
    assert (3, "never reached") in {(found.rules[f.rule].span.line, f.kind) for f in findings(found)}


def test_engines_make_no_difference(found: Coverage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)
    assert covered(engine="native").sums == found.sums


@pytest.mark.parametrize("player", ["random", PLAYER])
def test_it_makes_no_difference_who_plays_which_games(player: str) -> None:
    job = CountingJob(Plan(Source("small.rcy", COVERED), players=(player,)))
    alone = job.prepare()(range(6))
    elsewhere = pickle.loads(pickle.dumps(job)).prepare()
    pieces = [elsewhere(piece) for piece in (range(4, 6), range(1), range(1, 4))]
    assert sum((job.unpack(job.pack(piece)) for piece in pieces), Sums()) == alone


def test_more_games_begin_with_the_same(found: Coverage) -> None:
    fewer = covered(games=(20, 0)).sums["random"]
    assert fewer.games == 20
    assert all(a <= b for a, b in zip(fewer.counts, found.sums["random"].counts, strict=True))


def test_games_that_do_not_finish_are_counted_as_far_as_they_go() -> None:
    for text, status in ((FAILING, "failed"), (ENDLESS, "unfinished")):
        found = covered(text, (3, 1), max_decisions=20)
        assert found.games() == 4
        assert found.sums["random"].outcomes[status] > 0
        assert status in found.troubles


def test_no_game_at_all() -> None:
    found = covered(games=(0, 0))
    assert findings(found) == []
    assert "No game was played." in coverage_text(found)
    assert found.data()["summary"]["dead"] == 0


def test_ctrl_c_gives_what_is_counted_so_far() -> None:
    def interrupt(series: str, done: int, total: int) -> None:
        if done >= 5:
            raise KeyboardInterrupt

    found = coverage(Plan(Source("small.rcy", COVERED)), (500, 1), player=PLAYER, progress=interrupt)
    assert found.interrupted
    assert 5 <= found.games() < 500
    assert findings(found)


def test_a_game_that_cannot_count_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(Source("small.rcy", COVERED), engine="interpreter")
    monkeypatch.setattr("croupier.lab.coverage.able", lambda *_: None)
    with pytest.raises(CoverageError, match="cannot be counted"):
        coverage(plan)


def test_every_line_has_its_margin(found: Coverage) -> None:
    every = list(lines(found))
    assert [line.number for line in every] == list(range(1, 25))
    assert (every[8].cells, every[8].reached) == (("360", "24"), True)
    assert (every[9].cells, every[9].reached) == (("60/420", "4/28"), True)
    assert (every[21].cells, every[21].reached) == (("0", "0"), False)
    assert (every[0].cells, every[0].reached) == (("", ""), None)


@pytest.mark.parametrize("width", [40, 72, 120])
def test_text_keeps_to_its_width(found: Coverage, width: int) -> None:
    text = coverage_text(found, width=width)
    assert max(map(len, text.splitlines())) <= width
    assert "\x1b" not in text
    assert "\x1b[31m" in coverage_text(found, width=width, colour=True)


def test_places_and_counts_are_told_as_data(found: Coverage) -> None:
    data = found.data()
    assert len(data["rules"]) == len(found.rules)
    assert starts(found.rules)[-1] == len(found.sums["random"].counts)
    for told in data["rules"]:
        assert COVERED[told["start"] : told["end"]].startswith("(")
    option = next(told for told in data["rules"] if told["what"] == "give")
    assert option["ai"]["chosen"] == 0
    assert set(option["ai"]["share_chosen"]) == {"value", "low", "high", "n"}
