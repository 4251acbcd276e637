"""``croupier bench``: how fast games are played."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options
from croupier.text.shown import CLEAR_LINE, control

if TYPE_CHECKING:
    from croupier.interpreter.on_table import GameOnTable
    from croupier.lab.bench import Measured
    from croupier.text import Source


@click.command(
    epilog="Examples:\n\n  croupier bench\n\n  croupier bench hearts whist --quick\n\n"
    "  croupier bench mygame.rcy --json\n\n"
    "Exit code: 0 fine, 1 a program has errors, 2 a file that cannot be read, or nothing could be measured, "
    "130 interrupted."
)
@click.argument("games", nargs=-1, metavar="[GAME...]")
@click.option("--quick", is_flag=True, help="Measure roughly: one process, a second or two a game.")
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Fresh processes, the best counts (default 5).",
)
@options.json_option
@options.max_size_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    games: tuple[str, ...],
    quick: bool,
    processes: int | None,
    as_json: bool,
    max_size: int,
) -> None:
    """Measure how fast games are played at random.

    Machine code against the interpreter, on one thread and on all cores; how long it takes to compile a game
    and to load it again; how large a state is. Four games (those measured unless others are named) have a
    reference program in C, which is measured in turn with ours where a C compiler and the source of Croupier
    are there.
    """
    from dataclasses import replace

    from croupier.lab.bench import USUAL, BenchError, Effort, measured, reference_programs

    effort = Effort.quick() if quick else Effort()
    effort = effort if processes is None else replace(effort, processes=processes)
    sources = _sources(games or USUAL, max_size)
    if isinstance(sources, int):
        ctx.exit(sources)
    found: list[Measured] = []
    try:
        with _told() as told:
            found += [measured(source, name, effort, told) for name, source in sources.items()]
    except BenchError as problem:
        click.echo(f"croupier: {problem}", err=True)
        ctx.exit(2)
    programs = reference_programs()
    without = programs if isinstance(programs, str) else ""
    if as_json:
        options.print_json({"machine": _machine(), "games": [one.data() for one in found], "note": without})
        return
    click.echo("\n".join(_text(found)))
    if without:
        click.echo(f"\n  {without}")


def _sources(names: Sequence[str], max_size: int) -> dict[str, Source] | int:
    """The texts of the games; or the exit code after saying what is wrong with one."""
    from croupier.cli.loading import loaded

    found = {}
    for name in names:
        source = options.read_game(name, max_size)
        if source is None:
            return 2
        code = loaded(partial(_made, source))
        if isinstance(code, int):
            return code
        found[name] = source
    return found


def _made(source: Source) -> GameOnTable:
    from croupier.catalog.loading import game_with, program_with

    return game_with(program_with(source), source.name, "interpreter")


@contextmanager
def _told() -> Iterator[Callable[[str], None]]:
    """What is being measured, on one line of standard error, if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return

    def tell(what: str) -> None:
        click.echo(f"{control(CLEAR_LINE)}measuring {what}", nl=False, err=True)

    try:
        yield tell
    finally:
        click.echo(control(CLEAR_LINE), nl=False, err=True)


def _machine() -> dict[str, Any]:
    import platform
    from pathlib import Path

    from croupier.lab.work import cores

    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text(encoding="utf-8", errors="replace").splitlines()
        named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
        model = named[0] if named else model
    return {
        "processor": model,
        "cores": cores(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def _text(found: list[Measured]) -> list[str]:
    """The figures as tables."""
    from croupier.lab.report import aligned

    machine = _machine()
    there = [one for one in found if not one.note]
    threads = max((one.threads for one in there), default=1)
    speed = [["game", "games/s", "decisions/s", "ns", f"games/s, {threads} threads", "interpreter", "times"]]
    code = [
        ["game", "llvmlite ms", "lower ms", "compile ms", "steps ms", "cache ms", "state bytes", "copy ns"]
    ]
    beside = [["game", "ours games/s", "C games/s", "ratio", "ours ns", "C ns"]]
    for one in there:
        speed.append(
            [
                one.name,
                f"{one.native.games:,.0f}",
                f"{one.native.decisions:,.0f}",
                _number(one.native.nanoseconds, 1),
                f"{one.all_cores.games:,.0f}",
                f"{one.interpreter.games:,.0f}",
                _number(one.speedup),
            ]
        )
        code.append(
            [
                one.name,
                *(
                    f"{1000 * seconds:,.0f}"
                    for seconds in (
                        one.llvm_seconds,
                        one.lower_seconds,
                        one.compile_seconds,
                        one.stepping_seconds,
                        one.load_seconds,
                    )
                ),
                f"{one.state_bytes:,}",
                f"{one.copy_nanoseconds:,.0f}",
            ]
        )
        if one.reference is not None:
            beside.append(
                [
                    one.name,
                    f"{one.native.games:,.0f}",
                    f"{one.reference.games:,.0f}",
                    _number(one.ratio, 2),
                    _number(one.native.nanoseconds, 1),
                    _number(one.reference.nanoseconds, 1),
                ]
            )
    lines = [f"{machine['processor']}, {machine['system']}, Python {machine['python']}"]
    if there:
        lines += ["", "Random games, one thread; `ns` for a decision; `times` the interpreter:"]
        lines += [*aligned(speed, left=(0,)), "", "Code and states:", *aligned(code, left=(0,))]
    if len(beside) > 1:
        lines += ["", "Beside the reference programs in C, in the same run:", *aligned(beside, left=(0,))]
    return [*lines, *(f"  {one.name}: {one.note}" for one in found if one.note)]


def _number(number: float | None, digits: int = 0) -> str:
    return "–" if number is None else f"{number:,.{digits}f}"
