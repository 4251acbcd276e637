"""The texts that an editor has open: edits applied, answers made anew for every text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from croupier.catalog.languages import language_named, script_language
from croupier.lsp.settings import Settings
from croupier.recycle.services import RecycleServices
from croupier.text import DEFAULT_MAX_BYTES, Source, word_past_limit
from croupier.text.editing import Services
from croupier.text.positions import Positions

LANGUAGE_IDS = ("recycle", "ahod", "cardigan")
"""What editors call the languages."""
Change = tuple[tuple[int, int, int, int] | None, str]
"""First line and column, last line and column (None: the whole text), and the new text."""


@dataclass(eq=False)
class OpenText:
    """A text that is open in the editor."""

    uri: str
    language_id: str
    text: str
    version: int
    encoding: str = "utf-16"
    _answers: tuple[str, Settings, Services] | None = field(default=None, repr=False)
    _positions: Positions | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The path of a file; of anything else the last part of its address."""
        parts = urlsplit(self.uri)
        path = unquote(parts.path)
        if parts.scheme == "file":
            # file:///C:/games/x.rcy
            return path[1:] if path[2:3] == ":" else path
        return path.rsplit("/", 1)[-1] or self.uri

    @property
    def positions(self) -> Positions:
        """Offsets against lines and columns."""
        if self._positions is None or self._positions.text != self.text:
            self._positions = Positions(self.text, self.encoding)
        return self._positions

    def change(self, changes: Iterable[Change], version: int) -> None:
        """Apply what was typed, one change after the other."""
        for where, new in changes:
            if where is None:
                self.text = new
                continue
            start = self.positions.offset(where[0], where[1])
            end = max(start, self.positions.offset(where[2], where[3]))
            self.text = self.text[:start] + new + self.text[end:]
        self.version = version

    @property
    def is_too_large(self) -> bool:
        """Whether it has more bytes or words than any file that croupier reads."""
        return len(self.text) > DEFAULT_MAX_BYTES or word_past_limit(self.text) is not None

    def services(self, settings: Settings) -> Services:
        """The answers for the text as it is now."""
        made = self._answers
        if made is None or made[0] != self.text or made[1] != settings:
            made = (self.text, settings, self._made(settings))
            self._answers = made
        return made[2]

    def _made(self, settings: Settings) -> Services:
        source = Source(self.name, "" if self.is_too_large else self.text)
        # A file is what its name says, as for every command; elsewhere the editor's word counts.
        language = script_language(self.name)
        if language is None and "." not in self.name.rsplit("/", 1)[-1]:
            language = language_named(self.language_id)
        if language is None or language.services is None:
            return RecycleServices(source, settings.recycle)
        language = language.dialects.get(settings.dialect or "", language)
        assert language.services is not None
        return language.services(source)
