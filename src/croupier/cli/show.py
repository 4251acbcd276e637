"""``croupier show``: what is in a game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from croupier.catalog.languages import script_language
from croupier.cli import dialects, options
from croupier.cli.cards import Wishes
from croupier.cli.loading import load_game
from croupier.text.errors import reason_of

if TYPE_CHECKING:
    from croupier.game.hosting import HostedGame
    from croupier.recycle.program import Constant, Program
    from croupier.script.language import Language
    from croupier.text import Source


@click.command(
    epilog="Examples:\n\n  croupier show hearts\n\n  croupier show mygame.rcy --json --set HANDSIZE=7\n\n"
    "  croupier show agram --graph svg -o agram.svg\n\n  croupier show uno --cards -o uno.png\n\n"
    "  croupier show hearts --table\n\n"
    "Exit code: 0 fine, 1 the program has errors, 2 a file "
    "that cannot be read or written, a number of seats or a setting that is not possible."
)
@click.argument("game", metavar="FILE|NAME")
@click.option(
    "--graph",
    "drawing",
    type=click.Choice(["svg", "dot", "mermaid"]),
    help="Draw the stage tree and the card flow instead.",
)
@click.option("--cards", is_flag=True, help="Draw every kind of card instead, as SVG; as PNG if OUT ends so.")
@click.option(
    "--table",
    "laid",
    is_flag=True,
    help="Show how a table for the game is laid instead: the roles of places and stored values.",
)
@click.option(
    "--width",
    type=click.IntRange(16, 480),
    default=96,
    show_default=True,
    help="The width of a card of --cards.",
)
@click.option("--dark", is_flag=True, help="Draw the sheet of --cards on a dark ground.")
@click.option("--contrast", is_flag=True, help="Give suits four colours, and every colour of --cards a mark.")
@click.option("-o", "--output", metavar="OUT", help="Write to this file rather than to standard output.")
@options.json_option
@options.seats_option
@options.settings_option
@dialects.dialect_option
@options.max_size_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    game: str,
    drawing: str | None,
    cards: bool,
    laid: bool,
    width: int,
    dark: bool,
    contrast: bool,
    output: str | None,
    as_json: bool,
    seats: int | None,
    settings: tuple[str, ...],
    dialect: str | None,
    max_size: int,
) -> None:
    """Show what is in a game: decks, locations, stages, card flow.

    The game is a file (`-`: standard input) or the name of one in the library. Shown are seats, parameters,
    teams, decks with card counts, locations with who sees them and whether their order matters, storages,
    point maps, the tree of stages with end conditions and choices, and the scoring. With --cards it draws a
    sheet of all kinds of cards; with --json it tells what each attribute of a card is for. With --table it
    tells where places lie on a table: a look at some random games decides, or `;; table:` in the file's head.
    """
    if laid and (drawing or cards):
        raise click.UsageError(f"--table and {'--graph' if drawing else '--cards'} exclude each other")
    if drawing and (as_json or cards):
        raise click.UsageError(f"--graph and {'--json' if as_json else '--cards'} exclude each other")
    wishes = Wishes(width, dark, contrast)
    if not cards and wishes != Wishes(96, False, False):
        raise click.UsageError("--width, --dark and --contrast are about --cards")
    values = options.parsed_settings(settings, game)
    if cards or laid:
        dialects.refuse_unfitting(dialect, [game])
        found = load_game(game, max_size, seats, values, dialect, engine="interpreter")
        if isinstance(found, int):
            ctx.exit(found)
        _write(ctx, _drawn(ctx, found, wishes, as_json, output) if cards else _table(found, as_json), output)
        return
    source = options.read_game(game, max_size)
    if source is None:
        ctx.exit(2)
    dialects.refuse_unfitting(dialect, [source.name])
    script = script_language(source.name)
    if script is not None:
        script = dialects.speaking(script, dialect)
        if drawing:
            raise click.UsageError("--graph draws RECYCLE programs only")
        _write(ctx, _script_shown(ctx, script, source, as_json, seats, values), output)
        return
    program = _program(ctx, source, dialects.of_recycle(dialect), seats, values)
    _write(ctx, _shown(program, drawing, as_json), output)


def _table(game: HostedGame, as_json: bool) -> str:
    """The plan of the table."""
    from croupier.wire.plan import plan
    from croupier.wire.plan_text import plan_text

    found = plan(game)
    return options.json_text(found.data()) if as_json else f"{plan_text(game.title, found)}\n"


def _drawn(
    ctx: click.Context, game: HostedGame, wishes: Wishes, as_json: bool, output: str | None
) -> str | bytes:
    """The sheet of all cards; ends the command if it cannot be drawn."""
    from croupier.cli.cards import data, sheet

    if not game.pack.kinds:
        click.echo(f"croupier: {game.source.name}: the game has no cards that can be shown", err=True)
        ctx.exit(1)
    if as_json:
        return options.json_text(data(game.pack))
    svg = sheet(game.title, game.pack.faces(contrast=wishes.contrast), wishes)
    if output is None or not output.lower().endswith(".png"):
        return svg
    try:
        import vl_convert
    except ImportError:
        click.echo(
            "croupier: PNG needs vl-convert: pip install vl-convert-python; or write an .svg", err=True
        )
        ctx.exit(2)
    drawn: bytes = vl_convert.svg_to_png(svg)
    return drawn


def _script_shown(
    ctx: click.Context,
    script: Language,
    source: Source,
    as_json: bool,
    seats: int | None,
    settings: dict[str, Constant],
) -> str:
    """The outline of a program of a script language; ends the command if it has errors."""
    from croupier.catalog.loading import script_game
    from croupier.game.settings import ParameterError
    from croupier.script.as_game.outline import outline, outline_text
    from croupier.text import render_all, summary

    errors = [finding for finding in script.check(source).findings if finding.is_error]
    if errors:
        colour, width = options.wants_colour(sys.stderr), options.terminal_width()
        click.echo(render_all(errors, colour=colour, width=width), err=True)
        click.echo(f"{source.name}: {summary(errors)}", err=True)
        ctx.exit(1)
    text, data = script.outline(source)
    try:
        game = script_game(script, source, source.name, seats=seats, settings=settings)
    except ParameterError as problem:
        click.echo(f"croupier: {source.name}: {problem}", err=True)
        ctx.exit(2)
    found = outline(game)
    if as_json:
        return options.json_text({**data, "table": found})
    return f"{text.rstrip()}\n\n{outline_text(found)}\n"


def _program(
    ctx: click.Context, source: Source, dialect: str | None, seats: int | None, settings: dict[str, Constant]
) -> Program:
    """The checked program with the values that were asked for; ends the command if there is none."""
    from croupier.catalog.loading import program_with
    from croupier.game.settings import ParameterError
    from croupier.recycle.program import ProgramError
    from croupier.text import render_all, summary

    try:
        return program_with(source, seats=seats, settings=settings, dialect=dialect)
    except ParameterError as problem:
        click.echo(f"croupier: {source.name}: {problem}", err=True)
        ctx.exit(2)
    except ProgramError as problem:
        colour, width = options.wants_colour(sys.stderr), options.terminal_width()
        click.echo(render_all(problem.findings, colour=colour, width=width), err=True)
        click.echo(f"{source.name}: {summary(problem.findings)}", err=True)
        ctx.exit(1)


def _shown(program: Program, drawing: str | None, as_json: bool) -> str:
    from croupier.recycle.outline import outline, outline_data, outline_text

    found = outline(program)
    if as_json:
        return options.json_text(outline_data(found))
    if drawing is None:
        return outline_text(found, options.terminal_width())
    from croupier.recycle.graph import dot, graph, mermaid
    from croupier.recycle.svg import svg

    return {"svg": svg, "dot": dot, "mermaid": mermaid}[drawing](graph(found))


def _write(ctx: click.Context, content: str | bytes, output: str | None) -> None:
    if isinstance(content, str):
        content = content.rstrip("\n")
    if output is None or output == "-":
        click.echo(content)
        return
    try:
        with open(output, "wb") as file:
            file.write(content if isinstance(content, bytes) else f"{content}\n".encode())
    except (OSError, ValueError) as problem:
        reason = reason_of(problem)
        click.echo(f"croupier: {output}: cannot be written: {reason}", err=True)
        ctx.exit(2)
