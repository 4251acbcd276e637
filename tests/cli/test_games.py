"""``croupier games``: what is in the library."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from croupier import read
from croupier.catalog import shelf
from croupier.cli import group
from croupier.game.settings import ParameterError
from croupier.text import Source, SourceError

GAMES = (
    "agram", "crazy_eights", "cuckoo", "go_fish", "gops",
    "hearts", "kuhn_poker", "leduc_poker", "pairs", "whist",
)  # fmt: skip


def games(*arguments: str) -> Result:
    """The result of ``croupier games``."""
    return CliRunner(env={"COLUMNS": "100"}).invoke(group, ["games", *arguments], prog_name="croupier")


def printed(*arguments: str) -> str:
    """What ``croupier games`` prints when all is well."""
    result = games(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def library() -> dict[str, Any]:
    """The library as data, by name."""
    return {entry["name"]: entry for entry in json.loads(printed("--json"))}


def test_the_library_is_listed_by_family() -> None:
    lines = printed().splitlines()
    families = [line for line in lines if not line.startswith(" ")]
    assert families == sorted(families, key=shelf.by_family)
    assert families.index("trick-taking") < families.index("avoidance") < families.index("poker")
    assert {line.split()[0] for line in lines if line.startswith(" ")} >= set(GAMES)
    agram = next(line for line in lines if line.split()[0] == "agram")
    assert "2-5 seats" in agram
    assert lines.index("trick-taking") < lines.index(agram)


def test_one_family_alone() -> None:
    lines = printed("--family", "Avoidance").splitlines()
    assert lines[0] == "avoidance"
    assert all(line.startswith("  ") for line in lines[1:])
    assert "hearts" in {line.split()[0] for line in lines[1:]}
    data = json.loads(printed("--family", "poker", "--json"))
    assert {entry["family"] for entry in data} == {"poker"}


def test_a_family_that_is_not_there_gets_the_nearest_and_the_list() -> None:
    result = games("--family", "avoidence")
    assert result.exit_code == 2
    assert "no such family; did you mean `avoidance`? there are trick-taking, " in result.output
    result = games("hearts", "--family", "avoidance")
    assert result.exit_code == 2
    assert "--family goes with the list" in result.output


def test_the_library_as_data(library: dict[str, Any]) -> None:
    assert set(library) >= set(GAMES)
    wanted = {"name", "title", "family", "seats", "deck", "decisions", "parameters", "summary"}
    for entry in library.values():
        assert wanted <= set(entry)
        assert entry["title"]
        assert entry["family"]
        assert entry["summary"]
        fewest, most = entry["seats"]
        assert 1 <= fewest <= most <= 16


@pytest.mark.parametrize(
    ("name", "deck", "decisions"),
    [("agram", 35, 24), ("gops", 39, 26), ("hearts", 52, 52), ("whist", 52, 52)],
)
def test_numbers_of_cards_and_decisions(
    library: dict[str, Any], name: str, deck: int, decisions: int
) -> None:
    assert (library[name]["deck"], library[name]["decisions"]) == (deck, decisions)


def test_decisions_that_differ_are_a_mean_with_its_interval(library: dict[str, Any]) -> None:
    sampled = library["crazy_eights"]["decisions_sampled"]
    assert library["crazy_eights"]["decisions"] == sampled["mean"]
    assert sampled["low"] < sampled["mean"] < sampled["high"]


def test_parameters_with_their_values_and_notes(library: dict[str, Any]) -> None:
    by_name = {parameter["name"]: parameter for parameter in library["hearts"]["parameters"]}
    assert by_name["PASS"]["value"] == 0
    assert "passes to the left" in by_name["PASS"]["note"]


def test_one_game_in_full() -> None:
    text = printed("hearts")
    assert text.startswith("Hearts\nAvoid taking hearts")
    assert "seats       3-5, usually 4" in text
    assert "decisions   52" in text
    assert "PASS    0  how many cards" in text
    for head in ("family", "source", "simplified"):
        assert f"\n{head}" in text
    assert json.loads(printed("hearts", "--json"))["simplified"]


def test_an_unknown_game_gets_the_nearest_and_the_list() -> None:
    result = games("agramm")
    assert result.exit_code == 2
    assert "did you mean `agram`?" in result.output
    assert "`croupier games` lists them all" in result.output


def test_help_has_examples() -> None:
    assert "croupier games hearts" in printed("--help")


def test_the_head_of_a_file_binds_its_users_too() -> None:
    text = ";; Mine\n;; seats: 2 to 3\n(game (declare 2 'N) (setup (create players 'N)))"
    assert shelf.head(Source("mine.rcy", text)).seats == (2, 3)
    with pytest.raises(ParameterError, match="4 seats are not possible: 2 to 3 are"):
        shelf.check_seats(Source("mine.rcy", text), 4)


@pytest.mark.parametrize("text", ["", "(game)", ";; seats: many", ";; dialect: 0.4\n(game)"])
def test_a_head_may_tell_nothing(text: str) -> None:
    head = shelf.head(Source("mine.rcy", text))
    assert head.seats is None
    assert head.family == head.title == head.summary == "" or text.startswith(";; seats")


def test_what_a_head_says_may_take_several_lines() -> None:
    text = """;; Mine
;; A game.
;;
;; simplified: one deal,
;;   and no stakes
;; ends: unfinished now and then
;;
;; N  the number
;;    of seats
;;
;; First paragraph
;; goes on.
;;
;; Second paragraph.
(game)"""
    head = shelf.head(Source("mine.rcy", text))
    assert (head.simplified, head.ends) == ("one deal, and no stakes", "unfinished now and then")
    assert head.parameters == (("N", "the number of seats"),)
    assert head.remarks == "First paragraph\ngoes on.\n\nSecond paragraph."


def test_python_gets_the_nearest_name_too() -> None:
    with pytest.raises(SourceError, match="did you mean `whist`"):
        read("wist")
