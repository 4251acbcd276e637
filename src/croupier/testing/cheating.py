"""Whether a player goes by more than its view.

A random game is played, and at one seat a player is asked at each of its decisions, and shown what it may
watch, as in a real run. What it chooses is noted, and changes nothing. Two things must make no difference.

*The hidden cards.* The same is done with other states: at each step one that looks the same from the seat,
with the hidden cards dealt anew. An honest player cannot tell them apart. With the same stream it makes the
same choices, or at least makes them equally often, if it has chance of its own. Only the true state or the
others are in memory at a time: a player who looks for them somewhere finds them, and is found out.

*The stream.* A player is asked with the stream that a real run hands it, which is made from the seed of this
very deal, and with streams of other games. An honest player cannot tell which one belongs to the deal.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import erfc, sqrt

from croupier.catalog.loading import as_recycle
from croupier.game import PLAYER, SAMPLE, Game, Outcome, State, Stream, View, game_seed, player_stream
from croupier.interpreter.view import View as TableView
from croupier.players import Maker, Player, answering, named
from croupier.players.playing import asked
from croupier.testing.requiring import require

Make = Callable[[int, int, Stream], Player]
"""Makes a player for a seat, a number of seats and a stream."""

GAMES = range(4)
"""The seeds of the games in which players are asked unless somebody says otherwise."""
STREAMS = 8
"""With so many streams a player is asked in each of them: 8⁴ ways to take one for that of the deal."""
MOST = 100
"""After so many decisions of all seats a game is left."""
_SHUFFLES = 20_000
_ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class Comparison:
    """The choices of a player in a game, and in states that look the same to it."""

    position: str
    """Which game, and which seat."""
    choices: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
    """In either world, for every stream, the option at every decision; the first stream is the deal's own."""

    @property
    def identical(self) -> bool:
        """Whether every stream led to the same choices."""
        return self.choices[0] == self.choices[1]

    @property
    def p(self) -> float:
        """How likely so different choices are if the player cannot tell the hidden cards."""
        if self.identical:
            return 1.0
        steps = zip(*(zip(*world, strict=True) for world in self.choices), strict=True)
        return _homogeneity((Counter(true), Counter(other)) for true, other in steps)

    @property
    def oddness(self) -> tuple[int, ...]:
        """For every stream, how often others have led to another choice: the first is that of the deal."""
        true = self.choices[0]
        return tuple(sum(a != b for other in true for a, b in zip(one, other, strict=True)) for one in true)


def compare(
    player: str | Make, game: Game, *, seed: int, seeds: int = STREAMS, most: int = MOST
) -> Comparison | None:
    """Ask a player throughout a game, and in states that look the same; None if it has nothing to decide.

    The others play at random. Where nothing is hidden that could be dealt otherwise both are the same.

    >>> from croupier import load
    >>> found = compare("pipmc:tests=2", load("kuhn_poker"), seed=0, seeds=3)
    >>> found.identical, found.p
    (True, 1.0)
    """
    make = named(player) if isinstance(player, str) else player
    seat, course = seed % game.seats, Course.of(game, seed, most)
    if seat not in course.movers:
        return None
    true = [_asked(make, course.states(), seed, seat, stream, course) for stream in range(seeds)]
    twins = [_twin(game, state, seat, seed + step) for step, state in enumerate(course.states())]
    gc.collect()
    copies = ((twin.copy() for twin in twins) for _ in range(seeds))
    others = [_asked(make, states, seed, seat, stream, course) for stream, states in enumerate(copies)]
    return Comparison(f"{game.name}, seed {seed}, seat {seat}", (tuple(true), tuple(others)))


def assert_no_cheating(
    player: str | Make,
    game: Game,
    *,
    games: Sequence[int] = GAMES,
    seeds: int = STREAMS,
    level: float = 0.001,
    most: int = MOST,
) -> None:
    """Fail if a player's choices depend on what its seat may not know.

    Games are told by their seeds; in each the player is asked with so many streams, in two worlds. `level` is
    how often an honest player that draws from sources of its own may fail. It takes several games to find out
    who computes the deal from its stream: `seeds` to the power of their number has to be above 1 / `level`.
    """
    found = [compare(player, game, seed=seed, seeds=seeds, most=most) for seed in games]
    compared = [comparison for comparison in found if comparison is not None]
    require(compared, "in none of these games was there anything to decide")
    for comparison in compared:
        require(
            comparison.p * len(compared) >= level,
            f"this player knows more than it may ({comparison.position}): the hidden cards alone changed its "
            f"choices from {_listed(comparison.choices[0])} to {_listed(comparison.choices[1])}",
        )
    p = _exchangeability([comparison.oddness for comparison in compared])
    require(
        p >= level,
        f"this player knows more than it may ({game.name}): with streams that belong to the deal it chooses "
        f"otherwise than with streams of other games (p = {p:.2g})",
    )


@dataclass(frozen=True, slots=True)
class Course:
    """A random game that is played again and again. Nothing of it follows from a stream that players get."""

    game: Game
    seed: int
    movers: tuple[int, ...]
    """Who decided, at every step."""
    choices: tuple[int, ...]
    outcome: Outcome | None

    @staticmethod
    def of(game: Game, seed: int, most: int = MOST) -> Course:
        """The course of a game up to so many decisions."""
        state, chance = game.start(seed), Stream.of(seed, PLAYER, game.seats)
        movers, choices = list[int](), list[int]()
        while (mover := state.to_move) is not None and len(movers) < most:
            movers.append(mover)
            choices.append(chance.below(state.option_count))
            state.apply(choices[-1])
        return Course(game, seed, tuple(movers), tuple(choices), state.outcome)

    def states(self) -> Iterator[State]:
        """One state, at each of its decisions in turn."""
        state = self.game.start(self.seed)
        for choice in self.choices:
            yield state
            state.apply(choice)


def _asked(
    make: Make | Maker, states: Iterable[State], seed: int, seat: int, stream: int, course: Course
) -> tuple[int, ...]:
    """Ask a player at its decisions, and let it watch the others, with one of its streams; 0: the deal's."""
    player = make(seat, course.game.seats, _stream(make, seed, seat, stream))
    chosen: list[int] = []
    try:
        for state in states:
            if state.to_move == seat:
                chosen.append(asked(player, state, seat))
                require(not player.forfeited, f"the player has failed: {player.forfeited}")
            elif player.watches:
                view = state.view(seat)
                with answering(player):
                    player.watch(view)
    finally:
        with answering(player):
            player.close(course.outcome)
    return tuple(chosen)


def _stream(make: Make | Maker, seed: int, seat: int, number: int) -> Stream:
    """What a real run hands to the player; for numbers from 1 on, what it hands out in other games."""
    own = seed if not number else game_seed(seed, number)
    return make.stream(own, seat) if isinstance(make, Maker) else player_stream(own, seat)


def _twin(game: Game, state: State, seat: int, seed: int) -> State:
    """A state that looks the same from the seat, with other hidden cards if there are others."""
    view = state.view(seat)
    twin, seats = state, range(view.seats)
    for attempt in range(_ATTEMPTS):
        twin = _hosted(view, game).sample(Stream.of(seed, SAMPLE, attempt))
        require(twin.view(seat) == view, "the sample does not agree with the view")
        if any(twin.view(other) != state.view(other) for other in seats):
            break
    return twin


def _hosted(view: View, game: Game) -> View:
    """The view of a game that is really played, not of the façade that a player has: so are its samples."""
    played = as_recycle(game)
    if isinstance(view, TableView) and played is not None:
        return replace(view.without_kernels(), game=played)
    return view


def _listed(world: tuple[tuple[int, ...], ...]) -> str:
    """The choices at each decision, with how often each was made."""
    return "; ".join(str(dict(Counter(step))) for step in zip(*world, strict=True))


def _exchangeability(found: Sequence[tuple[int, ...]]) -> float:
    """How likely the first numbers of rows are as large as they are, if any of a row might be the first."""
    true, chance = sum(row[0] for row in found), Stream.of(len(found))
    if all(len({*row}) == 1 for row in found):
        return 1.0
    as_odd = sum(sum(row[chance.below(len(row))] for row in found) >= true for _ in range(_SHUFFLES))
    return (as_odd + 1) / (_SHUFFLES + 1)


def _homogeneity(steps: Iterable[tuple[Counter[int], Counter[int]]]) -> float:
    """The p of the chi-square test that at every step two distributions are alike (Wilson and Hilferty)."""
    square, freedom = 0.0, 0
    for one, other in steps:
        first, second = one.total(), other.total()
        options = {*one, *other}
        freedom += len(options) - 1
        for option in options:
            both = one[option] + other[option]
            for found, total in ((one[option], first), (other[option], second)):
                expected = both * total / (first + second)
                # In a small sample the square is larger by this much, even if there is nothing to find.
                square += (found - expected) ** 2 / expected * (first + second - 1) / (first + second)
    if not freedom:
        return 1.0
    z = ((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    return erfc(z / sqrt(2)) / 2
