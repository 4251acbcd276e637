"""Hover, definition, uses and other names: of variables, places, storages and attributes."""

from __future__ import annotations

import pytest

from croupier.catalog import shelf
from croupier.recycle.check import check
from croupier.recycle.services import RecycleServices
from croupier.text import Source
from croupier.text.editing import RenameRefused
from marked import GAME, applied, at, in_game, texts

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("(mov", "(move Card Place)"),
        ("'SEATS)\n    (create de", "(create deck Location Deck)"),
        ("(all player 'P\n      (rep", "(repeat Int Item)"),
        ("(top ('", "`'P`: a player, bound by `all` in line 9"),
        ("(create players '", "declared as `2`; `--set SEATS=…` changes it"),
        ("(top ('P iloc HA", "`HAND`: each player's location; its owner sees it; named 3 times"),
        ("(shuffle (game iloc ST", "`STOCK`: the game's location; nobody sees it; named 3 times"),
        ("(game vloc PI", "everyone sees it"),
        ("sto SC", "`SCORE`: each player's storage, an integer, 0 until it is set; everyone reads it"),
        ("(cardatt SU", "`SUIT`: an attribute of cards; its values are HEARTS, SPADES"),
        ("(HEAR", "`HEARTS`: a value of the attribute SUIT; named 2 times"),
        ("(all pla", "All players, by seat."),
    ],
)
def test_hover(before: str, said: str) -> None:
    services, offset = in_game(before)
    found = services.hover(offset)
    assert found is not None
    assert said in found.text


def test_hover_of_a_word_of_another_language() -> None:
    services, offset = at("(game (setup (create players 2)) (i|f (> 1 0) (turn pass)) (scoring max 0))")
    found = services.hover(offset)
    assert found is not None
    assert found.text.startswith("RECYCLE has no word `if`")


def test_nothing_is_said_about_nothing() -> None:
    assert in_game(";; Sm")[0].hover(4) is None
    assert at("|")[0].hover(0) is None


@pytest.mark.parametrize(
    ("before", "place"),
    [
        ("(top ('", "(all player '"),
        ("(create players '", "(declare 2 '"),
        ("(move '", "iloc HAND) '"),
        ("(top ('P iloc HA", "(top ('P iloc "),
        ("(cardatt SU", "QUEEN)) ("),
        ("PILE))) HEA", "(SUIT ("),
    ],
)
def test_definition(before: str, place: str) -> None:
    services, offset = in_game(before)
    found = services.definition(offset)
    assert found is not None
    assert found.start == GAME.index(place) + len(place.rstrip("'"))


def test_uses_are_those_of_the_same_thing() -> None:
    services, offset = in_game("(move '")
    assert texts(GAME, services.uses(offset)) == ["'C", "'C"]
    assert len(services.uses(offset, definition=False)) == 1
    services, offset = in_game("(all player '")
    assert [GAME.count("\n", 0, s.start) for s in services.uses(offset)] == [8, 9]


def test_the_same_name_of_another_owner_is_another_thing() -> None:
    text = GAME.replace("(game vloc PILE)", "(game iloc HAND)")
    services, offset = at(text.replace("(game iloc HAND)", "(game iloc H|AND)", 1))
    assert len(services.uses(offset)) == 2


@pytest.mark.parametrize("name", ["agram", "uno", "cribbage"])
def test_renaming_everything_keeps_the_meaning(name: str) -> None:
    source = shelf.source(name)
    assert source is not None
    before = [(f.code, f.span.line) for f in check(source).findings]
    services = RecycleServices(source)
    renamed = 0
    for thing, atoms in list(services.document.places.items()):
        try:
            edits = services.rename(atoms[0].start, "OTHER_NAME")
        except RenameRefused:
            continue
        text = applied(source.text, edits)
        assert [(f.code, f.span.line) for f in check(Source(source.name, text)).findings] == before, thing
        # Edits before the first one, in hints of the head, have moved it.
        first = edits[0].where.start
        first += sum(len(e.text) - (e.where.end - e.where.start) for e in edits if e.where.start < first)
        back = RecycleServices(Source(source.name, text)).rename(first, thing.name)
        assert applied(text, back) == source.text
        renamed += 1
    assert renamed > 10


@pytest.mark.parametrize(
    ("before", "name", "why"),
    [
        ("(move '", "lower", "names are capitals"),
        ("(move '", "SEATS", "is bound in line 3"),
        ("(top ('P iloc HA", "HAND 2", "is no name"),
        ("(game vloc PI", "STOCK", None),
        ("(shuffle (game iloc ST", "PILE", None),
        ("(shu", "MIX", "there is no name here"),
    ],
)
def test_a_name_that_cannot_be_is_refused(before: str, name: str, why: str | None) -> None:
    services, offset = in_game(before)
    if why is None:
        assert services.rename(offset, name)
        return
    with pytest.raises(RenameRefused, match=why):
        services.rename(offset, name)


def test_a_name_that_is_there_already_is_refused() -> None:
    services, offset = at(GAME.replace("vloc PILE", "iloc PILE").replace("iloc STOCK", "iloc ST|OCK", 1))
    with pytest.raises(RenameRefused, match="is there already, in line 14"):
        services.rename(offset, "PILE")


def test_a_name_that_may_be_computed_is_refused() -> None:
    text = GAME.replace(
        "(shuffle (game iloc STOCK))", "(shuffle (game iloc ST|OCK)) (shuffle (game iloc 'N))"
    )
    services, offset = at(text.replace("(declare 2 'SEATS)", "(declare STOCK 'N) (declare 2 'SEATS)"))
    with pytest.raises(RenameRefused, match="may be computed in line 8"):
        services.rename(offset, "DECK")


def test_the_apostrophe_is_no_part_of_the_name() -> None:
    services, offset = in_game("(move '")
    assert texts(GAME, [services.renamable(offset)]) == ["C"]
    assert {e.text for e in services.rename(offset, "'CARD")} == {"CARD"}
