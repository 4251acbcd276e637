"""Positions built from card texts, for tests and puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from croupier.interpreter.cards import spellings
from croupier.interpreter.fault import Fault, OutOfSteps
from croupier.interpreter.flow import Block, Choice, Let, Stage, inside
from croupier.interpreter.knowledge import Knowledge
from croupier.interpreter.layout import Place
from croupier.interpreter.table import NOBODY, Round, Table
from croupier.recycle.facts import LOCATIONS
from croupier.recycle.order import locations
from croupier.recycle.values import MAX_INDEX
from croupier.text import did_you_mean
from croupier.text.errors import CroupierError

if TYPE_CHECKING:
    from croupier.interpreter.game import RecycleGame
    from croupier.interpreter.state import TableState

_PLACE = re.compile(
    r"(?:(?P<seat>\d+)\.|T(?P<team>\d+)\.)?(?P<name>[A-Z][A-Z0-9_]*)(?:\[(?P<index>\d+)\])?"
    r"(?::(?P<kind>[vhiot]loc|mem))?"
)


class ArrangementError(CroupierError, ValueError):
    """A position that cannot be built, with the reason."""


def arranged(
    game: RecycleGame,
    places: Mapping[str, str],
    *,
    current: int | None,
    stored: Mapping[str, int | str],
    line: int | None,
    seed: int,
) -> TableState:
    """The position; see :meth:`RecycleGame.arrange`."""
    if current is not None and not 0 <= current < game.seats:
        raise ArrangementError(f"there is no seat {current}: they count from 0 to {game.seats - 1}")
    state = game.start(seed)
    if state.outcome is not None:
        raise ArrangementError(f"the game comes to no decision: {state.outcome.reason}")
    table = state.table
    way = _way(game, line) if line is not None else None
    _lay_out(table, {_place(table, name): text for name, text in places.items()})
    for name, content in stored.items():
        key = _storage(table, name, "sto" if isinstance(content, int) else "str")
        if isinstance(content, int):
            table.ints[key] = content
        else:
            table.strs[key] = content
    if table.knowledge is not None:
        table.knowledge = Knowledge.of(table.layout)
        table.faces = set()
        table.knowledge.look_around(table)
    if current is not None or way is not None:
        table.players[-1][0] = current or 0
    try:
        state.stand_at(way)
    except (Fault, OutOfSteps) as problem:
        raise ArrangementError(f"the game could not have come to this decision: {problem}") from None
    return state


def _parts(table: Table, text: str) -> tuple[str, int, str, int, str | None]:
    match = _PLACE.fullmatch(text.strip())
    if match is None:
        raise ArrangementError(f"{text!r} is not a place such as STOCK, 0.HAND, T1.PILE or BED[2]")
    owner = "player" if match["seat"] else "team" if match["team"] else "game"
    member = int(match["seat"] or match["team"] or 0)
    members = {"game": 1, "player": table.layout.seats, "team": len(table.teams)}[owner]
    if member >= members:
        raise ArrangementError(f"{text!r}: there is no {owner} {member}: they count from 0 to {members - 1}")
    index = int(match["index"] or 0)
    if index > MAX_INDEX:
        raise ArrangementError(f"{text!r}: indices go from 0 to {MAX_INDEX}")
    return owner, member, match["name"], index, match["kind"]


def _storage(table: Table, text: str, kind: str) -> tuple[str, int, str]:
    """The key of a stored integer (`sto`) or string (`str`)."""
    owner, member, name, _, _ = _parts(table, text)
    facts = table.layout.facts
    names = {kept.name for expr in facts.every(kind) for kept in facts.kept(expr) if kept.owner == owner}
    if name not in names and None not in names:
        what = "integer" if kind == "sto" else "string"
        raise ArrangementError(f"{text!r}: the game stores no such {what}{_or_else(name, names)}")
    return owner, member, name


def _place(table: Table, text: str) -> int:
    owner, member, name, index, said = _parts(table, text)
    known = [
        key
        for key in locations(table.layout.program)
        if key.owner == owner and said in (None, key.visibility)
    ]
    kinds = [kind for kind in LOCATIONS if kind in {key.visibility for key in known if key.name == name}]
    if len(kinds) > 1:
        which = " or ".join(f"{text.strip()}:{kind}" for kind in kinds)
        raise ArrangementError(f"{text!r} may be several places: say {which}")
    if not kinds:
        instead = _or_else(name, {key.name for key in known})
        raise ArrangementError(f"{text!r}: the game has no such place{instead}")
    return table.layout.number(Place(kinds[0], owner, member, name, index))


def _or_else(name: str, known: Iterable[str | None]) -> str:
    """What was probably meant, or else all that there is."""
    names = sorted(filter(None, known))
    hint = did_you_mean(name, names) or (f"there are {', '.join(names)}" if names else "")
    return f"; {hint}" if hint else ""


def _lay_out(table: Table, places: Mapping[int, str]) -> None:
    """Take the named cards up, then put them down; what lay there fills the holes."""
    layout = table.layout
    taken: set[int] = set()
    words = {place: text.split() for place, text in places.items()}
    listed = [place for place in words if layout.places[place].kind != "mem"]
    # Of cards that are called alike, those that lie there already stay.
    stay = {place: [_staying(table, word, place, taken) for word in words[place]] for place in listed}
    wanted = {
        place: [
            card if card is not None else _find(table, word, taken)
            for card, word in zip(stay[place], words[place], strict=True)
        ]
        for place in listed
    }
    holes: list[int] = []
    for card in taken:
        if table.where[card] not in wanted:
            holes.append(table.where[card])
        table.pile(table.where[card]).remove(card)
    displaced = [card for place in wanted for card in table.pile(place)]
    for place, cards in wanted.items():
        table.pile(place)[:] = sorted(cards) if layout.ordered_freely[place] else cards
        for card in cards:
            table.where[card] = place
    rank = {number: i for i, (number, _) in enumerate(layout.ranked())}
    holes.sort(key=lambda number: rank[number], reverse=True)
    for card in displaced:
        # One for one where it can be; the rest goes where the cards were made.
        home = holes.pop() if holes else _home(table, card)
        if home in wanted or home < 0:
            raise ArrangementError(f"{layout.names[card]} has no place left to go to: name one for it")
        table.pile(home).insert(0, card)
        table.where[card] = home
        if layout.ordered_freely[home]:
            table.pile(home).sort()
    for place in words.keys() - wanted.keys():
        copies = [_copied(table, word, taken) for word in words[place]]
        table.pile(place)[:] = sorted(copies) if layout.ordered_freely[place] else copies


def _home(table: Table, card: int) -> int:
    """The place of the table on which a card was made; -1 if it was made elsewhere."""
    for plan in table.layout.program.decks:
        for batch in table.layout.pack.batches[plan.form.spot]:
            if card in batch:
                owner, name, index = plan.location.args
                if owner.form == "game.owner" and name.form == "name" and index.form == "int":
                    return table.layout.number(
                        Place(plan.location.form, "game", 0, str(name.value), int(index.value or 0))
                    )
    return -1


def _copied(table: Table, word: str, laid: set[int]) -> int:
    """The card of which a copy is meant: one that has been laid out, if there is one of that text."""
    alike = _alike(table, word)
    return next((card for card in alike if card in laid), alike[0])


def _staying(table: Table, word: str, place: int, taken: set[int]) -> int | None:
    """A card of that text that lies in the place and is not used yet."""
    for card in _alike(table, word):
        if table.where[card] == place and card not in taken:
            taken.add(card)
            return card
    return None


def _find(table: Table, word: str, taken: set[int]) -> int:
    """A card of that text that is not used yet."""
    alike = _alike(table, word)
    free = next((c for c in alike if c not in taken and table.where[c] >= 0), None)
    if free is None:
        raise ArrangementError(f"{word!r} is used more often than the deck has it ({len(alike)})")
    taken.add(free)
    return free


def _alike(table: Table, word: str) -> list[int]:
    """All cards of that text."""
    layout = table.layout
    sought = word.upper()
    alike = [c for c, name in enumerate(layout.names) if sought in spellings(name, layout.cards[c])]
    if not alike:
        hint = did_you_mean(word.upper(), layout.names) or f"cards are written like {layout.names[0]}"
        raise ArrangementError(f"no card is called {word!r}; {hint}")
    return alike


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
        inner = _search(inside(block), line)
        if inner is not None:
            return [(blocks, i), *inner]
    return None


def _choice_lines(blocks: tuple[Block, ...]) -> list[int]:
    lines: list[int] = []
    for block in blocks:
        if isinstance(block, Choice):
            lines.append(block.expr.span.line)
        else:
            lines += _choice_lines(inside(block))
    return lines


def enter(table: Table, way: list[tuple[tuple[Block, ...], int]], *, anew: bool) -> None:
    """Stand inside the stages and variables on the way to a choice, with the current player as it is.

    Where the game has not come there by itself the cycles begin anew, with nobody queued.
    """
    if anew:
        table.players[:] = [[table.players[-1][0], NOBODY]]
        table.teams_turn[:] = table.teams_turn[:1]
        table.rounds.clear()
    table.snapshots.clear()
    for blocks, i in way:
        block = blocks[i]
        if isinstance(block, Stage) and anew:
            cycles = table.teams_turn if block.teams else table.players
            if block.turns is not None:
                table.rounds.append(Round(max(1, block.turns(table)), block.among, len(cycles)))
            cycles.append([cycles[-1][0], NOBODY])
        elif isinstance(block, Let):
            content = block.named(table)
            table.variables[block.slot] = content
            if block.held:
                table.snapshots.append(content)
