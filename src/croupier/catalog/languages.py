"""The languages of files, by their extensions, so that every command treats them alike.

RECYCLE is not in the table: it is what a file is read as that no other language claims.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from croupier.script.as_game.codes import CODES
from croupier.script.language import Entry, Language

_HOMES = {
    ".ah": "croupier.script.ahod.language",
    ".ahod": "croupier.script.ahod.language",
    ".cdg": "croupier.script.cardigan.language",
    ".cardigan": "croupier.script.cardigan.language",
}


def script_language(name: str) -> Language | None:
    """The language of a file by its extension; None if it is RECYCLE, or whatever is read as it.

    >>> script_language("uno.ah").name, script_language("hearts.rcy")
    ('ahod', None)
    """
    for extension, home in _HOMES.items():
        if name.lower().endswith(extension):
            return _load(home)
    return None


def language_named(name: str) -> Language | None:
    """A script language by its name; None if there is none of that name.

    >>> language_named("cardigan").title
    'Cardigan'
    """
    return next(
        (found for home in dict.fromkeys(_HOMES.values()) if (found := _load(home)).name == name), None
    )


@cache
def _load(home: str) -> Language:
    language = import_module(home).LANGUAGE
    assert isinstance(language, Language)
    return language


def script_codes() -> dict[str, Entry]:
    """The codes of all script languages; what only a run finds has the same codes in all of them."""
    found: dict[str, Entry] = {}
    for home in dict.fromkeys(_HOMES.values()):
        found = {**_load(home).codes(), **found}
    return dict(sorted({**found, **CODES}.items()))
