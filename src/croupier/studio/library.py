"""The library as pages show it: all games in a list, their cards in small fans, and starters for new ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from croupier.catalog import shelf, starters
from croupier.catalog.languages import script_language
from croupier.catalog.loading import game_from
from croupier.catalog.stored_facts import stored_facts
from croupier.faces import DeckFaces, Kind, hints_of
from croupier.game.hosting import HostedGame
from croupier.script import library as scripts
from croupier.text.errors import CroupierError

Message = dict[str, Any]

FAN = 4
"""So many cards are shown of a game."""


def games() -> list[Message]:
    """All games of the library, by title."""
    written = [f"{name}{ending}" for ending in (".ah", ".cdg") for name in scripts.names(ending)]
    found = [_listed(name) for name in (*shelf.names(), *written)]
    return sorted(found, key=lambda game: str(game["title"]).casefold())


def _listed(name: str) -> Message:
    source = shelf.find(name)
    head, language = shelf.head(source), script_language(source.name)
    low, high = head.seats or (2, 2)
    facts = stored_facts().get(name, {})
    games, decisions = [*facts.get("decisions", ()), 0, 0][:2]
    return {
        "name": name,
        "title": head.title or name,
        "summary": head.summary,
        "family": head.family,
        "fewest": low,
        "most": high,
        "language": "RECYCLE" if language is None else language.title,
        "cards": facts.get("cards"),
        "decisions": round(decisions / games) if games else None,
        # Mechanics have no list of their own: they are searched for in the words about the game.
        "remarks": head.remarks,
    }


def starter_list() -> list[Message]:
    """The starters of `croupier new`, in their order."""
    found = []
    for kind in starters.KINDS:
        head = shelf.head(starters.source(kind))
        low, high = head.seats or (0, 0)
        found.append({"kind": kind, "summary": head.summary, "fewest": low, "most": high})
    return found


def fans(names: Sequence[str]) -> dict[str, Message | None]:
    """Some cards of each game as symbols whose names begin with `fan-`; None for one that fails."""
    return {name: _fan(name, _stamp(name)) for name in names}


def _stamp(name: str) -> float:
    """The moment at which a file was changed last; games of the library never are."""
    try:
        return os.stat(name).st_mtime if os.path.isabs(name) else 0.0
    except OSError:
        return 0.0


@lru_cache(maxsize=400)
def _fan(name: str, _stamp: float) -> Message | None:
    try:
        game = game_from(shelf.find(name), engine="interpreter")
    except (CroupierError, ValueError, OSError):
        return None
    return fan_of(game)


def fan_of(game: HostedGame) -> Message:
    """Cards of a game from all over its pack, drawn."""
    kinds = [Kind(dict(kind.attributes), kind.back) for kind in game.pack.kinds]
    shown = _spread(len(kinds))
    symbols = DeckFaces(kinds, hints_of(game.source.text)).symbols(shown, "fan-")
    return {"kinds": shown, "symbols": symbols}


def _spread(kinds: int) -> list[int]:
    """Some numbers below another one, at unequal distances: packs go through the ranks of each suit.

    >>> _spread(52), _spread(3), _spread(0)
    ([1, 17, 33, 49], [0, 1, 2], [])
    """
    count = min(kinds, FAN)
    step = kinds // count if count else 0
    return [k * kinds // count + k * step // count + step // 8 for k in range(count)]
