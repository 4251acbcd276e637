"""Other spellings of the same program: the same games, the same options with the same keys.

The items of every choice are rewritten at random: guards go into an `any` and out of it, into filters and out
of them; `let` names what is used; `do` is nested and flat; conditions are split, joined and denied twice;
an action is repeated once. `docs/native.md` promises the same speed for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from croupier.recycle.nodes import Atom, List, Node
from croupier.recycle.reader import read
from croupier.text import Source

Tree = Any
"""The text of an atom, or a tuple of trees."""


def rewritten(text: str, seed: int, changes: int = 6) -> str:
    """A text in another spelling; with no changes, the text without its comments."""
    tree = _tree(read(Source("rewritten.rcy", text)).forms[0])
    head = "\n".join(line for line in text.splitlines() if line.startswith(";; dialect:"))
    return f"{head}\n{_text(_Rewriter(Random(seed), changes).whole(tree))}\n"


class _Rewriter:
    def __init__(self, random: Random, changes: int) -> None:
        self.random = random
        self.changes = changes
        self.named = 0

    def whole(self, tree: Tree) -> Tree:
        """A tree with the items of all its choices rewritten."""
        if isinstance(tree, str):
            return tree
        if tree and tree[0] == "choice" and isinstance(tree[1], tuple):
            return ("choice", tuple(self.item(item) for item in tree[1]))
        return tuple(self.whole(part) for part in tree)

    def item(self, item: Tree) -> Tree:
        """An item after some changes."""
        for _ in range(self.random.randrange(self.changes + 1)):
            item = self.random.choice(_CHANGES)(self, item)
        return item

    def variable(self) -> str:
        self.named += 1
        return f"'ZQ{self.named}"

    # Each gives the item itself where it cannot be changed in that way.

    def guard_in(self, item: Tree) -> Tree:
        if not _is_guarded(item) or not _is_any(item[1]):
            return self.deeper(item, _Rewriter.guard_in)
        _, through, variable, body = item[1]
        return ("any", through, variable, (item[0], body))

    def guard_out(self, item: Tree) -> Tree:
        if not _is_any(item) or not _is_guarded(item[3]) or _names(item[3][0], item[2]):
            return self.deeper(item, _Rewriter.guard_out)
        return (item[3][0], (*item[:3], item[3][1]))

    def filter_out(self, item: Tree) -> Tree:
        if not _is_any(item) or not _is(item[1], "filter", 4):
            return self.deeper(item, _Rewriter.filter_out)
        _, through, variable, holds = item[1]
        return ("any", through, item[2], (_put(holds, variable, item[2]), item[3]))

    def filter_in(self, item: Tree) -> Tree:
        if not _is_any(item) or not _is_guarded(item[3]):
            return self.deeper(item, _Rewriter.filter_in)
        variable = self.variable()
        holds = _put(item[3][0], item[2], variable)
        return ("any", ("filter", item[1], variable, holds), item[2], item[3][1])

    def guard_into_filter(self, item: Tree) -> Tree:
        if not _is_guarded(item) or not _is_any(item[1]) or not _is_cards(item[1][1]):
            return self.deeper(item, _Rewriter.guard_into_filter)
        _, through, variable, body = item[1]
        return ("any", ("filter", through, self.variable(), item[0]), variable, body)

    def named_collection(self, item: Tree) -> Tree:
        if not _is_any(item) or not _is_cards(item[1]):
            return self.deeper(item, _Rewriter.named_collection)
        variable = self.variable()
        return ("let", item[1], variable, ("any", variable, *item[2:]))

    def named_attribute(self, item: Tree) -> Tree:
        if not _is_guarded(item):
            return item
        found = [part for part in _parts(item[0]) if _is(part, "cardatt", 3) and not isinstance(part[2], str)]
        if not found:
            return item
        variable = self.variable()
        return ("let", found[0], variable, (_put(item[0], found[0], variable), item[1]))

    def nested(self, item: Tree) -> Tree:
        return ("do", (item,))

    def nested_deeply(self, item: Tree) -> Tree:
        return self.deeper(item, _Rewriter.nested)

    def flat(self, item: Tree) -> Tree:
        if _is(item, "do", 2) and isinstance(item[1], tuple) and len(item[1]) == 1:
            return item[1][0]
        return self.deeper(item, _Rewriter.flat)

    def repeated_once(self, item: Tree) -> Tree:
        return ("repeat", "1", item)

    def split(self, item: Tree) -> Tree:
        if not _is_guarded(item) or not item[0] or item[0][0] != "and" or len(item[0]) < 3:
            return self.deeper(item, _Rewriter.split)
        first, *others = item[0][1:]
        return (first, (others[0] if len(others) == 1 else ("and", *others), item[1]))

    def joined(self, item: Tree) -> Tree:
        if not _is_guarded(item) or not _is_guarded(item[1]):
            return self.deeper(item, _Rewriter.joined)
        return (("and", item[0], item[1][0]), item[1][1])

    def denied_twice(self, item: Tree) -> Tree:
        if not _is_guarded(item):
            return self.deeper(item, _Rewriter.denied_twice)
        return (("not", ("not", item[0])), item[1])

    def deeper(self, item: Tree, change: Callable[[_Rewriter, Tree], Tree]) -> Tree:
        """The same change to what stands in an item."""
        if _is_guarded(item) or _is_any(item) or _is(item, "let", 4):
            return (*item[:-1], change(self, item[-1]))
        return item


_CHANGES = (
    _Rewriter.guard_in,
    _Rewriter.guard_out,
    _Rewriter.filter_out,
    _Rewriter.filter_in,
    _Rewriter.guard_into_filter,
    _Rewriter.named_collection,
    _Rewriter.named_attribute,
    _Rewriter.nested,
    _Rewriter.nested_deeply,
    _Rewriter.flat,
    _Rewriter.repeated_once,
    _Rewriter.split,
    _Rewriter.joined,
    _Rewriter.denied_twice,
)


def _is(tree: Tree, head: str, length: int) -> bool:
    return isinstance(tree, tuple) and len(tree) == length and tree[0] == head


def _is_any(tree: Tree) -> bool:
    return _is(tree, "any", 4)


def _is_guarded(tree: Tree) -> bool:
    return isinstance(tree, tuple) and len(tree) == 2 and isinstance(tree[0], tuple)


def _is_cards(tree: Tree) -> bool:
    """Whether a collection is a place or a filter: cards, as far as one can see."""
    places = {"iloc", "vloc", "hloc", "oloc"}
    return _is(tree, "filter", 4) or (isinstance(tree, tuple) and len(tree) == 3 and tree[1] in places)


def _parts(tree: Tree) -> list[Tree]:
    if isinstance(tree, str):
        return [tree]
    return [tree, *(inner for part in tree for inner in _parts(part))]


def _names(tree: Tree, variable: Tree) -> bool:
    return variable in _parts(tree)


def _put(tree: Tree, old: Tree, new: Tree) -> Tree:
    if tree == old:
        return new
    return tree if isinstance(tree, str) else tuple(_put(part, old, new) for part in tree)


def _tree(node: Node) -> Tree:
    if isinstance(node, List):
        return tuple(_tree(item) for item in node.items)
    assert isinstance(node, Atom)
    return f"{node.text}," if node.comma else node.text


def _text(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"({' '.join(map(_text, tree))})"
