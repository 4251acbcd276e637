"""``--dialect`` and ``--compat-messages`` for the commands that read more than one language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from croupier.catalog.languages import script_language
from croupier.recycle.forms import Dialect
from croupier.script.ahod.dialects import Dialect as AhodDialect

if TYPE_CHECKING:
    from croupier.script.language import Language

AUTO = "auto"
_RECYCLE = tuple(d.value for d in Dialect)
_AHOD = (AUTO, *(d.value for d in AhodDialect))

dialect_option = click.option(
    "--dialect",
    type=click.Choice([*_RECYCLE, *_AHOD]),
    help="Read the program as this dialect, whatever it says itself: a version for RECYCLE; seed (indented), "
    "brace or auto for AllHandsOnDeck.",
)
script_dialect_option = click.option(
    "--dialect",
    type=click.Choice(_AHOD),
    help="Read an AllHandsOnDeck program as seed (indented) or brace; auto (default) looks for itself.",
)
compat_option = click.option(
    "--compat-messages",
    is_flag=True,
    help="Refuse a program in braces with the one line of the language's own compiler.",
)


def of_recycle(dialect: str | None) -> str | None:
    """The dialect, if it is one of RECYCLE."""
    return dialect if dialect in _RECYCLE else None


def speaking(language: Language, dialect: str | None) -> Language:
    """A language read in the dialect that was asked for, if it has that."""
    return language.dialects.get(dialect or AUTO, language)


def refuse_unfitting(dialect: str | None, names: Iterable[str]) -> None:
    """A usage error if none of the files can be in the dialect.

    >>> refuse_unfitting("brace", ["game.ah", "hearts.rcy"])
    >>> refuse_unfitting("0.5", ["game.ah"])
    Traceback (most recent call last):
    click.exceptions.UsageError: --dialect 0.5: game.ah is AllHandsOnDeck, whose dialects are seed and brace
    """
    if dialect in (None, AUTO):
        return
    told = ""
    for name in names:
        language = script_language(name)
        if language is None:
            if dialect in _RECYCLE:
                return
            told = told or f"{name} is read as RECYCLE, whose dialects are {_listed(_RECYCLE)}"
            continue
        if dialect in language.dialects:
            return
        own = (
            f"whose dialects are {_listed(language.dialects)}"
            if language.dialects
            else "which has no dialects"
        )
        told = told or f"{name} is {language.title}, {own}"
    if told:
        raise click.UsageError(f"--dialect {dialect}: {told}")


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
