"""Options in words and keys that tell no hidden card (§7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.game import Option
from croupier.interpreter.pointing import Pointer
from croupier.interpreter.table import Event, Table
from croupier.interpreter.words import Words
from croupier.recycle.program import Expr
from croupier.recycle.types import Type


@dataclass(frozen=True, slots=True)
class Path:
    """An option as the engine keeps it: the item, the element taken at each `any`, and what it would do."""

    item: int
    picks: tuple[tuple[Type, Any], ...]
    actions: tuple[tuple[Event, Expr], ...]


def describe(table: Table, paths: Sequence[Path], labels: Sequence[str] = ()) -> tuple[Option, ...]:
    """The options as the player to move may know them.

    The table must still be as it was when they were built. An item with a label is told by it and by what is
    taken at each `any`, any other by what it does.
    """
    words = Words(table, table.players[-1][0])
    keys = _keys(words, paths)
    texts = _distinct([_text(words, path, labels) for path in paths], " ({})")
    pointer = Pointer(words)
    return tuple(
        Option(
            i,
            key,
            text,
            tuple([pointer.pick(kind, picked) for kind, picked in path.picks if picked is not None]),
            pointer.moves(path.actions),
            path.item,
            labels[path.item] if path.item < len(labels) else "",
        )
        for i, (key, text, path) in enumerate(zip(keys, texts, paths, strict=True))
    )


def option_keys(table: Table, paths: Sequence[Path]) -> list[str]:
    """The keys of options alone."""
    return _keys(Words(table, table.players[-1][0]), paths)


def _keys(words: Words, paths: Sequence[Path]) -> list[str]:
    return _distinct([f"{path.item}({', '.join(_picks(words, path))})" for path in paths], "#{}")


def _text(words: Words, path: Path, labels: Sequence[str]) -> str:
    label = labels[path.item] if path.item < len(labels) else ""
    return (
        " ".join([label, ", ".join(_picks(words, path))]).strip() if label else words.sentence(path.actions)
    )


def _picks(words: Words, path: Path) -> list[str]:
    return [_pick(words, kind, picked) for kind, picked in path.picks if picked is not None]


def _pick(words: Words, kind: Type, picked: Any) -> str:
    """The element taken at an `any`."""
    if kind is Type.CARD:
        return words.card(picked)
    if kind is Type.COPY:
        return str(words.names[picked])
    if kind in (Type.CARDS, Type.COPIES):
        return "+".join(words.card(card) if kind is Type.CARDS else words.names[card] for card in picked)
    if kind in (Type.LOCATION, Type.MEMORY):
        return words.place(picked)
    if kind is Type.PLAYER:
        return f"seat {picked}"
    if kind is Type.TEAM:
        return f"team {picked}"
    return str(picked)


def _distinct(texts: list[str], mark: str) -> list[str]:
    """The same texts; those that occur again are numbered, so that each names one option."""
    seen: dict[str, int] = {}
    found = []
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
        found.append(text if seen[text] == 1 else text + mark.format(seen[text]))
    return found
