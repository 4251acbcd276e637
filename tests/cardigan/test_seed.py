"""The listings of the published description stop at `check` with the findings they should get."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.script.cardigan.check import Checked, check
from croupier.script.cardigan.format import formatted
from croupier.text import Source, render_all

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
FOUND = sorted(SEEDS.glob("004_*.txt")) if SEEDS.is_dir() else []
pytestmark = pytest.mark.skipif(not FOUND, reason=f"the published description is not at {SEEDS.name}")

LISTINGS = {
    "war": (93, 153, False),
    "set": (156, 224, True),
    "mille_bornes": (227, 331, False),
    "uno": (333, 507, False),
}
"""First and last line, and whether only what is fenced belongs to it."""
EXPECTED = {
    "war": "W604:100 C105:100 W610:105 W602:107 C102:117 W606:122 C102:132 C105:141 C102:143 C303:144 "
    "C203:150",
    "set": "C201:170 C301:176 W604:196 C201:197 C102:201 C308:202 C105:223",
    "mille_bornes": "C105:230 C105:231 C102:251 C105:258 C105:272 C305:272 C105:276 C307:289 W601:292"
    " W614:308 C107:310 C107:314",
    "uno": "C101:340 C103:340 W603:344 W609:345 C201:345 W608:359 C301:370 W605:383 W605:401 C302:426"
    " C303:429 C303:434 C201:443 C107:450 C302:468 C201:498",
}


def listing(name: str) -> Source:
    """A listing with empty lines before it, so that its lines have the numbers of the description."""
    first, last, only_fenced = LISTINGS[name]
    lines: list[str] = []
    fenced = False
    for number, line in enumerate(FOUND[0].read_text(encoding="utf-8").split("\n"), start=1):
        if line.startswith("```"):
            fenced = not fenced
            lines.append("")
        else:
            lines.append(line if first <= number <= last and (fenced or not only_fenced) else "")
    return Source(f"{name}.cdg", "\n".join(lines))


def checked(name: str) -> Checked:
    """A listing as it is printed."""
    return check(listing(name))


@pytest.mark.parametrize("name", LISTINGS)
def test_the_findings_are_those_that_must_appear(name: str) -> None:
    found = checked(name).findings
    codes = {f"{f.code}:{f.span.line}" for f in found}
    assert set(EXPECTED[name].split()) - codes == set(), render_all(found)
    assert any(f.is_error for f in found)


def test_hints_tell_what_was_meant() -> None:
    war = {(f.code, f.span.line): f for f in checked("war").findings}
    assert "before line 114" in war["C105", 100].hint
    assert war["C105", 141].hint == ""
    assert war["C102", 117].hint == "did you mean `round_winner`?"
    assert war["C102", 132].hint == "did you mean `high_card`?"
    assert "it hides function `round` of 121:1" in war["C203", 150].message
    mille = {(f.code, f.span.line): f for f in checked("mille_bornes").findings}
    assert "line 248 contains ']'" in mille["C102", 251].hint
    assert mille["W614", 308].hint == "a damaged `}`?"
    assert "missing above" in mille["C107", 310].hint
    assert "(.drive)" in mille["C307", 289].message
    uno = {(f.code, f.span.line): f for f in checked("uno").findings}
    assert "damaged quote" in uno["C101", 340].hint
    assert uno["C301", 370].message == "`starter` is int since 349:1, cannot take bool"
    assert uno["C302", 468].message == "pickCard takes 2 (player, top), got 1"


@pytest.mark.parametrize("name", LISTINGS)
def test_a_damaged_listing_is_not_laid_out(name: str) -> None:
    text, errors = formatted(listing(name))
    assert text is None
    assert errors


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("war", ["how many"]),
        ("set", []),
        ("mille_bornes", ["how many", "an index of player.hand", "any text"]),
    ],
)
def test_the_answers_of_the_listings_are_understood(name: str, expected: list[str]) -> None:
    assert [uses.described() for uses in checked(name).kinds.inputs.uses().values()] == expected
