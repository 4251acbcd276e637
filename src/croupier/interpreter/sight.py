"""What the text of an option may tell (§7): nothing that hangs on chance, or on a card that is hidden.

The answer is static: an option reads the same whatever the hidden cards are. An item of a choice is followed
in text order. A value is *uncertain* when it looks at a card that the chooser may not see, draws at random,
or reads what an uncertain action has changed before; to point at a card by its place is not to look at it.
An action whose parts are uncertain is told without them, and one that an uncertain condition decides on is
not told at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.recycle.facts import Facts, Kept
from croupier.recycle.places import LocationKey, Origin, Places
from croupier.recycle.program import Expr, Program, taken
from croupier.recycle.traits import Seen, Times
from croupier.recycle.types import Type

_AGAIN = (Times.EACH, Times.NUMBER, Times.EMPTYING)
"""How often actions run that may run more than once."""


@dataclass(frozen=True, slots=True)
class Telling:
    """How an action in a choice may be told."""

    hidden: bool = False
    """Whether it happens depends on what the chooser cannot know: it is not told."""
    vague: frozenset[int] = frozenset()
    """The parts of the action that are not told."""
    named: frozenset[int] = frozenset()
    """The parts that are the card of a copy in memory, known to all by name."""
    somewhere: frozenset[int] = frozenset()
    """The vague parts of which not even the place is told."""


EXACT = Telling()


def tellings(program: Program, facts: Facts) -> dict[int, Telling]:
    """How every action in a choice may be told, by the identity of its form; all others exactly."""
    found: dict[int, Telling] = {}
    places = Places(program)
    for block in program.body:
        _search(block, facts, places, frozenset(), found)
    return found


def _search(
    expr: Expr, facts: Facts, places: Places, uncertain: frozenset[int], found: dict[int, Telling]
) -> None:
    """Find the choices, each with the variables around it that hold something uncertain."""
    if expr.form.partition(".")[0] == "choice":
        for item in expr.parts("items"):
            _Follower(facts, places, item, set(uncertain), found).visit(item, hidden=False)
    elif expr.form == "let":
        named, bind, body = expr.args
        if _Follower(facts, places, expr, set(uncertain), {}).uncertain(named):
            uncertain |= {bind.slot}
        _search(body, facts, places, uncertain, found)
    elif expr.traits.body is not None:
        for arg in expr.parts(expr.traits.body.part):
            _search(arg, facts, places, uncertain, found)


class _Follower:
    """Goes along the paths of one item."""

    def __init__(
        self, facts: Facts, places: Places, item: Expr, variables: set[int], found: dict[int, Telling]
    ) -> None:
        self.facts = facts
        self.places = places
        self.found = found
        self.variables = variables
        """The variables that hold something uncertain."""
        self.chosen: set[int] = set()
        """The variables whose content the chooser chooses."""
        self.changed: set[Kept] = set()
        """What uncertain actions have changed."""
        self.arrived: set[LocationKey] = set()
        """Where unseen cards have gone."""
        self.trusted = not any(inner.form == "cycle.current" for inner in item.walk())
        """Whether (current player) is the one who chooses."""

    def visit(self, expr: Expr, *, hidden: bool) -> None:
        body, binds = expr.traits.body, expr.traits.binds
        if body is None:
            self._act(expr, hidden=hidden)
            return
        if body.times is Times.ONE_ELEMENT:
            # What is offered may give something away (RCY117); what is chosen the chooser knows.
            self.chosen.add(expr.part("variable").slot)
        elif body.times is Times.ONCE:
            if binds is not None and self.uncertain(expr.part(binds.source)):
                self.variables.add(expr.part("variable").slot)
        else:
            decisive = expr.part(body.by) if body.by else taken(expr.part(body.part))
            hidden = hidden or self.uncertain(decisive)
        # Twice, since what the body changes has been changed when its turn comes again.
        for _ in range(2 if body.times in _AGAIN else 1):
            if body.times is Times.EACH and hidden:
                self.variables.add(expr.part("variable").slot)
            for item in expr.parts(body.part):
                self.visit(item, hidden=hidden)

    def _act(self, expr: Expr, *, hidden: bool) -> None:
        vague = frozenset(i for i, arg in enumerate(expr.args) if self.uncertain(arg))
        before = self.found.get(id(expr), EXACT)
        self.found[id(expr)] = Telling(
            before.hidden or hidden,
            before.vague | vague,
            frozenset(i for i, arg in enumerate(expr.args) if self._is_actual(arg)),
            frozenset(i for i, arg in enumerate(expr.args) if not self._one_place(arg)),
        )
        if hidden or vague or expr.traits.draws:
            self.changed.update(self.facts.changes(expr))
        self._arrive(expr)

    def uncertain(self, expr: Expr) -> bool:
        """Whether the chooser cannot know what an expression will be."""
        for inner in expr.walk():
            if inner.traits.draws or (inner.form == "var" and inner.slot in self.variables):
                return True
            looks = bool(inner.traits.faces) and not self._asks(inner)
            if looks and not all(map(self._seen, self._origins(inner))):
                return True
        return any(
            kept.meets(other)
            for kept, by in (self.facts.reads(expr) if self.changed else ())
            if by.slot not in self.chosen
            for other in self.changed
        )

    def _asks(self, look: Expr) -> bool:
        """Whether it is a part of a question about kinds of cards, which looks at none."""
        cards = [part for name in look.traits.faces for part in look.parts(name)]
        return all(part.form == "var" and part.slot in self.facts.asked for part in cards)

    def _origins(self, look: Expr) -> Iterator[Origin]:
        for name in look.traits.faces:
            for cards in look.parts(name):
                yield from self.places.origins(cards)

    def _seen(self, origin: Origin) -> bool:
        """Whether the chooser surely sees what lies there, and has seen it before choosing."""
        by_others = origin.theirs and origin.key.location.seen is Seen.BY_OTHERS and self.trusted
        return origin.key not in self.arrived and (by_others or origin.is_seen(trusted=self.trusted))

    def _arrive(self, expr: Expr) -> None:
        for source, target in expr.moves():
            if not all(map(self._seen, self.places.origins(source))):
                self.arrived |= self.places.sources(target)

    def _is_actual(self, expr: Expr) -> bool:
        while expr.form == "var":
            source, is_element = self.facts.bound.get(expr.slot, (expr, True))
            if is_element:
                return False
            expr = source
        return expr.form == "actual" and expr.part("card").type is Type.COPY

    def _one_place(self, expr: Expr) -> bool:
        """Whether all the cards that an expression can be lie in one place, which its form names."""
        found = self.facts.places(expr)
        return len(found) == 1 and not any(inner.form in ("var", "*") for inner in found[0].walk())
