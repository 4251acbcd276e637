"""Cardigan in colours: the kinds of its words, and nothing lost."""

from __future__ import annotations

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String

from croupier.script.cardigan.colours import CardiganLexer
from croupier.script.library import names, shelved


def kinds(text: str) -> dict[str, object]:
    """What each word of a text is."""
    return {piece: kind for _, kind, piece in CardiganLexer().get_tokens_unprocessed(text)}


def test_words_have_their_kinds() -> None:
    found = kinds('play = { for x: [1] { OUTPUT("a" UNION c.append(2.5)) } } // end')
    assert found["for"] is Keyword
    assert found["OUTPUT"] is Name.Builtin
    assert found["append"] is Name.Function.Magic
    assert found["UNION"] is Operator.Word
    assert found["1"] is Number.Integer
    assert found["2.5"] is Number.Float
    assert found['"a"'] is String.Double
    assert found["// end"] is Comment.Single
    assert kinds("Deck{}")["Deck"] is Name.Class
    assert kinds("x = €")["€"] is Error


@pytest.mark.parametrize("name", names(".cdg"))
def test_programs_are_without_errors_and_recognised(name: str) -> None:
    source = shelved(f"{name}.cdg")
    assert source is not None
    pieces = list(CardiganLexer().get_tokens_unprocessed(source.text))
    assert "".join(piece for _, _, piece in pieces) == source.text
    assert not [piece for _, kind, piece in pieces if kind is Error]
    assert CardiganLexer.analyse_text(source.text) > 0 or name == "uno_house"
