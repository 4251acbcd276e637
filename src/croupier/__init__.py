"""Croupier: write down a card game and find out how it plays.

>>> import croupier
>>> program = croupier.read("agram")
>>> program.seats, program.cards
(4, 35)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.catalog.loading import load, read
    from croupier.recycle.program import Program, ProgramError

__version__ = "0.2.0"
__all__ = ["Program", "ProgramError", "__version__", "load", "read"]

_HOMES = {
    "Program": "croupier.recycle.program",
    "ProgramError": "croupier.recycle.program",
    "load": "croupier.catalog.loading",
    "read": "croupier.catalog.loading",
}


def __getattr__(name: str) -> Any:
    # Loaded when they are first used, so that `croupier --help` need not read the whole house.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")
