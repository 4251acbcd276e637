"""What is counted of a program: its actions, stages, conditions, choices and options.

A condition is that of an `if` or of the end of a stage, and every part of it that `and`, `or` and `not` put
together. In an item of a choice there are *guards*: the conditions that stand before anything is done,
however deep within `any` and `let`. They are counted while options are built, since they tell what is
offered; all else in an item is counted when an option is carried out.
"""

from __future__ import annotations

from croupier.game.counting import COUNTED, Rule
from croupier.interpreter.flow import label
from croupier.recycle.constants import constant
from croupier.recycle.nodes import List
from croupier.recycle.program import Constant, Expr, Program, decides
from croupier.recycle.shapes import SHAPES
from croupier.recycle.storage_use import StoredConstants
from croupier.recycle.traits import Times

MOST_WORDS = 40
"""So many characters tell an option that the text has no name for."""

PARTS = tuple(form for form, shape in SHAPES.items() if shape.parts in (("condition",), ("conditions",)))
"""Conditions that are made of conditions."""


def is_guarding(expr: Expr) -> bool:
    """Whether a form in an item only leads to what is done: nothing is done before what stands in it."""
    body = expr.traits.body
    leads = body is not None and body.times in (Times.ONCE, Times.IF, Times.ONE_ELEMENT)
    return leads and len(done_in(expr)) == 1


def guarded(expr: Expr) -> Expr:
    """What stands in such a form."""
    return done_in(expr)[0]


class Rules:
    """The rules of a program, and where in the list of counts those of each form are."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.constants: dict[int, Constant] = {p.slot: p.value for p in program.parameters}
        self._settled = StoredConstants(program, {**self.constants, **self._named_constants(program)})
        self.listed: list[Rule] = []
        self.size = 0
        """How many integers are counted."""
        self.actions: dict[int, int] = {}
        self.conditions: dict[int, int] = {}
        self.options: dict[int, int] = {}
        self.blocks: dict[int, int] = {}
        """Stages, choices and variables around them. All by the identity of the form."""
        self.guards: set[int] = set()
        """The forms of items that only lead to what is done."""
        for expr in self.set_up:
            self._action(expr, -1)
        for expr in program.body:
            self._block(expr, -1)
        self._add("action", program.scoring, -1, self.blocks)

    @property
    def set_up(self) -> list[Expr]:
        """What is done before the game begins."""
        seated = ("create.players", "create.teams")
        return [expr for expr in self.program.setup.args if expr.form not in seated]

    def fixed(self, expr: Expr) -> bool | None:
        """What a condition that hangs only on seats and settings comes to."""
        found = constant(expr, self.constants)
        return None if found is None else bool(found)

    def settled(self, expr: Expr) -> bool | None:
        """The same of any condition that seats and settings decide, whatever stands beside them in it."""
        if expr.form in PARTS:
            parts = [self.settled(part) for part in expr.args]
            if expr.form == "not":
                return None if parts[0] is None else not parts[0]
            deciding = expr.form == "or"
            if deciding in parts:
                return deciding
            return None if None in parts else not deciding
        found = self._settled.value(expr)
        return None if found is None else bool(found)

    def _idle(self, expr: Expr) -> bool | None:
        """False if seats and settings let a form do nothing: repeat it no times, or over no elements."""
        body = expr.traits.body
        if body is None or body.times not in (Times.NUMBER, Times.EACH) or not body.by:
            return None
        found = self._settled.value(expr.part(body.by))
        nothing = found <= 0 if isinstance(found, int) else found == ()
        return False if found is not None and nothing else None

    def _named_constants(self, program: Program) -> dict[int, Constant]:
        """The variables of `let` whose values seats and settings decide; no two variables share a slot."""
        found: dict[int, Constant] = {}
        slots: set[int] = set()
        for expr in program.walk():
            binds = expr.traits.binds
            if binds is None:
                continue
            slot = expr.part("variable").slot
            value = None if binds.each else constant(expr.part(binds.source), {**self.constants, **found})
            if slot in slots:
                found.pop(slot, None)
            elif value is not None:
                found[slot] = value
            slots.add(slot)
        return found

    def _add(self, kind: str, expr: Expr, within: int, into: dict[int, int], what: str = "") -> int:
        into[id(expr)] = self.size
        self.size += len(COUNTED[kind])
        fixed = self.settled(expr) if kind == "condition" else self._idle(expr) if kind == "action" else None
        self.listed.append(Rule(kind, expr.span, what or _word(expr), within, fixed))
        return len(self.listed) - 1

    def _block(self, expr: Expr, within: int) -> None:
        if expr.form.startswith("stage."):
            stage = self._add("loop", expr, within, self.blocks)
            self._condition(expr.part("end"), stage)
            for block in expr.parts("blocks"):
                self._block(block, stage)
        elif expr.form.partition(".")[0] == "choice":
            choice = self._add("choice", expr, within, self.blocks)
            for item in expr.parts("items"):
                what = label(item) or _shortened(_done(item))
                self._item(item, self._add("option", item, choice, self.options, what))
        elif expr.form == "do" and decides(expr):
            for block in expr.args:
                self._block(block, within)
        elif decides(expr):
            around = self._add("action", expr, within, self.blocks)
            if expr.has("condition"):
                self._condition(expr.part("condition"), around)
            for block in done_in(expr):
                self._block(block, around)
        else:
            self._action(expr, within)

    def _item(self, expr: Expr, option: int) -> None:
        item = expr
        while is_guarding(expr):
            self.guards.add(id(expr))
            if expr.form == "if":
                self._condition(expr.part("condition"), option)
            expr = guarded(expr)
        if expr is item:
            # What is done is the option itself.
            self._within(expr, option)
        else:
            self._action(expr, option)

    def _action(self, expr: Expr, within: int) -> None:
        self._within(expr, self._add("action", expr, within, self.actions))

    def _within(self, expr: Expr, action: int) -> None:
        if expr.has("condition"):
            self._condition(expr.part("condition"), action)
        for inner in done_in(expr):
            self._action(inner, action)

    def _condition(self, expr: Expr, within: int) -> None:
        condition = self._add("condition", expr, within, self.conditions)
        if expr.form in PARTS:
            for part in expr.args:
                self._condition(part, condition)


def done_in(expr: Expr) -> tuple[Expr, ...]:
    """The actions directly within a group of actions; none within any other action."""
    body = expr.traits.body
    return () if body is None else expr.parts(body.part)


def _done(expr: Expr) -> Expr:
    """What an item does, once its guards hold."""
    while is_guarding(expr):
        expr = guarded(expr)
    return expr


def _shortened(expr: Expr) -> str:
    text = " ".join(expr.span.text.split())
    return text if len(text) <= MOST_WORDS else f"{text[: MOST_WORDS - 1]}…"


def _word(expr: Expr) -> str:
    """The word that a form begins with; an `if` has none of its own."""
    head = expr.node.head if isinstance(expr.node, List) else ""
    return "if" if expr.form in ("if", "if.else") else head or expr.form.partition(".")[0]
