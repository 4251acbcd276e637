"""The listings of the published description run as printed, or get exactly the findings they should."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ahod_programs import run
from croupier.script.ahod.answer_uses import answer_uses
from croupier.script.ahod.check import check
from croupier.script.machine import Limits, Status
from croupier.text import Source, render_all

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
FOUND = sorted(SEEDS.glob("003_*.txt")) if SEEDS.is_dir() else []
pytestmark = pytest.mark.skipif(not FOUND, reason=f"the published description is not at {SEEDS.name}")
_GUTTER = re.compile(r"^(\d+)(?: |$)(.*)")


def listings() -> list[list[str]]:
    """Every listing without its gutter; a listing split over fences is joined by its line numbers."""
    found: list[list[str]] = []
    fenced = False
    for line in FOUND[0].read_text(encoding="utf-8").split("\n") if FOUND else []:
        if line.startswith("```"):
            fenced = not fenced
            continue
        match = _GUTTER.match(line) if fenced else None
        if match is None:
            continue
        if match.group(1) == "1":
            found.append([])
        found[-1].append(match.group(2).rstrip())
    return found


def listing(beginning: str, at: int = 0) -> str:
    """The listing that begins so."""
    return [text for text in ("\n".join(lines) + "\n" for lines in listings()) if text.startswith(beginning)][
        at
    ]


def codes_of(text: str, *, errors: bool = True) -> list[str]:
    """The codes of the findings about a text, errors only or warnings only."""
    return [f.code for f in check(Source("seed.ah", text)).findings if f.is_error is errors]


CARD = "let Card(type, color, faceup) be Object with:\n    type: type\n    color: color\n    faceup: faceup\n"
DECK = "let Deck be Stack(Card)\n"


def printed(text: str) -> str:
    """What a listing prints; it must be without errors and end well."""
    machine = run(text)
    assert machine.failure is None, render_all([machine.failure])
    return "".join(machine.output)


def test_there_are_all_listings() -> None:
    assert len(listings()) == 17


def test_loops() -> None:
    first = listing("for card in deck")
    assert codes_of(first) == ["A202"]
    assert printed(CARD + "deck = [Card(1, 'R', False)]\n" + first) == "(1, R)\n"
    times = listing("for 3 times")
    assert codes_of(times) == ["A203"]
    assert printed("when do INIT:\n    print 'init'\n" + times) == "init\n" * 3


def test_ranges() -> None:
    text = listing("for val in 1..9")
    assert codes_of(text) == ["A202", "A202", "A202"]
    context = "let P be Object\n" + CARD + "card = Card(0, 'R', False)\nplayers = [P(), P()]\n"
    assert codes_of(context + text, errors=False) == ["W507", "W512", "W507", "W508"]
    machine = run(context + text)
    assert machine.failure is not None
    assert machine.failure.code == "R402"
    const = context.replace("    type: type", "    const type: type")
    assert codes_of(const + text) == ["A402"]


def test_nested_loops_and_the_comprehension_make_the_same_deck() -> None:
    nested, comprehension = listing("deck = new Deck\n"), listing("deck = new Deck(\n    new Card(type")
    assert codes_of(nested) == ["A206", "A206"]
    show = "print deck.size(), deck\n"
    assert printed(CARD + DECK + nested + show) == printed(CARD + DECK + comprehension + show)
    assert printed(CARD + DECK + nested + show).startswith("100 [Card(type: 0, color: 'R'")


def test_comments() -> None:
    text = listing("// This is a comment")
    assert codes_of(text) == codes_of(text, errors=False) == []
    inside = text.split("/*\n")[-1].split("*/")[0].split("\n\n")
    words = "".join(f"{w} = '{w}'\n" for w in "abcdefg")
    program = words + inside[0] + "\n" + inside[1] + "\nprint hand, deck\n"
    assert printed(program) == "['e', 'f', 'g', 'a', 'b', 'c'] ['d']\n"
    assert {"W505", "W507"} == set(codes_of(program, errors=False))


def test_init_and_round_init() -> None:
    text = listing("main:\n    do INIT\n    for 10")
    assert set(codes_of(text, errors=False)) == {"W501", "W513"}
    assert set(codes_of(text)) == {"A206"}
    lets = (
        "let Card(rank, suit, faceup) be Object with:\n    rank: rank\n    suit: suit\n    faceup: faceup\n"
        "let Deck be Stack(Card)\nlet Hand be Series(Card)\nlet Player be Actor with:\n    hand: new Hand\n"
    )
    machine = run(lets + text)
    assert machine.status is Status.FINISHED
    players = machine.items(machine.global_value("players"))
    assert [len(machine.items(machine.fields(p)["hand"])) for p in players] == [26, 26]


def test_the_timer_pings_a_hundred_times_and_is_stopped_with_a_note() -> None:
    text = listing("timer = Timer")
    machine = run(text)
    assert "".join(machine.output) == "ping\n" * 100
    assert machine.status is Status.FINISHED
    assert "10 s" in machine.notes[0]
    assert run(text, limits=Limits(time=1000)).output == ["ping\n"] * 10


def test_bet() -> None:
    text = listing("when Player player do BET")
    assert set(codes_of(text)) == {"A202", "A206"}
    player = "let Player be Actor with:\n    chips: 10\n    bet: 0\n"
    assert codes_of(player + text) == ["A202"]
    assert printed(player + "betting_pot = 0\n" + text + "Player() do BET(3)\nprint betting_pot\n") == "3\n"


def test_objects() -> None:
    square = listing("let Square(side)")
    assert printed(square + "print Square(3).area()\n") == "9\n"
    wrong = listing("let Square(side)", 1)
    assert codes_of(wrong) == ["A403"]
    modify = listing("when Square square")
    scissor = listing("let Scissor")
    program = square + modify + scissor + "s = Scissor()\nq = Square(4)\ns do CUT(q)\nprint q.side, s.uses\n"
    assert printed(program) == "2.0 1\n"


def test_collections() -> None:
    card = "let Card(n) be Object with:\n    n: n\nlet Player be Actor\n"
    deck, hand, made = listing("let Deck be Stack"), listing("let Hand(owner"), listing("empty_deck")
    program = (
        card + deck + hand + made + "h = Hand(Player(), Card(1))\nprint deck.size(), h.uno(), h.winner()\n"
    )
    assert printed(program) == "3 True False\n"


def test_uno_as_printed_stops_with_exactly_three_errors() -> None:
    text = listing("main:\n  do INIT(4)")
    found = [(f.code, f.span.line, f.span.text) for f in check(Source("uno.ah", text)).errors]
    assert found == [("A201", 6, "player_won"), ("A201", 7, "move_available"), ("A203", 12, "PRINT_WINNER")]
    warnings = [f for f in check(Source("uno.ah", text)).findings if not f.is_error]
    assert {f.code for f in warnings} == {"W506", "W513"}
    assert sorted({f.span.line for f in warnings if f.code == "W506"}) == [38, 44, 49, 52, 66]


def test_uno_with_the_missing_parts_runs() -> None:
    text = listing("main:\n  do INIT(4)") + (
        "player_won(): any([p.winner() for p in players])\nmove_available(): True\n"
        "when do PRINT_WINNER:\n    print 'over'\n"
    )
    machine = run(text, ["draw"] * 3 + ["play", "99"])
    assert machine.failure is not None
    assert machine.failure.code in ("R402", "R410")


def test_the_answers_of_the_printed_uno_are_understood() -> None:
    checked = check(Source("uno.ah", listing("main:\n  do INIT(4)")))
    described = [u.described() for u in answer_uses(checked.program, checked.scopes).values()]
    assert described == ["'play' or 'draw'", "an index of player.hand"]
