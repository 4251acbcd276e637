"""The pieces of a program of which is counted what becomes of them, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.game.counting import Rule
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.tree import Assign, For, Function, If, Rules, Step, While
from croupier.script.tree import Evaluate, Node, Return

_ACTIONS = {Assign: "assign", Step: "step", Return: "return", Evaluate: "do"}


def rules(program: Program, questions: frozenset[int]) -> list[Rule]:
    """Statements, conditions, loops and questions, which are known by the identity of their nodes."""
    return [rule for node in program.nodes() for rule in _of(node, questions)]


def _of(node: Node, questions: frozenset[int]) -> Iterator[Rule]:
    if id(node) in questions:
        yield Rule("choice", node.span, "INPUT")
    elif isinstance(node, Assign) and isinstance(node.value, Function):
        return
    elif (word := _ACTIONS.get(type(node))) is not None:
        yield Rule("action", node.span, word)
    elif isinstance(node, If):
        for number, branch in enumerate(node.branches):
            yield Rule("condition", branch.condition.span, "elseif" if number else "if")
    elif isinstance(node, Rules):
        for branch in node.branches:
            yield Rule("condition", branch.condition.span, "rule")
    elif isinstance(node, While):
        yield Rule("condition", node.condition.span, "while")
    elif isinstance(node, For):
        yield Rule("loop", node.span, "for")
