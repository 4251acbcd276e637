"""RECYCLE programs at random: valid, of all dialects, with every form of the table, and nearly always ending.

`programs()` is a Hypothesis strategy, `random_program(seed)` the same generator for soaks. Stages end because
each counts its turns; apart from that nothing is held back: most games finish, a few get stuck, fail or do
not end within the limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from textwrap import indent

from hypothesis import strategies as st

from croupier.recycle.forms import Dialect
from croupier.recycle.types import Type, element
from random_plain import PlainChoices
from random_scope import VARIABLES, Bound, Scope, Spot
from random_values import Values

BRANCHES = 60
"""About how many options a choice may have."""

TO_HAND = "(top ('P iloc HAND))"

_NAMES = {
    "SUIT": "HEARTS SPADES CLUBS DIAMONDS",
    "RANK": "ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING",
    "COLOR": "RED BLUE GOLD GREEN",
    "SHAPE": "DISC BOX STAR RING CONE",
}
_SPOTS = (
    Spot("player", "iloc", "HAND"),
    Spot("game", "vloc", "PILE"),
    Spot("player", "vloc", "WON"),
    Spot("game", "hloc", "HOLE"),
    Spot("player", "hloc", "BLIND"),
    Spot("team", "iloc", "KITTY"),
    Spot("team", "vloc", "TRACK"),
    Spot("game", "oloc", "SHOW"),
    Spot("player", "oloc", "BROW"),
    Spot("team", "oloc", "FLAG"),
    Spot("player", "vloc", "BED", indexed=True),
    Spot("game", "iloc", "RACK", indexed=True),
    Spot("team", "hloc", "CELLAR", indexed=True),
    Spot("game", "oloc", "SHELF", indexed=True),
    Spot("player", "iloc", "WON"),
)
_MEMORIES = (
    Spot("game", "mem", "LEAD"),
    Spot("player", "mem", "SEEN"),
    Spot("team", "mem", "NOTE"),
    Spot("game", "mem", "LOG", indexed=True),
)


@dataclass
class Writer(Values):
    """Writes actions, blocks and whole programs."""

    counters: int = 0
    head: list[str] = field(default_factory=list)
    """Declared constants."""
    declared: tuple[Bound, ...] = ()
    stock: str = "(game iloc STOCK)"
    """Where most cards are made."""
    stage: str = ""
    """The kind of the innermost stage."""

    # Actions

    def action(self, scope: Scope) -> str:
        """One primitive action; where it must not go wrong, with its condition."""
        self.fuel -= 1
        ways: list[tuple[int, Callable[[], str]]] = [
            (1, lambda: "(turn pass)"),
            (10, lambda: self.move(scope)),
            (3, lambda: f"(inc {self.number_store(scope, 0)} {self.integer(scope, 1)})"),
            (2, lambda: f"(set {self.number_store(scope, 0)} {self.integer(scope, 2)})"),
            (1, lambda: f"(dec {self.number_store(scope, 0)} {self.integer(scope, 1)})"),
            (3, lambda: self.remember(scope)),
            (2, lambda: self.forget(scope)),
            (2, lambda: self.cycle(scope)),
            (1, lambda: f"(shuffle {self.memory(scope) if self.odds(1, 5) else self.location(scope, 1)})"),
            (2, lambda: self.repeat_all(scope)),
            (1, lambda: self.fill_points(scope)),
        ]
        if self.native("inc.one"):
            ways += [(1, lambda: f"({self.one(('inc', 'dec'))} {self.number_store(scope, 0)})")]
        if self.native("set.str"):
            ways += [(2, lambda: f"(set {self.text_store(scope, 0)} {self.string(scope, 1)})")]
        if self.native("shuffle.faro"):
            ways += [(1, lambda: f"(shuffle faro {self.location(scope, 1)} {self.location(scope, 1)})")]
        if self.native("swap.cards"):
            ways += [
                (1, lambda: f"(swap {self.location(scope, 1)} {self.location(scope, 1)})"),
                (2, lambda: self.swap(scope)),
            ]
        if self._may_regroup(scope):
            ways += [(1, self.regroup)]
        return self.ways(*ways)

    def guarded(self, scope: Scope, text: Callable[[Scope], str]) -> str:
        """An action on the cards of a pile, behind the condition that there are any."""
        if not scope.safe or self._dares():
            return text(scope)
        owned = self.odds(1, 2)
        pile = self.spot_text(scope, kind="player") if owned else self.ordered(scope)
        inner = text(replace(scope, sure=((pile, pile.split(") ")[0].endswith("player")),)))
        return f"((> (size {pile}) 0) {inner})"

    def taken(self, scope: Scope) -> str:
        """A card that an action takes: where it must be there, one that surely is."""
        certain = [v.name for v in scope.of(Type.CARD) if v.exists]
        if certain and self.odds(3, 4):
            return self.one(certain)
        if not scope.safe or not scope.sure:
            return self.physical(scope, 2)
        pile = scope.sure[0][0]
        return self.ways(
            (3, lambda: f"(top {pile})"),
            (1, lambda: f"(bottom {pile})"),
            (1, lambda: f"(0 {pile})"),
            (1, lambda: f"({self.one(('max', 'min'))} {pile} using {self.points(scope, 1)})"),
        )

    def place(self, scope: Scope) -> str:
        """A destination."""
        index = self.few(scope) if not scope.safe else "0"
        location = self.location(scope, 1)
        if not scope.safe and self.native("indexed") and self.odds(1, 40):
            location = f"(top {self.indexed(scope, 'live')[0]})"
        return f"({self.one(('top', 'top', 'bottom', index))} {location})"

    def move(self, scope: Scope) -> str:
        """Move a card."""
        if scope.safe and any(v.exists for v in scope.of(Type.CARD)) and self.odds(2, 3):
            return f"(move {self.taken(scope)} {self.place(scope)})"
        return self.guarded(scope, lambda inner: f"(move {self.taken(inner)} {self.place(inner)})")

    def remember(self, scope: Scope) -> str:
        """Remember a card."""
        where = self.one(("top", "bottom", "0", self.few(scope) if not scope.safe else "0"))
        return self.guarded(
            scope, lambda inner: f"(remember {self.taken(inner)} ({where} {self.memory(inner)}))"
        )

    def forget(self, scope: Scope) -> str:
        """Forget a copy."""
        if not scope.safe or self._dares():
            return f"(forget {self.copy(scope, 2)})"
        memory = self.memory(scope)
        return f"((> (size {memory}) 0) (forget {self._end_of(memory)}))"

    def swap(self, scope: Scope) -> str:
        """Exchange two cards."""

        def both(inner: Scope) -> str:
            other = f"(bottom {inner.sure[0][0]})" if inner.sure else self.physical(inner, 1)
            return f"(swap {self.taken(inner)} {other})"

        return self.guarded(scope, both)

    def cycle(self, scope: Scope) -> str:
        """Change whose turn it is."""
        which = self.one(("next", "next", "current"))
        if self.odds(1, 3):
            return f"(cycle {which} {self.one(('next', 'previous', 'current'))})"
        if self.odds(1, 4):
            return f"(cycle {which} {self.team(scope, 1)})"
        return self.guarded(scope, lambda inner: f"(cycle {which} {self.player(inner, 2)})")

    def repeat_all(self, scope: Scope) -> str:
        """Move or forget everything."""
        if self.odds(1, 4):
            return f"(repeat all (forget {self._end_of(self.copies(scope, 1))}))"
        variables = scope.of(Type.CARDS)
        pile = self.one(variables).name if variables and self.odds(2, 3) else self.some_cards(scope, 1)
        source = f"({self.one(('max', 'min'))} {pile} using {self.points(scope, 1)})"
        if not self.odds(1, 6):
            source = f"({self.one(('top', 'bottom'))} {pile})"
        return f"(repeat all (move {source} {self.place(scope)}))"

    def fill_points(self, scope: Scope) -> str:
        """Fill a point map anew."""
        awards = " ".join(self.award(scope) for _ in range(1 + self.below(4)))
        awards = awards if awards.count("((") == 1 and self.odds(1, 4) else f"({awards})"
        return self._pointed(scope, awards)

    def _pointed(self, scope: Scope, awards: str) -> str:
        if not self.native("points") or (self.native("put.points") and self.odds(1, 2)):
            return f"(put points '{self.one(self.maps)}MAP {awards})"
        return f"(set {self.point_store(scope, 1)} {awards})"

    def award(self, scope: Scope, pair: tuple[str, str] | None = None, points: str = "") -> str:
        """Points for the cards that have some attributes."""
        points = points or self.integer(scope, 1)
        key = pair[0] if pair else self.one(list(self.attributes))
        said = pair[1] if pair else self.one(self.attributes[key])
        if pair is None and self.odds(1, 4):
            said = self.string(scope, 2)
        if not self.native("award") or (self.native("award.list") and self.odds(1, 3)):
            listed = said if said.startswith("(cardatt") else f"({said})"
            return f"(({key} {listed}) {points})"
        others = [f"({k} : {self.one(v)})" for k, v in self.attributes.items() if k != key]
        more = [self.one(others)] if others and pair is None and self.odds(1, 3) else []
        return f"({' '.join([f'({key} : {said})', *more, points])})"

    def _may_regroup(self, scope: Scope) -> bool:
        if self.seats < 2 or (scope.safe and scope.of(Type.TEAM, Type.TEAMS) and not self._dares()):
            return False
        return not scope.safe or self._dares() or not any(spot.owner == "team" for spot in self.spots)

    def regroup(self) -> str:
        """Other teams."""
        return f"(create teams {self._seats_of_teams()})"

    def _seats_of_teams(self) -> str:
        seats = list(range(self.seats))
        for i in range(len(seats) - 1, 0, -1):
            j = self.below(i + 1)
            seats[i], seats[j] = seats[j], seats[i]
        teams: list[list[int]] = [[]]
        for seat in seats[: len(seats) - self.odds(1, 3)] or seats:
            if teams[-1] and self.odds(1, 2):
                teams.append([])
            teams[-1].append(seat)
        return " ".join(f"({', '.join(map(str, team))})" for team in teams)

    # Items

    def item(self, scope: Scope, depth: int, branches: int) -> str:
        """An item; branches above 0: one of a choice, with about so many options at most."""
        if self.leaf(depth):
            return self.action(scope)
        ways: list[tuple[int, Callable[[], str]]] = [
            (6, lambda: self.action(scope)),
            (3, lambda: f"({self.condition(scope, 2)} {self.item(scope, depth - 1, branches)})"),
            (3, lambda: self.do(scope, depth, branches)),
            (3, lambda: self.let(scope, lambda inner: self.item(inner, depth - 1, branches))),
            (2, lambda: self.repeat(scope, depth, branches)),
            (3, lambda: self.every(scope, depth, branches)),
        ]
        if branches > 1:
            ways.append((8, lambda: self.any(scope, depth, branches)))
        return self.ways(*ways)

    def do(self, scope: Scope, depth: int, branches: int) -> str:
        """Several items, one after the other."""
        number = 1 + self.one((1, 2, 0, 3))
        each = int(branches ** (1 / number))
        items = [self.item(scope, depth - 1, each) for _ in range(number)]
        return f"(do (\n{lines(items)}))"

    def repeat(self, scope: Scope, depth: int, branches: int) -> str:
        """An item several times."""
        times = self.few(replace(scope, safe=True), 3)
        return f"(repeat {times} {self.item(scope.through(3), depth - 1, int(branches ** (1 / 3)))})"

    def every(self, scope: Scope, depth: int, branches: int) -> str:
        """An item for every element; `any` outside a choice means the same."""
        text, kind, size = self.collection(scope, depth - 1)
        word = "any" if not branches and self.odds(1, 10) else "all"
        inner = self._bound(scope, kind, size)
        body = self.item(inner, depth - 1, int(branches ** (1 / max(1, size))))
        return f"({word} {text} {inner.variables[-1].name}\n{lines([body])})"

    def any(self, scope: Scope, depth: int, branches: int) -> str:
        """One option for every element."""
        text, kind, size = self._offered(scope, depth, branches)
        inner = self._bound(scope, kind, size)
        deeper = depth - 1 if self.odds(1, 2) else min(depth - 1, 1)
        body = self.item(inner, deeper, branches // size)
        if kind in (Type.LOCATION, Type.CARDS) and self.odds(1, 2):
            body = f"(move {inner.variables[-1].name} {self.place(inner)})"
        return f"(any {text} {inner.variables[-1].name}\n{lines([body])})"

    def _offered(self, scope: Scope, depth: int, branches: int) -> tuple[str, Type, int]:
        if branches >= self.cards and not self.odds(1, 2):
            spot = self.spots[1] if not self.odds(1, 3) else self.one(self.spots)
            return self.spot_text(scope, spot), Type.LOCATION, self.cards
        return self.collection(scope, depth - 1, small=branches < min(self.cards, 12))

    def _bound(self, scope: Scope, kind: Type, size: int) -> Scope:
        exists = kind not in (Type.GROUPS, Type.LOCATIONS, Type.MEMORIES)
        bound = Bound(self.one(VARIABLES), element(kind), exists)
        return replace(scope.with_variable(bound).through(size), acting=True)

    def let(self, scope: Scope, body: Callable[[Scope], str]) -> str:
        """A named value around something."""
        name = self.one(VARIABLES)
        ways: list[tuple[int, Callable[[], tuple[str, Type]]]] = [
            (2, lambda: (self.integer(scope, 2), Type.INT)),
            (1, lambda: (self.string(scope, 2), Type.STRING)),
            (3, lambda: (self.physical(scope, 2), Type.CARD)),
            (2, lambda: (self.spot_text(scope), Type.LOCATION)),
            (4, lambda: (self._collected(scope, 2, self.some_cards), Type.CARDS)),
            (3, lambda: (self.card_groups(scope, 2), Type.GROUPS)),
            (1, lambda: (self.memory(scope), Type.MEMORY)),
            (1, lambda: (self._arranged("filter", scope, 2, self.copies), Type.COPIES)),
            (1, lambda: (self.player(scope, 2), Type.PLAYER)),
            (1, lambda: (self.team(scope, 1), Type.TEAM)),
            (1, lambda: (self.copy(scope, 1), Type.COPY)),
            (1, lambda: (self.condition(scope, 2), Type.BOOL)),
            (1, lambda: (self.number_store(scope, 1), Type.INT)),
            (2, lambda: self.collection(scope, 2)[:2]),
        ]
        if self.native("points"):
            ways.append((1, lambda: (self.point_store(scope, 1), Type.POINTS)))
        text, kind = self.ways(*ways)
        inner = scope.with_variable(Bound(name, kind, exists=False))
        return f"(let {text} {name}\n{lines([body(replace(inner, acting=True))])})"

    # Blocks

    def choice(self, scope: Scope) -> str:
        """A choice; mostly with something that is always possible."""
        free = replace(scope, safe=False, room=400, acting=True)
        items = [self.any(free, 3, BRANCHES)]
        for _ in range(self.one((1, 2, 0))):
            items.append(self.any(free, 2, BRANCHES) if self.odds(1, 3) else self.item(free, 3, BRANCHES))
        if not self.odds(1, 30):
            items.append(self.way_out(free))
        if self.odds(1, 6):
            items[0] = f";; option: {self.one(('play', 'give away', 'take'))}\n{items[0]}"
        return f"(choice (\n{lines(items)}))"

    def way_out(self, scope: Scope) -> str:
        """Something that can always be done."""
        return self.ways(
            (2, lambda: "(turn pass)"),
            (1, lambda: f"(inc {self.number_store(replace(scope, safe=True, variables=()), 0)} 1)"),
            (1, lambda: f"(shuffle {self.one(self.piles)})"),
            (1, lambda: f"(any player {VARIABLES[0]} (cycle next {VARIABLES[0]}))"),
        )

    def bare(self, scope: Scope) -> str:
        """A choice that is nothing but an `any`."""
        free = replace(scope, safe=self.odds(1, 2), room=400, acting=True)
        text, kind, size = self.ways(
            (2, lambda: ("player", Type.PLAYERS, self.seats)),
            (1, lambda: (self.names(), Type.STRINGS, 3)),
            (1, lambda: ("team", Type.TEAMS, self.teams)),
            (1, lambda: (f"(range 0 .. {1 + self.below(4)})", Type.INTS, 4)),
            (1, lambda: (self.spot_text(scope, self.spots[1]), Type.LOCATION, self.cards)),
        )
        inner = self._bound(free, kind, size)
        items = [f"(inc {self.number_store(scope, 0)} 1)", self.item(inner, 1, 4)]
        return f"(any {text} {inner.variables[-1].name}\n{lines([f'(do ({items[0]} {items[1]}))'])})"

    def block(self, scope: Scope, depth: int) -> str:
        """What stands directly in a stage or in the game."""
        ways: list[tuple[int, Callable[[], str]]] = [
            (5, lambda: self.choice(scope)),
            (4, lambda: self.do(scope, 3, 0)),
            (2, lambda: self.let(scope, self.choice)),
            (1, lambda: self.bare(scope)),
            (1, lambda: self.every(scope, 2, 0)),
            (1, lambda: self.item(scope, 2, 0)),
            (1, lambda: self.let(scope, lambda inner: self.let(inner, self.choice))),
            (2, lambda: PlainChoices(self.chance).choice()),
        ]
        if depth > 0:
            ways.append((5, lambda: self.a_stage(scope, depth)))
            ways.append((2, lambda: self.tricks(scope)))
        return self.ways(*ways)

    def a_stage(self, scope: Scope, depth: int) -> str:
        """A stage that counts its turns, set back where it may be entered again."""
        counter = f"(game sto S{self.counters})"
        self.counters += 1
        outer, self.stage = self.stage, self.one(("player", "player", "team"))
        most = self.one((3, 2, 4, 5, 8)) if not outer else self.one((2, 1, 3))
        blocks = [self.choice(scope)] if self.odds(2, 3) else []
        blocks += [self.block(scope, depth - 1) for _ in range(1 + self.below(3))]
        if not self.odds(1, 3):
            blocks.insert(0, self._drawn("(top ((current player) iloc HAND))"))
        blocks.insert(self.below(len(blocks) + 1), f"(inc {counter} 1)")
        end = self._end(scope, f"(>= {counter} {most})")
        stage = f"(stage {self.stage} {end}\n{lines(blocks)})"
        self.stage = outer
        return f"(set {counter} 0)\n{stage}" if outer else stage

    def tricks(self, scope: Scope) -> str:
        """A stage in which everybody plays a card to a place that is meant for one, and who has the best."""
        counter = f"(game sto S{self.counters})"
        self.counters += 1
        outer, self.stage = self.stage, "player"
        hand, mine, led = "((current player) iloc HAND)", "((current player) vloc TRICK)", "(game mem LED)"
        play = f"(move 'CARD (top {mine}))"
        lead = f"(do ({play} (remember (top {mine}) (top {led}))))"
        items = [
            f"((== (size {led}) 0) (any {hand} 'CARD {lead}))",
            f"((!= (size {led}) 0) (any {hand} 'CARD {play}))",
            "(turn pass)",
        ]
        if self.odds(1, 4):
            items.append(self.item(replace(scope, safe=False, room=400, acting=True), 2, BRANCHES))
        blocks = [f"(choice (\n{lines(items)}))", f"(inc {counter} 1)"]
        if self.odds(1, 4):
            blocks.append(self.do(scope, 2, 0))
        played = "(all player 'P (!= (size ('P vloc TRICK)) 0))"
        end = f"(end (or (>= {counter} {2 * self.seats}) {played}))"
        stage = f"(stage player {end}\n{lines(blocks)})"
        self.stage = outer
        cards = "(union (all player 'P ('P vloc TRICK)))"
        best = f"(owner ({self.one(('max', 'min'))} {cards} using {self.points(scope, 1)}))"
        after = [f"((!= (size {cards}) 0) (inc ({best} sto TAKEN) 1))"]
        if not self.odds(1, 4):
            after.append("(all player 'P (repeat all (move (top ('P vloc TRICK)) (top (game vloc PILE)))))")
            after.append(f"(repeat all (forget (top {led})))")
        return f"(set {counter} 0)\n{stage}\n(do (\n{lines(after)}))"

    def _end(self, scope: Scope, counted: str) -> str:
        if self.odds(1, 80):
            return "(end (== 0 1))"
        condition = self.ways(
            (3, lambda: counted),
            (1, lambda: f"(or {counted} (== (size {self.spot_text(scope)}) {self.below(3)}))"),
            (1, lambda: f"(or {counted} (and {self.condition(scope, 1)} {self.condition(scope, 2)}))"),
        )
        return condition if self.odds(1, 25) else f"(end {condition})"

    # The program

    def program(self) -> str:
        """A whole program."""
        self._dialect()
        self.seats = self.one((2, 3, 1, 4))
        self.daring = self.odds(1, 6)
        teams = self._teams()
        decks = self._decks()
        self._places()
        players = self._declared("SEATS", str(self.seats)) if self.odds(1, 4) else str(self.seats)
        self._constants()
        scope = Scope(self.declared)
        blocks = [*self._opening(scope), *self._played(scope)]
        scored = self.integer(scope, 2)
        end = f"(scoring {self.one(('max', 'min'))} {scored})"
        setup = f"(setup\n{lines([f'(create players {players})', *teams, *decks])})"
        parts = [*self.head, setup, *blocks, end]
        said = "" if self.odds(1, 10) else f";; dialect: {self.dialect.value}\n"
        return f"{said}(game\n{lines(parts)})\n"

    def _dialect(self) -> None:
        self.dialect = self.one((Dialect.V06, Dialect.V0510, Dialect.V04, Dialect.V05))
        self.mixed = self.odds(1, 4)
        self.fuel = self.one((120, 60, 200, 320))

    def _declared(self, name: str, text: str) -> str:
        self.head.append(f"(declare {text} '{name})")
        if text.lstrip("-").isdigit():
            self.declared += (Bound(f"'{name}", Type.INT),)
        return f"'{name}"

    def _constants(self) -> None:
        if self.odds(1, 4):
            self._declared("MANY", str(self.one((2, 1, 3, 5))))
        if self.odds(1, 6):
            first = next(iter(self.attributes))
            self.head.append(f"(declare ({', '.join(self.attributes[first])}) 'LIST)")
            self.declared += (Bound("'LIST", Type.STRINGS),)
        if self.odds(1, 8):
            self.head.append("(declare (range 0 .. 3) 'NUMBERS)")
            self.declared += (Bound("'NUMBERS", Type.INTS),)
        if self.odds(1, 12):
            self.head.append("(declare (> (+ 1 (* 2 3)) 4) 'FLAG)")
            self.declared += (Bound("'FLAG", Type.BOOL),)

    def _teams(self) -> list[str]:
        self.teams = self.seats
        if self.seats < 2 or self.odds(1, 2):
            return []
        text = self._seats_of_teams()
        named = text.replace("(", "").replace(")", "").replace(",", "").split()
        self.teams = text.count("(") + self.seats - len(named)
        return [f"(create teams {text})"]

    def _decks(self) -> list[str]:
        self.stock = self.one(("(game iloc STOCK)", "(game vloc STOCK)", "(game hloc STOCK)"))
        first, second = self.one((("SUIT", "RANK"), ("COLOR", "SHAPE")))
        sizes = self.one(((2, 3), (2, 2), (1, 4), (3, 4), (2, 1), (4, 3), (2, 5)))
        if self.odds(1, 20):
            sizes = (4, 5) if first == "COLOR" else (4, 13)
        one, other = (_NAMES[key].split()[:n] for key, n in zip((first, second), sizes, strict=True))
        self.attributes = {first: one, second: other}
        values = f"({', '.join(one)})"
        if self.odds(1, 5):
            self.head.append(f"(declare {values} 'VALUES)")
            values = "('VALUES)"
        elif self.odds(1, 4):
            self.attributes["KIND"] = ["ODD", "EVEN"]
            values = " ".join(f"({name} (KIND ({self.one(('ODD', 'EVEN'))})))" for name in one)
        deck = f"(deck ({first} {values}) ({second} ({', '.join(other)})))"
        count = len(one) * len(other)
        decks = [f"(create deck {self._back()}{self.stock} {deck})"]
        if self.odds(1, 4):
            times = self.one((2, 1, 3)) if count > 6 else self.one((2, 3, 1))
            times = 12 if self.odds(1, 8) else times
            decks = [f"(repeat {times} {decks[0]})"]
            count *= times
        if self.odds(1, 4):
            self.attributes["SIZE"] = ["BIG", "TINY"]
            decks.append(f"(create deck {self._back()}{self._home()} (deck (SIZE (BIG, TINY))))")
            count += 2
        self.cards = count
        return decks

    def _back(self) -> str:
        return self.one(("", "", "WOOD ", "IRON ")) if self.native("create.deck.named") else ""

    def _home(self) -> str:
        return self.ways(
            (10, lambda: self.stock),
            (1, lambda: f"(({self.below(self.seats)} player) iloc HAND)"),
            (1, lambda: "(game iloc RACK 1)" if self.native("iloc.indexed") else "(game hloc HOLE)"),
        )

    def _places(self) -> None:
        chosen = [Spot("game", self.stock.split()[1], "STOCK"), *_SPOTS[:3]]
        self.piles = (self.stock, *self.piles[1:])
        chosen += [spot for spot in _SPOTS[3:] if self.odds(1, 3)]
        if self.odds(1, 3):
            # A pile for every value of an attribute, to be named by the cards.
            values = self.attributes[self.one(list(self.attributes))]
            chosen += [Spot("game", "vloc", value) for value in values[:3]]
        if self.mixed or self.native("indexed"):
            chosen.append(self.one([spot for spot in _SPOTS if spot.indexed]))
        if not self.native("oloc"):
            chosen = [spot for spot in chosen if spot.kind != "oloc"]
        self.spots = [replace(spot, ordered=self.odds(1, 2) or spot.name == "STOCK") for spot in chosen]
        self.memories = [_MEMORIES[0], *(spot for spot in _MEMORIES[1:] if self.odds(1, 2))]

    def _opening(self, scope: Scope) -> Iterator[str]:
        """Points for everything, and a deal."""
        for name in self.maps:
            key = self.one(list(self.attributes)) if name == "Q" else list(self.attributes)[1]
            numbers = [str(n) for n in range(1, 1 + len(self.attributes[key]))]
            if self.odds(1, 4):
                numbers = [self.one(("1", "2", "-1", "0")) for _ in numbers]
            awards = [
                self.award(scope, (key, value), n)
                for value, n in zip(self.attributes[key], numbers, strict=True)
            ]
            listed = f"({' '.join(awards)})"
            if self.native("points"):
                yield f"(set (game points {name}) {listed})"
            if self.native("put.points"):
                yield f"(put points '{name}MAP {listed})"
        if not self.odds(1, 12):
            yield f"(shuffle {self.stock})"
        each = max(1, min(4, self.cards // (self.seats + 1)))
        deal = f"(all player 'P (repeat {each} {self._drawn(TO_HAND)}))"
        yield f"(do (\n{lines([deal, self._drawn('(top (game vloc PILE))')])}))"
        if self.odds(1, 5):
            deck = f"(create deck {self._back()}(game vloc PILE) (deck (SIZE (BIG, TINY))))"
            self.attributes.setdefault("SIZE", ["BIG", "TINY"])
            times = self.one((1, 2, 0))
            yield deck if self.odds(1, 2) else f"(repeat {times} {deck})"

    def _drawn(self, to: str) -> str:
        """The top of the stock goes somewhere, if there is one."""
        return f"((> (size {self.stock}) 0) (move (top {self.stock}) {to}))"

    def _played(self, scope: Scope) -> Iterator[str]:
        yield self.a_stage(scope, 2)
        for _ in range(self.one((0, 1, 2))):
            yield self.block(scope, 1)


def lines(pieces: list[str]) -> str:
    """Pieces of a program, each on a line of its own, farther in than what they stand in."""
    return indent("\n".join(pieces), "  ")


class _FromRandom:
    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def below(self, n: int) -> int:
        return int(self.rng.random() * n)


class _FromHypothesis:
    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def below(self, n: int) -> int:
        return self.draw(_UP_TO[n] if n < len(_UP_TO) else st.integers(0, n - 1))


_UP_TO = [st.integers(0, max(0, n - 1)) for n in range(64)]


def random_program(seed: int) -> str:
    """The text of the program of a seed."""
    return Writer(_FromRandom(Random(seed))).program()


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The text of a program."""
    return Writer(_FromHypothesis(draw)).program()
