"""However an author writes a rule: the same games, the same options with the same keys."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from croupier.catalog.loading import find_source, read
from croupier.interpreter.game import RecycleGame
from croupier.lab.simulate import Plan, simulate
from croupier.native import code
from croupier.native.lower.blueprint import Blueprint
from croupier.native.lower.plain import Plain
from croupier.text import Source
from native_games import on_both, run_by_cpython
from rewriting import rewritten

SPELLINGS = 4
GAMES = ("agram", "crazy_eights", "gops", "hearts")


def spelling(name: str, number: int) -> str:
    """The text of a library game in another spelling; 0 is its own, without the comments."""
    return rewritten(find_source(name).text, number, changes=6 if number else 0)


@pytest.mark.parametrize("name", GAMES)
def test_every_spelling_is_counted_where_the_first_one_is(name: str) -> None:
    for number in range(SPELLINGS):
        plain = Plain(Blueprint(RecycleGame(read(spelling(name, number)), name).layout))
        for choice in [expr for expr in plain.bp.live() if expr.form == "choice"]:
            found = plain.items(choice)
            assert found is not None
            assert plain.surely_apart(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_spelling_plays_the_same_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "_kernel", run_by_cpython)
    plans = [Plan(Source("game.rcy", spelling(name, number)), engine="native") for number in (0, 5)]
    plans.append(replace(plans[0], engine="interpreter"))
    tallies = [simulate(plan, 3).tally for plan in plans]
    assert all(one == other for one, other in pairwise(tallies))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES[:2])
def test_every_spelling_offers_the_same_keys(name: str) -> None:
    games = [on_both(read(spelling(name, n)), run_by_cpython)[n // 7] for n in (0, 7)]
    states = [game.start(3) for game in games]
    chance = Random(3)
    while states[0].outcome is None and states[0].decisions < 12:
        keys = [[option.key for option in state.options] for state in states]
        assert all(one == other for one, other in pairwise(keys))
        index = chance.randrange(len(keys[0]))
        for state in states:
            state.apply(index)
