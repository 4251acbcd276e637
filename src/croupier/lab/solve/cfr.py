"""CFR+: regrets that are never negative, seats that take turns, later iterations that weigh more."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from croupier.lab.solve.sequences import Form, Numbers


@dataclass(slots=True)
class CFRPlus:
    """How far a game is solved."""

    form: Form
    regrets: list[Numbers] = field(default_factory=list)
    """By seat and option: how much better it would have been always to take it, never below 0."""
    sums: list[Numbers] = field(default_factory=list)
    """By seat and sequence: the plans of all iterations, each as often as its number says."""
    iterations: int = 0

    def __post_init__(self) -> None:
        if not self.regrets:
            self.regrets = [np.zeros(one.options) for one in self.form.decisions]
            self.sums = [np.zeros(one.options + 1) for one in self.form.decisions]

    def iterate(self) -> None:
        """One iteration: every seat in turn answers what the others do now."""
        self.iterations += 1
        plans = [self._plan(seat) for seat in range(self.form.seats)]
        for seat, decisions in enumerate(self.form.decisions):
            strategy = decisions.normalised(self.regrets[seat])
            options, values = decisions.worth(self.form.gains(seat, plans), strategy)
            regrets = self.regrets[seat]
            regrets += options - values[decisions.owner]
            np.maximum(regrets, 0.0, out=regrets)
            plans[seat] = self._plan(seat)
            self.sums[seat] += self.iterations * plans[seat]

    def _plan(self, seat: int) -> Numbers:
        decisions = self.form.decisions[seat]
        return decisions.plan(decisions.normalised(self.regrets[seat]))

    def average(self) -> list[Numbers]:
        """The average plans: what has been found."""
        if not self.iterations:
            return [one.plan(one.uniform()) for one in self.form.decisions]
        return [sums / sums[0] for sums in self.sums]

    def packed(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "regrets": [_packed(one) for one in self.regrets],
            "sums": [_packed(one) for one in self.sums],
        }

    def unpack(self, data: dict[str, Any], iterations: int) -> None:
        """Go on from plain data; ValueError if it does not fit."""
        self.regrets = [
            _unpacked(one, len(have)) for one, have in zip(data["regrets"], self.regrets, strict=True)
        ]
        self.sums = [_unpacked(one, len(have)) for one, have in zip(data["sums"], self.sums, strict=True)]
        self.iterations = iterations

    def strategies(self) -> list[Numbers]:
        """By seat and option, how likely it is in the average."""
        return [
            decisions.normalised(decisions.behaviour(plan, decisions.normalised(self.regrets[seat])))
            for seat, (decisions, plan) in enumerate(zip(self.form.decisions, self.average(), strict=True))
        ]


def _packed(numbers: Numbers) -> str:
    return b64encode(numbers.astype("<f8").tobytes()).decode()


def _unpacked(text: str, size: int) -> Numbers:
    found = np.frombuffer(b64decode(text, validate=True), dtype="<f8").astype(np.float64)
    if len(found) != size:
        raise ValueError("it has another size")
    return found
