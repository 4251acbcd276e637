"""Positions as editors count them: UTF-16 columns, both ways, whatever the text is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from croupier.text.positions import Positions

TEXTS = st.text(st.sampled_from("ab♠é𝄞🂡\n\r\t ("), max_size=30)


@given(TEXTS)
def test_there_and_back_is_the_same_place(text: str) -> None:
    positions = Positions(text)
    inside = {i for i in range(1, len(text)) if text[i - 1 : i + 1] == "\r\n"}
    for offset in range(len(text) + 1):
        if offset not in inside:
            assert positions.offset(*positions.at(offset)) == offset


@given(TEXTS)
def test_columns_are_utf_16_units(text: str) -> None:
    positions = Positions(text)
    for offset in range(len(text) + 1):
        line, column = positions.at(offset)
        assert column == len(text[positions.starts[line] : offset].encode("utf-16-le")) // 2


@given(TEXTS, st.integers(-2, 40), st.integers(-2, 40))
def test_any_position_has_an_offset_in_the_text(text: str, line: int, column: int) -> None:
    assert 0 <= Positions(text).offset(line, column) <= len(text)


def test_the_middle_of_a_wide_character_is_its_beginning() -> None:
    assert Positions("a🂡b").offset(0, 2) == 1
