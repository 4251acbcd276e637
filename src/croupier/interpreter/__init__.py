"""The RECYCLE interpreter: the definition of the meaning."""

from croupier.interpreter.game import RecycleGame
from croupier.interpreter.state import TableState

__all__ = ["RecycleGame", "TableState"]
