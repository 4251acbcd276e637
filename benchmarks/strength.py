"""How strong the players are: every table is a command, and tells n and 95 % intervals.

    python benchmarks/strength.py skill --deals 50 --iterations 1000
    python benchmarks/strength.py order budget belief kuhn

skill   ismcts against random in every library game with skill: difference of standing, p, wins alone
order   ismcts, pipmc and random against each other in these games
budget  ismcts with 30, 100, 300, 1000, 3000 iterations against random
belief  ismcts with and without a belief
kuhn    exploitability of the average policy of ismcts, by an exact best response, against iterations
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import perf_counter

from croupier import load, shelf
from croupier.api import find_source
from croupier.engine.state import TableState
from croupier.game import PLAYER, Stream
from croupier.lab.simulate import Plan
from croupier.lab.standings import Duel, duels
from croupier.lab.tournament import Tournament, hold
from croupier.lab.workers import cores
from croupier.players import decision, named

LUCK = {"cuckoo", "go_fish", "war", "pairs"}
"""Games in which there is little or nothing to decide well."""


def main() -> None:
    """Play the tables that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="+", choices=["skill", "order", "budget", "belief", "kuhn"])
    parser.add_argument("--games", help="Games, separated by commas (default: all with skill).")
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=cores())
    asked = parser.parse_args()
    for table in asked.tables:
        start = perf_counter()
        print(f"# {table}")
        {"skill": skill, "order": order, "budget": budget, "belief": belief, "kuhn": kuhn}[table](asked)
        print(f"# {perf_counter() - start:,.0f} s\n", flush=True)


def games(asked: argparse.Namespace) -> list[str]:
    """The games to play: those named, or every one of the library that has two seats or more, and skill."""
    if asked.games:
        return str(asked.games).split(",")
    return [name for name in shelf.names() if name not in LUCK and load(name).seats > 1]


def met(asked: argparse.Namespace, game: str, *players: str) -> list[Duel]:
    """What every two players came to in a game."""
    tournament = Tournament(Plan(find_source(game), game, seed=asked.seed), players, asked.deals)
    return duels(hold(tournament, workers=asked.workers))


def told(game: str, players: str, duel: Duel) -> None:
    """One row: how much further up the first player ended, and what it wins alone among the other."""
    low, high = duel.difference.low or 0.0, duel.difference.high or 0.0
    alone = (
        duel.alone[0].value if duel.alone[0] is not None and duel.alone[0].value is not None else float("nan")
    )
    print(
        f"{game:<16} {players:<44} {duel.difference.value or 0:+.3f} [{low:+.3f}, {high:+.3f}] "
        f"n {duel.difference.n:>4} p {1.0 if duel.p is None else duel.p:.4f} wins alone {alone:.2f}",
        flush=True,
    )


def skill(asked: argparse.Namespace) -> None:
    """One ismcts among random players, and the other way round."""
    strong = f"ismcts:iterations={asked.iterations}"
    for game in games(asked):
        told(game, f"{strong} – random", met(asked, game, strong, "random")[0])


def order(asked: argparse.Namespace) -> None:
    """Three players against each other."""
    players = (f"ismcts:iterations={asked.iterations}", "pipmc:tests=10", "random")
    for game in games(asked):
        for duel in met(asked, game, *players):
            told(game, f"{players[duel.one]} – {players[duel.other]}", duel)


def budget(asked: argparse.Namespace) -> None:
    """Strength against iterations."""
    for game in games(asked):
        for iterations in (30, 100, 300, 1000, 3000):
            if iterations <= asked.iterations:
                strong = f"ismcts:iterations={iterations}"
                told(game, f"{strong} – random", met(asked, game, strong, "random")[0])


def belief(asked: argparse.Namespace) -> None:
    """With and without a belief."""
    plain = f"ismcts:iterations={asked.iterations}"
    for game in games(asked):
        for kind in ("uniform", "pipmc"):
            told(game, f"{plain}:belief={kind} – plain", met(asked, game, f"{plain}:belief={kind}", plain)[0])


def kuhn(asked: argparse.Namespace) -> None:
    """What an exact best response wins a game against the average policy, above the value of the game."""
    deals = list(all_deals())
    for player in ("ismcts", "moismcts"):
        for iterations in (30, 100, 300, 1000, 3000):
            if iterations > asked.iterations:
                continue
            policy: dict[object, list[float]] = {}
            for deal in deals:
                learn(deal, f"{player}:iterations={iterations}:reward=score", asked, policy)
            gains = [best_response(deals, policy, seat) for seat in range(2)]
            print(
                f"{player:<9} iterations {iterations:>5}  exploitability {sum(gains) / 2:.4f} chips a game "
                f"(best responses {gains[0]:+.4f} and {gains[1]:+.4f}; {asked.deals} seeds a decision)",
                flush=True,
            )


def all_deals() -> Iterator[TableState]:
    """The six deals of Kuhn poker."""
    seen = set()
    game = load("kuhn_poker")
    for seed in range(200):
        state = game.start(seed)
        hands = (state.view(0).cards("0.HAND"), state.view(1).cards("1.HAND"))
        if hands not in seen:
            seen.add(hands)
            yield state
    assert len(seen) == 6


def learn(
    state: TableState, player: str, asked: argparse.Namespace, policy: dict[object, list[float]]
) -> None:
    """How often a player takes each option, at every decision that can come up."""
    if state.to_move is None:
        return
    view = state.view(state.to_move)
    if view not in policy:
        taken = [0.0] * len(view.options)
        for seed in range(asked.deals):
            one = named(player)(view.seat, view.seats, Stream.of(asked.seed + seed, PLAYER, view.seat))
            taken[decision(one, view).index] += 1 / asked.deals
        policy[view] = taken
    for option in range(state.option_count):
        twin = state.copy()
        twin.apply(option)
        learn(twin, player, asked, policy)


def best_response(deals: list[TableState], policy: dict[object, list[float]], seat: int) -> float:
    """What a seat wins a game if it knows the policy of the other and answers it best."""
    return respond([(deal.copy(), 1 / len(deals)) for deal in deals], policy, seat)


def respond(reached: list[tuple[TableState, float]], policy: dict[object, list[float]], seat: int) -> float:
    """The value of states that are reached with some probability; the seat tells them apart by view."""
    value, own = 0.0, dict[object, list[tuple[TableState, float]]]()
    later: list[tuple[TableState, float]] = []
    for state, weight in reached:
        if state.outcome is not None:
            value += weight * state.outcome.scores[seat]
        elif state.to_move == seat:
            own.setdefault(state.view(seat), []).append((state, weight))
        else:
            for option, likely in enumerate(policy[state.view(1 - seat)]):
                twin = state.copy()
                twin.apply(option)
                later.append((twin, weight * likely))
    if later:
        value += respond(later, policy, seat)
    for alike in own.values():
        options = range(alike[0][0].option_count)
        value += max(
            respond([_after(state, option, w) for state, w in alike], policy, seat) for option in options
        )
    return value


def _after(state: TableState, option: int, weight: float) -> tuple[TableState, float]:
    twin = state.copy()
    twin.apply(option)
    return twin, weight


if __name__ == "__main__":
    main()
