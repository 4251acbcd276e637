"""Files of runs by every command that keeps one, with cells and bytes that nobody has written."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from croupier.lab.store.schema import TABLES
from damage import croupier, damaged, twisted

_ONE = ("--workers", "1")
_AI = ("--players", "pipmc:tests=1", *_ONE)
_SHORT = (*_AI, "--max-decisions", "10")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("simulate", "kuhn_poker", "-n", "4", *_ONE),
    ("tournament", "kuhn_poker", "--deals", "2", "--players", "random,ismcts:iterations=2", *_ONE),
    ("analyze", "kuhn_poker", "--games", "4,2", *_AI, "--raw"),
    ("compare", "kuhn_poker", "war", "--games", "2,1", *_SHORT),
    ("sweep", "no_thanks", "--set", "CHIPS=9,11", "--games", "2,1", *_SHORT),
    ("tune", "no_thanks", "--set", "CHIPS=9,11", "--aim", "length<=30", "--games", "2", *_SHORT),
    ("coverage", "kuhn_poker", "-n", "4,1", *_AI),
    ("solve", "kuhn_poker", "--iterations", "5"),
)
"""One command line for every command that keeps its results with `--out`."""


def make_runs(folder: Path) -> None:
    """Keeps what each command has come to in a folder of its name."""
    for words in COMMANDS:
        failed = croupier(*words, "--out", str(folder / words[0]))
        assert not failed, failed
        assert [*(folder / words[0]).glob("*.sqlite")]


def forged_run(runs: Path, folder: Path, rng: Random) -> str:
    """A run with another cell, or other bytes: listed, shown, asked, exported and gone on with."""
    words = rng.choice(COMMANDS)
    goal = folder / "forged"
    shutil.rmtree(goal, ignore_errors=True)
    shutil.copytree(runs / words[0], goal)
    path = rng.choice(sorted(goal.glob("*.sqlite")))
    if rng.random() < 0.3:
        path.write_bytes(damaged(path.read_bytes(), rng))
    else:
        _change_cells(path, rng)
    return (
        croupier("runs", "list", str(goal))
        or croupier("runs", "show", str(path), "--json")
        or croupier("runs", "query", "SELECT * FROM runs, results", "--in", str(goal), "--json")
        or croupier("runs", "export", str(path), "--csv", str(folder / "csv"))
        or croupier(*words, "--out", str(goal), "--resume")
    )


def _change_cells(path: Path, rng: Random) -> None:
    """Give one column of a table other values; data within a cell has one strange value in it."""
    strange: tuple[Any, ...] = (None, "", "{", "[]", b"\x00\xff", 1e999, -1, 2**62, "\x1b[2J", "9" * 5000)
    connection = sqlite3.connect(path)
    full = [name for name in ("run", *TABLES) if connection.execute(f"SELECT 1 FROM {name}").fetchone()]
    table = rng.choice(full)
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    column = rng.choice(columns)
    value = rng.choice(strange)
    [(old,)] = connection.execute(f"SELECT {column} FROM {table} LIMIT 1")
    with suppress(TypeError, ValueError, UnicodeDecodeError):
        data = json.loads(old)
        if isinstance(data, dict | list) and rng.random() < 0.8:
            value = json.dumps(twisted(data, rng))
    with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError):
        connection.execute(f"UPDATE {table} SET {column} = ?", (value,))
        connection.commit()
    connection.close()
