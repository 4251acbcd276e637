"""Fair at the table: what is told to all, what nobody may see, and what is asked again."""

from __future__ import annotations

from croupier.game import PLAYER, Stream
from croupier.players import decision, named
from croupier.players.resolving import resolved
from croupier.script.as_game.outline import outline, outline_text
from croupier.script.as_game.state import ScriptState
from croupier.terminal.session import Session
from script_as_game.table_programs import HIGH_CARD, game, texts

PLAYERS = (
    "main:\n    players = [new Player('A'), new Player('B')]\n    do ROUND\n"
    "let Player(name) be Actor with:\n    const name: name\n    int points: 0\n"
)


def heard(state: ScriptState) -> list[tuple[int | None, str, str]]:
    """What is printed while a game is played by the first options: who is asked, to all, to that seat."""
    found: list[tuple[int | None, str, str]] = []
    state.listen(lambda event, _: found.append(event[1:]) if event[0] == "output" else None)
    state.begin()
    while state.outcome is None:
        state.apply(0)
    return found


def test_what_came_of_an_answer_is_told_to_all() -> None:
    text = PLAYERS + (
        "when do ROUND:\n    for p in players:\n        print f'{p.name}, your turn'\n"
        "        n = input(options: [1, 2], by: p)\n        print f'{p.name} says {n}'\n"
    )
    first, second, last = heard(game(text).fresh(1))
    assert first == (0, "", "A, your turn\n")
    assert second == (1, "A says 1\n", "B, your turn\n")
    assert last == (None, "B says 1\n", "")


CARDS = (
    "let Card(rank) be Object with:\n    const rank: rank\n    faceup: False\n"
    "let Player be Actor with:\n    int points: 0\n"
    "when Player p do TURN:\n    int n = input()\n    cards[n].faceup = True\n    p.points += cards[n].rank\n"
)


def test_cards_that_lie_face_down_are_not_named_in_options() -> None:
    table = (
        "main:\n    cards = [new Card(r) for r in 1..4]\n    cards[2].faceup = True\n"
        "    players = [new Player, new Player]\n    players[0] do TURN\n"
    )
    state = game(CARDS + table).start(1)
    assert texts(state) == ["0", "1", "2: 3", "3"]


def test_a_shuffled_collection_is_hidden() -> None:
    table = (
        "main:\n    cards = [new Card(r) for r in 1..8]\n    cards do SHUFFLE\n"
        "    players = [new Player, new Player]\n    players[0] do TURN\n"
    )
    state = game(
        CARDS.replace("    faceup: False\n", "").replace("    cards[n].faceup = True\n", "") + table
    ).start(1)

    def ranks(one: ScriptState) -> list[int]:
        machine = one.machine
        return [machine.fields(card)["rank"] for card in machine.items(machine.global_value("cards"))]

    assert len({tuple(ranks(state.view(0).sample(seed))) for seed in range(6)}) > 3
    assert texts(state)[:2] == ["0", "1"]


def test_an_answer_that_is_asked_for_again_elsewhere_is_no_chain() -> None:
    text = PLAYERS + (
        "when do ROUND:\n    players[0] do TURN\n"
        "when Player p do TURN:\n    int n = input()\n"
        "    while n < 1 or n > 2:\n        print 'one or two'\n        n = input()\n    p.points = n\n"
    )
    assert texts(game(text.replace("n > 2", "n > 2 or n > 4")).start(1)) == ["1", "2"]


def test_two_questions_whose_answers_both_count_are_a_chain() -> None:
    text = PLAYERS + (
        "when do ROUND:\n    players[0] do TURN\n"
        "when Player p do TURN:\n    a = input(options: [1, 2])\n    b = input(options: [1, 2])\n"
        "    p.points = 3 * a + b\n"
    )
    assert texts(game(text).start(1)) == ["1 1", "1 2", "2 1", "2 2"]


def test_a_winner_that_is_never_assigned_is_nobody() -> None:
    text = (
        "players = [Player{id=0}, Player{id=1}]\nplay = {\n    a = random([0, 1])\n    if a == 0 {\n"
        "        winner = players[0]\n    }\n    OUTPUT(a)\n}\nshow() = { OUTPUT(winner.id) }\n"
    )
    found = game(text, ".cdg")
    outcomes = [found.start(seed).outcome for seed in range(8)]
    assert {outcome.scores for outcome in outcomes if outcome is not None} == {(1, 0), (0, 0)}
    assert all(outcome is not None and sum(outcome.wins) == 1 for outcome in outcomes)


def test_an_index_that_is_assigned_to_is_no_guess() -> None:
    text = (
        "players = [Player{id=0}, Player{id=1}]\nc = [0, 0, 0]\nplayer = players[0]\n"
        "INPUT(a)\nc[a] = 5\nOUTPUT(c)\n"
    )
    found = game(text, ".cdg")
    state = found.start(1)
    assert [option.key for option in state.options] == ["0", "1", "2"]
    assert "W703" not in {finding.code for finding in found.guesses}


def test_a_question_that_is_rarely_asked_is_no_reason_to_say_it_is_watched() -> None:
    text = PLAYERS + (
        "when do ROUND:\n    if random(1..1000) == 1:\n        players[0] do TURN\n"
        "when Player p do TURN:\n    p.points = input(options: [1, 2])\n"
    )
    told = outline_text(outline(game(text)))
    assert "watched" not in told
    assert "none met in one random game" in told


def test_a_global_named_player_is_asked_and_has_the_result() -> None:
    text = (
        "players = [Player{id=0, score=0}, Player{id=1, score=0}]\nturn = 0\n"
        "play = {\n    while turn < 4 {\n        player = players[turn % 2]\n        ask()\n"
        "        turn++\n    }\n}\n"
        "ask() = {\n    INPUT(a, [1, 2])\n    player.score = player.score + a\n}\n"
    )
    state = game(text, ".cdg").start(1)
    asked = []
    while state.outcome is None:
        asked.append(state.to_move)
        state.apply(state.to_move or 0)
    assert asked == [0, 1, 0, 1]
    assert state.outcome.scores == (2, 4)
    alone = (
        "player = Player{id=0, score=0}\n"
        "play = {\n    INPUT(a, [1, 2])\n    player.score = player.score + a\n}\n"
    )
    state = game(alone, ".cdg").start(1)
    state.apply(1)
    assert state.outcome is not None
    assert state.outcome.scores == (2,)


def test_a_question_may_name_a_seat_by_its_number() -> None:
    numbers = "bids = [0, 0]\nwinner = 0\nplay = {\n    for seat: [0 ... 2] {\n"
    numbers += "        INPUT(bid, [1, 2], seat)\n        bids[seat] = bid\n    }\n"
    numbers += "    if bids[1] > bids[0] { winner = 1 }\n}\n"
    state = game(numbers, ".cdg").start(1)
    assert (state.game.seats, state.to_move) == (2, 0)
    state.apply(0)
    assert state.to_move == 1
    state.apply(1)
    assert state.outcome is not None
    assert state.outcome.scores == (0, 1)
    players = PLAYERS + "asked = 1\nwhen do ROUND:\n    n = input(options: [1, 2], by: asked)\n"
    assert game(players).start(1).to_move == 1
    missing = game(players.replace("asked = 1", "asked = 2")).start(1)
    assert missing.outcome is not None
    assert missing.outcome.reason == "there is no seat 2: they count from 0 to 1"


DRAWN = (
    "main:\n    players = [new Player, new Player]\n    cards = [new Card(r) for r in 1..9]\n"
    "    for player in players:\n        player do TAKE\n    players[0] do GO\n"
    "let Card(rank) be Object with:\n    rank: rank\nlet Player be Actor with:\n    hand: []\n"
    "when Player player do TAKE:\n    for 3 times:\n        card = random(cards)\n"
    "        cards do REMOVE(card)\n        player.hand do PUSH_BACK(card)\n"
    "when Player player do GO:\n    int n = input()\n    player.hand do POP(n)\n"
)


def test_cards_that_are_drawn_from_an_open_collection_are_warned_of() -> None:
    found = game(DRAWN)
    assert len(found.start(1).options) == 3
    assert [finding.message for finding in found.guesses] == [
        "cards are drawn by chance from 'cards', which every seat sees"
    ]
    shuffled = DRAWN.replace(
        "    for player in players", "    cards do SHUFFLE\n    for player in players", 1
    )
    quiet = game(shuffled)
    quiet.start(1).begin()
    assert quiet.guesses == ()


def test_a_person_is_told_what_the_moves_of_others_have_changed() -> None:
    found = game(HIGH_CARD)
    session = Session(found, seed=1, people=(1,), others={0: named("random")})
    session.begin()
    session.play_other()
    words = session.news(1)
    assert any(word.startswith("seat 0: hand ") for word in words), words
    assert not any("hand 5 → 4 (" in word for word in words)


def test_searches_go_by_the_clock_unless_they_are_told_otherwise() -> None:
    found = game(HIGH_CARD)
    found.search_seconds = 0.02
    view = found.start(1).view(0)
    for text, timed in (("pipmc", True), ("pipmc:tests=2", False), ("ismcts:time=1ms", True)):
        player = named(text)(0, 2, Stream.of(1, PLAYER, 0))
        decision(player, view)
        assert (player.timed, player.assessment is not None) == (timed, True)
    assert resolved(["pipmc"], found)[0].resolved.startswith("pipmc:time=0.02s:reward=")
