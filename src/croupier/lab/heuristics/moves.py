"""What there is to decide: how much it matters, how clear it is, how many options there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt

import numpy as np

from croupier.lab.evenness import jackknife
from croupier.lab.games import Games, Integers, Numbers, standard_errors
from croupier.lab.heuristic import ENGINE, OURS, TABLES, ArrayHeuristic, Score
from croupier.lab.heuristics.course import NO_CHOICE
from croupier.lab.heuristics.wording import TOO_FEW, among, data, number, percent, plural, shifted
from croupier.lab.measures import SCALE, Measures
from croupier.lab.scorer import Evidence
from croupier.lab.statistics import Estimate
from croupier.lab.world import GROUPS, MIXED, RANDOM, SKILLED, World
from croupier.players.game_kind import COMPETITIVE

PARTS = 1 << 20
"""An option that is one of several counts as a part of one."""

CLEARLY = 1.96
"""An option is clearly better if it is so many standard errors of the difference better."""


def spread_of(games: Games) -> Numbers:
    """The spread of every decision; nothing where there are no estimates."""
    found = np.zeros(len(games.seat))
    found[games.recorded.at] = games.recorded.spread
    return found


@dataclass(frozen=True, slots=True)
class Turns:
    """Decisions of one seat in a row, with the numbers of the first and the last."""

    game: Integers
    seat: Integers
    first: Integers
    last: Integers


def turns_of(games: Games) -> Turns:
    """All turns of some games, in their order."""
    new = np.ones(len(games.seat), dtype=bool)
    new[1:] = (games.game[1:] != games.game[:-1]) | (games.seat[1:] != games.seat[:-1])
    begin = np.flatnonzero(new)
    end = np.append(begin[1:], len(games.seat))[: len(begin)] - 1
    return Turns(games.game[begin], games.seat[begin], games.number[begin], games.number[end])


class MeaningfulMoves(ArrayHeuristic):
    """How much it matters what one does: the spread of the estimates of a decision."""

    name, title, series = "meaningfulmoves", "Meaningful moves", (MIXED, SKILLED)
    readings = (OURS, ENGINE, TABLES)
    rivals = False

    def add(self, games: Games, into: Measures) -> None:
        """The spread of decisions of the AI; a forced one has none."""
        spread, ours = spread_of(games), games.by_ai
        deal = games.deal[games.game]
        into.add("meaningfulmoves.all", deal[ours], spread[ours])
        into.add("meaningfulmoves.forced", deal[ours], games.options[ours] == 1)
        told = ours & games.tried
        into.add("meaningfulmoves.unforced", deal[told], spread[told])
        own = told[games.recorded.at]
        into.add("meaningfulmoves.noise", games.recorded.deal[own], games.recorded.noise_spread[own])
        into.add_by("meaningfulmoves.course", games.tenth[told], deal[told], spread[told])

    def score(self, evidence: Evidence) -> Score:
        """The mean over decisions."""
        curve = evidence.curve("meaningfulmoves.course", *self.series)
        forced = evidence.share("meaningfulmoves.forced", *self.series)
        if evidence.reading != OURS:
            found = evidence.mean("meaningfulmoves.all", *self.series, bounds=(0, 1))
            sentence = "The mean spread (best minus worst) of all decisions of the AI, forced ones included."
            return self.told(found, sentence, {"forced_share": data(forced)}, curve)
        found = evidence.mean("meaningfulmoves.unforced", *self.series, bounds=(0, 1))
        if found.value is None:
            return self.undefined(
                NO_CHOICE, {"forced_share": data(forced)} if forced.value is not None else None
            )
        noise = evidence.mean("meaningfulmoves.noise", *self.series, bounds=(0, 1)).value or 0.0
        way = (
            "of the way from last to first"
            if evidence.kind == COMPETITIVE
            else "of the way from the worst random score to the best"
        )
        return self.told(
            found,
            f"The best option is {number(found, 3)} {way} better than the worst; noise alone would make "
            f"up to {noise:.3f}: {how_much_choices_matter(found, noise)}. Of the decisions "
            f"{percent(forced)} are forced.",
            {"forced_share": data(forced), "noise": noise},
            curve,
        )


def how_much_choices_matter(found: Estimate, noise: float) -> str:
    """The words for a spread: it is no larger than what is measured, and smaller by the noise at most."""
    low = None if found.low is None else max(0.0, found.low - noise)
    how = among(
        Estimate(found.value, low, found.high, found.n),
        (0.05, "hardly"),
        (0.15, "a little"),
        (0.35, "clearly"),
        (1, "much"),
    )
    return how if how == TOO_FEW else f"a single choice matters {how}"


class Variance(ArrayHeuristic):
    """How much the options of a decision differ, all of them taken together."""

    name, title, series = "variance", "Variance", (MIXED, SKILLED)
    width = 0.005
    readings = (OURS, ENGINE)
    rivals = False

    def add(self, games: Games, into: Measures) -> None:
        """The variance of the mover's estimates; the spread for the engine; the largest in thousandths."""
        ours, told = games.by_ai, games.recorded
        into.add("variance.spread", games.deal[games.game][ours], spread_of(games)[ours])
        if not len(told):
            return
        squares = (told.own - told.mean[told.of_option]) ** 2
        variance = np.add.reduceat(squares, told.first) / told.options
        own = ours[told.at]
        into.add("variance.variance", told.deal[own], variance[own])
        largest = np.maximum.reduceat(np.where(own, told.spread, -1.0), told.begin)
        known = largest >= 0
        deal = games.deal[told.games_with[known]]
        into.count("variance.largest", deal, np.rint(1000 * largest[known]).astype(np.int64))

    def score(self, evidence: Evidence) -> Score:
        """The mean over decisions."""
        if evidence.reading == ENGINE:
            largest = Counter[Hashable]()
            for series in self.series:
                largest += evidence.world(series).count_of("variance.largest")
            top = max((int(str(key)) for key in largest), default=0) / 1000
            found = evidence.mean("variance.spread", *self.series)
            sentence = "Mean spread + 0.2 · largest spread; the interval is that of the mean."
            return self.told(shifted(found, 1, 0.2 * top), sentence, {"largest": top})
        found = evidence.mean("variance.variance", *self.series, bounds=(0, 0.25))
        if found.value is None:
            return self.undefined(NO_CHOICE)
        return self.told(
            found,
            f"The options of a decision vary by {number(found, 4)}: they differ by {sqrt(found.value):.2f}, "
            "as a standard deviation.",
        )


class Clarity(ArrayHeuristic):
    """How often there is an option that is clearly the best."""

    name, title, series = "clarity", "Clarity", (MIXED, SKILLED)
    readings = (OURS, ENGINE)
    rivals = False

    def add(self, games: Games, into: Measures) -> None:
        """Best minus second against the noise of that difference; best minus mean, for the engine."""
        told, ours = games.recorded, games.by_ai
        untold = ours & ~games.tried
        into.add("clarity.engine", games.deal[games.game][untold], 0.0)
        if not len(told):
            return
        own = ours[told.at]
        far = told.own[told.best] - told.mean >= 0.3
        into.add("clarity.engine", told.deal[own], far[own])
        fewest = np.minimum.reduceat(games.visits, told.first)
        known = own & (fewest > 0)
        noise = np.zeros(len(told))
        for option in (told.best, told.second):
            noise += standard_errors(told.own[option], games.visits[option]) ** 2
        clear = told.own[told.best] - told.own[told.second] > CLEARLY * np.sqrt(noise)
        into.add("clarity.clear", told.deal[known], clear[known])

    def score(self, evidence: Evidence) -> Score:
        """The share of decisions."""
        if evidence.reading == ENGINE:
            found = shifted(evidence.share("clarity.engine", *self.series), -1, 1)
            return self.told(found, "1 − the share of decisions whose best option is 0.3 above the mean.")
        found = evidence.share("clarity.clear", *self.series)
        if found.value is None:
            return self.undefined(
                "the AI does not tell how often it has tried each option, or never had a choice"
            )
        return self.told(
            found,
            f"At {percent(found)} of the unforced decisions one option is better than the second beyond the "
            f"noise of {evidence.player}'s own estimates.",
        )


class LastPlaceAgency(ArrayHeuristic):
    """How much who is last can still do about it."""

    name, title, series = "lastplaceagency", "Last-place agency", (MIXED, SKILLED)
    ranked = True

    def add(self, games: Games, into: Measures) -> None:
        """The spread of decisions whose mover nobody is behind."""
        told = games.recorded
        own = told.standings[np.arange(len(told)), told.seat]
        last = (own <= told.standings.min(axis=1, initial=2.0)) & (
            own < told.standings.max(axis=1, initial=-1.0)
        )
        for key, which in (("last", last), ("others", ~last)):
            into.add(f"lastplaceagency.{key}", told.deal[which], told.spread[which])

    def score(self, evidence: Evidence) -> Score:
        """The mean over such decisions."""
        found = evidence.mean("lastplaceagency.last", *self.series, bounds=(0, 1))
        others = evidence.mean("lastplaceagency.others", *self.series, bounds=(0, 1))
        if found.value is None:
            return self.undefined("nobody ever decided while being last")
        against = "" if others.value is None else f", the others by {number(others, 3)}"
        return self.told(
            found,
            f"Who is last can move by {number(found, 3)} with a decision{against}.",
            {"others": data(others)},
        )


class Convergence(ArrayHeuristic):
    """Whether options get fewer towards the end."""

    name, title, series = "convergence", "Convergence", (SKILLED,)
    readings = (OURS, TABLES)
    rivals = False

    def add(self, games: Games, into: Measures) -> None:
        """The slope of the line through the option counts of a game."""
        which = np.flatnonzero((games.length > 1) & games.ended)
        n = games.length[which].astype(np.float64)
        weighted = np.zeros(len(games.length), dtype=np.int64)
        plain = np.zeros(len(games.length), dtype=np.int64)
        np.add.at(weighted, games.game, games.number * games.options)
        np.add.at(plain, games.game, games.options)
        slope = (weighted[which] - (n - 1) / 2 * plain[which]) / (n * (n * n - 1) / 12)
        into.add("convergence.slope", games.deal[which], slope)

    def score(self, evidence: Evidence) -> Score:
        """½ − slope/2: ½ means neither fewer nor more."""
        slope = evidence.mean("convergence.slope", SKILLED)
        if slope.value is None:
            return self.undefined("no game had two decisions")
        found = shifted(slope, -0.5, 0.5)
        low, high = slope.low, slope.high
        sure = low is not None and high is not None and (low > 0 or high < 0)
        way = "neither fewer nor more" if not sure else "fewer" if slope.value < 0 else "more"
        return self.told(
            found,
            f"Options get {way} in the course of a game: {number(slope, 3)} with every decision.",
            {"slope": data(slope)},
        )


class OptionCurve(ArrayHeuristic):
    """How many options there are, from the beginning to the end."""

    name, title, series = "optioncurve", "Option curve", (RANDOM, SKILLED)
    relative = True
    rivals, precise, unfinished = False, False, True

    def add(self, games: Games, into: Measures) -> None:
        """Options by tenth of the game, forced decisions included."""
        deal = games.deal[games.game]
        into.add("optioncurve.options", deal, games.options)
        into.add_by("optioncurve.course", games.tenth, deal, games.options)

    def score(self, evidence: Evidence) -> Score:
        """The mean over decisions; the curve is the point."""
        series = SKILLED if evidence.world(SKILLED).games else RANDOM
        found = evidence.mean("optioncurve.options", series)
        if found.value is None:
            return self.undefined("no game had a decision")
        curve = evidence.curve("optioncurve.course", series)
        ends = f", from {curve[0]:.1f} in the first tenth to {curve[-1]:.1f} in the last" if curve else ""
        who = "AIs" if series == SKILLED else "Random players"
        return self.told(found, f"{who} have {number(found, 1)} options at a decision{ends}.", {}, curve)


class DecisionEntropy(ArrayHeuristic):
    """How evenly strong play uses the options."""

    name, title, series = "decisionentropy", "Decision entropy", (SKILLED,)
    rivals = False

    def add(self, games: Games, into: Measures) -> None:
        """What was offered and what was taken, and how much there was to choose from; by group of games."""
        free = np.flatnonzero(games.options > 1) if games.series == SKILLED else np.zeros(0, dtype=np.int64)
        if not len(free):
            return
        game, options = games.game[free], games.options[free]
        group, deal = games.group[game], games.deal[game]
        first = np.concatenate([[0], np.cumsum(options)[:-1]]).astype(np.int64)
        into.count("decisionentropy.used", deal, group, games.buckets[first + games.chosen[free]])
        part = np.rint(PARTS / options).astype(np.int64)
        into.count(
            "decisionentropy.offered",
            np.repeat(deal, options),
            np.repeat(group, options),
            games.buckets,
            times=np.repeat(part, options),
        )
        into.add("decisionentropy.unforced", deal, options)
        into.add_by("decisionentropy.choice@", group, deal, np.log(options))

    def score(self, evidence: Evidence) -> Score:
        """1 if options are taken as often as at random, 0 if it is known before what will be taken."""
        world = evidence.world(SKILLED)
        used, offered = _by_group(world, "used"), _by_group(world, "offered")
        n = sum(table.total() for table in used)
        if not n:
            return self.undefined(NO_CHOICE)

        def evenness(groups: Sequence[int]) -> float | None:
            taken, there = Counter[int](), Counter[int]()
            for group in groups:
                taken.update(used[group])
                there.update(offered[group])
            sums = [world.sum_of(f"{self.name}.choice@{group}") for group in groups]
            choice = sum(part.things for part in sums) / SCALE
            if not choice:
                return None
            n, whole = taken.total(), there.total()
            surprise = fsum(t * log(t / n * whole / there[kind]) for kind, t in taken.items())
            # Chance alone makes some options look preferred, by half a unit for each of them (Miller, Madow).
            return 1 - (surprise - (len(taken) - 1) / 2) / choice

        # Chance alone moves the surprise by so much, as half of chi squared, even where there is none.
        whole = sum(world.sum_of(f"{self.name}.choice@{group}").things for group in range(GROUPS)) / SCALE
        spread = sqrt(max(0, len({kind for table in used for kind in table}) - 1) / 2)
        noise = spread / whole if whole else 0.0
        found = jackknife(evenness, GROUPS, n, evidence.confidence, noise=noise)
        kinds = len({kind for table in offered for kind in table})
        never = kinds - len({kind for table in used for kind in table})
        how = among(
            found,
            (0.3, "nearly always takes the same"),
            (0.7, "takes some much oftener than others"),
            (1, "takes them about as often as chance would"),
        )
        told = f"Of {plural(kinds, 'different option')} strong play {how}"
        if how == TOO_FEW:
            told = f"How evenly strong play uses {plural(kinds, 'different option')} does not show yet"
        return self.told(
            found,
            f"{told}; {never:,} {'was' if never == 1 else 'were'} never taken.",
            {"kinds": kinds, "never_taken": never},
        )


def _by_group(world: World, what: str) -> list[Counter[int]]:
    tables = [Counter[int]() for _ in range(GROUPS)]
    for key, times in world.count_of(f"decisionentropy.{what}").items():
        assert isinstance(key, tuple)
        tables[key[0]][key[1]] += times
    return tables


class DeadTime(ArrayHeuristic):
    """How long one has to wait."""

    name, title, series = "deadtime", "Dead time", (RANDOM, SKILLED)
    relative = True
    precise, unfinished = False, True

    def add(self, games: Games, into: Measures) -> None:
        """Decisions of others between two turns of one's own."""
        turns = turns_of(games)
        order = np.lexsort((turns.first, turns.seat, turns.game))
        game, seat = turns.game[order], turns.seat[order]
        again = (game[1:] == game[:-1]) & (seat[1:] == seat[:-1])
        wait = turns.first[order][1:] - turns.last[order][:-1] - 1
        into.add("deadtime.wait", games.deal[game[1:][again]], wait[again])

    def score(self, evidence: Evidence) -> Score:
        """The mean over turns."""
        series = SKILLED if evidence.world(SKILLED).games else RANDOM
        found = evidence.mean(f"{self.name}.wait", series, bounds=(0, float("inf")))
        if found.value is None:
            return self.undefined("no seat ever had a second turn")
        return self.told(found, f"Between two turns of one's own others decide {number(found, 1)} times.")
