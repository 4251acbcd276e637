"""The cards of a game for ``croupier show --cards``: a contact sheet, or what is known of every kind."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.faces import DeckFaces
    from croupier.game.cards import Pack


@dataclass(frozen=True, slots=True)
class Wishes:
    """The look of a sheet."""

    width: int
    dark: bool
    contrast: bool


def sheet(title: str, faces: DeckFaces, wishes: Wishes) -> str:
    """All the faces of a game in one drawing."""
    from croupier.faces import contact_sheet

    columns = max(4, min(1400 // (wishes.width + 10), 14, len(faces.kinds) + len(faces.backs)))
    theme = "dark" if wishes.dark else "light"
    return contact_sheet([(title, faces)], width=wishes.width, columns=columns, theme=theme)


def data(pack: Pack) -> dict[str, Any]:
    """Every kind, and the roles of its attributes."""
    faces = pack.faces()
    return {
        "roles": asdict(faces.roles),
        "kinds": [
            {
                "kind": number,
                "name": kind.name,
                "words": faces.words(number),
                "attributes": dict(kind.attributes),
                "back": kind.back,
                "count": kind.count,
            }
            for number, kind in enumerate(pack.kinds)
        ],
    }
