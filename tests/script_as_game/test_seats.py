"""Who sits where, how many there are, and who is asked."""

from __future__ import annotations

import pytest

from croupier.game.settings import ParameterError
from script_as_game.table_programs import HIGH_CARD, game, shelved_game

pytestmark = pytest.mark.slow

NOBODY = """\
main:
    word = input(options: ['a', 'b'])
    players = [new Player, new Player]
    winner = 0
    if word == 'b':
        winner = 1
let Player be Actor
"""

TURN = """\
players = []
turn = 0
play = {
    for id: [0 ... 3] { players.append(Player{id=2 - id}) }
    while turn < 3 {
        ask()
        turn++
    }
}
ask() = {
    who = players[turn].id
    x = INPUT(["a", "b"])
    if x == "a" { players[turn].score = who }
}
"""


def test_the_number_of_seats_comes_from_the_program_or_from_outside() -> None:
    assert game(HIGH_CARD).seats == 2
    assert game(HIGH_CARD, seats=4).seats == 4
    assert shelved_game("uno.ah").seats == 4
    assert shelved_game("war.cdg").seats == 2
    assert shelved_game("war.cdg", seats=5).seats == 5
    assert shelved_game("primes.ah").seats == 1


def test_a_number_of_seats_that_is_fixed_is_fixed() -> None:
    fixed = HIGH_CARD.replace("seats(2)", "3")
    assert game(fixed).seats == 3
    with pytest.raises(ParameterError, match="2 seats are not possible: this program makes 3 players"):
        game(fixed, seats=2)


def test_what_the_head_of_a_program_says_holds() -> None:
    with pytest.raises(ParameterError, match="9 seats are not possible: 2 to 6 are"):
        shelved_game("war.cdg", seats=9)


def test_a_question_before_there_are_players_makes_as_many_as_there_are_seats() -> None:
    two, three = shelved_game("duel.cdg", seats=2), shelved_game("duel.cdg", seats=3)
    assert (two.seats, three.seats) == (2, 3)
    state = two.start()
    while state.to_move is not None:
        state.apply(0)
    assert state.outcome is not None
    assert len(state.outcome.scores) == 2


def test_a_question_to_nobody_is_put_to_seat_0_with_a_warning() -> None:
    found = game(NOBODY)
    assert found.start().to_move == 0
    assert [code for code, _ in found.warnings] == ["W701"]


def test_seats_go_by_the_id_of_a_player() -> None:
    state = game(TURN, ".cdg").start()
    met = []
    while state.to_move is not None:
        met.append(state.to_move)
        state.apply(0)
    assert met == [2, 1, 0]


def test_a_program_may_state_how_many_can_play() -> None:
    stated = "game = Game{seats=[3 ... 6]}\n" + TURN.replace("[0 ... 3]", "[0 ... n]").replace(
        "play = {", "play = {\n    INPUT(n)"
    ).replace("2 - id", "n - 1 - id").replace("turn < 3", "turn < players.size")
    assert game(stated, ".cdg").seats == 3
    assert game(stated, ".cdg", seats=5).seats == 5
    with pytest.raises(ParameterError, match="2 seats are not possible: 3 to 5 are"):
        game(stated, ".cdg", seats=2)
