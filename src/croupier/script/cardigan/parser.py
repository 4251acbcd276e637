"""Reading statements, and going on after one that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from croupier.script.cardigan.braces import holds_statements, too_early
from croupier.script.cardigan.expressions import Expressions, Unreadable
from croupier.script.cardigan.layout import laid_out
from croupier.script.cardigan.lexer import Lexed, lex
from croupier.script.cardigan.tree import (
    Assign,
    Binding,
    Block,
    Branch,
    Broken,
    Call,
    Define,
    For,
    Function,
    If,
    Parameter,
    Rules,
    Step,
    Struct,
    While,
)
from croupier.script.tokens import Token
from croupier.script.tree import Attribute, Evaluate, Expr, Include, Index, Name, Return, Stmt
from croupier.text import Diagnostic, Source

MOST = 200
"""So many findings of reading are enough."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A source as a tree, with what could not be read."""

    source: Source
    body: Block
    findings: tuple[Diagnostic, ...]
    struct_choices: tuple[tuple[str, Struct], ...]
    """What ``name = {…}`` was read as a struct though it might have been meant as a function."""
    lexed: Lexed
    struct_braces: frozenset[int]

    @property
    def readable(self) -> bool:
        """Whether there was no error."""
        return not any(f.is_error for f in self.findings)


def parse(source: Source) -> Reading:
    """Read a program; whatever is wrong, there is a tree of all that could be read."""
    lexed = lex(source)
    layout = laid_out(source, lexed)
    parser = Parser(source, layout.tokens)
    body = parser.program()
    findings = [*lexed.findings, *layout.findings, *parser.findings]
    unclosed = {t.start for t in layout.unclosed}
    if unclosed:
        findings = [f for f in findings if not (f.code == "C102" and f.span.start == len(source.text))]
    findings.sort(key=lambda f: f.sort_key)
    return Reading(
        source, body, tuple(findings), tuple(parser.choices), lexed, frozenset(parser.struct_braces)
    )


class Parser(Expressions):
    """Statements over expressions."""

    def __init__(self, source: Source, tokens: list[Token]) -> None:
        super().__init__(source, tokens)
        self.choices: list[tuple[str, Struct]] = []
        self.blocks = 0
        follows = list(pairwise(tokens))
        self.called = {a.text for a, b in follows if a.kind == "name" and b.is_op("(")}
        self.opened = {a.text for a, b in follows if a.kind == "name" and b.is_op(".", "{")}

    def program(self) -> Block:
        """``program = { stmt } EOF``."""
        body: list[Stmt] = []
        while True:
            body += self._statements()
            if self.token.kind == "end" or len(self.findings) > MOST:
                return Block(self.source.span(0, len(self.source.text)), tuple(body))
            hint = f"this `}}` closes nothing{too_early(self.tokens[: self.at])}"
            self.find("C102", self.token.span, expected="a statement", found="`}`", hint=hint)
            self.next()

    def block(self) -> Block:
        """``block = "{" { stmt } "}"``; at the end of the file the closer is not asked for again."""
        return self._rest_of_block(self.expect("{").start)

    def _rest_of_block(self, start: int) -> Block:
        self.enter()
        kept, self.struct_allowed = self.struct_allowed, True
        self.blocks += 1
        body = self._statements()
        self.blocks -= 1
        self.depth -= 1
        self.struct_allowed = kept
        if not self.take("}") and self.token.kind != "end":
            self.expect("}")
        return self.made(Block(self.since(start), tuple(body)))

    def _statements(self) -> list[Stmt]:
        body: list[Stmt] = []
        while True:
            self.skip_newlines()
            if self.token.kind == "end" or self.token.is_op("}") or len(self.findings) > MOST:
                return body
            body.append(self._statement_or_broken())

    def _statement_or_broken(self) -> Stmt:
        start, depth, blocks = self.at, self.depth, self.blocks
        kept, self.statement_at = self.statement_at, start
        try:
            found = self._statement()
            self._end_of_statement(found)
        except Unreadable as problem:
            self.depth, self.blocks = depth, blocks
            self.struct_allowed = True
            self._note(problem)
            found = self._broken(start)
        self.statement_at = kept
        return found

    def _end_of_statement(self, found: Stmt) -> None:
        if self.token.kind in ("newline", "end") or self.token.is_op("}"):
            return
        if isinstance(found, Evaluate) and self.token.is_op("{"):
            return
        if not self.tokens[self.at - 1].is_op("}"):
            self.fail("the end of the statement")

    def _broken(self, start: int) -> Broken:
        """Go on after an unreadable statement: with its block if it has one, else on a later line."""
        first = self.tokens[start]
        name = first.text if first.kind == "name" and self.tokens[start + 1].is_op("=") else None
        self.at = max(self.at, start)
        block = self._block_at_line_end()
        if block is not None and first.is_op("if"):
            block = self._with_else(block)
        if block is None:
            self._skip_lines(start)
        return Broken(
            self.source.span(first.start, max(first.end, self.tokens[self.at - 1].end)), name, block
        )

    def _block_at_line_end(self) -> Block | None:
        at = self.at
        while self.tokens[at].kind not in ("newline", "end") and not self.tokens[at + 1].first:
            at += 1
        last = at - 1 if self.tokens[at].kind == "newline" else at
        if last < self.at or not self.tokens[last].is_op("{"):
            return None
        self.at = last + 1
        try:
            return self._rest_of_block(self.tokens[last].start)
        except Unreadable as problem:
            self._note(problem)
            return None

    def _note(self, problem: Unreadable) -> None:
        """What is nested too deeply is not read at all; after anything else reading goes on."""
        self.findings.append(problem.finding)
        if problem.finding.code == "C108":
            self.at = len(self.tokens) - 1

    def _with_else(self, block: Block) -> Block:
        """The blocks after a broken condition belong to it; they are kept, to be checked."""
        body = list(block.body)
        try:
            while self._else_follows():
                self.skip_newlines()
                word = self.next()
                if word.text == "elseif":
                    self.condition()
                body += self.block().body
        except Unreadable as problem:
            self._note(problem)
        return Block(block.span, tuple(body))

    def _skip_lines(self, start: int) -> None:
        """To the next line that can begin a statement, but not out of the block."""
        if self.at == start and not self.token.is_op("}"):
            self.next()
        depth = 0
        while self.token.kind != "end":
            token = self.token
            if (
                token.first
                and self.at > start
                and (token.kind in ("name", "keyword") or token.is_op("?", "}"))
            ):
                return
            if token.is_op("{"):
                depth += 1
            elif token.is_op("}"):
                if depth == 0:
                    return
                depth -= 1
            self.next()

    def _statement(self) -> Stmt:
        token = self.token
        if token.kind == "keyword":
            readers: dict[str, Callable[[], Stmt]] = {
                "if": self._if, "while": self._while, "for": self._for, "return": self._return
            }  # fmt: skip
            if token.text in readers:
                return readers[token.text]()
        if token.is_op("?"):
            return self._rules()
        if token.is_op("elseif", "else"):
            self.fail("a statement")
        if token.kind == "name":
            if token.text == "include" and self.ahead(1).kind == "string":
                return self._include()
            function = self.function()
            if function is not None:
                if self.blocks:
                    self.find("W605", token.span, name=token.text)
                return Define(function.span, function, token.span)
        return self._assign_or_evaluate()

    def _include(self) -> Include:
        start = self.next().start
        path = self.next()
        if self.blocks:
            self.find(
                "C109",
                self.since(start),
                problem="`include` stands inside a block",
                hint="move it to the top level",
            )
        return Include(self.since(start), path.value)

    def _assign_or_evaluate(self) -> Stmt:
        start = self.token.start
        value = self.condition()
        if self.token.is_op("="):
            target = self._target(value)
            self.next()
            self.skip_newlines()
            right = self.braces(_last_name(target)) if self.token.is_op("{") else self.expr()
            return self.made(Assign(self.since(start), target, right))
        if self.token.is_op("++", "--"):
            target = self._target(value)
            op = self.next()
            return self.made(Step(self.since(start), target, op.text))
        if self.token.is_op("{"):
            self.find("C107", value.span)
            branch = Branch(self.since(start), value, self.block())
            return If(self.since(start), (branch,), None)
        return Evaluate(value.span, value)

    def _target(self, value: Expr) -> Name | Attribute | Index:
        root: Expr = value
        while isinstance(root, Attribute | Index):
            root = root.base
        if isinstance(root, Name) and isinstance(value, Name | Attribute | Index):
            return value
        raise self._not_assignable(value)

    def _not_assignable(self, value: Expr) -> Unreadable:
        from croupier.script.cardigan.codes import finding

        shown = value.span.text[:30].split("\n")[0]
        hint = "a function is defined by a block: `f(x) = {…}`" if isinstance(value, Call) else ""
        return Unreadable(
            finding("C102", value.span, expected=f"a name, a field or an element before `{self.token.text}`",
                    found=f"`{shown}`", hint=hint)
        )  # fmt: skip

    def _if(self) -> If:
        start = self.next().start
        branches = [self._branch(start)]
        otherwise = None
        while otherwise is None and self._else_follows():
            self.skip_newlines()
            word = self.next()
            if word.text == "elseif":
                branches.append(self._branch(word.start))
            else:
                otherwise = self.block()
        return self.made(If(self.since(start), tuple(branches), otherwise))

    def _else_follows(self) -> bool:
        at = self.at
        while self.tokens[at].kind == "newline":
            at += 1
        return self.tokens[at].is_op("elseif", "else")

    def _branch(self, start: int) -> Branch:
        condition = self.condition()
        block = self.block()
        return self.made(Branch(self.since(start), condition, block))

    def _while(self) -> While:
        start = self.next().start
        branch = self._branch(start)
        return self.made(While(branch.span, branch.condition, branch.block))

    def _for(self) -> For:
        start = self.next().start
        token = self.name("the name of the loop variable")
        if self.token.is_op("in"):
            self.fail("`:`")
        self.expect(":")
        items = self.condition()
        block = self.block()
        return self.made(For(self.since(start), Parameter(token.span, token.text), items, block))

    def _return(self) -> Return:
        start = self.next().start
        if self.token.kind in ("newline", "end") or self.token.is_op("}"):
            return Return(self.since(start), None)
        value = self.expr()
        return self.made(Return(self.since(start), value))

    def _rules(self) -> Rules:
        start = self.next().start
        bindings: list[Binding] = []
        if self.take("("):
            while not self.token.is_op(")"):
                token = self.name("the name of a binding")
                self.expect("=")
                value = self.enclosed()
                bindings.append(Binding(self.since(token.start), Parameter(token.span, token.text), value))
                if not self.take(","):
                    break
            self.expect(")")
        self.enter()
        self.expect("{")
        branches, default = self._conditionals()
        self.depth -= 1
        if not self.take("}") and self.token.kind != "end":
            self.expect("}")
        return self.made(Rules(self.since(start), tuple(bindings), branches, default))

    def _conditionals(self) -> tuple[tuple[Branch, ...], Block | None]:
        branches: list[Branch] = []
        default: Block | None = None
        self.blocks += 1
        while True:
            self.skip_newlines()
            if self.token.kind == "end" or self.token.is_op("}") or len(self.findings) > MOST:
                self.blocks -= 1
                return tuple(branches), default
            start, depth, blocks = self.at, self.depth, self.blocks
            if default is not None:
                self.find("C106", default.span)
            kept, self.statement_at = self.statement_at, start
            try:
                if self.token.is_op("{"):
                    default = self.block()
                else:
                    branches.append(self._branch(self.token.start))
            except Unreadable as problem:
                self.depth, self.blocks = depth, blocks
                self._note(problem)
                broken = self._broken(start)
                if broken.block is not None:
                    branches.append(Branch(broken.span, Name(broken.span, ""), broken.block))
            self.statement_at = kept

    def braces(self, name: str | None) -> Expr:
        """A function if it is `play`, holds statements, or is only ever called; otherwise a struct."""
        start = self.token.start
        if holds_statements(self, name, only_called=name in self.called and name not in self.opened):
            body = self.block()
            return self.made(Function(self.since(start), name or "", (), body))
        found = self.struct(None, start)
        if name is not None and found.entries:
            self.choices.append((name, found))
        return found


def _last_name(target: Name | Attribute | Index) -> str | None:
    return None if isinstance(target, Index) else target.name
