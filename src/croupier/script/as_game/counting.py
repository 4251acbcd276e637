"""A program that counts what its rules do: the same game on a machine that counts its instructions.

Every statement, condition, loop and question of the file is a rule; where a question has answers of its own
in the text, such as 'play' and 'draw', each of these is an option of it. Instructions are counted, and
a rule knows the instruction by which it is counted. What an answer did that had to be taken back counts, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier.game import Outcome
from croupier.game.counting import COUNTED, Choose, Counted, Rule
from croupier.game.hosting import Event
from croupier.script.machine import Routine
from croupier.script.operations import next_item
from croupier.script.uses import Site, site_of

if TYPE_CHECKING:
    from croupier.script.as_game.game import ScriptGame
    from croupier.script.as_game.state import ScriptState

Instruction = tuple[Routine, int]
Counts = dict[tuple[int, int], list[int]]
"""By routine and instruction, how often it was executed, and how often it led elsewhere."""


class ScriptCounting:
    """A game that counts."""

    def __init__(self, game: ScriptGame) -> None:
        self.game = game
        self._options: dict[tuple[Site, Any], int] = {}
        """The number of every option, by its question and answer."""
        self.rules: list[Rule] = self._found()
        routines = [r for r in game.script.routines if r.spans]
        self._places = [self._place(rule, routines) for rule in self.rules]

    def _found(self) -> list[Rule]:
        """The rules of the file in the order of the text, options behind their questions."""
        own = [r for r in self.game.script.rules if r.span.source is self.game.source]
        found: list[Rule] = []
        for rule in sorted(own, key=lambda r: (r.span.start, -r.span.end)):
            number = len(found)
            found.append(rule)
            uses = self.game.script.uses.get(site_of(rule.span)) if rule.kind == "choice" else None
            for value in (*uses.literals, *([uses.otherwise] if uses.otherwise else [])) if uses else ():
                self._options[site_of(rule.span), value] = len(found)
                found.append(Rule("option", rule.span, str(value), number))
        return found

    def _place(self, rule: Rule, routines: Sequence[Routine]) -> Instruction | None:
        """The instruction by which a rule is counted; None for options, and for what is never lowered."""
        for routine in routines:
            if rule.kind == "action":
                inside = (
                    at
                    for at, span in enumerate(routine.spans)
                    if span.source is rule.span.source
                    and rule.span.start <= span.start
                    and span.end <= rule.span.end
                )
                found = max(inside, default=None)
            elif rule.kind in ("condition", "loop", "choice"):
                found = self._marked(rule, routine)
            else:
                return None
            if found is not None and not routine.name.startswith("("):
                return routine, found
        return None

    def _marked(self, rule: Rule, routine: Routine) -> int | None:
        """The last instruction of its sort that stands exactly where the rule stands."""
        wanted = {
            "condition": self.game.script.branch,
            "loop": next_item,
            "choice": self.game.script.question,
        }[rule.kind]
        return max(
            (
                at
                for at, ((operation, _), span) in enumerate(zip(routine.ops, routine.spans, strict=True))
                if operation is wanted and span == rule.span
            ),
            default=None,
        )

    def play(
        self, seed: int, choose: Choose, *, max_steps: int, max_decisions: int
    ) -> tuple[tuple[int, ...], Outcome]:
        """Play one game to its end, and count."""
        state = self.game.fresh(seed, max_steps=max_steps, max_decisions=max_decisions)
        counts: Counts = defaultdict(lambda: [0, 0])
        state.machine.counts = counts
        state.machine.code = state.machine.language.code.counting
        chosen = _Chosen(state, self._options)
        state.listen(chosen)
        state.begin()
        while state.outcome is None:
            state.apply(choose(state))
        every = [n for number in range(len(self.rules)) for n in self._counted(number, counts, chosen)]
        return tuple(every), state.outcome

    def play_many(
        self, seed: int, first: int, count: int, *, max_steps: int, max_decisions: int
    ) -> Counted | None:
        """There is no quick way."""
        return None

    def _counted(self, number: int, counts: Counts, chosen: _Chosen) -> tuple[int, ...]:
        kind, place = self.rules[number].kind, self._places[number]
        if kind == "option":
            return tuple(sums[number] for sums in (chosen.offered, chosen.taken, chosen.forced))
        if place is None:
            return (0,) * len(COUNTED[kind])
        number_, at = place[0].number, place[1]
        times, jumps = counts.get((number_, at), (0, 0))
        if kind == "condition":
            return times - jumps, jumps
        if kind == "loop":
            return counts.get((number_, at - 1), (0, 0))[0], times - jumps
        return (times,)


class _Chosen:
    """Is told of every decision, and counts which answers were offered and taken."""

    def __init__(self, state: ScriptState, options: dict[tuple[Site, Any], int]) -> None:
        self.state = state
        self.options = options
        self.offered: Counter[int] = Counter()
        self.taken: Counter[int] = Counter()
        self.forced: Counter[int] = Counter()

    def __call__(self, event: Event, place: Any) -> None:
        """Something happens."""
        if event[0] != "decision" or self.state.moves is None:
            return
        site, moves = site_of(place.span), self.state.moves.moves
        firsts = [self.options.get((site, move.parts[0].value)) for move in moves]
        for number in {n for n in firsts if n is not None}:
            self.offered[number] += 1
            self.forced[number] += all(n == number for n in firsts)
        taken = firsts[event[3]]
        if taken is not None:
            self.taken[taken] += 1
