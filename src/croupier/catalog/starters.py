"""The starters: small complete games of several kinds, from which a designer makes another one.

They lie beside the library, in `croupier/library/starters`, and have the same heads as its games.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path, PurePath

from croupier.text import Source
from croupier.text.errors import CroupierError

KINDS = (
    "trick-taking",
    "climbing",
    "shedding",
    "drafting",
    "auction",
    "fishing",
    "cooperative",
    "patience",
)
"""The kinds of game that there is a starter for, in the order in which they are listed."""

ENDING = ".rcy"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_NAME_RULE = "a name is made of letters, digits, `_` and `-`, and begins with a letter: `night_market`"


class NameProblem(CroupierError, ValueError):
    """A name that no game file can have, and why."""


class FileProblem(CroupierError, OSError):
    """A file that cannot be made, and why, in a sentence."""


def source(kind: str) -> Source:
    """The starter of a kind, as it lies in the package."""
    assert kind in KINDS, kind
    file = f"{kind}{ENDING}"
    return Source(file, (files("croupier.library") / "starters" / file).read_text(encoding="utf-8"))


def path_of(name: str) -> Path:
    """The file of a game with this name, which may stand in a folder and may have the ending already.

    >>> path_of("night_market").as_posix(), path_of("games/night_market.rcy").as_posix()
    ('night_market.rcy', 'games/night_market.rcy')
    """
    given = PurePath(name)
    if given.suffix and given.suffix != ENDING:
        raise NameProblem(f"starters are written in RECYCLE, whose files end in `{ENDING}`")
    stem = given.name.removesuffix(ENDING)
    if name.endswith(("/", "\\")) or not _NAME.fullmatch(stem):
        raise NameProblem(_NAME_RULE)
    return Path(given.with_name(f"{stem}{ENDING}"))


def title_of(path: PurePath) -> str:
    """The title of a game that is kept in this file.

    >>> title_of(PurePath("games/night_market.rcy")), title_of(PurePath("beat-THAT.rcy"))
    ('Night Market', 'Beat THAT')
    """
    words = re.split(r"[_-]+", path.name.removesuffix(ENDING))
    return " ".join(word[:1].upper() + word[1:] for word in words if word)


def text_for(kind: str, title: str) -> str:
    """The starter of a kind under another title, which is its first line.

    >>> print(text_for("fishing", "Night Market").splitlines()[0])
    ;; Night Market
    """
    _, rest = source(kind).text.split("\n", 1)
    return f";; {title}\n{rest}"


def write(path: Path, text: str) -> None:
    """Makes a new file; one that is there already stays as it is, and a part of one is taken away again."""
    try:
        # `x` makes the file or fails, so nothing can come between a look and the writing.
        with path.open("x", encoding="utf-8", newline="\n") as file:
            try:
                file.write(text)
                file.flush()
            except OSError:
                path.unlink()
                raise
    except FileExistsError:
        raise FileProblem(f"{path} is there already, and stays as it is") from None
    except OSError as problem:
        missing = not path.parent.is_dir()
        why = f"there is no folder {path.parent}" if missing else f"it cannot be written: {problem.strerror}"
        raise FileProblem(why) from None
