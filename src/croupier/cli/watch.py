"""``croupier watch``: check and play a game on every save."""

from __future__ import annotations

import json
import shutil
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options
from croupier.text.shown import control, escaped

if TYPE_CHECKING:
    from croupier.lab.watching import Look
    from croupier.text import Source

_HOME = "\x1b[H\x1b[J"


@click.command(
    epilog="Examples:\n\n  croupier watch mygame.rcy\n\n  croupier watch mygame.rcy --plain -n 10000\n\n"
    "  croupier watch uno.ah --seats 3 --json --saves 1\n\n"
    "Exit code: 0 after --saves, 2 options that are not possible, 130 after Ctrl-C."
)
@click.argument("file", metavar="FILE")
@click.option(
    "-n",
    "games",
    type=click.IntRange(1, 10_000_000),
    default=1000,
    help="Games on every save (default 1000).",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 3600),
    default=20.0,
    metavar="S",
    help="Play no longer than this on a save (default 20): a slow game gets fewer games.",
)
@click.option("--plain", is_flag=True, help="Print one paragraph a save instead of keeping a screen.")
@click.option(
    "--saves", type=click.IntRange(min=1), metavar="N", help="End after so many saves, the first included."
)
@options.seed_option
@options.workers_option
@options.game_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    file: str,
    games: int,
    seconds: float,
    plain: bool,
    saves: int | None,
    **choices: Any,
) -> None:
    """Check and play a game on every save of its file.

    Shows the findings, how random players fare in 1,000 games, and how often what you have just changed
    is reached. While the text has errors, the numbers of the last good one stay. Works for files in all
    languages; without a terminal it prints a paragraph a save, as with --plain.
    """
    from croupier.lab.watching import POLL, Overtaken
    from croupier.lab.watching import saves as texts
    from croupier.lab.work import Crew

    if file == "-":
        raise click.UsageError("a file is watched, not standard input")
    choices["settings"] = options.parsed_settings(choices["settings"], file)
    calm = not plain and not choices["as_json"] and sys.stdout is not None and sys.stdout.isatty()
    seen: Look | None = None
    done = 0
    with Crew(choices["workers"]) as crew:
        for text in texts(file, lambda: time.sleep(POLL), choices["max_size"]):
            try:
                seen = _looked(file, text, seen, (games, seconds), choices, crew, calm=calm)
            except Overtaken:
                continue
            _show(seen, calm=calm, as_json=choices["as_json"])
            if seen.interrupted:
                raise KeyboardInterrupt
            done += 1
            if done == saves:
                break


def _looked(
    file: str,
    text: Source | Exception,
    before: Look | None,
    amount: tuple[int, float],
    choices: dict[str, Any],
    crew: Any,
    *,
    calm: bool,
) -> Look:
    from croupier.lab.simulate import Plan
    from croupier.lab.watching import Look, Overtaken, look, stamp
    from croupier.text import Source

    now = time.strftime("%H:%M:%S")
    if not isinstance(text, Source):
        return Look(now, file, problem=f"{text}; waiting for it", numbers=before.numbers if before else None)
    begun, played = stamp(file), 0

    def progress(more: int) -> None:
        nonlocal played
        played += more
        if stamp(file) != begun:
            raise Overtaken
        if calm and before is not None:
            _show(
                before, calm=True, as_json=False, status=f"saved {now}: {played:,} of {amount[0]:,} games …"
            )

    return look(Plan(text, file, **options.planned(choices)), now, before, *amount, crew, progress)


def _show(seen: Look, *, calm: bool, as_json: bool, status: str = "") -> None:
    if as_json:
        click.echo(escaped(json.dumps(seen.data(), ensure_ascii=False)))
        return
    from croupier.lab.watching_text import paragraph, screen

    if not calm:
        click.echo(paragraph(seen))
        return
    size = shutil.get_terminal_size((100, 24))
    shown = screen(
        seen, width=max(40, size.columns), height=size.lines, colour=options.wants_colour(), status=status
    )
    click.echo(control(_HOME) + shown)
