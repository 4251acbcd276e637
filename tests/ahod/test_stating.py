"""What a program states: options and deciders, `turn`, `score`, `winners`, `sees`, and strategies."""

from __future__ import annotations

import pytest

from ahod_programs import checked, failure, output, run
from croupier.script.ahod.check import check
from croupier.script.machine import Fault, Machine, Status
from croupier.script.session import own_answer
from croupier.text import Source

TYPES = (
    "let Card(rank) be Object with:\n    rank: rank\n"
    "let Player(name) be Actor with:\n    name: name\n    hand: [Card(1), Card(2), Card(3)]\n"
)
STATED = TYPES + (
    "players = [Player('A'), Player('B')]\n"
    "turn(): players[1]\n"
    "score(player: Player): 10 * player.hand.size() + players.index(player)\n"
    "winners(): [p for p in players if score(p) > 30]\n"
    "sees(viewer: Player, card: Card): card in viewer.hand\n"
    "print input('Go on?')\n"
)


def asking(text: str) -> Machine:
    """The machine at the first question."""
    machine = checked(text).runnable.machine(seed=1)
    assert machine.run() is Status.ASKING
    return machine


def codes(text: str) -> list[str]:
    """The codes of all findings."""
    return [f.code for f in check(Source("test.ah", text)).findings]


def test_the_helpers_answer_when_they_are_asked_and_nothing_changes() -> None:
    machine = asking(STATED)
    language = checked(STATED).runnable
    stated, before = language.stated(machine), machine.fingerprint()
    first, second = machine.items(machine.global_value("players"))
    assert language.consult(machine, stated.turn) is second
    assert [language.consult(machine, stated.score, p) for p in (first, second)] == [30, 31]
    assert language.items(machine, language.consult(machine, stated.winners)) == [second]
    card = machine.items(machine.fields(first)["hand"])[0]
    assert [language.consult(machine, stated.sees, p, card) for p in (first, second)] == [True, False]
    assert machine.fingerprint() == before
    assert machine.status is Status.ASKING


@pytest.mark.parametrize(
    "helper",
    [
        "turn(x): x",
        "score(): 1",
        "score(player): 1",
        "score(card: Card): 1",
        "winners(n: int): [n]",
        "sees(viewer: Player): True",
        "sees(card: Card, viewer: Player): True",
    ],
)
def test_a_helper_with_other_parameters_is_an_ordinary_one(helper: str) -> None:
    text = TYPES + helper + "\nprint input()\n"
    assert codes(text) == ["W518"]
    assert checked(text).runnable.helpers == {}


def test_a_helper_that_fails_says_where() -> None:
    text = TYPES + "players = []\nturn(): players[0]\nprint input()\n"
    machine = asking(text)
    language = checked(text).runnable
    with pytest.raises(Fault, match="in turn, line 7: players has no index 0"):
        language.consult(machine, language.stated(machine).turn)
    assert machine.status is Status.ASKING


def test_an_option_is_the_answer() -> None:
    text = TYPES + "p = Player('A')\nCard card = input('Which?', options: p.hand, by: p)\nprint card.rank\n"
    assert output(text, ["1"]).endswith("2\n")
    assert failure(text, ["7"]) == "R408 7: '7' is not among the options: 0 to 2 (answers:1)"


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("input('?', options: 7)", "A303"),
        ("input('?', options: [1], by: 'me')", "A303"),
        ("input('?', options: [1], to: p)", "A302"),
        ("input('?', [1], p)", ""),
        ("input(options: 'RGB', by: p)", ""),
    ],
)
def test_options_have_elements_and_actors_are_asked(question: str, code: str) -> None:
    assert codes(TYPES + f"p = Player('A')\nprint {question}\n") == [code] * bool(code)


def test_whoever_is_asked_is_an_actor_also_when_only_the_run_knows() -> None:
    text = TYPES + "who(): [Card(1)][0]\nprint input('?', by: who())\n"
    assert failure(text) == "R403 7: an Actor or a seat number is asked, not a Card"


def test_a_number_asked_for_before_there_are_players_is_that_of_the_seats() -> None:
    text = TYPES + (
        "int n = input('How many players?')\nplayers = [Player(i) for i in range(n)]\n"
        "print players.size()\nint rounds = input('How many rounds?')\nfor rounds times:\n    print 'round'\n"
    )
    machine = checked(text).runnable.machine(seed=1, seats=3)
    assert machine.run() is Status.ASKING
    assert "".join(machine.output) == "How many players?\n3\nHow many rounds?\n"


def test_seats_are_known() -> None:
    assert checked("print seats(4)\n").runnable.default_seats == 4
    assert checked("print 4\n").runnable.default_seats is None


STRATEGY = TYPES.replace("Player(name)", "Player(name, hand)").replace(
    "[Card(1), Card(2), Card(3)]\n", "hand\n    strategy(options): {strategy}\n"
)


def with_strategy(strategy: str, question: str = "input('?', options: 1..3, by: p)") -> str:
    """A program whose player answers for itself."""
    return STRATEGY.replace("{strategy}", strategy) + f"p = Player('A', [])\nprint {question}\n"


def test_a_strategy_answers_where_options_are_stated() -> None:
    assert output(with_strategy("options.back()")) == "?\n3\n"
    assert output(with_strategy("options.size()", "input('?', by: p)"), ["x"]) == "?\nx\n"


def test_a_strategy_answers_for_the_receiver_of_the_action() -> None:
    text = with_strategy("options.front()", "1") + (
        "when Player player do ASK:\n    print input(options: [5, 6])\np do ASK\n"
    )
    assert output(text) == "1\n5\n"


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        ("7", "R403 8: the strategy chose '7', which is not among the options"),
        ("options[7]", "R402 8: in the strategy, line 6: options has no index 7: its indices are 0 to 2"),
        ("input()", "R403 8: the strategy cannot ask or exit"),
    ],
)
def test_a_strategy_must_choose_one_of_the_options(strategy: str, said: str) -> None:
    assert failure(with_strategy(strategy)) == said


def test_a_strategy_sees_no_hidden_card() -> None:
    types = STRATEGY.replace("{strategy}", "options[others()[0].hand[0].rank % options.size()]")
    text = types + (
        "others(): [q for q in players if q.name == 'B']\n"
        "deck = Stack(Card(i) for i in 0...40)\n"
        "players = [Player('A', []), Player('B', [])]\n"
        "for q in players:\n    q.hand do PUSH_BACK(deck do POP_TOP(3))\n"
        "p = players[0]\nprint input('?', options: 0...40, by: p)\n"
    )
    guesses = set()
    for seed in range(8):
        machine = checked(text).runnable.machine(seed=seed)
        assert machine.run() is Status.ASKING
        guesses.add(own_answer(machine))
    assert len(guesses) > 3  # the first card of the other hand is the same in all of them


def test_a_strategy_with_other_parameters_is_an_ordinary_computed_attribute() -> None:
    text = with_strategy("1").replace("strategy(options)", "strategy()")
    assert "W518" in codes(text)
    assert run(text, ["2"]).output[-1] == "2\n"
