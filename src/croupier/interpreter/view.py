"""What a seat may know of a game (§10), and complete games that agree with it.

A view holds no card that its seat does not see or know, and no way to one: it is made of the program, the
public values, and the places with their slots. A slot is a card the seat knows, told by its kind (attributes
and back) and a number that only says which copies in memory are copies of it; or just a back. `slots.py` has
the order in which they are listed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

from croupier.game import SAMPLE, Option, Stream
from croupier.game.cards import Pack, Pile, Slot, StorageKey, kinds_words, known_names, pile_named
from croupier.game.screen import view_text, view_words
from croupier.interpreter.dealing import HiddenSlot, deal
from croupier.interpreter.fault import Fault, OutOfSteps
from croupier.interpreter.fingerprint import fingerprint, option_keys
from croupier.interpreter.flow import Block, Let, Stage, inside, prompt_at
from croupier.interpreter.knowledge import Knowledge
from croupier.interpreter.layout import Layout, Place
from croupier.interpreter.slots import Shown, open_places, shown_places
from croupier.interpreter.table import Awards, Round, Table

if TYPE_CHECKING:
    from croupier.interpreter.on_table import GameOnTable, OnTable
    from croupier.interpreter.together import Joint

Places = tuple[tuple[Place, tuple[Slot, ...]], ...]
"""Places with their slots."""

Barred = tuple[tuple[Place, tuple[int, ...]], ...]
"""Places with the kinds that their hidden cards cannot be, as bits: those of each back, in order of slots."""

MAX_TRIES = 1000
"""How many deals a sample tries until the player to move has the options that it is known to have."""


@dataclass(frozen=True, repr=False)
class View:
    """All that a player is ever given."""

    game: GameOnTable = field(repr=False, compare=False)
    seat: int
    to_move: int | None
    decisions: int
    options: tuple[Option, ...]
    """What the seat may do, if it is to move."""
    slots: tuple[tuple[Place, tuple[Slot, ...]], ...]
    teams: tuple[tuple[int, ...], ...]
    players: tuple[tuple[int, int], ...]
    """The cycles of players, outermost first: who is current, who is queued (-1: nobody)."""
    teams_turn: tuple[tuple[int, int], ...]
    stored: tuple[tuple[StorageKey, int | str], ...]
    points: tuple[tuple[StorageKey, Awards], ...]
    made: tuple[bool, ...] = field(repr=False)
    """Which cards have been made so far, by deck order."""
    way: tuple[int, ...]
    """Where in the program the game stands."""
    limits: tuple[int, int] = field(repr=False)
    barred: Barred = field(repr=False, compare=False)
    """Kinds that hidden cards cannot be, where something is known; views are equal or not without it."""
    turns: tuple[int, ...]
    """How many turns are left in each stage at hand that says who takes turns, or how many."""
    faces: tuple[tuple[Place, int], ...] = ()
    """The cards that are turned face up: their places, and which of the slots there they are."""
    together: Joint | None = None
    """The choice of several that is in progress, as the seat knows it."""
    told: Barred = field(default=(), repr=False)
    """Kinds that hidden cards cannot be, as the seat knows by what it has seen and been told of them."""
    root: Any = field(default=None, repr=False, compare=False)
    """Where the native engine has kernels: what their searches start from. It tells no more than the view."""

    def __repr__(self) -> str:
        return view_words(self)

    def __str__(self) -> str:
        return view_text(self)

    def _repr_svg_(self) -> str:
        from croupier.game.table_picture import view_picture

        return view_picture(self)

    @property
    def option_count(self) -> int:
        """How many options the seat has."""
        return len(self.options)

    def without_kernels(self) -> View:
        """The same view from which kernels cannot search."""
        return replace(self, root=None)

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self.game.seats

    def cards(self, place: str) -> tuple[str | None, ...]:
        """The cards of a place such as "STOCK" or "0.HAND", bottom first; None where the seat does not know.

        >>> from croupier import load
        >>> view = load("agram", seats=2).start(seed=1).view(0)
        >>> view.cards("1.HAND")
        (None, None, None, None, None, None)
        """
        found = pile_named(self.piles, place)
        return () if found is None else known_names(self.pack, found.slots)

    @property
    def places(self) -> tuple[str, ...]:
        """The places that hold cards."""
        return tuple(pile.id for pile in self.piles)

    @property
    def pack(self) -> Pack:
        """All kinds of cards of the game."""
        return self.game.pack

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The places that hold cards, with what the seat knows of these."""
        layout, found = self.game.layout, []
        for place, slots in self.slots:
            number = layout.numbers[place]
            told = self._told_words(place, slots)
            found.append(Pile(layout.name(number), *place, slots, layout.ordered_freely[number], told))
        return tuple(found)

    def _told_words(self, place: Place, slots: tuple[Slot, ...]) -> tuple[str, ...]:
        bars = iter(dict(self.told).get(place, ()))
        if not any(where == place for where, _ in self.told):
            return ()
        return tuple(self._possible(slot, next(bars)) if isinstance(slot, str) else "" for slot in slots)

    def _possible(self, back: str, barred: int) -> str:
        """What a hidden card may be, in words; nothing if it may be anything."""
        kinds = [kind for kind in self.pack.kinds if kind.back == back]
        numbers = [n for n, kind in enumerate(self.pack.kinds) if kind.back == back]
        among = sum(1 << i for i, n in enumerate(numbers) if not barred >> n & 1)
        return kinds_words(kinds, among) if barred else ""

    @property
    def prompt(self) -> str:
        """The question that the seat is asked, from a comment `;; ask: …` before the choice; else nothing."""
        return prompt_at(self.game.body, self.way) if self.to_move == self.seat else ""

    def fingerprint(self, ignoring: tuple[str, ...] = ()) -> bytes:
        """A text of all that the seat knows: equal for equal views, in every process and engine.

        Attributes that are ignored count as if they were not printed on the cards.
        """
        return fingerprint(self, ignoring)

    def option_keys(self, ignoring: tuple[str, ...] = ()) -> list[str]:
        """The keys of the options, if these attributes are not printed on the cards."""
        return option_keys(self, ignoring)

    def sample(self, rng: Stream | Random | int) -> OnTable:
        """A complete game that agrees with all of this: unseen cards dealt at random over hidden slots.

        The chance comes from a stream, from one of Python's own generators, or from a seed. Raises
        ValueError if the game is over, or if nothing that can be dealt leads to this decision.

        >>> from croupier import load
        >>> view = load("kuhn_poker").start(seed=1).view(0)
        >>> view.sample(7).view(0) == view
        True
        """
        if not isinstance(rng, Stream):
            rng = Stream.of(rng if isinstance(rng, int) else rng.getrandbits(64), SAMPLE)
        if self.to_move is None:
            raise ValueError("the game is over: there is nothing to sample")
        found: OnTable | None = None
        problem = ""
        for _ in range(MAX_TRIES):
            try:
                table = self._deal(rng)
                frames = frames_along(self.game.body, self.way)
                found = self.game.resumed(table, self.limits[1], frames, self.decisions)
                if self.together is not None:
                    found.rejoin(self.together, self.seat)
            except (Fault, OutOfSteps) as fault:
                # What is impossible with these cards cannot be what has happened.
                problem = str(fault)
                continue
            if self._agrees(found):
                break
        if found is None:
            raise ValueError(f"no deal agrees with what seat {self.seat} knows: {problem}")
        return found

    def _agrees(self, state: OnTable) -> bool:
        """Whether the mover has the options that the seat knows of: its own, or more than one."""
        if self.to_move != self.seat:
            return state.option_count > 1
        if state.option_count != len(self.options):
            return False
        return not self.game.tells_by_options or [o.key for o in state.options] == [
            o.key for o in self.options
        ]

    def _deal(self, rng: Stream) -> Table:
        layout = self.game.layout
        table = Table(layout, Stream.of(rng.next(), SAMPLE), self.limits[0])
        table.seat_teams(self.teams)
        table.players = [list(cycle) for cycle in self.players]
        table.teams_turn = [list(cycle) for cycle in self.teams_turn]
        for key, content in self.stored:
            kept: dict[StorageKey, Any] = table.ints if isinstance(content, int) else table.strs
            kept[key] = content
        table.points = dict(self.points)
        table.knowledge = Knowledge.of(layout)
        _fill(table, self, rng)
        left, depths = list(self.turns), [0, 0]
        for blocks, index in frames_along(self.game.body, self.way):
            block = blocks[index]
            if isinstance(block, Stage):
                depths[block.teams] += 1
                if block.turns is not None:
                    table.rounds.append(Round(left.pop(0), block.among, depths[block.teams]))
            if isinstance(block, Let):
                content = block.named(table)
                table.variables[block.slot] = content
                table.snapshots += [content] if block.held else []
        return table


def _fill(table: Table, view: View, rng: Stream) -> None:
    """Put known cards where they are, and deal the others over what is left, back by back."""
    layout = table.layout
    free: dict[int, list[int]] = {}
    for card, made in enumerate(view.made):
        if made:
            free.setdefault(layout.pack.kinds[card], []).append(card)
    cards: dict[Slot, int] = {}
    for _, slots in view.slots:
        for slot in slots:
            if not isinstance(slot, str) and slot not in cards:
                cards[slot] = free[slot[0]].pop(0)
    assert table.knowledge is not None
    pack, barred, told, hidden = layout.pack, dict(view.barred), dict(view.told), list[HiddenSlot]()
    for place, slots in view.slots:
        backs = [slot for slot in slots if isinstance(slot, str)]
        bars = barred.get(place) or told.get(place, (0,) * len(backs))
        hidden += [HiddenSlot(back, bar) for back, bar in zip(backs, bars, strict=True)]
    unseen = sorted(card for left in free.values() for card in left)
    dealt = deal(hidden, unseen, pack.backs, pack.kinds, rng)
    sets = table.knowledge.sets
    if sets is None:
        table.knowledge.barred = {
            card: slot.barred for slot, card in zip(hidden, dealt, strict=True) if slot.barred
        }
    else:
        for one, card in zip(hidden, dealt, strict=True):
            sets.restrict(view.seat, card, one.barred)
    coming = iter(dealt)
    for place, slots in view.slots:
        number = layout.number(place)
        pile = table.pile(number)
        for slot in slots:
            card = next(coming) if isinstance(slot, str) else cards[slot]
            pile.append(card)
            if place.kind != "mem":
                table.where[card] = number
                if not isinstance(slot, str) and not layout.sees(view.seat, place, view.teams):
                    table.knowledge.kept[view.seat].add(card)
                    if sets is not None:
                        of_back = layout.kinds_of_back[card]
                        sets.restrict(view.seat, card, of_back & ~(1 << pack.kinds[card]))
        table.faces.update(pile[at] for shown, at in view.faces if shown == place)
        if layout.ordered_freely[number]:
            pile.sort()


def view_of(state: OnTable, seat: int) -> View:
    """What a seat may know of a state."""
    table = state.table
    if not 0 <= seat < state.game.seats:
        raise ValueError(f"there is no seat {seat}: they count from 0 to {state.game.seats - 1}")
    if table.knowledge is None:
        raise ValueError("this game was started without views")
    places = shown_places(table, seat, table.knowledge.kept[seat])
    slots = _slots(table.layout, places)
    # A player gets the values alone: what makes them would lead to the state.
    options = tuple(option.plain() for option in state.options) if state.to_move == seat else ()
    faces = tuple(
        (table.layout.places[number], at)
        for number, shown in (places if table.faces else ())
        for at, (_, card) in enumerate(shown)
        if card in table.faces and table.layout.places[number].kind != "mem"
    )
    layout, sets = table.layout, table.knowledge.sets
    barred = _barred(table, places, table.knowledge.barred) if layout.exclusions else ()
    told = _barred(table, places, sets.barred[seat]) if sets is not None else ()
    return _view(state, seat, slots, options, barred, faces, told)


def _barred(table: Table, places: list[tuple[int, Shown]], barred: dict[int, int]) -> Barred:
    """Kinds that hidden cards cannot be, in the order in which slots are listed."""
    layout = table.layout
    found: list[tuple[Place, tuple[int, ...]]] = []
    for number, shown in places:
        if not any(isinstance(slot, str) for slot, _ in shown):
            continue
        cards = [card for slot, card in shown if isinstance(slot, str)]
        bars = [barred.get(card, 0) for card in cards]
        if layout.ordered_freely[number]:
            # As they are listed: by back, and then by what they cannot be, which tells of no card.
            known = {card for slot, card in shown if not isinstance(slot, str)}
            backs = sorted(
                (layout.pack.backs[card], barred.get(card, 0))
                for card in table.pile(number)
                if card not in known
            )
            bars = [bar for _, bar in backs]
        if any(bars):
            found.append((layout.places[number], tuple(bars)))
    return tuple(found)


def _view(
    state: OnTable,
    seat: int,
    slots: Places,
    options: tuple[Option, ...],
    barred: Barred = (),
    faces: tuple[tuple[Place, int], ...] = (),
    told: Barred = (),
) -> View:
    """What is public of a state, with slots and options as they are given."""
    table = state.table
    return View(
        game=state.game.facade(max(0, seat)),
        seat=seat,
        to_move=state.to_move,
        decisions=state.decisions,
        options=options,
        slots=slots,
        teams=table.teams,
        players=tuple((c, q) for c, q in table.players),
        teams_turn=tuple((c, q) for c, q in table.teams_turn),
        stored=(*sorted(table.ints.items()), *sorted(table.strs.items())),
        points=tuple(sorted(table.points.items())),
        made=tuple(where >= 0 for where in table.where),
        way=state.way,
        limits=(table.max_steps, state.max_decisions),
        turns=tuple(round_.left for round_ in table.rounds),
        faces=faces,
        together=state.joint(seat),
        barred=barred,
        told=told,
    )


def open_view(state: OnTable) -> View:
    """A state with all its cards open, for looking at a game afterwards; it is nobody's view (seat -1)."""
    slots = _slots(state.table.layout, open_places(state.table))
    options = tuple(option.plain() for option in state.options) if state.to_move is not None else ()
    return _view(state, -1, slots, options)


def _slots(layout: Layout, places: list[tuple[int, Shown]]) -> Places:
    return tuple((layout.places[number], tuple(slot for slot, _ in shown)) for number, shown in places)


def frames_along(body: tuple[Block, ...], way: tuple[int, ...]) -> list[tuple[tuple[Block, ...], int]]:
    """The blocks along a way, from the outermost in."""
    frames: list[tuple[tuple[Block, ...], int]] = []
    for index in way:
        frames.append((body, index))
        inner = body[index] if index < len(body) else None
        body = inside(inner) if inner is not None else ()
    return frames
