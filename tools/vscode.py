"""The VS Code extension: grammars and snippets made from the tables of the languages, and the package.

``python tools/vscode.py`` writes the grammars and snippets anew and packs the extension into its folder;
``python tools/vscode.py DIRECTORY`` packs it elsewhere, writes nothing else, and fails if something is old.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import croupier
from croupier.recycle.forms import FORMS, KNOWN_WORDS
from croupier.recycle.guesses import GUESSES
from croupier.recycle.services.colours import word_kind
from croupier.script.ahod.braces.lexer import KEYWORDS as BRACE_KEYWORDS
from croupier.script.ahod.builtins import ACTION_NAMES, FUNCTIONS, METHOD_NAMES
from croupier.script.ahod.kinds import KNOWN_TYPES
from croupier.script.ahod.tokens import CONSTANTS, KEYWORDS
from croupier.script.cardigan.names import COMMON, METHODS, STRUCTS
from croupier.script.cardigan.names import FUNCTIONS as CARDIGAN_FUNCTIONS
from croupier.script.cardigan.tokens import KEYWORDS as CARDIGAN_KEYWORDS

FOLDER = Path(__file__).parents[1] / "editors" / "vscode"
_LEFT_OUT = ("node_modules", ".vsix")
_QUOTED = re.compile(r"`(\([^`…]+\))`")
_ESCAPE = {"match": r"\\.", "name": "constant.character.escape"}
_NUMBER = {"match": r"(?<!\w)-?\d+(\.\d+)?(ms|s|min)?\b", "name": "constant.numeric"}
_SLASHES = {"match": "//.*$", "name": "comment.line.double-slash"}
_AHOD_SNIPPETS = {
    "main": ("The program.", "main:\n    print 'Hello'\n"),
    "type": (
        "A type of cards.",
        "let Card(rank, suit) be Object with:\n    const rank: rank\n    const suit: suit\n",
    ),
    "action": ("An ACTION.", "when do DEAL(n):\n    for n times:\n        print 'a card'\n"),
}
_CARDIGAN_SNIPPETS = {
    "play": ("The program.", 'play() = {\n    OUTPUT("Hello")\n}\n'),
    "function": ("A function.", "twice(x) = {\n    return x * 2\n}\n"),
}


def _words(words: Iterable[str], scope: str, before: str = r"\b") -> dict[str, str]:
    listed = "|".join(sorted(map(re.escape, words), key=lambda w: (-len(w), w)))
    return {"match": f"{before}({listed})\\b", "name": scope}


def _string(quote: str, scope: str, begin: str = "") -> dict[str, Any]:
    return {"begin": begin + quote, "end": f"{quote}|$", "name": scope, "patterns": [_ESCAPE]}


def recycle_grammar() -> dict[str, Any]:
    """RECYCLE: the words of the table, by what they are."""
    kinds: dict[str, list[str]] = {}
    for word in KNOWN_WORDS:
        kinds.setdefault(word_kind(word), []).append(word)
    operators = {w for f in FORMS.values() for p in f.parts for w in p.words if w and not w[0].isalpha()}
    listed = "|".join(sorted(map(re.escape, operators), key=lambda w: (-len(w), w)))
    return _grammar(
        "RECYCLE",
        "recycle",
        [
            {
                "match": r";+\s*(dialect:|allow\b).*$",
                "name": "comment.line.semicolon keyword.control.directive",
            },
            {"match": ";.*$", "name": "comment.line.semicolon"},
            {"match": r"'[A-Z_][A-Z0-9_]*\b", "name": "variable.other"},
            {"match": r"\b[A-Z][A-Z0-9_]*\b", "name": "constant.other"},
            _NUMBER,
            _words(kinds["keyword"], "keyword.control"),
            _words(kinds["type"], "storage.type"),
            _words(kinds["function"], "support.function"),
            {"match": f"(?<=[(\\s])({listed})(?=[\\s)])", "name": "keyword.operator"},
            {"match": "[()]", "name": "punctuation.section.parens"},
        ],
    )


def ahod_grammar() -> dict[str, Any]:
    """AllHandsOnDeck, indented or in braces."""
    words = (KEYWORDS | BRACE_KEYWORDS) - CONSTANTS.keys() - KNOWN_TYPES
    return _grammar(
        "AllHandsOnDeck",
        "ahod",
        [
            _SLASHES,
            {"begin": r"/\*", "end": r"\*/", "name": "comment.block"},
            *(_string(q, f"string.quoted.{n}") for q, n in (("'", "single"), ('"', "double"))),
            _NUMBER,
            _words((*CONSTANTS, "true", "false"), "constant.language"),
            _words(KNOWN_TYPES, "support.type"),
            {"match": r"\b(?<=do )[A-Z][A-Z0-9_]*\b", "name": "entity.name.function"},
            _words({*words, "main", "print", "include"}, "keyword.control"),
            _words(METHOD_NAMES, "support.function.method", r"(?<=\.)"),
            _words((*FUNCTIONS, *ACTION_NAMES), "support.function"),
            {"match": r"\b[A-Z]\w*[a-z]\w*\b", "name": "entity.name.type"},
        ],
    )


def cardigan_grammar() -> dict[str, Any]:
    """Cardigan."""
    constants = ("true", "false")
    return _grammar(
        "Cardigan",
        "cardigan",
        [
            _SLASHES,
            _string('"', "string.quoted.double"),
            _NUMBER,
            _words(constants, "constant.language"),
            _words(CARDIGAN_KEYWORDS - set(constants), "keyword.control"),
            _words((*METHODS, *COMMON), "support.function.method", r"(?<=\.)"),
            _words(CARDIGAN_FUNCTIONS, "support.function"),
            _words(STRUCTS, "support.type"),
            {"match": r"^\s*([A-Za-z_]\w*)(?=\s*\([^)]*\)\s*=[^=])", "name": "entity.name.function"},
        ],
    )


def _grammar(name: str, scope: str, patterns: list[dict[str, Any]]) -> dict[str, Any]:
    said = (
        "Generated from the tables of the language by `python tools/vscode.py`; changes made here are lost."
    )
    named = [{**p, "name": " ".join(f"{n}.{scope}" for n in p["name"].split())} for p in patterns]
    return {
        "information_for_contributors": [said],
        "name": name,
        "scopeName": f"source.{scope}",
        "patterns": named,
    }


def recycle_snippets() -> dict[str, Any]:
    """The examples of the structure's forms; and for words of other languages how RECYCLE says it."""
    found = {
        form.name: _snippet(form.name, form.doc, form.example)
        for form in FORMS.values()
        if form.room in ("program", "blocks") and form.frame != "setup" and form.name != "scoring"
    }
    for word, hint in GUESSES.items():
        quoted = _QUOTED.search(hint)
        if quoted is not None:
            found.setdefault(word, _snippet(word, hint.split(":", 1)[0], quoted.group(1)))
    return found


def _snippet(prefix: str, doc: str, body: str) -> dict[str, Any]:
    return {
        "prefix": prefix,
        "description": doc,
        "body": body.replace("\\", "\\\\").replace("$", "\\$").split("\n"),
    }


def made() -> dict[str, str]:
    """Every file that is made from the tables, by its name in the folder."""
    data: dict[str, Any] = {
        "syntaxes/recycle.tmLanguage.json": recycle_grammar(),
        "syntaxes/ahod.tmLanguage.json": ahod_grammar(),
        "syntaxes/cardigan.tmLanguage.json": cardigan_grammar(),
        "snippets/recycle.json": recycle_snippets(),
        "snippets/ahod.json": {n: _snippet(n, *said) for n, said in _AHOD_SNIPPETS.items()},
        "snippets/cardigan.json": {n: _snippet(n, *said) for n, said in _CARDIGAN_SNIPPETS.items()},
    }
    return {name: json.dumps(d, ensure_ascii=False, indent=2) + "\n" for name, d in data.items()}


def old() -> list[str]:
    """The files that are not as the tables have them."""
    return [
        name
        for name, text in made().items()
        if not (FOLDER / name).is_file() or (FOLDER / name).read_text(encoding="utf-8") != text
    ]


def pack(directory: Path) -> Path:
    """Pack the extension with what it needs to run; npm fetches the client of the protocol."""
    with tempfile.TemporaryDirectory() as work:
        inside = Path(work) / "extension"
        shutil.copytree(FOLDER, inside, ignore=lambda _, names: [n for n in names if n.endswith(_LEFT_OUT)])
        about = json.loads((inside / "package.json").read_text(encoding="utf-8"))
        about["version"] = version()
        (inside / "package.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
        shutil.copy(FOLDER.parents[1] / "LICENSE", inside / "LICENSE.txt")
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("vscode.py: npm is missing, which fetches the client of the protocol")
        quiet = ("--omit=dev", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error")
        subprocess.run([npm, "install", *quiet], cwd=inside, check=True, stdout=sys.stderr)
        target = directory / f"croupier-{about['version']}.vsix"
        _zip(target, inside, about)
    return target


def version() -> str:
    """The version of croupier as an extension can have it: three numbers."""
    numbers = re.findall(r"\d+", croupier.__version__)[:3]
    return ".".join([*numbers, "0", "0"][:3])


def _zip(target: Path, inside: Path, about: dict[str, Any]) -> None:
    files = sorted(p for p in inside.rglob("*") if p.is_file() and not p.is_symlink() and p.name[0] != ".")
    types = {path.suffix.lstrip(".") for path in files if path.suffix} | {"vsixmanifest"}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("extension.vsixmanifest", _manifest(about))
        archive.writestr("[Content_Types].xml", _content_types(types))
        for path in files:
            archive.write(path, f"extension/{path.relative_to(inside).as_posix()}")


def _content_types(types: Iterable[str]) -> str:
    known = {"json": "application/json", "vsixmanifest": "text/xml", "js": "application/javascript"}
    rows = "".join(
        f'<Default Extension=".{kind}" ContentType="{known.get(kind, "text/plain")}"/>'
        for kind in sorted(types)
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{rows}</Types>\n'
    )


def _manifest(about: dict[str, Any]) -> str:
    extension = "Microsoft.VisualStudio.Code"
    content = "Microsoft.VisualStudio.Services.Content"
    name, version_, publisher = (quoteattr(about[key]) for key in ("name", "version", "publisher"))
    return f"""\
<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version_} Publisher={publisher}/>
    <DisplayName>{escape(about["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(about["description"])}</Description>
    <Tags>{escape(",".join(about["keywords"]))}</Tags>
    <Categories>{escape(",".join(about["categories"]))}</Categories>
    <Properties>
      <Property Id="{extension}.Engine" Value={quoteattr(about["engines"]["vscode"])}/>
      <Property Id="{extension}.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="{extension}"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="{extension}.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="{content}.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="{content}.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def faults(package: Path) -> list[str]:
    """What is wrong with a package: files that it names and does not hold."""
    with zipfile.ZipFile(package) as archive:
        names = set(archive.namelist())
        about = json.loads(archive.read("extension/package.json"))
        manifest = archive.read("extension.vsixmanifest").decode()
    shown = about["contributes"]
    wanted = [about["main"], *(one["configuration"] for one in shown["languages"])]
    wanted += [one["path"] for one in (*shown["grammars"], *shown["snippets"])]
    wanted += [f"node_modules/{name}/package.json" for name in about["dependencies"]]
    wanted += [path.removeprefix("extension/") for path in re.findall(r'Path="([^"]+)"', manifest)]
    inside = {name.removeprefix("./") for name in wanted}
    return [f"{name} is missing" for name in sorted(inside) if f"extension/{name}" not in names]


def main(arguments: list[str]) -> int:
    """Write what is made from the tables, or check it; then pack."""
    if len(arguments) > 1 or (arguments and not Path(arguments[0]).is_dir()):
        sys.stderr.write("usage: python tools/vscode.py [DIRECTORY]   (the directory must exist)\n")
        return 2
    if arguments:
        for name in old():
            sys.stderr.write(f"{name} is old: run `python tools/vscode.py`\n")
        if old():
            return 1
    for name, text in made().items() if not arguments else ():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    package = pack(Path(arguments[0]) if arguments else FOLDER)
    for fault in (wrong := faults(package)):
        sys.stderr.write(f"{package.name}: {fault}\n")
    sys.stdout.write(f"{package}\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
