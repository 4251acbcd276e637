"""What a game is, for a page: what the head of its file tells, its parameters, its program."""

from __future__ import annotations

from typing import Any

from croupier.catalog import shelf
from croupier.lab.simulate import Plan
from croupier.recycle.parameters import shown
from croupier.report.markup import Markup, joined, table, tag

LONGEST = 60_000
"""A program with more characters than that is not shown whole."""


def about(plan: Plan, teams: tuple[tuple[int, ...], ...] = ()) -> Markup:
    """The game in words."""
    head, game = shelf.head(plan.source), plan.game
    paragraphs = [head.summary, *head.remarks.split("\n\n")]
    facts = [
        ("Family", head.family),
        ("Seats", _seats(plan, head)),
        ("Teams", ", ".join(f"seats {' and '.join(map(str, team))}" for team in teams)),
        ("Cards", f"{game.cards:,}" if game.cards is not None else ""),
        ("Source", head.source),
        ("Simplified", head.simplified),
        ("Ends", head.ends),
    ]
    return joined(
        [
            *(tag("p", text) for text in paragraphs if text.strip()),
            None if any(map(str.strip, paragraphs)) else tag("p", "The file says nothing about itself."),
            tag(
                "dl",
                joined(tag("div", tag("dt", name), tag("dd", text)) for name, text in facts if text),
                class_="facts",
            ),
            _parameters(plan, dict(head.parameters)),
            _program(plan),
        ]
    )


def _seats(plan: Plan, head: shelf.Head) -> str:
    played = plan.game.seats
    if head.seats is None or head.seats == (played, played):
        return str(played)
    return f"{played} here, {head.seats[0]} to {head.seats[1]} are possible"


def _parameters(plan: Plan, notes: dict[str, str]) -> Markup | None:
    values = plan.game.settings
    if not values:
        return None
    return table(
        ("Parameter", "Value", "What it is"),
        [
            (
                tag("code", name),
                f"{_shown(value)} (set)" if name in plan.settings else _shown(value),
                notes.get(name, "how many play" if name == "SEATS" else ""),
            )
            for name, value in values.items()
        ],
        caption="Parameters, which --set changes",
        words=(0, 2),
    )


def _shown(value: Any) -> str:
    return shown(tuple(value)) if isinstance(value, list) else shown(value)


def _lines(text: str) -> Markup:
    """The lines of a program, each with a name to link to."""
    return joined(
        (
            tag("span", line, id=f"L{number}", class_="line")
            for number, line in enumerate(text.split("\n"), 1)
        ),
        "\n",
    )


def _program(plan: Plan) -> Markup:
    text = plan.source.text
    cut = text[:LONGEST] + (f"\n… and {len(text) - LONGEST:,} characters more" if len(text) > LONGEST else "")
    return tag(
        "details",
        tag("summary", f"The whole program ({text.count(chr(10)) + 1:,} lines)"),
        tag("pre", _lines(cut)),
        class_="screen-only",
    )
