"""A hash over values that is equal for states that cannot be told apart."""

from __future__ import annotations

import hashlib
from typing import Any

from croupier.script.heap import Thing


class Fingerprint:
    """Takes in values; things are numbered in the order in which they are met."""

    def __init__(self, cells: list[Any]) -> None:
        self._cells = cells
        self._hash = hashlib.sha256()
        self._numbers: dict[int, int] = {}
        self._todo: list[Thing] = []

    def add(self, value: Any) -> None:
        """Take in one value."""
        self._hash.update(self._word(value).encode("utf-8", "surrogatepass"))

    def _word(self, value: Any) -> str:
        if type(value) is Thing:
            number = self._numbers.get(id(value))
            if number is None:
                number = self._numbers[id(value)] = len(self._numbers)
                self._todo.append(value)
            return f"#{number};"
        if type(value) is tuple:
            return f"({''.join(map(self._word, value))})"
        if type(value) is int:
            return f"{value:x};"  # decimal digits of a huge integer would be refused
        return f"{type(value).__name__}:{value!r};"

    def text(self) -> str:
        """The hash, after looking into every thing met."""
        at = 0
        while at < len(self._todo):
            thing = self._todo[at]
            at += 1
            words = [self._word(str(thing.kind))]
            if thing.f is not None:
                fields = self._cells[thing.f]
                for name in sorted(fields):
                    words += (name, self._word(fields[name]))
            if thing.i is not None:
                items = self._cells[thing.i]
                words.append(str(len(items)))
                words += map(self._word, items)
            self._hash.update("".join(words).encode("utf-8", "surrogatepass"))
        return self._hash.hexdigest()
