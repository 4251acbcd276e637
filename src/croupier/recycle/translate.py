"""From one dialect into another: every form keeps its meaning and takes the spelling that the other has.

The table of forms decides: what the target has natively stays; rows of the same meaning are spellings of
one another; the rest cannot be said there and is reported, all places at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from croupier.recycle.check import Checked
from croupier.recycle.codes import finding
from croupier.recycle.constants import MAX_INT, MIN_INT
from croupier.recycle.format import layout
from croupier.recycle.forms import FORMS, Dialect, Form
from croupier.recycle.nodes import Atom, Comment, List, Node, is_atom, walk
from croupier.recycle.program import Expr, Program
from croupier.recycle.short_forms import shortened
from croupier.recycle.types import Type, is_a
from croupier.text import Diagnostic
from croupier.text.errors import CroupierError

_DIRECTIVE = re.compile(r"^([^;\n]*;+[^\S\n]*dialect:[^\S\n]*)\S+", re.IGNORECASE | re.MULTILINE)
_BINDERS = {
    form.parts[0].words[0]: i
    for form in FORMS.values()
    for i, part in enumerate(form.parts)
    if part.kind == "Variable" and form.name != "declare"
}
"""Heads of forms that bind a variable, and which of their items it is."""
_STAGE_PARTS = ("end", "among", "turns")
"""Words with which a part of the head of a stage begins; a bare condition stands for an end."""
_ADVICE = ("RCY111", "RCY120")
"""Findings about the dialect itself: they say what the translation relies on."""

Names = frozenset[str]


class UnsayableError(CroupierError):
    """A spelling that the target dialect lacks; says why."""


def translate(checked: Checked, to: Dialect) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The program in another dialect, or None, with the findings that tell why not or what is doubtful.

    >>> from croupier.catalog import loading as api
    >>> from croupier.recycle.check import check
    >>> text, findings = translate(check(api.find_source("agram")), Dialect.V0510)
    >>> "((RANK : ACE) 14)" in text
    True
    """
    program = checked.program
    if program is None:
        return None, checked.findings
    pen = _Pen(checked, program, to)
    if to is not Dialect.HOUSE:
        pen.refuse_house_forms()
    declared = frozenset(parameter.name for parameter in program.parameters)
    forms = [pen.node(form, declared) for form in checked.reading.forms]
    if pen.findings:
        return None, tuple(sorted(dict.fromkeys(pen.findings), key=lambda f: f.sort_key))
    text = named(layout(forms, checked.reading.tail, house=to is Dialect.HOUSE), to)
    return text, tuple(f for f in checked.findings if f.code in _ADVICE)


def named(text: str, dialect: Dialect) -> str:
    r"""A text whose comment `;; dialect: X` names this dialect; it is added to the header if there is none.

    >>> print(named(";; Agram\n\n(game)\n", Dialect.V05), end="")
    ;; Agram
    ;; dialect: 0.5
    <BLANKLINE>
    (game)
    """
    text, count = _DIRECTIVE.subn(rf"\g<1>{dialect.value}", text)
    if count:
        return text
    lines = text.split("\n")
    first = next(i for i, line in enumerate(lines) if line and not line.startswith(";"))
    header = max((i + 1 for i in range(first) if lines[i]), default=0)
    return "\n".join([*lines[:header], f";; dialect: {dialect.value}", *lines[header:]])


@dataclass
class _Pen:
    """Writes one program anew."""

    checked: Checked
    program: Program
    to: Dialect
    findings: list[Diagnostic] = field(default_factory=list)
    spelled: dict[Node, tuple[Form, Expr]] = field(init=False)
    filled: Names = field(init=False)
    """The names of the game's point maps that the program fills."""

    def __post_init__(self) -> None:
        self.spelled = dict(self.checked.spelled)
        stores = []
        for expr in self.program.walk():
            if expr.form == "points" and isinstance(expr.node, Atom):
                self.spelled[expr.node] = (FORMS["points.variable"], expr)
            elif expr.form == "set.points":
                stores.append(expr.part("storage"))
        self.filled = frozenset(str(s.part("name").value) for s in stores if _is_of_game(s))

    def refuse_house_forms(self) -> None:
        """Note every form that only the house dialect has."""
        for node, form in self.checked.forms.items():
            if form.since is Dialect.HOUSE and node.source is self.checked.reading.source:
                self.report(node, form, "the form belongs to the house dialect")

    def node(self, node: Node, bound: Names) -> Node:
        """A node in the target dialect; ``bound`` are the variables known there."""
        if node not in self.spelled:
            return self.copied(node, bound)
        form, expr = self.spelled[node]
        try:
            if form.means == "award":
                return _commented(node, self.award(node, bound))
            if form.name == "range":
                return _commented(node, self.range(node, expr, bound))
            if not form.native_to(self.to):
                return _commented(node, self.spell(node, form, expr, bound))
        except UnsayableError as problem:
            if form.means != "set.points" or expr.part("storage").form != "points":
                # A point map that cannot be said is reported by itself, once.
                self.report(node, form, str(problem))
        return self.copied(node, bound)

    def copied(self, node: Node, bound: Names) -> Node:
        """The same list with its items in the target dialect."""
        if not isinstance(node, List):
            return node
        items = list(self.items(node, bound))
        if node.head == "stage" and isinstance(items[2], List) and items[2].head not in _STAGE_PARTS:
            condition = items[2]
            items[2] = _like(condition, [_word(condition, "end"), _list(condition, condition.items)])
        if self.to is Dialect.HOUSE and node in self.checked.forms:
            return shortened(_like(node, items), self.checked.forms[node], _like_list)
        return _like(node, items)

    def items(self, node: List, bound: Names) -> Iterator[Node]:
        """The items of a list, each seeing the variables that are bound before it."""
        variable = _BINDERS.get(node.head)
        for i, item in enumerate(node.items):
            yield self.node(item, bound)
            if i == variable and isinstance(item, Atom):
                bound |= {item.text[1:]}

    def report(self, node: Node, form: Form, why: str) -> None:
        """Note that a form has no spelling in the target dialect."""
        what = f"`{form.signature}`" if isinstance(node, List) else f"`{node!r}`"
        self.findings.append(finding("RCY201", node.span, what=what, dialect=self.to.value, why=why))

    def spell(self, node: Node, form: Form, expr: Expr, bound: Names) -> Node:
        """A form in the first other spelling that can say it."""
        others = [f for f in FORMS.values() if f.means == form.means and f.native_to(self.to)]
        if not others:
            raise UnsayableError(f"the form came with dialect {form.since.value}")
        problem = UnsayableError()
        for other in others:
            try:
                return self.as_form(other, node, expr, bound)
            except UnsayableError as found:
                problem = found
        raise problem

    def as_form(self, form: Form, node: Node, expr: Expr, bound: Names) -> Node:
        """A form in another spelling, its arguments taken by their types."""
        lacking = UnsayableError(f"dialect {self.to.value} has only `{form.signature}`")
        if form.name == "points.variable":
            return self.point_variable(node, expr, bound)
        if expr.value and not any(part.kind == "Name" for part in form.parts):
            raise lacking
        left = list(expr.args)
        items: list[Node] = []
        binders: list[int] = []
        for part in form.parts:
            if part.kind == "word":
                items.append(_word(node, part.words[0]))
            elif part.kind == "PointVariable":
                # `put points` means the variable of the whole file, whatever is bound around it.
                items.append(self.point_variable(left[0].node or node, left.pop(0), frozenset()))
            elif part.kind == "Awards":
                assert isinstance(node, List)
                items.append(self.node(node.items[-1], bound))
                left.clear()
            else:
                taken = [arg for arg in left if is_a(arg.type, part.type)]
                taken = taken if part.repeat else taken[:1]
                gone = set(map(id, taken))
                left = [arg for arg in left if id(arg) not in gone]
                items += [self.argument(node, arg, bound) for arg in taken]
                binders += [arg.span.start for arg in taken if any(e.form == "bind" for e in arg.walk())]
        if binders != sorted(binders):
            # Bindings are numbered in text order, so that it would not be the same checked program.
            raise UnsayableError("there two parts that bind variables stand the other way round")
        if any(arg.form != "int" or arg.value != form.default for arg in left):
            raise lacking
        return _list(node, items)

    def argument(self, node: Node, arg: Expr, bound: Names) -> Node:
        """An argument in the target dialect; one that the old spelling leaves out is written down."""
        if arg.node is not None and arg.node is not node:
            return self.node(arg.node, bound)
        if arg.form == "game.owner":
            return _word(node, "game")
        return Atom(node.source, node.start, node.end, arg.form, str(arg.value))

    def point_variable(self, node: Node, store: Expr, bound: Names) -> Node:
        """``'P`` for ``(game points P)``."""
        if not _is_of_game(store):
            raise UnsayableError(
                "there a point map belongs to the whole game and has a fixed name: `(put points 'P …)`"
            )
        name = str(store.part("name").value)
        if name in bound:
            raise UnsayableError(f"there it is the variable '{name}, which is bound to something else here")
        if name not in self.filled:
            raise UnsayableError(
                f"no `(set (game points {name}) …)` fills it, so that '{name} would be undefined"
            )
        return Atom(node.source, node.start, node.end, "var", f"'{name}")

    def award(self, node: Node, bound: Names) -> Node:
        """An award with its pairs as the target writes them."""
        assert isinstance(node, List)
        colon = FORMS["award"].native_to(self.to)
        *pairs, last = node.items
        if len(pairs) > 1 and not colon:
            raise UnsayableError(
                f"dialect {self.to.value} has only one key and value: `((KEY (VALUE)) POINTS)`"
            )
        return _like(node, [*(self.pair(pair, colon, bound) for pair in pairs), self.node(last, bound)])

    def pair(self, node: Node, colon: bool, bound: Names) -> Node:
        """``(KEY : VALUE)`` or ``(KEY (VALUE))``."""
        assert isinstance(node, List)
        said = node.items[-1]
        if isinstance(said, List) and len(said.items) == 1:
            said = said.items[0]
        key, value = self.node(node.items[0], bound), self.node(said, bound)
        if colon:
            return _commented(node, _like(node, [key, _word(said, ":"), value]))
        if not isinstance(value, List) or len(value.items) == 1:
            value = _list(said, [value])
        return _commented(node, _like(node, [key, value]))

    def range(self, node: Node, expr: Expr, bound: Names) -> Node:
        """A range with its end as the target counts it: 0.4 leaves the end out (§3.5)."""
        assert isinstance(node, List)
        items = list(self.items(node, bound))
        was, becomes = (dialect is Dialect.V04 for dialect in (self.checked.dialect, self.to))
        if was and not becomes:
            items[-1] = _one_less(node.items[-1], items[-1])
        elif becomes and not was:
            items[-1] = _one_more(node.items[-1], items[-1], expr.part("high"))
        return _like(node, items)


def _is_of_game(store: Expr) -> bool:
    """Whether it is ``(game points NAME)``."""
    return (
        store.form == "points" and store.part("owner").type is Type.GAME and store.part("name").form == "name"
    )


def _one_less(said: Node, end: Node) -> Node:
    """What 0.4 writes as the end of a range, as later dialects do."""
    if isinstance(said, Atom) and said.kind == "int":
        return _integer(end, int(said.text) - 1)
    if _is_sum_with_one(end):
        assert isinstance(end, List)
        return end.items[1]
    return _list(end, [_word(end, "-"), end, _integer(end, 1)])


def _one_more(said: Node, end: Node, last: Expr) -> Node:
    """What later dialects write as the end of a range, as 0.4 does."""
    if isinstance(said, Atom) and said.kind == "int":
        return _integer(end, int(said.text) + 1)
    if last.form == "subtract" and last.part("right").value == 1 and isinstance(end, List):
        inner = end.items[1]
        # 0.4 takes one off these in its own way, and (- 5 1) is not 4 in the checked program.
        if not is_atom(inner, "int") and not _is_sum_with_one(inner):
            return inner
    return _list(end, [_word(end, "+"), end, _integer(end, 1)])


def _is_sum_with_one(node: Node) -> bool:
    """``(+ X 1)``."""
    if not isinstance(node, List) or node.head != "+" or len(node.items) != 3:
        return False
    last = node.items[2]
    return isinstance(last, Atom) and last.kind == "int" and int(last.text) == 1


def _integer(node: Node, number: int) -> Atom:
    """A literal in the place of a node."""
    if not MIN_INT <= number <= MAX_INT:
        raise UnsayableError(f"its end would be {number}, which does not fit into 64 bits")
    return Atom(node.source, node.start, node.end, "int", str(number))


def _word(node: Node, text: str) -> Atom:
    """A word in the place of a node."""
    return Atom(node.source, node.start, node.end, "word", text)


def _list(node: Node, items: Sequence[Node]) -> List:
    """A new list in the place of a node."""
    return List(node.source, node.start, node.end, list(items))


def _like(node: List, items: Sequence[Node]) -> List:
    """A list with other items and the comments of the old one."""
    new = _list(node, items)
    new.before, new.after, new.tail = node.before, node.after, node.tail
    new.blank, new.comma = node.blank, node.comma
    return new


def _like_list(node: Node, items: Sequence[Node]) -> List:
    """A list with other items in the place of a list."""
    assert isinstance(node, List)
    return _like(node, items)


def _comments(node: Node) -> Iterator[Comment]:
    for inner in walk(node):
        yield from inner.before
        if inner.after:
            yield inner.after
        if isinstance(inner, List):
            yield from inner.tail


def _commented(old: Node, new: Node) -> Node:
    """The new node with the comments and the place of the old one; none is lost."""
    new.blank, new.comma = old.blank, old.comma
    kept = set(_comments(new))
    lost = sorted((c for c in _comments(old) if c not in kept), key=lambda c: c.start)
    if old.after in lost and new.after is None:
        lost.remove(old.after)
        new.after = old.after
    new.before = [*lost, *new.before]
    return new
