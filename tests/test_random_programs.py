"""Programs at random are good for what they are for, and the comparison of two engines catches mistakes."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from croupier.game import Status
from croupier.interpreter import RecycleGame, TableState
from croupier.recycle.check import Checked, check
from croupier.recycle.forms import FORMS, Dialect
from croupier.text import Source, render_all
from engine_agreement import EVERYTHING, assert_same_game
from random_programs import programs, random_program

pytestmark = pytest.mark.slow

SEEDS = range(75)


def checked(text: str) -> Checked:
    """A text that must be a program."""
    found = check(Source("random.rcy", text))
    assert found.program is not None, f"{render_all(found.errors)}\n{text}"
    return found


def game(text: str, kind: type[RecycleGame] = RecycleGame) -> RecycleGame:
    program = checked(text).program
    assert program is not None
    return kind(program, "random")


def played(text: str, seed: int) -> TableState:
    state = game(text).start(seed, max_steps=20_000, max_decisions=150)
    rng = Random(seed)
    while state.outcome is None:
        state.apply(rng.randrange(state.option_count))
    return state


def test_every_program_can_run_and_every_form_comes_up() -> None:
    used: Counter[str] = Counter()
    dialects: Counter[Dialect] = Counter()
    for seed in SEEDS:
        found = checked(random_program(seed))
        used.update(found.used.keys())
        dialects[found.dialect] += 1
    # Forms of the house dialect are not made at random yet.
    assert not {form.name for form in FORMS.values() if form.since is not Dialect.HOUSE} - set(used)
    assert set(dialects) == set(Dialect) - {Dialect.HOUSE}


def test_most_games_get_far_and_all_ends_come_up() -> None:
    ends = [played(random_program(seed), seed) for seed in SEEDS]
    assert sum(state.decisions >= 3 for state in ends) > 0.6 * len(ends)
    statuses = Counter(state.outcome.status for state in ends if state.outcome is not None)
    assert statuses[Status.FINISHED] > 0.6 * len(ends)
    assert set(statuses) == set(Status)
    assert any(state.table.dropped for state in ends)


def test_the_same_seed_gives_the_same_program() -> None:
    assert random_program(7) == random_program(7) != random_program(8)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_an_engine_agrees_with_itself(text: str) -> None:
    assert_same_game(game(text), game(text), seed=1)


@pytest.mark.parametrize("seed", range(12))
def test_an_engine_agrees_with_itself_in_everything(seed: int) -> None:
    text = random_program(seed)
    assert_same_game(game(text), game(text), seed, depth=EVERYTHING)


class _Wrong(RecycleGame):
    """An engine whose states are of a wrong kind."""

    states: type[TableState]

    def fresh(self, *args: Any, **words: Any) -> TableState:
        state = super().fresh(*args, **words)
        state.__class__ = self.states
        return state


class _ReversedOptions(TableState):
    __slots__ = ()

    def build(self, choice: Any) -> Any:
        return super().build(choice)[::-1]


class _ForgetfulCopies(TableState):
    __slots__ = ()

    def copy(self) -> TableState:
        twin = super().copy()
        twin.table.ints.clear()
        return twin


class _SharedCopies(TableState):
    __slots__ = ()

    def copy(self) -> TableState:
        twin = super().copy()
        twin.table.cards = self.table.cards
        return twin


class _Nosy(TableState):
    __slots__ = ()

    def view(self, seat: int) -> Any:
        return super().view((seat + 1) % self.game.seats)


class _Unfair(TableState):
    __slots__ = ()

    def _finish(self) -> None:
        self.table.players.append([0, -1])
        super()._finish()
        assert self.outcome is not None
        scores = tuple(score + 1 for score in self.outcome.scores)
        self.outcome = type(self.outcome)(
            self.outcome.status, self.outcome.reason, scores, self.outcome.ranks
        )


@pytest.mark.parametrize(
    ("states", "told"),
    [
        (_ReversedOptions, "options"),
        (_ForgetfulCopies, "in a copy"),
        (_SharedCopies, "copy"),
        (_Nosy, "view of seat"),
        (_Unfair, "outcome's scores"),
    ],
)
def test_a_wrong_engine_is_caught(states: type[TableState], told: str) -> None:
    wrong = type("Wrong", (_Wrong,), {"states": states})
    text = next(t for t in map(random_program, SEEDS) if _is_good(t))
    with pytest.raises(AssertionError) as caught:
        assert_same_game(game(text), game(text, wrong), seed=0, depth=EVERYTHING)
    message = str(caught.value)
    assert told in message
    assert "(game\n" in message
    assert "of seed" in message


def _is_good(text: str) -> bool:
    """Whether a game has several seats, stored integers and many decisions, and finishes."""
    state = played(text, 0)
    assert state.outcome is not None
    done = state.outcome.status is Status.FINISHED and bool(state.table.ints)
    return done and len(state.choices) > 5 and state.game.seats > 1
