"""The result of an experiment as data, and as a table for people."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from croupier.game import Status
from croupier.lab.simulate import Plan, Simulation
from croupier.lab.statistics import WIN, Estimate
from croupier.lab.study import provenance
from croupier.lab.tally import Incident, Tally
from croupier.players.resolving import resolved
from croupier.text import as_json, render

_ENGINES = {"native": "machine code", "interpreter": "the interpreter"}
_ORIGINS = {"compiled": ", compiled in {:.2f} s", "cache": ", loaded from the cache in {:.0f} ms"}


def estimate_data(estimate: Estimate) -> dict[str, Any]:
    """An estimate as data."""
    return {"mean": estimate.value, "low": estimate.low, "high": estimate.high, "n": estimate.n}


def report_data(result: Simulation) -> dict[str, Any]:
    """All that is known about an experiment, as data."""
    plan, tally = result.plan, result.tally
    forced = tally.forced_share()
    return {
        "game": plan.game.name,
        "title": plan.game.title,
        "games": tally.games,
        **provenance(plan, simulate_command(result)),
        "engine": plan.game.engine,
        "engine_note": plan.game.note,
        "code": plan.code_origin or None,
        "players": list(plan.seating),
        "resolved": [one.data() for one in resolved(plan.seating, plan.game)],
        "outcomes": {status.value: tally.outcomes.get(status, 0) for status in Status},
        "seats": [_seat_data(plan, tally, seat) for seat in range(plan.game.seats)],
        "decisions_per_game": {
            **estimate_data(tally.length.mean()),
            "min": tally.length.least,
            "max": tally.length.most,
        },
        "options_per_decision": estimate_data(tally.options.estimate()),
        "ties": estimate_data(tally.tie_share()),
        "forced_share": forced.value,
        "forced": estimate_data(forced),
        "dropped_options": sum(tally.dropped.values()),
        "dropped_at": [
            {"line": line, "column": column, "reason": reason, "options": count}
            for line, column, reason, count in _drops(plan, tally)
        ],
        "searched": [
            {"seat": seat, "decisions": decisions, "iterations": iterations}
            for seat, (decisions, iterations) in sorted(tally.searched.items())
        ],
        "games_per_second": result.games_per_second,
        "compile_seconds": plan.compile_seconds,
        "limits": {"steps": plan.max_steps, "decisions": plan.max_decisions},
        "interrupted": result.interrupted,
        "forfeits": [
            {"seat": seat, "reason": reason, "games": count}
            for (seat, reason), count in sorted(tally.forfeits.items())
        ],
        "incidents": [_incident_data(plan, incident) for incident in tally.incidents],
        **({} if result.measured is None else {"measures": result.measured.data()}),
    }


def seat_summary(result: Simulation) -> list[dict[str, Any]]:
    """A plain row a seat: its share of the wins and its mean score, with their intervals."""
    rows = []
    for seat in result.data()["seats"]:
        score = seat.pop("score")
        rows.append({**seat, "score_low": score["low"], "score_high": score["high"]})
    return rows


def _seat_data(plan: Plan, tally: Tally, seat: int) -> dict[str, Any]:
    share, score = tally.win_share(seat), tally.mean_score(seat)
    return {
        "seat": seat,
        "player": plan.seating[seat],
        "wins": float(Fraction(tally.wins[seat] if tally.wins else 0, WIN)),
        "share": share.value,
        "low": share.low,
        "high": share.high,
        "n": share.n,
        "mean_score": score.value,
        "score": estimate_data(score),
    }


def _incident_data(plan: Plan, incident: Incident) -> dict[str, Any]:
    return {
        "index": incident.index,
        "seed": incident.seed,
        "status": incident.status.value,
        "reason": incident.reason,
        "decisions": incident.decisions,
        "choices": list(incident.choices),
        "finding": as_json(incident.finding(plan.source)),
        "picture": incident.picture.splitlines(),
        "replay": replay(plan, incident.index),
    }


def replay(plan: Plan, index: int) -> str:
    """The command that plays one game of an experiment again, in words."""
    return shlex.join([*_words(plan), "--only", str(index), "--trace"])


def simulate_command(result: Simulation) -> str:
    """The command that comes to the same numbers."""
    games = str(result.planned or result.tally.games)
    which = ["--only", str(result.first)] if result.first else ["--games", games]
    own = () if result.measured is None else result.measured.measures
    measures = [word for one in own for word in ("--measure", one.text)]
    return shlex.join([*_words(result.plan), *which, *measures])


def _words(plan: Plan) -> list[str]:
    words = ["croupier", "simulate", plan.name or plan.source.name, *plan.choice]
    return [*words, "--players", ",".join(plan.players), "--seed", str(plan.seed), *plan.limits]


def report_text(result: Simulation, *, colour: bool = False, width: int = 100) -> str:
    """The result of an experiment for people: every number with its 95 % interval and n."""
    plan, tally = result.plan, result.tally
    seats = [
        [
            str(seat),
            plan.seating[seat],
            *percent_cells(tally.win_share(seat)),
            *mean_cells(tally.mean_score(seat)),
        ]
        for seat in range(plan.game.seats)
    ]
    lengths = [
        ["decisions per game", *mean_cells(tally.length.mean())],
        ["options per decision", *mean_cells(tally.options.estimate())],
        ["forced decisions", *percent_cells(tally.forced_share())],
        ["shared wins", *percent_cells(tally.tie_share())],
    ]
    heading = ["seat", "player", "wins", "95 % interval", "n", "score", "95 % interval", "n"]
    lines = [
        _title(result),
        *(f"  {one}" for one in resolved(plan.seating, plan.game)),
        "  " + "  ".join(f"{status.value} {tally.outcomes.get(status, 0):,}" for status in Status),
        "",
        *aligned([heading, *seats], left=(1,)),
        "",
        *aligned([["", "mean", "95 % interval", "n"], *lengths], left=(0,)),
        "",
        f"  dropped options: {sum(tally.dropped.values()):,}",
        *(f"    {count:,} at line {line}: {reason}" for line, _, reason, count in _drops(plan, tally)),
        *(
            f"  seat {seat} ({plan.seating[seat]}) forfeited, games: {count:,}: {reason}"
            for (seat, reason), count in sorted(tally.forfeits.items())
        ),
        *(
            f"  seat {seat} ({plan.seating[seat]}): {iterations / decisions:,.1f} iterations a decision, "
            f"mean of {decisions:,} by the clock"
            for seat, (decisions, iterations) in sorted(tally.searched.items())
        ),
        *([f"  read from an earlier run: {result.known:,} games"] if result.known else []),
        f"  games per second: {_rate(result.games_per_second)} by {_engine(plan)}",
        *_measures(result),
        *_incidents(result, colour, width),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _measures(result: Simulation) -> list[str]:
    if result.measured is None:
        return []
    from croupier.lab.measures_text import measures_text

    return measures_text(result.measured.data(), "  Measures:")


def _rate(rate: float) -> str:
    """A number of games a second.

    >>> _rate(43210.9), _rate(0.4321)
    ('43,211', '0.43')
    """
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


def _engine(plan: Plan) -> str:
    """What has played, and how it came to its code: the first use of a program compiles it."""
    seconds = plan.code_seconds
    told = _ORIGINS.get(plan.code_origin, "")
    return _ENGINES[plan.game.engine] + told.format(
        seconds if plan.code_origin == "compiled" else 1000 * seconds
    )


def _title(result: Simulation) -> str:
    plan, games = result.plan, result.tally.games
    players = plan.players[0] if len(set(plan.seating)) == 1 else ", ".join(plan.seating)
    ended = ", interrupted" if result.interrupted else ""
    return (
        f"{plan.game.title}: {games:,} game{'' if games == 1 else 's'}{ended}, seed {plan.seed}, "
        f"{plan.game.seats} seats, players {players}"
    )


def percent_cells(estimate: Estimate) -> tuple[str, str, str]:
    """A share with its interval and n."""
    value, low, high = (
        None if x is None else f"{100 * x:.1f}" for x in (estimate.value, estimate.low, estimate.high)
    )
    return (f"{value} %" if value else "–", f"{low} to {high} %" if low else "–", f"{estimate.n:,}")


def mean_cells(estimate: Estimate, digits: int = 2) -> tuple[str, str, str]:
    """A mean with its interval and n."""
    value, low, high = (
        None if x is None else f"{x:,.{digits}f}" for x in (estimate.value, estimate.low, estimate.high)
    )
    return (value or "–", f"{low} to {high}" if low else "–", f"{estimate.n:,}")


def aligned(rows: Sequence[Sequence[str]], left: tuple[int, ...]) -> list[str]:
    """Rows as lines of a table: words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(
            cell.ljust(w) if i in left else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _drops(plan: Plan, tally: Tally) -> list[tuple[int, int, str, int]]:
    """Line, column, reason and number of dropped options, the most frequent first."""
    ordered = sorted(tally.dropped.items(), key=lambda item: (-item[1], item[0]))
    return [(*plan.source.position(offset), reason, count) for (offset, reason), count in ordered]


def _incidents(result: Simulation, colour: bool, width: int) -> list[str]:
    """For each way not to finish, the first such game in full, and which others there are."""
    lines: list[str] = []
    for status in (Status.FAILED, Status.STUCK, Status.UNFINISHED):
        alike = [incident for incident in result.tally.incidents if incident.status is status]
        if not alike:
            continue
        first, *others = alike
        count = result.tally.outcomes.get(status, 0)
        met = f"{first.decisions:,} decision{'' if first.decisions == 1 else 's'}"
        lines += ["", f"{status.value}: game {first.index}, after {met}"]
        lines += render(first.finding(result.plan.source), colour=colour, width=width).splitlines()
        lines += [f"  {line}" for line in first.picture.splitlines()]
        lines.append(f"  again: {replay(result.plan, first.index)}")
        if others:
            more = "" if count == len(alike) else f" and {count - len(alike):,} more"
            lines.append(f"  also: game {', '.join(str(other.index) for other in others)}{more}")
    return lines
