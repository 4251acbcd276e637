"""The meaning of every value form: the definitions of all modules together."""

from __future__ import annotations

from croupier.interpreter import amounts, gatherings, keeping
from croupier.interpreter.valuing import MEANINGS, Meaning, cards, elements, groups, key, value

DEFINED_IN = (amounts, gatherings, keeping)
"""Where the definitions are; whoever asks for a value through this module has them all."""

__all__ = ["DEFINED_IN", "MEANINGS", "Meaning", "cards", "elements", "groups", "key", "value"]
