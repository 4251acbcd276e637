"""Answers to what editors ask about a RECYCLE text, from its nodes and the one table of forms."""

from __future__ import annotations

from croupier.recycle.forms import Dialect
from croupier.recycle.services.colours import colours
from croupier.recycle.services.completion import completions
from croupier.recycle.services.document import Document
from croupier.recycle.services.hover import hover
from croupier.recycle.services.layout import layout
from croupier.recycle.services.navigation import definition, renamable, rename, uses
from croupier.recycle.services.remarks import remarks
from croupier.recycle.services.structure import folds, selections, symbols
from croupier.text import Diagnostic, Source
from croupier.text.editing import Colour, Completion, Edit, Hover, Remark, Stretch, Symbol


class RecycleServices:
    """A RECYCLE text as an editor asks about it.

    >>> services = RecycleServices(Source("demo.rcy", "(game (setup (create players 2)))"))
    >>> services.hover(15).text.splitlines()[1]
    '(create players Int)'
    """

    def __init__(self, source: Source, dialect: Dialect | None = None) -> None:
        self.source = source
        self.document = Document(source, dialect)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that a check finds."""
        return self.document.checked.findings

    def completions(self, offset: int) -> list[Completion]:
        """What can stand at a place."""
        return completions(self.document, offset)

    def hover(self, offset: int) -> Hover | None:
        """What is to be said about a place."""
        return hover(self.document, offset)

    def definition(self, offset: int) -> Stretch | None:
        """Where the thing at a place is defined."""
        return definition(self.document, offset)

    def uses(self, offset: int, *, definition: bool = True) -> list[Stretch]:
        """All places of the thing at a place."""
        return uses(self.document, offset, with_definition=definition)

    def renamable(self, offset: int) -> Stretch:
        """The name at a place that can be changed."""
        return renamable(self.document, offset)

    def rename(self, offset: int, name: str) -> list[Edit]:
        """The edits that give the thing at a place another name."""
        return rename(self.document, offset, name)

    def symbols(self) -> list[Symbol]:
        """The named parts of the program."""
        return symbols(self.document)

    def folds(self) -> list[Stretch]:
        """What can be folded."""
        return folds(self.document)

    def selections(self, offset: int) -> list[Stretch]:
        """What to select around a place, the smallest first."""
        return selections(self.document, offset)

    def colours(self) -> list[Colour]:
        """What every piece of the text is."""
        return colours(self.document)

    def formatted(self) -> list[Edit]:
        """The edits that lay out the whole text."""
        return layout(self.source)

    def formatted_part(self, start: int, end: int) -> list[Edit]:
        """The edits that lay out a part of the text."""
        return layout(self.source, start, end)

    def remarks(self, start: int, end: int) -> list[Remark]:
        """Types of variables, and who sees places."""
        return remarks(self.document, start, end)
