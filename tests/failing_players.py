"""Players that fail, each in a way of its own."""

from __future__ import annotations

import sys
from typing import Any

from croupier.game import Option, Outcome, View
from croupier.players import BlindPlayer, Player


class Raises(Player):
    """Divides by zero."""

    def choose(self, view: View) -> Option:
        return view.options[1 // 0]


class Leaves(Player):
    """Ends the process."""

    def choose(self, view: View) -> Option:
        sys.exit(7)


class Invents(Player):
    """Chooses what is not there."""

    def choose(self, view: View) -> Option:
        return "the moon"  # type: ignore[return-value]


class Dreams(Player):
    """Records what is no estimate."""

    def choose(self, view: View) -> Option:
        self.record([[7.0]])
        return view.options[0]


class Unborn(Player):
    """Cannot be made."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        raise RuntimeError("no model\nwas found")

    def choose(self, view: View) -> Option:
        return view.options[0]


class Bare(Player):
    """Forgets what it is made of."""

    def __init__(self, *_: Any) -> None:
        pass

    def choose(self, view: View) -> Option:
        return view.options[0]


class Abstract(Player):
    """Does not say how it chooses."""


class Blind(BlindPlayer):
    """Picks what is not there."""

    def pick(self, count: int) -> int:
        return count


class Restless(Player):
    """Fails when all is over."""

    def choose(self, view: View) -> Option:
        return view.options[0]

    def close(self, outcome: Outcome | None = None) -> None:
        raise OSError("still busy")


class Late(Player):
    """Plays well for a while."""

    games = 0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        Late.games += 1

    def choose(self, view: View) -> Option:
        if Late.games > 60:
            raise LookupError("enough")
        return view.options[0]
