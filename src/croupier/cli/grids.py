"""The parts that `sweep` and `tune` share: both play all combinations of values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.lab.simulate import Plan
    from croupier.lab.work import Crew
    from croupier.recycle.program import Constant

Found = TypeVar("Found")
Command = TypeVar("Command", bound=Callable[..., Any])


def grid_options(most: int, done: str) -> Callable[[Command], Command]:
    """The options that say which combinations there are; more than so many have to be asked for."""

    def decorated(command: Command) -> Command:
        for option in (
            click.option(
                "--max-points",
                type=click.IntRange(min=2),
                default=most,
                metavar="N",
                help=f"Refuse a grid of more combinations (default {most}).",
            ),
            click.option(
                "--seats", metavar="NUMBERS", help="The same for the number of players: 2..5 or 2,4."
            ),
            click.option(
                "--set",
                "settings",
                multiple=True,
                metavar="NAME=VALUES",
                help="The values of a declared constant: a range 4..8, with a step 0..100..25, a list 1,2,5. "
                f"A list that is one value stands in parentheses: (A,B). May be repeated: all combinations "
                f"are {done}.",
            ),
        ):
            command = option(command)
        return command

    return decorated


def found_on_grid(
    search: Callable[..., Found], game: str, choices: dict[str, Any], crew: Crew, **others: Any
) -> Found | int:
    """Searches the grid of some options; returns what it finds, or an exit code after saying why nothing.

    `others` are its options besides the grid, how much is played, measures and who plays.
    """
    from croupier.cli.loading import loaded
    from croupier.cli.working import lab_errors
    from croupier.lab.progress import SeveralBar

    settings = _grid_values(choices["settings"])
    plan: Plan | None = options.analysed_plan(game, {**choices, "seats": None, "settings": {}})
    if plan is None:
        return 2
    code = loaded(lambda: plan.game)
    if isinstance(code, int):
        return code
    with lab_errors(), SeveralBar() as bar:
        return search(
            plan,
            settings=settings,
            seats=_seat_numbers(choices["seats"]),
            effort=choices["effort"],
            games=choices["sizes"],
            players=choices["players"],
            measures=choices["measures"],
            max_points=choices["max_points"],
            crew=crew,
            progress=bar.step,
            **others,
        )


def _grid_values(settings: tuple[str, ...]) -> dict[str, tuple[Constant, ...]]:
    """The values of every constant, as `--set` gives them."""
    return {name: _values(f"--set {name}", text) for name, text in options.setting_texts(settings).items()}


def _seat_numbers(text: str | None) -> list[int] | None:
    """The numbers of seats, as `--seats` gives them."""
    if text is None:
        return None
    values = _values("--seats", text)
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) < len(values):
        raise click.UsageError(f"--seats: {text!r} is not a list of numbers such as 2..5 or 2,4")
    return numbers


def _values(option: str, text: str) -> tuple[Constant, ...]:
    from croupier.lab.grid import GridError, values_of

    try:
        return values_of(text)
    except GridError as problem:
        raise click.UsageError(f"{option}: {problem}") from None
