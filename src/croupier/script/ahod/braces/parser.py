"""The grammar of the braces dialect: globals and ACTIONS, then `main`, and nothing behind it."""

from __future__ import annotations

from croupier.script.ahod.braces.expressions import RECORDS, expect, expr, fail, name, own, refuse
from croupier.script.ahod.braces.lexer import TYPE_WORDS, lexed
from croupier.script.ahod.codes import found
from croupier.script.ahod.expressions import Broken, Reading
from croupier.script.ahod.nodes import (
    Action,
    Argument,
    Call,
    Declare,
    ForSteps,
    If,
    Main,
    Parameter,
    TypeRef,
    While,
)
from croupier.script.ahod.parser import Parsed
from croupier.script.tokens import Token
from croupier.script.tree import Attribute, Evaluate, Expr, Name, Return, Stmt
from croupier.text import Diagnostic, Note, Source

_BODY = "`{` on a line of its own"
_AROUND = "parentheses stand around the whole condition, or nowhere"


class _File(Reading):
    """The tokens of a file, and which braces are open."""

    def __init__(self, source: Source, tokens: list[Token], findings: list[Diagnostic]) -> None:
        super().__init__(source, tokens, findings)
        self.crooked: tuple[Token, Token] | None = None
        """The first pair of braces that do not stand below each other."""

    def indent(self, token: Token) -> int:
        """How deep the line of a token begins."""
        line = self.source.line(token.span.line)
        return len(line) - len(line.lstrip())


def parse(source: Source) -> Parsed:
    """Read a text; whatever it is, there is a tree, and findings where it makes no sense."""
    words = lexed(source)
    findings = words.findings
    for offset, byte in source.undecoded[:1]:
        text = f"byte {byte:#04x}"
        findings.append(found("A102", source.span(offset, offset + 1), expected="UTF-8 text", found=text))
    end = len(source.text)
    tokens = [*words.tokens, Token("end", "", source, end, end)]
    items = _program(_File(source, tokens, findings))
    findings.sort(key=lambda f: f.sort_key)
    return Parsed(source, items, tokens, words.comments, findings)


def _program(r: _File) -> list[Stmt]:
    items: list[Stmt] = []
    while r.token.kind != "end":
        if r.token.kind == "newline":
            r.advance()
            continue
        try:
            items.append(_item(r))
        except Broken as problem:
            _tell(r, problem)
            r.nesting = 0
            _resynchronise(r)
            continue
        if isinstance(items[-1], Main):
            _nothing_more(r, items[-1])
            return items
    if not any(f.code in ("A105", "A122") for f in r.findings) and not _mentions_main(r):
        end = max(0, len(r.source.text.rstrip()) - 1)
        r.findings.append(found("A121", r.source.span(end, end + 1)))
    return items


def _mentions_main(r: _File) -> bool:
    """Whether there is a broken `main`, about which something has been said."""
    return any(t.text == "main" and t.kind == "keyword" for t in r.tokens) and any(
        f.is_error for f in r.findings
    )


def _tell(r: _File, problem: Broken) -> None:
    """Report what is broken, unless its line has been reported as damaged."""
    if problem.finding.span.line not in r.damaged:
        r.findings.append(problem.finding)
        r.damaged.add(problem.finding.span.line)


def _nothing_more(r: _File, main: Main) -> None:
    while r.token.kind == "newline":
        r.advance()
    if r.token.kind != "end" and not any(f.code == "A105" for f in r.findings):
        hint = "globals and ACTIONS stand before `main`" if r.sees("when", *TYPE_WORDS) else ""
        if r.sees("}", "main"):
            hint = f"there is one `{r.token.text}` too many"
        here = found("A122", r.token.span, hint=hint, notes=(Note("`main` begins here", main.name_span),))
        r.findings.append(here)


def _resynchronise(r: _File) -> None:
    """Skip the rest of the line, and the braces below it if they belong to it."""
    while r.token.kind not in ("newline", "end") and not r.sees("{", "}"):
        r.advance()
    if r.token.kind == "newline" and r.ahead().text == "{":
        r.advance()
    if r.sees("{"):
        depth = 0
        while r.token.kind != "end" and not _begins_item(r):
            depth += r.sees("{") - r.sees("}")
            r.advance()
            if depth == 0:
                return
    elif r.token.kind == "newline":
        r.advance()


def _begins_item(r: _File) -> bool:
    """Whether a definition begins here, which cannot stand inside of braces."""
    return r.sees("when") or (r.sees("main") and r.ahead().text == ":")


def _item(r: _File) -> Stmt:
    start = r.token
    if r.takes("main"):
        expect(r, ":")
        return Main(start.span, "main", start.span, _braces(r, declarations=True))
    if r.sees("when"):
        return _action(r)
    if _begins_type(r):
        return _declaration(r)
    if r.sees("}"):
        r.advance()
        raise refuse("A102", start.span, hint="", expected="a global, `when do …` or `main:`", found="`}`")
    fail(r, "a global, `when do …` or `main:`", "statements stand in the braces of `main` or an ACTION")
    raise AssertionError


def _action(r: _File) -> Stmt:
    start = r.advance()
    if not r.sees("do"):
        what = "an ACTION with a receiver"
        raise refuse("A124", r.token.span, hint="give the receiver as an argument", what=what)
    r.advance()
    if r.token.kind == "action":
        hint = f"say what it gives:   when do void {r.token.text}(…):"
        r.fail("a type", hint)
    result = _type(r, "what the ACTION gives: a type, or void")
    called = r.token
    if called.kind != "action":
        fail(r, "the name of an ACTION, in capitals", "PRINT is built in" if r.sees("PRINT") else None)
    r.advance()
    parameters = _parameters(r)
    span = r.since(start)
    expect(r, ":")
    body = _braces(r, declarations=True)
    return Action(span, called.text, called.span, None, None, parameters, body, result)


def _parameters(r: _File) -> list[Parameter]:
    expect(r, "(")
    made: list[Parameter] = []
    while not r.sees(")"):
        start = r.token
        type_ = _type(r, "the type of a parameter")
        called = name(r, "the name of a parameter")
        made.append(Parameter(r.since(start), called.text, type_, None))
        if not r.takes(","):
            break
    expect(r, ")")
    return made


def _begins_type(r: _File) -> bool:
    """Whether a declaration begins here; `Card(…)` makes a card."""
    return r.sees(*TYPE_WORDS) and not (r.sees(*RECORDS) and r.ahead().text == "(")


def _type(r: _File, what: str, void: bool = True) -> TypeRef:
    token = r.token
    if not r.sees(*TYPE_WORDS) or (r.sees("void") and not void):
        fail(r, what, f"types are {', '.join(TYPE_WORDS[:5])}, Player, Card and series<…>")
    r.advance()
    if token.text != "series":
        return TypeRef(token.span, token.text)
    expect(r, "<", "say what it holds:   series<int>")
    r.nest()
    element = _type(r, "the type of the elements", void=False)
    r.nesting -= 1
    expect(r, ">")
    return TypeRef(r.since(token), "series", element)


def _declaration(r: _File) -> Declare:
    start = r.token
    type_ = _type(r, "a type")
    called = name(r, "the name of a variable")
    if r.sees("="):
        hint = f"declare first, and give the value in a line of its own:   {called.text} = …"
        raise refuse("A125", r.token.span, hint=hint, what="a declaration has no value")
    made = Declare(r.since(start), False, type_, called.text, called.span, None)
    _end_of_line(r)
    return made


def _end_of_line(r: _File) -> None:
    if r.sees(";"):
        own(r, r.token.span, "a `;` at the end of a line", "leave it out")
        r.advance()
    if r.token.kind == "newline":
        r.advance()
    elif r.sees("}"):
        own(r, r.token.span, "a `}` beside something else", "put it on a line of its own")
    elif r.token.kind != "end":
        fail(r, "the end of the line")


def _braces(r: _File, declarations: bool = False) -> list[Stmt]:
    """The statements between braces; in main and ACTIONS declarations come first."""
    shared = r.token.kind != "newline"
    if not shared:
        r.advance()
    opener = r.token
    if not r.sees("{"):
        fail(r, _BODY, "every body stands in braces, on lines of their own")
    r.nest()
    r.advance()
    if shared or r.token.kind not in ("newline", "end"):
        own(r, opener.span, "a `{` beside something else", "put it on a line of its own")
    if r.token.kind == "newline":
        r.advance()
    body: list[Stmt] = []
    while not r.sees("}"):
        if r.token.kind == "end" or _begins_item(r):
            _unclosed(r, opener)
            r.nesting -= 1
            return body
        if r.token.kind == "newline":
            r.advance()
            continue
        nesting = r.nesting
        try:
            if _begins_type(r):
                first = declarations and all(isinstance(s, Declare) for s in body)
                body.append(_declared_first(r, first))
            else:
                body.append(_stmt(r))
        except Broken as problem:
            _tell(r, problem)
            r.nesting = nesting
            _resynchronise(r)
    if r.crooked is None and r.indent(opener) != r.indent(r.token):
        r.crooked = (opener, r.token)
    closer = r.advance()
    if r.token.kind not in ("newline", "end"):
        own(r, closer.span, "a `}` beside something else", "put it on a line of its own")
    r.nesting -= 1
    return body


def _declared_first(r: _File, allowed: bool) -> Stmt:
    start = r.token
    made = _declaration(r)
    if not allowed:
        what = "declarations stand first in `main` or an ACTION"
        r.findings.append(found("A125", r.source.span(start.start, made.span.end), hint=None, what=what))
    return made


def _unclosed(r: _File, opener: Token) -> None:
    notes: tuple[Note, ...] = ()
    if r.crooked is not None:
        line = r.crooked[0].span.line
        notes = (Note(f"this one closes line {line}, and does not stand below it", r.crooked[1].span),)
    elif r.token.kind != "end":
        notes = (Note("this cannot stand inside of braces", r.token.span),)
    r.findings.append(found("A105", opener.span, hint=None, notes=notes, bracket="{"))


def _stmt(r: _File) -> Stmt:
    start = r.token
    if r.takes("if"):
        condition = _condition(r)
        span = r.since(start)
        expect(r, ":", _AROUND if span.text.endswith(")") else None)
        then = _braces(r)
        otherwise = None
        if r.token.kind == "newline" and r.ahead().text == "else":
            r.advance()
        if r.takes("else"):
            expect(r, ":", "there is no `elif`: write `else:` and an `if` in its braces")
            otherwise = _braces(r)
        return If(span, [(condition, then)], otherwise)
    if r.takes("while"):
        condition = _condition(r)
        span = r.since(start)
        expect(r, ":", _AROUND if span.text.endswith(")") else None)
        return While(span, condition, _braces(r))
    if r.takes("for"):
        return _for(r, start)
    if r.takes("return"):
        value = None
        if r.token.kind in ("newline", "end") or r.sees("}", ";"):
            own(r, start.span, "`return` without a value", "")
        else:
            value = expr(r)
        made = Return(r.since(start), value)
        _end_of_line(r)
        return made
    if r.sees("else"):
        r.fail("a statement", "no `if` stands before this `else`")
    if start.kind == "name" and r.ahead().text == "." and r.ahead(2).text == "push":
        value = _push(r)
    else:
        value = expr(r)
    statement = Evaluate(value.span, value)
    _end_of_line(r)
    return statement


def _condition(r: _File) -> Expr:
    """An expression, with or without parentheses around all of it."""
    if not r.takes("("):
        return expr(r)
    r.nest()
    value = expr(r)
    expect(r, ")")
    r.nesting -= 1
    return value


def _for(r: _File, start: Token) -> Stmt:
    hint = "write `for (i = 0; i < 10; i = i + 1):`"
    expect(r, "(", hint)
    first = None if r.sees(";") else expr(r)
    expect(r, ";", hint)
    if r.sees(";"):
        r.fail("a condition", "`true` lets it go on for ever")
    condition = expr(r)
    expect(r, ";", hint)
    step = None if r.sees(")") else expr(r)
    expect(r, ")", hint)
    span = r.since(start)
    if first is None or step is None:
        own(r, span, "a `for` with an empty part", "")
    expect(r, ":")
    return ForSteps(span, first, condition, step, _braces(r))


def _push(r: _File) -> Expr:
    token, _, word = r.advance(), r.advance(), r.advance()
    function = Attribute(r.since(token), Name(token.span, token.text), "push", word.span)
    expect(r, "(")
    r.nest()
    value = expr(r)
    expect(r, ")", "`push` takes one value")
    r.nesting -= 1
    return r.built(Call(r.since(token), function, [Argument(value.span, None, value)]), value)
