"""What a seat may know: nothing that is hidden from it, and samples that it could not tell apart."""

from __future__ import annotations

import pytest

from croupier.game import PLAYER, SAMPLE, Stream
from croupier.players import decision, named
from croupier.script.as_game.game import ScriptGame
from croupier.script.as_game.state import ScriptState
from croupier.testing import assert_no_cheating, assert_plays
from script_as_game.table_programs import GUESS_AH, GUESS_CDG, HIGH_CARD, at_decision, game, shelved_game

pytestmark = pytest.mark.slow

SHIPPED = ("uno.ah", "uno.cdg", "mille_bornes.cdg", "duel.cdg", "go_fish.ah", "blackjack.ah", "triples.ah")

PEEKING = (
    HIGH_CARD
    + """\
sees(viewer: Player, card: Card):
    return card in viewer.hand or card is deck.bottom()
"""
)


def hands(state: ScriptState) -> list[list[int]]:
    """The ranks in the hands."""
    machine = state.machine
    found = [machine.items(machine.fields(player)["hand"]) for player in machine.seated]
    return [[machine.fields(card)["rank"] for card in hand] for hand in found]


def bottom_rank(state: ScriptState) -> int:
    """The rank of the lowest card of the deck."""
    machine = state.machine
    rank: int = machine.fields(machine.items(machine.global_value("deck"))[-1])["rank"]
    return rank


@pytest.mark.parametrize("name", SHIPPED)
def test_a_sample_agrees_with_the_view(name: str) -> None:
    found = shelved_game(name)
    for seed, decisions in ((1, 0), (2, 5)):
        state = at_decision(found, seed, decisions)
        for seat in range(found.seats):
            view = state.view(seat)
            sample = view.sample(Stream.of(seed, SAMPLE))
            assert sample.view(seat) == view
            assert hash(sample.view(seat)) == hash(view)
            if seat == state.to_move:
                assert sample.options == state.options == view.options
            else:
                assert view.options == ()


def test_hidden_cards_are_dealt_anew_and_known_ones_are_not() -> None:
    state = game(HIGH_CARD).start(seed=1)
    view, true = state.view(0), hands(state)
    others = set()
    for seed in range(10):
        own, other = hands(view.sample(seed))
        assert own == true[0]
        others.add(tuple(other))
    assert len(others) > 5


def test_a_view_is_the_same_however_hidden_cards_lie() -> None:
    state = game(HIGH_CARD).start(seed=1)
    twin = state.view(0).sample(7)
    assert hands(twin)[1] != hands(state)[1]
    assert twin.view(0) == state.view(0)
    assert twin.view(1) != state.view(1)


def test_a_program_may_state_what_is_seen() -> None:
    state = game(PEEKING).start(seed=1)
    bottom = bottom_rank(state)
    for seed in range(5):
        sample = state.view(0).sample(seed)
        assert bottom_rank(sample) == bottom


def test_a_view_holds_no_hidden_card_where_it_lies() -> None:
    one = game(HIGH_CARD).start(seed=1)
    twin = one.view(0).sample(3)
    mine, theirs = one.view(0), twin.view(0)
    # What the view keeps for its samples is the same for all states that look the same.
    assert mine.sample(5).machine.fingerprint() == theirs.sample(5).machine.fingerprint()


@pytest.mark.parametrize(("text", "ending"), [(GUESS_AH, ".ah"), (GUESS_CDG, ".cdg")])
@pytest.mark.parametrize("player", ["pipmc:tests=2", "ismcts:iterations=8"])
def test_nobody_learns_the_secret_of_a_guessing_game(text: str, ending: str, player: str) -> None:
    """Games that differ by the secret alone: every guess is offered, and the choices are the same."""
    found = game(text, ending)
    by_secret: dict[int, ScriptState] = {}
    for seed in range(8):
        state = found.start(seed)
        by_secret.setdefault(state.machine.global_value("secret"), state)
    assert len(by_secret) > 2
    chosen = set()
    for state in by_secret.values():
        assert len(state.options) == (6 if ending == ".ah" else 5)
        view = state.view(0)
        assert view == next(iter(by_secret.values())).view(0)
        made = [named(player)(0, 2, Stream.of(seed, PLAYER, 0)) for seed in range(2)]
        chosen.add(tuple(decision(one, state.view(0)).index for one in made))
    assert len(chosen) == 1


def test_what_was_said_about_a_secret_is_known() -> None:
    state = game(GUESS_AH).start(seed=1)
    secret = state.machine.global_value("secret")
    wrong = next(option for option in state.options if int(option.key) != secret)
    state.apply(wrong)
    secrets = {state.view(1).sample(seed).machine.global_value("secret") for seed in range(30)}
    assert int(wrong.key) not in secrets
    assert len(secrets) == 5


@pytest.fixture(scope="module")
def small() -> ScriptGame:
    """A small game with hidden cards."""
    return game(HIGH_CARD)


@pytest.mark.parametrize(
    "player", ["random", "pipmc:tests=3", "mcts:iterations=6", "ismcts:iterations=6", "moismcts:iterations=6"]
)
def test_players_play_by_the_rules_and_by_what_they_may_know(player: str, small: ScriptGame) -> None:
    assert_plays(player, small)
    assert_no_cheating(player, small, games=range(2), seeds=3)


def test_a_strategy_that_looks_into_another_hand_sees_a_deal_that_might_be() -> None:
    peeking = HIGH_CARD.replace(
        "    hand: new Hand\n",
        "    hand: new Hand\n    strategy(options): return options[seen() % options.size()]\n",
    )
    peeking += "seen(): return sum([card.rank for player in players for card in player.hand])\n"
    made = game(peeking)
    assert_plays("own", made)
    assert_no_cheating("own", made, games=range(2), seeds=3)


@pytest.mark.parametrize("name", ["duel.cdg", "blackjack.ah"])
def test_random_play_of_shipped_games_is_repeatable(name: str) -> None:
    assert_plays("random", shelved_game(name), seeds=range(1))


def test_the_words_of_an_option_tell_no_hidden_card() -> None:
    drawing = """
main:
    players = [new Player(0), new Player(1)]
    deck = new Deck(new Card(rank) for rank in 11..16)
    deck do SHUFFLE
    for player in players:
        player do TAKE
    winner = players[0]
let Card(rank) be Object with:
    const rank: rank
let Deck be Stack(Card)
let Hand be Series(Card)
let Player(id) be Actor with:
    const id: id
    hand: new Hand
when Player player do TAKE:
    QUESTION
    player.hand do PUSH_BACK(taken)
"""
    by_index = "int place = input()\n    taken = deck do POP(place)"
    stated = "taken = input(options: deck, by: player)\n    deck do REMOVE(taken)"
    for question in (by_index, stated):
        state = game(drawing.replace("QUESTION", question)).start(seed=2)
        assert [option.text for option in state.options] == ["0", "1", "2", "3", "4", "5"]
        assert state.options == state.view(0).sample(3).options
