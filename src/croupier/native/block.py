"""A block read as the interpreter's table, and a table written into a block."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from croupier.game import Stream
from croupier.interpreter.flow import Block, Let, Stage
from croupier.interpreter.layout import Layout, Place
from croupier.interpreter.table import Copies, Event, Round, Table
from croupier.interpreter.view import frames_along
from croupier.kernel import Halves, Words
from croupier.native.lower import Lowered
from croupier.native.lower.awards import award_parts, known
from croupier.native.lower.events import EVENTS
from croupier.native.lower.lowering import ListPile, Loc, Points, Saved, SetPile, Site
from croupier.native.lower.open_cards import told_seats
from croupier.native.lower.together import BY_CHANCE, MADE_VOID
from croupier.recycle.constants import constant
from croupier.recycle.program import Expr
from croupier.recycle.types import Type

_WORD = (1 << 64) - 1
INTEGERS = (Type.INT, Type.INT_STORE)

Key = tuple[str, int, str]

Among = Callable[[Table], list[int]] | None
"""Who takes turns in a stage, if it says so."""


def bits(word: int) -> list[int]:
    """The positions of the bits that are set."""
    word &= _WORD
    found = []
    while word:
        low = word & -word
        found.append(low.bit_length() - 1)
        word ^= low
    return found


def signed(word: int) -> int:
    """A word as a signed integer."""
    word &= _WORD
    return word - (1 << 64) if word >> 63 else word


@dataclass(frozen=True)
class Reader:
    """Reads and writes the blocks of one game."""

    layout: Layout
    lowered: Lowered
    body: tuple[Block, ...]
    """The rules, as functions of Python."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", self.lowered.constants)

    at: Any = None

    @cached_property
    def places(self) -> list[int]:
        """The number that the interpreter's layout has for each place."""
        return [self.layout.number(place) for place in self.lowered.bp.places]

    @cached_property
    def place_numbers(self) -> dict[Place, int]:
        """The number of each place here."""
        return {place: number for number, place in enumerate(self.lowered.bp.places)}

    @cached_property
    def stores(self) -> list[tuple[str, Key, int]]:
        """Every storage by its number: its kind, its key and its word."""
        bp = self.lowered.bp
        found: list[tuple[str, Key, int]] = []
        for kind, kept, size in (
            ("int", bp.ints, 1),
            ("str", bp.strs, 1),
            ("points", bp.points, bp.award_words),
        ):
            for store in kept.values():
                first = store.number
                for member in range(1 if store.owner == "game" else bp.seats):
                    assert first + member == len(found)
                    found.append((kind, (store.owner, member, store.name), store.first + member * size))
        return found

    # From a block

    def table(self, state: Words, lists: Halves, max_steps: int) -> Table:
        """The table of a block."""
        at = self.at
        stream = Stream(*(word & _WORD for word in state[at["RNG"] : at["RNG"] + 4]))
        table = Table(self.layout, stream, max_steps)
        self.fill(table, state, lists)
        return table

    def fill(self, table: Table, state: Words, lists: Halves) -> None:
        """Bring a table to where a block is."""
        bp, at = self.lowered.bp, self.at
        for number, place in enumerate(self.places):
            table.pile(place)[:] = self.cards(state, lists, number)
        for card in range(bp.cards):
            where = lists[at["WHERE"] + card]
            table.where[card] = self.places[where] if where >= 0 else -1
        table.ints, table.strs, table.points = {}, {}, {}
        for number, (kind, key, cell) in enumerate(self.stores):
            if state[at["HAS"] + (number >> 6)] >> (number & 63) & 1:
                self._read_store(table, kind, key, state, cell)
        table.seat_teams(bp.team_setups[state[at["TEAMS"]]])
        if at["OPEN_CARDS"]:
            faces = state[at["FACES"] : at["FACES"] + at["FACE_WORDS"]]
            table.faces = {64 * i + bit for i, word in enumerate(faces) for bit in bits(word)}
        self.turn(table, state)
        words = at["KEPT_WORDS"]
        if table.knowledge is not None:
            table.knowledge.kept = [
                {64 * i + bit for i in range(words) for bit in bits(state[at["KEPT"] + seat * words + i])}
                for seat in range(bp.seats)
            ]
            table.knowledge.barred = {
                card: bar for card in range(at["NS"] - at["WORDS"]) if (bar := state[at["BARRED"] + card])
            }

    def turn(self, table: Table, state: Words) -> None:
        """Bring the cycles of a table to where a block is."""
        at = self.at
        spot = self.lowered.flow.spots[state[at["AT"]]]
        table.players = _cycles(state, at["PLAYERS"], spot.players)
        table.teams_turn = _cycles(state, at["TURNS"], spot.teams)
        table.rounds = [
            Round(state[cell], among, depth) for cell, among, depth in self._rounds(spot.way, spot.players)
        ]
        table.stream = Stream(*(word & _WORD for word in state[at["RNG"] : at["RNG"] + 4]))

    def _rounds(self, way: tuple[int, ...], players: int) -> Iterator[tuple[int, Among, int]]:
        """The stages along a way whose turns are counted: the word of the turns, who takes them, how deep."""
        depths = [0, 0]
        for blocks, index in frames_along(self.body, way):
            block = blocks[index] if index < len(blocks) else None
            if isinstance(block, Stage):
                depths[block.teams] += 1
                cell = self.lowered.kit.turns_left.get(id(block.expr))
                if cell is not None and (block.teams or depths[0] <= players):
                    yield cell, block.among, depths[block.teams]

    def cards(self, state: Words, lists: Halves, place: int) -> list[int]:
        """The cards of a place."""
        bp, at = self.lowered.bp, self.at
        if place < bp.sets:
            return bits(state[at["SETS"] + place])
        start = at["LISTS"] + (place - bp.sets) * bp.stride
        return lists[start + 1 : start + 1 + lists[start]]

    def _read_store(self, table: Table, kind: str, key: Key, state: Words, cell: int) -> None:
        if kind == "int":
            table.ints[key] = state[cell]
        elif kind == "str":
            table.strs[key] = self.lowered.bp.strings[state[cell]]
        else:
            filler = self.lowered.bp.fillers[state[cell] - 1]
            computed = iter(state[cell + 1 : cell + self.lowered.bp.award_words])
            table.points[key] = self._awards(filler, computed)

    def _awards(self, filler: Expr, computed: Iterable[int]) -> Any:
        """The awards of a form that fills a point map, with its computed parts."""
        bp, left = self.lowered.bp, iter(computed)
        awards = []
        for award in bp.awards(filler):
            parts = []
            for part in award_parts(award):
                if known(part, bp.constants):
                    parts.append(constant(part, bp.constants))
                else:
                    number = next(left)
                    parts.append(number if part.type in INTEGERS else bp.strings[number])
            pairs = tuple((str(parts[i]), str(parts[i + 1])) for i in range(0, len(parts) - 1, 2))
            awards.append((pairs, parts[-1]))
        return tuple(awards)

    def variables(
        self, table: Table, frames: Iterable[tuple[tuple[Block, ...], int]], state: Words, lists: Halves
    ) -> None:
        """Bring the variables around a choice to what they hold."""
        table.snapshots = []
        for blocks, index in frames:
            block = blocks[index] if index < len(blocks) else None
            if isinstance(block, Let):
                content = self._variable(block, state, lists)
                table.variables[block.slot] = content
                if block.held:
                    table.snapshots.append(content)

    def _variable(self, block: Let, state: Words, lists: Halves) -> Any:
        kept, named = self.lowered.kit.saved[id(block.expr)], block.expr.part("value")
        if isinstance(kept, Saved):
            return self._collection(kept, named, state)
        if isinstance(kept, ListPile):
            start = int(kept.at)
            cards = lists[start + 1 : start + 1 + lists[start]]
            return Copies(cards) if named.type is Type.COPIES else cards
        cell = _cell(kept)
        if isinstance(kept, SetPile):
            return bits(state[cell])
        if isinstance(kept, Loc):
            return self.places[state[cell]]
        if isinstance(kept, Points):
            if state[cell] == 0:
                return ()
            words = self.lowered.bp.award_words
            return self._awards(self.lowered.bp.fillers[state[cell] - 1], state[cell + 1 : cell + words])
        return self._scalar(named.type, state[cell])

    def _scalar(self, type_: Type, word: int) -> Any:
        if type_ is Type.BOOL:
            return word != 0
        return self.lowered.bp.strings[word] if type_ in (Type.STRING, Type.STRING_STORE) else word

    def _collection(self, kept: Saved, named: Expr, state: Words) -> Any:
        found = state[kept.at + 1 : kept.at + 1 + state[kept.at]]
        if kept.kind == "place":
            return [self.places[place] for place in found]
        if kept.kind == "scalar":
            strings = named.type is Type.STRINGS
            return [self.lowered.bp.strings[word] if strings else word for word in found]
        read, lists = kept.at + 1, []
        for _ in range(state[kept.at]):
            lists.append(state[read + 1 : read + 1 + state[read]])
            read += 1 + state[read]
        return lists

    # Into a block

    def write(self, table: Table, state: Words, lists: Halves, spot: int) -> None:
        """Write a table into a fresh block; :class:`LookupError` if it has no room for it."""
        bp, at = self.lowered.bp, self.at
        state[at["AT"]] = spot
        for number, place in enumerate(self.places):
            pile = table.pile(place)
            if number < bp.sets:
                state[at["SETS"] + number] = signed(sum(1 << card for card in pile))
            else:
                if len(pile) > bp.capacity:
                    raise LookupError(f"{len(pile)} cards in one place")
                start = at["LISTS"] + (number - bp.sets) * bp.stride
                lists[start : start + 1 + len(pile)] = [len(pile), *pile]
        for extra in range(len(table.layout.places)):
            if (
                extra < len(table.cards)
                and table.cards[extra]
                and table.layout.places[extra] not in self.place_numbers
            ):
                raise LookupError(f"{table.layout.places[extra]} is not provided for")
        numbers = {place: number for number, place in enumerate(self.places)}
        for card, where in enumerate(table.where):
            lists[at["WHERE"] + card] = numbers[where] if where >= 0 else -1
        for number, (kind, key, cell) in enumerate(self.stores):
            kinds: dict[str, dict[Key, Any]] = {"int": table.ints, "str": table.strs, "points": table.points}
            kept = kinds[kind]
            if key in kept:
                has = at["HAS"] + (number >> 6)
                state[has] = signed(state[has] | 1 << (number & 63))
                self._write_store(kind, key, kept[key], state, cell)
        state[at["TEAMS"]] = bp.team_setups.index(table.teams)
        for cycles, first in ((table.players, at["PLAYERS"]), (table.teams_turn, at["TURNS"])):
            for level, (current, queued) in enumerate(cycles):
                state[first + 2 * level : first + 2 * level + 2] = [current, queued]
        words = at["KEPT_WORDS"]
        for seat, kept_cards in enumerate(table.knowledge.kept if table.knowledge is not None else ()):
            for card in kept_cards:
                cell = at["KEPT"] + seat * words + (card >> 6)
                state[cell] = signed(state[cell] | 1 << (card & 63))
        if table.knowledge is not None and at["NS"] > at["WORDS"]:
            for card, bar in table.knowledge.barred.items():
                state[at["BARRED"] + card] = bar
        for card in table.faces:
            cell = at["FACES"] + (card >> 6)
            state[cell] = signed(state[cell] | 1 << (card & 63))
        way = self.lowered.flow.spots[spot]
        for round_, (cell, _, _) in zip(table.rounds, self._rounds(way.way, way.players), strict=True):
            state[cell] = round_.left
        stream = table.stream
        state[at["RNG"] : at["RNG"] + 4] = [signed(word) for word in stream.words]

    def _write_store(self, kind: str, key: Key, content: Any, state: Words, cell: int) -> None:
        if kind == "int":
            state[cell] = content
        elif kind == "str":
            state[cell] = self.lowered.bp.string(content)
        else:
            owner, _, name = key
            filler, computed = self._filled(content, self.lowered.bp.fillers_of(owner, {name}))
            state[cell] = filler
            state[cell + 1 : cell + 1 + len(computed)] = computed

    def _filled(self, awards: Any, fillers: Iterable[int]) -> tuple[int, list[int]]:
        """The form that could have filled a point map with these awards, and its computed parts."""
        bp = self.lowered.bp
        for number in fillers:
            filler = bp.fillers[number - 1]
            if len(bp.awards(filler)) != len(awards):
                continue
            computed: list[int] = []
            fits = True
            for award, (pairs, points) in zip(bp.awards(filler), awards, strict=True):
                parts, given = award_parts(award), [*(word for pair in pairs for word in pair), points]
                fits = fits and len(parts) == len(given)
                for part, word in zip(parts, given, strict=False):
                    if known(part, bp.constants):
                        fits = fits and constant(part, bp.constants) == word
                    else:
                        computed.append(int(word) if part.type in INTEGERS else bp.string(word))
            if fits:
                return number, computed
        raise LookupError("a point map that no form of the program fills")

    def write_variables(
        self, table: Table, frames: Iterable[tuple[tuple[Block, ...], int]], state: Words, lists: Halves
    ) -> None:
        """Write the variables around a choice."""
        for blocks, index in frames:
            block = blocks[index] if index < len(blocks) else None
            if isinstance(block, Let):
                self._write_variable(block, table.variables[block.slot], state, lists)

    def _write_variable(self, block: Let, content: Any, state: Words, lists: Halves) -> None:
        kept, named, bp = self.lowered.kit.saved[id(block.expr)], block.expr.part("value"), self.lowered.bp
        numbers = {place: number for number, place in enumerate(self.places)}
        if isinstance(kept, Saved):
            if kept.kind == "place":
                listed = [numbers[place] for place in content]
            elif kept.kind == "scalar":
                listed = [bp.string(e) if isinstance(e, str) else e for e in content]
            else:
                listed = [word for group in content for word in (len(group), *group)]
            if len(listed) >= 255:
                raise LookupError("a collection of that size")
            state[kept.at : kept.at + 1 + len(listed)] = [len(content), *listed]
        elif isinstance(kept, ListPile):
            start = int(kept.at)
            lists[start : start + 1 + len(content)] = [len(content), *content]
        elif isinstance(kept, SetPile):
            state[_cell(kept)] = signed(sum(1 << card for card in content))
        elif isinstance(kept, Loc):
            state[_cell(kept)] = numbers[content]
        elif isinstance(kept, Points):
            filler, computed = self._filled(content, kept.fillers) if content else (0, [])
            state[_cell(kept) : _cell(kept) + 1 + len(computed)] = [filler, *computed]
        else:
            state[_cell(kept)] = bp.string(content) if isinstance(content, str) else int(content)
        assert named.type is not Type.UNKNOWN

    # Events

    def events(self, log: list[int]) -> list[tuple[Event, Expr, list[int]]]:
        """What a log tells: events as the interpreter has them, their forms, and cards that came along."""
        found = []
        parts: list[int] = []
        listed: list[int] = []
        expecting = 0
        for start in range(0, len(log), 8):
            kind, x, *details = log[start : start + 7]
            name = EVENTS[kind]
            if name == "part":
                if expecting == 0 and x == 0 and not parts:
                    expecting, listed = details[0], []
                parts += details
                if x == 1:
                    listed = (listed + details)[:expecting]
                continue
            found.append((self._event(name, x, details, parts, listed), self._expr(name, x), listed))
            parts, listed, expecting = [], [], 0
        return found

    def _expr(self, name: str, x: int) -> Expr:
        return self.lowered.kit.sites[x - 1].expr if name == "drop" else self.lowered.kit.exprs[x]

    def _event(self, name: str, x: int, details: list[int], parts: list[int], listed: list[int]) -> Event:
        a, b, c, d, e = details
        place = self.places
        if name == "move":
            return ("move", a, place[b], c, place[d], None if e < 0 else e)
        if name == "remember":
            return ("remember", a, place[b], None if c < 0 else c)
        if name == "forget":
            return ("forget", a, place[b], c)
        if name == "swap":
            return ("swap", place[a], place[b])
        if name == "swap cards":
            return ("swap cards", a, b, place[c], place[d])
        if name == "shuffle":
            return ("shuffle", place[a])
        if name == "faro":
            return ("faro", place[a], place[b], tuple(listed))
        if name == "make":
            batches = self.layout.pack.batches[self.lowered.kit.exprs[x].spot]
            return ("make", batches[a] if a >= 0 else (), place[b])
        if name == "set":
            kind, key, _ = self.stores[a]
            return ("set", key, b if kind == "int" else self.lowered.bp.strings[b])
        if name == "points":
            return ("points", self.stores[a][1], self._told_awards(self.lowered.kit.exprs[x], parts[:b]))
        if name == "cycle":
            return ("cycle", "team" if a else "player", "next" if b else "current", c)
        if name == "teams":
            return ("teams", self.lowered.bp.team_setups[a], self.lowered.bp.team_setups[b])
        if name == "gather":
            return ("gather", place[a], self.lowered.kit.exprs[x].value)
        if name in ("void", "acting"):
            return (name, a)
        if name in ("show", "hide"):
            return (name, tuple(listed))
        if name == "look":
            return ("look", tuple(listed), told_seats(b, c))
        if name == "drop":
            return ("drop", self.words_for(x, a, b))
        if name == "pick":
            return ("pick", *self._picked(self.lowered.kit.exprs[x], a, b, listed))
        return (name,)

    def _told_awards(self, filler: Expr, parts: list[int]) -> Any:
        bp, left, awards = self.lowered.bp, iter(parts), []
        for award in bp.awards(filler):
            told = [
                next(left) if part.type in INTEGERS else bp.strings[next(left)] for part in award_parts(award)
            ]
            pairs = tuple((str(told[i]), str(told[i + 1])) for i in range(0, len(told) - 1, 2))
            awards.append((pairs, told[-1]))
        return tuple(awards)

    def _picked(self, expr: Expr, count: int, word: int, listed: list[int]) -> tuple[Type, Any]:
        """The element taken at an `any`, as the interpreter has it."""
        if count == 0:
            return Type.UNKNOWN, None
        kind = expr.part("variable").type
        if kind in (Type.CARDS, Type.COPIES):
            return kind, listed
        if kind in (Type.LOCATION, Type.MEMORY):
            return kind, self.places[word]
        return kind, self._scalar(kind, word)

    def words_for(self, site: int, a: int, b: int) -> str:
        """What went wrong, in words."""
        place = self.lowered.bp.places[a] if 0 <= a < len(self.lowered.bp.places) else ""
        card = self.layout.names[a] if 0 <= a < len(self.layout.names) else ""
        found, by_chance = self.site(site)
        text = found.text.format(a=a, b=b, place=place, card=card)
        if by_chance:
            return f"chance has made a choice impossible: {text}"
        return f"void: {text}" if site > MADE_VOID else text

    def site(self, number: int) -> tuple[Site, bool]:
        """Where something went wrong, and whether chance alone has made a choice impossible."""
        by_chance = BY_CHANCE < number < MADE_VOID
        number -= MADE_VOID if number > MADE_VOID else BY_CHANCE if by_chance else 0
        return self.lowered.kit.sites[number - 1], by_chance


def _cell(kept: Any) -> int:
    """The word of something that is kept in one."""
    text = kept.word if isinstance(kept, SetPile) else kept.place if isinstance(kept, Loc) else kept
    text = kept.at if isinstance(kept, Points) else text
    return int(str(text).removesuffix(" != 0").removeprefix("S[").removesuffix("]"))


def _cycles(state: Words, first: int, depth: int) -> list[list[int]]:
    return [state[first + 2 * level : first + 2 * level + 2] for level in range(depth + 1)]
