"""Facts about the games of the library that take seconds to find out, kept beside them.

``python tools/library_table.py docs`` writes the file. A game whose text has changed since then is measured
when somebody asks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from croupier.catalog import shelf
from croupier.catalog.loading import program_with
from croupier.catalog.stored_facts import stored_facts
from croupier.lab.simulate import Plan, simulate
from croupier.lab.statistics import Moments
from croupier.text import Source

SAMPLE = range(2, 11)
"""From so many games, always the same, the number of decisions is told: the longer they are, the fewer."""

SAMPLED_DECISIONS = 300
"""About so many decisions are enough to tell."""


@dataclass(frozen=True, slots=True)
class Facts:
    """One game with its usual parameters, as a program tells it and as it plays at random."""

    text: str
    """The fingerprint of the text that they are about."""
    seats: int
    cards: int
    parameters: tuple[dict[str, Any], ...]
    """The name, value and type of each."""
    decisions: Moments
    """The decisions of a few games at random."""


def facts_of(name: str) -> Facts:
    """Returns the facts about a game of the library: the stored ones while they are about its text.

    >>> facts_of("agram").decisions.least
    24
    """
    source = shelf.source(name)
    assert source is not None
    found = stored().get(name)
    return found if found is not None and found.text == fingerprint(source) else measured(source)


@cache
def stored() -> Mapping[str, Facts]:
    """Returns the facts in the file, by game; none if the file is missing or damaged."""
    try:
        return {name: _from_data(data) for name, data in stored_facts().items()}
    except (LookupError, TypeError, AttributeError):
        # All of it can be measured again.
        return {}


def as_text(facts: Mapping[str, Facts]) -> str:
    """Returns the content of the file: one line a game, in alphabetical order."""
    lines = [f"{json.dumps(name)}: {json.dumps(_data(facts[name]))}" for name in sorted(facts)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def measured(source: Source) -> Facts:
    """Plays a small sample of a game, which is always the same."""
    program = program_with(source)
    # So few games are not worth compiling.
    plan = Plan(source, engine="interpreter")
    first = simulate(plan, 1).tally
    games = SAMPLED_DECISIONS // (first.length.most or 1)
    more = min(max(games, SAMPLE[0]), SAMPLE[-1]) - 1
    length = (first + simulate(plan, more, first=1).tally).length
    parameters = [{"name": p.name, "value": p.value, "type": p.type.words} for p in program.parameters]
    return Facts(fingerprint(source), program.seats, program.cards, tuple(parameters), length)


def fingerprint(source: Source) -> str:
    """Returns what tells one text of a game from another.

    >>> fingerprint(Source("a.rcy", "(game)"))
    'b9c85c54'
    """
    return sha256(source.text.encode()).hexdigest()[:8]


def _data(facts: Facts) -> dict[str, Any]:
    return {**asdict(facts), "decisions": list(astuple(facts.decisions))}


def _from_data(data: Mapping[str, Any]) -> Facts:
    return Facts(
        data["text"],
        data["seats"],
        data["cards"],
        tuple(data["parameters"]),
        Moments(*data["decisions"]),
    )
