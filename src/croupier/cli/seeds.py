"""The option `--seed`: a number, or the word for one that nobody can guess."""

from __future__ import annotations

import secrets
from typing import Any

import click

RANDOM = "random"
BITS = 128
"""The length of a seed that nobody can guess."""


class Seed(click.ParamType[int]):
    """An integer, or `random`: a new seed of 128 bits, which is printed on standard error."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Returns the number that is meant."""
        if isinstance(value, int):
            return value
        if str(value).strip().lower() == RANDOM:
            found = secrets.randbits(BITS)
            click.echo(f"croupier: --seed {found}", err=True)
            return found
        try:
            return int(value)
        except ValueError:
            self.fail(
                f"{_short(str(value))!r} is neither an integer nor `{RANDOM}`, a new one of {BITS} bits.",
                param,
                ctx,
            )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
