"""What makes a run what it is: games belong together only if all of this is the same."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier.lab.simulate import Plan
from croupier.players import PlayerText
from croupier.recycle.definitions import used_text
from croupier.text import Source

_WORDS = {
    "text": "the text of the game is another one",
    "player files": "a file with players has another text",
    "dialect": "the dialect is {there} there, and {here} here",
}


@dataclass(frozen=True)
class Identity:
    """A command, the game with its seats and settings, the seed, and whatever else changes results.

    How many games are played is not part of it: a run can be made longer.
    """

    command: str
    plan: Plan
    others: Mapping[str, Any] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        plan = self.plan
        data = {
            "command": self.command,
            "game": plan.game.name,
            # The very text, not its meaning: what is stored points into it.
            "text": hashlib.sha256(_whole(plan.source).encode("utf-8", "replace")).hexdigest()[:16],
            "dialect": plan.dialect,
            "seats": plan.game.seats,
            "settings": dict(plan.settings),
            "seed": plan.seed,
            "limits": {"steps": plan.max_steps, "decisions": plan.max_decisions},
            **({} if plan.filtered else {"filter": False}),
            **self.others,
            **_player_files(self.others.get("players", ())),
        }
        return dict(json.loads(json.dumps(data)))

    @property
    def id(self) -> str:
        """What the run is called."""
        text = json.dumps(self.data(), sort_keys=True)
        stem = re.sub(r"[^A-Za-z0-9_]+", "_", Path(self.plan.game.name).stem).strip("_")[:40] or "game"
        return f"{self.command}-{stem}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _whole(source: Source) -> str:
    """The text of a game with those of the files of definitions that it uses."""
    return source.text + used_text(source)


def _player_files(players: Any) -> dict[str, Any]:
    """The digest of every file that players come from: with another text they are other players."""
    texts = [players] if isinstance(players, str) else players
    paths = {str(text): text.path for text in texts if isinstance(text, PlayerText) and text.path}
    digests = {text: hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16] for text, path in paths.items()}
    return {"player files": digests} if digests else {}


def difference(there: Mapping[str, Any], here: Mapping[str, Any]) -> str:
    """What is the first thing that is not the same, in words; nothing if all is.

    >>> difference({"seed": 1}, {"seed": 2})
    'seed is 1 there, and 2 here'
    """
    for key in dict.fromkeys((*here, *there)):
        one, other = there.get(key), here.get(key)
        if one != other:
            told = _WORDS.get(key, f"{key} is {{there}} there, and {{here}} here")
            return told.format(there=json.dumps(one), here=json.dumps(other))
    return ""
