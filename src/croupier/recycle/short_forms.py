"""The short forms of the house dialect in the place of longer ones of 0.6 that mean exactly the same.

Definitions are left to the author: what a name should say no program knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.recycle.forms import Form
from croupier.recycle.nodes import Atom, List, Node

_SINGLE = {"if": 1, "all.do": 3, "any.do": 3, "let": 3, "repeat": 2}
"""Forms with one item, and where it stands: several may stand there."""
_BLOCKS = ("game", "stage", "stage.among")
"""Forms in which actions stand as they are: no `do` has to hold them together."""
_ONTO = ("move", "remember")
"""Forms whose destination may be the location itself, which means its top."""


def shortened(node: List, form: Form, made: Callable[[Node, Sequence[Node]], List]) -> Node:
    """A list, whose parts are short already, in a shorter form; `form` tells what it was read as.

    `made` gives a list with other items in the place of a node.
    """
    if form.name in _BLOCKS:
        return made(node, [one for item in node.items for one in _bare(item)])
    if form.name in _SINGLE:
        return _several(node, _SINGLE[form.name], made)
    if form.name in _ONTO and _is_top(node.items[-1]):
        last = node.items[-1]
        assert isinstance(last, List)
        return made(node, [*node.items[:-1], last.items[1]])
    if form.name == "repeat.all":
        return _emptied(node, made)
    if form.name.startswith("equal") and node.head == "==":
        return _empty(node, made)
    return node


def _bare(item: Node) -> Sequence[Node]:
    """The actions of a `do` without it; an `any` there is no choice, so that it stays."""
    inner = _held(item)
    if not inner or any(isinstance(one, List) and one.head == "any" for one in inner):
        return [item]
    inner[0].before = [*item.before, *inner[0].before]
    inner[0].blank = item.blank or inner[0].blank
    return inner


def _held(body: Node) -> list[Node]:
    """The items that a `do` holds together; none if it is no `do`, or if comments stand in between."""
    if not isinstance(body, List) or body.head != "do" or len(body.items) != 2 or body.tail or body.after:
        return []
    word, inner = body.items
    if not isinstance(inner, List) or _is_commented(word, inner):
        return []
    return list(inner.items)


def _several(node: List, at: int, made: Callable[[Node, Sequence[Node]], List]) -> List:
    """The items of a `do` that only holds a body together stand there themselves."""
    body = node.items[at]
    inner = _held(body)
    if len(inner) < 2:
        return node
    inner[0].before = [*body.before, *inner[0].before]
    return made(node, [*node.items[:at], *inner])


def _emptied(node: List, made: Callable[[Node, Sequence[Node]], List]) -> List:
    """`(repeat all (forget (top M)))` is `(forget M)`."""
    action = node.items[2]
    taken = action.items[1] if isinstance(action, List) and len(action.items) > 1 else action
    if not isinstance(taken, List) or len(taken.items) != 2 or not isinstance(taken.items[1], List):
        return node
    if _is_commented(*node.items, taken, taken.items[0]):
        return node
    assert isinstance(action, List)
    if action.head == "forget" and taken.head == "top":
        return made(node, [action.items[0], taken.items[1]])
    return node


def _empty(node: List, made: Callable[[Node, Sequence[Node]], List]) -> List:
    """`(== (size X) 0)` is `(empty X)`."""
    if len(node.items) != 3:
        return node
    one, other = node.items[1:]
    if isinstance(one, Atom):
        one, other = other, one
    if not isinstance(one, List) or one.head != "size" or not isinstance(other, Atom) or other.text != "0":
        return node
    if _is_commented(node.items[0], one, one.items[0], other):
        return node
    word = Atom(one.source, one.start, one.end, "word", "empty")
    return made(node, [word, one.items[1]])


def _is_top(node: Node) -> bool:
    """`(top LOCATION)` where a card goes, the location written out."""
    return (
        isinstance(node, List)
        and node.head == "top"
        and len(node.items) == 2
        and isinstance(node.items[1], List)
        and not _is_commented(node, node.items[0])
    )


def _is_commented(*nodes: Node) -> bool:
    """Whether a comment stands at one of the nodes, which would be lost with it."""
    return any(node.before or node.after or (isinstance(node, List) and node.tail) for node in nodes)
