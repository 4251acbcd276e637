"""What editors ask about programs in AHOD and Cardigan."""

from __future__ import annotations

import random

import pytest

from croupier.catalog.languages import script_language
from croupier.script.library import shelved
from croupier.text import Source
from croupier.text.editing import RenameRefused, Services
from marked import applied, texts

pytestmark = pytest.mark.slow


def services(name: str, text: str) -> Services:
    """The answers for a text, in the language of its name."""
    language = script_language(name)
    assert language is not None
    assert language.services is not None
    return language.services(Source(name, text))


def library(name: str) -> tuple[str, Services]:
    """A program of the library, and the answers for it."""
    source = shelved(name)
    assert source is not None
    return source.text, services(source.name, source.text)


AHOD = """\
let Card(rank) be Object with:
    const rank: rank

double(x): x * 2

main:
    hand = [Card(3), Card(5)]
    hand do SHUFFLE
    print double(hand.front().rank)
"""
CARDIGAN = """\
prize = 5
twice(x) = {
    return x * 2
}
play() = {
    OUTPUT(twice(prize))
}
"""


def test_symbols_of_both_languages() -> None:
    assert [(s.name, s.kind) for s in services("a.ah", AHOD).symbols()] == [
        ("Card", "type"),
        ("double", "function"),
        ("main", "function"),
    ]
    assert [(s.name, s.kind) for s in services("a.cdg", CARDIGAN).symbols()] == [
        ("prize", "variable"),
        ("twice", "function"),
        ("play", "function"),
    ]


def test_a_symbol_holds_its_body_and_what_is_in_it() -> None:
    for name, text in (("a.ah", AHOD), ("a.cdg", CARDIGAN)):
        last = services(name, text).symbols()[-1]
        assert text[last.where.end :].strip() in ("", "}")
    source, ask = library("war.ah")
    (card,) = [s for s in ask.symbols() if s.name == "Card"]
    assert all(card.where.start <= s.where.start <= s.where.end <= card.where.end for s in card.inner)
    assert "text" in texts(source, [s.name_at for s in card.inner])


def test_completion_knows_keywords_built_ins_and_names() -> None:
    found = {c.label: c for c in services("a.ah", AHOD).completions(AHOD.index("double(hand") + 2)}
    assert {"double", "while", "random", "hand"} <= found.keys()
    assert found["random"].detail == "random(c)"
    behind_dot = {c.label for c in services("a.ah", AHOD).completions(AHOD.index("front") + 2)}
    assert "front" in behind_dot
    assert "while" not in behind_dot
    assert {"OUTPUT", "twice", "prize"} <= {c.label for c in services("a.cdg", CARDIGAN).completions(0)}


def test_hover_and_definition() -> None:
    ask = services("a.ah", AHOD)
    hover = ask.hover(AHOD.index("double(hand") + 1)
    assert hover is not None
    assert "double(x): x * 2" in hover.text
    built_in = ask.hover(AHOD.index("front") + 1)
    assert built_in is not None
    assert "without taking it" in built_in.text
    where = ask.definition(AHOD.index("double(hand"))
    assert where is not None
    assert where.start == AHOD.index("double(x)")
    assert len(ask.uses(AHOD.index("hand ="))) == 3
    assert len(ask.uses(AHOD.index("hand ="), definition=False)) == 2


@pytest.mark.parametrize(("name", "text", "old"), [("a.ah", AHOD, "double"), ("a.cdg", CARDIGAN, "twice")])
def test_renaming_there_and_back(name: str, text: str, old: str) -> None:
    renamed = applied(text, services(name, text).rename(text.index(old), "thrice"))
    assert old not in renamed
    assert services(name, renamed).findings == services(name, text).findings == ()
    assert applied(renamed, services(name, renamed).rename(renamed.index("thrice"), old)) == text


def test_renaming_is_refused_where_it_would_change_the_program() -> None:
    ask = services("a.ah", AHOD)
    for at, name in (("double", "hand"), ("double", "while"), ("front", "first"), ("Card", "card")):
        with pytest.raises(RenameRefused):
            ask.rename(AHOD.index(at), name)
    text = "main:\n    x = 1\n    print f'{x}'\n"
    with pytest.raises(RenameRefused, match="stands in a string"):
        services("a.ah", text).rename(text.index("x"), "y")


def test_folds_and_selections() -> None:
    text, ask = library("uno.ah")
    assert all("\n" in piece for piece in texts(text, ask.folds()))
    grown = services("a.cdg", CARDIGAN).selections(CARDIGAN.index("x * 2"))
    assert texts(CARDIGAN, grown)[:2] == ["x", "return x * 2"]
    assert texts(CARDIGAN, grown)[-1] == CARDIGAN


def test_layout_of_whole_and_part() -> None:
    text = CARDIGAN.replace("    return x", "  return   x").replace("    OUTPUT", " OUTPUT")
    ask = services("a.cdg", text)
    assert applied(text, ask.formatted()) == CARDIGAN
    part = applied(text, ask.formatted_part(0, text.index("play")))
    assert part == CARDIGAN.replace("    OUTPUT", " OUTPUT")


@pytest.mark.parametrize("name", ["uno.ah", "mille_bornes.cdg", "braces.ah"])
def test_damaged_programs_are_asked_everything(name: str) -> None:
    text = library(name)[0] if name != "braces.ah" else "main:\n{\n    do PRINT(1)\n}\n"
    rng = random.Random(name)
    for _ in range(6):
        at = rng.randrange(len(text) + 1)
        text = (
            text[:at] + rng.choice(["", "(", '"', "}", "🂡", "\r\n", "let "]) + text[at + rng.randrange(9) :]
        )
        ask = services(name, text)
        ask.symbols(), ask.folds(), ask.formatted(), ask.remarks(0, len(text))
        assert [c.where.start for c in ask.colours()] == sorted(c.where.start for c in ask.colours())
        for offset in (at, rng.randrange(len(text) + 1)):
            offset = min(offset, len(text))
            ask.completions(offset), ask.hover(offset), ask.definition(offset), ask.uses(offset)
            ask.formatted_part(offset, len(text))
            assert ask.selections(offset)[-1].end == len(text)
