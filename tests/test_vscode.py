"""The extension for VS Code: made from the tables as they are now, and complete."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

import vscode
from croupier.catalog.languages import script_language
from croupier.lsp.settings import known_dialects
from croupier.lsp.texts import LANGUAGE_IDS
from croupier.recycle.check import check
from croupier.recycle.codes import framed
from croupier.recycle.forms import KNOWN_WORDS
from croupier.text import Severity, Source

ABOUT = json.loads((vscode.FOLDER / "package.json").read_text(encoding="utf-8"))


def test_grammars_and_snippets_are_current() -> None:
    assert vscode.old() == [], "run `python tools/vscode.py`"


def scope_of(grammar: dict[str, Any], word: str, before: str = "(") -> str:
    """What a grammar calls a word behind a text: its first pattern that matches there."""
    line = f"{before}{word} "
    for pattern in grammar["patterns"]:
        for match in re.finditer(pattern.get("match", pattern.get("begin")), line):
            if match.start() <= len(before) < match.end():
                return str(pattern["name"])
    return ""


def test_every_word_of_recycle_has_a_colour() -> None:
    grammar = vscode.recycle_grammar()
    assert all(scope_of(grammar, word) for word in KNOWN_WORDS)
    assert scope_of(grammar, "stage") == "keyword.control.recycle"
    assert scope_of(grammar, "iloc") == "storage.type.recycle"
    assert scope_of(grammar, "shuffle") == "support.function.recycle"
    assert scope_of(grammar, "HAND") == "constant.other.recycle"
    assert scope_of(grammar, "'P") == "variable.other.recycle"
    assert scope_of(grammar, "<=") == "keyword.operator.recycle"
    assert scope_of(grammar, "hand") == ""


def test_words_of_the_script_languages_have_colours() -> None:
    ahod, cardigan = vscode.ahod_grammar(), vscode.cardigan_grammar()
    assert scope_of(ahod, "while", " ") == "keyword.control.ahod"
    assert scope_of(ahod, "random", " ") == "support.function.ahod"
    assert scope_of(ahod, "f", " // ") == "comment.line.double-slash.ahod"
    assert scope_of(cardigan, "elseif", " ") == "keyword.control.cardigan"
    assert scope_of(cardigan, "OUTPUT", " ") == "support.function.cardigan"


def test_the_extension_knows_the_languages_as_we_do() -> None:
    languages = {one["id"]: one for one in ABOUT["contributes"]["languages"]}
    assert tuple(languages) == LANGUAGE_IDS
    for name, one in languages.items():
        for ending in one["extensions"]:
            language = script_language(f"game{ending}")
            assert (language.name if language is not None else "recycle") == name
    settings = ABOUT["contributes"]["configuration"]["properties"]
    assert settings["croupier.dialect"]["enum"] == ["auto", *known_dialects()]


@pytest.mark.parametrize("snippet", vscode.recycle_snippets().values(), ids=lambda one: str(one["prefix"]))
def test_snippets_check_clean(snippet: dict[str, Any]) -> None:
    body = "\n".join(snippet["body"])
    if body.startswith("(scoring"):
        return  # what stands once, at the end of every game
    frame = "file" if body.startswith(("(game\n", "(definitions\n")) else "body"
    findings = check(Source("snippet.rcy", framed(frame, body))).findings
    assert [f.code for f in findings if f.severity > Severity.NOTE] == []


@pytest.mark.parametrize(("name", "file"), [("ahod", "x.ah"), ("cardigan", "x.cdg")])
def test_snippets_of_the_script_languages_have_no_errors(name: str, file: str) -> None:
    language = script_language(file)
    assert language is not None
    snippets = json.loads((vscode.FOLDER / "snippets" / f"{name}.json").read_text(encoding="utf-8"))
    whole = "\n".join("\n".join(one["body"]) for one in snippets.values())
    assert [f for f in language.check(Source(file, whole)).findings if f.is_error] == []


def packed(path: Path, left_out: str = "") -> Path:
    """A package of the folder as it is, with an empty client of the protocol."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("extension.vsixmanifest", '<Asset Path="extension/package.json"/>')
        archive.writestr("extension/node_modules/vscode-languageclient/package.json", "{}")
        for file in vscode.FOLDER.rglob("*"):
            name = file.relative_to(vscode.FOLDER).as_posix()
            if file.is_file() and name != left_out and file.suffix != ".vsix":
                archive.write(file, f"extension/{name}")
    return path


def test_a_package_is_complete_or_says_what_is_missing(tmp_path: Path) -> None:
    assert vscode.faults(packed(tmp_path / "whole.vsix")) == []
    part = packed(tmp_path / "part.vsix", "syntaxes/recycle.tmLanguage.json")
    assert vscode.faults(part) == ["syntaxes/recycle.tmLanguage.json is missing"]


_STUBS = """
const Module = require("node:module");
const said = [], registered = {};
const vscode = {
  workspace: {
    getConfiguration: () => ({ get: (name, other) => other }),
    onDidChangeConfiguration: () => ({}),
  },
  window: { showWarningMessage: (text) => said.push(text), showErrorMessage: (text) => said.push(text) },
  commands: { registerCommand: (name, run) => { registered[name] = run; return {}; } },
};
class LanguageClient {
  constructor(id, name, server, client) { said.push({ server, client }); }
  async start() {}
  async stop() {}
}
const load = Module._load;
const known = { vscode, "vscode-languageclient/node": { LanguageClient } };
Module._load = (name, ...rest) => known[name] ?? load(name, ...rest);
const extension = require(process.argv[1]);
extension.activate({ subscriptions: [] })
  .then(() => registered["croupier.check"]())
  .then(() => extension.deactivate())
  .then(() => console.log(JSON.stringify({ said, commands: Object.keys(registered) })));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is missing")
def test_the_extension_starts_the_server_and_registers_its_commands() -> None:
    path = str(vscode.FOLDER / "extension.js")
    done = subprocess.run(
        ["node", "-e", _STUBS, path], capture_output=True, text=True, check=True, timeout=120
    )
    found = json.loads(done.stdout)
    assert found["commands"] == [one["command"] for one in ABOUT["contributes"]["commands"]]
    client, complaint = found["said"]
    assert client["server"] == {"command": "croupier", "args": ["lsp"]}
    assert [one["language"] for one in client["client"]["documentSelector"]] == list(LANGUAGE_IDS)
    assert complaint == "Croupier: open a game file first."
