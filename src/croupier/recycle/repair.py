"""Parentheses that do not match: where indentation says that they belong.

A balanced text is never touched. In an unbalanced one the lines' indentation is evidence of what its
author meant: a line that is not indented below an open form's line says that the form should have been
closed before it, and a line that is indented below a form just closed says that it was closed too early.
The first such place mends the first imbalance; then the text is scanned again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.recycle.codes import finding
from croupier.text import Diagnostic, Note, Source

if TYPE_CHECKING:
    from croupier.recycle.reader import Token

_MOST_REPAIRS = 40
_MOST_VISITS = 2_000_000


@dataclass(slots=True)
class _Repairs:
    """Closing parentheses to ignore, and how many to add before which token; with the findings."""

    ignored: set[int] = field(default_factory=set)
    closes_before: dict[int, int] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)


@dataclass(slots=True)
class _Trouble:
    """The first imbalance met, and the first place where indentation disagrees with the parentheses."""

    after_game: int | None = None
    too_early: tuple[int, int] | None = None
    left_open: list[int] = field(default_factory=list)
    forgotten: tuple[int, list[int]] | None = None


class _Layout:
    """Which token begins a line, and how far each token's line is indented."""

    def __init__(self, source: Source, toks: list[Token]) -> None:
        self.first: list[bool] = []
        self.indent: list[int] = []
        current = 0
        for i, token in enumerate(toks):
            begins = i == 0 or token.lines > 0
            if begins:
                line_start = source.text.rfind("\n", 0, token.start) + 1
                current = len(source.text[line_start : token.start].expandtabs(8))
            self.first.append(begins)
            self.indent.append(current)


def mend(source: Source, toks: list[Token]) -> tuple[list[Token], list[Diagnostic]]:
    """The tokens with parentheses that match as well as can be, and a finding for each repair."""
    repairs = _Repairs()
    layout = _Layout(source, toks)
    rounds = min(_MOST_REPAIRS, max(1, _MOST_VISITS // max(1, len(toks))))
    for _ in range(rounds):
        trouble = _scan(source, toks, repairs, layout)
        if trouble.after_game is not None:
            _ignore(source, toks, repairs, trouble)
        elif not trouble.left_open or not _close(source, toks, repairs, trouble):
            break
    else:
        _give_up(source, toks, repairs, layout)
    return _mended(toks, repairs), repairs.findings


def _mended(toks: list[Token], repairs: _Repairs) -> list[Token]:
    """The tokens without what is ignored, and with what was forgotten behind the last thing before it."""
    mended: list[Token] = []
    for i, token in enumerate(toks):
        if i in repairs.closes_before:
            at = len(mended)
            while at > 0 and mended[at - 1].kind == "comment":
                at -= 1
            end = mended[at - 1].end if at else 0
            mended[at:at] = [
                token._replace(kind="close", start=end, end=end, lines=0)
            ] * repairs.closes_before[i]
        if i not in repairs.ignored:
            mended.append(token)
    return mended


def _scan(source: Source, toks: list[Token], repairs: _Repairs, layout: _Layout) -> _Trouble:
    trouble = _Trouble()
    stack: list[int] = []
    outdented: list[int] = []
    """For each open form how many of those around it come up to the last that is indented less."""
    closed_root = last_part = -1
    indent = layout.indent
    for i, token in enumerate(toks):
        if i in repairs.closes_before:
            del stack[-repairs.closes_before[i] :], outdented[-repairs.closes_before[i] :]
        kind = token.kind
        if kind == "comment":
            continue
        if kind == "close":
            if not stack or i in repairs.ignored:
                continue
            opened = stack.pop()
            outdented.pop()
            if trouble.too_early is None and _closed_too_early(toks, layout, opened, i):
                trouble.too_early = (i, opened)
            if not stack:
                closed_root = i
            continue
        if not stack and closed_root >= 0 and kind != "comma":
            complete = trouble.too_early is None and _begins(source, toks, last_part, "scoring")
            if complete or _begins(source, toks, i, "game"):
                return _Trouble()  # a second game, or text behind a whole one, is not a matter of parentheses
            trouble.after_game = i
            if trouble.too_early is None:
                trouble.too_early = (closed_root, _opening(toks, repairs, closed_root))
            return trouble
        if trouble.forgotten is None and stack and layout.first[i]:
            kept = len(stack)
            while kept and indent[stack[kept - 1]] >= indent[i]:
                kept = outdented[kept - 1]
            if 0 < kept < len(stack):
                trouble.forgotten = (i, stack[kept:])
        if kind == "open":
            if len(stack) == 1:
                last_part = i
            around = len(stack)
            while around and indent[stack[around - 1]] >= indent[i]:
                around = outdented[around - 1]
            stack.append(i)
            outdented.append(around)
    trouble.left_open = stack
    return trouble


def _closed_too_early(toks: list[Token], layout: _Layout, opened: int, closed: int) -> bool:
    """Whether the next line is indented below the line-leading form that was just closed."""
    if not layout.first[opened]:
        return False
    after = _next_part(toks, closed)
    return after < len(toks) and layout.first[after] and layout.indent[after] > layout.indent[opened]


def _next_part(toks: list[Token], closed: int) -> int:
    """The token that begins the next form behind a closing parenthesis."""
    after = closed + 1
    while after < len(toks) and toks[after].kind in ("close", "comment", "comma"):
        after += 1
    return after


def _begins(source: Source, toks: list[Token], i: int, head: str) -> bool:
    """Whether the form that is opened there begins with a word."""
    if i < 0 or toks[i].kind != "open" or i + 1 >= len(toks):
        return False
    return source.text[toks[i + 1].start : toks[i + 1].end] == head


def _opening(toks: list[Token], repairs: _Repairs, closing: int) -> int:
    stack: list[int] = []
    for i in range(closing + 1):
        del stack[len(stack) - repairs.closes_before.get(i, 0) :]
        if toks[i].kind == "open":
            stack.append(i)
        elif toks[i].kind == "close" and stack and i not in repairs.ignored:
            opened = stack.pop()
            if i == closing:
                return opened
    return 0


def _ignore(source: Source, toks: list[Token], repairs: _Repairs, trouble: _Trouble) -> None:
    assert trouble.too_early is not None
    closing, opened = trouble.too_early
    repairs.ignored.add(closing)
    where = source.span(toks[opened].start, toks[opened].end)
    after = _next_part(toks, closing)
    follows = source.position(toks[after].start)[0] if after < len(toks) else where.line
    repairs.findings.append(
        finding(
            "RCY006",
            source.span(toks[closing].start, toks[closing].end),
            form=_called(source, toks, opened),
            line=where.line,
            follows=follows,
            notes=(Note("it was opened here", where),),
        )
    )


def _close(source: Source, toks: list[Token], repairs: _Repairs, trouble: _Trouble) -> bool:
    """Add the parentheses that are missing; whether the text has to be scanned again."""
    if trouble.forgotten is not None:
        before, due = trouble.forgotten
        repairs.closes_before[before] = repairs.closes_before.get(before, 0) + len(due)
        _unclosed(source, toks, repairs, due, before)
        return True
    # Indentation shows no better place than the end of the file; the builder closes there by itself.
    _unclosed(source, toks, repairs, trouble.left_open, len(toks))
    return False


def _unclosed(source: Source, toks: list[Token], repairs: _Repairs, due: list[int], before: int) -> None:
    last = before - 1
    while last > 0 and toks[last].kind == "comment":
        last -= 1
    belongs = source.position(toks[last].end - 1)[0]
    repairs.findings.append(
        finding(
            "RCY004",
            source.span(toks[due[0]].start, toks[due[0]].end),
            form=_called(source, toks, due[0]),
            line=belongs,
            count=len(due),
            notes=(Note("the `)` belongs behind this", source.span(toks[last].start, toks[last].end)),),
        )
    )


def _give_up(source: Source, toks: list[Token], repairs: _Repairs, layout: _Layout) -> None:
    """After many repairs: let everything that is left belong to the game, without more findings."""
    if _scan(source, toks, repairs, layout).after_game is None:
        return
    depth = 0
    for i, token in enumerate(toks):
        depth -= repairs.closes_before.get(i, 0)
        if token.kind == "open":
            depth += 1
        elif token.kind == "close" and depth and i not in repairs.ignored:
            if depth == 1:
                repairs.ignored.add(i)
            else:
                depth -= 1


def _called(source: Source, toks: list[Token], opened: int) -> str:
    """The opening parenthesis with the word behind it, as a reader would name the form."""
    if opened + 1 < len(toks) and toks[opened + 1].kind in ("word", "name", "var"):
        return "(" + source.text[toks[opened + 1].start : toks[opened + 1].end]
    return "("
