"""Programs as machine code: the kernel language, the lowering of RECYCLE, and the games that run on it."""

from croupier.native.game import NativeGame
from croupier.native.state import NativeState

__all__ = ["NativeGame", "NativeState"]
