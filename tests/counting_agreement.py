"""Both engines count the same of the same games."""

from __future__ import annotations

from croupier.game import PLAYER, State, Stream, game_seed
from croupier.game.counting import Counting, starts
from croupier.interpreter.game import RecycleGame
from croupier.native import NativeGame, code
from croupier.recycle.program import Program
from native_games import quickly_compiled


def random_game(counting: Counting, seats: int, index: int, **limits: int) -> tuple[tuple[int, ...], str]:
    """What a game of random players comes to, and how it ends."""
    seed = game_seed(1, index)
    streams = [Stream.of(seed, PLAYER, seat) for seat in range(seats)]

    def choose(state: State) -> int:
        assert state.to_move is not None
        return streams[state.to_move].below(state.option_count)

    counts, outcome = counting.play(seed, choose, **limits)
    return counts, outcome.status.value


def assert_same_counts(
    program: Program, games: int, kernel_of: object = quickly_compiled, **limits: int
) -> None:
    """Games one by one on either engine, and by the batch, come to the same counts."""
    limits = {"max_steps": 100_000, "max_decisions": 400, **limits}
    usual = code._kernel
    try:
        code._kernel = kernel_of  # type: ignore[assignment]
        slow, native = RecycleGame(program, "game").counting(), NativeGame(program, "game").counting()
        assert slow.rules == native.rules
        total = [0] * starts(slow.rules)[-1]
        for index in range(games):
            one = random_game(slow, program.seats, index, **limits)
            other = random_game(native, program.seats, index, **limits)
            assert one == other, _differences(slow, index, one[0], other[0])
            total = [a + b for a, b in zip(total, one[0], strict=True)]
        many = native.play_many(
            1, 0, games, max_steps=limits["max_steps"], max_decisions=limits["max_decisions"]
        )
        assert many is not None
        assert many.games + len(many.odd) == games
        batch = list(many.counts)
        for index in many.odd:
            counts, _ = random_game(native, program.seats, index, **limits)
            batch = [a + b for a, b in zip(batch, counts, strict=True)]
        assert batch == total, _differences(slow, -1, tuple(total), tuple(batch))
    finally:
        code._kernel = usual


def _differences(counting: Counting, index: int, one: tuple[int, ...], other: tuple[int, ...]) -> str:
    """The rules of which something else was counted."""
    at, told = starts(counting.rules), [f"game {index}"]
    for number, rule in enumerate(counting.rules):
        pair = [counts[at[number] : at[number + 1]] for counts in (one, other)]
        if pair[0] != pair[1]:
            told.append(f"line {rule.span.line}, {rule.kind}: {pair} {' '.join(rule.span.text.split())[:60]}")
    return "\n".join(told)
