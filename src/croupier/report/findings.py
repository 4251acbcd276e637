"""What heuristics say, as pieces of a page: the number, how sure it is, and the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from croupier.lab.analysis import Analysis
from croupier.lab.analysis_text import sparkline
from croupier.lab.heuristic import Score
from croupier.lab.numbers import interval, short
from croupier.players.game_kind import COMPETITIVE
from croupier.report.markup import Markup, joined, table, tag

TOPICS = {
    "score": ("score", "skillgain", "target"),
    "wins": ("fairness", "firstplayeradvantage", "noties"),
    "course": ("decisiveness", "security", "stability", "convergence", "gamelength", "deadtime"),
    "drama": ("drama", "comeback", "leadchanges", "coolness"),
    "skill": ("order", "luckskill", "randomness", "depth", "skilltrace"),
    "choices": (
        "meaningfulmoves",
        "variance",
        "clarity",
        "decisionentropy",
        "optioncurve",
        "lastplaceagency",
    ),
    "rules": ("excessrules", "rulecoverage", "reasonable"),
}
"""Which heuristics answer which question."""


def topic(found: Analysis, name: str) -> Markup:
    """All that is known about a question; what is not defined last, with the reasons."""
    hidden = left_out(found)
    scores = {
        each: found.scores[each] for each in TOPICS[name] if each in found.scores and each not in hidden
    }
    return _told(found, scores)


def left_out(found: Analysis) -> dict[str, str]:
    """The heuristics that make no sense in a game without rivals, with the reason."""
    if found.evidence.kind == COMPETITIVE:
        return {}
    ranked = (heuristic for heuristic in found.heuristics if heuristic.ranked)
    return {h.name: found.scores[h.name].sentence for h in ranked if not found.scores[h.name].defined}


def others(found: Analysis) -> Markup:
    """Heuristics of other packages, which answer questions of their own; nothing if there are none."""
    known = {each for names in TOPICS.values() for each in names}
    return _told(found, {name: score for name, score in found.scores.items() if name not in known})


def _told(found: Analysis, scores: Mapping[str, Score]) -> Markup:
    titles = titles_of(found)
    defined = joined(_finding(titles[name], score) for name, score in scores.items() if score.defined)
    return joined([defined, undefined({titles[n]: s.sentence for n, s in scores.items() if not s.defined})])


def _finding(title: str, score: Score) -> Markup:
    curve = sparkline(score.curve)
    return tag(
        "div",
        tag(
            "h3",
            title,
            " ",
            tag("b", short(score.value), class_="value"),
            " ",
            tag("span", _sure(score), class_="soft"),
            tag("span", curve, class_="spark", aria_hidden="true") if curve else None,
        ),
        tag("p", linked(_glued(score.sentence))),
        class_="finding",
    )


_LINES = re.compile(r"(?<=\bline )\d+(?:, \d+)*")


def linked(text: str) -> Markup:
    """A sentence whose lines of the program are links to them.

    >>> linked("nothing at line 3, 14 …")
    Markup('nothing at line <a href="#L3">3</a>, <a href="#L14">14</a> …')
    """
    parts: list[Any] = []
    at = 0
    for found in _LINES.finditer(text):
        numbers = found.group().split(", ")
        parts += [text[at : found.start()], joined((tag("a", n, href=f"#L{n}") for n in numbers), ", ")]
        at = found.end()
    return joined([*parts, text[at:]])


def verdict(found: Analysis, *, links: bool = True) -> Markup:
    """The verdict, and what to look at next."""
    told = found.verdict
    items = joined(tag("li", linked(item) if links else item) for item in told.look_at)
    return tag(
        "div",
        joined(tag("p", _with_command(sentence)) for sentence in told.sentences),
        joined([tag("p", tag("b", "Look at:")), tag("ul", items)]) if told.look_at else None,
        class_="verdict",
    )


def _with_command(sentence: str) -> Markup:
    """A sentence; the command that it ends with, if it does, as such."""
    told, found, command = sentence.partition("To find out: ")
    return joined([_glued(told), *([found, tag("code", command)] if found else [])])


def _glued(text: str) -> str:
    """A number stays in one line with its unit and its interval."""
    return text.replace(" %", "\xa0%").replace(" ± ", "\xa0±\xa0")


def _sure(score: Score) -> str:
    edges = interval(score.low, score.high)
    # What is not measured but counted has no interval worth the name.
    certain = score.low == score.value == score.high
    return f"n = {score.n:,}" if edges == "–" or certain else f"{edges}, n = {score.n:,}"


def undefined(reasons: Mapping[str, str]) -> Markup | None:
    """What has no number, by the reason why."""
    if not reasons:
        return None
    items = [
        tag(
            "li",
            tag("b", ", ".join(title for title, reason in reasons.items() if reason == why)),
            f": {why}.",
        )
        for why in dict.fromkeys(reasons.values())
    ]
    return tag("div", tag("p", "Not defined here:"), tag("ul", joined(items)), class_="soft")


def all_numbers(found: Analysis) -> Markup:
    """Every heuristic that has a number, as a table."""
    titles = titles_of(found)
    return table(
        ("Heuristic", "Value", "95 % interval", "n"),
        [
            (titles[name], short(score.value), interval(score.low, score.high), f"{score.n:,}")
            for name, score in found.scores.items()
            if score.defined
        ],
        caption="All heuristics",
    )


def in_short(found: Analysis, names: Iterable[str]) -> Markup:
    """The sentences of a few heuristics, for a hasty reader."""
    titles = titles_of(found)
    told = [(titles[name], found.scores[name]) for name in names if name in found.scores]
    items = [
        tag("li", tag("b", f"{title}: "), _glued(score.sentence)) for title, score in told if score.defined
    ]
    return tag("ul", joined(items)) if items else tag("p", "Nothing could be measured.")


def titles_of(found: Analysis) -> dict[str, str]:
    """What the heuristics are called."""
    titles = {heuristic.name: heuristic.title for heuristic in found.heuristics}
    return {name: titles.get(name, name.capitalize()) for name in found.scores}
