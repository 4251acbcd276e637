"""A program in Cardigan as editors ask about it."""

from __future__ import annotations

from croupier.script.cardigan.check import check
from croupier.script.cardigan.format import formatted
from croupier.script.cardigan.names import COMMON, FUNCTIONS, METHODS, STRUCTS
from croupier.script.cardigan.tokens import KEYWORDS
from croupier.script.cardigan.tree import Assign, Define, Lambda
from croupier.script.services import BuiltInWord, ScriptServices, Spoken, Word
from croupier.script.tree import Name, walk
from croupier.text import Source
from croupier.text.editing import Stretch, Symbol

_KINDS = {
    "keyword": "keyword",
    "name": "name",
    "int": "number",
    "float": "number",
    "string": "string",
    "op": "operator",
}
_BUILT_IN = (
    *(BuiltInWord(c.name, c.signature, c.doc, "function") for c in FUNCTIONS.values()),
    *(
        BuiltInWord(name, name, f"a struct with {', '.join(fields)}", "function")
        for name, fields in STRUCTS.items()
    ),
    *(BuiltInWord(c.name, c.signature, c.doc, "method") for c in (*METHODS.values(), *COMMON.values())),
)


def services(source: Source) -> ScriptServices:
    """The answers for a text."""
    checked = check(source)
    cut = checked.reading.lexed
    tokens = [t for t in cut.tokens if t.end > t.start and t.kind in _KINDS]
    return ScriptServices(
        Spoken(
            "cardigan",
            source,
            checked.findings,
            [Word(_KINDS[t.kind], t.text, Stretch(t.start, t.end)) for t in tokens],
            [Stretch(start, end) for start, end in cut.comments],
            KEYWORDS,
            _BUILT_IN,
            _symbols(checked.reading.source, checked.program.body.body),
            lambda: formatted(source)[0],
            has_includes=len(checked.program.files) > 1,
        )
    )


def _symbols(source: Source, statements: tuple[object, ...]) -> tuple[Symbol, ...]:
    """The functions and variables of the top level, each once."""
    found: dict[str, Symbol] = {}
    for node in statements:
        if isinstance(node, Define):
            name, at, kind = node.function.name, node.name_span, "function"
            detail = f"a function of {', '.join(p.name for p in node.function.parameters) or 'nothing'}"
        elif isinstance(node, Assign) and isinstance(node.target, Name):
            name, at = node.target.name, node.target.span
            kind = "function" if isinstance(node.value, Lambda) else "variable"
            detail = ""
        else:
            continue
        if at.source is source:
            ends = [inner.span.end for inner in walk(node) if inner.span.source is source]
            where = Stretch(min(node.span.start, at.start), max((*ends, at.end)))
            found.setdefault(name, Symbol(name, kind, where, Stretch(at.start, at.end), detail))
    return tuple(found.values())
