"""``croupier run``: a program of a script language runs in the terminal."""

from __future__ import annotations

import os
import secrets
import sys
import time
from typing import IO, TYPE_CHECKING, Any

import click

from croupier.cli import dialects, options
from croupier.cli.seeds import Seed
from croupier.text.errors import reason_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.game import Transcript
    from croupier.game.transcript import Line
    from croupier.script.as_game.sitting import Sitting
    from croupier.script.language import Language
    from croupier.script.machine import Decision, Limits, Machine
    from croupier.script.session import Answer, Answers
    from croupier.text import Source


@click.command(
    epilog="Examples:\n\n  croupier run uno\n\n  croupier run mygame.ah --seed 7 --input answers.txt\n\n"
    "  croupier run uno.cdg --seats 3 --set HAND=5\n\n"
    "  croupier run uno --players human,pipmc,random,random\n\n"
    "  croupier run mygame.ah --transcript game.jsonl\n\n  croupier run mygame.ah --replay game.jsonl\n\n"
    "  croupier run braces.ah --dialect brace --compat-messages\n\n"
    "Exit code: 0 it ran to its end, 1 the program has errors (with --strict also warnings), 2 a file that "
    "cannot be read or written, 3 the run failed: an error, no more answers, or a limit (the message says "
    "which)."
)
@click.argument("game", metavar="FILE|NAME")
@click.option(
    "--input",
    "input_file",
    metavar="FILE",
    help="Take the answers from this file, one a line; # is a comment.",
)
@click.option(
    "--players",
    metavar="NAMES",
    help="Who answers: one for all, or one for every seat (human,random); see `croupier players`.",
)
@click.option(
    "--lang",
    type=click.Choice(["ahod", "cardigan", "recycle"]),
    help="Read the file as this language, whatever its ending is.",
)
@click.option(
    "--seed",
    type=Seed(),
    metavar="S",
    help="Where all chance comes from (default: a new one); `random` makes one that nobody can guess.",
)
@click.option(
    "--seats", type=click.IntRange(1, 1000), metavar="N", help="What the program gets from seats(…)."
)
@options.settings_option
@click.option(
    "--max-steps", type=click.IntRange(min=1), metavar="N", help="Stop after so many steps (5000000)."
)
@click.option(
    "--max-time", type=click.FloatRange(min=0), metavar="S", help="How many seconds timers may run on (10)."
)
@click.option("--realtime", is_flag=True, help="Let timers take their time.")
@click.option("--strict", is_flag=True, help="Let warnings stop it, too.")
@click.option("--transcript", metavar="FILE", help="Record the run here.")
@click.option("--replay", metavar="FILE", help="Run again what a transcript recorded, and verify it.")
@dialects.script_dialect_option
@dialects.compat_option
@options.max_size_option
@click.pass_context
def command(ctx: click.Context, /, *, game: str, **choices: Any) -> None:
    """Run a program in the terminal.

    The program is a file in AllHandsOnDeck (.ah, .ahod) or Cardigan (.cdg, .cardigan), or the name of one in
    the library. It prints, asks for answers where it says `input()`, and ends when its main and its timers
    have ended. An AllHandsOnDeck program may be indented, or have braces: the file tells which.
    """
    source, language = _found(ctx, game, choices["max_size"], choices["lang"])
    dialects.refuse_unfitting(choices["dialect"], [source.name])
    language = dialects.speaking(language, choices["dialect"])
    checked = language.load(source)
    line = language.refused_as(checked) if choices["compat_messages"] else None
    if line is not None:
        click.echo(line, err=True)
        ctx.exit(1)
    if not _is_fine(source, checked.findings, choices["strict"]):
        ctx.exit(1)
    past = _past(ctx, choices["replay"])
    settings = options.setting_texts(choices["settings"])
    if past is not None and not settings:
        settings = past.header.get("settings", {})
    checked = _with_settings(ctx, source, checked, settings)
    limits = _limits(choices, past)
    seed, seats = choices["seed"], choices["seats"]
    if past is not None:
        seed = past.header.get("seed") if seed is None else seed
        seats = past.header.get("seats") if seats is None else seats
    if not isinstance(seed, int):
        seed = secrets.randbelow(1_000_000)
    machine = checked.runnable.machine(
        seed=seed, seats=seats if isinstance(seats, int) else None, limits=limits
    )
    if choices["realtime"]:
        machine.sleep = lambda ms: time.sleep(ms / 1000)
    record = _Record(ctx, choices["transcript"])
    from croupier.script.session import header

    sources = [parsed.source for parsed in checked.program.files]
    record.line(header(source, language.name, sources, seed, machine.seats, limits, settings))
    if (
        past is not None
        and past.header.get("program") != header(source, "", sources, 0, None, limits)["program"]
    ):
        click.echo(f"croupier: {past.name}: recorded from another version of the program", err=True)
    answers = _answers(ctx, choices["input_file"], past, choices["max_size"])
    heard = None
    if choices["players"] is not None and past is None:
        sitting = _seated(language, source, choices, settings, seed, limits, answers)
        answers, machine = sitting, sitting.machine
        # Where no person sits, whoever looks on sees everything.
        heard = sitting.heard if sitting.people else None
    code = _run(machine, answers, record, seed, heard)
    if past is not None:
        code = max(code, _verified(machine, past))
    ctx.exit(code)


def _found(ctx: click.Context, name: str, max_size: int, lang: str | None) -> tuple[Source, Language]:
    """The program and its language; ends the command if there is none."""
    from croupier.catalog.languages import language_named, script_language
    from croupier.script.library import shelved
    from croupier.text import did_you_mean

    if lang == "recycle":
        raise click.UsageError("--lang recycle: a RECYCLE game is played with `croupier play` or simulated")
    if lang is not None and os.path.exists(name):
        named, text = language_named(lang), options.read_source(name, max_size)
        if named is None or text is None:
            ctx.exit(2)
        return text, named
    language = script_language(name)
    if language is not None and (os.path.exists(name) or shelved(name) is None):
        source = options.read_source(name, max_size)
    else:
        source = shelved(name)
        language = script_language(source.name) if source is not None else None
        if source is None:
            from croupier.catalog import shelf
            from croupier.script.library import all_names

            hint = did_you_mean(name, all_names())
            if name.endswith(".rcy") or name in shelf.names():
                hint = "a RECYCLE game is played with `croupier play` or `croupier simulate`"
            told = (
                "not a program of a script language (.ah, .ahod, .cdg, .cardigan) and not one of the library"
            )
            click.echo(f"croupier: {name}: {told}{'; ' + hint if hint else ''}", err=True)
    if source is None or language is None:
        ctx.exit(2)
    return source, language


def _is_fine(source: Source, findings: tuple[Any, ...], strict: bool) -> bool:
    """Whether it may run; if not, standard error says why."""
    from croupier.text import Severity, render_all, summary

    threshold = Severity.WARNING if strict else Severity.ERROR
    bad = [f for f in findings if f.severity >= threshold]
    if bad:
        colour, width = options.wants_colour(sys.stderr), options.terminal_width()
        click.echo(render_all(bad, colour=colour, width=width), err=True)
        click.echo(f"croupier: {source.name}: {summary(bad)}", err=True)
    warnings = [f for f in findings if f.severity == Severity.WARNING]
    if warnings and not bad:
        told = f"{summary(warnings)}; `croupier check {source.name}` shows what"
        click.echo(f"croupier: {source.name}: {told}", err=True)
    return not bad


def _with_settings(ctx: click.Context, source: Source, checked: Any, settings: Any) -> Any:
    """The program with constants from outside; ends the command if it cannot take them."""
    from croupier.game.settings import ParameterError

    if not settings or not isinstance(settings, dict):
        return checked
    try:
        return checked.set_to(settings)
    except ParameterError as problem:
        click.echo(f"croupier: {source.name}: {problem}", err=True)
        ctx.exit(2)


def _limits(choices: dict[str, Any], past: Transcript | None) -> Limits:
    from croupier.script.machine import Limits

    usual = Limits()
    told = past.header.get("limits", {}) if past is not None else {}
    recorded = told.get("steps") if isinstance(told, dict) else None
    steps: int = choices["max_steps"] or (recorded if isinstance(recorded, int) else usual.steps)
    seconds = choices["max_time"]
    return Limits(steps=steps, time=usual.time if seconds is None else seconds * 1000)


def _past(ctx: click.Context, path: str | None) -> Transcript | None:
    from croupier.game import Transcript, TranscriptError

    if path is None:
        return None
    try:
        return Transcript.read(path)
    except TranscriptError as problem:
        click.echo(f"croupier: {problem}", err=True)
        ctx.exit(2)


def _answers(ctx: click.Context, path: str | None, past: Transcript | None, max_size: int) -> Answers:
    """Who answers: a record, a script, or whoever is at standard input."""
    from croupier.script.session import Record, Script

    if past is not None:
        return Record(past)
    if path is None:
        return _Person()
    source = options.read_source(path, max_size)
    if source is None:
        ctx.exit(2)
    return Script(source.name, source.text.splitlines())


PERSON = "human"
"""What `--players` calls whoever is at standard input."""


def _seated(
    language: Language,
    source: Source,
    choices: dict[str, Any],
    settings: Any,
    seed: int,
    limits: Limits,
    ask: Answers,
) -> Sitting:
    """Answers that go by the seat that is asked: people and players."""
    from croupier.catalog.loading import script_game
    from croupier.cli.working import Stopped
    from croupier.game.settings import ParameterError
    from croupier.players import PlayerError, PlayerFailure, decision, named, seated, split
    from croupier.script.as_game.sitting import Sitting

    try:
        game = script_game(language, source, source.name, seats=choices["seats"], settings=settings)
        machine = game.script.machine(seed=seed, seats=game.asked_seats, limits=limits)
        names = split(choices["players"])
        others = seated(tuple("random" if name == PERSON else name for name in names), game.seats)
        all_names = names if len(names) == game.seats else names * game.seats
        people = [seat for seat, name in enumerate(all_names) if name == PERSON]
        players = [
            make(seat, game.seats, make.stream(seed, seat)) for seat, make in enumerate(map(named, others))
        ]
    except PlayerFailure as problem:
        raise Stopped(str(problem)) from None
    except (PlayerError, ParameterError) as problem:
        raise click.UsageError(f"--players: {problem}") from None

    def choose(seat: int, view: Any) -> int:
        from croupier.script.machine import Fault

        try:
            return decision(players[seat], view).index
        except PlayerError as problem:
            raise Fault("R403", str(problem)) from None

    return Sitting(game, machine, people, choose, ask)


class _Person:
    """Whoever is at standard input; at a terminal a bad answer is asked for again."""

    decides_for_all = False

    def __init__(self) -> None:
        self.lines = 0

    def next(self, decision: Decision) -> Answer | None:
        """The next line of standard input."""
        from croupier.script.session import Answer

        terminal = sys.stdin.isatty()
        if terminal:
            click.echo("> ", nl=False)
        begun = time.monotonic()
        try:
            line = sys.stdin.readline()
        except (OSError, ValueError):
            return None
        if not line:
            return None
        self.lines += 1
        waited = round((time.monotonic() - begun) * 1000) if terminal else 0
        return Answer(line.rstrip("\r\n"), waited, f"standard input, line {self.lines}")

    def refused(self, reason: str) -> bool:
        """Tell why, and ask again at a terminal."""
        if sys.stdin.isatty():
            click.echo(f"{reason}; try again")
            return True
        return False


class _Record:
    """The transcript file, written line by line; without a path it is nowhere."""

    def __init__(self, ctx: click.Context, path: str | None) -> None:
        self.file: IO[str] | None = None
        if path is not None:
            try:
                self.file = open(path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115 - open as long as it runs
            except (OSError, ValueError) as problem:
                reason = reason_of(problem)
                click.echo(f"croupier: {path}: cannot be written: {reason}", err=True)
                ctx.exit(2)

    def line(self, line: Line) -> None:
        """Write down one event."""
        from croupier.game.transcript import dump

        if self.file is not None:
            self.file.write(dump(line) + "\n")
            self.file.flush()

    def close(self) -> None:
        """No more to write."""
        if self.file is not None:
            self.file.close()


def _run(
    machine: Machine, answers: Answers, record: _Record, seed: int, heard: Callable[[], str] | None
) -> int:
    from croupier.script.session import closing, drive
    from croupier.text import render

    try:
        drive(machine, answers, lambda text: click.echo(text, nl=False), record.line, heard)
        record.line(closing(machine))
    finally:
        record.close()
    for note in machine.notes:
        click.echo(f"croupier: note: {note}", err=True)
    if machine.failure is None:
        return 0
    sys.stdout.flush()
    colour, width = options.wants_colour(sys.stderr), options.terminal_width()
    click.echo(render(machine.failure, colour=colour, width=width), err=True)
    given = f"{machine.answers} answer{'' if machine.answers == 1 else 's'}"
    click.echo(f"croupier: the run failed: seed {seed}, {given}, {machine.steps} steps", err=True)
    return 3


def _verified(machine: Machine, past: Transcript) -> int:
    """Whether a replay went as recorded."""
    from croupier.script.session import closing

    now, then = closing(machine), past.outcome or {}
    different = [key for key in ("status", "steps", "output") if key in then and then[key] != now[key]]
    if different:
        click.echo(
            f"croupier: {past.name}: the run differs from the record: {', '.join(different)}", err=True
        )
        return 3
    return 0
