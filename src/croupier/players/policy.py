"""A policy in a file: how likely every option is, by all that a seat has seen.

It is a JSON text. `policy` has a row for every information set: by the key of what the seat has seen, as
`croupier.game.recall` makes it, the keys of the options with how likely each is. Options that are never
taken are left out. `restarts` are keys of views at which everybody knows where the game stands: keys of what
was seen begin anew with them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum, isfinite
from pathlib import Path
from typing import Any

from croupier.text.errors import CroupierError

FORMAT = 2
"""The layout of the file; goes up when an older croupier would misread it."""


class PolicyError(CroupierError, ValueError):
    """A file that holds no policy; the message says why."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How to play a game."""

    game: str
    seats: int
    complete: bool
    """Whether it knows everything that can come up."""
    ignoring: tuple[str, ...]
    """Attributes of cards that it does not look at."""
    chances: Mapping[str, Mapping[str, float]]
    about: Mapping[str, Any]
    """How it was made: method, exploitability and so on."""
    restarts: frozenset[str] = frozenset()
    """Keys of views with which all that was seen before is forgotten."""

    def data(self) -> dict[str, Any]:
        """The same as plain data, as it is written."""
        return {
            "croupier": {"policy": FORMAT},
            "game": self.game,
            "seats": self.seats,
            "complete": self.complete,
            "ignoring": list(self.ignoring),
            **self.about,
            "restarts": sorted(self.restarts),
            "policy": {key: dict(row) for key, row in self.chances.items()},
        }

    def text(self) -> str:
        """The content of the file."""
        return json.dumps(self.data(), ensure_ascii=False, separators=(",", ":")) + "\n"

    @staticmethod
    def read(path: str | Path) -> Policy:
        """The policy of a file; :class:`PolicyError` if there is none."""
        try:
            raw = Path(path).read_text("utf-8")
        except OSError as problem:
            raise PolicyError(f"{path}: {problem.strerror or problem}") from None
        except UnicodeDecodeError:
            raise PolicyError(f"{path} is not a text") from None
        try:
            return _parsed(json.loads(raw))
        except (ValueError, RecursionError) as problem:
            raise PolicyError(
                f"{path} is not a policy that `croupier solve --save` wrote: {problem}"
            ) from None


def _parsed(data: Any) -> Policy:
    if not isinstance(data, dict) or not isinstance(data.get("croupier"), dict):
        raise ValueError("it has no head")
    if data["croupier"].get("policy") != FORMAT:
        raise ValueError(
            f"its layout is {data['croupier'].get('policy')!r}, and this croupier reads {FORMAT}"
        )
    game, seats, rows = data.get("game"), data.get("seats"), data.get("policy")
    ignoring, complete = data.get("ignoring"), data.get("complete")
    if not (isinstance(game, str) and isinstance(seats, int) and isinstance(complete, bool)):
        raise ValueError("its head is not complete")
    if not isinstance(ignoring, list) or not all(isinstance(name, str) for name in ignoring):
        raise ValueError("`ignoring` is not a list of names")
    if not isinstance(rows, dict):
        raise ValueError("it has no policy")
    restarts = data.get("restarts")
    if not isinstance(restarts, list) or not all(isinstance(view, str) for view in restarts):
        raise ValueError("`restarts` is not a list of keys")
    about = {key: data[key] for key in data if key not in _HEAD}
    chances = {key: _row(rows[key]) for key in rows}
    return Policy(game, seats, complete, tuple(ignoring), chances, about, frozenset(restarts))


_HEAD = ("croupier", "game", "seats", "complete", "ignoring", "policy", "restarts")


def _row(row: Any) -> dict[str, float]:
    if not isinstance(row, dict) or not row:
        raise ValueError("an information set has no options")
    for chance in row.values():
        number = isinstance(chance, int | float) and not isinstance(chance, bool)
        if not number or not isfinite(chance) or chance < 0:
            raise ValueError(f"{chance!r} is not how likely an option is")
    if not fsum(row.values()) > 0:
        raise ValueError("no option of an information set is ever taken")
    return {key: float(chance) for key, chance in row.items()}
