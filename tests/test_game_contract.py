"""The contract of a game: ours keep it, and a toy game that breaks a law is told which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from croupier import load
from croupier.game import DEAL, Option, Outcome, Status, Stream
from croupier.interpreter.state import TableState
from croupier.native import NativeGame
from croupier.native.search import Root
from croupier.native.state import NativeState
from croupier.testing import assert_game

CARDS = 4


@pytest.mark.parametrize("name", ["kuhn_poker", "agram"])
def test_library_games_keep_the_contract(name: str) -> None:
    assert_game(load(name), seeds=[1], most=6, looks=1)
    assert_game(load(name, engine="interpreter"), seeds=[1], most=4, looks=1)


@dataclass(frozen=True)
class Glance:
    """The view of a toy: the own card, and what has been said."""

    seat: int
    card: int
    said: tuple[int, ...]
    to_move: int | None
    options: tuple[Option, ...]
    fault: str = field(compare=False)
    seats: int = 2
    teams: tuple[tuple[int, ...], ...] = ((0,), (1,))

    @property
    def option_count(self) -> int:
        return len(self.options) + (self.fault == "a view counts its options")

    def __hash__(self) -> int:
        return id(self) if self.fault == "views are equal where a seat sees the same" else self.card

    def sample(self, rng: Stream) -> Bluff:
        cards = [self.card, self.card]
        cards[1 - self.seat] = (self.card + 1 + rng.below(CARDS - 1)) % CARDS
        if self.fault == "a sample agrees with the view":
            cards.reverse()
        said = list(self.said)
        if self.fault == "the same view and stream give the same sample":
            cards[1 - self.seat] = Toy.restless(cards[self.seat])
        return Bluff(cards, said, self.fault)


class Bluff:
    """Two seats with a card each say low or high; the highest wins if it has said so."""

    def __init__(self, cards: list[int], said: list[int], fault: str) -> None:
        self.cards, self.said, self.fault = cards, said, fault

    @property
    def outcome(self) -> Outcome | None:
        if len(self.said) < 4:
            return None
        scores = tuple(self.cards[seat] * (1 + self.said[seat]) for seat in range(2))
        return Outcome(Status.FINISHED, "all has been said", scores, (0, 0), (0.5, 0.5))

    @property
    def to_move(self) -> int | None:
        if self.fault == "a game has an outcome when nobody is to move":
            return len(self.said) % 2
        return None if len(self.said) >= 4 else len(self.said) % 2

    @property
    def options(self) -> tuple[Option, ...]:
        if len(self.said) >= 4:
            return ()
        texts = ("low", "low" if self.fault == "the texts of options differ" else "high")
        keys = ("l", "l" if self.fault == "the keys of options differ" else "h")
        options = tuple(Option(i, keys[i], texts[i]) for i in range(2))
        if self.fault == "options are numbered from 0":
            return options[::-1]
        return options[:1] if self.fault == "a decision has two options at least" else options

    @property
    def option_count(self) -> int:
        return len(self.options) + (self.fault == "option_count is the number of options")

    def apply(self, option: Option | int | str) -> None:
        named: dict[Any, int] = {"l": 0, "h": 1, "low": 0, "high": 1}
        index = option.index if isinstance(option, Option) else named.get(option, option)
        if self.fault == "an option does the same by index" and isinstance(option, Option):
            index = 0
        self.said.append(int(index))

    def view(self, seat: int) -> Any:
        mine = self.to_move == seat or self.fault == "a view has the options of its own seat"
        options = self.options if mine else ()
        to_move = 1 - seat if self.fault == "a view tells who is to move" else self.to_move
        whose = 1 - seat if self.fault == "a view knows its seat" else seat
        glance = Glance(whose, self.cards[seat], tuple(self.said), to_move, options, self.fault)
        if self.fault == "every seat is in one team":
            object.__setattr__(glance, "teams", ((0,),))
        return glance

    def copy(self) -> Bluff:
        if self.fault == "copies have the same chances ahead":
            return Bluff([Toy.restless(c) for c in self.cards], self.said[:], self.fault)
        shared = self.fault == "a copy goes on without changing the original"
        return Bluff(self.cards[:], self.said if shared else self.said[:], self.fault)

    def finish_at_random(self, stream: Stream) -> Outcome:
        while self.outcome is None:
            self.apply(stream.below(2))
        assert self.outcome is not None
        if self.fault == "finishing at random comes to the same":
            return Outcome(Status.FINISHED, str(Toy.restless(0)))
        return self.outcome

    def outcome_now(self) -> Outcome | None:
        if self.fault == "looking at a state leaves it as it is":
            self.cards[0] = (self.cards[0] + 1) % CARDS
        if self.fault == "scoring now gives the same twice":
            return Outcome(Status.FINISHED, str(Toy.restless(0)))
        return self.outcome


class Toy:
    """A game that keeps every law but one."""

    name, seats, turns = "bluff", 2, 0

    def __init__(self, fault: str = "") -> None:
        self.fault = fault

    @classmethod
    def restless(cls, other: int) -> int:
        """A number that is another one each time, and never the other card."""
        cls.turns += 1
        return (other + 1 + cls.turns % 3) % CARDS

    def start(self, seed: int = 0) -> Bluff:
        first = Stream.of(seed, DEAL).below(CARDS)
        if self.fault == "the same seed and choices give the same game":
            first = self.restless(first)
        return Bluff([first, (first + 1) % CARDS], [], self.fault)

    def arrange(self, places: Mapping[str, str], *, current: int = 0, seed: int = 0) -> Bluff:
        raise ValueError("there is nothing to arrange")


def test_a_game_of_ones_own_keeps_it() -> None:
    assert_game(Toy())


@pytest.mark.parametrize(
    "law",
    [
        "a game has an outcome when nobody is to move",
        "option_count is the number of options",
        "options are numbered from 0",
        "the keys of options differ",
        "the texts of options differ",
        "a decision has two options at least",
        "an option does the same by index",
        "the same seed and choices give the same game",
        "looking at a state leaves it as it is",
        "a copy goes on without changing the original",
        "copies have the same chances ahead",
        "a view knows its seat",
        "a view tells who is to move",
        "a view has the options of its own seat",
        "a view counts its options",
        "every seat is in one team",
        "views are equal where a seat sees the same",
        "a sample agrees with the view",
        "the same view and stream give the same sample",
        "finishing at random comes to the same",
        "scoring now gives the same twice",
    ],
)
def test_each_broken_law_is_told(law: str) -> None:
    with pytest.raises(AssertionError, match=f"bluff: {law}"):
        assert_game(Toy(law))


def test_a_script_keeps_the_contract() -> None:
    assert_game(load("duel.cdg"), seeds=[1], most=6, looks=2)


def test_capabilities_have_to_agree_on_both_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    game, wrong = load("kuhn_poker", engine="native"), Outcome(Status.FINISHED, "wrong", (1, 2))

    def broken(kind: type, name: str, value: object, law: str) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(kind, name, value)
            with pytest.raises(AssertionError, match=law):
                assert_game(game, seeds=[1], most=3, looks=1)

    broken(NativeState, "finish_at_random", lambda *_: wrong, "as the interpreter does, choice by choice")
    broken(NativeState, "outcome_now", lambda *_: wrong, "scoring now is the same on both engines")
    broken(TableState, "to_move", property(lambda _: 0), "both engines play the same game")
    broken(
        Root,
        "pure_monte_carlo",
        lambda *_, **__: ([3, 3], [[0, 0], [6, 6]], [[0, 0], [12, 12]]),
        "a search by kernels",
    )
    broken(NativeGame, "counting", lambda self: load("agram").counting(), "a game that counts is the same")
    broken(NativeGame, "batches", lambda self, **limits: Short(), "a batch counts the games that finish")


class Short:
    """Batches that leave out what was asked for."""

    def play(self, seed: int, first: int, count: int) -> list[Any]:
        return []
