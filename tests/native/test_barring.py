"""What options rule out, and samples that agree with it, are the same in machine code."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, SAMPLE, Stream
from croupier.interpreter.on_table import OnTable
from croupier.native import code
from native_games import quickly_compiled
from search_agreement import assert_same

pytestmark = pytest.mark.slow

GAMES = {
    "agram": "cards as bits of a word",
    "crazy_eights": "a variable around the choice, passing",
    "uno_wild": "more cards than a word has bits, several of a kind",
}


@pytest.fixture(autouse=True)
def _quick_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)


def lying(state: OnTable) -> dict[str, list[int]]:
    """The cards of every place."""
    table = state.table
    return {table.layout.name(number): pile for number, pile in enumerate(table.cards) if pile}


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_rule_out_and_deal_the_same(name: str) -> None:
    slow, quick = recycle_game(name, engine="interpreter"), recycle_game(name, engine="native")
    barred = 0
    for seed in range(2):
        one, other, stream = slow.start(seed), quick.start(seed), Stream.of(seed, PLAYER, 1)
        while one.outcome is None:
            for seat in range(slow.seats):
                views = one.view(seat), other.view(seat)
                assert views[0].barred == views[1].barred
                barred += bool(views[0].barred)
                a, b = (view.sample(Stream.of(one.decisions, SAMPLE)) for view in views)
                assert lying(a) == lying(b)
            if one.decisions % 9 == 0 and other.to_move is not None:
                assert_same("pipmc:tests=2:reward=rank", other.view(other.to_move))
                assert_same("ismcts:iterations=9:reward=rank", other.view(other.to_move))
            option = stream.below(one.option_count)
            one.apply(option)
            other.apply(option)
    assert barred
