"""A text with all that questions need: nodes by place, parents, what names and variables mean."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from croupier.recycle.check import check
from croupier.recycle.desk import Binding
from croupier.recycle.dialects import spoken
from croupier.recycle.facts import LOCATIONS
from croupier.recycle.forms import OWNED_WORDS, Dialect
from croupier.recycle.nodes import Atom, List, Node, is_atom, walk
from croupier.recycle.types import Type
from croupier.text import Source
from croupier.text.editing import Stretch

PLACES = LOCATIONS
"""The words of places for cards and copies."""
_OWNERS = {Type.PLAYER: "player", Type.TEAM: "team", Type.GAME: "game"}


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a name or a variable stands for; equal things are the same thing."""

    kind: str
    """``variable``, ``points`` (known in the whole file), ``key``, ``value``, or a word such as ``iloc``."""
    name: str
    owner: str = ""
    """Of a place or storage: ``game``, ``player``, ``team``, or nothing if that cannot be told."""
    slot: int = -1
    """Which binding a variable means."""


class Document:
    """A checked text, indexed by place."""

    def __init__(self, source: Source, dialect: Dialect | None = None) -> None:
        self.source = source
        self.text = source.text
        self.checked = check(source, dialect=dialect)
        self.spoken = spoken(self.checked.reading, dialect)
        """The dialect in which completions are written."""
        self.lists = self.checked.reading.lists
        self.parents: dict[Node, List] = {item: node for node in self.lists for item in node.items}
        for node in list(self.parents):
            # A bare `a .. b` has been folded into a list that the reader does not know.
            if isinstance(node, List) and node.items and node.items[0].start == node.items[0].end:
                self.parents |= dict.fromkeys(node.items, node)

    @cached_property
    def atoms(self) -> list[Atom]:
        """Every atom, in text order."""
        found = [
            node
            for form in self.checked.reading.forms
            for node in walk(form)
            if isinstance(node, Atom) and node.end > node.start
        ]
        return sorted(found, key=lambda atom: atom.start)

    @cached_property
    def _starts(self) -> list[int]:
        return [atom.start for atom in self.atoms]

    def atom_at(self, offset: int) -> Atom | None:
        """The atom that a cursor stands in or at; of two that touch, the one that begins there."""
        i = bisect_right(self._starts, offset) - 1
        if i >= 0 and self.atoms[i].start <= offset <= self.atoms[i].end:
            return self.atoms[i]
        return None

    def around(self, offset: int) -> Iterator[List]:
        """The lists around a place, the innermost first."""
        inside = [node for node in self.lists if node.start < offset < node.end]
        yield from sorted(inside, key=lambda node: node.end - node.start)

    @cached_property
    def things(self) -> dict[Atom, Thing]:
        """What every name and variable stands for."""
        found = {}
        for atom in self.atoms:
            if atom.kind == "var":
                found[atom] = self._variable(atom)
            elif atom.kind == "name":
                found[atom] = self._named(atom)
        return found

    def _variable(self, atom: Atom) -> Thing:
        binding = self.checked.references.get(atom)
        if binding is not None:
            return Thing("variable", binding.name, slot=binding.slot)
        return Thing("points", atom.text[1:])

    def _named(self, atom: Atom) -> Thing:
        parent = self.parents.get(atom)
        items = parent.items if parent is not None else [atom]
        index = next((i for i, item in enumerate(items) if item is atom), 0)
        if index == 2 and items[1].word in OWNED_WORDS:
            return Thing(items[1].word, atom.text, self.owner(items[0]))
        if index == 3 and items[0].word == "indexed":
            return Thing(items[2].word, atom.text, self.owner(items[1]))
        if parent is not None and self._is_key(parent, index):
            return Thing("key", atom.text)
        return Thing("value", atom.text)

    def _is_key(self, parent: List, index: int) -> bool:
        items = parent.items
        if items[0].word in ("cardatt", "partition"):
            return index == 1 or (items[0].word == "partition" and index == len(items) - 1)
        if index:
            return False
        form = self.checked.forms.get(parent)
        if form is not None and form.name == "attribute":
            return True
        if len(items) == 3 and items[1].word == ":":
            return True
        # `((KEY (VALUE)) points)`: the pair of an award before 0.5.10.
        outer = self.parents.get(parent)
        award = self.checked.forms.get(outer) if outer is not None else None
        return award is not None and award.name.startswith("award")

    def owner(self, node: Node) -> str:
        """The kind of an owner: ``game``, ``player``, ``team``, or nothing if it cannot be told."""
        if node.word in ("game", "player", "team"):
            return node.word
        if isinstance(node, Atom):
            binding = self.checked.references.get(node)
            return _OWNERS.get(binding.type, "") if binding is not None else ""
        spelled = self.checked.spelled.get(node)
        if spelled is not None:
            return _OWNERS.get(spelled[1].type, "")
        last = node.items[-1].word if isinstance(node, List) and node.items else ""
        return last if last in ("player", "team") else ""

    @cached_property
    def places(self) -> dict[Thing, list[Atom]]:
        """Every thing with the atoms that name it, in text order."""
        found: dict[Thing, list[Atom]] = {}
        for atom, thing in self.things.items():
            found.setdefault(thing, []).append(atom)
        return found

    def binding(self, thing: Thing) -> Binding | None:
        """What binds a variable."""
        return next(
            (b for b in self.checked.references.values() if b.slot == thing.slot and b.name == thing.name),
            None,
        )

    @cached_property
    def bindings(self) -> list[Binding]:
        """Every variable that is bound, in text order."""
        found = {b.slot: b for b in self.checked.references.values()}
        return sorted(found.values(), key=lambda b: b.node.start)

    @cached_property
    def constants(self) -> dict[str, str]:
        """The declared constants with what they are declared as."""
        return {
            node.items[2].text[1:]: node.items[1].span.text
            for node in self.lists
            if node.head == "declare" and len(node.items) == 3
            if isinstance(node.items[2], Atom) and is_atom(node.items[2], "var")
        }

    @cached_property
    def attributes(self) -> dict[str, list[str]]:
        """The keys of the decks with their values, in text order."""
        found: dict[str, dict[str, None]] = {}
        for node in self.lists:
            form = self.checked.forms.get(node)
            if form is None or form.name != "attribute" or not isinstance(node.items[0], Atom):
                continue
            values = found.setdefault(node.items[0].text, {})
            for group in node.items[1:]:
                values |= dict.fromkeys(self._values(group))
        return {key: list(values) for key, values in found.items()}

    def _values(self, group: Node) -> Iterator[str]:
        for item in group.items if isinstance(group, List) else ():
            if is_atom(item, "name") and isinstance(item, Atom):
                yield item.text
            elif is_atom(item, "var") and isinstance(item, Atom):
                yield from self.constants.get(item.text[1:], "").strip("()").replace(",", " ").split()


def stretch(node: Node) -> Stretch:
    """Where a node stands."""
    return Stretch(node.start, node.end)
