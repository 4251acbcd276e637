"""Pages and plots that commands write: asked before anything is played, and never lost when it is done."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options
from croupier.text.errors import reason_of

if TYPE_CHECKING:
    from croupier.lab.study import Drawing, Study

_DRAWING = {"altair": "altair", "vl_convert": "vl-convert-python"}
"""The modules that draw, and how they are called where packages are installed from."""


def check_page(path: str | None) -> None:
    """End with a message if a page can surely not be written there."""
    if path is not None:
        from croupier.report import saving

        _check_drawing()

        _checked(lambda: saving.check(path), path)


def check_charts(folder: str | None) -> None:
    """Make the folder for plots; end with a message if they can surely not be written there."""
    if folder is not None:
        from croupier.report import saving

        _check_drawing()

        def ready() -> None:
            os.makedirs(folder, exist_ok=True)
            saving.check(os.path.join(folder, "wins.svg"))

        _checked(ready, folder)


def print_text(found: Study) -> None:
    """Print the report of a study for this terminal."""
    click.echo(found.text(width=options.terminal_width(), colour=options.wants_colour()))


def save_study(found: Study, choices: Mapping[str, Any]) -> int:
    """Write the page and the plots that were asked for; the exit code."""
    code = save_page(choices["html"], found.page) if choices["html"] else 0
    if choices.get("charts"):
        code = max(code, save_charts(choices["charts"], found.plots()))
    return code


def save_page(path: str, make: Callable[[], str]) -> int:
    """Make a page and write it; the exit code. What cannot be written there goes to a file that is named."""
    from croupier.report import saving

    start = time.perf_counter()
    text = make()
    try:
        saving.save(path, text)
    except saving.SaveError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return 2
    took = time.perf_counter() - start
    click.echo(
        f"croupier: the report is in {path} ({len(text.encode()) / 1024:,.0f} KB, {took:.1f} s)", err=True
    )
    return 0


def save_charts(folder: str, plots: Mapping[str, Drawing]) -> int:
    """Write plots as SVG and PNG, light and dark; the exit code."""
    from croupier.report import saving

    code = 0
    for name, plot in plots.items():
        for theme, ending in (("light", ""), ("dark", "-dark")):
            files = ((f"{name}{ending}.svg", plot.svg(theme)), (f"{name}{ending}.png", plot.png(theme)))
            for file, content in files:
                try:
                    saving.save(os.path.join(folder, file), content)
                except saving.SaveError as problem:
                    click.echo(f"croupier: {problem}", err=True)
                    code = 2
    if not code:
        told = f"{', '.join(plots)} are in {folder}" if plots else "there is nothing to plot"
        click.echo(f"croupier: {told}", err=True)
    return code


def _check_drawing() -> None:
    """End with a message if there is nothing here that can draw."""
    missing = [name for module, name in _DRAWING.items() if find_spec(module) is None]
    if missing:
        told = " and ".join(missing)
        click.echo(f"croupier: plots take {told}, which is not installed; nothing was played", err=True)
        raise click.exceptions.Exit(2)


def _checked(check: Callable[[], None], path: str) -> None:
    try:
        check()
    except (OSError, ValueError) as problem:
        why = reason_of(problem)
        click.echo(f"croupier: {path}: cannot be written: {why}; nothing was played", err=True)
        raise click.exceptions.Exit(2) from None
