"""The one table of forms, as checker, formatter, translator, ``explain`` and the reference page read it.

The rows themselves, and how signatures are written, are in `form_table.py`. Analysis and lowering see the
same rows by the forms of the checked program, in `shapes.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from croupier.recycle.form_table import ROOMS
from croupier.recycle.traits import Traits
from croupier.recycle.types import Type


class Dialect(Enum):
    """A dialect of the language: the published ones, oldest first, and the house's own."""

    V04 = "0.4"
    V05 = "0.5"
    V0510 = "0.5.10"
    V06 = "0.6"
    HOUSE = "house"

    @property
    def rank(self) -> int:
        """Its place in time; the house dialect has all that 0.6 has."""
        return list(Dialect).index(self)


PART_TYPES: dict[str, Type] = {
    "Int": Type.INT,
    "Bool": Type.BOOL,
    "String": Type.STRING,
    "Card": Type.CARD,
    "Cards": Type.CARDS,
    "Copy": Type.COPY,
    "Groups": Type.GROUPS,
    "Location": Type.LOCATION,
    "Pile": Type.PILE,
    "Player": Type.PLAYER,
    "Team": Type.TEAM,
    "Owner": Type.OWNER,
    "Points": Type.POINTS,
    "Collection": Type.COLLECTION,
    "IntStore": Type.INT_STORE,
    "StringStore": Type.STRING_STORE,
    "PointStore": Type.POINT_STORE,
    "PlayerStore": Type.PLAYER_STORE,
    "Memory": Type.MEMORY,
    "Place": Type.PLACE,
    "MemoryPlace": Type.MEMORY_PLACE,
}
"""Parts of a signature that are values; any other capitalised word is a piece of the program's structure."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a signature."""

    kind: str
    words: tuple[str, ...] = ()
    repeat: str = ""
    type: Type = Type.UNKNOWN
    """The type of value that stands here; unknown for a piece of structure."""
    atom: str = ""
    """The kind of atom that must stand here, if it must be one."""
    is_value: bool = False
    """Whether a value stands here that is nothing but a value: not a destination."""


@dataclass(frozen=True, eq=False)
class Form:
    """One form of the language."""

    name: str
    signature: str
    result: str
    since: Dialect
    doc: str
    room: str
    example: str = ""
    """A piece of a program that uses it and checks clean; see :func:`croupier.recycle.codes.framed`."""
    meaning: str = ""
    until: Dialect | None = None
    default: int | None = None
    names: str | None = None
    """The names of the parts of the checked form; None for another spelling of a form."""
    traits: Traits | None = None
    """What it is to those who analyse and compile it; None for another spelling."""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The signature, taken apart."""
        return tuple(_part(piece) for piece in self.signature.strip("()").split())

    @property
    def frame(self) -> str:
        """The kind of its example: a whole ``file``, a ``setup``, or a piece of the ``body``."""
        head = self.example.removeprefix("(").split(maxsplit=1)[0]
        return {"game": "file", "definitions": "file", "setup": "setup"}.get(head, "body")

    @property
    def means(self) -> str:
        """The name under which the checked program knows it: two spellings may mean the same."""
        return self.meaning or self.name

    @cached_property
    def arity(self) -> tuple[int, int | None]:
        """The least and the largest number of parts between the parentheses."""
        least = sum(p.repeat != "*" for p in self.parts)
        return least, None if any(p.repeat in ("*", "+") for p in self.parts) else len(self.parts)

    def laid_out(self, count: int) -> tuple[Part, ...] | None:
        """The parts of a list of so many items; None if that is too few or too many."""
        least, most = self.arity
        if count < least or (most is not None and count > most):
            return None
        if most is not None:
            return self.parts[:count]
        i = next(i for i, p in enumerate(self.parts) if p.repeat in ("*", "+"))
        return (*self.parts[:i], *[self.parts[i]] * (count - len(self.parts) + 1), *self.parts[i + 1 :])

    @cached_property
    def outline(self) -> str:
        """The signature without the types of its values: forms alike in this are told apart by types."""
        return " ".join(f".{p.repeat}" if p.type is not Type.UNKNOWN else repr(p) for p in self.parts)

    @cached_property
    def choice(self) -> int:
        """Which part is one of several words that make a difference; -1 if none is."""
        return next((i for i, p in enumerate(self.parts) if len(p.words) > 1), -1)

    def native_to(self, dialect: Dialect) -> bool:
        """Whether a dialect has this very spelling."""
        return self.since.rank <= dialect.rank and (self.until is None or dialect.rank <= self.until.rank)


_ATOMS = {"PointVariable": "var", "Name": "name"}


def _part(piece: str) -> Part:
    repeat = ""
    if piece[-1] in "*+" and piece[0].isupper():
        piece, repeat = piece[:-1], piece[-1]
    if piece[0] == "'":
        return Part("Variable", repeat=repeat, atom="var")
    if piece[0].isupper():
        type_ = PART_TYPES.get(piece, Type.UNKNOWN)
        is_value = type_ not in (Type.UNKNOWN, Type.PLACE, Type.MEMORY_PLACE)
        return Part(piece, (), repeat, type_, _ATOMS.get(piece, ""), is_value)
    return Part("word", tuple(piece.split("|")) if piece[0].isalpha() else (piece,))


def _rows() -> dict[str, Form]:
    table: dict[str, Form] = {}
    for room, rows in ROOMS.items():
        for name, signature, result, since, doc, example, nature in rows:
            until = nature.get("until")
            table[name] = Form(
                name,
                signature,
                result,
                Dialect(since),
                doc,
                room,
                example,
                meaning=nature.get("meaning", ""),
                until=Dialect(until) if until else None,
                default=nature.get("default"),
                names=nature.get("parts"),
                traits=nature.get("traits"),
            )
    return table


FORMS: dict[str, Form] = _rows()
"""Every form by its name."""

OWNED_WORDS = tuple(
    dict.fromkeys(
        form.parts[1].words[0]
        for form in FORMS.values()
        if form.parts[0].kind == "Owner" and form.parts[1].kind == "word"
    )
)
"""Second words that tell a form by themselves: ``(OWNER word NAME)``."""

MEMBER_WORDS = ("current", "next", "previous", "other")
"""First words of ``(current player)`` and its like."""


def _by_key() -> tuple[dict[str, tuple[Form, ...]], dict[str, tuple[Form, ...]]]:
    """Value forms and action forms by the word that tells them: the head, or the owned second word."""
    values: dict[str, dict[Form, None]] = {}
    actions: dict[str, dict[Form, None]] = {}
    for form in FORMS.values():
        if (form.room == "program" and form.result != "Action") or not form.signature.startswith("("):
            continue
        if form.result == "Else":
            # It is a part of conditions and choices, which read it themselves.
            continue
        table = actions if form.result in ("Action", "Block") else values
        first, second = (*form.parts, Part(""))[:2]
        if first.kind == "word" and first.words[0] not in MEMBER_WORDS:
            table.setdefault(first.words[0], {})[form] = None
        elif second.kind == "word":
            table.setdefault(second.words[0], {})[form] = None
    return {k: tuple(v) for k, v in values.items()}, {k: tuple(v) for k, v in actions.items()}


VALUE_FORMS, ACTION_FORMS = _by_key()


def _published(table: dict[str, tuple[Form, ...]]) -> dict[str, tuple[Form, ...]]:
    """Those forms that are not the house dialect's own."""
    left = {key: tuple(row for row in rows if row.since is not Dialect.HOUSE) for key, rows in table.items()}
    return {key: rows for key, rows in left.items() if rows}


PUBLISHED_VALUES, PUBLISHED_ACTIONS = _published(VALUE_FORMS), _published(ACTION_FORMS)
"""The same tables without the forms of the house dialect."""
AT_FORMS = tuple(form for form in FORMS.values() if form.result == "Element" and form.parts[0].kind == "Int")
"""``(INT COLLECTION)``, by what the collection is of."""
RANGED_HEADS = frozenset(
    form.parts[0].words[0]
    for form in FORMS.values()
    if form.parts[0].words and any(".." in part.words for part in form.parts)
)
"""Heads of forms that have a range among their own parts."""
KNOWN_WORDS = frozenset(
    w for form in FORMS.values() for part in form.parts for w in part.words if w and w[0].isalpha()
)
"""Every lower-case word of the language."""
