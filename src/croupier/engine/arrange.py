"""Positions built from card texts, for tests and puzzles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from croupier.engine.cards import spellings
from croupier.engine.flow import Block, Choice, Let, Stage
from croupier.engine.layout import Place
from croupier.engine.table import NOBODY, Table
from croupier.text import did_you_mean

if TYPE_CHECKING:
    from croupier.engine.game import RecycleGame
    from croupier.engine.state import TableState

_PLACE = re.compile(r"(?:(?P<seat>\d+)\.|T(?P<team>\d+)\.)?(?P<name>[A-Z][A-Z0-9_]*)(?:\[(?P<index>\d+)\])?")


class ArrangementError(ValueError):
    """A position that cannot be built, with the reason."""


def arranged(
    game: RecycleGame, places: Mapping[str, str], *, current: int, stored: Mapping[str, int | str], line: int | None, seed: int
) -> TableState:
    """The position; see :meth:`RecycleGame.arrange`."""
    if not 0 <= current < game.seats:
        raise ArrangementError(f"there is no seat {current}: they count from 0 to {game.seats - 1}")
    state = game.start(seed)
    if state.outcome is not None:
        raise ArrangementError(f"the game comes to no decision: {state.outcome.reason}")
    _lay_out(state.table, {_place(game, name): text for name, text in places.items()})
    for name, content in stored.items():
        key = _owned(game, name)
        if isinstance(content, int):
            state.table.ints[key] = content
        else:
            state.table.strs[key] = content
    state.table.players[-1][0] = current
    state.stand_at(_way(game, line) if line is not None else None)
    return state


def _parts(game: RecycleGame, text: str) -> tuple[str, int, str, int]:
    match = _PLACE.fullmatch(text.strip())
    if match is None:
        raise ArrangementError(f"{text!r} is not a place such as STOCK, 0.HAND, T1.PILE or BED[2]")
    owner = "player" if match["seat"] else "team" if match["team"] else "game"
    member = int(match["seat"] or match["team"] or 0)
    if owner != "game" and member >= game.seats:
        raise ArrangementError(f"{text!r}: there is no {owner} {member}")
    return owner, member, match["name"], int(match["index"] or 0)


def _owned(game: RecycleGame, text: str) -> tuple[str, int, str]:
    return _parts(game, text)[:3]


def _place(game: RecycleGame, text: str) -> int:
    owner, member, name, index = _parts(game, text)
    known = {p.kind for p in game.layout.places if p.owner == owner and p.name == name}
    if not known:
        names = sorted({p.name for p in game.layout.places if p.owner == owner})
        hint = did_you_mean(name, names) or f"there are {', '.join(names)}"
        raise ArrangementError(f"{text!r}: the game has no such place; {hint}")
    kinds = sorted(known, key=("vloc", "iloc", "hloc", "oloc", "mem").index)
    return game.layout.number(Place(kinds[0], owner, member, name, index))


def _lay_out(table: Table, places: Mapping[int, str]) -> None:
    """Take the named cards up, then put them down; what lay there fills the holes."""
    layout = table.layout
    wanted: dict[int, list[int]] = {}
    taken: set[int] = set()
    for place, text in places.items():
        wanted[place] = [_find(table, word, taken) for word in text.split()]
    memories = {place for place in wanted if layout.places[place].kind == "mem"}
    holes: list[int] = []
    for place, found in wanted.items():
        for card in found if place not in memories else ():
            if table.where[card] not in wanted:
                holes.append(table.where[card])
            table.pile(table.where[card]).remove(card)
    for place in wanted:
        if place in memories:
            table.pile(place)[:] = wanted[place]
            continue
        displaced = table.pile(place)[:]
        table.pile(place)[:] = sorted(wanted[place]) if layout.ordered_freely[place] else wanted[place]
        for card in wanted[place]:
            table.where[card] = place
        for card in displaced:
            # One for one where it can be; the rest goes where the cards were made.
            home = holes.pop() if holes else _home(table, card)
            table.pile(home).insert(0, card)
            table.where[card] = home
            if layout.ordered_freely[home]:
                table.pile(home).sort()


def _home(table: Table, card: int) -> int:
    """The place on which a card was made."""
    for plan in table.layout.program.decks:
        for batch in table.layout.pack.batches[plan.form.span.start]:
            if card in batch:
                owner, name, index = plan.location.args
                place = Place(plan.location.form, "game", 0, str(name.value), int(index.value or 0))
                return table.layout.number(place) if owner.form == "game.owner" else table.where[card]
    return table.where[card]


def _find(table: Table, word: str, taken: set[int]) -> int:
    """A card of that text that is not used yet."""
    layout = table.layout
    alike = [c for c in range(len(layout.cards)) if word.upper() in spellings(layout.names[c], layout.cards[c])]
    if not alike:
        hint = did_you_mean(word.upper(), layout.names) or f"cards are written like {layout.names[0]}"
        raise ArrangementError(f"no card is called {word!r}; {hint}")
    free = next((c for c in alike if c not in taken and table.where[c] >= 0), None)
    if free is None:
        raise ArrangementError(f"{word!r} is used more often than the deck has it ({len(alike)})")
    taken.add(free)
    return free


def _way(game: RecycleGame, line: int) -> list[tuple[tuple[Block, ...], int]]:
    """The blocks around the choice of a line, from the outermost in."""
    found = _search(game.body, line)
    if found is None:
        lines = ", ".join(str(n) for n in _choice_lines(game.body))
        raise ArrangementError(f"there is no choice at line {line}; there are some at {lines}")
    return found


def _search(blocks: tuple[Block, ...], line: int) -> list[tuple[tuple[Block, ...], int]] | None:
    for i, block in enumerate(blocks):
        if isinstance(block, Choice) and block.expr.span.line == line:
            return [(blocks, i)]
        inner = _search(block.body, line) if isinstance(block, Stage | Let) else None
        if inner is not None:
            return [(blocks, i), *inner]
    return None


def _choice_lines(blocks: tuple[Block, ...]) -> list[int]:
    lines: list[int] = []
    for block in blocks:
        if isinstance(block, Choice):
            lines.append(block.expr.span.line)
        elif isinstance(block, Stage | Let):
            lines += _choice_lines(block.body)
    return lines


def enter(table: Table, way: list[tuple[tuple[Block, ...], int]]) -> None:
    """Stand inside the stages and variables on the way to a choice, with the current player as it is."""
    current = table.players[-1][0]
    table.players[:] = [[current, NOBODY]]
    table.teams_turn[:] = table.teams_turn[:1]
    table.snapshots.clear()
    for blocks, i in way:
        block = blocks[i]
        if isinstance(block, Stage):
            cycles = table.teams_turn if block.teams else table.players
            cycles.append([cycles[-1][0], NOBODY])
        elif isinstance(block, Let):
            content = block.named(table)
            table.variables[block.slot] = content
            if block.held:
                table.snapshots.append(content)
