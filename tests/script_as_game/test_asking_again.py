"""Questions that are asked again by calling their routine again: they end, and refuse what they refuse."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import find_source
from croupier.game import PLAYER, Status, Stream
from croupier.game.hosting import HostedState
from croupier.lab.simulate import Plan, play
from croupier.script.as_game import playout
from croupier.script.as_game import state as states
from croupier.script.as_game.outline import outline
from croupier.script.as_game.state import ScriptState
from script_as_game.table_programs import game, texts

pytestmark = pytest.mark.slow

BETTING = """\
main:
    tries = 0
    players = [new Player(i) for i in range(2)]
    for 8 times:
        for player in players:
            player do BET
    winner = players[0]
let Player(id) be Actor with:
    const id: id
    int chips: 6
    int staked: 0
when Player p do BET:
    int bet = input('How many?')
    if REFUSED:
        p do BET
        return
    p.chips -= bet
    p.staked += bet
"""
ODD = BETTING.replace("REFUSED", "bet < 1 or bet > 6 or bet % 2 == 1")
ALL_GONE = BETTING.replace("REFUSED", "bet < 1 or bet > p.chips")

ODD_CDG = """\
players = []
play = {
    for id: [0 ... 2] { players.append(Player{id=id}) }
    for player: players { bet(player) }
}
bet(player) = {
    n = 0
    INPUT(n)
    if n < 1 || n > 6 || n % 2 == 1 { return bet(player) }
    player.score = n
}
"""


def test_an_answer_that_only_leads_to_the_same_call_is_no_option() -> None:
    assert texts(game(ODD).start()) == ["2", "4", "6"]
    assert texts(game(ODD_CDG, ".cdg").start()) == ["2", "4", "6"]


def test_a_result_that_is_handed_on_changes_nothing() -> None:
    asked = ODD.replace("player do BET", "player.staked = player do BET") + "    return 3\n"
    handed_on = asked.replace("        p do BET\n        return", "        return p do BET")
    assert texts(game(handed_on).start()) == ["2", "4", "6"]
    lost = asked.replace("        return\n", "        return 0\n")
    assert texts(game(lost).start()) == ["1", "2", "3", "4", "5", "6"]


def test_what_is_done_after_the_call_counts() -> None:
    fined = ODD.replace("        return\n", "        p.chips -= 1\n        return\n")
    assert texts(game(fined).start()) == ["1", "2", "3", "4", "5", "6"]


def test_who_cannot_answer_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "ROUNDS", 5)
    state, chance = game(ALL_GONE).start(seed=1), Stream.of(1, PLAYER)
    while state.to_move is not None:
        state.apply(chance.below(state.option_count))
    assert state.outcome is not None
    assert state.outcome.status is Status.UNFINISHED
    told = "came back to the same question 5 times with nothing changed"
    assert told in state.outcome.reason
    assert told in str(outline(game(ALL_GONE))["result"])


def test_a_game_that_only_gets_deeper_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (states, playout):
        monkeypatch.setattr(module, "DEEPEST", 20)
    counting = ALL_GONE.replace("    int bet", "    tries += 1\n    int bet")
    state, chance = game(counting).start(seed=1), Stream.of(1, PLAYER)
    playing_on = state.copy().finish_at_random(Stream.of(2))
    while state.to_move is not None:
        state.apply(chance.below(state.option_count))
    for outcome in (state.outcome, playing_on):
        assert outcome is not None
        assert outcome.status is Status.UNFINISHED
        assert "activations are open at a question: `BET` may call itself without end" in outcome.reason


def test_who_ends_a_game_midway_does_not_wait_for_its_end() -> None:
    """SIGTERM is a SystemExit in the middle of a step: to ask for the outcome then would play on."""
    steps = 0

    def watch(_: int, state: HostedState) -> None:
        assert isinstance(state, ScriptState)

        def step() -> None:
            nonlocal steps
            steps += 1
            raise SystemExit(143)

        state._step = step  # type: ignore[method-assign]  # as a signal would come

    with pytest.raises(SystemExit):
        play(Plan(find_source("uno.ah")), 0, watch)
    assert steps == 1
