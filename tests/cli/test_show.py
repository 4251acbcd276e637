"""``croupier show``: what is in a game."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group

BROKEN = "(game (setup (create players 2)) (do ((shufle (game iloc STOCK)))) (scoring max 0))\n"
FIXED = """\
;; Fixed
(game
  (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B)))))
  (do ((shuffle (game iloc STOCK))))
  (scoring max 0))
"""
KEYS = [
    *("title", "file", "dialect", "seats", "seats_parameter", "parameters", "teams", "teams_change_at"),
    *("cards", "decks", "locations", "storages", "point_maps", "play", "scoring", "scoring_reads"),
    *("name_values", "flow"),
]


def show(*arguments: str, text: str | None = None) -> Result:
    """The result of ``croupier show``."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["show", *arguments], input=text, prog_name="croupier")


def printed(*arguments: str, text: str | None = None) -> str:
    """What ``croupier show`` prints when all is well."""
    result = show(*arguments, text=text)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(code: int, *arguments: str, text: str | None = None) -> str:
    """What ``croupier show`` says on standard error, with nothing on standard output."""
    result = show(*arguments, text=text)
    assert result.exit_code == code, result.output
    assert not result.stdout
    return result.stderr


def test_a_game_of_the_library() -> None:
    text = printed("agram")
    assert text.startswith("Agram\nagram.rcy, dialect 0.4\n")
    assert "Seats       4 (parameter SEATS)" in text
    assert "35 cards in all" in text
    assert "player  HAND     iloc  seen by its owner                    order free" in text


def test_a_file_and_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "fixed.rcy"
    file.write_text(FIXED)
    assert printed(str(file)).startswith("Fixed\n")
    assert printed("-", text=FIXED).startswith("Fixed\n<stdin>, ")


def test_json_has_the_documented_keys() -> None:
    data = json.loads(printed("hearts", "--json"))
    assert list(data) == KEYS
    assert list(data["locations"][0]) == [
        *("owner", "visibility", "name", "seen_by", "memory", "indexed", "filled", "order_free"),
        *("observed_at", "line"),
    ]
    assert list(data["decks"][0]) == [
        *("line", "location", "back", "during", "copies", "cards", "attributes")
    ]
    assert list(data["play"][0]) == ["kind", "line", "text", "cycle", "end", "items", "blocks"]
    assert list(data["flow"][0]) == ["kind", "source", "target", "rule", "line", "back"]
    assert (data["title"], data["seats"], data["cards"]) == ("Hearts", 4, 52)


@pytest.mark.parametrize(
    ("kind", "start"), [("svg", "<svg "), ("dot", "digraph "), ("mermaid", "flowchart ")]
)
def test_graphs_go_to_standard_output_or_to_a_file(kind: str, start: str, tmp_path: Path) -> None:
    out = tmp_path / "picture"
    text = printed("hearts", "--graph", kind)
    assert text.startswith(start)
    assert printed("hearts", "--graph", kind, "-o", str(out)) == ""
    assert out.read_text(encoding="utf-8") == text


def test_the_svg_is_well_formed() -> None:
    assert ElementTree.fromstring(printed("agram", "--graph", "svg")).tag.endswith("svg")


def test_seats_and_settings() -> None:
    assert json.loads(printed("agram", "--json", "--seats", "3"))["seats"] == 3
    assert json.loads(printed("agram", "--json", "--set", "SEATS=3"))["teams"] == [[0], [1], [2]]
    data = json.loads(printed("gops", "--json", "--set", "RANKS=ACE,TWO", "--seats", "3"))
    assert (data["seats"], data["cards"]) == (3, 8)
    assert "HANDSIZE = 5" in printed("agram", "--set", "HANDSIZE=5")
    assert printed("-", "--seats", "2", text=FIXED)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("agram", "--set", "HANDSIZES=3"),
            "no parameter HANDSIZES: did you mean `HANDSIZE`? Known are SEATS = 4,",
        ),
        (("agram", "--set", "HANDSIZE=MANY"), "HANDSIZE takes an integer such as 7, not MANY (6 unless set)"),
        (("gops", "--set", "RANKS=1,2"), "RANKS takes a list of names such as A,B,C, not 1,2"),
        (("agram", "--set", "HANDSIZE"), "is not NAME=VALUE, such as HANDSIZE=7"),
        (("agram", "--set", "HANDSIZE="), "the value is not an integer, a name or a list"),
        (("agram", "--set", "HANDSIZE=many"), "names are upper case, as in MANY"),
        (("agram", "--set", "HANDSIZE=1", "--set", "HANDSIZE=2"), "--set gives HANDSIZE twice"),
        (("agram", "--set", "HANDSIZE=" + "9" * 20), "beyond 64 bits"),
        (("agram", "--seats", "17"), "17 seats are not possible: 1 to 16 are"),
        (("agram", "--seats", "0"), "0 seats are not possible"),
        (("agram", "--seats", "3", "--set", "SEATS=4"), "contradict each other"),
        (("whist", "--seats", "3"), "3 seats are not possible: only 4 are"),
        (("agram", "--json", "--graph", "svg"), "--graph and --json exclude each other"),
        (("agrma",), "no game of that name in the library; did you mean `agram`?"),
        (("nowhere/agram.rcy",), "nowhere/agram.rcy: there is no such file"),
        (("a(b.rcy",), "a(b.rcy: there is no such file"),
        (("x" * 5000,), "cannot be read"),
        (("agram", "-o", "nowhere/at/all.txt"), "nowhere/at/all.txt: cannot be written"),
    ],
)
def test_impossible_wishes_say_what_is_possible(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(2, *arguments)


def test_a_fixed_number_of_seats_cannot_be_changed() -> None:
    assert "the number of players is fixed at 2" in refused(2, "-", "--seats", "3", text=FIXED)
    assert "The program declares none." in refused(2, "-", "--set", "SEATS=3", text=FIXED)


def test_a_directory_is_refused(tmp_path: Path) -> None:
    assert "this is a directory" in refused(2, str(tmp_path))


@pytest.mark.parametrize("more", [(), ("--json",), ("--graph", "dot"), ("--seats", "3")])
def test_a_program_with_errors_shows_its_findings(more: tuple[str, ...]) -> None:
    text = refused(1, "-", *more, text=BROKEN)
    assert "<stdin>:1:40: error[RCY020]" in text
    assert "did you mean `shuffle`?" in text


def test_help_has_examples() -> None:
    assert "croupier show agram --graph svg -o agram.svg" in printed("--help")


def test_a_sheet_of_all_cards(tmp_path: Path) -> None:
    drawing = ElementTree.fromstring(printed("coup", "--cards"))
    titles = [element.text for element in drawing.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["Duke", "Assassin", "Captain", "Ambassador", "Contessa", "back"]
    picture = tmp_path / "coup.png"
    assert printed("coup", "--cards", "--dark", "--contrast", "--width", "40", "-o", str(picture)) == ""
    assert picture.read_bytes().startswith(b"\x89PNG")
    told = json.loads(printed("gops", "--cards", "--json"))
    assert told["roles"]["index"] == ["RANK"]
    assert told["kinds"][0] == {
        "kind": 0,
        "name": "ACE",
        "words": "Gold, Ace",
        "attributes": {"RANK": "ACE"},
        "back": "GOLD",
        "count": 1,
    }


def test_a_sheet_that_cannot_be_drawn() -> None:
    assert "--graph and --cards exclude each other" in refused(2, "coup", "--cards", "--graph", "svg")
    assert "are about --cards" in refused(2, "coup", "--dark")
    assert "cannot be written" in refused(2, "coup", "--cards", "-o", "/no/such/folder/x.svg")


def test_hints_of_a_file_are_followed(tmp_path: Path) -> None:
    file = tmp_path / "hinted.rcy"
    file.write_text(FIXED.replace(";; Fixed", ";; Fixed\n;; card: RANK A = star, B = #7a4a21"))
    assert "#7a4a21" in printed(str(file), "--cards")
