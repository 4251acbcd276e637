"""Hints about the table in the head of a file, and what is said about those that cannot be followed."""

from __future__ import annotations

import pytest

from croupier import read
from croupier.catalog import shelf
from croupier.catalog.loading import program_with
from croupier.game.hints import table_hints
from croupier.text import Source


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("STOCK", "a hint is a name and a role, or `seats order` and the seats"),
        ("STOK stock", "the game has no place and no stored value STOK"),
        ("STOCK shelf", "there is no role shelf: there are note, columns, stock"),
        ("seats order 0 2", "every seat has to be in the order once"),
    ],
)
def test_what_cannot_be_followed_is_a_note(line: str, told: str) -> None:
    source = shelf.source("kuhn_poker")
    assert source is not None
    program = program_with(Source("kuhn.rcy", f";; Kuhn\n;; table: {line}\n{source.text}"))
    [finding] = [finding for finding in program.findings if finding.code == "RCY124"]
    assert finding.message.startswith(told)
    assert finding.span.text == line


def test_who_names_the_owner_means_it() -> None:
    source = Source("x.rcy", ";; X\n;; table: RED market, player.RED tableau\n\n;; table: BOX hidden\n(game)")
    found = table_hints(source, None, 2)
    assert (found.role("player", "RED"), found.role("game", "RED")) == ("tableau", "market")
    assert found.role("game", "BOX") == "hidden"
    assert found.role("game", "BOX", ("score",)) is None


def test_an_order_is_for_as_many_seats_as_it_has() -> None:
    source = Source("x.ah", "// X\n// table: seats order 0 2 1\nmain:\n// table: NO note\n")
    assert table_hints(source, None, 3).order == (0, 2, 1)
    assert table_hints(source, None, 4).order == ()
    assert table_hints(source, None, 3).roles == ()


def test_a_file_without_hints_has_no_problems() -> None:
    assert table_hints(read("agram").source, frozenset(), 4).problems == ()
