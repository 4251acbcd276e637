"""A contact sheet: every face of one deck or of several, in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.faces.deck import LETTERING, DeckFaces
from croupier.faces.drawing import HIGH, WIDE, clean

_GAP = 10


@dataclass(frozen=True, slots=True)
class Ground:
    """What a sheet is drawn on."""

    paper: str
    ink: str


GROUNDS = {"light": Ground("#ffffff", "#1d2420"), "dark": Ground("#121a17", "#e4ece8")}


def contact_sheet(
    decks: Sequence[tuple[str, DeckFaces]], *, width: int = 96, columns: int = 14, theme: str = "light"
) -> str:
    """A drawing of all the faces and backs of some decks, each below its title and roles.

    Cards are so wide, and so many stand side by side.
    """
    ground = GROUNDS[theme]
    high = width * HIGH / WIDE
    letters = max(11.0, min(16.0, width / 6))
    total_wide = columns * (width + _GAP) + _GAP
    y = float(_GAP)
    drawn: list[str] = []
    for number, (title, faces) in enumerate(decks):
        y += letters
        line = f"{title} · {len(faces.kinds)} kinds · {faces.roles.text}"
        drawn.append(
            f'<text x="{_GAP}" y="{y:g}" font-size="{letters:g}" font-weight="600" text-anchor="start" '
            f'fill="{ground.ink}">{clean(line)}</text>'
        )
        y += _GAP * 0.8
        cards = [*faces.faces, *(faces.back(name) for name in faces.backs)]
        names = [*(faces.words(kind) for kind in range(len(faces.kinds))), *("back" for _ in faces.backs)]
        for at, (inside, name) in enumerate(zip(cards, names, strict=True)):
            row, column = divmod(at, columns)
            x = _GAP + column * (width + _GAP)
            drawn.append(
                f'<svg x="{x:g}" y="{y + row * (high + _GAP):g}" width="{width}" height="{high:g}" '
                f'viewBox="0 0 {WIDE} {HIGH}"><title>{clean(name)}</title>{inside}</svg>'
            )
        y += (-(-len(cards) // columns)) * (high + _GAP) + (_GAP if number + 1 < len(decks) else 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total_wide:g}" height="{y:g}" '
        f'viewBox="0 0 {total_wide:g} {y:g}" {LETTERING}><rect width="{total_wide:g}" height="{y:g}" '
        f'fill="{ground.paper}"/>{"".join(drawn)}</svg>\n'
    )
