"""Hints: advice as a table whose columns stand, whatever was tried and however long options are."""

from __future__ import annotations

from croupier.players import Advice, Advised
from croupier.terminal.hint import hint
from croupier.text.style import Style

LONG = "pass three cards to the left: the queen of spades, the king of spades and the ace of hearts"


def test_the_columns_stand() -> None:
    options = (Advised(1, LONG, 0.3333, 1200), Advised(2, "draw", None, 0), Advised(3, "knock", 1.0, 7))
    found = hint(Advice("ismcts:time=1s", 1, options, ("seat 0: draw",)), Style(60))
    assert found == [
        "ismcts:time=1s would take 1",
        "     expected  tried  option",
        "> 1      33 %  1,200  pass three cards to the left: the",
        "                      queen of spades, the king of spades",
        "                      and the ace of hearts",
        "  2         –      0  draw",
        "  3     100 %      7  knock",
        "Expected is how well you would end: 100 % best, 0 % worst.",
    ]


def test_a_narrow_terminal_keeps_them() -> None:
    options = (Advised(1, LONG, 0.3333, 1200), Advised(2, "draw", None, 0))
    found = hint(Advice("pipmc", 2, options), Style(40, utf8=False))
    assert all(len(line) <= 40 for line in found)
    assert all(line.startswith(" " * 22) for line in found[3 : found.index("> 2         -      0  draw")])


def test_below_fifty_tries_there_was_no_time_to_think() -> None:
    options = (Advised(1, "check", 0.0, 1), Advised(2, "bet", None, 0))
    said = "ismcts:time=1s had no time to think: after 1 try it would take 1"
    assert hint(Advice("ismcts:time=1s", 1, options), Style(80))[0] == said
    options = (Advised(1, "check", 0.0, 40), Advised(2, "bet", 0.5, 10))
    assert hint(Advice("mcts", 2, options), Style(80))[0] == "mcts would take 2"


def test_who_does_not_count_tries_has_none_to_show() -> None:
    found = hint(Advice("mine", 1, (Advised(1, "check", 0.5, None),)), Style(80))
    assert found[2] == "> 1      50 %      –  check"


def test_who_fails_says_why() -> None:
    assert hint(Advice("exec:bot", None, problem="it has ended"), Style(80)) == [
        "exec:bot cannot say: it has ended."
    ]
