"""The table: cards in their places, stored values, whose turn it is; and how each of them changes."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable
from typing import Any

from croupier.game import Stream
from croupier.interpreter.fault import Fault, OutOfSteps
from croupier.interpreter.knowledge import Knowledge
from croupier.interpreter.layout import Layout
from croupier.recycle.constants import MAX_INT, MIN_INT
from croupier.recycle.program import Expr
from croupier.recycle.types import Type

NOBODY = -1
NO_CARD = -1

Event = tuple[Any, ...]
"""What happened, as plain data: a word for the kind, then the details (`engine/events.py` lists them)."""

Awards = tuple[tuple[tuple[tuple[str, str], ...], int], ...]
"""A point map: what a card must have, and what it then scores."""


Step = Callable[[], Any]
"""A step along a path while options are built: it gives the next one, or None at the end of the path."""


class Round:
    """A stage of some players, or of so many turns, in progress."""

    __slots__ = ("among", "depth", "left")

    def __init__(self, left: int, among: Callable[[Table], list[int]] | None, depth: int) -> None:
        self.left = left
        """How many turns are left, the one at hand included."""
        self.among = among
        """Who takes turns, evaluated outside of the stage; None for a stage of teams."""
        self.depth = depth
        """The number of its cycle among those of its kind."""


class Copies(list[int]):
    """A snapshot of remembered copies: what is forgotten leaves it."""


class Table:
    """All that changes while a game is played.

    While options are built, every change is written into a journal and taken back (`rollback`), so that
    building them changes nothing (§7).
    """

    __slots__ = (
        "cards",
        "dropped",
        "drops",
        "expr",
        "faces",
        "forks",
        "ints",
        "journal",
        "knowledge",
        "layout",
        "listener",
        "max_steps",
        "path",
        "picks",
        "players",
        "points",
        "rounds",
        "script",
        "snapshots",
        "steps",
        "stream",
        "strs",
        "team_of",
        "teams",
        "teams_turn",
        "variables",
        "was_open",
        "where",
    )

    def __init__(self, layout: Layout, stream: Stream, max_steps: int) -> None:
        self.layout = layout
        self.stream = stream
        self.max_steps = max_steps
        self.cards: list[list[int]] = [[] for _ in layout.places]
        """The cards (or copies) of each place, by its number in the layout, bottom first."""
        self.where: list[int] = [-1] * len(layout.cards)
        """In which place each card lies; -1 before it is made."""
        self.ints: dict[tuple[str, int, str], int] = {}
        self.strs: dict[tuple[str, int, str], str] = {}
        self.points: dict[tuple[str, int, str], Awards] = {}
        self.teams: tuple[tuple[int, ...], ...] = ()
        self.team_of: list[int] = []
        self.seat_teams(layout.program.teams)
        self.players: list[list[int]] = [[0, NOBODY]]
        """The stack of player cycles: who is current, who is queued."""
        self.teams_turn: list[list[int]] = [[0, NOBODY]]
        """The stack of team cycles."""
        self.rounds: list[Round] = []
        """The stages at hand that say who takes turns, or how many, the innermost last."""
        self.faces: set[int] = set()
        """The cards that have been turned face up where they lie."""
        self.was_open: set[int] = set()
        """The cards that everyone saw before the last change, wherever they lay."""
        self.variables: list[Any] = [None] * layout.slots
        self.snapshots: list[list[Any]] = []
        """Card collections that variables in scope hold: a move takes the card out of them (§3.3)."""
        self.expr = layout.program.setup
        """The action that is being done."""
        self.steps = 0
        self.dropped = 0
        self.drops: dict[tuple[int, str], int] = {}
        """How many options were dropped, by the offset of the form that is impossible and the reason (§7)."""
        self.journal: list[tuple[Callable[..., None], tuple[Any, ...]]] | None = None
        self.path: list[tuple[Event, Expr]] = []
        """While options are built: what happened on the path so far, and by which action."""
        self.picks: list[tuple[Type, Any]] = []
        """While options are built: the element taken at each `any` so far, with its type."""
        self.forks: list[Any] = []
        """While options are built: the `any`s on the path whose other elements are still to be tried."""
        self.script: list[Any] | None = None
        """While an option is run: the elements still to be taken."""
        self.knowledge: Knowledge | None = None
        """What the seats know of hidden cards, where anybody will ask for a view."""
        self.listener: Callable[[Event, Expr], None] | None = None

    def copy(self) -> Table:
        """The same table again, changing independently (without its listener)."""
        twin = Table.__new__(Table)
        twin.layout, twin.max_steps = self.layout, self.max_steps
        twin.stream = self.stream.copy()
        twin.cards = [pile[:] for pile in self.cards]
        twin.where = self.where[:]
        twin.faces, twin.was_open = self.faces, self.was_open
        twin.ints, twin.strs, twin.points = self.ints.copy(), self.strs.copy(), self.points.copy()
        twin.teams, twin.team_of = self.teams, self.team_of
        twin.players = [cycle[:] for cycle in self.players]
        twin.teams_turn = [cycle[:] for cycle in self.teams_turn]
        twin.rounds = [Round(r.left, r.among, r.depth) for r in self.rounds]
        held = {id(held): _deep(held) for held in self.snapshots}
        twin.variables = [held.get(id(v), v) for v in self.variables]
        twin.snapshots = [held[id(s)] for s in self.snapshots]
        twin.steps, twin.dropped, twin.expr = self.steps, self.dropped, self.expr
        twin.drops = self.drops.copy()
        twin.knowledge = self.knowledge.copy() if self.knowledge is not None else None
        twin.journal, twin.path, twin.picks, twin.forks = None, [], [], []
        twin.script, twin.listener = None, None
        return twin

    def tick(self, steps: int = 1) -> None:
        """Count steps: a primitive action, an end test, an element visited (§9)."""
        self.steps += steps
        if self.steps > self.max_steps:
            raise OutOfSteps(self.max_steps)

    def members(self, among: Callable[[Table], list[int]], depth: int) -> set[int]:
        """Who takes turns in the stage of a cycle, asked with the cycle around it as the current one."""
        self.tick()
        cycles = self.players
        self.players = cycles[:depth]
        try:
            return set(among(self))
        finally:
            self.players = cycles

    def member_from(self, seat: int, members: set[int]) -> int:
        """The first member from a seat on, by seats; nobody if there is none."""
        seats = self.layout.seats
        return next((s % seats for s in range(seat, seat + seats) if s % seats in members), NOBODY)

    def next_player(self) -> int:
        """Whom the turn would go to now: the queued player or the next seat, and of some players a member."""
        current, queued = self.players[-1]
        found = queued if queued != NOBODY else (current + 1) % self.layout.seats
        depth = len(self.players) - 1
        for round_ in reversed(self.rounds):
            if round_.among is not None and round_.depth == depth:
                return self.member_from(found, self.members(round_.among, depth))
        return found

    def pile(self, place: int) -> list[int]:
        """The cards of a place; places of computed names are added as they come up."""
        while place >= len(self.cards):
            self.cards.append([])
        return self.cards[place]

    def rollback(self, mark: int) -> None:
        """Take back every change since the journal had that length."""
        assert self.journal is not None
        while len(self.journal) > mark:
            undo, args = self.journal.pop()
            undo(*args)

    def bind(self, slot: int, content: Any, held: bool) -> None:
        """Give a variable a value, to be taken back with everything else on the path."""
        assert self.journal is not None
        self.journal.append((self.variables.__setitem__, (slot, self.variables[slot])))
        self.variables[slot] = content
        if held:
            self.journal.append((self.snapshots.__delitem__, (len(self.snapshots),)))
            self.snapshots.append(content)

    def happened(self, *event: Any) -> None:
        """Count an event, and tell those who want to know of it."""
        self.tick()
        if self.journal is not None:
            self.path.append((event, self.expr))
            return
        if self.knowledge is not None:
            self.knowledge.notice(self, event, self.expr)
        if self.listener is not None:
            self.listener(event, self.expr)

    def remembered(self, card: int) -> bool:
        """Whether a memory holds a copy of a card."""
        return any(card in self.pile(memory) for memory in self.layout.memories)

    def move(self, card: int, to: int, at: int | None) -> None:
        """Move a card to the top of a place (at is None) or to an index of it."""
        if card == NO_CARD:
            raise Fault("RCY301", self.expr, "there is no card to move")
        origin = self.where[card]
        if origin < 0:
            raise Fault("RCY301", self.expr, "the card to move has not been made yet")
        if self.layout.places[to].kind == "mem":
            raise Fault("RCY301", self.expr, "a memory holds only copies: no card can be moved there")
        source = self.cards[origin]
        target = self.pile(to)
        index = source.index(card)
        self.face_down((card,))
        if at is not None:
            # The card has left its place when it is put down: on the same pile there is one card less.
            self._fits(at, len(target) - (origin == to))
        if self.journal is not None:
            self.journal.append((_restore, (source, source[:])))
            self.journal.append((_restore, (target, target[:])))
            self.journal.append((self.where.__setitem__, (card, origin)))
        del source[index]
        self._insert(target, to, card, at)
        self.where[card] = to
        for held in self.snapshots:
            self._strike(held, card)
        self.happened("move", card, origin, index, to, at)

    def _fits(self, at: int, size: int) -> None:
        if not 0 <= at <= size:
            raise Fault("RCY302", self.expr, f"there is no place {at} among {size} cards")

    def _insert(self, pile: list[int], place: int, card: int, at: int | None) -> None:
        if self.layout.ordered_freely[place]:
            insort(pile, card)
        elif at is None:
            pile.append(card)
        else:
            pile.insert(at, card)

    def _strike(self, held: list[Any], card: int) -> None:
        for inner in held if held and isinstance(held[0], list) else [held]:
            if card in inner:
                if self.journal is not None:
                    self.journal.append((_restore, (inner, inner[:])))
                # A union may hold the same card more than once.
                inner[:] = [other for other in inner if other != card]

    def remember(self, card: int, to: int, at: int | None) -> None:
        """Put a copy of a card into a memory."""
        if card == NO_CARD:
            raise Fault("RCY301", self.expr, "there is no card to remember")
        pile = self._journalled(to)
        if at is not None:
            self._fits(at, len(pile))
        self._insert(pile, to, card, at)
        self.happened("remember", card, to, at)

    def forget(self, memory: int, index: int) -> None:
        """Remove a copy from a memory."""
        pile = self._journalled(memory)
        card = pile.pop(index)
        for held in self.snapshots:
            if isinstance(held, Copies) and card in held:
                if self.journal is not None:
                    self.journal.append((_restore, (held, held[:])))
                del held[len(held) - 1 - held[::-1].index(card)]
        self.happened("forget", card, memory, index)

    def swap_piles(self, one: int, other: int) -> None:
        """Exchange the contents of two places."""
        a, b = self._journalled(one), self._journalled(other)
        if one != other:
            self.face_down((*a, *b))
            a[:], b[:] = b[:], a[:]
            self._settle(one)
            self._settle(other)
        self.happened("swap", one, other)

    def swap_cards(self, one: int, other: int) -> None:
        """Exchange two cards in their places."""
        if NO_CARD in (one, other):
            raise Fault("RCY301", self.expr, "there is no card to swap")
        first, second = self.where[one], self.where[other]
        a, b = self._journalled(first), self._journalled(second)
        i, j = a.index(one), b.index(other)
        self.face_down((one, other))
        a[i], b[j] = other, one
        self._settle(first)
        self._settle(second)
        self.happened("swap cards", one, other, first, second)

    def shuffle(self, place: int) -> None:
        """Put a place into a random order; one whose order nobody can observe stays in deck order."""
        pile = self._journalled(place)
        self.face_down(pile)
        if self.layout.ordered_freely[place]:
            self.stream.next()
        else:
            self.stream.shuffle(pile)
        self.happened("shuffle", place)

    def riffle(self, one: int, other: int) -> None:
        """A perfect riffle of two places into the first, beginning with the first one's bottom card."""
        a, b = self._journalled(one), self._journalled(other)
        added = tuple(b) if one != other else ()
        self.face_down((*a, *b))
        if one != other:
            both = [card for pair in zip(a, b, strict=False) for card in pair]
            a[:] = both + a[len(b) :] + b[len(a) :]
            b.clear()
            self._settle(one)
        self.happened("faro", one, other, added)

    def make(self, cards: tuple[int, ...], place: int) -> None:
        """Put new cards on top of a place."""
        pile = self._journalled(place)
        pile.extend(cards)
        self._settle(place)
        self.happened("make", cards, place)

    def _settle(self, place: int) -> None:
        """Note where the cards of a place now are, in the order that the place keeps."""
        pile = self.cards[place]
        if self.layout.ordered_freely[place]:
            pile.sort()
        for card in pile:
            if self.journal is not None:
                self.journal.append((self.where.__setitem__, (card, self.where[card])))
            self.where[card] = place

    def _journalled(self, place: int) -> list[int]:
        pile = self.pile(place)
        if self.journal is not None:
            self.journal.append((_restore, (pile, pile[:])))
        return pile

    def set_int(self, key: tuple[str, int, str], value: int) -> None:
        """Store an integer."""
        if not MIN_INT <= value <= MAX_INT:
            raise Fault("RCY304", self.expr, "the result does not fit into 64 bits")
        self._store(self.ints, key, value)
        self.happened("set", key, value)

    def set_str(self, key: tuple[str, int, str], value: str) -> None:
        """Store a string."""
        self._store(self.strs, key, value)
        self.happened("set", key, value)

    def set_points(self, key: tuple[str, int, str], awards: Awards) -> None:
        """Fill a point map."""
        self._store(self.points, key, awards)
        self.happened("points", key, awards)

    def _store(self, kept: dict[Any, Any], key: tuple[str, int, str], value: Any) -> None:
        if self.journal is not None:
            undo = (kept.__setitem__, (key, kept[key])) if key in kept else (kept.pop, (key,))
            self.journal.append(undo)
        kept[key] = value

    def turn(self, cycles: list[list[int]], which: int, member: int) -> None:
        """Change who is current (0) or queued (1) in the innermost cycle."""
        cycle = cycles[-1]
        if self.journal is not None:
            self.journal.append((cycle.__setitem__, (which, cycle[which])))
        cycle[which] = member
        kind = "player" if cycles is self.players else "team"
        self.happened("cycle", kind, "next" if which else "current", member)

    def gather(self, to: int, back: str | None) -> None:
        """Bring every card, or every card of a back, to a place, in deck order; copies are forgotten."""
        layout = self.layout
        cards = [
            card
            for card, where in enumerate(self.where)
            if where >= 0 and (back is None or layout.pack.backs[card] == back)
        ]
        gone = set(cards)
        self.face_down(cards)
        for pile in self.cards:
            pile[:] = [card for card in pile if card not in gone]
        self.pile(to).extend(cards)
        self._settle(to)
        for held in self.snapshots:
            for card in cards:
                self._strike(held, card)
        self.tick(len(cards))
        self.happened("gather", to, back, tuple(cards))

    def face_down(self, cards: Iterable[int]) -> None:
        """A card that moves, or whose place is shuffled, looks as its place says."""
        if self.layout.has_open_cards:
            self.was_open = self.open_cards()
        if self.faces and not self.faces.isdisjoint(cards):
            self._turn(self.faces.difference(cards))

    def _turn(self, faces: set[int]) -> None:
        if self.journal is not None:
            self.journal.append((setattr, (self, "faces", self.faces)))
        self.faces = faces

    def show(self, cards: list[int], *, up: bool) -> None:
        """Turn cards face up or face down where they lie."""
        self._there(cards, "show" if up else "hide")
        self._turn(self.faces.union(cards) if up else self.faces.difference(cards))
        self.tick(max(0, len(cards) - 1))
        self.happened("show" if up else "hide", tuple(cards))

    def look(self, cards: list[int], seats: list[int]) -> None:
        """Let some players see cards once."""
        self._there(cards, "look at")
        self.tick(max(0, len(cards) - 1))
        self.happened("look", tuple(cards), tuple(dict.fromkeys(seats)))

    def tell(self, seats: list[int], cards: list[int], asked: int) -> None:
        """Let some players know of cards whether each is one of the kinds that are asked for, as bits."""
        self.tick(max(0, len(cards) - 1))
        self.happened("tell", tuple(sorted(set(seats))), tuple(cards), asked)

    def _there(self, cards: list[int], what: str) -> None:
        if any(card == NO_CARD or self.where[card] < 0 for card in cards):
            raise Fault("RCY301", self.expr, f"there is no card to {what}")

    def open_cards(self) -> set[int]:
        """The cards that everyone sees wherever they lie: shown, or on top of a pile whose top is seen."""
        if not self.layout.has_open_cards:
            return self.faces
        piles = zip(self.layout.places, self.cards, strict=False)
        return {pile[-1] for place, pile in piles if place.kind == "tloc" and pile} | self.faces

    def passed(self) -> None:
        """A pass changes nothing, and counts."""
        self.happened("pass")

    def new_teams(self, teams: tuple[tuple[int, ...], ...]) -> None:
        """Replace the teams during play, and begin their cycle anew."""
        gone = range(len(teams), len(self.teams))
        for place, key in self.layout.ranked():
            if key.owner == "team" and key.member in gone and key.kind != "mem" and self.pile(place):
                raise Fault(
                    "RCY306", self.expr, f"team {key.member} is gone and still has cards in {key.name}"
                )
        if self.journal is not None:
            self.journal.append((self.seat_teams, (self.teams,)))
            # The very cycles, since what changed them before on this path is to be taken back in them.
            self.journal.append((setattr, (self, "teams_turn", self.teams_turn)))
        before = self.teams
        self.seat_teams(teams)
        self.teams_turn = [[0, NOBODY] for _ in self.teams_turn]
        self.happened("teams", teams, before)

    def seat_teams(self, teams: tuple[tuple[int, ...], ...]) -> None:
        """Who is in which team."""
        self.teams = teams
        of = [0] * self.layout.seats
        for number, members in enumerate(teams):
            for seat in members:
                of[seat] = number
        self.team_of = of


def _restore(pile: list[Any], before: list[Any]) -> None:
    pile[:] = before


def _deep(held: list[Any]) -> list[Any]:
    if isinstance(held, Copies):
        return Copies(held)
    return [inner[:] if isinstance(inner, list) else inner for inner in held]
