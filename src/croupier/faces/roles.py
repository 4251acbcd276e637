"""The roles of attributes: which of them is the suit of a card, which its number, which its colour.

Found from names and values alone (see `words`), so that no deck needs a hint; a hint goes first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from croupier.faces.hints import Hints
from croupier.faces.suits import is_suited, suits_of
from croupier.faces.words import COLOURS, COURTS, FILLS, INITIALS, SHAPES, SHORT, SIGNS, folded, number_of

Attributes = Mapping[str, str]
Columns = Mapping[str, Sequence[str]]
"""The values of every attribute, card by card; nothing where a card has none."""

BACK = ""
"""The name of the attribute that a back is, where cards differ by nothing else."""

_INDEX_KEYS = ("RANK", "NUMBER", "VALUE", "KIND", "FACE", "PIPS", "POINTS")
_COLOUR_KEYS = ("COLOR", "COLOUR")
_SHAPE_KEYS = ("SHAPE", "SYMBOL")
_FILL_KEYS = ("FILL", "FILLING", "SHADING")
_SUM_KEYS = ("HUNDREDS", "TENS", "UNITS")
_MOST_TINTS = 10


@dataclass(frozen=True, slots=True)
class Roles:
    """What each attribute of a deck is for; those without a role are told by others."""

    suit: str | None = None
    colour: str | None = None
    shape: str | None = None
    fill: str | None = None
    sum: tuple[str, ...] = ()
    """Attributes whose numbers make one together."""
    index: tuple[str, ...] = ()
    """Several only if no card has two of them."""
    tint: tuple[str, ...] = ()
    """As above."""
    captions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The roles in one line.

        >>> Roles(suit="SUIT", index=("RANK",)).text
        'suit SUIT, index RANK'
        """
        single = (("suit", self.suit), ("colour", self.colour), ("shape", self.shape), ("fill", self.fill))
        several = (
            ("sum", self.sum),
            ("index", self.index),
            ("tint", self.tint),
            ("caption", self.captions),
        )
        parts = [f"{role} {key or 'the back'}" for role, key in single if key is not None]
        parts += [f"{role} {' '.join(key or 'the back' for key in keys)}" for role, keys in several if keys]
        return ", ".join(parts) or "no attributes"


def roles_of(cards: Sequence[Attributes], hints: Hints | None = None) -> Roles:
    """The roles of the attributes of some kinds of cards.

    >>> roles_of([{"SUIT": "HEARTS", "RANK": "TWO"}, {"SUIT": "SPADES", "RANK": "KING"}]).text
    'suit SUIT, index RANK'
    """
    columns: dict[str, list[str]] = {}
    for card in cards:
        for key in card:
            if key not in columns:
                columns[key] = [other.get(key, "") for other in cards]
    if hints is not None and any(key in columns for _, key in hints.roles):
        given = _given(hints, columns)
    else:
        given = Roles()
    used = {key for _, key in hints.roles} if hints is not None else set()
    free = {key: column for key, column in columns.items() if key not in used}
    return _rest(_main(given, _untold(free, columns)), columns, used)


def _given(hints: Hints, columns: Columns) -> Roles:
    """The roles that the game states."""
    roles = Roles()
    for role, key in hints.roles:
        if key not in columns:
            continue
        if role == "index":
            roles = replace(roles, index=(*roles.index, key))
        elif role == "tint":
            roles = replace(roles, tint=(*roles.tint, key))
        elif role == "caption":
            roles = replace(roles, captions=(*roles.captions, key))
        else:
            roles = _with(roles, role, key)
    return roles


def _with(roles: Roles, role: str, key: str) -> Roles:
    match role:
        case "suit":
            return replace(roles, suit=key)
        case "colour":
            return replace(roles, colour=key)
        case "shape":
            return replace(roles, shape=key)
        case _:
            return replace(roles, fill=key)


def _untold(free: Columns, columns: Columns) -> dict[str, Sequence[str]]:
    """The attributes that no other attribute tells: the colour is told by the suit.

    One that is different on every card tells all others, but people want to see those, too.
    """
    size = len(next(iter(columns.values()), ()))
    left = dict(free)
    for key in sorted(free, key=lambda name: len(set(free[name]))):
        for other, column in columns.items():
            if other == key or (other in free and other not in left):
                continue
            names = len(set(column))
            # Of two that tell each other, the one behind goes.
            if (
                names < size
                and len(set(zip(column, free[key], strict=True))) == names
                and len(left) > 1
                and not _goes_before(key, other, columns)
            ):
                del left[key]
                break
    return left


def _goes_before(key: str, other: str, columns: Columns) -> bool:
    """Whether two attributes tell each other, and this one is the better one to show."""
    if len(set(columns[key])) != len(set(columns[other])):
        return False
    known = ("SUIT", *_INDEX_KEYS, *_COLOUR_KEYS)
    rank = {name: at for at, name in enumerate(known)}
    return rank.get(folded(key), len(known)) < rank.get(folded(other), len(known)) or (
        rank.get(folded(key), len(known)) == rank.get(folded(other), len(known))
        and list(columns).index(key) < list(columns).index(other)
    )


def _main(roles: Roles, free: Columns) -> Roles:
    """Suit, colour, shape, fill, sum and index."""
    taken = {key for key in (roles.suit, roles.colour, roles.shape, roles.fill) if key is not None}
    taken |= {*roles.index}

    def first(names: Sequence[str], fits: Callable[[str], bool], share: float) -> str | None:
        for name in names:
            for key in free:
                if key not in taken and folded(key) == name:
                    return key
        for key, column in free.items():
            if key not in taken and share and _share(column, fits) >= share:
                return key
        return None

    def take(role: str, key: str | None) -> None:
        nonlocal roles
        if key is not None:
            roles = _with(roles, role, key)
            taken.add(key)

    if roles.suit is None:
        suited = [key for key, column in free.items() if key not in taken and is_suited(key, column)]
        take("suit", suited[0] if suited else None)
    if roles.colour is None:
        key = first(_COLOUR_KEYS, lambda word: word in COLOURS, 0.8)
        take("colour", _initials(free, taken) if key is None else key)
    if roles.shape is None and roles.suit is None:
        shapes = {key: column for key, column in free.items() if len(set(column) - {""}) <= len(SHAPES)}
        key = first(_SHAPE_KEYS, lambda word: word in SHAPES, 0.8)
        take("shape", key if key in shapes else None)
    if roles.fill is None and roles.shape is not None:
        key = first(_FILL_KEYS, lambda word: word in FILLS, 0.8)
        take("fill", key if key is not None and len(set(free[key]) - {""}) <= 3 else None)
    summed = [key for name in _SUM_KEYS for key in free if folded(key) == name and key not in taken]
    if len(summed) > 1 and not roles.index:
        taken |= {*summed}
        roles = replace(roles, sum=tuple(summed))
    if not roles.index and not roles.sum:
        key = first(_INDEX_KEYS, _is_indexlike, 0.6)
        # A name such as KIND may be the word for anything.
        if key is not None and folded(key) in ("KIND", "FACE") and _share(free[key], _is_indexlike) < 0.3:
            key = next((k for k in free if k not in taken and _share(free[k], _is_indexlike) >= 0.6), None)
        if key is not None:
            taken.add(key)
            also = [
                other
                for other, column in free.items()
                if other not in taken and _share(column, _is_indexlike) >= 0.8 and _apart(column, free[key])
            ]
            roles = replace(roles, index=(key, *also))
    return roles


def _initials(free: Columns, taken: set[str]) -> str | None:
    """An attribute whose values are the first letters of colours, at least of red, green and blue."""
    for key, column in free.items():
        letters = {folded(value) for value in column if value}
        if key not in taken and {"R", "G", "B"} <= letters <= set(INITIALS):
            return key
    return None


def _rest(roles: Roles, columns: Columns, used: set[str]) -> Roles:
    """Tint and captions."""
    chosen = [key for key in (roles.suit, roles.colour, roles.shape, roles.fill) if key is not None]
    chosen += [*roles.sum, *roles.index, *roles.tint, *roles.captions]
    free = {key: column for key, column in columns.items() if key not in chosen and key not in used}
    told = _untold(free, columns)
    left = [key for key in free if key in told]
    main = list(zip(*(columns[key] for key in chosen), strict=True)) if chosen else []
    if roles.suit is not None:
        # Whoever knows suit and rank of a playing card needs no other word for it.
        left = [key for key in left if len(set(zip(main, columns[key], strict=True))) > len(set(main))]
    tint = roles.tint
    few = [key for key in left if 2 <= len(set(columns[key]) - {""}) <= _MOST_TINTS]
    # A name of its own for every card is no class of cards, if there is one.
    few = [key for key in few if len(set(columns[key])) < len(columns[key])] or few
    if not tint and few:
        tint = max((_company(key, few, columns) for key in few), key=len)
    left = [key for key in left if key not in tint]
    return replace(roles, tint=tuple(tint), captions=(*roles.captions, *left))


def _company(key: str, few: Sequence[str], columns: Columns) -> tuple[str, ...]:
    """An attribute, and those that say the same of other cards: hazard, remedy and safety."""
    found = [key]
    for other in few:
        shared = (set(columns[key]) & set(columns[other])) - {""}
        if other not in found and shared and all(_apart(columns[other], columns[one]) for one in found):
            found.append(other)
    return tuple(sorted(found, key=list(columns).index))


def _apart(column: Sequence[str], other: Sequence[str]) -> bool:
    """Whether no card has both attributes."""
    return not any(a and b for a, b in zip(column, other, strict=True))


def _share(column: Sequence[str], fits: Callable[[str], bool]) -> float:
    """How much of the values of an attribute fits."""
    values = {folded(value) for value in column if value}
    return sum(map(fits, values)) / len(values) if values else 0.0


def _is_indexlike(word: str) -> bool:
    return number_of(word) is not None or word in COURTS or word in SHORT or word in SIGNS


__all__ = ["BACK", "Attributes", "Roles", "roles_of", "suits_of"]
