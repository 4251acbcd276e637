"""Small programs for the tests of games in script languages."""

from __future__ import annotations

from croupier.catalog.loading import game_from
from croupier.game import PLAYER, Stream
from croupier.script.as_game.game import ScriptGame
from croupier.script.as_game.state import ScriptState
from croupier.text import Source

GUESS_AH = """\
secret = 0
found = None
main:
    players = [new Player('A'), new Player('B')]
    secret = random(1..6)
    while found is None:
        for player in players:
            if found is None:
                player do GUESS
    winner = found
let Player(name) be Actor with:
    const name: name
when Player player do GUESS:
    int guess = input('A number from 1 to 6?')
    if guess == secret:
        found = player
    elif guess < 1 or guess > 6:
        print 'no such number'
    else:
        print 'wrong'
"""

GUESS_CDG = """\
players = []
secret = 0
play = {
    for id: [0 ... 2] { players.append(Player{id=id}) }
    for player: players {
        secret = random([1 ... 6])
        guess = 0
        tries = 0
        while guess != secret {
            INPUT(guess)
            tries++
            if guess < 1 || guess > 5 { OUTPUT("from 1 to 5") }
        }
        player.score = 0 - tries
    }
}
"""

HIGH_CARD = """\
// Everybody keeps one of three cards; the highest wins.
main:
    players = [new Player(i) for i in range(seats(2))]
    deck = new Deck(new Card(rank) for rank in 1..12)
    deck do SHUFFLE
    for player in players:
        player.hand do PUSH_BACK(deck do POP_TOP(3))
    for player in players:
        player do KEEP
    best = max([player.hand[0].rank for player in players])
    winner = [player for player in players if player.hand[0].rank == best][0]
let Card(rank) be Object with:
    const rank: rank
let Deck be Stack(Card)
let Hand be Series(Card)
let Player(id) be Actor with:
    const id: id
    hand: new Hand
when Player player do KEEP:
    print f'You hold {[card.rank for card in player.hand]}.'
    int place = input('Which one, from 1?')
    kept = player.hand[place - 1]
    player.hand do CLEAR
    player.hand do PUSH_BACK(kept)
"""


def game(text: str, ending: str = ".ah", *, seats: int | None = None) -> ScriptGame:
    """The game of a text."""
    found = game_from(Source(f"test{ending}", text), seats=seats)
    assert isinstance(found, ScriptGame)
    return found


def shelved_game(name: str, *, seats: int | None = None) -> ScriptGame:
    """A game of the library."""
    from croupier.catalog.loading import find_source

    found = game_from(find_source(name), seats=seats)
    assert isinstance(found, ScriptGame)
    return found


def at_decision(of: ScriptGame, seed: int, decisions: int) -> ScriptState:
    """A state after some random decisions; earlier, if the game was over before."""
    state, chance = of.start(seed), Stream.of(seed, PLAYER)
    for _ in range(decisions):
        before = state.copy()
        state.apply(chance.below(state.option_count))
        if state.to_move is None:
            return before
    return state


def texts(state: ScriptState) -> list[str]:
    """What may be done."""
    return [option.text for option in state.options]
