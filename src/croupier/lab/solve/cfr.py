"""CFR+: regrets that are never negative, seats that take turns, later iterations that weigh more.

The predictive form expects that an option is regretted next time as much as the last time (Farina, Kroer and
Sandholm, 2021), and weighs iterations by the square of their number. In bidding games, where seats decide
without having seen what the others did, it is hundreds of times faster; in poker it is not.
"""

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
    predictive: bool = False
    expected: list[Numbers] = field(default_factory=list)
    """By seat and option: what is expected to be regretted next, if it is predictive."""

    def __post_init__(self) -> None:
        self.expected = [np.zeros(one.options) for one in self.form.decisions]
        if not self.regrets:
            self.regrets = [np.zeros(one.options) for one in self.form.decisions]
            self.sums = [np.zeros(one.options + 1) for one in self.form.decisions]

    def iterate(self) -> None:
        """One iteration: every seat in turn answers what the others do now."""
        self.iterations += 1
        weight = self.iterations**2 if self.predictive else self.iterations
        strategies = [self._strategy(seat) for seat in range(self.form.seats)]
        plans = [one.plan(found) for one, found in zip(self.form.decisions, strategies, strict=True)]
        for seat, decisions in enumerate(self.form.decisions):
            options, values = decisions.worth(self.form.gains(seat, plans), strategies[seat])
            regrets, now = self.regrets[seat], options - values[decisions.owner]
            regrets += now
            np.maximum(regrets, 0.0, out=regrets)
            if self.predictive:
                self.expected[seat] = now
            plans[seat] = decisions.plan(self._strategy(seat))
            self.sums[seat] += weight * plans[seat]

    def _strategy(self, seat: int) -> Numbers:
        weights = self.regrets[seat]
        if self.predictive:
            weights = np.maximum(weights + self.expected[seat], 0.0)
        return self.form.decisions[seat].normalised(weights)

    def average(self) -> list[Numbers]:
        """The average plans: what has been found."""
        if not self.iterations:
            return [one.plan(one.uniform()) for one in self.form.decisions]
        return [sums / sums[0] for sums in self.sums]

    def packed(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "regrets": [packed_numbers(one) for one in self.regrets],
            "sums": [packed_numbers(one) for one in self.sums],
        }

    def unpack(self, data: dict[str, Any], iterations: int) -> None:
        """Go on from plain data; ValueError if it does not fit."""
        self.regrets = [
            unpacked_numbers(one, len(have)) for one, have in zip(data["regrets"], self.regrets, strict=True)
        ]
        self.sums = [
            unpacked_numbers(one, len(have)) for one, have in zip(data["sums"], self.sums, strict=True)
        ]
        self.iterations = iterations

    def strategies(self) -> list[Numbers]:
        """By seat and option, how likely it is in the average."""
        return [
            decisions.normalised(decisions.behaviour(plan, decisions.normalised(self.regrets[seat])))
            for seat, (decisions, plan) in enumerate(zip(self.form.decisions, self.average(), strict=True))
        ]


def packed_numbers(numbers: Numbers) -> str:
    return b64encode(numbers.astype("<f8").tobytes()).decode()


def unpacked_numbers(text: str, size: int) -> Numbers:
    found = np.frombuffer(b64decode(text, validate=True), dtype="<f8").astype(np.float64)
    if len(found) != size:
        raise ValueError("it has another size")
    return found
