"""``croupier players``: who can sit down at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.players import Player


@click.command(
    epilog="Examples:\n\n  croupier players\n\n  croupier players ismcts --json\n\n"
    "  croupier players leduc_poker\n\n"
    "Exit code: 0 fine, 1 a game that is named has errors, 2 there is no such player or game."
)
@click.argument("names", nargs=-1, metavar="[NAME|GAME]...")
@click.option("--seats", type=click.IntRange(1), metavar="N", help="How many seats the game has.")
@options.json_option
@click.pass_context
def command(ctx: click.Context, /, *, names: tuple[str, ...], seats: int | None, as_json: bool) -> None:
    """List the players, with their options; or say what suits a game.

    They are named in `--players` of all commands that play: a name, and options behind colons,
    as in ismcts:iterations=2000:reward=score. Players of other packages are listed as well. One from a file
    of yours is named by its path and class: bot.py:Timid, with options as in bot.py:Timid:depth=2.

    With a game it says who `easy`, `medium` and `strong` are there, and what reward=auto means.
    """
    from croupier.players import PLAYERS, PlayerError, kind_named, registered

    data: list[dict[str, Any]] = []
    texts: list[str] = []
    code = 0
    for name in names or (*PLAYERS, *registered()):
        try:
            kind = kind_named(name)
        except PlayerError as problem:
            suiting = _suiting(name, seats)
            if isinstance(suiting, int):
                if suiting == 2:
                    click.echo(f"croupier: {problem}; nor is it a game", err=True)
                code = max(code, suiting)
                continue
            data.append(suiting)
            texts.append(_suiting_text(suiting))
        else:
            data.append(_data(name, kind))
            texts.append("\n".join(_lines(name, kind)))
    if as_json:
        options.print_json(data)
    elif texts:
        click.echo("\n\n".join(texts))
    ctx.exit(code)


def _suiting(name: str, seats: int | None) -> dict[str, Any] | int:
    """The players that suit a game, as data; 2 if there is no such game, 1 if it has errors."""
    from croupier.catalog.loading import find_source, load
    from croupier.players.game_kind import game_kind
    from croupier.players.levels import LEVELS, level_text
    from croupier.text import SourceError
    from croupier.text.errors import CroupierError

    try:
        find_source(name)
    except SourceError:
        return 2
    try:
        game = load(name, seats=seats)
    except CroupierError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return 1
    kind = game_kind(game)
    return {
        "game": game.name,
        "seats": game.seats,
        "reward": kind.reward,
        "reward_reason": kind.reason,
        "search": kind.search,
        "search_reason": kind.search_reason,
        "players": {level: level_text(level, kind) for level in LEVELS},
    }


def _suiting_text(found: dict[str, Any]) -> str:
    lines = [f"{found['game']}, {found['seats']} seat{'s' * (found['seats'] != 1)}"]
    lines += [f"  {level:<6} is {text}" for level, text in found["players"].items()]
    lines.append(f"  reward=auto is reward={found['reward']}: {found['reward_reason']}")
    lines.append(f"  {found['search']} suits it: {found['search_reason']}")
    return "\n".join(lines)


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
