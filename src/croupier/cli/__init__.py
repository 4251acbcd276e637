"""The command line: one file a command, imported only when it is called."""

from __future__ import annotations

import re
import signal
import sys
import threading
from importlib import import_module
from types import FrameType
from typing import Any

import click

from croupier import __version__
from croupier.cli import streams

_COMMANDS = {
    "analyze": "Find out how a game plays: fairness, drama, depth and much more.",
    "bench": "Measure how fast games are played.",
    "cache": "Show where compiled games are kept, or clear them.",
    "check": "Find every mistake in a program, and everything suspicious.",
    "cite": "Print how to cite Croupier, or a game.",
    "compare": "Compare games or variants: what differs beyond chance.",
    "completion": "Print the script that completes commands in a shell.",
    "coverage": "Find out which rules are ever used, by random players and by strong ones.",
    "explain": "Explain a finding: the rule, a wrong and a right example.",
    "fmt": "Lay out programs in the one canonical way, or translate them.",
    "games": "List the games of the library, or tell about one.",
    "lsp": "Serve an editor: findings while you type, completion, rename and more.",
    "new": "Begin a game of your own from a small one of its kind.",
    "play": "Play a game in the terminal.",
    "players": "List the players, with their options.",
    "replay": "Walk through a recorded game, and verify it.",
    "run": "Run a program of a script language in the terminal.",
    "runs": "List the runs that were kept with --out, show one, or ask their tables.",
    "show": "Show what is in a game: decks, locations, stages, card flow.",
    "simulate": "Play many games and tell how they went.",
    "solve": "Solve a small game: its value, an equilibrium, and how exploitable a player is.",
    "studio": "Play in the browser, at a table for any game.",
    "sweep": "Find out how a game changes when its rule constants do.",
    "tune": "Search rule constants for what a designer wants.",
    "tournament": "Let players play against each other, on the same deals.",
    "watch": "Check and play a game on every save.",
}
"""Each command with its one line; the module of the same name holds it."""


_UNMAPPED = re.compile("failed to map segment|cannot allocate memory|cannot be mapped", re.IGNORECASE)
"""The words of loaders for libraries that there is no memory for."""


class _LazyGroup(click.Group):
    """Knows its commands by name and loads a command's module when it is needed."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run a command line, with guarded streams."""
        with streams.guarded():
            return super().main(*arguments, **options)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = import_module(f"croupier.cli.{cmd_name}").command
        streams.seal()
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in _COMMANDS:
            from croupier.text import did_you_mean

            hint = did_you_mean(args[0], _COMMANDS)
            ctx.fail(f"there is no command {args[0]!r}. {hint[:1].upper()}{hint[1:]}".strip())
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # click would import every command to read its help.
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(
    cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="croupier")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Write down a card game and find out how it plays.

    Example: croupier check mygame.rcy
    """
    from croupier.cli.options import wants_colour

    # click would take every colour out of what does not go to a terminal, FORCE_COLOR or not.
    ctx.color = wants_colour()


def _ends_in_order() -> None:
    """Who is told to end, or loses the terminal, cleans up before: programs that play end as well."""

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return
    for each in (signal.SIGTERM, signal.SIGHUP):
        # Who ignores a signal (nohup) or has a use for it of his own keeps it so.
        if signal.getsignal(each) is signal.SIG_DFL:
            signal.signal(each, leave)


def main() -> None:
    """Run the command line; Ctrl-C ends with 130, a closed pipe quietly, a signal with 128 and its number."""
    _ends_in_order()
    with streams.guarded():
        sys.exit(_exit_code())


def _lack_of_memory(problem: Exception) -> str:
    """The words of an exception that say that memory is short, for the end of a sentence; nothing if none do.

    >>> _lack_of_memory(ImportError("libm.so: failed to map segment from shared object", name="numpy"))
    ': numpy cannot be loaded'
    """
    if isinstance(problem, MemoryError):
        return "."
    if isinstance(problem, ImportError) and _UNMAPPED.search(str(problem)):
        return f": {(problem.name or 'numpy').partition('.')[0]} cannot be loaded"
    if isinstance(problem, RuntimeError) and "start new thread" in str(problem):
        return ": no thread can be started"
    return ""


def _exit_code() -> int:
    try:
        code = group.main(prog_name="croupier", standalone_mode=False)
    except click.ClickException as problem:
        problem.show()
        code = problem.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("croupier: interrupted", err=True)
        code = 130
    except (MemoryError, ImportError, RuntimeError) as problem:
        if not (reason := _lack_of_memory(problem)):
            raise
        click.echo(f"croupier: there is not enough memory for this{reason}", err=True)
        code = 3
    except OSError as problem:
        # Commands tell of the files they read and write; what is left is our output: the disk is full.
        click.echo(f"croupier: cannot write: {problem.strerror}", err=True)
        code = 2
    return code if isinstance(code, int) else 0
