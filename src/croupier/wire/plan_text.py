"""A plan as text: what `croupier show --table` prints."""

from __future__ import annotations

from croupier.wire.plan import Family, Plan

_SEEN = {
    "iloc": {"game": "seen by nobody", "player": "seen by its owner", "team": "seen by its team"},
    "oloc": {
        "game": "seen by all",
        "player": "seen by all but its owner",
        "team": "seen by all but its team",
    },
    "tloc": dict.fromkeys(("game", "player", "team"), "of which all see the top card"),
    "hloc": dict.fromkeys(("game", "player", "team"), "seen by nobody"),
    "vloc": dict.fromkeys(("game", "player", "team"), "seen by all"),
    "mem": dict.fromkeys(("game", "player", "team"), "copies"),
}
_OWNERS = {"player": "Of every seat", "team": "Of every team", "game": "Of the table"}


def plan_text(title: str, plan: Plan) -> str:
    """A plan for people: by owner, each family of places with its role, then stored values."""
    lines = [f"{title}, {plan.seats} seats clockwise: {' '.join(map(str, plan.order))}"]
    if plan.console:
        lines.append("What the program prints is shown beside the table.")
    for owner, heading in _OWNERS.items():
        rows = [_family_row(family) for family in plan.families if family.owner == owner]
        rows += [(value.name, value.role, "") for value in plan.values if value.owner == owner]
        if rows:
            wide = [max(len(row[column]) for row in rows) for column in (0, 1)]
            lines += ["", heading]
            lines += [f"  {a:<{wide[0]}}  {b:<{wide[1]}}  {c}".rstrip() for a, b, c in rows]
    return "\n".join(lines)


def _family_row(family: Family) -> tuple[str, str, str]:
    parts = [_SEEN[family.kind][family.owner]]
    if family.largest:
        parts.append(
            f"up to {family.largest} card{'s' if family.largest > 1 else ''}, {family.mean:g} on average"
        )
    parts += ["chosen from"] if family.picked else []
    parts += ["indexed"] if family.indexed else []
    return " ".join(family.names), family.role, ", ".join(parts)
