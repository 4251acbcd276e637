"""The colours of plots: one set for white paper, one for dark screens, both for the colour-blind as well.

Blue and vermilion are those of Okabe and Ito, which people of all kinds of colour vision can tell apart; the
other hues are far enough from them and from each other, in lightness too, for all kinds (a test reckons it).
What a colour says is always said by place, shape, dash or label as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Palette:
    """What is drawn in which colour. No two roles share a colour, so that a drawing can be recoloured."""

    ground: str
    ink: str
    soft: str
    """For axes and lesser texts."""
    grid: str
    main: str
    """What a plot is about: points, bars, lines."""
    second: str
    """What it is compared with."""
    band: str
    """Wide bands, as behind a line."""
    core: str
    """Narrow bands within wide ones."""
    good: str
    bad: str
    hues: tuple[str, ...]
    """For things of a kind, such as seats; further ones are told apart by dashes."""

    def hue(self, number: int) -> str:
        """The colour of the thing of a number; they repeat."""
        return self.hues[number % len(self.hues)]


LIGHT = Palette(
    ground="#ffffff",
    ink="#1d2420",
    soft="#55615b",
    grid="#e3e8e5",
    main="#0b65a3",
    second="#c65102",
    band="#c9dff0",
    core="#8fbfe3",
    good="#14694b",
    bad="#a8321b",
    hues=("#0072b2", "#d55e00", "#22313f", "#9440d8", "#3aa655"),
)
DARK = Palette(
    ground="#1a221e",
    ink="#e6ece8",
    soft="#a3b1a9",
    grid="#2f3a35",
    main="#63b5ec",
    second="#f59250",
    band="#223f55",
    core="#34668c",
    good="#62cba4",
    bad="#f2937d",
    hues=("#4fa8ea", "#ff9a4f", "#f4f1e8", "#b05cff", "#7ee0b0"),
)
THEMES = {"light": LIGHT, "dark": DARK}


def named(palette: Palette) -> dict[str, str]:
    """Every colour by the name that it has in a style sheet."""
    plain = {f"--plot-{field.name}": getattr(palette, field.name) for field in fields(palette)}
    hues = plain.pop("--plot-hues")
    return plain | {f"--plot-hue{number}": hue for number, hue in enumerate(hues)}


def variables() -> str:
    """The palettes as a style sheet: dark on dark screens, light elsewhere and on paper."""
    light, dark = (
        " ".join(f"{name}: {colour};" for name, colour in named(palette).items()) for palette in (LIGHT, DARK)
    )
    return f":root {{ {light} }}\n@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"


def recoloured(svg: str) -> str:
    """A drawing in the light palette as one that takes its colours from the style sheet of its page.

    >>> recoloured('<path fill="#0b65a3" stroke="#123456"/>')
    '<path fill="var(--plot-main, #0b65a3)" stroke="#123456"/>'
    """
    names = {colour: name for name, colour in named(LIGHT).items()}
    return re.sub(
        r'"(#[0-9a-f]{6})"', lambda m: f'"var({names[m[1]]}, {m[1]})"' if m[1] in names else m[0], svg
    )
