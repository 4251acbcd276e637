"""The uses of stored numbers in a program: which of them only steer its flow, and which name a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from croupier.recycle.constants import constant
from croupier.recycle.places import Places
from croupier.recycle.program import Constant, Expr, Program
from croupier.recycle.traits import Times
from croupier.recycle.types import Type

Storage = tuple[str, str]
"""The kind of owner and the name."""

_WRITES = ("set", "inc", "dec")
_STORES = (Type.INT_STORE, Type.STRING_STORE)


@dataclass(frozen=True, slots=True)
class StorageUse:
    """Stored numbers by their use."""

    steering: tuple[Storage, ...]
    """Read only by conditions outside of choices: they tell when a stage ends, and players nothing."""
    seats: tuple[Storage, ...]
    """Filled with numbers of players, besides constants such as -1 for nobody."""


def storage_use(program: Program) -> StorageUse:
    """Tells the uses of the stored numbers of a program.

    >>> from croupier import read
    >>> storage_use(read("coup")).steering
    (('game', 'ASKED'), ('game', 'DONE'), ('game', 'LOSER'), ('game', 'STANDS'), ('game', 'STEP'))
    >>> storage_use(read("bottle_imp")).seats
    (('game', 'OWNER'),)
    """
    places = Places(program)
    written: dict[Storage, set[str]] = {}
    telling: set[Storage] = set(_read(program.scoring, places))
    for expr in program.walk():
        form = expr.form.partition(".")[0]
        if form in _WRITES and expr.args[0].type in _STORES:
            for storage in places.owned(expr.args[0]):
                written.setdefault(storage, set()).update(_kind(value) for value in expr.args[1:])
        if form in (*_WRITES, "let", "choice"):
            telling.update(_read(expr, places))
    # A storage that is filled from another one may name a seat, too; what only constants fill is a flag.
    seats = sorted(s for s, kinds in written.items() if "pid" in kinds and kinds <= {"pid", "int"})
    steering = sorted(storage for storage in written if storage not in telling and storage not in seats)
    return StorageUse(tuple(steering), tuple(seats))


def _kind(value: Expr) -> str:
    return "int" if value.type is Type.INT and value.form in ("int", "negative") else value.form


def _read(expr: Expr, places: Places) -> Iterator[Storage]:
    """Every storage that a form reads; one that it writes to is not read by that."""
    if expr.type in _STORES:
        yield from places.owned(expr)
    written = expr.form.partition(".")[0] in _WRITES
    for inner in expr.args[1:] if written else expr.args:
        yield from _read(inner, places)


class StoredConstants:
    """Storages that hold a copy of a declared constant, or what every storage holds at first."""

    def __init__(self, program: Program, known: Mapping[int, Constant]) -> None:
        self._program, self._known = program, known
        self._places = Places(program)
        self._declared = {parameter.slot for parameter in program.parameters}
        self.values = self._found()
        """What each of them can hold."""

    def value(self, expr: Expr) -> Constant | None:
        """The value of an expression over constants and such storages; None if it can be one or another."""
        plain = constant(expr, self._known)
        if plain is not None or not self.values:
            return plain
        read = sorted({storage for storage in _read(expr, self._places) if storage in self.values})
        if not read or len(read) > 4:
            return None
        found = {
            constant(self._filled(expr, dict(zip(read, held, strict=True))), self._known)
            for held in product(*(self.values[storage] for storage in read))
        }
        return found.pop() if len(found) == 1 else None

    def _filled(self, expr: Expr, held: Mapping[Storage, Constant]) -> Expr:
        """An expression with values in the place of storages."""
        if expr.type in _STORES:
            owned = set(self._places.owned(expr))
            values = {held[one] for one in owned if one in held}
            value = values.pop() if len(values) == 1 and owned <= held.keys() else None
            if isinstance(value, int | str):
                return replace(expr, form="int" if isinstance(value, int) else "name", value=value, args=())
        return replace(expr, args=tuple(self._filled(arg, held) for arg in expr.args))

    def _found(self) -> dict[Storage, tuple[Constant, ...]]:
        written: dict[Storage, list[Expr]] = {}
        for expr in self._program.walk():
            if expr.form.partition(".")[0] in _WRITES and expr.args[0].type in _STORES:
                for storage in self._places.owned(expr.args[0]):
                    written.setdefault(storage, []).append(expr)
        found = {}
        for storage, writers in written.items():
            values = [self._copied(writer) for writer in writers]
            held = dict.fromkeys(value for value in values if value is not None)
            if len(held) == 1 and None not in values:
                first = "" if isinstance(values[0], str) else 0
                before = () if self._is_written_first(storage, self._program.body) else (first,)
                found[storage] = tuple(dict.fromkeys((*held, *before)))
        return found

    def _copied(self, writer: Expr) -> Constant | None:
        """The constant that a form copies into a storage; None if it stores anything else."""
        source = writer.args[1]
        if writer.form.partition(".")[0] != "set" or not any(e.slot in self._declared for e in source.walk()):
            return None
        return constant(source, self._known)

    def _is_written_first(self, storage: Storage, exprs: Sequence[Expr]) -> bool:
        """Whether the first thing that is done with a storage, whatever happens, is that it is written."""
        for expr in exprs:
            if storage not in {s for e in expr.walk() if e.type in _STORES for s in self._places.owned(e)}:
                continue
            body = expr.traits.body
            if body is None:
                owner = expr.args[0].part("owner") if expr.form.startswith("set") else None
                # One player of several may be written, and another one read.
                return owner is not None and (storage[0] == "game" or owner.form == "var")
            for_all = body.times is Times.EACH and expr.part(body.by).form in ("players", "teams")
            if body.times is not Times.ONCE and not for_all:
                return False
            return self._is_written_first(storage, expr.parts(body.part))
        return False
