"""``croupier replay``: walk through a recorded game, and verify it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options
from croupier.text.errors import reason_of

if TYPE_CHECKING:
    from croupier.game import Transcript
    from croupier.game.film import Film
    from croupier.game.hosting import HostedGame, HostedState


@click.command(
    epilog="Examples:\n\n  croupier replay hearts-7.jsonl\n\n"
    "  croupier replay hearts-7.jsonl --seat 2 --step\n\n"
    "  croupier replay hearts-7.jsonl --html hearts.html\n\n"
    "Exit code: 0 the transcript is true to the rules (if it was cut off: as far as it goes), 1 it is not, 2 "
    "it cannot be read, or its game is not to be found."
)
@click.argument("file", metavar="FILE")
@click.option("--game", metavar="FILE|NAME", help="The game it is of (default: the one that it names).")
@click.option(
    "--seat", type=click.IntRange(min=0), metavar="K", help="As this seat saw it (default: open cards)."
)
@click.option("--step", is_flag=True, help="Walk through it in the terminal, forwards and backwards.")
@click.option(
    "--words", is_flag=True, help="Print every event in words (the default, unless --step, --html or --json)."
)
@click.option("--html", "page", metavar="OUT", help="Write a page that can be stepped through in a browser.")
@click.option(
    "--engine",
    type=click.Choice(["native", "interpreter"]),
    default="interpreter",
    help="What plays it again: the interpreter (default, since a single game is not worth compiling), or "
    "machine code.",
)
@options.json_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: str,
    game: str | None,
    seat: int | None,
    step: bool,
    words: bool,
    page: str | None,
    engine: str,
    as_json: bool,
) -> None:
    """Walk through a recorded game, and verify it.

    Every event is compared with what the rules say; the first difference is named with its line. With --seat,
    only what that seat might know is shown, printed or written.
    """
    if step and as_json:
        raise click.UsageError("--step and --json exclude each other")
    from croupier.catalog.origin import game_of
    from croupier.cli.loading import loaded
    from croupier.game import Transcript, TranscriptError
    from croupier.game.film import Replay, story

    try:
        transcript = Transcript.read(file)
        found = loaded(lambda: game_of(transcript, game, engine))
    except TranscriptError as problem:
        ctx.exit(_not_true(file, problem, as_json, 2))
    if isinstance(found, int):
        ctx.exit(2)
    if seat is not None and seat >= found.seats:
        raise click.UsageError(f"--seat: there is no seat {seat}: they count from 0 to {found.seats - 1}")
    sides: list[int | None] = [seat] if seat is not None or page is None else [None, *range(found.seats)]
    try:
        replay = Replay(found, transcript)
    except TranscriptError as problem:
        difference = problem if seat is None else problem.as_told_to(seat)
        ctx.exit(_not_true(file, difference, as_json, 1))
    state = replay.state
    if page is not None and not _write_page(found, [replay.film(side) for side in sides], page):
        ctx.exit(2)
    told = story(transcript, seat) if words or not (step or page or as_json) else []
    if as_json:
        data = _data(file, transcript, state) | ({"words": told} if words else {})
        if seat is not None:
            # The seed is the whole deal to whoever has the rules.
            del data["seed"]
        options.print_json(data)
        return
    _print(file, transcript, state, told, replay.film(seat) if step else None)


def _print(file: str, transcript: Transcript, state: HostedState, told: list[str], film: Film | None) -> None:
    from croupier.game.telling import result_lines
    from croupier.terminal.stepping import step_through
    from croupier.terminal.terminal import Terminal

    terminal = Terminal(width=options.terminal_width(), colour=options.wants_colour())
    for number, words in enumerate(told, start=1):
        terminal.show(terminal.style.paragraph(words, f"{number:>4}  "))
    if film is not None:
        step_through(film, terminal)
    elif transcript.outcome is not None:
        names = transcript.names
        terminal.say(*result_lines(transcript.outcome, (), transcript.forfeits, state.teams, names))
    for _, reason in transcript.taken_back:
        terminal.say(f"A decision was taken back anyway: {reason}.")
    count = len(transcript.events)
    terminal.say(f"{file}: {count} events, all by the rules.{_unfinished(transcript, state)}")


def _unfinished(transcript: Transcript, state: HostedState) -> str:
    """What to say about a transcript that does not reach the end of its game."""
    if transcript.outcome is not None:
        return ""
    cut = f" Line {transcript.damaged_line} is not whole and was left out." if transcript.damaged_line else ""
    if state.to_move is None:
        return f"{cut} The record breaks off just before the end of the game."
    return (
        f"{cut} The record breaks off before the end: seat {state.to_move} is to decide; "
        "`croupier play --resume` goes on."
    )


def _data(file: str, transcript: Transcript, state: HostedState) -> dict[str, Any]:
    """What was found out, as data."""
    header = transcript.header
    return {
        "file": file,
        "ok": True,
        "game": header.get("game"),
        "seats": header.get("seats"),
        "players": header.get("players"),
        "names": list(transcript.names),
        "settings": header.get("settings"),
        "seed": header.get("seed"),
        "events": len(transcript.events),
        "decisions": state.decisions,
        "complete": transcript.outcome is not None,
        "damaged_line": transcript.damaged_line,
        "to_move": state.to_move,
        "outcome": transcript.outcome,
        "forfeits": [{"seat": seat, "reason": reason} for seat, reason in transcript.forfeits.items()],
        "taken_back": [{"after": index, "reason": reason} for index, reason in transcript.taken_back],
    }


def _not_true(file: str, problem: Any, as_json: bool, code: int) -> int:
    """Say what is wrong, and where."""
    if as_json:
        options.print_json({"file": file, "ok": False, "line": problem.line, "message": problem.message})
    click.echo(f"croupier: {problem}", err=True)
    return code


def _write_page(game: HostedGame, shown: list[Film], path: str) -> bool:
    from croupier.report.replay_page import page

    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(page(game, shown))
    except (OSError, ValueError) as problem:
        click.echo(f"croupier: {path}: cannot be written: {reason_of(problem)}", err=True)
        return False
    click.echo(f"croupier: the page is in {path}", err=True)
    return True
