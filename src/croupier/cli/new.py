"""``croupier new``: a game file to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from croupier.catalog import starters
from croupier.cli import options
from croupier.text import did_you_mean


class _Kind(click.ParamType[str]):
    """A kind of game that there is a starter for."""

    name = "kind"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        kind = value.strip().lower()
        if kind not in starters.KINDS:
            near = did_you_mean(kind, starters.KINDS)
            there = f"there are {', '.join(starters.KINDS)}"
            self.fail(f"no starter is like {value!r}; {f'{near} ' if near else ''}{there}", param, ctx)
        return kind

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(kind) for kind in starters.KINDS if kind.startswith(incomplete)]


@click.command(
    epilog="Examples:\n\n  croupier new --list\n\n  croupier new night_market --like auction\n\n"
    "  croupier new games/night_market --like auction --json\n\n"
    "Exit code: 0 fine, 2 wrong usage, or a file that cannot be made."
)
@click.argument("name", required=False)
@click.option(
    "--like", "kind", type=_Kind(), metavar="KIND", help=f"What it is like: {', '.join(starters.KINDS)}."
)
@click.option(
    "--list", "only_list", is_flag=True, help="List the kinds, with the game that each begins with."
)
@options.json_option
@click.pass_context
def command(
    ctx: click.Context, name: str | None, *, kind: str | None, only_list: bool, as_json: bool
) -> None:
    """Begin a game of your own: NAME.rcy, a small complete game with comments, ready to be changed.

    NAME may stand in a folder. A file that is there already stays as it is.
    """
    if only_list:
        if name is not None or kind is not None:
            raise click.UsageError("--list goes without a name and --like", ctx)
        if as_json:
            options.print_json([_data(each) for each in starters.KINDS])
        else:
            click.echo(_listed())
        return
    if name is None:
        raise click.UsageError("the name of the game is missing, such as `croupier new night_market`", ctx)
    if kind is None:
        raise click.UsageError(
            f"say what {name} is like: --like {'|'.join(starters.KINDS)}; `croupier new --list` tells more",
            ctx,
        )
    try:
        path = starters.path_of(name)
        starters.write(path, starters.text_for(kind, starters.title_of(path)))
    except (starters.NameProblem, starters.FileProblem) as problem:
        click.echo(f"croupier: {name}: {problem}", err=True)
        ctx.exit(2)
    _mention_namesake(path)
    if as_json:
        made = {"file": str(path), **_data(kind), "title": starters.title_of(path)}
        options.print_json({**made, "next": [step for step, _ in _next(path)]})
    else:
        click.echo(_told(path, kind))


def _mention_namesake(path: Path) -> None:
    """Tells on standard error that the library has a game of the same name: the bare name means that one."""
    from croupier.catalog import shelf

    if path.stem in shelf.names():
        click.echo(
            f"croupier: the library has a game {path.stem} as well; with the ending, {path}, yours is meant",
            err=True,
        )


def _data(kind: str) -> dict[str, Any]:
    """A starter as data."""
    from croupier.catalog import shelf
    from croupier.recycle.check import check

    source = starters.source(kind)
    head, program = shelf.head(source), check(source).program
    assert head.seats is not None
    assert program is not None
    notes = dict(head.parameters)
    return {
        "like": kind,
        "title": head.title,
        "summary": head.summary,
        "seats": list(head.seats),
        "lines": source.text.count("\n"),
        "parameters": [
            {"name": p.name, "value": p.value, "type": p.type.words, "note": notes.get(p.name, "")}
            for p in program.parameters
        ],
        "remarks": head.remarks,
    }


def _seats(kind: str) -> str:
    from croupier.catalog import shelf

    fewest, most = shelf.head(starters.source(kind)).seats or (0, 0)
    return f"{fewest}-{most}"


def _listed() -> str:
    """The kinds with their games, and how to begin."""
    from croupier.catalog import shelf

    margin = max(map(len, starters.KINDS))
    heads = {kind: shelf.head(starters.source(kind)) for kind in starters.KINDS}
    lines = [f"{kind:<{margin}}  {_seats(kind)} seats  {head.summary}" for kind, head in heads.items()]
    return "\n".join([*lines, "", "begin with: croupier new NAME --like KIND"])


def _next(path: Path) -> list[tuple[str, str]]:
    """Commands to go on with, and what each is good for."""
    file = shlex.quote(str(path))
    return [
        (f"croupier check {file}", "after each change"),
        (f"croupier play {file}", "sit down at the table"),
        (f"croupier analyze {file}", "find out how it plays"),
    ]


def _told(path: Path, kind: str) -> str:
    """A new game in one line, and the commands to go on with."""
    lines = starters.source(kind).text.count("\n")
    steps = _next(path)
    margin = max(len(step) for step, _ in steps)
    return "\n".join(
        [
            f"{path}: a game for {_seats(kind).replace('-', ' to ')} seats in {lines} lines, like {kind}",
            "",
            "next, change its rules in an editor, and",
            *(f"  {step:<{margin}}  {why}" for step, why in steps),
        ]
    )
