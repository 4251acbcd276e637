"""Grids and variants as people write them, and what is said of those that are not possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.lab.grid import Grid, GridError, grid_of, values_of
from croupier.lab.variants import Variant, VariantError, variant


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("5", (5,)),
        ("4..8", (4, 5, 6, 7, 8)),
        ("-2..2", (-2, -1, 0, 1, 2)),
        ("0..100..25", (0, 25, 50, 75, 100)),
        ("0..10..4", (0, 4, 8)),
        ("1, 2 ,5", (1, 2, 5)),
        ("3,1..4", (3, 1, 2, 4)),
        ("7..7", (7,)),
        ("HEARTS,SPADES", ("HEARTS", "SPADES")),
        ("TRUE,FALSE", ("TRUE", "FALSE")),
        ("(A,B),(C)", (("A", "B"), ("C",))),
        ("(1,2,3)", ((1, 2, 3),)),
    ],
)
def test_values(text: str, values: tuple[object, ...]) -> None:
    assert values_of(text) == values


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty value"),
        ("1,,2", "empty value"),
        ("4..", "'4..' is not a range such as 4..8"),
        ("..8", "is not a range"),
        ("a..b", "is not a range"),
        ("1.5..3", "is not a range"),
        ("8..4", "runs backwards: write 4..8"),
        ("4..8..0", "the step is 0"),
        ("4..8..-1", "the step is -1"),
        ("1..1000000", "has 1,000,000 values"),
        ("many", "names are upper case, as in MANY"),
        ("(A,B", "'(A': the value is not"),
    ],
)
def test_what_is_no_value_is_told(text: str, told: str) -> None:
    with pytest.raises(GridError) as problem:
        values_of(text)
    assert told in str(problem.value)


@pytest.mark.parametrize("text", ["4..8", "0..100..25", "1,2,5", "(A,B),(C)", "1,2"])
def test_an_axis_is_written_as_it_is_read(text: str) -> None:
    [axis] = grid_of({"X": values_of(text)}, None).axes
    assert str(axis) == f"X={text}"


def test_all_combinations_the_last_axis_fastest() -> None:
    grid = grid_of({"A": [1, 2], "B": 7}, [2, 3])
    assert [tuple(point.values()) for point in grid] == [(1, 7, 2), (1, 7, 3), (2, 7, 2), (2, 7, 3)]
    assert [axis.name for axis in grid.moving] == ["A", "seats"]


def test_a_grid_without_anything_that_moves_is_refused() -> None:
    for grid in (Grid(()), grid_of({"A": 1}, 3)):
        with pytest.raises(GridError, match="nothing to sweep"):
            grid.check()


def test_a_huge_grid_is_refused_with_its_size() -> None:
    grid = grid_of({"A": range(50), "B": range(20)}, [2, 3])
    with pytest.raises(GridError) as problem:
        grid.check()
    assert "2,000 combinations (A 50 × B 20 × seats 2)" in str(problem.value)
    assert "--max-points 2000" in str(problem.value)
    grid.check(2000)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("agram", Variant("agram")),
        ("agram:HANDSIZE=5", Variant("agram", None, {"HANDSIZE": 5})),
        ("agram:seats=3:HANDSIZE=5", Variant("agram", 3, {"HANDSIZE": 5})),
        ("crazy_eights:SUITS=CLUBS,SPADES", Variant("crazy_eights", None, {"SUITS": ("CLUBS", "SPADES")})),
        (r"C:\games\mine.rcy:A=1", Variant(r"C:\games\mine.rcy", None, {"A": 1})),
        ("nowhere:thing", Variant("nowhere:thing")),
    ],
)
def test_variants(text: str, found: Variant) -> None:
    assert variant(text) == found
    assert str(found) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("agram:HANDSIZE", "'HANDSIZE' is not NAME=VALUE, as in agram:HANDSIZE=7"),
        ("agram:", "'' is not NAME=VALUE"),
        ("agram:A=1:A=2", "gives A twice"),
        ("agram:A=", "A: the value is not"),
        ("agram:seats=MANY", "seats is a number"),
        ("agram:A=many", "names are upper case"),
    ],
)
def test_what_is_no_variant_is_told(text: str, told: str) -> None:
    with pytest.raises(VariantError) as problem:
        variant(text)
    assert told in str(problem.value)


def test_a_file_may_have_colons_in_its_name(tmp_path: Path) -> None:
    odd = tmp_path / "a:B=1"
    odd.write_text("")
    assert variant(str(odd)) == Variant(str(odd))
    assert variant(f"{odd}:C=2") == Variant(str(odd), None, {"C": 2})
