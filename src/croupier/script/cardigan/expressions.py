"""Reading expressions: the functions carry the names of the grammar's productions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, NoReturn, TypeVar

from croupier.script.cardigan.codes import finding
from croupier.script.cardigan.tree import (
    Binary,
    Block,
    Call,
    Entry,
    Function,
    Lambda,
    Parameter,
    RangeOf,
    Struct,
    TupleOf,
)
from croupier.script.tokens import Token
from croupier.script.tree import Attribute, Expr, Index, ListOf, Literal, Name, Node, Unary, children
from croupier.text import Diagnostic, Source, Span
from croupier.text.errors import CroupierError

LEVELS = {
    "or": 1, "||": 1, "xor": 2, "and": 3, "&&": 3, "==": 5, "!=": 5, "<": 6, ">": 6, "<=": 6, ">=": 6,
    "in": 7, "UNION": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
"""How strongly the operators bind; ``not`` is 4."""
_SINGLE = (5, 6, 7)
"""Levels of operators that do not chain."""
_SPELLINGS = {"||": "or", "&&": "and", "!": "not"}
DEEPEST = 60
TALLEST = 150
_Made = TypeVar("_Made", bound=Node)


class Unreadable(CroupierError):
    """Carries the finding."""

    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.message)
        self.finding = found


class Expressions(ABC):
    """A place in the tokens, and the expression that begins there."""

    def __init__(self, source: Source, tokens: list[Token]) -> None:
        self.source = source
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.struct_allowed = True
        self.statement_at = 0
        self.findings: list[Diagnostic] = []
        self.words = {t.text for t in tokens if t.kind == "name"}
        self.struct_braces: set[int] = set()
        """Offsets of the braces that hold entries rather than statements."""
        self._heights: dict[int, int] = {}

    @property
    def token(self) -> Token:
        """The token that comes next."""
        return self.tokens[self.at]

    def ahead(self, count: int) -> Token:
        """A later token."""
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def next(self) -> Token:
        """Take the token that comes next."""
        found = self.tokens[self.at]
        if found.kind != "end":
            self.at += 1
        return found

    def take(self, *texts: str) -> Token | None:
        """Take the next token if it is one of these."""
        return self.next() if self.token.is_op(*texts) else None

    def expect(self, text: str) -> Token:
        """Take the next token, which has to be this one."""
        return self.take(text) or self.fail(f"`{text}`")

    def name(self, what: str) -> Token:
        """Take the next token, which has to be a name."""
        return self.next() if self.token.kind == "name" else self.fail(what)

    def skip_newlines(self) -> None:
        """Go on to the next token that is no line end."""
        while self.token.kind == "newline":
            self.at += 1

    def since(self, start: int) -> Span:
        """From an offset to the end of what was taken last."""
        return self.source.span(start, max(start, self.tokens[self.at - 1].end))

    def find(self, code: str, span: Span, *, hint: str | None = None, **words: Any) -> None:
        """Note a finding and go on."""
        self.findings.append(finding(code, span, hint=hint, **words))

    def fail(self, expected: str) -> NoReturn:
        """The next token does not belong here."""
        token = self.token
        raise Unreadable(
            finding(
                "C102", token.span, expected=expected, found=token.shown, hint=self._hint(expected, token)
            )
        )

    def enter(self) -> None:
        """One level deeper, if that is not too deep."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable(finding("C108", self.token.span, limit=DEEPEST))

    def made(self, node: _Made) -> _Made:
        """A new node, if the tree below it has not become too high to be worked on."""
        height = 1 + max((self._heights.get(id(part), 0) for part in children(node)), default=0)
        self._heights[id(node)] = height
        if height > TALLEST:
            raise Unreadable(finding("C108", self.token.span, limit=TALLEST))
        return node

    def _hint(self, expected: str, token: Token) -> str:
        before = self.tokens[self.at - 1] if self.at else None
        if before is not None and before.text in ("print", "println", "echo"):
            return "write `OUTPUT(…)`"
        if token.is_op("if") and expected == "the end of the statement":
            return "there is no `a if c else b`; write `if c { … } else { … }`"
        if before is not None and before.kind == token.kind == "name":
            joined = f"{before.text}_{token.text}"
            if joined in self.words:
                return f"did you mean `{joined}`?"
        for earlier in reversed(self.tokens[self.statement_at : self.at]):
            if earlier.kind == "string" and any(c in earlier.text for c in ")]}"):
                inside = next(c for c in earlier.text if c in ")]}")
                if earlier.span.line < token.span.line or f"`{inside}`" == expected:
                    return (
                        f"the string at line {earlier.span.line} contains '{inside}': is a quote misplaced?"
                    )
        if before is not None and before.kind == "name" and token.kind == "string":
            return f"a call needs parentheses: `{before.text}({token.text[:30]})`"
        if token.is_op("in"):
            return "a loop is written `for x: items`"
        if token.is_op("=") and before is not None and before.is_op("+", "-", "*", "/"):
            return f"there is no `{before.text}=`; write `x = x {before.text} …`"
        if token.is_op("="):
            return "`==` compares"
        if token.is_op("++", "--"):
            return f"`{token.text}` is a statement of its own: `x{token.text}`"
        if token.is_op("else", "elseif"):
            return "is a `}` missing or displaced above?"
        if token.is_op("==", "!=", "<", ">", "<=", ">="):
            return "comparisons do not chain; join them with `&&`"
        return "put the `not …` into parentheses" if token.is_op("not") else ""

    def expr(self) -> Expr:
        """``expr = lambda | tuple``."""
        self.enter()
        try:
            if self.token.is_op("lambda"):
                return self._lambda()
            start = self.token.start
            items = [self._binary(1)]
            while self.take(":"):
                items.append(self._binary(1))
            return items[0] if len(items) == 1 else self.made(TupleOf(self.since(start), tuple(items)))
        finally:
            self.depth -= 1

    def condition(self) -> Expr:
        """``cond = expr`` in which a brace outside of brackets begins the block."""
        kept, self.struct_allowed = self.struct_allowed, False
        try:
            return self.expr()
        finally:
            self.struct_allowed = kept

    def enclosed(self) -> Expr:
        """An expression inside brackets, where a struct may stand whatever is outside."""
        kept, self.struct_allowed = self.struct_allowed, True
        try:
            return self.expr()
        finally:
            self.struct_allowed = kept

    def parameters(self, closer: str) -> tuple[Parameter, ...]:
        """Names separated by commas, up to and with the closer."""
        found: list[Parameter] = []
        while not self.token.is_op(closer):
            token = self.token
            if any(p.name == token.text for p in found):
                self.find("C102", token.span, expected="another name", found=token.shown, hint="")
            self.name("the name of a parameter")
            found.append(Parameter(token.span, token.text))
            if not self.take(","):
                break
        self.expect(closer)
        return tuple(found)

    def _lambda(self) -> Expr:
        start = self.next().start
        parameters = self.parameters(":")
        body = self.expr()
        return self.made(Lambda(self.since(start), parameters, body))

    def _binary(self, minimum: int) -> Expr:
        start = self.token.start
        left: Expr
        if minimum <= 4 and self.token.is_op("not"):
            self.enter()
            self.next()
            left = self._binary(4)
            self.depth -= 1
            left, ceiling = self.made(Unary(self.since(start), "not", left)), 3
        else:
            left, ceiling = self._unary(), 10
        while self.token.kind in ("op", "keyword"):
            level = LEVELS.get(self.token.text, 0)
            if level < minimum or level > ceiling:
                break
            op = self.next()
            right = self._binary(level + 1)
            text = _SPELLINGS.get(op.text, op.text)
            left = self.made(Binary(self.since(start), text, left, right, op.span))
            ceiling = level - 1 if level in _SINGLE else level
        return left

    def _unary(self) -> Expr:
        if not self.token.is_op("!", "-"):
            return self._postfix()
        self.enter()
        op = self.next()
        operand = self._unary()
        self.depth -= 1
        number = operand.value if isinstance(operand, Literal) else None
        if op.text == "-" and isinstance(number, int | float) and not isinstance(number, bool):
            return Literal(self.since(op.start), -number)
        return self.made(Unary(self.since(op.start), _SPELLINGS.get(op.text, op.text), operand))

    def _postfix(self) -> Expr:
        start = self.token.start
        found = self._primary()
        while True:
            if self.take("."):
                token = (
                    self.next()
                    if self.token.kind in ("name", "keyword")
                    else self.fail("the name of a field")
                )
                found = self.made(Attribute(self.since(start), found, token.text, token.span))
            elif self.take("("):
                arguments = self._items(")")
                found = self.made(Call(self.since(start), found, arguments))
            elif self.take("["):
                index = self.enclosed()
                self.expect("]")
                found = self.made(Index(self.since(start), found, index))
            elif self.struct_allowed and self.token.is_op("{") and _is_dotted(found):
                found = self.struct(found, start)
            else:
                return found

    def _items(self, closer: str) -> tuple[Expr, ...]:
        items: list[Expr] = []
        while not self.token.is_op(closer):
            items.append(self.enclosed())
            if not self.take(","):
                break
        if not self.take(closer):
            self.fail(f"`,` or `{closer}`" if closer == ")" else f"`{closer}`")
        return tuple(items)

    def _primary(self) -> Expr:
        token = self.token
        if token.kind in ("int", "float", "string"):
            self.next()
            return Literal(token.span, token.value)
        if token.kind == "name":
            self.next()
            return Name(token.span, token.text)
        if token.is_op("true", "false"):
            self.next()
            return Literal(token.span, token.text == "true")
        if self.take("("):
            found = self.enclosed()
            self.expect(")")
            # The span grows by the parentheses, so that a caret shows all of it.
            return self.made(replace(found, span=self.since(token.start)))
        if self.take("["):
            return self._list(token.start)
        if token.is_op("{") and self.struct_allowed:
            return self.struct(None, token.start)
        return self.fail("an expression")

    def _list(self, start: int) -> Expr:
        if self.take("]"):
            return ListOf(self.since(start), ())
        first = self.enclosed()
        if self.take("..."):
            end = self.enclosed()
            self.expect("]")
            return self.made(RangeOf(self.since(start), first, end))
        rest: tuple[Expr, ...] = ()
        if self.take(","):
            rest = self._items("]")
        else:
            self.expect("]")
        return self.made(ListOf(self.since(start), (first, *rest)))

    def struct(self, base: Expr | None, start: int) -> Struct:
        """``{ entry, … }``, entries separated by commas or line ends."""
        self.enter()
        self.struct_braces.add(self.token.start)
        self.expect("{")
        entries: list[Entry] = []
        colon: Token | None = None
        kept, self.struct_allowed = self.struct_allowed, True
        self._separators()
        while not self.token.is_op("}"):
            if self.token.kind == "name" and self.ahead(1).is_op(":"):
                colon = colon or self.ahead(1)
            entries.append(self._entry())
            if not self._separators() and not self.token.is_op("}"):
                self.fail("`,`, a line end or `}`")
        self.struct_allowed = kept
        self.struct_braces.add(self.token.start)
        self.expect("}")
        self.depth -= 1
        if colon is not None:
            self.find("W608", colon.span)
        return self.made(Struct(self.since(start), base, tuple(entries)))

    def _separators(self) -> bool:
        before = self.at
        while self.token.kind == "newline" or self.token.is_op(","):
            self.at += 1
        return self.at > before

    def _entry(self) -> Entry:
        token = self.token
        if token.kind == "name" and self.ahead(1).is_op("=", ":"):
            self.at += 2
            self.skip_newlines()
            value = self.braces(token.text) if self.token.is_op("{") else self.expr()
            return self.made(Entry(self.since(token.start), token.text, value))
        function = self.function() if token.kind == "name" else None
        if function is not None:
            return self.made(Entry(self.since(token.start), token.text, function))
        value = self.expr()
        return self.made(Entry(self.since(token.start), None, value))

    def function_ahead(self, at: int) -> bool:
        """Whether the name at a place begins the definition of a function."""
        at += 1
        if not self.tokens[at].is_op("("):
            return False
        at += 1
        while self.tokens[at].kind == "name" and self.tokens[at + 1].is_op(","):
            at += 2
        at += self.tokens[at].kind == "name"
        if not self.tokens[at].is_op(")"):
            return False
        at += 1 + self.tokens[at + 1].is_op("=")
        return self.tokens[at].is_op("{")

    def function(self) -> Function | None:
        """``name(a, b) {…}`` or ``name(a, b) = {…}`` if that is what stands here."""
        if not self.function_ahead(self.at):
            return None
        name = self.next()
        self.next()
        parameters = self.parameters(")")
        self.take("=")
        body = self.block()
        return self.made(Function(self.since(name.start), name.text, parameters, body))

    @abstractmethod
    def braces(self, name: str | None) -> Expr:
        """What ``name = {…}`` means: a struct or a function."""

    @abstractmethod
    def block(self) -> Block:
        """``{ statements }``."""


def _is_dotted(node: Expr) -> bool:
    while isinstance(node, Attribute):
        node = node.base
    return isinstance(node, Name)
