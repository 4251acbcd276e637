"""Croupier: write down a card game and find out how it plays.

>>> import croupier
>>> program = croupier.read("agram")
>>> program.seats, program.cards
(4, 35)
"""

from __future__ import annotations

TYPE_CHECKING = False
"""Checkers take it for `typing.TYPE_CHECKING`, whose module takes longer to load than all of this one."""
if TYPE_CHECKING:
    from typing import Any

    from croupier.catalog.loading import load, read
    from croupier.envs.vector import vector
    from croupier.game import Game, Option, Outcome, State, Transcript, TranscriptError, View
    from croupier.game.choosing import AmbiguousChoice, ChoiceError, NotAnOption, OptionOfAnotherPosition
    from croupier.game.settings import ParameterError
    from croupier.lab.analysis import analyze
    from croupier.lab.comparison import compare
    from croupier.lab.functions import coverage, replay, simulate, tournament
    from croupier.lab.sweeps import sweep
    from croupier.players import Player, PlayerError
    from croupier.recycle.program import Program, ProgramError
    from croupier.text import CroupierError, SourceError

__version__ = "0.2.0"

_HOMES = {
    "AmbiguousChoice": "croupier.game.choosing",
    "ChoiceError": "croupier.game.choosing",
    "CroupierError": "croupier.text",
    "Game": "croupier.game",
    "NotAnOption": "croupier.game.choosing",
    "Option": "croupier.game",
    "OptionOfAnotherPosition": "croupier.game.choosing",
    "Outcome": "croupier.game",
    "ParameterError": "croupier.game.settings",
    "Player": "croupier.players",
    "PlayerError": "croupier.players",
    "Program": "croupier.recycle.program",
    "ProgramError": "croupier.recycle.program",
    "SourceError": "croupier.text",
    "State": "croupier.game",
    "Transcript": "croupier.game",
    "TranscriptError": "croupier.game",
    "View": "croupier.game",
    "analyze": "croupier.lab.analysis",
    "compare": "croupier.lab.comparison",
    "coverage": "croupier.lab.functions",
    "load": "croupier.catalog.loading",
    "read": "croupier.catalog.loading",
    "replay": "croupier.lab.functions",
    "simulate": "croupier.lab.functions",
    "sweep": "croupier.lab.sweeps",
    "tournament": "croupier.lab.functions",
    "vector": "croupier.envs.vector",
}
"""Every public name and the module that has it: loaded when it is first used, so `--help` stays fast."""

__all__ = [
    "AmbiguousChoice",
    "ChoiceError",
    "CroupierError",
    "Game",
    "NotAnOption",
    "Option",
    "OptionOfAnotherPosition",
    "Outcome",
    "ParameterError",
    "Player",
    "PlayerError",
    "Program",
    "ProgramError",
    "SourceError",
    "State",
    "Transcript",
    "TranscriptError",
    "View",
    "__version__",
    "analyze",
    "compare",
    "coverage",
    "load",
    "read",
    "replay",
    "simulate",
    "sweep",
    "tournament",
    "vector",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        found = getattr(import_module(_HOMES[name]), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *globals()})
