"""Players from a file of one's own: `bot.py:Timid`, relative to the current folder."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from croupier.players.maker import PlayerText
from croupier.players.player import Player
from croupier.players.settings import PlayerError
from croupier.text import did_you_mean

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_LONGEST = 300
_modules: dict[str, ModuleType] = {}


def parts(text: str) -> tuple[str, str, str]:
    r"""The path of the file, the class and its options behind a colon; no path if a text names no file.

    >>> parts("bots/bot.py:Timid:depth=2:fold=yes")
    ('bots/bot.py', 'Timid', 'depth=2:fold=yes')
    >>> parts(r"C:\bots\bot.py:Timid")[:2] == (r"C:\bots\bot.py", "Timid")
    True
    >>> parts("exec:./bot.py:x"), parts("ismcts:iterations=500")
    (('', '', ''), ('', '', ''))
    """
    # The colon behind the letter of a drive separates nothing.
    start = 2 if _DRIVE.match(text) else 0
    end = text.find(":", start)
    path, rest = (text, "") if end < 0 else (text[:end], text[end + 1 :])
    if not path.strip().lower().endswith(".py"):
        return "", "", ""
    name, _, options = rest.partition(":")
    return path.strip(), name.strip(), options


def bound(text: str) -> str:
    """The same text, bound to the whole path of its file, if it names one."""
    if isinstance(text, PlayerText) or ".py" not in text.lower():
        return text
    path = parts(text)[0]
    return PlayerText(text, located(path)) if path else text


def located(path: str) -> str:
    """The whole path of a file, from the current folder."""
    return os.path.abspath(os.path.expanduser(path))


def found_in(path: str, name: str, typed: str) -> Any:
    """The class or function of a name in a file; :class:`PlayerError` says what is wrong, in one line."""
    module = imported(path, typed)
    there = [
        one
        for one, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, Player) and thing.__module__ == module.__name__
    ]
    has = f"it has {', '.join(there)}" if there else "it has no class of players"
    if not name:
        example = there[0] if there else "MyBot"
        raise PlayerError(f"{typed} names no class, as in {typed}:{example}; {has}")
    if name not in vars(module):
        hint = did_you_mean(name, there)
        raise PlayerError(f"{typed} has no class {name!r}{f': {hint}' if hint else ';'} {has}")
    return vars(module)[name]


def imported(path: str, typed: str) -> ModuleType:
    """A file as a module, imported once a process."""
    if path in _modules:
        return _modules[path]
    try:
        code = Path(path).read_bytes()
    except FileNotFoundError:
        raise PlayerError(f"there is no file {typed} (looked for {path})") from None
    except OSError as problem:
        raise PlayerError(f"{typed} cannot be read: {problem.strerror or problem}") from None
    # Not the name of the file alone: that may be the name of another module.
    name = f"player_file_{Path(path).stem}_{hashlib.sha256(path.encode()).hexdigest()[:8]}"
    module = ModuleType(name)
    module.__file__ = path
    folder = os.path.dirname(path)
    if folder not in sys.path:
        # It may import what stands beside it, as a script may.
        sys.path.append(folder)
    sys.modules[name] = module
    try:
        exec(compile(code, path, "exec"), vars(module))
    except (Exception, SystemExit) as problem:
        del sys.modules[name]
        what = " ".join(f"{type(problem).__name__}: {_words(problem)}".split()).rstrip(": ")
        raise PlayerError(f"{typed} cannot be imported: {what[:_LONGEST]}{_place(problem)}") from None
    except BaseException:
        del sys.modules[name]
        raise
    _modules[path] = module
    return module


def _words(problem: BaseException) -> str:
    return str(problem.msg) if isinstance(problem, SyntaxError) else str(problem)


def _place(problem: BaseException) -> str:
    """The innermost line that was reached outside of Python's own importing and of this module."""
    if isinstance(problem, SyntaxError):
        return f" ({problem.filename}:{problem.lineno})" if problem.lineno else ""
    frames = traceback.extract_tb(problem.__traceback__)[1:]
    others = [frame for frame in frames if not frame.filename.startswith("<frozen ")]
    return f" ({others[-1].filename}:{others[-1].lineno})" if others else ""
