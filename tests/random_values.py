"""Values of RECYCLE programs at random: an expression of a wanted type, chosen among the forms that give it.

The candidates come from the table of forms. A form that can be impossible (the score of no card, an index
outside, a division by 0) is written freely where that only drops an option, and elsewhere only around what
surely exists, unless the program is a daring one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from croupier.recycle.forms import FORMS, Dialect, Form
from croupier.recycle.types import Type, element
from random_scope import VARIABLES, Bound, Chance, Scope, Spot

T = TypeVar("T")

MAX_INT = 2**63 - 1


@dataclass
class Values:
    """Writes values; the program's own names are what it writes them with."""

    chance: Chance
    dialect: Dialect = Dialect.V06
    mixed: bool = False
    """Whether the forms of all dialects stand side by side."""
    daring: bool = False
    """Whether what is impossible may now and then end the game."""
    seats: int = 2
    teams: int = 2
    attributes: dict[str, list[str]] = field(default_factory=dict)
    spots: list[Spot] = field(default_factory=list)
    memories: list[Spot] = field(default_factory=list)
    numbers: tuple[str, ...] = ("X", "Y")
    texts: tuple[str, ...] = ("W", "Z")
    maps: tuple[str, ...] = ("P", "Q")
    piles: tuple[str, ...] = ("(game iloc STOCK)", "(game vloc PILE)")
    """Plain locations."""
    cards: int = 8
    fuel: int = 150
    """How many more forms may be written."""

    # Chance

    def below(self, n: int) -> int:
        """An integer from 0 to n - 1."""
        return self.chance.below(n) if n > 1 else 0

    def odds(self, k: int, n: int) -> bool:
        """True k times in n."""
        return self.below(n) >= n - k

    def one(self, found: Sequence[T]) -> T:
        """One of several."""
        return found[self.below(len(found))]

    def ways(self, *weighted: tuple[int, Callable[[], T]]) -> T:
        """What one of several ways gives, each as likely as its weight says; the first is the simplest."""
        left = self.below(sum(weight for weight, _ in weighted))
        for weight, way in weighted:
            left -= weight
            if left < 0:
                return way()
        raise AssertionError("the weights add up")

    # The table of forms

    def native(self, name: str) -> bool:
        """Whether the program's dialect has a form."""
        # The forms of the house dialect have no machine code yet, and are not made here.
        form = FORMS[name]
        return form.since is not Dialect.HOUSE and (self.mixed or form.native_to(self.dialect))

    def forms(self, *names: str) -> list[str]:
        """Those of several forms that the dialect has."""
        return [name for name in names if self.native(name)]

    def giving(self, result: str) -> list[Form]:
        """All forms of the dialect that give something."""
        return [form for form in FORMS.values() if form.result == result and self.native(form.name)]

    def fill(self, form: Form, scope: Scope, depth: int, **given: str) -> str:
        """A form with its parts, each of the type that the table asks for; `given` are ready parts."""
        self.fuel -= 1
        pieces: list[str] = []
        collection = Type.UNKNOWN
        size = 1
        for part in form.parts:
            times = {"": 1, "+": 1 + self.odds(1, 4), "*": self.one((2, 1, 3, 0))}[part.repeat]
            for _ in range(times):
                if part.words:
                    pieces.append(self.one(part.words))
                elif part.kind in given:
                    pieces.append(given.pop(part.kind))
                elif part.kind == "Collection":
                    text, collection, size = self.collection(scope, depth - 1)
                    pieces.append(text)
                elif part.kind == "Variable":
                    exists = collection not in (Type.GROUPS, Type.LOCATIONS, Type.MEMORIES)
                    bound = Bound(self.one(VARIABLES), element(collection), exists)
                    scope = scope.with_variable(bound).through(size)
                    pieces.append(bound.name)
                else:
                    pieces.append(self.part(part.kind, scope, depth - 1))
        return f"({' '.join(pieces)})"

    def part(self, kind: str, scope: Scope, depth: int) -> str:
        """A part of a form, by the word that the table has for it."""
        return {
            "Int": self.integer,
            "Bool": self.condition,
            "String": self.string,
            "Card": self.card,
            "Cards": self.pile,
            "Copy": self.copy,
            "Groups": self.groups,
            "Location": self.location,
            "Player": self.player,
            "Team": self.team,
            "Owner": self.owner,
            "Points": self.points,
            "IntStore": self.number_store,
            "StringStore": self.text_store,
        }[kind](scope, depth)

    def leaf(self, depth: int) -> bool:
        """Whether it is time for something simple."""
        return depth <= 0 or self.fuel <= 0

    # Integers

    def number(self, scope: Scope) -> str:
        """A literal: small, or near the end of what fits where that may go wrong."""
        if not scope.safe and self.odds(1, 40):
            return str(self.one((MAX_INT, -MAX_INT - 1, MAX_INT - 1, 1 << 62, -(1 << 62), 1 << 32)))
        return str(self.one((1, 0, 2, 3, -1, 4, 5, 7, -3, 12)))

    def few(self, scope: Scope, most: int = 3) -> str:
        """A small integer that is not negative."""
        found = scope.of(Type.INT)
        if not scope.safe and self.odds(1, 15):
            return self.integer(scope, 1)
        if found and not scope.safe and self.odds(1, 4):
            return found[0].name
        if self.odds(1, 5):
            remainder = self.one(self.forms("modulo", "modulo.word") or ["modulo"])
            word = FORMS[remainder].parts[0].words[0]
            return f"({word} (size {self.spot_text(scope)}) {most + 1})"
        return str(self.below(most + 1))

    def integer(self, scope: Scope, depth: int) -> str:
        """An integer."""
        variables = scope.of(Type.INT)
        simple: list[tuple[int, Callable[[], str]]] = [
            (3, lambda: self.number(scope)),
            (3, lambda: self.number_store(scope, depth)),
            (3, lambda: f"(size {self.spot_text(scope)})"),
        ]
        if variables:
            simple.append((4, lambda: self.one(variables).name))
        if self.leaf(depth):
            return self.ways(*simple)
        return self.ways((2, lambda: self.ways(*simple)), (3, lambda: self._int_form(scope, depth)))

    def _int_form(self, scope: Scope, depth: int) -> str:
        form = self.one([f for f in self.giving("Int") if f.name != "all.sum" or scope.room > 20])
        name = form.name
        self.fuel -= 1
        if scope.safe and not self._dares():
            word = form.parts[0].words[0] if form.parts[0].words else ""
            inner = self.integer(scope, depth - 1)
            if name in ("divide", "modulo", "modulo.word"):
                return f"({word} {inner} {self.one(('2', '3', '5', '-2', '1'))})"
            if name == "power":
                return f"(^ {self.one(('2', '3', '-2', '1', '0'))} {self.below(6)})"
            if name in ("fib", "tri"):
                return f"({word} {self.few(scope, 9)})"
            if name == "multiply":
                return f"(* {inner} {self.one(('2', '3', '-1', '0'))})"
            if name == "random":
                return f"(random {self.one((1, 3, 6, 0, 99))})"
            if name == "random.between":
                low = self.one((0, 1, -2, 5))
                return f"(random {low} .. {low + self.below(6)})"
            if name in ("score", "scoremax", "scoremin"):
                return self._sure_score(scope, depth, word)
        if name in ("random", "random.between") and not self.odds(1, 4):
            low = self.one((0, 1, 3))
            return f"(random {low})" if name == "random" else f"(random {low} .. {self.few(scope, 9)})"
        return self.fill(form, scope, depth)

    def _sure_score(self, scope: Scope, depth: int, word: str) -> str:
        points = self.points(scope, depth - 1)
        if word != "score":
            if scope.sure:
                return f"({word} {self.one(scope.sure)[0]} using {points})"
            return f"(sum {self.pile(scope, depth - 1)} using {points})"
        certain = [v.name for v in scope.of(Type.CARD, Type.COPY) if v.exists]
        certain += [f"({self.one(('top', 'bottom', '0'))} {pile})" for pile, _ in scope.sure]
        if certain:
            return f"(score {self.one(certain)} using {points})"
        return f"(sum {self.pile(scope, depth - 1)} using {points})"

    def _dares(self) -> bool:
        return self.daring and self.odds(1, 4)

    def loose(self, scope: Scope, depth: int) -> str:
        """An integer that may be anything, but is no constant: constants are checked before the game."""
        return f"(+ {self.integer(scope, depth)} (size {self.spot_text(replace(scope, safe=True))}))"

    # Booleans

    def condition(self, scope: Scope, depth: int) -> str:
        """A condition."""
        variables = scope.of(Type.BOOL)
        if variables and self.odds(1, 3):
            return variables[0].name
        candidates = self.giving("Bool")
        if self.leaf(depth) or scope.room <= 20:
            candidates = [f for f in candidates if not any(p.type in (Type.BOOL,) for p in f.parts)]
            candidates = [f for f in candidates if not f.name.startswith(("all", "any"))]
        likely = [f for f in candidates if f.name in _LIKELY]
        return self.fill(self.one(likely if self.odds(2, 5) and likely else candidates), scope, depth)

    # Strings

    def key(self, scope: Scope, depth: int) -> str:
        """The name of an attribute."""
        if not self.leaf(depth) and self.odds(1, 12):
            return self.string(scope, 0)
        return self.one([*self.attributes, *(["NOKEY"] if self.odds(1, 20) else [])])

    def string(self, scope: Scope, depth: int) -> str:
        """A string: mostly a value that cards have."""
        variables = scope.of(Type.STRING)
        ways: list[tuple[int, Callable[[], str]]] = [
            (2, lambda: self.one(self.attributes[self.one(list(self.attributes))]))
        ]
        if variables:
            ways.append((3, lambda: self.one(variables).name))
        if self.native("str"):
            ways.append((1, lambda: self.text_store(scope, depth)))
        if not self.leaf(depth):
            ways.append((4, lambda: self.cardatt(scope, depth)))
        return self.ways(*ways)

    def cardatt(self, scope: Scope, depth: int) -> str:
        """An attribute of a card."""
        self.fuel -= 1
        return f"(cardatt {self.key(scope, depth - 1)} {self.card(scope, depth - 1)})"

    def names(self) -> str:
        """A list of names."""
        values = self.attributes[self.one(list(self.attributes))]
        return f"({', '.join(values[: 1 + self.below(len(values))])})"

    # What owners keep

    def owner(self, scope: Scope, depth: int, kind: str = "") -> str:
        """The game, a player or a team."""
        kind = kind or self.one(("game", "game", "player", "team"))
        if kind == "game":
            return "game"
        return self.player(scope, depth) if kind == "player" else self.team(scope, depth)

    def named(self, names: Sequence[str], scope: Scope) -> str:
        """One of several names, or one that is computed."""
        found = scope.of(Type.STRING)
        if found and self.odds(1, 3):
            return found[0].name
        if self.native("str") and self.odds(1, 25):
            return f"(game str {self.one(self.texts)})"
        return self.one(names)

    def number_store(self, scope: Scope, depth: int) -> str:
        """An integer that an owner keeps."""
        return f"({self.owner(scope, min(depth, 1))} sto {self.named(self.numbers, scope)})"

    def text_store(self, scope: Scope, depth: int) -> str:
        """A string that an owner keeps."""
        kind = self.one(("game", "player", "team"))
        return f"({self.owner(scope, min(depth, 1), kind)} str {self.named(self.texts, scope)})"

    def points(self, scope: Scope, depth: int) -> str:
        """A point map."""
        if not self.native("points") or (self.native("points.variable") and self.odds(1, 2)):
            return f"'{self.one(self.maps)}MAP"
        found = scope.of(Type.POINTS)
        if found and self.odds(1, 2):
            return found[0].name
        return self.point_store(scope, depth)

    def point_store(self, scope: Scope, depth: int) -> str:
        """A point map that an owner keeps: mostly the one of the game that is filled at the beginning."""
        kind = self.one(("game", "game", "game", "player", "team"))
        return f"({self.owner(scope, min(depth, 1), kind)} points {self.one(self.maps)})"

    # Players and teams

    def player(self, scope: Scope, depth: int) -> str:
        """A player."""
        simple: list[tuple[int, Callable[[], str]]] = [
            (5, lambda: "(current player)"),
            (1, lambda: "(next player)"),
            (1, lambda: "(previous player)"),
            (1, lambda: f"({self.below(self.seats)} player)"),
        ]
        variables = scope.of(Type.PLAYER)
        if variables:
            simple.append((8, lambda: self.one(variables).name))
        if not self.leaf(depth):
            simple.append((2, lambda: self._seat_or_owner(scope, depth)))
        return self.ways(*simple)

    def _seat_or_owner(self, scope: Scope, depth: int) -> str:
        safe = scope.safe and not self._dares()
        certain = [f"(top {pile})" for pile, owned in scope.sure if owned]
        certain += [v.name for v in scope.of(Type.CARD) if v.owned and not scope.acting]
        if certain:
            return f"(owner {self.one(certain)})"
        if safe:
            remainder = "%" if self.native("modulo") else "mod"
            return f"(({remainder} (size {self.spot_text(scope)}) {self.seats}) player)"
        if self.odds(1, 2):
            return f"(owner {self.card(scope, depth - 1)})"
        return f"({self.loose(scope, depth - 1)} player)" if self.odds(1, 3) else "(0 player)"

    def team(self, scope: Scope, depth: int) -> str:
        """A team."""
        simple: list[tuple[int, Callable[[], str]]] = [
            (4, lambda: "(current team)"),
            (1, lambda: "(next team)"),
            (1, lambda: "(previous team)"),
            (1, lambda: "(0 team)"),
            (2, lambda: f"(team {self.player(scope, depth - 1)})"),
        ]
        variables = scope.of(Type.TEAM)
        if variables:
            simple.append((6, lambda: self.one(variables).name))
        if not scope.safe:
            simple.append((1, lambda: f"({self.below(self.teams)} team)"))
        return self.ways(*simple)

    # Locations

    def spot_text(self, scope: Scope, spot: Spot | None = None, kind: str = "") -> str:
        """A location that the program names, of any owner of its kind."""
        known = [s for s in self.spots if not kind or s.owner == kind] or self.spots
        spot = spot or self.one(known)
        name = self.named((spot.name,), scope) if self.odds(1, 8) else spot.name
        owner = self.owner(scope, 1 if self.odds(1, 4) else 0, spot.owner)
        index = ""
        if spot.indexed and self.native("vloc.indexed"):
            index = f" {self.below(4)}" if not self.odds(1, 4) else f" {self._index(scope)}"
        return f"({owner} {spot.kind} {name}{index})"

    def _index(self, scope: Scope) -> str:
        found = scope.of(Type.INT)
        if scope.safe:
            remainder = "%" if self.native("modulo") else "mod"
            return f"({remainder} (size {self.one(self.piles)}) 4)"
        return found[0].name if found and found[0].name not in _CONSTANTS else self.loose(scope, 0)

    def location(self, scope: Scope, depth: int) -> str:
        """Something that is a location by its type: named, or a variable."""
        found = scope.of(Type.LOCATION)
        if found and self.odds(1, 2):
            return self.one(found).name
        if not scope.safe and not self.leaf(depth) and self.native("indexed") and self.odds(1, 8):
            return self._member(self.indexed(scope, "live")[0], depth, scope)
        return self.spot_text(scope)

    def memory(self, scope: Scope) -> str:
        """A memory."""
        found = scope.of(Type.MEMORY)
        if found and self.odds(1, 3):
            return found[0].name
        if not scope.safe and self.native("indexed.mem") and self.odds(1, 15):
            return self._member(self.indexed(scope, "mem")[0], 0, scope)
        return self.spot_text(scope, self.one(self.memories))

    def indexed(self, scope: Scope, which: str = "") -> tuple[str, Type, int]:
        """The indexed locations or memories of a name, as a collection; live: where cards can be moved to."""
        spots = {"live": self.spots, "mem": self.memories}.get(which, [*self.spots, *self.memories])
        other = (
            Spot("game", "mem", "LOG", indexed=True)
            if which == "mem"
            else Spot("game", "vloc", "BED", indexed=True)
        )
        spot = self.one([s for s in spots if s.indexed] or [other])
        name = self.named((spot.name,), scope) if self.odds(1, 8) else spot.name
        text = f"(indexed {self.owner(scope, 0, spot.owner)} {spot.kind} {name})"
        return text, Type.MEMORIES if spot.kind == "mem" else Type.LOCATIONS, 4

    # Cards

    def card(self, scope: Scope, depth: int) -> str:
        """A card or a copy of one."""
        if self.odds(1, 5):
            return self.copy(scope, depth)
        return self.physical(scope, depth)

    def physical(self, scope: Scope, depth: int) -> str:
        """A card itself."""
        variables = scope.of(Type.CARD)
        ways: list[tuple[int, Callable[[], str]]] = [(3, lambda: self._end_of(self.ordered(scope)))]
        if variables:
            ways.insert(0, (6, lambda: self.one(variables).name))
        if scope.sure:
            ways.append((4, lambda: self._end_of(self.one(scope.sure)[0])))
        if not self.leaf(depth):
            ways.append((2, lambda: self._chosen(scope, depth, self.some_cards(scope, depth - 1))))
            ways.append((1, lambda: f"(actual {self.card(scope, depth - 1)})"))
        return self.ways(*ways)

    def copy(self, scope: Scope, depth: int) -> str:
        """A remembered copy."""
        variables = scope.of(Type.COPY)
        if variables and self.odds(2, 3):
            return self.one(variables).name
        if self.leaf(depth) or not self.odds(1, 3):
            return self._end_of(self.memory(scope))
        return self._chosen(scope, depth, self.copies(scope, depth - 1))

    def _end_of(self, pile: str) -> str:
        return f"({self.one(('top', 'top', 'top', 'bottom', '0'))} {pile})"

    def _chosen(self, scope: Scope, depth: int, pile: str) -> str:
        """A card of a collection: at an end, at an index, or the best."""
        self.fuel -= 1
        safe = scope.safe and not self._dares()
        if safe:
            if scope.sure and self.odds(2, 3):
                return f"({self.one(('max', 'min'))} {self.one(scope.sure)[0]} using {self.points(scope, 0)})"
            return self._end_of(pile)
        return self.ways(
            (2, lambda: self._end_of(pile)),
            (3, lambda: f"({self.one(('max', 'min'))} {pile} using {self.points(scope, depth - 1)})"),
            (2, lambda: f"({self.few(scope)} {pile})"),
        )

    # Card collections

    def ordered(self, scope: Scope) -> str:
        """A location whose order the program likes to look at."""
        spots = [s for s in self.spots if s.ordered]
        return self.spot_text(scope, self.one(spots if spots and not self.odds(1, 10) else self.spots))

    def pile(self, scope: Scope, depth: int) -> str:
        """Any collection of cards or of copies."""
        return self.copies(scope, depth) if self.odds(1, 8) else self.some_cards(scope, depth)

    def some_cards(self, scope: Scope, depth: int) -> str:
        """A collection of cards themselves."""
        variables = scope.of(Type.CARDS, Type.LOCATION)
        if variables and self.odds(1, 2):
            return self.one(variables).name
        if self.leaf(depth) or self.odds(1, 2):
            return self.spot_text(scope)
        return self._collected(scope, depth, self.some_cards)

    def copies(self, scope: Scope, depth: int) -> str:
        """A collection of remembered copies."""
        variables = scope.of(Type.COPIES)
        if variables and self.odds(1, 2):
            return self.one(variables).name
        if self.leaf(depth) or self.odds(2, 3):
            return self.memory(scope)
        form = self.one(self.forms("filter", "sort", "top.some", "bottom.some"))
        return self._arranged(form, scope, depth, self.copies)

    def _collected(self, scope: Scope, depth: int, inner: Callable[[Scope, int], str]) -> str:
        kinds = self.forms(
            *("filter", "union", "union.groups", "intersect", "disjunction", "intersect.groups"),
            *("disjunction.groups", "sort", "top.some", "bottom.some", "run", "top.group"),
            *("bottom.group", "at.group"),
        )
        name = self.one(kinds)
        self.fuel -= 1
        if name.endswith(".groups"):
            return f"({name.split('.', maxsplit=1)[0]} {self.groups(scope, depth - 1, 'live')})"
        if name.endswith(".group"):
            return self._member(self.card_groups(scope, depth - 1), depth, scope, name)
        if name in ("union", "intersect", "disjunction"):
            first = self.some_cards(scope, depth - 1)
            others = [self.pile(scope, depth - 1) for _ in range(self.one((1, 2, 0)))]
            return f"({' '.join([name, first, *others])})" if not self.odds(1, 30) else f"({name})"
        return self._arranged(name, scope, depth, inner)

    def _arranged(self, name: str, scope: Scope, depth: int, inner: Callable[[Scope, int], str]) -> str:
        pile = inner(scope, depth - 1)
        if name == "filter":
            owned = pile.startswith("((current player)")
            kind = Type.COPY if inner == self.copies else Type.CARD
            bound = Bound(self.one(VARIABLES), kind, owned=owned)
            deeper = scope.with_variable(bound).through(self.cards)
            return f"(filter {pile} {bound.name} {self.condition(deeper, depth - 1)})"
        if name == "sort":
            return f"(sort {pile} using {self.points(scope, depth - 1)})"
        if name == "run":
            end = self.one(("top", "bottom"))
            return f"(run {end} {self.few(scope)} {pile} using {self.points(scope, depth - 1)})"
        return f"({name.split('.', maxsplit=1)[0]} {self.few(scope, 4)} {pile})"

    # Collections of card collections

    def little(self, scope: Scope, depth: int) -> str:
        """A few cards, of which many collections may be made."""
        if self.native("top.some") and (self.cards > 6 or self.odds(1, 2)):
            return (
                f"({self.one(('top', 'bottom'))} {self.one((3, 2, 4))} {self.some_cards(scope, depth - 1)})"
            )
        return self.spot_text(scope)

    def groups(self, scope: Scope, depth: int, which: str = "") -> str:
        """A collection of card collections, or of locations; live: not of memories."""
        if self.native("indexed") and self.odds(1, 4):
            return self.indexed(scope, which)[0]
        return self.card_groups(scope, depth)

    def card_groups(self, scope: Scope, depth: int) -> str:
        """A collection of card collections."""
        self.fuel -= 1
        variables = scope.of(Type.GROUPS)
        if variables and self.odds(1, 2):
            return self.one(variables).name
        deeper = depth - 1
        kinds = self.forms("all.collect", "partition", "partition.last", "tuples", "subsets", "runs")
        if scope.room > 20 and depth > 0:
            kinds.append("filter")
        name = self.one(kinds)
        if name == "tuples":
            many = self.little(scope, deeper) if self.cards > 12 else self.pile(scope, deeper)
            return f"(tuples {self.one((2, 1, 3, 0))} {many} using {self.points(scope, deeper)})"
        if name == "runs":
            which = self.one(("largest", "all"))
            points = self.points(scope, deeper)
            return f"(runs {which} {self.few(scope)} {self.little(scope, deeper)} using {points})"
        if name == "subsets":
            return f"(subsets {self.little(scope, deeper)})"
        if name.startswith("partition"):
            piles = " ".join(self.pile(scope, deeper) for _ in range(1 + self.odds(1, 3)))
            key = self.key(scope, deeper)
            return f"(partition {key} {piles})" if name == "partition" else f"(partition {piles} {key})"
        if name == "filter":
            bound = Bound(self.one(VARIABLES), Type.CARDS, exists=False)
            inner = self.card_groups(scope, deeper)
            condition = self.condition(scope.with_variable(bound).through(8), deeper)
            return f"(filter {inner} {bound.name} {condition})"
        text, kind, size = self.collection(scope, deeper, small=True)
        bound = Bound(self.one(VARIABLES), element(kind), exists=False)
        return f"(all {text} {bound.name} {self.pile(scope.with_variable(bound).through(size), deeper)})"

    def _member(self, members: str, depth: int, scope: Scope, name: str = "") -> str:
        name = name or self.one(("top.group", "bottom.group", "at.group"))
        if name == "at.group" and (not scope.safe or self._dares()):
            return f"({self.few(scope)} {members})"
        return f"({self.one(('top', 'bottom'))} {members})"

    # Collections of anything

    def collection(self, scope: Scope, depth: int, *, small: bool = False) -> tuple[str, Type, int]:
        """Any collection, its type, and about how many elements it has."""
        ways: list[tuple[int, Callable[[], tuple[str, Type, int]]]] = [
            (4, lambda: ("player", Type.PLAYERS, self.seats)),
            (2, lambda: ("team", Type.TEAMS, self.teams)),
            (1, lambda: ("(other player)", Type.PLAYERS, self.seats)),
            (1, lambda: ("(other team)", Type.TEAMS, self.teams)),
            (1, lambda: (self.team(scope, 0), Type.TEAM, self.seats)),
            (2, lambda: (self.names(), Type.STRINGS, 3)),
            (2, lambda: (self._range(scope), Type.INTS, 4)),
        ]
        if not small and scope.room >= 2 * self.cards:
            ways += [
                (8, lambda: (self.spot_text(scope), Type.LOCATION, self.cards)),
                (2, lambda: (self.memory(scope), Type.MEMORY, 4)),
            ]
        if not self.leaf(depth) and not small and scope.room >= 2 * self.cards:
            ways += [
                (4, lambda: (self._collected(scope, depth, self.some_cards), Type.CARDS, self.cards)),
                (1, lambda: (self._arranged("filter", scope, depth, self.copies), Type.COPIES, 4)),
                (2, lambda: (self.card_groups(scope, depth - 1), Type.GROUPS, 12)),
                (2, lambda: self._filtered(scope, depth)),
            ]
        if self.native("indexed") and not small:
            ways.append((2, lambda: self.indexed(scope)))
        variables = scope.of(*_COLLECTIONS)
        if variables:
            ways.append((4, lambda: self._variable(self.one(variables))))
        return self.ways(*ways)

    def _variable(self, bound: Bound) -> tuple[str, Type, int]:
        return bound.name, bound.type, self.cards if bound.type is not Type.GROUPS else 12

    def _range(self, scope: Scope) -> str:
        low, high = self.one(("0", "1", "-1")), self.few(scope, 4)
        text = f"(range {low} .. {high})"
        if scope.of(Type.INT) and self.odds(1, 5):
            return f"(range {scope.of(Type.INT)[0].name} .. {high})" if not scope.safe else text
        return text

    def _filtered(self, scope: Scope, depth: int) -> tuple[str, Type, int]:
        """Some of the players, teams, names, integers or indexed locations."""
        ways: list[tuple[int, Callable[[], tuple[str, Type, int]]]] = [
            (2, lambda: ("player", Type.PLAYERS, self.seats)),
            (1, lambda: ("team", Type.TEAMS, self.teams)),
            (1, lambda: (self.names(), Type.STRINGS, 3)),
            (1, lambda: (self._range(scope), Type.INTS, 4)),
        ]
        if self.native("indexed"):
            ways.append((2, lambda: self.indexed(scope)))
        text, kind, size = self.ways(*ways)
        bound = Bound(self.one(VARIABLES), element(kind))
        condition = self.condition(scope.with_variable(bound).through(size), depth - 1)
        return f"(filter {text} {bound.name} {condition})", kind, size


_COLLECTIONS = (
    *(Type.CARDS, Type.LOCATION, Type.MEMORY, Type.COPIES, Type.GROUPS),
    *(Type.LOCATIONS, Type.MEMORIES, Type.STRINGS, Type.INTS, Type.PLAYERS, Type.TEAM),
)

_CONSTANTS = ("'SEATS", "'MANY")
"""Declared integers."""

_LIKELY = ("equal.string", "unequal.string", "greater", "at.most", "all.bool", "any.bool")
"""Conditions that games are full of."""
