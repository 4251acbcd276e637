"""States: copies, ends, limits and failures."""

from __future__ import annotations

import pytest

from croupier.game import PLAYER, Status, Stream
from script_as_game.table_programs import HIGH_CARD, at_decision, game, shelved_game

pytestmark = pytest.mark.slow

RESULT = """\
main:
    players = [new Player(0), new Player(1)]
    for player in players:
        player.SCORING = input(options: [1, 2], by: player)
let Player(id) be Actor with:
    const id: id
    int score: 0
    int books: 0
"""


def played(text: str, choice: int = 0, ending: str = ".ah") -> object:
    """How a game ends in which everybody takes the option of a number."""
    state = game(text, ending).start()
    while state.to_move is not None:
        state.apply(choice if state.to_move == 0 else 0)
    return state.outcome


@pytest.mark.parametrize("name", ["uno.ah", "mille_bornes.cdg"])
def test_a_copy_goes_on_as_the_original(name: str) -> None:
    state = at_decision(shelved_game(name), 3, 4)
    twin = state.copy()
    assert twin.options == state.options
    for _ in range(4):
        state.apply(0)
        if state.to_move is None:
            break
    assert twin.machine.fingerprint() != state.machine.fingerprint()
    for _ in range(4):
        twin.apply(0)
        if twin.to_move is None:
            break
    assert twin.machine.fingerprint() == state.machine.fingerprint()
    assert twin.choices == state.choices


def test_points_are_the_result() -> None:
    outcome = played(RESULT.replace("SCORING", "score"), choice=1)
    assert (outcome.scores, outcome.ranks, outcome.wins) == ((2, 1), (0, 1), (1.0, 0.0))  # type: ignore[attr-defined]


def test_without_a_result_nobody_wins() -> None:
    outcome = played(RESULT.replace("SCORING", "books"))
    assert outcome.status is Status.FINISHED  # type: ignore[attr-defined]
    assert (outcome.scores, outcome.ranks, outcome.wins) == ((), (), ())  # type: ignore[attr-defined]
    assert "nothing in the program tells who has won" in outcome.reason  # type: ignore[attr-defined]


def test_a_stated_score_goes_before_everything_else() -> None:
    stated = RESULT.replace("SCORING", "score") + "score(player: Player): return 10 - player.score\n"
    assert played(stated, choice=1).scores == (8, 9)  # type: ignore[attr-defined]


def test_stated_winners_share_the_win() -> None:
    stated = RESULT.replace("SCORING", "books") + "winners(): return players\n"
    assert played(stated).wins == (0.5, 0.5)  # type: ignore[attr-defined]


def test_a_program_that_fails_is_a_failed_game() -> None:
    outcome = played(RESULT.replace("SCORING", "score") + "score(player: Player): return players[7]\n")
    assert outcome.status is Status.FAILED  # type: ignore[attr-defined]
    assert "the result cannot be found" in outcome.reason  # type: ignore[attr-defined]


def test_a_game_without_end_is_unfinished() -> None:
    endless = HIGH_CARD.replace("    best = ", "    while True:\n        best = 1\n    best = ")
    state = game(endless).start(max_steps=5_000)
    while state.to_move is not None:
        state.apply(0)
    assert state.outcome is not None
    assert state.outcome.status is Status.UNFINISHED
    assert state.outcome.finding is not None
    assert state.outcome.finding.code == "R411"


def test_too_many_decisions_are_unfinished() -> None:
    state = shelved_game("uno.ah").start(1, max_decisions=3)
    while state.to_move is not None:
        state.apply(0)
    assert state.outcome is not None
    assert (state.outcome.status, state.outcome.reason) == (Status.UNFINISHED, "3 decisions")


def test_playing_on_at_random_comes_to_an_end_and_is_repeatable() -> None:
    state = at_decision(game(HIGH_CARD), 1, 0)
    view = state.view(state.to_move or 0)
    ends = [view.sample(5).finish_at_random(Stream.of(9, PLAYER)) for _ in range(2)]
    assert ends[0] == ends[1]
    assert ends[0].status is Status.FINISHED


def test_what_is_not_an_option_is_refused() -> None:
    state = game(HIGH_CARD).start()
    with pytest.raises(ValueError, match="there is no option 9: they count from 0 to 2"):
        state.apply(9)
    with pytest.raises(ValueError, match="cannot be arranged"):
        state.game.arrange({})
