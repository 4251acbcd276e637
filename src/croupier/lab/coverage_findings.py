"""What the counts say about the rules: which are dead, which decide nothing, which nobody wants."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.lab.coverage import RANDOM, SKILLED, Coverage
from croupier.lab.statistics import Estimate

KINDS = {
    "never reached": "It never happened.",
    "never offered": "Nobody could ever choose it.",
    "never true": "The condition never held.",
    "always true": "The condition always held: it decides nothing.",
    "never chosen": "Whenever a strong player could do something else, it did.",
    "always chosen": "Whenever a strong player could do it, it did.",
    "always forced": "It was offered only when there was nothing else to do: no choice at all.",
    "switched off": "It cannot happen with these seats and settings.",
}
"""Every kind of finding, in the order in which they are told, and what it means."""

DEAD = ("never reached", "never offered", "never true")
"""Findings of rules that have never had an effect."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a designer may want to know about a rule."""

    kind: str
    rule: int
    """The number of the rule."""
    told: str
    """How often what was seen, in words."""
    share: Estimate | None = None
    """Of the times that it could have been otherwise, those that it was."""


def findings(found: Coverage) -> list[Finding]:
    """All that is to be told of a game, in the order of the text."""
    if not found.games():
        return []
    judge = _Judge(found)
    every = [judge.of(number) for number in range(len(found.rules))]
    return [finding for finding in every if finding is not None]


class _Judge:
    def __init__(self, found: Coverage) -> None:
        self.found = found
        self.reached = [self._is_reached(number) for number in range(len(found.rules))]
        self.verdicts = [self._verdict(number) for number in range(len(found.rules))]
        self.parts: dict[int, list[int]] = {}
        for number, rule in enumerate(found.rules):
            self.parts.setdefault(rule.within, []).append(number)

    def _is_reached(self, number: int) -> bool:
        return any(self.found.count(number).values())

    def _verdict(self, number: int) -> str:
        """Whether a condition was never or always true."""
        rule, count = self.found.rules[number], self.found.count(number)
        if rule.kind != "condition" or rule.fixed is not None or not any(count.values()):
            return ""
        return "never true" if not count["true"] else "always true" if not count["false"] else ""

    def of(self, number: int) -> Finding | None:
        """What is to be told of a rule."""
        rule = self.found.rules[number]
        if not self.reached[number]:
            return self._unreached(number)
        if rule.kind == "condition":
            return self._condition(number)
        if rule.kind == "choice":
            return self._choice(number)
        return self._option(number) if rule.kind == "option" else None

    def _unreached(self, number: int) -> Finding | None:
        """Told of the outermost rule only: what is within it goes without saying."""
        rule = self.found.rules[number]
        around = rule.within
        if around >= 0 and not self.reached[around]:
            return None
        if rule.kind == "condition":
            return self._unreached_part(number)
        if self._is_off(number):
            return Finding("switched off", number, "a condition hangs only on seats and settings")
        return self._told("never offered" if rule.kind == "option" else "never reached", number)

    def _unreached_part(self, number: int) -> Finding | None:
        """A part of a condition that others have always decided; not told if they are fixed."""
        around = self.found.rules[number].within
        others = [self.found.rules[part].fixed for part in self.parts[around]]
        if self.found.rules[around].kind != "condition" or any(fixed is not None for fixed in others):
            return None
        return self._told("never reached", number)

    def _is_off(self, number: int) -> bool:
        """Whether a rule never happens because of what is fixed: its own guards, or the form around it."""
        rules = self.found.rules
        for holder in (number, rules[number].within):
            if holder < 0:
                continue
            if rules[holder].kind == "action" and rules[holder].fixed is False:
                return True
            # A stage has no turn if its end is fixed; anything else does not happen if its condition fails.
            stopping = rules[holder].kind == "loop"
            parts = (rules[part] for part in self.parts.get(holder, ()))
            if any(part.kind == "condition" and part.fixed is stopping for part in parts):
                return True
        return False

    def _told(self, kind: str, number: int) -> Finding:
        games = self.found.games()
        share = self.found.share(0, games)
        return Finding(kind, number, f"in {games:,} games; in at most {percent(share.high)} of all", share)

    def _condition(self, number: int) -> Finding | None:
        kind = self.verdicts[number]
        if not kind or self._follows(number, kind):
            return None
        count = self.found.count(number)
        n = count["true"] + count["false"]
        # The share that could still be there, unseen: of the opposite.
        share = self.found.share(0, n)
        other = "true" if kind == "never true" else "false"
        return Finding(kind, number, f"tested {n:,} times; {other} in at most {percent(share.high)}", share)

    def _follows(self, number: int, kind: str) -> bool:
        """Whether it goes without saying: because of the condition around it, or of a part of it."""
        rule = self.found.rules[number]
        around = self.found.rules[rule.within] if rule.within >= 0 else None
        if around is not None and around.kind == "condition":
            outer = self.verdicts[rule.within]
            if around.what == "not" and outer:
                return True
            if (around.what, outer, kind) in (
                ("and", "always true", "always true"),
                ("or", "never true", "never true"),
            ):
                return True
        told_by_a_part = {"and": "never true", "or": "always true"}
        parts = [part for part in self.parts.get(number, ()) if self.found.rules[part].kind == "condition"]
        if told_by_a_part.get(rule.what) != kind:
            return False
        fixed = kind == "always true"
        return any(self.verdicts[part] == kind or self.found.rules[part].fixed is fixed for part in parts)

    def _choice(self, number: int) -> Finding | None:
        """A choice at which there was never anything to choose."""
        times = self.found.count(number)["times"]
        forced = sum(self.found.count(item)["forced"] for item in self.parts.get(number, ()))
        if forced < times:
            return None
        share = self.found.share(0, times)
        return Finding(
            "always forced", number, f"at {times:,} decisions; free at most at {percent(share.high)}", share
        )

    def _option(self, number: int) -> Finding | None:
        both = self.found.count(number)
        choice = self.found.rules[number].within
        if both["forced"] == both["offered"]:
            if self._choice(choice) is not None:
                return None
            share = self.found.share(0, both["offered"])
            told = f"offered {both['offered']:,} times; free at most at {percent(share.high)} of them"
            return Finding("always forced", number, told, share)
        free, taken = self._free(number, SKILLED)
        if not free or 0 < taken < free:
            return None
        by_chance = self._free(number, RANDOM)
        if taken and by_chance[0] == by_chance[1]:
            # Nobody can pass it over: nothing else is ever offered along with it.
            return None
        kind = "always chosen" if taken else "never chosen"
        share = self.found.share(taken, free, SKILLED)
        chance = (
            f"; at random {percent(by_chance[1] / by_chance[0])} of {by_chance[0]:,}" if by_chance[0] else ""
        )
        limit = f"at most {percent(share.high)}" if not taken else f"at least {percent(share.low)}"
        return Finding(
            kind, number, f"at {free:,} decisions of {self.found.player}: {limit} of all{chance}", share
        )

    def _free(self, number: int, series: str) -> tuple[int, int]:
        """How often an option was offered along with others, and how often it was chosen then."""
        count = self.found.count(number, series)
        return count["offered"] - count["forced"], count["chosen"] - count["forced"]


def percent(share: float | None) -> str:
    """A share as it is told: never more certain than it is.

    >>> percent(0.25), percent(0.0004), percent(0.0), percent(1.0), percent(0.99999), percent(None)
    ('25 %', '0.04 %', '0 %', '100 %', '> 99.9 %', '–')
    """
    if share is None:
        return "–"
    if 0.999 < share < 1:
        return "> 99.9 %"
    hundred = 100 * share
    return f"{hundred:.0f} %" if hundred >= 10 or not hundred else f"{hundred:.2g} %"
