"""The server: every request translated into a question about a text, and the answer back."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from croupier import __version__
from croupier.lsp import conversion as convert
from croupier.lsp.settings import Settings, settings_from
from croupier.lsp.texts import Change, OpenText
from croupier.text.editing import RenameRefused, Services, repairs
from croupier.text.positions import Positions

_TRIGGERS = ["(", "'", " ", "."]


class _Protocol(LanguageServerProtocol):
    """The protocol, with edits left to us.

    pygls would apply them to texts of its own, whose lines end at more characters than those of editors, and
    would change the positions in them on the way.
    """

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: types.DidChangeTextDocumentParams
    ) -> Generator[tuple[Any, tuple[Any, ...], None], Any, None]:
        """Hand an edit on as it came."""
        handler = self.fm.features.get(types.TEXT_DOCUMENT_DID_CHANGE)
        if handler is not None:
            yield handler, (params,), None


class Server(LanguageServer):
    """A session with one editor."""

    def __init__(self) -> None:
        super().__init__("croupier", __version__, protocol_cls=_Protocol)
        self.texts: dict[str, OpenText] = {}
        self.settings = Settings()
        self.problems: list[str] = []
        """Sentences about settings that could not be taken."""

    def open(self, item: types.TextDocumentItem) -> None:
        """Begin with a text."""
        agreed = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        encoding = types.PositionEncodingKind(agreed).value
        self.texts[item.uri] = OpenText(item.uri, item.language_id, item.text, item.version, encoding)
        self.publish(item.uri)

    def close(self, uri: str) -> None:
        """Forget a text, and what was found in it."""
        if self.texts.pop(uri, None) is not None:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def publish(self, uri: str) -> None:
        """Send what is found in a text."""
        text = self.texts.get(uri)
        if text is None:
            return
        found = convert.diagnostics(text, text.services(self.settings).findings, self.settings)
        if text.is_too_large:
            found = [
                types.Diagnostic(
                    types.Range(types.Position(0, 0), types.Position(0, 1)),
                    "this text is larger than any that croupier reads",
                    severity=types.DiagnosticSeverity.Warning,
                    source="croupier",
                )
            ]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, text.version))

    def set(self, said: object) -> None:
        """Take other settings, and tell of what cannot be taken."""
        self.settings, self.problems = settings_from(said)
        self.complain()
        for uri in self.texts:
            self.publish(uri)

    def complain(self) -> None:
        """Tell of settings that cannot be taken."""
        for problem in self.problems:
            message = f"croupier: {problem}"
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))
        self.problems = []

    def asked(self, uri: str) -> tuple[Services, Positions] | None:
        """The answers for a text as it is now; None if it is not open, or too large."""
        text = self.texts.get(uri)
        if text is None or text.is_too_large:
            return None
        return text.services(self.settings), text.positions


def make_server() -> Server:
    """A server with everything that it can be asked."""
    server = Server()
    _texts(server)
    _places(server)
    _whole(server)
    return server


def _offset(positions: Positions, position: types.Position) -> int:
    return positions.offset(position.line, position.character)


def _texts(server: Server) -> None:
    """Texts that come, change and go; settings."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.settings, server.problems = settings_from(params.initialization_options)

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        # Only now may the editor be told.
        server.complain()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configure(params: types.DidChangeConfigurationParams) -> None:
        server.set(params.settings)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.open(params.text_document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        text = server.texts.get(params.text_document.uri)
        if text is not None:
            text.change(map(_change, params.content_changes), params.text_document.version)
            server.publish(text.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)


def _change(change: types.TextDocumentContentChangeEvent) -> Change:
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return None, change.text
    start, end = change.range.start, change.range.end
    return (start.line, start.character, end.line, end.character), change.text


def _places(server: Server) -> None:
    """Questions about a place."""

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS))
    def completion(params: types.CompletionParams) -> types.CompletionList | None:
        asked = server.asked(params.text_document.uri)
        if asked is None:
            return None
        services, positions = asked
        found = services.completions(_offset(positions, params.position))
        item = _completion_item(server)
        return convert.completions(
            positions,
            found,
            snippets=bool(item is not None and item.snippet_support),
            kinds=item.documentation_format if item is not None else None,
        )

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        asked = server.asked(params.text_document.uri)
        found = asked[0].hover(_offset(asked[1], params.position)) if asked is not None else None
        if asked is None or found is None:
            return None
        document = server.client_capabilities.text_document
        kinds = document.hover.content_format if document is not None and document.hover is not None else None
        return types.Hover(convert.markup(found.text, kinds), convert.ranged(asked[1], found.where))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        asked = server.asked(params.text_document.uri)
        found = asked[0].definition(_offset(asked[1], params.position)) if asked is not None else None
        if asked is None or found is None:
            return None
        return types.Location(params.text_document.uri, convert.ranged(asked[1], found))

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        asked = server.asked(params.text_document.uri)
        if asked is None:
            return []
        services, positions = asked
        declared = params.context.include_declaration
        found = services.uses(_offset(positions, params.position), definition=declared)
        return [types.Location(params.text_document.uri, convert.ranged(positions, one)) for one in found]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        asked = server.asked(params.text_document.uri)
        if asked is None:
            return []
        services, positions = asked
        found = services.uses(_offset(positions, params.position))
        return [types.DocumentHighlight(convert.ranged(positions, one)) for one in found]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.Range | None:
        asked = server.asked(params.text_document.uri)
        if asked is None:
            return None
        services, positions = asked
        try:
            return convert.ranged(positions, services.renamable(_offset(positions, params.position)))
        except RenameRefused as why:
            raise _refused(why) from None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        asked = server.asked(params.text_document.uri)
        if asked is None:
            return None
        services, positions = asked
        try:
            found = services.rename(_offset(positions, params.position), params.new_name)
        except RenameRefused as why:
            raise _refused(why) from None
        return types.WorkspaceEdit(changes={params.text_document.uri: convert.edits(positions, found)})

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def selection(params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
        asked = server.asked(params.text_document.uri)
        if asked is None:
            return None
        services, positions = asked
        offsets = [_offset(positions, position) for position in params.positions]
        return [convert.selection(positions, services.selections(offset)) for offset in offsets]


def _refused(why: RenameRefused) -> JsonRpcException:
    return JsonRpcException(str(why), int(types.LSPErrorCodes.RequestFailed))


def _completion_item(server: Server) -> types.ClientCompletionItemOptions | None:
    """What the editor can do with a completion."""
    document = server.client_capabilities.text_document
    completion = document.completion if document is not None else None
    return completion.completion_item if completion is not None else None


def _whole(server: Server) -> None:
    """Questions about a text, or a part of it."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        asked = server.asked(params.text_document.uri)
        return convert.symbols(asked[1], asked[0].symbols()) if asked is not None else []

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        asked = server.asked(params.text_document.uri)
        return convert.folds(asked[1], asked[0].folds()) if asked is not None else []

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, convert.LEGEND)
    def tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        asked = server.asked(params.text_document.uri)
        return convert.tokens(asked[1], asked[0].colours()) if asked is not None else types.SemanticTokens([])

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        asked = server.asked(params.text_document.uri)
        return convert.edits(asked[1], asked[0].formatted()) if asked is not None else []

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    def range_formatting(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        asked = server.asked(params.text_document.uri)
        if asked is None:
            return []
        services, positions = asked
        start, end = _offset(positions, params.range.start), _offset(positions, params.range.end)
        return convert.edits(positions, services.formatted_part(start, end))

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def inlay(params: types.InlayHintParams) -> list[types.InlayHint]:
        asked = server.asked(params.text_document.uri)
        if asked is None:
            return []
        services, positions = asked
        start, end = _offset(positions, params.range.start), _offset(positions, params.range.end)
        return convert.hints(positions, services.remarks(start, end))

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    def actions(params: types.CodeActionParams) -> Sequence[types.CodeAction]:
        uri = params.text_document.uri
        asked, text = server.asked(uri), server.texts.get(uri)
        if asked is None or text is None or not _wants_fixes(params.context.only):
            return []
        services, positions = asked
        start, end = _offset(positions, params.range.start), _offset(positions, params.range.end)
        return [
            types.CodeAction(
                title=repair.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=convert.diagnostics(text, [repair.finding], server.settings),
                is_preferred=True,
                edit=types.WorkspaceEdit(changes={uri: convert.edits(positions, repair.edits)}),
            )
            for repair in repairs(services.findings, start, end)
        ]


def _wants_fixes(only: Sequence[Any] | None) -> bool:
    return not only or any(str(kind).startswith("quickfix") or str(kind) == "" for kind in only)
