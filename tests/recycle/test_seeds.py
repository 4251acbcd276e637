"""Agram as the seed documents print it: passes as it stands, and the damaged listing can be repaired."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.recycle.check import Checked, check
from croupier.text import Severity, Source, render_all

SEEDS = Path(__file__).parents[3] / "shared/seeds"

pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason=f"the seed documents are not at {SEEDS}")

_DAMAGES = [(9,), (40,), (53,), (59,), (61, 63), (66,), (67,), (82, 91), (104,), (106,)]
"""The lines at which the listing is damaged; of a pair either will do."""


def seed(number: str) -> str:
    """A seed document."""
    (path,) = SEEDS.glob(f"{number}_*.txt")
    return path.read_text(encoding="utf-8")


def printed(number: str) -> str:
    """Agram as a document prints it, from its title to the end of its scoring."""
    text = seed(number)
    start = text.rindex(";; Agram")
    scoring = "(scoring max ((current player) sto SCORE)))"
    return text[start : text.index(scoring, start) + len(scoring)]


def damaged() -> str:
    """The damaged listing, with its line numbers blanked out so that columns stay."""
    listing = seed("000").split("```\n1  ;; Agram")[1]
    numbered = re.findall(r"^(\d+)(.*)$", "1  ;; Agram" + listing, re.MULTILINE)
    assert [int(number) for number, _ in numbered] == list(range(1, 109))
    return "".join(f"{' ' * len(number)}{line}\n" for number, line in numbered)


@pytest.fixture(scope="module")
def repaired() -> Checked:
    """What is found in the damaged listing, all in one go."""
    return check(Source("agram.rcy", damaged()))


@pytest.mark.parametrize("number", ["001", "002"])
def test_agram_as_printed_is_clean(number: str) -> None:
    found = check(Source("agram.rcy", printed(number)))
    assert found.program is not None, render_all(found.findings)
    assert [f.code for f in found.findings if f.severity > Severity.NOTE] == []
    assert (found.program.seats, found.program.cards, found.dialect.value) == (4, 35, "0.4")


def test_both_prints_are_the_same_program() -> None:
    one, other = (check(Source("agram.rcy", printed(number))).program for number in ("001", "002"))
    assert one == other


@pytest.mark.parametrize("places", _DAMAGES, ids=lambda places: "/".join(map(str, places)))
def test_every_damage_of_the_listing_has_a_finding_near_it(
    repaired: Checked, places: tuple[int, ...]
) -> None:
    told = [f.span.line for f in repaired.findings]
    assert min(abs(line - place) for line in told for place in places) <= 2


def test_a_person_is_not_drowned_in_findings(repaired: Checked) -> None:
    assert repaired.program is None
    assert len(repaired.findings) <= 15


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_it_does_not_matter_how_the_line_numbers_are_removed(columns: int) -> None:
    text = "\n".join(line[columns:] for line in damaged().split("\n"))
    told = [f.span.line for f in check(Source("agram.rcy", text)).findings]
    for places in _DAMAGES:
        assert min(abs(line - place) for line in told for place in places) <= 2
