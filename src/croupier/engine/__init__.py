"""The RECYCLE interpreter: the definition of the meaning."""

from croupier.engine.game import RecycleGame, load
from croupier.engine.state import TableState

__all__ = ["RecycleGame", "TableState", "load"]
