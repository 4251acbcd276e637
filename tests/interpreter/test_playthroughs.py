"""A whole game of everything in the library, event by event, the same on every platform and Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, Stream
from croupier.interpreter.table import Event
from croupier.interpreter.words import Words
from croupier.recycle.program import Expr
from golden import assert_golden
from strategies import PROGRAMS

pytestmark = pytest.mark.slow

LIBRARY = [path for path in PROGRAMS if path.parent.name == "library"]
SEED = 7


def playthrough(path: Path, seed: int) -> str:
    """A game of random players, in words."""
    game = recycle_game(path)
    state = game.fresh(seed)
    words = Words(state.table, None)
    lines = [f"{game.title}, {game.seats} seats, seed {seed}", ""]

    def tell(event: Event, expr: Expr) -> None:
        head = "" if event[0] in ("decision", "end") else "  "
        lines.append(f"{head}{words.event(event, expr)}")

    state.listen(tell)
    state.begin()
    players = [Stream.of(seed, PLAYER, seat) for seat in range(game.seats)]
    while state.outcome is None:
        assert state.to_move is not None
        state.apply(players[state.to_move].below(state.option_count))
    wins = ", ".join(f"{win:g}" for win in state.outcome.wins)
    lines += ["", f"ranks {', '.join(map(str, state.outcome.ranks))}; wins {wins}"]
    lines += [f"{state.decisions} decisions, {state.forced} of them forced, {state.option_total} options"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_a_game_of_the_library_is_played_as_before(path: Path) -> None:
    assert_golden(f"playthroughs/{path.stem}.txt", playthrough(path, SEED))


def test_every_game_of_the_library_has_its_playthrough() -> None:
    folder = Path(__file__).parents[1] / "golden" / "playthroughs"
    assert {path.stem for path in folder.glob("*.txt")} == {path.stem for path in LIBRARY}
