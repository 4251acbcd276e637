"""What a form of the page wishes for, as the command line has it: every field has the name of an option."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from croupier.studio.errors import Refused

Message = dict[str, Any]

KINDS = ("simulate", "analyze", "compare", "sweep", "coverage", "tournament", "tune")
FIELDS: dict[str, tuple[str, ...]] = {
    "simulate": ("seats", "set", "games", "players", "seed"),
    "analyze": ("seats", "set", "effort", "games", "players", "precision", "target", "seed"),
    "compare": ("seats", "set", "effort", "games", "players", "heuristics", "seed"),
    "sweep": ("seats", "set", "effort", "games", "players", "heuristics", "seed"),
    "coverage": ("seats", "set", "games", "players", "seed"),
    "tournament": ("seats", "set", "players", "deals", "pairings", "seed"),
    "tune": ("seats", "set", "aim", "effort", "games", "players", "seed"),
}
"""The options of every command that a page can set, in the order of the command line."""

_PLAYER = re.compile(r"(random|easy|medium|strong|pipmc|mcts|ismcts|moismcts|own)(:[a-z_]+=[\w.]+)*")
"""Players of ours, with their options. A program or a file is never named by a message."""
_LONGEST = 400
"""Characters of a field."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """A run that somebody has asked for."""

    kind: str
    path: str
    """The game, as the page calls it."""
    text: str
    """The text of the game, saved or not."""
    options: dict[str, str] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    """The variants that a comparison compares it with."""
    sources: dict[str, str] = field(default_factory=dict)
    """The texts of the other games, by how the variants call them."""

    def option(self, name: str) -> str | None:
        """An option, if it was given."""
        return self.options.get(name) or None

    def number(self, name: str, usual: int) -> int:
        """An option that is a whole number."""
        text = self.options.get(name)
        if not text:
            return usual
        if not re.fullmatch(r"\d{1,12}", text.replace(",", "")):
            raise Refused(f"field:{name}", f"--{name}: {text!r} is not a whole number.")
        return int(text.replace(",", ""))

    @property
    def command(self) -> str:
        """The command line that does the same."""
        words = ["croupier", self.kind, self.path, *self.others]
        for name in FIELDS[self.kind]:
            if name == "set":
                for key, value in self.settings.items():
                    words += ["--set", f"{key}={value}"]
            elif self.options.get(name):
                words += [f"--{name}", self.options[name]]
        return shlex.join(words)

    def data(self) -> Message:
        """The wishes as plain data, for the process that fulfils them and for the file that keeps them."""
        return {
            "kind": self.kind,
            "path": self.path,
            "text": self.text,
            "options": self.options,
            "set": self.settings,
            "others": list(self.others),
            "sources": self.sources,
        }

    @staticmethod
    def of(data: Message) -> Wishes:
        """And back."""
        return Wishes(
            data["kind"],
            data["path"],
            data["text"],
            dict(data["options"]),
            dict(data["set"]),
            tuple(data["others"]),
            dict(data["sources"]),
        )


def wishes(request: Message, read: Callable[[str], str]) -> Wishes:
    """What a message asks for; `read` gives the texts of the games that it names."""
    kind, path = str(request.get("kind")), str(request["path"])
    if kind not in KINDS:
        raise Refused("refused", f"There is no run of the kind {kind[:40]!r}.")
    given = {str(name): str(value).strip() for name, value in dict(request.get("options") or {}).items()}
    options = {name: value for name, value in given.items() if value and name in FIELDS[kind]}
    settings = {str(key): str(value).strip() for key, value in dict(request.get("set") or {}).items()}
    settings = {key: value for key, value in settings.items() if value}
    for name, value in (*options.items(), *settings.items()):
        if len(value) > _LONGEST or (value.startswith("-") and not value.lstrip("-").isdecimal()):
            raise Refused(f"field:{name}", f"--{name}: {value[:40]!r} is not possible.")
    _check_players(options.get("players", ""))
    others = tuple(str(one).strip() for one in request.get("others") or () if str(one).strip())
    if kind == "compare" and not others:
        raise Refused("field:others", f"Name another game, or a variant such as {path}:NAME=VALUE.")
    names = {one.partition(":")[0] for one in others} - {path} if kind == "compare" else set()
    sources = {name: read(name) for name in sorted(names)}
    text = request.get("text")
    return Wishes(
        kind,
        path,
        text if isinstance(text, str) else read(path),
        options,
        settings,
        others if kind == "compare" else (),
        sources,
    )


def _check_players(text: str) -> None:
    for one in text.split(",") if text else ():
        if not _PLAYER.fullmatch(one.strip()):
            raise Refused(
                "field:players",
                f"--players: {one[:40]!r} is no player of ours; programs are for the command line.",
            )
