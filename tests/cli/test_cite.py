"""``croupier cite``: how to cite Croupier, or a game."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

import croupier
from croupier.catalog.citation import AUTHORS, citation_file
from croupier.cli import group
from strategies import ROOT


def cite(*arguments: str, text: str | None = None) -> Result:
    """The result of ``croupier cite``."""
    return CliRunner(env={"COLUMNS": "100"}).invoke(group, ["cite", *arguments], input=text)


def test_the_citation_file_is_printed_as_it_stands_at_the_root() -> None:
    assert cite().output == (ROOT / "CITATION.cff").read_text(encoding="utf-8") == citation_file()
    assert f'version: "{croupier.__version__}"' in citation_file()
    assert AUTHORS in citation_file()


def test_the_same_as_data() -> None:
    found = json.loads(cite("--json").output)
    assert (found["title"], found["croupier"]) == ("Croupier", croupier.__version__)
    assert found["cff"] == citation_file()


def test_a_game_is_cited_by_its_digest_and_source() -> None:
    found = json.loads(cite("hearts", "--json").output)
    game = croupier.load("hearts")
    assert (found["title"], found["file"]) == ("Hearts", "hearts.rcy")
    assert found["program"] == game.rules_hash
    assert found["source"]
    printed = cite("hearts").output
    for name in ("title", "file", "program", "croupier"):
        assert found[name] in printed


def test_scripts_and_files_of_ones_own_are_cited_too(tmp_path: Path) -> None:
    assert json.loads(cite("uno.ah", "--json").output)["program"] == croupier.load("uno.ah").rules_hash
    mine = tmp_path / "mine.rcy"
    text = (ROOT / "src/croupier/library/agram.rcy").read_text(encoding="utf-8")
    mine.write_text("\n".join(line for line in text.splitlines() if not line.startswith(";")))
    found = json.loads(cite(str(mine), "--json").output)
    assert (found["file"], found["source"]) == ("mine.rcy", "")
    assert "the head of the file names none" in cite(str(mine)).output


def test_what_is_not_there_is_said() -> None:
    result = cite("heartz")
    assert result.exit_code == 2
    assert "did you mean `hearts`?" in result.output
    assert cite("-", text="(game").exit_code == 1
