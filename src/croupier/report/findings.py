"""What heuristics say, as pieces of a page: the number, how sure it is, and the sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.lab.analysis import Analysis
from croupier.lab.analysis_text import sparkline
from croupier.lab.heuristic import Score
from croupier.lab.numbers import interval, short
from croupier.report.markup import Markup, joined, table, tag

TOPICS = {
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
    scores = {each: found.scores[each] for each in TOPICS[name] if each in found.scores}
    return _told(found, scores)


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
        tag("p", _glued(score.sentence)),
        class_="finding",
    )


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
