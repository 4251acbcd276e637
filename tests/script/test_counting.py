"""Which rules of a script are used: statements, conditions, loops, questions and answers are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from croupier.catalog.languages import script_language
from croupier.catalog.loading import script_game
from croupier.game import PLAYER, Status, Stream
from croupier.game.counting import COUNTED, starts
from croupier.lab.coverage import coverage
from croupier.lab.simulate import Plan
from croupier.script.as_game.game import ScriptGame
from croupier.script.library import shelved
from croupier.text import Source

AHOD = Source(
    "count.ah",
    """let Player(name) be Actor with:
    const name: name
    int coins: 0
players = [new Player(i) for i in range(2)]
main:
    for round in 1..3:
        for player in players:
            player do TURN
    winner = players[0]
when Player player do TURN:
    action = input('Take or pass?')
    if action == 'take' and player.coins < 2:
        player.coins += 1
    elif action == 'pass':
        print 'passed'
    else:
        print 'nothing is left'
""",
)
CARDIGAN = Source(
    "count.cdg",
    """players = [Player{id=0, coins=0}, Player{id=1, coins=0}]
winner = Player{}
play = {
    for round: [0 ... 3] {
        for player: players {
            turn(player)
        }
    }
    winner = players[0]
}
turn(player) = {
    INPUT(action, ["take", "pass"], player)
    ?{
        action == "take" && player.coins < 2 { player.coins++ }
        action == "pass" { OUTPUT("passed") }
        {
            OUTPUT("nothing is left")
        }
    }
}
""",
)


def game(source: Source, seats: int | None = None) -> ScriptGame:
    """A program as a game."""
    language = script_language(source.name)
    assert language is not None
    return script_game(language, source, "counted", seats=seats)


def counted(source: Source, choose: Callable[[Any], int]) -> dict[str, dict[str, int]]:
    """What was counted in one game, by the text of the rule and the answer."""
    counting = game(source).counting()
    counts, outcome = counting.play(1, choose, max_steps=10_000, max_decisions=100)
    assert outcome.status is Status.FINISHED
    found = {}
    for rule, at in zip(counting.rules, starts(counting.rules), strict=False):
        said = " ".join(rule.span.text.split()[:4]) if rule.kind != "option" else rule.what
        names = COUNTED[rule.kind]
        found[said] = dict(zip(names, counts[at : at + len(names)], strict=True))
    return found


def test_everything_is_counted_in_ahod() -> None:
    found = counted(AHOD, lambda _: 0)
    assert found["for round in 1..3"] == {"times": 1, "turns": 3}
    assert found["for player in players"] == {"times": 3, "turns": 6}
    assert found["player do TURN"] == {"times": 6}
    assert found["input('Take or pass?')"] == {"times": 6}
    assert found["take"] == {"offered": 6, "chosen": 6, "forced": 0}
    assert found["pass"] == {"offered": 6, "chosen": 0, "forced": 0}
    assert found["action == 'take' and"] == {"true": 4, "false": 2}
    assert found["player.coins += 1"] == {"times": 4}
    assert found["action == 'pass'"] == {"true": 0, "false": 2}
    assert found["print 'passed'"] == {"times": 0}
    assert found["print 'nothing is left'"] == {"times": 2}


def test_everything_is_counted_in_cardigan() -> None:
    found = counted(CARDIGAN, lambda _: 1)
    assert found["for round: [0 ..."] == {"times": 1, "turns": 3}
    assert found["for player: players {"] == {"times": 3, "turns": 6}
    assert found['INPUT(action, ["take", "pass"], player)'] == {"times": 6}
    assert found["pass"] == {"offered": 6, "chosen": 6, "forced": 0}
    assert found['action == "take" &&'] == {"true": 0, "false": 6}
    assert found['action == "pass"'] == {"true": 6, "false": 0}
    assert found['OUTPUT("nothing is left")'] == {"times": 0}


def test_a_game_that_counts_is_the_same_game() -> None:
    source = shelved("uno_plain.cdg")
    assert source is not None
    uno = game(source, seats=3)

    def choose(stream: Stream) -> Callable[[Any], int]:
        return lambda state: stream.below(state.option_count)

    _, outcome = uno.counting().play(3, choose(Stream.of(3, PLAYER)), max_steps=10_000, max_decisions=40)
    state, plain = uno.start(3, max_steps=10_000, max_decisions=40), choose(Stream.of(3, PLAYER))
    while state.outcome is None:
        state.apply(plain(state))
    assert state.outcome == outcome


@pytest.mark.parametrize("source", [AHOD, CARDIGAN], ids=["ahod", "cardigan"])
def test_coverage_tells_what_is_never_used(source: Source) -> None:
    found = coverage(Plan(source), (20, 0))
    dead = [r.span.text for n, r in enumerate(found.rules) if not any(found.count(n).values())]
    assert found.games("random") == 20
    assert dead == []
