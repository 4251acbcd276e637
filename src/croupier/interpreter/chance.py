"""A RECYCLE game that lists what chance may do, as exact weights, instead of doing it.

A run goes from a decision to the next one or to the end. It is repeated, each time with more decided, until
nothing is open on which it depends (`loose.py`). At a decision every card is decided that some seat sees or
knows; all others may stay open, in a pile that nobody ever draws from to the end of the game. Only these
were open up to the decision, so the run is not repeated for them: the cards change places where they lie,
if nothing refers to one of them alone.

The interpreter is what runs here, whatever engine plays the game elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from croupier.game.chance import MOST_OUTCOMES, Outcomes, Position, Roll, TooManyOutcomes, complete
from croupier.interpreter.game import Compiled, RecycleGame
from croupier.interpreter.loose import ChanceStream, Script, Settling, Undrawn, Unsettled, Watch
from croupier.interpreter.pack import Pack
from croupier.interpreter.position_key import position_key
from croupier.interpreter.renaming import exchange, lets
from croupier.interpreter.state import TableState
from croupier.interpreter.table import Table
from croupier.recycle.program import Program
from croupier.recycle.types import Type
from croupier.recycle.unread import unread_attributes, without

_Run = Callable[[Script], TableState]


class ChanceGame(RecycleGame):
    """A game of which all histories can be walked through."""

    def __init__(self, program: Program, name: str) -> None:
        self.ignoring = unread_attributes(program)
        """Attributes that make no difference: its cards do not have them."""
        program = without(program, self.ignoring)
        pack = Pack.of(program.decks)
        self.watch = Watch(pack.kinds)
        self._backs = pack.backs
        super().__init__(program, name, Compiled.of(program, watch=self.watch))

    def beginnings(self) -> Outcomes:
        """All positions in which it may begin."""
        return self._all(self._beginning)

    def after(self, position: Position, option: int) -> Outcomes:
        """All positions to which an option may lead."""
        return self._all(self._following(position, option))

    def one_beginning(self, roll: Roll) -> tuple[Fraction, Position]:
        """One of the beginnings, drawn by its weight."""
        return self._one(self._beginning, roll)

    def one_after(self, position: Position, option: int, roll: Roll) -> tuple[Fraction, Position]:
        """One of the positions to which an option may lead, drawn by its weight."""
        return self._one(self._following(position, option), roll)

    def key(self, position: Position) -> bytes | None:
        """Equal for positions from which everything goes on alike, whatever has led there."""
        assert isinstance(position.state, TableState)
        return position_key(position.state, position.loose)

    def _all(self, run: _Run) -> Outcomes:
        found: list[tuple[Fraction, Position]] = []
        waiting: list[Script | _Shown] = [Script()]
        while waiting:
            at = waiting.pop()
            try:
                state = run(at) if isinstance(at, Script) else self._shown(at)
            except Undrawn as asked:
                assert isinstance(at, Script)
                if asked.below > MOST_OUTCOMES:
                    raise TooManyOutcomes(asked.below) from None
                waiting += [at.with_number(n, asked.below) for n in reversed(range(asked.below))]
            except _Faces as asked:
                more = [self._further(at, asked, way) for way in self.watch.decided(asked.cards)]
                waiting += reversed(more)
            else:
                found.append((at.weight, Position(state, self.watch.end())))
            if len(found) + len(waiting) > MOST_OUTCOMES:
                raise TooManyOutcomes(len(found) + len(waiting))
        return complete(found)

    def _one(self, run: _Run, roll: Roll) -> tuple[Fraction, Position]:
        at: Script | _Shown = Script()
        while True:
            try:
                state = run(at) if isinstance(at, Script) else self._shown(at)
            except Undrawn as asked:
                assert isinstance(at, Script)
                at = at.with_number(roll(asked.below), asked.below)
            except _Faces as asked:
                at = self._further(at, asked, self.watch.one_decided(asked.cards, roll))
            else:
                return at.weight, Position(state, self.watch.end())

    def _further(self, at: Script | _Shown, asked: _Faces, way: tuple[Fraction, Settling]) -> Script | _Shown:
        """What is to be done after some faces have been decided in one way."""
        weight, settling = way
        if asked.state is None:
            assert isinstance(at, Script)
            return at.with_cards(weight, settling)
        groups = tuple(frozenset(group) for group in self.watch.groups)
        return _Shown(at.weight * weight, asked.state, groups, settling)

    def _shown(self, at: _Shown) -> TableState:
        """The decision at which some cards were seen, after they have been decided."""
        settling, state = at.settling, at.state
        groups = [set(group) for group in at.groups]
        groups[settling.group].difference_update(settling.fixed)
        self.watch.resume(groups)
        if settling.swaps:
            state = state.copy()
            exchange(state, {one: other for pair in settling.swaps for one, other in (pair, pair[::-1])})
            state.rebuild()
        self._show(state)
        return state

    def _beginning(self, script: Script) -> TableState:
        self.watch.begin((), script)
        state = self.fresh()
        state.table.stream = ChanceStream(self.watch)
        return self._run(state, state.begin)

    def _following(self, position: Position, option: int) -> _Run:
        before = position.state
        assert isinstance(before, TableState)

        def run(script: Script) -> TableState:
            names = self.watch.begin(position.loose, script)
            state = before.copy()
            if names:
                exchange(state, names)
            return self._run(state, lambda: state.apply(option))

        return run

    def _run(self, state: TableState, go_on: Callable[[], None]) -> TableState:
        try:
            go_on()
        except Unsettled as look:
            raise _Faces(self._alike(state, look.card)) from None
        if state.outcome is None:
            self._show(state)
        return state

    def _show(self, state: TableState) -> None:
        """Everybody looks at the table: stop at a loose card that somebody sees or knows."""
        try:
            self._look_at(state)
        except Unsettled as look:
            # A memory or a variable may refer to a card from before it was shuffled: it stays that card.
            single = _singled_out(state, state.table)
            moves = all(single.isdisjoint(group) for group in self.watch.groups)
            raise _Faces(self._alike(state, look.card), state if moves else None) from None

    def _look_at(self, state: TableState) -> None:
        table, layout, watch = state.table, self.layout, self.watch
        if not any(watch.groups):
            return
        for group in watch.groups:
            # The backs of cards are seen, also of those that lie face down.
            if len({self._backs[card] for card in group}) > 1:
                raise Unsettled(min(group))
        for number, place in enumerate(layout.places[: len(table.cards)]):
            if any(layout.sees(seat, place, table.teams) for seat in range(self.seats)):
                self._look(table.cards[number])
        assert table.knowledge is not None
        for kept in table.knowledge.kept:
            self._look(sorted(kept))

    def _look(self, cards: list[int]) -> None:
        for card in cards:
            if self.watch.group_of[card] >= 0 and len(self.watch.faces(card)) > 1:
                raise Unsettled(card)

    def _alike(self, state: TableState, card: int) -> list[int]:
        """The cards to decide with this one at once: those that nothing tells apart but their faces.

        They lie in one place whose order nobody can observe, the same seats know them, and nothing refers to
        one of them alone.
        """
        table, watch = state.table, self.watch
        place = table.where[card]
        if place < 0 or not self.layout.ordered_freely[place]:
            return [card]
        single = _singled_out(state, table)
        if card in single:
            return [card]
        assert table.knowledge is not None
        knowing = [card in kept for kept in table.knowledge.kept]
        return [
            other
            for other in table.pile(place)
            if watch.group_of[other] == watch.group_of[card]
            and other not in single
            and [other in kept for kept in table.knowledge.kept] == knowing
        ]


class _Faces(Exception):
    """It has to be decided what some cards are; if a game has come to a decision by then, with that game."""

    def __init__(self, cards: list[int], state: TableState | None = None) -> None:
        super().__init__(cards)
        self.cards, self.state = cards, state


@dataclass(frozen=True, slots=True)
class _Shown:
    """A game at a decision, with its loose cards, and what chance has decided of those that are seen."""

    weight: Fraction
    state: TableState
    groups: tuple[frozenset[int], ...]
    settling: Settling


def _singled_out(state: TableState, table: Table) -> set[int]:
    """The cards to which a variable or a memory refers by themselves."""
    found = {card for memory in table.layout.memories for card in table.pile(memory)}
    for let in lets(state):
        content = table.variables[let.slot]
        if let.expr.part("value").type in (Type.CARD, Type.COPY):
            found.add(content)
        elif isinstance(content, list):
            found.update(card for card in content if isinstance(card, int))
            found.update(card for inner in content if isinstance(inner, list) for card in inner)
    return found
