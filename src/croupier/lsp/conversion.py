"""Our answers as the protocol writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lsprotocol import types

from croupier.lsp.settings import Settings
from croupier.lsp.texts import OpenText
from croupier.text import Diagnostic, Severity
from croupier.text.editing import COLOURS, Colour, Completion, Edit, Remark, Stretch, Symbol
from croupier.text.positions import Positions

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_COMPLETIONS = {
    "form": types.CompletionItemKind.Function,
    "word": types.CompletionItemKind.Keyword,
    "variable": types.CompletionItemKind.Variable,
    "constant": types.CompletionItemKind.Constant,
    "place": types.CompletionItemKind.Folder,
    "storage": types.CompletionItemKind.Field,
    "key": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "function": types.CompletionItemKind.Function,
    "method": types.CompletionItemKind.Method,
    "type": types.CompletionItemKind.Class,
}
_SYMBOLS = {
    "game": types.SymbolKind.Module,
    "setup": types.SymbolKind.Constructor,
    "stage": types.SymbolKind.Namespace,
    "choice": types.SymbolKind.Event,
    "constant": types.SymbolKind.Constant,
    "deck": types.SymbolKind.Object,
    "function": types.SymbolKind.Function,
    "type": types.SymbolKind.Class,
    "variable": types.SymbolKind.Variable,
}
LEGEND = types.SemanticTokensLegend(token_types=list(COLOURS), token_modifiers=["definition"])


def position(positions: Positions, offset: int) -> types.Position:
    """An offset as a position."""
    line, column = positions.at(offset)
    return types.Position(line, column)


def ranged(positions: Positions, where: Stretch) -> types.Range:
    """A stretch as a range."""
    return types.Range(position(positions, where.start), position(positions, where.end))


def diagnostics(text: OpenText, findings: Iterable[Diagnostic], settings: Settings) -> list[types.Diagnostic]:
    """The findings of a text as an editor shows them."""
    positions = text.positions
    found = []
    for one in findings:
        severity = one.severity
        if severity is Severity.NOTE and not settings.notes:
            continue
        if settings.strict and severity is Severity.WARNING:
            severity = Severity.ERROR
        end = max(one.span.end, one.span.start)
        found.append(
            types.Diagnostic(
                range=ranged(positions, Stretch(one.span.start, end)),
                message=f"{one.message}\nhint: {one.hint}" if one.hint else one.message,
                severity=_SEVERITIES[severity],
                code=one.code,
                source="croupier",
                tags=[types.DiagnosticTag.Unnecessary] if one.code == "RCY101" else None,
                related_information=[
                    types.DiagnosticRelatedInformation(
                        types.Location(text.uri, ranged(positions, Stretch(n.span.start, n.span.end))),
                        n.message,
                    )
                    for n in one.notes
                    if n.span is not None and n.span.source is one.span.source
                ]
                or None,
            )
        )
    return found


def markup(text: str, kinds: Sequence[types.MarkupKind] | None) -> types.MarkupContent:
    """A text in Markdown, which an editor that does not know it shows as it is."""
    known = not kinds or types.MarkupKind.Markdown in kinds
    return types.MarkupContent(types.MarkupKind.Markdown if known else types.MarkupKind.PlainText, text)


def completions(
    positions: Positions,
    found: Sequence[Completion],
    *,
    snippets: bool,
    kinds: Sequence[types.MarkupKind] | None = None,
) -> types.CompletionList:
    """Completions in their order; without stops for an editor that knows none."""
    items = []
    for number, one in enumerate(found):
        stops = one.snippet and snippets
        text = one.insert if stops or not one.snippet else plain(one.insert)
        items.append(
            types.CompletionItem(
                label=one.label,
                kind=_COMPLETIONS.get(one.kind),
                detail=one.detail or None,
                documentation=markup(one.doc, kinds) if one.doc else None,
                sort_text=f"{number:04}",
                filter_text=one.label.lstrip("("),
                insert_text_format=types.InsertTextFormat.Snippet
                if stops
                else types.InsertTextFormat.PlainText,
                text_edit=types.TextEdit(ranged(positions, one.where), text),
            )
        )
    return types.CompletionList(is_incomplete=False, items=items)


def plain(snippet: str) -> str:
    """A snippet without its stops.

    >>> plain("(cycle ${1|next,current|} ${2:Target})")
    '(cycle next Target)'
    """
    return re.sub(r"\$\{\d+[:|]([^,|}]*)[^}]*\}", r"\1", snippet)


def edits(positions: Positions, found: Iterable[Edit]) -> list[types.TextEdit]:
    """Edits of a text."""
    return [types.TextEdit(ranged(positions, edit.where), edit.text) for edit in found]


def symbols(positions: Positions, found: Iterable[Symbol]) -> list[types.DocumentSymbol]:
    """The named parts of a program, each with those in it."""
    return [
        types.DocumentSymbol(
            name=one.name,
            kind=_SYMBOLS[one.kind],
            range=ranged(positions, one.where),
            selection_range=ranged(positions, one.name_at),
            detail=one.detail or None,
            children=symbols(positions, one.inner) or None,
        )
        for one in found
    ]


def folds(positions: Positions, found: Iterable[Stretch]) -> list[types.FoldingRange]:
    """What can be folded, by lines."""
    lines = [(positions.at(one.start)[0], positions.at(one.end)[0]) for one in found]
    return [types.FoldingRange(first, last) for first, last in lines if first < last]


def selection(positions: Positions, found: Sequence[Stretch]) -> types.SelectionRange:
    """Ranges of growing size, each the parent of the one before."""
    made: types.SelectionRange | None = None
    for one in reversed(found):
        made = types.SelectionRange(ranged(positions, one), made)
    assert made is not None
    return made


def tokens(positions: Positions, found: Iterable[Colour]) -> types.SemanticTokens:
    """Colours as five numbers each; what goes over several lines is cut into lines."""
    numbers: list[int] = []
    last_line = last_column = 0
    for colour in found:
        kind = COLOURS.index(colour.kind)
        for where in _lines(positions, colour.where):
            line, column = positions.at(where.start)
            length = positions.at(where.end)[1] - column
            numbers += [
                line - last_line,
                column - last_column if line == last_line else column,
                length,
                kind,
                int(colour.is_definition),
            ]
            last_line, last_column = line, column
    return types.SemanticTokens(data=numbers)


def _lines(positions: Positions, where: Stretch) -> Iterable[Stretch]:
    first, last = positions.at(where.start)[0], positions.at(where.end)[0]
    for line in range(first, last + 1):
        start, end = max(where.start, positions.starts[line]), min(where.end, positions.ends[line])
        if start < end:
            yield Stretch(start, end)


def hints(positions: Positions, found: Iterable[Remark]) -> list[types.InlayHint]:
    """Remarks in the line."""
    return [
        types.InlayHint(
            position=position(positions, one.at),
            label=one.text,
            kind=types.InlayHintKind.Type if one.text.startswith(":") else None,
            tooltip=one.tip or None,
            padding_left=not one.text.startswith(":"),
        )
        for one in found
    ]
