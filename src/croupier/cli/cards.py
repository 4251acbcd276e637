"""The cards of a game for ``croupier show --cards``: a contact sheet, or what is known of every kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.faces import DeckFaces
    from croupier.recycle.program import Program


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a sheet is to look."""

    width: int
    dark: bool
    contrast: bool


def deck_of(program: Program, contrast: bool) -> DeckFaces:
    """The faces of all the decks of a program."""
    from croupier.faces import DeckFaces, Kind, hints_of
    from croupier.interpreter.pack import Pack

    pack = Pack.of(program.decks)
    firsts = [pack.kinds.index(kind) for kind in range(len(pack.kind_names))]
    kinds = [Kind(pack.attributes[first], pack.backs[first]) for first in firsts]
    return DeckFaces(kinds, hints_of(program.source.text), contrast=contrast)


def sheet(title: str, faces: DeckFaces, wishes: Wishes) -> str:
    """All the faces of a game in one drawing."""
    from croupier.faces import contact_sheet

    columns = max(4, min(1400 // (wishes.width + 10), 14, len(faces.kinds) + len(faces.backs)))
    theme = "dark" if wishes.dark else "light"
    return contact_sheet([(title, faces)], width=wishes.width, columns=columns, theme=theme)


def data(faces: DeckFaces) -> dict[str, Any]:
    """Every kind, and the roles of its attributes."""
    from dataclasses import asdict

    return {
        "roles": asdict(faces.roles),
        "kinds": [
            {
                "kind": number,
                "words": faces.words(number),
                "attributes": dict(kind.attributes),
                "back": kind.back,
            }
            for number, kind in enumerate(faces.kinds)
        ],
    }
