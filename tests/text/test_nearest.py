"""Did you mean: the word that was meant, if it is clear enough."""

from __future__ import annotations

import pytest

from croupier.recycle.forms import KNOWN_WORDS
from croupier.text import Guesses, did_you_mean, nearest


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("shufle", "shuffle"),
        ("choise", "choice"),
        ("rember", "remember"),
        ("unoin", "union"),
        ("partion", "partition"),
        ("stge", "stage"),
        ("scorring", "scoring"),
    ],
)
def test_a_slip_finds_the_word_of_the_language(typed: str, meant: str) -> None:
    assert nearest(typed, KNOWN_WORDS) == meant


@pytest.mark.parametrize("typed", ["", "x", "zzz", "supercalifragilistic"])
def test_what_resembles_nothing_finds_nothing(typed: str) -> None:
    assert nearest(typed, KNOWN_WORDS) is None


def test_capitals_do_not_matter_and_the_known_spelling_comes_back() -> None:
    assert nearest("hearts", ["HEARTS", "SPADES"]) == "HEARTS"
    assert nearest("Suti", ["RANK", "SUIT"]) == "SUIT"


def test_the_hint_is_a_question_or_nothing() -> None:
    assert did_you_mean("SUTI", ["SUIT"]) == "did you mean `SUIT`?"
    assert did_you_mean("SUIT", ["SUIT"]) == ""
    assert did_you_mean("SUIT", []) == ""


def test_equally_near_words_give_the_same_answer_in_any_order() -> None:
    assert nearest("CARD", ["CARE", "CARS"]) == nearest("CARD", ["CARS", "CARE"])


def test_a_list_of_anything_is_not_searched() -> None:
    assert nearest("NAME5", [f"NAME{n}" for n in range(5000)]) is None


def test_only_the_first_mistakes_of_a_text_get_a_guess() -> None:
    guess = Guesses(most=2)
    assert [guess("SUTI", ["SUIT"]) for _ in range(4)] == ["did you mean `SUIT`?"] * 2 + [""] * 2
