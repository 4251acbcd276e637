"""What games come to: who wins, how long it takes, what skill is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, sqrt
from typing import Any

import numpy as np

from croupier.lab.evenness import equality_p, evenness, jackknife
from croupier.lab.games import Games, Integers, standing
from croupier.lab.heuristic import ENGINE, OURS, TABLES, ArrayHeuristic, Score
from croupier.lab.heuristics.moves import turns_of
from croupier.lab.heuristics.wording import among, data, percent, plural, shifted, span, within
from croupier.lab.measures import SCALE, Measures
from croupier.lab.scorer import IN_WORDS, Evidence
from croupier.lab.statistics import WIN, Estimate, deviations, share
from croupier.lab.world import GROUPS, MIXED, RANDOM, SERIES, SKILLED, World

NOT_LOSING = "ninety_eight"
"""The game for which the published tables count who does not lose instead of who wins."""


def win_shares(world: World, confidence: float) -> list[Estimate]:
    """What every seat has won."""
    tally = world.tally
    return [share(won, tally.finished, confidence=confidence) for won in tally.wins]


def team_shares(world: World, teams: Sequence[Sequence[int]], confidence: float) -> list[Estimate]:
    """What every team has won."""
    tally = world.tally
    return [share(sum(tally.wins[seat] for seat in team), tally.finished, WIN, confidence) for team in teams]


def _even(shares: Sequence[Estimate], n: int, confidence: float) -> Estimate:
    return evenness([s.value or 0.0 for s in shares], n, confidence)


class Fairness(ArrayHeuristic):
    """Whether all seats win equally often."""

    name, title, series = "fairness", "Fairness", (RANDOM,)
    ranked = True
    readings = (OURS, ENGINE, TABLES)

    def add(self, games: Games, into: Measures) -> None:
        """Whether seat 0 has not lost, for the published tables."""
        if games.seats > 1:
            ranks = games.ranks[games.finished]
            lost = (ranks[:, 0] == ranks.max(axis=1, initial=0)) & (ranks.max(axis=1, initial=0) > 0)
            into.add("fairness.notlosing", games.deal[games.finished], ~lost)

    def score(self, evidence: Evidence) -> Score:
        """1 if even, 0 if one seat wins all."""
        if evidence.reading != OURS:
            return self._published(evidence)
        world, fair = evidence.world(RANDOM), 1 / evidence.seats
        shares = win_shares(world, evidence.confidence)
        n = world.tally.finished
        values = [s.value or 0.0 for s in shares]
        p = equality_p(values, n)
        details: dict[str, Any] = {
            "fair_share": fair,
            "seats": [data(s) for s in shares],
            "p_of_equality": p,
        }
        if evidence.teams:
            details["teams"] = self._teams(world, evidence)
        if evidence.world(SKILLED).tally.finished:
            details["ai"] = self._among_ais(evidence)
        seat = max(range(len(values)), key=lambda s: abs(values[s] - fair))
        advantage = "advantage" if values[seat] > fair else "disadvantage"
        who = "the first player" if seat == 0 else f"seat {seat}"
        if p is not None and p < 0.05 and not within(shares[seat], fair):
            verdict = f"{who} has {'an' if advantage == 'advantage' else 'a'} {advantage}"
        elif p is not None and p < 0.05:
            verdict = "the seats differ, though none of them by much"
        else:
            verdict = "nothing speaks against equal chances"
        sentence = (
            f"Seat {seat} wins {percent(shares[seat])} of random games, fair would be {100 * fair:.3g} %: "
            f"{verdict}."
        )
        return self.told(_even(shares, n, evidence.confidence), sentence, details, values)

    def _published(self, evidence: Evidence) -> Score:
        world, fair = evidence.world(RANDOM), 1 / evidence.seats
        x = share(world.tally.wins[0], world.tally.finished, confidence=evidence.confidence)
        what = "win share of seat 0"
        if evidence.reading == TABLES and evidence.plan.game.name == NOT_LOSING:
            x, fair, what = (
                evidence.share("fairness.notlosing", RANDOM),
                1 - fair,
                "share of seat 0 not losing",
            )
        edges = [_from_fair(edge, fair) for edge in (x.low, x.high) if edge is not None]
        assert x.value is not None
        value = _from_fair(x.value, fair)
        low = min([value, *edges])
        # A share may lie on either side of the fair one; between them is 1.
        high = 1.0 if within(x, fair) else max([value, *edges])
        sentence = f"The {what} is {percent(x)}, fair would be {100 * fair:.3g} %."
        return self.told(Estimate(value, low, high, x.n), sentence, {"share": data(x)})

    @staticmethod
    def _teams(world: World, evidence: Evidence) -> dict[str, Any]:
        shares = team_shares(world, evidence.teams, evidence.confidence)
        return {
            **data(_even(shares, world.tally.finished, evidence.confidence)),
            "shares": [data(s) for s in shares],
        }

    def _among_ais(self, evidence: Evidence) -> dict[str, Any]:
        world = evidence.world(SKILLED)
        shares = win_shares(world, evidence.confidence)
        n = world.tally.finished
        found = {
            **data(_even(shares, n, evidence.confidence)),
            "seats": [data(s) for s in shares],
            "p_of_equality": equality_p([s.value or 0.0 for s in shares], n),
        }
        if evidence.teams:
            found["teams"] = self._teams(world, evidence)
        return found


def _from_fair(x: float, fair: float) -> float:
    """1 for the fair share, 0 for none or all."""
    return x / fair if x <= fair else (1 - x) / (1 - fair)


class FirstPlayerAdvantage(ArrayHeuristic):
    """What it is worth to sit in seat 0, and in any other."""

    name, title, series = "firstplayeradvantage", "First-player advantage", (RANDOM,)
    ranked = True

    def score(self, evidence: Evidence) -> Score:
        """The win share of seat 0 above the fair one."""
        fair = 1 / evidence.seats
        by_series = {
            name: win_shares(evidence.world(name), evidence.confidence)
            for name in (RANDOM, SKILLED)
            if evidence.world(name).tally.finished
        }
        first = by_series[RANDOM][0]
        found = shifted(first, 1, -fair)
        details = {name: [data(shifted(s, 1, -fair)) for s in shares] for name, shares in by_series.items()}
        word = "more" if (found.value or 0.0) >= 0 else "less"
        beyond = "" if not within(first, fair) else ", which may be chance"
        points = f"{abs(100 * (found.value or 0.0)):.1f} points"
        sentence = f"Seat 0 wins {points} {word} than its share at random{beyond}"
        if SKILLED in by_series and by_series[SKILLED][0].value is not None:
            sentence += f"; among AIs it wins {percent(by_series[SKILLED][0])}"
        return self.told(found, f"{sentence}.", details, [s.value or 0.0 for s in by_series[RANDOM]])


class Order(ArrayHeuristic):
    """What one AI wins among random players: whether skill is rewarded."""

    name, title, series = "order", "Order", (MIXED,)
    ranked = True
    readings = (OURS, TABLES)

    def add(self, games: Games, into: Measures) -> None:
        """What the AI and its team win, whether it is first, and its gain over a random player there."""
        if games.series != MIXED or games.seats < 2:
            return
        at = np.flatnonzero(games.finished)
        deal, seat = games.deal[at], games.ai[at].argmax(axis=1)
        won = games.win[at, seat]
        into.add("order.win", deal, won)
        into.add_by("order.win", seat, deal, won)
        into.add("order.team", deal, (games.win[at] * games.team[seat]).sum(axis=1))
        into.add("order.whole", deal, games.ranks[at, seat] == 0)
        known = games.base_ranks[deal, 0] >= 0
        base = standing(games.base_ranks, games.seats)[deal, seat]
        into.add("order.gain", deal[known], (games.standing[at, seat] - base)[known])

    def score(self, evidence: Evidence) -> Score:
        """0 for no better than random, 1 for winning always."""
        fair = 1 / evidence.seats
        # The tables count who is first, alone or not: see "The published table again" in docs/heuristics.md.
        won = evidence.share("order.whole" if evidence.reading == TABLES else "order.win", MIXED)
        if won.value is None:
            return self.undefined("no game of one AI among random players finished")
        gain = evidence.mean("order.gain", MIXED, bounds=(-1, 1))
        seats = [evidence.share(f"order.win{seat}", MIXED) for seat in range(evidence.seats)]
        details: dict[str, Any] = {
            "win_share": data(won),
            "seats": [data(s) for s in seats],
            "gain_on_the_same_deal": data(gain),
        }
        chance = f"chance would be {100 * fair:.3g} %"
        sentence = f"One {evidence.player} among random players wins {percent(won)}, {chance}"
        if evidence.teams:
            team, even = evidence.share("order.team", MIXED), 1 / len(evidence.teams)
            details["teams"] = data(shifted(team, 1 / (1 - even), -even / (1 - even)))
            sentence += f"; its team wins {percent(team)} of {100 * even:.3g} %"
        verdict = "skill is rewarded" if won.low is not None and won.low > fair else _unshown(won)
        if gain.low is not None and gain.low > 0 and verdict != "skill is rewarded":
            verdict = "it ends further up than a random player on the same deals"
        values = [s.value for s in seats if s.value is not None]
        found = shifted(won, 1 / (1 - fair), -fair / (1 - fair))
        return self.told(found, f"{sentence}: {verdict}.", details, values)


def _unshown(won: Estimate) -> str:
    """What there is to say if a share may be that of chance: nothing, where its interval is wide."""
    wide = won.low is None or won.high is None or won.high - won.low > 0.1
    return "skill does not show in so few games" if wide else "skill does not show"


class Randomness(ArrayHeuristic):
    """How much of the results the difference in skill does not explain."""

    name, title, series = "randomness", "Randomness", (MIXED,)
    ranked = True

    def add(self, games: Games, into: Measures) -> None:
        """Who is ahead, the AI or a random rival: 1, ½ or 0."""
        if games.series != MIXED:
            return
        at = np.flatnonzero(games.finished)
        seat = games.ai[at].argmax(axis=1)
        game, rival = np.nonzero(~games.team[seat])
        mine, theirs = games.ranks[at[game], seat[game]], games.ranks[at[game], rival]
        ahead = np.where(mine == theirs, 0.5, mine < theirs)
        into.add("randomness.ahead", games.deal[at[game]], ahead)
        into.add("randomness.square", games.deal[at[game]], (ahead - 0.5) ** 2)

    def score(self, evidence: Evidence) -> Score:
        """1 − (mean − ½)² / mean square, of who is ahead."""
        ahead = evidence.share("randomness.ahead", MIXED)
        square = evidence.mean("randomness.square", MIXED).value
        if ahead.value is None or square is None:
            return self.undefined("no game of one AI among random players finished")
        if not square:
            return self.undefined("all games end in ties: there is no variance to explain")

        def left(x: float) -> float:
            return 1 - min(1.0, (x - 0.5) ** 2 / square)

        low = high = None
        if ahead.low is not None and ahead.high is not None:
            edges = [left(ahead.low), left(ahead.high)]
            low = min(edges)
            high = 1.0 if ahead.low <= 0.5 <= ahead.high else max(edges)
        found = Estimate(left(ahead.value), low, high, ahead.n)
        how = among(
            found,
            (0.3, "skill decides"),
            (0.7, "skill and chance both decide"),
            (1, "chance decides"),
        )
        return self.told(
            found,
            f"On the same deals the AI ends ahead of a random rival in {percent(ahead)} of the cases: {how}.",
            {"ahead": data(ahead)},
        )


class LuckSkill(ArrayHeuristic):
    """What the deal decides, what skill, and what is left."""

    name, title, series = "luckskill", "Luck and skill", (MIXED,)
    ranked = True

    def add(self, games: Games, into: Measures) -> None:
        """How a random seat does on a deal, and again with other choices all around; by group of deals."""
        if games.seats < 2 or games.series != MIXED:
            return
        at = np.flatnonzero(games.finished & (games.base_ranks[games.deal, 0] >= 0))
        game, seat = np.nonzero(np.ones((len(at), games.seats), dtype=bool))
        ours = games.ai[at[game], seat]
        deal, group = games.deal[at[game]], games.group[at[game]]
        y = games.standing[at[game], seat]
        x = standing(games.base_ranks, games.seats)[deal, seat]
        for key, product in (("ai", y), ("ai2", y * y)):
            into.add_by(f"luckskill.{key}@", group[ours], deal[ours], product[ours])
        others = ~ours
        for key, product in (("x", x), ("y", y), ("xx", x * x), ("yy", y * y), ("xy", x * y)):
            into.add_by(f"luckskill.{key}@", group[others], deal[others], product[others])

    def score(self, evidence: Evidence) -> Score:
        """The share of the variance that a seat's standings on the same deal have in common."""
        world = evidence.world(MIXED)

        def mean(key: str, groups: Sequence[int]) -> float | None:
            parts = [world.sum_of(f"luckskill.{key}@{group}") for group in groups]
            n = sum(part.others for part in parts)
            return sum(part.things for part in parts) / SCALE / n if n else None

        def dealt(groups: Sequence[int]) -> float | None:
            x, y, xx, yy, xy = (mean(key, groups) for key in ("x", "y", "xx", "yy", "xy"))
            if x is None or y is None or xx is None or yy is None or xy is None:
                return None
            spread = (xx - x * x) * (yy - y * y)
            return (xy - x * y) / sqrt(spread) if spread > 1e-12 else None

        n = sum(world.sum_of(f"luckskill.xy@{group}").games for group in range(GROUPS))
        found = jackknife(dealt, GROUPS, n, evidence.confidence, bounds=(-1, 1))
        value = found.value
        if value is None:
            return self.undefined("all standings are the same: there is no variance to explain")
        if found.low is not None and found.high is not None:
            # Leaving groups out says little where standings hardly vary: no less than Fisher's error.
            reach = deviations(evidence.confidence) * max(0.0, 1 - value**2) / sqrt(world.deals)
            low, high = min(found.low, value - reach), max(found.high, value + reach)
            found = Estimate(value, max(-1.0, low), min(1.0, high), n)
        gain = jackknife(
            lambda groups: self._skill(mean, evidence.seats, groups), GROUPS, n, evidence.confidence
        )
        luck, skill = min(1.0, max(0.0, value)), gain.value or 0.0
        rest = max(0.0, 1 - luck - skill)
        edges = [None if edge is None else max(0.0, edge) for edge in (found.low, found.high)]
        dealt_share = Estimate(luck, edges[0], edges[1], n)
        return self.told(
            found,
            f"Of how seats end, the deal decides {span(dealt_share)}, {evidence.player} "
            f"instead of random play {span(gain)}, choices and chance in play the rest.",
            {"deal": luck, "skill": skill, "rest": rest, "skill_interval": data(gain)},
            (luck, skill, rest),
        )

    @staticmethod
    def _skill(mean: Any, seats: int, groups: Sequence[int]) -> float | None:
        ai, ai2 = mean("ai", groups), mean("ai2", groups)
        other, other2 = mean("y", groups), mean("yy", groups)
        if ai is None or other is None:
            return None
        part = 1 / seats
        middle = part * ai + (1 - part) * other
        between = part * (ai - middle) ** 2 + (1 - part) * (other - middle) ** 2
        total = part * ai2 + (1 - part) * other2 - middle * middle
        return float(between / total) if total > 1e-12 else 0.0


class GameLength(ArrayHeuristic):
    """How long games are."""

    name, title, series = "gamelength", "Game length", SERIES
    relative = True
    rivals, precise, unfinished = False, False, True

    def add(self, games: Games, into: Measures) -> None:
        """Games that come near the guard against endless ones, and rounds of those that end."""
        into.add("gamelength.near", games.deal, 10 * games.decisions >= 9 * games.max_decisions)
        into.count("gamelength.rounds", games.deal[games.ended], _rounds(games)[games.ended])

    def score(self, evidence: Evidence) -> Score:
        """The median number of decisions."""
        details: dict[str, Any] = {}
        for name in SERIES:
            lengths = evidence.world(name).tally.lengths
            if lengths:
                rounds = evidence.world(name).count_of("gamelength.rounds")
                near = evidence.share("gamelength.near", name)
                details[name] = {
                    "decisions": _quartiles(lengths),
                    # Of games that nobody observed it is not known how often it came round.
                    **({"rounds": _quartiles(rounds)} if rounds else {}),
                    "near_the_guard": data(near),
                }
        if not details:
            near = evidence.share("gamelength.near", RANDOM)
            if not near.value:
                return self.undefined("no game finished")
            return self.undefined(
                f"{percent(near)} of the random games run into the guard of {evidence.plan.max_decisions:,} "
                "decisions, and none finishes",
                {RANDOM: {"near_the_guard": data(near)}},
            )
        series = next(iter(details))
        lengths = evidence.world(series).tally.lengths
        found = _median(lengths, evidence.confidence)
        told, rounds = details[series]["decisions"], details[series].get("rounds")
        near_guard = float(details[series]["near_the_guard"]["value"] or 0.0)
        lower, upper = told["lower"], told["upper"]
        taking = f"{lower:g} to {upper:g} decisions" if lower < upper else plural(lower, "decision")
        in_rounds = f" ({plural(rounds['median'], 'round')})" if rounds else ""
        sentence = f"Half of the {IN_WORDS[series]} take {taking}{in_rounds}, the longest {told['longest']:,}"
        if near_guard:
            sentence += (
                f"; {100 * near_guard:.1f} % come near the guard of {evidence.plan.max_decisions:,} decisions"
            )
        return self.told(found, f"{sentence}.", details, _histogram(lengths))


def _rounds(games: Games) -> Integers:
    """How often it comes round: a new round begins with the turn of a seat that has had one already."""
    turns = turns_of(games)
    rounds, before, had = [0] * len(games.length), -1, set[int]()
    for game, seat in zip(turns.game.tolist(), turns.seat.tolist(), strict=True):
        if game != before or seat in had:
            rounds[game] += 1
            before, had = game, set()
        had.add(seat)
    return np.array(rounds, dtype=np.int64)


def _at(counts: Mapping[Any, int], place: int) -> int:
    """The number at a place of all of them in order."""
    for value in sorted(int(str(key)) for key in counts):
        place -= counts[value]
        if place < 0:
            return value
    return max(int(str(key)) for key in counts)


def _middle(counts: Mapping[Any, int], part: float) -> float:
    at: float = part * (sum(counts.values()) - 1)
    low, high = _at(counts, floor(at)), _at(counts, ceil(at))
    return low + (high - low) * (at - floor(at))


def _quartiles(counts: Mapping[Any, int]) -> dict[str, Any]:
    return {
        "lower": _middle(counts, 0.25),
        "median": _middle(counts, 0.5),
        "upper": _middle(counts, 0.75),
        "longest": max(int(str(key)) for key in counts),
        "n": sum(counts.values()),
    }


def _median(counts: Mapping[Any, int], confidence: float) -> Estimate:
    """The median; its interval goes from one place in the order to another."""
    n = sum(counts.values())
    reach = deviations(confidence) * sqrt(n) / 2
    if n < 6:
        return Estimate(_middle(counts, 0.5), None, None, n)
    low, high = max(0, floor(n / 2 - reach)), min(n - 1, ceil(n / 2 + reach))
    return Estimate(_middle(counts, 0.5), float(_at(counts, low)), float(_at(counts, high)), n)


def _histogram(counts: Mapping[Any, int], bars: int = 10) -> tuple[float, ...]:
    values = {int(str(key)): times for key, times in counts.items()}
    least, most = min(values), max(values)
    if least == most:
        return ()
    found = [0.0] * bars
    for value, times in values.items():
        found[min(bars - 1, bars * (value - least) // (most - least))] += times
    return tuple(found)


class NoTies(ArrayHeuristic):
    """How seldom a win is shared."""

    name, title, series = "noties", "No ties", SERIES
    ranked = True

    def score(self, evidence: Evidence) -> Score:
        """1 minus the share of games with a shared win, of all games that were counted."""
        ties = {name: evidence.world(name).tally.tie_share(evidence.confidence) for name in SERIES}
        known = {name: tie for name, tie in ties.items() if tie.value is not None}
        if not known:
            return self.undefined("no game finished with a result")
        series, tie = next(iter(known.items()))
        return self.told(
            shifted(tie, -1, 1),
            f"The win is shared in {percent(tie)} of the {IN_WORDS[series]}.",
            {name: data(shifted(found, -1, 1)) for name, found in known.items()},
        )
