"""An analysis for people: a table with small pictures, and one sentence a heuristic."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from croupier.game import Status
from croupier.lab.analysis import Analysis
from croupier.lab.heuristic import OURS, Score
from croupier.lab.measures_text import measures_text
from croupier.lab.numbers import interval, short
from croupier.lab.report import aligned, replay
from croupier.lab.world import MIXED, RANDOM, SERIES, SKILLED
from croupier.lab.yardstick import PLAYER
from croupier.players.game_kind import COMPETITIVE
from croupier.text import printable
from croupier.text.shown import painted

_BARS = "▁▂▃▄▅▆▇█"
_TITLES = {RANDOM: "all random", MIXED: "one AI", SKILLED: "all AI"}


def sparkline(numbers: Sequence[float], within: tuple[float, float] | None = None) -> str:
    """Numbers as a small picture, all from 0: shares up to 1, others up to the largest.

    So pictures can be compared, and noise stays as small as it is. Negative numbers have none, unless a range
    is given within which all of them lie.

    >>> sparkline([0, 1, 2, 3]), sparkline([0.24, 0.26]), sparkline([-1, 1]), sparkline([])
    ('▁▃▆█', '▃▃', '', '')
    >>> sparkline([-1, 1], (-2, 2))
    '▃▆'
    """
    if not numbers or (within is None and min(numbers) < 0):
        return ""
    low, high = (0.0, max(1.0, *numbers)) if within is None else within
    span = high - low or 1.0
    return "".join(_BARS[round((x - low) / span * (len(_BARS) - 1))] for x in numbers)


def analysis_text(found: Analysis, *, width: int = 100, colour: bool = False) -> str:
    """Everything that an analysis has to say."""
    lines = [_title(found, width), *_resolved(found, width), "", *_verdict(found, width, colour), ""]
    lines += [*_series(found), *_troubles(found, width), ""]
    titles = {heuristic.name: heuristic.title for heuristic in found.heuristics}
    by_score = {heuristic.name for heuristic in found.heuristics if heuristic.by_score}
    # Where there are no rivals the score comes first.
    ordered = sorted(found.scores.items(), key=lambda item: item[0] not in by_score)
    told = {titles.get(name, name.capitalize()): score for name, score in ordered}
    defined = {title: score for title, score in told.items() if score.defined}
    table = [["", "value", "95 % interval", "n", ""]]
    table += [_cells(title, score) for title, score in defined.items()]
    head, *rows = aligned(table, left=(0, 4))
    if rows:
        lines.append(head.rstrip())
    for row, score in zip(rows, defined.values(), strict=True):
        lines.append(painted(row.rstrip(), "1") if colour else row.rstrip())
        lines += _wrapped(score.sentence, width)
    hidden = _out_of_place(found)
    untold = {
        titles.get(name, name): score.sentence
        for name, score in found.scores.items()
        if not score.defined and name not in hidden
    }
    lines += _undefined(untold, width)
    for series, one in found.measured.items():
        lines += measures_text(one.data(), f"  Measures, {_TITLES[series]}:")
    lines += _yardstick(found, titles, width)
    lines += _parameters(found, width)
    lines += ["", f"  {'played to the end' if found.interrupted else 'the same again'}: {found.command()}"]
    return "\n".join(lines)


def _verdict(found: Analysis, width: int, colour: bool) -> list[str]:
    """What is to be said first; then what to look at, an item a line."""
    verdict = found.verdict
    lines = _wrapped(verdict.text, width, indent=2)
    if verdict.look_at:
        lines += ["", "  Look at:"]
        for item in verdict.look_at:
            first, *rest = _wrapped(item, width, indent=4)
            lines += [f"  - {first.strip()}", *rest]
    return [painted(line, "1") for line in lines] if colour else lines


def _out_of_place(found: Analysis) -> set[str]:
    """Heuristics that nobody expects of such a game: there is no need to say why they are not defined."""
    if found.evidence.kind != COMPETITIVE:
        return {"target"} if found.evidence.target is None else set()
    return {heuristic.name for heuristic in found.heuristics if heuristic.by_score}


def _yardstick(found: Analysis, titles: Mapping[str, str], width: int) -> list[str]:
    """Where the game lies among those of the library, a heuristic a line."""
    if not found.places:
        return []
    rows = [
        [titles[name], place.words, f"most like {' and '.join(place.nearest)}"]
        for name, place in found.places.items()
    ]
    n = max(place.share.n for place in found.places.values())
    lines = [line.rstrip() for line in aligned(rows, left=(0, 1, 2))]
    head = f"  Among {n} games of the library (with {PLAYER}):"
    return ["", head, *(f"  {line}" if len(line) < width else f"  {line[: width - 3]}…" for line in lines)]


def _parameters(found: Analysis, width: int) -> list[str]:
    """The constants of the rules, which `--set` changes."""
    settings = found.evidence.plan.game.settings
    if not settings:
        return []
    told = ", ".join(f"{name}={value}" for name, value in settings.items())
    return ["", *_wrapped(f"Parameters: {told}", width, indent=2)]


def _undefined(reasons: Mapping[str, str], width: int) -> list[str]:
    """Heuristics without a number, by the reason why."""
    lines = []
    for why in dict.fromkeys(reasons.values()):
        titles = ", ".join(title for title, reason in reasons.items() if reason == why)
        text = f"{titles}: {why}."
        lines += textwrap.wrap(text, max(20, width - 4), initial_indent="    ", subsequent_indent="      ")
    return ["", "  Not defined:", *lines] if lines else []


def _wrapped(text: str, width: int, indent: int = 6) -> list[str]:
    """A sentence in lines; a number stays with its unit and its interval."""
    glued = printable(text).replace(" %", "\xa0%").replace(" ± ", "\xa0±\xa0")
    blank = " " * indent
    lines = textwrap.wrap(
        glued, max(20, width - 6), initial_indent=blank, subsequent_indent=blank, break_on_hyphens=False
    )
    return [line.replace("\xa0", " ") for line in lines]


def _title(found: Analysis, width: int) -> str:
    plan = found.evidence.plan
    seats = f"{plan.game.seats} seat{'' if plan.game.seats == 1 else 's'}"
    kind = found.evidence.kind
    parts = [
        *([] if kind == COMPETITIVE else [kind]),
        seats,
        f"seed {plan.seed}",
        f"effort {found.effort}",
        f"AI {found.evidence.player}",
    ]
    if found.evidence.teams:
        parts.insert(
            parts.index(seats) + 1,
            f"teams {' '.join('+'.join(map(str, team)) for team in found.evidence.teams)}",
        )
    if found.evidence.reading != OURS:
        parts.append(f"as the published {found.evidence.reading} reckon it")
    if found.interrupted:
        parts.append("interrupted")
    return textwrap.shorten(f"{plan.game.title}: {', '.join(parts)}", max(width, 40))


def _resolved(found: Analysis, width: int) -> list[str]:
    """What the AI plays for, if that goes by the game."""
    lines = list[str]()
    for one in found.evidence.resolved:
        lines += textwrap.wrap(str(one), max(20, width), initial_indent="  ", subsequent_indent="    ")
    return lines


def _series(found: Analysis) -> list[str]:
    rows = [["games", "played", *(status.value for status in Status), "seconds", ""]]
    for name in SERIES:
        tally = found.evidence.world(name).tally
        why = "" if tally.games else found.evidence.reasons.get(name, "not played")
        counts = [f"{tally.outcomes.get(status, 0):,}" for status in Status]
        took = f"{found.seconds[name]:.1f}" if name in found.seconds else "–"
        rows.append([_TITLES[name], f"{tally.games:,}", *counts, took, why])
    return [line.rstrip() for line in aligned(rows, left=(0, len(rows[0]) - 1))]


def _troubles(found: Analysis, width: int) -> list[str]:
    """Games that do not finish: the first of each kind, and how to see it."""
    lines = []
    for name in SERIES:
        tally = found.evidence.world(name).tally
        for incident in {incident.status: incident for incident in reversed(tally.incidents)}.values():
            count = tally.outcomes.get(incident.status, 0)
            what = f"{count:,} of {tally.games:,} games {incident.status.value}"
            told = f"{_TITLES[name]}: {what}: {incident.reason}"
            lines += textwrap.wrap(told, max(20, width - 4), initial_indent="  ", subsequent_indent="    ")
            if name == RANDOM:
                lines.append(f"    to see it: {replay(found.evidence.plan, incident.index)}")
    return ["", *lines] if lines else []


def _cells(title: str, score: Score) -> list[str]:
    return [
        title,
        short(score.value),
        interval(score.low, score.high),
        f"{score.n:,}",
        sparkline(score.curve),
    ]
