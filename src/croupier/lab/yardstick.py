"""The yardstick: where a game lies among those of the library, heuristic by heuristic.

``python tools/library_table.py docs`` analyses the library and writes the file. A game whose text has changed
since then is left out until it is measured again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from croupier.catalog import shelf
from croupier.lab.heuristic import OURS, Heuristic, Score, all_heuristics
from croupier.lab.heuristics.wording import span
from croupier.lab.library_facts import fingerprint
from croupier.lab.simulate import Plan
from croupier.lab.statistics import Estimate
from croupier.lab.world import RANDOM

if TYPE_CHECKING:
    from croupier.lab.analysis import Analysis

FILE = "yardstick.json"
"""The name of the file, in the folder of the library."""

EFFORT, PLAYER, SEED = "quick", "pipmc:tests=32", 1
"""How every game of the library is measured: in the time of the quick effort, with the usual AI."""

FEWEST = 10
"""With fewer games to compare with nothing is said."""

MEASURED = f"{EFFORT}, {PLAYER}"
"""The same as marks tell it: one that was measured otherwise counts until it is measured again."""

NEIGHBOURS = 2
"""So many games of the library are named as the most alike."""

_LEFT_OUT = frozenset(
    ("depth", "skilltrace", "rulecoverage", "reasonable", "excessrules", "firstplayeradvantage")
)
"""Heuristics that are no scale, or compare with the library anyway."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One game of the library on the yardstick."""

    text: str
    """The fingerprint of the text that was measured."""
    kind: str
    effort: str
    """How it was measured: the effort and the AI."""
    sizes: str
    """How much was played: with these sizes it comes to the same numbers again."""
    scores: Mapping[str, Estimate]
    """The heuristics that are defined, by name."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a score lies among those of the library."""

    name: str
    share: Estimate
    """The share of the games with a lower score; the ends count those that are surely lower, or may be."""
    nearest: tuple[str, ...]
    """The games with the nearest scores."""
    others: tuple[tuple[str, Estimate], ...]
    """All games that it was compared with, by their titles, the lowest score first."""

    @property
    def words(self) -> str:
        """How many games of the library score lower, as an interval."""
        low, high = self.share.low, self.share.high
        if high is not None and high <= 0:
            return "lower than all of them"
        if low is not None and low >= 1:
            return "higher than all of them"
        return f"higher than {span(self.share)}"

    def data(self) -> dict[str, Any]:
        """The same as plain data, without the other games."""
        found = self.share
        return {
            "value": found.value,
            "low": found.low,
            "high": found.high,
            "n": found.n,
            "nearest": list(self.nearest),
        }


def scaled(heuristics: tuple[Heuristic, ...] | None = None) -> tuple[Heuristic, ...]:
    """The heuristics that the yardstick has a scale for."""
    every = all_heuristics() if heuristics is None else heuristics
    ours = (h for h in every if type(h).__module__.startswith("croupier."))
    return tuple(h for h in ours if h.name not in _LEFT_OUT and not h.by_score)


def measured(name: str, workers: int = 1) -> Mark:
    """Analyses a game of the library."""
    from croupier.lab.analysis import analyze

    source = shelf.source(name)
    assert source is not None
    plan = Plan(source, name, seed=SEED)
    found = analyze(plan, effort=EFFORT, players=PLAYER, heuristics=scaled(), workers=workers, progress=False)
    scores = {
        each: Estimate(_short(score.value), _short(score.low), _short(score.high), score.n)
        for each, score in found.scores.items()
        if score.defined and score.low is not None
    }
    return Mark(fingerprint(source), found.evidence.kind, MEASURED, str(found.sizes), scores)


def _short(x: float | None) -> float | None:
    return None if x is None else float(f"{x:.4g}")


@cache
def stored() -> Mapping[str, Mark]:
    """Returns the marks in the file, by game; none if the file is missing or damaged."""
    try:
        text = (files("croupier.library") / FILE).read_text(encoding="utf-8")
        return {name: _from_data(data) for name, data in json.loads(text).items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        # Without it reports only lack a comparison.
        return {}


def as_text(marks: Mapping[str, Mark]) -> str:
    """Returns the content of the file: one line a game, in alphabetical order."""
    lines = [f"{json.dumps(name)}: {json.dumps(_data(marks[name]))}" for name in sorted(marks)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _data(mark: Mark) -> dict[str, Any]:
    scores = {name: list(astuple(found)) for name, found in mark.scores.items()}
    return {**asdict(replace(mark, scores={})), "scores": scores}


def _from_data(data: dict[str, Any]) -> Mark:
    scores = {name: Estimate(*numbers) for name, numbers in data["scores"].items()}
    return Mark(data["text"], data["kind"], data["effort"], data["sizes"], scores)


def is_current(name: str) -> bool:
    """Whether the mark of a game is about its text as it is now."""
    source, mark = shelf.source(name), stored().get(name)
    return source is not None and mark is not None and mark.text == fingerprint(source)


def to_measure() -> list[str]:
    """The games of the library that have no mark, or one of another text or another effort."""
    return [name for name in shelf.names() if not is_current(name) or stored()[name].effort != MEASURED]


def places(found: Analysis) -> dict[str, Place]:
    """Where a game lies among those of the library, for every heuristic that can be compared.

    A heuristic that needs an AI is compared only if the same AI has played.
    """
    if found.evidence.reading != OURS:
        return {}
    others = {
        name: mark
        for name, mark in stored().items()
        if name != found.evidence.plan.name and is_current(name) and mark.kind == found.evidence.kind
    }
    told = {}
    for heuristic in scaled(found.heuristics):
        score = found.scores[heuristic.name]
        if not score.defined or not _is_comparable(heuristic, found):
            continue
        place = _place(
            score, {n: m.scores[heuristic.name] for n, m in others.items() if heuristic.name in m.scores}
        )
        if place is not None:
            told[heuristic.name] = place
    return told


def _is_comparable(heuristic: Heuristic, found: Analysis) -> bool:
    by_chance = bool(heuristic.series) and heuristic.series[0] == RANDOM and heuristic.name != "optioncurve"
    return found.evidence.player == PLAYER or (by_chance and heuristic.name != "deadtime")


def _place(score: Score, others: Mapping[str, Estimate]) -> Place | None:
    known = {name: found for name, found in others.items() if found.value is not None}
    value = score.value
    if value is None or len(known) < FEWEST:
        return None
    low, high = (value if edge is None else edge for edge in (score.low, score.high))
    n = len(known)
    lower = (
        sum(_value(o) < value for o in known.values()) + sum(_value(o) == value for o in known.values()) / 2
    )
    surely_lower = sum(o.high is not None and o.high < low for o in known.values())
    surely_higher = sum(o.low is not None and o.low > high for o in known.values())
    ordered = sorted(known, key=lambda name: (_value(known[name]), name))
    near = sorted(known, key=lambda name: (abs(_value(known[name]) - value), name))[:NEIGHBOURS]
    return Place(
        score.name,
        Estimate(lower / n, surely_lower / n, 1 - surely_higher / n, n),
        tuple(map(title_of, near)),
        tuple((title_of(name), known[name]) for name in ordered),
    )


def _value(found: Estimate) -> float:
    assert found.value is not None
    return found.value


@cache
def title_of(name: str) -> str:
    """The title of a game of the library."""
    source = shelf.source(name)
    return name if source is None else shelf.head(source).title or name
