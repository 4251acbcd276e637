"""Tournaments on disk: a header and one line a game, so that one that was broken off can be gone on with."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from croupier.engine.record import program_hash
from croupier.lab.tournament import Result, Tournament

FORMAT = "croupier-tournament"
VERSION = 1


class RecordError(ValueError):
    """A file that is not the record of this tournament; the message says why."""


def header(tournament: Tournament) -> dict[str, Any]:
    """What has to be the same for games to belong together."""
    plan = tournament.plan
    program = plan.game.program
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": plan.game.name,
        "program": program_hash(program),
        "seats": plan.game.seats,
        "settings": {
            p.name: list(p.value) if isinstance(p.value, tuple) else p.value for p in program.parameters
        },
        "players": list(tournament.players),
        "pairings": tournament.pairings,
        "seed": plan.seed,
        "limits": {"steps": plan.max_steps, "decisions": plan.max_decisions},
    }


def create(path: str | Path, tournament: Tournament) -> None:
    """A new file with its header; FileExistsError if there is one."""
    with open(path, "x", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(header(tournament), ensure_ascii=False) + "\n")


def append(path: str | Path, results: Iterable[Result]) -> None:
    """Write some games behind what is there."""
    with open(path, "a", encoding="utf-8", newline="\n") as file:
        file.writelines(json.dumps(result.data(), ensure_ascii=False) + "\n" for result in results)


def resume(path: str | Path, tournament: Tournament) -> list[Result]:
    """The games of a file, to go on with; a last line that was cut off is taken out of it."""
    raw = Path(path).read_bytes()
    whole = raw[: raw.rfind(b"\n") + 1]
    if len(whole) < len(raw):
        os.truncate(path, len(whole))
    lines = whole.decode("utf-8", "replace").splitlines()
    found = [_line(path, number, line) for number, line in enumerate(lines, start=1)]
    if not found or found[0].get("format") != FORMAT:
        raise RecordError(f"{path}: this is not the record of a tournament")
    for key, value in header(tournament).items():
        if found[0].get(key) != value:
            raise RecordError(f"{path}: {key} is {found[0].get(key)!r} there, and {value!r} here")
    results = []
    for number, data in enumerate(found[1:], start=2):
        try:
            results.append(Result.of(data))
        except (KeyError, TypeError, ValueError):
            raise RecordError(f"{path}:{number}: this line is not a game") from None
    return results


def _line(path: str | Path, number: int, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise RecordError(f"{path}:{number}: this line is not JSON")
    return data
