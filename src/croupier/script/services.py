"""Answers to what editors ask about a program of a script language, from its tokens and definitions.

A language gives a :class:`Spoken`; everything else is the same for all. A name means the same wherever it
stands in a file: these languages tell variables apart when they run, and renaming all of them is always safe.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property

from croupier.text import Diagnostic, Source
from croupier.text.editing import (
    Colour,
    Completion,
    Edit,
    Hover,
    Remark,
    RenameRefused,
    Stretch,
    Symbol,
    smallest_edit,
)

_PREFIX = re.compile(r"[A-Za-z_]\w*$")
_OPENING, _CLOSING = "([{", ")]}"
_CASES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("all capitals", lambda name: name.isupper() and len(name) > 1),
    ("a capital first", lambda name: name[:1].isupper() and not name.isupper()),
    ("a small letter first", lambda name: name[:1].islower()),
)


@dataclass(frozen=True, slots=True)
class Word:
    """A token as editors need it."""

    kind: str
    """``keyword``, ``name``, ``number``, ``string`` or ``operator``."""
    text: str
    where: Stretch


@dataclass(frozen=True, slots=True)
class BuiltInWord:
    """Something that a language brings along."""

    name: str
    signature: str
    doc: str
    kind: str
    """``function`` or ``method`` (which stands behind a dot)."""


@dataclass(frozen=True)
class Spoken:
    """A program as its language knows it."""

    language: str
    source: Source
    findings: tuple[Diagnostic, ...]
    words: Sequence[Word]
    comments: Sequence[Stretch]
    keywords: frozenset[str]
    built_in: Sequence[BuiltInWord]
    definitions: tuple[Symbol, ...]
    formatted: Callable[[], str | None]
    """The text laid out anew; None where it has errors."""
    has_includes: bool = False
    quoted: Sequence[str] = field(default=())
    """Strings in which names may stand."""


class ScriptServices:
    """A program of a script language as an editor asks about it."""

    def __init__(self, spoken: Spoken) -> None:
        self.spoken = spoken
        self.source = spoken.source
        self.text = spoken.source.text

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that a check finds in this very file."""
        return tuple(f for f in self.spoken.findings if f.span.source is self.source)

    @cached_property
    def _built_in(self) -> dict[str, BuiltInWord]:
        return {word.name: word for word in reversed(self.spoken.built_in)}

    @cached_property
    def _defined(self) -> dict[str, Symbol]:
        found: dict[str, Symbol] = {}
        for symbol in _every(self.spoken.definitions):
            found.setdefault(symbol.name, symbol)
        return found

    @cached_property
    def _named(self) -> dict[str, list[Word]]:
        found: dict[str, list[Word]] = {}
        for word in self.spoken.words:
            if word.kind == "name":
                found.setdefault(word.text, []).append(word)
        return found

    def _word_at(self, offset: int) -> Word | None:
        touching = [w for w in self.spoken.words if w.where.touches(offset)]
        return next(
            (w for w in touching if w.kind in ("name", "keyword")), touching[-1] if touching else None
        )

    def completions(self, offset: int) -> list[Completion]:
        """Methods behind a dot; else keywords, functions, and the names of the file."""
        if any(c.start < offset <= c.end for c in self.spoken.comments):
            return []
        match = _PREFIX.search(self.text, 0, offset)
        start = match.start() if match is not None else offset
        where = Stretch(start, offset)
        behind_dot = self.text[:start].rstrip().endswith(".")
        wanted = "method" if behind_dot else "function"
        found = [
            Completion(b.name, b.kind, b.name, where, b.signature, b.doc)
            for b in self.spoken.built_in
            if b.kind == wanted
        ]
        if not behind_dot:
            found += [Completion(k, "word", k, where) for k in sorted(self.spoken.keywords)]
        for name, words in self._named.items():
            if any(w.where != Stretch(start, w.where.end) for w in words):
                symbol = self._defined.get(name)
                kind = symbol.kind if symbol is not None else "variable"
                found.append(Completion(name, kind, name, where, symbol.detail if symbol else ""))
        return list({item.label: item for item in reversed(found)}.values())[::-1]

    def hover(self, offset: int) -> Hover | None:
        """The signature and documentation of a built-in; the first line of a definition."""
        word = self._word_at(offset)
        if word is None or word.kind not in ("name", "keyword"):
            return None
        symbol = self._defined.get(word.text)
        if symbol is not None:
            line = self.source.line(self.source.position(symbol.where.start)[0]).strip()
            text = f"```{self.spoken.language}\n{line}\n```\n{symbol.detail}".rstrip()
            return Hover(text, word.where)
        built_in = self._built_in.get(word.text)
        if built_in is None:
            return None
        return Hover(f"```{self.spoken.language}\n{built_in.signature}\n```\n{built_in.doc}", word.where)

    def definition(self, offset: int) -> Stretch | None:
        """Where a name is defined, or first stands."""
        word = self._word_at(offset)
        if word is None or word.text not in self._named:
            return None
        symbol = self._defined.get(word.text)
        return symbol.name_at if symbol is not None else self._named[word.text][0].where

    def uses(self, offset: int, *, definition: bool = True) -> list[Stretch]:
        """All places of a name."""
        word = self._word_at(offset)
        found = [w.where for w in self._named.get(word.text, ())] if word is not None else []
        if definition:
            return found
        here = self.definition(offset)
        return [where for where in found if where != here]

    def renamable(self, offset: int) -> Stretch:
        """The name at a place that can be changed."""
        word = self._word_at(offset)
        if word is None or word.kind != "name":
            raise RenameRefused("there is no name here")
        if word.text in self._built_in and word.text not in self._defined:
            raise RenameRefused(f"{word.text} is built in")
        if self.spoken.has_includes:
            raise RenameRefused(
                "the program includes other files, in which the name would stay: rename it by hand"
            )
        if any(re.search(rf"\b{re.escape(word.text)}\b", text) for text in self.spoken.quoted):
            raise RenameRefused(
                f"{word.text} stands in a string, where it may be computed: rename it by hand"
            )
        return word.where

    def rename(self, offset: int, name: str) -> list[Edit]:
        """The edits that give a name another text, everywhere in the file."""
        where = self.renamable(offset)
        old = self.text[where.start : where.end]
        if name == old:
            return []
        if not name.isidentifier() or name in self.spoken.keywords or name in self._built_in:
            raise RenameRefused(f"`{name}` cannot be a name here")
        if name in self._named:
            line = self.source.position(self._named[name][0].where.start)[0]
            raise RenameRefused(f"{name} is there already, in line {line}")
        for case, holds in _CASES:
            if holds(old) and not holds(name):
                raise RenameRefused(f"`{name}` is of another kind than {old}, which has {case}")
        return [Edit(word.where, name) for word in self._named[old]]

    def symbols(self) -> list[Symbol]:
        """The definitions of the file."""
        return list(self.spoken.definitions)

    @cached_property
    def _blocks(self) -> list[Stretch]:
        """Lines with all deeper ones below them."""
        found: list[Stretch] = []
        opened: list[tuple[int, int]] = []
        last_end = 0
        for number in range(1, len(self.source.line_starts) + 1):
            start, end = self.source.line_bounds(number)
            line = self.text[start:end]
            if not line.strip():
                continue
            indent = len(line) - len(line.lstrip())
            while opened and opened[-1][0] >= indent:
                begin = opened.pop()[1]
                if self.source.position(begin)[0] < self.source.position(last_end)[0]:
                    found.append(Stretch(begin, last_end))
            opened.append((indent, start + indent))
            last_end = start + len(line.rstrip())
        for _, begin in reversed(opened):
            if self.source.position(begin)[0] < self.source.position(last_end)[0]:
                found.append(Stretch(begin, last_end))
        return sorted(found, key=lambda block: (block.start, -block.end))

    def folds(self) -> list[Stretch]:
        """Blocks, and comments of several lines."""
        several = [c for c in self.spoken.comments if "\n" in self.text[c.start : c.end].strip()]
        return sorted([*self._blocks, *several], key=lambda s: s.start)

    def selections(self, offset: int) -> list[Stretch]:
        """The word, brackets, the line, blocks, and all, each around the one before."""
        word = self._word_at(offset)
        start, end = self.source.line_bounds(self.source.position(offset)[0])
        line = self.text[start:end]
        content = Stretch(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
        whole = Stretch(0, len(self.text))
        candidates = [
            *([word.where] if word is not None else []),
            *self._brackets(offset),
            *([content] if content.start < content.end else []),
            *(block for block in reversed(self._blocks) if block.touches(offset)),
            whole,
        ]
        found: list[Stretch] = []
        for one in sorted(candidates, key=lambda s: s.end - s.start):
            if one.touches(offset) and (not found or _holds(one, found[-1])):
                found.append(one)
        return found

    def _brackets(self, offset: int) -> Iterator[Stretch]:
        opened: list[int] = []
        for word in self.spoken.words:
            if word.kind != "operator":
                continue
            if word.text in _OPENING:
                opened.append(word.where.start)
            elif word.text in _CLOSING and opened:
                start = opened.pop()
                if start < offset < word.where.end:
                    yield Stretch(start + 1, word.where.start)
                    yield Stretch(start, word.where.end)

    def colours(self) -> list[Colour]:
        """Every word with its kind, and the comments."""
        found = [
            Colour(w.where, kind, is_definition=self._is_definition(w))
            for w in self.spoken.words
            if (kind := self._colour(w))
        ]
        found += [Colour(comment, "comment") for comment in self.spoken.comments]
        return sorted(found, key=lambda colour: colour.where.start)

    def _is_definition(self, word: Word) -> bool:
        symbol = self._defined.get(word.text)
        return symbol is not None and symbol.name_at == word.where

    def _colour(self, word: Word) -> str:
        if word.kind != "name":
            return "" if word.text in "()[]{},;:." else word.kind
        symbol = self._defined.get(word.text)
        if symbol is not None:
            return {"function": "function", "type": "type"}.get(symbol.kind, "variable")
        built_in = self._built_in.get(word.text)
        return built_in.kind if built_in is not None else "variable"

    def formatted(self) -> list[Edit]:
        """The edits that lay out the whole text."""
        new = self.spoken.formatted()
        return smallest_edit(self.text, new) if new is not None else []

    def formatted_part(self, start: int, end: int) -> list[Edit]:
        """The edits of the whole layout that stand between two offsets, line by line."""
        new = self.spoken.formatted()
        if new is None or new == self.text:
            return []
        old_lines, new_lines = self.text.splitlines(keepends=True), new.splitlines(keepends=True)
        at = [0]
        for line in old_lines:
            at.append(at[-1] + len(line))
        return [
            Edit(Stretch(at[a], at[b]), "".join(new_lines[c:d]))
            for tag, a, b, c, d in SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_opcodes()
            if tag != "equal" and start <= at[a] and at[b] <= end
        ]

    def remarks(self, start: int, end: int) -> list[Remark]:
        """Nothing: these languages name types only while they run."""
        return []


def _every(symbols: Sequence[Symbol]) -> Iterator[Symbol]:
    for symbol in symbols:
        yield symbol
        yield from _every(symbol.inner)


def _holds(outer: Stretch, inner: Stretch) -> bool:
    return outer != inner and outer.start <= inner.start and inner.end <= outer.end
