"""The grammar of expressions; the functions carry the names of its productions."""

from __future__ import annotations

from croupier.script.ahod.codes import found
from croupier.script.ahod.lexer import lexed
from croupier.script.ahod.nodes import Argument, Binary, Call, Clause, Comprehension, Do, Text
from croupier.script.ahod.tokens import CALLABLE_WORDS, CONSTANTS, TYPE_ALIASES
from croupier.script.tokens import Token
from croupier.script.tree import Attribute, Expr, Index, ListOf, Literal, Name, Unary
from croupier.text import Diagnostic, Source, Span
from croupier.text.errors import CroupierError

_LOGIC = {"or": "or", "|": "or", "||": "or", "and": "and", "&": "and", "&&": "and"}
_COMPARISONS = ("==", "!=", "<", ">", "<=", ">=", "is", "in")
_LEVELS: tuple[tuple[str, ...], ...] = (("+", "-"), ("*", "/", "%", "//"))
MAX_NESTING = 40
MAX_DEPTH = 150


class Broken(CroupierError):
    """The text follows no rule; the finding says where."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Reading:
    """The tokens and how far they have been read."""

    def __init__(
        self, source: Source, tokens: list[Token], findings: list[Diagnostic], nesting: int = 0
    ) -> None:
        self.source = source
        self.tokens = tokens
        self.findings = findings
        self.at = 0
        self.nesting = nesting
        self.damaged = {f.span.line for f in findings if f.is_error}
        """Lines about which something has been said already: more would only confuse."""
        self._depths: dict[int, int] = {}
        self._names: set[str] = set()

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.at]

    def ahead(self, count: int = 1) -> Token:
        """A token further on."""
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def advance(self) -> Token:
        """Read one token; the last one stays."""
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def sees(self, *texts: str) -> bool:
        """Whether the next token is one of these words or signs."""
        token = self.tokens[self.at]
        return token.text in texts and token.kind in ("op", "keyword")

    def takes(self, *texts: str) -> Token | None:
        """Read the next token if it is one of these."""
        return self.advance() if self.sees(*texts) else None

    def expect(self, text: str) -> Token:
        """Read this token, or fail."""
        if not self.sees(text):
            self.fail(f"`{text}`")
        return self.advance()

    def name(self, what: str = "a name") -> Token:
        """Read a name, or fail."""
        if self.token.kind != "name":
            self.fail(what)
        return self.advance()

    def fail(self, expected: str, hint: str | None = None) -> None:
        """Give up this statement."""
        token = self.token
        if hint is None:
            hint = self.foreign_hint(expected) or self.joined_hint()
        start = min(token.start, max(0, len(self.source.text) - 1))
        span = self.source.span(start, max(token.end, start + 1) if token.text.strip() else start + 1)
        raise Broken(found("A102", span, hint=hint, expected=expected, found=token.shown))

    def foreign_hint(self, expected: str) -> str | None:
        """How AHOD says what other languages write otherwise."""
        token = self.token
        before = [one.text for one in self.tokens[max(0, self.at - 2) : self.at]]
        if token.text == "if" and expected == "the end of the line":
            return "there is no `a if c else b`; write `if c:` and `else:` on lines of their own"
        if token.text == "if" and before[-1:] == ["else"]:
            return "write `elif`"
        if token.text == "=" and expected == "`:`":
            return "`=` assigns, `==` compares"
        if before in (["+", "+"], ["-", "-"]) and expected == "a value":
            return f"write `x {before[0]}= 1`"
        return None

    def joined_hint(self) -> str | None:
        """Two names side by side that with `_` between them are a name of the program."""
        before, token = self.tokens[max(0, self.at - 1)], self.token
        joined = f"{before.text}_{token.text}"
        if before.kind != "name" or token.kind != "name":
            return None
        if not self._names:
            self._names = {t.text for t in self.tokens if t.kind == "name"}
        if joined in self._names:
            return f"did you mean `{joined}`?"
        return None

    def nest(self) -> None:
        """One level deeper; too deep is a finding, not a crash."""
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            self.fail(f"at most {MAX_NESTING} levels of nesting")

    def since(self, start: Token | Expr) -> Span:
        """From a token or expression up to what was read last."""
        begin = start.start if isinstance(start, Token) else start.span.start
        return Span(self.source, begin, max(begin + 1, self.tokens[max(0, self.at - 1)].end))

    def built(self, node: Expr, *parts: Expr) -> Expr:
        """A new expression, refused if it is too deep to be worked on safely."""
        depth = 1 + max((self._depths.get(id(p), 1) for p in parts), default=0)
        if depth > MAX_DEPTH:
            self.fail(f"an expression with at most {MAX_DEPTH} steps", "use a variable for a part of it")
        self._depths[id(node)] = depth
        return node


def expr(r: Reading) -> Expr:
    """Any expression."""
    return _or(r)


def _or(r: Reading) -> Expr:
    left = _and(r)
    while token := r.takes("or", "|", "||"):
        right = _and(r)
        left = r.built(Binary(r.since(left), _LOGIC[token.text], left, right), left, right)
    return left


def _and(r: Reading) -> Expr:
    left = _not(r)
    while token := r.takes("and", "&", "&&"):
        right = _not(r)
        left = r.built(Binary(r.since(left), _LOGIC[token.text], left, right), left, right)
    return left


def _not(r: Reading) -> Expr:
    if not r.sees("not"):
        return _cmp(r)
    token = r.advance()
    r.nest()
    operand = _not(r)
    r.nesting -= 1
    return r.built(Unary(r.since(token), "not", operand), operand)


def _comparison(r: Reading) -> str:
    """The comparison that comes next, or nothing."""
    if r.sees("not") and r.ahead().text == "in":
        r.advance()
        r.advance()
        return "not in"
    token = r.takes(*_COMPARISONS)
    if token is None:
        return ""
    return "is not" if token.text == "is" and r.takes("not") else token.text


def _cmp(r: Reading) -> Expr:
    left = _binary(r, 0)
    if op := _comparison(r):
        right = _binary(r, 0)
        left = r.built(Binary(r.since(left), op, left, right), left, right)
        while r.sees(*_COMPARISONS):
            r.findings.append(found("A110", r.token.span))
            r.advance()
            _binary(r, 0)
    return left


def _binary(r: Reading, level: int) -> Expr:
    if level == len(_LEVELS):
        return _rng(r)
    left = _binary(r, level + 1)
    while token := r.takes(*_LEVELS[level]):
        right = _binary(r, level + 1)
        left = r.built(Binary(r.since(left), token.text, left, right), left, right)
    return left


def _rng(r: Reading) -> Expr:
    left = _unary(r)
    if token := r.takes("..", "..."):
        right = _unary(r)
        return r.built(Binary(r.since(left), token.text, left, right), left, right)
    return left


def _unary(r: Reading) -> Expr:
    token = r.takes("-", "+", "!")
    if token is None:
        return _power(r)
    r.nest()
    operand = _unary(r)
    r.nesting -= 1
    op = "not" if token.text == "!" else token.text
    return r.built(Unary(r.since(token), op, operand), operand)


def _power(r: Reading) -> Expr:
    left = _postfix(r)
    if not r.takes("**"):
        return left
    r.nest()
    right = _unary(r)
    r.nesting -= 1
    return r.built(Binary(r.since(left), "**", left, right), left, right)


def _postfix(r: Reading) -> Expr:
    value = _primary(r)
    while True:
        if r.takes("."):
            name = r.name("the name of an attribute")
            value = r.built(Attribute(r.since(value), value, name.text, name.span), value)
        elif r.sees("(") and not isinstance(value, Literal):
            arguments = _arguments(r)
            value = r.built(Call(r.since(value), value, arguments), value, *(a.value for a in arguments))
        elif r.takes("["):
            r.nest()
            index = expr(r)
            r.expect("]")
            r.nesting -= 1
            value = r.built(Index(r.since(value), value, index), value, index)
        elif r.takes("do"):
            name, arguments = _action_call(r)
            parts = (value, *(a.value for a in arguments))
            value = r.built(Do(r.since(value), value, name.text, name.span, arguments), *parts)
        else:
            return value


def _action_call(r: Reading) -> tuple[Token, list[Argument]]:
    name = r.name("the name of an ACTION")
    return name, _arguments(r) if r.sees("(") else []


def _primary(r: Reading) -> Expr:
    token = r.token
    if token.kind in ("int", "float", "duration", "string") or token.text in CONSTANTS:
        r.advance()
        return Literal(token.span, token.value)
    if token.kind == "fstring":
        r.advance()
        return _text(r, token)
    if token.kind == "name" or (token.text in CALLABLE_WORDS and r.ahead().text == "("):
        r.advance()
        called = r.sees("(")
        return Name(token.span, TYPE_ALIASES.get(token.text, token.text) if called else token.text)
    if r.takes("("):
        r.nest()
        value = expr(r)
        r.expect(")")
        r.nesting -= 1
        return value
    if r.takes("["):
        return _list(r, token)
    if r.takes("new"):
        name = r.name("the name of a type")
        arguments = _arguments(r) if r.sees("(") else []
        values = (a.value for a in arguments)
        return r.built(Call(r.since(token), Name(name.span, name.text), arguments, new=True), *values)
    if r.takes("do"):
        name, arguments = _action_call(r)
        call = Do(r.since(token), None, name.text, name.span, arguments)
        return r.built(call, *(a.value for a in arguments))
    r.fail("a value")
    raise AssertionError


def _text(r: Reading, token: Token) -> Expr:
    """The expressions of an f-string, read by the ordinary grammar."""
    parts: list[str | Expr] = []
    for part in token.value:
        if isinstance(part, str):
            if part:
                parts.append(part)
            continue
        inner = lexed(r.source, *part)
        r.findings += inner.findings
        end = Token("end", "}", r.source, part[1], part[1] + 1)
        reading = Reading(r.source, [*inner.tokens, end], r.findings, r.nesting)
        reading.nest()
        reading._depths = r._depths
        parts.append(expr(reading))
        if reading.token.kind != "end":
            reading.fail("`}`")
    return r.built(Text(token.span, parts), *(p for p in parts if isinstance(p, Expr)))


def _list(r: Reading, opener: Token) -> Expr:
    r.nest()
    items: list[Expr] = []
    while not r.sees("]"):
        items.append(expr(r))
        if len(items) == 1 and r.sees("for"):
            made = _comprehension(r, items[0], opener)
            r.nesting -= 1
            return made
        if not r.takes(","):
            break
    r.expect("]")
    r.nesting -= 1
    return r.built(ListOf(r.since(opener), items), *items)


def _comprehension(r: Reading, element: Expr, opener: Token | None = None) -> Expr:
    """What follows an element, up to the end of its bracket if there is one of its own."""
    clauses = []
    while token := r.takes("for"):
        variable: str | None = None
        condition: Expr | None = None
        if r.token.kind == "name" and r.ahead().text == "in":
            variable = r.advance().text
            r.advance()
            over = expr(r)
            if r.takes("if"):
                condition = expr(r)
        else:
            over = expr(r)
            r.expect("times")
        clauses.append(Clause(r.since(token), variable, over, condition))
    parts = [p for c in clauses for p in (c.over, c.condition) if p is not None]
    if opener is not None:
        r.expect("]")
    span = r.since(element if opener is None else opener)
    return r.built(Comprehension(span, element, clauses), element, *parts)


def _arguments(r: Reading) -> list[Argument]:
    """``(…)``: arguments, or one comprehension."""
    r.expect("(")
    r.nest()
    found_: list[Argument] = []
    named = False
    while not r.sees(")"):
        start = r.token
        name = None
        if r.token.kind == "name" and r.ahead().text == ":":
            name = r.advance().text
            r.advance()
            named = True
        elif named:
            r.fail("a named argument", "named arguments come last")
        value = expr(r)
        if r.sees("for") and not found_ and name is None:
            value = _comprehension(r, value)
        found_.append(Argument(r.since(start), name, value))
        if not r.takes(","):
            break
    r.expect(")")
    r.nesting -= 1
    return found_
