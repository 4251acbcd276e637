"""Plots: drawn without a browser, light and dark, with words for who cannot see them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from croupier.lab import Analysis
from croupier.lab.course import Moment
from croupier.lab.statistics import Estimate
from croupier.report import charts
from croupier.report.palette import DARK, LIGHT, Palette
from croupier.report.plot import Plot
from croupier.report.plotted import analysis_plots

pytestmark = pytest.mark.slow

NAMES = ["wins", "lead", "choices", "lengths", "drama", "strength", "yardstick"]


@pytest.fixture(scope="module")
def drawn(found: Analysis) -> dict[str, Plot]:
    """The plots of the small analysis."""
    return analysis_plots(found)


def marks(svg: str) -> Counter[str]:
    """The shapes of a drawing by their kind."""
    root = ElementTree.fromstring(svg)
    return Counter(element.tag.rpartition("}")[2] for element in root.iter())


def colours(svg: str) -> set[str]:
    """All colours of a drawing."""
    return set(re.findall(r"#[0-9a-fA-F]{6}", svg))


def known(palette: Palette) -> set[str]:
    """All colours of a palette."""
    plain = (palette.ground, palette.ink, palette.soft, palette.grid, palette.main, palette.second)
    return {*plain, palette.band, palette.core, palette.good, palette.bad, *palette.hues}


def test_an_analysis_has_all_of_them(drawn: dict[str, Plot]) -> None:
    assert list(drawn) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_is_drawn_in_the_colours_of_its_theme(drawn: dict[str, Plot], name: str) -> None:
    for theme, palette in (("light", LIGHT), ("dark", DARK)):
        svg = drawn[name].svg(theme)
        assert marks(svg)["path"] > 3
        assert marks(svg)["text"] > 3
        assert colours(svg) <= known(palette)


def test_pixels(drawn: dict[str, Plot]) -> None:
    image = drawn["wins"].png(scale=1)
    assert image.startswith(b"\x89PNG")
    width = int.from_bytes(image[16:20], "big")
    assert 300 < width < 600


@pytest.mark.parametrize("name", NAMES)
def test_each_says_in_words_what_it_shows(drawn: dict[str, Plot], name: str) -> None:
    plot = drawn[name]
    assert len(plot.alt) > 40
    assert plot.caption.endswith(".")
    assert plot.head
    assert all(len(row) == len(plot.head) for row in plot.rows)
    inline = plot.inline()
    assert inline.startswith('<svg role="img" aria-label="')
    assert inline.count("aria-") == 1
    assert "var(--plot-" in inline


def test_the_numbers_of_the_words_are_those_of_the_analysis(found: Analysis, drawn: dict[str, Plot]) -> None:
    seat = found["fairness"].details["seats"][0]["value"]
    assert f"random games: seat 0 {100 * seat:.1f} %" in drawn["wins"].alt
    assert "always 12 decisions" in drawn["lengths"].alt


def test_a_notebook_shows_them(drawn: dict[str, Plot]) -> None:
    shown = drawn["lead"]._repr_mimebundle_()
    assert ElementTree.fromstring(shown["image/svg+xml"]).tag.endswith("svg")
    assert shown["text/plain"].startswith("The lead of the later winner: Fan chart")


def shares(*values: float) -> list[Estimate]:
    """Shares of ten games."""
    return [Estimate(value, max(0.0, value - 0.1), min(1.0, value + 0.1), 10) for value in values]


def moment(at: float, value: float) -> Moment:
    """A moment at which all is the same."""
    return Moment(at, 1, value, value, value, value, value, value)


def lengths(*values: int) -> dict[int, int]:
    """Each once."""
    return dict.fromkeys(values, 1)


EDGES: dict[str, Plot] = {
    "sixteen seats": charts.win_shares(
        {"random games": shares(*[1 / 16] * 16)}, fair=1 / 16, names=[str(seat) for seat in range(16)]
    ),
    "one game": charts.win_shares(
        {"random games": [Estimate(1.0, None, None, 1), Estimate(0.0, None, None, 1)]},
        fair=0.5,
        names=["seat 0", "seat 1"],
    ),
    "nasty names": charts.win_shares(
        {"<b>&\"'": shares(0.5, 0.5)}, fair=0.5, names=["</script><script>alert(1)</script>", "{{x}} ' \" \\"]
    ),
    "one moment": charts.lead([moment(0.5, 0.0)]),
    "no stakes": charts.choices([moment(1, 1), moment(2, 1)], []),
    "one decision": charts.choices([moment(1, 2)], [moment(1, 0.5)]),
    "always as long": charts.lengths({"random games": lengths(52)}),
    "very long": charts.lengths({"random games": lengths(1, 10_000), "games among AIs": lengths(77)}),
    "one budget": charts.strength(
        [charts.Strength(2, Estimate(0.5, None, None, 1), False)],
        title="Strength",
        what="wins",
        unit="budget",
        even=0.5,
        caption="One.",
    ),
}


@pytest.mark.parametrize("plot", EDGES.values(), ids=EDGES)
def test_little_and_odd_data(plot: Plot) -> None:
    svg = plot.svg()
    assert marks(svg)["path"] > 1
    assert "NaN" not in svg
    assert "undefined" not in svg
    assert "<script" not in plot.figure()


def test_nothing_is_loaded_until_a_chart_is_made() -> None:
    code = (
        "import sys, croupier.cli.analyze, croupier.lab.analysis, croupier.report.charts, "
        "croupier.report.analysis_page\n"
        "assert not {'altair', 'vl_convert'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_configured_holds_for_every_chart(drawn: dict[str, Plot]) -> None:
    config: dict[str, Any] = drawn["wins"].chart("dark").to_dict()["config"]
    assert config["background"] == DARK.ground
    assert config["axis"]["labelColor"] == DARK.soft
