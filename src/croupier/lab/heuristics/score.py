"""The score of games without rivals: what skill makes of it, what a decision is worth, how it develops."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.lab.games import Games, Numbers
from croupier.lab.heuristic import ArrayHeuristic, Score
from croupier.lab.heuristics.wording import data, number, percent, shifted
from croupier.lab.measures import Measures
from croupier.lab.scorer import IN_WORDS, Evidence
from croupier.lab.shared_score import many_points_are_good
from croupier.lab.statistics import Estimate, Moments, share
from croupier.lab.world import MIXED, RANDOM, SERIES, SKILLED

LARGEST = 1 << 30
"""Scores beyond this are cut off where they are summed."""


def expected_scores(games: Games) -> tuple[Numbers, Numbers]:
    """At every decision with estimates: the score to be expected, and how much the options differ in score.

    They are what the AI reckons: it lets games end at random from there.
    """
    told = games.recorded
    ends = games.ends[told.at].astype(np.float64).clip(-LARGEST, LARGEST)
    span = ends[:, 1] - ends[:, 0]
    own = told.standings[np.arange(len(told)), told.seat]
    # The best end is the highest score or the lowest, by the rules: `score` knows which.
    return ends[:, 0] + own * span, told.spread * span


def shared_games(games: Games) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Whether all seats of a game came to the same score."""
    found: np.ndarray[Any, np.dtype[np.bool_]] = games.finished & (games.scores == games.scores[:, :1]).all(
        axis=1
    )
    return found


class SharedScore(ArrayHeuristic):
    """What AIs score together, or alone, compared with less skill."""

    name, title, series = "score", "Score", SERIES
    rivals, precise, by_score, relative = False, False, True, True

    def add(self, games: Games, into: Measures) -> None:
        """Final scores, and what is to be expected and at stake by the AI's own estimates."""
        shared = shared_games(games)
        at = np.flatnonzero(shared)
        if not len(at):
            return
        into.count("score.final", games.deal[at], games.scores[at, 0].clip(-LARGEST, LARGEST))
        told = games.recorded
        ends = games.ends[told.at]
        scored = shared[told.game] & (ends[:, 0] <= ends[:, 1])
        if not scored.any():
            return
        expected, stake = (each[scored] for each in expected_scores(games))
        deal = told.deal[scored]
        into.add("score.stake", deal, stake)
        both = ends[scored].astype(np.float64).clip(-LARGEST, LARGEST).sum(axis=1)
        for key, values in (("expected", expected), ("ends", both)):
            into.add_by(f"score.{key}", games.tenth[told.at][scored], deal, values)

    def score(self, evidence: Evidence) -> Score:
        """The mean score of games among AIs; of random ones if there are no others."""
        means = {name: mean_score(evidence, name) for name in SERIES}
        known = {name: found for name, found in means.items() if found.value is not None}
        if not known:
            return self.undefined("no game finished with a score")
        highest = many_points_are_good(evidence.plan)
        stake = evidence.mean("score.stake", MIXED, SKILLED)
        course = self._course(evidence, highest)
        details: dict[str, Any] = {
            "highest_wins": highest,
            **{name: data(found) for name, found in known.items()},
            "levels": [
                {"player": level.player, "budget": level.budget, **data(level.score)}
                for level in (evidence.ladder.levels if evidence.ladder is not None else ())
            ],
            "stake": data(stake),
            "course": [data(found) for found in course],
        }
        told = [f"{_who(name, evidence)} score {number(found)}" for name, found in known.items()]
        sentence = "; ".join(told)
        if stake.value is not None:
            sentence += f". At a decision the best option is worth {number(stake)} more than the worst"
        if len(course) > 1:
            sentence += (
                f". If all went on at random, {number(course[0], 1)} would be expected in the first tenth of "
                f"the game, {number(course[-1], 1)} in the last"
            )
        values = [found.value for found in course if found.value is not None]
        return self.told(next(reversed(known.values())), f"{sentence}.", details, values)

    @staticmethod
    def _course(evidence: Evidence, highest: bool) -> list[Estimate]:
        """The score to be expected in every tenth of games among AIs."""
        found = []
        for tenth in range(10):
            expected = evidence.mean(f"score.expected{tenth}", SKILLED)
            if not highest and expected.value is not None:
                # Estimates count down from the highest score there.
                ends = evidence.mean(f"score.ends{tenth}", SKILLED)
                expected = shifted(expected, -1, ends.value or 0.0)
            if expected.value is not None:
                found.append(expected)
        return found


def _who(series: str, evidence: Evidence) -> str:
    return {
        RANDOM: "Random players",
        MIXED: f"one {evidence.player} among them",
        SKILLED: evidence.player if evidence.seats == 1 else f"{evidence.player} at every seat",
    }[series]


def mean_score(evidence: Evidence, series: str) -> Estimate:
    """The mean score of a series."""
    tally = evidence.world(series).tally
    found = (tally.scores[0] if tally.scores else Moments()).mean(evidence.confidence)
    return found if found.n > 1 else Estimate(None, None, None, found.n)


class SkillGain(ArrayHeuristic):
    """How much more AIs score than random players."""

    name, title, series = "skillgain", "Gain by skill", (RANDOM, SKILLED)
    rivals, precise, by_score, relative = False, False, True, True

    def score(self, evidence: Evidence) -> Score:
        """The difference of the means; positive is better, whichever way the rules count."""
        chance, skilled = (mean_score(evidence, name) for name in (RANDOM, SKILLED))
        gain = difference(skilled, chance)
        if gain.value is None or chance.value is None or skilled.value is None:
            return self.undefined("there are no games of both to compare")
        if not many_points_are_good(evidence.plan):
            gain = shifted(gain, -1, 0)
        sure = gain.low is not None and gain.low > 0
        worse = gain.high is not None and gain.high < 0
        verdict = "skill shows" if sure else "random play is better" if worse else "it may be chance"
        times = ratio(skilled, chance)
        more = f", {number(times)} times as much" if times.value is not None and sure else ""
        return self.told(
            gain,
            f"{evidence.player} scores {number(gain)} better than random players{more}: {verdict}.",
            {"ratio": data(times)},
        )


def difference(one: Estimate, other: Estimate) -> Estimate:
    """How much larger one mean is than another, of games that are played apart."""
    if one.value is None or other.value is None:
        return Estimate(None, None, None, 0)
    value, n = one.value - other.value, min(one.n, other.n)
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return Estimate(value, None, None, n)
    reach = np.hypot((one.high - one.low) / 2, (other.high - other.low) / 2)
    return Estimate(value, float(value - reach), float(value + reach), n)


def ratio(one: Estimate, other: Estimate) -> Estimate:
    """How many times as large one mean is as another; unknown unless both are surely above 0."""
    unknown = Estimate(None, None, None, 0)
    if one.value is None or other.value is None or one.low is None or other.low is None:
        return unknown
    if one.low <= 0 or other.low <= 0 or one.high is None or other.high is None:
        return unknown
    value = one.value / other.value
    # Relative errors of a quotient add up as those of a sum do.
    relative = np.hypot((one.high - one.low) / 2 / one.value, (other.high - other.low) / 2 / other.value)
    low, high = value * max(0.0, 1 - float(relative)), value * (1 + float(relative))
    return Estimate(value, low, high, min(one.n, other.n))


class Target(ArrayHeuristic):
    """How often a score is reached that somebody aims at."""

    name, title, series = "target", "Target", SERIES
    rivals, by_score = False, True

    def score(self, evidence: Evidence) -> Score:
        """The share of games among AIs that come as far as the target."""
        target = evidence.target
        if target is None:
            return self.undefined("no score to reach was given: --target N")
        highest = many_points_are_good(evidence.plan)
        by_series = {name: self._reached(evidence, name, target, highest) for name in SERIES}
        known = {name: found for name, found in by_series.items() if found.value is not None}
        if not known:
            return self.undefined("no game finished with a score")
        levels = evidence.ladder.levels if evidence.ladder is not None else ()
        details = {
            "target": target,
            **{name: data(found) for name, found in known.items()},
            "levels": [
                {
                    "player": level.player,
                    "budget": level.budget,
                    **data(level.reached(target, highest=highest)),
                }
                for level in levels
            ],
        }
        told = ", ".join(f"{percent(found)} of the {IN_WORDS[name]}" for name, found in known.items())
        limit = "at least" if highest else "at most"
        return self.told(
            next(reversed(known.values())), f"A score of {limit} {target:,} is reached in {told}.", details
        )

    @staticmethod
    def _reached(evidence: Evidence, series: str, target: int, highest: bool) -> Estimate:
        counts = evidence.world(series).count_of("score.final")
        reached = sum(
            times
            for score, times in counts.items()
            if (int(str(score)) - target) * (1 if highest else -1) >= 0
        )
        return share(reached, counts.total(), 1, evidence.confidence)
