"""What pages tell about one game: before it is played, its rules, its faces, the plan of its table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.catalog import shelf
from croupier.catalog.languages import script_language
from croupier.catalog.loading import game_from
from croupier.faces import DeckFaces, Kind, hints_of
from croupier.game.hosting import HostedGame
from croupier.studio.library import fan_of
from croupier.studio.offered import offered
from croupier.text import Source
from croupier.wire.plan import Plan, plan

Message = dict[str, Any]

_MOST_SEATS = 16
PREFIX = "face-"
"""What the names of symbols begin with."""


def described(name: str) -> Message:
    """One game, before it is played: seats, parameters, rules, and who can play it."""
    source = shelf.find(name)
    game, head = game_from(source), shelf.head(source)
    low, high = head.seats or (1, _MOST_SEATS)
    meanings = dict(head.parameters)
    return {
        "name": name,
        "title": game.title,
        "summary": head.summary,
        "seats": list(range(low, high + 1)) if head.seats else [game.seats],
        "default_seats": game.seats,
        "parameters": [
            {"name": key, "value": value, "meaning": meanings.get(key, "")}
            for key, value in game.settings.items()
            if isinstance(value, int | str) and not isinstance(value, bool) and key != "SEATS"
        ],
        "players": offered(own=script_language(source.name) is not None),
        "rules": rules_of(game),
        "fan": fan_of(game),
        # A file of the workspace is named by its whole path.
        "in_library": not Path(name).is_absolute(),
    }


def rules_of(game: HostedGame) -> list[str]:
    """The rules of a game in words, as its file tells them."""
    return list(_paragraphs(game.source))


def _paragraphs(source: Source) -> Iterator[str]:
    head = shelf.head(source)
    for text in (head.summary, head.remarks, f"Simplified: {head.simplified}." if head.simplified else ""):
        for paragraph in text.split("\n\n") if text else ():
            yield " ".join(paragraph.split())
    for name, meaning in head.parameters:
        yield f"{name}: {meaning}"


def faces_data(game: HostedGame) -> Message:
    """All faces of a game as symbols, in the usual colours and with four colours."""
    kinds = [Kind(dict(kind.attributes), kind.back) for kind in game.pack.kinds]
    hints = hints_of(game.source.text)
    plain, contrast = DeckFaces(kinds, hints), DeckFaces(kinds, hints, contrast=True)
    numbers = range(len(kinds))
    return {
        "backs": list(plain.backs),
        "words": [plain.words(kind) for kind in numbers],
        "symbols": plain.symbols(numbers, PREFIX),
        "contrast": contrast.symbols(numbers, PREFIX),
    }


_PLANS: dict[tuple[object, ...], Plan] = {}


def plan_of(game: HostedGame) -> Plan:
    """The plan of a game, made once in a process: tables share it."""
    key = (
        game.rules_hash,
        game.name,
        game.seats,
        tuple(sorted((k, str(v)) for k, v in game.settings.items())),
    )
    if key not in _PLANS:
        _PLANS[key] = plan(game)
    return _PLANS[key]
