"""``croupier lsp`` with a real client, over standard input and output."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from importlib.resources import files

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient

from croupier.lsp import conversion as convert
from croupier.lsp.settings import Settings
from croupier.lsp.texts import OpenText
from croupier.text.editing import Services, repairs
from croupier.text.positions import Positions
from marked import GAME

pytestmark = pytest.mark.slow

URI = "file:///games/demo.rcy"
DOCUMENT = types.TextDocumentIdentifier(URI)


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]  # pytest-lsp's has no types
    config=ClientServerConfig(server_command=[sys.executable, "-m", "croupier", "lsp"])
)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    """A session with the server."""
    completion = types.CompletionClientCapabilities(
        completion_item=types.ClientCompletionItemOptions(
            snippet_support=True, documentation_format=[types.MarkupKind.Markdown]
        )
    )
    capabilities = types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(completion=completion)
    )
    params = types.InitializeParams(capabilities=capabilities, initialization_options={"strct": True})
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def opened(
    client: LanguageClient, text: str, uri: str = URI, language: str = "recycle"
) -> list[types.Diagnostic]:
    """Open a text; the findings that the server sends of it."""
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language, 1, text))
    )
    return list((await findings_sent(client, uri)).diagnostics)


async def findings_sent(client: LanguageClient, uri: str = URI) -> types.PublishDiagnosticsParams:
    """Wait for the next findings; a server that sends none is broken."""
    waiting = client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    sent = await asyncio.wait_for(waiting, 60)
    assert isinstance(sent, types.PublishDiagnosticsParams)
    assert sent.uri == uri
    return sent


def position(text: str, before: str) -> types.Position:
    """The place behind a piece of a text."""
    return types.Position(*Positions(text).at(text.index(before) + len(before)))


@pytest.mark.asyncio
async def test_everything_that_an_editor_asks(client: LanguageClient) -> None:
    text = GAME.replace("(shuffle", "(shufle").replace(";; Small", ";; 🂡 Small")
    (finding,) = await opened(client, text)
    assert (finding.code, finding.range.start) == ("RCY020", position(text, "do (\n    ("))
    assert finding.message == "there is no form `shufle`\nhint: did you mean `shuffle`?"
    assert [m.message for m in client.messages] == [
        "croupier: there is no setting strct; did you mean `strict`?"
    ]

    hand = position(text, "('P iloc HA")
    hover = await client.text_document_hover_async(types.HoverParams(DOCUMENT, hand))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "its owner sees it" in hover.contents.value

    completion = await client.text_document_completion_async(
        types.CompletionParams(DOCUMENT, position(text, "(choice ("))
    )
    assert isinstance(completion, types.CompletionList)
    assert "move ${1:Card} ${2:Place}" in [
        item.text_edit.new_text for item in completion.items if item.text_edit is not None
    ]

    variable = position(text, "(move '")
    where = await client.text_document_definition_async(types.DefinitionParams(DOCUMENT, variable))
    assert isinstance(where, types.Location)
    assert where.range.start == position(text, "iloc HAND) ")
    uses = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(include_declaration=True), DOCUMENT, hand)
    )
    assert uses is not None
    assert len(uses) == 3
    marked = await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(DOCUMENT, hand)
    )
    assert marked is not None
    assert len(marked) == 3

    renamed = await client.text_document_rename_async(types.RenameParams(DOCUMENT, hand, "CARDS"))
    assert renamed is not None
    assert renamed.changes is not None
    assert {edit.new_text for edit in renamed.changes[URI]} == {"CARDS"}
    with pytest.raises(JsonRpcException, match="names are capitals"):
        await client.text_document_rename_async(types.RenameParams(DOCUMENT, hand, "cards"))
    with pytest.raises(JsonRpcException, match="no name here"):
        await client.text_document_prepare_rename_async(
            types.PrepareRenameParams(DOCUMENT, types.Position(0, 0))
        )

    actions = await client.text_document_code_action_async(
        types.CodeActionParams(DOCUMENT, finding.range, types.CodeActionContext([finding]))
    )
    assert actions is not None
    assert [action.title for action in actions] == ["Use the known form (RCY020)"]

    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
    assert symbols is not None
    assert [symbol.name for symbol in symbols] == ["game"]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(DOCUMENT))
    assert folds is not None
    assert folds[0].start_line == 1
    (selection,) = (
        await client.text_document_selection_range_async(types.SelectionRangeParams(DOCUMENT, [hand])) or ()
    )
    assert selection.range.end == position(text, "('P iloc HAND")
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(DOCUMENT, whole))
    assert hints is not None
    assert "nobody sees" in [hint.label for hint in hints]
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(DOCUMENT))
    assert tokens is not None
    # The comment has one character more in UTF-16.
    assert list(tokens.data[:5]) == [0, 0, len(text.split("\n", 1)[0]) + 1, 10, 0]
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    part = types.DocumentRangeFormattingParams(DOCUMENT, whole, options)
    assert await client.text_document_range_formatting_async(part) == ()


@pytest.mark.asyncio
async def test_several_texts_settings_and_addresses_of_any_kind(client: LanguageClient) -> None:
    warned = GAME.replace("(inc ((current player)", "(all player 'P (inc ((current player)").replace(
        "SCORE) 1)", "SCORE) 1))"
    )
    (warning,) = await opened(client, warned)
    assert warning.severity is types.DiagnosticSeverity.Warning
    assert await opened(client, GAME, "untitled:Untitled-1") == []
    assert await opened(client, "play() = {\n}\n", "untitled:Untitled-2", "cardigan") == []
    (error,) = await opened(client, "main:\n    print x\n", "vscode-vfs://host/owner/repo/x%20y.ah", "ahod")
    assert str(error.code).startswith("A")

    client.workspace_did_change_configuration(
        types.DidChangeConfigurationParams({"croupier": {"strict": True, "dialect": "0.7"}})
    )
    again = await findings_sent(client)
    assert again.diagnostics[0].severity is types.DiagnosticSeverity.Error
    # An answer comes behind everything that was sent before it.
    assert await client.text_document_hover_async(types.HoverParams(DOCUMENT, types.Position(0, 0))) is None
    assert "there is no dialect 0.7" in client.messages[-1].message

    client.text_document_did_close(types.DidCloseTextDocumentParams(DOCUMENT))
    assert (await findings_sent(client)).diagnostics == ()
    assert await client.text_document_hover_async(types.HoverParams(DOCUMENT, types.Position(0, 0))) is None


@pytest.mark.asyncio
async def test_fuzzed_edits_get_no_stale_answer(client: LanguageClient) -> None:
    """The server edits along, and answers everything as somebody does who sees only the text as it is."""
    rng = random.Random(40)
    texts = {}
    for name in ("agram.rcy", "war.ah", "uno_plain.cdg"):
        texts[f"file:///games/{name}"] = (files("croupier.library") / name).read_text(encoding="utf-8")
    for uri, text in texts.items():
        await opened(client, text, uri)
    for version in range(2, 18):
        uri = rng.choice(list(texts))
        text = texts[uri]
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([0, 0, 1, 5, 60]))
        new = rng.choice(
            ["(", ")", "'", "'C", "\r\n", "\r", "🂡", "\x0c", "\u2028", "; x", "hand", "{ ", "(all player 'P "]
        )
        positions = Positions(text)
        begin, stop = types.Position(*positions.at(start)), types.Position(*positions.at(end))
        start, end = (
            positions.offset(begin.line, begin.character),
            positions.offset(stop.line, stop.character),
        )
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, uri),
                [types.TextDocumentContentChangePartial(types.Range(begin, stop), new)],
            )
        )
        texts[uri] = text = text[:start] + new + text[end:]
        sent = await findings_sent(client, uri)
        assert sent.version == version
        fresh = OpenText(uri, "", text, version)
        ask, positions = fresh.services(Settings()), fresh.positions
        found = convert.diagnostics(fresh, ask.findings, Settings())
        told = [(d.code, d.range, d.message, d.severity) for d in sent.diagnostics]
        assert told == [(d.code, d.range, d.message, d.severity) for d in found]
        offset = positions.offset(*positions.at(start))
        here = types.Position(*positions.at(offset))
        await same_answers(client, uri, here, ask, positions)


def outline(symbols: Sequence[types.DocumentSymbol | types.SymbolInformation]) -> list[object]:
    """Symbols with their places, and those in them."""
    return [
        (one.name, one.range, outline(one.children or ()))
        for one in symbols
        if isinstance(one, types.DocumentSymbol)
    ]


async def same_answers(
    client: LanguageClient, uri: str, here: types.Position, ask: Services, positions: Positions
) -> None:
    """Ask the server everything, and compare it with the answers made here."""
    document, offset = types.TextDocumentIdentifier(uri), positions.offset(here.line, here.character)
    whole = types.Range(types.Position(0, 0), types.Position(9999, 0))
    everything = types.ReferenceContext(include_declaration=True)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    hover = await client.text_document_hover_async(types.HoverParams(document, here))
    assert (hover is None) == (ask.hover(offset) is None)
    completion = await client.text_document_completion_async(types.CompletionParams(document, here))
    assert isinstance(completion, types.CompletionList)
    assert [item.label for item in completion.items] == [item.label for item in ask.completions(offset)]
    uses = await client.text_document_references_async(types.ReferenceParams(everything, document, here))
    assert [use.range for use in uses or ()] == [convert.ranged(positions, one) for one in ask.uses(offset)]
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert outline(symbols or ()) == outline(convert.symbols(positions, ask.symbols()))
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert list(folds or ()) == convert.folds(positions, ask.folds())
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert tokens is not None
    assert list(tokens.data) == list(convert.tokens(positions, ask.colours()).data)
    formatting = types.DocumentFormattingParams(document, options)
    laid_out = await client.text_document_formatting_async(formatting)
    assert list(laid_out or ()) == convert.edits(positions, ask.formatted())
    (selection,) = (
        await client.text_document_selection_range_async(types.SelectionRangeParams(document, [here])) or ()
    )
    assert selection == convert.selection(positions, ask.selections(offset))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
    assert [hint.label for hint in hints or ()] == [one.text for one in ask.remarks(0, len(positions.text))]
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, whole, types.CodeActionContext([]))
    )
    wanted = [one.title for one in repairs(ask.findings, 0, len(positions.text))]
    assert [action.title for action in actions or ()] == wanted
    with suppress(JsonRpcException):
        await client.text_document_rename_async(types.RenameParams(document, here, "ANOTHER"))
