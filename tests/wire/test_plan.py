"""Plans of tables: the role of every place of every game of the library, golden."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from croupier import load
from croupier.catalog import shelf
from croupier.catalog.loading import game_with, program_with
from croupier.script.library import all_names
from croupier.text import Source
from croupier.wire.plan import Plan, plan
from croupier.wire.plan_text import plan_text
from golden import FOLDER, assert_golden

GOLDEN = "plans.txt"
SCRIPTS = tuple(name for name in all_names() if "." in name)
FEW = ("hearts", "casino", "golf_six", "whist")


def tables() -> Iterator[tuple[str, int | None]]:
    """Every game of the library with every number of seats that its head names."""
    for name in shelf.names():
        source = shelf.source(name)
        assert source is not None
        seats = shelf.head(source).seats
        yield from ((name, None),) if seats is None else ((name, n) for n in range(seats[0], seats[1] + 1))
    yield from ((name, None) for name in SCRIPTS)


def made(name: str, seats: int | None) -> Plan:
    """The plan of a game of the library."""
    return plan(load(name, seats=seats, engine="interpreter"))


def line_of(name: str, laid: Plan) -> str:
    """A plan in one line."""
    places = "; ".join(
        f"{family.owner[0]} {'/'.join(family.names)} {family.role} {family.largest}"
        for family in laid.families
        if family.role != "unused"
    )
    values = "; ".join(f"{value.owner[0]} {value.name} {value.role}" for value in laid.values)
    return f"{name} {laid.seats}: {places} | {values}".rstrip(" |")


def golden_lines() -> dict[str, str]:
    """The lines of the golden file by game and seats."""
    text = (FOLDER / GOLDEN).read_text(encoding="utf-8")
    return {line.partition(":")[0]: line for line in text.splitlines()}


def agrees(name: str, seats: int | None) -> None:
    """The plan of a game is as it was when somebody last looked at it."""
    line = line_of(name, made(name, seats))
    assert line == golden_lines()[line.partition(":")[0]]


@pytest.mark.parametrize("name", FEW)
def test_a_table_is_laid_as_before(name: str) -> None:
    agrees(name, None)


@pytest.mark.slow
def test_tables_of_the_library_are_laid_as_before() -> None:
    """Some games with some numbers of seats; `benchmarks/wire.py --plans` lays all of them."""
    if os.environ.get("CROUPIER_GOLDEN") == "write":
        lines = [line_of(name, made(name, seats)) for name, seats in tables()]
        assert_golden(GOLDEN, "\n".join(lines) + "\n")
        return
    for name, seats in [*tables()][::25]:
        agrees(name, seats)


def test_the_golden_file_has_every_game_and_number_of_seats() -> None:
    lines = golden_lines()
    for name, seats in tables():
        found = [line for key, line in lines.items() if key.rpartition(" ")[0] == name]
        assert found, name
        assert seats is None or f"{name} {seats}" in lines


def test_both_engines_give_the_same_plan() -> None:
    assert plan(load("kuhn_poker", engine="native")) == plan(load("kuhn_poker", engine="interpreter"))


def test_places_that_are_values_of_one_attribute_are_one_family() -> None:
    laid = made("lost_cities", None)
    names = ("BLUE", "GREEN", "RED", "WHITE", "YELLOW")
    assert {laid.role("player", "vloc", name) for name in names} == {"tableau"}
    assert {laid.role("game", "vloc", name) for name in names} == {"market"}
    assert laid.role("game", "vloc", "PURPLE") == "unused"


def test_hints_in_the_head_decide() -> None:
    source = shelf.source("kuhn_poker")
    assert source is not None
    hinted = ";; Kuhn\n;; table: STOCK hidden, player.CHIPS tag, seats order 1 0\n" + source.text
    program = program_with(Source("kuhn.rcy", hinted))
    laid = plan(game_with(program, "kuhn", "interpreter"))
    assert laid.role("game", "iloc", "STOCK") == "hidden"
    assert [value.role for value in laid.values if value.name == "CHIPS"] == ["tag"]
    assert laid.order == (1, 0)


def test_a_plan_can_be_read() -> None:
    text = plan_text("Kuhn Poker", made("kuhn_poker", None))
    assert "HAND   hand   seen by its owner, up to 1 card, 1 on average" in text
    assert text.startswith("Kuhn Poker, 2 seats clockwise: 0 1\n")
