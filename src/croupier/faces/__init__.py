"""Cards drawn: a face for every kind of card of every deck, and backs, as SVG."""

from croupier.faces.deck import DeckFaces, Kind
from croupier.faces.hints import Hints, hints_of, parse_hints
from croupier.faces.roles import Roles, roles_of
from croupier.faces.sheet import contact_sheet

__all__ = ["DeckFaces", "Hints", "Kind", "Roles", "contact_sheet", "hints_of", "parse_hints", "roles_of"]
