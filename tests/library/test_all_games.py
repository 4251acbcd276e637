"""Every game of the library, with the fewest and the most seats that its head allows, keeps its promises.

It ends as it should, no card is lost, and its file is clean, tidy and tells about itself.
``python benchmarks/soak.py`` plays far more of the same.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from warnings import warn

import pytest

import library_table
from croupier import load
from croupier.catalog import shelf
from croupier.game import Status
from croupier.game.settings import ParameterError
from croupier.interpreter.on_table import OnTable
from croupier.lab import yardstick
from croupier.lab.library_facts import as_text, facts_of, fingerprint, measured, stored
from croupier.lab.simulate import Plan, Simulation, simulate
from croupier.recycle.check import Checked, check
from croupier.recycle.format import formatted
from croupier.recycle.reader import read
from croupier.script.library import all_names, shelved
from croupier.text import Severity, Source, render_all
from interpreter.test_conservation import assert_conserved
from library_table import (
    COMMAND,
    PAGE,
    cells_but_speeds,
    is_current,
    main,
    page,
    row_of,
    rows_of,
)
from strategies import ROOT, WHOLE

GAMES = 2
"""How many games are played with the number of seats that the program says; with others it is one."""

NAMES = shelf.names()

MOST_UNMARKED = 0.25
"""So large a share of the library may lack a mark on the yardstick, or have one of an older text."""


@cache
def source_of(name: str) -> Source:
    """The file of a game."""
    found = shelf.source(name)
    assert found is not None
    return found


@cache
def head_of(name: str) -> shelf.Head:
    """What the file of a game tells about it."""
    return shelf.head(source_of(name))


@cache
def checked(name: str) -> Checked:
    """What the checker knows about a game."""
    return check(source_of(name))


def seatings(name: str) -> range:
    """The numbers of seats with which a game can be played, by its head."""
    fewest, most = head_of(name).seats or (0, 0)
    return range(fewest, most + 1)


def tried(name: str) -> list[int]:
    """The fewest seats and the most; with `CROUPIER_WHOLE` all."""
    every = seatings(name)
    return [*every] if WHOLE else sorted({every[0], every[-1]})


SEATINGS = [(name, seats) for name in NAMES for seats in tried(name)]


def played(name: str, seats: int | None) -> tuple[Simulation, list[OnTable]]:
    """Some games at random, always the same, with their final states; without seats as the program says."""
    states = list[OnTable]()
    plan = Plan(source_of(name), seats=seats)
    return simulate(plan, GAMES if seats is None else 1, watch=lambda _, state: states.append(state)), states


def allowed(name: str) -> set[Status]:
    """How games may end: finished, or else as the head says that it is their nature."""
    ends = head_of(name).ends
    return {Status.FINISHED} | {
        status for status in (Status.STUCK, Status.UNFINISHED) if status.value in ends
    }


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [*SEATINGS, *((name, None) for name in NAMES)])
def test_games_at_random_come_to_their_end_with_all_cards(name: str, seats: int | None) -> None:
    result, states = played(name, seats)
    assert seats in (None, result.plan.game.seats)
    for index, state in enumerate(states):
        assert state.outcome is not None
        assert state.outcome.status in allowed(name), f"game {index}: {state.outcome.reason}"
        assert_conserved(state.table)
        made = sum(where >= 0 for where in state.table.where)
        assert made >= state.game.program.cards, f"game {index}: {made} cards"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_no_other_seats_than_its_head_allows(name: str) -> None:
    for seats in (seatings(name)[0] - 1, seatings(name)[-1] + 1):
        with pytest.raises(ParameterError):
            load(name, seats=seats)


@pytest.mark.parametrize("name", NAMES)
def test_the_checker_finds_nothing(name: str) -> None:
    found = [finding for finding in checked(name).findings if finding.severity >= Severity.WARNING]
    assert not found, render_all(found)


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_formatted(name: str) -> None:
    assert formatted(read(source_of(name))) == source_of(name).text, f"run `croupier fmt` on {name}.rcy"


@pytest.mark.parametrize("name", NAMES)
def test_the_head_is_complete(name: str) -> None:
    head, program = head_of(name), checked(name).program
    assert program is not None
    for part in ("title", "summary", "family", "source", "simplified"):
        assert getattr(head, part), f"{name}.rcy tells no {part}"
    assert head.family in shelf.FAMILIES, f"{head.family!r} is none of the families"
    assert head.seats is not None
    assert program.seats in seatings(name)
    assert ";; dialect: " in source_of(name).text, "ranges depend on the dialect"
    declared = {parameter.name for parameter in program.parameters}
    assert {parameter for parameter, _ in head.parameters} <= declared


PAGE_NAMED = re.compile(r'(?:Wikipedia|[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:/[\w./-]+)?), "[^"]+"')
"""A page that a reader can open: a site, or Wikipedia, and the title of the page in quotes."""


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ('pagat.com, "Rummy"', True),
        ('after Hubert Phillips; Wikipedia, "Black Maria"', True),
        ('github.com/mgoadric/cardstock, "Enchere3"', True),
        ("as commonly played", False),
        ("pagat.com", False),
        ("Reiner Knizia, Lost Cities (1999)", False),
    ],
)
def test_a_page_is_a_site_and_a_title(source: str, named: bool) -> None:
    assert bool(PAGE_NAMED.search(source)) is named


@pytest.mark.parametrize("name", NAMES)
def test_the_head_names_a_page_with_the_rules(name: str) -> None:
    assert PAGE_NAMED.search(head_of(name).source), f"{name}.rcy: {head_of(name).source}"


@pytest.mark.parametrize("name", [name for name in all_names() if "." in name])
def test_the_head_of_a_script_names_a_page_and_what_is_simplified(name: str) -> None:
    found = shelved(name)
    assert found is not None
    head = [line for line in found.text.splitlines()[:12] if line.startswith("//")]
    told = dict(line.removeprefix("// ").split(": ", 1) for line in head if ": " in line)
    assert PAGE_NAMED.search(told["source"]), f"{name}: {told['source']}"
    assert told["simplified"]


# The page about them


def page_in_docs() -> str:
    """The page as it lies there."""
    return (ROOT / "docs" / PAGE).read_text(encoding="utf-8")


def test_the_page_of_the_library_is_current() -> None:
    rows = rows_of(page_in_docs())
    assert set(rows) == set(NAMES), f"run `{COMMAND}`"
    stale = [name for name in NAMES if not is_current(name, rows[name])]
    assert not stale, f"run `{COMMAND}`"
    assert page(rows) == page_in_docs(), f"run `{COMMAND}`"


def test_a_row_of_the_page_comes_out_the_same_again() -> None:
    row, again = rows_of(page_in_docs())["kuhn_poker"], row_of("kuhn_poker")
    assert cells_but_speeds(row) == cells_but_speeds(again)


def test_the_stored_facts_of_the_library_are_current() -> None:
    assert set(stored()) == set(NAMES), f"run `{COMMAND}`"
    stale = [name for name in NAMES if stored()[name].text != fingerprint(source_of(name))]
    assert not stale, f"run `{COMMAND}`"


def test_the_yardstick_is_about_the_library_as_it_is() -> None:
    # A new game needs no mark at once: reports compare with those that have one. The command completes them.
    missing = yardstick.to_measure()
    told = f"run `{COMMAND}`, which measures {', '.join(missing)} for some ten seconds each"
    if missing:
        warn(told, stacklevel=1)
    unmarked = [name for name in NAMES if not yardstick.is_current(name)]
    assert len(unmarked) <= MOST_UNMARKED * len(NAMES), told
    assert set(yardstick.stored()) <= set(NAMES)
    scales = {heuristic.name for heuristic in yardstick.scaled()}
    assert {name for mark in yardstick.stored().values() for name in mark.scores} <= scales


@pytest.mark.parametrize("name", ["agram", "kuhn_poker", "pairs", "crazy_eights"])
def test_stored_facts_come_out_the_same_again(name: str) -> None:
    assert as_text({name: measured(source_of(name))}) == as_text({name: stored()[name]}), (
        f"run `{COMMAND} --anew`"
    )


def test_a_text_that_has_changed_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = source_of("agram").text.replace("(declare 6 'HANDSIZE)", "(declare 5 'HANDSIZE)")
    assert text != source_of("agram").text
    changed = Source("agram.rcy", text)
    monkeypatch.setattr(shelf, "source", {"agram": changed}.get)
    assert facts_of("agram").decisions.least == 20


def test_only_what_has_changed_is_played_again_for_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def marked(name: str, *_: int) -> str:
        return f"| `{name}` | {fingerprint(source_of(name))} |"

    monkeypatch.setattr(library_table, "row_of", marked)
    monkeypatch.setattr(library_table, "write_facts", lambda *, anew: None)
    monkeypatch.setattr(library_table, "write_yardstick", lambda *, anew: None)
    rows = {
        **{name: marked(name) for name in NAMES},
        "agram": "| `agram` | another |",
        "gone": "| `gone` | x |",
    }
    (tmp_path / PAGE).write_text("\n".join(rows.values()), encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [marked("agram"), str(tmp_path / PAGE)]
    assert rows_of((tmp_path / PAGE).read_text(encoding="utf-8")) == {name: marked(name) for name in NAMES}
    assert main([str(tmp_path), "--anew"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(NAMES) + 1


def test_the_page_needs_a_directory(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == main(["nowhere"]) == 2
    assert COMMAND in capsys.readouterr().err
