"""The rules themselves: how many there are, whether they are used, whether they make a game."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import numpy as np

from croupier.catalog import shelf
from croupier.lab.coverage_findings import findings
from croupier.lab.games import Games
from croupier.lab.heuristic import ArrayHeuristic, Score
from croupier.lab.heuristics.wording import data, plural
from croupier.lab.measures import Measures
from croupier.lab.scorer import Evidence
from croupier.lab.statistics import Estimate, share
from croupier.lab.world import RANDOM, SERIES
from croupier.text import Source

_COMMENT = re.compile(r";[^\n]*")
_HEAD = re.compile(r"\(\s*(choice|stage)\b")


@cache
def _library_sizes() -> tuple[int, ...]:
    """How many forms each game of the library has."""
    sources = (shelf.source(name) for name in shelf.names())
    return tuple(sorted(size(source)["forms"] for source in sources if source is not None))


def size(source: Source) -> dict[str, int]:
    """How large a program is: its forms, and the choices and stages among them."""
    text = _COMMENT.sub("", source.text)
    heads = Counter(_HEAD.findall(text))
    return {"forms": text.count("("), "choices": heads["choice"], "stages": heads["stage"]}


class ExcessRules(ArrayHeuristic):
    """How many rules there are, compared with the games of the library."""

    name, title = "excessrules", "Excess rules"
    width = None
    rivals, precise, sampled = False, False, False

    def score(self, evidence: Evidence) -> Score:
        """The share of library games that are smaller; those of the same size count half."""
        if evidence.plan.game.actions is None:
            return self.undefined("the games of the library are in another language")
        own, others = size(evidence.plan.source), _library_sizes()
        if not others:
            return self.undefined("there is no library to compare with")
        smaller = sum(other < own["forms"] for other in others) + sum(o == own["forms"] for o in others) / 2
        value = smaller / len(others)
        return self.told(
            Estimate(value, value, value, len(others)),
            f"The program has {plural(own['forms'], 'form')}, {plural(own['choices'], 'choice')} and "
            f"{plural(own['stages'], 'stage')}: "
            f"{100 * value:.0f} % of the library is smaller.",
            own,
        )


class RuleCoverage(ArrayHeuristic):
    """Whether everything that the rules provide for ever happens."""

    name, title, series = "rulecoverage", "Rule coverage", SERIES
    width = None
    rivals, precise, unfinished, sampled = False, False, True, False

    def score(self, evidence: Evidence) -> Score:
        """The share of the actions that were ever done, of those that seats and settings allow."""
        actions = evidence.plan.game.actions
        if actions is None:
            return self.undefined("this game does not tell which of its rules it comes to")
        if not actions:
            return self.undefined("the program has no action that could happen")
        done = frozenset().union(*(world.done for world in evidence.worlds.values()))
        off = _switched_off(evidence)
        missing = sorted({line for start, line in actions.items() if start not in done | off})
        possible = [start for start in actions if start in done or start not in off]
        if not possible:
            return self.undefined("seats and settings keep every action of the program from happening")
        value = sum(start in done for start in possible) / len(possible)
        games = sum(world.games for world in evidence.worlds.values())
        if missing:
            lines = ", ".join(map(str, missing[:8])) + (" …" if len(missing) > 8 else "")
            sentence = f"In {games:,} observed games nothing ever happened at line {lines}."
        else:
            switched = len(actions) - len(possible)
            left_out = f", but for {switched} that settings switch off" if switched else ""
            sentence = f"Every action of the program happened in {games:,} observed games{left_out}."
        return self.told(
            Estimate(value, value, value, len(possible)),
            sentence,
            {"actions": len(actions), "lines_never_done": missing, "games": games},
        )


def _switched_off(evidence: Evidence) -> frozenset[int]:
    """Where actions begin that seats and settings keep from happening: they are no cause for alarm."""
    counted, actions = evidence.coverage, evidence.plan.game.actions
    if counted is None or actions is None:
        return frozenset()
    spans = [counted.rules[f.rule].span for f in findings(counted) if f.kind == "switched off"]
    return frozenset(start for start in actions if any(s.start <= start < s.end for s in spans))


class Reasonable(ArrayHeuristic):
    """Whether it is a game at all: chance, choices, an end."""

    name, title, series = "reasonable", "Reasonable", ()
    width = None
    rivals, precise, sampled = False, False, False

    def add(self, games: Games, into: Measures) -> None:
        """Decisions that are not forced."""
        unforced = np.zeros(len(games.length), dtype=np.int64)
        np.add.at(unforced, games.game, games.options > 1)
        into.add("reasonable.unforced", games.deal, unforced)

    def score(self, evidence: Evidence) -> Score:
        """The share of three questions that are answered with yes."""
        world = evidence.world(RANDOM)
        lines = evidence.plan.game.chance_lines
        unforced = evidence.mean("reasonable.unforced", RANDOM)
        tally = world.tally
        if not tally.games:
            return self.undefined(evidence.reasons.get(RANDOM, "no random game was played"))
        finished = share(tally.finished, tally.games, 1, evidence.confidence)
        answers = {
            "shuffles": bool(lines),
            "offers_choices": bool(unforced.value),
            "every_game_finishes": tally.finished == tally.games,
        }
        lacks = [
            told
            for answer, told in (
                (answers["shuffles"], "nothing is shuffled or drawn"),
                (answers["offers_choices"], "there is never a choice"),
                (
                    answers["every_game_finishes"],
                    f"{tally.games - tally.finished:,} of {tally.games:,} random games do not finish",
                ),
            )
            if not answer
        ]
        sentence = "It shuffles, offers choices, and every random game finishes." if not lacks else (
            f"{'; '.join(lacks)[:1].upper()}{'; '.join(lacks)[1:]}."
        )  # fmt: skip
        value = sum(answers.values()) / len(answers)
        details = {
            **answers,
            "shuffles_at_lines": lines,
            "unforced_decisions_a_game": data(unforced),
            "finished": data(finished),
        }
        return self.told(Estimate(value, value, value, tally.games), sentence, details)


__all__ = ["ExcessRules", "Reasonable", "RuleCoverage", "size"]
