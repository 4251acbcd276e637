"""Colours that everybody can tell apart, reckoned by how the colour-blind see them."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from croupier.report.palette import LIGHT, THEMES, Palette, recoloured, variables

# Machado, Oliveira and Fernandes (2009), severity 1.
SEEN = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def linear(colour: str) -> list[float]:
    """Light of the three colours."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def times(matrix: tuple[tuple[float, ...], ...], vector: list[float]) -> list[float]:
    """A matrix applied."""
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lab(colour: str, vision: str) -> list[float]:
    """A colour where distances are what people see."""
    seen = [min(1.0, max(0.0, c)) for c in times(SEEN[vision], linear(colour))]
    x, y, z = (
        (part / white) ** (1 / 3) if part / white > 0.008856 else 7.787 * part / white + 16 / 116
        for part, white in zip(times(XYZ, seen), WHITE, strict=True)
    )
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def distance(one: str, other: str, vision: str) -> float:
    """How different two colours look."""
    pairs = zip(lab(one, vision), lab(other, vision), strict=True)
    return hypot(*(a - b for a, b in pairs))


def contrast(one: str, other: str) -> float:
    """As the guidelines for the web reckon it."""
    dark, light = sorted(times((XYZ[1],), linear(colour))[0] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("vision", SEEN)
def test_colours_can_be_told_apart(palette: Palette, vision: str) -> None:
    assert distance(palette.main, palette.second, vision) > 40
    for one, other in combinations(palette.hues, 2):
        assert distance(one, other, vision) > 15, (one, other)
    for one, other in (
        (palette.ground, palette.band),
        (palette.band, palette.core),
        (palette.core, palette.main),
    ):
        assert distance(one, other, vision) > 14, (one, other)


@pytest.mark.parametrize("palette", THEMES.values(), ids=THEMES)
def test_texts_and_marks_stand_out(palette: Palette) -> None:
    for text in (palette.ink, palette.soft, palette.good, palette.bad):
        assert contrast(text, palette.ground) >= 4.5
    for mark in (palette.main, palette.second, *palette.hues):
        assert contrast(mark, palette.ground) >= 3


def test_a_drawing_takes_its_colours_from_the_page() -> None:
    for theme in THEMES.values():
        colours = [theme.ground, theme.ink, theme.soft, theme.grid, theme.main, theme.second, theme.band]
        colours += [theme.core, theme.good, theme.bad, *theme.hues]
        assert len(set(colours)) == len(colours)
        assert all(colour in variables() for colour in colours)
    assert recoloured(f'"{LIGHT.hue(6)}"') == f'"var(--plot-hue1, {LIGHT.hues[1]})"'
