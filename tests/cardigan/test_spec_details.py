"""Single sentences of the description of the language, each with the program that it is about."""

from __future__ import annotations

import pytest

from cardigan_programs import codes_of, output
from croupier.script.cardigan.check import check
from croupier.text import Source


def test_a_float_may_be_followed_by_a_method() -> None:
    assert output("OUTPUT(12.34.toString() + 1.5.equals(1.5))") == "12.34true\n"
    assert output("OUTPUT([0...3] + 5.toString())") == "[0, 1, 2]5\n"


def test_a_literal_number_or_string_as_a_condition_is_warned_about() -> None:
    assert codes_of("while 1 { exit() }") == ["W607:1"]
    assert codes_of('if "" || true { OUTPUT(1) }') == ["W607:1"]


def test_a_library_name_that_one_body_assigns_and_another_reads_is_global() -> None:
    assert output("play = { player = 5\nshow() }\nshow() = { OUTPUT(player) }") == "5\n"
    made = "play = { all = [player{id=0}, player{id=1}]\nplayer = all[1]\nshow() }\n"
    assert output(made + "show() = { OUTPUT(player.id) }") == "1\n"
    assert output("play = { abs = 5\nOUTPUT(abs)\nf() }\nf() = { OUTPUT(abs(-3)) }") == "5\n3\n"


def test_a_field_of_what_has_none_is_found_though_some_struct_has_it() -> None:
    assert codes_of("OUTPUT((1:2).size)") == ["C306:1"]
    assert codes_of("s = {id=1}\nt = 1:2\nOUTPUT(s.id + t.id)") == ["C306:3"]
    assert codes_of("n = 5\nOUTPUT(n.size)") == ["C303:2"]
    assert codes_of("s = {id=1}\nn = [s]\nOUTPUT(n.id)") == ["C303:3"]
    assert output('s = {size=4, show=1}\nOUTPUT(s.size + s.show + [7].size + "ab".size)') == "8\n"


def test_an_answer_that_cannot_serve_is_told_once() -> None:
    assert codes_of("INPUT(t)\nOUTPUT(t.drive)\nt.append(1)") == ["C307:1"]


def test_the_arguments_of_a_member_function_are_counted() -> None:
    assert codes_of("s = {f(x) = {return x}}\ns.f(1, 2)") == ["C302:2"]
    assert codes_of("s = {f=lambda x: x}\nt = s{}\nOUTPUT(t.f())") == ["C302:3"]
    two = "s = {f(x) = {return x}}\nt = {f() = {return 2}}\nOUTPUT(s.f(1) + t.f())"
    assert output(two) == "3\n"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("x = 1\nx += 2\nOUTPUT(x)\n", "there is no `+=`; write `x = x + …`"),
        ("print(1)\n", "write `OUTPUT(…)`"),
        ("c = [1]\nOUTPUT(len(c))\n", "write `….size`"),
    ],
)
def test_what_newcomers_write_gets_a_hint(text: str, hint: str) -> None:
    assert any(hint in found.hint for found in check(Source("test.cdg", text)).errors)
