"""``croupier games``: what is in the library."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from textwrap import fill
from typing import TYPE_CHECKING, Any, NoReturn

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.catalog.shelf import Head
    from croupier.recycle.program import Program


@click.command(
    epilog="Examples:\n\n  croupier games\n\n  croupier games hearts\n\n"
    "  croupier games --family avoidance\n\n  croupier games --json\n\n"
    "Exit code: 0 fine, 2 there is no such game or family."
)
@click.argument("name", required=False)
@click.option("--family", metavar="FAMILY", help="List only the games of this family.")
@options.json_option
@click.pass_context
def command(ctx: click.Context, name: str | None, *, family: str | None, as_json: bool) -> None:
    """List the games of the library, or tell about one.

    As data, `decisions` is the number of decisions of one game, forced ones included, with the usual
    parameters: a whole number where it never differs, else the mean of a few games at random, whose interval
    is in `decisions_sampled`.
    """
    from croupier.catalog import shelf

    if name is None:
        heads = {each: _head(each) for each in shelf.names()}
        if family is not None:
            heads = {
                each: head for each, head in heads.items() if head.family == family.lower()
            } or _no_family(ctx, family, heads)
        if as_json:
            options.print_json([_data(each) for each in heads])
        else:
            click.echo(_listed(heads))
        return
    if family is not None:
        raise click.UsageError("--family goes with the list, not with one game", ctx)
    if name not in shelf.names():
        click.echo(f"croupier: {name}: {shelf.missing(name)}", err=True)
        ctx.exit(2)
    if as_json:
        options.print_json({**_data(name), **_more(_head(name))})
    else:
        click.echo(_told(name))


def _no_family(ctx: click.Context, family: str, heads: Mapping[str, Head]) -> NoReturn:
    """Say that there is no such family, and which there are."""
    from croupier.catalog.shelf import by_family
    from croupier.text import did_you_mean

    families = sorted({head.family for head in heads.values()}, key=by_family)
    near = did_you_mean(family.lower(), families)
    there = f"{near} " if near else ""
    click.echo(f"croupier: {family}: no such family; {there}there are {', '.join(families)}", err=True)
    ctx.exit(2)


def _head(name: str) -> Head:
    from croupier.catalog import shelf

    source = shelf.source(name)
    assert source is not None
    return shelf.head(source)


def _program(name: str) -> Program:
    from croupier.catalog.loading import read

    return read(name)


def _seats(head: Head, usual: int) -> tuple[int, int]:
    return head.seats or (usual, usual)


def _data(name: str) -> dict[str, Any]:
    from croupier.lab.library_facts import facts_of
    from croupier.lab.report import estimate_data

    head, facts = _head(name), facts_of(name)
    length = facts.decisions
    mean = length.mean()
    notes = dict(head.parameters)
    return {
        "name": name,
        "title": head.title,
        "family": head.family,
        "seats": list(_seats(head, facts.seats)),
        "deck": facts.cards,
        "decisions": length.least if length.least == length.most else mean.value,
        "decisions_sampled": estimate_data(mean),
        "parameters": [
            {**parameter, "note": notes.get(parameter["name"], "")} for parameter in facts.parameters
        ],
        "summary": head.summary,
    }


def _more(head: Head) -> dict[str, Any]:
    told = {"source": head.source, "simplified": head.simplified, "remarks": head.remarks}
    return {**told, "ends": head.ends} if head.ends else told


def _listed(heads: Mapping[str, Head]) -> str:
    """Games, by family."""
    from croupier.catalog.shelf import by_family

    margin = max(map(len, heads))
    seats = {name: _range(head.seats or _seats(head, _program(name).seats)) for name, head in heads.items()}
    ordered = sorted(heads, key=lambda name: (by_family(heads[name].family), name))
    lines = []
    for family, members in groupby(ordered, lambda name: heads[name].family):
        lines.append(family)
        lines += [f"  {name:<{margin}}  {seats[name]:>4} seats  {heads[name].summary}" for name in members]
    return "\n".join(lines)


def _told(name: str) -> str:
    """All that the head of a game tells, with its parameters."""
    from croupier.lab.library_facts import facts_of
    from croupier.recycle.parameters import limits_words, shown

    head, program, length = _head(name), _program(name), facts_of(name).decisions
    seats = _range(_seats(head, program.seats))
    notes = dict(head.parameters)
    mean = length.mean().value
    decisions = (
        f"{length.least}" if length.least == length.most else f"about {mean:.0f} ({length.n} games at random)"
    )
    facts = [
        ("family", head.family),
        ("seats", seats if seats == str(program.seats) else f"{seats}, usually {program.seats}"),
        ("cards", str(program.cards)),
        ("decisions", decisions),
        ("source", head.source),
        ("simplified", head.simplified),
        *([("ends", head.ends)] if head.ends else []),
    ]
    lines = [head.title, head.summary, "", *(_wrapped(f"{key:<12}", text) for key, text in facts)]
    if program.parameters:
        margin = max(len(p.name) for p in program.parameters)
        lines += ["", "Parameters, with the values that they have unless they are set"]
        for p in program.parameters:
            told = f"{shown(p.value)} ({limits_words(p.limits)})" if p.limits is not None else shown(p.value)
            value = f"{told}  {notes[p.name]}" if p.name in notes else told
            lines.append(_wrapped(f"  {p.name:<{margin}}  ", value))
    for paragraph in head.remarks.split("\n\n") if head.remarks else ():
        lines += ["", _wrapped("", paragraph)]
    ways = (
        f"`croupier studio {name}` or `croupier play {name}` to play it, `croupier analyze {name}` to find "
        f"out how it plays, `croupier show {name}` to take it apart."
    )
    return "\n".join([*lines, "", _wrapped("", ways)])


def _wrapped(heading: str, text: str) -> str:
    """A text behind its heading, in lines that fit the terminal."""
    return fill(text, options.terminal_width(), initial_indent=heading, subsequent_indent=" " * len(heading))


def _range(seats: tuple[int, int]) -> str:
    fewest, most = seats
    return str(fewest) if fewest == most else f"{fewest}-{most}"
