"""Which game a transcript is of: found by what its header says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.catalog import shelf
from croupier.catalog.loading import find_source, game_from
from croupier.game import Transcript, TranscriptError
from croupier.game.hosting import HostedGame
from croupier.game.settings import ParameterError
from croupier.recycle.forms import Dialect
from croupier.recycle.program import Constant, ProgramError
from croupier.script.library import shelved
from croupier.text import Source, SourceError


def game_of(transcript: Transcript, game: str | None = None, engine: str | None = None) -> HostedGame:
    """The game of a transcript, with its seats and settings.

    It is looked for where the header says, unless it is given. If only other programs are found the first of
    them is returned: replaying will say that it is another one.
    """
    chosen = _chosen(transcript)
    others: list[HostedGame] = []
    problems: list[Exception] = []
    for source in [_given(game)] if game is not None else _sources(transcript):
        try:
            found = game_from(source, dialect=chosen["dialect"], engine=engine, filtered=chosen["filtered"])
            if found.rules_hash == transcript.header.get("program"):
                return game_from(source, engine=engine, **chosen)
            others.append(found)
        except (ProgramError, ParameterError) as problem:
            problems.append(problem)
    if others:
        return others[0]
    if problems:
        reason = str(problems[0]).splitlines()[0]
        raise TranscriptError(transcript.name, 1, f"its game cannot be played as the header says: {reason}")
    wanted = transcript.header.get("source")
    raise TranscriptError(transcript.name, 1, f"its game {wanted!r} is not here: name it with --game")


def _given(game: str) -> Source:
    return find_source(game)


def _chosen(transcript: Transcript) -> dict[str, Any]:
    """Seats, settings and dialect, as the header has them."""
    header = transcript.header
    seats, settings, dialect = header.get("seats"), header.get("settings", {}), header.get("dialect")
    fits = isinstance(seats, int) and isinstance(settings, dict) and isinstance(dialect, str | None)
    if not fits or not all(_is_constant(value) for value in settings.values()):
        raise TranscriptError(
            transcript.name, 1, "the header has no seats and settings that a game could take"
        )
    values: dict[str, Constant] = {k: tuple(v) if isinstance(v, list) else v for k, v in settings.items()}
    known = {member.value for member in Dialect}
    return {
        "seats": seats,
        "settings": values,
        "dialect": dialect if dialect in known else None,
        "filtered": header.get("filter") is not False,
    }


def _is_constant(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(part, int) for part in value) or all(isinstance(part, str) for part in value)
    return isinstance(value, int | str)


def _sources(transcript: Transcript) -> Iterator[Source]:
    """The texts in which the game could be: the file named, here or beside the transcript, or the library."""
    source, name = str(transcript.header.get("source", "")), str(transcript.header.get("game", ""))
    for path in dict.fromkeys((Path(source), Path(transcript.name).parent / source)):
        try:
            if source and path.is_file():
                yield Source.read(path)
        except (SourceError, OSError, ValueError):
            continue
    for found in (shelved(Path(source).name), shelf.source(name)):
        if found is not None:
            yield found
