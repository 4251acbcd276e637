"""Machine code of a game, made while people look at its table already: that takes a second or two."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future

from croupier.catalog.loading import usual_engine
from croupier.game.capabilities import HasProgram, able
from croupier.game.hosting import HostedGame


class Compiling:
    """A game on the interpreter, and the same game in machine code as soon as there is some."""

    def __init__(self, game: HostedGame, make: Callable[[], HostedGame]) -> None:
        self._slow = game
        self._done: Future[HostedGame] = Future()
        if able(game, HasProgram) is not None and usual_engine()[0] == "native":
            threading.Thread(target=self._compile, args=(make,), daemon=True).start()
        else:
            self._done.set_result(game)

    def _compile(self, make: Callable[[], HostedGame]) -> None:
        try:
            game = make()
            # The first game compiles what all of them need.
            game.fresh(0).begin()
            self._done.set_result(game)
        except Exception:
            # The interpreter can play it, too, only slower.
            traceback.print_exc()
            self._done.set_result(self._slow)

    @property
    def is_done(self) -> bool:
        """Nobody has to wait for it any more."""
        return self._done.done()

    def game(self) -> HostedGame:
        """Waits for the faster game; the slow one where there is none."""
        return self._done.result()
