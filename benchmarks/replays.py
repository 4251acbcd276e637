"""Replays of random games, which must be identical: `python benchmarks/replays.py [GAMES] [NAME...]`.

Records that many random games (1000 unless told otherwise) of every game in the library, replays each from
its transcript, and compares every event and the outcome. The exit code is 1 if any game differs.
"""

from __future__ import annotations

import sys
from time import perf_counter

from croupier.catalog import shelf
from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, Outcome, Stream, Transcript, TranscriptError
from croupier.game.transcript import Line, dump
from croupier.interpreter.on_table import GameOnTable
from croupier.interpreter.record import Recorder, header


def recorded(game: GameOnTable, seed: int) -> tuple[str, Outcome | None]:
    """The transcript of a random game, and how it ended."""
    state, stream = game.fresh(seed, views=False), Stream.of(seed, PLAYER)
    lines: list[Line] = [header(state, ["random"] * game.seats)]
    state.listen(Recorder(state, lines.append))
    state.begin()
    while state.outcome is None:
        state.apply(stream.below(state.option_count))
    return "".join(dump(line) + "\n" for line in lines), state.outcome


def differences(name: str, games: int) -> int:
    """How many of so many games are not the same when they are replayed."""
    game, different = recycle_game(name), 0
    for seed in range(games):
        text, outcome = recorded(game, seed)
        try:
            same = game.replay(Transcript.parse(text, f"{name}-{seed}")).outcome == outcome
        except TranscriptError as problem:
            print(problem)
            same = False
        different += not same
    return different


def main() -> None:
    """Replay them all."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    failed = False
    for name in sys.argv[2:] or shelf.names():
        start = perf_counter()
        different = differences(name, games)
        failed |= bool(different)
        print(
            f"{name:<16} {games:>6} games, {different} different, {perf_counter() - start:6.1f} s", flush=True
        )
    sys.exit(failed)


if __name__ == "__main__":
    main()
