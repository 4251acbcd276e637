"""``croupier games``: what is in the library."""

from __future__ import annotations

from itertools import groupby
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.recycle.program import Program
    from croupier.shelf import Head

SAMPLE = 20
"""From so many games, always the same, the number of decisions is told."""


@click.command(
    epilog="Examples:\n\n  croupier games\n\n  croupier games hearts\n\n  croupier games --json\n\n"
    "Exit code: 0 fine, 2 there is no such game."
)
@click.argument("name", required=False)
@options.json_option
@click.pass_context
def command(ctx: click.Context, name: str | None, as_json: bool) -> None:
    """List the games of the library, or tell about one.

    As data, `decisions` is the number of decisions of one game, forced ones included, with the usual
    parameters: a whole number where it never differs, else the mean of a few games at random, whose interval
    is in `decisions_sampled`.
    """
    from croupier import shelf

    if name is None:
        if as_json:
            options.print_json([_data(each) for each in shelf.names()])
        else:
            click.echo(_listed())
        return
    if name not in shelf.names():
        click.echo(f"croupier: {name}: {shelf.missing(name)}", err=True)
        ctx.exit(2)
    if as_json:
        options.print_json({**_data(name), **_more(_head(name))})
    else:
        click.echo(_told(name))


def _head(name: str) -> Head:
    from croupier import shelf

    source = shelf.source(name)
    assert source is not None
    return shelf.head(source)


def _program(name: str) -> Program:
    from croupier.api import read

    return read(name)


def _seats(head: Head, program: Program) -> tuple[int, int]:
    return head.seats or (program.seats, program.seats)


def _data(name: str) -> dict[str, Any]:
    from croupier.lab.report import estimate_data
    from croupier.lab.statistics import Moments

    head, program = _head(name), _program(name)
    length: Moments = _length(name)
    mean = length.mean()
    notes = dict(head.parameters)
    return {
        "name": name,
        "title": head.title,
        "family": head.family,
        "seats": list(_seats(head, program)),
        "deck": program.cards,
        "decisions": length.least if length.least == length.most else mean.value,
        "decisions_sampled": estimate_data(mean),
        "parameters": [
            {"name": p.name, "value": p.value, "type": p.type.words, "note": notes.get(p.name, "")}
            for p in program.parameters
        ],
        "summary": head.summary,
    }


def _more(head: Head) -> dict[str, Any]:
    return {"source": head.source, "simplified": head.simplified, "remarks": head.remarks}


def _length(name: str) -> Any:
    """The decisions of a game, from a small sample that is always the same."""
    from croupier.api import find_source
    from croupier.lab.simulate import Plan, simulate

    return simulate(Plan(find_source(name)), SAMPLE).tally.length


def _listed() -> str:
    """All games, by family."""
    from croupier import shelf

    heads = {name: _head(name) for name in shelf.names()}
    margin = max(map(len, heads))
    lines = []
    for family, members in groupby(
        sorted(heads, key=lambda n: (heads[n].family, n)), lambda n: heads[n].family
    ):
        lines.append(family)
        for name in members:
            head = heads[name]
            lines.append(
                f"  {name:<{margin}}  {_range(_seats(head, _program(name))):>4} seats  {head.summary}"
            )
    return "\n".join(lines)


def _told(name: str) -> str:
    """All that the head of a game tells, with its parameters."""
    from croupier.recycle.parameters import shown

    head, program, length = _head(name), _program(name), _length(name)
    notes = dict(head.parameters)
    mean = length.mean().value
    decisions = (
        f"{length.least}" if length.least == length.most else f"about {mean:.0f} ({SAMPLE} games at random)"
    )
    facts = [
        ("family", head.family),
        ("seats", f"{_range(_seats(head, program))}, usually {program.seats}"),
        ("cards", str(program.cards)),
        ("decisions", decisions),
        ("source", head.source),
        ("simplified", head.simplified),
    ]
    lines = [head.title, head.summary, "", *(_wrapped(f"{key:<12}", text) for key, text in facts)]
    if program.parameters:
        margin = max(len(p.name) for p in program.parameters)
        lines += ["", "Parameters, with the values that they have unless they are set"]
        for p in program.parameters:
            value = f"{shown(p.value)}  {notes[p.name]}" if p.name in notes else shown(p.value)
            lines.append(_wrapped(f"  {p.name:<{margin}}  ", value))
    if head.remarks:
        lines += ["", _wrapped("", head.remarks)]
    return "\n".join([*lines, "", f"croupier simulate {name} plays it, croupier show {name} takes it apart."])


def _wrapped(heading: str, text: str) -> str:
    """A text behind its heading, in lines that fit the terminal."""
    return fill(text, options.terminal_width(), initial_indent=heading, subsequent_indent=" " * len(heading))


def _range(seats: tuple[int, int]) -> str:
    fewest, most = seats
    return str(fewest) if fewest == most else f"{fewest}-{most}"
