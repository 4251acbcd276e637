"""The meaning of every action (§4): run it, or explore every path through it to build options (§7).

`run` does an item at once. `explore` goes one step along a path and gives the next one; `then` is what
follows behind the item, so that the items behind an `any` are seen with its effects. An `any` leaves a fork
on the table: when a path has come to its end, `follow` goes back to the last fork that has elements left,
takes back what has changed since, and tries the next. No path is too long for the stack that way.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

from croupier.interpreter.fault import Fault, TooLong
from croupier.interpreter.gatherings import awarded
from croupier.interpreter.layout import Layout
from croupier.interpreter.meaning import cards, elements, key, value
from croupier.interpreter.table import NO_CARD, Copies, Step, Table
from croupier.interpreter.valuing import each, owner_of, seat_text
from croupier.recycle.program import Expr, taken
from croupier.recycle.types import Type

MAX_ANYS = 256
"""How many `any`s may follow each other on one path."""

_HELD = (Type.CARDS, Type.COPIES, Type.GROUPS)
"""Types whose variables hold snapshots of cards."""

_Binds = tuple[int, Type, bool, Callable[[Table, Step], Step | None]]
"""What an `any` does with an element: the variable, its type, whether it holds cards, and what follows."""

NOTHING: tuple[Type, Any] = (Type.UNKNOWN, None)
"""What was taken at an `any` over nothing."""


@dataclass(frozen=True, slots=True)
class Item:
    """An action in its two readings."""

    run: Callable[[Table], None]
    explore: Callable[[Table, Step], Step | None]


def item(layout: Layout, expr: Expr) -> Item:
    """What an action or a group of actions means."""
    return layout.tally.item(layout, expr) if layout.tally is not None else uncounted(layout, expr)


def uncounted(layout: Layout, expr: Expr) -> Item:
    """The same; only what stands within it is counted, if anything is."""
    definition = _GROUPS.get(expr.form)
    if definition is None:
        return _primitive(expr, _ACTIONS[expr.form](layout, expr))
    made = definition(layout, expr)
    explored = any(inner.traits.chooses for inner in expr.walk())
    return made if explored or layout.tally is not None else _at_once(made.run)


def _at_once(run: Callable[[Table], None]) -> Item:
    """Actions with nothing to choose among them: a path goes straight through."""

    def explore(t: Table, then: Step) -> Step:
        run(t)
        return then

    return Item(run, explore)


def _primitive(expr: Expr, act: Callable[[Table], None]) -> Item:
    def run(t: Table) -> None:
        t.expr = expr
        act(t)

    return _at_once(run)


class Fork:
    """An `any` on a path, where it goes on in several ways, with what the table was there."""

    __slots__ = ("_binds", "_chances", "_lengths", "_offered", "_table", "_then", "left")

    def __init__(self, t: Table, offered: list[Any], binds: _Binds, then: Step) -> None:
        assert t.journal is not None
        self._table, self._offered, self._binds, self._then = t, offered, binds, then
        self._lengths = len(t.journal), len(t.path), len(t.picks)
        # Every path has the same chances, whatever has been tried before it.
        self._chances = t.stream
        self.left = len(offered)
        """How many ways have not been tried yet."""

    def take(self) -> Step | None:
        """Go the next way: the table is again what it was."""
        t = self._table
        mark, path, picks = self._lengths
        t.rollback(mark)
        del t.path[path:], t.picks[picks:]
        t.stream = self._chances.copy()
        t.tick()
        element = self._offered[-self.left]
        self.left -= 1
        slot, kind, held, explore = self._binds
        t.picks.append((kind, list(element) if held else element))
        t.bind(slot, element, held)
        return explore(t, self._then)


def follow(t: Table, item: Item, complete: Callable[[], None]) -> None:
    """Go along every path through an item; each that comes to its end is completed."""
    t.forks.clear()
    start: Callable[[], Step | None] | None = partial(item.explore, t, complete)
    while start is not None:
        step: Step | None = start
        try:
            while step is not None:
                step = step()
        except Fault as fault:
            drop(t, fault)
        while t.forks and not t.forks[-1].left:
            t.forks.pop()
        start = t.forks[-1].take if t.forks else None


# Groups of actions


def _do(layout: Layout, expr: Expr) -> Item:
    items = [item(layout, arg) for arg in expr.args]
    runs = [inner.run for inner in items]

    def run(t: Table) -> None:
        for act in runs:
            act(t)

    def explore(t: Table, then: Step, at: int = 0) -> Step | None:
        if at == len(items):
            return then
        return items[at].explore(t, lambda: explore(t, then, at + 1))

    return Item(run, explore)


def _if(layout: Layout, expr: Expr) -> Item:
    inner = item(layout, expr.part("body"))
    run_if = explore_if = value(layout, expr.part("condition"))
    if layout.tally is not None:
        run_if, explore_if = layout.tally.tested(layout, expr.part("condition"))

    def run(t: Table) -> None:
        if run_if(t):
            inner.run(t)

    def explore(t: Table, then: Step) -> Step | None:
        return inner.explore(t, then) if explore_if(t) else then

    return Item(run, explore)


def _if_else(layout: Layout, expr: Expr) -> Item:
    then, otherwise = (item(layout, body) for body in expr.parts("bodies"))
    run_if = explore_if = value(layout, expr.part("condition"))
    if layout.tally is not None:
        run_if, explore_if = layout.tally.tested(layout, expr.part("condition"))

    def run(t: Table) -> None:
        (then if run_if(t) else otherwise).run(t)

    def explore(t: Table, next_step: Step) -> Step | None:
        return (then if explore_if(t) else otherwise).explore(t, next_step)

    return Item(run, explore)


def _let(layout: Layout, expr: Expr) -> Item:
    named, slot, inner = (
        snapshot(layout, expr.part("value")),
        expr.part("variable").slot,
        item(layout, expr.part("body")),
    )
    held = expr.part("value").type in _HELD

    def run(t: Table) -> None:
        with_variable(t, slot, named(t), held, inner.run)

    def explore(t: Table, then: Step) -> Step | None:
        t.bind(slot, named(t), held)
        return inner.explore(t, then)

    return Item(run, explore)


def snapshot(layout: Layout, expr: Expr) -> Callable[[Table], Any]:
    """A value as a variable keeps it: a collection of cards is copied, a location stays the location."""
    if expr.type is Type.COPIES:
        listed = elements(layout, expr)
        return lambda t: Copies(listed(t))
    if expr.type is Type.CARDS:
        return elements(layout, expr)
    if expr.type is Type.GROUPS:
        members = value(layout, expr)
        return lambda t: [list(group) for group in members(t)]
    return value(layout, expr)


def with_variable(t: Table, slot: int, content: Any, held: bool, inner: Callable[[Table], None]) -> None:
    """Do something while a variable has a value."""
    outer = t.variables[slot]
    t.variables[slot] = content
    if held:
        t.snapshots.append(content)
    try:
        inner(t)
    finally:
        t.variables[slot] = outer
        if held:
            t.snapshots.pop()


def _all(layout: Layout, expr: Expr) -> Item:
    listed, slot, inner = (
        elements(layout, expr.part("collection")),
        expr.part("variable").slot,
        item(layout, expr.part("body")),
    )
    held = expr.part("variable").type in _HELD

    def run(t: Table) -> None:
        for element in listed(t):
            t.tick()
            with_variable(t, slot, element, held, inner.run)

    def explore(t: Table, then: Step) -> Step | None:
        waiting = listed(t)

        def visit(at: int) -> Step | None:
            if at == len(waiting):
                return then
            t.tick()
            t.bind(slot, waiting[at], held)
            return inner.explore(t, lambda: visit(at + 1))

        return visit(0)

    return Item(run, explore)


def _any(layout: Layout, expr: Expr) -> Item:
    listed, slot, inner = (
        elements(layout, expr.part("collection")),
        expr.part("variable").slot,
        item(layout, expr.part("body")),
    )
    kind = expr.part("variable").type
    held = kind in _HELD
    binds = slot, kind, held, inner.explore

    def run(t: Table) -> None:
        offered = listed(t)
        picked = t.script.pop(0) if t.script else None
        if picked is None:
            # There was nothing to take when the option was made.
            return
        t.tick()
        at = _place_of(picked, offered)
        if at < 0:
            raise Fault("RCY308", expr, "chance has taken away what was chosen here")
        with_variable(t, slot, offered[at], held, inner.run)

    def explore(t: Table, then: Step) -> Step | None:
        if len(t.picks) == MAX_ANYS:
            raise TooLong
        offered = listed(t)
        if not offered:
            t.picks.append(NOTHING)
            return then

        fork = Fork(t, offered, binds, then)
        t.forks.append(fork)
        return fork.take()

    return Item(run, explore)


def _place_of(picked: Any, offered: list[Any]) -> int:
    """The place of an element among others; a group is still there if one has the same cards. -1: nowhere."""
    if picked in offered:
        return offered.index(picked)
    if isinstance(picked, list):
        cards = sorted(picked)
        return next((i for i, other in enumerate(offered) if sorted(other) == cards), -1)
    return -1


def drop(t: Table, fault: Fault) -> None:
    """A path on which something is impossible is not offered (§7)."""
    t.dropped += 1
    spot = (fault.expr.span.start, fault.what)
    t.drops[spot] = t.drops.get(spot, 0) + 1
    if t.listener is not None:
        t.listener(("drop", fault.what), fault.expr)


def _repeat(layout: Layout, expr: Expr) -> Item:
    times, inner = value(layout, expr.part("times")), item(layout, expr.part("body"))

    def run(t: Table) -> None:
        for _ in range(times(t)):
            t.tick()
            inner.run(t)

    def explore(t: Table, then: Step) -> Step | None:
        number = times(t)

        def again(done: int) -> Step | None:
            if done >= number:
                return then
            t.tick()
            return inner.explore(t, lambda: again(done + 1))

        return again(0)

    return Item(run, explore)


def _repeat_all(layout: Layout, expr: Expr) -> Item:
    """Counts the source once, then moves that many times, each time evaluated anew (§4)."""
    inner = item(layout, expr.part("body"))
    source = taken(expr.part("body"))
    collection = next((arg for arg in source.args if arg.type not in (Type.INT, Type.INT_STORE)), None)
    pile = cards(layout, collection) if collection is not None and source.form != "actual" else None
    card = value(layout, source)

    def run(t: Table) -> None:
        for _ in range(len(pile(t)) if pile is not None else card(t) != NO_CARD):
            if pile is not None and not pile(t):
                break
            inner.run(t)

    return _primitive(expr, run)


_GROUPS: dict[str, Callable[[Layout, Expr], Item]] = {
    "do": _do,
    "else": _do,
    "if": _if,
    "if.else": _if_else,
    "let": _let,
    "all.do": _all,
    "any.do": _any,
    "repeat": _repeat,
    "repeat.all": _repeat_all,
}


# Primitive actions

_Act = Callable[[Table], None]


def _place(layout: Layout, expr: Expr) -> Callable[[Table], tuple[int, int | None]]:
    """A destination: the place, and the index at which a card goes in (None: on top)."""
    location = value(layout, expr.part("location"))
    if expr.form == "place.top":
        return lambda t: (location(t), None)
    if expr.form == "place.bottom":
        return lambda t: (location(t), 0)
    index = value(layout, expr.part("index"))
    return lambda t: (location(t), index(t))


def _move(layout: Layout, expr: Expr) -> _Act:
    card, place = value(layout, expr.part("card")), _place(layout, expr.part("into"))
    return lambda t: t.move(card(t), *place(t))


def _move_many(layout: Layout, expr: Expr) -> _Act:
    """All cards as they are listed when the form begins, one after the other."""
    listed, place = elements(layout, expr.part("cards")), _place(layout, expr.part("into"))

    def run(t: Table) -> None:
        for card in listed(t):
            t.move(card, *place(t))

    return run


def _show(layout: Layout, expr: Expr) -> _Act:
    """Of no card it is impossible, of no cards it is no action at all."""
    listed, up = _listed(layout, expr.part("cards")), expr.form == "show"

    def run(t: Table) -> None:
        found = listed(t)
        if found:
            t.show(found, up=up)

    return run


def _look(layout: Layout, expr: Expr) -> _Act:
    listed, seats = _listed(layout, expr.part("cards")), elements(layout, expr.part("players"))

    def run(t: Table) -> None:
        found = listed(t)
        if found:
            t.look(found, seats(t))

    return run


def _tell(layout: Layout, expr: Expr) -> _Act:
    """A question about kinds: it is asked of every kind of card, so that none of the table is looked at."""
    seats, listed = elements(layout, expr.part("players")), elements(layout, expr.part("cards"))
    slot, holds = expr.part("variable").slot, value(layout, expr.part("condition"))
    kinds = layout.by_card(layout.pack.kinds)

    def asked(t: Table) -> int:
        outer, steps, found = t.variables[slot], t.steps, 0
        try:
            for kind, card in enumerate(layout.first_of_kind):
                t.variables[slot] = card
                found |= holds(t) << kind
        finally:
            t.variables[slot], t.steps = outer, steps
        return found

    def run(t: Table) -> None:
        cards = listed(t)
        if not cards:
            return
        # The answers look at the cards that are told about, and at no other.
        for card in cards if layout.watch is not None else ():
            kinds[card]
        with layout.watch.turned_away() if layout.watch is not None else nullcontext():
            question = asked(t)
        t.tell(seats(t), cards, question)

    return run


def _listed(layout: Layout, expr: Expr) -> Callable[[Table], list[int]]:
    """Cards as a list; a card is a list of one."""
    if expr.type is Type.CARD:
        card = value(layout, expr)
        return lambda t: [card(t)]
    return elements(layout, expr)


def _gather(layout: Layout, expr: Expr) -> _Act:
    place, back = value(layout, expr.part("location")), expr.value
    return lambda t: t.gather(place(t), None if back is None else str(back))


def _forget_all(layout: Layout, expr: Expr) -> _Act:
    memory = value(layout, expr.part("memory"))

    def run(t: Table) -> None:
        place = memory(t)
        for index in reversed(range(len(t.pile(place)))):
            t.forget(place, index)

    return run


def _remember(layout: Layout, expr: Expr) -> _Act:
    card, place = value(layout, expr.part("card")), _place(layout, expr.part("into"))
    return lambda t: t.remember(card(t), *place(t))


def _forget(layout: Layout, expr: Expr) -> _Act:
    """The copy is removed from the memory in which its form finds it; of equal copies the topmost."""
    copy = expr.part("copy")
    if copy.has("cards") and copy.traits.by_position and copy.part("cards").type is Type.MEMORY:
        return _forget_at(layout, copy)
    card = value(layout, copy)
    memories = [_memories(layout, memory) for memory in layout.facts.memories(copy)]

    def run(t: Table) -> None:
        found = card(t)
        for listed in memories:
            for place in listed(t):
                pile = t.pile(place)
                if found in pile:
                    t.forget(place, len(pile) - 1 - pile[::-1].index(found))
                    return
        raise Fault("RCY301", expr, "there is no copy to forget")

    return run


def _memories(layout: Layout, expr: Expr) -> Callable[[Table], list[int]]:
    """The places of a memory, or of a collection of memories."""
    found = value(layout, expr)
    return found if expr.type is Type.MEMORIES else lambda t: [found(t)]


def _forget_at(layout: Layout, copy: Expr) -> _Act:
    """Forget the copy at an end or at an index of a memory."""
    index = value(layout, copy.part("index")) if copy.has("index") else None
    memory = value(layout, copy.part("cards"))
    end = -1 if copy.form == "top" else 0

    def run(t: Table) -> None:
        at = index(t) if index is not None else end
        place = memory(t)
        size = len(t.pile(place))
        if not size:
            raise Fault("RCY301", copy, "there is no copy to forget")
        if index is not None and not 0 <= at < size:
            raise Fault("RCY302", copy, f"there is no copy {at} among {size}")
        t.forget(place, at % size)

    return run


def _swap_locations(layout: Layout, expr: Expr) -> _Act:
    a, b = (value(layout, arg) for arg in expr.args)
    return lambda t: t.swap_piles(a(t), b(t))


def _swap_cards(layout: Layout, expr: Expr) -> _Act:
    a, b = (value(layout, arg) for arg in expr.args)
    return lambda t: t.swap_cards(a(t), b(t))


def _shuffle(layout: Layout, expr: Expr) -> _Act:
    place = value(layout, expr.part("pile"))
    return lambda t: t.shuffle(place(t))


def _riffle(layout: Layout, expr: Expr) -> _Act:
    a, b = (value(layout, arg) for arg in expr.args)
    return lambda t: t.riffle(a(t), b(t))


def _set_int(layout: Layout, expr: Expr) -> _Act:
    at, number = key(layout, expr.part("storage")), value(layout, expr.part("value"))
    return lambda t: t.set_int(at(t), number(t))


def _change(layout: Layout, expr: Expr) -> _Act:
    at, number = key(layout, expr.part("storage")), value(layout, expr.part("value"))
    sign = 1 if expr.form == "inc" else -1

    def run(t: Table) -> None:
        kept = at(t)
        t.set_int(kept, t.ints.get(kept, 0) + sign * number(t))

    return run


def _set_str(layout: Layout, expr: Expr) -> _Act:
    at, text = key(layout, expr.part("storage")), value(layout, expr.part("value"))
    return lambda t: t.set_str(at(t), text(t))


def _set_points(layout: Layout, expr: Expr) -> _Act:
    at = key(layout, expr.part("storage"))
    awards = awarded(layout, expr.parts("awards"))
    return lambda t: t.set_points(at(t), awards(t))


def _set_who(layout: Layout, expr: Expr) -> _Act:
    at, player = key(layout, expr.part("storage")), value(layout, expr.part("value"))
    return lambda t: t.set_str(at(t), seat_text(player(t)))


def _turn(layout: Layout, expr: Expr) -> _Act:
    member = owner_of(layout, expr.part("member"))
    which = 1 if expr.form == "cycle.next" else 0
    if expr.part("member").type is Type.TEAM:
        return lambda t: t.turn(t.teams_turn, which, member(t))
    return lambda t: t.turn(t.players, which, member(t))


def _pass(_: Layout, __: Expr) -> _Act:
    return lambda t: t.passed()


def _create_teams(layout: Layout, expr: Expr) -> _Act:
    groups = tuple(tuple(int(seat.value or 0) for seat in group.args) for group in expr.args)
    named = {seat for group in groups for seat in group}
    teams = (*groups, *((seat,) for seat in range(layout.seats) if seat not in named))
    return lambda t: t.new_teams(teams)


def _teams_by(layout: Layout, expr: Expr) -> _Act:
    through, number = each(layout, expr), value(layout, expr.part("value"))

    def run(t: Table) -> None:
        groups: dict[int, list[int]] = {}
        for seat in through(t):
            groups.setdefault(number(t), []).append(seat)
        t.new_teams(tuple(tuple(group) for _, group in sorted(groups.items())))

    return run


def _create_deck(layout: Layout, expr: Expr) -> _Act:
    place = value(layout, expr.part("location"))
    batches = layout.pack.batches[expr.spot]

    def run(t: Table) -> None:
        made = next((batch for batch in batches if batch and t.where[batch[0]] < 0), ())
        t.make(made, place(t))

    return run


_ACTIONS: dict[str, Callable[[Layout, Expr], _Act]] = {
    "move": _move,
    "move.many": _move_many,
    "gather": _gather,
    "show": _show,
    "hide": _show,
    "show.to": _look,
    "tell": _tell,
    "forget.all": _forget_all,
    "set.who": _set_who,
    "create.teams.by": _teams_by,
    "remember": _remember,
    "forget": _forget,
    "swap.locations": _swap_locations,
    "swap.cards": _swap_cards,
    "shuffle": _shuffle,
    "shuffle.faro": _riffle,
    "set.int": _set_int,
    "inc": _change,
    "dec": _change,
    "set.str": _set_str,
    "set.points": _set_points,
    "cycle.next": _turn,
    "cycle.current": _turn,
    "pass": _pass,
    "create.teams": _create_teams,
    "create.deck": _create_deck,
}
