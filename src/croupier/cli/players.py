"""``croupier players``: who can sit down at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.players import Player


@click.command(
    epilog="Examples:\n\n  croupier players\n\n  croupier players ismcts --json\n\n"
    "Exit code: 0 fine, 2 there is no such player."
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@options.json_option
@click.pass_context
def command(ctx: click.Context, /, *, names: tuple[str, ...], as_json: bool) -> None:
    """List the players, with their options.

    They are named in `--players` of all commands that play: a name, and options behind colons,
    as in ismcts:iterations=2000:reward=score. Players of other packages are listed as well. One from a file
    of yours is named by its path and class: bot.py:Timid, with options as in bot.py:Timid:depth=2.
    """
    from croupier.players import PLAYERS, PlayerError, kind_named, registered

    found, code = [], 0
    for name in names or (*PLAYERS, *registered()):
        try:
            found.append((name, kind_named(name)))
        except PlayerError as problem:
            click.echo(f"croupier: {problem}", err=True)
            code = 2
    if as_json:
        options.print_json([_data(name, kind) for name, kind in found])
    else:
        for number, (name, kind) in enumerate(found):
            click.echo("\n" * bool(number) + "\n".join(_lines(name, kind)))
    ctx.exit(code)


def _data(name: str, kind: type[Player]) -> dict[str, Any]:
    return {
        "name": name,
        "about": _about(kind),
        "strength": kind.strength,
        "cost": kind.cost,
        "estimates": kind.estimates,
        "options": [
            {
                "name": setting.name,
                "default": setting.default,
                "takes": setting.takes,
                "about": setting.about,
            }
            for setting in kind.settings
        ],
    }


def _about(kind: type[Player]) -> str:
    return (kind.__doc__ or "").strip().split("\n")[0]


def _lines(name: str, kind: type[Player]) -> list[str]:
    lines = [f"{name}: {_about(kind)}"]
    lines += [f"  strength: {kind.strength}"] if kind.strength else []
    lines += [f"  cost: {kind.cost}"] if kind.cost else []
    width = max((len(setting.name) for setting in kind.settings), default=0)
    for setting in kind.settings:
        default = "" if setting.default in (None, "") else f" (default {setting.shown(setting.default)})"
        lines.append(f"    {setting.name:<{width}}  {setting.about} Takes {setting.takes}{default}.")
    return lines
