"""Types and expressions in the messages of the language's later compiler, and its line of failure."""

from __future__ import annotations

from croupier.script.ahod.nodes import Becomes, Binary, Call, Do, TypeRef
from croupier.script.ahod.numbers import digits_of
from croupier.script.tree import Attribute, Expr, Index, ListOf, Literal, Name, Unary
from croupier.text import Diagnostic

_SIGNS = {"and": "&&", "or": "||", "not": "!"}
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b"}


def sign(op: str) -> str:
    """An operator."""
    return _SIGNS.get(op, op)


def type_words(ref: TypeRef | None) -> str:
    """A type."""
    if ref is None:
        return "void"
    return f"series<{type_words(ref.element)}>" if ref.element is not None else ref.name


def words(e: Expr | None) -> str:
    """An expression on one line; strings have no quotes."""
    if isinstance(e, Literal):
        return _literal(e)
    if isinstance(e, Name):
        return e.name
    if isinstance(e, Unary):
        return sign(e.op) + words(e.operand)
    if isinstance(e, Binary):
        return f"{words(e.left)} {sign(e.op)} {words(e.right)}"
    if isinstance(e, Becomes):
        return f"{words(e.target)} = {words(e.value)}"
    if isinstance(e, Index):
        return f"{words(e.base)}[{words(e.index)}]"
    if isinstance(e, Attribute):
        return f"{words(e.base)}.{e.name}"
    if isinstance(e, ListOf):
        return f"[{', '.join(map(words, e.items))}]"
    if isinstance(e, Do):
        return f"do {e.name}({', '.join(words(a.value) for a in e.arguments)})"
    if isinstance(e, Call):
        between = " " if isinstance(e.function, Name) else ""
        return f"{words(e.function)}{between}({', '.join(words(a.value) for a in e.arguments)})"
    return ""


def _literal(e: Literal) -> str:
    if isinstance(e.value, bool):
        return "true" if e.value else "false"
    if isinstance(e.value, int):
        return digits_of(e.value)
    # The compiler keeps a float as it is written.
    return e.span.text if isinstance(e.value, float) else str(e.value)


def fatal_line(finding: Diagnostic) -> str:
    r"""What the language's own compiler prints for an error, and nothing else.

    >>> from croupier.text import Severity, Source
    >>> nowhere = Source("x.ah", "").span(0, 0)
    >>> print(fatal_line(Diagnostic("A601", Severity.ERROR, nowhere, "undeclared identifier j")))
    Fatal error: exception Failure("undeclared identifier j")
    """
    if not finding.code.startswith("A6"):
        return "Fatal error: exception Parsing.Parse_error"
    return f'Fatal error: exception Failure("{"".join(map(_escaped, finding.message))}")'


def _escaped(char: str) -> str:
    """A character of a message between quotes, as OCaml prints it: bytes beyond ASCII by their number."""
    if char in _ESCAPES:
        return _ESCAPES[char]
    if " " <= char <= "~":
        return char
    return "".join(f"\\{byte:03}" for byte in char.encode("utf-8", "replace"))
