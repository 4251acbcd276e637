"""The pieces of a program of which is counted what becomes of them, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.game.counting import Rule
from croupier.script.ahod.nodes import Assign, Call, Declare, For, If, Leave, Print, While, walk_all
from croupier.script.ahod.program import Program
from croupier.script.tree import Evaluate, Name, Node, Return

_ACTIONS = {Print: "print", Return: "return", Declare: "declare", Assign: "assign", Evaluate: "do"}


def rules(program: Program) -> list[Rule]:
    """Statements, conditions, loops and questions."""
    found = (rule for body in program.bodies() for node in walk_all(body.statements) for rule in _of(node))
    return list(found)


def _of(node: Node) -> Iterator[Rule]:
    word = _ACTIONS.get(type(node))
    if word is not None:
        yield Rule("action", node.span, word)
    elif isinstance(node, Leave):
        yield Rule("action", node.span, node.word)
    elif isinstance(node, If):
        for number, (condition, _) in enumerate(node.branches):
            yield Rule("condition", condition.span, "elif" if number else "if")
    elif isinstance(node, While):
        yield Rule("condition", node.condition.span, "while")
    elif isinstance(node, For):
        yield Rule("loop", node.span, "for")
    elif isinstance(node, Call) and isinstance(node.function, Name) and node.function.name == "input":
        yield Rule("choice", node.span, "input")
