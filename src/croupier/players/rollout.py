"""How a search plays on to the end of a game, where its tree ends."""

from __future__ import annotations

from collections.abc import Callable

from croupier.game import Outcome, State, Status, Stream
from croupier.game.capabilities import FinishesAtRandom, ScoresNow, able
from croupier.players.reward import Reward
from croupier.players.sums import partners

Policy = Callable[[State, Stream], int]
"""The option that is taken at a decision, by its index."""

POLICIES = ("random", "greedy")


def finish(state: State, stream: Stream, policy: Policy) -> Outcome:
    """How a game ends, all seats from one stream; a state may know a quicker way for random ones.

    The state is used up: where it stands afterwards is not said.
    """
    quick = able(state, FinishesAtRandom) if policy is random_policy else None
    if quick is not None:
        return quick.finish_at_random(stream)
    while state.to_move is not None:
        state.apply(policy(state, stream))
    assert state.outcome is not None
    return state.outcome


def random_policy(state: State, stream: Stream) -> int:
    """Any option: one draw."""
    return stream.below(state.option_count)


def greedy_policy(reward: Reward, teams: tuple[tuple[int, ...], ...]) -> Policy:
    """The option after which the mover and its partners would have most, if the game were over then.

    Equals are drawn among, which takes one draw. Where a game cannot tell its scores before its end all
    options are equal.
    """

    def policy(state: State, stream: Stream) -> int:
        mover = state.to_move
        assert mover is not None
        team, worth = partners(mover, teams), []
        for option in range(state.option_count):
            twin = state.copy()
            twin.apply(option)
            points = reward.of(_as_if_over(twin))
            worth.append(sum(points[seat] for seat in team))
        best = max(worth)
        equals = [option for option, value in enumerate(worth) if value == best]
        return equals[stream.below(len(equals))]

    return policy


def policy_named(name: str, reward: Reward, teams: tuple[tuple[int, ...], ...]) -> Policy:
    """A policy by name."""
    return greedy_policy(reward, teams) if name == "greedy" else random_policy


def _as_if_over(state: State) -> Outcome:
    """The outcome of a state, or what it would be if the game were over now, where it can tell."""
    scored = able(state, ScoresNow)
    outcome = state.outcome if scored is None else scored.outcome_now()
    return Outcome(Status.UNFINISHED, "") if outcome is None else outcome
