"""The grammar of expressions in the braces dialect: few forms, and parts only of plain names."""

from __future__ import annotations

from croupier.script.ahod.braces.lexer import TYPE_WORDS
from croupier.script.ahod.codes import found
from croupier.script.ahod.expressions import Broken, Reading
from croupier.script.ahod.nodes import Argument, Becomes, Binary, Call, Do
from croupier.script.tokens import Token
from croupier.script.tree import Attribute, Expr, Index, ListOf, Literal, Name, Unary
from croupier.text import Span

_LOGIC = {"or": "or", "|": "or", "||": "or", "and": "and", "&": "and", "&&": "and"}
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("or", "||", "|"),
    ("and", "&&", "&"),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("+", "-"),
    ("*", "/"),
)
"""Operators from the loosest to the tightest; all group from the left."""
RECORDS = ("Player", "Card")
_ELSEWHERE = {
    "elif": "`elif`",
    "break": "`break`",
    "continue": "`continue`",
    "let": "a type of one's own",
    "new": "`new`",
    "const": "`const`",
    "print": "`print`",
    "include": "`include`",
    "in": "`for … in`",
    "times": "`for … times`",
    "is": "`is`",
}
_INSTEAD = {
    "elif": "write `else:` and an `if` in its braces",
    "new": "write Player(…) or Card(…)",
    "print": "write `do PRINT(…)`",
    "in": "count: `for (i = 0; i < x.size(); i = i + 1):`",
    "times": "count: `for (i = 0; i < n; i = i + 1):`",
    "is": "write `==`",
    "break": "end the loop by its condition",
}


def refuse(code: str, span: Span, *, hint: str | None = None, **words: object) -> Broken:
    """What to raise where a statement cannot be read."""
    return Broken(found(code, span, hint=hint, notes=(), **words))


def fail(r: Reading, expected: str, hint: str | None = None) -> None:
    """Give up this statement; a word of the other dialect is told as such."""
    before = r.tokens[max(0, r.at - 1)]
    for token in (r.token, before):
        if token.kind == "name" and token.text in _ELSEWHERE:
            instead = _INSTEAD.get(token.text, "")
            raise refuse("A124", token.span, hint=instead, what=_ELSEWHERE[token.text])
    if r.token.kind == "strange":
        hint = (
            "names are written small, ACTIONS in capitals; types are int, float, bool, string, Player, Card"
        )
    r.fail(expected, hint)


def expect(r: Reading, text: str, hint: str | None = None) -> Token:
    """Read this token, or give up."""
    if not r.sees(text):
        fail(r, f"`{text}`", hint)
    return r.advance()


def name(r: Reading, what: str) -> Token:
    """Read a name, or give up."""
    token = r.token
    if token.kind == "keyword":
        r.fail(what, f"`{token.text}` is a word of the language")
    if token.kind == "action":
        r.fail(what, f"names are written small:   {token.text.lower()}")
    if token.kind != "name":
        fail(r, what)
    return r.advance()


def own(r: Reading, span: Span, what: str, better: str) -> None:
    """What we read and the language's own compiler does not."""
    r.findings.append(found("W517", span, hint=None, notes=(), what=what, better=better))


def expr(r: Reading) -> Expr:
    """Any expression."""
    return _binary(r, 0)


def _binary(r: Reading, level: int) -> Expr:
    if level == len(_LEVELS):
        return _unary(r)
    left = _binary(r, level + 1)
    while token := r.takes(*_LEVELS[level]):
        right = _binary(r, level + 1)
        op = _LOGIC.get(token.text, token.text)
        left = r.built(Binary(r.since(left), op, left, right), left, right)
    return left


def _unary(r: Reading) -> Expr:
    token = r.takes("-", "!", "not")
    if token is None:
        return _primary(r)
    r.nest()
    operand = _unary(r)
    r.nesting -= 1
    op = "-" if token.text == "-" else "not"
    return r.built(Unary(r.since(token), op, operand), operand)


def _primary(r: Reading) -> Expr:
    token = r.token
    if token.kind in ("int", "float", "string") or r.sees("true", "false"):
        r.advance()
        return Literal(token.span, token.value)
    if token.kind == "name":
        return _of_name(r)
    if r.takes("do"):
        return _do(r, token)
    if r.takes(*RECORDS):
        arguments = _arguments(r)
        made = Call(r.since(token), Name(token.span, token.text), arguments)
        return r.built(made, *(a.value for a in arguments))
    if r.takes("["):
        items = _listed(r, "]")
        return r.built(ListOf(r.since(token), items), *items)
    if r.sees("("):
        hint = "give the part in parentheses to a variable first"
        raise refuse("A124", token.span, hint=hint, what="an expression in parentheses")
    if r.sees(*TYPE_WORDS):
        raise refuse("A125", token.span, what="declarations stand first in `main` or an ACTION")
    fail(r, "a value")
    raise AssertionError


def _of_name(r: Reading) -> Expr:
    """A plain name, a part of it, or an assignment, which reaches as far as it can."""
    token = r.advance()
    value: Expr = Name(token.span, token.text)
    if r.takes("["):
        r.nest()
        index = expr(r)
        expect(r, "]")
        r.nesting -= 1
        value = r.built(Index(r.since(token), value, index), index)
    elif r.takes("."):
        value = _part(r, token, value)
    if r.sees("[", "."):
        what = f"`{r.token.text}` behind anything but a plain name"
        raise refuse("A124", r.token.span, hint="give it to a variable first", what=what)
    if not r.sees("="):
        return value
    equals = r.advance()
    if isinstance(value, Call):
        raise refuse("A102", equals.span, expected="the end of the expression", found="`=`")
    if not isinstance(value, Name):
        kind = "an element" if isinstance(value, Index) else "an attribute"
        own(r, value.span, f"an assignment to {kind}", "")
    r.nest()
    right = expr(r)
    r.nesting -= 1
    return r.built(Becomes(r.since(token), value, right), right)


def _part(r: Reading, token: Token, value: Expr) -> Expr:
    """``x.attr``, ``x.size()`` or ``x.pop()``."""
    part = r.token
    if r.takes("size", "pop"):
        expect(r, "(")
        expect(r, ")", f"`{part.text}` takes nothing")
        function = Attribute(r.source.span(token.start, part.end), value, part.text, part.span)
        return r.built(Call(r.since(token), function, []))
    if r.sees("push"):
        r.fail("a value", "`push` is a statement of its own")
    attribute = name(r, "the name of an attribute")
    return r.built(Attribute(r.since(token), value, attribute.text, attribute.span))


def _do(r: Reading, start: Token) -> Expr:
    action = r.token
    if action.kind != "action" and not r.sees("PRINT"):
        fail(r, "the name of an ACTION, in capitals")
    r.advance()
    arguments = _arguments(r)
    if action.text == "PRINT" and len(arguments) != 1:
        raise refuse(
            "A102", r.since(start), hint="write one `do PRINT(…)` for each",
            expected="one value to print", found=str(len(arguments)),
        )  # fmt: skip
    return r.built(
        Do(r.since(start), None, action.text, action.span, arguments), *(a.value for a in arguments)
    )


def _arguments(r: Reading) -> list[Argument]:
    expect(r, "(")
    return [Argument(value.span, None, value) for value in _listed(r, ")")]


def _listed(r: Reading, closer: str) -> list[Expr]:
    """Expressions between commas, up to the bracket that closes them."""
    r.nest()
    items: list[Expr] = []
    while not r.sees(closer):
        items.append(expr(r))
        if not r.takes(","):
            break
        if r.sees(closer):
            fail(r, "a value")
    expect(r, closer)
    r.nesting -= 1
    return items
