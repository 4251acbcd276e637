"""Which locations the program can tell the order of (§3.1); all others every engine keeps in deck order.

A location is known by owner kind, visibility and name: what is found for one seat or index holds for all. A
computed name stands for every name that it can be. A variable, and a collection made of others (`filter`,
`union`, `partition`, `tuples`, `runs`, `subsets` …), stands for the locations that its cards come from.

The order of a location is **observed** by

1. *position*: `top`, `bottom`, `(INT …)`, `(top n …)`, `(bottom n …)`, `run` or `sort` (equal scores keep
   their order) of it or of a collection made of it; also the first, last or n-th of a collection of
   collections. Only the elements of `indexed` come by index: naming one says nothing about its cards;
2. *blind choice*: an `any` of a choice over cards that the chooser may not see and so tells apart by their
   place alone: those of a `hloc`, of the table's `iloc`, of an `iloc` that is not surely the current
   player's or team's, of an `oloc` that has an owner, and of every location to which an unseen card, or a
   copy of one, has gone before on the same path. In deck order the place of such a card would tell something
   about it, which §7 forbids;
3. *handing on*: its order decides the order of another location whose order is observed. An `all` over
   actions hands on the order of what it runs through to every place that cards or copies go to inside it,
   `repeat all` of a move from source to destination, `(shuffle faro A B)` from B to A, a swap of locations
   both ways.

`(repeat all (move (top L) D))` and `(repeat all (forget (top M)))` empty a location. They name its top, so L
and M count as observed; but all of it goes whichever card goes first, so what is handed on *to* L need not
count as observed for that. This holds where both ends stay the same whatever cards have gone.

Nothing else observes: counting, filtering, scoring, summing, `max` and `min` (ties are drawn), conditions,
sets of cards, `all` and `any` over values or actions as such, choosing among cards that one sees, shuffling,
swapping cards, moving to the top, the bottom or an index. A location that is not listed counts as observed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.recycle.places import CARDISH, LIVE, LocationKey, Origin, Places
from croupier.recycle.program import Expr, Program, taken
from croupier.recycle.traits import Seen, Times
from croupier.recycle.types import Type

__all__ = ["LocationKey", "LocationUse", "Observation", "locations", "order_free"]


@dataclass(frozen=True, slots=True)
class Observation:
    """A form that observes the order of a location, and how."""

    expr: Expr
    how: str
    """`position`, `blind choice` or `handed on`."""


@dataclass(frozen=True, slots=True)
class LocationUse:
    """What a program does with a location."""

    key: LocationKey
    first: Expr
    """Where it is mentioned first."""
    indexed: bool
    """Whether any index but the default is used, or `indexed`."""
    filled_by: tuple[Expr, ...]
    """The forms that put cards or copies into it."""
    observed_by: tuple[Observation, ...]
    """The forms that observe its order."""

    @property
    def order_free(self) -> bool:
        """Whether nothing observes its order, so that it is kept in deck order."""
        return not self.observed_by


def order_free(program: Program) -> frozenset[LocationKey]:
    """The locations whose order nothing in the program can observe.

    >>> from croupier import read
    >>> sorted(map(str, order_free(read("agram"))))
    ['game vloc DISCARD', 'player iloc HAND']
    """
    return frozenset(key for key, use in locations(program).items() if use.order_free)


def locations(program: Program) -> dict[LocationKey, LocationUse]:
    """Every location of the program with what is done with it, by first mention."""
    watch = _Watch(Places(program))
    for block in (*(p.expr for p in program.parameters), program.setup, *program.body, program.scoring):
        watch.visit(block)
    return watch.uses(program)


class _Watch:
    """Goes through a program in text order and notes what observes, hands on and fills."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.observed: dict[LocationKey, list[Observation]] = {}
        self.telling: dict[LocationKey, None] = {}
        self.handed: list[tuple[LocationKey, LocationKey, Expr]] = []
        self.filled: dict[LocationKey, list[Expr]] = {}
        self.loops: list[frozenset[LocationKey]] = []
        self.choosing = False
        """Whether this is part of a choice."""
        self.trusted = False
        """Whether (current player) is the one who chooses."""
        self.arrived: set[LocationKey] = set()
        """Where unseen cards have been moved to on this path."""

    def uses(self, program: Program) -> dict[LocationKey, LocationUse]:
        self._hand_on()
        first: dict[LocationKey, Expr] = {}
        indexed: set[LocationKey] = set()
        for expr in program.walk():
            location = expr.traits.location
            if location is not None:
                # The default index is not in the text: it has the position of the whole location.
                said = location.many or expr.part("index").node is not expr.node
                for key in self.places.keys(expr):
                    first.setdefault(key, expr)
                    if said:
                        indexed.add(key)
        return {
            key: LocationUse(
                key, expr, key in indexed, tuple(self.filled.get(key, ())), tuple(self.observed.get(key, ()))
            )
            for key, expr in first.items()
        }

    def _hand_on(self) -> None:
        """Follow rule 3 back from the locations whose order tells something."""
        frontier = list(self.telling)
        while frontier:
            target = frontier.pop()
            for source, to, expr in self.handed:
                if to == target and source not in self.telling:
                    self._observe((source,), expr, "handed on")
                    frontier.append(source)

    def _observe(self, keys: Iterable[LocationKey], expr: Expr, how: str, *, telling: bool = True) -> None:
        for key in keys:
            self.observed.setdefault(key, []).append(Observation(expr, how))
            if telling:
                self.telling[key] = None

    def visit(self, expr: Expr) -> None:
        traits = expr.traits
        times = traits.body.times if traits.body is not None else None
        if times is Times.ONE_ITEM:
            self._choice(expr)
            return
        if times is Times.EMPTYING and self._emptied(expr.part("body")):
            return
        for name in traits.by_position:
            self._position(expr, name)
        self._put(expr)
        if traits.location is not None and traits.location.seen is Seen.TOP_BY_ALL:
            # Which card is its top everybody sees.
            self._observe(self.places.keys(expr), expr, "position")
        if expr.form == "gather":
            for key in self.places.sources(expr.part("location")):
                self.filled.setdefault(key, []).append(expr)
        if times is Times.ONE_ELEMENT:
            self._chosen(expr)
        if times in (Times.NUMBER, Times.EACH) and self.choosing:
            # What the body moves has been moved when its turn comes again.
            for inner in expr.walk():
                self._arrive(inner)
        if times is Times.EACH:
            # Locations come by index: only what runs through cards hands on an order.
            cards = expr.part("collection").type not in LIVE
            self.loops.append(self.places.sources(expr.part("collection")) if cards else frozenset())
        for arg in expr.args:
            self.visit(arg)
        if times is Times.EACH:
            self.loops.pop()
        if self.choosing:
            self._arrive(expr)

    def _position(self, expr: Expr, name: str) -> None:
        for arg in expr.parts(name):
            if arg.type not in LIVE:
                self._observe(self.places.sources(arg), expr, "position")

    def _choice(self, expr: Expr) -> None:
        for item in expr.parts("items"):
            self.trusted = not any(inner.form == "cycle.current" for inner in item.walk())
            self.choosing, self.arrived = True, set()
            self.visit(item)
            self.choosing = False

    def _chosen(self, expr: Expr) -> None:
        origins = self.places.origins(expr.part("collection"))
        if expr.part("collection").type in CARDISH - LIVE:
            self._observe({o.key for o in origins if not self._seen(o)}, expr, "blind choice")

    def _seen(self, origin: Origin) -> bool:
        """Whether the chooser surely sees what lies there, and has seen it before choosing."""
        return origin.key not in self.arrived and origin.is_seen(trusted=self.trusted)

    def _arrive(self, expr: Expr) -> None:
        for source, target in expr.moves():
            if not all(map(self._seen, self.places.origins(source))):
                self.arrived |= self.places.sources(target)

    def _put(self, expr: Expr) -> None:
        moves = expr.traits.moves
        for source, target in expr.moves():
            targets = self.places.sources(target)
            for key in targets if moves is not None and moves.fills else ():
                self.filled.setdefault(key, []).append(expr)
            # A whole location hands on its own order, any move that of the loops around it.
            listed = source.type is Type.LOCATION or expr.form == "move.many"
            whole = self.places.sources(source) if listed else frozenset()
            for sources in (whole, *self.loops):
                self.handed += [(key, to, expr) for key in sources for to in targets]

    def _emptied(self, action: Expr) -> bool:
        """Note a `repeat all` between plain places; False if it is anything else."""
        source = taken(action)
        ends = [target for _, target in action.moves()]
        if source.form not in ("top", "bottom") or not all(
            e.traits.steady for end in (source.part("cards"), *ends) for e in end.walk()
        ):
            return False
        keys = self.places.sources(source)
        self._observe(keys, source, "position", telling=False)
        if action.form == "move":
            self._put(action)
            targets = self.places.sources(action.part("into"))
            self.handed += [(key, to, action) for key in keys for to in targets]
            if self.choosing:
                self._arrive(action)
        return True
