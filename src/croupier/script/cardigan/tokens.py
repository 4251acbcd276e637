"""The words of Cardigan: what a token is, and which names are reserved."""

from __future__ import annotations

KEYWORDS = frozenset(
    [
        "if",
        "elseif",
        "else",
        "while",
        "for",
        "return",
        "true",
        "false",
        "not",
        "and",
        "or",
        "xor",
        "in",
        "lambda",
        "UNION",
    ]
)
OPERATORS = [
    "...",
    "++",
    "--",
    "==",
    "!=",
    "<=",
    ">=",
    "&&",
    "||",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<",
    ">",
    "!",
    "=",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ".",
    "?",
]
CONTINUING = frozenset(
    ["&&", "||", "and", "or", "xor", "==", "!=", "<=", ">=", "<", ">", "*", "/", "%", ".", "UNION", "in"]
)
"""A line that begins with one of these can only go on with the line above."""
UNFINISHED = frozenset(
    [
        "+",
        "-",
        "*",
        "/",
        "%",
        "==",
        "!=",
        "<",
        ">",
        "<=",
        ">=",
        "&&",
        "||",
        "and",
        "or",
        "xor",
        "in",
        "UNION",
        ".",
        "...",
        "=",
        ",",
        ":",
        "!",
        "not",
        "(",
        "[",
    ]
)
"""A line that ends in one of these goes on with the line below."""
STATEMENT_WORDS = frozenset(("if", "while", "for", "return", "?"))
CLOSERS = {"(": ")", "[": "]", "{": "}"}
