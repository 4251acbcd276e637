"""What the reader makes of a text: atoms and lists, with every comment and position kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.text import Source, Span


class Comment:
    """A comment from its ``;`` to the end of the line."""

    __slots__ = ("blank", "end", "start", "text")

    def __init__(self, start: int, text: str, blank: bool) -> None:
        self.start = start
        self.text = text.rstrip()
        self.end = start + len(self.text)
        self.blank = blank
        """Whether an empty line stands before it."""


class Node:
    """A piece of the text: an :class:`Atom` or a :class:`List`."""

    source: Source
    start: int
    end: int
    before: Sequence[Comment] = ()
    """Comments on lines of their own before it."""
    after: Comment | None = None
    """A comment behind it on its last line."""
    comma = False
    """Whether a comma follows."""
    blank = False
    """Whether an empty line stands before it (between it and its comments, if it has any)."""
    word = ""
    """The text of a lower-case word or operator; nothing for any other node."""

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.source, self.start, self.end)


class Atom(Node):
    """A name, variable, integer, word or (kind ``junk``) something that belongs to no program."""

    def __init__(self, source: Source, start: int, end: int, kind: str, text: str) -> None:
        self.source = source
        self.start = start
        self.end = end
        self.kind = kind
        self.text = text
        if kind == "word":
            self.word = text

    def __repr__(self) -> str:
        return self.text


class List(Node):
    """Parentheses and what is in them."""

    tail: Sequence[Comment] = ()
    """Comments before the closing parenthesis."""

    def __init__(self, source: Source, start: int, end: int, items: list[Node]) -> None:
        self.source = source
        self.start = start
        self.end = end
        self.items = items

    @property
    def head(self) -> str:
        """The word it begins with, or nothing."""
        return self.items[0].word if self.items else ""

    def __repr__(self) -> str:
        return f"({' '.join(map(repr, self.items))})"


def word(node: Node) -> str:
    """The text of a lower-case word or operator; nothing for any other node."""
    return node.word


def is_atom(node: Node, kind: str) -> bool:
    """Whether a node is an atom of a kind."""
    return isinstance(node, Atom) and node.kind == kind


def walk(node: Node) -> Iterator[Node]:
    """A node and everything in it, in text order."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, List):
            stack += reversed(node.items)


def same(a: Node, b: Node) -> bool:
    """Whether two nodes say the same, wherever they stand and however they are laid out."""
    if isinstance(a, Atom) and isinstance(b, Atom):
        return a.kind == b.kind and a.text == b.text
    if isinstance(a, List) and isinstance(b, List):
        return len(a.items) == len(b.items) and all(map(same, a.items, b.items))
    return False
