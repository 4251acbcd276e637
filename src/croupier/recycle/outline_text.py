"""An outline as text for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Union

from croupier.recycle.parameters import limits_words, shown

if TYPE_CHECKING:
    from croupier.recycle.outline import Block, DeckLine, LocationLine, Outline, StorageLine

_OWNERS = {"game": "table", "player": "player", "team": "team"}


def outline_text(found: Outline, width: int = 100) -> str:
    """The outline on lines of at most about that width."""
    blocks: list[Iterable[str]] = [
        [found.title or found.file, f"{found.file}, dialect {found.dialect}"],
        _people(found),
        _decks(found, width),
        ["Locations", *_table(list(map(_location, found.locations)), "  ")],
        _kept(found),
        ["Play", *_blocks(found.play, "  ", width)],
        ["Scoring", _scoring(found, width)],
    ]
    return "\n\n".join("\n".join(block) for block in blocks)


def shortened(text: str, width: int) -> str:
    """A form on one line of at most that width: lists are opened from the outside in while there is room.

    >>> shortened("(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))", 60)
    '(move (top (game iloc STOCK)) (top (… iloc HAND)))'
    >>> shortened("(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))", 20)
    '(move (top …) …)'
    """
    if len(text) <= width:
        return text
    top = _nested(text)
    shut = [part for part in top if isinstance(part, list)]
    opened: set[int] = set()
    for part in shut:
        opened.add(id(part))
        if len(_shown(top, opened)) > width:
            opened.discard(id(part))
        else:
            shut += [inner for inner in part if isinstance(inner, list)]
    cut = _shown(top, opened)
    return cut if len(cut) <= width else cut[: max(0, width - 1)] + "…"


_Part = Union[str, "list[_Part]"]


def _nested(text: str) -> list[_Part]:
    """Words and lists of a text; a comma behind a list is a word."""
    stack: list[list[_Part]] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", text):
        if word == "(":
            inner: list[_Part] = []
            stack[-1].append(inner)
            stack.append(inner)
        elif word != ")":
            stack[-1].append(word)
        elif len(stack) > 1:
            stack.pop()
    return stack[0]


def _shown(parts: list[_Part], opened: set[int]) -> str:
    words: list[str] = []
    for part in parts:
        if isinstance(part, str):
            words.append(part)
        elif id(part) in opened:
            words.append(f"({_shown(part, opened)})")
        elif words[-1:] != ["…"]:
            words.append("…")
    return " ".join(words)


def visibility_words(location: LocationLine) -> str:
    """Who sees a location, and what it holds if not cards."""
    return f"seen by {location.seen_by}" + (", remembered copies" if location.memory else "")


def order_words(location: LocationLine) -> str:
    """Whether the order of a location matters, and where."""
    if location.order_free:
        return "order free"
    return f"order matters, {lines(location.observed_at)}"


def lines(numbers: Sequence[int], most: int = 4) -> str:
    """Line numbers in words.

    >>> lines([3]), lines([3, 5, 8, 9, 12])
    ('line 3', 'lines 3, 5, 8, 9 …')
    """
    listed = ", ".join(map(str, numbers[:most])) + (" …" if len(numbers) > most else "")
    return f"line{'' if len(numbers) == 1 else 's'} {listed}"


def block_title(block: Block) -> str:
    """What a block is, without what is in it."""
    if block.kind == "stage":
        return f"stage of {block.cycle}s"
    if block.kind == "choice":
        return f"choice among {len(block.items)} items" if len(block.items) != 1 else "choice of 1 item"
    return block.kind


def _scoring(found: Outline, width: int) -> str:
    head = f"  {'highest' if found.scoring.best == 'max' else 'lowest'} wins: "
    return head + shortened(found.scoring.value, width - len(head))


def _people(found: Outline) -> Iterator[str]:
    by = f" (parameter {found.seats_parameter})" if found.seats_parameter else " (fixed)"
    yield f"Seats       {found.seats}{by}"
    if all(len(team) == 1 for team in found.teams):
        teams = "none: everyone plays alone"
    else:
        teams = ", ".join(" + ".join(map(str, team)) for team in found.teams)
    changed = f"; new ones in play, {lines(found.teams_change_at)}" if found.teams_change_at else ""
    yield f"Teams       {teams}{changed}"
    for i, parameter in enumerate(found.parameters):
        value = shown(parameter.value).replace(",", ", ")
        limits = f" ({limits_words(parameter.limits)})" if parameter.limits is not None else ""
        yield f"{'Parameters' if i == 0 else '':12}{parameter.name} = {value}{limits}"


def _decks(found: Outline, width: int) -> Iterator[str]:
    yield f"Decks       {_counted(found.cards, 'card')} in all"
    for deck in found.decks:
        yield f"  {_deck(deck)}"
        pad = max(map(len, deck.attributes), default=0)
        for key, values in deck.attributes.items():
            listed = ", ".join(values)
            room = width - pad - 6
            yield f"    {key:{pad}}  {listed if len(listed) <= room else listed[: room - 1] + '…'}"


def _deck(deck: DeckLine) -> str:
    copies = f", {deck.copies} × {deck.cards // deck.copies}" if deck.copies > 1 else ""
    back = f", back {deck.back}" if deck.back else ""
    when = " during play" if deck.during == "play" else ""
    return f"{_counted(deck.cards, 'card')} to {deck.location}{when}, line {deck.line}{copies}{back}"


def _location(location: LocationLine) -> list[str]:
    notes = [order_words(location)]
    if location.indexed:
        notes.insert(0, "indexed")
    if not location.filled:
        notes.append("nothing fills it")
    owner = _OWNERS[location.owner]
    return [owner, location.name, location.visibility, visibility_words(location), "; ".join(notes)]


def _kept(found: Outline) -> Iterator[str]:
    yield "Storages"
    yield from _table([_storage(storage) for storage in found.storages], "  ")
    yield ""
    yield "Point maps"
    yield from _table([_storage(points) for points in found.point_maps], "  ")


def _storage(storage: StorageLine) -> list[str]:
    said = f"set in {lines(storage.set_at)}" if storage.set_at else "never set"
    kind = "" if storage.kind == "points" else storage.kind
    return [part for part in (_OWNERS[storage.owner], storage.name, kind, said) if part]


def _blocks(blocks: Iterable[Block], indent: str, width: int) -> Iterator[str]:
    for block in blocks:
        head = f"{indent}{block_title(block)}, line {block.line}"
        if block.kind == "stage":
            yield head
            yield f"{indent}  until {shortened(block.end, width - len(indent) - 8)}"
        elif block.text:
            yield f"{head}: {shortened(block.text, width - len(head) - 2)}"
        else:
            yield head
        for number, item in enumerate(block.items, 1):
            mark = f"{number}  " if block.kind == "choice" else ""
            yield f"{indent}  {mark}{shortened(item.text, width - len(indent) - len(mark) - 2)}"
        yield from _blocks(block.blocks, indent + "  ", width)


def _table(rows: list[list[str]], indent: str) -> Iterator[str]:
    """Rows with aligned columns."""
    if not rows:
        yield f"{indent}none"
        return
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        yield f"{indent}{'  '.join(cells)}".rstrip()


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
