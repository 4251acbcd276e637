"""A program in AHOD as editors ask about it."""

from __future__ import annotations

from croupier.script.ahod.braces.lexer import KEYWORDS as BRACE_KEYWORDS
from croupier.script.ahod.braces.lexer import lexed as lexed_braces
from croupier.script.ahod.builtins import ALL
from croupier.script.ahod.check import check
from croupier.script.ahod.dialects import Dialect
from croupier.script.ahod.format import formatted
from croupier.script.ahod.lexer import lexed
from croupier.script.ahod.nodes import Action, Declare, Definition, Helper, Main, TypeDef
from croupier.script.ahod.tokens import KEYWORDS
from croupier.script.services import BuiltInWord, ScriptServices, Spoken, Word
from croupier.script.tree import Stmt, walk
from croupier.text import Source, Span
from croupier.text.editing import Stretch, Symbol

_KINDS = {
    "keyword": "keyword",
    "name": "name",
    "action": "name",
    "int": "number",
    "float": "number",
    "duration": "number",
    "string": "string",
    "fstring": "string",
    "op": "operator",
}


def services(source: Source, *, dialect: Dialect | None = None) -> ScriptServices:
    """The answers for a text."""
    checked = check(source, dialect=dialect)
    braces = checked.dialect is Dialect.BRACE
    cut = lexed_braces(source) if braces else lexed(source)
    tokens = [t for t in cut.tokens if t.end > t.start and t.kind in _KINDS]
    keywords = BRACE_KEYWORDS if braces else KEYWORDS
    return ScriptServices(
        Spoken(
            "ahod",
            source,
            checked.findings,
            [Word(_KINDS[t.kind], t.text, Stretch(t.start, t.end)) for t in tokens],
            [Stretch(t.start, t.end) for t in cut.comments],
            frozenset(keywords),
            () if braces else _BUILT_IN,
            tuple(s for file in checked.program.files[:1] for item in file.items for s in _symbols(item)),
            lambda: formatted(source, dialect=dialect)[0],
            has_includes=len(checked.program.files) > 1,
            quoted=[t.text for t in tokens if t.kind == "fstring"],
        )
    )


_BUILT_IN = tuple(
    BuiltInWord(b.name, b.signature, f"{b.doc}; gives {b.result}", "method" if b.of else "function")
    for b in ALL
)


def _symbols(item: Stmt) -> list[Symbol]:
    if isinstance(item, Declare):
        return [_symbol(item.name, "constant" if item.const else "variable", item.span, item.name_span)]
    if not isinstance(item, Definition):
        return []
    detail = ""
    inner: tuple[Symbol, ...] = ()
    kind = "type" if isinstance(item, TypeDef) else "function"
    if isinstance(item, TypeDef):
        detail = f"made from {item.base}"
        inner = tuple(_symbol(h.name, "function", _whole(h), h.name_span) for h in item.computed)
    elif isinstance(item, Action):
        detail = f"an ACTION of {item.type or item.receiver or 'the program'}"
    elif isinstance(item, Helper):
        detail = "a helper"
    elif isinstance(item, Main):
        detail = "the program"
    return [_symbol(item.name, kind, _whole(item), item.name_span, detail, inner)]


def _whole(item: Definition) -> Span:
    """A definition with its body: its own span is only its head."""
    spans = [node.span for node in walk(item) if node.span.source is item.span.source]
    return item.span._replace(end=max(span.end for span in spans))


def _symbol(
    name: str, kind: str, span: Span, at: Span, detail: str = "", inner: tuple[Symbol, ...] = ()
) -> Symbol:
    where = Stretch(min(span.start, at.start), max(span.end, at.end))
    return Symbol(name, kind, where, Stretch(at.start, at.end), detail, inner)
