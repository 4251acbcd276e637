"""Lowering: a checked program as kernel text, and the map of its block."""

from croupier.native.lower.program import Lowered, lower

__all__ = ["Lowered", "lower"]
