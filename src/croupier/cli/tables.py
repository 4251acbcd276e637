"""The tables of a result on disk, as ``--csv`` and ``--parquet`` ask for."""

from __future__ import annotations

import os
from typing import Any

import click

from croupier.lab.tables import WRITERS, TableError


def check_tables(choices: dict[str, Any]) -> None:
    """Whether they can be written, asked before anything is played."""
    for name in WRITERS:
        if not choices[name]:
            continue
        try:
            os.makedirs(choices[name], exist_ok=True)
            WRITERS[name].check()
        except OSError as problem:
            raise click.UsageError(f"--{name}: {_in_words(problem)}") from None


def save_tables(choices: dict[str, Any], tables: dict[str, list[dict[str, Any]]]) -> int:
    """Write them where they are asked for; the exit code."""
    code = 0
    for name, writer in WRITERS.items():
        try:
            if choices[name]:
                writer.write(choices[name], tables)
        except OSError as problem:
            click.echo(f"croupier: --{name}: {_in_words(problem)}", err=True)
            code = 2
    return code


def _in_words(problem: OSError) -> str:
    if isinstance(problem, TableError):
        return str(problem)
    return f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem)
