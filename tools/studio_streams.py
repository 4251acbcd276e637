"""What pages are sent in random games, for the tests of the studio's own code.

    $ python tools/studio_streams.py FILE.json [--games N] [--names hearts,coup]

For every game of the library and every number of seats: the plan, and the messages to a seat in random games.
The laws of the table (npm test in `studio/`) are held against it.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from croupier.catalog import shelf
from croupier.catalog.loading import load
from croupier.game.settings import ParameterError
from croupier.game.transcript import Line
from croupier.script import library as scripts
from croupier.wire.feed import Feed
from croupier.wire.plan import Plan, plan

MOST_MESSAGES = 60
"""Of one game; more of the same shows nothing new."""


def stream(name: str, seats: int | None, laid: Plan | None, seed: int) -> dict[str, Any]:
    """One random game as one seat is sent it."""
    game = load(name, seats=seats, engine="interpreter")
    rng = Random(seed)
    seat = seed % game.seats
    heard: list[Line] = []
    state = game.fresh(seed, max_decisions=400)
    state.listen(state.recorder(heard.append))
    state.begin()
    feed = Feed(game, seat, laid or plan(game))
    messages = [feed.opening(state, heard)]
    while state.to_move is not None and len(messages) < MOST_MESSAGES:
        state.apply(rng.randrange(state.option_count))
        messages.append(feed.update(state, heard))
    return {"game": name, "seats": game.seats, "seat": seat, "messages": messages}


def main() -> int:
    """Write the streams that the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--games", type=int, default=1, help="random games of each number of seats (default 1)"
    )
    parser.add_argument("--names", help="only these games")
    asked = parser.parse_args()
    written = [f"{name}{ending}" for ending in (".ah", ".cdg") for name in scripts.names(ending)]
    names = asked.names.split(",") if asked.names else [*shelf.names(), *written]
    found: list[dict[str, Any]] = []
    for name in names:
        low, high = shelf.head(shelf.find(name)).seats or (0, 0)
        for seats in range(low, high + 1) if low else [None]:
            try:
                laid = plan(load(name, seats=seats, engine="interpreter"))
            except ParameterError:
                # The head of a script names players that the program itself may refuse.
                continue
            found += [stream(name, seats, laid, seed) for seed in range(asked.games)]
        sys.stderr.write(f"{name} ")
    asked.file.write_text(json.dumps(found), encoding="utf-8")
    sys.stderr.write(f"\n{len(found)} games\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
