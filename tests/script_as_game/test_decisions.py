"""Which answers make sense at a question, and which of them the program takes."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import find_source
from croupier.game import Status
from croupier.script.machine import Machine
from script_as_game.table_programs import HIGH_CARD, game, shelved_game, texts

pytestmark = pytest.mark.slow

ASKING = """\
main:
    players = [new Player(0), new Player(1)]
    for player in players:
        player do MOVE
    winner = players[0]
let Player(id) be Actor with:
    const id: id
    pile: new Pile
    int points: 0
let Pile be Series(int)
when Player player do MOVE:
"""


def ask(*lines: str) -> list[str]:
    """The options at the first question of an ACTION with these lines."""
    return texts(game(ASKING + "".join(f"    {line}\n" for line in lines)).start())


def test_uno_offers_what_can_be_played_and_a_card_from_the_deck() -> None:
    state = shelved_game("uno.ah").start(seed=1)
    assert texts(state) == ["play 1: Skip B", "play 4: 4 B", "play 5: 6 G", "play 6: 6 B", "draw"]
    assert [option.key for option in state.options] == ["play/1", "play/4", "play/5", "play/6", "draw"]


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        (("word = input()", "if word == 'a' or word == 'b':", "    player.points = 1"), ["a", "b"]),
        (("word = input()", "if word in ['x', 'y', 'z']:", "    player.points = 1"), ["x", "y", "z"]),
        (("word = input()", "if word == 'yes':", "    player.points = 1"), ["yes", "no"]),
        (("int n = input()", "if n < 3 or n > 5:", "    return", "player.points = n"), ["3", "4", "5"]),
        (("int n = input()", "player.points = [7, 8, 9][n]"), ["0: 7", "1: 8", "2: 9"]),
        (("n = int(input())", "player.points = [7, 8, 9][n - 1]"), ["1: 7", "2: 8", "3: 9"]),
        (("n = input(options: [4, 6])", "player.points = n"), ["4", "6"]),
        (("n = input(options: 2..4)", "player.points = n"), ["2", "3", "4"]),
    ],
)
def test_the_uses_of_an_answer_tell_what_it_may_be(lines: tuple[str, ...], options: list[str]) -> None:
    assert ask(*lines) == options


def test_an_answer_of_which_every_other_use_fails_is_left_out() -> None:
    lines = ("int n = input()", "if n < 0 or n > 4:", "    return", "player.points = 10 % (n - 2)")
    assert ask(*lines) == ["0", "1", "3", "4"]


def test_what_changes_nothing_is_left_out() -> None:
    lines = (
        "done = False",
        "while not done:",
        "    word = input()",
        "    if word == 'go':",
        "        done = True",
    )
    assert ask(*lines, "    elif word == 'wait':", "        print 'waiting'") == []


def test_where_everything_would_be_left_out_everything_is_offered() -> None:
    asking = ("while True:", "    word = input()", "    if word in ['a', 'b']:", "        print 'no'")
    found = game(ASKING + "".join(f"    {line}\n" for line in asking))
    state = found.start()
    assert texts(state) == ["a", "b"]
    assert [code for code, _ in found.warnings] == ["W702"]
    while state.to_move is not None:
        state.apply(0)
    assert state.outcome is not None
    assert state.outcome.status is Status.UNFINISHED
    assert "came back to the same question 100 times" in state.outcome.reason


def test_an_index_may_count_from_one() -> None:
    state = game(HIGH_CARD).start(seed=3)
    assert [option.key for option in state.options] == ["1", "2", "3"]
    assert len({option.text for option in state.options}) == 3


def test_an_answer_that_is_not_looked_at_is_given_without_asking() -> None:
    found = game(ASKING + "    print 'Press Enter'\n    input()\n")
    state = found.start()
    assert state.to_move is None
    assert (state.decisions, state.forced) == (2, 2)
    assert [code for code, _ in found.warnings] == ["W703", "W703"][:1]


def test_a_chain_of_questions_is_one_move() -> None:
    lines = ("a = input(options: ['x', 'y'])", "b = input(options: [1, 2])", "player.points = b")
    assert ask(*lines) == ["x 1", "x 2", "y 1", "y 2"]


def test_questions_with_something_in_between_are_two_moves() -> None:
    lines = ("a = input(options: ['x', 'y'])", "player.points += 1", "b = input(options: [1, 2])")
    assert ask(*lines) == ["x", "y"]


def test_mille_bornes_tells_which_card_a_number_means() -> None:
    said = texts(shelved_game("mille_bornes.cdg").start(seed=1))
    assert any(": " in text and text.startswith("-") for text in said)


def top_rank(machine: Machine) -> int:
    """The rank of the card on top of the deck."""
    rank: int = machine.fields(machine.items(machine.global_value("deck"))[0])["rank"]
    return rank


def test_an_answer_that_fails_after_all_is_taken_back() -> None:
    # Nobody can know the top card, so that an answer may be offered that cannot be taken.
    fails = "    if deck.top().rank % 2 == place % 2:\n        place = 1 % 0\n    kept = "
    found, met = game(HIGH_CARD.replace("    kept = ", fails)), 0
    for seed in range(12):
        state = found.start(seed)
        top = top_rank(state.machine)
        failing = [option for option in state.options if (int(option.key) - top) % 2 == 0]
        if len(failing) in (0, len(state.options)):
            continue
        seat, decisions, met = state.to_move, state.decisions, met + 1
        state.apply(failing[0])
        assert failing[0].key not in [option.key for option in state.options] or state.to_move != seat
        assert state.outcome is None or state.outcome.status is Status.FINISHED
        assert state.decisions > decisions
    assert met


def test_an_answer_kept_in_a_global_variable_may_change_nothing_either() -> None:
    text = """
players = []
answer = ""
play = {
    for id: [0 ... 2] { players.append(Player{id=id}) }
    for player: players { move(player) }
}
move(player) = {
    done = false
    while !done {
        INPUT(answer)
        if answer == "go" || answer == "run" { done = true }
        told()
    }
    player.score = 1
}
told() = {
    if answer == "stay" { OUTPUT("still here") }
}
"""
    assert texts(game(text, ".cdg").start()) == ["go", "run"]


def test_uno_without_stated_options_offers_every_card_and_a_pass() -> None:
    text = find_source("uno.cdg").text
    for stated, bare in (
        ("INPUT(num_card, playable(player), player)", "INPUT(num_card)"),
        ("INPUT(color, suit, player)", "INPUT(color)"),
    ):
        assert stated in text
        text = text.replace(stated, bare)
    state = game(text, ".cdg").start(seed=1)
    keys = [option.key for option in state.options]
    assert keys == ["-1", *map(str, range(7))]
    assert all(": " in option.text for option in state.options[1:])
