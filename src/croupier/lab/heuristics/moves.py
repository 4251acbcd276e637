"""What there is to decide: how much it matters, how clear it is, how many options there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby
from math import log, sqrt
from zlib import crc32

from croupier.lab.evenness import jackknife
from croupier.lab.heuristic import ENGINE, OURS, TABLES, Heuristic, Measure, Score
from croupier.lab.heuristics.course import NO_CHOICE
from croupier.lab.heuristics.wording import among, data, number, percent, plural, shifted
from croupier.lab.scorer import Evidence
from croupier.lab.world import GROUPS, MIXED, RANDOM, SCALE, SKILLED, Decision, Observation, World

BUCKETS = 1024
"""Options are told apart by a hash of their words: so many of them."""

PARTS = 1 << 20
"""An option that is one of several counts as a part of one."""

CLEARLY = 1.96
"""An option is clearly better if it is so many standard errors of the difference better."""


class MeaningfulMoves(Heuristic):
    """How much it matters what one does: the spread of the estimates of a decision."""

    name, title, series = "meaningfulmoves", "Meaningful moves", (MIXED, SKILLED)
    readings = (OURS, ENGINE, TABLES)
    rivals = False

    def measure(self, game: Observation) -> Iterator[Measure]:
        """The spread of decisions of the AI; a forced one has none."""
        for decision in game.decisions:
            if decision.seat in game.ai:
                yield "all", decision.spread, 1
                yield "forced", float(decision.forced), 1
                if decision.estimates is not None:
                    yield "unforced", decision.spread, 1
                    yield f"course{game.tenth(decision)}", decision.spread, 1

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
        how = among(found.value, (0.05, "it hardly matters what one does"), (0.15, "choices matter a little"),
                    (0.35, "choices matter"), (1, "choices matter much"))  # fmt: skip
        return self.told(
            found,
            f"The best option is {number(found, 3)} of the way from last to first better than the worst: "
            f"{how}. "
            f"{percent(forced)} of the decisions are forced.",
            {"forced_share": data(forced)},
            curve,
        )


class Variance(Heuristic):
    """How much the options of a decision differ, all of them taken together."""

    name, title, series = "variance", "Variance", (MIXED, SKILLED)
    readings = (OURS, ENGINE)
    rivals = False

    def measure(self, game: Observation) -> Iterator[Measure]:
        """The variance of the mover's estimates; the spread for the engine."""
        for decision in game.decisions:
            if decision.seat in game.ai:
                yield "spread", decision.spread, 1
                if decision.estimates is not None:
                    own = decision.own()
                    mean = sum(own) / len(own)
                    yield "variance", sum((w - mean) ** 2 for w in own) / len(own), 1

    def count(self, game: Observation) -> Iterator[tuple[str, Hashable, int]]:
        """The largest spread of a game, in thousandths."""
        spreads = [d.spread for d in game.recorded if d.seat in game.ai]
        if spreads:
            yield "largest", round(1000 * max(spreads)), 1

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


class Clarity(Heuristic):
    """How often there is an option that is clearly the best."""

    name, title, series = "clarity", "Clarity", (MIXED, SKILLED)
    readings = (OURS, ENGINE)
    rivals = False

    def measure(self, game: Observation) -> Iterator[Measure]:
        """Best minus second against the noise of that difference; best minus mean, for the engine."""
        for decision in game.decisions:
            if decision.seat not in game.ai:
                continue
            if decision.estimates is None:
                yield "engine", 0.0, 1
                continue
            own = decision.own()
            yield "engine", float(max(own) - sum(own) / len(own) >= 0.3), 1
            if decision.visits and min(decision.visits) > 0:
                yield "clear", float(_clear(decision)), 1

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


def _clear(decision: Decision) -> bool:
    own = decision.own()
    best, second = sorted(range(len(own)), key=lambda option: -own[option])[:2]
    noise = 0.0
    for option in (best, second):
        tries = decision.visits[option]
        # Two more tries, one that got nothing and one that got everything: a few equal results prove little.
        mean = (own[option] * tries + 1) / (tries + 2)
        noise += mean * (1 - mean) / (tries + 2)
    return own[best] - own[second] > CLEARLY * sqrt(noise)


class LastPlaceAgency(Heuristic):
    """How much who is last can still do about it."""

    name, title, series = "lastplaceagency", "Last-place agency", (MIXED, SKILLED)

    def measure(self, game: Observation) -> Iterator[Measure]:
        """The spread of decisions whose mover nobody is behind."""
        for decision in game.recorded:
            own = decision.standings[decision.seat]
            last = own <= min(decision.standings) and own < max(decision.standings)
            yield ("last" if last else "others"), decision.spread, 1

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


class Convergence(Heuristic):
    """Whether options get fewer towards the end."""

    name, title, series = "convergence", "Convergence", (SKILLED,)
    readings = (OURS, TABLES)
    rivals = False

    def measure(self, game: Observation) -> Iterator[Measure]:
        """The slope of the line through the option counts of a game."""
        counts = [len(decision.options) for decision in game.decisions]
        if len(counts) > 1 and game.ended:
            yield "slope", _slope(counts), 1

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


def _slope(counts: Sequence[int]) -> float:
    n = len(counts)
    middle = (n - 1) / 2
    return sum((i - middle) * count for i, count in enumerate(counts)) / (n * (n * n - 1) / 12)


class OptionCurve(Heuristic):
    """How many options there are, from the beginning to the end."""

    name, title, series = "optioncurve", "Option curve", (RANDOM, SKILLED)
    rivals, precise, unfinished = False, False, True

    def measure(self, game: Observation) -> Iterator[Measure]:
        """Options by tenth of the game, forced decisions included."""
        for decision in game.decisions:
            yield "options", float(len(decision.options)), 1
            yield f"course{game.tenth(decision)}", float(len(decision.options)), 1

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


class DecisionEntropy(Heuristic):
    """How evenly strong play uses the options."""

    name, title, series = "decisionentropy", "Decision entropy", (SKILLED,)
    rivals = False

    def count(self, game: Observation) -> Iterator[tuple[str, Hashable, int]]:
        """What was offered and what was taken; by group of games, for the interval."""
        group = game.played.index % GROUPS
        for decision in game.decisions:
            if not decision.forced:
                yield "used", (group, _bucket(decision.options[decision.chosen])), 1
                part = round(PARTS / len(decision.options))
                for option in decision.options:
                    yield "offered", (group, _bucket(option)), part

    def measure(self, game: Observation) -> Iterator[Measure]:
        """How much there is to choose from."""
        group = game.played.index % GROUPS
        for decision in game.decisions:
            if not decision.forced:
                yield "unforced", float(len(decision.options)), 1
                yield f"choice@{group}", log(len(decision.options)), 1

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
            surprise = sum(t * log(t / n * whole / there[kind]) for kind, t in taken.items())
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
            found.value or 0.0,
            (0.3, "nearly always takes the same"),
            (0.7, "takes some much oftener than others"),
            (1, "takes them about as often as chance would"),
        )
        return self.told(
            found,
            f"Of {plural(kinds, 'different option')} strong play {how}; {never:,} were never taken.",
            {"kinds": kinds, "never_taken": never},
        )


def _by_group(world: World, what: str) -> list[Counter[int]]:
    tables = [Counter[int]() for _ in range(GROUPS)]
    for key, times in world.count_of(f"decisionentropy.{what}").items():
        assert isinstance(key, tuple)
        tables[key[0]][key[1]] += times
    return tables


def _bucket(text: str) -> int:
    return crc32(text.encode("utf-8", "replace")) % BUCKETS


class DeadTime(Heuristic):
    """How long one has to wait."""

    name, title, series = "deadtime", "Dead time", (RANDOM, SKILLED)
    precise, unfinished = False, True

    def measure(self, game: Observation) -> Iterator[Measure]:
        """Decisions of others between two turns of one's own."""
        last: dict[int, int] = {}
        for seat, turn in groupby(game.decisions, key=lambda decision: decision.seat):
            decided = list(turn)
            if seat in last:
                yield "wait", float(decided[0].number - last[seat] - 1), 1
            last[seat] = decided[-1].number

    def score(self, evidence: Evidence) -> Score:
        """The mean over turns."""
        series = SKILLED if evidence.world(SKILLED).games else RANDOM
        found = evidence.mean(f"{self.name}.wait", series, bounds=(0, float("inf")))
        if found.value is None:
            return self.undefined("no seat ever had a second turn")
        return self.told(found, f"Between two turns of one's own others decide {number(found, 1)} times.")
