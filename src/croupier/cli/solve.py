"""``croupier solve``: the value of a small game, an equilibrium, and how exploitable a player is."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self

import click

from croupier.cli import options
from croupier.text.shown import LINE_START, control

if TYPE_CHECKING:
    from croupier.lab.simulate import Plan
    from croupier.lab.solve import Settings, Solution
    from croupier.lab.solve.against import Weakness
    from croupier.lab.solve.keeping import StoredIterations
    from croupier.lab.solve.size import Size

_REWARDS = ("score", "margin", "win")


@click.command(
    epilog="Examples:\n\n  croupier solve kuhn_poker\n\n"
    "  croupier solve leduc_poker --save leduc.json\n\n"
    "  croupier solve kuhn_poker --against ismcts:iterations=1000\n\n"
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
    type=click.FloatRange(min=0.1, max=1e7),
    default=60.0,
    metavar="S",
    help="Stop iterating after S seconds (default 60).",
)
@click.option(
    "--iterations",
    type=click.IntRange(1, 10**12),
    metavar="N",
    help="Stop after N iterations.",
)
@click.option("--sample", is_flag=True, help="Sample the game (MCCFR), however small it is.")
@click.option(
    "--memory",
    type=options.SIZE,
    default=2 * 1024**3,
    metavar="SIZE",
    help="What the tree may take (default 2GB).",
)
@click.option(
    "--against",
    metavar="PLAYER",
    help="How exploitable a player is, asked at every information set; see `croupier players`.",
)
@click.option(
    "--seeds",
    type=click.IntRange(1, 1_000_000),
    default=40,
    metavar="K",
    help="How often that player is asked at each (default 40).",
)
@click.option("--save", metavar="FILE", help="Write the policy, for the player solved:file=FILE.")
@click.option("--picture", metavar="FILE", help="Draw the tree of a very small game, as SVG.")
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
    a best response wins, in the mean of the seats. A game that is too large for the memory or the time is
    sampled, and the exploitability is an estimated bound. Ctrl-C gives what is there so far.
    """
    from croupier.cli.tables import check_tables, save_tables

    if choices["resume"] and not choices["out"]:
        raise click.UsageError("--resume goes on with the run in --out: name it")
    check_tables(choices)
    _check_file(choices["save"])
    _check_file(choices["picture"])
    choices["settings"] = options.parsed_settings(choices["settings"], game)
    found = _found(game, choices)
    if isinstance(found, int):
        ctx.exit(found)
    solution, weakness, plan = found
    if as_json:
        from croupier.lab.study import provenance

        data = {**solution.data(), **provenance(plan, _command(plan, choices))}
        options.print_json(data if weakness is None else data | {"against": weakness.data()})
    else:
        from croupier.lab.solve.text import solution_text, weakness_text

        click.echo(solution_text(solution, game))
        if weakness is not None:
            click.echo(weakness_text(weakness))
    code = _save(solution, choices["save"])
    code = _draw(solution, choices["picture"]) or code
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


_REASONS = {
    "exact": "nothing: the result is exact",
    "precision": "the precision",
    "time": "the time",
    "iterations": "--iterations",
}


def _command(plan: Plan, choices: dict[str, Any]) -> str:
    """The command of this result, with all that is not as usual."""
    words = ["croupier", "solve", plan.name or plan.source.name, *plan.choice, "--seed", str(plan.seed)]
    for option in command.params:
        # Where results are written makes no difference to them; the rest is in the plan.
        if option.name in _LIMITS and choices[option.name] not in (None, False, option.default):
            words += [option.opts[0], *([] if choices[option.name] is True else [str(choices[option.name])])]
    return shlex.join(words)


_LIMITS = ("reward", "precision", "seconds", "iterations", "sample", "memory", "against", "seeds")


def _found(game: str, choices: dict[str, Any]) -> tuple[Solution, Weakness | None, Plan] | int:
    """The solution; or the exit code after saying why there is none."""
    from croupier.cli.loading import loaded
    from croupier.cli.working import Stopped
    from croupier.lab.simulate import Plan
    from croupier.lab.solve import Settings, SolveError, solve
    from croupier.lab.solve.against import against
    from croupier.players import PlayerError, PlayerFailure, named

    if choices["against"]:
        try:
            named(choices["against"])
        except PlayerError as problem:
            raise click.UsageError(f"--against: {problem}") from None
    source = options.read_game(game, choices["max_size"])
    if source is None:
        return 2
    plan = Plan(source, game, **options.planned(choices))
    code = loaded(lambda: plan.game)
    if isinstance(code, int):
        return code
    settings = Settings(
        choices["reward"],
        choices["precision"],
        choices["seconds"],
        choices["memory"],
        choices["seed"],
        choices["iterations"],
        choices["sample"],
        whole=bool(choices["against"] or choices["picture"]),
    )
    try:
        with _keeper(plan, settings, choices) as keeper, _Line(plan.game.title) as line:
            solution = solve(plan.game, settings, listener=line, keeper=keeper)
            if keeper is not None and solution.stopped in ("exact", "precision"):
                keeper.run.finish(solution.data())
            weakness = None
            if choices["against"] and solution.stopped != "interrupted":
                weakness = against(
                    solution,
                    plan.game,
                    choices["against"],
                    seeds=choices["seeds"],
                    seed=choices["seed"],
                    progress=line.asking,
                )
            return solution, weakness, plan
    except (PlayerError, PlayerFailure) as problem:
        raise Stopped(f"--against: {problem}") from None
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


def _draw(solution: Solution, path: str | None) -> int:
    if path is None:
        return 0
    from croupier.lab.solve.errors import SolveError
    from croupier.lab.solve.picture import picture
    from croupier.report import saving

    try:
        saving.save(path, picture(solution))
    except (SolveError, saving.SaveError) as problem:
        click.echo(f"croupier: {problem}", err=True)
        return 2
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
            blank = f"{'':<{options.terminal_width() - 1}}"
            click.echo(f"{control(LINE_START)}{blank}{control(LINE_START)}", nl=False, err=True)

    def size(self, size: Size) -> None:
        """Tell the estimate."""
        from croupier.lab.solve.text import size_text

        click.echo(f"{self.title}: {size_text(size)}", err=True)

    def searching(self, positions: int, part: float) -> None:
        """Tell how far the search for positions has come."""
        self._show(f"{positions:,} positions, {part:.0%} of all games")

    def subgames(self, done: int, of: int) -> None:
        """Tell how many subgames are solved."""
        self._show(f"{done:,} of {of:,} subgames solved")

    def walking(self, histories: int, of: float) -> None:
        """Tell how far the walk has come."""
        self._show(f"{histories:,} histories of {max(of, histories):,.0f}")

    def iterating(self, iterations: int, exploitability: float) -> None:
        """Tell how far the iterations have come."""
        self._show(f"{iterations:,} iterations, exploitability {exploitability:.6f}")

    def sampling(self, why: str) -> None:
        """Tell that the game is sampled."""
        click.echo(f"{self.title}: sampled, since {why}", err=True)

    def asking(self, done: int, of: int) -> None:
        """Tell how far the questions to a player have come."""
        self._show(f"asked about {done:,} of {of:,} information sets")

    def _show(self, text: str) -> None:
        now = perf_counter()
        if not self.moves or now - self.last < 0.1:
            return
        self.last = now
        width = options.terminal_width() - 1
        click.echo(f"{control(LINE_START)}{f'{self.title}: {text}'[:width]:<{width}}", nl=False, err=True)
