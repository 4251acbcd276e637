"""Machine code of a game, made while people look at its table already: that takes a second or two.

It takes some 50 MB a table, too, and only players that think need it: where people play among themselves,
none is made.
"""

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
        self._make = make
        self._begun = False
        self._done: Future[HostedGame] = Future()

    def begin(self) -> None:
        """Compile in the background, if that has not begun yet."""
        if self._begun:
            return
        self._begun = True
        if able(self._slow, HasProgram) is not None and usual_engine()[0] == "native":
            threading.Thread(target=self._compile, daemon=True).start()
        else:
            self._done.set_result(self._slow)

    def _compile(self) -> None:
        try:
            game = self._make()
            # The first game compiles what all of them need.
            game.fresh(0).begin()
            self._done.set_result(game)
        except Exception:
            # The interpreter can play it, too, only slower.
            traceback.print_exc()
            self._done.set_result(self._slow)

    @property
    def is_done(self) -> bool:
        """Nobody has to wait for it any more; asking begins it."""
        self.begin()
        return self._done.done()

    def game(self) -> HostedGame:
        """Waits for the faster game; the slow one where there is none."""
        self.begin()
        return self._done.result()
