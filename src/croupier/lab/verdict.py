"""The verdict on a game: a few sentences that a designer can act on, and what to look at next.

Every sentence follows from an interval. Where an interval leaves a question open, the verdict says so, and
which command would answer it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from croupier.game import Status
from croupier.lab.heuristics.course import how_far_behind
from croupier.lab.heuristics.moves import how_much_choices_matter
from croupier.lab.heuristics.results import team_shares, win_shares
from croupier.lab.heuristics.score import mean_score
from croupier.lab.heuristics.skill import depth_of
from croupier.lab.heuristics.wording import TOO_FEW, among, number, shifted, span
from croupier.lab.ladder import Ladder, amount_of
from croupier.lab.look_at import look_at
from croupier.lab.scorer import Evidence
from croupier.lab.statistics import Estimate, share
from croupier.lab.world import MIXED, RANDOM, SKILLED
from croupier.players.game_kind import COMPETITIVE, SOLO

if TYPE_CHECKING:
    from croupier.lab.analysis import Analysis

FAIR, NEARLY_FAIR = 0.02, 0.05
"""A seat may be so far from its share of the wins in a fair game, and in a nearly fair one."""

CLOSE = 0.06
"""An interval that reaches no further than this beyond chance leaves no room for much skill."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of a game first."""

    sentences: tuple[str, ...]
    look_at: tuple[str, ...] = ()
    """What deserves a look next: lines of the program, options, games that fail."""

    @property
    def text(self) -> str:
        """All sentences in one paragraph."""
        return " ".join(self.sentences)


@dataclass
class _Open:
    """Questions that the games so far leave open."""

    questions: list[str] = field(default_factory=list)
    random: bool = False
    """Whether more random games would answer one of them."""
    skilled: bool = False
    """Whether more games of the AI would."""

    def ask(self, question: str, *, random: bool = False) -> None:
        """Adds a question, and which games would answer it."""
        self.questions.append(question)
        self.random |= random
        self.skilled |= not random


def verdict_of(found: Analysis) -> Verdict:
    """The verdict on a game that was analysed."""
    evidence, open_ones = found.evidence, _Open()
    told = [*_troubles(evidence)]
    tally = evidence.world(RANDOM).tally
    ended = any(world.tally.finished for world in evidence.worlds.values())
    if not ended:
        if not tally.games:
            told.append("Nothing was played, so that nothing is known yet.")
        return Verdict((*told, *_asked(found, open_ones)), look_at(evidence))
    if evidence.without_result:
        told.append("Games end, but nothing in the program tells who has won: nothing can be said of wins.")
    elif _never_a_choice(evidence):
        told += [
            *(_ties(found) if evidence.kind == COMPETITIVE else ()),
            *(_fairness(evidence, open_ones) if evidence.kind == COMPETITIVE else ()),
            "There is never anything to choose, so that chance decides everything.",
        ]
    elif evidence.kind == COMPETITIVE:
        told += [
            *_ties(found),
            *_fairness(evidence, open_ones),
            *_skill(found, open_ones),
            *_course(found, open_ones),
            *_choices(found, open_ones),
        ]
    else:
        told += [
            _kind(evidence),
            *_shared_skill(found, open_ones),
            *_target(found, open_ones),
            *_choices(found, open_ones),
        ]
    return Verdict((*told, *_asked(found, open_ones)), look_at(evidence))


def _troubles(evidence: Evidence) -> Iterator[str]:
    """Games that do not finish come first: all else is about those that do."""
    tally = evidence.world(RANDOM).tally
    bad = tally.games - tally.finished
    if not bad:
        return
    ways = [
        f"{tally.outcomes.get(status, 0):,} {status.value}"
        for status in (Status.FAILED, Status.STUCK, Status.UNFINISHED)
        if tally.outcomes.get(status)
    ]
    if not tally.finished:
        yield f"No random game finishes, of {tally.games:,} ({', '.join(ways)})."
    else:
        yield f"Not every game finishes: {span(share(bad, tally.games, 1))} of random ones do not " + (
            f"({', '.join(ways)})."
        )


def _ties(found: Analysis) -> Iterator[str]:
    score = found.scores.get("noties")
    if score is None or score.value is None or score.high is None or score.low is None:
        return
    ties = Estimate(1 - score.value, 1 - score.high, 1 - score.low, score.n)
    if not score.value:
        yield f"Nobody ever wins: all of {score.n:,} games were ties, so that {span(ties)} are."
    elif score.high < 0.5:
        yield f"Most games are ties: {span(ties)}."
    elif score.high < 0.8:
        yield f"The win is often shared, in {span(ties)} of the games."


def _fairness(evidence: Evidence, open_ones: _Open) -> Iterator[str]:
    world = evidence.world(RANDOM)
    if world.tally.ties == world.tally.finished or not world.tally.wins:
        return
    seats = [f"seat {seat}" for seat in range(evidence.seats)]
    shares = win_shares(world, evidence.confidence)
    if evidence.teams:
        seats = [f"the team of seats {' and '.join(map(str, team))}" for team in evidence.teams]
        shares = team_shares(world, evidence.teams, evidence.confidence)
    fair = 1 / len(shares)
    most, far = _furthest(shares, fair)
    if far <= NEARLY_FAIR:
        how = "Fair" if far <= FAIR else "Nearly fair"
        who = "every team" if evidence.teams else "every seat"
        told = f"{how}: at random {who} wins within {100 * far:.1f} points of its share of {100 * fair:.3g} %"
    elif _beyond(shares[most], fair) > FAIR:
        told = (
            f"Not fair: {seats[most]} wins {span(shares[most])} of random games, its share would be "
            f"{100 * fair:.3g} %"
        )
    else:
        open_ones.ask(f"whether it is fair ({seats[most]} wins {span(shares[most])} at random)", random=True)
        return
    yield f"{told}{_among_ais(evidence, fair)}."


def _among_ais(evidence: Evidence, fair: float) -> str:
    """Fairness among AIs, as far as it shows."""
    world = evidence.world(SKILLED)
    if not world.tally.wins:
        return ""
    shares = (
        team_shares(world, evidence.teams, evidence.confidence)
        if evidence.teams
        else win_shares(world, evidence.confidence)
    )
    most, far = _furthest(shares, fair)
    who = "seats" if not evidence.teams else "teams"
    if far <= NEARLY_FAIR:
        return f", among AIs within {100 * far:.1f}"
    # One of several seats is beyond its interval by chance more often than one alone.
    strict = _at_once(shares[most], len(shares))
    if _beyond(strict, fair) > FAIR:
        name = f"seat {most}" if not evidence.teams else f"team {most}"
        return f"; but among AIs {name} wins {span(shares[most])}"
    return f" ({who} may differ more among AIs: {world.tally.finished:,} such games do not tell)"


def _at_once(found: Estimate, count: int) -> Estimate:
    """The interval of a share, widened for being one of several that are looked at."""
    if found.value is None or found.low is None or found.high is None:
        return found
    wider = 1 + 0.2 * (count - 1)
    low, high = (found.value + wider * (edge - found.value) for edge in (found.low, found.high))
    return Estimate(found.value, max(0.0, low), min(1.0, high), found.n)


def _furthest(shares: list[Estimate], fair: float) -> tuple[int, float]:
    """The seat that is furthest from its share, and how far some seat may be at most."""
    most = max(range(len(shares)), key=lambda seat: abs((shares[seat].value or 0.0) - fair))
    edges = [edge for found in shares for edge in (found.low, found.high)]
    return most, max(1.0 if edge is None else abs(edge - fair) for edge in edges)


def _beyond(found: Estimate, value: float) -> float:
    """How far an interval stays away from a value; 0 if it holds it."""
    if found.low is None or found.high is None:
        return 0.0
    return max(0.0, found.low - value, value - found.high)


def _skill(found: Analysis, open_ones: _Open) -> Iterator[str]:
    """One AI among random players, and what more thinking adds; both have to be there to be believed."""
    evidence, ladder = found.evidence, found.evidence.ladder
    score = found.scores.get("order")
    if score is None or not score.defined:
        return
    fair = 1 / len(evidence.teams or range(evidence.seats))
    won = evidence.share("order.team" if evidence.teams else "order.win", MIXED)
    order = shifted(won, 1 / (1 - fair), -fair / (1 - fair))
    whose = f"the team of {evidence.player}" if evidence.teams else evidence.player
    figure = f"{whose} among random players wins {span(won)}, chance is {100 * fair:.3g} %"
    paying = _paying(evidence, ladder)
    if won.low is None or won.high is None or won.low <= fair:
        if paying:
            yield (f"One AI among random players says nothing here ({figure}), but among AIs {paying}.")
        elif won.high is None or won.high > fair + CLOSE:
            open_ones.ask(f"whether skill pays ({figure})")
        elif won.high < fair:
            yield f"The AI plays worse than chance here: {figure}."
        else:
            yield f"Skill does not show: {figure}."
        return
    how = among(
        order, (0.05, "hardly shows"), (0.25, "shows a little"), (0.6, "shows clearly"), (1, "decides")
    )
    told = f"Skill shows: {figure}" if how == TOO_FEW else f"Skill {_said_once('shows', how)}: {figure}"
    if order.low is not None and order.low > 0.25 and _is_flat(ladder):
        assert ladder is not None
        rung = ladder.rungs[-1]
        yield (
            f"One AI among random players says little here: {figure}, but twice the budget wins no more than "
            f"{span(rung.measure)} among half of it. Random rivals lose whatever one does."
        )
        return
    yield f"{told}; {paying}." if paying else f"{told}."
    if not paying and ladder is not None and ladder.rungs:
        rung = ladder.rungs[-1]
        open_ones.ask(
            "whether skill pays against rivals that are not random (twice the budget wins "
            f"{span(rung.measure)} among half of it)"
        )


def _paying(evidence: Evidence, ladder: Ladder | None) -> str:
    """How long it pays to think longer; nothing unless it surely does."""
    if ladder is None or not depth_of(ladder):
        return ""
    return f"thinking longer pays up to {amount_of(evidence.player) or 'budget'}={2 ** depth_of(ladder)}"


def _is_flat(ladder: Ladder | None) -> bool:
    """Whether every doubling of the budget surely wins next to nothing."""
    if ladder is None or not ladder.rungs:
        return False
    edges = [(rung.measure.high, rung.even) for rung in ladder.rungs]
    return all(high is not None and high - even < CLOSE for high, even in edges)


def _said_once(verb: str, how: str) -> str:
    """Two neighbouring words with the verb that both begin with said once.

    >>> _said_once("shows", "shows a little or shows clearly")
    'shows a little or clearly'
    """
    return how.replace(f" or {verb} ", " or ") if how.startswith(verb) else how


def _course(found: Analysis, open_ones: _Open) -> Iterator[str]:
    score = found.scores.get("decisiveness")
    if score is None or not score.defined:
        return
    estimate = Estimate(score.value, score.low, score.high, score.n)
    how = among(
        estimate,
        (0.15, "stay open to the end"),
        (0.4, "stay open for long"),
        (1, "are decided early"),
    )
    trails = found.evidence.share("drama.trails", SKILLED)
    behind = how_far_behind(trails)
    if how == TOO_FEW:
        open_ones.ask("when games are decided")
        return
    told = f"Games {_said_once('stay open', how)}"
    if "early" in how:
        told += f" (when the winner is as good as sure, {span(estimate)} are still to play)"
    yield f"{told}." if behind == TOO_FEW or " or " in behind else f"{told}; {behind}."


def _choices(found: Analysis, open_ones: _Open) -> Iterator[str]:
    score = found.scores.get("meaningfulmoves")
    if score is None or not score.defined:
        return
    estimate = Estimate(score.value, score.low, score.high, score.n)
    how = how_much_choices_matter(estimate, float(score.details.get("noise", 0.0)))
    forced = score.details.get("forced_share", {})
    told = f"{how[0].upper()}{how[1:]}"
    if how == TOO_FEW:
        open_ones.ask("how much choices matter")
    elif _low(forced) > 0.5:
        edges = Estimate(forced["value"], forced["low"], forced["high"], forced["n"])
        yield f"{told}, and {span(edges)} of the decisions are forced."
    else:
        yield f"{told}."


def _never_a_choice(evidence: Evidence) -> bool:
    unforced = evidence.mean("reasonable.unforced", RANDOM)
    return unforced.value == 0 and unforced.n > 0


def _low(data: dict[str, Any]) -> float:
    return float(data.get("low") or 0.0)


def _kind(evidence: Evidence) -> str:
    if evidence.kind == SOLO:
        return "A game for one: it goes by score."
    return "A cooperative game: all seats share every result, so that it goes by score."


def _shared_skill(found: Analysis, open_ones: _Open) -> Iterator[str]:
    evidence = found.evidence
    gain, chance = found.scores.get("skillgain"), mean_score(evidence, RANDOM)
    skilled = mean_score(evidence, SKILLED)
    if chance.value is not None and chance.low == chance.high and skilled.value in (None, chance.value):
        yield f"All games end with the same score of {chance.value:g}."
        return
    if gain is None or gain.value is None or gain.low is None or gain.high is None:
        return
    figures = f"random players score {number(chance)}, {evidence.player} {number(skilled)}"
    times = gain.details["ratio"]
    if gain.low > 0:
        known = times["value"] is not None and times["low"] > 1.1
        told = f"Skill makes {_times(times)} the score" if known else "Skill pays"
        paying = _paying(evidence, evidence.ladder)
        yield f"{told}: {figures}{f'; {paying}' if paying else ''}."
    elif gain.high < 0:
        yield f"The AI plays worse than chance here: {figures}."
    else:
        open_ones.ask(f"whether skill pays ({figures})")


def _times(times: dict[str, Any]) -> str:
    low, high = floor(10 * times["low"]) / 10, ceil(10 * times["high"]) / 10
    return f"{low:.1f} to {high:.1f} times" if low < high else f"{high:.1f} times"


def _target(found: Analysis, open_ones: _Open) -> Iterator[str]:
    score = found.scores.get("target")
    if score is not None and score.defined:
        yield score.sentence


def _asked(found: Analysis, open_ones: _Open) -> Iterator[str]:
    """What is not known yet, and the command that would find out."""
    if not open_ones.questions:
        return
    plan = found.evidence.plan
    words = ["croupier", "analyze", plan.name or plan.source.name, *plan.choice]
    if open_ones.random and not open_ones.skilled:
        words += ["--games", "100000,0,0"]
    elif found.effort != "thorough":
        words += ["--effort", "thorough" if found.effort == "normal" else "normal"]
    else:
        words += ["--effort", "thorough", "--precision", "0.02"]
    yield f"Not known yet: {'; '.join(open_ones.questions)}. To find out: {shlex.join(words)}"
