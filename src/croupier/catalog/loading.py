"""The public functions, behind the façade of ``croupier`` itself."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from croupier.catalog import shelf
from croupier.catalog.languages import script_language
from croupier.game.capabilities import HasProgram, able
from croupier.game.hosting import HostedGame
from croupier.game.settings import ParameterError
from croupier.recycle.check import check, program_of
from croupier.recycle.forms import Dialect
from croupier.recycle.parameters import chosen_values
from croupier.recycle.program import Constant, Program, ProgramError
from croupier.script.language import Language
from croupier.text import Source, SourceError, did_you_mean, render_all

if TYPE_CHECKING:
    from croupier.interpreter.on_table import GameOnTable
    from croupier.script.as_game.game import ScriptGame

ENGINES = ("native", "interpreter")
"""What can play a game: machine code, or functions of Python. Both play the very same games."""

ENGINE_VARIABLE = "CROUPIER_ENGINE"
"""The environment variable that names the engine to be used unless another is asked for."""


def read(
    game: str | Path,
    *,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
) -> Program:
    """Read and check a game: a path, the name of a game in the library, or the text of a program.

    ``seats`` and ``settings`` give declared constants other values; what the game cannot take raises
    :class:`ParameterError`. A text with errors raises :class:`ProgramError`, which carries and shows every
    finding; a file that cannot be read raises :class:`croupier.text.SourceError`.

    >>> from croupier import read
    >>> read("agram", seats=3).seats
    3
    >>> read("agram", seats=6)
    Traceback (most recent call last):
    croupier.game.settings.ParameterError: 6 seats are not possible: 2 to 5 are
    """
    return program_with(find_source(game), seats=seats, settings=settings, dialect=dialect)


def load(
    game: str | Path,
    *,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    engine: str | None = None,
    filtered: bool = True,
) -> HostedGame:
    """A game by the name of the library, by path or by its text, ready to be started.

    The engine is "native", machine code that is made when the first game starts and kept for the next time,
    or "interpreter"; both play the very same games. Unless one is named it is native where that is possible,
    and the `note` of the game says if it is not. The answers to a script's questions are filtered (see
    `croupier.catalog.loading.game_from`).

    What comes back answers all that a game of any language does. Whoever needs the cards and the program of
    a RECYCLE game asks `croupier.catalog.loading.recycle_game` for it.

    >>> from croupier import load
    >>> load("agram", seats=3).seats
    3
    >>> load("agram", engine="interpreter").engine
    'interpreter'
    """
    source = find_source(game)
    name = Path(source.name).stem
    return game_from(
        source, name, seats=seats, settings=settings, dialect=dialect, engine=engine, filtered=filtered
    )


def recycle_game(
    game: str | Path,
    *,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    engine: str | None = None,
) -> GameOnTable:
    """The same as `load` for a game in RECYCLE, with its program, layout and table.

    A game of another language raises :class:`croupier.text.SourceError`.

    >>> recycle_game("agram", seats=2).layout.seats
    2
    >>> recycle_game("uno.ah")
    Traceback (most recent call last):
    croupier.text.source.SourceError: uno.ah: this is AllHandsOnDeck, not RECYCLE: `croupier run` runs it
    """
    source = find_source(game)
    program = program_with(source, seats=seats, settings=settings, dialect=dialect)
    return game_with(program, Path(source.name).stem, engine)


def program_with(
    source: Source,
    *,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
) -> Program:
    """The checked program of a source, with other values for its seats and declared constants."""
    language = script_language(source.name)
    if language is not None:
        raise SourceError(f"{source.name}: this is {language.title}, not RECYCLE: `croupier run` runs it")
    chosen_dialect = Dialect(dialect) if dialect else None
    program = program_of(source, dialect=chosen_dialect)
    if seats is None and not settings:
        return program
    chosen = chosen_values(program, seats, settings)
    if chosen.seats is not None:
        shelf.check_seats(source, chosen.seats)
    found = check(source, dialect=chosen_dialect, seats=chosen.seats, settings=chosen.settings)
    if found.program is None:
        raise ParameterError(f"these seats and settings are not possible:\n{render_all(found.errors)}")
    return found.program


def as_recycle(game: object) -> GameOnTable | None:
    """The game itself if it is of a RECYCLE program, on whichever engine; None if it is not.

    >>> as_recycle(load("agram")) is None, as_recycle(load("uno.ah")) is None
    (False, True)
    """
    # Whatever has a RECYCLE program is made by `game_with`, which returns nothing else.
    return cast("GameOnTable", game) if able(game, HasProgram) is not None else None


def game_with(program: Program, name: str, engine: str | None = None) -> GameOnTable:
    """The game of a program on an engine; its `note` says why it is another one than was asked for.

    Unless an engine is named it is that of the environment variable CROUPIER_ENGINE, else machine code where
    there is a compiler for it (llvmlite), else the interpreter.

    >>> game_with(read("agram"), "agram", "interpreter").engine
    'interpreter'
    """
    from croupier.interpreter.game import RecycleGame

    chosen, note = (engine, "") if engine else usual_engine()
    if chosen not in ENGINES:
        known = did_you_mean(str(chosen), ENGINES) or f"there are {' and '.join(ENGINES)}"
        raise ValueError(f"there is no engine {chosen!r}: {known}")
    if chosen == "native":
        from croupier.kernel.build import NO_LLVM
        from croupier.kernel.machine import available
        from croupier.native import NativeGame
        from croupier.native.lower.unlowered import Unlowered

        found = NativeGame(program, name)
        try:
            _ = found.sketch
        except Unlowered as problem:
            found.interpreter.note = f"only the interpreter can play it: {problem}"
            return found.interpreter
        found.note = note if available() else NO_LLVM
        return found
    slow = RecycleGame(program, name)
    slow.note = note
    return slow


def usual_engine() -> tuple[str, str]:
    """The engine to be used unless another is asked for, and what there is to say about that."""
    asked = os.environ.get(ENGINE_VARIABLE, "")
    if asked in ENGINES:
        return asked, ""
    from croupier.kernel.machine import available

    note = f"{ENGINE_VARIABLE}={asked}: there is no such engine; there are {' and '.join(ENGINES)}"
    if available():
        return "native", note if asked else ""
    return "interpreter", "llvmlite is not installed: the interpreter plays, some hundred times slower"


def game_from(
    source: Source,
    name: str = "",
    *,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    engine: str | None = None,
    filtered: bool = True,
) -> HostedGame:
    """The game of a source, whatever language it is in.

    Answers to a script's questions are filtered: those that fail or change nothing, wherever the seat may
    be, are left out, unless it is told otherwise.

    >>> game_from(find_source("uno.ah"), seats=3).seats
    3
    """
    called = name or Path(source.name).stem
    language = script_language(source.name)
    if language is None:
        if not filtered:
            raise ParameterError(
                "a RECYCLE program says itself what can be chosen: only answers to the questions of an "
                "AllHandsOnDeck or Cardigan program are filtered"
            )
        program = program_with(source, seats=seats, settings=settings, dialect=dialect)
        return game_with(program, called, engine)
    return script_game(
        language, source, called, seats=seats, settings=settings, dialect=dialect, filtered=filtered
    )


def script_game(
    language: Language,
    source: Source,
    name: str,
    *,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    filtered: bool = True,
) -> ScriptGame:
    """A program of a script language as a game."""
    from croupier.script.as_game.game import ScriptGame, SeatsError

    spoken = language.dialects.get(dialect or "", language)
    checked = spoken.load(source)
    if checked.errors:
        raise ProgramError(source, checked.findings)
    if seats is not None:
        shelf.check_seats(source, seats)
    if settings:
        checked = checked.set_to(settings)
    files = tuple(parsed.source for parsed in checked.program.files)
    try:
        return ScriptGame(
            checked.runnable,
            source,
            files,
            name,
            language.name,
            seats=seats,
            settings=settings,
            findings=tuple(checked.findings),
            filtered=filtered,
        )
    except SeatsError as problem:
        raise ParameterError(str(problem)) from None


def find_source(game: str | Path) -> Source:
    """The text of a game given as a path, a library name or the text itself."""
    if isinstance(game, str) and _looks_like_text(game) and not os.path.isfile(game):
        return Source("<text>", game)
    return shelf.find(game)


def _looks_like_text(game: str) -> bool:
    """Whether this is a program, however unfinished (a word, a comment), and no path or name."""
    return "(" in game or "\n" in game or game.startswith(";")
