"""The uses of stored numbers in a program: which of them only steer its flow, and which name a seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.recycle.places import Places
from croupier.recycle.program import Expr, Program
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
