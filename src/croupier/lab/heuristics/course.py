"""How games go: what the seats may expect at each decision, from the first to the last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt

from croupier.game import competition_ranks
from croupier.lab.heuristic import ENGINE, OURS, TABLES, Heuristic, Measure, Score
from croupier.lab.heuristics.wording import among, data, number, percent, shifted
from croupier.lab.scorer import Evidence
from croupier.lab.statistics import Estimate
from croupier.lab.world import SKILLED, Observation

NO_CHOICE = "no decision with estimates was recorded: nobody ever had a choice, or the AI records none"
NEARLY_WON = 0.8


def threshold(seats: int) -> float:
    """t: what a winner has to fear being below, half way between the first place and the second."""
    return (1 + (seats - 2) / (seats - 1)) / 2


def _is_told(game: Observation) -> bool:
    return game.finished and game.seats > 1 and bool(game.recorded)


class Drama(Heuristic):
    """How far behind the winner was, while behind."""

    name, title, series = "drama", "Drama", (SKILLED,)
    readings = (OURS, ENGINE, TABLES)

    def measure(self, game: Observation) -> Iterator[Measure]:
        """Below t at every decision; below one half at the winner's own, for the engine."""
        if not _is_told(game):
            return
        t, winners, found = threshold(game.seats), game.winners, []
        for winner in winners:
            behind = [sqrt(t - v) for v in game.courses[winner] if v < t]
            found.append(sum(behind) / len(behind) if behind else 0.0)
            own = [sqrt(0.5 - v) for v in game.own_course(winner) if v < 0.5]
            yield "engine", sum(own), len(own)
        yield "behind", sum(found) / len(winners), 1
        yield "any", float(any(found)), 1
        for decision in game.recorded:
            expected = sum(decision.standings[winner] for winner in winners) / len(winners)
            yield f"course{game.tenth(decision)}", expected, 1

    def score(self, evidence: Evidence) -> Score:
        """The mean over games."""
        curve = evidence.curve("drama.course", SKILLED)
        if evidence.reading == ENGINE:
            found = evidence.mean("drama.engine", SKILLED, bounds=(0, 1))
            if found.value is None:
                return self.told(
                    Estimate(0.0, None, None, 0), "The winner was never below ½: 0/0, counted as 0."
                )
            return self.told(
                found, "Mean √(½ − v) where the winner, deciding, expects less than ½.", curve=curve
            )
        found = evidence.mean("drama.behind", SKILLED, bounds=(0, 1))
        if found.value is None:
            return self.undefined(NO_CHOICE)
        often = evidence.share("drama.any", SKILLED)
        how = among(
            found.value,
            (0.15, "the winner is hardly ever far behind"),
            (0.4, "the winner has to come from behind"),
            (1, "the winner comes from far behind"),
        )
        return self.told(
            found,
            f"In {percent(often)} of the games among AIs the winner was behind at some time: {how}.",
            {"games_with_any": data(often)},
            curve,
        )


class Security(Heuristic):
    """How much of the game the winner is ahead."""

    name, title, series = "security", "Security", (SKILLED,)
    readings = (OURS, TABLES)

    def measure(self, game: Observation) -> Iterator[Measure]:
        """Decisions at which the winner is not below t."""
        if _is_told(game):
            t, winners = threshold(game.seats), game.winners
            for winner in winners:
                course = game.courses[winner]
                yield "ahead", sum(v >= t for v in course) / len(winners), 0
            yield "ahead", 0.0, len(game.recorded)

    def score(self, evidence: Evidence) -> Score:
        """The share of decisions."""
        found = evidence.share("security.ahead", SKILLED)
        if found.value is None:
            return self.undefined(NO_CHOICE)
        return self.told(
            found, f"The later winner is ahead at {percent(found)} of the decisions of games among AIs."
        )


class Decisiveness(Heuristic):
    """How much of the game is left when it is as good as won."""

    name, title, series = "decisiveness", "Decisiveness", (SKILLED,)
    readings = (OURS, ENGINE)

    def measure(self, game: Observation) -> Iterator[Measure]:
        """Where the winner passes 0.8; for good, by our reading."""
        if not _is_told(game):
            return
        winners = game.winners
        yield "left", sum(self._left(game, winner) for winner in winners) / len(winners), 1
        own = [course for course in map(game.own_course, winners) if course]
        if own:
            yield "engine", sum(map(self._first, own)) / len(own), 1

    @staticmethod
    def _left(game: Observation, winner: int) -> float:
        course = game.courses[winner]
        decided = len(course)
        while decided and course[decided - 1] > NEARLY_WON:
            decided -= 1
        if decided == len(course):
            return 0.0
        total = len(game.decisions)
        return (total - game.recorded[decided].number) / total

    @staticmethod
    def _first(course: Sequence[float]) -> float:
        passed = next((i for i, v in enumerate(course) if v > NEARLY_WON), len(course) - 1)
        return passed / len(course)

    def score(self, evidence: Evidence) -> Score:
        """The mean over games."""
        if evidence.reading == ENGINE:
            found = evidence.mean("decisiveness.engine", SKILLED, bounds=(0, 1))
            return self.told(found, "The share of its decisions that the winner takes before v exceeds 0.8.")
        found = evidence.mean("decisiveness.left", SKILLED, bounds=(0, 1))
        if found.value is None:
            return self.undefined(NO_CHOICE)
        how = among(found.value, (0.15, "open to the end"), (0.4, "open for long"), (1, "decided early"))
        return self.told(
            found,
            f"When the winner is as good as sure, {percent(found)} of the game are still to play: {how}.",
        )


class Coolness(Heuristic):
    """How seldom one's expectation falls from one decision to the next."""

    name, title, series = "coolness", "Coolness", (SKILLED,)
    readings = (OURS, ENGINE)

    def measure(self, game: Observation) -> Iterator[Measure]:
        """Steps down in what the seats expect at their own decisions."""
        if game.seats > 1:
            for seat in range(game.seats):
                course = game.own_course(seat)
                falls = sum(after < before for before, after in pairwise(course))
                yield "falls", float(falls), max(0, len(course) - 1)

    def score(self, evidence: Evidence) -> Score:
        """1 minus the share of steps down."""
        falls = evidence.share("coolness.falls", SKILLED)
        if falls.value is None:
            return self.undefined("nobody ever decided twice")
        return self.told(
            shifted(falls, -1, 1),
            f"From one of its decisions to the next a seat's prospects fall in {percent(falls)} of cases.",
            {"falling_share": data(falls)},
        )


class Stability(Heuristic):
    """How seldom seats change places."""

    name, title, series = "stability", "Stability", (SKILLED,)

    def measure(self, game: Observation) -> Iterator[Measure]:
        """Seats whose place changes between two decisions."""
        if game.seats > 1:
            orders = [_places(decision.standings) for decision in game.recorded]
            for before, after in pairwise(orders):
                yield "moved", float(sum(a != b for a, b in zip(before, after, strict=True))), game.seats

    def score(self, evidence: Evidence) -> Score:
        """1 minus the share of seats that move."""
        moved = evidence.share("stability.moved", SKILLED)
        if moved.value is None:
            return self.undefined("no game had two decisions with estimates")
        return self.told(
            shifted(moved, -1, 1),
            f"From one decision to the next {percent(moved)} of the seats change places in the order.",
            {"changing_share": data(moved)},
        )


def _places(standings: Sequence[float]) -> tuple[int, ...]:
    """The place of every seat, with ties. Standings are sums of ranks over tries: equal ones are equal."""
    return competition_ranks([round(v * 1_000_000) for v in standings], highest_wins=True)


class LeadChanges(Heuristic):
    """How often another seat takes the lead."""

    name, title, series = "leadchanges", "Lead changes", (SKILLED,)
    precise = False

    def measure(self, game: Observation) -> Iterator[Measure]:
        """A seat keeps the lead until another one is alone ahead, or it is not among the first."""
        if not (game.seats > 1 and game.recorded):
            return
        leader, changes = None, 0
        for decision in game.recorded:
            first = [seat for seat, place in enumerate(_places(decision.standings)) if place == 0]
            if leader in first:
                continue
            changes += leader is not None
            leader = first[0]
        yield "changes", float(changes), 1

    def score(self, evidence: Evidence) -> Score:
        """The mean over games."""
        found = evidence.mean("leadchanges.changes", SKILLED, bounds=(0, float("inf")))
        if found.value is None:
            return self.undefined(NO_CHOICE)
        return self.told(found, f"The lead changes {number(found, 1)} times in a game among AIs.")


class Comeback(Heuristic):
    """How often the winner was still behind in the last third."""

    name, title, series = "comeback", "Comeback", (SKILLED,)

    def measure(self, game: Observation) -> Iterator[Measure]:
        """Games whose winner is below t in the last third."""
        if not _is_told(game):
            return
        late = [d.standings for d in game.recorded if 3 * d.number >= 2 * len(game.decisions)]
        if late:
            t, winners = threshold(game.seats), game.winners
            back = [any(standings[winner] < t for standings in late) for winner in winners]
            yield "back", sum(back) / len(winners), 1

    def score(self, evidence: Evidence) -> Score:
        """The share of games."""
        found = evidence.share("comeback.back", SKILLED)
        if found.value is None:
            return self.undefined("no decision with estimates was recorded in the last third of a game")
        return self.told(
            found,
            f"{percent(found)} of the games among AIs are won by a seat that was behind in the last third.",
        )
