"""Positions as editors count them: UTF-16 columns, both ways, whatever the text is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.text.positions import Positions

TEXTS = st.text(st.sampled_from("ab♠é𝄞🂡\n\r\t ("), max_size=12)


@given(TEXTS)
def test_there_and_back_is_the_same_place(text: str) -> None:
    positions = Positions(text)
    inside = {i for i in range(1, len(text)) if text[i - 1 : i + 1] == "\r\n"}
    for offset in range(len(text) + 1):
        if offset not in inside:
            assert positions.offset(*positions.at(offset)) == offset


@pytest.mark.parametrize(
    ("encoding", "codec", "unit"),
    [("utf-16", "utf-16-le", 2), ("utf-8", "utf-8", 1), ("utf-32", "utf-32-le", 4)],
)
@given(TEXTS)
def test_columns_are_units_of_the_encoding(encoding: str, codec: str, unit: int, text: str) -> None:
    positions = Positions(text, encoding)
    for offset in range(len(text) + 1):
        line, column = positions.at(offset)
        assert column == len(text[positions.starts[line] : offset].encode(codec)) // unit


@given(TEXTS, st.integers(-2, 40), st.integers(-2, 40))
def test_any_position_has_an_offset_in_the_text(text: str, line: int, column: int) -> None:
    assert 0 <= Positions(text).offset(line, column) <= len(text)


def test_the_middle_of_a_wide_character_is_its_beginning() -> None:
    assert Positions("a🂡b").offset(0, 2) == 1
