"""How many tricks players give away: six cards a hand, no trumps, against two partners who see everything.

    python benchmarks/double_dummy.py --deals 100
    python benchmarks/double_dummy.py --deals 40 --players ismcts:iterations=1000,pipmc:tests=100 --closed

The player under test sits at two opposite seats; the others play perfectly, by a solver that sees all cards.
On every deal it sits once on either side. What it loses is what perfect play would have taken, less what it
took: 0 if it never erred. With open cards all hands lie on the table; closed, it sees its own, and no
player can lose 0 then. Intervals are 95 %, over deals.
"""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path
from typing import Any

from croupier.catalog.loading import recycle_game
from croupier.game import game_seed
from croupier.lab.statistics import Moments
from croupier.players import choice, named

PROGRAM = Path(__file__).parent / "solvable" / "six_tricks.rcy"
PLAYERS = (
    ",".join(f"{kind}:iterations=1000" for kind in ("ismcts", "moismcts", "mcts", "mcts:samples=1"))
    + ",pipmc:tests=200"
)
RANKS = 6

Hands = tuple[int, int, int, int]
"""The cards of every seat, as bits: the highest bit of a suit is its highest card."""


def main() -> None:
    """Measure the players that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", default=PLAYERS, help="separated by commas")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--closed", action="store_true", help="only with closed cards")
    parser.add_argument("--open", action="store_true", help="only with open cards")
    asked = parser.parse_args()
    print("| player | cards | tricks lost a deal | deals |\n|---|---|---|---|")
    for closed in (False, True):
        if (asked.open and closed) or (asked.closed and not closed):
            continue
        game = game_with(closed=closed)
        for player in asked.players.split(","):
            losses = Moments()
            for deal in range(asked.deals):
                seed = game_seed(asked.seed, deal)
                tricks.cache_clear()
                losses += Moments.of([sum(lost(game, player, seed, side) for side in (0, 1))])
            found = losses.mean(0.95)
            print(
                f"| {player} | {'closed' if closed else 'open'} | {told(found)} | {asked.deals} |", flush=True
            )


def told(found: Any) -> str:
    """Half of an estimate with its interval, since a deal counts twice."""
    value, low, high = (
        "–" if each is None else f"{each / 2:.3f}" for each in (found.value, found.low, found.high)
    )
    return f"{value} [{low}, {high}]"


def game_with(*, closed: bool) -> Any:
    """Our game; with open cards hands are places that everybody sees."""
    text = PROGRAM.read_text(encoding="utf-8")
    return recycle_game(text if closed else text.replace("iloc HAND", "vloc HAND"), engine="native")


def lost(game: Any, player: str, seed: int, side: int) -> int:
    """The tricks that a player loses as one side, the other side being perfect."""
    state, maker = game.start(seed), named(player)
    players = {seat: maker(seat, 4, maker.stream(seed, seat)) for seat in (side, side + 2)}
    for one in players.values():
        one.explains = False
    due = tricks(cards_in(state, "HAND"), 0, ())
    while (seat := state.to_move) is not None:
        if seat in players:
            state.apply(choice(players[seat], state.view(seat)))
        else:
            state.apply(best(state, seat))
    taken: int = state.outcome.scores[side]
    return (due if side == 0 else RANKS - due) - taken


def cards_in(state: Any, name: str) -> Hands:
    """The cards that lie in a place of every seat."""
    table, found = state.table, [0, 0, 0, 0]
    for number, pile in enumerate(table.cards):
        owner, _, place = table.layout.name(number).partition(".")
        if place == name:
            found[int(owner)] = sum(1 << card for card in pile)
    return (found[0], found[1], found[2], found[3])


def best(state: Any, seat: int) -> int:
    """The first option with which the side of a seat takes most tricks; cards are offered in rising order."""
    hands, trick = cards_in(state, "HAND"), cards_in(state, "TRICK")
    played = sum(map(bool, trick))
    leader = (seat - played) % 4
    table = tuple(trick[(leader + i) % 4].bit_length() - 1 for i in range(played))
    own = hands[seat] & suit(table[0]) or hands[seat] if table else hands[seat]
    cards = [card for card in range(4 * RANKS) if own >> card & 1]
    assert len(cards) == state.option_count
    worth = [after(hands, leader, table, card) for card in cards]
    return worth.index(max(worth) if seat % 2 == 0 else min(worth))


def after(hands: Hands, leader: int, table: tuple[int, ...], card: int) -> int:
    """The tricks of the first side, perfect play from here, once a card was played."""
    seat = (leader + len(table)) % 4
    left = list(hands)
    left[seat] &= ~(1 << card)
    table = (*table, card)
    rest: Hands = (left[0], left[1], left[2], left[3])
    if len(table) < 4:
        return tricks(rest, leader, table)
    first = winner(leader, table)
    return (first % 2 == 0) + tricks(rest, first, ())


@cache
def tricks(hands: Hands, leader: int, table: tuple[int, ...]) -> int:
    """The tricks that the first side still takes if everybody plays perfectly, that on the table included."""
    seat = (leader + len(table)) % 4
    if not hands[seat]:
        return 0
    own = hands[seat]
    if table:
        own = own & suit(table[0]) or own
    most = hands[seat].bit_count()
    found = -1
    there = hands[0] | hands[1] | hands[2] | hands[3] | sum(1 << card for card in table)
    for card in distinct(own, there):
        worth = after(hands, leader, table, card)
        if found < 0 or (worth > found) == (seat % 2 == 0):
            found = worth
        if found == (most if seat % 2 == 0 else 0):
            break
    return found


def distinct(own: int, there: int) -> list[int]:
    """Cards that are not as good as each other: of neighbours among those still there, the highest."""
    found, above = [], -1
    for card in range(23, -1, -1):
        if there >> card & 1:
            if own >> card & 1 and not (above >= 0 and own >> above & 1 and above // RANKS == card // RANKS):
                found.append(card)
            above = card
    return found


def suit(card: int) -> int:
    """The cards of the suit of a card."""
    return ((1 << RANKS) - 1) << card // RANKS * RANKS


def winner(leader: int, table: tuple[int, ...]) -> int:
    """The seat that takes a trick."""
    following = [card for card in table if suit(table[0]) >> card & 1]
    return (leader + table.index(max(following))) % 4


if __name__ == "__main__":
    main()
