"""Tables that are opened: new ones, those that were left on disk, and those that go on from a replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from croupier.catalog.loading import game_from
from croupier.catalog.origin import game_of
from croupier.catalog.shelf import find
from croupier.game import Transcript
from croupier.game.recording import TranscriptFile
from croupier.studio.errors import Refused
from croupier.studio.offered import LEVELS
from croupier.studio.people import LINK, YOU, tidy_name
from croupier.studio.seating import Seat, seat_names
from croupier.studio.table import Table
from croupier.text.errors import CroupierError

Message = dict[str, Any]


def new_table(ident: str, folder: Path, request: Message) -> Table:
    """A new table; what the game cannot take is refused with a sentence."""
    who = [str(seat.get("who", YOU)) for seat in request.get("seats", ())]
    source = find(request["game"])
    chosen: Message = {"seats": len(who) or None, "settings": request.get("set") or None}
    # What begins with a position is not replayed from its deal: it stays on the engine on which it begins.
    game = game_from(source, engine=None if request.get("position") else "interpreter", **chosen)
    who = who or [YOU, *[LEVELS[0][0]] * (game.seats - 1)]
    seed = int(request["seed"])
    # Where people play against each other, names that go by the seed would help to guess it.
    names = seat_names(who, ident if LINK in who else seed)
    for seat, asked in enumerate(request.get("seats", ())):
        names[seat] = tidy_name(asked.get("name")) or names[seat]
    away = [str(seat.get("stand_in") or "") for seat in request.get("seats", ())] or [""] * len(who)
    table = Table(ident, folder, game, [Seat(*one) for one in zip(who, names, away, strict=True)], seed)
    table.played_before = bool(request.get("played_before"))
    if request.get("position"):
        table.stand_at(_position(request["position"]), None, TranscriptFile.create(table.record_path))
        return table
    table.begin(TranscriptFile.create(table.record_path), None)
    table.compile_later(lambda: game_from(source, **chosen))
    return table


def restored_table(ident: str, folder: Path) -> Table:
    """A table that was opened before, by what is on disk."""
    try:
        kept = json.loads((folder / f"{ident}.json").read_text(encoding="utf-8"))
        transcript = Transcript.read(folder / f"{ident}.jsonl")
        return _of_transcript(ident, folder, transcript, kept)
    except CroupierError as problem:
        raise Refused("damaged", f"This table cannot be opened again: {problem}") from problem
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as problem:
        raise Refused("damaged", "This table cannot be opened again: its file is damaged.") from problem


def forked_table(ident: str, folder: Path, transcript: Transcript, seats: list[Seat]) -> Table:
    """A table that goes on where a transcript ends."""
    kept = {"seats": [one.data() for one in seats], "source": transcript.header.get("source")}
    return _of_transcript(ident, folder, transcript, kept)


def branched_table(ident: str, folder: Path, of: str) -> Table:
    """A table that goes on where another one stands now, with the same people and players."""
    kept = json.loads((folder / f"{of}.json").read_text(encoding="utf-8"))
    return _of_transcript(ident, folder, Transcript.read(folder / f"{of}.jsonl"), {**kept, "notes": []})


def _position(given: object) -> Message:
    """Cards as somebody has laid them; what makes no sense is refused."""
    if isinstance(given, dict):
        places, stored = given.get("places"), given.get("stored")
        current, line = given.get("current"), given.get("line")
        whole = isinstance(current, int) and isinstance(line, int)
        if whole and _texts(places, str) and _texts(stored, str | int):
            return {"places": places, "stored": stored, "current": current, "line": line}
    raise Refused("nonsense", "A position has places, stored values, a seat and a line.")


def _texts(given: object, values: Any) -> bool:
    return isinstance(given, dict) and all(isinstance(value, values) for value in given.values())


def _of_transcript(ident: str, folder: Path, transcript: Transcript, kept: Message) -> Table:
    position = kept.get("position")
    game = game_of(transcript, kept.get("game"), None if position else "interpreter")
    if not position:
        game.replay(transcript)
    seats = [Seat(*map(str, one)) for one in kept["seats"]]
    table = Table(ident, folder, game, seats, int(transcript.header["seed"]))
    table.shared |= bool(kept.get("shared"))
    table.played_before = bool(kept.get("played_before"))
    table.cards_are_open = bool(kept.get("open"))
    table.paused = bool(kept.get("paused"))
    table.undone = int(kept.get("undone", 0))
    table.notes = [(int(n), str(words)) for n, words in kept.get("notes", ())]
    path = table.record_path
    file = TranscriptFile.reopen(path) if path.exists() else TranscriptFile.create(path)
    if position:
        table.stand_at(_position(position), transcript, file)
        return table
    table.begin(file, transcript)
    table.compile_later(lambda: game_of(transcript, kept.get("game")))
    return table
