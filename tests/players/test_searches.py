"""The searches: exactly what docs/players.md says they do."""

from __future__ import annotations

from math import log, sqrt
from pathlib import Path
from typing import Any

import pytest

from croupier.catalog.loading import find_source, recycle_game
from croupier.game import PLAYER, SAMPLE, Outcome, Status, Stream, Transcript, game_seed, player_stream
from croupier.interpreter.on_table import OnTable
from croupier.lab.simulate import Plan, play
from croupier.players import Assessment, Player, decision, named
from croupier.players.ismcts import ISMCTSPlayer
from croupier.players.reward import reward
from croupier.players.rollout import greedy_policy
from small_games import ENDLESS, FAILING

pytestmark = pytest.mark.slow

SEARCHES = ["pipmc:tests=3", "mcts:iterations=25:samples=3", "ismcts:iterations=25", "moismcts:iterations=25"]
KEY = Stream.of(5, PLAYER, 0).next()
"""What a player with seed 5 takes from its stream at its first decision."""


def assessed(text: str, state: Any, seed: int = 5) -> Assessment:
    """What a player finds at a decision."""
    player = made(text, state, seed)
    decision(player, state.view(state.to_move))
    assert player.assessment is not None
    return player.assessment


def made(text: str, state: Any, seed: int = 5) -> Player:
    """A player for the seat to move."""
    return named(text)(state.to_move, state.view(state.to_move).seats, Stream.of(seed, PLAYER, 0))


def rolled_out(state: OnTable, stream: Stream) -> tuple[int, ...]:
    """A game played at random to its end, and the points by rank."""
    while state.to_move is not None:
        state.apply(stream.below(state.option_count))
    assert state.outcome is not None
    return tuple(2 * (len(state.outcome.ranks) - 1 - r) for r in state.outcome.ranks)


@pytest.mark.parametrize("text", SEARCHES)
@pytest.mark.parametrize("game", ["kuhn_poker", "agram"])
def test_the_same_seed_gives_the_same_choice_and_estimates(text: str, game: str) -> None:
    state = recycle_game(game).start(seed=2)
    found = assessed(text, state)
    assert found == assessed(text, state)
    assert any(found != assessed(text, state, seed) for seed in range(6, 10))
    assert len(found.estimates) == len(found.visits) == state.option_count
    assert all(0 <= value <= 1 for of_option in found.estimates for value in of_option)


@pytest.mark.parametrize("text", SEARCHES)
def test_a_decision_takes_one_number_of_the_players_stream(text: str) -> None:
    state = recycle_game("kuhn_poker").start(seed=2)
    player, stream = made(text, state), Stream.of(5, PLAYER, 0)
    decision(player, state.view(0))
    stream.next()
    assert player.stream == stream


def test_pipmc_step_by_step() -> None:
    state = recycle_game("agram", seats=3).start(seed=4)
    view = state.view(0)
    totals = [[0] * 3 for _ in view.options]
    for k in range(4):
        sample = view.sample(Stream.of(KEY, SAMPLE, k))
        for option in range(len(view.options)):
            twin = sample.copy()
            twin.apply(option)
            for seat, got in enumerate(rolled_out(twin, Stream.of(KEY, PLAYER, k))):
                totals[option][seat] += got
    found = assessed("pipmc:tests=4:reward=rank", state)
    assert found.estimates == tuple(tuple(total / (4 * 4) for total in of_option) for of_option in totals)
    assert found.choice == max(range(len(totals)), key=lambda i: (totals[i][0], -i))
    assert found.visits == (4,) * len(view.options)


@pytest.mark.parametrize("many_observers", [False, True])
def test_ismcts_step_by_step(many_observers: bool) -> None:
    """The same search again, written down without the parts that the player is made of."""
    state = recycle_game("leduc_poker").start(seed=4)
    view, root = state.view(0), state.view(0)
    tree: dict[Any, dict[str, list[Any]]] = {root: {}}
    for k in range(120):
        at, stream = view.sample(Stream.of(KEY, SAMPLE, k)), Stream.of(KEY, PLAYER, k)
        node, path, new = tree[root], [], False
        while at.to_move is not None and not new:
            untried = [o for o in at.options if o.key not in node]
            tried = [o for o in at.options if o.key in node]
            for option in tried:
                node[option.key][0] += 1
            if untried:
                option = untried[stream.below(len(untried))]
                # Available, visits, points of either seat.
                node[option.key] = [1, 0, [0, 0]]
                new = True
            else:
                mover = at.to_move

                def bound(edge: list[Any], mover: int = mover) -> float:
                    return float(edge[2][mover] / (edge[1] * 2)) + 0.7 * sqrt(log(edge[0]) / edge[1])

                option = max(tried, key=lambda o, node=node: bound(node[o.key]))  # type: ignore[misc]
            path.append(node[option.key])
            at.apply(option)
            if at.to_move is not None and not new:
                node = tree.setdefault(at.view(at.to_move if many_observers else 0), {})
        points = rolled_out(at, stream)
        for edge in path:
            edge[1] += 1
            edge[2] = [a + b for a, b in zip(edge[2], points, strict=True)]
    edges = [tree[root][option.key] for option in view.options]
    found = assessed(f"{'mo' if many_observers else ''}ismcts:iterations=120:reward=rank", state)
    assert found.visits == tuple(edge[1] for edge in edges)
    assert found.estimates == tuple(tuple(got / (edge[1] * 2) for got in edge[2]) for edge in edges)


@pytest.mark.parametrize("text", ["pipmc:tests=4", "mcts:iterations=20", "ismcts:iterations=20:chunk=6"])
def test_threads_never_change_a_result(text: str) -> None:
    state = recycle_game("leduc_poker").start(seed=1)
    assert assessed(text, state) == assessed(f"{text}:threads=4", state)


def test_chunks_are_searched_in_trees_of_their_own() -> None:
    state = recycle_game("leduc_poker").start(seed=1)
    whole, parts = (assessed(f"ismcts:iterations=30:chunk={n}", state) for n in (30, 10))
    assert sum(whole.visits) == sum(parts.visits) == 30
    assert whole != parts
    assert assessed("ismcts:iterations=10", state) == assessed("ismcts:iterations=10:chunk=10", state)


@pytest.mark.parametrize("text", ["pipmc", "mcts", "ismcts", "moismcts"])
def test_a_time_too_short_for_anything_is_still_a_legal_move(text: str) -> None:
    state = recycle_game("agram").start(seed=1)
    found = assessed(f"{text}:time=0.000001s", state)
    assert found.iterations == 1
    assert 0 <= found.choice < state.option_count


@pytest.mark.parametrize(("text", "amount"), [("pipmc", "tests"), ("ismcts", "iterations")])
def test_what_was_done_in_a_time_can_be_done_again(text: str, amount: str) -> None:
    state = recycle_game("kuhn_poker").start(seed=3)
    found = assessed(f"{text}:time=10ms", state)
    assert found == assessed(f"{text}:{amount}={found.iterations}", state)


def test_transcripts_record_how_much_was_searched(tmp_path: Path) -> None:
    plan = Plan(find_source("kuhn_poker"), players=("ismcts:time=2ms",), transcripts=str(tmp_path))
    play(plan, 0)
    transcript = Transcript.read(tmp_path / "kuhn_poker-0.jsonl")
    game = recycle_game("kuhn_poker")
    assert game.replay(transcript).outcome is not None
    state, seed = game.start(game_seed(1, 0)), game_seed(1, 0)
    streams = [player_stream(seed, seat) for seat in range(2)]
    searched = [i for i, e in enumerate(transcript.events) if e["event"] == "decision"]
    assert searched == sorted(transcript.searches)
    for index in searched:
        done, seat = transcript.searches[index]["iterations"], state.to_move
        assert seat is not None
        again = named(f"ismcts:iterations={done}")(seat, 2, streams[seat])
        assert decision(again, state.view(seat)).key == transcript.events[index]["private"]["key"]
        state.apply(transcript.events[index]["private"]["choice"])


def test_a_tree_never_has_more_nodes_than_it_may() -> None:
    state = recycle_game("leduc_poker").start(seed=1)
    small, large = (ISMCTSPlayer(0, 2, Stream.of(1), iterations=60, reuse="yes", nodes=n) for n in (5, 1000))
    for player in (small, large):
        decision(player, state.view(0))
    assert [len(tree) for tree in small._trees] == [5]
    assert 5 < len(large._trees[0]) <= 61
    assert assessed("mcts:iterations=20:nodes=1", state).iterations == 20


def test_a_kept_tree_knows_more_at_the_next_decision() -> None:
    state = recycle_game("leduc_poker").start(seed=1)
    player = ISMCTSPlayer(0, 2, Stream.of(1), iterations=200, reuse="yes")
    once = decision(player, state.view(0))
    state.apply(once)
    while state.to_move == 1:
        state.apply(0)
    assert state.to_move == 0
    decision(player, state.view(0))
    assert player.assessment is not None
    assert sum(player.assessment.visits) > player.assessment.iterations == 200


def test_an_option_that_clearly_is_the_best_ends_the_search() -> None:
    # A king facing a bet: calling always wins, folding never does.
    game = recycle_game("kuhn_poker")
    after_bets = (_bet(game.start(seed)) for seed in range(50))
    state = next(state for state in after_bets if state.view(1).cards("1.HAND") == ("KING",))
    for text in ("pipmc:tests=500:confidence=0.95", "ismcts:iterations=5000:confidence=0.95"):
        found = assessed(text, state)
        assert found.iterations < 500
        assert state.options[found.choice].text == "call"


def _bet(state: OnTable) -> OnTable:
    state.apply(1)
    return state


def test_partners_share_what_they_reach() -> None:
    state = recycle_game("whist").start(seed=1)
    found = assessed("ismcts:iterations=12", state)
    mover = state.to_move
    assert mover is not None
    assert all(of_option[mover] == of_option[(mover + 2) % 4] for of_option in found.estimates)


@pytest.mark.parametrize("options", ["reward=inverse", "reward=score", "rollout=greedy", "belief=uniform"])
@pytest.mark.parametrize("text", ["pipmc:tests=2", "mcts:iterations=8", "ismcts:iterations=8"])
def test_every_option_plays(text: str, options: str) -> None:
    state = recycle_game("agram", seats=2).start(seed=1)
    assert assessed(f"{text}:{options}", state) == assessed(f"{text}:{options}", state)


@pytest.mark.parametrize("text", SEARCHES)
@pytest.mark.parametrize("game", [FAILING, ENDLESS])
def test_games_that_do_not_finish_can_be_searched(game: str, text: str) -> None:
    state = recycle_game(game).start(seed=1, max_decisions=30)
    found = assessed(text, state)
    assert all(0 <= value <= 1 for of_option in found.estimates for value in of_option)


def test_greedy_rollouts_take_what_scores_at_once() -> None:
    state = recycle_game("gops").start(seed=1)
    # Seat 0 bids the ace, the lowest card: every other bid of seat 1 takes the prize.
    state.apply(next(option for option in state.options if option.text == "bid ACE"))
    pilot = Outcome(Status.FINISHED, "", (0, 91), (1, 0))
    policy = greedy_policy(reward("score", 2, [pilot]), state.view(1).teams)
    before = state.copy()
    chosen = {state.options[policy(state, Stream.of(seed))].text for seed in range(20)}
    assert len(chosen) > 5
    assert "bid ACE" not in chosen
    assert state.view(1) == before.view(1)
