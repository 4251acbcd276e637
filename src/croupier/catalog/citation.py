"""Citations of Croupier, and of a game that was played with it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from croupier import __version__
from croupier.catalog import shelf
from croupier.game.hosting import HostedGame

AUTHORS = "The Croupier maintainers"


def citation_file() -> str:
    """The text of `CITATION.cff`, which comes with the package.

    >>> citation_file().splitlines()[0]
    'cff-version: 1.2.0'
    """
    return (files("croupier") / "CITATION.cff").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class GameCitation:
    """The facts by which others find the very same rules again."""

    title: str
    file: str
    program: str
    """The digest of the rules, as transcripts and results have it."""
    source: str
    """The source of the rules as the head of the file names it; empty if it names none."""
    version: str = __version__

    @property
    def sentence(self) -> str:
        """One sentence for a list of references."""
        rules = f" Rules: {self.source.rstrip('.')}." if self.source else ""
        return (
            f"{self.title}. {self.file}, program {self.program}, played with Croupier {self.version} "
            f"({AUTHORS}).{rules}"
        )

    def data(self) -> dict[str, str]:
        """The same as plain data."""
        return {
            "title": self.title,
            "file": self.file,
            "program": self.program,
            "source": self.source,
            "croupier": self.version,
            "citation": self.sentence,
        }


def cite_game(game: HostedGame) -> GameCitation:
    """The citation of a game that is loaded.

    >>> from croupier import load
    >>> cite_game(load("agram", engine="interpreter")).file
    'agram.rcy'
    """
    head = shelf.head(game.source)
    return GameCitation(game.title, Path(game.source.name).name, game.rules_hash, head.source)
