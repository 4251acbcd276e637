"""The grammar of statements and definitions; a broken one is reported and reading goes on behind it."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.script.ahod.codes import found
from croupier.script.ahod.expressions import Broken, Reading, expr
from croupier.script.ahod.layout import laid_out
from croupier.script.ahod.lexer import lexed
from croupier.script.ahod.nodes import (
    Action,
    Assign,
    Declare,
    Definition,
    For,
    Helper,
    If,
    Leave,
    Main,
    Parameter,
    Print,
    Stored,
    TypeDef,
    TypeRef,
    While,
)
from croupier.script.ahod.tokens import TYPE_ALIASES, TYPE_WORDS
from croupier.script.tokens import Token
from croupier.script.tree import Attribute, Evaluate, Include, Index, Name, Return, Stmt
from croupier.text import Diagnostic, Source, Span

_ASSIGNMENTS = ("=", "+=", "-=", "*=", "/=", "%=", "**=")


@dataclass(frozen=True)
class Parsed:
    """The tree of a file, its tokens and comments, and what is wrong with its text."""

    source: Source
    items: list[Stmt]
    tokens: list[Token]
    comments: list[Token]
    findings: list[Diagnostic]


def parse(source: Source) -> Parsed:
    """Read a text; whatever it is, there is a tree, and findings where it makes no sense."""
    words = lexed(source)
    tokens, layout_findings = laid_out(words)
    findings = [*words.findings, *layout_findings]
    for offset, byte in source.undecoded[:1]:
        text = f"byte {byte:#04x}"
        findings.append(found("A102", source.span(offset, offset + 1), expected="UTF-8 text", found=text))
    items = _items(Reading(source, tokens, findings), nested=False)
    findings.sort(key=lambda f: f.sort_key)
    return Parsed(source, items, tokens, words.comments, findings)


def _items(r: Reading, nested: bool) -> list[Stmt]:
    """Statements and definitions up to the end of the block."""
    items: list[Stmt] = []
    while r.token.kind != "end" and not (nested and r.token.kind == "dedent"):
        if r.token.kind in ("newline", "dedent"):
            r.advance()
            continue
        if r.token.kind == "indent":
            what = "this line is deeper than its block"
            r.findings.append(found("A101", _word_after(r), what=what))
            r.advance()
            if r.nesting < 39:
                r.nesting += 1
                items += _items(r, nested=True)
                r.nesting -= 1
            continue
        nesting = r.nesting
        try:
            items.append(_item(r))
        except Broken as problem:
            _tell(r, problem)
            r.nesting = nesting
            _resynchronise(r)
    return items


def _tell(r: Reading, problem: Broken) -> None:
    """Report a broken statement, unless its line has been reported as damaged."""
    if problem.finding.span.line not in r.damaged:
        r.findings.append(problem.finding)


def _word_after(r: Reading) -> Span:
    token = r.ahead()
    return r.source.span(token.start, max(token.end, token.start + 1))


def _resynchronise(r: Reading) -> None:
    """Skip to the next line that is not deeper than the broken one."""
    depth = 0
    while r.token.kind != "end":
        kind = r.token.kind
        if kind == "dedent":
            if depth == 0:
                return
            depth -= 1
        elif kind == "indent":
            depth += 1
        r.advance()
        if depth == 0 and kind in ("newline", "dedent") and r.token.kind != "indent":
            return


def _item(r: Reading) -> Stmt:
    token = r.token
    if token.text == "main" and r.ahead().text == ":":
        r.advance()
        return Main(token.span, "main", token.span, _suite(r))
    if r.sees("let"):
        return _typedef(r)
    if r.sees("when"):
        return _action(r)
    if token.kind == "name" and r.ahead().text == "(" and _is_helper(r):
        return _helper(r)
    return _stmt(r)


def _is_helper(r: Reading) -> bool:
    """A name with parentheses is a definition if `:` follows the closing one."""
    depth, at = 0, r.at + 1
    while r.tokens[at].kind not in ("end", "newline"):
        text = r.tokens[at].text if r.tokens[at].kind == "op" else ""
        depth += (text in ("(", "[")) - (text in (")", "]"))
        at += 1
        if depth == 0:
            return r.tokens[at].text == ":" and r.tokens[at].kind == "op"
    return False


def _suite(r: Reading) -> list[Stmt]:
    """`:` and what belongs under it."""
    colon = r.expect(":")
    if r.token.kind != "newline":
        return [_simple_line(r)]
    r.advance()
    if r.token.kind != "indent":
        r.findings.append(found("W502", colon.span))
        return []
    r.advance()
    r.nest()
    body = _items(r, nested=True)
    r.nesting -= 1
    if r.token.kind == "dedent":
        r.advance()
    return body


def _simple_line(r: Reading) -> Stmt:
    statement = _simple(r)
    _end_of_line(r)
    return statement


def _end_of_line(r: Reading) -> None:
    if r.token.kind == "newline":
        r.advance()
    elif r.token.kind not in ("end", "dedent"):
        r.fail("the end of the line")


def _typedef(r: Reading) -> Stmt:
    start = r.expect("let")
    name = r.name("the name of a type")
    parameters = _parameters(r) if r.sees("(") else []
    r.expect("be")
    base = _type(r)
    made = TypeDef(r.since(start), name.text, name.span, parameters, base, [], [])
    if not r.takes("with"):
        _end_of_line(r)
        return made
    colon = r.expect(":")
    _end_of_line(r)
    if r.token.kind != "indent":
        r.findings.append(found("W502", colon.span))
        return made
    r.advance()
    while r.token.kind not in ("dedent", "end"):
        if r.token.kind == "newline":
            r.advance()
            continue
        nesting = r.nesting
        try:
            _attribute(r, made)
        except Broken as problem:
            _tell(r, problem)
            r.nesting = nesting
            _resynchronise(r)
    r.advance()
    return made


def _attribute(r: Reading, made: TypeDef) -> None:
    start = r.token
    if start.kind == "name" and r.ahead().text == "(" and _is_helper(r):
        made.computed.append(_helper(r))
        return
    const = r.takes("const") is not None
    type_ = None if r.token.kind == "name" and r.ahead().text == ":" else _type(r)
    name = r.name("the name of an attribute")
    r.expect(":")
    value = expr(r)
    made.attributes.append(Stored(name.span, name.text, const, type_, value))
    _end_of_line(r)


def _action(r: Reading) -> Stmt:
    start = r.expect("when")
    type_: TypeRef | None = None
    receiver: str | None = None
    if not r.sees("do"):
        if r.token.kind == "name" and r.ahead().text == "do":
            receiver = r.advance().text
        else:
            type_ = _type(r)
            receiver = r.name("the name of the receiver").text
    r.expect("do")
    name = r.name("the name of an ACTION")
    parameters = _parameters(r) if r.sees("(") else []
    span = r.since(start)
    return Action(span, name.text, name.span, type_, receiver, parameters, _suite(r))


def _helper(r: Reading) -> Helper:
    name = r.advance()
    parameters = _parameters(r)
    if r.ahead().kind == "newline" or _begins_statement(r, r.ahead()):
        return Helper(name.span, name.text, name.span, parameters, _suite(r))
    r.expect(":")
    statement = _simple(r)
    _end_of_line(r)
    if isinstance(statement, Evaluate):
        statement = Return(statement.span, statement.value)
    return Helper(name.span, name.text, name.span, parameters, [statement])


def _begins_statement(r: Reading, token: Token) -> bool:
    return token.text in ("return", "print", "break", "continue") and token.kind in ("keyword", "name")


def _parameters(r: Reading) -> list[Parameter]:
    r.expect("(")
    made: list[Parameter] = []
    while not r.sees(")"):
        name = r.name("the name of a parameter")
        type_ = _type(r) if r.takes(":") else None
        default = expr(r) if r.takes("=") else None
        if default is None and made and made[-1].default is not None:
            r.fail("a default for this parameter, too", "parameters with a default come last")
        made.append(Parameter(name.span, name.text, type_, default))
        if not r.takes(","):
            break
    r.expect(")")
    return made


def _type(r: Reading) -> TypeRef:
    token = r.token
    if token.kind != "name" and token.text not in TYPE_WORDS:
        r.fail("a type")
    r.advance()
    element = None
    if r.takes("("):
        r.nest()
        element = _type(r)
        r.expect(")")
        r.nesting -= 1
    return TypeRef(r.since(token), TYPE_ALIASES.get(token.text, token.text), element)


def _stmt(r: Reading) -> Stmt:
    start = r.token
    if r.takes("if"):
        condition = expr(r)
        span = r.since(start)
        branches = [(condition, _suite(r))]
        while r.takes("elif"):
            condition = expr(r)
            branches.append((condition, _suite(r)))
        return If(span, branches, _suite(r) if r.takes("else") else None)
    if r.takes("while"):
        condition = expr(r)
        span = r.since(start)
        return While(span, condition, _suite(r))
    if r.takes("for"):
        variable = None
        if r.token.kind == "name" and r.ahead().text == "in":
            variable = r.advance()
            r.advance()
            over = expr(r)
        else:
            over = expr(r)
            r.expect("times")
        span = r.since(start)
        name = variable.text if variable else None
        return For(span, name, variable.span if variable else None, over, _suite(r))
    return _simple_line(r)


def _simple(r: Reading) -> Stmt:
    start = r.token
    if start.text == "print" and start.kind == "name" and r.ahead().text not in (*_ASSIGNMENTS, "."):
        r.advance()
        return _print(r, start)
    if start.text == "include" and start.kind == "name" and r.ahead().kind == "string":
        r.advance()
        path = r.advance()
        return Include(r.since(start), str(path.value))
    if r.takes("return"):
        value = None if r.token.kind in ("newline", "end", "dedent") else expr(r)
        return Return(r.since(start), value)
    if r.takes("break", "continue"):
        return Leave(start.span, start.text)
    if r.sees("const") or _is_declaration(r):
        return _declare(r)
    value = expr(r)
    if operator := r.takes(*_ASSIGNMENTS):
        if not isinstance(value, Name | Attribute | Index):
            r.findings.append(found("A102", value.span, expected="something to assign to", found="a value"))
        right = expr(r)
        op = operator.text[:-1] or "="
        return Assign(r.since(start), value, op, right)
    return Evaluate(value.span, value)


def _print(r: Reading, start: Token) -> Stmt:
    values = []
    if r.token.kind not in ("newline", "end", "dedent"):
        if r.sees("(") and r.ahead().text == ")":
            r.fail("values without parentheses", "write `print` alone for an empty line")
        values.append(expr(r))
        while r.takes(","):
            values.append(expr(r))
    return Print(r.since(start), values)


def _is_declaration(r: Reading) -> bool:
    """`int x`, `Card card`, `Stack(Card) deck`: a type directly followed by a name."""
    if r.token.kind != "name" and r.token.text not in TYPE_WORDS:
        return False
    at = r.at + 1
    depth = 0
    while r.tokens[at].text == "(" and r.tokens[at + 1].kind in ("name", "keyword"):
        depth += 1
        at += 2
    while depth and r.tokens[at].text == ")":
        depth -= 1
        at += 1
    return depth == 0 and r.tokens[at].kind == "name"


def _declare(r: Reading) -> Stmt:
    start = r.token
    const = r.takes("const") is not None
    named = r.token.kind == "name" and r.ahead().text == "=" and const
    type_ = None if named else _type(r)
    name = r.name("the name of a variable")
    value = expr(r) if r.takes("=") else None
    if value is None and const:
        r.fail("`=` and the value of the constant")
    return Declare(r.since(start), const, type_, name.text, name.span, value)


def definitions(items: list[Stmt]) -> list[Definition]:
    """The definitions directly in a block."""
    return [item for item in items if isinstance(item, Definition)]
