"""AHOD as the commands know it, in whichever dialect a file is, or in one of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from croupier.script.ahod.braces.spoken import fatal_line
from croupier.script.ahod.check import Checked, check
from croupier.script.ahod.codes import codes
from croupier.script.ahod.dialects import Dialect
from croupier.script.ahod.editing import services
from croupier.script.ahod.format import formatted
from croupier.script.ahod.outline import outline
from croupier.script.language import Language


def dialect_of(checked: Checked) -> str:
    """The dialect in which a program was read."""
    return checked.dialect.value


def refused_as(checked: Checked) -> str | None:
    """The line with which the later compiler refuses a program; None if that is none of its programs."""
    if checked.dialect is not Dialect.BRACE or not checked.errors:
        return None
    return fatal_line(checked.errors[0])


def _language(dialect: Dialect | None, dialects: Mapping[str, Language]) -> Language:
    """The language with every file read in a dialect, or in the one that the file is in."""
    checking = partial(check, dialect=dialect)
    return Language(
        "ahod",
        "AllHandsOnDeck",
        checking,
        partial(formatted, dialect=dialect),
        partial(outline, dialect=dialect),
        codes,
        checking,
        dialects,
        dialect_of,
        refused_as,
        partial(services, dialect=dialect),
    )


LANGUAGE = _language(None, {dialect.value: _language(dialect, {}) for dialect in Dialect})
