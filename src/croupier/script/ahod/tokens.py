"""The words of AHOD: what a token is, and which names are reserved."""

from __future__ import annotations

from croupier.script.tokens import Token

SEED_KEYWORDS = (
    "bool float int string const True False None not let be do if elif else for in range while break "
    "continue times return when with new"
)
KEYWORDS = frozenset(f"{SEED_KEYWORDS} and or is".split())
TYPE_WORDS = frozenset({"int", "float", "string", "bool"})
TYPE_ALIASES = {"String": "string", "Boolean": "bool"}
CALLABLE_WORDS = TYPE_WORDS | {"range"}
CONSTANTS = {"True": True, "False": False, "None": None}
_LONG_OPERATORS = (
    "...",
    "**=",
    "..",
    "**",
    "//",
    "==",
    "!=",
    "<=",
    ">=",
    "&&",
    "||",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
)
OPERATORS = (*_LONG_OPERATORS, *"+-*/%<>&|!=()[],:.")
STATEMENT_WORDS = frozenset(["when", "let", "while", "return", "elif", "else", "break", "continue"])
"""Words that can only begin a statement: where one begins a line inside of a bracket, that was forgotten."""


def ends_operand(token: Token | None) -> bool:
    """Whether a value can end with this token, so that an operator may follow."""
    if token is None:
        return False
    if token.kind in ("name", "int", "float", "duration", "string", "fstring"):
        return True
    return token.text in (")", "]") or token.text in CONSTANTS
