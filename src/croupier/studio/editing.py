"""Answers about the texts of pages, from the services of their languages. Places are UTF-16 offsets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from typing import Any

from croupier.catalog import shelf
from croupier.catalog.languages import script_codes, script_language
from croupier.catalog.loading import game_from, program_with, script_game
from croupier.game.settings import ParameterError
from croupier.recycle.codes import codes
from croupier.recycle.program import ProgramError
from croupier.recycle.services import RecycleServices
from croupier.studio.about import faces_data
from croupier.studio.errors import Refused
from croupier.text import DEFAULT_MAX_BYTES, Diagnostic, Source, summary, word_past_limit
from croupier.text.editing import Edit, RenameRefused, Services, Stretch, Symbol
from croupier.text.markdown import shown
from croupier.text.positions import Units

Message = dict[str, Any]


@dataclass(frozen=True)
class OpenText:
    """A text with the answers of its language."""

    source: Source

    @cached_property
    def services(self) -> Services:
        """The services of the language that the name of the file tells."""
        language = script_language(self.source.name)
        if language is None or language.services is None:
            return RecycleServices(self.source)
        return language.services(self.source)

    @cached_property
    def units(self) -> Units:
        """Offsets in UTF-16."""
        return Units(self.source.text)

    def at(self, request: Message) -> int:
        """The place that a question is about."""
        return self.units.offset(int(request.get("at", 0)))

    def place(self, where: Stretch) -> Message:
        """A stretch as pages have it."""
        return {"start": self.units.of(where.start), "end": self.units.of(where.end)}

    def edits(self, found: Iterable[Edit]) -> list[Message]:
        """Edits as pages have them."""
        return [{**self.place(edit.where), "text": edit.text} for edit in found]


@lru_cache(maxsize=8)
def _opened(name: str, text: str) -> OpenText:
    if len(text) > DEFAULT_MAX_BYTES or word_past_limit(text) is not None:
        raise Refused("large", "This text is larger than any that croupier reads.")
    return OpenText(Source(name, text))


def opened(request: Message) -> OpenText:
    """The text of a question."""
    return _opened(str(request["path"]), str(request["text"]))


def check(request: Message) -> Message:
    """Everything that a page shows beside a text after every change."""
    text = opened(request)
    found = text.services.findings
    return {
        "version": request.get("version"),
        "ok": not any(finding.is_error for finding in found),
        "summary": summary(found),
        "findings": [_finding(text, finding) for finding in found],
        "colours": [
            [text.units.of(colour.where.start), text.units.of(colour.where.end), colour.kind]
            for colour in text.services.colours()
        ],
        "folds": [[text.units.of(s.start), text.units.of(s.end)] for s in text.services.folds()],
        "symbols": _symbols(text, text.services.symbols()),
    }


def _finding(text: OpenText, finding: Diagnostic) -> Message:
    span = finding.span
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "line": span.line,
        **text.place(Stretch(span.start, span.end)),
        "message": finding.message,
        "hint": finding.hint,
        "notes": [
            {"message": note.message, **({} if note.span is None else {"line": note.span.line})}
            for note in finding.notes
        ],
        "fixes": [
            {
                "message": fix.message,
                **text.place(Stretch(fix.span.start, fix.span.end)),
                "text": fix.replacement,
            }
            for fix in finding.fixes
        ],
    }


def _symbols(text: OpenText, found: Iterable[Symbol]) -> list[Message]:
    return [
        {
            "name": symbol.name,
            "kind": symbol.kind,
            "detail": symbol.detail,
            **text.place(symbol.name_at),
            "inner": _symbols(text, symbol.inner),
        }
        for symbol in found
    ]


def complete(request: Message) -> Message:
    """Texts that can stand at a place."""
    text = opened(request)
    return {
        "items": [
            {
                "label": one.label,
                "kind": one.kind,
                "insert": one.insert,
                "snippet": one.snippet,
                "detail": one.detail,
                "doc": one.doc,
                **text.place(one.where),
            }
            for one in text.services.completions(text.at(request))
        ]
    }


def hover(request: Message) -> Message:
    """All that is to be said about a place; nothing if there is nothing."""
    text = opened(request)
    found = text.services.hover(text.at(request))
    return {} if found is None else {"text": found.text, **text.place(found.where)}


def define(request: Message) -> Message:
    """Where the thing at a place is defined; nothing if nowhere."""
    text = opened(request)
    found = text.services.definition(text.at(request))
    return {} if found is None else text.place(found)


def uses(request: Message) -> Message:
    """All places of the thing at a place."""
    text = opened(request)
    found = text.services.uses(text.at(request))
    lines = [text.source.span(one.start, one.end).line for one in found]
    return {
        "uses": [
            {**text.place(one), "line": line, "text": text.source.line(line).strip()}
            for one, line in zip(found, lines, strict=True)
        ]
    }


def rename(request: Message) -> Message:
    """The name at a place that can be changed; with a new name, the edits that give it."""
    text = opened(request)
    try:
        if "name" not in request:
            where = text.services.renamable(text.at(request))
            return {**text.place(where), "name": text.source.text[where.start : where.end]}
        return {"edits": text.edits(text.services.rename(text.at(request), str(request["name"])))}
    except RenameRefused as why:
        raise Refused("refused", f"{str(why)[:1].upper()}{str(why)[1:]}.") from None


def formatted(request: Message) -> Message:
    """The edits that lay out a text; a sentence while it cannot be."""
    text = opened(request)
    found = text.services.formatted()
    if not found and any(finding.is_error for finding in text.services.findings):
        raise Refused("refused", "A text with errors is not laid out: mend them first.")
    return {"edits": text.edits(found)}


def explain(request: Message) -> Message:
    """The rule behind a finding, with a wrong and a right example."""
    entry = {**codes(), **script_codes()}.get(str(request.get("code")))
    if entry is None:
        raise Refused("missing", "There is no such finding.")
    return {
        "code": entry.code,
        "title": entry.title,
        "rule": entry.rule,
        "wrong": shown(entry.wrong),
        "right": shown(entry.right),
    }


def outline(request: Message) -> Message:
    """What is in a program: parameters, decks, places, storages, stages; of a script its functions."""
    source = opened(request).source
    head = shelf.head(source)
    language = script_language(source.name)
    try:
        if language is None:
            from croupier.recycle.outline import outline as outlined
            from croupier.recycle.outline import outline_data

            told = outline_data(outlined(program_with(source)))
            parameters = [
                {"name": one["name"], "value": one["value"], "type": one["type"], "limits": one["limits"]}
                for one in told["parameters"]
                if one["name"] != told["seats_parameter"]
            ]
            return {
                **_about(head, told["seats"], parameters),
                **{key: told[key] for key in ("decks", "locations", "storages", "point_maps", "play")},
                "scoring": told["scoring"],
                "cards": told["cards"],
            }
        text, _ = language.outline(source)
        game = script_game(language, source, source.name)
        parameters = [{"name": name, "value": value} for name, value in game.settings.items()]
        return {**_about(head, game.seats, parameters), "text": text}
    except (ProgramError, ParameterError) as problem:
        raise Refused("errors", _short(problem)) from None


def _about(head: shelf.Head, seats: int, parameters: list[Message]) -> Message:
    meanings = dict(head.parameters)
    return {
        "title": head.title,
        "seats": seats,
        "allowed": list(head.seats) if head.seats else None,
        "parameters": [
            {**one, "meaning": meanings.get(one["name"], "")}
            for one in parameters
            if isinstance(one["value"], int | str) and not isinstance(one["value"], bool)
        ],
    }


def _short(problem: Exception) -> str:
    return summary(problem.findings) if isinstance(problem, ProgramError) else str(problem)


def graph(request: Message) -> Message:
    """The drawing of stages and card flow."""
    source = opened(request).source
    if script_language(source.name) is not None:
        raise Refused("refused", "Stages and card flow are drawn of RECYCLE programs only.")
    from croupier.recycle.graph import graph as drawn
    from croupier.recycle.outline import outline as outlined
    from croupier.recycle.svg import svg

    try:
        return {"svg": svg(drawn(outlined(program_with(source))))}
    except ProgramError as problem:
        raise Refused("errors", _short(problem)) from None


def cards(request: Message) -> Message:
    """Every kind of card as it is drawn, with the roles of its attributes."""
    source = opened(request).source
    try:
        game = game_from(source, engine="interpreter")
    except (ProgramError, ParameterError) as problem:
        raise Refused("errors", _short(problem)) from None
    if not game.pack.kinds:
        raise Refused("refused", "The game has no cards that can be shown.")
    roles = {name: value for name, value in asdict(game.pack.faces().roles).items() if value}
    return {
        "faces": faces_data(game),
        "roles": roles,
        "kinds": [
            {"name": kind.name, "count": kind.count, "attributes": dict(kind.attributes), "back": kind.back}
            for kind in game.pack.kinds
        ],
    }


QUESTIONS: dict[str, Callable[[Message], Message]] = {
    "check": check,
    "complete": complete,
    "hover": hover,
    "define": define,
    "uses": uses,
    "rename": rename,
    "format": formatted,
    "explain": explain,
    "outline": outline,
    "graph": graph,
    "cards": cards,
}
"""What the process for editors is asked, by the name of the question."""
