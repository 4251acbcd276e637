"""``croupier play``: people play in the terminal."""

from __future__ import annotations

import secrets
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options
from croupier.cli.seeds import Seed
from croupier.text.errors import reason_of

if TYPE_CHECKING:
    from croupier.game import Transcript
    from croupier.game.hosting import HostedGame
    from croupier.game.recording import TranscriptFile
    from croupier.players import Maker
    from croupier.terminal.displays import Display
    from croupier.terminal.play import Leave, Play
    from croupier.terminal.session import Session
    from croupier.terminal.terminal import Terminal

PERSON = "person"
"""What a transcript calls a player who sits at the keyboard."""

ADVISER = "strong"
"""Who gives hints, if none of the other players could."""


@click.command(
    epilog="Examples:\n\n  croupier play hearts\n\n  croupier play hearts --set PASS=3 --seat 2 --seed 7\n\n"
    "  croupier play gops --players medium --hint\n\n"
    "  croupier play cuckoo --seats 3 --hotseat --names Ada,Ben,Cy\n\n"
    "  croupier play --resume hearts-7.jsonl\n\n"
    "Exit code: 0 over, or saved to go on later; 1 a program or a transcript has errors; 2 a file that "
    "cannot be read or written, seats, settings or players that are not possible; 3 the game failed; "
    "130 Ctrl-C (saved)."
)
@click.argument("game", metavar="FILE|NAME", required=False)
@click.option(
    "--seat", "seat_text", metavar="K", help="Where you sit, from 0 (default 0); 0,2 for two people."
)
@click.option(
    "--players",
    metavar="NAMES",
    help="Who sits elsewhere: one, or one for every seat (default strong); see `croupier players`.",
)
@click.option(
    "--hotseat",
    is_flag=True,
    help="Several people at one keyboard: at every seat, unless --seat says at which.",
)
@click.option("--names", metavar="NAMES", help="What the people are called, in the order of their seats.")
@click.option("--hint", "hints", is_flag=True, help="Show at every turn what a player would do, and why.")
@click.option(
    "--adviser",
    metavar="PLAYER",
    help="Who gives hints (default: the first searching one of --players, or strong).",
)
@click.option(
    "--seed",
    type=Seed(),
    metavar="S",
    help="Where all chance comes from (default: a new one); `random` makes one that nobody can guess.",
)
@click.option("--resume", metavar="FILE", help="Go on with a saved game.")
@click.option("--save", metavar="FILE", help="Record the game here (default GAME-SEED.jsonl in this folder).")
@click.option("--plain", is_flag=True, help="Write line after line, as where there is no terminal.")
@click.option("--no-colour", "--no-color", "no_colour", is_flag=True, help="Write without colours.")
@options.seats_option
@options.settings_option
@options.dialect_option
@options.engine_option
@options.filter_option
@options.max_size_option
@click.pass_context
def command(ctx: click.Context, /, *, game: str | None, resume: str | None, **choices: Any) -> None:
    """Play a game in the terminal.

    The game is a file or the name of one in the library. The screen shows what your seat may know, and the
    options by number; `?` explains the rules and the screen, `h` gives a hint, `u` takes your last decision
    back where nothing hidden was revealed to you since, `q` saves and leaves. Everything is recorded as it is
    played.
    """
    if game is None and resume is None:
        raise click.UsageError("name a game, or a saved one with --resume")
    taken = [f"--{name}" for name in ("seed", "seats", "dialect") if choices[name] is not None]
    taken += ["--set"] if choices["settings"] else []
    taken += [] if choices["filtered"] else ["--no-filter"]
    if resume is not None and taken:
        raise click.UsageError(f"{', '.join(taken)}: a resumed game keeps what it began with")
    ctx.exit(_resumed(game, resume, choices) if resume is not None else _new(str(game), choices))


def _new(name: str, choices: dict[str, Any]) -> int:
    from croupier.cli.loading import load_game

    seed = choices["seed"] if choices["seed"] is not None else secrets.randbelow(1_000_000)
    settings = options.parsed_settings(choices["settings"], name)
    how = {key: choices[key] for key in ("dialect", "engine", "filtered")}
    found = load_game(name, choices["max_size"], choices["seats"], settings, **how)
    if isinstance(found, int):
        return found
    seating = _seating(found, choices, None)
    choices["adviser"] = _adviser(choices, seating)
    file = _new_file(Path(choices["save"] or f"{found.name}-{seed}.jsonl"), asked_for=bool(choices["save"]))
    if file is None:
        return 2
    return _played(found, seed, seating, file, choices)


def _resumed(name: str | None, path: str, choices: dict[str, Any]) -> int:
    from croupier.catalog.origin import game_of
    from croupier.cli.loading import loaded
    from croupier.game import Transcript, TranscriptError
    from croupier.game.recording import TranscriptFile

    try:
        transcript = Transcript.read(path)
    except TranscriptError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return 2
    try:
        game = loaded(lambda: game_of(transcript, name, choices["engine"]))
        if isinstance(game, int):
            return game
    except TranscriptError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return 1
    seating = _seating(game, choices, transcript)
    choices["adviser"] = _adviser(choices, seating)
    try:
        game.replay(transcript)
    except TranscriptError as problem:
        told = problem
        for seat in _people(seating):
            told = told.as_told_to(seat)
        click.echo(f"croupier: {told}", err=True)
        return 1
    try:
        file = TranscriptFile.create(choices["save"]) if choices["save"] else TranscriptFile.reopen(path)
    except (OSError, ValueError) as problem:
        return _cannot_write(choices["save"] or path, problem)
    return _played(game, int(transcript.header.get("seed", 0)), seating, file, choices, transcript)


def _played(
    game: HostedGame,
    seed: int,
    seating: tuple[str, ...],
    file: TranscriptFile,
    choices: dict[str, Any],
    transcript: Transcript | None = None,
) -> int:
    """Play, and say in the end where the record is."""
    from croupier.players import PlayerError, named
    from croupier.terminal.play import Leave, Play
    from croupier.terminal.session import Session
    from croupier.terminal.terminal import Terminal

    people = _people(seating)
    others = {seat: named(name) for seat, name in enumerate(seating) if name != PERSON}
    limits = transcript.header.get("limits", {}) if transcript is not None else {}
    chosen = {f"max_{key}": limits[key] for key in ("steps", "decisions") if key in limits}
    names = _names(choices["names"], people, transcript, seating, seed)
    session = Session(game, seed=seed, people=people, others=others, names=names, **chosen)
    colour = options.wants_colour() and not choices["no_colour"]
    terminal = Terminal(width=options.terminal_width(), colour=colour)
    play = Play(
        session,
        terminal,
        _display(session, terminal, plain=choices["plain"]),
        adviser=choices["adviser"],
        advises_always=choices["hints"],
    )
    try:
        session.begin(transcript)
        _check_own(session)
        session.record(file, seating)
        left = play.run()
    except PlayerError as problem:
        click.echo(f"croupier: {problem}", err=True)
        _say_saved(play, file)
        return 3
    except KeyboardInterrupt:
        play.terminal.say("", "Interrupted.")
        _say_saved(play, file)
        return 130
    finally:
        file.write()
        file.close()
        if not len(file):
            file.remove()
    if left is Leave.OVER:
        play.show_end(session.heard[-1])
    elif left is Leave.END_OF_INPUT:
        play.terminal.say("", "There are no more answers.")
    _say_saved(play, file, left)
    return 3 if left is Leave.OVER and session.heard[-1]["status"] == "failed" else 0


def _display(session: Session, terminal: Terminal, *, plain: bool) -> Display:
    """A screen that stays where it is, where there is one and nobody wants lines."""
    import shutil

    from croupier.game.capabilities import able
    from croupier.game.table_facts import HasTableFacts
    from croupier.terminal.displays import LineDisplay, ScreenDisplay
    from croupier.terminal.frame import MIN_HEIGHT, MIN_WIDTH
    from croupier.wire.plan import plan

    if able(session.game, HasTableFacts) is None:
        # A script tells by what it prints how its table is to be seen.
        return LineDisplay(session, terminal)
    laid = plan(session.game)
    session.roles = laid
    size = shutil.get_terminal_size()
    if plain or not terminal.is_real or size.columns < MIN_WIDTH or size.lines < MIN_HEIGHT:
        return LineDisplay(session, terminal)
    return ScreenDisplay(session, terminal, laid)


def _check_own(session: Session) -> None:
    """Refuse players who are to play by strategies that there are not."""
    from croupier.players.own import OwnPlayer, objection

    for seat, make in session.others.items():
        if make.kind is OwnPlayer and session.state.to_move is not None:
            told = objection(session.view(seat))
            if told:
                raise click.UsageError(f"--players: {told}")


def _say_saved(play: Play, file: TranscriptFile, left: Leave | None = None) -> None:
    from croupier.terminal.play import Leave

    terminal = play.terminal
    if file.problem:
        terminal.say(f"The game could not be saved in {file.path}: {file.problem}.")
    elif left is Leave.OVER:
        terminal.say(f"The record is in {file.path}; `croupier replay {file.path}` shows it.")
    else:
        terminal.say(f"The game is saved: `croupier play --resume {file.path}` goes on.")


def _seating(game: HostedGame, choices: dict[str, Any], transcript: Transcript | None) -> tuple[str, ...]:
    """Who sits where; those of a resumed game, unless somebody else is asked for."""
    from croupier.players import PlayerError, seated, split

    recorded = transcript.header.get("players") if transcript is not None else None
    before = recorded if isinstance(recorded, list) and len(recorded) == game.seats else None
    try:
        if choices["players"] is None and before is not None:
            others = tuple("random" if name == PERSON else str(name) for name in before)
            seated(others, game.seats)
        else:
            others = seated(split(choices["players"] or "strong"), game.seats)
    except PlayerError as problem:
        raise click.UsageError(f"--players: {problem}") from None
    if choices["seat_text"] is not None:
        people = _seats(choices["seat_text"], game.seats)
    elif choices["hotseat"]:
        people = set(range(game.seats))
    elif before is not None and PERSON in before:
        people = {seat for seat, name in enumerate(before) if name == PERSON}
    else:
        people = {0}
    return tuple(PERSON if seat in people else name for seat, name in enumerate(others))


def _adviser(choices: dict[str, Any], seating: tuple[str, ...]) -> Maker:
    """Who gives hints."""
    from croupier.players import PlayerError, named

    others = [named(name) for name in seating if name != PERSON]
    try:
        if choices["adviser"] is not None:
            return _thinking(named(choices["adviser"]))
    except PlayerError as problem:
        raise click.UsageError(f"--adviser: {problem}") from None
    return next((make for make in others if make.kind.estimates), named(ADVISER))


def _thinking(make: Maker) -> Maker:
    from croupier.players import PlayerError

    if not make.kind.estimates:
        raise PlayerError(f"{make.text} cannot say why it does something; `strong` can")
    return make


def _people(seating: tuple[str, ...]) -> list[int]:
    return [seat for seat, name in enumerate(seating) if name == PERSON]


def _names(
    text: str | None, people: list[int], transcript: Transcript | None, seating: tuple[str, ...], seed: int
) -> list[str]:
    """The names of all seats; those of a resumed game, unless others are given. Players get first names."""
    from croupier.players.first_names import first_names

    found = [*(transcript.names if transcript is not None else ()), *[""] * len(seating)][: len(seating)]
    if text is not None:
        given = [" ".join(name.split()) for name in text.split(",")]
        if len(given) != len(people) or not all(name.isprintable() and 0 < len(name) <= 40 for name in given):
            expected = "1 name" if len(people) == 1 else f"{len(people)} names with commas between them"
            raise click.UsageError(f"--names: {expected} of up to 40 letters, not {text!r}")
        for seat, name in zip(people, given, strict=True):
            found[seat] = name
    free = (name for name in first_names(seed) if name not in found)
    return [name or ("" if seat in people else next(free, "")) for seat, name in enumerate(found)]


def _seats(text: str, seats: int) -> set[int]:
    found = set()
    for piece in text.split(","):
        seat = piece.strip()
        if not (seat.isascii() and seat.isdecimal() and int(seat[:9]) < seats):
            raise click.UsageError(f"--seat: there is no seat {seat!r}: they count from 0 to {seats - 1}")
        found.add(int(seat))
    return found


def _new_file(path: Path, *, asked_for: bool) -> TranscriptFile | None:
    """Where the game is recorded; somewhere else if it cannot be here and nobody has said where."""
    from croupier.game.recording import TranscriptFile

    try:
        file = TranscriptFile.create(path)
    except (OSError, ValueError) as problem:
        if asked_for:
            _cannot_write(str(path), problem)
            return None
        elsewhere = Path(tempfile.gettempdir()) / path.name
        try:
            file = TranscriptFile.create(elsewhere)
        except OSError:
            _cannot_write(str(path), problem)
            return None
        click.echo(f"croupier: nothing can be written here: the record goes to {file.path}", err=True)
        return file
    if asked_for and file.path != path:
        click.echo(f"croupier: {path} is there already: the record goes to {file.path}", err=True)
    return file


def _cannot_write(path: str, problem: Exception) -> int:
    reason = reason_of(problem)
    click.echo(f"croupier: {path}: cannot be written: {reason}", err=True)
    return 2
