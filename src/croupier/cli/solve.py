"""``croupier solve``: the value of a small game, an equilibrium, and how exploitable a player is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.lab.simulate import Plan
    from croupier.lab.solve import Settings, Solution
    from croupier.lab.solve.keeping import StoredIterations
    from croupier.lab.solve.size import Size

_REWARDS = ("score", "margin", "win")


@click.command(
    epilog="Examples:\n\n  croupier solve kuhn_poker\n\n"
    "  croupier solve leduc_poker --save leduc.json\n\n"
    "  croupier tournament leduc_poker --players solved:file=leduc.json,random\n\n"
    "Exit code: 0 fine, 1 the program has errors, 2 a file that cannot be read or written, or seats or "
    "settings that are not possible, 3 the game cannot be solved, 130 interrupted."
)
@click.argument("game", metavar="GAME")
@click.option(
    "--reward",
    type=click.Choice(_REWARDS),
    default="score",
    help="What seats play for: their score (default), what it is above the mean of the others, or the win.",
)
@click.option(
    "--precision",
    type=click.FloatRange(min=0.0),
    default=0.001,
    metavar="X",
    help="Stop when exploitability is not above X (default 0.001).",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0.0, max=1e7),
    default=60.0,
    metavar="S",
    help="Stop iterating after S seconds (default 60).",
)
@click.option(
    "--memory",
    type=options.SIZE,
    default=2 * 1024**3,
    metavar="SIZE",
    help="What the tree may take (default 2GB).",
)
@click.option("--save", metavar="FILE", help="Write the policy, for the player solved:file=FILE.")
@options.tables_options
@options.out_option
@options.resume_option
@options.seed_option
@options.game_options
@click.pass_context
def command(ctx: click.Context, /, *, game: str, as_json: bool, **choices: Any) -> None:
    """Solve a small game: find its value, and how to play it.

    Walks through all histories of the game. With open cards the value is exact, with a best line. With hidden
    cards CFR+ finds an equilibrium of two seats whose payoffs sum to a constant, and its exploitability: what
    a best response wins, in the mean of the seats. Ctrl-C gives what is there so far.
    """
    from croupier.cli.tables import check_tables, save_tables

    if choices["resume"] and not choices["out"]:
        raise click.UsageError("--resume goes on with the run in --out: name it")
    check_tables(choices)
    _check_file(choices["save"])
    choices["settings"] = options.parsed_settings(choices["settings"], game)
    solution = _solution(game, choices)
    if isinstance(solution, int):
        ctx.exit(solution)
    if as_json:
        options.print_json(solution.data())
    else:
        from croupier.lab.solve.text import solution_text

        click.echo(solution_text(solution, game))
    code = _save(solution, choices["save"])
    if choices["csv"] or choices["parquet"]:
        from croupier.lab.solve.tables import solution_tables

        code = save_tables(choices, solution_tables(solution)) or code
    if solution.stopped == "interrupted":
        more = f"; the same with `--out {choices['out']} --resume` goes on" if choices["out"] else ""
        click.echo(f"croupier: interrupted{more}", err=True)
        code = 130
    elif as_json:
        click.echo(f"croupier: stopped by {_REASONS[solution.stopped]}", err=True)
    ctx.exit(code)


_REASONS = {"exact": "nothing: the result is exact", "precision": "the precision", "time": "the time"}


def _solution(game: str, choices: dict[str, Any]) -> Solution | int:
    from croupier.cli.loading import loaded
    from croupier.lab.simulate import Plan
    from croupier.lab.solve import Settings, SolveError, solve

    source = options.read_game(game, choices["max_size"])
    if source is None:
        return 2
    plan = Plan(source, game, **options.planned(choices))
    code = loaded(lambda: plan.game)
    if isinstance(code, int):
        return code
    settings = Settings(
        choices["reward"], choices["precision"], choices["seconds"], choices["memory"], choices["seed"]
    )
    try:
        with _keeper(plan, settings, choices) as keeper, _Line(plan.game.title) as line:
            solution = solve(plan.game, settings, listener=line, keeper=keeper)
            if keeper is not None and solution.stopped in ("exact", "precision"):
                keeper.run.finish(solution.data())
            return solution
    except SolveError as problem:
        click.echo(f"croupier: {game} cannot be solved: {problem}", err=True)
        return 3


@contextmanager
def _keeper(plan: Plan, settings: Settings, choices: dict[str, Any]) -> Iterator[StoredIterations | None]:
    from croupier.cli.working import NotBegun, Stopped
    from croupier.lab.store.schema import StoreError

    if not choices["out"]:
        yield None
        return
    from croupier.lab.solve.keeping import StoredIterations

    try:
        others = {"reward": settings.reward}
        with StoredIterations.opened(choices["out"], plan, others, resume=choices["resume"]) as keeper:
            yield keeper
    except StoreError as problem:
        raise (Stopped if problem.midway else NotBegun)(str(problem)) from None


def _check_file(path: str | None) -> None:
    from croupier.report import saving

    if path is not None:
        try:
            saving.check(path)
        except OSError as problem:
            raise click.UsageError(f"{path}: {problem.strerror or problem}") from None


def _save(solution: Solution, path: str | None) -> int:
    if path is None:
        return 0
    from croupier.lab.solve.tables import saved_policy
    from croupier.report import saving

    try:
        saving.save(path, saved_policy(solution).text())
    except saving.SaveError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return 2
    click.echo(f"croupier: the policy is in {path}; play with solved:file={path}", err=True)
    return 0


class _Line:
    """One line on standard error that says how solving goes on; on a terminal it moves."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.moves = sys.stderr.isatty()
        self.last = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.moves and self.last:
            click.echo(f"\r{'':<{options.terminal_width() - 1}}\r", nl=False, err=True)

    def size(self, size: Size) -> None:
        """Tell the estimate."""
        from croupier.lab.solve.text import size_text

        click.echo(f"{self.title}: {size_text(size)}", err=True)

    def walking(self, histories: int, of: float) -> None:
        """Tell how far the walk has come."""
        self._show(f"{histories:,} histories of about {max(of, histories):,.0f}")

    def iterating(self, iterations: int, exploitability: float) -> None:
        """Tell how far the iterations have come."""
        self._show(f"{iterations:,} iterations, exploitability {exploitability:.6f}")

    def _show(self, text: str) -> None:
        now = perf_counter()
        if not self.moves or now - self.last < 0.1:
            return
        self.last = now
        width = options.terminal_width() - 1
        click.echo(f"\r{f'{self.title}: {text}'[:width]:<{width}}", nl=False, err=True)
