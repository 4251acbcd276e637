"""The tables of a result on disk, as ``--csv`` and ``--parquet`` ask for."""

from __future__ import annotations

import os
from typing import Any

import click

from croupier.lab.result_tables import Tables, arrow_modules, write_csv, write_parquet
from croupier.lab.tables import TableError

_WRITERS = {"csv": write_csv, "parquet": write_parquet}


def check_tables(choices: dict[str, Any]) -> None:
    """Whether they can be written, asked before anything is played."""
    try:
        for name in _WRITERS:
            if choices[name]:
                os.makedirs(choices[name], exist_ok=True)
        if choices["parquet"]:
            arrow_modules()
    except OSError as problem:
        raise click.UsageError(_in_words(problem)) from None


def save_tables(choices: dict[str, Any], tables: Tables) -> int:
    """Write them where they are asked for; the exit code."""
    try:
        for name, write in _WRITERS.items():
            if choices[name]:
                write(choices[name], tables)
    except OSError as problem:
        click.echo(f"croupier: {_in_words(problem)}", err=True)
        return 2
    return 0


def _in_words(problem: OSError) -> str:
    if isinstance(problem, TableError):
        return str(problem)
    return f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem)
